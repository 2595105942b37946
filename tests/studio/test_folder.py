"""The writer's files: nothing is lost, nothing is half written."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.studio.folder import MOST_BYTES, NEW, ChangedOnDiskError, Folder, NotHereError


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path.resolve())


def test_a_file_is_loaded_changed_and_saved(folder: Folder) -> None:
    path = folder.root / "book.gbk"
    path.write_bytes(b"=== 1\nOn.\n")
    found = folder.read("book.gbk")
    assert found.text == "=== 1\nOn.\n"
    assert found.digest == hashlib.sha256(b"=== 1\nOn.\n").hexdigest()
    digest = folder.save("book.gbk", "=== 2\n", found.digest)
    assert path.read_bytes() == b"=== 2\n"
    assert digest == folder.digest("book.gbk") == hashlib.sha256(b"=== 2\n").hexdigest()


def test_what_another_program_wrote_is_not_overwritten(folder: Folder) -> None:
    path = folder.root / "book.gbk"
    path.write_text("old")
    loaded = folder.read("book.gbk").digest
    path.write_text("theirs")
    with pytest.raises(ChangedOnDiskError) as error:
        folder.save("book.gbk", "mine", loaded)
    assert path.read_text() == "theirs"
    assert error.value.found.text == "theirs"
    folder.save("book.gbk", "mine", error.value.found.digest)
    assert path.read_text() == "mine"


@pytest.mark.slow
def test_a_file_that_could_not_be_opened_again_is_not_saved(folder: Folder) -> None:
    path = folder.root / "book.gbk"
    path.write_bytes(b"a\r\nb\r\n")
    longest = "x\n" * (MOST_BYTES // 3)
    digest = folder.save("book.gbk", longest, folder.read("book.gbk").digest)
    assert folder.read("book.gbk").text == longest
    with pytest.raises(UsageError, match="more than 5 MB"):
        folder.save("book.gbk", longest + "x\n", digest)
    assert folder.digest("book.gbk") == digest


def test_a_new_file_is_written_only_where_there_is_none(folder: Folder) -> None:
    assert folder.read("part/new.gbk").digest == NEW
    folder.save("part/new.gbk", "text", NEW)
    assert (folder.root / "part/new.gbk").read_text() == "text"
    with pytest.raises(ChangedOnDiskError):
        folder.save("part/new.gbk", "other", NEW)


def test_line_ends_and_marks_stay_as_they_are(folder: Folder) -> None:
    path = folder.root / "book.gbk"
    path.write_bytes(b"\xef\xbb\xbf=== 1\r\nOn.\r\n")
    found = folder.read("book.gbk")
    assert found.text == "=== 1\nOn.\n"
    folder.save("book.gbk", found.text + "-> victory\n", found.digest)
    assert path.read_bytes() == b"\xef\xbb\xbf=== 1\r\nOn.\r\n-> victory\r\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb\nc\r\n", b"a\nb\nc\nd\n"),
        (b"a\r\nb\r\nc\n", b"a\r\nb\r\nc\r\nd\r\n"),
        (b"a\rb\rc\r", b"a\rb\rc\rd\r"),
        (b"", b"d\n"),
    ],
)
def test_a_file_gets_the_line_ends_that_most_of_its_lines_have(folder: Folder, before: bytes, after: bytes) -> None:
    path = folder.root / "book.gbk"
    path.write_bytes(before)
    found = folder.read("book.gbk")
    folder.save("book.gbk", found.text + "d\n", found.digest)
    assert path.read_bytes() == after


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_that_leads_elsewhere_is_not_listed(folder: Folder, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "other.gbk"
    for path in (elsewhere, folder.root / "book.gbk"):
        path.write_text("=== 1\n")
    (folder.root / "away.gbk").symlink_to(elsewhere)
    (folder.root / "here.gbk").symlink_to(folder.root / "book.gbk")
    assert folder.names() == ["book.gbk", "here.gbk"]


@pytest.mark.parametrize("data", [b"caf\xe9", "=== 1".encode("utf-16"), b"PK\x03\x04..."])
def test_what_is_no_plain_text_is_not_edited(folder: Folder, data: bytes) -> None:
    (folder.root / "book.gbk").write_bytes(data)
    with pytest.raises(UsageError, match="cannot be edited here"):
        folder.read("book.gbk")


@pytest.mark.parametrize(("sign", "code"), [("\r", "000D"), ("\0", "0000")])
def test_a_sign_that_no_page_shows_is_named_with_its_line(folder: Folder, sign: str, code: str) -> None:
    """A lone return is not turned into a line."""
    path = folder.root / "book.gbk"
    path.write_bytes(f"=== 1\nOn{sign}we go.\n".encode())
    with pytest.raises(
        UsageError, match=rf"cannot be edited here: in line 2 there is an invisible .*U.{code}.; delete it"
    ):
        folder.read("book.gbk")
    path.write_bytes(b"=== 1\r\nOn.\r")
    assert folder.read("book.gbk").text == "=== 1\nOn.\n"


def test_books_are_listed_with_their_folders(folder: Folder) -> None:
    for name in ("b.gbk", "a.gbk", "parts/one.gbk", "notes.txt", ".hidden/x.gbk", "node_modules/y.gbk"):
        path = folder.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    assert folder.names() == ["a.gbk", "b.gbk", "parts/one.gbk"]
    assert folder.name(folder.root / "parts/one.gbk") == "parts/one.gbk"
    assert folder.name(folder.root.parent / "x.gbk") is None


def test_half_of_a_letter_is_in_no_name(folder: Folder) -> None:
    with pytest.raises(NotHereError, match="is not a file of this folder"):
        folder.path("\ud83d.gbk")
