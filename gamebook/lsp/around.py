"""What a line of a file stands in: the header or a chapter, a fight, a test; and what is known only there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gamebook.lsp.page import Page
from gamebook.resolve.references import AMOUNT, FOE, FOE_STAT, LOCAL, PARAMETER, POOL, ROLL, SETTING
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.heads import NAME
from gamebook.syntax.layout import indent
from gamebook.syntax.walk import find

GIVEN = frozenset({ROLL, AMOUNT, POOL})
"""Kinds of things that are known below their line, to the end of the block."""
NEAR = frozenset({FOE, FOE_STAT, LOCAL, SETTING, PARAMETER, *GIVEN})
"""Kinds of things that a line is offered only if it stands where they are known."""
_FIGHT = re.compile(rf"[ \t]*~[ \t]*fight\b(?:[ \t]+(?P<combat>{NAME}))?")
_COMBAT = re.compile(rf"combat\b(?:[ \t]+(?P<combat>{NAME}))?")
_RULE = re.compile(r"rule\b")
_TEST = re.compile(rf"[ \t]*~[ \t]*test[ \t]+(?P<test>{NAME})")
_STRATEGY = re.compile(r"strategy\b")
_STARTS = re.compile(r"(?!//)\S")
"""How a line begins that is the head of a block."""
_CHAPTER = re.compile(r"===")


def in_header(page: Page, line: int) -> bool:
    """Whether a line stands before the first chapter of the file."""
    first = min((chapter.span.start for chapter in page.tree.chapters), default=len(page.source.text) + 1)
    return page.source.offset(line, 1) < first


def heads(page: Page, line: int) -> Iterator[str]:
    """The lines under which a line stands: the nearest first, each less indented than the one before."""
    margin = indent(page.source.line(line))
    for number in range(line - 1, 0, -1):
        above = page.source.line(number)
        if above.strip() and indent(above) < margin:
            margin = indent(above)
            yield above
        if not margin:
            return


def is_in_fight(page: Page, line: int) -> bool:
    """Whether a line is one of those of a fight."""
    return _FIGHT.match(next(heads(page, line), "")) is not None


def combats(page: Page, line: int) -> tuple[ast.CombatDecl, ...]:
    """The combat of the fight around a line, or the one that it is a part of; of a rule all, for any may do it."""
    parts = (part for parsed in page.edition.loaded.pages for part in parsed.page.declarations)
    known = (part for part in parts if isinstance(part, ast.CombatDecl))
    for above in (page.source.line(line), *heads(page, line)):
        found = _FIGHT.match(above) or _COMBAT.match(above)
        if found is not None:
            return tuple(each for each in known if each.name == (found["combat"] or ast.USUAL_COMBAT))
        if _RULE.match(above):
            return tuple(known)
    return ()


def settings(page: Page, line: int) -> list[str]:
    """The settings of the combat of the fight around a line."""
    names = {str(setting.name) for combat in combats(page, line) for setting in combat.settings}
    return sorted(names, key=str.casefold)


def events(page: Page, line: int) -> list[str]:
    """The moments of the combat of the fight around a line."""
    return sorted({str(each.event) for each in find(combats(page, line), ast.Happen)}, key=str.casefold)


def outcomes(page: Page, line: int) -> list[str]:
    """The outcomes of the test under which a line stands."""
    test = _TEST.match(next(heads(page, line), ""))
    checks = find(tuple(parsed.page for parsed in page.edition.loaded.pages), ast.CheckDecl)
    names = (each for check in checks if test is not None and check.name == test["test"] for each in check.outcomes)
    return [str(each) for each in names if each]


def parameters(page: Page, line: int) -> list[str]:
    """The numbers of the strategy around a line: `t` and `most` of `strategy bold(t = 6, most = 2)`."""
    lines = (page.source.line(number) for number in range(line, 0, -1))
    head = next((each for each in lines if _STRATEGY.match(each)), "")
    return [each[1] for each in re.finditer(r"[(,][ \t]*([\w-]+)[ \t]*=", head)]


def known_here(page: Page, line: int) -> set[tuple[str, str]]:
    """The name and the kind of what is known only where a line stands: in its block, in its combat."""
    block = _block(page, line)
    near = combats(page, line)
    fought = any(_FIGHT.match(above) for above in heads(page, line))
    found = set[tuple[str, str]]()
    for thing in page.edition.references.things:
        for place in thing.definitions if thing.kind in NEAR else ():
            here = _holds(block, place)
            if thing.kind in GIVEN:
                is_known = _is_below(page, line, place) if here else fought and _is_of(near, place)
            else:
                is_known = here or _is_of(near, place)
            if is_known:
                found.add((thing.name, thing.kind))
    return found


def _is_of(near: Iterable[ast.CombatDecl], place: Span) -> bool:
    return any(_holds(each.span, place) for each in near)


def _is_below(page: Page, line: int, place: Span) -> bool:
    """Whether a line stands in the block in which something is given, below the line that gives it."""
    first = page.source.position(place.start).line
    margin = indent(page.source.line(first))
    lines = (page.source.line(number) for number in range(first + 1, line + 1))
    return first < line and all(indent(each) >= margin for each in lines if each.strip())


def _holds(whole: Span, part: Span) -> bool:
    return whole.path == part.path and whole.start <= part.start and part.end <= whole.end


def _block(page: Page, line: int) -> Span:
    """The chapter around a line, or the lines of the header under a head."""
    source = page.source
    head = _STARTS if in_header(page, line) else _CHAPTER
    above, below = range(line, 0, -1), range(line + 1, source.line_count + 1)
    first = next((number for number in above if head.match(source.line(number))), 1)
    end = next((number for number in below if head.match(source.line(number))), None)
    return source.span(source.offset(first, 1), len(source.text) if end is None else source.offset(end, 1))
