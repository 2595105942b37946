"""Tables of phrases: the same keys in every language, the same holes in every form."""

import re
from dataclasses import replace

import pytest

from gamebook.phrases import LANGUAGES, Hole, cut, load_phrases


def test_a_phrase_is_cut_at_its_holes() -> None:
    parts = cut("pay {n} {name}, now")
    assert parts == ("pay ", "n", " ", "name", ", now")
    assert [isinstance(part, Hole) for part in parts] == [False, True, False, True, False]


def test_forms_follow_the_count() -> None:
    english = load_phrases("en")
    french = replace(english, language="fr")
    assert english.get("score-gain", 1) == "score {n} point"
    assert english.get("score-gain", 0) == "score {n} points"
    assert french.is_one(0) and not english.is_one(0)
    assert not english.is_one(None)


@pytest.mark.parametrize(
    ("language", "name", "words"),
    [
        ("fr", "ENDURANCE", "points d'"), ("fr", "HABILETÉ", "points d'"), ("fr", "haches", "points de "),
        ("fr", "CHANCE", "points de "), ("en", "ENDURANCE", "points de "),
    ],
)  # fmt: skip
def test_de_elides_in_french(language: str, name: str, words: str) -> None:
    assert load_phrases(language).before(name, "points de ") == words


def test_a_language_without_a_table_speaks_english() -> None:
    assert load_phrases("tlh").language == "en"
    assert load_phrases("en-GB") == load_phrases("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_what_english_says(language: str) -> None:
    english, other = load_phrases("en"), load_phrases(language)
    assert other.language == language
    assert set(other.words) == set(english.words)
    for key in english.words:
        assert other.holes(key) == english.holes(key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_clauses(language: str) -> None:
    for key, words in load_phrases(language).words.items():
        for form in words.split("|"):
            assert form.strip(), key
            assert not re.sub(r"\{[a-z]+\}", "", form).count("{"), key
