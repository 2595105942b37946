"""The names of the foes of a fight."""

from gamebook.syntax import ast
from gamebook.syntax.foes import names_of_foes
from gamebook.syntax.walk import find
from tests.support.pages import read


def test_only_foes_of_one_name_have_numbers() -> None:
    parsed = read('=== 1\n~ fight "Rat" life 1 and "Cat" life 1 and "Rat" life 2\n-> victory\n')
    (fight,) = find(parsed.page, ast.Fight)
    assert names_of_foes(fight) == ("Rat 1", "Cat", "Rat 2")
