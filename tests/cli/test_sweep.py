"""`gamebook sweep` as it is typed."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from gamebook.crew.processes import Processes
from gamebook.errors import Cancelled
from gamebook.sweep.task import Found, Task
from tests.cli.conftest import Gamebook

COIN = "=== 1\n~ random\n    1: -> victory\n    1: -> defeat\n"
LONG = "sheet\n" + "".join(f"    number n{i} = 2d6 in 0..20\n" for i in range(12))
LONG += "=== 1\n* A -> 1\n* B -> 2\n=== 2\n~ random\n    1: -> victory\n    1: -> defeat\n"
PLAN = 'book = "coin.gbk"\n[axes.numbers]\n"1 row 1" = "{values}"\n'


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "coin.gbk").write_text(COIN, "utf-8")
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.format(values="1..3"), "utf-8")
    return path


@pytest.mark.slow
def test_a_table_and_a_second_run(plan: Path, gamebook: Gamebook) -> None:
    first = gamebook("sweep", str(plan), "--jobs", "1", "--format", "csv")
    assert first.code == 0
    values = [line.split(",")[:2] for line in first.out.splitlines()[1:4]]
    assert values == [["1", "0.5"], ["2", "0.6666666666666666"], ["3", "0.75"]]
    second = gamebook("sweep", str(plan), "--jobs", "1", "--json")
    assert json.loads(second.out)["new"] == 0


@pytest.mark.slow
def test_the_table_as_parquet(plan: Path, gamebook: Gamebook) -> None:
    read = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed").read_table
    target = plan.with_suffix(".parquet")
    assert gamebook("sweep", str(plan), "--jobs", "1", "--parquet", str(target)).code == 0
    told = read(target).to_pydict()
    assert told["1 row 1"] == [1, 2, 3]  # of 2, 3 and 4 lots
    assert told["low"] == pytest.approx([1 / 2, 2 / 3, 3 / 4])
    assert told["failure"] == ["", "", ""]


@pytest.mark.parametrize("name", ["coin.gbk", "plan.sqlite", "-", "notes.txt"])
def test_parquet_takes_the_place_of_nothing(plan: Path, gamebook: Gamebook, name: str) -> None:
    notes = plan.with_name("notes.txt")
    notes.write_text("mine", "utf-8")
    target = name if name == "-" else str(plan.with_name(name))
    found = gamebook("sweep", str(plan), "--jobs", "1", "--parquet", target)
    assert (found.code, "--parquet" in found.err) == (2, True)
    assert notes.read_text("utf-8") == "mine"
    assert not plan.with_suffix(".sqlite").exists()


@pytest.mark.slow
def test_a_variant_that_fails_is_told_of(plan: Path, gamebook: Gamebook) -> None:
    plan.write_text('book = "coin.gbk"\n[axes]\nhero = ["LUCK=9", ""]\n', "utf-8")
    found = gamebook("sweep", str(plan), "--jobs", "1")
    assert (found.code, found.out.splitlines()[-1]) == (1, "2 variants, 2 of them worked out now; 1 failed.")


@pytest.mark.slow
def test_bounds_are_told(plan: Path, gamebook: Gamebook) -> None:
    """One state is listed of a book that has more, so nothing is known of it."""
    (plan.parent / "coin.gbk").write_text(LONG, "utf-8")
    plan.write_text('book = "coin.gbk"\nlimit_states = 1\n', "utf-8")
    found = gamebook("sweep", str(plan), "--jobs", "1")
    assert found.code == 3
    assert "0% to 100%" in found.out
    assert "a limit was reached before the answer; the true value lies between these bounds" in found.err


def test_what_failed_is_not_kept(plan: Path, gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four variants two are one, and one has failed, when Ctrl-C comes: the next run has one answer for two."""

    def crew(_self: Processes, _work: object, tasks: Sequence[Task]) -> Iterator[tuple[Task, Found]]:
        yield tasks[0], Found(0.5, 0.5)
        yield tasks[1], Found(failure="no")
        raise Cancelled

    monkeypatch.setattr(Processes, "__call__", crew)
    plan.write_text('book = "coin.gbk"\n[axes]\nreader = ["best"]\nhero = ["", " ", "A=1", "B=1"]\n', "utf-8")
    found = gamebook("sweep", str(plan), "--jobs", "1")
    assert found.code == 130
    assert f"2 of 4 are kept in {plan.with_suffix('.sqlite')}; the same command goes on there" in found.err


def test_how_many(plan: Path, gamebook: Gamebook) -> None:
    found = gamebook("sweep", str(plan), "--count")
    assert (found.code, found.err) == (0, "3 variants\n")
    assert not plan.with_suffix(".sqlite").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--tls-ca", "ca.pem"], "belong together"),
        (["--dask", "--scheduler", "tls://a:1"], "use one of them"),
        (["--scheduler", "tcp://192.0.2.1:1"], "is not encrypted"),
        (["-o", "-"], "name one with -o"),
    ],
)
def test_options_that_do_not_fit(plan: Path, gamebook: Gamebook, options: list[str], told: str) -> None:
    found = gamebook("sweep", str(plan), *options)
    assert found.code == 2
    assert told in found.err
    assert sorted(path.name for path in plan.parent.iterdir()) == ["coin.gbk", "plan.toml"]


@pytest.mark.slow
def test_killed_in_the_middle_and_resumed(plan: Path) -> None:
    """400 tasks: a worker is killed, then the whole command. A second run does the rest; each task is done once."""
    plan.write_text(PLAN.format(values="1..400"), "utf-8")
    store = plan.with_suffix(".sqlite")
    command = [sys.executable, "-m", "gamebook", "sweep", str(plan), "--jobs", "2", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as first:
        until(lambda: count(store) >= 10)
        (worker, *_) = children(first.pid)
        os.kill(worker, signal.SIGKILL)
        until(lambda: count(store) >= 60)
        os.killpg(first.pid, signal.SIGKILL)
    kept = count(store)
    assert 60 <= kept < 400
    done = subprocess.run(command, check=True, capture_output=True)
    found = json.loads(done.stdout)
    assert found["new"] == 400 - kept
    for row in found["rows"]:
        wins = row["axes"]["1 row 1"]
        assert isinstance(wins, int)
        assert row["low"] <= wins / (wins + 1) <= row["high"]
        assert not row["failure"]


def count(store: Path) -> int:
    if not store.exists():
        return 0
    data = sqlite3.connect(store, timeout=30)
    try:
        return int(data.execute("SELECT count(*) FROM result").fetchone()[0])
    except sqlite3.OperationalError:  # its table is not there yet
        return 0
    finally:
        data.close()


def children(pid: int) -> list[int]:
    """The processes that a process has begun and that solve."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def until(done: Callable[[], bool]) -> None:
    for _ in range(3000):
        if done():
            return
        time.sleep(0.02)
    raise AssertionError("it did not happen")
