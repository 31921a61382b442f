"""The teacher's part of toepen-3-stake: further inputs, and mistakes that would give answers away."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from cardlab.checking.exercise import Key
from cardlab.games.toepen.rules import PACK

RANKS = PACK.ranks.split()
CARDS = [rank + suit for suit in "SHDC" for rank in RANKS]
USUAL = "9H 7H KD QD 8C JC"


def higher(one: str, other: str) -> bool:
    """A higher rank, whatever the suits."""
    return RANKS.index(one[:-1]) < RANKS.index(other[:-1])


def beats(one: str, other: str) -> bool:
    return one[-1] == other[-1] and higher(one, other)


def share(wins: Callable[[str], bool], gone: Sequence[str]) -> Fraction:
    """The share of the cards that are not gone with which it is so."""
    left = [his for his in CARDS if his not in gone]
    return Fraction(sum(map(wins, left)), len(left))


def p_last(card: str, gone: Sequence[str], leading: bool) -> Fraction:
    """The chance to win the last trick, if his card is none of those that are gone."""
    return share(lambda his: not beats(his, card) if leading else beats(card, his), gone)


KEYS = {
    "q1": Key(
        inputs=[(Fraction(1, 3), 2), (Fraction(7, 25), 3), (Fraction(2, 5), 4), (0, 5)],
        wrong={
            "old stake": lambda p, s: (1 - Fraction(p)) * s,
            "minus the fold": lambda p, s: (1 - Fraction(p)) * (s + 1) - s,
            "his lives too": lambda p, s: (1 - 2 * Fraction(p)) * (s + 1),
            "p is of losing": lambda p, s: Fraction(p) * (s + 1),
        },
    ),
    "q2": Key(
        inputs=[
            ("AH", USUAL, False),
            ("AH", USUAL, True),
            ("9S", "10S AS KD QD 8C JC", False),
            ("QH", "10H 9H KD QD 8C JC", True),
            ("JD", USUAL.replace("D", "S"), False),
            ("7C", "10C 9C", True),
        ],
        wrong={
            "leading and second swapped": lambda card, seen, leading: p_last(
                card, [card, *seen.split()], not leading
            ),
            "as if leading": lambda card, seen, leading: p_last(card, [card, *seen.split()], True),
            "as if second": lambda card, seen, leading: p_last(card, [card, *seen.split()], False),
            "seen forgotten": lambda card, seen, leading: p_last(card, [card], leading),
            "own card among his": lambda card, seen, leading: p_last(card, seen.split(), leading),
            "suit ignored": lambda card, seen, leading: share(
                lambda his: not higher(his, card) if leading else higher(card, his), [card, *seen.split()]
            ),
        },
    ),
    "q3": Key(
        inputs=[(s, both) for s in (4, 5, 9) for both in (False, True)],
        wrong={
            "always your own": lambda s, both: Fraction(1, s + 1),
            "always both": lambda s, both: Fraction(1, 2 * (s + 1)),
            "counts swapped": lambda s, both: Fraction(1, s + 1) if both else Fraction(1, 2 * (s + 1)),
            "of losing": lambda s, both: 1 - (Fraction(1, 2 * (s + 1)) if both else Fraction(1, s + 1)),
            "old stake at risk": lambda s, both: Fraction(1, 2 * s) if both else Fraction(1, s),
        },
    ),
    "q4": Key(
        inputs=[
            (lost, stake, limit) for limit in (10, 15) for lost in range(limit) for stake in range(1, limit)
        ],
        wrong={
            "stake before the knock": lambda lost, stake, limit: lost + stake <= limit,
            "the last life only": lambda lost, stake, limit: lost + 1 < limit,
            "ten always": lambda lost, stake, limit: lost + stake + 1 <= 10,
        },
    ),
    "q5": Key(
        inputs=[(4,), (5,), (9,)],
        wrong={
            "your own lives": lambda s: Fraction(1, s + 1),
            "his fold forgotten": lambda s: Fraction(s, 2 * s + 1),
            "chance of staying": lambda s: Fraction(2 * s, 2 * s + 1),
            "knock free": lambda s: Fraction(1, 2 * s + 2),
            "no loss without a knock": lambda s: Fraction(s + 1, 2 * s + 1),
        },
    ),
}
