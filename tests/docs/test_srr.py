"""Every command of `docs/srr.md` prints what the page says it prints, and its figures are those of the source."""

from __future__ import annotations

import io
import json

import pytest

from gamebook.cli.console import ExitCode
from tests.docs.commands import DOCS, printed, sessions

ROOT = DOCS.parent
VECTORS = json.loads((ROOT / "tests/data/srr/vectors.json").read_text("utf-8"))


def slow(command: str) -> bool:
    """Whether a command takes more than a few seconds."""
    return "the-long-ebb" in command or "book02" in command


@pytest.mark.parametrize(("command", "typed", "quoted"), sessions("srr.md", slow))
def test_a_command_prints_this(
    command: str,
    typed: str,
    quoted: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code = ExitCode.LIMIT if "--limit-states" in command else ExitCode.CLEAN
    lines = [" ".join(line.split()) for line in printed(command, capsys=capsys, code=code).splitlines()]
    assert [line for line in quoted if line not in lines] == []


def test_the_sources_figures_stand_on_the_page() -> None:
    page = (DOCS / "srr.md").read_text("utf-8")
    titan = VECTORS["titan_serpent_vs_centaur"]
    assert titan["survive"]["exact"] in page
    assert titan["more_than_3"]["exact"] in page
    for step in VECTORS["ogre_worked_example"]["steps"]:
        after = ", ".join(map(str, step["after"]))
        die = step["roll"] if step["die_needed"] else "none"
        assert f"| {die} |" in page
        assert f"| {after} |" in page
