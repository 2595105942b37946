"""What an editor offers to do about findings: fixes, suggestions, and other changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types as lsp

from gamebook.codes import names
from gamebook.diagnostics import Diagnostic, Edit, Suggestion
from gamebook.lint.noqa import can_be_silenced, silencing
from gamebook.lsp.diagnostics import diagnostic
from gamebook.lsp.page import Page, is_shipped, uri
from gamebook.sentences import with_capital
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.heads import number_order
from gamebook.syntax.words import short

_TITLES = {"here": "Change to", "line": "Write:", "margin": "Write at the margin:", "sheet": "Declare it:"}
"""What an action does, by where its text is written."""


def actions(
    page: Page, where: lsp.Range, findings: Iterable[Diagnostic], *, new_files: bool = False
) -> list[lsp.CodeAction]:
    """What can be done about the findings that touch a range; `new_files`: the editor can begin a file."""
    start, end = page.offset(where.start), page.offset(where.end)
    found: list[lsp.CodeAction] = []
    for each in findings:
        if each.span.path == page.path and each.span.start <= end and start <= each.span.end:
            found.extend(_what_to_do(page, each))
            if new_files and each.code == names.MISSING_FILE:
                found.extend(_new_file(page, each))
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


def _what_to_do(page: Page, found: Diagnostic) -> Iterator[lsp.CodeAction]:
    if found.fix:
        yield _action(page, found, found.hint or "Fix this", found.fix, sure=True)
        return
    for each in found.suggestions:
        edit = _edit(page, found, each)
        if edit is not None:
            yield _action(page, found, f"{_TITLES[each.place]} {short(_on_one_line(each.text))}", [edit], sure=False)
    thing = page.edition.references.at(page.path, found.span.start)
    if found.code == names.UNKNOWN_CHAPTER and thing is not None and thing.kind == "chapter" and not thing.definitions:
        yield _action(page, found, f"Write chapter {thing.name}", [_new_chapter(page, thing.name)], sure=False)


def _new_file(page: Page, found: Diagnostic) -> Iterator[lsp.CodeAction]:
    """Begin the file that the book includes, where there is none."""
    for node in page.tree.declarations:
        if isinstance(node, ast.Include) and node.span == found.span:
            path = Path(page.project.main).parent / node.path
            if not path.exists():
                made = lsp.CreateFile(uri(str(path)), options=lsp.CreateFileOptions(ignore_if_exists=True))
                edit = lsp.WorkspaceEdit(document_changes=[made])
                yield _offered(page, found, f"Begin the file {node.path}", edit, sure=False)


def _on_one_line(text: str) -> str:
    return " ⏎ ".join(line.strip() for line in text.split("\n"))


def _edit(page: Page, found: Diagnostic, suggestion: Suggestion) -> Edit | None:
    """What a suggestion changes; None where it does not fit."""
    text, span = page.source.text, found.span
    if suggestion.place == "sheet":
        return _declaration(page, suggestion.text)
    if suggestion.place == "here":
        words = text[span.start : span.end]
        if words == f'"{suggestion.was}"':
            return Edit(span, f'"{suggestion.text}"')
        return Edit(span, suggestion.text) if suggestion.was in ("", words) else None
    number = page.source.position(span.start).line
    start, line = page.source.offset(number, 1), page.source.line(number)
    comments = page.parsed.comments if page.parsed is not None else ()
    comment = next((each.span.start for each in comments if start <= each.span.start <= start + len(line)), None)
    line = line if comment is None else line[: comment - start]
    indent = "" if suggestion.place == "margin" else line[: len(line) - len(line.lstrip())]
    return Edit(
        Span(page.path, start + len(indent), start + len(line.rstrip())), suggestion.text.replace("\n", f"\n{indent}")
    )


def _new_chapter(page: Page, name: str) -> Edit:
    """A chapter at the end of the file, which ends the book until it is written."""
    end = len(page.source.text)
    text = f'=== {name}\nTo be written.\n\n-> ending "Chapter {name}"\n'
    return Edit(Span(page.path, end, end), _gap(page.source) + text)


def _empty_chapter(page: Page, name: str) -> Edit:
    """The head of a chapter: before the first one of the file with a higher number, else at the end."""
    number = number_order(name)
    for chapter in page.tree.chapters:
        other = number_order(chapter.name or "")
        if number is not None and other is not None and other > number:
            place = _above(page.source, chapter)
            return Edit(Span(page.path, place, place), f"=== {name}\n\n")
    end = len(page.source.text)
    return Edit(Span(page.path, end, end), f"{_gap(page.source)}=== {name}\n")


def _above(source: Source, chapter: ast.Node) -> int:
    """Where a chapter begins, with the comment that stands directly above it."""
    place = chapter.span.start
    number = source.position(place).line
    while number > 1 and source.line(number - 1).lstrip().startswith("//"):
        number -= 1
        place = source.offset(number, 1)
    return place


def _gap(source: Source) -> str:
    """What keeps apart what is written at the end of a file."""
    text = source.text
    return "" if not text or text.endswith(("\n\n", "\r\n\r\n")) else "\n" if text.endswith("\n") else "\n\n"


def _declaration(page: Page, line: str) -> Edit:
    """A line on the sheet of the book, in the file where its title stands."""
    main = next(each.page for each in page.edition.loaded.pages if each.page.span.path == str(page.project.main))
    source, block = page.edition.sources[main.span.path], f"sheet\n    {line}\n"
    if not main.chapters:
        return Edit(Span(source.path, len(source.text), len(source.text)), _gap(source) + block)
    first = _above(source, min(main.chapters, key=lambda chapter: chapter.span))
    return Edit(Span(source.path, first, first), f"{block}\n")


def _silence(page: Page, found: Diagnostic) -> Edit:
    """`// noqa: GB403` on the line on which a finding begins."""
    number = page.source.position(found.span.start).line
    column, text = silencing(page.source.line(number), found.code)
    place = page.source.offset(number, column + 1)
    return Edit(Span(page.path, place, place), text)


def _action(page: Page, found: Diagnostic, title: str, edits: Iterable[Edit], *, sure: bool) -> lsp.CodeAction:
    changes: dict[str, list[lsp.TextEdit]] = {}
    for edit in edits:
        if not is_shipped(edit.span.path):
            source = page.edition.sources.get(edit.span.path, page.source)
            text = edit.text.replace("\n", source.newline)
            changes.setdefault(uri(edit.span.path), []).append(lsp.TextEdit(page.range(edit.span), text))
    return _offered(page, found, title, lsp.WorkspaceEdit(changes=changes), sure=sure)


def _offered(page: Page, found: Diagnostic, title: str, edit: lsp.WorkspaceEdit, *, sure: bool) -> lsp.CodeAction:
    return lsp.CodeAction(
        with_capital(title),
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(page, found)],
        is_preferred=sure,
        edit=edit,
    )
