"""Melds: sets of one rank with wild cards beside them, their points, and the best lay-down.

No game's own rules: which ranks are wild, which are never melded and what a card is worth is told by a
`Melding`. A meld has three to seven cards; one of seven is a book. A lay-down holds, for each rank, any
number of books and at most one meld that is still open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from cardlab.cards import Card, Rank

LEAST, BOOK = 3, 7
WILD_RULES = ("four_naturals", "outnumber", "two_to_one")
NEVER = -1
"""Fewer than no cards or points at all: it cannot be."""


@dataclass(frozen=True)
class Melding:
    """What a game melds: the points of each rank, the wild ranks, the ranks never melded, the wild rule."""

    points: Mapping[Rank, int]
    wild: tuple[Rank, ...]
    barred: tuple[Rank, ...] = ()
    wild_rule: str = "four_naturals"

    def points_of(self, cards: Iterable[Card]) -> int:
        """What the cards are worth together."""
        return sum([self.points[card.rank] for card in cards])


class LayDown(NamedTuple):
    """Melds laid down in one move, and what their cards are worth."""

    points: int
    melds: tuple[tuple[Card, ...], ...]


def wilds_fit(naturals: int, wilds: int, wild_rule: str) -> bool:
    """Does the wild rule let so many wild cards lie beside so many natural ones?

    ``four_naturals``: only beside at least four; ``outnumber``: fewer wild than natural cards;
    ``two_to_one``: one among up to five cards, two among six or seven.

    >>> [rule for rule in WILD_RULES if wilds_fit(3, 1, rule)], wilds_fit(4, 3, "four_naturals")
    (['outnumber', 'two_to_one'], True)
    """
    match wild_rule:
        case "four_naturals":
            return wilds == 0 or naturals >= 4
        case "outnumber":
            return naturals > wilds
        case "two_to_one":
            return wilds <= (2 if naturals + wilds > 5 else 1)
    raise ValueError(f"There is no wild rule {wild_rule!r}; known are: {', '.join(WILD_RULES)}.")


def is_meld(naturals: int, wilds: int, wild_rule: str) -> bool:
    """Are so many natural and so many wild cards a meld?

    >>> is_meld(4, 3, "four_naturals"), is_meld(5, 3, "outnumber"), is_meld(2, 1, "two_to_one")
    (True, False, True)
    """
    return LEAST <= naturals + wilds <= BOOK and wilds_fit(naturals, wilds, wild_rule)


@cache
def meld_kinds(wild_rule: str) -> tuple[tuple[int, int], ...]:
    """All melds there are, as numbers of natural and wild cards, books first."""
    sizes = (BOOK, *range(LEAST, BOOK))
    return tuple(
        (n, size - n) for size in sizes for n in range(size, 0, -1) if is_meld(n, size - n, wild_rule)
    )


@cache
def most_naturals(naturals: int, wilds: int, wild_rule: str) -> int:
    """The most cards of a rank, out of so many, that can be laid with exactly so many wild cards.

    -1 when so many wild cards cannot be laid with that rank.

    >>> [most_naturals(8, wilds, "four_naturals") for wilds in range(5)]
    [7, 6, 8, 8, 8]
    """
    best = NEVER if wilds else 0
    for n, w in meld_kinds(wild_rule):
        if n <= naturals and w <= wilds:
            is_book = n + w == BOOK
            others = most_naturals(naturals - n, wilds - w, wild_rule) if is_book else -(w < wilds)
            if others != NEVER:
                best = max(best, n + others)
    return best


@cache
def rank_points(size: int, value: int, most_wilds: int, wild_rule: str) -> tuple[int, ...]:
    """For each number of wild cards the most points of a rank's own cards, each worth so much, or -1.

    >>> rank_points(5, 10, 3, "four_naturals")
    (50, 50, 50, 40)
    """
    laid = [most_naturals(size, wilds, wild_rule) for wilds in range(most_wilds + 1)]
    return tuple([NEVER if n == NEVER else n * value for n in laid])


def share_wilds(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The same for two groups of ranks together: the wild cards are shared out as is best.

    >>> share_wilds(rank_points(4, 10, 2, "four_naturals"), rank_points(3, 20, 2, "four_naturals"))
    [100, 100, 100]
    """
    best = [NEVER] * len(other)
    for wilds, points in enumerate(one):
        if points != NEVER:
            for more, others in enumerate(other[: len(other) - wilds]):
                if others != NEVER and points + others > best[wilds + more]:
                    best[wilds + more] = points + others
    return best


def best_lay_down(cards: Iterable[Card], melding: Melding, minimum: int = 0) -> LayDown | None:
    """The lay-down of the most points that these cards allow; None if none reaches the minimum.

    >>> from cardlab.cards import parse_cards
    >>> melding = Melding({Rank.NINE: 10, Rank.TWO: 20}, wild=(Rank.TWO,))
    >>> best_lay_down(parse_cards("9S 9H 9D 9C 2S"), melding)
    LayDown(points=60, melds=((9♠, 9♥, 9♦, 9♣, 2♠),))
    >>> best_lay_down(parse_cards("9S 9H 9D 9C 2S"), melding, minimum=70) is None
    True
    """
    return next(lay_downs(cards, melding, minimum), None)


def lay_downs(
    cards: Iterable[Card], melding: Melding, minimum: int = 0, together: Rank | None = None
) -> Iterator[LayDown]:
    """All lay-downs of at least the minimum, those of most points first; equal cards count as one choice.

    Two lay-downs differ when the numbers of cards of some rank in their melds do; which suits are taken
    makes no difference. With ``together`` only those in which three naturals of that rank lie in one meld.

    The search goes rank by rank and always follows the beginning that can still reach most points. What
    it can reach is known exactly beforehand, so that a beginning that falls short is never followed.
    """
    held: dict[Rank, list[Card]] = {}
    for card in cards:
        held.setdefault(card.rank, []).append(card)
    wild_cards = [held.pop(rank, []) for rank in melding.wild]
    ranks = sorted((rank for rank in held if rank not in melding.barred), key=lambda rank: rank != together)
    sizes = [len(held[rank]) for rank in ranks]
    values = [melding.points[rank] for rank in ranks]
    wild_values = [melding.points[rank] for rank in melding.wild]
    rule = melding.wild_rule
    books, opened = _splits(rule, [len(same) for same in wild_cards])

    most_wilds = sum(map(len, wild_cards))
    after = [[0] + [NEVER] * most_wilds]
    """For each rank and number of wild cards: the most natural points of this rank and those behind it."""
    for size, value in zip(reversed(sizes), reversed(values), strict=True):
        after.append(share_wilds(rank_points(size, value, most_wilds, rule), after[-1]))
    after.reverse()

    @cache
    def reach(place: int, left: int, wilds: tuple[int, ...]) -> int:
        """The most points still to come, with so many cards left of the rank in this place."""
        if place == len(ranks):
            return 0
        uses = rank_points(left, values[place], sum(wilds), rule)
        naturals = after[place] if left == sizes[place] else share_wilds(uses, after[place + 1])
        dearest = sorted((v for v, n in zip(wild_values, wilds, strict=True) for _ in range(n)), reverse=True)
        return max(naturals[n] + sum(dearest[:n]) for n in range(sum(wilds) + 1) if naturals[n] != NEVER)

    serial = count()
    heap: list[_Beginning] = []

    def push(
        place: int, left: int, first: int, wilds: tuple[int, ...], points: int, melds: tuple[_Part, ...]
    ) -> None:
        """Keep a beginning if it can reach the minimum; with ``left`` 0 the next rank's cards come in."""
        total = points + reach(place, left, wilds)
        if total >= minimum:
            heappush(heap, (-total, -place, next(serial), left, first, wilds, points, melds))

    def size_at(place: int) -> int:
        return sizes[place] if place < len(ranks) else 0

    push(0, size_at(0), 0, tuple(map(len, wild_cards)), 0, ())
    while heap:
        total, place, _, left, first, wilds, points, melds = heappop(heap)
        place = -place
        if place == len(ranks):
            if melds:
                yield LayDown(-total, _with_cards(melds, [held[rank] for rank in ranks], wild_cards))
            continue
        if ranks[place] != together or any(n >= LEAST for _, n, _ in melds):
            push(place + 1, size_at(place + 1), 0, wilds, points, melds)
        for number, (n, split) in enumerate((*books, *opened)):
            rest = tuple([have - take for have, take in zip(wilds, split, strict=True)])
            if n > left or min(rest, default=0) < 0:
                continue
            more = points + n * values[place] + sum([v * w for v, w in zip(wild_values, split, strict=True)])
            part = (*melds, (place, n, split))
            if number >= len(books):
                if ranks[place] != together or any(size >= LEAST for _, size, _ in part):
                    push(place + 1, size_at(place + 1), 0, rest, more, part)
            elif number >= first:  # Books of a rank are chosen in this order, so that no choice comes twice.
                push(place, left - n, number, rest, more, part)


_Part = tuple[int, int, tuple[int, ...]]
"""A meld in a search: the place of its rank, its natural cards, its wild cards of each wild rank."""
_Beginning = tuple[int, int, int, int, int, tuple[int, ...], int, tuple[_Part, ...]]


def _splits(wild_rule: str, wilds: Sequence[int]) -> tuple[list[tuple[int, tuple[int, ...]]], ...]:
    """The books and the open melds, each with every choice of wild ranks."""
    found: tuple[list[tuple[int, tuple[int, ...]]], ...] = ([], [])
    for n, w in meld_kinds(wild_rule):
        found[n + w < BOOK].extend((n, split) for split in _shares(w, wilds))
    return found


def _shares(number: int, have: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to take so many cards from heaps of these sizes."""
    if not have:
        if number == 0:
            yield ()
        return
    for first in range(min(number, have[0]), -1, -1):
        for rest in _shares(number - first, have[1:]):
            yield (first, *rest)


def _with_cards(
    melds: Sequence[_Part], naturals: Sequence[Sequence[Card]], wild_cards: Sequence[Sequence[Card]]
) -> tuple[tuple[Card, ...], ...]:
    """Put the cards to the numbers, in the order in which they are held."""
    rows = [iter(row) for row in naturals]
    wild_rows = [iter(row) for row in wild_cards]
    return tuple(
        (
            *(next(rows[place]) for _ in range(n)),
            *(next(row) for row, number in zip(wild_rows, split, strict=True) for _ in range(number)),
        )
        for place, n, split in melds
    )
