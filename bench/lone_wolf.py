"""A published book, solved: the second of the Lone Wolf series, to chapter 200 and to its end, by both sets of rules.

For comparison, on a machine like ours: the solver of the book's first public solution, in Haskell, takes 10 to 18 s and
1.3 to 2.8 GB to chapter 200, 173 s and 7.5 GB for the whole book.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from functools import partial
from pathlib import Path

from bench.measure import heading, row, timed

BOOK = Path(__file__).parents[1] / "books" / "lone-wolf" / "book02.gbk"
HERO = "ENDURANCE=25,COMBAT-SKILL=15,hunting,mindblast,mindshield,sixth-sense,in-short-sword,gold=15,meal=2,short-sword"


def lone_wolf() -> None:
    """A fresh process each, kernels compiled: the whole process, and the solve that it reports."""
    heading("Lone Wolf 2, gamebook solve, a fresh process each")
    for until in ("200", "350"):
        for rules in ("seed2017", "fixed"):
            command = [sys.executable, "-m", "gamebook", "solve", str(BOOK), "--hero", HERO, "--json"]
            command += ["--until", until, "--set", f"seed2017={int(rules == 'seed2017')}"]
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            done, seconds = timed(partial(subprocess.run, command, check=True, capture_output=True))
            found = json.loads(done.stdout)
            best = found["best"]
            value = f"{(best['low'] + best['high']) / 2:.12f} ± {(best['high'] - best['low']) / 2:.0e}"
            remark = f"solve {found['seconds']:.2f} s, {found['states']:,} states, {value}"
            row(f"to {until}, {rules}", f"{seconds:.2f} s", remark)
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            if most > before:
                row("", f"{most * 1024 / 1e9:.2f} GB", "most memory held by a process so far")
