"""Measuring, and printing what was measured."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from gamebook import process

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work gives, and the seconds it takes."""
    began = time.perf_counter()
    result = work()
    return result, time.perf_counter() - began


def peak_memory() -> float:
    """The most memory this process has held so far, in bytes; 0 where the system does not tell."""
    return float(process.peak_memory() or 0)


@dataclass
class Record:
    """The figures of this run, and those of an earlier one, by heading and row."""

    now: dict[str, str] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    heading: str = ""


RECORD = Record()


def heading(title: str) -> None:
    """Print a line above some rows."""
    RECORD.heading = title
    print(f"\n{title}", flush=True)


def row(what: str, figure: str, remark: str = "") -> None:
    """Print a line of the table, beside an earlier run with the ratio of its figure to that one."""
    key = f"{RECORD.heading}: {what}"
    RECORD.now[key] = figure
    times = ratio(figure, RECORD.before.get(key, ""))
    print(f"  {what:<34}{figure:>16}  {f'{times:>6}  ' if RECORD.before else ''}{remark}".rstrip(), flush=True)


def ratio(now: str, before: str) -> str:
    """How many times as large a figure is as one before it; empty if they are not of one kind."""
    (number, unit), (old, other) = _parted(now), _parted(before)
    return f"x{number / old:.2f}" if number is not None and old and unit == other else ""


def _parted(figure: str) -> tuple[float | None, str]:
    """A figure such as `1,200 ms` as its number and its unit."""
    found = re.fullmatch(r"([\d,]+(?:\.\d+)?)(| .*)", figure)
    return (float(found[1].replace(",", "")), found[2]) if found else (None, figure)
