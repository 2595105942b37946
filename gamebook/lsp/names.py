"""Names: where a thing is defined and used, and giving it another name, in all books that share a file with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePath

from lsprotocol import types as lsp
from msgspec import Struct

from gamebook.diagnostics import Edit
from gamebook.edits import edited
from gamebook.files import DISK
from gamebook.letters import together
from gamebook.lsp.page import Page, is_shipped, uri
from gamebook.project import Edition, Project
from gamebook.publish import kept_numbers
from gamebook.resolve.references import Thing
from gamebook.source import Span
from gamebook.syntax import heads
from gamebook.syntax.decode import decode

_WORD = re.compile(heads.WORD)
_CHAPTER = re.compile(heads.NAME)


class CannotRenameError(Exception):
    """A thing keeps its name; the message is a sentence that tells the writer why."""


class Named(Struct, frozen=True):
    """What a name means in one book."""

    page: Page
    thing: Thing


def named(
    pages: Iterable[Page], position: lsp.Position, sharing: Callable[[str], Iterable[Page]] = lambda _: ()
) -> tuple[Named, ...]:
    """What is named at a position, in each book that the name belongs to; nothing where no name stands.

    Args:
        pages: a file, as a part of each of its books.
        position: a place in it.
        sharing: gives another file, by path, as a part of each of its books: where one book names the thing in a file
            that it shares with a second one, the thing belongs to both.
    """
    found: dict[str, Named] = {}
    waiting = [(page, thing) for page in pages if (thing := page.thing(position)) is not None]
    while waiting:
        page, thing = waiting.pop(0)
        if page.project.main in found:
            continue
        found[page.project.main] = Named(page, thing)
        for path, span in {span.path: span for span in thing.spans if not is_shipped(span.path)}.items():
            for other in sharing(path):
                same = other.edition.references.at(other.path, span.start)
                if same is not None and same.kind == thing.kind:
                    waiting.append((other, same))
    return tuple(found.values())


def definitions(found: Iterable[Named]) -> list[lsp.Location]:
    """Where a thing is defined."""
    return _once(each.page.location(span) for each in found for span in each.thing.definitions)


def references(found: Iterable[Named], *, declared: bool) -> list[lsp.Location]:
    """Where a thing is used; with `declared` also where it is defined."""
    return _once(
        each.page.location(span) for each in found for span in (each.thing.spans if declared else each.thing.uses)
    )


def _once(places: Iterable[lsp.Location]) -> list[lsp.Location]:
    """Places in their order, those of a file that two books share only once."""
    return list({(each.uri, str(each.range)): each for each in places}.values())


def highlights(page: Page, position: lsp.Position) -> list[lsp.DocumentHighlight]:
    """Where the thing that is named at a position stands in this file."""
    thing = page.thing(position)
    if thing is None:
        return []
    kinds = (lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read)
    return [
        lsp.DocumentHighlight(page.range(span), kinds[span not in thing.definitions])
        for span in thing.spans
        if span.path == page.path
    ]


def renameable(found: Sequence[Named], position: lsp.Position) -> lsp.Range | None:
    """Where the name at a position stands, if the thing can be given another one; None if nothing is named there.

    Raises:
        CannotRenameError: the thing must keep its name.
    """
    if not found:
        return None
    page, thing = found[0].page, found[0].thing
    for each in _defined(found):
        _check_kept(each.page, each.thing)
    return page.range(page.span_at(thing, position))


def _defined(found: Sequence[Named]) -> list[Named]:
    """The books that define a thing. One that names it and does not define it is wrong under each name."""
    defined = [each for each in found if each.thing.definitions]
    if not defined:
        raise CannotRenameError(f"The {found[0].thing.kind} {found[0].thing.name} is not defined anywhere.")
    return defined


def _check_kept(page: Page, thing: Thing) -> None:
    """Whether a thing can have another name in one book."""
    if not _is_word(page, thing):
        raise CannotRenameError(f"The {thing.kind} {thing.name} is a text: change it where it stands.")
    system = next((span.path for span in thing.spans if is_shipped(span.path)), None)
    if system is not None:
        raise CannotRenameError(
            f"The {thing.kind} {thing.name} belongs to {system}: to change it, copy that file to your book's folder."
        )
    _check_fixed(page.edition, thing)
    _check_read(page.edition, thing)


def rename(found: Sequence[Named], position: lsp.Position, name: str) -> Mapping[str, list[lsp.TextEdit]]:
    """The edits of each file, by address, that give a thing another name in all its books.

    Raises:
        CannotRenameError: nothing is named there, the thing must keep its name, the new name is none, or it means
            something else already.
    """
    name = together(name)
    if renameable(found, position) is None:
        raise CannotRenameError("Nothing here has a name that can be changed.")
    defined = _defined(found)
    kind, before = defined[0].thing.kind, defined[0].thing.name
    is_name = _CHAPTER if kind == "chapter" else _WORD
    if not is_name.fullmatch(name):
        example = "12, 6b or old-mill" if kind == "chapter" else "silver-key or gold"
        given = f"“{name}” is not a name that it can have" if name.strip() else "A name is missing"
        raise CannotRenameError(f"{given}: write one such as {example}.")
    if name == before:
        return {}
    changed: dict[str, dict[tuple[int, int], lsp.TextEdit]] = {}
    for each in defined:
        for span in each.thing.spans:
            edit = lsp.TextEdit(each.page.range(span), name)
            changed.setdefault(uri(span.path), {})[span.start, span.end] = edit
    for each in defined:
        _check_meaning(each, name, {address: [*spans] for address, spans in changed.items()}, alone=len(found) == 1)
    edits = {address: [*edits.values()] for address, edits in changed.items()}
    return edits | (_numbers(defined, name) if kind == "chapter" else {})


def _numbers(defined: Iterable[Named], name: str) -> dict[str, list[lsp.TextEdit]]:
    """The edits of the files that keep the numbers of chapters, beside each book: the chapter keeps its number."""
    found = {}
    for each in defined:
        path = str(kept_numbers.file_of(Path(each.page.project.main)))
        source, wrong = decode(path, DISK.read(path) or b"")
        edits = kept_numbers.renamed(source, each.thing.name, name) if not wrong else ()
        if edits:
            ruler = each.page.ruler
            found[uri(path)] = [lsp.TextEdit(ruler.range(source, edit.span), edit.text) for edit in edits]
    return found


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
    word = re.compile(rf"(?<![\w-]){re.escape(thing.name)}(?![\w-])")
    for span in edition.references.unread:
        source = edition.sources[span.path]
        for match in word.finditer(source.text, span.start, span.end):
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


def _check_meaning(
    named_in: Named, name: str, changed: Mapping[str, Sequence[tuple[int, int]]], *, alone: bool
) -> None:
    """With the new name a book must have the same findings as before, and the thing the same places.

    Args:
        named_in: the thing in the book.
        name: the new name.
        changed: where it is written, by the address of the file.
        alone: this is the only book.
    """
    before, thing, main = named_in.page.edition, named_in.thing, named_in.page.project.main
    after = Project(main, settings=before.settings)
    for path, source in before.sources.items():
        if not is_shipped(path):
            edits = [Edit(source.span(*place), name) for place in changed.get(uri(path), ())]
            after.edit(path, edited(source.text, edits))
    new = after.edition()
    counts = Counter(each.code for each in new.mistakes.findings) - Counter(
        each.code for each in before.mistakes.findings
    )
    one = [each for each in new.references.things if each.name == name and each.kind == thing.kind]
    if counts or len(one) != 1 or len(one[0].spans) != len(thing.spans):
        book = "this book" if alone else f"the book {PurePath(main).name}"
        raise CannotRenameError(f"“{name}” already means something in {book}: choose another name.")
    old, now = before.resolved.book, new.resolved.book
    if old is not None and now is not None and len(old.fixed) != len(now.fixed):
        raise CannotRenameError(f"Readers can work out the number {name} ( -> (…) ): choose another one.")
