"""Lines of the header that stand once in a book: of two, only the last one would count, and nobody would see it.

A book may say something in another way than its rule system, so each system is looked at by itself. Several lines are
meant with `front`, `back`, `include`, `expect`, `use` and `while`; and `draft` says no more in two files than in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamebook.codes import finding, names
from gamebook.diagnostics import Diagnostic, Related
from gamebook.source import Span
from gamebook.syntax import ast

_SEVERAL = ("front", "back")
"""Fields of which each line counts."""
_HINTS = {
    "author": "name all authors in one line",
    "book": "a book has one title, and the files that it includes have none",
}
_HINT = "remove one of the two"


def report(pages: Sequence[ast.Page]) -> Iterator[Diagnostic]:
    """The lines of the header that are written twice."""
    first: dict[tuple[str, str], Span] = {}
    for page in pages:
        system = any(isinstance(node, ast.Title) and node.kind == "system" for node in page.declarations)
        for node in page.declarations:
            for said, name, span in _said(node):
                before = first.setdefault((page.span.path if system else "", said), span)
                if before is not span:
                    related = (Related(before, "first written here"),)
                    hint = _HINTS.get(name, _HINT)
                    yield finding(names.DUPLICATE_NAME, span, said, hint, related)


def _said(node: ast.Declaration) -> Iterable[tuple[str, str, Span]]:
    """What a line says that is said once: the message if it is not, the word of the line, and where it stands."""
    match node:
        case ast.Title():
            yield f"the line “{node.kind}” is written twice", node.kind, node.span
        case ast.Field() if node.key not in _SEVERAL:
            yield f"the line “{node.key}” is written twice", node.key, node.span
        case ast.ResolveBy():
            yield "the line “resolve” is written twice", "resolve", node.span
        case ast.Preset():
            yield f"the hero {node.name} is written twice", "hero", node.name.span
        case ast.Phrase():
            yield f"the phrase {node.key} is written twice", "phrase", node.key.span
        case ast.Carry():
            for name, span in {each.id: each.span for each in reversed(node.names)}.items():
                yield f"{name} is carried twice", "carry", span
