"""The rules of a chapter in words: each step of the page is a clause of a sentence, or a paragraph of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod

from gamebook.phrases import Hole
from gamebook.publish import prose
from gamebook.publish.document import Block, Foes, Kind, Paragraph, Run, Runs, bold, plain
from gamebook.publish.known import in_place, with_words
from gamebook.publish.values import Values
from gamebook.resolve.walk import find
from gamebook.syntax import ast

_ENDS = ".!?…:;。！？"
_CLOSING = "”\"’'»)*_"
_DICE_ROWS = (("random-one", 6), ("random-two", 36))

Clause = Runs
"""Words without a capital and a full stop."""


def sentence(clause: Clause) -> Runs:
    """A clause as a sentence."""
    runs = list(clause)
    for place, run in enumerate(runs):
        if run.text:
            runs[place] = replace(run, text=run.text[:1].upper() + run.text[1:])
            break
    if not ends(runs):
        runs.append(Run("."))
    return tuple(runs)


def ends(runs: Iterable[Run]) -> bool:
    """Whether a sentence is over at the end of these letters."""
    text = plain(runs).rstrip().rstrip(_CLOSING)
    return text.endswith(tuple(_ENDS))


@dataclass
class Writer:
    """Writes the rules of a book, chapter by chapter."""

    values: Values
    moved: Mapping[str, int] = field(default_factory=dict)
    """For chapters whose turns are worked out by readers: what is added to the number that the page says."""
    leads_to: dict[str, None] = field(default_factory=dict)
    """The chapters that what was written since the last `clear` turns to in words of its own."""

    # ---- clauses ---------------------------------------------------------------------------------------------

    def say(self, key: str, count: int | None = 2, **fills: str | Runs) -> Clause:
        """A phrase with its holes filled, by words or by runs."""
        found: list[Run] = []
        for part in self.values.phrases.parts(key, count):
            if not isinstance(part, Hole):
                found.append(Run(part))
                continue
            fill = fills[part]
            found += [Run(fill)] if isinstance(fill, str) else fill
        return tuple(found)

    def both(self, clauses: Sequence[Clause]) -> Clause:
        """`a, b and c`"""
        found = clauses[0]
        for place, clause in enumerate(clauses[1:], start=2):
            found = self.say("last" if place == len(clauses) else "list", left=found, right=clause)
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
                words = self.say("end-score", self.values.count(score), n=self.values.value(score))
                return self.both([words, clause])
            case ast.ToComputed(value=value):
                return self.say("turn-computed", value=self.values.value(self.move(value)))
            case ast.Back():
                return self.say("turn-back")
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
        """How the book ends."""
        if text and text != kind:
            return self.say(f"end-{kind}", text=self.words(text))
        return self.say(f"end-{kind}-plain") if kind != "ending" else self.say("end-ending", text="—")

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
        amount = values.known(step.amount)
        sign = step.sign
        if isinstance(amount, ast.Number) and amount.value < 0:
            amount, sign = ast.Number(-amount.value), -sign
        count, n = values.count(amount), values.value(amount)
        if count == 0:
            return ()
        if place.id in values.names.codewords:
            return self.say("note" if sign > 0 else "erase", word=values.name(place.id))
        if place.id in values.names.items and not place.foe:
            return self._items(place.id, amount, gain=sign > 0)
        if place.foe:
            foe = place.whose or values.say("the-foe")
            clause = self.say("foe-gains" if sign > 0 else "foe-loses", foe=foe, n=n, name=values.name(place.id))
        elif place.initial:
            clause = self.say("gain-initial" if sign > 0 else "lose-initial", name=values.name(place.id), n=n)
        else:
            key = ("gain" if sign > 0 else "lose") + ("-points" if place.id in values.names.stats else "")
            clause = self.say(key, count, n=n, name=values.name(place.id, count))
        if step.beyond:
            clause = self.say("beyond", clause=clause, name=values.name(place.id))
        return self._by(clause, step.resolution)

    def _by(self, clause: Clause, resolution: ast.Resolution | None) -> Clause:
        without = resolution is not None and resolution.mode not in (None, "dice")
        return self.say("by-ledger", clause=clause) if without else clause

    def _place(self, place: ast.Place) -> str:
        if place.foe:
            foe = place.whose or self.values.say("the-foe")
            return self.values.say("of-foe", name=self.values.name(place.id), foe=foe)
        key = "initial" if place.initial else "your"
        return self.values.say(key, name=self.values.name(place.id))

    def _items(self, item: str, count: ast.Expr | None, *, gain: bool) -> Clause:
        number = self.values.count(count)
        if number == 1 and self.values.names.items.get(item, 1) == 1:
            return self.say("take" if gain else "drop", item=self.values.name(item))
        n = self.values.value(count) if count is not None else "1"
        return self.say("take-n" if gain else "drop-n", number, n=n, item=self.values.name(item, number))

    @clause.register
    def _(self, step: ast.Both) -> Clause | None:
        clauses = [clause for each in step.changes if (clause := self.clause(each))]
        if len(clauses) < 2:
            return clauses[0] if clauses else ()
        return self.say("at-once", left=self.both(clauses[:-1]), right=clauses[-1])

    @clause.register
    def _(self, step: ast.SetTo) -> Clause | None:
        if step.place.id in self.values.names.one_ofs and isinstance(step.value, ast.Name):
            name, value = self.values.name(step.place.id), self.values.name(step.value.id)
            return self.say("become", name=name, value=value)
        return self.say("becomes", name=self._place(step.place), value=self.values.value(step.value))

    @clause.register
    def _(self, step: ast.Gain) -> Clause | None:
        names = self.values.names
        if step.item in names.values and step.item not in names.items:
            one = names.values[step.item]
            return self.say("become", name=self.values.name(one), value=self.values.name(step.item))
        clause = self._items(step.item, step.count, gain=True)
        if step.swap:
            return self.say("take-swap", clause=clause)
        return self.say("take-whole", clause=clause) if step.whole else clause

    @clause.register
    def _(self, step: ast.Lose) -> Clause | None:
        names = self.values.names
        if step.how == "random":
            return self.say("drop-random", name=self.values.name(step.what))
        if step.how == "all" or step.what in names.limits:
            return self.say("drop-all", name=self.values.name(step.what, None))
        if step.what in names.one_ofs:
            first = names.one_ofs[step.what].values[0].id
            return self.say("become", name=self.values.name(step.what), value=self.values.name(first))
        if step.what in names.numbers or step.what in names.stats:
            change = ast.Change(ast.Place(step.what), -1, step.count or ast.Number(1))
            return self.clause(change)
        return self._items(step.what, step.count, gain=False)

    @clause.register
    def _(self, step: ast.NoteWord) -> Clause | None:
        return self.say("note", word=self.values.name(step.codeword))

    @clause.register
    def _(self, step: ast.EraseWord) -> Clause | None:
        return self.say("erase", word=self.values.name(step.codeword))

    @clause.register
    def _(self, step: ast.Pay) -> Clause | None:
        count = self.values.count(step.amount)
        return self.say("pay", count, n=self.values.value(step.amount), name=self.values.name(step.what, count))

    @clause.register
    def _(self, step: ast.Restore) -> Clause | None:
        return self.say("restore", name=self._place(step.place))

    @clause.register
    def _(self, step: ast.SwapValues) -> Clause | None:
        return self.say("swap", left=self.values.name(step.left), right=self.values.name(step.right))

    @clause.register
    def _(self, step: ast.Store) -> Clause | None:
        key = "return" if step.back else "store"
        return self.say(key, name=self.values.name(step.what, None), place=self.values.name(step.chest))

    @clause.register
    def _(self, step: ast.Tick) -> Clause | None:
        return self.say("tick" if step.boxes is None else "tick-next")

    @clause.register
    def _(self, step: ast.Score) -> Clause | None:
        amount = self.values.known(step.amount)
        loses = isinstance(amount, ast.Number) and amount.value < 0
        if isinstance(amount, ast.Number):
            amount = ast.Number(abs(amount.value))
        count = self.values.count(amount)
        return self._by(self.say("score-lose" if loses else "score-gain", count, n=self.values.value(amount)),
                        step.resolution)  # fmt: skip

    @clause.register
    def _(self, step: ast.Happen) -> Clause | None:
        del step
        return ()

    @clause.register
    def _(self, step: ast.ResolveOn) -> Clause | None:
        del step
        return ()

    @clause.register
    def _(self, step: ast.ChooseAmount) -> Clause | None:
        low, high = self.values.value(step.low), self.values.value(step.high)
        return self.say("choose-amount", low=low, high=high, name=self.values.name(step.name))

    @clause.register
    def _(self, step: ast.Roll) -> Clause | None:
        if step.rows:
            return None
        return self._roll(step)

    def _roll(self, step: ast.Roll) -> Clause:
        dice = self.values.value(step.value)
        if step.name is not None:
            return self.say("roll-named", dice=dice, name=self.values.name(step.name))
        match step.value:
            case ast.Dice(count=ast.Number(1 | 2 as count), sides=6, keep=None, explode=0):
                return self.say("roll-one" if count == 1 else "roll-two")
        return self.say("roll", dice=dice)

    @clause.register
    def _(self, step: ast.Check) -> Clause | None:
        return self._test(step) if not step.rows else None

    # ---- blocks ----------------------------------------------------------------------------------------------

    def block(self, steps: ast.Block, level: int = 0) -> Iterator[Block]:
        """The paragraphs of some steps."""
        clauses: list[Clause] = []
        after_fight = False

        def told(kind: Kind = "rule") -> Iterator[Block]:
            nonlocal after_fight
            if clauses:
                whole = self.both(clauses)
                if after_fight:
                    whole = self.say("fight-won", clause=whole)
                yield Paragraph(sentence(whole), kind, level)
            after_fight = False
            clauses.clear()

        for step, covered in with_words(in_place(steps, self.values.names.rules)):
            if isinstance(step, ast.InWords):
                yield from told()
                if step.words:
                    yield Paragraph(self.own_words(step, covered), "rule", level)
                continue
            clause = self.clause(step)
            if clause is not None:
                if clause:
                    clauses.append(clause)
                continue
            yield from told()
            yield from self.step(step, level)
            after_fight = isinstance(step, ast.Fight) and _goes_on_when_won(step)
        yield from told()

    def short(self, steps: ast.Block) -> Clause | None:
        """A block as one clause; None where it needs paragraphs, empty where it says nothing."""
        clauses: list[Clause] = []
        for step, _ in with_words(in_place(steps, self.values.names.rules)):
            if isinstance(step, ast.InWords):
                if step.words:
                    return None  # sentences of the author's own
                continue
            clause = self.clause(step)
            if clause is None:
                return None
            if clause:
                clauses.append(clause)
        return self.both(clauses) if clauses else ()

    def own_words(self, step: ast.InWords, covered: ast.Block) -> Runs:
        """The author's words for some rules; `{turn}` is the number of the chapter that they turn to."""
        found: list[Run] = []
        turns = iter(find(covered, ast.ToChapter))
        for place, part in enumerate(step.words.split("{turn}")):
            if place:
                target = next((each for each in turns if each.chapter in self.values.numbers), None)
                found += self.number(target.chapter) if target is not None else (Run("…"),)
            if part:
                found += self.words(part)
        return tuple(found)

    def words(self, text: str) -> Runs:
        """A line of the author's, with its values; what a rule system says has its words in each language."""
        said = self.values.phrases.name(text)
        if said is not None:
            return (Run(said),)
        return prose.words(text, self.values.value_shown, self.quotes)

    @property
    def quotes(self) -> tuple[str, ...]:
        """The quotation marks of the language: outer and inner."""
        return tuple(self.values.phrases.words["quotes"].split(" "))

    def headed(self, head: Clause, steps: ast.Block, level: int, kind: Kind = "row") -> Iterator[Block]:
        """Words and what belongs to them: in a line if that is short, else in paragraphs beneath."""
        short = self.short(steps)
        if short is not None:
            yield Paragraph(self.lead(head, short or self.say("nothing")), kind, level)
            return
        yield Paragraph(self.lead(head), kind, level)
        yield from self.block(steps, level + 1)

    def lead(self, head: Clause, clause: Clause | None = None) -> Runs:
        """`Head: clause.` With no clause yet to come, `Head:`; with an empty one, `Head.`"""
        opened = sentence(head)
        if not ends(head):
            opened = opened[:-1]
        over = ends(opened)
        if clause is None:
            return opened if over else (*opened, Run(":"))
        if not clause:
            return opened if over else (*opened, Run("."))
        if over:
            return (*opened, Run(" "), *sentence(clause))
        rest = sentence(clause)
        rest = (replace(rest[0], text=clause[0].text), *rest[1:]) if rest else ()
        return (*opened, Run(": "), *rest)

    @singledispatchmethod
    def step(self, step: ast.Node, level: int) -> Iterator[Block]:
        """A step that is more than a clause."""
        del step, level
        yield from ()

    @step.register
    def _(self, step: ast.Prose, level: int) -> Iterator[Block]:
        yield from prose.paragraphs(step.text, self.values.value_shown, level, self.quotes)

    @step.register
    def _(self, step: ast.If, level: int) -> Iterator[Block]:
        condition = self.values.known(step.condition)
        if isinstance(condition, ast.Number):
            yield from self.block(step.body if condition.value else step.otherwise, level)
            return
        yield from self.headed(self.say("if", condition=self.values.condition(condition)), step.body, level)
        otherwise = step.otherwise
        while otherwise:
            match otherwise:
                case (ast.If(condition=other, body=body, otherwise=otherwise),):
                    head = self.say("otherwise-if", condition=self.values.condition(other))
                    yield from self.headed(head, body, level)
                case _:
                    yield from self.headed(self.say("otherwise"), otherwise, level)
                    return

    # ---- choices ---------------------------------------------------------------------------------------------

    def option(self, option: ast.Option, level: int) -> Iterator[Block]:
        """A choice."""
        label: Runs = self.words(option.label) if option.label else ()
        condition = self.values.known(option.condition) if option.condition is not None else None
        if isinstance(condition, ast.Number):
            if not condition.value:
                return
            condition = None
        head = label
        if condition is not None:
            head = self.say("choice-if", label=label, condition=self.values.condition(condition))
        turn: Clause | None = None
        if option.target is not None:
            turn = self.say("turn-secret") if option.secret else self.target(option.target)
        body = self.short(option.body)
        if body is not None:
            clause = self.both([each for each in (body, turn) if each]) if body or turn else ()
            if not plain(head).strip():
                yield Paragraph(sentence(clause), "choice", level)
            else:
                yield Paragraph(self.lead(head, clause), "choice", level)
            return
        yield Paragraph(self.lead(head), "choice", level)
        yield from self.block(option.body, level + 1)
        if turn:
            yield Paragraph(sentence(turn), "rule", level + 1)

    @step.register
    def _(self, step: ast.Menu, level: int) -> Iterator[Block]:
        for option in step.options:
            yield from self.option(option, level)

    @step.register
    def _(self, step: ast.May, level: int) -> Iterator[Block]:
        head = self.say("may", label=self.words(step.label))
        yield from self.headed(head, step.body, level, "choice")

    @step.register
    def _(self, step: ast.Choose, level: int) -> Iterator[Block]:
        if step.count is None:
            head = self.say("choose")
        else:
            head = self.say("choose-n", self.values.count(step.count), n=self.values.value(step.count))
        yield Paragraph(self.lead(head), "rule", level)
        for option in step.options:
            yield from self.option(option, level + 1)

    @step.register
    def _(self, step: ast.RivalChooses, level: int) -> Iterator[Block]:
        yield Paragraph(self.lead(self.say("rival")), "rule", level)
        for option in step.options:
            yield from self.option(option, level + 1)

    @step.register
    def _(self, step: ast.Ask, level: int) -> Iterator[Block]:
        yield Paragraph(
            self.lead(self.say("question", question=prose.words(step.question, None, self.quotes))), "rule", level
        )
        for row in step.rows:
            yield from self.headed(self.say("answer", n=_range(row.low, row.high)), row.body, level + 1)
        if step.otherwise:
            yield from self.headed(self.say("answer-else"), step.otherwise, level + 1)

    # ---- dice ------------------------------------------------------------------------------------------------

    @step.register
    def _(self, step: ast.Roll, level: int) -> Iterator[Block]:
        yield Paragraph(self.lead(self._by(self._roll(step), step.resolution)), "rule", level)
        for row in step.rows:
            yield from self.headed(bold(self.say("row", n=_range(row.low, row.high))), row.body, level + 1)

    @step.register
    def _(self, step: ast.Random, level: int) -> Iterator[Block]:
        weights = [self.values.count(row.weight) for row in step.rows]
        heads = self._weights(weights)
        if heads is None:
            yield Paragraph(self.lead(self._by(self.say("random-weights"), step.resolution)), "rule", level)
            for row in step.rows:
                head = bold(self.say("weight", n=self.values.value(row.weight)))
                yield from self.headed(head, row.body, level + 1)
            return
        first, ranges = heads
        yield Paragraph(self.lead(self._by(first, step.resolution)), "rule", level)
        for row, range_ in zip(step.rows, ranges, strict=True):
            if range_:
                yield from self.headed(bold(self.say("row", n=range_)), row.body, level + 1)

    def _weights(self, weights: Sequence[int | None]) -> tuple[Clause, list[str]] | None:
        """How to draw with ordinary dice, and the range of each row; None where the weights are not fixed."""
        fixed = [max(0, weight) for weight in weights if weight is not None]
        total = sum(fixed)
        if len(fixed) < len(weights) or not total:
            return None
        for key, faces in _DICE_ROWS:
            if faces % total == 0:
                return self.say(key), _faces(fixed, faces // total, two=faces == 36)
        return self.say("random-any", n=str(total)), _faces(fixed, 1, two=False)

    def _test(self, step: ast.Check) -> Clause:
        name = self.values.name(step.test)
        if step.dice is not None:
            clause = self.say("test-dice", name=name, dice=self.values.value(step.dice))
        elif step.modifier is not None:
            words = self.values.value(step.modifier)
            clause = self.say("test-modified", name=name, n=words if words.startswith("−") else f"+{words}")
        else:
            clause = self.say("test", name=name)
        return self._by(clause, step.resolution)

    @step.register
    def _(self, step: ast.Check, level: int) -> Iterator[Block]:
        yield Paragraph(self.lead(self._test(step)), "rule", level)
        for row in step.rows:
            yield from self.headed(self.outcome(row.name), row.body, level + 1)

    def outcome(self, name: str) -> Clause:
        """What stands before an outcome of a test: "if you are lucky"."""
        key = name if name in ("lucky", "unlucky", "pass", "fail") else "outcome"
        return self.say(key, name=self.values.name(name))

    @step.register
    def _(self, step: ast.Compare, level: int) -> Iterator[Block]:
        head = self.say("compare", left=self.values.value(step.left), right=self.values.value(step.right))
        yield Paragraph(self.lead(self._by(head, step.resolution)), "rule", level)
        for row in step.rows:
            yield from self.headed(self.say(row.name), row.body, level + 1)

    @step.register
    def _(self, step: ast.Repeat, level: int) -> Iterator[Block]:
        if step.times is not None:
            head = self.say("repeat-times", self.values.count(step.times), n=self.values.value(step.times))
        else:
            assert step.until is not None
            head = self.say("repeat-until", condition=self.values.condition(step.until))
        yield Paragraph(self.lead(head), "rule", level)
        yield from self.block(step.body, level + 1)

    # ---- fights ----------------------------------------------------------------------------------------------

    @step.register
    def _(self, step: ast.Fight, level: int) -> Iterator[Block]:
        name = self.values.name
        several = len(step.foes) > 1
        if several:
            yield Paragraph(self.lead(self.say("fight-together" if step.together else "fight-one")), "rule", level)
        foes = (
            (foe.name, tuple((name(stat), self.values.value(value)) for stat, value in foe.stats)) for foe in step.foes
        )
        yield Foes(tuple(foes), level)
        for line in step.options:
            yield from self.step(line, level)

    @step.register
    def _(self, line: ast.With, level: int) -> Iterator[Block]:
        value = self.values.value(line.value)
        fixed = self.values.count(line.value)
        words = self.values.phrases.words
        key = next((each for each in (f"with-{line.name}-{fixed}", f"with-{line.name}") if each in words), None)
        if key is not None:
            clause = self.say(key, fixed, value=value)
        elif line.rounds is not None:
            rounds = self.values.value(line.rounds)
            clause = self.say(
                "fight-setting-rounds", self.values.count(line.rounds), n=rounds, name=self.values.name(line.name),
                value=value,
            )  # fmt: skip
        else:
            clause = self.say("fight-setting", name=self.values.name(line.name), value=value)
        yield Paragraph(sentence(clause), "rule", level)

    @step.register
    def _(self, line: ast.Local, level: int) -> Iterator[Block]:
        clause = self.say("fight-number", name=self.values.name(line.name), value=self.values.value(line.start))
        yield Paragraph(sentence(clause), "rule", level)

    @step.register
    def _(self, line: ast.Busy, level: int) -> Iterator[Block]:
        clause = self.say("fight-busy", foe=str(line.foe), condition=self.values.condition(line.condition))
        yield Paragraph(sentence(clause), "rule", level)

    @step.register
    def _(self, line: ast.EachRound, level: int) -> Iterator[Block]:
        yield from self.headed(self.say("fight-each-round"), line.body, level)

    @step.register
    def _(self, line: ast.On, level: int) -> Iterator[Block]:
        key = f"on-{line.event}"
        known = key in self.values.phrases.words
        head = self.say(key) if known else self.say("fight-moment", name=self.values.name(line.event))
        yield from self.headed(head, line.body, level)

    @step.register
    def _(self, line: ast.FightRow, level: int) -> Iterator[Block]:
        if line.kind == "escape":
            if line.rounds is None:
                head = self.say("row-may-escape")
            else:
                head = self.say("row-escape-from", n=self.values.value(line.rounds))
        elif line.rounds is not None:
            head = self.say("row-stopped", self.values.count(line.rounds), n=self.values.value(line.rounds))
        else:
            head = self.say(f"row-{line.kind}")
        yield from self.headed(head, line.body, level)

    @step.register
    def _(self, step: ast.EachFoe, level: int) -> Iterator[Block]:
        yield from self.headed(self.say("each-foe"), step.body, level)

    @step.register
    def _(self, step: ast.AnyFoe, level: int) -> Iterator[Block]:
        yield from self.headed(self.say("any-foe"), step.body, level)


def _goes_on_when_won(fight: ast.Fight) -> bool:
    """Whether what stands after a fight is for readers who have won, and for nobody else."""
    rows = [line for line in fight.options if isinstance(line, ast.FightRow)]
    return all(row.kind == "lost" or _turns(row.body) for row in rows) and all(row.kind != "won" for row in rows)


def _turns(block: ast.Block) -> bool:
    return bool(block) and isinstance(block[-1], ast.Turn | ast.End)


def _range(low: int, high: int) -> str:
    return str(low).replace("-", "−") if low == high else f"{low}–{high}".replace("-", "−")


def _faces(weights: Sequence[int], times: int, *, two: bool) -> list[str]:
    """The range of rolls for each weight: of one die, or of two that are read as tens and ones."""
    shown = [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)] if two else []
    found, done = [], 0
    for weight in weights:
        first, last = done, done + weight * times - 1
        done = last + 1
        words = (shown[first], shown[last]) if two and weight else (str(first + 1), str(last + 1))
        found.append("" if not weight else words[0] if first == last else f"{words[0]}–{words[1]}")
    return found
