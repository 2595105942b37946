from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gamebook.errors import BookHasErrors, UsageError
from gamebook.sweep.plan import read_plan
from gamebook.sweep.variants import count_of, tasks_of
from tests.sweep.conftest import BOOK, TWO, written


def test_tasks_carry_the_text_with_its_numbers(folder: Path) -> None:
    text = 'book = "moat.gbk"\n[axes.numbers]\n"2 change gold" = [1, 7]\n[axes.settings]\ndeep = [4]\n'
    one, seven = tasks_of(read_plan(written(folder, text)))
    assert one.main == "moat.gbk"
    assert dict(one.texts) == {"moat.gbk": BOOK, "two.gbk": TWO}
    assert dict(seven.texts) == {"moat.gbk": BOOK, "two.gbk": TWO.replace("+1", "+7")}
    assert one.settings == (("deep", 4),)
    assert one.axes == (("2 change gold", 1), ("deep", 4))
    assert one.key != seven.key


def test_limits_travel_with_each_task(folder: Path) -> None:
    text = 'book = "moat.gbk"\ntimeout = 2\nlimit_states = 9\nlimit_memory = "1GB"\n[axes]\nreader = ["best"]\n'
    (task,) = tasks_of(read_plan(written(folder, text)))
    assert (task.seconds, task.states) == (2, 9)
    assert task.memory is not None
    assert 700 << 20 < task.memory < 1 << 30  # the program itself needs some


def test_each_revision_has_its_own_aim(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        name = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *name, *words], cwd=tmp_path, check=True, capture_output=True)

    book = tmp_path / "book.gbk"
    book.write_text('book "B"\n    aim score\n\n=== 1\n~ score 12\n-> victory\n', "utf-8")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "for points")
    book.write_text('book "B"\n\n=== 1\n-> victory\n', "utf-8")
    git("commit", "-q", "-a", "-m", "to win")
    plan = written(tmp_path, 'book = "book.gbk"\n[axes]\nrevision = ["HEAD~1", "HEAD"]\n')
    old, new = tasks_of(read_plan(plan))
    assert (old.aim, new.aim) == ("score", "win")


def test_the_key_does_not_depend_on_the_folder_or_on_the_words_of_the_plan(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = 'book = "moat.gbk"\n[axes]\nhero = [""]\nreader = ["best"]\n'
    other = tmp_path_factory.mktemp("other")
    for name in ("moat.gbk", "two.gbk"):
        (other / name).write_text((folder / name).read_text("utf-8"), "utf-8")
    (here,) = tasks_of(read_plan(written(folder, text)))
    (there,) = tasks_of(read_plan(written(other, text.replace('hero = [""]\n', ""))))
    assert here.key == there.key


@pytest.mark.parametrize(
    ("axes", "told"),
    [
        ('[axes.numbers]\n"9 gold" = [1]\n', "no number has the address 9 gold"),
        (
            '[axes.numbers]\n"2 change gold" = "-4..1"\n',
            "axes.numbers.2 change gold: 2 change gold is 1 now, and cannot",
        ),
        ('[axes.numbers]\n"gold" = [1]\n', "did you mean start gold?"),
        ('[axes]\nhero = ["SKILL=many"]\n', "SKILL=many is no NAME=NUMBER"),
        ("[axes.settings]\nedep = [1, 2]\n", r"plan\.toml: axes.settings.edep: .* edep; did you mean deep\?$"),
        ("[axes.settings]\nmoon = [1]\n", "axes.settings.moon: .* moon; its parameters are deep"),
        ("[axes.stats]\ngold = [1]\n", "axes.stats.gold: the hero does not roll or pick gold"),
    ],
)
def test_what_the_book_does_not_have(folder: Path, axes: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        tasks_of(read_plan(written(folder, f'book = "moat.gbk"\n{axes}')))


def test_a_book_with_errors(folder: Path) -> None:
    (folder / "two.gbk").write_text("=== 2\n-> 99\n", "utf-8")
    with pytest.raises(BookHasErrors):
        tasks_of(read_plan(written(folder, 'book = "moat.gbk"\n')))


def test_everything_that_is_not_there_is_told_at_once(folder: Path) -> None:
    axes = '[axes.numbers]\n"9 gold" = [1]\n[axes.settings]\nmoon = [1]\n[axes.stats]\nSKILL = [1]\n'
    path = written(folder, f'book = "moat.gbk"\n{axes}')
    for ask in (tasks_of, count_of):
        with pytest.raises(UsageError) as raised:
            ask(read_plan(path))
        told = str(raised.value).splitlines()
        assert [line.removeprefix(f"{path}: axes.").split(":")[0] for line in told] == [
            "numbers.9 gold",
            "settings.moon",
            "stats.SKILL",
        ]


@pytest.mark.parametrize("books", ['"none.gbk"', '["moat.gbk", "none.gbk"]'])
def test_a_book_that_is_not_there_is_a_mistake_of_the_plan(folder: Path, books: str) -> None:
    path = written(folder, f"book = {books}\n")
    with pytest.raises(UsageError) as raised:
        tasks_of(read_plan(path))
    assert str(raised.value) == f"{path}: book: there is no file {folder / 'none.gbk'}"


@pytest.mark.parametrize("more", ["", 'skip = [{ deep = 1, "start gold" = 2 }]\n', "only = [{ deep = 2 }]\n"])
def test_as_many_are_counted_as_there_are_tasks(folder: Path, more: str) -> None:
    axes = '[axes.settings]\ndeep = [1, 2]\n[axes.numbers]\n"start gold" = "1..5"\n'
    plan = read_plan(written(folder, f'book = "moat.gbk"\n{more}{axes}'))
    assert count_of(plan) == len(tasks_of(plan))


def test_a_great_many_are_counted_soon(folder: Path) -> None:
    """Each would be a task with a text of its own."""
    plan = read_plan(
        written(
            folder, 'book = "moat.gbk"\n[axes.settings]\ndeep = "1..1000"\n[axes.numbers]\n"start gold" = "0..999"\n'
        )
    )
    assert count_of(plan) == 1_000_000
