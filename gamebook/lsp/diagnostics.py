"""Findings, as an editor shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lsprotocol import types as lsp

from gamebook.codes import CODES
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.lsp.page import Page
from gamebook.render.steps import route_lines
from gamebook.resources import resource_folder

SEVERITY = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}
SOURCE = "gamebook"
EXPLAINED = resource_folder("docs") / "diagnostics.md"
"""The page with all findings, which comes with gamebook."""


def diagnostics(page: Page, findings: Iterable[Diagnostic]) -> list[lsp.Diagnostic]:
    """The findings of one file."""
    return [diagnostic(page, each) for each in findings if each.span.path == page.path]


def diagnostic(page: Page, found: Diagnostic) -> lsp.Diagnostic:
    """One finding: what is wrong, what to do, a way to see it, and the places that explain it."""
    parts = [found.message, found.hint or "", *route_lines(found.route)]
    related = [lsp.DiagnosticRelatedInformation(page.location(each.span), each.message) for each in found.related]
    return lsp.Diagnostic(
        range=page.range(found.span),
        message="\n".join(part for part in parts if part),
        severity=SEVERITY[found.severity],
        code=found.code,
        code_description=lsp.CodeDescription(_explanation(found.code)),
        source=SOURCE,
        related_information=related or None,
    )


def _explanation(code: str) -> str:
    """Where a finding is explained: its heading on the page of all findings."""
    words = f"{code} {CODES[code].title}".lower()
    heading = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
    return f"{EXPLAINED.as_uri()}#{heading}"
