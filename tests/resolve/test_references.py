"""Names and the things they mean: by hand on a small book; and on all books, that nothing is missed or confused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gamebook.diagnostics import Edit
from gamebook.edits import edited
from gamebook.project import Project
from gamebook.resolve.references import Thing
from tests.support.naive.random_text import BOOK, random_book
from tests.support.pages import names
from tests.support.slowly import but_slowly, then_slowly

ROOT = Path(__file__).parents[2]
SYSTEMS = {path.name: path.read_text("utf-8") for path in (ROOT / "gamebook" / "systems").glob("*.gbk")}
BOOKS = sorted((ROOT / "books").rglob("*.gbk"))

TEXT = """\
book "X"
    use   fighting-fantasy
    start 1
sheet
    number gold = 3 in 0..9
    item   rope, lamp
    limit  pack 1: rope, lamp
    one-of weapon: none, axe
test nerve
    succeed 1d6 > 2
    calm | shaken
rule buy(thing, price)
    ~ pay price gold
    ~ gain thing
    ~ score gold + found
strategy bold(t = 2)
    at his-move: Hit if gold > t else Run
    at 1: Go on
=== 1
You have {gold + rope} gold.
~ roll 1d6 as found
~ do buy(rope, found)
~ test nerve
    calm -> 2
    shaken -> Exile
~ test gold on 1d6
    pass -> 1
* Go on {gold} [if visited 2 or axe] -> 2
=== 2
~ roll 1d6 as found
~ choose "his-move"
    * Hit
        ~ set gold = found
    * Run
        ~ gain axe
~ fight "Rat" SKILL 5 STAMINA 4 and "Cat" SKILL 5 STAMINA 4
    busy "Rat" while gold > 1
    with damage = 3
    on round-lost
        ~ foe "Cat" STAMINA -damage
        ~ STAMINA -1
~ ending "Exile"
"""


def book(text: str = TEXT) -> Project:
    return Project.of(text)


def shown(thing: Thing, text: str = TEXT) -> list[tuple[int, str]]:
    """The lines of the book where a thing is named, and what stands there."""
    return [
        (text.count("\n", 0, span.start) + 1, text[span.start : span.end])
        for span in thing.spans
        if span.path == "book.gbk"
    ]


@pytest.mark.parametrize(
    ("name", "kind", "lines"),
    [
        ("gold", "number", [5, 13, 15, 17, 20, 26, 28, 33, 37]),
        ("rope", "item", [6, 7, 20, 22]),
        ("pack", "limit", [7]),
        ("axe", "value of a one-of", [8, 28, 35]),
        ("nerve", "test", [9, 23]),
        ("calm", "outcome", [11, 24]),
        ("buy", "rule", [12, 22]),
        ("thing", "parameter", [12, 14]),
        ("t", "parameter", [16, 17]),
        ("his-move", "decision", [17, 31]),
        ("1", "chapter", [3, 18, 19, 27]),
        ("2", "chapter", [24, 28, 28, 29]),
        ("found", "roll", [15, 21, 22, 30, 33]),  # the rule reads what its place has rolled: one thing in both chapters
        ("Exile", "ending", [25, 42]),
        ("Rat", "foe", [36, 37]),
        ("Cat", "foe", [36, 40]),
        ("damage", "setting of a combat", [38, 40]),
        ("round-lost", "event", [39]),
        ("STAMINA", "stat of foes", [36, 36, 40]),
        ("STAMINA", "stat", [41]),
        ("bold", "strategy", [16]),
    ],
)
def test_where_each_thing_is_named(name: str, kind: str, lines: list[int]) -> None:
    (thing,) = book().references.named(name, kind)
    assert shown(thing) == [(line, name) for line in lines]
    assert thing.definitions


def test_a_value_in_the_words_of_an_ending_is_the_thing() -> None:
    text = 'sheet\n    number gold = 1 in 0..9\n=== 1\n* Stop -> victory "All {gold} of it"\n'
    (thing,) = book(text).references.named("gold", "number")
    assert shown(thing, text) == [(2, "gold"), (4, "gold")]


def test_what_is_here_and_where_it_is_defined() -> None:
    project = book()
    thing = project.thing_at("book.gbk", 20, 11)
    assert thing is not None
    assert (thing.kind, thing.name) == ("number", "gold")
    (place,) = thing.definitions
    assert project.sources[place.path].position(place.start).line == 5
    assert project.thing_at("book.gbk", 20, 2) is None
    assert project.thing_at("book.gbk", 99, 1) == project.thing_at("nowhere.gbk", 1, 1) is None
    system = project.thing_at("book.gbk", 41, 11)
    assert system is not None
    assert [span.path for span in system.definitions] == ["gamebook/systems/fighting-fantasy.gbk"]


def test_a_book_with_errors_has_its_names() -> None:
    project = book(TEXT.replace("=== 2", "=== 3").replace("~ gain axe", "~ gian axe"))
    (missing,) = project.references.named("2")
    assert (missing.kind, missing.definitions, len(missing.uses)) == ("chapter", (), 3)
    assert project.references.named("gold")


def test_a_name_of_one_place_is_not_the_same_elsewhere() -> None:
    text = "".join(f"=== {n}\n~ roll 1d6 as d\n~ if d > 3\n    -> 2\n~ victory\n" for n in (1, 2))
    assert [len(thing.spans) for thing in book(text).references.named("d", "roll")] == [2, 2]


def test_words_for_print_name_what_they_are_for() -> None:
    """A thing, a rule, a setting and a moment of a combat; a phrase of the language is no thing, whatever its name."""
    text = """book "X"
    phrase coins = "coin|coins"
    phrase voyage = "the voyage"
    phrase turn = "go to {n}"
    phrase with-cold = "it costs {value} more"
    phrase "with-cold-0" = "it costs nothing"
    phrase "with-heat-and-cold-0" = "it is warm"
    phrase on-struck = "each time you are hit"
    phrase with-frost = "nothing"
sheet
    number coins = 3 in 0..9
    item   turn
rule voyage
    ~ coins -1
combat duel
    option cold = 1
    option heat = 1
    round
        ~ event struck
    won when coins > 0
=== 1
~ fight duel "Rat"
    with cold = 2
    on struck
        ~ do voyage
~ gain turn
-> victory
"""
    known = book(text).references
    lines = {
        ("number", "coins"): [2, 11, 14, 20],
        ("rule", "voyage"): [3, 13, 25],
        ("item", "turn"): [12, 26],
        ("setting of a combat", "cold"): [5, 6, 7, 16, 23],
        ("setting of a combat", "heat"): [7, 17],
        ("event", "struck"): [8, 19, 24],
    }
    for (kind, name), places in lines.items():
        (thing,) = known.named(name, kind)
        assert shown(thing, text) == [(line, name) for line in places]
    assert not known.named("frost")


# ---- all books ----

LARGE = {"book02", "the-long-ebb", "the-seven-lamps", "tutorial", "the-gilded-barge"}
WORDS = {"higher", "lower", "equal", "min", "max", "round", "win", "score", "last", "first", "pass", "fail"}
DECISIONS = {"escape", "target", "any foe", "anytime"}


def together(path: Path) -> Project:
    """A book, with the rule systems beside it, so that all of it can be edited."""
    beside = {each.name: each.read_text("utf-8") for each in path.parent.glob("*.gbk") if each != path}
    return Project.of(path.read_text("utf-8"), {**SYSTEMS, **beside}, path.name)


def missed(project: Project) -> set[str]:
    """Names of the trees that the table does not have."""
    found = set()
    for page in project.loaded.pages:
        for name in names(page.page):
            thing = project.references.at(name.span.path, name.span.start)
            if thing is None or thing.name != name:
                found.add(str(name))
    return found


def is_no_name(project: Project, word: str) -> bool:
    """Words of the language, options' words, the author, a system, and the combat that a fight need not name."""
    text = "\n".join(source.text for source in project.sources.values())
    spoken = f"* {word}" in text or f'may "{word}"' in text or f'"{word}"' in text or word.isdecimal()
    return word in WORDS | DECISIONS | {"fight"} or f"{word}.gbk" in SYSTEMS or spoken


@pytest.mark.parametrize("path", but_slowly(BOOKS, lambda path: path.stem in LARGE), ids=lambda path: path.stem)
def test_no_name_is_missed(path: Path) -> None:
    project = together(path)
    assert {word for word in missed(project) if not is_no_name(project, word)} <= {"Fight on", "Escape"}


def new_name(thing: Thing) -> str:
    """Another name, which sorts as the old one does."""
    return f"77777{thing.name}" if thing.name[0].isdecimal() else f"{thing.name}-Aq"


def can_be_renamed(project: Project, thing: Thing) -> bool:
    """Not a number that is computed, nor a combat or pool that need not be named."""
    computed = project.book.fixed if thing.kind == "chapter" else ()
    unsaid = (thing.kind, thing.name) in {("combat", "fight"), ("pool", "pool")}
    return bool(thing.definitions) and not unsaid and thing.name not in computed


def check_renaming(project: Project, main: str) -> None:
    """With other names for all things at once, the book means the same but for the names."""
    before = msgspec.json.encode(project.book).decode()
    assert "-Aq" not in before
    assert "77777" not in before
    things = [thing for thing in project.references.things if can_be_renamed(project, thing)]
    assert things
    edits = [Edit(span, new_name(thing)) for thing in things for span in thing.spans]
    assert len({edit.span for edit in edits}) == len(edits)
    texts = {
        path: edited(source.text, (edit for edit in edits if edit.span.path == path))
        for path, source in project.sources.items()
    }
    after = Project.of(texts.pop(main), texts, main)
    assert msgspec.json.encode(after.book).decode().replace("-Aq", "").replace("77777", "") == before


@pytest.mark.parametrize("path", but_slowly(BOOKS, lambda path: path.stem in LARGE), ids=lambda path: path.stem)
def test_renaming_everything_changes_names_only(path: Path) -> None:
    check_renaming(together(path), path.name)


@pytest.mark.parametrize("seed", then_slowly(range(25), 6))
def test_renaming_everything_in_a_random_book(seed: int) -> None:
    written = random_book(seed)
    files = {**SYSTEMS, **written.files}
    check_renaming(Project.of(files.pop(BOOK), files, BOOK), BOOK)


def test_names_of_a_chapter_that_cannot_be_read_as_a_whole() -> None:
    """One bad line hides what stands on it, and nothing else."""
    text = TEXT.replace("~ test nerve\n    calm -> 2", "~ test nerve (\n    calm -> 2\n{rope (}")
    project = book(text)
    assert not project.resolved.book
    (one,), (rope,) = project.references.named("1", "chapter"), project.references.named("rope", "item")
    assert shown(one, text) == [(line, "1") for line in (3, 18, 19, 28)]
    assert [text.count("\n", 0, span.start) + 1 for span in one.definitions] == [19]
    assert shown(rope, text) == [(line, "rope") for line in (6, 7, 20, 22)]
    unread = [text[span.start : span.end] for span in project.references.unread]
    assert unread == ["~ test nerve (", "calm -> 2", "{rope (}"]
