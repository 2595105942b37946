from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable
from contextlib import closing
from math import inf
from pathlib import Path

import pytest

from gamebook.crew.store import Store
from gamebook.errors import UsageError
from gamebook.sweep.task import Found, Task


def test_what_was_written_stays(tmp_path: Path, coin: Callable[..., Task]) -> None:
    path, one, two = tmp_path / "a.sqlite", coin(1), coin(2)
    with Store(path) as store:
        store.add(one, Found(0.5, 0.5, 3))
        store.add(one, Found(0.25, 0.5, 3))
    with Store(path) as store:
        assert store.of([one, two], Found) == {one.key: Found(0.25, 0.5, 3)}


@pytest.mark.parametrize("content", [b"not a database, and long enough to be one" * 40, None])
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "a.sqlite"
    if content is None:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE theirs (a)")
        other.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"a\.sqlite"):
        Store(path)
    gc.collect()  # a connection that is still open would be complained about
    assert path.read_bytes() == before


def test_a_file_that_another_program_keeps_to_itself_is_told(
    tmp_path: Path, coin: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamebook.crew.store.WAIT", 0.01)
    path = tmp_path / "a.sqlite"
    with Store(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        store.add(coin(1), Found(0.5, 0.5, 3))
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UsageError, match=r"a\.sqlite cannot be used for results: database is locked"):
            store.add(coin(2), Found(0.5, 0.5, 3))
        other.execute("ROLLBACK")
        assert list(store.of([coin(1), coin(2)], Found)) == [coin(1).key]


def test_a_full_disk_is_told_and_what_was_written_stays(tmp_path: Path, coin: Callable[..., Task]) -> None:
    path = tmp_path / "a.sqlite"
    with Store(path) as store:
        store.add(coin(1), Found(0.5, 0.5, 3))
        (pages,) = store._data.execute("PRAGMA page_count").fetchone()
        store._data.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own way of being full
        with pytest.raises(UsageError, match="is full"):
            store.add(coin(2), Found(failure="x" * 100_000))
    with Store(path) as store:
        assert list(store.of([coin(1), coin(2)], Found)) == [coin(1).key]


@pytest.mark.parametrize(
    "row", ["{nonsense", '{"lo": 1}', "[]", "{}", '{"low": "x", "high": 3}', '{"low": 0.5}', None, 3, b"\xff", "null"]
)
def test_a_row_that_says_nothing_is_not_known(tmp_path: Path, coin: Callable[..., Task], row: object) -> None:
    path = tmp_path / "a.sqlite"
    with Store(path) as store:
        for count in (1, 2):
            store.add(coin(count), Found(0.5, 0.5))
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA writable_schema = ON")  # the table as a newer or an older program may make it
        other.execute("UPDATE sqlite_master SET sql = replace(sql, 'found TEXT NOT NULL', 'found')")
        other.commit()
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE result SET found = ? WHERE key = ?", (row, coin(1).key))
        other.commit()
    with Store(path) as store:
        assert store.of([coin(1), coin(2)], Found) == {coin(2).key: Found(0.5, 0.5)}


@pytest.mark.parametrize(
    "found", [Found(0.5, 0.75, 3, 0.25, 0.5, 1.5), Found(failure="no"), Found(-inf, inf), Found(1, 2)]
)
def test_every_result_is_read_as_it_was_written(tmp_path: Path, coin: Callable[..., Task], found: Found) -> None:
    with Store(tmp_path / "a.sqlite") as store:
        store.add(coin(), found)
        assert store.of([coin()], Found) == {coin().key: found}


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        Store(tmp_path / "none" / "a.sqlite")
