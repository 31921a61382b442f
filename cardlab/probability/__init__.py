"""Chance, exact and by experiment. Nothing here belongs to one game."""
