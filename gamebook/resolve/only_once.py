"""Choices that can be taken only once, as far as their words tell: `* Pick up the penny [once]`."""

from __future__ import annotations

import re

from msgspec import Struct

from gamebook.patterns import pattern
from gamebook.resolve.desk import Desk
from gamebook.syntax import ast
from gamebook.syntax.walk import find

ONCE = pattern(
    r"[ \t]*(?P<first>(?:the[ \t]+)?first[ \t]+time(?:[ \t]+only)?|only[ \t]+the[ \t]+first[ \t]+time)"
    r"|[ \t]*(?:only[ \t]+)?(?:once|one[ \t]+time)(?:[ \t]+only)?[ \t]*",
    re.IGNORECASE,
)
"""The words in the brackets of such a choice."""
_ASIDE = pattern(rf"[(\[](?:{ONCE.pattern})[)\]]", re.IGNORECASE)


class Once(Struct, frozen=True):
    """How a choice is closed once it was taken."""

    condition: str
    """What it asks for: `not ticked`."""
    rule: str = ""
    """What is to be written under it: `~ tick a box`; empty if nothing is."""
    codeword: str = ""
    """What is to be declared for that."""


def once(desk: Desk, option: ast.Option) -> Once:
    """What closes a choice that was taken: a box, a codeword where other boxes stand, or the chapter it leads to."""
    chapter = _chapter(desk, option)
    to = next((each.chapter for each in find((option,), ast.ToChapter)), "")
    if any(find(option.body, ast.Tick)):
        return Once("not ticked")
    elsewhere = to and (chapter is None or to != chapter.name)
    if elsewhere and all(isinstance(each, ast.Prose | ast.Turn) for each in option.body):
        return Once(f"not visited {to}")
    if chapter is not None and not _has_boxes(chapter, option):
        return Once("not ticked", "~ tick a box")
    word = _free_word(desk, option.label)
    return Once(f"not {word}", f"~ note {word}", word)


def _chapter(desk: Desk, option: ast.Option) -> ast.Chapter | None:
    """The chapter in which a choice stands."""
    place = option.span
    known = (each for each in desk.names.chapters.values() if each.span.path == place.path)
    return next((each for each in known if each.span.start <= place.start < each.span.end), None)


def _has_boxes(chapter: ast.Chapter, option: ast.Option) -> bool:
    """Whether a chapter has boxes for something else, or another choice before this one that needs one."""
    before = (each for each in find(chapter, ast.Option) if each.span.start < option.span.start)
    return any(find(chapter, ast.Tick)) or any(_ASIDE.search(each.label) for each in before)


def _free_word(desk: Desk, label: str) -> str:
    """A name for a codeword: the last word of the choice in capitals, if nothing is called so."""
    words = re.findall(r"[^\W\d_]+", _ASIDE.sub("", label)) or ["done"]
    name = words[-1].upper()
    return f"{name}-DONE" if name in desk.names.symbols or name in desk.names.values else name
