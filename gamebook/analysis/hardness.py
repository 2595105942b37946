"""All that is known of how hard a book is: the facts of `gamebook report`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gamebook.analysis.census import Census
from gamebook.analysis.readers import ReaderRow
from gamebook.analysis.study import Study
from gamebook.diagnostics import Diagnostic
from gamebook.source import Source


@dataclass(frozen=True)
class Hardness:
    """A book, solved for best play, for readers who err, and checked."""

    study: Study
    """Best play."""
    census: Census
    """The book in numbers."""
    readers: Sequence[ReaderRow] = ()
    """Readers, best play first; empty where the book is too large for them."""
    findings: Sequence[Diagnostic] = ()
    """What `gamebook check` says of the book."""
    sources: Mapping[str, Source] = field(default_factory=dict)
    """The files that the findings are about, by path."""
