"""Gamebooks in plain text: read, check, solve and map them.

    import gamebook

    gamebook.check("moat.gbk").findings          errors and doubtful places
    solution = gamebook.solve("moat.gbk", hero={"SKILL": 9})
    solution.value                               the chance to win under best play
    solution.difficulty.best                     as a bracket (low, high)
    solution.advice                              best play at each decision, as rules
    solution.to_json()                           everything as plain data
    gamebook.solve("moat.gbk", policy="cautious(t=5)")   with a strategy of the book
    gamebook.strategies("moat.gbk")              all strategies, compared with best play
    gamebook.heroes("moat.gbk").kinds            every kind of hero, each solved by itself
    gamebook.readers("moat.gbk")                 readers who make mistakes, and where the book decides
    gamebook.sensitivity("moat.gbk").lines       which numbers of the book matter
    gamebook.tune("moat.gbk", 0.3).best          which number to change so that 30% win
    gamebook.diff("HEAD:moat.gbk", "moat.gbk")   two versions of a book
    gamebook.length("moat.gbk")                  how long a play is
    gamebook.worth("moat.gbk")                   what each thing is worth
    gamebook.campaign(["moat.gbk", "keep.gbk"])  books played one after another
    gamebook.compare("moat.gbk")                 with dice and without luck, side by side
    gamebook.fight("12/24/12", ["15/22"]).best    one fight
    gamebook.simulate("moat.gbk", 1_000_000)     many plays with random dice
    gamebook.sample("moat.gbk", seconds=2).win   the random reader's chance, for a book of any size
    gamebook.draw("moat.gbk").write("moat.svg")  the map

A `Project` reads a book once, so that you can use it often: give it in place of a path.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
"""As in `typing`, which takes 10 ms to import: until then Ctrl-C would print a traceback."""
if TYPE_CHECKING:
    from gamebook.crew.processes import Processes
    from gamebook.diagnostics import Report
    from gamebook.errors import BookHasErrors, Cancelled, GamebookError, LimitReached, Unavailable, UsageError
    from gamebook.fights.verb import fight
    from gamebook.job import Job, Step
    from gamebook.limits import Limits
    from gamebook.options import Options
    from gamebook.project import Edition, Project
    from gamebook.render.solution import Solution
    from gamebook.solver.watch import News
    from gamebook.verbs import (
        NoExactAnswer,
        campaign,
        check,
        compare,
        diff,
        draw,
        heroes,
        length,
        readers,
        sample,
        search,
        sensitivity,
        simulate,
        solve,
        strategies,
        tune,
        worth,
    )

__all__ = [
    "BookHasErrors",
    "Cancelled",
    "Edition",
    "GamebookError",
    "Job",
    "LimitReached",
    "Limits",
    "News",
    "NoExactAnswer",
    "Options",
    "Processes",
    "Project",
    "Report",
    "Solution",
    "Step",
    "Unavailable",
    "UsageError",
    "campaign",
    "check",
    "compare",
    "diff",
    "draw",
    "fight",
    "heroes",
    "length",
    "readers",
    "sample",
    "search",
    "sensitivity",
    "simulate",
    "solve",
    "strategies",
    "tune",
    "worth",
]

_HOMES = {
    **dict.fromkeys(__all__, "gamebook.verbs"),
    **dict.fromkeys(
        ("BookHasErrors", "Cancelled", "GamebookError", "LimitReached", "Unavailable", "UsageError"), "gamebook.errors"
    ),
    "Report": "gamebook.diagnostics",
    "fight": "gamebook.fights.verb",
    **dict.fromkeys(("Edition", "Project"), "gamebook.project"),
    **dict.fromkeys(("Job", "Step"), "gamebook.job"),
    "Limits": "gamebook.limits",
    "News": "gamebook.solver.watch",
    "Options": "gamebook.options",
    "Processes": "gamebook.crew.processes",
    "Solution": "gamebook.render.solution",
}


def _module(name: str) -> object:
    """A module of the package; type checkers take for granted that it is there."""
    full = f"{__name__}.{name}"
    try:
        if not name.startswith("_"):
            return import_module(full)
    except ModuleNotFoundError as error:
        if error.name != full:
            raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if not TYPE_CHECKING:  # a type checker would take every name for one of the package

    def __getattr__(name: str) -> object:
        """Import a name or a module at its first use: `import gamebook` costs nothing."""
        found: object = getattr(import_module(_HOMES[name]), name) if name in _HOMES else _module(name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
