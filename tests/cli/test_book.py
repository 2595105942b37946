from __future__ import annotations

from pathlib import Path

import pytest

import gamebook
from gamebook.cli import book
from gamebook.kernels import compiled, listing


def test_kernels_are_compiled_before_a_limit_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "_folder", lambda: tmp_path)
    monkeypatch.setattr(compiled, "is_precompiled", lambda _name, _stamp: False)  # as on another system
    solved: list[str] = []
    monkeypatch.setattr("gamebook.verbs.solve", lambda *, text: solved.append(text))
    assert book.warm_up() >= 0
    assert solved == [book.SMALL_BOOK]
    assert capsys.readouterr().err == "compiling kernels (first run only)…\n"
    (tmp_path / f"listing.explore-cpython-311.another version.1{compiled.SUFFIX}").touch()
    book.warm_up()
    assert len(solved) == 2
    capsys.readouterr()
    kept = listing.explore
    assert isinstance(kept, compiled.Kernel)
    (tmp_path / f"{kept._name}.{kept._stamp}.1{compiled.SUFFIX}").touch()
    book.warm_up()
    assert len(solved) == 2
    assert capsys.readouterr().err == ""


def test_the_small_book_has_a_loop_a_choice_and_an_ending() -> None:
    solution = gamebook.solve(text=book.SMALL_BOOK)
    assert solution.value == pytest.approx(2 / 3, abs=1e-12)  # of 4, 5 and 6 two win
    assert {"Won", "Lost"} <= {row.ending for row in solution.endings}
