"""Memory of the process, and how it is asked for."""

from __future__ import annotations

import ctypes
import platform
import subprocess
import sys

import pytest

from gamebook.process import give_memory_back, keep_memory

TWICE = """
import resource
import numpy as np
from gamebook.process import give_memory_back, keep_memory

keep_memory()
def pages():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    np.ones(400_000)  # 3 MB: the library asks for no large pages for it
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
first, again = pages(), pages()
give_memory_back()
print(first > 700, again < 100, pages() > 700)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library is asked for nothing")
def test_memory_is_used_again_until_it_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "True"]


class Library:
    """A C library, and what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[int, ...]]] = []

    def mallopt(self, *given: int) -> None:
        self.asked.append(("mallopt", given))

    def malloc_trim(self, *given: int) -> None:
        self.asked.append(("malloc_trim", given))


def test_what_the_c_library_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of its malloc.h: -1 free memory that is kept, -3 the largest array from it, -8 parts for threads."""
    library = Library()
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)
    keep_memory()
    assert library.asked == [("mallopt", (-1, 2**30)), ("mallopt", (-3, 2**25)), ("mallopt", (-8, 1))]
    give_memory_back()
    assert library.asked[3:] == [("malloc_trim", (0,))]


@pytest.mark.parametrize("error", [OSError, TypeError, None])
def test_another_c_library_is_left_alone(error: type[Exception] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is none to be found, or it has no such functions."""
    asked: list[None] = []

    def other(name: None) -> object:
        asked.append(name)
        if error is not None:
            raise error
        return object()

    monkeypatch.setattr(ctypes, "CDLL", other)
    keep_memory()
    give_memory_back()
    assert asked == [None, None]
