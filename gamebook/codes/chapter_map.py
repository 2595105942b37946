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
    "=== 9\nThe door is shut.\n~ defeat \"Locked in\"",
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
