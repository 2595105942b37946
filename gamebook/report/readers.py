"""The report on readers who err: what the book is worth to each, and where it decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import Any

from gamebook.analysis.decides import Decided
from gamebook.analysis.readers import ReaderRow
from gamebook.model.book import Book
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Chance, Chapter
from gamebook.report.section import Lines, Section, Table

MOST = 10
"""Chapters in a table."""
LEAST = 5e-4
"""A chapter that decides less is left out."""
BEFORE = "(before the first chapter)"
LUCK = "luck: the share of the outcome that dice and draws decide; the reader's guesses decide the rest."
COST = "mistakes cost: how far the choices there bring the reader below best play; all chapters add up to the gap."


def sections(book: Book, rows: Sequence[ReaderRow]) -> Iterator[Section]:
    """A line for each reader, then for each where the book decides."""
    amounts = Amounts(book.aim == "win")
    yield Section(parts=(_all(rows, amounts),))
    titles = {chapter.name: chapter.title for chapter in book.chapters}
    for row in rows:
        table = _where(row, titles, amounts)
        if table.rows and (row.price > LEAST or row.reader.kind == "best"):
            yield Section(f"What decides for {row.reader}", (table,))
    yield Section(parts=(Lines((LUCK, COST) if amounts.wins else (COST,)),))


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
            }
            for row in rows
        ],
    }


def _chapter(row: Decided, names: Sequence[str]) -> dict[str, Any]:
    return {"chapter": row.chapter} | {name: getattr(row, name) for name in names}
