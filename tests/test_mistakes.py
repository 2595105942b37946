"""One small book with one slip of the pen in each copy: the finding that its writer needs comes first, and alone.

The copies stand in `tests/data/mistakes`; `sound.gbk` is the book itself.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.diagnostics import Diagnostic
from gamebook.project import Project

FOLDER = Path(__file__).parent / "data" / "mistakes"
HERO = {"SKILL": 9, "STAMINA": 18, "LUCK": 9}

TOLD = {
    "blank-in-a-name": (7, "GB036", "write brass-lantern"),
    "braces-without-a-value": (45, "GB048", "\\{ for a brace that is prose"),
    "bullets": (53, "GB029", "* Take the stairs -> 7"),
    "chapter-in-words": (89, "GB011", "=== 12 Bad water"),
    "choice-without-a-turn": (68, "GB201", "add a turn"),
    "codeword-never-given": (8, "GB114", "~ note HERON"),
    "codeword-of-no-use": (8, "GB114", "no rule uses it"),
    "curly-quotes": (87, "GB049", '~ victory "The lamp is lit"'),
    "dashes-for-stars": (53, "GB029", "* Take the stairs -> 7"),
    "empty": (1, "GB117", "=== 1"),
    "en-dash": (35, "GB049", "~ STAMINA -2"),
    "foe-without-stamina": (81, "GB121", "STAMINA …"),
    "ink-condition": (41, "GB054", "* Light the way [if lantern] -> 6"),
    "item-misspelt": (21, "GB102", "did you mean lantern?"),
    "item-misspelt-in-a-condition": (41, "GB102", "did you mean lantern?"),
    "item-set-to-1": (21, "GB035", "~ gain lantern"),
    "lose-a-stat": (35, "GB108", "STAMINA -2"),
    "minus-equals": (35, "GB049", "~ STAMINA -2"),
    "no-indentation": (20, "GB060", "four blanks"),
    "odd-indentation": (21, "GB006", "the same indent"),
    "rich-text": (1, "GB001", "plain text (.txt)"),
    "row-forgotten": (59, "GB201", "unlucky -> 12"),
    "rows-not-indented": (60, "GB028", "four blanks"),
    "same-number-twice": (65, "GB106", "perhaps 8"),
    "small-letters": (74, "GB102", "did you mean HERON?"),
    "star-without-blank": (53, "GB039", "* Take the stairs -> 7"),
    "tabs": (20, "GB005", "gamebook fmt"),
    "three-signs-without-blank": (65, "GB010", "=== 8 The culvert"),
    "turn-to-after-an-arrow": (53, "GB023", "* Take the stairs -> 7"),
    "turn-to-in-a-choice": (53, "GB051", "* Take the stairs -> 7"),
    "turn-to-in-prose": (39, "GB052", "remove it"),
    "turn-to-instead-of-a-turn": (48, "GB051", "-> 6"),
    "twine-link": (53, "GB053", "* Take the stairs -> 7"),
    "two-signs": (65, "GB010", "=== 8 The culvert"),
    "two-stars": (53, "GB039", "* Take the stairs -> 7"),
    "victory-misspelt": (87, "GB020", "did you mean “victory”?"),
    "victory-without-quotes": (87, "GB021", '~ victory "The lamp is lit"'),
    "windows-1252": (66, "GB001", "Windows-1252"),
    "word-arrow": (53, "GB049", "* Take the stairs -> 7"),
    "word-arrow-alone": (56, "GB049", "-> 8"),
    "word-document": (1, "GB001", "plain text (.txt)"),
    "wrong-number": (53, "GB101", "did you mean 7 (The stairs)? Nothing leads there yet"),
    "wrong-start": (3, "GB101", "12 (Bad water)"),
    "zero-in-front": (53, "GB050", "write 7"),
    "zeros-in-front-of-a-chapter": (58, "GB050", "write 7"),
}
"""Copy → the line and the code of its first finding, and words of the hint."""
TWO_PLACES = {"bullets": (54, "GB007"), "dashes-for-stars": (54, "GB007")}
"""Copies with two lines to mend, and the second finding."""
SOUND = [
    "blank-that-does-not-break",
    "chapter-0",
    "chapter-put-in-later",
    "commas-in-a-fight",
    "line-ends-of-old-macs",
    "line-ends-of-windows",
    "long-line",
    "no-start",
    "notepad-unicode",
    "sound",
    "utf-16-without-a-mark",
]
"""Copies that are read as they are."""
PLAYED = {"chapter-without-a-link": (92, "GB204", "link to it")}
"""Copies whose slip shows only in play."""


def _places(book: Project, found: tuple[Diagnostic, ...]) -> list[tuple[int, str]]:
    return [(book.sources[each.span.path].position(each.span.start).line, each.code) for each in found]


def test_every_copy_is_in_a_table() -> None:
    assert sorted([*TOLD, *SOUND, *PLAYED]) == sorted(path.stem for path in FOLDER.glob("*.gbk"))


@pytest.mark.parametrize("name", TOLD)
def test_the_finding_a_writer_needs_comes_first_and_alone(name: str) -> None:
    book = Project(FOLDER / f"{name}.gbk")
    found = book.mistakes.findings
    line, code, words = TOLD[name]
    assert _places(book, found) == [(line, code), *([TWO_PLACES[name]] if name in TWO_PLACES else [])]
    assert words in (found[0].hint or "")


@pytest.mark.parametrize("name", SOUND)
def test_what_can_be_read_is_read(name: str) -> None:
    book, sound = Project(FOLDER / f"{name}.gbk"), Project(FOLDER / "sound.gbk")
    assert book.mistakes.findings == ()
    assert len(book.book.chapters) == len(sound.book.chapters)


@pytest.mark.parametrize("name", [*PLAYED, "two-stars", "codeword-never-given", "sound"])
def test_nothing_more_is_told_after_a_look_at_all_states(name: str) -> None:
    book = Project(FOLDER / f"{name}.gbk", hero=HERO)
    expected = PLAYED.get(name) or TOLD.get(name)
    assert _places(book, book.findings) == ([expected[:2]] if expected else [])
