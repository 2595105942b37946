"""A witness in words: lines that a person can follow with book and dice."""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.analysis.witness import Chosen, Fallen, Move, Route
from gamebook.model.blocks import bodies_of, steps_in
from gamebook.model.book import Book
from gamebook.model.expression import Const
from gamebook.model.step import Assign


def route_lines(book: Book, route: Route) -> tuple[str, ...]:
    """`1: choose "Open the door" -> 5`, `5: roll 1d6: 3`, …, at last the sheet."""
    here = sheet_line(book, route.sheet)
    return (*map(_line, route.moves), *([f"{route.chapter}: you have {here}"] if here else []))


def _line(move: Move) -> str:
    if move.done is None:
        return f"{move.chapter}: -> {move.turn}" if move.turn else f"{move.chapter}: the start"
    done = _chosen(move.done) if isinstance(move.done, Chosen) else _fallen(move.done)
    return f"{move.chapter}: {done} -> {move.turn}" if move.turn else f"{move.chapter}: {done}"


def _chosen(chosen: Chosen) -> str:
    return f'{"rival chooses" if chosen.rival else "choose"} "{chosen.label}"'


def _fallen(dice: Fallen) -> str:
    """How the dice fell."""
    match dice.what:
        case "test":
            return f"test {dice.label}: {dice.outcome}"
        case "compare":
            return f"compare {dice.label}: {dice.outcome}"
        case "roll" if dice.value is not None:
            return f"roll {dice.label}: {dice.value}"
        case "pool" if dice.value is not None:
            return f"roll {dice.label}: {dice.outcome}"
        case "random" if dice.value is not None:
            return f"by chance: row {dice.value + 1}"
        case _:
            return f"roll: {dice.outcome or 'no change'}"


def sheet_line(book: Book, values: Mapping[str, int]) -> str:
    """What is on the sheet, in a line: `STAMINA 4, gold 0, lantern`.

    Without numbers that are only ever set to fixed ones, such as that of a key, as long as they are as at the start.
    """
    counting = _counting(book)
    known = [
        each
        for each in book.variables
        if each.on_sheet
        and each.name in values
        and (each.kind != "number" or each.name in counting or values[each.name] != each.start)
    ]
    return ", ".join(words for each in known if (words := each.entry(values[each.name])))


def _counting(book: Book) -> set[str]:
    """The variables that some rule gives a value that is not the same for everybody."""
    steps = (step for block in bodies_of(book) for step in steps_in(block) if isinstance(step, Assign))
    return {change.variable for step in steps for change in step.changes if not isinstance(change.value, Const)}
