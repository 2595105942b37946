"""Which tests run which lines, and how much of the processor each takes: a plugin for pytest."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

SOURCES = ("gamebook", "tests/support")


def processor_seconds() -> float:
    """What this process and those it started and waited for have taken so far, whatever else the machine does."""
    return sum(os.times()[:4])


class Recorder:
    """Listens while tests run, and writes a file at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._coverage = coverage.Coverage(data_file=None, source=[*SOURCES], config_file=False)
        self._seconds: dict[str, float] = {}

    def pytest_collection_finish(self) -> None:
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        began = processor_seconds()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = processor_seconds() - began

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        data = self._coverage.get_data()
        tests = list(self._seconds)
        numbers = {test: number for number, test in enumerate(tests)}
        lines = {
            os.path.relpath(file): {
                line: sorted(numbers[test] for test in contexts if test in numbers)
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        found = {"tests": tests, "seconds": list(self._seconds.values()), "lines": lines}
        self._path.write_text(json.dumps(found), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(Path(os.environ["MUTANTS_RECORD"])), "recorder of mutants")
