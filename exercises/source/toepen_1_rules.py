"""The teacher's part of toepen-1-rules: further inputs, and mistakes that would give answers away."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb

from cardlab.checking.exercise import Key

ORDER = "J Q K A 7 8 9 10".split()
Plays = Sequence[tuple[str, str]]


def by(order: Sequence[str], *, suits: bool = True) -> Callable[[str, str], bool]:
    """A `beats` that ranks the cards by this order."""
    return lambda card, led: (
        (card[-1] == led[-1] or not suits) and order.index(card[:-1]) > order.index(led[:-1])
    )


def highest(plays: Plays, suit: str = "") -> str:
    """The player of the highest card, of one suit or of all."""
    wanted = [(player, card) for player, card in plays if card.endswith(suit)]
    return max(wanted, key=lambda play: ORDER.index(play[1][:-1]))[0]


def still_in(trick: Plays, folded: Sequence[str]) -> Plays:
    return [(player, card) for player, card in trick if player not in folded]


KEYS = {
    "q1": Key(
        inputs=[
            *permutations([rank + "C" for rank in ORDER], 2),
            *((f"{one}D", f"{other}H") for one in ORDER for other in ORDER),
        ],
        wrong={
            "suit ignored": by(ORDER, suits=False),
            "ace on top": by("J Q K 7 8 9 10 A".split()),
            "the order of other games": by("7 8 9 10 J Q K A".split()),
            "as texts": lambda card, led: card[-1] == led[-1] and card[:-1] > led[:-1],
            "upside down": lambda card, led: by(ORDER)(led, card),
        },
    ),
    "q2": Key(
        inputs=[(["AC", "9D", "JC"], "C"), (["AC", "9D", "JC"], "D"), (["AC", "9D"], "S"), (["8S"], "D")],
        wrong={"nothing without the suit": lambda hand, led: [card for card in hand if card[-1] == led]},
    ),
    "q3": Key(
        inputs=[
            ([("D", "KC"), ("A", "AC"), ("B", "7C"), ("C", "10D")], []),
            ([("D", "KC"), ("A", "AC"), ("B", "7C"), ("C", "10D")], ["B", "D"]),
            ([("C", "JH"), ("D", "QH"), ("A", "8S"), ("B", "9S")], ["C", "D"]),
            ([("C", "9D"), ("D", "7S"), ("A", "10C"), ("B", "8S")], ["C"]),
            ([("C", "9D"), ("D", "7S"), ("A", "10C"), ("B", "8D")], ["C"]),
        ],
        wrong={
            "highest of all": lambda trick, folded: highest(still_in(trick, folded)),
            "folded may win": lambda trick, folded: highest(trick, trick[0][1][-1]),
            "suit from those still in": lambda trick, folded: highest(
                still_in(trick, folded), still_in(trick, folded)[0][1][-1]
            ),
        },
    ),
    "q4": Key(
        inputs=[
            (["A", "B", "C"], 4, "C", {"A": 2}),
            (["Ann", "Ben"], 1, "Ben", {}),
            (["A", "B", "C", "D"], 3, "D", {"A": 1, "B": 1, "C": 2}),
        ],
        wrong={
            "the winner pays": lambda players, stake, winner, folded: {
                player: folded.get(player, stake) for player in players
            },
        },
    ),
    "q5": Key(
        inputs=[(5,), (6,), (7,)],
        wrong={
            "independent": lambda n: Fraction(55, 62) ** (n - 1),
            "put back": lambda n: sum(Fraction(32 - above, 32) ** (n - 1) for above in range(8)) / 8,
            "suit ignored": lambda n: sum(
                Fraction(comb(31 - 4 * above, n - 1), 8 * comb(31, n - 1)) for above in range(8)
            ),
            "the opposite": lambda n: (
                1 - sum(Fraction(comb(31 - above, n - 1), 8 * comb(31, n - 1)) for above in range(8))
            ),
        },
    ),
}
