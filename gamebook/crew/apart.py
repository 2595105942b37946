"""A task in a process of a crew: whatever happens there, whoever asked gets an answer."""

from __future__ import annotations

from collections.abc import Callable

from gamebook.errors import GamebookError
from gamebook.job import Job
from gamebook.tasks import AnyTask, Failure, Result


def apart(work: Callable[[AnyTask], Result], task: AnyTask, cores: int) -> Result | Failure:
    """Do a task. If it raises an error, the answer is a failure that says why.

    Args:
        work: does it.
        task: what is to be done.
        cores: how many the work may use: other processes have the others.
    """
    try:
        with Job(cores=cores):
            return work(task)
    except GamebookError as error:
        return Failure(" ".join(str(error).split()))
    except MemoryError:
        return Failure("there was not enough memory")
    except Exception as error:  # noqa: BLE001 - a bug in one task must not hide the others
        return Failure(f"an error of the program: {type(error).__name__}: {error}")
