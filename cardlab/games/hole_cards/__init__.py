"""Hole Cards, a shedding game with hidden hands and a knock: rules.md, engine, bots, odds."""

from cardlab.game import Game
from cardlab.games.hole_cards.bots import BOTS
from cardlab.games.hole_cards.engine import HoleCardsState, HoleCardsView
from cardlab.games.hole_cards.explorations import EXPLORATIONS
from cardlab.games.hole_cards.position import from_position
from cardlab.games.hole_cards.rules import VERBS, WORDS, HoleCardsRules

GAME = Game(
    name="hole_cards",
    title="Hole Cards",
    rules=HoleCardsRules,
    from_position=from_position,
    verbs=VERBS,
    words=WORDS,
    bots=BOTS,
    explorations=EXPLORATIONS,
)

__all__ = ["GAME", "HoleCardsRules", "HoleCardsState", "HoleCardsView"]
