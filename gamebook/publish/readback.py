"""Reading what was published: a reader who knows nothing but numbers and phrases finds the chapters again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gamebook.phrases import Phrases
from gamebook.phrases.turns import turn_pattern
from gamebook.publish.document import Document, letters

_NO_SUM = r"(?!\s*[-+−×·/*]\s)"
"""Behind a number that is no part of a sum: “turn to 100 + your key”."""
Graph = dict[int, frozenset[int]]
"""For each number those it turns to."""


def turns_in(text: str, phrases: Phrases) -> Iterator[int]:
    """The numbers that some words turn to, in their order."""
    return (number for number, _ in turns_said(text, phrases))


def turns_said(text: str, phrases: Phrases) -> Iterator[tuple[int, re.Match[str]]]:
    """The numbers that some words turn to, each with the words that say so."""
    for found in turn_pattern(phrases, r"\d{1,9}", _NO_SUM).finditer(text):
        yield int(found[found.lastindex or 0]), found


def graph_of(sections: Mapping[int, str], phrases: Phrases) -> Graph:
    """The graph that the words of numbered sections tell."""
    return {number: frozenset(turns_in(text, phrases)) for number, text in sections.items()}


def document_graph(document: Document, phrases: Phrases) -> Graph:
    """The graph that the paragraphs of a document tell."""
    texts = {section.number: "\n".join(map(letters, section.blocks)) for section in document.sections}
    return graph_of(texts, phrases)
