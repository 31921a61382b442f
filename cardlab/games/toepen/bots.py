"""Bots."""

from __future__ import annotations

from cardlab.game import Bot

BOTS: dict[str, Bot] = {}
