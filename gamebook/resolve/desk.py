"""The desk at which one book is resolved: what is known so far, and where findings are put down."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.codes import chapter_map, finding, rules, syntax
from gamebook.diagnostics import Diagnostic, Edit, Related
from gamebook.job import look
from gamebook.model import arithmetic
from gamebook.model.arithmetic import LARGEST, Interval
from gamebook.model.book import Role, Table, Variable
from gamebook.model.expression import Expr, Var
from gamebook.model.step import Block, Step, Trigger, own_address
from gamebook.resolve.endings import EndingKey, Endings
from gamebook.resolve.left import Left
from gamebook.resolve.names import Names
from gamebook.resolve.site import Site
from gamebook.resolve.ways import ON, ways
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.walk import walk
from gamebook.syntax.words import short

Handler = Callable[["Desk", Any, Site], Block]
"""Resolves one kind of step of the page; each takes its own class of `ast.Step`."""

MAX_RANGE = 1_000_000
"""The most values one variable may have."""


class ChapterNotes(Struct):
    """What is noted while a chapter is read, so that its meaning can be remembered."""

    variables: dict[str, Variable | None] = field(default_factory=dict)
    """The engine's variables that are used, as they are at the first use."""
    endings: list[tuple[EndingKey, str, str, bool]] = field(default_factory=list)
    """Each ending, its points as they are written, its name, and whether it is new."""
    tied: bool = False
    """The chapter has findings, or looks at other chapters."""


class Missing(Struct):
    """The chapters of a draft that are not written yet."""

    named: dict[str, Span] = field(default_factory=dict)
    """Those that something names and no page has → where each is first named."""
    begun: dict[str, Span] = field(default_factory=dict)
    """Those with a way on which nothing follows yet → where it stops."""
    worked_out: dict[str, tuple[Span, set[int]]] = field(default_factory=dict)
    """How readers work out the number of a chapter → where, and what it can be that no chapter has."""


class Desk:
    """What the modules of `resolve` share while they work on one book."""

    def __init__(self, names: Names, handlers: Mapping[type[ast.Step], Handler]) -> None:
        self.names = names
        self.handlers = handlers
        self.findings: list[Diagnostic] = []
        self.reports = 0
        """How often something was found, again or for the first time."""
        self.too_large = 0
        """How often a value turned out to be too large to compute with, again or for the first time."""
        self.composing: Literal["", "quickly", "with care"] = ""
        """An operation is being read: those in it are looked at with it, or each by itself."""
        self.left = Left()
        """Of all that has been read."""
        self.parameters: dict[str, int] = {}
        self.language = ""
        """Of the book, as its header says."""
        self.endless: set[str] = set()
        """Derived values that are too long to be written out; a finding has reported them."""
        self.tables: dict[str, Table] = {}
        self.sheet: dict[str, Variable] = {}
        self.locals: dict[str, Variable] = {}
        """The engine's own variables; a name used at several places has the hull of their ranges."""
        self.ranges: dict[str, Interval] = {}
        self.cells: dict[str, Interval] = {}
        self.later: set[str] = set()
        """Items that begin with dice or something computed, on a line of the sheet that is not read yet."""
        self.only: dict[str, frozenset[int]] = {}
        """Numbers that are only ever set to fixed numbers → which."""
        self.missing = Missing()
        """What a draft lacks."""
        self.places: Mapping[str, int] = {}
        """Chapter → its place in the book, from 1; last those that no page has, which an earlier pass has found."""
        self.endings = Endings(names.written)
        self.lets: dict[str, Expr] = {}
        """Derived values, and what they are made of."""
        self.bonuses: dict[str, Expr] = {}
        """Variables with `while` lines → their value with the bonus."""
        self.sources: Mapping[str, tuple[str, ...]] = {}
        """Chapter with a `-> back` → where a reader can have come from; known from an earlier pass."""
        self.read_before = False
        """This is the second reading."""
        self.anytime: tuple[ast.Option, ...] = ()
        self.each_chapter: ast.Block = ()
        """Steps at the beginning of every chapter."""
        self.anytime_in_fights: tuple[ast.Option, ...] = ()
        self.defeats: list[Trigger] = []
        """Triggers that end in a defeat."""
        self.turning = False
        """A trigger turns to a chapter."""
        self.foe_stats_read: frozenset[str] = frozenset()
        """Stats of foes that strategies look at, so that they have to be variables."""
        self.asked_by_strategies: Mapping[str, Mapping[str, ast.Expr]] = {}
        """For a decision or chapter, as strategies call it: what their rules for it ask for, and where first."""
        self.rules_done = 0
        """How many rules with a name have been done so far."""
        self.rules_begun = 0
        """How many had been done before the line of the story that is read now."""
        self.notes = ChapterNotes()
        """Of the chapter that is read now."""
        self._reported: set[tuple[str, Span, str]] = set()
        self._opening: list[str] = []
        self._nodes: dict[int, tuple[ast.Node, ...]] = {}

    def nodes(self, part: ast.Node) -> tuple[ast.Node, ...]:
        """Every node of a part that is looked through again and again, such as a combat, and of the rules it does."""
        known = self._nodes.get(id(part))
        if known is None:
            found = list(walk(part))
            done: set[str] = set()
            for node in found:  # rules that are done in rules are found on the way
                if isinstance(node, ast.DoRule) and node.rule in self.names.rules and node.rule not in done:
                    done.add(node.rule)
                    found.extend(walk(self.names.rules[node.rule]))
            known = self._nodes[id(part)] = tuple(found)
        return known

    def half_read(self, part: ast.Node) -> bool:
        """Whether a part does a rule, say, that could not be read as a whole: what else it does is not known."""
        known = self.names
        for node in self.nodes(part):
            match node:
                case ast.DoRule(rule=name) if name in known.lost or (name in known.rules and known.rules[name].unread):
                    return True
                case ast.Check(test=name) if name in known.lost or (name in known.checks and known.checks[name].unread):
                    return True
                case ast.Fight(combat=name) if name in known.lost:
                    return True
        return False

    # ---- findings and addresses -------------------------------------------------------------------------

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        hint: str | None = None,
        related: tuple[Related, ...] = (),
        fix: tuple[Edit, ...] = (),
    ) -> None:
        """Put down a finding, once for each place however often the place is resolved."""
        self.notes.tied = True
        self.reports += 1
        key = (code, span, message)
        if key not in self._reported:
            self._reported.add(key)
            self.findings.append(finding(code, span, message, hint, related, fix=fix))

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Take back all findings that are put down meanwhile."""
        number, reported, rows = len(self.findings), set(self._reported), dict(self.left.rows)
        yield
        del self.findings[number:]
        self._reported = reported
        self.left.rows = rows

    def address(self, site: Site, span: Span) -> str:
        """The next address of a site."""
        address = f"{site.owner}#{next(site.numbers)}"
        self.left.spans[address] = span
        return address

    def hidden_address(self, site: Site, span: Span) -> str:
        """The next address of a site, for a condition that no author wrote."""
        address = own_address(f"{site.owner}#{next(site.numbers)}")
        self.left.spans[address] = span
        return address

    def is_unwritten(self, name: str, span: Span) -> bool:
        """Whether a chapter that is not there counts as one not written yet, as in a draft; if so, that is noted."""
        if self.names.draft:
            self.notes.tied = True
            self.missing.named.setdefault(str(name), span)
        return self.names.draft

    # ---- variables and what is known of values ------------------------------------------------------------

    def local(
        self, name: str, low: int, high: int, kind: Literal["local", "hidden"] = "local", role: Role | None = None
    ) -> Var:
        """A variable of the engine's own; asked for again, its range grows and its role stays."""
        before = self.look_at(name)
        if before is not None:
            low, high, role = min(low, before.low), max(high, before.high), role or before.role
        start = min(max(0, low), high)
        self.locals[name] = Variable(name=name, kind=kind, low=low, high=high, start=start, role=role)
        self.ranges[name] = (low, high)
        return Var(name=name)

    def look_at(self, name: str) -> Variable | None:
        """One of the engine's own variables, with the range that is known so far."""
        found = self.locals.get(name)
        self.notes.variables.setdefault(name, found)
        return found

    def ending(self, key: EndingKey, points: str = "") -> tuple[str, bool]:
        """The name of an ending, whose points are written so, and whether it is new."""
        new = key not in self.endings
        if new:
            self.endings.add(key, points)
        name = self.endings[key].name
        self.notes.endings.append((key, points, name, new))
        return name, new

    def bounds(self, expr: Expr, site: Site) -> Interval:
        """The least and greatest value of an expression at a place."""
        return arithmetic.bounds(expr, ChainMap(site.ranges, self.ranges), self.cells)

    def holds(self, expr: Expr, site: Site) -> bool:
        """Whether neither an expression nor any part of it can be too large to compute with."""
        return arithmetic.within(expr, ChainMap(site.ranges, self.ranges), self.cells, LARGEST)

    def cell(self, table: str, column: int, row: int) -> int:
        """The number in a table."""
        return self.tables[table].cell(column, row)

    def sized(self, low: int, high: int, span: Span, what: str) -> Interval:
        """A range cut to what the solver can hold; too large a range is a finding."""
        if high - low < MAX_RANGE:
            return low, high
        self.report(rules.TOO_LARGE, span, f"{what} could be anything in {low}..{high}", "give it a smaller range")
        return low, low + MAX_RANGE - 1

    def opening(self, name: str) -> bool:
        """Begin to work out a derived value; False if that is being done already, in a circle."""
        if name in self._opening:
            return False
        self._opening.append(name)
        return True

    def is_open(self, kind: str) -> bool:
        """Whether something is being computed whose name begins so."""
        return any(name.startswith(kind) for name in self._opening)

    def opened(self) -> None:
        """The derived value begun last is computed."""
        self._opening.pop()

    # ---- blocks -------------------------------------------------------------------------------------------

    def block(self, steps: ast.Block, site: Site) -> Block:
        """A block of the page as core steps."""
        look()
        if not steps:
            return ()
        inner = site.inside()
        core: list[Step] = []
        reached, told = True, False
        rules = [position for position, step in enumerate(steps) if not isinstance(step, ast.Prose)]
        for position, step in enumerate(steps):
            follows = site.follows or (bool(rules) and position < rules[-1])
            if isinstance(step, ast.ResolveOn):
                inner = replace(inner, resolution=inner.resolved(step.resolution))
            here = inner if inner.follows == follows else replace(inner, follows=follows)
            resolved = self.handlers[type(step)](self, step, here)
            if reached:
                core.extend(resolved)
                reached = ON in ways(resolved, shut=True)
            elif not site.quoted and not told:  # what follows is read for its mistakes
                self._never_reached(steps[:position], step)
                told = True
        return tuple(core)

    def _never_reached(self, before: ast.Block, step: ast.Step) -> None:
        """Report a step that play never reaches: choices, perhaps, because what belongs under one is not indented."""
        menus = [number for number, each in enumerate(before) if isinstance(each, ast.Menu)]
        if isinstance(step, ast.Menu) and menus:
            menu = before[menus[-1]]
            assert isinstance(menu, ast.Menu)
            choice = menu.options[-1]
            if choice.target is None and not choice.body:
                message = f"this line does not belong to the choice “{short(choice.label)}” above it"
                hint = "put four blanks before each line that belongs to the choice"
                self.report(syntax.NOT_INDENTED, before[menus[-1] + 1].span, message, hint)
                return
        if isinstance(step, ast.Turn) and before[-1].span.start > step.span.start:  # `-> 6`, above what is under it
            message = (
                "this line is indented under a line with a turn, so it comes before the turn, which is never reached"
            )
            hint = "give it the same indent as the line above; or, if it belongs there, write the turn under that line"
            turn = Related(step.span, "the turn")
            self.report(chapter_map.NEVER_REACHED, _head_of(before[-1]), message, hint, (turn,))
            return
        hint = "every way to it turns or ends before"
        above = before[-1].options[-1] if before and isinstance(before[-1], ast.Menu) else None
        if above is not None and not isinstance(step, ast.Prose | ast.Turn | ast.End):
            hint += f"; if it belongs to the choice “{short(above.label)}”, put four blanks before it"
        self.report(chapter_map.NEVER_REACHED, step.span, "this is never reached", hint)


def _head_of(step: ast.Step) -> Span:
    """The first words of a step."""
    first = step.options[0] if isinstance(step, ast.Menu) else None
    return step.span if first is None else first.label_span or first.span
