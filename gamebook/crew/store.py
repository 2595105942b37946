"""Results in a file: an SQLite table with one row for each task that was done."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Struct, ValidationError, convert

from gamebook.errors import UsageError
from gamebook.plain import as_data
from gamebook.tasks import Result, Task

MARK = 0x6762_6B31
"""Written into the file's header: it is ours."""
WAIT = 30.0
"""Seconds to wait for another program that writes the file."""
TABLE = """
CREATE TABLE IF NOT EXISTS result (
    key TEXT PRIMARY KEY,
    axes TEXT NOT NULL,
    found TEXT NOT NULL
) WITHOUT ROWID
"""


class Store:
    """Results by the keys of their tasks. What was written stays, whatever happens afterwards."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin it.

        Raises:
            UsageError: the file holds something else, or cannot be written.
        """
        self.path = path
        if not path.parent.is_dir():
            raise UsageError(f"{path}: there is no folder {path.parent}")
        with ExitStack() as opened, self._told():
            self._data = opened.enter_context(closing(sqlite3.connect(path, timeout=WAIT, isolation_level=None)))
            (mark,) = self._data.execute("PRAGMA application_id").fetchone()
            with closing(self._data.execute("SELECT count(*) FROM sqlite_master")) as found:
                empty = found.fetchone()[0] == 0
            if mark != MARK and not empty:
                raise UsageError(f"{path} is another program's database; choose another file for the results")
            self._data.execute("PRAGMA journal_mode = WAL")
            self._data.execute(f"PRAGMA application_id = {MARK}")
            self._data.execute(TABLE)
            opened.pop_all()  # it stays open

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._data.close()

    def add(self, task: Task, found: Struct) -> None:
        """Keep a result; it is on the disk when this returns.

        Raises:
            UsageError: it cannot be written: the disk is full, or another program keeps the file to itself.
        """
        row = (task.key, json.dumps(dict(task.label)), json.dumps(as_data(found), sort_keys=True))
        with self._told():
            self._data.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?)", row)

    def of(self, tasks: Iterable[Task], kind: type[Result]) -> Mapping[str, Result]:
        """What is known of some tasks, by key. A row that was changed, and says nothing any more, is not known.

        Args:
            tasks: those that are asked for.
            kind: of what type their results are. What it does not take, says nothing.

        Raises:
            UsageError: the file cannot be read any more.
        """
        known: dict[str, Result] = {}
        with self._told():
            for task in tasks:
                row = self._data.execute("SELECT found FROM result WHERE key = ?", (task.key,)).fetchone()
                found = None if row is None else _read(row[0], kind)
                if found is not None:
                    known[task.key] = found
        return known

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite complains about is no bug of ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise UsageError(f"{self.path} cannot be used for results: {error}") from error


def _read(written: str | bytes, kind: type[Result]) -> Result | None:
    """A result as it was written; None where another program wrote something else."""
    try:
        return convert(json.loads(written), kind)
    except (ValueError, TypeError, ValidationError):
        return None
