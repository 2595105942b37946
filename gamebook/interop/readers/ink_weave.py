"""Lines of ink that belong together: choices with what stands under them, and what comes into one menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from gamebook.interop.draft import End, If, Jump, Kept, Link, Origin, Spread, Step, walk
from gamebook.interop.readers.ink_text import Item


def turns_back(weave: list[Item]) -> bool:
    """Whether nothing but `->->` stands in some lines."""
    return [item.text for item in weave if item.text] == ["->->"] and not any(item.label for item in weave)


def choices_of(weave: list[Item], level: int) -> tuple[list[tuple[Item, list[Item]]], list[Item]]:
    """The choices of a level, each with what is nested under it; and the rest, from the gather on.

    Choices that are less deep, `*` below `**` under a gather, are in the same menu.
    """
    found: list[tuple[Item, list[Item]]] = []
    for place, item in enumerate(weave):
        if item.kind == "gather" and item.level <= level:
            return found, weave[place:]
        if item.kind == "choice" and item.level <= level:
            found.append((item, []))
            level = item.level
        elif found:
            found[-1][1].append(item)
    return found, []


def without_passed(weave: list[Item]) -> list[Item]:
    """A gather and what follows it, with `passed` for choices that ink passes by, since play goes on without them.

    Choices deeper than their gather make no menu by themselves: play runs on to the next gather, and ink offers them
    beside what is open there.
    """
    first, *rest = weave
    place = next((place for place, item in enumerate(rest) if item.kind != "text"), len(rest))
    if place == len(rest) or rest[place].kind != "choice" or not 0 < first.level < rest[place].level:
        return weave
    end = next(
        (end for end in range(place, len(rest)) if rest[end].kind != "text" and rest[end].level <= first.level), -1
    )
    if end < 0 or rest[end].kind != "gather":
        return weave
    passed = [structs.replace(item, kind="passed") for item in rest[place:end] if item.kind == "choice"]
    return [first, *rest[:place], *passed, *rest[end:]]


def whole(weave: list[Item]) -> list[list[Item]]:
    """Choices with the lines under them; other lines alone."""
    found: list[list[Item]] = []
    for item in weave:
        if item.kind == "choice" or not found or found[-1][0].kind != "choice":
            found.append([item])
        else:
            found[-1].append(item)
    return found


def words_of(text: str) -> tuple[str, str, str]:
    """`before[shown]behind`: words in the list of choices are before and shown, in the text before and behind."""
    opened = text.find("[")
    close = text.find("]", opened)
    if opened < 0 or close < 0:
        arrow = text.find("->")
        words = text if arrow < 0 else text[:arrow]
        return words, "", text[len(words) :]
    return text[:opened], text[opened + 1 : close], text[close + 1 :]


def told(steps: Iterable[Step], *, open_choices: bool = False) -> Iterator[Step]:
    """The steps, with a comment before each turn behind a choice: ink keeps such choices open until the next menu."""
    over = False
    for step in steps:
        over = over or isinstance(step, End)
        match step:
            case Jump() if open_choices and not over:
                way = step.origin.raw if step.origin else "this turn"
                yield Kept(Origin("link", "choices before ->", f"choices of this chapter stay open behind {way}"))
                yield step
            case If():
                yes, no = (tuple(told(each, open_choices=open_choices)) for each in (step.body, step.otherwise))
                yield structs.replace(step, body=yes, otherwise=no)
            case Spread():
                rows = tuple((weight, tuple(told(row, open_choices=open_choices))) for weight, row in step.rows)
                yield structs.replace(step, rows=rows)
            case _:
                yield step
        open_choices = open_choices or any(isinstance(each, Link) for each in walk((step,)))
