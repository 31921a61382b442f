"""The lesson plans: one page each, and every fraction and decimal in them is what the toolkit finds."""

import json
import re
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import pytest

from cardlab.games.hand_and_foot.odds import count_openings, expected_wilds, p_no_wild
from cardlab.games.hole_cards.odds import p_can_play_single
from cardlab.games.toepen.odds import p_exchange_hand, p_someone_has_exchange_hand
from cardlab.probability.exact import at_least, hypergeometric
from cardlab.probability.monte_carlo import Estimate

PLANS = Path(__file__).resolve().parents[1] / "notebooks" / "plans"
NUMBER = r"\d+(?:,\d{3})*(?:/\d+(?:,\d{3})*|\.\d+)"
"""A fraction or a decimal; whole numbers are minutes, cards and the like."""

low = p_exchange_hand()
no_joker = hypergeometric(0, drawn=5, marked=2, population=10)
fits = p_can_play_single(5, "KH")
pair = at_least(2, drawn=4, marked=3, population=9)
first_king = [min(places) for places in combinations(range(1, 11), 4)]
intervals = [Estimate.of_share(k, 20, seed=1).interval() for k in range(14, 21)]


def too_high(decks: int) -> Fraction:
    """By which part of itself "put back" is too high for no wild card in eleven."""
    return Fraction(8, 9) ** 11 / p_no_wild(11, decks) - 1


def p_open_tiny(rule: str) -> Fraction:
    pack = {"ranks": [(10, 4), (10, 4)], "wilds": [(50, 2)], "others": 0}
    return Fraction(count_openings(50, 5, wild_rule=rule, **pack), comb(10, 5))


def error(p: float, n: int) -> float:
    return sqrt(p * (1 - p) / n)


def cost_of_staying(p: Fraction, stake: int) -> Fraction:
    return (1 - p) * (stake + 1)


NUMBERS = {
    "plan_1_rare_or_not": {
        "7.3": 144 * low,
        "91/1798": Fraction(comb(16, 4), comb(32, 4)),
        "0.051": low,
        "1/2": Fraction(16, 32),
        "0.0625": Fraction(1, 2) ** 4,
        "176/477": at_least(1, drawn=11, marked=2, population=54),
        "0.369": at_least(1, drawn=11, marked=2, population=54),
        "22/54": 2 * Fraction(11, 54),
        "0.407": 2 * Fraction(11, 54),
        "0.202": 4 * low,
        "0.195": p_someone_has_exchange_hand(4),
        "1/35,960": Fraction(1, comb(32, 4)),
        "6/28": hypergeometric(2, drawn=2, marked=4, population=8),
        "3/14": hypergeometric(2, drawn=2, marked=4, population=8),
        "1/4": Fraction(4, 8) ** 2,
    },
    "plan_2_memory": {
        "4/5": Fraction(8, 10),
        "0.328": Fraction(4, 5) ** 5,
        "0.33": Fraction(4, 5) ** 5,
        "0.22": no_joker,
        "0.027": error(float(no_joker), 240),
        "11/9": expected_wilds(11),
        "56/252": Fraction(comb(8, 5), comb(10, 5)),
        "2/9": no_joker,
        "0.222": no_joker,
        "12.7": Fraction(100 * 55, 432),
        "0.899": fits,
        "0.887": 1 - Fraction(33, 51) ** 5,
        "1/5": Fraction(2, 10),
        "0.268": p_no_wild(11, 6),
        "0.236": p_no_wild(11, 1),
        "4.2": Fraction(100 * 55, 432 * 3),
        "4.5": 100 * too_high(3),
    },
    "plan_3_now_or_wait": {
        "11/5": Fraction(sum(first_king), len(first_king)),
        "6/5": Fraction(sum(first_king), len(first_king)) - 1,
        "2/3": Fraction(320 + 20, 510),
        "1/3": Fraction(1, 2 + 1),
        "1/4": Fraction(1, 3 + 1),
        "8/3": cost_of_staying(Fraction(1, 3), 3),
    },
    "plan_4_how_sure": {
        "0.899": fits,
        "0.067": error(float(fits), 20),
        "0.017": error(float(fits), 300),
        "17/42": pair,
        "0.405": pair,
        "17/21": 2 * pair,
        "0.810": 2 * pair,
        "0.119": fits**20,
        "0.52": Fraction(13, 25),
        "0.10": error(0.52, 25),
        "0.02": error(0.5, 625),
    },
    "plan_5_one_rule": {
        "1/63": p_open_tiny("four_naturals"),
        "7/9": p_open_tiny("outnumber"),
        "1/16": Fraction(2, 2**5),
        "1/32": Fraction(2, 2**6),
        "0.40": 1 - Fraction(19, 20) ** 10,
        "0.73": Fraction(22, 30),
        "0.08": error(22 / 30, 30),
    },
}
GIVEN = {"plan_4_how_sure": {"0.7", "0.6", "0.48", "0.52/25", "0.48/25"}}
"""Numbers that a plan chooses: an axis, a question, and what stands under a root."""


def text_of(name: str) -> str:
    cells = json.loads((PLANS / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells)


def is_right(said: str, value: Fraction | float) -> bool:
    """Is a fraction the value, or a decimal the value rounded?"""
    said = said.replace(",", "")
    if "/" in said:
        return Fraction(said) == value
    digits = len(said.partition(".")[2])
    return abs(Fraction(said) - Fraction(value)) <= Fraction(1, 2 * 10**digits)


def test_every_plan_is_looked_at():
    assert sorted(path.stem for path in PLANS.glob("*.ipynb")) == sorted(NUMBERS)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_numbers_of_a_plan_are_right(name):
    wrong = {said: value for said, value in NUMBERS[name].items() if not is_right(said, value)}
    assert not wrong


@pytest.mark.parametrize("name", NUMBERS)
def test_no_number_of_a_plan_is_left_unchecked(name):
    text = re.sub(r"\*\*95 % intervals.*", "", text_of(name))  # has a test of its own
    assert set(re.findall(NUMBER, text)) - GIVEN.get(name, set()) == set(NUMBERS[name])


def test_the_intervals_of_plan_4_are_wilsons():
    text = text_of("plan_4_how_sure")
    found = re.findall(r"(\d+): (\d\.\d\d)–(\d\.\d\d)", text)
    assert found == [(str(k), f"{a:.2f}", f"{b:.2f}") for k, (a, b) in enumerate(intervals, 14)]


def test_whole_numbers_of_the_plans():
    mean, spread = float(144 * low), 144 * error(float(low), 144)
    assert (int(mean - 2 * spread), int(mean + 2 * spread)) == (2, 12)
    assert "from 2 to 12 is usual" in text_of("plan_1_rare_or_not")
    assert "C(16, 4) = 1,820 of C(32, 4) = 35,960" in text_of("plan_1_rare_or_not")
    assert (comb(16, 4), comb(32, 4)) == (1820, 35960)
    assert [comb(4, n) * comb(4, 5 - n) for n in (1, 2, 3, 4)] == [4, 24, 24, 4]
    assert "4 + 24 + 24 + 4 = 56" in text_of("plan_2_memory")
    assert round(100 * too_high(6)) == 2
    assert "With six packs it is about 2 %" in text_of("plan_2_memory")
    assert [cost_of_staying(Fraction(1, stake + 1), stake) for stake in (1, 2, 3)] == [1, 2, 3]
    assert round(30 * p_open_tiny("outnumber")) == 23
    assert round(2 * 30 * p_open_tiny("four_naturals")) == 1
    assert "half a deal of thirty by A (1/63) and 23 by B" in text_of("plan_5_one_rule")


@pytest.mark.parametrize("name", NUMBERS)
def test_a_plan_is_one_page(name):
    """So many words, with their table, were seen to fit on a page of A4."""
    assert len(text_of(name).split()) <= 460
