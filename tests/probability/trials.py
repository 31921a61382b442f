"""Trials that a worker in another process can import."""

from fractions import Fraction


def event(rng):
    return rng.random() < 0.3


def die(rng):
    return rng.randint(1, 6)


def real(rng):
    return rng.gauss(10, 2) * 1e5


def fraction(rng):
    return Fraction(rng.randint(1, 9), 7)


def nothing(rng):
    rng.random()


def breaks(rng):
    if rng.random() < 0.02:
        raise ZeroDivisionError("by chance")
    return True
