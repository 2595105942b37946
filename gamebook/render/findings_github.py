"""Findings as workflow commands, which GitHub Actions shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.codes import CODES
from gamebook.diagnostics import Diagnostic, Severity, in_order
from gamebook.render.places import Sources, place
from gamebook.render.steps import route_lines

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def findings_github(findings: Sequence[Diagnostic], sources: Sources) -> str:
    """One `::error file=…,line=…,col=…,title=…::…` a line."""
    return "".join(f"{_annotation(finding, sources)}\n" for finding in in_order(findings, sources))


def _annotation(finding: Diagnostic, sources: Sources) -> str:
    where = place(finding.span, sources)
    properties = {
        "file": where.path,
        "line": str(where.start.line),
        "col": str(where.start.column),
        "title": f"{finding.code} {CODES[finding.code].title}",
    }
    head = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    related = [f"{place(other.span, sources)} {other.message}" for other in finding.related]
    lines = (finding.message, finding.hint, *related, *route_lines(finding.route))
    words = "\n".join(line for line in lines if line)
    return f"::{COMMANDS[finding.severity]} {head}::{_data(words)}"


def _data(words: str) -> str:
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(words: str) -> str:
    return _data(words).replace(":", "%3A").replace(",", "%2C")
