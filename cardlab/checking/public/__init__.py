"""What a student's copy knows of each exercise: one module by its id, with TITLE and QUESTIONS."""

from __future__ import annotations

import importlib
from pathlib import Path

from cardlab.checking.question import Question
from cardlab.refused import Refused, did_you_mean


def public_ids() -> list[str]:
    """The ids of the exercises whose public part is in this copy of cardlab."""
    return sorted(path.stem.replace("_", "-") for path in Path(__file__).parent.glob("[a-z]*.py"))


def public_part(exercise: str) -> tuple[str, dict[str, Question]]:
    """The title and the questions of an exercise, as a student's copy knows them.

    >>> title, questions = public_part("toepen-2-bluff")
    >>> title
    'Toepen 2: does he bluff?'
    """
    known = public_ids()
    if exercise not in known:
        raise Refused("exercise", f"There is no exercise {exercise!r}. {did_you_mean(str(exercise), known)}")
    module = importlib.import_module(f"cardlab.checking.public.{exercise.replace('-', '_')}")
    return module.TITLE, {question.id: question for question in module.QUESTIONS}
