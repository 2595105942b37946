"""The foes of one fight: what their stats are, and which of them are state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamebook.codes import names
from gamebook.model.arithmetic import has_dice
from gamebook.model.expression import Const, Expr
from gamebook.model.step import Block, Change
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.effects import assign
from gamebook.resolve.site import Binding, Site
from gamebook.resolve.spelling import nearest
from gamebook.resolve.walk import find
from gamebook.syntax import ast


@dataclass(frozen=True, slots=True)
class Opponent:
    """A foe as a fight knows it."""

    name: str
    stats: dict[str, Binding]
    begin: tuple[Change, ...]
    """What sets its stats at the start."""
    node: ast.Foe


def rules_of(desk: Desk, step: ast.Fight, combat: ast.CombatDecl) -> tuple[object, ...]:
    """Everything that can happen in a fight, as written."""
    return (
        combat.round,
        combat.others or (),
        combat.settings,
        combat.locals,
        step.options,
        desk.anytime_in_fights,
    )


def opponents(desk: Desk, step: ast.Fight, combat: ast.CombatDecl, site: Site) -> list[Opponent]:
    """The foes; a stat that nothing changes is a number of the fight's text, not a variable."""
    rules = rules_of(desk, step, combat)
    changed = {place.id for place in find(rules, ast.Place) if place.foe} | desk.foe_stats_read
    raised = set(_raised(rules))
    titles = [foe.name for foe in step.foes]
    made = []
    for number, foe in enumerate(step.foes, start=1):
        name = foe.name if titles.count(foe.name) == 1 else f"{foe.name} {titles[:number].count(foe.name)}"
        place = number if step.together else 1
        made.append(_opponent(desk, foe, name, f"{site.prefix}foe {place}", combat, (changed, raised), site))
    return made


def _raised(rules: tuple[object, ...]) -> Iterator[str]:
    """Stats of foes that some step may raise."""
    for change in find(rules, ast.Change):
        if change.place.foe and (change.sign > 0 or not isinstance(change.amount, ast.Number)):
            yield change.place.id
    for step in find(rules, ast.SetTo):
        if step.place.foe:
            yield step.place.id
    for restore in find(rules, ast.Restore):
        if restore.place.foe:
            yield restore.place.id


def _opponent(
    desk: Desk, foe: ast.Foe, name: str, stem: str, combat: ast.CombatDecl, moved: tuple[set[str], set[str]], site: Site
) -> Opponent:
    changed, raised = moved
    starts = _starts(desk, foe, combat, site)
    stats: dict[str, Binding] = {}
    begin: list[Change] = []
    for stat, start in starts.items():
        if isinstance(start, Const) and stat not in changed:
            stats[stat] = Binding(start)
            continue
        low, high = desk.bounds(start, site)
        variable = desk.local(f"{stem} {stat}", min(0, low), high)
        site.ranges[variable.name] = (min(0, low), high)
        begin.append(Change(variable=variable.name, value=start))
        cap: Expr | None = start if isinstance(start, Const) else None
        if cap is None and stat in raised:
            first = desk.local(f"{stem} initial {stat}", min(0, low), high)
            site.ranges[first.name] = (min(0, low), high)
            begin.append(Change(variable=first.name, value=variable))
            cap = first
        stats[stat] = Binding(variable, variable.name, cap=cap)
    return Opponent(name, stats, tuple(begin), foe)


def _starts(desk: Desk, foe: ast.Foe, combat: ast.CombatDecl, site: Site) -> dict[str, Expr]:
    wanted = [stat.id for stat in combat.foe_stats]
    found: dict[str, Expr] = {}
    for stat, start in foe.stats:
        if stat not in wanted:
            hint = nearest(stat, wanted) or f"a foe has {' and '.join(wanted) or 'no stats'}"
            desk.report(names.FOE_STATS, start.span, f"foes have no {stat} in this combat", hint)
        elif stat in found:
            desk.report(names.FOE_STATS, start.span, f"{stat} is given twice", "give it once")
        else:
            found[stat] = expressions.amount(desk, start, site)
    missing = [stat for stat in wanted if stat not in found]
    if missing:
        message = f"{foe.name} has no {' and no '.join(missing)}"
        desk.report(names.FOE_STATS, foe.span, message, f"write: {' '.join(f'{stat} 7' for stat in missing)}")
    return {stat: found.get(stat, Const(value=1)) for stat in wanted}


def begin(desk: Desk, foes: list[Opponent], step: ast.Fight, site: Site) -> Block:
    """Set the stats of foes at the start of their fight: seen by the reader where they are rolled.

    A stat that remembers another one is set after it.
    """
    changes = [change for foe in foes for change in foe.begin]
    first = tuple(change for change in changes if " initial " not in change.variable)
    after = tuple(change for change in changes if " initial " in change.variable)
    blocks = []
    for part in (first, after):
        if part:
            rolled = any(has_dice(change.value) for change in part)
            blocks.append(assign(desk, part, step.span, site, "effect" if rolled else "hidden"))
    return tuple(blocks)
