"""Where the sections of a manuscript begin: under numbers, under headings, or both; and the headings of its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from gamebook.interop.readers.apart import with_numbers_apart
from gamebook.interop.readers.documents import ASIDE
from gamebook.interop.readers.headings import Mentions, all_headings, headings, name_of
from gamebook.interop.readers.sentences import turns
from gamebook.interop.readers.tight import with_blank_lines
from gamebook.patterns import pattern
from gamebook.syntax.heads import SECTION

HEAD = pattern(
    r"^[ \t]*+(?:#++[ \t]*+)?[*_—–-]*+[ \t]*+"  # possessive: a long run of blanks is looked at once
    rf"(?:{SECTION}[ \t]+)?"
    r"\[?(?P<number>\d{1,4}[a-z]?)\]?[ \t]*[.:)]?[*_—–-]*"
    r"(?P<title>[ \t]+(?![ \t]*(?:\[ \]|☐))[^\n.!?]{1,60}?)?(?P<boxes>(?:[ \t]+(?:\[ \]|☐))*)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that may begin a section: a number, perhaps with a title and boxes to tick."""
_PART = pattern(r"(?:part|book|act|teil|buch|akt|partie|livre|acte|parte|libro|acto|atto)\b", re.IGNORECASE)


class Begun(Struct, frozen=True):
    """Where a section begins."""

    start: int
    end: int
    """Where its head ends."""
    name: str
    title: str = ""
    boxes: int = 0
    numbered: bool = False
    part: bool = False
    """Whether it is the heading of a part of the book, “Part Two”, and none of a section."""


def sections_of(text: str, words: Callable[[str], str]) -> tuple[str, list[Begun], str]:
    """Find the sections of a manuscript, and the headings of its parts.

    Args:
        text: the manuscript.
        words: what is written in it as the author means it.

    Returns: the text, with numbers alone on their lines where it was written in another way; the sections; and, if
        there are none though some lines look like sections, why this is not certain.
    """
    sections, cause = _sections(text, words), ""
    if not sections:
        text = _loosened(text)
        sections = _sections(text, words)
    if not sections and (_targets(text) or "](#" not in text or not _led(headings(text), text)):
        text, cause = with_numbers_apart(text)
        sections = _sections(text, words)
    sections = sections or [_named(each, words) for each in headings(text)]
    return text, _with_parts(sections, text, words), cause


def _named(heading: re.Match[str], words: Callable[[str], str]) -> Begun:
    return Begun(heading.start(), heading.end(), words(name_of(heading)))


def _numbered(head: re.Match[str], words: Callable[[str], str]) -> Begun:
    return Begun(
        head.start(),
        head.end(),
        head["number"].lstrip("0") or "0",
        words((head["title"] or "").replace(ASIDE, "")).strip(" –—-*_"),
        len(re.findall(r"\[ \]|☐", head["boxes"])),
        numbered=True,
    )


def _sections(text: str, words: Callable[[str], str]) -> list[Begun]:
    """Sections with numbers, and those with names among them; none if fewer than two have numbers.

    A heading with a name begins a section behind the first number, if its level is that of the numbers, or if
    something leads to it. Others stand in the text of a section.
    """
    numbered = _heads(text)
    if len(numbered) < 2:
        return []
    levels = {_level(each) for each in numbered} - {0}
    named = [
        each for each in all_headings(text) if each.start() > numbered[0].start() and HEAD.fullmatch(each[0]) is None
    ]
    led = _led(named, text)
    begun = [_named(each, words) for each in named if _level(each) in levels or name_of(each) in led]
    return sorted([*begun, *(_numbered(each, words) for each in numbered)], key=lambda each: each.start)


def _with_parts(sections: Sequence[Begun], text: str, words: Callable[[str], str]) -> list[Begun]:
    """The sections, and among them the headings of parts of the book.

    Nothing leads to such a heading, and what stands below it leads nowhere. It is above the level of sections, or
    another heading follows at once; of those that look like sections, then only one that is called a part.
    """
    if not sections:
        return []
    begun = {each.start: each for each in sections}
    numbered = {each.start for each in sections if each.numbered}
    heads = {each.start(): each for each in all_headings(text) if each.start() >= sections[0].start}
    mentions = mentions_of(sections, [name_of(each) for start, each in heads.items() if start not in numbered])
    starts = sorted({*begun, *heads})
    leads: dict[int, list[str]] = {}
    for start, end in zip_longest(starts, starts[1:], fillvalue=len(text)):
        marked = mentions.marked(text[heads[start].end() if start in heads else start : end])
        leads[start] = [mentions.target(next(filter(None, turn.groups()))) for turn in turns().finditer(marked)]
    led = {target for each in leads.values() for target in each}
    sure = [each for each in begun if each in heads and (each in numbered or name_of(heads[each]) in led)]
    level = min((len(heads[each]["marks"]) for each in sure), default=0)
    made = dict(begun)
    following, leads_on = len(text), False
    for start in reversed(starts):
        leads_on = bool(leads[start]) or (leads_on and following not in begun)
        if start in heads and start not in numbered and not leads_on and name_of(heads[start]) not in led:
            empty = not text[heads[start].end() : following].strip()
            is_part = _PART.match(name_of(heads[start])) if start in begun else following in begun
            if len(heads[start]["marks"]) < level or (empty and is_part):
                made[start] = replace(_named(heads[start], words), part=True)
        following = start
    return [made[each] for each in sorted(made)]


def mentions_of(sections: Sequence[Begun], names: list[str]) -> Mentions:
    """What the text may call its sections: names, and headings with a number."""
    numbered = (each for each in sections if each.numbered)
    return Mentions(
        names, {title: each.name for each in numbered for title in (f"{each.name} {each.title}", each.name)}
    )


def _led(named: Sequence[re.Match[str]], text: str) -> set[str]:
    """The names of headings to which something leads."""
    names = [name_of(each) for each in named]
    mentions = Mentions(names)
    turned = (next(filter(None, turn.groups())) for turn in turns().finditer(mentions.marked(text)))
    return {mentions.target(each) for each in turned}.intersection(names)


def _level(head: re.Match[str]) -> int:
    """How many marks of a heading stand before a head."""
    line = head[0].lstrip()
    return len(line) - len(line.lstrip("#"))


def _heads(text: str) -> list[re.Match[str]]:
    """Lines that begin a section: a number under a blank line, or a heading of Markdown, which may have a title.

    Where the first is in brackets, `[1]`, all are: other numbers are rows of a roll; so is a number under a blank line
    that also stands in a heading.
    """
    found = []
    marked = {match["number"] for match in HEAD.finditer(text) if _level(match)}
    for match in HEAD.finditer(text):
        before = max(match.start() - 1, 0)
        above = text[text.rfind("\n", 0, before) + 1 : before]
        row = match["number"] in marked or (match["title"] or "").strip() or above.strip()
        if _level(match) or not row:
            found.append(match)
    if _is_title(found, text):
        del found[0]
    in_brackets = [match for match in found if match[0].startswith("[")]
    return in_brackets if in_brackets[1:] and found[0] is in_brackets[0] else found


def _is_title(heads: Sequence[re.Match[str]], text: str) -> bool:
    """Whether the first head is the title of the book, such as “12 Monkeys”.

    It is if it stands above all else, section 1 is next, and nothing leads to a section of its number but to another.
    """
    first, *others = [each["number"].lstrip("0") for each in heads] or [""]
    return (
        first.isdecimal()
        and others[:1] == ["1"]
        and not text[: heads[0].start()].strip()
        and (first in others or int(first) not in _targets(text))
    )


def _loosened(text: str) -> str:
    """The text with blank lines where it has none, if numbers alone on their lines begin its sections."""
    alone = [each for each in HEAD.finditer(text) if each["number"].isdecimal() and not (each["title"] or "").strip()]
    return with_blank_lines(text, alone, _targets(text))


def _targets(text: str) -> set[int]:
    """The numbers that a text leads to."""
    named = (number for turn in turns().finditer(text) for number in turn.groups() if number)
    return {int(each) for each in named if each.isdecimal()}
