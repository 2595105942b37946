"""GB4: how hard the book is, and its promises."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

NO_VICTORY = declare(
    "GB401",
    Severity.ERROR,
    "a book that cannot be won",
    "Whatever the reader chooses and however the dice fall, no victory is reached.",
    "Open a way to a victory; a book that is played for points says `aim score`.",
    '=== 1\n* Go on -> 2\n=== 2\n~ ending "You are home"',
    '=== 1\n* Go on -> 2\n=== 2\n~ victory "You are home"',
)
PROMISE = declare(
    "GB402",
    Severity.ERROR,
    "a promise that is not kept",
    "With best play the chance to win is not in the range that an `expect` line promises.",
    "Make the book harder or easier, or change the promise.",
    "expect win 35%..55%    // best play wins 61%",
    "expect win 55%..65%",
)
UNCHECKED = declare(
    "GB410",
    Severity.ERROR,
    "a promise that could not be checked",
    "A limit was reached before the chance to win was known well enough to hold it against an `expect` line. The bounds "
    "that are known hold whatever lies beyond the limit.",
    "Raise `--timeout` or `--limit-states`, or ask for one hero (`--hero`).",
)
CLAMPED = declare(
    "GB403",
    Severity.WARNING,
    "more taken than there is",
    "Some reader comes here with less than the rule takes away, so the number stops at the low end of its range.",
    "Use `pay`, which shuts the choice to those who cannot, or ask first.",
    "* Buy the map\n    ~ gold -5",
    "* Buy the map\n    ~ pay 5 gold",
)
NO_FIT = declare(
    "GB404",
    Severity.INFO,
    "a gain that does not fit",
    "Some reader comes here with no room for all that is gained, and goes on with what fits; with nothing, where the "
    "book says `all or none`.",
    "Offer `gain … or swap`, or make room first.",
    "~ gain rope",
    "~ gain rope or swap",
)
OVERFULL = declare(
    "GB405",
    Severity.INFO,
    "more given than the range holds",
    "Some reader comes here with so much that the number stops at the high end of its range.",
    "Widen the range, if the reader should have it all.",
    "number gold = 8 in 0..10\n…\n~ gold +5",
    "number gold = 8 in 0..20\n…\n~ gold +5",
)
NOT_ALL_SEEN = declare(
    "GB406",
    Severity.INFO,
    "a book too large to look through",
    "A limit was reached before all states of the book were listed. What was seen to happen is told, and what can never "
    "happen whatever values the sheet holds. The finding names the questions that stay open, with their chapters.",
    "Ask for one hero (`--hero`), or raise `--limit-states` or `--timeout`.",
)
FREE_ROUNDS = declare(
    "GB411",
    Severity.INFO,
    "a round that costs nothing",
    "A reader can go round in these choices as often as he likes: nothing is left to chance and nothing gets less, but "
    "something rises each time, up to the end of its range.",
    "Let each round cost something (gold, a meal, time), or allow it once.",
    "* Sweep his floor for a coin\n    ~ gold +1\n    -> 2",
    "* Sweep his floor for a coin [if not swept]\n    ~ note swept\n    ~ gold +1\n    -> 2",
)
NEVER_WON = declare(
    "GB407",
    Severity.WARNING,
    "a fight that nobody can win",
    "No reader who comes here can win the fight, however the dice fall, and it has no other way out.",
    "Weaken the foe, or offer an escape.",
)
NEVER_LOST = declare(
    "GB408",
    Severity.INFO,
    "a fight that nobody can lose",
    "Whoever comes here survives the fight, whatever they choose and however the dice fall.",
    "Strengthen the foe, or tell the fight in prose.",
)
NO_TOTAL = declare(
    "GB409",
    Severity.WARNING,
    "points without a total",
    "Play can go round in these chapters for ever and earn points each time, so that the expected total has no bound; or "
    "it must go round and lose points each time; or the rounds bring gains as well as losses, and then there may be no "
    "total at all.",
    "Let the loop end by itself, let each round cost something that runs out, or open a way out.",
    "=== 1\n~ score +1\n* Once more -> 1\n* Go home -> 2",
    "=== 1\n* Once more [if strength]\n    ~ strength -1\n    ~ score +1\n    -> 1\n* Go home -> 2",
)
