"""Which moves are offered: small steps, equal ranks once, openings best first; all others are accepted."""

from itertools import pairwise
from random import Random

import pytest
from hand_and_foot.plain_melds import all_lay_downs, letters, plainly_a_meld, some_cards, worth
from hand_and_foot.setting import CLEAN_KINGS, DIRTY_EIGHTS, clause, melding, taking

from cardlab.cards import parse_cards, show_cards, shuffled
from cardlab.games.hand_and_foot.laying import MOST_OFFERED
from cardlab.games.hand_and_foot.rules import HandAndFootRules, is_red_three, points_of
from cardlab.melds import WILD_RULES
from cardlab.notation import Action
from cardlab.refused import Refused

EACH_RULE = pytest.mark.parametrize("rule", WILD_RULES)


def verbs(state):
    return [action.verb for action in state.legal_actions()]


def written(melds) -> tuple[str, ...]:
    return tuple(sorted(map(letters, melds)))


def random_hands(seed: int, number: int, least: int = 4, most: int = 10):
    rng = Random(seed)
    for _ in range(number):
        yield "".join(rng.choices("A995KK5X223", k=rng.randint(least, most)))


@EACH_RULE
def test_all_openings_are_offered_where_there_are_few(rule):
    for ranks in random_hands(1, 60):
        state = melding(some_cards(ranks), options={"wild_rule": rule})
        offered = [move.melds for move in state.legal_actions() if move.verb == "meld"]
        enough = {melds for melds in all_lay_downs(ranks, rule) if worth(melds) >= 50}
        assert len(offered) == min(len(enough), MOST_OFFERED)
        assert set(map(written, offered)) <= enough
        points = [worth(written(melds)) for melds in offered]
        assert all(one >= other for one, other in pairwise(points))
        assert points[:1] == sorted(map(worth, enough))[-1:]


@EACH_RULE
def test_in_the_foot_openings_keep_what_must_be_kept(rule):
    """HA28 in a lay-down that opens, and the books that it makes itself."""
    hands = [*random_hands(2, 30), "99999995552222K", "99999995555222K3", "KKKKKKKKAAAA22"]
    for ranks in hands:
        if len(ranks) > 1:
            state = melding(some_cards(ranks), options={"wild_rule": rule}, in_foot=["A"], feet={"B": "JD"})
            kept = set()
            for melds in all_lay_downs(ranks, rule):
                full = [meld for meld in melds if len(meld) == 7]
                dirty = sum("2" in meld or "X" in meld for meld in full)
                may_go_out = dirty >= 1 and len(full) - dirty >= 1
                if worth(melds) >= 50 and len(ranks) - len("".join(melds)) >= 2 - may_go_out:
                    kept.add(melds)
            offered = {written(move.melds) for move in state.legal_actions() if move.verb == "meld"}
            assert offered <= kept
            assert len(offered) == min(len(kept), MOST_OFFERED)


@EACH_RULE
def test_openings_that_take_the_pile(rule):
    for ranks in random_hands(3, 60, least=2, most=9):
        state = taking(some_cards(ranks), "4C 9D", melds={}, options={"wild_rule": rule})
        offered = [move for move in state.legal_actions() if move.verb == "take"]
        with_top = {
            melds
            for melds in all_lay_downs(ranks + "9", rule)
            if worth(melds) >= 50 and any(meld.count("9") >= 3 for meld in melds)
        }
        found = {written([(*move.cards, *parse_cards("9D")), *move.melds]) for move in offered}
        assert len(found) == len(offered) == min(len(with_top), MOST_OFFERED)
        assert found <= with_top
        for move in offered:
            assert [card.rank for card in move.cards[:2]] == ["9", "9"]


def steps(ranks: str, melds: list[str], rule: str) -> set[tuple[str, str]]:
    """The small steps of a team in play, as ``("add", "9 to K")`` and so on."""
    found = {("discard", rank) for rank in ranks}
    opened = [meld for meld in melds if len(meld) < 7]
    for card in {*ranks}:
        for meld in opened:
            if plainly_a_meld(meld + card, rule):
                found.add(("add", f"{card} to {meld[0]}"))
    for rank in {*ranks} - {*"2X3"} - {meld[0] for meld in opened}:
        for three in (rank * 3, f"2{rank * 2}", f"{rank * 2}X"):
            if all(ranks.count(card) >= three.count(card) for card in three) and plainly_a_meld(three, rule):
                found.add(("meld", three))
    return found


@EACH_RULE
def test_small_steps_are_offered_to_a_team_in_play(rule):
    tables = [["KKKK"], ["KKK", "9999992"], ["99999", "AAAAAAA"], ["5555", "AAA", "KKKKKK"]]
    for number, ranks in enumerate(random_hands(4, 60)):
        melds = tables[number % len(tables)]
        if all(plainly_a_meld("".join(sorted(meld)), rule) for meld in melds):
            state = melding(
                some_cards(ranks), melds={"A": list(map(some_cards, melds))}, options={"wild_rule": rule}
            )
            offered = set()
            for move in state.legal_actions():
                target = f" to {move.rank.value}" if move.rank else ""
                offered.add((move.verb, letters(move.cards) + "".join(map(letters, move.melds)) + target))
            assert len(offered) == len(state.legal_actions())
            assert offered == steps(ranks, melds, rule)


def test_any_choice_of_suits_and_any_number_is_accepted():
    state = melding("9S 9H 9D 9C KS 4D 4C", melds={"A": ["KH KS KD"]})
    offered = [move.melds[0] for move in state.legal_actions() if move.verb == "meld"]
    assert offered == [parse_cards("9S 9H 9D")]
    for cards in ("9H 9C 9D", "9C 9D 9H 9S", "9D 9S 9C"):
        assert clause(state, f"A melds {cards}") is None
    assert [move.cards for move in state.legal_actions() if move.verb == "discard"] == [
        parse_cards(card) for card in ("KS", "9S", "4D")
    ]
    assert clause(state, "A discards 4C") is None
    after = state.apply("A melds 9C 9D 9H 9S")
    assert show_cards(after.melds[0][1]) == "9♣ 9♦ 9♥ 9♠"


@EACH_RULE
def test_a_big_hand_gets_fifty_openings_and_the_best_first(rule):
    pack = [card for card in HandAndFootRules().pack.cards if not is_red_three(card)]
    hand = show_cards(shuffled(pack, Random(7))[:40])
    state = melding(hand, options={"decks": 6, "wild_rule": rule}, round=4)
    openings = [move for move in state.legal_actions() if move.verb == "meld"]
    assert len(openings) == 50
    points = [points_of(card for meld in move.melds for card in meld) for move in openings]
    assert points == sorted(points, reverse=True)
    assert points[-1] >= 150


@pytest.mark.parametrize("melds", [[CLEAN_KINGS, DIRTY_EIGHTS], [CLEAN_KINGS, "9S 9H 9D"]])
def test_a_refused_move_changes_nothing(melds):
    state = melding("9S 9H 2S 4D", melds={"A": melds}, in_foot=["A"], feet={"B": "JD"})
    before = (state, state.hands, state.log)
    for move in ("A melds 9S 9H 2S", "A adds 4D to 9", "A draws", "B draws", "A discards 9S 4D"):
        with pytest.raises(ValueError, match=r"\("):
            state.apply(move)
    assert (state, state.hands, state.log) == before


def test_a_move_with_cards_where_none_belong_is_refused():
    state = melding("9S 9H 9D 4D", melds={"A": [CLEAN_KINGS]})
    card, three = parse_cards("4D"), parse_cards("9S 9H 9D")
    for move in (
        Action(0, "meld", card, (three,)),
        Action(0, "discard", card, (three,)),
        Action(0, "ask", card),
    ):
        with pytest.raises(Refused, match=r"^move: "):
            state.apply(move)
    with pytest.raises(Refused, match="no move 'knock'"):
        state.apply(Action(0, "knock"))
