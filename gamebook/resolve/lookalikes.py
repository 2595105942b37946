"""Words that look like rules but are prose: “turn to 7”, a typographic arrow, a condition in braces.

These findings need the book's names: an arrow before a number that is no chapter is only an arrow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from gamebook.codes import syntax
from gamebook.codes.hints import with_lines, write
from gamebook.patterns import pattern
from gamebook.phrases.turns import OTHERWISE
from gamebook.resolve import conditions_in_words, label_turns, menu_slips, numbers_alone, odd_arrows, told
from gamebook.resolve.conditions_in_words import condition_of
from gamebook.resolve.desk import Desk
from gamebook.resolve.fights_in_words import fight_in
from gamebook.resolve.odd_arrows import plausible
from gamebook.resolve.outcomes_in_words import Tested, tested
from gamebook.resolve.spoken import LONGEST
from gamebook.resolve.turn_words import Said, turns_in_prose
from gamebook.sentences import with_capital
from gamebook.syntax import ast
from gamebook.syntax.grammar import reads, reads_as_step
from gamebook.syntax.heads import NAME, NUMBER, WORD, without_zeros
from gamebook.syntax.marks import INVISIBLE
from gamebook.syntax.stray import UNMARKED
from gamebook.syntax.text import lines_of, span_of
from gamebook.syntax.walk import find
from gamebook.syntax.words import short

MOST_TURNS = 20
"""Turns in words that are reported for one piece of prose."""
_CLAUSE_ENDS = pattern(rf"[.!?](?:\s|$)|\n\n|\b(?:turn|go|return|proceed)\s+to\s+{NUMBER}", re.IGNORECASE)
"""Where words end that say for whom a turn is: with their sentence, or with another turn."""
_BETWEEN = " \t\n,;:–—-"
_WISH = pattern(
    r"if[ \t]+you[ \t]+(?:(?:want|wish|choose|decide|prefer|try)[ \t]+to[ \t]+|(?:would|['’]d)[ \t]+(?:like|rather)"
    r"[ \t]+(?:to[ \t]+)?)?(?!(?:are|were|have|had|can|cannot|do|did|win|won|lose|lost|fail|succeed|roll|rolled)\b)"
    r"(?P<deed>[^\W\d][^,;:.\n]*)",
    re.IGNORECASE,
)
"""`If you leave`, `If you want to go north`: what a choice is for, and no state of the reader."""
_LITTLE_WORDS = frozenset(
    {"a", "an", "the", "him", "her", "it", "them", "his", "their", "your", "to", "at", "in", "on", "of",
     "and", "with", "through", "up", "down"}
)  # fmt: skip
_OTHERWISE = pattern(
    rf"(?:(?:{OTHERWISE}|else)\b|(?:if[ \t]+not|(?:wenn|falls)[ \t]+nicht|s[ie][ \t]+no)[ \t]*(?:,|$))", re.IGNORECASE
)
"""How a sentence begins that is for all others."""
_CHANGE = pattern(rf"(?P<name>{NAME})[ \t]*[+-][ \t]*(?:\d+|\d*d\d+)", re.IGNORECASE)
_DEED = pattern(rf"(?:gain|lose|note|erase|pay|restore)[ \t]+(?:(?:\d+|\d*d\d+|all)[ \t]+)?(?P<name>{NAME})")
_DO = pattern(rf"do[ \t]+(?P<rule>{NAME})(?:\(.*\))?")
_SET = pattern(rf"set[ \t]+(?P<name>{NAME})[ \t]*=.+")
_ASSIGNED = pattern(rf"(?P<name>{NAME})[ \t]*(?:(?P<sign>[-+])(?P=sign)|(?P<change>[-+]?)=[ \t]*(?P<value>[^=].*))")
"""`gold++`, `gold += 2`, `gold = gold + 2`, as programs write it."""
_SET_TO = pattern(rf"set[ \t]+(?P<name>{NAME})[ \t]+to[ \t]+(?P<value>.+)")
_WORDS = pattern(rf"(?<!\w){WORD}")
_OF_VALUES = frozenset({"initial", "mod"})
_DICE = pattern(r"\d*d\d")
_RULE_BEHIND = pattern(r"(?P<before>[^~]*[^~\s\\][ \t]+)(?P<rule>~[ \t]*[^\s~][^~]*)")
"""Words, and behind them a rule with its mark."""
BEHIND = "this rule is prose: a rule stands on a line of its own"
_CERTAIN = pattern(r"(?:victory|defeat|ending|fight|may)[ \t]+\".*")
_ENDINGS = frozenset({"victory", "defeat"})
_END = pattern(
    r"(?:(?P<won>victory|you (?:win|have won))|(?P<lost>defeat|death|you (?:lose|die|have lost|have died|are dead))"
    r"|(?P<over>the end|game over|your adventure (?:ends here|is over)))[.!]*",
    re.IGNORECASE,
)
"""A line that tells that the story is over."""
_END_RULES = {"won": "~ victory", "lost": "~ defeat", "over": '~ victory or ~ defeat or ~ ending "The end"'}
_HEAD = pattern(rf"(?:chapter|section|paragraph)[ \t]+(?P<number>{NUMBER})[.:]?", re.IGNORECASE)
"""A line that may be meant as the head of a chapter."""
_VERSE = pattern(r"\n[ \t]+\S")
"""A line that is indented, under another one."""
_SENTENCE_ENDS = ("", *".!?:”’\"'…)")
"""What stands before a line that is a sentence of its own."""


def report_pages(desk: Desk, pages: Sequence[ast.Page]) -> None:
    """Report prose and labels that look like turns and conditions, outside the chapters that have a meaning."""
    for page in pages:
        for part in (*page.declarations, *page.chapters):
            if not (isinstance(part, ast.Chapter) and desk.names.chapters.get(part.name) is part):
                report_part(desk, part)


def report_part(desk: Desk, part: ast.Declaration | ast.Chapter | ast.Broken, *, runs_out: bool = False) -> None:
    """Report them in one part of the book; in a rule system only arrows, which `gamebook fmt` mends there, too.

    Args:
        desk: receives the findings.
        part: a declaration or a chapter.
        runs_out: a chapter that has a way on which nothing follows.
    """
    nodes = desk.names.nodes[id(part)]
    for node in nodes:
        if isinstance(node, ast.Anytime | ast.Menu | ast.Choose | ast.RivalChooses):
            odd_arrows.by_labels(desk, node.options, decide=isinstance(node, ast.Choose | ast.RivalChooses))
        elif isinstance(node, ast.Prose):
            odd_arrows.by_prose(desk, node)
    if part.span.path in desk.names.systems:
        return
    for block in _blocks(nodes):
        for number, step in enumerate(block):
            if isinstance(step, ast.Menu):
                _menu(desk, step, block[number + 1 :])
            elif isinstance(step, ast.Choose | ast.RivalChooses):
                label_turns.report(desk, step.options, block[number + 1 :])
    numbers_alone.report(desk, nodes)
    if isinstance(part, ast.Chapter):
        menu_slips.report(desk, part, _blocks(nodes))
        _prose(desk, part, nodes, runs_out=runs_out)
        return
    if isinstance(part, ast.Anytime):
        label_turns.report(desk, part.options, ())
    for node in nodes:
        if isinstance(node, ast.Prose):
            _rules_in_prose(desk, node, fights=True)
            if isinstance(part, ast.HeroDecl):
                told.in_hero(desk, part, node)


def _blocks(nodes: Iterable[ast.Node]) -> Iterator[ast.Block]:
    """The blocks of some nodes."""
    for node in nodes:
        for name in ("body", "otherwise", "then"):
            block = getattr(node, name, None)
            if isinstance(block, tuple):
                yield block


def _menu(desk: Desk, menu: ast.Menu, after: ast.Block) -> None:
    told.by_choice(desk, menu, after)
    label_turns.report(desk, menu.options, after)


# ---- prose ------------------------------------------------------------------------------------------------


def _prose(desk: Desk, chapter: ast.Chapter, nodes: Sequence[ast.Node], *, runs_out: bool) -> None:
    links = [node for node in nodes if isinstance(node, ast.ToChapter)]
    free = {id(each) for each in _open_to_all(chapter.body)}
    linked = dict.fromkeys((str(each.chapter) for each in links), False)
    linked |= dict.fromkeys((str(each.chapter) for each in links if id(each) not in free), True)
    labels = _labels(nodes, links)
    fights = any(isinstance(node, ast.Fight) for node in nodes)
    for prose, after in zip(nodes, (*nodes[1:], None), strict=True):
        if not isinstance(prose, ast.Prose):
            continue
        marked = _rules_in_prose(desk, prose, fights)
        told.in_prose(desk, chapter, prose, marked)
        _heads_in_prose(desk, prose)
        if not _ends(after):
            _ending_in_prose(desk, prose, runs_out=runs_out)
        turns = [*islice(turns_in_prose(desk, prose.text), MOST_TURNS)]
        of_a_test = tested(desk, chapter, prose, turns)
        if of_a_test is not None:
            _turn_of_a_test(desk, prose, turns, of_a_test, linked, labels, runs_out)
            turns = [each for each in turns if each.start not in of_a_test.rows]
        for turn in turns:
            if turn.sure or plausible(desk, turn.to):
                _turn_in_prose(desk, chapter, prose, turn, linked, labels, runs_out)


def _labels(nodes: Sequence[ast.Node], links: Sequence[ast.ToChapter]) -> dict[str, list[str]]:
    """Where a chapter turns by choices alone → the words of these choices."""
    chosen: dict[int, str] = {}
    for option in nodes:
        if isinstance(option, ast.Option):
            chosen |= {id(each): option.label for each in find(option, ast.ToChapter)}
    found: dict[str, list[str]] = {}
    for each in links:
        if id(each) in chosen:
            found.setdefault(str(each.chapter), []).append(chosen[id(each)])
    others = {str(each.chapter) for each in links if id(each) not in chosen}
    return {to: words for to, words in found.items() if to not in others}


def _rules_in_prose(desk: Desk, prose: ast.Prose, fights: bool) -> set[int]:
    """Where lines begin that are a rule but for the mark: `STAMINA -2`, `gain crowbar`, `OGRE SKILL 8 STAMINA 9`.

    So are words with a rule behind them: `You fall. ~ STAMINA -2`.
    """
    found = set()
    for start, line in lines_of(prose):
        words = line.strip()
        rule = _rule_in(desk, words) if len(words) <= LONGEST else ""
        behind = _RULE_BEHIND.fullmatch(words) if len(words) <= LONGEST else None
        first = start + line.index(words)
        if _row_of(rule) and _VERSE.match(prose.text, start + len(line)):
            continue  # what stands under it was no row when such rules were looked for
        if rule and not (fights and rule.startswith("~ fight")):  # a fight may be shown in prose as well
            found.add(first)
            desk.report(syntax.UNMARKED_RULE, span_of(prose, first, first + len(words)), UNMARKED, _with_mark(rule))
        elif behind is not None and behind["before"].strip(f"{INVISIBLE} \t") and reads_as_step(behind["rule"]):
            before, rule = behind["before"].rstrip(), behind["rule"].rstrip()
            span = span_of(prose, first + behind.start("rule"), first + len(words))
            hint = with_lines(f"write “{short(before)}” and “{rule}” on lines of their own", f"{before}\n{rule}")
            desk.report(syntax.UNMARKED_RULE, span, BEHIND, hint)
    return found


def _heads_in_prose(desk: Desk, prose: ast.Prose) -> None:
    """`Chapter 4`, where the book has no such chapter."""
    for start, line in lines_of(prose):
        match = _HEAD.fullmatch(line.rstrip())
        if match is not None:
            name = without_zeros(match["number"])
            desk.notes.tied = True  # the chapter may be written tomorrow
            if name not in desk.names.chapters and name not in desk.names.broken:
                message = "this line is prose: a chapter begins with === and a blank"
                hint = write(f"=== {name}", f"; or \\{match[0]} if it is prose")
                desk.report(syntax.CHAPTER_MARK, span_of(prose, start, start + len(match[0])), message, hint)


def _ends(step: ast.Node | None) -> bool:
    return isinstance(step, ast.End) or (isinstance(step, ast.Turn) and isinstance(step.target, ast.ToEnding))


def _ending_in_prose(desk: Desk, prose: ast.Prose, *, runs_out: bool) -> None:
    """A last line that ends the story and not the book: `victory`, or `You are dead.` in a chapter that runs out."""
    *earlier, (start, line) = lines_of(prose)
    words, before = line.strip(), earlier[-1][1].strip() if earlier else ""
    match = _END.fullmatch(words)
    if match is None or before[-1:] not in _SENTENCE_ENDS:
        return
    hint: str
    if words in _ENDINGS:
        message, hint = UNMARKED, write(f"~ {words}")
    elif runs_out:
        rule = next(rule for kind, rule in _END_RULES.items() if match[kind])
        message, hint = "this line is prose: it does not end the book", f"write after it: {rule}"
    else:
        return
    first = start + line.index(words)
    desk.report(syntax.UNMARKED_RULE, span_of(prose, first, first + len(words)), message, hint)


def _rule_in(desk: Desk, line: str) -> str:
    """The rule that a line of prose was meant to be."""
    if "\\" in line:
        return ""
    plain = line.removeprefix("- ")
    named = _CHANGE.fullmatch(plain) or _DEED.fullmatch(plain)
    if named and desk.names.symbols.get(named["name"]) is not None:
        return f"~ {plain}"
    given = _SET.fullmatch(plain)
    if given and given["name"] in desk.names.symbols and reads_as_step(f"~ {plain}"):
        return f"~ {plain}"
    assigned = _ASSIGNED.fullmatch(plain) if "=" in plain or plain.endswith(("++", "--")) else None
    assigned = assigned or (_SET_TO.fullmatch(plain) if plain.startswith("set ") else None)
    if assigned and assigned["name"] in desk.names.of_kind("stat", "number"):
        return _assigning(desk, assigned)
    if _is_other_rule(desk, plain):
        return f"~ {plain}"
    done = _DO.fullmatch(plain)
    if done and done["rule"] in desk.names.rules:
        return f"~ {plain}"
    if _CERTAIN.fullmatch(line) or (line.startswith("test ") and line[5:] in desk.names.checks):
        return f"~ {line}"
    return fight_in(desk, line)


def _assigning(desk: Desk, written: re.Match[str]) -> str:
    """The rule that changes a number as a program writes it; empty if it cannot be read, or speaks of other things."""
    parts = {"sign": None, "change": None, "value": None, **written.groupdict()}
    name, value = written["name"], parts["value"]
    if value is None:
        return f"~ {name} {parts['sign']}1"
    rule = f"~ {name} {parts['change']}{value}" if parts["change"] else f"~ set {name} = {value}"
    names = [each for each in _WORDS.findall(value) if each not in _OF_VALUES]
    return rule if reads_as_step(rule) and _are_known(desk, names) else ""


def _is_other_rule(desk: Desk, line: str) -> bool:
    """Whether a line of prose is one of the rules that begin with a word and speak of names: `swap SKILL LUCK`."""
    first, _, rest = line.partition(" ")
    words = rest.split()
    if first not in _SPOKEN_OF or not words:
        return False
    told = _SPOKEN_OF[first](desk, words)
    return told and reads(f"\n~ {line}\n    {_WITH_ROWS[first]}\n" if first in _WITH_ROWS else f"\n~ {line}\n")


def _are_known(desk: Desk, words: Sequence[str]) -> bool:
    return all(each in desk.names.symbols for each in words)


_SPOKEN_OF: dict[str, Callable[[Desk, Sequence[str]], bool]] = {
    "score": lambda _, words: words[0].startswith("+"),
    "tick": lambda _, words: words[0] in ("a", "one"),
    "roll": lambda _, words: _DICE.match(words[0]) is not None and "as" in words,
    "swap": _are_known,
    "store": lambda desk, words: _are_known(desk, words[:1]),
    "return": lambda desk, words: _are_known(desk, words[:1]),
    "both": lambda desk, words: words[0] == "foe" or _are_known(desk, words[:1]),
    "initial": lambda desk, words: _are_known(desk, words[:1]),
    "compare": lambda _, words: any(map(_DICE.match, words)),
    "ask": lambda _, words: words[0].startswith('"'),
}
"""The first word of a rule → whether what follows is no story."""
_WITH_ROWS = {"compare": "higher -> 2", "ask": "3 -> 2"}
"""The first word of a rule that must have rows under it → such a row."""


def _row_of(rule: str) -> str:
    """A row such as a rule must have under it; empty if it needs none."""
    words = rule.split(maxsplit=2)
    return _WITH_ROWS.get(words[1], "") if len(words) > 1 else ""


def _with_mark(rule: str) -> str:
    """How to write a rule that lacks its mark."""
    row = _row_of(rule)
    return f"write “{rule}”, and under it, with four blanks before them, rows such as {row}" if row else write(rule)


def _open_to_all(block: ast.Block) -> Iterator[ast.Target]:
    """The turns of choices that everyone may take who comes to this block."""
    for step in block:
        if isinstance(step, ast.Menu | ast.Choose):
            for option in step.options:
                if option.condition is None:
                    yield from (option.target,) if option.target else ()
                    yield from (each.target for each in option.body[-1:] if isinstance(each, ast.Turn))
        elif any(find(step, ast.Target)):  # some readers have turned there
            return


def _turn_in_prose(
    desk: Desk,
    chapter: ast.Chapter,
    prose: ast.Prose,
    turn: Said,
    linked: Mapping[str, bool],
    labels: Mapping[str, Sequence[str]],
    open_end: bool,
) -> None:
    """Report a turn in words.

    Args:
        desk: receives the finding.
        chapter: where the prose stands.
        prose: where the words stand.
        turn: the words.
        linked: where the chapter turns → whether something may be asked of the reader before that.
        labels: where it turns by choices alone → the words of these choices.
        open_end: whether the chapter has a way on which nothing follows.
    """
    to = without_zeros(turn.to)
    span = span_of(prose, turn.start, turn.end)
    before = prose.text[max(0, turn.start - LONGEST) : turn.start]
    *earlier, sentence = (each.strip(_BETWEEN) for each in _CLAUSE_ENDS.split(before))
    meant = _as_choice(desk, sentence, to, next(filter(None, reversed(earlier)), ""))
    said = " ".join(turn.words.split())
    if open_end and to not in linked:
        advice = f"write: {meant}"
        if not sentence or _OTHERWISE.match(sentence):
            advice = f"write on a line of its own: -> {to}"
        desk.report(syntax.TURN_IN_WORDS, span, f"“{said}” is only prose: the book does not turn there", advice)
        return
    message = f"“{said}” is prose: the book does not turn there"
    hint = f"make it a choice: {meant}"
    desk.notes.tied = True  # the chapter may be written tomorrow
    if not desk.names.has_chapter(to):
        hint += f"; there is no chapter {to} yet"
    if to in linked and not linked[to] and conditions_in_words.of_the_sheet(desk, sentence):
        message = f"“{said}” is prose, and every choice that turns there is open to everyone"
        hint = f"write the condition at the choice: {meant}"
    elif to in linked and (wanted := _asked_nowhere(desk, chapter, sentence)):
        message = f"“{said}” is prose, and no rule or choice of this chapter asks for {wanted.removeprefix('not ')}"
        hint = f"make it a rule: “~ if {wanted}”, and under it, with four blanks, “-> {to}”"
        if to in labels:
            hint = f"make it a choice: {meant}"
    elif to in linked:
        message, hint = (
            f"“{said}” is prose, but chapter {to} may get another {'number' if to[0].isdecimal() else 'name'}",
            "the arrow already says it: remove it",
        )
        if choice := _forgotten(sentence, to, labels.get(to, ())):
            hint = f"make it a choice: {choice}; or remove it if “{short(labels[to][0])}” is that choice"
    desk.report(syntax.TURN_IN_PROSE, span, message, hint)


def _turn_of_a_test(
    desk: Desk,
    prose: ast.Prose,
    turns: Sequence[Said],
    of_a_test: Tested,
    linked: Container[str],
    labels: Container[str],
    open_end: bool,
) -> None:
    """Report the first turn in words that is for an outcome of a test.

    Args:
        desk: receives the finding.
        prose: where the words stand.
        turns: the turns that it tells.
        of_a_test: those that are for outcomes of a test.
        linked: where the chapter turns.
        labels: where it turns by choices alone.
        open_end: whether the chapter has a way on which nothing follows.
    """
    turn = next(each for each in turns if each.start in of_a_test.rows)
    chapters = [to for _, to in of_a_test.rows.values()]
    said, span = " ".join(turn.words.split()), span_of(prose, turn.start, turn.end)
    if open_end and chapters[0] not in linked:
        message = f"“{said}” is only prose: the book does not turn there"
        desk.report(syntax.TURN_IN_WORDS, span, message, of_a_test.advice)
        return
    what = "no row of the test turns there" if of_a_test.bare else f"no rule tests {of_a_test.test or 'that'} here"
    if any(to in labels for to in chapters):
        what += ", and every reader may choose where to turn"
    elif any(to in linked for to in chapters):
        what += ", so chance does not decide who turns there"
    desk.report(syntax.TURN_IN_PROSE, span, f"“{said}” is prose: {what}", of_a_test.advice)


def _asked_nowhere(desk: Desk, chapter: ast.Chapter, sentence: str) -> str:
    """The condition that a sentence tells, if nothing that happens in its chapter speaks of that thing; else empty."""
    wanted = condition_of(desk, sentence) if conditions_in_words.of_the_sheet(desk, sentence) else ""
    if not wanted or desk.half_read(chapter):
        return ""
    outside = (each for each in desk.names.declarations if isinstance(each, ast.EachChapter | ast.When | ast.Anytime))
    named = {str(name) for part in (chapter, *outside) for node in desk.nodes(part) for name in _names(node)}
    named |= {str(each.name) for limit in named for each in desk.names.limits.get(limit, ())}
    by_let = any(isinstance(symbol.node, ast.Let) for symbol in map(desk.names.symbols.get, named) if symbol)
    return "" if by_let or wanted.removeprefix("not ") in named else wanted


def _names(node: ast.Node) -> Iterator[ast.Id]:
    """The names that stand in a node, without those in the nodes within it."""
    return (value for each in node.__struct_fields__ if isinstance(value := getattr(node, each), ast.Id))


def _forgotten(sentence: str, to: str, labels: Sequence[str]) -> str:
    """The choice that a sentence tells which is not written: `* Leave -> 3`; empty if a choice has such words."""
    match = _WISH.fullmatch(sentence)
    if match is None or not labels:
        return ""
    words = _content(match["deed"])
    return "" if any(words & _content(each) for each in labels) else f"* {with_capital(match['deed'])} -> {to}"


def _content(words: str) -> set[str]:
    """The words that say what is done."""
    return {*re.findall(r"\w+", words.casefold())} - _LITTLE_WORDS


def _as_choice(desk: Desk, sentence: str, to: str, before: str) -> str:
    """The choice that a sentence tells: `* … [if crowbar] -> 6`.

    Args:
        desk: knows the names.
        sentence: the words before the turn.
        to: where it leads.
        before: the sentence before that one, of which “Otherwise” speaks.
    """
    first, _, last = sentence.replace(";", ",").rpartition(",")
    if first and _OTHERWISE.match(last.strip()):  # “Wenn du willst, lies bei 2 weiter, sonst lies bei 3 weiter.”
        sentence, before = last.strip(), first
    if _OTHERWISE.match(sentence) and conditions_in_words.of_the_sheet(desk, before):
        others = condition_of(desk, before)
        opposite = others.removeprefix("not ") if others.startswith("not ") else f"not {others or '…'}"
        return f"* … [if {opposite}] -> {to}"
    if not re.search(r"\bif\b", sentence, re.IGNORECASE) and not conditions_in_words.of_the_sheet(desk, sentence):
        return f"* … -> {to}"
    return f"* … [if {condition_of(desk, sentence) or '…'}] -> {to}"
