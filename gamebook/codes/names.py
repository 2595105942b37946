"""GB1: what names stand for."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

UNKNOWN_CHAPTER = declare(
    "GB101",
    Severity.ERROR,
    "unknown chapter",
    "A turn, `visited` or `start` speaks of a chapter that the book does not have.",
    "Correct the number or name, or write the chapter.",
    "* Climb down -> 212",
    "* Climb down -> 213",
)
UNKNOWN_NAME = declare(
    "GB102",
    Severity.ERROR,
    "unknown name",
    "A rule speaks of something that the sheet does not have.",
    "Correct the spelling, or declare the name in the `sheet`.",
    "~ gain lantren",
    "~ gain lantern",
)
UNKNOWN_CHECK = declare(
    "GB103",
    Severity.ERROR,
    "unknown test",
    "Neither the book nor its rule system has a test of this name.",
    "Correct the name, or say what to test and on which dice.",
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
    "A reader who turns to this chapter could not tell which one is meant.",
    "Give one of them another number or name.",
    "=== 7\n…\n=== 7",
    "=== 7\n…\n=== 8",
)
DUPLICATE_NAME = declare(
    "GB107",
    Severity.ERROR,
    "a name declared twice",
    "The same name stands for two things.",
    "Give one of them another name.",
    "sheet\n    item rope\n    codeword rope",
    "sheet\n    item rope\n    codeword ROPED",
)
WRONG_KIND = declare(
    "GB108",
    Severity.ERROR,
    "a name used as what it is not",
    "The name exists, but stands for another kind of thing than this place needs.",
    "Use the word that fits: `gain` for items, `note` for codewords, `+` and `-` for numbers.",
    "~ gain gold",
    "~ gold +1",
)
AMBIGUOUS_VALUE = declare(
    "GB109",
    Severity.ERROR,
    "a value of several one-ofs",
    "The word is a value of more than one `one-of`, so alone it could mean either.",
    "Say which one.",
    "~ if none",
    "~ if weapon = none",
)
UNKNOWN_DECISION = declare(
    "GB110",
    Severity.ERROR,
    "unknown decision or option",
    "A strategy speaks of a decision, or of an option there, that the book does not have.",
    "Use the name of a `choose`, or a chapter, and the option's label as written.",
    "at pres: strike",
    "at press: strike",
)
UNKNOWN_SYSTEM = declare(
    "GB111",
    Severity.ERROR,
    "unknown rule system",
    "There is no rule system of this name, neither shipped nor beside the book.",
    "Correct the name, or put NAME.gbk beside the book.",
    "use fighting-fantsy",
    "use fighting-fantasy",
)
MISSING_FILE = declare(
    "GB112",
    Severity.ERROR,
    "a file that cannot be read",
    "An included file does not exist, is not text, or cannot be opened.",
    "Correct the path; it is looked for from the book's folder.",
    'include "part-two.gbk"',
    'include "part2.gbk"',
)
BAD_INCLUDE = declare(
    "GB113",
    Severity.ERROR,
    "an include that is not allowed",
    "A file includes itself, lies outside the book's folder, or is included too deeply.",
    "Keep all parts in the book's folder and include each of them once, from the main file.",
    'include "../other/part2.gbk"',
    'include "part2.gbk"',
)
NEVER_HAD = declare(
    "GB114",
    Severity.WARNING,
    "something the reader can never have",
    "No rule gives this item or codeword, and the reader does not start with it.",
    "Give it somewhere, or take it off the sheet.",
    "item lantern\n…\n* Light the lantern [if lantern] -> 5",
    "item lantern\n…\n~ gain lantern",
)
NEVER_USED = declare(
    "GB115",
    Severity.INFO,
    "something that never matters",
    "No condition, price or text ever asks for this item or codeword.",
    "Use it, or take it off the sheet.",
)
CIRCULAR = declare(
    "GB116",
    Severity.ERROR,
    "a value defined by itself",
    "A derived value is needed to work out that same value.",
    "Break the circle.",
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
    "A value was set from outside for a parameter that the book does not declare.",
    "Use the name of one of the book's `param` lines.",
)
UNKNOWN_EVENT = declare(
    "GB119",
    Severity.ERROR,
    "unknown event",
    "The combat has no moment of this name, so these steps would never run.",
    "Use one of the events that the combat names.",
    "on round-lots",
    "on round-lost",
)
UNKNOWN_SETTING = declare(
    "GB120",
    Severity.ERROR,
    "unknown setting",
    "The combat has no option of this name.",
    "Use one of the combat's options.",
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
    "`foe`, `event`, `first time` and `-> back` need a place: a fight, a combat, a chapter.",
    "Use it where there is one.",
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
    "The number of a secret link is not printed: the reader knows it, or works it out. So it must lead to a chapter with a "
    "number, and that chapter keeps it when the book is printed with other numbers.",
    "Give the chapter a number, or print the link.",
    "* You know the answer -> old-mill secret",
    "* You know the answer -> 16 secret",
)
RULE_ARGUMENTS = declare(
    "GB131",
    Severity.ERROR,
    "a rule with the wrong values",
    "A rule is done with one value for each of the names in its brackets.",
    "Give it as many as it asks for, in their order.",
    "~ do buy(rope)",
    "~ do buy(rope, 3)",
)
