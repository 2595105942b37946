"""The report on what each thing is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamebook.analysis.alike import alike
from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.without import ANYWHERE
from gamebook.analysis.worth import Must, Without, Worth
from gamebook.model.book import HERO_BLOCK
from gamebook.plain import as_data
from gamebook.report.about import about
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Chance, Chapter, Worded, between
from gamebook.report.hero import hero
from gamebook.report.section import Facts, Lines, Section, Table
from gamebook.report.words import first_names, titled
from gamebook.sentences import counted

MOST = 20
"""Things in the table."""
MOST_NAMES = 20
"""Names in a list."""
AMOUNTS = Amounts(wins=True)
PLACES = {ANYWHERE: ANYWHERE, HERO_BLOCK: "when the hero is made"}


def sections(found: Worth) -> Iterator[Section]:
    """The chance without each thing; rolled stats; what every winning play has; how wide the way is."""
    who = f" for {hero(found.book, found.hero)}" if found.hero else ""
    title = f"What things are worth in {titled(found.book.title)}{who}"
    yield Section(title, [Lines([f"Best play {AMOUNTS.play(found.best)}."])])
    yield from _without(found)
    if found.rolls:
        rows = [(each.stat, _roll(each.low, each.worst), _roll(each.high, each.best)) for each in found.rolls]
        yield Section("Rolls", [Table(("stat", "at its lowest", "at its highest"), rows, "lrr")])
    yield from _musts(found)
    if facts := list(_width(found)):
        yield Section("How wide is the way?", [Facts(facts)])


def _roll(value: int, bracket: Bracket) -> Cell:
    return Worded(f"{value}: {AMOUNTS.within(bracket)}", (value, bracket.middle), ("value", "chance to win"))


def _without(found: Worth) -> Iterator[Section]:
    titles = found.book.titles
    rows = sorted(found.without, key=found.loss, reverse=True)
    telling = [row for row in rows if not _as_often(row, found)]
    parts: list[Table | Lines] = []
    if telling:
        table = [
            (_thing(row, titles), *_cells(row.best, found.best), *_cells(row.random, found.random)) for row in telling
        ]
        head = ("without", "best play", "change", "random", "change")
        shown = table if len(table) <= MOST + 3 else [*table[: MOST - 3], *table[-3:]]
        parts.append(Table(head, shown, "lrrrr", gives=0))
        if len(shown) < len(table):
            left_out = len(table) - len(shown)
            more = f"There {'is' if left_out == 1 else 'are'} {counted(left_out, 'more thing')}"
            parts.append(Lines([f"{more}, above the last three lines; --json has them all."]))
    idle = [row for row in found.without if _as_often(row, found)]
    things = [_told(row, titles) for row in idle if row.kind != "chapter"]
    pages = [row.name for row in idle if row.kind == "chapter"]
    lines = []
    if not found.book.unfinished:  # what is not written yet may need them
        lines.append(first_names("Best play wins as often without any one of", things, MOST_NAMES, end="."))
        lines.append(first_names("Best play wins as often without any one of the chapters", pages, MOST_NAMES, end="."))
    if found.skipped:
        lines.append(
            "Chapters were not left out one by one, for the book is large; gamebook worth --only chapter does it."
        )
    if any(lines):
        parts.append(Lines([line for line in lines if line]))
    if parts:
        yield Section("Without one thing", parts)


def _as_often(row: Without, found: Worth) -> bool:
    """Whether best play wins as often without it."""
    return alike(row.best.middle, found.best.middle, wins=True)


def _thing(row: Without, titles: dict[str, str]) -> Cell:
    return Chapter(row.name, titles[row.name]) if row.kind == "chapter" else _told(row, titles)


def _told(row: Without | Must, titles: dict[str, str]) -> str:
    match row.kind:
        case "option":
            return f"the option {row.name}"
        case "test":
            return f"a test of {row.name}"
        case "fights":
            return "a fight"
        case "chapter":
            return f"{row.name} {titles[row.name]}".rstrip()
        case _:
            return row.name


def _cells(value: Bracket | None, whole: Bracket | None) -> tuple[Cell, Cell]:
    if value is None or whole is None:
        return None, None
    return AMOUNTS.between(value), AMOUNTS.change(whole.middle, value.middle)


def _musts(found: Worth) -> Iterator[Section]:
    if not found.possible:
        yield Section("Every winning play", [Lines(["No play wins."])])
        return
    titles = found.book.titles
    things = [each for each in found.musts if each.kind in ("item", "codeword", "value")]
    chapters = [_told(each, titles) for each in found.musts if each.kind == "chapter"]
    rows: list[tuple[str, Cell]] = []
    for each in things:
        places = [PLACES.get(place, f"chapter {place}") for place in each.where]
        rows.append(("has at some time" if not rows else "", f"{each.name} ({', '.join(places)})"))
    rows += [("comes to chapter" if not number else "", name) for number, name in enumerate(chapters)]
    tests = [each.name for each in found.musts if each.kind == "test"]
    if tests:
        rows.append(("takes a test of", ", ".join(tests)))
    if not rows:
        rows.append(("has in common", "nothing but its first chapter"))
    yield Section("Every winning play", [Facts(rows, width=18)])


def _width(found: Worth) -> Iterator[tuple[str, Cell]]:
    if not found.possible:
        return
    if found.book.fights:
        fought = any(each.kind == "fights" for each in found.musts)
        fights = [row for row in found.without if row.kind == "fights"]
        chance = f", with chance {AMOUNTS.within(fights[0].best)}" if fights and not fought else ""
        yield "Won without a fight", "not possible" if fought else f"possible{chance}"
    yield "Won without luck", "possible" if found.by_no_dice else "not possible"
    if found.width is not None:
        share = found.width.share
        low, high = Chance(share.low, 1), Chance(share.high, 1)
        told: Cell = low if share.low == share.high else between(low, high)
        if found.width.method == "plays" and not found.width.count:
            told = "not known: there are too many states"
        yield "Choices of a first-timer that leave a way to win", told
    routes = found.routes
    if not routes.known:
        yield "Different ways to win (sequences of chapters)", "not counted: there are too many states"
    elif routes.count is not None:
        yield "Different ways to win (sequences of chapters)", Worded(f"{routes.count:,}", float(routes.count))
    else:
        places = ", ".join(routes.endless[:MOST_NAMES]) + (" …" if len(routes.endless) > MOST_NAMES else "")
        yield "Different ways to win (sequences of chapters)", f"no limit: play can come back to {places}"


# ---- data -------------------------------------------------------------------------------------------------------


def data(found: Worth) -> dict[str, Any]:
    """The same as data."""
    return {
        "version": 1,
        "book": about(found.book),
        "hero": dict(found.hero),
        "best": as_data(found.best),
        "random": None if found.random is None else as_data(found.random),
        "without": [as_data(row) | {"loss": found.loss(row)} for row in found.without],
        "rolls": [as_data(each) for each in found.rolls],
        "possible": found.possible,
        "musts": [as_data(each) for each in found.musts],
        "without_dice": found.by_no_dice,
        "safe_choices": None if found.width is None else as_data(found.width),
        "routes": None if found.routes.count is None else str(found.routes.count),
        "routes_go_round": list(found.routes.endless),
    }
