"""The questions of Toepen from your own view of a deal, in its own words.

All deals that fit the cards you have seen and the suits that a seat could not follow (T32) are taken as
equally likely. Not used is how the others chose to play, knock or exchange, nor that who kept silent holds no
three tens (T36). Once somebody else has announced, which tells of tens or jacks, each question is refused.
`cardlab.simulation.view_trial` answers by experiment, and uses all that the rules tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from cardlab.cards import Card, Suit
from cardlab.games.toepen.engine import ToepenView
from cardlab.games.toepen.resample import barred_suits
from cardlab.games.toepen.rules import ORDER, PACK
from cardlab.probability.exact import at_least
from cardlab.probability.unseen import Unseen, count_deals
from cardlab.refused import Refused


def p_holds_card(view: ToepenView, seat: int | str, card: Card | str) -> Fraction:
    """The chance that another seat holds this card.

    >>> from cardlab.game import new_game
    >>> view = new_game("toepen", players=2).view("A")  # 28 unseen cards, of which B holds four
    >>> p_holds_card(view, "B", view.unseen[0])
    Fraction(1, 7)
    """
    card = read_card(card)
    lengths = _suit_lengths(view, seat, card.suit)
    if card not in view.unseen:
        return Fraction(0)
    return sum((number * chance for number, chance in lengths), Fraction(0)) / len(_of_suit(view, card.suit))


def p_can_follow(view: ToepenView, seat: int | str, suit: Suit | str) -> Fraction:
    """The chance that another seat holds a card of this suit.

    >>> from cardlab.game import new_game
    >>> from cardlab.games.toepen.odds import p_void
    >>> view = new_game("toepen", players=2, position={"hands": {"A": "10H 9H KH AD"}}).view("A")
    >>> p_can_follow(view, "B", "♥") == 1 - p_void("♥", seen=view)
    True
    """
    return 1 - dict(_suit_lengths(view, seat, read_suit(suit))).get(0, Fraction(0))


def p_can_beat(view: ToepenView, seat: int | str, card: Card | str) -> Fraction:
    """The chance that another seat holds a higher card of the suit of this one.

    >>> from cardlab.game import new_game
    >>> from cardlab.games.toepen.odds import p_win_last_card
    >>> last_trick = {"hands": {"A": "JS", "B": "7H"}, "leader": "A"}
    >>> view = new_game("toepen", players=2, position=last_trick).view("A")
    >>> p_can_beat(view, "B", "JS") == 1 - p_win_last_card("JS", seen=view, leading=True)
    True
    """
    card = read_card(card)
    hidden = _of_suit(view, card.suit)
    above = higher(card, hidden)
    return sum(
        (
            chance * at_least(1, number, above, len(hidden))
            for number, chance in _suit_lengths(view, seat, card.suit)
        ),
        Fraction(0),
    )


def _suit_lengths(view: ToepenView, seat: int | str, suit: Suit | None) -> list[tuple[int, Fraction]]:
    """How many cards of a suit another seat may hold, each number that can be with its chance.

    A hand with so many of the suit is two places: one for that suit alone, one for all the others.
    """
    asked = view.seat_number(seat)
    if asked == view.seat:
        raise Refused("seat", f"{view.seats[asked]} is yourself; ask about another seat.")
    for other, _ in view.announced:
        if other != view.seat:
            raise Refused(
                "view", f"{view.seats[other]} has announced, which tells more than is counted here."
            )
    barred = list(map(frozenset, barred_suits(view)))
    elsewhere = [
        Unseen(view.held[other], barred[other])
        for other in range(len(view.seats))
        if other not in (view.seat, asked)
    ]
    others = frozenset(other for other in Suit if other != suit)
    found = []
    for number in range(view.held[asked] + 1):
        of_suit = Unseen(number, barred[asked] | others)
        rest = Unseen(view.held[asked] - number, barred[asked] | (frozenset(Suit) - others))
        found.append((number, count_deals(view.unseen, [of_suit, rest, *elsewhere])))
    total = sum(ways for _, ways in found)
    return [(number, Fraction(ways, total)) for number, ways in found if ways]


def _of_suit(view: ToepenView, suit: Suit | None) -> list[Card]:
    return [card for card in view.unseen if card.suit == suit]


def higher(card: Card, cards: Iterable[Card]) -> int:
    """How many of the cards beat this one in its suit (T2)."""
    return sum(other.suit == card.suit and ORDER[other.rank] > ORDER[card.rank] for other in cards)


def read_card(card: Card | str) -> Card:
    """A card of the pack, given as such or as a text. Raises Refused."""
    try:
        found = Card.parse(card) if isinstance(card, str) else card
    except ValueError as error:
        raise Refused("card", str(error)) from error
    if found not in PACK.cards:
        raise Refused("card", f"{found} is not in the pack of Toepen, whose ranks are {PACK.ranks}.")
    return found


def read_suit(suit: Suit | str) -> Suit:
    """A suit, given as such or as a text. Raises Refused."""
    for found in Suit:
        if suit in (found, found.sign):
            return found
    raise Refused("suit", f"{suit!r} is no suit; right would be S, H, D, C or ♠, ♥, ♦, ♣.")
