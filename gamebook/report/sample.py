"""The reports on a sample of plays, and on one play of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from gamebook.analysis.coverage import Coverage, OptionCount
from gamebook.analysis.transcript import Told
from gamebook.model.book import SOFT_LOCK, Book
from gamebook.plain import as_data
from gamebook.report import means
from gamebook.report.cells import Cell, Chance, Chapter, Choice, Count, Number, between
from gamebook.report.section import Lines, Part, Section, Table
from gamebook.report.words import sure
from gamebook.sentences import counted
from gamebook.solver.sample import MOST_UNFINISHED, Sample

FEW = 12
"""So many chapters or choices are named in a line; the tables of `--coverage` have all."""
RIVALS = "Rivals chose at random among their open options."
RIVALS_PRACTISED = "Rivals have practised, too."
CUT = 1_000
"""The most steps of a play that are shown."""


def sections(found: Sample, seen: Coverage, *, tables: bool = False) -> Iterator[Section]:
    """The results of the plays, and what they did not reach.

    Args:
        found: the plays.
        seen: where they came.
        tables: a line for every chapter and every choice.
    """
    title = f"{counted(found.plays, 'play')} with {found.policy}, seed {found.seed}"
    yield Section(title, _ends(found))
    yield Section(parts=[_lengths(found, seen)])
    yield Section(parts=[Lines(_seen(seen, more=not tables))])
    if tables:
        yield Section(parts=[_chapters(found, seen)])
        yield Section(parts=[_options(seen)])


def at_random(found: Sample, seen: Coverage) -> Iterator[Section]:
    """Plays of the random reader, where nothing more exact is known."""
    what = f"A share of these plays; the interval holds the true chance with {sure(found.confidence)} confidence."
    shown = f"What {counted(found.plays, 'play')} at random {'shows' if found.plays == 1 else 'show'}"
    yield Section(shown, [*_ends(found), _lengths(found, seen)], how=what)
    missed = [row.chapter for row in seen.never_entered]
    never = [f"Never entered in these plays: {', '.join(missed)}."] if missed else []
    yield Section("All chapters, in plays at random", [Lines(never), _chapters(found, seen)])


def _ends(found: Sample) -> list[Part]:
    """How the plays ended."""
    rows: list[tuple[Cell, ...]] = []
    for name, share in found.endings.items():
        if name != SOFT_LOCK or found.counts[name]:
            interval = between(Chance(share.low), Chance(share.high))
            rows.append((_share(found.counts[name], found.plays), interval, Count(found.counts[name]), name))
    if found.points is not None:
        rows.append((Number(found.points.value, ".6g"), means.interval(found.points), "", "points"))
    head = ("played", f"{sure(found.confidence)} interval", "plays", "ending")
    doubt = [means.note(found.points)] if found.points is not None else []
    notes = [*_unfinished(found), *doubt, *[RIVALS_PRACTISED if found.practised else RIVALS] * found.rivals]
    return [Table(head, rows, "rrrl"), Lines(notes)]


def _share(count: int, plays: int) -> Chance:
    """A share of plays as it was counted: 0% and 100% are what they say."""
    return Chance(count / plays)


def chapters_of(names: Sequence[str]) -> str:
    """`chapter 1`, `chapters 1, 2`"""
    return f"{'chapter' if len(names) == 1 else 'chapters'} {', '.join(names)}"


def _unfinished(found: Sample) -> Iterator[str]:
    if not found.unfinished:
        return
    stopped = " No more plays were started then." if found.unfinished >= MOST_UNFINISHED else ""
    stopped += f" At last they went round in {chapters_of(found.loop)}." if found.loop else ""
    were = "play was" if found.unfinished == 1 else "plays were"
    yield (
        f"{found.unfinished:,} {were} stopped after very many chapters and decisions: they may never end, or end in any"
        f" way; the intervals allow for that.{stopped}"
    )


def _lengths(found: Sample, seen: Coverage) -> Table:
    names = {"decisions": "decisions, with those in fights"} if seen.in_fights else {}
    rows = [
        (
            names.get(what, what),
            *(Number(length.mean, ",.1f"), Count(length.tenth), Count(length.median), Count(length.ninetieth)),
        )
        for what, length in found.lengths.items()
    ]
    return Table(("", "mean", "10% of plays have at most", "50%", "90%"), rows, "lrrrr", gives=0)


def _seen(seen: Coverage, *, more: bool) -> list[str]:
    """What was reached, and what was not."""
    entered = len(seen.chapters) - len(seen.never_entered)
    taken = sum(row.count.times > 0 for row in seen.options)
    options = f"{taken:,} of {len(seen.options):,} options taken"
    options += ", with those in fights and at any time" if seen.in_fights else ""
    lines = [f"{entered:,} of {len(seen.chapters):,} chapters entered, {options}."]
    groups = (
        ("Never entered", [row.chapter for row in seen.never_entered], ", "),
        ("Never open", _called(seen.never_open), "; "),
        ("Open and never taken", _called(seen.never_taken), "; "),
    )
    for title, names, mark in groups:
        if names:
            shown = names[:FEW] if more else names
            rest = f"{mark}and {len(names) - len(shown):,} more (--coverage)" if len(names) > len(shown) else ""
            lines.append(f"{title}: {mark.join(shown)}{rest}")
    return lines


def _called(rows: Iterable[OptionCount]) -> list[str]:
    """Choices with their chapters; those with the same words are shown together."""
    places: dict[str, list[str]] = {}
    for row in rows:
        places.setdefault(row.label, []).append(row.chapter)
    return [f"“{label}” in {', '.join(dict.fromkeys(chapters))}" for label, chapters in places.items()]


def _chapters(found: Sample, seen: Coverage) -> Table:
    rows = [
        (
            Count(row.count.times),
            _share(row.count.plays, found.plays),
            Count(row.count.ends),
            _first(row.count.first),
            Chapter(row.chapter, row.title),
        )
        for row in seen.chapters
    ]
    return Table(("entered", "in plays", "ended there", "first in", "chapter"), rows, "rrrrl")


def _options(seen: Coverage) -> Table:
    rows = [
        (
            Count(row.count.open),
            Count(row.count.times),
            _first(row.count.first),
            row.chapter,
            Choice(row.label, tuple(who for who in (row.against, "rival" if row.rival else "") if who)),
        )
        for row in seen.options
    ]
    return Table(("open", "taken", "first in", "chapter", "choice"), rows, "rrrll")


def _first(number: int | None) -> Count | str:
    return Count(number) if number is not None else "never"


def data(found: Sample, seen: Coverage) -> dict[str, Any]:
    """The same as data; `first_play` is a number for `--replay`."""
    return {
        "plays": found.plays,
        "unfinished": found.unfinished,
        "loop": list(found.loop),
        "policy": found.policy,
        "rivals": ("by practice" if found.practised else "by lot") if found.rivals else None,
        "seed": found.seed,
        "confidence": found.confidence,
        "win": as_data(found.win),
        "endings": [
            {"ending": name, "plays": found.counts[name], **as_data(share), "exactly": None}
            for name, share in found.endings.items()
        ],
        "points": as_data(found.points) if found.points else None,
        "lengths": {what: as_data(length) for what, length in found.lengths.items()},
        "chapters": [
            {
                "chapter": row.chapter,
                "title": row.title,
                "entered": row.count.times,
                "plays": row.count.plays,
                "ended": row.count.ends,
                "first_play": row.count.first,
            }
            for row in seen.chapters
        ],
        "choices": [
            {
                "chapter": row.chapter,
                "decision": row.decision,
                "option": row.option,
                "label": row.label,
                "against": row.against or None,
                "rival": row.rival,
                "open": row.count.open,
                "taken": row.count.times,
                "plays": row.count.plays,
                "first_play": row.count.first,
            }
            for row in seen.options
        ],
    }


def replay(book: Book, told: Sequence[Told], number: int, seed: int, policy: str) -> Iterator[Section]:
    """One play: chapters and choices, each with what it changed on the sheet, and the ending."""
    values = {variable.name: variable.values for variable in book.variables if variable.values}

    def changes(before: Mapping[str, int], after: Mapping[str, int]) -> str:
        new = [(name, value) for name, value in after.items() if before.get(name, 0) != value]
        return ", ".join(f"{name} {values[name][value] if name in values else value}" for name, value in new)

    lines = [f"The hero: {changes({}, told[0].sheet)}"] if told else []
    for step, after in zip_longest(told[:CUT], told[1 : CUT + 1]):
        chosen = (
            str(Chapter(step.chapter, step.title))
            if step.choice is None
            else f"  * {step.choice or '(nothing is open)'}"
        )
        changed = changes(step.sheet, after.sheet) if after else ""
        lines.append(f"{step.ending or chosen}{f'  [{changed}]' if changed else ''}")
    if len(told) > CUT:
        lines.append(f"… {len(told) - CUT:,} more steps")
    elif not told or not told[-1].ending:
        lines.append("… stopped here: it may never end")
    yield Section(f"Play {number:,} with {policy}, seed {seed}", [Lines(lines)])


def replay_data(told: Sequence[Told], number: int, seed: int, policy: str) -> dict[str, Any]:
    """The same as data."""
    return {
        "play": number,
        "seed": seed,
        "policy": policy,
        "ending": (told[-1].ending or None) if told else None,
        "steps": [
            {"chapter": step.chapter, "choice": step.choice, "sheet": dict(step.sheet)}
            for step in told
            if not step.ending
        ],
        "sheet": dict(told[-1].sheet) if told else {},
    }
