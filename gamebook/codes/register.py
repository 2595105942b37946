"""The register of finding codes: the meaning and the severity of each.

Families: GB0 syntax, GB1 names, GB2 map, GB3 rules and dice, GB4 balance, GB5 print.
`gamebook explain CODE` and `docs/diagnostics.md` print from here.
"""

from __future__ import annotations

from msgspec import Struct

from gamebook.diagnostics import Diagnostic, Edit, Hint, Related, Severity
from gamebook.source import Span


class Code(Struct, frozen=True):
    """One kind of finding, as `gamebook explain` shows it."""

    code: str
    severity: Severity
    title: str
    """A noun phrase: "unknown chapter"."""
    cause: str
    """Why it is reported, in a sentence or two."""
    advice: str
    """What a writer does about it."""
    wrong: str = ""
    """A few lines of a book that show the mistake."""
    right: str = ""
    """The same lines, corrected."""


CODES: dict[str, Code] = {}


def declare(
    code: str, severity: Severity, title: str, cause: str, advice: str, wrong: str = "", right: str = ""
) -> str:
    """Register a code and return it.

    Raises:
        ValueError: the code is already declared.
    """
    if code in CODES:
        raise ValueError(f"{code} is declared twice")
    CODES[code] = Code(code, severity, title, cause, advice, wrong, right)
    return code


def finding(
    code: str,
    span: Span,
    message: str,
    hint: str | None = None,
    related: tuple[Related, ...] = (),
    route: tuple[str, ...] = (),
    fix: tuple[Edit, ...] = (),
    subject: str = "",
) -> Diagnostic:
    """A finding of a registered code, with that code's severity; a `Hint` brings its suggestions along."""
    suggestions = hint.suggestions if isinstance(hint, Hint) else ()
    words = None if hint is None else str(hint)
    severity = CODES[code].severity
    return Diagnostic(
        code, severity, span, message, words, related, route, fix=fix, suggestions=suggestions, subject=subject
    )
