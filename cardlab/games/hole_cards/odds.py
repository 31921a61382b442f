"""What is the chance that ...? The questions of Hole Cards, in its own words.

Every ``p_`` function is exact, a `Fraction` got by counting; all deals are taken as equally likely. "A hand"
is one that you do not see. What you do see can be given as ``seen``: cards, a text such as ``"KS 9S"``, or
your view of a deal. The questions about what another seat may hold are in view_odds.py. A wrong argument is
refused by name (`Refused`). Only `deal_statistics` is an experiment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from typing import Any, NamedTuple, TypeAlias

from cardlab.cards import Card, Rank
from cardlab.game import Bot, check_seats
from cardlab.games.hole_cards.bots import BOTS
from cardlab.games.hole_cards.engine import HoleCardsView
from cardlab.games.hole_cards.fits import Cards, card_fits, matches
from cardlab.games.hole_cards.position import from_position
from cardlab.games.hole_cards.rules import HAND_SIZE, ORDER, PACK, HoleCardsRules
from cardlab.games.hole_cards.view_odds import chance_to_play, read_cards
from cardlab.games.hole_cards.view_odds import p_holds_card as p_holds_card
from cardlab.games.hole_cards.view_odds import p_next_card as p_next_card
from cardlab.games.hole_cards.view_odds import p_seat_can_go_out as p_seat_can_go_out
from cardlab.games.hole_cards.view_odds import p_seat_can_play as p_seat_can_play
from cardlab.probability.exact import count_draws
from cardlab.probability.monte_carlo import Estimate
from cardlab.probability.pmf import Pmf
from cardlab.refused import Refused, check_number

Seen: TypeAlias = str | Iterable[Card] | HoleCardsView
"""The cards that you see: as a text, as cards, or as your view of a deal."""

# --------------------------------------------------------------------------------------- can I play?


def fitting_cards(
    top: Card | str,
    match: str = "suit",
    twos_wild: bool = True,
    two_on_pile: str = "card",
    seen: Seen = "",
) -> Cards:
    """The unseen cards that may be played alone on this top card (K6, K13, KA3, KA11).

    With ``twos_wild=False`` a 2 fits like any other card, for the sake of comparison.

    >>> len(fitting_cards("KH")), len(fitting_cards("KH", match="colour")), len(fitting_cards("2H"))
    (18, 29, 15)
    """
    rules = HoleCardsRules(match=match, two_on_pile=two_on_pile)
    (top,) = read_cards("top", top, one=True)
    return tuple(
        [
            card
            for card in _unseen((top, *_seen(seen, top)))
            if card_fits(rules, (top,), card)
            and (twos_wild or card.rank is not Rank.TWO or matches(card, top, match))
        ]
    )


def p_can_play_single(
    hand_size: int = HAND_SIZE,
    top: Card | str | None = None,
    match: str = "suit",
    twos_wild: bool = True,
    two_on_pile: str = "card",
    seen: Seen = "",
) -> Fraction:
    """The chance that a hand of so many cards holds one that may be played alone (K6, K13).

    That is 1 - C(u - f, h) / C(u, h) for h cards in the hand, u unseen cards and f fitting ones. Without a
    top card it is the mean over all that may have been turned up (KA4).

    >>> p_can_play_single(5, top="KH"), p_can_play_single(1, match="colour")
    (Fraction(175977, 195755), Fraction(125, 221))
    """
    known = () if top is None else read_cards("top", top, one=True)
    seen = _seen(seen, *known)
    tops = known or _unseen(seen)
    unseen = PACK.size - 1 - len(seen)
    check_number("hand_size", hand_size, 0, unseen)
    stuck = 0
    for card in tops:
        fits = len(fitting_cards(card, match, twos_wild, two_on_pile, seen))
        stuck += comb(unseen - fits, hand_size)
    return 1 - Fraction(stuck, len(tops) * comb(unseen, hand_size))


def p_can_play(
    hand_size: int = HAND_SIZE, pile: str | Iterable[Card] | None = None, seen: Seen = "", **options: Any
) -> Fraction:
    """The chance that a hand of so many cards can play something on this pile (K6, K13 to K16).

    Without a pile it is the mean over all cards that may have been turned up (KA4). The options are those of
    `HoleCardsRules`. Raises Refused.

    >>> p_can_play(1, match="colour"), p_can_play(pile="QH JD")
    (Fraction(125, 221), Fraction(68623, 75670))
    """
    rules = HoleCardsRules.from_options(options)
    lying = () if pile is None else read_cards("pile", pile)
    _unseen(lying, "pile")
    seen = _seen(seen, *lying)
    piles = [(card,) for card in _unseen(seen)] if pile is None else [lying]
    chances = []
    for cards in piles:
        unseen = _unseen((*cards, *seen))
        check_number("hand_size", hand_size, 0, len(unseen))
        chances.append(chance_to_play(rules, cards, hand_size, unseen))
    return sum(chances, Fraction(0)) / len(chances)


def p_drawn_fits(
    top: Card | str,
    hand_size: int = HAND_SIZE,
    match: str = "suit",
    two_on_pile: str = "card",
    seen: Seen = "",
) -> Fraction:
    """The chance that a drawn card may be played alone on the top card that made its hand draw (K7, KA6).

    It is f / (u - h) for u unseen cards of which f fit: the h cards that were held before all do not. Pairs
    on a longer pile are left out, as everywhere here. Refused if no such hand is possible.

    >>> p_drawn_fits("KH"), p_drawn_fits("KH", seen="QH KS 3C 4C 5D")
    (Fraction(9, 23), Fraction(16, 41))
    """
    seen = _seen(seen, *read_cards("top", top, one=True))
    fits = len(fitting_cards(top, match, True, two_on_pile, seen))
    unseen = PACK.size - 1 - len(seen)
    check_number("hand_size", hand_size, 0, min(unseen - fits, unseen - 1))
    return Fraction(fits, unseen - hand_size)


# ------------------------------------------------------------------------------ pairs, threes and fours


def p_group(size: int = 2, hand_size: int = HAND_SIZE, seen: Seen = "") -> Fraction:
    """The chance that a hand holds so many cards of one rank or more, such as a pair (K14 to K16).

    Counted are the hands without: each rank gives fewer cards than that.

    >>> p_group(), p_group(4)
    (Fraction(2053, 4165), Fraction(1, 4165))
    """
    unseen = _unseen(_seen(seen))
    check_number("size", size, 2, 4)
    check_number("hand_size", hand_size, 0, len(unseen))
    ranks = [card.rank for card in unseen]
    sizes = [ranks.count(rank) for rank in dict.fromkeys(ranks)]
    without = count_draws(hand_size, sizes, lambda _, number: number < size)
    return 1 - Fraction(without, comb(len(unseen), hand_size))


# ------------------------------------------------------------------------------------------- the race


class RaceEnd(NamedTuple):
    """How a race ends."""

    winner: int
    """0 is the one who began."""
    turns: int
    """Of both together; a knock is one."""


def race(chances: Mapping[int, Fraction]) -> Pmf:
    """How a race of two players ends who count their cards and lay single ones.

    They begin with as many cards as the largest number in ``chances``, which says how likely one with so
    many cards can lay one. Whoever is stuck draws and then holds more than the other, who knocks and wins
    (K7, K9, K11). So the first to be stuck loses; if nobody is, the one who began is out first (K17).

    >>> ends = race({2: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> ends.chance(lambda end: end.winner == 0), ends.map(lambda end: end.turns).mean()
    (Fraction(3, 8), Fraction(21, 8))
    """
    most = max(chances, default=0)
    if not chances or sorted(chances) != list(range(1, most + 1)):
        raise Refused("chances", f"They are for {sorted(chances)}; right would be for 1, 2, 3 ... cards.")
    ends: dict[RaceEnd, Fraction] = {}
    nobody = Fraction(1)  # The chance that nobody has been stuck so far.
    for turn in range(2 * most - 1):
        p = _chance("chances", chances[most - turn // 2])
        ends[RaceEnd((turn + 1) % 2, turn + 2)] = nobody * (1 - p)
        nobody *= p
    out = RaceEnd(0, 2 * most - 1)
    return Pmf(ends | {out: ends.get(out, 0) + nobody})


# ---------------------------------------------------------------------------------- ties and matches


def p_equal_totals(hand_size: int) -> Fraction:
    """The chance that two hands of so many cards have the same total, and so share a tie (K12, KA17).

    Counted one rank after the other: of its four cards some go to one hand and some to the other.

    >>> p_equal_totals(1), p_equal_totals(2)
    (Fraction(1, 17), Fraction(839, 16575))
    """
    check_number("hand_size", hand_size, 0, PACK.size // 2)
    ways = {(0, 0, 0): 1}  # In how many ways do the hands hold so many cards, and differ by so much?
    for value in range(2, len(ORDER) + 2):
        found: dict[tuple[int, int, int], int] = {}
        for (mine, yours, more), number in ways.items():
            for a in range(min(4, hand_size - mine) + 1):
                for b in range(min(4 - a, hand_size - yours) + 1):
                    key = mine + a, yours + b, more + (a - b) * value
                    found[key] = found.get(key, 0) + number * comb(4, a) * comb(4 - a, b)
        ways = found
    deals = comb(PACK.size, hand_size) * comb(PACK.size - hand_size, hand_size)
    return Fraction(ways[hand_size, hand_size, 0], deals)


def match_lengths(match_to: int, p: Fraction = Fraction(1, 2)) -> Pmf:
    """How many deals a match of two players has (KA24, KA33), one of whom wins each deal with chance p.

    It has k deals with chance C(k - 1, n - 1) (p^n q^(k - n) + q^n p^(k - n)), for n wins and q = 1 - p.

    >>> match_lengths(3)
    Pmf({3: 1/4, 4: 3/8, 5: 3/8})
    """
    check_number("match_to", match_to, 1)
    n, p = match_to, _chance("p", p)
    q = 1 - p
    return Pmf({k: comb(k - 1, n - 1) * (p**n * q ** (k - n) + q**n * p ** (k - n)) for k in range(n, 2 * n)})


def p_wins_match(match_to: int, won: int = 0, lost: int = 0, p: Fraction = Fraction(1, 2)) -> Fraction:
    """The chance of one of two players to win the match, at this score and with chance p in each deal.

    >>> p_wins_match(3, won=2, lost=1), p_wins_match(3, p=Fraction(3, 5))
    (Fraction(3, 4), Fraction(2133, 3125))
    """
    check_number("match_to", match_to, 1)
    p = _chance("p", p)
    for name, number in ("won", won), ("lost", lost):
        check_number(name, number, 0, match_to)
    if won == lost == match_to:
        raise Refused("lost", f"{lost} is not possible; the other has won the match already.")

    @cache
    def wins(won: int, lost: int) -> Fraction:
        if match_to in (won, lost):
            return Fraction(won == match_to)
        return p * wins(won + 1, lost) + (1 - p) * wins(won, lost + 1)

    return wins(won, lost)


# -------------------------------------------------------------------------------------- an experiment


class DealStatistics(NamedTuple):
    """How deals go in which the same bot sits at every seat."""

    first_wins: Estimate
    """The seat that begins wins the deal (of several that share it, the first one counts)."""
    knocks: Estimate
    """The deal ends by a knock."""
    turns: Estimate
    """The number of turns; a knock is one, those of a last lap are none."""
    knocker_wins: Estimate | None
    """Of the deals that end by a knock, the knocker wins; None if there are none."""


def deal_statistics(rules: HoleCardsRules, n: int, seed: int, bot: Bot = BOTS["counting"]) -> DealStatistics:
    """Play n deals with the same bot at every seat; seat 0 begins.

    >>> print(deal_statistics(HoleCardsRules(players=2), n=100, seed=1).knocks)
    0.970 ± 0.017 (n = 100)
    """
    check_number("n", n, 1)
    names = check_seats(rules, None)
    rng = Random(seed)
    first = knocks = knocker = turns = squares = 0
    for _ in range(n):
        state = from_position(rules, names, {"dealer": names[-1]}, rng.getrandbits(53))
        number = 0
        while state.to_act is not None:
            number += state.knocked_by is None and not state.has_drawn
            action = bot(state.view(state.to_act), rng)
            if action is None:
                raise Refused("bot", "It named no move when it was due.")
            state = state.apply(action)
        turns += number
        squares += number * number
        first += state.winners[0] == 0
        if state.ended_by == "knock":
            knocks += 1
            knocker += state.knocked_by == state.winners[0]
    return DealStatistics(
        Estimate.of_share(first, n, seed),
        Estimate.of_share(knocks, n, seed),
        Estimate.of_mean(turns, squares, n, seed),
        Estimate.of_share(knocker, knocks, seed) if knocks else None,
    )


# -------------------------------------------------------------------------------------------- arguments


def _seen(seen: Seen, *known: Card) -> Cards:
    """The cards that are seen besides those known already, which a view may show as well."""
    if isinstance(seen, HoleCardsView):
        return tuple([card for card in PACK.cards if card not in seen.unseen and card not in known])
    return read_cards("seen", seen)


def _unseen(seen: Cards, name: str = "seen") -> Cards:
    try:
        return PACK.without(seen)
    except ValueError as error:
        raise Refused(name, str(error)) from error


def _chance(name: str, p: Fraction) -> Fraction:
    if not isinstance(p, Fraction | int) or not 0 <= p <= 1:
        raise Refused(name, f"{p!r} is not possible; right would be a Fraction from 0 to 1.")
    return Fraction(p)
