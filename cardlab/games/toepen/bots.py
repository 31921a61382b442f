"""The four characters of the slate example (T44 to T48), each a few numbers and one rule of thumb.

They all judge a hand in the same way, by `hope`: how likely are its best cards to be the highest of their
suit among the cards still held against it? They differ in how much hope they want before they stay or
knock, and in how much they trust the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from random import Random

from cardlab.cards import Card, Rank
from cardlab.game import Bot
from cardlab.games.toepen.engine import ToepenView
from cardlab.games.toepen.rules import LOW, ORDER, is_honest
from cardlab.notation import Action
from cardlab.tricks import suit_led


def mastery(view: ToepenView, card: Card) -> float:
    """The chance that nobody still in the deal holds a higher card of the suit, by counting unseen cards."""
    higher = sum(other.suit == card.suit and ORDER[other.rank] > ORDER[card.rank] for other in view.unseen)
    unseen = len(view.unseen)
    against = sum(view.held[seat] for seat in view.alive if seat != view.seat)
    return comb(unseen - higher, against) / comb(unseen, against)


def hope(view: ToepenView) -> float:
    """A rough chance of the last trick: of two cards or more, the average mastery of the best two."""
    best = sorted((mastery(view, card) for card in view.hand), reverse=True)
    if not best:  # The last card is down already: does it win so far?
        (mine,) = [card for seat, card in view.trick if seat == view.seat]
        return float(mine == _best_so_far(view))
    if len(best) > 1:
        return sum(best[:2]) / 2
    card = view.hand[0]
    if not view.trick:
        return best[0] if view.leader == view.seat else best[0] / 2
    return best[0] if _wins_so_far(view, card) else 0.0


def _best_so_far(view: ToepenView) -> Card | None:
    led = suit_led(view.trick)
    able = [card for seat, card in view.trick if seat in view.alive and card.suit == led]
    return max(able, key=lambda card: ORDER[card.rank], default=None)


def _wins_so_far(view: ToepenView, card: Card) -> bool:
    best = _best_so_far(view)
    if best is None:
        return not view.trick
    return card.suit == best.suit and ORDER[card.rank] > ORDER[best.rank]


def card_to_play(view: ToepenView, cards: list[Card]) -> Card:
    """Only the last trick pays (T12): keep the masters for it, but take the third trick for its lead."""
    by_mastery = sorted(cards, key=lambda card: (mastery(view, card), ORDER[card.rank]))
    if len(view.hand) == 2 and view.trick:
        winning = [card for card in by_mastery if _wins_so_far(view, card)]
        return winning[0] if winning else by_mastery[0]
    return by_mastery[0]


@dataclass(frozen=True)
class Character:
    """A player: how much hope he needs, how often he doubts an exchange, how often he bluffs.

    >>> from cardlab.game import new_game
    >>> state = new_game("toepen", seed=1)
    >>> BOTS["stan"](state.view(state.to_act), Random(1)).verb
    'keep'
    """

    stays_from: float
    """He stays with this much hope."""
    knocks_from: float
    """He knocks with this much hope while the stake is one."""
    doubts: float
    bluffs: float
    whistles: bool = True
    """Does he announce three or four jacks, though he need not (T37, T39)?"""

    def __call__(self, view: ToepenView, rng: Random) -> Action | None:
        """His move when he is due; out of turn a knock, or None."""
        assert view.seat is not None
        verbs = [action.verb for action in view.legal]
        # The higher the stake has already gone, the surer he wants to be.
        if "knock" in verbs and 1 - hope(view) <= (1 - self.knocks_from) / view.stake:
            return Action(view.seat, "knock")
        if view.seat != view.to_act:
            return None
        match view.phase:
            case "play":
                cards = [action.cards[0] for action in view.legal if action.verb == "play"]
                return Action(view.seat, "play", (card_to_play(view, cards),))
            case "answer" | "pelt":
                return Action(view.seat, "stay" if self._stays(view) else "fold")
            case "exchange":
                return Action(view.seat, "exchange" if self._exchanges(view, rng) else "keep")
            case "challenge":
                return Action(view.seat, "challenge" if rng.random() < self.doubts else "accept")
        return next(action for action in view.legal if (action.verb != "silent") == self.whistles)

    def _stays(self, view: ToepenView) -> bool:
        assert view.seat is not None
        if view.lives[view.seat] + view.stake - 1 >= view.rules.limit:
            return True  # Folding would put him out; staying may not (TA18).
        return hope(view) >= self.stays_from

    def _exchanges(self, view: ToepenView, rng: Random) -> bool:
        if is_honest(view.hand):
            return True
        # A bluff costs a life if it is called (T7), so nobody bluffs on his last one or with a ten.
        assert view.seat is not None
        weak = sum(card.rank in LOW for card in view.hand) == 3 and all(
            c.rank is not Rank.TEN for c in view.hand
        )
        return weak and view.lives[view.seat] < view.rules.limit - 2 and rng.random() < self.bluffs


BOTS: dict[str, Bot] = {
    # T46: Thijs has won a lot. He stays and knocks on strength, and he does not tell of his jacks.
    "thijs": Character(stays_from=0.8, knocks_from=0.85, doubts=0.1, bluffs=0.1, whistles=False),
    # T46: Tim often loses. He stays on hardly any hope, knocks too soon and doubts everybody.
    "tim": Character(stays_from=0.05, knocks_from=0.45, doubts=0.4, bluffs=0.4),
    # T48: Thomas plays averagely.
    "thomas": Character(stays_from=0.5, knocks_from=0.8, doubts=0.2, bluffs=0.1),
    # T48: Stan only goes on when he is sure of winning.
    "stan": Character(stays_from=0.95, knocks_from=0.98, doubts=0.05, bluffs=0.0),
}
