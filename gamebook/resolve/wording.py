"""Words that an author gives to print: whether they can be printed."""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.codes import printing
from gamebook.codes.hints import write
from gamebook.model.step import Block
from gamebook.patterns import pattern
from gamebook.phrases import OPEN_KEYS, load_phrases
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Site
from gamebook.resolve.spelling import nearest
from gamebook.sentences import listed
from gamebook.syntax import ast

_CODE = pattern(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_CALLED = {
    "de": ("deutsch", "german", "deu", "ger"),
    "en": ("english", "eng"),
    "es": ("español", "espanol", "castellano", "spanish", "spa"),
    "fr": ("français", "francais", "french", "fra", "fre"),
    "it": ("italiano", "italian", "ita"),
}
"""The languages with words of their own → what else authors call them."""
_HOLE = pattern(r"\{([^{}]*)\}")


def in_words(desk: Desk, step: ast.InWords, site: Site) -> Block:
    """`~ words "…"`: in play it is nothing; the steps that it stands for follow."""
    del desk, step, site
    return ()


def check_language(desk: Desk, language: ast.Id) -> None:
    """`language "français"`: without its code, nobody knows which one it is."""
    said = language.casefold().strip()
    code = next((code for code, names in _CALLED.items() if said in names), "")
    if code:
        message = f"the code of {language} is {code}; without it the rules are printed in English"
        desk.report(printing.UNKNOWN_LANGUAGE, language.span, message, write(f'language "{code}"'))
    elif said and not _CODE.fullmatch(said):
        message = f"“{language}” is no code of a language, so the rules are printed in English"
        hint = 'write two or three letters, such as language "fr"'
        desk.report(printing.UNKNOWN_LANGUAGE, language.span, message, hint)


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
