"""cardlab: the rules, the chances and the scoring of three card games, for lessons in Jupyter."""

from cardlab.cards import Card
from cardlab.game import new_game
from cardlab.referee import referee

__all__ = ["Card", "new_game", "referee"]
