"""What can be asked about a book: check, solve, compare, search, simulate, draw.

Each takes a file, a `Workspace` or a model, and gives plain values. The command line is a thin layer above.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gamebook.diagnostics import Report
from gamebook.errors import LimitReached, UsageError
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.workspace import Workspace

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.campaign import Campaign
    from gamebook.analysis.dice import DicePerPlay
    from gamebook.analysis.fight.outcome import FightStudy
    from gamebook.analysis.large import Large
    from gamebook.analysis.modes import Comparison
    from gamebook.analysis.search import Method, Search
    from gamebook.analysis.strategies import StrategyRow
    from gamebook.render.dot import MapOptions
    from gamebook.render.map_style import What
    from gamebook.render.picture import Drawing
    from gamebook.render.solution import Solution
    from gamebook.solve.sample import Sample
    from gamebook.solve.simulate import Simulation
    from gamebook.solve.space import Progress
    from gamebook.solve.watch import News
    from gamebook.srr import Luckless

LISTED = 200_000
"""States that are listed one by one to solve a book; a larger one is solved in arrays."""


class NoExactAnswer(LimitReached):
    """The book is too large to be solved in fractions, or has no finite value."""


def check(book: Path | str | Workspace) -> Report:
    """All that is wrong, or odd, with a book."""
    workspace = book if isinstance(book, Workspace) else Workspace(book)
    return Report(workspace.findings, workspace.sources)


def solve(
    book: Path | str | Workspace | Book,
    hero: Mapping[str, int] | str | None = None,
    *,
    policy: str | None = None,
    best_fights: bool = False,
    until: Sequence[str] = (),
    exact: bool = False,
    scores: bool = False,
    reduce: bool = True,
    whole: bool = False,
    limit_states: int | None = None,
    limit_memory: int | None = None,
    timeout: float | None = None,
    settings: Mapping[str, int] | None = None,
    sheet: Mapping[str, int | str] | None = None,
    start: str | None = None,
    progress: Callable[[int], None] | None = None,
    news: Callable[[News], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Solution:
    """Solve a book.

    Args:
        book: a file, what `load` gave, or a model.
        hero: values of rolled stats (`{"SKILL": 9}`), or a name (`"weak"`); what is not given is rolled. With the value
            of something that the hero block lets the reader choose, all of it is told: what is not mentioned was not
            picked.
        policy: a strategy to play by, such as `cautious` or `cautious(t=5)`: one that the book declares, or `uniform`,
            `first`; rivals answer it as well as they can. None: best play.
        best_fights: what the policy does not say of decisions in fights is left to best play.
        until: chapters (`["200"]`) the coming to which is the win, in place of the book's victories; the solution then
            tells by `end_states` how play ends there or before.
        exact: work the value out in fractions, too; for small books.
        scores: tell how points are spread at the end.
        reduce: let variables go that no longer matter. The values are the same without.
        whole: know best play in every state, of a large book too, as a table of a decision needs it; then nothing is
            told of chapters.
        limit_states: stop after about so many states.
        limit_memory: bytes that states may take.
        timeout: seconds after which work ends. Where one of the three is reached, the solution has
            `difficulty.complete` False, the narrowest bracket that was found, and `difficulty.sample`: some plays of a
            reader who picks by chance.
        settings: values for parameters of the book, by name.
        sheet: values that stand on the sheet once the hero is made (`{"lantern": 1}`, `{"weapon": "axe"}`).
        start: a chapter to begin at instead of the book's first.
        progress: told the number of states found so far.
        news: told what is known meanwhile, stage by stage.
        stop: asked now and then whether to leave off, as if the time were over.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: `hero` names what is not settled by the hero block, or a value out of range; `sheet` what is on no
            sheet; `policy` no strategy of the book; `until` or `start` no chapter; `scores` is asked of a book without
            points, or too large (`TooManyPoints`).
        NoExactAnswer: there are too many moments for fractions, or no finite answer.
    """
    from gamebook.analysis.exactly import exactly
    from gamebook.analysis.heroes import for_hero
    from gamebook.analysis.scores import scores as spread
    from gamebook.analysis.sheet import chapter, on_sheet
    from gamebook.graph.until import cut_at
    from gamebook.play.begin import begin_at
    from gamebook.play.explore import TooLarge
    from gamebook.render.solution import Solution
    from gamebook.solve.exact import Unsolved
    from gamebook.solve.solution import solve as solve_book
    from gamebook.solve.space import Limits
    from gamebook.strategy.apply import apply
    from gamebook.strategy.policy import find

    began = time.monotonic()
    model, hero = for_hero(_model(book, settings), hero)
    wished = on_sheet(model, sheet or {}, hero)
    if wished or start is not None:
        model = begin_at(model, None if start is None else chapter(model, start), wished)
    followed = replace(find(model, policy), best_fights=best_fights) if policy is not None else None
    if followed is not None:
        model = apply(model, followed)
    if until:
        model = cut_at(model, until)
    answer = exactly(model, hero) if exact else None
    match answer:
        case TooLarge(limit=limit):
            raise NoExactAnswer(f"there are more than {limit:,} states: too many for fractions")
        case Unsolved(why=why):
            raise NoExactAnswer(f"a loop of the book has no finite worth ({why})")
    left = None if timeout is None else max(0.0, began + timeout - time.monotonic())
    limits = Limits(limit_states, limit_memory, left, stop)
    return Solution(
        solve_book(
            model,
            hero,
            reduce=reduce,
            limits=limits,
            progress=progress,
            listed=None if whole else LISTED,
            chapters=not whole,
            classes=not whole and not until,
            sampled=policy is None and not until,
            news=news,
        ),
        answer,
        followed,
        tuple(until),
        spread(model, hero, uniform=followed is None, limits=limits, progress=progress) if scores else None,
        start,
        wished,
    )


def why_large(
    book: Path | str | Workspace | Book,
    hero: Mapping[str, int] | None = None,
    *,
    limit_states: int | None = None,
    timeout: float | None = None,
    settings: Mapping[str, int] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Large:
    """Which chapters and numbers make a book large.

    Args:
        book: a file, what `load` gave, or a model.
        hero: values of rolled stats; what is not given is rolled.
        limit_states: count no more states than about so many; None: a million.
        timeout: nor longer than so many seconds; None: ten.
        settings: values for parameters of the book, by name.
        progress: told the number of states found so far.

    Raises:
        BookHasErrors, UsageError: as `solve`.
    """
    from gamebook.analysis.heroes import for_hero
    from gamebook.analysis.large import why_large as count

    model, hero = for_hero(_model(book, settings), hero)
    return count(model, hero, states=limit_states, seconds=timeout, progress=progress)


def strategies(
    book: Path | str | Workspace | Book,
    hero: Mapping[str, int] | str | None = None,
    *,
    scores: bool = False,
    best_fights: bool = False,
    limit_states: int | None = None,
    settings: Mapping[str, int] | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[StrategyRow, ...]:
    """The strategies a book declares, beside best play and the uniform reader.

    Args:
        book: a file, what `load` gave, or a model.
        hero: values of rolled stats; what is not given is rolled.
        best_fights: what a strategy, or chance, does not say of decisions in fights is left to best play.
        scores: tell how points are spread at the end, too.
        limit_states: stop after about so many states for each; a row's `complete` is then False.
        settings: values for parameters of the book, by name.
        progress: told the number of states found so far.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: `hero` names what is not rolled, or a value out of range; `scores` is asked of a book without
            points, or too large (`TooManyPoints`).
    """
    from gamebook.analysis.heroes import for_hero
    from gamebook.analysis.strategies import strategies as compare
    from gamebook.solve.space import Limits

    model, hero = for_hero(_model(book, settings), hero)
    return compare(
        model, hero, scores=scores, best_fights=best_fights, limits=Limits(limit_states, None, None), progress=progress
    )


def campaign(
    books: Sequence[Path | str | Workspace | Book],
    hero: Mapping[str, int] | str | None = None,
    *,
    limit_states: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Campaign:
    """Books played one after another, each begun with what it carries over from the one before; all must be won.

    Args:
        books: files, what `load` gave, or models, in the order played.
        hero: the first book's hero; what is not given is rolled.
        limit_states: how many states a book may have.
        progress: told the number of states found so far.

    Raises:
        BookHasErrors: a book has errors; the exception carries them.
        UsageError: `hero` cannot be asked for; or the books cannot be played one after another (`NoCampaign`).
    """
    from gamebook.analysis.campaign import campaign as play_on
    from gamebook.analysis.heroes import for_hero
    from gamebook.solve.space import Limits

    first, *others = (_model(book, None) for book in books)
    first, given = for_hero(first, hero)
    return play_on([first, *others], given, limits=Limits(limit_states, None, None), progress=progress)


def compare(
    book: Path | str | Workspace,
    modes: Sequence[Mode] = ("dice", "expected", "residual"),
    hero: Mapping[str, int] | str | None = None,
    *,
    until: Sequence[str] = (),
    limit_states: int | None = None,
    limit_memory: int | None = None,
    timeout: float | None = None,
    settings: Mapping[str, int] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """A book in several modes, to see how much of it is luck.

    Args:
        book: a file, or what `load` gave.
        modes: those to compare; the first one solved is the measure of luck.
        hero: values of rolled stats; what is not given is rolled.
        until: chapters the coming to which is the win, in place of the book's victories.
        limit_states: stop after about so many states in each mode; its value is then a bracket.
        limit_memory: bytes that the states of a mode may take.
        timeout: seconds after which no more states are listed, in each mode.
        settings: values for parameters of the book, by name.
        progress: told the number of states found so far.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: `hero` names what is not rolled, or a value out of range.
    """
    from gamebook.analysis.heroes import for_hero
    from gamebook.analysis.modes import compare as compare_modes
    from gamebook.graph.until import cut_at
    from gamebook.solve.space import Limits
    from gamebook.srr import Luckless

    path, known = (book.path, book.settings) if isinstance(book, Workspace) else (book, settings)

    def variant(mode: Mode) -> tuple[Luckless, Mapping[str, int]]:
        workspace = Workspace(path, known, mode=mode)
        model, given = for_hero(workspace.book, hero)
        assert workspace.luckless is not None
        return Luckless(cut_at(model, until) if until else model, workspace.luckless.notes), given

    variants = {mode: partial(variant, mode) for mode in modes}
    limits = Limits(limit_states, limit_memory, timeout)
    return compare_modes(variants, limits=limits, progress=progress, listed=LISTED)


def search(
    book: Path | str | Workspace | Book,
    strategy: str,
    seeds: Sequence[int] = (1,),
    methods: Sequence[Method] = ("genetic", "coordinate"),
    hero: Mapping[str, int] | str | None = None,
    ranges: Mapping[str, tuple[int, int]] | None = None,
    *,
    settings: Mapping[str, int] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Search:
    """The best parameters of a strategy that a book declares.

    Args:
        book: a file, what `load` gave, or a model.
        strategy: its name.
        seeds: what chance begins with; each is a search by each method.
        methods: `genetic`, `coordinate`.
        hero: values of rolled stats; what is not given is rolled.
        ranges: values to try for parameters that are not compared with something.
        settings: values for parameters of the book, by name.
        progress: told the number of trials so far.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such strategy, it has no parameters, or a range is missing.
    """
    from gamebook.analysis.heroes import for_hero
    from gamebook.analysis.search import search as look
    from gamebook.analysis.tuning import Tuning
    from gamebook.strategy.policy import find

    model, hero = for_hero(_model(book, settings), hero)
    wanted = find(model, strategy).strategy
    if not wanted.parameters:
        raise UsageError(f"the strategy {wanted.name} has no parameters to search")
    unknown = set(ranges or {}) - {name for name, _ in wanted.parameters}
    if unknown:
        raise UsageError(f"the strategy {wanted.name} has no parameter {', '.join(sorted(unknown))}")
    return look(Tuning(model, wanted, hero, ranges or {}), seeds, methods, progress)


def _model(book: Path | str | Workspace | Book, settings: Mapping[str, int] | None) -> Book:
    if not isinstance(book, Workspace | Book):
        book = Workspace(book, settings)
    if isinstance(book, Workspace):
        return book.book
    from gamebook.srr import without_luck

    return without_luck(book).book


def fight(
    hero: str,
    foes: Sequence[str],
    *,
    system: str = "fighting-fantasy",
    together: bool = False,
    rules: Sequence[str] = (),
    keep: str = "",
    worth: str = "",
) -> FightStudy:
    """One fight, solved: `.best` and `.uniform` are ways to fight it, `.advice` says what to do.

    Args:
        hero: the reader's stats in the order of the sheet, `12/24/12`, or by name, `SKILL=12,LUCK=10`.
        foes: each `15/22` or `White Dragon 15/22`.
        system: the rule system.
        together: the foes attack together, not one after another.
        rules: more lines of the fight, as in a book: `with damage = 3`.
        keep: a condition that counts beside winning: `STAMINA >= 8`.
        worth: points for what is left after a victory, to be maximised instead of the chance to win.

    Raises:
        UsageError: the words make no fight; the message says why.
    """
    from gamebook.analysis.fight.encounter import encounter
    from gamebook.analysis.fight.outcome import study_fight

    return study_fight(encounter(hero, foes, system=system, together=together, lines=rules, keep=keep, worth=worth))


def simulate(
    book: Path | str | Workspace | Book,
    plays: int = 1_000_000,
    policy: str = "best",
    hero: Mapping[str, int] | str | None = None,
    *,
    seed: int = 1,
    confidence: float = 0.99,
    limit_states: int | None = None,
    settings: Mapping[str, int] | None = None,
) -> Simulation | Sample:
    """Play a book many times by chance.

    A policy that leaves nothing to best play is played straight from the book, however large, with rivals who choose by
    lot; that gives a `Sample`, which tells of chapters and choices, too. Else it follows the states of the solved book.

    Args:
        book: a file, what `load` gave, or a model.
        plays: how many times.
        policy: `best`, `uniform`, `first`, or a strategy of the book.
        hero: values of rolled stats; what is not given is rolled.
        seed: the same seed gives the same plays.
        confidence: of the intervals, in (0, 1).
        limit_states: give up best play where there are more states.
        settings: values for parameters of the book, by name.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such policy or hero, or best play has more states than allowed.
    """
    from gamebook.solve.sample import needs_values
    from gamebook.solve.simulate import chain
    from gamebook.solve.simulate import simulate as simulate_chain

    model = _model(book, settings)
    if not needs_values(model, policy):
        return sample(model, hero, plays=plays, seconds=None, policy=policy, seed=seed, confidence=confidence)
    solved = solve(model, hero, policy=policy, limit_states=limit_states).solved
    if not solved.space.complete:
        raise UsageError(f"there are more than {limit_states} states")
    return simulate_chain(chain(solved.best), plays, seed, confidence=confidence)


def sample(
    book: Path | str | Workspace | Book,
    hero: Mapping[str, int] | str | None = None,
    *,
    plays: int | None = None,
    seconds: float | None = 1.0,
    policy: str = "uniform",
    seed: int = 1,
    confidence: float = 0.99,
    settings: Mapping[str, int] | None = None,
) -> Sample:
    """Play a book for so long, or so often, whichever comes first; at least once.

    Args:
        book: a file, what `load` gave, or a model.
        hero: values of rolled stats; what is not given is rolled.
        plays: how often; None: as often as there is time.
        seconds: for how long; None: as long as it takes.
        policy: `uniform`, `first`, or a strategy of the book that leaves nothing to best play; rivals choose by lot.
        seed: the same seed gives the same plays.
        confidence: of the intervals, in (0, 1).
        settings: values for parameters of the book, by name.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such policy or hero, or the policy leaves decisions to best play.
    """
    from gamebook.analysis.heroes import for_hero
    from gamebook.solve.sample import sample as sample_plays

    model, hero = for_hero(_model(book, settings), hero)
    return sample_plays(model, hero, plays=plays, seconds=seconds, policy=policy, seed=seed, confidence=confidence)


def draw(
    book: Path | str | Workspace | Book | Solution, what: What | None = None, options: MapOptions | None = None
) -> Drawing:
    """The map of a book, as a drawing that can be written as SVG, PNG, PDF or DOT.

    Args:
        book: a file, what `load` gave, a model, or what `solve` gave.
        what: what the colours tell: "value", "deaths" or "traffic", for which a book is solved that is not solved yet,
            or "structure". By default "value" for what `solve` gave, else "structure".
        options: more wishes; they bring their own `what`.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
    """
    from gamebook.render.draw import draw as draw_book
    from gamebook.render.solution import Solution

    if not isinstance(book, Workspace | Book | Solution):
        book = Workspace(book)
    known = book.book if isinstance(book, Workspace) else book
    return draw_book(known, what or ("value" if isinstance(known, Solution) else "structure"), options)


def dice(
    book: Workspace, hero: Mapping[str, int] | None = None, *, limit_states: int, progress: Progress | None = None
) -> DicePerPlay | None:
    """How many dice a play takes; None where the book has more states than the limit.

    Args:
        book: the book.
        hero: values of rolled stats, which are then not rolled.
        limit_states: the most states to list.
        progress: told how many there are so far.

    Raises:
        BookHasErrors: it has no meaning.
        UsageError: `hero` names what is not rolled, or a value out of range.
    """
    from gamebook.analysis.dice import dice_per_play
    from gamebook.analysis.heroes import for_hero
    from gamebook.solve.space import Limits

    model, given = for_hero(_model(book, None), hero)
    return dice_per_play(model, given, limits=Limits(limit_states), progress=progress)
