from __future__ import annotations

import stat
from pathlib import Path

import pytest

from gamebook.cli.files import write_text
from tests.cli.conftest import Gamebook


def test_a_link_stays_a_link_and_the_mode_is_kept(tmp_path: Path) -> None:
    book, link = tmp_path / "book.gbk", tmp_path / "link.gbk"
    book.write_text("old", "utf-8")
    book.chmod(0o640)
    link.symlink_to(book)
    write_text(link, "new\r\n")
    assert link.is_symlink()
    assert book.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(book.stat().st_mode) == 0o640


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    book = tmp_path / "book.gbk"
    book.write_text("old", "utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_text(book, "\ud800")
    assert [path.name for path in tmp_path.iterdir()] == ["book.gbk"]
    assert book.read_text("utf-8") == "old"


@pytest.mark.parametrize(
    ("words", "output"),
    [
        ("export {book} --to json", "-o"),
        ("map {book} --what structure --format dot", "-o"),
        ("check {book} --quick", "--output"),
        ("number {book} --shuffle", "--numbers"),
        ("publish {book} --to txt", "-o"),
    ],
)
@pytest.mark.parametrize(
    ("name", "says"),
    [("book.gbk", "is the book itself"), ("part.txt", "is a file of the book"), ("other.gbk", "is a book, and would")],
)
def test_no_book_is_overwritten(words: str, output: str, name: str, says: str, gamebook: Gamebook) -> None:
    texts = {
        "book.gbk": 'book "Two"\ninclude "part.txt"\n\n=== 1\nGo.\n-> 2\n',
        "part.txt": "=== 2\n~ victory\n",
        "other.gbk": 'book "Other"\n',
    }
    for path, text in texts.items():
        Path(path).write_text(text, "utf-8")
    found = gamebook(*words.format(book="book.gbk").split(), output, name)
    assert (found.code, f"{name} {says}" in found.err, f"another name with {output}" in found.err) == (2, True, True)
    assert {path: Path(path).read_text("utf-8") for path in texts} == texts
