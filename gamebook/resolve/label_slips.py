"""Words of a choice that look like a part of its turn: `* Climb (3)`, `* You know it [secret] -> 2`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
    rf"(?P<mark>\[(?P<link>[^\[\]]+)\][ \t]*\(\#?(?P<linked>{NUMBER})\))"
    r"|(?P<words>.*?[^\W\d_][^\w()\[\]]*?)[ \t]*(?P<behind>[(\[][ \t]*\#?"
    rf"(?P<inside>{NUMBER})[ \t]*[)\]]|(?::|[.…]{{2,}}|…|[ \t]-+|[–—]+|[ \t][@\#])[ \t]*(?P<to>{NUMBER}))[ \t.]*"
)
"""Words of a choice with a number behind them that may be a chapter's: `Climb (3)`, `Climb: 3`, `[Climb](3)`."""
_SECRET = pattern(
    r"(?<!^)(?<!\\)\[[ \t]*(?:(?P<secret>secret(?:[ \t]+link)?)|(?P<share>\d{1,2})[ \t]*%)[ \t]*\][ \t]*$"
)
"""What belongs to the turn of a choice, or is no share of readers yet, at the end of its words."""


class Numbered(NamedTuple):
    """Words with such a number."""

    words: str
    to: str
    start: int
    """Where the arrow would stand."""
    end: int


def numbered(words: str) -> Numbered | None:
    """The number of a chapter, perhaps, behind the words of a choice that has no arrow."""
    match = _NUMBER_LAST.fullmatch(words) if len(words) <= LONGEST else None
    if match is None:
        return None
    to = without_zeros(match["linked"] or match["inside"] or match["to"])
    said = match["link"] or match["words"].rstrip(" \t,;")
    start, end = match.span("mark" if match["mark"] else "behind")
    return Numbered(said, to, start + len(words[start:end]) - len(words[start:end].lstrip()), end)


def number_last(desk: Desk, option: ast.Option, options: Sequence[ast.Option], following: ast.Target | None) -> None:
    """`* Take the high road (3)` beside `* Take the low road -> 2`, with more of the chapter below.

    Not where the choice does something, and not where a choice with an arrow has such a number, too: `Door #3 -> 9`.

    Args:
        desk: receives the finding.
        option: the choice.
        options: all choices of the menu.
        following: where the menu turns afterwards.
    """
    found = numbered(option.label) if not option.body else None
    others = [each for each in options if isinstance(each.target, ast.ToChapter)]
    if found is None or not others or any(map(numbered, (each.label for each in others))):
        return
    desk.notes.tied = True  # another chapter may be written tomorrow
    if found.to not in desk.names.chapters:
        return
    if isinstance(following, ast.ToChapter) and following.chapter == found.to:
        return
    place = option.label_span or option.span
    span = Span(place.path, place.start + found.start, place.start + found.end)
    hint = extended(write(turning(option, found.words, found.to)), f"if chapter {found.to} is meant, ")
    said = short(option.label[found.start : found.end])
    message = f"“{said}” is only text: this choice has no turn, and goes on below"
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
