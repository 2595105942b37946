from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.resources import resource_folder

UGLY, EVEN = "=== 1\n*  Go   -> 2\n", "=== 1\n* Go -> 2\n"


@pytest.fixture
def folder(gamebook: Callable[..., Any]) -> None:  # noqa: ARG001  the fixture enters an empty folder
    Path("ugly.gbk").write_text(UGLY, "utf-8")
    Path("even.gbk").write_text(EVEN, "utf-8")
    Path("broken.gbk").write_text(UGLY + "~ tset luck\n", "utf-8")


pytestmark = pytest.mark.usefixtures("folder")


def test_a_file_is_laid_out_in_place(gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("fmt", "ugly.gbk", "even.gbk")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "ugly.gbk changed\n")
    assert Path("ugly.gbk").read_text("utf-8") == EVEN


def test_check_changes_nothing_and_fails(gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("fmt", "--check", "ugly.gbk", "even.gbk")
    assert (outcome.code, outcome.out, outcome.err) == (1, "", "ugly.gbk would change\n")
    assert Path("ugly.gbk").read_text("utf-8") == UGLY
    assert gamebook("fmt", "--check", "even.gbk").code == 0


def test_diff_shows_and_changes_nothing(gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("fmt", "--diff", "ugly.gbk")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.splitlines()[-2:] == ["-*  Go   -> 2", "+* Go -> 2"]
    assert Path("ugly.gbk").read_text("utf-8") == UGLY


def test_stdin_goes_to_stdout(gamebook: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(UGLY.encode())))
    outcome = gamebook("fmt", "-")
    assert (outcome.code, outcome.out, outcome.err) == (0, EVEN, "")


def test_a_broken_file_is_left_alone_and_the_rest_is_done(gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("fmt", "broken.gbk", "ugly.gbk")
    assert (outcome.code, outcome.out) == (1, "")
    assert "broken.gbk:3:3 error[GB020]" in outcome.err
    assert Path("broken.gbk").read_text("utf-8") == UGLY + "~ tset luck\n"
    assert Path("ugly.gbk").read_text("utf-8") == EVEN


def test_what_is_not_text_is_left_alone(gamebook: Callable[..., Any]) -> None:
    Path("latin.gbk").write_bytes(UGLY.encode() + b"caf\xe9")
    outcome = gamebook("fmt", "latin.gbk")
    assert (outcome.code, outcome.out) == (1, "")
    assert "latin.gbk:3:4 error[GB001]" in outcome.err
    assert Path("latin.gbk").read_bytes() == UGLY.encode() + b"caf\xe9"


@pytest.mark.parametrize("text", [UGLY, EVEN])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_text_in_utf_16_becomes_utf_8(gamebook: Callable[..., Any], encoding: str, text: str) -> None:
    """As `check --fix` writes it."""
    wide = Path("wide.gbk")
    wide.write_bytes(text.encode(encoding))
    for how, said in (("--check", "wide.gbk would change: it is not UTF-8 text\n"), ("--diff", "")):
        outcome = gamebook("fmt", "wide.gbk", how)
        assert (outcome.code, outcome.err) == (1, said)
        assert wide.read_bytes() == text.encode(encoding)
    outcome = gamebook("fmt", "wide.gbk")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "wide.gbk changed; it is UTF-8 text now\n")
    assert wide.read_bytes() == EVEN.encode()


def test_line_ends_of_old_macs_become_those_of_today(gamebook: Callable[..., Any]) -> None:
    Path("mac.gbk").write_bytes(UGLY.replace("\n", "\r").encode())
    assert gamebook("fmt", "mac.gbk").code == 0
    assert Path("mac.gbk").read_bytes() == EVEN.encode()


def test_a_byte_order_mark_stays(gamebook: Callable[..., Any]) -> None:
    Path("marked.gbk").write_bytes(UGLY.encode("utf-8-sig"))
    assert gamebook("fmt", "marked.gbk").code == 0
    assert Path("marked.gbk").read_bytes() == EVEN.encode("utf-8-sig")


def test_a_file_that_is_not_there(gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("fmt", "gone.gbk")
    assert (outcome.code, outcome.err) == (2, "gamebook: gone.gbk: No such file or directory\n")


@pytest.mark.slow
def test_the_rule_systems_are_laid_out(gamebook: Callable[..., Any]) -> None:
    """`tests/books/test_printed` says the same of the books."""
    outcome = gamebook("fmt", "--check", *map(str, resource_folder("systems").rglob("*.gbk")))
    assert (outcome.code, outcome.err) == (0, "")
