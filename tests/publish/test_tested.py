"""Tests in words: of whatever they are called, readers learn what the dice are compared with."""

import pytest

from gamebook.phrases import LANGUAGES
from tests.support.published import Lines, Published, shown

HEADER = """
    number strength = 8 in 0..12
test step
    succeed 2d6 <= strength
    pass | fail
test late
    succeed 15 <= 2d6 + strength
    pass | fail"""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("test step", "Test your step and turn to 2."),
        ("test step on 3d6", "Test your step: roll 3d6, and you succeed if the result is your strength or less."),
        (
            "test step +1 on 3d6",
            "Test your step: roll 3d6, and you succeed if the result is your strength + 1 or less.",
        ),
        ("test gold on 2d6", "Test your gold: roll 2d6, and you succeed if the result is your gold or less."),
        ("test late on 3d6", "Test your late: roll 3d6, and you succeed if the result is 15 or more."),
        (
            "test late -2",
            "Test your late: roll 2d6 + your strength, and you succeed if the result is 13 or more.",
        ),
        ("test skill -2", "Test your skill; for this test your SKILL counts as 2 less."),
        ("test step +1", "Test your step; for this test your strength counts as 1 more."),
        ("test skill +rope", "Test your skill; if you have the rope, your SKILL counts as 1 more for this test."),
        (
            "test skill -2 * RAVEN",
            "Test your skill; if you have the codeword RAVEN, your SKILL counts as 2 less for this test.",
        ),
        (
            "test skill +gold",
            "Test your skill: roll 2d6, and you succeed if the result is your SKILL + your gold or less.",
        ),
        (
            "test skill -(gold + 1)",
            "Test your skill: roll 2d6, and you succeed if the result is your SKILL − (your gold + 1) or less.",
        ),
    ],
)
def test_what_is_compared(lines: Lines, line: str, words: str) -> None:
    found = lines(f"~ {line}\n-> 2", HEADER)[0]
    assert found == (0, words if words.endswith("to 2.") else f"{words} Turn to 2.")


BOOK = """book "B"
    language "{language}"
sheet
    number strength = 8 in 0..12
    item rope
test step
    succeed 2d6 <= strength
    pass | fail
=== 1
~ gain rope
~ test step on 3d6
    pass -> 2
    fail -> 2
=== 2
~ test step -2
    pass -> 3
    fail -> 3
=== 3
~ test step +rope
-> victory
"""
WORDS = {
    "en": (
        "if the result is your strength or less:",
        "for this test your strength counts as 2 less:",
        "if you have the rope, your strength counts as 1 more for this test.",
    ),
    "de": (
        "wenn das Ergebnis höchstens strength ist:",
        "dabei zählt strength 2 weniger:",
        "wenn du „rope“ hast, zählt strength dabei 1 mehr.",
    ),
    "fr": (
        "si le résultat vaut votre total de strength ou moins :",
        "pour cette épreuve, votre total de strength compte 2 de moins :",
        "si vous possédez « rope », votre total de strength compte 1 de plus pour cette épreuve.",
    ),
    "es": (
        "si el resultado es tu strength o menos:",
        "en esta prueba tu strength cuenta 2 menos:",
        "si tienes «rope», tu strength cuenta 1 más en esta prueba.",
    ),
    "it": (
        "se il risultato è il tuo punteggio di strength o meno:",
        "per questa prova il tuo punteggio di strength conta 2 in meno:",
        "se hai «rope», il tuo punteggio di strength conta 1 in più per questa prova.",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_what_is_compared(published: Published, language: str) -> None:
    document = published(BOOK.replace("{language}", language))
    for section, words in zip(document.sections, WORDS[language], strict=True):
        told = " ".join(" ".join(line for _, line in shown(section.blocks)).split())  # French has narrow blanks
        assert words in told


def test_what_follows_a_clause_with_parts_is_a_sentence(lines: Lines) -> None:
    assert lines("~ roll 1d3 as last\n~ gold +last\n-> 2")[0] == (
        0,
        "Roll 1d3; below, the result is called last. Add last to your gold and turn to 2.",
    )
