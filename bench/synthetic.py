"""A synthetic Fighting Fantasy book, written out as text so that reading it is measured too.

Chapters lead forward, as those of a printed adventure mostly do. One in ten is a fight, one in ten a test of luck;
others hurt, heal, sell, give provisions, or have the reader note a word that opens a choice some chapters later.
"""

from __future__ import annotations

from random import Random

HERO = {"SKILL": 9, "STAMINA": 18, "LUCK": 9}
WORDS = tuple(f"WORD{number}" for number in range(12))
WORD_LASTS = 14
"""Chapters after which a word is asked for at the latest."""

HEADER = """\
book "The Synthetic Road"
    use    fighting-fantasy
    start  1

sheet
    number   gold = 2 in 0..3
    item     meal x 3 = 1
    codeword {words}

anytime
    * Eat a meal [if meal and STAMINA < initial STAMINA]
        ~ lose meal
        ~ STAMINA +4
"""


def synthetic(chapters: int = 400, seed: int = 1) -> str:
    """The text of a book of so many chapters; the same for the same seed."""
    random = Random(seed)  # noqa: S311 - a book, not a secret
    words: dict[str, int] = {}
    parts = [HEADER.format(words=", ".join(WORDS))]
    for number in range(1, chapters):
        parts.append(f"\n=== {number} Place {number}\nRain again, and the road goes on.\n")
        parts.extend(f"{line}\n" for line in _chapter(random, number, chapters, words))
    parts.append(f"\n=== {chapters} The end of the road\n~ victory\n")
    return "".join(parts)


def _chapter(random: Random, number: int, chapters: int, words: dict[str, int]) -> list[str]:
    def ahead(least: int = 1) -> int:
        return min(number + random.randint(least, 4), chapters)

    match number % 10:
        case 5:
            return [f'~ fight "Foe {number}" SKILL {random.randint(5, 7)} STAMINA {random.randint(4, 8)}', f"-> {ahead()}"]
        case 2:
            return ["~ test luck", f"    lucky -> {ahead(2)}", "    unlucky", "        ~ STAMINA -2", f"        -> {ahead()}"]
    lines = []
    match random.randrange(8):
        case 0:
            lines = ["~ STAMINA -1d3"]
        case 1:
            lines = ['~ may "Take what lies here"', f"    ~ gain {random.choice(['meal', 'meal', '2 meal'])}"]
        case 2:
            lines = ["~ roll 1d6", "    1-2", "        ~ STAMINA -2", "    3-5", "    6", "        ~ gold +1"]
        case 3:
            free = [word for word in WORDS if words.get(word, 0) <= number]
            word = random.choice(free)
            words[word] = number + WORD_LASTS
            return [
                f"* Listen to the old man -> {number + 1}",
                f"    ~ note {word}",
                f"* Hurry past -> {ahead(2)}",
            ]
        case 4:
            lines = ["~ LUCK +1"]
    lines += [f"* Go left -> {ahead()}", f"* Go right -> {ahead()}"]
    known = [word for word, until in words.items() if number < until]
    if known and random.random() < 0.5:
        lines.append(f"* Say the word [if {random.choice(known)}] -> {ahead(3)}")
    if random.random() < 0.2:
        lines += ["* Pay for a night's rest", "    ~ pay 1 gold", "    ~ STAMINA +4", f"    -> {ahead()}"]
    return lines
