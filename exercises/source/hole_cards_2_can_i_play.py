"""The teacher's part of hole-cards-2-can-i-play: further inputs, and mistakes that give answers away."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from cardlab.checking.exercise import Key

PACK = [rank + suit for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split() for suit in "SHDC"]
ON_2, ON_OTHER = {"suit": 15, "colour": 27}, {"suit": 18, "colour": 29}


def play(h: int, f: int, u: int) -> Fraction:
    return 1 - Fraction(comb(u - f, h), comb(u, h))


def mixed(h: int, match: str, twos: Fraction) -> Fraction:
    """If a 2 is turned up with some other share."""
    return twos * play(h, ON_2[match], 51) + (1 - twos) * play(h, ON_OTHER[match], 51)


def fits(top: str, seen: Sequence[str], wild: str = "2") -> int:
    """How many cards that were not seen fit on the top card."""
    unseen = [card for card in PACK if card not in (top, *seen)]
    return sum(card[-1] == top[-1] or card[:-1] in (top[:-1], wild) for card in unseen)


KEYS = {
    "q1": Key(
        inputs=[(4, 18, 51), (5, 29, 51), (4, 13, 40), (7, 18, 51), (1, 1, 1), (6, 16, 46)],
        wrong={
            "all fit": lambda h, f, u: 1 - Fraction(comb(f, h), comb(u, h)),
            "exactly one": lambda h, f, u: Fraction(f * comb(u - f, h - 1) if h else 0, comb(u, h)),
            "top card in the pack": lambda h, f, u: play(h, f, u + 1),
            "the opposite": lambda h, f, u: 1 - play(h, f, u),
        },
    ),
    "q2": Key(
        inputs=[(h, match) for h in (6, 7, 10) for match in ("suit", "colour")],
        wrong={
            "half of the tops": lambda h, match: mixed(h, match, Fraction(1, 2)),
            "no 2 turned up": lambda h, match: mixed(h, match, Fraction(0)),
            "a 2 turned up": lambda h, match: mixed(h, match, Fraction(1)),
            "one 2": lambda h, match: mixed(h, match, Fraction(1, 52)),
            "colour ignored": lambda h, match: mixed(h, "suit", Fraction(1, 13)),
        },
    ),
    "q3": Key(
        inputs=[
            (("KS", "9S", "4S", "6D", "3C"), "9S", "6S"),
            (("7H", "2C", "9H", "KD", "5S"), "KD", "7D"),
            (("7H", "2C", "9H", "KD", "5S"), "7H", "7D"),
            (("2S", "2H", "2D", "JC", "AC"), "2D", "5D"),
            (("10H", "10D", "QS", "AH", "3H"), "10D", "10C"),
            (("10H", "10D", "QS", "AH", "3H"), "AH", "2H"),
        ],
        wrong={
            "nothing seen": lambda hand, laid, start: play(5, fits(laid, ()), 51),
            "all fits left": lambda hand, laid, start: play(5, fits(laid, ()), 46),
            "start card": lambda hand, laid, start: play(5, fits(laid, hand), 47),
            "pack not reduced": lambda hand, laid, start: play(5, fits(laid, (*hand, start)), 51),
            "no twos": lambda hand, laid, start: play(5, fits(laid, (*hand, start), "none"), 46),
            "the opposite": lambda hand, laid, start: 1 - play(5, fits(laid, (*hand, start)), 46),
        },
    ),
    "q4": Key(
        wrong={
            "old cards": lambda k: Fraction(18 - k, 46),
            "all fits left": lambda k: Fraction(18, 41),
            "six random cards": lambda k: play(6, 18 - k, 46),
            "the opposite": lambda k: 1 - Fraction(18 - k, 41),
        },
    ),
    "q5": Key(
        inputs=[(top, h) for top in ("2S", "AC", "3D", "10H") for h in (1, 4, 7)],
        wrong={
            "a 2 like others": lambda top, h: play(h, 18, 51),
            "one more 2": lambda top, h: play(h, 16, 51),
            "twos tame": lambda top, h: play(h, 15, 51),
        },
    ),
}
