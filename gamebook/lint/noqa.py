"""An author's word that a finding is meant: `// noqa: GB203, GB204` at the end of its line; `// noqa` for all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from gamebook.diagnostics import Diagnostic
from gamebook.source import Source

_NOQA = re.compile(r"(?:^|\s)//\s*noqa\b(?P<colon>\s*:(?P<codes>[\s,]*(?:GB\d+[\s,]*)*))?", re.IGNORECASE)


def silence(findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> tuple[Diagnostic, ...]:
    """The findings that the line they begin on does not silence."""
    return tuple(finding for finding in findings if not _silenced(finding, sources.get(finding.span.path)))


def _silenced(finding: Diagnostic, source: Source | None) -> bool:
    if source is None:
        return False
    comment = _NOQA.search(source.line(source.position(finding.span.start).line))
    if comment is None:
        return False
    # A colon promises codes: when none can be read after it, nothing is silenced rather than everything.
    return comment["colon"] is None or finding.code in re.findall(r"GB\d+", comment["codes"].upper())
