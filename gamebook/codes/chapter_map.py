"""GB2: how chapters hang together."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

DEAD_END = declare(
    "GB201",
    Severity.ERROR,
    "a dead end that is not an ending",
    "A way through the chapter runs out with neither a turn nor an ending.",
    "Say where to turn, or end the book with `victory`, `defeat` or `ending`.",
    "=== 9\nThe door is shut.",
    '=== 9\nThe door is shut.\n~ defeat "Locked in"',
)
NEVER_REACHED = declare(
    "GB202",
    Severity.WARNING,
    "a rule that is never reached",
    "Every way through the lines before it turns elsewhere or ends the book.",
    "Move it up, or take it out.",
    "-> 12\n~ gain rope",
    "~ gain rope\n-> 12",
)
UNFINISHED = declare(
    "GB203",
    Severity.INFO,
    "a note of something left to do",
    "The text says TODO.",
    "Do it, or leave the reminder for later.",
)
UNREACHED_CHAPTER = declare(
    "GB204",
    Severity.WARNING,
    "a chapter that is never reached",
    "No play of the book ever comes here: no link leads to the chapter, or none of those that do can be taken.",
    "Link to it, or loosen the conditions on the way; a chapter that is no longer wanted can go.",
    "* Go left -> 2\n* Go right -> 2\n…\n=== 3",
    "* Go left -> 2\n* Go right -> 3\n…\n=== 3",
)
SOFT_LOCK = declare(
    "GB205",
    Severity.ERROR,
    "a menu with nothing open",
    "A reader can come here with a sheet that opens none of the choices, and nothing says how to go on.",
    "Leave one choice without a condition, or say after the menu where to turn.",
    "* Pay [if gold >= 5] -> 2\n* Use the key [if key] -> 3",
    "* Pay [if gold >= 5] -> 2\n* Use the key [if key] -> 3\n* Turn back -> 1",
)
ALWAYS_SHUT = declare(
    "GB206",
    Severity.WARNING,
    "a choice that is never open",
    "Readers come here, but none of them ever has a sheet that opens this choice.",
    "Correct the condition, or let the reader find what it asks for.",
    "* Light the lantern [if lantern] -> 5    // the lantern is found in 9, which comes later",
)
ALWAYS_OPEN = declare(
    "GB207",
    Severity.INFO,
    "a condition that never shuts its choice",
    "Everyone who comes here meets the condition, so it makes no difference.",
    "Take it out, or ask for what was meant.",
    "~ gain rope\n* Climb down [if rope] -> 5",
    "~ gain rope\n* Climb down -> 5",
)
SETTLED_IF = declare(
    "GB208",
    Severity.WARNING,
    "an if that always goes one way",
    "For everyone who comes here the answer is the same, so one of its two blocks is never played.",
    "Correct the condition, or keep only the block that is played.",
    "~ gain rope\n~ if rope\n    -> 5\n-> 6",
    "~ gain rope\n-> 5",
)
UNREACHED_ENDING = declare(
    "GB209",
    Severity.WARNING,
    "an ending that is never reached",
    "The chapter with this ending is played, but the way to the ending is always shut. Where a choice (GB206) or an `if` "
    "(GB208) is told to be shut, the endings behind it are named there.",
    "Correct the conditions before it, or take it out.",
)
TRAP = declare(
    "GB210",
    Severity.INFO,
    "a way on without hope",
    "From here on the reader goes on choosing and turning, but no choice leads to anything but defeat any more.",
    "Offer a way back or another way out, or end the book here. Many books mean it so.",
)
