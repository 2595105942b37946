"""All formats that a book can be exported to, and the function that makes the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from gamebook.analysis.given_hero import for_hero
from gamebook.errors import LimitReached, UsageError
from gamebook.interop.export import graphs
from gamebook.interop.export.departures import departures, left_out
from gamebook.interop.export.drn import drn
from gamebook.interop.export.explicit import explicit
from gamebook.interop.export.ink import ink
from gamebook.interop.export.jani import jani
from gamebook.interop.export.parquet import parquet
from gamebook.interop.export.policy import csv_text, policy
from gamebook.interop.export.prism import prism
from gamebook.interop.export.process import MOST_MOMENTS, Player, Process, TooManyMoments, process
from gamebook.interop.export.states import states
from gamebook.interop.export.twee import twee
from gamebook.interop.export.umb import umb
from gamebook.interop.export.walk import exact, rounded
from gamebook.model.book import Book
from gamebook.sentences import listed
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import find

Files = Mapping[str, Iterable[str] | bytes]
"""Files by suffix. A text comes bit by bit, and is made while it is read."""


class Wish(Struct, frozen=True, dict=True):
    """What is exported."""

    book: Book
    hero: Mapping[str, int] | str | None = None
    """Values of rolled stats (`{"SKILL": 9}`), or a name (`"weak"`); what is not given is rolled."""
    policy: str | None = None
    """A strategy that decides for the reader; what it leaves to best play is decided so, too."""
    most: int | None = None
    """The most states, in place of what is usual for the format."""
    decimals: bool = False
    """Write rounded chances, where a format takes both."""
    called: Mapping[str, str] = {}
    """For stories: what names, rolls and choices of rule systems are called in the language of the book."""

    @cached_property
    def playable(self) -> tuple[Book, dict[str, int]]:
        """The book with the hero, and the hero's values.

        Raises:
            UsageError: the hero block settles nothing of a name, or a value is out of range.
        """
        return for_hero(self.book, self.hero)


class Format(Struct, frozen=True):
    """A format."""

    name: str
    about: str
    """One line for people."""
    make: Callable[[Wish, int], Files]
    """The files, given the most states."""
    suffixes: tuple[str, ...]
    """How its files may end; an export of several files has all of them."""
    most: int = 0
    """The most states; 0 where states do not count."""
    follows: bool = False
    """Whether a policy can be followed."""
    told: Callable[[Book], Iterable[str]] | None = None
    """What is to be said of a book that is written so, as far as the files do not show it; None: they keep all."""

    def unheeded(self, **given: object) -> list[str]:
        """Which of the given options `policy`, `decimals`, `hero`, `limit_states` make no difference to the files."""
        states = self.most > 0
        heeds = {"policy": self.follows, "decimals": self.name == "explicit", "hero": states, "limit_states": states}
        return [name for name, value in given.items() if value and not heeds[name]]


def export(form: Format, wish: Wish) -> Files:
    """The files of a book in a format.

    Raises:
        LimitReached: the book has more states than are written in this format.
        UsageError: the format cannot say what the book has, such as a rival; there is no such hero or policy; or the
            format does not depend on something that is given.
        Unavailable: a library is not installed.
    """
    unheeded = form.unheeded(hero=wish.hero, policy=wish.policy, decimals=wish.decimals, limit_states=wish.most)
    if unheeded:
        raise UsageError(f"{unheeded[0]} makes no difference to {form.name}; leave it out")
    most = wish.most or form.most
    try:
        return form.make(wish, most)
    except TooManyMoments as error:
        raise LimitReached(f"{error}; --hero makes a book smaller, and --limit-states raises the limit") from error
    except LimitReached as error:
        larger = [each.name for each in FORMATS if each.follows == form.follows and each.most > most and each != form]
        other = f"; {listed(larger)} may be larger" if larger else ""
        raise LimitReached(
            f"{error}, the most that are written as {form.name}{other}; "
            "--hero makes a book smaller, and --limit-states raises the limit"
        ) from error


def _process(wish: Wish, most: int) -> Process:
    settled: tuple[Player, ...] = () if wish.policy is None else ("reader",)
    book, hero = wish.playable
    followed = book if wish.policy is None else apply(book, find(book, wish.policy))
    return process(followed, hero, most, settled, wish.most or MOST_MOMENTS)


def _text(suffix: str, write: Callable[[Process], Iterator[str]]) -> Callable[[Wish, int], Files]:
    return lambda wish, most: {suffix: write(_process(wish, most))}


def _graph(suffix: str, write: Callable[[Book], Iterator[str]]) -> Callable[[Wish, int], Files]:
    return lambda wish, _most: {suffix: write(wish.book)}


def _story(suffix: str, write: Callable[[Book, Mapping[str, str]], Iterator[str]]) -> Callable[[Wish, int], Files]:
    return lambda wish, _most: {suffix: write(wish.book, wish.called)}


FORMATS = (
    Format("drn", "process of a model checker: Storm's explicit format", _text("drn", drn), ("drn",), 3_000_000, True),
    Format("umb", "the same, as a binary that several model checkers read",
           lambda wish, most: {"umb": umb(_process(wish, most))}, ("umb",), 3_000_000, True),
    Format("prism", "the same in PRISM's language", _text("prism", prism), ("prism", "nm", "pm", "smg"), 100_000, True),
    Format("jani", "the same as JANI", _text("jani", jani), ("jani",), 300_000, True),
    Format("explicit", "the same as PRISM's explicit files: .tra, .sta, .lab, .trew",
           lambda wish, most: explicit(_process(wish, most), rounded if wish.decimals else exact),
           ("tra", "sta", "lab", "trew"), 3_000_000, True),
    Format("csv", "best play in every state, as a table",
           lambda wish, most: {"csv": csv_text(policy(*wish.playable, most))}, ("csv",), 3_000_000),
    Format("parquet", "the same table as Parquet; needs pyarrow",
           lambda wish, most: {"parquet": parquet(policy(*wish.playable, most))}, ("parquet",), 12_000_000),
    Format("states", "every state of a small book, as node-link data of networkx",
           lambda wish, most: {"json": states(*wish.playable, most)}, ("states.json",), 20_000),
    Format("twee", "a story in Twee for SugarCube, to be played in a browser", _story("twee", twee), ("twee", "tw"),
           told=departures),
    Format("ink", "a story in ink, to be played", _story("ink", ink), ("ink",), told=departures),
    Format("json", "the graph of chapters, as node-link data", _graph("json", graphs.json_graph), ("json",),
           told=left_out),
    Format("graphml", "the graph of chapters, for yEd and Gephi", _graph("graphml", graphs.graphml), ("graphml",),
           told=left_out),
    Format("gexf", "the graph of chapters, for Gephi", _graph("gexf", graphs.gexf), ("gexf",),
           told=left_out),
    Format("mermaid", "the graph of chapters, for Markdown", _graph("mmd", graphs.mermaid), ("mmd", "mermaid")),
    Format("dot", "the graph of chapters, for Graphviz", _graph("dot", graphs.dot), ("dot", "gv")),
)  # fmt: skip
"""In the order of the help."""
BY_NAME: Mapping[str, Format] = {form.name: form for form in FORMATS}
BY_SUFFIX: Mapping[str, Format] = {suffix: form for form in FORMATS for suffix in form.suffixes}
