"""Memory of the process, and how it is asked for."""

from __future__ import annotations

import ctypes
import platform
import subprocess
import sys
from typing import NoReturn

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


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_library(_: None) -> NoReturn:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", no_library)
    keep_memory()
    give_memory_back()
