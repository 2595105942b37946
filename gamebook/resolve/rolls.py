"""Dice with rows: rolls, pools and random branches; and whether rows fit what the dice give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import comb

from msgspec import structs

from gamebook.codes import rules
from gamebook.codes.hints import add_rows
from gamebook.diagnostics import Hint, Related, Suggestion
from gamebook.model.arithmetic import LARGEST, Interval, const
from gamebook.model.expression import Const, Dice, Var
from gamebook.model.fold import times, total
from gamebook.model.step import COMPARED, RANDOM, Block, Pool, Random, Roll, Row, Weighted
from gamebook.resolve import expressions, lookup
from gamebook.resolve.desk import Desk
from gamebook.resolve.left import Rows
from gamebook.resolve.resolution import resolution
from gamebook.resolve.site import Binding, Site
from gamebook.sentences import listed
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.limits import MAX_HANDS
from gamebook.syntax.spell import spell, spell_open
from gamebook.syntax.walk import find

_RollRow = ast.RangeRow | ast.OpenRow


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
