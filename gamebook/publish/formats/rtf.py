"""Rich Text: what every word processor reads, with bookmarks and links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from urllib.parse import quote

from msgspec import Struct

from gamebook.letters import printable
from gamebook.publish.columns import longest_lines, longest_words, widths
from gamebook.publish.direction import language_runs_left, parted, runs_left
from gamebook.publish.document import (
    Align,
    Block,
    Divider,
    Foes,
    Grid,
    Paragraph,
    Picture,
    Run,
    Runs,
    Section,
    letters,
    plain,
)
from gamebook.publish.images import shown
from gamebook.publish.publication import Publication

STEP = 400
"""An indentation, in twentieths of a point."""
LETTER, LEAST, MOST, GAP = 120, 560, 8400, 60
"""What a letter takes of the width of a table, how wide a cell is at least and a table at most, what stays free at each
side of a cell; in the same."""
_PLAIN_ADDRESS = "/:?=@!()*+,;'&#%_~$"
"""Signs that an address keeps, besides letters and digits; others are written as %2E."""
_RTL = "\\rtlpar"
"""A paragraph runs from right to left."""
_LOOKS = ("b", "i", "fs")
"""Looks that letters from right to left have by words of their own: \\ab, \\ai, \\afs."""
_KINDS = {"image/png": "\\pngblip", "image/jpeg": "\\jpegblip"}
"""What says of which kind an image is."""
_TWIPS = 20
"""Twentieths of a point."""
_BYTES_OF_A_LINE = 64
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
    writer = _Writer(publication, document.numbers, language_runs_left(document.language))
    yield _HEAD
    if writer.left:
        yield "\\rtldoc"
    yield f"{{\\info{{\\title {escaped(document.title)}}}{{\\author {escaped(document.author)}}}}}"
    yield writer.line("\\qc\\b\\fs48", document.title)
    if document.author:
        yield writer.line("\\qc\\sa480", document.author)
    for page in document.flat_pages():
        if isinstance(page, Section):
            mark = f"{{\\*\\bkmkstart c{page.number}}}{page.number}{{\\*\\bkmkend c{page.number}}}"
            boxes = escaped(" ☐" * page.boxes)
            yield f"{{\\pard\\s1\\qc\\b\\keepn\\sb480\\sa120 {mark}{boxes}\\par}}"
            if "titles" in publication.options and page.title:
                yield writer.line("\\qc\\i", page.title)
        else:
            yield writer.line("\\s1\\qc\\b\\keepn\\sb480\\sa120", page.title)
        yield from writer.blocks(page.blocks)
    yield "}"


class _Writer(Struct, frozen=True):
    """Writes paragraphs of one document."""

    publication: Publication
    """Knows the images."""
    numbers: dict[str, int]
    """The number of each chapter."""
    left: bool
    """Whether a paragraph without a letter runs from right to left."""

    def line(self, look: str, text: str) -> str:
        """A paragraph of letters that look alike."""
        left = runs_left(text, otherwise=self.left)
        return f"{{\\pard{look}{_turned(look) * left} {self.words((Run(text),), left)}\\par}}"

    def blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        """What stands on a page."""
        for block in blocks:
            match block:
                case Paragraph():
                    yield self._paragraph(block)
                case Foes():
                    for name, stats in block.foes:
                        left = runs_left(name, otherwise=self.left)
                        numbers = (Run(f"\t{stat} {value}") for stat, value in stats)
                        words = self.words((Run(name, bold=True), *numbers), left)
                        align = "\\qr" * left
                        look = f"{align}{_indent(block.level, left)}\\box\\brdrs\\sa60{_turned() * left}"
                        yield f"{{\\pard{look} {words}\\par}}"
                case Grid():
                    yield from self._grid(block)
                case Picture():
                    yield from self._picture(block)
                case Divider():
                    yield "{\\pard\\qc * * *\\par}"

    def words(self, runs: Runs, left: bool) -> str:
        """The letters of a paragraph; `left`: it runs from right to left."""
        return "".join(_run(run, self.numbers, within=left, left=way) for run, way in parted(runs, left=left))

    def _paragraph(self, block: Paragraph) -> str:
        left = runs_left(plain(block.runs), otherwise=self.left)
        mark = f"{escaped(block.mark)} " if block.mark else ""
        look = {"head": "\\b\\keepn", "quote": "\\i", "ending": "\\i"}.get(block.kind, "")
        align = "\\qr" * left if block.kind == "verse" else "\\qj"
        words = self.words(block.runs, left)
        return f"{{\\pard{align}{_indent(block.level, left)}\\sa120{look}{_turned(look) * left} {mark}{words}\\par}}"

    def _picture(self, picture: Picture) -> Iterator[str]:
        """An image with its words below it, or the words alone, in brackets."""
        data = self.publication.image(picture)
        if data is None:
            yield self.line("\\qc\\i", f"[{picture.caption or picture.path}]")
            return
        image = shown(data, gif=False)
        (across, down), (width, height) = image.pixels, image.points
        size = f"\\picw{across}\\pich{down}\\picwgoal{round(_TWIPS * width)}\\pichgoal{round(_TWIPS * height)}"
        words = f"{{\\*\\picprop{{\\sp{{\\sn wzDescription}}{{\\sv {escaped(picture.caption)}}}}}}}"
        numbers = image.data.hex("\n", -_BYTES_OF_A_LINE)
        yield f"{{\\pard\\qc\\keepn\\sb120\\sa60 {{\\pict{words}{_KINDS[image.kind]}{size}\n{numbers}}}\\par}}"
        if picture.caption:
            yield self.line("\\qc\\i\\sa120", picture.caption)

    def _grid(self, grid: Grid) -> Iterator[str]:
        """A table, whose columns are as wide as their longest cells need it, but not wider than the page."""
        least = [max(LEAST, LETTER * longest + 2 * GAP) for longest in longest_words(grid)]
        wanted = [max(low, LETTER * longest) for low, longest in zip(least, longest_lines(grid), strict=True)]
        wide = widths(wanted, least, MOST)
        edges = "".join(f"\\cellx{round(edge)}" for edge in accumulate(wide))
        order = "\\rtlrow" if runs_left(letters(grid), otherwise=self.left) else ""
        for number, line in enumerate(grid.lines):
            cells = "".join(
                self._cell(cell, align, head=not number or (grid.sides and not place))
                for place, (cell, align) in enumerate(zip(line, grid.columns, strict=True))
            )
            yield f"\\trowd{order}\\trgaph{GAP}{edges}{cells}\\row"
        yield "\\pard"

    def _cell(self, cell: Runs, align: Align, *, head: bool) -> str:
        left = runs_left(plain(cell), otherwise=self.left)
        look = "\\b" * head
        where = {"left": "r", "right": "l"}.get(align, "c") if left else align[0]
        turned = "\\rtlch" + "\\ab" * head if left else ""
        start = f"{look}{turned}{' ' * (head or left)}"
        return f"\\pard\\intbl\\q{where}{_RTL * left}{{{start}{self.words(cell, left)}}}\\cell"


def _indent(level: int, left: bool) -> str:
    """How deep a paragraph is indented, on the side where its lines begin."""
    return f"\\ri{STEP * level}\\lin{STEP * level}" if left and level else f"\\li{STEP * level}"


def _turned(look: str = "") -> str:
    """That a paragraph runs from right to left; letters that do have the same look."""
    words = (word for word in look.split("\\") if word.rstrip("0123456789") in _LOOKS)
    return f"{_RTL}\\rtlch" + "".join(f"\\a{word}" for word in words)


def _run(run: Run, numbers: dict[str, int], *, within: bool, left: bool) -> str:
    """Letters that look alike.

    Args:
        run: the letters.
        numbers: the number of each chapter.
        within: whether the paragraph runs from right to left.
        left: whether the letters do.
    """
    look = "\\b" * run.bold + "\\i" * run.italic + "\\f1" * run.code
    if left:  # what stands before \rtlch is for letters from left to right, and what follows it for these
        look += "\\rtlch" + "\\ab" * run.bold + "\\ai" * run.italic + "\\af1" * run.code
    elif within:
        look = f"\\ltrch{look}"
    words = f"{{{look} {escaped(run.text)}}}" if look else escaped(run.text)
    if run.chapter:
        return _field(f'HYPERLINK \\\\l "c{numbers[run.chapter]}"', words)
    if run.address:
        return _field(f'HYPERLINK "{quote(run.address, safe=_PLAIN_ADDRESS)}"', f"\\ul {words}")
    return words


def _field(instruction: str, words: str) -> str:
    """Words that do something."""
    return f"{{\\field{{\\*\\fldinst {{{instruction}}}}}{{\\fldrslt {{{words}}}}}}}"
