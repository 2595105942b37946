"""The words of choices that look like rules: “turn to 7” without a turn, another number than the arrow's, `> 3`.

What else may be said in them, conditions and changes, is looked for here as well: one line may cure both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamebook.codes import syntax
from gamebook.codes.hints import extended, write
from gamebook.patterns import pattern
from gamebook.resolve import conditions_in_words, label_slips, odd_arrows, told
from gamebook.resolve.desk import Desk
from gamebook.resolve.odd_arrows import turning
from gamebook.resolve.spoken import LONGEST
from gamebook.resolve.turn_words import opens_a_page, turns
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.arrows import turns_somewhere
from gamebook.syntax.heads import NUMBER, without_zeros
from gamebook.syntax.marks import ODD_ARROW

_HALF_AN_ARROW = pattern(rf"(?P<before>[^\W\d]+)[ \t]+(?P<arrow>>)[ \t]*(?P<to>{NUMBER})[ \t.]*$")
_JOINS = pattern(
    rf"(?:[\s,;:.(\[<{{–—-]|{ODD_ARROW}|(?<!^)\b(?:and|then|now|please|you may|und|dann|nun|et|puis|luego|poi))+$",
    re.IGNORECASE,
)


def report(desk: Desk, options: Sequence[ast.Option], after: ast.Block) -> None:
    """Report the words of choices; `after`: what follows them."""
    following = after[0].target if after and isinstance(after[0], ast.Turn) else None
    conditions_in_words.report(desk, options, after)
    for option in options:
        label_slips.of_a_secret(desk, option)
        told.in_label(desk, option, after)
        if option.target is not None:
            _other_number(desk, option, option.target)
        elif odd_arrows.in_label(desk, option) is None and not turns_somewhere(option.body):
            said = _turn_in_label(desk, option, following, ends=not after)
            if after and not said:  # without more below, the chapter runs out here, and another finding says so
                label_slips.number_last(desk, option, options, following)


def _turn_in_label(desk: Desk, option: ast.Option, following: ast.Target | None, *, ends: bool) -> bool:
    """Whether a choice says where to turn in a way that the book does not see: then that is reported.

    Args:
        desk: receives the finding.
        option: the choice.
        following: where the menu turns afterwards.
        ends: nothing stands after the menu.
    """
    place = option.label_span or option.span
    if _half_an_arrow(desk, option, place, ends=ends):
        return True
    turn = next(turns(desk, option.label), None)
    if turn is None or (opens_a_page(option.label) and not ends):
        return False
    to = without_zeros(turn.to)
    if isinstance(following, ast.ToChapter) and following.chapter == to:
        return True
    words = _JOINS.sub("", option.label[: turn.start][-LONGEST:]) or turn.words
    span = Span(place.path, place.start + turn.start, place.start + turn.end)
    message = f"“{turn.words}” is only text here: this choice has no turn"
    meant = conditions_in_words.with_condition(desk, option, words)
    if meant.condition is not option.condition:  # one line cures both
        told = (syntax.CONDITION_IN_WORDS, place)
        desk.findings[:] = [each for each in desk.findings if (each.code, each.span) != told]
    desk.report(syntax.TURN_IN_WORDS, span, message, write(turning(meant, meant.label, to)))
    return True


def _half_an_arrow(desk: Desk, option: ast.Option, place: Span, *, ends: bool) -> bool:
    """`* Call > 3`, unless that is a comparison, as in `* Bid more than gold > 2`, or the choice goes on."""
    match = _HALF_AN_ARROW.search(option.label)
    if match is None or option.body or match["before"] in desk.names.symbols:
        return False
    if match["to"] not in desk.names.chapters and match["to"] not in desk.names.broken:
        return False
    span = Span(place.path, place.start + match.start("arrow"), place.start + match.end("to"))
    words = option.label[: match.start("arrow")].rstrip()
    advice = write(turning(option, words, match["to"]))
    if ends:
        desk.report(syntax.FOREIGN_MARK, span, "“>” is not the arrow of the language", advice)
    else:
        hint = extended(advice, "if it is meant as one, ")
        desk.report(syntax.TURN_IN_PROSE, span, f"“> {match['to']}” is no turn", hint)
    return True


def _other_number(desk: Desk, option: ast.Option, target: ast.Target) -> None:
    """`* Turn to 12 -> 13`"""
    if not isinstance(target, ast.ToChapter):
        return
    said = [] if opens_a_page(option.label) else [without_zeros(turn.to) for turn in turns(desk, option.label)]
    if said and target.chapter not in said:
        message = f"the words say {said[0]}, and the arrow leads to {target.chapter}"
        desk.report(syntax.TURN_IN_PROSE, option.label_span or option.span, message, "correct one of the two")
