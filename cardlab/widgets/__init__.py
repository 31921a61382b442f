"""What a notebook shows and answers to: the table. The only part that imports ipywidgets and anywidget."""

from cardlab.widgets.table import Table

__all__ = ["Table"]
