"""`@kernel`: compiled by numba, and kept on disk until a file that went into it changes.

Numba looks only at the file a function stands in. What a kernel calls is compiled into it, so that a kernel would
outlive a change of what it calls in another file; here it is kept for the files its own imports as well.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_IMPORT = re.compile(r"^from gamebook\.kernels\.([\w.]+) import", re.MULTILINE)


# Any: its types do not know all options. Without the lock of the interpreter other threads go on, an editor's for one.
_compile: Any = partial(njit, cache=True, no_cfunc_wrapper=True, nogil=True)


def kernel(function: Function) -> Function:
    """The function, compiled when it is first called; it makes no arrays.

    Without arrays to make, numba need not count who holds them, which takes longer than most kernels' own work.
    """
    return _kept(function, _compile(_nrt=False)(function))


def inlined(function: Function) -> Function:
    """The same for one that only kernels call, and that is copied into them.

    A call would hand over every array of a tuple word by word. LLVM does the copying: numba's own way of it takes as
    long as all the rest.
    """
    return _kept(function, _compile(forceinline=True, no_cpython_wrapper=True, _nrt=False)(function))


def allocating(function: Function) -> Function:
    """The function, compiled when it is first called; it makes arrays."""
    return _kept(function, _compile()(function))


def _kept(function: Function, compiled: Any) -> Function:  # noqa: ANN401 - numba has no types
    """The compiled function, stamped with all the files that went into it."""
    if compiled is not function:  # the same with NUMBA_DISABLE_JIT
        compiled._cache._cache_file._source_stamp = _stamp(function.__module__.removeprefix("gamebook.kernels."))  # noqa: SLF001
    return compiled


@cache
def _stamp(module: str) -> str:
    """A digest of the kernel files that a module is made of."""
    texts = _texts(module, {})
    return hashlib.sha256("\0".join(texts[name] for name in sorted(texts)).encode()).hexdigest()


def _texts(module: str, found: dict[str, str]) -> dict[str, str]:
    """The text of a module and of all that it imports, added to what was found."""
    if module not in found:
        found[module] = _HERE.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        for name in _IMPORT.findall(found[module]):
            _texts(name, found)
    return found
