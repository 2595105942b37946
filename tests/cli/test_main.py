"""What all commands have in common."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from gamebook.cli import explain
from gamebook.cli.console import ExitCode
from gamebook.cli.main import COMMANDS, MEANT, OTHERWISE, command_line, command_module
from tests.support.slowly import then_slowly

COMMAND = [sys.executable, "-m", "gamebook"]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def commands() -> list[str]:
    """The lines of `gamebook --help`."""
    line = command_line()
    return line.get_help(typer.Context(line, info_name="gamebook")).splitlines()


ADVICE = {"play", "publish", "export"}
"""Commands that solve a book only if it is small enough for advice."""


def test_whatever_solves_a_book_takes_all_limits() -> None:
    lines = command_line().commands
    options = {name: {each for option in line.params for each in option.opts} for name, line in lines.items()}
    limits = {"--limit-states", "--limit-memory", "--timeout"}
    solving = {name for name, has in options.items() if "--limit-states" in has} - ADVICE
    assert solving >= {"solve", "check", "report", "search", "stats", "strategies", "worth"}
    assert {name: limits - options[name] for name in solving if not limits <= options[name]} == {}
    assert "map" in solving


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(gamebook: Callable[..., Any], name: str, commands: list[str]) -> None:
    module = command_module(name)
    outcome = gamebook(name, "--help")
    assert outcome.code == 0
    assert outcome.out.startswith(f"Usage: gamebook {name} ")
    assert f"Example:\n    {module.EXAMPLE}\n" in outcome.out
    words = shlex.split(module.EXAMPLE)
    assert words[:2] == ["gamebook", name]
    assert all((ROOT / word).is_file() for word in words if word.startswith("books/"))
    (summary,) = (line for line in commands if line.startswith(f"  {name} "))
    assert "..." not in summary, "the summary is too long for the list of commands"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_words_in_place_of_types(name: str) -> None:
    """`FILE` and `N` stand where a value is typed, not `<path>` and `<int range>`; choices are listed."""
    for each in command_line().commands[name].params:
        shown = each.metavar is not None or each.type.name in ("boolean", "choice")
        assert shown, f"{name} {each.opts}"


@pytest.mark.parametrize("name", COMMANDS)
def test_an_output_file_has_a_short_option(name: str) -> None:
    for each in command_line().commands[name].params:
        assert "--output" not in each.opts or "-o" in each.opts


def test_every_command_is_registered_once() -> None:
    assert list(command_line().commands) == list(COMMANDS)
    assert len(set(COMMANDS)) == len(COMMANDS)


def test_every_module_with_a_command_is_one() -> None:
    modules = (ROOT / "gamebook" / "cli").glob("*.py")
    assert {path.stem.rstrip("_") for path in modules if "\nEXAMPLE = " in path.read_text("utf-8")} == set(COMMANDS)


def test_only_the_command_that_is_called_is_imported() -> None:
    script = (
        "import sys\n"
        "from gamebook.cli.main import run\n"
        "run(['explain', 'GB101'])\n"
        "print('gamebook.cli.solve' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")


def test_without_a_command_the_help_is_shown(gamebook: Callable[..., Any]) -> None:
    assert gamebook().out.startswith("Usage: gamebook [OPTIONS] COMMAND")
    assert gamebook("--version").out.startswith("gamebook ")


@pytest.mark.parametrize("line", ["explian", "explain --nope", "check", "check gone.gbk", "check --format xml x"])
def test_a_slip_in_the_command_is_told_in_two_lines(gamebook: Callable[..., Any], line: str) -> None:
    outcome = gamebook(*line.split())
    assert outcome.code == ExitCode.USAGE
    assert outcome.out == ""
    first, second = outcome.err.splitlines()
    assert first.startswith("gamebook: ")
    assert second.startswith("Try 'gamebook")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("validate", "Did you mean 'check'?"),
        ("lint", "Did you mean 'check'?"),  # and not 'length', which looks like it
        ("Build", "Did you mean 'publish'?"),
        ("serve", "Did you mean 'studio'?"),
        ("plya", "Did you mean 'play'?"),
        ("rename", "Names are changed in an editor, or in the studio: gamebook studio BOOK."),
        ("convert", "To a gamebook: gamebook import. To the format of another program: gamebook export."),
    ],
)
def test_a_word_of_other_programs_leads_to_the_command(gamebook: Callable[..., Any], word: str, told: str) -> None:
    outcome = gamebook(word, "book.gbk")
    assert outcome.code == ExitCode.USAGE
    assert outcome.err == f"gamebook: No such command '{word}'. {told}\nTry 'gamebook --help'.\n"


def test_what_is_meant_is_a_command() -> None:
    assert not (MEANT.keys() | OTHERWISE.keys()) & set(COMMANDS)
    assert set(MEANT.values()) <= set(COMMANDS)


@pytest.mark.parametrize(
    ("line", "told", "command"),
    [
        ("compare x.gbk --resolve", "Option '--resolve' requires an argument.", "compare"),
        ("solve x.gbk --along", "No such option: --along; it is an option of fight", "solve"),
        ("solve x.gbk --curve soft", "No such option: --curve; it is an option of readers", "solve"),
        ("solve x.gbk --hreo SKILL=9", "No such option: --hreo (did you mean --hero?)", "solve"),
        ("explain --nope", "No such option: --nope", "explain"),
    ],
)
def test_a_slip_in_an_option(gamebook: Callable[..., Any], line: str, told: str, command: str) -> None:
    """The command is named, and what is advised is an option with this name or nearly this name."""
    outcome = gamebook(*line.split())
    assert outcome.code == ExitCode.USAGE
    assert outcome.err == f"gamebook: {told}\nTry 'gamebook {command} --help'.\n"


def test_our_own_mistake_is_a_line_and_a_traceback_only_when_asked_for(
    gamebook: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_text: object) -> None:
        raise KeyError("hero")

    monkeypatch.setattr(explain, "emit", broken)
    outcome = gamebook("explain")
    assert outcome.code == ExitCode.BUG
    assert outcome.err.count("\n") == 1
    assert "KeyError: 'hero'" in outcome.err
    assert "GAMEBOOK_DEBUG=1" in outcome.err
    monkeypatch.setenv("GAMEBOOK_DEBUG", "1")
    with pytest.raises(KeyError):
        gamebook("explain")


def test_interrupting_is_a_line(gamebook: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_text: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(explain, "emit", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would not hear it
    try:
        outcome = gamebook("explain")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "gamebook: interrupted\n")


@pytest.mark.parametrize("arguments", then_slowly([["explain"], ["--help"], ["solve", "--help"], ["--version"]], 2))
def test_a_reader_who_leaves_is_no_error(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        done = subprocess.run([*COMMAND, *arguments], stdout=gone, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (ExitCode.PIPE, b"")


@pytest.mark.parametrize("arguments", then_slowly([["explain", "GB101"], ["--help"], ["new", "--list"]], 1))
def test_light_commands_import_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys\n"
        "from gamebook.cli.main import run\n"
        f"code = run({arguments!r})\n"
        "print({'numba', 'numpy', 'networkx', 'lark', 'scipy', 'gamebook.model'} & set(sys.modules), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == "set()\n"


@pytest.mark.slow
@pytest.mark.parametrize("command", then_slowly([["check", "--quick"], ["solve"]], 1))
def test_a_book_that_is_kept_is_not_parsed(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GAMEBOOK_NO_CACHE", raising=False)
    book = tmp_path / "book.gbk"
    book.write_text('=== 1\n* Go -> victory "Won"\n* Stay -> defeat "Lost"\n', "utf-8")
    assert _parses(*command, str(book))
    assert not _parses(*command, str(book))


UNWANTED = ("gamebook.syntax.suggestions", "rich", "tomllib", "ctypes", "secrets")
"""What a quick check does without: suggestions for mistakes, colours, the memory of arrays, files of numbers."""


@pytest.mark.slow
def test_a_quick_check_after_an_edit_imports_what_it_needs(tmp_path: Path) -> None:
    """There is something to report, but nothing that cannot be read."""
    book = tmp_path / "book.gbk"
    book.write_text('=== 1\nRain again.\n* Go -> victory "Won"\n* Stay -> 2\n=== 2\n-> 2\n', "utf-8")
    assert {*UNWANTED}.isdisjoint(_imported("check", "--quick", str(book)).splitlines())


def _parses(*arguments: str) -> bool:
    return "lark" in _imported(*arguments)


def _imported(*arguments: str) -> str:
    """What a command imports that ends well, a line for each."""
    script = (
        "import sys\n"
        "from gamebook.cli.main import run\n"
        f"assert run({list(arguments)!r}) == 0\n"
        "print(*sys.modules, sep='\\n', file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stderr


def test_a_stream_that_lacks_a_letter_gets_it_escaped() -> None:
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "explain", "…"], capture_output=True, text=True, env=ascii_only, check=False)
    assert done.returncode == ExitCode.USAGE
    assert r"\u2026" in done.stderr
