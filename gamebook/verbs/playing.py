"""Many plays of a book, and the search for good rules to play it by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Unpack, cast

from msgspec.structs import replace

from gamebook.errors import LimitReached, UsageError
from gamebook.job import Job, current
from gamebook.limits import MOST_PLAYS
from gamebook.options import Wishes, count, each_of, one_of, several, share, whole, word
from gamebook.options import seconds as time_of
from gamebook.verbs.request import Hero, Request, Subject, request_for
from gamebook.verbs.solving import solution_of

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.search import Method, Search
    from gamebook.render.solution import Solution
    from gamebook.solver.sample import Sample
    from gamebook.solver.simulate import Simulation


def search(
    book: Subject | None = None,
    strategy: str | None = None,
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
        wishes: `settings`, `mode`, and limits. Where the time is over, or `Job.finish` is called, there is what was
            found by then, and `late` says how many searches were not done.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such strategy, it has no parameters, or a range is missing.
        LimitReached: a limit came before all states were listed, or before the first trial.
        Unavailable: a process of the job's crew could not do its part.
        Cancelled: the job was cancelled.
    """
    from gamebook.analysis.search import Method
    from gamebook.verbs.search_runs import searches

    chosen = [cast("Method", one_of("methods", each, Method)) for each in several("methods", methods)]
    strategy, seeds = word("strategy", strategy), [whole("seeds", seed) for seed in each_of("seeds", seeds)]
    if not chosen or not seeds:
        raise UsageError("search needs a method and a seed")
    bounds = {} if ranges is None else _bounds(ranges)
    with current(job):
        request = request_for("search", "limits", book, text, wishes, hero)
        return searches(request, strategy, bounds, seeds, chosen)


def _bounds(ranges: object) -> dict[str, tuple[int, int]]:
    """For parameters the least and the greatest value to try."""
    if not isinstance(ranges, Mapping):
        raise UsageError(f'ranges cannot be {ranges!r}; it is such as {{"t": (1, 9)}}')
    return {word("ranges", name): _range(name, each) for name, each in ranges.items()}


def _range(name: str, given: object) -> tuple[int, int]:
    """The least and the greatest value to try for a parameter."""
    match given:
        case (least, greatest):
            low, high = whole(f"ranges of {name}", least), whole(f"ranges of {name}", greatest)
        case _:
            raise UsageError(f"ranges has {given!r} for {name}; it is the least and the greatest value, such as (1, 9)")
    if low > high:
        raise UsageError(f"ranges has {given!r} for {name}: the least value is greater than the greatest")
    return low, high


def simulate(
    book: Subject | None = None,
    plays: int = 1_000_000,
    policy: str = "best",
    hero: Hero = None,
    *,
    text: str | None = None,
    seed: int = 1,
    confidence: float = 0.99,
    practice: int = 1,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Simulation | Sample:
    """Play a book many times by chance.

    A policy that leaves nothing to best play is played straight from the book, however large, with rivals who choose by
    lot; that gives a `Sample`, which tells of chapters and choices, too. Else it follows the states of the solved book.

    Args:
        book, hero, text, job: as for `solve`.
        plays: how many times, at least 1 and at most 10^12.
        policy: `best`, `practised`, `random`, `first`, or a strategy of the book.
        seed: the same seed gives the same plays.
        confidence: of the intervals, in (0, 1).
        practice: rounds of practice for the policy `practised`, at least 1.
        wishes: `settings`, `mode`, `sheet`, and limits beyond which best play is given up.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such policy or hero, or a number is none that is allowed; or `practised` is asked for in
            a book that is played for points.
        LimitReached: best play has more states than allowed.
        Cancelled: the job was cancelled.
    """
    from gamebook.solver.lesson import lesson, wants_practice
    from gamebook.solver.sample import needs_values
    from gamebook.solver.sample import sample as sample_plays
    from gamebook.solver.simulate import chain
    from gamebook.solver.simulate import simulate as simulate_chain

    plays, practice = count("plays", plays, most=MOST_PLAYS), count("practice", practice)
    policy = word("policy", policy)
    seed, confidence = whole("seed", seed), share("confidence", confidence)
    with current(job):
        request = request_for("simulate", "sheet limits", book, text, wishes, hero)
        practised = wants_practice(request.edition.book, policy)
        if practised or not needs_values(request.edition.book, policy):
            model, given = request.for_hero()
            followed = lesson(model, given, practice, seed) if practised else policy
            return sample_plays(
                model, given, plays=plays, seconds=None, policy=followed, seed=seed, confidence=confidence
            )
        solved = to_follow(request, policy).solved
        if not solved.space.complete:
            raise LimitReached("best play is not known within the limits")
        return simulate_chain(chain(solved.best), plays, seed, confidence=confidence)


def to_follow(request: Request, policy: str) -> Solution:
    """The solution whose states `simulate` follows: each step brings the same points whenever a play takes it.

    Raises: as `solve`.
    """
    return solution_of(replace(request, options=request.options.but(policy=policy)), points_apart=True)


def sample(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    plays: int | None = None,
    seconds: float | None = 1.0,
    policy: str = "random",
    seed: int = 1,
    confidence: float = 0.99,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Sample:
    """Play a book for so long, or so often, whichever comes first; at least once.

    Args:
        book, hero, text, job: as for `solve`.
        plays: how often, at least 1 and at most 10^12; None: as often as there is time.
        seconds: for how long; None, where `plays` is given: as long as these take.
        policy: `random`, `first`, or a strategy of the book that leaves nothing to best play; rivals choose by lot.
        seed: the same seed gives the same plays.
        confidence: of the intervals, in (0, 1).
        wishes: `settings`, `mode`, `sheet`.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: there is no such policy or hero, or a number is none that is allowed; or the policy leaves decisions
            to best play.
        Cancelled: the job was cancelled.
    """
    from gamebook.solver.sample import sample as sample_plays

    plays = None if plays is None else count("plays", plays, most=MOST_PLAYS)
    policy = word("policy", policy)
    seconds = None if seconds is None else time_of("seconds", seconds)
    seed, confidence = whole("seed", seed), share("confidence", confidence)
    with current(job):
        model, given = request_for("sample", "sheet", book, text, wishes, hero).for_hero()
        return sample_plays(model, given, plays=plays, seconds=seconds, policy=policy, seed=seed, confidence=confidence)
