"""Names that other languages accept: ASCII letters, digits and underscores, no two alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

LONGEST = 40


_LETTERS = (
    "ßøæœłđðþı ss o ae oe l d d th i",
    "абвгдежзийклмнопрстуфхцчшщыэюяієґ a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch y e yu ya i ye g",
    "αβγδεζηθικλμνξοπρσςτυφχψω a v g d e z i th i k l m n x o p r s s t y f ch ps o",
    "אבגדהוזחטיכךלמםנןסעפףצץקרשת a b g d h v z ch t y k k l m m n n s e p p ts ts k r sh t",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهويةى a b t th j h kh d dh r z s sh s d t z a gh f q k l m n h w y a a",
)
"""Letters of other alphabets, and how each is written in ASCII."""
_WRITTEN = {
    letter: written
    for line in _LETTERS
    for letters, *all_written in [line.split()]
    for letter, written in zip(letters, all_written, strict=True)
} | dict.fromkeys("ъь", "")
_SYLLABLE = re.compile(r"(?:HIRAGANA|KATAKANA) LETTER (?:SMALL )?(?P<kana>\w+)|HANGUL SYLLABLE (?P<hangul>\w+)")


def identifier(text: str) -> str:
    """The text with whatever is no ASCII letter or digit as an underscore: `Draw up the bucket` is Draw_up_the_bucket.

    Marks over letters are left out, and letters of other alphabets are written with those of ours, or by their numbers:
    `ключ` is klyuch, `鍵` is u9375. A name that would begin with a digit gets an underscore in front.
    """
    plain = "".join(each if each.isascii() else _ascii(each) for each in unicodedata.normalize("NFC", text))
    name = re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")[:LONGEST].rstrip("_")
    return name if name[:1].isalpha() else f"_{name}" if name else "unnamed"


def _ascii(letter: str) -> str:
    """A letter in ASCII."""
    syllable = _SYLLABLE.match(unicodedata.name(letter, ""))
    if syllable is not None:
        return (syllable["kana"] or syllable["hangul"]).lower()
    if letter.lower() in _WRITTEN:
        written = _WRITTEN[letter.lower()]
        return written if letter.islower() or letter.lower() == letter else written.capitalize()
    parts = unicodedata.normalize("NFKD", letter)
    plain = parts.encode("ascii", "ignore").decode() or "".join(_WRITTEN.get(each, "") for each in parts.lower())
    if plain or unicodedata.combining(letter):
        return plain
    return f"_u{ord(letter):x}_" if letter.isalnum() else "_"


def helper(name: str) -> str:
    """What a value is called that only the story has, beside those of the book: no name of a book begins with a blank.

    `identifiers` gives it the name without the blank, or another one where the book has that.
    """
    return f" {name}"


def identifiers(texts: Iterable[str], taken: Collection[str]) -> dict[str, str]:
    """An identifier for each text, different from all others and from those that are taken, in any capitals."""
    used = {name.lower() for name in taken}
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    """How far the numbers have come behind an identifier that several texts want."""
    for text in texts:
        if text in found:
            continue
        stem = name = identifier(text)
        number = counts.get(stem.lower(), 1)
        while name.lower() in used:
            number += 1
            name = f"{stem}_{number}"
        counts[stem.lower()] = number
        used.add(name.lower())
        found[text] = name
    return found
