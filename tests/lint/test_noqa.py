from __future__ import annotations

import pytest

from gamebook.diagnostics import Diagnostic, Severity
from gamebook.lint.noqa import silence, silencing
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


@pytest.mark.parametrize(
    ("comment", "told"),
    [
        (" // noqa", []),
        (" // noqa: GB204", []),
        (" // noqa: GB204, GB101", ["// noqa: GB204, GB101"]),
        (" // a note // noqa: gb101 he knows", ["// noqa: gb101"]),
    ],
)
def test_an_error_stays_and_tells_so_where_its_code_is_named(comment: str, told: list[str]) -> None:
    source = Source("a.gbk", f"=== 1\n* Go -> 2{comment}\n")
    (left,) = silence([Diagnostic("GB101", Severity.ERROR, source.span(8, 10), "wrong")], {"a.gbk": source})
    assert [source.text[each.span.start : each.span.end] for each in left.related] == told
    assert all("cannot be silenced" in each.message for each in left.related)


def test_other_lines_and_unread_files_are_left_alone() -> None:
    source = Source("a.gbk", "=== 1\n* Go -> 2 // noqa\n")
    findings = (
        Diagnostic("GB203", Severity.WARNING, source.span(0, 5), "above"),
        Diagnostic("GB001", Severity.ERROR, Span("b.gbk", 0, 0), "unread"),
    )
    assert silence(findings, {"a.gbk": source}) == findings


@pytest.mark.parametrize(
    ("comment", "silenced"),
    [
        ("", "  // noqa: GB204"),
        ("  // a note", "  // a note  // noqa: GB204"),
        ("  // noqa: GB203", "  // noqa: GB203, GB204"),
        ("  // noqa: GB203 because I like it", "  // noqa: GB203, GB204 because I like it"),
        ("  // noqa: GB203. Reason", "  // noqa: GB203, GB204. Reason"),
        ("  // NOQA: GB203", "  // NOQA: GB203, GB204"),
        ("  // Noqa:gb203", "  // Noqa:gb203, GB204"),
        ("  // noqa: GB203 (Mara)", "  // noqa: GB203, GB204 (Mara)"),
        ("  // noqa: GB203 // again", "  // noqa: GB203, GB204 // again"),
        ("  // noqa: GB203 - see notes", "  // noqa: GB203, GB204 - see notes"),
        ("  // noqa: GB203, ", "  // noqa: GB203, GB204, "),
        ("  // noqa: GB202, GB203", "  // noqa: GB202, GB203, GB204"),
        ("  // noqa: I like it", "  // noqa: GB204 I like it"),
        ("  // noqa:I like it", "  // noqa: GB204 I like it"),
        ("  // noqa:", "  // noqa: GB204"),
    ],
)
def test_a_code_is_written_where_it_is_read(comment: str, silenced: str) -> None:
    line = f"* Go -> 2{comment}"
    place, text = silencing(line, "GB204")
    assert line[:place] + text + line[place:] == f"* Go -> 2{silenced}"
    source = Source("a.gbk", f"* Go -> 2{silenced}\r\n")
    assert silence([Diagnostic("GB204", Severity.WARNING, source.span(0, 4), "odd")], {"a.gbk": source}) == ()
