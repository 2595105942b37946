"""The file of numbers: what stands in it, and a chapter that keeps its number under another name."""

import tomllib
from pathlib import Path

import pytest

from gamebook.edits import edited
from gamebook.errors import UsageError
from gamebook.publish import kept_numbers
from gamebook.source import Source


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[numbers", "cannot be read"),
        ("x = 1", r"\[numbers\] is missing"),
        ('[numbers]\n"a" = "b"', "is not a number"),
        ('[numbers]\n"a" = 0', "is not a number"),
        ('[numbers]\n"a" = 3\n"b" = 3', "a and b both have the number 3"),
    ],
)
def test_a_bad_file_of_numbers_is_explained(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "book.numbers.toml"
    path.write_text(content, "utf-8")
    with pytest.raises(UsageError, match=says):
        kept_numbers.load_numbers(path)


def test_numbers_are_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "book.numbers.toml"
    assert kept_numbers.load_numbers(path) is None
    kept_numbers.write_numbers(path, 'A "Book"\nof two lines', {"end": 2, "1b": 1})
    assert kept_numbers.load_numbers(path) == {"1b": 1, "end": 2}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '# mill = 1\n[numbers]\n"mill" = 2 # old\n"inn" = 1\n',
            '# mill = 1\n[numbers]\n"hall" = 2 # old\n"inn" = 1\n',
        ),
        ("[numbers]\nmill = 2", '[numbers]\n"hall" = 2'),
        ("[numbers]\r\n 'mill'=2\r\n", '[numbers]\r\n "hall"=2\r\n'),
        ('[numbers]\n"mill" = 2\n"hall" = 3\n"old-mill" = 4\n', '[numbers]\n"hall" = 2\n"old-mill" = 4\n'),
        ('[numbers]\n"old-mill" = 4\n', '[numbers]\n"old-mill" = 4\n'),
        ("mill = 3", "mill = 3"),
    ],
)
def test_a_chapter_keeps_its_number_under_another_name(before: str, after: str) -> None:
    edits = kept_numbers.renamed(Source("book.numbers.toml", before), "mill", "hall")
    assert edited(before, edits) == after
    tomllib.loads(after)
