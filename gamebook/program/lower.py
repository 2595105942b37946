"""From the model to a program: every step becomes a few nodes, built from the end of a block to its start.

What the interpreter in `gamebook.play` decides while playing (which triggers are awake, where a scope ends) is here
decided once, from the text. The order of a step is told in `docs/decisions/order-of-a-step.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gamebook.dice.pmf import multisets
from gamebook.model.arithmetic import binary, bounds, const, divides_by_zero, has_dice, parts
from gamebook.model.book import SOFT_LOCK, Book
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    If,
    Leave,
    Loop,
    Pool,
    Random,
    Roll,
    Row,
    Say,
    Scope,
    Score,
    Step,
    Turn,
    Watch,
)
from gamebook.program.code import (
    Branch,
    Cell,
    Chance,
    Choice,
    Decide,
    Do,
    Earn,
    Enter,
    Mark,
    Node,
    NodeId,
    Note,
    Program,
    Stop,
)
from gamebook.program.draw import Cumulative, Draw, split, truth, weights

WIDEST_FAN = 64
"""Ways through a stretch without a point; beyond this a point is put in, so that the ways meet again."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A scope around the present step."""

    scope: Scope
    exit: NodeId


@dataclass(frozen=True, slots=True)
class _Where:
    """What is around the step being lowered."""

    place: str
    scopes: tuple[_Open, ...] = ()
    running: frozenset[str] = frozenset()
    """Triggers in whose bodies we are."""
    hero: bool = False

    @property
    def fight(self) -> str | None:
        """The label of the innermost fight around."""
        return next((open_.scope.label for open_ in reversed(self.scopes) if open_.scope.what == "fight"), None)

    @property
    def decided(self) -> bool:
        """Whether we are in what a fight's end brings."""
        return any(
            watch.id in self.running and fought(open_, watch) for open_ in self.scopes for watch in open_.scope.watches
        )


class _Lowering:
    """The nodes so far, and the names in use."""

    def __init__(
        self, book: Book, hero: Mapping[str, int], count_dice: bool, points_apart: bool, counted: Collection[str]
    ) -> None:
        self.book = book
        self.counted = counted
        self.points_apart = points_apart
        self.count_dice = count_dice
        ledgers = (account for account in book.accounts if account.mode == "ledger")
        self.ledger_dice = {f"hidden {place}" for account in ledgers for place in account.places}
        self.fixed = dict(hero)
        for variable in book.variables:
            if variable.cap is not None and variable.name in hero:
                self.fixed.setdefault(variable.cap, hero[variable.name])
        self.cells = [
            Cell(v.name, v.low, v.high, self.fixed.get(v.name, v.start), v.kind in ("local", "hidden"))
            for v in book.variables
        ]
        self.index = {cell.name: number for number, cell in enumerate(self.cells)}
        self.ranges = {cell.name: (cell.low, cell.high) for cell in self.cells}
        self.caps = {v.name: v.cap for v in book.variables if v.cap is not None}
        self.table_cells = {
            table.name: (min(map(min, table.cells)), max(map(max, table.cells))) for table in book.tables
        }
        self.sums = Cumulative()
        self.nodes: list[Node | None] = []
        self.places: list[str] = []
        self.fans: list[int] = []
        self.endings = [ending.name for ending in book.endings if ending.name != SOFT_LOCK] + [SOFT_LOCK]
        self.marks: dict[Mark, int] = {}
        self.numbers = {v.name for v in book.variables if v.kind == "number"}
        self.kinds = {ending.name: ending.kind for ending in book.endings}
        self.scores = {ending.name: ending.score for ending in book.endings}
        self.chapters = {chapter.name: self.reserve(chapter.name) for chapter in book.chapters}

    # ---- nodes ---------------------------------------------------------------------------------------

    def add(self, node: Node, place: str) -> NodeId:
        number = self.reserve(place)
        self.put(number, node)
        return number

    def reserve(self, place: str) -> NodeId:
        """A number for a point whose node comes later."""
        self.nodes.append(None)
        self.places.append(place)
        self.fans.append(1)
        return len(self.nodes) - 1

    def put(self, number: NodeId, node: Node) -> None:
        self.nodes[number] = node
        match node:
            case Do() | Earn() | Note():
                self.fans[number] = self.fans[node.next]
            case Branch():
                self.fans[number] = max(self.fans[node.yes], self.fans[node.no])
            case Chance():
                self.fans[number] = sum(self.fans[n] for n in node.nexts)

    def meeting(self, ways: int, next: NodeId, place: str) -> NodeId:
        """`next`, or a point before it if too many ways would run on from here one by one."""
        return self.add(Enter(None, next, meeting=True), place) if ways * self.fans[next] > WIDEST_FAN else next

    def cell(self, name: str, low: int, high: int) -> str:
        """A variable of the lowering's own, made or widened."""
        if name in self.index:
            old = self.cells[self.index[name]]
            low, high = min(low, old.low), max(high, old.high)
            self.cells[self.index[name]] = Cell(name, low, high, low if low > 0 or high < 0 else 0, old.passing)
        else:
            self.index[name] = len(self.cells)
            self.cells.append(Cell(name, low, high, low if low > 0 or high < 0 else 0, True))
        self.ranges[name] = (low, high)
        return name

    def bounds(self, expr: Expr) -> tuple[int, int]:
        return bounds(expr, self.ranges, self.table_cells)

    # ---- blocks and steps ----------------------------------------------------------------------------

    def block(self, block: Block, next: NodeId, where: _Where) -> NodeId:
        for step in reversed(block):
            next = self.step(step, next, where)
        return next

    def step(self, step: Step, next: NodeId, where: _Where) -> NodeId:
        match step:
            case Say():
                return next
            case Assign():
                return self.assign(step, next, where)
            case If():
                return self.branch(step, next, where)
            case Roll():
                return self.roll(step, next, where)
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
                inside = replace(where, scopes=(*where.scopes, _Open(step, next)))
                body = self.block(step.body, next, inside)
                return self.note(Mark("fought", step.label), body, where) if step.what == "fight" else body
            case Leave():
                return self.left(next_after(step.label, where), where)
            case Turn():
                return self.left(self.chapters[step.chapter], where)
            case End():
                stop = self.add(Stop(self.endings.index(step.ending)), where.place)
                score = self.scores.get(step.ending)
                if score is not None:
                    stop = self.earn(score, stop, where)
                if self.kinds[step.ending] != "defeat":
                    return self.left(stop, where)
                return stop if where.fight is None else self.note(Mark("lost", where.fight), stop, where)
            case Score():
                earned = self.earn(step.amount, next, where)
                return self.zero_note(step.amount, step.address, earned, where)

    def branch(self, step: If, next: NodeId, where: _Where) -> NodeId:
        if isinstance(step.condition, Const):
            return self.block(step.then if step.condition.value else step.otherwise, next, where)
        yes, no = self.block(step.then, next, where), self.block(step.otherwise, next, where)
        gains = len(step.then) == 1 and isinstance(step.then[0], Assign) and step.then[0].why == "gain"
        if gains or not step.address.startswith("hidden"):
            yes = self.note(Mark("then", step.address), yes, where)
            no = self.note(Mark("else", step.address), no, where)
        if yes == no:
            return yes
        either = self.add(Branch(step.condition, yes, no), where.place)
        return self.zero_note(step.condition, step.address, either, where)

    def note(self, mark: Mark, next: NodeId, where: _Where) -> NodeId:
        number = self.marks.setdefault(mark, len(self.marks))
        if mark.what in self.counted:
            next = self.add(Enter(None, next, mark), where.place)
        return self.add(Note(number, next), where.place)

    def left(self, next: NodeId, where: _Where) -> NodeId:
        """Note that a fight is left undecided, where it is."""
        return next if where.fight is None or where.decided else self.note(Mark("left", where.fight), next, where)

    def outcome(self, watch: Watch, body: NodeId, where: _Where) -> NodeId:
        """Note that a trigger wins or loses a fight, where it does."""
        for open_ in where.scopes:
            if watch in open_.scope.watches and (what := fought(open_, watch)):
                label = where.fight if what == "lost" and where.fight is not None else open_.scope.label
                return self.note(Mark(what, label), body, where)
        return body

    def zero_note(self, value: Expr, address: str, next: NodeId, where: _Where) -> NodeId:
        """Note where a value cannot be worked out because it divides by 0."""
        fails = divides_by_zero(value)
        if has_dice(fails) or self.bounds(fails) == (0, 0):
            return next
        return self.add(Branch(fails, self.note(Mark("zero", address), next, where), next), where.place)

    def earn(self, amount: Expr, next: NodeId, where: _Where) -> NodeId:
        known, drawn = self.without_dice(amount)
        if not self.count_dice:
            next = self.add(Earn(known, next), where.place)
            next = self.add(Enter(None, next), where.place) if self.points_apart else next
        return self.draw(drawn, next, where)

    def rolled(self, dice: int, next: NodeId, where: _Where) -> NodeId:
        """So many dice are rolled before `next`."""
        return self.add(Earn(const(dice), next), where.place) if self.count_dice and dice else next

    def rolled_in_doubt(self, weights_: Sequence[Expr], next: NodeId, where: _Where) -> NodeId:
        """A ledger's die is rolled before `next`, where more than one row can come."""
        open_: Expr = const(0)
        for weight in weights_:
            open_ = binary("+", open_, binary(">", weight, const(0)))
        doubt = binary(">", open_, const(1))
        return self.add(Earn(doubt, next), where.place) if self.count_dice else next

    def choose(self, step: Choose, next: NodeId, where: _Where) -> NodeId:
        point = self.reserve(where.place)
        before = point
        for option in step.options:
            before = self.zero_note(option.condition, option.address, before, where)
        options = tuple(
            Choice(option.condition, self.block(option.body, before if option.again else next, where), option.address)
            for option in step.options
        )
        self.put(point, Decide(step.owner, options, next, step.address))
        return before

    # ---- effects and triggers ------------------------------------------------------------------------

    def assign(self, step: Assign, next: NodeId, where: _Where) -> NodeId:
        changes = [c for c in step.changes if not (where.hero and c.variable in self.fixed)]
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
        watches = [] if where.hero else [each for each in self.awake(changed, where) if self.may_fire(each, new)]
        mentioned = sorted({name for watch in watches for name in watch.mentions if name in changed})
        moved = {name: self.cell(f"moved {len(where.running)} {name}", 0, 1) for name in mentioned}
        for watch in reversed(watches):
            body = self.block(watch.body, next, replace(where, running=where.running | {watch.id}))
            body = self.outcome(watch, body, where)
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
        next = self.add(Do(tuple(sets), next), where.place)
        if step.why != "hidden":
            for name, value in values:
                next = self.clamp_note(name, value, step.address, next, where)
                next = self.zero_note(value, step.address, next, where)
        return self.draw(drawn, next, where)

    def clamp_note(self, name: str, value: Expr, address: str, next: NodeId, where: _Where) -> NodeId:
        """Note where a number would leave its declared range: an author who writes -5 means 5."""
        low, high = self.ranges[name]
        least, most = self.bounds(value)
        if name not in self.numbers or (least >= low and most <= high):
            return next
        below = Binary(op="<", left=value, right=const(low))
        above = Binary(op=">", left=value, right=const(high))
        noted = self.note(Mark("clamp", address, name), next, where)
        return self.add(Branch(binary("or", below, above), noted, next), where.place)

    def awake(self, changed: set[str], where: _Where) -> list[Watch]:
        """The triggers that look at an effect on these variables, in their order."""
        muted = {name for open_ in where.scopes for name in open_.scope.muted}
        everywhere = [watch for watch in self.book.watches if watch.id not in muted]
        here = [watch for open_ in reversed(where.scopes) for watch in open_.scope.watches]
        return [
            watch
            for watch in everywhere + here
            if watch.id not in where.running and not changed.isdisjoint(watch.mentions)
        ]

    def may_fire(self, watch: Watch, new: Mapping[str, Expr]) -> bool:
        """Whether a trigger's condition can hold after an effect; where it cannot, nobody has to remember what was."""
        after = self.ranges | {name: self.bounds(value) for name, value in new.items()}
        return bounds(watch.condition, after, self.table_cells) != (0, 0)

    def clamped(self, change: Change, value: Expr) -> Expr:
        cap = self.caps.get(change.variable)
        if cap is not None and not change.beyond:
            value = binary("min", value, binary("max", Var(name=change.variable), Var(name=cap)))
        low, high = self.ranges[change.variable]
        least, most = self.bounds(value)
        if most > high:
            value = binary("min", value, const(high))
        return binary("max", value, const(low)) if least < low else value

    # ---- dice ----------------------------------------------------------------------------------------

    def without_dice(self, expr: Expr, taken: int = 0) -> tuple[Expr, list[tuple[str, Dice]]]:
        """The expression with variables in place of its dice, and which dice those variables hold."""
        drawn: list[tuple[str, Dice]] = []

        def replaced(part: Expr) -> Expr:
            match part:
                case Dice():
                    one = part.model_copy(update={"count": replaced(part.count)})
                    name = self.cell(f"die {taken + len(drawn)}", *self.bounds(part))
                    drawn.append((name, one))
                    return Var(name=name)
                case Unary():
                    return Unary(op=part.op, operand=replaced(part.operand))
                case Binary():
                    return Binary(op=part.op, left=replaced(part.left), right=replaced(part.right))
                case Lookup():
                    return Lookup(table=part.table, column=replaced(part.column), row=replaced(part.row))
                case _:
                    return part

        return (replaced(expr) if has_dice(expr) else expr), drawn

    def draw(self, drawn: list[tuple[str, Dice]], next: NodeId, where: _Where) -> NodeId:
        """Roll the dice into their variables, then go on."""
        for name, one in reversed(drawn):
            next = self.draw_one(name, one, next, where)
        return next

    def draw_one(self, name: str, one: Dice, next: NodeId, where: _Where) -> NodeId:
        def rolled(count: int) -> NodeId:
            return self.rolled(count, self.spread(name, Draw(one.thrown(count), const(0)), next, where), where)

        return self.sized(one.count, one.most, rolled, where)

    def spread(self, name: str, draw: Draw, next: NodeId, where: _Where) -> NodeId:
        """Every outcome of a draw into a variable, then on."""
        next = self.meeting(len(draw.pmf), next, where.place)
        rows = weights(draw.pmf)
        nexts = [
            self.add(Do(((self.index[name], binary("+", const(x), draw.known)),), next), where.place) for x, _ in rows
        ]
        return self.chance([const(weight) for _, weight in rows], nexts, where)

    def sized(self, count: Expr, most: int, make: Callable[[int], NodeId], where: _Where) -> NodeId:
        """A node for each number of dice there may be, told apart by branches."""
        if isinstance(count, Const):
            return make(max(0, min(count.value, most)))
        low, high = (max(0, min(end, most)) for end in self.bounds(count))
        node = make(low)
        for number in range(low + 1, high + 1):
            more = Binary(op=">=", left=count, right=const(number))
            node = self.add(Branch(more, make(number), node), where.place)
        return node

    def chance(self, weights_: list[Expr], nexts: list[NodeId], where: _Where, total: int = 0) -> NodeId:
        if len(nexts) == 1:
            return nexts[0]
        return self.add(Chance(tuple(weights_), tuple(nexts), total), where.place)

    def pool(self, step: Pool, next: NodeId, where: _Where) -> NodeId:
        faces = [self.index[f"{step.name}.{face}"] for face in range(1, step.sides + 1)]

        def thrown(count: int) -> NodeId:
            rolls = multisets(count, step.sides)
            after = self.meeting(len(rolls), next, where.place)
            nexts = [
                self.add(Do(tuple((f, const(c)) for f, c in zip(faces, counts, strict=True)), after), where.place)
                for counts, _ in rolls
            ]
            return self.rolled(count, self.chance([const(ways) for _, ways in rolls], nexts, where), where)

        return self.sized(step.count, step.most, thrown, where)

    def roll(self, step: Roll, next: NodeId, where: _Where) -> NodeId:
        if where.hero and step.store in self.fixed:
            return self.by_rows(const(self.fixed[step.store]), step, next, where)
        compared = truth(step.value) if step.store is None else None
        draw = split(compared[0] if compared else step.value)
        if draw is None or step.store is not None or _overlap(step.rows):
            return self.roll_by_value(step, next, where)
        total = const(sum(weight for _, weight in weights(draw.pmf)))
        ways: list[tuple[Expr, NodeId]] = []
        left: Expr = total
        for row in step.rows:
            weight = self.row_weight(row, draw, compared, total)
            left = binary("-", left, weight)
            if weight != const(0):
                ways.append((weight, self.block((*step.then, *row.body), next, where)))
        if not self.covered(step, compared is not None):
            ways.append((left, self.block(step.then, next, where)))
        fell = self.chance([weight for weight, _ in ways], [node for _, node in ways], where, total.value)
        return self.rolled(sum(number_of_dice(part) for part in parts(step.value)), fell, where)

    def row_weight(self, row: Row, draw: Draw, compared: tuple[Expr, int, int] | None, total: Expr) -> Expr:
        """The weight of a row out of `total`; a test succeeds (1) where its difference lies in a stretch."""
        if compared is None:
            return self.sums.chance(draw, row.low, row.high)
        success = self.sums.chance(draw, compared[1], compared[2])
        if row.low <= 1 <= row.high:
            return total if row.low <= 0 else success
        return binary("-", total, success) if row.low <= 0 <= row.high else const(0)

    def covered(self, step: Roll, is_truth: bool) -> bool:
        """Whether the rows leave no value out."""
        low, high = (0, 1) if is_truth else self.bounds(step.value)
        for row in sorted(step.rows, key=lambda row: row.low):
            if row.low <= low:
                low = max(low, row.high + 1)
        return low > high

    def roll_by_value(self, step: Roll, next: NodeId, where: _Where) -> NodeId:
        """A roll whose total is kept, or whose dice and sheet are tangled: draw each die, compute, look at the rows."""
        value, drawn = self.without_dice(step.value)
        total = self.cell("roll total", *self.bounds(step.value))
        sets = [(self.index[total], value)]
        if step.store is not None:
            kept = binary(
                "max", binary("min", value, const(self.ranges[step.store][1])), const(self.ranges[step.store][0])
            )
            sets.append((self.index[step.store], kept))
        rows = self.by_rows(Var(name=total), step, next, where)
        return self.draw(drawn, self.add(Do(tuple(sets), rows), where.place), where)

    def by_rows(self, value: Expr, step: Roll, next: NodeId, where: _Where) -> NodeId:
        """The row that covers a value already known; `then` runs between, so it stands before each row."""
        node = self.block(step.then, next, where)
        for row in reversed(step.rows):
            low = Binary(op=">=", left=value, right=const(row.low))
            high = Binary(op="<=", left=value, right=const(row.high))
            body = self.block((*step.then, *row.body), next, where)
            node = self.add(Branch(binary("and", low, high), body, node), where.place)
        return node

    def random(self, step: Random, next: NodeId, where: _Where) -> NodeId:
        weights_ = [binary("max", row.weight, const(0)) for row in step.rows]
        nexts = [self.block(row.body, next, where) for row in step.rows]
        chance = self.chance(weights_, nexts, where) if len(nexts) > 1 else nexts[0]
        if step.address in self.ledger_dice:
            chance = self.rolled_in_doubt(weights_, chance, where)
        total: Expr = const(0)
        for weight in weights_:
            total = binary("+", total, weight)
        if self.bounds(total)[0] > 0:
            return chance
        return self.add(Branch(Binary(op=">", left=total, right=const(0)), chance, next), where.place)


def fought(open_: _Open, watch: Watch) -> str | None:
    """`won` or `lost`, for a trigger that a fight has for that."""
    what = watch.id.removeprefix(f"{open_.scope.label} ").partition(" ")[0]
    return what if what in ("won", "lost") else None


def number_of_dice(expr: Expr) -> int:
    """How many dice an expression is, where that is a fixed number."""
    return min(max(expr.count.value, 0), expr.most) if isinstance(expr, Dice) and isinstance(expr.count, Const) else 0


def next_after(label: str, where: _Where) -> NodeId:
    """Where play goes on after the enclosing scope of that label."""
    return next(open_.exit for open_ in reversed(where.scopes) if open_.scope.label == label)


def _overlap(rows: tuple[Row, ...]) -> bool:
    """Whether two rows cover one total; then the first counts."""
    ordered = sorted(rows, key=lambda row: row.low)
    return any(one.high >= other.low for one, other in pairwise(ordered))


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
        points_apart: let play stand still before points are earned, so that no step brings a random number of them.
        counted: kinds of marks (`Mark.what`) at which play stands still, so that visits to them can be counted.
    """
    work = _Lowering(book, hero or {}, count_dice, points_apart, counted)
    soft_lock = work.add(Stop(len(work.endings) - 1), "")
    for chapter in book.chapters:
        body = work.block(chapter.body, soft_lock, _Where(chapter.name))
        work.put(work.chapters[chapter.name], Enter(chapter.name, body))
    hero_body = work.block(book.hero, work.chapters[book.start], _Where("hero", hero=True))
    entry = work.add(Enter(None, hero_body), "hero")
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
        widest=max(work.fans),
    )
