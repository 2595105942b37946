"""`@kernel`: compiled by numba, and kept on disk until a file that went into it changes.

A kernel is compiled together with what it calls, so that it is kept for the files its own imports as well. Those that
come with the package (`precompiled`) are not compiled at all. One that is kept is called without numba, whose import
takes longer than a small book: `docs/decisions/kernels-kept-on-disk.md`.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

from gamebook.caches import cache_folder, read_cached, write_cached
from gamebook.kernels.native import Call, Native, loaded, machine, taken_apart
from gamebook.kernels.precompiled import is_precompiled, precompiled

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_IMPORT = re.compile(r"^ *from gamebook\.kernels\.([\w.]+) import", re.MULTILINE)
SUFFIX = ".kernel"
_ENGINE = RLock()
"""Held while a kernel is loaded or compiled: two threads may ask for it at once."""
_NEW: list[str] = []


def kernel(function: Function) -> Function:
    """The function, compiled when it is first called; it makes no arrays.

    Without arrays to make, numba need not count who holds them, which takes longer than most kernels' own work.
    """
    return _kernel(function, {"_nrt": False})


def inlined(function: Function) -> Function:
    """The same for one that only kernels call, and that is copied into them.

    A call would hand over every array of a tuple word by word. LLVM does the copying: numba's own way of it takes as
    long as all the rest.
    """
    return _kernel(function, {"_nrt": False, "forceinline": True})


def allocating(function: Function) -> Function:
    """The function, compiled when it is first called; it makes arrays."""
    return _kernel(function, {})


def is_ready(function: Callable[..., Any]) -> bool:
    """Whether a kernel was compiled before, for some arguments, or need not be compiled (`NUMBA_DISABLE_JIT`)."""
    return not isinstance(function, Kernel) or function.is_precompiled or bool(function.files())


def newly_compiled() -> list[str]:
    """The kernels that this process compiled, in order; one is named again for each type of arguments."""
    return list(_NEW)


class Kernel:
    """A function that is compiled for every type of arguments that it is called with, and kept."""

    def __init__(self, function: Callable[..., Any], options: Mapping[str, bool]) -> None:
        """Nothing is read yet.

        Args:
            function: what it does, in Python.
            options: of numba.
        """
        update_wrapper(self, function)
        self.py_func = function
        self._options = options
        self._calls: dict[tuple[object, ...], Call] = {}

    def __call__(self, *arguments: object) -> Any:  # noqa: ANN401 - as the function
        """What the function returns."""
        kinds: list[object] = []
        words: list[int] = []
        for argument in arguments:
            taken_apart(argument, kinds, words)
        key = tuple(kinds)
        call = self._calls.get(key) or self._call(key, arguments)
        return call(words, arguments)

    @cached_property
    def dispatcher(self) -> Any:  # noqa: ANN401 - numba has no types
        """What other kernels call."""
        from gamebook.kernels.compiling import dispatcher  # noqa: PLC0415 - slow to import

        return dispatcher(self.py_func, self._options)

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba has no types
        """Numba asks for this when another kernel calls this one."""
        return self.dispatcher._numba_type_

    @property
    def is_precompiled(self) -> bool:
        """Whether the present version of the kernel comes with the package, for some arguments."""
        return is_precompiled(self._plain_name, self._stamp)

    def files(self) -> list[Path]:
        """The files in which the present version of the kernel is kept."""
        return list(_folder().glob(f"{self._name}.{self._stamp}.*{SUFFIX}"))

    def _call(self, key: tuple[object, ...], arguments: tuple[object, ...]) -> Call:
        """The kernel for arguments of these types, kept or compiled."""
        with _ENGINE:
            if key not in self._calls:
                native = precompiled(self._plain_name, self._stamp, key)
                self._calls[key] = loaded(native or self._kept(key) or self._compiled(key, arguments))
            return self._calls[key]

    def _kept(self, key: tuple[object, ...]) -> Native | None:
        content = read_cached(self._path(key), _HERE)
        if content is None:
            return None
        try:
            found, native = pickle.loads(content)  # noqa: S301 - only we can have written it
        except Exception:  # noqa: BLE001 - it can always be compiled anew
            return None
        return native if found == self._whole(key) and isinstance(native, Native) else None

    def _compiled(self, key: tuple[object, ...], arguments: tuple[object, ...]) -> Native:
        """Compile it and keep it; delete what was compiled of older files."""
        from gamebook.kernels.compiling import compiled  # noqa: PLC0415 - slow to import

        native = compiled(self.dispatcher, arguments)
        _NEW.append(self._plain_name)
        write_cached(self._path(key), pickle.dumps((self._whole(key), native)))
        with suppress(OSError):
            for path in set(_folder().glob(f"{self._name}.*{SUFFIX}")) - set(self.files()):
                path.unlink()
        return native

    @cached_property
    def _plain_name(self) -> str:
        return f"{_module(self.py_func)}.{self.py_func.__qualname__}"

    @cached_property
    def _name(self) -> str:
        return f"{self._plain_name}-{sys.implementation.cache_tag}"

    @cached_property
    def _stamp(self) -> str:
        return _stamp(_module(self.py_func))

    @staticmethod
    def _whole(key: tuple[object, ...]) -> tuple[object, ...]:
        """All that machine code depends on besides its source."""
        return *_compiler(), *machine(), *key

    def _path(self, key: tuple[object, ...]) -> Path:
        digest = hashlib.sha256(repr(self._whole(key)).encode()).hexdigest()[:16]
        return _folder() / f"{self._name}.{self._stamp}.{digest}{SUFFIX}"


def _kernel(function: Function, options: Mapping[str, bool]) -> Function:
    """The kernel that a function is; the function itself if numba shall not compile (`NUMBA_DISABLE_JIT`)."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return function
    return cast("Function", Kernel(function, options))


def _module(function: Callable[..., Any]) -> str:
    return function.__module__.removeprefix("gamebook.kernels.")


@cache
def _compiler() -> tuple[str, ...]:
    from importlib.metadata import version  # noqa: PLC0415 - slow to import, and kernels of the package do not ask

    return version("numba"), version("llvmlite")


@cache
def _folder() -> Path:
    """Where kernels are kept: beside their files if that is possible, as Python keeps its own compiled files."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(folder) / "gamebook"
    beside = _HERE / "__pycache__"
    if os.access(beside if beside.exists() else _HERE, os.W_OK):
        return beside
    return cache_folder() / f"kernels-{hashlib.sha256(str(_HERE).encode()).hexdigest()[:16]}"


@cache
def _stamp(module: str) -> str:
    """A digest of the kernel files that a module is made of, and of how they are compiled."""
    texts = _texts(module, _texts("compiling", {}))
    return hashlib.sha256("\0".join(texts[name] for name in sorted(texts)).encode()).hexdigest()[:16]


def _texts(module: str, found: dict[str, str]) -> dict[str, str]:
    """The text of a module and of all that it imports, added to what was found."""
    if module not in found:
        found[module] = _HERE.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        for name in _IMPORT.findall(found[module]):
            _texts(name, found)
    return found
