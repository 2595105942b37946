from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.sweep.store import Store
from gamebook.sweep.task import Found, Task


def test_what_was_written_stays(tmp_path: Path, coin: Callable[..., Task]) -> None:
    path, one, two = tmp_path / "a.sqlite", coin(1), coin(2)
    with Store(path) as store:
        store.add(one, Found(0.5, 0.5, 3))
        store.add(one, Found(0.25, 0.5, 3))
    with Store(path) as store:
        assert store.of([one, two]) == {one.key: Found(0.25, 0.5, 3)}


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
    monkeypatch.setattr("gamebook.sweep.store.WAIT", 0.01)
    path = tmp_path / "a.sqlite"
    with Store(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        store.add(coin(1), Found(0.5, 0.5, 3))
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UsageError, match=r"a\.sqlite cannot be used for results: database is locked"):
            store.add(coin(2), Found(0.5, 0.5, 3))
        other.execute("ROLLBACK")
        assert list(store.of([coin(1), coin(2)])) == [coin(1).key]


def test_a_full_disk_is_told_and_what_was_written_stays(tmp_path: Path, coin: Callable[..., Task]) -> None:
    path = tmp_path / "a.sqlite"
    with Store(path) as store:
        store.add(coin(1), Found(0.5, 0.5, 3))
        (pages,) = store._data.execute("PRAGMA page_count").fetchone()
        store._data.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own way of being full
        with pytest.raises(UsageError, match="is full"):
            store.add(coin(2), Found(failure="x" * 100_000))
    with Store(path) as store:
        assert list(store.of([coin(1), coin(2)])) == [coin(1).key]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        Store(tmp_path / "none" / "a.sqlite")
