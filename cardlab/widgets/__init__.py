"""What a notebook shows and answers to. The only part that imports ipywidgets and anywidget."""

from cardlab.widgets.explorer import Explorer
from cardlab.widgets.replay import Replay
from cardlab.widgets.table import Table

__all__ = ["Explorer", "Replay", "Table"]
