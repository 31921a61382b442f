"""How nbval compares the lessons: a picture by its text, since its dots depend on Matplotlib's version."""

from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.option.nbval_sanitize_with = str(Path(__file__).with_name("sanitize.cfg"))
