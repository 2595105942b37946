"""GB0: the syntax of a page."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

# ---- the file ---------------------------------------------------------------------------------------

NOT_TEXT = declare(
    "GB001",
    ERROR,
    "file that is not UTF-8 text",
    "The file contains bytes that are not UTF-8. It may be a word processor's document, a picture, or saved in an old encoding.",
    "A manuscript in Word (DOCX) or Rich Text Format, a story of Twine as a web page, and some books in XML become a book with "
    "`gamebook import my-book.docx -o my-book.gbk`. Save anything else as plain text in the encoding UTF-8.",
)
CONTROL = declare(
    "GB002",
    ERROR,
    "invisible control character",
    "The text contains a character that cannot be seen or printed, such as NUL. Or a rule or a name has "
    "one in it that shows nothing, such as a soft hyphen (U+00AD) in a copied word. Or a line begins with one, such as a mark "
    "of direction (U+200F), and the `~`, `*` or `->` after it begins no rule, choice or turn.",
    "Delete it, or type the whole line again.",
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
    "Reading stops after a hundred findings of a file. In one chapter, or one block before the first chapter, fifty lines "
    "that cannot be read are reported, in a very long chapter fewer. The rest was not checked.",
    "Correct the first ones and check again: one mistake often causes many findings.",
)

# ---- the frame of a page ----------------------------------------------------------------------------

TAB_INDENT = declare(
    "GB005",
    WARNING,
    "tab before a line",
    "Each program shows tabs with its own width, so the indent may not be what you see. Here a tab fills up to the next "
    "multiple of four blanks.",
    "Use four blanks instead; `gamebook fmt` does it for you.",
)
ODD_INDENT = declare(
    "GB006",
    ERROR,
    "line between two levels",
    "The line is indented less than the line before it, but its indent matches no line above.",
    "Give it the same indent as the line that it belongs to.",
    wrong="~ if lantern\n    ~ gold +1\n  -> 5",
    right="~ if lantern\n    ~ gold +1\n    -> 5",
)
NO_BLOCK_HERE = declare(
    "GB007",
    ERROR,
    "indented line that belongs to nothing",
    "Only choices, rows and certain rules have lines under them; prose, turns and simple rules do not.",
    "Remove the blanks before the line, or put it under a choice, a row or an if.",
    wrong="You fall.\n    ~ STAMINA -2",
    right="You fall.\n~ STAMINA -2",
)
BLOCK_MISSING = declare(
    "GB008",
    ERROR,
    "nothing under a line that needs it",
    "The line needs a block under it, but the next line is not indented. A row of a fight needs a block, or a turn.",
    "Indent the lines that belong under it by four blanks. Under a fight, write what happens, or where the reader turns: "
    "`escape -> 12`.",
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
    "A chapter begins with three equals signs at the very start of a line, followed by a blank.",
    "Correct the mark, or put a backslash before it if it is prose.",
    wrong="===12 The cave",
    right="=== 12 The cave",
)
CHAPTER_NAME = declare(
    "GB011",
    ERROR,
    "chapter without a proper name",
    "The name of a chapter is a number, or words joined with hyphens, after each of which a letter stands; its title follows "
    "after a blank.",
    "Write a number or a name right after the mark.",
    wrong="=== 12: The cave",
    right="=== 12 The cave",
)
HEADER_TEXT = declare(
    "GB012",
    ERROR,
    "unknown line before the first chapter",
    "Before the first chapter, only lines of the header are allowed (book, sheet, when, …), no story.",
    "Check the word's spelling, or move the text into a chapter.",
    wrong="sheeet\n    item lantern",
    right="sheet\n    item lantern",
)
COPIED = declare(
    "GB059",
    ERROR,
    "text that was copied along with the book",
    "There is more in the file than the book, because it was copied from somewhere else: a mark, a number or blanks before "
    "every line, as in a mail, a comparison of versions or a listing; the marks of a block of code, or the front matter of a "
    "page of Markdown; the signs of the source of a web page; or the whole book a second time.",
    "Delete what is no part of the book. Mostly `gamebook check --fix` does so.",
    wrong='> book "The Well"\n>\n> === 1\n> ~ victory',
    right='book "The Well"\n\n=== 1\n~ victory',
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
    "The line belongs under another line, or under none: item, number, stat and similar lines belong under sheet; when "
    "and each chapter stand at the start of a line.",
    "Move it, or indent it under the line that it belongs to.",
    wrong="item lantern",
    right="sheet\n    item lantern",
)

# ---- marked lines -----------------------------------------------------------------------------------

UNKNOWN_RULE = declare(
    "GB020",
    ERROR,
    "unknown rule",
    "The language does not know the word after `~`.",
    "Check its spelling; to change a number, write its name first, such as `~ STAMINA -2`.",
    wrong="~ tset luck",
    right="~ test luck",
)
MISSING_QUOTE = declare(
    "GB021",
    ERROR,
    "quotation mark missing",
    "Text that is not prose needs straight quotation marks around it, both on one line.",
    'Write `"` on both sides. A `"` inside the text is written `\\"`.',
    wrong='~ victory "The crown is yours',
    right='~ victory "The crown is yours"',
)
NO_TARGET = declare(
    "GB022",
    ERROR,
    "turn that leads nowhere",
    "No chapter and no ending follows after `->`.",
    "Write the number or name of a chapter, or an ending.",
    wrong="* Go in ->",
    right="* Go in -> 12",
)
BAD_TARGET = declare(
    "GB023",
    ERROR,
    "turn that cannot be read",
    "A turn leads to one chapter, back, an ending, or a value in parentheses, and nothing follows it.",
    "Write only that after the arrow. Put a condition before the arrow, and other words on their own line.",
    wrong="* Go in -> chapter 12",
    right="* Go in -> 12",
)
OPEN_BRACKET = declare(
    "GB024",
    ERROR,
    "condition without its closing bracket",
    "Write the condition of a choice in square brackets, `[if …]`, after its words and before its turn.",
    "Add the `]` where the condition ends.",
    wrong="* Light the lamp [if lantern -> 5",
    right="* Light the lamp [if lantern] -> 5",
)
SHARE_OF_READERS = declare(
    "GB055",
    ERROR,
    "impossible share of readers",
    "In a strategy, `1 in 5` means that one reader in five takes the option: at least one, and at most all.",
    "Write the smaller number first.",
    wrong="strategy careful\n    at 7: jump 5 in 1 else walk\n    otherwise best",
    right="strategy careful\n    at 7: jump 1 in 5 else walk\n    otherwise best",
)
LATE_CONDITION = declare(
    "GB025",
    ERROR,
    "words after a condition",
    "After the condition of a choice, only its turn or the end of the line may follow.",
    "Put all the words first, then the condition, then the turn.",
    wrong="* Light the lamp -> 5 [if lantern]",
    right="* Light the lamp [if lantern] -> 5",
)
EMPTY_CHOICE = declare(
    "GB026",
    ERROR,
    "choice without words",
    "The choice has no words that the reader could choose.",
    "Write a few words after the star.",
    wrong="* -> 12",
    right="* Go in -> 12",
)
ROW_EXPECTED = declare(
    "GB027",
    ERROR,
    "line that is not a row",
    "Under a roll, a test, a comparison or a fight, only rows of its kind are allowed. On the line of a row only a turn can "
    "stand.",
    "Begin the line with the outcome that the row is for; indent prose and rules under a row. An ending of a row is a turn: "
    "`unlucky -> defeat`.",
    wrong="~ test luck\n    You jump.",
    right="~ test luck\n    lucky\n        You jump.\n    unlucky -> 3",
)
STRAY_ROW = declare(
    "GB028",
    ERROR,
    "row without a roll",
    "The line looks like a row, but it belongs to no roll, test or fight above, so it is read as prose. So does a line of a "
    "fight (`with damage = 9`, `each round`) that is not indented under it.",
    "Write the roll, test or fight above it and indent the rows; put a backslash before a line that is prose.",
    wrong="1-3 -> 20\n4-6 -> 30",
    right="~ roll 1d6\n    1-3 -> 20\n    4-6 -> 30",
)
PROSE_ARROW = declare(
    "GB029",
    WARNING,
    "arrow inside prose",
    "A turn is at the beginning of a line or at the end of a choice; an arrow in prose, or in a title, does nothing. The "
    "same is true of an arrow such as → or => in the words of a choice, where no chapter has the name behind it. If the chapter can run out because of such a line, that "
    "is an error.",
    "Make it a choice or a line of its own, write `->` at the end of a choice, or write `\\->` or `\\→` if it is prose.",
    wrong="Go through the door -> 12",
    right="* Go through the door -> 12",
)
STRAY_ELSE = declare(
    "GB030",
    ERROR,
    "else without if",
    "An else must follow directly after the block of an if, with the same indent.",
    "Give it the same indent as its if, and remove the lines between the two.",
    wrong="~ else\n    -> 5",
    right="~ if lantern\n    -> 4\n~ else\n    -> 5",
)
NO_ROWS = declare(
    "GB031",
    ERROR,
    "roll or comparison without rows",
    "Dice are rolled, but no line says what each result means.",
    "Write rows under it, or give the result a name.",
    wrong="~ roll 1d6",
    right="~ roll 1d6 as d",
)
NO_FOE = declare(
    "GB032",
    ERROR,
    "fight without a foe, or with a foe without a name",
    "A fight needs the name and the stats of each foe.",
    "Write the foe on the same line, or on lines under it that begin with foe.",
    wrong="~ fight",
    right='~ fight "Guard" SKILL 7 STAMINA 6',
)
EMPTY_RESOLUTION = declare(
    "GB033",
    ERROR,
    "nothing after by",
    "The words after by say how the roll is decided: a mode, an account, a scope, or several of them in this order.",
    "Write dice, expected, ledger, residual or systematic.",
    wrong="~ roll 1d6 as d by",
    right="~ roll 1d6 as d by dice",
)
AMOUNT = declare(
    "GB034",
    ERROR,
    "amount that can be read in two ways",
    "In STAMINA -1d6 + 1 it is not clear whether the 1 is lost or gained.",
    "Put the whole amount in parentheses.",
    wrong="~ STAMINA -1d6 + 1",
    right="~ STAMINA -(1d6 + 1)",
)
NO_SIGN = declare(
    "GB035",
    ERROR,
    "change without plus or minus",
    "A rule that begins with a name changes it: it needs + or - and an amount.",
    "Write the sign, or `~ set` to give it a new value.",
    wrong="~ STAMINA 2",
    right="~ STAMINA -2",
)
LINE = declare(
    "GB036",
    ERROR,
    "line that cannot be read",
    "The language knows the beginning of this line, but not the rest.",
    "Compare it with an example of such a line.",
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
    "This line is allowed only once in its block; the first one counts.",
    "Keep one of them.",
)
MARK_BLANK = declare(
    "GB039",
    WARNING,
    "mark without a blank",
    "A star directly followed by a word is prose; a choice has a blank after the star. If the chapter can run out because of "
    "such a line, that is an error.",
    "Write the blank; put a backslash before the star if it is prose.",
    wrong="*Go in -> 12",
    right="* Go in -> 12",
)

# ---- values and names -------------------------------------------------------------------------------

EXPRESSION = declare(
    "GB040",
    ERROR,
    "value or condition that cannot be read",
    "A number, a name or a sign between two values is missing, or there is one too many.",
    "Write values with `+ - * / mod`, compare with `= != < <= > >=`, join with `and`, `or`, `not`.",
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
    "The largest number is a thousand million.",
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
    "The number of dice must be written, even for one die.",
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
    "In a condition this name would be read as the word of the language.",
    "Choose another name.",
    wrong="sheet\n    item not",
    right="sheet\n    item knot",
)
BAD_PERCENT = declare(
    "GB047",
    ERROR,
    "chance outside 0% to 100%",
    "A chance is a percentage from 0% to 100% with at most two digits after the point.",
    "Write such a percentage.",
    wrong="expect win 35%..155%",
    right="expect win 35%..55%",
)
BAD_BRACES = declare(
    "GB048",
    ERROR,
    "value in braces that cannot be read",
    "In prose and labels, {…} is replaced by a value, so there must be a name or an expression between the braces.",
    "Write both braces, or `\\{` and `\\}` for braces that are prose.",
    wrong="You have {gold pieces.",
    right="You have {gold} pieces.",
)
FOREIGN_MARK = declare(
    "GB049",
    ERROR,
    "foreign mark",
    "The line contains a mark from a word processor (a curly quotation mark, an arrow or a long dash) or a sign from "
    "another language such as ==.",
    'Write the plain signs `" -> - = <= >= !=` instead, and `\\→` for an arrow that belongs to the words of a choice '
    "(`* Gold 7 \\→ 8`). `check --fix` and `fmt` leave alone an arrow behind a number, and several arrows on one line.",
    wrong="~ victory “The crown is yours”",
    right='~ victory "The crown is yours"',
)
LEADING_ZEROS = declare(
    "GB050",
    INFO,
    "number with zeros in front",
    "007 is the same number as 7: the chapter is called 7, links to 7 lead to it, and an answer 007 is 7, on the page, too. So no code "
    "of a riddle begins with 0.",
    "Write the number without the zeros.",
    wrong="* Climb -> 07",
    right="* Climb -> 7",
)
TURN_IN_WORDS = declare(
    "GB051",
    ERROR,
    "turn in words, without an arrow",
    "The words say that the reader turns to a chapter, but only an arrow makes a turn. Without it, the choice goes on "
    "with the lines below, or the chapter ends there. Such words are known in English and, if it is German, Spanish, French or "
    "Italian, in the language of the book.",
    "Write the number after an arrow.",
    wrong="* Climb the ladder. Turn to 7.",
    right="* Climb the ladder -> 7",
)
TURN_IN_PROSE = declare(
    "GB052",
    WARNING,
    "number of a chapter in prose",
    "A number in prose is only a word: it makes no turn, it is not checked, and it stays the same when chapters get new "
    "numbers. What somebody in the story says, in quotation marks, is left alone. Behind the words of a choice without an "
    "arrow, `* Climb (7)`, such a number does nothing either: the choice goes on with the lines below the menu.",
    "Write a choice with an arrow, and remove the number from the prose. If whoever meets a condition has to turn, write "
    "that as a rule: `~ if crowbar`, and `-> 6` under it; what is for an outcome of a test, “If you are lucky, turn to 6”, is a "
    "row of the test.",
    wrong="It is chained. If you have the crowbar, turn to 6.",
    right="It is chained.\n\n* Use the crowbar [if crowbar] -> 6",
)
FOREIGN_LINK = declare(
    "GB053",
    ERROR,
    "link of another program",
    "Twine writes links in double square brackets; here they are only words.",
    "Write a choice: a star, the words, an arrow and the chapter. Write `\\[[` if it is prose.",
    wrong="[[Climb the ladder->7]]",
    right="* Climb the ladder -> 7",
)
BRACES_AS_CONDITION = declare(
    "GB054",
    WARNING,
    "condition in braces",
    "Braces show a value to the reader, such as 0 or 1 for an item. They are not a condition.",
    "Write the condition in square brackets, after the words of the choice.",
    wrong="* {crowbar} Use the crowbar -> 6",
    right="* Use the crowbar [if crowbar] -> 6",
)
FOREIGN_RULE = declare(
    "GB056",
    ERROR,
    "rule of another program",
    "The line is a rule as ChoiceScript, ink or Twine writes it. Here it is only words: the reader sees it, and nothing "
    "happens. Each kind of such a rule is reported once in a chapter, and in the words of choices each one.",
    "Write the rule of this language, or bring the whole file along with `gamebook import`. If the line is prose, put a "
    "backslash before its first mark: `\\*set gold 3`, `VAR gold \\= 3`.",
    wrong="*set gold 3",
    right="~ set gold = 3",
)
MERGE_CONFLICT = declare(
    "GB057",
    ERROR,
    "lines of two versions, left from a merge",
    "A program such as git could not join two versions of the file. It wrote both into it, with marks around them.",
    "Keep the lines of one version, and delete the others and the lines with the marks.",
    wrong="=== 1\n<<<<<<< HEAD\nThe guard nods.\n=======\nThe guard bows.\n>>>>>>> main",
    right="=== 1\nThe guard nods.",
)
FOREIGN_COMMENT = declare(
    "GB058",
    ERROR,
    "comment of another language",
    "A comment stands here as a programming language or a page of the web has it. Here a comment is two slashes, up to the end of "
    "the line.",
    "Write two slashes and a blank before each line of the comment; `gamebook check --fix` does so, but not where a chapter or a "
    "choice stands between `/*` and `*/`. If it is prose, put a backslash before its first mark: `\\/*`.",
    wrong="/* the toll is too dear */",
    right="// the toll is too dear",
)
NOT_INDENTED = declare(
    "GB060",
    ERROR,
    "lines that are not under their choice",
    "A choice has no lines under it, and rules and a turn follow it. After them come more choices, which nobody can "
    "reach. Only indented lines belong to a choice.",
    "Put four blanks before each line that belongs to the choice.",
    wrong="* Buy the map\n~ gold -2\n-> 5\n* Leave -> 6",
    right="* Buy the map\n    ~ gold -2\n    -> 5\n* Leave -> 6",
)
UNMARKED_RULE = declare(
    "GB061",
    ERROR,
    "rule without its mark",
    "The line would be a rule, but it does not begin with `~`, so the reader sees it as prose and nothing happens. A rule "
    "behind words of the story is prose, too.",
    "Write `~` and a blank before it, or put the rule on a line of its own; a backslash before it says that it is prose.",
    wrong="STAMINA -2",
    right="~ STAMINA -2",
)
CONDITION_IN_WORDS = declare(
    "GB062",
    WARNING,
    "condition that is only words",
    "The words of the choice name something that the reader must have or pay, but without `[if …]` or `~ pay` the choice is "
    "open to everyone. Or a condition stands in the title of a chapter, which has none. Or `[secret]` stands before the arrow, "
    "or `[40%]` at a secret link.",
    "Write the condition in square brackets, after the words of the choice; it begins with if, in a book of any language. "
    "The word secret stands behind the chapter, `-> 16 secret`, and a share of the readers is `[knows 40%]`. "
    "Choices have no else. A price is a rule under the choice, `~ pay 3 gold`; it closes the choice to readers who cannot pay.",
    wrong="* If you have the crowbar, force the door -> 6",
    right="* Force the door [if crowbar] -> 6",
)
NOT_UNDER_CHOICE = declare(
    "GB063",
    WARNING,
    "rule between two choices that belongs to neither",
    "The rule is not indented under the choice above it, so it is not part of that choice. If the choice leads on, every "
    "reader comes to the rule, whatever was chosen; if it turns to another chapter, only others do. The choices below it are "
    "a menu of their own.",
    "Put four blanks before it if it belongs to the choice above. If not, put an empty line before it.",
    wrong="* Take the sword\n~ gain sword\n* Leave it\n-> 5",
    right="* Take the sword\n    ~ gain sword\n* Leave it\n-> 5",
)
RESULT_AS_CHOICE = declare(
    "GB064",
    WARNING,
    "result of a fight or of dice as a choice",
    "After a fight the reader may take any choice, so “You win” and “You lose” leave it to the reader. Only who has won "
    "comes to the lines after a fight; for who has lost, the book has ended. So it is after a test or a roll with “If you "
    "are lucky” or “If you roll 4-6”: the reader chooses, and the dice do not count. It is the same where such choices "
    "stand without any rule that rolls: `* 1-3 -> 2` and `* 4-6 -> 3` below “Throw one die”.",
    "Write after the fight what comes of winning, without a choice; and under it, indented, a row “lost” if losing is "
    "not the end. What comes of a test or a roll is written as rows under it.",
    wrong='~ fight "Orc" SKILL 6 STAMINA 5\n* You win -> 4\n* You lose -> 5',
    right='~ fight "Orc" SKILL 6 STAMINA 5\n    lost -> 5\n-> 4',
)
SAME_CHOICE = declare(
    "GB065",
    WARNING,
    "choice that is written twice",
    "Two choices of one menu have the same words, the same condition and the same outcome. Or two rows `escape` of a fight begin "
    "in the same round: each is a choice of its own, and both have the same words.",
    "Remove one of them, or correct the one that was copied. In a fight write one row `escape`, and under it `~ choose`.",
    wrong="* Go in -> 5\n* Go in -> 5",
    right="* Go in -> 5\n* Go back -> 6",
)
HOW_THEY_FIGHT = declare(
    "GB066",
    WARNING,
    "foes on one line that may fight in two ways",
    "Between two foes on one line stands “then” if they fight one after another, and “and” if they fight together. Without "
    "a word they fight one after another; if both words stand in one fight, all fight together.",
    "Write the word that you mean between two foes. If some fight together, and others before or after them, write two fights.",
    wrong='~ fight "Orc" SKILL 6 STAMINA 5 "Wolf" SKILL 5 STAMINA 4',
    right='~ fight "Orc" SKILL 6 STAMINA 5 and "Wolf" SKILL 5 STAMINA 4',
)
ONLY_TOLD = declare(
    "GB067",
    WARNING,
    "something that only words do",
    "The words tell the reader to lose, gain, restore, note, pay, test, roll or fight something, and no rule does it, here or in a chapter "
    "just before or behind. In another chapter the amount must be the same, and a rule in one choice does not count for the words of the choice beside it; but a price in the words of a choice may be paid by any amount. So for the program it does not happen: nobody loses the gold, and everyone may take the choice. "
    "Or the only rule that can be meant rolls other dice, or changes the thing by another amount or in the other direction. "
    "In a book in French, German, Italian or Spanish, gains, losses, codewords, tests and rolls in the language of the book are known, too.",
    "Write the rule. If the words are only part of the story, write `// noqa: GB067` at the end of the line.",
    wrong="* Pay 2 gold -> 12",
    right="* Pay 2 gold -> 12\n    ~ pay 2 gold",
)
MENU_IN_TWO = declare(
    "GB068",
    WARNING,
    "prose that cuts a menu in two",
    "Choices one below the other are one menu; prose between them makes two menus. If a choice of the first is open, the "
    "reader has to take one of these and never comes to the second, for all choices of the first lead away. Only a reader for "
    "whom none is open goes on to the second.",
    "For one menu, put the prose above the first choice, or indent it under a choice. If whoever meets the condition has to "
    "turn, write that as a rule: `~ if rope`, and `-> 2` under it.",
    wrong="* Use the rope [if rope] -> 2\nOr you may jump.\n* Jump -> 3\n* Wait -> 4",
    right="* Use the rope [if rope] -> 2\n* Jump -> 3\n* Wait -> 4",
)
CHOICE_TOO_FAR_LEFT = declare(
    "GB069",
    WARNING,
    "choice that stands left of its menu",
    "A choice stands further left than the choices above it, but the lines under it are indented like theirs. So the choice "
    "begins a new menu. Every reader comes to this menu after the choices above.",
    "Indent the choice like the others. If it is meant as a menu of its own, indent the lines under it by four blanks only.",
    wrong='~ choose "evening"\n    * Write\n        ~ score +3\n* Sleep\n        ~ score +1\n-> 2',
    right='~ choose "evening"\n    * Write\n        ~ score +3\n    * Sleep\n        ~ score +1\n-> 2',
)
