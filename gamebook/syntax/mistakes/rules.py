"""Rules: the word after ~, and what stands on the line of an “if”."""

from __future__ import annotations

import re

from gamebook.codes import syntax
from gamebook.codes.hints import with_lines, write
from gamebook.comparisons import NEGATED
from gamebook.diagnostics import Hint, Suggestion
from gamebook.patterns import pattern
from gamebook.syntax.forgotten import after_if
from gamebook.syntax.grammar import reads, reads_as_step
from gamebook.syntax.heads import NAME, NUMBER, WORD
from gamebook.syntax.marks import mend
from gamebook.syntax.scene import Mistake, Scene
from gamebook.syntax.suggestions import suggested
from gamebook.syntax.words import (
    GIVEN,
    HEADER_ONLY,
    RULES,
    RULES_BEGIN,
    SHEET_LINES,
    nearest_word,
    short,
)

ONE_MARK = "a rule begins with one ~, and a blank"
"""The message for `~~ gain rope`."""
AT_FIRST = "prose that begins with ~ is read as a rule"
"""The message for `~~gain rope~~`, which strikes words out in Markdown, and for `~~~~~~`."""
_JOINED = pattern(r"\b(?:and|or|not)\b")
_BRACKETED = pattern(r"^\(([^()]*)\)$")
_STRUCK = pattern(r"[ \t]*~~(?:.*~~|[^\w\"]*$)")
_THING = {"1": "gain", "true": "gain", "yes": "gain", "0": "lose", "false": "lose", "no": "lose"}
"""What other notations set an item to, and the rule that is meant."""
_ONE_LINE_IF = pattern(
    r"[ \t]*(?P<rule>~[ \t]*(?:else[ \t]+)?if\b[^\n:]*?)[ \t]*:?[ \t]*(?P<then>->.+|:[ \t]*\S.*|\bthen\b.*)"
    r"|[ \t]*(?P<otherwise>~[ \t]*else)\b(?![ \t]*if\b)[ \t]*:?[ \t]*(?P<at_last>\S.*)"
)
_WHEN_THEN = pattern(r"(?P<condition>.+?)[ \t]*:?[ \t]*(?P<then>->.+)")
_END_OF_BLOCK = pattern(
    r"[ \t]*~[ \t]*"
    r"(?:end[ \t_-]*(?:if|while|for|repeat|choose|choice|test|roll|fight|block|else)|fi|done|esac|wend|next)"
    r"[ \t.;]*",
    re.IGNORECASE,
)
"""`~ endif`, as other languages end a block."""
_LOOP = pattern(r"(?P<left>.+?)[ \t]*(?P<sign>[<>]=?|!?=)[ \t]*(?P<right>[^<>=:]+)")
_GIVEN = pattern(
    rf"[ \t]*(?P<do>~[ \t]*do|rule)[ \t]+(?P<rule>{NAME})[ \t]*(?:[:=]|(?:with|by|for|of)\b|(?<=[ \t])(?=\S))[ \t]*"
    r"(?P<values>[^()\s:][^():]*?)[ \t]*:?"
)
"""`~ do sail 2`, `rule sail days`"""
_NOTHING_GIVEN = pattern(rf"[ \t]*(?P<line>(?:~[ \t]*do|rule)[ \t]+{NAME})[ \t]*\([ \t]*\)")
"""`~ do rest()`"""
_REPEAT_WHILE = pattern(r"[ \t]*~[ \t]*repeat[ \t]+(?P<while>while)[ \t]+(?P<condition>[^:]*[^:\s])[ \t]*:?")


def rule_words(scene: Scene) -> Mistake | None:
    """The word after ~."""
    match = re.match(rf"\s*~[ \t]*(?P<word>{WORD})?", scene.raw)
    if match is None:
        return None
    word = match["word"]
    if word is None:
        if _STRUCK.match(scene.raw):
            return scene.whole(syntax.UNKNOWN_RULE, AT_FIRST, write(f"\\{scene.raw.strip()}"))
        if scene.raw.lstrip().startswith("~~"):
            return scene.whole(syntax.UNKNOWN_RULE, ONE_MARK, write(mend(scene.raw).strip()))
        if scene.place <= scene.line + match.end():
            return scene.mistake(
                syntax.UNKNOWN_RULE,
                "a rule is expected after ~",
                "write a rule, such as ~ gain lantern or ~ STAMINA -2",
            )
        return None
    place = scene.line + match.start("word")
    if word == "else" and not after_if(scene.text[: scene.line], scene.raw[: scene.first - scene.line]):
        return stray_else(scene, place)
    ends = _END_OF_BLOCK.fullmatch(scene.raw)
    if ends is not None:
        message = "no rule ends a block: it ends where a line is no longer indented"
        return scene.whole(syntax.UNKNOWN_RULE, message, "delete this line")
    if word in ("elseif", "elif", "elsif", "else-if"):
        rest = scene.raw[match.end() :].strip()
        return scene.mistake(syntax.UNKNOWN_RULE, f"there is no rule “{word}”", write(f"~ else if {rest}"), place)
    if scene.place <= place + len(word) and word == "otherwise":
        return scene.mistake(syntax.UNKNOWN_RULE, "there is no rule “otherwise”", write("~ else"), place)
    if word in RULES or scene.accepted != {"PLUS", "MINUS"}:
        return None
    if word in HEADER_ONLY and not re.match(r"[\d=]", scene.rest):
        return scene.mistake(syntax.UNKNOWN_RULE, f"there is no rule “{word}”", _not_in_a_chapter(scene, word), place)
    near = nearest_word(word, RULES, least=0.7)
    if word not in ("foe", "initial") and not re.match(r"[\d(=]", scene.rest):
        if near:
            hint = Hint(f"did you mean “{near}”?", (Suggestion(near, "here", word),))
            return scene.mistake(syntax.UNKNOWN_RULE, f"there is no rule “{word}”", hint, place)
        if not scene.at_end:
            return scene.mistake(
                syntax.UNKNOWN_RULE,
                f"there is no rule “{word}”",
                RULES_BEGIN,
                place,
            )
    if scene.rest.startswith("="):
        line = f"~ set {word} {scene.rest.strip()}"
        hint = with_lines(f"write {line}", line)
        thing = _THING.get(scene.rest[1:].strip())
        if thing:
            lines = f"~ {thing} {word}", line
            told = f"for an item write {lines[0]}, for a number {line}"
            hint = with_lines(told, *lines)
        if scene.rest.startswith("=+") and reads_as_step(added := f"~ {word} +{scene.rest[2:].strip()}"):
            return scene.mistake(syntax.NO_SIGN, "a plus sign stands alone", write(added))
        return scene.mistake(syntax.NO_SIGN, f"to give “{word}” a new value, use “set”", hint)
    return scene.mistake(
        syntax.NO_SIGN,
        f"there is no rule “{word}”" if scene.at_end else f"the sign + or - is missing after “{word}”",
        f"write + or - and an amount: ~ {word} -2",
        None if scene.rest else place,
    )


def stray_else(scene: Scene, place: int) -> Mistake:
    """An `else` at that place that belongs to no `if`."""
    message = "this “else” has no “if” just above it"
    hint = "give it the same indent as its “if”, with nothing between their blocks"
    return scene.mistake(syntax.STRAY_ELSE, message, hint, place)


def _not_in_a_chapter(scene: Scene, word: str) -> str:
    """What to write instead of a line of the header."""
    line = scene.raw.strip().removeprefix("~").strip()
    rest = line.removeprefix(word).strip()
    if word == "when" and rest:
        match = _WHEN_THEN.fullmatch(rest)
        here = f"here write: ~ if {match['condition'] if match else rest}"
        then = match["then"] if match else "what happens then"
        return f"“when” belongs before the first chapter; {here}, and under it, with four blanks: {then}"
    if word == "while" and (until := _until(rest.rstrip(": \t"), scene.kind)):
        return write(f"~ repeat until {until}")
    under = " under “sheet”," if word in SHEET_LINES else ""
    return f"“{word}” belongs before the first chapter: write there,{under} without ~: {short(line)}"


def _until(condition: str, kind: str) -> str:
    """What ends a block that is repeated while a condition holds; empty if the condition cannot be read."""
    plain = _BRACKETED.sub(r"\1", condition)
    asked = f"~ if {plain}"
    line = asked if reads(f"\n{asked}\n    -> 1\n") else suggested(asked, kind)
    if line is None:
        return ""
    holds = line.removeprefix("~ if ")
    joined, loop = _JOINED.search(holds), _LOOP.fullmatch(holds)
    if holds.startswith("not ") and re.fullmatch(NAME, holds[4:]):
        return holds[4:]
    if joined or "(" in holds:
        return f"not ({holds})"
    return f"{loop['left']} {NEGATED[loop['sign']]} {loop['right']}" if loop is not None else f"not {holds}"


def repeat_while(scene: Scene) -> Mistake | None:
    """`~ repeat while gold > 2`"""
    match = _REPEAT_WHILE.fullmatch(scene.raw)
    until = _until(match["condition"], scene.kind) if match is not None else ""
    if match is None or not until:
        return None
    message = "“repeat” has no “while”: it goes on until something holds"
    return scene.mistake(syntax.LINE, message, write(f"~ repeat until {until}"), scene.line + match.start("while"))


def values_of_a_rule(scene: Scene) -> Mistake | None:
    """`~ do sail 2`, `rule sail days`: values of a rule, or their names, without parentheses."""
    nothing = _NOTHING_GIVEN.fullmatch(scene.raw)
    if nothing is not None:
        return scene.mistake(syntax.LINE, "these parentheses are empty", write(nothing["line"]))
    match = _GIVEN.fullmatch(scene.raw)
    if match is None or "_NL" not in scene.accepted or scene.accepted - {"_NL", "LPAR"}:
        return None
    do, rule, words = match["do"], match["rule"], re.findall(NAME, match["values"])
    below = scene.text[scene.line + len(scene.raw) :]
    if do == "rule" and not any(re.search(rf"(?<!\w)(?<!\w-){re.escape(each)}(?![\w-])", below) for each in words):
        line = "-".join(("rule " + rule, *words))
        return scene.mistake(syntax.LINE, "the name of a rule is one word", write(line)) if _reads(line) else None
    lines = [f"{do} {rule}({values})" for values in (match["values"], ", ".join(match["values"].split()))]
    line = next(filter(_reads, lines), "")
    return scene.mistake(syntax.LINE, GIVEN, write(line)) if line else None


def _reads(line: str) -> bool:
    """Whether a rule can be read, or the line of the header that begins one."""
    return reads_as_step(line) if line.startswith("~") else reads(f"{line}\n    ~ lose x\n")


def one_line_if(scene: Scene) -> Mistake | None:
    """`~ if lantern -> 5`, and `~ if lantern: -> 5`"""
    match = _ONE_LINE_IF.fullmatch(scene.raw)
    if match is None:
        return None
    rule, then = ("rule", "then") if match["rule"] else ("otherwise", "at_last")
    suggestion = suggested(match[rule], scene.kind)
    if suggestion is None and scene.place < scene.line + match.end(rule):
        return None
    done, _, other = re.sub(r"^(?:then\b|:)[ \t]*", "", match[then]).strip().partition(" else ")
    written = suggestion or match[rule]
    if not match["rule"] and done and reads(f"\n~ if {done}\n    -> 1\n"):
        message = "a condition after “else” begins with “if”"
        return scene.mistake(syntax.LINE, message, write(f"~ else if {done}"), scene.line + match.start(then))
    done, other = (f"~ {each}" if each and _is_unmarked(each) else each for each in (done, other))
    if not done and not other:
        message = "after the condition the line ends, and what is done on it stands under it"
        return scene.mistake(syntax.LINE, message, write(written), scene.line + match.start(then))
    hint = f"write “{written}”, and “{done}” on the next line, with four blanks more before it"
    lines = f"{written}\n    {done}"
    if other:
        other = re.sub(rf"^(?={NUMBER}$)", "-> ", other.strip(": "))  # `else 4`
        hint += f"; then “~ else”, and “{other}” under it"
        lines += f"\n~ else\n    {other}"
    message = "what is done on a condition stands under it, on lines of its own"
    return scene.mistake(syntax.LINE, message, with_lines(hint, lines), scene.line + match.start(then))


def _is_unmarked(words: str) -> bool:
    """Whether some words are a rule, less its mark: `gold +1`."""
    return words[:1] not in "~*-" and reads_as_step(f"~ {words}")


def bare_numbers(scene: Scene) -> Mistake | None:
    """`~ fight "Guard" 7 8`"""
    if not re.search(r'(?:~[ \t]*fight\b.*|\bfoe[ \t]+)"[^"]*"[ \t,:]*$', scene.raw[: scene.place - scene.line]):
        return None
    if not scene.rest[:1].isdecimal():
        return None
    hint = "write the name of its stat before each number, such as SKILL 7 STAMINA 8"
    return scene.mistake(syntax.LINE, "this number of the foe has no name", hint)
