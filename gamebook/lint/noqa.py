"""An author's word that a finding is meant: `// noqa: GB203, GB204` at the end of its line; `// noqa` for all.

Warnings and infos only: a check must never call a book with an error clean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic, Related, Severity
from gamebook.patterns import pattern
from gamebook.source import Source

_NOQA = pattern(r"(?:^|\s)(?P<all>//\s*noqa\b(?P<colon>\s*:(?P<codes>[\s,]*(?:GB\d+[\s,]*)*))?)", re.IGNORECASE)
NO_EFFECT = "this has no effect: an error cannot be silenced"


def silence(findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> tuple[Diagnostic, ...]:
    """The findings that the line they begin on does not silence; an error whose code it names tells that it stays."""
    told = (_told(finding, sources.get(finding.span.path)) for finding in findings)
    return tuple(each for each in told if each is not None)


def can_be_silenced(finding: Diagnostic) -> bool:
    """Whether an author can mean what is found: an error has to be corrected."""
    return finding.severity is not Severity.ERROR


def silencing(line: str, code: str) -> tuple[int, str]:
    """What silences a code on a line, and where in the line it is written.

    It goes behind the codes of the comment that is read already, whatever is said after them; else at the end.
    """
    comment = _NOQA.search(line)
    if comment is None or comment["colon"] is None:
        return len(line), f"  // noqa: {code}"
    named = [*re.finditer(r"GB\d+", comment["codes"], re.IGNORECASE)]
    if named:
        return comment.start("codes") + named[-1].end(), f", {code}"
    place = comment.start("codes")
    return place, f" {code}" if line[place:][:1] in ("", " ", "\t") else f" {code} "


def _told(finding: Diagnostic, source: Source | None) -> Diagnostic | None:
    """The finding, if its line does not silence it."""
    if source is None:
        return finding
    line = source.position(finding.span.start).line
    comment = _NOQA.search(source.line(line))
    if comment is None:
        return finding
    # A colon promises codes: when none can be read after it, nothing is silenced rather than everything.
    named = comment["colon"] is not None and finding.code in re.findall(r"GB\d+", comment["codes"].upper())
    if can_be_silenced(finding):
        return None if named or comment["colon"] is None else finding
    if not named:
        return finding
    start = source.offset(line, 1) + comment.start("all")
    place = source.span(start, start + len(comment["all"].rstrip(" \t,")))
    return replace(finding, related=(*finding.related, Related(place, NO_EFFECT)))
