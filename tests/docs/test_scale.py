"""The plan of `docs/scale.md` is one."""

from __future__ import annotations

import re
from pathlib import Path

from gamebook.resources import resource_folder
from gamebook.sweep.plan import read_plan
from gamebook.sweep.variants import tasks_of
from tests.docs.commands import DOCS


def test_the_plan(tmp_path: Path) -> None:
    (written,) = re.findall(r"```toml\n(.*?)```", (DOCS / "scale.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "plan.toml").write_text(written, "utf-8")
    book = resource_folder("books") / "the-long-ebb.gbk"
    (tmp_path / book.name).write_bytes(book.read_bytes())
    tasks = tasks_of(read_plan(tmp_path / "plan.toml"))
    assert len(tasks) == 3 * 2 * 5
    assert len({task.key for task in tasks}) == len(tasks)
