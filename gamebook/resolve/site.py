"""Where on the page something is being resolved: what names mean there, and what surrounds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Literal, Self

from msgspec import Struct, field, structs
from msgspec.structs import replace

from gamebook.model.arithmetic import Interval
from gamebook.model.book import HERO_BLOCK
from gamebook.model.expression import Expr
from gamebook.source import Span
from gamebook.syntax import ast


class Binding(Struct, frozen=True):
    """What a name of this place stands for: a roll, an amount chosen, a setting, a foe's stat."""

    value: Expr
    variable: str | None = None
    """What effects write to; None for what cannot change here."""
    sides: int = 0
    """For a pool: its kinds of faces; `value` is then the total shown."""
    cap: Expr | None = None
    """For a foe's stat: the value it may not rise above."""
    idle: bool = False
    """A number that can only have this one value: effects on it do nothing."""
    given: Span | None = None
    """For a roll, or an amount chosen: where it gets its name."""


class Standing(Struct, frozen=True):
    """One of the foes that fight at the same time, as lines of the fight can speak of it."""

    name: str
    stats: Mapping[str, Binding]
    dead: Expr


class Frame(Struct, frozen=True):
    """The fight around a place."""

    label: str
    combat: ast.CombatDecl
    events: Mapping[str, tuple[ast.On, ...]]
    marked: bool = False
    """Whether the reader's stat is remembered before a possible wound: a row asks."""
    foe: Mapping[str, Binding] = field(default_factory=dict)
    """The stats of the current foe."""
    group: tuple[Standing, ...] = ()
    """All foes that fight at the same time, in the order written."""
    foes: tuple[str, ...] = ()
    """The names of all foes of the fight, at the same time or one after another."""


class Site(Struct, frozen=True):
    """A place in the book's rules. Names given in a block are known in the rest of it, and in blocks inside."""

    owner: str
    """What addresses begin with: a chapter's name, `hero`, `when 1`."""
    numbers: Iterator[int]
    """Counts the steps of the owner."""
    chapter: str | None = None
    names: dict[str, Binding] = field(default_factory=dict)
    ranges: dict[str, Interval] = field(default_factory=dict)
    """Variables whose range is known more closely here than in the whole book."""
    hero: bool = False
    anytime: bool = False
    """Menus here offer the anytime actions."""
    at_defeat: Literal["trigger", "row", "nothing"] = "trigger"
    """What is done where a trigger ends in a defeat: that trigger; the row `lost` of a fight around; nothing, in the
    block of that row."""
    follows: bool = False
    """Something comes after the step being resolved, here or around."""
    fight: Frame | None = None
    depth: int = 0
    """How many counted loops are around."""
    prefix: str = ""
    """What names of local variables begin with, so that blocks which interrupt each other keep theirs apart."""
    resolution: ast.Resolution | None = None
    wounds: frozenset[str] = frozenset()
    """In a trigger: the stats of which a loss may be the wound that a fight, which it interrupts, waits for."""
    quoted: bool = False
    """The block was written once and stands at many places: a combat, a test."""
    given: tuple[Expr, ...] = ()
    """What holds here, since just this is asked before it: `[if key]` where `-> (100 + key)` follows at once."""

    def inside(self) -> Self:
        """The same place, with names of its own."""
        return replace(self, names=dict(self.names), ranges=dict(self.ranges))

    def where(self, holds: Expr, block: ast.Block) -> Self:
        """The site of a block that is done if a condition holds: a turn or an `if` alone in it comes at once."""
        at_once = len(block) == 1 and isinstance(block[0], ast.Turn | ast.If)
        return replace(self, given=(*self.given, holds) if at_once else ())

    @property
    def remembered(self) -> frozenset[str]:
        """The stats that are remembered before an effect which may lower them: a fight around waits for a wound."""
        if self.fight is not None and self.fight.marked and self.fight.combat.wounds is not None:
            return self.wounds | {self.fight.combat.wounds.id}
        return self.wounds

    def against(self, foe: Mapping[str, Binding]) -> Self:
        """The same place in a fight, with another current foe."""
        return replace(self, fight=replace(self.fight, foe=foe)) if self.fight is not None else self

    @property
    def facing(self) -> str:
        """What the names of the variables of the current foe begin with; empty where none of its stats is one."""
        foe = self.fight.foe.items() if self.fight is not None else ()
        return next((bound.variable.removesuffix(f" {stat}") for stat, bound in foe if bound.variable), "")

    def resolved(self, own: ast.Resolution | None) -> ast.Resolution | None:
        """How random things are decided: as said here, and what is not said here as said around."""
        around = self.resolution
        if own is None or around is None:
            return own or around
        return structs.replace(
            own,
            mode=own.mode or around.mode,
            manner=own.manner if own.mode or own.manner else around.manner,
            account=own.account or around.account,
            scope=own.scope or around.scope,
        )


def chapter_site(name: str) -> Site:
    """The site of a chapter's body."""
    return Site(name, count(1), chapter=name, anytime=True)


def hero_site() -> Site:
    """The site of the hero block."""
    return Site(HERO_BLOCK, count(1), hero=True, prefix="hero ")


def watch_site(number: int, wounds: frozenset[str] = frozenset()) -> Site:
    """The site of a trigger's body. It may interrupt anything, so its locals are its own."""
    return Site(f"when {number}", count(1), prefix=f"when {number} ", follows=True, wounds=wounds)
