"""Names that are declared with blanks, `item iron crowbar`: the lines that use such a name have the same mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from gamebook.codes import syntax
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.lint.pages import Pages
from gamebook.patterns import pattern
from gamebook.syntax.heads import WORD

_WORD = pattern(WORD)
_BLANKS = r"[ \t]+"


def uses_of_spaced_names(found: Sequence[Diagnostic], pages: Pages) -> Mapping[Diagnostic, Sequence[Diagnostic]]:
    """Declarations of names with blanks → lines that cannot be read because they use such a name."""
    unread = [each for each in found if each.code == syntax.LINE]
    declared = {each: names for each in unread if (names := [*_names(each, pages)])}
    uses: dict[Diagnostic, list[Diagnostic]] = {}
    for each in unread if declared else ():
        line, column = pages.line(each.span), pages.column(each.span)
        for cause, names in declared.items():
            places = (match.span() for name in names for match in name.finditer(line))
            if each not in declared and any(start < column < end for start, end in places):
                uses.setdefault(cause, []).append(each)
                break
    return uses


def with_uses(declared: Diagnostic, uses: Sequence[Diagnostic], pages: Pages) -> Diagnostic:
    """The finding with the places that use the name; they show that it is one name, and not two without a comma."""
    name = _hyphened(declared, pages)
    related = tuple(Related(each.span, "also here") for each in uses[:MOST_RELATED])
    suggestions = tuple(each for each in declared.suggestions if each.text == name)
    return replace(declared, hint=f"write {name}, here and where it is used", suggestions=suggestions, related=related)


def _names(found: Diagnostic, pages: Pages) -> Iterator[re.Pattern[str]]:
    """The names with blanks from a finding about one of them to the end of its line, to look for them in others."""
    in_header = found.span.start < pages.headers.get(found.span.path, 0)
    if not in_header or not (found.hint or "").startswith(f"write {_hyphened(found, pages)}"):
        return
    for name in pages.line(found.span)[pages.column(found.span) :].split(","):
        words = name.split()
        if len(words) > 1 and all(map(_WORD.fullmatch, words)):
            yield pattern(rf"(?<![\w-]){_BLANKS.join(words)}(?![\w-])")


def _hyphened(found: Diagnostic, pages: Pages) -> str:
    return "-".join(pages.text(found.span).split())
