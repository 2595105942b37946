"""What is opened from a cache was written by this user, in a folder that only this user can write, and is whole."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from gamebook import caches
from gamebook.caches import cache_folder, read_cached, write_cached

CONTENT = b"tables of a parser"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "gamebook" / "grammar" / "tables"
    write_cached(file, CONTENT)
    assert read_cached(file) == CONTENT
    return file


def test_a_folder_and_its_files_are_this_users_own(path: Path) -> None:
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("others", [0o020, 0o002])
def test_a_folder_that_others_can_write_is_not_used(path: Path, others: int) -> None:
    path.parent.chmod(0o700 | others)
    assert read_cached(path) is None


@pytest.mark.parametrize("others", [0o020, 0o002])
def test_a_file_that_others_can_write_is_not_used(path: Path, others: int) -> None:
    path.chmod(0o600 | others)
    assert read_cached(path) is None


def test_what_others_can_only_read_is_used(path: Path) -> None:
    path.parent.chmod(0o755)
    path.chmod(0o644)
    assert read_cached(path) == CONTENT


def test_what_belongs_to_somebody_else_is_not_used(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    assert read_cached(path) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("given", ["folder", "file"])
def test_a_planted_folder_or_file_is_not_used(path: Path, given: str) -> None:
    os.chown(path.parent if given == "folder" else path, 12345, 12345)
    assert read_cached(path) is None


def test_a_folder_beside_the_program_may_be_as_open_as_the_program(path: Path, tmp_path: Path) -> None:
    """Who can change the program needs no cache to run code."""
    code = tmp_path / "code"
    code.mkdir(0o700)
    path.parent.chmod(0o770)
    assert read_cached(path, code) is None
    code.chmod(0o770)
    assert read_cached(path, code) == CONTENT
    path.parent.chmod(0o772)
    assert read_cached(path, code) is None


@pytest.mark.parametrize("spoil", [lambda data: data[:-1], lambda _: b"", lambda data: data[:40] + b"\0" + data[41:]])
def test_a_damaged_file_is_not_used(path: Path, spoil: object) -> None:
    assert callable(spoil)
    path.write_bytes(spoil(path.read_bytes()))
    assert read_cached(path) is None


def test_a_folder_or_nothing_in_its_place_is_not_used(path: Path) -> None:
    assert read_cached(path.parent) is None
    assert read_cached(path.with_name("gone")) is None


def test_a_file_in_the_way_of_the_folder_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    write_cached(tmp_path / "file" / "tables", CONTENT)
    assert read_cached(tmp_path / "file" / "tables") is None


def test_no_folder_named_tilde_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home has the cache `~/.cache`, word for word."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(caches, "user_cache_path", lambda *_args, **_options: Path("~/.cache"))
    write_cached(cache_folder() / "tables", CONTENT)
    assert list(tmp_path.iterdir()) == []
