"""GB0: how the page is written."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

# ---- the file ---------------------------------------------------------------------------------------

NOT_TEXT = declare(
    "GB001",
    ERROR,
    "file that is not UTF-8 text",
    "The file holds bytes that are not UTF-8. It may be a word processor's document, or be saved in an old encoding.",
    "Save it as plain text in the encoding UTF-8.",
)
CONTROL = declare(
    "GB002",
    ERROR,
    "invisible control character",
    "The text holds a character that cannot be seen or printed, such as NUL.",
    "Delete it; typing the line anew is the surest way.",
)
TOO_LONG = declare(
    "GB003",
    ERROR,
    "file too long",
    "The file is longer than 5 million bytes and is not read.",
    "Split the book and join the parts with include.",
    right='include "part2.gbk"',
)
TOO_MANY = declare(
    "GB004",
    ERROR,
    "too many findings",
    "Reading stopped after a hundred findings; the rest of the file was not looked at.",
    "Mend the first ones and check again: one mistake often causes many.",
)

# ---- the frame of a page ----------------------------------------------------------------------------

TAB_INDENT = declare(
    "GB005",
    WARNING,
    "tab before a line",
    "Tabs are as wide as each program likes, so blocks may not be what they look like. Here a tab counts as the "
    "blanks up to the next multiple of four.",
    "Use four blanks instead; `gamebook fmt` does it for you.",
)
ODD_INDENT = declare(
    "GB006",
    ERROR,
    "line between two levels",
    "The line is indented less than the one before it, but not as far out as any line above that it could belong to.",
    "Give it the same blanks as the line it goes with.",
    wrong="~ if lantern\n    ~ gold +1\n  -> 5",
    right="~ if lantern\n    ~ gold +1\n    -> 5",
)
NO_BLOCK_HERE = declare(
    "GB007",
    ERROR,
    "indented line that belongs to nothing",
    "Only choices, rows and certain rules have lines under them; prose, turns and simple rules do not.",
    "Take the blanks away before the line, or put it under a choice, a row or an if.",
    wrong="You fall.\n    ~ STAMINA -2",
    right="You fall.\n~ STAMINA -2",
)
BLOCK_MISSING = declare(
    "GB008",
    ERROR,
    "nothing under a line that needs it",
    "The line promises a block, but the next line is not indented.",
    "Indent by four blanks what belongs under it.",
    wrong="~ if lantern\n-> 5",
    right="~ if lantern\n    -> 5",
)
TOO_DEEP = declare(
    "GB009",
    ERROR,
    "blocks nested too deeply",
    "There are more than fifty blocks inside one another, or as many else if in a row.",
    "Move some of it to chapters of their own.",
)
CHAPTER_MARK = declare(
    "GB010",
    ERROR,
    "chapter mark in the wrong place",
    "A chapter begins with three equals signs at the very start of a line and a blank after them.",
    "Write it so, or put a backslash before it if it is prose.",
    wrong="===12 The cave",
    right="=== 12 The cave",
)
CHAPTER_NAME = declare(
    "GB011",
    ERROR,
    "chapter without a proper name",
    "A chapter is called by a number, or by words joined with hyphens; its title comes after a blank.",
    "Write a number or a name right after the mark.",
    wrong="=== 12: The cave",
    right="=== 12 The cave",
)
HEADER_TEXT = declare(
    "GB012",
    ERROR,
    "unknown line before the first chapter",
    "Before the first chapter stand only the book's own lines (book, sheet, when, …), no story.",
    "Check the word's spelling, or move the text into a chapter.",
    wrong="sheeet\n    item lantern",
    right="sheet\n    item lantern",
)
MISPLACED_HEADER = declare(
    "GB013",
    WARNING,
    "line of the header inside a chapter",
    "After the first chapter begins, words such as sheet or item are prose and declare nothing.",
    "Move the line before the first chapter; put a backslash before it if it is prose.",
    wrong="=== 1\nnumber gold = 3",
    right="sheet\n    number gold = 3\n\n=== 1",
)
WRONG_LEVEL = declare(
    "GB014",
    ERROR,
    "line of the header in the wrong block",
    "The line is known, but belongs under another one: item, number, stat and their like under sheet.",
    "Move it, or indent it under its own heading.",
    wrong="item lantern",
    right="sheet\n    item lantern",
)

# ---- marked lines -----------------------------------------------------------------------------------

UNKNOWN_RULE = declare(
    "GB020",
    ERROR,
    "unknown rule",
    "The word after ~ is none that the language knows.",
    "Check its spelling; a change is written with the name first, such as ~ STAMINA -2.",
    wrong="~ tset luck",
    right="~ test luck",
)
MISSING_QUOTE = declare(
    "GB021",
    ERROR,
    "quotation mark missing",
    "Text that is not prose stands between straight quotation marks, both on one line.",
    'Write " on both sides. A " inside the text is written \\".',
    wrong='~ victory "The crown is yours',
    right='~ victory "The crown is yours"',
)
NO_TARGET = declare(
    "GB022",
    ERROR,
    "turn that leads nowhere",
    "After -> stands neither a chapter nor an ending.",
    "Write the number or name of a chapter, or an ending.",
    wrong="* Go in ->",
    right="* Go in -> 12",
)
BAD_TARGET = declare(
    "GB023",
    ERROR,
    "turn that cannot be read",
    "A turn leads to one chapter, back, an ending, or a value in parentheses, and nothing follows it.",
    "Write only that after the arrow; a condition stands before it, other words on a line of their own.",
    wrong="* Go in -> chapter 12",
    right="* Go in -> 12",
)
OPEN_BRACKET = declare(
    "GB024",
    ERROR,
    "condition without its closing bracket",
    "The condition of a choice stands in square brackets, [if …], after its words and before its turn.",
    "Add the ] where the condition ends.",
    wrong="* Light the lamp [if lantern -> 5",
    right="* Light the lamp [if lantern] -> 5",
)
ODDS = declare(
    "GB055",
    ERROR,
    "a share of readers that is none",
    "A strategy says how many readers in how many take an option: at least one, and at most all.",
    "Write the smaller number first.",
    wrong="strategy careful\n    at 7: jump 5 in 1 else walk\n    otherwise best",
    right="strategy careful\n    at 7: jump 1 in 5 else walk\n    otherwise best",
)
LATE_CONDITION = declare(
    "GB025",
    ERROR,
    "words after a condition",
    "After a choice's condition comes only its turn, or the end of the line.",
    "Put all the words first, then the condition, then the turn.",
    wrong="* Light the lamp -> 5 [if lantern]",
    right="* Light the lamp [if lantern] -> 5",
)
EMPTY_CHOICE = declare(
    "GB026",
    ERROR,
    "choice without words",
    "Nothing tells the reader what this choice is.",
    "Write a few words after the star.",
    wrong="* -> 12",
    right="* Go in -> 12",
)
ROW_EXPECTED = declare(
    "GB027",
    ERROR,
    "line that is not a row",
    "Under a roll, a test, a comparison or a fight stand rows only, each of one kind.",
    "Begin the line with what the row is for; prose goes under a row, indented.",
    wrong="~ test luck\n    You jump.",
    right="~ test luck\n    lucky\n        You jump.\n    unlucky -> 3",
)
STRAY_ROW = declare(
    "GB028",
    ERROR,
    "row without a roll",
    "The line looks like a row, but there is no roll or test above that it belongs to, so it is read as prose.",
    "Write the roll or test above it and indent the rows; put a backslash before a line that is prose.",
    wrong="1-3 -> 20\n4-6 -> 30",
    right="~ roll 1d6\n    1-3 -> 20\n    4-6 -> 30",
)
PROSE_ARROW = declare(
    "GB029",
    WARNING,
    "arrow inside prose",
    "A turn is the beginning of a line or the end of a choice; in prose an arrow does nothing.",
    "Make it a choice or a line of its own, or write \\-> if it is prose.",
    wrong="Go through the door -> 12",
    right="* Go through the door -> 12",
)
STRAY_ELSE = declare(
    "GB030",
    ERROR,
    "else without if",
    "An else stands right after the block of an if, with the same blanks before it.",
    "Give it the indentation of its if, and nothing between the two.",
    wrong="~ else\n    -> 5",
    right="~ if lantern\n    -> 4\n~ else\n    -> 5",
)
NO_ROWS = declare(
    "GB031",
    ERROR,
    "roll or comparison without rows",
    "Something is rolled, but nothing says what each result brings.",
    "Write rows under it, or keep the result under a name.",
    wrong="~ roll 1d6",
    right="~ roll 1d6 as d",
)
NO_FOE = declare(
    "GB032",
    ERROR,
    "fight without a foe",
    "A fight names its foe or foes and their numbers.",
    "Write the foe on the line, or on lines that begin with foe under it.",
    wrong="~ fight",
    right='~ fight "Guard" SKILL 7 STAMINA 6',
)
EMPTY_RESOLUTION = declare(
    "GB033",
    ERROR,
    "nothing after by",
    "After by stands how the roll is decided: a mode, an account, a scope, or several of them in this order.",
    "Write dice, expected, ledger, residual or systematic.",
    wrong="~ roll 1d6 as d by",
    right="~ roll 1d6 as d by dice",
)
AMOUNT = declare(
    "GB034",
    ERROR,
    "amount that can be read in two ways",
    "In STAMINA -1d6 + 1 it is not clear whether the one is lost or won.",
    "Put the whole amount in parentheses.",
    wrong="~ STAMINA -1d6 + 1",
    right="~ STAMINA -(1d6 + 1)",
)
NO_SIGN = declare(
    "GB035",
    ERROR,
    "change without plus or minus",
    "After a name a rule says how it changes: + or - and an amount.",
    "Write the sign, or ~ set to give it a new value.",
    wrong="~ STAMINA 2",
    right="~ STAMINA -2",
)
LINE = declare(
    "GB036",
    ERROR,
    "line that cannot be read",
    "The line begins like one the language knows, but goes on in a way it does not.",
    "Compare it with an example of its kind.",
)
PART_MISSING = declare(
    "GB037",
    ERROR,
    "part missing in a test or combat",
    "A test needs succeed and its two outcomes; a combat needs foe, won when and round.",
    "Add the missing line.",
    wrong="test luck\n    succeed 2d6 <= LUCK",
    right="test luck\n    succeed 2d6 <= LUCK\n    lucky | unlucky",
)
PART_TWICE = declare(
    "GB038",
    ERROR,
    "part given twice",
    "This line may stand only once in its block; the first one counts.",
    "Keep one of them.",
)
MARK_BLANK = declare(
    "GB039",
    WARNING,
    "mark without a blank",
    "A star directly followed by a word is prose; a choice has a blank after the star.",
    "Write the blank; put a backslash before the star if it is prose.",
    wrong="*Go in -> 12",
    right="* Go in -> 12",
)

# ---- values and names -------------------------------------------------------------------------------

EXPRESSION = declare(
    "GB040",
    ERROR,
    "value or condition that cannot be read",
    "Something is missing or too much: a number, a name, a sign between two values.",
    "Write values with + - * / mod, compare with = != < <= > >=, join with and, or, not.",
    wrong="~ if gold >\n    -> 5",
    right="~ if gold > 5\n    -> 5",
)
PARENTHESIS = declare(
    "GB041",
    ERROR,
    "parenthesis not closed",
    "A ( has no ) on the same line.",
    "Add the ) where the group ends.",
    wrong="~ set x = 2 * (gold + 1",
    right="~ set x = 2 * (gold + 1)",
)
BIG_NUMBER = declare(
    "GB042",
    ERROR,
    "number too big",
    "Numbers go up to a thousand million.",
    "Choose a smaller unit.",
)
BIG_DICE = declare(
    "GB043",
    ERROR,
    "too many dice, or too many sides",
    "A roll has at most 100 dice, a die 1 to 1000 sides.",
    "Use fewer.",
    wrong="~ gold +999999d6",
    right="~ gold +9d6",
)
DIE_ALONE = declare(
    "GB044",
    ERROR,
    "die without a number of dice",
    "How many dice are rolled is always written.",
    "Write 1d6 for one die.",
    wrong="~ gold +d6",
    right="~ gold +1d6",
)
TOO_COMPLEX = declare(
    "GB045",
    ERROR,
    "line with too many operations",
    "There are more than a hundred operations and parentheses on one line.",
    "Give parts of it names with let.",
)
RESERVED_NAME = declare(
    "GB046",
    ERROR,
    "name that is a word of the language",
    "Conditions would misread it.",
    "Choose another name.",
    wrong="sheet\n    item not",
    right="sheet\n    item knot",
)
BAD_PERCENT = declare(
    "GB047",
    ERROR,
    "chance outside 0% to 100%",
    "A chance is a percentage with at most two digits after the point.",
    "Write it so.",
    wrong="expect win 35%..155%",
    right="expect win 35%..55%",
)
BAD_BRACES = declare(
    "GB048",
    ERROR,
    "value in braces that cannot be read",
    "In prose and labels, {…} is replaced by a value, so a name or an expression stands between the braces.",
    "Close the brace, or write \\{ for a brace that is prose.",
    wrong="You have {gold pieces.",
    right="You have {gold} pieces.",
)
FOREIGN_MARK = declare(
    "GB049",
    ERROR,
    "mark that only looks right",
    "The line holds a mark from a word processor: a curly quotation mark, an arrow or dash in one piece, or a sign "
    "from another notation such as ==.",
    'Write the plain signs " -> - = <= >= != instead.',
    wrong="~ victory “The crown is yours”",
    right='~ victory "The crown is yours"',
)
LEADING_ZEROS = declare(
    "GB050",
    INFO,
    "chapter number with zeros in front",
    "007 is the same number as 7: the chapter is called 7, and links to 7 lead to it.",
    "Write the number without the zeros.",
    wrong="* Climb -> 07",
    right="* Climb -> 7",
)
TURN_IN_WORDS = declare(
    "GB051",
    ERROR,
    "turn in words, and no arrow",
    "The words tell the reader to turn to a chapter, but only an arrow turns: the choice goes on with what stands below, "
    "or the chapter has no way on.",
    "Write the number after an arrow.",
    wrong="* Climb the ladder. Turn to 7.",
    right="* Climb the ladder -> 7",
)
TURN_IN_PROSE = declare(
    "GB052",
    WARNING,
    "number of a chapter in prose",
    "In prose a number is only a word: nobody turns there, it is not checked, and it stays when chapters get other numbers.",
    "Write a choice with an arrow, and leave the number out of the prose.",
    wrong="It is chained. If you have the crowbar, turn to 6.",
    right="It is chained.\n\n* Use the crowbar [if crowbar] -> 6",
)
FOREIGN_LINK = declare(
    "GB053",
    ERROR,
    "link of another program",
    "Twine writes links in two pairs of brackets; here they are only words.",
    "Write a choice: a star, the words, an arrow and the chapter. Write \\[[ if it is prose.",
    wrong="[[Climb the ladder->7]]",
    right="* Climb the ladder -> 7",
)
BRACES_AS_CONDITION = declare(
    "GB054",
    WARNING,
    "condition in braces",
    "Braces show a value to the reader: 0 or 1 for something that one has or has not. They ask for nothing.",
    "Write the condition in square brackets, after the words of the choice.",
    wrong="* {crowbar} Use the crowbar -> 6",
    right="* Use the crowbar [if crowbar] -> 6",
)
NOT_INDENTED = declare(
    "GB060",
    ERROR,
    "lines that are not under their choice",
    "Rules and a turn follow a choice with nothing under it, and after them come more choices, which nobody can reach. "
    "Only indented lines belong to a choice.",
    "Put four blanks before each line that belongs to the choice.",
    wrong="* Buy the map\n~ gold -2\n-> 5\n* Leave -> 6",
    right="* Buy the map\n    ~ gold -2\n    -> 5\n* Leave -> 6",
)
UNMARKED_RULE = declare(
    "GB061",
    ERROR,
    "rule without its mark",
    "The line would be a rule, but it does not begin with ~, so the reader sees it as prose and nothing happens.",
    "Write ~ and a blank before it; put a backslash before it if it is prose.",
    wrong="STAMINA -2",
    right="~ STAMINA -2",
)
CONDITION_IN_WORDS = declare(
    "GB062",
    WARNING,
    "condition that is only words",
    "The words of the choice speak of something that the reader must have, but without [if …] the choice is open to all.",
    "Write the condition in square brackets, after the words of the choice.",
    wrong="* If you have the crowbar, force the door -> 6",
    right="* Force the door [if crowbar] -> 6",
)
