"""Answers for every state of a fight's ranges: strategies, advice, gains, slices and parts of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from gamebook.dice.percent import percent
from gamebook.fights.advice import Remembered
from gamebook.fights.along import Along
from gamebook.fights.chances import Chances
from gamebook.fights.encounter import Axis
from gamebook.fights.gain import Gains
from gamebook.fights.heuristics import Comparison
from gamebook.fights.summary import Part, Summary
from gamebook.model.points import in_points
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Chance, Number, Points
from gamebook.report.section import Lines, Section, Table

MOST_LINES = 60


def comparison_section(comparison: Comparison) -> Section:
    """How much each strategy loses against best play, over all states."""
    axes = comparison.map.axes
    rows = [
        (
            each.name,
            Chance(each.loss.mean),
            Chance(each.loss.worst),
            where(axes, each.loss.where),
            Chance(each.best, 1),
        )
        for each in (*comparison.strategies, comparison.together)
    ]
    head = ("strategy", "average loss", "most", "where", "best in")
    lines = []
    for each in comparison.strategies:
        likely = sorted(each.used, key=lambda values: -each.used[values])
        if len(likely) > 1 and each.best > 0:
            shares = ", ".join(f"{'/'.join(map(str, values))} {percent(each.used[values], 0)}" for values in likely[:4])
            lines.append(f"{each.name}, where it is best, with {shares}")
    lines.append("With the values that are best in each fight; with the same everywhere:")
    steady = [each.steady for each in comparison.strategies if each.steady is not None]
    told = [(words, Chance(lost.mean), Chance(lost.worst), where(axes, lost.where)) for words, lost in steady]
    parts = (Table(head, rows, "lrrlr", gives=3), Lines(lines), Table(head[:-1], told, "lrrl"))
    return Section(f"Strategies in {comparison.optimum.size:,} fights, against best play", parts)


def remembered_sections(found: Remembered) -> Iterator[Section]:
    """Advice to remember, and what advice of other sizes costs."""
    lines = [line.strip().removeprefix("at ") for line in found.chosen.strategy[1:-1]]
    yield Section("Advice to remember", [Lines(lines)])
    rows = []
    for each in found.sizes:
        mark = "chosen" if each is found.chosen else ""
        lost = each.loss
        rows.append((each.leaves, Chance(lost.mean), Chance(lost.worst), where(found.axes, lost.where), mark))
    least = f"at most {percent(found.cost)} on average"
    enough = found.chosen.loss.mean <= found.cost
    words = Lines([f"The smallest that loses {least}:" if enough else f"None loses {least}; the one that loses least:"])
    table = Table(("cases", "average loss", "most", "where", ""), rows, "rrrll", gives=3)
    yield Section(parts=[words, table])


def gains_section(found: Gains) -> Section:
    """Gain of best play over another way, where it gains most."""
    rows = [
        (
            each.what,
            Number(each.before, ".6g"),
            Number(each.after, ".6g"),
            Points(each.factor, 5),
            where(found.axes, each.where),
        )
        for each in found.rows
    ]
    table = Table(("", found.over, "best play", "times", "where"), rows, "lrrrl")
    return Section(f"Gain of best play over {found.over}, in {found.states:,} fights", [table])


def along_section(found: Along) -> Section:
    """What changes along an axis, a line for each of its values."""
    rows: list[tuple[Cell, ...]] = []
    for each in found.slices:
        taken = [f"{count} of {among}" for count, among in each.taken.values()]
        taken += [f"{each.any} of {each.states}"] if len(taken) > 1 else []
        changed = ("" if number is None else number for number in (each.differs, each.changes))
        rows.append((each.value, *(Chance(worth) for worth in each.worth.values()), *taken, *changed))
    first = found.slices[0]
    options = [f"{decision}: {option}" for decision, option in first.taken]
    options += ["any of these"] if len(options) > 1 else []
    head = (found.axis.label, *first.worth, *options, "other play", "other worth")
    notes = [
        "Worth: the mean over the other ranges; other worth: fights whose value differs from the line above.",
        "Other play: states with another best option than in the line above.",
    ]
    title = f"Along {found.axis.label}, {found.slices[0].states:,} states each"
    return Section(title, [Table(head, rows, "r" * len(head)), Lines(notes)])


def chances_section(found: Chances) -> Section:
    """What the fight is worth for every number in its ranges: a line for each, or a grid of two."""
    return Section("Chance to win" if found.wins else "Points", tuple(_chances(found)))


def _chances(found: Chances) -> Iterator[Table | Lines]:
    told = Amounts(found.wins).cell
    *rows, last = found.axes
    if not rows:
        lines: list[tuple[Cell, ...]] = [
            (last.low + at, *(told(float(worth[at])) for worth in found.worth.values())) for at in range(last.size)
        ]
        head: tuple[str, ...] = (last.label, *found.worth)
        yield Table(head, lines, "r" * len(head))
        return
    best = next(iter(found.worth.values()))
    places = list(product(*(range(axis.size) for axis in rows)))
    lines = [
        (
            *(axis.low + at for axis, at in zip(rows, place, strict=True)),
            *(told(float(each)) for each in best[place]),
        )
        for place in places[:MOST_LINES]
    ]
    head = (*(axis.label for axis in rows), *(str(last.low + at) for at in range(last.size)))
    yield Lines([f"With best play; {last.label} from left to right."])
    yield Table(head, lines, "r" * len(head))
    left = len(places) - len(lines)
    yield Lines([f"… and {left:,} more lines; --table FILE.csv writes them all"] if left else [])


def summary_section(found: Summary) -> Section:
    """The parts of a summary in words."""
    lines = []
    for part in found.parts:
        lines.append(f"{part_name(part) or 'Everywhere'}: {amount(found, part)}")
        for name, rule in part.rules.items():
            right = "" if rule.right == 1 else f" (best in {percent(rule.right, 0)} of the states that matter)"
            lines.append(f"    {name}: {rule.words}{right}")
    return Section("Summary of best play", [Lines(lines)])


def part_name(part: Part) -> str:
    """`LUCK 9..12, foe SKILL 2..8`"""
    spans = (f"{a.low}" if a.low == a.high else f"{a.low}..{a.high}" for a in part.ranges)
    return ", ".join(f"{axis.label} {span}" for axis, span in zip(part.ranges, spans, strict=True))


def amount(found: Summary, part: Part) -> str:
    """`wins 47.925% in the mean`"""
    value = percent(part.value) if found.policy.wins else in_points(f"{part.value:.4g}")
    return f"{'wins' if found.policy.wins else 'earns'} {value} on average"


def where(axes: Sequence[Axis], place: Sequence[int]) -> str:
    """`STAMINA 22, LUCK 12, foe SKILL 16`"""
    return ", ".join(axis.at(value) for axis, value in zip(axes, place, strict=True))
