"""The sheet and the hero: variables with their ranges, tables, and how the reader's numbers are rolled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from gamebook.codes import names, rules
from gamebook.codes.hints import with_lines, write
from gamebook.model.arithmetic import Interval, ends
from gamebook.model.book import Table, Variable
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.step import Assign, Block, Change
from gamebook.resolve import expressions, limited, lookup
from gamebook.resolve.changed import Changed, changed
from gamebook.resolve.desk import MAX_RANGE, Desk
from gamebook.resolve.effects import assign
from gamebook.resolve.site import Site, hero_site
from gamebook.resolve.spelling import nearest
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.limits import MAX_DEPTH_OF_LETS, MAX_LENGTH_OF_LETS, MAX_NESTING_OF_LETS, MAX_NUMBER
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import find

OUTSIDE = "widen the range, or start inside it"
MAX_COUNT = 10_000
"""The most copies of an item."""


def parameters(desk: Desk, overrides: Mapping[str, int], book: Span) -> None:
    """`param n = 10`, and the values given from outside."""
    known = desk.names.of_kind("param")
    for name in overrides:
        if name not in known:
            hint = nearest(name, known) or (f"its parameters are {', '.join(known)}" if known else "it has none")
            desk.report(names.UNKNOWN_PARAMETER, book, f"the book has no parameter {name}", hint)
    site = hero_site()

    def settle(name: str) -> None:
        node = desk.names.symbols[name].node
        if name in desk.parameters or not isinstance(node, ast.Param):
            return
        if not desk.opening(name):
            desk.report(names.CIRCULAR, node.name.span, f"{name} is defined by itself", "define it without itself")
            return
        for other in find(node.value, ast.Name):
            if other.id in known:
                settle(other.id)
        value = expressions.constant(desk, node.value, site)
        if abs(value) > MAX_NUMBER:
            desk.report(
                rules.TOO_LARGE,
                node.span,
                f"{name} is larger than {MAX_NUMBER}, or less than -{MAX_NUMBER}",
                "use smaller numbers",
            )
            value = 0
        desk.parameters[name] = overrides.get(name, value)
        desk.opened()

    for name in known:
        settle(name)


def tables(desk: Desk) -> None:
    """`table crt columns -6..6 rows 0..9`"""
    for name in desk.names.of_kind("table"):
        node = desk.names.symbols[name].node
        assert isinstance(node, ast.TableDecl)
        desk.left.spans[f"table {name}"] = node.name.span
        width, height = (high - low + 1 for low, high in (node.columns, node.rows))
        for what, (low, high) in (("columns", node.columns), ("rows", node.rows)):
            if low > high:
                message = f"the {what} {low}..{high} are empty"
                desk.report(rules.EMPTY_RANGE, node.span, message, f"write {what} {high}..{low}")
        short = [number for number, row in enumerate(node.cells, start=node.rows[0]) if len(row) != width]
        unlike = len(node.cells) != height and not node.unread
        if width > 0 and height > 0 and (unlike or short):
            place = node.span
            lines = "1 line" if len(node.cells) == 1 else f"{len(node.cells)} lines"
            message = f"{name} has {lines} of numbers, but its rows are {node.rows[0]}..{node.rows[1]}"
            if short:
                line = short[0] - node.rows[0]
                place = node.lines[line]
                found = len(node.cells[line])
                row = "this row" if node.unread else f"row {short[0]}"
                message = f"{row} of {name} has {found} number{'s' if found != 1 else ''}, not {width}"
            wanted = "1 line" if height == 1 else f"{height} lines"
            wanted += " of 1 number" if width == 1 else f" of {width} numbers"
            desk.report(rules.TABLE_SHAPE, place, message, f"write {wanted}")
        cells = tuple(row for row in node.cells if row) or ((0,),)
        desk.tables[name] = Table(name=str(name), first_column=node.columns[0], first_row=node.rows[0], cells=cells)
        desk.cells[name] = ends(cells)


# ---- variables --------------------------------------------------------------------------------------------


def sheet(desk: Desk) -> Block:
    """All variables of the sheet, in the order declared; returns the hero's rolls."""
    site = hero_site()
    moved = changed(desk.names)
    symbols = desk.names.symbols.values()
    for symbol in symbols:
        _add_simple(desk, symbol.node, site)
    items = [symbol.node for symbol in symbols if isinstance(symbol.node, ast.ItemDecl)]
    desk.later.update(str(node.name) for node in items if _is_worked_out(desk, node, site))
    rolls: list[Assign] = []
    starts: dict[str, tuple[ast.ItemDecl, Interval]] = {}
    for symbol in symbols:
        match symbol.node:
            case ast.StatDecl():
                rolls.extend(_stat(desk, symbol.node, site))
            case ast.NumberDecl():
                rolls.extend(_number(desk, symbol.node, moved, site))
            case ast.ItemDecl():
                rolls.extend(_item_start(desk, symbol.node, site, starts))
                desk.later.discard(symbol.node.name)
    for symbol in symbols:
        if isinstance(symbol.node, ast.Limit):
            _limit(desk, symbol.node, site)
            limited.begun(desk, symbol.node, starts)
        if symbol.name in desk.sheet:
            desk.left.spans[f"variable {symbol.name}"] = symbol.span
    return tuple(rolls)


def in_order(desk: Desk) -> tuple[Variable, ...]:
    """The sheet in the order declared, each stat with its initial value; then the engine's own variables."""
    found: list[Variable] = []
    for name in desk.names.symbols:
        found.extend(desk.sheet[each] for each in (name, f"initial {name}") if each in desk.sheet)
    return (*found, *desk.locals.values())


def _put(desk: Desk, variable: Variable) -> None:
    desk.sheet[variable.name] = variable
    desk.ranges[variable.name] = (variable.low, variable.high)


def _add_simple(desk: Desk, node: ast.Declaration, site: Site) -> None:
    """What has a range by its nature."""
    match node:
        case ast.ItemDecl():
            most = 1 if node.most is None else expressions.constant(desk, node.most, site, otherwise=1)
            if not 1 <= most <= MAX_COUNT:
                place = _place(desk, node.span, node.most)
                desk.report(rules.TOO_LARGE, place, f"{most} copies of {node.name}", f"choose 1 to {MAX_COUNT}")
                most = min(max(1, most), MAX_COUNT)
            _put(desk, Variable(name=str(node.name), kind="item", low=0, high=most))
        case ast.CodewordDecl():
            _put(desk, Variable(name=str(node.name), kind="codeword", low=0, high=1))
        case ast.OneOf():
            values = tuple(str(value.id) for value in node.values)
            _put(desk, Variable(name=str(node.name), kind="one-of", low=0, high=len(values) - 1, values=values))


def _stat(desk: Desk, node: ast.StatDecl, site: Site) -> Iterable[Assign]:
    """A stat and its initial value: one roll for both."""
    start = expressions.amount(desk, node.start, site)
    first, last = desk.bounds(start, site)
    low, high = _declared(desk, node.low, node.high, node.span, site) or (min(0, first), last)
    place = _place(desk, node.start.span, node.start, node.low, node.high)
    first, last = _inside(desk, (first, last), (low, high), place, node.name)
    low, high = desk.sized(low, high, node.span, node.name)
    first, last = min(first, high), min(last, high)
    cap = f"initial {node.name}"  # the range is its stat's: a hero may be given a value that the dice cannot show
    begin = min(max(start.value if isinstance(start, Const) else 0, low), high)
    _put(desk, Variable(name=str(node.name), kind="stat", low=low, high=high, start=begin, cap=cap))
    _put(desk, Variable(name=cap, kind="initial", low=low, high=high, start=begin))
    desk.left.spans[f"variable {cap}"] = node.name.span
    if isinstance(start, Const):
        return
    # The cap is not rolled yet, so the roll itself must not be kept below it.
    yield assign(desk, (Change(variable=str(node.name), value=start, beyond=True),), node.span, site)
    yield assign(desk, (Change(variable=cap, value=Var(name=str(node.name))),), node.span, site, "hidden")


def _number(desk: Desk, node: ast.NumberDecl, moved: Changed, site: Site) -> Iterable[Assign]:
    start: Expr = Const(value=0) if node.start is None else expressions.amount(desk, node.start, site)
    interval = desk.bounds(start, site)
    declared = _declared(desk, node.low, node.high, node.span, site)
    low, high = declared or _derived_range(desk, node, interval, moved)
    place = _place(desk, node.start.span if node.start else node.span, node.start, node.low, node.high)
    _inside(desk, interval, (low, high), place, node.name)
    low, high = desk.sized(low, high, node.span, node.name)
    begin = min(max(start.value if isinstance(start, Const) else 0, low), high)
    _put(desk, Variable(name=str(node.name), kind="number", low=low, high=high, start=begin))
    values = None if node.name in moved.carried else moved.set_to(node.name)
    if isinstance(start, Const) and values is not None:
        desk.only[node.name] = frozenset({begin, *(min(max(each, low), high) for each in values)})
    if not isinstance(start, Const):
        if node.name not in moved.carried and not values and values is not None and not desk.names.part_read:
            _computed_once(desk, node, moved)
        yield assign(desk, (Change(variable=str(node.name), value=start),), node.span, site)


def _computed_once(desk: Desk, node: ast.NumberDecl, moved: Changed) -> None:
    """Report `number wealth = gold + 5`, which no rule changes, where rules change gold: a `let` is meant.

    Not of a stat, for what a reader begins with is often worked out from those, and not of a roll.
    """
    if node.start is None or any(find(node.start, ast.Dice)):
        return
    for name in find(node.start, ast.Name):
        known = desk.sheet.get(name.id)
        if name.id in desk.later:  # a finding has said so
            continue
        rules_change = known is not None and known.kind == "number" and moved.set_to(name.id) != set()
        if known is not None and (rules_change or known.kind in ("item", "codeword")):
            message = f"{node.name} is worked out once, at the start: it stays the same when {name.id} changes"
            line = f"let {node.name} = {spell(node.start)}"
            hint = write(line, "; that is always up to date. If it is meant so, write // noqa: GB333")
            desk.report(rules.COMPUTED_ONCE, node.start.span, message, hint)
            return


def _is_worked_out(desk: Desk, node: ast.ItemDecl, site: Site) -> bool:
    """Whether an item begins with dice, or with what is computed from the sheet, of which nothing is read yet."""
    if node.start is None:
        return False
    before = desk.reports
    with desk.unheard():
        start = expressions.amount(desk, node.start, site)
    return desk.reports > before or not isinstance(start, Const)


def _item_start(
    desk: Desk, node: ast.ItemDecl, site: Site, starts: dict[str, tuple[ast.ItemDecl, Interval]]
) -> Iterable[Assign]:
    """What the reader has of an item at the start; `starts` is told."""
    if node.start is None:
        return
    start = expressions.amount(desk, node.start, site)
    variable = desk.sheet[node.name]
    least, most = desk.bounds(start, site)
    hint: str = write(
        f"item {node.name} x {most} = {spell(node.start)}", "; after x stands the most that a reader can have"
    )
    place = _place(desk, node.start.span, node.start, node.most)
    if place != node.start.span:
        hint = _fitting(desk, place, ((node.start, variable.high), (node.most, most)))
    whole = (0, variable.high)
    first, last = _inside(desk, (least, most), whole, place, node.name, hint if most > 0 else OUTSIDE)
    starts[node.name] = node, (first, last)
    if isinstance(start, Const):
        desk.sheet[node.name] = structs.replace(variable, start=first)
    else:
        desk.left.gained.add(node.name)
        yield assign(desk, (Change(variable=str(node.name), value=start),), node.span, site)


def _params(desk: Desk, *values: ast.Expr | None) -> list[ast.Param]:
    """The parameters that some values name, as the book gives them if it does."""
    named = [name.id for value in values if value is not None for name in find(value, ast.Name)]
    nodes = [desk.names.symbols[name].node for name in named if name in desk.names.symbols]
    return [node for node in nodes if isinstance(node, ast.Param)]


def _place(desk: Desk, span: Span, *values: ast.Expr | None) -> Span:
    """Where an author can mend a declaration: if it is one of a rule system, at the book's own value of a parameter."""
    if span.path not in desk.names.systems:
        return span
    own = [each.span for each in _params(desk, *values) if each.span.path not in desk.names.systems]
    return own[0] if own else span


def _fitting(desk: Desk, place: Span, wanted: Iterable[tuple[ast.Expr | None, int]]) -> str:
    """What to write for one of the parameters of an item's numbers: the line that is there, or another one."""
    words, lines, slip = [], [], ""
    params = desk.names.kinds[ast.Param]
    known = {each.name for each in params if each.span.path in desk.names.systems}
    others = [each.name for each in params if each.name not in known]
    for value, number in wanted:
        for param in _params(desk, value) if isinstance(value, ast.Name) else ():
            line = f"param {param.name} = {number}"
            if param.span == place:
                lines.append(line)
            words.append(line if param.span.path == place.path else f"{line}, on a line of its own")
            near = next((each for each in others if nearest(each, [param.name])), None)
            slip = slip or (f"; did you mean {param.name} by “param {near}”?" if near else "")
    return with_lines(f"write: {', or: '.join(words)}{slip}", *lines) if words else OUTSIDE


def _declared(desk: Desk, low: ast.Expr | None, high: ast.Expr | None, span: Span, site: Site) -> Interval | None:
    if low is None or high is None:
        return None
    before = desk.too_large
    least, most = expressions.constant(desk, low, site), expressions.constant(desk, high, site)
    if desk.too_large > before:  # any range that most numbers start in
        return -MAX_RANGE // 2, MAX_RANGE // 2 - 1
    if least > most:
        place = _place(desk, span, low, high)
        hint = f"write {most}..{least}" if place == span else "choose another value"
        desk.report(rules.EMPTY_RANGE, place, f"{least}..{most} is empty", hint)
        return most, least
    return least, most


def _inside(desk: Desk, start: Interval, whole: Interval, span: Span, name: str, hint: str = OUTSIDE) -> Interval:
    """The part of the start's range that the variable can hold."""
    if start[1] < whole[0] or start[0] > whole[1]:
        message = f"{name} starts outside its range {whole[0]}..{whole[1]}"
        desk.report(rules.BAD_START, span, message, hint)
        return whole
    return max(start[0], whole[0]), min(start[1], whole[1])


def _derived_range(desk: Desk, node: ast.NumberDecl, start: Interval, moved: Changed) -> Interval:
    """The range of a number that never changes, or is only ever set to fixed numbers; any other is unbounded."""
    values = moved.set_to(node.name)
    if values is None:
        hint = f"write: number {node.name} = … in LOW..HIGH"
        desk.report(rules.UNBOUNDED, node.span, f"{node.name} needs a least and a greatest value", hint)
        return start
    return min({start[0], *values}), max({start[1], *values})


def _limit(desk: Desk, node: ast.Limit, site: Site) -> None:
    for item in node.items:
        symbol = desk.names.symbols.get(item.id)
        if symbol is None:
            hint = nearest(item.id, desk.names.of_kind("item"))
            desk.report(names.UNKNOWN_NAME, item.span, f"no item is called {item.id}", hint)
        elif symbol.kind != "item":
            lookup.wrong_kind(desk, item.id, "an item")
    if node.places is not None and expressions.constant(desk, node.places, site, otherwise=1) < 1:
        place = _place(desk, node.span, node.places)
        desk.report(
            rules.NO_ROOM, place, f"{node.name} has no room for any item", "raise the limit so that one item fits"
        )


def _measure(desk: Desk) -> None:
    """Report derived values that would be too long, or too deep, with all they are made of written out."""
    known = desk.names.of_kind("derived value")
    sizes: dict[str, tuple[int, int, int]] = {}

    def measure(name: str, above: tuple[str, ...]) -> tuple[int, int, int]:
        """Of a derived value: how many operations; how many such values, and operations, stand inside one another."""
        if name in sizes or name in above or len(above) > MAX_DEPTH_OF_LETS:
            return sizes.get(name, (0, len(above), 0))
        node = desk.names.symbols[name].node
        assert isinstance(node, ast.Let)
        used = [each.id for each in find(node.value, ast.Name) if each.id in known]
        parts = {other: measure(other, (*above, name)) for other in used}
        length = sum(1 for _ in find(node.value, ast.Binary)) + sum(parts[other][0] for other in used)
        depth = 1 + max((depth for _, depth, _ in parts.values()), default=0)
        nesting = _nesting(node.value, {other: inner for other, (_, _, inner) in parts.items()})
        if not desk.endless.isdisjoint(used):
            desk.endless.add(name)
        elif length > MAX_LENGTH_OF_LETS or depth > MAX_DEPTH_OF_LETS or nesting > MAX_NESTING_OF_LETS:
            what = f"nests more than {MAX_NESTING_OF_LETS} operations, including the values that it uses"
            if length > MAX_LENGTH_OF_LETS:
                what = f"needs more than {MAX_LENGTH_OF_LETS} operations, including the values that it uses"
            elif depth > MAX_DEPTH_OF_LETS:
                what = f"uses more than {MAX_DEPTH_OF_LETS} derived values, each of which uses the next"
            desk.report(rules.TOO_LARGE, node.span, f"{name} {what}", "store a part of it in a number of the sheet")
            desk.endless.add(name)
        sizes[name] = length, depth, nesting
        return sizes[name]

    for name in known:
        measure(name, ())


def _nesting(expr: ast.Expr, known: Mapping[str, int]) -> int:
    """How many operations of a value stand inside one another; `known`: how many in derived values that it names."""
    match expr:
        case ast.Name():
            return known.get(expr.id, 0)
        case ast.Unary():
            return 1 + _nesting(expr.operand, known)
        case ast.Binary():
            return 1 + max(_nesting(expr.left, known), _nesting(expr.right, known))
        case ast.Call():
            return len(expr.arguments) + max((_nesting(each, known) for each in expr.arguments), default=0)
    return 0


def derived(desk: Desk) -> None:
    """Read `let` and `while` lines once where they stand, so that mistakes show even where nothing uses them."""
    _measure(desk)
    asked = set(desk.left.asked)
    site = hero_site()
    for name in desk.names.of_kind("derived value"):
        node = desk.names.symbols[name].node
        desk.lets[str(name)] = expressions.amount(desk, ast.Name(ast.Id(name, node.span), span=node.span), site)
    for stat, bonuses in desk.names.bonuses.items():
        symbol = desk.names.symbols.get(stat)
        if symbol is None:
            lookup.unknown(desk, bonuses[0].change.place.id, site)
        elif symbol.kind not in ("stat", "number"):
            lookup.wrong_kind(desk, bonuses[0].change.place.id, "a stat or a number")
        else:
            named = ast.Name(bonuses[0].change.place.id, span=bonuses[0].span)
            desk.bonuses[str(stat)] = expressions.value(desk, named, site)
    desk.left.asked = asked
