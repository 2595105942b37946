"""The script that changes small things: `make mutants`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.mutants.__main__ import ROOT, explained
from tests.support.mutants.changes import Change, changes, install
from tests.support.mutants.record import Record

TEXT = '''
from gamebook.job import look


def between(low: int = 3, *, x: int) -> bool:
    """At least 4."""
    assert x > 0, "more than 0"
    look()
    list(zip([low], [x], strict=True))
    return low <= x and not x == 7


def examples(draw: object, most: int) -> int:
    return most + 1


class Counter:
    total = 0

    def add(self, by: int) -> int:
        self.total += by

        def twice() -> int:
            return self.total * 2

        return twice() if by else 0
'''


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    path = tmp_path / "sample.py"
    path.write_text(TEXT, "utf-8")
    spec = importlib.util.spec_from_file_location("sample", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def known(tmp_path: Path) -> dict[str, Change]:
    return {change.name.partition(": ")[2]: change for change in changes("sample.py", tmp_path)}


@pytest.mark.usefixtures("module")
def test_what_runs_is_changed_and_nothing_else(tmp_path: Path) -> None:
    assert list(known(tmp_path)) == [
        "list(zip([low], [x], strict=True)) => pass",
        "return low <= x and (not x == 7) => return None",
        "low <= x and (not x == 7) => low <= x or not x == 7",
        "low <= x => low < x",
        "not x == 7 => x == 7",
        "x == 7 => x != 7",
        "7 => 8",
        "self.total += by => pass",
        "return self.total * 2 => return None",
        "self.total * 2 => self.total + 2",
        "2 => 3",
        "return twice() if by else 0 => return None",
        "twice() if by else 0 => 0 if by else twice()",
        "0 => 1",
    ]
    assert {change.function for change in changes("sample.py", tmp_path)} == {"between", "Counter.add"}


def test_a_function_is_changed_wherever_it_is_held(module: ModuleType, tmp_path: Path) -> None:
    between, counter = module.between, module.Counter()
    assert (between(x=3), counter.add(5)) == (True, 10)
    install(known(tmp_path)["low <= x => low < x"], tmp_path)
    install(known(tmp_path)["2 => 3"], tmp_path)
    assert (between(x=3), counter.add(5)) == (False, 30)
    install(known(tmp_path)["self.total += by => pass"], tmp_path)
    assert counter.add(5) == 20


def test_a_function_that_is_not_loaded_cannot_be_changed(tmp_path: Path) -> None:
    (tmp_path / "sample.py").write_text(TEXT, "utf-8")
    with pytest.raises(LookupError):
        install(known(tmp_path)["2 => 3"], tmp_path)


def test_a_record_of_lines_keeps_up_with_the_code(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("new = 0\none = 1\nmore = 1\ntwo = 2\n", "utf-8")
    (tmp_path / "b.py").write_text("three = 3\n", "utf-8")
    record = Record(
        ["t.py::x", "t.py::y"],
        [1.0, 2.0],
        {"a.py": {"1": [0], "2": [1]}, "b.py": {"1": [0, 1]}, "gone.py": {"1": [0]}},
        {"a.py": "one = 1\ntwo = 2\n", "b.py": "three = 3\n", "gone.py": "four = 4\n"},
    )
    now = record.now(tmp_path)
    # `new` is before all that is known; `more` may be run by what runs `one`.
    assert now.lines == {"a.py": {"2": [0], "3": [0], "4": [1]}, "b.py": {"1": [0, 1]}}
    assert now.now(tmp_path) == now


@pytest.mark.slow
def test_changes_that_are_explained_can_be_made() -> None:
    """An entry for code that is gone would excuse a change of today that has its name."""
    listed = explained()
    paths = {name.partition(" ")[0] for name in listed}
    assert listed
    assert listed <= {change.name for path in paths for change in changes(path, ROOT)}


def test_some_tests_are_recorded_anew() -> None:
    record = Record(["t.py::x", "u.py::y"], [1.0, 2.0], {"a.py": {"1": [0, 1], "2": [0]}}, {"a.py": "1\n2\n3\n"})
    again = Record(["t.py::z"], [4.0], {"a.py": {"2": [0]}, "b.py": {"7": [0]}}, record.sources)
    found = record.without(["t.py"]).joined(again)
    assert (found.tests, found.seconds) == (["u.py::y", "t.py::z"], [2.0, 4.0])
    assert found.lines == {"a.py": {"1": [0], "2": [1]}, "b.py": {"7": [1]}}
