from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import gamebook
import gamebook.verbs
from gamebook.model.book import Book
from gamebook.render.dot import MapOptions
from gamebook.solver.sample import Sample
from tests.support import build
from tests.support.build import WIN, choose, d, number, option, put, score, turn

ROOT = Path(__file__).parents[1]
DAMSEL = ROOT / "tests" / "data" / "real" / "damsel-in-distress.gbk"
SCHEMA = json.loads((ROOT / "docs" / "schema" / "solution.schema.json").read_text("utf-8"))


def data(solution: gamebook.Solution) -> dict[str, Any]:
    """The solution as a program would read it, of the shape that is published."""
    found = json.loads(json.dumps(solution.to_json(), allow_nan=False))
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(found)
    return dict(found)


def test_importing_costs_nothing() -> None:
    heavy = "import gamebook, sys; print([m for m in ('numpy', 'numba', 'msgspec', 'lark') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"
    assert set(gamebook.__all__) <= set(dir(gamebook))
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        gamebook.sovle  # noqa: B018


def test_one_fight() -> None:
    """The published table: 4.639095e-02 at k -3, luck 12, staminas 24 and 22."""
    found = gamebook.fight("12/24/12", ["White Dragon 15/22"])
    assert found.best.won == pytest.approx(0.04639095, abs=5e-9)
    assert found == found  # noqa: PLR0124 - its arrays are not compared
    assert repr(found) == "<FightStudy 'A fight with White Dragon': 0.046391, 16,397 states>"
    with pytest.raises(ValueError, match="STAMINA is missing"):
        gamebook.fight("12/24/12", ["15"])


def test_many_plays() -> None:
    found = gamebook.simulate(DAMSEL, 20_000, confidence=1 - 1e-9)
    solution = gamebook.solve(DAMSEL)
    for row in solution.endings:
        assert found.endings[row.ending].low <= row.best <= found.endings[row.ending].high
    with pytest.raises(ValueError, match="best play is not known within the limits"):
        gamebook.simulate(DAMSEL, 10, limit_states=1)


def test_a_sample() -> None:
    uniform = gamebook.solve(DAMSEL).difficulty.uniform
    for found in (
        gamebook.sample(DAMSEL, plays=20_000, seconds=None, confidence=1 - 1e-9),
        gamebook.simulate(DAMSEL, 20_000, "uniform", confidence=1 - 1e-9),
    ):
        assert isinstance(found, Sample)
        assert found.plays == 20_000
        assert found.win.low <= uniform.low <= uniform.high <= found.win.high


def test_damsel_in_distress() -> None:
    solution = gamebook.solve(DAMSEL, exact=True)
    # Known figures of this book: 667/800 under best play; the uniform reader's by hand over its 26 states.
    best, uniform = solution.difficulty.best, solution.difficulty.uniform
    assert best.low <= 667 / 800 <= best.high
    assert best.high - best.low < 1e-12
    assert uniform is not None
    assert uniform.low <= 0.189903645833333 + 1e-12
    assert uniform.high >= 0.189903645833333 - 1e-12
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(667, 800)
    assert float(solution.exactly.uniform) == pytest.approx(0.1899036458, abs=1e-10)
    assert {row.ending: row.uniform for row in solution.endings} == pytest.approx(
        {
            "Princess rescued": 0.189904,
            "Defeated by the dragon": 0.176971,
            "Charmed the dragon": 0.01375,
            "Both dead": 0.091667,
            "Caught": 0.055417,
            "Unkidnapped": 0.138958,
            "Cowardly retreat": 1 / 3,
        },
        abs=1e-6,
    )
    assert sum(row.best for row in solution.endings) == pytest.approx(1)


@pytest.mark.slow
def test_damsel_as_data() -> None:
    found = data(gamebook.solve(DAMSEL, exact=True))
    assert found["exact"]["best"] == "667/800"
    assert [(row["chapter"], row["what"]) for row in found["failures"]] == [
        ("skulking-in", "“Attack from hiding”: compare")
    ]
    assert [page["chapter"] for page in found["failures"][0]["shown"]] == ["caught"]
    assert [step["chapter"] for step in found["route"]["steps"]][:2] == ["at-the-castle-ruins", "skulking-in"]
    assert found["decisions"][0]["advice"]["text"] == "Go in quietly"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hero"),
    [
        ("starter", None),
        ("tutorial", None),
        ("tutorial", "weak"),
        ("campaign/the-pass", None),
        ("the-long-ebb", "weak"),
        ("dice/risk-or-safety", None),
        ("srr/ogre", None),
    ],
)
def test_shipped_books_as_data(name: str, hero: str | None) -> None:
    data(gamebook.solve(ROOT / "books" / f"{name}.gbk", hero, timeout=4))


IDLE = """\
book "Idle"
sheet
    number time = 2 in 0..2
=== 1
* Idle
    ~ time -1
    -> 2
* Straight on -> 2
=== 2
* By the mill -> 3
* On -> victory
* Sink -> defeat
=== 3
~ if time = 2
    -> victory
-> defeat
"""


def test_a_large_book_as_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all states are listed, so it is not always known what an option is good for."""
    monkeypatch.setattr("gamebook.verbs.solving.LISTED", 0)
    options = [each for decision in data(gamebook.solve(text=IDLE))["decisions"] for each in decision["options"]]
    mill = next(each for each in options if each["label"] == "By the mill")
    assert (mill["useful"], mill["free"]) == (None, None)


def rolled() -> Book:
    first = choose(option("on", turn("one")), option("win", WIN))
    return build.book(number("S", 0, 6), number("L", 0, 2), hero=(put("S", d(6)), put("L", d(2))), one=(first,))


def test_heroes_as_data() -> None:
    found = data(gamebook.solve(rolled()))
    assert found["heroes"]["stats"] in (["S", "L"], ["L", "S"])
    assert len(found["heroes"]["heroes"]) == 12


@pytest.mark.slow
def test_points_as_data() -> None:
    points = build.book(aim="score", one=(score(d(6)), choose(option("more", score(2), WIN), option("less", WIN))))
    found = data(gamebook.solve(points))
    assert found["best"]["low"] <= 5.5 <= found["best"]["high"]
    endless = build.book(aim="score", one=(score(1), turn("two")), two=(turn("one"),))
    assert data(gamebook.solve(endless))["best"]["high"] is None


@pytest.mark.slow
def test_bounds_as_data() -> None:
    solution = gamebook.solve(DAMSEL, limit_states=8)
    assert repr(solution).startswith("<Solution 'Damsel in Distress': 0 to 1, ")
    found = data(solution)
    assert not found["complete"]
    assert found["best"]["low"] <= 667 / 800 <= found["best"]["high"]
    assert found["chapters"] == []


def test_a_hero_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="not roll or pick SKILL; the hero rolls or picks S, L"):
        gamebook.solve(rolled(), hero={"SKILL": 3})
    with pytest.raises(ValueError, match=r"S is in 0\.\.6"):
        gamebook.solve(rolled(), hero={"S": 7})


def test_too_large_for_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.analysis.exactly.MOST_STATES", 2)
    with pytest.raises(gamebook.NoExactAnswer, match="too many for fractions"):
        gamebook.solve(DAMSEL, exact=True)


def test_a_book_is_loaded_once_and_asked_often() -> None:
    book = gamebook.Project(DAMSEL)
    assert gamebook.check(book).findings == ()
    solution = gamebook.solve(book)
    assert gamebook.draw(book).dot.startswith("digraph")
    assert gamebook.draw(solution, "value").dot.startswith("digraph")
    assert solution.to_text().startswith("Damsel in Distress")


def test_losses_without_a_bound_are_null_in_data(tmp_path: Path) -> None:
    book = tmp_path / "sink.gbk"
    book.write_text(
        'book "Sink"\n    aim score\n=== 1\n* Walk -> 2\n* Out\n    ~ ending "Out"\n=== 2\n~ score -1\n-> 2\n', "utf-8"
    )
    found = data(gamebook.solve(book))
    assert found["best"] == {"low": 0, "high": 0}
    assert found["uniform"] == {"low": None, "high": None}
    assert [mistake["cost"] for mistake in found["mistakes"]] == [None]


COINS = """\
book "Coins"
=== 1
* Throw
    ~ roll 1d2
        1 -> won
        2 -> lost
* Go -> lost
=== won
~ victory
=== lost
~ defeat
"""


SEVERAL = np.array([1, 2])


@pytest.mark.parametrize(
    ("ask", "wishes", "said"),
    [
        (gamebook.simulate, {"confidence": 2}, "confidence cannot be 2; it is between 0 and 1, such as 0.99"),
        (gamebook.simulate, {"confidence": 1.0, "policy": "random"}, "confidence cannot be 1.0; it is between"),
        (gamebook.simulate, {"confidence": nan}, "confidence cannot be nan"),
        (gamebook.simulate, {"confidence": "99%"}, "confidence cannot be '99%'; it is a number"),
        (gamebook.simulate, {"plays": -1}, "plays cannot be -1; the least is 1"),
        (gamebook.simulate, {"plays": 0, "policy": "random"}, "plays cannot be 0; the least is 1"),
        (gamebook.simulate, {"plays": 1e6}, "plays cannot be 1000000.0; it is a whole number"),
        (gamebook.simulate, {"seed": "x"}, "seed cannot be 'x'; it is a whole number"),
        (gamebook.simulate, {"policy": "practised", "practice": 0}, "practice cannot be 0; the least is 1"),
        (gamebook.simulate, {"plays": 10**12 + 1}, "plays cannot be 1000000000001; the most is 1,000,000,000,000"),
        (gamebook.simulate, {"policy": None}, "policy cannot be None; it is written in quotation marks"),
        (gamebook.sample, {"policy": 3}, "policy cannot be 3; it is written in quotation marks"),
        (gamebook.sample, {"plays": 2**64}, "plays cannot be 18446744073709551616; the most is 1,000,000,000,000"),
        (gamebook.sample, {"plays": 0}, "plays cannot be 0; the least is 1"),
        (gamebook.sample, {"seconds": -1}, "seconds cannot be -1; it is a number of seconds, 0 or more"),
        (gamebook.sample, {"confidence": 0}, "confidence cannot be 0"),
        (gamebook.sample, {"timeout": 3}, "sample has no option timeout"),
        (gamebook.readers, {"plays": 0}, "plays cannot be 0; the least is 1"),
        (gamebook.readers, {"plays": 10**30}, "plays cannot be 1000000000000000000000000000000; the most is"),
        (gamebook.readers, {"deaths": SEVERAL}, "deaths cannot be array([1, 2]); it is True or False"),
        (gamebook.readers, {"seed": 1.5}, "seed cannot be 1.5; it is a whole number"),
        (gamebook.length, {"seed": 1.5}, "seed cannot be 1.5; it is a whole number"),
        (gamebook.sensitivity, {"solves": -1}, "solves cannot be -1; the least is 0"),
        (gamebook.sensitivity, {"reader": None}, "reader cannot be None; it is written in quotation marks"),
        (gamebook.sensitivity, {"numbers": SEVERAL}, "numbers has np.int64(1), which is no name"),
        (gamebook.tune, {"target": 0.3, "reader": ["best"]}, "reader cannot be ['best']; it is written in quotation"),
        (gamebook.tune, {"target": 0.3, "vary": SEVERAL}, "vary has np.int64(1), which is no name"),
        (gamebook.tune, {"target": 0.3, "pairs": SEVERAL}, "pairs cannot be array([1, 2]); it is True or False"),
        (gamebook.tune, {"target": 0.3, "solves": 0}, "solves cannot be 0; the least is 1"),
        (gamebook.tune, {"target": 30}, "target cannot be 30; it is a chance from 0 to 1, such as 0.3"),
        (gamebook.tune, {"target": "30%"}, "target cannot be '30%'; it is a number"),
        (gamebook.verbs.report, {"target": nan}, "target cannot be nan; it is a chance from 0 to 1"),
        (gamebook.search, {"strategy": "s", "seeds": [1.5]}, "seeds cannot be 1.5; it is a whole number"),
        (gamebook.search, {"strategy": None}, "strategy cannot be None; it is written in quotation marks"),
        (gamebook.search, {"strategy": "s", "seeds": 3}, "seeds cannot be 3; it is a list"),
        (gamebook.search, {"strategy": "s", "ranges": [1, 9]}, 'ranges cannot be [1, 9]; it is such as {"t": (1, 9)}'),
        (gamebook.search, {"strategy": "s", "seeds": []}, "search needs a method and a seed"),
        (gamebook.search, {"strategy": "s", "methods": ["guess"]}, "methods cannot be 'guess'; it is one of genetic"),
        (gamebook.search, {"strategy": "s", "ranges": {"t": (9, 1)}}, "ranges has (9, 1) for t: the least value is"),
        (
            gamebook.search,
            {"strategy": "s", "ranges": {"t": 3}},
            "ranges has 3 for t; it is the least and",
        ),
        (gamebook.solve, {"timeout": -1}, "timeout cannot be -1"),
        (gamebook.compare, {"modes": []}, "compare needs a mode"),
        (gamebook.compare, {"modes": "dise"}, "modes cannot be 'dise'; it is one of dice, expected"),
        (gamebook.compare, {"mode": "ledger", "modes": ["dice"]}, "compare has no option mode; modes=… says which"),
        (gamebook.solve, {"best_fights": True}, "best_fights is for a policy; best play is the best in fights, too"),
        (gamebook.solve, {"hero": "SKILL=9,LUCK=8"}, "the hero does not roll or pick SKILL"),
        (gamebook.readers, {"readers": "bset"}, "there is no reader bset"),
        (gamebook.readers, {"readers": 3}, "readers cannot be 3"),
        (gamebook.length, {"readers": [3]}, "readers has 3, which is no name: write it in quotation marks"),
        (gamebook.worth, {"kinds": "itme"}, "there is no kind of things itme"),
        (gamebook.draw, {"hero": {"FOO": 1}}, "the hero does not roll or pick FOO"),
        (gamebook.draw, {"policy": "random"}, "draw has no option policy"),
        (gamebook.draw, {"what": SEVERAL}, "what cannot be array([1, 2]); it is one of structure"),
        (gamebook.draw, {"options": "svg"}, "options cannot be 'svg'; they are a gamebook.render.dot.MapOptions"),
        (gamebook.check, {"level": SEVERAL}, "level cannot be array([1, 2]); it is one of quick, full"),
        (gamebook.draw, {"what": "winnings"}, "what cannot be 'winnings'; it is one of structure"),
        (gamebook.draw, {"options": MapOptions("structure", depth=-1)}, "depth cannot be -1; the least is 0"),
    ],
)
def test_what_an_option_cannot_be(ask: Callable[..., object], wishes: dict[str, Any], said: str) -> None:
    if ask in (gamebook.search, gamebook.tune):
        wishes = {"book": None, **wishes}
    with pytest.raises(gamebook.UsageError, match=f"^{re.escape(said)}"):
        ask(text=COINS, **wishes)


@pytest.mark.parametrize(
    "ask",
    [
        gamebook.check,
        partial(gamebook.check, level="quick"),
        gamebook.solve,
        gamebook.compare,
        gamebook.draw,
        gamebook.heroes,
        gamebook.readers,
        gamebook.sample,
        gamebook.verbs.report,
        partial(gamebook.tune, None, 0.3),
    ],
)
def test_settings_and_heroes_that_a_book_does_not_have(ask: Callable[..., object]) -> None:
    text = COINS.replace("===", "param price = 2\nsheet\n    stat NERVE = 1d6\n===", 1)
    with pytest.raises(
        gamebook.UsageError, match=r"^nothing is called prise \(did you mean price\?\); what can be set: "
    ):
        ask(text=text, settings={"prise": 1})
    with pytest.raises(gamebook.UsageError, match=r"^NERVE is no parameter of the book, and only those are set here; "):
        ask(text=text, settings={"NERVE": 1})
    with pytest.raises(gamebook.UsageError, match=r"^the hero does not roll or pick FOO; "):
        ask(text=text, hero={"FOO": 1})
    with pytest.raises(gamebook.UsageError, match=r'^a hero is given by a name or as values, \{"NERVE": 3\}, not as'):
        ask(text=text, hero="NERVE=3")


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"hero": {"SKILL": 9}}, "draw of what solve gave has no option hero"),
        ({"settings": {"x": 1}}, "draw of what solve gave has no option settings"),
        ({"timeout": 3}, "draw of what solve gave has no option timeout"),
        ({"nonsense": 3}, "there is no option nonsense"),
        ({"text": "=== 1"}, "draw needs one book: what solve gave, or text=…"),
    ],
)
def test_what_is_solved_is_drawn_without_options(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(gamebook.UsageError, match=f"^{said}$"):
        gamebook.draw(gamebook.solve(text=COINS), **wishes)


def test_one_word_is_a_list_of_one() -> None:
    (row,) = gamebook.readers(text=COINS, readers="best")
    assert str(row.reader) == "best"
    assert [row.mode for row in gamebook.compare(text=COINS, modes="dice").rows] == ["dice"]
    alone = gamebook.Project.of(COINS)
    assert gamebook.campaign(alone).best == gamebook.campaign([alone]).best


def test_chapters_from_a_generator_count_each_time_they_are_read() -> None:
    once: Any = iter(["lost"])
    again: Any = iter(["lost"])
    assert gamebook.solve(text=COINS, until=once).difficulty.best.low == 1
    compared = gamebook.compare(text=COINS, modes=["dice", "expected"], until=again)
    assert [row.value.low for row in compared.rows] == [1, 1]


@pytest.mark.slow
def test_the_hero_of_a_fight_by_values() -> None:
    hero = {"SKILL": 12, "STAMINA": 24, "LUCK": 12}
    assert gamebook.fight(hero, "7/8").encounter == gamebook.fight("12/24/12", ["7/8"]).encounter


@pytest.mark.parametrize("hero", [7, ["9/12"], {"SKILL": "12"}, {"STRENGTH": 3}])
def test_no_hero_of_a_fight(hero: Any) -> None:  # noqa: ANN401 - as users write it
    with pytest.raises(gamebook.UsageError):
        gamebook.fight(hero, ["7/8"])


@pytest.mark.parametrize(
    "ask", [gamebook.solve, gamebook.check, gamebook.draw, gamebook.verbs.report, gamebook.compare]
)
@pytest.mark.parametrize(
    ("book", "text", "said"),
    [
        (3, None, "a book is given as the path of its file, not as 3"),
        (b"coin.gbk", None, "a book is given as the path of its file, not as b'coin.gbk'"),
        (None, 3, "a text is needed, not 3"),
        (None, SEVERAL, "a text is needed, not array"),
        (None, None, r"\w+ needs a book"),
        ("coin.gbk", COINS, r"\w+ needs a book"),
    ],
)
def test_what_is_no_book(ask: Callable[..., object], book: object, text: object, said: str) -> None:
    with pytest.raises(gamebook.UsageError, match=f"^{said}"):
        ask(book, text=text)


def test_defaults_of_a_project_are_passed_over_by_functions_that_do_not_have_them() -> None:
    book = gamebook.Project.of(COINS, timeout=30, policy="random", exact=True, until=["won"], scores=False)
    assert gamebook.sample(book, plays=10, seconds=None).plays == 10
    assert gamebook.draw(book).dot == gamebook.draw(text=COINS).dot
    assert [str(row.reader) for row in gamebook.readers(book, readers="best")] == ["best"]
    assert gamebook.check(book).findings == book.check().findings == ()
    assert gamebook.simulate(book, 10).plays == 10
    with pytest.raises(gamebook.UsageError, match=r"^check has no option policy$"):
        book.check(policy="random")
    solution = gamebook.solve(book)
    assert (solution.until, solution.value) == (("won",), 0.25)
    assert gamebook.solve(book, until=(), policy="best", exact=False).until == ()


@pytest.mark.slow
def test_a_report_has_the_defaults_that_are_options_of_a_report() -> None:
    """A strategy is none: best play throws the coin."""
    found = gamebook.verbs.report(gamebook.Project.of(COINS, policy="random", best_fights=True, start="won"))
    assert found.study.solved.best.value == 0.5
    book = gamebook.Project.of(COINS, until=["won"])
    assert gamebook.verbs.report(book).until == ("won",)
    assert gamebook.verbs.report(book, until=()).until == ()


def test_points_may_be_any_target() -> None:
    book = 'book "Purse"\naim score\nsheet\n    number gold = 3 in 0..9\n=== 1\n~ score +gold\n~ victory\n'
    assert gamebook.tune(None, 40, text=book).target == 40
    with pytest.raises(gamebook.UsageError, match=r"^target cannot be inf; it is a number of points$"):
        gamebook.tune(None, inf, text=book)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"report": "x"}, "report cannot be 'x'; it is a function of a gamebook.Step"),
        ({"cores": 0}, "cores cannot be 0; it is how many may work at once, at least 1"),
        ({"cores": True}, "cores cannot be True; it is how many"),
        ({"crew": len}, "crew cannot be <built-in function len>; it is who does tasks"),
        ({"crew": "x"}, "crew cannot be 'x'; it is who does tasks, such as gamebook.Processes(4)"),
    ],
)
def test_what_a_job_cannot_be(given: dict[str, Any], said: str) -> None:
    with pytest.raises(gamebook.UsageError, match=f"^{re.escape(said)}"):
        gamebook.Job(**given)


@pytest.mark.parametrize("job", [3, "x", SEVERAL], ids=str)
@pytest.mark.parametrize(
    "ask",
    [
        *(gamebook.check, gamebook.solve, gamebook.strategies, gamebook.heroes, gamebook.readers, gamebook.length),
        *(gamebook.worth, gamebook.sensitivity, gamebook.compare, gamebook.sample, gamebook.simulate, gamebook.draw),
        *(gamebook.verbs.report, gamebook.verbs.dice, gamebook.verbs.why_large),
        partial(gamebook.tune, target=0.3),
        partial(gamebook.search, strategy="s"),
        partial(gamebook.diff, new="b.gbk"),
        gamebook.campaign,
        partial(gamebook.fight, foes="7/8"),
        lambda book, job: gamebook.Project(book).check(job=job),
    ],
)
def test_what_is_no_job(ask: Callable[..., object], job: object) -> None:
    with pytest.raises(gamebook.UsageError, match=r"^job cannot be .*; it is a gamebook\.Job$"):
        ask("a.gbk", job=job)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (partial(gamebook.fight, "9/12/9", "7/8", timeout=3), "fight has no option timeout"),
        (partial(gamebook.fight, "9/12/9", "7/8", worth=3), "worth cannot be 3; it is written in quotation marks"),
        (partial(gamebook.campaign, 3), "books cannot be 3; it is a list"),
        (partial(gamebook.diff, {"a": 1}, DAMSEL), "old is not a solution of this version of gamebook"),
        (partial(gamebook.diff, DAMSEL, DAMSEL, names=("a",)), "names cannot be ('a',); it is two names"),
        (partial(gamebook.Project, DAMSEL, "x"), "files cannot be 'x'; it is a dictionary, or what has read"),
        (partial(gamebook.Project, DAMSEL, {"x": 3}), "files cannot be {'x': 3}; it is texts by path"),
        (partial(gamebook.Project.of, "x", parts=["a"]), "parts cannot be ['a']; it is texts by path"),
        (partial(gamebook.Project.of(COINS).edit, "book.gbk", None), "a text is needed, not None"),
        (partial(gamebook.Project.of(COINS).thing_at, "book.gbk", "1", 1), "line cannot be '1'; it is a whole number"),
    ],
)
def test_what_an_argument_cannot_be(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(gamebook.UsageError, match=f"^{re.escape(said)}"):
        ask()


def test_a_table_is_asked_for_in_words() -> None:
    with pytest.raises(gamebook.UsageError, match=r"^a table is asked for in words, and not by None$"):
        gamebook.solve(text=COINS).table(None)


@pytest.mark.parametrize("book", ["nosuch.gbk", "", ".", "/", "a\0b", "\ud800"])
@pytest.mark.parametrize(
    "ask",
    [
        *(gamebook.solve, gamebook.strategies, gamebook.heroes, gamebook.readers, gamebook.length, gamebook.worth),
        *(gamebook.sensitivity, gamebook.compare, gamebook.sample, gamebook.simulate, gamebook.draw),
        *(gamebook.verbs.report, gamebook.verbs.dice, gamebook.verbs.why_large, gamebook.campaign),
        partial(gamebook.tune, target=0.3),
        partial(gamebook.search, strategy="s"),
    ],
)
def test_a_book_that_is_not_there(ask: Callable[..., object], book: str) -> None:
    for given in (book, gamebook.Project(book)):
        with pytest.raises(gamebook.BookHasErrors, match=r"GB112 .* cannot be read"):
            ask(given)
    with gamebook.Processes(2) as crew, pytest.raises(gamebook.BookHasErrors, match=r"GB112 .* cannot be read"):
        ask(book, job=gamebook.Job(crew=crew))


@pytest.mark.parametrize("count", [0, -1, 1.5])
def test_a_crew_of_nobody(count: Any) -> None:  # noqa: ANN401 - as users write it
    with pytest.raises(gamebook.UsageError, match=f"^count cannot be {count}; it is how many processes there are"):
        gamebook.Processes(count)


def test_a_campaign_of_nothing() -> None:
    with pytest.raises(gamebook.UsageError, match=r"^campaign needs a book$"):
        gamebook.campaign([])


@pytest.mark.parametrize("given", [COINS, COINS * 50, "A story that is one long line. " * 50])
@pytest.mark.parametrize(
    "ask", [gamebook.solve, gamebook.check, gamebook.Project, partial(gamebook.diff, DAMSEL), gamebook.draw]
)
def test_a_text_where_a_path_is_wanted(ask: Callable[..., object], given: str) -> None:
    with pytest.raises(
        gamebook.UsageError, match=r"^a book is given as the path of its file.* text=…, or as Project\.of"
    ):
        ask(given)


def test_results_that_hold_arrays_can_be_compared_and_are_one_line() -> None:
    """They are equal to themselves only: two of the same book need not be the same bit for bit."""
    one, other = gamebook.solve(text=COINS), gamebook.solve(text=COINS)
    assert one == one  # noqa: PLR0124 - this is asked
    assert one != other
    assert len({one, other}) == 2
    assert repr(one) == "<Solution 'Coins': 0.5, 5 states>"
    assert one.heroes == one.heroes


def test_what_is_known_on_the_way_has_a_type() -> None:
    told: list[object] = []
    job = gamebook.Job(lambda step: told.append(step.known) if step.known is not None else None)
    with job:
        gamebook.solve(DAMSEL)
    seen = [each for each in told if isinstance(each, gamebook.News)]
    assert len(seen) == len(told)
    assert seen[-1].low <= 667 / 800 <= seen[-1].high
