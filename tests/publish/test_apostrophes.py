"""One kind of apostrophe in all that is printed."""

import pytest

from gamebook.phrases import load_phrases
from gamebook.project import Project
from gamebook.publish.apostrophes import curved
from gamebook.publish.document import Run, letters
from gamebook.publish.make import make
from gamebook.publish.player.shown import shown_in
from gamebook.publish.readback import turns_in

BOOK = """book "L'été"
    author "Jeanne d'Arc"
    language fr
    use fighting-fantasy
    phrase clef = "clef de l'abbé"
sheet
    item clef
=== 1 Le chemin de l'eau
C'est l'**été**, dit-il : `d'or`.
~ gain clef
~ fight "L'Ogre" SKILL 1 STAMINA 2
* L'entrée -> 2
=== 2
~ victory "L'été est là"
"""


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("l'été", "l’été"), ("d'un 8'2", "d’un 8'2"), ("'quoted'", "'quoted'"), ("dogs' bones", "dogs' bones"),
        ("T'<b>", "T'<b>"),
    ],
)  # fmt: skip
def test_only_an_apostrophe_inside_a_word_is_curved(written: str, printed: str) -> None:
    assert curved(written) == printed


def test_a_document_has_one_kind_of_apostrophe() -> None:
    document = make(Project.of(BOOK).edition())
    assert (document.title, document.author, document.sections[0].title) == (
        "L’été", "Jeanne d’Arc", "Le chemin de l’eau",
    )  # fmt: skip
    first = document.sections[0].blocks[0]
    assert letters(first) == "C’est l’été, dit-il : d'or."
    assert Run("été", bold=True) in first.runs  # type: ignore[union-attr]
    words = [letters(block).replace("\u00a0", " ") for page in document.pages() for block in page.blocks]
    assert any("Inscrivez « clef de l’abbé » sur votre feuille d’aventure" in each for each in words)
    assert not [each for each in words if "'" in each.replace("d'or", "")]
    assert document.labels["sheet-title"] == "Feuille d’aventure"
    assert [line.name for line in document.sheet.lines if line.kind == "item"] == ["clef de l’abbé"]


def test_the_page_to_play_shows_the_same() -> None:
    edition = Project.of(BOOK).edition()
    called = shown_in(edition, make(edition).numbers, titles=True).called
    for name in ("L'été", "Jeanne d'Arc", "Le chemin de l'eau", "L'Ogre", "L'entrée", "L'été est là"):
        assert called[name] == (name.replace("'", "’"),) * 2
    assert called["clef"] == ("clef de l’abbé", "clef de l’abbé")


@pytest.mark.parametrize(("language", "printed"), [("en", "The “Mill” & *one* <b>"), ("de", "The „Mill“ & *one* <b>")])
def test_the_title_of_a_book_has_the_quotation_marks_of_its_language(language: str, printed: str) -> None:
    """A title is no Markdown: its other signs stay as they are."""
    text = (
        f'book "The \\"Mill\\" & *one* <b>"\n    language "{language}"\n    author "Al \\"A\\" B"\n=== 1\n~ victory\n'
    )
    edition = Project.of(text).edition()
    document = make(edition)
    assert document.title == printed
    assert document.author[3:6] in ("“A”", "„A“")
    assert shown_in(edition, document.numbers, titles=True).called[edition.book.title] == (printed, printed)


def test_turns_are_read_back_with_either() -> None:
    phrases = load_phrases("it").but({"turn": "vai all'{n}"})
    assert list(turns_in("vai all'8, o vai all’11", phrases)) == [8, 11]
