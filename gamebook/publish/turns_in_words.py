"""What `{turn}` stands for in words of the author's: the number of the chapter that their block turns to."""

from __future__ import annotations

from collections.abc import Callable

from gamebook.syntax import ast
from gamebook.syntax.walk import find

TURN = "{turn}"


def turns_of(words: str, covered: ast.Block, is_chapter: Callable[[str], bool]) -> list[ast.ToChapter | ast.ToComputed]:
    """What each `{turn}` of some words stands for, the first first, and what more the block turns to.

    A number that readers work out is meant only where there are not chapters enough: the words may tell the sum.

    Args:
        words: the words.
        covered: the steps that they are for.
        is_chapter: whether a name is that of a chapter, and not of an ending.
    """
    every = [
        each
        for each in find(covered, ast.Target)
        if isinstance(each, ast.ToComputed) or (isinstance(each, ast.ToChapter) and is_chapter(each.chapter))
    ]
    chapters = [each for each in every if isinstance(each, ast.ToChapter)]
    return [*chapters] if words.count(TURN) <= len(chapters) else every
