"""A crew that keeps results does nothing twice, and forgets what a limit cut off."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from gamebook.crew.keeping import Keeping
from gamebook.crew.store import Store
from gamebook.tasks import ALONE, digest


class Half(Struct, frozen=True):
    """Half of a number."""

    number: int
    seconds: float | None = None

    @property
    def key(self) -> str:
        return digest({"half of": self.number})

    @property
    def label(self) -> dict[str, str | int]:
        return {"number": self.number}


class Told(Struct):
    value: int
    complete: bool = True


done: list[int] = []


def halved(task: Half) -> Told:
    done.append(task.number)
    return Told(task.number // 2, complete=task.number % 2 == 0)


def test_what_is_complete_is_not_done_again(tmp_path: Path) -> None:
    done.clear()
    tasks = [Half(number) for number in range(4)]
    for _ in range(2):
        with Store(tmp_path / "a.sqlite") as store:
            found = dict(Keeping(ALONE, store)(halved, tasks))
        assert [found[task] for task in tasks] == [Told(0), Told(0, False), Told(1), Told(1, False)]
    assert done == [0, 1, 2, 3, 1, 3]
