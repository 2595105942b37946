"""Best play in layers: against all states, and exact fractions."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gamebook import Project
from gamebook.errors import OutOfTime
from gamebook.job import Job
from gamebook.kernels.arrays import Floats, Ids
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.program.code import Decide
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver import alike, best_in_layers, exact, layered, solving
from gamebook.solver.axes import axes
from gamebook.solver.best_in_layers import learn_in_layers
from gamebook.solver.lanes import Abreast
from gamebook.solver.layered import Begun, begun
from gamebook.solver.listing import Listing
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import solve
from gamebook.solver.too_wide import TooLong, TooWide
from gamebook.solver.watch import Watch
from tests.support.random_books import books
from tests.support.skipping import explored

ENOUGH = 3_000
"""Exact states."""

ROPE = """
book "Rope"
    use fighting-fantasy
sheet
    item   rope, lamp, bell
    number gold  = 1d6 in 0..9
    number hours = 3 in 0..3

=== 1
* A rope [if not rope and gold >= 2]
    ~ pay 2 gold
    ~ gain rope
    -> 1
* A lamp [if not lamp and gold >= 2]
    ~ pay 2 gold
    ~ gain lamp
    -> 1
* A bell [if not bell and gold >= 1]
    ~ pay 1 gold
    ~ gain bell
    -> 1
* Go
    -> 2

=== 2
* Climb down [if rope] -> 3
* Jump
    ~ hours -1
    ~ test luck
        lucky -> 3
        unlucky
            ~ STAMINA -1d3
            -> 3

=== 3
~ fight "Guard" SKILL 9 STAMINA 5
-> 4

=== 4
* Light the lamp [if lamp] -> victory
* Feel your way [if hours > 0]
    ~ hours -1
    ~ roll 1d6
        1-2 -> victory
        3-6
            ~ STAMINA -2
            -> 4
* Give up -> defeat
"""
"""What was bought matters here and there, and gold no longer after the shop."""


@pytest.fixture(scope="module")
def rope() -> tuple[Book, float]:
    """The book, and what best play wins: from all its states."""
    book = Project.of(ROPE).book
    return book, solve(book).best.value


def learned(book: Book, limits: Limits = NO_LIMITS, seconds: float = 60.0, watch: Watch | None = None) -> Watch:
    """What a watch hears of best play."""
    program, watch = compiled(book), watch or Watch()
    learn_in_layers(book, program, ending_worth(book, program), (), limits, watch, seconds)
    return watch


def in_few_layers(book: Book, cells: int) -> Begun:
    """The contexts of a book, for all heroes one by one."""
    program = compiled(book)
    code = encode(program, liveness(program, ()))
    entry = program.entry, np.array([cell.start for cell in program.cells], np.int64)
    return begun(
        program, Listing.begin(code), [entry], ending_worth(book, program),
        abreast=Abreast.alone(code), chosen=axes(program), memory=np.inf, cells=cells, watch=None,
    )  # fmt: skip


def test_best_play_of_all_heroes_is_that_of_all_states(rope: tuple[Book, float]) -> None:
    book, value = rope
    watch = learned(book)
    assert watch.low <= value <= watch.high <= watch.low + 3e-9


@pytest.mark.parametrize("room", [0.2, 0.02, 0.002])
def test_what_is_only_nearly_alike_is_in_the_bounds(
    rope: tuple[Book, float], monkeypatch: pytest.MonkeyPatch, room: float
) -> None:
    book, value = rope
    monkeypatch.setattr(best_in_layers, "ROOMS", (room,))
    monkeypatch.setattr(best_in_layers, "CELLS", 1)
    monkeypatch.setattr(layered, "FEW", 0)
    monkeypatch.setattr(layered, "FEWER", 1.0)
    watch = learned(book)
    assert watch.low <= value <= watch.high
    assert watch.low > 0.0


def test_fewer_contexts_are_worked_out_than_there_are(
    rope: tuple[Book, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    book, _ = rope
    worked, all_of_them = list[int](), list[int]()
    work_out, begin = layered._worked_out, layered.begun

    def counted(b: Begun, some: Ids, *more: object) -> object:
        worked.append(len(some))
        return work_out(b, some, *more)  # type: ignore[arg-type]

    def seen(*given: object, **more: object) -> Begun:
        found = begin(*given, **more)  # type: ignore[arg-type]
        all_of_them.append(sum(len(members) for members in found.layers.members))
        return found

    monkeypatch.setattr(layered, "_worked_out", counted)
    monkeypatch.setattr(best_in_layers, "begun", seen)
    monkeypatch.setattr(best_in_layers, "ROOMS", (0.0,))
    monkeypatch.setattr(best_in_layers, "CELLS", 1)
    learned(book)
    assert 0 < sum(worked) < sum(all_of_them) / 2


def test_play_never_goes_back_to_a_higher_layer(rope: tuple[Book, float]) -> None:
    b = in_few_layers(rope[0], 200)
    layers = b.layers
    assert len(layers.members) > 3
    layer = np.full(len(b.contexts.point), -1)
    for number, members in enumerate(layers.members):
        assert (layer[members] == -1).all()
        layer[members] = number
    source = np.repeat(np.arange(len(layer)), np.diff(layers.start))
    inside = (layer[source] >= 0) & (layer[layers.to] >= 0)
    assert (layer[source] >= layer[layers.to])[inside].all()
    down = inside & (layer[source] > layer[layers.to])
    assert (layers.needed[layers.to[down]] > layer[layers.to[down]]).all()
    assert (layers.needed[b.closed.starts] == len(layers.members)).all()
    assert [share for share, _ in pairwise(layers.done)] == sorted(layers.done[:-1])


def test_contexts_of_a_point_round_which_play_cannot_go_lie_in_one_layer(rope: tuple[Book, float]) -> None:
    b = in_few_layers(rope[0], 1)
    point, nodes = b.contexts.point, enumerate(zip(b.program.nodes, b.program.places, strict=True))
    menu = next(node for node, (what, place) in nodes if isinstance(what, Decide) and place == "2")
    jump = b.listing.code.point[menu]
    holding = [members for members in b.layers.members if (point[members] == jump).any()]
    assert len(holding) == 1
    assert (point[holding[0]] == jump).sum() > 10


def test_kinds_that_share_a_hash_but_no_turns_are_not_one(
    rope: tuple[Book, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = alike.hashes

    def hashed(*given: object) -> object:
        found, number = find(*given)  # type: ignore[arg-type]
        return np.zeros_like(found), number

    kinds = in_few_layers(rope[0], 1).kind
    monkeypatch.setattr(alike, "hashes", hashed)
    b = in_few_layers(rope[0], 1)
    assert len(np.unique(kinds)) < len(np.unique(b.kind))
    assert len(set(zip(kinds.tolist(), b.kind.tolist(), strict=True))) == len(np.unique(b.kind))


def test_what_costs_no_more_than_a_reader_has_is_for_richer_ones_the_same(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..9
        number life = 1d3 in 0..9
        item rope

    === 1
    * Buy a rope [if gold >= 3]
        ~ gold -3
        ~ gain rope
        -> 2
    * Rest [if gold >= 1]
        ~ gold -1
        ~ life +1
        -> 2
    * Go -> 2

    === 2
    ~ roll 1d6
        1
            ~ if rope and gold > 1
                -> victory
            -> defeat
        2-6
            ~ life -1
            ~ if life <= 0
                -> defeat
            -> 2
    """
    b = in_few_layers(book, 1)
    code, d = b.listing.code, b.contexts
    variable = next(at for at, cell in enumerate(b.program.cells) if cell.name == "gold")
    field = code.field_variable.tolist().index(variable)
    gold = (d.key[:, code.field_word[field]] >> code.field_shift[field]) & code.field_mask[field]
    menu = next(node for node, what in enumerate(b.program.nodes) if isinstance(what, Decide))
    here = d.point == code.point[menu]
    assert len(np.unique(d.group[here])) == here.sum() >= 6
    rich, poor = sorted((set(gold[here & (b.kind == kind)].tolist()) for kind in np.unique(b.kind[here])), key=len)[
        ::-1
    ]
    assert poor == {1, 2}
    assert rich >= {3, 4, 5}


def test_contexts_are_alike_if_they_lead_to_the_same_in_the_same_order() -> None:
    # 0 and 1 lead to 6 and 7, 2 to 7 and 6; 3 and 4 to each other, 5 to itself. All others are known.
    start = np.array([0, 2, 4, 6, 7, 8, 9, 9, 9])
    to = np.array([6, 7, 6, 7, 7, 6, 4, 3, 5], np.int32)
    group = np.array([0, 0, 0, 1, 1, 1, 9, 9], np.int32)
    contexts, instead = np.arange(6, dtype=np.int32), np.arange(8, dtype=np.int32)
    find = partial(alike.alike, contexts, start=start, to=to, watch=None)
    assert find(group, instead=instead).tolist() == [0, 0, 2, 3, 3, 3]
    group[5] = 2
    assert find(group, instead=instead).tolist() == [0, 0, 2, 3, 3, 5]
    instead[7] = 6
    assert find(group, instead=instead).tolist() == [0, 0, 0, 3, 3, 5]


def test_a_hash_that_two_classes_share_makes_nothing_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alike, "_hashed", lambda mine, *_: np.zeros(len(mine), np.uint64))
    start, to = np.array([0, 1, 2, 2, 2]), np.array([2, 3], np.int32)
    contexts, instead = np.arange(2, dtype=np.int32), np.arange(4, dtype=np.int32)
    assert alike.alike(contexts, np.zeros(4, np.int32), start, to, instead, None).tolist() == [0, 1]


@pytest.mark.parametrize("measure", [np.mean, np.max])
def test_what_stands_for_others_is_near(measure: Callable[..., Floats]) -> None:
    rng = np.random.default_rng(5)
    values = np.round(rng.random((60, 4)) / 2, 1) + rng.random((60, 4)) / 100
    chosen = alike.nearly_alike(values, 0.1, measure, None)
    assert 1 < len(set(chosen.tolist())) < 60
    assert (chosen[chosen] == chosen).all()
    assert (measure(np.abs(values - values[chosen]), axis=1) <= 0.1).all()
    assert (alike.nearly_alike(values, 0.0, measure, None) == np.arange(60)).all()
    assert set(alike.nearly_alike(values[[3, 3, 5]], 0.0, measure, None).tolist()) in ({0, 2}, {1, 2})


def test_what_is_true_of_all_is_true_of_each() -> None:
    rng = np.random.default_rng(6)
    low = rng.random((5, 200)) * 10.0 ** -rng.integers(0, 12, (5, 200))
    width = (rng.random((5, 200)) * 10.0 ** -rng.integers(0, 17, (5, 200))).astype(np.float32)
    width[:, :50] = 0.0
    low[:, :10] = low[0, :10]
    least, room = layered._around(list(zip(low, width, strict=True)))
    assert (least == low.min(axis=0)).all()
    assert (least + room >= np.minimum((low + width).max(axis=0), 1.0)).all()
    assert (room[:10] == 0.0).all()


def test_memory_and_time_that_are_too_little_end_it(rope: tuple[Book, float]) -> None:
    book, _ = rope
    with pytest.raises(TooWide):
        learned(book, Limits(memory=1000))
    with pytest.raises(TooLong):
        learned(book, seconds=-1.0)
    with pytest.raises(OutOfTime):
        learned(book, watch=Watch(deadline=time.monotonic() - 1.0))


def test_a_book_for_which_arrays_take_too_long_is_solved_in_layers(
    rope: tuple[Book, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    book, value = rope

    def take(*_given: object, **_more: object) -> None:
        raise TooLong

    monkeypatch.setattr(solving, "take", take)
    monkeypatch.setattr(solving, "learn_best_play", take)
    with Job(cores=1):
        found = solve(book, limits=Limits(seconds=60.0), listed=20)
    assert not found.space.complete
    assert found.best.low <= value <= found.best.high <= found.best.low + 3e-9


def test_heroes_whom_the_reader_chooses_are_a_part_of_play(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..9

    hero
        ~ choose "gift"
            * A purse
                ~ gold +3
            * Nothing

    === 1
    * Pay [if gold >= 6]
        -> victory
    * Dare
        ~ roll 1d2
            1 -> victory
            2 -> defeat
    """
    # With a purse gold is from 4 to 9: four of six can pay, and half of the others win.
    watch = learned(book)
    assert watch.low <= 5 / 6 <= watch.high <= watch.low + 3e-9


@pytest.mark.slow
@settings(
    phases=[Phase.generate],
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(books(), st.sampled_from([0.0, 0.01, 0.1, 0.5]), st.sampled_from([1, 30, 10**6]), st.booleans())
def test_bounds_hold_what_exact_fractions_say(
    monkeypatch: pytest.MonkeyPatch, book: Book, room: float, cells: int, all_axes: bool
) -> None:
    book = structs.replace(book, aim="win")
    expected = exact.solve(explored(book, ENOUGH), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    with monkeypatch.context() as patch:
        patch.setattr(best_in_layers, "ROOMS", (room,))
        patch.setattr(best_in_layers, "CELLS", cells)
        patch.setattr(layered, "FEW", 0)
        patch.setattr(layered, "FEWER", 1.0)
        patch.setattr(layered, "LARGE", 1)
        patch.setattr(layered, "PIECE", 50)
        if all_axes:
            patch.setattr(best_in_layers, "_few_axes", lambda program, *_: list(range(len(program.cells))))
        try:
            watch = learned(book)
        except TooWide:  # too many mixtures, where all variables are axes
            assert all_axes
            return
    assert Fraction(watch.low) <= expected.value <= Fraction(watch.high)
    if room == 0.0:
        assert watch.high - watch.low <= 3e-9
