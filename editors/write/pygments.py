"""The words in the lexer for Pygments."""

from __future__ import annotations

from editors.write.words import header_words, replaced, wrapped


def lexer(text: str) -> str:
    """`gamebook/highlight.py` with the present words."""
    return replaced(text, '_HEADER_WORDS = """\n', '\n"""', wrapped(header_words(), "    "))
