"""From the model to a program: every step becomes a few nodes, built from the end of a block to its start.

What the interpreter in `gamebook.play` decides while playing (which triggers are awake, where a scope ends) is here
decided once, from the text. `docs/decisions/order-of-a-step.md` describes the order of a step.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from gamebook.job import look
from gamebook.model.arithmetic import TRUE, binary, bounds, conjuncts, const, divides_by_zero, has_dice, reads
from gamebook.model.blocks import written_in
from gamebook.model.book import HERO_BLOCK, SOFT_LOCK, Book
from gamebook.model.deaths import deaths
from gamebook.model.expression import Binary, Const, Dice, Expr, Var
from gamebook.model.prices import amount_of, gains_after_a_price
from gamebook.model.step import (
    BEGIN,
    ESCAPE,
    Assign,
    Block,
    Change,
    Choose,
    End,
    If,
    Leave,
    Loop,
    Option,
    Pool,
    Random,
    Roll,
    Say,
    Scope,
    Score,
    Step,
    Trigger,
    Turn,
    count_words,
)
from gamebook.program.code import (
    Branch,
    Choice,
    Decide,
    Do,
    Earn,
    Enter,
    Mark,
    NodeId,
    Note,
    Program,
    Stop,
)
from gamebook.program.rolls import Rolls
from gamebook.program.where import Open, Where, is_idle, left_scope


class Lowering(Rolls):
    """The nodes so far, and the names in use."""

    def __init__(
        self, book: Book, hero: Mapping[str, int], count_dice: bool, points_apart: bool, counted: Collection[str]
    ) -> None:
        """Nothing but the chapters' places; the arguments are those of `lower`."""
        capped = {v.cap: hero[v.name] for v in book.variables if v.cap is not None and v.name in hero}
        super().__init__(book, {**capped, **hero}, count_dice, counted)
        self.book = book
        self.points_apart = points_apart
        self.ranks = {watch.id: rank for rank, watch in enumerate(book.watches)}
        self.caps = {v.name: v.cap for v in book.variables if v.cap is not None}
        self.endings = [*(ending.name for ending in book.endings), SOFT_LOCK]
        assert len(set(self.endings)) == len(self.endings)
        self.marks: dict[Mark, int] = {}
        self.variable_kinds = {v.name: v.kind for v in book.variables}
        self.stored = {v.name for v in book.variables if v.is_stored}
        self.ending_kinds = book.ending_kinds
        self.scores = {ending.name: ending.score for ending in book.endings}
        self.deaths = deaths(book)
        self.paid_for = gains_after_a_price(book)
        self.chapters = {chapter.name: self.reserve(chapter.name) for chapter in book.chapters}

    # ---- blocks and steps ----------------------------------------------------------------------------

    def block(self, block: Block, next: NodeId, where: Where) -> NodeId:
        """The steps of a block, and then `next`."""
        for step in reversed(block):
            look()
            next = self.step(step, next, where)
        return next

    def step(self, step: Step, next: NodeId, where: Where) -> NodeId:
        """One step, and then `next`."""
        where = replace(where, step=getattr(step, "address", where.step))
        match step:
            case Say():
                return next if step.own else self.said(count_words([step.text]), next, where)
            case Assign():
                return self.assign(step, next, where)
            case If():
                return self.branch(step, next, where)
            case Roll():
                rolled = self.roll(step, next, where)
                if step.what == "test" and "tested" in self.counted:
                    return self.add(Enter(None, rolled, Mark("tested", variable=step.label)), where.place)
                return rolled
            case Random():
                return self.random(step, next, where)
            case Pool():
                return self.pool(step, next, where)
            case Choose():
                return self.choose(step, next, where)
            case Loop():
                head = self.reserve(where.place)
                body = self.block(step.body, head, where)
                again = self.add(Branch(step.until, next, body), where.place)
                self.put(head, Enter(None, self.zero_note(step.until, step.address, again, where)))
                return head
            case Scope():
                inside = replace(where, scopes=(*where.scopes, Open(step, next)))
                if step.what != "fight":
                    return self.block(step.body, next, inside)
                inside = replace(inside, escaping=None)
                won = self.block(step.won, next, replace(inside, won=step.label))
                fought = self.block(step.body[: len(step.body) - len(step.won)], won, inside)
                return self.note(Mark("fought", step.label), fought, where)
            case Leave():
                scope = left_scope(step.label, where)
                return scope.exit if scope.scope.what == "part" else self.left(scope.exit, where)
            case Turn():
                return self.away(self.chapters[step.chapter], step.chapter in self.deaths, where)
            case End():
                stop = self.add(Stop(self.endings.index(step.ending)), where.place)
                score = self.scores.get(step.ending)
                if score is not None:
                    stop = self.earn(score, stop, where)
                return self.away(stop, self.ending_kinds[step.ending] == "defeat", where)
            case Score():
                earned = self.earn(step.amount, next, where)
                return self.zero_note(step.amount, step.address, earned, where)

    def _room(self, step: If, yes: NodeId, no: NodeId, where: Where) -> NodeId:
        """Whether a gain fits, with a note of why it does not."""
        copies, room = fits(step)
        if room != TRUE:
            yes = self.add(Branch(room, yes, self.note(Mark("tight", step.address), no, where)), where.place)
        if copies != TRUE:
            yes = self.add(Branch(copies, yes, self.note(Mark("full", step.address), no, where)), where.place)
        return yes

    def branch(self, step: If, next: NodeId, where: Where) -> NodeId:
        """One of two blocks, and then `next`."""
        if isinstance(step.condition, Const):
            return self.block(step.then if step.condition.value else step.otherwise, next, where)
        yes, no = self.block(step.then, next, where), self.block(step.otherwise, next, where)
        gains = len(step.then) == 1 and isinstance(step.then[0], Assign) and step.then[0].why == "gain"
        if gains or not step.own:
            yes = self.note(Mark("then", step.address), yes, where)
            no = self.note(Mark("else", step.address), no, where)
        if yes == no:
            return yes
        if gains and step.own:
            either = self._room(step, yes, no, where)
        else:
            either = self.add(Branch(step.condition, yes, no), where.place)
        return self.zero_note(step.condition, step.address, either, where)

    def note(self, mark: Mark, next: NodeId, where: Where) -> NodeId:
        """A note for findings before `next`."""
        number = self.marks.setdefault(mark, len(self.marks))
        if mark.what in self.counted:
            next = self.add(Enter(None, next, mark), where.place)
        return self.add(Note(number, next), where.place)

    def said(self, words: int, next: NodeId, where: Where) -> NodeId:
        """The reader reads some words, where they are counted: as one stretch with those that follow."""
        if "said" not in self.counted or not words:
            return next
        follows = self.nodes[next]
        if isinstance(follows, Enter) and follows.chapter is None and self.places[next] == where.place:
            match follows.mark:
                case Mark(what="said", amount=more):
                    words, next = words + more, follows.next
        return self.add(Enter(None, next, Mark("said", amount=words)), where.place)

    def away(self, next: NodeId, defeat: bool, where: Where) -> NodeId:
        """Play leads away: note of the fight around that it is lost, where this is a defeat; else that it is left."""
        if not defeat or where.escapes:
            return self.left(next, where)
        return next if where.fight is None else self.note(Mark("lost", where.fight), next, where)

    def left(self, next: NodeId, where: Where) -> NodeId:
        """Note that a fight is left undecided, where it is."""
        return next if where.fight is None or where.decided else self.note(Mark("left", where.fight), next, where)

    def outcome(self, watch: Trigger, body: NodeId, where: Where) -> NodeId:
        """Note that a trigger wins or loses a fight, where it does."""
        for open_ in where.scopes:
            if watch.row is not None and watch.is_end and watch in open_.scope.watches:
                label = where.fight if watch.row == "lost" and where.fight is not None else open_.scope.label
                if watch.row == "lost":
                    body = self.note(Mark("row", label), body, where)
                return self.note(Mark(watch.row, label), body, where)
        return body

    def zero_note(self, value: Expr, address: str, next: NodeId, where: Where) -> NodeId:
        """Note where a value cannot be worked out because it divides by 0."""
        fails = divides_by_zero(value)
        if has_dice(fails) or self.bounds(fails) == (0, 0):
            return next
        return self.add(Branch(fails, self.note(Mark("zero", address), next, where), next), where.place)

    def earn(self, amount: Expr, next: NodeId, where: Where) -> NodeId:
        """Points, and then `next`."""
        known, drawn = self.without_dice(amount)
        if not self.count_dice:
            next = self.add(Earn(known, next), where.place)
            next = self.add(Enter(None, next), where.place) if self.points_apart else next
        return self.draw(drawn, next, where)

    def choose(self, step: Choose, next: NodeId, where: Where) -> NodeId:
        """A decision, and then `next`; without options it is nothing: the kernels list a state by what can be done."""
        if not step.options:
            return next
        if step.what == "missing":
            next = self.add(Stop(self.endings.index(SOFT_LOCK)), where.place)
        point = self.reserve(where.place)
        before = point
        for option in step.options:
            before = self.zero_note(option.condition, option.address, before, where)
        inside = replace(where, escaping=where.running) if step.name == ESCAPE and step.what == "fight" else where
        bodies: dict[tuple[int, bool], NodeId] = {}

        def led(option: Option) -> NodeId:
            key = id(option.body), option.again  # an option that stands there twice leads to one place
            if key not in bodies:
                bodies[key] = self.block(option.body, before if option.again else next, inside)
            return bodies[key]

        options = tuple(Choice(each.condition, led(each), each.address, each.offered) for each in step.options)
        self.put(point, Decide(step.owner, options, next, step.address))
        if step.what != "amount" and where.fight is None:  # what a rival can do stands on the page, too
            before = self.said(count_words(option.label for option in step.written), before, where)
        return before

    # ---- effects and triggers ------------------------------------------------------------------------

    def assign(self, step: Assign, next: NodeId, where: Where) -> NodeId:
        """An effect and the triggers that it wakes, and then `next`."""
        given = self.fixed if where.hero and step.address != BEGIN else {}
        changes = [change for change in step.changes if change.variable not in given]
        if not changes:
            return next
        changed = {change.variable for change in changes}
        drawn: list[tuple[str, Dice]] = []
        values: list[tuple[str, Expr]] = []
        new: dict[str, Expr] = {}
        for change in changes:
            value, more = self.without_dice(change.value, len(drawn))
            drawn.extend(more)
            new[change.variable] = self.clamped(change, value)
            values.append((change.variable, value))
        watches = [] if where.hero else self.that_may_fire(self.awake(changed, where), new, where)
        mentioned = sorted({name for watch in watches for name in watch.mentions if name in changed})
        moved = {name: self.cell(f"moved {len(where.running)} {name}", 0, 1) for name in mentioned}
        for watch in reversed(watches):
            body = self.block(watch.body, next, replace(where, running=where.running | {watch.id}))
            body = self.outcome(watch, body, where)
            if watch.id in self.ranks:
                body = self.note(Mark("when", watch.id), body, where)
            awake: Expr = const(0)
            for name in mentioned:
                if name in watch.mentions:
                    awake = binary("or", awake, Binary(op="!=", left=Var(name=moved[name]), right=const(0)))
            fires = binary("and", awake, watch.condition)
            next = self.zero_note(fires, watch.id, self.add(Branch(fires, body, next), where.place), where)
        sets = [(self.index[name], value) for name, value in new.items()]
        sets += [
            (self.index[cell], Binary(op="!=", left=new[name], right=Var(name=name))) for name, cell in moved.items()
        ]
        if "had" in self.counted and step.why not in ("lose", "pay"):
            next = self.had(new, next, where)
        next = self.add(Do(tuple(sets), next), where.place)
        if step.why != "hidden":
            for change, (name, value) in zip(changes, values, strict=True):
                if self.is_told(change, value, where):
                    next = self.clamp_note(name, value, step.address, next, where)
                next = self.below_note(step, replace(change, value=value), next, where)
                next = self.zero_note(value, step.address, next, where)
        if step.why == "gain" and step.address in self.paid_for:
            next = self.full_note(step, next, where)
        return self.draw(drawn, next, where)

    def had(self, new: Mapping[str, Expr], next: NodeId, where: Where) -> NodeId:
        """After an effect: points where the reader has a thing that the effect can bring."""
        for name, value in new.items():
            kind = self.variable_kinds.get(name)
            if kind == "one-of" and isinstance(value, Const):
                next = self.add(Enter(None, next, Mark("had", variable=name, amount=value.value)), where.place)
            elif kind in ("item", "codeword") and self.bounds(value)[1] > 0:
                there = self.add(Enter(None, next, Mark("had", variable=name)), where.place)
                some = Binary(op=">", left=Var(name=name), right=const(0))
                next = self.add(Branch(some, there, next), where.place)
        return next

    def full_note(self, step: Assign, next: NodeId, where: Where) -> NodeId:
        """Note where a reader who gains one copy more, which any limit has room for, has as many as there can be."""
        for change in step.changes:
            low, high = self.ranges[change.variable]
            if self.variable_kinds.get(change.variable) == "item" and low < high:
                noted = self.note(Mark("full", step.address), next, where)
                full = Binary(op=">=", left=Var(name=change.variable), right=const(high))
                next = self.add(Branch(full, noted, next), where.place)
        return next

    def is_told(self, change: Change, value: Expr, where: Where) -> bool:
        """Whether an author should know that a change is cut off at the end of the declared range.

        Of a stat or an item not where it is only raised or lowered: that it stops is meant. But its roll for the sheet,
        and a number that it is set to, are known when the range is written.
        """
        kind = self.variable_kinds.get(change.variable)
        if kind not in ("stat", "item"):
            return kind in ("number", "initial") or change.variable in self.stored
        rolled = where.hero and (kind == "item" or change.beyond) and change.variable not in reads(value)
        return rolled or (isinstance(value, Const) and value.value > self.ranges[change.variable][1])

    def clamp_note(self, name: str, value: Expr, address: str, next: NodeId, where: Where) -> NodeId:
        """Note where a number would leave its declared range: an author who writes -5 means 5.

        Of an initial value, only where it would rise beyond the range.
        """
        low, high = self.ranges[name]
        least, most = self.bounds(value)
        if least < low and self.variable_kinds.get(name) != "initial":
            noted = self.note(Mark("clamp", address, name, -1), next, where)
            next = self.add(Branch(Binary(op="<", left=value, right=const(low)), noted, next), where.place)
        if most > high:
            what = "stored" if name in self.stored else "clamp"
            noted = self.note(Mark(what, address, name, 1), next, where)
            next = self.add(Branch(Binary(op=">", left=value, right=const(high)), noted, next), where.place)
        return next

    def below_note(self, step: Assign, change: Change, next: NodeId, where: Where) -> NodeId:
        """Note where less than nothing is gained, lost or paid."""
        amount = amount_of(step, change)
        if amount is None or isinstance(amount, Const) or self.bounds(amount)[0] >= 0:
            return next
        noted = self.note(Mark("below", step.address, change.variable), next, where)
        return self.add(Branch(Binary(op="<", left=amount, right=const(0)), noted, next), where.place)

    def awake(self, changed: set[str], where: Where) -> list[Trigger]:
        """The triggers that look at an effect on these variables, in their order."""
        muted = {name for open_ in where.scopes for name in open_.scope.muted}
        everyone = [watch for open_ in reversed(where.scopes) for watch in open_.scope.watches]
        everyone += [watch for watch in self.book.watches if watch.id not in muted]
        everyone.sort(key=lambda watch: self.ranks.get(watch.instead or watch.id, len(self.ranks)))
        return [
            watch
            for watch in everyone
            if watch.id not in where.running and not changed.isdisjoint(watch.mentions) and not is_idle(watch, where)
        ]

    def that_may_fire(self, awake: list[Trigger], new: Mapping[str, Expr], where: Where) -> list[Trigger]:
        """Triggers whose condition can hold when it is their turn after an effect; nobody need remember it for others.

        What a trigger changes, and so what further triggers change, is no longer known when it is the next one's turn.
        """
        around = [*self.book.watches, *(watch for open_ in where.scopes for watch in open_.scope.watches)]
        known = self.ranges | {name: self.bounds(value) for name, value in new.items()}
        found = []
        for watch in awake:
            if bounds(watch.condition, known, self.table_cells) == (0, 0):
                continue
            found.append(watch)
            if written_in(watch.body):
                known |= {name: self.ranges[name] for each in around for name in written_in(each.body)}
        return found

    def clamped(self, change: Change, value: Expr) -> Expr:
        """The value that a variable takes: within its range, and not above its cap."""
        cap = self.caps.get(change.variable)
        if cap is not None and not change.beyond:
            value = binary("min", value, binary("max", Var(name=change.variable), Var(name=cap)))
        low, high = self.ranges[change.variable]
        least, most = self.bounds(value)
        if most > high:
            value = binary("min", value, const(high))
        return binary("max", value, const(low)) if least < low else value


def lower(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    count_dice: bool = False,
    points_apart: bool = False,
    counted: Collection[str] = (),
) -> Program:
    """A book as a program.

    Args:
        book: the model.
        hero: values of variables that the hero block then leaves alone (a stat's `initial` goes with the stat).
        count_dice: earn a point for each die rolled, and for nothing else.
        points_apart: put a point before points are earned, so that no transition earns a random number of them.
        counted: kinds of marks (`Mark.what`) where a point is put, so that visits can be counted.
    """
    return assembled(Lowering(book, hero or {}, count_dice, points_apart, counted))


def assembled(work: Lowering) -> Program:
    """The program of the book that some work is about: its chapters, lowered, and the hero block before them."""
    book = work.book
    soft_lock = work.add(Stop(len(work.endings) - 1), "")
    for chapter in book.chapters:
        body = work.block(chapter.body, soft_lock, Where(chapter.name))
        match work.nodes[body]:
            case Enter(chapter=None, mark=Mark(what="said") as mark, next=after):
                work.put(work.chapters[chapter.name], Enter(chapter.name, after, mark))
            case _:
                work.put(work.chapters[chapter.name], Enter(chapter.name, body))
    hero_body = work.block(book.hero, work.chapters[book.start], Where(HERO_BLOCK, hero=True))
    entry = work.add(Enter(None, hero_body), HERO_BLOCK)
    nodes = tuple(node for node in work.nodes if node is not None)
    written = {variable for node in nodes if isinstance(node, Do) for variable, _ in node.sets}
    cells = tuple(
        cell if number in written else replace(cell, low=cell.start, high=cell.start)
        for number, cell in enumerate(work.cells)
    )
    tables = {table.name: (table.first_column, table.first_row, table.cells) for table in book.tables}
    return Program(
        cells=cells,
        nodes=nodes,
        places=tuple(work.places),
        entry=entry,
        chapters=work.chapters,
        tables=tables | work.sums.tables,
        endings=tuple(work.endings),
        marks=tuple(work.marks),
        causes=work.causes,
        labels=work.labels,
        widest=max(work.fans),
    )


def fits(step: If) -> tuple[Expr, Expr]:
    """The question if a gain fits in two parts: whether there can be so many copies, and whether limits leave room."""
    (gain,) = step.then
    assert isinstance(gain, Assign)
    (change,) = gain.changes  # of the one item that is gained
    copies: Expr = TRUE
    room: Expr = TRUE
    for each in conjuncts(step.condition):
        if copies == TRUE and room == TRUE and isinstance(each, Binary) and _counts(each.left, change.variable):
            copies = each
        else:
            room = each if room == TRUE else binary("and", room, each)
    return copies, room


def _counts(expr: Expr, item: str) -> bool:
    """Whether an expression is the number of an item and what comes to it."""
    return expr == Var(name=item) or (isinstance(expr, Binary) and expr.op == "+" and expr.left == Var(name=item))
