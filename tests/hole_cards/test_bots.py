"""The rules of thumb of the bots: the tips K18 to K20, and the policy of the simulated values."""

from random import Random

import pytest

from cardlab.cards import show_cards
from cardlab.game import new_game
from cardlab.games.hole_cards.bots import BOTS, Greedy, by_the_log, from_memory

HIGH = ("KC QC JC KD QD", "KS QS JS KH QH")


def view(pile, hand, *moves, others=HIGH, **options):
    hands = dict(zip("ABC", (hand, *others), strict=False))
    position = {"dealer": "C", "to_act": "A", "pile": pile, "hands": hands}
    state = new_game("hole_cards", position=position, **options)
    for move in moves:
        state = state.apply(move)
    return state.view(state.to_act)


def chosen(bot, seen, seeds=40):
    """What the bot does, over many seeds."""
    actions = [bot(seen, Random(seed)) for seed in range(seeds)]
    return {show_cards(action.cards, ascii=True) or action.verb for action in actions}


NEVER = Greedy(margin=None)


@pytest.mark.parametrize(
    ("pile", "hand", "expected"),
    [
        ("4C 7H", "9H 7C 7D 3S 4S", {"7C 7D", "7D 7C"}),  # the largest play
        ("2S 2H", "2C 2D 9S 9D 4S", {"9S 9D", "9D 9S"}),  # of two pairs the one that is not of 2s
        ("4C 7H", "9H 2C 5S 4S 3S", {"9H"}),  # no 2 when another card fits
        ("4C 7H", "KD 2C 5S 4S 3S", {"2C"}),  # but a 2 rather than a draw
        ("4D 7H", "9H 7C 5C 4C 3S", {"7C"}),  # it holds more clubs than hearts
        ("4D 7H", "9H 7C 5H 4C 3S", {"9H", "5H", "7C"}),  # a tie is left to chance
        ("4C 7H", "KD JS 5S 4S 3S", {"draw"}),
    ],
)
def test_the_greedy_play(pile, hand, expected):
    others = ("KC QC JC QD JD", "KS QS KH QH JH")
    assert chosen(NEVER, view(pile, hand, others=others)) == expected


def test_a_group_is_laid_in_the_order_in_which_its_cards_came():
    """Of the two queens that fit on QH the one that was drawn is laid last, of dealt ones either."""
    hands = {"A": "QS 9S 3C", "B": "6D 5D 4D", "C": "KD QH"}
    for drawn, dealt in (("QC", "QS"), ("QS", "QC")):
        position = {"dealer": "C", "to_act": "A", "pile": "KH", "stock": f"{drawn} 3D"}
        state = new_game("hole_cards", position=position | {"hands": hands | {"A": f"{dealt} 9S 3C"}})
        for move in ("A draws", "B draws", "C plays QH"):
            state = state.apply(move)
        assert chosen(NEVER, state.view("A")) == {f"{dealt} {drawn}"}
    assert chosen(NEVER, view("KD QH", "QS QC 9S", others=("6D", "5D"))) == {"QS QC", "QC QS"}


@pytest.mark.parametrize(
    ("margin", "held", "knocks"),
    [(1, 4, True), (1, 5, False), (2, 4, False), (2, 3, True), (None, 1, False)],
)
def test_when_it_knocks(margin, held, knocks):
    hand = " ".join("9H 8H 6H 5H 4H".split()[:held])
    assert ("knock" in chosen(Greedy(margin=margin), view("7D 7H", hand))) == knocks


def test_it_wants_to_be_below_every_seat():
    seen = view("7D 7H", "9H 8H 6H", others=(HIGH[0], "KS QS JS"))
    assert "knock" not in chosen(BOTS["counting"], seen)
    assert chosen(BOTS["cautious"], view("7D 7H", "9H 8H 6H")) == {"knock"}


def test_it_plays_on_in_the_last_lap():
    seen = view("7D 7H", "9H 8H", "A knocks", others=("6H", HIGH[0]), after_knock="last_turn")
    assert (seen.seat, seen.phase) == (1, "last_turn")
    assert chosen(BOTS["counting"], seen) == {"6H"}


def test_the_counting_bot_counts_and_the_forgetful_one_estimates():
    """A has seen C draw long ago; the forgetful bot still takes C to hold what it began with."""
    state = new_game(
        "hole_cards", seed=4, position={"dealer": "C", "stock": "3S 4S 5S 6S 8S 9S 10S"}, draw="free"
    )
    for move in "A draws,B draws,C draws,A draws,B draws,C draws,A draws".split(","):
        state = state.apply(move)
    seen = state.view("B")
    assert by_the_log(seen) == (8, 7, 7)
    assert from_memory(seen) == (7, 7, 7)


def test_none_out_of_turn():
    state = new_game("hole_cards", position={"to_act": "A"})
    assert BOTS["counting"](state.view("B"), Random(1)) is None
