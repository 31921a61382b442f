"""The questions of Hole Cards from your own view of a deal, in its own words.

Seen are your hand and the pile; known is how many cards each seat holds (KA21). Every card that you do not
see is as likely to lie in one hidden place as in another. So it is until another seat has told more: it could
play nothing and drew or passed (KA6), what it drew could be played at once or not (KA27), or old cards came
back as the stock (KA9). Then each question is refused, and `cardlab.simulation.view_trial` answers it by
experiment. What the others chose to play is not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from cardlab.cards import Card, parse_cards
from cardlab.games.hole_cards.engine import HoleCardsView
from cardlab.games.hole_cards.fits import Cards, card_fits, group_fits, plays
from cardlab.games.hole_cards.rules import PACK, HoleCardsRules
from cardlab.probability.exact import count_draws
from cardlab.refused import Refused


def p_holds_card(view: HoleCardsView, seat: int | str, card: Card | str) -> Fraction:
    """The chance that another seat holds this card.

    >>> from cardlab.game import new_game
    >>> position = {"hands": {"A": "9H 4H 4S", "B": "7S"}, "pile": "7D"}
    >>> view = new_game("hole_cards", position=position).view("A")
    >>> p_holds_card(view, "B", "9D"), p_holds_card(view, "C", "9D"), p_holds_card(view, "B", "4H")
    (Fraction(1, 48), Fraction(5, 48), Fraction(0, 1))
    """
    number, unseen = _hidden(view, seat)
    (asked,) = read_cards("card", card, one=True)
    return Fraction(number, len(unseen)) if asked in unseen else Fraction(0)


def p_seat_can_play(view: HoleCardsView, seat: int | str) -> Fraction:
    """The chance that another seat can play something on the pile, alone or as a group (K6, K13 to K16).

    >>> from cardlab.game import new_game
    >>> position = {"hands": {"A": "9H 4H 4S", "B": "7S"}, "pile": "7D"}
    >>> view = new_game("hole_cards", position=position).view("A")
    >>> p_seat_can_play(view, "B")
    Fraction(3, 8)
    """
    number, unseen = _hidden(view, seat)
    return chance_to_play(view.rules, view.pile, number, unseen)


def p_seat_can_go_out(view: HoleCardsView, seat: int | str) -> Fraction:
    """The chance that another seat can play all that it holds at once, and so go out (K17, KA23).

    >>> from cardlab.game import new_game
    >>> position = {"hands": {"A": "9H 4H 4S", "B": "7S 7H"}, "pile": "7D"}
    >>> view = new_game("hole_cards", position=position).view("A")
    >>> p_seat_can_go_out(view, "B"), p_seat_can_go_out(view, "C")
    (Fraction(1, 376), Fraction(0, 1))
    """
    number, unseen = _hidden(view, seat)
    ranks = {card.rank: [other for other in unseen if other.rank is card.rank] for card in unseen}
    hands = [hand for cards in ranks.values() for hand in combinations(cards, number)]
    out = sum(any(len(cards) == number for cards in plays(view.rules, view.pile, hand)) for hand in hands)
    return Fraction(out, comb(len(unseen), number))


def p_next_card(view: HoleCardsView, cards: str | Iterable[Card]) -> Fraction:
    """The chance that the next card of the stock is one of these (K7).

    >>> from cardlab.game import new_game
    >>> position = {"hands": {"A": "9H 4H 4S", "B": "7S"}, "pile": "7D"}
    >>> view = new_game("hole_cards", position=position).view("A")
    >>> p_next_card(view, "9S 9D 9C 4D 4C")
    Fraction(5, 48)
    >>> from cardlab.games.hole_cards.odds import fitting_cards
    >>> p_next_card(view, fitting_cards("7D"))
    Fraction(3, 8)
    """
    unseen = _unseen(view)
    if len(unseen) == sum(view.counts) - len(view.hand):
        raise Refused("view", "The stock is empty; who draws now makes the pile into a new one.")
    wanted = read_cards("cards", cards)
    return Fraction(sum(card in wanted for card in unseen), len(unseen))


def chance_to_play(rules: HoleCardsRules, pile: Cards, hand_size: int, unseen: Sequence[Card]) -> Fraction:
    """The chance that so many of the unseen cards hold something that can be played on this pile.

    Counted are the hands that hold nothing: no card that fits alone, and of no rank so many of the others
    that some of them fit as a group.

    >>> chance_to_play(HoleCardsRules(), parse_cards("QH JD"), 2, parse_cards("QS QC 3S"))
    Fraction(1, 3)
    """
    others = [card for card in unseen if not card_fits(rules, pile, card)]
    ranks = list(dict.fromkeys(card.rank for card in others))
    alike = [[card for card in others if card.rank is rank] for rank in ranks]

    def is_stuck(place: int, number: int) -> bool:
        return not any(group_fits(rules, pile, alike[place][:size]) for size in range(2, number + 1))

    stuck = count_draws(hand_size, list(map(len, alike)), is_stuck) if hand_size <= len(others) else 0
    return 1 - Fraction(stuck, comb(len(unseen), hand_size))


def _hidden(view: HoleCardsView, seat: int | str) -> tuple[int, Cards]:
    """How many cards the seat holds, and those among which they are."""
    asked = view.seat_number(seat)
    if asked == view.seat:
        raise Refused("seat", f"{view.seats[asked]} is yourself; ask about another seat.")
    unseen = _unseen(view)
    return view.counts[asked], unseen


def _unseen(view: HoleCardsView) -> Cards:
    """The unseen cards, as long as each may lie anywhere."""
    if view.shown:
        raise Refused("view", "All hands have been shown.")
    telling = {"pass": "passed", "draw": "drew"}
    if view.rules.draw == "free" and not view.rules.play_drawn:
        del telling["draw"]
    for what, seat, *_ in view.log:
        if what == "reshuffle":
            raise Refused("view", "Since the reshuffle more is known of the stock than is counted here.")
        if what in telling and seat is not None and seat != view.seat:
            raise Refused("view", f"That {view.seats[seat]} {telling[what]} tells more than is counted here.")
    return view.unseen


def read_cards(name: str, cards: Card | str | Iterable[Card], one: bool = False) -> Cards:
    """Cards of the pack, given as such or as a text. Raises Refused by the name of the argument."""
    given = [cards] if isinstance(cards, Card) else cards
    try:
        found = parse_cards(given) if isinstance(given, str) else tuple(given)
    except ValueError as error:
        raise Refused(name, str(error)) from error
    if (one and len(found) != 1) or any(card not in PACK.cards for card in found):
        right = "one card" if one else "cards"
        raise Refused(name, f"{cards!r} is not possible; right would be {right} of the pack, such as '9D'.")
    return found
