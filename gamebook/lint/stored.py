"""Things that are put away where there is no room for all of them: the rest stays on the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.lint.facts import Facts
from gamebook.lint.ranges import on_its_sheet
from gamebook.sentences import listed


def too_full(facts: Facts) -> Iterator[Diagnostic]:
    """Which places can have too little room for what is stored there?"""
    variables = {each.name: each for each in facts.book.variables}
    for span, marks in facts.passed_at("stored").items():
        full = [variables[name] for name in dict.fromkeys(mark.variable for mark in marks)]
        role = full[0].role
        assert role is not None
        holds = listed(f"{each.high} {each.role.stat}" for each in full if each.role is not None)
        message = f"some readers have more to store than {role.of} has room for: it holds {holds}"
        wider = f"widen the range of {role.stat}"
        if variables[role.stat].kind == "item":
            wider = f"write on the sheet: item {role.stat} x {2 * full[0].high}"
        hint = f"the rest stays on the sheet; for more room, {on_its_sheet(facts, role.stat, wider)}"
        yield finding(balance.NO_ROOM_THERE, span, message, hint, route=facts.lines_to(marks))
