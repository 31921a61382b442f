"""What a saved notebook shows of a widget: a still picture with its text, which gives way to the widget."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from IPython.display import display

VIEW = "application/vnd.jupyter.widget-view+json"

_STYLE = (
    "<style>"
    # While the widget is there, the picture is not.
    ":is(.jp-OutputArea, .output_container, .output):has(.cardlab-live) .cardlab-still{display:none}"
    # Where no kernel runs, JupyterLab would say under the picture that it has not found a model.
    ".jp-OutputArea:has(.cardlab-still) .jp-OutputArea-output.jupyter-widgets:not(:has(*)){display:none}"
    "</style>"
)


class Still:
    """A part of each widget, which puts the class ``cardlab-live`` on what it draws."""

    @abstractmethod
    def _picture(self) -> str:
        """The still picture, as HTML."""

    def close(self) -> None:
        """Close the widget with all that belongs to it."""
        widget: Any = self
        if widget.comm is not None:
            for part in _parts(widget):
                part.close()
        super().close()  # type: ignore[misc]

    def _outputs(self) -> list[dict[str, Any]]:
        """The picture and the live widget, as two outputs of a cell.

        In one output they would exclude each other: a saved notebook that is opened again without a kernel
        would say that the model was not found, and show no picture.
        """
        widget: Any = self
        html = f'<div class="cardlab-still">{self._picture()}{_STYLE}</div>'
        found: list[dict[str, Any]] = [{"text/html": html, "text/plain": repr(self)}]
        live = None if widget.comm is None else widget._repr_mimebundle_()
        if live is not None:  # else it has been closed
            bundle = live[0] if isinstance(live, tuple) else live
            found.append({VIEW: bundle[VIEW]})
        return found

    def _ipython_display_(self) -> None:
        for bundle in self._outputs():
            display(bundle, raw=True)  # type: ignore[no-untyped-call]


def _parts(widget: Any) -> Iterator[Any]:
    """The widgets that a widget has opened, those inside of others too."""
    for name in ("layout", "style", "children"):
        found = getattr(widget, name, ())
        for part in found if isinstance(found, tuple) else (found,):
            yield from _parts(part)
            yield part
