"""Room for arrays."""

from __future__ import annotations

import pytest

from gamebook.kernels.cells import contexts
from gamebook.model.book import Book
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver import arrays
from gamebook.solver.arrays import TooWide, _make_plan, _nothing, _plan_bytes, _PlanRoom, _Room, _room_bytes, arrange
from gamebook.solver.lanes import Abreast
from gamebook.solver.listing import Listing
from gamebook.solver.pool import Pool


def test_the_memory_of_a_plan_is_known_before_it_is_made() -> None:
    room = _PlanRoom(shapes=3, members=7, nodes=20, ways=50, carries=11)
    assert _plan_bytes(room) == sum(array.nbytes for array in _make_plan(Pool(), room))


def test_the_memory_of_contexts_is_known_before_there_are_any(book: Book) -> None:
    """
    sheet
        number gold = 3 in 0..20
    === 1
    * Win [if gold > 2] -> victory
    * Lose -> defeat
    """
    program = compiled(book)
    code = encode(program, liveness(program))
    listing, abreast = Listing.begin(code), Abreast.alone(code)
    shape = arrays._shape(program, code, [], abreast.lanes)

    def held(room: _Room) -> int:
        return sum(array.nbytes for array in _nothing(code, shape, room, listing.turns))

    none, some = _Room(0, 0, 0), _Room(contexts=1 << 6, groups=1 << 5, classes=1 << 4)
    assert held(some) - held(none) == _room_bytes(code, some) - _room_bytes(code, none)


def test_room_grows_as_far_as_memory_goes(book: Book) -> None:
    """
    === 1
    * Win -> victory
    """
    program = compiled(book)
    code = encode(program, liveness(program))
    room, short = _Room(64, 32, 16), (True, False, False)
    four, two = (_room_bytes(code, room._replace(contexts=times * 64)) for times in (4, 2))
    assert arrays._more_contexts(code, room, short, four).contexts == 256
    assert arrays._more_contexts(code, room, short, four - 1).contexts == 128
    with pytest.raises(TooWide) as wide:
        arrays._more_contexts(code, room, short, two - 1)
    assert wide.value.bytes == two


def test_what_has_too_many_contexts_is_refused(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    === 1
    ~ roll 1d2
        1 -> victory
        2 -> 1
    """
    monkeypatch.setattr(contexts, "discover", lambda *_: contexts.TOO_MANY)
    program = compiled(book)
    code = encode(program, liveness(program))
    with pytest.raises(TooWide):
        arrange(program, Listing.begin(code), [(program.entry, code.start)], chosen=[])
