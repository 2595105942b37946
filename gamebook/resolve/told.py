"""What only words tell the reader to do, and no rule: `You lose 2 gold.`, `* Pay 2 gold -> 2`.

A printed book says such things; here each needs its rule. Where a rule nearby does it, the words are story.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import chain

from gamebook.codes import syntax
from gamebook.codes.hints import with_lines, write
from gamebook.patterns import pattern
from gamebook.resolve import disagreeing, items
from gamebook.resolve.changes_in_words import rules_in
from gamebook.resolve.desk import Desk
from gamebook.resolve.doing import amount_of, does, done_with, effect_in, names_in, sign_of, without
from gamebook.resolve.fights_in_words import fight_told
from gamebook.resolve.named_in_words import TALLIED, UNIT, known
from gamebook.resolve.spoken import LONGEST, is_spoken
from gamebook.sentences import listed
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.heads import WORD
from gamebook.syntax.one_line import spell_option
from gamebook.syntax.text import lines_of, place_of, span_of
from gamebook.syntax.walk import find
from gamebook.syntax.words import short

_SENTENCE = pattern(r"[^.!?\n]+[.!?]*")
_TERMINAL = ".!?…:"
_BEGINNING = pattern(r"(?:\A|\n\n)[ \t\n]*")
"""What stands before the first words of a paragraph."""
_GOES_ON = pattern(r"\n[ \t]*[^\W\d_A-ZÀ-Þ]")
"""The next line begins with a small letter."""
_VERSE = pattern(r"\n[ \t]+\S")
"""A line that is indented further."""
_NUMBERED = pattern(r"[ \t]*\d{1,2}[.)][ \t]")
_POSTED = pattern(
    r"\b(?:rules|signs?|notices?|posters?|boards?|plaques?|letters?|says?|reads?|written|carved|hangs?)\b.*:[ \t]*$",
    re.IGNORECASE,
)
"""The line above a numbered list that somebody in the story has written."""
_HERO_HAS = pattern(rf"(?P<name>{WORD})(?:[ \t]*:[ \t]*|[ \t]+)(?P<value>\d{{1,6}})")
_PRICE = pattern(
    rf"(?:(?:(?:pay|spend)\b[^.,;:()]*?[ \t]"
    rf"|(?:hand|give)[ \t]+(?:(?:over|him|her|them|(?:the|an?)[ \t]+\w+)[ \t]+)?"
    rf"|(?P<bought>buy|purchase)\b[^.,;:()]*?[ \t]for[ \t]+|bribe\b[^.,;:()]*?[ \t]with[ \t]+)"
    rf"(?P<paid>\d{{1,6}})[ \t]+(?P<what>{WORD})(?={UNIT}[ \t]*(?:$|[.,;:!()]|(?:to|for|and|at)\b))"
    rf"|.*\((?:it[ \t]+)?(?:(?:costs?|pay|for)[ \t]+)?(?P<asked>\d{{1,6}})[ \t]+(?P<of>{WORD}){UNIT}\)[ \t]*$)",
    re.IGNORECASE,
)
"""`Pay 2 gold`, `Give the man 2 gold pieces`, `Buy bread for 1 gold`, `Buy bread (1 gold)`"""
_BY_CHANCE = ast.Dice | ast.Check | ast.CountDice | ast.Random | ast.Fight
_OUTSIDE = ast.EachChapter | ast.When | ast.Anytime | ast.While


def in_prose(desk: Desk, chapter: ast.Chapter, prose: ast.Prose, marked: Container[int]) -> None:
    """Report sentences that tell the reader to do what no rule does, in this chapter or beside it.

    Args:
        desk: receives the findings.
        chapter: where the prose stands.
        prose: a run of lines.
        marked: where lines begin in it that another finding takes for rules.
    """
    done: dict[tuple[str, str], bool] = {}
    begun = {each.end() for each in _BEGINNING.finditer(prose.text)}
    for match in _SENTENCE.finditer(prose.text):
        start = match.start() + len(match[0]) - len(match[0].lstrip(" \t"))
        if len(match[0]) > LONGEST or start in marked or match[0].endswith("?"):
            continue
        if _VERSE.match(prose.text, match.end()) or _is_part(prose.text, start, match.end()):
            continue
        words = prose.text[start : match.end()].rstrip(" \t.!?*_")
        first = start in begun
        mark = words[: len(words) - len(words.lstrip("*_"))]
        if mark and mark not in words[len(mark) :]:  # its other half stood at the end
            start, words = start + len(mark), words[len(mark) :]
        told = rules_in(desk, words, first=first)
        fight = fight_told(desk, words) if not told else ""
        told = [(fight, "")] if fight else told
        if not told or is_spoken(prose.text, start) or _is_posted(prose.text, start):
            continue
        for rule, name in told:
            if (rule, name) not in done:
                done[rule, name] = _is_done_somewhere(desk, chapter, done_with(desk, chapter, prose), rule, name)
        missing = [rule for rule, name in told if not done[rule, name]]
        place = place_of(prose.text, start, prose.span, prose.lines)
        span = Span(prose.span.path, place, place + len(words))
        if not missing:
            for rule, name in told:
                other, advice = disagreeing.other_rule_than(desk, chapter, prose, rule, name)
                if other:
                    desk.report(syntax.ONLY_TOLD, span, f"“{short(words)}” is only prose: {other}", advice)
            continue
        hint: str = write(missing[0])
        if missing[0].startswith("~ roll"):
            rows = "1-3 -> 2" if missing[0] == "~ roll 1d6" else "2-7 -> 2"
            hint = f"write “{missing[0]}”, and under it, with four blanks before them, rows such as {rows}"
        if missing[1:]:
            lines = listed(f"“{each}”" for each in missing)
            hint = with_lines(f"write on lines of their own: {lines}", "\n".join(missing))
        what = "all of it" if missing != [rule for rule, _ in told] else "it"
        desk.report(syntax.ONLY_TOLD, span, f"“{short(words)}” is only prose: no rule does {what}", hint)


def in_hero(desk: Desk, hero: ast.HeroDecl, prose: ast.Prose) -> None:
    """Report lines of a `hero` block such as `SKILL 9`, unless the sheet begins so, or a rule there sets the number."""
    for start, line in lines_of(prose):
        match = _HERO_HAS.fullmatch(line.strip()) if len(line) <= LONGEST else None
        name = match["name"] if match is not None else ""
        if match is None or name not in desk.names.of_kind(*TALLIED):
            continue
        begins = getattr(desk.names.symbols[name].node, "start", None)
        known = isinstance(begins, ast.Number) and begins.value == int(match["value"])
        if not known and not any(does(desk, node, name) for node in desk.nodes(hero)):
            first = start + line.index(match[0])
            message = f"“{match[0]}” is only prose: no rule does it"
            hint = write(f"~ set {name} = {match['value']}")
            desk.report(syntax.ONLY_TOLD, span_of(prose, first, first + len(match[0])), message, hint)


def _is_done_somewhere(desk: Desk, chapter: ast.Chapter, here: Sequence[ast.Node], rule: str, name: str) -> bool:
    """Whether some rule does what a sentence of a chapter tells.

    Args:
        desk: knows the rules.
        chapter: where the sentence stands.
        here: the nodes of the chapter that its reader may carry out.
        rule: the line that would do it.
        name: what it changes; empty for a roll, a test or a fight.
    """
    if rule.startswith("~ fight"):
        return _is_fought(desk, chapter)
    if not name:
        return any(isinstance(each, _BY_CHANCE) for each in here)
    told = effect_in(rule.removeprefix("~ "))
    return _is_done(desk, here, name, told) or _is_done_beside(desk, chapter, name, rule)


def _is_fought(desk: Desk, chapter: ast.Chapter) -> bool:
    """Whether there is a fight in a chapter, or just before or behind it."""
    desk.notes.tied = True  # another chapter may have it tomorrow
    beside = [each for each in desk.names.chapters.values() if _leads_to(desk, each, chapter)]
    outside = [each for each in desk.names.declarations if isinstance(each, _OUTSIDE)]
    parts = [chapter, *beside, *_led_to(desk, (chapter,)), *outside]
    return bool(desk.names.broken) or any(isinstance(node, ast.Fight) for part in parts for node in desk.nodes(part))


def in_label(desk: Desk, option: ast.Option, after: ast.Block) -> None:
    """Report a price in the words of a choice that no rule takes.

    Args:
        desk: receives the finding.
        option: the choice.
        after: the steps that follow its menu.
    """
    disagreeing.in_label(desk, option, [*after, *_led_to(desk, (option, *after))])
    match = _PRICE.match(option.label) if len(option.label) <= LONGEST else None
    name = known(desk, match["what"] or match["of"], *TALLIED, "item") if match else ""
    if match is None or not name:
        return
    asked = option.condition is not None and any(each.id == name for each in find(option.condition, ast.Name))
    leads_on = option.target is None or isinstance(option.target, ast.ToChapter)
    if (asked and not leads_on) or is_paid(desk, option, after, name):
        return
    if (match["bought"] or match["of"]) and _is_no_money(desk, name):
        return
    if match["bought"] and any(isinstance(each, ast.Pay) for each in desk.nodes(option)):
        return  # `Buy a drink for 3 friends`, for 1 gold
    price = f"{match['paid'] or match['asked']} {name}"
    everyone = "" if asked else ", and the choice is open to everyone"
    hint = f"write under it, with four blanks: ~ pay {price}"
    if not option.body:
        hint = with_lines(hint, f"{spell_option(option)}\n    ~ pay {price}")
    place = option.label_span or option.span
    desk.report(syntax.ONLY_TOLD, place, f"“{price}” is only text: nobody pays it{everyone}", hint)


def _is_no_money(desk: Desk, name: str) -> bool:
    """Whether no rule of a book takes any of a thing, and readers pay with others: `Buy a meal (for 3 friends)`."""
    desk.notes.tied = True  # another chapter may do it tomorrow
    nodes = [node for each in desk.names.chapters.values() for node in desk.nodes(each)]
    paid = any(isinstance(each, ast.Pay) for each in nodes)
    return paid and not any(sign_of(each) < 0 and does(desk, each, name) for each in nodes)


def is_paid(desk: Desk, option: ast.Option, after: ast.Block, name: str) -> bool:
    """Whether a rule may take a price for a choice: in it, behind its menu, where it leads, or outside chapters.

    It may be another amount: a price is paid in parts, somebody haggles, or gives one back.
    """
    parts = [option, *after, *_led_to(desk, (option, *after))]
    return _is_done(desk, [node for part in parts for node in desk.nodes(part)], name)


def by_choice(desk: Desk, menu: ast.Menu, after: ast.Block) -> None:
    """Report a choice whose words are an effect, and which does nothing: `* note RAVEN`, for `~ note RAVEN`.

    Args:
        desk: receives the finding.
        menu: a menu; one of several choices is a menu that was meant.
        after: the steps that follow it. Where these do it, or blocks or rules in them, the words are story.
    """
    option = menu.options[0]
    bare = option.condition is None and option.target is None and not option.body and not option.secret
    if not bare or len(menu.options) > 1 or len(option.label) > LONGEST:
        return
    effect = effect_in(option.label)
    touched = {*names_in(effect)} if effect is not None else set()
    known = {*desk.names.symbols, *desk.names.values, *desk.names.rules}
    done = (node for step in after for node in desk.nodes(step))
    if not touched or not touched <= known or any(does(desk, node, name) for node in done for name in touched):
        return
    message = f"“{short(option.label)}” is only the words of a choice: no rule does it"
    meant = items.meant_by(desk, effect) if isinstance(effect, ast.Gain | ast.Lose) else None
    desk.report(syntax.ONLY_TOLD, option.label_span or option.span, message, write(f"~ {meant or option.label}"))


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether a line is a part of a sentence that began in the line before, or goes on in the next one."""
    before = text[max(0, start - LONGEST) : start].rstrip(" \t")  # no more of it: a paragraph may be very long
    begun = before.endswith("\n") and not before.endswith("\n\n") and text[start].islower()
    begun = begun and before.rstrip()[-1:] not in (*_TERMINAL, "")
    return begun or (text[end - 1] not in _TERMINAL and _GOES_ON.match(text, end) is not None)


def _is_posted(text: str, start: int) -> bool:
    """Whether a place is in a line of a numbered list that hangs on a wall, say: “The rules of the house:”."""
    lines = text[:start].split("\n")
    while lines and _NUMBERED.match(lines[-1]):
        lines.pop()
        if lines and len(lines[-1]) <= LONGEST and _POSTED.search(lines[-1]):
            return True
    return False


def _is_done_beside(desk: Desk, chapter: ast.Chapter, name: str, rule: str) -> bool:
    """Whether the chapters just before and behind one do something to a name on the way to it, or from it.

    What changes the name there by another amount is something else: “You lose 3 STAMINA”, and then a wasp. Several
    rules may do it in parts.
    In a choice there that leads elsewhere only the very rule counts that the words tell: a hub has many choices.
    """
    told = effect_in(rule.removeprefix("~ "))
    linked = {each.chapter for each in desk.names.nodes[id(chapter)] if isinstance(each, ast.ToChapter)}
    for each in desk.names.chapters.values():
        before, behind = _leads_to(desk, each, chapter), each.name in linked
        if not (before or behind):
            continue
        nodes = desk.nodes(each)
        options = [option for option in nodes if isinstance(option, ast.Option)]
        elsewhere = [each for each in options if not (before and _may_lead_to(desk, each, chapter))]
        there = {*map(id, without(desk, nodes, elsewhere))}
        done = [
            amount_of(node)
            for node in nodes
            if does(desk, node, name) and sign_of(node) * sign_of(told) >= 0 and (id(node) in there or node == told)
        ]
        meant = amount_of(told)
        unknown = "" in (meant, *done) or any(isinstance(node, ast.Repeat) for node in nodes)
        if done and (unknown or meant in (*done, str(sum(map(int, done))))):
            return True
    return False


def _may_lead_to(desk: Desk, option: ast.Option, chapter: ast.Chapter) -> bool:
    """Whether a choice turns to a chapter; or nowhere, so that what follows it may."""
    turns = [each for each in desk.nodes(option) if isinstance(each, ast.Target)]
    return not turns or any(isinstance(each, ast.ToChapter) and each.chapter == chapter.name for each in turns)


def _led_to(desk: Desk, parts: tuple[ast.Node, ...]) -> list[ast.Chapter]:
    """The chapters where some parts of a chapter may lead, such as a choice and what follows its menu."""
    linked = {each.chapter for each in find(parts, ast.ToChapter)}
    return [desk.names.chapters[each] for each in linked if each in desk.names.chapters]


def _is_done(desk: Desk, nodes: Sequence[ast.Node], name: str, told: ast.Step | None = None) -> bool:
    """Whether one of some rules, or one outside of all chapters, does something to a name.

    Where the words take something, a rule that adds it does not count, such as a meal that gives STAMINA; and the other
    way round.
    """
    desk.notes.tied = True  # another chapter may do it tomorrow
    if desk.names.broken:
        return True  # who knows what is in those
    outside = (node for each in desk.names.declarations if isinstance(each, _OUTSIDE) for node in desk.nodes(each))
    return any(does(desk, each, name) and sign_of(each) * sign_of(told) >= 0 for each in chain(nodes, outside))


def _leads_to(desk: Desk, chapter: ast.Chapter, to: ast.Chapter) -> bool:
    return any(isinstance(each, ast.ToChapter) and each.chapter == to.name for each in desk.names.nodes[id(chapter)])
