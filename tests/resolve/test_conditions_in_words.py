"""Conditions that are only the words of a choice; more of it stands in `tests/cases`."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text

SHEET = "    item sword, rope, iron-bar\n    item bread x 3\n    codeword OWL\n"
SHEET += "    number gold = 5 in 0..9\n    one-of hat: red, blue"


def _hints(choice: str, language: str = "", codes: tuple[str, ...] = ("GB048", "GB062")) -> list[str]:
    spoken = f'\n    language "{language}"' if language else ""
    text = f'book "T"{spoken}\nsheet\n{SHEET}\n=== 1\n{choice}\n* No -> 3\n=== 2\n~ victory\n=== 3\n~ defeat\n'
    return [each.hint or "" for each in read_text("test.gbk", text).earlier if each.code in codes]


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("[requires sword]", "sword"),
        ("[has sword]", "sword"),
        ("[sword needed]", "sword"),
        ("[need rope]", "rope"),
        ("[Requires the SWORD]", "sword"),
        ("[you must have the iron bar]", "iron-bar"),
        ("[needs iron-bar and the rope]", "iron-bar and rope"),
        ("[sword or rope]", "sword or rope"),
        ("[without a rope]", "not rope"),
        ("[OWL]", "OWL"),
        ("[bread]", "bread"),
        ("[needs 2 bread]", "bread >= 2"),
        ("[needs 3 gold]", "gold >= 3"),
        ("[needs gold, at least 3]", "gold >= 3"),
        ("[not sword]", "not sword"),
        ("[not (sword or rope)]", "not (sword or rope)"),
        ("[visited 1]", "visited 1"),
        ("[not ticked]", "not ticked"),
        ("[no gold]", "gold = 0"),
        ("[when gold]", "gold > 0"),
        ("[gold]", None),  # what one finds there, perhaps
        ("[not torch]", None),
        ("[ifsword]", "sword"),
        ("(if gold > 3]", "gold > 3"),
        ("［if sword］", "sword"),
        ("[If_not sword]", "not sword"),
        ("[ifvisited 1]", "visited 1"),
        ("[iftorch]", None),
        ("[red hat]", None),  # a colour, perhaps, or a remark
        ("[red]", "red"),
        ("(needs sword)", "sword"),
        ("(only with the sword)", "sword"),
        ("(if gold > 3)", "gold > 3"),
        ("(sword)", None),  # a remark
        ("[3 gold]", "gold >= 3"),
        ("[spend at least 3 gold]", "gold >= 3"),
        ("[pay the man]", None),
        ("(once you are ready)", None),
        ("{if sword}", "sword"),
        ("<if sword>", "sword"),
        ("[the sword glows]", None),
        ("[swords]", None),
        ("\\[sword]", None),
    ],
)
def test_brackets_that_name_a_thing(words: str, condition: str | None) -> None:
    expected = [f"write: * Go on [if {condition}] -> 2"] if condition else []
    assert _hints(f"* Go on {words} -> 2") == expected


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("[first time]", "first time"),
        ("[first time only]", "first time"),
        ("[once]", "not visited 2"),
        ("(only once)", "not visited 2"),
        ("[one time only]", "not visited 2"),
    ],
)
def test_what_is_there_only_once(words: str, condition: str) -> None:
    """Where nobody can come twice, such a condition would be one that always holds."""
    more = "; if nobody can come here twice, leave those words out"
    assert _hints(f"* Go on {words} -> 2") == [f"write: * Go on [if {condition}] -> 2{more}"]


def test_what_can_be_done_only_once_ticks_a_box() -> None:
    """A visit of this chapter is no sign that a choice in it was taken. A second box would be ticked with the first."""
    more = "; if nobody can come here twice, leave those words out"
    told = "write “* Take it [if not ticked]”, and under it, with four blanks: ~ tick a box"
    first = "* Take it [once]\n    ~ gain rope\n    -> 1"
    assert _hints(first) == [told + more]
    assert _hints("* Take it [once]\n    ~ tick a box\n    -> 1") == [
        f"write: * Take it [if not ticked]{more}",
    ]
    declared = (
        "write “* Look [if not LOOK]”, and under it, with four blanks: ~ note LOOK, and in the sheet: codeword LOOK"
    )
    assert _hints(f"{first}\n* Look (only once)\n    -> 1") == [told + more, declared + more]
    assert _hints("* Rope: shoot the owl [once] -> 1")[0].startswith(
        "write “* Rope: shoot the owl [if not ticked] -> 1”"
    )


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("[wenn sword]", "sword"),
        ("[nur wenn du das Sword dabei hast]", "sword"),
        ("[falls sword and not OWL]", "sword and not OWL"),
        ("[wenn du kein sword hast]", "not sword"),
        ("[mindestens 3 gold]", None),
        ("[wenn mindestens 3 gold]", "gold >= 3"),
        ("[Sword nötig]", "sword"),
        ("(nur mit sword)", "sword"),
        ("[si tu n’as pas la sword]", "not sword"),
        ("[s’il a la sword et rope]", "sword and rope"),
        ("[solo con sword o rope]", "sword or rope"),
        ("[se você tem o sword e o iron-bar]", "sword and iron-bar"),
        ("[senza sword]", "not sword"),
        ("[als je de iron-bar hebt]", "iron-bar"),
        ("[als Sword benutzen]", None),  # German: it serves as one
        ("[se pierde la sword]", None),  # Spanish: it gets lost
        ("[mit dem sword in der Hand]", None),
        ("[the sword falls]", None),
        ("[nur Mut]", None),
    ],
)
def test_brackets_in_other_languages(words: str, condition: str | None) -> None:
    expected = [f"write: * Go on [if {condition}] -> 2"] if condition else []
    assert _hints(f"* Go on {words} -> 2") == expected


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("(nicht das Sword)", None),
        ("(nicht das Sword, das ist zu kurz)", None),
        ("(pas la sword)", None),
        ("(plus la sword)", None),
        ("(no la sword)", None),
        ("(non la sword)", None),
        ("(niet de sword)", None),
        ("(no sword)", None),
        ("(kein Sword)", "not sword"),
        ("(pas de sword)", "not sword"),
        ("(ningún sword)", "not sword"),
        ("(ohne Sword)", "not sword"),
        ("(nur ohne das Sword)", "not sword"),
        ("(wenn nicht sword)", "not sword"),
        ("(si tu n’as pas la sword)", "not sword"),
        ("[nicht das Sword]", "not sword"),
        ("[no la sword]", "not sword"),
    ],
)
def test_a_remark_about_what_is_not_taken(words: str, condition: str | None) -> None:
    """In English round brackets, (not the sword) and (no sword) are remarks as well."""
    assert _hints(f"* Go on {words} -> 2") == ([f"write: * Go on [if {condition}] -> 2"] if condition else [])
    assert _hints(f"* {words} Go on -> 2") == ([f"write: * Go on [if {condition}] -> 2"] if condition else [])


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Nur gold: spring", None),
        ("[nur gold] Spring", None),
        ("Spring (nur gold)", None),
        ("Nur mit gold: spring", "Spring [if gold > 0]"),
        ("Nur wenn du gold hast: spring", "Spring [if gold > 0]"),
        ("Spring [only with gold]", "Spring [if gold > 0]"),
        ("Spring [only if gold]", "Spring [if gold > 0]"),
        ("Spring [nur 3 gold]", "Spring [if gold >= 3]"),
        ("Nur Sword: kämpfe", "Kämpfe [if sword]"),
    ],
)
def test_only_with_a_number_may_be_an_idiom(words: str, meant: str | None) -> None:
    """“Nur Mut: spring”, where the sheet has `number mut`."""
    assert _hints(f"* {words} -> 2") == ([f"write: * {meant} -> 2"] if meant else [])


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Nicht das Sword: das Rope", None),
        ("No la sword: la rope", None),
        ("Kein Sword: geh", "Geh [if not sword]"),
        ("Plus de sword : va", "Va [if not sword]"),
        ("Ohne Sword: geh", "Geh [if not sword]"),
    ],
)
def test_what_is_not_meant_before_a_colon(words: str, meant: str | None) -> None:
    assert _hints(f"* {words} -> 2") == ([f"write: * {meant} -> 2"] if meant else [])


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Wenn du das Sword hast, geh", "Geh [if sword]"),
        ("Falls du noch ein Sword und ein Rope bei dir hast, geh", "Geh [if sword and rope]"),
        ("Geh, wenn du das Codewort OWL nicht notiert hast", "Geh [if not OWL]"),
        ("Geh nur wenn ihr das Sword besitzt", "Geh [if sword]"),
        ("Wenn Sie das Sword haben, gehen Sie", "Gehen Sie [if sword]"),
        ("Si tu n’as pas la sword, rentre", "Rentre [if not sword]"),
        ("Si vous avez encore la sword ou la rope, entrez", "Entrez [if sword or rope]"),
        ("Descends si tu as l'iron-bar", "Descends [if iron-bar]"),
        ("Si aún tienes la sword, baja", "Baja [if sword]"),
        ("Baja si no tienes rope", "Baja [if not rope]"),
        ("Se hai con te la sword, scendi", "Scendi [if sword]"),
        ("Wer das Sword hat, steigt hinab", "Steigt hinab [if sword]"),
        ("Wer kein Sword besitzt, flieht", "Flieht [if not sword]"),
        ("Quien tenga la sword, baja", "Baja [if sword]"),
        ("Chi ha la sword, scende", "Scende [if sword]"),
        ("Wer hat das Sword, fragst du", None),
        ("Frag, wer das Sword hat", None),
        ("Wer das Sword hat?", None),
        ("Wer das Sword will, steigt hinab", None),
        ("Chi ha la sword?", None),
        ("Wenn du die Swords hast, geh", "Geh [if sword]"),
        ("Wenn du das Swordfish hast, geh", None),
        ("If you have the sword and the rope, go", "Go [if sword and rope]"),
        ("Go on, if you have the sword", "Go on [if sword]"),
        ("If you do not have the sword, wait", "Wait [if not sword]"),
        ("If you don't have a sword, wait", "Wait [if not sword]"),
        ("If you no longer have the sword, wait", "Wait [if not sword]"),
        ("If you haven’t got the sword, wait", "Wait [if not sword]"),
        ("If you have to leave the sword, weep", None),
        ("Wenn sie das Sword haben, folge ihnen", None),
        ("Wenn er das Sword hat, flieh", None),
        ("Wenn du mit dem Sword kämpfen willst, geh", None),
        ("Wenn du Lust hast, nimm das Sword", None),
        ("Si tu as envie de prendre la sword, entre", None),
        ("Si il a la sword, rentre", None),
        ("Si tienes que usar la sword, úsala", None),
        ("Se hai bisogno della sword, scendi", None),
        ("Nimm das Sword, das du hast", None),
    ],
)
def test_clauses_about_what_the_reader_has(words: str, meant: str | None) -> None:
    assert _hints(f"* {words} -> 2") == ([f"write: * {meant} -> 2"] if meant else [])


@pytest.mark.parametrize(
    ("name", "words", "condition"),
    [
        ("silberner-schlüssel", "Wenn du den silbernen Schlüssel hast, geh", "silberner-schlüssel"),
        ("silberner-schlüssel", "Geh (wenn du einen silbernen Schlüssel hast)", "silberner-schlüssel"),
        ("moneda", "Si no tienes monedas, geh", "not moneda"),
        ("moneta", "Se hai monete, geh", "moneta"),
        ("torche", "Si tu as des torches, geh", "torche"),
        ("ring", "Wenn du die Ringe hast, geh", "ring"),
        ("hut", "Wenn du die Huten hast, geh", None),
        ("karte, kartell", "Wenn du die Karten hast, geh", "karte"),
        ("karte, karter", "Wenn du die Karten hast, geh", None),  # one of two
    ],
)
def test_a_name_with_another_ending(name: str, words: str, condition: str | None) -> None:
    book = f"sheet\n    item {name}\n\n=== 1\n* {words} -> 1\n"
    found = [each.hint for each in read_text("test.gbk", book).earlier if each.code == "GB062"]
    assert found == ([f"write: * Geh [if {condition}] -> 1"] if condition else [])


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("If you have the sword, turn to 2", "Go on [if sword]"),
        ("If you have no sword, climb, then turn to 2", "Climb [if not sword]"),
        ("If you have the sword you may turn to 2", "Go on [if sword]"),
        ("If you dare, turn to 2", "If you dare"),
        ("If you have courage, turn to 2", "If you have courage"),
    ],
)
def test_a_turn_and_a_condition_in_words_have_one_line(words: str, meant: str) -> None:
    assert _hints(f"* {words}", codes=("GB051", "GB062")) == [f"write: * {meant} -> 2"]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("[sword] Go", "Go [if sword]"),
        ("[needs sword] Go", "Go [if sword]"),
        ("[sword]: go", "Go [if sword]"),
        ("(if sword) Go", "Go [if sword]"),
        ("(if gold > 3) Go", "Go [if gold > 3]"),
        ("(without a sword) Go", "Go [if not sword]"),
        ("(If you have the sword) Go", "Go [if sword]"),
        ("{if sword} Go", "Go [if sword]"),
        ("[not (sword or rope)] Go", "Go [if not (sword or rope)]"),
        ("if sword: go", "Go [if sword]"),
        ("If sword, go", "Go [if sword]"),
        ("If sword, then go", "Go [if sword]"),
        ("IF sword THEN go", "Go [if sword]"),
        ("If gold > 3: go", "Go [if gold > 3]"),
        ("only if sword - go", "Go [if sword]"),
        ("unless sword: go", "Go [if not sword]"),
        ("Requires 3 gold: go", "Go [if gold >= 3]"),
        ("With the sword: go", "Go [if sword]"),
        ("Without the sword: go", "Go [if not sword]"),
        ("If you have the sword: go", "Go [if sword]"),
        ("If you have the sword – go", "Go [if sword]"),
        ("If you have one, use the sword", "Use the sword [if sword]"),
        ("(wenn sword) Geh", "Geh [if sword]"),
        ("Wenn sword: geh", "Geh [if sword]"),
        ("Wenn du das Sword hast: geh", "Geh [if sword]"),
        ("Hast du das Sword, geh", "Geh [if sword]"),
        ("Hast du kein Sword: geh", "Geh [if not sword]"),
        ("Haben Sie das Sword, so gehen Sie", "Gehen Sie [if sword]"),
        ("Mit dem Sword: geh", "Geh [if sword]"),
        ("Si sword : va", "Va [if sword]"),
        ("Si vous avez la sword : allez", "Allez [if sword]"),
        ("(sword) Go", None),  # a remark
        ("[gold] Go", None),  # what one finds there, perhaps
        ("\\[sword] Go", None),
        ("(Whispering) Ask for the sword", None),
        ("(Once more) Draw the sword", None),
        ("Sword: swing it", None),
        ("With the sword, go", None),  # what everybody does with it
        ("With gold: buy the sword", None),
        ("Without a word: draw the sword", None),
        ("If the sword breaks, flee", None),
        ("If only you had the sword: sigh", None),
        ("When the fight begins, draw the sword", None),
        ("If you dare: draw the sword", None),
        ("Needs must: sell the sword", None),
        ("Buy two things: sword and rope", None),
        ("Draw the sword - with care", None),
        ("If you have the sword – or the rope – go", "Go [if sword or rope]"),
        ("Look: if the sword is there, take it", None),
        ('"If you have the sword: fight," he says', None),
        ("Hast du das Sword?", None),
        ("Hast du das Sword, Wirt?", None),
        ("Wenn das Sword bricht: flieh", None),
        ("Si la sword tombe : fuis", None),
        ("Avec la sword brisée : fuis", None),
    ],
)
def test_conditions_before_the_words(words: str, meant: str | None) -> None:
    assert _hints(f"* {words} -> 2") == ([f"write: * {meant} -> 2"] if meant else [])


def test_what_is_paid_or_had_once_by_words_in_front() -> None:
    (hint,) = _hints("* [pay 3 gold] Buy it -> 2")
    assert hint == "write “* Buy it -> 2”, and under it, with four blanks: ~ pay 3 gold"
    assert _hints("* [rope] Pick it up\n    ~ gain rope\n    -> 2") == []
    assert _hints("* If sword: go [if sword] -> 2") == []
    (hint,) = _hints("* [once] Look -> 2")
    assert hint.startswith("write: * Look [if not visited 2] -> 2; if nobody")


def test_others_than_those_of_a_condition_in_front() -> None:
    assert _hints("* if sword: go -> 2\n* else: wait -> 3") == [
        "write: * Go [if sword] -> 2",
        "write: * Wait [if not sword] -> 3",
    ]
    assert _hints("* Go [if sword] -> 2\n* [else] Wait -> 3") == ["write: * Wait [if not sword] -> 3"]


@pytest.mark.parametrize(
    ("words", "language", "meant"),
    [
        ("Use the miller's sword as a rope", "", None),
        ("Use the miller’s sword as a rope", "fr", None),
        ("Wear the wolf's rope as a sword", "en", None),
        ("Si hast das sword, geh", "", None),
        ("S’il a la sword, tu as", "", None),
        ("Si tu as la sword, entre", "fr", "Entre [if sword]"),
        ("Si tu as la sword, entre", "fr-CH", "Entre [if sword]"),
        ("Si tu as la sword, entre", "es", None),
        ("Si tu as la sword, entre", "pl", None),
        ("Se você tens o sword e o rope, vai", "", "Vai [if sword and rope]"),
        ("Go [wenn du das sword hast]", "de", "Go [if sword]"),
        ("Go [se hai sword o rope]", "pt", None),
        ("Go [se hai sword o rope]", "", "Go [if sword or rope]"),
    ],
)
def test_a_clause_is_in_one_language(words: str, language: str, meant: str | None) -> None:
    assert _hints(f"* {words} -> 2", language) == ([f"write: * {meant} -> 2"] if meant else [])


@pytest.mark.parametrize("rest", ["Sonst", "Wenn nicht", "Sinon", "Si no", "De lo contrario", "Altrimenti"])
def test_the_rest_of_the_readers_in_other_languages(rest: str) -> None:
    above = "* Si tu as la sword, entre [if sword] -> 2"
    assert _hints(f"{above}\n* {rest}, x -> 3") == ["write: * X [if not sword] -> 3"]
    assert _hints(f"* Go [if sword] -> 2\n* {rest}, x -> 3") == []


@pytest.mark.parametrize(
    ("words", "language", "meant"),
    [
        ("Else nach dem Weg fragen", "de", None),
        ("Else, frag sie", "de", None),
        ("Else nach dem Weg fragen", "", None),
        ("Sonst niemanden grüßen", "de", None),
        ("Sonst die Tür öffnen", "de", None),
        ("Sonst noch Fragen?", "de", None),
        ("Sonst nichts", "de", None),
        ("Wenn nicht jetzt, wann dann?", "de", None),
        ("Autrement dit, fuir", "fr", None),
        ("Sinon quoi ?", "fr", None),
        ("Sinon, quoi ?", "fr", None),
        ("Otherwise engaged", "", None),
        ("Or else! you shout", "", None),
        ("If not now, when", "en", None),
        ("Otherwise, x", "fr", None),
        ("Or else, x", "en", "X"),
        ("Else: x", "", "X"),
        ("Sonst geh heim", "de", "Geh heim"),
        ("Sonst geh heim", "", "Geh heim"),
        ("Sonst die Tür öffnen", "", None),
        ("Sonst geh heim", "nl", None),
        ("Sonst geh in den Garten", "de", "Geh in den Garten"),
        ("Sonst den Wirt fragen", "de", None),
        ("Andernfalls, x", "de-CH", "X"),
    ],
)
def test_the_rest_of_the_readers_and_other_words(words: str, language: str, meant: str | None) -> None:
    above = "* If you have the sword, go [if sword] -> 2"
    expected = [f"write: * {meant} [if not sword] -> 3"] if meant else []
    assert _hints(f"{above}\n* {words} -> 3", language) == expected


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Regarde si tu as la sword", None),
        ("Vérifiez si vous avez encore la sword", None),
        ("Demande-lui si tu as la sword", None),
        ("Guarda se hai la sword", None),
        ("Controlla se hai ancora la sword", None),
        ("Mira si tienes la sword", None),
        ("Comprueba si aún tienes la sword", None),
        ("See if you have the sword", None),
        ("Check your bag: see if you have the sword", None),
        ("Ask the smith if you have the sword", None),
        ("Look to see if you have the sword", None),
        ("Try to find out if you have the sword", None),
        ("Go and check if you have the sword", None),
        ("Feel in your pocket if you have the sword", None),
        ("Search your old coat if you have the sword", None),
        ("Tell him if you have the sword", None),
        ("Chercher dans votre sac si vous avez la sword", None),
        ("Chercher si vous avez la sword", None),
        ("Fouiller tes poches pour voir si tu as la sword", None),
        ("Buscar en la bolsa si tienes la sword", None),
        ("Dile si tienes la sword", None),
        ("Decirle si tienes la sword", None),
        ("Decir al herrero si tienes la sword", None),
        ("Intenta averiguar si tienes la sword", None),
        ("Cercare nella borsa se hai la sword", None),
        ("Cerca se hai la sword", None),
        ("Digli se hai la sword", None),
        ("Di’ al fabbro se hai la sword", None),
        ("Look in the well if you have the sword", "Look in the well [if sword]"),
        ("Search the bag if you have the sword", "Search the bag [if sword]"),
        ("Feel your way if you have the sword", "Feel your way [if sword]"),
        ("Tell the truth if you have the sword", "Tell the truth [if sword]"),
        ("Cherche le trésor si tu as la sword", "Cherche le trésor [if sword]"),
        ("Buscar la bolsa si tienes la sword", "Buscar la bolsa [if sword]"),
        ("Dile la verdad si tienes la sword", "Dile la verdad [if sword]"),
        ("Cerca il tesoro se hai la sword", "Cerca il tesoro [if sword]"),
        ("Cercare nella borsa, se hai la sword", "Cercare nella borsa [if sword]"),
        ("See the smith if you have the sword", "See the smith [if sword]"),
        ("Ask the smith, if you have the sword", "Ask the smith [if sword]"),
        ("Demande-lui, si tu as la sword", "Demande-lui [if sword]"),
        ("Climb if you have the sword", "Climb [if sword]"),
        ("Si tu as la sword, regarde", "Regarde [if sword]"),
        ("Miracolo se hai la sword", "Miracolo [if sword]"),
    ],
)
def test_who_looks_or_asks_whether(words: str, meant: str | None) -> None:
    assert _hints(f"* {words} -> 2") == ([f"write: * {meant} -> 2"] if meant else [])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("If you have the sword, climb [if sword]", "If you do not have the sword, go [if not sword]"),
        ("If you have gold, climb [if gold >= 3]", "If you have little gold, go [if gold < 5]"),
        ("If you have the sword, climb [if sword or rope]", "If you have no sword, go [if not (sword and rope)]"),
    ],
)
def test_conditions_that_leave_nobody_have_no_others(first: str, second: str) -> None:
    above = f"* {first} -> 2\n* {second} -> 2"
    assert _hints(f"{above}\n* Otherwise, wait -> 3") == [
        "the choices above leave nobody: write when this one is open, or leave that word out"
    ]
    assert _hints(f"{above}\n* Wait [else] -> 3") == [
        "choices have no else: write when this one is open, such as [if not sword], or remove the bracket"
    ]


@pytest.mark.parametrize(
    ("words", "rest", "language", "go_on"),
    [
        ("Wenn du das sword hast", "Sonst", "de", "Weiter"),
        ("Si tu as la sword", "Sinon", "fr-BE", "Continuer"),
        ("If you have the sword", "Otherwise", "en", "Go on"),
        ("If you have the sword", "Otherwise", "", "Go on"),
    ],
)
def test_a_choice_without_words_goes_on_in_the_language_of_the_book(
    words: str, rest: str, language: str, go_on: str
) -> None:
    expected = [f"write: * {go_on} [if sword] -> 2", f"write: * {go_on} [if not sword] -> 3"]
    assert _hints(f"* {words} -> 2\n* {rest} -> 3", language) == expected


def test_a_choice_without_words_keeps_its_own_in_a_language_without_words_to_go_on() -> None:
    assert _hints("* Als je de sword hebt -> 2", "nl") == ["write: * Als je de sword hebt [if sword] -> 2"]


def test_what_the_choice_gives_is_no_condition() -> None:
    assert _hints("* Pick it up [rope]\n    ~ gain rope\n    -> 2") == []
    assert _hints("* Pick it up [requires rope] [if sword] -> 2") == []
    assert _hints("* Pick it up [the rope]\n    ~ gain rope\n    -> 2") == []


@pytest.mark.parametrize("price", ["3 gold", "costs 3 gold", "pay 3 gold"])
@pytest.mark.parametrize("rule", ["pay 3 gold", "gold -3"])
def test_a_price_that_is_paid_is_no_condition(price: str, rule: str) -> None:
    assert _hints(f"* Buy it [{price}]\n    ~ {rule}\n    -> 2") == []


@pytest.mark.parametrize(
    ("words", "line", "rules"),
    [
        ("[pay 3 gold]", "* Buy it -> 2", "~ pay 3 gold"),
        ("[costs 3 gold]", "* Buy it -> 2", "~ pay 3 gold"),
        ("(if you pay 2 bread)", "* Buy it -> 2", "~ pay 2 bread"),
        ("[must pay 3 gold and 1 bread]", "* Buy it -> 2", "~ pay 3 gold, ~ pay 1 bread"),
        ("[pay 3 gold if rope]", "* Buy it [if rope] -> 2", "~ pay 3 gold"),
        ("[pay 3 gold, pay 1 bread]", "* Buy it -> 2", "~ pay 3 gold, ~ pay 1 bread"),
        ("[needs rope, pay 2 gold]", "* Buy it [if rope] -> 2", "~ pay 2 gold"),
        ("[pay 2 gold, needs rope]", "* Buy it [if rope] -> 2", "~ pay 2 gold"),
        ("[rope needed, pay 2 gold]", "* Buy it [if rope] -> 2", "~ pay 2 gold"),
        ("[rope and bread required, costs 2 gold]", "* Buy it [if rope and bread] -> 2", "~ pay 2 gold"),
        ("[no rope, pay 2 gold]", "* Buy it [if not rope] -> 2", "~ pay 2 gold"),
        ("[pay 2 gold and have 1 bread]", "* Buy it [if bread >= 1] -> 2", "~ pay 2 gold"),
    ],
)
def test_a_price_that_nobody_pays(words: str, line: str, rules: str) -> None:
    assert _hints(f"* Buy it {words} -> 2") == [f"write “{line}”, and under it, with four blanks: {rules}"]
    assert _hints(f"{line}\n    " + rules.replace(", ", "\n    ")) == []


def test_a_price_that_is_paid_behind_the_choice_is_a_condition() -> None:
    assert _hints("* Buy it [pay 3 gold]\n~ gold -3\n-> 2") == ["write: * Buy it [if gold >= 3]"]


@pytest.mark.parametrize("words", ["not rope", "unless rope", "when not rope", "only without a rope"])
def test_who_has_it_already_takes_no_other(words: str) -> None:
    assert _hints(f"* Pick it up [{words}]\n    ~ gain rope\n    -> 2") == ["write: * Pick it up [if not rope]"]


@pytest.mark.parametrize(
    ("above", "words", "condition"),
    [
        ("* A [if sword] -> 2", "else", "not sword"),
        ("* A [if not sword] -> 2", "otherwise", "sword"),
        ("* A [if gold > 3] -> 2\n* B [if sword or rope] -> 2", "else", "gold <= 3 and not (sword or rope)"),
        ("* A [if sword] -> 2\n* B -> 2", "else", None),
        ("* A [if sword] -> 2", "else if rope", "not sword and rope"),
        ("* A [if sword] -> 2", "or else", "not sword"),
        ("* A [if sword] -> 2", "else if sword", None),
        ("* A -> 2", "else if sword", "sword"),
        ("* A [if sword] -> 2", "otherwise you die", ""),
    ],
)
def test_choices_have_no_else(above: str, words: str, condition: str | None) -> None:
    expected = [f"write: * Go on [if {condition}] -> 2"] if condition else []
    if condition is None:
        expected = [
            "choices have no else: write when this one is open, such as [if not sword], or remove the bracket",
        ]
    assert _hints(f"{above}\n* Go on [{words}] -> 2") == expected
    if condition:
        assert _hints(f"{above}\n* Go on [if {condition}] -> 2") == []


@pytest.mark.parametrize(("first", "condition"), [("[rope]", "not rope"), ("(if no rope)", "rope")])
def test_a_condition_in_words_counts_for_the_else_below_it(first: str, condition: str) -> None:
    """The sword, the first thing of the sheet, has no part in it."""
    hints = _hints(f"* Climb {first} -> 2\n* Jump [else] -> 3\n* Stay [else] -> 2")
    assert hints[1] == f"write: * Jump [if {condition}] -> 3"
    assert hints[2].startswith("choices have no else: ")


def test_the_rest_of_the_choice_stays() -> None:
    assert _hints('* Go on (if sword) [knows 20%] -> ending "Gone"') == [
        'write: * Go on [if sword] [knows 20%] -> ending "Gone"'
    ]


def test_the_choices_of_a_decision_count_too() -> None:
    assert _hints('~ choose "way"\n    * Go on [not sword] -> 2\n    * Stay -> 2\n* Or') == [
        "write: * Go on [if not sword] -> 2"
    ]


@pytest.mark.parametrize(
    ("choice", "meant"),
    [
        ("* Climb (sword) -> 2", "“Climb (sword)” is only for readers with it, write there: * Climb [if sword] -> 2"),
        ("* (the sword) Climb -> 2", "* Climb [if sword] -> 2"),
        ("* Sword: climb -> 2", "* Climb [if sword] -> 2"),
        ("* Climb (sword and rope) -> 2", "* Climb [if sword and rope] -> 2"),
        ("* Climb (sword) [if rope] -> 2", ""),
        ("* Look around (sword)\n    ~ gain sword\n    -> 2", ""),
        ("* Climb (the sword glows) -> 2", ""),
    ],
)
def test_a_thing_beside_the_words_that_nothing_else_uses(choice: str, meant: str) -> None:
    """It may be what the choice is about, so it is no finding of its own; but that nothing uses the thing is one."""
    (hint,) = _hints(f"~ gain sword\n~ gain rope\n{choice}", codes=("GB115",))[:1]
    assert hint.startswith("if ") == bool(meant)
    assert meant in hint
