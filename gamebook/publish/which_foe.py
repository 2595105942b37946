"""Whether a book has to say which of several foes “the foe” is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamebook.publish.known import all_in_place
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk

_KNOWN = (ast.On, ast.EachFoe, ast.AnyFoe)
"""In these blocks it is the foe of that moment, or of the block."""


def asks_which_foe(
    fights: Sequence[ast.Fight], declarations: Sequence[ast.Declaration], rules: Mapping[str, ast.RuleDecl]
) -> bool:
    """Whether several foes fight at once, and something is done to “the foe” at a time when there is no current one.

    Args:
        fights: the fights of one kind.
        declarations: of all files.
        rules: the named rules, by name.
    """
    together = [each for each in fights if each.together and len(each.foes) > 1]
    anytime = [each for each in find(tuple(declarations), ast.Anytime) if each.in_fights]
    lines = (*anytime, *(line for fight in together for line in fight.options)) if together else ()
    return any(_speaks_of_the_foe(all_in_place(line, rules)) for line in lines)


def _speaks_of_the_foe(line: ast.Node) -> bool:
    inside: set[int] = set()
    for node in walk(line):
        if isinstance(node, _KNOWN):
            inside |= {id(each) for each in walk(node)}
        elif id(node) not in inside and _is_unnamed(node):
            return True
    return False


def _is_unnamed(node: ast.Node) -> bool:
    match node:
        case ast.Place(foe=True, whose="") | ast.FoeStat(whose=""):
            return True
    return False
