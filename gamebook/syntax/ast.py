"""The syntax tree: what is written in a book, names not yet looked up, every node and every name with its place.

One class per construct of the page. Equality ignores spans, so two layouts of one book compare equal.
Blocks are tuples of steps in the order written.
"""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec import Struct

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.source import Span

NOWHERE = Span("", 0, 0)
"""The place of a node that was made and not read."""


class Id(str):
    """A name where it is written: it compares, hashes and shows as its letters do.

    What is made of it (a slice, an f-string) is a plain string.
    """

    __slots__ = ("span",)
    span: Span

    def __new__(cls, letters: str, span: Span = NOWHERE) -> Self:  # noqa: D102
        made = super().__new__(cls, letters)
        made.span = span
        return made


NO_NAME = Id("")


class Node(Struct, frozen=True, eq=False, kw_only=True):
    """Anything written on the page."""

    APART: ClassVar[frozenset[str]] = frozenset({"span", "lines", "label_span"})
    """Fields that say where something is written, and do not count when two nodes are compared."""
    span: Span = NOWHERE

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._compared() == other._compared()

    def __ne__(self, other: object) -> bool:  # that of a struct asks only whether both are the same object
        return not self == other

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__struct_fields__ if name not in self.APART])


# ---- expressions ------------------------------------------------------------------------------------


class Expr(Node, frozen=True):
    """A value or a condition; a condition is 0 or 1."""


class Number(Expr, frozen=True):
    """`12`"""

    value: int


class Name(Expr, frozen=True):
    """`gold`, `silver-key`, `RAVEN`, `round`"""

    id: Id


class FoeStat(Expr, frozen=True):
    """`foe SKILL`, `foe "Grey wolf" SKILL`"""

    stat: Id
    whose: Id = NO_NAME
    """The name of a foe; empty for the foe at hand."""


class Initial(Expr, frozen=True):
    """`initial STAMINA`"""

    id: Id


class Visited(Expr, frozen=True):
    """`visited 12`"""

    chapter: Id


class FirstTime(Expr, frozen=True):
    """`first time`: this is the first visit to the chapter."""


class Ticked(Expr, frozen=True):
    """`ticked`, `ticked 12`: how many boxes of a chapter are ticked."""

    chapter: Id = NO_NAME
    """Empty for the chapter it stands in."""


class CountOf(Expr, frozen=True):
    """`count of backpack` (pool is None) or `count of 1 in pool`."""

    what: Expr
    pool: Id | None


class Dice(Expr, frozen=True):
    """`2d6`, `(gold)d6`, `keep highest 2 of 3d6`, `2d6 exploding up to 3`: the sum of the dice kept."""

    count: Expr
    sides: int
    keep: int | None = None
    """How many dice count; None for all of them."""
    highest: bool = True
    explode: int = 0
    """How often each die is thrown once more, and added, while it shows its highest face."""


class CountDice(Expr, frozen=True):
    """`count of 5..6 in 18d6`: how many of the dice show low..high."""

    low: int
    high: int
    dice: Dice


class Call(Expr, frozen=True):
    """`crt(ratio, d)`, `min(a, b)`, `max(a, b)`."""

    function: Id
    arguments: tuple[Expr, ...]


class Unary(Expr, frozen=True):
    """`-x` or `not x`."""

    op: str
    operand: Expr


class Binary(Expr, frozen=True):
    """`+ - * / mod`, `= != < <= > >=`, `and or`."""

    op: str
    left: Expr
    right: Expr


# ---- where a turn leads -----------------------------------------------------------------------------


class Target(Node, frozen=True):
    """What stands after `->`."""


class ToChapter(Target, frozen=True):
    """`-> 12`, `-> gatehouse`; also the name of an ending declared nowhere else."""

    chapter: Id


class ToEnding(Target, frozen=True):
    """`-> victory`, `-> defeat "You drown."`, `-> ending "Exile" score 3`."""

    kind: str
    """`victory`, `defeat` or `ending`."""
    text: Id
    """Its words; braces in them are values, as in prose."""
    score: Expr | None = None


class ToComputed(Target, frozen=True):
    """`-> (100 + key)`"""

    value: Expr


class Back(Target, frozen=True):
    """`-> back`: the chapter this one was entered from."""


# ---- how a random element is resolved ---------------------------------------------------------------


class Resolution(Node, frozen=True):
    """`by residual account luck scope chapter`; any part may be missing."""

    mode: str | None
    """`dice`, `expected`, `ledger`, `residual` or `systematic`."""
    manner: str | None = None
    """How the mode is read: `nearest`, `deadline`, `strict` or `alone`."""
    account: Id | None = None
    scope: str | None = None
    """`book`, `chapter` or `fight`."""


# ---- steps ------------------------------------------------------------------------------------------


class Step(Node, frozen=True):
    """One line of a block, with what is indented under it."""


Block = tuple[Step, ...]


class Prose(Step, frozen=True):
    """A run of lines without a mark, as written (escapes in place), less the block's indentation and comments."""

    text: str
    lines: tuple[Span, ...] = ()
    """Where each line of the text stands; `text.parse_text` wants it."""


class Place(Node, frozen=True):
    """What an effect writes to: `gold`, `foe STAMINA`, `foe "Grey wolf" STAMINA`, `initial SKILL`."""

    id: Id
    foe: bool = False
    initial: bool = False
    whose: Id = NO_NAME
    """The name of a foe; empty for the foe at hand."""


class Change(Step, frozen=True):
    """`~ STAMINA -2`, `~ gold +2d6`, `~ STAMINA +4 beyond initial`."""

    place: Place
    sign: int
    """+1 or -1."""
    amount: Expr
    beyond: bool = False
    resolution: Resolution | None = None


class SetTo(Step, frozen=True):
    """`~ set x = gold / 2`"""

    place: Place
    value: Expr


class Both(Step, frozen=True):
    """`~ both STAMINA -2, foe STAMINA -3`: one effect."""

    changes: tuple[Change, ...]


class Gain(Step, frozen=True):
    """`~ gain lantern`, `~ gain 2 meal`, `~ gain rope or swap`, `~ gain 2 meal all or none`."""

    item: Id
    count: Expr | None = None
    swap: bool = False
    whole: bool = False
    """Nothing is gained where there is no room for all of it."""


class Lose(Step, frozen=True):
    """`~ lose lantern`, `~ lose 2 meal`, `~ lose all backpack`, `~ lose random backpack`, `~ lose weapon`."""

    what: Id
    count: Expr | None = None
    how: str = "some"
    """`some`, `all` or `random`."""


class NoteWord(Step, frozen=True):
    """`~ note RAVEN`"""

    codeword: Id


class EraseWord(Step, frozen=True):
    """`~ erase RAVEN`"""

    codeword: Id


class Pay(Step, frozen=True):
    """`~ pay 5 gold`"""

    amount: Expr
    what: Id


class Restore(Step, frozen=True):
    """`~ restore LUCK`: back to `initial LUCK`."""

    place: Place


class SwapValues(Step, frozen=True):
    """`~ swap a b`"""

    left: Id
    right: Id


class Store(Step, frozen=True):
    """`~ store backpack in chest` (`back` False), `~ return backpack from chest` (`back` True)."""

    what: Id
    chest: Id
    back: bool


class If(Step, frozen=True):
    """`~ if gold >= 5` … `~ else if …` … `~ else`."""

    condition: Expr
    body: Block
    otherwise: Block = ()


class Option(Node, frozen=True):
    """`* Climb the wall [if rope] -> 23`, with a block under it; the block runs first, then the turn."""

    label: str
    """The words after the mark, as written."""
    condition: Expr | None = None
    target: Target | None = None
    body: Block = ()
    secret: bool = False
    """`-> 16 secret`: the number is not printed, for the reader finds it out; so the chapter keeps it."""
    knows: int = HUNDRED_PERCENT
    """`[knows 40%]`: how many readers have it, in hundredths of a percent; best play always has."""
    label_span: Span | None = None


class Menu(Step, frozen=True):
    """Consecutive `*` lines at one level."""

    options: tuple[Option, ...]


class May(Step, frozen=True):
    """`~ may "Take the rope"` with a block."""

    label: str
    body: Block
    label_span: Span | None = None


class Choose(Step, frozen=True):
    """`~ choose "press"`, `~ choose 2 of`, with `*` lines under it."""

    name: Id | None
    count: Expr | None
    options: tuple[Option, ...]


class ChooseAmount(Step, frozen=True):
    """`~ choose bet in 1..gold`: from here on `bet` has the value chosen."""

    name: Id
    low: Expr
    high: Expr


class RivalChooses(Step, frozen=True):
    """`~ rival chooses` or `~ rival chooses "name"`, with `*` lines under it."""

    name: Id | None
    options: tuple[Option, ...]


class RangeRow(Node, frozen=True):
    """`3-5 -> 51`, or `6` with a block. The block runs first, then the turn."""

    low: int
    high: int
    body: Block


class OpenRow(Node, frozen=True):
    """`10 or more -> 51`, `4 or less` with a block: all totals from one on that the dice can give."""

    end: int
    more: bool
    body: Block


class WeightRow(Node, frozen=True):
    """`3: -> 51`"""

    weight: Expr
    body: Block


class NamedRow(Node, frozen=True):
    """`lucky -> 203`, `higher` with a block."""

    name: Id
    body: Block


class Roll(Step, frozen=True):
    """`~ roll 2d6 + 1`, `~ roll 1d6 as d`, `~ roll 10d6 as pool`; rows may be missing when it is named."""

    value: Expr
    name: Id | None
    pool: bool
    """True for `roll 10d6 as pool NAME` and for `roll 10d6 as pool` (then the name is `pool`)."""
    rows: tuple[RangeRow | OpenRow, ...]
    resolution: Resolution | None = None


class Random(Step, frozen=True):
    """`~ random` with weighted rows."""

    rows: tuple[WeightRow, ...]
    resolution: Resolution | None = None


class Compare(Step, frozen=True):
    """`~ compare 1d20 + might with 10 + alarm` with rows `higher`, `lower`, `equal`."""

    left: Expr
    right: Expr
    rows: tuple[NamedRow, ...]
    resolution: Resolution | None = None


class Check(Step, frozen=True):
    """`~ test luck`, `~ test skill -2`, `~ test STAMINA on 2d6`."""

    test: Id
    modifier: Expr | None
    dice: Expr | None
    rows: tuple[NamedRow, ...]
    resolution: Resolution | None = None


class Ask(Step, frozen=True):
    """`~ ask "What is the number of the word?"` with rows `16 -> 26` and at last `else -> 20`."""

    question: Id
    rows: tuple[RangeRow, ...]
    otherwise: Block = ()
    knows: int = HUNDRED_PERCENT
    """How many readers know the answers, in hundredths of a percent."""


class Repeat(Step, frozen=True):
    """`~ repeat 1d6 times` (until is None) or `~ repeat until cond` (times is None)."""

    times: Expr | None
    until: Expr | None
    body: Block


class Turn(Step, frozen=True):
    """`-> 12` on a line of its own, or at the end of a row or choice."""

    target: Target


class End(Step, frozen=True):
    """`~ victory "The crown is yours"`, `~ ending "Exile" score 3`."""

    ending: ToEnding


class Tick(Step, frozen=True):
    """`~ tick a box`, `~ tick one of 3`: the next box of this chapter, if one is left."""

    boxes: Expr | None = None


class Score(Step, frozen=True):
    """`~ score +50`"""

    amount: Expr
    resolution: Resolution | None = None


class Happen(Step, frozen=True):
    """`~ event round-lost`, in a combat: the moment a fight's `on round-lost` block runs."""

    event: Id


class DoRule(Step, frozen=True):
    """`~ do rest`, `~ do buy(rope, 3)`: the steps of a rule declared in the header."""

    rule: Id
    arguments: tuple[Expr, ...] = ()


class ResolveOn(Step, frozen=True):
    """`~ resolve by residual`: how the rest of the block is decided."""

    resolution: Resolution


class InWords(Step, frozen=True):
    """`~ words "Two points, for the cold."` or `~ silent`: what is printed for the steps of its block.

    The steps of the block follow this one in the block around it, for in play they are steps like any other.
    """

    words: Id = NO_NAME
    """Empty: nothing is printed."""
    covers: int = 0
    """How many of the steps that follow stood in its block."""


# ---- fights -----------------------------------------------------------------------------------------


class Foe(Node, frozen=True):
    """`"Gate guard" SKILL 7 STAMINA 2d6`"""

    name: Id
    stats: tuple[tuple[Id, Expr], ...]


class FightOption(Node, frozen=True):
    """A line under `~ fight`."""


class Busy(FightOption, frozen=True):
    """`busy "Grey wolf" while hound > 0`: this foe and the reader leave each other alone."""

    foe: Id
    condition: Expr


class With(FightOption, frozen=True):
    """`with damage = 3`, `with attack = -2 for 2 rounds`: a setting of the combat."""

    name: Id
    value: Expr
    rounds: Expr | None = None


class Local(FightOption, frozen=True):
    """`local run = 0 in 0..2`: a number of this fight (or, in a combat, of each of its fights)."""

    name: Id
    start: Expr
    low: Expr
    high: Expr


class On(FightOption, frozen=True):
    """`on round-lost` with a block: steps at a named moment of the combat."""

    event: Id
    body: Block


class EachRound(FightOption, frozen=True):
    """`each round` with a block, at the start of each round."""

    body: Block


class FightRow(FightOption, frozen=True):
    """`escape -> 30`, `escape from round 3`, `won`, `lost`, `wounded -> 7`, `after 5 rounds -> 12` (kind `stopped`)."""

    kind: str
    """`escape`, `won`, `lost`, `wounded` or `stopped`."""
    rounds: Expr | None
    body: Block


USUAL_COMBAT = "fight"
"""The combat of a `~ fight` that names none."""


class Fight(Step, frozen=True):
    """`~ fight "Gate guard" SKILL 7 STAMINA 6`, or `~ fight` with `foe …` lines under it.

    Foes on one line are joined by `then` (one after another) or `and` (together). `~ fight duel "Baron" …` names
    another combat than `fight`.
    """

    combat: Id
    foes: tuple[Foe, ...]
    together: bool
    """True: all at once (`together`); False: one after another."""
    options: tuple[FightOption, ...]
    resolution: Resolution | None = None


class EachFoe(Step, frozen=True):
    """`~ each foe` with a block: for every foe that still stands, one after another."""

    body: Block


class AnyFoe(Step, frozen=True):
    """`~ any foe` with a block: for one that still stands, and the reader says which."""

    body: Block


# ---- declarations -----------------------------------------------------------------------------------


class Declaration(Node, frozen=True):
    """A block of the header, before the first chapter."""


class Title(Declaration, frozen=True):
    """`book "The Ember Crypt"` (kind `book`) or `system fighting-fantasy` (kind `system`)."""

    kind: str
    text: str


class Field(Declaration, frozen=True):
    """`author "…"`, `start 1`, `ties last`, `aim win then score`, `language "en"`: one word and its value."""

    key: str
    value: Id
    then: str = ""
    """What counts next; empty if nothing is said."""


class Draft(Declaration, frozen=True):
    """`draft`: the book is still being written, so a chapter may be missing."""


class Use(Declaration, frozen=True):
    """`use fighting-fantasy`"""

    system: Id


class Include(Declaration, frozen=True):
    """`include "part2.gbk"`"""

    path: str


class Expect(Declaration, frozen=True):
    """`expect win 35%..55%`, in hundredths of a percent: 3500..5500; `expect reader careless(10%) wins 15%..30%`."""

    what: Id
    low: int
    high: int
    reader: str = ""
    """As written, `careless(10%)`; empty: best play."""


class PresetValue(Node, frozen=True):
    """`SKILL 7`; a name alone, such as `lantern`, is something that the hero has; `weapon = axe` of a one-of."""

    name: Id
    value: int = 1
    word: Id | None = None
    """The value of a one-of: `axe`."""


class Preset(Declaration, frozen=True):
    """`hero "weak": SKILL 7, STAMINA 14, lantern`: a hero with a name, to be asked for by it."""

    name: Id
    values: tuple[PresetValue, ...]


class Carry(Declaration, frozen=True):
    """`carry gold, lantern`: what the reader brings from the book before."""

    names: tuple[Name, ...]


class Phrase(Declaration, frozen=True):
    """`phrase turn = "go to {n}"`: how something is said in print."""

    key: Id
    words: Id


class Param(Declaration, frozen=True):
    """`param n = 10`"""

    name: Id
    value: Expr


class AccountDecl(Declaration, frozen=True):
    """`account D2 of 6 = 0, -4 in -30..30`"""

    name: Id
    of: Expr | None = None
    starts: tuple[Expr, ...] = ()
    low: Expr | None = None
    high: Expr | None = None


class ResolveBy(Declaration, frozen=True):
    """`resolve by residual scope book`: the book's mode."""

    resolution: Resolution


class StatDecl(Declaration, frozen=True):
    """`stat SKILL = 1d6 + 6`, `stat STAMINA = 2d6 + 12 in 0..30`."""

    name: Id
    start: Expr
    low: Expr | None = None
    high: Expr | None = None


class NumberDecl(Declaration, frozen=True):
    """`number gold = 2d6 in 0..50`"""

    name: Id
    start: Expr | None
    low: Expr | None = None
    high: Expr | None = None


class ItemDecl(Declaration, frozen=True):
    """One name of `item lantern, rope`, or `item meal x 5 = 3`."""

    name: Id
    most: Expr | None = None
    start: Expr | None = None


class CodewordDecl(Declaration, frozen=True):
    """One name of `codeword RAVEN, OWL`."""

    name: Id


class OneOf(Declaration, frozen=True):
    """`one-of weapon: none, sword, axe`; the first value is the start."""

    name: Id
    values: tuple[Name, ...]


class Limit(Declaration, frozen=True):
    """`limit backpack 8: rope, lantern, meal`; `limit backpack: tinder` adds to one that is declared before."""

    name: Id
    places: Expr | None
    items: tuple[Name, ...]


class Let(Declaration, frozen=True):
    """`let might = SKILL + 2 * (weapon = axe)`"""

    name: Id
    value: Expr


class While(Declaration, frozen=True):
    """`while silver-key: SKILL +1`"""

    condition: Expr
    change: Change


class TableDecl(Declaration, frozen=True):
    """`table crt columns -6..6 rows 0..9` and lines of numbers, one line a row."""

    name: Id
    columns: tuple[int, int]
    rows: tuple[int, int]
    cells: tuple[tuple[int, ...], ...]
    lines: tuple[Span, ...] = ()
    """Where each row stands."""
    unread: tuple[str, ...] = ()
    """What stands on lines of it that could not be read."""


class Anytime(Declaration, frozen=True):
    """`anytime` or `anytime in fights`, with `*` lines."""

    in_fights: bool
    options: tuple[Option, ...]


class HeroDecl(Declaration, frozen=True):
    """`hero` with a block that runs before the start."""

    body: Block


class EachChapter(Declaration, frozen=True):
    """`each chapter` with a block: steps at the beginning of every chapter."""

    body: Block


class When(Declaration, frozen=True):
    """`when STAMINA <= 0 -> defeat "…"`, or with a block; `first when …`, looked at before all others."""

    condition: Expr
    body: Block
    first: bool = False


class CheckDecl(Declaration, frozen=True):
    """`test luck` with `succeed 2d6 <= LUCK`, `then …`, and `lucky | unlucky`."""

    name: Id
    succeed: Expr
    then: Block
    outcomes: tuple[Id, Id]
    unread: tuple[str, ...] = ()
    """The words on lines of it that could not be read."""


class RuleDecl(Declaration, frozen=True):
    """`rule buy(thing, price)` with a block."""

    name: Id
    parameters: tuple[Name, ...]
    body: Block
    unread: tuple[str, ...] = ()
    """The words on lines of it that could not be read."""


class Setting(Node, frozen=True):
    """`option damage = 2`, in a combat: what `with damage = 3` changes."""

    name: Id
    value: Expr


class CombatDecl(Declaration, frozen=True):
    """`combat fight` and its parts."""

    name: Id
    foe_stats: tuple[Name, ...]
    wounds: Name | None
    """`wounds STAMINA`: the reader's stat whose loss is a wound."""
    won_when: Expr
    settings: tuple[Setting, ...]
    locals: tuple[Local, ...]
    round: Block
    others: Block | None
    """The round against a foe that the reader does not attack, when several fight together."""
    unread: tuple[str, ...] = ()
    """The words on lines of it that could not be read."""


class At(Node, frozen=True):
    """`at press: strike if LUCK < t else test your luck`, `at 7 "Knock"`: what to do at a decision."""

    where: Id
    """The name of a decision, or a chapter."""
    choices: tuple[tuple[Id, Expr | None], ...]
    """Option labels with their conditions, tried in order; the last condition is None."""
    shares: tuple[tuple[int, int], ...] = ()
    """For each of them, how many readers in how many do it (`1 in 5`); 1 in 1 where nothing is said."""


class StrategyDecl(Declaration, frozen=True):
    """`strategy cautious(t = 6)`"""

    name: Id
    parameters: tuple[tuple[Id, Expr], ...]
    rules: tuple[At, ...]
    otherwise: str
    """`best`, `random` or `first`."""


# ---- the page ---------------------------------------------------------------------------------------


class Chapter(Node, frozen=True):
    """`=== 7 The gatehouse` and what follows it."""

    name: Id
    title: str
    body: Block
    APART: ClassVar[frozenset[str]] = Node.APART | {"text"}
    text: str = ""
    """As it was read: chapters of one text differ in their places only."""


class Broken(Node, frozen=True):
    """A part of the page that could not be read; its findings say why."""

    name: Id | None
    """The chapter's name where it could still be read, so that links to it are not blamed."""


class Page(Node, frozen=True):
    """One file: declarations, then chapters, in the order written."""

    declarations: tuple[Declaration, ...]
    chapters: tuple[Chapter | Broken, ...]
    lost: tuple[Id, ...] = ()
    """The names of blocks of the header whose first lines could not be read, so that who uses them is not blamed."""
