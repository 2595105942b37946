"""The core language: the few kinds of step that everything on the page comes down to.

Fights, tests, items and menus of the page are resolved to these; what a step does to a state is told by
`gamebook.play`, in `docs/decisions/order-of-a-step.md`, and nowhere else.

Every step that a report can point at has an `address`: `CHAPTER#N`, the N-th core step of the chapter in the order
resolved (`hero#N` and `when K#N` outside chapters). Addresses follow from the meaning, not from the layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from gamebook.model.expression import Const, Expr, Part

Text = tuple[str | Expr, ...]
"""Words with values in them: `("You have ", Var("gold"), " gold pieces.")`."""


OWN = "hidden "
"""What the addresses of the engine's own steps begin with; whether a step is the engine's own is said by the step."""

EVERYBODY = 10_000
"""All readers, in hundredths of a percent."""


def own_address(address: str) -> str:
    """The address of the engine's own steps that belong to an author's step with this address."""
    return address if address.startswith(OWN) else OWN + address


def count_words(texts: Iterable[Text]) -> int:
    """How many words a reader reads; a value in them is one."""
    return sum(len("".join(part if isinstance(part, str) else "1" for part in text).split()) for text in texts)


def fixed_words(text: Text) -> str:
    """What of some words does not depend on the state; strategies call options by that."""
    return "".join(part for part in text if isinstance(part, str))


Mode = Literal["dice", "expected", "ledger", "residual", "systematic"]
"""By dice, or without luck: the modes of Statistical Result Resolution (`gamebook.srr`)."""


class Resolution(Part):
    """How a random element is decided; what is None is as the book says, or as is usual."""

    mode: Mode | None = None
    manner: Literal["nearest", "deadline", "strict", "alone"] | None = None
    account: str | None = None
    scope: Literal["book", "chapter", "fight"] | None = None


class Say(Part):
    """Prose to read."""

    kind: Literal["say"] = "say"
    text: Text
    own: bool = False
    """The language's words, not the author's: what there is no room for."""


class Change(Part):
    """One variable's part in an effect. `value` is computed on the state before the effect and may be random.

    The new value is clamped to the variable's range; if the variable has a cap (a stat's `initial`) and `beyond` is
    false, it is also kept from rising above max(present value, cap).
    """

    variable: str
    value: Expr
    beyond: bool = False
    resolution: Resolution | None = None


class Assign(Part):
    """An effect: all changes at once, on the values before. Then triggers run."""

    kind: Literal["assign"] = "assign"
    changes: tuple[Change, ...]
    address: str
    why: Literal["effect", "pay", "gain", "lose", "hidden"] = "effect"
    """What the author wrote; `hidden` steps are the engine's own bookkeeping and fire no finding."""


class If(Part):
    """One of two blocks."""

    kind: Literal["if"] = "if"
    condition: Expr
    then: Block = ()
    otherwise: Block = ()
    own: bool = False
    """The language's condition, not the author's: whether there is room for what is gained."""
    address: str


class Row(Part):
    """What happens when a roll gives `low`..`high`."""

    low: int
    high: int
    label: str
    body: Block = ()


class Roll(Part):
    """Compute a random `value` on the state as it is; run `then`; run the row that covers the value.

    A test has value 1 for success and 0 for failure, a comparison -1, 0 or 1. `store` names a variable that takes the
    value first (no trigger looks at it). A value that no row covers goes on after the step.
    """

    kind: Literal["roll"] = "roll"
    value: Expr
    store: str | None = None
    then: Block = ()
    rows: tuple[Row, ...] = ()
    what: Literal["roll", "test", "compare"] = "roll"
    label: str = ""
    """The test's name, or the dice as written."""
    resolution: Resolution | None = None
    address: str


class Pool(Part):
    """Roll `count` dice and keep them as a multiset: the variables `NAME.1` … `NAME.sides` take the counts of faces."""

    kind: Literal["pool"] = "pool"
    name: str
    count: Expr
    most: int
    sides: int
    address: str


class Weighted(Part):
    """A branch of a random step; a weight below 0 counts as 0."""

    weight: Expr
    label: str
    body: Block = ()


class Random(Part):
    """One of the branches, with chances in proportion to the weights (present values). All zero: goes on after."""

    kind: Literal["random"] = "random"
    rows: tuple[Weighted, ...]
    what: Literal["random", "choice"] = "random"
    """`choice`: a reader's decision that a policy leaves to chance; a row's label is then what the option is called."""
    own: bool = False
    """The engine's step, not the author's: a die with which an account decides."""
    resolution: Resolution | None = None
    address: str


class Option(Part):
    """Something the chooser may do, open when `condition` holds."""

    label: Text
    condition: Expr
    body: Block = ()
    again: bool = False
    """After the body the same choice is offered anew (an anytime action)."""
    known: int = EVERYBODY
    """How many readers know of it, in hundredths of a percent; best play always does. Options of one decision with the
    same share are known together."""
    goes_on: bool = False
    """It is what there is besides anytime actions where all written options are closed: play goes on after the step."""
    address: str

    @property
    def is_sure(self) -> bool:
        """Whether every reader has it, and play goes where it leads."""
        always = isinstance(self.condition, Const) and bool(self.condition.value)
        return always and self.known == EVERYBODY and not self.again


class Choose(Part):
    """A decision. With no option open, play goes on after the step."""

    kind: Literal["choose"] = "choose"
    name: str
    """What strategies and reports call it: the written name, else the chapter."""
    owner: Literal["reader", "rival"] = "reader"
    what: Literal["menu", "may", "choose", "amount", "hero", "fight", "rival"] = "menu"
    options: tuple[Option, ...]
    facing: str = ""
    """In a fight, what the variables of the foe at hand are called: `foe 2`, for `foe 2 STAMINA`; empty for none."""
    address: str


class Loop(Part):
    """Run `body` again and again; before each pass, leave when `until` holds."""

    kind: Literal["loop"] = "loop"
    until: Expr
    body: Block
    address: str


class Watch(Part):
    """A trigger: after an effect that changed a variable in `mentions`, if `condition` holds, run `body`.

    Not inside its own body.
    """

    id: str
    condition: Expr
    mentions: tuple[str, ...]
    body: Block
    row: Literal["won", "lost", "wounded"] | None = None
    """The row of a fight that it stands for; None for every other trigger."""

    @property
    def is_end(self) -> bool:
        """Whether a fight is won or lost when it runs."""
        return self.row in ("won", "lost")


class Scope(Part):
    """A stretch of play that `Leave` can leave, with triggers of its own.

    A `part` is what one of several foes does in a round: it is over when that foe falls, by a trigger of the fight.

    Its watches run after the book's; watches of inner scopes before those of outer ones. Book watches named in
    `muted` are silent inside.
    """

    kind: Literal["scope"] = "scope"
    label: str
    """Unique among the scopes around it."""
    what: Literal["fight", "block", "part"] = "block"
    title: str = ""
    """A fight's foes, for people: "Gate guard"."""
    watches: tuple[Watch, ...] = ()
    muted: tuple[str, ...] = ()
    body: Block
    address: str

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


class Leave(Part):
    """Go on after the enclosing scope of that label; where there is none around, nothing happens."""

    kind: Literal["leave"] = "leave"
    label: str


class Turn(Part):
    """Turn to a chapter; nothing after it is reached."""

    kind: Literal["turn"] = "turn"
    chapter: str
    address: str


class End(Part):
    """The book ends, in the ending of this name."""

    kind: Literal["end"] = "end"
    ending: str
    address: str


class Score(Part):
    """Points earned now; may be random, may be negative."""

    kind: Literal["score"] = "score"
    amount: Expr
    resolution: Resolution | None = None
    address: str


Step = Annotated[
    Say | Assign | If | Roll | Pool | Random | Choose | Loop | Scope | Leave | Turn | End | Score,
    Field(discriminator="kind"),
]
Block = tuple[Step, ...]

for _part in (If, Row, Roll, Weighted, Random, Option, Choose, Loop, Watch, Scope):
    _part.model_rebuild()
