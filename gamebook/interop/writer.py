"""A settled draft as the text of a book: what the import has to tell stands in comments."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gamebook.interop import escape
from gamebook.interop.blocks import MARK
from gamebook.interop.draft import Draft
from gamebook.interop.settle import Settled
from gamebook.interop.things import NOTHING
from gamebook.syntax import ast
from gamebook.syntax.limits import MAX_PRINTED
from gamebook.syntax.printer import print_page


def write_book(settled: Settled, draft: Draft) -> str:
    """The text of the book."""
    parts = ["\n".join(_top(settled, draft)) + "\n"]
    if settled.unsaid:
        head, rest = replace(settled.page, chapters=()), replace(settled.page, declarations=())
        notes = "\n".join(step.text for step in settled.unsaid if isinstance(step, ast.Prose))
        parts += [print_page(head), f"{notes}\n", print_page(rest)]
    else:
        parts.append(print_page(settled.page))
    if settled.leftovers:
        lines = [
            line
            for origin in settled.leftovers
            for line in (*escape.comment(f"{MARK} {origin.name}"), *_raw(origin.raw))
        ]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def fixed_numbers(settled: Settled, draft: Draft) -> dict[str, int]:
    """Our names of chapters, with the numbers that the source fixes; those that are their numbers are left out.

    A number that cannot be printed fixes nothing, nor does one that an earlier chapter has.
    """
    found: dict[int, str] = {}
    for chapter in draft.chapters:
        if chapter.number is not None and 1 <= chapter.number <= MAX_PRINTED:
            found.setdefault(chapter.number, settled.names.of("chapter", chapter.name))
    return {name: number for number, name in found.items() if name != str(number)}


def _raw(words: str) -> list[str]:
    return escape.comment(words) if words.strip() else []


def _top(settled: Settled, draft: Draft) -> Iterator[str]:
    yield f"// Imported from {draft.format} by gamebook import. What could not be modelled stands in comments."
    for thing in sorted(settled.sheet.guessed):
        ours = settled.names.of("thing", thing)
        low, high = settled.sheet.ranges[thing]
        yield f"// {MARK} the source sets no range for {ours}; {low}..{high} is a guess"
    for thing in settled.sheet.never_set:
        ours = settled.names.of("thing", thing)
        first = NOTHING if settled.sheet.kinds[thing] == "one-of" else "0"
        yield f"// {MARK} the source asks for {ours} and never sets it; here it is always {first}"
    pins = fixed_numbers(settled, draft)
    if pins:
        yield "// Numbers that the source fixes; to print the book with them:"
        yield f"//     gamebook number BOOK --shuffle {' '.join(f'--pin {name}={pins[name]}' for name in pins)}"
    changed = settled.names.changed()
    changed = [
        (kind, word, ours) for kind, word, ours in changed if kind in ("chapter", "thing") or kind.startswith("value")
    ]
    if changed:
        yield "// Names that were changed:"
        for kind, word, ours in changed:
            yield f"//     {kind} {ours}: {escape.line(word)}"
