"""GB2: the map of chapters and links."""

from collections.abc import Iterable

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity
from gamebook.patterns import pattern
from gamebook.sentences import listed

DEAD_END = declare(
    "GB201",
    Severity.ERROR,
    "a dead end that is not an ending",
    "A way through the chapter ends without a turn and without an ending.",
    "Write where to turn, or end the book with `victory`, `defeat` or `ending`.",
    "=== 9\nThe door is shut.",
    '=== 9\nThe door is shut.\n~ defeat "Locked in"',
)
NEVER_REACHED = declare(
    "GB202",
    Severity.WARNING,
    "a rule that is never reached",
    "Every way through the lines before it turns to another chapter or ends the book. Chapters that only such a line "
    "leads to are named.",
    "Move it up, or remove it.",
    "-> 12\n~ gain rope",
    "~ gain rope\n-> 12",
)
UNFINISHED = declare(
    "GB203",
    Severity.INFO,
    "TODO left in the text",
    "The text contains the word TODO.",
    "Do what it says and remove it, or keep it as a reminder.",
)
UNREACHED_CHAPTER = declare(
    "GB204",
    Severity.WARNING,
    "a chapter that is never reached",
    "No reader can reach the chapter: no link leads to it, or none of its links can ever be taken. That no link leads to it "
    "is said without solving the book, so also with `--quick`, and at once in an editor. If only a trigger "
    "leads there, perhaps another one always runs first: those of the rule system are looked at before the book's.",
    "Add a link to it, or relax the conditions on the way; write `first when` for a trigger that must come before others. "
    "Delete the chapter if it is no longer needed.",
    "* Go left -> 2\n* Go right -> 2\n…\n=== 3",
    "* Go left -> 2\n* Go right -> 3\n…\n=== 3",
)
SOFT_LOCK = declare(
    "GB205",
    Severity.ERROR,
    "a menu with no open choice",
    "Some readers arrive with a sheet that opens none of the choices, and no line after the menu says how to go on.",
    "Leave one choice without a condition, or write after the menu where to turn.",
    "* Pay [if gold >= 5] -> 2\n* Use the key [if key] -> 3",
    "* Pay [if gold >= 5] -> 2\n* Use the key [if key] -> 3\n* Turn back -> 1",
)
ALWAYS_CLOSED = declare(
    "GB206",
    Severity.WARNING,
    "a choice that is never open",
    "Readers arrive here, but none of them ever has a sheet that opens this choice. The finding names the chapters and "
    "endings that only this choice leads to, and the things that can only be found there. Conditions about these things "
    "have no finding of their own. If what the choice asks for can be had, but no link leads on from there to the choice, "
    "those places are named, and so is a trap behind them (GB210): perhaps the mistake is there.",
    "Correct the condition, or let the reader find what it needs.",
    "* Light the lantern [if lantern] -> 5    // the lantern is found in 9, which comes later",
)
ALWAYS_OPEN = declare(
    "GB207",
    Severity.INFO,
    "a condition that is always true",
    "Every reader who arrives here meets the condition, so it makes no difference. Of a choice with a fixed price all that "
    "is asked beside the price is judged: the price alone can close it then. A guard of what the choice itself changes, "
    "`[if rounds < 3]` before `~ rounds +1`, is meant so, and is no finding even if it always holds.",
    "Remove it, or write the condition that you meant.",
    "~ gain rope\n* Climb down [if rope] -> 5",
    "~ gain rope\n* Climb down -> 5",
)
SETTLED_IF = declare(
    "GB208",
    Severity.WARNING,
    "an if that always goes one way",
    "The condition has the same result for every reader who arrives here, so one of its two blocks is never played.",
    "Correct the condition, or keep only the block that is played.",
    "~ gain rope\n~ if rope\n    -> 5\n-> 6",
    "~ gain rope\n-> 5",
)
UNREACHED_ENDING = declare(
    "GB209",
    Severity.WARNING,
    "an ending that is never reached",
    "Readers reach the chapter with this ending, but the way to the ending is always closed. If a finding about a choice "
    "(GB206) or an `if` (GB208) explains this, that finding names the ending instead.",
    "Correct the conditions before it, or remove it.",
)
TRAP = declare(
    "GB210",
    Severity.INFO,
    "trap: only defeat can be reached from here",
    "From here on the reader can reach only a defeat, or no ending at all, but still has choices: there is a menu with two "
    "open choices or more, and after it another menu. Decisions in fights do not count. It is no trap if only one choice "
    "is left before the defeat.",
    "Offer a way back or another way out, or end the book here. Many books have such traps on purpose.",
)

SO = ", so "
"""What stands in a finding about a condition before what lies behind it."""
BEYOND = pattern(r"(?P<name>\S+) is in \S+, so “(?P<condition>(?P=name) (?P<sign>[<>])=? [^“”]*)” never holds")
"""A condition that the range of one number settles, as `beyond` says it."""
OF_PLAYS = frozenset({UNREACHED_CHAPTER, UNREACHED_ENDING, ALWAYS_CLOSED, ALWAYS_OPEN, SETTLED_IF, TRAP})
"""What all plays together show: what is written, or wrong, in another chapter may change it."""


def beyond(ranges: Iterable[tuple[str, int, int]], condition: str) -> str:
    """`hours is in 0..8, so “hours < 0” never holds`; `ranges`: names with their lowest and highest values."""
    return f"{listed(f'{name} is in {low}..{high}' for name, low, high in ranges)}, so “{condition}” never holds"
