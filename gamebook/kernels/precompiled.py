"""Kernels that come with the package, compiled for common processors: the first start waits for no compiler.

They are machine code for Linux on any x86-64 processor that has AVX2 (sold since 2013). Anywhere else, and for kernels
or types of arguments that are not among them, numba compiles. `make kernels` makes them anew after a change:
`docs/decisions/kernels-kept-on-disk.md`.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

from gamebook.kernels.native import Native, processor

PROCESSOR = "x86-64-v3"
"""What they are compiled for, as LLVM calls it."""
FEATURES = frozenset(("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt"))
"""What such a processor has, and older ones do not."""
OBJECT = 16
"""Bytes of a Python object before what an array keeps: kernels read arrays from there."""
FILE = Path(__file__).with_name("precompiled-linux-x86_64.zip")


def entry(name: str, stamp: str, kinds: tuple[object, ...]) -> str:
    """What a kernel is called in the file.

    Args:
        name: its module and its name.
        stamp: the digest of the files that it is made of.
        kinds: the types of its arguments.
    """
    return f"{name}.{stamp}.{hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]}"


def precompiled(name: str, stamp: str, kinds: tuple[object, ...]) -> Native | None:
    """A kernel of the package; None if it is not among them, or is of no use here."""
    at = entry(name, stamp, kinds)
    if at not in names():
        return None
    found = pickle.loads(_opened().read(at))  # noqa: S301 - who can write this can change the program anyway
    return found if isinstance(found, Native) else None


def is_precompiled(name: str, stamp: str) -> bool:
    """Whether a kernel is among them, for some arguments."""
    return any(each.startswith(f"{name}.{stamp}.") for each in names())


@cache
def names() -> frozenset[str]:
    """What is in the file, if the processor can run it; nothing if `GAMEBOOK_COMPILE` asks for a compiler."""
    if os.environ.get("GAMEBOOK_COMPILE", "0") not in ("", "0") or not FILE.is_file():
        return frozenset()
    system, features = processor()
    if not system.startswith("x86_64-") or "linux-gnu" not in system or not features >= FEATURES:
        return frozenset()
    if object.__basicsize__ != OBJECT:
        return frozenset()
    return frozenset(_opened().namelist())


@cache
def _opened() -> zipfile.ZipFile:
    """The file, its list of contents read once; it lies in memory, so that no file stays open."""
    return zipfile.ZipFile(BytesIO(FILE.read_bytes()))
