"""The bot that knows only what is legal."""

from __future__ import annotations

from random import Random

from cardlab.game import View
from cardlab.notation import Action


def uniform(view: View, rng: Random) -> Action | None:
    """Any legal move, each as likely as the others, when due; it never interrupts.

    >>> from cardlab.game import new_game
    >>> uniform(new_game("toepen", seed=1).view("A"), Random(1)) is None
    True
    """
    return rng.choice(view.legal) if view.seat == view.to_act else None
