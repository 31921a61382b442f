"""What is the chance that ...? The questions of Hand and Foot: what several packs change, and who can open.

Every answer is exact, a `Fraction` got by counting; all deals are taken as equally likely. Of a hand only
the numbers of cards of each rank matter, and so it is counted rank by rank and never card by card. A wrong
argument is refused by name (`Refused`). The questions from your own view of a round are in view_odds.py.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from cardlab.cards import Pack, Suit
from cardlab.games.hand_and_foot.engine import may_start
from cardlab.games.hand_and_foot.rules import (
    JOKERS_PER_DECK,
    POINTS,
    RANKS,
    WILD,
    HandAndFootRules,
    is_red_three,
    is_wild,
    points_of,
)
from cardlab.games.hand_and_foot.view_odds import p_draws as p_draws
from cardlab.games.hand_and_foot.view_odds import p_holds as p_holds
from cardlab.games.hand_and_foot.view_odds import p_in_foot as p_in_foot
from cardlab.games.hand_and_foot.view_odds import p_pair_for as p_pair_for
from cardlab.melds import WILD_RULES, rank_points, share_wilds
from cardlab.probability.exact import at_least, count_draws, hypergeometric
from cardlab.probability.pmf import Pmf
from cardlab.refused import Refused, check_number, did_you_mean

HAND_SIZE: int = HandAndFootRules.hand_size
DECK = Pack(jokers_per_deck=JOKERS_PER_DECK).cards
"""One of the packs (HA3)."""
RED_THREES = sum(map(is_red_three, DECK))
WILDS = sum(map(is_wild, DECK))
MELDED = len(RANKS) * len(Suit)
"""The cards of one pack that can be melded as natural ones."""

# --------------------------------------------------------------------------------- packs and deals


def pack_size(decks: int) -> int:
    """How many cards are in play (HA2, HA3).

    >>> pack_size(5), pack_size(6)
    (270, 324)
    """
    check_number("decks", decks, 1)
    return decks * len(DECK)


def pack_points(decks: int) -> int:
    """What all cards are worth together (H3 to H7).

    >>> pack_points(5)
    3000
    """
    check_number("decks", decks, 1)
    return decks * points_of(DECK)


def stock_after_deal(players: int, decks: int, hand_size: int = HAND_SIZE) -> int:
    """How many cards are left when all hands and feet are dealt and the starter lies (H16, H17, H19, H20).

    >>> stock_after_deal(players=4, decks=6)
    235
    """
    check_number("players", players, 1)
    left = pack_size(decks) - 2 * hand_size * players - 1
    if left < 0:
        raise Refused("decks", f"{pack_size(decks)} cards are too few for {players} players.")
    return left


def p_starter_refused() -> Fraction:
    """The chance that the first card turned up may not start the pile, with any number of packs (H20).

    >>> p_starter_refused()
    Fraction(4, 27)
    """
    return Fraction(sum(not may_start(card) for card in DECK), len(DECK))


def p_red_three(cards: int, decks: int) -> Fraction:
    """The chance that so many cards dealt hold a red three (H33, HA7).

    >>> round(float(p_red_three(cards=11, decks=6)), 4)
    0.3441
    """
    return 1 - hypergeometric(0, cards, decks * RED_THREES, pack_size(decks))


def p_no_wild(cards: int, decks: int) -> Fraction:
    """The chance that so many cards dealt hold no joker and no two (H3, H4).

    >>> p_no_wild(cards=2, decks=6)
    Fraction(2296, 2907)
    """
    return hypergeometric(0, cards, decks * WILDS, pack_size(decks))


def expected_wilds(cards: int) -> Fraction:
    """How many wild cards so many cards dealt hold in the mean, with any number of packs.

    >>> expected_wilds(11)
    Fraction(11, 9)
    """
    check_number("cards", cards, 0)
    return Fraction(cards * WILDS, len(DECK))


def p_pair_for_top(cards: int, decks: int) -> Fraction:
    """The chance that so many cards dealt hold a natural pair for the top discard (H36, HA18).

    The top card is one of its rank that the hand does not hold; nothing else is seen.

    >>> round(float(p_pair_for_top(cards=11, decks=6)), 4)
    0.1802
    """
    copies, unseen = len(Suit) * decks - 1, pack_size(decks) - 1
    return at_least(2, cards, copies, unseen)


def p_alike(number: int, cards: int, decks: int) -> Fraction:
    """The chance that so many cards dealt hold at least this number of one rank that can be melded.

    Counted are the hands that do not: each rank gives fewer cards than that, wild ones and threes give any.

    >>> round(float(p_alike(3, cards=11, decks=6)), 4)
    0.3983
    """
    check_number("number", number, 1)
    size = pack_size(decks)
    check_number("cards", cards, 0, size)
    sizes = [len(Suit) * decks] * len(RANKS) + [size - MELDED * decks]
    without = count_draws(cards, sizes, lambda place, held: held < number or place == len(RANKS))
    return 1 - Fraction(without, comb(size, cards))


def points_pmf(cards: int, decks: int) -> Pmf:
    """What so many cards dealt are worth together: the cost of a foot never taken up (H3 to H7, HA32, HA10).

    One value after the other it is counted in how many ways so many cards make so many points.

    >>> points_pmf(cards=11, decks=6).mean()
    Fraction(1100, 9)
    """
    check_number("cards", cards, 0, pack_size(decks))
    ways = {(0, 0): 1}
    for value, number in Counter(POINTS[card.rank] for card in DECK).items():
        more: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (used, points), found in ways.items():
            for n in range(min(decks * number, cards - used) + 1):
                more[used + n, points + n * value] += found * comb(decks * number, n)
        ways = dict(more)
    return Pmf.from_counts({points: found for (used, points), found in ways.items() if used == cards})


# ------------------------------------------------------------------------------------ the opening


def p_open(
    minimum: int,
    cards: int = HAND_SIZE,
    decks: int = 6,
    wild_rule: str = "four_naturals",
    red_threes_replaced: bool = True,
) -> Fraction:
    """The chance that so many cards dealt can meet the minimum in one lay-down (H9, H12 to H15, HA12, HA16).

    Red threes are taken as replaced (HA7, H33): the cards come from the packs without them. Otherwise they
    are cards like others, which cannot be laid. Thirteen cards are a hand and the first draw.

    >>> p_open(minimum=50, cards=11, decks=6)
    Fraction(5725010270558095, 62678430476720591)
    """
    check_number("minimum", minimum, 0)
    if wild_rule not in WILD_RULES:
        known = did_you_mean(str(wild_rule), WILD_RULES)
        raise Refused("wild_rule", f"There is no wild rule {wild_rule!r}. {known}")
    size = pack_size(decks) - RED_THREES * decks * red_threes_replaced
    check_number("cards", cards, 0, size)
    copies = len(Suit) * decks
    ways = count_openings(
        minimum,
        cards,
        [(POINTS[rank], copies) for rank in RANKS],
        [(POINTS[rank], decks * [card.rank for card in DECK].count(rank)) for rank in WILD],
        size - (MELDED + WILDS) * decks,
        wild_rule,
    )
    return Fraction(ways, comb(size, cards))


def count_openings(
    minimum: int,
    cards: int,
    ranks: Sequence[tuple[int, int]],
    wilds: Sequence[tuple[int, int]],
    others: int,
    wild_rule: str,
) -> int:
    """In how many ways can so many cards be drawn that meet the minimum?

    The pack has ranks and wild ranks, each with its points and number of cards, and other cards that cannot
    be laid. Rank by rank it is kept in how many ways so many cards lead to the same table of the most points
    for each number of wild cards; at last the wild cards are drawn, and of them the dearest are laid.

    >>> count_openings(50, 5, ranks=[(10, 4), (10, 4)], wilds=[(50, 2)], others=0, wild_rule="outnumber")
    196
    """
    tables = {(0, (0, *[-1] * cards)): 1}
    for value, copies in ranks:
        found: defaultdict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
        for (used, table), ways in tables.items():
            for n in range(min(copies, cards - used) + 1):
                left = cards - used - n
                points = share_wilds(rank_points(n, value, left, wild_rule), table[: left + 1])
                found[used + n, tuple([min(some, minimum) for some in points])] += ways * comb(copies, n)
        tables = dict(found)

    def ways_to_reach(table: Sequence[int], left: int, held: tuple[int, ...]) -> int:
        """Draw the wild ranks one after the other, then the other cards."""
        if len(held) < len(wilds):
            copies = wilds[len(held)][1]
            numbers = range(min(copies, left) + 1)
            return sum(comb(copies, n) * ways_to_reach(table, left - n, (*held, n)) for n in numbers)
        values = [value for (value, _), number in zip(wilds, held, strict=True) for _ in range(number)]
        values.sort(reverse=True)
        best = max(table[n] + sum(values[:n]) for n in range(len(values) + 1) if table[n] >= 0)
        return comb(others, left) if best >= minimum else 0

    return sum(ways * ways_to_reach(table, cards - used, ()) for (used, table), ways in tables.items())
