"""The foes of one fight: what their stats are, and which of them are state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, structs

from gamebook.codes import names
from gamebook.model.arithmetic import has_dice, reads
from gamebook.model.blocks import steps_in
from gamebook.model.book import Role
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.step import Assign, Block, Change
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.effects import assign, in_turn
from gamebook.resolve.site import Binding, Site
from gamebook.resolve.spelling import nearest
from gamebook.sentences import listed
from gamebook.syntax import ast
from gamebook.syntax.foes import names_of_foes
from gamebook.syntax.one_line import spell_foe
from gamebook.syntax.words import nearest_word


class Opponent(Struct, frozen=True):
    """A foe as a fight knows it."""

    name: str
    stats: dict[str, Binding]
    begin: tuple[Change, ...]
    """What sets its stats at the start."""
    drawn: bool
    """Whether it comes after others, and its stats are known with theirs: they are no fixed numbers."""
    node: ast.Foe


def rules_of(desk: Desk, step: ast.Fight, combat: ast.CombatDecl) -> Iterator[ast.Node]:
    """Everything that can happen in a fight, as written."""
    for part in (combat, *step.options, *desk.anytime_in_fights):
        yield from desk.nodes(part)


def opponents(desk: Desk, step: ast.Fight, combat: ast.CombatDecl, site: Site) -> list[Opponent]:
    """The foes; a stat that nothing changes is a number of the fight's text, not a variable.

    Foes who fight one after another share their variables, but for those whose stats are drawn: they are known from the
    beginning of the fight.
    """
    rules = rules_of(desk, step, combat)
    changed = {node.id for node in rules if isinstance(node, ast.Place) and node.foe} | desk.foe_stats_read
    made = []
    for number, (foe, name) in enumerate(zip(step.foes, names_of_foes(step), strict=True), start=1):
        starts = _starts(desk, foe, combat, site)
        drawn = number > 1 and not all(isinstance(start, Const) for start in starts.values())
        place = number if step.together or drawn else 1
        made.append(_opponent(desk, foe, name, place, starts, drawn, changed, site))
    return made


def _opponent(
    desk: Desk,
    foe: ast.Foe,
    name: str,
    place: int,
    starts: Mapping[str, Expr],
    drawn: bool,
    changed: set[str],
    site: Site,
) -> Opponent:
    stem = f"{site.prefix}foe {place}"
    stats: dict[str, Binding] = {}
    begin: list[Change] = []
    for stat, start in starts.items():
        if isinstance(start, Const) and stat not in changed:
            stats[stat] = Binding(start)
            continue
        low, high = desk.bounds(start, site)
        low = min(0, low)
        variable = desk.local(f"{stem} {stat}", low, high, role=Role(what="foe", of=str(place), stat=str(stat)))
        _hold(site, variable.name, low, high)
        begin.append(Change(variable=variable.name, value=start))
        first = Var(name=f"{stem} initial {stat}")
        _hold(site, first.name, low, high)
        stats[stat] = Binding(variable, variable.name, cap=start if isinstance(start, Const) else first)
    return Opponent(name, stats, tuple(begin), drawn, foe)


def _hold(site: Site, name: str, low: int, high: int) -> None:
    """A variable holds these values, besides those of an earlier foe of the fight."""
    before = site.ranges.get(name, (low, high))
    site.ranges[name] = (min(low, before[0]), max(high, before[1]))


def _starts(desk: Desk, foe: ast.Foe, combat: ast.CombatDecl, site: Site) -> dict[str, Expr]:
    wanted = [stat.id for stat in combat.foe_stats]
    found: dict[str, Expr] = {}
    meant: set[str] = set()
    again: list[ast.Id] = []
    if not combat.unread and _by_other_names(desk, foe, wanted):
        return dict.fromkeys(wanted, Const(value=1))
    for stat, start in foe.stats:
        if stat in combat.unread and stat not in wanted:
            expressions.amount(desk, start, site)
        elif stat not in wanted:
            hint = nearest(stat, wanted) or f"a foe has {listed(wanted) or 'no stats'}"
            desk.report(names.FOE_STATS, stat.span, f"foes have no {stat} in this combat", hint)
            meant.update(filter(None, [nearest_word(stat, wanted)]))
        elif stat in found:
            again.append(stat)
        else:
            found[stat] = expressions.amount(desk, start, site)
    missing = [stat for stat in wanted if stat not in found and stat not in meant]
    for stat in again:
        hint = f"write {missing[0]} for one of the two" if missing else "write it once"
        desk.report(names.FOE_STATS, stat.span, f"{stat} is given twice", hint)
    if missing and not again and foe.name.strip():  # one without a name is a finding already
        message = f"{foe.name} has no {' and no '.join(missing)}"
        known = structs.replace(foe, stats=tuple(each for each in foe.stats if each[0] in wanted))
        hint = f"add the number you want: {spell_foe(known)} {' '.join(f'{stat} …' for stat in missing)}"
        desk.report(names.FOE_STATS, foe.name.span, message, hint)
    return {stat: found.get(stat, Const(value=1)) for stat in wanted}


def _by_other_names(desk: Desk, foe: ast.Foe, wanted: Sequence[str]) -> bool:
    """Whether the numbers of a foe are as many as should be, but some are called otherwise; that is reported."""
    given = [stat for stat, _ in foe.stats]
    strange = [stat for stat in given if stat not in wanted]
    missing = [stat for stat in wanted if stat not in given]
    if not strange or len(strange) != len(missing):
        return False
    names_meant = {stat: near for stat in strange if (near := nearest_word(stat, wanted)) is not None}
    if not names_meant:
        names_meant = dict(zip(strange, missing, strict=True))
    elif len(strange) == 1 or {*names_meant.values()} != {*missing}:
        return False
    stats = tuple((ast.Id(names_meant.get(stat, stat), stat.span), start) for stat, start in foe.stats)
    message = f"foes have no {' and no '.join(strange)} in this combat"
    desk.report(names.FOE_STATS, strange[0].span, message, f"write: {spell_foe(structs.replace(foe, stats=stats))}")
    return True


def begin(desk: Desk, foes: list[Opponent], after: Block, step: ast.Fight, site: Site) -> Block:
    """Set the stats of foes at the start of their fight: seen by the reader where they are rolled.

    What `after` reads of their first values is remembered too.
    """
    asked = {
        name
        for each in steps_in(after)
        if isinstance(each, Assign)
        for change in each.changes
        for name in reads(change.value)
    }
    caps = [
        Change(variable=stat.cap.name, value=stat.value)
        for foe in foes
        for stat in foe.stats.values()
        if isinstance(stat.cap, Var) and stat.cap.name in asked
    ]
    groups = in_turn([*(change for foe in foes for change in foe.begin), *caps])
    return tuple(
        assign(desk, group, step.span, site, "effect" if any(has_dice(each.value) for each in group) else "hidden")
        for group in groups
    )
