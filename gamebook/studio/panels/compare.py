"""Compare: the book as it is on the page beside an earlier version of it, or beside another book."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gamebook.errors import GamebookError, UsageError
from gamebook.plain import as_data
from gamebook.process import HELPER_MEMORY
from gamebook.studio.bench import Bench, Json

if TYPE_CHECKING:  # the server's own process needs nothing that reads books
    from gamebook.project import Project

SECONDS = 60.0
"""How long each of the versions may be solved."""
LEAST = 1e-9
"""A chapter whose chance moved less is the same: rounding."""


def revisions(bench: Bench, _: Json) -> Json:
    """The last git commits that changed the book's main file, newest first: [name, day, words]; none without git."""
    from gamebook.versions import revisions as revisions_of  # noqa: PLC0415

    try:
        return [list(each) for each in revisions_of(Path(bench.project.main))]
    except GamebookError:  # no git, or no repository
        return []


def texts(bench: Bench, given: Json) -> Json:
    """The texts of both versions, file by file: [name, before, now]; a file that a version does not have is empty.

    Args:
        bench: the book.
        given: `revision`: one of git; or `file`: another book; neither: the book as it is on disk.

    Raises:
        UsageError: there is no such version.
        OSError: it cannot be read.
    """
    before, now = _files(_other(bench, given)), _files(bench.project)
    return [[name, before.get(name, ""), now.get(name, "")] for name in dict.fromkeys((*now, *before))]


def chances(bench: Bench, given: Json) -> Json:
    """What changed in the chances.

    Args: as for `texts`, with `hero`: the name of one; empty for all.

    Returns: `readers` as (name, before, after); `chapters` as (name now, name before, before, after), only those that
        moved, the farthest first; `new` and `gone`: chapters; `appeared` and `disappeared`: findings; `wins`; `broken`:
        which of the versions has errors, `before`, `now`, or neither.

    Raises:
        UsageError: there is no such version, or the two have nothing in common.
        LimitReached, Cancelled: as `gamebook.diff`.
    """
    from gamebook.render.data import finite  # noqa: PLC0415
    from gamebook.verbs import diff  # noqa: PLC0415

    other = _other(bench, given)
    hero = None if bench.project.edition().has_errors else bench.hero(given)
    found = diff(other, bench.project, hero, ["random"], timeout=SECONDS, limit_memory=HELPER_MEMORY)
    moved = [each for each in found.chapters if _has_moved(each.before, each.after)]
    moved.sort(key=lambda each: -abs((each.after or 0.0) - (each.before or 0.0)))
    pages = found.changes.chapters if found.changes is not None else ()
    known = found.new.chances or found.old.chances
    return finite(
        {
            "readers": [
                [name, each.before and each.before.middle, each.after and each.after.middle]
                for name, each in found.readers.items()
            ],
            "chapters": [[each.new, each.old, each.before, each.after] for each in moved],
            "new": [each.new for each in pages if each.old is None],
            "gone": [each.old for each in pages if each.new is None],
            "appeared": [as_data(each) for each in found.appeared],
            "disappeared": [as_data(each) for each in found.gone],
            "wins": known is None or known.aim == "win",
            "broken": "now" if found.new.broken else "before" if found.old.broken else "",
        }
    )


def _has_moved(before: float | None, after: float | None) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(after - before) > LEAST


def _other(bench: Bench, given: Json) -> Project:
    """The version to compare with."""
    from gamebook.project import Project  # noqa: PLC0415
    from gamebook.versions import at_revision  # noqa: PLC0415

    main = Path(bench.project.main)
    if given.get("revision"):
        return at_revision(main, str(given["revision"]))
    other = Path(given["file"]) if given.get("file") else main
    if not other.is_file():
        raise UsageError(f"{other.name} is not on disk yet")
    return Project(other)


def _files(project: Project) -> dict[str, str]:
    """The texts of a book by their names beside its main file, which comes first; only files below its folder."""
    from gamebook.resources import SHIPPED  # noqa: PLC0415

    folder = posixpath.dirname(project.main)
    found = {MAIN: ""}
    for path, source in project.sources.items():
        name = posixpath.relpath(path, folder or ".")
        if path == project.main:
            found[MAIN] = source.text
        elif not path.startswith(SHIPPED) and not name.startswith(".."):
            found[name] = source.text
    return found


MAIN = "the book"
"""What the main file is called, whatever its name in each version."""
WORK: Mapping[str, Callable[[Bench, Json], Json]] = {
    "compare.revisions": revisions,
    "compare.texts": texts,
    "compare.chances": chances,
}
LIGHT = ("compare.revisions", "compare.texts")
"""Nothing is solved for them."""
