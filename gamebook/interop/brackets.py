"""Brackets of a text, and where each is closed."""

from __future__ import annotations

import re

from msgspec import Struct, field
from msgspec.structs import replace

_CLOSES = {"(": ")", "[": "]"}
_MARKS = {"(": re.compile(r'[\\"()]'), "[": re.compile(r"[\\\]]|\[(?!=)|(?<=\[)\[")}


class Brackets(Struct, frozen=True):
    """The brackets of a text, or of a part of one. What a search finds is kept, so that each is looked for once."""

    whole: str
    start: int = 0
    end: int | None = None
    """Where the part begins and ends in the whole text."""
    ends: dict[int, int] = field(default_factory=dict)
    """Where an opening bracket stands → where it is closed, in the whole text; -1 if it is not."""

    def closed(self, place: int) -> int:
        """Where the `(` or `[` at `place` is closed; -1 if it is not in this part.

        `[=` needs none that closes it. What follows a backslash is passed over, and between parentheses
        also what stands in quotation marks.
        """
        at = self.start + place
        if at not in self.ends:
            self._search(at)
        found = self.ends[at]
        return found - self.start if found >= 0 and (self.end is None or found < self.end) else -1

    def within(self, start: int, end: int) -> Brackets:
        """The brackets of the part `[start:end]` of this part."""
        return replace(self, start=self.start + start, end=self.start + end)

    def _search(self, place: int) -> None:
        """Find where the bracket there, and all inside it, are closed."""
        opens = self.whole[place]
        marks, closes = _MARKS[opens], _CLOSES[opens]
        inside: list[int] = []
        quoted = False
        while (mark := marks.search(self.whole, place)) is not None:
            place = mark.end()
            if mark[0] == "\\":
                place += 1
            elif mark[0] == '"':
                quoted = not quoted
            elif quoted:
                continue
            elif mark[0] == closes:
                self.ends[inside.pop()] = mark.start()
                if not inside:
                    return
            elif (known := self.ends.get(mark.start())) is None:
                inside.append(mark.start())
            elif known < 0:
                break  # if one inside is never closed, neither are those around it
            else:
                place = known + 1
        self.ends.update((each, -1) for each in inside)
