"""What is wrong with a line, in words for people who do not program.

Messages are keyed on what the parser met, what it could have taken there, and the raw text of the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedToken
from msgspec.structs import replace

from gamebook.codes import syntax
from gamebook.codes.hints import write
from gamebook.diagnostics import Hint
from gamebook.patterns import pattern
from gamebook.syntax.forgotten import ForgottenMark
from gamebook.syntax.habits import HABITS, in_each_round, then_turns
from gamebook.syntax.layout import LayoutError
from gamebook.syntax.mistakes import blocks, lines, rules, sheet, turns, values
from gamebook.syntax.scene import Mistake, Scene
from gamebook.syntax.stray import UNMARKED
from gamebook.syntax.suggestions import MARKED, suggested
from gamebook.syntax.words import INNER_LINES, RULES, SHEET_LINES, TOP_LINES, nearest_word, wanted

_GUESSED = frozenset(
    {
        syntax.UNKNOWN_RULE,
        syntax.NO_SIGN,
        syntax.LINE,
        syntax.EXPRESSION,
        syntax.BAD_TARGET,
        syntax.LATE_CONDITION,
        syntax.ROW_EXPECTED,
        syntax.HEADER_TEXT,
        syntax.MISSING_QUOTE,
        syntax.FOREIGN_MARK,
    }
)
"""Mistakes for which the whole line is guessed."""

_BLANKS_LEFT_OUT = pattern(r"(?<=[ \t]{50})[ \t]+")
"""Of many blanks one after another, those that are not looked at: patterns may try each pair of them."""
_ROLL = pattern(r"~ roll \d*d\d+")
"""A roll without a name."""
_DECIDES = pattern(r"~[ \t]*(?:test|compare)\b")
"""A rule under which only rows stand."""


def explain(text: str, error: LarkError | ForgottenMark, kind: str) -> Mistake:
    """Say what is wrong where Lark or the layout gave up."""
    scene = _scene(text, error, kind)
    left_out = [match.span() for match in _BLANKS_LEFT_OUT.finditer(text)]
    if not left_out:
        return _told(scene, error)
    found = _told(replace(scene, text=_BLANKS_LEFT_OUT.sub("", text), place=_before(left_out, scene.place)), error)
    start, last, line = (_after(left_out, each) for each in (found.start, found.end - 1, found.line))
    return replace(found, start=start, end=last + 1, line=line)


def _scene(text: str, error: LarkError | ForgottenMark, kind: str) -> Scene:
    """Where they gave up."""
    if isinstance(error, ForgottenMark):
        return Scene(text, error.place, "", frozenset(), kind)
    if isinstance(error, LayoutError):
        return Scene(text, error.offset, "", frozenset(), kind)
    if isinstance(error, UnexpectedToken):
        token = error.token
        place = len(text.rstrip()) if token.type == "$END" else token.start_pos or 0
        return Scene(text, place, token.type, frozenset(error.accepts or error.expected or ()), kind)
    if isinstance(error, UnexpectedCharacters):
        stopped: Any = error.pos_in_stream  # Lark's annotation says None
        return Scene(text, stopped, "", frozenset(error.allowed or ()), kind)
    return Scene(text, 0, "", frozenset(), kind)


def _before(left_out: Sequence[tuple[int, int]], place: int) -> int:
    """Where a place is when stretches before it are left out; of one in a stretch, where that was."""
    return place - sum(min(place, end) - start for start, end in left_out if start < place)


def _after(left_out: Sequence[tuple[int, int]], place: int) -> int:
    """Where the letter at a place is when they are put back."""
    for start, end in left_out:
        if start > place:
            break
        place += end - start
    return place


def _told(scene: Scene, error: LarkError | ForgottenMark) -> Mistake:
    """What is wrong there."""
    if isinstance(error, ForgottenMark):
        return in_each_round(scene) or scene.whole(syntax.UNMARKED_RULE, UNMARKED, write(f"~ {error.words}"))
    if isinstance(error, LayoutError):
        return blocks.layout(scene, error.kind)
    return _with_suggestion(_look(scene), scene)


def _look(scene: Scene) -> Mistake:
    """The mistake at a scene."""
    for look in _LOOKS:
        found = look(scene)
        if found is not None:
            return found
    kind = scene.kind
    word = scene.raw.split(maxsplit=1)[0] if scene.raw.strip() else ""
    inner = kind == "declaration" and scene.raw[:1] == " " and not scene.opener.startswith(("~", "*"))
    near = nearest_word(word, INNER_LINES) if inner else None
    if near and word not in INNER_LINES + RULES + SHEET_LINES + TOP_LINES:
        return scene.whole(
            syntax.HEADER_TEXT, f"no line of the language begins with “{word}”", lines.first_word(scene, near)
        )
    end = "this line ends too early" if scene.at_end else scene.not_here
    return scene.mistake(syntax.LINE, end, wanted(scene.accepted))


def _with_suggestion(mistake: Mistake, scene: Scene) -> Mistake:
    """The mistake with the line as it was probably meant, where a guess can be read."""
    suggestions = mistake.hint.suggestions if isinstance(mistake.hint, Hint) else ()
    if mistake.code not in _GUESSED or len(suggestions) > 1:  # who names two things to write knows that one is a guess
        return mistake
    if any("\n" in each.text for each in suggestions):  # several lines for one that says several things
        return mistake
    if any(each.text.startswith("->") for each in suggestions):  # `~ turn to 2` gives no number called turn a value
        return mistake
    if mistake.code == syntax.HEADER_TEXT and MARKED.match(scene.raw):  # as little allowed there when it can be read
        return mistake
    line = scene.text[mistake.line :].split("\n", 1)[0].rstrip()
    if values.CONDITION_AND_TURN.fullmatch(line) and suggestions:  # what is under it has told what its => is
        return mistake
    is_row = mistake.code == syntax.ROW_EXPECTED
    is_row |= mistake.code == syntax.FOREIGN_MARK and _DECIDES.match(scene.opener) is not None
    in_menu = is_row and lines.takes_choices(scene)
    suggestion = suggested(line, scene.kind, row=is_row, in_fight=is_row and "WON" in scene.accepted, in_menu=in_menu)
    if suggestion is None:
        return mistake
    no_rows = _ROLL.fullmatch(suggestion) is not None and not scene.has_block
    then = f", and rows under it; or give the result a name: {suggestion} as d" if no_rows else ""
    return replace(mistake, hint=write(suggestion, then))


_LOOKS = (
    blocks.blocks,
    blocks.heads,
    values.links,
    values.foreign,
    then_turns,
    values.quotes,
    lines.too_far_left,
    *HABITS,
    lines.misplaced,
    rules.rule_words,
    values.points,
    turns.choices,
    rules.one_line_if,
    rules.repeat_while,
    rules.values_of_a_rule,
    rules.bare_numbers,
    turns.turns,
    sheet.names,
    values.values,
)
"""What is looked for, in this order."""
