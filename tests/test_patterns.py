from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import gamebook
from gamebook.patterns import pattern

PACKAGE = Path(gamebook.__file__).parent
MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in sorted(PACKAGE.rglob("*.py"))
    if "import pattern\n" in path.read_text("utf-8")
]


def test_a_pattern_is_used_as_a_compiled_one() -> None:
    later, now = pattern(r"(?P<word>a+)b", re.IGNORECASE), re.compile(r"(?P<word>a+)b", re.IGNORECASE)
    for _ in range(2):
        found = later.search("xAAb")
        assert found is not None
        assert (found["word"], found.span(), found.re) == ("AA", (1, 4), now)
        assert later.sub("c", "ab, aab") == now.sub("c", "ab, aab")
    assert (later.pattern, later.flags, later.groupindex) == (now.pattern, now.flags, now.groupindex)


def test_a_mistake_shows_at_first_use() -> None:
    with pytest.raises(re.error):
        pattern("(").search("")


@pytest.mark.parametrize("name", MODULES)
def test_every_pattern_can_be_compiled(name: str) -> None:
    """Those that a module keeps as they are, and those in its tables."""
    kept = [*vars(import_module(name)).values()]
    kept += [
        each for table in kept if isinstance(table, tuple) for row in table if isinstance(row, tuple) for each in row
    ]
    later = [each for each in kept if type(each) is type(pattern(""))]
    assert later
    for each in later:
        assert re.compile(each.pattern, each.flags)
