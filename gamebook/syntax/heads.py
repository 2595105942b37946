"""Chapter heads: where they stand, and lines that were meant to be one.

A head that is only written oddly still begins its chapter, so that one slip is one finding: links to the chapter are
right, and what stands under the head is not read as part of the chapter before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from gamebook.codes import syntax
from gamebook.patterns import pattern

NUMBER = r"\d+[A-Za-z]?(?!\w)"
"""A chapter's number, such as 12 or 6b."""
WORD = r"[^\W\d]\w*(?:-[^\W\d]\w*)*"
"""A word of the language, or a name of the sheet: NAME in `terminals.lark`."""
NAME = rf"(?:{NUMBER}|{WORD})"
"""A chapter's name."""
MOST_DIGITS = 18
"""Digits of a chapter's number that are looked at."""
SECTION = (
    r"(?:section|chapter|paragraph|abschnitt|kapitel|paragraphe|chapitre|paragrafo|capitolo|sección|capítulo|párrafo)"
)
"""What a part of a book is called in the languages that have phrases, as a pattern."""
_SECTIONS = (
    r"(?:(?:section|chapter|paragraph|page|paragraphe|chapitre|numéro|capítulo|párrafo|página|número)s|secciones"
    r"|abschnitten?|kapiteln|seiten|nummern|paragrafi|capitoli|pagine|numeri)"
)
"""Several of them: “turn to chapters 2 or 3”."""
PLACE = rf"(?:{_SECTIONS}|{SECTION}|page|seite|nummer|nr\.|numéro|n°|pagina|numero|página|número)"
"""What authors of these languages write before a chapter's number where they tell the reader to turn to it."""
COUNTED = rf"(?:{PLACE}|passage|reference|entry|number|no\.?|nr\.?)"
"""What people write before a chapter's number anywhere."""

HYPHEN = "after a hyphen in a name there must be a letter"
"""The message for a chapter that is called room-2."""
_LINE = pattern(r"^(?:=|#|::).*$", re.MULTILINE)
_GOOD = pattern(rf"===[ \t]+{NAME}(?=\s|$)")
_COUNTED = pattern(rf"===[ \t]+{COUNTED}[ \t]+{NUMBER}", re.IGNORECASE)
_MEANT = pattern(
    rf"(?P<mark>={{2,}}|#+)(?P<gap>[ \t]*)"
    rf"(?P<before>{COUNTED}(?![\w-])[ \t]*|[^\w\s=#>]+[ \t]*|(?<==[ \t])#[ \t]*)?(?P<name>{NUMBER})"
    r"(?P<after>[^\w\s]*)(?:[ \t]+|$)(?P<title>.*)",
    re.IGNORECASE,
)
_BARE = pattern(rf"(?P<mark>={{3,}})(?P<gap>[ \t]*)(?P<name>{NAME})(?P<after>)(?:[ \t]+|$)(?P<title>.*)")
HYPHENED = r"(?=\S*-[\d_])[^\W\d]\w*(?:-\w+)+(?![\w-])"
"""A name with a number behind a hyphen, such as room-2, as it would be if it could be one."""
_HYPHENED = pattern(rf"===[ \t]+(?P<name>{HYPHENED})[:.,]?(?=\s|$)(?P<title>.*)")
_OTHER_MARK = pattern(rf"(?P<mark>={{1,2}}|#{{1,6}}(?=[ \t])|::)(?P<gap>[ \t]*)(?P<name>{NAME})(?=\s|$)(?P<title>.*)")
"""A name after the mark of Markdown, of Twee or of ink, or after too few signs."""
_WRITTEN = pattern(rf"^={{2,}}[ \t]*(?:{COUNTED}[ \t]*)?(?P<name>{NAME})(?!\w)", re.MULTILINE | re.IGNORECASE)
"""A head that has equals signs before its name."""
_TAGS = pattern(r"[ \t]*(?:\[[^\]]*\])?[ \t]*(?:\{.*\})?[ \t]*$")
"""What Twee writes after the name of a passage."""
_LINKED = pattern(rf"(?:->|^[ \t]+start[ \t])[ \t]*(?P<to>{NAME})", re.MULTILINE)

ARTICLES = frozenset(
    {"the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "las", "una"}
    | {"il", "lo", "gli", "os", "as", "um", "uma", "de", "het", "een"}
)
"""What titles begin with."""
_NO_CHAPTERS = frozenset({"victory", "defeat", "ending", "back"})
"""Where links lead as well."""


class Slip(Struct, frozen=True):
    """A head that is written oddly: which chapter it was meant to begin, and what is wrong with it."""

    name: str
    place: int
    """Where the name stands in the line."""
    title: str
    code: str
    message: str
    sure: bool = True
    """Whether it surely begins a chapter: no other head has its name."""

    @property
    def mended(self) -> str:
        """The line as it should be."""
        return f"=== {self.name} {self.title}".rstrip()


class Head(Struct, frozen=True):
    """A line that begins a chapter."""

    start: int
    line: str
    slip: Slip | None


def without_zeros(name: str) -> str:
    """A chapter's name as the book knows it: 007 is 7."""
    return re.sub(r"^0+(?=\d)", "", name)


def without_hyphens(name: str) -> str:
    """A name whose hyphens all have a letter after them: room-2 becomes room2."""
    return re.sub(r"-(?=[\d_])", "", name)


def as_number(digits: str) -> int:
    """The number that digits on a page are; of a number that no chapter can have, only the first ones count."""
    return int(digits[:MOST_DIGITS])


def number_order(name: str) -> tuple[int, str] | None:
    """What a chapter's number is sorted by, 6 before 6b before 7; None for a name."""
    match = re.fullmatch(r"(\d+)([A-Za-z]?)", name)
    return (as_number(match[1]), match[2].casefold()) if match else None


def natural(name: str) -> tuple[int, int, str]:
    """What a chapter's name is sorted by: numbers first, 6 before 6b before 7 before 10; then words."""
    number = number_order(name)
    return (1, 0, name) if number is None else (0, *number)


def heads(text: str) -> Iterator[Head]:
    """The heads of a page, its comments blanked out."""
    found = _without_name(text, [*_heads(text)])
    if not any(each.slip for each in found):
        yield from found
        return
    often = Counter(without_zeros(each.slip.name if each.slip else "".join(each.line.split()[1:2])) for each in found)
    for each in found:
        if each.slip is not None and often[without_zeros(each.slip.name)] > 1:
            yield replace(each, slip=replace(each.slip, sure=False))
        else:
            yield each


def _heads(text: str) -> Iterator[Head]:
    linked: set[str] | None = None
    written: set[str] | None = None
    is_header = True
    for match in _LINE.finditer(text):
        line = match[0].rstrip()
        good = _GOOD.match(line) and not _counted(line) and not line.endswith("==")
        slip = None if good else _slip(line)
        other = None if good or slip is not None else _OTHER_MARK.match(line)
        if other is not None or (slip is not None and line[0] == "#"):
            linked = {link["to"] for link in _LINKED.finditer(text)} if linked is None else linked
        if other is not None and linked is not None:
            # before the first chapter there is no prose that could begin with ==
            slip = _named(other) if other["name"] in linked or (is_header and other["mark"] == "==") else None
        elif slip is not None and linked is not None and line[0] == "#":
            # prose may have headings as Markdown has them: ## 12 May
            written = {each["name"] for each in _WRITTEN.finditer(text)} if written is None else written
            slip = slip if not written or slip.name in linked - written else None
        if good or slip is not None or match[0].startswith("=== "):
            is_header = False
            yield Head(match.start(), line, slip)


def _without_name(text: str, found: list[Head]) -> list[Head]:
    """The heads; those that begin with a title, such as `=== The bridge`, with the name that links have for them."""
    names = [without_zeros(each.slip.name if each.slip else "".join(each.line.split()[1:2])) for each in found]
    letters = sum(len(name) == 1 and name.isalpha() for name in names)  # A, B, C: those are names
    bare = [
        at
        for at, name in enumerate(names)
        if found[at].slip is None and name.casefold() in ARTICLES and (len(name) > 1 or letters == 1)
    ]
    linked = {link["to"] for link in _LINKED.finditer(text)} if bare else set()
    bare = [at for at in bare if names[at] not in linked]
    meant: dict[int, list[tuple[str, int]]] = {}
    for name in sorted(linked.difference(names, _NO_CHAPTERS)):
        words = pattern(rf"(?<![\w-]){'[ -]'.join(map(re.escape, name.split('-')))}(?![\w-])", re.IGNORECASE)
        places = [(at, match.start()) for at in bare if (match := words.search(found[at].line)) is not None]
        if len(places) == 1:
            meant.setdefault(places[0][0], []).append((name, places[0][1]))
    for at, called in meant.items():
        if len(called) == 1:
            (name, place), title = called[0], found[at].line[3:].strip()
            message = f"a chapter's name is one word: here it would be “{names[at]}”, but links lead to {name}"
            found[at] = replace(found[at], slip=Slip(name, place, title, syntax.CHAPTER_NAME, message))
    return found


def _counted(line: str) -> bool:
    """Whether a head says “Chapter 12” rather than 12."""
    return _COUNTED.match(line) is not None


def _slip(line: str) -> Slip | None:
    """What was meant by a line that is no proper head, if it was meant to be one."""
    match = _HYPHENED.match(line)
    if match is not None:
        name = without_hyphens(match["name"])
        return Slip(name, match.start("name"), match["title"].strip("= \t"), syntax.CHAPTER_NAME, HYPHEN)
    match = _MEANT.match(line)
    if match is None or not _likely(match):
        match = _BARE.match(line)
        if match is None:
            return None
    code, message = syntax.CHAPTER_NAME, "after === write only the chapter's number"
    if match["mark"] != "===" or not match["gap"]:
        code, message = syntax.CHAPTER_MARK, "a chapter begins with three equals signs and a blank"
    elif _GOOD.match(line) and not _counted(line):
        code, message = syntax.CHAPTER_MARK, "equals signs stand only before a chapter's name, not after its title"
    return Slip(match["name"], match.start("name"), match["title"].strip("= \t"), code, message)


def _named(match: re.Match[str]) -> Slip:
    """What was meant by a name after another mark, to which some link of the page leads."""
    title = _TAGS.sub("", match["title"]) if match["mark"] == "::" else match["title"]
    message = "a chapter begins with three equals signs and a blank"
    return Slip(match["name"], match.start("name"), title.strip("= \t"), syntax.CHAPTER_MARK, message)


def _likely(match: re.Match[str]) -> bool:
    """Whether a line with a number is a head: a # needs its blank, and a single one nothing but the number after it."""
    if not match["mark"].startswith("#"):
        return True
    return bool(match["gap"]) and (match["mark"] != "#" or not match["title"])
