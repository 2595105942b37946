"""Saved plays: to which book they belong."""

from gamebook.files import Memory
from gamebook.play.saved import fingerprint
from gamebook.project import Project

BOOK = "// --- The coast\n=== 1\nSand.\n* Swim -> 2\n=== 2\n-> victory\n"


def _of(text: str, name: str = "sea.gbk") -> str:
    return fingerprint(Project(name, files=Memory({name: text})).edition().book)


def test_a_play_belongs_to_its_book_whatever_its_file_and_its_comments() -> None:
    plain = BOOK.partition("\n")[2]
    assert _of(BOOK) == _of(BOOK.replace("coast", "shore")) == _of(plain) == _of(plain, "shore.gbk")
    assert _of(BOOK) != _of(BOOK.replace("Sand", "Stones"))
