"""Paragraphs as XHTML, for the page and for the e-book."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape as html_escape

from gamebook.letters import printable
from gamebook.publish.document import (
    MOST_SLOTS,
    Block,
    Divider,
    Foes,
    Grid,
    Paragraph,
    Picture,
    Run,
    Runs,
    Sheet,
    plain,
)

Link = Callable[[str], str]
"""The address of a chapter."""
ImageAddress = Callable[[Picture], str | None]
"""The address of an image; None where there is none."""

STYLE = """
html { font-family: Georgia, "Libertinus Serif", serif; line-height: 1.5; }
body { max-width: 34em; margin: 0 auto; padding: 1em; overflow-wrap: break-word; }
h1, h2, h3, h4 { text-align: center; line-height: 1.2; }
section { margin: 0 0 3em; }
p { margin: .4em 0; }
p.prose + p.prose { text-indent: 1.2em; margin-top: -.4em; }
p.choice { margin-left: 1.2em; text-indent: -1.2em; }
p.choice::before { content: "•"; display: inline-block; width: 1.2em; text-indent: 0; }
:not(.choice) + p.choice { margin-top: .9em; }
h3.head { margin: 1.2em 0 .4em; font-size: 1em; text-align: start; }
p.quote { margin: .6em 2em; font-style: italic; }
p.verse { margin-left: 2em; }
p.ending { text-align: center; font-style: italic; }
p.note { font-size: .8em; border-left: 3px solid; padding-left: .6em; }
.l1 { padding-left: 1.5em; } .l2 { padding-left: 3em; } .l3 { padding-left: 4.5em; } .l4 { padding-left: 6em; }
table.foes { border: 1px solid; border-collapse: collapse; margin: .8em auto; }
table.foes th, table.foes td { border: 1px solid; padding: .2em .7em; font-weight: normal; }
table.foes th { font-weight: bold; text-align: left; overflow-wrap: anywhere; min-width: 5em; }
table.foes td, table.grid th, table.grid td { overflow-wrap: normal; }
table.grid { border-collapse: collapse; margin: .8em auto; font-variant-numeric: tabular-nums; }
table.grid th, table.grid td { border: 1px solid; padding: .1em .4em; }
table.grid .left { text-align: start; } table.grid .center { text-align: center; }
table.grid .right { text-align: end; }
div.wide { overflow-x: auto; }
table.sheet { border-collapse: collapse; width: 100%; }
table.sheet th, table.sheet td { border-bottom: 1px solid; padding: .3em; text-align: left; font-weight: normal; }
table.sheet th { overflow-wrap: anywhere; }
figure { text-align: center; margin: 1em 0; }
img { max-width: 100%; height: auto; }
hr { border: none; text-align: center; }
hr::before { content: "* * *"; }
"""
_DEEPEST = 4


def escape(text: str) -> str:
    """Any letters, as text or the value of an attribute."""
    return html_escape(printable(text), quote=True)


def identifier(text: str) -> str:
    """A word that can be an identifier."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", text)


def runs(parts: Runs, link: Link) -> str:
    """Letters with their looks."""
    return "".join(_run(run, link) for run in parts)


def _run(run: Run, link: Link) -> str:
    words = escape(run.text).replace("\n", "<br/>")
    if run.code:
        words = f"<code>{words}</code>"
    if run.italic:
        words = f"<em>{words}</em>"
    if run.bold:
        words = f"<strong>{words}</strong>"
    if run.chapter:
        return f'<a class="turn" href="{escape(link(run.chapter))}">{words}</a>'
    if run.address:
        return f'<a href="{escape(run.address)}">{words}</a>'
    return words


def blocks(parts: Iterable[Block], link: Link, source: ImageAddress) -> Iterator[str]:
    """Paragraphs, each an element."""
    for block in parts:
        deep = f" l{min(block.level, _DEEPEST)}" if block.level else ""
        match block:
            case Paragraph():
                mark = f"{escape(block.mark)} " if block.mark else ""
                tag = "h3" if block.kind == "head" else "p"
                yield f'<{tag} class="{block.kind}{deep}" dir="auto">{mark}{runs(block.runs, link)}</{tag}>'
            case Foes():
                yield _foes(block, deep)
            case Grid():
                yield _grid(block, deep, link)
            case Picture():
                address = source(block)
                caption = f'<figcaption dir="auto">{escape(block.caption)}</figcaption>' if block.caption else ""
                image = f'<img src="{escape(address)}" alt="{escape(block.caption)}"/>' if address else ""
                yield f"<figure>{image}{caption}</figure>"
            case Divider():
                yield "<hr/>"


def _foes(box: Foes, deep: str) -> str:
    rows = "".join(
        f'<tr><th scope="row" dir="auto">{escape(name)}</th>'
        + "".join(f"<td>{escape(stat)} {escape(value)}</td>" for stat, value in stats)
        + "</tr>"
        for name, stats in box.foes
    )
    return f'<div class="wide"><table class="foes{deep}">{rows}</table></div>'


def _grid(grid: Grid, deep: str, link: Link) -> str:
    """A table with its heads."""
    rows = ""
    for number, line in enumerate(grid.lines):
        rows += "<tr>"
        for place, (cell, align) in enumerate(zip(line, grid.columns, strict=True)):
            scope = "col" if not number else "row" if grid.sides and not place else ""
            head = scope and plain(cell)  # an empty cell is the head of nothing
            tag, said = ("th", f' scope="{scope}"') if head else ("td", "")
            rows += f'<{tag}{said} class="{align}" dir="auto">{runs(cell, link)}</{tag}>'
        rows += "</tr>"
    return f'<div class="wide"><table class="grid{deep}">{rows}</table></div>'


def sheet(lines: Sheet) -> str:
    """The adventure sheet as a table."""
    rows = []
    for line in lines.lines:
        boxes = "☐ " * line.boxes if line.kind in ("item", "codeword") else escape(line.start)
        roll = f" <small>{escape(line.roll)}</small>" if line.roll else ""
        rows.append(f'<tr><th scope="row" dir="auto">{escape(line.name)}{roll}</th><td>{boxes}</td></tr>')
    for name, places in lines.limits:
        slots = "<br/>" * min(places, MOST_SLOTS)
        rows.append(f'<tr><th scope="row" dir="auto">{escape(name)} ({places})</th><td>{slots}</td></tr>')
    return f'<table class="sheet">{"".join(rows)}</table>' if rows else ""
