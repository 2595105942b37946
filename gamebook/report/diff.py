"""The report on two versions of a book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gamebook.analysis.changes import Change, Changes, ChapterChange
from gamebook.analysis.difference import ChapterMoved, Difference, Finding, Moved, Verdict, Version
from gamebook.analysis.difficulty import Bracket
from gamebook.plain import as_data
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Chapter, words
from gamebook.report.section import Facts, Lines, Section, Table
from gamebook.report.words import NOT_KNOWN, first_names, titled
from gamebook.sentences import counted, listed

MOST = 15
"""Chapters in the table of chances."""
MOST_NAMES = 12
"""Chapters in a list."""
LEAST = 5e-4
"""A chapter whose chance moved less is left out; of points, one that moved less than this share."""
AROUND = 3
"""Words shown before and after those that changed."""
MOST_WORDS = 14
"""Words of a paragraph that are shown."""


def sections(found: Difference) -> Iterator[Section]:
    """A summary, then chances, then what changed on the page, then findings and conditions."""
    yield Section(titled(found.new.title), [Facts(list(_summary(found)))])
    yield from _chances(found)
    if found.changes is not None:
        yield from _pages(found.changes)
    for title, findings in (("New findings", found.appeared), ("Findings gone", found.gone)):
        if findings:
            rows = [(f"{each.path}:{each.line}", f"{each.severity} {each.code}", each.message) for each in findings]
            yield Section(title, [Table(("place", "finding", ""), rows)])
    if found.verdicts:
        yield Section("Conditions", [Facts([(each.text, _result(each)) for each in found.verdicts])])


def _result(verdict: Verdict) -> str:
    """`yes, so this fails (there are 2)`, `no (98.230% before and after)`"""
    told = NOT_KNOWN if verdict.rings is None else "yes, so this fails" if verdict.rings else "no"
    why = [verdict.why] if verdict.why else []
    if verdict.before is not None and verdict.after is not None:
        before, after = (words(_value(each, Amounts(verdict.wins))) for each in (verdict.before, verdict.after))
        why.append(f"{before} before and after" if before == after else f"{before} before, {after} after")
    return f"{told} ({'; '.join(why)})" if why else told


def _summary(found: Difference) -> Iterator[tuple[str, Cell]]:
    yield "Old", _called(found.old)
    yield "New", _called(found.new)
    changes = found.changes
    if changes is None:
        yield "Text", "not compared: a saved solution has no text"
    else:
        yield "Text", _counted(changes)
    if found.old.report is not None and found.new.report is not None:
        new, gone = len(found.appeared), len(found.gone)
        told = f"{new} new, {gone} gone" if new or gone else "the same"
        if found.in_part:
            told += f", as far as {listed(each.name for each in found.in_part)} could be checked"
        yield "Findings", told
    if found.unlike:
        yield "Values", f"not compared: {found.unlike}"


def _called(version: Version) -> str:
    if version.broken:
        return f"{version.name} (has errors, so nothing is computed)"
    draft = version.chances is not None and version.chances.hope is not None
    return f"{version.name} (a draft: nobody wins in what is not written yet)" if draft else version.name


def _counted(changes: Changes) -> str:
    """`2 chapters changed, 1 chapter new (3 choices, 1 rule, 4 paragraphs)`"""
    if changes.none:
        return "no change"
    kinds = Counter(map(_kind, changes.chapters))
    told = [
        counted(kinds[kind], f"chapter {word}", f"chapters {word}")
        for kind, word in (("changed", "changed"), ("new", "new"), ("gone", "gone"), ("renumbered", "renumbered"))
        if kinds[kind]
    ]
    what = Counter[str](change.what for chapter in changes.chapters for change in chapter.changes)
    what["header"] = len(changes.header)
    names = {"choice": ("choice", ""), "rule": ("rule", ""), "prose": ("paragraph", ""), "title": ("title", "")}
    names["header"] = ("line of the header", "lines of the header")
    parts = [counted(what[key], *name) for key, name in names.items() if what[key]]
    if not told:
        return f"changed: {', '.join(parts)}"
    return ", ".join(told) + (f" ({', '.join(parts)})" if parts else "")


def _kind(chapter: ChapterChange) -> str:
    if chapter.old is None:
        return "new"
    if chapter.new is None:
        return "gone"
    return "changed" if chapter.changes else "renumbered"


# ---- chances ----------------------------------------------------------------------------------------------


def _chances(found: Difference) -> Iterator[Section]:
    known = [each.chances for each in (found.old, found.new) if each.chances is not None]
    if len(known) < 2 or found.unlike:
        return
    amounts = Amounts(known[0].aim == "win")
    head = ("before", "after", "change")
    rows: list[Sequence[Cell]] = [(name, *_cells(moved, amounts)) for name, moved in found.readers.items()]
    hero = _stats(known[0].hero, known[1].hero)
    title = "Chances to win" if amounts.wins else "Points"
    table = Table(("reader", *head), rows, "lrrr", gives=0)
    yield Section(title, [table, Lines([*_unknown(found)])], aside=f" for {hero}" if hero else "")
    if found.heroes:
        yield Section("Heroes", [Table(("hero", "reader", *head), list(_heroes(found, amounts)), "llrrr", gives=0)])
    scale = 1.0 if amounts.wins else max(1.0, *(abs(each.before or 0.0) for each in found.chapters), 0.0)
    moved = [each for each in found.chapters if abs(each.change or 0.0) > LEAST * scale]
    moved.sort(key=lambda each: abs(each.change or 0.0), reverse=True)
    title = "Chance to win on arrival" if amounts.wins else "Points to come on arrival"
    lines = [*_come_and_gone(found)]
    if moved:
        rows = [
            (
                _chapter(found, each),
                amounts.cell(each.before or 0.0),
                amounts.cell(each.after or 0.0),
                amounts.change(each.before or 0.0, each.after or 0.0),
            )
            for each in moved[:MOST]
        ]
        if len(moved) > MOST:
            lines.insert(0, f"and {counted(len(moved) - MOST, 'more chapter')}")
        yield Section(title, [Table(("chapter", *head), rows, "lrrr", gives=0), Lines(lines)], aside=" (best play)")
    elif lines:
        yield Section(title, [Lines(lines)], aside=" (best play)")


def _come_and_gone(found: Difference) -> Iterator[str]:
    """The chapters to which best play comes in one version only."""
    gone = [each for each in found.chapters if each.before is not None and each.after is None]
    come = [each for each in found.chapters if each.before is None and each.after is not None]
    for what, some in (("Best play no longer comes to", gone), ("Best play now comes to", come)):
        if some:
            yield first_names(what, [str(_chapter(found, each)) for each in some], MOST_NAMES)


def _chapter(found: Difference, moved: ChapterMoved) -> Chapter:
    was = "" if moved.old == moved.new else f"(was {moved.old})"
    return Chapter(moved.new, f"{found.new.titles.get(moved.new, '')} {was}".strip())


def has_bounds(found: Difference) -> bool:
    """Whether bounds are shown of a value that is not known."""
    known = found.new.chances or found.old.chances
    if known is None:
        return False
    moved = [*found.readers.values(), *(each for hero in found.heroes for each in hero.readers.values())]
    amounts = Amounts(known.aim == "win")
    return any(value is not None and amounts.bounds(value) for each in moved for value in (each.before, each.after))


def _unknown(found: Difference) -> Iterator[str]:
    """Why there is a dash, where one of two versions that were solved knows nothing of a reader."""
    moved = found.readers.values()
    missing = [
        version.chances
        for version, values in (
            (found.old, [each.before for each in moved]),
            (found.new, [each.after for each in moved]),
        )
        if version.chances is not None and None in values
    ]
    if not missing:
        if any(each.chances is not None and each.chances.cut_short for each in (found.old, found.new)):
            yield "Other readers are not known: a limit was reached before."
        return
    if found.changes is None:
        yield "–: not in the saved solution."
    elif any(each.cut_short for each in missing):
        yield "–: not known: a limit was reached before."
    else:
        yield "–: not computed, for this version has very many states; gamebook diff --reader asks for one."


def _heroes(found: Difference, amounts: Amounts) -> Iterator[list[Cell]]:
    """Heroes with names; without any, those for whom most changed."""
    rows = [each for each in found.heroes if each.names]
    if not rows:
        both = [each for each in found.heroes if each.readers["best"].change is not None]
        rows = sorted(both, key=lambda each: abs(each.readers["best"].change or 0.0), reverse=True)[:MOST]
    for each in rows:
        name, values = ", ".join(each.names), _stats(dict(each.before), dict(each.after))
        for place, (reader, moved) in enumerate(each.readers.items()):
            told = f"{name} ({values})" if name else values
            yield ["" if place else told, reader, *_cells(moved, amounts)]


def _stats(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """`SKILL 9, gold 7 before and 4 after`: a name may stand for other values than before."""
    told = []
    for name in dict.fromkeys((*before, *after)):
        was, now = before.get(name), after.get(name)
        if was == now:
            told.append(f"{name} {now}")
        elif was is None or now is None:
            told.append(f"{name} {now} after" if was is None else f"{name} {was} before")
        else:
            told.append(f"{name} {was} before and {now} after")
    return ", ".join(told)


def _cells(moved: Moved, amounts: Amounts) -> tuple[Cell, Cell, Cell]:
    before, after = moved.before, moved.after
    known = None if before is None or after is None or moved.change is None else (before.middle, after.middle)
    return _value(before, amounts), _value(after, amounts), None if known is None else amounts.change(*known)


def _value(bracket: Bracket | None, amounts: Amounts) -> Cell:
    if bracket is None:
        return None
    return NOT_KNOWN if amounts.unknown(bracket) else amounts.between(bracket)


# ---- the page ---------------------------------------------------------------------------------------------


def _pages(changes: Changes) -> Iterator[Section]:
    lists = [
        first_names(
            "New", [_name(each.new, each.title) for each in changes.chapters if _kind(each) == "new"], MOST_NAMES
        ),
        first_names(
            "Gone", [_name(each.old, each.title) for each in changes.chapters if _kind(each) == "gone"], MOST_NAMES
        ),
        first_names(
            "Renumbered",
            [
                f"{each.old} is now {_name(each.new, each.title)}"
                for each in changes.chapters
                if _kind(each) == "renumbered"
            ],
            MOST_NAMES,
        ),
    ]
    if any(lists):
        yield Section("Chapters", [Lines(list(filter(None, lists)))])
    if changes.header:
        yield Section("Header", [Lines(list(_lines(changes.header)))])
    for each in changes.chapters:
        if _kind(each) == "changed":
            was = f" (was {each.old})" if each.old != each.new else ""
            yield Section(_name(each.new, each.title), [Lines(list(_lines(each.changes)))], aside=was)


def _name(chapter: str | None, title: str) -> str:
    return f"{chapter} {title}".rstrip()


def _lines(changes: Sequence[Change]) -> Iterator[str]:
    for each in changes:
        before, after = each.before, each.after
        if each.what == "prose":
            before, after = _excerpts(before, after)
        yield from (f"- {before}" for _ in "1" if before is not None)
        yield from (f"+ {after}" for _ in "1" if after is not None)


def _excerpts(before: str | None, after: str | None) -> tuple[str | None, str | None]:
    """What is different in a paragraph, with a few words around it."""
    if before is None or after is None:
        return tuple(None if each is None else _short(each.split(), 0, MOST_WORDS) for each in (before, after))  # type: ignore[return-value]
    old, new = before.split(), after.split()
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    first = max(0, same - AROUND)
    return _short(old, first, len(old) - tail + AROUND), _short(new, first, len(new) - tail + AROUND)


def _short(words: Sequence[str], first: int, last: int) -> str:
    last = min(last, len(words), first + MOST_WORDS)
    return f"{'… ' if first else ''}{' '.join(words[first:last])}{' …' if last < len(words) else ''}"


# ---- data -------------------------------------------------------------------------------------------------


def data(found: Difference) -> dict[str, Any]:
    """The same as data."""
    changes = found.changes
    return {
        "version": 1,
        "old": _version(found.old),
        "new": _version(found.new),
        "changes": None
        if changes is None
        else {
            "header": [as_data(each) for each in changes.header],
            "chapters": [{"kind": _kind(each)} | as_data(each) for each in changes.chapters],
        },
        "findings": {
            "new": _findings(found.appeared),
            "gone": _findings(found.gone),
            "in_part": [each.name for each in found.in_part],
        },
        "readers": _all_moved(found.readers),
        "heroes": [
            {
                "name": ", ".join(each.names),
                "stats": dict(each.after),
                "before": dict(each.before),
                "readers": _all_moved(each.readers),
            }
            for each in found.heroes
        ],
        "chapters": [as_data(each) | {"change": each.change} for each in found.chapters],
        "conditions": [as_data(each) for each in found.verdicts],
    }


def _version(version: Version) -> dict[str, Any]:
    hero = dict(version.chances.hero) if version.chances else None
    return {"name": version.name, "title": version.title, "errors": version.broken, "hero": hero}


def _findings(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    return [as_data(each) for each in findings]


def _all_moved(moved: Mapping[str, Moved]) -> list[dict[str, Any]]:
    return [
        {
            "reader": name,
            "before": None if each.before is None else as_data(each.before),
            "after": None if each.after is None else as_data(each.after),
            "change": each.change,
        }
        for name, each in moved.items()
    ]
