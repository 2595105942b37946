"""The report on how hard a book is: for whom, why, and what to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf
from typing import Literal

from msgspec.structs import replace

from gamebook.analysis.by_chance import has_shares
from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.hardness import Hardness
from gamebook.analysis.map_numbers import map_numbers
from gamebook.analysis.readers import ReaderRow
from gamebook.analysis.too_large import more_states
from gamebook.codes import balance, chapter_map, names
from gamebook.report import (
    census,
    curve,
    deaths,
    diff,
    endings,
    fights,
    heroes,
    length,
    practised,
    readers,
    sample,
    sensitivity,
    tune,
    why,
    worth,
)
from gamebook.report.amounts import Amounts
from gamebook.report.best import best_reader, reader_notes
from gamebook.report.cells import Cell, Chapter, Worded, signed
from gamebook.report.section import Chart, Facts, Lines, Map, Section, Table
from gamebook.report.solution import by_chapter, hero_line, route
from gamebook.report.words import AS_IT_IS, NOT_KNOWN, by, sure, titled
from gamebook.sentences import listed

STEPS = 8
"""Chapters of a waterfall; all others are one step."""
READERS = (
    "Chances are computed, not sampled, unless a line above says so. Luck is the share of the outcome that dice and "
    "draws decide; the reader's own guesses decide the rest."
)
READERS_OF_POINTS = "Points are computed, not sampled, unless a line above says so."
PRICE = (
    "A step is what the choices in a chapter cost this reader: expected visits times how far the option that is taken "
    "lies below the best one, if play goes on as {best} does. All steps add up exactly."
)
SURVIVAL = (
    "Exact chances after so many chapters of a play: still to be won, lost without knowing it, won, over and lost."
)
SURVIVAL_OF_POINTS = (
    "Exact chances after so many chapters of a play: it goes on; it goes on, but only to a defeat; it is over without "
    "a defeat; it has ended in a defeat."
)
WITHOUT = "The book is solved again without the thing, and everybody knows that it is not there."
ADD = "Add --full"
LEFT = (
    "{} to see also where plays are lost and what could have saved them, what things are worth, how long a "
    "play is, and which numbers matter."
)
LATE = (
    "Left out, because a limit came first: {}. To wait for it, use gamebook report with --full or a longer --timeout."
)
UNKNOWN = (
    "The book is too large to be solved within the limits; this is what is known. To learn more from "
    "gamebook report, {}report on the way to a chapter (--until), or {}."
)
FOUND = "From gamebook check, which looks at every state that a reader can be in."
FOUND_SOME = "From gamebook check, which could not look at every state of this book: there may be more."
MAP = "Colour: {} on arrival with best play.{} A chapter leads to its line in the table below."
STRAYED = (
    " A chapter where best play never comes has the value for a reader who gets there by mistake; its line has a dash."
)
CHAPTERS = (
    "With best play: the chance of a visit, mean number of visits, what arriving is worth, deaths there per play."
)
UNREACHED = (
    chapter_map.UNREACHED_CHAPTER,
    chapter_map.UNREACHED_ENDING,
    chapter_map.ALWAYS_CLOSED,
    chapter_map.SETTLED_IF,
    chapter_map.NEVER_REACHED,
    names.NEVER_HAD,
)
TRAPS = (chapter_map.TRAP, chapter_map.SOFT_LOCK, chapter_map.DEAD_END, balance.NO_VICTORY, balance.NEVER_WON)


def sections(found: Hardness, add: str = ADD) -> Iterator[Section]:
    """The report, in the order in which a writer asks.

    Args:
        found: what there is to tell.
        add: what the writer has to do to see all of it; the studio has a box for that.
    """
    if not found.study.difficulty.complete:
        for part in UNSOLVED:
            yield from part(found)
        return
    for part in PARTS:
        yield from part(found)
    yield from _left(found, add)
    for part in MAP_PARTS:
        yield from part(found)


def _amounts(found: Hardness) -> Amounts:
    return Amounts(found.study.difficulty.aim == "win")


# ---- the parts ------------------------------------------------------------------------------------------------


def _verdict(found: Hardness) -> Iterator[Section]:
    """Who wins how often, and the book in numbers."""
    study, amounts = found.study, _amounts(found)
    secrets = has_shares(study.solved.book)  # then the reader `best` is not best play
    figures: list[tuple[str, Cell]] = [("best play", amounts.between(study.difficulty.best))]
    figures += [
        (str(row.reader), amounts.between(row.value) if row.known else NOT_KNOWN)
        for row in found.readers
        if row.reader.kind in ("careless", "lookahead", "first-timer", *["best"] * secrets)
    ]
    if study.difficulty.uniform is not None:
        figures.append(("random reader", amounts.between(study.difficulty.uniform)))
    goal = [f"Coming to {listed(found.until, last='or')} counts as the win, and nothing else."] if found.until else []
    yield from _head(found, goal, figures)


def _bounds(found: Hardness) -> Iterator[Section]:
    """What is known of a book that could not be solved."""
    study, amounts = found.study, _amounts(found)
    best = study.difficulty.best
    nothing = isinf(best.low) and isinf(best.high)
    figures: list[tuple[str, Cell]] = [("best play", NOT_KNOWN if nothing else amounts.between(best))]
    good = study.difficulty.practised
    if good is not None:
        figures.append(
            (
                f"good play, found by practice (with {sure(good.confidence)} confidence)",
                amounts.between(Bracket(good.win.low, good.win.high)),
            )
        )
    plays = found.sample[0] if found.sample is not None else None
    # Rivals of these plays chose by lot; the random reader meets one who plays well.
    if plays is not None and amounts.wins and not plays.rivals:
        figures.append(
            (
                f"random reader (with {sure(plays.confidence)} confidence)",
                amounts.between(Bracket(plays.win.low, plays.win.high)),
            )
        )
    advice = heroes.choose(study)
    told = practised.beside_best(good, study.difficulty.best) if good is not None else ""
    unknown = UNKNOWN.format(f"{advice}, " if advice else "", _allow_more(found))
    said = [unknown, *[f"Good play: {told}."] * bool(told)]
    yield from _head(found, said, figures)


def _allow_more(found: Hardness) -> str:
    """What to do about the limit that came first."""
    solved = found.study.solved
    most, looked_at = solved.search.limits.states, solved.search.looked_at or solved.space.count
    if most is not None and looked_at > most:
        return f"allow more states (--limit-states {more_states(looked_at)})"
    return "give it more time (--timeout 600)"


def _head(found: Hardness, said: Sequence[str], figures: Sequence[tuple[str, Cell]]) -> Iterator[Section]:
    """The title, the hero, what else is said of the figures, and these; then the book in numbers."""
    book = found.study.solved.book
    draft = [f"All this is about {AS_IT_IS}."] * book.unfinished
    lines = Lines([hero_line(found.study), *said, *draft])
    yield Section(titled(book.title), [lines, Facts(figures, large=True)], aside=by(book.author))
    yield Section("", [Facts(census.counts(found.census), width=10)])


def _played(found: Hardness) -> Iterator[Section]:
    """What plays of practised readers and plays at random show."""
    if found.study.difficulty.practised is not None:
        yield from practised.sections(found.study, found.study.difficulty.practised, choices=True)
    if found.sample is not None:
        yield from sample.at_random(*found.sample)


def _readers(found: Hardness) -> Iterator[Section]:
    """What the book is worth to each reader."""
    if found.readers:
        table = readers.compared(found.study.solved.book, found.readers, _amounts(found))
        picture = Chart("bars", table, "What the book is worth to each reader.")
        who: list[tuple[str, Cell]] = [(str(row.reader), readers.does(row.reader)) for row in found.readers]
        said = [line for row in found.readers for line in readers.notes(row)]
        how = READERS if _amounts(found).wins else READERS_OF_POINTS
        book = found.study.solved.book
        notes = Lines([*said, *reader_notes(book), *readers.next_points(book, found.readers)])
        yield Section("For whom it is hard", [picture, Facts(who, width=15), notes], how=how)
        for row in found.readers:
            if row.attempts is not None:
                section = readers.attempt_section(row.reader, row.attempts)
                yield _drawn(
                    section, "curve", (1, 2), f"How many {row.reader} readers have won after so many attempts."
                )
    else:
        advice = heroes.choose(found.study)
        words = (
            "The book has too many states to tell of readers who make mistakes in the time that there is. To learn of "
            f"them, {f'{advice}, or ' if advice else ''}{_allow_more(found)}."
        )
        yield Section("For whom it is hard", [Lines([words])])


def _depth_curve(found: Hardness) -> Iterator[Section]:
    """The depth curve."""
    if found.curve:
        section = curve.section(found.study.solved.book, "soft", found.curve)
        yield _drawn(
            section, "bars", (1,), "What the book is worth as the reader gets better.", how=curve.ACROSS["soft"]
        )


def _heroes(found: Hardness) -> Iterator[Section]:
    yield from heroes.sections(found.study, _amounts(found))


def _kills(found: Hardness) -> Iterator[Section]:
    yield from why.what_kills(found.study)


def _luck(found: Hardness) -> Iterator[Section]:
    yield from why.what_luck_decides(found.study)


def _price(found: Hardness) -> Iterator[Section]:
    """The way from the best reader down to one who errs, chapter by chapter."""
    row = next((row for row in found.readers if row.reader.kind == "careless" and row.price > readers.LEAST), None)
    if row is not None:
        table, best = _steps(found, row), best_reader(found.study.solved.book)
        picture = Chart("waterfall", table, f"From {best} down to {row.reader}.", labels=0, shows=(1,))
        yield Section(f"What choices cost {row.reader}", [picture], how=PRICE.format(best=best))


def _lost(found: Hardness) -> Iterator[Section]:
    """Where a reader who errs is lost, what could have saved the reader, and how far the reader comes."""
    row = next((row for row in found.readers if row.reader.kind == "careless"), None)
    if row is None or row.fates is None:
        return
    titles, who, amounts = found.study.solved.book.titles, str(row.reader), _amounts(found)
    lost = f"{deaths.lost_here(amounts)}; over all chapters it adds up."
    for section in deaths.hazard_sections(who, row.hazards, titles):
        yield _drawn(section, "bars", (2,), f"Where {who} is lost.", how=lost)
    for number, section in enumerate(deaths.fate_sections(who, row.fates, titles, amounts)):
        yield section if number else replace(section, how=" ".join(deaths.fates()))
    if row.survival is not None:
        how, says = SURVIVAL if amounts.wins else SURVIVAL_OF_POINTS, f"What has become of {who}, chapter by chapter."
        for section in deaths.survival_sections(who, row.survival, amounts):
            columns = next(len(part.head) for part in section.parts if isinstance(part, Table))
            yield _drawn(section, "curve", range(1, columns), says, how=how)


def _fights(found: Hardness) -> Iterator[Section]:
    """What fights cost best play."""
    row = next((row for row in found.readers if row.fights is not None), None)
    if row is not None and row.fights is not None:
        for section in fights.sections(str(row.reader), row.fights, found.study.solved.book.titles):
            yield replace(section, how=fights.legend(row.fights))


def _drawn(section: Section, kind: Literal["bars", "curve"], shows: Sequence[int], says: str, how: str = "") -> Section:
    """A section whose table is drawn."""
    parts = [Chart(kind, part, says, shows=shows) if isinstance(part, Table) else part for part in section.parts]
    return replace(section, parts=parts, how=how)


def _worth(found: Hardness) -> Iterator[Section]:
    """What each thing is worth, and what every winning play has."""
    if found.worth is not None:
        for section in [*worth.sections(found.worth)][1:]:
            yield replace(section, how=WITHOUT if section.title == "Without one thing" else "")


def _numbers(found: Hardness) -> Iterator[Section]:
    """Which numbers of the book matter."""
    if found.sensitivity is not None:
        book = found.study.solved.book
        told = [*sensitivity.sections(book, found.sensitivity)]
        parts = [part for section in told[1:] for part in section.parts]
        yield Section("Numbers that matter", [*parts, Lines([*reader_notes(book)])])


def _tuned(found: Hardness) -> Iterator[Section]:
    """Which numbers to change for the chance that is wanted."""
    if found.tuned is not None:
        first, *more = tune.sections(found.study.solved.book, found.tuned)
        yield replace(first, title="Which numbers to change for the target")
        yield from more


def _length(found: Hardness) -> Iterator[Section]:
    """How long a play is."""
    if found.lengths is not None:
        _, *rows, seen, notes = length.sections(found.lengths)
        for row in rows:
            yield replace(row, title=f"How long a play is: {row.title}")
        yield seen
        yield notes


def _difference(found: Hardness) -> Iterator[Section]:
    """What changed since an older version."""
    if found.difference is not None:
        first, *more = diff.sections(found.difference)
        yield replace(first, title="What changed since the older version")
        for each in more:
            yield replace(each, title=f"What changed: {each.title}")


def _left(found: Hardness, add: str) -> Iterator[Section]:
    """What was not computed."""
    missing = [LATE.format("; ".join(found.late))] if found.late else [] if found.full else [LEFT.format(add)]
    if missing:
        yield Section("What is left out", [Lines(missing)])


def _steps(found: Hardness, row: ReaderRow) -> Table:
    amounts = _amounts(found)
    titles = found.study.solved.book.titles
    some = sorted((each for each in row.chapters if each.price > 0), key=lambda each: -each.price)[:STEPS]
    rest = row.price - sum(each.price for each in some)

    def loss(value: float) -> Worded:
        return Worded(signed(amounts.cell(abs(value)), up=value < 0), -value)

    rows: list[tuple[Cell, Cell]] = [(best_reader(found.study.solved.book), amounts.cell(row.value.middle + row.price))]
    rows += [(Chapter(each.chapter, titles.get(each.chapter, readers.BEFORE)), loss(each.price)) for each in some]
    rows += [("all other chapters", loss(rest))] * (abs(rest) > readers.LEAST)
    rows.append((str(row.reader), amounts.cell(row.value.middle)))
    return Table(("chapter", "wins" if amounts.wins else "points"), rows, "lr")


def _mistakes(found: Hardness) -> Iterator[Section]:
    yield from why.mistakes(found.study)


def _traps(found: Hardness) -> Iterator[Section]:
    yield from _findings(found, "Traps and soft locks", TRAPS)


def _unreached(found: Hardness) -> Iterator[Section]:
    yield from _findings(found, "What cannot be reached, and why", UNREACHED)


def _findings(found: Hardness, title: str, codes: Sequence[str]) -> Iterator[Section]:
    rows = []
    for each in found.findings:
        if each.code in codes:
            source = found.sources.get(each.span.path)
            line = source.position(each.span.start).line if source is not None else 1
            rows.append((line, each.code, each.message, each.hint or ""))
    if rows:
        how = FOUND if found.study.difficulty.complete else FOUND_SOME
        yield Section(title, [Table(("line", "code", "finding", "hint"), rows, "rrll", gives=2)], how=how)


def _endings(found: Hardness) -> Iterator[Section]:
    yield endings.one_by_one(found.study)


def _change(found: Hardness) -> Iterator[Section]:
    yield from why.what_to_change(found.study)


def _plain_map(found: Hardness) -> Iterator[Section]:
    yield Section("The map", [Map(found.study.solved.book)])


def _map(found: Hardness) -> Iterator[Section]:
    shown = "the chance to win" if _amounts(found).wins else "the points to come"
    numbers = map_numbers(found.study)
    how = MAP.format(shown, STRAYED if numbers.strayed else "")
    yield Section("The map", [Map(found.study.solved.book, numbers)], how=how)


def _route(found: Hardness) -> Iterator[Section]:
    yield from route(found.study)


def _chapters(found: Hardness) -> Iterator[Section]:
    section = by_chapter(found.study)
    yield Section(section.title, section.parts, how=CHAPTERS)


PARTS: Sequence[Callable[[Hardness], Iterator[Section]]] = (
    _verdict,
    _readers,
    _depth_curve,
    _heroes,
    _kills,
    _lost,
    _fights,
    _luck,
    _price,
    _worth,
    _mistakes,
    _traps,
    _unreached,
    _endings,
    _length,
    _change,
    _tuned,
    _numbers,
    _difference,
)
"""What the report says, in its order; each part is a function that gives its sections, or none."""
MAP_PARTS: Sequence[Callable[[Hardness], Iterator[Section]]] = (_map, _route, _chapters)
"""The same below what is left out: from chapter to chapter."""
UNSOLVED: Sequence[Callable[[Hardness], Iterator[Section]]] = (
    _bounds,
    _played,
    _traps,
    _unreached,
    _difference,
    _plain_map,
)
"""The same for a book that could not be solved within the limits."""
