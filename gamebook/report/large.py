"""The report on what makes a book large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamebook.analysis.large import Kept, Large, Part, Use
from gamebook.model.book import HERO_BLOCK
from gamebook.plain import as_data
from gamebook.report.section import Lines, Section
from gamebook.sentences import counted

ALIKE = "Values that have the same effect count as one here; solve may count each of them."


def sections(large: Large) -> Iterator[Section]:
    """The screen of `gamebook solve --why-large`."""
    whose = "this hero, with all that may be picked" if large.picks else "this hero"
    if large.rolled:
        whose = "all heroes together"
    if large.complete:
        told = f"{counted(large.states, 'state')} of {whose}"
    elif large.kinds:
        told = (
            f"About {_rounded(large.states / large.kinds)} states for each of {large.kinds:,} kinds of heroes "
            f"({large.counted} kinds were counted). Kinds may share states: all together have {_rounded(large.states)} "
            "at most"
        )
    else:
        told = f"The first {large.states:,} states of {whose}; there are more, and what follows is about these alone"
    yield Section(parts=[Lines([told, ALIKE])])
    for part in large.parts:
        yield _part(part, large)
    given = [*large.typed, *(f"{name}=…" for name in large.rolled), *large.picked]
    advice = [f"Choose one hero: --hero {','.join(given)}"] if large.rolled or large.picked else []
    if large.picked:
        advice.append("(this is an example: write all that your hero picks, for then he picks nothing else)")
    advice += [
        "Give numbers a smaller range. Remove an item (~ lose rope) when no later rule uses it,",
        "set a number back (~ set gold = 0) when no later rule uses it, or use it earlier.",
    ]
    if large.fights:
        advice += [
            "The rules of fights use numbers, too. Where the combat has a setting for such a rule, a line under the",
            "fight switches it off: with SETTING = 0.",
        ]
    yield Section("What to do", [Lines(advice)])


def _rounded(number: float) -> str:
    """A number of which only two digits are known."""
    return f"{float(f'{number:.2g}'):,.0f}"


def _part(part: Part, large: Large) -> Section:
    name = "before the first chapter" if part.chapter == HERO_BLOCK else f"chapter {part.chapter}"
    lines = []
    for each in part.kept:
        asked = f"; next used in {'; '.join(map(_use, each.asked))}" if each.asked else ""
        times = f"about {each.factor:.2g}" if large.kinds else f"{each.factor:.3g}"
        lines.append(f"  without {_name(each)} {times} times fewer{asked}")
    title = f"{name}{', ' if part.title else ''}{part.title}"
    states = f"{part.states:,}" if large.complete or not large.kinds else f"{_rounded(part.states)} of each kind"
    return Section(title, [Lines(lines)], aside=f": {100 * part.share:.0f}% of them ({states})")


def _name(kept: Kept) -> str:
    return f"a hidden number of the rules ({kept.name})" if kept.hidden else kept.name


def _use(use: Use) -> str:
    """`13: "Pay his toll"`, or the chapter alone."""
    return f'{use.chapter}: "{use.label}"' if use.label else use.chapter


def data(large: Large) -> dict[str, Any]:
    """The same as data."""
    return {
        "version": 1,
        "states": large.states,
        "complete": large.complete,
        "kinds": large.kinds,
        "counted_kinds": large.counted,
        "chapters": [{**as_data(part), "kept": [_kept(each) for each in part.kept]} for part in large.parts],
    }


def _kept(kept: Kept) -> dict[str, Any]:
    return {"name": _name(kept), "factor": kept.factor, "asked": [_use(each) for each in kept.asked]}
