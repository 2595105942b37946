"""What is wrong with a line, in words for people who do not program.

Messages are keyed on what the parser met, what it could have taken there, and the raw text of the line.
"""

from __future__ import annotations

import re
from typing import Any

from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedToken
from msgspec.structs import replace

from gamebook.codes import syntax
from gamebook.codes.hints import any_of, with_lines, write
from gamebook.diagnostics import Cure, Hint
from gamebook.source import Span
from gamebook.syntax.cures import LONGEST, cure
from gamebook.syntax.foreign import foreign_rule
from gamebook.syntax.forgotten import ForgottenMark, after_if
from gamebook.syntax.habits import HABITS
from gamebook.syntax.heads import NUMBER
from gamebook.syntax.layout import TAB, LayoutError
from gamebook.syntax.marks import FOREIGN, mend
from gamebook.syntax.scene import Mistake, Scene
from gamebook.syntax.stray import BULLET, UNMARKED, twine_link
from gamebook.syntax.words import (
    HEADER_ONLY,
    INNER_LINES,
    RULES,
    RULES_BEGIN,
    SHEET_LINES,
    TOP_LINES,
    line_words,
    nearest_word,
    short,
    under,
    wanted,
)

_OTHER_ARROW = re.compile(
    rf"(?P<arrow>-{{2,}}>|-[ \t]+>|[>~]>|<-|(?:(?:turn|go)[ \t]+to|goto)(?![\w-]))[ \t]*(?P<to>{NUMBER})[ \t.]*",
    re.IGNORECASE,
)
"""A turn with another arrow, or in words."""
_OPERAND = {"INT", "LPAR", "NAME", "MINUS"}
_TARGET = {"BACK", "VICTORY", "DEFEAT", "ENDING"}
_IN_WORDS = re.compile(rf"[ \t]*(?P<words>[^\d\n\"“(]{{1,20}})[ \t](?P<to>{NUMBER})[ \t.]*")
"""A chapter with words before it, as in `-> turn to 7`."""
_SPACED = re.compile(r"[ \t]*(?:stat|number|item|codeword|one-of|limit)[ \t]+(?P<names>.*)")
_WORD = re.compile(r"[^\W\d]\w*(?:-[^\W\d]\w*)*")
_THING = {"1": "gain", "true": "gain", "yes": "gain", "0": "lose", "false": "lose", "no": "lose"}
"""What other notations set an item to, and the rule that is meant."""
_ENDING_AND_WORDS = re.compile(r"""(?P<kind>victory|defeat|ending)[ \t]*[:,–—-][ \t]*(?P<words>[^\s"][^"]*)""")
"""`-> defeat: You are dead`"""
_OPEN_ROW = re.compile(
    r"[ \t]*(?P<total>\d+)[ \t]*(?:(?P<more>\+|(?:or|and)[ \t]+(?:more|higher|greater|above|over|up))"
    r"|(?:or|and)[ \t]+(?:less|lower|fewer|below|under|down))[ \t]*:?[ \t]*(?P<rest>(?:->.*)?)"
)
"""A row that names only one end: `7+ -> 3`, `6 or less`."""
_PLAIN_DICE = re.compile(
    r"~[ \t]*roll[ \t]+(?P<count>\d{1,3})d(?P<sides>\d{1,4})"
    r"(?:[ \t]*(?P<added>[-+][ \t]*\d{1,6}))?[ \t]*(?:as\b.*|by\b.*)?$"
)
_KNOWN_FIRST = re.compile(r"(?P<knows>\[knows\b[^\[\]]*\])(?P<blank>[ \t]*)(?P<if>\[if\b[^\[\]]*\])")
"""`[knows 70%] [if EEL]`"""
_ONE_LINE_IF = re.compile(
    r"[ \t]*(?P<rule>~[ \t]*(?:else[ \t]+)?if\b[^\n:]*?)[ \t]*:?[ \t]*(?P<then>->.+|:[ \t]*\S.*|\bthen\b.*)"
    r"|[ \t]*(?P<otherwise>~[ \t]*else)\b(?![ \t]*if\b)[ \t]*:?[ \t]*(?P<at_last>\S.*)"
)
_WHEN_THEN = re.compile(r"(?P<condition>.+?)[ \t]*:?[ \t]*(?P<then>->.+)")
_LOOP = re.compile(r"(?P<left>.+?)[ \t]*(?P<sign>[<>!]=?|=)[ \t]*(?P<right>[^<>=:]+):?")
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_FOE_WITH_STATS = re.compile(r"[^\d\"(]*[^\s\d\"(:,](?=[ \t]+[^\W\d][\w-]*[ \t]+\d)")
_STORY = re.compile(r"(?:\S+[ \t]+){2}\S+")
"""Words of a story, at the least."""
_CURABLE = frozenset(
    {
        syntax.UNKNOWN_RULE,
        syntax.NO_SIGN,
        syntax.LINE,
        syntax.EXPRESSION,
        syntax.BAD_TARGET,
        syntax.LATE_CONDITION,
        syntax.ROW_EXPECTED,
        syntax.HEADER_TEXT,
        syntax.MISSING_QUOTE,
        syntax.FOREIGN_MARK,
    }
)
"""Mistakes for which the whole line is guessed."""
_QUOTE = re.compile(r'\\.|"')
_CONDITION = re.compile(r"\b(?:if|when|until)\b[^\]\n]*$")
"""The beginning of a condition that has not come to its end."""


def explain(text: str, error: LarkError | ForgottenMark, kind: str) -> Mistake:
    """Say what is wrong where Lark or the layout gave up."""
    if isinstance(error, ForgottenMark):
        scene = Scene(text, error.place, "", frozenset(), kind)
        return scene.whole(syntax.UNMARKED_RULE, UNMARKED, write(f"~ {error.words}"))
    if isinstance(error, LayoutError):
        return _layout(Scene(text, error.offset, "", frozenset(), kind), error.kind)
    if isinstance(error, UnexpectedToken):
        token = error.token
        place = len(text.rstrip()) if token.type == "$END" else token.start_pos or 0
        scene = Scene(text, place, token.type, frozenset(error.accepts or error.expected or ()), kind)
    elif isinstance(error, UnexpectedCharacters):
        stopped: Any = error.pos_in_stream  # Lark's annotation says None
        scene = Scene(text, stopped, "", frozenset(error.allowed or ()), kind)
    else:
        scene = Scene(text, 0, "", frozenset(), kind)
    return _with_cure(_look(scene), scene)


def _look(scene: Scene) -> Mistake:
    """The mistake at a scene."""
    for look in _LOOKS:
        found = look(scene)
        if found is not None:
            return found
    kind = scene.kind
    word = scene.raw.split(maxsplit=1)[0] if scene.raw.strip() else ""
    near = nearest_word(word, INNER_LINES) if kind == "declaration" and scene.raw[:1] == " " else None
    if near and word not in INNER_LINES + RULES:
        return scene.whole(
            syntax.HEADER_TEXT, f"no line of the language begins with “{word}”", _first_word(scene, near)
        )
    end = "this line ends too early" if scene.at_end else scene.not_here
    return scene.mistake(syntax.LINE, end, wanted(scene.accepted))


def _with_cure(mistake: Mistake, scene: Scene) -> Mistake:
    """The mistake with the line as it was probably meant, where a guess can be read."""
    if mistake.code not in _CURABLE:
        return mistake
    line = scene.text[mistake.line :].split("\n", 1)[0].rstrip()
    is_row = mistake.code == syntax.ROW_EXPECTED
    in_menu = is_row and _takes_choices(scene)
    cured = cure(line, scene.kind, row=is_row, in_fight=is_row and "WON" in scene.accepted, in_menu=in_menu)
    return replace(mistake, hint=write(cured)) if cured is not None else mistake


def _takes_choices(scene: Scene) -> bool:
    """Whether only a choice can stand here."""
    return "_STAR" in scene.accepted and "PROSE" not in scene.accepted


def _layout(scene: Scene, kind: str) -> Mistake:
    if kind == "dedent":
        if re.match(r"===[ \t]", scene.raw.lstrip()):
            return scene.whole(
                syntax.CHAPTER_MARK,
                "a chapter begins with === at the start of a line, without blanks before it",
                _at_margin("write", scene),
            )
        return scene.whole(
            syntax.ODD_INDENT,
            "this line's indent matches no line above it",
            "give it the same indent as the line that it belongs to",
            run=True,
        )
    if kind == "deep":
        return scene.whole(
            syntax.TOO_DEEP,
            "too many blocks are nested here",
            "move some of it to chapters of their own",
            run=True,
        )
    return scene.whole(
        syntax.TOO_COMPLEX, "this line has too many operations", "give parts of it names with “let” in the header"
    )


def _blocks(scene: Scene) -> Mistake | None:
    """A block where none can be, or none where one must be."""
    if scene.met == "_INDENT":
        above = scene.raw.strip()
        following = re.compile(r"\S").search(scene.text, scene.line + len(scene.raw))
        below = Scene(scene.text, following.start() if following else scene.place, "", frozenset(), scene.kind)
        bullet = BULLET.match(above)
        if bullet and not above.startswith(("* ", "->")):
            message = "this line is indented under prose: a choice begins with a star and a blank"
            return below.whole(
                syntax.NO_BLOCK_HERE, message, f"write above it: * {short(above[bullet.end() :])}", run=True
            )
        if re.fullmatch(r"[\w-]+(?:\s*(?:-|\.\.)\s*\d+)?", above):
            message = f"this line is indented under “{above}”, which is prose here"
            hint = "if that is a row, put four blanks before it; then it is under its roll or test"
            return below.whole(syntax.NO_BLOCK_HERE, message, hint, run=True)
        blanks = len(below.raw) - len(below.raw.lstrip()) - (len(scene.raw) - len(scene.raw.lstrip()))
        level = above.startswith(("~", "->")) and 0 < blanks < TAB and scene.raw[:1] == " "
        if level:
            message = (
                f"this line has {blanks} more {'blank' if blanks == 1 else 'blanks'} before it than the line above"
            )
            return below.whole(syntax.NO_BLOCK_HERE, message, "give both lines the same indent", run=True)
        behind = _line_before(scene)
        if above.startswith("~") and scene.raw[:1] != " " and behind.startswith("* ") and "->" not in behind:
            message = f"this line is indented, but “{short(above)}” above it is not"
            hint = f"if both belong to “{short(behind)}”, put four blanks before the line above, too"
            return below.whole(syntax.NO_BLOCK_HERE, message, hint, run=True)
        if not above.startswith(("~", "->")) and behind.startswith("* ") and "->" not in behind:
            message = f"this line is indented under “{short(above)}”, which is prose"
            hint = f"if those are words of the choice above it, join them: {behind} {above}"
            return below.whole(syntax.NO_BLOCK_HERE, message, hint, run=True)
        what = "prose" if not above.startswith(("~", "* ", "->")) else f"“{short(above)}”"
        return below.whole(
            syntax.NO_BLOCK_HERE,
            f"this line is indented, but nothing can belong to {what} above it",
            "remove the blanks, or put it under a choice, a row or a rule that has a block",
            run=True,
        )
    if scene.accepted and scene.accepted <= {"_INDENT"}:
        place = scene.place if scene.met in ("_NL", "_DEDENT", "$END") else len(scene.text[: scene.line].rstrip())
        opener = Scene(scene.text, place, "", frozenset(), scene.kind)
        return opener.whole(
            syntax.BLOCK_MISSING,
            f"there must be an indented line under “{short(opener.raw.strip())}”",
            "put four blanks before each line that belongs to it",
        )
    return None


def _line_before(scene: Scene) -> str:
    """The words of the nearest line above this one that has some."""
    return scene.text[: scene.line].rstrip().rpartition("\n")[2].strip()


def _heads(scene: Scene) -> Mistake | None:
    """Chapter heads."""
    words = scene.raw.strip()
    if not words.startswith("==="):
        return None
    if not scene.raw.startswith("=== ") and not (scene.kind == "chapter" and scene.line == 0):
        return scene.whole(
            syntax.CHAPTER_MARK,
            "a chapter begins with === at the start of a line, then a blank",
            "write it like this: === 12 The cave",
        )
    return scene.whole(
        syntax.CHAPTER_NAME,
        "this chapter has no proper name",
        "after === write a number, or words joined with hyphens, then the title: === 12 The cave",
    )


def _links(scene: Scene) -> Mistake | None:
    """Links and rules of other programs."""
    words = scene.raw.strip()
    rule = foreign_rule(words, Span("", scene.first, scene.first + len(words)))
    found = rule or twine_link(scene.raw, Span("", scene.line, scene.line + len(scene.raw)))
    if found is None:
        return None
    return Mistake(found.code, found.span.start, found.span.end, found.message, found.hint, scene.line)


def _foreign(scene: Scene) -> Mistake | None:
    """Marks that a word processor puts in, or that other notations use."""
    for start in (scene.place, scene.place - 1):
        for length in (2, 1):
            mark = scene.text[max(0, start) : max(0, start) + length]
            if mark in FOREIGN and (start == scene.place or length == 2):
                message = f"the mark {mark} is not a mark of the language"
                if FOREIGN[mark] == '"':
                    message = f'{mark} is not a straight quotation mark: "'
                compares = mark == "=>" and _CONDITION.search(scene.text[scene.line : max(0, start)])
                line = scene.raw.replace(mark, ">=") if compares else scene.raw
                plain = mend(line).strip()
                shown = plain if len(plain) <= LONGEST else short(plain)
                hint = with_lines(f"write {'>=' if compares else FOREIGN[mark]} instead: {shown}", plain)
                return Mistake(syntax.FOREIGN_MARK, start, start + length, message, hint, scene.line)
    return None


def _quotes(scene: Scene) -> Mistake | None:
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
    if "STRING" in scene.accepted and not scene.accepted & {"INT", "_NL", "NAME"}:
        words = scene.rest.strip().strip('"“”„')
        foe = _FOE_WITH_STATS.match(words) if re.search(r"\b(?:foe|fight)\b", scene.before) else None
        after = words[foe.end() :] if foe else ""
        words = foe[0] if foe else words
        hint = (
            write(f'{scene.before} "{words}"{after}')
            if words and '"' not in words
            else 'write it like this: "some words"'
        )
        return scene.mistake(syntax.MISSING_QUOTE, "a text in quotation marks is expected here", hint)
    return None


def _first_words(scene: Scene) -> Mistake | None:
    """Lines that cannot stand where they stand."""
    open_row = _open_row(scene)
    if open_row is not None:
        message = "a row says from which total to which it goes"
        return scene.whole(syntax.ROW_EXPECTED, message, write(open_row))
    unmarked = scene.raw.lstrip()[:1] not in ("~", "*", "-", "=")
    if unmarked and scene.accepted == {"_NL", "_ARROW"} and scene.kind != "declaration":
        return scene.whole(
            syntax.ROW_EXPECTED,
            "only rows can stand here, each with a result",
            f"write a result here, such as {_a_row(scene.opener)}; indent prose under a row",
        )
    if scene.place != scene.first:
        return None
    accepted = scene.accepted
    word = scene.raw.split()[0] if scene.raw.split() else ""
    if scene.kind == "declaration" and scene.line == 0:
        return _header_line(scene, word)
    if "RANGE" in accepted and scene.opener.startswith("~ ask"):
        return scene.whole(
            syntax.ROW_EXPECTED,
            "under “ask”, an answer is a number in digits",
            "words cannot be an answer: write rows such as 9 -> 30, and last else -> 20",
        )
    if "RANGE" in accepted:
        return scene.whole(
            syntax.ROW_EXPECTED,
            "under a roll, each line begins with the totals that it is for",
            "write rows such as 1-2 -> 30; indent what belongs to a row under it",
        )
    if "WON" in accepted:
        return scene.whole(
            syntax.ROW_EXPECTED,
            "this line is not allowed under a fight",
            "allowed here: foe, together, with, local, on, each round, escape, won, lost, wounded, after 5 rounds",
        )
    if _takes_choices(scene):
        return scene.whole(
            syntax.ROW_EXPECTED, "only choices are allowed here", "begin each line with a star and a blank: * Go in"
        )
    if scene.kind == "declaration" and not accepted & {"PROSE", "NAME", "CELL"}:
        if word in TOP_LINES and scene.opener:
            return scene.whole(
                syntax.WRONG_LEVEL,
                f"“{word}” does not belong under “{short(scene.opener)}”",
                _at_margin("write it at the start of a line, without blanks before it", scene),
            )
        if word in SHEET_LINES:
            return scene.whole(
                syntax.WRONG_LEVEL,
                f"“{word}” belongs under “sheet”",
                "put a line “sheet” above it, without blanks before it",
            )
        near = nearest_word(word, line_words(accepted))
        return scene.whole(
            syntax.HEADER_TEXT,
            f"“{word}” is not allowed here",
            _first_word(scene, near) if near else under(accepted),
        )
    if "CELL" in accepted or "NAME" in accepted or "LPAR" in accepted:
        return scene.whole(
            syntax.ROW_EXPECTED,
            "only rows can stand here, each with a result",
            f"write a result here, such as {_a_row(scene.opener)}; indent prose under a row",
        )
    if word.startswith("~"):
        return _stray_else(scene, scene.place)
    return None


def _stray_else(scene: Scene, place: int) -> Mistake:
    message = "this “else” has no “if” just above it"
    hint = "give it the same indent as its “if”, with nothing between their blocks"
    return scene.mistake(syntax.STRAY_ELSE, message, hint, place)


def _open_row(scene: Scene) -> str | None:
    """The row `7-12 -> 3` that is meant by `7+ -> 3`, or `7 or more -> 3`, under `~ roll 2d6`."""
    row, dice = _OPEN_ROW.fullmatch(scene.raw), _PLAIN_DICE.match(scene.opener)
    if row is None or dice is None:
        return None
    count, sides, added = int(dice["count"]), int(dice["sides"]), int((dice["added"] or "0").replace(" ", ""))
    first, last = count + added, count * sides + added
    low, high = (int(row["total"]), last) if row["more"] else (first, int(row["total"]))
    if not first <= low <= high <= last:
        return None
    return f"{low}-{high} {row['rest'].strip()}".rstrip() if low < high else f"{low} {row['rest'].strip()}".rstrip()


def _a_row(opener: str) -> str:
    """A row as it may stand under a line."""
    if opener.startswith("table"):
        return "1 2 3"
    if opener.startswith("~ compare"):
        return "higher -> 6"
    if opener.startswith("~ roll"):
        return "1-2 -> 6"
    return "lucky -> 6" if opener.startswith("~ test luck") else "pass -> 6"


def _at_margin(words: str, scene: Scene) -> Hint:
    """A hint to write the same line without blanks before it."""
    line = scene.raw.strip()
    return Hint(f"{words}: {short(line)}", (Cure(line, "margin"),))


def _first_word(scene: Scene, near: str) -> Hint:
    """A hint with the word that was meant by the first one of a line."""
    _, _, rest = scene.raw.strip().partition(" ")
    return with_lines(f"did you mean “{near}”?", f"{near} {rest}".rstrip())


def _header_line(scene: Scene, word: str) -> Mistake:
    if word in SHEET_LINES:
        return scene.whole(
            syntax.WRONG_LEVEL,
            f"“{word}” belongs under “sheet”",
            "put it under a line “sheet”, indented by four blanks",
        )
    if scene.raw.split()[:2] == ["every", "chapter"]:
        return scene.whole(syntax.HEADER_TEXT, "“every chapter” is not a line of the language", write("each chapter"))
    story = _STORY.match(scene.raw) and not re.search(r"[\"=:>]", scene.raw)
    near = nearest_word(word, TOP_LINES + SHEET_LINES, least=0.8 if story or word[:1].isupper() else 0.6)
    return scene.whole(
        syntax.HEADER_TEXT,
        f"“{short(scene.raw.strip())}” is not allowed before the first chapter",
        _first_word(scene, near) if near else "story belongs in a chapter: a line such as === 1 begins one",
    )


def _rule_words(scene: Scene) -> Mistake | None:
    """The word after ~."""
    match = re.match(r"\s*~[ \t]*(?P<word>[^\W\d]\w*(?:-[^\W\d]\w*)*)?", scene.raw)
    if match is None:
        return None
    word = match["word"]
    if word is None:
        if scene.place <= scene.line + match.end():
            return scene.mistake(
                syntax.UNKNOWN_RULE,
                "a rule is expected after ~",
                "write a rule, such as ~ gain lantern or ~ STAMINA -2",
            )
        return None
    place = scene.line + match.start("word")
    if word == "else" and not after_if(scene.text[: scene.line], scene.raw[: scene.first - scene.line]):
        return _stray_else(scene, place)
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
            hint = Hint(f"did you mean “{near}”?", (Cure(near, "here", word),))
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
        return scene.mistake(syntax.NO_SIGN, f"to give “{word}” a new value, use “set”", hint)
    return scene.mistake(
        syntax.NO_SIGN,
        f"there is no rule “{word}”" if scene.at_end else f"the sign + or - is missing after “{word}”",
        f"write + or - and an amount: ~ {word} -2",
        None if scene.rest else place,
    )


def _not_in_a_chapter(scene: Scene, word: str) -> str:
    """What to write instead of a line of the header."""
    line = scene.raw.strip().removeprefix("~").strip()
    rest = line.removeprefix(word).strip()
    if word == "when" and rest:
        match = _WHEN_THEN.fullmatch(rest)
        here = f"here write: ~ if {match['condition'] if match else rest}"
        then = match["then"] if match else "what happens then"
        return f"“when” belongs before the first chapter; {here}, and under it, with four blanks: {then}"
    loop = _LOOP.fullmatch(rest) if word == "while" else None
    if loop:
        return write(f"~ repeat until {loop['left']} {_OPPOSITE[loop['sign']]} {loop['right'].strip()}")
    under = " under “sheet”," if word in SHEET_LINES else ""
    return f"“{word}” belongs before the first chapter: write there,{under} without ~: {short(line)}"


def _choices(scene: Scene) -> Mistake | None:
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


def _one_line_if(scene: Scene) -> Mistake | None:
    """`~ if lantern -> 5`, and `~ if lantern: -> 5`"""
    match = _ONE_LINE_IF.fullmatch(scene.raw)
    if match is None:
        return None
    rule, then = ("rule", "then") if match["rule"] else ("otherwise", "at_last")
    cured = cure(match[rule], scene.kind)
    if cured is None and scene.place < scene.line + match.end(rule):
        return None
    done, _, other = re.sub(r"^(?:then\b|:)[ \t]*", "", match[then]).strip().partition(" else ")
    written = cured or match[rule]
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


def _bare_numbers(scene: Scene) -> Mistake | None:
    """`~ fight "Guard" 7 8`"""
    if not re.search(r'(?:~[ \t]*fight\b.*|\bfoe[ \t]+)"[^"]*"[ \t,:]*$', scene.raw[: scene.place - scene.line]):
        return None
    if not scene.rest[:1].isdecimal():
        return None
    hint = "write the name of its stat before each number, such as SKILL 7 STAMINA 8"
    return scene.mistake(syntax.LINE, "this number of the foe has no name", hint)


def _turns(scene: Scene) -> Mistake | None:
    """What stands after an arrow."""
    hint = "write the number or name of a chapter, or an ending: -> 12, -> victory"
    if scene.accepted >= _TARGET:
        if scene.at_end:
            return scene.mistake(syntax.NO_TARGET, "this arrow leads nowhere", hint)
        named = re.match(r'"[^"]*"', scene.rest)
        if named:
            message = "the name of an ending follows the word for its kind"
            ends = "".join(f", -> {kind} {named[0]}" for kind in ("ending", "victory", "defeat"))
            return scene.mistake(syntax.BAD_TARGET, message, f"write one of these: {ends[2:]}")
        return scene.mistake(syntax.BAD_TARGET, "the reader cannot turn to this", hint)
    arrow = scene.raw.rfind("->", 0, scene.place - scene.line)
    named = _IN_WORDS.fullmatch(scene.raw[arrow + 2 :]) if arrow >= 0 else None
    if named and "_NL" in scene.accepted:
        mended = f"{scene.raw[:arrow].strip()} -> {named['to']}".strip()
        message = "after an arrow write only the chapter, without other words"
        cured = with_lines(f"write: {short(mended)}", mended)
        return scene.mistake(syntax.BAD_TARGET, message, cured, scene.line + arrow + 2 + named.start("words"))
    if arrow >= 0 and "_NL" in scene.accepted and not scene.accepted & {"PLUS", "NAME"}:
        words = scene.raw[arrow + 2 :].strip()
        if _WORD.match(words) and not re.match(r"(?:victory|defeat|ending)\b", words):
            message = "after an arrow write only the number of a chapter, or its name if that is one word"
            return scene.mistake(
                syntax.BAD_TARGET, message, "write it like this: -> 12", scene.text.index(words, scene.line + arrow)
            )
        ending = _ENDING_AND_WORDS.fullmatch(words)
        if ending is not None:
            quoted = write(f'{scene.raw[:arrow].strip()} -> {ending["kind"]} "{ending["words"]}"'.strip())
            return scene.mistake(syntax.MISSING_QUOTE, "the words of an ending need quotation marks", quoted)
        return scene.mistake(
            syntax.BAD_TARGET,
            "there is more text after the turn",
            "a turn must be at the end of its line; write the rest on its own line",
        )
    return None


def _names(scene: Scene) -> Mistake | None:
    """Names of two words on the sheet: `item iron crowbar`."""
    match = _SPACED.fullmatch(scene.raw)
    if scene.kind != "declaration" or match is None or scene.place < scene.line + match.start("names"):
        return None
    for names in re.finditer(r"[^,:=]+", match["names"]):
        words = names[0].split()
        start = scene.line + match.start("names") + names.start()
        many = len(words) > 1 and all(_WORD.fullmatch(word) for word in words) and "x" not in words[1:]
        if many and start <= scene.place <= start + len(names[0]):
            start += len(names[0]) - len(names[0].lstrip())
            message = "a name has no blank in it"
            told = f"write {'-'.join(words)}, or put a comma between two names"
            hint = any_of(told, ["-".join(words), ", ".join(words)], names[0].strip())
            return Mistake(syntax.LINE, start, start + len(names[0].strip()), message, hint, scene.line)
    return None


def _values(scene: Scene) -> Mistake | None:
    """Values and conditions."""
    accepted = scene.accepted
    if scene.met in ("PLUS", "MINUS") and "BEYOND" in accepted:
        return scene.mistake(
            syntax.AMOUNT,
            "this amount can be read in two ways",
            "put the whole amount in parentheses: ~ STAMINA -(1d6 + 1)",
        )
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
    if scene.met in ("EQUAL", "RELATION") and "AND" in accepted:
        return scene.mistake(
            syntax.EXPRESSION, "only two values can be compared at a time", "join two comparisons with “and”"
        )
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


_LOOKS = (
    _blocks,
    _heads,
    _links,
    _foreign,
    _quotes,
    *HABITS,
    _first_words,
    _rule_words,
    _choices,
    _one_line_if,
    _bare_numbers,
    _turns,
    _names,
    _values,
)
"""What is looked for, in this order."""
