"""Names of other programs as names of ours: kept where the language allows it, else changed and listed."""

from __future__ import annotations

import re

from msgspec import Struct, field

from gamebook.syntax.build.values import RESERVED
from gamebook.syntax.heads import NAME, without_zeros
from gamebook.syntax.words import RULES, SHEET_LINES, TOP_LINES

UNWISE = RESERVED.union(
    ["min", "max", "count", "keep", "round", "first", "time", "back", "victory", "defeat", "ending", "all", "random"],
    ["times", "until", "pool", "in", "as", "with", "by", "on", "of", "to", "x", "from", "d", "secret", "knows"],
    ["true", "false"],
)
"""Words that a name of a sheet or a chapter must not be, or had better not be."""
LONGEST = 60
"""Letters of a name."""
_DICE = re.compile(r"d\d+")
_PIECE = re.compile(r"\w+")


def spelt(words: str) -> str:
    """The nearest name to any words: blanks and signs become hyphens, or `_` where no letter follows."""
    made = ""
    for piece in _PIECE.findall(words.replace("'", "").replace("’", "")):
        if not made:
            made = piece if not piece[0].isdigit() else f"_{piece}"
        else:
            made += f"_{piece}" if piece[0].isdigit() else f"-{piece}"
        if len(made) > LONGEST:
            break
    return made[: LONGEST + 1].rstrip("-") or "_"


class Names(Struct):
    """One table of names: what the source calls a thing, and what we call it."""

    taken: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    """How far the numbers behind a name have come that several things want."""
    known: dict[tuple[str, str], str] = field(default_factory=dict)
    """(What kind of thing, its name in the source) → our name."""

    def of(self, kind: str, word: str) -> str:
        """Our name for a thing; made when it is first asked for."""
        if (kind, word) not in self.known:
            self.known[kind, word] = self._new(kind, word)
        return self.known[kind, word]

    def fresh(self, word: str) -> str:
        """A name that nothing else has, made from words."""
        return self._new("thing", word)

    def _new(self, kind: str, word: str) -> str:
        plain = without_zeros(word)
        fits = re.fullmatch(NAME, plain) is not None and len(plain) <= LONGEST
        if kind != "chapter" and plain[:1].isdigit():
            fits = False
        wish = plain if fits else spelt(word)
        if wish in UNWISE or _DICE.fullmatch(wish) or (kind != "chapter" and wish in _KEYWORDS):
            wish += "_"
        found, number = wish, self.counts.get(wish, 2)
        while self._key(kind, found) in self.taken or (kind != "chapter" and found in self.taken):
            found = f"{wish}b" if wish.isdigit() and number == 2 else f"{wish}_{number}"
            found = f"_{found}" if found[0].isdigit() and not re.fullmatch(NAME, found) else found
            number += 1
            self.counts[wish] = number
        self.taken.add(self._key(kind, found))
        return found

    @staticmethod
    def _key(kind: str, word: str) -> str:
        """Chapters and things may share names, and so may values of two one-ofs."""
        return f"{kind} {word}" if kind == "chapter" or kind.startswith("value of ") else word

    def changed(self) -> list[tuple[str, str, str]]:
        """(Kind, name in the source, our name) of every name that was changed."""
        return [(kind, word, ours) for (kind, word), ours in self.known.items() if word != ours]


_KEYWORDS = frozenset([*RULES, *SHEET_LINES, *TOP_LINES])
