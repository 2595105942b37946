from __future__ import annotations

import importlib
import inspect
import pkgutil
import pydoc
from typing import TYPE_CHECKING

import pytest
from msgspec import Struct, field

import gamebook
from gamebook.lazy import LazyStruct

if TYPE_CHECKING:
    from fractions import Fraction


class Sum(LazyStruct):
    share: Fraction
    parts: list[int] = field(default_factory=list)


class NamedSum(Sum, kw_only=True):
    name: str
    note: Fraction | None = None


def test_types_stand_in_a_signature_as_they_are_written() -> None:
    assert str(inspect.signature(Sum)) == "(share: 'Fraction', parts: 'list[int]' = <factory>)"
    told = "(share: 'Fraction', parts: 'list[int]' = <factory>, *, name: 'str', note: 'Fraction | None' = None)"
    assert str(inspect.signature(NamedSum)) == told


@pytest.mark.parametrize("name", ["", *gamebook.__all__])
def test_help(name: str) -> None:
    shown = getattr(gamebook, name) if name else gamebook
    assert pydoc.render_doc(shown).strip()
    if inspect.isfunction(shown) or isinstance(shown, type(Struct)):
        assert "(" in str(inspect.signature(shown))


@pytest.mark.slow
def test_every_struct_has_a_signature() -> None:
    modules = [each.name for each in pkgutil.walk_packages(gamebook.__path__, "gamebook.")]
    loaded = [importlib.import_module(name) for name in modules if not name.endswith("__main__")]
    structs = {
        each
        for module in loaded
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Struct) and each.__module__ == module.__name__
    }
    assert len(structs) > 300
    nameless = set[str]()
    for each in structs:
        try:
            inspect.signature(each)
        except NameError as error:
            nameless.add(f"{each.__name__}: {error}; it can be a LazyStruct")
    assert not nameless
