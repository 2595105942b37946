"""A real Dask cluster on the loopback: the same results, encrypted, and closed to strangers."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gamebook.crew import cluster as clusters
from gamebook.crew.cluster import LOST, Certificates, Cluster, joined_cluster, local_cluster, until_somebody_works
from gamebook.errors import OutOfTime, UsageError
from gamebook.job import Job, Step
from gamebook.limits import begun_before, within
from gamebook.sweep.task import Found, Task, solve_task
from gamebook.tasks import Failure
from tests.support.coins import forever

Client = Any
"""Dask has no types."""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("distributed") is None, reason="Dask is not installed"
    ),  # not imported: that takes long
    pytest.mark.flaky(reruns=2),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """What anybody logs; pytest keeps no logs here, for that takes a while for each test."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    yield records
    logging.getLogger().removeHandler(handler)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Client]:
    with local_cluster(2) as client:
        yield client


def test_a_cluster_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with local_cluster(1) as client:
        assert client.submit(len, "four").result() == 4
        assert [*tmp_path.iterdir()], "they stand elsewhere"
    assert not [*tmp_path.iterdir()]


def test_results_are_those_of_one_process(cluster: Client, coin: Callable[..., Task]) -> None:
    tasks = [coin(n) for n in range(1, 30)]
    found = dict(Cluster(cluster)(solve_task, tasks))
    assert set(found) == set(tasks)
    for n, task in enumerate(tasks, 1):
        answer = found[task]
        assert isinstance(answer, Found)
        assert answer.low == pytest.approx(n / (n + 1))


def test_a_killed_worker_loses_nothing(cluster: Client, coin: Callable[..., Task]) -> None:
    tasks = [coin(1, n) for n in range(2, 202)]
    found: dict[Task, Found | Failure] = {}
    for task, result in Cluster(cluster)(solve_task, tasks):
        if len(found) == 5:
            pids = cluster.run(os.getpid)
            os.kill(next(iter(pids.values())), signal.SIGKILL)
        found[task] = result
    assert set(found) == set(tasks)
    assert all(isinstance(result, Found) and not result.failure for result in found.values())


def test_what_was_found_stays_when_the_scheduler_is_killed(
    tmp_path: Path, coin: Callable[..., Task], logged: list[logging.LogRecord]
) -> None:
    """The one worker is still at the second task, and would be for ever."""
    place = tmp_path / "scheduler.json"
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place))
    with running("dask_scheduler", *options) as scheduler:
        address = until(lambda: json.loads(place.read_text("utf-8"))["address"])
        with running("dask_worker", address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard", "--no-nanny"):
            first, *others = coin(), *(coin(count) for count in range(2, 5))
            with joined_cluster(address, None) as client:
                results = Cluster(client)(first_alone, [first, *others])
                assert next(results)[0] == first
                scheduler.kill()
                left = dict(results)
    assert set(left) == set(others)
    assert set(left.values()) == {Failure(LOST)}
    assert not logged


def test_the_scheduler_ends_while_nothing_is_asked_of_it(
    tmp_path: Path, coin: Callable[..., Task], logged: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it may while a command works by itself; and what is left of an answer is dropped only after the client."""
    monkeypatch.setattr(clusters, "ANSWERS", 4.0)
    place = tmp_path / "scheduler.json"
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place))
    tasks = [coin(count) for count in range(1, 4)]
    with running("dask_scheduler", *options) as scheduler:
        address = until(lambda: json.loads(place.read_text("utf-8"))["address"])
        with running("dask_worker", address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard", "--no-nanny"):
            with joined_cluster(address, None) as client:
                begun = Cluster(client)(solve_task, tasks)
                next(begun)
                scheduler.kill()
                until(lambda: {"closed": "closed"}[client.status])
                assert dict(Cluster(client)(solve_task, tasks)) == dict.fromkeys(tasks, Failure(LOST))
            begun.close()  # type: ignore[attr-defined]  # it is a generator
    assert not logged


@contextmanager
def running(what: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler or a worker, as somebody else would begin it."""
    command = [sys.executable, "-m", f"distributed.cli.{what}", *options]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def first_alone(task: Task) -> Found:
    """Solves a fair coin, and is at any other for ever."""
    return solve_task(task) if dict(task.axes)["wins"] == 1 else forever(task)


def until(answer: Callable[[], str]) -> str:
    for _ in range(600):
        with suppress(OSError, ValueError, KeyError):
            return answer()
        time.sleep(0.1)
    raise AssertionError("it did not happen")


def test_a_cluster_without_workers_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.crew.cluster.PATIENCE", 0.0)
    there = iter([{}, {}, {}, {"tls://a:1": {}}])
    client = SimpleNamespace(status="running", scheduler_info=lambda: {"workers": next(there)})
    steps: list[Step] = []
    with Job(steps.append) as job:
        job.begin("tasks", 9)
        job.step(4)
        until_somebody_works(client)
        assert (job.phase, job.total, job.done) == ("tasks", 9, 4)
    assert [step.phase for step in steps] == ["tasks", "waiting for a worker of the cluster", "tasks"]
    until_somebody_works(SimpleNamespace(status="closed"))


@pytest.mark.parametrize("limit", [within, begun_before])
def test_time_ends_while_nobody_works(
    limit: Callable[[float], AbstractContextManager[None]],
    tmp_path: Path,
    coin: Callable[..., Task],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gamebook.crew.cluster.SOON", 0.5)
    place, told = tmp_path / "scheduler.json", list[str]()
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place))
    with running("dask_scheduler", *options):
        address = until(lambda: json.loads(place.read_text("utf-8"))["address"])
        with joined_cluster(address, None) as client:
            results, began = Cluster(client, told.append)(solve_task, [coin(1), coin(2)]), time.monotonic()
            with limit(began + 2.0), pytest.raises(OutOfTime, match="the time was over, and the cluster has no worker"):
                next(results)
            assert 2.0 <= time.monotonic() - began < 10.0
    assert told == ["the cluster has no worker yet; waiting for one"]


def test_it_is_encrypted(cluster: Client) -> None:
    assert cluster.scheduler.address.startswith("tls://127.0.0.1:")


def test_nobody_comes_in_without_the_certificate(cluster: Client, tmp_path: Path) -> None:
    authority, certificate, key = strangers(tmp_path)
    address = cluster.scheduler.address
    with (
        pytest.raises(UsageError, match="no scheduler answers"),
        joined_cluster(address, Certificates(authority, certificate, key)),
    ):
        pass


def strangers(folder: Path) -> tuple[Path, Path, Path]:
    """Certificates of somebody else."""
    from distributed import Security

    security = Security.temporary()
    paths = folder / "ca.pem", folder / "cert.pem", folder / "key.pem"
    texts = security.tls_ca_file, security.tls_client_cert, security.tls_client_key
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    return paths


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("tcp://192.0.2.1:8786", "is not encrypted"),
        ("tls://192.0.2.1:8786", "needs --tls-ca"),
        ("http://localhost:1", "is no address"),
        ("tls://localhost", "is no address"),
        ("tls://localhost:often", "is no address"),
        ("tls://127.0.0.1:99999", "is no address"),
        ("tls://[::1", "is no address"),
        ("tcp://127.0.0.1:9", "no scheduler answers"),
    ],
)
def test_addresses_that_are_refused(address: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWERS", 1.0)
    with pytest.raises(UsageError, match=told), joined_cluster(address, None):
        pass


def test_certificates_are_for_connections_that_are_encrypted(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError, match="is not encrypted, and --tls-ca, --tls-cert and --tls-key are for tls://"),
        joined_cluster("tcp://127.0.0.1:9", Certificates(*strangers(tmp_path))),
    ):
        pass
