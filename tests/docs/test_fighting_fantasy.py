"""Every command of `docs/fighting-fantasy.md` prints what the page says it prints."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamebook.cli.main import run

PAGE = Path(__file__).parents[2] / "docs" / "fighting-fantasy.md"


def sessions() -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines quoted below it; `…` stands for what is left out."""
    for block in re.findall(r"^```text\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = session.replace("\\\n", "").splitlines()
            yield command, [" ".join(line.split()) for line in lines if line.strip() not in ("", "…")]


def slow(command: str) -> bool:
    """Whether a command takes more than a few seconds."""
    return ".." in command


COMMANDS = [
    pytest.param(*session, id=f"{number}", marks=[pytest.mark.slow] if slow(session[0]) else [])
    for number, session in enumerate(sessions(), start=1)
]


@pytest.mark.parametrize(("command", "quoted"), COMMANDS)
def test_a_command_prints_this(
    command: str, quoted: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)
    assert words[0] == "gamebook"
    assert run(words[1:]) == 0
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in quoted if line not in printed] == []


def test_what_python_answers() -> None:
    (example,) = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTestParser().get_doctest(example, {}, "example", str(PAGE), 0), out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)
