"""The one error for what cannot be: it names the field that is wrong and says what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


class Sentence(ValueError):
    """An error that a notebook shows as its one sentence, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """What IPython prints in place of a traceback."""
        return [f"{type(self).__name__}: {self}"]


class Refused(Sentence):
    """An option, a seat, a card or a position that cannot be, with the field that is wrong.

    >>> raise Refused("lives", "A has -1 lives; a count is never below 0.")
    Traceback (most recent call last):
    cardlab.refused.Refused: lives: A has -1 lives; a count is never below 0.
    """

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(field, sentence)
        self.field = field
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.field}: {self.sentence}"


def check_number(field: str, value: object, least: int, most: int | None = None) -> None:
    """Refuse what is not a whole number in a range. Raises Refused.

    >>> check_number("cards", 2.5, 0, 52)
    Traceback (most recent call last):
    cardlab.refused.Refused: cards: 2.5 is not possible; right would be a whole number from 0 to 52.
    """
    if type(value) is not int or value < least or (most is not None and value > most):
        to = "" if most is None else f" to {most}"
        raise Refused(field, f"{value!r} is not possible; right would be a whole number from {least}{to}.")


def did_you_mean(word: object, known: Sequence[str]) -> str:
    """The end of a sentence that refuses a word.

    >>> did_you_mean("player", ["players", "limit"])
    'Did you mean players?'
    >>> did_you_mean("x", ["players", "limit"])
    'Known are: players, limit.'
    """
    close = get_close_matches(str(word), known, n=1)
    return f"Did you mean {close[0]}?" if close else f"Known are: {', '.join(known)}."
