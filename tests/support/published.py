"""Looking at what was published."""

import re
from collections.abc import Callable, Iterable

from gamebook.publish.document import Block, Document, Foes, Paragraph, plain

Shown = list[tuple[int, str]]
Published = Callable[[str], Document]
"""The document of a text."""
Lines = Callable[..., Shown]
"""The paragraphs of chapter 1 of a text: steps, and perhaps more lines of the header."""


def shown(blocks: Iterable[Block]) -> Shown:
    """Each paragraph as (level, words)."""
    found: Shown = []
    for block in blocks:
        match block:
            case Paragraph():
                found.append((block.level, plain(block.runs)))
            case Foes():
                found += [(block.level, f"{name}: {stats}") for name, stats in block.foes]
            case _:
                found.append((block.level, repr(block)))
    return found


def sections_of(lines: Iterable[str], numbers: Iterable[int], head: re.Pattern[str]) -> dict[int, str]:
    """Lines of text cut at the numbers of sections, which come in their order.

    Args:
        lines: all lines of what was published.
        numbers: the numbers of all sections.
        head: what a line with a number alone looks like.
    """
    waiting = sorted(numbers)[::-1]
    found: dict[int, list[str]] = {}
    last = None
    for line in lines:
        match = head.fullmatch(line.strip())
        if match and waiting and int(match[1]) == waiting[-1]:
            last = waiting.pop()
            found[last] = []
        elif last is not None:
            found[last].append(line)
    return {number: "\n".join(words) for number, words in found.items()}
