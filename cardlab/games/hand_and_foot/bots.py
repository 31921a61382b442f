"""Three players by rules of thumb, each a few numbers, besides the one that plays at random.

All lay down what they can once their team has melded, spare a clean book from wild cards as long as one is
needed, and discard what is of least use. They differ in when they open, which piles they take, and in what
they fear when they discard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from random import Random

from cardlab.cards import Card, Rank, Suit
from cardlab.game import Bot
from cardlab.games.hand_and_foot.engine import HandAndFootView
from cardlab.games.hand_and_foot.resample import Told
from cardlab.games.hand_and_foot.rules import RANKS, is_wild, points_of
from cardlab.games.hand_and_foot.scoring import Meld, count_books
from cardlab.games.hand_and_foot.table import open_place
from cardlab.melds import BOOK
from cardlab.notation import Action


@dataclass(frozen=True)
class ThumbBot:
    """A player by rules of thumb.

    >>> from cardlab.game import new_game
    >>> position = {"dealer": "B", "phase": "meld", "hands": {"A": "KS KH KD AS AH AD 3S 9C"}}
    >>> view = new_game("hand_and_foot", players=2, position=position).view("A")
    >>> ThumbBot()(view, Random(1)).melds
    ((A♠, A♥, A♦), (K♠, K♥, K♦))
    >>> ThumbBot(open_at=2)(view, Random(1)).cards
    (3♠,)
    """

    open_at: float = 1
    """It opens with so many times the minimum (sooner if its hand is full or somebody plays the foot)."""
    full_hand: int = 20
    least_pile: int = 3
    """It takes a pile of so many cards."""
    watches: bool = False
    """Does it discard what the next player is least likely to hold a pair of?"""

    def __call__(self, view: HandAndFootView, rng: Random) -> Action | None:
        if view.seat is None or view.seat != view.to_act:
            return None
        match view.phase:
            case "ask":
                return view.legal[0]
            case "draw":
                return self._draw_or_take(view)
        return self._lay_down(view) or _ask(view) or self._discard(view, rng)

    def _draw_or_take(self, view: HandAndFootView) -> Action:
        draw, takes = view.legal[0], view.legal[1:]
        if draw.verb == "take":  # There is no stock, and so the pile must be taken.
            return draw
        if view.pile_count >= self.least_pile and takes and self._may_open(view, takes[0]):
            return takes[0]
        return draw

    def _lay_down(self, view: HandAndFootView) -> Action | None:
        lays = [move for move in view.legal if move.verb in ("meld", "add")]
        if not _own_melds(view):
            return next((move for move in lays if self._may_open(view, move)), None)
        natural = [move for move in lays if not any(map(is_wild, _cards(move)))]
        return next(iter(natural), None) or next((move for move in lays if _spares_clean(view, move)), None)

    def _may_open(self, view: HandAndFootView, move: Action) -> bool:
        """Is the team in play already, or is this worth waiting no longer?"""
        if _own_melds(view) or len(view.hand) >= self.full_hand or any(view.in_foot):
            return True
        top = [view.top] if move.verb == "take" and view.top is not None else []
        return points_of([*_cards(move), *top]) >= self.open_at * view.minimum

    def _discard(self, view: HandAndFootView, rng: Random) -> Action:
        discards = [move for move in view.legal if move.verb == "discard"]
        fear = pair_chances(view) if self.watches else {}
        return min(discards, key=lambda move: (self._loss(view, move.cards[0], fear), rng.random()))

    def _loss(self, view: HandAndFootView, card: Card, fear: Mapping[Rank, float]) -> float:
        """What a discard costs: the card's use to the own team, and the fear that it gives the pile away."""
        if card.rank is Rank.THREE:
            # Of no use but to block the pile; one who watches keeps it for a thick one.
            return 12 if self.watches and view.pile_count < 6 else 0
        if is_wild(card):
            return 1000
        held = sum([other.rank is card.rank for other in view.hand])
        joins = open_place(_own_melds(view), card.rank) is not None
        return 10 * held + 20 * joins + points_of([card]) / 10 + 10 * view.pile_count * fear.get(card.rank, 0)


def _own_melds(view: HandAndFootView) -> tuple[Meld, ...]:
    return () if view.seat is None else view.melds_of(view.seat)


def _cards(move: Action) -> Sequence[Card]:
    return [*move.cards, *(card for meld in move.melds for card in meld)]


def _spares_clean(view: HandAndFootView, move: Action) -> bool:
    """May wild cards go there? Not into the most promising clean meld while a clean book is missing."""
    melds = _own_melds(view)
    if count_books(melds)[0] >= view.rules.books_to_go_out[0]:
        return True
    clean = [meld for meld in melds if len(meld) < BOOK and not any(map(is_wild, meld))]
    best = max(clean, key=len, default=None)
    return move.verb == "meld" or best is None or best[0].rank is not move.rank


def _ask(view: HandAndFootView) -> Action | None:
    """Ask for leave when the books are there and few cards are left."""
    ready = view.has_books(_own_melds(view)) and len(view.hand) <= 4
    return next((move for move in view.legal if move.verb == "ask" and ready), None)


def pair_chances(view: HandAndFootView) -> Mapping[Rank, float]:
    """How likely the next player can show a pair of each rank, by counting the cards that are still unseen.

    Seen are the own hand, all melds, the discards that everybody remembers and what the next player has
    picked up of them; of the other cards each is as likely in that hand as another.
    """
    told, after = Told(view), view.clockwise(view.turn)[1]
    known = told.picked_up[after]
    seen = [
        *view.hand,
        *told.pile,
        *known,
        *(card for melds in view.melds for meld in melds for card in meld),
    ]
    unseen, closed = view.rules.pack.size - len(seen), view.held[after] - len(known)
    chances = {}
    for rank in RANKS:
        copies = len(Suit) * view.rules.pack.decks - sum([card.rank is rank for card in seen])
        lacking = 2 - sum([card.rank is rank for card in known])
        fewer = sum(
            [comb(copies, n) * comb(unseen - copies, closed - n) for n in range(min(lacking, closed + 1))]
        )
        chances[rank] = 1 - fewer / comb(unseen, closed)
    return chances


BOTS: dict[str, Bot] = {
    "opener": ThumbBot(),
    "hoarder": ThumbBot(open_at=2, least_pile=8),
    "watcher": ThumbBot(least_pile=5, watches=True),
}
"""``opener`` opens when it can, ``hoarder`` waits for a big opening, ``watcher`` watches the pile."""
