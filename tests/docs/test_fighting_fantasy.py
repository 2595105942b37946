"""Every command of `docs/fighting-fantasy.md` prints what the page says; and its figures are those of the paper."""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gamebook.fights.heuristics as fights
from gamebook.fights.encounter import Encounter
from gamebook.kernels.arrays import Floats
from gamebook.model.book import Book
from gamebook.strategy.policy import Policy
from tests.docs.commands import DOCS, printed, read, sessions
from tests.support import naive_fights as naive

PAGE = DOCS / "fighting-fantasy.md"
TEXT = PAGE.read_text("utf-8")

Data = dict[str, Any]


@pytest.fixture(autouse=True, scope="module")
def strategies_evaluated_once() -> Iterator[None]:
    """Commands of the page compare the same strategies with the same thresholds in the same fights."""
    known: dict[tuple[str, str], Floats] = {}

    def value_of(encounter: Encounter, book: Book, followed: Policy) -> Floats:
        key = repr(encounter), repr(followed)
        if key not in known:
            known[key] = evaluated(encounter, book, followed)
        return known[key]

    evaluated = fights.value_of
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fights, "value_of", value_of)
        yield


def slow(command: str) -> bool:
    """Whether a command takes long."""
    return ".." in command or command.endswith(('White Dragon 15/22"', 'Hell Demon 14/12"'))


@pytest.mark.parametrize(("command", "typed", "quoted"), sessions(PAGE.name, slow))
def test_a_command_prints_this(
    command: str,
    typed: str,
    quoted: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not typed
    monkeypatch.chdir(tmp_path)
    lines = [" ".join(line.split()) for line in printed(command, capsys=capsys).splitlines()]
    assert [line for line in quoted if line not in lines] == []


@pytest.mark.slow
def test_what_python_answers() -> None:
    for example in re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL):
        told: list[str] = []
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(doctest.DocTestParser().get_doctest(example, {}, "example", str(PAGE), 0), out=told.append)
        assert runner.summarize(verbose=False).failed == 0, "".join(told)


# ---- the paper's figures, as tests/data/ff/README.md restates them ------------------------------------------


def gains(found: Data) -> None:
    rows = {row["what"]: row for row in found["gain"]["rows"]}
    ends, begins = (rows[f"largest factor, {what} above 0.01"] for what in ("best play", "strategy"))
    assert list(ends["where"].values()) == [22, 12, 16, 19]  # k -4
    assert [ends["before"], ends["after"]] == pytest.approx([9.84301e-6, 0.0114102], rel=6e-6)
    assert round(ends["factor"]) == 1159
    assert list(begins["where"].values()) == [22, 12, 14, 21]  # k -2
    assert [begins["before"], begins["after"]] == pytest.approx([0.0101567, 0.221244], rel=6e-6)
    assert int(begins["factor"]) == 21


def one_map(found: Data) -> None:
    differs = {row["value"]: row["other play"] for row in found["along"]["values"]}
    assert [differs[12 - k] for k in range(-9, -5)] == [0, 0, 0, 0]
    assert differs[12 + 5] == 5


def thresholds(found: Data) -> None:
    for row in found["along"]["values"]:
        worth = row["worth"]
        assert (worth["when-won"] > worth["never"]) == (row["value"] >= 6)
        assert (worth["when-lost"] > worth["never"]) == (row["value"] >= 7)


def pairs(found: Data) -> None:
    """A STAMINA of 2n is worth what 2n - 1 is."""
    changes = [row["other worth"] for row in found["along"]["values"]]
    assert changes[1::2] == [0] * 12 and all(changes[2::2])


def parried(found: Data) -> None:
    (row,) = found["along"]["values"]
    (parry,) = (each for each in row["taken"] if each["decision"] == "parry")
    assert parry["states"] == parry["of"] == 19 * 11 * 24


def fewer(found: Data) -> None:
    """From 7 to 6 the states in which luck is used become fewer by half, more than anywhere else."""
    used = [row["any"] for row in found["along"]["values"]]
    falls = {luck: used[luck] / used[luck - 1] for luck in range(3, 13)}
    assert falls[7] > 2 and max(falls, key=lambda luck: falls[luck]) == 7


def heuristics(found: Data) -> None:
    """A mean gap of about 0.003, but not everywhere."""
    together = found["comparison"]["strategies"][-1]
    assert round(together["mean"], 3) == 0.003
    assert together["worst"] > 0.1


def crypt(found: Data) -> None:
    """(3/4)^10"""
    assert found["ways"][0]["exactly"] == "59049/1048576"


def fight(edge: int, foe_stamina: int) -> Callable[[Data], None]:
    """A hero of 24 STAMINA and 12 LUCK, by the recursion in fractions."""

    def check(found: Data) -> None:
        ways = {way["name"]: way["value"]["high"] for way in found["ways"]}
        exactly = naive.constant_luck(edge, None, None)(24, foe_stamina), naive.best_value(edge)(24, foe_stamina, 12)
        assert (ways["never"], ways["best play"]) == tuple(pytest.approx(float(each), rel=1e-12) for each in exactly)

    return check


CLAIMS = [
    ("--gain never", gains),
    ('--along "foe SKILL"', one_map),
    ("--compare --along LUCK", thresholds),
    ("12/1..24/0..0 --foe 2..22/1..24 --along STAMINA", pairs),
    ("12/2..2/2..12 --foe 3..21/1..24 --along STAMINA", parried),
    ("12/1..24/0..12 --foe 12/1..24 --along LUCK", fewer),
    ("--only never,always,when-lost,when-won,when-lost-and-weak", heuristics),
    ("--exact --only never", crypt),
    ("White Dragon 15/22", fight(-3, 22)),
    ("Hell Demon 14/12", fight(-2, 12)),
]


@pytest.mark.parametrize(
    ("part", "check"),
    [pytest.param(*claim, id=claim[0], marks=pytest.mark.slow) for claim in CLAIMS],
)
def test_a_command_finds_what_the_paper_says(
    part: str,
    check: Callable[[Data], None],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    command = next(command for command, *_ in read(PAGE.name) if part in command)
    check(json.loads(printed(command, "--json", capsys=capsys)))
