"""The rules of a chapter that a clause can tell: turns and endings, gains and losses, a roll or a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import singledispatchmethod

from msgspec import Struct, field, structs
from msgspec.structs import replace

from gamebook.model.book import UNWRITTEN
from gamebook.phrases import Hole
from gamebook.publish import prose
from gamebook.publish.decided import Place
from gamebook.publish.document import Run, Runs, plain
from gamebook.publish.least import least
from gamebook.publish.prices import Prices
from gamebook.publish.rules import tested
from gamebook.publish.rules.sentences import Clause, capital, has_parts, lead
from gamebook.publish.rules.told import Told
from gamebook.publish.values import Values
from gamebook.source import Span
from gamebook.syntax import ast

_SAYS_HOW = ast.Change | ast.Score | ast.Roll | ast.Random | ast.Compare | ast.Check
"""What chance decides, in a way that it may name."""
_ByChance = _SAYS_HOW | ast.SetTo | ast.Gain | ast.Lose | ast.Pay | ast.Repeat
"""What chance may decide."""


class Clauses(Struct):
    """The clauses of a book."""

    values: Values
    moved: Mapping[str, int] = field(default_factory=dict)
    """For chapters whose turns are worked out by readers: what is added to the number that the page says."""
    leads_to: dict[str, None] = field(default_factory=dict)
    """The chapters that what was written since the last `clear` turns to in words of its own."""
    usual: ast.Resolution | None = None
    """How the book decides what chance decides; None: by dice."""
    on_dice: frozenset[Place] = frozenset()
    """Where dice decide, though another way is asked for."""
    accounts: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    """The accounts of those steps that must say which is theirs: one for each time that the section has the step."""
    named_around: Mapping[tuple[Place, str], str] = field(default_factory=dict)
    """The accounts of those steps around which an account is named: each thing there has one of its own."""
    written: Counter[Place] = field(default_factory=Counter)
    """How often steps with accounts were written so far."""
    current: ast.Resolution | None = None
    """How it is decided here, where that is another way."""
    ways_to_decide: set[str] = field(default_factory=set)
    """The ways that were named so far."""
    once: frozenset[str] = frozenset()
    """The named rules that the rules page tells, and sections only name."""
    moments: frozenset[str] = frozenset()
    """The moments of fights at which something happens in some fight."""
    apart: set[Clause] = field(default_factory=set)
    """The clauses that have a sentence of their own, because they say what is done at the same time."""
    brackets: bool = False
    """Whether something in square brackets was written so far."""
    closing: Prices = frozenset()
    """The prices that close a choice."""
    choice: Span | None = None
    """Where the choice stands of which the rules are written."""
    assured: frozenset[Span] = frozenset()
    """The prices and losses that the conditions around them assure."""
    single: bool = False
    """Whether a fight is being written in which no two foes fight at the same time."""
    told: Told = field(default_factory=Told)
    """The rules that were written so far, or left out for a reason."""

    def say(self, key: str, count: int | None = 2, **fills: str | Runs) -> Clause:
        """A phrase with its holes filled, by words or by runs."""
        found: list[Run] = []
        fill: Runs = ()
        for part in self.values.phrases.parts(key, count):
            if not isinstance(part, Hole):
                found.append(Run(self.values.phrases.closed(plain(fill), part)))
                continue
            given = fills[part]
            fill = (Run(given),) if isinstance(given, str) else given
            if found and fill:
                before, after = self.values.phrases.met(found[-1].text, plain(fill))
                found[-1] = replace(found[-1], text=before)
                fill = _shortened(fill, len(plain(fill)) - len(after))
            found += fill
        return tuple(found)

    def lead(self, head: Clause, clause: Clause | None = None) -> Runs:
        """A head and what it announces, in a line: `Head: clause.`"""
        return lead(head, clause, self.values.say("colon"))

    def both(self, clauses: Sequence[Clause]) -> Clause:
        """`a, b and c`; what follows a clause that has parts of its own begins a new sentence: `a; b. C and d`

        What is done at the same time has a sentence of its own: `a and b. At the same time c and d. E`
        """
        groups: list[list[Clause]] = [[]]
        for clause in clauses:
            last = groups[-1][-1] if groups[-1] else None
            if last is not None and (has_parts(last) or last in self.apart or clause in self.apart):
                groups.append([])
            groups[-1].append(clause)
        first, *others = [self._joined(group) for group in groups]
        for each in others:
            first = (*first, Run(". "), *capital(each))
        if not self.apart.isdisjoint(clauses):
            self.apart.add(first)
        return first

    def _joined(self, clauses: Sequence[Clause], last: str = "last") -> Clause:
        found = clauses[0]
        for place, clause in enumerate(clauses[1:], start=2):
            found = self.say(last if place == len(clauses) else "list", left=found, right=clause)
        return found

    def number(self, chapter: str) -> Runs:
        """The number of a chapter, which leads there."""
        self.leads_to[str(chapter)] = None
        return (Run(self.values.number_of(chapter), bold=True, chapter=str(chapter)),)

    def target(self, target: ast.Target) -> Clause | None:
        """A turn or an ending as a clause."""
        match target:
            case ast.ToChapter(chapter=chapter) if chapter in self.values.numbers:
                return self.say("turn", n=self.number(chapter))
            case ast.ToChapter(chapter=chapter):
                return self.ending(self.values.names.endings.get(chapter, "ending"), chapter)
            case ast.ToEnding(kind=kind, text=text, score=score):
                clause = self.ending(kind, text)
                if score is None:
                    return clause
                count = self.values.count(score)
                if count is not None and count >= 0:
                    return self.both([self.say("end-score", count, n=str(count)), clause])
                return self.both([self._score(score), clause])
            case ast.ToComputed(value=value):
                return self.say("turn-computed", value=self.values.value(self.move(value)))
            case ast.Back():
                again, here = self.values.again, self.values.here
                return self.say("turn-back-other" if here in again or (again and not here) else "turn-back")
        return None

    def move(self, value: ast.Expr) -> ast.Expr:
        """The number that readers work out, where the chapters that it leads to have moved together."""
        known = self.values.known(value)
        match known:
            case ast.Binary(op="+", left=ast.Number(base), right=rest) if str(base) in self.moved:
                return ast.Binary("+", ast.Number(base + self.moved[str(base)]), rest)
            case ast.Binary(op="+", left=rest, right=ast.Number(base)) if str(base) in self.moved:
                return ast.Binary("+", rest, ast.Number(base + self.moved[str(base)]))
        return known

    def ending(self, kind: str, text: str) -> Clause:
        """How the book ends, or where a draft does."""
        if kind == UNWRITTEN:
            return self.say("end-unwritten")
        if text and text != kind:
            return self.say(f"end-{kind}", text=self.words(text))
        return self.say(f"end-{kind}-plain") if kind != "ending" else self.say("end-ending", text="—")

    def words(self, text: str) -> Runs:
        """A line of the author's, with its values; what a rule system says has its words in each language."""
        said = self.values.phrases.name(text)
        if said is not None:
            return (Run(said),)
        return prose.words(text, self.shown, self.values.phrases.quotes)

    def shown(self, value: ast.Expr) -> str:
        """What stands in words of the author's for a value."""
        self.brackets = self.brackets or self.values.count(value) is None
        return self.values.value_shown(value)

    @singledispatchmethod
    def clause(self, step: ast.Node) -> Clause | None:
        """A step as a clause; None for one that needs more, empty for one that says nothing."""
        del step
        return None

    @clause.register
    def _(self, step: ast.Turn) -> Clause | None:
        return self.target(step.target)

    @clause.register
    def _(self, step: ast.End) -> Clause | None:
        return self.target(step.ending)

    @clause.register
    def _(self, step: ast.Change) -> Clause | None:
        values, place = self.values, step.place
        amount, sign = with_sign(values.known(step.amount))
        sign *= step.sign
        count, n = values.count(amount), values.value(amount)
        if count == 0 or place.id in values.names.unwritten:
            return ()
        if place.id in values.names.codewords:
            return self.say("note" if sign > 0 else "erase", word=values.name(place.id))
        many = values.how_many(place.id)
        if place.id in values.names.items and not place.foe:
            clause = self._items(place.id, amount, gain=sign > 0)
            clause = self._beside_limit(place.id, clause) if sign > 0 else clause
        elif place.foe or not _is_figure(amount):
            clause = self.say("gain-value" if sign > 0 else "lose-value", name=self._place(place), n=n)
        elif place.initial:
            clause = self.say("gain-initial" if sign > 0 else "lose-initial", many, name=values.heading(place.id), n=n)
        elif place.id in values.names.stats and not values.phrases.has_forms(place.id):
            clause = self.say("gain-points" if sign > 0 else "lose-points", count, n=n, name=values.name(place.id))
        elif values.counts_things(place.id, count):
            clause = self.say("gain" if sign > 0 else "lose", count, n=n, name=values.so_many(place.id, count))
        else:
            clause = self.say("gain-value" if sign > 0 else "lose-value", name=self._place(place), n=n)
        if step.beyond:
            clause = self.say("beyond", many, clause=clause, name=values.heading(place.id))
        return self.by_dice(clause, step, amount)

    def by_dice(self, clause: Clause, step: _ByChance, amount: ast.Expr | None) -> Clause:
        """The same for a clause that chance decides only if there are dice in an amount."""
        known = self.values.known(amount) if amount is not None else ast.Number(1)
        return self.by(clause, step) if tested.rolls(known, self.values.names.lets) else clause

    def by(self, clause: Clause, step: _ByChance) -> Clause:
        """A clause about chance, with a word where it is not decided as usual, or with an account like others."""
        place = (self.values.here, step.span)
        own = step.resolution if isinstance(step, _SAYS_HOW) else None
        here = ast.Resolution("dice") if place in self.on_dice else own or self.current
        account = self._account(place)
        if own is None and here is not None and here.account is not None:
            account = self.named_around.get((place, str(here.account)), "")
        if account:
            here = structs.replace(here or ast.Resolution(None), account=ast.Id(account))
        if here is None:
            return clause
        usual = self.usual or ast.Resolution("dice")
        here = structs.replace(here, mode=here.mode or (self.current and self.current.mode) or usual.mode)
        if here.account is None and (here.mode, here.manner) == (usual.mode, usual.manner):
            return clause
        return self.say("by-how", clause=clause, how=self.how(here))

    def _account(self, place: Place) -> str:
        """The account of a step that must say which is its; the next time, that of the next place with this step."""
        names = self.accounts.get(place)
        if names is None:
            return ""
        self.written[place] += 1
        return names[min(self.written[place], len(names)) - 1]

    def how(self, resolution: ast.Resolution) -> str:
        """A way to decide what chance decides."""
        key = "-".join(part for part in (resolution.mode or "dice", resolution.manner) if part)
        self.ways_to_decide |= {str(resolution.mode), key}
        words = self.values.say(f"how-{key}")
        return self.values.say("how-account", how=words, account=resolution.account) if resolution.account else words

    def _place(self, place: ast.Place) -> str:
        if place.foe:
            return self.values.of_foe(place.id, place.whose)
        if place.id not in self.values.names.on_sheet:
            return self.values.name(place.id)
        key = "initial" if place.initial else "your"
        return self.values.say(key, self.values.how_many(place.id), name=self.values.heading(place.id))

    def _number(self, place: ast.Place) -> str:
        """The place, where a number is put there: that of things which are counted is how many readers have."""
        values = self.values
        is_count = place.id in values.names.on_sheet and values.phrases.has_forms(place.id)
        return values.number_held(place.id) if is_count and not (place.foe or place.initial) else self._place(place)

    def _items(self, item: str, count: ast.Expr | None, *, gain: bool) -> Clause:
        number = self.values.count(count)
        if number == 1 and self.values.names.items.get(item, 1) == 1:
            return self.say("take" if gain else "drop", item=self.values.name(item))
        n = self.values.value(count) if count is not None else "1"
        if count is not None and not self._stands_before(count):
            return self.say("take-value" if gain else "drop-value", n=n, item=self.values.name(item, number))
        return self.say("take-n" if gain else "drop-n", number, n=n, item=self.values.name(item, number))

    @clause.register
    def _(self, step: ast.Both) -> Clause | None:
        clauses = [clause for each in step.changes if (clause := self.clause(each))]
        if len(clauses) < 2:
            return clauses[0] if clauses else ()
        found = self.say("at-once", left=self._joined(clauses[:-1], "list"), right=clauses[-1])
        raised = [each.place for each in step.changes if each.sign > 0]
        if {str(each.id) for each in raised if each.initial} & {str(each.id) for each in raised if not each.initial}:
            found = self.say("both-old-initial", clause=found)
        self.apart.add(found)
        return found

    @clause.register
    def _(self, step: ast.SetTo) -> Clause | None:
        if step.place.id in self.values.names.unwritten:
            return ()
        if step.place.id in self.values.names.one_ofs and isinstance(step.value, ast.Name):
            name, value = self.values.name(step.place.id), self.values.name(step.value.id)
            if self.values.is_copy(step.place.id, step.value.id):
                return self.say("become-same", left=name, right=value)
            return self.say("become", name=name, value=value)
        if step.place.id in self.values.names.items and not step.place.foe:
            clause = self._set_items(step.place.id, step.value)
        else:
            clause = self.say("becomes", name=self._number(step.place), value=self.values.value(step.value))
        return self.by_dice(clause, step, step.value)

    def _set_items(self, item: str, value: ast.Expr) -> Clause:
        """Changing how many of an item readers have, whatever they had before."""
        values, number, most = self.values, self.values.count(value), self.values.names.items[item]
        if number is not None and number <= 0:
            return self._items(item, None, gain=False) if most == 1 else self._all_of(item)
        if number is not None and most == 1:
            clause = self._items(item, None, gain=True)
        else:
            shown = values.value(value if number is None else ast.Number(min(number, most)))
            clause = self.say("becomes", name=values.number_held(item), value=shown)
        return self._beside_limit(item, clause)

    def _beside_limit(self, item: str, clause: Clause) -> Clause:
        """What gives an item without a look at its limits, which may have no room for it."""
        return self.say("take-beyond", clause=clause) if item in self.values.names.crowded else clause

    def _all_of(self, name: str) -> Clause:
        return self.say("drop-all", self.values.how_many_in(name), name=self.values.name(name, None))

    @clause.register
    def _(self, step: ast.Gain) -> Clause | None:
        names = self.values.names
        if step.item in names.values and step.item not in names.items:
            one = names.values[step.item]
            return self.say("become", name=self.values.name(one), value=self.values.name(step.item))
        clause = self.by_dice(self._items(step.item, step.count, gain=True), step, step.count)
        if step.swap:
            return self.say("take-swap", clause=clause)
        return self.say("take-whole", clause=clause) if step.whole else clause

    @clause.register
    def _(self, step: ast.Lose) -> Clause | None:
        names = self.values.names
        if step.how == "random":
            return self.say("drop-random", name=self.values.name(step.what))
        if step.how == "all" or step.what in names.limits:
            return self._all_of(step.what)
        if step.what in names.one_ofs:
            first = names.one_ofs[step.what].values[0].id
            return self.say("become", name=self.values.name(step.what), value=self.values.name(first))
        if step.what in names.numbers or step.what in names.stats:
            change = ast.Change(ast.Place(step.what), -1, step.count or ast.Number(1), span=step.span)
            return self.clause(change)
        clause = self._items(step.what, step.count, gain=False)
        if self.choice is not None and self.values.count(step.count) != 1 and step.span not in self.assured:
            clause = self.say("drop-or-all", clause=clause)  # else it would seem that the choice is not open
        return self.by_dice(clause, step, step.count)

    @clause.register
    def _(self, step: ast.NoteWord) -> Clause | None:
        return self.say("note", word=self.values.name(step.codeword))

    @clause.register
    def _(self, step: ast.EraseWord) -> Clause | None:
        return self.say("erase", word=self.values.name(step.codeword))

    @clause.register
    def _(self, step: ast.Pay) -> Clause | None:
        count = self.values.count(step.amount)
        key = "pay" if self._stands_before(step.amount) else "pay-value"
        closes = self.choice is not None and (self.choice, step.span) in self.closing
        if not closes and step.span not in self.assured:
            key += "-or-all"
        clause = self.say(key, count, n=self.values.value(step.amount), name=self.values.so_many(step.what, count))
        return self.by_dice(clause, step, step.amount)

    def _stands_before(self, amount: ast.Expr) -> bool:
        """Whether the words for an amount can stand before a noun: figures, or the name of a number that was chosen."""
        known = self.values.known(amount)
        if isinstance(known, ast.Name):
            return known.id not in self.values.names.on_sheet and known.id not in self.values.names.lets
        return _is_figure(known)

    @clause.register
    def _(self, step: ast.Restore) -> Clause | None:
        return self.say("restore", name=self._place(step.place))

    @clause.register
    def _(self, step: ast.SwapValues) -> Clause | None:
        key = "swap-stats" if {step.left, step.right} <= self.values.names.stats.keys() else "swap"
        return self.say(key, left=self.values.heading(step.left), right=self.values.heading(step.right))

    @clause.register
    def _(self, step: ast.Store) -> Clause | None:
        key = "return" if step.back else "store"
        many, name = self.values.how_many_in(step.what), self.values.name(step.what, None)
        return self.say(key, many, name=name, place=self.values.name(step.chest))

    @clause.register
    def _(self, step: ast.Tick) -> Clause | None:
        single = step.boxes is None and not self.values.has_several_boxes(self.values.here)
        return self.say("tick" if single else "tick-next")

    @clause.register
    def _(self, step: ast.Score) -> Clause | None:
        clause = self._score(step.amount)
        return self.by_dice(clause, step, step.amount)

    def _score(self, score: ast.Expr) -> Clause:
        """Points that the reader earns or loses."""
        amount, sign = with_sign(self.values.known(score))
        key = "score-gain" if sign > 0 else "score-lose"
        if not _is_figure(amount):
            key += "-value"
        return self.say(key, self.values.count(amount), n=self.values.value(amount))

    @clause.register
    def _(self, step: ast.Happen) -> Clause | None:
        if step.event not in self.moments or f"on-{step.event}" in self.values.phrases.words:
            return ()
        return self.say("moment", name=self.values.name(step.event))

    @clause.register
    def _(self, step: ast.DoRule) -> Clause | None:
        clause = self.say("do-rule", name=self.values.rule_head(step.rule))
        if not step.arguments:
            return clause
        parameters = (str(each.id) for each in self.values.names.rules[step.rule].parameters)
        given = zip(parameters, step.arguments, strict=True)
        shown = [f"{self.values.name(name)} = {self.values.value(value)}" for name, value in given]
        return self.say("do-rule-with", clause=clause, values=self.values.joined(shown, "list"))

    @property
    def in_their_places(self) -> Mapping[str, ast.RuleDecl]:
        """The named rules whose steps are told wherever the rule is used."""
        return {name: rule for name, rule in self.values.names.rules.items() if name not in self.once}

    @clause.register
    def _(self, step: ast.ResolveOn) -> Clause | None:
        del step
        return ()

    @clause.register
    def _(self, step: ast.ChooseAmount) -> Clause | None:
        low, high = self.values.value(step.low), self.values.value(step.high)
        begin, end = self.values.count(step.low), least(self.values.known(step.high), self.values.names.lows)
        never_empty = begin is not None and end is not None and begin <= end
        key = "choose-amount" if never_empty else "choose-amount-or-none"
        return self.say(key, low=low, high=high, name=self.values.name(step.name))

    @clause.register
    def _(self, step: ast.Roll) -> Clause | None:
        if step.rows:
            return None
        return self.by(self.roll(step), step)

    def roll(self, step: ast.Roll) -> Clause:
        """Rolling some dice."""
        dice = self.values.value(step.value)
        if step.name is not None:
            return self.say("roll-named", dice=dice, name=self.values.name(step.name))
        match step.value:
            case ast.Dice(count=ast.Number(1 | 2 as count), sides=6, keep=None, explode=0):
                return self.say("roll-one" if count == 1 else "roll-two")
        return self.say("roll", dice=dice)

    @clause.register
    def _(self, step: ast.Check) -> Clause | None:
        return self.test(step) if not step.rows else None

    def test(self, step: ast.Check) -> Clause:
        """Testing something, with its dice."""
        return self.by(tested.test(self.values, self.say, step), step)


def _is_figure(amount: ast.Expr) -> bool:
    """Whether an amount is written in figures: a number, or dice such as `2d6`."""
    match amount:
        case ast.Dice(count=ast.Number(), keep=None, explode=0):
            return True
    return isinstance(amount, ast.Number)


def with_sign(amount: ast.Expr) -> tuple[ast.Expr, int]:
    """An amount without its minus, and its sign: what is lost is not a gain of less than nothing."""
    match amount:
        case ast.Number(value) if value < 0:
            return ast.Number(-value), -1
        case ast.Unary(op="-", operand=operand):
            return operand, -1
    return amount, 1


def _shortened(runs: Runs, letters: int) -> Runs:
    """Runs without the first letters, which stand in one run: an article that became a part of the word before it."""
    return (replace(runs[0], text=runs[0].text[letters:]), *runs[1:]) if letters else runs
