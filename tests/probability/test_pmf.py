"""Distributions, held to going through every case."""

import copy
import pickle
from collections import Counter
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import combinations, product
from statistics import fmean, pvariance

import pytest

from cardlab.cards import Rank
from cardlab.probability.pmf import Pmf
from cardlab.refused import Refused

VALUES = [1, 1, 2, 5, 8, 13]
PAIRS = [a + b for a, b in combinations(VALUES, 2)]
PMF = Pmf.from_counts(PAIRS)


def share(cases, outcome):
    return Fraction(cases.count(outcome), len(cases))


def test_the_chances_are_the_shares_of_the_cases():
    assert {outcome: PMF[outcome] for outcome in PMF} == {one: share(PAIRS, one) for one in PAIRS}
    assert all(type(chance) is Fraction for chance in PMF.chances.values())
    assert PMF == Pmf.from_counts(Counter(PAIRS)) == Pmf({one: share(PAIRS, one) for one in reversed(PAIRS)})
    assert PMF[99] == 0
    assert list(PMF) == sorted(set(PAIRS))


def test_mean_and_variance_are_those_of_the_cases():
    assert PMF.mean() == Fraction(sum(PAIRS), len(PAIRS))
    assert PMF.variance() == Fraction(sum(x * x for x in PAIRS), len(PAIRS)) - PMF.mean() ** 2
    assert float(PMF.mean()) == pytest.approx(fmean(PAIRS))
    assert float(PMF.variance()) == pytest.approx(pvariance(PAIRS))


def test_given_and_chance_go_through_the_cases():
    odd = [one for one in PAIRS if one % 2]
    assert PMF.given(lambda one: one % 2) == Pmf.from_counts(odd)
    assert PMF.chance(lambda one: one % 2) == Fraction(len(odd), len(PAIRS))
    assert PMF.chance(lambda one: False) == 0


def test_map_puts_equal_values_together():
    assert PMF.map(lambda one: one % 3) == Pmf.from_counts([one % 3 for one in PAIRS])


def test_the_sum_is_of_independent_ones():
    coin = Pmf.from_counts([0, 1, 1])
    assert PMF + coin == Pmf.from_counts([a + b for a, b in product(PAIRS, [0, 1, 1])])
    assert (PMF + coin).variance() == PMF.variance() + coin.variance()
    with pytest.raises(TypeError):
        PMF + 1


@pytest.mark.parametrize(
    ("chances", "sentence"),
    [
        ({}, "sum to 0"),
        ({1: Fraction(1, 2)}, "sum to 1/2"),
        ({1: Fraction(1, 2), 2: Fraction(2, 3)}, "sum to 7/6"),
        ({1: Fraction(3, 2), 2: Fraction(-1, 2)}, r"Fraction\(-1, 2\) is no chance for 2"),
        ({1: 0.5, 2: 0.5}, "0.5 is no chance for 1"),
    ],
)
def test_chances_that_are_none_are_refused(chances, sentence):
    with pytest.raises(Refused, match=sentence) as caught:
        Pmf(chances)
    assert caught.value.field == "chances"


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(Refused, match="no outcome"):
        PMF.given(lambda one: one > 99)
    with pytest.raises(Refused, match="no mean"):
        Pmf.from_counts("ab").mean()
    with pytest.raises(Refused, match="no case"):
        Pmf.from_counts([])


def test_it_cannot_be_changed():
    given = {1: Fraction(1)}
    pmf = Pmf(given)
    given[1] = Fraction(2)
    assert pmf[1] == 1
    with pytest.raises(FrozenInstanceError):
        pmf.chances = {}
    with pytest.raises(TypeError):
        pmf.chances[1] = Fraction(2)


def test_it_can_be_copied_and_kept_in_a_set():
    assert pickle.loads(pickle.dumps(PMF)) == copy.deepcopy(PMF) == PMF
    assert len({PMF, Pmf.from_counts(PAIRS)}) == 1


def test_outcomes_without_an_order_keep_theirs():
    ranks = [Rank.KING, Rank.TWO, Rank.ACE]
    assert list(Pmf.from_counts(ranks)) == ranks
    assert list(Pmf({"never": Fraction(0), "ever": Fraction(1)})) == ["ever"]


def test_the_table_is_text_and_html():
    pmf = Pmf.from_counts(["<b>", "x", "x"])
    assert pmf.table().splitlines()[1:] == ["<b>         1/3   0.3333", "x           2/3   0.6667"]
    html = pmf._repr_html_()
    assert "&lt;b&gt;</th><td>1/3</td><td>0.3333" in html
    assert html.count("<tr>") == 3


@pytest.mark.parametrize("pmf", [PMF, Pmf.from_counts([True, False]), Pmf.from_counts([Rank.ACE]), PMF + PMF])
def test_the_plot_is_a_picture_with_its_words(pmf):
    pytest.importorskip("matplotlib")
    picture = pmf.plot(alt="Some bars.")
    assert picture.png.startswith(b"\x89PNG")
    assert picture.alt == "Some bars."
    with pytest.raises(TypeError):
        pmf.plot()
