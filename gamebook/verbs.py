"""The functions of the package: check, solve, compare, search, simulate, draw.

Each takes a file, a text, a `Project` or a model, with options and a job, and gives plain values. The command line is a
thin layer above.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, Unpack, cast

from gamebook.diagnostics import Level, Report
from gamebook.errors import LimitReached, UsageError
from gamebook.job import Job, Limits, current
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.options import NO_OPTIONS, AllWishes, Options, PolicyWishes, Wishes
from gamebook.project import LISTED, Edition, ModelEdition, Project

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.campaign import Campaign
    from gamebook.analysis.dice import DicePerPlay
    from gamebook.analysis.difference import Difference, Version
    from gamebook.analysis.effects import Subject as Numbered
    from gamebook.analysis.hardness import Hardness
    from gamebook.analysis.large import Large
    from gamebook.analysis.length import Lengths
    from gamebook.analysis.modes import Comparison
    from gamebook.analysis.readers import ReaderRow
    from gamebook.analysis.search import Method, Search
    from gamebook.analysis.sensitivity import Sensitivity
    from gamebook.analysis.strategies import StrategyRow
    from gamebook.analysis.target import Tuned
    from gamebook.analysis.worth import Worth
    from gamebook.render.dot import MapOptions
    from gamebook.render.map_style import What
    from gamebook.render.picture import Drawing
    from gamebook.render.solution import Solution
    from gamebook.resolve.numbers import Number
    from gamebook.solver.sample import Sample
    from gamebook.solver.simulate import Simulation
    from gamebook.srr import Luckless
    from gamebook.syntax.ast import Page
    from gamebook.versions import Saved

MOST_DETAILED = 200_000
"""The most states of a book of which a report tells everything without being asked."""
REPORTED = 20_000
"""Plays that are simulated for a report."""
MOST_BYTES = 256 << 20
"""A solution larger than this is not remembered."""

Subject = Path | str | Project | Book
"""A book: its file, a project, or a model."""
_Found = TypeVar("_Found")
Hero = Mapping[str, int] | str | None
"""Values of rolled stats (`{"SKILL": 9}`), or a name (`"weak"`)."""


class NoExactAnswer(LimitReached):
    """The book is too large to be solved in fractions, or has no finite value."""


@dataclass(frozen=True)
class _Asked:
    """A book and the options of a call."""

    edition: Edition
    options: Options

    @property
    def limits(self) -> Limits:
        return self.options.limits

    def for_hero(self) -> tuple[Book, dict[str, int]]:
        """The book, and the hero with it."""
        from gamebook.analysis.heroes import for_hero

        return for_hero(self.edition.book, self.options.given_hero)


def _asked(
    verb: str, heeded: str, book: Subject | None, text: str | None, wishes: Mapping[str, object], hero: Hero = None
) -> _Asked:
    """The book and the options of a call; `heeded` are the options that count besides settings, mode and hero.

    Raises:
        UsageError: there is no book, or two; or an option is given that does not count.
    """
    if (book is None) == (text is None):
        raise UsageError(f"{verb} needs a book: a file, a project, a model, or text=…")
    names, given = ("settings", "mode", "hero", *heeded.split()), cast("AllWishes", {"hero": hero, **wishes})
    if isinstance(book, Book):
        options = Options.of(**given).only(verb, *names)
        if options.settings:
            raise UsageError(
                "the parameters of a model have their values; settings are for a file, a text or a project"
            )
        return _Asked(ModelEdition(book, options.mode), options)
    if not isinstance(book, Project):
        book = Project(book) if book is not None else Project.of(text or "")
    options = book.options.but(**given).only(verb, *names)
    return _Asked(book.edition(options), options)


def check(
    book: Subject | None = None,
    *,
    text: str | None = None,
    level: Level = "full",
    job: Job | None = None,
    **wishes: Unpack[AllWishes],
) -> Report:
    """All that is wrong, or odd, with a book.

    Args:
        book: a file, or a project.
        text: a book's text, instead.
        level: `quick`: what can be found without solving; `full`: what the states of the book show, too.
        job: receives the progress; it can cancel the work.
        wishes: `settings`, `mode`, `hero`, `limit_states`, `limit_memory`, `timeout`.

    Raises:
        UsageError: `hero` has what is not rolled, or a value out of range.
        Cancelled: the job was cancelled.
    """
    with job or current():
        asked = _asked("check", "limits", book, text, wishes)
        return asked.edition.check(level, asked.options)


def solve(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[PolicyWishes],
) -> Solution:
    """Solve a book.

    Args:
        book: a file, a project, or a model.
        hero: values of rolled stats (`{"SKILL": 9}`), or a name (`"weak"`); what is not given is rolled.
        text: a book's text, instead of `book`.
        job: receives the progress, and partial results as a `News`; it can cancel it, or have it finish with
            what is known.
        wishes: all options; `gamebook.options.Options` tells what each means.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: `hero` has what the hero block does not settle, or a value out of range; `sheet` what is on no
            sheet; `policy` is no strategy of the book; `until` or `start` no chapter; `scores` is used with a book
            without points.
        LimitReached: there are too many states for fractions (`NoExactAnswer`) or for scores (`TooManyPoints`).
        Cancelled: the job was cancelled.
    """
    every = "sheet start policy best_fights until exact scores reduce whole limits"
    with job or current():
        asked = _asked("solve", every, book, text, wishes, hero)
        key = ("solve", replace(asked.options, limits=NO_OPTIONS.limits))
        return asked.edition.remember(key, partial(_solution, asked), _is_kept)


def _is_kept(solution: Solution) -> bool:
    return solution.difficulty.complete and solution.solved.space.bytes < MOST_BYTES


def _solution(asked: _Asked) -> Solution:
    from gamebook.analysis.exactly import exactly
    from gamebook.analysis.scores import scores
    from gamebook.analysis.sheet import chapter, on_sheet
    from gamebook.graph.until import cut_at
    from gamebook.play.begin import begin_at
    from gamebook.play.explore import TooLarge
    from gamebook.render.solution import Solution
    from gamebook.solver.exact import Unsolved
    from gamebook.solver.solution import solve as solve_book
    from gamebook.strategy.apply import apply
    from gamebook.strategy.policy import find

    began, wishes = time.monotonic(), asked.options
    model, hero = asked.for_hero()
    sheet = on_sheet(model, dict(wishes.sheet), hero)
    if sheet or wishes.start is not None:
        model = begin_at(model, None if wishes.start is None else chapter(model, wishes.start), sheet)
    followed = None
    if wishes.policy is not None:
        followed = replace(find(model, wishes.policy), best_fights=wishes.best_fights)
        model = apply(model, followed)
    if wishes.until:
        model = cut_at(model, wishes.until)
    answer = exactly(model, hero) if wishes.exact else None
    match answer:
        case TooLarge(limit=limit):
            raise NoExactAnswer(f"there are more than {limit:,} states: too many for fractions")
        case Unsolved(why=why):
            raise NoExactAnswer(f"a loop of the book has no finite value ({why})")
    limits = wishes.limits
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, began + limits.seconds - time.monotonic()))
    return Solution(
        solve_book(
            model,
            hero,
            reduce=wishes.reduce,
            limits=limits,
            listed=None if wishes.whole else LISTED,
            chapters=not wishes.whole,
            classes=not wishes.whole and not wishes.until,
            sampled=wishes.policy is None and not wishes.until,
        ),
        answer,
        followed,
        wishes.until,
        scores(model, hero, uniform=followed is None, limits=limits) if wishes.scores else None,
        wishes.start,
        sheet,
    )


def why_large(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Large:
    """Which chapters and numbers make a book large.

    Args:
        book, hero, text, job: as for `solve`.
        wishes: `settings`, `mode`; `limit_states`, by default a million; `timeout`, by default 10 seconds.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `solve`.
    """
    from gamebook.analysis.large import why_large as count

    with job or current():
        asked = _asked("why_large", "limits", book, text, wishes, hero)
        return count(*asked.for_hero(), states=asked.limits.states, seconds=asked.limits.seconds)


def strategies(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> tuple[StrategyRow, ...]:
    """The strategies a book declares, beside best play and the uniform reader.

    Args:
        book, hero, text, job: as for `solve`.
        wishes: `settings`, `mode`, `scores`, `best_fights`, and limits for each strategy: where one is reached, the
            row's `complete` is False.

    Raises:
        BookHasErrors, UsageError, LimitReached, Cancelled: as `solve`.
    """
    from gamebook.analysis.strategies import strategies as compare

    with job or current():
        asked = _asked("strategies", "scores best_fights limits", book, text, wishes, hero)
        options = asked.options
        return compare(*asked.for_hero(), scores=options.scores, best_fights=options.best_fights, limits=options.limits)


def readers(  # noqa: PLR0913 - one question, many details
    book: Subject | None = None,
    hero: Hero = None,
    readers: Sequence[str] | None = None,
    *,
    text: str | None = None,
    deaths: bool = False,
    survival: bool = False,
    fights: bool = False,
    plays: int | None = None,
    seed: int = 1,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> tuple[ReaderRow, ...]:
    """How hard a book is for readers who err, and where it decides.

    Args:
        book, hero, text, job: as for `solve`.
        readers: `best`, `random`, `careless(10%)`, `soft(3)`, `lookahead(2)` (by default one of each), `guide`,
            `first-timer`, `persistent`.
        deaths: tell whether lost plays could have been saved, too.
        survival: tell how far readers come, too.
        fights: tell how often each fight is won, and what it costs, too.
        plays: how many plays to simulate, where that is needed.
        seed: the same seed gives the same plays.
        wishes: `settings`, `mode`, and limits.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`, or there is no such reader.
        LimitReached: a limit came before all states were listed.
    """
    from gamebook.analysis.readers import USUAL
    from gamebook.analysis.readers import readers as compare
    from gamebook.model.reader import reader
    from gamebook.solver.first_time import PLAYS

    with job or current():
        asked = _asked("readers", "limits", book, text, wishes, hero)
        who = list(map(reader, readers or ())) or USUAL
        return compare(
            *asked.for_hero(),
            who,
            deaths=deaths,
            survival=survival,
            fights=fights,
            plays=plays or PLAYS,
            seed=seed,
            limits=asked.limits,
        )


def report(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    full: bool | None = None,
    baseline: Subject | Saved | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Hardness:
    """How hard a book is, for whom, why, and what to change: what `solve`, `readers`, `check` and others find, in one.

    Args:
        book, hero, text, job: as for `solve`.
        full: compute also where plays are lost and could have been saved, what each thing is worth, how long a play is
            and which numbers matter; by default of books that are small enough (`MOST_DETAILED` states).
        baseline: an older version, to tell what changed since.
        wishes: `settings`, `mode`, and limits for each of these.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `solve`.
        LimitReached: a limit came before best play was known. Where one comes later, that part is left out.
    """
    from gamebook.analysis.census import census
    from gamebook.analysis.hardness import Hardness
    from gamebook.analysis.readers import USUAL
    from gamebook.report import curve

    with job or current():
        if text is not None:
            book, text = Project.of(text), None
        model = _asked("report", "limits", book, text, wishes, hero).edition.book
        found = solve(book, hero, **wishes)
        if not found.difficulty.complete:
            raise LimitReached("the book could not be solved within the limits")
        checked = check(book, hero=hero, **wishes)
        detailed = found.difficulty.states <= MOST_DETAILED if full is None else full
        asked = [str(each) for each in USUAL]
        if detailed:
            asked += ["first-timer", *(["persistent"] if model.aim == "win" else [])]
        return Hardness(
            study=found,
            census=census(model),
            readers=_unless_limited(
                partial(
                    readers,
                    book,
                    hero,
                    asked,
                    deaths=detailed,
                    survival=detailed,
                    fights=detailed,
                    plays=REPORTED,
                    **wishes,
                )
            )
            or (),
            curve=_unless_limited(partial(readers, book, hero, curve.asked("soft"), **wishes)) or ()
            if detailed
            else (),
            findings=checked.findings,
            sources=checked.sources,
            worth=_unless_limited(partial(worth, book, hero, **wishes)) if detailed and model.aim == "win" else None,
            lengths=_unless_limited(partial(length, book, hero, **wishes)) if detailed else None,
            sensitivity=_unless_limited(partial(sensitivity, book, hero, **wishes))
            if detailed and not isinstance(book, Book)
            else None,
            difference=None if baseline is None or book is None else diff(baseline, book, hero, **wishes),
            full=detailed,
        )


def _unless_limited(find: Callable[[], _Found]) -> _Found | None:
    """What is found; None where a limit comes first."""
    try:
        return find()
    except LimitReached:
        return None


def campaign(
    books: Sequence[Subject], hero: Hero = None, *, job: Job | None = None, **wishes: Unpack[Wishes]
) -> Campaign:
    """Books played one after another, each begun with what it carries over from the one before; all must be won.

    Args:
        books: files, projects or models, in the order played.
        hero: the first book's hero; what is not given is rolled.
        job: as for `solve`.
        wishes: limits for each book.

    Raises:
        BookHasErrors: a book has errors; the exception carries them.
        UsageError: `hero` does not fit the book; or the books cannot be played one after another (`NoCampaign`).
        LimitReached: a book has too many states, or too many sheets to begin with.
        Cancelled: the job was cancelled.
    """
    from gamebook.analysis.campaign import campaign as play_on

    with job or current():
        first, *others = (_asked("campaign", "limits", book, None, wishes) for book in books)
        first = replace(first, options=first.options.but(hero=hero))
        model, given = first.for_hero()
        return play_on([model, *(each.edition.book for each in others)], given, limits=first.limits)


def compare(
    book: Subject | None = None,
    modes: Sequence[Mode] = ("dice", "expected", "residual"),
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Comparison:
    """A book in several modes, to see how much of it is luck.

    Args:
        book, hero, text, job: as for `solve`.
        modes: those to compare; the first one solved is the measure of luck.
        wishes: `settings`, `until`, and limits for each mode: where one is reached, its value is a bracket.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `solve`.
    """
    from gamebook.analysis.modes import compare as compare_modes
    from gamebook.graph.until import cut_at
    from gamebook.srr import Luckless

    def variant(mode: Mode) -> tuple[Luckless, Mapping[str, int]]:
        asked = _asked("compare", "until limits", book, text, {**wishes, "mode": mode}, hero)
        model, given = asked.for_hero()
        luckless, until = asked.edition.luckless, asked.options.until
        assert luckless is not None
        return Luckless(cut_at(model, until) if until else model, luckless.notes), given

    with job or current():
        if text is not None:
            book, text = Project.of(text), None
        limits = Options.of(**wishes).limits
        return compare_modes({mode: partial(variant, mode) for mode in modes}, limits=limits, listed=LISTED)


def search(
    book: Subject | None,
    strategy: str,
    seeds: Sequence[int] = (1,),
    methods: Sequence[Method] = ("genetic", "coordinate"),
    hero: Hero = None,
    ranges: Mapping[str, tuple[int, int]] | None = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Search:
    """The best parameters of a strategy that a book declares.

    Args:
        book, hero, text, job: as for `solve`.
        strategy: its name.
        seeds: random seeds; each is a search by each method.
        methods: `genetic`, `coordinate`.
        ranges: values to try for parameters that are not compared with something.
        wishes: `settings`, `mode`.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such strategy, it has no parameters, or a range is missing.
        Cancelled: the job was cancelled.
    """
    from gamebook.analysis.search import search as look
    from gamebook.analysis.tuning import Tuning
    from gamebook.strategy.policy import find

    with job or current():
        model, given = _asked("search", "", book, text, wishes, hero).for_hero()
        wanted = find(model, strategy).strategy
        if not wanted.parameters:
            raise UsageError(f"the strategy {wanted.name} has no parameters to search")
        unknown = set(ranges or {}) - {name for name, _ in wanted.parameters}
        if unknown:
            raise UsageError(f"the strategy {wanted.name} has no parameter {', '.join(sorted(unknown))}")
        return look(Tuning(model, wanted, given, ranges or {}), seeds, methods)


def simulate(
    book: Subject | None = None,
    plays: int = 1_000_000,
    policy: str = "best",
    hero: Hero = None,
    *,
    text: str | None = None,
    seed: int = 1,
    confidence: float = 0.99,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Simulation | Sample:
    """Play a book many times by chance.

    A policy that leaves nothing to best play is played straight from the book, however large, with rivals who choose by
    lot; that gives a `Sample`, which tells of chapters and choices, too. Else it follows the states of the solved book.

    Args:
        book, hero, text, job: as for `solve`.
        plays: how many times.
        policy: `best`, `uniform`, `first`, or a strategy of the book.
        seed: the same seed gives the same plays.
        confidence: of the intervals, in (0, 1).
        wishes: `settings`, `mode`, and limits beyond which best play is given up.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such policy or hero.
        LimitReached: best play has more states than allowed.
        Cancelled: the job was cancelled.
    """
    from gamebook.solver.sample import needs_values
    from gamebook.solver.sample import sample as sample_plays
    from gamebook.solver.simulate import chain
    from gamebook.solver.simulate import simulate as simulate_chain

    with job or current():
        asked = _asked("simulate", "limits", book, text, wishes, hero)
        if not needs_values(asked.edition.book, policy):
            model, given = asked.for_hero()
            return sample_plays(
                model, given, plays=plays, seconds=None, policy=policy, seed=seed, confidence=confidence
            )
        solved = _solution(replace(asked, options=asked.options.but(policy=policy))).solved
        if not solved.space.complete:
            raise LimitReached(f"there are more than {asked.limits.states} states")
        return simulate_chain(chain(solved.best), plays, seed, confidence=confidence)


def sample(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    plays: int | None = None,
    seconds: float | None = 1.0,
    policy: str = "uniform",
    seed: int = 1,
    confidence: float = 0.99,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Sample:
    """Play a book for so long, or so often, whichever comes first; at least once.

    Args:
        book, hero, text, job: as for `solve`.
        plays: how often; None: as often as there is time.
        seconds: for how long; None: as long as it takes.
        policy: `uniform`, `first`, or a strategy of the book that leaves nothing to best play; rivals choose by lot.
        seed: the same seed gives the same plays.
        confidence: of the intervals, in (0, 1).
        wishes: `settings`, `mode`.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such policy or hero, or the policy leaves decisions to best play.
        Cancelled: the job was cancelled.
    """
    from gamebook.solver.sample import sample as sample_plays

    with job or current():
        model, given = _asked("sample", "", book, text, wishes, hero).for_hero()
        return sample_plays(model, given, plays=plays, seconds=seconds, policy=policy, seed=seed, confidence=confidence)


def draw(
    book: Subject | Solution | None = None,
    what: What | None = None,
    options: MapOptions | None = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[AllWishes],
) -> Drawing:
    """The map of a book, as a drawing that can be written as SVG, PNG, PDF or DOT.

    Args:
        book: a file, a project, a model, or what `solve` gave.
        what: what the colours show: "value", "deaths" or "traffic", for which the book is solved, or "structure". By
            default "value" for what `solve` gave, else "structure".
        options: drawing options; they override `what`.
        text: a book's text, instead of `book`.
        job: as for `solve`.
        wishes: options of `solve`, for a book that is not solved yet.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        LimitReached: the book could not be solved within the limits.
        Cancelled: the job was cancelled.
    """
    from gamebook.render.dot import MapOptions, map_dot
    from gamebook.render.picture import Drawing
    from gamebook.render.solution import Solution

    solved, subject = (book, None) if isinstance(book, Solution) else (None, book)
    options = options or MapOptions(what or ("value" if solved else "structure"))
    with job or current():
        if options.what == "structure":
            model = solved.solved.book if solved is not None else _asked("draw", "", subject, text, wishes).edition.book
            return Drawing(map_dot(model, None, options))
        if solved is None:
            solved = solve(subject, text=text, **wishes)
            if not solved.difficulty.complete:
                raise LimitReached("the book could not be solved within the limits; draw its structure")
        from gamebook.analysis.map_numbers import map_numbers

        return Drawing(map_dot(solved.solved.book, map_numbers(solved), options))


def dice(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> DicePerPlay | None:
    """How many dice a play takes; None where the book has more states than the limit.

    Args:
        book, hero, text, job: as for `solve`.
        wishes: `settings`, `mode`, limits.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `solve`.
    """
    from gamebook.analysis.dice import dice_per_play

    with job or current():
        asked = _asked("dice", "limits", book, text, wishes, hero)
        return dice_per_play(*asked.for_hero(), limits=asked.limits)


def diff(
    old: Subject | Saved,
    new: Subject | Saved,
    hero: Hero = None,
    readers: Sequence[str] | None = None,
    *,
    fail_if: Sequence[str] = (),
    level: Level = "full",
    names: tuple[str, str] | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Difference:
    """Two versions of a book: chapters, choices, rules, findings and chances, before and after.

    Args:
        old, new: files, git revisions (`"HEAD~1:books/moat.gbk"`), projects, models, or what `Solution.to_json` gave.
        hero: the hero for whom both are solved; what is not given is rolled.
        readers: as for `readers`; by default the usual ones where the book is not too large for that.
        fail_if: conditions such as `win drops 5%`; `Difference.verdicts` says what became of them.
        level: `quick`: what changed on the page and the findings that need no solving.
        names: what to call the versions.
        job: as for `solve`.
        wishes: `settings`, `mode`, and limits for each solution.

    Raises:
        UsageError: a version cannot be read, the versions have nothing in common, or a condition makes no sense.
        LimitReached: readers were asked for, and a limit came first.
        Unavailable: git is needed, and not installed.
        Cancelled: the job was cancelled.
    """
    from gamebook.analysis.alarms import ValueAlarm, alarm
    from gamebook.analysis.chances import BEST, RANDOM, usable
    from gamebook.analysis.difference import Difference
    from gamebook.model.reader import reader
    from gamebook.versions import opened

    alarms = [alarm(text) for text in fail_if]
    asked = [str(reader(each)) for each in readers or ()]
    named = [each.reader for each in alarms if isinstance(each, ValueAlarm) and each.reader]
    alarms = [
        replace(each, reader=str(reader(each.reader))) if isinstance(each, ValueAlarm) and each.reader else each
        for each in alarms
    ]
    if set(named) - {BEST, RANDOM} or asked:
        asked = list(dict.fromkeys([BEST, *asked, RANDOM, *(str(reader(each)) for each in named)]))
    with job or current():
        sides = [opened(each) if isinstance(each, str | Path) else each for each in (old, new)]
        called = names or ("old", "new")
        if names is None:
            called = (_called(old, "old"), _called(new, "new"))
        given = hero or next((each["hero"] for each in sides if isinstance(each, Mapping) and each.get("hero")), None)
        first, second = (
            _version(each, name, given, asked, level, wishes) for each, name in zip(sides, called, strict=True)
        )
        if first.chances is not None and second.chances is not None:
            usable(first.chances, second.chances)
        return Difference(first, second, tuple(alarms))


def _called(side: Subject | Saved, otherwise: str) -> str:
    if isinstance(side, Project):
        return side.main
    return str(side) if isinstance(side, str | Path) else otherwise


def _version(
    side: Project | Book | Saved, name: str, hero: Hero, readers: Sequence[str], level: Level, wishes: Wishes
) -> Version:
    """A version, and what is known of it."""
    from gamebook.analysis.chances import chances, chances_of
    from gamebook.analysis.difference import Version
    from gamebook.model.reader import reader

    if not isinstance(side, Project | Book):
        return Version(name, str(side["book"].get("title", "")), None, None, chances_of(side, name))
    asked = _asked("diff", "limits", side, None, wishes, hero)
    edition, report, pages = asked.edition, None, None
    if isinstance(side, Project):
        report = edition.check("quick", asked.options)
        pages = _written(edition)
        if edition.has_errors:
            return Version(name, _title(pages), pages, report, None)
        if level == "full":
            report = edition.check("full", asked.options)
    found = None
    if level == "full":
        wanted = [reader(each) for each in readers] or None
        found = chances(edition.book, asked.options.given_hero, wanted, limits=asked.limits, listed=LISTED)
    return Version(name, edition.book.title, pages, report, found)


def _written(edition: Edition) -> tuple[Page, ...]:
    """The pages of a book; a rule system that ships with this program is the same in every version."""
    from gamebook.resolve.load import SHIPPED

    pages = zip(edition.loaded.sources, edition.loaded.pages, strict=True)
    return tuple(parsed.page for source, parsed in pages if not source.path.startswith(SHIPPED))


def _title(pages: Sequence[Page]) -> str:
    """The title of a book that cannot be resolved."""
    from gamebook.syntax import ast

    declared = (each for page in pages for each in page.declarations)
    return next((each.text for each in declared if isinstance(each, ast.Title) and each.kind == "book"), "")


def length(
    book: Subject | None = None,
    hero: Hero = None,
    readers: Sequence[str] | None = None,
    *,
    text: str | None = None,
    seed: int = 1,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Lengths:
    """How long a play is: chapters, choices, fights, dice, words and minutes.

    Args:
        book, hero, text, job: as for `solve`.
        readers: as for `readers`; by default `best`, `careless(10%)` and `random`.
        seed: of simulated plays, where the spread of a count is too much work to compute.
        wishes: `settings`, `mode`, and limits.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`; or there is no such reader, or none of the book's aim.
        LimitReached: a limit came before all states were listed.
    """
    from gamebook.analysis.length import lengths
    from gamebook.model.reader import reader

    with job or current():
        asked = _asked("length", "limits", book, text, wishes, hero)
        return lengths(*asked.for_hero(), list(map(reader, readers or ())) or None, seed=seed, limits=asked.limits)


def worth(
    book: Subject | None = None,
    hero: Hero = None,
    kinds: Sequence[str] | None = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Worth:
    """What each thing is worth: the chance to win without it; what every winning play has; how wide the way is.

    Args:
        book, hero, text, job: as for `solve`.
        kinds: the kinds of things that are left out one by one: `item`, `codeword`, `number`, `value`, `option`,
            `test`, `fights`, `chapter`; by default all, but of a large book not its chapters.
        wishes: `settings`, `mode`, and limits; the time is for everything together.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`; or there is no such kind, or the book has `aim score`.
        LimitReached: a limit came before the answer.
    """
    from gamebook.analysis.worth import KINDS
    from gamebook.analysis.worth import worth as find

    for kind in kinds or ():
        if kind not in KINDS:
            raise UsageError(f"there is no kind of things {kind}; the kinds are {', '.join(KINDS)}")
    with job or current():
        asked = _asked("worth", "limits", book, text, wishes, hero)
        wanted = None if kinds is None else [kind for kind in KINDS if kind in kinds]
        return find(*asked.for_hero(), wanted, limits=asked.limits, listed=LISTED)


def _subject(
    verb: str,
    book: Subject | None,
    text: str | None,
    wishes: Mapping[str, object],
    hero: Hero,
    reader: str,
) -> tuple[Numbered, tuple[Number, ...]]:
    """A book whose numbers are looked at, and all its numbers."""
    from gamebook.analysis.effects import Subject as Numbered
    from gamebook.model.reader import reader as read
    from gamebook.resolve.numbers import numbers
    from gamebook.resolve.rewritten import Rewriting

    began = time.monotonic()
    asked = _asked(verb, "limits", book, text, wishes, hero)
    _ = asked.edition.book  # a book with errors is told of
    loaded, options = asked.edition.loaded, asked.options
    pages = Rewriting(loaded.sources, loaded.pages, dict(options.settings))
    subject = Numbered(pages, options.mode, options.given_hero, read(reader), options.limits, began)
    return subject, numbers(loaded.sources, loaded.pages)


def sensitivity(
    book: Subject | None = None,
    hero: Hero = None,
    reader: str = "best",
    numbers: Sequence[str] | None = None,
    *,
    text: str | None = None,
    solves: int = 3,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Sensitivity:
    """Which numbers of a book matter.

    Args:
        book, hero, text, job: as for `solve`; a model has no numbers on pages.
        reader: `best`, `random`, `careless(10%)`, `soft(3)`, `lookahead(2)`.
        numbers: addresses, such as `84 foe SKILL`; by default all numbers.
        solves: so many numbers of chapters, and so many of the start, are changed in the book, which is solved again.
        wishes: `settings`, `mode`, and limits.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`, or there is no such reader, or no number with an address.
        LimitReached: a limit came before all states were listed.
    """
    from gamebook.analysis.sensitivity import named
    from gamebook.analysis.sensitivity import sensitivity as look

    with job or current():
        subject, known = _subject("sensitivity", book, text, wishes, hero, reader)
        return look(subject, known, solves=solves, asked=[named(known, each) for each in numbers or ()])


def tune(  # noqa: PLR0913 - one question, many choices
    book: Subject | None,
    target: float,
    hero: Hero = None,
    reader: str = "best",
    vary: Sequence[str] | None = None,
    *,
    text: str | None = None,
    solves: int = 12,
    pairs: bool = True,
    heroes: bool = True,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Tuned:
    """Which numbers to change so that a reader wins as often as you want.

    Args:
        book, hero, text, job: as for `solve`; a model has no numbers on pages.
        target: the chance to win that you want, in [0, 1]; points under `aim score`.
        reader: as for `sensitivity`.
        vary: addresses with values, such as `84 foe SKILL 8..12`; by default all numbers of chapters, by at most 2.
        solves: how many books with one change are solved; for pairs a third as many.
        pairs: try changes of two numbers, too.
        heroes: tell what the best change does for each hero with a name.
        wishes: `settings`, `mode`, and limits; the time is for everything together.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`, or there is no such reader, or no number with an address.
        LimitReached: a limit came before all states were listed.
    """
    from gamebook.analysis.target import asked_values, usual_values
    from gamebook.analysis.target import tune as aim

    with job or current():
        subject, known = _subject("tune", book, text, wishes, hero, reader)
        values = asked_values(known, vary) if vary else usual_values(known)
        return aim(subject, target, values, solves=solves, pairs=pairs, heroes=heroes)
