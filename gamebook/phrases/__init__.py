"""The words of printed gamebooks: a table of phrases for each language, to print and to recognise rules."""

from gamebook.phrases.table import LANGUAGES, OPEN_KEYS, Hole, Phrases, cut, load_phrases, with_blanks

__all__ = ["LANGUAGES", "OPEN_KEYS", "Hole", "Phrases", "cut", "load_phrases", "with_blanks"]
