"""Arrows that are not the arrow of the language: `* Climb → 2`, and `→ victory "Home"` on a line of its own.

What is meant depends on the book's names: an arrow before a word that is no chapter may only be an arrow.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from gamebook.codes import syntax
from gamebook.codes.hints import extended, with_lines, write
from gamebook.diagnostics import Hint
from gamebook.patterns import pattern
from gamebook.resolve.desk import Desk
from gamebook.resolve.spoken import is_spoken
from gamebook.resolve.turn_words import turns
from gamebook.syntax import arrows, ast
from gamebook.syntax.arrows import Arrow
from gamebook.syntax.heads import NAME, WORD, as_number, without_zeros
from gamebook.syntax.one_line import spell_option
from gamebook.syntax.words import nearest_word

_WAYS = ("back", "defeat", "victory")
"""What may stand after an arrow besides the names of chapters and endings."""
_ENDING = pattern(r"(?:victory|defeat|ending)\b.")
_ALIKE = 0.8
"""How much a word and a name must be alike, 1 if they are the same, for the word to be that name misspelt."""
_NAMES = pattern(rf"(?<!\w){WORD}")
_NAME = pattern(NAME)
_OF_SUMS = frozenset({"initial", "max", "min", "mod"})
"""Words of the language that a sum may have."""
_QUOTES = frozenset("»›")
"""Quotation marks that are used as arrows, too."""
_CHANGE = pattern(r"[^\W\d].*(?<![\d–-])(?<![–-][ \t])\d+[ \t]*$")
"""Words and a number, as stand in prose before an arrow if it says how something changes; no faces of a die, `1-3`."""
_BULLET = pattern(r"^(?:\*+|[-–—•·▪◦‣●＊∗])[ \t]*")


def by_labels(desk: Desk, options: Sequence[ast.Option], *, decide: bool) -> None:
    """Report arrows among the words of choices that have no turn on their line.

    Args:
        desk: receives the findings.
        options: the choices of one menu.
        decide: whether the book goes on below them, as it does after `~ choose`.
    """
    lead_on = not decide or any(each.target is not None or arrows.turns_somewhere(each.body) for each in options)
    for option in options:
        arrow = in_label(desk, option)
        if arrow is not None:
            words = f"{arrow.words or '…'}{'' if arrow.more[:1] in ',;:!?' else ' '}{arrow.more}".rstrip()
            hint = write(turning(option, words, arrow.to))
            ways = _ways(desk, arrow)
            if ways:
                choices = [turning(option, arrow.first or "…", ways[0]), *(f"* … -> {each}" for each in ways[1:])]
                hint = Hint(f"a choice has one target; write a choice for each: {', and: '.join(choices)}")
            _foreign_arrow(desk, arrow, hint)
        elif lead_on:
            _among_words(desk, option)


def by_prose(desk: Desk, prose: ast.Prose) -> None:
    """Report arrows at the ends of lines of prose that are meant as turns."""
    for found in arrows.in_prose(prose):
        arrow = _leading(desk, found) if not found.more and not _CHANGE.search(found.words[-arrows.LONGEST :]) else None
        if arrow is None:
            continue
        if not arrow.words:
            turn = f"-> {arrow.to}"
            level = f"write “{turn}”, and give it and the lines around it the same indent"
            _foreign_arrow(desk, arrow, write(turn) if found.edit is not None else level)
        elif plausible(desk, arrow.to) if arrow.to_number else arrow.to == found.to:
            message = "this line is prose, so its arrow does nothing"
            choice = f"* {_BULLET.sub('', arrow.words) or '…'} -> {arrow.to}"
            hint = with_lines(f"for a choice, write: {choice}", choice)
            ways = _ways(desk, arrow)
            if ways:
                choices = [f"* {_BULLET.sub('', arrow.first) or '…'} -> {ways[0]}"]
                choices += [f"* … -> {each}" for each in ways[1:]]
                hint = with_lines(f"for choices, write: {', and: '.join(choices)}", "\n".join(choices))
            desk.report(syntax.PROSE_ARROW, arrow.whole, message, extended(hint, after=_as_words(arrow.mark)))


def in_label(desk: Desk, option: ast.Option) -> Arrow | None:
    """The arrow of `* Climb → 2`, which stands among the words of the choice, where it leads somewhere."""
    arrow = arrows.in_label(option)
    return None if arrow is None else _leading(desk, arrow)


def turning(option: ast.Option, words: str, to: str) -> str:
    """The choice with other words, and with a turn."""
    return spell_option(structs.replace(option, label=words, target=ast.ToChapter(ast.Id(to))))


def plausible(desk: Desk, number: str) -> bool:
    """Whether a number can be a chapter's: one that exists, or one between those that do."""
    name = without_zeros(number)
    if desk.names.has_chapter(name):
        return True
    numbers = [as_number(each) for each in desk.names.chapters if each.isdecimal()]
    return name.isdecimal() and bool(numbers) and min(numbers) <= as_number(name) <= max(numbers)


def _leading(desk: Desk, arrow: Arrow) -> Arrow | None:
    """The arrow, if it leads somewhere; where a name is misspelt, to what was probably meant, and without an edit."""
    if arrow.more and (arrow.after_number or not plausible(desk, arrow.to)):
        return None
    if arrow.to_number or desk.names.has_chapter(arrow.to) or arrow.to in _WAYS or _ENDING.match(arrow.to):
        return arrow
    desk.notes.tied = True  # another chapter may have the name tomorrow, or write the ending
    if arrow.to in desk.names.endings:
        return arrow
    if arrow.to.startswith("("):
        names = [each for each in _NAMES.findall(arrow.to) if each not in _OF_SUMS]
        return arrow if all(each in desk.names.symbols for each in names) else None
    known = [each for each in desk.names.chapters if not each[0].isdecimal()]
    meant = nearest_word(arrow.to, [*known, *_WAYS], _ALIKE)
    return None if meant is None else structs.replace(arrow, to=meant, edit=None)


def _ways(desk: Desk, arrow: Arrow) -> tuple[str, ...]:
    """Where several arrows of a line lead; none where one of them leads nowhere."""
    known = (plausible(desk, each) if each[0].isdecimal() else desk.names.has_chapter(each) for each in arrow.ways)
    return arrow.ways if len(arrow.ways) > 1 and all(known) else ()


def _foreign_arrow(desk: Desk, arrow: Arrow, hint: str) -> None:
    """Report an arrow that is meant as a turn."""
    message = f"“{arrow.mark}” is not the arrow of the language"
    edits = () if arrow.edit is None else (arrow.edit,)
    is_turn = arrow.to_number or not arrow.words or _ENDING.match(arrow.to)
    no_turn = _as_words(arrow.mark) if arrow.after_number or not is_turn else ""
    desk.report(syntax.FOREIGN_MARK, arrow.span, message, extended(hint, after=no_turn), fix=edits)


def _among_words(desk: Desk, option: ast.Option) -> None:
    """Report an arrow in the words of a choice that does nothing, if nobody knows where it leads."""
    found = arrows.among_words(option)
    if found is None or is_spoken(option.label, option.label.rindex(found.mark)) or any(turns(desk, option.label)):
        return
    if found.mark[0] in _QUOTES and not plausible(desk, found.after):
        return
    hint = "write -> and a chapter behind it"
    if _NAME.fullmatch(found.after):
        hint = write(turning(option, found.words, found.after))
    message = f"“{found.mark}” is not the arrow of the language, so this choice has no turn"
    desk.report(syntax.PROSE_ARROW, found.span, message, extended(hint, after=_as_words(found.mark)))


def _as_words(mark: str) -> str:
    """How an arrow stays a word."""
    escaped = f"\\{mark}" if len(mark) == 1 else f"{mark[:-1]}\\{mark[-1]}"
    if "&" in mark:
        escaped = mark.replace("&", "\\&")
    return f"; or {escaped} if it is no turn"
