"""Best play as a few rules over the sheet for each decision, and how far they are from the truth.

A rule names an option and a condition; the first rule whose option is open and whose condition holds is followed.
Rules are learned from the decision's table: a tree of thresholds is grown until it agrees with best play wherever that
comes, then cut back to a few rules, the cheapest cuts first.

Of options that are equally good each alone leads to the same, but together they may go round for ever, or lead to
states that best play never reaches. So all advice is followed as one policy. Rules that are wrong on that way are
learned again; where following all advice is still worth less than best play, the report says how much it is worth.
Advice that is worth no more than picking at random is made longer; where that does not help, none is given.

A rival answers the advice, not best play: it is worth what is won against the best answer, and rules are learned again
for the states to which he leads then.

In a large book only an excerpt of the states is listed. Where following all advice comes to others, what it is worth is
found in the book itself; if that is less than best play, rules are learned that stay in the excerpt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.by_chance import by_chance
from gamebook.analysis.by_the_letter import Rules, keep
from gamebook.analysis.features import Feature, features
from gamebook.analysis.rules import Choice, Way, tree_rules
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.analysis.together import Following, follow_all, has_rival, is_as_good, lost_by, strays
from gamebook.analysis.tree import Op, Question, cut_back, grow, rule_count
from gamebook.graph.words import Words
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.model.arithmetic import TRUE, const, negate, reads
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Expr, Var
from gamebook.resolve.fold import both, either
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
TRIES_WITH_RIVAL = 6
"""The same where a rival answers them, and each answer may lead to other states."""
RARELY = 0.01
"""How much the states count to which a rival would lead who picks at random, where he leads elsewhere."""
TO_STAY = 8
"""The most rules where they are to lead to listed states only."""
TRIES_TO_STAY = 2
"""How often rules are learned again for that: first without those for fights, then with them."""
MOST_RELAXED = 1_000_000
"""States in which shorter rules are followed, to see whether these do as well."""


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
    """Whether best play comes here, or who follows all advice, however a rival plays."""
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
    sure: bool = True
    """Whether nothing else is unknown of it: False where all advice is worth less than best play, or may be, and this
    rule comes to states that are not listed, or to several for which one is listed."""

    @property
    def without_rules(self) -> bool:
        """Whether no rules were found that are worth more than picking at random."""
        return not self.rules and not self.indifferent

    @property
    def exact(self) -> bool:
        """Whether the rules are best play."""
        return self.differs <= AGREES and self.sure


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
        _Learner(table, features(solved, table, speakable), things, most_rules, wins=solved.wins)
        for table in reader_tables(solved)
        if (table.is_open.sum(axis=1) > 1).any()
    ]
    for learner in learners:
        learner.learn()
    following, learned = _followed(solved, learners)
    while _no_better_than_chance(following, chance) and _lengthened(learners, following):
        following, learned = max((following, learned), _followed(solved, learners), key=lambda each: each[0].worth)
    if _no_better_than_chance(following, chance):
        beyond = has_rival(solved) and not solved.space.whole  # then it may be wrong in what he leads to
        wrong = [
            fault.any() or (beyond and met.any()) for fault, met in zip(following.faults, following.met, strict=True)
        ]
        learned = [_without_rules(each) if fault else each for each, fault in zip(learned, wrong, strict=True)]
        following = _follow_all(solved, learners, learned)
    following, learned = _without_idle_rules(solved, learners, following, learned)
    left_open = following.at_most and not solved.space.whole
    each = tuple(
        learner.told(solved, its, visits, met, lost, sure=following.as_good, left_open=left_open)
        for learner, its, visits, met, lost in zip(
            learners, learned, following.visits, following.met, following.lost, strict=True
        )
    )
    return AllAdvice(each, None if following.as_good else following)


def _followed(solved: Solved, learners: Sequence[_Learner]) -> tuple[Following, list[_Learned]]:
    """The best of some tries to learn rules that are right where they lead, the first as they were learned before."""
    tried: list[tuple[Following, list[_Learned]]] = []
    rival = has_rival(solved)
    most = (TRIES_WITH_RIVAL if rival else MOST_TRIES) if solved.space.whole else TRIES_TO_STAY
    for number in range(1 + most):
        learned = [learner.learned for learner in learners]
        found = _follow_all(solved, learners, learned)
        tried.append((found, learned))
        if found.as_good or number == most:
            break
        # at last only what best play does itself: it leads nowhere else
        strict = number > 0 and not (rival and number < MOST_TRIES)
        its = zip(learners, found.visits, found.met, found.faults, strict=True)
        beyond = found.at_most and not solved.space.whole
        again = [
            learner.learn_again(solved, visits, met, fault, strict=strict, left_open=beyond)
            for learner, visits, met, fault in its
        ]
        if not any(again):
            break
    best = max(tried, key=lambda each: each[0].worth)
    return best if solved.space.whole else _relaxed(solved, learners, tried[0][1], *best)


def _relaxed(
    solved: Solved,
    learners: Sequence[_Learner],
    first: Sequence[_Learned],
    following: Following,
    learned: list[_Learned],
) -> tuple[Following, list[_Learned]]:
    """The same with the rules as they were learned first, where these are fewer and do no harm.

    Args:
        solved: the book.
        learners: of its decisions.
        first: what they learned first.
        following: what it is worth to follow what they learned last.
        learned: that.
    """
    fewer = [len(last.rules) - len(short.rules) for short, last in zip(first, learned, strict=True)]
    states = 0
    for place in sorted(range(len(fewer)), key=fewer.__getitem__, reverse=True):
        if fewer[place] <= 0 or not following.as_good or states > MOST_RELAXED:
            break
        some = [*learned[:place], first[place], *learned[place + 1 :]]
        found = _follow_all(solved, learners, some)
        states += found.tried
        if found.as_good:
            following, learned = found, some
    return following, learned


def _without_idle_rules(
    solved: Solved, learners: Sequence[_Learner], following: Following, learned: list[_Learned]
) -> tuple[Following, list[_Learned]]:
    """The same without rules that nobody takes who plays as well as possible, or follows all advice."""
    if following.doubtful:
        return following, learned
    its = zip(learners, learned, following.met, strict=True)
    shorter = [learner.without_idle(told, visits, following.taken) for learner, told, visits in its]
    if all(len(new.rules) == len(old.rules) for new, old in zip(shorter, learned, strict=True)):
        return following, learned
    found = _follow_all(solved, learners, shorter)
    return (following, learned) if found.worth < following.worth else (found, shorter)


def _follow_all(solved: Solved, learners: Sequence[_Learner], learned: Sequence[_Learned]) -> Following:
    """What following all advice is worth: in the book itself where its listed states do not tell."""
    told = [*zip(learners, learned, strict=True)]
    found = follow_all(solved, [(learner.table, learner.chances(its), bool(its.rules)) for learner, its in told])
    if not found.doubtful:
        return found
    by_chance = {learner.table.address for learner, its in told if not its.rules and not its.indifferent}
    rules = {learner.table.address: learner.conditions(its) for learner, its in told}
    kept = keep(solved, rules, by_chance)
    if kept is None:
        return replace(found, as_good=False, at_most=True)
    as_good = not kept.at_most and is_as_good(solved, kept.value, kept.points)
    return replace(found, as_good=as_good, value=kept.value, points=kept.points, at_most=kept.at_most, doubtful=False)


def _no_better_than_chance(following: Following, chance: Callable[[], tuple[Solved, Played]]) -> bool:
    """Whether it is worth no more to follow all advice than to pick at random, if both are known."""
    if following.as_good or following.doubtful:
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
        self.learned: _Learned

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
        self.learned = _Learned(rules, taken, not strict and _all_tie(table, self._rows()))

    def learn_again(
        self, solved: Solved, visits: Floats, met: Floats, fault: Flags, *, strict: bool, left_open: bool = False
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

    def chances(self, learned: _Learned) -> Floats:
        """float64[n, options]: how often who follows the rules takes each option; by chance where they say nothing."""
        is_open, taken = self.table.is_open, learned.taken
        told = np.zeros(is_open.shape)
        if not learned.indifferent:
            fits = np.flatnonzero(taken >= 0)
            told[fits, taken[fits]] = 1.0
        return np.where(told.any(axis=1, keepdims=True), told, is_open / is_open.sum(axis=1, keepdims=True))

    def without_idle(self, learned: _Learned, comes: Floats, taken: Collection[str]) -> _Learned:
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

    def conditions(self, learned: _Learned) -> Rules:
        """The rules as conditions on the sheet; none where it makes no difference what is chosen."""
        addresses = list(self.table.labels)
        rules = () if learned.indifferent else learned.rules
        return [(addresses[rule.option], _condition(rule.ways, self.asked, self.things)) for rule in rules]

    def told(
        self, solved: Solved, learned: _Learned, comes: Floats, met: Floats, lost: Flags, *, sure: bool, left_open: bool
    ) -> Advice:
        """The rules in words, and how good they are where best play comes.

        Args:
            solved: the book.
            learned: the rules.
            comes: float64[n], how often who follows all advice comes to each state.
            met: float64[n], the same if a rival picks at random.
            lost: bool[n], they go round for ever from there.
            sure: all advice together is worth as much as best play.
            left_open: in states that are not listed it matters what is chosen where advice leaves that open.
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
        sure = sure or not (self._doubtful(solved, learned, comes) or (learned.indifferent and left_open))
        if differs <= AGREES and sure:
            cost, points = 0.0, None if table.fewer is None else 0.0
        elif learned.rules and differs > AGREES:
            cost, points = lost_by(solved, table, self.chances(learned), taken >= 0)
        words = Words(solved.book)
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
            sure=sure,
        )

    def _doubtful(self, solved: Solved, learned: _Learned, comes: Floats) -> bool:
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


def _condition(ways: Sequence[Way], columns: Sequence[Feature], things: Collection[str]) -> Expr:
    """One of the ways holds; FALSE and TRUE fold away.

    Args:
        ways: all questions of a way hold together.
        columns: what the questions ask about.
        things: what a reader has or has not, and does not count: `not rope`, in place of `rope <= 0`.
    """
    return either(both(_asked(question, columns[question.column], things) for question in way) for way in ways)


def _asked(question: Question, about: Feature, things: Collection[str]) -> Expr:
    """A question about the values that are listed, as one about those on the sheet."""
    if about.stands_for is None:
        return _compared(question.op, question.bound, about.expr, things)
    sheet = sorted(about.stands_for)
    holds = replace(question, column=0).holds(np.array([[about.stands_for[value]] for value in sheet]))
    runs = [(sheet[run[0]], sheet[run[-1]]) for run in _runs(holds)]
    others = [sheet[run[0]] for run in _runs(~holds) if len(run) == 1]
    if len(others) == 1 and holds.sum() == len(sheet) - 1 and others[0] not in (sheet[0], sheet[-1]):
        return _compared("!=", others[0], about.expr, things)
    return either(_between(run, (sheet[0], sheet[-1]), about.expr, things) for run in runs)


def _runs(holds: Flags) -> list[Ints]:
    """The places that hold, each run of neighbours by itself."""
    places = np.flatnonzero(holds)
    return [run for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1) if len(run)]


def _between(run: tuple[int, int], ends: tuple[int, int], about: Expr, things: Collection[str]) -> Expr:
    """A value is in a run of values; `ends`: the lowest and the highest that there are."""
    (first, last), (low, high) = run, ends
    if first == last and low < first < high:
        return _compared("=", first, about, things)
    above = TRUE if first == low else _compared(">", first - 1, about, things)
    below = TRUE if last == high else _compared("<=", last, about, things)
    return both([above, below])


def _compared(op: Op, bound: int, about: Expr, things: Collection[str]) -> Expr:
    owned = isinstance(about, Var) and about.name in things
    if owned and bound == 0 and op in ("<=", ">"):
        return about if op == ">" else negate(about)
    return Binary(op=op, left=about, right=const(bound))
