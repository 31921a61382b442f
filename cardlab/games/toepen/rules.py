"""The options of Toepen, its pack, its moves and the words of its log."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from cardlab.cards import Card, Pack, Rank, rank_order
from cardlab.game import Rules, option
from cardlab.notation import Verb

PACK = Pack(ranks="10 9 8 7 A K Q J")
ORDER = rank_order("J Q K A 7 8 9 10")
"""T2, from the weakest to the highest."""
HAND_SIZE = 4
LOW = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
"""T4: a hand of these alone may honestly be exchanged."""

_FROM_0, _FROM_1, _FROM_2 = (range(low, sys.maxsize) for low in (0, 1, 2))


@dataclass(frozen=True, kw_only=True)
class ToepenRules(Rules):
    """The options of Toepen.

    >>> ToepenRules(limit=15).changed()
    {'limit': 15}
    >>> ToepenRules(players=9)
    Traceback (most recent call last):
    cardlab.refused.Refused: players: 9 is not possible here; right would be a whole number from 2 to 8.
    """

    players: int = option(4, "TA1", "The number of players.", numbers=range(2, 9))
    limit: int = option(10, "TA30", "The number of lives at which a player is out.", numbers=_FROM_2)
    rubber: str = option(
        "last_standing",
        "TA29",
        "How a rubber ends: when one player is left, or when the first is out.",
        also=("first_out",),
    )
    max_exchanges: int | None = option(
        None,
        "TA3",
        "How often one player may exchange in a deal; None: as long as the stock serves.",
        numbers=_FROM_0,
    )
    challenge_penalty: int = option(1, "TA9", "The lives that a lost challenge costs.", numbers=_FROM_1)
    knock_timing: str = option(
        "any_time", "TA13", "When a player may knock: at any time, or only on turn.", also=("own_turn",)
    )
    knock_cap: str | None = option(
        "knocker", "TA17", "Whose lives limit a knock: the knocker's, or nobody's.", also=(None,)
    )
    pelt: bool = option(
        True, "TA26", "Is a deal with a player one life from the limit special?", also=(False,)
    )
    announcements: bool = option(True, "TA35", "Are three or four tens and jacks announced?", also=(False,))
    king_after: int = option(3, "TA34", "The rubbers that make a king of toepen.", numbers=_FROM_1)
    tally: str = option("drinks", "TA38", "What is owed by who goes out.", also=("kitty", "chips"))


VERBS = {
    "exchange": Verb("exchanges", "Exchange", ("exchange",)),
    "keep": Verb("keeps", "Keep", ("exchange",)),
    "challenge": Verb("challenges", "Challenge", ("challenge",)),
    "accept": Verb("accepts", "Let it pass", ("challenge",)),
    "whistle": Verb("whistles", "Whistle", ("announce",)),
    "stand": Verb("stands up", "Stand up", ("announce",)),
    "silent": Verb("stays silent", "Stay silent", ("announce",)),
    "knock": Verb("knocks", "Knock", ("play",), interrupts=True),
    "stay": Verb("stays", "Stay", ("answer", "pelt")),
    "fold": Verb("folds", "Fold", ("answer", "pelt")),
    "play": Verb("plays {cards}", "Play", ("play",), one_card=True),
}

WORDS = {
    "deal": ("{seat} deals.", "T20"),
    "exchange": ("{seat} lays the hand aside, face down, and draws a new one.", "T5"),
    "keep": ("{seat} keeps the hand.", "TA2"),
    "accept": ("{seat} lets the exchange pass.", "TA5"),
    "challenge": ("{seat} challenges: the old hand of {other} was {cards}.", "T6"),
    "bluff": ("A bluff: {seat} loses {number} and keeps the new hand.", "T7"),
    "honest": ("It was honest: {seat}, who challenged, loses {number}.", "T8"),
    # Three tens and three jacks sound alike (TA35), so the log cites no clause that tells them apart.
    "whistle": ("{seat} whistles.", "TA35"),
    "sing": ("{seat} sings.", "TA35"),
    "stand": ("{seat} stands up.", "TA35"),
    "pelt": ("{seat} is in pelt and leads; the stake is {number}.", "T25"),
    "lead": ("{seat} is to lead.", "T31"),
    "knock": ("{seat} knocks: the stake is now {number}.", "T15"),
    "stay": ("{seat} stays.", "T17"),
    "fold": ("{seat} folds and loses {number}.", "TA20"),
    "play": ("{seat} plays {cards}.", "T9"),
    "trick": ("{seat} wins the trick.", "T33"),
    "win": ("{seat} wins the deal.", "T12"),
    "walkover": ("{seat} is the only one left and wins the deal.", "TA21"),
    "pay": ("{seat} loses {number}.", "T35"),
    "out": ("{seat} has reached the limit of {number} and is out.", "T18"),
    "rubber": ("{seat} wins the rubber; the slate will be wiped.", "T28"),
    "king": ("{seat} is king of toepen.", "T47"),
}


def is_honest(hand: tuple[Card, ...]) -> bool:
    """T4, TA10: does the hand hold nothing but aces, kings, queens and jacks?"""
    return all(card.rank in LOW for card in hand)
