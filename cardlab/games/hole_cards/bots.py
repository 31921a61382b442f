"""Players of Hole Cards: one plays what is largest and knocks when it believes it is lowest (K18 to K20).

They differ only in how they count and in how far below the others they want to be before they knock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from cardlab.cards import Rank, shuffled
from cardlab.game import Bot
from cardlab.games.hole_cards.engine import HoleCardsView, count_cards
from cardlab.notation import Action

MEMORY = 6
"""The forgetful player remembers so many entries of the log."""


def by_the_log(view: HoleCardsView) -> tuple[int, ...]:
    """K18: the counts, from every play and every draw."""
    return view.counts


def from_memory(view: HoleCardsView) -> tuple[int, ...]:
    """The counts of one who remembers the last few entries only, as if all began with their first cards."""
    return count_cards(view.dealt, view.log[-MEMORY:])


@dataclass(frozen=True)
class Greedy:
    """Knock when low enough; else the largest play; else draw.

    >>> from cardlab.game import new_game
    >>> state = new_game("hole_cards", position={"pile": "QH JD", "to_act": "A", "hands": {"A": "JS QC QD"}})
    >>> BOTS["counting"](state.view("A"), Random(1)).verb
    'knock'
    >>> sorted(Greedy(margin=None)(state.view("A"), Random(1)).cards)
    [Q♣, Q♦]
    """

    count: Callable[[HoleCardsView], tuple[int, ...]] = by_the_log
    margin: int | None = 1
    """So many cards below every other seat it wants to be before it knocks (K20); None: it never knocks."""

    def __call__(self, view: HoleCardsView, rng: Random) -> Action | None:
        """The move when it is due."""
        if view.seat is None or view.seat != view.to_act:
            return None
        if self.margin is not None and view.legal[-1].verb == "knock" and self._is_low(view, self.margin):
            return view.legal[-1]
        plays = [action for action in view.legal if action.verb == "play"]
        return best_play(view, plays, rng) if plays else view.legal[0]

    def _is_low(self, view: HoleCardsView, margin: int) -> bool:
        counts = self.count(view)
        others = [count for seat, count in enumerate(counts) if seat != view.seat]
        return len(view.hand) + margin <= min(others)


def best_play(view: HoleCardsView, plays: list[Action], rng: Random) -> Action:
    """K19: the most cards, no 2s if that can be, and a last card whose suit one still holds most of.

    The cards of a group are laid in the order in which they came to the hand; a tie is left to chance.
    """
    size = max([len(action.cards) for action in plays])
    largest = [action for action in plays if len(action.cards) == size]
    if size > 1:
        came = [*shuffled([card for card in view.hand if card not in view.drawn], rng), *view.drawn]
        largest = [action for action in largest if action.cards[-1] == max(action.cards, key=came.index)]

    def worth(action: Action) -> tuple[bool, int]:
        last = action.cards[-1]
        return last.rank is not Rank.TWO, sum([card.suit is last.suit for card in view.hand])

    return max(shuffled(largest, rng), key=worth)


BOTS: dict[str, Bot] = {
    "counting": Greedy(),
    "forgetful": Greedy(count=from_memory),
    # KA20: where the others have one turn more, a lead of one card is too little.
    "cautious": Greedy(margin=2),
}
