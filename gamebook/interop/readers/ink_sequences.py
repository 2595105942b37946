"""Sequences of ink: blocks of which one comes each time, in order or shuffled.

What has come is kept in numbers that are named after the place in the source: all copies of a tunnel share them.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.interop.draft import Body, Draft, If, Origin, Set, Spread, Thing
from gamebook.interop.values import name
from gamebook.syntax import ast


def in_order(kind: str, bodies: Sequence[Body], count: str) -> Body:
    """`stopping`, `cycle` or `once`: the number `count` says which block is next."""
    steps: Body = ()
    last = len(bodies) - 1
    for place in range(last, -1, -1):
        following = 0 if kind == "cycle" and place == last else place + 1
        body = bodies[place]
        if kind != "stopping" or place < last:
            body = (Set(count, ast.Number(following)), *body)
        if kind == "stopping" and place == last:
            steps = body
        else:
            steps = (If(ast.Binary("=", name(count), ast.Number(place)), body, steps),)
    return steps


def shuffled(draft: Draft, kind: str, bodies: Sequence[Body], bag: str, origin: Origin) -> Body:
    """A bag from which blocks are drawn: none comes again before all have come.

    `shuffle` fills an empty bag again. `shuffle once` does nothing more then, and `shuffle stopping` comes to its last
    block, which was never in the bag, and stays there.

    Args:
        draft: gets a number for each block of the bag: 1 while the block is in it.
        kind: of the sequence.
        bodies: its blocks.
        bag: begins the names of these numbers.
        origin: for the draw.
    """
    drawn = bodies[:-1] if kind == "shuffle stopping" else bodies
    after = bodies[-1] if kind == "shuffle stopping" else ()
    if not drawn or (kind == "shuffle" and len(drawn) == 1):
        return (*drawn, after)[0]
    words = [f"{bag} {number}" for number in range(1, len(drawn) + 1)]
    for word in words:
        draft.things[word] = Thing(ast.Number(1), low=0, high=1)
    rows = tuple((name(word), (Set(word, ast.Number(0)), *body)) for word, body in zip(words, drawn, strict=True))
    draw = Spread(rows, origin)
    if kind == "shuffle":
        return (If(_empty(words), tuple(Set(word, ast.Number(1)) for word in words)), draw)
    return (If(_empty(words), after, (draw,)),)


def _empty(words: Sequence[str]) -> ast.Expr:
    """Whether all of some numbers are 0."""
    found: ast.Expr = ast.Binary("=", name(words[0]), ast.Number(0))
    for word in words[1:]:
        found = ast.Binary("and", found, ast.Binary("=", name(word), ast.Number(0)))
    return found
