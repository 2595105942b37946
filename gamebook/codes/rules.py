"""GB3: rules and dice."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

UNBOUNDED = declare(
    "GB301",
    Severity.ERROR,
    "unbounded variable",
    "The number changes, and nothing says how low and how high it may go, so the states of the book cannot be counted.",
    "Declare its range.",
    "number fame = 0",
    "number fame = 0 in -5..10",
)
ROW_GAP = declare(
    "GB302",
    Severity.ERROR,
    "a total without a row",
    "The dice can give a total for which no row says what happens.",
    "Add the missing row.",
    "~ roll 1d6\n    1-2 -> 5\n    4-6 -> 6",
    "~ roll 1d6\n    1-3 -> 5\n    4-6 -> 6",
)
ROW_OVERLAP = declare(
    "GB303",
    Severity.ERROR,
    "two rows for one outcome",
    "Two rows claim the same total or outcome.",
    "Let each outcome stand in one row.",
    "~ roll 1d6\n    1-3 -> 5\n    3-6 -> 6",
    "~ roll 1d6\n    1-3 -> 5\n    4-6 -> 6",
)
ROW_IMPOSSIBLE = declare(
    "GB304",
    Severity.WARNING,
    "a row that never comes up",
    "The dice cannot give this total.",
    "Correct the range, or the dice.",
    "~ roll 2d6\n    1-6 -> 5\n    7-12 -> 6",
    "~ roll 2d6\n    2-6 -> 5\n    7-12 -> 6",
)
DIVISION_BY_ZERO = declare(
    "GB305",
    Severity.ERROR,
    "division by zero",
    "The number divided by is always 0.",
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
    "Counts of dice, ranges and lists have limits, so that no book can take forever to read.",
    "Use smaller numbers.",
    "~ roll 999999d6",
    "~ roll 9d6",
)
BAD_DICE = declare(
    "GB308",
    Severity.ERROR,
    "dice that cannot be rolled",
    "Dice need at least one face, a number that is not negative, and cannot keep more dice than are rolled.",
    "Correct the dice.",
    "~ roll keep highest 4 of 3d6",
    "~ roll keep highest 3 of 4d6",
)
EMPTY_RANGE = declare(
    "GB309",
    Severity.ERROR,
    "a range that is empty",
    "The low end lies above the high end.",
    "Swap the two ends.",
    "expect win 55%..35%",
    "expect win 35%..55%",
)
NO_DICE_HERE = declare(
    "GB311",
    Severity.ERROR,
    "dice where none can be rolled",
    "Conditions, ranges and derived values are worked out without rolling.",
    "Roll first, and give the roll a name.",
    "~ if 1d6 > 3",
    "~ roll 1d6 as d\n~ if d > 3",
)
NOT_CONSTANT = declare(
    "GB312",
    Severity.ERROR,
    "a number that must be fixed",
    "Ranges, limits and counts of this kind must be the same for every reader.",
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
    "A `lost` row stands in for the triggers that end in a defeat, and the book has none.",
    "Write a trigger such as `when STAMINA <= 0 -> defeat`, or drop the row.",
)
NOT_TOGETHER = declare(
    "GB315",
    Severity.ERROR,
    "foes that cannot fight together",
    "The combat does not say what a foe does that the reader does not attack.",
    "Give the combat an `others` part, or let the foes come one after another.",
)
BAD_START = declare(
    "GB316",
    Severity.ERROR,
    "a start outside its range",
    "The value at the start lies outside the declared range.",
    "Widen the range, or start inside it.",
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
    "a header line that means nothing",
    "The word, or the value after it, is not one the header knows.",
    "Use `author`, `language`, `start`, `aim win`, `aim score`, `aim win then score`, `ties first` or `ties last`.",
    "aim glory",
    "aim score",
)
MAY_DIVIDE_BY_ZERO = declare(
    "GB325",
    Severity.WARNING,
    "a division by a number that can be 0",
    "Some reader comes here with 0 to divide by; the result is then 0, which nobody will guess.",
    "Ask first, or divide by something that cannot be 0.",
    "~ set share = gold / friends",
    "~ if friends\n    ~ set share = gold / friends",
)
NO_UPPER_RANGE = declare(
    "GB324",
    Severity.WARNING,
    "beyond initial, without a range",
    "`beyond initial` goes as far as the stat's range, and nothing says how far that is: it ends where the best roll does.",
    "Declare the stat's range.",
    "stat NERVE = 1d6\n…\n~ NERVE +2 beyond initial",
    "stat NERVE = 1d6 in 0..10\n…\n~ NERVE +2 beyond initial",
)
NO_ROOM = declare(
    "GB319",
    Severity.WARNING,
    "a limit that leaves no room",
    "The limit has no place for even one copy of the things it lists.",
    "Allow at least one place.",
)
LEFT_ON_DICE = declare(
    "GB320",
    Severity.INFO,
    "a roll that stays on dice",
    "The book, chapter or fight asks for a resolution without luck which this roll cannot have: a mean of branches that"
    " lead to different places, or a death that would never come.",
    "Leave it so, and write `by dice` to say that you mean it; or give the roll a mode of its own.",
)
BAD_ACCOUNT = declare(
    "GB321",
    Severity.ERROR,
    "an account that cannot be kept",
    "Rolls that share an account must be decided in the same mode and kept for the same time; and where they have not the"
    " same outcomes, or are read alone, nothing bounds what the account may come to hold.",
    "Give them accounts of their own, or declare how far the account may go.",
    "~ random by ledger account D2",
    "account D2 of 6 in -30..30",
)
ONE_VISIT = declare(
    "GB322",
    Severity.INFO,
    "a roll whose likeliest outcome always comes",
    "The account is new when the reader comes here, and the reader comes here once: without dice the likeliest outcome is"
    " sure, and the others never happen.",
    "Leave it on dice, let it share an account with other rolls, or use `by systematic`, which keeps every chance.",
    "~ test skill by residual",
    "~ test skill by systematic",
)
NO_DEADLINE = declare(
    "GB326",
    Severity.INFO,
    "a deadline where chances vary",
    "`deadline` reckons when each outcome's time runs out, which can be told of fixed chances only. Where they vary with"
    " the sheet, the outcome that is furthest behind comes, as without the word.",
    "Give the roll fixed chances, or leave `deadline` out.",
    "~ test luck by residual deadline",
    "~ test luck by residual",
)
BAD_RESOLUTION = declare(
    "GB323",
    Severity.ERROR,
    "words after `by` that do not go together",
    "`nearest` is a manner of `expected`, `deadline` of `residual`, `strict` and `alone` of `ledger`.",
    "Correct the mode or the manner.",
    "~ gold +1d6 by residual nearest",
    "~ gold +1d6 by expected nearest",
)
