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
