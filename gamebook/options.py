"""The options of a call, as one value: settings, hero, strategy, limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import UsageError
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.step import Mode

Pairs = tuple[tuple[str, int], ...]
"""Values by name, in the order given."""


class Wishes(TypedDict, total=False):
    """Options by name, as functions take them; `Options` tells what each means."""

    settings: Mapping[str, int] | None
    mode: Mode | None
    sheet: Mapping[str, int | str] | None
    start: str | None
    best_fights: bool
    until: Sequence[str]
    exact: bool
    scores: bool
    reduce: bool
    whole: bool
    limit_states: int | None
    limit_memory: int | None
    timeout: float | None


class PolicyWishes(Wishes, total=False):
    """The same, and a policy."""

    policy: str | None


class AllWishes(PolicyWishes, total=False):
    """All options."""

    hero: Mapping[str, int] | str | None


class Options(Struct, frozen=True, kw_only=True):
    """The options of a call. Options with the same content are equal and have the same hash."""

    settings: Pairs = ()
    """Values for parameters of the book (`param n = 10`), by name."""
    mode: Mode | None = None
    """How random things are decided in the whole book (`dice`, `expected`, `ledger`, `residual`, `systematic`); None:
    as the book says."""
    hero: Pairs | str = ()
    """Values of rolled stats (`{"SKILL": 9}`), or a name (`"weak"`); what is not given is rolled. With a value of
    something that the hero block lets the reader choose, what is not mentioned was not chosen."""
    sheet: tuple[tuple[str, int | str], ...] = ()
    """Values on the sheet once the hero is made: `{"lantern": 1}`, `{"weapon": "axe"}`."""
    start: str | None = None
    """A chapter to begin at instead of the book's first."""
    policy: str | None = None
    """A strategy to play by, such as `cautious` or `cautious(t=5)`: one that the book declares, `uniform` or `first`;
    rivals answer it as well as they can. None: best play."""
    best_fights: bool = False
    """Decisions in fights that the policy leaves open are played optimally."""
    until: tuple[str, ...] = ()
    """Reaching any of these chapters is the win, in place of the book's victories."""
    exact: bool = False
    """Work the value out in fractions, too; for small books."""
    scores: bool = False
    """Work out the distribution of points at the end."""
    reduce: bool = True
    """Drop variables that no longer matter. The values are the same without."""
    whole: bool = False
    """Best play in every state, of a large book too, as a table of a decision needs it; then nothing is known of
    chapters."""
    limits: Limits = NO_LIMITS
    """States, bytes and seconds. Where one is reached, `difficulty.complete` is False, and the answer is a bracket."""

    @classmethod
    def of(cls, **wishes: Unpack[AllWishes]) -> Options:
        """Options from plain values: mappings, sequences, limits one by one."""
        return NO_OPTIONS.but(**wishes)

    def but(self, **wishes: Unpack[AllWishes]) -> Options:
        """A copy in which some options have other values; None and empty values change nothing."""
        new: dict[str, object] = {}
        for name, value in wishes.items():
            if value is None or value == "" or name.startswith("limit_") or name == "timeout":
                continue
            if isinstance(value, Mapping):
                if value:
                    new[name] = tuple(value.items())
            elif isinstance(value, str | bool):
                new[name] = value
            elif isinstance(value, Sequence):
                new[name] = tuple(value) or getattr(self, name)
        states, memory, seconds = wishes.get("limit_states"), wishes.get("limit_memory"), wishes.get("timeout")
        limits = Limits(
            self.limits.states if states is None else states,
            self.limits.memory if memory is None else memory,
            self.limits.seconds if seconds is None else seconds,
        )
        return replace(self, limits=limits, **new)

    def only(self, verb: str, *names: str) -> Options:
        """These options, if no other than those named is set.

        Raises:
            UsageError: one is: `verb` would not heed it.
        """
        for name in self.__struct_fields__:
            if name not in names and getattr(self, name) != getattr(NO_OPTIONS, name):
                raise UsageError(f"{verb} has no option {name}")
        return self

    @property
    def given_hero(self) -> dict[str, int] | str | None:
        """The hero as it was given; None for a hero who is rolled."""
        return self.hero if isinstance(self.hero, str) else dict(self.hero) or None


NO_OPTIONS = Options()
