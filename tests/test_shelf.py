"""Books kept on disk: never used when anything has changed, and done without when anything is wrong."""

from __future__ import annotations

import os
import pickle
import re
import time
import tomllib
from pathlib import Path

import pytest
from msgspec import structs

from gamebook import project, shelf
from gamebook.caches import sealed
from gamebook.errors import BookHasErrors
from gamebook.model.book import Parameter
from gamebook.project import Project
from gamebook.resolve import load
from gamebook.source import Source
from gamebook.syntax import parse
from tests.support.edits import versions
from tests.support.naive.random_text import BOOK, random_book
from tests.support.slowly import then_slowly

COIN = """book "Coin"
    use plain
param sides = 2
include "tails.gbk"

=== 1
~ roll 1d20
    1-10 -> 2
    11-20 -> 3

=== 2
~ victory "Heads"
"""
TAILS = """=== 3
~ defeat "Tails"
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(shelf, "cache_folder", lambda: folder)
    monkeypatch.delenv(shelf.OFF, raising=False)
    return folder / "books"


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    folder = tmp_path / "coin"
    folder.mkdir()
    (folder / "tails.gbk").write_text(TAILS, "utf-8")
    path = folder / "coin.gbk"
    path.write_text(COIN, "utf-8")
    return path


def kept(cache: Path) -> list[Path]:
    return sorted(cache.glob("*.book"))


def endings(path: Path, settings: dict[str, int] | None = None) -> list[str]:
    return [ending.name for ending in Project(path, settings=settings).book.endings if ending.kind != "defeat"]


def rewrite(path: Path, text: str) -> None:
    """Another text, as if nothing had happened: the old times stay."""
    status = path.stat()
    path.write_text(text, "utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_a_book_is_read_once(cache: Path, coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Project(coin)
    whole = first.book, first.mistakes
    assert len(kept(cache)) == 1
    monkeypatch.setattr(load, "parse", None)  # nobody can read any more
    again = Project(coin)
    assert (again.book, again.mistakes) == whole


def test_a_change_of_the_book_is_seen(coin: Path) -> None:
    assert endings(coin) == ["Heads"]
    rewrite(coin, COIN.replace("Heads", "Obven"))
    assert endings(coin) == ["Obven"]
    rewrite(coin, COIN)
    assert endings(coin) == ["Heads"]


def test_a_change_of_a_part_is_seen(coin: Path) -> None:
    assert endings(coin) == ["Heads"]
    rewrite(coin.parent / "tails.gbk", TAILS.replace("defeat", "ending"))
    assert endings(coin) == ["Heads", "Tails"]


def test_a_part_that_is_gone_is_missed(coin: Path) -> None:
    endings(coin)
    (coin.parent / "tails.gbk").unlink()
    with pytest.raises(BookHasErrors):
        endings(coin)


def test_a_part_that_leads_elsewhere_is_seen(coin: Path) -> None:
    """The same text, but no longer in the book's folder: that is an error, kept book or not."""
    endings(coin)
    part = coin.parent / "tails.gbk"
    part.rename(coin.parent.parent / "tails.gbk")
    part.symlink_to(coin.parent.parent / "tails.gbk")
    with pytest.raises(BookHasErrors):
        endings(coin)


def test_a_system_put_beside_the_book_is_used(coin: Path) -> None:
    before = {variable.name for variable in Project(coin).book.variables}
    (coin.parent / "plain.gbk").write_text("system plain\nsheet\n    number luck = 3 in 0..9\n", "utf-8")
    after = {variable.name for variable in Project(coin).book.variables}
    assert after - before == {"luck"}


def pieces_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where each piece of text is noted that is read from now on, as if by another process."""
    read: list[str] = []
    real = parse._read

    def noted(source: Source, piece: parse.Piece, text: str) -> object:
        read.append(text)
        return real(source, piece, text)

    monkeypatch.setattr(parse, "_read", noted)
    monkeypatch.setattr(load, "_SHIPPED", {})
    return read


def test_after_an_edit_only_what_it_touches_is_read(coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endings(coin)
    read = pieces_read(monkeypatch)
    rewrite(coin, COIN.replace("Heads", "Obverse"))
    assert endings(coin) == ["Obverse"]
    assert read == ['=== 2\n~ victory "Obverse"\n']


def test_what_is_not_kept_with_a_book_is_made_of_its_pieces(coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endings(coin)
    read = pieces_read(monkeypatch)
    again = Project(coin)
    assert again.book.title == "Coin"
    assert again.references.at(str(coin), COIN.index("sides")) is not None
    assert read == []


def test_pieces_are_known_though_the_book_has_errors(coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite(coin, COIN.replace("-> 2", "-> 22"))
    with pytest.raises(BookHasErrors):
        endings(coin)
    read = pieces_read(monkeypatch)
    rewrite(coin, COIN)
    assert endings(coin) == ["Heads"]
    assert len(read) == 1


def test_findings_are_at_their_places_after_an_edit(coin: Path) -> None:
    endings(coin)
    rewrite(coin, "// a line more\n" + COIN.replace("1-10", "1-9"))
    with_pieces = Project(coin).mistakes
    (coin.parent / "again").mkdir()  # the same files, where nothing is known
    for path in coin.parent.glob("*.gbk"):
        (coin.parent / "again" / path.name).write_bytes(path.read_bytes())
    afresh = Project(coin.parent / "again" / coin.name).mistakes
    assert len(afresh.findings) > 0
    assert [(each.code, each.span.start, each.span.end) for each in with_pieces.findings] == [
        (each.code, each.span.start, each.span.end) for each in afresh.findings
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", then_slowly(range(10), 6))
def test_random_edits_are_found_fault_with_as_if_nothing_were_known(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project, "ANEW", 0.3 * (seed % 2))  # old pieces serve several versions
    written = random_book(seed)
    path = tmp_path / BOOK
    for name, text in written.files.items():
        (tmp_path / name).write_text(text, "utf-8")
    for text in versions(written.text, seed, 4):
        path.write_text(text, "utf-8")
        with_pieces = Project(path).check("quick")
        with monkeypatch.context() as patch:
            patch.setenv(shelf.OFF, "1")
            assert with_pieces == Project(path).check("quick")


def test_pieces_are_written_again_when_much_is_new(cache: Path, coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project, "ANEW", 0.3)
    endings(coin)
    (pieces,) = cache.glob("*.pieces")
    first = pieces.read_bytes()
    rewrite(coin, COIN.replace("Heads", "Obverse"))
    endings(coin)
    assert pieces.read_bytes() == first
    rewrite(coin, COIN.replace("Heads", "Obverse").replace("sides = 2", "sides = 3"))
    endings(coin)
    assert pieces.read_bytes() != first


@pytest.mark.parametrize("content", [b"", sealed(b"no pickle"), sealed(pickle.dumps("no pieces"))])
def test_spoilt_pieces_are_done_without(cache: Path, coin: Path, content: bytes) -> None:
    endings(coin)
    (pieces,) = cache.glob("*.pieces")
    pieces.write_bytes(content)
    rewrite(coin, COIN.replace("Heads", "Obverse"))
    assert endings(coin) == ["Obverse"]


def test_settings_and_modes_are_told_apart(coin: Path) -> None:
    def sides(settings: dict[str, int]) -> int:
        return Project(coin, settings=settings).book.parameters[0].value

    assert [sides({}), sides({"sides": 5}), sides({}), sides({"sides": 5})] == [2, 5, 2, 5]
    dice, ledger = Project(coin), Project(coin, mode="ledger")
    assert dice.book != ledger.book
    assert Project(coin, mode="ledger").book == ledger.book


def test_what_another_version_kept_is_not_used(cache: Path, coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endings(coin)
    monkeypatch.setattr(shelf, "stamp", lambda: "another version")
    endings(coin)
    assert len(kept(cache)) == 2


def test_the_stamp_changes_with_any_file_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.py").write_text("one = 1\n", "utf-8")
    monkeypatch.setattr(shelf, "PACKAGE", tmp_path)
    before = shelf.stamp.__wrapped__()
    assert shelf.stamp.__wrapped__() == before
    time.sleep(0.05)  # a system's clock for files may tick but a hundred times a second
    rewrite(tmp_path / "rules.py", "one = 2\n")
    later = shelf.stamp.__wrapped__()
    (tmp_path / "more.py").write_text("", "utf-8")
    assert len({before, later, shelf.stamp.__wrapped__()}) == 3


def test_what_the_stamp_leaves_out_stands_above() -> None:
    """`lint-imports` sees to it that nothing imports from the floors above its own."""
    rules = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    floors = [{*re.findall(r"\w+", floor)} for floor in rules["contracts"][0]["layers"]]
    assert {*shelf.ABOVE} <= set().union(*floors[: floors.index({"shelf"})])
    assert all((shelf.PACKAGE / name).is_dir() for name in shelf.ABOVE)


@pytest.mark.parametrize("spoil", [lambda data: data[:-1], lambda _: b"", lambda data: data[:40] + b"x" + data[41:]])
def test_a_spoilt_file_is_done_without(cache: Path, coin: Path, spoil: object) -> None:
    assert callable(spoil)
    endings(coin)
    (path,) = kept(cache)
    path.write_bytes(spoil(path.read_bytes()))
    assert endings(coin) == ["Heads"]
    assert shelf.load_kept(shelf.Wish(coin, {}, None)) is not None  # and is whole again


def test_something_else_in_its_place_is_done_without(cache: Path, coin: Path) -> None:
    endings(coin)
    (path,) = kept(cache)
    content = pickle.dumps(((), "no book"))
    path.write_bytes(sealed(content))
    assert endings(coin) == ["Heads"]


def test_a_book_with_errors_is_not_kept(cache: Path, coin: Path) -> None:
    coin.write_text(COIN.replace("-> 2", "-> 22"), "utf-8")
    with pytest.raises(BookHasErrors):
        endings(coin)
    assert kept(cache) == []


def test_a_folder_that_cannot_be_written_is_done_without(cache: Path, coin: Path) -> None:
    cache.parent.write_text("a file stands where the folder should be", "utf-8")
    assert endings(coin) == ["Heads"]


def test_it_can_be_turned_off(cache: Path, coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(shelf.OFF, "1")
    assert endings(coin) == ["Heads"]
    assert kept(cache) == []


def test_a_book_with_a_number_too_large_is_not_kept(coin: Path) -> None:
    """MessagePack has numbers of 64 bits. Larger ones on a page are a mistake, but a model can have them."""
    book = Project(coin).book
    assert shelf.Kept.of(book, (), {}) is not None
    assert shelf.Kept.of(structs.replace(book, parameters=(Parameter(name="sides", value=2**64),)), (), {}) is None


def test_the_oldest_make_way(cache: Path, coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endings(coin)
    (first,) = kept(cache)
    (pieces,) = cache.glob("*.pieces")
    monkeypatch.setattr(shelf, "ROOM", pieces.stat().st_size + 5 * first.stat().st_size // 2)
    for sides in range(3, 8):
        os.utime(first, (sides, sides))
        endings(coin, {"sides": sides})
        endings(coin)  # asked for again and again
    assert len(kept(cache)) == 2
    assert first in kept(cache)


def test_what_was_never_finished_is_cleared_away(cache: Path, coin: Path) -> None:
    cache.mkdir(parents=True)
    old, new = cache / "old.part", cache / "new.part"
    for path in (old, new):
        path.write_bytes(b"half a book")
    os.utime(old, (0, 0))
    endings(coin)
    assert not old.exists()
    assert new.exists()  # somebody may be writing it
