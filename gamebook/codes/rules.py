"""GB3: rules and dice."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

UNBOUNDED = declare(
    "GB301",
    Severity.ERROR,
    "unbounded variable",
    "The number changes, but it has no lowest and highest value, so the book could have infinitely many states.",
    "Declare its range.",
    "number fame = 0",
    "number fame = 0 in -5..10",
)
ROW_GAP = declare(
    "GB302",
    Severity.ERROR,
    "a total without a row",
    "The dice can give a total that no row covers.",
    "Add the missing row.",
    "~ roll 1d6\n    1-2 -> 5\n    4-6 -> 6",
    "~ roll 1d6\n    1-3 -> 5\n    4-6 -> 6",
)
ROW_OVERLAP = declare(
    "GB303",
    Severity.ERROR,
    "two rows for one outcome",
    "Two rows cover the same total or outcome.",
    "Write each outcome in one row only.",
    "~ roll 1d6\n    1-3 -> 5\n    3-6 -> 6",
    "~ roll 1d6\n    1-3 -> 5\n    4-6 -> 6",
)
ROW_IMPOSSIBLE = declare(
    "GB304",
    Severity.WARNING,
    "a row that never comes up",
    "The dice cannot give this total, or the comparison or test cannot end so for any values in the ranges of the sheet. "
    "What readers really have when they come there is not looked at. A row in a `rule` or a `combat` is reported if it "
    "comes up nowhere that this is done.",
    "Correct the range, or the dice; of a comparison look whether two values were swapped.",
    "~ roll 2d6\n    1-6 -> 5\n    7-12 -> 6",
    "~ roll 2d6\n    2-6 -> 5\n    7-12 -> 6",
)
DIVISION_BY_ZERO = declare(
    "GB305",
    Severity.ERROR,
    "division by zero",
    "The divisor is always 0.",
    "Divide by something else.",
    "~ set share = gold / 0",
    "~ set share = gold / 2",
)
TABLE_SHAPE = declare(
    "GB306",
    Severity.ERROR,
    "a table of the wrong shape",
    "The table needs one line for each row, and one number for each column.",
    "Add or remove numbers, or change the ranges of its columns and rows.",
    "table hits columns 0..2 rows 0..0\n    1 2",
    "table hits columns 0..2 rows 0..0\n    1 2 3",
)
TOO_LARGE = declare(
    "GB307",
    Severity.ERROR,
    "larger than the solver's limits",
    "Numbers of dice, ranges, lists and values have limits; without them, reading a book could take forever, or its"
    " numbers could not be computed.",
    "Use smaller numbers.",
    "~ roll 999999d6",
    "~ roll 9d6",
)
BAD_DICE = declare(
    "GB308",
    Severity.ERROR,
    "dice that cannot be rolled",
    "A die needs at least one face, the number of dice cannot be negative, and a roll cannot keep more dice than it has.",
    "Correct the dice.",
    "~ roll keep highest 4 of 3d6",
    "~ roll keep highest 3 of 4d6",
)
EMPTY_RANGE = declare(
    "GB309",
    Severity.ERROR,
    "a range that is empty",
    "The low end is greater than the high end.",
    "Swap the two ends.",
    "expect win 55%..35%",
    "expect win 35%..55%",
)
NO_DICE_HERE = declare(
    "GB311",
    Severity.ERROR,
    "dice where no dice are allowed",
    "Conditions, ranges and derived values are computed without rolling.",
    "Roll first, and give the roll a name.",
    "~ if 1d6 > 3",
    "~ roll 1d6 as d\n~ if d > 3",
)
NOT_CONSTANT = declare(
    "GB312",
    Severity.ERROR,
    "a number that must be fixed",
    "Ranges, limits and numbers of copies must be the same for every reader.",
    "Use a number or a `param`.",
    "item meal x gold",
    "item meal x 5",
)
ROUND_USE = declare(
    "GB313",
    Severity.ERROR,
    "the round used as an amount",
    "A fight may last for ever, so `round` can only be compared with fixed numbers.",
    "Compare it, or keep a `local` number with a range.",
    "~ STAMINA -round",
    "~ if round > 3\n    ~ STAMINA -1",
)
NOTHING_LOST = declare(
    "GB314",
    Severity.WARNING,
    "a `lost` row that is never taken",
    "A `lost` row replaces the triggers whose own last line is a defeat, and the book has no such trigger, or another one "
    "always ends the story first. A defeat under an `~ if`, "
    "a roll or a choice does not count, even if every way through the trigger ends in one. Triggers that turn to a chapter do so "
    "in a fight, too.",
    "Remove the row, or write the defeat as the last line of the trigger, such as `when STAMINA <= 0 -> defeat`; a defeat under "
    "`~ if` becomes a trigger of its own, such as `when STAMINA <= 0 and not charm -> defeat`.",
)
NOT_TOGETHER = declare(
    "GB315",
    Severity.ERROR,
    "foes that cannot fight together",
    "The combat does not say what the foes do that the reader does not attack.",
    "Add an `others` part to the combat, or let the foes fight one after another.",
)
BAD_START = declare(
    "GB316",
    Severity.ERROR,
    "a start value outside its range",
    "The value at the start lies outside the declared range.",
    "Widen the range, or choose a start value inside it.",
    "number gold = 20 in 0..10",
    "number gold = 10 in 0..10",
)
NO_MODIFIER = declare(
    "GB317",
    Severity.ERROR,
    "a test that takes no modifier",
    "A modifier changes the number to roll under, and this test does not compare dice with a number.",
    "Write the test with `succeed 2d6 <= NUMBER`, or leave the modifier out.",
)
BAD_FIELD = declare(
    "GB318",
    Severity.ERROR,
    "an unknown header line",
    "The header does not know this word, or the value after it; or a hero with a name has something that no hero rolls or"
    " picks.",
    "Use `author`, `language`, `start`, `aim win`, `aim score`, `aim win then score`, `ties first` or `ties last`.",
    "aim glory",
    "aim score",
)
MAY_DIVIDE_BY_ZERO = declare(
    "GB325",
    Severity.WARNING,
    "a division by a number that can be 0",
    "For some readers the divisor is 0 here. The result is then 0, which few readers expect.",
    "Add a condition, or divide by something that cannot be 0.",
    "~ set share = gold / friends",
    "~ if friends\n    ~ set share = gold / friends",
)
NO_UPPER_RANGE = declare(
    "GB324",
    Severity.WARNING,
    "beyond initial, without a range",
    "`beyond initial` can raise a stat to the top of its range, but the range is not declared, so it ends at the best roll.",
    "Declare the stat's range.",
    "stat NERVE = 1d6\n…\n~ NERVE +2 beyond initial",
    "stat NERVE = 1d6 in 0..10\n…\n~ NERVE +2 beyond initial",
)
NO_ROOM = declare(
    "GB319",
    Severity.WARNING,
    "a limit that leaves no room",
    "The limit leaves no room for even one copy of the items in its list.",
    "Raise the limit so that at least one item fits.",
)
LEFT_ON_DICE = declare(
    "GB320",
    Severity.INFO,
    "a roll that stays on dice",
    "The book, chapter or fight chooses a mode without luck, but this roll cannot use it: its branches lead to different"
    " places and have no mean, it keeps the single dice of a pool, or a death would never happen.",
    "Write `by dice` if this is what you want, or give the roll a mode of its own.",
)
BAD_ACCOUNT = declare(
    "GB321",
    Severity.ERROR,
    "an account that cannot be kept",
    "Rolls that share an account must use the same mode and keep the account for the same time. If their outcomes differ,"
    " or if a roll is read alone, the balance of the account has no bound by itself.",
    "Give each roll its own account, or declare the range of the account.",
    "~ random by ledger account D2",
    "account D2 of 6 in -30..30",
)
ONE_VISIT = declare(
    "GB322",
    Severity.INFO,
    "a roll that always gives its likeliest outcome",
    "The account is empty when the reader arrives here, and the reader arrives only once: without dice the likeliest"
    " outcome is certain, and the others never happen.",
    "Leave it on dice, let it share an account with other rolls, or use `by systematic`, which keeps every chance.",
    "~ test skill by residual",
    "~ test skill by systematic",
)
NO_DEADLINE = declare(
    "GB326",
    Severity.INFO,
    "a deadline where chances vary",
    "`deadline` computes the latest time for each outcome, and this works for fixed chances only. If the chances depend"
    " on the sheet, the outcome that is furthest behind is chosen, as without `deadline`.",
    "Give the roll fixed chances, or remove `deadline`.",
    "~ test luck by residual deadline",
    "~ test luck by residual",
)
HOLDS_AT_START = declare(
    "GB327",
    Severity.WARNING,
    "a trigger that holds at the start",
    "The condition of a trigger already holds with the values with which the sheet begins, whatever the dice show. A trigger is only looked at when"
    " something in its condition changes, so nothing happens at the start, and perhaps never. The printed rules say so,"
    " but readers expect it to count at once.",
    "Let the number start with another value, or write the check at the start of the first chapter, too.",
    "number hours = 0 in 0..12\n…\nwhen hours <= 0 -> defeat",
    "number hours = 12 in 0..12\n…\nwhen hours <= 0 -> defeat",
)
NEVER_HOLDS = declare(
    "GB328",
    Severity.WARNING,
    "a setting that never holds",
    "If two lines of a fight change the same setting, the later one counts. Here it counts in every round in which the"
    " earlier one would, so the earlier one does nothing, and it is not printed.",
    "Remove the earlier line, or write the line that is for fewer rounds last.",
    '~ fight "Bear" life 2\n    with damage = 2 for 1 round\n    with damage = 1',
    '~ fight "Bear" life 2\n    with damage = 1\n    with damage = 2 for 1 round',
)
NUMBER_ALONE = declare(
    "GB329",
    Severity.WARNING,
    "a number alone in a condition",
    "`and` and `or` join whole conditions. A number alone is one, too: 0 never holds, and every other number always does. "
    "So the name of a number alone, `ann and ben > 3`, only says that it is not 0; this is a finding before a comparison "
    "of a number with the same range. And so does a sum: `ash + elm and oak` is 1 or 0.",
    "Write the comparison again for each number. Write `ash + (elm and oak)`; a sum that is meant stands in parentheses.",
    "* Go in [if gold = 3 or 4] -> 5",
    "* Go in [if gold = 3 or gold = 4] -> 5",
)
POINTS_FOR_NOTHING = declare(
    "GB330",
    Severity.INFO,
    "points that nobody wants",
    "The book gives points, but its aim is to win: best play does not look at them, and no report counts them.",
    "Say in the header that points count, or remove them.",
    'book "The Orchard"\n…\n~ score 10',
    'book "The Orchard"\n    aim score\n…\n~ score 10',
)
ENDLESS = declare(
    "GB331",
    Severity.WARNING,
    "a repeat that never ends",
    "The condition after `until` can never hold, whatever is in the block, because a number cannot leave its range.",
    "Correct the condition, or widen the range.",
    "number gold = 0 in 0..10\n…\n~ repeat until gold = 11\n    ~ gold +1",
    "number gold = 0 in 0..10\n…\n~ repeat until gold = 10\n    ~ gold +1",
)
PAID_TWICE = declare(
    "GB340",
    Severity.WARNING,
    "a price that is paid twice",
    "A choice has a `pay` and another rule that takes the same amount of the same thing. `pay` closes the choice to readers "
    "who have too little, and it takes the price from all others.",
    "Remove one of the two lines. If the same is lost once more, write `// noqa: GB340`.",
    "* Pay the toll\n    ~ pay 2 gold\n    ~ gold -2",
    "* Pay the toll\n    ~ pay 2 gold",
)
IDLE_TEST = declare(
    "GB332",
    Severity.WARNING,
    "a test that decides nothing",
    "The test has no rows, so play goes on in the same way after a success and after a failure. A test that changes "
    "something by itself, such as one that uses up luck, may stand alone. Or all rows of a test, or of other dice, do "
    "nothing but turn to the same chapter; or both blocks of an `if` do.",
    "Write a row for each outcome under it, or remove the test.",
    "~ test skill\n-> 3",
    "~ test skill\n    pass -> 3\n    fail -> 4",
)
BAD_RESOLUTION = declare(
    "GB323",
    Severity.ERROR,
    "words after `by` that do not go together",
    "`nearest` only works with `expected`, `deadline` with `residual`, `strict` and `alone` with `ledger`.",
    "Correct the mode or the word after it.",
    "~ gold +1d6 by residual nearest",
    "~ gold +1d6 by expected nearest",
)
COMPUTED_ONCE = declare(
    "GB333",
    Severity.INFO,
    "a number that is worked out only once",
    "A `number` gets its value before the start. This one is worked out from something that rules change later, and no rule "
    "changes it, so from then on it says what once was.",
    "Write `let`, which is always up to date. If the value at the start is meant, write `// noqa: GB333`.",
    "number wealth = gold + 5",
    "let wealth = gold + 5",
)
BELOW_ZERO = declare(
    "GB334",
    Severity.WARNING,
    "an amount below 0",
    "How much is gained, lost or paid, or changes a number behind its sign, is below 0. So the line does the opposite: a "
    "price gives, a loss gains. Or a fight has such an amount, `with harm = -3`, and nobody is hurt.",
    "Write the amount without its minus, or the rule for the opposite.",
    "~ pay -2 gold",
    "~ pay 2 gold",
)
OF_NOTHING = declare(
    "GB335",
    Severity.WARNING,
    "a number with which nothing happens",
    "How much is gained, lost or changed is 0, or a block is repeated, choices are taken or dice are rolled 0 times or "
    "fewer. Rounds of a fight are counted from 1. Or a value is set to itself, a trigger has nothing to do, or a foe is "
    "beaten before its fight begins.",
    "Write the number that is meant, or remove the rule.",
    "~ repeat -3 times\n    ~ gold +1",
    "~ repeat 3 times\n    ~ gold +1",
)
SURVIVED = declare(
    "GB337",
    Severity.WARNING,
    "a loss that ends nothing any more",
    "Play goes on after `lost`, or after another trigger that runs first, with a number still at the value at which a trigger "
    "ends the story. That trigger runs only when the number changes, and to lose what is not there is no change: whoever "
    "has 0 STAMINA cannot die any more.",
    "Say how much is left, before play goes on.",
    "lost -> 2",
    "lost\n    ~ set STAMINA = 2\n    -> 2",
)
TOO_FEW_CHOICES = declare(
    "GB336",
    Severity.WARNING,
    "more choices to take than there are",
    "`choose 4 of` stands above three choices, so the reader takes all that are open, in any order.",
    "Write how many of them the reader takes, or write the choice that is missing.",
    "~ choose 3 of\n    * A rope\n        ~ gain rope\n    * A lamp\n        ~ gain lamp",
    "~ choose 1 of\n    * A rope\n        ~ gain rope\n    * A lamp\n        ~ gain lamp",
)
MAY_BE_BELOW_ZERO = declare(
    "GB338",
    Severity.WARNING,
    "an amount that can be below 0",
    "How much is gained, lost or paid is worked out, and comes to less than 0 for some readers. For them the line does the "
    "opposite: a price gives, a loss gains.",
    "Write `max(0, …)`, or ask before it.",
    "~ pay 5 - rebate gold",
    "~ pay max(0, 5 - rebate) gold",
)
RIVAL_KNOWS = declare(
    "GB339",
    Severity.WARNING,
    "a share of readers on a rival's choice",
    "`[knows 40%]` says how many readers know of an option. A rival knows every option, so it does nothing under `rival chooses`.",
    "Remove it. If chance decides what the rival can do, roll for it.",
    '~ rival chooses "her move"\n    * Strike [knows 40%] -> 2\n    * Wait -> 3',
    '~ rival chooses "her move"\n    * Strike -> 2\n    * Wait -> 3',
)
