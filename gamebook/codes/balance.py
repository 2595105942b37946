"""GB4: how hard the book is, and its `expect` lines."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

NO_VICTORY = declare(
    "GB401",
    Severity.ERROR,
    "a book that cannot be won",
    "No victory can be reached, whatever the reader chooses and whatever the dice show.",
    "Open a way to a victory. If the book is played for points, write `aim score`.",
    '=== 1\n* Go on -> 2\n=== 2\n~ ending "You are home"',
    '=== 1\n* Go on -> 2\n=== 2\n~ victory "You are home"',
)
PROMISE = declare(
    "GB402",
    Severity.ERROR,
    "a promise that is not kept",
    "The chance to win, with best play or of the reader that is named, lies outside the range of an `expect` line.",
    "Make the book harder or easier, or change the promise.",
    "expect win 35%..55%    // best play wins 61%",
    "expect win 55%..65%",
)
UNCHECKED = declare(
    "GB410",
    Severity.ERROR,
    "a promise that could not be checked",
    "A limit was reached before the chance to win was known well enough to compare it with an `expect` line. The true "
    "chance lies between the bounds. The book need not be wrong. It is an error all the same, since nobody has checked "
    "the promise.",
    "Raise `--timeout` or `--limit-states`, or check one hero (`--hero`). `gamebook solve --why-large` shows what makes a "
    "book large.",
)
NOT_YET = declare(
    "GB412",
    Severity.INFO,
    "a promise that cannot be judged yet",
    "The book is a `draft`. Whether the `expect` line is kept depends on what is not written yet: the chance to win is "
    "somewhere between that of the book in which all of it is lost and that of the book in which all of it is won.",
    "Write what is missing. If the line is about another reader than best play or `random`, only the higher bound is "
    "known until then.",
)
CLAMPED = declare(
    "GB403",
    Severity.WARNING,
    "more taken than there is",
    "Some readers arrive with less than the rule takes away, or roll so little, that the number stops at the low end of "
    "its range. Where a trigger runs at that end whatever else is on the sheet, as `when STAMINA <= 0 -> defeat` does, how "
    "much less it would be makes no difference, and there is no finding. Or the rule takes more of an item than there can "
    "be: `~ lose 2 rope`, where there is one rope.",
    "Use `pay`, which closes the choice to readers who have too little, or add a condition. A `pay` that stands in no "
    "choice closes nothing: ask before it, `~ if gold >= 5`, or pay in the choice that leads there. Where nobody has "
    "enough, neither helps: take less, or take it elsewhere.",
    "* Buy the map\n    ~ gold -5",
    "* Buy the map\n    ~ pay 5 gold",
)
NO_FIT = declare(
    "GB404",
    Severity.INFO,
    "a gain that does not fit",
    "Some readers arrive with too little room for what they gain, or with as many as there can be. They take as much as "
    "fits, or nothing if the book says `all or none`. Of one thing that every limit has room for, this is a finding only "
    "where the reader gives something for it: after `pay` or `lose` in the same block.",
    "Where room is lacking, offer `gain … or swap`, or make room first. Where there are too many, no room helps: of a "
    "thing that exists once, the reader cannot have two. Ask before it, `~ if not rope`; or for more of them, where readers "
    "come by no more often, write `item rope x 2` on the sheet.",
    "~ gain rope",
    "~ gain rope or swap",
)
NO_ROOM_THERE = declare(
    "GB415",
    Severity.INFO,
    "a place without room for what is stored",
    "Some readers come back with more than the place still has room for: it holds as many of a thing as a reader can "
    "have, and something lies there already. What has no room stays on the sheet.",
    "If more should fit, widen the range of the number, or let there be more of the item. Where the rest may stay with the "
    "reader, write `// noqa: GB415` there.",
    "number gold = 8 in 0..10\n…\n~ store gold in bank\n~ gold +5\n~ store gold in bank",
    "number gold = 8 in 0..20\n…\n~ store gold in bank\n~ gold +5\n~ store gold in bank",
)
OVERFULL = declare(
    "GB405",
    Severity.INFO,
    "more given than the range holds",
    "Some readers arrive with so much, or roll so much, that the number stops at the high end of its range. So does the "
    "initial value of a stat: a stat without a range ends with its highest roll. A stat or an item that only "
    "rises is meant to stop there: only a roll for the sheet, and a number that it is set to, are findings. One finding "
    "is enough for all lines that need a wider range of a number; it names the others.",
    "Widen the range if the reader should get everything; give a stat a range, such as `stat CHARM = 1d6 + 4 in 0..11`.",
    "number gold = 8 in 0..10\n…\n~ gold +5",
    "number gold = 8 in 0..20\n…\n~ gold +5",
)
ABOVE_INITIAL = declare(
    "GB414",
    Severity.WARNING,
    "a stat that cannot rise",
    "A stat does not rise above its initial value. Nobody who comes to this gain has less, so it never changes anything. "
    "Or the stat is set to more than its initial value, which no rule raises. Where a rule lowers the stat elsewhere, this is "
    "only worth knowing: the gain comes too early.",
    "Let the stat be a `number` if it can have more than at the start. A stat with a range rises with `beyond initial`; of a "
    "stat of the rule system, raise the initial value first, or give a bonus with `while`.",
    "stat clues = 0 in 0..9\n…\n~ clues +2",
    "number clues = 0 in 0..9\n…\n~ clues +2",
)
IDLE_TRIGGER = declare(
    "GB416",
    Severity.WARNING,
    "a trigger that is never carried out",
    "No play of the book ever carries out this trigger. Perhaps its condition never holds. Or another trigger always runs "
    "first and leads away: triggers of the rule system come before the triggers of the book. A trigger that ends in a defeat "
    "is no finding: it may be there to be safe. If only this trigger leads to a chapter or an ending, the finding is "
    "about the chapter or the ending (GB204, GB209). `check` looks for such triggers only where all states of the book are listed.",
    "Write `first when` if the trigger must come before others, or correct its condition.",
    "when STAMINA <= 0 and potion\n    ~ lose potion\n    ~ restore STAMINA",
    "first when STAMINA <= 0 and potion\n    ~ lose potion\n    ~ restore STAMINA",
)
NOT_ALL_SEEN = declare(
    "GB406",
    Severity.INFO,
    "a book too large to check completely",
    "A limit was reached before all states of the book were listed. The findings report what does happen in the listed "
    "states, in many random and many good plays, and in plays that were led to what neither shows; where the average hero "
    "is stuck; and what can never happen, even if much of the sheet may have any value. This finding names the questions "
    "that are still open, with their chapters, and stands after all others; if no question is open, there is no such "
    "finding. If it is known that all states of one hero can be checked, the hint says so.",
    "Check one hero (`--hero`), or raise the limit that was reached; the finding names it: `--limit-states`, "
    "`--limit-memory` or `--timeout`.",
)
FREE_ROUNDS = declare(
    "GB411",
    Severity.INFO,
    "a round that costs nothing",
    "A reader can repeat these choices for ever. They lead back to the same menu with a number higher, and nothing else "
    "that matters is lower or different; so it goes on until the number has been at the top of its range. The top of a "
    "stat is its initial value; but if a reader has that already and can raise the stat further, it is the end of the "
    "range. On the way a number may fall and rise again: a rope is bought for 2 and sold for 3. If dice are rolled, the "
    "number is higher after some rolls and lower after none, so a game of chance is no such round. A round that ends below "
    "the top, `[if gold < 5]`, is none, either. Nothing is free for readers who can only lose by now. "
    "Only numbers count of which it is good to have more: a stat that a rule lowers, or whose initial value a rule "
    "raises; what is used up to raise such a stat (a meal); what things are paid with; a number that opens a choice as "
    "it grows (`[if gold >= 20]`), if the choice leads where not every reader can go; and a number that averts a "
    "defeat (`~ if gold < 20`). "
    "A number does not count if more of it closes a choice, opens one that leads to a defeat, or leads elsewhere. "
    "One by which other numbers change does not count, and one that a trigger looks at does not. "
    "If a chapter adds 1 to a number on each visit, it may be a clock, and does not count. If each choice of a menu adds "
    "1, apart from the choices that the number opens, it may be a tally, and does not count, either. "
    "For a stat that rises `beyond initial` all this holds above its initial value; tests of the stat make no difference. "
    "A clock that only some choices move looks like gold that is earned. It is found: write `// noqa: GB411` there. "
    "One finding is enough for all rounds in which the same choice raises the number. Where a line under `each chapter` "
    "raises it, the finding stands at this line, once, with one such round as its example. What only such a round brings "
    "to the end of a range is no finding of its own (GB404, GB405, GB415). That a number has too little room (GB405) is "
    "none, either, at a line that raises it in such a round.",
    "Let each round cost something (gold, a meal, time), or allow it once.",
    "* Sweep his floor for a coin\n    ~ gold +1\n    -> 2",
    "* Sweep his floor for a coin [if not swept]\n    ~ note swept\n    ~ gold +1\n    -> 2",
)
NEVER_WON = declare(
    "GB407",
    Severity.WARNING,
    "a fight that nobody can win",
    "No reader who arrives here can win the fight, whatever the dice show, and it has no other way out. If the "
    "line `won when` of the combat can never hold, the finding says so, at the first such fight. A fight that is won now and "
    "then, however seldom, is no such fight (see GB413).",
    "Weaken the foe, or offer an escape. If the finding names what never holds, correct `won when`.",
)
HARDLY_WON = declare(
    "GB413",
    Severity.INFO,
    "a fight that is hardly ever won",
    "The fight can be won, but less than once in a thousand times, even by a reader who chooses best and has the best "
    "sheet that is possible there. It has no other way out: nobody can escape, and a reader who loses it has lost the "
    "book. The chance is that of the fight alone, from its beginning. If too many sheets are possible to look at all of them, "
    "there is no finding.",
    "Weaken the foe, or offer an escape. Where the fight is meant as a warning to those who choose it, write "
    "`// noqa: GB413` there.",
    '=== 10\n~ fight "Moth-man" SKILL 20 STAMINA 30\n-> 11',
    '=== 10\n~ fight "Moth-man" SKILL 10 STAMINA 12\n-> 11',
)
NEVER_LOST = declare(
    "GB408",
    Severity.INFO,
    "a fight that nobody can lose",
    "Every reader who arrives here wins the fight, whatever they choose and whatever the dice show. A fight that is left "
    "in another way, by an escape or a turn, is not meant.",
    "Strengthen the foe, or describe the fight in prose.",
)
NO_TOTAL = declare(
    "GB409",
    Severity.WARNING,
    "points without a total",
    "The chapters form a loop that can go on for ever. If each round gains points, the expected total has no bound. If the "
    "reader cannot leave and each round loses points, the total falls without bound. If rounds both gain and lose points, "
    "a total may not exist.",
    "Let the loop end by itself, let each round cost something that runs out, or open a way out.",
    "=== 1\n~ score +1\n* Once more -> 1\n* Go home -> 2",
    "=== 1\n* Once more [if strength]\n    ~ strength -1\n    ~ score +1\n    -> 1\n* Go home -> 2",
)
