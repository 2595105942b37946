"""What is written in all files of a book, as those read it who print it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from gamebook.model.book import UNWRITTEN, Book
from gamebook.model.expression import Expr
from gamebook.project import Edition
from gamebook.publish.known import all_in_place, in_place
from gamebook.publish.starts import begun_anew, with_starts
from gamebook.syntax import ast
from gamebook.syntax.walk import find


class Pages(Struct, frozen=True):
    """What is written in all files of a book."""

    declarations: tuple[ast.Declaration, ...]
    written: tuple[ast.Chapter, ...]
    """The chapters as they are written."""
    chapters: tuple[ast.Chapter, ...]
    """The same with the steps of named rules in their place."""
    rolled: Mapping[str, Expr]
    """What the stats that the hero block begins anew are rolled with; the declarations say so, too."""

    def everywhere(self) -> tuple[ast.Declaration, ...]:
        """What holds outside of chapters too, with the steps of named rules in their place."""
        rules = {str(each.name): each for each in find(self.declarations, ast.RuleDecl)}
        own = (each for each in self.declarations if not isinstance(each, ast.RuleDecl | ast.StrategyDecl))
        return tuple(all_in_place(each, rules) for each in own)


def pages_of(edition: Edition) -> Pages:
    """The pages of a book without errors."""
    read = [parsed.page for parsed in edition.loaded.pages]
    declarations = tuple(each for page in read for each in page.declarations)
    begun = begun_anew(edition.resolved, declarations)
    declarations = with_starts(declarations, begun)
    rules = {str(each.name): each for each in find(declarations, ast.RuleDecl)}
    found = tuple(each for page in read for each in page.chapters if isinstance(each, ast.Chapter))
    written = _completed(edition.book, found)
    chapters = tuple(structs.replace(each, body=in_place(each.body, rules)) for each in written)
    return Pages(declarations, written, chapters, {name: each.rolled for name, each in begun.items()})


def _completed(book: Book, written: tuple[ast.Chapter, ...]) -> tuple[ast.Chapter, ...]:
    """The chapters of a draft, with those that are not written yet: they say so."""
    state = {each.name: each.written for each in book.chapters if each.written != "yes"}
    if not state:
        return written
    end = ast.End(ast.ToEnding(UNWRITTEN, ast.NO_NAME))
    begun = [structs.replace(each, body=(*each.body, end)) if each.name in state else each for each in written]
    missing = [ast.Chapter(ast.Id(name), "", (end,)) for name, how in state.items() if how == "no"]
    return (*begun, *missing)
