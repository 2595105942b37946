"""Kernels that come with the package are those of the present files, and do what freshly compiled ones do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamebook.kernels import compiled, precompiled

needs_them = pytest.mark.skipif(
    not precompiled.names() or not isinstance(compiled.kernel(lambda: None), compiled.Kernel),
    reason="no kernels for this system or processor come with the package",
)


@needs_them
def test_they_are_made_of_the_present_files() -> None:
    made = [name.rsplit(".", 2) for name in precompiled.names()]
    stale = {name for name, stamp, _ in made if compiled._stamp(name.rpartition(".")[0]) != stamp}
    assert not stale, "run `make kernels`"


@needs_them
def test_a_kernel_is_found_by_name_files_and_types() -> None:
    at = min(precompiled.names())
    name, stamp, _ = at.rsplit(".", 2)
    assert precompiled.is_precompiled(name, stamp)
    assert not precompiled.is_precompiled(name, "0123456789abcdef")
    assert precompiled.precompiled(name, stamp, ("no such type",)) is None


@needs_them
@pytest.mark.parametrize(
    "processor",
    [
        ("aarch64-unknown-linux-gnu", precompiled.FEATURES),
        ("x86_64-apple-darwin", precompiled.FEATURES),
        ("x86_64-unknown-linux-musl", precompiled.FEATURES),
        ("x86_64-unknown-linux-gnu", precompiled.FEATURES - {"avx2"}),
    ],
)
def test_none_are_used_where_they_could_not_run(
    processor: tuple[str, frozenset[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompiled, "processor", lambda: processor)
    assert precompiled.names.__wrapped__() == frozenset()


def test_none_are_used_if_a_compiler_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEBOOK_COMPILE", "1")
    assert precompiled.names.__wrapped__() == frozenset()


@needs_them
@pytest.mark.slow
def test_freshly_compiled_kernels_give_the_same_bits(tmp_path: Path) -> None:
    """Random plays of a book, in a process that compiles and in one that does not.

    Kernels of values take a minute more to compile: `make kernels` runs the tests of what is printed with fresh ones.
    """
    told = []
    for compiles in ("0", "1"):
        environment = {**os.environ, "GAMEBOOK_COMPILE": compiles, "NUMBA_CACHE_DIR": str(tmp_path / compiles)}
        words = ["simulate", "books/starter.gbk", "--policy", "random", "--plays", "20000", "--seed", "5", "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "gamebook", *words], env=environment, capture_output=True, text=True, check=True
        )
        found = json.loads(done.stdout)
        told.append({key: value for key, value in found.items() if key not in ("seconds", "memory")})
    assert told[0] == told[1]
    assert not (tmp_path / "0").exists()
    assert list((tmp_path / "1").rglob("*.kernel"))
