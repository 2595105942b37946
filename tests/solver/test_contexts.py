"""Room for contexts."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.contexts import Room, make_shape, more_room, nothing, room_bytes
from gamebook.solver.lanes import Abreast
from gamebook.solver.listing import Listing
from gamebook.solver.too_wide import TooWide


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
    shape = make_shape(program, code, [], abreast.lanes)

    def held(room: Room) -> int:
        return sum(array.nbytes for array in nothing(code, shape, room, listing.turns))

    none, some = Room(0, 0, 0), Room(contexts=1 << 6, groups=1 << 5, classes=1 << 4)
    assert held(some) - held(none) == room_bytes(code, some) - room_bytes(code, none)


def test_room_grows_as_far_as_memory_goes(book: Book) -> None:
    """
    === 1
    * Win -> victory
    """
    program = compiled(book)
    code = encode(program, liveness(program))
    room, short = Room(64, 32, 16), (True, False, False)
    four, two = (room_bytes(code, room._replace(contexts=times * 64)) for times in (4, 2))
    assert more_room(code, room, short, four).contexts == 256
    assert more_room(code, room, short, four - 1).contexts == 128
    with pytest.raises(TooWide) as wide:
        more_room(code, room, short, two - 1)
    assert wide.value.bytes == two
