"""Who is who: every name that the pages declare, collected before anything is read with meaning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct, field, structs

from gamebook.codes import finding, names
from gamebook.codes.hints import write
from gamebook.diagnostics import Diagnostic, Related
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.heads import as_number
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import walk

D = TypeVar("D", ast.CheckDecl, ast.RuleDecl, ast.CombatDecl)

KINDS: Mapping[type[ast.Node], str] = {
    ast.StatDecl: "stat",
    ast.NumberDecl: "number",
    ast.ItemDecl: "item",
    ast.CodewordDecl: "codeword",
    ast.OneOf: "one-of",
    ast.Param: "param",
    ast.Let: "derived value",
    ast.Limit: "limit",
    ast.TableDecl: "table",
}
"""Declarations that share one set of names, and what people call them."""


class Symbol(Struct, frozen=True):
    """A declared name."""

    name: ast.Id
    kind: str
    node: ast.Declaration

    @property
    def span(self) -> Span:
        """Where it is declared."""
        return self.name.span


class Names(Struct):
    """All names of a book and its rule system."""

    symbols: dict[str, Symbol] = field(default_factory=dict)
    values: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """Value of a one-of → the one-ofs that have it, and its number there."""
    checks: dict[str, ast.CheckDecl] = field(default_factory=dict)
    rules: dict[str, ast.RuleDecl] = field(default_factory=dict)
    combats: dict[str, ast.CombatDecl] = field(default_factory=dict)
    chapters: dict[str, ast.Chapter] = field(default_factory=dict)
    half_read: bool = False
    """Some line of a header could not be read: what it declares is missing here."""
    part_read: bool = False
    """Some line of a page could not be read: what it does is missing here."""
    broken: set[str] = field(default_factory=set)
    """Chapters that could not be read; links to them are not blamed."""
    lost: set[str] = field(default_factory=set)
    """Blocks of the header whose first line could not be read: who does such a rule, say, is not blamed."""
    bonuses: dict[str, list[ast.While]] = field(default_factory=dict)
    limits: dict[str, list[ast.Limit]] = field(default_factory=dict)
    """Item → the limits it counts under."""
    endings: dict[str, ast.ToEnding] = field(default_factory=dict)
    """The text of an ending → where it is first written."""
    written: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    """What is written of endings, as `endings.Written`."""

    linked: set[str] = field(default_factory=set)
    """The chapters that turns name, whether they exist or not."""
    draft: bool = False
    """The book is still being written: some chapters may not be there."""
    declarations: tuple[ast.Declaration, ...] = ()
    """All declarations, in the order of the pages."""
    nodes: dict[int, tuple[ast.Node, ...]] = field(default_factory=dict)
    """The id of a declaration or chapter → every node in it, itself first: many ask, and looking takes time."""
    kinds: dict[type[ast.Node], list[Any]] = field(default_factory=lambda: defaultdict(list))
    """The same nodes by their kind."""
    systems: set[str] = field(default_factory=set)
    """The files that are rule systems."""

    def of_kind(self, *kinds: str) -> list[str]:
        """The names of some kinds, in the order declared."""
        return [symbol.name for symbol in self.symbols.values() if symbol.kind in kinds]

    def has_chapter(self, name: str) -> bool:
        """Whether there is a chapter of this name, even if it cannot be read."""
        return name in self.chapters or name in self.broken


def collect(pages: Sequence[ast.Page]) -> tuple[Names, list[Diagnostic]]:
    """All names of the pages; a name declared twice is a finding, and the first one stands."""
    found = Names()
    findings: list[Diagnostic] = []
    of_system: set[str] = set()
    for page in pages:
        system = any(isinstance(node, ast.Title) and node.kind == "system" for node in page.declarations)
        if system:
            found.systems.add(page.span.path)
        for declaration in page.declarations:
            if isinstance(declaration, ast.Draft) and not system:
                found.draft = True
            if isinstance(declaration, ast.Param):
                if not system and declaration.name in of_system:  # a book gives a parameter of its system another value
                    of_system.remove(declaration.name)
                    del found.symbols[declaration.name]
                elif system and declaration.name not in found.symbols:
                    of_system.add(declaration.name)
            findings.extend(_declare(found, declaration))
        found.lost.update(page.lost)
        for chapter in page.chapters:
            _open_chapter(found, chapter)
        for part in (*page.declarations, *page.chapters):
            found.nodes[id(part)] = nodes = tuple(walk(part))
            for node in nodes:
                found.kinds[type(node)].append(node)
    for ending in found.kinds[ast.ToEnding]:
        if ending.text:
            found.endings.setdefault(ending.text, ending)
        with_kind = found.written.setdefault(str(ending.text or ending.kind), {})
        with_kind.setdefault(ending.kind, set()).add("" if ending.score is None else spell(ending.score))
    findings.extend(each for fight in found.kinds[ast.Fight] for listed in _lists(fight) for each in _repeated(listed))
    found.linked.update(each.chapter for each in found.kinds[ast.ToChapter])
    found.declarations = tuple(node for page in pages for node in page.declarations)
    findings.extend(_clashing_values(found))
    for page in pages:
        findings.extend(_duplicates(found, page.chapters))
    return found, findings


def _declare(found: Names, node: ast.Declaration) -> Iterable[Diagnostic]:
    for listed in _lists(node):
        yield from _repeated(listed)
    match node:
        case ast.CheckDecl():
            yield from _add(found.checks, node, "test")
        case ast.RuleDecl():
            yield from _add(found.rules, node, "rule")
        case ast.CombatDecl():
            yield from _add(found.combats, node, "combat")
        case ast.While():
            found.bonuses.setdefault(node.change.place.id, []).append(node)
        case ast.Limit(places=None):
            yield from _add_to_limit(found, node)
        case (
            ast.StatDecl(name=name)
            | ast.NumberDecl(name=name)
            | ast.ItemDecl(name=name)
            | ast.CodewordDecl(name=name)
            | ast.OneOf(name=name)
            | ast.Param(name=name)
            | ast.Let(name=name)
            | ast.Limit(name=name)
            | ast.TableDecl(name=name)
        ):
            before = found.symbols.get(name)
            if before is not None:
                yield _twice(name, name.span, before.span, _other_start(found, node))
                return
            found.symbols[name] = Symbol(name, KINDS[type(node)], node)
            if isinstance(node, ast.OneOf):
                numbers = {value.id: number for number, value in reversed([*enumerate(node.values)])}
                for value, number in sorted(numbers.items(), key=lambda each: each[1]):
                    found.values.setdefault(value, []).append((name, number))
            if isinstance(node, ast.Limit):
                for item in node.items:
                    found.limits.setdefault(item.id, []).append(node)


def _lists(node: ast.Declaration | ast.Fight) -> Iterable[Sequence[ast.Id]]:
    """The lists of names in a declaration or a fight, in each of which a name stands for one thing."""
    match node:
        case ast.Fight():
            yield [each.name for each in node.options if isinstance(each, ast.Local)]
        case ast.Carry():
            yield [each.id for each in node.names]
        case ast.Preset():
            yield [each.name for each in node.values]
        case ast.OneOf():
            yield [value.id for value in node.values]
        case ast.Limit():
            yield [item.id for item in node.items]
        case ast.RuleDecl():
            yield [parameter.id for parameter in node.parameters]
        case ast.CheckDecl():
            yield [outcome for outcome in node.outcomes if outcome]
        case ast.CombatDecl():
            yield [stat.id for stat in node.foe_stats]
            yield [*(each.name for each in node.settings), *(each.name for each in node.locals)]
        case ast.StrategyDecl():
            yield [name for name, _ in node.parameters]


def _repeated(listed: Sequence[ast.Id]) -> Iterable[Diagnostic]:
    first: dict[str, ast.Id] = {}
    for name in listed:
        before = first.setdefault(name, name)
        if before is not name:
            hint = "remove one of the two, or write the name that is meant"
            related = (Related(before.span, "first written here"),)
            yield finding(names.DUPLICATE_NAME, name.span, f"{name} stands here twice", hint, related)


def _add_to_limit(found: Names, node: ast.Limit) -> Iterable[Diagnostic]:
    """`limit backpack: tinder`: more things under a limit that the rule system, or the book, has declared before."""
    before = found.symbols.get(node.name)
    if before is None or not isinstance(before.node, ast.Limit):
        hint = f"say how many places it has: limit {node.name} 8: …"
        yield finding(names.UNKNOWN_NAME, node.name.span, f"no limit is called {node.name}", hint)
        return
    old = before.node
    for item in node.items:
        same = next((each.id for each in old.items if each.id == item.id), None)
        if same is not None:
            hint = "remove it from this line: each copy takes one place"
            related = (Related(same.span, "first written here"),)
            message = f"{item.id} is under the limit {node.name} already"
            yield finding(names.DUPLICATE_NAME, item.span, message, hint, related)
    grown = structs.replace(old, items=(*old.items, *node.items))
    found.symbols[node.name] = Symbol(before.name, before.kind, grown)
    for item in old.items:
        found.limits[item.id] = [grown if each is old else each for each in found.limits[item.id]]
    for item in node.items:
        found.limits.setdefault(item.id, []).append(grown)


def _add(known: dict[str, D], node: D, kind: str) -> Iterable[Diagnostic]:
    before = known.setdefault(node.name, node)
    if before is not node:
        yield _twice(f"the {kind} {node.name}", node.name.span, before.name.span)


def _open_chapter(found: Names, chapter: ast.Chapter | ast.Broken) -> None:
    if isinstance(chapter, ast.Chapter):
        found.chapters.setdefault(chapter.name, chapter)
    elif chapter.name is not None:
        found.broken.add(chapter.name)


def _duplicates(found: Names, chapters: Sequence[ast.Chapter | ast.Broken]) -> Iterable[Diagnostic]:
    """Chapters whose names are taken. Where the number that would follow is free, links to it are not blamed."""
    previous = None
    for chapter in chapters:
        first = found.chapters.get(chapter.name or "")
        if isinstance(chapter, ast.Chapter) and first is not None and first is not chapter:
            hint = "give this one another number or name"
            free = str(as_number(previous) + 1) if previous is not None and previous.isdecimal() else ""
            if free and free not in found.chapters and free not in found.broken:
                found.broken.add(free)
                hint = f"give this one another number, perhaps {free}, which is free"
            yield finding(
                names.DUPLICATE_CHAPTER,
                chapter.name.span,
                f"chapter {chapter.name} is written twice",
                hint,
                (Related(first.name.span, "first written here"),),
            )
        previous = chapter.name


def _clashing_values(found: Names) -> Iterable[Diagnostic]:
    for value, owners in found.values.items():
        symbol = found.symbols.get(value)
        if symbol is not None:
            yield _twice(value, found.symbols[owners[0][0]].span, symbol.span)


def _other_start(found: Names, node: ast.Declaration) -> str | None:
    """What to write for another start value of what the rule system declares already."""
    if isinstance(node, ast.Param):
        before = found.symbols[node.name]
        start = getattr(before.node, "start", None)
        of_system = before.span.path in found.systems and isinstance(start, ast.Name)
        return write(f"param {spell(start)} = {spell(node.value)}") if start is not None and of_system else None
    if not isinstance(node, ast.StatDecl | ast.NumberDecl | ast.ItemDecl) or node.start is None:
        return None
    before = found.symbols[node.name]
    if before.span.path not in found.systems or type(before.node) is not type(node):
        return None
    lines = [f"“~ set {node.name} = {spell(node.start)}”"]
    if isinstance(node, ast.StatDecl):
        lines = [f"“~ set initial {node.name} = {spell(node.start)}”", f"“~ restore {node.name}”"]
    return (
        f"for another start value, write {' and then '.join(lines)} under a line “hero” instead; "
        "for more than the system allows, copy the system beside the book and change it there"
    )


def _twice(name: str, span: Span, first: Span, hint: str | None = None) -> Diagnostic:
    return finding(
        names.DUPLICATE_NAME,
        span,
        f"{name} is declared twice",
        hint or "give one of them another name",
        (Related(first, "first declared here"),),
    )
