"""Lines that cannot stand where they stand: under a roll, a fight or a menu, and in the header."""

from __future__ import annotations

import re

from gamebook.codes import syntax
from gamebook.codes.hints import with_lines, write
from gamebook.diagnostics import Hint
from gamebook.patterns import pattern
from gamebook.syntax.grammar import reads
from gamebook.syntax.heads import NAME, WORD
from gamebook.syntax.mistakes.blocks import at_margin
from gamebook.syntax.mistakes.header import STORY, meant
from gamebook.syntax.mistakes.rules import stray_else
from gamebook.syntax.mistakes.turns import odd_name
from gamebook.syntax.scene import Mistake, Scene
from gamebook.syntax.spell import spell_open
from gamebook.syntax.suggestions import OF_A_FIGHT, suggested
from gamebook.syntax.words import (
    SHEET_LINES,
    TOP_LINES,
    for_a_fight_row,
    line_words,
    nearest_word,
    short,
    under,
)

_OPEN_ROW = pattern(
    r"[ \t]*(?:(?P<more>>=?|over|above|at[ \t]+least)|(?P<less><=?|under|below|at[ \t]+most|up[ \t]+to))?"
    r"[ \t]*(?P<total>-?\d+)[ \t]*(?:(?P<up>\+|\.\.+|(?:or|and)[ \t]+(?:more|higher|greater|above|over|up))"
    r"|(?P<down>(?:or|and)[ \t]+(?:less|lower|fewer|below|under|down)))?[ \t]*:?[ \t]*(?P<rest>(?:->.*)?)"
)
"""A row that names only one end: `7+ -> 3`, `<= 6`."""
_COLON_ROW = pattern(r"[ \t]*(?P<row>[^:]*[^:\s])[ \t]*:[ \t]*->[ \t]*(?P<to>\S.*?)[ \t]*")
"""`1-3: -> 12`: a row with a colon."""
_NAMED_END = pattern(rf"[ \t]*(?P<low>\d+)[ \t]*(?:-|\.\.)[ \t]*(?P<name>{WORD})(?P<turn>(?:[ \t]+->.*)?)")
"""`2-gold -> 3`: a row up to what only play knows."""
_DICE_ALONE = pattern(r"~ roll (?P<count>\d{1,2})d(?P<sides>\d{1,3})(?: as .*)?$")
_OTHERWISE = pattern(r"[ \t]*(?:\*[ \t]*|~[ \t]*)?(?:else|otherwise)[ \t]*:?[ \t]*(?P<rest>(?:->.*)?)")
_TOTALS_OF_A_ROW = pattern(r"^[ \t]*(?P<low>\d{1,4})(?:-(?P<high>\d{1,4}))?(?=[ \t]*(?:->.*)?$)", re.MULTILINE)
_FIGHT_ROW = pattern(r"[ \t]*(?P<head>(?:escape|won|lost|wounded|after|on|each)\b.*)")
_RULE_ON_ROW = pattern(
    r"[ \t]*(?P<row>[^~:]*[^~:\s])(?:[ \t]*:[ \t]*~?|[ \t]+~?|~)[ \t]*"
    r"(?P<rule>(?P<ends>victory|defeat|ending)?\b.*?)[ \t]*(?P<turn>->.*)?"
)
"""`1: ~ defeat`, `1-3 ~ STAMINA -2 -> 5`, `lucky: victory "Over the wall"`"""
_LONGEST = 300
"""Letters of a row with a rule that is looked at."""
_NUMBER_LINE = pattern(r"[ \t]*(?:number|stat|param|let)[ \t]+(?P<rest>[\w-]+[ \t]*=.*)")
"""A number that is declared where a combat has numbers of its own."""
_ACTION = pattern(
    r"(?P<opener>anytime(?:[ \t]+in[ \t]+fights)?)(?:[ \t]*[:*][ \t*]*|[ \t]+)"
    r"(?:(?:~?[ \t]*may[ \t]+)?\"(?P<quoted>[^\"]*)\"|(?P<words>(?!if\b)[^\W\d][^\":\[\]>]*?))"
    r"(?P<behind>[ \t]*:?|[ \t]*\[[^\"]*|[ \t]*->.*|[ \t]+if\b(?P<asked>(?:(?!->)[^\":\[\]])+?)[ \t]*:?)"
)
"""`anytime "Eat a meal" [if meal]`: an action on the line of its block."""
_FIGHTS = pattern(
    r"anytime[ \t]+(?:in|during)[ \t]+(?:an?[ \t]+|the[ \t]+)?(?:fights?|combats?|battles?)[ \t]*:?", re.IGNORECASE
)
"""`anytime in fight`"""
_UNSTARRED = pattern(r"[ \t]*(?!(?:if|when|else)\b)[^\W\d][^\"\[\]>]*(?:\[[ \t]*if\b|->).*")
"""`Eat a meal [if meal]`: a choice without its star."""
_PLAIN_ROLL = pattern(r"~[ \t]*roll[ \t]+(?P<dice>\d*d\d+)(?:[ \t]+as\b.*)?[ \t]*:?")
_WORD_ROW = pattern(
    rf"[ \t]*(?:(?P<compared>higher|lower|equal)|(?:pass|fail|success|failure|lucky|unlucky)"
    rf"|(?:(?P<sign>[<>]=?)|(?:at[ \t]+most|under|up[ \t]+to)[ \t])[ \t]*(?P<name>{NAME})"
    rf"|(?P<before>{NAME})[ \t]+or[ \t]+(?:less|lower|under))"
    r"(?:[ \t]*:)?[ \t]*(?:->.*)?"
)
"""A row under dice that is one of a comparison or of a test: `higher -> 2`, `<= SKILL -> 2`."""
_UNDER_A_FIGHT = (
    "allowed here: foe, together, busy, with, local, on, each round, escape, won, lost, wounded, after 5 rounds"
)
_BLOCKS = ("", "    -> 1\n", "    x\n        -> 1\n")
"""What may stand under a rule."""
_STORY = pattern(r"(?:\S+[ \t]+){2}\S+")
"""Words of a story, at the least."""


def misplaced(scene: Scene) -> Mistake | None:
    """Lines that cannot stand where they stand."""
    open_row = _open_row(scene)
    if open_row is not None:
        message = "a row says for which totals it is"
        return scene.whole(syntax.ROW_EXPECTED, message, write(open_row))
    if (row := _fight_row(scene)) is not None:
        return row
    if scene.kind == "declaration" and (found := _action(scene) or _longer_word(scene)) is not None:
        return found
    unmarked = scene.raw.lstrip()[:1] not in ("~", "*", "-", "=")
    if unmarked and scene.accepted == {"_NL", "_ARROW"} and scene.kind != "declaration":
        return _only_rows(scene)
    if scene.place != scene.first:
        return None
    word = scene.raw.split()[0] if scene.raw.split() else ""
    if scene.kind == "declaration" and scene.line == 0:
        return _header_line(scene, word)
    found = _under_a_rule(scene)
    if found is not None:
        return found
    if scene.kind == "declaration" and not scene.accepted & {"PROSE", "NAME", "CELL"}:
        return _under_a_declaration(scene, word)
    if scene.accepted & {"CELL", "NAME", "LPAR"}:
        return _only_rows(scene)
    if word.startswith("~"):
        return stray_else(scene, scene.place)
    return None


def too_far_left(scene: Scene) -> Mistake | None:
    """A rule or a turn that has slipped out of its row or its choice: it stands as far left as that."""
    words = scene.raw.strip()
    if not words.startswith(("~", "->")) or scene.place > scene.first + 1 or "PROSE" in scene.accepted:
        return None
    above = _same_level(scene)
    row = not above.startswith(("~", "->")) and "->" not in above
    if "WON" in scene.accepted:
        row = row and OF_A_FIGHT.match(above) is not None
    if not above or not row or scene.opener[:1] != "~" or not any(reads(f"\n{words}\n{block}") for block in _BLOCKS):
        return None
    message = f"this line stands beside “{short(above)}”, and not under it"
    return scene.whole(syntax.ROW_EXPECTED, message, "put four blanks more before it, and before what belongs to it")


def _same_level(scene: Scene) -> str:
    """The words of the nearest line above with the same indent, in the same block; empty if there is none."""
    margin = scene.first - scene.line
    for line in reversed(scene.text[: scene.line].split("\n")):
        words = line.lstrip()
        if words and len(line) - len(words) <= margin:
            return words.rstrip() if len(line) - len(words) == margin else ""
    return ""


def _action(scene: Scene) -> Mistake | None:
    """`anytime "Eat a meal" [if meal]`: the action stands on a line of its own; `anytime in fight`."""
    if _FIGHTS.fullmatch(scene.raw.rstrip()):
        message = "what readers can do in any fight stands under “anytime in fights”"
        return scene.whole(syntax.LINE, message, write("anytime in fights"))
    match = _ACTION.fullmatch(scene.raw.rstrip()) if len(scene.raw) <= _LONGEST else None
    if match is None:
        return None
    behind = f" [if {match['asked'].strip()}]" if match["asked"] else f" {match['behind'].strip(' :')}".rstrip()
    opener, choice = match["opener"], f"* {match['quoted'] or match['words']}{behind}"
    if not reads(f"{opener}\n    {choice}\n"):
        return None
    told = f"write “{opener}”, and under it, with four blanks: {choice}"
    if scene.has_block:
        hint = Hint(f"{told}; put four blanks more before what is under it")
    else:
        hint = with_lines(told, f"{opener}\n    {choice}")
    return scene.whole(syntax.LINE, "an action of “anytime” stands on a line of its own", hint)


def _longer_word(scene: Scene) -> Mistake | None:
    """`heroes`, of which only `hero` has been read."""
    here = scene.place - scene.line
    word = re.match(r"[ \t]*([^\W\d][\w-]*)", scene.raw)
    if word is None or not word.start(1) < here < word.end(1):
        return None
    near = nearest_word(word[1], [*line_words(scene.accepted), *TOP_LINES, *SHEET_LINES])
    message = f"no line of the language begins with “{word[1]}”"
    return scene.whole(syntax.HEADER_TEXT, message, first_word(scene, near) if near else None)


def _fight_row(scene: Scene) -> Mistake | None:
    """A row of a fight with something else than its turn behind it."""
    here = scene.accepted <= {"FROM", "PLUS", "MINUS", "_ARROW", "_NL"} and scene.accepted >= {"_ARROW", "_NL"}
    row = _FIGHT_ROW.fullmatch(scene.raw.rstrip()) if here and scene.rest else None
    if row is None:
        return None
    meant = suggested(scene.raw, scene.kind, row=True, in_fight=True)
    head = scene.raw[: scene.place - scene.line].strip()
    hint = write(meant) if meant is not None else _rule_on_row(scene) or for_a_fight_row(head)
    return scene.mistake(syntax.LINE, scene.not_here, hint)


def _only_rows(scene: Scene) -> Mistake:
    row = _COLON_ROW.fullmatch(scene.raw)
    if row and reads(f"\n{scene.opener}\n    {row['row']} -> 1\n"):  # the colon is a habit, but the turn is at fault
        odd = odd_name(scene, row["row"], row["to"], f"{row['row']} -> 12")
        if odd is not None and not reads(f"\n-> {row['to']}\n"):
            return odd
    if scene.opener.startswith("table"):
        return scene.whole(syntax.ROW_EXPECTED, "only rows of numbers can stand under a table", "write a row: 1 2 3")
    on_row = _rule_on_row(scene)
    if on_row is not None:
        return scene.whole(syntax.ROW_EXPECTED, "on the line of a row only a turn can stand, and no rule", on_row)
    row = _NAMED_END.fullmatch(scene.raw.rstrip())
    if row and scene.opener.startswith("~ roll ") and reads(f"\n{scene.opener}\n    1-2{row['turn']}\n"):
        message = f"the numbers of a row are fixed, and {row['name']} is not"
        hint = "give the result a name, and ask below what it is: "
        asked = f"~ if x >= {row['low']} and x <= {row['name']}"
        return scene.whole(syntax.ROW_EXPECTED, message, f"{hint}~ roll … as x, and {asked}")
    return scene.whole(
        syntax.ROW_EXPECTED,
        "only rows can stand here, each with a result",
        f"write a result here, such as {_a_row(scene.opener)}; indent prose under a row",
    )


def _rule_on_row(scene: Scene) -> Hint | None:
    """How to write `1: ~ defeat`, where a row has its rule on its line."""
    match = _RULE_ON_ROW.fullmatch(scene.raw.rstrip()) if len(scene.raw) <= _LONGEST else None
    if match is None or not (match["ends"] or "~" in match[0]):
        return None
    row = f"{match['row']}:" if scene.opener.startswith("~ random") else match["row"]
    turn, rule = match["turn"] or "", match["rule"]
    if match["ends"] and not turn:
        line = f"{row} -> {rule}"
        return write(line) if reads(f"\n{scene.opener}\n    {line}\n") else None
    line = f"{row} {turn}".rstrip()
    lines = f"{line}\n    ~ {rule}"
    if not reads(f"\n{scene.opener}\n    {line}\n        ~ {rule}\n"):
        return None
    return with_lines(f"write “{line}”, and under it, with four blanks: ~ {rule}", lines)


def _under_a_rule(scene: Scene) -> Mistake | None:
    """Where only rows of a roll, lines of a fight or choices can stand."""
    if "RANGE" in scene.accepted and scene.opener.startswith("~ ask") and scene.raw.split()[:1] == ["else"]:
        return scene.whole(
            syntax.ROW_EXPECTED,
            "“else” is the last row of an “ask”, under at least one answer",
            "write the rows of the answers above it, such as 9 -> 30",
        )
    if "RANGE" in scene.accepted and scene.opener.startswith("~ ask"):
        return scene.whole(
            syntax.ROW_EXPECTED,
            "under “ask”, an answer is a number in digits",
            "words cannot be an answer: write rows such as 9 -> 30, and last else -> 20",
        )
    if "RANGE" in scene.accepted:
        message = "under a roll, each line begins with the totals that it is for"
        hint = (
            _row_of_another(scene)
            or _other_totals(scene)
            or "write rows such as 1-2 -> 30; indent what belongs to a row under it"
        )
        return scene.whole(syntax.ROW_EXPECTED, message, hint)
    if "WON" in scene.accepted and scene.kind == "declaration":
        return _under_a_combat(scene)
    if "WON" in scene.accepted:
        word = scene.raw.split()[0]
        near = nearest_word(word, line_words(scene.accepted), least=0.75) if len(word) > 2 else None
        hint = first_word(scene, near) if near else _UNDER_A_FIGHT
        return scene.whole(syntax.ROW_EXPECTED, "this line is not allowed under a fight", hint)
    if takes_choices(scene):
        choice = f"* {scene.raw.strip()}"
        meant = _UNSTARRED.fullmatch(scene.raw.rstrip()) is not None and reads(f"\n{choice}\n")
        hint = write(choice) if meant else "begin each line with a star and a blank: * Go in"
        return scene.whole(syntax.ROW_EXPECTED, "only choices are allowed here", hint)
    return None


def _row_of_another(scene: Scene) -> str | None:
    """How to write `higher -> 2` or `<= SKILL -> 2` under `~ roll 2d6`: as a row of another rule."""
    roll = _PLAIN_ROLL.fullmatch(scene.opener)
    row = _WORD_ROW.fullmatch(scene.raw.rstrip()) if roll is not None else None
    if roll is None or row is None:
        return None
    above, dice = short(scene.opener), roll["dice"]
    name = row["name"] or row["before"] or "…"
    if row["compared"] or row["sign"] in ("<", ">="):
        return f"write “~ compare {dice} with {name}” in place of “{above}”: its rows are higher, equal and lower"
    return f"write “~ test {name} on {dice}” in place of “{above}”: its rows are pass and fail"


def _under_a_combat(scene: Scene) -> Mistake:
    """Among the lines of `combat`."""
    number = _NUMBER_LINE.fullmatch(scene.raw)
    word = scene.raw.split()[0] if scene.raw.split() else ""
    near = nearest_word(word, line_words(scene.accepted))
    hint = first_word(scene, near) if near else under(scene.accepted)
    if number:
        hint = write(f"local {number['rest']}")
    return scene.whole(syntax.ROW_EXPECTED, f"“{word}” is not allowed under a combat", hint)


def _under_a_declaration(scene: Scene, word: str) -> Mistake:
    """In a block of the header."""
    if word in TOP_LINES and scene.opener:
        return scene.whole(
            syntax.WRONG_LEVEL,
            f"“{word}” does not belong under “{short(scene.opener)}”",
            at_margin("write it at the start of a line, without blanks before it", scene),
        )
    if word in SHEET_LINES:
        return scene.whole(
            syntax.WRONG_LEVEL,
            f"“{word}” belongs under “sheet”",
            "put a line “sheet” above it, without blanks before it",
        )
    near = nearest_word(word, line_words(scene.accepted))
    return scene.whole(
        syntax.HEADER_TEXT,
        f"“{word}” is not allowed here",
        first_word(scene, near) if near else under(scene.accepted),
    )


def _open_row(scene: Scene) -> str | None:
    """The row `7 or more -> 3` that is meant by `7+ -> 3` or `>= 7 -> 3`, under `~ roll 2d6`."""
    row = _OPEN_ROW.fullmatch(scene.raw) if scene.opener.startswith("~ roll") else None
    if row is None or sum(map(bool, row.group("more", "less", "up", "down"))) != 1:
        return None
    end, more = int(row["total"]), bool(row["more"] or row["up"])
    if row["more"] in (">", "over", "above"):
        end += 1
    elif row["less"] in ("<", "under", "below"):
        end -= 1
    return f"{spell_open(end, more=more)} {row['rest'].strip()}".rstrip()


def _other_totals(scene: Scene) -> Hint | None:
    """The row that is meant by `else -> 3`, under `~ roll 1d6`: the totals that no row above has."""
    dice, line = _DICE_ALONE.match(scene.opener), _OTHERWISE.fullmatch(scene.raw)
    if dice is None or line is None:
        return None
    count, sides = int(dice["count"]), int(dice["sides"])
    above = scene.text[: scene.line].rpartition(scene.opener)[2]
    rows = [(int(row["low"]), int(row["high"] or row["low"])) for row in _TOTALS_OF_A_ROW.finditer(above)]
    taken = {total for low, high in rows for total in range(low, min(high, count * sides) + 1)}
    left = [total for total in range(count, count * sides + 1) if total not in taken]
    if not left or not rows or left[-1] - left[0] + 1 != len(left):
        return None
    totals = f"{left[0]}-{left[-1]}" if len(left) > 1 else str(left[0])
    return write(f"{totals} {line['rest']}".rstrip())


def _a_row(opener: str) -> str:
    """A row as it may stand under a line."""
    if opener.startswith("~ random"):
        return "1: -> 6"
    if opener.startswith("~ compare"):
        return "higher -> 6"
    if opener.startswith("~ roll"):
        return "1-2 -> 6"
    return "lucky -> 6" if opener.startswith("~ test luck") else "pass -> 6"


def _header_line(scene: Scene, word: str) -> Mistake:
    if word in SHEET_LINES:
        return scene.whole(
            syntax.WRONG_LEVEL,
            f"“{word}” belongs under “sheet”",
            "put it under a line “sheet”, indented by four blanks",
        )
    if scene.raw.split()[:2] == ["every", "chapter"]:
        return scene.whole(syntax.HEADER_TEXT, "“every chapter” is not a line of the language", write("each chapter"))
    trigger = _trigger(scene) if word.casefold() == "if" else None
    if trigger is not None:
        message = "“if” belongs in a chapter: a rule that holds everywhere begins with “when”"
        return scene.whole(syntax.HEADER_TEXT, message, write(trigger))
    known = meant(scene.raw.strip())
    if known is not None:
        return scene.whole(syntax.HEADER_TEXT, *known)
    story = _STORY.match(scene.raw) and not re.search(r"[\"=:>]", scene.raw)
    near = nearest_word(word, TOP_LINES + SHEET_LINES, least=0.8 if story or word[:1].isupper() else 0.6)
    if near in SHEET_LINES and near not in TOP_LINES:
        hint = f"did you mean “{near}”? It belongs under a line “sheet”, indented by four blanks"
        return scene.whole(syntax.HEADER_TEXT, f"no line of the language begins with “{word}”", hint)
    return scene.whole(
        syntax.HEADER_TEXT,
        f"“{short(scene.raw.strip())}” is not allowed before the first chapter",
        first_word(scene, near) if near else STORY,
    )


def _trigger(scene: Scene) -> str | None:
    """The trigger that an `if` of the header was meant to be: `when clock = 0 -> defeat`."""
    line = f"when {scene.raw.strip().split(maxsplit=1)[-1]}"
    block = "" if "->" in line else "\n    -> 1"
    return line if reads(f"{line}{block}\n") else suggested(line, scene.kind)


def first_word(scene: Scene, near: str) -> Hint:
    """A hint with the word that was meant by the first one of a line."""
    _, _, rest = scene.raw.strip().partition(" ")
    return with_lines(f"did you mean “{near}”?", f"{near} {rest}".rstrip())


def takes_choices(scene: Scene) -> bool:
    """Whether only a choice can stand here."""
    return "_STAR" in scene.accepted and "PROSE" not in scene.accepted
