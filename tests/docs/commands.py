"""Commands that a page shows in its `text` blocks, and what it says they print."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gamebook.cli.console import ExitCode
from gamebook.cli.main import run

DOCS = Path(__file__).parents[2] / "docs"


def read(page: str) -> Iterator[tuple[str, str, list[str]]]:
    """The commands of a file of `docs`: each with what is typed into it, and the lines quoted below it.

    A command begins with `$`, what is typed with `>` (its echo), and `…` stands for what is left out.
    """
    text = (DOCS / page).read_text("utf-8")
    for block in re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = session.replace("\\\n", "").splitlines()
            typed = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
            yield command, typed, [" ".join(line.split()) for line in lines if line.strip() not in ("", "…")]


def sessions(page: str, slow: Callable[[str], bool]) -> list[object]:
    """The same as parameters of a test; those that are slow are marked so."""
    return [
        pytest.param(*session, id=f"{number}", marks=[pytest.mark.slow] if slow(session[0]) else [])
        for number, session in enumerate(read(page), start=1)
    ]


def printed(command: str, *more: str, capsys: pytest.CaptureFixture[str], code: ExitCode = ExitCode.CLEAN) -> str:
    """What a command prints; `A > FILE && B` as a shell has it."""
    out = ""
    for part in command.split(" && "):
        called, _, file = part.partition(" > ")
        words = shlex.split(called)
        assert words[0] == "gamebook"
        assert run([*words[1:], *more]) == code
        out = capsys.readouterr().out
        if file:
            Path(file).write_text(out, "utf-8")
    return out
