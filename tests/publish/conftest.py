"""Books that are published in tests."""

import pytest

from gamebook.project import Project
from gamebook.publish.document import Document
from gamebook.publish.make import make
from tests.support.published import Lines, Published, Shown, shown


@pytest.fixture
def published() -> Published:
    """The document of a text."""

    def of(text: str) -> Document:
        return make(Project.of(text).edition())

    return of


@pytest.fixture
def lines(published: Published) -> Lines:
    """The paragraphs of chapter 1 of a text whose header is usual."""

    def of(steps: str, header: str = "") -> Shown:
        text = f"""book "Test"
    use fighting-fantasy
sheet
    number gold = 10 in 0..50
    item   lantern, rope
    item   meal x 5 = 3
    codeword RAVEN
    one-of weapon: none, sword, axe
    limit  backpack 8: rope, lantern, meal
{header}
=== 1
{steps}
=== 2
~ victory "Won"
=== 3
~ defeat "Lost"
=== 4
-> 2
"""
        return shown(published(text).sections[0].blocks)

    return of
