from __future__ import annotations

import stat
from pathlib import Path

import pytest

from gamebook.cli.files import write_text


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
