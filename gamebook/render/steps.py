"""The steps of a way through a book, with those that come again and again told once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

HEAD = "example route:"
"""What stands above the steps that lead to a finding."""
LONGEST = 40
"""The most steps of a way that are shown."""
LAST = 8
"""Of a longer way so many steps are shown from its end, and the others from its beginning."""
PERIOD = 12
"""A round of more steps is not looked for."""
AGAIN = 3
"""So often the same steps are shown; if they come more often, once."""


def route_lines(route: Sequence[str]) -> list[str]:
    """The example route of a finding, as outputs for people show it: its head and its steps; empty without one."""
    return [HEAD, *(f"  {step}" for step in shown(route))] if route else []


def shown(steps: Sequence[str]) -> Iterator[str]:
    """Lines for some steps: each round that is gone again and again once, and the middle of a long way left out."""
    lines = list(_folded(steps))
    if len(lines) > LONGEST:
        left = sum(count for _, count in lines[LONGEST - LAST : -LAST])
        lines[LONGEST - LAST : -LAST] = [(f"… {left} more steps", 0)]
    return (line for line, _ in lines)


def _folded(steps: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Lines, each with the number of steps that it stands for."""
    at = 0
    while at < len(steps):
        period, times = max(
            ((size, _times(steps, at, size)) for size in range(1, PERIOD + 1)), key=lambda each: each[0] * (each[1] - 1)
        )
        if times <= AGAIN:
            yield steps[at], 1
            at += 1
            continue
        yield from ((step, 1) for step in steps[at : at + period])
        same = "the same step" if period == 1 else f"the same {period} steps"
        yield f"… {same} {times - 1} more times", period * (times - 1)
        at += period * times


def _times(steps: Sequence[str], at: int, size: int) -> int:
    """How often some steps are gone one after another."""
    round_ = steps[at : at + size]
    times = 1
    while steps[at + times * size : at + (times + 1) * size] == round_:
        times += 1
    return times
