from __future__ import annotations

import pytest
from msgspec import structs

from gamebook.analysis.alarms import alarm
from gamebook.analysis.difference import Difference, Version
from gamebook.codes.balance import NO_VICTORY, NOT_ALL_SEEN, NOT_YET, PROMISE, UNCHECKED
from gamebook.diagnostics import Diagnostic, Level, Report, Severity
from gamebook.source import Span

SPAN = Span("a.gbk", 0, 1)


def found(code: str, severity: Severity, level: Level, message: str = "a message") -> Diagnostic:
    return Diagnostic(code, severity, SPAN, message, level=level)


LOST = found(NO_VICTORY, Severity.ERROR, "full")
WRITTEN = found("GB201", Severity.ERROR, "quick")


def limit(states: int) -> Diagnostic:
    return found(NOT_ALL_SEEN, Severity.INFO, "full", f"only the first {states} states were checked")


def promise(chance: str, code: str = PROMISE, subject: str = "expect best") -> Diagnostic:
    """The finding about an `expect` line whose chance to win was another."""
    return structs.replace(found(code, Severity.ERROR, "full", f"the chance is {chance}"), subject=subject)


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


@pytest.mark.parametrize(
    ("old", "new", "appeared", "gone"),
    [
        ((promise("80%"),), (promise("70%"),), [], []),
        ((promise("80%"),), (), [], [PROMISE]),
        ((), (promise("70%"),), [PROMISE], []),
        # Nobody knows whether the line that could not be checked is kept.
        ((promise("80%"),), (promise("10% to 70%", UNCHECKED),), [], []),
        ((promise("10% to 90%", UNCHECKED),), (promise("80%"),), [], []),
        ((), (promise("10% to 70%", UNCHECKED),), [UNCHECKED], []),
        # One line was broken, and now two are.
        ((promise("80%"),), (promise("70%"), promise("60%", subject="expect random")), [PROMISE], []),
        # What a draft leaves open is something else than a line that is not kept.
        ((promise("10% to 90%", NOT_YET),), (promise("80%"),), [PROMISE], [NOT_YET]),
    ],
)
def test_a_promise_that_is_broken_twice_is_one_finding(
    old: tuple[Diagnostic, ...], new: tuple[Diagnostic, ...], appeared: list[str], gone: list[str]
) -> None:
    difference = Difference(version("old", *old), version("new", *new))
    assert [each.code for each in difference.appeared] == appeared
    assert [each.code for each in difference.gone] == gone
