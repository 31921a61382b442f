"""Pictures of numbers in one house style, each with its alternative text.

Matplotlib is imported when a picture is drawn, not before. Two colours that colour-blind eyes tell apart,
and different marks as well; no title inside the picture, for the text around it says what it is.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from numbers import Real
from typing import Any

EXACT, SIMULATED, REFERENCE = "#0072b2", "#d55e00", "#595959"
PAGE, PROJECTOR = (5.4, 3.7, 120), (4.8, 3.8, 240)
"""Width and height in inches and dots in an inch. Letters keep their inches, so that on the narrower sheet
they take more of it."""
_SIZE = "max-width:100%;max-height:90vh"


class Picture:
    """A drawn picture with its alternative text, shown by Jupyter where it is the last value of a cell."""

    def __init__(self, figure: Any, alt: str, sheet: tuple[float, float, int] = PAGE) -> None:
        stream = BytesIO()
        *inches, dpi = sheet
        figure.set_size_inches(inches)
        figure.savefig(stream, format="png", dpi=dpi, metadata={"Software": None})
        self.png = stream.getvalue()
        self.alt = alt
        self._figure = figure

    def large(self) -> Picture:
        """The same for a projector: letters and marks that can be read at the back of the class.

        >>> picture = bars(["lose", "win"], [0.75, 0.25], xlabel="outcome", ylabel="chance", alt="Two bars.")
        >>> picture.large().alt
        'Two bars.'
        """
        return Picture(self._figure, self.alt, PROJECTOR)

    @property
    def html(self) -> str:
        """The picture with its text, for any page."""
        data = b64encode(self.png).decode()
        return f'<img style="{_SIZE}" alt="{escape(self.alt)}" src="data:image/png;base64,{data}">'

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        # As HTML too: nbconvert's pages would leave out the text of an image that stands alone.
        bundle = {"image/png": self.png, "text/html": self.html, "text/plain": f"Picture: {self.alt}"}
        return bundle, {"image/png": {"alt": self.alt}}


def compare(
    x: Sequence[float],
    exact: Sequence[float],
    simulated: Sequence[float] = (),
    errors: Sequence[float] = (),
    reference: Sequence[float] = (),
    *,
    xlabel: str,
    ylabel: str,
    alt: str,
    reference_name: str = "for comparison",
    by_hand: Sequence[tuple[float, float]] = (),
) -> Picture:
    """Exact chances as dots, simulated ones as rings with two standard errors either way, on one axis.

    The reference, if given, is a dashed line; crosses are chances counted by hand. ``alt`` is the picture in
    words, for those who do not see it.

    >>> compare([1, 2], [0.5, 0.25], xlabel="cards", ylabel="chance", alt="Two dots.").alt
    'Two dots.'
    """
    figure, axes = _paper(xlabel, ylabel)
    if reference:
        axes.plot(x, reference, "--", color=REFERENCE, label=reference_name)
    axes.plot(x, exact, "o", color=EXACT, clip_on=False, label="exact")
    if simulated:
        axes.errorbar(
            x, simulated, [2 * error for error in errors] or None, fmt="o", ms=11, mfc="none", capsize=4,
            color=SIMULATED, clip_on=False, label="simulated, ± 2 standard errors",
        )  # fmt: skip
    if by_hand:
        _crosses(axes, by_hand)
    axes.set_ylim(0, 1)
    axes.set_xticks(list(x))
    axes.legend(frameon=False, fontsize=11)
    return Picture(figure, alt)


def series(
    x: Sequence[float],
    exact: Mapping[str, Sequence[float]],
    simulated: Mapping[str, Sequence[float]] | None = None,
    errors: Mapping[str, Sequence[float]] | None = None,
    by_hand: Sequence[tuple[float, float]] = (),
    *,
    xlabel: str,
    ylabel: str,
    alt: str,
    level: float | None = None,
    top: float = 1,
    here: tuple[str, float] | None = None,
) -> Picture:
    """Several rows of exact chances by their names, each with a mark and a kind of line of its own.

    Simulated ones of the same name have the same mark, larger and hollow, with two standard errors either
    way; crosses are chances counted by hand. ``level`` is a dotted line, and the axis ends at ``top``.
    ``here`` is a row and a place on the axis to point at: that row is thicker, with a large mark there and a
    line down from it.

    >>> series([1, 2], {"suit": [0.5, 0.7]}, xlabel="cards", ylabel="chance", alt="It rises.").alt
    'It rises.'
    """
    figure, axes = _paper(xlabel, ylabel)
    if level is not None:
        axes.axhline(level, linestyle=":", color=REFERENCE)
    label = "simulated, ± 2 standard errors"
    for name, mark, line in zip(exact, "os^D", ("-", "--", "-.", ":"), strict=False):
        chosen = here is not None and here[0] == name
        width = {"lw": 3} if chosen else {}
        axes.plot(
            x, exact[name], mark + line, ms=5, color=EXACT, clip_on=False, label=f"{name}, exact", **width
        )
        if here is not None and chosen:
            place, height = here[1], exact[name][list(x).index(here[1])]
            axes.plot([place, place], [0, height], color=REFERENCE, lw=1, zorder=1)
            axes.plot(place, height, mark, ms=10, color=EXACT, clip_on=False)
        if simulated and name in simulated:
            axes.errorbar(
                x, simulated[name], [2 * error for error in errors[name]] if errors else None, fmt=mark,
                ms=11, mfc="none", capsize=4, color=SIMULATED, clip_on=False, label=label,
            )  # fmt: skip
            label = ""  # Once is enough: the mark says which row it is.
    if by_hand:
        _crosses(axes, by_hand)
    axes.set_ylim(0, top)
    axes.set_xticks(list(x))
    if here is None:
        axes.legend(frameon=False, fontsize=11)
    else:  # the line down leaves no corner that is sure to be free
        figure.legend(frameon=False, fontsize=10, loc="outside upper center", ncols=2, columnspacing=1)
    return Picture(figure, alt)


def bars(x: Sequence[Any], height: Sequence[float], *, xlabel: str, ylabel: str, alt: str) -> Picture:
    """Exact chances as bars: at their place on the axis if the outcomes are numbers, else side by side.

    >>> bars(["lose", "win"], [0.75, 0.25], xlabel="outcome", ylabel="chance", alt="Two bars.").alt
    'Two bars.'
    """
    figure, axes = _paper(xlabel, ylabel)
    are_numbers = all(isinstance(one, Real) and not isinstance(one, bool) for one in x)
    axes.bar([float(one) if are_numbers else str(one) for one in x], height, color=EXACT)
    if all(isinstance(one, int) for one in height):
        axes.yaxis.get_major_locator().set_params(integer=True)  # there is no half a submission
    if are_numbers and len(x) <= 20:
        axes.set_xticks([float(one) for one in x], [str(one) for one in x])
    return Picture(figure, alt)


def funnel(
    rows: Sequence[tuple[int, float, float, float]], exact: float | None = None, *, ylabel: str, alt: str
) -> Picture:
    """An estimate in the band of its 95 % interval; a row holds the trials so far, value, low and high end.

    >>> funnel([(1, 0.0, 0.0, 0.8), (10, 0.4, 0.2, 0.7)], 0.5, ylabel="chance", alt="It narrows.").alt
    'It narrows.'
    """
    figure, axes = _paper("trials", ylabel)
    n, values, low, high = zip(*rows, strict=True)
    axes.fill_between(n, low, high, color=SIMULATED, alpha=0.2, label="95 % interval")
    axes.plot(n, values, color=SIMULATED, label="estimate")
    if exact is not None:
        axes.axhline(exact, linestyle="--", color=EXACT, label="exact")
    axes.set_xscale("log")
    axes.legend(frameon=False, fontsize=11)
    return Picture(figure, alt)


def runs(
    courses: Mapping[str, Sequence[tuple[int, float]]], exact: float, spread: float, *, ylabel: str, alt: str
) -> Picture:
    """How several estimates of one number went, in the funnel of two standard errors about the exact one.

    A row holds the trials so far and the value; ``spread`` is the standard deviation of a single trial.

    >>> runs({"seed 1": [(10, 0.6), (100, 0.52)]}, 0.5, 0.5, ylabel="chance", alt="It settles.").alt
    'It settles.'
    """
    figure, axes = _paper("trials", ylabel)
    n = sorted({trials for rows in courses.values() for trials, _ in rows})
    low, high = ([exact + side * 2 * spread / trials**0.5 for trials in n] for side in (-1, 1))
    axes.fill_between(n, low, high, color=EXACT, alpha=0.15, label="exact ± 2 standard errors")
    axes.axhline(exact, color=EXACT)
    for (name, rows), line in zip(courses.items(), ("-", "--", "-.", ":"), strict=False):
        axes.plot(*zip(*rows, strict=True), line, color=SIMULATED, label=name)
    axes.set_xscale("log")
    axes.legend(frameon=False, fontsize=11)
    return Picture(figure, alt)


def differences(rows: Mapping[str, tuple[float, float]], matters: float, *, xlabel: str, alt: str) -> Picture:
    """Differences with two standard errors either way, one below the other, by what would matter.

    A row holds the difference and its standard error; the band shows what is too small to matter.

    >>> differences({"colour": (1.7, 0.1)}, 0.5, xlabel="moves more", alt="It matters.").alt
    'It matters.'
    """
    figure, axes = _paper(xlabel, "")
    axes.axvspan(-matters, matters, color=REFERENCE, alpha=0.15, label="too small to matter")
    axes.axvline(0, linestyle=":", color=REFERENCE)
    values, errors = zip(*rows.values(), strict=True)
    axes.errorbar(
        values, range(len(rows)), xerr=[2 * error for error in errors], fmt="o", capsize=4, color=SIMULATED,
        label="simulated, ± 2 standard errors",
    )  # fmt: skip
    axes.set_yticks(range(len(rows)), list(rows), fontsize=12)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.legend(frameon=False, fontsize=11, loc="lower center", bbox_to_anchor=(0.5, 1))
    return Picture(figure, alt)


def _crosses(axes: Any, by_hand: Sequence[tuple[float, float]]) -> None:
    axes.plot(*zip(*by_hand, strict=True), "x", ms=13, mew=2, color="black", clip_on=False, label="by hand")


def _paper(xlabel: str, ylabel: str) -> tuple[Any, Any]:
    """An empty figure in the house style and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    axes = figure.subplots()
    axes.set_xlabel(xlabel, fontsize=12)
    axes.set_ylabel(ylabel, fontsize=12)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
