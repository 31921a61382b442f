"""Every scenario of the rules comes out as it expects."""

from pathlib import Path

import pytest

from cardlab.referee import read_scenarios, referee

SCENARIOS = read_scenarios(Path(__file__).parents[1] / "scenarios" / "hand_and_foot")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario):
    assert str(referee(scenario)) == f"{scenario['id']}: ok"


def test_there_are_scenarios():
    assert len(SCENARIOS) >= 38
