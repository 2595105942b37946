"""Sections as a page of HTML: one file that needs no other, loads nothing and runs nothing."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from gamebook.report.cells import words
from gamebook.report.section import Facts, Lines, Part, Section, Table

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; padding: 0 1rem; max-width: 60rem; }
h1, h2 { line-height: 1.2; } h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
h1 span, h2 span { font-weight: normal; }
h1, h2, td, th, dt, dd, p { unicode-bidi: isolate; overflow-wrap: anywhere; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
td, th { padding: 0.15rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
.r { text-align: right; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1.5rem; }
dt { font-weight: bold; } dd { margin: 0; }
p { white-space: pre-wrap; }
"""
"""Cells, titles and lines are isolated: marks that turn the direction of writing end with the text they are in."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The browser loads nothing and runs nothing, whatever the page holds."""
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160)], "\N{REPLACEMENT CHARACTER}")


def html_text(sections: Iterable[Section]) -> str:
    """A page: its title is that of the first section; everything that comes from a book is escaped."""
    found = list(sections)
    title = next((section.title for section in found if section.title), "Report")
    body = "".join(_section(section, "h2" if number else "h1") for number, section in enumerate(found))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{_plain(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def _section(section: Section, level: str) -> str:
    aside = f"<span>{_plain(section.aside)}</span>" if section.aside else ""
    heading = f"<{level}>{_plain(section.title)}{aside}</{level}>\n" if section.title or aside else ""
    return f"<section>\n{heading}{''.join(map(_part, section.parts))}</section>\n"


def _part(part: Part) -> str:
    match part:
        case Table(head=head, rows=rows):
            sides = part.sides.ljust(len(head), "l")
            lines = "".join(f"<tr>{_row([words(cell) for cell in row], sides, 'td')}</tr>\n" for row in rows)
            return (
                f"<div><table>\n<thead><tr>{_row(head, sides, 'th')}</tr></thead>\n<tbody>\n{lines}</tbody>\n"
                "</table></div>\n"
            )
        case Facts(rows=rows):
            return f"<dl>\n{''.join(_fact(name, words(cell)) for name, cell in rows)}</dl>\n"
        case Lines(lines=lines):
            return f"<p>{'<br>'.join(map(_plain, lines))}</p>\n" if lines else ""


def _row(cells: Sequence[str], sides: str, tag: str) -> str:
    return "".join(
        f'<{tag} class="r">{_plain(cell)}</{tag}>' if side == "r" else f"<{tag}>{_plain(cell)}</{tag}>"
        for cell, side in zip(cells, sides, strict=True)
    )


def _fact(name: str, value: str) -> str:
    return f"<dt>{_plain(name)}</dt><dd>{_plain(value)}</dd>\n"


def _plain(text: str) -> str:
    """A text in which nothing is markup, and no letter a control."""
    return html.escape(text.translate(_CONTROLS))
