"""The syntax tree: what is written in a book, names not yet looked up, every node and every name with its place.

One class per construct of the page. Equality ignores spans, so two layouts of one book compare equal.
Blocks are tuples of steps in the order written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

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


@dataclass(frozen=True, slots=True)
class Node:
    """Anything written on the page."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)


# ---- expressions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """A value or a condition; a condition is 0 or 1."""


@dataclass(frozen=True, slots=True)
class Number(Expr):
    """`12`"""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Expr):
    """`gold`, `silver-key`, `RAVEN`, `round`"""

    id: Id


@dataclass(frozen=True, slots=True)
class FoeStat(Expr):
    """`foe SKILL`, `foe "Grey wolf" SKILL`"""

    stat: Id
    whose: Id = NO_NAME
    """The name of a foe; empty for the foe at hand."""


@dataclass(frozen=True, slots=True)
class Initial(Expr):
    """`initial STAMINA`"""

    id: Id


@dataclass(frozen=True, slots=True)
class Visited(Expr):
    """`visited 12`"""

    chapter: Id


@dataclass(frozen=True, slots=True)
class FirstTime(Expr):
    """`first time`: this is the first visit to the chapter."""


@dataclass(frozen=True, slots=True)
class Ticked(Expr):
    """`ticked`, `ticked 12`: how many boxes of a chapter are ticked."""

    chapter: Id = NO_NAME
    """Empty for the chapter it stands in."""


@dataclass(frozen=True, slots=True)
class CountOf(Expr):
    """`count of backpack` (pool is None) or `count of 1 in pool`."""

    what: Expr
    pool: Id | None


@dataclass(frozen=True, slots=True)
class Dice(Expr):
    """`2d6`, `(gold)d6`, `keep highest 2 of 3d6`, `2d6 exploding up to 3`: the sum of the dice kept."""

    count: Expr
    sides: int
    keep: int | None = None
    """How many dice count; None for all of them."""
    highest: bool = True
    explode: int = 0
    """How often each die is thrown once more, and added, while it shows its highest face."""


@dataclass(frozen=True, slots=True)
class CountDice(Expr):
    """`count of 5..6 in 18d6`: how many of the dice show low..high."""

    low: int
    high: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """`crt(ratio, d)`, `min(a, b)`, `max(a, b)`."""

    function: Id
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`-x` or `not x`."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """`+ - * / mod`, `= != < <= > >=`, `and or`."""

    op: str
    left: Expr
    right: Expr


# ---- where a turn leads -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target(Node):
    """What stands after `->`."""


@dataclass(frozen=True, slots=True)
class ToChapter(Target):
    """`-> 12`, `-> gatehouse`; also the name of an ending declared nowhere else."""

    chapter: Id


@dataclass(frozen=True, slots=True)
class ToEnding(Target):
    """`-> victory`, `-> defeat "You drown."`, `-> ending "Exile" score 3`."""

    kind: str
    """`victory`, `defeat` or `ending`."""
    text: Id
    score: Expr | None = None


@dataclass(frozen=True, slots=True)
class ToComputed(Target):
    """`-> (100 + key)`"""

    value: Expr


@dataclass(frozen=True, slots=True)
class Back(Target):
    """`-> back`: the chapter this one was entered from."""


# ---- how a random element is resolved ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resolution(Node):
    """`by residual account luck scope chapter`; any part may be missing."""

    mode: str | None
    """`dice`, `expected`, `ledger`, `residual` or `systematic`."""
    manner: str | None = None
    """How the mode is read: `nearest`, `deadline`, `strict` or `alone`."""
    account: Id | None = None
    scope: str | None = None
    """`book`, `chapter` or `fight`."""


# ---- steps ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step(Node):
    """One line of a block, with what is indented under it."""


Block = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Prose(Step):
    """A run of lines without a mark, as written (escapes in place), less the block's indentation and comments."""

    text: str
    lines: tuple[Span, ...] = field(default=(), compare=False)
    """Where each line of the text stands; `text.parse_text` wants it."""


@dataclass(frozen=True, slots=True)
class Place(Node):
    """What an effect writes to: `gold`, `foe STAMINA`, `foe "Grey wolf" STAMINA`, `initial SKILL`."""

    id: Id
    foe: bool = False
    initial: bool = False
    whose: Id = NO_NAME
    """The name of a foe; empty for the foe at hand."""


@dataclass(frozen=True, slots=True)
class Change(Step):
    """`~ STAMINA -2`, `~ gold +2d6`, `~ STAMINA +4 beyond initial`."""

    place: Place
    sign: int
    """+1 or -1."""
    amount: Expr
    beyond: bool = False
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class SetTo(Step):
    """`~ set x = gold / 2`"""

    place: Place
    value: Expr


@dataclass(frozen=True, slots=True)
class Both(Step):
    """`~ both STAMINA -2, foe STAMINA -3`: one effect."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Gain(Step):
    """`~ gain lantern`, `~ gain 2 meal`, `~ gain rope or swap`, `~ gain 2 meal all or none`."""

    item: Id
    count: Expr | None = None
    swap: bool = False
    whole: bool = False
    """Nothing is gained where there is no room for all of it."""


@dataclass(frozen=True, slots=True)
class Lose(Step):
    """`~ lose lantern`, `~ lose 2 meal`, `~ lose all backpack`, `~ lose random backpack`, `~ lose weapon`."""

    what: Id
    count: Expr | None = None
    how: str = "some"
    """`some`, `all` or `random`."""


@dataclass(frozen=True, slots=True)
class NoteWord(Step):
    """`~ note RAVEN`"""

    codeword: Id


@dataclass(frozen=True, slots=True)
class EraseWord(Step):
    """`~ erase RAVEN`"""

    codeword: Id


@dataclass(frozen=True, slots=True)
class Pay(Step):
    """`~ pay 5 gold`"""

    amount: Expr
    what: Id


@dataclass(frozen=True, slots=True)
class Restore(Step):
    """`~ restore LUCK`: back to `initial LUCK`."""

    place: Place


@dataclass(frozen=True, slots=True)
class SwapValues(Step):
    """`~ swap a b`"""

    left: Id
    right: Id


@dataclass(frozen=True, slots=True)
class Store(Step):
    """`~ store backpack in chest` (`back` False), `~ return backpack from chest` (`back` True)."""

    what: Id
    chest: Id
    back: bool


@dataclass(frozen=True, slots=True)
class If(Step):
    """`~ if gold >= 5` … `~ else if …` … `~ else`."""

    condition: Expr
    body: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`* Climb the wall [if rope] -> 23`, with a block under it; the block runs first, then the turn."""

    label: str
    """The words after the mark, as written."""
    condition: Expr | None = None
    target: Target | None = None
    body: Block = ()
    secret: bool = False
    """`-> 16 secret`: the number is not printed, for the reader finds it out; so the chapter keeps it."""
    knows: int = 10_000
    """`[knows 40%]`: how many readers have it, in hundredths of a percent; best play always has."""
    label_span: Span | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Menu(Step):
    """Consecutive `*` lines at one level."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class May(Step):
    """`~ may "Take the rope"` with a block."""

    label: str
    body: Block
    label_span: Span | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Choose(Step):
    """`~ choose "press"`, `~ choose 2 of`, with `*` lines under it."""

    name: Id | None
    count: Expr | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class ChooseAmount(Step):
    """`~ choose bet in 1..gold`: from here on `bet` has the value chosen."""

    name: Id
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class RivalChooses(Step):
    """`~ rival chooses` or `~ rival chooses "name"`, with `*` lines under it."""

    name: Id | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class RangeRow(Node):
    """`3-5 -> 51`, or `6` with a block. The block runs first, then the turn."""

    low: int
    high: int
    body: Block


@dataclass(frozen=True, slots=True)
class WeightRow(Node):
    """`3: -> 51`"""

    weight: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class NamedRow(Node):
    """`lucky -> 203`, `higher` with a block."""

    name: Id
    body: Block


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """`~ roll 2d6 + 1`, `~ roll 1d6 as d`, `~ roll 10d6 as pool`; rows may be missing when it is named."""

    value: Expr
    name: Id | None
    pool: bool
    """True for `roll 10d6 as pool NAME` and for `roll 10d6 as pool` (then the name is `pool`)."""
    rows: tuple[RangeRow, ...]
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class Random(Step):
    """`~ random` with weighted rows."""

    rows: tuple[WeightRow, ...]
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class Compare(Step):
    """`~ compare 1d20 + might with 10 + alarm` with rows `higher`, `lower`, `equal`."""

    left: Expr
    right: Expr
    rows: tuple[NamedRow, ...]
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class Check(Step):
    """`~ test luck`, `~ test skill -2`, `~ test STAMINA on 2d6`."""

    test: Id
    modifier: Expr | None
    dice: Expr | None
    rows: tuple[NamedRow, ...]
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class Ask(Step):
    """`~ ask "What is the number of the word?"` with rows `16 -> 26` and at last `else -> 20`."""

    question: Id
    rows: tuple[RangeRow, ...]
    otherwise: Block = ()
    knows: int = 10_000
    """How many readers know the answers, in hundredths of a percent."""


@dataclass(frozen=True, slots=True)
class Repeat(Step):
    """`~ repeat 1d6 times` (until is None) or `~ repeat until cond` (times is None)."""

    times: Expr | None
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Turn(Step):
    """`-> 12` on a line of its own, or at the end of a row or choice."""

    target: Target


@dataclass(frozen=True, slots=True)
class End(Step):
    """`~ victory "The crown is yours"`, `~ ending "Exile" score 3`."""

    ending: ToEnding


@dataclass(frozen=True, slots=True)
class Tick(Step):
    """`~ tick a box`, `~ tick one of 3`: the next box of this chapter, if one is left."""

    boxes: Expr | None = None


@dataclass(frozen=True, slots=True)
class Score(Step):
    """`~ score +50`"""

    amount: Expr
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class Happen(Step):
    """`~ event round-lost`, in a combat: the moment a fight's `on round-lost` block runs."""

    event: Id


@dataclass(frozen=True, slots=True)
class DoRule(Step):
    """`~ do rest`, `~ do buy(rope, 3)`: the steps of a rule declared in the header."""

    rule: Id
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class ResolveOn(Step):
    """`~ resolve by residual`: how the rest of the block is decided."""

    resolution: Resolution


@dataclass(frozen=True, slots=True)
class InWords(Step):
    """`~ words "Two points, for the cold."` or `~ silent`: what is printed for the steps of its block.

    The steps of the block follow this one in the block around it, for in play they are steps like any other.
    """

    words: Id = NO_NAME
    """Empty: nothing is printed."""
    covers: int = 0
    """How many of the steps that follow stood in its block."""


# ---- fights -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Foe(Node):
    """`"Gate guard" SKILL 7 STAMINA 2d6`"""

    name: Id
    stats: tuple[tuple[Id, Expr], ...]


@dataclass(frozen=True, slots=True)
class FightOption(Node):
    """A line under `~ fight`."""


@dataclass(frozen=True, slots=True)
class Busy(FightOption):
    """`busy "Grey wolf" while hound > 0`: this foe and the reader leave each other alone."""

    foe: Id
    condition: Expr


@dataclass(frozen=True, slots=True)
class With(FightOption):
    """`with damage = 3`, `with attack = -2 for 2 rounds`: a setting of the combat."""

    name: Id
    value: Expr
    rounds: Expr | None = None


@dataclass(frozen=True, slots=True)
class Local(FightOption):
    """`local run = 0 in 0..2`: a number of this fight (or, in a combat, of each of its fights)."""

    name: Id
    start: Expr
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class On(FightOption):
    """`on round-lost` with a block: steps at a named moment of the combat."""

    event: Id
    body: Block


@dataclass(frozen=True, slots=True)
class EachRound(FightOption):
    """`each round` with a block, at the start of each round."""

    body: Block


@dataclass(frozen=True, slots=True)
class FightRow(FightOption):
    """`escape -> 30`, `escape from round 3`, `won`, `lost`, `wounded -> 7`, `after 5 rounds -> 12` (kind `stopped`)."""

    kind: str
    """`escape`, `won`, `lost`, `wounded` or `stopped`."""
    rounds: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Fight(Step):
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


@dataclass(frozen=True, slots=True)
class EachFoe(Step):
    """`~ each foe` with a block: for every foe that still stands, one after another."""

    body: Block


@dataclass(frozen=True, slots=True)
class AnyFoe(Step):
    """`~ any foe` with a block: for one that still stands, and the reader says which."""

    body: Block


# ---- declarations -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """A block of the header, before the first chapter."""


@dataclass(frozen=True, slots=True)
class Title(Declaration):
    """`book "The Ember Crypt"` (kind `book`) or `system fighting-fantasy` (kind `system`)."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Field(Declaration):
    """`author "…"`, `start 1`, `ties last`, `aim win then score`, `language "en"`: one word and its value."""

    key: str
    value: Id
    then: str = ""
    """What counts next; empty if nothing is said."""


@dataclass(frozen=True, slots=True)
class Use(Declaration):
    """`use fighting-fantasy`"""

    system: Id


@dataclass(frozen=True, slots=True)
class Include(Declaration):
    """`include "part2.gbk"`"""

    path: str


@dataclass(frozen=True, slots=True)
class Expect(Declaration):
    """`expect win 35%..55%`, in hundredths of a percent: 3500..5500; `expect reader careless(10%) wins 15%..30%`."""

    what: Id
    low: int
    high: int
    reader: str = ""
    """As written, `careless(10%)`; empty: best play."""


@dataclass(frozen=True, slots=True)
class PresetValue(Node):
    """`SKILL 7`; a name alone, such as `lantern`, is something that the hero has."""

    name: Id
    value: int = 1


@dataclass(frozen=True, slots=True)
class Preset(Declaration):
    """`hero "weak": SKILL 7, STAMINA 14, lantern`: a hero with a name, to be asked for by it."""

    name: Id
    values: tuple[PresetValue, ...]


@dataclass(frozen=True, slots=True)
class Carry(Declaration):
    """`carry gold, lantern`: what the reader brings from the book before."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Phrase(Declaration):
    """`phrase turn = "go to {n}"`: how something is said in print."""

    key: Id
    words: Id


@dataclass(frozen=True, slots=True)
class Param(Declaration):
    """`param n = 10`"""

    name: Id
    value: Expr


@dataclass(frozen=True, slots=True)
class AccountDecl(Declaration):
    """`account D2 of 6 = 0, -4 in -30..30`"""

    name: Id
    of: Expr | None = None
    starts: tuple[Expr, ...] = ()
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True)
class ResolveBy(Declaration):
    """`resolve by residual scope book`: the book's mode."""

    resolution: Resolution


@dataclass(frozen=True, slots=True)
class StatDecl(Declaration):
    """`stat SKILL = 1d6 + 6`, `stat STAMINA = 2d6 + 12 in 0..30`."""

    name: Id
    start: Expr
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True)
class NumberDecl(Declaration):
    """`number gold = 2d6 in 0..50`"""

    name: Id
    start: Expr | None
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True)
class ItemDecl(Declaration):
    """One name of `item lantern, rope`, or `item meal x 5 = 3`."""

    name: Id
    most: Expr | None = None
    start: Expr | None = None


@dataclass(frozen=True, slots=True)
class CodewordDecl(Declaration):
    """One name of `codeword RAVEN, OWL`."""

    name: Id


@dataclass(frozen=True, slots=True)
class OneOf(Declaration):
    """`one-of weapon: none, sword, axe`; the first value is the start."""

    name: Id
    values: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Limit(Declaration):
    """`limit backpack 8: rope, lantern, meal`; `limit backpack: tinder` adds to one that is declared before."""

    name: Id
    places: Expr | None
    items: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Let(Declaration):
    """`let might = SKILL + 2 * (weapon = axe)`"""

    name: Id
    value: Expr


@dataclass(frozen=True, slots=True)
class While(Declaration):
    """`while silver-key: SKILL +1`"""

    condition: Expr
    change: Change


@dataclass(frozen=True, slots=True)
class TableDecl(Declaration):
    """`table crt columns -6..6 rows 0..9` and lines of numbers, one line a row."""

    name: Id
    columns: tuple[int, int]
    rows: tuple[int, int]
    cells: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Anytime(Declaration):
    """`anytime` or `anytime in fights`, with `*` lines."""

    in_fights: bool
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class HeroDecl(Declaration):
    """`hero` with a block that runs before the start."""

    body: Block


@dataclass(frozen=True, slots=True)
class EachChapter(Declaration):
    """`each chapter` with a block: steps at the beginning of every chapter."""

    body: Block


@dataclass(frozen=True, slots=True)
class When(Declaration):
    """`when STAMINA <= 0 -> defeat "…"`, or with a block; `first when …`, looked at before all others."""

    condition: Expr
    body: Block
    first: bool = False


@dataclass(frozen=True, slots=True)
class CheckDecl(Declaration):
    """`test luck` with `succeed 2d6 <= LUCK`, `then …`, and `lucky | unlucky`."""

    name: Id
    succeed: Expr
    then: Block
    outcomes: tuple[Id, Id]


@dataclass(frozen=True, slots=True)
class RuleDecl(Declaration):
    """`rule buy(thing, price)` with a block."""

    name: Id
    parameters: tuple[Name, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """`option damage = 2`, in a combat: what `with damage = 3` changes."""

    name: Id
    value: Expr


@dataclass(frozen=True, slots=True)
class CombatDecl(Declaration):
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


@dataclass(frozen=True, slots=True)
class At(Node):
    """`at press: strike if LUCK < t else test your luck`, `at 7 "Knock"`: what to do at a decision."""

    where: Id
    """The name of a decision, or a chapter."""
    choices: tuple[tuple[Id, Expr | None], ...]
    """Option labels with their conditions, tried in order; the last condition is None."""
    odds: tuple[tuple[int, int], ...] = ()
    """For each of them, how many readers in how many do it (`1 in 5`); 1 in 1 where nothing is said."""


@dataclass(frozen=True, slots=True)
class StrategyDecl(Declaration):
    """`strategy cautious(t = 6)`"""

    name: Id
    parameters: tuple[tuple[Id, Expr], ...]
    rules: tuple[At, ...]
    otherwise: str
    """`best`, `random` or `first`."""


# ---- the page ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chapter(Node):
    """`=== 7 The gatehouse` and what follows it."""

    name: Id
    title: str
    body: Block
    text: str = field(default="", compare=False, repr=False, kw_only=True)
    """As it was read: chapters of one text differ in their places only."""


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """A part of the page that could not be read; its findings say why."""

    name: str | None
    """The chapter's name where it could still be read, so that links to it are not blamed."""


@dataclass(frozen=True, slots=True)
class Page(Node):
    """One file: declarations, then chapters, in the order written."""

    declarations: tuple[Declaration, ...]
    chapters: tuple[Chapter | Broken, ...]
