"""The words in the file for Emacs."""

from __future__ import annotations

from editors.write.words import all_words, fight_words, header_words, replaced, wrapped


def mode(text: str) -> str:
    """`gamebook-mode.el` with the present words."""
    for name, words in (("words", all_words()), ("header-words", header_words()), ("fight-words", fight_words())):
        quoted = wrapped([f'"{word}"' for word in words], "    ", 100)
        text = replaced(text, f"(defconst gamebook-{name}\n  '(\n", ")\n", quoted)
    return text
