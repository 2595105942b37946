"""Words in italics or in bold letters: kept as Markdown where nothing but prose is made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby

BEGINS, ENDS = "\ue008", "\ue009"
_MARKS = re.compile(f"[{BEGINS}{ENDS}]+")
_STRETCH = re.compile(f"(?P<marks>{BEGINS}+)(?P<words>[^{BEGINS}{ENDS}]*){ENDS}+")


def emphasised(pieces: Iterable[tuple[str, int]]) -> str:
    """Pieces of a paragraph as text; those with 1 are in italics, those with 2 in bold letters."""
    made = []
    for strength, group in groupby(pieces, key=lambda each: each[1]):
        text = "".join(words for words, _ in group)
        said = text.strip()
        if strength and said:
            before, _, after = text.partition(said)
            text = f"{before}{BEGINS * strength}{said}{ENDS * strength}{after}"
        made.append(text)
    return "".join(made)


def bare(text: str) -> str:
    """The text without marks of emphasis."""
    return _MARKS.sub("", text)


def with_emphasis(text: str, sentences: re.Pattern[str], plain: Callable[[str], bool]) -> str:
    """The text with stars for its marks of emphasis.

    Args:
        text: with marks.
        sentences: finds the sentences of a paragraph.
        plain: whether something is made of a sentence, so that no star may stand in it.
    """
    if _MARKS.search(text) is None:
        return text
    return "\n\n".join(
        _paragraph(each, sentences, plain) if _MARKS.search(each) else each for each in text.split("\n\n")
    )


def _paragraph(text: str, sentences: re.Pattern[str], plain: Callable[[str], bool]) -> str:
    words = bare(text)
    spans = [(each.start(), each.end()) for each in sentences.finditer(words) if plain(each[0])][::-1]
    made: list[str] = []
    done = at = 0
    for match in _STRETCH.finditer(text):
        made.append(bare(text[done : match.start()]))
        at += len(made[-1])
        said = match["words"]
        end = at + len(said)
        within = words[max(at - 1, 0) : at].isalnum() or words[end : end + 1].isalnum()
        while spans and spans[-1][1] <= at:
            spans.pop()
        if within or "\n" in said or "*" in said or (spans and spans[-1][0] < end):
            made.append(said)
        else:
            stars = "*" * min(len(match["marks"]), 2)
            made.append(f"{stars}{said}{stars}")
        at, done = end, match.end()
    return "".join([*made, bare(text[done:])])
