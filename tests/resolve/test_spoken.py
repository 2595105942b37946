"""Speech in a story, and words for the reader."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text
from gamebook.resolve.spoken import is_spoken

STORY = {
    "en": (
        "The hands of the clock turn to 12, and the bell strikes.",
        "'Turn to 12,' says the old pilot.",
        "You turn to 1984. The page is torn out.",
        "She watched the digits turn to 12.",
        "He says that\nyou lose 2 gold.",
        "You lose 2 gold\nevery evening.",
        "If the hands go to 2, the spell is over.",
        "When the hands turn to 2, the spell is over.",
        "When you turn to 2, you will understand.",
        "If the hand should go to 2, run.",
        "If the dial is at 3, the pressure must go to 2.",
        "If you don’t, it may go to 2.",
        "The lift can go to 2.",
        "The lift can only go to 2.",
        "The volume can go to 2.",
        "No one may go to 2.",
        "He may go to 2.",
        "It just must go to 2.",
        "The children then go to 2, and the others go to 3.",
        "The bells of St Mary's then turn to 2.",
        "If it rains, races continue at 2.",
        "On Sundays trams go to 2.",
        "At night the gates turn to 2.",
        "The door would not go to 2.",
        "Go to 3, go to 2, and you have a dance.",
        "Step to the left, go to 3, then go to 2, and bow.",
        "The song:\n    If you dare, then go to 2,\n    stay or run away with me.",
        "Dear friend, go to number 2, where the lantern hangs.",
        "Go to 2, says the voice.",
        "Go to 2, the captain orders.",
        "> GOTO 2",
        "10 PRINT 5\n20 GOTO 2",
        "20 IF G = 0 THEN GOTO 2",
        "The screen says:\n    $ goto 2",
        "IF G = 0 THEN GOTO 2",
    ),
    "fr": (
        "    Si tu as la clé, ouvre-moi,\n    va au 2, va au 3,\n    perds la clé.",
        "Si l'aiguille va au 2, tout est fini.",
        "Si la course continue au 2, je reste.",
        "— Vous jouez mal, dit le croupier. Vous perdez 2 gold.",
        "— Demain, alors. Rendez-vous au 12.",
        "À demain. Rendez-vous au 12, à midi.",
        "Vous dépensez 3 gold\nchaque soir à la taverne.",
    ),
    "de": (
        "– Ihr spielt schlecht, sagt der Wirt. Ihr verliert 2 Gold.",
        "> Lieber Freund, geh zu Nummer 12, dort, wo die Laterne hängt.",
        "Die Wachen grinsen. Sie erhalten 3 Gold.",
        "Das Thermometer fällt weiter auf 2.",
        "Der Alte behauptet,\ndu verlierst 2 Gold.",
    ),
    "it": (
        "Il ladro esce dall'ombra. Paga 3 gold.",
        "La vecchia mescola le carte. Guadagna 3 gold.",
        "Il re torna al 2.",
        "Vai al 2, dice la voce.",
    ),
    "es": (
        "Si la aguja pasa al 2, corre.",
        "La vieja baraja las cartas. Gana 3 gold.",
        "El reloj pasa a la 1.",
        "El autobús sigue en el 2.",
    ),
}
TOLD = {
    "en": (
        "If you dare, turn to 12.",
        "In this case turn to 12.",
        "Players with the ring turn to 2.",
        "You must turn to 12.",
        "Turn to 12!",
        "Take the rope\nand turn to 12.",
        "Take the rope, then go to 2.",
        "Take the rope then go to 2.",
        "If you have the rope go to 2.",
        "If not go to 2.",
        "If you have the rope, climb; if not turn to 2.",
        "On Sundays go to 2.",
        "At night you must go to 2.",
        "If you have the rope, you may go to 2.",
        "If the door opens go to 2.",
        "If the door opens, then go to 2.",
        "If a six turn to 2.",
        "    If you have the rope,\n    go to 2.",
        "    If you have the rope, go to 2.\n    Stay if you like.",
        "You see a door,\n    go to 2, and knock.",
        "Turn to 2, where the story goes on.",
        "If you have the rope, the lamp and the key turn to 2.",
        "If you win, quickly turn to 2.",
        "If you win, always turn to 2.",
        "You may now go to 2.",
        "GOTO 2",
        "> Goto 2.",
        "If you have the rope, then GOTO 2.",
        "Take the lamp. GOTO 2.",
        "The player may turn to 2.",
        "Wizards may turn to 2.",
        "The door is locked so go to 2.",
        "It is dark then go to 2.",
        "You lose 2 gold.",
    ),
    "fr": (
        "Dans ce cas rendez-vous au 2.",
        "Rendez-vous au 12.",
        "Si vous osez, rendez-vous au 12.",
        "Si la porte s’ouvre allez au 2.",
        "– Si vous osez, rendez-vous au 2.",
        "Vous perdez 2 gold.",
    ),
    "de": (
        "Andernfalls lies bei 2 weiter.",
        "Wenn das stimmt lies bei 2 weiter.",
        "Wenn du das Seil hast lies bei 2 weiter.",
        "Hast du das Seil? Lies bei 12 weiter.",
        "Wenn du willst, lies bei 12 weiter.",
        "Lies bei 2 weiter.",
        "Du verlierst 2 Gold.",
    ),
    "it": (
        "Se la hai vai al 2.",
        "Se l’hai vai al 2.",
        "In caso contrario vai al 12.",
        "Vai al 2.",
        "Perdi 2 gold.",
        "Guadagna 3 gold.",
    ),
    "es": ("Si la tienes pasa al 2.", "De lo contrario ve al 2.", "Ve al 2.", "Pierdes 2 gold.", "Gana 3 gold."),
}


def found(language: str, words: str) -> list[str]:
    """The findings about words of a chapter."""
    head = f'book "T"\n    language "{language}"\nsheet\n    number gold = 5 in 0..9\n'
    text = f"{head}\n=== 1\n{words}\n-> 2\n=== 2\n-> victory\n"
    return [each.code for each in read_text("t.gbk", text).earlier if each.code in ("GB052", "GB067")]


@pytest.mark.parametrize(("language", "words"), [(language, each) for language, some in STORY.items() for each in some])
def test_what_is_story(language: str, words: str) -> None:
    assert found(language, words) == []


@pytest.mark.parametrize(("language", "words"), [(language, each) for language, some in TOLD.items() for each in some])
def test_what_the_reader_is_to_do(language: str, words: str) -> None:
    assert len(found(language, words)) == 1


@pytest.mark.parametrize(
    "words",
    [
        "If you have the rope go to 2, if not, go to 3.",
        "Go to 2 if you have the rope, go to 3 if you have the lamp.",
        "    Go to 2 if you have the rope,\n    go to 3 if you have the lamp.",
        "If you dare, go to 2, otherwise go to 3.",
        "You may go to 2 or go to 3.",
        "Go to 2, go to 3 if you have the lamp.",
    ],
)
def test_two_turns_of_a_sentence(words: str) -> None:
    assert found("en", f"{words}\n* No -> 3\n\n=== 3") == ["GB052", "GB052"]


@pytest.mark.parametrize(
    ("words", "spoken"),
    [
        ("“Go! Run *home*.”", True),
        ("'Run *home*!' he cries.", True),
        ("The sailors' ship runs *home* at night.", False),
        ("It's late. Run *home*.", False),
        ("— Courez ! *Vite*.", True),
        ("Il dit :\n\n— Courez !\n\nVous courez *vite*.", False),
    ],
)
def test_quotation_marks_and_dashes(words: str, spoken: bool) -> None:
    assert is_spoken(words, words.index("*")) is spoken


def label(language: str, choice: str, below: str = "") -> list[str]:
    """The findings about a choice of a book."""
    text = f'book "T"\n    language "{language}"\n\n=== 1\n* {choice}\n{below}\n=== 2\n-> victory\n\n=== 3\n-> 2\n'
    return [each.code for each in read_text("t.gbk", text).earlier if each.code in ("GB051", "GB052")]


@pytest.mark.parametrize(
    ("language", "choice", "below", "codes"),
    [
        ("en", "Type GOTO 3", "-> 2\n", []),
        ("en", "Type GOTO 3 -> 2", "", []),
        ("en", "GOTO 3", "-> 2\n", ["GB051"]),
        ("en", "Run, then GOTO 3", "-> 2\n", ["GB051"]),
        ("en", "Turn to page 3", "-> 2\n", ["GB051"]),
        ("de", "Schlage Seite 3 auf", "-> 2\n", []),
        ("de", "Schlage Seite 3 auf -> 2", "", []),
        ("de", "Schlage Seite 3 auf", "", ["GB051"]),
        ("de", "Wenn du willst, schlage Seite 3 auf", "-> 2\n", ["GB051"]),
        ("de", "Schlage die 3 auf", "-> 2\n", ["GB051"]),
        ("de", "Schlage die 3 auf -> 2", "", ["GB052"]),
    ],
)
def test_programs_and_pages_in_choices(language: str, choice: str, below: str, codes: list[str]) -> None:
    assert label(language, choice, below) == codes
