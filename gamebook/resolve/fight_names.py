"""What names mean in a fight: the combat's settings, numbers of the fight's own, and the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from gamebook.codes import names, rules
from gamebook.codes.hints import did_you_mean, write
from gamebook.comparisons import COMPARISONS
from gamebook.diagnostics import Related
from gamebook.model.arithmetic import ONE, binary, const, has_dice
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.fold import times
from gamebook.model.step import Change
from gamebook.resolve import expressions, lookup
from gamebook.resolve.desk import Desk
from gamebook.resolve.foes import rules_of
from gamebook.resolve.lookup import ROUND
from gamebook.resolve.replaced import never_holds, replacing
from gamebook.resolve.site import Binding, Site
from gamebook.resolve.spelling import nearest
from gamebook.syntax import ast
from gamebook.syntax.one_line import PLAIN
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import find


def settle(desk: Desk, step: ast.Fight, combat: ast.CombatDecl, site: Site) -> tuple[Change, ...]:
    """Give the fight's names their meaning in `site`; returns what sets its variables at the start."""
    for setting in combat.settings:
        lookup.check_new_setting(desk, setting.name)
        if _is_free(desk, setting.name):
            site.names[setting.name] = Binding(expressions.amount(desk, setting.value, site))
    rounds = _round(desk, step, combat, site)
    known = [setting.name for setting in combat.settings]
    lost = [name for name in combat.unread if name not in known]
    for after, line in enumerate(step.options, start=1):
        if isinstance(line, ast.With | ast.FightRow) and line.rounds is not None:
            _check_rounds(desk, line, line.rounds, site)
        if isinstance(line, ast.With):
            _with(desk, line, combat, site, lost)
            _check_amount(desk, line, combat, site)
            _check_holds(desk, line, step.options[after:], site)
    own = [line for line in step.options if isinstance(line, ast.Local)]
    locals_ = [change for line in (*combat.locals, *own) if (change := _local(desk, line, site)) is not None]
    return (*rounds, *locals_)


def setting_added_to(combat: ast.CombatDecl, number: str) -> str | None:
    """The setting that a combat adds to a number: `attack` is added to SKILL in `2d6 + SKILL + attack`."""
    settings = {str(setting.name) for setting in combat.settings}
    for added in find((combat.round, combat.others), ast.Binary):
        names_ = [str(each.id) for each in _summands(added) if isinstance(each, ast.Name)]
        if number in names_ and settings & {*names_}:
            return next(each for each in names_ if each in settings)
    return None


def _summands(value: ast.Expr) -> Iterator[ast.Expr]:
    if isinstance(value, ast.Binary) and value.op == "+":
        yield from _summands(value.left)
        yield from _summands(value.right)
    else:
        yield value


def _with(desk: Desk, line: ast.With, combat: ast.CombatDecl, site: Site, lost: Sequence[str]) -> None:
    """`with damage = 3`, `with attack = -2 for 2 rounds`; `lost`: what may be a setting on a line that is not read."""
    if line.name in lost:
        return
    known = [setting.name for setting in combat.settings]
    if line.name not in known:
        hint: str | None = nearest(line.name, known) or (f"its settings are {', '.join(known)}" if known else None)
        setting = setting_added_to(combat, line.name) if spell(line.value).startswith("-") else None
        if setting is not None:
            hint = write(PLAIN[ast.With](structs.replace(line, name=ast.Id(setting, line.name.span))))
        desk.report(names.UNKNOWN_SETTING, line.name.span, f"this combat has no setting {line.name}", hint)
        return
    if isinstance(line.value, ast.Name) and lookup.is_truth(desk, line.value.id, site):
        number = ast.Number(int(line.value.id.lower() in ("yes", "true")), span=line.value.span)
        lookup.unknown(desk, line.value.id, site, write(PLAIN[ast.With](structs.replace(line, value=number))))
        return
    usual, now = site.names[line.name].value, expressions.amount(desk, line.value, site)
    if line.rounds is not None:
        last = const(expressions.constant(desk, line.rounds, site))
        holds, over = (binary(op, site.names[ROUND].value, last) for op in ("<=", ">"))
        if has_dice(usual):  # dice that stand twice would be rolled twice
            now = binary("+", times(over, usual), times(holds, now))
        else:
            now = binary("+", usual, times(holds, binary("-", now, usual)))
    site.names[line.name] = Binding(now)


def _check_amount(desk: Desk, line: ast.With, combat: ast.CombatDecl, site: Site) -> None:
    """Report `with harm = -3`: below 0 what a round takes takes nothing, or the opposite happens.

    This is so of what is above 0 by itself, and how much changes is worked out from it. Others are added to something
    (`option attack = 0`), or below 0 have a meaning of their own (`option luck = -1`).
    """
    usual = next((setting.value for setting in combat.settings if setting.name == line.name), None)
    if usual is None or line.name not in _amounts(desk, combat):
        return
    before = desk.reports
    value, by_itself = expressions.amount(desk, line.value, site), expressions.amount(desk, usual, site)
    if desk.reports > before or desk.bounds(by_itself, site)[0] <= 0 or desk.bounds(value, site)[1] >= 0:
        return
    known = f"; without this line it is {by_itself.value}" if isinstance(by_itself, Const) else ""
    message = f"{line.name} is an amount in this combat, and {spell(line.value)} is below 0{known}"
    hint = write(f"with {line.name} = {-value.value}") if isinstance(value, Const) else "write an amount above 0"
    desk.report(rules.BELOW_ZERO, line.value.span, message, hint)


def _amounts(desk: Desk, combat: ast.CombatDecl) -> set[str]:
    """The names in a combat's rules from which it is worked out how much changes."""
    declared = {rule.name: rule for rule in desk.names.kinds[ast.RuleDecl]}
    named: dict[int, set[str]] = {}

    def in_rule(part: ast.CombatDecl | ast.RuleDecl) -> set[str]:
        """These names in the combat, or in a rule that is done in it; a rule that does itself adds nothing then."""
        if id(part) in named:
            return named[id(part)]
        found = named[id(part)] = set[str]()
        for node in desk.nodes(part):
            if isinstance(node, ast.Change):
                found |= {name.id for name in find(node.amount, ast.Name)}
            elif isinstance(node, ast.DoRule) and node.rule in declared:
                rule = declared[node.rule]
                given = zip(rule.parameters, node.arguments, strict=False)
                own = in_rule(rule)
                found |= {name.id for known, each in given if known.id in own for name in find(each, ast.Name)}
                found |= own - {known.id for known in rule.parameters}
        return found

    return in_rule(combat)


def meant_event(event: str, known: Sequence[str]) -> str | None:
    """What to write for an event that a combat has not; a part of several names may mean each of them."""
    parts = [each for each in known if event.casefold() in each.split("-")]
    if len(parts) == 1:
        return did_you_mean(parts[0], event)
    like = None if parts else nearest(event, known)
    return like or (f"its events are {', '.join(known)}" if known else None)


def _check_rounds(desk: Desk, line: ast.With | ast.FightRow, rounds: ast.Expr, site: Site) -> None:
    """Report `for 0 rounds`, `after 0 rounds`, `escape from round 0`."""
    before = desk.reports
    number = expressions.constant(desk, rounds, site)
    if number > 0 or desk.reports > before:
        return
    if isinstance(line, ast.With):
        message = f"this is for {number} rounds, so it never holds"
        hint = "write for how many rounds it holds, or remove the line"
    elif line.kind == "escape":
        message, hint = (
            f"there is no round {number}: the first one is round 1",
            "write escape alone, or the round from which it is offered",
        )
    else:
        message = f"the fight ends after {number} rounds, so nobody fights"
        hint = "write after how many rounds it ends: after 1 round"
    desk.report(rules.OF_NOTHING, rounds.span, message, hint)


def _check_holds(desk: Desk, line: ast.With, after: Sequence[ast.FightOption], site: Site) -> None:
    """Report a setting that a later line replaces in every round."""

    def count(rounds: ast.Expr) -> int:
        return expressions.constant(desk, rounds, site)

    by = replacing(line, after, count)
    if by is not None and never_holds(line, by, count):
        hint = "remove it" if line.rounds is None else "remove it, or write it after that line"
        related = (Related(by.span, "the later line"),)
        desk.report(rules.NEVER_HOLDS, line.span, f"a later line replaces this {line.name}", hint, related)


def _local(desk: Desk, line: ast.Local, site: Site) -> Change | None:
    """`local run = 0 in 0..2`; one that has a single value is no variable, and effects on it do nothing."""
    # A setting that changes with the round has no one value: the range then holds all of them.
    low = desk.bounds(expressions.value(desk, line.low, site), site)[0]
    high = desk.bounds(expressions.value(desk, line.high, site), site)[1]
    if low > high:
        desk.report(rules.EMPTY_RANGE, line.span, f"{low}..{high} is empty", f"write {high}..{low}")
        high = low
    lookup.check_new(desk, line.name)
    if not _is_free(desk, line.name):
        return None
    start = expressions.amount(desk, line.start, site)
    if low == high:
        site.names[line.name] = Binding(const(low), idle=True)
        return None
    first, last = desk.bounds(start, site)
    if last < low or first > high:
        desk.report(rules.BAD_START, line.span, f"{line.name} starts outside {low}..{high}", "widen the range")
    low, high = desk.sized(low, high, line.span, line.name)
    name = f"{site.prefix}{line.name}"
    before = desk.look_at(name)
    if before is not None and (before.low, before.high) != (low, high):
        name = f"{name} {low}..{high}"
    variable = desk.local(name, low, high)
    site.names[line.name] = Binding(variable, name)
    return Change(variable=name, value=start)


# ---- the round ------------------------------------------------------------------------------------------


def _is_free(desk: Desk, name: ast.Id) -> bool:
    """Whether a combat or a fight may give a number of its own this name; if not, that is reported."""
    if name == ROUND:
        message = "round is the number of the round, which each fight counts by itself"
        desk.report(names.DUPLICATE_NAME, name.span, message, "choose another name, such as rounds")
    return name != ROUND


def _round(desk: Desk, step: ast.Fight, combat: ast.CombatDecl, site: Site) -> tuple[Change, ...]:
    """The number of the round, counted only as far as somebody asks."""
    most = _last_round_asked(desk, step, combat, site)
    if most is None:
        return ()
    low, high = desk.sized(0, most, step.span, "the round")
    variable = desk.local(f"{site.prefix}{ROUND}", low, high, "hidden")
    site.ranges[variable.name] = (0, high)
    site.names[ROUND] = Binding(variable)
    return (Change(variable=variable.name, value=const(0)),)


def next_round(variable: Var, site: Site) -> Expr:
    """The number of the next round; it stops where nobody looks any further."""
    return binary("min", binary("+", variable, ONE), const(site.ranges[variable.name][1]))


def _last_round_asked(desk: Desk, step: ast.Fight, combat: ast.CombatDecl, site: Site) -> int | None:
    """From this round on all rounds are alike; None if no rule looks at the round."""
    nodes = list(rules_of(desk, step, combat))
    asked: list[int] = []
    fine: set[int] = set()
    for comparison in nodes:
        if not isinstance(comparison, ast.Binary) or comparison.op not in COMPARISONS:
            continue
        for side, other in ((comparison.left, comparison.right), (comparison.right, comparison.left)):
            if isinstance(side, ast.Name) and side.id == ROUND:
                fine.add(id(side))
                asked.append(_most(desk, other, site) + 1)
    for name in nodes:
        if isinstance(name, ast.Name) and name.id == ROUND and id(name) not in fine:
            hint = "write a condition such as: round > 3"
            desk.report(rules.ROUND_USE, name.span, "the round can only be compared with a number", hint)
            asked.append(1)
    asked.extend(
        expressions.constant(desk, line.rounds, site) + isinstance(line, ast.With)
        for line in step.options
        if isinstance(line, ast.With | ast.FightRow) and line.rounds is not None
    )
    return max(1, *asked) if asked else None


def _most(desk: Desk, other: ast.Expr, site: Site) -> int:
    """The number that the round is compared with."""
    return expressions.constant(desk, other, site)
