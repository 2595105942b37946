"""Points at the end, against chances worked out by hand."""

from __future__ import annotations

import pytest

from gamebook.analysis.scores import scores
from gamebook.model.book import Book
from gamebook.solver.space import explore


def test_the_random_reader_knows_secrets_as_often_as_the_book_says(book: Book) -> None:
    """
    book "K"
        aim score

    === 1
    * You know the answer [knows 40%] -> 16 secret
    * You do not -> 2

    === 2
    ~ ending "Out"

    === 16
    ~ ending "In" score 10
    """
    # Two in five have two options open, and half of them take the secret one: 0.4 · 1/2 = 0.2 have 10 points.
    found = scores(book)
    assert found.uniform is not None
    assert found.uniform.amounts == (0, 10)
    assert found.uniform.chances.tolist() == pytest.approx([0.8, 0.2], rel=1e-14)
    assert found.uniform.mean == pytest.approx(2, rel=1e-14)
    assert found.best.amounts == (10,)


def test_a_book_without_secrets_is_listed_once(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    book "Open"
        aim score

    === 1
    * In -> 16
    * Out -> 2

    === 2
    ~ ending "Out"

    === 16
    ~ ending "In" score 10
    """
    listed = []

    def counted(*args: object, **options: object) -> object:
        listed.append(args)
        return explore(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("gamebook.analysis.scores.explore", counted)
    found = scores(book)
    assert found.uniform is not None
    assert found.uniform.chances.tolist() == [0.5, 0.5]
    assert len(listed) == 1
