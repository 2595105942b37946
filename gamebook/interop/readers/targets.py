"""Where links of Twine lead that name no passage: an expression says it, such as `previous()` or `either("A", "B")`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from msgspec.structs import replace

from gamebook.interop.draft import Back, Body, Jump, Kept, Link, Spread, Step
from gamebook.interop.terms import Either, Text
from gamebook.patterns import pattern
from gamebook.syntax import ast

_CODE = re.compile(r"[$_]\w.*|[A-Za-z][\w.]*\(.*\)|\([A-Za-z][\w-]*:.*\)|([\"'`]).*\1", re.DOTALL)
_WEB = pattern(r"(?:https?:)?//\S+|(?:mailto|tel|ftp):\S+", re.IGNORECASE)
"""An address outside the story."""
_PREVIOUS = re.compile(r"previous\(\s*\)")


def computed(target: str, known: Collection[str]) -> bool:
    """Whether a target is an expression; a passage of the story that has such a name comes first."""
    return target not in known and _CODE.fullmatch(target) is not None


def outside(target: str, known: Collection[str]) -> bool:
    """Whether a target is an address of the web, and no passage of the story."""
    return target not in known and _WEB.fullmatch(target) is not None


def within(link: Link, known: Collection[str]) -> Step:
    """The link, or a comment if it leads to the web."""
    return Kept(link.origin) if link.origin is not None and outside(link.target, known) else link


def turn_to(target: str, read: Callable[[str], ast.Expr]) -> Body:
    """The turn to what an expression says; nothing if that is not known.

    Args:
        target: the expression.
        read: reads an expression of the language.
    """
    if _PREVIOUS.fullmatch(target.strip()):
        return (Back(),)
    match read(target):
        case Text(words=words):
            return (Jump(words),)
        case Either(options=options) if all(isinstance(each, Text) for each in options):
            return (Spread(tuple((1, (Jump(each.words),)) for each in options if isinstance(each, Text))),)
    return ()


def led(link: Link, known: Collection[str], read: Callable[[str], ast.Expr]) -> Step:
    """A link whose target may be an expression: the link to what it says, or a comment."""
    if not computed(link.target, known):
        return within(link, known)
    turn = turn_to(link.target, read)
    if not turn:
        assert link.origin is not None
        return Kept(link.origin)
    match turn[0]:
        case Jump(target=target):
            return replace(link, target=target)
    return replace(link, target="", body=(*link.body, *turn))
