"""The rules page says what the solver counts with; expected sentences are written by hand."""

import pytest

import gamebook
from gamebook.publish.document import Document
from tests.support.published import Published, shown

STATS = """book "B"
    language "{language}"
sheet
    stat NERVE = 4 in 3..6
    stat PULSE = 9 in 2..12
    stat GLOW = 3 in -1..9
    stat FORCE = 1d6 + 6
    stat TRUST = 5
rule lift(what, by)
    ~ what +by beyond initial
rule unused
    ~ TRUST +1 beyond initial
=== 1
~ NERVE -2
~ PULSE +4 beyond initial
~ do lift(GLOW, 2)
~ initial FORCE +1
~ victory
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "never rises above that and never falls below 3.",
                "it rises above that only where the book says so, to 12 at most, and never falls below 2.",
                "it rises above that only where the book says so, to 9 at most, and never falls below −1.",
                "never rises above that and never falls below 0.",
                "Your Initial FORCE is never less than 0 and never more than 12.",
                "never rises above that and never falls below 0.",
            ],
        ),
        (
            "de",
            [
                "darüber steigt sie nie, und unter 3 fällt sie nie.",
                "darüber steigt sie nur, wo das Buch es sagt, höchstens auf 12, und unter 2 fällt sie nie.",
                "darüber steigt sie nur, wo das Buch es sagt, höchstens auf 9, und unter −1 fällt sie nie.",
                "darüber steigt sie nie, und unter 0 fällt sie nie.",
                "Der Anfangswert von FORCE ist nie niedriger als 0 und nie höher als 12.",
                "darüber steigt sie nie, und unter 0 fällt sie nie.",
            ],
        ),
        (
            "fr",
            [
                "qui ne sera jamais dépassé. Ce nombre ne descend jamais au-dessous de 3.",
                "là où le livre le dit, jusqu’à 12 au plus. Ce nombre ne descend jamais au-dessous de 2.",
                "là où le livre le dit, jusqu’à 9 au plus. Ce nombre ne descend jamais au-dessous de −1.",
                "qui ne sera jamais dépassé. Ce nombre ne descend jamais au-dessous de 0.",
                "Votre total de départ de FORCE ne vaut jamais moins de 0 ni plus de 12.",
                "qui ne sera jamais dépassé. Ce nombre ne descend jamais au-dessous de 0.",
            ],
        ),
        (
            "es",
            [
                "nunca lo superará ni bajará de 3.",
                "solo lo superará donde el libro lo diga, hasta 12 como mucho, y nunca bajará de 2.",
                "solo lo superará donde el libro lo diga, hasta 9 como mucho, y nunca bajará de −1.",
                "nunca lo superará ni bajará de 0.",
                "Tu FORCE inicial nunca es menos de 0 ni más de 12.",
                "nunca lo superará ni bajará de 0.",
            ],
        ),
        (
            "it",
            [
                "non lo supererà mai e non scenderà mai sotto 3.",
                "lo supererà solo dove il libro lo dice, fino a 12 al massimo, e non scenderà mai sotto 2.",
                "lo supererà solo dove il libro lo dice, fino a 9 al massimo, e non scenderà mai sotto −1.",
                "non lo supererà mai e non scenderà mai sotto 0.",
                "Il tuo punteggio iniziale di FORCE non è mai meno di 0 né più di 12.",
                "non lo supererà mai e non scenderà mai sotto 0.",
            ],
        ),
    ],
)
def test_how_far_a_stat_can_go(published: Published, language: str, words: list[str]) -> None:
    """NERVE 4, less 2, is 3 where its range begins at 3; what a rule of nobody's does is not said."""
    told = shown(published(STATS.replace("{language}", language)).rules.blocks)
    assert all(line.endswith(each) for (_, line), each in zip(told[1:], words, strict=False)), told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "If your Initial GRIT falls below your GRIT, your GRIT does not change."),
        ("de", "Sinkt der Anfangswert von GRIT unter den Wert von GRIT, so ändert sich GRIT nicht."),
        ("fr", "Si votre total de départ de GRIT tombe au-dessous de votre total de GRIT, celui-ci ne change pas."),
        ("es", "Si tu GRIT inicial baja por debajo de tu GRIT, tu GRIT no cambia."),
        ("it", "Se il tuo punteggio iniziale di GRIT scende sotto il tuo punteggio di GRIT, quest’ultimo non cambia."),
    ],
)
def test_a_lowered_initial_value_leaves_the_stat(published: Published, language: str, words: str) -> None:
    """It is said where an initial value may fall in play, and not where it only rises, or is set before."""
    text = f'book "B"\n    language "{language}"\nsheet\n    stat GRIT = 5\nhero\n    ~ set initial GRIT = 5\n=== 1\n'
    for step, said in (("-2", True), ("-(GRIT - 3)", True), ("+1", False)):
        told = [line for _, line in shown(published(f"{text}~ initial GRIT {step}\n~ victory").rules.blocks)]
        assert (words in told) == said
    told = [line for _, line in shown(published(f"{text}~ set initial GRIT = 3\n~ victory").rules.blocks)]
    assert words in told


ROLLED = """book "B"
    language "{language}"
sheet
    param p = 3
    stat FIX = 2d6 in 4..9
    stat LOW = 2d6 in 3..12
    stat ALL = 2d6 in 2..12
    stat FORCE = 1d6 + 6
    stat PULSE = p in 3..6
=== 1
~ FIX -1
~ LOW -1
~ ALL -1
~ victory
"""


@pytest.mark.parametrize(
    ("language", "fix", "low"),
    [
        (
            "en",
            "FIX: 2d6 (but never less than 4 and never more than 9). Write",
            "LOW: 2d6 (but never less than 3 and never more than 12). Write",
        ),
        (
            "de",
            "FIX: 2W6 (aber nie weniger als 4 und nie mehr als 9). Schreibe",
            "LOW: 2W6 (aber nie weniger als 3 und nie mehr als 12). Schreibe",
        ),
        (
            "fr",
            "FIX\u00a0: 2d6 (mais jamais moins de 4 ni plus de 9). Notez",
            "LOW\u00a0: 2d6 (mais jamais moins de 3 ni plus de 12). Notez",
        ),
        (
            "es",
            "FIX: 2d6 (pero nunca menos de 4 ni más de 9). Anota",
            "LOW: 2d6 (pero nunca menos de 3 ni más de 12). Anota",
        ),
        (
            "it",
            "FIX: 2d6 (ma mai meno di 4 né più di 9). Scrivi",
            "LOW: 2d6 (ma mai meno di 3 né più di 12). Scrivi",
        ),
    ],
)
def test_dice_that_leave_the_range_are_kept_in_it(published: Published, language: str, fix: str, low: str) -> None:
    """Two dice show 2 to 12: 4..9 cuts them at both ends, 3..12 at one, 2..12 at none."""
    told = [line for _, line in shown(published(ROLLED.replace("{language}", language)).rules.blocks)]
    assert [line[: len(each)] for line, each in zip(told[1:3], (fix, low), strict=True)] == [fix, low]
    assert not any("(" in line for line in told[3:6])


WAITING = """book "B"
    language "{language}"
sheet
    number hours = 0 in 0..12
    number luck = 1d6 - 1 in 0..9
    number gold = 1 in 0..9
    number coal = 0 in 0..9
    stat LIFE = 2d6
    codeword OWL
hero
    ~ coal +3
    ~ if gold = 1
        ~ LIFE +1
when hours <= 0 -> defeat "1"
when luck = 0 -> defeat "2"
when gold = 0 -> defeat "3"
when coal = 0 -> defeat "4"
when LIFE <= 0 -> defeat "5"
when not OWL and gold < 3 -> defeat "6"
first when OWL -> defeat "7"
=== 1
~ set hours = 12
~ luck +1
~ coal -1
~ LIFE -1
* Wait
    ~ gold -1
    ~ note OWL
    -> victory
* Go -> victory
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "(not yet when you begin, but from the first time that any of this changes)"),
        ("de", "(noch nicht zu Beginn, sondern erst, wenn sich daran zum ersten Mal etwas ändert)"),
        ("fr", "(pas encore au début, mais dès que quelque chose y change pour la première fois)"),
        ("es", "(todavía no al empezar, sino desde la primera vez que algo de esto cambie)"),
        ("it", "(non ancora all’inizio, ma dalla prima volta che qualcosa di questo cambia)"),
    ],
)
def test_a_trigger_that_may_hold_at_the_start_waits(published: Published, language: str, words: str) -> None:
    """LIFE is at least 2, 3 coal are there; but whoever rolls a 1 has no luck.

    What an `if` of the hero block changes can be anything in its range, so the page says it of LIFE, which begins at 0.
    """
    text = WAITING.replace("{language}", language)
    told = [line for _, line in shown(published(text).rules.blocks)]
    assert [line[-2] for line in told if words in line] == ["1", "2", "5", "6"]
    simple = text.replace("    ~ if gold = 1\n        ~ LIFE +1\n", "")
    told = [line for _, line in shown(published(simple).rules.blocks)]
    assert [line[-2] for line in told if words in line] == ["1", "2", "6"]


CARRIED = """book "B"
    carry gold, torch, FORCE
sheet
    number gold = 5 in 0..9
    item torch = 1
    stat FORCE = 7 in 2..12
    number coal = 5 in 0..9
hero
    ~ set gold = 3
when gold = 0 -> defeat "1"
when not torch -> defeat "2"
when FORCE <= 2 -> defeat "3"
when FORCE < 2 -> defeat "4"
when coal = 0 -> defeat "5"
=== 1
* Wait
    ~ gold -1
    ~ coal -1
    ~ lose torch
    ~ FORCE -1
    -> 1
* Go -> victory
"""


def test_what_a_book_carries_may_begin_with_anything(published: Published) -> None:
    """The reader may come from the book before with no gold, no torch, and FORCE 2; less than 2 it cannot be.

    The hero block does nothing to the gold that the reader brings.
    """
    told = [line for _, line in shown(published(CARRIED).rules.blocks)]
    assert [line[-2] for line in told if "(not yet when you begin" in line] == ["1", "2", "3"]


JOINED = """book "B"
    language "{language}"
sheet
    number force = 1 in 0..9
    number gold = 1 in 0..9
    codeword OWL
anytime
    * Rest [if gold]
        ~ gold -1
anytime in fights
    * Rest [if gold]
        ~ gold -1
when gold = 0 and OWL -> defeat
=== 1
~ set gold = min(force, gold)
* Go [if OWL and (gold = 2 or force = 3)] -> victory
* Wait -> victory
"""


@pytest.mark.parametrize(
    ("language", "rules", "section"),
    [
        (
            "en",
            [
                "Whenever you have a choice, you may first do any of these, as often as you like:",
                "At the start of each round of a fight you may do any of these, as often as you like:",
                "At once, whenever your gold is exactly 0 and you have the codeword OWL:",
            ],
            [
                "Change your gold to the least of your force and your gold.",
                "you have the codeword OWL and (your gold is exactly 2 or your force is exactly 3)):",
            ],
        ),
        (
            "de",
            [
                "Immer wenn du die Wahl hast, darfst du vorher jedes davon tun, so oft du willst:",
                "Zu Beginn jeder Kampfrunde darfst du jedes davon tun, so oft du willst:",
                "Sofort und jedes Mal, wenn gold genau 0 ist und du das Codewort OWL notiert hast:",
            ],
            ["Setze gold auf die kleinste Zahl von force und gold.", "OWL notiert hast und (gold genau 2 ist oder"],
        ),
        (
            "fr",
            [
                "vous pouvez d’abord faire l’une ou l’autre de ces choses, aussi souvent que vous le voulez :",
                "vous pouvez faire l’une ou l’autre de ces choses, aussi souvent que vous le voulez :",
                "chaque fois que votre total de gold vaut exactement 0 et que vous avez noté le mot de code OWL :",
            ],
            [
                "par le plus petit de votre total de force et de votre total de gold.",
                "OWL et si (votre total de gold vaut exactement 2 ou si votre total de force vaut exactement 3)) :",
            ],
        ),
        (
            "es",
            [
                "puedes hacer antes cualquiera de estas cosas, tantas veces como quieras:",
                "puedes hacer cualquiera de estas cosas, tantas veces como quieras:",
                "cada vez que se cumpla que tu gold es exactamente 0 y tienes anotada la palabra clave OWL:",
            ],
            ["Cambia tu gold al menor de tu force y tu gold.", "OWL y (tu gold es exactamente 2 o tu force"],
        ),
        (
            "it",
            [
                "puoi prima fare una qualsiasi di queste cose, quante volte vuoi:",
                "puoi fare una qualsiasi di queste cose, quante volte vuoi:",
                "ogni volta che il tuo punteggio di gold è esattamente 0 e hai annotato la parola chiave OWL:",
            ],
            ["nel minore del tuo punteggio di force e del tuo punteggio di gold.", "OWL e (il tuo punteggio di gold"],
        ),
    ],
)
def test_what_is_joined_says_again_what_the_language_says_again(
    published: Published, language: str, rules: list[str], section: list[str]
) -> None:
    """And what may be done at any time may be done more than once."""
    document = published(JOINED.replace("{language}", language))
    for blocks, expected in ((document.rules.blocks, rules), (document.sections[0].blocks, section)):
        told = " ".join(line for _, line in shown(blocks)).replace("\u00a0", " ")
        assert [each for each in expected if each not in told] == [], told


@pytest.mark.parametrize(
    ("language", "once", "twice"),
    [
        ("en", ["Do this 1 time:", "at most 1 time)"], ["Do this 2 times:", "at most 2 times)"]),
        ("es", ["Haz esto 1 vez:", "1 vez como mucho"], ["Haz esto 2 veces:", "2 veces como mucho"]),
        ("it", ["Fallo 1 volta:", "al massimo 1 volta"], ["Fallo 2 volte:", "al massimo 2 volte"]),
    ],
)
def test_one_time_and_more(published: Published, language: str, once: list[str], twice: list[str]) -> None:
    for times, expected in ((1, once), (2, twice)):
        text = f"""book "B"
    language "{language}"
sheet
    number gold = 0 in 0..50
=== 1
~ repeat {times} times
    ~ gold +1d6 exploding up to {times}
~ if gold > 3
    -> victory
-> defeat
"""
        told = " ".join(line + " " for _, line in shown(published(text).sections[0].blocks))
        assert [each for each in expected if each not in told] == [], told


@pytest.mark.parametrize(("language", "colon"), [("en", ":"), ("de", ":"), ("fr", "\u00a0:"), ("es", ":"), ("it", ":")])
def test_a_range_that_nobody_has_written_is_not_told(published: Published, language: str, colon: str) -> None:
    """It is made of what the number is ever set to: 9 is the solution of the riddle. Who brings coins must know it."""
    text = f"""book "B"
    language "{language}"
carry coins
sheet
    number door = 0
    number hours = 4 in 0..5
    number coins = 0
=== 1
~ set door = 9
~ hours -1
~ set coins = 7
* Open [if door = 9 and hours > 0 and coins > 0] -> victory
* Sleep -> defeat
"""
    told = {line.partition(colon)[0]: line for _, line in shown(published(text).rules.blocks)}
    assert told["door"] == f"door{colon} 0."
    assert "4" in told["hours"] and "5" in told["hours"]
    assert "0" in told["coins"] and "7" in told["coins"]


DUEL = """book "B"
    language "{language}"
sheet
    number nerve = 9 in 0..9
    stat   grit = 3
    item   salve = 1
test wits
    succeed 2d6 <= nerve
    calm | shaken
when grit <= 0 -> defeat
first when grit <= 0 and salve
    ~ lose salve
    ~ restore grit
combat fight
    foe poise, temper
    wounds grit
    won when foe poise <= 0
    round
        ~ grit -1
        ~ foe poise +3
        ~ foe temper -1
=== 1
~ test wits
    calm -> 2
    shaken -> 2
=== 2
~ fight "Knight" poise 4 temper 0
    wounded -> 1
    escape from round 2 -> 1
    each round
        ~ nerve -1
    lost -> 1
-> victory
"""


@pytest.mark.parametrize(
    ("language", "rules", "section"),
    [
        (
            "en",
            [
                "your nerve or less. If you succeed, the result is “calm”, otherwise “shaken”.",
                "You are wounded as soon as your grit falls.",
                "The poise of a foe never rises above its value at the start of the fight.",
            ],
            [
                "From round 2 on you may run away at the start of any round; if you do: turn to 1.",
                "At the start of each round, before you may do anything else: subtract 1 from your nerve.",
                "(as soon as your grit is 0 or less, even after all else that the rules say to do at once), do this",
                "do this instead of the rule that ends in defeat: turn to 1.",
            ],
        ),
        (
            "de",
            [
                "höchstens nerve ist. Gelingt sie, so ist das Ergebnis „calm“, sonst „shaken“.",
                "Du bist verwundet, sobald grit sinkt.",
                "Poise (Gegner) steigt nie über den Wert zu Beginn des Kampfes.",
            ],
            [
                "Ab Runde 2 darfst du zu Beginn jeder Runde fliehen; wenn du es tust: lies bei 1 weiter.",
                "Zu Beginn jeder Runde, bevor du etwas anderes tun darfst: verringere nerve um 1.",
                "(sobald grit höchstens 0 ist, auch nach allem anderen, was die Regeln sofort verlangen), tu dies",
            ],
        ),
        (
            "fr",
            [
                "Si vous réussissez, le résultat est « calm », sinon « shaken ».",
                "Vous êtes blessé dès que votre total de grit baisse.",
                "Le total de poise d’un adversaire ne dépasse jamais sa valeur du début du combat.",
            ],
            [
                "À partir de l’assaut 2, vous pouvez prendre la fuite au début de chaque assaut ; dans ce cas : ",
                "Au début de chaque assaut, avant de pouvoir faire autre chose : ôtez 1 ",
                "même après tout ce que les règles disent de faire aussitôt), faites ceci",
            ],
        ),
        (
            "es",
            [
                "Si tienes éxito, el resultado es «calm»; si no, «shaken».",
                "Resultas herido en cuanto baja tu grit.",
                "Poise de un enemigo nunca sube por encima de su valor al principio del combate.",
            ],
            [
                "Desde el asalto 2 puedes huir al principio de cualquier asalto; si lo haces: ",
                "Al principio de cada asalto, antes de poder hacer otra cosa: ",
                "incluso después de todo lo demás que las reglas mandan hacer enseguida), haz esto",
            ],
        ),
        (
            "it",
            [
                "Se riesci, il risultato è «calm», altrimenti «shaken».",
                "Sei ferito appena diminuisce il tuo punteggio di grit.",
                "Il punteggio di poise di un nemico non supera mai il suo valore all’inizio del combattimento.",
            ],
            [
                "Dal turno 2 puoi fuggire all’inizio di ogni turno; se lo fai: ",
                "All’inizio di ogni turno, prima di poter fare altro: ",
                "anche dopo tutto il resto che le regole dicono di fare subito), fai questo",
            ],
        ),
    ],
)
def test_what_readers_need_for_a_fight_of_the_books_own(
    published: Published, language: str, rules: list[str], section: list[str]
) -> None:
    """What a wound is, how far a foe's number rises, what an outcome means, and what comes first in a round."""
    document = published(DUEL.replace("{language}", language))
    for page, words in ((document.rules, rules), (document.sections[1], section)):
        told = [" ".join(line.split()) for _, line in shown(page.blocks)]
        for each in words:
            assert any(each in line for line in told), told
    assert not any("temper" in line and "start of the fight" in line for _, line in shown(document.rules.blocks))


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        ("first when grit <= 0 and salve\n    ~ restore grit", "even after all else"),
        ("first when grit <= 0 and salve\n    -> 1", "even after all else"),
        ("when grit <= 0 and salve\n    ~ restore grit", "do this instead of what the rules say"),
        ("when grit <= 0 and salve\n    -> 1", "do this instead of what the rules say"),
        ("when grit <= 1\n    ~ nerve -1", "do this instead of what the rules say"),
        (
            "when grit <= 1\n    ~ grit +1\nwhen nerve = 0 or grit = 1 -> defeat",
            "in the place of the rule that ends in defeat",
        ),
    ],
)
def test_a_lost_fight_says_that_a_rescue_comes_first(published: Published, trigger: str, words: str) -> None:
    """Where it does: the row comes in the place of the defeat, and ends the fight before what stands below."""
    saved = DUEL[DUEL.index("first when grit <= 0 and") : DUEL.index("combat")]
    text = DUEL.replace("{language}", "en").replace(saved, f"{trigger}\n")
    assert any(words in line for _, line in shown(published(text).sections[1].blocks))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "after the rules that stand before it, and instead of those that stand after it: turn to 1."),
        ("de", "nach den Regeln, die vor ihr stehen, und statt derer, die nach ihr stehen: lies bei 1 weiter."),
        ("fr", "après les règles qui la précèdent, et au lieu de celles qui la suivent : rendez-vous au 1."),
        ("es", "después de las reglas que están antes que ella y en vez de las que están después: pasa al 1."),
        ("it", "dopo le regole che la precedono e invece di quelle che la seguono: vai all’1."),
    ],
)
def test_a_fight_is_lost_between_other_rules(published: Published, language: str, words: str) -> None:
    between = "when grit <= 0 -> defeat\nwhen grit <= 1\n    ~ grit +1\nwhen nerve = 0 -> defeat\ncombat"
    text = DUEL.replace("{language}", language).replace("combat", between, 1)
    told = [" ".join(line.split()) for _, line in shown(published(text).sections[1].blocks)]
    assert any(words in line for line in told), told


BONUS = """book "B"
    language "{language}"
sheet
    number gold = 1 in 0..9
    item ring = 1
    while ring: gold {sign}3
=== 1
* Pay
    ~ pay 2 gold
    -> victory
* Leave -> defeat
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Prices are paid from what is written on your Adventure Sheet: what only counts more buys nothing."),
        ("de", "Bezahlt wird von dem, was auf deinem Abenteuerblatt steht: Was nur mehr zählt, kauft nichts."),
        ("fr", "ce qui ne fait que compter de plus n’achète rien."),
        ("es", "lo que solo cuenta de más no compra nada."),
        ("it", "ciò che soltanto conta in più non compra nulla."),
    ],
)
def test_what_counts_more_for_a_time_buys_nothing(published: Published, language: str, words: str) -> None:
    """As in play: the reader with 1 gold and the ring cannot pay 2."""
    text = BONUS.replace("{language}", language)
    assert gamebook.solve(text=text.replace("{sign}", "+")).value == 0
    for sign in "+-":
        told = [line for _, line in shown(published(text.replace("{sign}", sign)).rules.blocks)]
        assert any(line.endswith(words) for line in told) == (sign == "+")
    free = text.replace("{sign}", "+").replace("~ pay 2 gold", "~ gold +0")
    assert not any(line.endswith(words) for _, line in shown(published(free).rules.blocks))


@pytest.mark.parametrize(
    ("foes", "line", "needed"),
    [
        ('"Rat" SKILL 5 STAMINA 2 and "Ogre" SKILL 11 STAMINA 10', "each round\n        ~ foe STAMINA -1", True),
        ('"Rat" SKILL 5 STAMINA 2 and "Ogre" SKILL 11 STAMINA 10', "wounded\n        ~ foe STAMINA -1", True),
        ('"Rat" SKILL 5 STAMINA 2 and "Ogre" SKILL 11 STAMINA 10', "each round\n        ~ do stab", True),
        ('"Rat" SKILL 5 STAMINA 2 and "Ogre" SKILL 11 STAMINA 10', "on wound\n        ~ foe STAMINA -1", False),
        (
            '"Rat" SKILL 5 STAMINA 2 and "Ogre" SKILL 11 STAMINA 10',
            "each round\n        ~ each foe\n            ~ foe STAMINA -1",
            False,
        ),
        (
            '"Rat" SKILL 5 STAMINA 2 and "Ogre" SKILL 11 STAMINA 10',
            'each round\n        ~ foe "Ogre" STAMINA -1',
            False,
        ),
        ('"Rat" SKILL 5 STAMINA 2 then "Ogre" SKILL 11 STAMINA 10', "each round\n        ~ foe STAMINA -1", False),
        ('"Rat" SKILL 5 STAMINA 2', "each round\n        ~ foe STAMINA -1", False),
    ],
)
def test_which_foe_is_meant_is_said_where_several_stand(
    published: Published, foes: str, line: str, needed: bool
) -> None:
    rule = "rule stab\n    ~ foe STAMINA -1\n" if "stab" in line else ""
    text = f'book "B"\n    use fighting-fantasy\n{rule}=== 1\n~ fight {foes}\n    {line}\n-> victory\n'
    told = [words for _, words in shown(published(text).rules.blocks)]
    assert any(words.startswith("If you fight several foes at once, “the foe” means") for words in told) == needed


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("each round\n        ~ foe STAMINA -1\n        ~ foe SKILL -1", True),
        ("each round\n        ~ foe SKILL -1\n        ~ foe STAMINA -1", False),
        ("each round\n        ~ foe STAMINA -1\n    each round\n        ~ foe STAMINA -1", False),
        ('each round\n        ~ foe STAMINA -1\n        ~ foe "Ogre" SKILL -1', False),
    ],
)
def test_the_foe_of_a_block_stays_the_same_when_it_falls(published: Published, line: str, needed: bool) -> None:
    """language.md, “Which foe”: it stays that foe to the end of the block, also if the block fells it."""
    fight = f'~ fight "Rat" SKILL 5 STAMINA 2 and "Ogre" SKILL 11 STAMINA 10\n    {line}'
    document = published(f'book "B"\n    use fighting-fantasy\n=== 1\n{fight}\n-> victory\n')
    told = [words for _, words in shown(document.rules.blocks)]
    words = "What a section says to do about “the foe” at the start of a round is about the same one to its end,"
    assert any(each.startswith(words) for each in told) == needed


def test_which_foe_is_meant_is_said_for_what_may_be_done_in_any_fight(published: Published) -> None:
    text = """book "B"
    use fighting-fantasy
sheet
    item oil = 1
anytime in fights
    * Throw the oil [if oil]
        ~ lose oil
        ~ foe STAMINA -3
=== 1
~ fight "Rat" SKILL 5 STAMINA 2 and "Ogre" SKILL 11 STAMINA 10
-> victory
"""
    words = "If you fight several foes at once"
    assert any(line.startswith(words) for _, line in shown(published(text).rules.blocks))
    one = text.replace(' and "Ogre" SKILL 11 STAMINA 10', "")
    assert not any(line.startswith(words) for _, line in shown(published(one).rules.blocks))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "If the number of the round is 2 or less"),
        ("de", "Wenn die Nummer der Runde höchstens 2 ist"),
        ("fr", "Si le numéro de l’assaut vaut 2 ou moins"),
        ("es", "Si el número del asalto es 2 o menos"),
        ("it", "Se il numero del turno è 2 o meno"),
    ],
)
def test_the_round_has_words_in_each_language(published: Published, language: str, words: str) -> None:
    text = f"""book "R"
    language "{language}"
    use fighting-fantasy
=== 1
~ fight "Rat" SKILL 5 STAMINA 6
    each round
        ~ if round <= 2
            ~ LUCK -1
-> victory
"""
    assert any(line.startswith(words) for _, line in shown(published(text).sections[0].blocks))
    mine = text.replace("=== 1", 'phrase the-round = "the bout"\n=== 1')
    assert any("the bout" in line for _, line in shown(published(mine).sections[0].blocks))


def test_a_limit_lists_what_the_book_adds_to_it(published: Published) -> None:
    """A limit of a rule system, to which a book adds its own things, is one list for the reader."""
    text = "sheet\n    item rope, egg x 2\n    limit bag 2: egg\n    limit bag: rope\n=== 1\n-> victory\n"
    told = [line for _, line in shown(published(text).rules.blocks)]
    assert [line for line in told if line.startswith("bag")] == ["bag: at most 2 of egg and rope."]


MEETING = """book "B"
    use fighting-fantasy
    language "{language}"
sheet
    item lantern = 1
    number hurt = 0 in 0..9
    number coal = 5 in 0..9
{triggers}
=== 1
~ hurt +3
~ coal -1
~ fight "Ogre" SKILL 7 STAMINA 4
    wounded -> 2
-> 2
=== 2
~ lose lantern
-> victory
"""
ORDER = {
    "en": "If several of the following rules hold at the same time, take them in this order, and look before each "
    "whether it still holds.",
    "de": "Gelten mehrere der folgenden Regeln zugleich, dann nimm sie in dieser Reihenfolge, und sieh vor jeder "
    "nach, ob sie noch gilt.",
    "fr": "Si plusieurs des règles suivantes s’appliquent en même temps, prenez-les dans cet ordre, et vérifiez avant "
    "chacune qu’elle s’applique encore.",
    "es": "Si se cumplen a la vez varias de las reglas siguientes, síguelas en este orden y comprueba antes de cada "
    "una si todavía se cumple.",
    "it": "Se più regole tra le seguenti valgono nello stesso momento, seguile in quest’ordine e controlla prima "
    "di ognuna se vale ancora.",
}
MADE_GOOD = {
    "en": "A loss that another rule makes good at once is no wound.",
    "de": "Ein Verlust, den eine andere Regel sofort ausgleicht, ist keine Wunde.",
    "fr": "Une perte qu’une autre règle compense aussitôt n’est pas une blessure.",
    "es": "Una pérdida que otra regla compensa enseguida no es una herida.",
    "it": "Una perdita che un’altra regola compensa subito non è una ferita.",
}
AT_ONCE = {
    "en": "For a rule that begins with “At once”, you have visited a section as soon as you come to it.",
    "de": "Eine Regel, die mit „Sofort“ beginnt, zählt einen Abschnitt als besucht, sobald du zu ihm kommst.",
    "fr": "Une règle qui commence par « Aussitôt » compte un paragraphe comme visité dès que vous y arrivez.",
    "es": "Una regla que empieza por «Enseguida» cuenta una sección como visitada en cuanto llegas a ella.",
    "it": "Una regola che comincia con «Subito» conta un paragrafo come visitato appena ci arrivi.",
}


@pytest.mark.parametrize(
    ("triggers", "several", "made_good", "at_once"),
    [
        ("when hurt > 2\n    ~ hurt -2\nwhen hurt > 1 and lantern\n    ~ lose lantern", True, False, False),
        ("when coal = 0\n    ~ hurt +1\nwhen hurt > 1 -> victory", True, False, False),
        ("when coal = 0 -> victory\nwhen hurt > 1\n    ~ lose lantern", False, False, False),
        ("first when STAMINA <= 0 and lantern\n    ~ lose lantern\n    ~ set STAMINA = 9", True, True, False),
        ("when visited 2 and lantern\n    ~ coal -1", False, False, True),
        ("let late = visited 2\nwhen late and lantern\n    ~ coal -1", False, False, True),
        ("sheet\n    while visited 2: coal +1\nwhen coal > 2 and lantern -> 2", False, False, True),
        ("rule look\n    ~ if visited 2\n        -> 2\nwhen lantern\n    ~ do look", False, False, True),
    ],
)
def test_what_readers_must_know_about_triggers(
    published: Published, triggers: str, several: bool, made_good: bool, at_once: bool
) -> None:
    for language, words in ORDER.items():
        rules = published(MEETING.format(language=language, triggers=triggers)).rules
        told = [line.replace("\u00a0", " ") for _, line in shown(rules.blocks)]
        assert (words in told) == several
        assert (MADE_GOOD[language] in told) == made_good
        assert (AT_ONCE[language] in told) == at_once


@pytest.mark.parametrize(
    ("language", "name", "start"),
    [
        ("en", "Score", "Score: 0 at first, with no limit above or below."),
        ("de", "Punkte", "Punkte: am Anfang 0, ohne Grenze nach oben oder unten."),
        ("fr", "Points", "Points : 0 au départ, sans limite vers le haut ni vers le bas."),
        ("es", "Puntos", "Puntos: 0 al principio, sin límite hacia arriba ni hacia abajo."),
        ("it", "Punti", "Punti: 0 all’inizio, senza limiti verso l’alto né verso il basso."),
    ],
)
@pytest.mark.parametrize("steps", ["~ score +5\n-> victory", '~ ending "Home" score 3', "aim score"])
def test_points_have_their_place(published: Published, language: str, name: str, start: str, steps: str) -> None:
    """Also where only an ending gives them, and where nothing does, but the book asks for many."""
    header, body = (steps, "-> victory") if steps.startswith("aim") else ("aim win", steps)
    document = published(f'book "B"\n    language "{language}"\n    {header}\n=== 1\n{body}\n')
    assert start in [words.replace("\u00a0", " ") for _, words in shown(document.rules.blocks)]
    assert [(line.name, line.start) for line in document.sheet.lines] == [(name, "0")]


def test_a_book_without_points_has_no_place_for_them(published: Published) -> None:
    document = published('book "B"\n=== 1\n-> victory\n')
    assert not document.sheet.lines
    assert "Score" not in str(shown(document.rules.blocks))


MOST = "meal: at most 3."
REST = "If you are given more than there is room for, take what fits and leave the rest."


@pytest.mark.parametrize(
    ("places", "step", "is_there"),
    [
        (3, "gain 2 meal", True),
        (3, "do give(meal)", True),
        (4, "gain 2 meal", False),
        (3, "gain 2 meal all or none", False),
        (3, "gain rope or swap", False),
        (3, "meal +2", False),
    ],
)
def test_what_does_not_fit_is_left(published: Published, places: int, step: str, is_there: bool) -> None:
    """Where a section gives more than a limit has room for, and does not say itself what readers do then."""
    text = f"""book "B"
sheet
    item  rope, meal x 3
    limit pack {places}: rope, meal
rule give(thing)
    ~ gain thing
=== 1
~ {step}
~ victory
"""
    words = [line for _, line in shown(published(text).rules.blocks)]
    assert (REST in words) == is_there


@pytest.mark.parametrize(
    ("sheet", "step", "turn", "told"),
    [
        ("item meal x 3", "gain 2 meal", "1", [MOST, REST]),
        ("item meal x 3", "gain 2 meal", "2", [MOST, REST]),
        ("item meal x 4", "gain 2 meal", "2", []),  # given twice: 4 at the most
        ("item meal x 3", "gain 1d6 meal", "3", [MOST, REST]),
        ("item meal x 3", "meal +2", "2", [MOST, REST]),
        ("item meal x 3", "set meal = 2", "1", []),
        ("item meal x 3", "lose 2 meal", "1", []),
        ("item meal x 3", "gain 2 meal all or none", "1", [MOST]),  # the section says the rest
        ("item meal x 3", "gain meal or swap", "1", [MOST]),
        ("item meal x 3\n    limit pack 2: meal", "gain 2 meal", "1", [REST]),  # the limit is reached first
        ("item meal x 3\n    limit pack 3: meal", "gain 2 meal", "1", [REST]),  # the limit says it
        ("item meal x 3, rope\n    limit pack 5: meal, rope", "gain 2 meal", "1", [MOST, REST]),
        ("item meal x 21", "gain 2 meal", "1", []),  # no boxes: the range is said
        ("item meal", "gain meal", "1", []),
    ],
)
def test_the_rules_say_how_many_copies_there_can_be_where_more_may_be_given(
    published: Published, sheet: str, step: str, turn: str, told: list[str]
) -> None:
    text = f"""book "B"
sheet
    {sheet}
=== 1
~ {step}
-> {turn}
=== 2
~ {step}
-> 3
=== 3
~ victory
"""
    words = [line for _, line in shown(published(text).rules.blocks)]
    assert [each for each in words if each in (MOST, REST)] == told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "meal: höchstens 3."),
        ("fr", "meal : au plus 3."),
        ("es", "meal: como mucho 3."),
        ("it", "meal: al massimo 3."),
    ],
)
def test_the_number_of_copies_in_other_languages(published: Published, language: str, words: str) -> None:
    text = f'book "B"\n    language "{language}"\nsheet\n    item meal x 3\n=== 1\n~ gain meal\n* Again -> 1\n'
    found = [line.replace("\u00a0", " ") for _, line in shown(published(text).rules.blocks)]
    assert words in found


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Bekommst du mehr, als Platz hat, so nimm, was noch passt, und lass den Rest liegen."),
        ("fr", "Si vous recevez plus de choses qu’il n’y a de place, prenez ce qui tient et laissez le reste."),
        ("es", "Si recibes más cosas de las que caben, coge las que quepan y deja el resto."),
        ("it", "Se ricevi più cose di quante ce ne stanno, prendi quelle che ci stanno e lascia il resto."),
    ],
)
def test_what_does_not_fit_is_left_in_other_languages(published: Published, language: str, words: str) -> None:
    text = f"""book "B"
    language "{language}"
sheet
    item  rope, meal x 3
    limit pack 3: rope, meal
=== 1
~ gain rope
~ victory
"""
    assert words in [line for _, line in shown(published(text).rules.blocks)]


@pytest.mark.parametrize(
    ("language", "rule", "step"),
    [
        ("en", "what it has no room for stays with you.", "Leave your gold in the bank, as far as there is room, and"),
        ("de", "was keinen Platz hat, bleibt bei dir.", "Lass „gold“ dort zurück („bank“), soweit Platz ist, und"),
        (
            "fr",
            "ce qui n’y tient pas reste avec vous.",
            "ce qui est noté sous « gold », dans la limite de la place, et",
        ),
        ("es", "lo que no cabe se queda contigo.", "Deja allí («bank») lo de «gold», hasta donde quepa, y"),
        ("it", "ciò che non ci sta resta con te.", "Lascia là («bank») ciò che è sotto «gold», finché c’è posto, e"),
    ],
)
def test_what_a_place_has_no_room_for_stays(published: Published, language: str, rule: str, step: str) -> None:
    document = published(f"""book "B"
    language "{language}"
sheet
    number gold = 8 in 0..10
=== 1
~ store gold in bank
* Go -> 2
=== 2
~ victory
""")
    for words, page in ((rule, document.rules), (step, document.sections[0])):
        assert any(words in line.replace("\N{NO-BREAK SPACE}", " ") for _, line in shown(page.blocks))


SHEET = """book "B"
sheet
    number depth in -9..9
    number debt = -3 in -5..9
    number luck = 2d6 in 2..12
    item   arrow x 30 = 3
    item   stone x 25 = 2d6
    item   meal x 12
    item   coin x 99
    limit  purse 20: coin
    limit  pack {places}: meal
=== 1
~ both depth -1, debt +1
~ luck -1
~ lose arrow
~ lose stone
~ gain coin
~ {step}
~ victory
"""


def test_the_sheet_has_what_each_number_begins_with(published: Published) -> None:
    """A number that nothing is written for begins at 0."""
    lines = published(SHEET.format(places=4, step="gain meal")).sheet.lines
    assert [(line.name, line.start, line.roll) for line in lines if line.kind == "number"] == [
        ("depth", "0", ""), ("debt", "−3", ""), ("luck", "", "2d6"), ("arrows", "3", ""), ("stones", "", "2d6"),
    ]  # fmt: skip


def test_of_more_than_there_are_boxes_for_readers_write_the_number(published: Published) -> None:
    """How many it can be, and with how many it begins, is said on the rules page, as of any number."""
    document = published(SHEET.format(places=4, step="gain meal"))
    assert [(line.name, line.boxes) for line in document.sheet.lines if line.kind == "item"] == [
        ("meal", 4), ("coin", 20),
    ]  # fmt: skip
    words = [line for _, line in shown(document.rules.blocks)]
    assert "arrows: 3, never less than 0 and never more than 30." in words
    assert "stones: 2d6, never less than 0 and never more than 25." in words
    assert not [line for line in words if line.startswith("You begin with")]


@pytest.mark.parametrize(
    ("places", "step", "boxes"),
    [
        (4, "gain 9 meal", 4),
        (40, "gain 9 meal", 12),
        (4, "meal -1", 4),
        (4, "set meal = 4", 4),
        (4, "set meal = 5", 12),
        (4, "set meal = debt", 12),
        (4, "meal +1", 12),
        (4, "swap meal depth", 12),
    ],
)
def test_there_are_boxes_for_all_that_readers_can_have(
    published: Published, places: int, step: str, boxes: int
) -> None:
    """Only `gain` looks at a limit: what is given without a look at it needs a box, too."""
    lines = published(SHEET.format(places=places, step=step)).sheet.lines
    assert next(line.boxes for line in lines if line.name == "meal") == boxes


@pytest.mark.parametrize(("start", "boxes"), [("4", 4), ("5", 12), ("1d6", 12)])
def test_there_are_boxes_for_all_that_readers_begin_with(published: Published, start: str, boxes: int) -> None:
    text = SHEET.format(places=4, step="gain meal").replace("meal x 12", f"meal x 12 = {start}")
    assert next(line.boxes for line in published(text).sheet.lines if line.name == "meal") == boxes


def test_there_are_boxes_for_all_that_readers_bring(published: Published) -> None:
    text = SHEET.format(places=4, step="gain meal").replace("sheet\n", "    carry meal\nsheet\n")
    assert next(line.boxes for line in published(text).sheet.lines if line.name == "meal") == 12


ANEW = """book "B"
sheet
    param p = 3
    stat LIFE = 2d6 + 12
    stat SKILL = 1d6
    number gold in 0..9
    codeword WEAK
{header}
hero
{steps}
=== 1
~ SKILL -1
~ gold +1
-> victory
"""
ANEW_LINES = "    ~ set initial LIFE = 2d6 + p\n    ~ restore LIFE\n"


def _rolled_anew(document: Document) -> bool:
    """Whether the rules and the sheet name only the roll that counts."""
    told = "\n".join(line for _, line in shown(document.rules.blocks))
    (life,) = (line for line in document.sheet.lines if line.name.casefold() == "life")
    once = "LIFE: 2d6 + 3. Write it down" in told and "hange your Initial LIFE" not in told
    assert once == (life.roll == "2d6 + 3")
    assert once != ("LIFE: 2d6 + 12. Write it down" in told)
    assert not document.untold
    return once


@pytest.mark.parametrize(
    ("steps", "header", "once"),
    [
        (ANEW_LINES, "", True),
        ("    ~ choose\n        * Rich\n            ~ gold +3\n        * Poor\n" + ANEW_LINES, "", True),
        (ANEW_LINES + "    ~ if LIFE < 9\n        ~ note WEAK\n", "", True),
        ("    ~ set gold = LIFE / 3\n" + ANEW_LINES, "", False),
        ("    You have {LIFE}.\n" + ANEW_LINES, "", False),
        ("    ~ set initial LIFE = SKILL + 6\n    ~ restore LIFE\n", "", False),
        ("    ~ set initial LIFE = 2d6 + 3\n", "", False),
        ("    ~ if gold = 0\n        ~ set initial LIFE = 2d6 + 3\n        ~ restore LIFE\n", "", False),
        ("    ~ set initial LIFE = 2d6 + 3\n    ~ LIFE -2\n    ~ restore LIFE\n", "", False),
        ("    ~ do anew\n", "rule anew\n" + ANEW_LINES, False),
        (ANEW_LINES, "when LIFE < 9\n    ~ note WEAK", False),
        (ANEW_LINES, "when LIFE <= 0 -> defeat", True),
        (ANEW_LINES, "carry LIFE", False),
    ],
)
def test_a_stat_that_the_hero_block_begins_anew(published: Published, steps: str, header: str, once: bool) -> None:
    """A roll that is written over at once is not printed, neither among the rules nor on the sheet."""
    if header.startswith("carry"):
        text = ANEW.replace("sheet\n", f"    {header}\nsheet\n", 1).replace("{header}", "")
    else:
        text = ANEW.replace("{header}", header)
    assert _rolled_anew(published(text.replace("{steps}", steps))) == once


def test_the_roll_that_counts_is_kept_in_its_range(published: Published) -> None:
    """2d6 + 9 can be more than 18, the most that LIFE can be: the page says where it stops."""
    text = ANEW.replace("{header}", "").replace("{steps}", "    ~ set initial LIFE = 2d6 + 9\n    ~ restore LIFE\n")
    text = text.replace("2d6 + 12", "2d6 + 6")
    told = [line for _, line in shown(published(text).rules.blocks)]
    assert any(line.startswith("LIFE: 2d6 + 9 (but never less than 0 and never more than 18).") for line in told)


@pytest.mark.parametrize(("low", "told"), [(-10, True), (0, False)])
def test_a_debt_that_is_left_somewhere_is_gone(published: Published, low: int, told: bool) -> None:
    """language.md, `store`: a number below 0 becomes 0, too, and nothing is stored."""
    text = f"sheet\n    number debt = 3 in {low}..10\n=== 1\n~ store debt in box\n~ return debt from box\n-> victory\n"
    words = [line for _, line in shown(published(f'book "B"\n{text}').rules.blocks)]
    assert ("Of a number below 0 nothing is left there; it becomes 0." in words) == told


OPEN = """book "B"
    language "{language}"
sheet
    stat   life = 3
    number gold = 3 in 0..9
    item   rope = 1, meal x 3 = 2, charm = 1
    limit  bag 3: rope, meal
    while  charm: gold +1
when life <= 0 -> defeat
combat fight
    foe life
    won when foe life <= 0
    round
        ~ foe life -1
=== 1
~ store bag in box
~ store gold in box
~ gain 3 meal
~ return bag from box
~ both initial life +1, life +1
~ fight "Rat" life 9
    after 3 rounds
        ~ life -1
        -> victory
    lost -> defeat
-> victory "With {{gold}}"
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "If not all that you take back fits, take it in the order in which the list above names it.",
                "What you leave somewhere or exchange is what is written on your Adventure Sheet",
                "(the old Initial value is still the limit)",
                "What you do as you run away, or as the fight stops, is still part of the fight",
            ],
        ),
        (
            "de",
            [
                "so nimm es in der Reihenfolge der Liste oben.",
                "ohne das, was nur mehr oder weniger zählt.",
                "(noch gilt der alte Anfangswert als Grenze)",
                "gehört noch zum Kampf",
            ],
        ),
        (
            "fr",
            [
                "prenez-le dans l’ordre de la liste ci-dessus.",
                "sans ce qui ne fait que compter de plus ou de moins.",
                "(l’ancien total de départ est encore la limite)",
                "fait encore partie du combat",
            ],
        ),
        (
            "es",
            [
                "cógelo en el orden de la lista de arriba.",
                "sin lo que solo cuenta de más o de menos.",
                "(el límite es todavía el valor inicial de antes)",
                "es todavía parte del combate",
            ],
        ),
        (
            "it",
            [
                "prendilo nell’ordine dell’elenco qui sopra.",
                "senza ciò che soltanto conta in più o in meno.",
                "(il limite è ancora il valore iniziale di prima)",
                "fa ancora parte del combattimento",
            ],
        ),
    ],
)
def test_what_a_reader_might_take_in_two_ways(published: Published, language: str, words: list[str]) -> None:
    """language.md: the order of a return, a bonus that is not moved, a cap that rises too late, the end of a fight."""
    document = published(OPEN.format(language=language))
    told = "\n".join(line for page in (document.rules, *document.sections) for _, line in shown(page.blocks))
    told = told.replace("\u00a0", " ")
    assert [each for each in words if each not in told] == []


def test_what_can_be_taken_in_one_way_only_is_not_explained(published: Published) -> None:
    text = OPEN.format(language="en").replace("while  charm: gold +1", "while  charm: life +1")
    text = text.replace("bag 3:", "bag 9:").replace("initial life +1, life", "initial life +1, gold")
    text = text.replace("        ~ life -1\n", "        ~ gold -1\n")
    document = published(text)
    told = "\n".join(line for page in (document.rules, *document.sections) for _, line in shown(page.blocks))
    for words in ("take back fits", "leave somewhere", "the old Initial value", "still part of the fight"):
        assert words not in told
