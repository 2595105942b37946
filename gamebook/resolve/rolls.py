"""Dice with rows: rolls, random branches, comparisons and tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import comb

from msgspec import structs
from msgspec.structs import replace

from gamebook.codes import names, rules
from gamebook.codes.hints import add_rows, did_you_mean, extended, with_lines, write, write_here
from gamebook.diagnostics import Hint, Related, Suggestion
from gamebook.model.arithmetic import LARGEST, Interval, binary, const, has_dice
from gamebook.model.expression import Binary, Const, Dice, Expr, Var
from gamebook.model.fold import times, total
from gamebook.model.step import COMPARED, RANDOM, Block, Pool, Random, Roll, Row, Weighted, of_test
from gamebook.resolve import expressions, lookup
from gamebook.resolve.desk import Desk
from gamebook.resolve.left import Rows
from gamebook.resolve.resolution import resolution
from gamebook.resolve.site import Binding, Site
from gamebook.resolve.spelling import nearest
from gamebook.sentences import listed
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.limits import MAX_HANDS
from gamebook.syntax.one_line import spell_check
from gamebook.syntax.spell import spell, spell_open
from gamebook.syntax.walk import find
from gamebook.syntax.words import nearest_word

_RollRow = ast.RangeRow | ast.OpenRow
_GOOD = ("pass", "passed", "success", "successful", "succeed", "succeeded", "win", "won", "lucky")
_BAD = ("fail", "failed", "failure", "unsuccessful", "lose", "lost", "unlucky")
_OTHER_WORDS = {**dict.fromkeys(_GOOD, ("pass", "lucky")), **dict.fromkeys(_BAD, ("fail", "unlucky"))}
"""Other words for how a test may end, and those that are meant."""

# ---- rolls ------------------------------------------------------------------------------------------------


def roll(desk: Desk, step: ast.Roll, site: Site) -> Block:
    """`~ roll 2d6 + 1`, `~ roll 1d6 as d`; its rows cover every total once."""
    if step.pool:
        return _pool(desk, step, site)
    before = desk.reports
    value = expressions.amount(desk, step.value, site)
    mended = desk.reports > before
    low, high = desk.sized(*desk.bounds(value, site), step.span, "the total")
    if step.name is not None and not mended:
        expressions.check_totals(desk, value, step.value.span, site)
    address = desk.address(site, step.span)
    store = _named(desk, step, (low, high), site)
    if step.name is not None and not step.rows and not mended:
        desk.left.given[step.name.span] = str(step.name)
    if not mended:
        _note_rows(desk, step.rows, (low, high), step.value.span, spell(step.value))
    rows = _with_bodies(desk, step.rows, None if mended else (low, high), site)
    how = resolution(desk, step.resolution, site, spell(step.value))
    return (Roll(value=value, store=store, rows=rows, label=spell(step.value), resolution=how, address=address),)


def _with_bodies(desk: Desk, rows: Sequence[_RollRow], totals: Interval | None, site: Site) -> tuple[Row, ...]:
    """The rows with what is done there. Where one is missing, of which a finding tells, play goes on.

    Args:
        desk: where findings are put down.
        rows: what is written.
        totals: what the dice can give here; None if that is not known.
        site: the place.
    """
    made = []
    for row in rows:
        low, high = _ends(row, totals)
        made.append(Row(low=low, high=high, label=_of_row(row), body=desk.block(row.body, site)))
    if rows and totals is not None:
        covered = _joined((row.low, row.high) for row in made if row.low <= row.high)
        made += [Row(low=low, high=high, label=_totals(low, high)) for low, high in _without(totals, covered)]
    return tuple(made)


def _ends(row: _RollRow, totals: Interval | None) -> Interval:
    """The first and the last total of a row; one without a last total goes as far as the dice, if that is known."""
    if isinstance(row, ast.RangeRow):
        return row.low, row.high
    low, high = totals or (row.end, row.end)
    return (row.end, max(row.end, high)) if row.more else (min(row.end, low), row.end)


def _of_row(row: _RollRow) -> str:
    return _totals(row.low, row.high) if isinstance(row, ast.RangeRow) else spell_open(row.end, more=row.more)


def _totals(low: int, high: int) -> str:
    """Totals as a row has them: `6`, `2-5`."""
    return str(low) if low == high else f"{low}-{high}"


def _named(desk: Desk, step: ast.Roll, interval: Interval, site: Site) -> str | None:
    if step.name is None:
        return None
    lookup.check_new(desk, step.name, result=True)
    variable = desk.local(site.prefix + step.name, *interval)
    site.names[step.name] = Binding(variable, variable.name, given=step.name.span)
    site.ranges[variable.name] = interval
    return variable.name


def _note_rows(desk: Desk, rows: Sequence[_RollRow], totals: Interval, dice: Span, value: str = "") -> None:
    """Note what the dice can give here: their rows are looked at when all places that do them have been read."""
    noted = tuple((row.span, _of_row(row), _ends(row, (-LARGEST, LARGEST))) for row in rows)
    desk.left.rows[dice] = Rows(noted, frozenset([totals]), value=value).also(desk.left.rows.get(dice))


def report_rows(desk: Desk) -> None:
    """Report what is wrong with rows; those of a rule or a combat are judged by all places that do it."""
    for dice, noted in desk.left.rows.items():
        totals = _joined(noted.totals)
        if noted.outcomes:
            _check_outcomes(desk, noted, totals)
        else:
            _check_rows(desk, noted, totals, dice)


def _joined(totals: Iterable[Interval]) -> list[Interval]:
    """The same totals as stretches that do not touch, in order."""
    found: list[Interval] = []
    for low, high in sorted(totals):
        if found and low <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return found


def _without(covered: Interval, totals: Sequence[Interval]) -> list[Interval]:
    """The totals of a stretch that are in none of some others, which are in order."""
    low, high = covered
    left = []
    for first, last in totals:
        if low < first:
            left.append((low, min(first - 1, high)))
        low = max(low, last + 1)
        if low > high:
            break
    return [each for each in [*left, (low, high)] if each[0] <= each[1]]


def _cut(ends: Interval, totals: Sequence[Interval]) -> Interval:
    """The ends of a row, of which an open one goes as far as the dice do."""
    low, high = ends
    if high == LARGEST:
        return low, max(low, totals[-1][1])
    return (min(high, totals[0][0]) if low == -LARGEST else low), high


def _check_rows(desk: Desk, noted: Rows, totals: Sequence[Interval], dice: Span) -> None:
    """Each total has exactly one row."""
    given = listed(f"{low} to {high}" if low < high else str(low) for low, high in totals)
    written = [(span, name, _cut(ends, totals)) for span, name, ends in noted.written]
    if noted.value and _are_one_less(written, totals):
        rows = f"{totals[0][0] - 1} to {totals[-1][1] - 1}"
        less = f"{noted.value} - 1"
        hint = Hint(f"write: ~ roll {less}", (Suggestion(less, "here"),))
        desk.report(rules.ROW_GAP, dice, f"the rows are for {rows}, and the dice give {given}", hint)
        return  # each row is right then
    for span, name, (low, high) in written:
        never = _without((low, high), totals)
        if low > high:
            desk.report(rules.EMPTY_RANGE, span, f"{name} is empty", f"write {high}-{low}")
        elif never == [(low, high)]:
            desk.report(rules.ROW_IMPOSSIBLE, span, f"the dice never give {name}, only {given}")
        elif never and (low < totals[0][0] or high > totals[-1][1]):
            outside = [each for each in never if each[1] < totals[0][0] or each[0] > totals[-1][1]]
            beyond = listed(_totals(*ends) for ends in outside)
            message = f"{beyond} can never come up: the dice give {given}"
            inside = _totals(max(low, totals[0][0]), min(high, totals[-1][1]))
            desk.report(rules.ROW_IMPOSSIBLE, span, message, f"write {inside}")
    ordered = sorted((row for row in written if row[2][0] <= row[2][1]), key=lambda row: row[2][0])
    if not ordered:
        return
    for (one, _, (_, high)), (other, _, (low, last)) in pairwise(ordered):
        if low <= high:
            both = _totals(low, min(high, last))
            first, place = sorted((one, other), key=lambda span: span.start)
            related = (Related(first, "the other row"),)
            message = f"two rows cover {both}"
            desk.report(rules.ROW_OVERLAP, place, message, "write each total in one row only", related)
    covered = _joined((min(ends), max(ends)) for _, _, ends in written)  # of swapped ends it is said above
    if gaps := [gap for each in totals for gap in _without(each, covered)]:
        missing = [_totals(*gap) for gap in gaps]
        desk.report(rules.ROW_GAP, dice, f"no row says what happens on {', '.join(missing)}", add_rows(missing))


def _are_one_less(written: Sequence[tuple[Span, str, Interval]], totals: Sequence[Interval]) -> bool:
    """Whether rows go from 0 to one below the greatest total of dice that give 1 at least: `0-4`, `5-9` of `1d10`.

    Books that print a table of the numbers 0 to 9 write them so.
    """
    following = 0
    for low, high in sorted(row for _, _, row in written):
        if low != following:
            return False
        following = high + 1
    return totals[0][0] == 1 and following == totals[-1][1]


def _check_outcomes(desk: Desk, noted: Rows, totals: Sequence[Interval]) -> None:
    """Each row of a test or a comparison can come up; where two cannot, that has one reason."""
    can = [name for name, covered in noted.outcomes if _without(covered, totals) != [covered]]
    never = {name: span for span, name, _ in noted.written if name not in can}
    if not never:
        return
    first, *others = never.values()
    compared = all(name in COMPARED for name in never)
    why = f"{'the first value' if compared else 'the outcome'} is always {listed(can, last='or')}"
    hint = "correct what is compared" if compared else "correct what is tested"
    related = tuple(Related(span, "nor can this") for span in others)
    message = f"{listed(never, last='or')} can never come up: {why}"
    desk.report(rules.ROW_IMPOSSIBLE, first, message, hint, related)


def _pool(desk: Desk, step: ast.Roll, site: Site) -> Block:
    """`~ roll 10d6 as pool`: the dice stay on the table, to be counted by their faces."""
    before = desk.reports
    value = expressions.amount(desk, step.value, site)
    if desk.reports > before:  # told of already: any pool will do
        value = Dice(count=const(1), most=1, sides=6)
    if not isinstance(value, Dice) or value.keep is not None or value.explode:
        desk.report(rules.BAD_DICE, step.value.span, f"{spell(step.value)} is not a pool", "write: roll 10d6 as pool")
        return ()
    if comb(value.most + value.sides - 1, value.most) > MAX_HANDS:
        hint = f"roll fewer dice, or count a face without a pool: count of {value.sides} in {spell(step.value)}"
        what = f"{spell(step.value)} has more than {MAX_HANDS} possible results"
        desk.report(rules.TOO_LARGE, step.value.span, what, hint)
        value = structs.replace(value, count=const(1), most=1)
    name = step.name or ast.Id("pool", step.span)
    lookup.check_new(desk, name)
    stem = site.prefix + name
    address = desk.address(site, step.span)
    faces = [desk.local(f"{stem}.{face}", 0, value.most) for face in range(1, value.sides + 1)]
    shown = total(times(const(face), Var(name=each.name)) for face, each in enumerate(faces, start=1))
    site.names[name] = Binding(shown, stem, value.sides, given=name.span)
    if not step.rows and desk.reports == before:
        desk.left.given[name.span] = str(name)
    how = resolution(desk, step.resolution, site, spell(step.value))
    pool = Pool(name=stem, count=value.count, most=value.most, sides=value.sides, address=address, resolution=how)
    if not step.rows:
        return (pool,)
    _note_rows(desk, step.rows, desk.bounds(value, site), step.value.span)
    rows = _with_bodies(desk, step.rows, desk.bounds(value, site), site)
    return (pool, Roll(value=shown, rows=rows, label=spell(step.value), address=desk.address(site, step.span)))


def random(desk: Desk, step: ast.Random, site: Site) -> Block:
    """`~ random` with weights."""
    address = desk.address(site, step.span)
    for row in step.rows:
        _check_weight(desk, row.weight, site)
    rows = tuple(
        Weighted(
            weight=expressions.value(desk, row.weight, site),
            label=spell(row.weight),
            body=desk.block(row.body, site),
        )
        for row in step.rows
    )
    most = sum(max(0, desk.bounds(row.weight, site)[1]) for row in rows)
    if most > LARGEST:
        message = f"the weights can add up to more than {LARGEST:,}"
        desk.report(rules.TOO_LARGE, step.span, message, expressions.SMALLER)
    return (Random(rows=rows, resolution=resolution(desk, step.resolution, site, RANDOM), address=address),)


def _check_weight(desk: Desk, weight: ast.Expr, site: Site) -> None:
    """Report a weight that is written as 0 or less: `1-3: -> 5`, which is 1 minus 3."""
    if next(find(weight, ast.Name), None) is not None:
        return
    found = expressions.value(desk, weight, site)
    if isinstance(found, Const) and found.value <= 0:
        hint = "write a weight above 0"
        if isinstance(weight, ast.Binary):
            hint = (
                f"{hint}; rows for what a die shows, such as {spell(weight).replace(' ', '')}, stand under ~ roll 1d6"
            )
        message = f"this row can never come up: its weight is {found.value}"
        desk.report(rules.ROW_IMPOSSIBLE, weight.span, message, hint)


# ---- named outcomes ---------------------------------------------------------------------------------------


def _outcomes(
    desk: Desk,
    rows: Sequence[ast.NamedRow],
    known: Sequence[tuple[str, Interval]],
    site: Site,
    dice: Span,
    values: Interval,
    sure: Interval | None,
) -> tuple[Row, ...]:
    """A row for each outcome that can come or that is written; play goes on where the page says nothing.

    Args:
        desk: where findings are put down.
        rows: what is written.
        known: the outcomes, each with its values.
        site: the place.
        dice: where the test or the comparison is written.
        values: the least and greatest value here; outcomes outside have a row only if it is written.
        sure: the same; None if a mistake, or another value of a parameter, may make it wrong.
    """
    bodies: dict[str, ast.NamedRow] = {}
    allowed = [name for name, _ in known]
    for row in rows:
        if row.name not in allowed:
            meant = next((each for each in _OTHER_WORDS.get(row.name.lower(), ()) if each in allowed), None)
            hint = did_you_mean(meant, row.name) if meant else nearest(row.name, allowed)
            told = hint or f"the outcomes are {', '.join(allowed)}"
            desk.report(names.UNKNOWN_OUTCOME, row.name.span, f"there is no outcome {row.name} here", told)
        elif row.name in bodies:
            related = (Related(bodies[row.name].span, "the other row"),)
            desk.report(rules.ROW_OVERLAP, row.span, f"two rows for {row.name}", "keep one of them", related)
        else:
            bodies[row.name] = row
    made = []
    for name, (low, high) in known:
        if name in bodies or (low <= values[1] and values[0] <= high):
            body = desk.block(bodies[name].body if name in bodies else (), site)
            made.append(Row(low=low, high=high, label=str(name), body=body))
    if sure is not None and dice.path not in desk.names.systems:
        outcomes = tuple((str(name), covered) for name, covered in known)
        covers = dict(outcomes)
        written = tuple((row.span, str(name), covers[name]) for name, row in bodies.items())
        noted = Rows(written, frozenset([sure]), outcomes)
        desk.left.rows[dice] = noted.also(desk.left.rows.get(dice))
    return tuple(made)


def _asks_parameter(desk: Desk, *parts: ast.Node | None) -> bool:
    """Whether values that are worked out in some parts depend on a parameter of the book."""
    asked = (each.id for part in parts if part is not None for each in find(part, ast.Name))
    return any(each in desk.names.symbols and isinstance(desk.names.symbols[each].node, ast.Param) for each in asked)


def _as_in_rows(rows: Sequence[ast.NamedRow], unread: Sequence[str]) -> tuple[str, str]:
    """The outcomes of a test that are missing or could not be read: what its rows are called, if not misspelt."""
    meant = (row.name if row.name in unread else nearest_word(row.name, unread) or row.name for row in rows)
    first, second, *_ = (*dict.fromkeys(map(str, meant)), "", "")
    return first, second


def compare(desk: Desk, step: ast.Compare, site: Site) -> Block:
    """`~ compare 1d20 + might with 10 + alarm`: the value is the difference, so that all dice fall once."""
    before = desk.reports
    left, right = expressions.amount(desk, step.left, site), expressions.amount(desk, step.right, site)
    sure = desk.reports == before and not _asks_parameter(desk, step.left, step.right)
    if expressions.too_random(desk, left, right, step.left.span, site):
        return ()
    difference = binary("-", left, right)
    low, high = desk.bounds(difference, site)
    address = desk.address(site, step.span)
    higher, equal, lower = COMPARED
    known = ((higher, (max(1, low), max(1, high))), (equal, (0, 0)), (lower, (min(-1, low), min(-1, high))))
    rows = _outcomes(desk, step.rows, known, site, step.span, (low, high), (low, high) if sure else None)
    label = f"{spell(_settled(step.left, site))} with {spell(_settled(step.right, site))}"
    how = resolution(desk, step.resolution, site, label)
    return (Roll(value=difference, rows=rows, what="compare", label=label, resolution=how, address=address),)


def _settled(expr: ast.Expr, site: Site) -> ast.Expr:
    """What a reader sees of a sum: settings of the combat as numbers, and none where they are 0."""
    if isinstance(expr, ast.Name):
        bound = site.names.get(expr.id)
        return ast.Number(bound.value.value, span=expr.span) if bound and isinstance(bound.value, Const) else expr
    if not isinstance(expr, ast.Binary):
        return expr
    left, right = _settled(expr.left, site), _settled(expr.right, site)
    if expr.op in ("+", "-") and isinstance(right, ast.Number) and right.value <= 0:
        turned = ast.Number(-right.value, span=right.span)
        return ast.Binary("-" if expr.op == "+" else "+", left, turned, span=expr.span) if right.value else left
    return ast.Binary(expr.op, left, right, span=expr.span)


def check(desk: Desk, step: ast.Check, site: Site) -> Block:
    """`~ test luck`, `~ test skill -2`, `~ test STAMINA on 2d6`."""
    before = desk.reports
    declared = desk.names.checks.get(step.test)
    then: Block = ()
    address = desk.address(site, step.span)
    apart = replace(site, names={}, ranges={}, quoted=True, follows=True)
    if isinstance(step.dice, ast.Number):
        message = f"{spell(step.dice)} is a number, and no dice are rolled"
        desk.report(rules.BAD_DICE, step.dice.span, message, write_here(f"{max(1, step.dice.value)}d6"))
    if declared is not None:
        if not desk.opening(f"test {step.test}"):
            desk.report(
                names.CIRCULAR, declared.name.span, f"the test {step.test} contains itself", "define it without itself"
            )
            return ()
        value = expressions.amount(desk, declared.succeed, apart)
        if step.dice is not None:
            value = _with_dice(desk, value, step, site)
        then = desk.block(declared.then, apart)
        outcomes: tuple[str, str] = declared.outcomes
        if not any(outcomes):
            outcomes = _as_in_rows(step.rows, declared.unread)
        desk.opened()
    elif step.dice is not None:
        number = expressions.value(desk, ast.Name(step.test, span=step.test.span), site)
        value = binary("<=", expressions.amount(desk, step.dice, site), number)
        outcomes = ("pass", "fail")
    else:
        if step.test not in desk.names.lost:
            _unknown_check(desk, step)
        return ()
    succeeds = declared is None or not declared.unread or not isinstance(value, Const)
    """Whether it is known what the test rolls: that may be on a line that could not be read."""
    if step.modifier is not None and succeeds:
        value = _modified(desk, value, expressions.value(desk, step.modifier, site), step.modifier.span)
    known = ((outcomes[0], (1, 1)), (outcomes[1], (0, 0)))
    sure = (
        succeeds
        and desk.reports == before
        and not _asks_parameter(desk, step.dice, step.modifier, declared and declared.succeed)
    )
    rows = _outcomes(desk, step.rows, known, site, step.span, (0, 1), desk.bounds(value, apart) if sure else None)
    how = resolution(desk, step.resolution, site, of_test(step.test))
    if outcomes[0] and not step.rows and not then and how is None and step.span.path not in desk.names.systems:
        hint = f"write rows under it, with four blanks: {outcomes[0]} -> 12, {outcomes[1]} -> 13"
        desk.report(rules.IDLE_TEST, step.span, "nothing depends on this test: it has no rows", hint)
    return (
        Roll(value=value, then=then, rows=rows, what="test", label=str(step.test), resolution=how, address=address),
    )


def _with_dice(desk: Desk, value: Expr, step: ast.Check, site: Site) -> Expr:
    """The test with other dice in place of its own."""
    assert step.dice is not None
    dice = expressions.amount(desk, step.dice, site)
    if isinstance(value, Binary) and value.op in ("<=", "<", ">=", ">"):
        if has_dice(value.left) and not has_dice(value.right):
            return binary(value.op, dice, value.right)
        if has_dice(value.right) and not has_dice(value.left):
            return binary(value.op, value.left, dice)
    desk.report(rules.NO_MODIFIER, step.span, f"the test {step.test} cannot be made with other dice", "remove `on`")
    return value


def _unknown_check(desk: Desk, step: ast.Check) -> None:
    numbers = desk.names.of_kind("stat", "number")
    meant = min(
        (each for each in numbers if each.casefold() == step.test.casefold()),
        default=None,
        key=lambda each: each != step.test,
    )
    hint = nearest(step.test, desk.names.checks) or lookup.in_a_system(desk, "test", step.test)
    rows = {each.name for each in step.rows}
    same = next((each for each in desk.names.checks if each.casefold() == step.test.casefold()), None)
    if same is not None and rows and rows <= {*desk.names.checks[same].outcomes}:
        hint = write(spell_check(structs.replace(step, test=ast.Id(same, step.test.span))))
    elif meant is not None:
        with_dice = structs.replace(step, test=ast.Id(meant, step.test.span), dice=ast.Dice(ast.Number(2), 6))
        told = f"write which dice to use: {spell_check(with_dice)}"
        hint = extended(hint, f"{told}; or ") if hint else with_lines(told, spell_check(with_dice))
    desk.report(names.UNKNOWN_CHECK, step.test.span, f"there is no test {step.test}", hint)


def _modified(desk: Desk, value: Expr, modifier: Expr, span: Span) -> Expr:
    """The test with its number raised by `modifier`."""
    if isinstance(value, Binary) and value.op in ("<=", "<", ">=", ">"):
        if has_dice(value.left) and not has_dice(value.right):
            return binary(value.op, value.left, binary("+", value.right, modifier))
        if has_dice(value.right) and not has_dice(value.left):
            return binary(value.op, binary("+", value.left, modifier), value.right)
    desk.report(rules.NO_MODIFIER, span, "this test takes no modifier", "it does not compare dice with a number")
    return value
