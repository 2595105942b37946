"""Rich Text Format as plain text: groups, destinations, and the letters of their words."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.draft import Trouble
from gamebook.interop.readers.documents import (
    HIDDEN,
    PICTURE,
    SHOWN,
    STRUCK,
    TRACKED,
    Block,
    item,
    link_of,
    own,
    put_aside,
    raised,
    table,
    wrap,
    written,
)
from gamebook.interop.readers.emphasis import emphasised
from gamebook.interop.readers.rtf_letters import USUAL, Letters
from gamebook.interop.sources import Material

_RTF = re.compile(
    r"\\'(?P<hex>[0-9a-fA-F]{2})|\\u(?P<code>-?\d{1,6}) ?|\\(?P<word>[a-z]{1,32})(?P<number>-?\d{1,10})? ?"
    r"|\\(?P<sign>[^a-z])|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+",
    re.IGNORECASE,
)
_HIDDEN = frozenset(
    [
        *("colortbl", "stylesheet", "listtable", "info", "generator", "listpicture", "background"),
        *("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"),
        *("shprslt", "nonshppict", "xe", "tc", "rxe"),
    ]
)
"""What is none of the text: tables of fonts, heads of pages, and what stands there for older programs."""
_DEEPEST = 200
"""Groups within each other; deeper ones are taken for one."""
_PARAGRAPH = "\n\n"
_BREAKS = {"line": "\n", "tab": "\t", "nestcell": " ", "nestrow": " ", "emdash": "—", "endash": "–"}
_BREAKS |= {"rquote": "’", "lquote": "‘", "rdblquote": "”", "ldblquote": "“", "bullet": "•"}
_ENDS = frozenset(["par", "page", "sect"])
_HIGH = range(0xD800, 0xDC00)
_LOW = range(0xDC00, 0xE000)


class _Group(Struct):
    """What holds between two braces."""

    to: list[str] | None = None
    """Where words go that are none of the text."""
    shut: bool = False
    """Words go nowhere."""
    gone: bool = False
    """So do pictures."""
    deleted: bool = False
    hidden: bool = False
    struck: bool = False
    font: int | None = None
    """Its number; None: the usual one."""
    in_fonts: bool = False
    """In the table of fonts."""
    up: int = 0
    italic: bool = False
    bold: bool = False
    spare: int = 1
    r"""How many letters stand after \u for older programs."""
    instruction: list[str] = field(default_factory=list)
    """Of the field around this group."""
    end: Callable[[], None] | None = None
    """What is to be done where it ends."""


class _Rtf(Struct):
    """The text of an RTF file as it grows."""

    blocks: list[Block] = field(default_factory=list)
    pieces: list[tuple[str, int]] = field(default_factory=list)
    """(Words, how strong) of the paragraph."""
    level: int = 0
    """Of the heading that the paragraph is; 0: it is none."""
    label: str = ""
    """Its number in a list."""
    bookmarks: list[str] = field(default_factory=list)
    asides: list[tuple[str, list[str]]] = field(default_factory=list)
    notes: list[list[str]] = field(default_factory=list)
    """Notes and boxes of the paragraph."""
    in_row: bool = False
    """A row of a table has begun."""
    in_table: bool = False
    """The paragraph stands in a table."""
    cells: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    tracked: bool = False
    letters: Letters = field(default_factory=Letters)

    def add(self, text: str, strong: int) -> None:
        """Add words to the paragraph or the cell."""
        if text:
            self.pieces.append((text, strong))

    def item(self, label: list[str]) -> None:
        """Begin an item of a list, or a heading with a number."""
        if self.in_row or self.in_table:
            self.add(item("".join(label), 0), 0)
        else:
            self.label = "".join(label)

    def obey(self, word: str, number: int | None) -> None:
        """Take notice of a command about paragraphs and tables."""
        match word:
            case "trowd":
                if not self.in_row:
                    self.end_paragraph(begins_row=True)
                self.in_row = True
            case "intbl":
                self.in_table = True
            case "pard":
                self.in_table = False
                self.level = 0
            case "outlinelevel":
                self.level = (number or 0) + 1 if (number or 0) < 6 else 0
            case "cell":
                self.cells.append("".join(text for text, _ in self.pieces))
                self.pieces = []
            case "row":
                self.end_row()
            case _ if word in _ENDS:
                if self.in_row or self.in_table:
                    self.add(_PARAGRAPH, 0)
                else:
                    self.end_paragraph()

    def end_row(self) -> None:
        """Write down the row that was read."""
        rest = "".join(text for text, _ in self.pieces).strip()
        cells = [*self.cells, rest] if rest else self.cells
        if cells:
            self.rows.append(cells)
        self.in_row = False
        self.cells, self.pieces = [], []

    def end_paragraph(self, *, begins_row: bool = False) -> None:
        """Write down the paragraph that was read, with what stands beside it, below the table that ends here."""
        text = item(self.label, self.level) + emphasised(self.pieces).strip("\n")
        if begins_row and not text.strip():
            return
        if self.rows:
            self.blocks.append(Block(table(self.rows)))
        asides = [(name, words) for name, made in self.asides if (words := "".join(made).strip())]
        if text.strip() or asides or self.bookmarks:
            self.blocks.append(Block(text, self.level if text.strip() else 0, self.bookmarks, asides))
        notes = ("".join(note) for note in self.notes)
        self.blocks += [Block(each.strip()) for note in notes for each in note.split(_PARAGRAPH) if each.strip()]
        self.pieces, self.asides, self.notes, self.rows = [], [], [], []
        self.bookmarks, self.label = [], ""


def rtf_text(material: Material) -> str:
    """The text of an RTF file.

    Notes at the foot of a page, or at the end, stand below the paragraph that names them; so do text boxes.
    """
    text = _Rtf()
    groups = [_Group()]
    deeper = 0  # how many groups are open that are nested too deep: they are read as part of the one around them
    high = 0
    left = 0  # how many of the letters for older programs are still to come
    for match in _RTF.finditer(_decoded(material.first[1])):
        group = groups[-1]
        if match["brace"] == "{":
            deeper += len(groups) > _DEEPEST
            groups += [replace(group, end=None)] if not deeper else []
        elif match["brace"] == "}" and deeper:
            deeper -= 1
        elif match["brace"] == "}":
            if group.end is not None:
                group.end()
            if len(groups) > 1:
                groups.pop()
        elif match["sign"] == "*":
            group.shut = True
        elif match["word"] or match["sign"] in ("\r", "\n"):
            word = (match["word"] or "par").lower()  # a backslash at the end of a line ends a paragraph, too
            number = int(match["number"]) if match["number"] else None
            _obey(text, group, word, number)
            _put(text, group, _PARAGRAPH if word in _ENDS and group.to is not None else _BREAKS.get(word, ""))
        else:
            many = len(match["text"] or "") or int(match["hex"] is not None or match["sign"] is not None)
            gone = min(left, many) if not match["code"] else 0
            left = group.spare if match["code"] else left - gone
            sign, high = _sign(match, high, gone, text.letters, group.font)
            _put(text, group, own(sign))
    text.end_row() if text.in_row or text.cells else None
    text.end_paragraph()
    if text.tracked:
        material.troubles.append(TRACKED)
    for page in sorted(text.letters.unknown):
        told = f"its letters are in the code page {page}, which is not known: they are read as those of {USUAL}"
        material.troubles.append(Trouble(material.first[0], 1, told, "save the file as DOCX"))
    return written(text.blocks)


def _decoded(data: bytes) -> str:
    """The file; if not all of it is UTF-8, bytes that are no ASCII stand as halves of letters."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("ascii", errors="surrogateescape")


def _put(text: _Rtf, group: _Group, words: str) -> None:
    """Words where they belong."""
    if group.in_fonts:
        text.letters.font(group.font).name += words.strip().rstrip(";")
    if not words or group.shut:
        return
    if group.deleted:
        text.tracked = True
    elif group.to is not None:
        group.to.append(words)
    elif group.hidden or group.struck:
        put_aside(text.asides, HIDDEN if group.hidden else STRUCK, words)
    else:
        text.add(raised(words, group.up), 2 if group.bold else int(group.italic))


def _obey(text: _Rtf, group: _Group, word: str, number: int | None) -> None:
    """Take notice of a command."""
    on = number != 0
    match word:
        case "uc":
            group.spare = min(number if number is not None else 1, 9)
        case "deleted" | "mvf":
            group.deleted = on
        case "v":
            group.hidden = on
        case "strike" | "striked":
            group.struck = on
        case "f":
            group.font = number
        case "fcharset" if group.in_fonts:
            text.letters.font(group.font).kind = number
        case "cpg" if group.in_fonts:
            text.letters.font(group.font).page = number
        case "fonttbl":
            group.shut = group.in_fonts = True
        case "fname" | "panose" | "falt" | "fontemb":
            group.shut, group.in_fonts = True, False
        case "b":
            group.bold = on
        case "i":
            group.italic = on
        case "super" | "sub" | "nosupersub":
            group.up = {"super": 1, "sub": -1}.get(word, 0) if on else 0
        case "plain":
            group.deleted = group.hidden = group.struck = group.bold = group.italic = False
            group.up, group.font = 0, None
        case _ if text.letters.head(word, number):
            return
        case "pict" | "object":
            if not (group.gone or group.deleted):
                text.asides.append((PICTURE, [SHOWN]))
            group.shut = group.gone = True
        case _ if word in _HIDDEN:
            group.shut = group.gone = True
        case _:
            _lead(text, group, word)
            if not group.shut and group.to is None and not group.deleted:
                text.obey(word, number)


def _lead(text: _Rtf, group: _Group, word: str) -> None:
    """Begin a destination: its words are none of the paragraph, or become a link."""
    made: list[str] = []
    match word:
        case "footnote" | "shptxt" | "dptxbxtext":
            text.notes.append(made)
        case "annotation":
            text.asides.append(("comment in the margin", made))
        case "bkmkstart":
            group.end = lambda: text.bookmarks.append("".join(made).strip())
        case "listtext" | "pntext":
            group.end = lambda: text.item(made)
        case "field":
            group.instruction = made
            return
        case "fldinst":
            made = group.instruction
            made.clear()
        case "fldrslt" if group.to is None:
            start, instruction = len(text.pieces), group.instruction
            group.end = lambda: wrap(text.pieces, start, link_of("".join(instruction)))
            return
        case _:
            return
    group.to, group.shut, group.hidden, group.struck = made, False, False, False


def _sign(match: re.Match[str], high: int, gone: int, letters: Letters, font: int | None) -> tuple[str, int]:
    """A letter or more; and the first half of a letter of which the second is to come.

    Args:
        match: what stands in the file.
        high: the first half of a letter of two numbers.
        gone: how many letters are there for older programs only.
        letters: what bytes are.
        font: the font.
    """
    if match["hex"]:
        return "" if gone else letters.read(int(match["hex"], 16), font), high
    if match["code"]:
        letters.lead = b""
        code = int(match["code"]) % 65_536
        if code in _HIGH:
            return "", code
        if code in _LOW:
            return chr(0x10000 + (high - _HIGH.start) * 0x400 + code - _LOW.start) if high else "?", 0
        return letters.sign(chr(code), font), 0
    if match["sign"]:
        sign = match["sign"] if match["sign"] in "\\{}" else {"~": " ", "_": "-"}.get(match["sign"], "")
        return "" if gone else letters.words(sign, font), high
    return letters.words((match["text"] or "")[gone:], font), high
