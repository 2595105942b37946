"""A solution: all answers about a book, also as text or as data."""

from __future__ import annotations

from typing import Any

from gamebook.analysis.study import Study
from gamebook.render.text import text
from gamebook.report.solution import sections


class Solution(Study, frozen=True):
    """What `gamebook.solve` gives.

    Chances are floats in [0, 1]; under `aim score` values are points. Answers are worked out when they are first
    asked for: `difficulty`, `endings`, `chapters`, `failures`, `route`, `advice`, `costs`, `mistakes`, `heroes`.
    """

    @property
    def value(self) -> float:
        """What best play is worth at the start: a chance to win, or points. `difficulty.best` is the bracket.

        In a draft, what is not written yet is worth nothing; the bracket holds whatever is written there.
        """
        return self.solved.best.value

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data, of the shape that `solution.schema.json` describes."""
        from gamebook.render.data import finite  # noqa: PLC0415 - the screen needs no data
        from gamebook.report.solution_data import data  # noqa: PLC0415

        return {key: finite(value) for key, value in data(self).items()}

    def to_text(self) -> str:
        """What `gamebook solve` prints."""
        return text(sections(self)).plain

    def to_html(self) -> str:
        """What `gamebook solve --format html` prints: a page that needs no other file."""
        from gamebook.render.html import html_text  # noqa: PLC0415 - brings the templates; few ask

        return html_text(sections(self))
