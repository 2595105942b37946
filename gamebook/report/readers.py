"""The report on readers who err: what the book is worth to each, and where it decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import Any

from gamebook.analysis.decides import Decided, Price
from gamebook.analysis.readers import ReaderRow
from gamebook.model.book import Book
from gamebook.report import deaths
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Chance, Chapter, Number
from gamebook.report.section import Lines, Part, Section, Table

MOST = 10
"""Chapters in a table."""
LEAST = 5e-4
"""A chapter that decides less is left out."""
BEFORE = "(before the first chapter)"
LUCK = "luck: the share of the outcome that dice and draws decide; the reader's guesses decide the rest."
COST = "mistakes cost: how far the choices there bring the reader below best play; all chapters add up to the gap."


def sections(book: Book, rows: Sequence[ReaderRow], *, choices: bool = False) -> Iterator[Section]:
    """A line for each reader, then for each where the book decides, and what else was asked for.

    Args:
        book: the book.
        rows: the readers.
        choices: tell what each choice costs, too.
    """
    amounts = Amounts(book.aim == "win")
    yield Section(parts=(_all(rows, amounts),))
    titles = {chapter.name: chapter.title for chapter in book.chapters}
    for row in rows:
        table = _where(row, titles, amounts)
        if table.rows and (row.price > LEAST or row.reader.kind == "best"):
            yield Section(f"What decides for {row.reader}", (table,))
        if choices:
            yield from choice_sections(row, titles, amounts)
        if row.fates is not None:
            yield from deaths.hazard_sections(str(row.reader), row.hazards, titles)
            yield from deaths.fate_sections(str(row.reader), row.fates, titles, amounts)
        if row.survival is not None:
            yield from deaths.survival_sections(str(row.reader), row.survival)
    told: list[Part] = [Lines((LUCK, COST) if amounts.wins else (COST,))]
    told += [deaths.legend()] * any(row.fates is not None for row in rows)
    yield Section(parts=told)


def choice_sections(row: ReaderRow, titles: dict[str, str], amounts: Amounts) -> Iterator[Section]:
    """The options that cost a reader most."""
    found = sorted(row.choices, key=lambda each: -each.price)
    found = [each for each in found if each.price > LEAST][:MOST]
    if not found:
        return
    lines: list[list[Cell]] = [
        [
            amounts.cell(each.price),
            Number(each.offered, ".3g"),
            Number(each.taken, ".3g"),
            Chapter(each.offer.chapter, titles.get(each.offer.chapter, BEFORE)),
            deaths.option(each.offer),
        ]
        for each in found
    ]
    rest = row.price - sum(each.price for each in found)
    more = [f"All other choices together: {amounts.cell(rest)}."] if rest > LEAST else []
    head = ("costs", "offered", "taken", "chapter", "option")
    yield Section(f"What choices cost {row.reader}", (Table(head, lines, "rrrll"), Lines(more)))


def _all(rows: Sequence[ReaderRow], amounts: Amounts) -> Table:
    head = ["reader", "wins with chance" if amounts.wins else "earns", "below best play"]
    lines: list[list[Cell]] = [
        [str(row.reader), amounts.known(row.value), amounts.cell(max(row.price, 0.0))] for row in rows
    ]
    if amounts.wins:
        head.append("luck")
        for line, row in zip(lines, rows, strict=True):
            line.append(None if isnan(row.luck) else Chance(row.luck, 1))
    return Table(head, lines, "llrr"[: len(head)], gives=1)


def _where(row: ReaderRow, titles: dict[str, str], amounts: Amounts) -> Table:
    """The chapters that decide most, by what mistakes cost there, or else by luck."""
    all_luck = sum(each.luck + each.choice for each in row.chapters)
    errs = row.price > LEAST
    columns: dict[str, list[Cell]] = {"chapter": []}
    found = sorted(row.chapters, key=lambda each: each.price if errs else each.luck, reverse=True)
    found = [each for each in found if (each.price if errs else each.luck) > LEAST][:MOST]
    columns["chapter"] = [Chapter(each.chapter, titles.get(each.chapter, BEFORE)) for each in found]
    if errs:
        columns["mistakes cost"] = [amounts.cell(each.price) for each in found]
    if amounts.wins:
        columns["luck"] = [Chance(each.luck / all_luck, 1) for each in found]
        columns["guesses"] = [Chance(each.choice / all_luck, 1) for each in found]
        if not errs:
            del columns["guesses"]
    return Table(list(columns), list(zip(*columns.values(), strict=True)), "l" + "r" * (len(columns) - 1))


def data(book: Book, rows: Sequence[ReaderRow]) -> dict[str, Any]:
    """The same as data."""
    names = ("price", "luck", "choice", "suspense", "surprise") if book.aim == "win" else ("price",)
    return {
        "book": {"title": book.title, "aim": book.aim},
        "readers": [
            {
                "reader": str(row.reader),
                "value": {"low": row.value.low, "high": row.value.high},
                "price": row.price,
                "chapters": [_chapter(each, names) for each in row.chapters],
                "choices": [_choice(each, names) for each in row.choices],
                "hazards": deaths.hazard_data(row.hazards),
            }
            | ({} if row.fates is None else {"deaths": deaths.fate_data(row.fates)})
            | ({} if row.survival is None else {"survival": deaths.survival_data(row.survival)})
            for row in rows
        ],
    }


def _chapter(row: Decided, names: Sequence[str]) -> dict[str, Any]:
    return {"chapter": row.chapter} | {name: getattr(row, name) for name in names}


def _choice(row: Price, names: Sequence[str]) -> dict[str, Any]:
    told = {name: getattr(row, name) for name in ("price", "choice") if name in names}
    return deaths.offer_data(row.offer) | {"offered": row.offered, "taken": row.taken} | told
