"""The examples of docs/api.md are run as they stand, and its tables name all there is."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

import gamebook
from gamebook.errors import GamebookError
from gamebook.options import AllWishes, Options

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_examples() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (failed, tried > 15) == (0, True)


def test_every_function_is_named() -> None:
    text = PAGE.read_text("utf-8")
    functions = {name for name in gamebook.__all__ if name[0].islower()}
    assert {name for name in functions if f"`{name}(" not in text} == set()
    assert {name for name in gamebook.__all__ if not re.search(rf"\b{name}\b", text)} == set()


def test_every_name_is_there_once_gamebook_is_imported() -> None:
    text = re.sub(r"from \S+ import|\S+/\S+", "", PAGE.read_text("utf-8"))
    names = set(re.findall(r"\bgamebook(?:\.\w+)+", text))
    assert {"gamebook.solve", "gamebook.verbs.report"} <= names
    code = "; ".join(["import gamebook", *sorted(names)])
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_the_page_of_a_report(tmp_path: Path) -> None:
    """As the page shows it."""
    (code,) = re.findall(r"^```python\n(from .*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (tmp_path / "moat.gbk").write_text("=== 1\n* Swim -> victory\n* Sink -> defeat\n", "utf-8")
    known = {"gamebook": gamebook}
    exec(code.replace("moat.gbk", str(tmp_path / "moat.gbk")), known)
    assert str(known["page"]).startswith("<!doctype html>")


def test_every_option_is_named() -> None:
    table = PAGE.read_text("utf-8").split("| option | meaning |")[1].split("\n\n")[0]
    named = set(re.findall(r"`(\w+)`", "\n".join(line.split("|")[1] for line in table.splitlines()[2:])))
    assert named == set(get_type_hints(AllWishes))
    limits = {"limit_states", "limit_memory", "timeout"}
    assert set(Options.__struct_fields__) == named - limits | {"limits"}


def test_every_error_is_named() -> None:
    text = PAGE.read_text("utf-8")
    assert all(f"| `{kind.__name__}` |" in text for kind in GamebookError.__subclasses__())
