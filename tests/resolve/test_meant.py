"""A book of which chapters are remembered means what it would mean if nothing were remembered."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from gamebook.files import Memory
from gamebook.resolve import meant as module
from gamebook.resolve.load import load_pages
from gamebook.resolve.meant import Known
from gamebook.resolve.resolve import Resolved, resolve
from gamebook.source import Source
from gamebook.syntax.parse import Known as Pieces
from gamebook.syntax.parse import Parsed, parse
from tests.support.edits import versions
from tests.support.naive.random_text import BOOK, random_book
from tests.support.slowly import then_slowly

ROOT = Path(__file__).parents[2]
LONG = (ROOT / "books" / "the-long-ebb.gbk").read_text("utf-8")


def reader(files: dict[str, str], kept: bool = False) -> Callable[[str], Resolved]:
    """Resolves versions of a book, and remembers; `kept`: through a file, as from one process to the next."""
    remembered: Known = {}
    pieces: dict[str, Pieces] = {}

    def again(source: Source) -> Parsed:
        return parse(source, pieces.setdefault(source.path, {}))

    def read(text: str) -> Resolved:
        nonlocal remembered, pieces
        if kept:
            remembered, pieces = pickle.loads(pickle.dumps((remembered, pieces)))
        loaded = load_pages(Path(BOOK), Memory({**files, BOOK: text}), again)
        return resolve(loaded.pages, remembered=remembered)

    return read


def check_same(files: dict[str, str], texts: list[str], kept: bool = False) -> None:
    read = reader(files, kept)
    for text in texts:
        found = read(text)
        fresh = resolve(load_pages(Path(BOOK), Memory({**files, BOOK: text})).pages)
        assert found.findings == fresh.findings
        assert found.sourcemap.spans == fresh.sourcemap.spans
        assert found.book == fresh.book


@pytest.mark.slow
@pytest.mark.parametrize("seed", then_slowly(range(15), 6))
def test_random_books(seed: int) -> None:
    written = random_book(seed)
    check_same(written.files, versions(written.text, seed, 4), kept=bool(seed % 2))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_random_books(seed: int) -> None:
    written = random_book(seed)
    check_same(written.files, versions(written.text, seed, 6), kept=bool(seed % 2))


@pytest.mark.slow
def test_a_long_book() -> None:
    check_same({}, versions(LONG, 1, 1))


@pytest.mark.slow
@pytest.mark.parametrize("kept", [False, True])
def test_only_the_chapter_that_was_edited_is_read(monkeypatch: pytest.MonkeyPatch, kept: bool) -> None:
    read = reader({}, kept)
    read(LONG)
    known: list[str] = []
    real = module._watched

    def watched(*arguments: object) -> object:
        known.append(arguments[1].name)  # type: ignore[attr-defined]
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_watched", watched)
    read(LONG)
    again = set(known)  # those that have findings, or look at other chapters
    known.clear()
    place = LONG.index("\n===", len(LONG) // 2)
    read(f"{LONG[:place]}\nOne sentence more.{LONG[place:]}")
    assert len(set(known) - again) == 1
    assert len(again) < 5


@pytest.mark.parametrize("kept", [False, True])
def test_an_arrow_in_prose_leads_somewhere_when_another_chapter_writes_its_ending(kept: bool) -> None:
    text = 'book "Out"\n    use plain\n    start 1\n=== 1\n=> Exile\n* On -> 2\n=== 2\n~ ending "Home"\n'
    check_same({}, [text, text.replace("Home", "Exile"), text], kept)


@pytest.mark.parametrize("kept", [False, True])
def test_an_ending_has_a_longer_name_when_another_chapter_writes_the_same_words(kept: bool) -> None:
    text = 'book "Out"\n=== 1\n* On -> 2\n* Out -> defeat "Home"\n=== 2\n~ victory "Crown"\n'
    others = [text.replace('"Crown"', '"Home"'), text.replace('victory "Crown"', 'defeat "Home" score 2')]
    check_same({}, [text, others[0], text, others[1], others[0]], kept)


@pytest.mark.parametrize("kept", [False, True])
def test_a_header_that_only_looks_different_has_its_places_right(kept: bool) -> None:
    """Where the options of `anytime` are written is remembered with each chapter."""
    text = (
        'book "Bread"\n    use plain\n    start 1\nsheet\n    number bread = 2 in 0..9\n'
        "anytime\n    * Eat [if bread]\n        ~ bread -1\n=== 1\n* On -> 2\n=== 2\n~ victory\n"
    )
    check_same({}, [text, text.replace("~ bread -1", "~  bread -1"), text.replace("[if bread]", "[if  bread]")], kept)
