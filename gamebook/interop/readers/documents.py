"""Documents of word processors as plain text: DOCX and RTF, unpacked within limits."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from lzma import LZMAError
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from gamebook.interop.sources import SAVE_AS, Material, NotReadable, read_xml
from gamebook.syntax.decode import OPEN_DOCUMENT, document

MOST_UNPACKED = 20_000_000
"""Bytes of a document, unpacked."""
MOST_RATIO = 200
"""How many times larger than packed it may be."""
BROKEN = (zipfile.BadZipFile, zlib.error, LZMAError)
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"(?:heading|title|ü?berschrift|titre|titolo|t[ií]?tulo)[ _]?(?P<level>[1-6])?", re.IGNORECASE)
"""The styles of headings, and their level; Word leaves out letters beyond ASCII in their names."""
_SAME = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
"""Holds the same thing several times, for newer and for older programs."""
_TEXT = "word/document.xml"
_NOTES = {f"{_WORD}footnote": "word/footnotes.xml", f"{_WORD}endnote": "word/endnotes.xml"}
"""The parts with notes, by the element that a note is."""
_PRIVATE = range(0xF000, 0xF100)
"""Where the letters of fonts of signs lie."""
_WINGDINGS = {
    0x4A: "☺",
    0x4C: "☹",
    0x6F: "☐",
    0x71: "☐",
    0xA7: "▪",
    0xA8: "☐",
    0xDF: "←",
    0xE0: "→",
    0xE7: "⇐",
    0xE8: "⇒",
    0xF3: "⇔",
    0xFC: "✓",
    0xFD: "☒",
    0xFE: "☑",
}
"""What Word puts in place of `-->`, `<==>` or `:)`, and its boxes to tick."""
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_RTF = re.compile(
    r"\\'(?P<hex>[0-9a-fA-F]{2})|\\u(?P<code>-?\d{1,6}) ?|\\(?P<word>[a-z]{1,32})(?P<number>-?\d{1,10})? ?"
    r"|\\(?P<sign>[^a-z])|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+",
    re.IGNORECASE,
)
_HIDDEN = frozenset(
    ["fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "footer", "generator", "listtable", "object"]
)
_PARAGRAPH = "\n\n"
_BREAKS = {
    "par": _PARAGRAPH,
    "line": "\n",
    "tab": "\t",
    "nestcell": " ",
    "nestrow": " ",
    "page": "\n",
    "sect": "\n",
    "emdash": "—",
    "endash": "–",
}
_BREAKS |= {"rquote": "’", "lquote": "‘", "rdblquote": "”", "ldblquote": "“", "bullet": "•"}


def is_docx(data: bytes) -> bool:
    """Whether bytes are a packed document."""
    return data.startswith(b"PK\x03\x04")


def is_rtf(data: bytes) -> bool:
    """Whether bytes are Rich Text Format."""
    return data.lstrip()[:5].lower() == b"{\\rtf"


def _unpacked(data: bytes) -> dict[str, bytes] | None:
    """The parts of a DOCX file that have words, as XML, the text first; None if they would be too much.

    Raises:
        KeyError: it has no text.
    """
    parts: dict[str, bytes] = {}
    left = MOST_UNPACKED
    with zipfile.ZipFile(BytesIO(data)) as packed:
        there = frozenset(packed.namelist())
        for name in (_TEXT, *(part for part in _NOTES.values() if part in there)):
            entry = packed.getinfo(name)
            if entry.file_size > left or entry.file_size > MOST_RATIO * max(entry.compress_size, 1_000):
                return None
            with packed.open(entry) as stream:
                parts[name] = stream.read(left + 1)
            left -= len(parts[name])
            if left < 0:
                return None
    return parts


def docx_text(material: Material) -> str:
    """The paragraphs of a DOCX file, with a blank line between them; headings as in Markdown.

    Notes at the foot of a page, or at the end, stand below the paragraph that names them; so do text boxes.

    Raises:
        NotReadable: it is no DOCX, or would unpack to too much.
    """
    name, data = material.first
    try:
        parts = _unpacked(data)
    except KeyError:
        kind = OPEN_DOCUMENT if document(data) == OPEN_DOCUMENT else "a packed file, but no DOCX document"
        raise NotReadable(f"{name}: this is {kind}; {SAVE_AS}") from None
    except (*BROKEN, OSError, ValueError, NotImplementedError, RuntimeError, EOFError) as error:
        raise NotReadable(f"{name}: this packed file is broken: {error}; save it again") from None
    if parts is None:
        raise NotReadable(
            f"{name}: its text would unpack to more than is read: {MOST_UNPACKED:,} bytes, or {MOST_RATIO} times"
        )
    roots = {part: read_xml(f"{name}, {part}", inner) for part, inner in parts.items()}
    notes = {
        (kind, note.get(f"{_WORD}id")): "\n\n".join(map(_words, _outermost(note, "p")))
        for kind, part in _NOTES.items()
        if part in roots
        for note in roots[part]
    }
    told: list[str] = []
    for block in _outermost(roots[_TEXT], "tbl", "p"):
        told.append(_told(block))
        for each in _inside(block, boxes=block.tag == f"{_WORD}tbl"):
            note = notes.get((each.tag.removesuffix("Reference"), each.get(f"{_WORD}id")))
            told += [note] if note is not None else []
    return "\n\n".join(told)


def _read(element: Element) -> Sequence[Element]:
    """The elements right inside another that are to be read: one of several that say the same, none that has moved."""
    if element.tag == _SAME:
        texts = (each for each in element if next(each.iter(f"{_WORD}t"), None) is not None)
        return [each for each in [next(texts, None)] if each is not None]
    return [each for each in element if each.tag != f"{_WORD}moveFrom"]


def _outermost(element: Element, *names: str) -> Iterator[Element]:
    """Elements of these names inside another, in order; of those within them only paragraphs in paragraphs."""
    tags = {f"{_WORD}{name}" for name in names}
    waiting = list(reversed(_read(element)))
    while waiting:
        each = waiting.pop()
        if each.tag in tags:
            yield each
        if each.tag not in tags or each.tag == f"{_WORD}p":
            waiting.extend(reversed(_read(each)))


def _inside(element: Element, *, boxes: bool = False) -> Iterator[Element]:
    """All elements inside another, in order, with or without those of text boxes."""
    waiting = list(reversed(_read(element)))
    while waiting:
        each = waiting.pop()
        yield each
        if boxes or each.tag != f"{_WORD}txbxContent":
            waiting.extend(reversed(_read(each)))


def _told(block: Element) -> str:
    """A paragraph, or a table with a line for each row."""
    if block.tag == f"{_WORD}tbl":
        rows = ([_cell(cell) for cell in _outermost(row, "tc")] for row in _outermost(block, "tr"))
        return "\n".join(_row(cells) for cells in rows)
    style = block.find(f"{_WORD}pPr/{_WORD}pStyle")
    heading = _HEADING.match(style.get(f"{_WORD}val", "")) if style is not None else None
    text = _words(block)
    return f"{'#' * int(heading['level'] or 1)} {text}" if heading and text.strip() else text


def _words(paragraph: Element) -> str:
    """The words of a paragraph, without those of text boxes in it."""
    return "".join(map(_run, _inside(paragraph)))


def _cell(cell: Element) -> str:
    return " ".join(_words(paragraph) for paragraph in _outermost(cell, "p"))


def _row(cells: Iterable[str]) -> str:
    """A row of a table: between bars, no number in it is taken for the head of a section."""
    return f"| {' | '.join(' '.join(cell.split()) for cell in cells)} |"


def _run(element: Element) -> str:
    match element.tag.removeprefix(_WORD):
        case "t":
            return element.text or ""
        case "br" | "cr":
            return "\n"
        case "tab":
            return "\t"
        case "noBreakHyphen":
            return "-"
        case "sym":
            return _symbol(element.get(f"{_WORD}font", ""), element.get(f"{_WORD}char", ""))
    return ""


def _symbol(font: str, code: str) -> str:
    """A letter of a font of signs; one that is not known is shown as missing."""
    place = int(code, 16) if re.fullmatch(r"[0-9a-fA-F]{1,4}", code) else 0
    if place in _PRIVATE or not chr(place).isprintable():
        return _WINGDINGS.get(place - _PRIVATE.start, _UNKNOWN) if font == "Wingdings" else _UNKNOWN
    return chr(place)


class _Rtf(Struct):
    """The text of an RTF file as it grows."""

    made: list[str] = field(default_factory=list)
    in_row: bool = False
    """A row of a table has begun."""
    in_table: bool = False
    """The paragraph stands in a table."""
    cell: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)

    def obey(self, word: str) -> None:
        """Take notice of a command about tables."""
        match word:
            case "trowd":
                self.in_row = True
            case "intbl":
                self.in_table = True
            case "pard":
                self.in_table = False
            case "cell":
                self.cells.append("".join(self.cell))
                self.cell = []
            case "row":
                self.end_row()

    def add(self, text: str) -> None:
        """Add text where it belongs."""
        if self.in_row or self.in_table:
            self.cell.append(text)
        elif text:
            self.made.append(f"\n{text}" if self.after_row() else text)

    def after_row(self) -> bool:
        """Whether a row was written last."""
        return bool(self.made) and self.made[-1].endswith(" |\n")

    def end_row(self) -> None:
        """Write down the row that was read."""
        rest = "".join(self.cell).strip()
        cells = [*self.cells, rest] if rest else self.cells
        if cells:
            self.made.append(f"{'' if self.after_row() else _PARAGRAPH}{_row(cells)}\n")
        self.in_row = False
        self.cell, self.cells = [], []


def rtf_text(material: Material) -> str:
    """The text of an RTF file, with a line for each paragraph, and for each row of a table."""
    data = material.first[1].decode("ascii", errors="replace")
    text = _Rtf()
    hidden = 0
    depth = 0
    spare, left = 1, 0  # how many letters stand after \\u for older programs, and how many of them are still to come
    for match in _RTF.finditer(data):
        word = (match["word"] or "").lower()
        if match["brace"] == "{":
            depth += 1
        elif match["brace"] == "}":
            depth -= 1
            hidden = 0 if depth < hidden else hidden
        elif match["sign"] == "*" or word in _HIDDEN:
            hidden = hidden or depth
        elif word == "uc":
            spare = min(int(match["number"] or 1), 9)
        elif not hidden:
            text.obey(word)
            sign = _sign(match)
            gone = min(left, len(sign))
            left = spare if match["code"] else left - gone
            text.add(sign if match["code"] else sign[gone:])
    text.end_row()
    return "".join(text.made)


def _sign(match: re.Match[str]) -> str:
    if match["hex"]:
        return bytes([int(match["hex"], 16)]).decode("cp1252", errors="replace")
    if match["code"]:
        code = int(match["code"]) % 65_536
        return chr(code) if not 0xD800 <= code <= 0xDFFF else "?"
    if match["word"]:
        return _BREAKS.get(match["word"].lower(), "")
    if match["sign"]:
        return {"~": " ", "_": "-", "-": ""}.get(match["sign"], match["sign"] if match["sign"] in "\\{}" else "")
    return match["text"] or ""
