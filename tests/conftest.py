"""What every test may ask for."""

from __future__ import annotations

import gc
import inspect
import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from gamebook.source import Source

if TYPE_CHECKING:
    from gamebook.model.book import Book

os.environ["GAMEBOOK_NO_CACHE"] = "1"  # tests read their books; those of the cache say so
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as in the command
# Python keeps what it compiles, as it does where the program is installed. Otherwise every command that a test starts
# compiles the package anew, and so does pytest, which rewrites the assertions of each file.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

GOLDEN = Path(__file__).parent / "golden"


# Random books: a few in the default suite, more with the slow tests. They are the same in every run, so that a run
# tells of a change and not of luck; `make search` looks for others. No example has a deadline: a test that fails
# because the machine is busy tells nothing.
settings.register_profile("default suite", max_examples=5, derandomize=True, deadline=None)
settings.register_profile("with slow tests", max_examples=20, derandomize=True, deadline=None)
settings.register_profile("search", max_examples=500, deadline=None)


GARBAGE = 100_000
"""As in the command: objects made between two looks for garbage. Python's own 700 cost a third of the time."""


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is read."""
    only_quick = config.getoption("markexpr") == "not slow"
    chosen = config.getoption("hypothesis_profile", None)
    settings.load_profile(chosen or ("default suite" if only_quick else "with slow tests"))
    gc.set_threshold(GARBAGE)


def pytest_collection_finish() -> None:
    """Modules and tests stay: no look for garbage goes through them again."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden-update", action="store_true", help="rewrite the expected outputs; then read the diff")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """A property says something about most of the random examples that are drawn for it.

    No fixture: to set one up for each of some ten thousand tests takes seconds.
    """
    from tests.support.skipping import tally

    tally.drawn = tally.skipped = 0
    yield
    assert tally.fair, f"{tally.skipped} of {tally.drawn} random examples were skipped"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Nobody reads the marks and names of a test that passed; to send them from process to process takes seconds."""
    report = yield
    if report.passed:
        report.keywords = {}
    return report


@pytest.fixture(autouse=True, scope="session")
def own_memory(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What commands write is remembered elsewhere than for the user."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("starter/check.txt", text)`: the text is what stands in that file of `tests/golden/`."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--golden-update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        assert path.is_file(), f"no golden output {name}: run `make golden`"
        assert text == path.read_bytes().decode("utf-8"), f"{name} differs: run `make golden` and read the diff"

    return compare


@pytest.fixture
def source(request: pytest.FixtureRequest) -> Source:
    """The test's docstring, as the file of a book."""
    text = request.function.__doc__
    assert text, "the test has no docstring to be its book"
    return Source("test.gbk", inspect.cleandoc(text) + "\n")


@pytest.fixture
def book(source: Source) -> Book:
    """The test's docstring, as the book it means; a book with errors fails the test."""
    # Only the tests that ask for a book pay for the parser.
    from gamebook.reading import read_text
    from gamebook.render.findings_text import findings_text

    reading = read_text(source.path, source.text)
    if reading.resolved.book is None:
        pytest.fail(findings_text(reading.earlier, reading.sources).plain)
    return reading.resolved.book
