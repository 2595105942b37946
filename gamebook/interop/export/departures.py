"""What an exported story or graph does not keep of a book, although nothing in it shows that."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.interop.export.prose import has_table
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.expression import Const
from gamebook.model.step import Block, Choose, End, Random, Say, Turn, fixed_words

RIVALS = (
    "this story has no opponent: where a rival chooses in the book, the story takes any open option, each as often,"
    " so its chances are not those of the book"
)
KNOWN = (
    "this story shows an option with [knows …] to all readers, so the chances of a reader who chooses at random are"
    " not those of the book"
)
WEIGHTS = (
    "gamebook import cannot read back what is drawn by weights that vary (~ random, ~ lose random): played, the story"
    " has the chances of the book, but what comes back has not"
)
PICTURES = "this story shows no pictures: where the book has one, readers see its Markdown, ![…](…)"
TABLES = "this story shows no tables: where the book has one, readers see a line for each row, | … | … |"
LEFT_OUT = "a graph of chapters does not say {what}, so this does not come back by gamebook import"
_PICTURE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)")


def departures(book: Book) -> Iterator[str]:
    """What to say of a book that becomes a story, one sentence each."""
    steps = [step for block in book.blocks for step in steps_in(block)]
    chosen = [step for step in steps if isinstance(step, Choose)]
    if any(step.owner == "rival" for step in chosen):
        yield RIVALS
    if any(option.known != HUNDRED_PERCENT for step in chosen for option in step.options):
        yield KNOWN
    drawn = [step for step in steps if isinstance(step, Random)]
    if any(not isinstance(row.weight, Const) for step in drawn for row in step.rows):
        yield WEIGHTS
    if any(isinstance(step, Say) and _PICTURE.search(fixed_words(step.text)) for step in steps):
        yield PICTURES
    if any(isinstance(step, Say) and has_table(fixed_words(step.text)) for step in steps):
        yield TABLES


def _stays(block: Block) -> bool:
    """Whether a block that does something leads nowhere, so that no link can say so."""
    return bool(block) and not any(isinstance(step, Turn | End) for step in steps_in(block))


def left_out(book: Book) -> Iterator[str]:
    """What to say of a book that becomes a graph of chapters, one sentence each."""
    steps = [step for block in book.blocks for step in steps_in(block)]
    options = [option for step in steps if isinstance(step, Choose) for option in step.options]
    anywhere = [each.body for each in options if each.again]
    found = {
        "what readers can do anytime without a turn": any(map(_stays, anywhere)),
        "what triggers (when …) do without a turn": any(_stays(watch.body) for watch in book.watches),
        "how many readers know of an option ([knows …])": any(each.known != HUNDRED_PERCENT for each in options),
        "which links are secret": bool(book.fixed),
        "how many points an ending scores": any(ending.score is not None for ending in book.endings),
    }
    what = [words for words, here in found.items() if here]
    if what:
        yield LEFT_OUT.format(what=", or ".join(what))
