"""The moments at which play stops for someone: dice, a decision, an end; and what happened on the way there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from gamebook.play.state import State

# ---- what happened on the way ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """Prose to read, values filled in."""

    text: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that fell, or a branch of a random step."""

    label: str
    """The test's name, or the dice as written."""
    value: int
    row: str
    """The label of the row it brings; empty where there is none."""
    address: str


@dataclass(frozen=True, slots=True)
class Changed:
    """An effect: (variable, before, after) for each variable that it changed."""

    changes: tuple[tuple[str, int, int], ...]
    why: str
    address: str


@dataclass(frozen=True, slots=True)
class Fired:
    """A trigger whose condition held."""

    watch: str


@dataclass(frozen=True, slots=True)
class Began:
    """A scope was entered: a fight begins."""

    what: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class Turned:
    """The reader turned to a chapter."""

    chapter: str
    address: str


@dataclass(frozen=True, slots=True)
class Earned:
    """Points."""

    points: Fraction
    address: str


Event = Said | Rolled | Changed | Fired | Began | Turned | Earned

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


@dataclass(frozen=True, slots=True)
class Moment:
    """A state at which play stops, and what happened since the state it was asked from."""

    at: State
    """Equal for all plays that meet here, however they came."""
    events: tuple[Event, ...]
    score: Fraction
    """Points earned on the way."""


@dataclass(frozen=True, slots=True)
class Chance(Moment):
    """Dice are rolled. Branches are apart by what is rolled, not by where they lead; their chances sum to 1."""

    branches: tuple[Branch, ...]
    what: Drawn
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Decision(Moment):
    """Somebody chooses among the open options, at least one."""

    owner: Literal["reader", "rival"]
    name: str
    what: str
    options: tuple[Choice, ...]
    address: str


@dataclass(frozen=True, slots=True)
class Ended(Moment):
    """The book is over; the score holds the ending's points too."""

    ending: str
    address: str


@dataclass(frozen=True, slots=True)
class SoftLock(Moment):
    """The chapter ran out: nothing was open, or a way through it was never written. Worth a defeat."""

    chapter: str
    address: str
    """The last menu on the way here with nothing open; empty if there was none since the last moment."""


@dataclass(frozen=True, slots=True)
class Endless(Moment):
    """Play goes round for ever with nothing to roll or choose. Never won."""

    lap: Fraction
    """Points earned each time round."""


Outcome = Chance | Decision | Ended | SoftLock | Endless
