"""The teacher's part of across-2-one-rule: further inputs, and mistakes that would give answers away."""

from fractions import Fraction
from math import ceil, comb, floor

from cardlab.checking.exercise import Key

DELTA = Fraction(1, 50)


def uneven(b: int, c: int) -> Fraction:
    n = b + c
    return Fraction(sum(comb(n, k) for k in range(max(b, c), n + 1)), 2**n)


def spread(x: tuple[int, ...], y: tuple[int, ...], divisor: int) -> tuple[Fraction, Fraction]:
    """The mean difference, and its sum of squares divided by something."""
    differences = [one - other for one, other in zip(x, y, strict=True)]
    mean = Fraction(sum(differences), len(differences))
    return mean, sum((one - mean) ** 2 for one in differences) / divisor


def told(low: Fraction, high: Fraction, delta: Fraction) -> str:
    if low > delta or high < -delta:
        return "matters"
    return "too small" if -delta < low and high < delta else "cannot tell"


KEYS = {
    "q1": Key(
        inputs=[(3,), (4,), (7,)],
        wrong={
            "put back": lambda h: Fraction(1, 13) * Fraction(12, 17) ** h,
            "as on other cards": lambda h: Fraction(comb(33, h), 13 * comb(51, h)),
            "the opposite": lambda h: Fraction(comb(51, h) - comb(36, h), 13 * comb(51, h)),
            "own suit only": lambda h: Fraction(comb(39, h), 13 * comb(51, h)),
        },
    ),
    "q2": Key(
        inputs=[(7, 3), (0, 7), (6, 0), (12, 5), (1, 0)],
        wrong={
            "one side": uneven,
            "this result only": lambda b, c: min(
                Fraction(1), Fraction((2 if b != c else 1) * comb(b + c, b), 2 ** (b + c))
            ),
            "more than one": lambda b, c: 2 * uneven(b, c),
        },
    ),
    "q3": Key(
        inputs=[(Fraction(2, 11),), (Fraction(1, 10),), (Fraction(33, 1820),), (Fraction(4, 5),)],
        wrong={
            "rounded down": lambda d: floor(4 * (1 - d) / d),
            "one minus d forgotten": lambda d: ceil(4 / d),
            "one error": lambda d: ceil((1 - d) / d),
            "two not squared": lambda d: ceil(2 * (1 - d) / d),
        },
    ),
    "q4": Key(
        inputs=[((1, 1, 0, 1), (0, 1, 0, 0)), ((2, 4, 9), (3, 3, 3)), ((0, 1), (1, 0))],
        wrong={
            "divided by n": lambda x, y: spread(x, y, len(x) ** 2),
            "one deal": lambda x, y: spread(x, y, len(x) - 1),
        },
    ),
    "q5": Key(
        inputs=[
            (Fraction(thousandths, 1000), Fraction(error, 1000), DELTA)
            for thousandths in (-90, -31, -24, -15, 1, 8, 12, 15, 17, 22, 25, 31, 90)
            for error in (1, 2, 4, 10, 60)
            if abs(abs(thousandths) - 20) != 2 * error
        ],
        wrong={
            "clear is enough": lambda d, se, delta: "matters" if abs(d) > 2 * se else "cannot tell",
            "a fall is small": lambda d, se, delta: (
                "matters" if d - 2 * se > delta else "too small" if d + 2 * se < delta else "cannot tell"
            ),
            "one error": lambda d, se, delta: told(d - se, d + se, delta),
            "error ignored": lambda d, se, delta: told(d, d, delta),
        },
    ),
}
