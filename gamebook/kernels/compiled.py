"""`@kernel`: compiled by numba, and kept on disk until a file that went into it changes.

Numba's own cache looks only at the file a function stands in. What a kernel calls is compiled into it, so that a kernel
would outlive a change of what it calls in another file; here it is kept for the files its own imports as well. Nor does
numba's cache notice a file that is damaged, or that somebody else put there. `docs/decisions/kernels-kept-on-disk.md`
tells more.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import njit
from numba.core import compiler, config, serialize
from numba.core.caching import _Cache

from gamebook.caches import cache_folder, read_cached, write_cached

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_IMPORT = re.compile(r"^from gamebook\.kernels\.([\w.]+) import", re.MULTILINE)
SUFFIX = ".nbc"


# Any: numba's types do not know all options, and its inside has none.
# Without the lock of the interpreter other threads go on, an editor's for one.
_compile: Any = partial(njit, no_cfunc_wrapper=True, nogil=True)
_compiler: Any = compiler
_config: Any = config
_serialize: Any = serialize


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


def is_ready(function: Callable[..., Any]) -> bool:
    """Whether a kernel was compiled before, for some arguments, or need not be compiled (`NUMBA_DISABLE_JIT`)."""
    kept = getattr(function, "_cache", None)
    return not isinstance(kept, Kept) or bool(kept.files())


class Kept(_Cache):
    """The compiled versions of one function, a file for each."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Nothing is read yet."""
        module = function.__module__.removeprefix("gamebook.kernels.")
        self._name = f"{module}.{function.__qualname__}-{sys.implementation.cache_tag}"
        self._stamp = _stamp(module)

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(_folder())

    def load_overload(self, signature: Any, target: Any) -> Any:  # noqa: ANN401 - numba has no types
        """The function compiled for arguments of these types, or None."""
        target.refresh()
        key = self._key(signature, target.codegen())
        content = read_cached(self._path(key), _HERE)
        if content is None:
            return None
        try:
            found, compiled = pickle.loads(content)  # noqa: S301 - only we can have written it
            return _compiler.CompileResult._rebuild(target, *compiled) if found == key else None  # noqa: SLF001
        except Exception:  # noqa: BLE001 - it can always be compiled anew
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:  # noqa: ANN401 - numba has no types
        """Keep what was compiled, and delete what was compiled of older files."""
        if compiled.lifted or compiled.library.has_dynamic_globals:
            return
        key = self._key(signature, compiled.codegen)
        write_cached(self._path(key), _serialize.dumps((key, compiled._reduce())))  # noqa: SLF001
        with suppress(OSError):
            for path in set(_folder().glob(f"{self._name}.*{SUFFIX}")) - set(self.files()):
                path.unlink()

    def files(self) -> list[Path]:
        """The files in which the present version of the function is kept."""
        return list(_folder().glob(f"{self._name}.{self._stamp}.*{SUFFIX}"))

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It never is."""

    def flush(self) -> None:
        """Forget what is kept."""
        with suppress(OSError):
            for path in self.files():
                path.unlink()

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:  # noqa: ANN401 - numba has no types
        return signature, codegen.magic_tuple(), numba.__version__

    def _path(self, key: tuple[Any, ...]) -> Path:
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return _folder() / f"{self._name}.{self._stamp}.{digest}{SUFFIX}"


def _kept(function: Function, compiled: Any) -> Function:  # noqa: ANN401 - numba has no types
    """The compiled function, with its place on disk."""
    if compiled is not function:  # the same with NUMBA_DISABLE_JIT
        compiled._cache = Kept(function)  # noqa: SLF001
    return compiled


@cache
def _folder() -> Path:
    """Where kernels are kept: beside their files if that is possible, as Python keeps its own compiled files."""
    if _config.CACHE_DIR:
        return Path(_config.CACHE_DIR) / "gamebook"
    beside = _HERE / "__pycache__"
    if os.access(beside if beside.exists() else _HERE, os.W_OK):
        return beside
    return cache_folder() / f"kernels-{hashlib.sha256(str(_HERE).encode()).hexdigest()[:16]}"


@cache
def _stamp(module: str) -> str:
    """A digest of the kernel files that a module is made of."""
    texts = _texts(module, {})
    return hashlib.sha256("\0".join(texts[name] for name in sorted(texts)).encode()).hexdigest()[:16]


def _texts(module: str, found: dict[str, str]) -> dict[str, str]:
    """The text of a module and of all that it imports, added to what was found."""
    if module not in found:
        found[module] = _HERE.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        for name in _IMPORT.findall(found[module]):
            _texts(name, found)
    return found
