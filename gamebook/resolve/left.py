"""What the reading of a chapter leaves behind. It is only added to there, so it can be kept and put down again."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.model.arithmetic import Interval
from gamebook.model.expression import Expr
from gamebook.resolve.sourcemap import Room
from gamebook.source import Span


class Rows(Struct, frozen=True):
    """The rows under dice, with all that the dice can give wherever these lines are done."""

    written: tuple[tuple[Span, str, Interval], ...]
    """Each row: its place, its name, and the totals that it covers."""
    totals: frozenset[Interval]
    """What the dice can give at the places where the lines are done: a rule or a combat is done at many."""
    outcomes: tuple[tuple[str, Interval], ...] = ()
    """The outcomes of a test or a comparison, whether the page has a row for them or not."""
    value: str = ""
    """The roll as it is written, `1d10 + 2`; empty for a pool."""

    def also(self, other: Rows | None) -> Rows:
        """The same rows, with what the dice can give at other places."""
        return self if other is None else replace(self, totals=self.totals | other.totals)


class Left(Struct):
    """What is noted of a book on the way, and looked at when all of it has been read."""

    spans: dict[str, Span] = field(default_factory=dict)
    """Model address → its place on the page."""
    rooms: dict[str, Room] = field(default_factory=dict)
    """The address of the question if an item fits → how an author asks it."""
    sums: dict[str, Expr] = field(default_factory=dict)
    """The address where a reader stands whose number is no chapter's → that number."""
    fixed: set[str] = field(default_factory=set)
    """Chapters whose numbers readers work out or know."""
    fights: list[str] = field(default_factory=list)
    """The labels of the fights, in order."""
    runs_out: dict[str, str] = field(default_factory=dict)
    """Chapters with a way on which nothing follows → the address of what is last on it."""
    decisions: dict[str, set[str]] = field(default_factory=dict)
    """Name of a decision → the labels of its options, as far as they are fixed words."""
    rivals: set[str] = field(default_factory=set)
    """Names of decisions that are a rival's."""
    sights: dict[tuple[str, str], set[frozenset[tuple[str, Interval]]]] = field(default_factory=dict)
    """A decision or chapter, as strategies call it, and an option → what is in sight where it is offered, for each such
    place: of what rules ask for, with the range that it has there."""
    asked: set[str] = field(default_factory=set)
    """Names that some condition, price or text reads."""
    asked_in_fights: set[tuple[str, str]] = field(default_factory=set)
    """Combat and name of what rules or texts of its fights read: stats of foes, options, numbers of fights."""
    gained: set[str] = field(default_factory=set)
    """Names that some rule gives."""
    given: dict[Span, str] = field(default_factory=dict)
    """Where a roll, or an amount that is chosen, gets its name → the name."""
    used: set[Span] = field(default_factory=set)
    """Those of them that something asks for."""
    unjudged: set[Span] = field(default_factory=set)
    """Ifs and options in fights of which plays cannot tell whether their conditions make a difference.

    They are of a combat or a rule, and so for many fights; or the numbers of one fight, or of one foe, settle them.
    """
    rows: dict[Span, Rows] = field(default_factory=dict)
    """Where dice are written → the rows under them."""

    def add(self, other: Left) -> None:
        """Add what another part of the book left; `other` is not changed, and nothing that changes is shared."""
        self.spans.update(other.spans)
        self.rooms.update(other.rooms)
        self.sums.update(other.sums)
        self.fixed.update(other.fixed)
        self.fights.extend(other.fights)
        self.runs_out.update(other.runs_out)
        for decision, labels in other.decisions.items():
            self.decisions.setdefault(decision, set()).update(labels)
        self.rivals.update(other.rivals)
        for option, sights in other.sights.items():
            self.sights.setdefault(option, set()).update(sights)
        self.asked.update(other.asked)
        self.asked_in_fights.update(other.asked_in_fights)
        self.gained.update(other.gained)
        self.given.update(other.given)
        self.used.update(other.used)
        self.unjudged.update(other.unjudged)
        for place, rows in other.rows.items():
            self.rows[place] = rows.also(self.rows.get(place))

    def moved(self, old: Span, by: int) -> Left:
        """The same of a part of the page that stood at `old` and now stands `by` code points further on."""
        if not by:
            return self

        def put(span: Span) -> Span:
            moves = span.path == old.path and old.start <= span.start <= old.end
            return Span(span.path, span.start + by, span.end + by) if moves else span

        spans = {address: put(span) for address, span in self.spans.items()}
        rows = {
            put(place): replace(each, written=tuple((put(span), name, totals) for span, name, totals in each.written))
            for place, each in self.rows.items()
        }
        given = {put(place): name for place, name in self.given.items()}
        used, unjudged = ({*map(put, places)} for places in (self.used, self.unjudged))
        return replace(self, spans=spans, rows=rows, given=given, used=used, unjudged=unjudged)
