"""DOCX as plain text: the parts of a packed document that have words, unpacked within limits."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from lzma import LZMAError
from xml.etree.ElementTree import Element

from msgspec import Struct, field

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
from gamebook.interop.readers.docx_numbers import WORD, Numbers
from gamebook.interop.readers.emphasis import emphasised
from gamebook.interop.readers.symbols import symbol
from gamebook.interop.sources import SAVE_AS, Material, NotReadable, read_xml
from gamebook.syntax.decode import OPEN_DOCUMENT, document

MOST_UNPACKED = 20_000_000
"""Bytes of a document, unpacked."""
MOST_RATIO = 200
"""How many times larger than packed it may be."""
BROKEN = (zipfile.BadZipFile, zlib.error, LZMAError)
_HEADING = re.compile(r"(?:heading|title|ü?berschrift|titre|titolo|t[ií]?tulo)[ _]?(?P<level>[1-6])?", re.IGNORECASE)
"""The styles of headings, and their level; Word leaves out letters beyond ASCII in their names."""
_SAME = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
"""Holds the same thing several times, for newer and for older programs."""
_MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
"""Letters of a formula."""
_DESCRIBED = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_OLD_PICTURE = "{urn:schemas-microsoft-com:vml}imagedata"
_PRIVATE = re.compile("[\uf000-\uf0ff]")
"""Letters of fonts of signs."""
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TEXT, _COMMENTS = "word/document.xml", "word/comments.xml"
_STYLES, _NUMBERING, _RELATIONS = "word/styles.xml", "word/numbering.xml", "word/_rels/document.xml.rels"
_NOTES = {f"{WORD}footnote": "word/footnotes.xml", f"{WORD}endnote": "word/endnotes.xml"}
"""The parts with notes, by the element that a note is."""
_PARTS = (_TEXT, *_NOTES.values(), _COMMENTS, _STYLES, _NUMBERING, _RELATIONS)
_WITH_WORDS = (_TEXT, *_NOTES.values(), _COMMENTS)
_OFF = frozenset(["0", "false", "off", "none"])
_GONE = frozenset([f"{WORD}del", f"{WORD}moveFrom"])
"""What was deleted, or stands elsewhere now, in a document with tracked changes."""


def _unpacked(data: bytes) -> dict[str, bytes] | None:
    """The parts of a DOCX file that are read, as XML, the text first; None if they would be too much.

    Raises:
        KeyError: it has no text.
    """
    parts: dict[str, bytes] = {}
    left = MOST_UNPACKED
    with zipfile.ZipFile(BytesIO(data)) as packed:
        there = frozenset(packed.namelist())
        for name in (_TEXT, *(part for part in _PARTS[1:] if part in there)):
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
    joined = [_join_paragraphs(root) for part, root in roots.items() if part in _WITH_WORDS]
    work = _Docx.of(roots)
    work.tracked |= joined[0]
    text = written(list(work.blocks(roots[_TEXT])))
    if work.tracked:
        material.troubles.append(TRACKED)
    return text


def _join_paragraphs(root: Element) -> bool:
    """Join each paragraph whose end was deleted with the next one, whose properties it takes; whether there are any.

    As in Word, a paragraph that no other one follows, as before a table, is not joined.
    """
    ended = frozenset(f"{WORD}pPr/{WORD}rPr/{tag}" for tag in _GONE)
    found = False
    for parent in root.iter():
        waiting: list[Element] = []
        made: list[Element] = []
        for each in parent:
            if each.tag == f"{WORD}p":
                waiting.append(each)
                if any(each.find(path) is not None for path in ended):
                    found = True
                    continue
                _put_before(waiting)
            elif waiting and each.tag not in (f"{WORD}tbl", f"{WORD}sdt", f"{WORD}sectPr"):
                made.append(each)  # a bookmark, say
                continue
            elif waiting:
                _put_before(waiting)
            made += waiting[-1:]
            if each.tag != f"{WORD}p":
                made.append(each)
            waiting = []
        _put_before(waiting)
        if len(made) + bool(waiting) != len(parent):
            parent[:] = [*made, *waiting[-1:]]
    return found


def _put_before(paragraphs: Sequence[Element]) -> None:
    """Put what stands in paragraphs before what stands in the last of them."""
    if len(paragraphs) > 1:
        *before, last = paragraphs
        place = int(last.find(f"{WORD}pPr") is not None)
        last[place:place] = [inner for each in before for inner in each if inner.tag != f"{WORD}pPr"]


def _read(element: Element) -> Sequence[Element]:
    """The elements right inside another that are to be read: one of several that say the same, none that is gone."""
    if element.tag == _SAME:
        texts = (each for each in element if next(each.iter(f"{WORD}t"), None) is not None)
        return [each for each in [next(texts, None)] if each is not None]
    return [each for each in element if each.tag not in _GONE]


def _outermost(element: Element, *names: str) -> Iterator[Element]:
    """Elements of these names inside another, in order; of those within them only paragraphs in paragraphs."""
    tags = {f"{WORD}{name}" for name in names}
    waiting = list(reversed(_read(element)))
    while waiting:
        each = waiting.pop()
        if each.tag in tags:
            yield each
        if each.tag not in tags or each.tag == f"{WORD}p":
            waiting.extend(reversed(_read(each)))


def _inside(element: Element, *, boxes: bool = False) -> Iterator[Element | str]:
    """All elements inside another, in order, with or without those of text boxes; behind each link, its address."""
    waiting: list[Element | str] = list(reversed(_read(element)))
    while waiting:
        each = waiting.pop()
        yield each
        if isinstance(each, str):
            continue
        if each.tag in (f"{WORD}hyperlink", f"{WORD}fldSimple"):
            waiting.append(each.tag)
        if boxes or each.tag != f"{WORD}txbxContent":
            waiting.extend(reversed(_read(each)))


class _Docx(Struct):
    """The parts of a document, and what they tell of its text."""

    numbers: Numbers
    notes: Mapping[tuple[str, str | None], Element]
    """What notes say, by their kind and name."""
    comments: Mapping[str | None, Element]
    addresses: Mapping[str | None, str]
    tracked: bool = False

    @classmethod
    def of(cls, roots: Mapping[str, Element]) -> _Docx:
        """A document, by its parts."""
        notes = {
            (kind, note.get(f"{WORD}id")): note
            for kind, part in _NOTES.items()
            if part in roots
            for note in roots[part]
        }
        comments = {each.get(f"{WORD}id"): each for each in roots.get(_COMMENTS, ())}
        addresses = {each.get("Id"): each.get("Target", "") for each in roots.get(_RELATIONS, ())}
        tracked = any(
            next(each.iter(f"{WORD}{name}"), None) is not None
            for tag in _GONE
            for each in roots[_TEXT].iter(tag)
            for name in ("t", "delText")
        )
        numbers = Numbers.of(roots.get(_STYLES), roots.get(_NUMBERING))
        return cls(numbers, notes, comments, addresses, tracked)

    def blocks(self, body: Element) -> Iterator[Block]:
        """The paragraphs and tables of a text, and below each the notes that it names."""
        marks: list[str] = []
        known: set[str] = set()
        for each in _outermost(body, "tbl", "p", "bookmarkStart"):
            if each.tag == f"{WORD}bookmarkStart":
                name = each.get(f"{WORD}name", "")
                marks += [name] if name not in known else []
                continue
            own_marks = [inner.get(f"{WORD}name", "") for inner in each.iter(f"{WORD}bookmarkStart")]
            known.update(own_marks)
            block = self.table(each) if each.tag == f"{WORD}tbl" else self.paragraph(each)
            block.bookmarks = [*marks, *own_marks]
            marks = []
            block.asides += self.comments_of(each)
            yield block
            for inner in _inside(each, boxes=each.tag == f"{WORD}tbl"):
                if isinstance(inner, Element):
                    note = self.notes.get((inner.tag.removesuffix("Reference"), inner.get(f"{WORD}id")))
                    yield from map(self.paragraph, _outermost(note, "p")) if note is not None else ()

    def comments_of(self, block: Element) -> Iterator[tuple[str, str]]:
        """What somebody who read the text wrote in its margin."""
        for each in _inside(block, boxes=block.tag == f"{WORD}tbl"):
            if isinstance(each, Element) and each.tag == f"{WORD}commentReference":
                comment = self.comments.get(each.get(f"{WORD}id"))
                if comment is not None:
                    said = " ".join(self.paragraph(each).text for each in _outermost(comment, "p"))
                    yield "comment in the margin", said

    def table(self, element: Element) -> Block:
        """A table, with a line for each row."""
        asides: list[tuple[str, str]] = []
        rows: list[list[str]] = []
        for row in _outermost(element, "tr"):
            cells: list[str] = []
            for cell in _outermost(row, "tc"):
                inner = list(map(self.paragraph, _outermost(cell, "p")))
                asides += (each for block in inner for each in block.asides)
                span = cell.find(f"{WORD}tcPr/{WORD}gridSpan")
                wide = span.get(f"{WORD}val", "") if span is not None else ""
                more = int(wide) - 1 if re.fullmatch(r"[1-9]\d?", wide) else 0
                cells += [" ".join(block.text for block in inner), *[""] * more]
            rows.append(cells)
        return Block(table(rows), asides=asides)

    def paragraph(self, element: Element) -> Block:
        """A paragraph, without the words of text boxes in it."""
        style = element.find(f"{WORD}pPr/{WORD}pStyle")
        name = style.get(f"{WORD}val", "") if style is not None else ""
        heading = _HEADING.match(name) or _HEADING.match(self.numbers.called(name))
        level = int(heading["level"] or 1) if heading else 0
        words = _Words(self.addresses)
        for each in _inside(element):
            words.read(each)
        label = item(self.numbers.label(element, name), level)
        text = f"{label}{emphasised(words.pieces)}"
        asides = [(name, said) for name, made in words.asides if (said := "".join(made)).strip()]
        runs = (each for each in _inside(element) if isinstance(each, Element) and each.tag == f"{WORD}r")
        asides += [(PICTURE, said) for each in runs if (said := _picture(each))]
        return Block(text, level if text.strip() else 0, asides=asides)


class _Words(Struct):
    """The words of a paragraph as they grow."""

    addresses: Mapping[str | None, str]
    pieces: list[tuple[str, int]] = field(default_factory=list)
    """(Words, how strong)"""
    asides: list[tuple[str, list[str]]] = field(default_factory=list)
    """(What it is, its words) of what is none of the text."""
    _strong: int = 0
    _up: int = 0
    _font: str = ""
    _aside: str = ""
    _begun: list[tuple[int, str]] = field(default_factory=list)
    """(Place, address) of links that have begun."""
    _fields: list[tuple[list[str], int]] = field(default_factory=list)
    """(Instruction, place) of fields that have begun."""

    def read(self, element: Element | str) -> None:
        """Read an element of a run, or the end of a link."""
        if isinstance(element, str):
            wrap(self.pieces, *self._begun.pop())
            return
        match element.tag.removeprefix(WORD):
            case "r":
                self._begin(element.find(f"{WORD}rPr"))
            case "hyperlink":
                anchor = element.get(f"{WORD}anchor")
                target = f"#{anchor}" if anchor else self.addresses.get(element.get(_RELATION), "")
                self._begun.append((len(self.pieces), target))
            case "fldSimple":
                self._begun.append((len(self.pieces), link_of(element.get(f"{WORD}instr", ""))))
            case "fldChar":
                self._field(element.get(f"{WORD}fldCharType", ""))
            case "instrText" if self._fields:
                self._fields[-1][0].append(element.text or "")
            case _:
                self._add(_PRIVATE.sub(lambda letter: symbol(self._font, ord(letter[0])), _run(element)))

    def _begin(self, properties: Element | None) -> None:
        """Begin a run."""
        struck = STRUCK if _is_on(properties, "strike") or _is_on(properties, "dstrike") else ""
        self._aside = HIDDEN if _is_on(properties, "vanish") else struck
        self._strong = 2 if _is_on(properties, "b") else int(_is_on(properties, "i"))
        fonts = properties.find(f"{WORD}rFonts") if properties is not None else None
        self._font = fonts.get(f"{WORD}ascii", "") if fonts is not None else ""
        style = _value(properties, "rStyle")
        self._strong = self._strong or {"Strong": 2, "Emphasis": 1}.get(style, 0)
        self._up = {"superscript": 1, "subscript": -1}.get(_value(properties, "vertAlign"), 0)

    def _add(self, words: str) -> None:
        if words and self._aside:
            put_aside(self.asides, self._aside, words)
        elif words:
            self.pieces.append((raised(words, self._up), self._strong))

    def _field(self, kind: str) -> None:
        """A field begins, has told what it is, or ends."""
        if kind == "begin":
            self._fields.append(([], len(self.pieces)))
        elif kind == "end" and self._fields:
            instruction, place = self._fields.pop()
            wrap(self.pieces, place, link_of("".join(instruction)))


def _picture(run: Element) -> str:
    """What a run says of the picture that it shows; empty if it shows none, or a box with words."""
    if next(run.iter(f"{WORD}txbxContent"), None) is not None:
        return ""
    if next(run.iter(f"{WORD}drawing"), None) is None and next(run.iter(_OLD_PICTURE), None) is None:
        return ""
    about = next(run.iter(_DESCRIBED), None)
    return (about.get("descr", "").strip() if about is not None else "") or SHOWN


def _value(properties: Element | None, name: str) -> str:
    found = properties.find(f"{WORD}{name}") if properties is not None else None
    return found.get(f"{WORD}val", "") if found is not None else ""


def _is_on(properties: Element | None, name: str) -> bool:
    return (
        properties is not None
        and properties.find(f"{WORD}{name}") is not None
        and _value(properties, name).lower() not in _OFF
    )


def _run(element: Element) -> str:
    if element.tag == _MATHS:
        return own(element.text or "")
    match element.tag.removeprefix(WORD):
        case "t":
            return own(element.text or "")
        case "br" | "cr":
            return "\n"
        case "tab":
            return "\t"
        case "noBreakHyphen":
            return "-"
        case "sym":
            code = element.get(f"{WORD}char", "")
            known = re.fullmatch(r"[0-9a-fA-F]{1,4}", code)
            return symbol(element.get(f"{WORD}font", ""), int(code, 16) if known else 0)
    return ""
