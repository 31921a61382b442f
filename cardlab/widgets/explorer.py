"""The explorer: change a number or a house rule, and see the exact chance, the picture and an experiment."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from threading import RLock
from typing import Any

import anywidget
from ipywidgets import HTML, Button, Checkbox, Dropdown, HBox, VBox
from traitlets import Unicode

from cardlab.exploration import Control, Exploration, find_exploration, said
from cardlab.probability.estimate import Estimate, spaced
from cardlab.probability.monte_carlo import estimate
from cardlab.widgets.front import read_front
from cardlab.widgets.still import Still

FIRST, MOST = 100, 10_000
"""So many deals in the first experiment; each further one has ten times as many, up to the most."""


class _Answer(anywidget.AnyWidget):
    """The answer, as a screen reader speaks it at each change; it keeps the keys too, see explorer.js."""

    _esm = read_front("explorer.js")
    _css = read_front("explorer.css")
    text = Unicode().tag(sync=True)


class Explorer(Still, VBox):
    """A question of chance with controls: a number, a house rule; see `cardlab.exploration`.

    ``game`` is a game's name and ``name`` one of its explorations, without it the first; or else an
    exploration of your own; ``large`` is for projecting it in class. ``start`` are values to begin with.
    Raises Refused for what there is not.

    >>> explorer = Explorer("hole_cards", "suit_or_colour", hand_size=2)
    >>> explorer.exact
    Fraction(3203, 5525)
    >>> explorer.simulate()
    0.570 ± 0.050 (n = 100)
    >>> explorer.close()
    """

    def __init__(
        self,
        game: str | Exploration = "toepen",
        name: str = "",
        *,
        seed: int = 1,
        large: bool = False,
        **start: Any,
    ) -> None:
        self.exploration = game if isinstance(game, Exploration) else find_exploration(game, name)
        self.exploration.check(start)
        self.values = self.exploration.defaults() | start
        """What the controls say now."""
        self.seed = seed
        self._lock = RLock()  # JupyterLab lets a click be answered while a cell or another click is
        self.found: Estimate | None = None
        """What the last experiment with these values has found."""
        self.controls = {
            name: self._control(name, control) for name, control in self.exploration.controls.items()
        }
        self._answer, self._chances, self._course = _Answer(), HTML(), HTML()
        self._button = Button(layout={"width": "max-content"})
        self._button.on_click(self._guard(self._clicked))
        self._large = Checkbox(value=large, description="Large, for projecting", indent=False)
        self._large.layout.width = "auto"
        self._large.observe(self._guard(lambda _: self._show()), "value")
        heading = f"<h3>{escape(self.exploration.title)}</h3><p>{escape(self.exploration.question)}</p>"
        pictures = HBox([self._chances, self._course], layout={"flex_flow": "row wrap"})
        asked = [HTML(heading), *self.controls.values(), self._large]
        super().__init__([*asked, self._answer, self._button, pictures])
        self.add_class("cardlab-live").add_class("cardlab-explorer")
        self._show()

    @property
    def exact(self) -> Any:
        """The exact chance for the values of now."""
        return self.exploration.exact(**self.values)

    def change(self, **values: Any) -> None:
        """Set controls, as a person does with the mouse. Raises Refused for a value that one cannot have."""
        self.exploration.check(values)
        for name, value in values.items():
            self.controls[name].value = value

    def simulate(self) -> Estimate:
        """Make the next experiment, with ten times as many deals as the last one."""
        with self._lock:
            self.found = estimate(self.exploration.trial(**self.values), self._next_n(), self.seed)
            self._show()
            return self.found

    def _clicked(self, _: Any) -> None:
        if self._is_done():
            self._answer.text = (
                f"{self._sentence()} {spaced(MOST)} is the most; change a value to begin again."
            )
            return
        self._button.description = "Trying ..."  # It may take seconds. Disabled it would lose the focus.
        self.simulate()

    def _control(self, name: str, control: Control) -> Any:
        label = f"{control.label} ({control.clause})" if control.clause else control.label
        # Not a slider: that of ipywidgets has no name for a screen reader. The arrow keys move here as well.
        widget = Dropdown(
            options=[(said(value), value) for value in control.values],
            value=self.values[name],
            description=label,
            style={"description_width": "initial"},
            layout={"width": "min(100% - 4px, 28em)", "height": "auto", "flex_flow": "row wrap"},
        )

        def changed(change: Any) -> None:
            self.values = self.values | {name: change["new"]}
            self.found = None
            self._show()

        widget.observe(self._guard(changed), "value")
        return widget

    def _guard(self, callback: Callable[[Any], Any]) -> Callable[[Any], None]:
        """A callback whose error is said in the explorer, since nobody reads a kernel's log."""

        def guarded(argument: Any) -> None:
            with self._lock:
                try:
                    callback(argument)
                except Exception as error:
                    self._answer.text = f"That went wrong: {error}"
                    self._offer()

        return guarded

    def _show(self) -> None:
        self._answer.text = self._sentence()
        pictures = [self.exploration.picture(self.values, self.found)]
        if self.found:
            pictures.append(self.found.convergence(self.exact, ylabel=self.exploration.answer))
        if self._large.value:
            pictures = [picture.large() for picture in pictures]
            self.add_class("large")
        else:
            self.remove_class("large")
        self._chances.value, self._course.value = [*(picture.html for picture in pictures), ""][:2]
        self._offer()

    def _next_n(self) -> int:
        return min(10 * self.found.n, MOST) if self.found else FIRST

    def _offer(self) -> None:
        times = f"{spaced(self._next_n())} times"
        self._button.description = f"Tried {times}, the most" if self._is_done() else f"Try it {times}"

    def _is_done(self) -> bool:
        return self.found is not None and self.found.n == MOST

    def _sentence(self) -> str:
        exact = self.exact
        fraction = f"{exact} = " if exact.denominator < 10**6 else ""
        said = f"Exactly: {fraction}{float(exact):.4f}."
        if self.found:
            said += f" In {spaced(self.found.n)} experiments: {self.found.figures()}."
        return said

    def __repr__(self) -> str:
        controls = self.exploration.controls
        chosen = "; ".join(f"{controls[name].label}: {said(value)}" for name, value in self.values.items())
        return f"{self.exploration.title} ({chosen}) {self._sentence()}"

    def _picture(self) -> str:
        return f"<p>{escape(repr(self))}</p>{self.exploration.picture(self.values, self.found).html}"
