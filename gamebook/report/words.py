"""Words that several reports share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the map of a book that is not solved does without
    from gamebook.model.book import Book
    from gamebook.strategy.policy import Policy

AS_IT_IS = "the book as it is now: nobody wins or earns points in what is not written yet"
"""What numbers about a draft are about."""

NOT_KNOWN = "not known"


def player(policy: Policy | None) -> str:
    """Whose play it is: `best play`, `the strategy bold`, `the random reader`."""
    if policy is None:
        return "best play"
    if policy.is_random:
        return f"the random reader{policy.words.removeprefix(policy.strategy.name)}"
    return f"the strategy {policy.words}"


def titled(title: str) -> str:
    """A book by its title."""
    return title or "A book without a title"


def by(author: str) -> str:
    """What follows the title of a book: `, by Ann`."""
    return f", by {author}" if author else ""


def stats(values: Mapping[str, object]) -> str:
    """`SKILL 9, LUCK 8`"""
    return ", ".join(f"{name} {value}" for name, value in values.items())


def sure(confidence: float) -> str:
    """How sure an interval is, in percent: `99%`, `99.9%`.

    Args:
        confidence: in (0, 1).
    """
    return f"{100 * confidence:.10g}%"


def sheet(book: Book, values: Mapping[str, int]) -> str:
    """What is on the sheet: `SKILL 9, weapon sword, rope, no lantern`; `nothing` where there are no values.

    Args:
        book: the book, which knows what each name stands for.
        values: by name.
    """
    known = {variable.name: variable for variable in book.variables}
    words = []
    for name, value in values.items():
        variable = known[name]
        if variable.kind in ("item", "codeword") and variable.high == 1:
            words.append(name if value else f"no {name}")
        else:
            words.append(f"{name} {variable.values[value] if variable.values else value}")
    return ", ".join(words) or "nothing"


def numbered(told: Sequence[str]) -> list[str]:
    """The same words; of those that stand there several times, which one it is: `the Wolf, 1 of 2`."""
    count, seen = Counter(told), Counter[str]()
    found = []
    for each in told:
        seen[each] += 1
        found.append(each if count[each] == 1 else f"{each}, {seen[each]} of {count[each]}")
    return found


def first_names(what: str, names: Sequence[str], most: int, end: str = "") -> str:
    """`New: 12, 13 and 7 more`, with at most so many names; nothing where there are none."""
    if not names:
        return ""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{what}: {', '.join(names[:most])}{more}{end}"
