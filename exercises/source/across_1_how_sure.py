"""The teacher's part of across-1-how-sure: further inputs, and mistakes that would give answers away."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, comb

from cardlab.checking.exercise import Key

HALF, CAN_PLAY = Fraction(1, 2), Fraction(2276063, 2544815)


def spread(p: Fraction | int) -> Fraction:
    """The variance of one trial."""
    return Fraction(p) * (1 - p)


def binomial(n: int, p: Fraction, counts: Callable[[Fraction], bool]) -> Fraction:
    """The chance that the squared distance, in squared standard errors, counts."""
    return sum(
        (
            comb(n, k) * p**k * (1 - p) ** (n - k)
            for k in range(n + 1)
            if counts((Fraction(k, n) - p) ** 2 * n / spread(p))
        ),
        Fraction(0),
    )


KEYS = {
    "q1": Key(
        inputs=[(HALF, 16), (Fraction(1, 17), 100), (Fraction(8, 11), 1), (CAN_PLAY, 10_000)],
        wrong={
            "of one trial": lambda p, n: spread(p),
            "n twice": lambda p, n: spread(p) / n**2,
            "p alone": lambda p, n: Fraction(p) / n,
            "of the sum": lambda p, n: spread(p) * n,
        },
    ),
    "q2": Key(
        inputs=[
            (CAN_PLAY, Fraction(1, 1000)),
            (Fraction(77, 221), Fraction(1, 200)),
            (Fraction(1, 10), Fraction(1, 30)),
            (Fraction(9, 10), Fraction(3, 100)),
        ],
        wrong={
            "rounded down": lambda p, error: spread(p) // error**2,
            "p is a half": lambda p, error: ceil(1 / (4 * error**2)),
            "p left out": lambda p, error: ceil(1 / error**2),
            "no square": lambda p, error: ceil(spread(p) / error),
        },
    ),
    "q3": Key(
        inputs=[(25, HALF), (36, HALF), (2, Fraction(1, 5)), (20, Fraction(9, 10)), (12, Fraction(3, 4))],
        wrong={
            "edge left out": lambda n, p: binomial(n, p, lambda squared: squared < 4),
            "one error": lambda n, p: binomial(n, p, lambda squared: squared <= 1),
            "outside": lambda n, p: binomial(n, p, lambda squared: squared > 4),
        },
    ),
    "q4": Key(unique=False),
    "q5": Key(
        inputs=[
            (Fraction(77, 221), Fraction(125, 221)),
            (Fraction(5, 11), Fraction(7, 11)),
            (Fraction(1, 10), Fraction(9, 10)),
        ],
        wrong={
            "separate deals": lambda suit, colour: spread(suit) + spread(colour),
            "variances subtracted": lambda suit, colour: abs(spread(suit) - spread(colour)),
            "the mean": lambda suit, colour: Fraction(colour) - suit,
            "the mean squared": lambda suit, colour: (Fraction(colour) - suit) ** 2,
        },
    ),
}
