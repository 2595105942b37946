"""Who does the work of a command that has many tasks: options that such commands share, and the crew that they name."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.console import fail, say
from gamebook.cli.files import STREAM
from gamebook.cli.outputs import spare_books
from gamebook.errors import Cancelled
from gamebook.lazy import LazyStruct

if TYPE_CHECKING:
    from gamebook.crew.cluster import Certificates
    from gamebook.tasks import Crew


Keep = Annotated[
    Path | None,
    typer.Option(
        "--keep",
        metavar="FILE.sqlite",
        help="Keep each solved book in this file, and solve none again that it knows.",
        show_default=False,
    ),
]


class Workers(LazyStruct, frozen=True):
    """Who is to do the work, as the command line says."""

    jobs: int | None = None
    dask: bool = False
    scheduler: str | None = None
    certificates: Certificates | None = None

    @contextmanager
    def crew(self, keep: Path | None = None, books: Sequence[Path] = ()) -> Iterator[Crew]:
        """The crew; it works until the block is left.

        Args:
            keep: the file in which it keeps what it finds; None: it keeps nothing.
            books: files of books, none of which that may be.

        Raises:
            UsageError, Unavailable: there is no such cluster, or the file cannot be used.
        """
        if keep is None:
            with self._crew() as crew:
                yield crew
            return
        from gamebook.crew.keeping import Keeping
        from gamebook.crew.store import Store

        if keep == STREAM:
            fail("results are kept in a file that is written again and again: name one with --keep")
        spare_books(keep, books, "--keep")
        with Store(keep) as store, self._crew() as crew:
            try:
                yield Keeping(crew, store)
            except (Cancelled, KeyboardInterrupt):
                say(f"what was found is kept in {keep}; the same command goes on there")
                raise

    @contextmanager
    def _crew(self) -> Iterator[Crew]:
        count = self.jobs or os.cpu_count() or 1
        if not self.dask and self.scheduler is None:
            from gamebook.crew.processes import Processes

            with Processes(count) as processes:
                yield processes
            return
        from gamebook.crew.cluster import Cluster, joined_cluster, local_cluster

        with (
            local_cluster(count) if self.scheduler is None else joined_cluster(self.scheduler, self.certificates)
        ) as client:
            yield Cluster(client, lambda words: say(f"gamebook: {words}"))


def with_workers(command: Callable[..., None]) -> Callable[..., None]:
    """A command with the options that say who works: they become its argument `workers`."""
    own = inspect.signature(command, eval_str=True).parameters.values()
    more = inspect.signature(_workers, eval_str=True).parameters

    @wraps(command)
    def called(**options: object) -> None:
        words = {name: options.pop(name) for name in more}
        command(workers=_workers(**words), **options)  # type: ignore[arg-type]  # typer has checked them

    parameters = [*(each for each in own if each.name != "workers"), *more.values()]
    called.__annotations__ = {each.name: each.annotation for each in parameters}  # typer looks here, and
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # here
    return called


def _workers(
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Number of processes; by default one for each core.")
    ] = None,
    dask: Annotated[bool, typer.Option("--dask", help="Use a Dask cluster on this machine.")] = False,
    scheduler: Annotated[
        str | None, typer.Option(metavar="tls://HOST:PORT", help="Use a Dask cluster that is already running.")
    ] = None,
    tls_ca: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate of the cluster's authority.")] = None,
    tls_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Your certificate.")] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Your key.")] = None,
) -> Workers:
    """The options."""
    if dask and scheduler:
        fail("--dask starts a cluster, --scheduler joins one: use one of them")
    if tls_ca is None and tls_cert is None and tls_key is None:
        return Workers(jobs, dask, scheduler)
    if tls_ca is None or tls_cert is None or tls_key is None:
        fail("--tls-ca, --tls-cert and --tls-key belong together")
    from gamebook.crew.cluster import Certificates

    return Workers(jobs, dask, scheduler, Certificates(tls_ca, tls_cert, tls_key))
