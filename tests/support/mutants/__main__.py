"""Mutation testing: does a test fail when a line is changed? `make mutants`; docs/decisions/mutants.md tells more.

First the tests are run once, to see which test runs which line. Then some changes are drawn, and for each the tests
that run its line: the change survives if they all pass. Each change is made in a fork of this process, which has
imported the package already. Time is time of the processor, so that a busy machine finds what an idle one finds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pkgutil
import re
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Literal

import pytest

from tests.support.mutants.changes import Change, changes, install
from tests.support.mutants.record import Record

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / os.environ.get("MUTANTS_FOLDER", ".mutants")
"""Where what is found is kept; not for the repository. Two that run at once need a folder each."""
LOG = FOLDER / "last.txt"
"""What the tests of the last change printed."""
FAILED = FOLDER / "failed.json"
"""Which of them failed."""
SURVIVED = FOLDER / "survived.txt"
"""The changes that survived."""
KILLED = FOLDER / "killed.txt"
"""The others, each with the test that failed first."""
PAGE = ROOT / "docs" / "decisions" / "mutants.md"
TARGETS = {
    **{name: [f"gamebook/{name}"] for name in ("resolve", "program", "solver", "analysis", "lint", "render")},
    "kernels' twins": ["tests/support/plain_cells.py", "tests/support/plain_game.py"],
}
"""What is changed: the twins stand for the kernels, which take minutes to compile."""
SLACK = 15.0
"""Seconds of the processor that a change may take on top of `PATIENCE` times what its tests took."""
PATIENCE = 3.0
ASLEEP = 10.0
"""A change that waits for ever takes nothing of the processor: it is stopped after so many times that, by the clock."""
READING = 0.2
"""Seconds that it takes to read one more file of tests."""
IMPOSSIBLE = 98
OPTIONS = ["-q", "-p", "no:cacheprovider", "-m", "slow or not slow", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
MOST_SURVIVORS = 0.05

Fate = Literal["killed", "hangs", "crashes", "survived", "no test runs it", "explained", "cannot be made"]


NOTICED: tuple[Fate, ...] = ("killed", "hangs", "crashes")


def chosen(record: Record, change: Change, seconds: float) -> list[int]:
    """Tests that run a line: those of its own file, then one of each file in turn, the quickest first.

    They take so many seconds altogether. With no record of lines, all are asked.
    """
    if not record.lines:
        return [*range(len(record.tests))]
    known = record.lines.get(change.path, {}).get(str(change.line), ())
    files: dict[str, list[int]] = {}
    for each in sorted(known, key=lambda each: record.seconds[each]):
        files.setdefault(record.tests[each].partition("::")[0], []).append(each)
    own = files.pop(re.sub(r"^gamebook/(.*?)([^/]+)$", r"tests/\1test_\2", change.path), [])
    others = [each for turn in zip_longest(*files.values()) for each in turn if each is not None]
    total, found = 0.0, []
    for place, each in enumerate(own + others):
        total += record.seconds[each] + (READING if len(own) <= place < len(own) + len(files) else 0.0)
        if found and total > seconds:
            break
        found.append(each)
    return found


class Chosen:
    """A plugin that runs some tests only, in their order, and draws the same random examples each time."""

    def __init__(self, tests: list[str]) -> None:
        self._rank = {test: rank for rank, test in enumerate(tests)}
        self._failed: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        from hypothesis import Phase, settings

        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutants", settings.get_profile("default suite"), database=None, derandomize=True)
        settings.register_profile("mutants", settings.get_profile("mutants"), phases=phases, deadline=None)
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        FAILED.write_text(json.dumps(self._failed), "utf-8")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if self._place(item) is not None), key=lambda item: self._place(item) or 0
        )

    def _place(self, item: pytest.Item) -> int | None:
        """A test is asked for by its own name or with its whole file."""
        return self._rank.get(item.nodeid, self._rank.get(item.nodeid.partition("::")[0]))


def fate(change: Change, record: Record, seconds: float, unfit: set[str]) -> tuple[Fate, str]:
    """Make a change, and see whether a test fails, and which; the unfit tests say nothing."""
    asked = [each for each in chosen(record, change, seconds) if record.tests[each] not in unfit]
    if not asked:
        return "no test runs it", ""
    code = run(record, asked, change, ["-x"])
    if code is None:
        return "hangs", ""
    if code == IMPOSSIBLE:
        return "cannot be made", ""
    if code < 0:
        return "crashes", ""
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED):
        raise RuntimeError(f"{change.name}: {LOG.read_text()[-2000:]}")
    return ("killed", (failed() or [""])[0]) if code else ("survived", "")


def wrongly(killers: set[str], record: Record) -> set[str]:
    """Those tests that fail even if nothing is changed: a machine too busy for them, say. They say nothing."""
    files = {killer.partition("::")[0] for killer in killers}
    asked = [n for n, test in enumerate(record.tests) if test in killers or (not record.lines and test in files)]
    if not asked:
        return set()
    run(record, asked, None, ["--continue-on-collection-errors"])
    return killers.intersection(failed())


def failed() -> list[str]:
    """The tests that failed last, and the files that could not be read."""
    found: list[str] = json.loads(FAILED.read_text("utf-8")) if FAILED.exists() else []
    return found


def run(record: Record, asked: list[int], change: Change | None, options: list[str]) -> int | None:
    """The exit code of tests in a fork of this process, with a change or without; None if they take too long."""
    tests = [record.tests[each] for each in asked]
    seconds = round(SLACK + PATIENCE * sum(record.seconds[each] for each in asked))
    deadline = time.monotonic() + ASLEEP * seconds
    FAILED.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        code = 99
        try:
            quiet = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            if change is not None:
                install(change, ROOT)  # a function cannot lose what it closes over: `super().__init__()`, say
            files = [each for each in dict.fromkeys(test.partition("::")[0] for test in tests) if Path(each).exists()]
            code = int(pytest.main([*files, *OPTIONS, *options], plugins=[Chosen(tests)]))
        except ValueError:
            code = IMPOSSIBLE
        except BaseException:  # noqa: BLE001 - this fork ends here
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            return None if code == -signal.SIGXCPU else code
        if time.monotonic() > deadline:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.02)


def drawn(count: int, seed: int, only: Sequence[str]) -> list[Change]:
    """So many changes, as many from each target. When a line is added elsewhere, they stay the same."""
    found: list[Change] = []
    for target in TARGETS.values():
        files = [
            path for name in target for path in ([ROOT / name] if name.endswith(".py") else (ROOT / name).rglob("*.py"))
        ]
        known = [change for file in files for change in changes(str(file.relative_to(ROOT)), ROOT)]
        lots = {change: hashlib.sha256(f"{seed} {change.name}".encode()).digest() for change in known}
        found += sorted(known, key=lambda change: lots[change])[: -(-count // len(TARGETS))]
    return [change for change in found if any(each in change.name for each in only)]


def explained() -> set[str]:
    """The changes that the page says make no difference."""
    return set(re.findall(r"^- `(.+?)`:", PAGE.read_text("utf-8"), re.MULTILINE)) if PAGE.exists() else set()


def recorded(again: list[str] | None) -> Record:
    """Which tests run which lines, for the code as it is now.

    Args:
        again: files of tests that are run to find that out; none: all; None: nothing is run if there is a record.
    """
    path, part = FOLDER / "record.json", FOLDER / "part.json"
    known = Record(**json.loads(path.read_text("utf-8"))).now(ROOT) if path.exists() else None
    if known is not None and again is None:
        return known
    environment = {**os.environ, "MUTANTS_RECORD": str(part)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.support.mutants.record", *(again or ())]
    subprocess.run(command, env=environment, check=False)  # what does not pass is not asked
    found = Record(**json.loads(part.read_text("utf-8")))
    if known is not None and again:
        found = known.without(again).joined(found)
    found.write(path)
    part.unlink()
    return found


def load_everything() -> None:
    """Import the package and what tests import, and load the kernels."""
    import gamebook

    for package in ("gamebook", "tests.support"):
        for each in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            if not each.name.endswith(("__main__", ".record")):
                import_module(each.name)
    gamebook.solve(text="=== 1\n* Throw\n    ~ roll 1d2\n        1 -> 1\n        2 -> victory\n* Go -> defeat\n")


def put_down(change: Change, fate: Fate, killer: str) -> None:
    """Say what became of a change, and keep it."""
    if fate not in NOTICED:
        print(f"{fate}: {change.name} (line {change.line})", flush=True)
    with (KILLED if fate in NOTICED else SURVIVED).open("a", encoding="utf-8") as file:
        file.write(f"{change.name}\t{killer or fate}\n" if fate in NOTICED else f"{change.name}\n")


def main() -> int:
    """Draw changes, try each, and say which survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.mutants", description=main.__doc__)
    parser.add_argument("--count", type=int, default=315, help="changes drawn")
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long the tests of one change may take")
    parser.add_argument("--only", nargs="+", default=[""], help="only changes whose name has one of these in it")
    parser.add_argument("--record", nargs="*", help="run all tests, or some files, once more to see what each runs")
    parser.add_argument("--tests", nargs="+", default=[], help="only these files of tests, and all of each")
    parser.add_argument("--again", action="store_true", help="only changes that survived last time")
    parser.add_argument("--after", type=int, default=0, help="leave out so many changes, which were tried before")
    parser.add_argument("--list", action="store_true", help="only list the changes drawn")
    asked = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    os.chdir(ROOT)
    os.environ["GAMEBOOK_NO_CACHE"] = "1"
    sys.dont_write_bytecode = False  # pytest keeps what it makes of a file of tests
    sample = drawn(asked.count, asked.seed, asked.only)
    if asked.list:
        print(*(change.name for change in sample), sep="\n")
        return 0
    if asked.again:
        last = SURVIVED.read_text("utf-8").splitlines()
        sample = [change for change in sample if change.name in last]
    files = [*asked.tests]
    record = Record(files, [asked.seconds] * len(files), {}, {}) if files else recorded(asked.record)
    load_everything()
    SURVIVED.write_text("", "utf-8")
    KILLED.write_text("", "utf-8")
    known, unfit = explained(), set[str]()
    fates: dict[Change, Fate] = {change: "explained" for change in sample if change.name in known}
    waiting = [change for change in sample[asked.after :] if change not in fates]
    while waiting:
        killers: dict[Change, str] = {}
        for number, change in enumerate(waiting, start=1):
            fates[change], killers[change] = fate(change, record, asked.seconds, unfit)
            put_down(change, fates[change], killers[change])
            if number % 20 == 0:
                print(f"{number} of {len(waiting)}: {dict(Counter(fates.values()))}", flush=True)
        new = wrongly({*killers.values()}, record) - unfit
        unfit |= new
        waiting = [change for change, killer in killers.items() if killer in new]
        if waiting:
            print(f"once more without {', '.join(sorted(new))}, which fail anyway", flush=True)
    count = Counter(fates.values())
    lost = count["survived"] + count["no test runs it"]
    print(f"{len(fates)} changes: {dict(count)}; {lost / max(len(fates), 1):.1%} survived without an explanation")
    return int(lost > MOST_SURVIVORS * len(fates))


if __name__ == "__main__":
    sys.exit(main())
