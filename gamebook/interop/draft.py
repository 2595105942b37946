"""A draft: a book as another program wrote it, before it becomes a book of ours.

Every reader makes one, and `settle` turns it into chapters. A draft keeps the names of its source. Values and
conditions are the trees of `terms`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.terms import Truth, both, drawn, inside
from gamebook.syntax import ast

Pieces = tuple[str | ast.Expr, ...]
"""Words, and values that are shown among them."""

# ---- steps ------------------------------------------------------------------------------------------


class Origin(Struct, frozen=True):
    """Which construct of the source a step was made from; a step without one is not counted."""

    kind: str
    """`link`, `condition`, `effect`, `dice` or `other`."""
    name: str
    """What the source calls it: `(set:)`."""
    raw: str
    """As it stood in the source, for the comment."""


class Step(Struct, frozen=True):
    """Something that a chapter says or does."""


Body = tuple[Step, ...]


class Words(Step, frozen=True):
    """Prose."""

    pieces: Pieces


class Link(Step, frozen=True):
    """A choice."""

    label: Pieces
    target: str
    """A chapter; empty: the reader stays."""
    condition: ast.Expr | None = None
    body: Body = ()
    once: bool = False
    """Offered until it is taken."""
    origin: Origin | None = None
    guard: Origin | None = None
    """Where the condition comes from."""
    memory: str = ""
    """Links with the same one are the same link for `once`, though they stand in several places; empty: none is."""


class Jump(Step, frozen=True):
    """A turn that is no choice."""

    target: str
    origin: Origin | None = None
    waits: bool = False
    """What follows in the passage still happens before the turn."""


class Back(Step, frozen=True):
    """A turn to the chapter before."""

    origin: Origin | None = None
    undoes: bool = False
    """Whether the source also takes back what has happened since."""


class If(Step, frozen=True):
    """A condition; it may have dice in it."""

    condition: ast.Expr
    body: Body
    otherwise: Body = ()
    origin: Origin | None = None
    led: bool = False
    """Whether choices stood under it, which now have its condition themselves."""


class Set(Step, frozen=True):
    """A thing gets a value."""

    name: str
    value: ast.Expr
    origin: Origin | None = None


class Spread(Step, frozen=True):
    """One of several blocks, by weights."""

    rows: tuple[tuple[int | ast.Expr, Body], ...]
    """(Weight, block)"""
    origin: Origin | None = None


class May(Step, frozen=True):
    """A block that the reader may take or leave."""

    label: Pieces
    body: Body
    origin: Origin | None = None


class Fight(Step, frozen=True):
    """A fight, in the rules of the system that the book uses."""

    foe: str
    stats: tuple[tuple[str, int], ...]
    origin: Origin | None = None


class End(Step, frozen=True):
    """The end of the book."""

    kind: str
    """`victory`, `defeat` or `ending`."""
    words: str = ""
    guessed: bool = False
    """Whether the kind is only a guess: `--victory` overrules it."""


class Kept(Step, frozen=True):
    """What our language cannot say, or what could not be understood: a comment."""

    origin: Origin


class Remark(Step, frozen=True):
    """A comment of the author."""

    words: str


class Apart(Step, frozen=True):
    """What follows is a menu of its own, also where nothing stands between it and the menu before."""


# ---- the book ---------------------------------------------------------------------------------------


class Thing(Struct):
    """Something on the sheet. What is not said is worked out from how it is used."""

    start: ast.Expr | None = None
    low: int | None = None
    high: int | None = None
    kind: str = ""
    """`number`, `item`, `codeword`, or `constant` for one that is no more needed; empty: as it is used."""
    origin: Origin | None = None
    """Where its start comes from."""


class Chapter(Struct):
    """A chapter, under the name that its source gives it."""

    name: str
    title: str = ""
    body: Body = ()
    number: int | None = None
    """The number that the source fixed."""
    tags: tuple[str, ...] = ()
    staying: str = ""
    """A codeword noted while the reader stays there: a turn of the chapter to itself is no visit then."""
    label: str = ""
    """What its part of the source calls it, where the name also says which part: the label of ChoiceScript."""


class Trouble(Struct, frozen=True):
    """Something wrong in the source that reading got over."""

    path: str
    line: int
    message: str
    hint: str = ""


class Draft(Struct):
    """A book of another program."""

    format: str
    """The name of the format, as `--from` has it."""
    title: str = ""
    author: str = ""
    language: str = ""
    start: str = ""
    system: str = ""
    """The rule system that its fights need."""
    chapters: list[Chapter] = field(default_factory=list)
    things: dict[str, Thing] = field(default_factory=dict)
    opening: Body = ()
    """Steps before the first chapter."""
    leftovers: list[Origin] = field(default_factory=list)
    """What belongs to no chapter: scripts, style sheets."""
    troubles: list[Trouble] = field(default_factory=list)


# ---- walking ----------------------------------------------------------------------------------------


def walk(body: Iterable[Step]) -> Iterator[Step]:
    """Every step of a block, with those inside, in order."""
    for step in body:
        yield step
        match step:
            case If():
                yield from walk(step.body)
                yield from walk(step.otherwise)
            case Link() | May():
                yield from walk(step.body)
            case Spread():
                for _, row in step.rows:
                    yield from walk(row)


def turning(body: Body) -> tuple[str, Body]:
    """Where a block leads at its end, and the block without that; empty if a construct of its own leads there."""
    last = body[-1] if body else None
    return (last.target, body[:-1]) if isinstance(last, Jump) and last.origin is None else ("", body)


def gathered(body: Body, chapter: str = "", clicks: Clicks | None = None, taken: Link | None = None) -> Body:
    """The steps with all links at the end, each under the conditions it stood under.

    Other programs show links where they stand in the text and let the reader go on reading; ours is a menu at the end.
    A condition that could have another value by then, for it rolls dice or something in it changes, is noted in a
    codeword of its own.

    Args:
        body: the steps of a chapter.
        chapter: its name, from which names of such codewords are made.
        clicks: links after which the reader is still there: what they change is changed while the menu stands.
        taken: the link whose steps these are, if it can be taken only once.
    """
    if not any(isinstance(step, Link) for step in walk(body)):
        return body
    work = _Gathering(chapter, list(happening(body)), clicks or Clicks.of(()), taken)
    rest = tuple(work.without_links(body, None))
    return (*rest, *work.links)


def happening(body: Body) -> Iterator[Step]:
    """Every step that is carried out before the menu, in order."""
    for step in body:
        yield step
        match step:
            case If():
                yield from happening(step.body)
                yield from happening(step.otherwise)
            case May():
                yield from happening(step.body)
            case Spread():
                for _, row in step.rows:
                    yield from happening(row)


class Clicks(Struct, frozen=True):
    """Links after which the reader is still there."""

    setting: Counter[str]
    """How many of them set a thing."""
    bodies: dict[int, frozenset[str]]
    """What their steps set, by identity of these: a link under a condition is another link with the same steps."""

    @classmethod
    def of(cls, links: Iterable[Link]) -> Clicks:
        """What some links do."""
        bodies = [(id(link.body), _set_in(link.body)) for link in links]
        return cls(Counter(name for _, names in bodies for name in names), dict(bodies))

    def change(self, things: Iterable[str], *but: Link | None) -> bool:
        """Whether one of them sets one of some things; single links may be left out."""
        left = Counter[str]()
        for link in but:
            if link is not None:
                left.update(self.bodies.get(id(link.body), ()))
        return any(self.setting[thing] > left[thing] for thing in things)


class _Gathering(Struct):
    chapter: str
    order: list[Step]
    clicks: Clicks
    taken: Link | None
    links: list[Link] = field(default_factory=list)
    noted: int = 0

    def without_links(self, body: Body, guard: ast.Expr | None) -> Iterator[Step]:
        for step in body:
            match step:
                case Link():
                    self.links.append(replace(step, condition=both(guard, step.condition)))
                case If() if any(isinstance(each, Link) for each in walk((step,))):
                    if self.changes(step):
                        self.noted += 1
                        word = f"{self.chapter} noted {self.noted}"
                        yield If(
                            step.condition,
                            (Set(word, Truth(holds=True)),),
                            (Set(word, Truth(holds=False)),),
                            step.origin,
                        )
                        yield from self.split(replace(step, condition=ast.Name(ast.Id(word)), origin=None), guard)
                    else:
                        yield from self.split(step, guard)
                case Spread() if any(isinstance(each, Link) for each in walk((step,))):
                    yield from self.spread(step, guard)
                case _:
                    yield step

    def split(self, step: If, guard: ast.Expr | None) -> Iterator[Step]:
        yes = both(guard, step.condition)
        no = both(guard, ast.Unary("not", step.condition))
        body = tuple(self.without_links(step.body, yes))
        otherwise = tuple(self.without_links(step.otherwise, no))
        yield replace(step, body=body, otherwise=otherwise, led=True)

    def spread(self, step: Spread, guard: ast.Expr | None) -> Iterator[Step]:
        """Which block it was is noted, for the links in it."""
        rows: list[tuple[int | ast.Expr, Body]] = []
        self.noted += 1
        word = f"{self.chapter} noted {self.noted}"
        for number, (weight, row) in enumerate(step.rows, start=1):
            this = ast.Binary("=", ast.Name(ast.Id(word)), ast.Number(number))
            rest = tuple(self.without_links(row, both(guard, this)))
            rows.append((weight, (Set(word, ast.Number(number)), *rest)))
        yield replace(step, rows=tuple(rows))

    def changes(self, step: If) -> bool:
        """Whether the condition may be different at the menu."""
        if drawn(step.condition):
            return True
        asked = names_in(step.condition)
        later = self.order[next(n for n, each in enumerate(self.order) if each is step) :]
        if asked & {each.name for each in later if isinstance(each, Set)}:
            return True
        alone = list(_offered((step,)))
        # after the click on the only link of a block, and only once, nobody asks for the condition any more
        but = alone[0] if len(alone) == 1 and alone[0].once else None
        return self.clicks.change(asked, self.taken, but)


def names_in(value: ast.Expr) -> frozenset[str]:
    """The things that a value asks for."""
    return frozenset(str(each.id) for each in inside(value) if isinstance(each, ast.Name))


def _set_in(body: Body) -> frozenset[str]:
    return frozenset(step.name for step in walk(body) if isinstance(step, Set))


def _offered(body: Body) -> Iterator[Link]:
    """The links of a block, without those that a click on one of them shows."""
    for step in body:
        match step:
            case Link():
                yield step
            case If():
                yield from _offered(step.body)
                yield from _offered(step.otherwise)
            case Spread():
                for _, row in step.rows:
                    yield from _offered(row)
