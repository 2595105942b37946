"""Print findings in an output format; the exit code for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from gamebook.cli.console import ExitCode, emit, say
from gamebook.cli.outputs import write_output_text
from gamebook.diagnostics import Diagnostic, Severity, in_order
from gamebook.source import Source


class Format(StrEnum):
    """Output formats of findings."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


class FailOn(StrEnum):
    """The lowest severity that makes a command fail."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NEVER = "never"


def exit_code(findings: Iterable[Diagnostic], fail_on: FailOn) -> ExitCode:
    """FINDINGS if a finding has this severity or a higher one, else CLEAN."""
    if fail_on is FailOn.NEVER:
        return ExitCode.CLEAN
    bar = Severity(fail_on.value).rank
    return ExitCode.FINDINGS if any(finding.severity.rank >= bar for finding in findings) else ExitCode.CLEAN


def tell(
    findings: Sequence[Diagnostic],
    sources: Mapping[str, Source],
    form: Format = Format.TEXT,
    output: Path | None = None,
) -> None:
    """Print findings on stdout, or write them to a file."""
    match form:
        case Format.TEXT:
            from gamebook.render.findings_text import findings_text

            text = findings_text(findings, sources)
            if output is None:
                emit(text)
            else:
                write_output_text(output, text.plain)
            return
        case Format.JSON:
            from gamebook.render.findings_json import findings_json as render
        case Format.SARIF:
            from gamebook.render.findings_sarif import findings_sarif as render
        case Format.GITHUB:
            from gamebook.render.findings_github import findings_github as render
    if output is None:
        emit(render(findings, sources))
    else:
        write_output_text(output, render(findings, sources))


def mention(findings: Sequence[Diagnostic], sources: Mapping[str, Source]) -> None:
    """Print findings on stderr, for commands whose data is something else."""
    if not findings:
        return
    from gamebook.render.findings_text import finding_text

    for finding in in_order(findings, sources):
        say(finding_text(finding, sources))
