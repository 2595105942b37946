"""A sample of plays, and single plays out of it: text and data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import zip_longest
from typing import Any

from rich.text import Text

from gamebook.analysis.coverage import ChapterCount, Coverage, OptionCount
from gamebook.analysis.transcript import Told
from gamebook.dice.percent import percent
from gamebook.model.book import SOFT_LOCK, Book
from gamebook.render.solution_text import HEADING
from gamebook.render.tables import table
from gamebook.solver.sample import MOST_UNFINISHED, Sample

FEW = 12
"""So many chapters or choices are named in a line; the tables of `--coverage` have all."""
CUT = 1_000
"""The most steps of a play that are shown."""


def sample_text(found: Sample, seen: Coverage, *, tables: bool = False, width: int | None = None) -> Text:
    """The results of the plays, and what they did not reach.

    Args:
        found: the plays.
        seen: where they came.
        tables: a line for every chapter and every choice.
        width: cells of the page; None: as wide as it takes.
    """
    text = Text().append(
        f"{found.plays:,} {'play' if found.plays == 1 else 'plays'} with {found.policy}, seed {found.seed}\n", HEADING
    )
    rows = []
    for name, share in found.endings.items():
        if name != SOFT_LOCK or found.counts[name]:
            interval = f"{percent(share.low)} .. {percent(share.high)}"
            rows.append((_share(found.counts[name], found.plays), interval, f"{found.counts[name]:,}", name))
    if found.points is not None:
        points = found.points
        rows.append((f"{points.value:.6g}", f"{points.low:.6g} .. {points.high:.6g}", "", "points"))
    head = ("played", f"{found.confidence:.6g} interval", "plays", "ending")
    text.append_text(table(head, rows, "rrrl", width))
    text.append(_unfinished(found))
    if found.rivals:
        text.append("Rivals chose at random among their open options.\n")
    text.append("\n").append_text(_lengths(found, width))
    text.append("\n").append(_seen(seen, more=not tables))
    if tables:
        text.append("\n").append_text(_chapters(found, seen, width))
        text.append("\n").append_text(_options(seen, width))
    return text


def _share(count: int, plays: int) -> str:
    """A share of plays as it was counted: 0% and 100% are what they say."""
    return percent(count / plays)


def _unfinished(found: Sample) -> str:
    if not found.unfinished:
        return ""
    stopped = " No more plays were started then." if found.unfinished >= MOST_UNFINISHED else ""
    were = "play was" if found.unfinished == 1 else "plays were"
    return (
        f"{found.unfinished:,} {were} stopped after very many chapters and decisions: they may never end, or end in any"
        f" way; the intervals allow for that.{stopped}\n"
    )


def _lengths(found: Sample, width: int | None) -> Text:
    rows = [
        (f"{length.mean:,.1f}", f"{length.tenth:,}", f"{length.median:,}", f"{length.ninetieth:,}", what)
        for what, length in found.lengths.items()
    ]
    return table(("mean", "10%", "50%", "90%", "of plays have at most this"), rows, "rrrrl", width)


def _seen(seen: Coverage, *, more: bool) -> str:
    """What was reached, and what was not."""
    entered = len(seen.chapters) - len(seen.never_entered)
    taken = sum(row.count.times > 0 for row in seen.options)
    lines = [
        f"{entered:,} of {len(seen.chapters):,} chapters entered, {taken:,} of {len(seen.options):,} choices taken."
    ]
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
    return "\n".join(lines) + "\n"


def _called(rows: Iterable[OptionCount]) -> list[str]:
    """Choices with their chapters; those with the same words are shown together."""
    places: dict[str, list[str]] = {}
    for row in rows:
        places.setdefault(row.label, []).append(row.chapter)
    return [f"“{label}” in {', '.join(dict.fromkeys(chapters))}" for label, chapters in places.items()]


def _chapters(found: Sample, seen: Coverage, width: int | None) -> Text:
    rows = [
        (
            f"{row.count.times:,}",
            _share(row.count.plays, found.plays),
            f"{row.count.ends:,}",
            _first(row.count.first),
            _title(row),
        )
        for row in seen.chapters
    ]
    return table(("entered", "in plays", "ended there", "first in", "chapter"), rows, "rrrrl", width)


def _options(seen: Coverage, width: int | None) -> Text:
    rows = [
        (
            f"{row.count.open:,}",
            f"{row.count.times:,}",
            _first(row.count.first),
            row.chapter,
            _choice(row),
        )
        for row in seen.options
    ]
    return table(("open", "taken", "first in", "chapter", "choice"), rows, "rrrll", width)


def _choice(row: OptionCount) -> str:
    """An option's words, and who takes it against whom."""
    who = [word for word in (row.against, "rival" if row.rival else "") if word]
    return f"{row.label} ({', '.join(who)})" if who else row.label


def _first(number: int | None) -> str:
    return f"{number:,}" if number is not None else "never"


def _title(row: ChapterCount | Told) -> str:
    return f"{row.chapter} {row.title}".strip()


def sample_json(found: Sample, seen: Coverage) -> dict[str, Any]:
    """The same as data; `first_play` is a number for `--replay`."""
    return {
        "plays": found.plays,
        "unfinished": found.unfinished,
        "policy": found.policy,
        "rivals": "by lot" if found.rivals else None,
        "seed": found.seed,
        "confidence": found.confidence,
        "win": asdict(found.win),
        "endings": [
            {"ending": name, "plays": found.counts[name], **asdict(share), "exactly": None}
            for name, share in found.endings.items()
        ],
        "points": asdict(found.points) if found.points else None,
        "lengths": {what: asdict(length) for what, length in found.lengths.items()},
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


def replay_text(book: Book, told: Sequence[Told], number: int, seed: int, policy: str) -> Text:
    """One play: chapters and choices, each with what it changed on the sheet, and the ending."""
    text = Text().append(f"Play {number:,} with {policy}, seed {seed}\n", HEADING)
    values = {variable.name: variable.values for variable in book.variables if variable.values}

    def changes(before: Mapping[str, int], after: Mapping[str, int]) -> str:
        new = [(name, value) for name, value in after.items() if before.get(name, 0) != value]
        return ", ".join(f"{name} {values[name][value] if name in values else value}" for name, value in new)

    if told:
        text.append(f"The hero: {changes({}, told[0].sheet)}\n")
    for step, after in zip_longest(told[:CUT], told[1 : CUT + 1]):
        chosen = _title(step) if step.choice is None else f"  * {step.choice or '(nothing is open)'}"
        changed = changes(step.sheet, after.sheet) if after else ""
        text.append(f"{step.ending or chosen}{f'  [{changed}]' if changed else ''}\n")
    if len(told) > CUT:
        text.append(f"… {len(told) - CUT:,} more steps\n")
    elif not told or not told[-1].ending:
        text.append("… stopped here: it may never end\n")
    return text


def replay_json(told: Sequence[Told], number: int, seed: int, policy: str) -> dict[str, Any]:
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
