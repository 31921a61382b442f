"""What all tests share."""

import subprocess
import sys

import pytest


def pytest_sessionstart(session: pytest.Session) -> None:
    # Matplotlib's first import on a machine reads its fonts, and may say so in the output of a lesson.
    if not hasattr(session.config, "workerinput") and not session.config.option.collectonly:
        subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], check=False)
