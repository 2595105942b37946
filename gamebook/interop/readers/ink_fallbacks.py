"""Choices of ink without words that are taken once: `* -> hall` is passed by when play comes to its menu again."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
from msgspec.structs import replace

from gamebook.interop.draft import Body, Draft, End, If, Jump, Kept, Link, Origin, Set, Spread, Step, walk
from gamebook.interop.terms import Truth
from gamebook.interop.values import name
from gamebook.syntax import ast

_RAN_OUT = "behind this, once it is used up, ink has nothing to go on with, an error there; here it is an ending"


def once(body: Body, mark: str, raw: str, *, last: bool) -> If:
    """The steps of such a choice, if it has not been taken.

    Args:
        body: the steps.
        mark: the codeword that remembers that they have been taken.
        raw: the choice in the source.
        last: whether no further choice of this kind stands behind it in the menu.
    """
    told = Kept(Origin("other", "* -> used up", f"{raw} ({_RAN_OUT})"))
    free = ast.Unary("not", name(mark))
    return If(free, (Set(mark, Truth(holds=True)), *body), (told, End("ending")) if last else ())


def needed(draft: Draft, marks: set[str]) -> None:
    """Take away the marks of menus that play does not come to again after such a choice.

    Args:
        draft: the story; its chapters are changed.
        marks: the codewords that remember such choices.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    places: dict[str, list[str]] = {}
    for chapter in draft.chapters if marks else ():
        graph.add_node(chapter.name)
        graph.add_edges_from((chapter.name, target) for target in _targets(chapter.body))
        for step in walk(chapter.body):
            if isinstance(step, Set) and step.name in marks:
                places.setdefault(step.name, []).append(chapter.name)
    group = {each: number for number, part in enumerate(nx.strongly_connected_components(graph)) for each in part}
    alone = {mark for mark, chapters in places.items() if len(chapters) == 1}  # copies of a menu share their mark
    for chapter in draft.chapters if alone else ():
        chapter.body = tuple(_without(chapter.body, alone, group, group[chapter.name]))


def _targets(body: Body) -> Iterator[str]:
    return (step.target for step in walk(body) if isinstance(step, Jump | Link) and step.target)


def _without(body: Body, marks: set[str], group: dict[str, int], here: int) -> Iterator[Step]:
    """The steps of a chapter of the group `here`, without marks that nobody asks for again."""
    for step in body:
        match step:
            case If(body=(Set(name=mark), *rest)) if mark in marks:
                if any(group.get(target) == here for target in _targets(step.body)):
                    yield step
                else:
                    yield from _without(tuple(rest), marks, group, here)
            case If():
                yes, no = (tuple(_without(each, marks, group, here)) for each in (step.body, step.otherwise))
                yield replace(step, body=yes, otherwise=no)
            case Link():
                yield replace(step, body=tuple(_without(step.body, marks, group, here)))
            case Spread():
                rows = tuple((weight, tuple(_without(row, marks, group, here))) for weight, row in step.rows)
                yield replace(step, rows=rows)
            case _:
                yield step
