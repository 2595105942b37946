"""Helpers that commands about one book share."""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gamebook.cli.console import ExitCode, fail, say
from gamebook.cli.findings import mention
from gamebook.process import keep_memory
from gamebook.sentences import listed

if TYPE_CHECKING:
    from gamebook.model.step import Mode
    from gamebook.project import Project


SMALL_BOOK = """
=== 1
* Throw
    ~ roll 1d6
        1-3 -> 1
        4-5 -> victory "Won"
        6 -> defeat "Lost"
* Walk away -> defeat "Lost"
"""
"""A book that every part of the solver has something to do with."""


def ready(path: Path, settings: Mapping[str, int], mode: Mode | None = None) -> Project:
    """A book without errors. If there are errors, print them and end the command; of a draft, say what it lacks."""
    project = _without_errors(path, settings, mode)
    _say_what_is_missing(project)
    return project


def ready_among_others(path: Path) -> Project:
    """The same of one of several books, of which the command itself says what is not written yet may be worth."""
    project = _without_errors(path, {}, None)
    for message in _missing(project):
        say(f"gamebook: {path}: {message}")
    return project


def _say_what_is_missing(project: Project) -> None:
    for message in _missing(project):
        say(f"gamebook: {message}; for now, nobody wins there")


def _missing(project: Project) -> list[str]:
    """What a draft lacks."""
    from gamebook.codes import names

    return [found.message for found in project.mistakes.findings if found.code == names.UNWRITTEN]


def _without_errors(path: Path, settings: Mapping[str, int], mode: Mode | None) -> Project:
    from gamebook.analysis.sheet import only_parameters
    from gamebook.codes import names
    from gamebook.diagnostics import Severity
    from gamebook.mains import books_around
    from gamebook.project import Project

    project = Project(path, settings=settings, mode=mode)
    errors = [each for each in project.mistakes.findings if each.severity is Severity.ERROR]
    if any(each.code == names.UNKNOWN_PARAMETER for each in errors):
        only_parameters(_without_errors(path, {}, mode).book, settings)
    whole = books_around(path) if errors else ()
    if whole:
        fail(f"{path} is a part of {listed(map(str, whole))}: name that file")
    mention(errors, project.mistakes.sources)
    if errors:
        raise typer.Exit(ExitCode.FINDINGS)
    return project


def ready_to_begin(path: Path, words: list[str] | None, mode: Mode | None = None) -> tuple[Project, dict[str, str]]:
    """A book with the values of `--set`: parameters are set in the book; the rest, by name, is for the sheet."""
    project = _without_errors(path, {}, mode)
    parameters = {parameter.name for parameter in project.book.parameters}
    given: dict[str, str] = {}
    for word in words or []:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not (name and equals and value):
            fail(f"--set needs NAME=VALUE, not {word.strip() or 'nothing'}")
        given[name] = value
    settings = assignments("--set", [f"{name}={value}" for name, value in given.items() if name in parameters])
    if settings:
        project = _without_errors(path, settings, mode)
    _say_what_is_missing(project)
    return project, {name: value for name, value in given.items() if name not in parameters}


def warm_up(module: str = "listing", kernel: str = "explore") -> float:
    """Get ready to solve. Prints a note if the solver's kernels, or another one, must first be compiled: once.

    The kernels that list states and compute values are compiled here, so that this time does not count against a limit.

    Returns: the seconds that it took.
    """
    began = time.monotonic()
    keep_memory()
    from gamebook.kernels.compiled import is_ready

    if not is_ready(getattr(import_module(f"gamebook.kernels.{module}"), kernel)):
        say("compiling kernels (first run only)…")
        if (module, kernel) == ("listing", "explore"):
            from gamebook.verbs import solve

            solve(text=SMALL_BOOK)
    return time.monotonic() - began


def page_width() -> int | None:
    """Width of the terminal in columns; None for a pipe, which takes any width."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def hero_given(text: str) -> dict[str, int]:
    """`SKILL=9, LUCK=8, lantern` as a mapping; a name alone has the value 1, and so has `weapon=axe` as a whole."""
    found: dict[str, int] = {}
    for word in text.split(",") if text.strip() else []:
        name, equals, value = (part.strip() for part in word.partition("="))
        if equals and value[:1].isalpha():
            found[f"{name}={value}"] = 1
            continue
        for stat, number in assignments("--hero", [word if equals else f"{word}=1"]).items():
            if found.setdefault(stat, number) != number:
                fail(f"{stat} cannot be both {found[stat]} and {number}; give one of them")
    return found


def ranges_given(option: str, words: list[str]) -> dict[str, range]:
    """`["t=2..13"]` as values by name."""
    found: dict[str, range] = {}
    for word in words:
        match = re.fullmatch(r"\s*([^\s=]+)\s*=\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*", word)
        if match is None or int(match[2]) > int(match[3]):
            fail(f"{option} needs NAME=LOW..HIGH, not {word.strip() or 'nothing'}")
        found[match[1]] = range(int(match[2]), int(match[3]) + 1)
    return found


def assignments(option: str, words: list[str]) -> dict[str, int]:
    """`["SKILL=9", "LUCK = 8"]` as a mapping."""
    from gamebook.errors import UsageError
    from gamebook.resolve.given import whole_number

    found: dict[str, int] = {}
    for word in words:
        name, equals, number = (part.strip() for part in word.partition("="))
        otherwise = f"{option} needs NAME=NUMBER, not {word.strip() or 'nothing'}"
        if not (name and equals):
            fail(otherwise)
        try:
            found[name] = whole_number(number, f"{option} {name}", otherwise)
        except UsageError as error:
            fail(str(error))
    return found


def target_of(text: str, *, wins: bool) -> float:
    """The target as a number."""
    match = re.fullmatch(r"\s*(-?\d{1,9}(?:\.\d{1,9})?)\s*(%?)\s*", text)
    if match is None or (match[2] and not wins):
        kind = "a chance, such as 30%" if wins else "a number of points"
        fail(f"--target needs {kind}, not {text.strip() or 'nothing'}")
    number = float(match[1]) / (100 if match[2] else 1)
    if wins and not 0 <= number <= 1:
        percent = f"; write {text.strip()}%" if 1 < number <= 100 and not match[2] else ""
        fail(f"--target needs a chance from 0% to 100%, not {text.strip()}{percent}")
    return number
