"""What a printed copy would not say well: one finding where there is something, none where there is not."""

from pathlib import Path

import pytest

from gamebook.project import Project
from gamebook.publish.belongings import pages_and_pictures
from gamebook.publish.make import make
from gamebook.publish.publication import Publication
from gamebook.publish.review import review
from tests.support.images import png

HEADER = """book "Test"
table luck columns 1..2 rows 1..2
    1 2
    3 4
sheet
    number key = 0 in 0..2
    number gold = 9 in 0..9
    codeword OWL
=== 1
"""
REST = """
=== 2
~ victory
=== 10
~ victory
=== 11
~ victory
=== 12
~ victory
"""


RIVAL = """~ words "1-3: turn to {turn}, 4-6: turn to {turn}."
    ~ rival chooses
        * Left -> 2
        * Right -> 10"""


def codes(steps: str) -> list[str]:
    return [each.code for each in review(Project.of(HEADER + steps + REST).edition())]


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ("-> 2", ""),
        ("Then turn to 2.\n-> 2", "GB504"),
        ("You trip and lose 2 gold.\n~ gold -2\n-> 2", "GB504"),
        ('You trip and lose 2\ngold.\n~ words "Ouch!"\n    ~ gold -2\n-> 2', ""),
        ("You lose the gold.\n~ gold -2\n-> 2", ""),
        ("Turn to the light.\n-> 2", ""),
        ("~ silent\n    -> 2", "GB503"),
        ('~ words "Run!"\n    -> 2', "GB503"),
        ('~ words "Go to {turn}."\n    -> victory', "GB506"),
        ('~ words "Go to {turn}, then to {turn}."\n    -> 2', "GB506"),
        ('~ words "Run to {turn}!"\n    -> 2', ""),
        ("~ silent\n    ~ victory", "GB503"),
        ("~ silent\n    ~ note OWL\n* Go [if OWL] -> 2\n-> 2", "GB505"),
        ("~ silent\n    ~ note OWL\n-> 2", ""),
        ("~ note OWL\n* Go [if OWL] -> 2\n-> 2", ""),
        ("~ rival chooses\n    * Left -> 2\n    * Right -> 10", "GB505"),
        (RIVAL, ""),
        ("~ random\n    key: -> 2\n    1: -> 10", "GB505"),
        ("~ random\n    3: -> 2\n    1: -> 10", ""),
        ("~ if luck(1, key) > 2\n    -> 2\n-> 10", ""),
        ("~ roll 1d6 by ledger\n    1 -> 2\n    2-6\n-> 10", ""),
        ("~ roll 1d6 by systematic\n    1 -> 2\n    2-6\n-> 10", "GB505"),
        ("-> (10 + key)", ""),
        ("~ roll 1d3 as way\n-> (9 + way)", ""),
        ("-> (10 + visited 2)", "GB506 GB507"),
        ("* Go [if not visited 10] -> 2\n-> 10", "GB507"),
        ('~ ask "How many bells?"\n    10 -> 10\n    else -> 2', "GB510"),
        ('~ words "Say it: {turn} or {turn}."\n    ~ ask "How many?"\n        10 -> 10\n        else -> 2', ""),
        ("* You know it -> 10 secret\n* You do not -> 2", ""),
        ("![Map](map.png)\n-> 2", "GB508"),
        ("![](map.png)\n-> 2", "GB508 GB511"),
        ("![Map](map.png)      // noqa: GB508\n-> 2", ""),
    ],
)  # fmt: skip
def test_findings(steps: str, code: str) -> None:
    assert sorted(codes(steps)) == code.split()


def test_a_turn_in_words_that_leads_back_has_no_number() -> None:
    text = 'book "B"\n=== 1\n-> 2\n=== 2\n~ words "Go to {turn}."\n    -> back\n'
    found = [each for each in review(Project.of(text).edition()) if each.code == "GB506"]
    assert [each.message for each in found] == ["print has no number for {turn}: the block turns to no chapter"]


def test_the_place_is_the_line_at_fault() -> None:
    edition = Project.of(HEADER + "Night.\n\nGo to 2, says the owl.\n-> 2" + REST).edition()
    (found,) = review(edition)
    source = edition.sources[found.span.path]
    assert "Go to 2" in source.text[found.span.start : found.span.end]


def test_a_rule_system_is_not_the_authors_fault() -> None:
    edition = Project.of('book "B"\n    use lone-wolf\n=== 1\n~ victory').edition()
    assert review(edition) == ()


def test_every_turn_that_no_word_tells_is_named() -> None:
    steps = "~ silent\n    ~ roll 1d6\n        1-3 -> 2\n        4-6 -> 10"
    (found,) = review(Project.of(HEADER + steps + REST).edition())
    assert [found.message, *(each.message for each in found.related)] == [
        "no word tells the reader to turn to 2",
        "nor to turn to 10",
    ]


def test_pages_before_and_after_the_chapters_are_there(tmp_path: Path) -> None:
    (tmp_path / "thanks.md").write_text("# Thanks\n\n![A hat](hat.png)", "utf-8")
    book = tmp_path / "book.gbk"
    book.write_text('book "B"\n    front "intro.md"\n    back "thanks.md"\n=== 1\n~ victory', "utf-8")
    found = review(Project(book).edition())
    assert [(each.code, each.span.start) for each in found] == [("GB509", 20), ("GB508", 40)]


def test_an_image_is_found_where_it_is_named() -> None:
    """Also beside others in a paragraph, after a comment, and of two of one file the second."""
    text = "=== 1\nLook:   // here\n![A](<a b.png>) and ![](b(1).png)\n\n![Again *so*](a%20b.png)\n~ victory"
    found = review(Project.of(text).edition())
    named = ["![A](<a b.png>)", "![](b(1).png)", "![](b(1).png)", "![Again *so*](a%20b.png)"]
    assert [text[each.span.start : each.span.end] for each in found] == named
    assert [each.code for each in found] == ["GB508", "GB508", "GB511", "GB508"]


def test_a_part_in_another_folder_names_what_lies_in_the_books_folder(tmp_path: Path) -> None:
    """As `publish` takes it: one folder for the whole book."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "hat.png").write_bytes(png(1, 1))
    (tmp_path / "thanks.md").write_text("# Thanks\n\n![A hat](hat.png)", "utf-8")
    (tmp_path / "parts" / "cap.png").write_bytes(png(1, 1))
    book, part = tmp_path / "book.gbk", tmp_path / "parts" / "two.gbk"
    book.write_text('book "B"\n    include "parts/two.gbk"\n=== 1\n-> 2', "utf-8")
    part.write_text(
        'book "B"\n    back "thanks.md"\n=== 2\n![A hat](hat.png)\n\n![A cap](cap.png)\n\n~ victory', "utf-8"
    )
    edition = Project(book).edition()
    assert edition.loaded.folder == tmp_path
    assert [(each.code, each.message) for each in review(edition)] == [
        ("GB508", "there is no image cap.png in the book's folder")
    ]
    document = make(edition)
    assert [page.title for page in document.back] == ["Thanks"]
    assert Publication(edition, document, tmp_path).unshown_images() == (
        "there is no image cap.png in the book's folder",
    )
    assert [*pages_and_pictures(edition)] == [tmp_path / "thanks.md", tmp_path / "hat.png", tmp_path / "cap.png"]


@pytest.mark.parametrize(
    ("language", "words", "said"),
    [
        ("en", "You may turn to 10 now.", "turn to 10"),
        ("de", "Blättere weiter zu Abschnitt 10 jetzt.", "Blättere weiter zu Abschnitt 10"),
        ("fr", "Rendez-vous au 10 maintenant.", "Rendez-vous au 10"),
        ("es", "Pasa al 10 ahora.", "Pasa al 10"),
        ("it", "Vai al 10 ora.", "Vai al 10"),
    ],
)
def test_a_turn_in_prose_that_no_rule_of_the_chapter_makes(language: str, words: str, said: str) -> None:
    def told(steps: str) -> list[tuple[str, str]]:
        text = HEADER.replace("\n", f"\n    language {language}\n", 1) + steps + REST
        return [(each.code, each.message) for each in review(Project.of(text).edition()) if each.code != "GB508"]

    twice = "the prose says where to turn (10), and so does the rule that is printed"
    assert told(f"{words}\n* A -> 2\n* B -> 12") == [("GB052", f"“{said}” is prose: the book does not turn there")]
    assert told(f"{words}\n* A -> 2\n* B -> 10") == [("GB504", twice)]
    assert told(f"“{words}”\n* A -> 2\n* B -> 12") == []


def test_a_turn_in_prose_that_check_reports_is_not_reported_again() -> None:
    project = Project.of(HEADER + "You may turn to 10.\n* A -> 2\n* B -> 12" + REST)
    edition = project.edition()
    assert [each.code for each in edition.mistakes.findings if each.code == "GB052"] == ["GB052"]
    assert review(edition) == ()
