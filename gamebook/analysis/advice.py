"""Best play as a few rules over the sheet for each decision, and how far they are from the truth.

A rule names an option and a condition; the first rule whose option is open and whose condition holds is followed.
Rules are learned from the decision's table: a tree of thresholds is grown until it agrees with best play wherever that
comes, then cut back to a few rules, the cheapest cuts first.

Of options that are equally good each alone leads to the same, but together they may go round for ever, or lead to
states that best play never reaches. So all advice is followed as one policy. Rules that are wrong on that way are
learned again; where following all advice is still worth less than best play, the report says how much it is worth.
Advice that is worth no more than picking at random is made longer; where that does not help, none is given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.by_chance import by_chance
from gamebook.analysis.features import Feature, features
from gamebook.analysis.rules import Choice, Way, tree_rules
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.analysis.together import Following, follow_all, lost_by
from gamebook.analysis.tree import Question, cut_back, grow, rule_count
from gamebook.graph.words import Words
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.model.arithmetic import FALSE, TRUE, const, negate
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Expr, Var
from gamebook.solver.solution import Played, Solved

MOST_RULES = 4
"""Rules that a reader keeps in mind."""
LONGEST = 16
"""The most rules where fewer are worth no more than picking at random."""
MOSTLY = 0.5
"""If best play does something else in at least this share of visits, the advice says so."""
MOST_TIES = 2
"""The most equally good options that the advice names."""
MOST_LEARNED = 20_000
"""States that rules are learned from, the most visited ones; how well they do is measured on all."""
AGREES = 1e-9
"""Share of visits in which rules may differ and still be called exact."""
MOST_TRIES = 4
"""How often rules are learned again that lead where they are not right."""


class Rule(Struct, frozen=True):
    """Take the option if it is open and the condition holds."""

    address: str
    label: str
    when: str
    """A condition over the sheet as a book writes it; empty where the rule always holds."""


class Advice(Struct, frozen=True):
    """What to do at one decision."""

    chapter: str
    address: str
    name: str
    what: str
    against: str
    """In a fight, the foe it is about."""
    visits: float
    """Expected number of decisions here in one play; 0 where best play never comes, and all states count alike."""
    comes: bool
    """Whether best play comes here, or who follows all advice."""
    rules: tuple[Rule, ...]
    """The first rule that fits is followed; none where rules are worth no more than picking at random."""
    indifferent: bool
    """All options are equally good, wherever best play comes."""
    sometimes_closed: frozenset[str]
    """Addresses of options that are not always open."""
    ties: Mapping[str, tuple[str, ...]]
    """By the address of an option of the rules: the options that best play takes instead, and that are just as good."""
    differs: float
    """Share of visits, 0 to 1, in which the rules take an option that is not best."""
    cost: float | None
    """Value lost in one play by following it each time, where all else is played as well as possible; None: not known,
    or there are no rules."""
    points: float | None
    """Under `aim win then score` the points lost by that, where no chance is lost; else None."""

    @property
    def without_rules(self) -> bool:
        """Whether no rules were found that are worth more than picking at random."""
        return not self.rules and not self.indifferent

    @property
    def exact(self) -> bool:
        """Whether the rules are best play."""
        return self.differs <= AGREES


class AllAdvice(Struct, frozen=True):
    """Advice for every decision, and what it is worth to follow all of it."""

    each: tuple[Advice, ...]
    """In book order; what only one option is open for is left out."""
    following: Following | None
    """What is won by following all of it, where that is less than best play; None: as much. Where there are no rules,
    it picks at random."""


def advice(solved: Solved, most_rules: int = MOST_RULES) -> tuple[Advice, ...]:
    """Advice for every decision of the reader, in book order; what only one option is open for is left out."""
    return all_advice(solved, most_rules).each


def all_advice(
    solved: Solved, most_rules: int = MOST_RULES, chance: Callable[[], tuple[Solved, Played]] | None = None
) -> AllAdvice:
    """The same, and what it is worth to follow all of it.

    Args:
        solved: the book.
        most_rules: the rules for one decision that a reader keeps in mind.
        chance: says what `by_chance` does, where that may be known already.
    """
    chance = partial(by_chance, solved) if chance is None else chance
    speakable = _speakable(solved.book)
    things = {variable.name for variable in solved.book.variables if variable.kind in ("item", "codeword", "hidden")}
    learners = [
        _Learner(table, features(solved, table, speakable), things, most_rules)
        for table in reader_tables(solved)
        if (table.is_open.sum(axis=1) > 1).any()
    ]
    for learner in learners:
        learner.learn()
    following, learned = _followed(solved, learners)
    while _no_better_than_chance(solved, following, chance) and _lengthened(learners, following):
        following, learned = max((following, learned), _followed(solved, learners), key=lambda each: each[0].worth)
    if _no_better_than_chance(solved, following, chance):
        wrong = [fault.any() for fault in following.faults]
        learned = [_without_rules(each) if fault else each for each, fault in zip(learned, wrong, strict=True)]
        following = _follow_all(solved, learners, learned)
    each = tuple(
        learner.told(solved, its, visits, lost)
        for learner, its, visits, lost in zip(learners, learned, following.visits, following.lost, strict=True)
    )
    return AllAdvice(each, None if following.as_good else following)


def _followed(solved: Solved, learners: Sequence[_Learner]) -> tuple[Following, list[_Learned]]:
    """The best of some tries to learn rules that are right where they lead, the first as they were learned before."""
    tried: list[tuple[Following, list[_Learned]]] = []
    for number in range(1 + MOST_TRIES):
        learned = [learner.learned for learner in learners]
        found = _follow_all(solved, learners, learned)
        tried.append((found, learned))
        if found.as_good or number == MOST_TRIES:
            break
        # at last only what best play does itself: it leads nowhere else
        its = zip(learners, found.visits, found.faults, strict=True)
        again = [learner.learn_again(visits, fault, strict=number > 0) for learner, visits, fault in its]
        if not any(again):
            break
    return max(tried, key=lambda each: each[0].worth)


def _follow_all(solved: Solved, learners: Sequence[_Learner], learned: Sequence[_Learned]) -> Following:
    told = zip(learners, learned, strict=True)
    return follow_all(solved, [(learner.table, learner.chances(its), bool(its.rules)) for learner, its in told])


def _no_better_than_chance(solved: Solved, following: Following, chance: Callable[[], tuple[Solved, Played]]) -> bool:
    """Whether it is worth no more to follow all advice than to pick at random; of an excerpt nobody knows."""
    if following.as_good or not solved.space.whole:
        return False
    drawn, random = chance()
    return drawn.space.complete and following.no_better_than(random)


def _lengthened(learners: Sequence[_Learner], following: Following) -> bool:
    """Learn longer rules where they are not right; whether any may be longer."""
    wrong = [learner for learner, fault in zip(learners, following.faults, strict=True) if fault.any()]
    longer = [learner.lengthen() for learner in wrong]
    return any(longer)


def _speakable(book: Book) -> dict[str, bool]:
    """The variables a reader knows, and whether they are names (one-ofs) and no amounts.

    The engine's own are left out, but for what a book can ask for: which chapters were visited.
    """
    return {
        variable.name: variable.kind == "one-of"
        for variable in book.variables
        if variable.kind != "hidden" or (variable.role and variable.role.what in ("visited", "visited before"))
    }


class _Learned(Struct, frozen=True):
    """Rules for one decision."""

    rules: tuple[Choice, ...]
    taken: Ints
    """int64[n]: the option that the rules take in each state; -1 where none of them fits."""
    indifferent: bool


def _without_rules(learned: _Learned) -> _Learned:
    return replace(learned, rules=(), taken=np.full(len(learned.taken), -1), indifferent=False)


class _Learner:
    """Learns the rules for one decision, once or again."""

    def __init__(self, table: Merged, asked: Sequence[Feature], things: Collection[str], most_rules: int) -> None:
        self.table, self.asked, self.most_rules, self.things = table, asked, most_rules, things
        self.columns = np.array([each.values for each in asked]).reshape(len(asked), len(table.visits)).T
        self.weight = _shares(table.visits)
        self.learned: _Learned

    def learn(self, *, strict: bool = False) -> None:
        """Learn rules for the states that weigh something; `strict`: only what best play takes itself is right."""
        table = self.table
        # Of options that are equally good the one that is played is best advice: it is what the route does, too. Where
        # that takes more words, any of them will do, and it is said what they are as good as.
        fit = _fit(table)
        played = (table.sound if strict else fit) & (table.share > 0)
        played = np.where(played.any(axis=1, keepdims=True), played, fit)
        rules, taken, count = self._rules(played)
        if not strict:
            short = self._rules(fit)
            right = played[np.arange(len(taken)), taken] & (taken >= 0)
            if self.weight @ ~right > AGREES or short[2] < count:
                rules, taken, _ = short
        self.learned = _Learned(rules, taken, not strict and _all_tie(table, self._rows()))

    def learn_again(self, visits: Floats, fault: Flags, *, strict: bool) -> bool:
        """Learn again if who follows the rules comes to where they are not right; whether that was so.

        Args:
            visits: float64[n], how often they come to each state.
            fault: bool[n], they come there, and the rules are not right.
            strict: only what best play takes itself is right.
        """
        table = self.table
        aside = bool((fault & (table.visits <= 0)).any())
        round_for_ever = bool((fault & (self.learned.indifferent | _taken_of(table.good, self.learned.taken))).any())
        if not aside and not round_for_ever and not (strict and fault.any()):
            return False
        if round_for_ever:
            self.most_rules *= 2
        self.weight = _shares(_shares(table.visits) + _shares(visits)) if table.visits.any() else _shares(visits)
        self.learn(strict=strict)
        return True

    def lengthen(self) -> bool:
        """Learn longer rules, first again for where best play comes; whether there may be longer ones."""
        if self.most_rules >= LONGEST:
            return False
        self.most_rules = min(2 * self.most_rules, LONGEST)
        self.weight = _shares(self.table.visits)
        self.learn()
        return True

    def chances(self, learned: _Learned) -> Floats:
        """float64[n, options]: how often who follows the rules takes each option; by chance where they say nothing."""
        is_open, taken = self.table.is_open, learned.taken
        told = np.zeros(is_open.shape)
        if not learned.indifferent:
            fits = np.flatnonzero(taken >= 0)
            told[fits, taken[fits]] = 1.0
        return np.where(told.any(axis=1, keepdims=True), told, is_open / is_open.sum(axis=1, keepdims=True))

    def told(self, solved: Solved, learned: _Learned, comes: Floats, lost: Flags) -> Advice:
        """The rules in words, and how good they are where best play comes.

        Args:
            solved: the book.
            learned: the rules.
            comes: float64[n], how often who follows all advice comes to each state.
            lost: bool[n], they go round for ever from there.
        """
        table, taken = self.table, learned.taken
        visits, weight = float(table.visits.sum()), _shares(table.visits)
        rows = np.flatnonzero(weight > 0)
        right = np.where(lost[:, np.newaxis], table.sound, table.good)
        addresses, labels = list(table.labels), list(table.labels.values())
        several = table.is_open.sum(axis=1) > 1
        wrong = several & ~_taken_of(right, taken) & (not learned.indifferent)
        differs = float(weight @ wrong)
        cost, points = None, None
        if differs <= AGREES:
            cost, points = 0.0, None if table.fewer is None else 0.0
        elif learned.rules:
            cost, points = lost_by(solved, table, self.chances(learned), taken >= 0)
        words = Words(solved.book)
        return Advice(
            chapter=table.chapter,
            address=table.address,
            name=table.name,
            what=table.what,
            against=table.against,
            visits=visits,
            comes=visits > 0 or bool((comes > 0).any()),
            rules=tuple(
                Rule(
                    addresses[rule.option],
                    labels[rule.option],
                    "" if () in rule.ways else words.value(_condition(rule.ways, self.asked, self.things)),
                )
                for rule in learned.rules
            ),
            indifferent=learned.indifferent,
            sometimes_closed=frozenset(addresses[option] for option in np.flatnonzero(~table.is_open.all(axis=0))),
            ties=_ties(table, rows, taken, weight),
            differs=differs,
            cost=cost,
            points=points,
        )

    def _rows(self) -> Ints:
        rows = np.flatnonzero(self.weight > 0)
        if len(rows) > MOST_LEARNED:
            rows = rows[np.argsort(-self.weight[rows], kind="stable")[:MOST_LEARNED]]
        return rows

    def _rules(self, right: Flags) -> tuple[tuple[Choice, ...], Ints, int]:
        """Rules that take what is right, what they take in each state, and how many the tree has."""
        table, rows = self.table, self._rows()
        tree = cut_back(
            grow(
                self.columns[rows],
                [each.named for each in self.asked],
                table.is_open[rows],
                right[rows],
                _weighable(_lost(table)[rows]),
                self.weight[rows],
            ),
            self.most_rules,
        )
        rules = tree_rules(tree)
        return rules, _follow(rules, self.columns, table.is_open), rule_count(tree)


def _shares(visits: Floats) -> Floats:
    """float64[n]: which share of the visits each state has; all alike where there are none."""
    whole = float(visits.sum())
    return visits / whole if whole > 0 else np.full(len(visits), 1 / len(visits))


def _taken_of(flags: Flags, taken: Ints) -> Flags:
    """bool[n]: the flag of the option that is taken in each state; False where none is."""
    return np.asarray(flags[np.arange(len(taken)), taken] & (taken >= 0))


def _lost(table: Merged) -> Floats:
    """float64[n, options]: what each option loses: where that is never a chance, points."""
    return table.loss if table.fewer is None or table.loss.any() else table.fewer


def _all_tie(table: Merged, rows: Ints) -> bool:
    """Whether it makes no difference what is chosen, in any of some states."""
    several = rows[table.is_open[rows].sum(axis=1) > 1]
    return len(several) > 0 and bool((table.sound == table.is_open)[several].all())


def _fit(table: Merged) -> Flags:
    """bool[n, options]: the sound options that advice may name.

    One that only moves on comes before one that does something for nothing, and an action that is offered again and
    again comes last.
    """
    fit = table.sound
    once = np.array([address not in table.anytime for address in table.labels])
    plain = np.array([address in table.plain for address in table.labels])
    for better in (once, plain):
        some = fit & better
        fit = np.where(some.any(axis=1, keepdims=True), some, fit)
    return fit


def _ties(table: Merged, rows: Ints, taken: Ints, weight: Floats) -> dict[str, tuple[str, ...]]:
    """For an option that is mostly advised where others are played that are just as good: these, by its address."""
    found: dict[str, tuple[str, ...]] = {}
    labels = list(table.labels.values())
    played = table.share.argmax(axis=1)
    for number, address in enumerate(table.labels):
        advised = rows[taken[rows] == number]
        alike = advised[(played[advised] != number) & table.good[advised, number]]
        others = np.unique(played[alike])
        if len(others) and weight[alike].sum() >= MOSTLY * weight[advised].sum():
            found[address] = tuple(labels[other] for other in others[:MOST_TIES])
    return found


def _weighable(loss: Floats) -> Floats:
    """Losses that can be added up: without a bound is far worse than all that have one, and unknown is nothing."""
    finite = np.where(np.isfinite(loss), loss, 0.0)
    return np.where(np.isposinf(loss), 1e3 * (1.0 + finite.max(initial=0.0)), finite)


def _follow(rules: Sequence[Choice], columns: Ints, is_open: Flags) -> Ints:
    """int64[n]: the option of the first rule that fits in each state; -1 where none does."""
    taken = np.full(len(is_open), -1)
    for rule in rules:
        holds = np.zeros(len(taken), bool)
        for way in rule.ways:
            all_hold = np.ones(len(taken), bool)
            for question in way:
                all_hold &= question.holds(columns)
            holds |= all_hold
        taken[(taken < 0) & holds & is_open[:, rule.option]] = rule.option
    return taken


def _condition(ways: Sequence[Way], columns: Sequence[Feature], things: Collection[str]) -> Expr:
    """One of the ways holds; FALSE and TRUE fold away.

    Args:
        ways: all questions of a way hold together.
        columns: what the questions ask about.
        things: what a reader has or has not, and does not count: `not rope`, in place of `rope <= 0`.
    """
    either: Expr = FALSE
    for way in ways:
        whole: Expr = TRUE
        for question in way:
            asked = _asked(question, columns[question.column].expr, things)
            whole = asked if whole == TRUE else Binary(op="and", left=whole, right=asked)
        either = whole if either == FALSE else Binary(op="or", left=either, right=whole)
    return either


def _asked(question: Question, about: Expr, things: Collection[str]) -> Expr:
    owned = isinstance(about, Var) and about.name in things
    if owned and question.bound == 0 and question.op in ("<=", ">"):
        return about if question.op == ">" else negate(about)
    return Binary(op=question.op, left=about, right=const(question.bound))
