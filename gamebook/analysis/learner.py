"""Rules for one decision, learned from its table.

A tree of thresholds is grown until it agrees with best play wherever that comes, then cut back to a few rules, the
cheapest cuts first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.advice import AGREES, Advice, Rule
from gamebook.analysis.by_the_letter import Rules
from gamebook.analysis.conditions import condition
from gamebook.analysis.features import Feature
from gamebook.analysis.rules import Choice, tree_rules
from gamebook.analysis.tables import Merged
from gamebook.analysis.together import has_rival, lost_by, strays
from gamebook.analysis.tree import cut_back, grow, rule_count
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.model.arithmetic import reads
from gamebook.model.in_words import Words
from gamebook.solver.solution import Solved

LONGEST = 16
"""The most rules where fewer are worth no more than picking at random."""
MOSTLY = 0.5
"""If best play does something else in at least this share of visits, the advice says so."""
MOST_TIES = 2
"""The most equally good options that the advice names."""
MOST_LEARNED = 20_000
"""States that rules are learned from, the most visited ones; how well they do is measured on all."""
RARELY = 0.01
"""How much the states count to which a rival would lead who picks at random, where he leads elsewhere."""
TO_STAY = 8
"""The most rules where they are to lead to listed states only."""


class Learned(Struct, frozen=True):
    """Rules for one decision."""

    rules: tuple[Choice, ...]
    taken: Ints
    """int64[n]: the option that the rules take in each state; -1 where none of them fits."""
    indifferent: bool


def without_rules(learned: Learned) -> Learned:
    """The same where no rules are given."""
    return replace(learned, rules=(), taken=np.full(len(learned.taken), -1), indifferent=False)


class Learner:
    """Learns the rules for one decision, once or again."""

    def __init__(
        self, table: Merged, asked: Sequence[Feature], things: Collection[str], most_rules: int, *, wins: bool
    ) -> None:
        self.table, self.asked, self.most_rules, self.things = table, asked, most_rules, things
        self.columns = np.array([each.values for each in asked]).reshape(len(asked), len(table.visits)).T
        self.weight = _shares(table.visits)
        unknown = (table.is_open & np.isnan(table.worth)).any(axis=1)
        self.lost: Flags = np.asarray(wins & ~unknown & ~(table.worth > 0.0).any(axis=1))
        """bool[n]: nothing that is chosen wins any more."""
        self.answers: Floats = np.zeros(len(table.visits))
        """float64[n]: how often a rival led to each state who answered rules that were learned before."""
        self.learned: Learned

    def learn(self, *, strict: bool = False) -> None:
        """Learn rules for the states that weigh something; `strict`: only what best play takes itself is right."""
        table = self.table
        # Of options that are equally good the one that is played is best advice: it is what the route does, too. Where
        # that takes more words, any of them will do, and it is said what they are as good as.
        # Where all is lost, any option will do that is open: it is not worth a word.
        lost = self.lost[:, np.newaxis]
        fit = np.where(lost, table.sound, _fit(table))
        played = (table.sound if strict else fit) & (table.share > 0)
        played = np.where(played.any(axis=1, keepdims=True) & ~lost, played, fit)
        rules, taken, count = self._rules(played)
        if not strict:
            short = self._rules(fit)
            right = played[np.arange(len(taken)), taken] & (taken >= 0)
            if self.weight @ ~right > AGREES or short[2] < count:
                rules, taken, _ = short
        self.learned = Learned(rules, taken, not strict and _all_tie(table, self._rows()))

    def learn_again(
        self, solved: Solved, visits: Floats, met: Floats, fault: Flags, *, strict: bool, left_open: bool
    ) -> bool:
        """Learn again if who follows the rules comes to where they are not right; whether that was so.

        Args:
            solved: the book.
            visits: float64[n], how often they come to each state.
            met: float64[n], the same if a rival picks at random.
            fault: bool[n], they come there, and the rules are not right.
            strict: only what best play takes itself is right.
            left_open: somewhere it matters what is chosen where rules leave that open.
        """
        left_open = left_open and self.learned.indifferent
        # In fights much is as good as something else, and few rules are to be kept.
        if not solved.space.whole and (strict or not self.table.in_fight):
            fault = fault | self._stay(strays(solved, self.table), visits)
        table = self.table
        aside = bool((fault & (table.visits <= 0)).any())
        round_for_ever = bool((fault & (self.learned.indifferent | _taken_of(table.good, self.learned.taken))).any())
        if not aside and not round_for_ever and not (strict and fault.any()) and not left_open:
            return False
        if round_for_ever:
            self.most_rules = 2 * self.most_rules if solved.space.whole else TO_STAY
        if solved.space.whole and has_rival(solved):  # what he answered to other rules he may answer to the next
            self.answers = self.answers + _shares(visits) + RARELY * _shares(met)
            visits = self.answers
        self.weight = _shares(_shares(table.visits) + _shares(visits)) if table.visits.any() else _shares(visits)
        self.learn(strict=strict or left_open)
        return True

    def _stay(self, off: Flags, visits: Floats) -> Flags:
        """From now on an option that leads to what is not listed is right only where every one does.

        Args:
            off: bool[n, options], those that do.
            visits: float64[n], how often who follows the rules comes to each state.

        Returns: bool[n], where the rules took such an option and need not: where best play comes, or who follows them.
        """
        table = self.table
        inside = table.sound & ~off
        sound = np.where(inside.any(axis=1, keepdims=True), inside, table.sound)
        met = (visits > 0) | (table.visits > 0)
        fault = met & ((self.chances(self.learned) > 0) & table.sound & ~sound).any(axis=1)
        if fault.any():
            self.table = replace(table, sound=sound)
        return np.asarray(fault)

    def lengthen(self) -> bool:
        """Learn longer rules, first again for where best play comes; whether there may be longer ones."""
        if self.most_rules >= LONGEST:
            return False
        self.most_rules = min(2 * self.most_rules, LONGEST)
        self.weight = _shares(self.table.visits)
        self.learn()
        return True

    def chances(self, learned: Learned) -> Floats:
        """float64[n, options]: how often who follows the rules takes each option; by chance where they say nothing."""
        is_open, taken = self.table.is_open, learned.taken
        told = np.zeros(is_open.shape)
        if not learned.indifferent:
            fits = np.flatnonzero(taken >= 0)
            told[fits, taken[fits]] = 1.0
        return np.where(told.any(axis=1, keepdims=True), told, is_open / is_open.sum(axis=1, keepdims=True))

    def without_idle(self, learned: Learned, comes: Floats, taken: Collection[str]) -> Learned:
        """The rules that are taken somewhere.

        Args:
            learned: the rules.
            comes: float64[n], how often who follows all advice comes to each state if a rival picks at random.
            taken: addresses of options that they take in states that are not listed.
        """
        met = ((_shares(self.table.visits) > 0) & ~self.lost) | (comes > 0)
        applied = _applied(learned.rules, self.columns, self.table.is_open)
        addresses = list(self.table.labels)
        beyond = np.array([addresses[rule.option] in taken for rule in learned.rules], np.bool_)
        used = beyond | np.isin(np.arange(len(learned.rules)), applied[met])
        if used.all() or not used.any():
            return learned
        rules = tuple(rule for rule, kept in zip(learned.rules, used, strict=True) if kept)
        return replace(learned, rules=rules, taken=_follow(rules, self.columns, self.table.is_open))

    def conditions(self, learned: Learned) -> Rules:
        """The rules as conditions on the sheet; none where it makes no difference what is chosen."""
        addresses = list(self.table.labels)
        rules = () if learned.indifferent else learned.rules
        return [(addresses[rule.option], condition(rule.ways, self.asked, self.things)) for rule in rules]

    def told(
        self, solved: Solved, learned: Learned, comes: Floats, met: Floats, lost: Flags, *, sure: bool, left_open: bool
    ) -> Advice:
        """The rules in words, and how good they are where best play comes.

        Args:
            solved: the book.
            learned: the rules.
            comes: float64[n], how often who follows all advice comes to each state.
            met: float64[n], the same if a rival picks at random.
            lost: bool[n], they go round for ever from there.
            sure: all advice together is worth as much as best play.
            left_open: somewhere the rules say nothing, or that it makes no difference, and it matters or may matter.
        """
        table, taken = self.table, learned.taken
        visits, weight = float(table.visits.sum()), _shares(table.visits)
        rows = np.flatnonzero(weight > 0)
        right = np.where(lost[:, np.newaxis], table.sound, table.good)
        addresses, labels = list(table.labels), list(table.labels.values())
        several = table.is_open.sum(axis=1) > 1
        wrong = several & ~_taken_of(right, taken) & ~(self.lost & (taken < 0)) & (not learned.indifferent)
        differs = float(weight @ wrong)
        if differs <= AGREES and not sure:  # it may be wrong where only who follows it comes
            differs = float(_shares(table.visits + comes) @ wrong)
        cost, points = None, None
        sure = sure or not (self._doubtful(solved, learned, comes) or left_open)
        if differs <= AGREES and sure:
            cost, points = 0.0, None if table.fewer is None else 0.0
        elif learned.rules and differs > AGREES:
            cost, points = lost_by(solved, table, self.chances(learned), taken >= 0)
        words = Words(solved.book, one_foe=table.one_foe)
        return Advice(
            chapter=table.chapter,
            address=table.address,
            name=table.name,
            what=table.what,
            against=table.against,
            visits=visits,
            comes=visits > 0 or bool((met > 0).any()),
            rules=tuple(
                Rule(
                    addresses[rule.option],
                    labels[rule.option],
                    "" if () in rule.ways else words.value(condition(rule.ways, self.asked, self.things)),
                )
                for rule in learned.rules
            ),
            indifferent=learned.indifferent,
            sometimes_closed=frozenset(addresses[option] for option in np.flatnonzero(~table.is_open.all(axis=0))),
            ties=_ties(table, rows, taken, weight),
            differs=differs,
            cost=cost,
            points=points,
            sure=sure,
        )

    def _doubtful(self, solved: Solved, learned: Learned, comes: Floats) -> bool:
        """Whether the rules lead to states that are not listed, or ask for numbers that stand for others."""
        if has_rival(solved) and not solved.space.whole:
            return True  # he may lead to states that are not listed
        off = (self.chances(learned) > 0) & strays(solved, self.table)
        if off[comes > 0].any():
            return True
        space = solved.space
        asked = {name for _, when in self.conditions(learned) for name in reads(when)}
        nodes = space.code.point_node[np.unique(space.states.point[self.table.states])]
        return any(asked & space.program.least.get(node, {}).keys() for node in nodes.tolist())

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
    options = np.array([*(rule.option for rule in rules), -1])
    return np.asarray(options[_applied(rules, columns, is_open)])


def _applied(rules: Sequence[Choice], columns: Ints, is_open: Flags) -> Ints:
    """int64[n]: the number of the first rule that fits in each state; -1 where none does."""
    applied = np.full(len(is_open), -1)
    for number, rule in enumerate(rules):
        holds = np.zeros(len(applied), bool)
        for way in rule.ways:
            all_hold = np.ones(len(applied), bool)
            for question in way:
                all_hold &= question.holds(columns)
            holds |= all_hold
        applied[(applied < 0) & holds & is_open[:, rule.option]] = number
    return applied
