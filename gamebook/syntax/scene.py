"""Where reading a piece of the page stopped, and the mistake that is found there."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from msgspec import Struct

from gamebook.syntax.layout import indent


class Mistake(Struct, frozen=True):
    """One mistake in a piece of the page; places count from the piece's start."""

    code: str
    start: int
    end: int
    message: str
    hint: str | None
    line: int
    """Where the line at fault begins."""
    run: bool = False
    """Whether the lines after it with the same or more blanks share the fault."""


class Scene(Struct, frozen=True):
    """Where parsing stopped."""

    text: str
    place: int
    met: str
    """The terminal met, or `""` for text that is no terminal here."""
    accepted: AbstractSet[str]
    kind: str

    @property
    def line(self) -> int:
        """Where the line begins on which parsing stopped."""
        return self.text.rfind("\n", 0, self.place) + 1

    @property
    def raw(self) -> str:
        """That line."""
        end = self.text.find("\n", self.place)
        return self.text[self.line : end if end >= 0 else len(self.text)]

    @property
    def first(self) -> int:
        """Where the words of that line begin."""
        return self.line + len(self.raw) - len(self.raw.lstrip())

    @property
    def rest(self) -> str:
        """What stands from here to the end of the line."""
        return self.text[self.place : self.line + len(self.raw)]

    @property
    def before(self) -> str:
        """What stands on the line before here, without blanks around."""
        return self.text[self.line : self.place].strip()

    @property
    def not_here(self) -> str:
        """That what follows cannot stand here, in words."""
        word = re.match(r"[ \t]*(\w+(?:-\w+)*|\S)", self.rest)
        last = self.before.split()[-1:]
        after = f"after “{last[0]}”" if last else "here"
        return f"“{word[1]}” cannot stand {after}" if word else f"nothing can stand {after}"

    @property
    def opener(self) -> str:
        """The words of the nearest line above that is indented less."""
        blanks = indent(self.raw)
        above = (line for line in reversed(self.text[: self.line].split("\n")) if line.strip())
        return next((line.strip() for line in above if indent(line) < blanks), "")

    @property
    def has_block(self) -> bool:
        """Whether the nearest line below is indented more."""
        below = next((line for line in self.text[self.line + len(self.raw) :].split("\n") if line.strip()), "")
        return indent(below) > indent(self.raw)

    @property
    def at_end(self) -> bool:
        """Whether the line ended too early."""
        return not self.rest.strip()

    def mistake(self, code: str, message: str, hint: str | None, start: int | None = None) -> Mistake:
        """A mistake that reaches from `start` (or here) to the end of the word or line."""
        if start is None:
            start = self.place
        word = re.match(r"\w+(?:-\w+)*|\S", self.text[start : self.line + len(self.raw)])
        end = start + len(word[0]) if word else start
        if end == start:  # at the end of a line: its last letter
            start = max(self.line, start - 1)
        return Mistake(code, start, max(end, start + 1), message, hint, self.line)

    def whole(self, code: str, message: str, hint: str | None, *, run: bool = False) -> Mistake:
        """A mistake of the whole line."""
        end = self.line + len(self.raw.rstrip())
        return Mistake(code, self.first, max(end, self.first + 1), message, hint, self.line, run)
