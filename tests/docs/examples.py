"""The examples of `docs/language.md`: fenced blocks of the book language, and what the comment above each promises.

A block that begins with `book` is a whole book. Any other says in a comment what it is a piece of, and is wrapped:

    <!-- common -->         the header that `steps` and `chapters` borrow
    <!-- steps -->          the inside of chapter 1, followed by `-> 2`
    <!-- chapters -->       chapters; those that they turn to and do not have are added
    <!-- header -->         lines before the first chapter, in a book of the system `fighting-fantasy`
    <!-- sheet -->          lines under `sheet`, in the same
    <!-- file: NAME -->     a file that lies beside the books of all other blocks

More may stand in the comment, with `;` between: `win: 5/12` and `score: 7/2` (what best play is worth), `points: 3`
(what it earns as it wins), `endings: Rich 1/3, Poor 2/3` (how it ends then), `hero: SKILL=9 LUCK=7`, `finding: GB101`
(what a check finds), `silent: GB203` (what it would find, were it not for `// noqa`), `set: price=4 1/2` (what it is
then worth), and `policy: bold 1/2, shy(t=1) 1/3` (what strategies are worth).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "language.md"

_BLOCK = re.compile(r"(?:^<!-- (?P<comment>[^\n]*?) -->\n)?^```gamebook\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_PIECES = ("common", "steps", "chapters", "header", "sheet", "file")
_SYSTEM = 'book "A piece"\n    use fighting-fantasy\n\n'
_LINK = re.compile(r"-> *([\w-]+)|visited ([\w-]+)")
_WORDS = {"victory", "defeat", "ending", "back"}


@dataclass(frozen=True)
class Example:
    """One block of the page."""

    line: int
    """Where its fence stands."""
    kind: str
    """`book`, or what it is a piece of."""
    text: str
    promises: Mapping[str, str]

    def whole(self, common: str) -> str:
        """The block as a book, or for a file as it is."""
        match self.kind:
            case "steps":
                return _with_chapters(f"{common}\n=== 1\n{self.text}-> 2\n")
            case "chapters":
                return _with_chapters(f"{common}\n{self.text}")
            case "header":
                return _with_chapters(f"{_SYSTEM}{self.text}\n=== 1\n-> 2\n")
            case "sheet":
                return _with_chapters(f"{_SYSTEM}sheet\n{textwrap.indent(self.text, '    ')}\n=== 1\n-> 2\n")
            case "common":
                return _with_chapters(f"{self.text}\n=== 1\n-> 2\n")
        return self.text


def examples(path: Path = PAGE) -> list[Example]:
    """All blocks, in the order of the page."""
    page = path.read_text(encoding="utf-8")
    found = []
    for match in _BLOCK.finditer(page):
        line = page.count("\n", 0, match.start("text"))
        parts = (part.partition(":") for part in (match["comment"] or "").split(";") if part.strip())
        promises = {key.strip(): value.strip() for key, _, value in parts}
        whole = "book" if match["text"].startswith("book ") else ""
        kind = next((piece for piece in _PIECES if piece in promises), whole)
        assert kind, f"line {line}: this block is no book, and nothing says what it is a piece of"
        found.append(Example(line, kind, match["text"], promises))
    return found


def _with_chapters(text: str) -> str:
    """The text with the chapters that it turns to and does not have."""
    bare = re.sub(r"(?<![^\s])//.*|\\.|\{", "", text)
    have = set(re.findall(r"^=== ([\w-]+)", text, re.MULTILINE))
    wanted = {name for pair in _LINK.findall(bare) for name in pair if name}
    missing = sorted(wanted - have - _WORDS)
    return text + "".join(f'\n=== {name}\n~ victory "The end"\n' for name in missing)
