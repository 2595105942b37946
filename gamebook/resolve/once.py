"""Lines of the header that stand once in a book: of two, only the last one would count, and nobody would see it.

A book may say something in another way than its rule system, so each system is looked at by itself. Several lines are
meant with `front`, `back`, `include`, `expect`, `use` and `while`; and `draft` says no more twice than once. So it is
with a title that another file of the book repeats.
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
    "book": "a book has one title, in all of its files",
}
_HINT = "remove one of the two"


def report(pages: Sequence[ast.Page]) -> Iterator[Diagnostic]:
    """The lines of the header that are written twice."""
    first: dict[tuple[str, str], tuple[Span, str | None]] = {}
    for page in pages:
        system = any(isinstance(node, ast.Title) and node.kind == "system" for node in page.declarations)
        for node in page.declarations:
            for said, name, span, words in _said(node):
                before, told = first.setdefault((page.span.path if system else "", said), (span, words))
                is_same = words is not None and words == told and before.path != span.path
                if before is not span and not is_same:
                    related = (Related(before, "first written here"),)
                    hint = _HINTS.get(name, _HINT)
                    yield finding(names.DUPLICATE_NAME, span, said, hint, related)


def _said(node: ast.Declaration) -> Iterable[tuple[str, str, Span, str | None]]:
    """What a line says that is said once: the message if it is not, its word, where it stands, and its value.

    No value is given where two files can hardly say the same by intent.
    """
    match node:
        case ast.Title():
            yield f"the line “{node.kind}” is written twice", node.kind, node.span, node.text
        case ast.Field() if node.key not in _SEVERAL:
            yield f"the line “{node.key}” is written twice", node.key, node.span, f"{node.value} {node.then}"
        case ast.ResolveBy():
            yield "the line “resolve” is written twice", "resolve", node.span, None
        case ast.Preset():
            yield f"the hero {node.name} is written twice", "hero", node.name.span, None
        case ast.Phrase():
            yield f"the phrase {node.key} is written twice", "phrase", node.key.span, str(node.words)
        case ast.Carry():
            for name, span in {each.id: each.span for each in reversed(node.names)}.items():
                yield f"{name} is carried twice", "carry", span, None
