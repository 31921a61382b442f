"""What is the chance that ...? The questions of Hole Cards, in its own words.

Every ``p_`` function is exact, a `Fraction` got by counting; all deals are taken as equally likely. "A hand"
is one that you do not see. What you do see can be given as ``seen``: cards, or a text such as ``"KS 9S"``.
A wrong argument is refused by name (`Refused`). Only `deal_statistics` is an experiment.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from random import Random
from typing import NamedTuple

from cardlab.cards import Card, Rank, parse_cards
from cardlab.game import Bot, check_seats
from cardlab.games.hole_cards.bots import BOTS
from cardlab.games.hole_cards.fits import Cards, card_fits, matches
from cardlab.games.hole_cards.position import from_position
from cardlab.games.hole_cards.rules import HAND_SIZE, PACK, HoleCardsRules
from cardlab.probability.monte_carlo import Estimate
from cardlab.refused import Refused

# --------------------------------------------------------------------------------------- can I play?


def fitting_cards(
    top: Card | str,
    match: str = "suit",
    twos_wild: bool = True,
    two_on_pile: str = "card",
    seen: str | Iterable[Card] = "",
) -> Cards:
    """The unseen cards that may be played alone on this top card (K6, K13, KA3, KA11).

    With ``twos_wild=False`` a 2 fits like any other card, for the sake of comparison.

    >>> len(fitting_cards("KH")), len(fitting_cards("KH", match="colour")), len(fitting_cards("2H"))
    (18, 29, 15)
    """
    rules = HoleCardsRules(match=match, two_on_pile=two_on_pile)
    top = _top(top)
    return tuple(
        [
            card
            for card in _unseen((top, *_cards("seen", seen)))
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
    seen: str | Iterable[Card] = "",
) -> Fraction:
    """The chance that a hand of so many cards holds one that may be played alone (K6, K13).

    That is 1 - C(u - f, h) / C(u, h) for h cards in the hand, u unseen cards and f fitting ones. Without a
    top card it is the mean over all that may have been turned up (KA4).

    >>> p_can_play_single(5, top="KH"), p_can_play_single(1, match="colour")
    (Fraction(175977, 195755), Fraction(125, 221))
    """
    seen = _cards("seen", seen)
    tops = _unseen(seen) if top is None else (top,)
    unseen = PACK.size - 1 - len(seen)
    _check("hand_size", hand_size, 0, unseen)
    stuck = 0
    for card in tops:
        fits = len(fitting_cards(card, match, twos_wild, two_on_pile, seen))
        stuck += comb(unseen - fits, hand_size)
    return 1 - Fraction(stuck, len(tops) * comb(unseen, hand_size))


# ------------------------------------------------------------------------------ pairs, threes and fours


def p_group(size: int = 2, hand_size: int = HAND_SIZE, seen: str | Iterable[Card] = "") -> Fraction:
    """The chance that a hand holds so many cards of one rank or more, such as a pair (K14 to K16).

    Counted are the hands without, one rank after the other: each gives fewer cards than that.

    >>> p_group(), p_group(4)
    (Fraction(2053, 4165), Fraction(1, 4165))
    """
    unseen = _unseen(_cards("seen", seen))
    _check("size", size, 2, 4)
    _check("hand_size", hand_size, 0, len(unseen))
    ranks = [card.rank for card in unseen]
    without = [1] + [0] * hand_size  # In how many ways can so many cards be taken from the ranks so far?
    for rank in dict.fromkeys(ranks):
        left = ranks.count(rank)
        without = [
            sum([without[cards - taken] * comb(left, taken) for taken in range(min(size, cards + 1))])
            for cards in range(hand_size + 1)
        ]
    return 1 - Fraction(without[hand_size], comb(len(unseen), hand_size))


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
    _check("n", n, 1)
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


def _cards(name: str, cards: str | Iterable[Card]) -> Cards:
    try:
        return parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    except ValueError as error:
        raise Refused(name, str(error)) from error


def _top(top: Card | str) -> Card:
    cards = _cards("top", [top] if isinstance(top, Card) else top)
    if len(cards) != 1 or cards[0] not in PACK.cards:
        raise Refused("top", f"{top!r} is not possible; right would be one card of the pack, such as 'KH'.")
    return cards[0]


def _unseen(seen: Cards) -> Cards:
    try:
        return PACK.without(seen)
    except ValueError as error:
        raise Refused("seen", str(error)) from error


def _check(name: str, number: int, least: int, most: int | None = None) -> None:
    if type(number) is not int or number < least or (most is not None and number > most):
        to = "" if most is None else f" to {most}"
        raise Refused(name, f"{number!r} is not possible; right would be a whole number from {least}{to}.")
