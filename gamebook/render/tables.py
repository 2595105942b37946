"""Tables of plain text: columns in line, one of which gives way where the page is narrow."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

GAP = "  "
NARROWEST = 12
"""Cells that the column which gives way keeps."""


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "", width: int | None = None, gives: int = -1
) -> Text:
    """Lines of a table, a newline after each.

    Args:
        head: a title for each column.
        rows: the cells, as many in each row as there are titles.
        right: `r` for each column whose cells stand to the right, `l` for others; missing letters are `l`.
        width: cells of the page; None: as wide as it takes.
        gives: the column that is cut short where the page is narrow; by default the last.
    """
    sides = right.ljust(len(head), "l")
    widths = [max(cell_len(line[i]) for line in (head, *rows)) for i in range(len(head))]
    gives %= len(head)
    if width is not None:
        over = sum(widths) + len(GAP) * (len(head) - 1) - width
        widths[gives] = max(min(widths[gives], NARROWEST), widths[gives] - max(0, over))
    text = Text()
    text.append(_line(head, widths, sides), "dim").append("\n")
    for row in rows:
        text.append(_line(row, widths, sides)).append("\n")
    return text


def _line(cells: Sequence[str], widths: Sequence[int], sides: str) -> str:
    return GAP.join(_cell(*each) for each in zip(cells, widths, sides, strict=True)).rstrip()


def _cell(words: str, width: int, side: str) -> str:
    if cell_len(words) > width:
        return set_cell_size(words, width - 1) + "…"
    blanks = " " * (width - cell_len(words))
    return blanks + words if side == "r" else words + blanks
