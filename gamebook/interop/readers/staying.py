"""Passages in which a reader clicks on something and stays: one chapter that turns to itself.

Twine shows a passage once: a click in it does not show it anew. So what happens on arrival does not happen again, for a
codeword notes that the reader has stayed, and no condition is asked again; text that would show other values than on
arrival is not shown again. Links that only a click shows are open after it.
"""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.draft import (
    Back,
    Body,
    Chapter,
    Clicks,
    End,
    If,
    Jump,
    Kept,
    Link,
    Origin,
    Pieces,
    Set,
    Spread,
    Step,
    Words,
    gathered,
    names_in,
    walk,
)
from gamebook.interop.terms import Text, Truth, both, conjuncts, drawn, spelt
from gamebook.syntax import ast


def with_stays(chapter: Chapter, *, counted: bool) -> Chapter:
    """The chapter with its links at the end, and with turns to itself where the reader stays.

    Args:
        chapter: as its passage is written.
        counted: whether the story asks somewhere how often readers came to a passage; a turn to itself is no visit.
    """
    menu = Menu.of(chapter.name, chapter.body)
    rest = menu.arrival
    if all(map(leaves, menu.links)):
        return replace(chapter, body=(*rest, *menu.links))
    if not menu.marks and not counted and not _again(rest, menu.clicks):
        made = [link if leaves(link) else replace(link, target=chapter.name) for link in menu.links]
        return replace(chapter, body=(*rest, *made))
    stayed = f"{chapter.name} stayed"
    arrival = If(
        ast.Unary("not", ast.Name(ast.Id(stayed))),
        (*rest, *menu.marks, Set(stayed, Truth(holds=True))),
    )
    return replace(
        chapter, body=(arrival, *(_noting(link, chapter.name, stayed) for link in menu.links)), staying=stayed
    )


class Menu(Struct, frozen=True):
    """What a passage offers, and what happens before."""

    arrival: Body
    """The passage without its links."""
    marks: Body
    """What is forgotten on arrival: which links were taken."""
    links: tuple[Link, ...]
    """All links, those in the texts that others show, too; each under the conditions it stood under."""
    clicks: Clicks
    """After which the reader stays there."""

    @classmethod
    def of(cls, chapter: str, body: Body) -> Menu:
        """The menu of a passage.

        Args:
            chapter: its name, from which names of codewords are made.
            body: its steps in the source.
        """
        clicks = Clicks.of(step for step in walk(body) if isinstance(step, Link) and not leaves(step))
        work = _Links(chapter, clicks)
        body = gathered(body, chapter, clicks)
        for step in body:
            if isinstance(step, Link):
                work.add(step)
        arrival = tuple(step for step in body if not isinstance(step, Link))
        return cls(arrival, tuple(work.marks), tuple(work.made), clicks)


def _again(arrival: Body, clicks: Clicks) -> bool:
    """Whether it makes a difference that what happens on arrival does not happen again, or is not shown again.

    Args:
        arrival: the passage without its links.
        clicks: after which the reader stays there.
    """
    return any(
        isinstance(step, Set | Spread) or any(drawn(value) or clicks.change(names_in(value)) for value in _read(step))
        for step in walk(arrival)
    )


def _read(step: Step) -> tuple[ast.Expr, ...]:
    """The values that a step asks for or shows."""
    match step:
        case If(condition=condition):
            return (condition,)
        case Words(pieces=pieces):
            return _values(pieces)
    return ()


def _values(pieces: Pieces) -> tuple[ast.Expr, ...]:
    return tuple(piece for piece in pieces if not isinstance(piece, str))


def leaves(link: Link) -> bool:
    """Whether a link leads away from its passage, whatever happens."""
    return bool(link.target) or _goes(link.body)


def _goes(body: Body) -> bool:
    match body[-1] if body else None:
        case Jump() | Back() | End():
            return True
        case If(body=yes, otherwise=no):
            return _goes(yes) and _goes(no)
        case Spread(rows=rows):
            return all(_goes(row) for _, row in rows)
    return False


class _Links(Struct):
    """The links of a passage, those in the texts that others show behind them."""

    chapter: str
    clicks: Clicks
    """After which the reader stays."""
    made: list[Link] = field(default_factory=list)
    marks: list[Step] = field(default_factory=list)
    """What is forgotten on arrival: which links were taken."""

    def add(self, link: Link, *behind: Link) -> None:
        """Add a link, and those that a click on it shows.

        Args:
            link: the link of the source.
            behind: the links that had to be clicked on before it was shown.
        """
        taken = tuple(each for each in (*behind, link) if each.once)
        number = len(self.made) + 1
        body = gathered(link.body, f"{self.chapter} shown {number}", self.clicks, link if link.once else None)
        shown = [step for step in body if isinstance(step, Link)]
        rest = tuple(step for step in body if not isinstance(step, Link))
        # each choice shows what a value is now; to note the old one would take a number of its own for each value
        rest = (*self.stale(link, taken), *rest)
        link = replace(link, body=rest)
        if leaves(link):
            lost = [Kept(each.origin) for each in shown if each.origin is not None]  # nobody stays to see them
            # what can be clicked once is there again when the reader comes back, unless the story remembers it
            self.made.append(replace(link, body=(*lost, *rest), once=link.once and bool(link.memory)))
            return
        mark = ""
        if link.once and (link.memory or not _limits_itself(link)):  # others may ask for what it is remembered by
            mark = link.memory or f"{self.chapter} done {number}"
            link = replace(link, condition=both(link.condition, ast.Unary("not", ast.Name(ast.Id(mark)))))
        elif shown:
            mark = f"{self.chapter} shown {number}"
        if mark:
            self.marks.append(Set(mark, Truth(holds=False)))
            link = replace(link, body=(Set(mark, Truth(holds=True)), *link.body))
        self.made.append(replace(link, once=False))
        for each in shown:
            self.add(replace(each, condition=both(ast.Name(ast.Id(mark)), each.condition)), *taken)

    def stale(self, link: Link, taken: tuple[Link, ...]) -> Body:
        """A comment for each value in the words of a link that a click changes: Twine goes on to show the old one.

        Args:
            link: the link of the source.
            taken: clicks that come before the words are shown or make an end of them, and happen once.
        """
        changed = (each for each in _values(link.label) if self.clicks.change(names_in(each), *taken))
        told = "in the words of this choice: {} (after a click that stays, Twine shows the old value)"
        return tuple(
            Kept(Origin("other", "value in a link", told.format(spelt(each)))) for each in dict.fromkeys(changed)
        )


def _limits_itself(link: Link) -> bool:
    """Whether a click on a link makes its own condition false: `not lamp`, where it sets the lamp to true."""
    if link.condition is None:
        return False
    sets = {step.name: step.value for step in link.body if isinstance(step, Set)}
    if any(step.name in sets for step in walk(link.body) if isinstance(step, Set) and step not in link.body):
        return False
    for part in conjuncts(link.condition):
        match part:
            case ast.Unary(op="not", operand=ast.Name(id=name)):
                if sets.get(str(name)) == Truth(holds=True):
                    return True
            case ast.Name(id=name):
                if sets.get(str(name)) == Truth(holds=False):
                    return True
            case ast.Binary(op="=", left=ast.Name(id=name), right=asked):
                value = sets.get(str(name), asked)
                if type(value) is type(asked) and isinstance(value, Text | Truth | ast.Number) and value != asked:
                    return True
    return False


def _noting(link: Link, chapter: str, stayed: str) -> Link:
    """The link, with a turn to its chapter if the reader stays, and a note if not."""
    if not leaves(link):
        return replace(link, target=chapter, body=_leaving(link.body, stayed))
    return replace(link, body=(Set(stayed, Truth(holds=False)), *link.body))


def _leaving(body: Body, stayed: str) -> Body:
    """A block in which every way out is noted."""
    made: list[Step] = []
    for step in body:
        match step:
            case Jump() | Back():
                made.extend((Set(stayed, Truth(holds=False)), step))
            case If():
                yes, no = _leaving(step.body, stayed), _leaving(step.otherwise, stayed)
                made.append(replace(step, body=yes, otherwise=no))
            case Spread():
                made.append(replace(step, rows=tuple((weight, _leaving(row, stayed)) for weight, row in step.rows)))
            case _:
                made.append(step)
    return tuple(made)
