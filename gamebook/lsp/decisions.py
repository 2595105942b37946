"""The decisions of a book and their options, as strategies call them: read from the text, for it may have errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gamebook.model.step import DO_NOT, ESCAPE, FIGHT_ON, GET_AWAY, OTHER_NUMBER, TARGET
from gamebook.project import Edition
from gamebook.resolve.choices import MAX_AMOUNTS
from gamebook.resolve.reserved import ANYTIME
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk

Options = dict[str, list[str]]
"""For the name of each decision of the reader, and for each chapter with one, the words of its options."""
_Known = Mapping[tuple[type[ast.Node], str], ast.Node]
"""What chapters do, by kind and name: rules, tests, combats."""
_DONE = (ast.DoRule, ast.Check, ast.Fight)


def decisions_of(edition: Edition) -> Options:
    """All decisions. A chapter has those of the rules that it does, too, and of the combats that are fought there."""
    pages = edition.loaded.pages
    declared = [each for parsed in pages for each in parsed.page.declarations]
    chapters = [each for parsed in pages for each in parsed.chapters]
    ranges = {each.name: each for each in find(tuple(declared), ast.Declaration) if isinstance(each, _RANGED)}
    known: _Known = {
        (type(each), str(each.name)): each
        for each in reversed(declared)
        if isinstance(each, ast.RuleDecl | ast.CheckDecl | ast.CombatDecl)
    }
    listed = {id(part): list(_decisions(part, ranges)) for part in (*chapters, *declared)}
    inside = {id(part): _done_in(part, known) for part in (*chapters, *known.values())}
    found: Options = {}
    for part in (*chapters, *declared):
        for name, labels in listed[id(part)]:
            _add(found, name, labels)
    for chapter in chapters:
        for part in _played(chapter, inside):
            for _, labels in listed[id(part)]:
                _add(found, str(chapter.name), labels)
    return found


def _add(found: Options, name: str, labels: Iterable[str]) -> None:
    if name:
        known = found.setdefault(name, [])
        known.extend(each for each in labels if each not in known)


def _played(chapter: ast.Chapter, inside: Mapping[int, list[ast.Node]]) -> Iterator[ast.Node]:
    """The chapter, and what is carried out in it."""
    waiting: list[ast.Node] = [chapter]
    seen = {id(chapter)}
    while waiting:
        part = waiting.pop(0)
        yield part
        new = [each for each in inside[id(part)] if id(each) not in seen]
        seen.update(map(id, new))
        waiting += new


def _done_in(part: ast.Node, known: _Known) -> list[ast.Node]:
    """The rules, tests and combats that a part names."""
    found = []
    for kind in _DONE:
        for step in find(part, kind):
            match step:
                case ast.DoRule():
                    key: tuple[type[ast.Node], str] = (ast.RuleDecl, str(step.rule))
                case ast.Check():
                    key = (ast.CheckDecl, str(step.test))
                case ast.Fight():
                    key = (ast.CombatDecl, str(step.combat))
            if key in known:
                found.append(known[key])
    return found


def _decisions(part: ast.Node, ranges: Mapping[ast.Id, _Ranged]) -> Iterator[tuple[str, list[str]]]:
    """What the reader decides in a part, in the order written: by name, or else by chapter, and the options."""
    chapter = str(part.name) if isinstance(part, ast.Chapter) else ""
    for node in walk(part):
        match node:
            case ast.Menu():
                yield chapter, [each.label for each in node.options]
            case ast.May():
                yield chapter, [node.label, DO_NOT]
            case ast.Choose():
                yield str(node.name or chapter), [each.label for each in node.options]
            case ast.ChooseAmount():
                yield str(node.name), _amounts(node, ranges)
            case ast.Ask():
                rows = (str(row.low) if row.low == row.high else f"{row.low}-{row.high}" for row in node.rows)
                yield str(node.question), [*rows, OTHER_NUMBER]
            case ast.Fight():
                if any(isinstance(each, ast.FightRow) and each.kind == "escape" for each in node.options):
                    yield ESCAPE, [GET_AWAY, FIGHT_ON]
                if node.together:
                    yield TARGET, [str(each.name) for each in node.foes]
            case ast.Anytime():
                yield ANYTIME, [each.label for each in node.options]


_Ranged = ast.Param | ast.StatDecl | ast.NumberDecl
_RANGED = (ast.Param, ast.StatDecl, ast.NumberDecl)


def _amounts(node: ast.ChooseAmount, ranges: Mapping[ast.Id, _Ranged]) -> list[str]:
    """All amounts that some reader may choose; none where that is not easily told."""
    low, high = _bound(node.low, ranges, 0), _bound(node.high, ranges, 1)
    if low is None or high is None or high - low >= MAX_AMOUNTS:
        return []
    return [str(each) for each in range(low, high + 1)]


def _bound(amount: ast.Expr | None, ranges: Mapping[ast.Id, _Ranged], end: int) -> int | None:
    """The least value, or with `end` 1 the greatest, of a number or of a name with a range."""
    if isinstance(amount, ast.Number):
        return amount.value
    known = ranges.get(amount.id) if isinstance(amount, ast.Name) else None
    match known:
        case ast.Param(value=ast.Number(value=value)):
            return value
        case ast.StatDecl() | ast.NumberDecl():
            written = (known.low, known.high)[end]
            return written.value if isinstance(written, ast.Number) else None
    return None
