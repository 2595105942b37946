"""Blocks that should not be there or are missing, indents, and chapter heads."""

from __future__ import annotations

import re

from gamebook.codes import syntax
from gamebook.diagnostics import Hint, Suggestion
from gamebook.patterns import pattern
from gamebook.sentences import counted
from gamebook.syntax.layout import TAB, indent
from gamebook.syntax.scene import Mistake, Scene
from gamebook.syntax.stray import BULLET, as_far_as, declares, row_above
from gamebook.syntax.words import (
    short,
)

_HEAD = pattern(r"===[ \t]")
"""How a chapter begins."""
_LIST = pattern(r"(?:book|system|sheet)\b")
"""How a block of the header begins that has no prose in it."""


def layout(scene: Scene, kind: str) -> Mistake:
    """An indent that matches nothing, or too much of something; `kind` as in `LayoutError`."""
    if kind == "dedent":
        if _HEAD.match(scene.raw.lstrip()):
            return _indented_head(scene)
        return scene.whole(
            syntax.ODD_INDENT,
            "this line's indent matches no line above it",
            "give it the same indent as the line that it belongs to",
            run=True,
        )
    if kind == "deep":
        return scene.whole(
            syntax.TOO_DEEP,
            "too many blocks are nested here",
            "move some of it to chapters of their own",
            run=True,
        )
    return scene.whole(
        syntax.TOO_COMPLEX, "this line has too many operations", "give parts of it names with “let” in the header"
    )


def _indented_head(scene: Scene) -> Mistake:
    """` === 12 The cave`"""
    message = "a chapter begins with === at the start of a line, without blanks before it"
    return scene.whole(syntax.CHAPTER_MARK, message, at_margin("write", scene))


def blocks(scene: Scene) -> Mistake | None:
    """A block where none can be, or none where one must be."""
    if scene.met == "_INDENT":
        return _no_block_here(scene)
    if scene.accepted and scene.accepted <= {"_INDENT"}:
        return _block_missing(scene)
    return None


def _no_block_here(scene: Scene) -> Mistake:
    above = scene.raw.strip()
    following = re.compile(r"\S").search(scene.text, scene.line + len(scene.raw))
    below = Scene(scene.text, following.start() if following else scene.place, "", frozenset(), scene.kind)
    if _HEAD.match(below.raw.lstrip()):
        return _indented_head(below)
    bullet = BULLET.match(above)
    if bullet and not above.startswith(("* ", "->")):
        message = "this line is prose, but the next one is indented under it: a choice begins with a star and a blank"
        return scene.whole(syntax.NO_BLOCK_HERE, message, f"write: * {short(above[bullet.end() :])}")
    in_header = scene.kind == "declaration" and (not indent(scene.raw) or _LIST.match(scene.opener) is not None)
    if declares(above) and not in_header and not scene.raw[:1].isspace():
        message = f"this line is indented under “{short(above)}”, which is prose in a chapter"
        hint = f"move “{short(above)}” before the first chapter, with all that is under it"
        return below.whole(syntax.NO_BLOCK_HERE, message, hint, run=True)
    if re.fullmatch(r"[\w-]+(?:\s*(?:-|\.\.)\s*\d+)?", above):
        message = f"this line is indented under “{above}”, which is prose here"
        hint = "if that is a row, put four blanks before it; then it is under its roll or test"
        row = row_above(scene.text, scene.first)
        if row is not None:
            hint = f"if that is a row, {as_far_as(row)}"
        return below.whole(syntax.NO_BLOCK_HERE, message, hint, run=True)
    blanks = indent(below.raw) - indent(scene.raw)
    level = indent(scene.raw) > 0 and (in_header or (above.startswith(("~", "->")) and 0 < blanks < TAB))
    if level:
        message = f"this line has {counted(blanks, 'more blank')} before it than the line above"
        return below.whole(syntax.NO_BLOCK_HERE, message, "give both lines the same indent", run=True)
    behind = _line_before(scene)
    if above.startswith("~") and not indent(scene.raw) and behind.startswith("* ") and "->" not in behind:
        message = f"this line is indented, but “{short(above)}” above it is not"
        hint = f"if both belong to “{short(behind)}”, put four blanks before the line above, too"
        return below.whole(syntax.NO_BLOCK_HERE, message, hint, run=True)
    if not above.startswith(("~", "->")) and behind.startswith("* ") and "->" not in behind:
        message = f"this line is indented under “{short(above)}”, which is prose"
        hint = f"if those are words of the choice above it, join them: {behind} {above}"
        return below.whole(syntax.NO_BLOCK_HERE, message, hint, run=True)
    what = f"“{short(above)}”" if in_header or above.startswith(("~", "* ", "->")) else "prose"
    message = f"this line is indented, but nothing can belong to {what} above it"
    hint = "remove the blanks, or put it under a choice, a row or a rule that has a block"
    if in_header:
        hint = "remove the blanks, or write above it the line that it belongs to, such as “sheet”"
    return below.whole(syntax.NO_BLOCK_HERE, message, hint, run=True)


def _block_missing(scene: Scene) -> Mistake:
    place = scene.place if scene.met in ("_NL", "_DEDENT", "$END") else len(scene.text[: scene.line].rstrip())
    opener = Scene(scene.text, place, "", frozenset(), scene.kind)
    return opener.whole(
        syntax.BLOCK_MISSING,
        f"there must be an indented line under “{short(opener.raw.strip())}”",
        "put four blanks before each line that belongs to it",
    )


def _line_before(scene: Scene) -> str:
    """The words of the nearest line above this one that has some."""
    return scene.text[: scene.line].rstrip().rpartition("\n")[2].strip()


def heads(scene: Scene) -> Mistake | None:
    """Chapter heads."""
    words = scene.raw.strip()
    if not words.startswith("==="):
        return None
    if not scene.raw.startswith("=== ") and not (scene.kind == "chapter" and scene.line == 0):
        return scene.whole(
            syntax.CHAPTER_MARK,
            "a chapter begins with === at the start of a line, then a blank",
            "write it like this: === 12 The cave",
        )
    return scene.whole(
        syntax.CHAPTER_NAME,
        "this chapter has no proper name",
        "after === write a number, or words joined with hyphens, then the title: === 12 The cave",
    )


def at_margin(words: str, scene: Scene) -> Hint:
    """A hint to write the same line without blanks before it."""
    line = scene.raw.strip()
    return Hint(f"{words}: {short(line)}", (Suggestion(line, "margin"),))
