"""The questions of Hand and Foot from your own view of a round, in its own words.

Seen are your hand, what lies open and the discards that you have watched; known is how many cards lie in each
hand, foot and stock. Every hidden card is as likely to lie in one place as in another, only that no red three
is in the pile or in a hand that has had a turn (H33, HA7). How the others chose to play is not used. Since a
reshuffle, or without a stock, the play has told more than is counted here, and each question is refused: then
`cardlab.simulation.view_trial` answers it by experiment.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

from cardlab.cards import Card, Rank, parse_rank
from cardlab.games.hand_and_foot.engine import HandAndFootView
from cardlab.games.hand_and_foot.resample import Told
from cardlab.games.hand_and_foot.rules import DRAWN, is_red_three, is_wild
from cardlab.probability.exact import at_least, hypergeometric
from cardlab.refused import Refused, check_number


def p_draws(view: HandAndFootView, ranks: str, number: int = 1) -> Fraction:
    """The chance that the next two cards drawn hold at least so many of these ranks (H32, H33).

    A red three is replaced at once, and so two other cards are drawn in any case.

    >>> from cardlab.game import new_game
    >>> view = new_game("hand_and_foot", position={"hands": {"A": "KS KH QD"}}).view("A")
    >>> p_draws(view, "Joker 2"), p_draws(view, "K")
    (Fraction(5211, 23639), Fraction(593, 4298))
    """
    check_number("number", number, 0)
    hidden = _Hidden(view)
    if view.stock_count < DRAWN + hidden.red:
        raise Refused("view", "So few cards are left in the stock that it may not last for the next draw.")
    return hidden.chance(ranks, number, DRAWN, is_closed=False)


def p_holds(view: HandAndFootView, seat: int | str, ranks: str, number: int = 1) -> Fraction:
    """The chance that another seat holds at least so many cards of these ranks in its hand.

    >>> from cardlab.game import new_game
    >>> view = new_game("hand_and_foot", seed=1).view("A")
    >>> print(f"{float(p_holds(view, 'B', 'Joker 2')):.3f}")
    0.738
    """
    check_number("number", number, 0)
    hidden = _Hidden(view)
    asked = view.seat_number(seat)
    if asked == view.seat:
        raise Refused("seat", f"{view.seats[asked]} is yourself; ask about another seat.")
    known = hidden.picked_up[asked]
    have = sum(card.rank in _ranks(ranks) for card in known)
    is_closed = asked not in hidden.begun
    return hidden.chance(ranks, number - have, view.held[asked] - len(known), is_closed)


def p_pair_for(view: HandAndFootView, seat: int | str, card: Card | str | None = None) -> Fraction:
    """The chance that another seat holds the natural pair for a discard, or for the top one (H36, HA18).

    It is 0 for a wild card or a three, for which the pile is not taken (H35, HA22). Whether the team may lay
    the pair down, for the minimum or for a meld that is nearly full, is not asked.

    >>> from cardlab.game import new_game
    >>> view = new_game("hand_and_foot", seed=1).view("A")
    >>> print(f"{float(p_pair_for(view, 'B', 'KS')):.3f}, {p_pair_for(view, 'B', '3S')}")
    0.192, 0
    """
    try:
        found = Card.parse(card) if isinstance(card, str) else card or view.top
    except ValueError as error:
        raise Refused("card", str(error)) from error
    if found is None:
        raise Refused("card", "No card lies in the pile; name the one that you ask about.")
    if is_wild(found) or found.rank is Rank.THREE:
        return Fraction(0)
    return p_holds(view, seat, found.rank, 2)


def p_in_foot(view: HandAndFootView, ranks: str, number: int = 1, seat: int | str | None = None) -> Fraction:
    """The chance that a foot not taken up, your own or a named seat's, holds so many of these ranks or more.

    >>> from cardlab.game import new_game
    >>> view = new_game("hand_and_foot", seed=1).view("A")
    >>> print(f"{float(p_in_foot(view, 'Joker 2', 3)):.3f}")
    0.115
    """
    check_number("number", number, 0)
    asked = view.seat if seat is None else view.seat_number(seat)
    if asked is None:
        raise Refused("seat", "You have no foot here; name a seat.")
    if view.in_foot[asked]:
        raise Refused("seat", f"{view.seats[asked]} has taken up the foot.")
    return _Hidden(view).chance(ranks, number, view.foot_counts[asked], is_closed=True)


class _Hidden:
    """The cards that a view does not show, and what the log tells of them. Raises Refused."""

    def __init__(self, view: HandAndFootView) -> None:
        told = Told(view)
        if view.phase == "over":
            raise Refused("view", "The round is over, and the cards lie open.")
        if told.reshuffled or any(event.what == "reshuffle" for event in view.log):
            raise Refused("view", "Since the reshuffle more is known of the stock than is counted here.")
        if not view.stock_count:
            raise Refused("view", "Without a stock more is known of the hands than is counted here.")
        self.begun, self.picked_up = told.begun, told.picked_up
        if view.seat is not None:
            self.picked_up[view.seat] = view.hand
        lying = chain(*chain(*view.melds), *view.red_threes, *self.picked_up, told.pile)
        cards = view.rules.pack.without(lying)
        self.plain = [card for card in cards if not is_red_three(card)]
        self.red = len(cards) - len(self.plain)
        unlooked = [held for seat, held in enumerate(view.held) if seat not in (view.seat, *told.begun)]
        self.closed = view.stock_count + sum(view.foot_counts) + sum(unlooked)
        """So many places may hold a red three: the stock, the feet, and hands that have had no turn."""

    def chance(self, ranks: str, number: int, cards: int, is_closed: bool) -> Fraction:
        """That so many hidden cards hold at least this number of the ranks; closed ones may be red threes."""
        named = _ranks(ranks)
        marked = sum(card.rank in named for card in self.plain)
        red = self.red if is_closed else 0
        return sum(
            (
                hypergeometric(threes, cards, red, self.closed if is_closed else cards)
                * at_least(number, cards - threes, marked, len(self.plain))
                for threes in range(min(cards, red) + 1)
            ),
            Fraction(0),
        )


def _ranks(ranks: str) -> tuple[Rank, ...]:
    """The ranks that a text names, such as "Joker 2"."""
    try:
        found = [Rank.JOKER if word.upper() == "JOKER" else parse_rank(word) for word in ranks.split()]
    except ValueError as error:
        raise Refused("ranks", str(error)) from error
    if not found or Rank.THREE in found:
        right = "right would be ranks other than the three, such as 'K' or 'Joker 2'"
        raise Refused("ranks", f"{ranks!r} is not possible; {right}.")
    return tuple(found)
