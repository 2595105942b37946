"""The core knows no game: what a rule system calls its stats stands in no name and no text of the program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import gamebook
from gamebook.model.book import Book
from gamebook.resources import resource_folder

PACKAGE = Path(gamebook.__file__).parent
SYSTEMS = [path.stem for path in resource_folder("systems").glob("*.gbk") if path.stem != "plain"]
"""The systems of games; `plain` is the one that has no rules."""
COMMON = {"LUCK", "COMBAT"}
"""Words of their own, too: how much of a book is luck; `combat` in the language. Only a text may not have them."""

LAB = ("fights", "cli/fight.py", "interop/readers/aon.py")
"""The fight lab and its door speak of a game: Fighting Fantasy is what they take if nothing else is said. The files of
Project Aon are books of one game, whose fights are written in its system."""
EXAMPLES = (
    "codes",  # each finding shows a book with the mistake, and one without
    "cli/campaign.py",  # the example in the help
    "cli/compare.py",
    "cli/solve.py",
    "syntax/build/fights.py",
    "syntax/habits.py",
    "syntax/mistakes",
)
"""Where a text may quote a line of a book, such as `~ STAMINA -2`. A stat by itself may stand nowhere."""


def names(tree: ast.AST) -> Iterator[str]:
    """Every name that the code gives or uses."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name


def texts(tree: ast.AST) -> Iterator[str]:
    """Every text of the code, but those that only say what something is."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@cache
def words(name: str) -> set[str]:
    """The words of a name: `foe_stamina`, `FoeStamina` and `foe-STAMINA` have STAMINA."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return {word.upper() for word in re.split(r"[^A-Za-z]+", apart)}


def known(code: str, stats: set[str], *, examples: bool = False) -> list[str]:
    """What a module says of a game.

    Args:
        code: the module's text.
        stats: the words of the games.
        examples: whether its texts may quote lines of a book.
    """
    upper = code.upper()
    if not any(word in upper for word in stats - COMMON) and not any(word in code for word in [*COMMON, *SYSTEMS]):
        return []  # most modules; the others are looked at word by word
    tree = ast.parse(code)
    stat = re.compile(rf"\b(?:{'|'.join(sorted(stats))})\b")
    found = [name for name in names(tree) if words(name) & (stats - COMMON)]
    for text in texts(tree):
        quotes = examples and " " in text.strip()
        if not quotes and (stat.search(text) or text in SYSTEMS):
            found.append(text)
    return found


@pytest.fixture(scope="module")
def stats() -> set[str]:
    """What the shipped systems call the reader's stats and the foes', in words: `COMBAT-SKILL` is two."""
    found: set[str] = set()
    for system in SYSTEMS:
        book: Book = gamebook.Project.of(f"use {system}\n\n=== 1\n~ victory\n").book
        found |= {part for variable in book.variables if variable.kind == "stat" for part in variable.name.split("-")}
    return {stat for stat in found if stat.isupper()}


@pytest.mark.slow
def test_the_core_knows_no_game(stats: set[str]) -> None:
    assert {"SKILL", "STAMINA", "LUCK", "ENDURANCE"} <= stats
    found, quoting = {}, set()
    for path in sorted(PACKAGE.rglob("*.py")):
        place, code = path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")
        if place.startswith(LAB):
            continue
        quotes = place.startswith(EXAMPLES)
        if said := known(code, stats, examples=quotes):
            found[place] = said
        if quotes and known(code, stats):
            quoting.add(next(each for each in EXAMPLES if place.startswith(each)))
    assert found == {}
    assert quoting == set(EXAMPLES), "an exception that nothing needs"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if cell == 'foe 1 STAMINA': pass", ["foe 1 STAMINA"]),
        ("def wound(foe_stamina): ...", ["foe_stamina"]),
        ("class FoeSkill: ...", ["FoeSkill"]),
        ("hint = f'{name} is not SKILL'", [" is not SKILL"]),
        ("'''~ STAMINA -2'''\nskilful = luck = 'unlucky'  # SKILL", []),
        ("system = 'fighting-fantasy'", ["fighting-fantasy"]),
        ("def combat(): 'the LUCK of SKILL'", []),
    ],
)
def test_what_is_found(code: str, expected: list[str]) -> None:
    assert known(code, {"SKILL", "STAMINA", "LUCK"}) == expected


def test_an_example_is_a_line_not_a_stat() -> None:
    assert known("hint = '~ STAMINA -2'", {"STAMINA"}, examples=True) == []
    assert known("name = 'STAMINA'", {"STAMINA"}, examples=True) == ["STAMINA"]
