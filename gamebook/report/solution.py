"""The report on a solved book: one screen first, tables on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isfinite

from gamebook.analysis.advice import Advice
from gamebook.analysis.costs import ANYTIME, DecisionCosts, Mistake, OptionCost, anytime
from gamebook.analysis.failures import Failure
from gamebook.analysis.heroes import MOST_HEROES, Hero, Heroes, NoTable, rolled_stats
from gamebook.analysis.study import Study
from gamebook.dice.percent import percent
from gamebook.model.book import SOFT_LOCK
from gamebook.report import scores
from gamebook.report.advice import sentence
from gamebook.report.amounts import Amounts, worded
from gamebook.report.cells import Cell, Chance, Chapter, Choice, Number, Worded
from gamebook.report.failures import what
from gamebook.report.section import Facts, Lines, Part, Section, Table
from gamebook.report.words import by, player, stats, titled
from gamebook.solver.sample import Sample
from gamebook.solver.tiebreak import Calls

MANY_ENDINGS = 12
MANY_STEPS = 40
MANY_FAILURES = 10
MANY_PAGES = 2
LEAST = 0.00005
"""End states rarer than this are shown together."""
NO_TABLE = {
    "too many": f"there are more than {MOST_HEROES:,} of them",
    "rolled again": "the hero's dice may be rolled again and again",
    "not listed": "not all of them are among the states that are listed",
}
ALIKE = 1e-9
"""Heroes whose worths differ by no more than this do equally well."""


def sections(study: Study, *, chapters: bool = False, choices: bool = False) -> Iterator[Section]:
    """The screen of `gamebook solve`; each section is computed when it is needed.

    Args:
        study: the answers.
        chapters: add a table of all chapters, with advice for each decision.
        choices: add what every option costs.
    """
    yield _summary(study)
    if study.scores is not None:
        yield scores.section(study.scores, player(study.policy))
    if not study.difficulty.complete:
        return
    if study.until:
        yield _end_states(study)
        return
    yield from _heroes(study)
    yield _endings(study)
    yield from _failures(study)
    yield from _route(study)
    yield from _mistakes(study)
    if chapters:
        yield _chapters(study)
        yield _advice(study)
    if choices:
        yield _choices(study)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _amounts(study: Study) -> Amounts:
    return Amounts(study.difficulty.aim == "win")


# ---- the first screen -----------------------------------------------------------------------------------


def _summary(study: Study) -> Section:
    book, hard, amounts = study.solved.book, study.difficulty, _amounts(study)
    begun = [f"from chapter {study.start}"] if study.start is not None else []
    begun += [f"with {stats(study.sheet)}"] if study.sheet else []
    hero = [_hero_line(study), *[f"Started {', '.join(begun)}"] * bool(begun)]
    title, who = ("Best play", "") if study.policy is None else ("Strategy", f"{study.policy.words} ")
    lines: list[tuple[str, Cell]] = [(title, worded(f"{who}{amounts.play(hard.best)}", hard.best))]
    if study.exactly is not None:
        lines.append(("", f"exactly {_fraction(study.exactly.best, amounts)}"))
    if hard.points is not None:
        most = ", the most with this chance" if study.policy is None else ""
        lines.append(("", worded(f"and earns {Amounts(wins=False).bracket(hard.points)}{most}", hard.points)))
    if study.exactly is not None and study.exactly.points is not None:
        lines.append(("", f"exactly {_fraction(study.exactly.points, Amounts(wins=False))}"))
    if hard.uniform is not None and study.policy is None:
        lines.append(("Random reader", worded(f"picks at random and {amounts.play(hard.uniform)}", hard.uniform)))
        if hard.uniform_points is not None:
            earned = f"and earns {Amounts(wins=False).bracket(hard.uniform_points)}"
            lines.append(("", worded(earned, hard.uniform_points)))
    if hard.sample is not None and not hard.sample.rivals:
        lines.append(("Random reader", f"picks at random and {sampled_words(hard.sample, amounts)}"))
    if study.exactly is not None and study.exactly.uniform is not None and study.policy is None:
        lines.append(("", f"exactly {_fraction(study.exactly.uniform, amounts)}"))
    memory = "" if hard.memory is None else f", {hard.memory / 1e9:.2f} GB"
    lines.append(("Computed", Worded(f"from {hard.states:,} states in {hard.seconds:.2f} s{memory}", hard.states)))
    if hard.calls is not None:
        lines.append(("", _calls(hard.calls)))
    return Section(titled(book.title), [Lines(hero), Facts(lines, width=16)], aside=by(book.author))


def sampled_words(found: Sample, amounts: Amounts) -> str:
    """What came of some plays, with the interval that holds the true number."""
    if amounts.wins:
        won = found.win
        return (
            f"wins about {percent(won.value)}, with {found.confidence:.0%} confidence between {percent(won.low)} and "
            f"{percent(won.high)} ({found.plays:,} plays)"
        )
    if found.points is None:
        return f"did not reach the end of every play ({found.plays:,} plays)"
    points = found.points
    return (
        f"earns about {points.value:.4g} points, with {found.confidence:.0%} confidence between {points.low:.4g} and "
        f"{points.high:.4g} ({found.plays:,} plays)"
    )


def _calls(calls: Calls) -> str:
    """How far apart chances were that count as equal, and as different."""
    equal = f"equal chances differ by at most {calls.widest:.0e}"
    return f"{equal}, different ones by at least {calls.closest:.0e}" if isfinite(calls.closest) else equal


def _fraction(value: Fraction, amounts: Amounts) -> str:
    written = str(value)
    shown = written if len(written) <= 60 else f"{written[:28]}…{written[-28:]}"
    return f"{shown} = {float(value):.15g}" if amounts.wins else f"{shown} = {float(value):.15g} points"


def _hero_line(study: Study) -> str:
    given = study.solved.hero
    if given:
        left = [stat for stat in rolled_stats(study.solved.book) if stat not in given]
        return f"Hero: {stats(given)}" + (f", rolled {', '.join(left)}" if left else "")
    rolled = rolled_stats(study.solved.book)
    return f"Hero: rolled ({', '.join(rolled)})" if rolled else "Hero: as the book begins"


def _heroes(study: Study) -> Iterator[Section]:
    amounts = _amounts(study)
    match study.heroes:
        case Heroes(stats=rolled) as heroes if rolled:
            alike = heroes.best.value - heroes.worst.value <= ALIKE
            words = f"All heroes are equally good, whatever {', '.join(rolled)} they roll."
            yield Section("Heroes", [Lines([words])] if alike else [*_hero_tables(heroes, amounts)])
        case NoTable(why=why):
            yield Section("Heroes", [Lines([f"No table: {NO_TABLE[why]}. Choose one hero with --hero."])])


def _hero_tables(heroes: Heroes, amounts: Amounts) -> Iterator[Part]:
    def row(title: str, hero: Hero) -> tuple[Cell, ...]:
        return title, amounts.cell(hero.value), stats(hero.stats), f"rolled with chance {percent(hero.chance)}"

    rows = [row("worst", heroes.worst), ("mean", amounts.cell(heroes.mean), "over the dice", "")]
    rows.append(row("best", heroes.best))
    yield Table(("", "win" if amounts.wins else "points", "", ""), rows, "lrll", gives=2)
    grid = heroes.grid
    if grid is None:
        return
    others = [stat for stat in heroes.stats if stat not in (grid.row, grid.column)]
    yield Lines([f"By {grid.row} and {grid.column}" + (f", mean over {', '.join(others)}" if others else "") + ":"])
    head = (f"{grid.row} \\ {grid.column}", *map(str, grid.columns))
    cells = [
        (value, *(None if cell is None else amounts.cell(cell, 1) for cell in line))
        for value, line in zip(grid.rows, grid.value, strict=True)
    ]
    yield Table(head, cells, "r" * len(head), gives=0)


def _endings(study: Study) -> Section:
    found, more = list(study.endings), len(study.endings) - MANY_ENDINGS
    if more > 0:  # the likeliest ones say most
        found = sorted(found, key=lambda row: -max(row.best, row.uniform))[:MANY_ENDINGS]
    if study.policy is None:
        both = [(Chance(row.best), Chance(row.uniform), row.kind, row.ending) for row in found]
        shown = Table(("best", "random", "kind", "ending"), both, "rrll")
    else:
        rows = [(Chance(row.best), row.kind, row.ending) for row in found]
        shown = Table(("chance", "kind", "ending"), rows, "rll")
    return Section("Endings", [shown, Lines([f"… and {more} more"] * (more > 0))])


def _end_states(study: Study) -> Section:
    rows = [
        (Number(each.chance, ".4f"), each.chapter, _sheet(study, each.sheet) if each.reached else each.ending)
        for each in study.end_states
        if each.chance >= LEAST
    ]
    least = sum(each.chance for each in study.end_states if each.chance < LEAST)
    rest = Lines([f"… and {percent(least)} in total for rarer ones (below {LEAST})"] if least else [])
    head = ("chance", "chapter", "sheet, or ending")
    return Section(f"End states under {player(study.policy)}", [Table(head, rows, "rll"), rest])


def _sheet(study: Study, sheet: Mapping[str, int]) -> str:
    """What is on the sheet; of what one has or has not, the name says it all."""
    variables = {variable.name: variable for variable in study.solved.book.variables}
    words = []
    for name, value in sheet.items():
        single = variables[name].kind in ("item", "codeword") and variables[name].high == 1
        values = variables[name].values
        words.append(name if single else f"{name} {values[value] if values else value}")
    return ", ".join(words) or "nothing"


def _failures(study: Study) -> Iterator[Section]:
    if not study.failures:
        return
    rows = [
        (Chance(row.chance), Chance(row.share, 1), f"{row.chapter} {what(row)}".strip(), _pages(row))
        for row in study.failures[:MANY_FAILURES]
    ]
    head = ("fails", "of failures", "cause", "ends in")
    left = study.failures[MANY_FAILURES:]
    rest = [f"… and {len(left)} more, {percent(sum(row.chance for row in left))} in all"] if left else []
    yield Section(f"Where {player(study.policy)} fails", [Table(head, rows, "rrll"), Lines(rest)])


def _pages(row: Failure) -> str:
    """`40 One more statue`; where a failure shows on many pages, the likeliest two."""
    told = [
        each.ending
        if each.chapter in ("", row.chapter)
        else f"{each.chapter} {each.title or each.ending}"
        if each.ending != SOFT_LOCK
        else f"stuck in {each.chapter}"
        for each in row.shown
    ]
    told = list(dict.fromkeys(told))
    more = f", and {len(told) - MANY_PAGES} more" if len(told) > MANY_PAGES else ""
    return ", ".join(told[:MANY_PAGES]) + more


def _route(study: Study) -> Iterator[Section]:
    route, who = study.route, player(study.policy)
    if route is None and not _amounts(study).wins:
        return  # points may be earned without a victory
    if route is None:
        never = study.difficulty.best.high <= 0
        words = (
            f"{_capital(who)} never wins."
            if never
            else "None found without a loop: play returns to the same chapters again and again."
        )
        yield Section("Likeliest winning route", [Lines([words])])
        return
    title = "Likeliest winning route" if route.likeliest else "A likely winning route"
    lines = [
        f"  {Chapter(step.chapter, step.title)}" + (f": {', then '.join(step.choices)}" if step.choices else "")
        for step in route.steps[:MANY_STEPS]
    ]
    if len(route.steps) > MANY_STEPS:
        lines.append(f"  … {len(route.steps) - MANY_STEPS} more chapters")
    lines.append(f"  {route.ending}")
    yield Section(f"{title}: taken by {who} with chance {percent(route.chance)}", [Lines(lines)])


def _mistakes(study: Study) -> Iterator[Section]:
    amounts = _amounts(study)
    rows = [
        (amounts.cell(mistake.cost), Number(mistake.open, ".3g"), _place(mistake), Choice(mistake.label))
        for mistake in study.mistakes
    ]
    if rows:
        yield Section("Most expensive mistakes", [Table(("costs", "offered", "chapter", "mistake"), rows, "rrll")])


def _place(what: Advice | DecisionCosts | Mistake) -> str:
    """`11`, `11 (parry, Grey wolf)`"""
    names = [name for name in (what.name, what.against) if name and name != what.chapter]
    if not what.chapter:
        return ", ".join(names)
    return f"{what.chapter} ({', '.join(names)})" if names else what.chapter


def _options(place: str, options: Sequence[OptionCost], amounts: Amounts) -> Iterator[Sequence[Cell]]:
    """A row for each option of a decision; the first names the place."""
    for number, option in enumerate(options):
        yield (
            "" if number else place,
            Number(option.open, ".3g"),
            Chance(option.best, 1),
            Chance(option.taken, 1),
            amounts.cell(option.cost),
            Choice(option.label),
        )


# ---- on request -----------------------------------------------------------------------------------------


def _chapters(study: Study) -> Section:
    amounts = _amounts(study)
    rows = [
        (
            row.chapter,
            "often" if row.visit is None else Chance(row.visit),
            Number(row.expected, ".3g"),
            None if row.value is None else amounts.cell(row.value),
            Chance(row.deaths),
            row.title,
        )
        for row in study.chapters
    ]
    head = ("chapter", "visited", "visits", "wins from here" if amounts.wins else "points from here", "dies", "")
    return Section(f"Chapters under {player(study.policy)}", [Table(head, rows, "lrrrrl")])


def _advice(study: Study) -> Section:
    reached = [advice for advice in study.advice if advice.visits > 0]
    rows = []
    for advice in reached:
        simplified = (
            f" (simplified: right in {percent(1.0 - advice.differs, 0)} of cases;"
            f" following it costs {_amounts(study).value(advice.cost)})"
        )
        rows.append((_place(advice), sentence(advice) + ("" if advice.exact else simplified)))
    left = len(study.advice) - len(reached)
    are = "s are" if left > 1 else " is"
    notes = [f"{left} other decision{are} never reached with {player(study.policy)}: see --choices."] if left else []
    return Section("Advice", [Facts(rows), Lines(notes)])


def _choices(study: Study) -> Section:
    amounts = _amounts(study)
    rows: list[Sequence[Cell]] = []
    for decision in study.costs:
        own = [option for option in decision.options if not option.anytime]
        if len(own) > 1:
            rows.extend(_options(_place(decision), own, amounts))
    rows.extend(_options(ANYTIME, anytime(study.costs), amounts))
    head = ("decision", "offered", "best", "taken", "costs", "option")
    loses = "percentage points of the chance to win" if amounts.wins else "points"
    notes = [
        "Offered, best, taken: times per play that it is offered, is a best option, and is taken by best play.",
        f"Costs: {loses} lost by choosing this once and playing perfectly afterwards.",
    ]
    return Section(f"Choices under {player(study.policy)}", [Table(head, rows, "lrrrrl"), Lines(notes)])
