"""Play followed with the whole sheet, against exact chances of books whose endings tell the sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec import structs

from gamebook.model.arithmetic import binary, const
from gamebook.model.book import Book, Chapter, Ending
from gamebook.model.expression import Var
from gamebook.model.step import Block, End, If, Step
from gamebook.play.explore import TooLarge, explore
from gamebook.play.step import Machine
from gamebook.program.code import Stop
from gamebook.program.compile import compiled
from gamebook.solver import exact
from gamebook.solver.follow import _with_points_before_ends, follow
from gamebook.solver.solving import solve
from tests.solver.test_engine import ENOUGH, many
from tests.support.forecast import forecast
from tests.support.random_books import books

GOLD = range(-1, 3)


def telling(book: Book) -> Book:
    """The same book with an ending of its own for each value of gold: the sheet is then told by the ending."""

    def told(step: Step) -> Step:
        if isinstance(step, End):
            made: Step = structs.replace(step, ending=f"{step.ending} {GOLD[0]}")
            for gold in GOLD[1:]:
                here = structs.replace(step, ending=f"{step.ending} {gold}")
                holds = binary("=", Var(name="gold"), const(gold))
                made = If(condition=holds, then=(here,), otherwise=(made,), address=step.address)
            return made
        changed = {}
        for field in step.__struct_fields__:
            value = getattr(step, field)
            if isinstance(value, tuple) and value and isinstance(value[0], Step):
                changed[field] = inside(value)
            elif field in ("rows", "options", "watches"):
                changed[field] = tuple(structs.replace(each, body=inside(each.body)) for each in value)
        return structs.replace(step, **changed) if changed else step

    def inside(block: Block) -> Block:
        return tuple(told(step) for step in block)

    chapters = tuple(Chapter(name=each.name, title="", body=inside(each.body)) for each in book.chapters)
    watches = tuple(structs.replace(each, body=inside(each.body)) for each in book.watches)
    endings = tuple(Ending(name=f"{each.name} {gold}", kind=each.kind) for each in book.endings for gold in GOLD)
    return structs.replace(book, chapters=chapters, watches=watches, endings=endings)


@many
@given(books())
def test_the_uniform_reader_ends_with_the_exact_chances(book: Book) -> None:
    book = structs.replace(book, aim="win")
    graph = explore(Machine(telling(book)), limit=ENOUGH)
    if isinstance(graph, TooLarge) or any(node.kind == "rival" for node in graph.nodes):
        return  # of a rival's equally good replies either may be played
    played = solve(book).uniform
    names = frozenset(ending.name for ending in book.endings)
    found: dict[str, float] = {}
    for (_, ending, sheet), chance in follow(played, ("gold",), names).items():
        key = f"{ending} {sheet[0]}" if sheet else ending
        found[key] = found.get(key, 0.0) + chance
    expected = forecast(exact.uniform(graph)).endings
    for name in {*found, *expected}:
        assert abs(found.get(name, 0.0) - float(expected.get(name, 0))) < 1e-9, name


@pytest.mark.slow
@many
@given(books())
def test_best_play_ends_as_often_as_its_visits_say(book: Book) -> None:
    played = solve(structs.replace(book, aim="win")).best
    names = frozenset(ending.name for ending in book.endings)
    found = dict.fromkeys(played.endings, 0.0)
    for (_, ending, _), chance in follow(played, ("gold", "STAMINA", "key"), names).items():
        found[ending] += chance
    for name, chance in played.endings.items():
        assert abs(found[name] - chance) < 1e-9


@many
@given(books())
def test_an_end_keeps_its_chapter(book: Book) -> None:
    program = compiled(book)
    found = _with_points_before_ends(program)
    ends = [number for number, node in enumerate(found.nodes) if isinstance(node, Stop)]
    before = [number for number, node in enumerate(program.nodes) if isinstance(node, Stop)]
    assert [(found.places[n], found.nodes[n]) for n in ends] == [(program.places[n], program.nodes[n]) for n in before]
    assert len(found.places) == len(found.nodes)


def test_a_policy_is_followed_to_more_states_than_there_was_room_for(book: Book) -> None:
    """
    sheet
        number steps = 0 in 0..10000

    === 1
    ~ if steps = 10000
        -> victory
    ~ steps +1
    -> 1
    """
    ((_, ending, sheet), chance), *others = follow(solve(book).best, ("steps",), {"victory"}).items()
    assert (ending, sheet, chance, others) == ("victory", (10_000,), 1.0, [])
