"""Bots that can play any game; rules of thumb for one game live with that game."""

from cardlab.bots.uniform import uniform

__all__ = ["uniform"]
