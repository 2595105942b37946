"""A real Dask cluster on the loopback: the same results, encrypted, and closed to strangers."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gamebook.errors import UsageError
from gamebook.sweep.cluster import Certificates, joined_cluster, local_cluster, on_cluster
from gamebook.sweep.task import Found, Task

distributed = pytest.importorskip("distributed", reason="Dask is not installed")
Client = Any
"""Dask has no types."""
pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=2), pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Client]:
    with local_cluster(2) as client:
        yield client


def test_results_are_those_of_one_process(cluster: Client, coin: Callable[..., Task]) -> None:
    tasks = [coin(n) for n in range(1, 30)]
    found = dict(on_cluster(cluster, tasks))
    assert set(found) == set(tasks)
    for n, task in enumerate(tasks, 1):
        assert found[task].low == pytest.approx(n / (n + 1))


def test_a_killed_worker_loses_nothing(cluster: Client, coin: Callable[..., Task]) -> None:
    tasks = [coin(1, n) for n in range(2, 202)]
    found: dict[Task, Found] = {}
    for task, result in on_cluster(cluster, tasks):
        if len(found) == 5:
            pids = cluster.run(os.getpid)
            os.kill(next(iter(pids.values())), signal.SIGKILL)
        found[task] = result
    assert set(found) == set(tasks)
    assert not any(result.failure for result in found.values())


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
    security = distributed.Security.temporary()
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
        ("tcp://127.0.0.1:9", "no scheduler answers"),
    ],
)
def test_addresses_that_are_refused(address: str, told: str) -> None:
    with pytest.raises(UsageError, match=told), joined_cluster(address, None):
        pass
