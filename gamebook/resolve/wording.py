"""Words that an author gives to print: whether they can be printed."""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.codes import printing
from gamebook.model.step import Block
from gamebook.patterns import pattern
from gamebook.phrases import OPEN_KEYS, load_phrases
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Site
from gamebook.resolve.spelling import nearest
from gamebook.sentences import listed
from gamebook.syntax import ast

_HOLE = pattern(r"\{([^{}]*)\}")


def in_words(desk: Desk, step: ast.InWords, site: Site) -> Block:
    """`~ words "…"`: in play it is nothing; the steps that it stands for follow."""
    del desk, step, site
    return ()


def check_phrases(desk: Desk, lines: Sequence[ast.Phrase], language: str) -> None:
    """`phrase turn = "go to {n}"`: the phrase is one that is printed, and what is filled in is known there."""
    if not lines:  # most books: the table is not even read
        return
    known = load_phrases(language)
    named = [*desk.names.symbols, *desk.names.rules]
    for line in lines:
        if line.key in known.words:
            holes = known.holes(line.key)
            for hole in _HOLE.findall(line.words):
                if hole not in holes:
                    can = listed(f"{{{each}}}" for each in sorted(holes)) or "nothing"
                    message = f"nothing is filled in for {{{hole}}} in the phrase {line.key}"
                    desk.report(printing.BAD_HOLE, line.words.span, message, f"{can} can be filled in")
        elif not (line.key in named or line.key.startswith(OPEN_KEYS)):
            hint = nearest(line.key, [*known.words, *named])
            desk.report(printing.UNKNOWN_PHRASE, line.key.span, f"no phrase is called {line.key}", hint)
