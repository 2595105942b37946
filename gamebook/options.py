"""The options of a call, as one value: settings, hero, strategy, limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from numbers import Real
from operator import index
from typing import Protocol, TypedDict, TypeVar, Unpack, cast, get_args, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import UsageError
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.step import Mode
from gamebook.syntax.heads import without_zeros
from gamebook.syntax.limits import MAX_NUMBER

Pairs = tuple[tuple[str, int], ...]
"""Values by name, in the order given."""
Each = TypeVar("Each")


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
    """A strategy to play by, such as `cautious` or `cautious(t=5)`: one that the book declares, `random` or `first`;
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
        """A copy in which some options have other values.

        None changes nothing. An empty value, such as `until=()` or `hero=""`, takes away what was set.

        Raises:
            UsageError: there is no such option, or it cannot have such a value.
        """
        given = {name: _taken(name, value) for name, value in wishes.items() if value is not None}
        new = {name: value for name, value in given.items() if name not in _LIMITS}
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
                raise UsageError(f"{verb} has no option {self._given_limit if name == 'limits' else name}")
        return self

    def of_call(self, verb: str, names: Collection[str], wishes: Mapping[str, object]) -> Options:
        """The options of a call; these are the defaults.

        Args:
            verb: the function that is called.
            names: the options that it heeds. Other defaults are passed over: they are for other functions.
            wishes: what is given in the call.

        Raises:
            UsageError: an option is given that `verb` would not heed.
        """
        given = cast("AllWishes", kept(wishes))
        NO_OPTIONS.but(**given).only(verb, *names)
        unheeded = {name: getattr(NO_OPTIONS, name) for name in self.__struct_fields__ if name not in names}
        return replace(self.but(**given), **unheeded)

    @property
    def _given_limit(self) -> str:
        """The name of the first limit that is set, as it is given."""
        given = zip(_LIMITS, (self.limits.states, self.limits.memory, self.limits.seconds), strict=True)
        return next((name for name, value in given if value is not None), "limits")

    @property
    def wishes(self) -> Wishes:
        """Settings, mode, chapters and limits, as a call has them."""
        limits = self.limits
        return {
            "settings": dict(self.settings),
            "mode": self.mode,
            "until": self.until,
            "limit_states": limits.states,
            "limit_memory": limits.memory,
            "timeout": limits.seconds,
        }

    @property
    def given_hero(self) -> dict[str, int] | str | None:
        """The hero as it was given; None for a hero who is rolled."""
        return self.hero if isinstance(self.hero, str) else dict(self.hero) or None


NO_OPTIONS = Options()

_LIMITS = ("limit_states", "limit_memory", "timeout")
_BY_NAME = {"settings", "hero", "sheet"}
_SWITCHES = {"best_fights", "exact", "scores", "reduce", "whole"}


def kept(wishes: Mapping[str, object]) -> dict[str, object]:
    """Options that can be read more than once: what a generator gives is kept in a tuple."""
    return {name: tuple(value) if isinstance(value, Iterator) else value for name, value in wishes.items()}


def _taken(name: str, value: object) -> object:
    """The value of an option as `Options` keeps it."""
    if isinstance(value, str) and not value and name in Options.__struct_fields__:
        return getattr(NO_OPTIONS, name)
    if name in _BY_NAME and isinstance(value, Mapping):
        return tuple((_name(name, key), _amount(name, key, each)) for key, each in value.items())
    if name == "mode":
        return one_of("mode", value, Mode)
    if name in ("policy", "hero") and isinstance(value, str):
        return value
    if name == "start" and isinstance(value, str):
        return without_zeros(value)
    if name == "until" and isinstance(value, str | Iterable):
        chapters = (value,) if isinstance(value, str) else value
        return tuple(without_zeros(_name(name, each)) for each in chapters)
    if name in _SWITCHES:
        return switch(name, value)
    if name == "timeout":
        return seconds(name, value)
    if name in _LIMITS:
        return count(name, value, least=1 if name == "limit_states" else 0)
    if name not in AllWishes.__annotations__:
        raise UsageError(f"there is no option {name}")
    raise UsageError(f"{name} cannot be {value!r}")


def one_of(name: str, value: object, choices: object) -> str:
    """The value of an option that is one of a few words.

    Args:
        name: of the option.
        value: what was given.
        choices: a `Literal`.

    Raises:
        UsageError: it is none of them.
    """
    words = get_args(choices)
    if not isinstance(value, str) or value not in words:
        raise UsageError(f"{name} cannot be {value!r}; it is one of {', '.join(words)}")
    return value


def several(name: str, value: Iterable[str] | None) -> tuple[str, ...]:
    """The words of an option that has a list of them; one word alone is a list of one.

    Raises:
        UsageError: one of them is no word.
    """
    words = (value,) if isinstance(value, str) else () if value is None else each_of(name, value)
    return tuple(_name(name, each) for each in words)


def each_of(name: str, value: Iterable[Each]) -> tuple[Each, ...]:
    """The values of an option that has a list of them.

    Raises:
        UsageError: it is no list.
    """
    if not isinstance(value, Iterable):
        raise UsageError(f"{name} cannot be {value!r}; it is a list")
    return tuple(value)


def word(name: str, value: object) -> str:
    """The value of an option that is written in words.

    Raises:
        UsageError: it is something else.
    """
    if not isinstance(value, str):
        raise UsageError(f"{name} cannot be {value!r}; it is written in quotation marks")
    return value


@runtime_checkable
class _HasItem(Protocol):
    """A value of numpy, or a list of them."""

    def item(self) -> object:
        """A single value, as Python has it."""


def switch(name: str, value: object) -> bool:
    """The value of an option that is True or False.

    Raises:
        UsageError: it is something else.
    """
    plain = value.item() if isinstance(value, _HasItem) and getattr(value, "shape", None) == () else value
    if not isinstance(plain, bool):
        raise UsageError(f"{name} cannot be {value!r}; it is True or False")
    return plain


def count(name: str, value: object, least: int = 1, most: int | None = None) -> int:
    """The value of an option that is a whole number.

    Args:
        name: of the option.
        value: what was given.
        least: the smallest number that the option can have.
        most: the greatest; None: there is none.

    Raises:
        UsageError: it is something else, or too small or too large.
    """
    number = whole(name, value)
    if number < least:
        raise UsageError(f"{name} cannot be {value!r}; the least is {least}")
    if most is not None and number > most:
        raise UsageError(f"{name} cannot be {value!r}; the most is {most:,}")
    return number


def whole(name: str, value: object) -> int:
    """The same, of an option that can have any whole number, such as a seed."""
    try:
        if not isinstance(value, bool):
            return index(value)  # type: ignore[arg-type]  # what has no index is no whole number
    except TypeError:
        pass
    raise UsageError(f"{name} cannot be {value!r}; it is a whole number")


def seconds(name: str, value: object) -> float:
    """The value of an option that is a time.

    Raises:
        UsageError: it is none.
    """
    number = amount(name, value)
    if not number >= 0:
        raise UsageError(f"{name} cannot be {value!r}; it is a number of seconds, 0 or more")
    return number


def share(name: str, value: object) -> float:
    """The value of an option that is between 0 and 1, and neither of them.

    Raises:
        UsageError: it is not.
    """
    number = amount(name, value)
    if not 0 < number < 1:
        raise UsageError(f"{name} cannot be {value!r}; it is between 0 and 1, such as 0.99")
    return number


def amount(name: str, value: object) -> float:
    """The value of an option that is a number of any kind.

    Raises:
        UsageError: it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise UsageError(f"{name} cannot be {value!r}; it is a number")
    return float(value)


def _name(option: str, name: object) -> str:
    if not isinstance(name, str):
        raise UsageError(f"{option} has {name!r}, which is no name: write it in quotation marks")
    return name


def _amount(option: str, name: str, value: object) -> int | str:
    """A whole number; a word only where something on the sheet has words for values."""
    if option == "sheet" and isinstance(value, str):
        return value
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise UsageError(f"{option} has {value!r} for {name}, which is no whole number") from None
    if abs(number) > MAX_NUMBER:
        raise UsageError(f"{option} has {value!r} for {name}, which is too large")
    return number
