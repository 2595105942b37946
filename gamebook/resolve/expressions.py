"""Values and conditions: from names on the page to variables of the model."""

from __future__ import annotations

from msgspec import structs

from gamebook.codes import names, rules
from gamebook.codes.hints import write_here
from gamebook.comparisons import COMPARISONS
from gamebook.diagnostics import Related
from gamebook.dice.pmf import dice_work
from gamebook.model.arithmetic import FALSE, LARGEST, TRUE, ZERO, binary, const, has_dice, negate
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.model.fold import minus, times, total
from gamebook.model.reserved import BEEN, FIRST_TIME
from gamebook.resolve import lookup
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Binding, Site, hero_site
from gamebook.resolve.spelling import nearest
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.limits import MAX_DICE, MAX_SIDES, MAX_TOTALS, MAX_WORK
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import walk

_TRUTHS = ((0, 0), (0, 1), (1, 1))
SMALLER = "use smaller numbers, or smaller ranges"
"""What to do about a value that is too large."""
_GROWING = ("+", "-", "*")
"""Operations whose result may be larger than what they are done with. All else stays within; so do dice and tables."""


def amount(desk: Desk, expr: ast.Expr, site: Site) -> Expr:
    """A value in which dice may be rolled."""
    match expr:
        case ast.Number():
            return const(expr.value)
        case ast.Name():
            return _name(desk, expr, site)
        case ast.FoeStat():
            found = lookup.foe_stat(desk, expr.stat, expr.whose, expr.span, site)
            _asked_in_fight(desk, expr.stat, site)
            return found.value if found else ZERO
        case ast.Initial():
            return _initial(desk, expr)
        case ast.Visited():
            return _visited(desk, expr, site)
        case ast.Ticked():
            return _ticked(desk, expr, site)
        case ast.FirstTime():
            return _first_time(desk, expr, site)
        case ast.CountOf():
            return _count(desk, expr, site)
        case ast.Dice():
            return _dice(desk, expr, site)
        case ast.CountDice():
            return _count_dice(desk, expr, site)
        case ast.Call():
            return _call(desk, expr, site)
        case ast.Unary():
            operand = amount(desk, expr.operand, site)
            return minus(operand) if expr.op == "-" else negate(operand)
        case ast.Binary():
            return _binary(desk, expr, site)
    raise TypeError(f"no meaning for {type(expr).__name__}")


def value(desk: Desk, expr: ast.Expr, site: Site) -> Expr:
    """A value or condition that is computed without rolling."""
    found = amount(desk, expr, site)
    if has_dice(found):
        rolled = _let_with_dice(desk, expr, site)
        if rolled is None:
            desk.report(rules.NO_DICE_HERE, expr.span, "dice are not allowed here", "roll first: ~ roll 1d6 as d")
            return FALSE
        name, definition = rolled
        message = f"{name} is dice, which are rolled anew each time: it cannot be printed or asked for"
        hint = f"write “~ roll {spell(definition)} as d” where it is rolled, and d in place of {name}"
        if isinstance(definition, ast.Dice):
            hint = f"{hint}; or declare a number that the dice give once: number {name} = {spell(definition)}"
        desk.report(rules.NO_DICE_HERE, definition.span, message, hint, (Related(expr.span, "it is read here"),))
        return FALSE
    return found


def _let_with_dice(desk: Desk, expr: ast.Expr, site: Site) -> tuple[ast.Id, ast.Expr] | None:
    """The `let` of the book that brings dice into a value, with what it is; None if the value has dice of its own."""
    for node in walk(expr):
        symbol = desk.names.symbols.get(node.id) if isinstance(node, ast.Name) and node.id not in site.names else None
        if symbol is None or symbol.kind != "derived value" or symbol.span.path in desk.names.systems:
            continue
        definition = getattr(symbol.node, "value", None)
        if definition is not None and has_dice(amount(desk, definition, hero_site())):
            return _let_with_dice(desk, definition, hero_site()) or (symbol.name, definition)
    return None


def constant(desk: Desk, expr: ast.Expr, site: Site, otherwise: int = 0) -> int:
    """A number that is the same for every reader; `otherwise` where a finding has said that it is not."""
    found = amount(desk, expr, site)
    if isinstance(found, Const):
        return found.value
    if has_dice(found):
        hint = "write a number; what dice decide is a stat or a number of the sheet: number x = 1d6"
        desk.report(rules.NO_DICE_HERE, expr.span, "dice are not allowed here", hint)
        return otherwise
    desk.report(rules.NOT_CONSTANT, expr.span, f"{spell(expr)} is not a fixed number", "use a number or a param")
    return otherwise


def condition(desk: Desk, expr: ast.Expr | None, site: Site) -> Expr:
    """A condition; a missing one holds."""
    return TRUE if expr is None else value(desk, expr, site)


def expected_value(desk: Desk, expr: ast.Expr, site: Site, one_of: str | None, *, ordered: bool = False) -> Expr:
    """A value that is written to, or compared with, a one-of: the names of its values are known.

    Args:
        desk: receives the finding about what is none of them.
        expr: what is written.
        site: where it stands.
        one_of: the one-of; None: there is none.
        ordered: the values are compared by their order, which numbers tell as well.
    """
    if one_of is not None and isinstance(expr, ast.Name) and expr.id not in site.names:
        number = lookup.named_value(desk, expr.id, one_of)
        if number is not None:
            return const(number)
        symbol = desk.names.symbols.get(expr.id)
        if symbol is None or symbol.kind in ("item", "codeword"):
            return _no_value(desk, one_of, expr.id, expr.span)
    if one_of is not None and isinstance(expr, ast.Number) and not ordered:
        return _no_value(desk, one_of, spell(expr), expr.span)
    return amount(desk, expr, site)


def _no_value(desk: Desk, one_of: str, said: str, span: Span) -> Expr:
    """Report what is no value of a one-of."""
    node = desk.names.symbols[one_of].node
    values = [each.id for each in node.values] if isinstance(node, ast.OneOf) else []
    hint = nearest(said, values) or f"its values are {', '.join(values)}"
    desk.report(names.UNKNOWN_NAME, span, f"{one_of} has no value {said}", hint)
    return FALSE


# ---- names ------------------------------------------------------------------------------------------------


def _name(desk: Desk, expr: ast.Name, site: Site) -> Expr:
    bound = site.names.get(expr.id)
    if bound is not None:
        lookup.means_two(desk, expr.id, site)
        _note_use(desk, bound)
        _asked_in_fight(desk, expr.id, site)
        return bound.value
    symbol = desk.names.symbols.get(expr.id)
    if symbol is None:
        return _value_alone(desk, expr, site)
    desk.left.asked.add(expr.id)
    match symbol.node:
        case ast.Param():
            return const(desk.parameters.get(expr.id, 0))
        case ast.Let():
            return _derived(desk, symbol.node.value, expr, site)
        case ast.Limit():
            lookup.wrong_kind(desk, expr.id, "a value", write_here(f"count of {expr.id}", expr.id))
            return FALSE
        case ast.TableDecl():
            lookup.wrong_kind(desk, expr.id, "a value", f"write: {expr.id}(column, row)")
            return FALSE
    if not _is_defined(desk, expr.id, expr.id):
        return FALSE
    bare = Var(name=str(expr.id))
    bonuses = _bonuses(desk, expr, site)
    found = total([bare, *bonuses])
    if not bonuses or desk.composing == "quickly":  # what is composed is looked at as a whole
        return found
    return found if is_within_limits(desk, found, expr, desk.names.bonuses[expr.id][0].span, site) else bare


def _is_defined(desk: Desk, variable: str, name: ast.Id) -> bool:
    """Whether a variable of the sheet has its value already; that it has none is a finding."""
    defined = variable in desk.ranges and variable not in desk.later
    if not defined:
        desk.report(names.OUT_OF_PLACE, name.span, f"{name} is not defined yet", "define it further up")
    return defined


def _note_use(desk: Desk, bound: Binding) -> None:
    if bound.given is not None:
        desk.left.used.add(bound.given)


def _asked_in_fight(desk: Desk, name: ast.Id, site: Site) -> None:
    """Note that something of the fight around a place is read there."""
    if site.fight is not None:
        desk.left.asked_in_fights.add((site.fight.combat.name, name))


def _value_alone(desk: Desk, expr: ast.Name, site: Site) -> Expr:
    """`axe` alone: the weapon is the axe."""
    if expr.id not in desk.names.values:
        lookup.unknown(desk, expr.id, site, asked=True)
        return FALSE
    number = lookup.named_value(desk, expr.id)
    owner = desk.names.values[expr.id][0][0]
    desk.left.asked.add(owner)
    if number is None or not _is_defined(desk, owner, expr.id):
        return FALSE
    return binary("=", Var(name=str(owner)), const(number))


def _derived(desk: Desk, definition: ast.Expr, expr: ast.Name, site: Site) -> Expr:
    if expr.id in desk.endless:
        return FALSE
    if not desk.opening(expr.id):
        desk.report(names.CIRCULAR, definition.span, f"{expr.id} is defined by itself", "define it without itself")
        return FALSE
    found = amount(desk, definition, _header(site))
    desk.opened()
    return found


def _header(site: Site) -> Site:
    """Where lines of the header are read that a place uses: its names do not reach into them, but its visits do."""
    visits = {name: bound for name, bound in site.names.items() if name.startswith(BEEN)}
    return Site(site.owner, site.numbers, chapter=site.chapter, names=visits, ranges=site.ranges)


def _bonuses(desk: Desk, expr: ast.Name, site: Site) -> list[Expr]:
    """`while silver-key: SKILL +1`, for each such line; inside its own condition a stat is read bare."""
    bonuses = desk.names.bonuses.get(expr.id, ())
    if not bonuses or not desk.opening(expr.id):
        return []
    header = _header(site)
    found = []
    for bonus in bonuses:
        holds = value(desk, bonus.condition, header)
        change = value(desk, bonus.change.amount, header)
        truth = holds if desk.bounds(holds, header) in _TRUTHS else binary("!=", holds, ZERO)
        found.append(times(truth, change if bonus.change.sign > 0 else minus(change)))
    desk.opened()
    return found


def _initial(desk: Desk, expr: ast.Initial) -> Expr:
    symbol = desk.names.symbols.get(expr.id)
    if symbol is not None and symbol.kind == "stat":
        initial = Var(name=f"initial {expr.id}")
        return initial if _is_defined(desk, initial.name, expr.id) else ZERO
    if symbol is None:
        hint = nearest(expr.id, desk.names.of_kind("stat"))
        desk.report(names.UNKNOWN_NAME, expr.id.span, f"nothing is called {expr.id}", hint)
    else:
        lookup.wrong_kind(desk, expr.id, "a stat", "only a stat keeps its initial value")
    return ZERO


# ---- chapters seen ----------------------------------------------------------------------------------------


def _visited(desk: Desk, expr: ast.Visited, site: Site) -> Expr:
    """Whether the reader has been there; asked in the chapter itself, before this visit."""
    if not lookup.known_chapter(desk, expr.chapter):
        return FALSE
    if (asked := site.names.get(BEEN + expr.chapter)) is not None:  # in a strategy
        return asked.value
    known = lookup.again if expr.chapter == site.chapter else lookup.been
    return binary(">", known(desk, expr.chapter), const(0))


def _first_time(desk: Desk, expr: ast.FirstTime, site: Site) -> Expr:
    if (asked := site.names.get(FIRST_TIME)) is not None:  # in a strategy
        return asked.value
    if site.chapter is None:
        desk.report(
            names.OUT_OF_PLACE, expr.span, "`first time` can be used only inside a chapter", "write: visited CHAPTER"
        )
        return FALSE
    return binary("=", lookup.again(desk, site.chapter), const(0))


def _ticked(desk: Desk, expr: ast.Ticked, site: Site) -> Expr:
    chapter = expr.chapter or site.chapter
    if chapter is None:
        desk.report(names.OUT_OF_PLACE, expr.span, "there are no boxes outside a chapter", "write: ticked CHAPTER")
        return FALSE
    return FALSE if expr.chapter and not lookup.known_chapter(desk, expr.chapter) else lookup.boxes(desk, chapter, 1)


# ---- dice, counts, functions ------------------------------------------------------------------------------


def _dice(desk: Desk, expr: ast.Dice, site: Site) -> Expr:
    number = value(desk, expr.count, site)
    low, most = desk.bounds(number, site)
    if expr.sides < 1 or most < 0 or (isinstance(number, Const) and low < 0):
        hint = "dice need a number and at least one face"
        desk.report(rules.BAD_DICE, expr.span, f"{spell(expr)} cannot be rolled", hint)
        return const(1)
    if isinstance(number, Const) and number.value == 0 and isinstance(expr.count, ast.Number):
        hint = f"write how many: 1d{expr.sides}"
        desk.report(rules.OF_NOTHING, expr.span, f"{spell(expr)} rolls no dice: it is always 0", hint)
    if most > MAX_DICE or expr.sides > MAX_SIDES:
        hint = f"at most {MAX_DICE} dice of {MAX_SIDES} faces"
        desk.report(rules.TOO_LARGE, expr.span, f"{spell(expr)} can be {most} dice of {expr.sides} faces", hint)
        return const(1)
    if expr.sides * (1 + expr.explode) > MAX_SIDES:
        hint = f"for one die, faces times throws is at most {MAX_SIDES}"
        desk.report(rules.TOO_LARGE, expr.span, f"{spell(expr)} is too large to compute", hint)
        return const(1)
    if expr.explode and expr.sides == 1:
        desk.report(rules.BAD_DICE, expr.span, f"{spell(expr)}: a die of one face would always explode")
        return const(1)
    counts = 1 if isinstance(number, Const) else most
    if dice_work(most, expr.sides, expr.keep, expr.explode) * max(1, counts // 3) > MAX_WORK:
        hint = "roll fewer dice, or dice of fewer faces"
        desk.report(rules.TOO_LARGE, expr.span, f"{spell(expr)} is too large to compute", hint)
        return const(1)
    if expr.keep is not None and (expr.keep < 1 or expr.keep > most):
        desk.report(
            rules.BAD_DICE, expr.span, f"{expr.keep} dice cannot be kept out of {most}", "keep fewer dice, or roll more"
        )
        return const(1)
    keep = None if expr.keep == most and isinstance(number, Const) else expr.keep
    return Dice(count=number, most=most, sides=expr.sides, keep=keep, highest=expr.highest, explode=expr.explode)


def _count_dice(desk: Desk, expr: ast.CountDice, site: Site) -> Expr:
    """How many of the dice show one of some faces."""
    thrown = _dice(desk, expr.dice, site)
    if not isinstance(thrown, Dice):
        return thrown
    if expr.low > expr.high:
        hint = f"write {expr.high}..{expr.low}"
        desk.report(rules.EMPTY_RANGE, expr.span, f"{expr.low}..{expr.high} is empty", hint)
    elif expr.low < 1 or expr.high > thrown.sides:
        desk.report(rules.BAD_DICE, expr.span, f"{spell(expr)}: the dice show 1 to {thrown.sides}")
    return structs.replace(thrown, faces=(expr.low, expr.high))


def _count(desk: Desk, expr: ast.CountOf, site: Site) -> Expr:
    if expr.pool is not None:
        return _count_in_pool(desk, expr, expr.pool, site)
    group = expr.what.id if isinstance(expr.what, ast.Name) else ast.NO_NAME
    symbol = desk.names.symbols.get(group)
    if symbol is None:
        hint = nearest(group, desk.names.of_kind("limit", "item"))
        desk.report(names.UNKNOWN_NAME, expr.what.span, f"nothing called {spell(expr.what)} can be counted", hint)
        return ZERO
    if isinstance(symbol.node, ast.Limit):
        desk.left.asked.update(item.id for item in symbol.node.items)
        listed = [ast.Id(item.id, group.span) for item in symbol.node.items if item.id in desk.sheet]
        defined = [_is_defined(desk, item, item) for item in listed]
        return count_of_group(desk, symbol.node) if all(defined) else ZERO
    if symbol.kind == "item":
        desk.left.asked.add(group)
        return Var(name=str(group)) if _is_defined(desk, group, group) else ZERO
    lookup.wrong_kind(desk, group, "a limit or an item")
    return ZERO


def count_of_group(desk: Desk, limit: ast.Limit) -> Expr:
    """How many places of a limit are taken."""
    return total(Var(name=str(item.id)) for item in limit.items if item.id in desk.sheet)


def _count_in_pool(desk: Desk, expr: ast.CountOf, pool: ast.Id, site: Site) -> Expr:
    bound = site.names.get(pool)
    if bound is None or not bound.sides:
        pools = [name for name, each in site.names.items() if each.sides]
        named_here = bound is not None and bound.given is not None
        hint = f"to count the dice of a roll, make it a pool: as pool {pool}" if named_here else nearest(pool, pools)
        desk.report(names.UNKNOWN_NAME, pool.span, f"no pool is called {pool} here", hint)
        return ZERO
    _note_use(desk, bound)
    what = value(desk, expr.what, site)
    stem = bound.variable or pool
    if isinstance(expr.what, ast.Number) and not 1 <= expr.what.value <= bound.sides:
        desk.report(rules.BAD_DICE, expr.span, f"{spell(expr)}: the dice show 1 to {bound.sides}")
        return Var(name=f"{stem}.1")
    if isinstance(what, Const):
        return Var(name=f"{stem}.{what.value}") if 1 <= what.value <= bound.sides else ZERO
    faces = range(1, bound.sides + 1)
    return total(times(binary("=", what, const(face)), Var(name=f"{stem}.{face}")) for face in faces)


def _call(desk: Desk, expr: ast.Call, site: Site) -> Expr:
    arguments = [amount(desk, each, site) for each in expr.arguments]
    if expr.function in ("min", "max"):
        if len(arguments) < 2:
            desk.report(names.WRONG_KIND, expr.span, f"{expr.function} needs two values", f"{expr.function}(a, b)")
            return ZERO
        found = arguments[0]
        for each in arguments[1:]:
            found = binary("min" if expr.function == "min" else "max", found, each)
        return found
    if expr.function not in desk.tables and expr.function in desk.names.lost:
        return const(1)
    if expr.function not in desk.tables:
        if expr.function in desk.names.symbols:
            lookup.wrong_kind(desk, expr.function, "a table")
        else:
            hint = nearest(expr.function, ["min", "max", *desk.names.of_kind("table")])
            if expr.function == "count" and len(expr.arguments) == 1 and isinstance(expr.arguments[0], ast.Name):
                counted = f"count of {expr.arguments[0].id}"
                desk.report(names.UNKNOWN_NAME, expr.span, "“count” has no parentheses", write_here(counted))
                return const(1)
            desk.report(names.UNKNOWN_NAME, expr.function.span, f"no table is called {expr.function}", hint)
        return const(1)  # with 0, a second finding would say that nothing happens
    desk.left.asked.add(expr.function)
    if len(arguments) != 2:
        shape = f"write: {expr.function}(column, row)"
        desk.report(names.WRONG_KIND, expr.span, f"{expr.function} needs a column and a row", shape)
        return ZERO
    return Lookup(table=str(expr.function), column=arguments[0], row=arguments[1])


def _binary(desk: Desk, expr: ast.Binary, site: Site) -> Expr:
    """An operation. Whether it can be too large is asked once for all of it; only if so, of each part by itself."""
    if desk.composing:
        return _composed(desk, expr, site)
    desk.composing = "quickly"
    found = _composed(desk, expr, site)
    if not desk.holds(found, site):
        desk.composing = "with care"
        found = _composed(desk, expr, site)
    desk.composing = ""
    return found


def _composed(desk: Desk, expr: ast.Binary, site: Site) -> Expr:
    """The operation put together; with care, a part that can be too large is a finding, and 1 stands in its place."""
    before = desk.too_large
    if expr.op in COMPARISONS:
        one_of = lookup.one_of_named(desk, expr.left, site) or lookup.one_of_named(desk, expr.right, site)
        ordered = expr.op not in ("=", "!=")
        left = expected_value(desk, expr.left, site, one_of, ordered=ordered)
        right = expected_value(desk, expr.right, site, one_of, ordered=ordered)
    else:
        left, right = amount(desk, expr.left, site), amount(desk, expr.right, site)
    if expr.op in ("/", "mod") and isinstance(right, Const) and right.value == 0:
        desk.report(rules.DIVISION_BY_ZERO, expr.span, f"{spell(expr)} divides by zero", "divide by something else")
        return ZERO
    if too_random(desk, left, right, expr.span, site):
        return const(1)
    grows = expr.op in _GROWING
    if grows and desk.too_large > before:  # a finding has said so already
        return const(1)
    found = times(left, right) if expr.op == "*" else binary(expr.op, left, right)  # type: ignore[arg-type]
    careful = grows and desk.composing == "with care"
    return const(1) if careful and not is_within_limits(desk, found, expr, expr.span, site) else found


def is_within_limits(desk: Desk, found: Expr, expr: ast.Expr, span: Span, site: Site) -> bool:
    """Whether a value is small enough to compute with. If not, there is one finding, however often it is used."""
    if desk.holds(found, site):
        return True
    desk.too_large += 1
    _, high = desk.bounds(found, site)
    beyond = f"larger than {LARGEST:,}" if high > LARGEST else f"less than -{LARGEST:,}"
    desk.report(rules.TOO_LARGE, span, f"{spell(expr)} can be {beyond}", SMALLER)
    return False


def too_random(desk: Desk, left: Expr, right: Expr, span: Span, site: Site) -> bool:
    """Whether two rolls have too many outcomes to set each of one against each of the other; that is a finding."""
    pairs = _outcomes(desk, left, site) * _outcomes(desk, right, site)
    if pairs > MAX_WORK:
        hint = "roll fewer dice, or dice of fewer faces"
        desk.report(rules.TOO_LARGE, span, f"these dice have {pairs} combinations together", hint)
    return pairs > MAX_WORK


def check_totals(desk: Desk, value: Expr, span: Span, site: Site) -> None:
    """Report a roll with too many totals to keep one apart from the other."""
    if _outcomes(desk, value, site) > MAX_TOTALS:
        hint = "give it rows, or roll fewer dice, or dice of fewer faces"
        what = f"a roll whose total is stored can have at most {MAX_TOTALS} totals; this one has more"
        desk.report(rules.TOO_LARGE, span, what, hint)


def _outcomes(desk: Desk, expr: Expr, site: Site) -> int:
    """At most so many values an expression has by its dice alone."""
    if not has_dice(expr):
        return 1
    low, high = desk.bounds(expr, site)
    match expr:
        case Unary(operand=inside):
            ways = _outcomes(desk, inside, site)
        case Binary(left=one, right=other) | Lookup(column=one, row=other):
            ways = _outcomes(desk, one, site) * _outcomes(desk, other, site)
        case _:
            ways = high - low + 1
    return min(high - low + 1, ways)
