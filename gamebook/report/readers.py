"""The report on readers who err: what the book is worth to each, and where it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isnan
from typing import Any

from gamebook.analysis.alike import alike
from gamebook.analysis.decides import Decided, Price
from gamebook.analysis.readers import ReaderRow
from gamebook.dice.percent import percent
from gamebook.model.book import Book
from gamebook.model.reader import Reader
from gamebook.plain import as_data
from gamebook.report import deaths, fights
from gamebook.report.about import about
from gamebook.report.amounts import Amounts
from gamebook.report.best import best_reader, reader_notes
from gamebook.report.cells import BOUNDS, Cell, Chance, Chapter, Count, Worded, often
from gamebook.report.section import Lines, Part, Section, Table
from gamebook.report.words import NOT_KNOWN, sure
from gamebook.sentences import counted
from gamebook.solver.estimate import Estimate
from gamebook.solver.first_time import Attempts

MOST = 10
"""Chapters in a table."""
LEAST = 5e-4
"""A chapter in which mistakes cost less is left out, unless luck or guesses decide much there."""
MUCH = 0.01
"""A chapter with this share of all luck and guesses is shown, whatever mistakes cost there."""
WIDE = 0.9
"""An attempt of whose chance no more is known than that is left out."""
BEFORE = "(before the first chapter)"
DOES = {
    "best": "takes the best option everywhere.",
    "lookahead": "takes what looks best if it sees {} ahead, and expects to pick at random after that.",
    "careless": "takes a best option, but with a chance of {} any open option at random.",
    "soft": "takes an option the more often, the better it is; {} says how strongly it prefers what is better.",
    "random": "picks every open option with equal chance.",
    "guide": "follows a written solution: the same answer to the same choice, whatever the sheet says.",
    "first-timer": "knows the words, not the chances: picks at random, and answers the same wherever it sees the same.",
    "persistent": "plays again and again until it wins, and avoids the options that killed it.",
}
"""What each kind of reader does; docs/difficulty.md says it in full."""
LUCK = "luck: the share of the outcome that dice and draws decide; the reader's guesses decide the rest."
COST = "mistakes cost: how far the choices there bring the reader below {best}; all chapters add up to the gap."


def sections(
    book: Book, rows: Sequence[ReaderRow], *, choices: bool = False, late: Sequence[Reader] = ()
) -> Iterator[Section]:
    """A line for each reader, then for each where the book decides, and what else was asked for.

    Args:
        book: the book.
        rows: the readers.
        choices: tell what each choice costs, too.
        late: readers who were asked for, too, and were not done in time.
    """
    amounts = Amounts(book.aim == "win")
    missing = [f"Not done in time: {', '.join(map(str, late))}."] if late else []
    yield Section(parts=(compared(book, rows, amounts), Lines(missing)))
    titles = book.titles
    for row in rows:
        table, rest = _where(row, titles, amounts)
        if table.rows and (row.price > LEAST or row.reader.kind == "best"):
            yield Section(f"What decides for {row.reader}", (table, rest))
        if choices:
            yield from choice_sections(row, titles, amounts)
        if row.fates is not None:
            yield from deaths.hazard_sections(str(row.reader), row.hazards, titles)
            yield from deaths.fate_sections(str(row.reader), row.fates, titles, amounts)
        if row.fights is not None:
            yield from fights.sections(str(row.reader), row.fights, titles)
        if row.attempts is not None:
            yield attempt_section(row.reader, row.attempts)
        if row.survival is not None:
            yield from deaths.survival_sections(str(row.reader), row.survival, amounts)
    said = [line for row in rows for line in notes(row)] + [*reader_notes(book), *next_points(book, rows)]
    if said:
        yield Section(parts=[Lines(said)])
    cost = COST.format(best=best_reader(book))
    told: list[Part] = [Lines((LUCK, cost) if amounts.wins else (cost,))]
    told += [deaths.legend(amounts)] * any(row.fates is not None for row in rows)
    told += [Lines((fights.legend([each for row in rows for each in row.fights or ()]),))] * any(
        row.fights for row in rows
    )
    yield Section(parts=told)


def does(who: Reader) -> str:
    """What a reader does, in a sentence that begins with a verb."""
    match who.kind:
        case "careless":
            amount = f"{100 * who.amount:.10g}%"
        case "lookahead":
            amount = counted(int(who.amount), "choice")
        case _:
            amount = f"{who.amount:.10g}"
    return DOES[who.kind].format(amount)


def next_points(book: Book, rows: Sequence[ReaderRow]) -> Iterator[str]:
    """Which of these readers do not look at points, in a book where points come next after the chance to win."""
    blind = [str(row.reader) for row in rows if row.reader.kind in ("lookahead", "soft", "guide")]
    if book.then_score and blind:
        yield (
            f"Without a look at the points: {', '.join(blind)}. Of options that win as often, best and careless take "
            "those with the most points."
        )


def notes(row: ReaderRow) -> Iterator[str]:
    """How the value of a reader was found, where it is not that of a single policy."""
    if row.method == "tables":
        yield f"{row.reader}: the mean of all {row.count:,} ways to answer the choices that can come again in a play."
    if row.method == "plays" and row.known:
        yield f"{row.reader}: from {row.count:,} simulated plays; the bounds hold the chance with 99% confidence."
    if not row.known:
        yield f"{row.reader}: not known; too many choices can come again in a play."
    if row.attempts is not None:
        yield f"{row.reader}: these numbers are for the first attempt; the table of attempts shows the later ones."


def attempt_section(who: Reader, attempts: Attempts) -> Section:
    """How often a persistent reader has to play."""
    lines: list[list[Cell]] = [
        [
            Count(row.number),
            *(Chance(each.value) if row.number == 1 else _estimate(each) for each in (row.wins, row.has_won)),
        ]
        for row in attempts.attempts
        if row.wins is not None and row.wins.high - row.wins.low < WIDE  # enough were left to try
    ]
    last = attempts.attempts[-1].number
    median = f"more than {last}" if attempts.median is None else str(attempts.median)
    low, high = attempts.median_low, attempts.median_high
    if high is None and low <= last:
        median += f" (at least {low}, with {sure(attempts.confidence)} confidence)"
    elif high is not None and low < high:
        median += f" ({low} to {high}, with {sure(attempts.confidence)} confidence)"
    held = f"intervals hold the chance with {sure(attempts.confidence)} confidence"
    lives = f"{attempts.lives:,} simulated readers (seed {attempts.seed})"
    source = f"The first attempt is exact, the others are from {lives}; {held}."
    return Section(
        f"How often {who} has to play",
        (
            Table(("attempt", "wins it", "has won by then"), lines, "rrr"),
            Lines((f"Attempts until half of the readers have won: {median}.", source)),
        ),
    )


def _estimate(found: Estimate) -> Cell:
    told = f"{percent(found.value, 2)} ({percent(found.low, 2)} to {percent(found.high, 2)})"
    return Worded(told, (found.value, found.low, found.high), ("", *BOUNDS))


def choice_sections(row: ReaderRow, titles: dict[str, str], amounts: Amounts) -> Iterator[Section]:
    """The options that cost a reader most."""
    found = sorted(row.choices, key=lambda each: -each.price)
    found = [each for each in found if each.price > LEAST][:MOST]
    if not found:
        return
    lines: list[list[Cell]] = [
        [
            amounts.cell(each.price),
            often(each.offered),
            often(each.taken),
            Chapter(each.offer.chapter, titles.get(each.offer.chapter, BEFORE)),
            deaths.option(each.offer),
        ]
        for each in found
    ]
    rest = row.price - sum(each.price for each in found)
    more = [f"All other choices together: {amounts.cell(rest)}."] if rest > LEAST else []
    head = ("costs", "offered", "taken", "chapter", "option")
    yield Section(f"What choices cost {row.reader}", (Table(head, lines, "rrrll"), Lines(more)))


def compared(book: Book, rows: Sequence[ReaderRow], amounts: Amounts) -> Table:
    """A line for each reader."""
    head = ["reader", "wins with chance" if amounts.wins else "earns", f"below {best_reader(book)}"]
    lines: list[list[Cell]] = [
        [str(row.reader), *((amounts.known(row.value), _below(row, amounts)) if row.known else (NOT_KNOWN, None))]
        for row in rows
    ]
    if amounts.wins:
        head.append("luck")
        for line, row in zip(lines, rows, strict=True):
            line.append(None if isnan(row.luck) else Chance(row.luck, 1))
    return Table(head, lines, "llrr"[: len(head)], gives=1)


def _below(row: ReaderRow, amounts: Amounts) -> Cell:
    """How far the reader stays below the reader `best`; where plays were simulated, between which bounds."""
    if row.method != "plays":
        best = row.value.middle + row.price
        return amounts.cell(0.0 if alike(best, row.value.middle, wins=amounts.wins) else max(row.price, 0.0))
    half = (row.value.high - row.value.low) / 2
    low, high = (max(row.price + each, 0.0) for each in (-half, half))
    return Worded(f"{amounts.value(low)} to {amounts.value(high)}", (low, high))


def _where(row: ReaderRow, titles: dict[str, str], amounts: Amounts) -> tuple[Table, Lines]:
    """The chapters that decide most: where mistakes cost, the dearest first, and where luck and guesses decide.

    Of many those stay that have the greatest share of either; what all the others come to is said below, so that it
    all adds up.
    """
    variance = row.variance if amounts.wins else 0.0  # of points there is no share of luck
    errs = row.price > LEAST
    shares = {each.chapter: (each.luck + each.choice) / variance if variance else 0.0 for each in row.chapters}
    some = [each for each in row.chapters if shares[each.chapter] or (errs and each.price)]
    some.sort(key=lambda each: max(each.price / row.price if errs else 0.0, shares[each.chapter]), reverse=True)
    found = [each for each in some if each.price > LEAST or shares[each.chapter] > MUCH][:MOST]
    listed = {each.chapter for each in found}
    others = [each for each in some if each.chapter not in listed]
    found.sort(key=lambda each: (each.price if errs else 0.0, shares[each.chapter]), reverse=True)
    columns: dict[str, Callable[[Iterable[Decided]], Cell]] = {}
    if errs:
        columns["mistakes cost"] = lambda some: amounts.cell(sum(each.price for each in some))
    if variance:
        columns["luck"] = lambda some: Chance(sum(each.luck for each in some) / variance, 1)
    if variance and errs:
        columns["guesses"] = lambda some: Chance(sum(each.choice for each in some) / variance, 1)
    rows: list[list[Cell]] = [
        [Chapter(each.chapter, titles.get(each.chapter, BEFORE)), *(cell([each]) for cell in columns.values())]
        for each in found
    ]
    table = Table(["chapter", *columns], rows, "l" + "r" * len(columns))
    rest = ", ".join(f"{name} {cell(others)}" for name, cell in columns.items())
    return table, Lines([f"… and {len(others)} more: {rest}"] if others else [])


def data(book: Book, rows: Sequence[ReaderRow], late: Sequence[Reader] = ()) -> dict[str, Any]:
    """The same as data; `late` only where some are."""
    names = ("price", "luck", "choice", "suspense", "surprise") if book.aim == "win" else ("price",)
    return {
        "book": about(book),
        "readers": [
            {
                "reader": str(row.reader),
                "value": as_data(row.value),
                "method": row.method,
                "count": row.count,
                "price": row.price,
                "chapters": [_chapter(each, names) for each in row.chapters],
                "choices": [_choice(each, names) for each in row.choices],
                "hazards": deaths.hazard_data(row.hazards),
            }
            | ({} if row.fates is None else {"deaths": deaths.fate_data(row.fates)})
            | ({} if row.fights is None else {"fights": fights.data(row.fights)})
            | ({} if row.attempts is None else {"attempts": _attempts(row.attempts)})
            | ({} if row.survival is None else {"survival": deaths.survival_data(row.survival)})
            for row in rows
        ],
    } | ({"late": [*map(str, late)]} if late else {})


def _chapter(row: Decided, names: Sequence[str]) -> dict[str, Any]:
    return {"chapter": row.chapter} | {name: getattr(row, name) for name in names}


def _choice(row: Price, names: Sequence[str]) -> dict[str, Any]:
    told = {name: getattr(row, name) for name in ("price", "choice") if name in names}
    return deaths.offer_data(row.offer) | {"offered": row.offered, "taken": row.taken} | told


def _attempts(found: Attempts) -> dict[str, Any]:
    return {
        "lives": found.lives,
        "seed": found.seed,
        "confidence": found.confidence,
        "median": {"value": found.median, "low": found.median_low, "high": found.median_high},
        "attempts": [as_data(row) for row in found.attempts],
    }
