"""Answers for every state of a fight's ranges: strategies, advice, gains, slices and parts of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from rich.text import Text

from gamebook.dice.percent import percent
from gamebook.fights.advice import Remembered
from gamebook.fights.along import Along
from gamebook.fights.chances import Chances
from gamebook.fights.encounter import Axis
from gamebook.fights.gain import Gains
from gamebook.fights.heuristics import Comparison
from gamebook.fights.summary import Part, Summary
from gamebook.render.amounts import number
from gamebook.render.solution_text import HEADING
from gamebook.render.tables import table

MOST_LINES = 60


def comparison_text(comparison: Comparison, width: int | None = None) -> Text:
    """How much each strategy loses against best play, over all states.

    Args:
        comparison: the strategies.
        width: cells of the page; None: as wide as it takes.
    """
    axes = comparison.map.axes
    text = Text().append(f"Strategies in {comparison.optimum.size:,} fights, against best play\n", HEADING)
    rows = [
        (
            each.name,
            percent(each.loss.mean),
            percent(each.loss.worst),
            where(axes, each.loss.where),
            percent(each.best, 1),
        )
        for each in (*comparison.strategies, comparison.together)
    ]
    head = ("strategy", "average loss", "most", "where", "best in")
    text.append_text(table(head, rows, "lrrlr", width, gives=3))
    for each in comparison.strategies:
        likely = sorted(each.used, key=lambda values: -each.used[values])
        if len(likely) > 1 and each.best > 0:
            shares = ", ".join(f"{'/'.join(map(str, values))} {percent(each.used[values], 0)}" for values in likely[:4])
            text.append(f"{each.name}, where it is best, with {shares}\n")
    text.append("With the values that are best in each fight; with the same everywhere:\n")
    steady = [each.steady for each in comparison.strategies if each.steady is not None]
    told = [(words, percent(lost.mean), percent(lost.worst), where(axes, lost.where)) for words, lost in steady]
    text.append_text(table(head[:-1], told, "lrrl", width))
    return text


def remembered_text(found: Remembered, width: int | None = None) -> Text:
    """Advice to remember, and what advice of other sizes costs."""
    text = Text().append("Advice to remember\n", HEADING)
    for line in found.chosen.strategy[1:-1]:
        text.append(line.strip().removeprefix("at ") + "\n")
    rows = []
    for each in found.sizes:
        mark = "chosen" if each is found.chosen else ""
        lost = each.loss
        rows.append((str(each.leaves), percent(lost.mean), percent(lost.worst), where(found.axes, lost.where), mark))
    text.append(f"\nThe smallest that loses at most {percent(found.cost)} on average:\n")
    return text.append_text(table(("cases", "average loss", "most", "where", ""), rows, "rrrll", width, gives=3))


def gains_text(found: Gains, width: int | None = None) -> Text:
    """Gain of best play over another way, where it gains most."""
    text = Text().append(f"Gain of best play over {found.over}, in {found.states:,} fights\n", HEADING)
    rows = []
    for each in found.rows:
        times = f"{each.factor:.5g}" if each.factor < float("inf") else "∞"
        rows.append((each.what, f"{each.before:.6g}", f"{each.after:.6g}", times, where(found.axes, each.where)))
    return text.append_text(table(("", found.over, "best play", "times", "where"), rows, "lrrrl", width))


def along_text(found: Along, width: int | None = None) -> Text:
    """What changes along an axis, a line for each of its values."""
    text = Text().append(f"Along {found.axis.label}, {found.slices[0].states:,} states each\n", HEADING)
    rows = []
    for each in found.slices:
        taken = [f"{count} of {among}" for count, among in each.taken.values()]
        taken += [f"{each.any} of {each.states}"] if len(taken) > 1 else []
        changed = ["" if number is None else str(number) for number in (each.differs, each.changes)]
        rows.append((str(each.value), *(percent(worth) for worth in each.worth.values()), *taken, *changed))
    first = found.slices[0]
    options = [f"{decision}: {option}" for decision, option in first.taken]
    options += ["any of these"] if len(options) > 1 else []
    head = (found.axis.label, *first.worth, *options, "other play", "other worth")
    text.append_text(table(head, rows, "r" * len(head), width))
    text.append("Worth: the mean over the other ranges; other worth: fights whose value differs from the line above.\n")
    return text.append("Other play: states with another best option than in the line above.\n")


def chances_text(found: Chances, width: int | None = None) -> Text:
    """What the fight is worth for every number in its ranges: a line for each, or a grid of two."""
    text = Text().append("Chance to win\n" if found.wins else "Points\n", HEADING)

    def told(value: float) -> str:
        return percent(value) if found.wins else number(value)

    *rows, last = found.axes
    if not rows:
        lines = [
            (str(last.low + at), *(told(float(worth[at])) for worth in found.worth.values())) for at in range(last.size)
        ]
        head: tuple[str, ...] = (last.label, *found.worth)
        return text.append_text(table(head, lines, "r" * len(head), width))
    best = next(iter(found.worth.values()))
    places = list(product(*(range(axis.size) for axis in rows)))
    lines = [
        (
            *(str(axis.low + at) for axis, at in zip(rows, place, strict=True)),
            *(told(float(each)) for each in best[place]),
        )
        for place in places[:MOST_LINES]
    ]
    head = (*(axis.label for axis in rows), *(str(last.low + at) for at in range(last.size)))
    text.append(f"With best play; {last.label} from left to right.\n")
    text.append_text(table(head, lines, "r" * len(head), width))
    left = len(places) - len(lines)
    return text.append(f"… and {left:,} more lines; --table FILE.csv writes them all\n") if left else text


def summary_text(found: Summary) -> Text:
    """The parts of a summary in words."""
    text = Text().append("Summary of best play\n", HEADING)
    for part in found.parts:
        text.append(f"{part_name(part) or 'Everywhere'}: {amount(found, part)}\n")
        for name, rule in part.rules.items():
            text.append(f"    {name}: {rule.words}")
            text.append("\n" if rule.right == 1 else f" (best in {percent(rule.right, 0)} of the states that matter)\n")
    return text


def part_name(part: Part) -> str:
    """`LUCK 9..12, foe SKILL 2..8`"""
    spans = (f"{a.low}" if a.low == a.high else f"{a.low}..{a.high}" for a in part.ranges)
    return ", ".join(f"{axis.label} {span}" for axis, span in zip(part.ranges, spans, strict=True))


def amount(found: Summary, part: Part) -> str:
    """`wins 47.925% in the mean`"""
    value = percent(part.value) if found.policy.wins else f"{part.value:.4g} points"
    return f"{'wins' if found.policy.wins else 'earns'} {value} on average"


def where(axes: Sequence[Axis], place: Sequence[int]) -> str:
    """`STAMINA 22, LUCK 12, foe SKILL 16`"""
    return ", ".join(axis.at(value) for axis, value in zip(axes, place, strict=True))
