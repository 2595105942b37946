"""Values, conditions, quotation marks, and marks of other programs."""

from __future__ import annotations

import re
from html import unescape

from gamebook.codes import syntax
from gamebook.codes.hints import with_lines, write, write_here
from gamebook.diagnostics import Hint
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax.foreign import foreign_rule
from gamebook.syntax.grammar import reads, reads_as_step
from gamebook.syntax.heads import COUNTED, NAME, NUMBER, WORD
from gamebook.syntax.marks import FOREIGN, HYPHENS, INVISIBLE, LONG_ARROW, mend
from gamebook.syntax.scene import Mistake, Scene
from gamebook.syntax.stray import twine_link
from gamebook.syntax.suggestions import LONGEST, as_fight_line
from gamebook.syntax.words import (
    short,
    wanted,
)

_OPERAND = {"INT", "LPAR", "NAME", "MINUS"}
_FOE_WITH_STATS = pattern(r"[^\d\"(]*[^\s\d\"(:,](?=[ \t]+[^\W\d][\w-]*[ \t]+\d)")
_BUSY = pattern(r".*?(?=[ \t]+while\b)")
_HERO = pattern(r"[ \t]*hero[ \t]+(?P<name>[^\s\":][^\":]*?)[ \t]*:(?P<values>[ \t]*[^\s\"][^\"]*?)[ \t]*")
"""A hero by name, without quotation marks: `hero giant: strength 6`."""
_AT = pattern(rf"[ \t]*at[ \t]+{COUNTED}[ \t]*(?P<to>{NAME})[ \t]*:[ \t]*(?P<rest>\S.*?)[ \t]*")
"""A chapter in a strategy, with a word before its number: `at chapter 1: "Up"`."""
_APOSTROPHE = pattern(r"[^\W\d][\w-]*(?P<mark>['’])[\w-]*[^\W\d_](?![\w-])")
"""A name with one: `giant's-tooth`."""
_QUOTE = pattern(r'\\.|"')
_CONDITION = pattern(r"\b(?:if|when|until)\b[^\]\n]*$")
"""The beginning of a condition that has not come to its end."""
_NAME_BEFORE = pattern(rf"(?:(?:foe|initial)[ \t]+)?(?<![\w-]){WORD}[ \t]*$")
_NAME_AFTER = pattern(rf"(?:[<>!]?=|[<>])[ \t]*(?:{WORD}|\d+)(?!\w)")
"""What is compared, before the sign and with it."""
_WEIGHT = pattern(r"(?![~*])(?P<weight>[^:]+?)(?P<rest>[ \t]*:.*)")
"""A row of a draw."""
_IS_ROLL = pattern(r"[ \t]*~[ \t]*roll\b")
_FACES = pattern(r"count[ \t]+of[ \t]+(?P<low>\d+)[ \t]*\.\.[ \t]*(?P<high>\d+)[ \t]+in$")
"""Several faces that are counted, of dice or, by mistake, of a pool."""
_COUNTED = pattern(r"\bcount[ \t]+of[ \t][^.]*$")
"""Something that is counted, up to the points of a range."""
_POINTS_LOST = pattern(r"\bscore[ \t]*-[^\"]*$")
_AMOUNT_BEFORE = pattern(r"(?P<head>~[ \t].*[ \t])-[ \t]*(?P<first>[^()\s]+)")
_AMOUNT_AFTER = pattern(rf"(?P<sign>[-+])[ \t]*(?P<second>\d*d\d+|\d+|{WORD})[ \t]*")
"""An amount of two parts, up to the sign between them and from there on."""
_NAME_HERE = pattern(rf"[ \t]*(?P<name>{WORD})")
CONDITION_AND_TURN = pattern(
    rf"[ \t]*(?P<condition>(?:(?:first[ \t]+)?when|~[ \t]*(?:else[ \t]+)?if)\b(?:(?!->|=>).)*?)[ \t]*=>[ \t]*"
    rf"(?P<to>{NUMBER}|(?:victory|defeat|ending)\b[^=>]*?)[ \t.]*"
)
_ARROW = pattern(r"(?<!\\)->")


def links(scene: Scene) -> Mistake | None:
    """Links and rules of other programs."""
    words = scene.raw.strip()
    rule = foreign_rule(words, Span("", scene.first, scene.first + len(words)))
    found = rule or twine_link(scene.raw, Span("", scene.line, scene.line + len(scene.raw)))
    if found is None:
        return None
    return Mistake(found.code, found.span.start, found.span.end, found.message, found.hint, scene.line)


def foreign(scene: Scene) -> Mistake | None:
    """Marks that a word processor puts in, or that other notations use."""
    apart = _apostrophe(scene) or _invisible(scene)
    if apart is not None:
        return apart
    long = LONG_ARROW.match(scene.text, scene.place)
    if long is not None and not _CONDITION.search(scene.text[scene.line : scene.place]):
        plain = mend(scene.raw).strip()
        message = f"the mark {long[0]} is not a mark of the language"
        hint = with_lines(f"write -> instead: {plain if len(plain) <= LONGEST else short(plain)}", plain)
        return Mistake(syntax.FOREIGN_MARK, long.start(), long.end(), message, hint, scene.line)
    for start in (scene.place, scene.place - 1):
        for length in (2, 1):
            mark = scene.text[max(0, start) : max(0, start) + length]
            if mark in FOREIGN and (start == scene.place or length == 2):
                message = f"the mark {mark} is not a mark of the language"
                if mark in HYPHENS:
                    message = f"the mark {mark} (U+{ord(mark):04X}) only looks like a hyphen"
                if FOREIGN[mark] == '"':
                    message = f'{mark} is not a straight quotation mark: "'
                compares = mark == "=>" and _CONDITION.search(scene.text[scene.line : max(0, start)])
                if compares and not scene.has_block and (arrow := _condition_and_turn(scene.raw)) is not None:
                    return Mistake(syntax.FOREIGN_MARK, start, start + length, message, arrow, scene.line)
                head, bracket, tail = scene.raw.partition("]")
                line = head.replace(mark, ">=") + bracket + tail if compares else scene.raw
                plain = mend(line).strip()
                shown = plain if len(plain) <= LONGEST else short(plain)
                hint = with_lines(f"write {'>=' if compares else FOREIGN[mark]} instead: {shown}", plain)
                if FOREIGN[mark] == "->" and _ARROW.search(scene.text[scene.line : max(0, start)]):
                    hint = Hint("a line has one arrow: delete this one, or the one before it")
                return Mistake(syntax.FOREIGN_MARK, start, start + length, message, hint, scene.line)
    return None


def _invisible(scene: Scene) -> Mistake | None:
    """A name with something in it that nobody sees, as `brass-key` has when it was copied from a web page."""
    rest = scene.rest
    hidden = len(rest) - len(rest.lstrip(INVISIBLE))
    if not hidden:
        return None
    plain = mend(f"{scene.raw[: len(scene.raw) - len(rest)]}{rest[hidden:]}").strip()
    hint = with_lines(f"delete it: {plain if len(plain) <= LONGEST else short(plain)}", plain)
    message = f"an invisible character (U+{ord(rest[0]):04X}) is here"
    return Mistake(syntax.CONTROL, scene.place, scene.place + hidden, message, hint, scene.line)


def _condition_and_turn(line: str) -> Hint | None:
    """What to write for `when gold <= 0 => 2` and `~ if gold > 3 => 2` with nothing under them."""
    match = CONDITION_AND_TURN.fullmatch(line)
    if match is None:
        return None
    condition, turn = match["condition"].strip(), f"-> {match['to']}"
    if not condition.startswith("~"):
        return write(f"{condition} {turn}")
    told = f"write “{condition}”, and “{turn}” on the next line, with four blanks more before it"
    return with_lines(told, f"{condition}\n    {turn}")


def _apostrophe(scene: Scene) -> Mistake | None:
    """`[if giant's-tooth]`: a name that is written like a word of the story."""
    here = scene.place - scene.line
    word = _APOSTROPHE.match(scene.raw, scene.raw.rfind(" ", 0, max(0, here)) + 1)
    if word is None or word.start("mark") != here:
        return None
    hint = write_here(word[0].replace(word["mark"], ""), word[0])
    start, end = scene.line + word.start(), scene.line + word.end()
    return Mistake(syntax.FOREIGN_MARK, start, end, "a name has no apostrophe in it", hint, scene.line)


def quotes(scene: Scene) -> Mistake | None:
    """Text without its quotation marks."""
    marks = [match.start() for match in _QUOTE.finditer(scene.raw) if match[0] == '"']
    if len(marks) % 2 and scene.place <= scene.line + marks[-1] + 1:
        return scene.mistake(
            syntax.MISSING_QUOTE,
            "the second quotation mark is missing on this line",
            'write " at both ends; a " inside the text is written \\", and // inside it \\//',
            scene.line + marks[-1],
        )
    ending = re.match(r"\s*(?:~|.*->)[ \t]*(victory|defeat|ending)[ \t]+(?=[^\W\d])", scene.raw)
    if "STRING" in scene.accepted and ending and scene.place == scene.line + ending.end():
        words = scene.rest.strip().strip('"')
        quoted = write(f'{scene.raw[: ending.end()].strip()} "{words}"')
        return scene.mistake(syntax.MISSING_QUOTE, "the words of an ending need quotation marks", quoted)
    hero = _HERO.fullmatch(scene.raw)
    if hero and "STRING" in scene.accepted:
        named = f'hero "{hero["name"]}":{hero["values"]}'
        return scene.mistake(syntax.MISSING_QUOTE, "the name of a hero needs quotation marks", write(named))
    at = _AT.fullmatch(scene.raw) if "STRING" in scene.accepted and scene.kind == "declaration" else None
    if at:
        return scene.mistake(syntax.LINE, "after “at” write only the chapter", write(f"at {at['to']}: {at['rest']}"))
    if "STRING" in scene.accepted and not scene.accepted & {"INT", "_NL", "NAME"}:
        words = unescape(scene.rest).strip().strip('"“”„')
        foe = _BUSY.match(words) if scene.before.strip() == "busy" else None
        foe = foe or _FOE_WITH_STATS.match(words) if re.search(r"\b(?:foe|fight|busy)\b", scene.before) else None
        after = words[foe.end() :] if foe else ""
        words = foe[0] if foe else words
        hint = (
            f'write which foe is busy: busy "…" {words}'
            if scene.before == "busy" and words.startswith("while ")
            else write(f'{scene.before} "{words}"{after}')
            if words and '"' not in words
            else 'write it like this: "some words"'
        )
        return scene.mistake(syntax.MISSING_QUOTE, "a text in quotation marks is expected here", hint)
    return None


def points(scene: Scene) -> Mistake | None:
    """`~ score -a + 3`: how many points are lost."""
    lost = scene.met in ("PLUS", "MINUS") and _POINTS_LOST.search(scene.before)
    return _in_two_ways(scene) if lost else None


def _in_two_ways(scene: Scene) -> Mistake:
    hint = "put the whole amount in parentheses, as in ~ STAMINA -(1d6 + 1)"
    before, after = _AMOUNT_BEFORE.fullmatch(scene.before), _AMOUNT_AFTER.fullmatch(scene.rest)
    if before and after:
        sign, other = after["sign"], "-" if after["sign"] == "+" else "+"
        lines = [f"{before['head']}-({before['first']} {each} {after['second']})" for each in (sign, other)]
        if all(map(reads_as_step, lines)):
            hint = with_lines(f"put the whole amount in parentheses: {', or: '.join(lines)}", *lines)
    return scene.mistake(syntax.AMOUNT, "this amount can be read in two ways", hint)


def values(scene: Scene) -> Mistake | None:
    """Values and conditions."""
    accepted = scene.accepted
    faces, pool = _FACES.search(scene.before), _NAME_HERE.match(scene.rest)
    if faces is not None and pool is not None:
        first, last = (f"count of {faces[each]} in {pool['name']}" for each in ("low", "high"))
        hint = f"add them up: {first} + {'' if int(faces['high']) == int(faces['low']) + 1 else '… + '}{last}"
        return scene.mistake(syntax.EXPRESSION, "the faces of a pool are counted one by one", hint)
    if scene.met in ("PLUS", "MINUS") and "BEYOND" in accepted:
        return _in_two_ways(scene)
    if "RPAR" in accepted and scene.at_end:
        open_mark = scene.raw.rfind("(", 0, scene.place - scene.line)
        return scene.mistake(
            syntax.PARENTHESIS, "this parenthesis is never closed", "write ) at its end", scene.line + open_mark
        )
    if accepted >= _OPERAND:
        if scene.at_end:
            return scene.mistake(
                syntax.EXPRESSION, "a value is missing at the end of this line", "add a number or a name"
            )
        return scene.mistake(syntax.EXPRESSION, "a value is expected here: a number, a name or dice", None)
    if scene.met in ("EQUAL", "RELATION") and "OR" in accepted:  # “and” alone stands between two foes
        return scene.mistake(
            syntax.EXPRESSION, "only two values can be compared at a time", "join two comparisons with “and”"
        )
    if scene.rest.startswith(",") and "OR" in accepted and _CONDITION.search(scene.before):
        message = "no comma stands between two conditions"
        return scene.mistake(syntax.EXPRESSION, message, "write “and” instead of it, or “or”")
    if scene.met in ("EQUAL", "RELATION") and "PLUS" in accepted:
        compared = _in_parentheses(scene)
        if compared is not None:
            message = "a comparison in an amount stands in parentheses: it is 1 where it holds, else 0"
            return scene.mistake(syntax.EXPRESSION, message, write(compared))
    if scene.rest.startswith(".."):
        message, hint = "no range can stand here", "compare with each end: gold >= 2 and gold <= 5"
        if _COUNTED.search(scene.before):
            message, hint = "the faces that are counted are fixed numbers", "write the numbers: count of 5..6 in 3d6"
        return scene.mistake(syntax.EXPRESSION, message, hint)
    if scene.rest.startswith("."):
        return scene.mistake(
            syntax.EXPRESSION, "a single point has no meaning here", "numbers are whole; a range has two points: 0..50"
        )
    if "MULTIPLY" in accepted and re.match(r"[\w(]", scene.rest):
        return scene.mistake(
            syntax.EXPRESSION,
            "between two values a sign or a word is missing",
            wanted(scene.accepted) or "write + - * / or mod",
        )
    return None


def _in_parentheses(scene: Scene) -> str | None:
    """The line with parentheses around the comparison at whose sign reading stopped; None if that cannot be read."""
    here = scene.place - scene.line
    if scene.raw.lstrip().startswith("while"):  # its amount has a sign
        return None
    before, after = _NAME_BEFORE.search(scene.raw[:here]), _NAME_AFTER.match(scene.raw[here:])
    if before is None or after is None or _IS_ROLL.match(scene.raw):  # after `roll`, = was meant to name the result
        return None
    start, end = before.start(), here + after.end()
    line = f"{scene.raw[:start]}({scene.raw[start:end]}){scene.raw[end:]}".strip()
    row = _WEIGHT.fullmatch(scene.raw.strip())
    if row is not None and reads(_as_weight(f"1{row['rest']}")):  # alone it would be prose, which always reads
        lines = line, f"({row['weight']}){row['rest']}"
        return next((each for each in lines if reads(_as_weight(each))), None)
    return line if reads_as_step(line) or reads(as_fight_line(line)) else None


def _as_weight(text: str) -> str:
    """A row of a draw as a piece of the page."""
    return f"\n~ random\n    {text}\n"
