"""Numbers that are not written in digits: from 1 to 99 in words, and Roman ones.

The words are those of the languages that have phrases: “twenty-three”, “dreiundzwanzig”.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from msgspec import Struct

_FIRST = ("premier", "première", "primero", "primo")
"""“Chapitre premier” stands before “chapitre deux”."""


def _counted(words: str) -> dict[str, int]:
    return {word: number for number, word in enumerate(words.split(), start=1)}


def _by_tens(words: str) -> dict[str, int]:
    return {word: 10 * ten for ten, word in enumerate(words.split(), start=2)}


def _english() -> Iterator[tuple[str, int]]:
    ones = _counted(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen"
    )
    yield from ones.items()
    for word, ten in _by_tens("twenty thirty forty fifty sixty seventy eighty ninety").items():
        yield word, ten
        yield from ((f"{word} {each}", ten + one) for each, one in ones.items() if one < 10)


def _german() -> Iterator[tuple[str, int]]:
    ones = _counted(
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
        "achtzehn neunzehn"
    )
    yield from ones.items()
    for word, ten in _by_tens("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig").items():
        yield word, ten
        yield f"einund{word}", ten + 1
        yield from ((f"{each}und{word}", ten + one) for each, one in ones.items() if 1 < one < 10)


def _french() -> Iterator[tuple[str, int]]:
    ones = _counted(
        "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
        "dix-neuf"
    )
    yield from ones.items()
    yield "quatre vingts", 80
    for word, ten in {**_by_tens("vingt trente quarante cinquante soixante"), "quatre-vingt": 80}.items():
        yield word, ten
        for each, one in ones.items():
            if one < 10 or ten >= 60:
                yield f"{word} {each}", ten + one
            if ten < 80 and (one == 1 or (ten, one) == (60, 11)):
                yield f"{word} et {each}", ten + one


def _spanish() -> Iterator[tuple[str, int]]:
    ones = _counted(
        "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
        "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
        "veintiocho veintinueve"
    )
    yield from ones.items()
    for word, ten in _by_tens("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa").items():
        yield word, ten
        yield from ((f"{word} y {each}", ten + one) for each, one in ones.items() if one < 10 and ten > 20)


def _italian() -> Iterator[tuple[str, int]]:
    ones = _counted(
        "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
        "diciassette diciotto diciannove"
    )
    yield from ones.items()
    for word, ten in _by_tens("venti trenta quaranta cinquanta sessanta settanta ottanta novanta").items():
        yield word, ten
        for each, one in {**ones, "tré": 3}.items():
            if one < 10:
                yield f"{word[:-1] if each in ('uno', 'otto') else word}{each}", ten + one


@lru_cache(maxsize=1)
def number_words() -> dict[str, int]:
    """Each number in words, in small letters, with blanks between its parts."""
    languages = (_english(), _german(), _french(), _spanish(), _italian())
    found = {word.replace("-", " "): number for each in languages for word, number in each}
    found |= dict.fromkeys(_FIRST, 1)
    return found | {word.replace("ß", "ss"): number for word, number in found.items()}


@lru_cache(maxsize=1)
def words_pattern() -> str:
    """A number in words, as a pattern for letters of any case; a dash may stand for a blank."""
    longest_first = sorted(number_words(), key=len, reverse=True)
    return "|".join(re.escape(each).replace(r"\ ", r"[ \t\n-]") for each in longest_first)


def number_of(words: str) -> int:
    """The number that words say which `words_pattern` has found."""
    return number_words()[" ".join(re.split(r"[\s-]", words.lower()))]


ROMAN = r"(?-i:(?=[CLXVI]+\b)C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))"
"""A Roman number from 1 to 399 in capitals, as a pattern; a word ends behind it."""
_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def roman_number(letters: str) -> int:
    """The number that `ROMAN` has found."""
    values = [_LETTERS[each] for each in letters]
    return sum(-here if here < after else here for here, after in zip(values, [*values[1:], 0], strict=True))


class Numerals(Struct, frozen=True):
    """A way to write numbers."""

    pattern: str
    number: Callable[[str], int]
    """What is written in this way, as a number."""


@lru_cache(maxsize=1)
def all_numerals() -> tuple[Numerals, ...]:
    """Ways to write numbers without digits."""
    return (Numerals(words_pattern(), number_of), Numerals(ROMAN, roman_number))
