from __future__ import annotations

import pytest

from gamebook.analysis.alarms import alarm
from gamebook.analysis.difference import Difference, Version
from gamebook.codes.balance import NO_VICTORY, NOT_ALL_SEEN
from gamebook.diagnostics import Diagnostic, Level, Report, Severity
from gamebook.source import Span

SPAN = Span("a.gbk", 0, 1)


def found(code: str, severity: Severity, level: Level, message: str = "a message") -> Diagnostic:
    return Diagnostic(code, severity, SPAN, message, level=level)


LOST = found(NO_VICTORY, Severity.ERROR, "full")
WRITTEN = found("GB201", Severity.ERROR, "quick")


def limit(states: int) -> Diagnostic:
    return found(NOT_ALL_SEEN, Severity.INFO, "full", f"only the first {states} states were checked")


def version(name: str, *findings: Diagnostic) -> Version:
    return Version(name, "", (), Report(findings, {}), None)


@pytest.mark.parametrize(
    ("old", "new", "appeared", "gone", "told"),
    [
        ((), (LOST,), [NO_VICTORY], [], "fails: there are 1"),
        ((LOST,), (), [], [NO_VICTORY], "passes: there are none"),
        # Who says that the old version could be won?
        ((limit(9),), (LOST, WRITTEN), ["GB201"], [], "fails: there are 1, as far as old could be checked"),
        ((LOST,), (limit(9),), [], [], "passes: there are none, as far as new could be checked"),
        ((limit(9),), (limit(8),), [], [], "passes: there are none, as far as old and new could be checked"),
    ],
)
def test_a_version_checked_in_part_may_have_more_findings(
    old: tuple[Diagnostic, ...], new: tuple[Diagnostic, ...], appeared: list[str], gone: list[str], told: str
) -> None:
    difference = Difference(version("old", *old), version("new", *new), (alarm("new errors"),))
    assert [each.code for each in difference.appeared] == appeared
    assert [each.code for each in difference.gone] == gone
    (verdict,) = difference.verdicts
    assert f"{'fails' if verdict.rings else 'passes'}: {verdict.why}" == told
