"""Sections whose numbers are not digits alone on a line: “2. You fall”, “(2)”, “Chapter Two”, “II”."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise

from msgspec import Struct

from gamebook.interop.readers.headings import IN_DOUBT
from gamebook.interop.readers.number_words import Numerals, all_numerals
from gamebook.interop.readers.sentences import numbers_in, read_sentence, turns
from gamebook.interop.readers.tight import ends_sentence
from gamebook.patterns import pattern
from gamebook.syntax.heads import PLACE

_NUMBER = pattern(
    r"^[ \t]{0,20}(?P<open>[(\[*_]{0,5})(?P<number>\d{1,4})(?P<close>[.):\]*_]{0,5})"
    r"(?:[ \t]+(?:[–—-][ \t]+)?(?=[^\s–—-])|[ \t]*$)",
    re.MULTILINE,
)
_SENTENCE = pattern(r"(?:[^.!?\n]|\n(?![ \t]*\n))+[.!?]*")


class _Begun(Struct, frozen=True):
    """A line that may begin a section."""

    start: int
    end: int
    number: int
    head: str
    """How it begins in the text that is returned."""
    in_words: bool = False


def with_numbers_apart(text: str) -> tuple[str, str]:
    """The text with digits on lines of their own as the numbers of its sections.

    This is done where it is certain: lines of one kind have rising numbers, and each section that the text leads to
    is among them; or they count up by one, and something leads to one of them.

    Args:
        text: where too few numbers stand alone.

    Returns: the text; and, if it is as it was though some lines look like sections, why this is not certain.
    """
    doubt = ""
    for words, lines, targets in _readings(text):
        kinds = [each for each in lines if len(each) > 1]
        likely = {each: _sections(each, targets) for each in kinds}
        likely = {each: found for each, found in likely.items() if _looks_so(found, targets)}
        doubts = {each: _doubt(each, found, targets) for each, found in likely.items()}
        certain = [likely[each] for each in likely if not doubts[each]]
        certain = [each for each in certain if targets <= {section.number for section in each}] or certain
        if len(certain) == 1:
            return _rewritten(words, certain[0]), ""
        if certain:
            doubt = doubt or "they are written in two ways"
        elif likely:
            doubt = doubt or doubts[max(likely, key=len)]
    return text, doubt


def _targets(text: str, lines: Iterable[_Begun]) -> set[int]:
    """The numbers that a text leads to, also without a verb of their own: “turn to 2 or 3”."""
    known = {str(each.number) for each in lines}
    if len(known) < 2 or turns().search(text) is None:
        return set()
    named = (turn.target for each in _SENTENCE.findall(text) for turn in read_sentence(each, known).turns)
    return {int(each) for each in named if each.isdecimal()}


def _readings(text: str) -> Iterator[tuple[str, Iterable[tuple[_Begun, ...]], set[int]]]:
    """(Text, the kinds of its lines that may begin sections, what it leads to), the most certain reading first."""
    for numerals in all_numerals():
        known = {str(each.number) for each in _heads_in_words(text, numerals)}
        if len(known) > 1:
            digits = _SENTENCE.sub(partial(_turns_in_digits, known=known, numerals=numerals), text)
            heads = tuple(_heads_in_words(digits, numerals))
            yield digits, [heads], _targets(digits, heads)
    numbers = list(_NUMBER.finditer(text))
    targets = _targets(text, map(_begun, numbers))
    yield text, _kinds(each for each in numbers if not _above(text, each).strip()), targets
    if targets and turns().search(text, 0, numbers[0].start()) is None:
        lines = (each for each in numbers if each is numbers[0] or _follows_sentence(text, each))
        yield text, _kinds(lines), targets


def _begun(line: re.Match[str]) -> _Begun:
    return _Begun(line.start(), line.end(), int(line["number"]), line["number"])


def _kinds(lines: Iterable[re.Match[str]]) -> Iterable[tuple[_Begun, ...]]:
    """Lines that begin with a number, those together that have the same marks around it."""
    kinds: dict[tuple[str, str], list[_Begun]] = {}
    for each in lines:
        kinds.setdefault((each["open"], each["close"]), []).append(_begun(each))
    return map(tuple, kinds.values())


def _above(text: str, line: re.Match[str]) -> str:
    """The line above another; a blank one stands above the first."""
    before = max(line.start() - 1, 0)
    return text[text.rfind("\n", 0, before) + 1 : before]


def _follows_sentence(text: str, line: re.Match[str]) -> bool:
    above = _above(text, line)
    return not above.strip() or ends_sentence(above)


def _sections(lines: Sequence[_Begun], targets: Collection[int]) -> list[_Begun]:
    """The lines that begin sections: all if they count up by one, or else those that something asks for.

    A paragraph may begin with a number of things: “12 guards attack you”.
    """
    if _counts_up(lines):
        return list(lines)
    found: list[_Begun] = []
    for each in lines:
        if each.in_words or each.number in targets or each.number == (found[-1].number + 1 if found else 1):
            found.append(each)
    return found


def _counts_up(sections: Sequence[_Begun]) -> bool:
    return all(after.number == before.number + 1 for before, after in pairwise(sections))


def _looks_so(sections: Sequence[_Begun], targets: Collection[int]) -> bool:
    """Whether these may be the sections of a text: there are two, and something leads to one of them."""
    return len(sections) > 1 and any(each.number in targets for each in sections)


def _doubt(lines: Sequence[_Begun], sections: Sequence[_Begun], targets: Collection[int]) -> str:
    """Why it is not certain that these lines begin the sections; empty if it is."""
    if _counts_up(lines):
        return ""
    met: set[int] = set()
    for each in sections:
        if each.number in met:
            return f"{each.number} stands before two of them"
        met.add(each.number)
    for before, after in pairwise(sections):
        if after.number < before.number:
            return f"{after.number} stands behind {before.number}"
    numbers = [each.number for each in sections]
    starts = [each.start for each in sections]
    for each in lines:
        place = bisect_left(numbers, each.number)
        if each.number not in met and place == bisect_left(starts, each.start) and 0 < place < len(numbers):
            return f"nothing leads to {each.number}, which may be one of them"
    missing = min((each for each in targets if each not in met), default=None)
    if missing is None or _counts_up(sections):
        return ""
    return f"none has the number {missing}, to which the text leads"


def _rewritten(text: str, sections: Sequence[_Begun]) -> str:
    made: list[str] = []
    done = 0
    for each in sections:
        made += [text[done : each.start].strip("\n"), each.head]
        done = each.end
    return "\n\n".join([*made, text[done:].lstrip("\n")]).lstrip("\n")


# ---- numbers in words -------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _head_in_words(number: str) -> re.Pattern[str]:
    """A line such as “Chapter Two”, “# Two: The cave”."""
    return re.compile(
        r"^[ \t]{0,20}(?P<marks>#{0,6})[ \t]{0,20}[*_]{0,5}(?=[^\W\d_])"
        rf"(?:{PLACE}[ \t]+)?(?P<number>{number})[*_]{{0,5}}(?:[ \t]?[.:)])?"
        r"(?:(?<=[:.)])|[ \t]+[–—-]{1,3}[ \t]|[ \t]*$)(?P<title>[^\n.!?]{0,60})$",
        re.MULTILINE | re.IGNORECASE,
    )


def _heads_in_words(text: str, numerals: Numerals) -> list[_Begun]:
    """The lines that say a number in words: headings, or with a blank line above and below."""
    found = []
    for each in _head_in_words(numerals.pattern).finditer(text):
        apart = not _above(text, each).strip() and not text[each.end() + 1 :].partition("\n")[0].strip()
        if each["marks"] or apart:
            number, title = numerals.number(each["number"]), each["title"].strip(" \t*_#")
            marks = each["marks"] or ("#" if title else "")  # only a heading may have a title
            found.append(_Begun(each.start(), each.end(), number, f"{marks} {number} {title}".strip(), True))
    return found


@lru_cache(maxsize=8)
def _said(number: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<place>\b{PLACE}\s{{1,5}})?\b(?P<number>{number})\b", re.IGNORECASE)


def _turns_in_digits(part: re.Match[str], known: Collection[str], numerals: Numerals) -> str:
    """“Turn to two or three” as “turn to 2 or 3”; and so what else names a section there, “read chapter three”.

    A number that may say how many, as in “you return to one thing”, is not changed, but marked.
    """
    sentence = part[0]
    found = list(_said(numerals.pattern).finditer(sentence))
    if not found:
        return sentence
    digits: list[str] = []
    places: list[int] = []
    done = length = 0
    for each in found:
        before, number = sentence[done : each.start("number")], str(numerals.number(each["number"]))
        digits += [before, number]
        places.append(length + len(before))
        length += len(before) + len(number)
        done = each.end()
    leads = dict(numbers_in("".join([*digits, sentence[done:]]), known))
    sure = any(leads.values())
    made: list[str] = []
    done = 0
    for each, place in zip(found, places, strict=True):
        made.append(sentence[done : each.start("number")])
        if leads.get(place, bool(each["place"]) and sure):
            made.append(str(numerals.number(each["number"])))
        else:
            made += [IN_DOUBT if place in leads else "", each["number"]]
        done = each.end()
    return "".join([*made, sentence[done:]])
