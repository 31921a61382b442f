"""Exercises: checks and hints for students; releasing and grading for teachers."""

from cardlab.checking.checks import Checks
from cardlab.checking.plain import same

__all__ = ["Checks", "same"]
