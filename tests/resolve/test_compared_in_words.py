"""Comparisons in the words of a choice, which are open to everyone without a condition."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text

HEADER = """book "T"
    use fighting-fantasy
    language "{}"
sheet
    item rope, meal x 5 = 2
    number gold = 5 in 0..9
=== 1
* {} -> 2
* Go -> 3
=== 2
~ victory
=== 3
~ defeat
"""


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("If your STAMINA is less than 10", "Go on [if STAMINA < 10]"),
        ("If your STAMINA score is 6 or lower", "Go on [if STAMINA <= 6]"),
        ("When your luck is above 7, go", "Go [if LUCK > 7]"),
        ("If STAMINA is below 10: rest", "Rest [if STAMINA < 10]"),
        ("If your gold is 5", "Go on [if gold = 5]"),
        ("If you have less than 3 gold", "Go on [if gold < 3]"),
        ("If you have more than 3 gold pieces, pay", "Pay [if gold > 3]"),
        ("If you have no more than 3 gold", "Go on [if gold <= 3]"),
        ("If you have exactly 3 gold", "Go on [if gold = 3]"),
        ("If you have 3 gold", "Go on [if gold >= 3]"),
        ("If your rope is 3 metres long", None),
        ("If your skill is great", None),
        ("If the answer is 10", None),
        ("Ask if your STAMINA is less than 10", None),
    ],
)
def test_comparisons(words: str, line: str | None) -> None:
    assert _hints("en", words) == ([f"write: * {line} -> 2"] if line else [])


@pytest.mark.parametrize(
    ("language", "words", "line"),
    [
        ("de", "Wenn deine STAMINA unter 10 ist", "Weiter [if STAMINA < 10]"),
        ("de", "Wenn deine STAMINA 10 oder weniger beträgt", "Weiter [if STAMINA <= 10]"),
        ("fr", "Si votre STAMINA est inférieure à 10", "Continuer [if STAMINA < 10]"),
        ("es", "Si tu STAMINA es mayor que 10", "Seguir [if STAMINA > 10]"),
        ("it", "Se la tua STAMINA è superiore a 10, vai", "Vai [if STAMINA > 10]"),
    ],
)
def test_comparisons_in_the_language_of_the_book(language: str, words: str, line: str) -> None:
    assert _hints(language, words) == [f"write: * {line} -> 2"]


def _hints(language: str, words: str) -> list[str]:
    findings = read_text("test.gbk", HEADER.format(language, words)).earlier
    return [each.hint or "" for each in findings if each.code == "GB062"]
