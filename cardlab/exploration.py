"""Questions of chance with numbers and house rules to change, each answered exactly and by experiment.

Each game states its own in ``games/NAME/explorations.py``; `cardlab.widgets.Explorer` shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from math import nan
from typing import Any

from cardlab.game import GAMES, Rules, find_game
from cardlab.plots import Picture, series
from cardlab.probability.estimate import Estimate
from cardlab.probability.monte_carlo import Trial
from cardlab.refused import Refused, did_you_mean


@dataclass(frozen=True)
class Control:
    """Something that may be changed: its label, what it may be, what it is at first."""

    label: str
    values: tuple[Any, ...]
    default: Any
    clause: str = ""
    """The clause of a house rule."""

    def said(self, value: Any) -> str:
        """A value as it is said where the label is not beside it: a word alone, a number with its label."""
        return said(value) if isinstance(value, str) else f"{self.label}: {said(value)}"


def rule(rules: type[Rules], name: str, *values: Any) -> Control:
    """The control of a house rule, made from its field; with these values, or else with all that it lists.

    >>> from cardlab.games.hole_cards.rules import HoleCardsRules
    >>> rule(HoleCardsRules, "match")
    Control(label='match', values=('suit', 'colour'), default='suit', clause='KA3')
    """
    item = next(item for item in fields(rules) if item.name == name)
    numbers = item.metadata["numbers"]
    known = values or (tuple(numbers) if numbers is not None else item.metadata["values"])
    return Control(name.replace("_", " "), known, item.default, item.metadata["clause"])


@dataclass(frozen=True, kw_only=True)
class Exploration:
    """A question, what may be changed in it, and its two answers.

    ``exact`` takes the values of the controls by name and gives the chance; ``trial`` takes them and gives
    one deal or game of chance: did it happen? ``along`` names the control that runs along the axis of the
    picture, and each value of ``compared`` gets a row of its own. ``level`` is a chance to compare with, such
    as that at which it does not matter what one does.
    """

    title: str
    question: str
    answer: str
    """What the chance is the chance of, as the picture's axis says it."""
    controls: Mapping[str, Control]
    along: str
    compared: str = ""
    exact: Callable[..., Fraction]
    trial: Callable[..., Trial]
    level: Callable[..., Fraction] | None = None
    level_name: str = ""

    def defaults(self) -> dict[str, Any]:
        """The values that the controls have at first."""
        return {name: control.default for name, control in self.controls.items()}

    def check(self, values: Mapping[str, Any]) -> None:
        """Raise Refused for a value that a control cannot have."""
        for name, value in values.items():
            if name not in self.controls:
                meant = did_you_mean(name, list(self.controls))
                raise Refused(name, f"There is nothing of this name to change. {meant}")
            if value not in self.controls[name].values:
                right = ", ".join(map(str, self.controls[name].values))
                raise Refused(name, f"{value!r} is not possible; right would be one of {right}.")

    def picture(self, values: Mapping[str, Any], found: Estimate | None = None) -> Picture:
        """The exact chances along the axis, with a mark at these values and the estimate for them, if any."""
        axis, place = self.controls[self.along], values[self.along]
        compared = self.controls.get(self.compared)
        rows = {"chance": dict[str, Any]()}
        if compared:
            rows = {compared.said(row): {self.compared: row} for row in compared.values}
        chosen = compared.said(values[self.compared]) if compared else "chance"
        exact = {
            name: [float(self.exact(**{**values, **row, self.along: x})) for x in axis.values]
            for name, row in rows.items()
        }
        alt = "; ".join(
            f"{name}: " + ", ".join(f"{y:.3f} at {x}" for x, y in zip(axis.values, row, strict=True))
            for name, row in exact.items()
        )
        where = f"{place}, {chosen}" if compared else f"{place}"
        alt += f"; marked at {where}: {exact[chosen][axis.values.index(place)]:.3f}"
        level = self.level(**values) if self.level else None
        if level is not None:
            alt += f"; {self.level_name}: {float(level):.3f}"
        simulated, errors = {}, {}
        if found is not None:
            alt += f"; simulated there: {found.figures()}"
            simulated[chosen] = [found.value if x == place else nan for x in axis.values]
            errors[chosen] = [found.error if x == place else nan for x in axis.values]
        return series(
            axis.values,
            exact,
            simulated,
            errors,
            xlabel=axis.label,
            ylabel=self.answer,
            alt=f"{self.answer} by {axis.label}: {alt}.",
            level=None if level is None else float(level),
            here=(chosen, place),
        )


def said(value: Any) -> str:
    """A value of a control or of a house rule as a person would say it.

    >>> said("four_naturals"), said(True), said(Fraction(3, 5)), said(None)
    ('four naturals', 'yes', '3/5', 'as usual')
    """
    if value is None:
        return "as usual"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def find_exploration(game: str, name: str = "") -> Exploration:
    """The exploration of a name, or the first one of the game. Raises Refused for an unknown one.

    >>> find_exploration("toepen", "bluff")
    Traceback (most recent call last):
    cardlab.refused.Refused: exploration: Toepen has no 'bluff'. Known are: exchange, last_card, rubber.
    """
    known: Mapping[str, Exploration] = find_game(game).explorations
    title = find_game(game).title
    if not known:
        raise Refused("game", f"{title} has no explorations; right would be one of {', '.join(GAMES)}.")
    if name and name not in known:
        raise Refused("exploration", f"{title} has no {name!r}. {did_you_mean(name, list(known))}")
    return known[name or next(iter(known))]
