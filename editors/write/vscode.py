"""The words in the files for Visual Studio Code."""

from __future__ import annotations

from editors.write.words import all_words, block_words, fight_words, header_words, replaced


def grammar(text: str) -> str:
    """`gamebook.tmLanguage.json` with the present words."""
    text = replaced(text, r'"begin": "^[ \\t]*(?=(?:', ")", "|".join(header_words()))
    text = replaced(text, r'"begin": "^[ \\t]+(?=(?:', ")", "|".join(fight_words()))
    return replaced(text, r'"match": "(?<![\\w-])(?:', ")", "|".join(all_words()))


def configuration(text: str) -> str:
    """`language-configuration.json` with the present words: after some of them the next line is indented."""
    return replaced(text, r'"beforeText": "^\\s*~\\s*(', ")", "|".join(block_words()))
