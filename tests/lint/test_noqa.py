from __future__ import annotations

import pytest

from gamebook.diagnostics import Diagnostic, Severity
from gamebook.lint.noqa import silence
from gamebook.source import Source, Span


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("", ["GB203", "GB204"]),
        (" // noqa", []),
        (" // noqa: GB203", ["GB204"]),
        (" // noqa: GB203, GB204", []),
        (" // NOQA:gb203 gb204", []),
        (" // noqa: GB204 the reader is told so in 7", ["GB203"]),
        (" // a note // noqa: GB203", ["GB204"]),
        (" // noqa: G203", ["GB203", "GB204"]),  # a slip silences nothing
        (" // noqarter", ["GB203", "GB204"]),
        (" http://noqa", ["GB203", "GB204"]),  # no comment
    ],
)
def test_a_comment_silences_findings_of_its_line(comment: str, left: list[str]) -> None:
    source = Source("a.gbk", f"=== 1\n* Go -> 2{comment}\n")
    findings = [Diagnostic(code, Severity.WARNING, source.span(8, 10), "odd") for code in ("GB203", "GB204")]
    assert [finding.code for finding in silence(findings, {"a.gbk": source})] == left


def test_other_lines_and_unread_files_are_left_alone() -> None:
    source = Source("a.gbk", "=== 1\n* Go -> 2 // noqa\n")
    findings = (
        Diagnostic("GB203", Severity.WARNING, source.span(0, 5), "above"),
        Diagnostic("GB001", Severity.ERROR, Span("b.gbk", 0, 0), "unread"),
    )
    assert silence(findings, {"a.gbk": source}) == findings
