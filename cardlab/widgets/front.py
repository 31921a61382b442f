"""The front end's files: several small ones make up the one module that a widget sends to the browser."""

from __future__ import annotations

from pathlib import Path


def read_front(*names: str) -> str:
    """The files of these names, one after the other; a later one uses what the earlier ones define.

    >>> read_front("scene.js", "table.js").count("export default")
    1
    """
    return "\n".join([Path(__file__).with_name(name).read_text(encoding="utf-8") for name in names])
