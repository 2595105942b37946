"""What the number of a chapter comes to that readers work out."""

from __future__ import annotations

from gamebook.analysis.witness import Route
from gamebook.lint.facts import Facts
from gamebook.model.arithmetic import const, substituted
from gamebook.model.expression import Const
from gamebook.program.code import Decide


def worked_out(facts: Facts, route: Route) -> str:
    """What the sum is for the reader of a route to it: `, which can be 0`; empty where not all of it is known."""
    node = facts.reach.solved.space.program.nodes[int(facts.reach.node[route.state])]
    value = facts.sourcemap.sums.get(node.address) if isinstance(node, Decide) else None
    if value is None:
        return ""
    tables = {table.name: table for table in facts.book.tables}
    sheet = {name: const(each) for name, each in route.sheet.items()}
    number = substituted(value, sheet, lambda table, column, row: tables[table].cell(column, row))
    return f", which can be {number.value}" if isinstance(number, Const) else ""
