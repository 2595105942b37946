"""Kernels compiled by numba, for arguments of some types. Imported only when something must be compiled.

Numba's own way in from Python would need all of numba in each process that calls a kernel. In its place machine code
gets the way in that `gamebook.kernels.native` calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any

import numba
from llvmlite import ir
from numba.core import compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj
from numba.np.numpy_support import as_dtype

from gamebook.kernels.native import MEMORY, Native

# Any, here and below: what is numba's has no types, or not all.
_numba: Any = numba
_compiler: Any = compiler
_arrays: Any = arrayobj
types: Any = numba.types
_WORD = ir.IntType(64)
_BYTES = ir.IntType(8).as_pointer()
_HEAD = object.__basicsize__ // 8
"""The words of an object before what numpy keeps of an array: data, dimensions, and where their sizes and steps are."""


def dispatcher(function: Callable[..., Any], options: Mapping[str, bool]) -> Any:  # noqa: ANN401
    """The function as numba calls it from other kernels.

    Without the lock of the interpreter other threads go on, an editor's for one.
    """
    compiled: Any = _numba.njit(no_cfunc_wrapper=True, no_cpython_wrapper=True, nogil=True, **options)(function)
    return compiled


@contextmanager
def _counted_from_the_first() -> Iterator[None]:
    """Meanwhile an index below 0 does not count from the end of an array: no kernel has one.

    Numba asks so at each place where a number is read or written, and that took a third of the time of most kernels.
    """
    as_in_python = _arrays.fix_integer_index
    _arrays.fix_integer_index = _as_it_is
    try:
        yield
    finally:
        _arrays.fix_integer_index = as_in_python


def _as_it_is(context: Any, builder: Any, kind: Any, index: Any, _: Any) -> Any:  # noqa: ANN401
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@global_compiler_lock
@_counted_from_the_first()
def compiled(made: Any, arguments: tuple[object, ...]) -> Native:  # noqa: ANN401
    """The function for arguments of the types of these.

    Args:
        made: what `dispatcher` made of it.
        arguments: examples.
    """
    inside = made._compiler  # noqa: SLF001
    flags = _compiler.Flags()
    inside.targetdescr.options.parse_as_flags(flags, inside.targetoptions)
    flags = inside._customize_flags(flags)  # noqa: SLF001
    flags.no_cfunc_wrapper = False
    made.typingctx.refresh()
    made.targetctx.refresh()
    context = made.targetctx.subtarget(create_cfunc_wrapper=None)
    context.create_cfunc_wrapper = lambda library, told, *_: _add_way_in(context, library, told)
    kinds = tuple(_numba.typeof(each) for each in arguments)
    found = _compiler.compile_extra(made.typingctx, context, made.py_func, kinds, None, flags, {})
    if missing := _needs(found.library) - MEMORY:
        raise TypeError(f"the kernel {made.py_func.__qualname__} makes more than arrays: {', '.join(sorted(missing))}")
    result = _told(found.fndesc.restype)
    code = found.library._get_compiled_object()  # noqa: SLF001
    return Native(found.fndesc.llvm_cfunc_wrapper_name, code, result, _size(found.fndesc.restype))


def _needs(library: Any) -> set[str]:  # noqa: ANN401
    """What machine code asks for of numba's runtime."""
    functions = library._final_module.functions  # noqa: SLF001
    return {each.name for each in functions if each.is_declaration and re.match("_?(NRT|nrt|numba)_", each.name)}


def _add_way_in(context: Any, library: Any, told: Any) -> None:  # noqa: ANN401
    """Add a function that takes the arguments from a row of words, and puts the result into another."""
    module = context.create_module("way in")
    inside = ir.Function(module, context.call_conv.get_function_type(told.restype, told.argtypes), told.llvm_func_name)
    kind = ir.FunctionType(ir.IntType(32), [_WORD.as_pointer(), _WORD.as_pointer()])
    way_in = ir.Function(module, kind, told.llvm_cfunc_wrapper_name)
    builder = ir.IRBuilder(way_in.append_basic_block())
    words, found = way_in.args
    place = count()

    def word() -> Any:  # noqa: ANN401
        return builder.load(builder.gep(words, [_WORD(next(place))]))

    arguments = [_taken(context, builder, each, word) for each in told.argtypes]
    status, result = context.call_conv.call_function(builder, inside, told.restype, told.argtypes, arguments)
    with builder.if_else(status.is_error) as (wrong, right):
        with wrong:
            builder.store(builder.ptrtoint(status.excinfoptr, _WORD), found)
        with right:
            for number, each in enumerate(_given(context, builder, told.restype, result)):
                builder.store(each, builder.gep(found, [_WORD(number)]))
    builder.ret(builder.zext(status.is_error, ir.IntType(32)))
    library.add_ir_module(module)


def _taken(context: Any, builder: Any, kind: Any, word: Callable[[], Any]) -> Any:  # noqa: ANN401
    """An argument, put together from its words."""
    match kind:
        case types.Boolean():
            return builder.trunc(word(), ir.IntType(1))
        case types.Integer():
            return word() if kind.bitwidth == 64 else builder.trunc(word(), ir.IntType(kind.bitwidth))
        case types.Float():
            return builder.bitcast(word(), ir.DoubleType())
        case types.BaseTuple():
            return context.make_tuple(builder, kind, [_taken(context, builder, each, word) for each in kind])
        case types.Array():
            return _array(context, builder, kind, builder.inttoptr(word(), _WORD.as_pointer()))
    raise TypeError(f"a kernel takes no {kind}")


def _array(context: Any, builder: Any, kind: Any, found: Any) -> Any:  # noqa: ANN401
    """An array as numba has it, from the object that numpy made."""

    def pointer(number: int, to: Any) -> Any:  # noqa: ANN401
        return builder.inttoptr(builder.load(builder.gep(found, [_WORD(_HEAD + number)])), to)

    made = context.make_array(kind)(context, builder)
    sizes, steps = pointer(2, _WORD.as_pointer()), pointer(3, _WORD.as_pointer())
    shape = [builder.load(builder.gep(sizes, [_WORD(n)])) for n in range(kind.ndim)]
    strides = [builder.load(builder.gep(steps, [_WORD(n)])) for n in range(kind.ndim)]
    items = _WORD(1)
    for each in shape:
        items = builder.mul(items, each)
    made.meminfo = context.get_constant_null(types.MemInfoPointer(types.voidptr))
    made.parent = builder.bitcast(found, _BYTES)
    made.nitems = items
    made.itemsize = context.get_constant(types.intp, as_dtype(kind.dtype).itemsize)
    made.data = pointer(0, made.data.type)
    made.shape = _packed(builder, made.shape, shape)
    made.strides = _packed(builder, made.strides, strides)
    return made._getvalue()  # noqa: SLF001


def _packed(builder: Any, like: Any, values: list[Any]) -> Any:  # noqa: ANN401
    for number, value in enumerate(values):
        like = builder.insert_value(like, value, number)
    return like


def _given(context: Any, builder: Any, kind: Any, value: Any) -> list[Any]:  # noqa: ANN401
    """The words of a result."""
    match kind:
        case types.NoneType():
            return []
        case types.Boolean():
            return [builder.zext(value, _WORD)]
        case types.Integer() if kind.bitwidth == 64:
            return [value]
        case types.Integer():
            return [builder.sext(value, _WORD) if kind.signed else builder.zext(value, _WORD)]
        case types.Float():
            return [builder.bitcast(value, _WORD)]
        case types.Array():
            made = context.make_array(kind)(context, builder, value=value)
            held = [builder.ptrtoint(each, _WORD) for each in (made.meminfo, made.parent, made.data)]
            around = [builder.extract_value(each, n) for each in (made.shape, made.strides) for n in range(kind.ndim)]
            return held + around
    parts = [_given(context, builder, each, builder.extract_value(value, n)) for n, each in enumerate(kind)]
    return [word for part in parts for word in part]


def _told(kind: Any) -> Any:  # noqa: ANN401
    """What a result is, as `Native` has it."""
    match kind:
        case types.NoneType():
            return None
        case types.Boolean():
            return "bool"
        case types.Integer():
            return "int" if kind.signed else "more"
        case types.Float() if kind.bitwidth == 64:
            return "float"
        case types.Array():
            return "array", as_dtype(kind.dtype).str, kind.ndim
        case types.BaseTuple():
            return getattr(kind, "instance_class", tuple), [_told(each) for each in kind]
    raise TypeError(f"a kernel returns no {kind}")


def _size(kind: Any) -> int:  # noqa: ANN401
    """How many words it is made of."""
    if isinstance(kind, types.BaseTuple):
        return sum(_size(each) for each in kind)
    return 3 + 2 * kind.ndim if isinstance(kind, types.Array) else int(not isinstance(kind, types.NoneType))
