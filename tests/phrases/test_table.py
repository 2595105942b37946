"""Tables of phrases: the same keys in every language, the same holes in every form."""

import ast
import re

import pytest
from msgspec.structs import replace

from gamebook.phrases import LANGUAGES, Hole, cut, load_phrases
from gamebook.resources import resource_folder


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
        ("fr", "heure", "points d'"), ("fr", "hommes", "points d'"), ("fr", "heurts", "points de "),
        ("fr", "CHANCE", "points de "), ("en", "ENDURANCE", "points de "),
    ],
)  # fmt: skip
def test_de_elides_in_french(language: str, name: str, words: str) -> None:
    assert load_phrases(language).met("points de ", name) == (words, name)


@pytest.mark.parametrize(
    ("language", "fill", "next_", "said"),
    [
        ("de", "tue, was in den Regeln unter „it“ steht", " und ", ", und "),
        ("de", "tue, was in den Regeln unter „it“ steht (n = 2)", " und ", ", und "),
        ("de", "tue, was in den Regeln unter „it“ steht", " (nur", " (nur"),
        ("de", "tue, was in den Regeln unter „it“ steht", ", ", ", "),
        ("de", "würfle so viele 1W6, wie Gold angibt", " und ", ", und "),
        ("de", "die Anzahl der Würfel von 3W6, die 6 zeigen", " höher als ", ", höher als "),
        ("de", "die Anzahl der Würfel, die 6 zeigen, in hand", " höher als ", " höher als "),
        ("de", "die Anzahl dessen, was du von Hut, Seil und Mut hast", " genau ", ", genau "),
        ("de", "die Anzahl dessen, was du von Hut und Mut hast", " 0 ist", ", 0 ist"),
        ("de", "der Anzahl von Gold, die Anzahl von Brot", " und ", " und "),
        ("de", "(2, wenn du „Hut“ hast, sonst 0)", " und ", " und "),
        ("en", "tick the next empty box, if there is one", " and ", ", and "),
        ("en", "do what the rules say under “it”", " and ", " and "),
        ("fr", "cochez la prochaine case vide, s'il en reste une", " et ", ", et "),
        ("es", "marca la siguiente casilla vacía, si queda alguna", " y ", ", y "),
        ("en", "cross off one thing of your sack, drawn by chance", " and ", ", and "),
        ("es", "tacha una cosa de «saco», elegida al azar", " y ", ", y "),
        ("it", "cancella una cosa sotto «sacco», tirata a sorte", " e ", ", e "),
        ("it", "segna la prossima casella vuota, se ce n'è ancora una", " e ", ", e "),
    ],
)
def test_a_comma_closes_a_clause_where_the_sentence_goes_on(language: str, fill: str, next_: str, said: str) -> None:
    assert load_phrases(language).closed(fill, next_) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["tick-next", "beyond", "return"])
def test_an_afterthought_is_closed_in_every_language(language: str, key: str) -> None:
    phrases = load_phrases(language)
    fills = dict.fromkeys(phrases.holes(key), "x")
    assert phrases.closed(phrases.get(key).format(**fills), " and ") == ", and "


@pytest.mark.parametrize(
    ("language", "words", "next_", "said"),
    [
        ("it", "è più di ", "il tuo punteggio", "è più del tuo punteggio"),
        ("it", "cambia in ", "il tuo punteggio", "cambia nel tuo punteggio"),
        ("it", "di ", "l'orco", "dell'orco"),
        ("it", "è più di ", "ilarità", "è più di ilarità"),
        ("it", "vai al ", "8", "vai all'8"),
        ("it", "vai al ", "11", "vai all'11"),
        ("it", "vai al ", "1", "vai all'1"),
        ("it", "vai al ", "80", "vai all'80"),
        ("it", "vai al ", "12", "vai al 12"),
        ("it", "vai al ", "18", "vai al 18"),
        ("it", "riduci oro di ", "i 2 più alti di 3d6", "riduci oro dei 2 più alti di 3d6"),
        ("it", "cambia oro in ", "i 2 più alti di 3d6", "cambia oro nei 2 più alti di 3d6"),
        ("de", "von 1 bis ", "die größte Zahl von 1 und 2", "von 1 bis zur größten Zahl von 1 und 2"),
        ("de", "3 mit ", "die kleinste Zahl von 1 und 2", "3 mit der kleinsten Zahl von 1 und 2"),
        ("de", "eine Zahl von ", "die Zahl in der Tabelle", "eine Zahl von der Zahl in der Tabelle"),
        ("de", "erhöhe Gold um ", "der Rest von", "erhöhe Gold um den Rest von"),
        ("de", "vergleiche ", "der Rest von", "vergleiche den Rest von"),
        ("de", "höher als ", "der Rest von", "höher als der Rest von"),
        ("de", "zahle ", "der Rest von", "zahle den Rest von"),
        ("de", "erhöhe Gold um ", "(der Rest von 5) + 1", "erhöhe Gold um (den Rest von 5) + 1"),
        ("de", "eine Zahl von ", "((der Rest von 5) + 1) × 2", "eine Zahl von ((dem Rest von 5) + 1) × 2"),
        ("de", "von 1 bis ", "(die größte Zahl von 1) + 1", "von 1 bis zu (der größten Zahl von 1) + 1"),
        ("de", "von dem ", "(Gold + 1)", "von dem (Gold + 1)"),
        ("de", "der Würfel von ", "so viele W6, wie Gold angibt", "der Würfel von so vielen W6, wie Gold angibt"),
        ("de", "würfle ", "so viele W6, wie Gold angibt", "würfle so viele W6, wie Gold angibt"),
        ("es", "DESTREZA de ", "el enemigo", "DESTREZA del enemigo"),
        ("es", "cambia a ", "el menor de", "cambia al menor de"),
        ("es", "DESTREZA de ", "Elena", "DESTREZA de Elena"),
        ("fr", "est supérieur à ", "le plus petit", "est supérieur au plus petit"),
        ("fr", "est supérieur à ", "Les Halles", "est supérieur à Les Halles"),
        ("fr", "l'ENDURANCE de ", "Le Gardien", "l'ENDURANCE du Gardien"),
        ("fr", "l'ENDURANCE de ", "Les Loups", "l'ENDURANCE des Loups"),
        ("fr", "l'ENDURANCE de ", "La Bête", "l'ENDURANCE de La Bête"),
        ("en", "more than ", "il tuo", "more than il tuo"),
    ],
)
def test_a_preposition_and_an_article_become_one_word(language: str, words: str, next_: str, said: str) -> None:
    assert "".join(load_phrases(language).met(words, next_)) == said


@pytest.mark.parametrize("word", [
    "Éloïse", "hydre", "hydromel", "harmonie", "héroïsme", "héroïne", "hostilité", "habitants", "hameçon", "haleine",
    "HABILETÉ", "humeur", "huile", "huître", "herbe", "heure", "hésitation", "héritage", "hôte", "yeux", "Yvain", "Ys",
    "Yonne", "onces", "œufs", "e\u0301te\u0301",
])  # fmt: skip
def test_french_elides_before_a_vowel_and_a_mute_h(word: str) -> None:
    assert load_phrases("fr").met("votre total de ", word) == ("votre total d'", word)


@pytest.mark.parametrize("word", [
    "hache", "haine", "hallebarde", "halte", "hameau", "handicap", "hareng", "hasard", "hausse", "hauteur", "hâte",
    "héros", "hérisson", "he\u0301risson", "héron", "herse", "hennissement", "hibou", "hideux", "hiérarchie", "homard",
    "honte", "horde", "hotte", "houle", "housse", "huit", "hurlement", "hutte", "Yéti", "yaourt", "onze", "oui", "11",
])  # fmt: skip
def test_french_does_not_elide_before_an_aspirated_h(word: str) -> None:
    assert load_phrases("fr").met("votre total de ", word) == ("votre total de ", word)


def test_no_french_line_ends_between_a_word_and_its_marks() -> None:
    words = load_phrases("fr").words
    assert words["have"] == "vous possédez «\u00a0{item}\u00a0»"
    assert words["colon"] == "\u00a0:"


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


@pytest.mark.parametrize(
    ("language", "key", "hole", "word"),
    [
        ("fr", "if", "condition", "si"),
        ("fr", "rules-when", "condition", "que"),
        ("fr", "rules-while-more", "condition", "que"),
        ("fr", "least-of", "values", "de"),
        ("it", "least-of", "values", "di"),
        ("it", "if", "condition", ""),
        ("en", "least-of", "values", ""),
        ("fr", "is-none", "left", ""),
    ],
)
def test_a_word_that_is_said_again_before_each_part(language: str, key: str, hole: str, word: str) -> None:
    assert load_phrases(language).again(key, hole) == word


@pytest.mark.parametrize(
    ("language", "word", "part", "said"),
    [
        ("fr", "si", "vous avez", "si vous avez"),
        ("fr", "de", "votre total", "de votre total"),
        ("fr", "de", "autant de d6", "d'autant de d6"),
        ("fr", "de", "le reste", "du reste"),
        ("it", "di", "il tuo punteggio", "del tuo punteggio"),
        ("it", "di", "1d6", "di 1d6"),
        ("en", "", "your gold", "your gold"),
    ],
)
def test_what_is_said_again_meets_what_follows(language: str, word: str, part: str, said: str) -> None:
    assert load_phrases(language).after(word, part) == said


def _texts() -> set[str]:
    """Every text in the part of the program that knows phrases, and the pieces of those that are put together."""
    files = resource_folder("phrases").parent.rglob("*.py")
    texts = (text for file in files if "hrases" in (text := file.read_text("utf-8")) or "publish" in file.parts)
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    asked = {id(each) for call in calls if getattr(call.func, "attr", "") == "startswith" for each in call.args}
    return {str(node.value) for node in nodes if isinstance(node, ast.Constant) and id(node) not in asked}


def _is_said(key: str, texts: set[str]) -> bool:
    """Whether a text is the key, or it is put together: `f"row-{kind}"`, `f"{key}-value"`."""
    cuts = [place for place, letter in enumerate(key) if letter == "-"]
    if key in texts or any(key[: place + 1] in texts for place in cuts):
        return True
    return any(key[place:] in texts and _is_said(key[:place], texts) for place in cuts)


@pytest.mark.slow
def test_every_phrase_is_said_somewhere() -> None:
    texts = _texts()
    rows = {"higher", "lower", "equal"}  # said by the names that the rows of `compare` have in a book
    assert not [key for key in load_phrases("en").words.keys() - rows if not _is_said(key, texts)]


@pytest.mark.parametrize(
    ("words", "next_", "expected"),
    [
        ("oro y ", "imán", "oro e imán"),
        ("oro y ", "hilo", "oro e hilo"),
        ("oro y ", "hierro", "oro y hierro"),
        ("oro y ", "hiato", "oro y hiato"),
        ("oro y ", "yelmo", "oro y yelmo"),
        ("plata o ", "oro", "plata u oro"),
        ("plata o ", "hoja", "plata u hoja"),
        ("7 o ", "8", "7 u 8"),
        ("oro o ", "arco", "oro o arco"),
    ],
)
def test_spanish_and_and_or_before_their_own_sound(words: str, next_: str, expected: str) -> None:
    assert "".join(load_phrases("es").met(words, next_)) == expected
