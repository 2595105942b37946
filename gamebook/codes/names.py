"""GB1: names and what they refer to."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

UNKNOWN_CHAPTER = declare(
    "GB101",
    Severity.ERROR,
    "unknown chapter",
    "A turn, `visited` or `start` names a chapter that the book does not have.",
    "Correct the number or name, or write the chapter. While you are still writing the book, put `draft` into the header: "
    "then chapters may be left to write later.",
    "* Climb down -> 212",
    "* Climb down -> 213",
)
UNKNOWN_NAME = declare(
    "GB102",
    Severity.ERROR,
    "unknown name",
    "A rule uses a name that the sheet does not have. The amount of `~ choose bet in 1..6`, and a roll with a name, are "
    "known only to the end of their block.",
    "Correct the spelling, or declare the name in the `sheet`. To keep an amount, set a number of the sheet to it.",
    "~ gain lantren",
    "~ gain lantern",
)
UNKNOWN_CHECK = declare(
    "GB103",
    Severity.ERROR,
    "unknown test",
    "Neither the book nor its rule system has a test of this name.",
    "Correct the name, or write what to test and on which dice.",
    "~ test strength",
    "~ test strength on 2d6",
)
UNKNOWN_COMBAT = declare(
    "GB104",
    Severity.ERROR,
    "unknown combat",
    "A fight needs a `combat` from the book or its rule system, and there is none of this name.",
    "Use a system with fights, or write a `combat` in the header.",
    'use plain\n…\n~ fight "Guard" SKILL 7',
    'use fighting-fantasy\n…\n~ fight "Guard" SKILL 7 STAMINA 6',
)
UNKNOWN_OUTCOME = declare(
    "GB105",
    Severity.ERROR,
    "unknown outcome",
    "A row names an outcome that this test or comparison does not have.",
    "Use the test's own two words; a comparison has `higher`, `lower` and `equal`.",
    "~ test luck\n    pass -> 3",
    "~ test luck\n    lucky -> 3",
)
DUPLICATE_CHAPTER = declare(
    "GB106",
    Severity.ERROR,
    "two chapters of one name",
    "A turn to this name could mean either chapter.",
    "Give one of them another number or name.",
    "=== 7\n…\n=== 7",
    "=== 7\n…\n=== 8",
)
DUPLICATE_NAME = declare(
    "GB107",
    Severity.ERROR,
    "a name declared twice",
    "The same name is used for two things. Or a line that may stand only once in a book, such as `start`, is written "
    "twice.",
    "Give one of them another name. Or remove one of the two lines.",
    "sheet\n    item rope\n    codeword rope",
    "sheet\n    item rope\n    codeword ROPED",
)
WRONG_KIND = declare(
    "GB108",
    Severity.ERROR,
    "a name of the wrong kind",
    "The name exists, but it belongs to another kind of thing than this place needs.",
    "Use the word that fits: `gain` for items, `note` for codewords, `+` and `-` for numbers.",
    "~ gain gold",
    "~ gold +1",
)
AMBIGUOUS_VALUE = declare(
    "GB109",
    Severity.ERROR,
    "a value of several one-ofs",
    "The word is a value of more than one `one-of`, so without a name before it, it could mean any of them.",
    "Write the name of the `one-of` before the value.",
    "~ if none",
    "~ if weapon = none",
)
UNKNOWN_DECISION = declare(
    "GB110",
    Severity.ERROR,
    "unknown decision or option",
    "A strategy names a decision, or an option of a decision, that the book does not have.",
    "Use the name of a `choose`, or a chapter, and the option's label exactly as in the book.",
    "at pres: strike",
    "at press: strike",
)
UNKNOWN_SYSTEM = declare(
    "GB111",
    Severity.ERROR,
    "unknown rule system",
    "There is no rule system of this name, neither in gamebook nor in the book's folder.",
    "Correct the name, or put NAME.gbk in the book's folder.",
    "use fighting-fantsy",
    "use fighting-fantasy",
)
MISSING_FILE = declare(
    "GB112",
    Severity.ERROR,
    "a file that cannot be read",
    "An included file does not exist, is not text, or cannot be opened.",
    "Correct the path; it starts in the folder of the main file, also if another file includes it.",
    'include "part-two.gbk"',
    'include "part2.gbk"',
)
BAD_INCLUDE = declare(
    "GB113",
    Severity.ERROR,
    "an include that is not allowed",
    "A file includes itself, lies outside the book's folder, or is included too deeply.",
    "Keep all parts in the book's folder, begin each path there, and include each part once, from the main file.",
    'include "../other/part2.gbk"',
    'include "part2.gbk"',
)
NEVER_HAD = declare(
    "GB114",
    Severity.WARNING,
    "something the reader can never have",
    "No rule gives this item or codeword, and the reader does not start with it; or no rule ticks the box asked for. Or something "
    "is returned from a place where nothing is ever stored. The finding names the chapters and endings behind choices and "
    "`if`s that ask for nothing else; these conditions have no finding of their own.",
    "Give it somewhere, or remove it from the sheet.",
    "item lantern\n…\n* Light the lantern [if lantern] -> 5",
    "item lantern\n…\n~ gain lantern",
)
NEVER_USED = declare(
    "GB115",
    Severity.INFO,
    "something that never matters",
    "No condition, price or text ever uses this thing or number of the sheet; or nothing uses this value, table, rule or "
    "test of the header, this value in the parentheses of a rule, this stat of foes, setting or number of a fight, roll with a name, or amount that the reader "
    "chooses. Or nothing ever returns from a place where something is stored. What a rule only changes is not used.",
    "Use it, or remove it. If the next book of a campaign carries it, write `// noqa: GB115` behind it.",
)
CIRCULAR = declare(
    "GB116",
    Severity.ERROR,
    "a value defined by itself",
    "To compute this derived value, the value itself is needed.",
    "Define it without itself.",
    "let might = might + 1",
    "let might = SKILL + 1",
)
NO_CHAPTERS = declare(
    "GB117",
    Severity.ERROR,
    "a book without chapters",
    "There is nothing to read.",
    "Write a first chapter: `=== 1`.",
)
UNKNOWN_PARAMETER = declare(
    "GB118",
    Severity.ERROR,
    "unknown parameter",
    "`--set` or an option gives a value to a parameter that the book does not declare.",
    "Use the name of one of the book's `param` lines.",
)
UNKNOWN_EVENT = declare(
    "GB119",
    Severity.ERROR,
    "unknown event",
    "The combat has no event of this name, so these steps would never run.",
    "Use one of the events that the combat names.",
    "on round-lots",
    "on round-lost",
)
UNKNOWN_SETTING = declare(
    "GB120",
    Severity.ERROR,
    "unknown setting",
    "The combat has no setting of this name.",
    "Use one of the combat's settings.",
    "with damge = 3",
    "with damage = 3",
)
FOE_STATS = declare(
    "GB121",
    Severity.ERROR,
    "a foe with the wrong stats",
    "A foe needs exactly the stats that its combat names.",
    "Give each of them once.",
    '~ fight "Guard" SKILL 7',
    '~ fight "Guard" SKILL 7 STAMINA 6',
)
OUT_OF_PLACE = declare(
    "GB122",
    Severity.ERROR,
    "something that has no meaning here",
    "`foe`, `event`, `first time` and `-> back` only work in their place: in a fight, a combat or a chapter. In a `won` row all "
    "foes are beaten, so `foe` means none of them. And on the sheet, a value at the start cannot use what is rolled or "
    "worked out on a line below it.",
    'Move it to such a place. In a `won` row, name the foe: `foe "Orc" STAMINA`. On the sheet, write what is used further up.',
    "~ foe STAMINA -2        // outside a fight",
    "on round-won\n    ~ foe STAMINA -2",
)
UNKNOWN_RULE = declare(
    "GB130",
    Severity.ERROR,
    "unknown rule",
    "`do` names a rule that neither the book nor its rule system declares.",
    "Correct the name, or declare the rule before the first chapter.",
    "~ do eatt",
    "~ do eat",
)
SECRET_WITHOUT_NUMBER = declare(
    "GB132",
    Severity.WARNING,
    "a secret link that does not lead to a number",
    "The number of a secret link is not printed: the reader must know it or work it out. So the link must lead to a "
    "chapter with a number, and that chapter keeps its number when the book is printed in a new order.",
    "Give the chapter a number, or print the link.",
    "* You know the answer -> old-mill secret",
    "* You know the answer -> 16 secret",
)
RULE_ARGUMENTS = declare(
    "GB131",
    Severity.ERROR,
    "a rule with the wrong number of values",
    "A rule needs one value for each of the names in its brackets.",
    "Write one value for each name, in the same order.",
    "~ do buy(rope)",
    "~ do buy(rope, 3)",
)
UNWRITTEN = declare(
    "GB133",
    Severity.INFO,
    "chapters that are not written yet",
    "The header says `draft`, so some chapters may not be written yet. These are named somewhere and have no page, or are only begun: "
    "there is a way on which nothing follows. Play that comes there is over. Where readers work out a number, it may be "
    "one that no chapter has: whether anybody comes with it is not known here. What they alone could cause, "
    "such as a chapter that is never reached, is not reported.",
    "Write them. When the book is finished, remove `draft` from the header.",
)
UNWRITTEN_SLIP = declare(
    "GB134",
    Severity.WARNING,
    "a chapter that is not written yet, with a name like another",
    "In a `draft`, a name without a chapter counts as a chapter that is not written yet. This name is so much like another "
    "one that it is probably a slip.",
    "Correct the name, or write the chapter.",
    "* Visit the smith -> smihty",
    "* Visit the smith -> smithy",
)
UNWRITTEN_DECISION = declare(
    "GB135",
    Severity.WARNING,
    "a strategy for a decision that is not written yet",
    "A strategy of a `draft` names a decision, or an option of a decision, that the book does not have yet. Until then "
    "it decides nothing.",
    "Write the decision, or correct its name.",
    "at pres: strike",
    "at press: strike",
)
THING_AS_AMOUNT = declare(
    "GB136",
    Severity.WARNING,
    "a thing where an amount stands",
    "What stands between the rule and the last name is an amount. An item or a codeword counts as often as the reader has it, "
    "so `~ gain rope lamp` gives a lamp to those who have a rope, and no rope. The name of a number before an item that a "
    "reader has only once is reported, too: `~ gain gold lamp`. So is a one-of, also in any sum: it counts as the position of its "
    "value. `~ life -staff` costs 2 if the staff is the third of its values, `[if rope < 2 + staff]` has room for four then, and "
    "`~ weapon +1` makes the weapon the next one, as `~ set weapon = weapon + 1` does. Nothing is reported of "
    "`~ set weapon = (weapon + 1) mod 3` or `min(weapon + 1, 2)`, where positions are meant. Two one-ofs can be compared, or "
    "one be set to the other, if they have the same values: with other values, `~ set spare = weapon` is reported.",
    "Write a line for each of the two; of a one-of, say how much each value counts (`2 * sword`), or which value it has then "
    "(`~ set weapon = sword`), if need be for each value that it has before. If it is meant so, write `// noqa: GB136` at the "
    "end of the line.",
    "~ gain rope lamp",
    "~ gain rope\n~ gain lamp",
)
BESIDE_LIMIT = declare(
    "GB137",
    Severity.WARNING,
    "a limit that is not looked at",
    "A limit is the most of some items that the reader can carry, and `gain` takes only what fits. This line does not look "
    "at it: `+` and `set` change the number of copies, whatever else the reader has. Or the reader begins with more than fits.",
    "Write `gain`. If a condition has asked already whether there is room, write `// noqa: GB137`.",
    "item rope, meal x 5\nlimit pack 4: rope, meal\n…\n~ meal +3",
    "item rope, meal x 5\nlimit pack 4: rope, meal\n…\n~ gain 3 meal",
)
CARRIES_NOTHING = declare(
    "GB138",
    Severity.WARNING,
    "a number that cannot be carried over",
    "`carry` takes over what the reader has at the end of the book before, as far as its range here allows. This number can "
    "have only one value here, so what it was before is lost.",
    "Write the range that it has in the book before.",
    "carry gold\n…\nnumber gold = 0",
    "carry gold\n…\nnumber gold = 0 in 0..50",
)
