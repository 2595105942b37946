"""The words of the language by the places where they stand, as the grammar has them. All editors' files use these."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

from gamebook.highlight import language_words
from gamebook.syntax.grammar import parser
from gamebook.syntax.words import on_the_page

_HEADER = ("declaration", "_book_line", "_sheet_line", "_combat_line", "succeed", "then", "at", "otherwise")
"""The kinds of lines of a header that have no mark."""


def all_words() -> list[str]:
    """All words of the language."""
    return list(language_words())


def header_words() -> list[str]:
    """The words that begin a line of the header."""
    return _first_words(_HEADER)


def fight_words() -> list[str]:
    """The words that begin a line under `~ fight`."""
    return _first_words(["_fight_line"])


def block_words() -> list[str]:
    """The words after `~` under which other lines can stand."""
    found = set()
    for rule in parser().rules:
        names = [each.name for each in rule.expansion]
        if names[0] == "_TILDE" and {"block", "_INDENT"} & set(names):
            found.add(on_the_page()[names[1]])
    return sorted({*found, "else"})  # in the grammar `else` is one piece with its mark


def wrapped(words: Iterable[str], before: str, width: int = 110) -> str:
    """Words in lines of at most `width` characters, each line with `before` in front of it."""
    return "\n".join(textwrap.wrap(" ".join(words), width, initial_indent=before, subsequent_indent=before,
                                   break_on_hyphens=False))  # fmt: skip


def replaced(text: str, before: str, after: str, words: str) -> str:
    """A text in which `words` stand between `before` and `after`, in the first place that has both.

    Raises:
        ValueError: the text has no such place.
    """
    pattern = re.compile(f"({re.escape(before)}).*?({re.escape(after)})", re.DOTALL)
    found, count = pattern.subn(lambda match: f"{match[1]}{words}{match[2]}", text, count=1)
    if not count:
        raise ValueError(f"there is no {before!r} with {after!r} behind it")
    return found


def _first_words(kinds: Iterable[str]) -> list[str]:
    """The words that begin lines of some kinds; kinds are rules of the grammar."""
    seen, words, todo = set[str](), set[str](), list(kinds)
    while todo:
        kind = todo.pop()
        if kind in seen:
            continue
        seen.add(kind)
        for rule in parser().rules:
            if rule.origin.name == kind:
                first = rule.expansion[0]
                if not first.is_term:
                    todo.append(first.name)
                elif first.name in on_the_page():  # others are names, which the writer chooses
                    words.add(on_the_page()[first.name])
    return sorted(words)
