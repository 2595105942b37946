"""Findings: what a book's author should know, as values in a list.

A stage returns its result and its findings and goes on as far as it can. Codes are declared once, in
`gamebook.codes`; a released code keeps its meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Literal, Self

from msgspec import Struct

from gamebook.source import Source, Span

Level = Literal["quick", "full"]

MOST_RELATED = 5
"""Other places that a finding points at."""


class Severity(Enum):
    """How much it matters: an error must be corrected, a warning is a likely mistake, an info is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for info, 1 for warning, 2 for error."""
        return {"info": 0, "warning": 1, "error": 2}[self.value]


class Related(Struct, frozen=True):
    """Another place that explains a finding: "first written here"."""

    span: Span
    message: str


class Edit(Struct, frozen=True):
    """A change of the page."""

    span: Span
    """What is replaced."""
    text: str
    """What stands there afterwards."""


class Suggestion(Struct, frozen=True):
    """What to write if it is what the author meant: a guess, which an editor offers and nobody carries out unasked."""

    text: str
    """Further lines are given the indent of the first."""
    place: Literal["here", "line", "margin", "sheet"]
    """Where: in place of the finding's words; in place of the line on which it begins, whose indent and comment stay;
    the same at the margin, without the indent; as a new line of the book's sheet."""
    was: str = ""
    """`here`: the words of which the text takes the place, without quotation marks; empty: all of them. If the
    finding's words are others (a name in a sentence), the text does not fit."""


class Hint(str):
    """What to do about a finding, in words, with the suggestions that these words name.

    A text like any other, so that whoever looks for one hint after the other need not know which have suggestions.
    """

    __slots__ = ("suggestions",)
    suggestions: tuple[Suggestion, ...]

    def __new__(cls, words: str, suggestions: tuple[Suggestion, ...] = ()) -> Self:
        """The words, and what they say to write."""
        made = super().__new__(cls, words)
        made.suggestions = suggestions
        return made


class Diagnostic(Struct, frozen=True):
    """One finding."""

    code: str
    """Stable code such as `GB101`, an entry of `gamebook.codes.CODES`."""
    severity: Severity
    span: Span
    """The smallest text at fault."""
    message: str
    """One phrase that suffices on its own."""
    hint: str | None = None
    """What to do about it."""
    related: tuple[Related, ...] = ()
    route: tuple[str, ...] = ()
    """An example: the steps a reader can follow to see it happen, one line each."""
    level: Level = "quick"
    """`quick`: found without solving; `full`: the book's states show it."""
    fix: tuple[Edit, ...] = ()
    """Changes of the page that are certain to be right: after them the finding is gone, and the book means what was
    meant before. Empty where there is only a guess."""
    suggestions: tuple[Suggestion, ...] = ()
    """What the hint says to write, where it says so word by word."""
    subject: str = ""
    """What it is about, where its words also tell a hero, or a number that any change may move: two findings of a code
    with one subject are the same. Empty: the words say it."""
    late: int = 0
    """Above 0 if it stands after findings of a lower number: they may have caused it, or it says what is left open."""


class Report(Struct, frozen=True):
    """What a check found."""

    findings: tuple[Diagnostic, ...]
    """Causes before what they may bring about, and what is left open last; otherwise file by file as read, line by
    line."""
    sources: Mapping[str, Source]
    """The files that the findings are about, by path."""


def in_order(findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Findings as they stand in the book: file by file as read, line by line; of two at one place the graver first.

    What others may have brought about comes after all others, and then what is left open.
    """
    files = {path: number for number, path in enumerate(sources)}

    def key(each: Diagnostic) -> tuple[int, int, str, int, int, str, str]:
        span = each.span
        return each.late, files.get(span.path, -1), span.path, span.start, -each.severity.rank, each.code, each.message

    return sorted(findings, key=key)
