"""The scenarios of Hole Cards, each through the referee."""

from pathlib import Path

import pytest

from cardlab.referee import read_scenarios, referee

SCENARIOS = read_scenarios(Path(__file__).parents[1] / "scenarios" / "hole_cards")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario):
    report = referee(scenario)
    assert report.ok, str(report)


def test_a_wrong_expectation_is_noticed():
    scenario = next(one for one in SCENARIOS if one["id"] == "hole-colour")
    assert not referee({**scenario, "options": {"players": 3}}).ok
