"""What an author called the decisions of a book, and the options of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from gamebook.graph.fighting import asked_in_fights
from gamebook.model.arithmetic import FALSE
from gamebook.model.blocks import blocks_in
from gamebook.model.book import Book
from gamebook.model.in_words import Words
from gamebook.model.step import Block, Choose, End, Leave, Option, Say, Scope, Step, Turn
from gamebook.syntax.heads import natural


class Decision(Struct, frozen=True):
    """A decision in the words of the book."""

    address: str
    name: str
    """What strategies call it: the written name, else the chapter."""
    what: str
    """`menu`, `may`, `choose`, `amount`, `hero`, `fight` or `rival`."""
    in_fight: bool
    labels: Mapping[str, str]
    """For each option's address its words; for options with the same words, also where they lead."""
    facing: str = ""
    """In a fight, what the variables of the foe at hand are called: `foe 2`; empty for none."""
    against: str = ""
    """The foe of that fight by name, or all of its foes; empty outside."""
    one_foe: bool = False
    """Whether it is in a fight with one foe at a time."""
    anytime: frozenset[str] = frozenset()
    """Addresses of options that are offered again and again, such as eating a meal."""
    plain: frozenset[str] = frozenset()
    """Addresses of options that do nothing but move on."""
    pick: int = 0
    """Of several picks from one list (`choose 2 of`) which one it is, from 1; else 0."""
    is_open: bool = True
    """Whether an option may be open."""


def decisions(book: Book) -> dict[str, Decision]:
    """All decisions of a book by address."""
    words = Words(book)
    found = (each for block in book.blocks for each in _choices(block, ""))
    fights = asked_in_fights(book)
    told: dict[str, Decision] = {}
    for step, foes, pick in found:
        decision = _decision(words, step, step.address in fights, foes, pick)
        known = told.get(step.address)
        told[step.address] = decision if known is None else _both(known, decision)
    return told


def _both(one: Decision, other: Decision) -> Decision:
    """A decision that stands there twice, each time with some of its options.

    That is so where chance draws who knows an option, or what a strategy advises (`Left 1 in 2`).
    """
    labels = {**other.labels, **one.labels}
    return replace(
        one,
        labels={address: labels[address] for address in sorted(labels, key=natural)},
        anytime=one.anytime | other.anytime,
        plain=one.plain | other.plain,
        is_open=one.is_open or other.is_open,
    )


def _choices(block: Block, foes: str) -> Iterator[tuple[Choose, str, int]]:
    """Every decision of a block, the foes it is about, and which pick it is."""
    pick = 0
    for step, before, after in zip(block, (None, *block), (*block[1:], None), strict=False):
        pick = pick + 1 if _is_next_pick(before, step) else int(_is_next_pick(step, after))
        if isinstance(step, Choose):
            yield step, foes, pick
        about = step.title if isinstance(step, Scope) and step.title else foes
        for inner in blocks_in(step):
            yield from _choices(inner, about)


def _is_next_pick(before: Step | None, step: Step | None) -> bool:
    """Whether a decision picks once more from the list of the one before it."""
    if not (isinstance(before, Choose) and isinstance(step, Choose) and before.what == step.what == "choose"):
        return False
    return before.name == step.name and [o.label for o in before.options] == [o.label for o in step.options]


def _decision(words: Words, step: Choose, in_fight: bool, foes: str, pick: int) -> Decision:
    plain = {option.address: " ".join(words.text(option.label).split()) for option in step.options}
    count = Counter(plain.values())
    labels = {}
    for option in step.options:
        label, leads = plain[option.address], _target(option)
        told_apart = label and count[label] == 1
        labels[option.address] = label if told_apart or not leads else f"{label} -> {leads}".strip()
    return Decision(
        address=step.address,
        name=step.name,
        what=step.what,
        in_fight=in_fight,
        labels=labels,
        facing=step.facing,
        against=_against(foes, step.facing),
        one_foe=bool(foes) and ", " not in foes,
        anytime=frozenset(option.address for option in step.options if option.again),
        plain=frozenset(option.address for option in step.options if _is_plain(option)),
        pick=pick,
        is_open=may_be_open(step),
    )


def may_be_open(step: Choose) -> bool:
    """Whether something may be chosen: nothing ever is where a number that is worked out leads to no chapter."""
    return any(option.condition != FALSE for option in step.options)


def _against(foes: str, facing: str) -> str:
    """`Grey wolf`; of several with one name, `Grey wolf 2`."""
    names = foes.split(", ")
    number = int(facing.rpartition(" ")[2]) if facing else 0
    if not 0 < number <= len(names):
        return foes
    name = names[number - 1]
    return f"{name} {names[:number].count(name)}" if names.count(name) > 1 else name


def _is_plain(option: Option) -> bool:
    return not option.again and all(isinstance(step, Say | Turn | End | Leave) for step in option.body)


def _target(option: Option) -> str:
    """Where an option turns, if it does so at the end of its block."""
    match option.body[-1:]:
        case (Turn(chapter=chapter),):
            return chapter
        case (End(ending=ending),):
            return ending
        case _:
            return ""
