"""Fights: the combat of the rule system, written out for one place in the book.

A fight is a scope with triggers of its own, and in it, for each foe (or for all at once), a loop of rounds. A round
begins with `after n rounds`, then `each round`, then the reader's chance to escape or to act; then the combat's own
round. Escape is offered from the first round on, unless it says `from round n`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import structs
from msgspec.structs import replace

from gamebook.codes import chapter_map, names, rules, syntax
from gamebook.codes.hints import write_one
from gamebook.model.arithmetic import FALSE, TRUE, Interval, binary, bounds, const, negate, reads, truth
from gamebook.model.blocks import goes_on_after
from gamebook.model.expression import Expr, Var
from gamebook.model.fold import both, either, times, total
from gamebook.model.step import (
    ANY_FOE,
    ESCAPE,
    FIGHT_ON,
    GET_AWAY,
    TARGET,
    Assign,
    Block,
    Change,
    If,
    Leave,
    Loop,
    Option,
    Scope,
    Step,
    Trigger,
)
from gamebook.resolve import expressions, lookup
from gamebook.resolve.choices import anytime, decide, option
from gamebook.resolve.desk import Desk
from gamebook.resolve.effects import assign, before_wound, hidden_assign, in_turn
from gamebook.resolve.fight_names import meant_event, next_round, settle
from gamebook.resolve.foes import Opponent, begin, opponents
from gamebook.resolve.lookup import ROUND
from gamebook.resolve.resolution import check
from gamebook.resolve.sights import asks_of_the_foe
from gamebook.resolve.site import Binding, Frame, Site, Standing
from gamebook.resolve.spelling import nearest
from gamebook.resolve.ways import ON, ways
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.one_line import spell_foe
from gamebook.syntax.spell import spell, spell_by

_LEAVING = ("lost", "escape", "stopped")
"""Kinds of rows whose blocks leave the fight."""
_MANY = {"two": 2, "three": 3, "four": 4}
"""Words that people write before the name of foes."""
MAX_FOES = 20
"""The most foes in one fight."""


def fight(desk: Desk, step: ast.Fight, site: Site) -> Block:
    """`~ fight "Gate guard" SKILL 7 STAMINA 6`"""
    combat = desk.names.combats.get(step.combat)
    if combat is None and step.combat in desk.names.lost:
        return ()
    if combat is None:
        stats = (stat for foe in step.foes for stat, _ in foe.stats)
        unnamed = step.combat == ast.USUAL_COMBAT and bool(desk.names.combats)
        like = None if unnamed else nearest(step.combat, desk.names.combats)
        hint = like or lookup.in_a_system(desk, "combat", step.combat, stats)
        hint = hint or (_which_combat(desk, step) if unnamed else _no_combat(desk, step))
        message = f"there is no combat {step.combat}"
        if unnamed:
            message = f"this fight does not say which combat it is, and there is none called {step.combat}"
        desk.report(names.UNKNOWN_COMBAT, step.combat.span, message, hint)
        return ()
    if len(step.foes) > MAX_FOES:
        desk.report(rules.TOO_LARGE, step.span, f"{len(step.foes)} foes are too many", f"at most {MAX_FOES} in a fight")
        return ()
    step, combat = _by_stats(desk, step, combat)
    return _Fight(desk, step, combat, site).resolve()


def _by_stats(desk: Desk, step: ast.Fight, combat: ast.CombatDecl) -> tuple[ast.Fight, ast.CombatDecl]:
    """The fight and its combat, or the other combat that has just the stats of its foes; then that is reported.

    Not one that lacks a setting or an event of the fight's lines: then only the stats are wrong.
    """
    wanted = {stat.id for stat in combat.foe_stats}
    given = [{stat for stat, _ in foe.stats} for foe in step.foes]
    strange = [stat for foe in step.foes for stat, _ in foe.stats if stat not in wanted]
    if not strange or combat.unread:
        return step, combat
    asked = {line.name for line in step.options if isinstance(line, ast.With)}
    asked |= {line.event for line in step.options if isinstance(line, ast.On)}
    asked &= _spoken_of(desk, combat)
    fitting = {
        name: other
        for name, other in desk.names.combats.items()
        if asked <= _spoken_of(desk, other) and all(stats == {stat.id for stat in other.foe_stats} for stats in given)
    }
    if not fitting:
        return step, combat
    unknown = [*dict.fromkeys(strange)]
    message = f"foes have no {' and no '.join(unknown)} in the combat {combat.name}"
    desk.report(names.FOE_STATS, strange[0].span, message, _of_combat(step, fitting))
    name, other = next(iter(fitting.items()))
    return replace(step, combat=ast.Id(name, step.combat.span)), other


def _spoken_of(desk: Desk, combat: ast.CombatDecl) -> set[ast.Id]:
    """The settings and events of a combat, of which lines under its fights may speak."""
    events = {node.event for node in desk.nodes(combat) if isinstance(node, ast.Happen)}
    return {setting.name for setting in combat.settings} | events


def _which_combat(desk: Desk, step: ast.Fight) -> str:
    """What to write for a fight that names no combat, where the book has some."""
    wanted = {str(stat) for foe in step.foes for stat, _ in foe.stats}
    fitting = [
        name for name, combat in desk.names.combats.items() if wanted <= {str(stat.id) for stat in combat.foe_stats}
    ] or [*desk.names.combats]
    return _of_combat(step, fitting)


def _of_combat(step: ast.Fight, combats: Iterable[str]) -> str:
    """A hint to write the fight as one of some combats."""
    lines = [f"~ fight {name}" if name != ast.USUAL_COMBAT else "~ fight" for name in combats]
    if len(step.foes) == 1:
        foe = f" {spell_foe(step.foes[0])}{spell_by(step.resolution)}"
        return write_one(*(f"{line}{foe}" for line in lines))
    if lines == ["~ fight"]:
        return "remove the name after “fight”"
    return f"write its name after “fight”: {', or: '.join(f'{line} …' for line in lines)}"


def _no_combat(desk: Desk, step: ast.Fight) -> str:
    """What to write for a word before the foe that is no combat."""
    many = _MANY.get(step.combat.lower(), 0)
    if many and len(step.foes) == 1:
        foe = step.foes[0]
        each = (structs.replace(foe, name=f"{foe.name} {number}") for number in range(1, many + 1))
        return f"write each foe, with “then” or “and” between two: ~ fight {' then '.join(map(spell_foe, each))}"
    if step.combat.lower() in ("the", "a", "an"):
        return "remove this word"
    known = ", ".join(each for each in desk.names.combats if each != ast.USUAL_COMBAT)
    if not desk.names.combats or not step.foes:
        return "use a rule system that has this combat"
    return f"remove this word, or write the name of a combat{f': {known}' if known else ''}"


def happen(desk: Desk, step: ast.Happen, site: Site) -> Block:
    """`~ event round-lost`: the steps that this fight has for it."""
    if site.fight is None:
        desk.report(names.OUT_OF_PLACE, step.span, "events belong in a combat", "write it in a `combat … round`")
        return ()
    own = replace(site, quoted=False)
    return tuple(each for block in site.fight.events.get(step.event, ()) for each in desk.block(block.body, own))


def each_foe(desk: Desk, step: ast.EachFoe, site: Site) -> Block:
    """`~ each foe`: the block for every foe that is not beaten yet."""
    steps: list[Step] = []
    for foe in _standing(desk, step.span, site):
        body = desk.block(step.body, site.against(foe.stats))
        where = desk.hidden_address(site, step.span)
        steps.extend(
            body if foe.dead == FALSE else (If(condition=negate(foe.dead), then=body, own=True, address=where),)
        )
    return tuple(steps)


def any_foe(desk: Desk, step: ast.AnyFoe, site: Site) -> Block:
    """`~ any foe`: the block for one that is not beaten yet, as the reader says."""
    group = _standing(desk, step.span, site)
    if len(group) == 1:
        return desk.block(step.body, site.against(group[0].stats))
    address = desk.address(site, step.span)
    options = tuple(
        Option(
            label=(str(foe.name),),
            condition=negate(foe.dead),
            address=desk.address(site, step.span),
            body=desk.block(step.body, site.against(foe.stats)),
        )
        for foe in group
    )
    return decide(desk, ANY_FOE, "fight", options, step.span, address, site)


def _standing(desk: Desk, span: Span, site: Site) -> tuple[Standing, ...]:
    """The foes of the fight around a place."""
    if site.fight is None:
        desk.report(names.OUT_OF_PLACE, span, "there is no foe here", "use it in a fight")
        return ()
    return site.fight.group


class _Fight:
    """One fight while it is written out."""

    def __init__(self, desk: Desk, step: ast.Fight, combat: ast.CombatDecl, site: Site) -> None:
        self.desk, self.step, self.combat = desk, step, combat
        self.parts: dict[str, Trigger] = {}
        """By the foe's name: the trigger that ends its part of a round when it falls."""
        before = sum(label.startswith(f"fight {site.owner}.") for label in desk.left.fights)
        self.label = f"fight {site.owner}.{before + 1}"
        desk.left.fights.append(self.label)
        self.address = desk.address(site, step.span)
        self.anytime = site.anytime
        """Whether menus around the fight offer the anytime actions: so do those of rows that end it."""
        self.around = site.at_defeat
        """What is done around the fight in place of a trigger that ends in a defeat."""
        inner = site.inside()
        self.events = self._events()
        self.site = replace(
            inner,
            prefix=f"{site.prefix}fight ",
            anytime=False,
            at_defeat="row" if self._rows("lost") or self.around == "row" else "trigger",
            follows=True,
            wounds=site.remembered,
            resolution=site.resolved(step.resolution),
            fight=Frame(self.label, combat, self.events),
        )
        if self.site.resolution is not None:
            check(desk, self.site.resolution, self.site)
        self.foes = opponents(desk, step, combat, inner)
        self.site.ranges.update(inner.ranges)
        self.beginning = settle(desk, step, combat, self.site)
        self._settle_wounds()
        self.leaving = self._settle_leaving()
        """Whether play is in a block that leaves the fight, where foes who fall make no difference; FALSE: none do."""

    # ---- the parts that a fight's lines give --------------------------------------------------------------

    def _events(self) -> dict[str, tuple[ast.On, ...]]:
        known = {node.event for node in self.desk.nodes(self.combat) if isinstance(node, ast.Happen)}
        found: dict[str, tuple[ast.On, ...]] = {}
        for line in self.step.options:
            if not isinstance(line, ast.On):
                continue
            if line.event not in known and line.event not in self.combat.unread:
                hint = meant_event(line.event, sorted(known))
                self.desk.report(names.UNKNOWN_EVENT, line.event.span, f"this combat has no event {line.event}", hint)
            found[line.event] = (*found.get(line.event, ()), line)
        return found

    def _rows(self, kind: str) -> list[ast.FightRow]:
        return [line for line in self.step.options if isinstance(line, ast.FightRow) and line.kind == kind]

    def _change_a_foe(self, *kinds: str) -> bool:
        """Whether rows of these kinds, or events that happen in them, change a foe's stat."""
        nodes = [node for kind in kinds for row in self._rows(kind) for node in self.desk.nodes(row)]
        done: set[str] = set()
        for node in nodes:  # events that happen in events are found on the way
            if isinstance(node, ast.Happen) and node.event not in done:
                done.add(node.event)
                nodes.extend(each for line in self.events.get(node.event, ()) for each in self.desk.nodes(line))
        return any(isinstance(node, ast.Place) and node.foe for node in nodes)

    def _settle_wounds(self) -> None:
        """A `wounded` row needs to know the reader's stat before each wound."""
        stat = self.combat.wounds
        if stat is not None and not self._is_the_readers(stat):
            return
        if not self._rows("wounded"):
            return
        if stat is None:
            span = self._rows("wounded")[0].span
            self.desk.report(names.OUT_OF_PLACE, span, "this combat does not say what a wound is", "write: wounds STAT")
            return
        mark = before_wound(self.desk, stat.id)
        flag = self.desk.local(f"{self.site.prefix}wounded", 0, 1, "hidden")
        starts = (
            Change(variable=mark.name, value=const(self.desk.ranges[stat.id][0])),
            Change(variable=flag.name, value=FALSE),
        )
        self.beginning = (*self.beginning, *starts)
        assert self.site.fight is not None
        self.site = replace(self.site, fight=replace(self.site.fight, marked=True))

    def _is_the_readers(self, stat: ast.Name) -> bool:
        """Whether `wounds` names something of the reader's; if not, that is reported, once for all fights."""
        if stat.id in self.desk.sheet:
            return True
        numbers = self.desk.names.of_kind("stat", "number")
        hint = nearest(stat.id, numbers) or (
            f"the reader has {', '.join(numbers)}" if numbers else "write it on the sheet"
        )
        message = f"the reader has no stat or number {stat.id}, so a wound cannot lower it"
        self.desk.report(names.UNKNOWN_NAME, stat.id.span, message, hint)
        return False

    def _settle_leaving(self) -> Expr:
        """Where a block that leaves may fell a foe: itself, or by a wound that a `wounded` row answers.

        Whether it wounds is not looked at (a trigger may do it), nor what it does where `won when` asks for other
        things than stats of foes: numbers of the combat, or what the reader has.
        """
        plain = ast.FoeStat | ast.Number | ast.Unary | ast.Binary
        of_foes = all(isinstance(node, plain) for node in self.desk.nodes(self.combat.won_when))
        if not any(map(self._rows, _LEAVING)) or (of_foes and not self._change_a_foe(*_LEAVING, "wounded")):
            return FALSE
        flag = self.desk.local(f"{self.site.prefix}leaving", 0, 1, "hidden")
        self.beginning = (*self.beginning, Change(variable=flag.name, value=FALSE))
        return flag

    def _leave_by(self, row: ast.FightRow, block: Block) -> Block:
        """A block that leaves the fight, unless it turns."""
        left = (*block, Leave(label=self.label)) if ON in ways(block, shut=True) else block
        if not isinstance(self.leaving, Var):
            return left
        return (hidden_assign(self.desk, self.leaving.name, TRUE, row.span, self.site), *left)

    # ---- the scope ------------------------------------------------------------------------------------------

    def resolve(self) -> Block:
        """The whole fight, as one scope."""
        groups = [self.foes] if self.step.together else [[foe] for foe in self.foes]
        won = self._rows("won")
        single = len(groups) == 1 and not won
        body: list[Step] = [
            assign(self.desk, changes, self.step.span, self.site, "hidden") for changes in in_turn(self.beginning)
        ]
        scopes: list[Step] = []
        watches: tuple[Trigger, ...] = ()
        muted = tuple(watch.id for watch in self.desk.defeats) if self._rows("lost") else ()
        for number, group in enumerate(groups, start=1):
            label = self.label if single else f"{self.label} foe {number}"
            self._stand(group)
            for foe in group:
                self._check_begins(foe)
            look = self._look(group)
            watches = self._watches(group, label, look)
            rounds = self._rounds(group)
            watches = (*watches, *self._falls(group))
            after = (*(step for watch in watches for step in watch.body), rounds)
            begins = begin(self.desk, group, after, self.step, self.site)
            (body if number == 1 or any(foe.drawn for foe in group) else scopes).extend(begins)
            if single:
                scopes.extend((*look, rounds))
                continue
            scope = Scope(
                label=label,
                title=_titles(group),
                watches=watches,
                muted=muted,
                body=(*look, rounds),
                address=self.desk.address(self.site, self.step.span),
            )
            scopes.append(scope)
        body.extend(scopes)
        after_it = replace(self.site, anytime=self.anytime, at_defeat=self.around)
        body.extend(self._in_turn(won, lambda row: self.desk.block(row.body, after_it)))
        return (
            Scope(
                label=self.label,
                what="fight",
                title=_titles(self.foes),
                watches=watches if single else (),
                muted=muted if single else (),
                body=tuple(body),
                address=self.address,
            ),
        )

    def _look(self, group: list[Opponent]) -> tuple[Assign, ...]:
        """Where foes may all be beaten as they appear: the change of a flag, which has `won when` looked at."""
        ranges = {**self.desk.ranges, **self.site.ranges, **self._begins(group)}
        if bounds(both(self._dead(foe) for foe in group), ranges, self.desk.cells)[1] == 0:
            return ()
        flag = self.desk.local(f"{self.site.prefix}appears", 0, 1, "hidden")
        return tuple(hidden_assign(self.desk, flag.name, now, self.step.span, self.site) for now in (FALSE, TRUE))

    def _watches(self, group: list[Opponent], label: str, look: tuple[Assign, ...]) -> tuple[Trigger, ...]:
        """Lost before wounded before won: what happens to the reader comes first."""
        dead = both(self._dead(foe) for foe in group)
        leave = Leave(label=label)
        fallen = both([dead, negate(self.leaving)])
        mentions = reads(dead) | {change.variable for step in look for change in step.changes}
        won = Trigger(id=f"{label} won", condition=fallen, mentions=tuple(sorted(mentions)), body=(leave,), row="won")
        unsure = self.combat.unread or self.desk.half_read(self.combat) or self.desk.half_read(self.step)
        if (dead == FALSE or not mentions) and not unsure:
            self.desk.report(rules.NOTHING_LOST, self.combat.won_when.span, "nothing in the fight can win it")
        return (*self._lost(label), *self._wounded(label), won)

    def _lost(self, label: str) -> tuple[Trigger, ...]:
        rows = self._rows("lost")
        if rows and not self.desk.defeats:
            hint = (
                "remove this row, or write -> defeat as the last line of a trigger (when … <= 0), under no other line"
            )
            message = "no trigger has a defeat as its own last line, so this row is never used"
            if self.desk.turning:
                message += "; a trigger that turns to a chapter does so in a fight, too"
            self.desk.report(rules.NOTHING_LOST, rows[0].span, message, hint)
        if self.around == "nothing" and not rows:  # silent around the fight, they stand again in it
            return tuple(replace(watch, instead=watch.id) for watch in self.desk.defeats)
        return tuple(
            Trigger(
                id=f"{label} lost {watch.id}",
                condition=watch.condition,
                mentions=watch.mentions,
                body=self._outcome(rows, "lost"),
                row="lost",
                instead=watch.id,
            )
            for watch in (self.desk.defeats if rows else ())
        )

    def _wounded(self, label: str) -> tuple[Trigger, ...]:
        rows, frame, stat = self._rows("wounded"), self.site.fight, self.combat.wounds
        if not rows or frame is None or not frame.marked or stat is None:
            return ()
        flag = Var(name=f"{self.site.prefix}wounded")
        lowered = binary("<", Var(name=str(stat.id)), before_wound(self.desk, stat.id))
        now = replace(frame, marked=False, foe=frame.group[0].stats)
        site = replace(self.site, prefix=f"{self.site.prefix}wounded ", fight=now)
        once = hidden_assign(self.desk, flag.name, TRUE, rows[0].span, site)
        body = self._in_turn(rows, lambda row: self._against_the_first(row, row.body, site))
        condition = both([lowered, negate(flag)])
        mentions = (str(stat.id),)
        return (
            Trigger(id=f"{label} wounded", condition=condition, mentions=mentions, body=(once, *body), row="wounded"),
        )

    def _in_turn(self, rows: list[ast.FightRow], resolved: Callable[[ast.FightRow], Block]) -> Block:
        """The blocks of rows of one kind, one after the other: what follows a turn is never reached."""
        steps: list[Step] = []
        for number, row in enumerate(rows):
            if number and ON not in ways(tuple(steps), shut=True):
                message = f"this “{row.kind}” is never reached: the one above it always turns or ends play"
                hint = "remove it, or say in one row which of the two happens"
                self.desk.report(chapter_map.NEVER_REACHED, row.span, message, hint)
            steps.extend(resolved(row))
        return tuple(steps)

    def _outcome(self, rows: list[ast.FightRow], kind: str) -> Block:
        """The rows of one kind; play goes on after the fight unless they turn."""
        assert self.site.fight is not None
        first = self.site.fight.group[0].stats
        site = self.site.against(first)
        site = replace(site, prefix=f"{site.prefix}{kind} ", anytime=self.anytime)
        if kind == "lost":
            site = replace(site, at_defeat="row" if self.around == "row" else "nothing")
        body = self._in_turn(rows, lambda row: self._against_the_first(row, row.body, site))
        return self._leave_by(rows[0], body) if rows else ()

    def _facing(self, foe: Opponent) -> Site:
        assert self.site.fight is not None
        return replace(self.site, fight=replace(self.site.fight, foe=foe.stats), quoted=True)

    def _stand(self, group: list[Opponent]) -> None:
        """From here on these foes fight."""
        assert self.site.fight is not None
        standing = tuple(Standing(foe.name, foe.stats, self._dead(foe)) for foe in group)
        every = tuple(str(foe.name) for foe in self.foes)
        self.site = replace(self.site, fight=replace(self.site.fight, group=standing, foes=every))

    def _check_begins(self, foe: Opponent) -> None:
        """Report a foe that is beaten before the first round, as by a minus too many."""
        ranges = {**self.desk.ranges, **self.site.ranges, **self._begins([foe])}
        before = self.desk.reports
        dead = self._dead(foe)
        if self.desk.reports == before and bounds(dead, ranges, self.desk.cells) == (1, 1):
            message = f"{foe.name} is beaten before the fight begins: {spell(self.combat.won_when)}"
            self.desk.report(rules.OF_NOTHING, foe.node.span, message, "give it more to lose")

    def _begins(self, group: list[Opponent]) -> dict[str, Interval]:
        """What the stats of foes can be when they appear."""
        return {each.variable: self.desk.bounds(each.value, self.site) for foe in group for each in foe.begin}

    def _dead(self, foe: Opponent) -> Expr:
        return expressions.value(self.desk, self.combat.won_when, self._facing(foe))

    # ---- rounds -----------------------------------------------------------------------------------------------

    def _rounds(self, group: list[Opponent]) -> Loop:
        address = self.desk.address(self.site, self.step.span)
        own = replace(self._facing(group[0]), quoted=False)
        self._check_busy(own)
        body = [*self._stopped(own), *self._count(own)]
        for line in self.step.options:
            if isinstance(line, ast.EachRound):
                body.extend(self._against_the_first(line, line.body, own))
        body.extend(self._escape(own))
        body.extend(self._attack(group))
        return Loop(until=FALSE, body=tuple(body), address=address)

    def _fronts(self, part: ast.Node, site: Site) -> list[tuple[Expr, Site]]:
        """Where several foes fight together, a line that speaks of the foe means the first that is not beaten yet.

        Returns the site for each foe that can be the first, and when it is; a single one where nothing speaks of it.
        """
        assert site.fight is not None
        if len(site.fight.group) == 1 or not self._speaks_of_the_foe(part):
            return [(TRUE, site)]
        found = []
        fallen: Expr = TRUE
        for foe in site.fight.group:
            found.append((both([fallen, negate(foe.dead)]), site.against(foe.stats)))
            fallen = both([fallen, foe.dead])
        return found

    def _first(self, site: Site) -> dict[str, Binding]:
        """The stats of the first foe who is not beaten, where there is no current foe yet."""
        assert site.fight is not None
        *before, last = site.fight.group
        found: dict[str, Binding] = {}
        for stat, bound in last.stats.items():
            value = bound.value
            for foe in reversed(before):
                dead = truth(foe.dead)
                value = total([times(dead, value), times(negate(dead), foe.stats[stat].value)])
            found[stat] = Binding(value)
        return found

    def _speaks_of_the_foe(self, part: ast.Node) -> bool:
        """Whether something in a part says `foe` without a name, and outside of `~ each foe` and `~ any foe`.

        A strategy may say so at a decision there.
        """
        nodes = self.desk.nodes(part)
        picked = [each for each in nodes if isinstance(each, ast.EachFoe | ast.AnyFoe)]
        within = {id(node) for each in picked for node in self.desk.nodes(each)}
        chapter = self.site.chapter or ""
        return any(
            (
                ((isinstance(node, ast.FoeStat) or (isinstance(node, ast.Place) and node.foe)) and not node.whose)
                or asks_of_the_foe(self.desk, node, chapter)
            )
            and id(node) not in within
            for node in nodes
        )

    def _against_the_first(self, line: ast.EachRound | ast.FightRow, block: ast.Block, site: Site) -> Block:
        """The block of a line, against the first foe that is not beaten yet where it speaks of one."""
        bodies = [(first, self.desk.block(block, where)) for first, where in self._fronts(line, site)]
        steps = bodies[-1][1]
        for first, body in reversed(bodies[:-1]):
            address = self.desk.hidden_address(site, line.span)
            steps = (If(condition=first, then=body, otherwise=steps, own=True, address=address),)
        return steps

    def _stopped(self, site: Site) -> Block:
        steps: list[Step] = []
        rows = [
            (expressions.constant(self.desk, row.rounds, site) if row.rounds is not None else 1, row)
            for row in self._rows("stopped")
        ]
        first = min(rows, key=lambda each: each[0], default=None)
        for last, row in rows:
            if first is not None and row is not first[1]:
                hint = "remove it, or write a larger number in the other row"
                message = f"this is never reached: the fight ends after {first[0]} round{'s' if first[0] != 1 else ''}"
                self.desk.report(chapter_map.NEVER_REACHED, row.span, message, hint)
            over = binary(">=", site.names[ROUND].value, const(last))
            address = self.desk.hidden_address(site, row.span)
            then = self._outcome([row], "stopped")
            steps.append(If(condition=over, then=then, own=True, stops=True, address=address))
        return tuple(steps)

    def _count(self, site: Site) -> Block:
        bound = site.names.get(ROUND)
        if bound is None or not isinstance(bound.value, Var):
            return ()
        return (hidden_assign(self.desk, bound.value.name, next_round(bound.value, site), self.step.span, site),)

    def _escape(self, site: Site) -> Block:
        """At the start of a round: escape, act, or fight on."""
        options: list[Option] = []
        rows = self._rows("escape")
        actions = self.desk.anytime_in_fights
        if not rows and not actions:
            return ()
        address = self.desk.address(site, rows[0].span if rows else self.step.span)
        begun: set[int] = set()
        for row in rows:
            node = ast.Option(GET_AWAY, body=row.body, span=row.span)
            from_round: Expr = TRUE
            first_round = 1
            if row.rounds is not None:
                first_round = expressions.constant(self.desk, row.rounds, site)
                from_round = binary(">=", site.names[ROUND].value, const(first_round))
            if first_round in begun:
                message = "an “escape” above begins in the same round, so readers see two choices with the same words"
                hint = "write one row, and under it a choice for each way: ~ choose"
                self.desk.report(syntax.SAME_CHOICE, row.span, message, hint)
            begun.add(first_round)
            for first, where in self._fronts(row, replace(site, anytime=self.anytime)):
                made = option(self.desk, node, where)
                body = self._leave_by(row, made.body)
                condition = both([made.condition, from_round, first])
                options.append(structs.replace(made, condition=condition, body=body))
        for action in actions:
            for first, where in self._fronts(action, site):
                (made,) = anytime(self.desk, (action,), where, in_fight=True)
                options.append(structs.replace(made, condition=both([made.condition, first])))
        options.append(Option(label=(FIGHT_ON,), condition=TRUE, address=self.desk.address(site, self.step.span)))
        return decide(self.desk, ESCAPE, "fight", tuple(options), self.step.span, address, site, self._first(site))

    def _attack(self, group: list[Opponent]) -> Block:
        if len(group) == 1:
            return self.desk.block(self.combat.round, self._facing(group[0]))
        if self.combat.others is None:
            hint = "let them fight one after another"
            self.desk.report(rules.NOT_TOGETHER, self.step.span, "these foes cannot fight together", hint)
            return ()
        address = self.desk.address(self.site, self.step.span)
        options = tuple(self._attack_on(foe, group) for foe in group)
        return decide(self.desk, TARGET, "fight", options, self.step.span, address, self.site, self._first(self.site))

    def _attack_on(self, foe: Opponent, group: list[Opponent]) -> Option:
        """The round against the foe that the reader picks, then what each of the others does that still lives."""
        address = self.desk.address(self.site, foe.node.span)
        steps = list(self._part(foe, self.desk.block(self.combat.round, self._facing(foe))))
        for other in group:
            if other is not foe:
                where = self.desk.hidden_address(self.site, other.node.span)
                attack = self._part(other, self.desk.block(self.combat.others or (), self._facing(other)))
                steps.append(If(condition=self._attacks(other), then=attack, own=True, address=where))
        alone = both(negate(self._attacks(other)) for other in group)
        open_ = both([negate(self._dead(foe)), either([negate(self._is_busy(foe)), alone])])
        return Option(label=(str(foe.name),), condition=open_, body=tuple(steps), address=address)

    def _part(self, foe: Opponent, body: Block) -> Block:
        """What a foe does in a round, or suffers: what is left of it is forgotten when the foe falls."""
        dead = self._dead(foe)
        # Where a `wounded` row changes a foe, any loss of the reader's may be the end of it.
        if not (goes_on_after(body, reads(dead)) or (body and self._change_a_foe("wounded"))):
            return body
        label = f"{self.label} against {foe.name}"
        self.parts[foe.name] = Trigger(
            id=f"{label} fallen",
            condition=both([dead, negate(self.leaving)]),
            mentions=tuple(sorted(reads(dead))),
            body=(Leave(label=label),),
        )
        address = self.desk.hidden_address(self.site, foe.node.span)
        return (Scope(label=label, what="part", title=str(foe.name), body=body, address=address),)

    def _falls(self, group: list[Opponent]) -> tuple[Trigger, ...]:
        """Triggers for the fall of one of several foes, where that makes a difference; after those of the fight."""
        return tuple(self.parts[foe.name] for foe in group if foe.name in self.parts)

    def _attacks(self, foe: Opponent) -> Expr:
        """Whether a foe is there for the reader: alive, and not busy with somebody else."""
        return both([negate(self._dead(foe)), negate(self._is_busy(foe))])

    def _check_busy(self, site: Site) -> None:
        assert site.fight is not None
        for line in self.step.options:
            if isinstance(line, ast.Busy):
                if len(site.fight.group) > 1 or line.foe not in site.fight.foes:
                    lookup.foe_called(self.desk, line.foe, site)
                if len(site.fight.group) == 1:
                    message = "only one of several foes can be kept busy"
                    alone = (
                        "write the other foes on the line of the fight, with `and` between them, or delete this line"
                    )
                    hint = lookup.TOGETHER if len(self.step.foes) > 1 else alone
                    self.desk.report(names.OUT_OF_PLACE, line.span, message, hint)

    def _is_busy(self, foe: Opponent) -> Expr:
        lines = [line for line in self.step.options if isinstance(line, ast.Busy) and line.foe == foe.name]
        site = replace(self._facing(foe), quoted=False)
        return either(expressions.value(self.desk, line.condition, site) for line in lines)


def _titles(foes: list[Opponent]) -> str:
    return ", ".join(foe.name for foe in foes)
