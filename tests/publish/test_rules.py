"""Every rule of the page in words that a reader can follow; expected sentences are written by hand."""

import pytest

from gamebook.publish.rules.clauses import Clauses
from gamebook.publish.rules.writer import STEPS
from gamebook.syntax import ast
from tests.support.published import Lines, Published, shown


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ("-> 2", "Turn to 2."),
        ("~ STAMINA -2\n-> 2", "Lose 2 STAMINA points and turn to 2."),
        ("~ STAMINA -1\n-> 2", "Lose 1 STAMINA point and turn to 2."),
        ("~ gold +2d6\n-> 2", "Add 2d6 to your gold and turn to 2."),
        ("~ gain lantern\n-> 2", "Write the lantern on your Adventure Sheet and turn to 2."),
        ("~ gain 2 meal\n-> 2", "Write 2 meals on your Adventure Sheet and turn to 2."),
        ("~ lose meal\n-> 2", "Cross 1 meal off your Adventure Sheet and turn to 2."),
        ("~ lose all backpack\n-> 2", "Cross off all that is in your backpack and turn to 2."),
        ("~ note RAVEN\n-> 2", "Write down the codeword RAVEN and turn to 2."),
        ("~ gain axe\n-> 2", "Change your weapon to “axe” and turn to 2."),
        ("~ restore STAMINA\n-> 2", "Restore your STAMINA to its Initial value and turn to 2."),
        (
            "~ pay 5 gold\n~ note RAVEN\n-> 2",
            "Pay 5 gold (or all you have if that is less), write down the codeword RAVEN and turn to 2.",
        ),
        ("~ set gold = gold / 2 + 1\n-> 2", "Change your gold to your gold / 2 (rounded down) + 1 and turn to 2."),
        ("~ initial SKILL +1\n-> 2", "Raise your Initial SKILL by 1 and turn to 2."),
        ("~ victory", "Your adventure ends here, in victory."),
        ('~ ending "Home, at last!"', "Your adventure ends here: Home, at last!"),
        ("* Climb the wall -> 2", "Climb the wall: turn to 2."),
        ("* Who goes there? -> 2", "Who goes there? Turn to 2."),
        ("* Light it [if lantern] -> 2\n-> 3", "Light it (only if you have the lantern): turn to 2."),
        ("* Eat [if meal >= 2] -> 2\n-> 3", "Eat (only if you have at least 2 meals): turn to 2."),
        ("* Go [if not RAVEN] -> 2\n-> 3", "Go (only if you do not have the codeword RAVEN): turn to 2."),
        ("* Hit [if axe] -> 2\n-> 3", "Hit (only if your weapon is “axe”): turn to 2."),
        ("* Bribe\n    ~ pay 5 gold\n    -> 2\n-> 3", "Bribe: pay 5 gold and turn to 2."),
        ("You have {gold} pieces.\n-> 2", "You have [gold] pieces."),
        (
            "* Go [if SKILL > 8 and (rope or not lantern)] -> 2\n-> 3",
            "Go (only if your SKILL is more than 8 and (you have the rope or you do not have the lantern)): turn to 2.",
        ),
        (
            "* Go [if rope and not (lantern and SKILL > 8)] -> 2\n-> 3",
            "Go (only if you have the rope and (you do not have the lantern or your SKILL is 8 or less)): turn to 2.",
        ),
        (
            "* Go [if rope and lantern or SKILL > 8] -> 2\n-> 3",
            "Go (only if (you have the rope and you have the lantern) or your SKILL is more than 8): turn to 2.",
        ),
    ],
)  # fmt: skip
def test_words(lines: Lines, steps: str, words: str) -> None:
    assert lines(steps)[0] == (0, words)


def test_endings_with_the_same_words_are_printed_as_they_are_written(published: Published) -> None:
    document = published(
        '=== 1\n* Up -> 2\n* Down -> 3\n* Out -> Home\n=== 2\n~ defeat "Home"\n=== 3\n~ ending "Home" score 2\n'
    )
    assert [words for section in document.sections for _, words in shown(section.blocks)] == [
        "Up: turn to 2.",
        "Down: turn to 3.",
        "Out: your adventure ends here, in defeat: Home.",
        "Your adventure ends here, in defeat: Home.",
        "You score 2 points for this ending and your adventure ends here: Home.",
    ]


def test_back(published: Published) -> None:
    document = published("=== 1\n* Look -> 2\n-> victory\n=== 2\n-> back")
    assert shown(document.sections[1].blocks) == [(0, "Turn back to the section from which you came.")]


def test_back_from_a_chapter_that_turns_to_itself(published: Published) -> None:
    """Readers may have come there from there: play goes back further."""
    document = published("=== 1\n* Look -> 2\n-> victory\n=== 2\n* Again -> 2\n* Leave -> back")
    assert shown(document.sections[1].blocks)[1] == (
        0,
        "Leave: turn back to the other section from which you last came here.",
    )


@pytest.mark.parametrize(
    ("language", "before", "first"),
    [
        ("en", "If you have been here before: turn to 3.", "If this is your first time here: turn to 3."),
        ("de", "Wenn du schon einmal hier warst:", "Wenn du zum ersten Mal hier bist:"),
        ("fr", "Si vous êtes déjà venu ici :", "Si vous venez ici pour la première fois :"),
        ("es", "Si ya has estado aquí antes:", "Si es la primera vez que estás aquí:"),
        ("it", "Se sei già stato qui:", "Se è la prima volta che sei qui:"),
    ],
)
def test_inside_a_section_visited_means_before(published: Published, language: str, before: str, first: str) -> None:
    """A reader who ticks off section 2 on coming there would always say yes; so for a rule done there."""
    document = published(
        f"""book "B"
    language "{language}"
rule look
    ~ if visited 2
        -> 3
=== 1
~ if visited 2
    -> 3
-> 2
=== 2
~ if visited 2
    -> 3
~ if not visited 2
    -> 3
~ do look
-> 1
=== 3
~ victory
"""
    )
    here = [" ".join(line.split()) for _, line in shown(document.sections[1].blocks)]
    assert [line[: len(words)] for line, words in zip(here, (before, first, before), strict=False)] == [
        before, first, before,
    ]  # fmt: skip
    elsewhere = shown(document.sections[0].blocks)[0][1]
    assert "2" in elsewhere
    assert elsewhere[: len(before)] != before


def test_else_of_a_negated_condition_is_turned_around(lines: Lines) -> None:
    found = lines("~ if not (lantern and gold < 5)\n    -> 2\n-> 3")
    assert found == [(0, "If you do not have the lantern or your gold is 5 or more: turn to 2."), (0, "Turn to 3.")]


def test_rows_of_a_roll(lines: Lines) -> None:
    found = lines("~ roll 1d6\n    1-2 -> 2\n    3\n        Ouch.\n        -> 3\n    4-6\n-> 2")
    assert found == [
        (0, "Roll one die:"), (1, "1–2: turn to 2."), (1, "3:"), (2, "Ouch."), (2, "Turn to 3."),
        (1, "4–6: nothing happens."), (0, "Turn to 2."),
    ]  # fmt: skip


def test_rows_of_a_roll_with_one_end(lines: Lines) -> None:
    found = lines("~ roll 2d6 - 4\n    -1 or less -> 2\n    0-3 -> 3\n    4 or more -> 2")
    assert found[1:] == [(1, "−1 or less: turn to 2."), (1, "0–3: turn to 3."), (1, "4 or more: turn to 2.")]


@pytest.mark.parametrize(
    ("weights", "rows"),
    [
        ((1, 1), ["1–3", "4–6"]),
        ((2, 1), ["1–4", "5–6"]),
        ((3, 1), ["11–53", "54–66"]),
        ((1, 35), ["11", "12–66"]),
        ((4, 1), ["1–4", "5"]),
    ],
)  # fmt: skip
def test_weights_become_dice(lines: Lines, weights: tuple[int, ...], rows: list[str]) -> None:
    steps = "~ random\n" + "".join(f"    {weight}: -> {k}\n" for k, weight in enumerate(weights, start=2))
    found = lines(steps)
    assert [words.partition(":")[0] for _, words in found[1:]] == rows


def test_a_test(lines: Lines) -> None:
    found = lines("~ test luck\n    lucky -> 2\n    unlucky\n        ~ STAMINA -2\n        -> 3")
    assert found == [
        (0, "Test your luck:"),
        (1, "If you are lucky: turn to 2."),
        (1, "If you are unlucky: lose 2 STAMINA points and turn to 3."),
    ]


def test_else_if(lines: Lines) -> None:
    found = lines("~ if rope\n    -> 2\n~ else if gold >= 5\n    -> 3\n~ else\n    -> 4")
    assert [words for _, words in found] == [
        "If you have the rope: turn to 2.", "Otherwise, if your gold is 5 or more: turn to 3.",
        "Otherwise: turn to 4.",
    ]  # fmt: skip


def test_a_number_that_counts_nothing_is_no_thing_that_one_has(published: Published) -> None:
    header = 'book "B"\n    language "{}"\nsheet\n    number alarm = 0 in 0..9\n    number coins = 9 in 0..9\n'
    text = (
        header + "=== 1\n* A [if alarm >= 3] -> 2\n* B [if alarm = 0] -> 2\n* C [if coins >= 3] -> 2\n=== 2\n~ victory"
    )
    said = {
        "en": ["A (only if your alarm is 3 or more): turn to 2.", "B (only if your alarm is exactly 0): turn to 2.",
               "C (only if you have at least 3 coins): turn to 2."],
        "it": ["A (solo se il tuo punteggio di alarm è 3 o più): vai al 2.",
               "B (solo se il tuo punteggio di alarm è esattamente 0): vai al 2.",
               "C (solo se il tuo punteggio di coins è 3 o più): vai al 2."],
    }  # fmt: skip
    for language, expected in said.items():
        blocks = published(text.format(language)).sections[0].blocks
        assert [words for _, words in shown(blocks)] == expected


def test_an_answer_that_is_one_of_many(lines: Lines) -> None:
    found = lines('~ ask "Which year?"\n    1204 -> 2\n    1205-1300 -> 3\n    else -> 4')
    assert [words for _, words in found][1:3] == [
        "If your answer is 1204: turn to 2.", "If your answer is a number from 1205 to 1300: turn to 3.",
    ]  # fmt: skip


def test_a_fight_says_who_goes_on(lines: Lines) -> None:
    found = lines('~ fight "Rat" SKILL 5 STAMINA 4\n    escape -> 3\n-> 2')
    assert found == [
        (0, "Fight:"),
        (0, "Rat: (('SKILL', '5'), ('STAMINA', '4'))"),
        (0, "You may run away at the start of any round; if you do: turn to 3."),
        (0, "If you win, turn to 2."),
    ]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Fight:"),
        ("de", "Kämpfe gegen diesen Gegner:"),
        ("fr", "Combattez\N{NO-BREAK SPACE}:"),
        ("es", "Lucha:"),
        ("it", "Combatti:"),
    ],
)
def test_a_box_with_one_foe_says_what_to_do(published: Published, language: str, words: str) -> None:
    text = f"""book "B"
    language "{language}"
    use fighting-fantasy
=== 1
~ fight "Rat" SKILL 5 STAMINA 4
-> victory
"""
    (_, told), (_, foe), *_ = shown(published(text).sections[0].blocks)
    assert (told, foe[:4]) == (words, "Rat:")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "As long as your gold is not 0 and your hope is not 3, do this again and again:"),
        ("de", "Solange gold nicht 0 ist und hope nicht 3 ist, tu dies immer wieder:"),
        ("fr", "Tant que votre total de gold ne vaut pas 0"),
        ("es", "Mientras se cumpla que tu gold no es 0 y tu hope no es 3, haz esto una y otra vez:"),
        ("it", "Per tutto il tempo in cui il tuo punteggio di gold non è 0 e il tuo punteggio di hope non è 3, fai"),
    ],
)
def test_what_is_repeated_until_something_holds_may_be_done_not_at_all(
    published: Published, language: str, words: str
) -> None:
    """It is asked before each time; "until your gold is 0" would be once for a reader without gold."""
    text = f"""book "B"
    language "{language}"
sheet
    number gold = 0 in 0..9
    number hope = 0 in 0..9
=== 1
~ repeat until gold = 0 or hope = 3
    ~ gold -1
    ~ hope +1
-> victory
"""
    (_, told), *_ = shown(published(text).sections[0].blocks)
    assert told.startswith(words), told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The first time that you are wounded in this fight: "),
        ("de", "Wenn du in diesem Kampf zum ersten Mal verwundet wirst: "),
        ("fr", "La première fois que vous êtes blessé dans ce combat : "),
        ("es", "La primera vez que resultes herido en este combate: "),
        ("it", "La prima volta che sei ferito in questo combattimento: "),
    ],
)
def test_only_the_first_wound_counts(published: Published, language: str, words: str) -> None:
    text = f"""book "B"
    language "{language}"
    use fighting-fantasy
=== 1
~ fight "Rat" SKILL 5 STAMINA 4
    wounded
        ~ LUCK -1
-> victory
"""
    told = [line.replace("\u00a0", " ") for _, line in shown(published(text).sections[0].blocks)]
    assert told[2].startswith(words), told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "If all foes that are left are busy, you may attack them all the same."),
        ("de", "Wenn keiner der Gegner eingreift, die noch stehen, darfst du sie trotzdem angreifen."),
        ("fr", "Si aucun des adversaires encore debout n’intervient, vous pouvez les attaquer malgré tout."),
        ("es", "Si no interviene ninguno de los enemigos que siguen en pie, puedes atacarlos de todos modos."),
        ("it", "Se nessuno dei nemici ancora in piedi interviene, puoi attaccarli lo stesso."),
    ],
)
def test_foes_that_are_all_busy_can_be_attacked(published: Published, language: str, words: str) -> None:
    """It is said once, after the last foe that somebody keeps busy."""
    text = f"""book "B"
    language "{language}"
    use fighting-fantasy
sheet
    number hound = 1 in 0..1
=== 1
~ fight "Rat" SKILL 5 STAMINA 4 and "Cat" SKILL 6 STAMINA 4 and "Bat" SKILL 5 STAMINA 3
    busy "Cat" while hound > 0
    with luck = 0
    busy "Bat" while hound > 0
    escape -> defeat
-> victory
"""
    told = [line for _, line in shown(published(text).sections[0].blocks)]
    assert [place for place, line in enumerate(told) if line == words] == [7], told
    assert told[6].startswith("Bat")


@pytest.mark.parametrize("word", ["and", "then"])
def test_foes_of_one_name_have_numbers(lines: Lines, word: str) -> None:
    """The rules of the fight call them so."""
    foe = "SKILL 5 STAMINA 4"
    found = lines(f'~ fight "Rat" {foe} {word} "Cat" {foe} {word} "Rat" {foe}\n-> 2')
    assert [line.split(":")[0] for _, line in found[1:4]] == ["Rat 1", "Cat", "Rat 2"]


def test_a_foe_of_one_name_is_called_alike_in_the_list_and_in_the_rules(lines: Lines) -> None:
    foe = "SKILL 5 STAMINA 4"
    loss = '~ foe "Rat 2" STAMINA -1'
    found = lines(f'~ fight "Rat" {foe} and "Rat" {foe}\n    each round\n        {loss}\n-> 2')
    assert (0, "At the start of each round: subtract 1 from the STAMINA of Rat 2.") in found
    assert any(line.startswith("Rat 2:") for _, line in found)


EGGS = """book "B"
    language "{language}"
sheet
    number gold = 3 in 0..9
    item   egg x 6
    item   rope, meal x 3
    limit  pack 3: rope, meal
=== 1
{steps}
~ victory "Won"
"""


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("set egg = 4", "change the number of your eggs to 4"),
        ("set egg = 9", "change the number of your eggs to 6"),
        ("set egg = egg / 2", "change the number of your eggs to the number of your eggs / 2 (rounded down)"),
        ("set egg = 0", "cross off all your eggs"),
        ("set rope = 0", "cross the rope off your Adventure Sheet"),
        ("egg +2", "write 2 eggs on your Adventure Sheet"),
        ("gain 2 meal", "write 2 meals on your Adventure Sheet"),
        ("meal -2", "cross 2 meals off your Adventure Sheet"),
        ("meal +2", "write 2 meals on your Adventure Sheet (even if there is no room for it)"),
        ("set meal = 2", "change the number of your meals to 2 (even if there is no room for it)"),
        ("set rope = 1", "write the rope on your Adventure Sheet (even if there is no room for it)"),
        (
            "both meal +1, gold -1",
            "at the same time write 1 meal on your Adventure Sheet (even if there is no room for it) and ",
        ),
    ],
)
def test_items_that_are_set_or_added_whatever_a_limit_says(published: Published, step: str, words: str) -> None:
    """Only `gain` takes what fits; the pack has no room for a rope and three meals. Eggs are in no limit."""
    (_, line), *_ = shown(published(EGGS.format(language="en", steps=f"~ {step}")).sections[0].blocks)
    assert line.casefold().startswith(words.casefold()), line


@pytest.mark.parametrize(
    ("language", "words", "beside"),
    [
        ("de", "Setze die Anzahl von egg auf 4", "(auch wenn dafür kein Platz ist)"),
        ("fr", "Remplacez votre nombre d’egg par 4", "(même s’il n’y a pas de place)"),
        ("es", "Cambia tu cantidad de egg a 4", "(aunque no haya sitio)"),
        ("it", "Cambia il tuo numero di egg in 4", "(anche se non c’è posto)"),
    ],
)
def test_items_that_are_set_or_added_in_other_languages(
    published: Published, language: str, words: str, beside: str
) -> None:
    (_, line), *_ = shown(
        published(EGGS.format(language=language, steps="~ set egg = 4\n~ meal +1")).sections[0].blocks
    )
    assert line.startswith(words)
    assert beside in line


AMOUNT = """book "B"
    language "{language}"
sheet
    number gold = 0 in 0..9
    number purse = 1 in 1..3
=== 1
~ choose bet in {amounts}
~ gold -bet
-> victory
"""


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        ("1..gold", True), ("gold..9", True), ("1..min(gold, 4)", True), ("2..purse + gold", True),
        ("1..9 - gold", True), ("0..gold", False), ("1..6", False), ("1..max(gold, 4)", False),
        ("0..min(purse, gold)", False), ("1..purse + gold", False), ("1..purse", False),
    ],
)  # fmt: skip
def test_where_there_may_be_nothing_to_choose_the_amount_is_0(published: Published, amounts: str, told: bool) -> None:
    """gold can be 0, and purse is 1 or more."""
    text = AMOUNT.replace("{language}", "en").replace("{amounts}", amounts)
    (_, line), *_ = shown(published(text).sections[0].blocks)
    assert ("(if there is none, it is 0)" in line) == told, line


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Choose a number from 1 to your gold (if there is none, it is 0); below, it is called bet"),
        ("de", "Wähle eine Zahl von 1 bis gold (wenn es keine gibt, ist sie 0); im Folgenden heißt sie bet"),
        ("fr", "(s’il n’y en a pas, c’est 0) ; dans la suite, il s’appelle bet"),
        ("es", "Elige un número de 1 a tu gold (si no hay ninguno, es 0); en adelante se llama bet"),
        (
            "it",
            "Scegli un numero da 1 al tuo punteggio di gold (se non ce n’è nessuno, è 0); d’ora in poi si chiama bet",
        ),
    ],
)
def test_an_amount_that_may_be_none_in_each_language(published: Published, language: str, words: str) -> None:
    text = AMOUNT.replace("{language}", language).replace("{amounts}", "1..gold")
    (_, line), *_ = shown(published(text).sections[0].blocks)
    assert words in line.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "If you lose (as soon as your STAMINA is 0 or less), do this instead of what the rules say: turn to 3."),
        ("de", "Wenn du verlierst (sobald STÄRKE höchstens 0 ist), tu dies und nicht das, was die Regeln sagen: "),
        ("fr", "Si vous êtes vaincu (dès que votre total d’ENDURANCE vaut 0 ou moins), faites ceci au lieu de ce que "),
        ("es", "Si pierdes (en cuanto se cumpla que tu RESISTENCIA es 0 o menos), haz esto en lugar de lo que dicen "),
        ("it", "Se perdi (appena il tuo punteggio di RESISTENZA è 0 o meno), fai questo invece di ciò che dicono le "),
    ],
)
def test_a_lost_fight_says_what_losing_is_and_that_the_book_does_not_end(
    published: Published, language: str, words: str
) -> None:
    """The rules page says that the adventure ends at that moment."""
    document = published(
        f"""book "B"
    language {language}
    use fighting-fantasy
=== 1
~ fight "Rat" SKILL 5 STAMINA 4
    lost -> 3
-> 2
=== 2
~ victory
=== 3
~ roll 1d2
    1 -> victory
    2 -> defeat
"""
    )
    assert any(words in each for _, each in shown(document.sections[0].blocks))


def test_all_deaths_that_a_lost_fight_replaces_are_named(lines: Lines) -> None:
    header = """sheet
    codeword SLOW
rule drown
    -> defeat "Drowned"
when gold <= 0 -> Lost
when RAVEN
    ~ do drown
when SLOW -> 3
first when lantern -> victory
"""
    found = lines('~ fight "Rat" SKILL 5 STAMINA 4\n    lost\n        ~ gold +1\n-> 2', header)
    when = "as soon as your STAMINA is 0 or less or your gold is 0 or less or you have the codeword RAVEN"
    assert found[2:] == [
        (0, f"If you lose ({when}), do this instead of what the rules say: add 1 to your gold."),
        (0, "Turn to 2."),  # who loses this fight reads on here, too
    ]


def test_what_follows_a_fight_is_for_who_wins_where_all_others_leave(lines: Lines) -> None:
    found = lines(
        '~ fight "Rat" SKILL 5 STAMINA 4\n    lost\n        ~ roll 1d2\n            1 -> 3\n            2 -> 4\n-> 2'
    )
    assert found[-1] == (0, "If you win, turn to 2.")


def test_a_number_of_a_fight_is_told_with_its_range(lines: Lines) -> None:
    found = lines(
        '~ fight "Rat" SKILL 5 STAMINA 4\n    local tired = 0 in 0..2\n    each round\n        ~ tired +1\n-> 2'
    )
    kept = (
        "In this fight you also keep count of tired, which begins at 0 and is never less than 0 and never more than 2."
    )
    assert (0, kept) in found


def test_a_fight_that_can_stop_goes_on_for_everybody(lines: Lines) -> None:
    found = lines('~ fight "Rat" SKILL 5 STAMINA 4\n    after 3 rounds\n        ~ gold +1\n-> 2')
    assert found[-1] == (0, "Turn to 2.")


def test_named_rules_stand_in_their_place(lines: Lines) -> None:
    found = lines("~ do buy(rope, 3)\n-> 2", "rule buy(thing, price)\n    ~ pay price gold\n    ~ gain rope")
    assert found[0] == (
        0,
        "Pay 3 gold (or all you have if that is less), write the rope on your Adventure Sheet and turn to 2.",
    )


def test_rules_of_a_system_are_those_of_a_usual_fight(published: Published) -> None:
    document = published('book "B"\n    use fighting-fantasy\n=== 1\n~ victory')
    words = [line for _, line in shown(document.rules.blocks)]
    assert "Strike: subtract 2 from the STAMINA of the foe." in words
    assert "If you are unlucky: lose 3 STAMINA points." in words
    assert not any("shield" in line or "left" in line for line in words)


@pytest.mark.parametrize(
    ("steps", "skill", "others"),
    [
        ('~ fight "Ann" SKILL 5 STAMINA 4', False, False),
        ('~ fight "Ann" SKILL 5 STAMINA 4 then "Bob" SKILL 5 STAMINA 4', False, False),
        ('~ fight "Ann" SKILL 5 STAMINA 4 and "Bob" SKILL 5 STAMINA 4', False, True),
        ("~ test skill\n    pass -> victory\n    fail -> victory", True, False),
    ],
)
def test_the_rules_leave_out_what_the_book_never_has(
    published: Published, steps: str, skill: bool, others: bool
) -> None:
    """Luck is tested in every fight; skill only where a section says so; other foes attack only if together."""
    text = f'book "B"\n    use fighting-fantasy\n=== 1\n{steps}\n-> victory\n'
    document = published(text.replace("fail -> victory\n-> victory", "fail -> victory"))
    words = [line for _, line in shown(document.rules.blocks)]
    assert any(line.startswith("To test your skill") for line in words) is skill
    assert any("every other foe" in line for line in words) is others
    assert document.untold == ()


def test_rules_of_the_book_itself(published: Published) -> None:
    document = published("""book "B"
sheet
    stat SKILL = 1d6 + 6
    item harpoon, meal x 3 = 2
    limit bag 4: harpoon, meal
    let might = SKILL + 2
    while harpoon: SKILL +1
anytime
    * Eat [if meal]
        ~ lose meal
each chapter
    ~ SKILL -1
when SKILL <= 0 -> defeat "Too weak"
=== 1
* On [if not visited 2 and might > 2] -> 2
* Fish
    ~ gain harpoon
    -> 2
=== 2
* On -> 1
* Win -> victory
""")
    words = [line for _, line in shown(document.rules.blocks)]
    assert [line for line in words if line in WANTED] == WANTED
    assert document.sheet.visited
    assert [(line.name, line.kind, line.boxes, line.roll) for line in document.sheet.lines] == [
        ("SKILL", "stat", 1, "1d6 + 6"), ("harpoon", "item", 1, ""), ("meal", "item", 3, ""),
    ]  # fmt: skip


def test_a_thing_has_no_more_boxes_than_there_is_room_for(published: Published) -> None:
    document = published(
        'book "B"\nparam room = 3\nsheet\n    item crystal x 5, rope x 2, gem x 4, coin x 4\n'
        "    limit bag room: crystal, rope\n    limit bag: gem\n=== 1\n"
        "~ gain crystal\n~ gain rope\n~ gain gem\n~ gain coin\n~ victory"
    )
    boxes = {line.name: line.boxes for line in document.sheet.lines if line.kind == "item"}
    assert boxes == {"crystal": 3, "rope": 2, "gem": 3, "coin": 4}


def test_every_step_of_the_language_has_words() -> None:
    """What stands in another's place or is words already needs none."""
    told = {*Clauses.__dict__["clause"].dispatcher.registry, *STEPS, ast.Prose, ast.InWords, ast.DoRule}
    steps = {each for each in vars(ast).values() if isinstance(each, type) and issubclass(each, ast.Step)}
    assert steps - told == {ast.Step}


def test_what_is_kept_from_the_book_before(published: Published) -> None:
    document = published(
        'book "B"\n    carry gold, weapon\nsheet\n    number gold = 2 in 0..9\n    one-of weapon: none, sword\n'
        "=== 1\n~ victory"
    )
    words = [line for _, line in shown(document.rules.blocks)]
    assert "If you have played the book before this one, you keep from it: gold and weapon." in words
    assert [(line.name, line.start) for line in document.sheet.lines] == [("gold", "2"), ("weapon", "none")]


KEPT = """book "B"
    language "{language}"
    carry NERVE, gold
sheet
    stat NERVE = 4 in 0..6
    number gold = 1d4 in 0..9
hero
    ~ gold +1
=== 1
~ victory
"""


@pytest.mark.parametrize(
    ("language", "limits", "kept", "skipped"),
    [
        (
            "en",
            "Your Initial NERVE is never less than 0 and never more than 6.",
            "you keep from it: NERVE and gold. You also keep the Initial value of NERVE.",
            "If you keep these, skip all that would give you one of them or change it before you begin.",
        ),
        (
            "de",
            "Der Anfangswert von NERVE ist nie niedriger als 0 und nie höher als 6.",
            "so behältst du daraus: NERVE und gold. Auch den Anfangswert von NERVE behältst du.",
            (
                "Wenn du das behältst, lass vor dem Beginn alles aus, was dir etwas davon geben oder etwas daran"
                " ändern würde."
            ),
        ),
        (
            "fr",
            "Votre total de départ de NERVE ne vaut jamais moins de 0 ni plus de 6.",
            "vous en gardez\u00a0: NERVE et gold. Vous gardez aussi le total de départ de NERVE.",
            (
                "Si vous gardez ces choses, laissez de côté tout ce qui vous les donnerait ou les changerait avant de"
                " commencer."
            ),
        ),
        (
            "it",
            "Il tuo punteggio iniziale di NERVE non è mai meno di 0 né più di 6.",
            "ne conservi: NERVE e gold. Conservi anche il punteggio iniziale di NERVE.",
            "Se conservi queste cose, tralascia tutto ciò che te le darebbe o le cambierebbe prima di cominciare.",
        ),
        (
            "es",
            "Tu NERVE inicial nunca es menos de 0 ni más de 6.",
            "conservas de él: NERVE y gold. Conservas también el valor inicial de NERVE.",
            "Si conservas estas cosas, omite todo lo que te las daría o las cambiaría antes de empezar.",
        ),
    ],
)
def test_what_is_kept_is_not_settled_anew(
    published: Published, language: str, limits: str, kept: str, skipped: str
) -> None:
    words = [line for _, line in shown(published(KEPT.replace("{language}", language)).rules.blocks)]
    assert limits in words
    place = next(number for number, line in enumerate(words) if line.endswith(kept))
    assert words[place + 1] == skipped


WANTED = [
    (
        "SKILL: 1d6 + 6. Write it down, and beside it as your Initial SKILL; it never rises above that and never falls"
        " below 0."
    ),
    "You begin with: 2 meals.",
    "bag: at most 4 of harpoon and meal.",
    "might means: your SKILL + 2.",
    "While you have the harpoon, your SKILL counts 1 more.",
    "Some sections ask where you have been before: tick off each number as you leave it.",
    "Eat (only if you have at least one meal): cross 1 meal off your Adventure Sheet.",
    "At the beginning of every section: lose 1 SKILL point.",
    "At once, whenever your SKILL is 0 or less: your adventure ends here, in defeat: Too weak.",
    "When you are ready, turn to 1.",
]


def test_a_rule_is_printed_with_what_it_was_given(lines: Lines) -> None:
    header = """
rule buy(thing, price, word)
    It costs {price} gold.
    * Buy it for {price}
        ~ pay price gold
        ~ gain thing
        ~ do tell(word)
rule tell(clue)
    ~ if not clue
        ~ note clue
"""
    assert lines("~ do buy(rope, 3, RAVEN)\n-> 2", header)[:4] == [
        (0, "It costs 3 gold."), (0, "Buy it for 3:"),
        (1, "Pay 3 gold and write the rope on your Adventure Sheet."),
        (1, "If you do not have the codeword RAVEN: write down the codeword RAVEN."),
    ]  # fmt: skip


MORE = "2 more if you test your luck and are lucky, 1 less if you are unlucky"
DECIDED = "you have decided whether to test your luck"
LESS = "1 less if you test your luck and are lucky, 1 more if you are unlucky"


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (
            "damage = 3 for 2 rounds",
            f"Each round that you win costs the foe 3 STAMINA points, {MORE} (only in the first 2 rounds).",
        ),
        ("attack = -1 for 1 round", "In this fight, −1 is added to your roll (only in the first round)."),
        (
            "shield-first = 0 for 1 round",
            f"In this fight, roll for your shield after {DECIDED} (only in the first round).",
        ),
        (
            "harm = 1",
            f"Each round that you lose costs you 1 STAMINA point, {LESS}.",
        ),
        ("luck = 1", "You may test your luck at most 1 time in this fight."),
        ("luck = 2", "You may test your luck at most 2 times in this fight."),
    ],
)
def test_a_setting_says_how_long_it_holds(lines: Lines, setting: str, words: str) -> None:
    found = lines(f'~ fight "Troll" SKILL 9 STAMINA 9\n    with {setting}\n-> 2')
    assert (0, words) in found


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Lose 1d6 points of your score.", "Add your gold to your score and your"]),
        ("de", ["Du verlierst 1W6 Punkte.", "Erhöhe deine Punktzahl um gold und hier endet dein Abenteuer siegreich."]),
        ("fr", ["Retirez 1d6 points de votre score.", "Ajoutez votre total de gold à votre score et votre aventure"]),
        ("es", ["Resta 1d6 puntos de tu puntuación.", "Suma tu gold a tu puntuación y tu aventura termina aquí"]),
        ("it", ["Togli 1d6 punti dal tuo punteggio.", "Aggiungi il tuo punteggio di gold al tuo punteggio e la tua"]),
    ],
)
def test_points_that_are_not_fixed(published: Published, language: str, words: list[str]) -> None:
    header = f'book "B"\n    language "{language}"\n    aim score\nsheet\n    number gold = 1 in 0..9\n=== 1\n'
    text = f"{header}~ score -1d6\n* Go -> 2\n=== 2\n-> victory score gold"
    found = " ".join(line for section in published(text).sections for _, line in shown(section.blocks))
    assert all(each in " ".join(found.split()) for each in words)


def test_german_says_what_follows_a_fight_behind_a_colon(published: Published) -> None:
    fight = '~ fight "Orc" SKILL 5 STAMINA 5\n    lost -> defeat\n-> victory'
    found = shown(
        published(f'book "B"\n    language "de"\n    use fighting-fantasy\n=== 1\n{fight}').sections[0].blocks
    )
    assert found[-1] == (0, "Wenn du gewinnst: hier endet dein Abenteuer siegreich.")


@pytest.mark.parametrize(
    ("menu", "words"),
    [
        ("* Go [if rope] -> 2", "Otherwise: lose 1 STAMINA point and turn to 3."),
        ("* Go [if rope]\n    ~ note RAVEN\n    -> 2", "Otherwise: lose 1 STAMINA point and turn to 3."),
        ("* Go [if gold >= 5]\n    ~ pay 5 gold\n    -> 2", "Otherwise: lose 1 STAMINA point and turn to 3."),
        ("* Go\n    ~ pay 5 gold\n    -> 2", "If this is not open to you: lose 1 STAMINA point and turn to 3."),
        (
            "* Go [if rope]\n    ~ pay 5 gold\n    -> 2\n* Climb [if lantern] -> 2",
            "If none of these is open to you: lose 1 STAMINA point and turn to 3.",
        ),
        ("* Go [if rope] -> 2\n* Eat [if meal]\n    ~ lose meal", "Lose 1 STAMINA point and turn to 3."),
    ],
)
def test_what_stands_after_a_menu_is_for_readers_with_no_choice(lines: Lines, menu: str, words: str) -> None:
    """Whoever can pay a price must (language.md, Menus). But a choice that leads nowhere goes on there, too."""
    assert lines(f"{menu}\n~ STAMINA -1\n-> 3")[-1] == (0, words)


def test_a_setting_without_words_says_how_long_it_holds(published: Published) -> None:
    combat = "combat fight\n    foe LIFE\n    won when foe LIFE <= 0\n    option chill = 1\n    round\n"
    fight = '~ fight "Troll" LIFE 9\n    with chill = 2 for 2 rounds\n~ victory'
    found = shown(published(f"{combat}        ~ foe LIFE -chill\n=== 1\n{fight}").sections[0].blocks)
    assert (0, "For the first 2 rounds of this fight, chill is 2.") in found


@pytest.mark.parametrize(
    ("language", "luck"),
    [
        ("en", [f", {MORE}.", f", {LESS}."]),
        ("de", [", 2 mehr, wenn du dein Glück versuchst und Glück hast, 1 weniger, wenn du Pech hast.",
                ", 1 weniger, wenn du dein Glück versuchst und Glück hast, 1 mehr, wenn du Pech hast."]),
        ("fr", [", 2 de plus si vous tentez votre CHANCE et êtes chanceux, 1 de moins si vous êtes malchanceux.",
                ", 1 de moins si vous tentez votre CHANCE et êtes chanceux, 1 de plus si vous êtes malchanceux."]),
        ("es", [", 2 más si pones a prueba tu SUERTE y la tienes, 1 menos si no la tienes.",
                ", 1 menos si pones a prueba tu SUERTE y la tienes, 1 más si no la tienes."]),
        ("it", [", 2 in più se tenti la FORTUNA e sei fortunato, 1 in meno se sei sfortunato.",
                ", 1 in meno se tenti la FORTUNA e sei fortunato, 1 in più se sei sfortunato."]),
    ],
)  # fmt: skip
def test_another_damage_is_told_with_what_luck_makes_of_it(
    published: Published, language: str, luck: list[str]
) -> None:
    """The rules page tells what luck brings where the damage is the usual 2: 4 and 1 when you hit, 1 and 3 when hit."""
    text = f"""book "B"
    language "{language}"
    use fighting-fantasy
=== 1
~ fight "Troll" SKILL 9 STAMINA 9
    with damage = 3
    with harm = 4
-> victory
"""
    told = [line for _, line in shown(published(text).sections[0].blocks)]
    assert [line.endswith(each) for line, each in zip(told[2:4], luck, strict=True)] == [True, True], told
    assert [str(n) in line for n, line in zip((3, 4), told[2:4], strict=True)] == [True, True]


@pytest.mark.parametrize(
    ("language", "settings", "words"),
    [
        (
            "en",
            "damage = 0, harm = 0",
            [
                "Each round that you win costs the foe 0 STAMINA points, 2 more if you test your luck and are lucky.",
                "Each round that you lose costs you 0 STAMINA points, 1 more if you test your luck and are unlucky.",
            ],
        ),
        (
            "en",
            "damage = gold, harm = gold",
            [
                (
                    "Each round that you win costs the foe your gold STAMINA points, 2 more if you test your luck and "
                    "are lucky, 1 less (but not below 0) if you are unlucky."
                ),
                (
                    "Each round that you lose costs you your gold STAMINA points, 1 less (but not below 0) if you test "
                    "your luck and are lucky, 1 more if you are unlucky."
                ),
            ],
        ),
        (
            "en",
            "damage = 1, harm = 0, luck = 0",
            [
                "Each round that you win costs the foe 1 STAMINA point.",
                "Each round that you lose costs you 0 STAMINA points.",
                "You may not test your luck in this fight.",
            ],
        ),
        (
            "en",
            "damage = 3, luck = 0 for 2 rounds",
            [
                f"Each round that you win costs the foe 3 STAMINA points, {MORE}.",
                "You may not test your luck in this fight (only in the first 2 rounds).",
            ],
        ),
        (
            "de",
            "damage = 0, harm = gold",
            [
                (
                    "Jede Runde, die du gewinnst, kostet den Gegner 0 Punkte STÄRKE, 2 mehr, wenn du dein Glück "
                    "versuchst und Glück hast."
                ),
                (
                    "Jede Runde, die du verlierst, kostet dich gold Punkte STÄRKE, 1 weniger (aber nicht unter 0), "
                    "wenn du dein Glück versuchst und Glück hast, 1 mehr, wenn du Pech hast."
                ),
            ],
        ),
        (
            "fr",
            "harm = 0, damage = 3, luck = 0",
            [
                "Chaque assaut perdu vous coûte 0 point d’ENDURANCE.",
                "Chaque assaut gagné coûte 3 points d’ENDURANCE à l’adversaire.",
                "Dans ce combat, vous ne pouvez pas tenter votre CHANCE.",
            ],
        ),
        (
            "es",
            "damage = 0, harm = 0",
            [
                (
                    "Cada asalto que ganas cuesta al enemigo 0 puntos de RESISTENCIA, 2 más si pones a prueba tu "
                    "SUERTE y la tienes."
                ),
                (
                    "Cada asalto que pierdes te cuesta 0 puntos de RESISTENCIA, 1 más si pones a prueba tu SUERTE y no "
                    "la tienes."
                ),
            ],
        ),
        (
            "it",
            "damage = 0, harm = 0",
            [
                (
                    "Ogni turno che vinci costa al nemico 0 punti di RESISTENZA, 2 in più se tenti la FORTUNA e sei "
                    "fortunato."
                ),
                "Ogni turno che perdi ti costa 0 punti di RESISTENZA, 1 in più se tenti la FORTUNA e sei sfortunato.",
            ],
        ),
    ],
)
def test_luck_is_told_where_it_changes_something(
    published: Published, language: str, settings: str, words: list[str]
) -> None:
    """The system takes max(damage - 1, 0) and max(harm - 1, 0): there is nothing less than none."""
    with_ = "".join(f"    with {each}\n" for each in settings.split(", "))
    text = f"""book "B"
    language "{language}"
    use fighting-fantasy
sheet
    number gold = 0 in 0..9
=== 1
~ fight "Troll" SKILL 9 STAMINA 9
{with_}-> victory
"""
    told = [line for _, line in shown(published(text).sections[0].blocks)]
    assert told[2 : len(words) + 2] == words


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["2 for 1 round", "1"], ["1"]),
        (["2 for 1 round", "3 for 2 rounds"], ["3 (only in the first 2 rounds)"]),
        (["1", "2 for 1 round"], ["1 (after the first round)", "2 (only in the first round)"]),
        (
            ["1", "2 for 3 rounds", "4 for 2 rounds"],
            [
                "1 (after the first 3 rounds)",
                "2 (only in the first 3 rounds) (after the first 2 rounds)",
                "4 (only in the first 2 rounds)",
            ],
        ),
        (["2", "attack + 1 for 1 round"], ["2", "attack + 1 (only in the first round)"]),
    ],
)
def test_settings_that_replace_each_other_do_not_contradict(
    lines: Lines, settings: list[str], words: list[str]
) -> None:
    with_ = "".join(f"    with attack = {each}\n" for each in settings)
    found = lines(f'~ fight "Troll" SKILL 9 STAMINA 9\n{with_}-> 2')
    told = [each.removeprefix("In this fight, ") for _, each in found if "is added" in each]
    assert [each.replace(" is added to your roll", "").rstrip(".") for each in told] == words


TWO_FORMS = """book "B"
    language "{language}"
phrase hull = "plank|planks"
sheet
    stat hull = 16 in 0..20
when hull <= 0 -> defeat
=== 1
~ hull -1
~ hull +2 beyond initial
* Mend her [if hull < initial hull] -> 2
* Wait [if hull >= 6] -> 2
* Run [if hull] -> 2
=== 2
~ victory
"""


@pytest.mark.parametrize(
    ("language", "rules", "lines_"),
    [
        (
            "en",
            [
                "planks: 16. Write it down, and beside it as your Initial planks;",
                "At once, whenever you have no planks:",
            ],
            [
                "Lose 1 plank and gain 2 planks, even beyond your Initial planks.",
                "Mend her (only if the number of your planks is less than your Initial number of planks):",
                "Wait (only if you have at least 6 planks):",
                "Run (only if you have at least one plank):",
            ],
        ),
        (
            "de",
            [
                "planks: 16. Schreibe die Zahl auf, und daneben noch einmal als Anfangswert; darüber steigt sie nur,",
                "wenn du keine planks hast:",
            ],
            [
                "Verliere 1 plank und gewinne 2 planks, auch über den Anfangswert der planks hinaus.",
                "Mend her (nur wenn die Anzahl der planks niedriger als die Anzahl der planks zu Beginn ist):",
                "Wait (nur wenn du mindestens 6 planks hast):",
                "Run (nur wenn du mindestens 1 plank hast):",
            ],
        ),
        (
            "fr",
            ["planks : 16.", "vous n’avez pas de planks :"],
            [
                "Perdez 1 plank et gagnez 2 planks, même au-delà de votre total de départ de planks.",
                "Mend her (seulement si votre nombre de planks est inférieur à votre nombre de planks de départ) :",
                "Wait (seulement si vous avez au moins 6 planks) :",
                "Run (seulement si vous avez au moins 1 plank) :",
            ],
        ),
        (
            "es",
            ["planks: 16.", "no tienes planks:"],
            [
                "Pierde 1 plank y gana 2 planks, incluso por encima de tus planks iniciales.",
                "Mend her (solo si tu cantidad de planks es menor que tu cantidad inicial de planks):",
                "Wait (solo si tienes al menos 6 planks):",
                "Run (solo si tienes al menos 1 plank):",
            ],
        ),
        (
            "it",
            ["planks: 16.", "non hai planks:"],
            [
                "Perdi 1 plank e guadagna 2 planks, anche oltre il tuo punteggio iniziale di planks.",
                "Mend her (solo se il tuo numero di planks è meno del tuo numero iniziale di planks):",
                "Wait (solo se hai almeno 6 planks):",
                "Run (solo se hai almeno 1 plank):",
            ],
        ),
    ],
)
def test_a_stat_with_two_forms_counts_things(
    published: Published, language: str, rules: list[str], lines_: list[str]
) -> None:
    document = published(TWO_FORMS.replace("{language}", language))
    told = [" ".join(line.split()) for _, line in shown(document.rules.blocks)]
    assert all(any(each in line for line in told) for each in rules), told
    section = [" ".join(line.split()) for _, line in shown(document.sections[0].blocks)]
    assert [line[: len(each)] for line, each in zip(section, lines_, strict=True)] == lines_
    assert [line.name for line in document.sheet.lines] == ["planks"]


BOARD = """book "B"
    language "{language}"
phrase crew = "hand|hands"
sheet
    stat LIFE = 9
    number crew = 9 in 0..20
combat board
    foe LIFE, crew
    won when foe crew <= 0
    round
        ~ foe LIFE -1
        ~ LIFE -1
=== 1
~ fight board "Pirates" LIFE 9 crew 9
-> victory
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "In each round: subtract 1 from the LIFE of the foe and lose 1 LIFE point."),
        ("de", "In jeder Runde: verringere LIFE (Gegner) um 1 und verringere LIFE um 1 Punkt."),
        ("fr", "À chaque assaut : ôtez 1 du total de LIFE de l’adversaire et perdez 1 point de LIFE."),
        ("es", "En cada asalto: resta 1 de LIFE del enemigo y pierde 1 punto de LIFE."),
        ("it", "A ogni turno: riduci il punteggio di LIFE del nemico di 1 e perdi 1 punto di LIFE."),
    ],
)
def test_what_a_foe_loses_is_for_the_reader_to_do(published: Published, language: str, words: str) -> None:
    """So a sentence has one subject, whoever loses something."""
    found = [" ".join(line.split()) for _, line in shown(published(BOARD.replace("{language}", language)).rules.blocks)]
    assert words in found


AT_ONCE = """book "B"
    language "{language}"
sheet
    number gold = 1 in 0..9
    number keys = 5 in 0..9
    number oath = 5 in 0..9
    codeword OWL
=== 1
~ note OWL
~ both gold +1, keys -gold, oath +1
~ set keys = gold
* Go
    ~ both gold +keys, keys -gold
    -> victory
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "Write down the codeword OWL.",
                "At the same time add 1 to your gold, subtract your gold from your keys and add 1 to your oath.",
                "Change your keys to your gold.",
                "Go: at the same time add your keys to your gold and subtract your gold from your keys.",
                "Your adventure ends here, in victory.",
            ],
        ),
        (
            "de",
            [
                "Notiere das Codewort OWL.",
                "Gleichzeitig erhöhe gold um 1, verringere keys um gold und erhöhe oath um 1.",
                "Setze keys auf gold.",
                "Go: gleichzeitig erhöhe gold um keys und verringere keys um gold.",
                "Hier endet dein Abenteuer siegreich.",
            ],
        ),
        (
            "fr",
            [
                "Notez le mot de code OWL.",
                "En même temps ajoutez 1 à votre total de gold, ôtez votre total de gold de votre total de keys et",
                "ajoutez 1 à votre total d’oath. Remplacez votre total de keys par votre total de gold.",
            ],
        ),
        (
            "es",
            [
                "Anota la palabra clave OWL.",
                "A la vez suma 1 a tu gold, resta tu gold de tus keys y suma 1 a tu oath.",
                "Cambia tus keys a tu gold.",
            ],
        ),
        (
            "it",
            [
                "Annota la parola chiave OWL.",
                "Allo stesso tempo aumenta il tuo punteggio di gold di 1, riduci il tuo punteggio di keys del tuo",
                "punteggio di gold e aumenta il tuo punteggio di oath di 1.",
                "Cambia il tuo punteggio di keys nel tuo punteggio di gold.",
            ],
        ),
    ],
)
def test_what_is_done_at_the_same_time_has_its_own_sentence(
    published: Published, language: str, words: list[str]
) -> None:
    """Else nobody could see which of the steps beside it are meant, too."""
    blocks = published(AT_ONCE.replace("{language}", language)).sections[0].blocks
    assert " ".join(words) in " ".join(" ".join(line.split()) for _, line in shown(blocks))


def test_what_a_foe_has_many_of_is_counted(published: Published) -> None:
    text = BOARD.replace("{language}", "en").replace("~ foe LIFE -1", "~ both foe crew -1d6, crew -1")
    found = [line for _, line in shown(published(text).rules.blocks)]
    assert any(
        "at the same time subtract 1d6 from the number of hands of the foe and lose 1 hand" in each for each in found
    )
    assert "You win as soon as the number of hands of the foe is 0 or less." in found


STRUCK = """book "B"
    language "{language}"
    {phrase}
sheet
    stat LIFE = 9
combat board
    foe LIFE
    won when foe LIFE <= 0
    round
        ~ event struck
        ~ event unasked
        ~ LIFE -1
=== 1
~ fight board "Pirates" LIFE 9
    on struck
        ~ LIFE -2
-> victory
"""


@pytest.mark.parametrize(
    ("language", "rule", "section"),
    [
        (
            "en",
            "do what your section says about “struck” (if it says anything) and lose",
            "Each time the rules of the fight say",
        ),
        ("de", "tue, was dein Abschnitt zu „struck“ sagt (wenn er etwas sagt), und", "Jedes Mal, wenn die Kampfregeln"),
        ("fr", "faites ce que votre paragraphe dit de « struck » (s’il en dit", "Chaque fois que les règles du combat"),
        ("es", "haz lo que tu sección diga de «struck» (si dice algo) y", "Cada vez que las reglas del combate digan"),
        ("it", "fai quello che il tuo paragrafo dice di «struck» (se dice qualcosa) e", "Ogni volta che le regole del"),
    ],
)
def test_a_moment_of_ones_own_combat_is_found_in_the_round(
    published: Published, language: str, rule: str, section: str
) -> None:
    """Else nobody would know when it happens; a moment that no fight asks for needs no words."""
    document = published(STRUCK.replace("{language}", language).replace("{phrase}", ""))
    rules = " ".join(" ".join(line for _, line in shown(document.rules.blocks)).split())
    assert rule in rules
    assert "unasked" not in rules
    assert any(" ".join(line.split()).startswith(section) for _, line in shown(document.sections[0].blocks))


def test_a_phrase_says_what_a_moment_is(published: Published) -> None:
    phrase = 'phrase on-struck = "each time you are hit"'
    document = published(STRUCK.replace("{language}", "en").replace("{phrase}", phrase))
    assert "In each round: lose 1 LIFE point." in [line for _, line in shown(document.rules.blocks)]
    assert (0, "Each time you are hit: lose 2 LIFE points.") in shown(document.sections[0].blocks)


COLD = """book "Cold"
{words}
sheet
    stat LIFE = 12
    codeword FUR
combat fight
    foe LIFE
    wounds LIFE
    won when foe LIFE <= 0
    option cold = 0
    round
        ~ foe LIFE -1
        ~ if not FUR
            ~ LIFE -cold
when LIFE <= 0 -> defeat
=== 1
~ fight "Ghost" LIFE 3
{setting}
-> victory
"""


@pytest.mark.parametrize(
    ("setting", "words", "named"),
    [
        ("    with cold = 2", "", True),
        ("", "", False),
        ("    with cold = 2", '    phrase with-cold = "each round costs you {value}"', False),
    ],
)
def test_a_setting_without_words_is_named_on_the_rules_page(
    published: Published, setting: str, words: str, named: bool
) -> None:
    told = [line for _, line in shown(published(COLD.format(setting=setting, words=words)).rules.blocks)]
    assert ("cold is 0 unless a fight says otherwise." in told) == named
    assert ("If you do not have the codeword FUR: subtract cold from your LIFE." in told) == named
    assert not any("nothing happens" in line for line in told)


@pytest.mark.parametrize("asked", [0, 1])
def test_a_number_that_is_always_0_is_not_written_down(published: Published, asked: int) -> None:
    text = f'book "Meals"\n    use fighting-fantasy-provisions\nparam one-meal-a-chapter = {asked}\n=== 1\n~ victory'
    document = published(text)
    told = " ".join(words for _, words in shown(document.rules.blocks))
    assert ("meals eaten here" in told) == bool(asked)
    assert ("At the beginning of every section" in told) == bool(asked)
    assert any(line.name == "meals eaten here" for line in document.sheet.lines) == bool(asked)


@pytest.mark.parametrize(
    ("step", "kinds"),
    [("~ note OWL", []), ("~ roll 1d10 as x", ["1d10"]), ("~ roll 2d6 as x", ["1d6"]), ("~ gold +1d4", ["1d4"])],
)
def test_only_dice_that_are_rolled_are_explained(published: Published, step: str, kinds: list[str]) -> None:
    rules = published(f"sheet\n    codeword OWL\n    number gold = 0 in 0..9\n=== 1\n{step}\n-> victory").rules
    told = [words for _, words in shown(rules.blocks) if "” means: roll" in words]
    assert [words[1:].partition("”")[0] for words in told] == kinds


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("pupils -1", "Lose 1 pupil."),
        ("pupils +2", "Gain 2 pupils."),
        ("axes -1", "Subtract 1 from your axes."),
        ("axes +2", "Gain 2 axes."),
        ("tired +1", "Add 1 to your tired."),
        ("coins +2", "Gain 2 coins."),
        ("coins -1", "Lose 1 coin."),
    ],
)
def test_a_number_is_called_many_things_only_where_the_book_says_how(
    published: Published, change: str, words: str
) -> None:
    numbers = "".join(f"    number {each} = 3 in 0..9\n" for each in ("pupils", "axes", "tired", "coins"))
    header = f'book "B"\n    phrase coins = "coin|coins"\nsheet\n{numbers}'
    (section,) = published(f"{header}=== 1\n~ {change}\n~ score 1\n~ victory").sections
    assert shown(section.blocks)[0][1].startswith(words[:-1])


@pytest.mark.parametrize(
    ("language", "step", "words"),
    [
        ("en", "* Sell\n    ~ pay 1 crowns\n    -> 2", "Sell: pay 1 crown and turn to 2."),
        ("en", "~ if crowns = 1\n    -> 2", "If you have exactly 1 crown: turn to 2."),
        ("en", "* Sell\n    ~ pay 1 axes\n    -> 2", "Sell: pay 1 axes and turn to 2."),
        ("es", "* Vender\n    ~ pay 1 crowns\n    -> 2", "Vender: paga 1 crowns y pasa al 2."),
        (
            "en",
            "~ store hold in shed\n-> 2",
            "Leave all that is in your hold in the shed, as far as there is room, and note what lies there",
        ),
        (
            "en",
            "~ store arms in shed\n-> 2",
            "Leave your arms in the shed, as far as there is room, and note what lies there",
        ),
        (
            "en",
            "~ store crowns in shed\n-> 2",
            "Leave your crowns in the shed, as far as there is room, and note what lies there",
        ),
        (
            "en",
            "~ return hold from shed\n-> 2",
            "Take back what was in your hold from the shed, as far as there is room",
        ),
        ("en", "~ return arms from shed\n-> 2", "Take back your arms from the shed, as far as there is room"),
    ],
)
def test_one_of_many_and_all_of_what_one_thing_holds(
    published: Published, language: str, step: str, words: str
) -> None:
    text = f"""book "B"
    language "{language}"
sheet
    number crowns = 3 in 0..9
    number axes = 3 in 0..9
    item rope, sword
    limit hold 3: rope
    limit arms 3: sword
=== 1
{step}
-> 2
=== 2
~ store hold in shed
~ store arms in shed
~ victory
"""
    told = shown(published(text).sections[0].blocks)[0][1]
    assert told.removeprefix("* ").startswith(words.removesuffix("."))


def test_weights_that_are_not_fixed_are_counters_in_a_bag(lines: Lines) -> None:
    assert lines("~ random\n    gold: -> 2\n    1: -> 3\n    2: -> 3") == [
        (0, "For each line below, put counters of one colour into a bag, and draw one counter:"),
        (1, "As many counters as your gold: turn to 2."),
        (1, "1 counter: turn to 3."),
        (1, "2 counters: turn to 3."),
    ]


@pytest.mark.parametrize(("step", "told"), [("~ pay 2 gold", True), ("~ gold -2", False)])
def test_what_readers_can_pay_is_said_where_something_has_a_price(published: Published, step: str, told: bool) -> None:
    rules = published(
        f"sheet\n    number gold = 5 in 0..9\n=== 1\n* Buy\n    {step}\n    -> victory\n* Go -> victory"
    ).rules
    assert ("You may only choose what you can pay for." in [words for _, words in shown(rules.blocks)]) == told


PRICES = """book "B"
    use fighting-fantasy
    language "{}"
sheet
    number gold = 5 in 0..9
    number debt = 0 in -9..9
rule toll
    ~ pay 1 gold
=== 1
* Both
    ~ pay 3 gold
    ~ pay 2 gold
    -> 2
* Later
    ~ gold -1
    ~ pay 3 gold
    -> 2
* By dice
    ~ do toll
    ~ roll 1d6
        1-5 -> 2
        6
            ~ pay 3 gold
            -> 2
* Of a debt
    ~ roll 1d6
        1-5 -> 2
        6
            ~ pay 3 debt
            -> 2
=== 2
~ may "Eat"
    ~ pay 1 gold
~ fight "Rat" SKILL 5 STAMINA 2
    escape
        ~ pay 2 gold
        -> 3
    after 1 round
        ~ pay 2 gold
        -> 3
-> 3
=== 3
~ do toll
~ pay (gold + 1) gold
-> victory
"""


@pytest.mark.parametrize(
    ("language", "taken", "worked_out"),
    [
        (
            "en",
            "pay {} gold (or all you have if that is less)",
            "pay gold (as many as your gold + 1, or all you have if that is less)",
        ),
        (
            "de",
            "zahle {} gold (wenn du weniger hast, alles)",
            "zahle gold (so viele wie gold + 1 oder, wenn du weniger hast, alles)",
        ),
        (
            "fr",
            "payez {} gold (ou tout ce que vous avez si c’est moins)",
            "payez en gold (autant que votre total de gold + 1, ou tout ce que vous avez si c’est moins)",
        ),
        (
            "es",
            "paga {} gold (o todo lo que tengas si es menos)",
            "paga en gold (tanto como tu gold + 1, o todo lo que tengas si es menos)",
        ),
        (
            "it",
            "paga {} gold (o tutto ciò che hai se è di meno)",
            "paga in gold (tanto quanto il tuo punteggio di gold + 1, o tutto ciò che hai se è di meno)",
        ),
    ],
)
def test_a_price_that_closes_no_choice_takes_what_there_is(
    published: Published, language: str, taken: str, worked_out: str
) -> None:
    """As in play: only the prices that stand first in a choice close it, also of a number that may be below 0."""
    sections = published(PRICES.format(language)).sections
    first, second, third = ([words for _, words in shown(each.blocks)] for each in sections)
    said = [line.replace("\u00a0", " ").casefold() for line in (*first, *second, *third)]
    prices = [line for line in said if taken.partition(" ")[0] in line]
    both, later, toll, by_dice, of_debt, eat, escape, stopped, last = prices
    for line, n in ((later, 3), (by_dice, 3), (stopped, 2), (last, 1)):
        assert taken.format(n) in line
    assert taken.replace("gold", "debt").format(3) in of_debt
    assert worked_out in last
    for line in (both, toll, eat, escape):
        assert "(" not in line


def test_an_item_in_a_sum_counts_1(lines: Lines) -> None:
    assert lines("~ gold +(2 * rope)\n-> 2")[0] == (
        0, "Add (2 if you have the rope, otherwise 0) to your gold and turn to 2.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("5 - 2 * axe", "5 − (2 if your weapon is “axe”, otherwise 0)"),
        ("2 + axe", "2 + (1 if your weapon is “axe”, otherwise 0)"),
        ("2 * RAVEN", "(2 if you have the codeword RAVEN, otherwise 0)"),
        ("axe", "(1 if your weapon is “axe”, otherwise 0)"),
        ("RAVEN", "(1 if you have the codeword RAVEN, otherwise 0)"),
        ("(gold > 3)", "(1 if your gold is more than 3, otherwise 0)"),
        ("min(axe, gold)", "the least of (1 if your weapon is “axe”, otherwise 0) and your gold"),
    ],
)
def test_what_is_true_counts_1(lines: Lines, value: str, words: str) -> None:
    assert lines(f"~ set gold = {value}\n-> 2")[0] == (0, f"Change your gold to {words} and turn to 2.")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "(2, wenn dein Wert „weapon“ jetzt „axe“ ist, sonst 0)"),
        ("fr", "(2 si votre « weapon » est « axe », sinon 0)"),
        ("es", "(2 si tu «weapon» es «axe»; si no, 0)"),
        ("it", "(2 se la tua voce «weapon» è «axe», altrimenti 0)"),
    ],
)
def test_what_is_true_counts_1_in_every_language(published: Published, language: str, words: str) -> None:
    sheet = "sheet\n    number gold = 0 in 0..9\n    one-of weapon: knife, axe"
    document = published(f'book "B"\n    language "{language}"\n{sheet}\n=== 1\n~ set gold = 2 * axe\n-> victory')
    told = " ".join(line for _, line in shown(document.sections[0].blocks))
    assert words in " ".join(told.split())  # French has narrow blanks


def test_a_choice_to_test_says_so_once(lines: Lines) -> None:
    found = lines("* Test your luck\n    ~ test luck\n        lucky -> 2\n        unlucky -> 3\n* Go -> 2")
    assert found == [
        (0, "Test your luck:"), (1, "If you are lucky: turn to 2."), (1, "If you are unlucky: turn to 3."),
        (0, "Go: turn to 2."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "words", "some", "none"),
    [
        ("mark", "", "your mark is not 0", "your mark is 0"),
        ("minutes", "", "you have more than 0 minutes", "you have no minutes"),
        ("coins", 'phrase coins = "coin|coins"', "you have at least one coin", "you have no coins"),
    ],
)
def test_whether_there_is_any_of_a_number(published: Published, name: str, words: str, some: str, none: str) -> None:
    header = f'book "B"\n    {words or "start 1"}\nsheet\n    number {name} = 0 in 0..9'
    section = published(
        f"{header}\n=== 1\n* Go [if {name}] -> 2\n* Stay [if not {name}] -> 2\n=== 2\n~ victory"
    ).sections[0]
    assert [line for _, line in shown(section.blocks)] == [
        f"Go (only if {some}): turn to 2.", f"Stay (only if {none}): turn to 2.",
    ]  # fmt: skip


def test_words_of_a_printed_rule_show_names_that_it_was_given(lines: Lines) -> None:
    header = """
rule buy(thing, cost)
    It costs {cost} gold; you have {thing} and {gold - cost} left.
    ~ may "Pay {cost}"
        ~ pay cost gold
        ~ gain thing
rule deep(cost, thing)
    ~ do buy(thing, cost)
"""
    wanted = [
        (0, "It costs [SKILL] gold; you have [rope] and [your gold − your SKILL] left."),
        (0, "If you wish: Pay [SKILL]: pay gold (as many as your SKILL) and write the rope on your Adventure Sheet."),
    ]
    assert lines("~ do buy(rope, SKILL)\n-> 2", header)[:2] == wanted
    assert lines("~ do deep(SKILL, rope)\n-> 2", header)[:2] == wanted


LETS = """book "The Paper"
    language "{language}"
sheet
    codeword INK, LETTER, DEBT
    number   crew = 9 in 0..9
    item     map, lamp
    let      against-bursar = INK + LETTER + DEBT
    let      sure = against-bursar = 3
    let      seen = visited 2
    let      shorthanded = crew < 8
    let      ready = map and not shorthanded
    let      strength = crew + 2 * lamp
=== 1
Of {{crew}} men {{strength}} are left.
* Accuse him [if sure] -> 2
* Hint [if against-bursar = 2] -> 2
* Wait [if not seen] -> 2
* Call for help [if shorthanded] -> 2
* Put to sea [if ready and strength > 3] -> 2
=== 2
~ victory
"""


def test_a_let_does_not_give_a_secret_away(published: Published) -> None:
    """What depends on codewords, or on where readers have been, is said where it is asked, and nowhere before."""
    document = published(LETS.format(language="en"))
    told = [line for _, line in shown(document.rules.blocks)]
    assert not any("INK" in line or "bursar" in line or "sure" in line or "seen" in line for line in told)
    assert [line for line in told if "shorthanded" in line or "“ready”" in line or "strength" in line] == [
        "“ready” is true if you have the map and your crew is 8 or more.",
        "strength means: your crew + (2 if you have the lamp, otherwise 0).",
    ]
    assert [line for _, line in shown(document.sections[0].blocks)] == [
        "Of [crew] men [strength] are left.",
        "Accuse him (only if the number that you have of INK, LETTER and DEBT is exactly 3): turn to 2.",
        "Hint (only if the number that you have of INK, LETTER and DEBT is exactly 2): turn to 2.",
        "Wait (only if you have not been to section 2): turn to 2.",
        "Call for help (only if your crew is less than 8): turn to 2.",
        "Put to sea (only if “ready” is true and strength is more than 3): turn to 2.",
    ]


@pytest.mark.parametrize(
    ("language", "held", "ready"),
    [
        (
            "de",
            "wenn die Anzahl dessen, was du von INK, LETTER und DEBT hast, genau",
            "„ready“ trifft zu, wenn du „map“ hast",
        ),
        (
            "fr",
            "si le nombre de ceux que vous possédez parmi INK, LETTER et DEBT",
            "« ready » est vrai si vous possédez",
        ),
        ("es", "si la cantidad que tienes de INK, LETTER y DEBT es exactamente 3", "«ready» es cierto si tienes"),
        ("it", "se il numero di quelli che hai tra INK, LETTER e DEBT è esattamente 3", "«ready» è vero se hai"),
    ],
)
def test_lets_in_every_language(published: Published, language: str, held: str, ready: str) -> None:
    document = published(LETS.format(language=language))
    assert held in " ".join(shown(document.sections[0].blocks)[1][1].split())
    assert any(ready in " ".join(line.split()) for _, line in shown(document.rules.blocks))


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("en", "At all times"),
        ("de", "Jederzeit"),
        ("fr", "À tout moment"),
        ("es", "En todo momento"),
        ("it", "In ogni momento"),
    ],
)
def test_what_holds_always_has_a_heading_of_its_own(published: Published, language: str, head: str) -> None:
    """It stood under the heading of fights, or of tests."""
    text = f"""book "B"
    language "{language}"
sheet
    number luck = 9 in 0..9
test luck
    succeed 2d6 <= luck
    pass | fail
"""
    rest = "=== 1\n~ test luck\n-> 2\n=== 2\n~ victory\n"
    without = [block for block in published(text + rest).rules.blocks if getattr(block, "kind", "") == "head"]
    assert head not in [line for _, line in shown(without)]
    found = shown(published(f"{text}when luck <= 0 -> defeat\n{rest}").rules.blocks)
    place = next(number for number, (_, line) in enumerate(found) if line == head)
    assert "luck" in found[place + 1][1]
    assert "luck" in found[place - 1][1]


def test_brackets_are_explained_where_there_are_some(published: Published) -> None:
    words = "A word in square brackets stands for a number on your Adventure Sheet."
    book = 'book "B"\nparam price = 3\nsheet\n    number gold = 3 in 0..9\n{}=== 1\n{}\n-> victory'
    for header, line, there in [
        ("", "You have {gold} gold.", True), ("", "It costs {price} gold, {price + 1} for you.", False),
        ("", "* Pay {gold / 2} -> victory", True), ("", "None.", False),
        ("when gold = 1\n    One of {gold}.\n    -> defeat\n", "None.", True),
    ]:  # fmt: skip
        told = [text for _, text in shown(published(book.format(header, line)).rules.blocks)]
        assert (words in told) == there, line


TWO_KINDS = """book "B"
    language {language}
    use fighting-fantasy
sheet
    number flag in 0..3
    item amber, spice
    limit hold 2: amber, spice
combat joust
    foe seat
    won when foe seat <= 0
    round
        ~ foe seat -1d2
anytime
    * Wave [if count of hold < 2]
        ~ flag +1
anytime
    * Rest
        ~ flag -1
=== 1
~ fight joust "Sable" seat 3
~ fight "Rat" SKILL 5 STAMINA 4
-> victory
"""


@pytest.mark.parametrize(
    ("language", "heads", "by"),
    [
        ("en", ["Fights", "Fights: joust"], "For this fight, use the rules under “Fights: joust”."),
        ("de", ["Kämpfe", "Kämpfe: joust"], "In diesem Kampf gelten die Regeln unter „Kämpfe: joust“."),
        ("fr", ["Combats", "Combats\N{NO-BREAK SPACE}: joust"], "Pour ce combat, suivez les règles"),
        ("es", ["Combates", "Combates: joust"], "En este combate valen las reglas de «Combates: joust»."),
        (
            "it",
            ["Combattimenti", "Combattimenti: joust"],
            "Per questo combattimento valgono le regole di «Combattimenti",
        ),
    ],
)
def test_two_kinds_of_fights_have_two_names_and_a_section_says_which(
    published: Published, language: str, heads: list[str], by: str
) -> None:
    document = published(TWO_KINDS.format(language=language))
    rules = [words for _, words in shown(document.rules.blocks)]
    assert [words for words in rules if words.startswith(heads[0])] == heads
    told = [words for _, words in shown(document.sections[0].blocks)]
    assert told[0].startswith(by)
    assert not any(words.startswith(by[:18]) for words in told[1:])  # the usual fight needs no name


def test_a_single_kind_of_fights_needs_no_name(published: Published) -> None:
    text = TWO_KINDS.format(language="en").replace("    use fighting-fantasy\n", "")
    document = published(text.replace('~ fight "Rat" SKILL 5 STAMINA 4\n', ""))
    rules = [words for _, words in shown(document.rules.blocks)]
    assert [words for words in rules if words.startswith("Fights")] == ["Fights"]
    assert not any("use the rules" in words for _, words in shown(document.sections[0].blocks))


def test_all_that_may_be_done_at_any_time_stands_under_one_line(published: Published) -> None:
    rules = shown(published(TWO_KINDS.format(language="en")).rules.blocks)
    first = next(number for number, (_, words) in enumerate(rules) if words.startswith("Whenever you have a choice"))
    assert rules[first + 1 : first + 3] == [
        (1, "Wave (only if the number of things in your hold is less than 2): add 1 to your flag."),
        (1, "Rest: subtract 1 from your flag."),
    ]
    assert sum(words.startswith("Whenever you have a choice") for _, words in rules) == 1


AMOUNTS = """book "Amounts"
    language "{}"
    phrase gold = "coin|coins"
    phrase honour = "honour"
sheet
    number gold = 5 in 0..30
    number honour = 5 in 0..9
    item axe x 6, rope
    limit sack 5: axe, rope
=== 1
~ choose n in 1..5
~ pay n gold
~ pay (honour + 1) gold
~ gain (gold / 2) axe
~ lose (honour mod 3) axe
~ swap gold honour
~ lose random sack
-> victory
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "Pay n coins (or all you have if that is less), pay coins (as many as your honour + 1, or all you have "
                "if that is less), write axes on your Adventure Sheet (as many "
                "as the number of your coins / 2 (rounded down)), cross axes off your Adventure Sheet (as many as "
                "the remainder of your honour divided by 3), exchange the values of coins and honour, cross off one "
                "thing of your sack, drawn by chance, and your adventure ends here, in victory."
            ),
        ),
        (
            "de",
            (
                "Zahle n coins (wenn du weniger hast, alles), zahle coins (so viele wie honour + 1 oder, wenn "
                "du weniger hast, alles), trage „axe“ auf deinem Abenteuerblatt ein "
                "(so oft wie die Anzahl der coins / 2 (abgerundet)), streiche „axe“ von deinem Abenteuerblatt (so "
                "oft wie der Rest von honour geteilt durch 3), vertausche die Werte „coins“ und „honour“, streiche "
                "ein zufällig gezogenes Stück von „sack“ und hier endet dein Abenteuer siegreich."
            ),
        ),
        (
            "fr",
            (
                "Payez n coins (ou tout ce que vous avez si c’est moins), payez en coins (autant que votre total "
                "d’honour + 1, ou tout ce que vous avez si c’est moins), inscrivez « axe » sur votre "
                "feuille d’aventure (autant de fois que votre nombre de coins / 2 (arrondi vers le bas)), rayez « "
                "axe » de votre feuille d’aventure (autant de fois que le reste de votre total d’honour divisé par "
                "3), échangez les valeurs de coins et d’honour, rayez un objet tiré au sort sous « sack » et votre "
                "aventure se termine ici, victorieuse."
            ),
        ),
        (
            "es",
            (
                "Paga n coins (o todo lo que tengas si es menos), paga en coins (tanto como tu "
                "honour + 1, o todo lo que "
                "tengas si es menos), anota «axe» en tu hoja de aventura (tantas"
                " veces como tu cantidad de coins / 2 (redondeado hacia abajo)), tacha «axe» de tu hoja de aventura"
                " (tantas veces como el resto de tu honour dividido entre 3), intercambia los valores de coins y "
                "honour, tacha una cosa de «sack», elegida al azar, y tu aventura termina aquí, con una victoria."
            ),
        ),
        (
            "it",
            (
                "Paga n coins (o tutto ciò che hai se è di meno), paga in coins (tanto quanto il tuo "
                "punteggio di honour "
                "+ 1, o tutto ciò che hai se è di meno), scrivi «axe» sul tuo "
                "registro d’avventura (tante volte quanto il tuo numero di coins / 2 (arrotondato per difetto)), "
                "cancella «axe» dal tuo registro d’avventura (tante volte quanto il resto del tuo punteggio di "
                "honour diviso per 3), scambia i valori di coins e honour, cancella una cosa sotto «sack», tirata a"
                " sorte, e la tua avventura finisce qui, con una vittoria."
            ),
        ),
    ],
)
def test_an_amount_that_is_worked_out_does_not_stand_before_its_noun(
    published: Published, language: str, words: str
) -> None:
    (_, found), *others = shown(published(AMOUNTS.format(language)).sections[0].blocks)
    assert others == []
    assert found.replace("\u00a0", " ").endswith(words)


@pytest.mark.parametrize(
    ("language", "words", "initial"),
    [
        (
            "en",
            "Exchange the values of MIGHT and WIT, and their Initial values.",
            "Your Initial WIT is never less than 0 and never more than 9.",
        ),
        (
            "de",
            "Vertausche die Werte „MIGHT“ und „WIT“, auch ihre Anfangswerte.",
            "Der Anfangswert von WIT ist nie niedriger als 0 und nie höher als 9.",
        ),
        (
            "fr",
            "Échangez les valeurs de MIGHT et de WIT, ainsi que leurs totaux de départ.",
            "Votre total de départ de WIT ne vaut jamais moins de 0 ni plus de 9.",
        ),
        (
            "es",
            "Intercambia los valores de MIGHT y WIT, también los iniciales.",
            "Tu WIT inicial nunca es menos de 0 ni más de 9.",
        ),
        (
            "it",
            "Scambia i valori di MIGHT e WIT, anche quelli iniziali.",
            "Il tuo punteggio iniziale di WIT non è mai meno di 0 né più di 9.",
        ),
    ],
)
def test_stats_change_places_with_their_initial_values(
    published: Published, language: str, words: str, initial: str
) -> None:
    sheet = "sheet\n    stat MIGHT = 2 in 0..9\n    stat WIT = 5 in 0..9\n"
    document = published(f'book "B"\n    language "{language}"\n{sheet}=== 1\n~ swap MIGHT WIT\n* A -> 1')
    assert words in [line for _, line in shown(document.sections[0].blocks)]
    assert initial in [line for _, line in shown(document.rules.blocks)]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", ["Suma tu fe a tus monedas y cambia tu cantidad de monedas a tu fe."]),
        ("de", ["Erhöhe monedas um fe und setze die Anzahl der monedas auf fe."]),
        ("en", ["Add your fe to your monedas and change the number of your monedas to your fe."]),
        (
            "it",
            [
                (
                    "Aumenta il tuo punteggio di monedas del tuo punteggio di fe "
                    "e cambia il tuo numero di monedas nel tuo punteggio di fe."
                )
            ],
        ),
    ],
)
def test_what_is_many_has_the_words_for_many(published: Published, language: str, words: list[str]) -> None:
    header = f'book "B"\n    language "{language}"\n    phrase oro = "moneda|monedas"\n'
    sheet = "sheet\n    number oro = 5 in 0..20\n    number fe = 3 in 0..9\n"
    text = f"{header}{sheet}=== 1\n~ oro +fe\n~ set oro = fe\n* A -> 1"
    assert [line for _, line in shown(published(text).sections[0].blocks)][:1] == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "While you have the shield, your coins count 1 more."),
        ("de", "Solange du „shield“ hast, zählen coins 1 mehr."),
        ("fr", "Tant que vous possédez « shield », vos coins comptent 1 de plus."),
        ("es", "Mientras tienes «shield», tus coins cuentan 1 más."),
        ("it", "Finché hai «shield», coins contano 1 in più."),
    ],
)
def test_a_bonus_of_what_is_many(published: Published, language: str, words: str) -> None:
    header = f'book "B"\n    language "{language}"\n    phrase mind = "coin|coins"\n'
    sheet = "sheet\n    stat mind = 5 in 0..20\n    item shield\n    while shield: mind +1\n"
    text = f"{header}{sheet}=== 1\n~ mind -1\n-> victory"
    assert words in [line.replace("\u00a0", " ") for _, line in shown(published(text).rules.blocks)]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "sack: at most 5 of axe and rope."),
        ("de", "sack, zusammen höchstens 5: axe und rope."),
    ],
)
def test_things_of_a_limit_stand_in_the_case_of_their_names(published: Published, language: str, words: str) -> None:
    assert words in [line for _, line in shown(published(AMOUNTS.format(language)).rules.blocks)]


def test_a_wound_ends_no_fight(lines: Lines) -> None:
    fight = '~ fight "Troll" SKILL 9 STAMINA 9\n    wounded\n        ~ LUCK -1\n    after 6 rounds -> 2\n-> 3'
    assert lines(fight)[-1] == (0, "If you win, turn to 3.")


@pytest.mark.parametrize(
    ("word", "which", "words"),
    [
        ("and", "each foe", "For each foe that still stands: subtract 1 from the STAMINA of the foe."),
        ("and", "any foe", "For one foe that still stands, of your choice: subtract 1 from the STAMINA of the foe."),
        ("then", "each foe", "Subtract 1 from the STAMINA of the foe."),
        ("then", "any foe", "Subtract 1 from the STAMINA of the foe."),
    ],
)
def test_a_foe_who_comes_later_does_not_stand_yet(lines: Lines, word: str, which: str, words: str) -> None:
    """As in play: of foes who come one after another, each foe is the one who fights now."""
    fight = f'~ fight "Rat" SKILL 5 STAMINA 20 {word} "Boss" SKILL 6 STAMINA 4\n    each round\n        ~ {which}'
    found = lines(f"{fight}\n            ~ foe STAMINA -1\n    after 2 rounds -> 2\n-> 3")
    assert found[found.index((0, "At the start of each round:")) + 1] == (1, words)


def test_several_of_a_list_are_taken_one_after_the_other(lines: Lines) -> None:
    steps = "~ choose 2 of\n    * A\n        ~ gold +1\n    * B\n        ~ gold +2\n-> 2"
    told = " ".join(words for _, words in lines(steps))
    assert "none of them twice; before each, see again which are open to you, and stop if none is left:" in told


REPEAT = """book "B"
    language "{language}"
    use fighting-fantasy
sheet
    number gold = 3 in 0..9
    number fame = 3 in 0..9
    item   meal x 5, rope
    limit  pack 4: meal, rope
    let    wealth = gold + 1
rule spend(what)
    ~ what -1
{header}
=== 1
~ {before}
~ repeat {times} times
    ~ {body}
~ victory
"""


@pytest.mark.parametrize(
    ("times", "body", "header", "first"),
    [
        ("gold", "gold -1", "", True),
        ("gold", "fame -1", "", False),
        ("gold", "do spend(gold)", "", True),
        ("gold", "do spend(fame)", "", False),
        ("wealth", "gold -1", "", True),
        ("wealth", "fame -1", "", False),
        ("(gold + 1d6)", "gold -1", "", True),
        ("1d6", "gold -1", "", False),
        ("LUCK", "test luck", "", True),
        ("meal", "lose random pack", "", True),
        ("count of pack", "lose meal", "", True),
        ("gold", "STAMINA -1", "when STAMINA = 3\n    ~ gold -1", True),
        ("gold", "STAMINA -1", "when STAMINA = 3\n    ~ fame -1", False),
        ("d", "roll 1d6 as d", "", True),
        ("d", "gold +d", "", False),
    ],
)
def test_the_number_of_times_is_read_before_the_first(
    published: Published, times: str, body: str, header: str, first: bool
) -> None:
    before = "roll 1d6 as d" if times == "d" else "fame +1"
    text = REPEAT.format(language="en", times=times, body=body, header=header, before=before)
    (head,) = [line for _, line in shown(published(text).sections[0].blocks) if line.startswith("Do this")]
    assert head.endswith(" (look at it once, before the first time):") is first


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Do this as many times as your gold (look at it once, before the first time):"),
        ("de", "Tu dies so oft, wie gold angibt (es gilt der Stand vor dem ersten Mal):"),
        ("fr", "Faites ceci autant de fois que l’indique votre total de gold (selon ce qui est noté avant la première"),
        ("es", "Haz esto tantas veces como indica tu gold (según lo anotado antes de la primera vez):"),
        ("it", "Fallo tante volte quante ne indica il tuo punteggio di gold (secondo ciò che è scritto prima della"),
    ],
)
def test_the_number_of_times_in_each_language(published: Published, language: str, words: str) -> None:
    text = REPEAT.format(language=language, times="gold", body="gold -1", header="", before="fame +1")
    assert any(line.startswith(words) for _, line in shown(published(text).sections[0].blocks))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "For the first 2 rounds of this fight, chill is 1d2 (rolled anew each time that it counts)."),
        ("de", "In den ersten 2 Runden dieses Kampfes gilt: chill ist 1W2 (jedes Mal neu gewürfelt, wenn es zählt)."),
        (
            "fr",
            "Pendant les 2 premiers assauts de ce combat, chill vaut 1d2 (lancé de nouveau chaque fois que cela ",
        ),
        ("es", "Durante los 2 primeros asaltos de este combate, chill es 1d2 (tirado de nuevo cada vez que cuenta)."),
        ("it", "Nei primi 2 turni di questo combattimento chill è 1d2 (lanciato di nuovo ogni volta che conta)."),
    ],
)
def test_dice_of_a_setting_are_rolled_where_it_counts(published: Published, language: str, words: str) -> None:
    text = f"""book "B"
    language "{language}"
combat fight
    foe LIFE
    won when foe LIFE <= 0
    option chill = 1
    round
        ~ foe LIFE -chill
=== 1
~ fight "Troll" LIFE 9
    with chill = 1d2 for 2 rounds
~ victory
"""
    assert any(line.startswith(words) for _, line in shown(published(text).sections[0].blocks))


def test_a_number_that_a_fight_rolls_in_each_round(lines: Lines) -> None:
    found = lines(
        '~ fight "Rat" SKILL 5 STAMINA 4\n    local fog = 0 in 0..6\n    each round\n        ~ set fog = 1d6\n-> 2'
    )
    assert (0, "At the start of each round: change fog to 1d6.") in found


ASSURED = """book "B"
sheet
    number gold = 3 in 0..9
    number debt = 0 in -9..9
    number fame = 3 in 0..9
    item   meal x 5, rope
    item   charm
    limit  pack 4: meal, rope
    while  charm: fame +1
    param  toll = 3
rule spend(price)
    ~ if gold >= price
        ~ pay price gold
{header}
=== 1
{steps}
~ victory
"""
OR_ALL = "if that is less)"


@pytest.mark.parametrize(
    ("condition", "steps", "told"),
    [
        ("gold >= 3", ["pay 3 gold"], 0),
        ("gold >= 3", ["pay 4 gold"], 1),
        ("gold > 2", ["pay 3 gold"], 0),
        ("3 <= gold", ["pay 3 gold"], 0),
        ("gold = 3", ["pay 3 gold"], 0),
        ("not gold < 3", ["pay 3 gold"], 0),
        ("gold >= toll", ["pay toll gold"], 0),
        ("gold >= fame", ["pay fame gold"], 0),
        ("gold >= fame + 1", ["pay fame + 1 gold"], 0),
        ("gold >= 3 and meal >= 2", ["pay 3 gold", "pay 2 meal"], 0),
        ("gold >= 3 or meal >= 2", ["pay 3 gold"], 1),
        ("meal", ["pay 1 meal"], 0),
        ("debt", ["pay 1 debt"], 1),
        ("gold", ["pay 1 gold"], 0),
        ("gold >= 4", ["pay 2 gold", "pay 2 gold"], 1),
        ("gold >= 4", ["gold -1", "pay 4 gold"], 1),
        ("gold >= fame", ["fame +1", "pay fame gold"], 1),
        ("meal >= 2", ["gain rope", "pay 2 meal"], 0),
        ("meal >= 2", ["gain rope or swap", "pay 2 meal"], 1),
        ("meal >= 2", ["lose random pack", "pay 2 meal"], 1),
        ("fame >= 3", ["pay 3 fame"], 1),
        ("gold >= 6", ["do spend(3)", "pay 3 gold"], 1),
    ],
)
def test_a_price_that_a_condition_assures_takes_no_less(
    published: Published, condition: str, steps: list[str], told: int
) -> None:
    """Of fame a condition counts one more with the charm, which buys nothing."""
    block = "".join(f"    ~ {step}\n" for step in steps)
    text = ASSURED.format(header="", steps=f"~ if {condition}\n{block}")
    words = " ".join(line for _, line in shown(published(text).sections[0].blocks))
    assert words.count(OR_ALL) == told, words


def test_a_price_in_the_other_part_of_a_condition(published: Published) -> None:
    steps = """~ if gold < 3
    ~ pay 3 gold
~ else if meal < 2
    ~ pay 3 gold
~ else
    ~ pay 3 gold
    ~ pay 2 meal
~ pay 3 gold"""
    text = ASSURED.format(header="", steps=steps)
    assert [words.count(OR_ALL) for _, words in shown(published(text).sections[0].blocks)] == [1, 0, 0, 1]


def test_a_price_that_a_trigger_may_forestall(published: Published) -> None:
    header = "when meal = 0\n    ~ gold -1"
    steps = "~ if gold >= 3 and meal >= 1\n    ~ pay 1 meal\n    ~ pay 3 gold"
    text = ASSURED.format(header=header, steps=steps)
    (words, _) = [words for _, words in shown(published(text).sections[0].blocks)]
    assert words.count(OR_ALL) == 1


def test_a_rule_that_is_done_twice_assures_its_price(published: Published) -> None:
    """Each asks anew; but two prices on one line of the page, after one condition, count as one."""
    steps = "~ do spend(3)\n~ if gold >= 3\n    ~ do once\n    ~ do once"
    text = ASSURED.format(header="rule once\n    ~ pay 3 gold", steps=steps)
    words = [words for _, words in shown(published(text).sections[0].blocks)]
    assert [each.count(OR_ALL) for each in words] == [0, 2, 0]


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (
            "* Give\n    ~ lose 2 meal\n    -> 2",
            "cross 2 meals off your Adventure Sheet (or all you have if that is",
        ),
        ('~ may "Give"\n    ~ lose 2 meal\n-> 2', "cross 2 meals off your Adventure Sheet (or all you have if that is"),
        ("* Give [if meal >= 2]\n    ~ lose 2 meal\n    -> 2\n-> 3", "cross 2 meals off your Adventure Sheet and turn"),
        ("* Eat\n    ~ lose meal\n    -> 2", "cross 1 meal off your Adventure Sheet and turn to 2."),
        ("~ lose 2 meal\n-> 2", "Cross 2 meals off your Adventure Sheet and turn to 2."),
    ],
)
def test_a_loss_does_not_close_a_choice(lines: Lines, steps: str, words: str) -> None:
    """A price would (language.md, `pay`): a reader with one meal may choose it."""
    assert words in lines(steps)[0][1]


@pytest.mark.parametrize(
    ("system", "fight", "words"),
    [
        ("fighting-fantasy", "SKILL 5 STAMINA 5", "2d6 + la DESTREZA del enemigo"),
        ("lone-wolf", "COMBAT-SKILL 9 ENDURANCE 5", "la RESISTENCIA del enemigo"),
    ],
)
def test_a_number_of_a_foe_has_its_article_in_spanish(
    published: Published, system: str, fight: str, words: str
) -> None:
    """The stats of these systems are feminine; of an author's own nobody knows."""
    text = f'book "B"\n    language "es"\n    use {system}\n=== 1\n~ fight "Orc" {fight}\n-> victory\n'
    assert any(words in line for _, line in shown(published(text).rules.blocks))
