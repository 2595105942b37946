"""The functions of the package: check, solve, compare, search, simulate, draw.

Each takes a file, a text, a `Project` or a model, with options and a job, and gives plain values. The command line is a
thin layer above.
"""

from gamebook.verbs.comparing import campaign, compare, diff, strategies
from gamebook.verbs.drawing import draw
from gamebook.verbs.hardness import length, readers, worth
from gamebook.verbs.hero_kinds import heroes
from gamebook.verbs.numbers import sensitivity, tune
from gamebook.verbs.playing import sample, search, simulate
from gamebook.verbs.reporting import report
from gamebook.verbs.request import Hero, Subject
from gamebook.verbs.solving import NoExactAnswer, check, dice, solve, why_large

__all__ = [
    "Hero",
    "NoExactAnswer",
    "Subject",
    "campaign",
    "check",
    "compare",
    "dice",
    "diff",
    "draw",
    "heroes",
    "length",
    "readers",
    "report",
    "sample",
    "search",
    "sensitivity",
    "simulate",
    "solve",
    "strategies",
    "tune",
    "why_large",
    "worth",
]
