"""What the rules page must add about the actions of `anytime`: at which choices a reader would be wrong about them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gamebook.publish.prices import Prices
from gamebook.publish.values import Values
from gamebook.sentences import with_capital
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk


def exceptions(values: Values, chapters: Sequence[ast.Chapter], closing: Prices) -> Iterator[str]:
    """Where the actions are offered though no choice is open, and where not, though there is a choice.

    Args:
        values: the words of the book.
        chapters: all chapters, with the steps of named rules in their places.
        closing: the prices that close a choice.
    """
    priced = {choice for choice, _ in closing}
    if any(_may_be_closed(values, menu, priced) for menu in _with_lines_below(chapters)):
        yield values.say("rules-anytime-closed")
    for words in _other_choices(values, chapters):
        yield values.say("rules-anytime-not", words=with_capital(words))


def _other_choices(values: Values, chapters: Sequence[ast.Chapter]) -> Iterator[str]:
    """How print begins what is a choice and no menu, for each kind that the chapters have."""
    counts = [each.count is None for each in find(tuple(chapters), ast.Choose)]
    if any(counts):
        yield values.say("choose")
    if not all(counts):
        yield values.say("choose-n", n="…").partition(",")[0]
    if any(find(tuple(chapters), ast.ChooseAmount)):
        yield values.say("choose-amount", low="…", high="…", name="").partition(";")[0].rstrip()
    if any(find(tuple(chapters), ast.May)):
        yield values.say("may", label="…")


def _with_lines_below(chapters: Sequence[ast.Chapter]) -> Iterator[ast.Menu]:
    """The menus below which a block has something to do."""
    for node in walk(tuple(chapters)):
        for field in node.__struct_fields__:
            block = getattr(node, field)
            if isinstance(block, tuple):
                below = False
                for step in reversed(block):
                    if isinstance(step, ast.Menu) and below:
                        yield step
                    below = below or (isinstance(step, ast.Step) and not isinstance(step, ast.Prose))


def _may_be_closed(values: Values, menu: ast.Menu, priced: Collection[Span]) -> bool:
    """Whether no choice of a menu may be open."""
    return all(
        each.span in priced or (each.condition is not None and values.count(each.condition) in (None, 0))
        for each in menu.options
    )
