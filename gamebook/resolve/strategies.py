"""Strategies: ways to play that the book declares, checked against its decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Literal, cast

from gamebook.codes import names
from gamebook.codes.hints import any_of, did_you_mean
from gamebook.diagnostics import Hint, Related
from gamebook.model.arithmetic import TRUE
from gamebook.model.book import PARAMETER, Advice, Strategy
from gamebook.model.expression import Var
from gamebook.patterns import pattern
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.reserved import ANYTIME
from gamebook.resolve.site import Binding, Frame, Site, hero_site
from gamebook.resolve.spelling import nearest
from gamebook.sentences import listed
from gamebook.syntax import ast
from gamebook.syntax.walk import find

_VALUE = pattern(r"\{[^{}]*\}")
"""A value in the words of an option, such as `{gold}`: the option is known by its other words."""

_IN_A_WORD = pattern(r"[\w-]")
MOST_BEGUN = 3
"""Options that are offered for words with which all of them begin."""


def foe_stats_in_strategies(pages: Sequence[ast.Page]) -> frozenset[str]:
    """Stats of foes that some strategy looks at."""
    strategies = tuple(node for page in pages for node in page.declarations if isinstance(node, ast.StrategyDecl))
    return frozenset(each.stat for each in find(strategies, ast.FoeStat))


def strategies(desk: Desk, pages: Sequence[ast.Page]) -> tuple[Strategy, ...]:
    """The strategies of the book; resolved last, when all decisions are known."""
    nodes = [
        (node, _is_system(page)) for page in pages for node in page.declarations if isinstance(node, ast.StrategyDecl)
    ]
    own = {node.name for node, shared in nodes if not shared}
    found: dict[str, Strategy] = {}
    for node, shared in nodes:
        if shared and node.name in own:  # a book may play a system's strategy in its own way
            continue
        if node.name in found:
            first = (Related(desk.left.spans[f"strategy {node.name}"], "first declared here"),)
            message = f"the strategy {node.name} is declared twice"
            desk.report(names.DUPLICATE_NAME, node.name.span, message, "give one of them another name", first)
            continue
        desk.left.spans[f"strategy {node.name}"] = node.name.span
        found[node.name] = _strategy(desk, node, pages, shared=shared)
    return tuple(found.values())


def _is_system(page: ast.Page) -> bool:
    return any(isinstance(node, ast.Title) and node.kind == "system" for node in page.declarations)


def _strategy(desk: Desk, node: ast.StrategyDecl, pages: Sequence[ast.Page], *, shared: bool) -> Strategy:
    """One strategy; what a system's says of decisions that this book does not have is passed over."""
    parameters = tuple((str(name), expressions.constant(desk, value, hero_site())) for name, value in node.parameters)
    site = _seen(desk, node)
    for name, usual in parameters:
        site.ranges[PARAMETER + name] = usual, usual  # when others are given, they are looked at
    for name, _ in node.parameters:
        known = desk.names.symbols.get(name)
        if known is not None and not shared:  # who wrote a shared strategy cannot know the sheets of all books
            first = (Related(known.span, "declared here"),)
            message = f"the parameter {name} of {node.name} has the same name as something else in the book"
            desk.report(names.DUPLICATE_NAME, name.span, message, "give the parameter another name", first)
        site.names[name] = Binding(Var(name=PARAMETER + name))
    advice = tuple(each for rule in node.rules if (each := _advice(desk, rule, site, pages, shared=shared)) is not None)
    otherwise = cast("Literal['best', 'random', 'first']", node.otherwise)
    return Strategy(name=str(node.name), parameters=parameters, rules=advice, otherwise=otherwise)


def _seen(desk: Desk, node: ast.StrategyDecl) -> Site:
    """What a strategy can use besides the sheet: rolls, the numbers of a fight, the current foe."""
    site = hero_site()
    for name in desk.locals:
        short = name.removeprefix("fight ")
        if " " not in short:
            site.names.setdefault(short, Binding(Var(name=name)))
    stem = "foe 1 "
    foe = {name.removeprefix(stem): Binding(Var(name=name)) for name in desk.locals if name.startswith(stem)}
    combat = next(iter(desk.names.combats.values()), None)
    if combat is None:
        return site
    frame = Frame(node.name, combat, {}, foe=foe)
    return Site("hero", iter(()), names=site.names, fight=frame)


def _is_half_read(desk: Desk, decision: str) -> bool:
    """Whether a decision is called after a rule that could not be read as a whole, such as `buy 2`."""
    rules = desk.names.rules
    return any(word in desk.names.lost or (word in rules and rules[word].unread) for word in decision.split())


def _at_its_place(desk: Desk, where: str) -> str | None:
    """A hint if the words of an option stand where its decision should; None: no option has these words."""
    words = {where, _VALUE.sub("", where)}
    places = [name for name, labels in desk.left.decisions.items() if words & labels]
    if not places:
        return None
    place = min(places, key=lambda name: name not in desk.names.chapters)
    return f"{where} is an option; write: at {place}: {where}"


def _beginning_so(words: str, known: Iterable[str]) -> Hint | None:
    """A hint to the option that begins with these words, or to the few that do; None for none or many."""
    begun = words.casefold()
    folded = ((each, each.casefold()) for each in sorted(known))
    meant = [each for each, label in folded if label.startswith(begun) and not _IN_A_WORD.match(label, len(begun))]
    if not words or not 0 < len(meant) <= MOST_BEGUN:
        return None
    return any_of(f"did you mean {listed(meant, last='or')}?", meant, words)


def _as_written(pages: Sequence[ast.Page], where: str, hint: Hint | None, label: str) -> Hint | None:
    """A hint to the words of an option, with the values in them that a strategy may leave out."""
    if hint is None or len(hint.suggestions) != 1:
        return hint
    meant = hint.suggestions[0].text
    chapters = (each for page in pages for each in page.chapters if isinstance(each, ast.Chapter))
    here = tuple(each for each in chapters if each.name == where)
    options = chain(find(here, ast.Option), find(tuple(pages), ast.Option))
    mays = chain(find(here, ast.May), find(tuple(pages), ast.May))
    labels = chain((each.label for each in mays), (each.label for each in options))
    written = next((each for each in labels if _VALUE.sub("", each) == meant), meant)
    return hint if written == meant else did_you_mean(written, label)


def _advice(desk: Desk, rule: ast.At, site: Site, pages: Sequence[ast.Page], *, shared: bool) -> Advice | None:
    known = desk.left.decisions.get(rule.where)
    draft = desk.names.draft
    if known is None and (shared or rule.where in desk.missing.named or (draft and rule.where in desk.left.runs_out)):
        return None
    half_read = _is_half_read(desk, rule.where)
    if known is None and half_read:
        return None
    unknown = names.UNWRITTEN_DECISION if draft else names.UNKNOWN_DECISION
    if known is None:
        message = f"there is no decision {rule.where}{' yet' * draft}"
        hint: str | None = _at_its_place(desk, rule.where) or nearest(rule.where, desk.left.decisions)
        if rule.where == ANYTIME and desk.anytime:
            message = f"no chapter has choices{' yet' * draft}, and only there the actions of anytime are offered"
            hint = "write a choice in a chapter, or remove this line"
        desk.report(unknown, rule.where.span, message, hint)
        return None
    if rule.where in desk.left.rivals and rule.where not in desk.names.chapters:
        message = f"{rule.where} is a rival's decision; strategies are for the reader only"
        desk.report(names.UNKNOWN_DECISION, rule.where.span, message, "remove the rule: a rival always plays optimally")
        return None
    choices = []
    for label, condition in rule.choices:
        words = str(label) if label in known else _VALUE.sub("", label)
        if words not in known and not shared and not half_read:
            hint = _as_written(pages, rule.where, _beginning_so(words, known) or nearest(words, known), label)
            message = f"there is no option {label} at {rule.where}{' yet' * draft}"
            desk.report(unknown, label.span, message, hint)
        holds = TRUE if condition is None else expressions.value(desk, condition, site)
        choices.append((words, holds))
    shares = rule.shares if any(share != (1, 1) for share in rule.shares) else ()
    return Advice(where=str(rule.where), choices=tuple(choices), shares=shares)
