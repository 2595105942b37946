"""A misspelt word of the language on a line that cannot be read: `frist time` for `first time`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import islice

from msgspec import Struct

from gamebook.patterns import pattern
from gamebook.syntax.grammar import parser, reads
from gamebook.syntax.heads import WORD

MOST_WORDS = 6
"""Words of a line that are looked at, those next to the place where reading stopped first."""
MOST_MEANT = 3
"""Words of the language that one of them is tried for."""
_LEAST_ALIKE = 0.75
_PARTS = pattern(rf'"(?:\\.|[^"\\])*"|(?P<word>{WORD})')
"""What stands in quotation marks, which is passed over, and words."""
_SET_OR_ESCAPE = pattern(r"\\.|\[[^\]]*\]")
_COMMENT = pattern(r"//.*")
_LABEL = pattern(r"[ \t]*\*(?:(?!->|\[)(?:\\.|[^\\]))*")
"""The words of a choice, which are free."""
_NO = ("un", "not", "not-", "non", "non-")
_BLOCKS = ("-> 1", "* A -> 1", "1 -> 1", "higher -> 1", "1: -> 1")
"""What may stand under a line: a step, a choice, a row of each kind."""


class Slip(Struct, frozen=True):
    """A word that was meant to be another one."""

    start: int
    """Where it stands on its line."""
    word: str
    meant: str


def slip(lines: Sequence[str], number: int, place: int, is_known: Callable[[str], bool]) -> Slip | None:
    """The word of a line with which it cannot be read, and with whose nearest word of the language it can.

    Args:
        lines: the file.
        number: which of them cannot be read, from 0.
        place: where on it reading stopped.
        is_known: whether a word is a name of the book.
    """
    line = _COMMENT.sub("", lines[number]).rstrip()
    above = _above(lines, number)
    start = "\n" if any(each.startswith("===") for each in lines[:number]) else ""
    words = [each for each in _words(line) if each["word"] not in language_words() and not is_known(each["word"])]
    words.sort(key=lambda each: abs((each.start() + each.end()) / 2 - place))
    for each in islice(words, MOST_WORDS):
        for meant in _nearest(each["word"]):
            if _reads(above, f"{line[: each.start()]}{meant}{line[each.end() :]}", start):
                return Slip(each.start(), each["word"], meant)
    return None


@cache
def language_words() -> frozenset[str]:
    """All words of the language, each alone: `first` and `time` of `first time`."""
    forms = (_SET_OR_ESCAPE.sub(" ", terminal.pattern.value) for terminal in parser().terminals)
    return frozenset(word for form in forms for word in re.findall(r"[a-z]{2,}", form))


def _words(line: str) -> Iterator[re.Match[str]]:
    """The words of a line that may be of the language."""
    label = _LABEL.match(line)
    return (each for each in _PARTS.finditer(line, label.end() if label else 0) if each["word"])


def _nearest(word: str) -> list[str]:
    """The words of the language that were probably meant; not those of which it says the opposite (`unvisited`)."""
    known = language_words()
    small = word.lower()
    swapped = (small[:at] + small[at + 1] + small[at] + small[at + 2 :] for at in range(len(small) - 1))
    near = [*(each for each in swapped if each in known), *get_close_matches(small, known, MOST_MEANT, _LEAST_ALIKE)]
    return [each for each in dict.fromkeys(near) if small not in (f"{no}{each}" for no in _NO)][:MOST_MEANT]


def _above(lines: Sequence[str], number: int) -> list[str]:
    """The lines under which a line stands, without those beside them."""
    found: list[str] = []
    margin = _indent(lines[number])
    while margin > 0 and number > 0:
        number -= 1
        line = _COMMENT.sub("", lines[number]).rstrip()
        if line.strip() and _indent(line) < margin:
            found.insert(0, line)
            margin = _indent(line)
    return found


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _reads(above: Sequence[str], line: str, start: str) -> bool:
    """Whether a line can be read under those lines, by itself or with something under it.

    Args:
        above: the lines under which it stands.
        line: the line.
        start: empty for a line of the header, a new line for one of a chapter.
    """
    begins = "~ if 1\n    -> 1\n" if re.match(r"~[ \t]*else\b", line) else ""
    text = "\n".join([*above, line])
    under = " " * (_indent(line) + 4)
    texts = (f"{begins}{text}\n", *(f"{begins}{text}\n{under}{each}\n" for each in _BLOCKS))
    return any(reads(f"{start}{each}") for each in texts)
