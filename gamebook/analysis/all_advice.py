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

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.advice import Advice
from gamebook.analysis.by_chance import by_chance
from gamebook.analysis.by_the_letter import keep
from gamebook.analysis.features import features
from gamebook.analysis.learner import Learned, Learner, without_rules
from gamebook.analysis.tables import reader_tables
from gamebook.analysis.together import Following, follow_all, has_rival, is_as_good
from gamebook.model.book import Book
from gamebook.solver.solution import Played, Solved

MOST_RULES = 4
"""Rules that a reader keeps in mind."""
MOST_TRIES = 4
"""How often rules are learned again that lead where they are not right."""
TRIES_WITH_RIVAL = 6
"""The same where a rival answers them, and each answer may lead to other states."""
TRIES_TO_STAY = 2
"""How often rules are learned again for that: first without those for fights, then with them."""
MOST_RELAXED = 1_000_000
"""States in which shorter rules are followed, to see whether these do as well."""


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
        Learner(table, features(solved, table, speakable), things, most_rules, wins=solved.wins)
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
        learned = [without_rules(each) if fault else each for each, fault in zip(learned, wrong, strict=True)]
        following = _follow_all(solved, learners, learned)
    following, learned = _without_idle_rules(solved, learners, following, learned)
    each = tuple(
        learner.told(
            solved,
            its,
            visits,
            met,
            lost,
            sure=following.as_good,
            left_open=learner.table.address in following.left_open,
        )
        for learner, its, visits, met, lost in zip(
            learners, learned, following.visits, following.met, following.lost, strict=True
        )
    )
    return AllAdvice(each, None if following.as_good else following)


def _followed(solved: Solved, learners: Sequence[Learner]) -> tuple[Following, list[Learned]]:
    """The best of some tries to learn rules that are right where they lead, the first as they were learned before."""
    tried: list[tuple[Following, list[Learned]]] = []
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
    learners: Sequence[Learner],
    first: Sequence[Learned],
    following: Following,
    learned: list[Learned],
) -> tuple[Following, list[Learned]]:
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
    solved: Solved, learners: Sequence[Learner], following: Following, learned: list[Learned]
) -> tuple[Following, list[Learned]]:
    """The same without rules that nobody takes who plays as well as possible, or follows all advice."""
    if following.doubtful:
        return following, learned
    its = zip(learners, learned, following.met, strict=True)
    shorter = [learner.without_idle(told, visits, following.taken) for learner, told, visits in its]
    if all(len(new.rules) == len(old.rules) for new, old in zip(shorter, learned, strict=True)):
        return following, learned
    found = _follow_all(solved, learners, shorter)
    return (following, learned) if found.worth < following.worth else (found, shorter)


def _follow_all(solved: Solved, learners: Sequence[Learner], learned: Sequence[Learned]) -> Following:
    """What following all advice is worth: in the book itself where its listed states do not tell."""
    told = [*zip(learners, learned, strict=True)]
    found = follow_all(solved, [(learner.table, learner.chances(its), bool(its.rules)) for learner, its in told])
    if not found.doubtful:
        return found
    by_chance = {learner.table.address for learner, its in told if not its.rules and not its.indifferent}
    rules = {learner.table.address: learner.conditions(its) for learner, its in told}
    kept = keep(solved, rules, by_chance)
    if kept is None:
        unsaid = frozenset(learner.table.address for learner, its in told if its.indifferent)
        return replace(found, as_good=False, at_most=True, least=None, left_open=unsaid)
    as_good = not kept.at_most and is_as_good(solved, kept.value, kept.points)
    # Nobody plays better than best play: what is more is rounding.
    value = min(kept.value, solved.best.value) if kept.at_most else kept.value
    return replace(
        found,
        as_good=as_good,
        value=value,
        points=kept.points,
        at_most=kept.at_most,
        doubtful=False,
        least=kept.least if kept.at_most else None,
        left_open=kept.left_open if kept.at_most else frozenset(),
    )


def _no_better_than_chance(following: Following, chance: Callable[[], tuple[Solved, Played]]) -> bool:
    """Whether it is worth no more to follow all advice than to pick at random, if both are known."""
    if following.as_good or following.doubtful:
        return False
    drawn, random = chance()
    return drawn.space.complete and following.no_better_than(random)


def _lengthened(learners: Sequence[Learner], following: Following) -> bool:
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
