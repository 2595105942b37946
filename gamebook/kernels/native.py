"""Kernels in machine code: how they get into the process, and how Python calls them.

Nothing here needs the compiler, whose import takes longer than a small book. What numba compiled is machine code with
one way in: a function of two rows of words. The first row holds the arguments, tuples taken apart: a number, or where
an array is as an object. The second row is filled with the result.
"""

from __future__ import annotations

import ctypes
import pickle
import re
import struct
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np

MOST_SIGNED = 1 << 63
_FLAGS = 0x501
"""What of an array's flags is of interest: contiguous in C's order, aligned, writeable."""
_IN_COLUMNS = 0x2
_ALL_BITS = (1 << 64) - 1
KEPT_BYTES = 1 << 20
"""Tuples with larger arrays are taken apart anew in each call."""
KEPT = 32
"""Tuples kept, taken apart; then they are all forgotten."""

_MEMORY = """
declare i64* @malloc(i64)
declare void @free(i64*)

define i64* @NRT_Allocate(i64 %size) {
  %block = call i64* @malloc(i64 %size)
  ret i64* %block
}

define void @NRT_Free(i64* %block) {
  call void @free(i64* %block)
  ret void
}

define i64* @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %asked = zext i32 %align to i64
  %tiny = icmp ult i64 %asked, 16
  %step = select i1 %tiny, i64 16, i64 %asked
  %head = add i64 %step, 48
  %all = add i64 %head, %size
  %block = call i64* @malloc(i64 %all)
  %none = icmp eq i64* %block, null
  br i1 %none, label %done, label %filled

filled:
  %at = ptrtoint i64* %block to i64
  %after = add i64 %at, %head
  %over = urem i64 %after, %step
  %data = sub i64 %after, %over
  %word1 = getelementptr i64, i64* %block, i64 1
  %word2 = getelementptr i64, i64* %block, i64 2
  %word3 = getelementptr i64, i64* %block, i64 3
  %word4 = getelementptr i64, i64* %block, i64 4
  %word5 = getelementptr i64, i64* %block, i64 5
  store i64 1, i64* %block
  store i64 0, i64* %word1
  store i64 0, i64* %word2
  store i64 %data, i64* %word3
  store i64 %size, i64* %word4
  store i64 0, i64* %word5
  br label %done

done:
  ret i64* %block
}

define i64* @NRT_MemInfo_alloc(i64 %size) {
  %block = call i64* @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  ret i64* %block
}

define void @NRT_MemInfo_call_dtor(i64* %block) {
  call void @free(i64* %block)
  ret void
}

define void @gamebook_release(i64* %block) {
  %held = atomicrmw sub i64* %block, i64 1 seq_cst
  %last = icmp eq i64 %held, 1
  br i1 %last, label %over, label %done

over:
  call void @free(i64* %block)
  br label %done

done:
  ret void
}
"""
"""Memory for arrays that kernels make, as numba's code asks for it. A block begins with six words about it: how many
hold it, two that are not used, where the data are, their size, and one that is not used."""
MEMORY = frozenset(re.findall(r"@(NRT_\w+)", _MEMORY))
"""What kernels may ask for of numba's runtime. Lists ask for more."""
_ONE_POINTER = 15
"""From this version on LLVM has one kind of pointer, and does not read the names of the others."""


class Native(NamedTuple):
    """A kernel for arguments of some types, compiled."""

    name: str
    """What its way in is called."""
    code: bytes
    """An object file."""
    result: Any
    """What it returns: None, `bool`, `int`, `float`; ("array", dtype, dimensions); or a tuple's class and its parts."""
    words: int
    """How many words a result is made of."""


def machine() -> tuple[str, ...]:
    """What machine code depends on besides its source: it must not be run on another processor."""
    _engine()
    features = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features, str(object.__basicsize__)


def processor() -> tuple[str, frozenset[str]]:
    """The system, as LLVM calls it, and what the processor can do."""
    return llvm.get_process_triple(), frozenset(name for name, has in llvm.get_host_cpu_features().items() if has)


def loaded(native: Native) -> Call:
    """The kernel, ready to be called."""
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(native.code))
    engine.finalize_object()
    return Call(native, engine.get_function_address(native.name))


class Call:
    """A kernel in the process."""

    def __init__(self, native: Native, address: int) -> None:
        """Nothing is called yet.

        Args:
            native: what was compiled.
            address: where its way in is.
        """
        self._run = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)(address)
        self._result = native.result
        self._words = ctypes.c_int64 * max(native.words, 1)

    def __call__(self, words: Sequence[int], arguments: tuple[object, ...]) -> Any:  # noqa: ANN401 - as the kernel
        """What the kernel returns.

        Args:
            words: the arguments, taken apart.
            arguments: the same whole.

        Raises:
            what the kernel raises.
        """
        found = self._words()
        if self._run((ctypes.c_uint64 * len(words))(*words), found):
            _fail(found[0])
        return _built(self._result, iter(found), arguments)


def taken_apart(argument: object, kinds: list[object], words: list[int]) -> None:
    """Add the types that an argument is made of, and its words.

    Raises:
        TypeError: no kernel knows what to do with it.
    """
    if isinstance(argument, np.ndarray):
        flags = argument.flags.num
        kinds += (argument.dtype.str, argument.ndim, flags & _FLAGS if flags & 1 else flags & (_FLAGS | _IN_COLUMNS))
        words.append(id(argument))
    elif isinstance(argument, tuple):
        known = _KNOWN.get(id(argument))
        if known is None or known.of is not argument:
            known = _known(argument)
        kinds += known.kinds
        words += known.words
    elif isinstance(argument, bool | np.bool_):
        kinds.append("bool")
        words.append(int(argument))
    elif isinstance(argument, int | np.int64):
        kinds.append("int" if argument < MOST_SIGNED else "more")
        words.append(int(argument))
    elif isinstance(argument, float):  # numpy's doubles, too
        kinds.append("float")
        words.append(int.from_bytes(struct.pack("=d", argument), "little"))
    elif isinstance(argument, np.integer):
        kinds.append(argument.dtype.str)
        words.append(int(argument))
    else:
        raise TypeError(f"a kernel takes numbers, arrays and tuples of these, not {type(argument).__name__}")


class _Known(NamedTuple):
    """A tuple that was taken apart, with its types and words."""

    of: tuple[object, ...]
    kinds: list[object]
    words: list[int]


_KNOWN: dict[int, _Known] = {}
"""By `id`: tuples of arrays are called with again and again, and to take one apart takes longer than many a call."""


def _known(argument: tuple[object, ...]) -> _Known:
    """A tuple, taken apart. Only small ones are kept: what is kept cannot leave the memory."""
    known = _Known(argument, [type(argument).__qualname__, len(argument)], [])
    for part in argument:
        taken_apart(part, known.kinds, known.words)
    if sum(each.nbytes for each in _arrays(argument) if isinstance(each, np.ndarray)) <= KEPT_BYTES:
        if len(_KNOWN) >= KEPT:
            _KNOWN.clear()
        _KNOWN[id(argument)] = known
    return known


class _Held:
    """An array that a kernel made, and its hold on the memory."""

    _block = 0
    """The address of the memory; 0 before it is held, for Ctrl-C may come in between."""

    def __init__(self, block: int, data: int, dtype: str, shape: tuple[int, ...], strides: tuple[int, ...]) -> None:
        self._release = _release()
        self._block = block
        self.__array_interface__ = {
            "version": 3, "typestr": dtype, "shape": shape, "strides": strides, "data": (data, False)
        }  # fmt: skip

    def __del__(self) -> None:
        if self._block:
            self._release(self._block)


def _built(kind: Any, words: Iterator[int], arguments: tuple[object, ...]) -> Any:  # noqa: ANN401 - as the kernel
    """A result, put together from its words."""
    match kind:
        case None:
            return None
        case "bool":
            return bool(next(words))
        case "int":
            return next(words)
        case "more":
            return next(words) & _ALL_BITS
        case "float":
            return float(struct.unpack("=d", struct.pack("=q", next(words)))[0])
        case ("array", dtype, dimensions):
            block, given, data = next(words), next(words), next(words)
            shape = tuple(next(words) for _ in range(dimensions))
            strides = tuple(next(words) for _ in range(dimensions))
            if block:
                return np.asarray(_Held(block, data & _ALL_BITS, dtype, shape, strides))
            return next(each for each in _arrays(arguments) if id(each) == given)
    of, parts = kind
    made = [_built(part, words, arguments) for part in parts]
    return tuple(made) if of is tuple else of(*made)


def _arrays(arguments: tuple[object, ...]) -> Iterator[object]:
    for each in arguments:
        if isinstance(each, tuple):
            yield from _arrays(each)
        else:
            yield each


def _fail(told: int) -> None:
    """Raise what a kernel raised: numba leaves a pickle of it, and how long that is."""
    where, length = struct.unpack("=qi", ctypes.string_at(told & _ALL_BITS, 12))
    kind, values, _ = pickle.loads(ctypes.string_at(where & _ALL_BITS, length))  # noqa: S301 - from the kernel's file
    raise kind(*values or ())


@cache
def _engine() -> Any:  # noqa: ANN401 - llvmlite has no types
    """What puts machine code into the process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    memory = _MEMORY.replace("i64*", "ptr") if llvm.llvm_version_info[0] >= _ONE_POINTER else _MEMORY
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(memory), machine)
    engine.finalize_object()
    return engine


@cache
def _release() -> Any:  # noqa: ANN401 - a C function
    """The function that lets go of memory."""
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_engine().get_function_address("gamebook_release"))
