"""A program being written: its nodes so far, and the variables in use."""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.model.arithmetic import bounds, ends
from gamebook.model.book import Book
from gamebook.model.expression import Expr
from gamebook.program.begun import begun
from gamebook.program.code import Branch, Cell, Chance, Do, Earn, Enter, Node, NodeId, Note
from gamebook.program.where import Where

WIDEST_FAN = 64
"""Ways through a stretch without a point; beyond this a point is put in, so that the ways meet again."""
LONGEST_FAN = 1024
"""The same for rolls that follow each other, each with few ways: of twenty foes who strike in turn, say."""
DEEPEST_FAN = 32
"""Rolls that follow each other without a point, each with a way out, say; the kernels have room for twice as many."""


class Draft:
    """Nodes are numbered as they are added; each is added after those it leads to, or reserved before."""

    def __init__(self, book: Book, fixed: Mapping[str, int]) -> None:
        """Begin with the book's variables.

        Args:
            book: the model.
            fixed: values that variables have before play.
        """
        self.table_cells = {table.name: ends(table.cells) for table in book.tables}
        self.ranges = {v.name: (v.low, v.high) for v in book.variables}
        self.ranges |= begun(book, fixed, self.ranges, self.table_cells)
        self.cells = [
            Cell(v.name, low, high, fixed.get(v.name, min(max(v.start, low), high)), v.kind in ("local", "hidden"))
            for v, (low, high) in ((v, self.ranges[v.name]) for v in book.variables)
        ]
        self.index = {cell.name: number for number, cell in enumerate(self.cells)}
        self.nodes: list[Node | None] = []
        self.places: list[str] = []
        self.causes: dict[NodeId, str] = {}
        self.fans: list[int] = []
        """For each node the ways from it to the next points."""
        self.deep: list[int] = []
        """For each node the most rolls on a way from it to the next points."""

    def add(self, node: Node, place: str) -> NodeId:
        """A new node, in a chapter."""
        number = self.reserve(place)
        self.put(number, node)
        return number

    def reserve(self, place: str) -> NodeId:
        """A number for a point whose node comes later."""
        self.nodes.append(None)
        self.places.append(place)
        self.fans.append(1)
        self.deep.append(0)
        return len(self.nodes) - 1

    def put(self, number: NodeId, node: Node) -> None:
        """The node for a number that was reserved."""
        self.nodes[number] = node
        match node:
            case Do() | Earn() | Note():
                self.fans[number] = self.fans[node.next]
                self.deep[number] = self.deep[node.next]
            case Branch():
                self.fans[number] = max(self.fans[node.yes], self.fans[node.no])
                self.deep[number] = max(self.deep[node.yes], self.deep[node.no])
            case Chance():
                self.fans[number] = sum(self.fans[n] for n in node.nexts)
                self.deep[number] = 1 + max(self.deep[n] for n in node.nexts)

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
        """An interval that holds every value of the expression."""
        return bounds(expr, self.ranges, self.table_cells)

    def chance(self, weights_: list[Expr], nexts: list[NodeId], where: Where, total: int = 0) -> NodeId:
        """One of several ways, or the only one."""
        if len(nexts) == 1:
            return nexts[0]
        deep = max(self.deep[after] for after in nexts)
        if deep >= DEEPEST_FAN or sum(self.fans[after] for after in nexts) > LONGEST_FAN:
            met = {after: self.meeting(WIDEST_FAN, after, where.place) for after in dict.fromkeys(nexts)}
            nexts = [met[after] for after in nexts]
        number = self.add(Chance(tuple(weights_), tuple(nexts), total), where.place)
        self.causes[number] = where.cause
        return number
