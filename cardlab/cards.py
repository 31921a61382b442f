"""Cards and packs: what they are called, how they are read and how they are printed.

No game's rules stand here. A rank has no strength of its own: in Toepen the ten beats the ace, in
Hole Cards the ace beats the king. So an order of ranks is always an argument, made by `rank_order`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from random import Random
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Suit(StrEnum):
    """The four suits; the value is the letter of the ASCII form."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def sign(self) -> str:
        """The printed sign.

        >>> Suit.HEARTS.sign
        '♥'
        """
        return _SIGNS[self]

    @property
    def colour(self) -> str:
        """``"red"`` for hearts and diamonds, ``"black"`` for spades and clubs.

        >>> Suit.CLUBS.colour
        'black'
        """
        return "red" if self in (Suit.HEARTS, Suit.DIAMONDS) else "black"


_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


class Rank(StrEnum):
    """The thirteen ranks and the joker, in no order of strength."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    JOKER = "Joker"


class Card(NamedTuple):
    """One card as a value: with several packs, equal cards are equal.

    >>> Card(Rank.TEN, Suit.HEARTS)
    10♥
    >>> Card.parse("TH") == Card.parse("10♥")
    True
    """

    rank: Rank
    suit: Suit | None
    """None for a joker."""

    def __str__(self) -> str:
        return f"{self.rank.value}{self.suit.sign if self.suit else ''}"

    def __repr__(self) -> str:
        return str(self)

    @property
    def ascii(self) -> str:
        """The form of scenario files.

        >>> Card.parse("10♥").ascii
        '10H'
        """
        return f"{self.rank.value}{self.suit.value if self.suit else ''}"

    @property
    def name(self) -> str:
        """The card in words, as a screen reader says it.

        >>> Card.parse("QS").name
        'queen of spades'
        """
        if self.suit is None:
            return "joker"
        return f"{_RANK_NAMES.get(self.rank, self.rank.value)} of {self.suit.name.lower()}"

    @staticmethod
    def parse(text: str) -> Card:
        """Read one card, such as ``10H``, ``TH``, ``10♥`` or ``Joker``.

        Raises ValueError with a sentence that says what a card looks like.
        """
        card = _cards_by_text().get(text.upper())
        if card is None:
            raise ValueError(
                f"{text!r} is not a card: write a rank (2 to 10, J, Q, K, A) and a suit "
                "(S, H, D, C or ♠, ♥, ♦, ♣), such as 10H, or Joker."
            )
        return card


_RANK_NAMES = {Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king", Rank.ACE: "ace"}
JOKER = Card(Rank.JOKER, None)


@cache
def _cards_by_text() -> Mapping[str, Card]:
    found = {"JOKER": JOKER}
    for suit in Suit:
        for rank in Rank:
            if rank is not Rank.JOKER:
                card = Card(rank, suit)
                for letters in {rank.value, "T" if rank is Rank.TEN else rank.value}:
                    found[letters + suit.value] = found[letters + suit.sign] = card
    return found


def parse_rank(text: str) -> Rank:
    """Read the rank of a card, such as ``9``, ``10`` or ``T``, ``K``.

    Raises ValueError with a sentence that says what a rank looks like.

    >>> parse_rank("T") is Rank.TEN
    True
    """
    card = _cards_by_text().get(f"{text.upper()}S")
    if card is None:
        raise ValueError(f"{text!r} is not a rank: write 2 to 10, J, Q, K or A.")
    return card.rank


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces.

    >>> parse_cards("10H QS Joker")
    (10♥, Q♠, Joker)
    >>> parse_cards("")
    ()
    """
    return tuple(map(Card.parse, text.split()))


def show_cards(cards: Iterable[Card], ascii: bool = False) -> str:
    """Print cards separated by spaces, the opposite of `parse_cards`.

    >>> show_cards(parse_cards("TH QS")), show_cards(parse_cards("TH QS"), ascii=True)
    ('10♥ Q♠', '10H QS')
    """
    return " ".join(card.ascii if ascii else str(card) for card in cards)


def rank_order(text: str) -> Mapping[Rank, int]:
    """Read an order of ranks, the weakest first, as a strength for each rank.

    >>> order = rank_order("J Q K A 7 8 9 10")
    >>> order[Rank.TEN] > order[Rank.ACE]
    True
    """
    return {Rank(name): strength for strength, name in enumerate(text.split())}


def sort_cards(cards: Iterable[Card], order: Mapping[Rank, int]) -> tuple[Card, ...]:
    """Sort a hand as one holds it: by suit with the colours in turn, the strongest card first.

    >>> sort_cards(parse_cards("JC 7H 10H AS"), rank_order("J Q K A 7 8 9 10"))
    (A♠, 10♥, 7♥, J♣)
    """
    return tuple(sorted(cards, key=lambda card: (_PLACES[card.suit], -order.get(card.rank, -1))))


_PLACES = {Suit.SPADES: 0, Suit.HEARTS: 1, Suit.CLUBS: 2, Suit.DIAMONDS: 3, None: 4}


def remove_cards(cards: Sequence[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Take cards out of a hand, each once; the rest keeps its order.

    Raises ValueError when one of them is not there (often enough).

    >>> remove_cards(parse_cards("9H 9H KS"), parse_cards("9H"))
    (9♥, K♠)
    """
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def holds(cards: Iterable[Card], wanted: Iterable[Card]) -> bool:
    """Are all the wanted cards there, equal cards counted?

    >>> holds(parse_cards("9H 9H KS"), parse_cards("9H 9H")), holds(parse_cards("9H"), parse_cards("9H 9H"))
    (True, False)
    """
    return Counter(wanted) <= Counter(cards)


def shuffled(items: Iterable[T], rng: Random) -> tuple[T, ...]:
    """A random order of the items.

    Made from ``rng.random()`` alone, the one method whose stream Python promises to keep, so that
    the same seed deals the same cards on every version.

    >>> shuffled("abcd", Random(1))
    ('d', 'b', 'c', 'a')
    """
    deck = list(items)
    random = rng.random
    for last in range(len(deck) - 1, 0, -1):
        other = int(random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


@dataclass(frozen=True)
class Pack:
    """Which cards a game is played with: some ranks of the four suits, so many decks, so many jokers.

    >>> Pack().size, Pack(decks=5, jokers_per_deck=2).size
    (52, 270)
    >>> Pack(ranks="7 8 9 10 J Q K A").cards[:3]
    (7♠, 8♠, 9♠)
    """

    ranks: str = "2 3 4 5 6 7 8 9 10 J Q K A"
    decks: int = 1
    jokers_per_deck: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, in the order in which a new pack lies."""
        return _pack_cards(self)

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.cards)

    def without(self, known: Iterable[Card]) -> tuple[Card, ...]:
        """The cards that are left when the known ones are set aside, in the order of the pack.

        Raises ValueError with a sentence when a card is named that the pack does not have (so often).

        >>> len(Pack().without(parse_cards("AS KS")))
        50
        """
        left = Counter(self.cards)
        left.subtract(known)
        for card, number in left.items():
            if number < 0:
                have = Counter(self.cards)[card]
                raise ValueError(
                    f"{card} is named {have - number} times, but the pack has it {have} times."
                    if have
                    else f"{card} is not in this pack, whose ranks are {self.ranks}."
                )
        return tuple(left.elements())


@cache
def _pack_cards(pack: Pack) -> tuple[Card, ...]:
    suited = tuple(Card(Rank(rank), suit) for suit in Suit for rank in pack.ranks.split())
    return (suited + (JOKER,) * pack.jokers_per_deck) * pack.decks
