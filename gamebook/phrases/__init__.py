"""The words of printed gamebooks: a table of phrases for each language, to print and to recognise rules."""

from gamebook.phrases.table import LANGUAGES, Hole, Phrases, cut, load_phrases

__all__ = ["LANGUAGES", "Hole", "Phrases", "cut", "load_phrases"]
