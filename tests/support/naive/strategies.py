"""Strategies: rules for the reader's decisions, and play by a reader who follows them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from tests.support.naive.book import Book
from tests.support.naive.fights import RoundMenu, Target
from tests.support.naive.lines import Line, Reader
from tests.support.naive.names import Scope
from tests.support.naive.play import Decision, Menu, Offer, Play, Several, Stack, Way
from tests.support.naive.values import ONE, Sheet, Value, constant

TEXT = r'"(?:\\.|[^"\\])*"'
OPTION = rf"(?P<words>{TEXT}|.*?)(?:\s+(\d+) in (\d+))?(?:\s+if\b\s*(?P<condition>.*?))?\s*(?:\belse\b\s*|$)"


@dataclass(frozen=True, eq=False)
class Alternative:
    """An option that a rule names: for how many readers, and under which condition."""

    words: str
    share: Fraction | None
    condition: str


@dataclass(frozen=True, eq=False)
class Rule:
    """A line `at`: what to do at a decision of that name, or at those of a chapter."""

    where: str
    alternatives: list[Alternative]


@dataclass(frozen=True, eq=False)
class Strategy:
    """Rules in their order, and what to do where none of them speaks."""

    rules: list[Rule] = field(default_factory=list)
    otherwise: str = "best"
    parameters: dict[str, int] = field(default_factory=dict)


def strategy(book: Book, policy: str) -> Strategy:
    """The strategy of that name, perhaps with other values: `patient(least=1)`; or `random`, `first`."""
    name, _, given = policy.partition("(")
    if name not in book.strategies:
        return Strategy(otherwise=name)
    line = book.strategies[name]
    reader = Reader(line.text.removeprefix("strategy"))
    reader.name()
    parameters: dict[str, int] = {}
    if reader.take("("):
        while not reader.take(")"):
            parameter = reader.name()
            reader.want("=")
            parameters[parameter] = book.value(reader, Scope(book.names)).on(())
            reader.take(",")
    parameters |= {each: int(value) for each, value in re.findall(r"([\w-]+)\s*=\s*(-?\d+)", given)}
    rules = [rule(inner) for inner in line.block if inner.text.startswith("at ")]
    otherwise = next(inner.text.split()[1] for inner in line.block if inner.text.startswith("otherwise"))
    return Strategy(rules, otherwise, parameters)


def rule(line: Line) -> Rule:
    """A line `at`. The words of an option end at `if` or `else`, or with their quotation mark."""
    match = re.fullmatch(rf"at\s+({TEXT}|[\w-]+)\s*:?\s*(.*)", line.text)
    assert match is not None, line.text
    rest = match[2]
    found = []
    while rest:
        option = re.match(OPTION, rest)
        assert option is not None, rest
        share = Fraction(int(option[2]), int(option[3])) if option[2] else None
        found.append(Alternative(read(option["words"]), share, option["condition"] or "1"))
        rest = rest[option.end() :]
    return Rule(re.sub(r"^0+(?=\d)", "", read(match[1])), found)


def read(words: str) -> str:
    """Words without their quotation marks."""
    return re.sub(r"\\(.)", r"\1", words[1:-1]) if words.startswith('"') else words.strip()


def bare(words: str) -> str:
    """Words in which a value in braces does not count."""
    return re.sub(r"\{[^}]*\}", "{}", words)


class Followed(Decision):
    """A decision of a reader who has arrived there, and who belongs to those who know or not, and to some shares."""

    def __init__(self, follower: Follower, decision: Decision, knows: bool, drawn: dict[Alternative, bool]) -> None:
        self.follower = follower
        self.decision = decision
        self.drawn = drawn
        self.inner = copy(decision)
        if isinstance(decision, Menu | Several) and not knows:
            self.inner = copy(decision._few)
        self.inner.returns = self

    def offers(self, sheet: Sheet, rest: Stack) -> list[Offer]:
        """All open options."""
        return self.inner.offers(sheet, rest)

    def taken(self, sheet: Sheet, offers: list[Offer]) -> Offer | None:
        """What the rules say; None where none of them does."""
        for each, actions in self.follower.fitting(self.decision):
            for alternative in each.alternatives:
                open_ones = [
                    offer
                    for offer in offers
                    if bare(offer.words) == bare(alternative.words) and (offer.anytime or not actions)
                ]
                if not open_ones or not self.drawn.get(alternative, True):
                    continue
                if self.follower.condition(alternative, self.decision, sheet).on(sheet):
                    return open_ones[0]
        return None


class Follower(Play):
    """Play in which a reader follows a strategy."""

    def __init__(self, book: Book, strategy: Strategy, *, best_in_fights: bool = False) -> None:
        self.__dict__.update(book.play.__dict__)
        self.book = book
        self.strategy = strategy
        self.best_in_fights = best_in_fights
        self.chapter_names = {number: name for name, number in book.chapters.items()}
        self.known: dict[tuple[Decision, bool, tuple[bool, ...]], Followed] = {}
        self.conditions: dict[tuple[Alternative, Decision, object], Value] = {}

    def fitting(self, decision: Decision) -> Iterable[tuple[Rule, bool]]:
        """The rules for a decision, those for actions first, and whether they are such."""
        if isinstance(decision, Target) and not (decision.fight.together and len(decision.fight.foes) > 1):
            return  # there is nothing to decide
        names = {decision.name, self.chapter_names.get(decision.scope.chapter, "")} - {""}
        for each in self.strategy.rules:
            if each.where == "anytime" and isinstance(decision, Menu | RoundMenu):
                yield each, True
        for each in self.strategy.rules:
            if each.where in names:
                yield each, False

    def condition(self, alternative: Alternative, decision: Decision, sheet: Sheet) -> Value:
        """The condition of an option, as names mean it at the decision."""
        scope = decision.scope
        if isinstance(decision, RoundMenu | Target):
            scope = replace(scope, foe=decision.fight.standing(sheet)[0])
        key = (alternative, decision, scope.foe)
        if key not in self.conditions:
            scope = scope.named(**{name: constant(value) for name, value in self.strategy.parameters.items()})
            self.conditions[key] = self.book.whole_value(alternative.condition, scope)
        return self.conditions[key]

    def arrivals(self, decision: Decision) -> list[tuple[Fraction, Followed]]:
        """Which readers arrive: those who know of an option and the others, those of each share and the others."""
        readers = Fraction(decision.knows, 100)
        shared = [each for rule, _ in self.fitting(decision) for each in rule.alternatives if each.share is not None]
        found = []
        for knows, *drawn in product([True, False], repeat=1 + len(shared)):
            chance = readers if knows else 1 - readers
            for each, belongs in zip(shared, drawn, strict=True):
                assert each.share is not None
                chance *= each.share if belongs else 1 - each.share
            key = (decision, knows, tuple(drawn))
            if chance:
                if key not in self.known:
                    self.known[key] = Followed(self, decision, knows, dict(zip(shared, drawn, strict=True)))
                found.append((chance, self.known[key]))
        return found

    def _at(self, stack: Stack) -> list[tuple[Fraction, Followed]]:
        """Who stands at a decision of the reader; nobody where there is none."""
        assert stack is not None
        frame = stack[0]
        if frame[0] == "menu" and isinstance(frame[1], Followed):
            return [(ONE, frame[1])]
        if frame[0] == "block" and isinstance(step := frame[1].steps[frame[2]], Decision) and step.owner == "reader":
            return self.arrivals(step)
        return []

    def decision(self, sheet: Sheet, stack: Stack) -> tuple[str, list[tuple[Sheet, Stack]]] | None:
        """What is left to best play; what the strategy decides is one option, or a step of chance."""
        if stack is None:
            return None
        readers = self._at(stack)
        if not readers:
            return super().decision(sheet, stack)
        if len(readers) > 1:
            return None
        followed = readers[0][1]
        offers = followed.offers(sheet, self.past(stack))
        taken = followed.taken(sheet, offers)
        otherwise = self._otherwise(followed)
        if taken is None and otherwise == "random" and len(offers) > 1:
            return None
        if taken is None and otherwise == "first" and offers:
            taken = offers[0]
        return "reader", [(each.sheet, each.stack) for each in ([taken] if taken is not None else offers)]

    def _otherwise(self, followed: Followed) -> str:
        if self.best_in_fights and followed.decision.scope.fight is not None:
            return "best"
        return self.strategy.otherwise

    def ignorance(self, sheet: Sheet, stack: Stack) -> None:  # noqa: ARG002
        """Those who know and those who do not have arrived apart."""
        return

    def step(self, sheet: Sheet, stack: Stack) -> list[Way]:
        """A step of the book, or a reader's arrival or guess."""
        readers = self._at(stack) if self.is_stop(stack) else []
        rest = self.past(stack)
        if len(readers) > 1:
            return [Way(chance, sheet, (("menu", followed), rest)) for chance, followed in readers]
        if readers:
            offers = readers[0][1].offers(sheet, rest)
            return [Way(Fraction(1, len(offers)), each.sheet, each.stack) for each in offers]
        return super().step(sheet, stack)


def follows(book: Book, policy: str, *, best_in_fights: bool = False) -> Book:
    """The book of a reader who follows a strategy; what this leaves to best play is still to be chosen."""
    found = copy(book)
    found.play = Follower(book, strategy(book, policy), best_in_fights=best_in_fights)
    return found
