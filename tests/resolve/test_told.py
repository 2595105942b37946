"""What only words tell, and where a rule does it after all; more of it stands in `tests/cases/syntax-only-told.gbk`."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text

HEADER = """book "Test"
    use fighting-fantasy
sheet
    item     rope, lamp
    item     meal x 5 = 2
    codeword RAVEN
    number   gold = 5 in 0..9
    limit    pack 3: rope, lamp
    number   guests = 3 in 0..9

rule rest
    ~ STAMINA +1
"""


def found(text: str, more: str = "") -> list[str]:
    """The words of the hints of what only words tell."""
    findings = read_text("test.gbk", f"{HEADER}{more}\n=== 1\n{text}\n-> 2\n=== 2\n~ victory\n").earlier
    return [each.hint or "" for each in findings if each.code == "GB067"]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("You lose 2 gold.", "~ gold -2"),
        ("You lose 2 gold pieces.", "~ gold -2"),
        ("Deduct 1d6 from your STAMINA!", "~ STAMINA -1d6"),
        ("Now you must lose 2 points of stamina.", "~ STAMINA -2"),
        ("Add 3 to your gold.", "~ gold +3"),
        ("- Gain 1 gold.", None),
        ("+1 SKILL", "~ SKILL +1"),
        ("Get 1 meal.", "~ gain 1 meal"),
        ("Deduct 3 from your STAMINA score.", "~ STAMINA -3"),
        ("You must subtract two points from your current luck total.", "~ LUCK -2"),
        ("Reduce your STAMINA score by 1d6 points.", "~ STAMINA -1d6"),
        ("Lower your SKILL by 1.", "~ SKILL -1"),
        ("Increase your LUCK score by 1.", "~ LUCK +1"),
        ("Remove 2 points of STAMINA.", "~ STAMINA -2"),
        ("Take 2 from your STAMINA.", "~ STAMINA -2"),
        ("Take 2 gold.", "~ gold +2"),
        ("Take 2 STAMINA.", None),  # as wounds, perhaps
        ("Spend 3 gold.", "~ gold -3"),
        ("Pay the old ferryman 3 gold.", "~ gold -3"),
        ("You hand over 3 gold.", "~ gold -3"),
        ("You receive 5 gold.", "~ gold +5"),
        ("Add 5 gold to your purse.", "~ gold +5"),
        ("Take 3 gold from your purse.", "~ gold -3"),
        ("Lose all your gold.", "~ set gold = 0"),
        ("You lose all of your meals.", "~ lose all meal"),
        ("The blow costs you 2 STAMINA points.", "~ STAMINA -2"),
        ("It costs you 3 gold.", "~ gold -3"),
        ("The meal costs you 3 gold.", None),  # a price, perhaps
        ("The meal would cost you 3 gold.", None),
        ("You recover 4 STAMINA points.", "~ STAMINA +4"),
        ("You may recover 4 STAMINA.", "~ STAMINA +4"),
        ("You get back 4 STAMINA.", "~ STAMINA +4"),
        ("He recovers 4 STAMINA.", None),
        ("You do not recover 4 STAMINA.", None),
        ("If you recover 4 STAMINA, go on.", None),
        ("“You recover 4 STAMINA,” she says.", None),
        ("Take off 2 points of STAMINA.", "~ STAMINA -2"),
        ("Take 2 points off your STAMINA.", "~ STAMINA -2"),
        ("Take off two rings.", None),
        ("You must pay three gold.", "~ gold -3"),
        ("She takes 3 gold from the till.", None),
        ("Remember the word RAVEN", "~ note RAVEN"),
        ("Remember the codeword RAVEN.", "~ note RAVEN"),
        ("Remember the raven.", None),
        ("You remember the word RAVEN, and smile.", None),
        ("Rain falls. You must fight the orc (SKILL 7, STAMINA 6).", '~ fight "orc" SKILL 7 STAMINA 6'),
        ("Rain falls. Fight an old orc with SKILL 7 STAMINA 6!", '~ fight "old orc" SKILL 7 STAMINA 6'),
        ("Rain falls. If you stay, you must fight the orc (SKILL 7 STAMINA 6).", None),
        ("Rain falls. You must not fight the orc (SKILL 7 STAMINA 6).", None),
        ("Rain falls. He must fight the orc (SKILL 7 STAMINA 6).", None),
        ("Rain falls. “You must fight the orc (SKILL 7 STAMINA 6)!”", None),
        ("Rain falls. You must fight the orc (strength 7).", None),
        ("You may restore 4 STAMINA points.", "~ STAMINA +4"),
        ("You may lose 2 gold.", None),
        ("Roll a die and lose that many STAMINA points.", "~ STAMINA -1d6"),
        ("Throw two dice and deduct the total from your STAMINA.", "~ STAMINA -2d6"),
        ("He throws a die.", None),
        ("Note the codeword RAVEN on your Adventure Sheet.", "~ note RAVEN"),
        ("Note down the codeword RAVEN.", "~ note RAVEN"),
        ("Write RAVEN on your list of codewords.", "~ note RAVEN"),
        ("Note the rope.", None),
        ("Add the lamp to your Adventure Sheet.", "~ gain lamp"),
        ("Add the lamp.", None),
        ("Cross the rope off your Adventure Sheet.", "~ lose rope"),
        ("Delete the rope from your sheet.", "~ lose rope"),
        ("Your STAMINA score falls by 2 points.", "~ STAMINA -2"),
        ("Your LUCK is increased by one.", "~ LUCK +1"),
        ("Cross off one meal.", "~ lose 1 meal"),
        ("Cross off two meals.", "~ lose 2 meal"),
        ("Cross off the lamp.", "~ lose lamp"),
        ("You remove the lamp.", None),
        ("Raise your lamp by one.", None),
        ("Reduce your SKILL score by 2 for this fight.", None),
        ("Deduct 2 from your attack score.", None),
        ("Record the codeword RAVEN.", "~ note RAVEN"),
        ("Cross out RAVEN.", "~ erase RAVEN"),
        ("You lose your lamp.", "~ lose lamp"),
        ("Restore your STAMINA to its Initial level.", "~ restore STAMINA"),
        ("Restore LUCK.", "~ restore LUCK"),
        ("Your SKILL returns to its starting value.", "~ restore SKILL"),
        ("Restore peace.", None),
        ("Restore your gold to its initial value.", None),
        ("Your LUCK increases by 1.", "~ LUCK +1"),
        ("Your LUCK decreases by two points.", "~ LUCK -2"),
        ("Lose half your gold.", "~ gold -gold / 2"),
        ("You lose half of your gold, rounded up.", "~ gold -(gold + 1) / 2"),
        ("You lose half the day.", None),
        ("You lose 2 gold to the thief.", "~ gold -2"),
        ("You give 2 gold to the old beggar.", "~ gold -2"),
        ("The thief takes 2 gold from you.", "~ gold -2"),
        ("A fat monk steals 2 of your meals.", "~ lose 2 meal"),
        ("A fat monk never steals 2 gold from you.", None),
        ("The thief takes 2 gold from him.", None),
        ("You lose 2 STAMINA climbing the wall.", "~ STAMINA -2"),
        ("You spend 2 gold in vain.", "~ gold -2"),
        ("You lose the lamp crossing the river.", "~ lose lamp"),
        ("You lose 2 gold gambling in each round.", None),
        ("You get the lamp burning.", None),
        ("Make a LUCK test.", "~ test luck"),
        ("Make a test of courage.", None),
        ("You now have the codeword RAVEN.", "~ note RAVEN"),
        ("You have the codeword RAVEN.", None),
        ("Remove the rope from your backpack.", "~ lose rope"),
        ("Take the rope from your backpack.", None),
        ("You are paid 5 gold.", "~ gold +5"),
        ("You are given the rope for your trouble.", "~ gain rope"),
        ("They are paid 5 gold.", None),
        ("This costs you 3 gold.", "~ gold -3"),
        ("You lose heart.", None),
        ("You lose 2 friends.", None),
        ("You lose 2 gold, or so you think.", None),
        ("Will you lose 2 gold?", None),
        ("“Pah! You lose 2 gold. Ha!”", None),
        ("You note that the raven is gone.", None),
        ("Test your strength.", None),
    ],
)
def test_sentences(words: str, rule: str | None) -> None:
    assert found(words) == ([f"write: {rule}"] if rule else [])
    if rule:
        assert found(rule) == []


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("You are wounded: lose 2 STAMINA points.", "~ STAMINA -2"),
        ("You slip and lose 2 STAMINA points.", "~ STAMINA -2"),
        ("You fall to the ground and must lose 2 STAMINA.", "~ STAMINA -2"),
        ("The stone hits you, and you lose 2 STAMINA.", "~ STAMINA -2"),
        ("You are hit by an arrow; deduct 2 from your STAMINA.", "~ STAMINA -2"),
        ("If you fall, you slip and lose 2 gold.", None),
        ("On a 6 you slip and lose 2 gold.", None),
        ("Each round you bleed and lose 2 STAMINA.", None),
        ("Unlucky: lose 2 STAMINA.", None),
        ("You try to jump and lose 2 gold.", None),
        ("You could fall and lose 2 gold.", None),
        ("You don't slip and lose 2 gold.", None),
        ("You see him slip and lose 2 gold.", None),
        ("You fear that you fall and lose 2 gold.", None),
        ("Watch him pay and lose 2 gold.", None),
        ("“You slip and lose 2 gold,” he says.", None),
        ("You slip and lose 2 gold?", None),
    ],
)
def test_a_change_behind_what_happens(words: str, rule: str | None) -> None:
    assert found(words) == ([f"write: {rule}"] if rule else [])


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("STAMINA −3", "~ STAMINA -3"),
        ("STAMINA –3", "~ STAMINA -3"),
        ("STAMINA minus 3.", "~ STAMINA -3"),
        ("gold plus 1d6", "~ gold +1d6"),
        ("[STAMINA -3]", "~ STAMINA -3"),
        ("(gain rope)", "~ gain rope"),
        ("• STAMINA -3", "~ STAMINA -3"),
        ("> You lose 2 gold.", "~ gold -2"),
        ("STAMINA -3, gold -1", "“~ STAMINA -3” and “~ gold -1”"),
        ("(-1 LUCK; −2 STAMINA)", "“~ LUCK -1” and “~ STAMINA -2”"),
        ("STAMINA -3 and gold -1.", "“~ STAMINA -3” and “~ gold -1”"),
        ("You must lose 1 LUCK, 2 gold and the rope.", "“~ LUCK -1”, “~ gold -2” and “~ lose rope”"),
        ("You lose the lamp and gain 3 gold.", "“~ lose lamp” and “~ gold +3”"),
        ("You gain 3 gold and lose 1 LUCK and 2 STAMINA.", "“~ gold +3”, “~ LUCK -1” and “~ STAMINA -2”"),
        ("Lose 1 LUCK, gain the rope, and you get 2 gold.", "“~ LUCK -1”, “~ gain rope” and “~ gold +2”"),
        ("Lose 1 LUCK, take 2 gold and 2 STAMINA.", None),
        ("SKILL – 7", None),  # a foe, perhaps
        ("SKILL – 7, STAMINA – 8", None),
        ("You lose 2 gold and a friend.", None),
        ("You lose time and the rope.", None),
        ("You get up and the rope falls.", None),
        ("The rope (gain it later) and gold.", None),
        ("“STAMINA -3, gold -1”, it says.", None),
        ("Roll under your LUCK minus 3.", None),
        ("If you fall, lose 2 gold.", None),
        ("Add 3 and 4.", None),
        ("[the rope]", None),
    ],
)
def test_changes_as_notes(words: str, rules: str | None) -> None:
    more = "write on lines of their own" if rules and "“" in rules else "write"
    assert found(words) == ([f"{more}: {rules}"] if rules else [])


def test_what_gives_all_back_takes_nothing() -> None:
    assert found("You lose 2 STAMINA.\n~ restore STAMINA") == ["write: ~ STAMINA -2"]
    assert found("Restore your STAMINA.\n~ STAMINA -2") == ["write: ~ restore STAMINA"]
    assert found("Restore your STAMINA.\n~ restore STAMINA") == []


def test_of_several_changes_only_those_count_that_no_rule_does() -> None:
    text = f"{HEADER}\n=== 1\nSTAMINA -3, gold -1\n~ gold -1\n-> 2\n=== 2\n~ victory\n"
    (told,) = (each for each in read_text("test.gbk", text).earlier if each.code == "GB067")
    assert (told.hint, told.message.endswith("no rule does all of it")) == ("write: ~ STAMINA -3", True)
    assert found("STAMINA -3, gold -1\n~ gold -1\n~ STAMINA -3") == []
    words = "You gain 3 gold and lose 1 LUCK and 2 STAMINA.\n~ gold +3\n~ LUCK -1\n~ STAMINA "
    assert (found(f"{words}-2"), found(f"{words}+2")) == ([], ["write: ~ STAMINA -2"])


def test_another_amount_in_a_chapter_beside_it_is_something_else() -> None:
    wasp = "You lose 3 STAMINA.\n-> 3\n=== 3\nA wasp.\n~ STAMINA -{}"
    assert found(wasp.format(1)) == ["write: ~ STAMINA -3"]
    assert found(wasp.format(3)) == []
    assert found(wasp.format("1d6")) == []
    on_the_way = "~ STAMINA -{}\n-> 3\n=== 3\nYou lose 3 STAMINA."
    assert found(on_the_way.format(1)) == ["write: ~ STAMINA -3"]
    assert found(on_the_way.format(3)) == []
    assert found(on_the_way.format("1d6")) == []
    assert found(on_the_way.format("1\n~ STAMINA -2")) == []  # in parts
    assert found(f"~ repeat 3 times\n    {on_the_way.format(1)}") == []


def test_numbers_of_a_hero_in_prose() -> None:
    lines = "hero\n    SKILL 9\n    LUCK: 8\n    gold 5\n    STAMINA 12\n    ~ set STAMINA = 12\n    Chapter 9\n"
    assert found("On.", lines) == ["write: ~ set SKILL = 9", "write: ~ set LUCK = 8"]  # gold begins with 5


@pytest.mark.parametrize(
    ("language", "words", "rule"),
    [
        ("fr", "Vous perdez 2 points d’endurance.", "~ ENDURANCE -2"),
        ("fr", "Gagnez 1d6 or !", "~ or +1d6"),
        ("fr", "Ajoutez 1 à votre total d'or.", "~ or +1"),
        ("fr", "Ôtez 1 de votre total de ENDURANCE.", "~ ENDURANCE -1"),
        ("fr", "Vous recevez 1 corde.", "~ gain 1 corde"),
        ("fr", "Notez le mot de code CORBEAU.", "~ note CORBEAU"),
        ("fr", "Vous perdez 2 amis.", None),
        ("fr", "Ramenez FORCE à son total de départ.", "~ restore FORCE"),
        ("fr", "Ramenez or à son total de départ.", None),
        ("de", "Setze FORCE auf den Anfangswert.", "~ restore FORCE"),
        ("de", "Lege eine Probe auf Mut ab.", "~ test mut"),
        ("it", "Metti alla prova Mut.", "~ test mut"),
        ("es", "Entra Juan. Tira un dado.", None),  # he may do it
        ("fr", "« Vous perdez 2 or », dit-il.", None),
        ("de", "Du verlierst 2 Punkte ENDURANCE.", "~ ENDURANCE -2"),
        ("de", "Erhöhe or um 3.", "~ or +3"),
        ("es", "Pierdes 2 or.", "~ or -2"),
        ("it", "Perdi 2 or.", "~ or -2"),
        ("it", "You lose 2 or.", "~ or -2"),
        ("en", "Perdi 2 or.", None),
        ("fr", "Notez le mot de code CORBEAU sur votre Feuille d’Aventure.", "~ note CORBEAU"),
        ("fr", "Ajoutez la corde à votre Feuille d’Aventure.", "~ gain corde"),
        ("fr", "Vous êtes blessé : perdez 2 points d’endurance.", "~ ENDURANCE -2"),
        ("fr", "Vous glissez et perdez 2 or.", "~ or -2"),
        ("fr", "Vous pouvez glisser et perdez 2 or.", None),
        ("de", "Streiche das Seil von deinem Abenteuerblatt.", None),
        ("de", "Streiche corde von deinem Abenteuerblatt.", "~ lose corde"),
        ("de", "Du rutschst aus und verlierst 2 or.", "~ or -2"),
        ("de", "Du rutschst nicht aus und verlierst 2 or.", None),
        ("es", "Resbalas y pierdes 2 or.", "~ or -2"),
        ("es", "Resbala y pierde 2 or.", None),
        ("it", "Scivoli e perdi 2 or.", "~ or -2"),
        ("it", "Aggiungi la corde alla tua scheda d’avventura.", "~ gain corde"),
    ],
)
def test_sentences_in_the_language_of_the_book(language: str, words: str, rule: str | None) -> None:
    header = f"""book "Test"
    language "{language}"
sheet
    number ENDURANCE = 9 in 0..9
    number or = 5 in 0..9
    stat FORCE = 9
    item corde
    codeword CORBEAU
test mut
    succeed 2d6 <= FORCE
    brave | timid
"""
    text = f"{header}\n=== 1\n{words}\n-> 2\n=== 2\n-> victory\n"
    findings = [each.hint for each in read_text("test.gbk", text).earlier if each.code == "GB067"]
    assert findings == ([f"write: {rule}"] if rule else [])


FOUGHT = "Rain falls. You must fight the orc (SKILL 7, STAMINA 6)."


@pytest.mark.parametrize(
    "text",
    [
        "You lose 2 gold.\n~ gold -2",
        "You lose 2 gold.\n~ pay 2 gold",
        "You lose 2 gold.\n* Yes -> 2\n    ~ set gold = 0",
        "You get 1 STAMINA.\n~ do rest",
        "You lose the rope.\n~ lose all pack",
        "Test your luck.\n~ test luck",
        f'{FOUGHT}\n~ fight "Orc" SKILL 7 STAMINA 6',
        f'{FOUGHT}\n-> 3\n=== 3\n~ fight "Orc" SKILL 7 STAMINA 6',
        f'~ fight "Orc" SKILL 7 STAMINA 6\n-> 3\n=== 3\n{FOUGHT}',
        f"{FOUGHT}\n~ do orc",
        "Roll a die.\n~ gold +1d6",
        "You lose 2 gold.\n-> 3\n=== 3\n~ gold -2",
        "* Give -> 3\n    ~ gold -2\n=== 3\nYou lose 2 gold.",
        "* Pay 2 gold -> 3\n=== 3\n~ gold -2",
        "* Pay 2 gold\n* Pray -> 3\n~ gold -2\n-> 3\n=== 3",
        "* Pay 2 gold [if gold >= 2] -> victory",
        "The rules of the house hang above the bar:\n1. Roll two dice.\n2. Pay 1 gold.\n3. Smile.",
        "The sign says:\n1) Pay 1 gold.",
        "* Buy a drink for 3 guests -> 2\n    ~ pay 1 gold",
        "* Buy a drink for 3 guests -> 2\n* Buy bread -> 2\n    ~ pay 1 gold",
        "* Buy a drink (for 3 guests) -> 2\n* Buy bread -> 2\n    ~ pay 1 gold",
    ],
)
def test_what_a_rule_does_nearby_is_story(text: str) -> None:
    assert found(text, 'rule orc\n    ~ fight "Orc" SKILL 7 STAMINA 6\n') == []


HUB = """* Wait
    {effect}
    -> 1
* Cast off -> 3
* Stay -> 2
=== 3
You lose 2 gold.
-> 1
=== 4
"""


@pytest.mark.parametrize(
    ("effect", "missing"),
    [
        ("~ gold -1", True),
        ("~ do spend", True),
        ("~ gold -2", False),
        ("~ gold -1\n    -> 3", True),
        ("~ gold -2\n    -> 3", False),
        ("~ gold -1d2\n    -> 3", False),
    ],
)
def test_a_choice_beside_it_that_leads_elsewhere_does_not_do_it(effect: str, missing: bool) -> None:
    spend = "rule spend\n    ~ gold -1d2\n"
    assert found(HUB.format(effect=effect), spend) == ["write: ~ gold -2"] * missing
    assert found(f"~ do spend\n{HUB.format(effect=effect)}", spend) == []


IN_A_CHOICE = "* Sing\n    You lose 2 gold.\n    {own}\n    -> 2\n* Pay\n    {other}\n    -> {to}\n=== 3\n"


@pytest.mark.parametrize(
    ("own", "other", "to", "hint"),
    [
        ("", "~ gold -2", 2, "write: ~ gold -2"),
        ("", "~ do spend", 2, "write: ~ gold -2"),
        ("~ do spend", "~ do spend", 2, None),
        ("~ gold -2", "~ gold -1", 2, None),
        ("~ gold -3", "~ gold -1", 2, "correct the rule, ~ gold -2, or the words"),
        ("", "~ gold -2", 1, None),  # one pays, and then reads of it
    ],
)
def test_another_choice_does_not_do_it(own: str, other: str, to: int, hint: str | None) -> None:
    text = IN_A_CHOICE.format(own=own, other=other, to=to)
    assert found(text, "rule spend\n    ~ gold -2\n") == ([hint] if hint else [])


@pytest.mark.parametrize(
    "text",
    [
        "* Ask\n    You must pay 2 gold.\n    -> 1\n* Pay\n    ~ pay 2 gold\n    -> 2",
        "* Ask\n    You must pay 2 gold.\n    -> 3\n* Pay\n    ~ pay 2 gold\n    -> 2\n=== 3\n-> 1",
        "* Ask\n    You must pay 2 gold.\n    -> 3\n* Pay\n    ~ pay 2 gold\n    -> 2\n=== 3\n-> back",
        "* Ask\n    You must pay 2 gold.\n* Pay\n    ~ pay 2 gold\n    -> 2\n-> 1",
        "~ repeat until gold < 3\n    * Ask\n        You must pay 2 gold.\n    * Pay\n        ~ pay 2 gold",
    ],
)
def test_a_choice_may_say_what_another_one_of_its_menu_takes_later(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("more", ["each chapter\n    ~ gold -2", "when gold = 5\n    ~ gold -1"])
def test_what_a_rule_of_the_header_does_is_story(more: str) -> None:
    assert found("You lose 2 gold.") == ["write: ~ gold -2"]
    assert found("You lose 2 gold.", more) == []


@pytest.mark.parametrize(
    "text",
    [
        "* note RAVEN\n~ do mark",
        "* note RAVEN\n~ do both-of-them",
        "* note RAVEN\n~ if rope\n    ~ note RAVEN",
        "* gold -1\n~ roll 1d6\n    1-3\n        ~ gold -1\n    4-6\n        ~ gold -2",
    ],
)
def test_what_is_done_after_a_lonely_choice_however_deep_is_done(text: str) -> None:
    assert found(text, "rule mark\n    ~ note RAVEN\nrule both-of-them\n    ~ do mark\n") == []


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("gain gold", "gold +1"),
        ("lose 2 gold", "gold -2"),
        ("lose all gold", "set gold = 0"),
        ("gain RAVEN", "note RAVEN"),
        ("gain rope", "gain rope"),
    ],
)
def test_the_rule_for_a_lonely_choice_is_one_for_its_name(words: str, rule: str) -> None:
    assert found(f"* {words}") == [f"write: ~ {rule}"]


def test_a_list_of_what_the_reader_does_is_no_sign() -> None:
    assert found("Do it like this:\n1. Pay 1 gold.\n2. Lose 2 STAMINA.") == ["write: ~ gold -1", "write: ~ STAMINA -2"]
    assert found("The rules hang here:\n1. Smile.\nYou lose 2 gold.") == ["write: ~ gold -2"]


def test_a_chapter_that_cannot_be_read_may_do_it() -> None:
    assert found("You lose 2 gold.\n-> 3\n=== 3\n~ gold minus") == []


@pytest.mark.parametrize(
    ("choice", "price"),
    [
        ("* Pay 2 gold -> victory", "2 gold"),
        ("* Pay the old man 2 gold pieces -> victory", "2 gold"),
        ("* Buy a rope (costs 3 gold)\n    ~ gain rope\n    -> 2", "3 gold"),
        ("* Buy a rope for 3 gold -> 2", "3 gold"),
        ("* Buy a map, 3 shields and a sword -> 2", None),
        ("* Hire a guide for 3 gold -> 2", None),  # of days it would be how long
        ("* Hand in the letter and collect 2 gold -> 2", None),
        ("* Give up and take 2 gold -> 2", None),
        ("* Give her a ring worth 2 gold -> 2", None),
        ("* Give him the 2 gold pieces -> 2", None),
        ("* Buy a rope: only gold will do -> 2", None),
        ("* Buy 3 gold rings -> 2", None),
        ("* Give the beggar 2 gold -> 2", "2 gold"),
        ("* Give me 2 gold -> 2", None),
        ("* Give him the lamp for 2 gold -> 2", None),
        ("* Hand over 1 meal -> 2", "1 meal"),
        ("* Bribe him with 3 gold -> 2", "3 gold"),
        ("* Pay 2 friends -> 2", None),
        ("* Pay attention to the 2 gold rings -> 2", None),
    ],
)
def test_prices(choice: str, price: str | None) -> None:
    assert found(choice) == ([f"write under it, with four blanks: ~ pay {price}"] if price else [])


@pytest.mark.parametrize("rule", ["gold -2", "pay 2 gold", "gold -1d6", "set gold = 0", "gold -1", "pay 3 gold"])
def test_where_a_choice_leads_any_rule_may_take_its_price(rule: str) -> None:
    """In parts, or after a haggle."""
    assert found(f"* Pay 2 gold -> 3\n* Wait -> 2\n=== 3\n~ {rule}") == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("*You lose 2 gold.*", "You lose 2 gold"),
        ("__Lose 2 gold!__", "Lose 2 gold"),
        ("*Gold* -2", None),
        ("You lose 2 gold.", "You lose 2 gold"),
    ],
)
def test_words_in_italics_are_quoted_without_half_a_mark(words: str, said: str | None) -> None:
    text = f"{HEADER}\n=== 1\n{words}\n-> 2\n=== 2\n~ victory\n"
    findings = [each for each in read_text("test.gbk", text).earlier if each.code == "GB067"]
    places = [(each.message.split("”")[0].lstrip("“"), text[each.span.start : each.span.end]) for each in findings]
    assert places == ([(said, said)] if said else [])


@pytest.mark.parametrize(
    "before", ["", "Fight the ", "You must fight the ", "Now you must fight ", "You have to battle an "]
)
def test_a_line_of_a_fight_names_the_foe_alone(before: str) -> None:
    text = f"{HEADER}\n=== 1\n{before}orc (SKILL 7, STAMINA 6).\n-> 2\n=== 2\n~ victory\n"
    hints = [each.hint for each in read_text("test.gbk", text).earlier if each.code == "GB061"]
    assert hints == ['write: ~ fight "orc" SKILL 7 STAMINA 6']


def test_a_paragraph_of_many_sentences_that_tell_nothing() -> None:
    assert found("It rains. " * 2_000) == []
