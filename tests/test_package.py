"""What holds for the package as a whole: its codes, its pages, its floors, its files."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

import gamebook
from docs.diagnostics import PAGE
from gamebook.codes import CODES, Code
from gamebook.render.codes import FAMILIES, codes_markdown
from gamebook.resources import resource_folder

ROOT = Path(__file__).parents[1]
PACKAGE = Path(gamebook.__file__).parent


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert version("gamebook") == project["version"]


@pytest.mark.parametrize("entry", CODES.values(), ids=list(CODES))
def test_a_code_is_fully_told(entry: Code) -> None:
    assert re.fullmatch(r"GB\d{3}", entry.code)
    assert entry.code[:3] in FAMILIES
    assert entry.title
    assert not entry.title.endswith(".")
    assert entry.cause.endswith(".")
    assert entry.advice.endswith(".")


@pytest.mark.parametrize("entry", CODES.values(), ids=list(CODES))
def test_a_viewer_of_markdown_shows_all_that_a_code_says(entry: Code) -> None:
    """A backslash that stands in no code mark is not shown."""
    for words in (entry.cause, entry.advice):
        (line,) = [each for each in MarkdownIt("commonmark").parse(words) if each.type == "inline"]
        assert "".join(each.content for each in line.children or ()) == words.replace("`", "")


def test_the_page_of_codes_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == codes_markdown(CODES.values()), "run `make docs`"


def test_resources_are_found() -> None:
    assert (resource_folder("books") / "starter.gbk").is_file()
    assert (resource_folder("systems") / "fighting-fantasy.gbk").is_file()


@pytest.mark.slow
def test_what_a_constant_or_a_field_is_stands_in_sentences_of_its_own() -> None:
    """An editor shows it alone. Kernels are left out: a change of their text means that they must be built again."""
    cut = list[str]()
    for path in PACKAGE.rglob("*.py"):
        if "kernels" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))) if text.endswith((",", ";")):
                    cut.append(f"{path.name}: {text}")
    assert not cut


@pytest.mark.slow
def test_a_name_of_a_module_has_one_meaning() -> None:
    """A constant that is assigned a second time changes what its first users mean."""
    twice = list[str]()
    for path in PACKAGE.rglob("*.py"):
        assigned = Counter[str]()
        for node in ast.parse(path.read_text("utf-8")).body:
            match node:
                case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(ast.Name(name), value=ast.expr()):
                    assigned[name] += 1
        twice += [f"{path.name}: {name}" for name, times in assigned.items() if times > 1]
    assert not twice


def test_no_state_of_the_process_is_touched() -> None:
    """The library may be used by two threads at once; only the command, which is alone, may set such things."""
    touching = re.compile(
        r"\brandom\.(?:seed|setstate)\(|\bos\.(?:umask|chdir|putenv)\(|\bgc\.\w+\(|\bsignal\.signal\("
    )
    package = Path(gamebook.__file__).parent
    modules = [path for path in package.rglob("*.py") if path.parent.name != "cli"]
    assert len(modules) > 200
    assert {path.name: found for path in modules if (found := touching.findall(path.read_text("utf-8")))} == {}
