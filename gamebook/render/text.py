"""Sections as plain text: the columns of a table in line.

Where the page is narrow, titles of columns are folded; if that is not enough, one column gives way, and its words go on
below. The first column names the row: a name that is too long stands whole on a line of its own, above the rest of its
row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size

from gamebook.render.styled import Styled
from gamebook.report.cells import words
from gamebook.report.section import Facts, InWords, Lines, Section, Table

GAP = "  "
NARROWEST = 12
"""Cells that the column which gives way keeps."""
TITLE = "bold"


def text_parts(sections: Iterable[Section], width: int | None = None) -> Iterator[Styled]:
    """Sections one by one, an empty line between them; each is asked for when it is needed.

    Args:
        sections: the report.
        width: cells of the page; None: as wide as it takes.
    """
    for number, section in enumerate(each for each in sections if not each.is_picture):
        text = Styled("\n" if number else "")
        if section.title or section.aside:
            text.append(section.title, TITLE).append(f"{section.aside}\n")
        text.append_all(*(_part(part, width) for part in section.in_words))
        if section.how:
            text.append(f"{section.how}\n", "dim")
        yield text


def text(sections: Iterable[Section], width: int | None = None) -> Styled:
    """The same in one piece."""
    return Styled().append_all(*text_parts(sections, width))


def _part(part: InWords, width: int | None) -> Styled:
    match part:
        case Table():
            return _table(part, width)
        case Facts(rows=rows, width=None):
            return Styled().append_all(
                *(Styled().append(name, TITLE).append(f": {words(cell)}\n") for name, cell in rows)
            )
        case Facts(rows=rows, width=wide):
            return Styled().append_all(
                *(Styled().append(f"{name:{wide}}", TITLE).append(f"{words(cell)}\n") for name, cell in rows)
            )
        case Lines(lines=lines):
            return Styled("".join(f"{line}\n" for line in lines))


def _table(table: Table, width: int | None) -> Styled:
    """Lines of a table, a newline after each."""
    sides = table.sides.ljust(len(table.head), "l")
    rows = [[words(cell) for cell in row] for row in table.rows]
    inner = [max((cell_len(row[i]) for row in rows), default=0) for i in range(len(table.head))]
    heads = [("", title) for title in table.head]
    widths = _widths(heads, inner)
    if width is not None and _over(widths, width) > 0:
        heads = [_folded(title, least) for title, least in zip(table.head, inner, strict=True)]
        widths = _widths(heads, inner)
        gives = table.gives % len(table.head)
        widths[gives] = max(min(widths[gives], NARROWEST), widths[gives] - max(0, _over(widths, width)))
        heads[gives] = _folded(table.head[gives], widths[gives])
    text = Styled()
    for line in zip(*heads, strict=True):
        if any(line):
            text.append(_line(line, widths, sides), "dim").append("\n")
    for row in rows:
        if cell_len(row[0]) > widths[0]:
            text.append(f"{row[0]}\n")
            row[0] = ""
        lines = [_wrapped(cell, wide) for cell, wide in zip(row, widths, strict=True)]
        for line in zip_longest(*lines, fillvalue=""):
            text.append(_line(line, widths, sides)).append("\n")
    return text


def _wrapped(words: str, width: int) -> list[str]:
    """Words on as many lines as it takes; a single word that is too long is cut."""
    if cell_len(words) <= width:
        return [words]
    lines: list[str] = []
    for word in words.split():
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _widths(heads: Sequence[tuple[str, str]], inner: Sequence[int]) -> list[int]:
    """Cells that each column takes."""
    return [max(least, *map(cell_len, head)) for head, least in zip(heads, inner, strict=True)]


def _over(widths: Sequence[int], width: int) -> int:
    """Cells by which columns are too wide for a page."""
    return sum(widths) + len(GAP) * (len(widths) - 1) - width


def _folded(title: str, least: int) -> tuple[str, str]:
    """A title on two lines, if that makes a column narrower whose cells take at least some width."""
    words = title.split()
    ways = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(max(1, len(words)))]
    return min(ways, key=lambda way: max(least, *map(cell_len, way)))


def _line(cells: Sequence[str], widths: Sequence[int], sides: str) -> str:
    return GAP.join(_cell(*each) for each in zip(cells, widths, sides, strict=True)).rstrip()


def _cell(words: str, width: int, side: str) -> str:
    if cell_len(words) > width:
        return set_cell_size(words, width - 1) + "…"
    blanks = " " * (width - cell_len(words))
    return blanks + words if side == "r" else words + blanks
