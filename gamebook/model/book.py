"""A whole book: its variables, chapters, endings and rules, with every name resolved."""

from __future__ import annotations

from typing import Final, Literal

from gamebook.model.expression import Expr, Part
from gamebook.model.step import Block, Mode, Resolution, Trigger

SOFT_LOCK = "soft lock"
"""The name of the ending of a state where nothing is open and nothing follows; worth a defeat."""
UNWRITTEN: Final = "not written yet"
"""The ending where a draft is not written further, and its kind: neither victory nor defeat, as nobody knows yet."""
Kind = Literal["victory", "defeat", "ending", "not written yet"]
"""The kinds of endings."""
HERO_BLOCK = "the hero"
"""What the place is called, beside the chapters, where the hero is made: no chapter has a name with a blank."""
ENDLESS = "endless"
"""What a play that never ends is called, beside the endings."""
OWN_NAMES = frozenset({SOFT_LOCK, UNWRITTEN, ENDLESS})
"""Names that no ending of an author's has, whatever its words: results list these beside the author's endings."""


class Role(Part, frozen=True):
    """What a variable of the engine's own stands for."""

    what: Literal["visited", "visited before", "chapter before", "taken", "foe", "stored"]
    """`visited`: whether the reader has been in a chapter, or is there; `visited before`: the same before this visit;
    `chapter before`: the chapter he came from, by number from 1, and 0 before the first; `taken`: whether an option of
    a `choose 2 of` is taken; `foe`: a number of a foe; `stored`: how much of a thing lies in a place."""
    of: str = ""
    """The chapter; the number of the foe in its fight; the place."""
    stat: str = ""
    """Of a foe: which of its numbers; of what is stored: the thing."""


class Variable(Part, frozen=True):
    """An integer of the state, always in low..high.

    `hidden` variables are the engine's own (visits, passes of a loop, dice that rows speak of) and never on the sheet;
    `account` variables stand in a ledger of its own.
    """

    name: str
    kind: Literal["stat", "number", "item", "codeword", "one-of", "initial", "local", "hidden", "account"]
    low: int
    high: int
    start: int = 0
    """The value before the hero block runs."""
    values: tuple[str, ...] = ()
    """For a one-of: the names of the values 0, 1, …"""
    cap: str | None = None
    """For a stat: the variable that holds its initial value."""
    role: Role | None = None
    """For a variable of the engine's own that others ask about."""

    @property
    def on_sheet(self) -> bool:
        """Whether readers write it down: nobody does so with a number that is always 0."""
        if self.kind == "number":
            return self.low < 0 or self.high > 0
        return self.kind in ("stat", "item", "codeword", "one-of")

    @property
    def is_stored(self) -> bool:
        """Whether it says how much of a thing lies in a place."""
        return self.role is not None and self.role.what == "stored"

    def entry(self, value: int) -> str:
        """How it stands on the sheet: `STAMINA 4`, `lantern`, `arrow x 3`; empty for what one has not."""
        if self.kind in ("item", "codeword"):
            owned = self.name if self.high == 1 else f"{self.name} x {value}"
            return owned if value else ""
        return f"{self.name} {self.values[value] if self.values else value}"


class Table(Part, frozen=True):
    """Numbers by column and row: `cells[row - first_row][column - first_column]`."""

    name: str
    first_column: int
    first_row: int
    cells: tuple[tuple[int, ...], ...]

    def cell(self, column: int, row: int) -> int:
        """The number there; outside the table, at the nearest edge."""
        line = self.cells[max(0, min(row - self.first_row, len(self.cells) - 1))]
        return line[max(0, min(column - self.first_column, len(line) - 1))]


class Ending(Part, frozen=True):
    """A way the book ends."""

    name: str
    """Unique, and none of `OWN_NAMES`: `words`; with the kind or the points in parentheses where other endings have the
    same. That of the ending of its own kind is `not written yet`."""
    kind: Kind
    score: Expr | None = None
    """Points earned at the end, from the state there."""
    text: str | None = None
    """`words`, where the name is more than that."""

    @property
    def words(self) -> str:
        """What the reader sees: the text that the author wrote, else `victory`, `defeat` or `ending`."""
        return self.name if self.text is None else self.text


class Chapter(Part, frozen=True):
    """A numbered passage. A body that runs out is a dead end."""

    name: str
    title: str
    body: Block
    part: str = ""
    """The part of the book it stands in: the file's name, or the last `// --- part` heading before it."""
    written: Literal["yes", "begun", "no"] = "yes"
    """In a draft: `begun` where there is a way on which nothing follows; `no` where it is named, but on no page."""


class Preset(Part, frozen=True):
    """A hero with a name: values of what the hero block settles."""

    name: str
    values: tuple[tuple[str, int], ...]


class Expectation(Part, frozen=True):
    """A promise about the book: a reader wins with a chance in low..high (hundredths of a percent)."""

    what: Literal["win"]
    low: int
    high: int
    reader: str = ""
    """As `gamebook.model.reader` writes it; empty: best play, which knows every option, as no reader does."""


class Parameter(Part, frozen=True):
    """A constant that a command may override with `--set`."""

    name: str
    value: int


class Advice(Part, frozen=True):
    """A strategy's rule at one decision: option labels in order of preference, each with a condition."""

    where: str
    """The name of a decision, a chapter, or `anytime` for actions that are offered everywhere."""
    choices: tuple[tuple[str, Expr], ...]
    shares: tuple[tuple[int, int], ...] = ()
    """For each choice, in how many of how many cases it is wanted; empty: always."""


Anew = Literal["chapter", "every", "fight"]
"""When an account begins again: with a chapter that uses it, with every chapter, with a fight that uses it."""


class Account(Part, frozen=True):
    """What stands in a ledger without luck: a column for each outcome it follows, in fractions of `of`."""

    name: str
    of: int
    start: tuple[int, ...] = ()
    """The columns at the start; those not given begin at 0."""
    low: int | None = None
    high: int | None = None
    """How low and high a column may go, where the author says so."""
    mode: Mode | None = None
    places: tuple[str, ...] = ()
    """The addresses of the steps that write to it."""
    within: str = ""
    """The fight's label or the chapter outside of which there is nothing in it; empty where it is kept throughout."""
    columns: tuple[tuple[str, str], ...] = ()
    """What each column follows, and the variable it is kept in; empty until `gamebook.srr` has opened the account."""
    rest: str = ""
    """An outcome without a column: it has what the others lack to 0."""
    anew: tuple[Anew, ...] = ()
    """When it begins again; empty where it is kept throughout."""


PARAMETER = "parameter "
"""What the variables begin with that stand for parameters in a strategy's rules. No name on a page has a blank, so a
shared strategy's parameters are never taken for something on the sheet of the book that uses it."""
SEEN = "seen "
"""The same for what means something else at each decision: a roll, whether the reader has been in a chapter."""


class Strategy(Part, frozen=True):
    """A way to play that the book declares."""

    name: str
    parameters: tuple[tuple[str, int], ...]
    """Names and usual values; `t` stands in the expressions as the variable `parameter t`."""
    rules: tuple[Advice, ...]
    otherwise: Literal["best", "random", "first"]


class Book(Part, frozen=True):
    """A book, ready to play: two layouts of the same book are equal."""

    title: str
    start: str
    variables: tuple[Variable, ...]
    """Sheet first, in the order declared; then the engine's own."""
    chapters: tuple[Chapter, ...]
    endings: tuple[Ending, ...]
    author: str = ""
    language: str = ""
    """The language of its prose, as the header says: `en`."""
    aim: Literal["win", "score"] = "win"
    then_score: bool = False
    """Of options with the same chance to win the one that earns more is better (`aim win then score`)."""
    ties: Literal["first", "last"] = "first"
    parameters: tuple[Parameter, ...] = ()
    tables: tuple[Table, ...] = ()
    lets: tuple[tuple[str, Expr], ...] = ()
    """Derived values by name. They are worked out wherever they stand; the names are there for reports."""
    bonuses: tuple[tuple[str, Expr], ...] = ()
    """Variables with `while` lines: what their names mean in the book, which is their value with the bonus."""
    watches: tuple[Trigger, ...] = ()
    """Triggers of the whole book, in the order written."""
    hero: Block = ()
    """Runs once before `start`; triggers are silent in it."""
    expectations: tuple[Expectation, ...] = ()
    presets: tuple[Preset, ...] = ()
    """Heroes that can be asked for by name; one name stands once."""
    strategies: tuple[Strategy, ...] = ()
    accounts: tuple[Account, ...] = ()
    carried: tuple[str, ...] = ()
    """What is brought from the book before, in a campaign: variables of the sheet."""
    resolution: Resolution = Resolution()
    fixed: tuple[str, ...] = ()
    """Chapters whose numbers readers work out or know, in the book's order: whoever renumbers the book leaves them."""
    fights: tuple[str, ...] = ()
    """Labels of the scopes that are fights, in book order."""

    @property
    def counts_points(self) -> bool:
        """Whether it matters to the reader how many points there are at the end."""
        return self.aim == "score" or self.then_score

    @property
    def ending_kinds(self) -> dict[str, Kind]:
        """The kind of each ending, by name; to be stuck is a defeat."""
        return {**{ending.name: ending.kind for ending in self.endings}, SOFT_LOCK: "defeat"}

    @property
    def titles(self) -> dict[str, str]:
        """The title of each chapter, by name; empty for one without."""
        return {chapter.name: chapter.title for chapter in self.chapters}

    @property
    def unfinished(self) -> bool:
        """Whether there are ways that lead to where a draft is not written further."""
        return any(ending.kind == UNWRITTEN for ending in self.endings)

    @property
    def unwritten(self) -> tuple[str, ...]:
        """The chapters of a draft that are not written yet."""
        return tuple(chapter.name for chapter in self.chapters if chapter.written != "yes")

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All that is ever played: the hero block, then each chapter's body, then each trigger's."""
        return (self.hero, *(chapter.body for chapter in self.chapters), *(watch.body for watch in self.watches))
