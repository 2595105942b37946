from __future__ import annotations

from fractions import Fraction

import pytest

from gamebook.errors import LimitReached, UsageError
from gamebook.interop.export import formats
from gamebook.interop.export.formats import export
from gamebook.interop.export.process import process
from gamebook.interop.export.walk import labels_of_states
from gamebook.project import Project
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import find

BOOK = """book "Two doors"

=== 1 A hall
* The red door
    ~ roll 1d6
        1-2 -> victory "Gold"
        3-6 -> 2
* The blue door -> 2

=== 2 A cellar
* Wait -> 2
* Jump -> defeat "Splash"
"""


def test_labels_are_chapters_and_endings() -> None:
    found = process(Project.of(BOOK).book)
    (gold,) = found.labels["ending_Gold"]
    (splash,) = found.labels["ending_Splash"]
    assert gold in found.labels["won"]
    assert splash in found.labels["lost"]
    assert {gold, splash} < set(found.labels["ended"])
    assert found.meanings["chapter_1"] == "chapter 1"
    (red,) = (
        a for s in found.labels["chapter_1"] for a in found.actions(s) if found.names[found.action[a]] == "The_red_door"
    )
    assert [found.chance(red, way) for way in found.ways(red)] == [Fraction(1, 3), Fraction(2, 3)]
    assert found.target[found.ways(red)[0]] == gold
    assert list(labels_of_states(found)) == [
        tuple(name for name, span in found.labels.items() if state in span) for state in range(found.states)
    ]


def test_every_action_is_a_distribution() -> None:
    found = process(Project.of(BOOK).book)
    for state in range(found.states):
        assert found.actions(state)
        for action in found.actions(state):
            assert sum(found.chance(action, way) for way in found.ways(action)) == 1


def test_what_best_play_takes() -> None:
    found = process(Project.of(BOOK).book, settled=["reader"])
    assert found.kind == "dtmc"
    assert "The_red_door" in {found.names[found.action[a]] for a in range(len(found.action))}
    assert "The_blue_door" not in {found.names[found.action[a]] for a in range(len(found.action))}


FINE = """book "Fine"

=== 1
~ roll 6d13 exploding up to 3
    1-50 -> defeat
    51-999 -> victory
"""


@pytest.mark.slow
def test_chances_too_fine_for_the_listing() -> None:
    """Six dice with thirteen sides, each thrown up to four times: only moment by moment are these chances exact."""
    found = process(Project.of(FINE).book)
    assert found.listed is None
    (rolled,) = (action for action in range(len(found.action)) if len(found.ways(action)) == 2)
    low, high = (found.chance(rolled, way) for way in found.ways(rolled))
    assert (low, high) == (1 - at_most_50(), at_most_50())


def test_moments_have_a_limit_that_can_be_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Project.of(FINE).book
    monkeypatch.setattr(formats, "MOST_MOMENTS", 2)
    with pytest.raises(LimitReached, match=r"more than 2 rolls, decisions and endings.*; --hero makes") as found:
        export(formats.BY_NAME["drn"], formats.Wish(book, {}))
    assert "umb" not in str(found.value)  # no other format would help
    assert export(formats.BY_NAME["drn"], formats.Wish(book, {}, most=100))


@pytest.mark.parametrize("form", [form for form in formats.FORMATS if form.most], ids=lambda form: form.name)
@pytest.mark.parametrize(
    ("hero", "said"),
    [
        ({"SKILL": 99}, r"^SKILL is in 0\.\.12, not 99$"),
        ({"ZZ": 3}, "^the hero does not roll or pick ZZ"),
        ("strong", "^the hero does not roll or pick strong"),
    ],
)
def test_a_hero_that_cannot_be(form: formats.Format, hero: dict[str, int] | str, said: str) -> None:
    if form.name == "parquet":
        pytest.importorskip("pyarrow")
    with pytest.raises(UsageError, match=said):
        export(form, formats.Wish(Project.of(ROLLED).book, hero))


def test_a_hero_by_name() -> None:
    book = Project.of(ROLLED).book
    weak, same = (export(formats.BY_NAME["drn"], formats.Wish(book, hero)) for hero in ("weak", {"SKILL": 7}))
    assert "".join(map(str, weak["drn"])) == "".join(map(str, same["drn"]))


def test_a_hero_of_a_map_makes_no_difference() -> None:
    with pytest.raises(UsageError, match=r"^hero makes no difference to dot; leave it out$"):
        export(formats.BY_NAME["dot"], formats.Wish(Project.of(ROLLED).book, "weak"))


ROLLED = """book "Rolled"
sheet
    stat SKILL = 1d6 + 6 in 0..12
=== 1
~ if SKILL > 9
    -> victory
-> defeat
"""


def at_most_50() -> Fraction:
    """Die by die."""
    one = {face: Fraction(1, 13) for face in range(1, 13)}
    for again in (1, 2):
        one |= {13 * again + face: Fraction(1, 13 ** (again + 1)) for face in range(1, 13)}
    one |= {39 + face: Fraction(1, 13**4) for face in range(1, 14)}
    assert sum(one.values()) == 1
    total = {0: Fraction(1)}
    for _ in range(6):
        more: dict[int, Fraction] = {}
        for before, chance in total.items():
            for face, further in one.items():
                more[before + face] = more.get(before + face, Fraction(0)) + chance * further
        total = more
    return sum((chance for dice, chance in total.items() if dice <= 50), Fraction(0))


def test_too_many_states() -> None:
    with pytest.raises(LimitReached, match="more than 3 states"):
        process(Project.of(BOOK).book, most=3)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("=== 1\n~ score +1\n* On -> 2\n* Out -> defeat\n\n=== 2\n-> defeat\n", True),
        ("=== 1\n~ score +1\n* Again -> 1\n* Out -> defeat\n", False),
        ("=== 1\n~ score +1\n~ roll 1d6\n    1-5 -> 1\n    6 -> defeat\n", True),
        ("=== 1\n~ roll 1d6\n    1-5 -> defeat\n    6 -> 2\n\n=== 2\n~ score +1\n-> 3\n\n=== 3\n-> 2\n", False),
        (
            "=== 1\n~ score +1\n* On\n    ~ roll 1d2\n        1 -> defeat\n        2 -> 1\n* Back -> 1\n",
            False,
        ),
        ("=== 1\n~ score +1\n* Try [if 1 = 2] -> 1\n", True),
    ],
    ids=["no way round", "a choice", "dice", "no way out", "one of two choices", "stuck"],
)
def test_points_are_counted_to_the_end_where_play_always_ends(text: str, ends: bool) -> None:
    book = Project.of(f"aim score\n\n{text}").book
    asked = process(book).question
    assert asked.partition("=")[2] == ('? [ F "ended" ]' if ends else "? [ C ]")
    drawn = process(apply(book, find(book, "uniform")))
    assert drawn.always_ends == (ends or "* " in text)  # chance leaves every way round that has a way out
