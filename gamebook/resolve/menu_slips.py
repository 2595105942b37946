"""Menus that can be read, and yet are not what was meant.

A rule or prose stands between two choices; a choice stands left of its menu, or is there twice; the result of a fight
or of dice is a choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, takewhile

from gamebook.codes import syntax
from gamebook.diagnostics import Related
from gamebook.resolve import results_as_choices, results_without_dice
from gamebook.resolve.desk import Desk
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.arrows import turns_somewhere
from gamebook.syntax.layout import width
from gamebook.syntax.spell import spell, spell_target
from gamebook.syntax.text import span_of
from gamebook.syntax.walk import find
from gamebook.syntax.words import short

MOST_OPTIONS = 60
"""Choices of a menu that are compared with each other."""


def report(desk: Desk, chapter: ast.Chapter, blocks: Iterable[ast.Block]) -> None:
    """Report them in the blocks of a chapter."""
    for block in blocks:
        for number, step in enumerate(block):
            if isinstance(step, ast.Menu):
                _too_far_left(desk, chapter, step, block[:number])
                _twice(desk, step)
                _not_indented(desk, chapter, step, block[number + 1 :])
                _in_two(desk, step, block[number + 1 :])
                results_as_choices.report(desk, step, block[:number], block[number + 1 :])
                results_without_dice.report(desk, chapter, step, block[:number], block[number + 1 :])


def _too_far_left(desk: Desk, chapter: ast.Chapter, menu: ast.Menu, before: ast.Block) -> None:
    """`~ choose`, choices with their lines under it, and then a choice at the margin whose lines kept their place."""
    above: tuple[ast.Node, ...] = before[-1:]
    for option in menu.options:
        inner = next((each for each in reversed([*find(above, ast.Option)]) if each not in above), None)
        if option.body and inner is not None:
            star, others = _indent(chapter, option.span), _indent(chapter, inner.span)
            if star < others < _indent(chapter, option.body[0].span):
                message = f"what is under this choice is indented as under “{short(inner.label)}”, in another menu"
                hint = (
                    f"put {others} blanks before the star; or, if it is right, only {star + 4} before what is under it"
                )
                related = (Related(inner.label_span or inner.span, "a choice of the other menu"),)
                desk.report(syntax.CHOICE_TOO_FAR_LEFT, option.label_span or option.span, message, hint, related)
        above = (option,)


def _indent(chapter: ast.Chapter, span: Span) -> int:
    """How far the line is indented on which something begins."""
    before = chapter.text[: span.start - chapter.span.start]
    line = before[before.rfind("\n") + 1 :]
    return width(line[: len(line) - len(line.lstrip(" \t"))])


def _twice(desk: Desk, menu: ast.Menu) -> None:
    """`* Go -> ditch`, twice."""
    for first, other in combinations(menu.options[:MOST_OPTIONS], 2):
        if first == other:
            message = f"the choice “{short(other.label)}” is in this menu twice"
            hint = "remove one of the two, or correct the one that was copied"
            related = (Related(first.label_span or first.span, "first written here"),)
            desk.report(syntax.SAME_CHOICE, other.label_span or other.span, message, hint, related)


def _not_indented(desk: Desk, chapter: ast.Chapter, menu: ast.Menu, after: ast.Block) -> None:
    """`* Take the sword`, `~ gain sword`, `* Leave it`, one below the other."""
    choice = menu.options[-1]
    rules = [*takewhile(_is_rule, after)]
    if not rules or not any(isinstance(each, ast.Menu) for each in after[len(rules) : len(rules) + 1]):
        return
    leads_on = choice.target is None and not choice.body
    if not leads_on and (choice.target is None or _ends_here(menu)):  # whoever has written a block knows of them
        return
    start = (choice.label_span or choice.span).end - chapter.span.start
    between = chapter.text[start : rules[0].span.start - chapter.span.start]
    told = any(each.code == syntax.NOT_INDENTED and each.span == rules[0].span for each in desk.findings)
    if told or re.search(r"\n[ \t]*\n", between):
        return
    message = f"every reader comes to this rule: it is not under the choice “{short(choice.label)}”"
    if not leads_on:
        message = f"whoever takes the choice “{short(choice.label)}” does not come to this rule: it is not under it"
    hint = "put four blanks before it if it belongs to that choice; if not, put an empty line before it"
    desk.report(syntax.NOT_UNDER_CHOICE, rules[0].span, message, hint)


def _in_two(desk: Desk, menu: ast.Menu, after: ast.Block) -> None:
    """`* Use the rope [if rope] -> 2`, `Otherwise:`, `* Jump -> 3`: who has the rope has to use it."""
    prose = after[0] if after else None
    below = next((each for each in after if not isinstance(each, ast.Prose)), None)
    if not isinstance(prose, ast.Prose) or not isinstance(below, ast.Menu):
        return
    if _ends_here(menu) or not all(map(_leads_away, menu.options)):
        return
    first, *others = menu.options
    span = span_of(prose, 0, len(prose.text.partition("\n")[0]))
    message = "this line ends the menu above it: who can take a choice there has to, and sees none of those below it"
    condition = spell(first.condition) if first.condition is not None else ""
    meant = "write // noqa: GB068"
    if not others and condition and first.target is not None and not first.body:
        turn = f"-> {spell_target(first.target)}"
        meant = f"write for the choice “~ if {condition}”, and under it, with four blanks, “{turn}”"
    hint = f"for one menu, put the line above the first choice, or four blanks before it; if you want it so, {meant}"
    above = (Related(first.label_span or first.span, "the menu above begins here"),)
    desk.report(syntax.MENU_IN_TWO, span, message, hint, above)


def _ends_here(menu: ast.Menu) -> bool:
    """Whether nobody comes to what stands below a menu: what is there is never reached, and that is told."""
    return all(map(_leads_away, menu.options)) and any(each.condition is None for each in menu.options)


def _leads_away(option: ast.Option) -> bool:
    return option.target is not None or turns_somewhere(option.body)


def _is_rule(step: ast.Step) -> bool:
    return not isinstance(step, ast.Menu | ast.Prose | ast.Turn | ast.End)
