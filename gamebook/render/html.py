"""Sections as a page of HTML: one file that needs no other and loads nothing.

The page says everything without its script, which sorts tables and moves the map. The only style and the only script
that a browser accepts in it are ours, known by their hashes: whatever the words of a book hold, nothing of it runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup
from msgspec.structs import replace

from gamebook.render.charts import chart_svg
from gamebook.render.data import finite, sections_data
from gamebook.render.dot import MapOptions, map_dot
from gamebook.render.inline_map import inline_map
from gamebook.render.page_policy import data_in_page, policy
from gamebook.render.picture import CannotDraw, Drawing, NoGraphviz
from gamebook.report.cells import Cell, Chapter, Place, words
from gamebook.report.section import Chart, Map, Part, Section, Table

FOLDER = Path(__file__).with_name("page")
MANY = 4
"""A page with so many titles has a list of contents."""
SHORT = 24
"""The most letters of a word that is never broken, and of a cell whose column may be as narrow as its longest word."""
DIGITS = 10
"""Significant digits of the numbers in the page's data."""
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160)], "\N{REPLACEMENT CHARACTER}")


def html_text(sections: Iterable[Section]) -> str:
    """A page: its title is that of the first section; everything that comes from a book is escaped."""
    found = list(sections)
    style, script = _file("page.css"), _file("page.js")
    anchors = {name: f"c{number}" for number, name in enumerate(_described(found), start=1)}
    titled = [(number, section.title) for number, section in enumerate(found, start=1) if section.title]
    text: str = _template("page.html").render(
        policy=policy(style, script),
        title=titled[0][1] if titled else "Report",
        style=Markup(style),
        script=Markup(script),
        contents=titled[1:] if len(titled) > MANY else [],
        sections=found,
        anchors=anchors,
        shown=lambda cell, link=True: _shown(cell, anchors if link else {}),
        map=lambda part: _map(part, anchors),
        data=_data(found),
    )
    return text


def html_sections(sections: Iterable[Section]) -> str:
    """The sections alone, without maps, to stand in another page; everything that comes from a book is escaped.

    A chapter leads nowhere by itself: the page finds its name in `data-chapter`.
    """
    found = [replace(each, parts=[part for part in each.parts if not isinstance(part, Map)]) for each in sections]
    anchors = {name: f"c{number}" for number, name in enumerate(_described(found), start=1)}
    text: str = _template("sections.html").render(
        sections=[each for each in found if each.parts],
        anchors=anchors,
        shown=lambda cell, **_: _named(cell),
        map=None,
    )
    return text


def _named(cell: Cell) -> str:
    """A cell in words; a chapter is a link that the page gives its meaning."""
    text = str(_clean(words(cell)))
    match cell:
        case Chapter(plain=chapter) | Place(chapter=chapter) if chapter:
            link: str = Markup('<a href="#" data-chapter="{}">{}</a>').format(str(_clean(chapter)), text)
            return link
    return text


def _described(sections: Iterable[Section]) -> Iterator[str]:
    """Chapters that have a line of their own, by name."""
    tables = (each.table if isinstance(each, Chart) else each for section in sections for each in section.parts)
    for table in tables:
        if isinstance(table, Table) and table.of_chapters:
            yield from (str(row[0].plain) for row in table.rows if isinstance(row[0], Chapter))


@cache
def _template(name: str) -> Template:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_clean,
    )
    environment.globals |= {
        "columns": lambda table: zip(table.head, map(partial(_look, table), range(len(table.head))), strict=True),
        "cells": lambda table, row: zip(row, _sides(table), strict=True),
        "has_long_word": lambda cell: max(map(len, words(cell).split()), default=0) > SHORT,
        "kind_of": _kind,
        "chart": _chart,
    }
    return environment.get_template(name)


def _file(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def _clean(value: object) -> object:
    """A text without controls; what is markup already stays."""
    return value if isinstance(value, Markup) else str(value).translate(_CONTROLS)


def _kind(part: Part) -> str:
    return type(part).__name__


def _sides(table: Table) -> str:
    return table.sides.ljust(len(table.head), "l")


def _look(table: Table, column: int) -> str:
    """The class of the head of a column."""
    if _sides(table)[column] == "r":
        return "r"
    return "prose" if any(len(words(row[column])) > SHORT for row in table.rows) else ""


def _shown(cell: Cell, anchors: Mapping[str, str]) -> str:
    """A cell in words; a chapter leads to its line."""
    text = str(_clean(words(cell)))
    match cell:
        case Chapter(plain=chapter) | Place(chapter=chapter) if chapter in anchors:
            link: str = Markup('<a href="#{}">{}</a>').format(anchors[chapter], text)
            return link
    return text


def _chart(chart: Chart) -> Markup:
    return Markup(chart_svg(chart).translate(_CONTROLS))


def _map(part: Map, anchors: Mapping[str, str]) -> Markup:
    options = MapOptions("structure" if part.numbers is None else "value", link="{chapter}", labels=False)
    says = "The map of the book: chapters, and the turns between them. The chapters are listed in a table."
    try:
        return inline_map(Drawing(map_dot(part.book, part.numbers, options)), says, anchors)
    except (NoGraphviz, CannotDraw) as error:
        return Markup("<p>There is no map: {}</p>").format(error)


def _data(sections: Sequence[Section]) -> Markup:
    """The report for programs."""
    return Markup(data_in_page(_short(finite(sections_data(sections)))).translate(_CONTROLS))


def _short(value: object) -> object:
    """Numbers with few digits: more would not be read, and make the page large."""
    match value:
        case float():
            return float(f"{value:.{DIGITS}g}")
        case dict():
            return {key: _short(each) for key, each in value.items()}
        case list() | tuple():
            return [_short(each) for each in value]
        case _:
            return value
