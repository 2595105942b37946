"""The letters of RTF: bytes in the code page of the file, or of the font that they stand in."""

from __future__ import annotations

import codecs

from msgspec import Struct, field

from gamebook.interop.readers.symbols import UNKNOWN, symbol

USUAL = 1252
"""The code page of a file that names none."""
_NAMED = {65001: "utf-8", 10000: "mac_roman", 10001: "shift_jis", 10006: "mac_greek", 10007: "mac_cyrillic"}
_NAMED |= {10029: "mac_latin2", 10081: "mac_turkish", 1361: "johab"}
"""Those that are not called `cp` and their number."""
_HEADS = {"ansi": USUAL, "mac": 10000, "pc": 437, "pca": 850}
"""Code pages that a word at the head of the file names."""
_CHARSETS = {
    0: 1252, 77: 10000, 78: 932, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258,
    177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}  # fmt: skip
"""The code page of each kind of font; others have that of the file."""
_HALF = 0xDC00
_BYTES = frozenset(map(chr, range(_HALF + 128, _HALF + 256)))
"""Halves of letters, which stand for bytes of the file."""
SIGNS = 2
"""The kind of fonts whose letters are signs."""


class Font(Struct):
    """A font of the table."""

    kind: int | None = None
    name: str = ""
    page: int | None = None
    """The code page that it names itself."""


class Letters(Struct):
    """What the letters of a file are."""

    page: int = USUAL
    fonts: dict[int, Font] = field(default_factory=dict)
    usual: int | None = None
    """The font where none is named."""
    unknown: set[int] = field(default_factory=set)
    """Code pages that are not known."""
    lead: bytes = b""
    """The first half of a letter of two bytes."""

    def head(self, word: str, number: int | None) -> bool:
        """Take notice of a word at the head of the file; False if it says nothing of letters."""
        if word in _HEADS:
            self.page = _HEADS[word]
        elif word == "ansicpg" and number:
            self.page = number
        elif word == "deff":
            self.usual = number
        else:
            return False
        return True

    def font(self, number: int | None) -> Font:
        """A font; one that the table does not have says nothing."""
        wanted = self.usual if number is None else number
        return self.fonts.setdefault(-1 if wanted is None else wanted, Font())

    def read(self, byte: int, font: int | None) -> str:
        """The letter of a byte in a font; nothing, if a second byte is still to come."""
        here = self.font(font)
        if here.kind == SIGNS:
            return self.sign(chr(byte), font) if byte < 128 else symbol(here.name, 0xF000 + byte)
        page = here.page or _CHARSETS.get(-1 if here.kind is None else here.kind, self.page)
        data, self.lead = self.lead + bytes([byte]), b""
        try:
            found = codecs.getincrementaldecoder(self.codec(page))().decode(data)
        except UnicodeDecodeError:
            return UNKNOWN
        self.lead = b"" if found else data
        return found

    def words(self, text: str, font: int | None) -> str:
        """Letters as they stand in the file: the first may be the second byte of one that has begun."""
        if self.lead and text[:1].isascii():
            return self.read(ord(text[0]), font) + self.words(text[1:], font) if text else ""
        return "".join(self.read(ord(each) - _HALF, font) if each in _BYTES else self.sign(each, font) for each in text)

    def sign(self, letter: str, font: int | None) -> str:
        """A letter as its font shows it: a font of signs shows another sign in its place."""
        here = self.font(font)
        if "\uf000" <= letter <= "\uf0ff":
            return symbol(here.name, ord(letter))
        found = symbol(here.name, ord(letter)) if here.kind == SIGNS and " " < letter < "\x80" else UNKNOWN
        return letter if found == UNKNOWN else found

    def codec(self, page: int) -> str:
        """What Python calls a code page; one that is not known is read as the usual one."""
        name = _NAMED.get(page, f"cp{page}")
        try:
            return codecs.lookup(name).name
        except LookupError:
            self.unknown.add(page)
            return f"cp{USUAL}"
