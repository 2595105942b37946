"""Whether play ever comes to a place, without all its states: compared with all of them."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamebook.model.book import Book, Table
from gamebook.play.evaluate import Expressions
from gamebook.program.code import Decide, Note, Program, Stop
from gamebook.program.compile import compiled
from gamebook.program.goals import Place
from gamebook.solver import reaching as under_test
from gamebook.solver.hunt import Taken
from gamebook.solver.reaching import NOTHING, Reached, reaching
from gamebook.solver.space import explore
from tests.support.check import check_text
from tests.support.random_books import books

Places = tuple[Place, ...]


def questions(program: Program) -> dict[object, Places]:
    """All that can be asked of a program: each mark, chapter, ending, and each option, open and closed."""
    found: dict[object, list[Place]] = defaultdict(list)
    for number, node in enumerate(program.nodes):
        match node:
            case Note(mark=mark):
                found[program.marks[mark]].append(Place(number))
            case Stop(ending=ending):
                found["ending", ending].append(Place(number))
            case Decide(options=options):
                for option in range(len(options)):
                    for opened in (True, False):
                        found["option", number, option, opened].append(Place(number, option, opened))
    for name, number in program.chapters.items():
        found["chapter", name].append(Place(number))
    return {key: tuple(places) for key, places in found.items()}


def happens(program: Program) -> set[object]:
    """What of this does happen, from a list of all states."""
    space = explore(program)
    s = space.states
    found: set[object] = {mark for mark, seen in zip(program.marks, s.seen, strict=True) if seen >= 0}
    found |= {("ending", state) for state in s.successor.tolist() if state < len(program.endings)}
    nodes = {number: name for name, number in program.chapters.items()}
    for state in range(len(program.endings), space.size):
        number = int(space.code.point_node[s.point[state]])
        found |= {("chapter", nodes[number])} if number in nodes else set()
        node = program.nodes[number]
        if isinstance(node, Decide):
            open_ = s.option[s.first_action[state] : s.first_action[state + 1]].tolist()
            found |= {("option", number, option, option in open_) for option in range(len(node.options))}
    return found


def answers(asked: dict[object, Places], found: Reached) -> tuple[set[object], set[object]]:
    """What never happens, and what does."""
    never = {key for key, places in asked.items() if found.never.issuperset(places)}
    return never, {key for key, places in asked.items() if not found.ways.keys().isdisjoint(places)}


def are_open(program: Program, found: Reached) -> bool:
    """Whether each option on a way was open when it was taken, and where none was taken all were closed."""
    tables = (Table(name, column, row, cells) for name, (column, row, cells) in program.tables.items())
    expressions = Expressions([cell.name for cell in program.cells], tables, {})
    taken = (each for way in found.ways.values() for each in way)
    return all(each.option in (_open_options(program, expressions, each) or [-1]) for each in taken)


def _open_options(program: Program, expressions: Expressions, taken: Taken) -> list[int]:
    node = program.nodes[taken.node]
    assert isinstance(node, Decide)
    conditions = (option.condition for option in node.options)
    return [number for number, each in enumerate(conditions) if expressions.value(each)(taken.sheet)]


@pytest.mark.slow
@settings(deadline=None)
@given(books())
def test_answers_are_those_of_a_list_of_all_states(book: Book) -> None:
    program = compiled(book)
    asked, true = questions(program), happens(program)
    never, always = answers(asked, reaching(program, [*asked.values()], 60.0, None))
    assert always == true
    assert never == asked.keys() - true


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(books(), st.integers(1, 60))
def test_what_is_answered_from_short_lists_is_true(monkeypatch: pytest.MonkeyPatch, book: Book, most: int) -> None:
    monkeypatch.setattr(under_test, "FEW", most)
    monkeypatch.setattr(under_test, "MOST", 2 * most)
    program = compiled(book)
    asked, true = questions(program), happens(program)
    found = reaching(program, [*asked.values()], 60.0, None)
    never, always = answers(asked, found)
    assert always <= true
    assert are_open(program, found)
    assert not never & true


LARGE = """
sheet
    stat   STAMINA = 2d6 + 12
    number gold    = 2d6 in 0..90
    number bells   = 4 in 0..4
    item   key

=== 1
* Wait
    ~ gold +1d6
    ~ STAMINA -1
    -> 1
* The hall -> 2

=== 2
~ if gold = 90
    ~ gain key
* Upstairs [if not visited 3]
    ~ bells -1
    -> 3
* The cellar [if not visited 4]
    ~ bells -1
    -> 4
* The way out [if key and STAMINA > 2] -> 5
* The other way out [if bells < 2] -> 6

=== 3
-> 2

=== 4
-> 2

=== 5
~ victory

=== 6
~ defeat
"""


def test_what_is_decided_by_a_few_variables_is_known_of_a_large_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "FEW", 10_000)
    monkeypatch.setattr(under_test, "MOST", 10_000)
    book = check_text(LARGE.replace("gold = 90", "gold >= 70")).resolved.book
    assert book is not None
    program = compiled(book)
    assert explore(program).count > 20_000
    five, six = (Place(program.chapters[name]) for name in "56")
    found = reaching(program, [(five,), (six,)], 60.0, None)
    assert found.never == {six}  # two rooms take two of four bells
    (way,) = found.ways.values()
    names = [cell.name for cell in program.cells]
    assert dict(zip(names, way[-1].sheet, strict=True))["gold"] >= 70
    assert [isinstance(program.nodes[each.node], Decide) for each in way] == [True] * len(way)


SUIT = """
sheet
    item suit

=== 1
* Go on -> 2
* Take the suit
    ~ gain suit
    -> 2

=== 2
* Swim [if suit] -> 3
* Walk -> 3

=== 3
-> victory
"""


def test_of_two_options_that_lead_to_one_place_the_open_one_is_taken() -> None:
    book = check_text(SUIT).resolved.book
    assert book is not None
    program = compiled(book)
    found = reaching(program, [(Place(program.chapters["3"]),)], 60.0, None)
    (way,) = found.ways.values()
    assert [each.option for each in way] == [0, 1]


def test_without_time_nothing_is_known() -> None:
    book = check_text(LARGE).resolved.book
    assert book is not None
    program = compiled(book)
    assert reaching(program, [(Place(program.chapters["6"]),)], 0.0, None) == NOTHING
