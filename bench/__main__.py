"""`python -m bench`: what this machine does in one run. Nothing is asserted; the figures are the answer."""

from __future__ import annotations

import os
import platform

from bench.books import answering, editing, fights, stages, warm_up
from bench.dice import dice
from bench.lone_wolf import lone_wolf
from bench.measure import heading
from bench.numbers import numbers_of_books
from bench.policies import plays, policies
from bench.reports import reports
from bench.sliders import sliders
from bench.starts import starts
from bench.storm import storm
from bench.studio import studios


def main() -> None:
    """Measure everything, one thing after another."""
    heading(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores")
    warm_up()
    editing()
    answering()
    stages()
    fights()
    policies()
    plays()
    numbers_of_books()
    reports()
    sliders()
    dice()
    storm()
    starts()
    lone_wolf()
    studios()


if __name__ == "__main__":
    main()
