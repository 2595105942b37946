"""The order of play, one moment at a time. (Values are measured in `test_traces`.)"""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec import structs

from gamebook.model.book import Book, Ending
from gamebook.model.expression import Const, Var
from gamebook.model.step import Pool, Trigger
from gamebook.play.moment import (
    Chance,
    Changed,
    Decision,
    Ended,
    Endless,
    Fired,
    Moment,
    Outcome,
    Rolled,
    Said,
    SoftLock,
    Turned,
)
from gamebook.play.state import sheet_of
from gamebook.play.step import Machine
from tests.support.build import (
    LOSE,
    WIN,
    add,
    book,
    both,
    choose,
    d,
    end,
    leave,
    loop,
    more,
    no,
    number,
    op,
    option,
    put,
    random,
    roll,
    row,
    say,
    scope,
    score,
    turn,
    watch,
    when,
)


def sheet(machine: Machine, moment: Moment) -> dict[str, int]:
    return sheet_of(machine.book, moment.at)


def end_of(written: Book) -> tuple[str, dict[str, int]]:
    """How a book without dice or decisions ends, and the sheet there."""
    machine = Machine(written)
    moment = machine.start()
    assert isinstance(moment, Ended), moment
    return moment.ending, sheet(machine, moment)


def fired(moment: Outcome) -> list[str]:
    return [event.watch for event in moment.events if isinstance(event, Fired)]


def when_x(id: str, *body: object, at: int = 1) -> Trigger:
    return watch(id, op("x", "=", at), "x", *body)


X = number("x", 0, 9)
Y = number("y", 0, 9)

# ---- what is told on the way ----------------------------------------------------------------------------


def test_a_passage_tells_what_happened() -> None:
    written = book(X, one=(say("You have ", Var(name="x"), "."), add("x", 3), turn("two")), two=(score(2), WIN))
    moment = Machine(written).start()
    assert isinstance(moment, Ended)
    said = [event for event in moment.events if isinstance(event, Said | Turned | Changed)]
    assert [type(event).__name__ for event in said] == ["Turned", "Said", "Changed", "Turned"]
    assert said[1] == Said("You have 0.")
    assert isinstance(said[2], Changed)
    assert said[2].changes == (("x", 0, 3),)
    assert moment.score == 2


def test_a_one_of_shows_the_name_of_its_value() -> None:
    weapon = structs.replace(number("weapon", 0, 1, 1), kind="one-of", values=("none", "sword"))
    moment = Machine(book(weapon, one=(say(Var(name="weapon")), WIN))).start()
    assert Said("sword") in moment.events


def test_branches_are_apart_by_what_is_rolled() -> None:
    moment = Machine(book(X, one=(roll(d(6), row(1, 5, LOSE), row(6, 6, WIN)),))).start()
    assert isinstance(moment, Chance)
    assert [branch.chance for branch in moment.branches] == [Fraction(1, 6)] * 6
    first = moment.branches[0].events[0]
    assert isinstance(first, Rolled)
    assert (first.value, first.row) == (1, "1-5")


def test_dice_that_can_fall_one_way_only_do_not_stop_play() -> None:
    assert end_of(book(X, one=(roll(3, row(3, 3, WIN)), LOSE)))[0] == "victory"
    assert end_of(book(X, one=(random((0, (LOSE,)), (2, (WIN,))),)))[0] == "victory"
    assert end_of(book(X, one=(random((0, (LOSE,)), (-1, (LOSE,))), WIN)))[0] == "victory"


def test_equal_futures_are_equal_however_play_came_there() -> None:
    written = book(
        X, one=(choose(option("Left", turn("two")), option("Right", when(1, turn("two")))),), two=(add("x", d(6)), WIN)
    )
    machine = Machine(written)
    menu = machine.start()
    assert isinstance(menu, Decision)
    left, right = (machine.advance(choice.state).at for choice in menu.options)
    assert left == right


# ---- effects --------------------------------------------------------------------------------------------


def test_dice_of_one_effect_are_rolled_apart_and_together_make_one_step() -> None:
    moment = Machine(book(X, Y, one=(both(more("x", d(2)), more("y", d(2))), WIN))).start()
    assert isinstance(moment, Chance)
    assert [branch.chance for branch in moment.branches] == [Fraction(1, 4)] * 4


def test_amounts_that_clamp_alike_are_one_branch() -> None:
    moment = Machine(book(number("x", 0, 2), one=(add("x", d(6)), WIN))).start()
    assert isinstance(moment, Chance)
    assert [branch.chance for branch in moment.branches] == [Fraction(1, 6), Fraction(5, 6)]


def test_a_cap_raised_in_the_same_effect_counts_from_the_next() -> None:
    stats = (number("s", 0, 9, 2, cap="initial s"), number("initial s", 0, 9, 2))
    assert end_of(book(*stats, one=(both(more("initial s", 3), more("s", 3)), WIN)))[1] == {"s": 2, "initial s": 5}


def test_a_pool_counts_faces() -> None:
    faces = (number("p.1", 0, 2), number("p.2", 0, 2))
    pool = Pool(name="p", count=Const(value=2), most=2, sides=2, address="1#1")
    machine = Machine(book(*faces, one=(pool, WIN)))
    moment = machine.start()
    assert isinstance(moment, Chance)
    found = {machine.advance(branch.state).at.values: branch.chance for branch in moment.branches}
    assert found == {(0, 2): Fraction(1, 4), (1, 1): Fraction(1, 2), (2, 0): Fraction(1, 4)}


# ---- triggers -------------------------------------------------------------------------------------------


def test_a_trigger_wakes_only_when_something_it_mentions_changed() -> None:
    written = book(X, Y, watches=(watch("w", op("x", "=", 0), "x", LOSE),), one=(add("y", 1), put("x", 0), WIN))
    assert end_of(written)[0] == "victory"


def test_the_store_of_a_roll_wakes_no_trigger() -> None:
    written = book(X, watches=(when_x("w", LOSE),), one=(roll(1, store="x"), when(op("x", "=", 1), WIN)))
    assert end_of(written)[0] == "victory"


def test_book_first_then_inner_scopes_before_outer() -> None:
    inner = scope("inner", put("x", 1), watches=(when_x("inner 1"), when_x("inner 2")))
    written = book(X, watches=(when_x("book"),), one=(scope("outer", inner, watches=(when_x("outer"),)), WIN))
    assert fired(Machine(written).start()) == ["book", "inner 1", "inner 2", "outer"]


def test_a_muted_trigger_is_silent_inside_only() -> None:
    written = book(
        X, watches=(when_x("book"),), one=(scope("s", put("x", 1), put("x", 0), muted=("book",)), put("x", 1), WIN)
    )
    assert fired(Machine(written).start()) == ["book"]


def test_a_trigger_of_a_scope_may_take_the_place_of_one_of_the_book() -> None:
    own = (when_x("last"), structs.replace(when_x("in place"), instead="b"))
    inner = scope("s", put("x", 1), watches=own, muted=("b",))
    written = book(X, watches=(when_x("a"), when_x("b"), when_x("c")), one=(inner, WIN))
    assert fired(Machine(written).start()) == ["a", "in place", "c", "last"]


def test_a_scope_over_has_no_triggers() -> None:
    written = book(X, one=(scope("s", watches=(when_x("s"),)), put("x", 1), WIN))
    assert fired(Machine(written).start()) == []


def test_triggers_fire_inside_others_but_not_inside_themselves() -> None:
    watches = (watch("a", 1, "x y", put("y", 1)), watch("b", 1, "y", put("y", 2)))
    written = book(X, Y, watches=watches, one=(put("x", 1), WIN))
    # a changes y: b looks, and its own change of y wakes neither; b was not woken by x.
    assert fired(Machine(written).start()) == ["a", "b"]


def test_play_goes_on_where_the_trigger_broke_in() -> None:
    written = book(X, Y, watches=(when_x("w", add("y", 1)),), one=(when(1, put("x", 1), add("y", 5)), WIN))
    assert end_of(written) == ("victory", {"x": 1, "y": 6})


def test_leaving_a_scope_forgets_what_was_going_on_inside() -> None:
    won = when_x("won", leave("s"))
    body = loop(0, put("x", 1), put("y", 9))
    written = book(X, Y, one=(scope("s", body, watches=(won, when_x("late", put("y", 8)))), WIN))
    assert end_of(written) == ("victory", {"x": 1, "y": 0})


def test_the_triggers_of_an_outer_scope_are_not_looked_at_after_the_inner_is_left() -> None:
    inner = scope("inner", put("x", 1), watches=(when_x("won", leave("inner")),))
    written = book(X, Y, one=(scope("outer", inner, watches=(when_x("outer", put("y", 1)),)), WIN))
    assert end_of(written) == ("victory", {"x": 1, "y": 0})


def test_a_trigger_may_turn() -> None:
    written = book(X, watches=(when_x("w", turn("two")),), one=(put("x", 1), LOSE), two=(WIN,))
    assert end_of(written)[0] == "victory"


# ---- choosing -------------------------------------------------------------------------------------------


def test_an_anytime_option_comes_back_to_the_menu_and_others_go_on_after_it() -> None:
    menu = choose(option("Eat", add("x", 1), if_=op("x", "<", 1), again=True), option("Nap"))
    machine = Machine(book(X, one=(menu, WIN)))
    moment = machine.start()
    assert isinstance(moment, Decision)
    assert [choice.label for choice in moment.options] == ["Eat", "Nap"]
    again = machine.advance(moment.options[0].state)
    assert isinstance(again, Decision)
    assert [choice.label for choice in again.options] == ["Nap"]
    assert isinstance(machine.advance(again.options[0].state), Ended)


def test_with_nothing_open_play_goes_on() -> None:
    assert end_of(book(X, one=(choose(option("No", LOSE, if_="x")), WIN)))[0] == "victory"


def test_a_chapter_that_runs_out_is_a_soft_lock() -> None:
    menu = choose(option("No", LOSE, if_="x"))
    moment = Machine(book(X, one=(menu, add("x", 1)))).start()
    assert isinstance(moment, SoftLock)
    assert (moment.chapter, moment.address) == ("one", menu.address)


# ---- play that never ends -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [(loop(0),), (turn("one"),), (loop(0, put("x", op(op("x", "+", 1), "mod", 7))),)],
    ids=["loop", "turn", "ring"],
)
def test_going_round_for_ever_is_noticed(body: tuple[object, ...]) -> None:
    moment = Machine(book(X, one=body)).start()
    assert isinstance(moment, Endless)
    assert moment.lap == 0


def test_the_points_of_a_lap_are_told() -> None:
    moment = Machine(book(X, one=(loop(0, put("x", op(op("x", "+", 1), "mod", 3)), score(2)),))).start()
    assert isinstance(moment, Endless)
    assert moment.lap == 6


@pytest.mark.slow
def test_a_very_long_way_is_walked_in_stretches() -> None:
    machine = Machine(book(number("x", 0, 25_000), one=(loop(op("x", "=", 25_000), add("x", 1)), WIN)))
    moment = machine.start()
    stretches = 0
    while isinstance(moment, Chance):
        stretches += 1
        assert moment.what == "march"
        moment = machine.advance(moment.branches[0].state)
    assert isinstance(moment, Ended)
    assert stretches == 2


# ---- the hero -------------------------------------------------------------------------------------------

STATS = (number("s", 0, 9, cap="initial s"), number("initial s", 0, 9), number("gold", 0, 9))
HERO = (put("initial s", d(6)), put("s", "initial s"), put("gold", 4))


def test_the_hero_is_rolled_before_the_start_and_wakes_no_trigger() -> None:
    written = book(*STATS, hero=HERO, watches=(watch("w", 1, "s gold", LOSE),), one=(WIN,))
    moment = Machine(written).start()
    assert isinstance(moment, Chance)
    assert len(moment.branches) == 6
    ending = Machine(written).advance(moment.branches[2].state)
    assert isinstance(ending, Ended)
    assert ending.ending == "victory"
    assert ending.at.values == (3, 3, 4)


def test_a_given_hero_is_not_rolled() -> None:
    moment = Machine(book(*STATS, hero=HERO, one=(WIN,))).start({"s": 8})
    assert isinstance(moment, Ended)
    assert moment.at.values == (8, 8, 4)


def test_rows_of_a_roll_that_is_given_are_read_from_it() -> None:
    hero = (roll(d(6), row(1, 3, put("gold", 1)), row(4, 6, put("gold", 2)), store="s"),)
    moment = Machine(book(*STATS, hero=hero, one=(WIN,))).start({"s": 5})
    assert isinstance(moment, Ended)
    assert moment.at.values == (5, 5, 2)


@pytest.mark.parametrize("hero", [{"luck": 3}, {"gold": 99}])
def test_a_hero_that_cannot_be_is_refused(hero: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"luck|gold"):
        Machine(book(*STATS, one=(WIN,))).start(hero)


# ---- endings --------------------------------------------------------------------------------------------


def test_an_ending_adds_its_points_from_the_state_there() -> None:
    endings = (Ending(name="Exile", kind="ending", score=Var(name="x")),)
    moment = Machine(book(X, endings=endings, one=(score(1), put("x", 4), end("Exile")))).start()
    assert moment.score == 5


def test_not_is_no_number() -> None:
    assert end_of(book(X, one=(put("x", 4), put("x", no("x")), WIN)))[1] == {"x": 0}
