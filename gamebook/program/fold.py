"""What is settled before play begins: variables that keep one value, conditions that always go one way.

A hero who is given has no dice left to roll, and a setting that nobody changes is a number. Where such values settle a
condition, what lies on its other side cannot happen, and variables that only it would read need not be remembered: that
is what makes states few. Nodes keep their numbers; those that nothing leads to any more are left as they are.
"""

from __future__ import annotations

from msgspec.structs import replace

from gamebook.job import look
from gamebook.model.arithmetic import FALSE, ONE, TRUTHS, binary, bounds, const, ends, negate, reads
from gamebook.model.expression import Binary, Const, Expr, Lookup, Unary, Var
from gamebook.program.code import Branch, Cell, Chance, Choice, Decide, Do, Earn, Node, NodeId, Program, successors


def fold(program: Program) -> Program:
    """The same play with everything settled that its text settles, for the values at its start."""
    folding = _Folding(program)
    while folding.look():
        pass
    return replace(program, nodes=tuple(folding.nodes), cells=folding.cells())


class _Folding:
    """Which variables are still believed to keep their first value, and what follows from it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.index = {cell.name: number for number, cell in enumerate(program.cells)}
        self.settled = {cell.name: cell.start for cell in program.cells}
        self.ranges = {cell.name: (cell.low, cell.high) for cell in program.cells}
        self.table_cells = {name: ends(rows) for name, (_, _, rows) in program.tables.items()}
        self.reads: dict[Expr, frozenset[str]] = {}
        self.known: dict[Expr, Expr] = {}
        self.nodes: list[Node] = []

    def look(self) -> bool:
        """Go through all that can happen; True if a variable turned out to change, so that all must be seen again."""
        self.nodes = list(self.program.nodes)
        changed: set[str] = set()
        waiting: list[NodeId] = [self.program.entry]
        seen = {self.program.entry}
        while waiting:
            look()
            number = waiting.pop()
            node = self.nodes[number] = self.node(self.program.nodes[number])
            if isinstance(node, Do):
                for variable, expr in node.sets:
                    name = self.program.cells[variable].name
                    if name in self.settled and not _is(expr, self.settled[name]):
                        changed.add(name)
            for after in successors(node):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        for name in changed:
            del self.settled[name]
        self.known = {each: known for each, known in self.known.items() if self.reads[each].isdisjoint(changed)}
        return bool(changed)

    def cells(self) -> tuple[Cell, ...]:
        """The variables, those that keep one value with no other in their range."""
        return tuple(
            replace(cell, low=cell.start, high=cell.start) if cell.name in self.settled else cell
            for cell in self.program.cells
        )

    def node(self, node: Node) -> Node:
        """A node with what is settled put in."""
        match node:
            case Do(sets=sets):
                values = tuple((variable, self.value(expr)) for variable, expr in sets)
                same = all(one is other for (_, one), (_, other) in zip(values, sets, strict=True))
                return node if same else Do(values, node.next)
            case Branch(condition=condition, yes=yes, no=no):
                holds = self.value(condition)
                if isinstance(holds, Const):
                    taken = yes if holds.value else no
                    return Branch(holds, taken, taken)
                return Branch(holds, yes, no)
            case Chance(weights=weights, nexts=nexts):
                ways = list(zip(map(self.value, weights), nexts, strict=True))
                ways = [way for way in ways if not _is(way[0], 0)] or ways
                return Chance(tuple(weight for weight, _ in ways), tuple(after for _, after in ways), node.total)
            case Decide(options=options):
                # A closed option keeps its place and its number; it leads to where an open one does.
                folded = tuple(replace(option, condition=self.value(option.condition)) for option in options)
                return replace(node, options=tuple(self.shut(option, node.shut) for option in folded))
            case Earn(amount=amount):
                return replace(node, amount=self.value(amount))
        return node

    @staticmethod
    def shut(option: Choice, beyond: NodeId) -> Choice:
        """An option that never opens leads past the menu, so that nothing is remembered for its sake."""
        return replace(option, next=beyond) if option.condition == FALSE else option

    def value(self, expr: Expr) -> Expr:
        """An expression with settled variables as numbers."""
        if isinstance(expr, Const):
            return expr
        found = self.known.get(expr)
        if found is None:
            if expr not in self.reads:
                self.reads[expr] = frozenset(reads(expr))
            found = expr if self.reads[expr].isdisjoint(self.settled) else self.folded(expr)
            self.known[expr] = found
        return found

    def folded(self, expr: Expr) -> Expr:
        match expr:
            case Var(name=name):
                return const(self.settled[name]) if name in self.settled else expr
            case Unary(op=op, operand=operand):
                inner = self.folded(operand)
                if isinstance(inner, Const):
                    return const(-inner.value if op == "-" else int(not inner.value))
                return negate(inner) if op == "not" else Unary(op=op, operand=inner)
            case Binary(op=op, left=left, right=right):
                return self.settle(binary(op, self.folded(left), self.folded(right)))
            case Lookup(table=name, column=column, row=row):
                across, down = self.folded(column), self.folded(row)
                if isinstance(across, Const) and isinstance(down, Const):
                    first_column, first_row, cells = self.program.tables[name]
                    line = cells[min(max(down.value - first_row, 0), len(cells) - 1)]
                    return const(line[min(max(across.value - first_column, 0), len(line) - 1)])
                return Lookup(table=name, column=across, row=down)
        return expr

    def settle(self, expr: Expr) -> Expr:
        """A product with nothing is nothing, and with one the other; a comparison that ranges decide is decided."""
        if isinstance(expr, Binary) and expr.op == "*" and ONE in (expr.left, expr.right):
            return expr.right if expr.left == ONE else expr.left
        if isinstance(expr, Binary) and (expr.op == "*" or expr.op in TRUTHS):
            low, high = bounds(expr, self.ranges, self.table_cells)
            if low == high:
                return const(low)
        return expr


def _is(expr: Expr, value: int) -> bool:
    """Whether an expression is that number; models compare much slower."""
    return isinstance(expr, Const) and expr.value == value
