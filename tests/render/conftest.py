"""A page with one finding of each kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamebook.codes import CODES, Code
from gamebook.diagnostics import Diagnostic, Related, Severity
from gamebook.source import Source

MOAT = """\
=== 1 The moat
Cold.
* Climb down -> 212
* Go home -> 1
"""

Find = Callable[..., Diagnostic]


@pytest.fixture
def moat() -> Source:
    return Source("books/moat.gbk", MOAT)


@pytest.fixture
def find(moat: Source, monkeypatch: pytest.MonkeyPatch) -> Find:
    """`find("212", "message")`: a finding at the first place these letters stand."""
    for severity in Severity:
        code = f"GB9{severity.rank:02}"
        monkeypatch.setitem(CODES, code, Code(code, severity, "a title: short, 100%", "The cause.", "The advice."))

    def finding(
        words: str,
        message: str,
        hint: str | None = None,
        severity: Severity = Severity.ERROR,
        also: str | None = None,
        route: tuple[str, ...] = (),
        source: Source = moat,
    ) -> Diagnostic:
        def span(words: str) -> tuple[int, int]:
            start = source.text.index(words)
            return start, start + len(words)

        related = (Related(source.span(*span(also)), "first written here"),) if also else ()
        code = f"GB9{severity.rank:02}"
        return Diagnostic(code, severity, source.span(*span(words)), message, hint, related, route)

    return finding
