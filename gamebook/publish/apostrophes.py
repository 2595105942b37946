"""Apostrophes as books print them: `l’été`, whether prose, a phrase of the language or a name says it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from gamebook.publish.document import Block, Document, Foes, Grid, Page, Paragraph, Picture, Runs, Section, Sheet, plain

_STRAIGHT = re.compile(r"(?<=[^\W\d_])'(?=\w)")


def curved(text: str) -> str:
    """The same letters, with a printed apostrophe wherever a straight one stands inside a word."""
    return _STRAIGHT.sub("’", text)


def with_apostrophes(document: Document) -> Document:
    """The same document with one kind of apostrophe in all its words."""
    return replace(
        document,
        title=curved(document.title),
        author=curved(document.author),
        front=tuple(map(_page, document.front)),
        rules=_page(document.rules),
        sections=tuple(map(_section, document.sections)),
        back=tuple(map(_page, document.back)),
        sheet=_sheet(document.sheet),
        labels={key: curved(words) for key, words in document.labels.items()},
    )


def _page(page: Page) -> Page:
    return replace(page, title=curved(page.title), blocks=tuple(_blocks(page.blocks)))


def _section(section: Section) -> Section:
    return replace(section, title=curved(section.title), blocks=tuple(_blocks(section.blocks)))


def _sheet(sheet: Sheet) -> Sheet:
    lines = (replace(line, name=curved(line.name), start=curved(line.start)) for line in sheet.lines)
    limits = ((curved(name), places) for name, places in sheet.limits)
    return replace(sheet, lines=tuple(lines), limits=tuple(limits), foe_stats=tuple(map(curved, sheet.foe_stats)))


def _blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        match block:
            case Paragraph():
                yield replace(block, runs=_runs(block.runs))
            case Grid():
                yield replace(block, lines=tuple(tuple(map(_runs, line)) for line in block.lines))
            case Foes():
                foes = (
                    (curved(name), tuple((curved(stat), value) for stat, value in stats)) for name, stats in block.foes
                )
                yield replace(block, foes=tuple(foes))
            case Picture():
                yield replace(block, caption=curved(block.caption))
            case _:
                yield block


def _runs(runs: Runs) -> Runs:
    """The same runs; a word can go on from one to the next."""
    words = plain(runs)
    if "'" not in words:
        return runs
    found, place, words = [], 0, curved(words)
    for run in runs:
        end = place + len(run.text)
        found.append(run if run.code else replace(run, text=words[place:end]))
        place = end
    return tuple(found)
