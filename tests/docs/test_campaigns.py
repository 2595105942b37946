"""The plan of `docs/campaigns.md` is one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from gamebook.resources import resource_folder
from gamebook.sweep.plan import read_plan
from gamebook.sweep.variants import tasks_of
from tests.docs.commands import DOCS


@pytest.mark.slow
def test_the_plan(tmp_path: Path) -> None:
    (written,) = re.findall(r"```toml\n(.*?)```", (DOCS / "campaigns.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "plan.toml").write_text(written, "utf-8")
    for book in (resource_folder("books") / "lone-wolf").glob("*.gbk"):
        shutil.copy(book, tmp_path)
    tasks = tasks_of(read_plan(tmp_path / "plan.toml"))
    assert len(tasks) == 3 * 10 * 10
    assert {(task.main, task.then) for task in tasks} == {("book02.gbk", ("the-seven-lamps.gbk",))}
    assert len({task.key for task in tasks}) == len(tasks)
