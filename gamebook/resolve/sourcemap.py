"""The way back from what a book means to where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamebook.source import Span


@dataclass(frozen=True)
class SourceMap:
    """Places on the page by model address.

    Addresses are those of steps and options (`17#3`), and `chapter 17`, `variable gold`, `ending NAME`, `book`,
    `expect K`, `table NAME`, `strategy NAME`.
    """

    spans: Mapping[str, Span]

    def span(self, address: str) -> Span | None:
        """Where the thing at `address` is written; None for what no author wrote."""
        return self.spans.get(address)
