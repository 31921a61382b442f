"""Every scenario of Toepen comes out as it expects, and is told again from its record."""

from pathlib import Path

import pytest

from cardlab.referee import read_scenarios, referee

SCENARIOS = read_scenarios(Path(__file__).parents[1] / "scenarios" / "toepen")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario):
    assert str(referee(scenario)) == f"{scenario['id']}: ok"


def test_there_are_scenarios():
    assert len(SCENARIOS) >= 38
    assert len({scenario["id"] for scenario in SCENARIOS}) == len(SCENARIOS)
