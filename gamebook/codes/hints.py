"""Hints that name what to write: the words for the author, and with them the suggestions for an editor.

Whoever makes a finding knows what was probably meant, so the suggestion is made here, with the hint, and not derived from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic, Hint, Suggestion
from gamebook.sentences import listed

DECLARE = "declare it in the sheet"
"""The hint for a name of which nobody knows what it is."""
WRITE_VICTORY = "write ~ victory where the reader wins, or aim score"
"""The hint for a book without a victory."""
_USE = "write “use "
_ROWS = "add a row: "


def with_lines(words: str, *lines: str) -> Hint:
    """Words of its own about lines, one of which may stand in place of the one on which the finding begins."""
    return Hint(words, tuple(Suggestion(line, "line") for line in lines))


def write(line: str, more: str = "") -> Hint:
    """`write: * Knock -> 3`: a line in place of the whole one on which the finding begins; `more`: what is added."""
    return with_lines(f"write: {line}{more}", line)


def write_apart(lines: Sequence[str]) -> Hint:
    """`write “~ gain rope” and “~ gold +3” on lines of their own`: several lines for one."""
    told = listed(f"“{line}”" for line in lines)
    return with_lines(f"write {told} on lines of their own", "\n".join(lines))


def write_one(*lines: str) -> Hint:
    """`write: ~ note RAVEN, or: ~ erase RAVEN`"""
    return with_lines(f"write: {', or: '.join(lines)}", *lines)


def write_here(words: str, was: str = "") -> Hint:
    """`write: first time`: words in place of those of the finding, which were `was`; empty: whatever they were."""
    return Hint(f"write: {words}", (Suggestion(words, "here", was),))


def did_you_mean(meant: str, was: str) -> Hint:
    """`did you mean lantern?`: a word in place of the finding's, which was `was`."""
    return Hint(f"did you mean {meant}?", (Suggestion(meant, "here", was),))


def any_of(hint: str, meant: Iterable[str], was: str) -> Hint:
    """Words of its own about several things that may be meant, such as `the nearest are 99 and 110`."""
    return Hint(hint, tuple(Suggestion(each, "here", was) for each in meant))


def declare_it(line: str) -> Hint:
    """`declare it: item lamp`: a line for the book's sheet."""
    return Hint(f"declare it: {line}", (Suggestion(line, "sheet"),))


def use_system(name: str, others: str) -> str:
    """`write “use fighting-fantasy” under “book”`; `others`: which other rule systems it may be."""
    return f"{_USE}{name}” under “book”{others}"


def is_use_system(hint: str | None) -> bool:
    """Whether a hint says which rule system to use."""
    return hint is not None and hint.startswith(_USE)


def add_rows(totals: Sequence[str]) -> str:
    """`add a row: 3, 5-6`"""
    return _ROWS + ", ".join(totals)


def added_rows(hint: str | None) -> list[str]:
    """The totals for which a hint says to add rows."""
    return (hint or "").removeprefix(_ROWS).split(", ")


def extended(hint: str, before: str = "", after: str = "") -> Hint:
    """The hint with more words before and behind it; it keeps its suggestions."""
    return Hint(f"{before}{hint}{after}", hint.suggestions if isinstance(hint, Hint) else ())


def advised(found: Diagnostic, hint: str) -> Diagnostic:
    """The finding with another hint, and the suggestions of that."""
    return replace(found, hint=str(hint), suggestions=hint.suggestions if isinstance(hint, Hint) else ())
