"""What makes a book large, for people."""

from __future__ import annotations

from rich.text import Text

from gamebook.analysis.large import Large, Part
from gamebook.render.solution_text import HEADING


def large_text(large: Large) -> Text:
    """The screen of `gamebook solve --why-large`."""
    text = Text()
    whose = "all heroes together" if large.rolled else "this hero"
    if large.complete:
        text.append(f"{large.states:,} states of {whose}\n")
    else:
        text.append(f"The first {large.states:,} states of {whose}; there are more\n")
    for part in large.parts:
        text.append_text(_part(part))
    text.append("\nWhat to do\n", HEADING)
    if large.rolled:
        text.append(f"Choose one hero: --hero {'=…,'.join(large.rolled)}=…\n")
    text.append(
        "Give numbers a smaller range. Remove an item (~ lose rope) when no later rule uses it,\n"
        "set a number back (~ gold = 0) when no later rule uses it, or use it earlier.\n"
    )
    return text


def _part(part: Part) -> Text:
    name = "before the first chapter" if part.chapter == "hero" else f"chapter {part.chapter}"
    text = Text("\n").append(f"{name}{', ' if part.title else ''}{part.title}", HEADING)
    text.append(f": {100 * part.share:.0f}% of them ({part.states:,})\n")
    for each in part.kept:
        text.append(f"  without {each.name} {each.factor:.3g} times fewer")
        text.append(f"; next used in {'; '.join(each.asked)}\n" if each.asked else "\n")
    return text
