from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from gamebook.errors import BookHasErrors, UsageError
from gamebook.sweep.plan import read_plan, tasks_of

BOOK = """\
book "Moat"
    include "two.gbk"
sheet
    number gold = 3 in 0..9
param deep = 1

=== 1
~ random
    1: -> 2
    1: -> defeat
"""
TWO = "=== 2\n~ gold +1\n-> victory\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "moat.gbk").write_text(BOOK, "utf-8")
    (tmp_path / "two.gbk").write_text(TWO, "utf-8")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, "utf-8")
    return path


def test_every_combination_is_a_variant(folder: Path) -> None:
    text = """
        book = "moat.gbk"
        skip = [{ reader = "random", deep = 2 }]
        [axes]
        reader = ["best", "random"]
        settings = { deep = [1, 2] }
        numbers = { "1 row 1" = "1..5 by 2" }
    """
    plan = read_plan(written(folder, text))
    variants = [tuple(each.values()) for each in plan.variants()]
    assert variants == [
        (reader, deep, weight)
        for reader in ("best", "random")
        for deep in ("1", "2")
        for weight in ("1", "3", "5")
        if (reader, deep) != ("random", "2")
    ]


def test_only_keeps_what_agrees(folder: Path) -> None:
    text = 'book = "moat.gbk"\nonly = [{ reader = "random" }]\n[axes]\nreader = ["best", "random", "soft(3)"]\n'
    assert [*read_plan(written(folder, text)).variants()] == [{"reader": "random"}]


def test_a_reader_beside_a_strategy_is_best_play_or_left_out(folder: Path) -> None:
    text = """
        book = "moat.gbk"
        skip = [{ reader = "random", strategy = "bold" }]
        [axes]
        reader = ["best", "random"]
        strategy = ["", "bold"]
    """
    variants = [tuple(each.values()) for each in read_plan(written(folder, text)).variants()]
    assert variants == [("best", ""), ("best", "bold"), ("random", "")]


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
    ("text", "told"),
    [
        ('book = ["moat.gbk", "sub/two.gbk"]', "must be in one folder"),
        ('book = ["moat.gbk", 3]', "book is missing"),
        ('book = ["moat.gbk", "two.gbk"]\n[axes]\nreader = ["best"]', "a campaign varies only its hero"),
        ("book = ", "no TOML file"),
        ("[axes]\n", "book is missing"),
        ('book = "moat.gbk"\ncolour = 1\n', "nothing is called colour"),
        ('book = "moat.gbk"\naxes = 3\n', "axes needs a table"),
        ('book = "moat.gbk"\n[axes]\nwind = [1]\n', "axes.wind: there is no such axis"),
        (
            'book = "moat.gbk"\n[axes]\nreader = ["lucky"]\n',
            "there is no reader lucky; write best, random, careless(10%), soft(3), lookahead(2) or guide",
        ),
        ('book = "moat.gbk"\n[axes]\nreader = ["first-timer"]\n', "first-timer is simulated"),
        (
            'book = "moat.gbk"\n[axes]\nreader = ["best", "random"]\nstrategy = ["", "bold"]\n',
            'leave such variants out, as with skip = [{ reader = "random", strategy = "bold" }]',
        ),
        (
            'book = "moat.gbk"\n[axes]\nhero = ["SKILL=9, gold=2", ""]\n[axes.stats]\ngold = [1, 3]\n',
            "axes.hero: SKILL=9, gold=2 says what gold is, and so does axes.stats.gold; leave it out of one of them",
        ),
        ('book = "moat.gbk"\n[axes]\nhero = [1]\n', "axes.hero: 1 is not text in quotes"),
        ('book = "moat.gbk"\n[axes.settings]\ndeep = "9..1"\n', "axes.settings.deep needs a list"),
        ('book = "moat.gbk"\n[axes.settings]\ndeep = "0..9 by 0"\n', "axes.settings.deep needs a list"),
        ('book = "moat.gbk"\n[axes.settings]\ndeep = [true]\n', "True is not a whole number"),
        ('book = "moat.gbk"\nskip = [{ moon = 1 }]\n', "skip: there is no axis moon"),
        ('book = "moat.gbk"\nskip = [{ deep = 5 }]\n[axes.settings]\ndeep = [1]\n', "5 is no value of deep"),
        (
            'book = "moat.gbk"\n[axes.settings]\ndeep = "0..2000000"\n',
            "axes.settings.deep has 2,000,001 values; at most 1,000,000",
        ),
        ('book = "moat.gbk"\ntimeout = -1\n', "timeout needs a number of seconds above 0"),
        ('book = "moat.gbk"\ntimeout = nan\n', "timeout needs a number of seconds above 0"),
        ('book = "moat.gbk"\ntimeout = inf\n', "timeout needs a number of seconds above 0"),
        ('book = "moat.gbk"\ntimeout = true\n', "timeout needs a number of seconds above 0"),
        ('book = "moat.gbk"\nlimit_memory = "2 sacks"\n', "limit_memory needs a size"),
        ('book = "moat.gbk"\nlimit_memory = 2\n', "limit_memory needs a size"),
        ('book = "moat.gbk"\n[axes.stats]\na = "0..9999"\nb = "0..9999"\n', "100,000,000 combinations"),
        ('book = "moat.gbk"\n[axes.stats]\na = [1]\n[axes.settings]\na = [1]\n', "two axes are called a"),
    ],
)
def test_mistakes_in_a_plan(folder: Path, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=r"plan\.toml") as raised:
        read_plan(written(folder, text))
    assert told in str(raised.value)


def test_mistakes_are_told_in_the_order_of_the_plan(folder: Path) -> None:
    unknown = ["moon", "sun", "stars", "clouds", "rain", "snow"]
    with pytest.raises(UsageError) as raised:
        read_plan(written(folder, 'book = "moat.gbk"\n' + "".join(f"{name} = 1\n" for name in unknown)))
    assert re.findall(r"nothing is called (\w+)", str(raised.value)) == unknown


def test_all_mistakes_are_told_at_once(folder: Path) -> None:
    with pytest.raises(UsageError) as raised:
        read_plan(written(folder, "timeout = 0\n[axes]\nwind = [1]\n"))
    assert len(str(raised.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("axes", "told"),
    [
        ('[axes.numbers]\n"9 gold" = [1]\n', "no number has the address 9 gold"),
        ('[axes.numbers]\n"gold" = [1]\n', "did you mean start gold?"),
        ('[axes]\nhero = ["SKILL=many"]\n', "SKILL=many is no NAME=NUMBER"),
        ("[axes.settings]\nedep = [1, 2]\n", r"^axes.settings.edep: .* edep; did you mean deep\?$"),
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
