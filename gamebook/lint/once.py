"""One finding for what many places have in common: a name, a chapter, a range. The others are named beside it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from msgspec.structs import replace

from gamebook.codes import balance, chapter_map, names
from gamebook.codes.hints import DECLARE, is_use_system
from gamebook.diagnostics import Diagnostic, Related
from gamebook.lint.causes import OF_SYSTEM
from gamebook.lint.pages import Pages
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax.heads import as_number

MOST_OTHERS = 6
"""Other links to a chapter that is not there which are shown, and other lines for which a range is too narrow."""
_IS_UNKNOWN = pattern(r"(?:nothing|no \S+) is called [^\s;]+(?:; the (?:book|rule system) has .*)?$")
"""The message for a name that is not declared; it may list the items that there are."""


def once_for_each_range(found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings, with one for each range that has too little room; it names other lines beside the first."""
    lines: dict[str, list[Diagnostic]] = {}
    for each in sorted(found, key=lambda each: each.span):
        if each.code == balance.OVERFULL:
            lines.setdefault(f"{each.message} {each.hint}", []).append(each)
    for each in found:
        first, *others = lines.get(f"{each.message} {each.hint}", [each]) if each.code == balance.OVERFULL else [each]
        if each is first:
            related = (Related(other.span, "also here") for other in others[:MOST_OTHERS])
            yield replace(each, related=(*each.related, *related)) if others else each


def texts_without_head(found: Sequence[Diagnostic], pages: Pages) -> Iterator[tuple[str, Span]]:
    """Unknown chapters, with the place of lines that nobody reaches where that chapter would stand."""
    unknown = {pages.text(each.span) for each in found if each.code == names.UNKNOWN_CHAPTER}
    numbers = sorted((as_number(name), name) for name in unknown if name.isdecimal())
    number = itemgetter(0)
    for each in found:
        before, after = pages.around(each.span) if each.code == chapter_map.NEVER_REACHED else ("", "")
        if before.isdecimal():
            last = as_number(after) if after.isdecimal() else as_number(before) + 2
            first = bisect_right(numbers, as_number(before), key=number)
            if bisect_left(numbers, last, key=number) - first == 1:
                yield numbers[first][1], each.span


def once_for_each_name(found: Sequence[Diagnostic], pages: Pages) -> Iterator[Diagnostic]:
    """The findings, with one for each name to declare or correct, and one for a rule system that is not used.

    The other places are named beside the first.
    """
    unknown = {each: pages.text(each.span) for each in found if _to_declare(each)}
    of_system = {name: each.hint for each, name in unknown.items() if is_use_system(each.hint)}
    uses: dict[str, list[Diagnostic]] = {}
    for each, name in unknown.items():
        uses.setdefault(of_system.get(name) or name, []).append(each)
    uses = {cause: sorted(places, key=lambda each: each.span) for cause, places in uses.items()}
    for each in found:
        name = unknown.get(each, "")
        cause = of_system.get(name) or name
        first, *others = uses[cause] if each in unknown else [each]
        if each is not first:
            continue
        if not others:
            yield each
            continue
        count = f"it is written in {len(others) + 1} places"
        if {unknown[other] for other in others} != {name}:
            places = "1 more place needs" if len(others) == 1 else f"{len(others)} more places need"
            count = f"{places} the same rule system"
        best = next((other for other in (first, *others) if other.hint not in (None, DECLARE)), first)
        related = tuple(Related(other.span, "also here") for other in others[:MOST_OTHERS])
        said, mark, what_there_is = each.message.partition("; the ")
        told = f"{said}; {count}{mark}{what_there_is}"
        yield replace(
            each,
            message=told,
            hint=best.hint,
            suggestions=best.suggestions,
            related=(*each.related, *related),
        )


def _to_declare(each: Diagnostic) -> bool:
    """Whether a finding is about a name that is not known and for which another place would say the same."""
    hint = each.hint or ""
    if each.code == names.UNKNOWN_NAME and _IS_UNKNOWN.match(each.message):
        return not hint or is_use_system(hint) or hint.startswith(("declare it", "did you mean "))
    return each.code in OF_SYSTEM and is_use_system(hint)


def once_for_each_chapter(
    found: Sequence[Diagnostic], pages: Pages, headless: Mapping[str, Span]
) -> Iterator[Diagnostic]:
    """The findings, with one for each chapter that is not there; the others are named beside the first."""
    links: dict[str, list[Diagnostic]] = {}
    for each in found:
        if each.code == names.UNKNOWN_CHAPTER and pages.text(each.span):
            links.setdefault(pages.text(each.span), []).append(each)
    links = {name: sorted(known, key=lambda link: link.span) for name, known in links.items()}
    for each in found:
        name = pages.text(each.span) if each.code == names.UNKNOWN_CHAPTER else ""
        known = links.get(name, [each])
        if each is not known[0]:
            continue
        others = known[1:]
        related = tuple(Related(other.span, "also here") for other in others[:MOST_OTHERS])
        if name in headless:
            hint = f"write === {name} where it begins; perhaps here is its text:"
            yield replace(each, hint=hint, related=(Related(headless[name], "this is never reached"), *related))
        elif others and name.isdecimal():
            told = (each.hint or "").partition("; or write")[0]
            meant = told and not told.startswith("write")
            also = f"; or change the links: {told}" if meant else ", or draft in the header until then"
            message = f"{each.message}, and {len(others) + 1} links lead there"
            yield replace(each, message=message, hint=f"write the chapter: === {name}{also}", related=related)
        else:
            yield replace(each, related=(*each.related, *related)) if others else each
