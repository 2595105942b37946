"""The words in the file for Kate."""

from __future__ import annotations

from editors.write.words import all_words, fight_words, header_words, replaced


def syntax(text: str) -> str:
    """`gamebook.xml` with the present words."""
    for name, words in (("words", all_words()), ("header", header_words()), ("fight", fight_words())):
        items = "\n".join(f"      <item>{word}</item>" for word in words)
        text = replaced(text, f'<list name="{name}">\n', "\n    </list>", items)
    return text
