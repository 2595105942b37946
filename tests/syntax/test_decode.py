"""Bytes to text: encodings, line ends, and files that are no text."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from gamebook.files import MOST_BYTES
from gamebook.source import Source
from gamebook.syntax.decode import decode
from gamebook.syntax.limits import MAX_BYTES

TEXT = "=== 1 Stärke\nEs schneit.\n~ victory\n"


def test_utf_8() -> None:
    assert decode("x", "Stärke\r\n".encode()) == (Source("x", "Stärke\r\n"), ())
    assert decode("x", b"") == (Source("x", ""), ())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_letters_are_read_with_and_without_a_mark(encoding: str) -> None:
    assert decode("x", TEXT.encode(encoding)) == (Source("x", TEXT), ())


def test_lines_of_old_macs() -> None:
    assert decode("x", TEXT.replace("\n", "\r").encode()) == (Source("x", TEXT), ())


def test_a_lone_carriage_return_among_other_lines_stays() -> None:
    assert decode("x", b"a\rb\n")[0].text == "a\rb\n"


def test_bytes_that_are_not_text() -> None:
    source, (found,) = decode("x", b"\xc3\xa4 ab\xff\xfe")
    assert found.code == "GB001"
    assert (found.span.start, source.text[:5]) == (4, "ä ab\ufffd")


def test_a_picture_is_no_text() -> None:
    picture = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x10\x08\x06"
    source, (found,) = decode("x", picture)
    assert (source.text, found.code, found.message) == ("", "GB001", "this is not a text file")
    assert decode("x", TEXT.encode() + b"\x00\x01") == (Source("x", TEXT + "\x00\x01"), ())


def test_an_old_encoding_is_named_and_read() -> None:
    source, (found,) = decode("x", "a “café”\n".encode("cp1252"))
    assert (source.text, found.code, found.span.start) == ("a “café”\n", "GB001", 2)
    assert found.hint is not None and "Windows-1252" in found.hint


@pytest.mark.parametrize("words", ["Die Tür ist geöffnet.", "Der Wächter", "La clé de la tête", "Un élève"])
def test_the_encoding_of_old_macs_is_named_and_read(words: str) -> None:
    source, (found,) = decode("x", words.encode("mac_roman"))
    assert (source.text, found.code) == (words, "GB001")
    assert found.hint is not None and "Mac OS Roman" in found.hint


@pytest.mark.parametrize("words", ["Die Tür ist geöffnet.", "Un élève, un cœur", "“naïve”", "Žižkov", "KOŠICE"])
def test_the_encoding_of_windows_is_not_taken_for_that_of_old_macs(words: str) -> None:
    data = words.encode("cp1252", errors="ignore")
    assert decode("x", data)[0].text == data.decode("cp1252")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PK\x03\x04\x14\x00word/document.xml\xff", "a Word document or another packed file"),
        (b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument text"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Word document"),
        (b"{\\rtf1\\ansi Chapter 1}", "a document in Rich Text Format"),
        (b"%PDF-1.7", "a PDF document"),
        (b"\xef\xbb\xbf<!DOCTYPE html><html>", "a web page"),
    ],
)
def test_documents_are_named_and_not_read(data: bytes, kind: str) -> None:
    source, (found,) = decode("x", data)
    assert (source.text, found.code, found.message) == ("", "GB001", f"this is {kind}, not plain text")


@pytest.mark.parametrize(
    ("name", "data", "hint"),
    [
        (
            "st.docx",
            b"PK\x03\x04",
            "if it is a manuscript in Word: gamebook import st.docx -o st.gbk; otherwise in the",
        ),
        ("a b.rtf", b"{\\rtf1", "if it is a manuscript: gamebook import 'a b.rtf' -o 'a b.gbk'; otherwise"),
        ("st.gbk", b"{\\rtf1", "if it is a manuscript: gamebook import st.gbk -o st-imported.gbk; otherwise"),
        ("x/t.html", b"<html>", "if Twine made it: gamebook import x/t.html -o t.gbk; otherwise"),
        ("st.doc", b"\xd0\xcf\x11\xe0", "save it as DOCX, and gamebook import st.docx -o st.gbk; otherwise"),
        ("st.pdf", b"%PDF-1.7", "in the program that made it, save it as plain text (.txt)"),
    ],
)
def test_a_document_that_import_reads_has_its_command_in_the_hint(name: str, data: bytes, hint: str) -> None:
    _, (found,) = decode(name, data)
    assert hint in (found.hint or "")
    assert ("import" in (found.hint or "")) == ("import" in hint)


def test_half_a_letter_is_told_where_it_stands_and_no_other_encoding_is_guessed() -> None:
    text = "=== 1\n\u00e9 \ud83d here, and \ude00.\n-> 2\n"
    source, (found,) = decode("b.gbk", text.encode("utf-8", "surrogatepass"))
    assert source.text == text.replace("\ud83d", "\ufffd").replace("\ude00", "\ufffd")
    assert (found.code, found.span, found.message) == (
        "GB001",
        source.span(8, 9),
        "this is only half of a letter (U+D83D)",
    )


def test_text_of_two_bytes_a_letter_that_is_cut_off_has_no_half_letters() -> None:
    _, (found,) = decode("b.gbk", "=== 1".encode("utf-16-le")[:-1])
    assert found.message == "this file is not text in UTF-8"


def test_letters_and_marks_that_stand_apart_are_one() -> None:
    apart = normalize("NFD", TEXT)
    source, findings = decode("x", apart.encode())
    assert (source.text, source.apart, findings) == (TEXT, apart, ())
    assert decode("x", TEXT.encode())[0].apart is None


def test_bytes_that_are_not_text_behind_letters_that_stand_apart() -> None:
    source, (found,) = decode("x", normalize("NFD", "ä ab").encode() + b"\xff\xfe")
    assert source.text[found.span.start :] == "\ufffd\ufffd"


@pytest.mark.parametrize("data", [b"a" * (MAX_BYTES + 1), bytes(4 * MAX_BYTES + 1)])
def test_a_file_that_is_too_long_is_not_read(data: bytes) -> None:
    source, (found,) = decode("x", data)
    assert (source.text, found.code) == ("", "GB003")


def test_of_a_file_so_much_is_read_that_it_is_known_to_be_too_long() -> None:
    assert MOST_BYTES > 4 * MAX_BYTES
