"""Many deals at once: cards as arrays, and how often something holds in them.

The last axis of every array is the deal. A card is its place in ``pack.cards``, so an array and a pack say
together what was dealt. Deals are made in chunks of `CHUNK`, each with a generator of its own: deal number
k depends on the seed and k alone, however many are asked for and whoever makes the other chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

from cardlab.cards import Card, Pack
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.estimate import Estimate
from cardlab.probability.spread import run_many
from cardlab.refused import check_number

CHUNK = 16_384
"""So many deals are made together: enough that a call of NumPy costs little, few enough for the cache."""


def chunk_generator(seed: int, chunk: int) -> np.random.SFC64:
    """The random bits of one chunk of deals; they are the same on every version of NumPy. Raises Refused."""
    check_number("seed", seed, 0)
    return np.random.SFC64([seed, chunk])


def below(bits: np.random.BitGenerator, bounds: Sequence[int], n: int) -> Numbers:
    """Random whole numbers from 0 to below each bound: a row for each bound, n columns.

    Each is 32 random bits times its bound, without the last 32: no number is more likely than another by
    more than the bound in four thousand million.

    >>> below(chunk_generator(1, 0), (2, 1000), n=4).shape
    (2, 4)
    """
    count = len(bounds) * n
    words = bits.random_raw((count + 1) // 2).view(np.uint32)[:count].reshape(-1, n)
    numbers = words.astype(np.uint64)
    numbers *= np.array(bounds, np.uint64)[:, None]
    numbers >>= 32
    return numbers.astype(np.uint8 if max(bounds) <= 256 else np.uint16)


def deal_cards(bits: np.random.BitGenerator, size: int, cards: int, n: int) -> Numbers:
    """The top cards of n shuffled packs of some size: a row for each card, in the order of dealing.

    >>> sorted(map(int, deal_cards(chunk_generator(1, 0), size=5, cards=5, n=1)[:, 0]))
    [0, 1, 2, 3, 4]
    """
    dealt = below(bits, range(size, size - cards, -1), n)
    # So far each row is a place among the cards that are left then. Put back one card after the other, the
    # last that was dealt first: where it lies below a place, that place moves up by one.
    for card in range(cards - 2, -1, -1):
        later = dealt[card + 1 :]
        later += (later >= dealt[card]).view(np.uint8)
    return dealt


def dealt_chunk(pack: Pack, cards: int, seed: int, chunk: int, n: int = CHUNK) -> Numbers:
    """The top cards of the packs of one chunk, or of the first n of them. Raises Refused.

    >>> dealt_chunk(Pack(), cards=5, seed=1, chunk=0).shape
    (5, 16384)
    """
    check_number("cards", cards, 1, pack.size)
    return deal_cards(chunk_generator(seed, chunk), pack.size, cards, CHUNK)[:, :n]


def share_of_deals(
    event: Callable[[Numbers], Truths],
    pack: Pack,
    cards: int,
    n: int,
    seed: int,
    *,
    executor: Executor | None = None,
    progress: bool = False,
) -> Estimate:
    """The share of n deals in which an event holds; the event is told of all deals of a chunk at once.

    Executor and progress are those of `estimate`. Raises Refused.

    >>> aces = marks(Pack(), lambda card: card.rank == "A")
    >>> share_of_deals(lambda cards: aces[cards].all(axis=0), Pack(), cards=2, n=100_000, seed=1)
    0.0043 ± 0.0002 (n = 100 000)
    """
    check_number("n", n, 1)
    task = partial(_hits, event, pack, cards, n, seed)
    hits = run_many(task, -(-n // CHUNK), executor=executor, chunk=1, progress=progress)
    return Estimate.of_share(sum(hits), n, seed)


def _hits(event: Callable[[Numbers], Truths], pack: Pack, cards: int, n: int, seed: int, chunk: int) -> int:
    return int(event(dealt_chunk(pack, cards, seed, chunk, n - chunk * CHUNK)).sum())


def marks(pack: Pack, marked: Callable[[Card], bool]) -> Truths:
    """For each card of the pack, in its order, whether it is marked; to be indexed with an array of cards."""
    return np.array([marked(card) for card in pack.cards])


def count_alike(pack: Pack, cards: Numbers, group: Callable[[Card], Any]) -> Numbers:
    """How many of the cards are in each group: a row for each group, in the order of the pack.

    >>> hands = dealt_chunk(Pack(), cards=5, seed=1, chunk=0, n=3)
    >>> count_alike(Pack(), hands, lambda card: card.suit).sum(axis=0).tolist()
    [5, 5, 5]
    """
    groups = list(dict.fromkeys(map(group, pack.cards)))
    number = np.array([groups.index(group(card)) for card in pack.cards], np.uint8)[cards]
    counts: Numbers = np.stack([(number == one).sum(axis=0, dtype=np.uint8) for one in range(len(groups))])
    return counts
