"""Storm, the model checker, solves what we export, and finds what we find: in fractions the same, in floats nearly.

It knows nothing of us but the files. Its own games have no solver, so that of a game each player's best play is built
in once: against it the other gets what we say and no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from gamebook import verbs
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.interop.export.drn import drn
from gamebook.interop.export.explicit import explicit
from gamebook.interop.export.jani import jani
from gamebook.interop.export.prism import RESERVED, prism
from gamebook.interop.export.process import PLAYERS, Player, Process, process
from gamebook.interop.export.umb import umb
from gamebook.interop.export.walk import rounded
from gamebook.model.book import Book
from gamebook.project import Project
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import find
from tests.support.random_books import books

stormpy = pytest.importorskip("stormpy", reason="the judge, stormpy, is not installed")

CLOSE = 1e-9
TOP = Path(__file__).parents[3]
FIGHT = """book "A fight"
    use fighting-fantasy

=== 1
~ fight "Wolf" SKILL 8 STAMINA 6
~ fight "Wolf's mother" SKILL 9 STAMINA 5
    escape -> 2
-> victory

=== 2
~ test luck
    lucky -> victory
    unlucky -> defeat
"""
WAGES = """book "Wages"
    aim score

sheet
    number days = 0 in 0..3

=== 1
* Work [if days < 3]
    ~ days +1
    ~ score +1d6
    -> 1
* Bet
    ~ roll 1d6
        1-2
            ~ score -2
            -> 1
        3-6
            ~ score +1
            -> 2

=== 2
~ score +1
~ victory
"""
WELL = """book "A slippery well"

=== 1
* Climb
    ~ roll 1d6
        1-2 -> victory
        3-5 -> 1
        6 -> defeat
* Wait -> 1
"""
"""A book in which one can go round for ever."""


def write(found: Process, folder: Path) -> dict[str, Callable[[], Any]]:
    """All files of a process, and how Storm builds a model with fractions from each format that has them."""
    (folder / "m.drn").write_text("".join(drn(found)), "utf-8")
    (folder / "m.prism").write_text("".join(prism(found)), "utf-8")
    (folder / "m.jani").write_text("".join(jani(found)), "utf-8")
    (folder / "m.umb").write_bytes(umb(found))
    exact = stormpy.Rational
    return {
        "drn": lambda: stormpy.build_model_from_drn[exact](str(folder / "m.drn")),
        "prism": lambda: stormpy.build_model[exact](stormpy.parse_prism_program(str(folder / "m.prism"))),
        "jani": lambda: stormpy.build_model[exact](stormpy.parse_jani_model(str(folder / "m.jani"))[0]),
        "umb": lambda: stormpy.build_model_from_umb(str(folder / "m.umb")),
    }


def value(
    model: Any,  # noqa: ANN401 - Storm's own
    question: str,
    *,
    exact: bool = True,
) -> Fraction | float:
    """Storm's answer."""
    formula = stormpy.parse_properties(question)[0]
    if exact:
        found = stormpy.model_checking(model, formula)
        return Fraction(str(found.get_value(model.initial_states[0])))
    sound = stormpy.environments.sound()
    for solver in (sound.solver().min_max(), sound.solver().native()):
        solver.precision = stormpy.Rational("1/100000000000")
    return float(stormpy.model_checking(model, formula, environment=sound).get_value(model.initial_states[0]))


def judge(book: Book, folder: Path, hero: dict[str, int] | None = None) -> Fraction:
    """What a book is worth, by Storm: the same from all formats, in fractions and rounded."""
    every = {answer for found in sides(book, hero) for answer in answers(found, folder)}
    (one,) = every
    return one


def sides(book: Book, hero: dict[str, int] | None = None) -> Iterator[Process]:
    """The process; a game once as its rival's problem and once as its reader's."""
    found = process(book, hero)
    if found.kind != "smg":
        yield found
        return
    players: tuple[Player, ...] = PLAYERS
    for player in players:
        yield process(book, hero, settled=[player])


def answers(found: Process, folder: Path) -> Iterator[Fraction]:
    if found.aim == "score" and not any(found.points):
        yield Fraction(0)  # of a process without points Storm says nothing
        return
    for build in write(found, folder).values():
        answer = value(build(), found.question)
        assert isinstance(answer, Fraction)
        yield answer
    rough = stormpy.build_model_from_drn[float](str(folder / "m.drn"))
    assert value(rough, found.question, exact=False) == pytest.approx(float(answer), abs=CLOSE)


def test_damsel_in_distress(tmp_path: Path) -> None:
    """Published: 667/800 (`tests/data/real`)."""
    assert judge(Project(TOP / "tests/data/real/damsel-in-distress.gbk").book, tmp_path) == Fraction(667, 800)


@pytest.mark.slow
def test_a_fight(tmp_path: Path) -> None:
    hero = {"SKILL": 9, "STAMINA": 5, "LUCK": 4}
    found = judge(Project.of(FIGHT).book, tmp_path, hero)
    solved = verbs.solve(text=FIGHT, hero=hero, exact=True)
    assert solved.exactly is not None
    assert found == solved.exactly.best
    assert 0 < found < 1


@pytest.mark.parametrize("goal", [5, pytest.param(12, marks=pytest.mark.slow)])
def test_pig(goal: int, tmp_path: Path) -> None:
    game = Project(TOP / "books/dice/pig.gbk", settings={"goal": goal}).book
    found = exactly(game)
    assert isinstance(found, Exactly)
    assert judge(game, tmp_path) == found.best


def test_points(tmp_path: Path) -> None:
    """Three days' wages of 3.5 each, and the bet: b = 2/3 · 2 + 1/3 (b - 2), so b = 1."""
    assert judge(Project.of(WAGES).book, tmp_path) == 3 * Fraction(7, 2) + 1


TOLL = """book "Toll"
    aim score

=== 1
* Pay
    ~ score -1
    -> 2
* Beg
    ~ roll 1d2
        1
            ~ score +2
        2
    -> 2

=== 2
-> ending "Home" score 3
"""


def test_points_may_be_lost(tmp_path: Path) -> None:
    """Begging brings 1 and home 3. Storm answers with what JANI files ask themselves, too."""
    found = process(Project.of(TOLL).book)
    assert found.question == 'R{"points"}max=? [ F "ended" ]'
    assert judge(Project.of(TOLL).book, tmp_path) == 4
    model = write(found, tmp_path)["jani"]()
    _, (asked,) = stormpy.parse_jani_model(str(tmp_path / "m.jani"))
    answer = stormpy.model_checking(model, asked)
    assert Fraction(str(answer.get_value(model.initial_states[0]))) == 4


def test_a_reader_who_chooses_at_random(tmp_path: Path) -> None:
    """p = 1/2 p + 1/2 (1/3 + 1/2 p)"""
    written = Project.of(WELL).book
    drawn = apply(written, find(written, "uniform"))
    assert process(drawn).kind == "dtmc"
    assert judge(drawn, tmp_path) == Fraction(2, 3)


def test_options_and_numbers_that_are_called_like_reserved_words(tmp_path: Path) -> None:
    words = sorted(RESERVED)
    rows = "    ~ roll 1d2\n        1 -> victory\n        2 -> defeat\n"
    menu = "".join(f"* {word} [if max > 0]\n{rows}" for word in words if word != "s")
    sheet = "sheet\n    number max = 1d2 in 0..2\n"
    found = process(Project.of(f"{sheet}\n=== 1\n{menu}* Wait -> 2\n\n=== 2\n* s -> defeat\n* t -> defeat\n").book)
    assert set(words) <= set(found.names)
    assert RESERVED.isdisjoint(re.findall(r"\[(\w+)\]", "".join(prism(found))))
    assert next(iter(explicit(found, rounded)["sta"])) == "(s,max_)\n"
    for build in write(found, tmp_path).values():
        assert value(build(), found.question) == Fraction(1, 2)


def test_going_round_for_ever_wins_nothing(tmp_path: Path) -> None:
    assert judge(Project.of(WELL).book, tmp_path) == Fraction(2, 3)


def test_explicit_files(tmp_path: Path) -> None:
    """Storm reads PRISM's files with a line of its own, and decimals."""
    found = process(Project(TOP / "tests/data/real/damsel-in-distress.gbk").book)
    files = {suffix: "".join(lines) for suffix, lines in explicit(found, rounded).items()}
    head, _, body = files["tra"].partition("\n")
    assert head == f"{found.states} {len(found.action)} {len(found.target)}"
    assert body.count("\n") == len(found.target)
    rows = (line.rsplit(" ", 1)[0] for line in body.splitlines())
    (tmp_path / "m.tra").write_text("mdp\n" + "\n".join(rows) + "\n", "utf-8")
    names = dict(each.split("=") for each in files["lab"].partition("\n")[0].split())
    labels = " ".join(name.strip('"') for name in names.values())
    given = "\n".join(
        f"{state.rstrip(':')} {' '.join(names[number].strip(chr(34)) for number in numbers)}"
        for state, *numbers in map(str.split, files["lab"].splitlines()[1:])
    )
    (tmp_path / "m.lab").write_text(f"#DECLARATION\n{labels}\n#END\n{given}\n", "utf-8")
    model = stormpy.build_model_from_explicit(str(tmp_path / "m.tra"), str(tmp_path / "m.lab"))
    assert value(model, found.question, exact=False) == pytest.approx(667 / 800, abs=CLOSE)


many = settings(
    max_examples=settings.default.max_examples // 5 or 1,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize(("aim", "points"), [("win", (0, 2)), pytest.param("score", (0, 2), marks=pytest.mark.slow)])
def test_random_books(aim: str, points: tuple[int, int], tmp_path: Path) -> None:
    judged(many, aim, points, tmp_path)


@pytest.mark.slow
def test_many_random_books(tmp_path: Path) -> None:
    judged(settings(many, max_examples=40), "win", (0, 2), tmp_path)


@pytest.mark.slow
def test_random_readers_of_random_books(tmp_path: Path) -> None:
    @settings(many, max_examples=25)
    @given(books(rivals=False))
    def agree(written: Book) -> None:
        found = exactly(written)
        assert isinstance(found, Exactly)
        drawn = apply(written, find(written, "uniform"))
        assert process(drawn).kind == "dtmc"
        assert judge(drawn, tmp_path) == found.uniform

    agree()


def judged(how: settings, aim: str, points: tuple[int, int], folder: Path) -> None:
    @how
    @given(books(aim=aim, points=points))
    def agree(written: Book) -> None:
        found = exactly(written)
        if isinstance(found, Exactly):  # else a loop has no finite worth
            assert judge(written, folder) == found.best

    agree()


@pytest.mark.slow
def test_the_tutorial(tmp_path: Path) -> None:
    hero = {"SKILL": 9, "STAMINA": 16, "LUCK": 9}
    written = Project(TOP / "books/tutorial.gbk")
    solved = verbs.solve(written, hero, exact=True)
    assert solved.exactly is not None
    assert judge(written.book, tmp_path, hero) == solved.exactly.best
