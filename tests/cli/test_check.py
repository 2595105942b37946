from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gamebook import verbs
from gamebook.codes import finding
from gamebook.diagnostics import Diagnostic
from gamebook.project import Project
from gamebook.source import Source


@dataclass(frozen=True)
class Report:
    findings: tuple[Diagnostic, ...]
    sources: dict[str, Source]


@pytest.fixture
def moat(monkeypatch: pytest.MonkeyPatch) -> str:
    """A check that finds one error in any file."""

    def check(book: Project, **_: object) -> Report:
        source = Source(book.main, Path(book.main).read_text("utf-8"))
        wrong = finding("GB101", source.span(3, 6), "no chapter is numbered 212", "the nearest is 211")
        return Report((wrong,), {source.path: source})

    monkeypatch.setattr(verbs, "check", check)
    return "moat.gbk"


def test_findings_are_data_and_errors_fail(gamebook: Callable[..., Any], moat: str) -> None:
    Path(moat).write_text("-> 212", "utf-8")
    outcome = gamebook("check", moat)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.splitlines() == [
        "moat.gbk:1:4 error[GB101] no chapter is numbered 212",
        " 1 | -> 212",
        "   |    ^^^ hint: the nearest is 211",
        "",
        "1 error in moat.gbk",
    ]
    assert gamebook("check", moat, "--fail-on", "never").code == 0


@pytest.mark.parametrize(
    ("form", "begin"), [("json", "[\n"), ("sarif", "{\n"), ("github", "::error "), ("text", "a.gbk")]
)
def test_formats_and_a_file_for_them(gamebook: Callable[..., Any], moat: str, form: str, begin: str) -> None:
    for name in ("a.gbk", moat):
        Path(name).write_text("-> 212", "utf-8")
    printed = gamebook("check", "a.gbk", moat, "--format", form).out
    assert printed.startswith(begin)
    written = gamebook("check", "a.gbk", moat, "--format", form, "--output", "findings")
    assert (written.code, written.out) == (1, "")
    assert Path("findings").read_text("utf-8") == printed
    assert gamebook("check", "a.gbk", moat, "--format", form, "--output", "-").out == printed
    assert not Path("-").exists()


def test_a_part_of_two_books_is_told_once(gamebook: Callable[..., Any], moat: str) -> None:
    Path(moat).write_text("-> 212", "utf-8")
    assert len(json.loads(gamebook("check", moat, moat, "--format", "json").out)) == 1
    assert gamebook("check", moat, "--json").out == gamebook("check", moat, "--format", "json").out
    outcome = gamebook("check", moat, "--json", "--format", "sarif")
    assert outcome.code == 2
    assert "sarif and json are different output formats; use one of them" in outcome.err


CROOKED = 'book "C"\n=== 1\n-> 02\n=== 2\n~ victory\n'


def test_a_part_of_a_book_is_checked_with_its_book(
    gamebook: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parts").mkdir()
    main = 'book "T"\ninclude "parts/one.gbk"\nsheet\n    item torch\n=== 1\n* Take it\n    ~ gain torch\n    -> cave\n'
    (tmp_path / "main.gbk").write_text(main)
    (tmp_path / "parts" / "one.gbk").write_text("=== cave\n* Go in [if torch] -> 1\n* Leave\n    ~ victory\n")
    both = gamebook("check", "main.gbk", "parts/one.gbk", "--quick")
    assert (both.code, both.err) == (0, "")
    alone = gamebook("check", "parts/one.gbk", "--quick")
    assert alone.code == 0
    assert "parts/one.gbk is a part of main.gbk" in alone.err.replace("\\", "/")
    assert "name that file" in gamebook("stats", "parts/one.gbk").err
    monkeypatch.chdir(tmp_path / "parts")
    assert gamebook("check", "one.gbk", "--quick").code == 0


def test_a_rule_system_is_checked_with_the_books_that_use_it(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "rules.gbk").write_text("system rules\n\nsheet\n    stat life = 3\n")
    for name in "ab":
        text = f'book "{name}"\n    use rules\n\n=== 1\n~ life -1\n~ if life > 1\n    -> victory\n-> defeat\n'
        (tmp_path / f"{name}.gbk").write_text(text)
    alone = gamebook("check", "rules.gbk", "--quick")
    assert "GB117" not in alone.out
    assert "rules.gbk is a part of a.gbk and b.gbk, which are each checked as a whole" in " ".join(alone.err.split())


def test_the_ending_of_a_books_name_may_be_left_out(gamebook: Callable[..., Any], moat: str) -> None:
    Path(moat).write_text("=== 1\n~ victory\n", "utf-8")
    Path("moat").mkdir()
    assert "1 error in moat.gbk" in gamebook("check", "moat", "--quick").out
    assert gamebook("stats", "moat").code == 0
    missing = gamebook("check", "castle", "--quick")
    assert (missing.code, "file 'castle' does not exist" in missing.err) == (2, True)
    Path("folder").mkdir()
    assert "file 'folder' is a directory" in gamebook("stats", "folder").err


def test_fixes_are_carried_out(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "c.gbk"
    path.write_bytes(CROOKED.replace("\n", "\r\n").encode())
    shown = gamebook("check", str(path), "--fix", "--diff")
    assert (shown.code, shown.err) == (1, "")
    assert [line for line in shown.out.splitlines() if line[0] in "-+"][2:] == ["--> 02", "+-> 2"]
    assert b"-> 02" in path.read_bytes()
    done = gamebook("check", str(path), "--fix", "--fail-on", "info")
    assert (done.code, done.err) == (0, f"{path}: 1 fix\n")
    assert path.read_bytes() == CROOKED.replace("02", "2").replace("\n", "\r\n").encode()
    again = gamebook("check", str(path), "--fix", "--diff")
    assert (again.code, again.out, again.err) == (0, "", "nothing to correct\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_a_file_in_utf_16_becomes_utf_8(gamebook: Callable[..., Any], tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "c.gbk"
    path.write_bytes(CROOKED.encode(encoding))
    shown = gamebook("check", str(path), "--fix", "--diff")
    assert shown.code == 1
    assert "\n+-> 2\n" in shown.out
    done = gamebook("check", str(path), "--fix", "--fail-on", "info")
    assert (done.code, done.err) == (0, f"{path}: 1 fix; it is UTF-8 text now\n")
    assert path.read_bytes() == CROOKED.replace("02", "2").encode()


def test_a_file_in_another_encoding_is_left_alone(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "c.gbk"
    data = CROOKED.replace("=== 1", "=== 1 Café").encode("cp1252")
    path.write_bytes(data)
    shown = gamebook("check", str(path), "--fix", "--diff")
    assert (shown.code, shown.out) == (0, "")
    for outcome in (shown, gamebook("check", str(path), "--fix")):
        assert "is not UTF-8 text, so --fix does not change it" in outcome.err
    assert path.read_bytes() == data


def test_where_one_file_is_write_protected_none_is_changed(
    gamebook: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "c.gbk", tmp_path / "d.gbk"
    first.write_text(f'include "d.gbk"\n{CROOKED}', "utf-8")
    second.write_text("=== 3\n-> 02\n", "utf-8")
    second.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda file, mode: mode != os.W_OK or bool(Path(file).stat().st_mode & 0o200))
    outcome = gamebook("check", str(first), "--fix")
    assert (outcome.code, outcome.err) == (2, f"gamebook: {second}: it is write-protected\n")
    assert first.read_text("utf-8") == f'include "d.gbk"\n{CROOKED}'


def test_diff_is_for_fix(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "c.gbk").write_text(CROOKED, "utf-8")
    assert gamebook("check", str(tmp_path / "c.gbk"), "--diff").code == 2


LOCKED = """book "C"
sheet
    number keys = 0 in 0..2
=== 1
* In [if keys > 0] -> 2
* Out -> 3
=== 2
-> 02
=== 3
~ keys +0
~ victory
"""


def test_a_quick_check_solves_nothing(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    """That the door is never open is found by solving only."""
    path = tmp_path / "c.gbk"
    path.write_text(LOCKED, "utf-8")
    full = json.loads(gamebook("check", str(path), "--format", "json").out)
    quick = json.loads(gamebook("check", str(path), "--quick", "--format", "json").out)
    assert {each["level"] for each in full} == {"quick", "full"}
    assert quick == [each for each in full if each["level"] == "quick"]


def test_ctrl_c_leaves_the_findings_that_need_no_solving(
    gamebook: Callable[..., Any], moat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels: list[str] = []
    quick = verbs.check

    def check(book: Project, *, level: str, **wishes: object) -> Report:
        levels.append(level)
        if level == "full":
            raise KeyboardInterrupt
        return quick(book, **wishes)  # type: ignore[arg-type,return-value]

    monkeypatch.setattr(verbs, "check", check)
    for name in (moat, "b.gbk"):
        Path(name).write_text("-> 212", "utf-8")
    outcome = gamebook("check", moat, "b.gbk")
    assert outcome.code == 130
    assert levels == ["full", "quick", "quick"]
    assert "moat.gbk:1:4 error[GB101]" in outcome.out
    assert "b.gbk:1:4 error[GB101]" in outcome.out
    assert outcome.err == (
        "gamebook: of moat.gbk and b.gbk only what needs no solving was checked\ngamebook: interrupted\n"
    )
    outcome = gamebook("check", moat, "--quick")
    assert (outcome.code, levels[3:]) == (1, ["quick"])
