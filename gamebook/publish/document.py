"""What is published, whatever the format: sections of paragraphs, made of runs of letters.

Structure is flat: a paragraph knows how deep it is indented. So each format needs no more than a loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.source import Span


class Run(Struct, frozen=True):
    """Letters that look alike."""

    text: str
    """Any letters; never markup of any format."""
    bold: bool = False
    italic: bool = False
    code: bool = False
    chapter: str = ""
    """The chapter that these letters, its number, lead to; empty for none."""
    address: str = ""
    """Where in the world they lead: a web or mail address; empty for nowhere."""


Runs = tuple[Run, ...]
MOST_BOXES = 20
"""Boxes of one item on the sheet; of one that readers can have more of they write down how many."""
MOST_SLOTS = 40
"""Lines for what one limit can hold."""

Kind = Literal["prose", "verse", "rule", "choice", "row", "quote", "item", "head", "ending", "note"]
"""What a paragraph is: prose of the author; a rule; a choice; a row of a roll; a quotation; an item of a list; a
heading inside a section; an ending; a note of a proof."""


class Paragraph(Struct, frozen=True):
    """A paragraph; a `verse` keeps its lines, which newlines in the runs divide."""

    runs: Runs
    kind: Kind = "prose"
    level: int = 0
    """How deep it is indented: 0 is the text itself."""
    mark: str = ""
    """What stands before an item of a list: `•`, `3.`"""


class Picture(Struct, frozen=True):
    """An image with its caption, which is also read to those who cannot see it."""

    path: str
    """As the book names it: beside the book, or beneath."""
    caption: str = ""
    level: int = 0


class Divider(Struct, frozen=True):
    """A break between two scenes."""

    level: int = 0


class Foes(Struct, frozen=True):
    """The box of a fight: a line for each foe."""

    foes: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Names, and for each the names and values of its numbers."""
    level: int = 0


Align = Literal["left", "center", "right"]


class Grid(Struct, frozen=True):
    """A table; its first line is heads, and all lines have as many cells as there are columns."""

    lines: tuple[tuple[Runs, ...], ...]
    columns: tuple[Align, ...]
    """Where the words of each column stand."""
    level: int = 0
    sides: bool = False
    """Whether the first cell of each line is a head, too."""


Block = Paragraph | Picture | Divider | Foes | Grid


class Section(Struct, frozen=True):
    """A chapter as readers see it."""

    name: str
    """What the author calls it."""
    number: int
    title: str
    blocks: tuple[Block, ...]
    boxes: int = 0
    """How many boxes to tick stand under its number."""
    leads_to: tuple[str, ...] = ()
    """The chapters that it can turn to by words of its own, in the order written, each once."""


class Page(Struct, frozen=True):
    """A page before or after the sections: an introduction, the rules."""

    name: str
    title: str
    blocks: tuple[Block, ...]


class SheetLine(Struct, frozen=True):
    """A line of the adventure sheet."""

    name: str
    kind: Literal["stat", "number", "item", "codeword", "one-of"]
    boxes: int = 1
    """How many of an item there can be."""
    start: str = ""
    """What is written there at first; empty where that is rolled."""
    roll: str = ""
    """The dice that are rolled for it."""


class Sheet(Struct, frozen=True):
    """The adventure sheet."""

    lines: tuple[SheetLine, ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    """What can carry things, and how many."""
    foe_stats: tuple[str, ...] = ()
    """What is written down of each foe; empty where nobody fights."""
    visited: bool = False
    """Whether readers must remember where they have been."""


class Document(Struct, frozen=True):
    """A book, ready to be set."""

    title: str
    author: str
    language: str
    front: tuple[Page, ...]
    rules: Page
    sections: tuple[Section, ...]
    """In the order of their numbers."""
    back: tuple[Page, ...]
    sheet: Sheet = field(default_factory=Sheet)
    labels: Mapping[str, str] = field(default_factory=dict)
    """Words of the sheet and of the pages around, by key: `sheet-title`."""
    untold: tuple[Span, ...] = ()
    """Where rules stand that no page tells; there should be none."""

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each chapter."""
        return {section.name: section.number for section in self.sections}

    def pages(self) -> Iterator[Page | Section]:
        """Everything with paragraphs in it, in the order printed."""
        yield from self.front
        yield self.rules
        yield from self.sections
        yield from self.back

    def flat_pages(self) -> Iterator[Page | Section]:
        """The same with the adventure sheet as a page of lines, for formats that draw no boxes."""
        for page in self.pages():
            yield page
            if page is self.rules and self.sheet.lines:
                yield _sheet_page(self.sheet, self.labels["sheet-title"])


def _sheet_page(sheet: Sheet, title: str) -> Page:
    blocks = []
    for line in sheet.lines:
        boxed = line.kind in ("item", "codeword")
        end = "☐ " * line.boxes if boxed else line.start or "______"
        roll = f" ({line.roll})" if line.roll else ""
        blocks.append(Paragraph((Run(line.name, bold=True), Run(f"{roll}  {end.rstrip()}")), "rule"))
    for name, places in sheet.limits:
        slots = "  ______" * min(places, MOST_SLOTS)
        blocks.append(Paragraph((Run(f"{name} ({places})", bold=True), Run(slots)), "rule"))
    return Page("sheet", title, tuple(blocks))


def plain(runs: Iterable[Run]) -> str:
    """The letters alone."""
    return "".join(run.text for run in runs)


def letters(block: Block) -> str:
    """The letters of a paragraph, or of a table with its cells apart; empty for anything else."""
    match block:
        case Paragraph():
            return plain(block.runs)
        case Grid():
            return "\n".join(plain(cell) for line in block.lines for cell in line)
    return ""


def bold(runs: Iterable[Run]) -> Runs:
    """The same, in bold; neighbours that look alike then are one run."""
    found: list[Run] = []
    for run in runs:
        made = replace(run, bold=True)
        if found and replace(found[-1], text="") == replace(made, text=""):
            found[-1] = replace(made, text=found[-1].text + made.text)
        else:
            found.append(made)
    return tuple(found)


def pictures(document: Document) -> Iterator[Picture]:
    """All images, in the order printed."""
    for page in document.pages():
        for block in page.blocks:
            if isinstance(block, Picture):
                yield block
