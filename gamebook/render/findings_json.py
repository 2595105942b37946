"""Findings as data: a list of objects whose keys stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamebook.diagnostics import Diagnostic, in_order
from gamebook.render.data import json_text
from gamebook.render.places import Sources, place
from gamebook.source import Span


def findings_json(findings: Sequence[Diagnostic], sources: Sources) -> str:
    """A JSON list, in book order. Lines and columns count from 1, in code points; ends are exclusive.

    A route has all its steps: only outputs for people leave some out.
    """
    entries = [
        {
            "code": finding.code,
            "severity": finding.severity.value,
            "level": finding.level,
            "message": finding.message,
            "hint": finding.hint,
            **_place(finding.span, sources),
            "related": [{"message": other.message, **_place(other.span, sources)} for other in finding.related],
            "route": list(finding.route),
            "fix": [{"text": edit.text, **_place(edit.span, sources)} for edit in finding.fix],
            "suggestions": [{"text": each.text, "place": each.place, "was": each.was} for each in finding.suggestions],
        }
        for finding in in_order(findings, sources)
    ]
    return json_text(entries)


def _place(span: Span, sources: Sources) -> dict[str, Any]:
    where = place(span, sources)
    return {
        "path": where.path,
        "line": where.start.line,
        "column": where.start.column,
        "end_line": where.end.line,
        "end_column": where.end.column,
    }
