"""A book without a reader: every decision is made as a policy says.

The result is a book like any other, so that whatever reads a book (the exact interpreter, the solver, reports) works on
it unchanged. A decision keeps its options, and only *which are open* changes: with `otherwise best` or `first` all are
closed except what the policy takes; with `otherwise random` the decision becomes a random step, its weights 0 or 1.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from msgspec import structs

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.errors import UsageError
from gamebook.model.arithmetic import FALSE, TRUE, ZERO, negate, reads, substituted, truth
from gamebook.model.blocks import with_blocks, with_bodies
from gamebook.model.book import PARAMETER, SEEN, Book, Strategy
from gamebook.model.expression import Const, Expr
from gamebook.model.fold import both, either
from gamebook.model.reserved import ANYTIME
from gamebook.model.step import (
    SHARE,
    Block,
    Choose,
    Leave,
    Loop,
    Option,
    Random,
    Scope,
    Step,
    Weighted,
    fixed_words,
    own_address,
)
from gamebook.strategy.policy import BUILT_IN, Policy

_INFORMED = Strategy(name="reader", parameters=(), rules=(), otherwise="best")
"""Leaves every decision open; only who knows of an option is drawn before it."""


def apply(book: Book, policy: Policy, free: Container[str] = ()) -> Book:
    """The book as the policy plays it. Where it says `otherwise best`, decisions stay that best play makes.

    Args:
        book: the book.
        policy: the policy.
        free: chapters of which it says nothing, whatever it says of others: their decisions stay open.
    """
    return _Reader(book, policy, free=free).book()


def closed(book: Book, policy: Policy) -> Book:
    """The same with every decision and option kept: open is what the policy may take, each of these as often.

    An option that it does not always take where the book has it open keeps when that is (`Option.offered`).

    Raises:
        UsageError: the policy leaves decisions to best play.
    """
    if policy.leaves_to_best:
        raise UsageError(f"{policy.words} leaves decisions to best play, which must be computed first")
    return _Reader(book, policy, kept=True).book()


class Beside(NamedTuple):
    """A book in which a strategy has everything that it does not do beside it."""

    book: Book
    """Each decision of the reader has first the options that the strategy may take, and then, by the same addresses,
    those that it does not take."""
    shares: Mapping[str, float]
    """`Left 1 in 2`: a decision of its own, by the addresses of its options; which share of readers takes each."""


def beside(book: Book, policy: Policy) -> Beside:
    """The book as the policy plays it, with all the rest beside it: what it leaves out can be done, too."""
    reader = _Reader(book, policy, kept=True, beside=True)
    return Beside(reader.book(), reader.shares)


def informed(book: Book) -> Book:
    """The book in which chance decides, before each option that not every reader knows, whether the reader knows it.

    All other decisions are left open, and each keeps all its options: readers read those that they cannot take, and
    take one even where only one is left.
    """
    return _Reader(book, Policy(_INFORMED), kept=True).book()


class Guidance:
    """When a strategy wants each option of a book. Its parameters stand in these conditions as in its rules.

    A decision may be in the book several times, for readers who know of an option and for others.
    """

    def __init__(self, book: Book, strategy: Strategy) -> None:
        """Of a strategy for the book."""
        self._reader = _Reader(book, Policy(strategy))
        self._reader.book()

    def wanted(self, decision: str, opened: Mapping[str, Expr]) -> dict[str, Expr]:
        """When the rules want each option at a decision, by the option's address; never two at once.

        Args:
            decision: its address.
            opened: when each option is open there, by its address.
        """
        step, chapter = self._reader.decisions[decision]
        options = tuple(structs.replace(each, condition=opened[each.address]) for each in step.options)
        here = structs.replace(step, options=options)
        told = _told(here, self._reader.advice(here, chapter))
        return {option.address: wanted for wanted, option in _pairs(told, here)}

    def looked_at(self, decisions: Container[str] | None = None) -> frozenset[str]:
        """The variables and parameters in the rules for some decisions, given by address; None: for all."""
        names = set[str]()
        for decision, (step, _) in self._reader.decisions.items():
            if decisions is None or decision in decisions:
                wanted = self.wanted(decision, {each.address: TRUE for each in step.options})
                names.update(name for each in wanted.values() for name in reads(each))
        return frozenset(names)


class _Wish(NamedTuple):
    """What a rule of a strategy wants at one decision."""

    label: str
    condition: Expr
    share: tuple[int, int]
    """In how many cases of how many."""


class _Reader:
    """Goes through a book from cover to cover."""

    def __init__(
        self, book: Book, policy: Policy, *, kept: bool = False, beside: bool = False, free: Container[str] = ()
    ) -> None:
        self._book = book
        self._free = free
        self._kept = kept
        self._beside = beside
        self._counted = kept and not beside
        """Whether each option keeps when the book has it open, to be counted."""
        self.shares: dict[str, float] = {}
        """With all that it does not do beside it: which part of the readers takes an option that stands for one."""
        self._rules = policy.strategy.rules
        self._policy = policy
        self._fights = 0
        """How many fights are around the present step."""
        self._values: dict[str, Expr] = {PARAMETER + name: Const(value=value) for name, value in policy.values}
        self._chapter: str | None = None
        self.decisions: dict[str, tuple[Choose, str | None]] = {}
        """The reader's decisions by address, as they are written, each with its chapter."""

    def book(self) -> Book:
        """The whole book."""
        parts = {"hero": self._block(self._book.hero), "watches": with_bodies(self._book.watches, self._block)}
        chapters = []
        for chapter in self._book.chapters:
            self._chapter = chapter.name
            body = chapter.body if chapter.name in self._free else self._block(chapter.body)
            chapters.append(structs.replace(chapter, body=body))
        return structs.replace(self._book, **parts, chapters=tuple(chapters))

    def _block(self, block: Block) -> Block:
        return tuple(each for step in block for each in self._step(step))

    def _step(self, step: Step) -> Block:
        match step:
            case Choose(owner="reader", what=what) if what != "missing":  # there, nobody decides
                self.decisions[step.address] = step, self._chapter
                return self._decide(structs.replace(step, options=with_bodies(step.options, self._block)))
            case Scope(what="fight"):
                watches = with_bodies(step.watches, self._block)  # what a fight's end brings is not in the fight
                self._fights += 1
                body = self._block(step.body)
                self._fights -= 1
                return (structs.replace(step, watches=watches, body=body),)
        return (with_blocks(step, self._block),)

    # ---- decisions ----------------------------------------------------------------------------------------

    def _decide(self, step: Choose) -> Block:
        share = min((option.known for option in step.options), default=HUNDRED_PERCENT)
        if share < HUNDRED_PERCENT and self._policy.strategy != BUILT_IN[0]:
            return self._known_or_not(step, share)
        return self._drawn_advice(step, [], self.advice(step, self._chapter))

    def _known_or_not(self, step: Choose, share: int) -> Block:
        """The decision of readers who know of some options, and of those who do not: to them they are closed."""

        def decided(*, known: bool) -> Block:
            told = {"known": HUNDRED_PERCENT} if known else {"known": HUNDRED_PERCENT, "condition": FALSE}
            options = [each if each.known > share else structs.replace(each, **told) for each in step.options]
            written = either(each.condition for each in options if not each.again and not each.goes_on)
            actions = either(each.condition for each in options if each.again)
            onward = {"condition": both([negate(written), actions])}
            options = [structs.replace(each, **onward) if each.goes_on else each for each in options]
            return self._decide(structs.replace(step, options=tuple(options)))

        rows = (
            Weighted(weight=Const(value=share), label="", body=decided(known=True)),
            Weighted(weight=Const(value=HUNDRED_PERCENT - share), label="", body=decided(known=False)),
        )
        return (Random(rows=rows, own=True, address=own_address(step.address)),)

    def _drawn_advice(self, step: Choose, sure: list[_Wish], open_: list[_Wish]) -> Block:
        """The decision, once for each possible result of the shares in its rules (`1 in 5`).

        They are drawn when the reader arrives at the decision; after an action of `anytime` they are not drawn again.
        """
        for place, wish in enumerate(open_):
            some, every = wish.share
            if some < every:
                before, after = [*sure, *open_[:place]], open_[place + 1 :]
                yes = self._drawn_advice(step, [*before, wish._replace(share=(1, 1))], after)
                no = self._drawn_advice(step, before, after)
                if self._beside:
                    return (self._share(step, wish, yes, no),)
                rows = (
                    Weighted(weight=Const(value=some), label=wish.label, body=yes),
                    Weighted(weight=Const(value=every - some), label="", body=no),
                )
                return (Random(rows=rows, own=True, address=own_address(step.address)),)
        return self._decided(step, [*sure, *open_])

    def _share(self, step: Choose, wish: _Wish, yes: Block, no: Block) -> Choose:
        """A decision in which some of all readers do as a rule says, and the others do not."""
        own, (some, every) = SHARE + step.address, wish.share
        shares = {
            f"{own} {wish.label} {some} in {every}": (some, yes),
            f"{own} not {some} in {every}": (every - some, no),
        }
        self.shares |= {address: readers / every for address, (readers, _) in shares.items()}
        options = (
            Option(label=(wish.label,), condition=TRUE, address=address, body=body)
            for address, (_, body) in shares.items()
        )
        return Choose(name=step.name, what=step.what, facing=step.facing, options=tuple(options), address=own)

    def _decided(self, step: Choose, advice: list[_Wish]) -> Block:
        told = _told(step, advice)
        silent = negate(either(told))
        otherwise = "best" if self._policy.best_fights and self._fights else self._policy.strategy.otherwise
        if otherwise == "random" and not self._kept:
            return _drawn(
                step, [either([here, both([silent, truth(each.condition)])]) for here, each in _pairs(told, step)]
            )
        left = silent
        options = []
        for here, each in _pairs(told, step):
            condition = either([here, both([left, each.condition])])
            if otherwise == "first":
                left = both([left, negate(each.condition)])
            if condition != FALSE or self._kept:
                offered = each.condition if condition != each.condition and self._counted else None
                options.append(structs.replace(each, condition=condition, offered=offered))
        if self._beside:
            others = (
                structs.replace(each, condition=both([each.condition, negate(done.condition)]))
                for each, done in zip(step.options, tuple(options), strict=True)
            )
            options += [each for each in others if each.condition != FALSE]
        if len(options) == 1 and options[0].condition == TRUE and not options[0].again and not self._kept:
            return options[0].body
        return (structs.replace(step, options=tuple(options)),)

    def advice(self, step: Choose, chapter: str | None) -> list[_Wish]:
        """What the rules for a decision, or for its chapter, say in turn; what they say of actions comes first."""
        meaning = self._values | dict(step.seen)
        actions = {fixed_words(option.label) for option in step.options if option.again}
        first, rest = list[_Wish](), list[_Wish]()
        for rule in self._rules:
            here = rule.where in (step.name, chapter)
            if not here and not (rule.where == ANYTIME and actions):
                continue
            for number, (label, written) in enumerate(rule.choices):
                condition = substituted(written, meaning)
                if any(name.startswith(SEEN) for name in reads(condition)):  # not in sight here
                    continue
                wish = _Wish(label, truth(condition), rule.shares[number] if rule.shares else (1, 1))
                if here:
                    rest.append(wish)
                elif label in actions:
                    first.append(wish)
        return [*first, *rest]


def _told(step: Choose, advice: list[_Wish]) -> list[Expr]:
    """For each option, when the rules of a strategy want it and it is open: never two at once.

    A rule for an option that is closed says nothing: what comes after its `else` counts.
    """
    told: list[Expr] = [FALSE] * len(step.options)
    undecided: Expr = TRUE
    for wish in advice:
        named = [n for n, option in enumerate(step.options) if fixed_words(option.label) == wish.label]
        if not named:
            continue
        wanted = both([undecided, wish.condition])
        can = either(truth(step.options[number].condition) for number in named)
        undecided = both([undecided, negate(both([wish.condition, can]))])
        for number in named:
            told[number] = either([told[number], both([wanted, truth(step.options[number].condition)])])
            wanted = both([wanted, negate(step.options[number].condition)])
    return told


def _pairs(told: list[Expr], step: Choose) -> Iterator[tuple[Expr, Option]]:
    return zip(told, step.options, strict=True)


def _drawn(step: Choose, weights: list[Expr]) -> Block:
    """One of the options by weight; if all weights are zero, nothing, as with a decision that has nothing open.

    After an action that is offered again, the draw is made again.
    """
    rows = [(weight, option) for weight, option in zip(weights, step.options, strict=True) if weight != ZERO]
    if not rows:
        return ()
    if len(rows) == 1 and isinstance(rows[0][0], Const) and not rows[0][1].again:
        return rows[0][1].body
    once, done = f"draw {step.address}", f"drawn {step.address}"
    branches = tuple(
        Weighted(
            weight=weight,
            label=fixed_words(option.label),
            body=(*option.body, Leave(label=once)) if option.again else option.body,
        )
        for weight, option in rows
    )
    draw = Random(rows=branches, what="choice", address=step.address)
    if not any(option.again for _, option in rows):
        return (draw,)
    turn = Scope(label=once, body=(draw, Leave(label=done)), address=step.address)
    loop = Loop(until=FALSE, body=(turn,), address=step.address)
    return (Scope(label=done, body=(loop,), address=step.address),)
