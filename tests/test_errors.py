"""The errors that callers catch are a small, closed family; everything else is a bug, and says so."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Callable, Iterator

import pytest

import gamebook
from gamebook import errors
from gamebook.analysis.readers import NotAllDone
from gamebook.cli import explain
from gamebook.cli.console import ExitCode
from gamebook.cli.main import run
from gamebook.diagnostics import Report
from gamebook.errors import GamebookError
from gamebook.model.reader import reader
from gamebook.studio.folder import ChangedOnDiskError, Text
from gamebook.studio.solvers import Failed
from gamebook.syntax.layout import LayoutError

KINDS = {"BookHasErrors", "Cancelled", "LimitReached", "Unavailable", "UsageError"}
SIGNALS = {"CannotRenameError", "LayoutError", "NoMean", "TooMany", "TooSlow", "Impatient", "TooWide", "TooFar"}
SIGNALS |= {"_Unreadable", "Cannot"}  # of the import
SIGNALS |= {"Unlike", "TooLong"}  # of heroes side by side, and in turn
SIGNALS |= {"RefusedError"}  # an answer to an editor
"""Raised and caught inside the package."""


def of_the_package() -> Iterator[type[BaseException]]:
    for module in pkgutil.walk_packages(gamebook.__path__, "gamebook."):
        if not module.name.endswith("__main__"):
            for each in vars(importlib.import_module(module.name)).values():
                if isinstance(each, type) and issubclass(each, BaseException) and each.__module__ == module.name:
                    yield each


def test_the_family_is_closed() -> None:
    assert {each.__name__ for each in GamebookError.__subclasses__()} == KINDS
    assert {each.__name__ for each in GamebookError.__subclasses__() if each.__module__ != errors.__name__} == set()


def test_every_error_is_of_the_family_or_a_signal_inside() -> None:
    others = {each.__name__ for each in of_the_package() if not issubclass(each, GamebookError)}
    assert others == SIGNALS


def broken() -> Report:
    return gamebook.check(text="=== 1\n-> 9\n", level="quick")


MADE: dict[type[BaseException], Callable[[], BaseException]] = {
    errors.BookHasErrors: lambda: errors.BookHasErrors(broken()),
    NotAllDone: lambda: NotAllDone((), [reader("best"), reader("random")]),
    ChangedOnDiskError: lambda: ChangedOnDiskError(Text("=== 1", "a mark")),
    LayoutError: lambda: LayoutError("deep", 7),
    Failed: lambda: Failed("ValueError", "why"),
}
"""Those that are not made from a message."""


def test_every_error_can_be_copied_and_sent_to_another_process() -> None:
    for kind in of_the_package():
        error = MADE[kind]() if kind in MADE else kind("why")
        for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
            assert type(again) is kind
            assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error)), kind


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (errors.UsageError("no such thing"), ExitCode.USAGE),
        (errors.Unavailable("no such program"), ExitCode.USAGE),
        (errors.LimitReached("too large"), ExitCode.LIMIT),
        (errors.Cancelled(), ExitCode.INTERRUPTED),
        (ValueError("zip() argument 2 is longer than argument 1"), ExitCode.BUG),
        (RuntimeError("no"), ExitCode.BUG),
    ],
)
def test_each_kind_has_its_exit_code(
    raised: Exception, code: ExitCode, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise raised

    monkeypatch.delenv("GAMEBOOK_DEBUG", raising=False)
    monkeypatch.setattr(explain, "emit", fails)
    assert run(["explain", "GB101"]) == code
    told = capsys.readouterr().err
    assert ("internal error" in told) == (code is ExitCode.BUG)
    assert "Traceback" not in told
