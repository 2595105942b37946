"""Codes for the book in print: what cannot be said, is said twice, or cannot be followed with paper and dice."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity

UNKNOWN_PHRASE = declare(
    "GB501",
    Severity.ERROR,
    "an unknown phrase",
    "A `phrase` line gives other words to a phrase that is printed nowhere.",
    "Use a phrase of the table in `docs/publishing.md`, or a name of the sheet.",
    'phrase trun = "go to {n}"',
    'phrase turn = "go to {n}"',
)
BAD_HOLE = declare(
    "GB502",
    Severity.ERROR,
    "a placeholder that nothing is filled in for",
    "Each phrase has its own placeholders in braces, and no others.",
    "Use the placeholders that the finding names.",
    'phrase turn = "go to {number}"',
    'phrase turn = "go to {n}"',
)
SAYS_NOTHING = declare(
    "GB503",
    Severity.WARNING,
    "a rule that is not printed",
    "Something happens here, or a turn leads on, and no word tells the reader: it stands under `~ silent`, or under words"
    " without its number.",
    "Print the rule, or say it in `words`; `{turn}` stands for the number of the chapter that the block turns to.",
    '~ words "Run!"\n    -> 12',
    '~ words "Run! Turn to {turn}."\n    -> 12',
)
SAYS_TWICE = declare(
    "GB504",
    Severity.WARNING,
    "prose that says what the rule says",
    "The prose tells the reader where to turn, or what is gained or lost, and the rule is printed as well: readers may do it"
    " twice, and after a change the two disagree.",
    "Remove the words from the prose, or put the rule under `~ words`.",
    "Turn to 12.\n-> 12",
    "-> 12",
)
NOT_ON_PAPER = declare(
    "GB505",
    Severity.WARNING,
    "a rule that cannot be followed with paper and dice",
    "A reader with paper and dice cannot do this: a decision of a rival has no printed rule, a draw has chances that ordinary"
    " dice cannot give, or a die must be hidden from the reader (`systematic`). Or something changes under `~ silent`, and a"
    " chapter, a trigger, a test or a fight asks for it: readers do not know the new value.",
    "Put it under `~ words` that tell the reader what to do.",
    "~ silent\n    ~ clock -1",
    '~ words "The bell strikes: cross off an hour."\n    ~ clock -1',
)
UNEXPLAINED = declare(
    "GB506",
    Severity.WARNING,
    "a turn that readers cannot work out",
    "The number of the next chapter is worked out from something that readers do not have on their sheets. Or `{turn}` stands"
    " in words whose block turns to no chapter, so that there is no number to print: it ends the book, or turns `back`.",
    "Keep the number on the sheet, or name the roll that it comes from. Instead of such a `{turn}`, say in words where readers go.",
    "~ if visited 3\n    -> (10 + ticked)",
    "-> (10 + key)",
)
MEMORY = declare(
    "GB507",
    Severity.INFO,
    "a question about where the reader has been",
    "Readers of a printed book must tick off every number that they come to, because one of the rules asks for it.",
    "Use a codeword or a box to tick, which is easier to follow. You may also keep it: the sheet explains it.",
    "* Go back [if not visited 12] -> 12",
    "* Go back [if not ticked] -> 12",
)
NO_IMAGE = declare(
    "GB508",
    Severity.WARNING,
    "an image that is not there, or cannot be shown",
    "The file of an image is not there, lies outside the book's folder, or is no PNG, JPEG or GIF that can be read, such as a WebP, an SVG,"
    " or a file of which a part is missing. The book is published without it, and the words in its brackets stay.",
    "Check the path: it begins in the book's folder. Save a file that is there again as PNG or JPEG, with a program for pictures.",
    "![The map](map.pgn)",
    "![The map](map.png)",
)
NO_PAGE = declare(
    "GB509",
    Severity.ERROR,
    "a page of the book that is not there",
    "The Markdown file that `front` or `back` names cannot be read, or lies outside the book's folder: nothing can be published.",
    "Check the path: it begins in the book's folder. The file holds text in UTF-8.",
    'front "introdction.md"',
    'front "introduction.md"',
)
ANSWERED = declare(
    "GB510",
    Severity.WARNING,
    "an answer beside its question",
    "A program waits for the reader's answer to an `ask`. On paper the rows are printed below the question, and everybody reads the"
    " answer there.",
    "Call a chapter after the answer, and lead there with a secret link, which prints no number. Or tell it in `words`. Keep it where"
    " nothing is given away.",
    '~ ask "How many bells did you hear?"\n    3 -> 2\n    else -> defeat',
    "* You know how many bells there were -> 3 secret\n* You do not -> defeat",
)
MUTE_IMAGE = declare(
    "GB511",
    Severity.INFO,
    "an image without words",
    "Nothing stands in the brackets of an image. A reader who cannot see the image, or whose format has none, learns nothing"
    " about it.",
    "Say in the brackets what the image shows. These words are printed below it, and a screen reader reads them.",
    "![](map.png)",
    "![The map of the island](map.png)",
)
UNKNOWN_LANGUAGE = declare(
    "GB512",
    Severity.WARNING,
    "a language that is no code",
    "`language` is the code of a language, of two or three letters. Of any other word nobody knows which language it means, so the "
    "rules are printed in English.",
    "Write the code: `de`, `en`, `es`, `fr` and `it` have words of their own in print.",
    'language "français"',
    'language "fr"',
)
