"""Matching: one of a kind to each, where not every one may have every one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import TypeVar

from cardlab.cards import shuffled

T = TypeVar("T", bound=Hashable)


def random_matching(allowed: Sequence[Iterable[T]], rng: Random) -> list[T] | None:
    """Give each place one of the things that it may have, no thing twice; None if that cannot be.

    Places are served in a random order, each with a random thing that is still free; if none is, those
    served before are asked to take another one (augmenting paths). Any matching can come out, but where
    the places differ not all are equally likely.

    >>> random_matching(["ab", "a"], Random(1))
    ['b', 'a']
    >>> random_matching(["a", "a"], Random(1)) is None
    True
    """
    wishes = [shuffled(things, rng) for things in allowed]
    taken: dict[T, int] = {}

    def serve(place: int, asked: set[T]) -> bool:
        for thing in wishes[place]:
            if thing not in taken and thing not in asked:
                taken[thing] = place
                return True
        for thing in wishes[place]:
            if thing not in asked:
                asked.add(thing)
                if serve(taken[thing], asked):
                    taken[thing] = place
                    return True
        return False

    if not all(serve(place, set()) for place in shuffled(range(len(wishes)), rng)):
        return None
    thing_of = {place: thing for thing, place in taken.items()}
    return [thing_of[place] for place in range(len(wishes))]
