"""The vectorised deals are held to the engine: replayed move by move, every legal list and result agrees."""

import csv
import re
import subprocess
import sys
from math import hypot
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from cardlab.cards import Card, Rank, Suit, show_cards
from cardlab.game import new_game
from cardlab.games.toepen import odds
from cardlab.games.toepen.rules import HAND_SIZE, ORDER, PACK, ToepenRules, is_honest
from cardlab.games.toepen.vectorised import (
    GONE,
    RANDOM,
    Play,
    Policy,
    count_rank,
    is_void,
    may_exchange,
    play_chunks,
    play_deals,
)
from cardlab.notation import Action
from cardlab.play import next_action
from cardlab.probability.deals import CHUNK, chunk_generator, deal_cards, share_of_deals
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
    """The policy as a bot at the table; a card that it may choose freely is taken from the record."""

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
                may_knock = [
                    seat for seat in range(rules.players) if knock(seat) in state.legal_actions(seat)
                ]
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
    """Replay some deals; half of them are those with the most steps, for what is rare happens there."""
    case = CASES[name]
    rules = ToepenRules(players=players, announcements=False, **case.options)
    policies = [case.policies[seat % len(case.policies)] for seat in range(players)]
    play = Play(rules, policies, seed, lives=case.lives[:players], look_on=True)
    rare = [step for step in play.steps if step.verb in ("exchange", "knock", "fold")]
    most = np.argsort(-sum((step.seats.any(axis=0) for step in rare), np.zeros(CHUNK, int)), kind="stable")
    deals = [*range(number // 2), *most[: number // 2].tolist()]
    return sum(replay(play, case, rules, seed, k) for k in deals)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_every_step_agrees_with_the_engine(name, players):
    assert replay_some(name, players, number=8, seed=7) > 8


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("players", range(2, 9))
def test_every_step_of_thousands_of_deals_agrees_with_the_engine(name, players):
    assert replay_some(name, players, number=60, seed=2026) > 60


@pytest.mark.parametrize("policy", [RANDOM, BOLD], ids=["random", "knocks"])
def test_each_legal_card_is_played_equally_often(policy):
    """Whether two, three or four cards are legal: each place among them is chosen as often."""
    counts = {number: np.zeros(4, int) for number in (2, 3, 4)}
    for step in Play(policies=policy, seed=5, look_on=True).steps:
        if step.verb == "play":
            legal = (step.legal != GONE) & (step.seats > 0)
            place = (legal & (np.cumsum(step.legal == step.cards, axis=0) == 0)).sum(axis=0)
            for number, found in counts.items():
                found += np.bincount(place[legal.sum(axis=0) == number], minlength=4)
    for number, found in counts.items():
        mean = found.sum() / number
        assert mean > 1000
        assert (abs(found[:number] - mean) < 4 * mean**0.5).all(), (number, found)


VALUES = [
    row
    for row in csv.DictReader((Path(__file__).parents[1] / "values.csv").read_text("utf-8").splitlines())
    if re.match(r"TV2[12]", row["id"])
]


@pytest.mark.parametrize("row", VALUES, ids=lambda row: row["id"])
def test_the_first_leader_wins_as_often_as_others_have_found(row):
    deals = play_deals(400_000, ToepenRules(players=int(row["id"][-1])), seed=9)
    found = (deals.winner if row["id"].startswith("TV21") else deals.tricks[0]) == 0
    low, high = map(float, row["ci_if_mc"].split(".."))
    error = hypot((high - low) / 4, found.std() / found.size**0.5)
    assert abs(found.mean() - float(row["value_float"])) < 4 * error


def test_a_deal_depends_on_the_seed_and_its_number_alone():
    many, few = play_deals(CHUNK + 10, seed=4), play_deals(10, seed=4)
    assert all((a[..., :10] == b).all() for a, b in zip(many, few, strict=True))
    assert (play_deals(10, seed=5).hands != few.hands).any()
    (_, last) = play_chunks(CHUNK + 10, seed=4)
    assert (last.tricks == many.tricks[:, CHUNK:]).all()


def test_what_cannot_be_is_refused_by_name():
    for field, arguments in [
        ("n", {"n": 0}),
        ("n", {"n": 2.5}),
        ("seed", {"n": 1, "seed": -1}),
        ("lives", {"n": 1, "lives": [0, 0, 10, 0]}),
        ("policies", {"n": 1, "policies": [RANDOM] * 3}),
    ]:
        with pytest.raises(Refused, match=f"^{field}: "):
            play_deals(**arguments)
    with pytest.raises(Refused, match=r"^policies: No hand is worth 16"):
        play_deals(1, policies=Policy(stays_from=16))


def test_hands_are_told_as_the_rules_tell_them():
    hands = play_deals(3000, seed=2).hands[:, 0]
    for k in range(3000):
        hand = cards(hands[:, k])
        assert may_exchange(hands)[k] == is_honest(hand)
        assert is_void(hands, Suit.HEARTS)[k] == all(card.suit != "H" for card in hand)
        assert count_rank(hands, Rank.TEN)[k] == sum(card.rank == "10" for card in hand)


HANDS = [
    (odds.p_exchange_hand(), may_exchange),
    (odds.p_void("♥"), lambda hand: is_void(hand, Suit.HEARTS)),
    (odds.p_of_rank("10", 3), lambda hand: count_rank(hand, Rank.TEN) == 3),
    (odds.p_of_rank("J", 1, or_more=True), lambda hand: count_rank(hand, Rank.JACK) > 0),
]


@pytest.mark.parametrize(("exact", "event"), HANDS)
def test_a_million_hands_agree_with_counting(exact, event):
    found = share_of_deals(event, PACK, cards=HAND_SIZE, n=10**6, seed=11)
    assert abs(found.value - exact) < 4 * found.standard_error


def test_someone_at_the_table_holds_an_exchange_hand():
    hands = np.concatenate([deals.hands for deals in play_chunks(200_000, seed=3)], axis=-1)
    share = may_exchange(hands).any(axis=0).mean()
    exact = odds.p_someone_has_exchange_hand(4)
    assert abs(share - exact) < 4 * float(exact * (1 - exact) / 200_000) ** 0.5


def test_without_numpy_it_says_so():
    code = "import sys; sys.modules['numpy'] = None; import cardlab.games.toepen.vectorised"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Many deals at once need NumPy, which is not installed here" in done.stderr
