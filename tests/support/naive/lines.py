"""The page as lines and what is pushed in under each, and the words of a line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(eq=False)
class Line:
    """A line without its comment, and the block under it."""

    text: str
    block: list[Line] = field(default_factory=list)
    knows: int = 100  # how many readers of a hundred know of the option


def outline(text: str) -> list[Line]:
    """The lines of a file that are not blank, each with those indented under it; chapters stand at the top."""
    top: list[Line] = []
    open_blocks: list[tuple[int, list[Line]]] = [(-1, top)]
    for raw in text.expandtabs(4).splitlines():
        bare = without_comment(raw).rstrip()
        if not bare.strip():
            continue
        indent = len(bare) - len(bare.lstrip())
        while open_blocks[-1][0] >= indent:
            open_blocks.pop()
        share = re.search(r"\s*\[knows (\d+)%\]", bare)
        line = Line(re.sub(r"\s*\[knows \d+%\]", "", bare.strip()), knows=int(share[1]) if share else 100)
        open_blocks[-1][1].append(line)
        open_blocks.append((indent, line.block))
    return top


def without_comment(line: str) -> str:
    """`//` begins a comment at the start of a line or after a blank."""
    return re.sub(r"(^|(?<=\s))//.*", "", line)


class Word(NamedTuple):
    """A word of a line: its kind is `number`, `name`, `text` or the mark itself."""

    kind: str
    text: str
    glued: bool = False  # nothing stands between it and the word before


_WORD = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*")
      | (?P<dice>\d+d\d+(?!\w)) | (?P<numbered>\d+[a-z](?!\w)) | (?P<number>\d+)
      | (?P<name>[^\W\d]\w*(?:-[^\W\d]\w*)*)
      | (?P<mark>->|\.\.|!=|<=|>=|[-+*/()=<>,:|\[\]])""",
    re.VERBOSE,
)


def words(text: str) -> list[Word]:
    """The words of a rule."""
    found: list[Word] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = _WORD.match(text, place)
        if match is None:
            raise ValueError(f"not understood: {text[place:]!r} in {text!r}")
        kind, word = str(match.lastgroup), match.group()
        glued = place > 0 and not text[place - 1].isspace()
        if kind == "text":
            word = re.sub(r"\\(.)", r"\1", word[1:-1])
        found.append(Word(word if kind == "mark" else kind, word, glued))
        place = match.end()
    return found


class Reader:
    """The words of one rule, read from left to right."""

    def __init__(self, text: str) -> None:
        self.source = text
        self.words = words(text)
        self.place = 0

    def peek(self, ahead: int = 0) -> Word:
        """The next word, left where it is; after the last one a word of the kind `end`."""
        at = self.place + ahead
        return self.words[at] if at < len(self.words) else Word("end", "")

    def next(self) -> Word:
        """The next word."""
        word = self.peek()
        self.place += 1
        return word

    def take(self, *texts: str) -> bool:
        """Whether these words come next, which are then read."""
        for ahead, text in enumerate(texts):
            word = self.peek(ahead)
            if word.text != text or word.kind == "text":
                return False
        self.place += len(texts)
        return True

    def want(self, *texts: str) -> None:
        """Read these words, which must come next."""
        if not self.take(*texts):
            raise ValueError(f"{' '.join(texts)!r} is missing at word {self.place} of {self.source!r}")

    def name(self) -> str:
        """A name."""
        word = self.next()
        if word.kind != "name":
            raise ValueError(f"a name is missing at word {self.place - 1} of {self.source!r}")
        return word.text

    def text(self) -> str | None:
        """A text between quotation marks, if one comes next."""
        return self.next().text if self.peek().kind == "text" else None

    def whole(self) -> int:
        """A whole number, with its sign."""
        sign = -1 if self.take("-") else 1
        return sign * int(self.next().text)

    def done(self) -> None:
        """Nothing may be left."""
        if self.peek().kind != "end":
            raise ValueError(f"not understood from word {self.place} on: {self.source!r}")
