"""Lines as other notations, or plain English, write them, which one line of the language cannot say in the same way.

What one line can say is guessed in `suggestions`; here a mark must go, or the line becomes two, or another construct.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import groupby

from gamebook.codes import syntax
from gamebook.codes.hints import with_lines, write, write_apart
from gamebook.diagnostics import Hint
from gamebook.patterns import pattern
from gamebook.syntax import digits
from gamebook.syntax.grammar import reads, reads_as_step
from gamebook.syntax.heads import COUNTED, NAME, NUMBER
from gamebook.syntax.layout import indent
from gamebook.syntax.scene import Mistake, Scene
from gamebook.syntax.suggestions import LONGEST, OF_A_FIGHT, as_fight_line, suggested
from gamebook.syntax.words import RULES, for_a_fight_row, short

_TOTALS = r"\d{1,9}(?:[ \t]*[-–][ \t]*\d{1,9})?"
_LISTED = pattern(rf"{_TOTALS}(?:(?:[ \t]*[,/&][ \t]*|[ \t]+(?:or|and)[ \t]+){_TOTALS})+(?=[ \t]*(?::|->|$))")
MOST_TOTALS = 1_000
"""The most totals of a row that are put together."""
_CHAPTER = rf"(?:(?:the[ \t]+)?{COUNTED}[ \t]*)?"
_WITH_A_BLOCK = "victory|defeat|ending|test|roll|compare|random|ask|choose|rival|if|else|may|repeat|each|any"
"""Rules after which no turn follows, or only in a row or a block."""
_THEN_TURNS = pattern(
    rf"(?P<rule>[ \t]*~(?![ \t]*(?:{_WITH_A_BLOCK})\b)(?:(?!->).)*?[^\s,;])[ \t]*[,;]?[ \t]*(?:and[ \t]+)?"
    rf"(?:then[ \t]+)?(?P<turn>->|(?:turn|go)[ \t]*to\b|goto\b)[ \t]*{_CHAPTER}(?P<to>{NAME})[ \t.]*"
)
_TICKED = pattern(r"[ \t]*~[ \t]*tick[ \t]+(?P<number>\d{1,9})[ \t.]*")
_CALL = pattern(rf"[ \t]*~[ \t]*(?P<rule>{NAME})(?P<values>\(.*\))[ \t]*")
_NAMED_ROLL = pattern(rf"[ \t]*~[ \t]*roll[ \t]+(?P<name>{NAME})[ \t]*=.*", re.IGNORECASE)
_TURN = pattern(
    rf"[ \t]*~[ \t]*(?:->|(?:go|turn|jump|divert)(?:[ \t]*to\b|(?=[ \t]+\d)))[ \t]*{_CHAPTER}(?P<to>{NAME})[ \t.]*",
    re.IGNORECASE,
)
_CHANCE = pattern(
    r"[ \t]*~[ \t]*(?:if[ \t]+)?(?:(?:chance|random|odds)(?:[ \t]+of)?[ \t]+)?(?P<share>\d\d?)[ \t]*%[^%]*",
    re.IGNORECASE,
)
_THING = rf"(?:\d+[ \t]+)?{NAME}"
_AND = r"(?:[ \t]*[,&][ \t]*(?:and[ \t]+)?|[ \t]+and[ \t]+)"
_ROWS_BEHIND = pattern(r"[ \t]*~[ \t]*(?P<rule>test|roll|compare)[ \t]+(?P<what>[^:>]*?)[ \t]*(?P<rows>->.*|:.*->.*)")
_OUTCOME = pattern(rf"\b(?P<outcome>\d+(?:-\d+)?|{NAME})[ \t]*(?=->)")
_PLAIN_DICE = pattern(r"roll[ \t]+(?P<count>\d{1,3})d(?P<sides>\d{1,4})")
_ROW_OF_DICE = pattern(r"(?P<low>\d{1,6})(?:-(?P<high>\d{1,6}))?")
_CHANGE = rf"{NAME}[ \t]*[-+][ \t]*(?:\d+(?:d\d+)?|{NAME})"
_THINGS = pattern(
    rf"[ \t]*~[ \t]*(?P<rule>gain|lose|note|erase|restore)[ \t]+"
    rf"(?P<things>{_THING}(?:{_AND}(?:{_CHANGE}|{_THING}))+)"
)
_CHANGES = pattern(rf"[ \t]*~[ \t]*(?P<changes>{_CHANGE}(?:{_AND}(?:{_CHANGE}))+)")
_SETTING = rf"{NAME}[ \t]*=[ \t]*[-\w][^,=\"]*?"
_SETTINGS = pattern(rf"[ \t]*with[ \t]+(?P<settings>{_SETTING}(?:{_AND}(?:with[ \t]+)?{_SETTING})+)")
_ADDED = pattern(rf"[ \t]*with[ \t]+(?P<name>{NAME})[ \t]*(?P<sign>[-+])=?[ \t]*\d+[ \t.]*")
_START = pattern(
    rf"[ \t]*start[ \t]+(?:(?:(?:at|in|with)[ \t]+)?(?:{COUNTED}[ \t]*)?(?P<to>{NUMBER})|[^\s\"]+[ \t]+[^\"]*)[ \t.]*"
)
_HERO = pattern(r"hero[ \t]+(?P<name>\"[^\"]*\")[ \t]*:?[ \t]*(?P<values>[^\s:][^\"]*?)[ \t]*")
_NUMBERS = pattern(
    rf"[ \t]*(?P<kind>stat|number)s?[ \t]+(?P<numbers>{_SETTING}(?:{_AND}(?:(?:stat|number)[ \t]+)?{_SETTING})+)"
)
_WEIGHT = pattern(
    rf"(?:(?P<weight>\d+|(?P<named>{NAME}(?:[ \t]*[-+*/][ \t]*(?:{NAME}|\d+))*))(?:[ \t]*%)?(?:[ \t]*:)?[ \t]*)?"
    r"(?P<turn>->.*)?"
)
_DECISION = pattern(rf"[ \t]*~[ \t]*choose[ \t]+(?:(?P<many>\d+)|(?P<words>(?:your[ \t]+)?{NAME}))[ \t]*:?[ \t]*")
_ONLY_IF = pattern(
    r"[ \t]*(?P<rule>(?:~|->)[ \t]*[^\"]*?)[ \t]+\[?[ \t]*(?P<word>if|unless)[ \t]+"
    r"(?P<condition>(?:(?!->)[^\":\[\]])+?)[ \t.:\]]*"
)
_NO_STATS = pattern(
    r"[ \t]*~[ \t]*(?:fight|battle|combat|attack)[ \t]+(?:the|an?)[ \t]+(?P<foe>[^\W\d][^\d\":>]*?)[ \t.!]*",
    re.IGNORECASE,
)
_OVER = pattern(
    r"[ \t]*~[ \t]*(?:(?:you|the reader)[ \t]+)?(?:have[ \t]+|are[ \t]+|is[ \t]+)?"
    r"(?:(?P<victory>wins?|won|victorious)|(?P<defeat>dies?|dead|died|killed|defeated)"
    r"|(?P<ending>(?:the[ \t]+)?(?:end|(?:game|book|story|adventure)[ \t]+(?:(?:is[ \t]+)?over|ends))))[ \t.!]*",
    re.IGNORECASE,
)
"""The end of the book in other words."""
_OUTCOMES = {
    "test luck": ("lucky", "unlucky"),
    "test": ("pass", "fail"),
    "roll": ("1-3", "4-6"),
    "compare": ("higher", "lower"),
}
_ROLLED_AGAINST = pattern(
    rf"[ \t]*~[ \t]*roll[ \t]+(?P<dice>\d*d\d+)[ \t]*(?P<sign>[<>]=?|under|below|against|vs\.?)[ \t]*"
    rf"(?:(?P<end>\d{{1,6}})|(?P<name>{NAME}))[ \t]*(?:->.*)?"
)
_MARKED_ROW = pattern(r"[ \t]*~[ \t]*(?P<line>(?:escape|won|lost|wounded|each[ \t]+round|after|with|together)\b.*)")
_IN_A_FIGHT = pattern(r"~[ \t]*fight\b")
_WHEN = pattern(
    r"[ \t]*(?:~[ \t]*)?(?:when|whenever|if|until|once|as[ \t]+soon[ \t]+as)\b[ \t]*"
    r"(?P<condition>(?:(?!->)[^:,])*[^\s:,-])[ \t]*[:,]?[ \t]*(?P<turn>->.*?)?[ \t]*"
)
_ROWS_ASKED = ("won", "lost", "wounded")
"""Rows of a fight, before which no “if” stands."""
_ESCAPE_IF = pattern(
    r"[ \t]*(?:~[ \t]*)?escape\b[ \t]*(?P<turn>->[ \t]*[\w-]+)?[ \t]*\[?if[ \t]+"
    r"(?P<condition>(?:(?!->)[^\[\]:])*[^\[\]:\s-])[ \t]*\]?[ \t]*:?[ \t]*(?P<to>->[ \t]*[\w-]+)?[ \t]*"
)
_ALLY = pattern(r"[ \t]*(?:with[ \t]+)?(?P<word>ally|friend|companion|helper)\b[^=]*", re.IGNORECASE)
_FOE_STAT = pattern(rf"\bfoe[ \t]+(?P<foe>{NAME}(?:[ \t]+{NAME})*?)[ \t]+{NAME}(?=[ \t]*(?:[-+<>=!)\]]|$))")
_IS_DEAD = pattern(
    rf"(?P<before>.*\bif[ \t]+)(?P<name>{NAME})[ \t]+(?:is|are)[ \t]+"
    r"(?:(?P<dead>dead|killed|beaten|defeated)|(?P<alive>alive|living))(?P<after>[ \t]*(?:\].*)?)"
)
_QUOTED = pattern(r'[ \t]*(?P<key>author|front|back|include|book)[ \t]+(?P<name>[^"“”„\n]+)')
"""Lines of the header whose words stand in quotation marks."""

_NO_KIND = pattern(rf"[ \t]*(?P<number>{NAME}[ \t]*(?:=|-?\d+[ \t]*\.\.).*)")
"""A number of the sheet without the word for what it is."""


_HASH = pattern(r"(?P<rule>[ \t]*~[^\"#]*?)[ \t]+(?P<note>#.*)")
_MAY_IF = pattern(
    r"[ \t]*(?P<rule>~[ \t]*may[ \t]+\"[^\"]*\")[ \t]*(?P<bracket>\[[ \t]*if\b(?P<condition>[^\[\]]+)\])[ \t.:]*"
)
_SETTING_IN_WORDS = pattern(rf"[ \t]*with[ \t]+{NAME}(?:[ \t]+{NAME})+[ \t]*(?:[-+]?[ \t]*\d+)?[ \t.]*")


def _colon(scene: Scene) -> Mistake | None:
    """`~ else:`, `1-2:`, `sheet:`"""
    if scene.rest.strip() != ":" or "_NL" not in scene.accepted:
        return None
    message = "no colon belongs at the end of this line"
    if OF_A_FIGHT.match(scene.before) and scene.opener[:1] == "~" and not scene.has_block:
        return scene.mistake(syntax.LINE, message, for_a_fight_row(scene.before))
    if scene.before.isdecimal() and scene.opener.startswith("~ roll"):
        told = f"write: {scene.before}; if it is a weight, write “~ random” in place of “{short(scene.opener)}”"
        return scene.mistake(syntax.LINE, message, with_lines(told, scene.before))
    return scene.mistake(syntax.LINE, message, write(scene.before))


def _listed_totals(scene: Scene) -> Mistake | None:
    """`1,2,3 -> 7`, `5, 6-12 -> 6`"""
    match = _LISTED.match(scene.raw.strip())
    if match is None or scene.opener[:1] != "~" or scene.accepted != {"_NL", "_ARROW"}:
        return None
    parts = [[int(end) for end in re.findall(r"\d+", each)] for each in re.findall(_TOTALS, match[0])]
    if any(not 0 <= part[-1] - part[0] < MOST_TOTALS for part in parts):
        return None
    totals = sorted({total for part in parts for total in range(part[0], part[-1] + 1)})
    runs = [[total for _, total in run] for _, run in groupby(enumerate(totals), lambda each: each[1] - each[0])]
    after = scene.raw.strip()[match.end() :].strip(": \t")
    rows = [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    hint = f"write a row for each of {', '.join(rows)}, one under the other"
    if len(rows) == 1:
        row = f"{rows[0]} {after}".rstrip()
        hint = with_lines(f"write: {rows[0]} {short(after)}".rstrip(), row)
    return scene.whole(syntax.ROW_EXPECTED, "a row is for one number, or for all from one number to another", hint)


def _comment_at_once(scene: Scene) -> Mistake | None:
    """`~ gold +2//two coins`"""
    place = scene.raw.find("//")
    if place < 1 or not scene.line + place <= scene.place <= scene.line + place + 1 or scene.raw[place - 1] in " \t\\":
        return None
    written = f"{scene.raw[:place].strip()} {scene.raw[place:].strip()}"
    message = "a comment begins with a blank and two slashes"
    return scene.mistake(syntax.LINE, message, write(written), scene.line + place)


def _hash(scene: Scene) -> Mistake | None:
    """`~ gain rope # from the chest`"""
    match = _HASH.fullmatch(scene.raw)
    if match is None or scene.place != scene.line + match.start("note") or not reads_as_step(match["rule"]):
        return None
    hint = write(f"{match['rule'].strip()} // {match['note'].lstrip('# ')}".rstrip("/ "))
    return scene.mistake(syntax.LINE, "a comment begins with two slashes", hint)


def _may_if(scene: Scene) -> Mistake | None:
    """`~ may "Use the wand" [if wand]`"""
    match = _MAY_IF.fullmatch(scene.raw)
    if match is None:
        return None
    condition = f"~ if {match['condition'].strip()}"
    plain = condition if reads(f"\n{condition}\n    -> 1\n") else suggested(condition, scene.kind)
    if plain is None:
        return None
    hint = f"write “{plain}” above it, and indent “{match['rule']}” and what is under it by four blanks more"
    message = "a condition is a line of its own, above what it is for"
    return scene.mistake(syntax.LINE, message, hint, scene.line + match.start("bracket"))


def _setting_in_words(scene: Scene) -> Mistake | None:
    """`with double damage`"""
    if not _SETTING_IN_WORDS.fullmatch(scene.raw) or not _IN_A_FIGHT.match(scene.opener):
        return None
    message = "a setting of a fight is its name, =, and a value"
    return scene.whole(syntax.LINE, message, "write it like this: with damage = 3")


def then_turns(scene: Scene) -> Mistake | None:
    """`~ gain rope, then turn to 2`, `~ fight "Orc" SKILL 6 STAMINA 5 -> 2`"""
    match = _THEN_TURNS.fullmatch(scene.raw)
    if match is None or scene.place < scene.line + match.end("rule") or not reads(f"\n{match['rule'].strip()}\n"):
        return None
    rule, turn = match["rule"].strip(), f"-> {match['to']}"
    hint = with_lines(f"write “{rule}” and “{turn}” on lines of their own", f"{rule}\n{turn}")
    if scene.has_block:
        hint = Hint(f"write “{rule}”, and “{turn}” on a line of its own behind what is under it")
    return scene.mistake(syntax.LINE, "a turn is a line of its own", hint, scene.line + match.start("turn"))


def _box(scene: Scene) -> Mistake | None:
    """`~ tick 9`"""
    match = _TICKED.fullmatch(scene.raw)
    if match is None:
        return None
    box, boxes = "~ tick a box", f"~ tick one of {match['number']}"
    hint = with_lines(f"write: {box}; or if this chapter has {match['number']} boxes: {boxes}", box, boxes)
    message = "a box is ticked in its own chapter, without a number"
    return scene.mistake(syntax.LINE, message, hint, scene.line + match.start("number"))


def _call(scene: Scene) -> Mistake | None:
    """`~ buy(rope, 3)`"""
    match = _CALL.fullmatch(scene.raw)
    if match is None or match["rule"] in RULES or not reads(f"\n~ do {match['rule']}{match['values']}\n"):
        return None
    hint = write(f"~ do {match['rule']}{match['values']}")
    start = scene.line + match.start("rule")
    return scene.mistake(syntax.UNKNOWN_RULE, "a rule of your own has “do” before its name", hint, start)


def _named_roll(scene: Scene) -> Mistake | None:
    """`~ roll gold = 1d6`: a name for the roll, or a number of the sheet."""
    match = _NAMED_ROLL.fullmatch(scene.raw)
    rolled = suggested(scene.raw, scene.kind) if match is not None and scene.kind != "declaration" else None
    if match is None or rolled is None or "=" in rolled:
        return None
    dice = rolled.removeprefix("~ roll ").removesuffix(f" as {match['name']}")
    given = f"~ set {match['name']} = {dice}"
    if not reads_as_step(given):
        return None
    hint = with_lines(f"write: {rolled}, or for a number of the sheet: {given}", rolled, given)
    message = "a roll has its dice first, and then its name"
    return scene.mistake(syntax.LINE, message, hint, scene.line + match.start("name"))


def _turn(scene: Scene) -> Mistake | None:
    """`~ goto 2`"""
    match = _TURN.fullmatch(scene.raw)
    if match is None:
        return None
    return scene.whole(syntax.UNKNOWN_RULE, "a turn is an arrow, without ~ before it", write(f"-> {match['to']}"))


def _chance(scene: Scene) -> Mistake | None:
    """`~ chance 50%`"""
    match = _CHANCE.fullmatch(scene.raw)
    share = int(match["share"]) if match else 0
    if not share:
        return None
    rows = f"“{share}: -> 2” and “{100 - share}: -> 3”"
    hint = f"write “~ random”, and under it, with four blanks before them, rows such as {rows}"
    return scene.whole(syntax.UNKNOWN_RULE, "chances are written as rows under “random”", hint)


def _several_things(scene: Scene) -> Mistake | None:
    """`~ gain rope, lamp`, `~ gain rope and gold +1`"""
    match = _THINGS.fullmatch(scene.raw.rstrip(" \t."))
    if match is None:
        return None
    things = re.split(_AND, match["things"])
    hint = write_apart([f"~ {each}" if re.fullmatch(_CHANGE, each) else f"~ {match['rule']} {each}" for each in things])
    return scene.mistake(syntax.LINE, f"“{match['rule']}” is for one thing", hint, scene.line + match.start("things"))


def _rolled_against(scene: Scene) -> Mistake | None:
    """`~ roll 2d6 <= SKILL`, `~ roll 1d6 > 3`"""
    match = _ROLLED_AGAINST.fullmatch(scene.raw)
    if match is None:
        return None
    dice, name, sign = match["dice"], match["name"], match["sign"]
    message = "what is rolled is not compared on this line"
    place = scene.line + match.start("sign")
    if name and sign in ("<=", "against", "vs", "vs."):
        line = f"~ test {name} on {dice}"
        rows = "rows such as “pass -> 2” and “fail -> 3”"
    elif name:
        line = f"~ compare {dice} with {name}"
        rows = "the rows “higher”, “equal” and “lower”"
    else:
        line = f"~ roll {dice}"
        more = int(match["end"]) + (sign in (">", "<="))
        rows = f"the rows “{more} or more” and “{more - 1} or less”"
    told = f"write “{line}”, and under it, with four blanks before them, {rows}"
    return scene.mistake(syntax.LINE, message, told if "->" in scene.raw else with_lines(told, line), place)


def _marked_row(scene: Scene) -> Mistake | None:
    """`~ escape -> 2`: a line of a fight."""
    match = _MARKED_ROW.fullmatch(scene.raw.rstrip())
    if match is None or scene.kind == "declaration" or not reads(as_fight_line(match["line"])):
        return None
    message = "a line of a fight stands under it, and has no mark"
    if _IN_A_FIGHT.match(scene.opener):
        return scene.whole(syntax.ROW_EXPECTED, message, write(match["line"]))
    if match["line"] in ("won", "lost") and not scene.has_block:  # the end of the book in other words
        return None
    hint = f"put it under its fight, with four blanks before it: {match['line']}"
    return scene.whole(syntax.UNKNOWN_RULE, message, hint)


def in_each_round(scene: Scene) -> Mistake | None:
    """`when foe STAMINA < 3 -> 2`, under a fight"""
    here = _IN_A_FIGHT.match(scene.opener) is not None and len(scene.raw) <= LONGEST
    match = _WHEN.fullmatch(scene.raw) if here else None
    if match is not None and match["condition"].lower() in _ROWS_ASKED:
        row = f"{match['condition'].lower()} {match['turn'] or ''}".rstrip()
        return scene.whole(syntax.ROW_EXPECTED, "no “if” stands before the row of a fight", write(row))
    rule = f"~ if {match['condition']}" if match else ""
    rule = rule if not rule or reads(f"\n{rule}\n    -> 1\n") else suggested(rule, scene.kind) or ""
    if match is None or not rule:
        return None
    message = "what is asked in a fight stands under “each round”"
    turn = match["turn"] or ""
    told = f"write “each round”, under it, with four blanks more, “{rule}”"
    if scene.has_block or not turn:
        return scene.whole(syntax.ROW_EXPECTED, message, f"{told}, and put four blanks more before what is under it")
    hint = with_lines(f"{told}, and under that “{turn}”", f"each round\n    {rule}\n        {turn}")
    return scene.whole(syntax.ROW_EXPECTED, message, hint)


def _escape_if(scene: Scene) -> Mistake | None:
    """`escape if rope -> 3`, `escape -> 3 [if rope]`"""
    here = _IN_A_FIGHT.match(scene.opener) is not None and len(scene.raw) <= LONGEST
    match = _ESCAPE_IF.fullmatch(scene.raw) if here else None
    rule = f"~ if {match['condition']}" if match else ""
    if match is None or not reads(f"\n{rule}\n    -> 1\n"):
        return None
    may, turn = '~ may "Escape"', match["turn"] or match["to"] or ""
    told = f"write “each round”, under it, with four blanks more, “{rule}”, under that “{may}”"
    if scene.has_block or not turn:
        hint = Hint(f"{told}, and under that what happens then")
    else:
        lines = f"each round\n    {rule}\n        {may}\n            {turn}"
        hint = with_lines(f"{told}, and under that “{turn}”", lines)
    return scene.whole(syntax.ROW_EXPECTED, "the row “escape” has no condition", hint)


def _ally(scene: Scene) -> Mistake | None:
    """`ally "Bran" SKILL 8 STAMINA 8`"""
    match = _ALLY.fullmatch(scene.raw) if _IN_A_FIGHT.match(scene.opener) else None
    if match is None:
        return None
    who = match["word"].lower()
    hint = (
        f"put the {who}'s numbers on the sheet, and what the {who} does under “each round”; a foe that leaves the "
        'reader alone meanwhile: busy "…" while …'
    )
    return scene.whole(syntax.ROW_EXPECTED, "a fight has no line for those who help the reader", hint)


def _rows_behind(scene: Scene) -> Mistake | None:
    """`~ test luck -> 2 else 3`"""
    match = _ROWS_BEHIND.fullmatch(scene.raw)
    if match is None or not match["what"]:
        return None
    what, rows = match["what"], match["rows"]
    turns = (*re.findall(rf"(?:->|\belse)[ \t]*({NAME})", rows), "2", "3")
    *before, last = what.split()
    named = [each["outcome"] for each in _OUTCOME.finditer(f"{last} {rows}")]
    if before and named[:1] == [last] and reads(f"\n~ {match['rule']} {' '.join(before)}\n    {last} -> 1\n"):
        what = " ".join(before)
    rule = f"{match['rule']} {what}"
    if len(named) < 2:
        usual = _OUTCOMES.get(rule) or _OUTCOMES[match["rule"]]
        named = [*named, *_other_outcomes(rule, named[0], usual)] if named else []
        named = named if len(named) > 1 else [*usual]
    rows = _listed_rows([f"“{outcome} -> {turn}”" for outcome, turn in zip(named, turns, strict=False)])
    hint = f"write “~ {rule}”, and under it, with four blanks before them, rows such as {rows}"
    place = scene.line + match.start("rows")
    return scene.mistake(syntax.LINE, f"what comes of a {match['rule']} stands under it, in rows", hint, place)


def _other_outcomes(rule: str, named: str, usual: Sequence[str]) -> list[str]:
    """The other outcome where one is named: of two by name the other one, of dice what is left above or below."""
    if named in usual:
        return [each for each in usual if each != named]
    dice, row = _PLAIN_DICE.fullmatch(rule), _ROW_OF_DICE.fullmatch(named)
    if dice is None or row is None:
        return []
    low, high = int(dice["count"]), int(dice["count"]) * int(dice["sides"])
    first, last = int(row["low"]), int(row["high"] or row["low"])
    if first == low and last < high:
        left = (last + 1, high)
    elif last == high and first > low:
        left = (low, first - 1)
    else:
        return []
    return [str(left[0]) if left[0] == left[1] else f"{left[0]}-{left[1]}"]


def _listed_rows(rows: Sequence[str]) -> str:
    *before, last = rows
    return f"{', '.join(before)} and {last}" if before else last


def _several_changes(scene: Scene) -> Mistake | None:
    """`~ gold +2, STAMINA -1`"""
    match = _CHANGES.fullmatch(scene.raw.rstrip(" \t."))
    if match is None:
        return None
    hint = write_apart([f"~ {change}" for change in re.split(_AND, match["changes"])])
    return scene.mistake(syntax.LINE, "one line changes one number", hint)


def _several_settings(scene: Scene) -> Mistake | None:
    """`with damage = 3, harm = 1`"""
    match = _SETTINGS.fullmatch(scene.raw.rstrip(" \t."))
    if match is None:
        return None
    lines = [f"with {setting.removeprefix('with').strip()}" for setting in re.split(_AND, match["settings"])]
    if not all(reads(as_fight_line(line)) for line in lines):
        return None
    return scene.mistake(syntax.LINE, "one line has one setting of a fight", write_apart(lines))


def _added_setting(scene: Scene) -> Mistake | None:
    """`with damage +1`"""
    match = _ADDED.fullmatch(scene.raw) if scene.opener.startswith("~") else None
    if match is None:
        return None
    hint = f"write its whole value, with what is added: with {match['name']} = 3"
    message = "a setting of a fight has a value, and nothing is added to it"
    return scene.mistake(syntax.LINE, message, hint, scene.line + match.start("sign"))


def _start(scene: Scene) -> Mistake | None:
    """`start chapter 1`, `start The beach`"""
    here = scene.kind == "declaration" and scene.opener[:4] == "book" and len(scene.raw) <= LONGEST
    match = _START.fullmatch(scene.raw) if here else None
    if match is None:
        return None
    hint = write(f"start {match['to']}") if match["to"] else "write it like this: start 1"
    return scene.whole(syntax.LINE, "after “start” write only the number or the name of a chapter", hint)


def _hero(scene: Scene) -> Mistake | None:
    """`hero "Sam": SKILL = 9`, `hero "Sam" SKILL 9`"""
    match = _HERO.fullmatch(scene.raw) if scene.kind == "declaration" and len(scene.raw) <= LONGEST else None
    values = re.sub(r"[ \t]*=[ \t]*", " ", match["values"]) if match else ""
    line = f"hero {match['name']}: {values}" if match else ""
    if not line or not reads(f"{line}\n"):
        return None
    return scene.whole(syntax.LINE, "the numbers of a hero stand behind a colon, each after its name", write(line))


def _several_numbers(scene: Scene) -> Mistake | None:
    """`stat SKILL = 7, LUCK = 9`"""
    match = _NUMBERS.fullmatch(scene.raw.rstrip(" \t.")) if scene.opener == "sheet" else None
    if match is None:
        return None
    kind = match["kind"]
    lines = [f"{kind} {number.removeprefix(kind).strip()}" for number in re.split(_AND, match["numbers"])]
    if not all(reads(f"sheet\n    {line}\n") for line in lines):
        return None
    return scene.mistake(syntax.LINE, f"one line has one {kind}", write_apart(lines))


def _weight(scene: Scene) -> Mistake | None:
    """`50%: -> 6`, or `-> 6` without a weight, under `~ random`."""
    row = scene.raw.strip()
    match = _WEIGHT.fullmatch(row)
    if match is None or not row or not re.match(r"~[ \t]*random\b", scene.opener):
        return None
    if match["named"] and not (match["turn"] or scene.has_block):  # a word of the story
        return None
    begins = row.removesuffix(match["turn"] or "")
    if reads(f"\n~ random\n    {begins} -> 1\n"):  # not the weight is at fault, but the turn
        return None
    hint = write(f"{match['weight'] or 1}: {match['turn'] or ''}".rstrip())
    return scene.whole(syntax.ROW_EXPECTED, "a row of “random” begins with its weight, a number, and a colon", hint)


def _decision(scene: Scene) -> Mistake | None:
    """`~ choose lift`"""
    match = _DECISION.fullmatch(scene.raw)
    if match is None:
        return None
    if match["many"]:
        return scene.mistake(syntax.LINE, "this line ends too early", f"write: ~ choose {match['many']} of")
    if match["words"] == "one":
        message = "choices need no rule above them; if there is one, it has a number in digits"
        return scene.whole(syntax.LINE, message, "write: ~ choose 1 of")
    hint = write(f'~ choose "{match["words"]}"')
    place = scene.line + match.start("words")
    return scene.mistake(syntax.MISSING_QUOTE, "the name of a decision stands in quotation marks", hint, place)


def _only_if(scene: Scene) -> Mistake | None:
    """`~ gain rope if not RAVEN`, `~ STAMINA -2 unless rope`, `-> 2 [if rope]`"""
    match = _ONLY_IF.fullmatch(scene.raw) if len(scene.raw) <= LONGEST else None
    if match is None or re.match(r"~[ \t]*(?:else|if|may|repeat)\b", match["rule"]):
        return None
    start, kind = scene.line + match.start("word"), scene.kind
    condition = f"~ {match['word']} {match['condition']}"
    plain = condition if reads(f"\n{condition}\n    -> 1\n") else suggested(condition, kind)
    rule = match["rule"] if reads(f"\n{match['rule']}\n") else suggested(match["rule"], kind)
    if scene.place > scene.line + match.start("condition") or plain is None or rule is None:
        return None
    told = f"write “{plain}”, and “{rule}” on the next line, with four blanks more before it"
    hint = with_lines(told, f"{plain}\n    {rule}")
    return scene.mistake(syntax.LINE, "a condition is a line of its own, above what it is for", hint, start)


def _no_stats(scene: Scene) -> Mistake | None:
    """`~ fight an Orc`"""
    match = _NO_STATS.fullmatch(scene.raw)
    if match is None:
        return None
    hint = f'write it like this: ~ fight "{match["foe"]}" SKILL 7 STAMINA 6'
    return scene.whole(syntax.NO_FOE, "a fight needs the name of its foe in quotation marks, and its stats", hint)


def _over(scene: Scene) -> Mistake | None:
    """`~ game over`, `~ you die`"""
    match = _OVER.fullmatch(scene.raw)
    if match is None:
        return None
    kind = match.lastgroup
    hint: str = write(f"~ {kind}")
    if kind == "ending":
        hint = 'write: ~ ending "The end", or ~ victory, or ~ defeat'
        above = scene.text[: scene.line].rstrip().rpartition("\n")[2]
        if indent(above) > indent(scene.raw):
            hint += "; if only the block above it ends here, delete this line"
    return scene.whole(syntax.UNKNOWN_RULE, "there is no such rule: victory, defeat and ending end the book", hint)


def _without_quotes(scene: Scene) -> Mistake | None:
    """`author A. Writer`, `include chapters/castle.gbk`"""
    match = _QUOTED.fullmatch(scene.raw)
    if match is None or scene.kind != "declaration" or scene.opener.startswith(("~", "*")):
        return None
    name = unescape(match["name"]).strip().strip('"')
    hint = write(f'{match["key"]} "{name}"')
    place = scene.line + match.start("name")
    return scene.mistake(syntax.MISSING_QUOTE, "what stands here needs quotation marks", hint, place)


def _no_kind(scene: Scene) -> Mistake | None:
    """`gold = 5`, under `sheet`"""
    match = _NO_KIND.fullmatch(scene.raw) if scene.opener == "sheet" and scene.place == scene.first else None
    line = f"number {match['number'].rstrip()}" if match else ""
    written = line if reads(f"sheet\n    {line}\n") else suggested(line, "declaration")
    if match is None or written is None:
        return None
    return scene.whole(syntax.HEADER_TEXT, "this line does not say what it declares", write(written))


def _title(scene: Scene) -> Mistake | None:
    """`title "The well"`"""
    words = scene.raw.split(maxsplit=1)
    if scene.kind != "declaration" or words[:1] != ["title"] or scene.place != scene.first:
        return None
    name = words[1].strip().strip('"') if len(words) > 1 else "…"
    return scene.whole(syntax.HEADER_TEXT, "the title has no line of its own", f'write it after “book”: book "{name}"')


def _foe_without_quotes(scene: Scene) -> Mistake | None:
    """`~ foe Wolf STAMINA -2`"""
    match = _FOE_STAT.search(scene.raw)
    if match is None or scene.kind == "declaration":
        return None
    written = f'{scene.raw[: match.start("foe")]}"{match["foe"]}"{scene.raw[match.end("foe") :]}'
    if not reads_as_step(written):
        return None
    place = scene.line + match.start("foe")
    return scene.mistake(
        syntax.MISSING_QUOTE, "the name of a foe stands in quotation marks", write(written.strip()), place
    )


def _dead(scene: Scene) -> Mistake | None:
    """`~ if friend is dead`"""
    match = _IS_DEAD.fullmatch(scene.raw)
    if match is None:
        return None
    sign = "= 0" if match["dead"] else "> 0"
    how = match["dead"] or match["alive"]
    lines = [f"{match['before']}{match['name']} {end}{match['after']}".strip() for end in (sign, f"= {how}")]
    if not all(map(reads_as_step, lines)):
        return None
    hint = f"for a number, write: {lines[0]}; if “{how}” is one of its values on the sheet: {lines[1]}"
    message = f"“is {how}” is no condition: a number is compared with another number"
    return scene.mistake(syntax.LINE, message, with_lines(hint, *lines), scene.line + match.start("name"))


HABITS = (
    _foe_without_quotes,
    _dead,
    _colon,
    _comment_at_once,
    _hash,
    _may_if,
    _setting_in_words,
    digits.looks_like_digits,
    digits.thousands,
    _listed_totals,
    digits.decimals,
    _box,
    _call,
    _named_roll,
    _turn,
    _chance,
    _several_things,
    _rolled_against,
    _marked_row,
    in_each_round,
    _escape_if,
    _ally,
    _rows_behind,
    _several_changes,
    _several_settings,
    _added_setting,
    _start,
    _hero,
    _several_numbers,
    _weight,
    _decision,
    _only_if,
    _no_stats,
    _over,
    _without_quotes,
    _no_kind,
    _title,
)
"""What is looked for, in this order."""
