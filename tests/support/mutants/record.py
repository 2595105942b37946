"""Which tests run which lines, and how much of the processor each takes: a record, and the plugin that makes it."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path

import coverage
import pytest

SOURCES = ("gamebook", "tests/support")


@dataclass(frozen=True)
class Record:
    """Which tests run which lines, and how many seconds of the processor each takes."""

    tests: list[str]
    seconds: list[float]
    lines: dict[str, dict[str, list[int]]]
    """For each file the numbers of the tests that run each line."""
    sources: dict[str, str]
    """Each file as it was then."""

    def now(self, root: Path) -> Record:
        """The same for the files as they are now: a line that is new has the tests of the line before it."""
        sources = {path: (root / path).read_text("utf-8") for path in self.sources if (root / path).exists()}
        lines = {}
        for path in self.lines.keys() & sources.keys():
            known, was = self.lines[path], _was(self.sources[path], sources[path])
            lines[path] = {str(line): known[str(old)] for line, old in was.items() if str(old) in known}
        return Record(self.tests, self.seconds, lines, sources)

    def without(self, files: Collection[str]) -> Record:
        """The same without the tests of some files."""
        kept = [number for number, test in enumerate(self.tests) if test.partition("::")[0] not in files]
        place = {number: new for new, number in enumerate(kept)}
        lines = {
            path: {line: [place[each] for each in tests if each in place] for line, tests in known.items()}
            for path, known in self.lines.items()
        }
        return Record([self.tests[n] for n in kept], [self.seconds[n] for n in kept], lines, self.sources)

    def joined(self, other: Record) -> Record:
        """This and more tests, of the same sources."""
        lines = {path: {line: [*tests] for line, tests in known.items()} for path, known in self.lines.items()}
        for path, known in other.lines.items():
            for line, tests in known.items():
                some = lines.setdefault(path, {}).setdefault(line, [])
                some += [len(self.tests) + each for each in tests]
        return Record([*self.tests, *other.tests], [*self.seconds, *other.seconds], lines, other.sources)

    def write(self, path: Path) -> None:
        """Keep it in a file."""
        path.write_text(json.dumps(asdict(self)), "utf-8")


def _was(old: str, new: str) -> dict[int, int]:
    """For each line of a text the line of the old text that it was, or that the last line before it was."""
    blocks = SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False).get_matching_blocks()
    same = {b.b + step + 1: b.a + step + 1 for b in blocks for step in range(b.size)}
    found, last = {}, 0
    for line in range(1, len(new.splitlines()) + 1):
        last = same.get(line, last)
        found[line] = last
    return found


def processor_seconds() -> float:
    """What this process and those it started and waited for have taken so far, whatever else the machine does."""
    return sum(os.times()[:4])


class Recorder:
    """Listens while tests run, and writes a file at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._coverage = coverage.Coverage(data_file=None, source=[*SOURCES], config_file=False)
        self._seconds = Counter[str]()
        self._sources = {
            str(file): file.read_text("utf-8") for folder in SOURCES for file in Path(folder).rglob("*.py")
        }

    def pytest_collection_finish(self) -> None:
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        began = processor_seconds()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] += processor_seconds() - began

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        data = self._coverage.get_data()
        tests = list(self._seconds)
        numbers = {test: number for number, test in enumerate(tests)}
        lines = {
            os.path.relpath(file): {
                str(line): sorted(numbers[test] for test in contexts if test in numbers)
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        Record(tests, list(self._seconds.values()), lines, self._sources).write(self._path)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(Path(os.environ["MUTANTS_RECORD"])), "recorder of mutants")
