"""The words in the files for Vim and Neovim."""

from __future__ import annotations

from editors.write.words import all_words, fight_words, header_words, replaced, wrapped


def syntax(text: str) -> str:
    """`syntax/gamebook.vim` with the present words."""
    for name, words in (("words", all_words()), ("header", header_words()), ("fight", fight_words())):
        text = replaced(text, f"let s:{name} = split('\n", "\n      \\ ')", wrapped(words, "      \\ "))
    return text
