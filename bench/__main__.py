"""`python -m bench`: what this machine does in one run. Nothing is asserted; the figures are the answer.

`python -m bench --record FILE` keeps the figures, and `--against FILE` prints ratios to those, of another commit on the
same machine. Names of parts choose what is measured: `python -m bench sliders storm`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path

from bench.books import answering, editing, fights, stages, warm_up
from bench.crews import crews
from bench.dice import dice
from bench.large import large
from bench.lone_wolf import lone_wolf
from bench.measure import RECORD, heading
from bench.numbers import numbers_of_books
from bench.policies import plays, policies
from bench.reports import reports
from bench.scaling import scaling
from bench.sections import sections
from bench.sliders import sliders
from bench.starts import edits, starts
from bench.storm import storm
from bench.studio import studios

PARTS = (
    editing, answering, stages, large, fights, policies, plays, numbers_of_books, reports, sections, scaling, crews,
    sliders, dice, storm, starts, edits, lone_wolf, studios,
)  # fmt: skip
"""In the order of the table."""


def main() -> None:
    """Measure everything, or what is named, one thing after another."""
    asked = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    asked.add_argument("part", nargs="*", help=", ".join(each.__name__ for each in PARTS))
    asked.add_argument("--record", type=Path, metavar="FILE", help="keep the figures there, as JSON")
    asked.add_argument("--against", type=Path, metavar="FILE", help="print ratios to the figures that were kept there")
    given = asked.parse_args()
    unknown = set(given.part) - {each.__name__ for each in PARTS}
    if unknown:
        asked.error(f"there is no part {', '.join(sorted(unknown))}")
    if given.against is not None:
        RECORD.before = json.loads(given.against.read_text("utf-8"))
    heading(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores")
    warm_up()
    for part in PARTS:
        if not given.part or part.__name__ in given.part:
            part()
            if given.record is not None:
                given.record.write_text(json.dumps(RECORD.now, indent=1), "utf-8")


if __name__ == "__main__":
    main()
