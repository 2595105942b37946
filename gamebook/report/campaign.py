"""The report on a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamebook.analysis.alike import NARROW
from gamebook.analysis.campaign import Campaign, KindOf, Stage, Values
from gamebook.analysis.handover import Cut
from gamebook.dice.percent import percent
from gamebook.plain import as_data
from gamebook.report.amounts import Amounts, worded
from gamebook.report.cells import Cell
from gamebook.report.section import Facts, Lines, Section, Table
from gamebook.report.words import stats, titled
from gamebook.sentences import counted

SHOWN = 5
"""Starts of a book that are shown at either end of the list."""


def sections(campaign: Campaign) -> Iterator[Section]:
    """What `gamebook campaign` prints: the chance to win all books, and for each book what its starts are worth."""
    amounts = Amounts(wins=True)
    chance = f"chance {amounts.bracket(campaign.best)}"
    told = "a chance that is not known yet" if amounts.unknown(campaign.best) else chance
    facts: list[tuple[str, Cell]] = [("Best play", worded(f"wins all with {told}", campaign.best))]
    facts += [("", line) for line in _drafts(campaign)]
    yield Section("Campaign", (Facts(facts, width=10), *_picks(campaign.picks), *_kinds(campaign, amounts)))
    for number, stage in enumerate(campaign.stages, start=1):
        parts = _starts(campaign, stage, amounts) if stage.carried else ()
        yield Section(f"{number} {titled(stage.title)}", parts, aside=f": {counted(stage.states, 'state')}")


def _drafts(campaign: Campaign) -> Iterator[str]:
    """Why the chance to win is not known better where books are not finished; or that this makes no difference."""
    if not campaign.drafts:
        return
    yield f"not finished: {', '.join(campaign.drafts)}"
    if campaign.best.high - campaign.best.low <= NARROW:
        yield "whatever is still to be written there, the chance is the same"
    else:
        yield "the lower bound counts what is not written yet as lost, the upper one as all books won"


def _picks(picks: Values | None) -> tuple[Lines, ...]:
    """What the bounds are about, if it is not one hero."""
    if picks is None:
        return ()
    told = f"The lower one is what this hero wins at least: {_picked(picks)}. The books below are played by this hero."
    return (Lines(["These bounds are for all that the hero may pick.", told]),)


def _picked(picks: Values | None) -> str:
    had = [(name, value) for name, value in (picks or {}).items() if value]
    return ", ".join(f"{name} {value}" if isinstance(value, str) else name for name, value in had) or "nothing"


def _kinds(campaign: Campaign, amounts: Amounts) -> tuple[Table | Lines, ...]:
    """The best and the worst kinds of hero."""
    kinds: Sequence[KindOf] = campaign.kinds
    if not kinds:
        return ()
    left = len(kinds) - 2 * SHOWN
    shown = [*kinds[:SHOWN], *kinds[-SHOWN:]] if left > 0 else kinds
    picks = any(kind.picks is not None for kind in kinds)
    told = ["This is the mean of all kinds of hero that the dice make; each was solved by itself."]
    if campaign.unsolved > 0.0:
        some = f"{counted(len(kinds), 'kind')} {'was' if len(kinds) == 1 else 'were'} solved"
        told.append(f"Only {some}; the dice make another hero with chance {percent(campaign.unsolved)}.")
    told += ["With the picks beside him, a hero wins at least the lower number."] * picks
    head = ("wins all", "hero", "picks") if picks else ("wins all", "hero")
    rows = [(amounts.between(kind.best), stats(kind.stats), _picked(kind.picks))[: len(head)] for kind in shown]
    more = [Lines([f"… and {left} more kinds of hero"])] if left > 0 else []
    return Lines(told), Table(head, rows, "rll"[: len(head)]), *more


def _starts(campaign: Campaign, stage: Stage, amounts: Amounts) -> tuple[Table | Facts | Lines, ...]:
    """The best and the worst starts. What is the same in all of them is written once."""
    if not stage.starts:
        if campaign.drafts and campaign.best.high > 0.0:
            return (
                Lines(["Nobody begins this book yet: a book before it is not finished, and has no victory so far."]),
            )
        return (Lines(["Nobody begins this book: a book before it cannot be won."]),)
    left = len(stage.starts) - 2 * SHOWN
    shown = [*stage.starts[:SHOWN], *stage.starts[-SHOWN:]] if left > 0 else list(stage.starts)
    first = stage.starts[0].sheet
    differ = {name for each in stage.starts for name, value in each.sheet.items() if value != first[name]}
    same = {name: value for name, value in first.items() if name not in differ}
    rows = [
        (
            amounts.between(start.value),
            stats({name: value for name, value in start.sheet.items() if name in differ}) or "the only sheet",
        )
        for start in shown
    ]
    width = max(each.value.high - each.value.low for each in stage.starts)
    more = [f"… and {left} more starts"] * (left > 0)
    lines = [
        "Some of these sheets may never occur.",
        "A number may stand for more that are worth the same; the least is shown.",
    ] * stage.by_class
    if width > NARROW and not campaign.drafts:
        lines.append("Two numbers are bounds: a limit was reached before more was known of this sheet.")
    sure = not any(each.by_class for each in campaign.stages)
    lines += [_cut(each, sure=sure) for each in stage.cut]
    lines += [f"Each of these chances is known to ± {width / 2:.0e}."] * (0.0 < width <= NARROW)
    table = Table(("wins from there", "started with"), rows, "rl")
    return table, Lines(more), Facts([("All begin with", stats(same))] * bool(same)), Lines(lines)


def _cut(cut: Cut, *, sure: bool) -> str:
    """What of a value is lost on the way into a book."""
    before = str(cut.low) if cut.low == cut.high else f"{cut.low} to {cut.high}"
    becomes = [f"a higher value becomes {cut.most}"] * (cut.high > cut.most)
    becomes += [f"a lower value becomes {cut.least}"] * (cut.low < cut.least)
    ends = "ends" if sure else "may end"
    room = f"{cut.least} to {cut.most}"
    return f"The book before {ends} with {before} {cut.name}. This book has room for {room}: {' and '.join(becomes)}."


def data(campaign: Campaign) -> dict[str, Any]:
    """Everything as plain data."""
    return {"version": 1, **as_data(campaign)}
