"""A published book, solved: the second of the Lone Wolf series, to chapter 200 and to its end, by both sets of rules.

For comparison, on a machine like ours: the solver of the book's first public solution, in Haskell, takes 10 to 18 s and
1.3 to 2.8 GB to chapter 200, 173 s and 7.5 GB for the whole book.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from bench.measure import heading, row, timed

BOOK = Path(__file__).parents[1] / "books" / "lone-wolf" / "book02.gbk"
HERO = "ENDURANCE=25,COMBAT-SKILL=15,hunting,mindblast,mindshield,sixth-sense,in-short-sword,gold=15,meal=2,short-sword"


def lone_wolf() -> None:
    """A fresh process each, kernels compiled: all of it, the solve that it reports, and the most memory held."""
    busy = f"{os.getloadavg()[0]:.1f} of {os.cpu_count()} processors busy before"
    heading(f"Lone Wolf 2, gamebook solve, a fresh process each ({busy})")
    for until in ("200", "350"):
        for rules in ("seed2017", "fixed"):
            command = [sys.executable, "-m", "gamebook", "solve", str(BOOK), "--hero", HERO, "--json"]
            command += ["--until", until, "--set", f"seed2017={int(rules == 'seed2017')}"]
            (found, usage), seconds = timed(partial(_run, command))
            best = found["best"]
            value = f"{(best['low'] + best['high']) / 2:.12f} ± {(best['high'] - best['low']) / 2:.0e}"
            row(f"to {until}, {rules}", f"{seconds:.2f} s", f"solve {found['seconds']:.2f} s, {value}")
            worked = usage.ru_utime + usage.ru_stime
            memory = f"{usage.ru_maxrss * 1024 / 1e9:.2f} GB"
            row("", memory, f"{found['states']:,} states; the processor worked {worked:.2f} s")


def _run(command: list[str]) -> tuple[Any, resource.struct_rusage]:
    """What a command prints as data, and what it used."""
    kept = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}  # as an installation has it: modules are compiled once
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, env=kept)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        output.seek(0)
        return json.load(output), usage
