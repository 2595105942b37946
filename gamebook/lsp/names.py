"""Names: where a thing is defined and used, and giving it another name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import PurePath

from lsprotocol import types as lsp

from gamebook.diagnostics import Edit
from gamebook.edits import edited
from gamebook.lsp.page import Page, is_shipped, uri
from gamebook.project import Edition, Project
from gamebook.resolve.references import Thing
from gamebook.source import Span
from gamebook.syntax import heads

_WORD = re.compile(heads.WORD)
_CHAPTER = re.compile(heads.NAME)


class CannotRenameError(Exception):
    """A thing keeps its name; the message is a sentence that tells the writer why."""


def definitions(page: Page, position: lsp.Position) -> list[lsp.Location]:
    """Where the thing that is named at a position is defined."""
    thing = page.thing(position)
    return [page.location(span) for span in thing.definitions] if thing else []


def references(page: Page, position: lsp.Position, *, declared: bool) -> list[lsp.Location]:
    """Where the thing that is named at a position is used; with `declared` also where it is defined."""
    thing = page.thing(position)
    if thing is None:
        return []
    return [page.location(span) for span in (thing.spans if declared else thing.uses)]


def highlights(page: Page, position: lsp.Position) -> list[lsp.DocumentHighlight]:
    """The same in this file alone."""
    thing = page.thing(position)
    if thing is None:
        return []
    kinds = (lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read)
    return [
        lsp.DocumentHighlight(page.range(span), kinds[span not in thing.definitions])
        for span in thing.spans
        if span.path == page.path
    ]


def renameable(page: Page, position: lsp.Position) -> Span | None:
    """The name at a position, if the thing can be given another one; None if nothing is named there.

    Raises:
        CannotRenameError: the thing must keep its name.
    """
    thing = page.thing(position)
    if thing is None:
        return None
    if not thing.definitions:
        raise CannotRenameError(f"The {thing.kind} {thing.name} is not defined anywhere.")
    if not _is_word(page, thing):
        raise CannotRenameError(f"The {thing.kind} {thing.name} is a text: change it where it stands.")
    system = next((span.path for span in thing.spans if is_shipped(span.path)), None)
    if system is not None:
        raise CannotRenameError(
            f"The {thing.kind} {thing.name} belongs to {system}: to change it, copy that file to your book's folder."
        )
    _check_fixed(page.edition, thing)
    _check_read(page.edition, thing)
    return page.span_at(thing, position)


def rename(page: Page, position: lsp.Position, name: str) -> Mapping[str, list[lsp.TextEdit]]:
    """The edits of each file, by address, that give a thing another name.

    Raises:
        CannotRenameError: nothing is named there, the thing must keep its name, the new name is none, or it means
            something else already.
    """
    renameable(page, position)
    thing = page.thing(position)
    if thing is None:
        raise CannotRenameError("Nothing here has a name that can be changed.")
    is_name = _CHAPTER if thing.kind == "chapter" else _WORD
    if not is_name.fullmatch(name):
        example = "12, 6b or old-mill" if thing.kind == "chapter" else "silver-key or gold"
        given = f"“{name}” is not a name that it can have" if name.strip() else "A name is missing"
        raise CannotRenameError(f"{given}: write one such as {example}.")
    if name == thing.name:
        return {}
    changed: dict[str, list[Edit]] = {span.path: [] for span in thing.spans}
    for span in thing.spans:
        changed[span.path].append(Edit(span, name))
    _check_meaning(page.edition, page.project.main, thing, name, changed)
    return {
        uri(path): [lsp.TextEdit(page.range(edit.span), edit.text) for edit in edits] for path, edits in changed.items()
    }


def _is_word(page: Page, thing: Thing) -> bool:
    """Whether the thing is named by its name, and not by a text in quotation marks or in a sentence."""
    sources = page.edition.sources
    named = (sources[span.path].text[span.start : span.end] for span in thing.spans)
    is_name = _CHAPTER if thing.kind == "chapter" else _WORD
    return all(name == thing.name for name in named) and is_name.fullmatch(thing.name) is not None


def _check_fixed(edition: Edition, thing: Thing) -> None:
    """Readers find some chapters by a number that they work out, or have from elsewhere."""
    book = edition.resolved.book
    if thing.kind == "chapter" and book is not None and thing.name in book.fixed:
        raise CannotRenameError(
            f"Chapter {thing.name} keeps its number: readers work it out, or know it from elsewhere ( -> (…), secret)."
        )


def _check_read(edition: Edition, thing: Thing) -> None:
    """What cannot be read may name the thing, too, and would keep the old name."""
    named = re.compile(rf"(?<![\w-]){re.escape(thing.name)}(?![\w-])")
    for span in edition.references.unread:
        source = edition.sources[span.path]
        for match in named.finditer(source.text, span.start, span.end):
            here = source.span(*match.span())
            if here not in thing.spans:
                raise CannotRenameError(_unread(edition, here, thing))


def _unread(edition: Edition, here: Span, thing: Thing) -> str:
    """Why a thing keeps its name while a place that may mean it cannot be read."""
    line = edition.sources[here.path].position(here.start).line
    chapters = (each for parsed in edition.loaded.pages for each in parsed.page.chapters if each.span.path == here.path)
    chapter = next((each.name for each in chapters if each.span.start <= here.start < each.span.end), None)
    where = f"in chapter {chapter}, line {line}" if chapter else f"in line {line}"
    return (
        f"The {thing.kind} {thing.name} may also be meant {where} of {PurePath(here.path).name}, "
        "which cannot be read: correct that line first."
    )


def _check_meaning(before: Edition, main: str, thing: Thing, name: str, changed: Mapping[str, list[Edit]]) -> None:
    """With the new name the book must have the same findings as before, and the thing the same places."""
    after = Project(main, settings=before.settings)
    for path, source in before.sources.items():
        if not is_shipped(path):
            after.edit(path, edited(source.text, changed.get(path, ())))
    new = after.edition()
    counts = Counter(each.code for each in new.mistakes.findings) - Counter(
        each.code for each in before.mistakes.findings
    )
    one = [each for each in new.references.things if each.name == name and each.kind == thing.kind]
    if counts or len(one) != 1 or len(one[0].spans) != len(thing.spans):
        raise CannotRenameError(f"“{name}” already means something in this book: choose another name.")
    old, now = before.resolved.book, new.resolved.book
    if old is not None and now is not None and len(old.fixed) != len(now.fixed):
        raise CannotRenameError(f"Readers can work out the number {name} ( -> (…) ): choose another one.")
