from __future__ import annotations

from gamebook.model.arithmetic import binary, const
from gamebook.model.expression import Var
from gamebook.program.code import Cell
from gamebook.program.reads import Reads


def test_variables_by_their_numbers_each_once() -> None:
    reads = Reads([Cell(name, 0, 9, 0) for name in ("gold", "luck", "rope")])
    both = binary("+", Var(name="rope"), binary("*", Var(name="gold"), Var(name="rope")))
    assert (reads(both), reads(both), reads(const(3))) == ((0, 2), (0, 2), ())
