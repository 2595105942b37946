"""Looking through a page misses nothing, though it looks only where nodes can stand."""

from __future__ import annotations

import pytest

from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk
from tests.support.naive.random_text import random_book
from tests.support.pages import BOOK, SYSTEM, nodes, read
from tests.support.slowly import then_slowly


@pytest.mark.parametrize("text", [BOOK, SYSTEM, random_book(1).text, random_book(2).text])
def test_every_node_in_the_order_written(text: str) -> None:
    page = read(text).page
    assert [id(node) for node in walk(page)] == [id(node) for node in nodes(page)]


def test_one_kind() -> None:
    page = read("=== 1\n* Go -> 2\n* Stay -> (1 + 1)\n~ if a > b\n    -> back\n").page
    assert [type(each) for each in find(page, ast.Target)] == [ast.ToChapter, ast.ToComputed, ast.Back]
    assert [each.id for each in find(page, ast.Name)] == ["a", "b"]


KINDS = {kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.Node)}


@pytest.mark.parametrize("text", then_slowly([SYSTEM, *(random_book(seed).text for seed in range(4)), BOOK], 2))
def test_every_kind_is_found_wherever_it_stands(text: str) -> None:
    page = read(text).page
    for kind in KINDS:
        assert [*map(id, find(page, kind))] == [id(node) for node in nodes(page) if isinstance(node, kind)], kind
