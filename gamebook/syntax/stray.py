"""Prose that looks like something else: rows without a roll, marks without their blank, lines of the header, links.

Rules of other programs are in `foreign`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamebook.codes import finding, syntax
from gamebook.codes.hints import with_lines, write
from gamebook.diagnostics import Diagnostic, Edit
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax.false_marks import false_mark
from gamebook.syntax.foreign import foreign_choice, foreign_rule
from gamebook.syntax.grammar import reads, reads_as_step
from gamebook.syntax.heads import NAME, NUMBER, WORD
from gamebook.syntax.layout import indent, width
from gamebook.syntax.marks import ODD_ARROW
from gamebook.syntax.words import nearest_word, short

_ROW = pattern(
    rf"(?:-?\d+(?:[ \t]*(?:-|–|\.\.)[ \t]*-?\d+|[ \t]+or[ \t]+(?:more|less))?:?|{WORD})"
    r"[ \t]*->[ \t]*(?:[\w-]+|\(.*\)|\w+ \".*\")"
)
LONGEST_BETTER = 100
"""Letters of a line that is shown again as it should be."""
_ARROW = pattern(r"(?<!\\)->")
_CONDITION = pattern(r"(?<!\\)\[(?:[ \t]*if\b|[^\]]*[<>=])", re.IGNORECASE)
_GLUED = pattern(r"(?<!\\)\[[ \t]*if_*(?P<what>[^\W_][^\[\]]*)\][ \t]*$")
"""`[ifgold > 3]`, without the blank."""
_BRACKETS = pattern(r"(?<!\\)\[[ \t]*(?P<word>[a-z]+)[ \t]+(?P<what>[^\[\]]*?)[ \t]*\][ \t]*$", re.IGNORECASE)
"""The last words of a choice in brackets: `[fi rope]`."""
BULLET = pattern(r"(?:\*+|[-–—•·▪◦‣●＊∗+>]|\d+[.)])[ \t]*(?=\S)")
"""What begins a choice in other notations."""
_CLOSES = pattern(r"^[)\].:]+[ \t]*(?=\S)")
"""What some put behind the star of a choice, as behind a number: `*) Go -> 2`."""
_IF = pattern(r"if[ \t]+(?P<condition>[^:\[\]]*?\S)[ \t]*:?[ \t]*(?<!\\)(?P<turn>->.*)", re.IGNORECASE)
"""`If gold = 5 -> 18`"""
_TURN = pattern(rf"\S[ \t]*->[ \t]*{NAME}$")
_TURN_AT_END = pattern(rf"->[ \t]*{NAME}$")
_CONDITION_AT_END = pattern(r"\[if[ \t][^\[\]]+\]$")
_LINK = pattern(
    rf"(?<!\\)\[\[(?:(?P<words>[^\[\]]{{0,200}}?)[ \t]*(?:->|\|)[ \t]*(?P<to>{NAME})"
    rf"|(?P<back>{NAME})[ \t]*<-[ \t]*(?P<after>[^\[\]]{{0,200}})"
    rf"|(?P<alone>{NUMBER}))[ \t]*\]\]"
)
"""`[[Climb->7]]`, `[[Climb|7]]`, `[[7<-Climb]]`, `[[7]]`, as Twine writes links."""
_HEADING = pattern(rf"#{{1,6}}[ \t]*(?P<name>{NUMBER}(?:[ \t].*)?)")
"""A chapter's head as Markdown writes it."""
_TOO_FEW = pattern(r"==[ \t]+(?P<words>[^\W_][^=]*)")
"""A chapter's head with an equals sign too few, and no number."""
_WEB_COMMENT = pattern(r"(?<!\\)<!--(?P<words>.{0,300}?)-->(?P<last>[ \t]*$)?")
"""A comment as a page of the web has it."""
_NO_COMMENT = pattern(r"\\<!--.{0,300}?-->")
"""`\\<!-- todo -->`, which is prose."""
_LONG_ARROW = pattern(rf"[-–—=]+->[ \t]*(?P<to>{NAME})")
_HEADER = pattern(
    r"(?:sheet|hero|anytime(?: in fights)?|each[ \t]+chapter)"
    r"|(?:stat|number|param|let)[ \t]+[\w-]+[ \t]*=.*"
    r"|(?:item|codeword)[ \t]+[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*"
    r"|(?:one-of|limit)[ \t]+[\w-]+.*:.*"
    r"|(?:strategy|combat|test|rule)[ \t]+[\w-]+(?:\(.*\))?"
    r"|(?:book|include)[ \t]+\".*\""
)
_TRIGGER = pattern(r"(?:first[ \t]+)?when[ \t].*->.*")
_TEST = pattern(r"test[ \t]+[\w-]+")
_FIGHT = pattern(r"~[ \t]*fight\b")
FARTHEST = 2_000
"""Letters before a line in which the row is looked for that it may stand under."""
_WITH_ROWS = pattern(r"~[ \t]*(?:test|roll|random|compare|ask)\b")
"""A rule that has rows."""
_OF_A_FIGHT = frozenset(
    {"with", "busy", "foe", "then", "together", "local", "on", "each", "escape", "after", "won", "lost", "wounded"}
)
"""The words that begin a line under a fight."""
_OF_ROWS = frozenset({syntax.STRAY_ROW, syntax.NO_BLOCK_HERE})
"""Findings about lines that are indented too little, or too much for the line above."""
_NO_STORY = pattern(r"[=\d\"]|->")
"""What a line of a fight may have, and a line of the story that begins with the same word hardly has."""
UNMARKED = "this line is prose: a rule begins with ~ and a blank"
STARRED = "this line is prose: a choice begins with one star and a blank"
_STARRED = pattern(rf"\*(?P<words>[^\W_][^*]*?)(?:[ \t]*{ODD_ARROW}[ \t]*(?P<to>{NAME})[ \t.]*)?")
"""A star and words without a second star, which would emphasise them; behind them there may be an odd arrow."""


def stray_line(
    line: str,
    span: Span,
    *,
    margin: bool,
    above: str = "",
    close: bool = False,
    in_menu: bool = False,
    choice: str = "",
    alone: bool = False,
) -> Diagnostic | None:
    """What a line of prose was probably meant to be, if not prose.

    Args:
        line: its words.
        span: where they stand.
        margin: whether it is not indented.
        above: a rule just above it that takes rows.
        close: nothing but other such rows stands between that rule and the line, not even an empty line.
        in_menu: whether the line above or below is a choice.
        choice: the line above, if it is a choice that leads nowhere yet.
        alone: whether it is the only line with an arrow in its block, which is no menu then.
    """
    false = false_mark(line, span)
    if false is not None:
        return false
    if line.startswith("===") and line.lstrip("=")[:1] not in ("", ">"):
        return finding(
            syntax.CHAPTER_MARK,
            span,
            "a chapter begins with === at the start of a line, then a blank",
            "write it like this: === 12 The cave; or \\=== if it is prose",
        )
    few = _TOO_FEW.fullmatch(line) if margin else None
    if few:
        message = "this line is prose: a chapter begins with === and a blank"
        is_name = re.fullmatch(WORD, few["words"]) is not None
        example = f"write it like this: === 12 {few['words']}; or \\== if it is prose"
        hint = write(f"=== {few['words']}", "; or \\== if it is prose") if is_name else example
        return finding(syntax.CHAPTER_MARK, span, message, hint)
    heading = _HEADING.fullmatch(line) if margin else None
    if heading:
        return finding(
            syntax.CHAPTER_MARK,
            span,
            "this line is prose: a chapter begins with === and a blank",
            write(f"=== {heading['name']}", f"; or \\{line[:1]} if it is prose"),
        )
    foreign = foreign_rule(line, span) or twine_link(line, span)
    if foreign is not None:
        return foreign
    first = line.split(None, 1)[0] if above else ""
    if first in _OF_A_FIGHT and _FIGHT.match(above) and (close or _NO_STORY.search(line)):
        of_a_fight = _line_of_a_fight(line, span, above)
        if of_a_fight is not None:
            return of_a_fight
    if _TRIGGER.fullmatch(line) and reads(f"{line}\n"):
        return _misplaced(line, span, margin=margin)
    if "->" in line:
        odd = _with_arrow(line, span, above, choice, alone=alone)
        if odd is not None:
            return odd
    starred = _STARRED.fullmatch(line) if in_menu else None
    if starred:
        choice = f"* {starred['words']} -> {starred['to'] or 12}"
        return finding(syntax.MARK_BLANK, span, STARRED, write(choice) if starred["to"] else f"write: {choice}")
    if margin and _TEST.fullmatch(line):
        message = "“test” is prose in a chapter: here a rule begins with ~ and a blank"
        hint = write(f"~ {line}", "; a test of your own is declared before the first chapter")
        return finding(syntax.MISPLACED_HEADER, span, message, hint)
    if margin and declares(line):
        return _misplaced(line, span)
    return None


def row_above(text: str, place: int) -> str | None:
    """The row of a roll or test under which a line stands, however deep; None if it is under none.

    Args:
        text: the page, or a piece of it.
        place: where the words of the line begin.
    """
    *above, blanks = text[max(0, place - FARTHEST) : place].split("\n")
    margin = width(blanks)
    row = None
    for line in reversed(above):
        if margin == 0:
            break
        if line.strip() and indent(line) < margin:
            if row is not None and _WITH_ROWS.match(line.strip()):
                return row
            margin, row = indent(line), line.strip()
    return None


def as_far_as(row: str) -> str:
    """What to do with a row that stands under another one."""
    return f"give it the same indent as “{short(row)}” above it, and take as many blanks away before what is under it"


def _line_of_a_fight(line: str, span: Span, above: str) -> Diagnostic | None:
    """`with damage = 9`, `each round`, `lost -> 2`, not indented under the fight above it."""
    if not reads(f"\n{above}\n    {line}\n"):
        return None
    rest = "before each line after it that belongs there"
    if "->" not in line and reads(f"\n{above}\n    {line}\n        -> 1\n"):
        rest = "eight before what is to happen then"
    message = f"this line is not under “{short(above)}”"
    return finding(syntax.STRAY_ROW, span, message, f"put four blanks before it, and {rest}")


def without_blocks_of_rows(text: str, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings without those of lines that stand wrongly only because a line of a fight above them does.

    Args:
        text: the page.
        findings: those of the page.
    """
    left = sorted(findings, key=lambda each: each.span)
    for first in [each for each in left if each.code == syntax.STRAY_ROW and _FIGHT.search(each.message)]:
        end = _end_of_rows(text, first.span)
        told = [each for each in left if first.span.end < each.span.start < end and each.code in _OF_ROWS]
        left = [each for each in left if first not in left or each not in told]
    return left


def _end_of_rows(text: str, first: Span) -> int:
    """Where the lines of a fight end of which the first one is not indented under it."""
    margin = indent(text[text.rfind("\n", 0, first.start) + 1 : first.end])
    end = first.end
    for line in text[first.end :].split("\n")[1:]:
        if line.strip() and indent(line) <= margin and line.split(None, 1)[0] not in _OF_A_FIGHT:
            break
        end += len(line) + 1
    return end + 1


def declares(line: str) -> bool:
    """Whether a line would declare something before the first chapter."""
    return _HEADER.fullmatch(line) is not None


def _misplaced(line: str, span: Span, *, margin: bool = True) -> Diagnostic:
    """A line of the header that stands in a chapter."""
    begins = re.match(r"each[ \t]+chapter|\S+", line)
    message = f"“{begins[0] if begins else line}” is prose in a chapter and declares nothing"
    bare = "" if margin else ", without blanks before it"
    hint = f"move the line before the first chapter{bare}; a backslash before it says that it is prose"
    return finding(syntax.MISPLACED_HEADER, span, message, hint)


def _with_arrow(line: str, span: Span, above: str, choice: str, *, alone: bool) -> Diagnostic | None:
    """A line of prose with an arrow in it."""
    comment = _WEB_COMMENT.search(line)
    if comment is not None:
        return _web_comment(line, span, comment)
    if _ROW.fullmatch(line):
        message = "this looks like a row, but no roll or test above it takes rows"
        hint = "write the roll or test above, and indent its rows under it; write \\-> if it is prose"
        if above:
            message = f"this row is not under “{short(above)}”"
            hint = "put four blanks before it, and before each row after it"
        return finding(syntax.STRAY_ROW, span, message, hint)
    long = _LONG_ARROW.fullmatch(line)
    if long:
        return finding(syntax.FOREIGN_MARK, span, "this arrow is too long", write(f"-> {long['to']}"))
    bullet = BULLET.match(line)
    better = as_choice(_CLOSES.sub("", line[bullet.end() if bullet else 0 :]))
    if len(line) > LONGEST_BETTER or not (bullet or _TURN.search(line)):
        better = ""
    if re.match(r"\*+\S", line):
        hint = write(better) if better else "write: * Go in -> 12"
        return finding(syntax.MARK_BLANK, span, STARRED, hint, fix=_blank_after_star(line, span) if better else ())
    if choice and not bullet and _TURN.search(line):
        message = "this line is prose: the words, condition and turn of a choice are one line"
        return finding(syntax.PROSE_ARROW, span, message, f"join it to the choice above: {choice} {line}")
    asked = _IF.fullmatch(line)
    if (
        asked is not None
        and len(line) <= LONGEST_BETTER
        and reads(f"\n~ if {asked['condition']}\n    {asked['turn']}\n")
    ):
        message = "this line is prose: a condition that every reader is asked for is a rule"
        rule, choice = f"~ if {asked['condition']}", f"* Go on [if {asked['condition']}] {asked['turn']}"
        told = f"write “{rule}”, and “{asked['turn']}” under it, with four blanks; for a choice, write: {choice}"
        return finding(syntax.PROSE_ARROW, span, message, with_lines(told, f"{rule}\n    {asked['turn']}", choice))
    if _ARROW.search(_NO_COMMENT.sub("", line)):
        hint = "begin it with a star for a choice, or put the arrow on a line of its own; \\-> is prose"
        message = "this line is prose, so its arrow does nothing"
        if better:
            hint = with_lines(f"for a choice, write: {better}", better)
            turn = _TURN_AT_END.search(line) if alone and not bullet else None
            if turn is not None:
                lines = f"{line[: turn.start()].rstrip()}\n{turn[0]}"
                told = f"put “{turn[0]}” on a line of its own, below; for a choice, write: {better}"
                hint = with_lines(told, lines, better)
        return finding(syntax.PROSE_ARROW, span, message, hint)
    return None


def _web_comment(line: str, span: Span, comment: re.Match[str]) -> Diagnostic:
    """`You see it. <!-- todo -->`: where words stand behind it, nobody knows where the comment should go."""
    before, bare = line[: comment.start()].rstrip(), f"// {comment['words'].strip()}".rstrip()
    place = Span(span.path, span.start + comment.start(), span.start + comment.end() - len(comment["last"] or ""))
    hint = f"write it at the end of the line: {bare}; or \\<!-- if it is prose"
    fix: tuple[Edit, ...] = ()
    if comment["last"] is not None:
        hint = f"write: {bare}; or \\<!-- if it is prose"
        fix = (Edit(place, bare if before != line[: comment.start()] else f" {bare}"),)
    return finding(syntax.FOREIGN_COMMENT, place, "a comment begins with two slashes, and not with <!--", hint, fix=fix)


def _blank_after_star(line: str, span: Span) -> tuple[Edit, ...]:
    """`*Knock -> 3`: surely a choice. With more stars the first may emphasise words."""
    after = Span(span.path, span.start + 1, span.start + 1)
    sure = line.count("*") == 1 and _TURN.search(line) and not line[1:].startswith("->")
    return (Edit(after, " "),) if sure else ()


def as_choice(words: str) -> str:
    """`Fly -> 2` as a choice; without words before the arrow it gets dots. Empty: it could not be read."""
    choice = f"* … {words}" if words.startswith("->") else f"* {words}"
    return choice if not words.startswith("//") and reads_as_step(choice) else ""  # slashes would begin a comment


def twine_link(line: str, span: Span) -> Diagnostic | None:
    """A link as Twine writes it; `span` is the line's."""
    match = _LINK.search(line)
    if match is None:
        return None
    to = match["to"] or match["back"] or match["alone"]
    words = (match["words"] or match["after"] or "").strip() or "…"
    choice = f"* {words} -> {to}"
    place = Span(span.path, span.start + match.start(), span.start + match.end())
    return finding(
        syntax.FOREIGN_LINK,
        place,
        "this is a Twine link; here it is only text",
        write(choice) if not BULLET.sub("", line.strip(), count=1).replace(match[0], "") else f"write: {choice}",
    )


def stray_label(label: str, span: Span, behind: str = "") -> Diagnostic | None:
    """A condition or a link in a choice's words that was not read as one, or the rest of a long arrow.

    Args:
        label: the words.
        span: where they stand.
        behind: what follows them on their line.
    """
    if behind.startswith("->") and re.search(r"[ \t][-–—]+$", label):
        place = Span(span.path, span.end - 1, span.end + 2)
        return finding(syntax.FOREIGN_MARK, place, "this arrow is too long", "write -> with one hyphen")
    if not label.strip("* \t"):
        message = "this line is read as a choice, and its words are only stars"
        line = f"\\* {label}"
        return finding(
            syntax.MARK_BLANK, span, message, with_lines(f"for a line between two scenes, write: {line}", line)
        )
    if re.match(r"\*+[ \t]+\S", label):
        words = label.lstrip("* \t")
        return finding(syntax.MARK_BLANK, span, "a choice begins with one star", f"write one star: * {short(words)}")
    foreign = foreign_choice(label, span, behind) or twine_link(label, span)
    if foreign is not None:
        return foreign
    if _CONDITION.search(label):
        glued = _GLUED.search(label)
        hint = "write [if …] with a small “if”, closed by ]"
        if glued and reads_as_step(f"* Go [if {glued['what']}]"):
            hint = f"did you mean [if {glued['what']}]?"
        return finding(syntax.OPEN_BRACKET, span, "this is not read as a condition", hint)
    misspelt = _BRACKETS.search(label)
    meant = nearest_word(misspelt["word"], ["if", "knows"], least=0.75) if misspelt else None
    if misspelt and meant == ("knows" if misspelt["what"].endswith("%") else "if"):
        what = "a condition" if meant == "if" else "the share of readers who know of this choice"
        hint = f"did you mean [{meant} {misspelt['what']}]?"
        return finding(syntax.OPEN_BRACKET, span, f"this is not read as {what}", hint)
    return None


def stray_title(title: str, chapter: str, span: Span) -> Diagnostic | None:
    """A turn or a condition among the words of a chapter's title; `span` is where these stand."""
    turn = _TURN_AT_END.search(title) if "->" in title else None
    if turn is not None:
        place = Span(span.path, span.start + turn.start(), span.end)
        hint = f"write “{turn[0]}” on a line of its own, where the chapter turns; for a title, write // noqa: GB029"
        return finding(syntax.PROSE_ARROW, place, "this arrow is part of the title, so it does nothing", hint)
    asked = _CONDITION_AT_END.search(title) if title.endswith("]") else None
    if asked is not None:
        place = Span(span.path, span.start + asked.start(), span.end)
        hint = f"write it at the choices that lead here: * Go in {asked[0]} -> {chapter}"
        message = "this condition is part of the title, so it keeps nobody out"
        return finding(syntax.CONDITION_IN_WORDS, place, message, hint)
    return None
