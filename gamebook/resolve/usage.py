"""What a book declares and never needs: things the reader can never have, and names that nothing uses."""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.codes import names, rules
from gamebook.codes.hints import extended
from gamebook.diagnostics import Hint, Related
from gamebook.resolve.conditions_in_words import perhaps_asked
from gamebook.resolve.desk import Desk
from gamebook.resolve.named_rules import is_shown
from gamebook.resolve.references import reads
from gamebook.resolve.spelling import nearest
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk
from gamebook.syntax.words import short

LATER = "use it, or remove it from the sheet; if the next book of a campaign carries it, write // noqa: GB115"
UNUSED = "use it, or remove it"

_KEPT = ast.ItemDecl | ast.CodewordDecl | ast.NumberDecl | ast.StatDecl | ast.OneOf
"""What is on the sheet, and so can be handed on to another book."""
_OTHERS = ast.Let | ast.Param | ast.TableDecl | ast.RuleDecl | ast.CheckDecl
"""The other declarations that something should use."""
_WHAT = {ast.TableDecl: "the table ", ast.RuleDecl: "the rule ", ast.CheckDecl: "the test "}
"""What a finding calls them."""


def unused(desk: Desk, pages: Sequence[ast.Page]) -> None:
    """Report what the book declares and no rule gives, or nothing asks for."""
    asked = desk.left.asked | reads(desk.names)
    asked |= {owner for value in asked for owner, _ in desk.names.values.get(value, ())}
    for page in pages:
        if any(isinstance(node, ast.Title) and node.kind == "system" for node in page.declarations):
            continue  # a system offers more than each book needs
        for node in page.declarations:
            if isinstance(node, ast.ItemDecl | ast.CodewordDecl) and node.name in desk.sheet:
                _look_at(desk, node)
            elif isinstance(node, _KEPT) and node.name not in asked and node.name in desk.sheet:
                desk.report(names.NEVER_USED, node.name.span, f"nothing ever uses {node.name}", LATER)
            elif isinstance(node, _OTHERS) and node.name not in asked:
                what = f"{_WHAT.get(type(node), '')}{node.name}"
                meant = _of_system(desk, node.name) if isinstance(node, ast.Param) else None
                hint = extended(meant, after=" If not, remove it") if meant else UNUSED
                desk.report(names.NEVER_USED, node.name.span, f"nothing ever uses {what}", hint)


def unused_rolls(desk: Desk) -> None:
    """Report rolls with a name, and amounts that are chosen, for which nothing asks before they are known no more.

    A strategy, or the words that are printed in place of a rule, may ask for any of that name.
    """
    kinds = desk.names.kinds
    anywhere = {each.id for node in kinds[ast.StrategyDecl] for each in find(node, ast.Name)}
    words = " ".join(node.words for node in kinds[ast.InWords])
    for span, name in desk.left.given.items():
        told = name in anywhere or f"{{{name}" in words
        if span not in desk.left.used and span.path not in desk.names.systems and not told:
            hint = f"ask for {name} below, in the same block, or remove the line"
            desk.report(names.NEVER_USED, span, f"nothing ever uses the {name} of this line", hint)


def unused_values(desk: Desk) -> None:
    """Report values in the parentheses of a rule that none of its lines uses: they make no difference."""
    anywhere = {each.id for node in desk.names.kinds[ast.StrategyDecl] for each in find(node, ast.Name)}
    for rule in desk.names.rules.values():
        if rule.unread or rule.name.span.path in desk.names.systems or desk.half_read(rule):
            continue
        nodes = [node for step in rule.body for node in walk(step)]
        fields = (getattr(node, field) for node in nodes for field in node.__struct_fields__)
        named = {str(each) for each in fields if isinstance(each, ast.Id)} | anywhere
        for parameter in rule.parameters:
            if parameter.id not in named and not is_shown(desk, rule, parameter.id):
                message = f"nothing in the rule {rule.name} ever uses {parameter.id}"
                hint = "use it there, or remove it, here and from the lines that do the rule"
                desk.report(names.NEVER_USED, parameter.id.span, message, hint)


def chests(desk: Desk) -> None:
    """Report a place from which something is returned and where nothing is stored, and one of which nothing returns."""
    steps = [each for each in desk.names.kinds[ast.Store] if isinstance(each, ast.Store)]
    stored = {str(each.chest): each for each in reversed(steps) if not each.back}
    returned = {str(each.chest): each for each in reversed(steps) if each.back}
    meant: set[str] = set()
    for name, step in returned.items():
        if name not in stored and step.span.path not in desk.names.systems:
            near = nearest(name, stored)
            meant |= {each.text for each in near.suggestions} if near else set()
            hint = near or f"write ~ store {step.what} in {name} where it is left there"
            desk.report(names.NEVER_HAD, step.chest.span, f"nothing is ever stored in {name}", hint)
    for name, step in stored.items():
        if name not in returned and name not in meant and step.span.path not in desk.names.systems:
            hint = f"write ~ return {step.what} from {name} where it comes back; if it is gone: {_gone(desk, step)}"
            desk.report(names.NEVER_USED, step.chest.span, f"nothing ever returns from {name}", hint)


def _gone(desk: Desk, step: ast.Store) -> str:
    """The rule by which something is simply lost."""
    number = step.what in desk.names.of_kind("number")
    return f"~ set {step.what} = 0" if number else f"~ lose all {step.what}"


def unused_in_fights(desk: Desk) -> None:
    """Report what combats and fights of the book have, and none of their rules asks for: stats of foes, numbers."""
    known = desk.names
    asked = reads(known) | {name for _, name in desk.left.asked_in_fights}
    combats = [each for each in known.combats.values() if each.name.span.path not in known.systems]
    within = {id(node) for each in known.combats.values() for node in desk.nodes(each)}
    outside = {node.stat for node in known.kinds[ast.FoeStat] if id(node) not in within} if combats else set()
    for combat in combats:
        inside = {node.stat for node in desk.nodes(combat) if isinstance(node, ast.FoeStat)}
        for stat in combat.foe_stats:
            if stat.id not in inside | outside and (combat.name, stat.id) not in desk.left.asked_in_fights:
                message = f"nothing in the combat {combat.name} ever uses foe {stat.id}"
                hint = f"write foe {stat.id} where the foe's number counts, or remove it"
                desk.report(names.NEVER_USED, stat.span, message, hint)
        for setting in combat.settings:
            if setting.name not in asked:
                message = f"nothing ever uses the setting {setting.name}"
                desk.report(names.NEVER_USED, setting.name.span, message, UNUSED)
    for number in known.kinds[ast.Local]:
        if number.name not in asked and number.name.span.path not in known.systems:
            message = f"nothing ever uses {number.name}"
            desk.report(names.NEVER_USED, number.name.span, message, UNUSED)


def boxes(desk: Desk) -> None:
    """Report a chapter whose box is asked for though nothing ticks one there: what is asked is settled."""
    known = desk.names
    if not known.kinds[ast.Ticked] or known.broken:
        return
    outside = (each for each in known.declarations if not isinstance(each, ast.RuleDecl))
    if any(isinstance(node, ast.Tick) for each in outside for node in desk.nodes(each)):
        return  # in every chapter, perhaps
    asked: dict[str, list[Span]] = {}
    for chapter in known.chapters.values():
        for node in known.nodes[id(chapter)]:
            if isinstance(node, ast.Ticked) and (node.chapter or chapter.name) in known.chapters:
                asked.setdefault(str(node.chapter or chapter.name), []).append(node.span)
    for name, places in asked.items():
        chapter = known.chapters[name]
        if not any(isinstance(node, ast.Tick) for node in desk.nodes(chapter)) and not desk.half_read(chapter):
            first, *others = sorted(places)
            here = first.path == chapter.span.path and chapter.span.start <= first.start < chapter.span.end
            where = "this chapter" if here else f"chapter {name}"
            related = tuple(Related(each, "also asked here") for each in others)
            hint = "write ~ tick a box there, where it happens"
            desk.report(names.NEVER_HAD, first, f"nothing ticks a box in {where}", hint, related)


def _of_system(desk: Desk, name: ast.Id) -> Hint | None:
    """A hint with the param of a rule system to which a book wants to give another value, if its name is near."""
    params = desk.names.kinds[ast.Param]
    return nearest(name, [each.name for each in params if each.span.path in desk.names.systems])


def _look_at(desk: Desk, node: ast.ItemDecl | ast.CodewordDecl) -> None:
    name, span = node.name, node.name.span
    asked = name in desk.left.asked
    if name not in desk.left.gained and desk.sheet[name].start == 0:
        word = "note" if isinstance(node, ast.CodewordDecl) else "gain"
        hint = f"write ~ {word} {name} where it is found" if asked else "no rule uses it: remove it from the sheet"
        desk.report(names.NEVER_HAD, span, f"the reader can never have {name}", hint)
    elif not asked:
        words, line = perhaps_asked(desk, name)
        hint = (
            f"if “{short(words)}” is only for readers with it, write there: {line}; if not, {LATER}" if words else LATER
        )
        desk.report(names.NEVER_USED, span, f"nothing ever uses {name}", hint)


def points(desk: Desk, pages: Sequence[ast.Page]) -> None:
    """Report points in a book that is played only to be won: the first; there are many of them, or it is all right."""
    kinds, order = desk.names.kinds, [page.span.path for page in pages]
    found = (*kinds[ast.Score], *(each for each in kinds[ast.ToEnding] if each.score is not None))
    spans = [each.span for each in found if each.span.path not in desk.names.systems]
    if spans:
        first = min(spans, key=lambda each: (order.index(each.path), each))
        message = "these points count for nothing: the aim of the book is to win"
        hint = "write under book, indented: aim score; or aim win then score"
        desk.report(rules.POINTS_FOR_NOTHING, first, message, hint)
