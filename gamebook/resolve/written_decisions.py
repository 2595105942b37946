"""The decisions that are written on the pages of a book, also those that play never reaches."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from gamebook.model.reserved import ANYTIME
from gamebook.model.step import (
    ANY_FOE,
    DO_NOT,
    ESCAPE,
    FIGHT_ON,
    GET_AWAY,
    GO_ON,
    OTHER_NUMBER,
    TARGET,
    dropping,
    leaving,
)
from gamebook.syntax import ast
from gamebook.syntax.foes import names_of_foes
from gamebook.syntax.walk import find, walk

_DONE = (ast.DoRule, ast.Check, ast.Fight)
_SHARED = ast.RuleDecl | ast.CheckDecl | ast.CombatDecl
"""What stands in the header, and is carried out where something names it."""
_Known = Mapping[tuple[type[ast.Node], str], ast.Node]
"""The same by kind and name."""


class Written(Struct, frozen=True):
    """A decision of the reader's."""

    place: str
    """What a strategy calls it: its name, or the chapter in which it is made."""
    labels: tuple[str, ...] = ()
    """The words of its options, with the values in them as they are written."""
    amount: ast.ChooseAmount | None = None
    """Where an amount is chosen: between which ends."""


def written_decisions(
    declared: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter], systems: Container[str] = ()
) -> Iterator[Written]:
    """All decisions by their names, then those of each chapter, of what is carried out there, and of its fights.

    Args:
        declared: what the pages declare.
        chapters: the chapters.
        systems: files of which rules, tests and combats count only if something of the book carries them out.
    """
    reader = _Reader(declared, chapters)
    always = (each for each in declared if not (isinstance(each, _SHARED) and each.span.path in systems))
    for part in reader.carried_out((*chapters, *always)):
        yield from reader.decisions(part)
    everywhere = [each for each in declared if isinstance(each, ast.EachChapter)]
    for chapter in chapters:
        for part in reader.carried_out((chapter, *everywhere)):
            for each in reader.decisions(part):
                yield Written(str(chapter.name), each.labels, each.amount)


class _Reader:
    def __init__(self, declared: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter]) -> None:
        self.known: _Known = {
            (type(each), str(each.name)): each for each in reversed(declared) if isinstance(each, _SHARED)
        }
        self.actions: dict[bool, list[str]] = {True: [], False: []}
        """The words of the actions of `anytime`, in fights and in menus."""
        self.limits: dict[str, list[str]] = {}
        """Limit → its items."""
        for each in declared:
            if isinstance(each, ast.Anytime):
                self.actions[each.in_fights] += [option.label for option in each.options]
            elif isinstance(each, ast.Limit):
                self.limits.setdefault(str(each.name), []).extend(str(item.id) for item in each.items)
        fights = find((*declared, *chapters), ast.Fight)
        self.foes = tuple(dict.fromkeys(name for each in fights if each.together for name in names_of_foes(each)))
        """All who fight at the same time as others."""
        self._found: dict[int, tuple[list[Written], list[ast.Node]]] = {}
        """The id of a part → its decisions, and what it carries out."""

    def carried_out(self, parts: Iterable[ast.Node]) -> Iterator[ast.Node]:
        """Some parts, and the rules, tests and combats that are carried out in them, each once."""
        waiting = [*parts]
        seen = {*map(id, waiting)}
        for part in waiting:  # what is found on the way is looked through, too
            yield part
            for each in self._look(part)[1]:
                if id(each) not in seen:
                    seen.add(id(each))
                    waiting.append(each)

    def decisions(self, part: ast.Node) -> list[Written]:
        """The decisions in a part, in the order written."""
        return self._look(part)[0]

    def _look(self, part: ast.Node) -> tuple[list[Written], list[ast.Node]]:
        if id(part) not in self._found:
            self._found[id(part)] = [*self._decisions(part)], self._done_in(part)
        return self._found[id(part)]

    def _done_in(self, part: ast.Node) -> list[ast.Node]:
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
                if key in self.known:
                    found.append(self.known[key])
        return found

    def _decisions(self, part: ast.Node) -> Iterator[Written]:
        """What is decided in a part; the place of what has no name is its chapter, or empty."""
        chapter = str(part.name) if isinstance(part, ast.Chapter) else ""
        for node in walk(part):
            match node:
                case ast.Menu():
                    beside = [*self.actions[False], GO_ON] if self.actions[False] else []
                    yield Written(chapter, (*_labels(node.options), *beside))
                case ast.May():
                    yield Written(chapter, (node.label, DO_NOT))
                case ast.Choose():
                    yield Written(str(node.name or chapter), _labels(node.options))
                case ast.ChooseAmount():
                    yield Written(str(node.name), amount=node)
                case ast.Ask():
                    rows = (str(row.low) if row.low == row.high else f"{row.low}-{row.high}" for row in node.rows)
                    yield Written(str(node.question), (*rows, OTHER_NUMBER))
                case ast.Gain(swap=True):
                    dropped = (other for items in self.limits.values() if node.item in items for other in items)
                    yield Written(chapter, (*map(dropping, dropped), leaving(node.item)))
                case ast.Fight():
                    yield from self._in_fight(node)
                case ast.AnyFoe():
                    yield Written(ANY_FOE, self.foes)
                case ast.Anytime():
                    yield Written(ANYTIME, _labels(node.options))

    def _in_fight(self, fight: ast.Fight) -> Iterator[Written]:
        """The decisions that every fight has by its first lines."""
        escape = any(isinstance(each, ast.FightRow) and each.kind == "escape" for each in fight.options)
        if escape or self.actions[True]:
            yield Written(ESCAPE, (*[GET_AWAY] * escape, *self.actions[True], FIGHT_ON))
        if fight.together:
            yield Written(TARGET, names_of_foes(fight))


def _labels(options: Iterable[ast.Option]) -> tuple[str, ...]:
    return tuple(each.label for each in options)
