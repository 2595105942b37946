"""The words nearest to a misspelt one."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gamebook.codes.hints import any_of, did_you_mean
from gamebook.diagnostics import Hint
from gamebook.errors import UsageError
from gamebook.sentences import listed
from gamebook.syntax.heads import ARTICLES, as_number, number_order, without_zeros
from gamebook.syntax.words import nearest_word

if TYPE_CHECKING:  # reports look for names, too, and need no syntax for that
    from gamebook.syntax import ast

MOST_FREE = 2
"""Numbers without a link that are offered for an unknown one."""
MOST_PARTS = 2
"""Known names that are offered for an unknown one since they have a part in common with it."""
LEAST_PART = 3
"""The fewest letters of such a part: a shorter one, such as `of` or a number, says nothing."""
NEAR = 10
"""How far the number of a chapter may be from the one written, for an editor to offer it in its place."""


def nearest(word: str, known: Iterable[str]) -> Hint | None:
    """A hint with the known words nearest to a misspelt one; None if none is near."""
    words = list(dict.fromkeys(known))
    place = number_order(word)
    if place is not None:
        return _nearest_numbers(word, place, {each: each for each in words})
    meant = nearest_word(word, words)
    return did_you_mean(meant, word) if meant else None


def or_part(declare: str, word: str, known: Iterable[str]) -> str:
    """A hint to declare a name, and the known names that may be meant: they are a part of it, or have it as one.

    `ship-bell` has the part `bell`. That may be the thing of which it speaks, or another one that is like it.

    Args:
        declare: the hint.
        word: the name.
        known: those that the book has.
    """
    meant = _with_a_part(word, known)
    if not meant:
        return declare
    more = any_of(f"{declare}; or did you mean {listed(meant, last='or')}?", meant, word)
    return Hint(str(more), (*more.suggestions, *(declare.suggestions if isinstance(declare, Hint) else ())))


def with_part(word: str, known: Iterable[str]) -> Hint | None:
    """A hint with the known names that have a name as a part, or are one of it; None if there are none, or many."""
    meant = _with_a_part(word, known)
    return any_of(f"did you mean {listed(meant, last='or')}?", meant, word) if meant else None


def _with_a_part(word: str, known: Iterable[str]) -> list[str]:
    parts = _parts(word)
    meant = [
        each for each in dict.fromkeys(known) if _is_within(_parts(each), parts) or _is_within(parts, _parts(each))
    ]
    return meant if len(meant) <= MOST_PARTS else []


def _parts(name: str) -> list[str]:
    """The words of a name."""
    return re.split(r"[-_]", name.casefold())


def _is_within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether words are some of those of a longer name, side by side, and not only numbers or letters."""
    places = range(len(many) - len(few) + 1) if len(few) < len(many) else ()
    return len("".join(few)) >= LEAST_PART and any([*few] == [*many[at : at + len(few)]] for at in places)


def chapter_called(name: str, chapters: Iterable[str]) -> str:
    """The chapter that is meant by a name outside of the book, as in an option: `051` is 51, as in a link.

    Raises:
        UsageError: the book has none of that name.
    """
    known = list(chapters)
    if (meant := without_zeros(name)) in known:
        return meant
    hint = nearest(name, known)
    raise UsageError(f"no chapter is called {name}" + (f" ({hint})" if hint else ""))


def nearest_chapter(name: str, chapters: Mapping[str, ast.Chapter], linked: Container[str]) -> str | None:
    """A hint with the chapter that was probably meant: in another case; one that nothing leads to; the nearest ones."""
    shown = {each: f"{each} ({chapter.title})" if chapter.title else each for each, chapter in chapters.items()}
    plain = str(as_number(name)) if name.isdecimal() and not name.isascii() else name
    if plain != name and plain in shown:  # digits of another alphabet
        return any_of(f"did you mean {shown[plain]}?", [plain], name)
    in_other_case = [each for each in chapters if each.casefold() == name.casefold()]
    if len(in_other_case) == 1:
        return any_of(f"did you mean {shown[in_other_case[0]]}?", in_other_case, name)
    if free := _free(name, chapters, linked):
        hint = f"did you mean {listed((shown[each] for each in free), last='or')}? Nothing leads there yet"
        return any_of(hint, free, name)
    place = number_order(name)
    if place is None:
        return _titled(name, chapters, linked)
    words = [each for each in list(chapters)[1:] if each not in linked and number_order(each) is None]
    if len(words) == 1:
        title = f"{words[0]} {chapters[words[0]].title or ''}".rstrip()
        return f"nothing leads to chapter “{words[0]}”: if its number is missing, write === {name} {title}"
    return _nearest_numbers(name, place, shown)


def _titled(name: str, chapters: Mapping[str, ast.Chapter], linked: Container[str]) -> str | None:
    """A hint with the one chapter that nothing leads to and whose title speaks of the name."""
    free = {each: f"{each} {chapters[each].title or ''}".rstrip() for each in list(chapters)[1:] if each not in linked}
    found = _speaking_of(name, free)
    if len(found) != 1:
        return None
    called = found[0]
    if called[0].isupper() or called in ("a", "an", "the"):  # the first word of a title
        return f"a chapter is called “{called}”: if its name is missing, write === {name} {free[called]}"
    return any_of(f"did you mean {called} ({chapters[called].title})? Nothing leads there yet", [called], name)


def _speaking_of(name: str, heads: Mapping[str, str]) -> list[str]:
    """The chapters whose heads have a name as a word, or as some."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return [each for each, head in heads.items() if word.search("-".join(head.split()))]


def titled_chapter(name: str, chapters: Mapping[str, ast.Chapter]) -> str | None:
    """A hint with the one chapter whose title speaks of the name, whether or not something leads there.

    Of several, it is the one whose title has no other words, but for an article: `The porch`, not `The porch at night`.
    """
    titles = {each: chapter.title or "" for each, chapter in chapters.items()}
    found = _speaking_of(name, titles)
    if len(found) > 1:
        found = [each for each in found if _without_article(titles[each]) == name.casefold()]
    return any_of(f"did you mean {found[0]} ({chapters[found[0]].title})?", found, name) if len(found) == 1 else None


def _without_article(title: str) -> str:
    """A title in small letters, as a name would be written: `the-old-porch` without `the`."""
    first, *others = title.casefold().split() or [""]
    return "-".join(others if others and first in ARTICLES else [first, *others])


def _free(name: str, chapters: Iterable[str], linked: Container[str]) -> list[str]:
    """The few chapters to which nothing leads yet and whose names are one slip away; none if there are many."""
    free = [each for each in list(chapters)[1:] if each not in linked and _one_slip(name, each)]
    return free if len(free) <= MOST_FREE else []


def _one_slip(wrong: str, right: str) -> bool:
    """Whether one letter too many, too few or wrong, or two letters the other way round, make one word of the other."""
    if sorted(wrong) == sorted(right):
        return sum(one != other for one, other in zip(wrong, right, strict=True)) == 2
    long, short = (wrong, right) if len(wrong) >= len(right) else (right, wrong)
    if len(long) - len(short) > 1:
        return False
    same = next((at for at, (one, other) in enumerate(zip(long, short, strict=False)) if one != other), len(short))
    return long[same + 1 :] == short[same + (len(long) == len(short)) :]


def _nearest_numbers(number: str, place: tuple[int, str], shown: Mapping[str, str]) -> Hint | None:
    near = _beside(place, shown)
    if not near:
        return None
    told = listed(shown[each] for each in near)
    meant = [each for each in near if _may_be_meant(each, number)]
    return any_of(f"the nearest {'are' if len(near) > 1 else 'is'} {told}", meant, number)


def _may_be_meant(chapter: str, number: str) -> bool:
    """Whether a number may be a slip for another one: it is not far away, or has one digit more or less."""
    chapter_order, order = number_order(chapter), number_order(number)
    if chapter_order is not None and order is not None and abs(chapter_order[0] - order[0]) <= NEAR:
        return True
    short, long = sorted((chapter, number), key=len)
    return any(short == long[:place] + long[place + 1 :] for place in range(len(long)))


def _beside(place: tuple[int, str], names: Iterable[str]) -> list[str]:
    """The numbers next below and next above."""
    numbers = sorted((order, each) for each in names if (order := number_order(each)) is not None)
    below = [each for order, each in numbers if order < place][-1:]
    above = [each for order, each in numbers if order > place][:1]
    return below + above
