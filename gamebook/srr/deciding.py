"""Which mode decides what: what a place says, what stands around it, and what can not be said of some places."""

from __future__ import annotations

from functools import cached_property

from msgspec.structs import replace

from gamebook.model.blocks import turns_in
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.model.step import (
    OF_EACH,
    Assign,
    Block,
    Choose,
    End,
    Loop,
    Mode,
    Random,
    Resolution,
    Roll,
    Say,
    Scope,
    Step,
    Turn,
    of_test,
)
from gamebook.srr.accounts import Place


class Deciding:
    """How the places of one book are decided."""

    def __init__(self, book: Book, override: Mode | None) -> None:
        self.book = book
        self.override = override
        self.usual: Mode = override or book.resolution.mode or "dice"
        self.endings = book.ending_kinds
        self.chapters = {chapter.name: chapter for chapter in book.chapters}

    @cached_property
    def in_loops(self) -> set[str]:
        """The chapters that the reader can reach again."""
        return _in_loops(self.book)

    def resolution(self, own: Resolution | None, label: str, place: Place, test: bool = False) -> Resolution:
        """How a step is decided: all parts filled in, but for the account of its own.

        Args:
            own: what its place says.
            label: what is thrown.
            place: where it is.
            test: it is a test, and `label` the test's name.
        """
        own = own or Resolution()
        around = self.book.resolution
        mode = own.mode or self.usual
        manner = own.manner or (around.manner if own.mode is None else None)
        if self.override is not None and own.mode != "dice":
            mode = self.override
        if place.owner == HERO_BLOCK and own.mode is None:
            mode = "dice"
        thing = of_test(label) if test else label
        account = own.account or (f"{around.account}{OF_EACH}{thing}" if around.account else None)
        scope = own.scope or around.scope
        if scope is None and account is None:
            # Where one comes once, what is remembered afterwards does not matter.
            once = place.is_chapter and place.owner not in self.in_loops
            scope = "fight" if place.fight else "chapter" if once else "book"
        if account is None and scope == "fight" and place.fight and test:
            account = f"{place.fight} {label}"  # a reader keeps one row for all tests of luck in a fight
        return Resolution(mode=mode, manner=manner, account=account, scope=scope)

    def says_so(self, own: Resolution | None) -> bool:
        """Whether the place itself, its block or its fight names the mode."""
        return self.override is None and own is not None and own.mode is not None

    def comes_once(self, how: Resolution, place: Place) -> bool:
        """Whether a place has an account of its own that is always new when the reader arrives there."""
        fresh = how.account is None and place.is_chapter and place.fight is None and not place.loops
        return fresh and place.owner not in self.in_loops

    def may_kill(self, step: Roll | Random) -> bool:
        """Whether one of the rows ends in a defeat at once."""
        return any(self._kills(row.body) for row in step.rows)

    def _kills(self, block: Block, deep: bool = True) -> bool:
        """Whether a block ends in a defeat at once, there or in a chapter where nothing else happens."""
        for step in block:
            match step:
                case Say() | Assign():
                    continue
                case End():
                    return self.endings[step.ending] == "defeat"
                case Turn():
                    return deep and self._kills(self.chapters[step.chapter].body, deep=False)
            return False
        return False


def place_inside(step: Step, place: Place) -> Place:
    """The place of what is inside a step."""
    match step:
        case Loop():
            return replace(place, loops=True)
        case Choose() if any(option.again for option in step.options):
            return replace(place, loops=True)
        case Scope(what="fight"):
            return replace(place, fight=step.label)
    return place


def _in_loops(book: Book) -> set[str]:
    """The chapters that the reader can reach again."""
    anywhere = turns_in(tuple(step for watch in book.watches for step in watch.body))
    turns = {chapter.name: turns_in(chapter.body) | anywhere for chapter in book.chapters}
    found = set()
    for name, first in turns.items():
        seen: set[str] = set()
        waiting = list(first)
        while waiting and name not in seen:
            each = waiting.pop()
            if each not in seen:
                seen.add(each)
                waiting.extend(turns[each])
        if name in seen:
            found.add(name)
    return found
