"""What changed between two versions of a book, by the syntax trees: chapters, choices, rules and prose.

Layout, comments and line breaks do not count. Chapters that were only renumbered are found by what stands in them, and
the links to them are then no change.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct, structs

from gamebook.job import look
from gamebook.syntax import ast
from gamebook.syntax.printer import print_declarations, print_page

Part = TypeVar("Part")
What = Literal["choice", "rule", "prose", "title"]

ALIKE = 0.6
"""The share of words that two chapters of different numbers must have in common to be taken for one chapter."""
MOST_PAIRS = 40_000
"""Pairs of chapters whose words are compared."""
SOMEWHERE = ast.Id("?")
GONE = " (removed)"
"""What follows the number of a chapter that the new version no longer has."""
PROSE = "\0"
"""What marks a line of prose in a list of steps; no book contains it."""
HEADS = ("sheet",)
"""Lines of the header that say nothing by themselves."""


class Change(Struct, frozen=True):
    """One step, option or paragraph that is new, gone, or different."""

    what: What
    before: str | None
    """As the language writes it; None: it is new."""
    after: str | None
    """None: it is gone."""


class ChapterChange(Struct, frozen=True):
    """A chapter that is not as it was."""

    old: str | None
    """Its number or name before; None: it is new."""
    new: str | None
    """None: it is gone."""
    title: str
    changes: tuple[Change, ...] = ()
    """What changed in it; empty for a chapter that is new, gone, or only renumbered."""


class Changes(Struct, frozen=True):
    """How two versions of a book differ, as they are written."""

    header: tuple[Change, ...]
    """In the declarations: sheet, rules, triggers, strategies."""
    chapters: tuple[ChapterChange, ...]
    """In the order of the new version; those that are gone come last."""
    renamed: Mapping[str, str]
    """The new number of each old chapter that is still there."""

    @property
    def none(self) -> bool:
        """Whether the versions mean the same and read the same."""
        return not self.header and not self.chapters


def changes(old: Sequence[ast.Page], new: Sequence[ast.Page]) -> Changes:
    """Compare two versions.

    Args:
        old, new: the pages of each: the book, what it includes, the rule systems it uses.
    """
    unreadable = {*_unreadable(old), *_unreadable(new)}
    before, after = _chapters(old, unreadable), _chapters(new, unreadable)
    renamed = _matched(before, after)

    def naming(name: str) -> str:
        return renamed.get(name, name + GONE if name in before else name)

    back = {place: name for name, place in renamed.items()}
    found = []
    for name, chapter in after.items():
        look()
        if name not in back:
            found.append(ChapterChange(None, name, chapter.title))
            continue
        was = before[back[name]]
        edits = [Change("title", was.title, chapter.title)] if was.title != chapter.title else []
        edits += _compared(_steps(was, naming), _steps(chapter))
        if edits or back[name] != name:
            found.append(ChapterChange(back[name], name, chapter.title, tuple(edits)))
    gone = [ChapterChange(name, None, chapter.title) for name, chapter in before.items() if name not in renamed]
    return Changes(tuple(_headers(old, new, naming)), (*found, *gone), renamed)


def by_title(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """The new name of each old chapter, as far as names and titles tell.

    A chapter is the same if it has the same name and title, or if it alone has its title; else it keeps its name.

    Args:
        old, new: the titles by name.
    """
    found = {name: name for name, title in old.items() if new.get(name) == title}
    mine, theirs = (_alone({name: each[name] for name in each if name not in found}) for each in (old, new))
    found |= {name: theirs[title] for title, name in mine.items() if title in theirs}
    taken = {*found.values()}
    return {name: name for name in old if name in new and name not in taken} | found


def _alone(titles: Mapping[str, str]) -> dict[str, str]:
    """The chapters that are the only ones with their titles, by title."""
    count = Counter(titles.values())
    return {title: name for name, title in titles.items() if title and count[title] == 1}


def _unreadable(pages: Iterable[ast.Page]) -> Iterator[str]:
    """Chapters that are there, but could not be read: they are neither gone nor changed, as far as one can say."""
    for page in pages:
        yield from (each.name for each in page.chapters if isinstance(each, ast.Broken) and each.name is not None)


def _chapters(pages: Iterable[ast.Page], without: AbstractSet[str]) -> dict[str, ast.Chapter]:
    found: dict[str, ast.Chapter] = {}
    for page in pages:
        for chapter in page.chapters:
            if isinstance(chapter, ast.Chapter) and chapter.name not in without:
                found.setdefault(chapter.name, chapter)
    return found


# ---- which chapter is which -------------------------------------------------------------------------------


def _matched(old: Mapping[str, ast.Chapter], new: Mapping[str, ast.Chapter]) -> dict[str, str]:
    """The new name of each old chapter that is found again."""
    left, right = dict(old), dict(new)
    found: dict[str, str] = {}

    def match(before: str, after: str) -> None:
        found[before] = after
        del left[before], right[after]

    shape = {id(chapter): _shape(chapter) for chapter in (*old.values(), *new.values())}
    for name in [name for name in left if name in right and shape[id(left[name])] == shape[id(right[name])]]:
        match(name, name)
    keys: tuple[Callable[[ast.Chapter], Hashable], ...] = (
        lambda each: shape[id(each)],
        lambda each: each.title or None,
    )
    for key in keys:
        mine, theirs = _grouped(left, key), _grouped(right, key)
        for value, names in mine.items():
            if value is not None and len(names) == len(theirs.get(value, ())):
                for pair in list(zip(names, theirs[value], strict=True)):
                    match(*pair)
    if len(left) * len(right) <= MOST_PAIRS:
        words = {id(each): _words(each) for each in (*left.values(), *right.values())}
        pairs = [
            (_likeness(words[id(left[a])], words[id(right[b])]), a == b, a, b)
            for a in left for b in right
        ]  # fmt: skip
        for likeness, _, a, b in sorted(pairs, key=lambda pair: pair[:2], reverse=True):
            if likeness >= ALIKE and a in left and b in right:
                match(a, b)
    for name in [name for name in left if name in right]:
        match(name, name)
    return found


def _grouped(chapters: Mapping[str, ast.Chapter], key: Callable[[ast.Chapter], Hashable]) -> dict[Hashable, list[str]]:
    groups: defaultdict[Hashable, list[str]] = defaultdict(list)
    for name, chapter in chapters.items():
        groups[key(chapter)].append(name)
    return groups


def _shape(chapter: ast.Chapter) -> tuple[object, ...]:
    """What is the same in a chapter that was only renumbered."""
    return (chapter.title, *_steps(chapter, lambda _: SOMEWHERE))


def _words(chapter: ast.Chapter) -> Counter[str]:
    return Counter(word for step in _steps(chapter) for word in (chapter.title + " " + step.line).split())


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """The share of words in common, 0 to 1."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


# ---- chapters as lists of steps ---------------------------------------------------------------------------


class _Step(NamedTuple):
    """A line of a chapter, as the printer writes it."""

    depth: int
    line: str


Naming = Callable[[str], str]
"""How a chapter is called, by what it was called."""


def _steps(chapter: ast.Chapter, naming: Naming = str) -> list[_Step]:
    """All that stands in a chapter, its heading aside; a paragraph is one line."""
    page = ast.Page((), (structs.replace(_changed(chapter, naming), title=""),))
    return _listed(print_page(page).split("\n")[1:])


def _listed(lines: Iterable[str]) -> list[_Step]:
    return [_Step(len(line) - len(line.lstrip(" ")), line.strip(" ")) for line in lines if line.strip()]


def _changed(node: Part, naming: Naming) -> Part:
    """A part of the tree in which chapters have other names, and a paragraph is one marked line."""
    return _new(node, naming)  # type: ignore[return-value]  # each part gives one of its own kind


def _new(node: object, naming: Naming) -> object:
    if isinstance(node, tuple):
        return tuple(_new(each, naming) for each in node)
    if not isinstance(node, ast.Node):
        return node
    if isinstance(node, ast.Prose):
        return structs.replace(node, text=PROSE + " ".join(node.text.split()))
    parts = {name: _new(getattr(node, name), naming) for name in node.__struct_fields__}
    match node:
        case ast.ToChapter(chapter=name) | ast.Visited(chapter=name):
            parts["chapter"] = ast.Id(naming(name))
        case ast.Ticked(chapter=name) if name:
            parts["chapter"] = ast.Id(naming(name))
        case ast.Field(key="start", value=name):
            parts["value"] = ast.Id(naming(name))
        case ast.At(where=name):
            parts["where"] = ast.Id(naming(name))
    return type(node)(**parts)  # type: ignore[arg-type]  # the fields of this very class


# ---- what is different ------------------------------------------------------------------------------------


def _compared(old: Sequence[_Step], new: Sequence[_Step]) -> Iterator[Change]:
    """What is new, gone and different, in order; what stands in one place before and after is one change."""
    for how, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if how == "equal":
            continue
        for what in ("choice", "rule", "prose"):
            before = [_told(old, at) for at in range(i, j) if _what(old[at]) == what]
            after = [_told(new, at) for at in range(k, m) if _what(new[at]) == what]
            for was, now in zip_longest(before, after):
                if was != now:  # what only stands deeper, or less deep, says so by the line above it
                    yield Change(what, was, now)


def _what(step: _Step) -> What:
    return "prose" if step.line.startswith(PROSE) else "choice" if step.line.startswith("*") else "rule"


def _told(steps: Sequence[_Step], at: int) -> str:
    """A line; one that stands under another comes after it: `~ test luck: lucky -> 5`."""
    depth, line = steps[at]
    line = line.removeprefix(PROSE)
    above = next((steps[n] for n in range(at - 1, -1, -1) if steps[n].depth < depth), None)
    if above is None or _what(steps[at]) == "prose":
        return line
    return f"{above.line}: {line}"


def _headers(old: Iterable[ast.Page], new: Iterable[ast.Page], naming: Naming) -> Iterator[Change]:
    before, after = _declared(old, naming), _declared(new, str)
    for key in dict.fromkeys((*before, *after)):
        yield from _compared(before.get(key, ()), after.get(key, ()))


def _declared(pages: Iterable[ast.Page], naming: Naming) -> dict[object, list[_Step]]:
    """The lines of the header, by kind and name of what they declare."""
    found: defaultdict[object, list[_Step]] = defaultdict(list)
    for page in pages:
        for each in page.declarations:
            name = getattr(each, "name", getattr(each, "key", ""))
            lines = print_declarations([_changed(each, naming)]).split("\n")
            if len(lines) > 1 and lines[0] in HEADS:
                lines = lines[1:]
            found[type(each), str(name)] += _listed(lines)
    return found
