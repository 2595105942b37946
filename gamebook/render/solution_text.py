"""A study for people: one screen first, tables on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isfinite

from rich.text import Text

from gamebook.analysis.advice import Advice
from gamebook.analysis.costs import ANYTIME, DecisionCosts, Mistake, OptionCost, anytime
from gamebook.analysis.failures import Failure
from gamebook.analysis.heroes import Hero, Heroes, NoTable, rolled_stats
from gamebook.analysis.study import Study
from gamebook.dice.percent import percent
from gamebook.model.book import SOFT_LOCK
from gamebook.render.amounts import Amounts
from gamebook.render.scores import scores_text
from gamebook.render.tables import table
from gamebook.solver.sample import Sample
from gamebook.solver.tiebreak import Calls

HEADING = "bold"
NEVER = "–"
MANY_ENDINGS = 12
MANY_STEPS = 40
MANY_FAILURES = 10
MANY_PAGES = 2
LEAST = 0.00005
"""End states rarer than this are shown together."""
ALIKE = 1e-9
"""Heroes whose worths differ by no more than this do equally well."""


def solution_text(study: Study, *, width: int | None = None, chapters: bool = False, choices: bool = False) -> Text:
    """The screen of `gamebook solve`.

    Args:
        study: the answers.
        width: cells of the page; None: as wide as it takes.
        chapters: add a table of all chapters, with advice for each decision.
        choices: add what every option costs.
    """
    text = Text()
    for part in solution_parts(study, width=width, chapters=chapters, choices=choices):
        text.append_text(part)
    return text


def solution_parts(
    study: Study, *, width: int | None = None, chapters: bool = False, choices: bool = False
) -> Iterator[Text]:
    """The same part by part: each is computed when it is needed."""
    yield _summary(study)
    if study.scores is not None:
        yield scores_text(study.scores, study.player, width=width)
    if not study.difficulty.complete:
        return
    if study.until:
        yield _end_states(study, width)
        return
    yield _heroes(study, width)
    yield _endings(study, width)
    yield _failures(study, width)
    yield _route(study)
    yield _mistakes(study, width)
    if chapters:
        yield _chapters(study, width)
        yield _advice(study, width)
    if choices:
        yield _choices(study, width)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _section(title: str) -> Text:
    return Text("\n").append(title, HEADING).append("\n")


def _amounts(study: Study) -> Amounts:
    return Amounts(study.difficulty.aim == "win")


# ---- the first screen -----------------------------------------------------------------------------------


def _summary(study: Study) -> Text:
    book, hard, amounts = study.solved.book, study.difficulty, _amounts(study)
    text = Text().append(book.title or "A book without a title", HEADING)
    text.append(f", by {book.author}\n" if book.author else "\n")
    text.append(f"{_hero_line(study)}\n")
    begun = [f"from chapter {study.start}"] if study.start is not None else []
    begun += [f"with {_stats(study.sheet)}"] if study.sheet else []
    text.append(f"Started {', '.join(begun)}\n" if begun else "")
    title, who = ("Best play", "") if study.policy is None else ("Strategy", f"{study.policy.words} ")
    lines = [(title, f"{who}{amounts.play(hard.best)}")]
    if study.exactly is not None:
        lines.append(("", f"exactly {_fraction(study.exactly.best, amounts)}"))
    if hard.points is not None:
        most = ", the most with this chance" if study.policy is None else ""
        lines.append(("", f"and earns {Amounts(wins=False).bracket(hard.points)}{most}"))
    if study.exactly is not None and study.exactly.points is not None:
        lines.append(("", f"exactly {_fraction(study.exactly.points, Amounts(wins=False))}"))
    if hard.uniform is not None and study.policy is None:
        lines.append(("Random reader", f"picks at random and {amounts.play(hard.uniform)}"))
        if hard.uniform_points is not None:
            lines.append(("", f"and earns {Amounts(wins=False).bracket(hard.uniform_points)}"))
    if hard.sample is not None and not hard.sample.rivals:
        lines.append(("Random reader", f"picks at random and {sampled_words(hard.sample, amounts)}"))
    if study.exactly is not None and study.exactly.uniform is not None and study.policy is None:
        lines.append(("", f"exactly {_fraction(study.exactly.uniform, amounts)}"))
    memory = "" if hard.memory is None else f", {hard.memory / 1e9:.2f} GB"
    lines.append(("Computed", f"from {hard.states:,} states in {hard.seconds:.2f} s{memory}"))
    if hard.calls is not None:
        lines.append(("", _calls(hard.calls)))
    for title, words in lines:
        text.append(f"{title:16}", HEADING).append(f"{words}\n")
    return text


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
        return f"Hero: {_stats(given)}" + (f", rolled {', '.join(left)}" if left else "")
    rolled = rolled_stats(study.solved.book)
    return f"Hero: rolled ({', '.join(rolled)})" if rolled else "Hero: as the book begins"


def _stats(stats: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in stats.items())


def _heroes(study: Study, width: int | None) -> Text:
    amounts = _amounts(study)
    match study.heroes:
        case Heroes(stats=stats) as heroes if stats:
            pass
        case NoTable(why=why):
            return _section("Heroes").append(f"No table: {why}. Choose one hero with --hero.\n")
        case _:
            return Text()
    text = _section("Heroes")
    if heroes.best.value - heroes.worst.value <= ALIKE:
        return text.append(f"All heroes are equally good, whatever {', '.join(stats)} they roll.\n")

    def row(title: str, hero: Hero) -> tuple[str, str, str, str]:
        return title, amounts.short(hero.value), _stats(hero.stats), f"rolled with chance {percent(hero.chance)}"

    rows = [
        row("worst", heroes.worst),
        ("mean", amounts.short(heroes.mean), "over the dice", ""),
        row("best", heroes.best),
    ]
    text.append_text(table(("", "win" if amounts.wins else "points", "", ""), rows, "lrll", width, gives=2))
    grid = heroes.grid
    if grid is None:
        return text
    head = (f"{grid.row} \\ {grid.column}", *map(str, grid.columns))
    cells = [
        (str(value), *(NEVER if cell is None else _percent(cell, amounts) for cell in line))
        for value, line in zip(grid.rows, grid.value, strict=True)
    ]
    others = [stat for stat in heroes.stats if stat not in (grid.row, grid.column)]
    text.append(f"By {grid.row} and {grid.column}" + (f", mean over {', '.join(others)}" if others else "") + ":\n")
    return text.append_text(table(head, cells, "r" * len(head), width, gives=0))


def _percent(value: float, amounts: Amounts) -> str:
    return percent(value, 1) if amounts.wins else amounts.short(value)


def _endings(study: Study, width: int | None) -> Text:
    found, more = list(study.endings), len(study.endings) - MANY_ENDINGS
    if more > 0:  # the likeliest ones say most
        found = sorted(found, key=lambda row: -max(row.best, row.uniform))[:MANY_ENDINGS]
    if study.policy is None:
        both = [(percent(row.best), percent(row.uniform), row.kind, row.ending) for row in found]
        shown = table(("best", "random", "kind", "ending"), both, "rrll", width)
    else:
        rows = [(percent(row.best), row.kind, row.ending) for row in found]
        shown = table(("chance", "kind", "ending"), rows, "rll", width)
    text = _section("Endings").append_text(shown)
    return text.append(f"… and {more} more\n") if more > 0 else text


def _end_states(study: Study, width: int | None) -> Text:
    rows = [
        (f"{each.chance:.4f}", each.chapter, _sheet(study, each.sheet) if each.reached else each.ending)
        for each in study.end_states
    ]
    least = sum(each.chance for each in study.end_states if each.chance < LEAST)
    rows = [row for row, each in zip(rows, study.end_states, strict=True) if each.chance >= LEAST]
    text = _section(f"End states under {study.player}").append_text(
        table(("chance", "chapter", "sheet, or ending"), rows, "rll", width)
    )
    return text.append(f"… and {percent(least)} in total for rarer ones (below {LEAST})\n") if least else text


def _sheet(study: Study, sheet: Mapping[str, int]) -> str:
    """What is on the sheet; of what one has or has not, the name says it all."""
    variables = {variable.name: variable for variable in study.solved.book.variables}
    words = []
    for name, value in sheet.items():
        single = variables[name].kind in ("item", "codeword") and variables[name].high == 1
        values = variables[name].values
        words.append(name if single else f"{name} {values[value] if values else value}")
    return ", ".join(words) or "nothing"


def _failures(study: Study, width: int | None) -> Text:
    if not study.failures:
        return Text()
    rows = [
        (percent(row.chance), percent(row.share, 1), f"{row.chapter} {row.what}".strip(), _pages(row))
        for row in study.failures[:MANY_FAILURES]
    ]
    head = ("fails", "of failures", "cause", "ends in")
    text = _section(f"Where {study.player} fails").append_text(table(head, rows, "rrll", width))
    left = study.failures[MANY_FAILURES:]
    return text.append(f"… and {len(left)} more, {percent(sum(row.chance for row in left))} in all\n") if left else text


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


def _visit(visit: float | None) -> str:
    return "often" if visit is None else percent(visit)


def _route(study: Study) -> Text:
    route, player = study.route, study.player
    if route is None and not _amounts(study).wins:
        return Text()  # points may be earned without a victory
    if route is None:
        never = study.difficulty.best.high <= 0
        words = (
            f"{_capital(player)} never wins."
            if never
            else "None found without a loop: play returns to the same chapters again and again."
        )
        return _section("Likeliest winning route").append(f"{words}\n")
    title = "Likeliest winning route" if route.likeliest else "A likely winning route"
    text = _section(f"{title}: taken by {player} with chance {percent(route.chance)}")
    for step in route.steps[:MANY_STEPS]:
        name = f"{step.chapter} {step.title}".strip()
        text.append(f"  {name}" + (f": {', then '.join(step.choices)}" if step.choices else "") + "\n")
    if len(route.steps) > MANY_STEPS:
        text.append(f"  … {len(route.steps) - MANY_STEPS} more chapters\n")
    return text.append(f"  {route.ending}\n")


def _mistakes(study: Study, width: int | None) -> Text:
    if not study.mistakes:
        return Text()
    amounts = _amounts(study)
    rows = [
        (amounts.short(mistake.cost), f"{mistake.open:.3g}", _place(mistake), mistake.label)
        for mistake in study.mistakes
    ]
    head = ("costs", "offered", "chapter", "mistake")
    return _section("Most expensive mistakes").append_text(table(head, rows, "rrll", width))


def _place(what: Advice | DecisionCosts | Mistake) -> str:
    """`11`, `11 (parry, Grey wolf)`"""
    names = [name for name in (what.name, what.against) if name and name != what.chapter]
    if not what.chapter:
        return ", ".join(names)
    return f"{what.chapter} ({', '.join(names)})" if names else what.chapter


def _options(place: str, options: Sequence[OptionCost], amounts: Amounts) -> Iterator[Sequence[str]]:
    """A row for each option of a decision; the first names the place."""
    for number, option in enumerate(options):
        yield (
            "" if number else place,
            f"{option.open:.3g}",
            percent(option.best, 1),
            percent(option.taken, 1),
            amounts.short(option.cost),
            option.label,
        )


# ---- on request -----------------------------------------------------------------------------------------


def _chapters(study: Study, width: int | None) -> Text:
    amounts = _amounts(study)
    rows = [
        (
            row.chapter,
            _visit(row.visit),
            f"{row.expected:.3g}",
            NEVER if row.value is None else amounts.short(row.value),
            percent(row.deaths),
            row.title,
        )
        for row in study.chapters
    ]
    head = ("chapter", "visited", "visits", "wins from here" if amounts.wins else "points from here", "dies", "")
    return _section(f"Chapters under {study.player}").append_text(table(head, rows, "lrrrrl", width))


def _advice(study: Study, width: int | None) -> Text:
    del width
    reached = [advice for advice in study.advice if advice.visits > 0]
    text = _section("Advice")
    for advice in reached:
        text.append(f"{_place(advice)}", HEADING).append(f": {advice.text}")
        if not advice.exact:
            text.append(
                f" (simplified: right in {percent(1.0 - advice.differs, 0)} of cases;"
                f" following it costs {_amounts(study).value(advice.cost)})"
            )
        text.append("\n")
    left = len(study.advice) - len(reached)
    if left:
        text.append(
            f"{left} other decision{'s are' if left > 1 else ' is'} never reached with {study.player}: see --choices.\n"
        )
    return text


def _choices(study: Study, width: int | None) -> Text:
    amounts = _amounts(study)
    rows: list[Sequence[str]] = []
    for decision in study.costs:
        own = [option for option in decision.options if not option.anytime]
        if len(own) > 1:
            rows.extend(_options(_place(decision), own, amounts))
    rows.extend(_options(ANYTIME, anytime(study.costs), amounts))
    head = ("decision", "offered", "best", "taken", "costs", "option")
    loses = "percentage points of the chance to win" if amounts.wins else "points"
    note = (
        "Offered, best, taken: times per play that it is offered, is a best option, and is taken by best play.\n"
        f"Costs: {loses} lost by choosing this once and playing perfectly afterwards.\n"
    )
    return _section(f"Choices under {study.player}").append_text(table(head, rows, "lrrrrl", width)).append(note)
