"""What the sheet can hold of what a hero is said to have."""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.errors import UsageError
from gamebook.fights.rules import FightRules
from gamebook.reading import read_text
from gamebook.syntax import ast
from gamebook.syntax.walk import find


def refuse_too_much(rules: FightRules, things: Mapping[str, int | str]) -> None:
    """Refuse a hero who has more than the sheet of the system holds.

    How many picks the hero block offers is no such limit: heroes of later books have learned more.

    Args:
        rules: the system.
        things: as in `Encounter`.

    Raises:
        UsageError: a number is out of its range, or a limit has too few places; the message says which.
    """
    numbers = {name: value for name, value in things.items() if isinstance(value, int)}
    if not numbers:
        return
    read = read_text(str(rules.folder / "fight.gbk"), f"use {rules.system}\n\n=== 1\n-> victory\n")
    for variable in read.book.variables:
        wished = numbers.get(variable.name)
        if wished is not None and not variable.low <= wished <= variable.high:
            raise UsageError(f"{variable.name} is in {variable.low}..{variable.high}, not {wished}")
    declared = tuple(node for page in read.loaded.pages for node in page.page.declarations)
    params = {node.name: node.value for node in find(declared, ast.Param)}
    for limit in find(declared, ast.Limit):
        places = params.get(limit.places.id) if isinstance(limit.places, ast.Name) else limit.places
        had = {each.id: numbers[each.id] for each in limit.items if numbers.get(each.id)}
        if isinstance(places, ast.Number) and sum(had.values()) > places.value:
            named = ", ".join(name if number == 1 else f"{name} {number}" for name, number in had.items())
            raise UsageError(f"{limit.name} has {places.value} places, too few for {named}")
