from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gamebook import verbs
from gamebook.codes import finding
from gamebook.diagnostics import Diagnostic
from gamebook.source import Source


@dataclass(frozen=True)
class Report:
    findings: tuple[Diagnostic, ...]
    sources: dict[str, Source]


@pytest.fixture
def moat(monkeypatch: pytest.MonkeyPatch) -> str:
    """A check that finds one error in any file."""

    def check(book: Path, **_: object) -> Report:
        source = Source(str(book), book.read_text("utf-8"))
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


def test_a_part_of_two_books_is_told_once(gamebook: Callable[..., Any], moat: str) -> None:
    Path(moat).write_text("-> 212", "utf-8")
    assert len(json.loads(gamebook("check", moat, moat, "--format", "json").out)) == 1
