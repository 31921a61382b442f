"""Melds and the best lay-down, held to a slow obvious twin that tries every set of cards."""

from itertools import islice, pairwise
from random import Random

import pytest
from hand_and_foot.plain_melds import all_lay_downs, letters, plainly_a_meld, some_cards, worth

from cardlab.cards import Rank, parse_cards, shuffled
from cardlab.games.hand_and_foot.rules import HandAndFootRules, is_red_three, melding
from cardlab.melds import WILD_RULES, best_lay_down, is_meld, lay_downs, meld_kinds, most_naturals, wilds_fit

EACH_RULE = pytest.mark.parametrize("rule", WILD_RULES)

HANDS = [
    "9999X",
    "99922XX",
    "KKKAA2X33",
    "KK99AA22XX",
    "5555552X3",
    "99999992X22",
    "999999999955",
    "AAAAKKK5552",
    "99999999999922",  # two books in several ways
    "99999999KK2",
    "KKKKAAA222X",  # where laying as many naturals as possible is not the best
    "5555552255X",
]


@EACH_RULE
@pytest.mark.parametrize("hand", HANDS)
def test_all_lay_downs_best_first(hand, rule):
    cards = parse_cards(some_cards(hand))
    found = list(lay_downs(cards, melding(rule)))
    written = [tuple(sorted(letters(meld) for meld in lay.melds)) for lay in found]
    assert len(written) == len(set(written))
    assert set(written) == all_lay_downs(hand, rule)
    assert [lay.points for lay in found] == list(map(worth, written))
    assert all(one >= other for one, other in pairwise(lay.points for lay in found))
    best = max(map(worth, written), default=None)
    assert (best_lay_down(cards, melding(rule)) or (None,))[0] == best
    for minimum in (50, 90):
        enough = [lay for lay in found if lay.points >= minimum]
        assert [lay.points for lay in lay_downs(cards, melding(rule), minimum)] == [
            lay.points for lay in enough
        ]
        assert (best_lay_down(cards, melding(rule), minimum) is None) == (not enough)
    for rank in {*hand} & {*"9KA5"}:
        together = {melds for melds in written if any(meld.count(rank) >= 3 for meld in melds)}
        asked = lay_downs(cards, melding(rule), together=Rank(rank))
        assert {tuple(sorted(letters(meld) for meld in lay.melds)) for lay in asked} == together


@EACH_RULE
def test_the_best_of_random_hands(rule):
    rng = Random(2026)
    for _ in range(150):
        ranks = rng.choices("A995KK5X2223", k=rng.randint(3, 10))
        cards = parse_cards(" ".join("Joker" if rank == "X" else rank + rng.choice("SHDC") for rank in ranks))
        found = best_lay_down(cards, melding(rule))
        assert (0 if found is None else found.points) == max(
            map(worth, all_lay_downs("".join(ranks), rule)), default=0
        )


@EACH_RULE
def test_a_big_hand_is_searched_best_first_and_quickly(rule):
    pack = [card for card in HandAndFootRules().pack.cards if not is_red_three(card)]
    for seed in range(3):
        hand = shuffled(pack, Random(seed))[:40]
        found = list(islice(lay_downs(hand, melding(rule), 50), 50))
        assert len(found) == 50
        assert all(one.points >= other.points for one, other in pairwise(found))
        for lay in found:
            assert not [card for card in {*hand} if sum(m.count(card) for m in lay.melds) > hand.count(card)]
            assert all(plainly_a_meld(letters(meld), rule) for meld in lay.melds)


@EACH_RULE
def test_kinds_of_meld(rule):
    plain = [(n, w) for n in range(8) for w in range(8) if plainly_a_meld("9" * n + "2" * w, rule)]
    assert sorted(meld_kinds(rule)) == sorted(plain)
    assert [(n, w) for n in range(9) for w in range(9) if is_meld(n, w, rule)] == plain
    assert most_naturals(2, 0, rule) == 0
    for naturals in range(10):
        for wilds in range(4):
            laid = all_lay_downs("9" * naturals + "2" * wilds, rule) | {()}
            exact = ["".join(melds).count("9") for melds in laid if "".join(melds).count("2") == wilds]
            assert most_naturals(naturals, wilds, rule) == max(exact, default=-1)


def test_an_unknown_wild_rule_is_refused():
    with pytest.raises(ValueError, match="no wild rule 'any'"):
        wilds_fit(3, 1, "any")
