"""The report: the sections of `gamebook report`, of the text as it is now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamebook.process import HELPER_MEMORY
from gamebook.studio.bench import Bench, Json

SECONDS = 120.0
"""How long each computation of the report may take."""
ADD = "Tick Everything"
"""What the writer does for `full`: there is a box for it above the report."""


def sections(bench: Bench, given: Json) -> Json:
    """The sections as HTML.

    Args:
        bench: the book.
        given: `hero`: a name such as `average`; empty for all heroes. `full`: tell everything, or only what is quick.

    Raises:
        BookHasErrors, UsageError, LimitReached, Cancelled: as `gamebook.report`.
    """
    from gamebook.render.html import html_sections  # noqa: PLC0415
    from gamebook.report.hardness import sections as sections_of  # noqa: PLC0415
    from gamebook.verbs import report  # noqa: PLC0415

    hero, full = bench.hero(given), bool(given.get("full"))
    found = report(bench.project, hero, full=full, timeout=SECONDS, limit_memory=HELPER_MEMORY)
    return {"html": html_sections(sections_of(found, ADD))}


WORK: Mapping[str, Callable[[Bench, Json], Json]] = {"report.sections": sections}
