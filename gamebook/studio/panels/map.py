"""The map: where everything stands, and the colours and widths that solving gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gamebook.errors import BookHasErrors, LimitReached, UsageError
from gamebook.plain import as_data
from gamebook.process import HELPER_MEMORY
from gamebook.studio.bench import Bench, Json
from gamebook.studio.panels.compare import chances

if TYPE_CHECKING:  # the server's own process needs nothing that draws or solves
    from gamebook.analysis.map_numbers import MapNumbers
    from gamebook.model.book import Book
    from gamebook.project import Project
    from gamebook.render.map_looks import Look
    from gamebook.render.map_style import What

SECONDS = 30.0
"""How long solving may take."""
WHAT: tuple[What, ...] = ("value", "deaths", "traffic", "luck")
"""What the colours can show."""
UNWRITTEN = "not written yet"
"""The ending of a chapter that the book turns to and that nobody has written."""


def layout(bench: Bench, given: Json) -> Json:
    """Where the chapters stand.

    Args:
        bench: the book. Chapters that it turns to without having them are shown as `missing`.
        given: `parts`: whether to frame the parts; `closed`: those that are one box; `known`: the `key` of the map that
            the page has.

    Returns: a `Layout`, or only its `key` if the page has it already; and what pointers tell: `chapters` by name, and
        `turns` as (source, target, words).

    Raises:
        BookHasErrors: it has errors besides missing chapters.
        NoGraphviz, CannotDraw, Cancelled: as `Plan.layout`.
    """
    from gamebook.render.layout import plan, told  # noqa: PLC0415

    book, missing = _book(bench)
    closed = frozenset(map(str, given.get("closed", ())))
    planned = plan(book, parts=bool(given.get("parts")), closed=closed)
    key = f"{planned.key} {' '.join(missing)}"
    chapters, turns = told(book)
    chapters |= {name: f"{name} is not written yet" for name in missing}
    says = {"chapters": chapters, "turns": [[*pair, words] for pair, words in turns.items()]}
    if key == given.get("known"):
        return {"key": key, "says": says}
    if bench.memory.get("map", {}).get("key") != key:
        found = as_data(planned.layout())
        for spot in found["spots"]:
            if spot["name"] in missing and spot["kind"] == "chapter":
                spot |= {"kind": "missing", "ends": "", "lines": []}
        bench.memory["map"] = {**found, "key": key}
    return {**bench.memory["map"], "says": says}


def values(bench: Bench, given: Json) -> Json:
    """How chapters and lines look, by what solving finds.

    Args:
        bench: the book.
        given: `hero`: a name such as `average`; empty for all heroes.

    Returns:
        For each of `WHAT` the look of each chapter: its fill, the colour of words on it, and the words; its border; and
        for each line (source, target) its width and whether it lies on the route, and what that route is.

    Raises:
        BookHasErrors, UsageError, LimitReached, Cancelled: as `gamebook.solve`.
    """
    from gamebook.analysis.map_numbers import map_numbers  # noqa: PLC0415
    from gamebook.verbs import solve  # noqa: PLC0415

    found = solve(bench.project, bench.hero(given), timeout=SECONDS, limit_memory=HELPER_MEMORY)
    if not found.difficulty.complete:
        raise LimitReached("the book is too large to be solved for its map within the limits")
    return _looks(found.solved.book, map_numbers(found))


def difference(bench: Bench, given: Json) -> Json:
    """How chapters look by how far their worth has changed.

    Args:
        bench: the book.
        given: as for `compare.chances`.

    Returns: `chapters`: the look of each that is worth more or less than before; `new`: those that are new; `scale`.

    Raises:
        UsageError: one of the versions has errors, or as `compare.chances`.
        LimitReached, Cancelled: as `compare.chances`.
    """
    from gamebook.render.map_looks import moved  # noqa: PLC0415
    from gamebook.render.map_style import worth  # noqa: PLC0415
    from gamebook.report.cells import signed  # noqa: PLC0415

    found = chances(bench, given)
    if found["broken"]:
        raise UsageError("one of the two versions has errors, so that their chances cannot be compared")
    rows = [(new, was, now) for new, _, was, now in found["chapters"] if new and None not in (was, now)]
    most = max((abs(now - was) for _, was, now in rows), default=0.0)
    low, high = (signed(worth(most, found["wins"]), up=up, minus="−") for up in (False, True))
    looks = {name: _look(moved(was, now, most, found["wins"])) for name, was, now in rows}
    return {"chapters": looks, "new": found["new"], "scale": (low, "worth on arrival, against before", high)}


def _looks(book: Book, numbers: MapNumbers) -> Json:
    from gamebook.render.map_looks import border, look, route_words, scale  # noqa: PLC0415

    names = [chapter.name for chapter in book.chapters]
    often = {**numbers.traffic, **numbers.ends}
    return {
        "wins": numbers.wins,
        "chapters": {what: {name: _look(look(numbers, what, name)) for name in names} for what in WHAT},
        "borders": {name: edge for name in numbers.losses if (edge := border(numbers, name)) is not None},
        "lines": [[*pair, times] for pair, times in often.items() if times > 0 and pair[0] in names],
        "route": [list(pair) for pair in sorted(numbers.route)],
        "route_words": route_words(numbers),
        "scales": {what: scale(numbers, what) for what in WHAT},
    }


def _look(found: Look) -> Json:
    return [found.fill, found.ink, found.words]


def _book(bench: Bench) -> tuple[Book, tuple[str, ...]]:
    """The book; chapters that it lacks are made up, and named."""
    try:
        return bench.project.book, ()
    except BookHasErrors:
        missing = _missing(bench.project)
        if not missing:
            raise
        return _completed(bench, missing).book, missing


def _missing(project: Project) -> tuple[str, ...]:
    """Chapters that the book turns to and does not have."""
    things = project.references.things
    return tuple(sorted({each.name for each in things if each.kind == "chapter" and not each.definitions}))


def _completed(bench: Bench, missing: tuple[str, ...]) -> Project:
    """The book with a chapter in place of each that it lacks."""
    from gamebook.project import Project  # noqa: PLC0415
    from gamebook.resources import SHIPPED  # noqa: PLC0415

    sources = bench.project.sources
    made = "".join(f'\n\n=== {name}\n-> ending "{UNWRITTEN}"\n' for name in missing)
    completed = Project(bench.project.main)
    for path, source in sources.items():
        if not path.startswith(SHIPPED):
            completed.edit(path, source.text + (made if path == bench.project.main else ""))
    return completed


WORK: Mapping[str, Callable[[Bench, Json], Json]] = {
    "map.layout": layout,
    "map.values": values,
    "map.difference": difference,
}
LIGHT = ("map.layout",)
"""Nothing is solved for it."""
