"""Printed pages: what stands where, and that the same book gives the same bytes."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from gamebook.errors import Cancelled, OutOfTime, UsageError
from gamebook.job import Job
from gamebook.limits import within
from gamebook.project import Edition, Project
from gamebook.publish import numbering, printing
from gamebook.publish.make import make
from gamebook.publish.numbering import Numbering, as_written
from gamebook.publish.order_report import sections
from gamebook.publish.printing import Layout
from gamebook.publish.proofreading import SECTIONS, sizes
from gamebook.publish.publication import Publication
from gamebook.publish.review import review
from gamebook.publish.spreads import ROUNDS, TRIALS, repaired
from gamebook.publish.typeset import load_presets, preset_of, source
from gamebook.publish.ways import clashes, quality, ways_of
from gamebook.report.section import Lines, Section
from tests.support.images import png

BOOKS = Path(__file__).parents[2] / "books"


def publication(edition: Edition, preset: str = "a5") -> Publication:
    return Publication(edition, make(edition), BOOKS, preset)


@pytest.mark.slow
def test_the_same_book_is_the_same_bytes() -> None:
    first, second = (printing.pdf(publication(Project(BOOKS / "starter.gbk").edition())) for _ in range(2))
    assert first.startswith(b"%PDF")
    assert first == second
    assert b"pdfuaid" in first  # the metadata that says: PDF/UA


@pytest.mark.parametrize("preset", load_presets())
def test_every_section_stands_on_a_page(preset: str) -> None:
    edition = Project(BOOKS / "starter.gbk").edition()
    found = printing.layout(publication(edition, preset))
    assert set(found.pages) == set(as_written(edition.book).values())
    assert sorted(found.pages.values()) == [found.pages[number] for number in sorted(found.pages)]
    assert max(found.pages.values()) <= found.count


def test_the_lengths_of_all_pages_make_the_book() -> None:
    edition = Project(BOOKS / "tutorial.gbk").edition()
    made = publication(edition)
    found = printing.layout(made)
    names = {"rules", "sheet", *(section.number for section in made.document.sections)}
    assert set(found.lengths) == names
    assert all(0 < length < 3 for length in found.lengths.values())
    assert sum(found.lengths.values()) == pytest.approx(found.count - 1)  # and the title page
    assert sizes(made.document, [(each.name, "") for each in edition.book.chapters], found.lengths)[
        SECTIONS
    ].pages == pytest.approx(found.count - 1 - found.lengths["rules"] - found.lengths["sheet"])


def test_a_book_in_one_file_is_not_called_after_it() -> None:
    edition = Project.of("=== 1\nOne two three.\n-> 2\n=== 2\n~ victory").edition()
    names = [each.name for each in edition.book.chapters]
    document = make(edition)
    assert list(sizes(document, [(name, "draft-7") for name in names])) == [document.rules.title, SECTIONS]
    parts = list(zip(names, ("first", "second"), strict=True))
    assert list(sizes(document, parts)) == [document.rules.title, "first", "second"]


def test_choices_are_told_from_prose() -> None:
    """Each has a bullet; the first stands apart, and one with more beneath it keeps that on its page."""
    text = "=== 1\nA fork.\n* Left -> 2\n* Right\n    A hole.\n    -> 2\n* Back -> 2\n=== 2\n~ victory"
    made = publication(Project.of(text).edition())
    lines = source(made.document, preset_of("a5"), {}, frozenset()).splitlines()
    calls = [line.partition(", [")[0] for line in lines if line.startswith("#choice(")]
    assert calls == ["#choice(0, true, false", "#choice(0, false, true", "#choice(0, true, false"]


def test_letters_without_a_font_are_told() -> None:
    nobody = "\U0010fffd\U0010fffc\U0010fffd"
    edition = Project.of(f"=== 1\nLetters of nobody: {nobody}.\n~ victory").edition()
    found = publication(edition)
    data = printing.pdf(found)
    assert data.startswith(b"%PDF")
    assert b"pdfuaid" not in data
    (note,) = found.notes
    assert note.startswith("no font on this machine has \\u{10fffd} \\u{10fffc}: ")


def test_an_image_is_printed(tmp_path: Path) -> None:
    image = Path(__file__).parents[2] / "docs/images/published-epub.png"
    (tmp_path / "map.png").write_bytes(image.read_bytes())
    edition = Project.of("=== 1\n![The map](map.png)\n~ victory").edition()
    found = Publication(edition, make(edition), tmp_path)
    data = printing.pdf(found)
    assert b"/Subtype/Image" in data.replace(b" ", b"")
    assert found.notes == []


def test_an_image_that_cannot_be_read_is_told_and_only_its_words_are_printed(tmp_path: Path) -> None:
    whole = png(30, 20)
    files = {"half.png": whole[:-20], "end.png": whole[:-12], "map.webp": b"RIFF\x24\0\0\0WEBPVP8 ", "empty.gif": b""}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "whole.png").write_bytes(whole)
    named = "\n\n".join(f"![{name}]({name})" for name in (*files, "whole.png", "map.webp"))
    edition = Project.of(f"=== 1\n{named}\n~ victory").edition()
    found = Publication(edition, make(edition), tmp_path)
    said = tuple(f"the image {name} is no PNG, JPEG or GIF that can be read" for name in files)
    assert found.unshown_images() == said
    assert {each.message for each in review(Project(with_book(tmp_path, named)).edition())} == {*said}
    assert printing.pdf(found).startswith(b"%PDF")


def with_book(folder: Path, prose: str) -> Path:
    path = folder / "book.gbk"
    path.write_text(f"=== 1\n{prose}\n~ victory", "utf-8")
    return path


def test_an_unknown_preset_is_explained() -> None:
    with pytest.raises(UsageError, match="there is no page preset a6; the presets are a5"):
        preset_of("a6")


HOSTILE = r"""
#panic("no") $x$ \*star* `code` @ref <label> \// "quote" \{ [ ] = head - list + \# \$ #let x = 1 \\
中文 עברית العربية 😀
#image("/etc/passwd") #import "@preview/x:1.0.0" \u{41} "; #panic() ; "
"""


def test_no_letter_is_markup() -> None:
    head = 'book "A \\"#panic()\\" $ \\\\ book"\n    author "#x \\\\"\n'
    text = f'{head}=== 1 #t\n{HOSTILE}\n* #go $ [x]() "x" -> 2\n=== 2\n~ victory "#v"'
    edition = Project.of(text).edition()
    assert edition.book.title == 'A "#panic()" $ \\ book'
    assert printing.pdf(publication(edition)).startswith(b"%PDF")


def test_a_missing_image_is_a_box_with_its_caption(tmp_path: Path) -> None:
    edition = Project.of("=== 1\n![A map](nowhere.png) ![](../../etc/passwd)\n~ victory").edition()
    found = Publication(edition, make(edition), tmp_path)
    assert found.unshown_images() == (
        "there is no image nowhere.png in the book's folder",
        "there is no image ../../etc/passwd in the book's folder",
    )
    assert printing.pdf(found).startswith(b"%PDF")


def test_numbers_are_mended_where_pages_clash() -> None:
    names = [f"c{k:02d}" for k in range(40)]
    ways = ways_of({name: names[k + 1 : k + 2] for k, name in enumerate(names)})
    start = {name: k + 1 for k, name in enumerate(names)}

    def look(numbers: dict[str, int]) -> Layout:  # four sections on a page, eight on a spread
        whole = frozenset(numbers.values())
        return Layout({number: 2 + (number - 1) // 4 for number in whole}, 12, dict.fromkeys(whole, 0.25), whole)

    assert quality(ways, start, {name: look(start).spreads(number) for name, number in start.items()}).links == 35
    found, layout = repaired(Numbering(start), ways, frozenset({"c00"}), look)
    spreads = {name: layout.spreads(number) for name, number in found.numbers.items()}
    assert quality(ways, found.numbers, spreads).links == 0
    assert found.numbers["c00"] == 1
    assert sorted(found.numbers.values()) == sorted(start.values())


def test_a_section_stands_on_two_spreads_where_it_runs_over() -> None:
    """The turn at the end of section 2 stands above section 3, on the spread after the one on which 2 begins."""
    words = "Some prose that is a little longer than the others. "
    text = f"=== 1\n{words * 30}\n* On -> 2\n=== 2\n{words * 20}\n* On -> 3\n=== 3\n{words}\n~ victory"
    edition = Project.of(text).edition()
    found = printing.layout(publication(edition))
    assert [found.pages[number] for number in (1, 2, 3)] == [3, 3, 4]
    assert 3 + found.lengths[1] < 4 < 3 + found.lengths[1] + found.lengths[2]  # pages 2 and 3 are one spread
    assert [found.spreads(number) for number in (1, 2, 3)] == [(1, 1), (1, 2), (2, 2)]
    spreads = {str(number): found.spreads(number) for number in (1, 2, 3)}
    ways = numbering.links_of(edition)
    assert quality(ways, as_written(edition.book), spreads).links == 2
    assert list(clashes(ways, spreads)) == [("1", "2"), ("2", "3")]


def test_the_search_for_better_numbers_is_told_and_can_be_ended() -> None:
    """One chapter leads to all 39 others: whatever the numbers, one of them shares its spread."""
    names = [f"c{k:02d}" for k in range(40)]
    ways = ways_of({name: names[1:] if not k else [] for k, name in enumerate(names)})
    start = Numbering({name: k + 1 for k, name in enumerate(names)})

    def printed(numbers: dict[str, int]) -> Layout:
        whole = frozenset(numbers.values())
        return Layout({number: 2 + number // 2 for number in whole}, 22, dict.fromkeys(whole, 0.5), whole)

    class Watched(Job):
        def step(self, done: int) -> None:
            if done == 300:
                self.cancel()
            super().step(done)

    with Watched() as job, pytest.raises(Cancelled):
        repaired(start, ways, frozenset(), printed)
    assert (job.phase, job.done, job.total) == ("looking for better numbers", 300, ROUNDS * TRIALS)
    with within(0.0), pytest.raises(OutOfTime):
        repaired(start, ways, frozenset(), printed)


def test_a_crowded_hub_is_named() -> None:
    """Six chapters on three spreads, each two together: one that leads to three others needs four."""
    names = ["hub", "a", "b", "c", "d", "e"]
    text = "=== hub\n* A -> a\n* B -> b\n* C -> c\n" + "".join(f"=== {each}\n-> d\n" for each in "abc")
    book = Project.of(f"{text}=== d\n-> e\n=== e\n~ victory").edition().book
    ways = ways_of({"hub": ["a", "b", "c"], "a": ["d"], "b": ["d"], "c": ["d"], "d": ["e"]} | {"e": []})
    numbers = {name: place + 1 for place, name in enumerate(names)}
    lines = _lines(sections(book, numbers, ways, {name: (place // 2, place // 2) for place, name in enumerate(names)}))
    assert lines[1:] == [
        "on one printed spread: 2 links, 1 pair of siblings",
        "not all can stand apart: hub leads to 3 chapters, and the book has 3 spreads",
    ]
    apart = {name: (place, place) for name, place in numbers.items()}
    assert _lines(sections(book, numbers, ways, apart))[1:] == ["on one printed spread: 0 links, 0 pairs of siblings"]


def _lines(found: Iterable[Section]) -> list[str]:
    return [line for section in found for part in section.parts if isinstance(part, Lines) for line in part.lines]


@pytest.mark.slow
def test_the_long_ebb_has_nothing_on_one_printed_spread() -> None:
    edition = Project(BOOKS / "the-long-ebb.gbk").edition()
    ways = numbering.links_of(edition)
    found = numbering.reordered(edition)

    def look(numbers: dict[str, int]) -> Layout:
        return printing.layout(Publication(edition, make(edition, Numbering(numbers)), BOOKS, "letter"))

    found, layout = repaired(found, ways, frozenset({"1"}), look)
    spreads = {name: layout.spreads(number) for name, number in found.numbers.items()}
    real = quality(ways, found.numbers, spreads)
    assert (real.links, real.siblings) == (0, 0)
