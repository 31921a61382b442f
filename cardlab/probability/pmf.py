"""A distribution: every outcome with its exact chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from numbers import Real
from types import MappingProxyType
from typing import Any

from cardlab.plots import Picture, bars
from cardlab.refused import Refused


@dataclass(frozen=True, repr=False)
class Pmf:
    """Outcomes and their chances: fractions that sum to one. ("Probability mass function".)

    Numbers are sorted, other outcomes keep their order; those of no chance are left out. Raises Refused for
    chances that are none.

    >>> coin = Pmf({0: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> (coin + coin).map(lambda heads: heads > 0)
    Pmf({False: 1/4, True: 3/4})
    """

    chances: Mapping[Any, Fraction]

    def __post_init__(self) -> None:
        for outcome, chance in self.chances.items():
            if not isinstance(chance, Fraction | int) or chance < 0:
                right = "right would be a Fraction of 0 or more, such as Fraction(1, 2)"
                raise Refused("chances", f"{chance!r} is no chance for {outcome!r}; {right}.")
        total = sum(self.chances.values())
        if total != 1:
            raise Refused("chances", f"They sum to {total}, and not to 1.")
        found = [(outcome, Fraction(chance)) for outcome, chance in self.chances.items() if chance]
        if all(isinstance(outcome, Real) for outcome, _ in found):
            found.sort(key=lambda item: item[0])
        object.__setattr__(self, "chances", MappingProxyType(dict(found)))

    @staticmethod
    def from_counts(cases: Iterable[Hashable]) -> Pmf:
        """From cases that are equally likely, or from a mapping of each outcome to its number of cases.

        >>> Pmf.from_counts([1, 1, 2]) == Pmf.from_counts({1: 4, 2: 2})
        True
        """
        counts = Counter(cases)
        total = sum(counts.values())
        if total < 1:
            raise Refused("cases", "There is no case to count.")
        return Pmf({outcome: Fraction(count, total) for outcome, count in counts.items()})

    def __getitem__(self, outcome: Any) -> Fraction:
        """The chance of one outcome: 0 if it never happens."""
        return self.chances.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.chances)

    def __hash__(self) -> int:
        return hash(frozenset(self.chances.items()))

    def __reduce__(self) -> Any:
        return Pmf, (dict(self.chances),)  # A mapping that cannot be changed cannot be pickled either.

    def chance(self, event: Callable[[Any], Any]) -> Fraction:
        """The chance of all outcomes for which the event holds.

        >>> Pmf.from_counts(range(1, 7)).chance(lambda dots: dots > 4)
        Fraction(1, 3)
        """
        return sum((chance for outcome, chance in self.chances.items() if event(outcome)), Fraction(0))

    def given(self, event: Callable[[Any], Any]) -> Pmf:
        """What is left when the event is known to hold. Raises Refused if it never does.

        >>> Pmf.from_counts(range(1, 7)).given(lambda dots: dots > 4)
        Pmf({5: 1/2, 6: 1/2})
        """
        whole = self.chance(event)
        if not whole:
            raise Refused("event", "It holds for no outcome, and so nothing can be said given it.")
        return Pmf({outcome: chance / whole for outcome, chance in self.chances.items() if event(outcome)})

    def map(self, function: Callable[[Any], Any]) -> Pmf:
        """The distribution of a function of the outcome: those with the same value are put together.

        >>> Pmf.from_counts(range(1, 7)).map(lambda dots: dots % 3)
        Pmf({0: 1/3, 1: 1/3, 2: 1/3})
        """
        return _gather((function(outcome), chance) for outcome, chance in self.chances.items())

    def __add__(self, other: Pmf) -> Pmf:
        """The distribution of the sum of two that do not depend on each other."""
        if not isinstance(other, Pmf):
            return NotImplemented
        pairs = ((a, b) for a in self.chances for b in other.chances)
        return _gather((a + b, self[a] * other[b]) for a, b in pairs)

    def mean(self) -> Any:
        """The outcomes weighed with their chances: a Fraction if they are whole numbers or fractions.

        >>> Pmf.from_counts(range(1, 7)).mean()
        Fraction(7, 2)
        """
        for outcome in self.chances:
            if not isinstance(outcome, Real):
                raise Refused("outcomes", f"{outcome!r} is no number, and so there is no mean.")
        return sum((outcome * chance for outcome, chance in self.chances.items()), Fraction(0))

    def variance(self) -> Any:
        """The mean of the squared distance from the mean.

        >>> Pmf.from_counts(range(1, 7)).variance()
        Fraction(35, 12)
        """
        mean = self.mean()
        return self.map(lambda outcome: (outcome - mean) ** 2).mean()

    def table(self) -> str:
        """A line for each outcome: its chance as a fraction and as a decimal.

        >>> print(Pmf.from_counts({"win": 1, "lose": 2}).table())
        outcome  chance  decimal
        win         1/3   0.3333
        lose        2/3   0.6667
        """
        rows = self._rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(f"{a:{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in rows)

    def _rows(self) -> list[tuple[str, str, str]]:
        rows = [(str(outcome), str(p), f"{float(p):.4f}") for outcome, p in self.chances.items()]
        return [("outcome", "chance", "decimal"), *rows]

    def plot(self, *, alt: str, xlabel: str = "outcome", ylabel: str = "chance") -> Picture:
        """A bar for each outcome; ``alt`` is the picture in words, for those who do not see it.

        >>> Pmf.from_counts("ab").plot(alt="Two bars of the same height.").alt
        'Two bars of the same height.'
        """
        return bars(
            list(self.chances), [*map(float, self.chances.values())], xlabel=xlabel, ylabel=ylabel, alt=alt
        )

    def _repr_html_(self) -> str:
        head, *rows = [[escape(word) for word in row] for row in self._rows()]
        top = "".join(f'<th scope="col">{word}</th>' for word in head)
        body = "".join(f'<tr><th scope="row">{a}</th><td>{b}</td><td>{c}</td></tr>' for a, b, c in rows)
        return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"

    def __repr__(self) -> str:
        return f"Pmf({{{', '.join(f'{outcome!r}: {chance}' for outcome, chance in self.chances.items())}}})"


def _gather(pairs: Iterable[tuple[Any, Fraction]]) -> Pmf:
    """Outcomes with their chances, where an outcome may come more than once."""
    chances: dict[Any, Fraction] = {}
    for outcome, chance in pairs:
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return Pmf(chances)
