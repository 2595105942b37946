"""Cures that an editor offers for findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from gamebook.codes import balance, names
from gamebook.diagnostics import Diagnostic, Edit
from gamebook.lint.noqa import can_be_silenced
from gamebook.lsp.diagnostics import diagnostic
from gamebook.lsp.page import Page, is_shipped, uri
from gamebook.resolve.references import Thing
from gamebook.resolve.spelling import DECLARE, meant_chapters, number_order
from gamebook.source import Span
from gamebook.syntax.words import nearest_word

_TAKEN = re.compile(r"(?P<name>\w[\w -]*?) +-(?P<amount>\d+|[A-Za-z][\w-]*)")
"""`gold -5`: what `pay 5 gold` says with a condition."""
_SILENCED = re.compile(r"//[ \t]*noqa\b(?P<codes>[:\s\w,]*)$")


def actions(page: Page, where: lsp.Range, findings: Iterable[Diagnostic]) -> list[lsp.CodeAction]:
    """What can be done about the findings that touch a range."""
    start, end = page.offset(where.start), page.offset(where.end)
    found: list[lsp.CodeAction] = []
    for each in findings:
        if each.span.path == page.path and each.span.start <= end and start <= each.span.end:
            found.extend(_cures(page, each))
            if can_be_silenced(each):
                found.append(_action(page, each, f"Silence {each.code} here", [_silence(page, each)], sure=False))
        if each.code == names.UNWRITTEN:
            found.extend(_writing(page, each, start))
    return found


def _writing(page: Page, found: Diagnostic, place: int) -> Iterator[lsp.CodeAction]:
    """In a draft, at any name of a chapter that is not written yet: begin to write it."""
    thing = page.edition.references.at(page.path, place)
    if thing is not None and thing.kind == "chapter" and not thing.definitions:
        yield _action(page, found, f"Write chapter {thing.name}", [_empty_chapter(page, thing.name)], sure=False)


def _cures(page: Page, found: Diagnostic) -> Iterator[lsp.CodeAction]:
    if found.edits:
        yield _action(page, found, found.hint or "Mend this", found.edits, sure=True)
        return
    word = page.source.text[found.span.start : found.span.end]
    pays = found.code == balance.CLAMPED and found.hint is not None and found.hint.startswith(balance.USE_PAY)
    if pays and (taken := _TAKEN.fullmatch(word)):
        price = f"pay {taken['amount']} {taken['name']}"
        yield _action(page, found, f"Write {price}", [Edit(found.span, price)], sure=False)
    if found.hint is not None and found.hint.startswith(DECLARE):
        line = found.hint.removeprefix(DECLARE)
        yield _action(page, found, f"Declare it: {line}", [_declaration(page, line)], sure=False)
    thing = page.edition.references.at(page.path, found.span.start)
    if thing is None or thing.definitions or found.code == names.UNWRITTEN:
        return
    if found.code == names.UNKNOWN_CHAPTER and thing.kind == "chapter":
        yield _action(page, found, f"Write chapter {thing.name}", [_new_chapter(page, thing.name)], sure=False)
    if word == thing.name:
        for meant in _meant(page, thing):
            yield _action(page, found, f"Change to {meant}", [Edit(found.span, meant)], sure=False)


def _meant(page: Page, thing: Thing) -> list[str]:
    """What was probably meant by a name that nothing has: of chapters, those that the finding's hint names."""
    known = {each.name: each for each in page.edition.references.things if each.kind == thing.kind and each.definitions}
    if thing.kind == "chapter":
        linked = {name for name, each in known.items() if each.uses}
        written = [each.name for one in page.edition.loaded.pages for each in one.page.chapters if each.name in known]
        return meant_chapters(thing.name, written, linked)
    meant = nearest_word(thing.name, known)
    return [meant] if meant else []


def _new_chapter(page: Page, name: str) -> Edit:
    """A chapter at the end of the file, which ends the book until it is written."""
    end = len(page.source.text)
    return Edit(Span(page.path, end, end), f'{_gap(page)}=== {name}\nTo be written.\n\n-> ending "Chapter {name}"\n')


def _empty_chapter(page: Page, name: str) -> Edit:
    """The head of a chapter: before the first one of the file with a higher number, else at the end."""
    number = number_order(name)
    for chapter in page.tree.chapters:
        other = number_order(chapter.name or "")
        if number is not None and other is not None and other > number:
            return Edit(Span(page.path, chapter.span.start, chapter.span.start), f"=== {name}\n\n")
    end = len(page.source.text)
    return Edit(Span(page.path, end, end), f"{_gap(page)}=== {name}\n")


def _gap(page: Page) -> str:
    """What keeps a chapter apart that is written at the end of the file."""
    text = page.source.text
    return "" if text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"


def _declaration(page: Page, line: str) -> Edit:
    """A line on the sheet of the book, in the file where its title stands."""
    main = next(each.page for each in page.edition.loaded.pages if each.page.span.path == str(page.project.main))
    first = min((chapter.span.start for chapter in main.chapters), default=main.span.end)
    return Edit(Span(main.span.path, first, first), f"sheet\n    {line}\n\n")


def _silence(page: Page, found: Diagnostic) -> Edit:
    """`// noqa: GB403` at the end of the line on which a finding begins."""
    number = page.source.position(found.span.start).line
    line = page.source.line(number)
    end = page.source.offset(number, len(line) + 1)
    before = _SILENCED.search(line)
    return Edit(Span(page.path, end, end), f", {found.code}" if before else f"  // noqa: {found.code}")


def _action(page: Page, found: Diagnostic, title: str, edits: Iterable[Edit], *, sure: bool) -> lsp.CodeAction:
    changes: dict[str, list[lsp.TextEdit]] = {}
    for edit in edits:
        if not is_shipped(edit.span.path):
            changes.setdefault(uri(edit.span.path), []).append(lsp.TextEdit(page.range(edit.span), edit.text))
    return lsp.CodeAction(
        title[:1].upper() + title[1:],
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(page, found)],
        is_preferred=sure,
        edit=lsp.WorkspaceEdit(changes=changes),
    )
