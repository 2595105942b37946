"""Turns: what stands after an arrow, and the order of the parts of a choice."""

from __future__ import annotations

import re

from gamebook.codes import syntax
from gamebook.codes.hints import extended, with_lines, write, write_one
from gamebook.diagnostics import Hint
from gamebook.patterns import pattern
from gamebook.syntax.grammar import reads_as_step
from gamebook.syntax.heads import HYPHEN, HYPHENED, NUMBER, PLACE, WORD, without_hyphens
from gamebook.syntax.scene import Mistake, Scene
from gamebook.syntax.suggestions import LONGEST

_OTHER_ARROW = pattern(
    rf"(?P<arrow>-{{2,}}>|-[ \t]+>|[>~]>|<-|(?:(?:turn|go)[ \t]+to|goto)(?![\w-]))[ \t]*(?P<to>{NUMBER})[ \t.]*",
    re.IGNORECASE,
)
"""A turn with another arrow, or in words."""
_TARGET = {"BACK", "VICTORY", "DEFEAT", "ENDING"}
_IN_WORDS = pattern(rf"[ \t]*(?P<words>[^\d\n\"“(]{{1,20}})[ \t](?P<to>{NUMBER})[ \t.]*")
"""A chapter with words before it, as in `-> turn to 7`."""
_HYPHENS = pattern(r"-{2,}")
_SUM = pattern(rf"[ \t]*(?P<sum>(?=.*[^\W\d])(?:{WORD}|\d+)(?:[ \t]*[-+*/][ \t]*(?:{WORD}|\d+))+)[ \t.]*")
"""`-> safe + 9`; the blanks tell a minus from a hyphen."""
_HYPHENED = pattern(rf"[ \t]*(?P<name>{HYPHENED})[ \t.]*")
"""`-> room-2`"""
_ENDING_AND_WORDS = pattern(r"""(?P<kind>victory|defeat|ending)[ \t]*[:,–—-][ \t]*(?P<words>[^\s"][^"]*)""")
"""`-> defeat: You are dead`"""
_THE_END = pattern(r"(?:the[ \t]+end|game[ \t]+over|the[ \t]+(?:book|story|game)[ \t]+ends)[ \t.!]*", re.IGNORECASE)
_MARK_BEFORE_WORDS = pattern(r"""(?P<kind>victory|defeat|ending)[ \t]*[:,–—-][ \t]*(?P<words>"[^"]*")""")
"""`-> defeat: "You are dead"`"""
_OR = pattern(rf"(?:or|and|,|/|&)[ \t]*(?:->[ \t]*)?{NUMBER}\Z")
"""Another chapter behind that of a turn: `-> 7 or 8`."""
_KNOWN_FIRST = pattern(r"(?P<knows>\[knows\b[^\[\]]*\])(?P<blank>[ \t]*)(?P<if>\[if\b[^\[\]]*\])")
"""`[knows 70%] [if EEL]`"""


def choices(scene: Scene) -> Mistake | None:
    """Conditions of choices."""
    if not scene.raw.lstrip().startswith("*"):
        return None
    if "RSQB" in scene.accepted and "]" not in scene.rest:
        bracket = scene.raw.rfind("[", 0, scene.place - scene.line)
        return scene.mistake(
            syntax.OPEN_BRACKET,
            "this condition has no closing bracket",
            "write ] at the end of the condition, before the arrow",
            scene.line + bracket,
        )
    if scene.accepted <= {"_ARROW", "_KNOWS", "SECRET", "_NL"} and scene.rest and "_NL" in scene.accepted:
        if "->" in scene.raw[: scene.place - scene.line] and not scene.rest.startswith("["):
            return None
        other = _OTHER_ARROW.fullmatch(scene.rest)
        if other:
            before = scene.raw[: scene.place - scene.line].strip()
            end = scene.place + other.end("arrow")
            message = f"“{other['arrow']}” is not the arrow of the language"
            hint = write(f"{before} -> {other['to']}")
            return Mistake(syntax.FOREIGN_MARK, scene.place, end, message, hint, scene.line)
        turned = _KNOWN_FIRST.sub(r"\g<if>\g<blank>\g<knows>", scene.raw)
        if turned != scene.raw:
            message = "the condition stands before the share of readers who know of this choice"
            return scene.mistake(syntax.LATE_CONDITION, message, write(turned.strip()))
        return scene.mistake(
            syntax.LATE_CONDITION,
            "words, condition and turn of this choice are in the wrong order",
            "write the words first, then the condition, then the turn: * Light the lamp [if lantern] -> 5",
        )
    return None


def turns(scene: Scene) -> Mistake | None:
    """What stands after an arrow."""
    hint = "write the number or name of a chapter, or an ending: -> 12, -> victory"
    if scene.accepted >= _TARGET:
        if scene.at_end:
            return scene.mistake(syntax.NO_TARGET, "this arrow leads nowhere", hint)
        two = _two_arrows(scene)
        if two is not None:
            return two
        named = re.match(r'"[^"]*"', scene.rest)
        if named:
            message = "the name of an ending follows the word for its kind"
            ends = "".join(f", -> {kind} {named[0]}" for kind in ("ending", "victory", "defeat"))
            return scene.mistake(syntax.BAD_TARGET, message, f"write one of these: {ends[2:]}")
        return scene.mistake(syntax.BAD_TARGET, "the reader cannot turn to this", hint)
    arrow = scene.raw.rfind("->", 0, scene.place - scene.line)
    hyphened = _HYPHENED.fullmatch(scene.raw[arrow + 2 :]) if arrow >= 0 else None
    if hyphened and re.match(rf"{PLACE}-\d", hyphened["name"], re.IGNORECASE):  # `-> chapter-3`
        hint = _with_turn(scene.raw[:arrow].strip(), hyphened["name"].rpartition("-")[2])
        message = "after an arrow write only the chapter, without other words"
        return scene.mistake(syntax.BAD_TARGET, message, hint, scene.line + arrow + 2 + hyphened.start("name"))
    if hyphened:
        name, head = hyphened["name"], scene.raw[:arrow].strip()
        start = scene.line + arrow + 2 + hyphened.start("name")
        hint = _with_turn(head, without_hyphens(name))
        difference = f"{head} -> ({name.replace('-', ' - ')})".strip()
        if reads_as_step(difference):
            hint = extended(hint, after=f"; or for a number that is computed: {difference}")
        return Mistake(syntax.BAD_TARGET, start, start + len(name), HYPHEN, hint, scene.line)
    computed = _SUM.fullmatch(scene.raw[arrow + 2 :]) if arrow >= 0 else None
    summed = f"{scene.raw[:arrow]}-> ({computed['sum']})" if computed else ""
    if computed and reads_as_step(summed.strip()):
        hint = _with_turn(scene.raw[:arrow].strip(), f"({computed['sum']})")
        message = "a number of a chapter that is computed stands in parentheses"
        return scene.mistake(syntax.BAD_TARGET, message, hint, scene.line + arrow + 2 + computed.start("sum"))
    named = _IN_WORDS.fullmatch(scene.raw[arrow + 2 :]) if arrow >= 0 else None
    if named and "_NL" in scene.accepted:
        hint = _with_turn(scene.raw[:arrow].strip(), named["to"] + " secret" * (named["words"].strip() == "secret"))
        message = "after an arrow write only the chapter, without other words"
        return scene.mistake(syntax.BAD_TARGET, message, hint, scene.line + arrow + 2 + named.start("words"))
    if arrow >= 0 and "_NL" in scene.accepted and not scene.accepted & {"PLUS", "NAME"}:
        words = scene.raw[arrow + 2 :].strip()
        odd = odd_name(scene, scene.raw[:arrow].strip(), words, "-> 12")
        if odd is not None:
            return odd
        ending = _ENDING_AND_WORDS.fullmatch(words)
        if ending is not None:
            quoted = write(f'{scene.raw[:arrow].strip()} -> {ending["kind"]} "{ending["words"]}"'.strip())
            return scene.mistake(syntax.MISSING_QUOTE, "the words of an ending need quotation marks", quoted)
        marked = _MARK_BEFORE_WORDS.fullmatch(words)
        if marked is not None:
            plain = write(f"{scene.raw[:arrow].strip()} -> {marked['kind']} {marked['words']}".strip())
            return scene.mistake(syntax.LINE, "no mark stands between an ending and its words", plain)
        message, rest = "there is more text after the turn", scene.rest.strip().rstrip(".")
        if _OR.match(rest):
            return scene.mistake(syntax.BAD_TARGET, message, "an arrow leads to one chapter; write a choice for each")
        if scene.raw.startswith("* ") and rest.startswith(("(", ",")):  # `* Climb -> 3 (if you have the rope)`
            said = rest if rest.startswith("(") else f"({rest[1:].strip()})"
            hint = _with_turn(
                f"{scene.raw[:arrow].strip()} {said}", scene.raw[arrow + 2 : scene.place - scene.line].strip()
            )
            return scene.mistake(syntax.BAD_TARGET, message, hint)
        hint = "a turn must be at the end of its line; write the rest on its own line"
        return scene.mistake(syntax.BAD_TARGET, message, hint)
    return None


def _with_turn(before: str, to: str) -> Hint:
    """A hint to turn to something after some words, of which only few are shown."""
    line = f"{before} -> {to}".strip()
    return with_lines(f"write: {line if len(line) <= LONGEST else f'… -> {to}'}", line)


def odd_name(scene: Scene, before: str, words: str, example: str) -> Mistake | None:
    """Words at the end of a line, behind `before` and an arrow, that begin as a name does and are none."""
    if not re.match(WORD, words) or re.match(r"(?:victory|defeat|ending)\b", words):
        return None
    message = "after an arrow write only the number of a chapter, or its name if that is one word"
    hint: str = f"write it like this: {example}"
    if _THE_END.fullmatch(words):
        hint = _with_turn(before, f'ending "{words.rstrip(".! ")}"')
    name = _HYPHENS.sub("-", words)
    if name != words and re.fullmatch(WORD, name):
        message = f"{message}; between two parts of a name stands one hyphen"
        hint = _with_turn(before, name)
    return scene.mistake(syntax.BAD_TARGET, message, hint, scene.line + scene.raw.rindex(words))


def _two_arrows(scene: Scene) -> Mistake | None:
    """`* Go -> [if rope] -> 2`, `* The sign says -> "A" -> 2`, `* Go -> -> 2`: the last arrow is the turn."""
    arrow = scene.raw.rfind("->", 0, scene.place - scene.line)
    before, after = scene.raw[:arrow].strip(), scene.raw[arrow + 2 :].strip()
    if after.startswith("->") and after.count("->") == 1:
        start, hint = scene.line + arrow, write(f"{before} {after}".strip())
        return Mistake(syntax.BAD_TARGET, start, start + len("->"), "one arrow is enough", hint, scene.line)
    if "->" not in after or not before.startswith("*"):
        return None
    lines = [f"{before} {after}", f"{before} \\-> {after}"]
    lines = [line for line in lines[after[:1] != "[" :] if reads_as_step(line)]
    if not lines:
        return None
    message = "a choice has one arrow before its turn; one that is part of the words has a backslash before it"
    start = scene.line + arrow
    return Mistake(syntax.BAD_TARGET, start, start + len("->"), message, write_one(*lines), scene.line)
