"""The vectorised deals are held to the engine: replayed move by move, every legal list and result agrees."""

from typing import NamedTuple

import numpy as np
import pytest
from cardlab.cards import Card, Rank, show_cards
from cardlab.game import new_game
from cardlab.games.toepen.rules import HAND_SIZE, ORDER, PACK, ToepenRules, is_honest
from cardlab.games.toepen.vectorised import GONE, RANDOM, Play, Policy, play_chunks, play_deals
from cardlab.notation import Action
from cardlab.play import next_action
from cardlab.probability.deals import CHUNK, chunk_generator, deal_cards
from cardlab.refused import Refused

BOLD = Policy(knocks_from=9, stays_from=5)
TIMID = Policy(knocks_from=12, stays_from=9, keeps_best=True)
STUBBORN = Policy(knocks_from=1, exchanges=True)
HONEST = Policy(stays_from=8, exchanges=True, keeps_best=True)


class Case(NamedTuple):
    policies: tuple[Policy, ...]
    """In turn, from seat 0."""
    lives: tuple[int, ...] = ()
    options: dict = {}  # noqa: RUF012 (nobody changes it)


CASES = {
    "random": Case((RANDOM,)),
    "knocks": Case((BOLD,)),
    "mixed": Case((BOLD, TIMID, STUBBORN, RANDOM, HONEST)),
    "exchanges": Case((HONEST, STUBBORN)),
    "one exchange": Case((HONEST, STUBBORN), options={"max_exchanges": 1}),
    "own turn": Case((BOLD, STUBBORN), options={"knock_timing": "own_turn"}),
    "no cap": Case((BOLD, STUBBORN), options={"limit": 3, "knock_cap": None}),
    "near the limit": Case((BOLD, STUBBORN, TIMID), (6, 7, 5, 8, 0, 7, 8, 2)),
    "in pelt": Case((BOLD, HONEST), (0, 9, 3, 0, 9, 1, 8, 0)),
    "many in pelt": Case((HONEST, STUBBORN), (9, 9, 2, 9, 9, 9, 0, 9)),
    "random in pelt": Case((RANDOM,), (0, 9, 0, 0, 0, 9, 0, 0)),
    "no pelt": Case((BOLD,), (0, 9, 3, 0, 9, 1, 8, 0), {"pelt": False}),
    "two lives": Case((STUBBORN, BOLD), options={"limit": 2}),
}


def worth(hand) -> int:
    """What a policy goes by, said a second time: 0 for a jack up to 7 for a ten, the best two added."""
    best = sorted((ORDER[card.rank] for card in hand), reverse=True)
    return sum(best[:2]) if len(best) > 1 else 2 * best[0]


def policy_bot(policy: Policy, recorded_card):
    """The policy as a bot that plays at the table; a card that it may choose freely is taken from the record."""

    def bot(view, rng):
        verbs = [action.verb for action in view.legal]
        if (
            "knock" in verbs
            and view.hand
            and policy.knocks_from is not None
            and worth(view.hand) >= policy.knocks_from + view.stake - 1
        ):
            return Action(view.seat, "knock")
        if view.seat != view.to_act:
            return None
        if view.phase == "exchange":
            return Action(view.seat, "exchange" if policy.exchanges and is_honest(view.hand) else "keep")
        if view.phase == "challenge":
            return Action(view.seat, "accept")
        if view.phase in ("answer", "pelt"):
            stays = not view.hand or worth(view.hand) >= policy.stays_from
            return Action(view.seat, "stay" if stays else "fold")
        plays = [action for action in view.legal if action.verb == "play"]
        if policy.keeps_best:
            return min(plays, key=lambda play: (ORDER[play.cards[0].rank], -PACK.cards.index(play.cards[0])))
        # (Who is due is asked before the others have knocked, and may have to fold instead.)
        return Action(view.seat, "play", (recorded_card(view.seat) or plays[0].cards[0],))

    return bot


def cards(places) -> tuple[Card, ...]:
    return tuple(PACK.cards[place] for place in np.ravel(places) if place != GONE)


def seats_of(mask) -> list[int]:
    assert set(mask.tolist()) <= {0, 255}
    return np.flatnonzero(mask).tolist()


def replay(play: Play, case: Case, rules: ToepenRules, seed: int, k: int) -> int:
    """Deal k at the table; the number of steps that were compared."""
    names = "ABCDEFGH"[: rules.players]
    policies = [case.policies[seat % len(case.policies)] for seat in range(rules.players)]
    exchanged = any(policy.exchanges for policy in policies)
    size = PACK.size if exchanged else HAND_SIZE * rules.players
    dealt = deal_cards(chunk_generator(seed, 0), PACK.size, size, CHUNK)[:, k]
    hands = [dealt[seat : HAND_SIZE * rules.players : rules.players] for seat in range(rules.players)]
    state = new_game(
        rules,
        seats=names,
        position={
            "dealer": names[-1],
            "hands": {name: show_cards(cards(hand)) for name, hand in zip(names, hands, strict=True)},
            "stock": show_cards(cards(dealt[HAND_SIZE * rules.players :])),
            "lives": dict(zip(names, case.lives, strict=False)),
        },
    )
    steps = [step for step in play.steps if step.seats[:, k].any()]
    began = None
    done = 0

    def recorded_card(seat: int) -> Card | None:
        mine = (step for step in steps[done:] if step.verb == "play" and step.seats[seat, k])
        return next((PACK.cards[step.cards[seat, k]] for step in mine), None)

    bots = {seat: policy_bot(policy, recorded_card) for seat, policy in enumerate(policies)}
    while state.phase != "over":
        if began is None and state.phase not in ("exchange", "challenge"):
            began = state
        action = next_action(state, bots)
        if action.verb not in ("keep", "accept"):
            step = steps[done]
            assert (step.verb, seats_of(step.seats[:, k])) == (action.verb, [action.seat])
            if step.verb in ("play", "knock"):
                may_knock = [seat for seat in range(rules.players) if knock(seat) in state.legal_actions(seat)]
                assert seats_of(step.may_knock[:, k]) == may_knock
            if step.verb == "play":
                legal = {act.cards[0] for act in state.legal_actions() if act.verb == "play"}
                assert {*cards(step.legal[:, action.seat, k])} == legal
                assert (recorded_card(action.seat),) == action.cards
            done += 1
        state = state.apply(action)
    assert done == len(steps)

    deals = play.deals
    before = state.rules.players * [0] if not case.lives else case.lives
    lost = [now - then for now, then in zip(state.lives, before, strict=False)]
    assert began is None or [*map(set, began.hands)] == [set(cards(h)) for h in deals.hands[..., k].T]
    assert [seat for seat in deals.tricks[:, k].tolist() if seat != GONE] == list(state.tricks)
    assert deals.winner[k] == state.deal_winner
    assert deals.stake[k] == state.stake
    assert deals.lost[:, k].tolist() == lost
    return done


def knock(seat: int) -> Action:
    return Action(seat, "knock")


def replay_some(name: str, players: int, number: int, seed: int) -> int:
    case = CASES[name]
    rules = ToepenRules(players=players, announcements=False, **case.options)
    policies = [case.policies[seat % len(case.policies)] for seat in range(players)]
    play = Play(rules, policies, seed, lives=case.lives[:players], look_on=True)
    return sum(replay(play, case, rules, seed, k) for k in range(number))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
def test_every_step_agrees_with_the_engine(name, players):
    assert replay_some(name, players, number=8, seed=7) > 8


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("players", range(2, 9))
def test_every_step_of_thousands_of_deals_agrees_with_the_engine(name, players):
    assert replay_some(name, players, number=60, seed=2026) > 60
