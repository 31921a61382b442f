"""Toepen, the Dutch last-trick game with knocking: rules.md, engine, bots, odds."""

from cardlab.game import Game
from cardlab.games.toepen.bots import BOTS
from cardlab.games.toepen.engine import ToepenState, ToepenView
from cardlab.games.toepen.explorations import EXPLORATIONS
from cardlab.games.toepen.position import from_position
from cardlab.games.toepen.rules import VERBS, WORDS, ToepenRules

GAME = Game(
    name="toepen",
    title="Toepen",
    rules=ToepenRules,
    from_position=from_position,
    verbs=VERBS,
    words=WORDS,
    bots=BOTS,
    explorations=EXPLORATIONS,
)

__all__ = ["GAME", "ToepenRules", "ToepenState", "ToepenView"]
