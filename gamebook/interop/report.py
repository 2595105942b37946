"""What an import tells: chapters, links, the census, and what was wrong in the source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamebook.interop.blocks import MARK
from gamebook.interop.census import KINDS
from gamebook.interop.draft import Trouble
from gamebook.interop.importing import Imported
from gamebook.interop.writer import fixed_numbers
from gamebook.syntax import ast

MOST_TOLD = 12
"""The most comments that the text lists."""
PLURALS = {"link": "links", "condition": "conditions", "effect": "effects", "dice": "dice", "other": "other"}


def report_text(imported: Imported, written: str) -> str:
    """The report of an import, as lines for people.

    Args:
        imported: the import.
        written: the name of the file that was written.
    """
    return "\n".join(_lines(imported, written)) + "\n"


def _lines(imported: Imported, written: str) -> Iterator[str]:
    chapters = len(imported.draft.chapters)
    yield f"{written}: {chapters} {'chapter' if chapters == 1 else 'chapters'}, read as {imported.draft.format}"
    rows = imported.census.rows()
    if rows:
        wide = max(len(name) for _, name, *_ in rows) + 4
        yield ""
        yield f"{'':{wide}}{'modelled':>10}{'kept as a comment':>20}"
        for kind in KINDS:
            made, kept = imported.census.of(kind)
            if made + kept:
                share = f"{100 * made // (made + kept)} %"
                yield f"{PLURALS[kind]:{wide}}{made:>10}{kept:>20}{share:>8}"
                own = [row for row in rows if row[0] == kind]
                yield from (f"  {name:{wide - 2}}{yes:>10}{no:>20}" for _, name, yes, no in own)
    comments = kept_lines(imported)
    if comments:
        yield ""
        yield f"Kept as comments: write each in the language of the book, or leave it out ({MARK})"
        yield from (f"  {written}:{line}: {words[:90]}" for line, words in comments[:MOST_TOLD])
        if len(comments) > MOST_TOLD:
            yield f"  … and {len(comments) - MOST_TOLD} more; --json tells them all"
    if not any(isinstance(each, ast.ToEnding) and each.kind == "victory" for each in _endings(imported)):
        yield ""
        yield "no ending is a victory yet: write ~ victory where the reader wins, or import with --victory CHAPTER"
    dangling = len(imported.settled.dangling)
    if dangling:
        yield ""
        yield f"{dangling} {'link leads' if dangling == 1 else 'links lead'} to a chapter that the source does not have"
        yield "so the header says draft: the book can be checked, solved and played all the same"


def kept_lines(imported: Imported) -> list[tuple[int, str]]:
    """(Line of the book, what stands there) of everything that could not be modelled."""
    lines = enumerate(imported.text.split("\n"), start=1)
    return [
        (number, line.partition(MARK)[2].strip()) for number, line in lines if line.lstrip().startswith(f"// {MARK}")
    ]


def _endings(imported: Imported) -> Iterator[ast.Target]:
    """Where every turn of the book leads."""
    waiting: list[object] = list(imported.settled.page.chapters)
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Target):
            yield each
        elif isinstance(each, ast.Node):
            waiting.extend(getattr(each, name) for name in each.__struct_fields__ if name != "span")
        elif isinstance(each, tuple):
            waiting.extend(each)


def trouble_text(trouble: Trouble) -> str:
    """`story.json:7 warning this is not valid JSON`, and the hint."""
    hint = f"; {trouble.hint}" if trouble.hint else ""
    place = f"{trouble.path}:{trouble.line}" if trouble.path else "the source"
    return f"{place} warning {trouble.message}{hint}"


def report_data(imported: Imported, written: str) -> dict[str, Any]:
    """The same as plain values, for `--json`."""
    names = imported.settled.names.changed()
    return {
        "file": written,
        "format": imported.draft.format,
        "title": imported.draft.title,
        "chapters": len(imported.draft.chapters),
        "census": {
            PLURALS[kind]: {
                "modelled": imported.census.of(kind)[0],
                "kept": imported.census.of(kind)[1],
                "constructs": {
                    name: {"modelled": yes, "kept": no}
                    for each, name, yes, no in imported.census.rows()
                    if each == kind
                },
            }
            for kind in KINDS
        },
        "kept": [{"line": line, "text": words} for line, words in kept_lines(imported)],
        "dangling": list(imported.settled.dangling),
        "names": [{"kind": kind, "source": word, "name": ours} for kind, word, ours in names],
        "numbers": fixed_numbers(imported.settled, imported.draft),
        "troubles": [
            {"file": each.path, "line": each.line, "message": each.message, "hint": each.hint}
            for each in imported.troubles
        ],
    }
