"""What a check looked at, in a line."""

from __future__ import annotations

import pytest

from gamebook.render.places import summary
from gamebook.source import Source


@pytest.mark.parametrize(
    ("paths", "line"),
    [
        (["gamebook/systems/fighting-fantasy.gbk", "books/moat.gbk"], "nothing to report in moat.gbk"),
        (["moat.gbk", "two.gbk"], "nothing to report in moat.gbk and two.gbk"),
        (["a.gbk", "b.gbk", "c.gbk"], "nothing to report in a.gbk, b.gbk and c.gbk"),
        (["a.gbk", "b.gbk", "c.gbk", "d.gbk"], "nothing to report in 4 files: a.gbk, b.gbk, c.gbk …"),
        (["gamebook/systems/plain.gbk"], "nothing to report in plain.gbk"),
        ([], "nothing to report"),
    ],
)
def test_only_files_of_the_author_are_named(paths: list[str], line: str) -> None:
    assert summary([], {path: Source(path, "") for path in paths}) == line
