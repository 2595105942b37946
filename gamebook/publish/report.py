"""A report as PDF: its sections, with charts and the map, set by Typst."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field

from gamebook.publish.printing import explained, typst
from gamebook.publish.typeset import literal
from gamebook.render.charts import chart_svg
from gamebook.render.dot import MapOptions, map_dot
from gamebook.render.picture import CannotDraw, Drawing, NoGraphviz
from gamebook.report.cells import words
from gamebook.report.section import Chart, Facts, Lines, Map, Part, Section, Table

FONT = "Libertinus Serif"
"""Typst brings it along."""
LONG = 30
"""Letters of a short cell."""
HEAD = f"""#set page(paper: "a4", margin: (x: 20mm, y: 18mm), numbering: "1")
#set text(font: "{FONT}", size: 10pt, hyphenate: false)
#set table(stroke: none, inset: (x: 4pt, y: 2.5pt))
#show heading: set block(above: 1.4em, below: 0.7em, sticky: true)
#show table.cell.where(y: 0): set text(fill: rgb("#444"))
#let how(words) = block(text(9pt, fill: rgb("#444"), emph(words)))
#let whole(body) = block(above: 1.7em, layout(size => {{
  let one = block(width: size.width, breakable: false, body)
  if measure(one).height <= 297mm - 36mm {{ one }} else {{ body }}
}}))
#let figure-of(words, value) = stack(spacing: 4pt, text(9pt, fill: rgb("#444"), words), text(15pt, value))
"""
STYLE = f"""<style>
svg {{ font: 12px "{FONT}"; fill: #000; }}
.end {{ text-anchor: end; }} .mid {{ text-anchor: middle; }} .faint {{ fill: #444; }}
.line {{ stroke: #8888; }} polyline {{ fill: none; stroke-width: 2; }} .band {{ fill-opacity: 0.2; }}
.c0 {{ fill: #225ea8; }} .c1 {{ fill: #d55e00; }} .c2 {{ fill: #2a8a6a; }} .c3 {{ fill: #8a5aa8; }}
.c4 {{ fill: #9a7a10; }} .l0 {{ stroke: #225ea8; }} .l1 {{ stroke: #d55e00; }} .l2 {{ stroke: #2a8a6a; }}
.l3 {{ stroke: #8a5aa8; }} .l4 {{ stroke: #9a7a10; }}
</style>"""


def report_pdf(sections: Iterable[Section]) -> bytes:
    """A report as PDF: the same bytes for the same report.

    Raises:
        Unavailable: Typst is not installed.
        UsageError: the pages cannot be set.
    """
    setter = typst()
    work = _Typesetter()
    text = HEAD + "\n".join(work.lines(sections)) + "\n"
    with TemporaryDirectory(prefix="gamebook-") as name:
        folder = Path(name)
        for file, data in work.pictures.items():
            (folder / file).write_bytes(data)
        main = folder / "main.typ"
        main.write_text(text, "utf-8")
        with explained():
            found: bytes = setter.compile(str(main), format="pdf", root=name, timestamp=0)
    return found


class _Typesetter(Struct):
    pictures: dict[str, bytes] = field(default_factory=dict)
    """Files beside the source."""

    def lines(self, sections: Iterable[Section]) -> Iterator[str]:
        """The source, but its head."""
        for number, section in enumerate(sections):
            title = " ".join(f"{section.title}{section.aside}".split())
            if not number:
                yield f"#set document(title: {literal(title or '–')}, date: none)"
            found = [f"#heading(level: {2 if number else 1}, {literal(title)})"] if title else []
            for part in section.parts:
                found += self._part(part)
            if section.how:
                found.append(f"#how({literal(section.how)})")
            # A map fills what is left of a page, or the next one.
            torn = any(isinstance(part, Map) for part in section.parts)
            yield "\n".join(found if torn or not found else ["#whole[", *found, "]"])

    def _part(self, part: Part) -> Iterator[str]:
        match part:
            case Table():
                yield _table(part)
            case Facts(rows=rows, large=True):
                shown = ", ".join(f"figure-of({literal(name)}, {literal(words(cell))})" for name, cell in rows)
                yield f"#grid(columns: {len(rows)}, column-gutter: 1fr, {shown})"
            case Facts(rows=rows):
                cells = [(name, words(cell)) for name, cell in rows]
                yield _table(Table(("", ""), cells, "ll"), headed=False)
            case Lines(lines=lines):
                yield from (f"#par({literal(line)})" for line in lines)
            case Chart():
                svg = str(chart_svg(part)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
                start = svg.index(">") + 1
                yield "#" + self._picture(f"{svg[:start]}{STYLE}{svg[start:]}".encode(), "svg", part.says)
                yield _table(part.table)
            case Map():
                try:
                    data = Drawing(map_dot(part.book, part.numbers, MapOptions())).picture("png")
                except (NoGraphviz, CannotDraw) as error:
                    yield f"#par({literal(f'The map is missing: {error}.')})"
                else:
                    yield f"#block(height: 88%, width: 100%, {self._picture(data, 'png', 'The map of the book.')})"

    def _picture(self, data: bytes, suffix: str, says: str) -> str:
        """The picture as an expression."""
        name = f"picture{len(self.pictures)}.{suffix}"
        self.pictures[name] = data
        height = ", height: 100%" if suffix == "png" else ""
        return f'image("{name}", width: 100%{height}, fit: "contain", alt: {literal(says)})'


def _table(table: Table, *, headed: bool = True) -> str:
    """A table that goes on on the next page with its head."""
    count = len(table.head)
    if not table.rows or not count:
        return ""
    widest = table.gives % count
    columns = ["1fr" if number == widest and _is_long(table, number) else "auto" for number in range(count)]
    align = ["right" if side == "r" else "left" for side in table.sides.ljust(count, "l")]
    parts = [f"columns: ({', '.join(columns)},)", f"align: ({', '.join(align)},)"]
    if headed:
        parts.append(f"table.header({_cells(table.head)})")
    parts += [_cells([words(cell) for cell in row]) for row in table.rows]
    return f"#table({', '.join(parts)})"


def _is_long(table: Table, column: int) -> bool:
    """Whether the words in a column need lines of their own."""
    return any(len(words(row[column])) > LONG for row in table.rows)


def _cells(texts: Sequence[str]) -> str:
    return ", ".join(literal(text) for text in texts)
