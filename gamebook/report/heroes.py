"""The report on heroes: what the dice for the hero decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamebook.analysis.given_hero import made_stats, settled_by_dice
from gamebook.analysis.hero_block import NoTable
from gamebook.analysis.heroes import MOST_HEROES, Grid, Hero, Heroes
from gamebook.analysis.study import Study
from gamebook.dice.percent import percent
from gamebook.model.book import Book
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Points
from gamebook.report.section import Chart, Lines, Part, Section, Table
from gamebook.report.words import player, sheet
from gamebook.sentences import listed, with_capital

NO_TABLE = {
    "too many": f"there are more than {MOST_HEROES:,} of them",
    "rolled again": "the hero's dice may be rolled again and again",
    "not listed": "not all of them are among the states that are listed",
}
FEW = 4
"""So many values of the sheet are named; more are too long for a sentence."""
HOW = (
    "Solved with best play for every hero that the dice can make; a field of the table is the mean over all other dice."
)


def sections(study: Study, amounts: Amounts, *, grid: bool = True) -> Iterator[Section]:
    """The worst, the mean and the best hero, and a table by two stats; nothing where no dice decide on the hero."""
    match study.heroes:
        case Heroes(stats=rolled) as found if rolled:
            diced = settled_by_dice(study.solved.book)
            what = f"{', '.join(stat for stat in rolled if stat in diced)} they roll".strip()
            words = f"All heroes are equally good, whatever {what}."
            same = found.equal
            parts: list[Part] = [Lines([words])] if same else [*_tables(study.solved.book, found, amounts, grid=grid)]
            if found.idle and not same:
                makes = "makes" if len(found.idle) == 1 else "make"
                parts.insert(1, Lines([f"{listed(found.idle)} {makes} no difference to {player(study.policy)}."]))
            yield Section("Heroes", parts, how=HOW)
        case NoTable(why=why) if advice := choose(study):
            yield Section("Heroes", [Lines([f"No table: {NO_TABLE[why]}. {with_capital(advice)}."])])


def choose(study: Study) -> str:
    """How to ask about fewer heroes: `choose one hero (--hero)`; empty if there is but one."""
    left = [stat for stat in made_stats(study.solved.book) if stat not in study.solved.hero]
    if not left:
        return ""
    if not study.solved.hero:
        return "choose one hero (--hero)"
    return f"fix {', '.join(left) if len(left) <= FEW else 'all that the hero rolls or picks'}, too (--hero)"


def _tables(book: Book, heroes: Heroes, amounts: Amounts, *, grid: bool) -> Iterator[Part]:
    def row(title: str, value: float, points: float | None, *words: str) -> tuple[Cell, ...]:
        earned = () if points is None else (Points(points),)
        return title, amounts.cell(value), *earned, *words

    def of(title: str, hero: Hero) -> tuple[Cell, ...]:
        return row(
            title, hero.value, hero.points, sheet(book, hero.stats), f"rolled with chance {percent(hero.chance)}"
        )

    rows = [of("worst", heroes.worst), row("mean", heroes.mean, heroes.points, "over the dice", "")]
    rows.append(of("best", heroes.best))
    counts = ["win" if amounts.wins else "points", *["points"] * (heroes.points is not None)]
    yield Table(("", *counts, "", ""), rows, f"l{'r' * len(counts)}ll", gives=1 + len(counts))
    if grid and heroes.grid is not None:
        yield from by_two_stats(book, heroes, heroes.grid, amounts)


def by_two_stats(book: Book, heroes: Heroes, grid: Grid, amounts: Amounts) -> Iterator[Part]:
    """Heroes by the two stats that matter most."""
    names = {variable.name: variable.values for variable in book.variables if variable.values}

    def heads(stat: str, values: Sequence[int]) -> list[str]:
        return [names[stat][value] if stat in names else str(value) for value in values]

    others = [stat for stat in heroes.stats if stat not in {grid.row, grid.column, *heroes.picked}]
    title = f"By {grid.row} and {grid.column}" + (f", mean over {', '.join(others)}" if others else "")
    shown = Amounts(wins=False) if grid.points else amounts
    yield Lines([f"{title}{', points' * grid.points}:"])
    head = (f"{grid.row} \\ {grid.column}", *heads(grid.column, grid.columns))
    cells = [
        (value, *(None if cell is None else shown.cell(cell, 1) for cell in line))
        for value, line in zip(heads(grid.row, grid.rows), grid.value, strict=True)
    ]
    what = "Chances to win" if shown.wins else "Points"
    yield Chart("heat", Table(head, cells, "r" * len(head), gives=0), f"{what} of heroes. {title}.")
