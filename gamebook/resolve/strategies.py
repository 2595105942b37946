"""Strategies: ways to play that the book declares, checked against its decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Literal, cast

from gamebook.codes import names
from gamebook.codes.hints import any_of, did_you_mean
from gamebook.diagnostics import Hint, Related
from gamebook.model.arithmetic import TRUE, Interval
from gamebook.model.book import PARAMETER, Advice, Strategy
from gamebook.model.expression import Expr, Var
from gamebook.model.reserved import ANYTIME
from gamebook.model.step import fixed_words
from gamebook.patterns import pattern
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.sights import site_of_rule
from gamebook.resolve.site import Binding, hero_site
from gamebook.resolve.spelling import nearest
from gamebook.resolve.written_decisions import written_decisions
from gamebook.sentences import listed
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.text import parse_text
from gamebook.syntax.walk import find

_VALUE = pattern(r"\{[^{}]*\}")
"""A value in the words of an option, such as `{gold}`: the option is known by its other words."""
_NUMBER = pattern(r"-?\d+")

_IN_A_WORD = pattern(r"[\w-]")
MOST_OPTIONS = 6
"""The most options of a decision that are listed where a strategy names none of them."""
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
    decisions = _Decisions(desk)
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
        found[node.name] = _strategy(desk, node, decisions, pages, shared=shared)
    return tuple(found.values())


def _is_system(page: ast.Page) -> bool:
    return any(isinstance(node, ast.Title) and node.kind == "system" for node in page.declarations)


def _strategy(
    desk: Desk, node: ast.StrategyDecl, decisions: _Decisions, pages: Sequence[ast.Page], *, shared: bool
) -> Strategy:
    """One strategy; what a system's says of decisions that this book does not have is passed over."""
    parameters = tuple((str(name), expressions.constant(desk, value, hero_site())) for name, value in node.parameters)
    own: dict[str, Binding] = {}
    for name, _ in node.parameters:
        known = desk.names.symbols.get(name)
        if known is not None and not shared:  # who wrote a shared strategy cannot know the sheets of all books
            first = (Related(known.span, "declared here"),)
            message = f"the parameter {name} of {node.name} has the same name as something else in the book"
            desk.report(names.DUPLICATE_NAME, name.span, message, "give the parameter another name", first)
        own[name] = Binding(Var(name=PARAMETER + name))
    usual = {
        PARAMETER + name: (value, value) for name, value in parameters
    }  # when others are given, they are looked at
    made = (_advice(desk, rule, own, usual, decisions, pages, shared=shared) for rule in node.rules)
    advice = tuple(each for each in made if each is not None)
    otherwise = cast("Literal['best', 'random', 'first']", node.otherwise)
    return Strategy(name=str(node.name), parameters=parameters, rules=advice, otherwise=otherwise)


class _Decisions:
    """The decisions of the book and their options: those that are left of it, and those that its pages have.

    An option that is never open can be named: one that a setting or a parameter closes, or one in lines of which
    nothing is left.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def options(self, where: str, labels: Sequence[str], *, shared: bool) -> set[str] | None:
        """The options of a decision, as far as they are fixed words; None if there is no such decision.

        Args:
            where: its name, or a chapter.
            labels: the options that are wanted: the pages are looked through if one of them is not left of the book.
            shared: only what is left of the book is wanted.
        """
        left = self._desk.left.decisions.get(where)
        if shared or (left is not None and all(each in left or _VALUE.sub("", each) in left for each in labels)):
            return left
        found = self.everywhere.get(where)
        amounts = self._written[1].get(where, ())
        if amounts and found is not None:
            return found | {each for each in labels if _NUMBER.fullmatch(each)}
        return found

    @cached_property
    def everywhere(self) -> dict[str, set[str]]:
        """For each decision, all its options."""
        found = {name: set(labels) for name, labels in self._desk.left.decisions.items()}
        for name, labels in self._written[0].items():
            found.setdefault(name, set()).update(labels)
        return found

    @cached_property
    def _written(self) -> tuple[dict[str, set[str]], dict[str, list[ast.ChooseAmount]]]:
        """What the pages have for each decision: its options, and amounts of which the ends are not settled."""
        known = self._desk.names
        labels: dict[str, set[str]] = {}
        amounts: dict[str, list[ast.ChooseAmount]] = {}
        for each in written_decisions(known.declarations, tuple(known.chapters.values()), known.systems):
            if each.place in ("", ANYTIME):  # where no menu is left, no actions are offered
                continue
            labels.setdefault(each.place, set()).update(map(_fixed, each.labels))
            if each.amount is not None and not self._is_settled(each.amount):
                amounts.setdefault(each.place, []).append(each.amount)
        return labels, amounts

    def _is_settled(self, amount: ast.ChooseAmount) -> bool:
        """Whether all amounts are known that can ever be chosen: parameters of the book may change the ends."""
        done = amount.name.span in self._desk.left.given
        return done and self._is_fixed((amount.low, amount.high), frozenset())

    def _is_fixed(self, values: tuple[ast.Expr | None, ...], seen: frozenset[str]) -> bool:
        """Whether parameters of the book cannot change what some values can be."""
        if not self._desk.parameters:
            return True
        for name in find(values, ast.Name):
            symbol = self._desk.names.symbols.get(name.id)
            if name.id in seen:
                continue
            match symbol.node if symbol is not None else None:
                case ast.Let(value=value):
                    inside: tuple[ast.Expr | None, ...] = (value,)
                case ast.NumberDecl() | ast.StatDecl() as node:
                    inside = (node.low, node.high, node.start)
                case ast.ItemDecl(most=most):
                    inside = (most,)
                case ast.CodewordDecl() | ast.OneOf():
                    continue
                case _:  # a parameter; or something of this place, which may depend on one
                    return False
            if not self._is_fixed(inside, seen | {name.id}):
                return False
        return True


def _fixed(label: str) -> str:
    """The words of an option that do not depend on values."""
    return fixed_words(tuple(each for each in parse_text(label, Span("", 0, len(label)))[0] if isinstance(each, str)))


def _is_half_read(desk: Desk, decision: str) -> bool:
    """Whether a decision is called after a rule that could not be read as a whole, such as `buy 2`."""
    rules = desk.names.rules
    return any(word in desk.names.lost or (word in rules and rules[word].unread) for word in decision.split())


def _at_its_place(desk: Desk, decisions: _Decisions, where: str) -> str | None:
    """A hint if the words of an option stand where its decision should; None: no option has these words."""
    words = {where, _VALUE.sub("", where)}
    places = [name for name, labels in decisions.everywhere.items() if words & labels]
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


def _advice(
    desk: Desk,
    rule: ast.At,
    parameters: Mapping[str, Binding],
    ranges: Mapping[str, Interval],
    decisions: _Decisions,
    pages: Sequence[ast.Page],
    *,
    shared: bool,
) -> Advice | None:
    known = decisions.options(rule.where, [label for label, _ in rule.choices], shared=shared)
    draft = desk.names.draft
    if known is None and (shared or rule.where in desk.missing.named or (draft and rule.where in desk.left.runs_out)):
        return None
    half_read = _is_half_read(desk, rule.where)
    if known is None and half_read:
        return None
    unknown = names.UNWRITTEN_DECISION if draft else names.UNKNOWN_DECISION
    if known is None:
        message = f"there is no decision {rule.where}{' yet' * draft}"
        hint: str | None = _at_its_place(desk, decisions, rule.where) or nearest(rule.where, decisions.everywhere)
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
            if hint is None and 0 < len(known) <= MOST_OPTIONS:
                hint = f"there you can write {listed(sorted(known), last='or')}"
            message = f"there is no option {label} at {rule.where}{' yet' * draft}"
            desk.report(unknown, label.span, message, hint)
        holds: Expr = TRUE
        if condition is not None:
            site = site_of_rule(desk, rule.where, words, shared=shared)
            site.names.update(parameters)
            site.ranges.update(ranges)
            holds = expressions.value(desk, condition, site)
        choices.append((words, holds))
    shares = rule.shares if any(share != (1, 1) for share in rule.shares) else ()
    return Advice(where=str(rule.where), choices=tuple(choices), shares=shares)
