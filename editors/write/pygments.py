"""The words in the lexer for Pygments."""

from __future__ import annotations

from editors.write.words import fight_words, header_words, replaced, wrapped


def lexer(text: str) -> str:
    """`gamebook/highlight.py` with the present words."""
    for name, words in (("HEADER", header_words()), ("FIGHT", fight_words())):
        text = replaced(text, f'_{name}_WORDS = """\n', '\n"""', wrapped(words, "    "))
    return text
