from __future__ import annotations

import errno
import stat
from pathlib import Path

import pytest

from gamebook.cli.files import write_text
from tests.cli.conftest import Gamebook

TOO_LONG = "it has more than 20,000,004 bytes and is not read"


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


def test_a_folder_without_permission(gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_file(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", is_file)
    outcome = gamebook("solve", "d/x.gbk")
    assert (outcome.code, outcome.err) == (2, f"gamebook: {Path('d/x.gbk')}: Permission denied\n")


@pytest.mark.parametrize(("name", "place"), [("book.numbers.toml", "line 2"), ("words.md", "line 3")])
def test_what_is_no_text_is_told_with_its_line(name: str, place: str, gamebook: Gamebook) -> None:
    Path("book.gbk").write_text('book "B"\n    front "words.md"\n\n=== 1\n~ victory\n', "utf-8")
    Path("words.md").write_text("Good words.\n", "utf-8")
    Path(name).write_bytes(b"\n" * (int(place[-1]) - 1) + b"caf\xe9\n")
    found = gamebook("publish", "book.gbk", "--to", "txt", "-o", "-")
    assert found.code == 2
    assert name in found.err
    assert f"{place} is not UTF-8 text; save the file as UTF-8" in found.err
    assert "codec" not in found.err


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("solve book.gbk --hero key=N", "--hero key"),
        ("simulate book.gbk --set key=N", "key"),
        ("number book.gbk --shuffle --pin 1=N", "--pin 1"),
    ],
)
def test_a_number_with_too_many_digits_is_told_so(words: str, name: str, gamebook: Gamebook) -> None:
    Path("book.gbk").write_text('book "B"\nsheet\n    number key = 1d6\n\n=== 1\n~ victory\n', "utf-8")
    found = gamebook(*words.replace("=N", "=" + "9" * 23).split())
    assert found.code == 2
    assert f"{name}: {'9' * 20}… is too long; a number has at most 9 digits" in found.err


ENDLESS = "/dev/zero"
"""It can be read for ever."""


@pytest.mark.skipif(not Path(ENDLESS).exists(), reason="this system has no such file")
@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        (["fmt", ENDLESS], 1, "GB003"),
        (["import", ENDLESS, "-o", "new.gbk"], 2, "more than 5,000,000 bytes and is not read"),
        (["play", "book.gbk", "--resume", ENDLESS], 2, TOO_LONG),
        (["number", "book.gbk", "--numbers", ENDLESS], 2, TOO_LONG),
        (["publish", "book.gbk", "--to", "txt", "--numbers", ENDLESS], 2, TOO_LONG),
        (["sweep", ENDLESS], 2, TOO_LONG),
        (["fight", "--hero", "9/6/8", "--foe", "9/2", "--header", ENDLESS], 2, TOO_LONG),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_file_without_an_end_is_not_read_to_its_end(
    gamebook: Gamebook, command: list[str], code: int, told: str
) -> None:
    Path("book.gbk").write_text("=== 1\n-> victory\n", "utf-8")
    outcome = gamebook(*command)
    assert (outcome.code, told in outcome.err) == (code, True), outcome.err
