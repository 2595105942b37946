"""How the page to play shows what play calls by its name: numbers of print, names in words, prose with its escapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from gamebook.model.step import VALUE, Text, with_marks
from gamebook.project import Edition
from gamebook.publish.apostrophes import curved
from gamebook.publish.document import plain
from gamebook.publish.make import phrases_for, rules_writer
from gamebook.publish.names import names_of
from gamebook.publish.numbering import Numbering, as_written
from gamebook.publish.pages import Pages, pages_of
from gamebook.publish.player.words import Called, called_in, ends_in, said_in
from gamebook.publish.prose import STRAIGHT, as_letters, escapes_kept, with_quotes, words
from gamebook.publish.values import Values
from gamebook.render.paper import names_of as accounts_called
from gamebook.syntax import ast
from gamebook.syntax.foes import names_of_foes
from gamebook.syntax.text import parse_text, unescaped
from gamebook.syntax.walk import find


class Shown(Struct, frozen=True):
    """What the page shows in place of names; empty: the names themselves."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    """The printed number of each chapter."""
    called: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What a name of the sheet, a value or a choice is called: for one, and for several."""
    turn: str = ""
    """The phrase for a turn."""
    titles: bool = False
    """Whether chapters show their titles."""
    quotes: tuple[str, ...] = STRAIGHT
    """The quotation marks of its language."""
    written: Mapping[str, str] = field(default_factory=dict)
    """Prose as the author wrote it, with its escapes, for the same prose without them."""

    columns: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each account what its columns are called in print."""

    def data(self) -> dict[str, Any]:
        """For the page."""
        return {"numbers": dict(self.numbers), "called": dict(self.called), "turn": self.turn, "titles": self.titles}

    def markup(self, text: Text) -> list[str]:
        """The letters between the values of some prose, as Markdown that keeps what the author escaped."""
        plain = with_marks(text)
        return self.written.get(plain, plain).split(VALUE)


def shown_in(edition: Edition, numbers: Mapping[str, int], *, titles: bool) -> Shown:
    """How a book is shown.

    Args:
        edition: a book without errors.
        numbers: the number of each chapter.
        titles: whether chapters show their titles.
    """
    pages = pages_of(edition)
    phrases = phrases_for(edition)
    values = Values(phrases, names_of(pages.declarations, edition.book), numbers)
    parts = (*pages.declarations, *pages.chapters)
    written = {
        **dict(_labels(parts, phrases.quotes)),
        **dict(_titles(edition, parts, phrases.quotes)),
        **called_in(values, edition.book, phrases, parts),
    }
    called = {name: (curved(one), curved(several)) for name, (one, several) in written.items()}
    said = {key: as_letters(curved(words)) for key, words in said_in(values, edition.book)}
    prose = {**dict(_written(parts)), **said}
    return Shown(numbers, called, phrases.get("turn"), titles, phrases.quotes, prose, _columns(edition, pages, numbers))


def _columns(edition: Edition, pages: Pages, numbers: Mapping[str, int]) -> dict[str, dict[str, str]]:
    """What the columns of accounts are called in print, by the names that play has for the accounts and for them."""
    _, ledgers = rules_writer(edition, pages, Numbering(numbers))
    assert edition.luckless is not None, "a book with errors is not played"
    names = accounts_called(edition.luckless.book.accounts)
    return {names[each.account]: {name: curved(said) for name, said in each.titles} for each in ledgers}


def called_by_rules(edition: Edition) -> Called:
    """Words for what play calls by its name, and for what it says of its own; without the labels of authors."""
    pages = pages_of(edition)
    phrases = phrases_for(edition)
    values = Values(phrases, names_of(pages.declarations, edition.book), as_written(edition.book))
    called = called_in(values, edition.book, phrases, (*pages.declarations, *pages.chapters))
    said = dict([*ends_in(edition.book), *said_in(values, edition.book)])
    return {**{key: (words, words) for key, words in said.items()}, **called}


def _labels(parts: tuple[ast.Node, ...], quotes: tuple[str, ...]) -> Iterable[tuple[str, tuple[str, str]]]:
    """The words of choices as they are printed, where that is not as play tells them."""
    labels = [str(each.label) for each in find(parts, ast.Option)] + [str(each.label) for each in find(parts, ast.May)]
    for label in labels:
        pieces, _ = parse_text(label, ast.NOWHERE)
        told, shown = " ".join(with_marks(pieces).split()), plain(words(label, None, quotes))
        if VALUE not in told and told != shown:
            yield told, (shown, shown)


def _titles(edition: Edition, parts: tuple[ast.Node, ...], quotes: tuple[str, ...]) -> Called:
    """The names of the book, its author, chapters, foes and endings as they are printed, where that is not the same."""
    book = edition.book
    names = [each.title for each in book.chapters] + [str(each.text) for each in find(parts, ast.ToEnding) if each.text]
    printed = {name: plain(words(name, None, quotes)) for name in names}
    printed |= {name: name for fight in find(parts, ast.Fight) for name in names_of_foes(fight)}
    printed |= {name: with_quotes(name, quotes) for name in (book.title, book.author)}
    return {name: (said, said) for name, said in printed.items() if curved(said) != name}


def _written(parts: tuple[ast.Node, ...]) -> Iterable[tuple[str, str]]:
    """Prose and words of choices with escapes, by the same words without them."""
    texts = [each.text for each in find(parts, ast.Prose)]
    texts += [str(each.label) for each in find(parts, ast.Option)] + [str(each.label) for each in find(parts, ast.May)]
    for text in texts:
        if "\\" not in text:
            continue
        pieces, _ = parse_text(text, ast.NOWHERE)
        key, markup = with_marks(pieces), escapes_kept(text.replace(VALUE, ""), VALUE)
        if key.count(VALUE) == markup.count(VALUE):
            yield key, markup
    for ask in find(parts, ast.Ask):  # no values stand in a question: its braces are letters
        if "\\" in ask.question:
            yield with_marks([unescaped(ask.question)]), ask.question.replace(VALUE, "")
