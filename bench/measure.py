"""Measuring, and printing what was measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from gamebook import resources

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work gives, and the seconds it takes."""
    began = time.perf_counter()
    result = work()
    return result, time.perf_counter() - began


def peak_memory() -> float:
    """The most memory this process has held so far, in bytes; 0 where the system does not tell."""
    return float(resources.peak_memory() or 0)


def heading(title: str) -> None:
    """Print a line above some rows."""
    print(f"\n{title}", flush=True)


def row(what: str, figure: str, remark: str = "") -> None:
    """Print a line of the table."""
    print(f"  {what:<34}{figure:>16}  {remark}".rstrip(), flush=True)
