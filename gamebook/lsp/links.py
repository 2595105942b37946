"""The files that a page names: `include "part-2.gbk"` and `use fighting-fantasy`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types as lsp

from gamebook.files import SUFFIX
from gamebook.lsp.page import Page, uri
from gamebook.source import Span
from gamebook.syntax import ast


def links(page: Page) -> Iterator[lsp.DocumentLink]:
    """A link for each file that is named and is there."""
    known = {Path(path).name: path for path in page.edition.sources}
    for node in page.tree.declarations:
        match node:
            case ast.Include():
                target = str(Path(page.project.main).parent / node.path)
                start = page.source.text.find(node.path, node.span.start, node.span.end)
                if target in page.edition.sources and start >= 0:
                    span = Span(page.path, start, start + len(node.path))
                    yield lsp.DocumentLink(page.range(span), target=uri(target))
            case ast.Use() if f"{node.system}{SUFFIX}" in known:
                yield lsp.DocumentLink(page.range(node.system.span), target=uri(known[f"{node.system}{SUFFIX}"]))
