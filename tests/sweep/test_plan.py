from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.sweep.plan import read_plan
from tests.sweep.conftest import written


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
        ('book = "moat.gbk"\n[axes]\nreader = [true]\n', "axes.reader: true is not text in quotes"),
        ('book = "moat.gbk"\n[axes.settings]\ndeep = ["2"]\n', 'axes.settings.deep: "2" is not a whole number'),
        ('book = "moat.gbk"\nskip = [{ deep = false }]\n[axes.settings]\ndeep = [1]\n', "false is no value of deep"),
        ('book = "moat.gbk"\n[axes.settings]\ndeep = [true]\n', "true is not a whole number"),
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
