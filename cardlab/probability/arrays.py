"""NumPy for the modules that work on many deals at once, or a plain sentence where it is missing."""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(
        "Many deals at once need NumPy, which is not installed here: pip install numpy"
    ) from error

__all__ = ["Numbers", "Truths", "np"]

Numbers = NDArray[Any]
"""Whole numbers without a sign, of one byte or two."""
Truths = NDArray[np.bool_]
