"""A rule whose mark was forgotten: `test luck` with its rows under it, but no `~` before it.

Every chapter is searched for one, as it would be read as prose. What words it and all other mistakes is imported only
for a piece that cannot be read.
"""

from __future__ import annotations

import re
from itertools import islice

from msgspec import Struct

from gamebook.patterns import pattern
from gamebook.syntax.grammar import reads

_UNMARKED = pattern(
    r"^(?P<blanks>[ ]*)"
    r"(?P<words>(?P<kind>if|else|may|test|roll|random|compare|ask|choose|repeat|fight|rival|each|any)\b[^\n]*)\n",
    re.MULTILINE,
)
"""A line that begins as a rule with a block does."""
_WITH_ROWS = frozenset({"test", "roll", "random", "compare", "ask", "fight"})
"""Rules whose block has rows."""
_ROW = pattern(r"(?:-?\d+(?:[ ]*(?:-|\.\.)[ ]*-?\d+)?|[\w-]+)[ ]*(?P<turn>->[ ]*[^\s>]+[ ]*)?$")
"""A row: a number, two, or a word; and maybe a turn."""
_LINE = pattern(r"^.*\S.*$", re.MULTILINE)
MOST_LINES = 40
"""Lines of a block that are looked at."""
LONGEST = 120
"""Letters of a line that may be such a rule."""


class ForgottenMark(Struct, frozen=True):
    """A rule with a block that lacks only its mark: its first line is prose, and the block belongs to nothing."""

    place: int
    words: str


def forgotten_mark(text: str) -> ForgottenMark | None:
    """The first line of some steps that would be a rule with a block if `~` stood before it."""
    for match in _UNMARKED.finditer(text):
        if match["words"].startswith("else") and not after_if(text[: match.start()], match["blanks"]):
            continue  # a row of an ask or a random
        if not _is_block(text[match.end() :], len(match["blanks"]), match["kind"] in _WITH_ROWS):
            continue  # prose, which may be indented as the author likes
        if len(match["words"]) <= LONGEST and _reads_with_block(match["words"].rstrip()):
            return ForgottenMark(match.start("words"), match["words"].rstrip())
    return None


def _is_block(after: str, blanks: int, rows: bool) -> bool:
    """Whether a line that is indented further holds a step, or, where there may be rows, a row with something in it."""
    lines = [line[0] for line in islice(_LINE.finditer(after), MOST_LINES)]
    indents = [len(line) - len(line.lstrip(" ")) for line in lines]
    for number, (line, indent) in enumerate(zip(lines, indents, strict=True)):
        if indent <= blanks:
            break
        if line.lstrip(" ").startswith(("~", "* ", "->")):
            return True
        row = _ROW.match(line, indent) if rows else None
        if row is not None and (row["turn"] or indents[number + 1 : number + 2] > [indent]):
            return True
    return False


def after_if(before: str, blanks: str) -> bool:
    """Whether the nearest line above that is not indented further is an `if`."""
    line = next(
        (each for each in reversed(before.split("\n")) if each.strip() and not each.startswith(f"{blanks} ")), ""
    )
    return re.match(rf"{blanks}~[ ]*(?:else[ ]+)?if\b", line) is not None


def _reads_with_block(words: str) -> bool:
    """Whether a line without its mark is a rule that has a block."""
    if words.startswith("else"):
        return reads(f"\n~ if 1\n    -> 1\n~ {words}\n    -> 1\n")
    return any(reads(f"\n~ {words}\n    {line}\n") for line in ("-> 1", "1 -> 1", "x -> 1", "* x -> 1", "won -> 1"))
