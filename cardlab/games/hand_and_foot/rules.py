"""The options of Hand and Foot, its packs and points, its moves and the words of its log."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardlab.cards import JOKER, Card, Pack, Rank, Suit
from cardlab.game import Rules, option
from cardlab.melds import WILD_RULES, Melding
from cardlab.notation import Verb
from cardlab.refused import Refused

RANKS = (*map(Rank, "4 5 6 7 8 9 10 J Q K A".split()),)
"""The ranks that are melded."""
WILD = (Rank.JOKER, Rank.TWO)
"""H3, H4: the wild ranks, the dearest first."""
POINTS = {
    **dict.fromkeys(map(Rank, "3 4 5 6 7".split()), 5),
    **dict.fromkeys(map(Rank, "8 9 10 J Q K".split()), 10),
    Rank.ACE: 20,
    Rank.TWO: 20,
    Rank.JOKER: 50,
}
"""H3 to H7."""
CLEAN, DIRTY = 500, 300
"""H29, H30: what a book scores besides its cards."""
DRAWN = 2
"""H32."""
JOKERS_PER_DECK = 2
"""HA3."""
STANDSTILL = 10
"""HA24: after so many turns of every seat without more than one card to draw the round is over."""

_PLACES = {
    card: place
    for place, card in enumerate(
        [JOKER, *(Card(rank, suit) for rank in (Rank.TWO, *reversed(RANKS), Rank.THREE) for suit in Suit)]
    )
}
_FROM_1 = range(1, sys.maxsize)
MOST_DECKS = 100
"""No table has so many packs, and more would only fill the memory."""


def _is_teams(value: Any) -> bool:
    return isinstance(value, tuple) and all(type(team) is int and team >= 0 for team in value)


def _is_minimums(value: Any) -> bool:
    return _is_teams(value) and len(value) > 0


def _is_pair(value: Any) -> bool:
    return _is_teams(value) and len(value) == 2


def _is_decks(value: Any) -> bool:
    return type(value) is int and 0 < value <= MOST_DECKS


def _is_whole(value: Any) -> bool:
    return type(value) is int


@dataclass(frozen=True, kw_only=True)
class HandAndFootRules(Rules):
    """The options of Hand and Foot.

    >>> HandAndFootRules(players=2).pack.size
    270
    >>> HandAndFootRules(decks=1)
    Traceback (most recent call last):
    cardlab.refused.Refused: decks: 1 pack of 54 cards leaves no stock when 4 players get 11 + 11 cards each.
    """

    players: int = option(4, "HA1", "The number of players.", numbers=range(2, 7))
    teams: tuple[int, ...] | None = option(
        None,
        "HA1",
        "The team of each seat; None: 4 play as 2+2, 6 as 3+3, others alone.",
        test=_is_teams,
        right="None, or a team number for each seat, such as (0, 1, 0, 1)",
    )
    decks: int | None = option(
        None,
        "HA2",
        "The number of packs; None: 5 for 2 or 3 players, 6 for more.",
        also=(5, 6),
        test=_is_decks,
        right=f"None, 5, 6 or another number of packs, up to {MOST_DECKS}, that leaves a stock",
    )
    hand_size: int = option(11, "HA4", "The cards of a hand, and of a foot.", numbers=range(11, 16))
    minimums: tuple[int, ...] = option(
        (50, 90, 120, 150),
        "H8",
        "What the first lay-down of a team must be worth, round by round.",
        test=_is_minimums,
        right="one whole number from 0 for each round, such as (50, 90, 120, 150)",
    )
    wild_rule: str = option(
        "four_naturals",
        "HA12",
        "Wild cards in a meld: beside four naturals, fewer than naturals, or one in five and two in seven.",
        also=WILD_RULES[1:],
    )
    pickup_size: int = option(7, "H34", "The cards of the pile that are taken.", numbers=_FROM_1)
    stock_out: str = option(
        "end_round",
        "HA24",
        "Without a stock: the round ends, or the discards are shuffled.",
        also=("reshuffle",),
    )
    books_to_go_out: tuple[int, int] = option(
        (1, 1),
        "HA27",
        "The clean and the dirty books that a team needs to go out.",
        test=_is_pair,
        right="two whole numbers from 0, clean and dirty, such as (1, 1)",
    )
    going_out_bonus: int = option(
        0, "HA33", "The points for going out.", test=_is_whole, right="a whole number"
    )
    red_three_value: int = option(
        0, "HA10", "The points for a red three laid aside.", test=_is_whole, right="a whole number"
    )
    ask_partner: bool = option(False, "HA30", "Must a partner be asked before one goes out?", also=(True,))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.teams is not None and len(self.teams) != self.players:
            raise Refused(
                "teams", f"{len(self.teams)} team numbers are given, but there are {self.players} players."
            )
        if len(set(self.team_of)) < 2:
            raise Refused("teams", "All players are in one team; right would be two teams or more.")
        if self.pack.size <= 2 * self.hand_size * self.players + 1:
            packs = (
                f"{self.pack.decks} packs of 54 cards leave"
                if self.pack.decks > 1
                else "1 pack of 54 cards leaves"
            )
            each = f"{self.hand_size} + {self.hand_size}"
            raise Refused("decks", f"{packs} no stock when {self.players} players get {each} cards each.")

    @cached_property
    def team_of(self) -> tuple[int, ...]:
        """The team of each seat, numbered from 0 in the order of the seats (HA1)."""
        teams = self.teams
        if teams is None:
            number = 2 if self.players in (4, 6) else self.players
            teams = tuple([seat % number for seat in range(self.players)])
        order = list(dict.fromkeys(teams))
        return tuple([order.index(team) for team in teams])

    @cached_property
    def pack(self) -> Pack:
        """All cards (HA2, HA3)."""
        decks = self.decks or (5 if self.players < 4 else 6)
        return Pack(decks=decks, jokers_per_deck=JOKERS_PER_DECK)

    @cached_property
    def melding(self) -> Melding:
        """What may be melded, for the functions of `cardlab.melds`."""
        return melding(self.wild_rule)


def melding(wild_rule: str = "four_naturals") -> Melding:
    """What Hand and Foot melds, under one of the wild rules (H22, H25, HA12).

    >>> from cardlab.cards import parse_cards
    >>> from cardlab.melds import best_lay_down
    >>> best_lay_down(parse_cards("KS KH KD KC AS AH AD Joker 2S 3S"), melding()).points
    170
    """
    return Melding(POINTS, WILD, barred=(Rank.THREE,), wild_rule=wild_rule)


VERBS = {
    "draw": Verb("draws", "Draw", ("draw",)),
    "take": Verb("takes the pile with {cards}[ and melds {melds}]", "Take the pile", ("draw",)),
    "meld": Verb("melds {melds}", "Meld", ("meld",)),
    "add": Verb("adds {cards} to {rank}", "Add", ("meld",)),
    "discard": Verb("discards {cards}", "Discard", ("meld",), one_card=True),
    "ask": Verb("asks", "Ask to go out", ("draw", "meld"), option="ask_partner"),
    "allow": Verb("allows", "Allow it", ("ask",), option="ask_partner"),
    "refuse": Verb("refuses", "Refuse it", ("ask",), option="ask_partner"),
}

WORDS = {
    "deal": ("{seat} deals.", "H16"),
    "return": ("{cards} may not start the pile and goes back into the stock.", "H20"),
    "start": ("{cards} starts the pile.", "H20"),
    "lies": ("{cards} lies on top of the pile.", "HA39"),
    "red three": ("{seat} lays {cards} aside.", "H33"),
    "draw": ("{seat} draws {number}.", "H32"),
    "take": ("{seat} takes {number} from the pile, {cards} on top.", "H34"),
    "rest": ("{seat} takes the other {number} into the hand.", "HA17"),
    "meld": ("{seat} melds {cards}.", "H22"),
    "add": ("{seat} adds {cards}.", "H24"),
    "clean": ("It is a clean book, with {cards} on top.", "H44"),
    "dirty": ("It is a dirty book, with {cards} on top.", "H44"),
    "foot": ("{seat} takes up the foot.", "H42"),
    "discard": ("{seat} discards {cards}.", "H32"),
    "no discard": ("{seat} has nothing to discard, and the turn is over.", "HA46"),
    "ask": ("{seat} asks {other} for leave to go out.", "HA30"),
    "allow": ("{seat} allows it.", "HA30"),
    "refuse": ("{seat} refuses it.", "HA30"),
    "reshuffle": ("The pile below the top card is shuffled: a new stock of {number}.", "HA43"),
    "out": ("{seat} goes out.", "H47"),
    "no stock": ("{seat} can neither draw nor take the pile: the round is over.", "HA24"),
    "standstill": ("One card a turn has gone round for {number} turns: the round is over.", "HA24"),
    "score": ("{seat}: {number} points in this round.", "H48"),
    "win": ("{seat} has the most points and wins.", "H50"),
}


def is_red_three(card: Card) -> bool:
    """H33: is it laid aside at once?"""
    return card.rank is Rank.THREE and card.suit in (Suit.HEARTS, Suit.DIAMONDS)


def is_wild(card: Card) -> bool:
    """H3, H4."""
    return card.rank in WILD


def points_of(cards: Iterable[Card]) -> int:
    """What cards are worth (H3 to H7).

    >>> from cardlab.cards import parse_cards
    >>> points_of(parse_cards("Joker 2C AS 8D 7H"))
    105
    """
    return sum([POINTS[card.rank] for card in cards])


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand as one holds it here: wild cards, then rank by rank from the aces down to the threes.

    >>> from cardlab.cards import parse_cards
    >>> sort_hand(parse_cards("9H AS 2C 9C Joker"))
    (Joker, 2♣, A♠, 9♥, 9♣)
    """
    return tuple(sorted(cards, key=_PLACES.__getitem__))
