"""Whether a book has to say which of several foes “the foe” is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

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
    return any(any(_unnamed(line)) for line in _lines(fights, declarations, rules))


def goes_on_with_the_fallen(
    fights: Sequence[ast.Fight],
    declarations: Sequence[ast.Declaration],
    rules: Mapping[str, ast.RuleDecl],
    won: Collection[str],
) -> bool:
    """Whether at such a time something may fell “the foe”, and more is said of that foe behind it.

    Args:
        fights: the fights of one kind.
        declarations: of all files.
        rules: the named rules, by name.
        won: what decides whether a foe is beaten, `foe life`.
    """
    for line in _lines(fights, declarations, rules):
        before_the_last = [*_unnamed(line)][:-1]
        if any(isinstance(node, ast.Place) and f"foe {node.id}" in won for node in before_the_last):
            return True
    return False


def _lines(
    fights: Sequence[ast.Fight], declarations: Sequence[ast.Declaration], rules: Mapping[str, ast.RuleDecl]
) -> Iterator[ast.Node]:
    """What happens in fights with several foes at once, outside of the rounds themselves."""
    together = [each for each in fights if each.together and len(each.foes) > 1]
    anytime = [each for each in find(tuple(declarations), ast.Anytime) if each.in_fights]
    options = (option for each in anytime for option in each.options)
    lines = (*options, *(line for fight in together for line in fight.options)) if together else ()
    return (all_in_place(line, rules) for line in lines)


def _unnamed(line: ast.Node) -> Iterator[ast.Node]:
    """Where a line is about “the foe”, in the order written."""
    inside: set[int] = set()
    for node in walk(line):
        if isinstance(node, _KNOWN):
            inside |= {id(each) for each in walk(node)}
        elif id(node) not in inside and _is_unnamed(node):
            yield node


def _is_unnamed(node: ast.Node) -> bool:
    match node:
        case ast.Place(foe=True, whose="") | ast.FoeStat(whose=""):
            return True
    return False
