"""The options of Hole Cards, its pack, its moves and the words of its log."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

from cardlab.cards import Card, Pack, rank_order, sort_cards
from cardlab.game import Rules, option
from cardlab.notation import Verb

PACK = Pack()
"""KA1."""
ORDER = rank_order("2 3 4 5 6 7 8 9 10 J Q K A")
"""K12, from the weakest to the highest."""
HAND_SIZE = 5
_PLACES = {card: place for place, card in enumerate(sort_cards(PACK.cards, ORDER))}


@dataclass(frozen=True, kw_only=True)
class HoleCardsRules(Rules):
    """The options of Hole Cards.

    >>> HoleCardsRules(match="colour").changed()
    {'match': 'colour'}
    >>> HoleCardsRules(draw="always")
    Traceback (most recent call last):
    cardlab.refused.Refused: draw: 'always' is not possible here; right would be 'only_if_unable' or 'free'.
    """

    players: int = option(3, "KA2", "The number of players.", numbers=range(2, 7))
    match: str = option(
        "suit", "KA3", "What a card must have in common with the top card, if not its rank.", also=("colour",)
    )
    start: str = option(
        "turn_up", "KA4", "Is a card turned up to start the pile, or is the first play free?", also=("empty",)
    )
    draw: str = option(
        "only_if_unable", "KA6", "Who may draw: only who cannot play, or anybody.", also=("free",)
    )
    play_drawn: bool = option(False, "KA7", "May a drawn card be played in the same turn?", also=(True,))
    two_on_pile: str = option(
        "card", "KA11", "What fits on a 2: what fits on any card, or anything.", also=("any",)
    )
    pair_rule: str = option(
        "member", "KA13", "On what a pair fits: one of the top two has its rank, or only on a pair.",
        also=("strict",),
    )  # fmt: skip
    group_rule: str = option(
        "same_size", "KA14", "On what a group fits: as many cards of one rank, or also where one card fits.",
        also=("open",),
    )  # fmt: skip
    knock_tie: str = option(
        "knocker_loses", "KA18", "Who wins when the knocker ties for the fewest cards.", also=("shared",)
    )
    after_knock: str = option(
        "reveal", "KA20", "Are the cards shown at once, or do the others have one turn more?",
        also=("last_turn",),
    )  # fmt: skip
    show_counts: bool = option(
        False, "KA21", "Does the table show how many cards the others hold?", also=(True,)
    )
    match_to: int = option(1, "KA24", "The deals that win the match.", numbers=range(1, sys.maxsize))


VERBS = {
    "play": Verb("plays {cards}", "Play", ("play", "last_turn")),
    "draw": Verb("draws", "Draw", ("play", "last_turn")),
    "pass": Verb("passes", "Pass", ("play", "last_turn")),
    "knock": Verb("knocks", "Knock", ("play",)),
}

WORDS = {
    "deal": ("{seat} deals.", "KA24"),
    "start": ("The pile begins with {cards}.", "KA4"),
    "play": ("{seat} plays {cards}.", "K5"),
    "draw": ("{seat} draws a card.", "K7"),
    "reshuffle": ("The pile but its top card is shuffled into a new stock of {number}.", "KA9"),
    "keep": ("{seat} keeps the drawn card.", "KA27"),
    "pass": ("{seat} can neither play nor draw and passes.", "KA9"),
    "knock": ("{seat} knocks.", "K9"),
    "show": ("{seat} shows {cards}.", "K10"),
    "tie": ("{seat} knocked and ties for the fewest cards, and so does not win.", "KA18"),
    "total": ("The lowest total breaks the tie for the fewest cards: {number}.", "KA17"),
    "fewest": ("{seat} wins the deal with the fewest cards.", "K11"),
    "out": ("{seat} has no cards left and wins the deal.", "K17"),
    "match": ("{seat} wins the match.", "KA33"),
}


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand as one holds it: by suit, the highest card first (K12); `sort_cards` with its work done before.

    >>> from cardlab.cards import parse_cards
    >>> sort_hand(parse_cards("KC 2S AS"))
    (A♠, 2♠, K♣)
    """
    return tuple(sorted(cards, key=_PLACES.__getitem__))
