"""All that is known of how hard a book is: the facts of `gamebook report`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from gamebook.analysis.census import Census
from gamebook.analysis.coverage import Coverage
from gamebook.analysis.difference import Difference
from gamebook.analysis.length import Lengths
from gamebook.analysis.readers import ReaderRow
from gamebook.analysis.sensitivity import Sensitivity
from gamebook.analysis.study import Study
from gamebook.analysis.target import Tuned
from gamebook.analysis.worth import Worth
from gamebook.diagnostics import Diagnostic
from gamebook.solver.sample import Sample
from gamebook.source import Source


class Hardness(Struct, frozen=True):
    """A book, solved for best play, for readers who err, and checked."""

    study: Study
    """Best play. If the book could not be solved (`difficulty.complete` is False), there are only findings, the census,
    and `sample` beside it."""
    census: Census
    """The book in numbers."""
    readers: Sequence[ReaderRow] = ()
    """Readers, best play first; empty where the book is too large for them."""
    curve: Sequence[ReaderRow] = ()
    """Readers who prefer what looks better ever more strongly, for the depth curve; empty: not computed."""
    findings: Sequence[Diagnostic] = ()
    """What `gamebook check` says of the book."""
    sources: Mapping[str, Source] = field(default_factory=dict)
    """The files that the findings are about, by path."""
    worth: Worth | None = None
    """What each thing is worth; None: not computed, or played for points."""
    lengths: Lengths | None = None
    """How long a play is; None: not computed."""
    sensitivity: Sensitivity | None = None
    """Which numbers of the book matter; None: not computed."""
    tuned: Tuned | None = None
    """Which numbers to change for the chance to win that the author wants; None: not asked for."""
    until: tuple[str, ...] = ()
    """Chapters to come to, which counts as the win; empty: the book has its own victories."""
    difference: Difference | None = None
    """What changed since an older version; None: there is none to compare with."""
    sample: tuple[Sample, Coverage] | None = None
    """Of a book that could not be solved: plays of a reader who picks at random, and where they came."""
    full: bool = True
    """Whether all of this was computed, as far as limits allowed; of a large book only the first half is."""
    late: Sequence[str] = ()
    """In words, what is not told because a limit came before it was found."""
