"""The moments at which play stops for someone: dice, a decision, an end; and what happened on the way there."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import Struct

from gamebook.play.state import State

# ---- what happened on the way ---------------------------------------------------------------------------


class Said(Struct, frozen=True):
    """Prose to read, values filled in."""

    text: str


class Rolled(Struct, frozen=True):
    """Dice that fell, or a branch of a random step."""

    label: str
    """The test's name, or the dice as written."""
    value: int
    row: str
    """The label of the row it brings; empty where there is none."""
    address: str


class Changed(Struct, frozen=True):
    """An effect: (variable, before, after) for each variable that it changed."""

    changes: tuple[tuple[str, int, int], ...]
    why: str
    address: str


class Fired(Struct, frozen=True):
    """A trigger whose condition held."""

    watch: str


class Began(Struct, frozen=True):
    """A scope was entered: a fight begins."""

    what: str
    title: str
    address: str


class Fought(Struct, frozen=True):
    """Where a fight stands: its next round begins, or it is over."""

    what: Literal["round", "over"]
    address: str


class Turned(Struct, frozen=True):
    """The reader turned to a chapter."""

    chapter: str
    address: str


class Earned(Struct, frozen=True):
    """Points, those of an ending included."""

    points: Fraction
    address: str


Event = Said | Rolled | Changed | Fired | Began | Fought | Turned | Earned

Drawn = Literal["effect", "roll", "test", "compare", "pool", "random", "score", "march"]
"""What brought the dice; a march is no dice, but a rest on a long way without any."""

# ---- moments ------------------------------------------------------------------------------------------------


class Branch(NamedTuple):
    """One way the dice can fall."""

    chance: Fraction
    state: State
    label: str
    events: tuple[Event, ...]


class Choice(NamedTuple):
    """An open option: its words, where it leads, where it is written."""

    label: str
    state: State
    address: str


class Moment(Struct, frozen=True):
    """A state at which play stops, and what happened since the state it was asked from."""

    at: State
    """Equal for all plays that meet here, however they came."""
    events: tuple[Event, ...]
    score: Fraction
    """Points earned on the way."""


class Chance(Moment, frozen=True):
    """Dice are rolled. Branches are apart by what is rolled, not by where they lead; their chances sum to 1."""

    branches: tuple[Branch, ...]
    what: Drawn
    label: str
    address: str


class Decision(Moment, frozen=True):
    """Somebody chooses among the open options, at least one."""

    owner: Literal["reader", "rival"]
    name: str
    what: str
    options: tuple[Choice, ...]
    address: str


class Ended(Moment, frozen=True):
    """The book is over; the score holds the ending's points too."""

    ending: str
    address: str
    words: str
    """What the reader sees: the ending's words, with the present values."""


class SoftLock(Moment, frozen=True):
    """The chapter ran out: nothing was open, or a way through it was never written. Worth a defeat."""

    chapter: str
    address: str
    """The last menu on the way here with nothing open; empty if there was none since the last moment."""


class Endless(Moment, frozen=True):
    """Play goes round for ever with nothing to roll or choose. Never won."""

    lap: Fraction
    """Points earned each time round."""


class Before(Moment, frozen=True):
    """Play is about to do a step that was waited for."""


Outcome = Chance | Decision | Ended | SoftLock | Endless
