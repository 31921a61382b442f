"""Many deals at once: cards as arrays, one column a deal, and how often something holds in them.

NumPy is imported with this module and nowhere before. A card is its place in ``pack.cards``, so an array of
cards and a pack say together what was dealt. Deals are made in chunks of `CHUNK`, each with a generator of
its own, so that deal number k depends on the seed and k alone, however many are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cardlab.cards import Card, Pack
from cardlab.probability.monte_carlo import Estimate
from cardlab.refused import Refused

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:  # pragma: no cover
    raise ImportError("Many deals at once need NumPy; install it with 'pip install numpy'.") from error

CHUNK = 16_384
"""So many deals are made together: enough that a step of NumPy costs nothing, few enough for the cache."""

Cards = NDArray[np.unsignedinteger[Any]]
"""Cards by their place in the pack; the last axis is the deal."""
Truths = NDArray[np.bool_]


def chunk_generator(seed: int, chunk: int) -> np.random.SFC64:
    """The generator of one chunk of deals. Its raw stream is the same on every version of NumPy.

    Raises Refused for a seed below 0.
    """
    if seed < 0:
        raise Refused("seed", f"{seed} is not possible here; right would be a whole number from 0.")
    return np.random.SFC64([seed, chunk])


def below(bits: np.random.BitGenerator, bounds: Sequence[int], n: int) -> NDArray[np.uint8 | np.uint16]:
    """Random whole numbers from 0 to below each bound: a row for each bound, n columns.

    A number is the top of 32 random bits times its bound, so none is more likely than another by more
    than its bound in four thousand million.

    >>> below(chunk_generator(1, 0), (2, 1000), 4).shape
    (2, 4)
    """
    words = bits.random_raw((len(bounds) * n + 1) // 2).view(np.uint32)[: len(bounds) * n]
    products = words.reshape(len(bounds), n).astype(np.uint64)
    products *= np.array(bounds, np.uint64)[:, None]
    products >>= np.uint64(32)
    return products.astype(np.uint8 if max(bounds) <= 256 else np.uint16)


def deal_cards(bits: np.random.BitGenerator, size: int, cards: int, n: int) -> Cards:
    """The first cards of n shuffled packs of some size: a row for each card, in the order of dealing.

    >>> sorted(deal_cards(chunk_generator(1, 0), size=32, cards=32, n=1)[:, 0]) == list(range(32))
    True
    """
    dealt = below(bits, range(size, size - cards, -1), n)
    # Each row says which of the cards that are left then; from the last card back, every later one steps
    # over the card that was taken before it.
    for card in range(cards - 2, -1, -1):
        later = dealt[card + 1 :]
        later += later >= dealt[card]
    return dealt


def dealt_chunks(pack: Pack, cards: int, n: int, seed: int) -> Iterator[Cards]:
    """So many cards of n shuffled packs, a chunk of deals at a time. Raises Refused.

    >>> [chunk.shape for chunk in dealt_chunks(Pack(), 5, n=20_000, seed=1)]
    [(5, 16384), (5, 3616)]
    """
    if not 1 <= cards <= pack.size:
        raise Refused("cards", f"{cards} is not possible; right would be 1 to {pack.size}.")
    if n < 1:
        raise Refused("n", f"{n} deals are not possible; right would be a whole number from 1.")
    for chunk, first in enumerate(range(0, n, CHUNK)):
        yield deal_cards(chunk_generator(seed, chunk), pack.size, cards, CHUNK)[:, : n - first]


def share_of_deals(event: Callable[[Cards], Truths], pack: Pack, cards: int, n: int, seed: int) -> Estimate:
    """In how many of n deals an event holds, which tells it for a chunk of deals at once. Raises Refused.

    >>> aces = Pack().cards.index(Card.parse("AS")), Pack().cards.index(Card.parse("AH"))
    >>> print(share_of_deals(lambda dealt: (dealt[0] == 12), Pack(), cards=1, n=100_000, seed=1))
    0.019 ± 0.000 (n = 100 000)
    """
    hits = sum(int(event(chunk).sum()) for chunk in dealt_chunks(pack, cards, n, seed))
    return Estimate.of_share(hits, n, seed)
