"""Kernels without their compiler."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from gamebook.kernels.compiled import Kernel


@pytest.fixture(scope="module")
def kernels_as_python(request: pytest.FixtureRequest) -> Iterator[None]:
    """Kernels run as the Python that they are written in: to compile one for a test takes far longer than the test.

    In the package they are compiled as parts of other kernels, and the tests of the solver judge those. `make search`
    compiles them here, too.
    """
    if request.config.getoption("hypothesis_profile", None) == "search":
        yield
        return
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):  # hashes grow beyond 64 bits
        patch.setattr(Kernel, "__call__", lambda kernel, *arguments: kernel.py_func(*arguments))
        yield
