"""Lines of ink that belong together: choices with what stands under them, and what comes into one menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from gamebook.interop.draft import End, If, Jump, Kept, Link, Origin, Spread, Step, walk
from gamebook.interop.readers.ink_text import Item


def turns_back(weave: list[Item]) -> bool:
    """Whether nothing but `->->` stands in some lines."""
    return [item.text for item in weave if item.text] == ["->->"] and not any(item.label for item in weave)


class Offer(Struct, frozen=True):
    """A choice of a menu."""

    choice: Item
    inner: list[Item]
    """The lines under it."""
    end: int
    """Where these end in the weave."""


class Menu(Struct, frozen=True):
    """What play meets where the words of a weave are over."""

    offers: list[Offer]
    gather: int
    """The gather that play comes to at once, passing the choices by; -1: it waits for a choice, or is at the end."""
    unread: list[Item]
    """Lines before that gather to which ink never comes."""


def menu_of(weave: list[Item], place: int) -> Menu:
    """The menu at a place of a weave, where a choice or a gather stands.

    The lines under a gather that are deeper than it are a weave of their own. A gather ends the menu of its own weave;
    then choices of the weave around it join, and a gather there that has none before it is entered at once. A gather
    alone in such a weave goes on at the next one around it.
    """
    entered = weave[0].kind == "entered"
    level = weave[0].level if entered else 0
    if entered and place < len(weave) and weave[place].level < level:
        gather = next_gather(weave, place, level - 1)
        return Menu([], gather, weave[place:gather] if gather >= 0 else weave[place:])
    offers: list[Offer] = []
    waits = False
    while place < len(weave):
        item = weave[place]
        waits = waits and item.level == level
        level = item.level
        if item.kind == "gather" and not waits:
            return Menu(offers, place, [])
        if item.kind == "gather":
            place = _point(weave, place + 1, level - 1)
            continue
        end = _point(weave, place + 1, level)
        offers.append(Offer(item, weave[place + 1 : end], end))
        waits, place = True, end
    return Menu(offers, -1, [])


def next_gather(weave: list[Item], place: int, level: int) -> int:
    """From a place on, the gather at which lines of a level come together; -1 if there is none."""
    while (place := _point(weave, place, level)) < len(weave):
        if weave[place].kind == "gather":
            return place
        level = weave[place].level
        place += 1
    return -1


def end_of(weave: list[Item], gather: int) -> int:
    """Where the weave ends that a gather belongs to."""
    return _point(weave, gather + 1, weave[gather].level - 1)


def _point(weave: list[Item], place: int, level: int) -> int:
    """From a place on, the first choice or gather that is not deeper than a level; the end if there is none."""
    ends = (n for n in range(place, len(weave)) if weave[n].kind in ("choice", "gather") and weave[n].level <= level)
    return next(ends, len(weave))


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
