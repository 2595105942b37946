"""A play as a file: which book, how it was begun, and every move since."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import structs

from gamebook.model.book import Book
from gamebook.model.expression import Part
from gamebook.model.step import Mode
from gamebook.play.session import Move


class Saved(Part, frozen=True, kw_only=True):
    """What has to be known to play on."""

    format: Literal["gamebook play 1"] = "gamebook play 1"
    title: str
    book: str
    """`fingerprint` of the book."""
    settings: dict[str, int]
    """Values given for parameters of the book."""
    seed: int
    hero: dict[str, int]
    chapter: str | None
    """Where the play began, if not at the start."""
    sheet: dict[str, int]
    """Values given to begin with."""
    mode: Mode | None = None
    """How random events are resolved, if the reader chose a mode."""
    moves: tuple[Move, ...]


def fingerprint(book: Book) -> str:
    """Equal for books with the same meaning and the same prose, whatever their layout, comments and files."""
    chapters = tuple(structs.replace(each, part="") for each in book.chapters)  # a comment, or the name of a file
    meaning = msgspec.to_builtins(structs.replace(book, chapters=chapters))
    for names in ("lets", "bonuses"):  # for what is written out wherever it counts
        del meaning[names]
    return sha256(msgspec.json.encode(meaning)).hexdigest()[:32]


def written(saved: Saved) -> str:
    """The text of the file."""
    return msgspec.json.format(msgspec.json.encode(saved), indent=1).decode() + "\n"


def read(text: bytes | str) -> Saved | None:
    """What `written` wrote; None if it is anything else."""
    try:
        return msgspec.json.decode(text, type=Saved)
    except (msgspec.DecodeError, UnicodeError):
        return None
