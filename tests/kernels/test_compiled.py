"""Kernels that are kept on disk are compiled anew when a file that went into them changes."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.caches import sealed
from gamebook.kernels import compiled

needs_jit = pytest.mark.skipif(
    not isinstance(compiled.kernel(lambda: None), compiled.Kernel), reason="nothing is compiled"
)

KERNELS = Path(compiled.__file__).parent


def test_a_stamp_changes_with_what_a_kernel_calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, text in {
        "outer": "from gamebook.kernels.inner import f\n",
        "inner": "f = 1\n",
        "other": "",
        "compiling": "",
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.setattr(compiled, "_HERE", tmp_path)
    stamp = compiled._stamp.__wrapped__
    outer, other = stamp("outer"), stamp("other")
    (tmp_path / "inner.py").write_text("f = 2\n")
    assert stamp("outer") != outer
    assert stamp("other") == other


def test_kernels_import_kernels_in_the_way_that_stamps_read() -> None:
    for path in KERNELS.glob("*.py"):
        imports = re.findall(r"^(?:from|import) gamebook.*", path.read_text(), re.MULTILINE)
        imports = [
            line for line in imports if "gamebook.caches" not in line
        ]  # where kernels are kept, not what they do
        assert all(re.match(r"from gamebook\.kernels\.\w+ import", line) for line in imports), path.name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compiled, "_folder", lambda: tmp_path / "kept")
    monkeypatch.setattr(compiled, "_NEW", [])
    return tmp_path / "kept"


def square(number: int) -> int:
    return number * number


def compiled_anew(monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - numba has no types
    """The kernel as another process would make it, with a file of its own."""
    monkeypatch.setattr(square, "__module__", "gamebook.kernels.keys")
    return compiled.kernel(square)


@needs_jit
def test_a_kernel_is_compiled_once_for_each_type(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled_anew(monkeypatch)
    assert not compiled.is_ready(first)
    assert (first(7), first(0.5)) == (49, 0.25)
    assert len(list(folder.iterdir())) == 2
    assert compiled.newly_compiled() == ["keys.square"] * 2
    again = compiled_anew(monkeypatch)
    assert compiled.is_ready(again)
    assert (again(7), again(0.5)) == (49, 0.25)
    assert len(compiled.newly_compiled()) == 2


@needs_jit
@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(sealed(b"no pickle")),
        lambda path: path.write_bytes(sealed(pickle.dumps((("another", "key"), ())))),
        lambda path: path.parent.chmod(0o777),
        lambda path: path.chmod(0o666),
    ],
    ids=["cut", "empty", "no pickle", "of another function", "folder of all", "file of all"],
)
def test_a_kernel_that_is_damaged_or_foreign_is_compiled_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    compiled_anew(monkeypatch)(7)
    (path,) = folder.iterdir()
    spoil(path)
    again = compiled_anew(monkeypatch)
    assert again(7) == 49
    assert len(compiled.newly_compiled()) == 2


@needs_jit
def test_what_was_compiled_of_older_files_is_deleted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled_anew(monkeypatch)(7)
    (old,) = folder.iterdir()
    monkeypatch.setattr(compiled, "_stamp", lambda _module: "a later version")
    later = compiled_anew(monkeypatch)
    assert not compiled.is_ready(later)
    assert later(7) == 49
    (new,) = folder.iterdir()
    assert new != old


@needs_jit
def test_without_a_folder_kernels_are_compiled_each_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write_text("a file stands where the folder should be")
    assert compiled_anew(monkeypatch)(7) == 49


def test_no_index_counts_from_the_end_of_an_array() -> None:
    """Kernels are compiled so that it would read other memory."""
    for path in KERNELS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Subscript):
                parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                below = [part for part in parts if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub)]
                assert not below, f"{path.name}:{node.lineno}"
