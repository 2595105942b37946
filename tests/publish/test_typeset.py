"""The look of printed pages."""

from itertools import pairwise
from pathlib import Path

import pytest

from gamebook.project import Project
from gamebook.publish import printing
from gamebook.publish.make import make
from gamebook.publish.publication import Publication
from gamebook.publish.typeset import load_presets
from tests.support.images import png
from tests.support.paper import Paper, paper_of
from tests.support.slowly import then_slowly

pytest.importorskip("typst")

ROOT = Path(__file__).parents[2]
MM = 72 / 25.4
"""A millimetre, in points."""


def printed(text: str, preset: str = "a5", folder: Path = ROOT) -> Paper:
    edition = Project.of(text).edition()
    return paper_of(printing.pdf(Publication(edition, make(edition), folder, preset)))


@pytest.mark.parametrize("preset", load_presets())
@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Die Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik"), ("en", "Q" * 150)],
)
def test_a_long_word_in_the_title_stays_on_the_page(preset: str, language: str, title: str) -> None:
    found = printed(f'book "{title}"\n    language {language}\n=== 1\n~ victory', preset)
    assert found.pages[0]
    assert all(word.left > 10 * MM and word.right < found.width - 10 * MM for word in found.pages[0])
    letters = (letter for word in found.pages[0] for letter in word.text if letter.isalpha())
    assert "".join(letters) == title.replace(" ", "")


def test_a_usual_title_is_large_and_its_words_are_whole() -> None:
    title = "The Commemoration of the Extraordinarily Conscientious Schoolmaster"
    found = printed(f'book "{title}"\n=== 1\nWords.\n~ victory')
    assert [word.text for word in found.pages[0]] == title.split()
    prose = found.word("Words.")
    assert found.pages[0][0].foot - found.pages[0][0].top == pytest.approx(2.2 * (prose.foot - prose.top), rel=0.01)


@pytest.mark.parametrize("preset", load_presets())
@pytest.mark.parametrize("above", ["Above.", "Above. " * 150])
def test_a_tall_image_stands_with_its_number_and_what_follows_it(preset: str, above: str, tmp_path: Path) -> None:
    (tmp_path / "tall.png").write_bytes(png(300, 1200))
    text = f"=== 1\n{above}\n* Look -> 2\n=== 2\n![Tower](tall.png)\n* Leave -> 3\n=== 3\n~ victory"
    found = printed(text, preset, tmp_path)
    page = found.pages[found.word("Tower").page - 1]
    words = [word.text for word in page]
    assert words[words.index("Tower") - 1] == "2"
    assert "Leave:" in words
    tower, number = found.word("Tower"), page[words.index("Tower") - 1]
    assert tower.top - number.foot > 0.45 * found.height, "it is still large"


@pytest.mark.parametrize("preset", then_slowly(load_presets(), 1))
@pytest.mark.parametrize(
    "last", then_slowly(["-> {n}", "~ gold -1\n-> {n}", "* Depart -> {n}", "~ if gold > 3\n    Ouch.\n-> {n}"], 1)
)
def test_no_page_begins_with_the_only_last_line_of_a_section(preset: str, last: str) -> None:
    count = 60
    text = "sheet\n    number gold = 9 in 0..9\n"
    for number in range(1, count + 1):
        # too long to be kept whole; of many lengths, so that pages end anywhere
        prose = "Long ago and far away. " * (37 + number % 7) + "\n\n" + "Here it was so. " * (number % 11 + 1)
        text += f"=== {number}\n{prose}\n{last.format(n=number + 1)}\n"
    found = printed(f"{text}=== {count + 1}\n~ victory", preset)
    pages = [page[1:] for page in found.pages[3:-1] if len(page) > 1]  # without the numbers at their heads
    first_lines = [[word.text for word in page if word.foot == page[0].foot] for page in pages]
    assert len(pages) > 10
    second = [next((word.text for word in page if word.foot > page[0].foot), "") for page in pages]
    alone = [
        line for line, after in zip(first_lines, second, strict=True) if after.isdecimal() and not line[0].isdecimal()
    ]
    assert alone == []


SHEET = """book "B"
    language {language}
    use fighting-fantasy
sheet
    number gold = 3 in 0..9
    item rope, lamp, hook, axe, spade, mirror
    item meal x 30 = 2
=== 1
~ gain rope
~ gain meal
~ fight "Rat" SKILL 5 STAMINA 4
-> 2
=== 2
~ victory
"""
STATS = {"en": ["SKILL", "STAMINA"], "de": ["GEWANDTHEIT", "STÄRKE"], "fr": ["HABILETÉ", "ENDURANCE"]}


@pytest.mark.parametrize("preset", then_slowly(load_presets(), 1))
@pytest.mark.parametrize("language", then_slowly(STATS, 1))
def test_the_sheet_is_one_page(preset: str, language: str) -> None:
    """Its words do not touch, each foe has a box with all its numbers, and many boxes of an item stand in a line."""
    more = "".join(f"    codeword WORD{number}\n" for number in range(24))
    text = SHEET.format(language=language).replace("=== 1", f"{more}=== 1", 1)
    text = text.replace("~ gain rope", "~ gain rope\n" + "".join(f"~ note WORD{number}\n" for number in range(24)))
    found = printed(text, preset)
    (page,) = (page for page in found.pages if any(word.text == "WORD7" for word in page))
    following = found.pages[page[0].page]
    assert following[1].text == "1", "the first section comes next"
    counts = [sum(word.text == stat for word in page) for stat in STATS[language]]
    assert max(counts) - 1 in (2, 4, 6), "one is the reader's own; on a narrow page its name may be divided"
    assert max(counts) - min(counts) <= 1
    for word, other in pairwise(page):
        if abs(word.foot - other.foot) < 2 and other.left > word.left:
            assert other.left - word.right > 1, (word, other)


@pytest.mark.parametrize(
    ("name", "preset", "stacked"),
    [
        ("Das Donaudampfschifffahrtsgesellschaftsungeheuer", "pocket", True),
        ("Krabbe", "pocket", False),
        ("Krabbe", "a5", False),
    ],
)
def test_a_foe_with_a_long_name_has_it_above_its_numbers(name: str, preset: str, stacked: bool) -> None:
    text = f"""book "B"
    language de
    use fighting-fantasy
=== 1
* Kämpfen
    ~ fight "{name}" SKILL 5 STAMINA 4
    -> 2
=== 2
~ victory
"""
    page = next(page for page in printed(text, preset).pages if any(word.text == "Kämpfen:" for word in page))
    first = next(word for word in page if word.text == name.split(maxsplit=1)[0])
    (skill,) = (word for word in page if word.text == "GEWANDTHEIT")
    (stamina,) = (word for word in page if word.text == "STÄRKE")
    assert abs(skill.foot - stamina.foot) < 1
    lines = round((skill.foot - first.foot) / 12)
    assert lines in ((1, 2) if stacked else (0,))


@pytest.mark.parametrize("preset", load_presets())
@pytest.mark.parametrize("long", ["A" + "a" * 60 + "rgh!", "." * 121, "_" * 120, "W" * 70])
def test_a_word_that_is_wider_than_a_line_is_divided_and_copied_whole(preset: str, long: str) -> None:
    found = printed(f'=== 1\nHe cries **{long}** and falls.\n* {long} -> 2\n=== 2\n~ victory "{long}"', preset)
    words = [word for page in found.pages for word in page]
    assert all(word.left > 10 * MM and word.right < found.width - 10 * MM for word in words)
    assert "".join(word.text for word in words).count(long) == 3


def test_a_long_word_that_fits_is_whole_and_one_that_can_be_hyphenated_has_a_hyphen() -> None:
    german = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikantenverbandsvorsitzende"
    found = printed(f'book "B"\n    language de\n=== 1\nEr ruft {"a" * 40} und {german}.\n~ victory')
    words = [word.text for page in found.pages for word in page]
    assert "a" * 40 in words
    assert any(word.startswith("Donau") and word.endswith("\u00ad") for word in words)
