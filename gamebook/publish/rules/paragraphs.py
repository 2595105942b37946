"""Steps to paragraphs: what is short becomes a sentence, what is longer stands beneath its head."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from gamebook.publish.assured import assured
from gamebook.publish.document import Block, Kind, Paragraph, Run, Runs
from gamebook.publish.known import in_place, with_words
from gamebook.publish.rules.clauses import Clauses
from gamebook.publish.rules.sentences import Clause, sentence
from gamebook.publish.turns_in_words import TURN, turns_of
from gamebook.syntax import ast


class Paragraphs(Clauses):
    """The paragraphs of a book."""

    @abstractmethod
    def step(self, step: ast.Node, level: int) -> Iterator[Block]:
        """A step that is more than a clause."""

    def block(self, steps: ast.Block, level: int = 0) -> Iterator[Block]:
        """The paragraphs of some steps."""
        clauses: list[Clause] = []
        after_fight = False
        after_menu: Clause = ()
        before = self.current

        def told(kind: Kind = "rule") -> Iterator[Block]:
            nonlocal after_fight, after_menu
            if clauses:
                whole = self.both(clauses)
                if after_fight:
                    whole = self.say("fight-won", clause=whole)
                if after_menu:
                    yield Paragraph(self.lead(after_menu, whole), kind, level)
                else:
                    yield Paragraph(sentence(whole), kind, level)
            after_fight, after_menu = False, ()
            clauses.clear()

        for step, covered in with_words(in_place(steps, self.in_their_places)):
            if isinstance(step, ast.ResolveOn):
                self.current = step.resolution
            if isinstance(step, ast.InWords):
                yield from told()
                self.told.whole((step, covered))
                if step.words:
                    yield Paragraph(self.own_words(step, covered), "rule", level)
                continue
            clause = self.clause(step)
            if clause is not None:
                self.told.whole(step)
                if clause:
                    clauses.append(clause)
                continue
            yield from told()
            yield from self.step(step, level)
            after_fight = isinstance(step, ast.Fight) and _goes_on_when_won(step)
            after_menu = self._head_after(step) if isinstance(step, ast.Menu) and _leads_away(step) else ()
        yield from told()
        self.current = before

    def _head_after(self, menu: ast.Menu) -> Clause:
        """The words before what stands after a menu: whoever can take a choice must, also one that has a price."""
        printed = [each for each in menu.options if self.values.count(each.condition) != 0]
        if all(map(self._says_when_open, printed)):
            return self.say("otherwise")
        return self.say("none-open", len(printed))

    def _says_when_open(self, option: ast.Option) -> bool:
        """Whether the condition of a choice alone decides if it is open: no price closes it."""
        if option.condition is None or self.values.count(option.condition) is not None:
            return False
        prices = {price for choice, price in self.closing if choice == option.span}
        return prices <= assured(self.values, [(option.condition, True)], in_place(option.body, self.in_their_places))

    def short(self, steps: ast.Block) -> Clause | None:
        """A block as one clause, which must be printed; None where it needs paragraphs, empty where it says nothing."""
        before, written = self.current, self.written.copy()
        found = self._short(steps)
        self.current = before
        if found is None:
            self.written = written
        return found

    def says_nothing(self, steps: ast.Block) -> bool:
        """Whether a block needs no words."""
        written = self.written.copy()
        found = self.short(steps)
        self.written = written
        return found == ()

    def _short(self, steps: ast.Block) -> Clause | None:
        clauses: list[Clause] = []
        written = in_place(steps, self.in_their_places)
        for step, _ in with_words(written):
            if isinstance(step, ast.ResolveOn):
                self.current = step.resolution
            if isinstance(step, ast.InWords):
                if step.words:
                    return None  # sentences of the author's own
                continue
            clause = self.clause(step)
            if clause is None:
                return None
            if clause:
                clauses.append(clause)
        self.told.whole(written)
        return self.both(clauses) if clauses else ()

    def own_words(self, step: ast.InWords, covered: ast.Block) -> Runs:
        """The author's words for some rules; `{turn}` is the number that they turn to."""
        found: list[Run] = []
        turns = iter(turns_of(step.words, covered, self.values.numbers.__contains__))
        for place, part in enumerate(step.words.split(TURN)):
            if place:
                found += self._turn(next(turns, None))
            if part:
                found += self.words(part)
        return tuple(found)

    def _turn(self, target: ast.ToChapter | ast.ToComputed | None) -> Runs:
        """What stands for `{turn}`: a number, or the sum that it is worked out with."""
        match target:
            case ast.ToChapter(chapter=chapter):
                return self.number(chapter)
            case ast.ToComputed(value=value):
                return (Run(self.values.value(self.move(value))),)
        return (Run("…"),)  # `check --publish` says so

    def headed(self, head: Clause, steps: ast.Block, level: int, kind: Kind = "row") -> Iterator[Block]:
        """Words and what belongs to them: in a line if that is short, else in paragraphs beneath."""
        short = self.short(steps)
        if short is not None:
            yield Paragraph(self.lead(head, short or self.say("nothing")), kind, level)
            return
        yield Paragraph(self.lead(head), kind, level)
        yield from self.block(steps, level + 1)


def _goes_on_when_won(fight: ast.Fight) -> bool:
    """Whether what stands after a fight is for readers who have won, and for nobody else; a wound ends no fight."""
    rows = [line for line in fight.options if isinstance(line, ast.FightRow) and line.kind != "wounded"]
    return all(turns(row.body) for row in rows) and all(row.kind != "won" for row in rows)


def _leads_away(menu: ast.Menu) -> bool:
    """Whether what stands after a menu is for readers to whom nothing in it is open, and for nobody else."""
    return all(option.target is not None or turns(option.body) for option in menu.options)


def turns(block: ast.Block) -> bool:
    """Whether a block leads away in the end, as far as its last step shows."""
    match block[-1] if block else None:
        case ast.Turn() | ast.End():
            return True
        case ast.If(body=then, otherwise=otherwise):
            return turns(then) and turns(otherwise)
        case ast.Roll(rows=rows) | ast.Random(rows=rows) | ast.Compare(rows=rows) | ast.Check(rows=rows):
            return bool(rows) and all(turns(row.body) for row in rows)
    return False
