"""Every mistake has a code of its own and stands where the author should look."""

from __future__ import annotations

import pytest

from gamebook import check
from gamebook.codes import CODES
from gamebook.syntax import ast, recover
from tests.support.pages import codes, read

ROW_OF_A_FIGHT = "write where the reader turns, escape -> 12; or put what happens on lines of its own under it"
EACH_ROUND = "put what happens in each round on lines of its own under it"
INDENTED_TRIGGER = (
    "move the line before the first chapter, without blanks before it; a backslash before it says that it is prose"
)
PARENTHESES = "put the whole amount in parentheses"
ACTION = "write “{}”, and under it, with four blanks: * {}"
CHAPTER = {
    "~ if count of 1..5 in hand > 1\n    -> 2": (
        "GB040",
        "hand",
        "add them up: count of 1 in hand + … + count of 5 in hand",
    ),
    "~ if 1 = count of 5..6 in pool + 1\n    -> 2": (
        "GB040",
        "pool",
        "add them up: count of 5 in pool + count of 6 in pool",
    ),
    "~ score -a + 3": ("GB034", "+", None),
    '-> victory "Home" score -a - 3': ("GB034", "-", None),
    "~ pay gold 3": ("GB040", "3", "write: ~ pay 3 gold"),
    "~ pay 3 gold pieces": ("GB036", "pieces", "write: ~ pay 3 gold"),
    "~ STAMINA -2 and LUCK -1": (
        "GB036",
        "and",
        "write “~ STAMINA -2” and “~ LUCK -1” on lines of their own",
    ),
    "~ fight duel Rat life 2": ("GB036", "Rat", 'write: ~ fight duel "Rat" life 2'),
    "~ fight giant rat life 2": ("GB036", "rat", 'write: ~ fight "giant rat" life 2'),
    "~ fight Giant Rat life 2": ("GB036", "Rat", 'write: ~ fight "Giant Rat" life 2'),
    '-> defeat: "You fall"': ("GB036", ":", 'write: -> defeat "You fall"'),
    '* Jump -> defeat: "You fall"': ("GB036", ":", 'write: * Jump -> defeat "You fall"'),
    "* Jump -> 2\n*) Run -> 3": ("GB039", "*) Run -> 3", "write: * Run -> 3"),
    "~ tick box": ("GB036", "box", "write: ~ tick a box"),
    "~ roll x = d6": ("GB036", "x", "write: ~ roll 1d6 as x, or for a number of the sheet: ~ set x = 1d6"),
    "~ roll x = 2d6 + 1": (
        "GB036",
        "x",
        "write: ~ roll 2d6 + 1 as x, or for a number of the sheet: ~ set x = 2d6 + 1",
    ),
    "~ roll one die": (
        "GB036",
        "die",
        "write: ~ roll 1d6, and rows under it; or give the result a name: ~ roll 1d6 as d",
    ),
    "~~gain rope~~ is struck out": (
        "GB020",
        "~~gain rope~~ is struck out",
        "write: \\~~gain rope~~ is struck out",
    ),
    "~~ gold -1 ~~": ("GB020", "~~ gold -1 ~~", "write: \\~~ gold -1 ~~"),
    "~~~~ ~~~": ("GB020", "~~~~ ~~~", "write: \\~~~~ ~~~"),
    "~~ gain rope": ("GB020", "~~ gain rope", "write: ~ gain rope"),
    "~ otherwise": ("GB020", "otherwise", "write: ~ else"),
    "* Climb -> The loft": ("GB023", "The", "write it like this: -> 12"),
    "~ roll 1d6\n    1-2 -> 3\n    3 to 6\n        -> 4": ("GB027", "3 to 6", "write: 3-6"),
    "# 4 The end": ("GB010", "# 4 The end", "write: === 4 The end; or \\# if it is prose"),
    " === 12 The cave": ("GB010", "=== 12 The cave", None),
    "* Buy [if a]\n~ pay 3 gold\n    ~ gain rope": (
        "GB007",
        "~ gain rope",
        "if both belong to “* Buy [if a]”, put four blanks before the line above, too",
    ),
    "* Buy\n    ~ pay 3 gold\n     ~ gain rope": ("GB007", "~ gain rope", "give both lines the same indent"),
    "* Buy\n\t~ pay 3 gold\n\t  ~ gain rope": ("GB007", "~ gain rope", "give both lines the same indent"),
    "* Buy\n  ~ pay 3 gold\n\t~ gain rope": ("GB007", "~ gain rope", "give both lines the same indent"),
    "* Buy\n    ~ pay 3 gold\n\t    ~ gain rope": (  # a tab and four blanks are eight
        "GB007",
        "~ gain rope",
        "remove the blanks, or put it under a choice, a row or a rule that has a block",
    ),
    "~ tset luck": ("GB020", "tset", "did you mean “test”?"),
    "~ gian lantern": ("GB020", "gian", "did you mean “gain”?"),
    "~ frobnicate the bar": (
        "GB020",
        "frobnicate",
        "rules begin with gain, lose, test, roll, fight, if …, or with the name of a number: ~ gold +1",
    ),
    "~ let x = 3": ("GB020", "let", "“let” belongs before the first chapter: write there, without ~: let x = 3"),
    "~ item rope": (
        "GB020",
        "item",
        "“item” belongs before the first chapter: write there, under “sheet”, without ~: item rope",
    ),
    "~ when gold < 3 -> 4": (
        "GB020",
        "when",
        "“when” belongs before the first chapter; here write: ~ if gold < 3, and under it, with four blanks: -> 4",
    ),
    "* Climb, though the stones are loose\nand the light is going -> 7": (
        "GB029",
        "and the light is going -> 7",
        "join it to the choice above: * Climb, though the stones are loose and the light is going -> 7",
    ),
    "* Buy the lamp that he\nshows you [if gold]\n    ~ gold -1": (
        "GB007",
        "~ gold -1",
        "if those are words of the choice above it, join them: * Buy the lamp that he shows you [if gold]",
    ),
    "~": ("GB020", "~", None),
    '~ victory "The crown': ("GB021", '"', None),
    "~ may take it\n    -> 2": ("GB021", "take", None),
    "* Go ->": ("GB022", ">", None),
    "* Go in -> chapter 12": ("GB023", "chapter", "write: * Go in -> 12"),
    "-> turn to 7": ("GB023", "turn", "write: -> 7"),
    "* [[Climb->7]]": ("GB053", "[[Climb->7]]", "write: * Climb -> 7"),
    "* [[7]]": ("GB053", "[[7]]", "write: * … -> 7"),
    "You may [[climb up|7]] now.": ("GB053", "[[climb up|7]]", "write: * climb up -> 7"),
    "[[7<-Climb]]": ("GB053", "[[7<-Climb]]", "write: * Climb -> 7"),
    "• Climb -> 7": ("GB029", "• Climb -> 7", "for a choice, write: * Climb -> 7"),
    "** Climb -> 7": ("GB039", "** Climb -> 7", "write: * Climb -> 7"),
    "~ choose 2 of\n    * Buy [if gold]\n    ~ gold -1\n    * Run -> 3": (
        "GB027",
        "~ gold -1",
        "put four blanks more before it, and before what belongs to it",
    ),
    "~ choose 2 of\n    * Buy\n        ~ gold -1\n    -> 2\n    * Run -> 3": (
        "GB027",
        "-> 2",
        "put four blanks more before it, and before what belongs to it",
    ),
    "~ random\n    3:\n        Ha.\n    -> 3\n    2: -> 2": (
        "GB027",
        "-> 3",
        "put four blanks more before it, and before what belongs to it",
    ),
    "~ test luck\n    lucky\n        Ha.\n    ~ if rope\n        -> 5\n    unlucky -> 2": (
        "GB027",
        "~ if rope",
        "put four blanks more before it, and before what belongs to it",
    ),
    "~ choose 2 of\n    -> 2\n    * Run -> 3": ("GB027", "-> 2", "begin each line with a star and a blank: * Go in"),
    "* Add your number and nine more, and turn to it [if safe > 0] -> safe + 9": (
        "GB023",
        "safe",
        "write: * Add your number and nine more, and turn to it [if safe > 0] -> (safe + 9)",
    ),
    "-> 100 - safe": ("GB023", "100", "write: -> (100 - safe)"),
    "* Climb up the long stairs to the room under the roof -> turn to 7": (
        "GB023",
        "turn",
        "write: * Climb up the long stairs to the room under the roof -> 7",
    ),
    "~ if gold > 1 => 2": (
        "GB049",
        "=>",
        "write “~ if gold > 1”, and “-> 2” on the next line, with four blanks more before it",
    ),
    "~ if gold => 2\n    -> 3": ("GB049", "=>", "write >= instead: ~ if gold >= 2"),
    "* Go [if gold => 3] => 2": ("GB049", "=>", "write >= instead: * Go [if gold >= 3] -> 2"),
    "~ STAMINA -= 3": ("GB049", "-=", "write: ~ STAMINA -3"),
    "* Go [if gold > 3] → 5": ("GB049", "→", "write: * Go [if gold > 3] -> 5"),
    "~ lamp = 1": ("GB035", "=", "for an item write ~ gain lamp, for a number ~ set lamp = 1"),
    "~ lamp = 0": ("GB035", "=", "for an item write ~ lose lamp, for a number ~ set lamp = 0"),
    "~ victory The end": ("GB021", "The", 'write: ~ victory "The end"'),
    "-> ending The end": ("GB021", "The", 'write: -> ending "The end"'),
    "-> 12ab": ("GB023", "ab", None),
    "* Go -> [if rope] -> 2": ("GB023", "->", "write: * Go [if rope] -> 2, or: * Go \\-> [if rope] -> 2"),
    '* The sign says -> "Inn" -> 2': ("GB023", "->", 'write: * The sign says \\-> "Inn" -> 2'),
    "~ coins +1,000": ("GB036", "1,000", "write: 1000"),
    "* Go [if coins >= 1.000] -> 2": ("GB036", "1.000", "write: 1000"),
    "* Go -> 2 [secret]": ("GB025", "[", "write: * Go -> 2 secret"),
    "* Go [if rope's] -> 2": ("GB049", "rope's", "write: ropes"),
    "* Go [if a and giant’s-tooth] -> 2": ("GB049", "giant’s-tooth", "write: giants-tooth"),
    "* Go [if a > 'b'] -> 2": ("GB049", "'", None),
    "* Go [if knows 40%] -> 2": ("GB040", "40", "write: * Go [knows 40%] -> 2"),
    "* Go [if knows 40% and rope] -> 2": ("GB040", "40", "write: * Go [if rope] [knows 40%] -> 2"),
    "* Go [if rope and knows 40%] -> 2": ("GB040", "40", "write: * Go [if rope] [knows 40%] -> 2"),
    "~ compare 1d6 and 2d6\n    higher -> 2": ("GB036", "and", "write: ~ compare 1d6 with 2d6"),
    '~ fight "Ox" SKILL 7 STAMINA 6\n    escape from 3 -> 2': ("GB036", "3", "write: escape from round 3 -> 2"),
    '~ fight "Ox" SKILL 7 STAMINA 6\n    with damage = 3, harm = 1': (
        "GB036",
        ",",
        "write “with damage = 3” and “with harm = 1” on lines of their own",
    ),
    "* * Go -> 2": ("GB039", "* Go", "write one star: * Go"),
    '~ ask "How many?"\n    else -> 2': (
        "GB027",
        "else -> 2",
        "write the rows of the answers above it, such as 9 -> 30",
    ),
    '~ fight "Ox" SKILL 7 STAMINA 6\n    busy Ox while rope': ("GB021", "Ox", 'write: busy "Ox" while rope'),
    '~ fight "Ox" SKILL 7 STAMINA 6\n    with damage +1': (
        "GB036",
        "+",
        "write its whole value, with what is added: with damage = 3",
    ),
    "~ if gold\n    -> 2\n~ else gold > 2\n    -> 3": ("GB036", "gold", "write: ~ else if gold > 2"),
    "* Go -> -> 2": ("GB023", "->", "write: * Go -> 2"),
    "-> -> 2": ("GB023", "->", "write: -> 2"),
    "* Light it [if lantern -> 5": ("GB024", "[", None),
    "* Light it [If lantern] -> 5": ("GB024", "Light it [If lantern]", None),
    "* Pay [gold >= 5] -> 5": ("GB024", "Pay [gold >= 5]", None),
    "* Pay [ifgold >= 5] -> 5": ("GB024", "Pay [ifgold >= 5]", "did you mean [if gold >= 5]?"),
    "* Light it -> 5 [if lantern]": ("GB025", "[", None),
    "* Climb [if rope] --> 2": ("GB049", "-->", "write: * Climb [if rope] -> 2"),
    "* Climb [if rope] - > 2": ("GB049", "- >", "write: * Climb [if rope] -> 2"),
    "* Climb [if rope] >> 2.": ("GB049", ">>", "write: * Climb [if rope] -> 2"),
    "* Climb [if rope] turn to 2": ("GB049", "turn to", "write: * Climb [if rope] -> 2"),
    "* Light it [if lantern] now": ("GB025", "now", None),
    "* -> 12": ("GB026", "*", None),
    "~ test luck\n    You jump.": ("GB027", "You jump.", None),
    "~ roll 1d6\n    * Go": ("GB027", "* Go", None),
    "~ choose 2 of\n    rope": ("GB027", "rope", None),
    "1-3 -> 20": ("GB028", "1-3 -> 20", None),
    "lucky -> 20": ("GB028", "lucky -> 20", None),
    "Go through the door -> 12": ("GB029", "Go through the door -> 12", None),
    "~ else\n    -> 5": ("GB030", "else", None),
    "~ roll 1d6": ("GB031", "~ roll 1d6", None),
    "~ roll 2d6 + 1 by residual": (
        "GB031",
        "~ roll 2d6 + 1 by residual",
        "write rows under it, or give the result a name: ~ roll 2d6 + 1 as d by residual",
    ),
    "~ roll dice": (
        "GB031",
        "~ roll dice",
        "write how many dice are rolled, and give the result a name: ~ roll 2d6 as d",
    ),
    "~ roll -> 2": ("GB040", ">", None),
    "~ test -> 2": ("GB036", "-", "allowed here: a name"),
    "~ fight": ("GB032", "~ fight", None),
    "~ roll 1d6 as d by": ("GB033", "by", None),
    "~ STAMINA -1d3+1": ("GB034", "+", f"{PARENTHESES}: ~ STAMINA -(1d3 + 1), or: ~ STAMINA -(1d3 - 1)"),
    "~ score -gold - luck": ("GB034", "-", f"{PARENTHESES}: ~ score -(gold - luck), or: ~ score -(gold + luck)"),
    "~ STAMINA -1d6 + 2 * luck": ("GB034", "+", f"{PARENTHESES}, as in ~ STAMINA -(1d6 + 1)"),
    "~ STAMINA 2": ("GB035", "2", None),
    "~ hours": ("GB035", "hours", "write + or - and an amount: ~ hours -2"),
    "~ gold = 3": ("GB035", "=", "write ~ set gold = 3"),
    "~ note 5": ("GB036", "5", "allowed here: a name"),
    "~ repeat 3\n    ~ gold +1": ("GB036", "3", "write: ~ repeat 3 times"),
    "*Go in -> 12": ("GB039", "*Go in -> 12", None),
    "*Run away\n* Stay -> 5": ("GB039", "*Run away", "write: * Run away -> 12"),
    "* Stay -> 5\n*Run away": ("GB039", "*Run away", "write: * Run away -> 12"),
    "* Stay -> 5\n*Run → the-hill.": ("GB039", "*Run → the-hill.", "write: * Run -> the-hill"),
    "*Fly -> 1 -> 2": ("GB039", "*Fly -> 1 -> 2", "write: * Go in -> 12"),
    "*// Fly -> 2": ("GB039", "*// Fly -> 2", "write: * Go in -> 12"),
    "*-> 2": ("GB039", "*-> 2", "write: * … -> 2"),
    "* Fly -> 1 → 2": ("GB049", "→", "a line has one arrow: delete this one, or the one before it"),
    "~ if gold >\n    -> 5": ("GB040", ">", None),
    "~ if 1 < gold < 5\n    -> 5": ("GB040", "<", None),
    "~ if gold 5\n    -> 5": ("GB040", "5", None),
    "~ choose bet in 1.5": ("GB040", ".", None),
    "~ set x = 2 * (gold + 1": ("GB041", "(", None),
    "~ gold +9999999999": ("GB042", "9999999999", None),
    "~ gold +" + "9" * 5000: ("GB042", "9" * 5000, None),
    "~ gold +999999d6": ("GB043", "999999d6", None),
    "~ gold +1d0": ("GB043", "d0", None),
    "~ roll d6 as d": ("GB044", "d6", "write 1d6"),
    "~ set x = " + "-" * 200 + "1": ("GB045", None, None),
    "~ set x = " + "(" * 200 + "1" + ")" * 200: ("GB045", None, None),
    "~ set x = 1" + " + 1" * 200: ("GB045", None, None),
    "~ roll 1d6 as not": ("GB046", "not", None),
    "~ victory “Crown”": ("GB049", "“", 'write: ~ victory "Crown"'),
    "~ if gold == 3\n    -> 5": ("GB049", "==", "write: ~ if gold = 3"),
    "* Go [if gold ≥ 3] -> 5": ("GB049", "≥", "write: * Go [if gold >= 3] -> 5"),
    "* On [if rope, lantern] -> 5": ("GB040", ",", "write: * On [if rope and lantern] -> 5"),
    "* A [if coin,gold > 2 , rope] -> 5": ("GB040", ",", "write: * A [if coin and gold > 2 and rope] -> 5"),
    "~ if max(gold, 2) > 1,rope\n    -> 5": ("GB040", ",", "write: ~ if max(gold, 2) > 1 and rope"),
    "~ if rope, lantern, or gold > 2\n    -> 5": ("GB040", ",", "write: ~ if rope or lantern or gold > 2"),
    "* On [if min(gold, 3) > 2, rope] -> 5": ("GB040", ",", "write: * On [if min(gold, 3) > 2 and rope] -> 5"),
    '~ fight "Cat"\n    with attack = weapon = spear': ("GB040", "=", "write: with attack = (weapon = spear)"),
    '~ fight "Cat"\n    with attack = 2 + gold > 3 for 2 rounds': (
        "GB040",
        ">",
        "write: with attack = 2 + (gold > 3) for 2 rounds",
    ),
    "~ gold +weapon = spear": ("GB040", "=", "write: ~ gold +(weapon = spear)"),
    "~ set gold += stake": ("GB049", "+=", "write: ~ gold +stake"),
    "~ set gold -= 2 * (stake + 1)": ("GB049", "-=", "write: ~ gold -2 * (stake + 1)"),
    "~ set gold -= stake + 1": ("GB049", "-=", "write: ~ gold -(stake + 1)"),
    "~ gold -= 1d6 + 1": ("GB049", "-=", "write: ~ gold -(1d6 + 1)"),
    "~ gold -= 2 + 1": ("GB049", "-=", "write: ~ gold -(2 + 1)"),
    "~ gold -= half-moon": ("GB049", "-=", "write: ~ gold -half-moon"),
    "~ gold += 2 - 1.": ("GB049", "+=", "write: ~ gold +2 - 1"),
    "~ set gold - 2 + 1": ("GB036", "-", "write: ~ set gold = gold - 2 + 1"),
    "~ set gold + stake": ("GB036", "+", "write: ~ gold +stake"),
    "\t~ gold +1": ("GB005", "\t", None),
    "~ if a\n    ~ gold +1\n  -> 5": ("GB006", "-> 5", None),
    "You fall.\n    ~ STAMINA -2": ("GB007", "~ STAMINA -2", None),
    "-> 5\n    Prose": ("GB007", "Prose", None),
    "~ if a\n-> 5": ("GB008", "~ if a", None),
    '~ may "Go"\n': ("GB008", '~ may "Go"', None),
    "===12 The cave": ("GB010", "===12 The cave", None),
    "  === 12 The cave": ("GB010", "=== 12 The cave", None),
    "number gold = 3": ("GB013", "number gold = 3", None),
    "sheet": ("GB013", "sheet", None),
    "each chapter": ("GB013", "each chapter", None),
    "each chapter\n    ~ weeks -1": (
        "GB007",
        "~ weeks -1",
        "move “each chapter” before the first chapter, with all that is under it",
    ),
    "rule buy(thing)\n    ~ gain thing": (
        "GB007",
        "~ gain thing",
        "move “rule buy(thing)” before the first chapter, with all that is under it",
    ),
    "when gold = 0 -> defeat": ("GB013", "when gold = 0 -> defeat", None),
    "first when gold <= 0 and rope -> 3": ("GB013", "first when gold <= 0 and rope -> 3", None),
    "~ if rope\n    when gold = 0 -> 2": ("GB013", "when gold = 0 -> 2", INDENTED_TRIGGER),
    "Rain.\n    when gold = 0 -> 2": ("GB013", "when gold = 0 -> 2", INDENTED_TRIGGER),
    "* Go\n    when gold = 0 -> 2\n    -> 3": ("GB013", "when gold = 0 -> 2", INDENTED_TRIGGER),
    "when the rain stops -> 7": ("GB029", "when the rain stops -> 7", None),
}


@pytest.mark.parametrize("text", CHAPTER)
def test_in_a_chapter(text: str) -> None:
    code, place, hint = CHAPTER[text]
    page = "=== 1\n" + text + "\n"
    found = next(found for found in read(page).findings if found.code == code)
    if place is not None:
        assert page[found.span.start : found.span.end] == place
    if hint is not None:
        assert found.hint == hint


HEADER = {
    "when gold <= 0 => 2": ("GB049", "=>"),
    "stats SKILL = 7, LUCK = 9": ("GB012", "stats SKILL = 7, LUCK = 9"),
    "sheet\n    stat SKILL = 7, LUCK = 9": ("GB036", ","),
    "sheeet\n    item rope": ("GB012", "sheeet"),
    "test luck\n    suceed 2d6 <= LUCK\n    a | b": ("GB012", "suceed 2d6 <= LUCK"),
    "\n 0": ("GB012", "0"),
    "Once upon a time": ("GB012", "Once upon a time"),
    "    item rope": ("GB014", "item rope"),
    "sheet\n    itme rope": ("GB012", "itme rope"),
    "sheet\n    when gold <= 0 -> 3": ("GB014", "when gold <= 0 -> 3"),
    "item rope": ("GB014", "item rope"),
    'book "X"\n    item rope': ("GB014", "item rope"),
    "sheet\n    item iron crowbar, rope": ("GB036", "iron crowbar"),
    "sheet\n    item rope, iron crowbar": ("GB036", "iron crowbar"),
    "sheet\n    number gold pieces = 3": ("GB036", "gold pieces"),
    'book "X': ("GB021", '"'),
    "book X": ("GB021", "X"),
    "test luck\n    succeed 2d6 <= LUCK": ("GB037", "test luck"),
    "combat fight\n    foe SKILL\n    won when 1": ("GB037", "combat fight"),
    "combat f\n    foe A\n    foe B\n    won when 1\n    round\n        ~ A +1": ("GB038", "foe B"),
    "sheet\n    item not": ("GB046", "not"),
    "expect win 35%..155%": ("GB047", "155%"),
    "sheet\n    number gold = 3 in 0.5": ("GB040", "."),
    "hero": ("GB008", "hero"),
    "=== ": ("GB011", "==="),
    "=== 12: The cave": ("GB011", "=== 12: The cave"),
    "=== 12ab": ("GB011", "=== 12ab"),
    "=== Chapter 12 Supper": ("GB011", "=== Chapter 12 Supper"),
    "== 12": ("GB010", "== 12"),
    "## 12 Supper": ("GB010", "## 12 Supper"),
    "=== 012 Supper": ("GB050", "012"),
}


@pytest.mark.parametrize("text", HEADER)
def test_in_the_header(text: str) -> None:
    code, place = HEADER[text]
    page = text + "\n"
    found = next(found for found in read(page).findings if found.code == code)
    assert page[found.span.start : found.span.end] == place


HINTS = {
    "stats SKILL = 7, LUCK = 9": (
        "GB012",
        "did you mean “stat”? It belongs under a line “sheet”, indented by four blanks",
    ),
    "sheet\n    stat SKILL = 7, LUCK = 9": (
        "GB036",
        "write “stat SKILL = 7” and “stat LUCK = 9” on lines of their own",
    ),
    "heroes\n    ~ roll 1d6 as d\n": ("GB012", "did you mean “hero”?"),
    "sheets\n    item rope\n": ("GB012", "did you mean “sheet”?"),
    "hero giant: strength 6": ("GB021", 'write: hero "giant": strength 6'),
    'book "X"\n    hero giant: strength 6': ("GB021", 'write: hero "giant": strength 6'),
    'hero "giant": mood=-3, luck = 6, rope': ("GB036", 'write: hero "giant": mood -3, luck 6, rope'),
    'book "X"\n    hero "giant": mood: +3': ("GB036", 'write: hero "giant": mood 3'),
    'anytime "Eat a meal" [if meal]': ("GB036", ACTION.format("anytime", "Eat a meal [if meal]")),
    "anytime: Eat a meal if meal > 1": ("GB036", ACTION.format("anytime", "Eat a meal [if meal > 1]")),
    "anytime * Eat a meal -> 2": ("GB036", ACTION.format("anytime", "Eat a meal -> 2")),
    'anytime in fights may "Drink":': ("GB036", ACTION.format("anytime in fights", "Drink")),
    'anytime "Eat a meal" [if meal]\n    ~ lose meal': (
        "GB036",
        ACTION.format("anytime", "Eat a meal [if meal]") + "; put four blanks more before what is under it",
    ),
    "anytime\n    Eat a meal [if meal]\n        ~ lose meal": ("GB027", "write: * Eat a meal [if meal]"),
    "anytime\n    if meal -> 2": ("GB027", "begin each line with a star and a blank: * Go in"),
    "combat duel\n    foe life\n    number hold = 0 in 0..2\n    won when 1\n    round\n        ~ hold +1": (
        "GB027",
        "write: local hold = 0 in 0..2",
    ),
    "combat duel\n    foe life\n    life 3\n    won when 1\n    round\n        ~ life +1": (
        "GB027",
        "allowed here: foe, local, option, others, round, won, wounds",
    ),
    "=== 1\n~ roll gold = 1d6 + 2": (
        "GB036",
        "write: ~ roll 1d6 + 2 as gold, or for a number of the sheet: ~ set gold = 1d6 + 2",
    ),
    "=== 1\n~ roll hours += 1d6": ("GB049", "write: ~ hours +1d6"),
    "=== 1\n~ set gold = += 2": ("GB049", "write: ~ gold +2"),
    "=== 1\n~ set gold -= 2": ("GB049", "write: ~ gold -2"),
    "sheet\n    while wand: +1 MAGIC": ("GB036", "write: while wand: MAGIC +1"),
    "sheet\n    while the wand: MAGIC +1": ("GB036", "write: while wand: MAGIC +1"),
    "test luck\n    succeed 1d6 > 3\n    then lose 1 from LUCK\n    yes | no": ("GB036", "write: then LUCK -1"),
    "sheet\n    item lamp 0": ("GB036", "write: item lamp"),
    "sheet\n    item lamp 0, rope": ("GB036", "write: item lamp, rope"),
    "sheet\n    item lamp 0 = 1": ("GB036", "write: item lamp = 1"),
    "sheet\n    item lamp 3": ("GB036", "write: item lamp x 3"),
    "sheet\n    item potion-2x 3": ("GB036", "write: potion2 x"),
    "sheet\n    item potion-2": ("GB036", "write: potion2"),
    "=== 1\n~ gain 2 meal-2": ("GB036", "write: meal2, or only meal if that is its name"),
    '=== 1\n~ fight "Rat" SKILL rope = 2 STAMINA 4': ("GB040", 'write: ~ fight "Rat" SKILL (rope = 2) STAMINA 4'),
    "=== 1\n~ set gold = a < b < c": ("GB040", "join two comparisons with “and”"),
    '=== 1\n~ fight "Rat"\n    escape:': ("GB036", ROW_OF_A_FIGHT),
    '=== 1\n~ fight "Rat"\n    escape': ("GB008", ROW_OF_A_FIGHT),
    '=== 1\n~ fight "Rat"\n    escape:\n        -> 2': ("GB036", "write: escape"),
    '=== 1\n~ fight "Rat"\n    each round:': ("GB036", EACH_ROUND),
    '=== 1\n~ fight "Rat"\n    each round': ("GB008", EACH_ROUND),
    "rule scare points\n    ~ gold -points": ("GB036", "write: rule scare(points)"),
    "rule scare: points, gold\n    ~ gold -points": ("GB036", "write: rule scare(points, gold)"),
    "rule scare points more:\n    ~ gold -points": ("GB036", "write: rule scare(points, more)"),
    "rule rest well\n    ~ gold -1": ("GB036", "write: rule rest-well"),
    "sheet\n    while wand": ("GB036", "write it like this: while wand: SKILL +1"),
    "sheet\n    while wand MAGIC +1": ("GB036", "write: while wand: MAGIC +1"),
    "sheet\n    while gold > 2, then MAGIC +1": ("GB036", "write: while gold > 2: MAGIC +1"),
    "sheet\n    while wand\n        MAGIC +1": ("GB036", "join both lines: while wand: MAGIC +1"),
    "=== 1\n~ roll 2 dice as total": ("GB036", "write: ~ roll 2d6 as total"),
}
"""Hints that are no mistake themselves, where the nearest guess would be one."""


@pytest.mark.parametrize("text", HINTS)
def test_a_hint_is_not_the_next_mistake(text: str) -> None:
    found = read(f"{text}\n").findings
    assert [(each.code, each.hint) for each in found] == [HINTS[text]]
    assert all(not each.fix for each in found) or "-=" in text  # `fmt` guesses nothing of the kind


def test_a_rule_in_the_header_is_not_shown_again_in_other_words() -> None:
    (found,) = read('book "T"\n    ~ roll x = 1d6\n').findings
    assert (found.code, (found.hint or "").startswith("allowed here: ")) == ("GB012", True)


STATS = {
    "stat nerve": "write: stat nerve = …",
    "stat nerve in 0..3": "write: stat nerve = … in 0..3",
    "stat nerve, speed": "write each stat on a line of its own: stat nerve = …",
}


@pytest.mark.parametrize("line", STATS)
def test_a_stat_without_a_value(line: str) -> None:
    (found,) = read(f"sheet\n    {line}\n").findings
    assert (found.code, found.message, found.hint) == (
        "GB036",
        "a stat has a value with which it starts, a number or dice",
        STATS[line],
    )


LIMITS = {
    "limit 4: rope, lamp": "limit pack 4: rope, lamp",
    "limit 4 rope, potion2": "limit pack 4: rope, potion2",
    "limit 4 backpack: rope": "limit backpack 4: rope",
    "limit = 4: rope": "limit pack 4: rope",
    "limit: rope": "limit pack …: rope",
    "limit 4": "limit pack 4: …",
}


@pytest.mark.parametrize("line", LIMITS)
def test_a_limit_without_a_name(line: str) -> None:
    (found,) = read(f"sheet\n    {line}\n").findings
    assert (found.code, found.message, found.hint) == (
        "GB036",
        "a limit has a name, and behind it the number of places",
        f"write: {LIMITS[line]}",
    )
    assert [each.text for each in found.suggestions] == ([] if "…" in LIMITS[line] else [LIMITS[line]])


@pytest.mark.parametrize(
    ("other", "names"),
    [
        ("item rope, pack", ["pack2"]),
        ("item rope\n    limit pack 4: rope\n    number pack2", ["pack3"]),
        ("item rope\n    limit 2: rope", ["pack", "pack2"]),
        ("item rope, pack-animal", ["pack"]),
        ("item rope\n\nparam pack = 2\n\nsheet", ["pack2"]),
        ("item rope\n    limit 2 pack: rope", ["pack", "pack2"]),
    ],
)
def test_a_limit_gets_a_name_that_nothing_has(other: str, names: list[str]) -> None:
    found = read(f"sheet\n    {other}\n    limit 4: rope\n\n=== 1\nYou have a pack2 and a pack3.\n").findings
    assert [(each.hint or "").split()[2] for each in found] == names


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ('~ fight "Orc" SKILL 5\n    escape\n~ if gold > 1\n-> 2\n', ["escape", "~ if gold > 1"]),
        ('~ frob\n    ~ fight "Orc" SKILL 5\n        escape\n-> 2\n', ["frob", "escape"]),
        ('~ fight "Orc" SKILL 5\n    escape\n        ~ frob\n', ["frob"]),
    ],
)
def test_a_row_that_says_nothing_is_told_beside_other_mistakes(page: str, told: list[str]) -> None:
    text = f"=== 1\n{page}"
    found = read(text).findings
    assert [text[each.span.start : each.span.end] for each in found] == told


@pytest.mark.parametrize("rounds", ["3", "late"])
def test_where_an_escape_leads(rounds: str) -> None:
    (found,) = read(f'=== 1\n~ fight "Orc" SKILL 5\n    escape from round {rounds} to 2\n').findings
    assert found.hint == f"write: escape from round {rounds} -> 2"


@pytest.mark.parametrize(
    ("line", "suggestions"),
    [
        ("stat inner strength = 5", ["inner-strength"]),
        ("number inner strength", ["inner-strength"]),
        ("one-of my robot: red, blue", ["my-robot"]),
        ("limit bag: oil lamp", ["oil-lamp", "oil, lamp"]),
        ("item oil lamp", ["oil-lamp", "oil, lamp"]),
    ],
)
def test_a_comma_is_advised_only_where_one_can_stand(line: str, suggestions: list[str]) -> None:
    (found,) = read(f"sheet\n    {line}\n").findings
    assert found.message == "a name has no blank in it"
    assert [each.text for each in found.suggestions] == suggestions


NOT_NAMES = {
    "sheet\n    item rope, potion-2": ("potion-2", "write: potion2"),
    "sheet\n    number gate-7b = 2 in 0..3": ("gate-7b", "write: gate7b"),
    "sheet\n    one-of robot: k-9, r2": ("k-9", "write: k9"),
    "=== 1\n~ gain potion-2": ("potion-2", "write: potion2"),
    "=== 1\n~ note K-9": ("K-9", "write: K9"),
    "carry rope, potion-2": ("potion-2", "write: potion2"),
    "=== 1\n~ lose all potion-2": ("potion-2", "write: potion2"),
    "=== 1\n~ pay 1 potion-2": ("potion-2", "write: potion2"),
    "=== 1\n~ set potion-2 = 1": ("potion-2", "write: potion2"),
}


@pytest.mark.parametrize("text", NOT_NAMES)
def test_a_hyphen_in_a_name_stands_before_a_letter(text: str) -> None:
    page = f"{text}\n"
    (found,) = read(page).findings
    assert found.message == "after a hyphen in a name there must be a letter"
    assert (page[found.span.start : found.span.end], found.hint) == NOT_NAMES[text]


def test_a_difference_is_no_name() -> None:
    assert codes("sheet\n    number gold = 7 in 0..9\n    let less = gold-2\n=== 1\n~ gain gold-2 rope\n") == []


COUNTS = {
    "item bandage 3, rope": "write: item bandage x 3, rope",
    "item rope, bandage 3 = 1": "write: item rope, bandage x 3 = 1",
}


@pytest.mark.parametrize("line", COUNTS)
def test_how_many_of_an_item(line: str) -> None:
    (found,) = read(f"sheet\n    {line}\n").findings
    assert (found.code, found.hint) == ("GB036", COUNTS[line])


@pytest.mark.parametrize("line", ["Once upon a time", "there was a mouse.", "You stand at a gate. It rains."])
def test_a_story_before_the_first_chapter(line: str) -> None:
    (found,) = read(f"{line}\n").findings
    assert found.hint == "story belongs in a chapter: a line such as === 1 begins one"


def test_all_mistakes_of_a_page_are_reported() -> None:
    page = """\
book "X"
    authr "Anne"
sheet
    item rope
    itme lamp

=== 1 First
~ gian rope
~ tset luck
    lucky
        ~ gian rope
        -> 2
    unlucky -> 3
* Go ->
* Stay
    ~ losse rope
    -> 2

=== 2 Second
Fine.
-> 1

=== 3 Third
~ if a
    -> 2
~ esle
    -> 1
"""
    parsed = read(page)
    words = [page[found.span.start : found.span.end] for found in parsed.findings]
    assert words == ['authr "Anne"', "itme lamp", "gian", "tset", "gian", ">", "losse", "esle"]
    first, second, third = parsed.page.chapters
    assert isinstance(first, ast.Broken)
    assert first.name == "1"
    assert isinstance(second, ast.Chapter)
    assert isinstance(third, ast.Broken)
    names = [node.name for node in parsed.page.declarations if isinstance(node, ast.ItemDecl)]
    assert names == ["rope"]


def test_one_mistake_makes_one_finding() -> None:
    assert codes("=== 1\n~ fi gold\n    -> 2\n~ else\n    -> 3\n") == ["GB020"]
    assert codes("=== 1\n~ tset luck\n    pass -> 2\n    fail\n        -> 3\n") == ["GB020"]
    assert codes("=== 1\nProse\n    ~ gold +1\n    ~ gold +1\n    * Go\n        -> 5\nProse\n") == ["GB007"]


@pytest.mark.parametrize(
    ("lines", "others"),
    [
        ("escape\n    ~ gold -1\n    -> 2", []),
        ("escape\n    You run.\n    -> 2", []),
        ("escape\n    -> 2\n\nwon\n    You win.\n    -> 2", []),
        ("escape -> 2\nwon -> 2", []),
        ("escape\n    -> 2\nThe ox falls.\n    -> 2", ["GB007"]),
        ("escape\n    ~ frob it\n    -> 2", ["GB020"]),
    ],
)
def test_lines_of_a_fight_that_are_not_under_it_are_one_finding(lines: str, others: list[str]) -> None:
    page = f'=== 1\n~ fight "Ox" SKILL 7 STAMINA 6\n{lines}\n'
    assert codes(page) == ["GB028", *others]


@pytest.mark.parametrize(
    ("lines", "message", "hint"),
    [
        ("~ roll 2d6 now", "“now” cannot stand after “2d6”", "allowed here"),
        ("~ die", "there is no such rule: victory, defeat and ending end the book", "~ defeat"),
        ("~ gold 3", "the sign + or - is missing after “gold”", "~ gold"),
        ("~ victory “Home”", '“ is not a straight quotation mark: "', '~ victory "Home"'),
        ("~ test luck\n    You fall.", "only rows can stand here, each with a result", "such as lucky -> 6"),
        (
            "~ compare 1d6 with 1d6\n    You fall.",
            "only rows can stand here, each with a result",
            "such as higher -> 6",
        ),
    ],
)
def test_what_is_said(lines: str, message: str, hint: str) -> None:
    found = read(f"=== 1\n{lines}\n").findings[0]
    assert found.message == message
    assert hint in (found.hint or "")


RULES_ON_ROWS = {
    ("~ random", "1: ~ defeat"): "write: 1: -> defeat",
    ("~ random", '1: defeat "You drown: ~"'): 'write: 1: -> defeat "You drown: ~"',
    ("~ random", "gold + 1:~STAMINA -2 -> 5"): "write “gold + 1: -> 5”, and under it, with four blanks: ~ STAMINA -2",
    ("~ roll 1d6", "1-3: ~ victory"): "write: 1-3 -> victory",
    ("~ roll 1d6", "4 or more ~ LUCK -1"): "write “4 or more”, and under it, with four blanks: ~ LUCK -1",
    ("~ test luck", "unlucky ~ defeat"): "write: unlucky -> defeat",
    ('~ fight "Orc" SKILL 6', 'lost: ~ defeat "x"'): 'write: lost -> defeat "x"',
    ('~ fight "Orc" SKILL 6', "won ~ gold +1"): "write “won”, and under it, with four blanks: ~ gold +1",
    ("~ test luck", "unlucky: you fall"): "write a result here, such as lucky -> 6; indent prose under a row",
}


@pytest.mark.parametrize(("rule", "row"), RULES_ON_ROWS)
def test_a_rule_on_the_line_of_a_row(rule: str, row: str) -> None:
    (found,) = read(f"=== 1\n{rule}\n    {row}\n").findings
    hint = RULES_ON_ROWS[rule, row]
    assert found.hint == hint
    for each in found.suggestions:
        lines = each.text.replace("\n", "\n    ")
        assert not read(f"=== 1\n{rule}\n    {lines}\n").findings
    assert bool(found.suggestions) == (not hint.startswith("write a result"))


@pytest.mark.parametrize(
    "line",
    ["sheet\n    number@gold foo", "~ gold@x", "#@x", "when x@y@", 'use@"x', "xyz@foo@", "sheet\n    stat S = 1d6@?"],
)
def test_a_line_with_many_blanks_takes_no_time(line: str) -> None:
    """What tries each pair of blanks would take a minute; what is found is at the same letters as with few blanks."""
    few, many = 60, 100_000
    texts = [f'book "B"\n{line.replace("@", " " * blanks)}\n\n=== 1\n~ victory\n' for blanks in (few, many)]
    one, other = (check(text=text, level="quick").findings for text in texts)
    assert one
    assert [(each.code, each.message) for each in one] == [(each.code, each.message) for each in other]
    ends = [(texts[0][each.span.start], texts[0][each.span.end - 1]) for each in one]
    assert ends == [(texts[1][each.span.start], texts[1][each.span.end - 1]) for each in other]


def test_a_row_with_many_blanks_takes_no_time() -> None:
    """Where each way to share them between the parts of a row is tried, this takes a minute."""
    assert codes(f"=== 1\n~ test luck\n    unlucky{' ' * 1000}x\n") == ["GB027"]
    assert codes(f"sheet\n    limit{' ' * 1000}4{' ' * 1000}a:b:c\n") == ["GB036"]


def test_too_many_findings_stop_the_reading() -> None:
    found = codes("=== 1\n~ x\n" * 500)
    assert len(found) <= 130
    assert "GB004" in found


@pytest.mark.parametrize(
    ("head", "line", "part"), [("=== 1\n", "~ blorb {}\n", "chapter"), ("sheet\n", "    blorb {}\n", "block")]
)
@pytest.mark.parametrize("lines", [50, 51, 150])
def test_mistakes_that_are_not_told_are_a_finding(head: str, line: str, part: str, lines: int) -> None:
    text = head + "".join(line.format(number) for number in range(lines))
    *found, last = read(text).findings
    if lines == 50:
        assert "GB004" not in {each.code for each in (*found, last)}
        return
    assert len(found) == 50
    assert (last.code, last.message) == (
        "GB004",
        f"there are too many findings in this {part}; the rest of it was not read",
    )
    assert text.count("\n", 0, last.span.start) == 51  # the head, and fifty lines


def test_two_mistakes_of_a_very_long_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recover, "MAX_EFFORT", 20)
    assert codes("=== 1\n~ blorb\n~ blorb\n") == ["GB035"] * 2
    assert codes("=== 1\n~ blorb\n~ blorb\n~ blorb\n") == ["GB035", "GB035", "GB004"]


def test_too_deep() -> None:
    lines = ["    " * depth + "~ if a" for depth in range(80)]
    assert "GB009" in codes("=== 1\n" + "\n".join(lines) + "\n" + "    " * 80 + "-> 2\n")


def test_too_many_else_ifs() -> None:
    assert codes("=== 1\n~ if a\n    -> 1\n" + "~ else if b\n    -> 1\n" * 60) == ["GB009"]


def test_only_the_line_that_is_too_deep_is_a_finding() -> None:
    """The blocks around it are empty without it, and that is no mistake of theirs; what else stands there is read."""
    deep = "".join("    " * level + "~ if gold\n" for level in range(60)) + "    " * 60 + "~ gold +1\n"
    assert codes(f"=== 1\n{deep}-> 1\n") == ["GB009"]
    assert codes(f"=== 1\n{deep}    ~ gold +\n-> 1\n") == ["GB009", *codes("=== 1\n~ gold +\n-> 1\n")]


WITH_NAMES = {
    "GB048",
    "GB051",
    "GB052",
    "GB054",
    "GB060",
    "GB061",
    "GB062",
    "GB063",
    "GB064",
    "GB065",
    "GB067",
    "GB068",
    "GB069",
}
"""Codes of words and values, which are looked at when names are known."""


@pytest.mark.parametrize("code", [code for code in CODES if code < "GB1" and CODES[code].wrong])
def test_examples_of_codes(code: str) -> None:
    """The wrong lines of each code show it, the right ones show nothing."""
    header = code in ("GB012", "GB014", "GB037", "GB046", "GB047", "GB055") or "===" in CODES[code].wrong
    frame = "{}\n" if header else "=== 1\n{}\n"
    assert code in codes(frame.format(CODES[code].wrong)) or code in WITH_NAMES
    assert codes((frame if "===" not in CODES[code].right else "{}\n").format(CODES[code].right)) == []
