"""Words of a choice that look like a part of its turn: `* Climb (3)`, `* You know it [secret] -> 2`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from gamebook.codes import syntax
from gamebook.codes.hints import extended, write
from gamebook.patterns import pattern
from gamebook.resolve.desk import Desk
from gamebook.resolve.odd_arrows import turning
from gamebook.resolve.spoken import LONGEST
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.heads import NUMBER, without_zeros
from gamebook.syntax.one_line import spell_option
from gamebook.syntax.words import short

_NUMBER_LAST = pattern(
    rf"\[(?P<link>[^\[\]]+)\][ \t]*\(\#?(?P<linked>{NUMBER})\)"
    rf"|(?P<words>.*?[^\W\d_][^\w()\[\]]*?)[ \t]*(?P<mark>(?P<open>[(\[])[ \t]*\#?(?P<inside>{NUMBER})[ \t]*[)\]]"
    rf"|(?::|[.…]{{2,}}|…|[ \t][-–—]+|[ \t][@\#])[ \t]*(?P<to>{NUMBER}))[ \t.]*"
)
"""Words of a choice with a number behind them that may be a chapter's: `Climb (3)`, `Climb: 3`, `[Climb](3)`."""
_SECRET = pattern(
    r"(?<!^)(?<!\\)\[[ \t]*(?:(?P<secret>secret(?:[ \t]+link)?)|(?P<share>\d{1,2})[ \t]*%)[ \t]*\][ \t]*$"
)
"""What belongs to the turn of a choice, or is no share of readers yet, at the end of its words."""


def number_last(desk: Desk, option: ast.Option, options: Sequence[ast.Option], following: ast.Target | None) -> None:
    """`* Take the high road (3)` beside `* Take the low road -> 2`, with more of the chapter below.

    Not where the choice does something, and not where a choice with an arrow has such a number, too: `Door #3 -> 9`.

    Args:
        desk: receives the finding.
        option: the choice.
        options: all choices of the menu.
        following: where the menu turns afterwards.
    """
    match = _NUMBER_LAST.fullmatch(option.label) if len(option.label) <= LONGEST and not option.body else None
    others = [each for each in options if isinstance(each.target, ast.ToChapter)]
    if match is None or not others or any(_NUMBER_LAST.fullmatch(each.label[-LONGEST:]) for each in others):
        return
    to = without_zeros(match["linked"] or match["inside"] or match["to"])
    desk.notes.tied = True  # another chapter may be written tomorrow
    if to not in desk.names.chapters or (isinstance(following, ast.ToChapter) and following.chapter == to):
        return
    place = option.label_span or option.span
    start, end = match.span("mark") if match["mark"] else match.span()
    span = Span(place.path, place.start + start, place.start + end)
    words = match["link"] or match["words"].rstrip(" \t,;")
    hint = extended(write(turning(option, words, to)), f"if chapter {to} is meant, ")
    message = f"“{short(option.label[start:end].strip())}” is only text: this choice has no turn, and goes on below"
    desk.report(syntax.TURN_IN_PROSE, span, message, hint)


def of_a_secret(desk: Desk, option: ast.Option) -> None:
    """`* You know it [secret] -> 2`; and `[40%]` at a secret link, of which a part of the readers knows.

    Without the word secret, `[40%]` may tell the reader the chance of what the choice tries.
    """
    match = _SECRET.search(option.label)
    if match is None or option.secret != bool(match["share"]):
        return
    if not isinstance(option.target, ast.ToChapter) or not option.target.chapter.isdecimal():
        return  # only the number of a chapter can be a secret
    if match["secret"] and "secret" in (*desk.names.symbols, *desk.names.values):
        return  # it may be a condition
    place = option.label_span or option.span
    meant = structs.replace(option, label=option.label[: match.start()].rstrip(), secret=True)
    message = "“[secret]” is only text here: the number of the chapter is printed"
    if match["share"]:
        meant = structs.replace(meant, knows=int(match["share"]) * 100)
        message = f"“{match[0].rstrip()}” is only text: all readers know of this choice"
    span = Span(place.path, place.start + match.start(), place.start + len(option.label))
    desk.report(syntax.CONDITION_IN_WORDS, span, message, write(spell_option(meant)))
