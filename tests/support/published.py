"""Looking at what was published."""

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
