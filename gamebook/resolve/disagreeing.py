"""Words and rules of one place that do not agree: “You lose 2 gold” and `~ gold -3`, “Roll two dice” and `~ roll 1d6`.

A rule is only compared with words where it is the only one that can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamebook.codes import rules, syntax
from gamebook.patterns import pattern
from gamebook.resolve.changes_in_words import rules_in_label
from gamebook.resolve.desk import Desk
from gamebook.resolve.doing import amount_of, does, done_with, effect_in, names_in, sign_of
from gamebook.resolve.spoken import LONGEST
from gamebook.syntax import ast
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import find
from gamebook.syntax.words import short

_SAYS_ROLL = pattern(r"\b(?:roll|throw)(?:s|ing)?\b|\b(?:dic?e|würfel\w*|dés?|dad[oi]s?)\b", re.IGNORECASE)
_WHICH = pattern(r"(?:roll|throw)[ \t]+the\b", re.IGNORECASE)
"""“Roll the dice” says of none how many they are."""
_ONE_BY_ONE = frozenset({4, 6, 8, 10, 12, 20})
"""Dice that lie on a table; two of them may be read as one with more sides."""
_OTHER_CHANCE = ast.Check | ast.CountDice | ast.Random | ast.Fight | ast.Compare
_OUTSIDE = ast.EachChapter | ast.When | ast.Anytime | ast.While


def other_rule_than(desk: Desk, chapter: ast.Chapter, prose: ast.Prose, told: str, name: str) -> tuple[str, str]:
    """The rule that stands in a chapter in place of the one that a sentence tells, and how to correct it.

    Args:
        desk: knows the names.
        chapter: where the sentence stands.
        prose: the lines with it.
        told: the rule that it tells.
        name: what that changes; empty for a roll or a test.

    Returns: both empty where they agree, or nobody knows.
    """
    if desk.names.broken or desk.half_read(chapter):
        return "", ""
    if told.startswith("~ roll "):
        rolled = _dice_of(desk, chapter, told)
        return (f"the rule rolls {rolled}", f"correct the rule, {told}, or the words") if rolled else ("", "")
    step = _other_amount(desk, chapter, prose, told, name)
    if step is None:
        return "", ""
    meant = effect_in(told.removeprefix("~ "))
    rule = f"~ pay {amount_of(meant)} {name}" if isinstance(step, ast.Pay) else told
    does_it = "adds" if sign_of(step) > 0 else "takes"
    return f"the rule {does_it} {amount_of(step)}", f"correct the rule, {rule}, or the words"


def _other_amount(desk: Desk, chapter: ast.Chapter, prose: ast.Prose, told: str, name: str) -> ast.Step | None:
    """The only change of a thing in a chapter, where it stands below the words and is by another amount."""
    meant = effect_in(told.removeprefix("~ "))
    here = done_with(desk, chapter, prose)
    changes = [each for each in here if does(desk, each, name)]
    if meant is None or not amount_of(meant) or len(changes) != 1:
        return None
    (step,) = changes
    if isinstance(step, ast.Change) and (step.place.foe or step.place.initial):
        return None
    if not isinstance(step, ast.Step) or amount_of(step) in ("", amount_of(meant)) or sign_of(step) != sign_of(meant):
        return None
    if not any({id(prose), id(step)} <= {*map(id, block)} for block in _blocks(desk, chapter)):
        return None
    stem = re.escape(name.casefold().rstrip("s")).replace(r"\-", r"[-\s]")
    texts = (each.text.casefold() for each in here if isinstance(each, ast.Prose))
    if sum(len(re.findall(rf"(?<!\w){stem}", each)) for each in texts) != 1:
        return None  # another sentence speaks of it as well
    return None if any(_may_be_meant(desk, each, name, meant) for each in _around(desk, chapter)) else step


def _blocks(desk: Desk, chapter: ast.Chapter) -> Iterator[ast.Block]:
    for node in desk.nodes(chapter):
        for field in ("body", "otherwise", "then"):
            block = getattr(node, field, None)
            if isinstance(block, tuple):
                yield block


def _around(desk: Desk, chapter: ast.Chapter) -> Iterator[ast.Node]:
    """What stands outside of chapters, and in the chapters just before and behind one."""
    desk.notes.tied = True  # another chapter may do it tomorrow
    yield from (node for each in desk.names.declarations if isinstance(each, _OUTSIDE) for node in desk.nodes(each))
    linked = {each.chapter for each in desk.names.nodes[id(chapter)] if isinstance(each, ast.ToChapter)}
    for each in desk.names.chapters.values():
        turns = (node for node in desk.names.nodes[id(each)] if isinstance(node, ast.ToChapter))
        if each is not chapter and (each.name in linked or any(turn.chapter == chapter.name for turn in turns)):
            yield from desk.nodes(each)


def _may_be_meant(desk: Desk, node: ast.Node, name: str, meant: ast.Step) -> bool:
    """Whether a rule elsewhere is perhaps the one that a sentence tells."""
    return does(desk, node, name) and amount_of(node) in ("", amount_of(meant))


def _dice_of(desk: Desk, chapter: ast.Chapter, told: str) -> str:
    """What the only roll of a chapter throws, where the words tell other dice; empty where they agree."""
    nodes = desk.nodes(chapter)
    rolls = [each for each in nodes if isinstance(each, ast.Roll)]
    thrown = [each for each in nodes if isinstance(each, ast.Dice)]
    said = "\n".join(each.text for each in nodes if isinstance(each, ast.Prose))
    if len(rolls) != 1 or rolls[0].pool or any(isinstance(each, _OTHER_CHANCE) for each in nodes):
        return ""
    if len([*find(rolls[0].value, ast.Dice)]) != len(thrown) or not thrown or _WHICH.search(said):
        return ""
    if len(_sentences_of_dice(said)) != 1:
        return ""
    if any(each.keep is not None or each.explode or each.sides not in _ONE_BY_ONE for each in thrown):
        return ""
    counts = [each.count.value for each in thrown if isinstance(each.count, ast.Number)]
    count, _, sides = told.removeprefix("~ roll ").partition("d")
    same_sides = sides == "6" or {str(each.sides) for each in thrown} == {sides}  # “two dice” tells no sides
    if len(counts) != len(thrown) or (sum(counts) == int(count or 1) and same_sides):
        return ""
    return spell(rolls[0].value)


def _sentences_of_dice(said: str) -> list[str]:
    return [each for each in re.split(r"[.!?\n]", said) if _SAYS_ROLL.search(each)]


def in_label(desk: Desk, option: ast.Option, elsewhere: Sequence[ast.Node]) -> None:
    """Report a choice that does the opposite of its words, or that takes its price twice.

    Args:
        desk: receives the findings.
        option: the choice.
        elsewhere: what follows its menu, and the chapters where it may lead.
    """
    _paid_twice(desk, option)
    told = rules_in_label(desk, option.label) if len(option.label) <= LONGEST else []
    for rule, name in told:
        meant = effect_in(rule.removeprefix("~ "))
        own = [each for each in desk.nodes(option) if does(desk, each, name)]
        if meant is None or not own or any(sign_of(each) * sign_of(meant) >= 0 for each in own):
            continue
        desk.notes.tied = True  # another chapter may do it tomorrow
        others = (node for part in elsewhere for node in desk.nodes(part))
        if any(does(desk, each, name) and sign_of(each) * sign_of(meant) >= 0 for each in others):
            continue
        wrong = "takes" if sign_of(meant) > 0 else "adds"
        message = f"“{short(option.label)}” is only text: the rule under it {wrong} {name}"
        desk.report(
            syntax.ONLY_TOLD, option.label_span or option.span, message, f"correct the rule, {rule}, or the words"
        )


def _paid_twice(desk: Desk, option: ast.Option) -> None:
    """`~ pay 2 gold` and `~ gold -2` in one choice."""
    pays = [each for each in option.body if isinstance(each, ast.Pay) and amount_of(each)]
    for step in option.body:
        if not isinstance(step, ast.Change | ast.Lose) or sign_of(step) >= 0:
            continue
        for paid in pays:
            taken = "1" if isinstance(step, ast.Lose) and step.count is None and step.how == "some" else amount_of(step)
            if {*names_in(step)} == {str(paid.what)} and taken == amount_of(paid):
                price = f"{amount_of(paid)} {paid.what}"
                message = f"this takes {price} once more: “~ pay {price}” has taken it"
                if step.span.start < paid.span.start:
                    message = f"this takes {price}, and so does “~ pay {price}” below it"
                desk.report(rules.PAID_TWICE, step.span, message, "remove this line, if the price is to be paid once")
