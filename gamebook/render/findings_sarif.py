"""Findings for code-scanning services: SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gamebook.codes import CODES
from gamebook.diagnostics import Diagnostic, Severity, in_order
from gamebook.render.data import json_text
from gamebook.render.places import Sources, place
from gamebook.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def findings_sarif(findings: Sequence[Diagnostic], sources: Sources) -> str:
    """A SARIF log of one run. A rule is described when one of its findings is there."""
    found = in_order(findings, sources)
    codes = sorted({finding.code for finding in found})
    run = {
        "tool": {
            "driver": {"name": "gamebook", "version": version("gamebook"), "rules": [_rule(code) for code in codes]}
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, codes.index(finding.code), sources) for finding in found],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json_text(log)


def _rule(code: str) -> dict[str, Any]:
    known = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "fullDescription": {"text": known.cause},
        "help": {"text": known.advice},
        "defaultConfiguration": {"level": LEVELS[known.severity]},
    }


def _result(finding: Diagnostic, rule: int, sources: Sources) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": LEVELS[finding.severity],
        "message": _message(finding.message, finding.hint),
        "locations": [_location(finding.span, sources)],
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, **_location(other.span, sources), "message": {"text": other.message}}
            for number, other in enumerate(finding.related)
        ]
    if finding.route:
        steps = [{"location": {"message": {"text": step}}} for step in finding.route]
        result["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    if finding.fix:
        result["fixes"] = [{"artifactChanges": [_change(path, finding, sources) for path in _paths(finding)]}]
    return result


def _paths(finding: Diagnostic) -> list[str]:
    return sorted({edit.span.path for edit in finding.fix})


def _change(path: str, finding: Diagnostic, sources: Sources) -> dict[str, Any]:
    """The edits of one file."""
    edits = [edit for edit in finding.fix if edit.span.path == path]
    return {
        "artifactLocation": {"uri": _uri(path)},
        "replacements": [
            {
                "deletedRegion": _location(edit.span, sources)["physicalLocation"]["region"],
                "insertedContent": {"text": edit.text},
            }
            for edit in edits
        ],
    }


def _message(message: str, hint: str | None) -> dict[str, str]:
    return {"text": f"{message}\n{hint}" if hint else message}


def _location(span: Span, sources: Sources) -> dict[str, Any]:
    where = place(span, sources)
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(where.path)},
            "region": {
                "startLine": where.start.line,
                "startColumn": where.start.column,
                "endLine": where.end.line,
                "endColumn": where.end.column,
            },
        }
    }


def _uri(path: str) -> str:
    file = Path(path)
    return file.as_uri() if file.is_absolute() else quote(file.as_posix())
