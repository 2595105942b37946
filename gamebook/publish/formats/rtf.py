"""Rich Text: what every word processor reads, with bookmarks and links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from urllib.parse import quote

from gamebook.letters import printable
from gamebook.publish.document import Align, Block, Divider, Foes, Grid, Paragraph, Picture, Run, Section, plain
from gamebook.publish.publication import Publication

STEP = 400
"""An indentation, in twentieths of a point."""
LETTER, LEAST, MOST = 120, 560, 8400
"""What a letter takes of the width of a table, how wide a cell is at least, and a table at most; in the same."""
_PLAIN_ADDRESS = "/:?=@!()*+,;'&#%_~$"
"""Signs that an address keeps, besides letters and digits; others are written as %2E."""
_HEAD = r"""{\rtf1\ansi\ansicpg1252\deff0\uc1
{\fonttbl{\f0\froman\fcharset0 Times New Roman;}{\f1\fmodern\fcharset0 Courier New;}}
{\stylesheet{\s0\f0\fs24 Normal;}{\s1\qc\b\keepn\sb480\sa120\outlinelevel0 heading 1;}}
"""


def write(publication: Publication) -> bytes:
    """The content of the file."""
    return "\n".join(_lines(publication)).encode("ascii")


def escaped(text: str) -> str:
    """Any letters, as RTF in ASCII."""
    found = []
    for letter in printable(text):
        if letter in "\\{}":
            found.append(f"\\{letter}")
        elif letter == "\n":
            found.append("\\line ")
        elif letter == "\t":
            found.append("\\tab ")
        elif letter.isascii():
            found.append(letter)
        else:
            found.append(_beyond_ascii(letter))
    return "".join(found)


def _beyond_ascii(letter: str) -> str:
    """A letter by its number, in a group: without that Pandoc takes what comes after it for a part of it."""
    units = letter.encode("utf-16-le")
    numbers = (int.from_bytes(units[place : place + 2], "little", signed=True) for place in range(0, len(units), 2))
    return "{" + "".join(f"\\u{number} ?" for number in numbers) + "}"


def _lines(publication: Publication) -> Iterator[str]:
    document = publication.document
    yield _HEAD
    yield f"{{\\info{{\\title {escaped(document.title)}}}{{\\author {escaped(document.author)}}}}}"
    yield f"{{\\pard\\qc\\b\\fs48 {escaped(document.title)}\\par}}"
    if document.author:
        yield f"{{\\pard\\qc\\sa480 {escaped(document.author)}\\par}}"
    for page in document.flat_pages():
        if isinstance(page, Section):
            mark = f"{{\\*\\bkmkstart c{page.number}}}{page.number}{{\\*\\bkmkend c{page.number}}}"
            boxes = escaped(" ☐" * page.boxes)
            yield f"{{\\pard\\s1\\qc\\b\\keepn\\sb480\\sa120 {mark}{boxes}\\par}}"
            if "titles" in publication.options and page.title:
                yield f"{{\\pard\\qc\\i {escaped(page.title)}\\par}}"
        else:
            yield f"{{\\pard\\s1\\qc\\b\\keepn\\sb480\\sa120 {escaped(page.title)}\\par}}"
        yield from _blocks(page.blocks, document.numbers)
    yield "}"


def _blocks(blocks: Iterable[Block], numbers: dict[str, int]) -> Iterator[str]:
    for block in blocks:
        indent = f"\\li{STEP * block.level}"
        match block:
            case Paragraph():
                words = "".join(_run(run, numbers) for run in block.runs)
                mark = f"{escaped(block.mark)} " if block.mark else ""
                look = {"head": "\\b\\keepn", "quote": "\\i", "ending": "\\i"}.get(block.kind, "")
                align = "" if block.kind == "verse" else "\\qj"
                yield f"{{\\pard{align}{indent}\\sa120{look} {mark}{words}\\par}}"
            case Foes():
                for name, stats in block.foes:
                    words = "\\tab ".join(escaped(f"{stat} {value}") for stat, value in stats)
                    yield f"{{\\pard{indent}\\box\\brdrs\\sa60 {{\\b {escaped(name)}}}\\tab {words}\\par}}"
            case Grid():
                yield from _grid(block, numbers)
            case Picture():
                yield f"{{\\pard\\qc\\i [{escaped(block.caption or block.path)}]\\par}}"
            case Divider():
                yield "{\\pard\\qc * * *\\par}"


def _grid(grid: Grid, numbers: dict[str, int]) -> Iterator[str]:
    """A table, whose columns are as wide as their longest cells need it, but not wider than the page."""
    needed = [max(LEAST, *(LETTER * len(plain(cell)) for cell in column)) for column in zip(*grid.lines, strict=True)]
    scale = min(1, MOST / sum(needed))
    edges = "".join(f"\\cellx{round(edge * scale)}" for edge in accumulate(needed))
    for number, line in enumerate(grid.lines):
        cells = "".join(
            _cell("".join(_run(run, numbers) for run in cell), align, head=not number or (grid.sides and not place))
            for place, (cell, align) in enumerate(zip(line, grid.columns, strict=True))
        )
        yield f"\\trowd\\trgaph60{edges}{cells}\\row"
    yield "\\pard"


def _cell(words: str, align: Align, *, head: bool) -> str:
    look = "\\b " if head else ""
    return f"\\pard\\intbl\\q{align[0]}{{{look}{words}}}\\cell"


def _run(run: Run, numbers: dict[str, int]) -> str:
    look = "\\b" * run.bold + "\\i" * run.italic + "\\f1" * run.code
    words = f"{{{look} {escaped(run.text)}}}" if look else escaped(run.text)
    if run.chapter:
        return _field(f'HYPERLINK \\\\l "c{numbers[run.chapter]}"', words)
    if run.address:
        return _field(f'HYPERLINK "{quote(run.address, safe=_PLAIN_ADDRESS)}"', f"\\ul {words}")
    return words


def _field(instruction: str, words: str) -> str:
    """Words that do something."""
    return f"{{\\field{{\\*\\fldinst {{{instruction}}}}}{{\\fldrslt {{{words}}}}}}}"
