"""The teacher's part of toepen-2-bluff: further inputs, and mistakes that would give answers away."""

from fractions import Fraction
from math import comb, perm

from cardlab.checking.exercise import Key

HONEST = Fraction(comb(16, 4), comb(32, 4))


def p_honest(k: int) -> Fraction:
    return Fraction(comb(16 - k, 4), comb(28, 4))


def p_after(b: Fraction, prior: Fraction) -> Fraction:
    return Fraction(prior) / (prior + b * (1 - prior))


KEYS = {
    "q1": Key(
        inputs=[(4, 8, 2), (12, 28, 4), (13, 52, 5), (9, 20, 1), (11, 30, 7)],
        wrong={
            "order above only": lambda low, pack, cards: Fraction(perm(low, cards), comb(pack, cards)),
            "the opposite": lambda low, pack, cards: 1 - Fraction(comb(low, cards), comb(pack, cards)),
        },
    ),
    "q2": Key(
        wrong={
            "own hand ignored": lambda k: HONEST,
            "low cards not reduced": lambda k: p_honest(0),
            "high cards reduced": lambda k: p_honest(4 - k),
            "pack not reduced": lambda k: Fraction(comb(16 - k, 4), comb(32, 4)),
        }
    ),
    "q3": Key(
        inputs=[(5,), (6,), (7,)],
        wrong={
            "added up": lambda n: n * HONEST,
            "independent": lambda n: 1 - (1 - HONEST) ** n,
            "everyone": lambda n: HONEST**n,
        },
    ),
    "q4": Key(
        inputs=[
            (Fraction(1, 10), HONEST),
            (Fraction(1, 2), HONEST),
            (1, HONEST),
            (Fraction(1, 2), Fraction(3, 14)),
            (Fraction(2, 7), Fraction(4, 45)),
        ],
        wrong={
            "rate of all hands": lambda b, prior: Fraction(prior) / (prior + b),
            "all honest": lambda b, prior: Fraction(1) / (1 + b),
            "the opposite": lambda b, prior: 1 - p_after(b, prior),
        },
    ),
    "q5": Key(
        inputs=[(Fraction(1, n), k) for n in (9, 10, 11, 13, 14, 15, 20, 28, 40, 41) for k in range(5)]
        + [(Fraction(4, 41), 0), (Fraction(1, 14), 1), (Fraction(11, 444), 4)],
        wrong={
            "turned round": lambda b, k: p_after(b, p_honest(k)) > Fraction(1, 2),
            "even is enough": lambda b, k: p_after(b, p_honest(k)) <= Fraction(1, 2),
        },
    ),
    "q6": Key(
        right=lambda solution, one_in, low: solution.p_honest_after(
            Fraction(1, one_in), solution.p_honest_seen(low)
        ),
        wrong={
            "own cards ignored": lambda one_in, low: p_after(Fraction(1, one_in), HONEST),
            "prior": lambda one_in, low: p_honest(low),
            "a bluff": lambda one_in, low: 1 - p_after(Fraction(1, one_in), p_honest(low)),
        },
    ),
    "q7": Key(unique=False),
}
