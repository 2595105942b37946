"""Tasks on a Dask cluster: one of this machine, or one that is already there. All connections are encrypted.

Whoever reaches a scheduler can run programs on it, so a scheduler on another machine is only asked through TLS, with a
certificate. Tasks travel as text; a task whose worker ends is tried again elsewhere.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from gamebook.crew.apart import apart
from gamebook.crew.undisturbed import undisturbed
from gamebook.errors import OutOfTime, Unavailable, UsageError
from gamebook.job import current, look
from gamebook.limits import time_is_over, too_late_to_begin
from gamebook.tasks import AnyTask, Crew, Failure, Result

TRIES = 3
"""How often a task is tried whose worker ends."""
PATIENCE = 0.2
"""Seconds between two looks for Ctrl-C."""
ANSWERS = 10.0
"""Seconds that a scheduler has for its answer."""
SOON = 5.0
"""Seconds after which a message says that nobody works."""
NOBODY = "the cluster has no worker"
LOST = "the scheduler of the cluster has ended, or cannot be reached any more"
"""Why tasks failed that were still to be done."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Certificates(Struct, frozen=True):
    """The files that a cluster knows us by."""

    authority: Path
    certificate: Path
    key: Path


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """A client of a new cluster on this machine: its own processes, TLS with certificates made for it, no dashboard.

    Raises:
        Unavailable: Dask is not installed.
    """
    distributed = _dask()
    with ExitStack() as opened:
        # Its processes keep files for themselves, in a folder that Dask leaves behind.
        folder = opened.enter_context(TemporaryDirectory(prefix="gamebook-", ignore_cleanup_errors=True))
        opened.enter_context(import_module("dask").config.set({"temporary-directory": folder}))
        with undisturbed():  # its workers hear no Ctrl-C, which is for this process alone
            cluster = opened.enter_context(
                distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, host="tls://127.0.0.1", security=True,
                    dashboard_address=None, silence_logs=50,
                )
            )  # fmt: skip
            client = opened.enter_context(distributed.Client(cluster))
        yield client


@contextmanager
def joined_cluster(address: str, certificates: Certificates | None) -> Iterator[Any]:
    """A client of a cluster that is already there.

    Args:
        address: `tls://host:8786`; `tcp://` only on this machine.
        certificates: for `tls`.

    Raises:
        UsageError: the address is no scheduler's, or asks for a connection that is not encrypted, or nobody answers.
        Unavailable: Dask is not installed.
    """
    distributed, (scheme, host) = _dask(), _parts(address)
    if scheme == "tcp" and host not in LOOPBACK:
        raise UsageError(f"{address} is not encrypted: whoever reads along could send programs. Use tls://")
    if scheme == "tcp" and certificates is not None:
        raise UsageError(f"{address} is not encrypted, and --tls-ca, --tls-cert and --tls-key are for tls://")
    if scheme == "tls" and certificates is None:
        raise UsageError("tls:// needs --tls-ca, --tls-cert and --tls-key")
    security = None
    if certificates is not None:
        for path in (certificates.authority, certificates.certificate, certificates.key):
            if not path.is_file():
                raise UsageError(f"there is no file {path}")
        security = distributed.Security(
            tls_ca_file=str(certificates.authority), tls_client_cert=str(certificates.certificate),
            tls_client_key=str(certificates.key), require_encryption=True,
        )  # fmt: skip
    try:
        client = distributed.Client(address, security=security, timeout=ANSWERS)
    except (OSError, TimeoutError) as error:
        raise UsageError(f"no scheduler answers at {address}: {error}") from error
    with client:
        yield client


def _parts(address: str) -> tuple[str, str]:
    """How a scheduler is reached, and on which machine.

    Raises:
        UsageError: the address is no scheduler's.
    """
    with suppress(ValueError):  # no port, or no host, such as tls://desk:often
        parts = urlsplit(address)
        if parts.scheme in ("tls", "tcp") and parts.hostname and parts.port:
            return parts.scheme, parts.hostname
    raise UsageError(f"{address} is no address of a scheduler; write tls://HOST:PORT")


class Cluster:
    """A crew of the workers of a cluster."""

    def __init__(self, client: Any, tell: Callable[[str], None] | None = None) -> None:  # noqa: ANN401 - Dask has no types
        """Nothing is asked yet.

        Args:
            client: a client of the cluster, as `local_cluster` and `joined_cluster` give it.
            tell: called with a message where nobody has worked for some seconds.
        """
        self._client = client
        self._tell = tell
        self.here = 1  # each worker has limits of its own, and they may be anywhere

    @property
    def count(self) -> int:
        """How many tasks it does at once: as many as its workers have threads; 1 where there are no workers yet."""
        workers = self._client.scheduler_info()["workers"] if self._client.status == "running" else {}
        return max(1, sum(int(each["nthreads"]) for each in workers.values()))

    def fit(self, seconds: float) -> Crew:
        """The cluster: whoever asks for one wants it."""
        del seconds
        return self

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        """Results come in the order in which they are found.

        Where the scheduler ends, or nobody reaches it any more, all tasks that are left have failed.

        Raises:
            Cancelled, OutOfTime: the work was ended; tasks that have not begun are taken back. The error says so where
                the time ended while the cluster had no worker.
        """
        distributed = _dask()
        client = self._client
        futures: dict[Any, AnyTask] = {}
        with _while_it_answers(client):
            for number, task in enumerate(tasks):
                key = f"gamebook-{task.key}-{number}"
                futures[client.submit(apart, work, task, 1, key=key, pure=True, retries=TRIES - 1)] = task
        for task in tasks[len(futures) :]:
            yield task, Failure(LOST)
        waiting = set(futures)
        try:
            while waiting:
                look()
                found: dict[Any, Any] = {}
                idle = False
                with _while_it_answers(client):
                    try:
                        done = distributed.wait(waiting, timeout=PATIENCE, return_when="FIRST_COMPLETED").done
                    except TimeoutError:
                        done, idle = (), True
                    for future in done:
                        failed = future.exception()
                        found[future] = Failure(_told(failed)) if failed else future.result()
                if idle:
                    until_somebody_works(client, self._tell)
                    continue
                if not found:  # something was done, and could not be fetched
                    found = dict.fromkeys(waiting, Failure(LOST))
                for future, each in found.items():
                    waiting.discard(future)
                    yield futures[future], each
        finally:
            with _while_it_answers(client):
                client.cancel(list(waiting))


@contextmanager
def _while_it_answers(client: Any) -> Iterator[None]:  # noqa: ANN401 - Dask has no types
    """Inside, errors are let go that say that the scheduler has ended, or cannot be reached any more."""
    try:
        yield
    except (_dask().CancelledError, OSError):
        pass
    except Exception:  # each version of Dask has others for a client that was closed
        if client.status == "running":
            raise


def until_somebody_works(client: Any, tell: Callable[[str], None] | None = None) -> None:  # noqa: ANN401 - Dask has no types
    """Wait until the cluster has a worker; the job at hand reports it, and after some seconds `tell` is called.

    Raises:
        Cancelled: the job was cancelled.
        OutOfTime: the time was over.
    """
    if _is_working(client):
        return
    job = current()
    phase, total, done = job.phase, job.total, job.done
    job.begin("waiting for a worker of the cluster")
    began = time.monotonic()
    while not _is_working(client):
        job.step(0)
        if time_is_over() or too_late_to_begin():
            raise OutOfTime(f"the time was over, and {NOBODY}")
        if tell is not None and time.monotonic() - began > SOON:
            tell(f"{NOBODY} yet; waiting for one")
            tell = None
        time.sleep(PATIENCE)
    job.begin(phase, total)
    job.step(done)


def _is_working(client: Any) -> bool:  # noqa: ANN401 - Dask has no types
    """Whether there is a worker; also where nobody can be asked any more, which is noticed elsewhere."""
    return client.status != "running" or bool(client.scheduler_info()["workers"])


def _told(error: BaseException) -> str:
    return " ".join(f"on the cluster: {error}".split())


def _dask() -> Any:  # noqa: ANN401 - Dask has no types
    try:
        import distributed  # noqa: PLC0415 - an extra, and large
    except ImportError:
        raise Unavailable("a cluster needs Dask: pip install 'gamebook[cluster]'; without it, use --jobs") from None
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)  # we report what goes wrong, in one sentence
    return distributed
