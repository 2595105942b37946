"""A book as a task: all that counts is in its key, and all its files travel."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import gamebook
from gamebook.limits import Limits
from gamebook.options import Options
from gamebook.verbs.book_task import BookTask, as_text

MAIN = 'book "Two Files"\n    use mine\n    include "part.gbk"\nparam deep = 1\nsheet\n    stat nerve = 1d2\n'
PART = "=== 1\n~ roll 1d4 as d\n~ if d <= nerve + deep\n    -> victory\n-> defeat\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"book.gbk": MAIN, "part.gbk": PART, "mine.gbk": "// a system of its own\n"}.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def task_of(path: Path) -> BookTask:
    main, texts = as_text(gamebook.Project(path).edition())
    return BookTask(main=main, texts=texts, options=Options.of(hero={"nerve": 2}, settings={"deep": 0}))


def test_all_files_travel(folder: Path) -> None:
    """What is read from the task is what is read from the disk: 2 of 4 faces win."""
    task = task_of(folder / "book.gbk")
    assert task.main == "book.gbk"
    assert dict(task.texts) == {"book.gbk": MAIN, "part.gbk": PART, "mine.gbk": "// a system of its own\n"}
    model, hero = task.request().for_hero()
    assert gamebook.solve(model, hero).value == pytest.approx(0.5, abs=1e-12)


def test_a_rule_system_that_comes_with_gamebook_stays_here(tmp_path: Path) -> None:
    path = tmp_path / "one.gbk"
    path.write_text('book "One"\n    use fighting-fantasy\n=== 1\n-> victory\n', "utf-8")
    assert [name for name, _ in task_of(path).texts] == ["one.gbk"]


def test_the_key_is_made_of_all_that_counts(folder: Path) -> None:
    one = task_of(folder / "book.gbk")
    others = [
        replace(one, texts=(*one.texts, ("more.gbk", ""))),
        replace(one, main="other.gbk"),
        replace(one, options=one.options.but(hero={"nerve": 1})),
        replace(one, options=one.options.but(settings={"deep": 2})),
    ]
    assert len({one.key, *(other.key for other in others)}) == 1 + len(others)
    limited = replace(one.options, limits=Limits(states=9, memory=9))
    assert replace(one, seconds=1.0, options=limited).key == one.key
    assert replace(one, seconds=1.0, options=limited).request().limits == Limits(9, 9, 1.0)


def test_tasks_of_two_kinds_are_not_the_same(folder: Path) -> None:
    class Other(BookTask, frozen=True, kw_only=True, dict=True):
        """Asks for something else."""

    one = task_of(folder / "book.gbk")
    assert Other(main=one.main, texts=one.texts, options=one.options).key != one.key


@pytest.mark.parametrize(("hero", "told"), [({"nerve": 2}, {"nerve": 2}), ("weak", {"weak": 1}), (None, {})])
def test_the_hero(hero: dict[str, int] | str | None, told: dict[str, int]) -> None:
    assert BookTask(main="a", texts=(), options=Options.of(hero=hero)).hero == told
