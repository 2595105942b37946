from __future__ import annotations

import time
from inspect import cleandoc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from msgspec import structs

import gamebook
from gamebook.analysis import without
from gamebook.analysis import worth as worth_module
from gamebook.analysis.worth import Worth
from gamebook.analysis.worth import worth as find
from gamebook.errors import LimitReached, UsageError
from gamebook.limits import Limits
from gamebook.model.arithmetic import binary, const
from gamebook.model.blocks import steps_in, with_blocks, with_bodies
from gamebook.model.book import Book, Variable
from gamebook.model.expression import Var
from gamebook.model.step import Assign, Block, Change, Choose, End, If, Scope, Step, Trigger
from gamebook.play.explore import Graph, TooLarge, explore
from gamebook.play.step import Machine
from gamebook.solver import exact
from gamebook.solver.solving import solve
from tests.support.naive.random_text import random_book
from tests.support.random_books import books
from tests.support.slowly import then_slowly

# Best play takes the key and wins with 5/6 by the gate; the rope is for nothing. Without the key: the wall, 1/2.
CASTLE = """book "Castle"

sheet
    item key, rope
    codeword OWL
    number gold = 3 in 0..5

=== 1 The road
* Take the key
    ~ gain key
    -> 2
* Take the rope
    ~ gain rope
    -> 2

=== 2 The castle
~ note OWL

* The gate [if key and gold >= 2] -> 3
* The wall -> 4

=== 3 The gate
~ roll 1d6
    1-5 -> 5
    6 -> defeat

=== 4 The wall
~ random
    1: -> 5
    1: -> defeat

=== 5 The hall
-> victory
"""


def worth(text: str, **wishes: object) -> Worth:
    return gamebook.worth(text=text, **wishes)  # type: ignore[arg-type]


def without_each(found: Worth) -> dict[str, tuple[float, float | None]]:
    return {row.name: (row.best.middle, row.random and row.random.middle) for row in found.without}


def test_a_castle() -> None:
    """The random reader has the key in half of the plays, and the gate in a quarter: 1/4 * 5/6 + 3/4 * 1/2 = 7/12."""
    found = worth(CASTLE)
    assert (found.best.middle, found.random and found.random.middle) == pytest.approx((5 / 6, 7 / 12))
    told = without_each(found)
    assert told == {
        "key": pytest.approx((1 / 2, 1 / 2)),
        "rope": pytest.approx((5 / 6, 7 / 12)),
        "OWL": pytest.approx((5 / 6, 7 / 12)),
        "gold": pytest.approx((1 / 2, 1 / 2)),
        "1": pytest.approx((0, 0)),
        "2": pytest.approx((0, 0)),
        "3": pytest.approx((1 / 2, 3 / 8)),
        "4": pytest.approx((5 / 6, 5 / 24)),
        "5": pytest.approx((0, 0)),
    }


def test_every_play_that_wins_the_castle() -> None:
    found = worth(CASTLE)
    assert [(each.kind, each.name, each.where) for each in found.musts] == [
        ("chapter", "2", ()),
        ("chapter", "5", ()),
        ("codeword", "OWL", ("2",)),
    ]
    assert not found.by_no_dice
    assert found.width is not None
    assert found.width.share.low == 1
    assert found.routes.count == 2  # 1 2 3 5 and 1 2 4 5


@pytest.mark.parametrize(
    ("thing", "old", "new"),
    [
        ("key", "    ~ gain key\n", ""),
        ("rope", "    ~ gain rope\n", ""),
        ("OWL", "~ note OWL\n", ""),
        ("gold", "gold = 3", "gold = 0"),
        ("3", "~ roll 1d6\n    1-5 -> 5\n    6 -> defeat\n", "-> defeat\n"),
        ("4", "~ random\n    1: -> 5\n    1: -> defeat\n", "-> defeat\n"),
    ],
)
def test_the_castle_written_without_it(thing: str, old: str, new: str) -> None:
    """The same by exact fractions of a book whose text was changed."""
    assert old in CASTLE
    answer = gamebook.solve(text=CASTLE.replace(old, new), exact=True).exactly
    assert answer is not None
    assert without_each(worth(CASTLE))[thing] == pytest.approx(
        (float(answer.best), float(answer.uniform or 0)), rel=1e-12
    )


PASS = """book "Pass"
use fighting-fantasy

=== 1
* Fight
    ~ fight "Wolf" SKILL 8 STAMINA 4
        escape -> 3
    -> 2
* Climb
    ~ test luck
        lucky -> 2
        unlucky -> defeat
* Pray -> 3

=== 2
-> victory

=== 3
~ random
    1: -> 2
    3: -> defeat
"""
HERO = {"SKILL": 8, "STAMINA": 6, "LUCK": 7}


@pytest.mark.slow
def test_rules_of_a_fight() -> None:
    """Without luck in fights and without flight, as a strategy of the book plays that says never."""
    found = worth(PASS, hero=HERO)
    told = without_each(found)
    options = {row.name for row in found.without if row.kind == "option"}
    assert {"Escape"} <= options
    for name in options:
        assert told[name][0] <= found.best.middle + 1e-12
    stay = gamebook.solve(text=PASS.replace("        escape -> 3\n", ""), hero=HERO).value
    assert told["Escape"][0] == pytest.approx(stay, rel=1e-12)
    # 7 of 2d6 or less: 21/36. Nobody needs to fight or to roll: praying wins with 1/4.
    fewer = PASS.replace('* Fight\n    ~ fight "Wolf" SKILL 8 STAMINA 4\n        escape -> 3\n    -> 2\n', "")
    climb = gamebook.solve(text=fewer, hero=HERO).value
    assert climb == pytest.approx(21 / 36)
    assert told[""][0] == pytest.approx(climb)
    assert not any(each.kind == "fights" for each in found.musts)
    no_luck = PASS.replace("lucky -> 2", "lucky -> defeat")
    fight = gamebook.worth(text=no_luck, hero=HERO, kinds=["test"])
    assert told["luck"][0] <= fight.best.middle + 1e-12


MOVES = """\
sheet
    stat life = 1

when life <= 0 -> defeat

combat fight
    foe life
    won when foe life <= 0
    round
        ~ choose "move"
            * Strike
                ~ roll 1d6
                    1-3
                        ~ foe life -1
                    4-6
                        ~ life -1
            * Feint
                ~ roll 1d6
                    1-2
                        ~ foe life -1
                    3-6
                        ~ life -1

=== 1
~ fight "Ogre" life 1
-> victory
"""


def test_moves_of_a_fight() -> None:
    """Strike wins with 1/2, Feint with 1/3."""
    found = worth(MOVES, kinds=["option"])
    assert without_each(found).keys() == {"Strike", "Feint"}
    chances = {row.name: (row.best.middle, row.random.middle) for row in found.without}
    assert chances["Strike"] == pytest.approx((1 / 3, 1 / 3))
    assert chances["Feint"] == pytest.approx((1 / 2, 1 / 2))


def test_stats_at_their_ends() -> None:
    found = worth(PASS, hero=HERO, kinds=["item"])
    told = {each.stat: (each.low, each.worst.middle, each.high, each.best.middle) for each in found.rolls}
    assert set(told) == {"SKILL", "STAMINA", "LUCK"}
    for stat, (low, worst, high, best) in told.items():
        assert worst == pytest.approx(gamebook.solve(text=PASS, hero=HERO | {stat: low}).value, rel=1e-12)
        assert best == pytest.approx(gamebook.solve(text=PASS, hero=HERO | {stat: high}).value, rel=1e-12)
        assert worst < best


def test_one_of_several_values() -> None:
    text = """
sheet
    one-of weapon: none, sword, axe

=== 1
* Sword
    ~ gain sword
    -> 2
* Axe
    ~ gain axe
    -> 2

=== 2
~ if weapon = sword
    -> victory
~ random
    1: -> victory
    1: -> defeat
"""
    found = worth(text, kinds=["value"])
    assert without_each(found) == {
        "weapon = sword": pytest.approx((1 / 2, 1 / 2)),
        "weapon = axe": pytest.approx((1, 3 / 4)),
    }
    assert [each.name for each in found.musts] == ["2"]


def test_what_the_hero_begins_with_tells_nothing() -> None:
    found = worth("sheet\n    item lamp = 1\n\n=== 1\n* Go [if lamp] -> victory\n* Stay -> defeat\n")
    assert found.musts == ()
    assert without_each(found)["lamp"] == (0, 0)
    assert found.by_no_dice


def test_what_some_heroes_begin_with() -> None:
    text = """
sheet
    item lamp, rope

hero
    ~ gain rope
    ~ random
        1:
            ~ gain lamp
        1:
            ~ gain rope

=== 1
~ if lamp and rope
    -> victory
~ defeat
"""
    assert [(each.name, each.where) for each in worth(text).musts] == [("lamp", ("the hero",))]


def test_ways_to_win_that_go_round() -> None:
    found = worth("=== 1\n* Round -> 2\n* Out -> victory\n=== 2\n* Back -> 1\n* Down -> 3\n=== 3\n-> defeat\n")
    assert found.routes.count is None
    assert found.routes.endless == ("1", "2")
    assert found.width is not None  # chapter 1 is seen 4/3 times, chapter 2 half as often
    assert found.width.share.low < 1 - 1 / 2 * (1 / 2) / (3 / 2) < found.width.share.high


def test_nobody_wins() -> None:
    found = worth("=== 1\n* A -> 2\n* B -> defeat\n=== 2\n-> defeat\n")
    assert (found.possible, found.musts, found.width, found.routes.count, found.by_no_dice) == (
        False,
        (),
        None,
        0,
        False,
    )


def test_points_and_limits() -> None:
    with pytest.raises(UsageError, match="aim score"):
        worth('book "Coins"\n    aim score\n\n=== 1\n-> victory\n')
    with pytest.raises(UsageError, match="no kind of things"):
        worth(CASTLE, kinds=["keys"])
    with pytest.raises(LimitReached):
        find(gamebook.Project("books/tutorial.gbk").book, limits=Limits(seconds=0.0), listed=100_000)


@pytest.mark.parametrize(("seconds", "skipped"), [(None, False), (1000.0, False), (45.0, True)])
def test_chapters_are_left_out_only_where_there_is_time_for_all(
    seconds: float | None, skipped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes ten seconds by this clock. What is not asked for is not waited for, and all the rest is told."""
    whole = worth(CASTLE)
    book = whole.book
    made: list[str] = []

    class Clock:
        def monotonic(self) -> float:
            return time.monotonic() + 10.0 * len(made)

    right = without.without_chapter

    def slowly(book: Book, chapter: str) -> Book:
        made.append(chapter)
        return right(book, chapter)

    monkeypatch.setattr(worth_module, "time", Clock())
    monkeypatch.setattr(worth_module, "TRIED", 2)
    monkeypatch.setattr(without, "without_chapter", slowly)
    found = find(book, limits=Limits(seconds=seconds), listed=100_000)
    assert found.skipped is skipped
    assert len(made) == (2 if skipped else len(book.chapters))
    assert ("chapter" in found.kinds) is not skipped
    told = [row for row in whole.without if row.kind != "chapter" or not skipped]
    assert [(row.kind, row.name) for row in found.without] == [(row.kind, row.name) for row in told]
    assert (found.musts, found.possible, found.by_no_dice) == (whole.musts, whole.possible, whole.by_no_dice)


# ---- random books: a second way to each answer ------------------------------------------------------------------


def plays(book: Book) -> Graph | None:
    rivals = any(
        isinstance(step, Choose) and step.owner == "rival" for each in book.chapters for step in steps_in(each.body)
    )
    if book.aim != "win" or rivals:
        return None
    graph = explore(Machine(book), limit=400)
    return None if isinstance(graph, TooLarge) else graph


def wins(book: Book, graph: Graph) -> bool:
    """Whether a path of the interpreter's moments leads to a victory."""
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}
    waiting, seen = [graph.start], set[int]()
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        node = graph.nodes[number]
        if node.kind == "end" and node.name in victories:
            return True
        waiting.extend(arc.target for arc in node.arcs)
    return False


@pytest.mark.slow
@given(books())
@settings(
    max_examples=settings().max_examples // 5,  # each is solved without each of its things
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    derandomize=True,
)
def test_random_books(book: Book) -> None:
    """A chapter is one of every winning play if and only if nobody wins where it is a defeat; likewise the key."""
    graph = plays(book)
    assume(graph is not None)
    assert graph is not None
    found = find(book, kinds=["item", "chapter"], listed=100_000)
    assert found.possible == wins(book, graph)
    musts = {(each.kind, each.name) for each in found.musts}
    for row in found.without:
        made = (
            without.without_chapter(book, row.name) if row.kind == "chapter" else without.without_thing(book, row.name)
        )
        other = explore(Machine(made), limit=2_000)
        assert not isinstance(other, TooLarge)
        answer = exact.solve(other, exact.win_worth(made))
        if isinstance(answer, exact.Solution):
            assert row.best.low - 1e-12 <= float(answer.value) <= row.best.high + 1e-12
        if row.kind == "chapter" and row.name != book.start and found.possible:
            assert (("chapter", row.name) in musts) == (not wins(made, other))
    if found.possible:
        made = _lost_with(book, "key")
        other = explore(Machine(made), limit=2_000)
        assert not isinstance(other, TooLarge)
        assert (("item", "key") in musts) == (not (wins(made, other) or _all_begin_with(book, "key")))


def _lost_with(book: Book, name: str) -> Book:
    """The book in which nobody wins who has ever had a thing, even if only for a moment."""
    ever = "ever had"
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}
    noted = Assign(
        changes=(Change(variable=ever, value=binary("or", Var(name=ever), binary(">", Var(name=name), const(0)))),),
        address="ever",
    )
    lost = End(ending="defeat", address="ever")

    def begun(watches: tuple[Trigger, ...]) -> tuple[Trigger, ...]:
        return tuple(structs.replace(each, body=(noted, *each.body)) for each in watches)

    def rule(step: Step) -> Step:
        match step:
            case Assign():
                return If(condition=const(1), then=(step, noted), address="ever")
            case Scope():
                return structs.replace(step, watches=begun(step.watches))
            case End(ending=ending) if ending in victories:
                return If(condition=Var(name=ever), then=(lost,), otherwise=(step,), address="ever")
            case _:
                return step

    def block(steps: Block) -> Block:
        return tuple(rule(with_blocks(step, block)) for step in steps)

    return structs.replace(
        book,
        hero=block(book.hero),
        watches=begun(with_bodies(book.watches, block)),
        chapters=with_bodies(book.chapters, block),
        variables=(*book.variables, Variable(name=ever, kind="hidden", low=0, high=1)),
    )


def _all_begin_with(book: Book, name: str) -> bool:
    """Whether every hero has a thing, however the dice fall: nobody wins without, where the first chapter wins."""
    won = (End(ending="victory", address="won"),)
    chapters = (structs.replace(each, body=won) if each.name == book.start else each for each in book.chapters)
    made = _lost_with(structs.replace(book, chapters=tuple(chapters)), name)
    graph = explore(Machine(made), limit=2_000)
    assert not isinstance(graph, TooLarge)
    return not wins(made, graph)


@pytest.mark.parametrize("seed", then_slowly([1, 3, 4, 0, 2, *range(5, 30)], 3))
def test_ways_to_win_of_random_texts(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sequence of chapters that wins, one by one, as the interpreter plays."""
    # How wide the way is is not asked here, and takes long where plays go round; `test_width` asks it of random books.
    monkeypatch.setattr("gamebook.analysis.worth.width", lambda *_: None)
    written = random_book(seed)
    book = gamebook.Project(written.write(tmp_path)).edition().book
    if book.aim != "win":
        return
    graph = explore(Machine(book), limit=1_500)
    if isinstance(graph, TooLarge):
        return
    found = find(book, kinds=[], listed=100_000)
    told = _sequences(book)
    if told is not None:
        assert found.routes.count == len(told)


def _sequences(book: Book) -> set[tuple[str, ...]] | None:
    """None where play goes round or there are too many."""
    from gamebook.play.moment import Chance, Decision, Ended, Turned

    victories = {ending.name for ending in book.endings if ending.kind == "victory"}
    machine, found = Machine(book), set[tuple[str, ...]]()
    waiting = [(machine.start(), ())]
    seen = set()
    for _ in range(3_000):
        if not waiting:
            return found
        moment, way = waiting.pop()
        way += tuple(each.chapter for each in moment.events if isinstance(each, Turned))
        if len(way) > 40:
            return None
        match moment:
            case Ended(ending=ending) if ending in victories:
                found.add(way)
            case Chance(branches=branches):
                for branch in branches:
                    if (branch.state, way) not in seen:
                        seen.add((branch.state, way))
                        waiting.append((machine.advance(branch.state), way))
            case Decision(options=options):
                for option in options:
                    if (option.state, way) not in seen:
                        seen.add((option.state, way))
                        waiting.append((machine.advance(option.state), way))
    return None


SEARCH = """
sheet
    item key

anytime
    * Search [if not key]
        ~ gain key

=== 1
"""


@pytest.mark.parametrize(
    ("chapter", "value"),
    [
        ("* Unlock [if key] -> victory\n", 1.0),  # nothing else can be done
        (
            "* Unlock [if key] -> victory\n* Throw a coin\n    ~ roll 1d2\n        1 -> victory\n        2 -> defeat\n",
            0.5,
        ),
    ],
)
def test_without_an_option_it_is_open_only_where_no_other_is(chapter: str, value: float) -> None:
    book = gamebook.Project.of(SEARCH + chapter).book
    assert solve(book).best.low == pytest.approx(1)
    assert solve(without.without_option(book, "Search")).best.low == pytest.approx(value)


@pytest.mark.parametrize(("low", "high", "begins"), [(0, 9, 0), (-3, 9, 0), (3, 9, 3), (-5, -2, -2)])
def test_a_number_that_is_left_out_begins_with_the_value_nearest_to_nothing(low: int, high: int, begins: int) -> None:
    text = f"""book "Purse"
    sheet
        number purse = {high} in {low}..{high}
    === 1
    ~ purse -1
    ~ if purse <= {begins}
        -> defeat
    -> victory
    """
    book = gamebook.Project.of(cleandoc(text)).book
    (purse,) = without.without_thing(book, "purse").variables
    assert purse.start == begins
    (row,) = find(book, kinds=["number"], listed=1000).without
    assert (row.name, row.best.middle) == ("purse", 0)


def test_only_the_dice_are_at_their_ends() -> None:
    """With 2 coins the rope: 1/2. With 12 coins 5 more are enough."""
    text = """
sheet
    number gold = 2d6 in 0..30
    item rope

hero
    ~ choose
        * A rope
            ~ gain rope
        * Five coins
            ~ gold +5

=== 1
~ if rope
    ~ roll 1d2
        1 -> victory
        2 -> defeat
~ if gold >= 15
    -> victory
-> defeat
"""
    assert _at_ends(text) == {"gold": (2, 1 / 2, 12, 1)}
    assert _at_ends(text, {"gold": 9}) == {"gold": (2, 1 / 2, 12, 1)}
    # One die more, to which the gift may have come before, stays a die: 2 + 5 + 1d6 is 10 on a 3 or more.
    more = text.replace("            ~ gold +5\n", "            ~ gold +5\n    ~ gold +1d6\n").replace(">= 15", ">= 10")
    assert _at_ends(more) == {"gold": (3, pytest.approx(4 / 6), 18, 1)}


def _at_ends(text: str, hero: dict[str, int] | None = None) -> dict[str, tuple[int, float, int, float]]:
    found = worth(text, hero=hero, kinds=["codeword"])
    return {each.stat: (each.low, each.worst.middle, each.high, each.best.middle) for each in found.rolls}


@pytest.mark.parametrize(
    ("roll", "then", "decides"),
    [
        ("~ roll 1d6\n    1-3 -> 2\n    4-6 -> 3\n", "-> victory", True),
        ('~ roll 1d6\n    1-3\n        ~ victory "A"\n    4-6\n        ~ victory "B"\n', "-> victory", True),
        ("~ roll 1d6\n    1-3\n        ~ gain rope\n        -> 2\n    4-6 -> 2\n", "-> victory", True),
        ("~ gold +1d6\n-> 2\n", "* In [if gold > 3] -> victory\n* Round -> victory", True),
        ("~ gold +1d6\n-> 2\n", "-> victory", False),
        ("~ roll 1d6\n    1-3\n        You sing.\n        -> victory\n    4-6 -> victory\n", "-> victory", False),
    ],
)
def test_what_a_roll_decides(roll: str, then: str, decides: bool) -> None:
    """It counts what comes later: not whether the book can still be won, nor words alone."""
    sheet = "sheet\n    item rope\n    number gold = 0 in 0..9\n\n"
    text = f"{sheet}=== 1\n{roll}\n=== 2\n{then}\n\n=== 3\n-> victory\n"
    assert worth(text).by_no_dice is not decides


def test_a_first_timer_knows_secrets_as_often_as_the_book_says(book: Book) -> None:
    """
    === 1
    * Good [knows 20%] -> victory
    * Bad -> defeat
    * Fine -> victory
    """
    # One in five has three options of which two win, and the others have two of which one does.
    found = find(book, listed=100_000)
    assert found.width is not None
    assert found.width.share.low == found.width.share.high == pytest.approx(1 / 5 * 2 / 3 + 4 / 5 * 1 / 2)


def test_who_does_not_know_an_option_may_win_too(book: Book) -> None:
    """
    === 1
    * Riddle [knows 40%] -> 3
    -> 2

    === 2
    ~ random
        1: -> victory
        1: -> defeat

    === 3
    ~ random
        1: -> victory
        9: -> defeat
    """
    # Who knows the answer must give it, and wins by chapter 3; all others go on, and win by chapter 2.
    found = find(book, listed=100_000)
    assert (found.musts, found.routes.count) == ((), 2)
