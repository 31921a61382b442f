"""Bots that can play any game, and the finding of bots by name; rules of thumb live with their game."""

from cardlab.bots.determinized import Determinized, Prospects
from cardlab.bots.uniform import uniform
from cardlab.game import Bot, Game
from cardlab.refused import Refused, did_you_mean

__all__ = ["Determinized", "Prospects", "bots_of", "find_bot", "uniform"]


def bots_of(game: Game) -> dict[str, Bot]:
    """The bots that can play a game, by name: its own and those that can play any.

    >>> from cardlab.game import find_game
    >>> list(bots_of(find_game("toepen")))
    ['thijs', 'tim', 'thomas', 'stan', 'random']
    """
    return {**game.bots, "random": uniform}


def find_bot(game: Game, name: str) -> Bot:
    """The bot of a name. Raises Refused for an unknown one.

    >>> from cardlab.game import find_game
    >>> find_bot(find_game("toepen"), "stam")
    Traceback (most recent call last):
    cardlab.refused.Refused: bots: There is no bot 'stam' in Toepen. Did you mean stan?
    """
    known = bots_of(game)
    if name not in known:
        raise Refused("bots", f"There is no bot {name!r} in {game.title}. {did_you_mean(name, list(known))}")
    return known[name]
