from __future__ import annotations

import hashlib

from gamebook.solver.streams import stream


def test_the_state_follows_from_what_is_drawn() -> None:
    digest = hashlib.blake2b(b"counts 7 500", digest_size=8).digest()
    assert int(stream("counts", 7, 500)) == int.from_bytes(digest, "little")
    assert (
        len({int(each) for each in (stream(7), stream(7, 0), stream(7, 1), stream(8, 0), stream("counts", 7, 0))}) == 5
    )
