"""A synthetic Fighting Fantasy book, written out as text so that reading it is measured too.

Chapters lead forward, as those of a printed adventure mostly do. One in ten is a fight, one in ten a test of luck;
others hurt, heal, sell, give provisions, or have the reader note a word that opens a choice some chapters later.
"""

from __future__ import annotations

from random import Random

HERO = {"SKILL": 9, "STAMINA": 16, "LUCK": 8}
WORD_LASTS = 24
"""Chapters after which a word is asked for at the latest; then it is no longer part of any state."""

HEADER = """\
book "The Synthetic Road"
    use    fighting-fantasy
    start  1

sheet
    number   gold = 1 in 0..1
    item     meal x 2 = 2
    codeword {words}

anytime
    * Eat a meal [if meal and STAMINA < initial STAMINA]
        ~ lose meal
        ~ STAMINA +4
"""

MARKET = """
sheet
    number gold = 4 in 0..{most}
    stat   life = {life}

when life <= 0 -> defeat

=== 1 The market
* Gamble [if gold >= 2] -> 2
* Sleep in a bed [if gold > 0] -> 1
    ~ pay 1 gold
    ~ life +2
* Fight -> 3

=== 2 The wheel
~ roll 2d6
    2-7
        ~ gold -2
    8-12
        ~ gold +3
-> 1

=== 3 The pit
~ life -1d6
~ gold +1d6
* Again -> 1
* Buy your freedom [if gold >= {price}] -> victory
"""


def synthetic(chapters: int = 400, seed: int = 2) -> str:
    """The text of a book of so many chapters; the same for the same seed."""
    random = Random(seed)  # noqa: S311 - a book, not a secret
    words: list[int] = []
    pages = []
    for number in range(1, chapters):
        lines = _chapter(random, number, chapters, words)
        pages.append("\n".join([f"=== {number} Place {number}", "Rain again, and the road goes on.", *lines, ""]))
    pages.append(f"=== {chapters} The end of the road\n~ victory\n")
    return "\n".join([HEADER.format(words=", ".join(f"WORD{number}" for number in words)), *pages])


def _chapter(random: Random, number: int, chapters: int, words: list[int]) -> list[str]:
    """The rules of one chapter; `words` are the chapters so far in which a word is learnt."""

    def ahead(least: int = 1) -> int:
        return min(number + random.randint(least, 4), chapters)

    match number % 10:
        case 5:
            foe = f"SKILL {random.randint(6, 9)} STAMINA {random.randint(4, 8)}"
            return [f'~ fight "Foe {number}" {foe}', f"-> {ahead()}"]
        case 2:
            unlucky = ["    unlucky", "        ~ STAMINA -2", f"        -> {ahead()}"]
            return ["~ test luck", f"    lucky -> {ahead(2)}", *unlucky]
    lines = []
    match random.randrange(8):
        case 0:
            lines = ["~ STAMINA -1d3"]
        case 1:
            lines = ['~ may "Take what lies here"', f"    ~ gain {random.choice(['meal', '2 meal'])}"]
        case 2:
            lines = ["~ roll 1d6", "    1-2", "        ~ STAMINA -2", "    3-5", "    6", "        ~ gold +1"]
        case 3:
            words.append(number)
            return [
                f"* Listen to the old man -> {number + 1}",
                f"    ~ note WORD{number}",
                f"* Hurry past -> {ahead(2)}",
            ]
        case 4:
            lines = ["~ LUCK +1"]
    lines += [f"* Go left -> {ahead()}", f"* Go right -> {ahead()}"]
    known = [word for word in words if number - word <= WORD_LASTS]
    if known and random.random() < 0.5:
        lines.append(f"* Say the word [if WORD{random.choice(known)}] -> {ahead(3)}")
    if random.random() < 0.2:
        lines += ["* Pay for a night's rest", "    ~ pay 1 gold", "    ~ STAMINA +4", f"    -> {ahead()}"]
    return lines


def market(most: int, price: int, life: str) -> str:
    """A small book of one large loop: readers gamble, sleep and fight until they buy their freedom, or die.

    Args:
        most: the most gold that a reader can have.
        price: of freedom.
        life: how much of it readers begin with: dice, such as `1d6 + 14`.
    """
    return MARKET.format(most=most, price=price, life=life).lstrip()
