"""Bytes to text: what kind of file this is, and in which encoding."""

from __future__ import annotations

import codecs
from pathlib import PurePath

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic
from gamebook.letters import together
from gamebook.patterns import pattern
from gamebook.shell import word_of_shell
from gamebook.source import Source
from gamebook.syntax.limits import MAX_BYTES

XML = "an XML document"
OPEN_DOCUMENT = "an OpenDocument text"
_PACKED = "a Word document or another packed file"
_OLD_WORD = "a Word document"
_RICH_TEXT = "a document in Rich Text Format"
_WEB_PAGE = "a web page"
_DOCUMENTS = {
    b"PK\x03\x04": _PACKED,
    b"\xd0\xcf\x11\xe0": _OLD_WORD,
    b"{\\rtf": _RICH_TEXT,
    b"%pdf": "a PDF document",
    b"<!doctype html": _WEB_PAGE,
    b"<html": _WEB_PAGE,
    b"<?xml": XML,
}
"""How files that are no plain text begin, in small letters where they are letters at all."""
_IMPORTED = {
    _PACKED: "if it is a manuscript in Word",
    _RICH_TEXT: "if it is a manuscript",
    _WEB_PAGE: "if Twine made it",
    XML: "if it is a book of Project Aon or LibroGameCreator, or a graph",
}
"""Kinds of files of which `gamebook import` reads some, and which."""
_IMPORTED_AS_DOCX = frozenset({_OLD_WORD, OPEN_DOCUMENT})
"""Kinds that the program which made them can save so that `gamebook import` reads them."""
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.text"
_HALF = pattern(r"[\ud800-\udfff]")
_OF_MACS = pattern("[A-Za-z][\x8a\x8c-\x90\x9f][a-z]")
"""Letters of old Macs (`ä å ç é è ê ü`) within a word, where Windows-1252 has a capital letter, or none."""
_OF_DOS = pattern("[A-Za-z][\x81\x82\x84][a-z]")
"""The same of older programs (`ü é ä`), where Macs have capital letters."""
ONE_IN = 50
"""One control letter in so many makes a file no text."""
_MANY = 5
"""Fewer are a slip in a short text, too."""
_CONTROL = bytes({*range(0x20)} - {*b"\t\n\v\f\r"})
_BEGINNING = 4_000
"""Bytes that are looked at to guess an encoding."""


def decode(path: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text of a file: UTF-8, or UTF-16 as old versions of Notepad write it, with any line ends.

    A document of a word processor is read as empty, and what it is becomes a finding; so is what is no text, or too
    long for a book. In other files, bytes that are not UTF-8 are read as Windows-1252, or as old Macs wrote text, where
    that is possible, else replaced by a mark; both are a finding.
    """
    kind = document(data)
    if kind is not None:
        source = Source(path, "")
        message, hint = f"this is {kind}, not plain text", _to_text(path, kind)
        return source, (finding(syntax.NOT_TEXT, source.span(0, 0), message, hint),)
    if len(data) > 4 * MAX_BYTES:
        return _too_long(path)
    if not _is_text(data):
        source, hint = Source(path, ""), "if it is text, save it as plain text in the encoding UTF-8"
        return source, (finding(syntax.NOT_TEXT, source.span(0, 0), "this is not a text file", hint),)
    try:
        text = data.decode(wide(data) or "utf-8")
    except UnicodeDecodeError as error:
        return _foreign(path, data, error.start)
    return _too_long(path) if len(text) > MAX_BYTES else (_source(path, text), ())


def _to_text(path: str, kind: str) -> str:
    """How to make a book of a document."""
    by_hand = "in the program that made it, save it as plain text (.txt) in the encoding UTF-8; check that file"
    file = PurePath(path)
    book = f"{file.stem}{'-imported' if file.suffix == '.gbk' else ''}.gbk"  # never in place of the document
    if kind in _IMPORTED:
        return f"{_IMPORTED[kind]}: {_import(path, book)}; otherwise {by_hand}"
    if kind in _IMPORTED_AS_DOCX:
        return f"if it is a manuscript: save it as DOCX, and {_import(f'{file.stem}.docx', book)}; otherwise {by_hand}"
    return by_hand


def _import(path: str, book: str) -> str:
    return f"gamebook import {word_of_shell(path)} -o {word_of_shell(book)}"


def _too_long(path: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    source = Source(path, "")
    return source, (too_long(source),)


def too_long(source: Source) -> Diagnostic:
    """A finding about a file that is not read."""
    message = f"this file has more than {MAX_BYTES} characters and is not read"
    return finding(syntax.TOO_LONG, source.span(0, 0), message, "split the book and use include")


def document(data: bytes) -> str | None:
    """What a file is that is no plain text: `a PDF document`; None: it may be text."""
    if data.startswith(b"PK\x03\x04") and _OPEN_DOCUMENT in data[:200]:
        return OPEN_DOCUMENT
    beginning = data[:100].removeprefix(codecs.BOM_UTF8).lstrip()
    for mark, kind in _DOCUMENTS.items():
        if beginning.startswith(mark) or beginning.lower().startswith(mark):
            return kind
    return None


def wide(data: bytes) -> str | None:
    """The encoding of text with two or four bytes a letter: by its first bytes, or by every second byte being 0."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    first, second = data[0:_BEGINNING:2], data[1:_BEGINNING:2]
    for encoding, zeros, letters in (("utf-16-le", second, first), ("utf-16-be", first, second)):
        if zeros and 2 * zeros.count(0) > len(zeros) and not letters.count(0):
            return encoding
    return None


def _is_text(data: bytes) -> bool:
    """Whether a file can be text: a control letter or two are a slip, many are a picture, a program or the like."""
    control = len(data) - len(data.translate(None, _CONTROL))
    return control < _MANY or ONE_IN * control <= len(data) or wide(data) is not None


def _foreign(path: str, data: bytes, start: int) -> tuple[Source, tuple[Diagnostic, ...]]:
    """A file in another encoding, or with half letters, and the first place that shows it."""
    halves = _half_letters(path, data)
    if halves is not None:
        return halves
    hint = "save it as plain text in the encoding UTF-8"
    text = data.decode("utf-8", errors="replace")
    place = len(data[:start].decode("utf-8", errors="replace"))
    if place == start:  # plain letters so far, so that the whole file can be in an encoding of one byte a letter
        try:
            encoding, called = old_encoding(data)
            text = data.decode(encoding)
            hint += f"; now it looks like {called}"
        except UnicodeDecodeError:
            pass
    source = _source(path, text)
    place = len(together(text[:place]))
    span = source.span(place, place + 1)
    return source, (finding(syntax.NOT_TEXT, span, "this file is not text in UTF-8", hint),)


def old_encoding(data: bytes) -> tuple[str, str]:
    """In which encoding of one byte a letter a text probably is, and what programs call it."""
    letters = data.decode("latin-1")
    if _OF_MACS.search(letters) and not _OF_DOS.search(letters):
        return "mac_roman", "Mac OS Roman, which some programs call Macintosh"
    return "cp1252", "Windows-1252, which some programs call ANSI"


def _half_letters(path: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]] | None:
    """A text in which a part of a pair is alone, as a slip of an editor leaves it: marks stand in their place."""
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None
    first = _HALF.search(text)
    if first is None:
        return None
    source = _source(path, _HALF.sub("\ufffd", text))
    place = len(together(text[: first.start()]))
    span = source.span(place, place + 1)
    message = f"this is only half of a letter (U+{ord(first[0]):04X})"
    return source, (finding(syntax.NOT_TEXT, span, message, "delete it, and write the letter again"),)


def _source(path: str, text: str) -> Source:
    """A file with this text. A name is the same name with its letters and their marks in one or apart."""
    lines = _lines(text)
    read = together(lines)
    return Source(path, read) if read == lines else Source(path, read, lines)


def _lines(text: str) -> str:
    """Text whose lines end as old Macs ended them, with the line ends of today; other text as it is."""
    return text if "\n" in text else text.replace("\r", "\n")
