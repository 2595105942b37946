"""A book and its files: read it, run the stages, remember each result by what it was made from.

A `Project` is where a book's text lives; an `Edition` is one version of it, with its settings and mode. After an edit
there is a new edition, which shares with the one before all that the edit does not touch; both can be asked.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from copy import copy
from functools import cached_property
from os import PathLike
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic, Level, Report
from gamebook.errors import OutOfTime, UsageError
from gamebook.files import DISK, Buffers, Disk, Files, Memory, look
from gamebook.job import Job, current
from gamebook.limits import LISTED, Limits, within
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.options import NO_OPTIONS, AllWishes, Options, Pairs, one_of, whole
from gamebook.reading import Reading
from gamebook.shelf import Kept, Pieces, Wish, load_kept, load_pieces, write_kept, write_pieces
from gamebook.source import Source

if TYPE_CHECKING:  # what reads is imported when something is read, what solves when something is solved
    from gamebook.lint.options import CheckOptions
    from gamebook.resolve.load import Loaded
    from gamebook.resolve.meant import Known as Meanings
    from gamebook.resolve.references import References, Thing
    from gamebook.resolve.resolve import Resolved
    from gamebook.solver.solution import Solved
    from gamebook.srr import Luckless
    from gamebook.syntax.parse import Known, Parsed

CHECK_STATES = 5_000_000
CHECK_MEMORY = 3 << 30
CHECK_SECONDS = 60.0
"""Where `check` stops listing states; what it can then no longer say, it says."""
LISTING = 0.5
"""The share of the time in which states are listed and solved; the rest is for looking through them, and for what the
list leaves open."""
MOST_SECONDS = 5.0
"""The most seconds for each of: the search of what is possible, random plays."""
PATIENCES = 6
"""So many times as long the rest of the time is, where it is short: some searches take two of these."""
ROOM = {"page": 64, "meaning": 8, "edition": 8, "result": 4}
"""How many results of each stage a project remembers; the least recently used are dropped."""

LONGEST_NAME = 255
"""The most bytes of the name of a file or a folder; hardly a system allows more."""

HEEDED = ("settings", "mode", "hero", "limits")
"""The options of a check."""

ANEW = 0.05
"""What was read of a book is kept on disk again where more than this share of it is new."""

Result = TypeVar("Result")


class Remembered:
    """Results by stage and by what they were made from; the newest of each stage."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._found: dict[str, OrderedDict[Hashable, object]] = {stage: OrderedDict() for stage in ROOM}
        self.meanings: Meanings = {}
        """What the chapters of the newest version meant."""
        self._lock = RLock()

    def get(
        self, stage: str, key: Hashable, make: Callable[[], Result], keep: Callable[[Result], bool] = lambda _: True
    ) -> Result:
        """The result made from `key`; made now if it is not remembered, and then kept if `keep` says so."""
        found = self._found[stage]
        with self._lock:
            if key in found:
                found.move_to_end(key)
                return found[key]  # type: ignore[return-value]  # a stage makes results of one type
        made = make()
        if keep(made):
            with self._lock:
                found[key] = made
                while len(found) > ROOM[stage]:
                    found.popitem(last=False)
        return made

    def last(self, stage: str, fits: Callable[[Any], bool]) -> object | None:
        """The newest result of a stage whose key fits."""
        with self._lock:
            return next((found for key, found in reversed(self._found[stage].items()) if fits(key)), None)


def listing(limits: Limits, share: float = LISTING) -> Limits:
    """Where listing all states of a book stops, if that is not said; `share` of the time is for it."""
    states = CHECK_STATES if limits.states is None else limits.states
    seconds = CHECK_SECONDS if limits.seconds is None else limits.seconds
    memory = max(CHECK_MEMORY, CHECK_MEMORY * states // CHECK_STATES) if limits.memory is None else limits.memory
    return Limits(states, memory, share * seconds)


def is_text(path: str) -> bool:
    """Whether what is given as the path of a file can only be text: lines, or a name that is too long."""
    longest = max(len(part.encode("utf-8", "surrogatepass")) for part in path.replace("\\", "/").split("/"))
    return "\n" in path or longest > LONGEST_NAME


def _in_memory(name: str, files: object) -> Memory:
    """Files that are given by their paths; `name`: of the argument.

    Raises:
        UsageError: it is something else.
    """
    given = files if isinstance(files, Mapping) else {}
    if given is not files or not all(isinstance(k, str) and isinstance(v, str | bytes) for k, v in given.items()):
        raise UsageError(f"{name} cannot be {files!r}; it is texts by path, such as {{'parts/one.gbk': '…'}}")
    return Memory(dict(given))


class Edition(Reading):
    """One version of a book, with its settings and mode. Every stage is computed once, when it is first needed."""

    def __init__(
        self, load: Callable[[], Loaded], known: Remembered, settings: Pairs, mode: Mode | None, kept: Kept | None
    ) -> None:
        """Nothing is worked out yet.

        Args:
            load: reads the files of this version.
            known: what is remembered of all versions.
            settings: values for parameters of the book.
            mode: how random things are decided, whatever the book says; None: as it says.
            kept: what was kept on disk of this very version.
        """
        super().__init__(load, dict(settings), mode)
        self._known = known
        self._kept = kept
        self._meanings = known.meanings

    @cached_property
    def resolved(self) -> Resolved:
        """What the files mean."""
        key = (self.loaded.sources, tuple(sorted(self.settings.items())))
        return self._known.get("meaning", key, self.resolve)

    @property
    def sources(self) -> Mapping[str, Source]:
        """The files by path."""
        if self._kept is not None:
            return self._kept.sources
        return super().sources

    @cached_property
    def mistakes(self) -> Report:
        """What is wrong with files, writing, names and rules: all that can be found without solving."""
        if self._kept is not None:
            return Report(self._kept.findings, self._kept.sources)
        return Report(self._linted(None), self.sources)

    def is_current(self, files: Files) -> bool:
        """Whether all files that were looked at for this edition hold now what they held then.

        That is not known of a book that was not read, but kept from an earlier reading: it may have changed.
        """
        return self._kept is None and all(look(each.path, files)[0] == each for each in self.loaded.seen)

    @property
    def has_errors(self) -> bool:
        """Whether reading found errors, so that the book can be neither solved nor played."""
        return self._kept is None and super().has_errors

    @property
    def book(self) -> Book:
        """The book, with its modes carried out: whatever is not on dice is a matter of its variables.

        Raises:
            BookHasErrors: it has no meaning, or not one that its author can have wished for.
        """
        return self._kept.book if self._kept is not None else super().book

    def remember(
        self, key: Hashable, make: Callable[[], Result], keep: Callable[[Result], bool] = lambda _: True
    ) -> Result:
        """An answer about this edition: the one remembered, or made now and kept if `keep` says so."""
        return self._known.get("result", (self, key), make, keep)

    def before(self, key: Hashable) -> object | None:
        """What was last remembered by this key, of whichever version."""
        return self._known.last("result", lambda known: known[1] == key)

    def check(
        self, level: Level = "full", options: Options = NO_OPTIONS, solved: Callable[[], Solved] | None = None
    ) -> Report:
        """All that is wrong, or odd, with the book.

        Args:
            level: `quick`: what can be found without solving; `full`: what the states of the book show, too.
            options: the hero for whom the book is looked at, and limits of states and time; by default 5 million and 60
                seconds.
            solved: gives the states of this very book and hero, as many as `listing` allows; None: they are listed now.

        Raises:
            UsageError: the hero has what is not rolled, or a value out of range; or there is no such level.
            Cancelled: the job at hand was cancelled.
        """
        began = time.monotonic()
        one_of("level", level, Level)
        if options.hero and not self.has_errors and self.luckless is not None:
            from gamebook.analysis.given_hero import for_hero

            for_hero(self.luckless.book, options.given_hero)
        if level == "quick" or self.has_errors or self.luckless is None:
            return self.mistakes
        hero, limits = options.given_hero or {}, options.limits
        if limits.seconds is None:
            limits = replace(limits, seconds=CHECK_SECONDS)
        return self.remember(
            ("check", options), lambda: Report(self._looked_through(hero, limits, began, solved), self.sources)
        )

    def _looked_through(
        self, wished: Mapping[str, int] | str, limits: Limits, began: float, known: Callable[[], Solved] | None
    ) -> tuple[Diagnostic, ...]:
        """All findings of a book without errors: it is solved for them.

        Args:
            wished: the hero.
            limits: the time is from `began` on, and is kept: what there is no time for is said.
            began: a `time.monotonic()`.
            known: gives the states.
        """
        from gamebook.analysis.by_chance import by_chance
        from gamebook.analysis.given_hero import for_hero, made_stats
        from gamebook.lint.options import CheckOptions
        from gamebook.solver.solving import solve

        assert self.luckless is not None
        book, hero = for_hero(self.luckless.book, wished)
        promised = book.aim == "win" and bool(book.expectations)
        assert limits.seconds is not None
        until, left = began + limits.seconds, limits.since(began)
        looking = listing(left, LISTING / 2 if promised else LISTING)
        solved: Solved | None = None
        with suppress(OutOfTime), within(until):
            solved = known() if known else solve(book, hero, limits=looking)
        if solved is None:  # all that was listed is forgotten by now
            return self._linted(None, CheckOptions(until=until))
        rolled = made_stats(self.luckless.book)
        given = {wished: 1} if isinstance(wished, str) else wished
        named = ", ".join(f"{name} {value}" if name in rolled else name for name, value in given.items())
        patience = min(MOST_SECONDS, (1 - LISTING) / PATIENCES * (left.seconds or 0.0))
        options = CheckOptions(named, patience, until, settings=dict(self.settings), played=self.mode is None)
        if promised and not solved.space.complete:
            with suppress(OutOfTime), within(until):
                best = solve(book, hero, limits=looking, listed=LISTED, chapters=False, classes=True)
                chance = (best.best.low, best.best.high)
                options = replace(options, chance=chance, settled=best.space.complete)
                if best.space.complete and any(each.reader == "random" for each in book.expectations):
                    drawn, played = by_chance(best)
                    options = replace(options, at_random=(played.low, played.high) if drawn.space.complete else None)
        return self._linted(solved, options)

    def _linted(self, solved: Solved | None, options: CheckOptions | None = None) -> tuple[Diagnostic, ...]:
        from gamebook import lint
        from gamebook.lint.options import CheckOptions

        book = self.luckless.book if self.luckless else None
        options = options or CheckOptions()
        return lint.run(book, self.resolved.sourcemap, solved, self.loaded, self.earlier, options=options)


class ModelEdition(Edition):
    """A book that was made without files, as a model."""

    def __init__(self, model: Book, mode: Mode | None = None) -> None:
        """A model; `mode` decides its random things."""

        def no_files() -> Loaded:
            raise UsageError("a model has no files to check")

        super().__init__(no_files, Remembered(), (), mode, None)
        self._model = model

    @property
    def book(self) -> Book:
        """The book, with its modes carried out."""
        assert self.luckless is not None
        return self.luckless.book

    @cached_property
    def luckless(self) -> Luckless:
        """The book with its modes carried out."""
        from gamebook.srr import without_luck

        return without_luck(self._model, self.mode)


class Project:
    """A book and its files, which can be edited, checked and solved.

    Nothing is read before it is needed; every file is read once, whatever the options of a call are, and again after
    `changed`.
    """

    def __init__(
        self, main: str | Path, files: Files | Mapping[str, str | bytes] = DISK, **wishes: Unpack[AllWishes]
    ) -> None:
        """A book that is not read yet.

        Args:
            main: the path of its file; what it includes lies in the same folder.
            files: where files are read from; or all files, by their paths.
            wishes: default options for all calls; each call can replace them. Functions pass over those that they
                do not have.

        Raises:
            UsageError: `main` is a text, and no path; or there are no such files; or an option is none, or cannot have
                its value.
        """
        if not isinstance(main, str | PathLike):
            raise UsageError(f"a book is given as the path of its file, not as {main!r}; give a text as text=…")
        self.main = str(main)
        if isinstance(files, Mapping):
            files = _in_memory("files", files)
        if not isinstance(files, Files):
            raise UsageError(f"files cannot be {files!r}; it is a dictionary, or what has read, place and names")
        if is_text(self.main) and files.read(self.main) is None:
            raise UsageError(
                "a book is given as the path of its file, and this is no path but text; give a text as text=…, or as "
                "Project.of(…)"
            )
        self.options = Options.of(**wishes)
        self._files = Buffers(files)
        self._known = Remembered()
        self._texts: dict[str, Known] = {}
        self._now: dict[tuple[Pairs, Mode | None], Edition] = {}

    @classmethod
    def of(
        cls, text: str, parts: Mapping[str, str] | None = None, name: str = "book.gbk", **wishes: Unpack[AllWishes]
    ) -> Project:
        """A book in memory.

        Args:
            text: its main file.
            parts: other files by name: what it includes, rule systems of its own.
            name: what findings call the main file.
            wishes: default options for all calls.

        Raises:
            UsageError: a text or a name is something else, or an option is.
        """
        if not isinstance(text, str):
            raise UsageError(f"a text is needed, not {text!r}")
        others = {} if parts is None else _in_memory("parts", parts).texts
        return cls(name, {**others, name: text}, **wishes)

    def edit(self, path: str | Path, text: str) -> None:
        """From now on a file holds this text; nothing is written.

        Raises:
            UsageError: it is no text.
        """
        if not isinstance(text, str):
            raise UsageError(f"a text is needed, not {text!r}")
        self._files.edit(str(path), text)
        self._now = {}

    def changed(self, path: str | Path | None = None) -> None:
        """A file, or any of them, has changed where it is read from; its edited text is dropped."""
        self._files.changed(None if path is None else str(path))
        self._now = {}

    def look_again(self) -> bool:
        """Look at all files of the book: whether they are to be read again, for one may hold something else now.

        Edited texts stay, and editions that were given stay as they are.
        """
        files = self._files.read_anew()
        if all(each.is_current(files) for each in self._now.values()):
            return False
        self._files, self._now = files, {}
        return True

    def edition(self, options: Options | None = None) -> Edition:
        """The book as its files are now.

        Args:
            options: its settings and mode count; None: those of the project.
        """
        options = options or self.options
        now, key = self._now, (options.settings, options.mode)
        if key not in now:
            now[key] = self._edition(*key)
        return now[key]

    def _edition(self, settings: Pairs, mode: Mode | None) -> Edition:
        files = self._files.copy()
        wish = None
        if isinstance(files.under, Disk) and not files.texts:
            wish = Wish(Path(self.main), dict(settings), mode)
            kept = load_kept(wish, files)
            if kept is not None:
                return Edition(lambda: self._loaded_again(wish, files), self._known, settings, mode, kept)
        before = self._recalled(wish)
        loaded = self._loaded(files)
        content = (loaded.sources, loaded.findings, settings, mode)
        edition = self._known.get(
            "edition", content, lambda: Edition(lambda: loaded, self._known, settings, mode, None)
        )
        if wish is not None and wish.usable:
            if not edition.has_errors and edition.luckless is not None:
                write_kept(wish, Kept.of(edition.book, edition.mistakes.findings, edition.sources), loaded.seen)
            now = Pieces(self._texts, self._known.meanings)
            if before.missing(now) > ANEW:
                write_pieces(wish, now)
        return edition

    def _loaded_again(self, wish: Wish, files: Files) -> Loaded:
        """The files of a book that is kept, for what is not kept with it."""
        self._recalled(wish)
        return self._loaded(files)

    def _recalled(self, wish: Wish | None) -> Pieces:
        """What was read of the book before, here or by another process."""
        pieces = load_pieces(wish) if wish is not None and not self._texts else None
        if pieces is not None:
            self._texts.update(pieces.texts)
            self._known.meanings.update(pieces.meanings)
        texts = {path: dict(known) for path, known in self._texts.items()}  # each reading replaces what is known
        return Pieces(texts, dict(self._known.meanings))

    def _loaded(self, files: Files) -> Loaded:
        from gamebook.resolve.load import known_pieces, load_pages
        from gamebook.syntax.parse import parse

        def remembered(source: Source) -> Parsed:
            pieces = self._texts.setdefault(source.path, known_pieces(source.path))
            return self._known.get("page", source, lambda: parse(source, pieces))

        return load_pages(Path(self.main), files, remembered)

    def check(self, level: Level = "full", job: Job | None = None, **wishes: Unpack[AllWishes]) -> Report:
        """All that is wrong, or odd, with the book; `Edition.check` tells more."""
        options = self.options.of_call("check", HEEDED, wishes)
        with current(job):
            return self.edition(options).check(level, options)

    def without_defaults(self) -> Project:
        """The same book, and what is remembered of it, without options of its own."""
        found = copy(self)
        found.options = NO_OPTIONS
        return found

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All findings, in the order of the files."""
        return self.check().findings

    @property
    def mistakes(self) -> Report:
        """What is wrong with files, writing, names and rules."""
        return self.edition().mistakes

    @property
    def sources(self) -> Mapping[str, Source]:
        """The files by path."""
        return self.edition().sources

    @property
    def loaded(self) -> Loaded:
        """The files, read."""
        return self.edition().loaded

    @property
    def resolved(self) -> Resolved:
        """What the files mean."""
        return self.edition().resolved

    @property
    def references(self) -> References:
        """Every name of the files: what it means, and where else that is named."""
        return self.edition().references

    def thing_at(self, path: str, line: int, column: int) -> Thing | None:
        """What is named at a place, both counted from 1; None where no name stands, or one that means nothing.

        Raises:
            UsageError: the line or the column is no number.
        """
        line, column = whole("line", line), whole("column", column)
        source = self.sources.get(path)
        return None if source is None else self.references.at(path, source.offset_in_file(line, column))

    @property
    def book(self) -> Book:
        """The book.

        Raises:
            BookHasErrors: it has no meaning, or not one that its author can have wished for.
        """
        return self.edition().book
