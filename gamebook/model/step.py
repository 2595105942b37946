"""The core language: the few kinds of step that everything on the page comes down to.

Fights, tests, items and menus of the page are resolved to these; what a step does to a state is told by
`gamebook.play`, in `docs/decisions/order-of-a-step.md`, and nowhere else.

Every step that a report can point at has an `address`: `CHAPTER#N`, the N-th core step of the chapter in the order
resolved (`hero#N` and `when K#N` outside chapters). Addresses follow from the meaning, not from the layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.letters import word_count
from gamebook.model.expression import Const, Expr, Part, Tagged

Text = tuple[str | Expr, ...]
"""Words with values in them: `("You have ", Var("gold"), " gold pieces.")`."""


OWN = "hidden "
"""What the addresses of the engine's own steps begin with; whether a step is the engine's own is said by the step."""

SHARE = " share of readers "
"""What the address of a decision begins with that stands for a share of readers; no name begins with a blank."""

COPIES = "copies rolled"
"""What the variable for a number of copies that is rolled is called at its end."""

COMPARED = ("higher", "equal", "lower")
"""How a comparison may end."""

BEGIN = "begin"
"""The address between the hero block and the first chapter: of values that are put on the sheet there, also in place of
those that are given of the hero, and of a stop."""

ESCAPE = "escape"
"""What the decision of a fight is called in which the reader may leave it."""

TARGET = "target"
"""What the decision of a fight is called in which the reader picks one of several foes who fight together."""

ANY_FOE = "any foe"
"""What the decision is called for which of several foes something is done."""

GO_ON, GET_AWAY, FIGHT_ON, DO_NOT, OTHER_NUMBER = "Go on", "Escape", "Fight on", "Do not", "Another number"
"""The labels of options that no author writes: to pass by a menu; in a fight, to leave it, or not; to let be what one
may do; to give an answer that no row has. (The page to play has the first once more, in play.mjs.)"""

BACK = "-> back"
"""The label of the one option, which is never open, of who is to go back from where play begins."""


def dropping(thing: str) -> str:
    """The label of the option to drop a thing, so that there is room for another."""
    return f"Drop {thing}"


def leaving(thing: str) -> str:
    """The label of the option not to take a thing for which there is no room."""
    return f"Leave {thing}"


def no_room(thing: str) -> Text:
    """What is said where there is no room for a thing."""
    return (f"There is no room for {thing}.",)


def no_room_for(thing: str, number: Expr) -> Text:
    """What is said where there is no room for all of so many copies, and the reader wants all or none."""
    return (f"There is no room for {thing} x ", number, ".")


def room_for_some(thing: str, room: Expr, number: Expr) -> Text:
    """What is said where there is room for a part of so many copies, or for none of them."""
    return ("There is room for ", room, f" of {thing} x ", number, ".")


def own_address(address: str) -> str:
    """The address of the engine's own steps that belong to an author's step with this address."""
    return address if address.startswith(OWN) else OWN + address


def count_words(texts: Iterable[Text]) -> int:
    """How many words a reader reads; a value in them is one."""
    return sum(word_count("".join(part if isinstance(part, str) else "1" for part in text)) for text in texts)


VALUE = "\0"
"""Stands in a piece of prose for each of its values."""


def with_marks(text: Iterable[object]) -> str:
    """The letters of some prose, with a mark for each value."""
    return "".join(part.replace(VALUE, "") if isinstance(part, str) else VALUE for part in text)


def fixed_words(text: Text) -> str:
    """What of some words does not depend on the state; strategies call options by that."""
    return "".join(part for part in text if isinstance(part, str))


OF_EACH = ", "
"""Stands between the name of an account that is set for a block, a fight or a book, and the thing that has its own."""

RANDOM, EARNED = "random rows", "score points"
"""What has an account of its own there, beside dice and variables; with blanks, so that no variable is called so."""


def of_test(name: str) -> str:
    """What a test is called there; the number that it tests may have an account, too."""
    return f"test {name}"


Mode = Literal["dice", "expected", "ledger", "residual", "systematic"]
"""By dice, or without luck: the modes of Statistical Result Resolution (`gamebook.srr`)."""


class Resolution(Part, frozen=True):
    """How a random element is decided; what is None is as the book says, or as is usual."""

    mode: Mode | None = None
    manner: Literal["nearest", "deadline", "strict", "alone"] | None = None
    account: str | None = None
    scope: Literal["book", "chapter", "fight"] | None = None


class Say(Tagged, frozen=True):
    """Prose to read."""

    text: Text
    own: bool = False
    """The language's words, not the author's: what there is no room for."""


class Change(Part, frozen=True):
    """One variable's part in an effect. `value` is computed on the state before the effect and may be random.

    The new value is clamped to the variable's range; if the variable has a cap (a stat's `initial`) and `beyond` is
    false, it is also kept from rising above max(present value, cap).
    """

    variable: str
    value: Expr
    beyond: bool = False
    resolution: Resolution | None = None


class Assign(Tagged, frozen=True):
    """An effect: all changes at once, on the values before. Then triggers run."""

    changes: tuple[Change, ...]
    address: str
    why: Literal["effect", "pay", "gain", "lose", "hidden"] = "effect"
    """What the author wrote; `hidden` steps are the engine's own bookkeeping and fire no finding."""


class If(Tagged, frozen=True):
    """One of two blocks."""

    condition: Expr
    address: str
    then: Block = ()
    otherwise: Block = ()
    own: bool = False
    """The language's condition, not the author's: whether there is room for what is gained."""
    stops: bool = False
    """Whether the fight around it is over as soon as it holds: `after 3 rounds`."""


class Row(Part, frozen=True):
    """What happens when a roll gives `low`..`high`."""

    low: int
    high: int
    label: str
    body: Block = ()


class Roll(Tagged, frozen=True):
    """Compute a random `value` on the state as it is; run `then`; run the row that covers the value.

    A test has value 1 for success and 0 for failure, a comparison -1, 0 or 1. `store` names a variable that takes the
    value first (no trigger looks at it). A value that no row covers goes on after the step.
    """

    value: Expr
    address: str
    store: str | None = None
    then: Block = ()
    rows: tuple[Row, ...] = ()
    what: Literal["roll", "test", "compare"] = "roll"
    label: str = ""
    """The test's name, or the dice as written."""
    resolution: Resolution | None = None


class Pool(Tagged, frozen=True):
    """Roll `count` dice and keep them as a multiset: the variables `NAME.1` … `NAME.sides` take the counts of faces."""

    name: str
    count: Expr
    most: int
    sides: int
    address: str
    resolution: Resolution | None = None
    """How it is asked to be decided; it stays on dice all the same."""


class Weighted(Part, frozen=True):
    """A branch of a random step; a weight below 0 counts as 0."""

    weight: Expr
    label: str
    body: Block = ()


class Random(Tagged, frozen=True):
    """One of the branches, with chances in proportion to the weights (present values). All zero: goes on after."""

    rows: tuple[Weighted, ...]
    address: str
    what: Literal["random", "choice"] = "random"
    """`choice`: a reader's decision that a policy leaves to chance; a row's label is then what the option is called."""
    own: bool = False
    """The engine's step, not the author's: a die with which an account decides."""
    first_asked: Expr | None = None
    """When a hidden die decides of which nothing is known yet: then it counts as rolled; None: there is no such die."""
    resolution: Resolution | None = None


class Option(Part, frozen=True):
    """Something the chooser may do, open when `condition` holds."""

    label: Text
    condition: Expr
    address: str
    body: Block = ()
    again: bool = False
    """After the body the same choice is offered again (an anytime action)."""
    known: int = HUNDRED_PERCENT
    """How many readers know of it, in hundredths of a percent; best play always does. Options of one decision with the
    same share are known together."""
    goes_on: bool = False
    """It is what there is besides an open anytime action where all written options are closed: play goes on after the
    step. These words are not the author's.
    """
    offered: Expr | None = None
    """When the book has it open, where a strategy has changed `condition` to when it takes it; None: then, too."""

    @property
    def is_sure(self) -> bool:
        """Whether every reader has it, and play goes where it leads."""
        always = isinstance(self.condition, Const) and bool(self.condition.value)
        return always and self.known == HUNDRED_PERCENT and not self.again


class Choose(Tagged, frozen=True):
    """A decision. With no option open, play goes on after the step, or stops if it is a way that is missing."""

    name: str
    """What strategies and reports call it: the written name, else the chapter."""
    options: tuple[Option, ...]
    address: str
    owner: Literal["reader", "rival"] = "reader"
    what: Literal["menu", "may", "choose", "amount", "hero", "fight", "rival", "missing"] = "menu"
    """`missing`: a turn that leads nowhere; its one option is never open, and play does not go on."""
    first: str = ""
    """Where several options are taken, the address of the first pick: all picks are one place of the book."""
    facing: str = ""
    """In a fight, what the variables of the foe at hand are called: `foe 2`, for `foe 2 STAMINA`; empty for none."""
    seen: tuple[tuple[str, Expr], ...] = ()
    """What variables in the rules of strategies stand for here, if they mean something else at each decision."""

    @property
    def written(self) -> tuple[Option, ...]:
        """The options that its author wrote here: not "Do not" beside `may`, or "Another number" below answers."""
        own = self.options[:-1] if self.what == "may" or self.options[-1].label == (OTHER_NUMBER,) else self.options
        return tuple(option for option in own if not (option.again or option.goes_on))


class Loop(Tagged, frozen=True):
    """Run `body` again and again; before each pass, leave when `until` holds."""

    until: Expr
    body: Block
    address: str


class Trigger(Part, frozen=True):
    """A trigger: after an effect that changed a variable in `mentions`, if `condition` holds, run `body`.

    Not inside its own body.
    """

    id: str
    condition: Expr
    mentions: tuple[str, ...]
    body: Block
    row: Literal["won", "lost", "wounded"] | None = None
    """The row of a fight that it stands for; None for every other trigger."""
    instead: str | None = None
    """In a scope: the trigger of the book at whose place in the order it is looked at; None: after the book's."""

    @property
    def is_end(self) -> bool:
        """Whether a fight is won or lost when it runs."""
        return self.row in ("won", "lost")


class Scope(Tagged, frozen=True):
    """A stretch of play that `Leave` can leave, with triggers of its own.

    A `part` is what one of several foes does in a round: it is over when that foe falls, by a trigger of the fight.

    Its watches run after the book's, unless they take the place of one; watches of inner scopes before those of outer
    ones. Book watches named in `muted` are silent inside.
    """

    label: str
    """Unique among the scopes around it."""
    body: Block
    address: str
    what: Literal["fight", "block", "part"] = "block"
    title: str = ""
    """A fight's foes, for people: "Gate guard"."""
    watches: tuple[Trigger, ...] = ()
    muted: tuple[str, ...] = ()

    @property
    def foes(self) -> tuple[Scope, ...]:
        """In a fight: one scope for each group of foes; none where the fight itself ends when its only foes fall."""
        return tuple(
            step
            for step in self.body
            if isinstance(step, Scope) and step.what == "block" and any(watch.row == "won" for watch in step.watches)
        )

    @property
    def won(self) -> Block:
        """In a fight: the steps of its row `won`, which follow the last foes."""
        foes = self.foes
        return self.body[self.body.index(foes[-1]) + 1 :] if foes else ()


class Leave(Tagged, frozen=True):
    """Go on after the enclosing scope of that label; where there is none around, nothing happens."""

    label: str


class Turn(Tagged, frozen=True):
    """Turn to a chapter; nothing after it is reached."""

    chapter: str
    address: str


class End(Tagged, frozen=True):
    """The book ends, in the ending of this name."""

    ending: str
    address: str
    words: Text = ()
    """What the reader sees, where that is more than the ending's own words: with values in them."""


class Score(Tagged, frozen=True):
    """Points earned now; may be random, may be negative."""

    amount: Expr
    address: str
    resolution: Resolution | None = None


Step = Say | Assign | If | Roll | Pool | Random | Choose | Loop | Scope | Leave | Turn | End | Score
Block = tuple[Step, ...]
