"""Books that do not fit into arrays."""

from __future__ import annotations

import pytest

from gamebook.kernels.cells import contexts
from gamebook.model.book import Book
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.arrays import arrange
from gamebook.solver.listing import Listing
from gamebook.solver.too_wide import TooWide


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


def test_no_more_contexts_are_found_than_there_may_be_states(book: Book) -> None:
    """
    sheet
        item a, b, c, d, e

    === 1
    * A [if not a]
        ~ gain a
        -> 1
    * B [if not b]
        ~ gain b
        -> 1
    * C [if not c]
        ~ gain c
        -> 1
    * D [if not d]
        ~ gain d
        -> 1
    * E [if not e]
        ~ gain e
        -> 1
    * All [if a and b and c and d and e] -> victory
    * None [if not (a or b or c or d or e)] -> defeat
    * Go -> defeat
    """
    program = compiled(book)
    code = encode(program, liveness(program))
    root = program.chapters["1"], code.start
    found = arrange(program, Listing.begin(code), [root])
    assert found.states >= 2**5
    assert arrange(program, Listing.begin(code), [root], states=found.states).states == found.states
    with pytest.raises(TooWide):
        arrange(program, Listing.begin(code), [root], states=2**5 - 1)
