"""For whom a finding holds, where only one hero was looked at.

What one reader of this hero can do, a reader of the book can do. What none of them can do, readers with another hero
may well do: then it is no mistake, and nothing of it may be told of the book.
"""

from __future__ import annotations

from msgspec.structs import replace

from gamebook.codes import balance, chapter_map, rules
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.lint.options import CheckOptions

_SAY_SO = frozenset({balance.NO_VICTORY, balance.PROMISE, balance.NOT_YET, balance.UNCHECKED})
"""Findings that say for whom they hold by themselves, where they hold for one hero alone."""
OF_ALL_READERS = chapter_map.OF_PLAYS | {
    balance.NEVER_WON,
    balance.HARDLY_WON,
    balance.NEVER_LOST,
    balance.IDLE_TRIGGER,
    rules.NOTHING_LOST,
}
"""Findings that are mistakes only if they hold for every reader."""


def for_whom(found: Diagnostic, options: CheckOptions) -> Diagnostic:
    """The finding with the hero in its words; it is the same finding for any hero."""
    if not options.who or found.code in _SAY_SO:
        return found
    severity = Severity.INFO if found.code in OF_ALL_READERS else found.severity
    message = f"{options.who}{found.message}"
    return replace(found, message=message, subject=found.subject or found.message, severity=severity)
