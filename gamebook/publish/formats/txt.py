"""Plain text: nothing but letters, in lines of 72."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from textwrap import wrap

from gamebook.letters import printable
from gamebook.publish.document import Align, Block, Divider, Foes, Grid, Paragraph, Picture, Runs, Section, plain
from gamebook.publish.publication import Publication

WIDTH = 72
STEP = 4
_MARKS = {"choice": "* ", "quote": "| "}


def write(publication: Publication) -> bytes:
    """The content of the file."""
    return ("\n".join(_lines(publication)) + "\n").encode()


def _lines(publication: Publication) -> Iterator[str]:
    document = publication.document
    yield printable(document.title).upper()
    if document.author:
        yield printable(document.author)
    for page in document.flat_pages():
        yield ""
        yield ""
        if isinstance(page, Section):
            yield f"[{page.number}]" + "  [ ]" * page.boxes
            if "titles" in publication.options and page.title:
                yield printable(page.title)
        else:
            yield printable(page.title)
            yield "=" * len(page.title)
        yield from blocks(page.blocks)


def blocks(parts: Iterable[Block]) -> Iterator[str]:
    """The lines of some paragraphs, each after an empty one."""
    for block in parts:
        if isinstance(block, Picture) and not block.caption.strip():
            continue  # the name of its file says nothing to readers
        indent = " " * STEP * block.level
        yield ""
        match block:
            case Paragraph(kind="verse"):
                yield from (f"{indent}    {line}".rstrip() for line in printable(_letters(block.runs)).split("\n"))
            case Paragraph():
                first = indent + (f"{block.mark} " if block.mark else _MARKS.get(block.kind, ""))
                yield from _wrapped(_letters(block.runs), first, " " * len(first))
            case Foes():
                for name, stats in block.foes:
                    words = "   ".join(f"{stat} {value}" for stat, value in stats)
                    yield f"{indent}  +-- {printable(name)}   {printable(words)}"
            case Grid():
                yield from (f"{indent}{line}" for line in _grid(block, WIDTH - len(indent)))
            case Picture():
                yield from _wrapped(f"[{block.caption}]", indent, indent)
            case Divider():
                yield f"{indent}* * *"


def _grid(grid: Grid, most: int) -> Iterator[str]:
    """A table; where it is too wide, the widest columns are made narrower, and their words broken into lines."""
    table = [[printable(_letters(cell)).replace("\n", " ") for cell in line] for line in grid.lines]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    while sum(widths) + 2 * (len(widths) - 1) > most and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    for number, line in enumerate(table):
        cells = [wrap(cell, max(width, 1)) for cell, width in zip(line, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            yield "  ".join(map(_placed, parts, widths, grid.columns)).rstrip()
        if not number and not grid.sides:
            yield "  ".join("-" * width for width in widths)


def _placed(text: str, width: int, align: Align) -> str:
    return {"left": text.ljust, "center": text.center, "right": text.rjust}[align](width)


def _letters(runs: Runs) -> str:
    """The letters of a paragraph, with the address behind each link that does not say it."""
    said: list[str] = []
    for address, parts in groupby(runs, key=lambda run: run.address):
        words = plain(parts)
        known = not address or address.removeprefix("mailto:") in words
        said.append(words if known else f"{words} ({address})")
    return "".join(said)


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    text = " ".join(printable(text).split(" "))
    return wrap(
        text.replace("\n", " "), WIDTH, initial_indent=first, subsequent_indent=rest,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
