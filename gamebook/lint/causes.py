"""What others tell already: for each kind of cause, the findings that go away when it is mended."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Sequence

from gamebook.codes import balance, chapter_map, names, printing, rules, syntax
from gamebook.codes.hints import added_rows
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.lint.pages import Pages, Stretches
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax.heads import NAME, WORD, without_zeros

SYNTAX = "GB0"
"""What the codes of writing begin with."""
_OF_STATES = ("GB2", "GB4")
"""What the codes about the map and about plays begin with: these leave no rule without a meaning."""
_PROSE = frozenset(
    {syntax.PROSE_ARROW, syntax.MARK_BLANK, syntax.TURN_IN_PROSE, syntax.TURN_IN_WORDS, syntax.FOREIGN_LINK}
)
"""Findings about links that are only words."""
_IN_PLACE_OF_CHOICES = frozenset({syntax.MARK_BLANK, syntax.TURN_IN_WORDS, syntax.TURN_IN_PROSE})
"""Findings about lines of prose that should be choices of the menu above them."""
MOST_WORDS = 5
"""Words of a name whose hyphens were forgotten."""
SETTLED = frozenset({chapter_map.ALWAYS_CLOSED, chapter_map.ALWAYS_OPEN, chapter_map.SETTLED_IF})
"""Findings about conditions that always hold, or never."""
_WORD = pattern(WORD)
MARKED = pattern(r"(?:~|\*[ \t]|->)")
"""A line of a block that is not indented."""
_AIM = pattern(r"[ \t]*aim\b")
_BRACKETS = pattern(r"\[[^\[\]]*\]|\([^()]*\)")
_RULE_IN_HINT = pattern(r"(?<=“~ if )[^”]*")
_CONDITION = pattern(r"\bif\b(?P<condition>[^\]\n]*)")
_TARGET = pattern(rf"(?:->|[→⇒➔]|\bto\s|\bgoto\s|\|)\s*(?P<to>{NAME})|(?<![\w-])(?P<back>{NAME})\s*<-", re.IGNORECASE)
OF_SYSTEM = frozenset(
    {
        names.UNKNOWN_NAME,
        names.UNKNOWN_CHECK,
        names.UNKNOWN_COMBAT,
        names.UNKNOWN_RULE,
        names.UNKNOWN_EVENT,
        names.UNKNOWN_SETTING,
        names.OUT_OF_PLACE,
        printing.UNKNOWN_PHRASE,
    }
)
"""Findings that a missing rule system brings about."""
_GIVES = pattern(rf"~ (?:gain|note) (?:\d+ )?(?P<name>{WORD})")
"""A rule with which the reader gets something."""
_ROLLS = pattern(r"~ (?:roll|test) ")
"""A rule that rolls dice."""
_UNTIL_CHOICE = pattern(r"(?:(?![ \t]*\*)[^\n]*\n)*")
"""Lines down to the next choice."""
_ROLLED = pattern(rf"\bas[ \t]+(?:pool[ \t]+)?(?P<name>{WORD})")
"""The name of a roll."""
_ROW = pattern(r"\s*(?P<totals>\d+(?:-\d+)?)(?:\s*->.*|\s*)$")
"""A row of a roll."""
_TRIGGER = pattern(r"^[ \t]*(?:first[ \t]+)?when\b.*", re.MULTILINE)
_TICKED = "ticked"
"""How a box is asked for."""
_FOE = "foe "
"""How a stat of the foe begins."""
_LIMIT = pattern(r"[ \t]*limit\b")
_LOST = pattern(r"[ \t]*lost\b")
_LOGIC = frozenset({"and", "or", "not"})
_HEAD = pattern(rf"[=#\s]*(?:chapter\s+)?(?P<name>{NAME})", re.IGNORECASE)
"""The head of a chapter that is not written as it should be."""
_USES = pattern(r"^\s*(?:uses?|system)\b", re.MULTILINE)
"""The line that names a rule system."""
Told = Callable[[Diagnostic], bool]
"""Whether a finding is left out, because it is only a consequence of others."""


def told_already(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Which findings are left out, because they are only consequences of others."""
    told = [cause(found, pages) for cause in _CAUSES]
    return lambda each: any(is_told(each) for is_told in told)


# ---- one function for each kind of cause --------------------------------------------------------------------


def _unread(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Lines that cannot be read: what stands in them, and what names something in their chapters."""
    spans = [each.span for each in _errors(found) if each.code.startswith(SYNTAX)]
    unread = Stretches(spans)
    chapters = "\n".join({pages.chapter_text(span): None for span in spans})

    def told(each: Diagnostic) -> bool:
        if each.code in (names.UNKNOWN_DECISION, names.UNWRITTEN_DECISION) and pages.text(each.span) in chapters:
            return True
        return not each.code.startswith(SYNTAX) and unread.touch(each.span)

    return told


def _unread_sheet(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Lines of a header that cannot be read: a name that is not known may be on one of them."""
    lost = _lost_names(_errors(found), pages)
    # who does not know a name counts with 0
    codes = (names.UNKNOWN_NAME, printing.UNKNOWN_PHRASE, rules.EMPTY_RANGE)

    def told(each: Diagnostic) -> bool:
        counted = each.code in codes or _is_worked_out(each, pages)
        return counted and not lost.isdisjoint(_WORD.findall(pages.text(each.span)))

    return told


def _mistaken_changes(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Lines with an error that may be meant to change the number of a chapter, and rules that are missing.

    Where nothing changes the number, it is taken to be what it is at the start.
    """
    errors = [each for each in _errors(found) if not _is_worked_out(each, pages)]
    named = {word for each in errors for word in _WORD.findall(f"{pages.block(each.span)} {each.hint or ''}")}
    missing = any(each.code == names.UNKNOWN_RULE for each in errors)
    return lambda each: (
        _is_worked_out(each, pages) and (missing or not named.isdisjoint(_WORD.findall(pages.text(each.span))))
    )


def _is_worked_out(found: Diagnostic, pages: Pages) -> bool:
    """Whether a chapter is missing whose number is worked out: `-> (100 + key)`."""
    return found.code == names.UNKNOWN_CHAPTER and pages.text(found.span).startswith("(")


def _limits_without_places(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Lines of limits that say no number, where it is the first line: what asks for these limits finds none."""
    lines = {each.span: pages.text(each.span) for each in found if each.code == names.UNKNOWN_NAME}
    limits = {text for span, text in lines.items() if _LIMIT.match(pages.line(span))}
    return lambda each: each.span in lines and lines[each.span] in limits and not _LIMIT.match(pages.line(each.span))


def _nothing_taken(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Blocks with which nothing happens, since they are done 0 times: who gets something there does not."""
    blocks = [pages.block(each.span) for each in found if each.code == rules.OF_NOTHING]
    given = {match["name"] for block in blocks for match in _GIVES.finditer(block)}
    return lambda each: each.code == names.NEVER_HAD and pages.text(each.span) in given


def _amounts_without_a_value(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Amounts with an error in them: where they are not known, they are worked out as 0."""
    errors = sorted(each.span for each in _errors(found))

    def told(each: Diagnostic) -> bool:
        if each.code not in (rules.OF_NOTHING, rules.BELOW_ZERO) or _TRIGGER.match(pages.line(each.span)):
            return False
        span = each.span
        within = errors[bisect_left(errors, span) : bisect_left(errors, Span(span.path, span.end, 0))]
        return any(error != span and error.end <= span.end for error in within)

    return told


def _unread_files(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Files that are no text, or too long, or of which no line can be read: they have no chapters either."""
    unread = (each for each in _errors(found) if each.code in (syntax.NOT_TEXT, syntax.TOO_LONG, syntax.COPIED))
    paths = {each.span.path for each in unread if each.code == syntax.COPIED or not pages.text(each.span)}
    return lambda each: each.code == names.NO_CHAPTERS and each.span.path in paths


def _missing_system(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """A rule system that could not be read: what it declares is not known."""
    missing = _system_is_missing(_errors(found), pages)
    return lambda each: missing and each.code in OF_SYSTEM


def _unclear(found: Sequence[Diagnostic], _: Pages) -> Told:
    """Rules without a meaning: while there are some, it cannot be said that a thing is never had or used."""
    unclear = is_unclear(found)
    return lambda each: unclear and each.code in (names.NEVER_HAD, names.NEVER_USED)


def _unmarked_heads(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Chapters whose first line is not read as such: links to them find nothing, and nothing leads to what follows."""
    marks = [each.span for each in _errors(found) if each.code == syntax.CHAPTER_MARK]
    heads = (_HEAD.match(pages.text(span)) for span in marks)
    unmarked = {without_zeros(head["name"]) for head in heads if head}
    begun = {*map(pages.place_after, marks)}
    return lambda each: (
        (each.code == names.UNKNOWN_CHAPTER and pages.text(each.span) in unmarked)
        or (each.code == chapter_map.NEVER_REACHED and pages.place(each.span) in begun)
    )


def _unmarked_rules(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Rules without their mark: they are no lines of a header, and the result of a roll has no name without it."""
    places = [each.span for each in found if each.code == syntax.UNMARKED_RULE]
    lines = {(span.path, span.start) for span in places}
    rolled = {match["name"] for span in places for match in _ROLLED.finditer(pages.text(span))}
    return lambda each: (
        (each.code == syntax.MISPLACED_HEADER and (each.span.path, each.span.start) in lines)
        or (each.code == names.UNKNOWN_NAME and pages.text(each.span) in rolled)
    )


def _stray_rows(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Rows that are not indented, and rules without their mark: what stands under one is indented under prose."""
    codes = (syntax.STRAY_ROW, syntax.FOREIGN_MARK, syntax.CONTROL, syntax.UNMARKED_RULE)
    rows = {pages.place(each.span) for each in found if each.code in codes}

    def told(each: Diagnostic) -> bool:
        path, number = pages.place(each.span) if each.code in (syntax.NO_BLOCK_HERE, syntax.STRAY_ROW) else ("", 0)
        return (path, number - 1) in rows

    return told


def _rows_as_prose(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Rows that are prose, since they are not indented under their dice: these have no row for those totals."""
    rows: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for each in found:
        if each.code in (syntax.NO_BLOCK_HERE, syntax.STRAY_ROW):
            above = pages.line_above(each.span) if each.code == syntax.NO_BLOCK_HERE else pages.line(each.span)
            if (row := _ROW.match(above)) is not None:
                _, line = pages.place(each.span)
                rows.setdefault(pages.chapter_of(each.span), []).append((line, row["totals"]))

    def told(each: Diagnostic) -> bool:
        if each.code != rules.ROW_GAP:
            return False
        (_, line), here = pages.place(each.span), rows.get(pages.chapter_of(each.span), ())
        return {*added_rows(each.hint)} <= {totals for later, totals in here if later > line}

    return told


def _misplaced(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Lines of the header in a chapter: once they are moved, what they name is used and where they lead is reached."""
    spans = [each.span for each in found if each.code == syntax.MISPLACED_HEADER]
    lines, blocks = {*map(pages.place, spans)}, [*map(pages.block, spans)]
    used = {word for block in blocks for word in _WORD.findall(block)}
    targets = {to for block in blocks for to in led_to(block)}
    return lambda each: (
        (each.code == names.NEVER_USED and pages.text(each.span) in used)
        or (each.code == chapter_map.NEVER_REACHED and pages.place(each.span) in lines)
        or (each.code == chapter_map.UNREACHED_CHAPTER and pages.text(each.span) in targets)
    )


def _unread_aim(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """A line with the aim of the book that cannot be used, or one above it: it may be points."""
    header = (each for each in _errors(found) if each.span.start < pages.headers.get(each.span.path, 0))
    lines = (line for each in header for line in pages.block(each.span).splitlines())
    unknown = any(map(_AIM.match, lines))
    return lambda each: unknown and each.code == rules.POINTS_FOR_NOTHING


def _not_indented(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """What is not indented under the line it belongs to: such lines of the header, and a roll that has no rows."""
    blocks = {pages.place(each.span) for each in found if each.code == syntax.BLOCK_MISSING}
    strays = {pages.place(each.span) for each in found if each.code == syntax.STRAY_ROW}
    marked = (each for each in found if each.code == syntax.HEADER_TEXT and MARKED.match(pages.line(each.span)))
    for path, number in sorted(pages.place(each.span) for each in marked):
        if (path, number - 1) in blocks:
            blocks.add((path, number))

    def told(each: Diagnostic) -> bool:
        if each.code == syntax.HEADER_TEXT:
            return pages.place(each.span) in blocks
        path, number = pages.place(each.span) if each.code in (syntax.NO_ROWS, rules.IDLE_TEST) else ("", 0)
        return (path, number + 1) in strays

    return told


def _conditions_in_words(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Conditions that are only text: once they are read, what they name is used, and perhaps nothing is repeated."""
    codes = (syntax.CONDITION_IN_WORDS, syntax.TURN_IN_PROSE)
    lines = (f"{pages.line(each.span)} {each.hint or ''}" for each in found if each.code in codes)
    open_lines = {pages.place(each.span) for each in found if each.code == syntax.CONDITION_IN_WORDS}
    parts = [words for line in lines for words in (*_BRACKETS.findall(line), *_RULE_IN_HINT.findall(line))]
    used = {word for words in parts for word in _WORD.findall(words)}
    return lambda each: (
        (each.code == names.NEVER_USED and pages.text(each.span) in used)
        or (each.code == balance.FREE_ROUNDS and pages.place(each.span) in open_lines)
    )


def _results_as_choices(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Results of dice that are choices: once they are rows, the dice decide something and need no name.

    Where only prose rolls them, the rule that stands above these rows rolls them.
    """
    results = [each for each in found if each.code == syntax.RESULT_AS_CHOICE]
    lines = {pages.place(related.span) for each in results for related in each.related}
    rolled = {pages.chapter_of(each.span) for each in results if not each.related and _ROLLS.search(each.hint or "")}
    return lambda each: (
        (each.code in (names.NEVER_USED, rules.IDLE_TEST) and pages.place(each.span) in lines)
        or (
            each.code == syntax.ONLY_TOLD
            and pages.chapter_of(each.span) in rolled
            and _ROLLS.search(each.hint or "") is not None
        )
    )


def _only_told(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """What only words give, or a rule for another thing: the rule that is missing gives it."""
    hints = (each.hint or "" for each in found if each.code in (syntax.ONLY_TOLD, names.THING_AS_AMOUNT))
    given = {match["name"] for hint in hints for match in _GIVES.finditer(hint)}
    return lambda each: each.code == names.NEVER_HAD and pages.text(each.span) in given


def _asks_for(things: Container[str], line: str) -> bool:
    """Whether a condition of a line names one of some things."""
    asked = _CONDITION.search(line)
    return asked is not None and any(word in things for word in _WORD.findall(asked["condition"]))


def _menus_in_two(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Menus that are cut in two: who can take a choice above has to, and the rule between is not for that choice.

    Where a choice above leads on, a reader may come to the end of the chapter; what the rule gives, not everybody has.
    """
    cuts = [each.span for each in found if each.code in (syntax.NOT_UNDER_CHOICE, syntax.MENU_IN_TWO)]
    lines, chapters = {*map(pages.place, cuts)}, {*map(pages.chapter_of, cuts)}
    behind = {to for span in cuts for to in led_to(pages.rest_of_chapter(span))}
    slips = {pages.place(each.span) for each in found if each.code in _IN_PLACE_OF_CHOICES}
    open_above = [span for span in cuts if "->" not in pages.line_above(span)]
    ends = {pages.chapter_of(span): span.start for span in reversed(open_above)}
    given = set()
    for span in cuts:
        below = _UNTIL_CHOICE.match(pages.rest_of_chapter(span))
        between = f"{pages.line(span)}\n{below[0] if below else ''}"
        given |= {gain["name"] for gain in _GIVES.finditer(between)}
    return lambda each: (
        (each.code == syntax.MENU_IN_TWO and pages.place(each.span) in slips)
        or (each.code == chapter_map.ALWAYS_OPEN and pages.chapter_of(each.span) in chapters)
        or (each.code == balance.CLAMPED and pages.place(each.span) in lines)
        or (each.code == chapter_map.UNREACHED_CHAPTER and pages.text(each.span) in behind)
        or (
            each.code == chapter_map.NEVER_REACHED
            and each.span.start > ends.get(pages.chapter_of(each.span), each.span.start)
        )
        or (each.code in SETTLED and _asks_for(given, pages.line(each.span)))
    )


def _one_after_another(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Lines of a fight that need foes who fight together: they tell that no word says so."""
    lines = Stretches(each.span for each in found if each.code == names.OUT_OF_PLACE)
    return lambda each: each.code == syntax.HOW_THEY_FIGHT and lines.touch(pages.block_span(each.span))


def _beaten(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Fights that nobody can win, or lose, of which it is said already that the foe is beaten before they begin.

    Or that what a round takes is below 0, or that nothing is left to lose.
    """
    spans = [each.span for each in found if each.code in (rules.OF_NOTHING, rules.BELOW_ZERO)]
    spans += [other.span for each in found if each.code == rules.SURVIVED for other in each.related]
    lines = Stretches(spans)
    return lambda each: (
        each.code in (balance.NEVER_WON, balance.HARDLY_WON, balance.NEVER_LOST)
        and lines.touch(pages.block_span(each.span))
    )


def _never_played(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Rows of fights that are never played: what they alone lead to is not reached."""
    spans = [each.span for each in found if each.code == rules.NOTHING_LOST]
    rows = (pages.block(span) if _LOST.match(pages.line(span)) else pages.rest(span) for span in spans)
    targets = {to for row in rows for to in led_to(row)}
    return lambda each: each.code == chapter_map.UNREACHED_CHAPTER and pages.text(each.span) in targets


def _foe_forgotten(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """A stat of the foe without “foe” before it: what wins the fight changes there."""
    unknown = (each for each in found if each.code == names.UNKNOWN_NAME)
    stats = {pages.text(each.span) for each in unknown if any(said.text.startswith(_FOE) for said in each.suggestions)}
    return lambda each: each.code == rules.NOTHING_LOST and not stats.isdisjoint(_WORD.findall(pages.text(each.span)))


def _only_words(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Links and choices that are only words: what is behind them is not reached, and what is found there not had."""
    links = [each.span for each in found if each.code in _PROSE]
    lines, targets = {*map(pages.place, links)}, {to for span in links for to in led_to(pages.text(span))}
    heads = [each.span for each in found if each.code == chapter_map.UNREACHED_CHAPTER]
    behind = [pages.chapter_text(span) for span in heads if pages.text(span) in targets]
    given = {match["name"] for text in behind for match in _GIVES.finditer(text)}
    return lambda each: (
        (each.code == chapter_map.NEVER_REACHED and pages.place(each.span) in lines)
        or (each.code == chapter_map.UNREACHED_CHAPTER and pages.text(each.span) in targets)
        or (each.code in SETTLED and _asks_for(given, pages.line(each.span)))
    )


def _dead_lines(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Lines after a turn: what they give nobody has."""
    lines = [pages.rest(each.span) for each in found if each.code == chapter_map.NEVER_REACHED]
    given = {match["name"] for line in lines for match in _GIVES.finditer(line)}
    return lambda each: each.code in SETTLED and _asks_for(given, pages.line(each.span))


def _foreign(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Rules as another program writes them: their braces, and a block under them."""
    spans = [each.span for each in found if each.code == syntax.FOREIGN_RULE]
    lines, chapters = {*map(pages.place, spans)}, {*map(pages.chapter_of, spans)}
    blocks = (syntax.NO_BLOCK_HERE, chapter_map.NEVER_REACHED)
    return lambda each: (
        (each.code in blocks and pages.chapter_of(each.span) in chapters)
        or (each.code == syntax.BAD_BRACES and pages.place(each.span) in lines)
    )


def _endless(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """What is repeated without end: it leaves every range."""
    blocks = Stretches(pages.block_span(each.span) for each in found if each.code == rules.ENDLESS)
    return lambda each: each.code in (balance.CLAMPED, balance.OVERFULL) and blocks.touch(each.span)


def _never_stopped(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Triggers that wait for a number beyond its range: at the end of that nothing stops it."""
    waits = "\n".join(match[0] for source in pages.sources.values() for match in _TRIGGER.finditer(source.text))
    ends: set[tuple[str, str]] = set()
    for each in found:
        match = chapter_map.BEYOND.search(each.message) if each.code in chapter_map.OF_PLAYS else None
        if match is not None and match["condition"] in waits:
            ends.add((balance.CLAMPED if match["sign"] == "<" else balance.OVERFULL, match["name"]))
    return lambda each: any(each.code == code and name in _WORD.findall(each.message) for code, name in ends)


def _triggers_explained(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """Triggers that are never carried out, where a finding about their condition, or about a thing in it, says why."""
    idle = balance.IDLE_TRIGGER
    lines = {pages.place(each.span) for each in found if each.code != idle and each.severity is not Severity.INFO}
    never = {thing_of(each, pages) for each in found if each.code == names.NEVER_HAD}
    return lambda each: (
        each.code == idle
        and (pages.place(each.span) in lines or not never.isdisjoint(_WORD.findall(pages.line(each.span))))
    )


def _settled(found: Sequence[Diagnostic], pages: Pages) -> Told:
    """A number alone, things that nobody can have, boxes that nothing ticks, stats that never rise: they settle it."""
    never = [each for each in found if each.code == names.NEVER_HAD]
    asked = [each for each in never if not is_thing(each, pages)]
    boxes = [span for each in asked for span in (each.span, *(other.span for other in each.related))]
    alone = {pages.place(each.span) for each in found if each.code == rules.NUMBER_ALONE}
    alone |= {
        pages.place(span) for span in boxes if _asks_only(pages.line(span), {_TICKED, pages.text(span)[7:].strip()})
    }
    things = {thing_of(each, pages) for each in never if each not in asked}
    things |= {
        word for each in found if each.code == balance.ABOVE_INITIAL for word in _WORD.findall(pages.text(each.span))
    }
    return lambda each: (
        each.code in SETTLED and (pages.place(each.span) in alone or _asks_only(pages.line(each.span), things))
    )


_CAUSES: tuple[Callable[[Sequence[Diagnostic], Pages], Told], ...] = (
    _unread,
    _unread_sheet,
    _mistaken_changes,
    _limits_without_places,
    _nothing_taken,
    _amounts_without_a_value,
    _unread_files,
    _missing_system,
    _unclear,
    _unmarked_heads,
    _unmarked_rules,
    _stray_rows,
    _rows_as_prose,
    _misplaced,
    _unread_aim,
    _not_indented,
    _conditions_in_words,
    _results_as_choices,
    _only_told,
    _menus_in_two,
    _one_after_another,
    _beaten,
    _never_played,
    _triggers_explained,
    _foe_forgotten,
    _only_words,
    _dead_lines,
    _foreign,
    _endless,
    _never_stopped,
    _settled,
)


# ---- what they are made of -----------------------------------------------------------------------------------


def _errors(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [each for each in found if each.severity is Severity.ERROR]


def is_unclear(found: Sequence[Diagnostic]) -> bool:
    """Whether some rule has no meaning."""
    return any(not each.code.startswith(_OF_STATES) for each in _errors(found))


def _lost_names(errors: Sequence[Diagnostic], pages: Pages) -> frozenset[str]:
    """Names on lines of a header that could not be read; blanks between them are also read as hyphens."""
    told = (each for each in errors if each.code.startswith(SYNTAX))
    blocks = [pages.block(each.span) for each in told if each.span.start < pages.headers.get(each.span.path, 0)]
    blocks += map(pages.text, pages.unread)  # more than one line may be lost through a single mistake
    found: set[str] = set()
    for line in (line for block in blocks for line in block.splitlines()):
        words = _WORD.findall(line)
        for length in range(1, MOST_WORDS + 1):
            found.update("-".join(words[at : at + length]) for at in range(len(words) - length + 1))
    return frozenset(found)


def _system_is_missing(errors: Sequence[Diagnostic], pages: Pages) -> bool:
    """Whether a rule system is not there, or the line that names it, or one that this stands under, cannot be read."""
    return any(
        each.code == names.UNKNOWN_SYSTEM or (each.code.startswith(SYNTAX) and _USES.search(pages.rest(each.span)))
        for each in errors
    )


def led_to(words: str) -> Iterator[str]:
    """The chapters that words speak of."""
    for match in _TARGET.finditer(words):
        yield without_zeros(match["to"] or match["back"])


def is_thing(never: Diagnostic, pages: Pages) -> bool:
    """Whether something that nobody can have is declared, and no box that is asked for."""
    return not pages.text(never.span).startswith(_TICKED)


def thing_of(never: Diagnostic, pages: Pages) -> str:
    """The name of something that nobody can have."""
    return next(iter(_WORD.findall(pages.text(never.span))), "")


def asked_for(line: str) -> set[str]:
    """The names in a line's condition."""
    match = _CONDITION.search(line)
    return set(_WORD.findall(match["condition"])) - _LOGIC if match else set()


def _asks_only(line: str, things: set[str]) -> bool:
    """Whether a line's condition speaks of nothing but some things."""
    wanted = asked_for(line)
    return bool(wanted) and wanted <= things
