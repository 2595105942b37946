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


def test_names_of_derived_values_are_no_part_of_its_meaning() -> None:
    let = "sheet\n    number a = 1 in 0..3\n    number b = 1 in 0..3\n\nlet both = a + b > 3\n"
    named, written = (f"{let}{BOOK.replace('Swim', f'Swim [if {each}]')}" for each in ("both", "a + b > 3"))
    assert _of(named) == _of(written)
