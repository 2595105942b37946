"""Kernels in machine code are called as the Python functions that they were made of."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from gamebook.kernels import compiled, native
from gamebook.kernels.compiled import Kernel

needs_jit = pytest.mark.skipif(not isinstance(compiled.kernel(lambda: None), Kernel), reason="nothing is compiled")


class Pair(NamedTuple):
    numbers: np.ndarray[Any, np.dtype[np.int64]]
    share: float


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes a kernel, kept in a folder of its own."""
    monkeypatch.setattr(compiled, "_folder", lambda: tmp_path)

    def make(function: Callable[..., Any]) -> Callable[..., Any]:
        monkeypatch.setattr(function, "__module__", "gamebook.kernels.keys")
        return compiled.allocating(function)

    return make


def everything(pair: Pair, table: Any, flag: bool, more: int) -> Any:  # noqa: ANN401
    fresh = np.arange(len(pair.numbers))[::-1] * more
    return Pair(fresh, pair.share / 4), (not flag, table[1, 0], table.sum(), None), np.zeros((0, 2), np.int32)


@pytest.mark.slow
@needs_jit
@pytest.mark.parametrize("order", ["C", "F"])
def test_arguments_and_results_go_through_whole(made: Callable[..., Any], order: Any) -> None:  # noqa: ANN401
    numbers = np.arange(12)[::3]  # every third, so not contiguous
    table = np.array([[1, 2, 3], [-5, 6, 7]], np.int16, order=order)
    given = Pair(numbers, 0.1), table, True, -3
    found, wanted = made(everything)(*given), everything(*given)
    assert isinstance(found[0], Pair)
    assert found[0].numbers.tolist() == wanted[0].numbers.tolist() == [-9, -6, -3, 0]
    assert found[0].share == 0.025
    assert found[1] == (False, -5, 14, None)
    assert (found[2].shape, found[2].dtype) == ((0, 2), np.int32)


def largest(number: int) -> int:
    return number


@needs_jit
@pytest.mark.parametrize(
    "number", [0, -1, -(1 << 63), (1 << 63) - 1, (1 << 64) - 1, np.int32(-7), np.uint8(200), np.int64(5), True]
)
def test_whole_numbers_of_every_width(made: Callable[..., Any], number: Any) -> None:  # noqa: ANN401
    assert made(largest)(number) == number


def filled(table: Any, number: int) -> Any:  # noqa: ANN401
    table[:] = number
    return table


@needs_jit
def test_a_kernel_writes_into_its_arguments_and_may_return_them(made: Callable[..., Any]) -> None:
    table = np.zeros(6)
    part = table[1::2]
    assert made(filled)(part, 7) is part
    assert table.tolist() == [0, 7, 0, 7, 0, 7]


def guarded(number: int) -> int:
    if number < 0:
        raise ValueError("below nought")
    return 12 // number


@needs_jit
def test_what_a_kernel_raises_is_raised(made: Callable[..., Any]) -> None:
    kernel = made(guarded)
    assert kernel(4) == 3
    with pytest.raises(ValueError, match="below nought"):
        kernel(-1)
    with pytest.raises(ZeroDivisionError):
        kernel(0)
    assert kernel(3) == 4


def views(size: int) -> Any:  # noqa: ANN401
    whole = np.arange(size)
    return whole[: size // 2], whole[size // 2 :]


@pytest.mark.slow
@needs_jit
def test_two_results_may_share_memory(made: Callable[..., Any]) -> None:
    kernel = made(views)
    for _ in range(100):
        first, second = kernel(100_000)
        del first
        again, _ = kernel(100_000)  # would lie where the first was, if that had been let go of
        again[:] = 0
        assert second[0] == 50_000
        assert second.sum() == sum(range(50_000, 100_000))


def listing(size: int) -> int:
    found = []
    for number in range(size):
        found.append(number)  # noqa: PERF402
    return len(found)


@needs_jit
def test_a_kernel_that_makes_lists_is_refused(made: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=r"listing makes more than arrays: .*NRT_"):
        made(listing)(3)


@needs_jit
def test_an_argument_that_no_kernel_knows_is_refused(made: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="numbers, arrays and tuples of these, not str"):
        made(largest)("seven")


@pytest.mark.slow
@needs_jit
def test_kernels_that_were_kept_need_no_numba() -> None:
    script = (
        "import sys, numpy as np\n"
        "from gamebook.kernels.components import components\n"
        "order, start = components(np.array([0, 1, 2]), np.array([1, 0], np.int32))\n"
        "assert start.tolist() == [0, 2]\n"
        "print('numba' in sys.modules)\n"
    )
    run = [sys.executable, "-c", script]
    subprocess.run(run, check=True, capture_output=True)  # compiled now, if it was not before
    assert subprocess.run(run, check=True, capture_output=True, text=True).stdout == "False\n"


def total(pair: Pair) -> float:
    return pair.numbers.sum() * pair.share


@pytest.mark.slow
@needs_jit
def test_a_tuple_that_is_called_with_again_is_seen_as_it_is_now(
    made: Callable[[Callable[..., Any]], Callable[..., Any]],
) -> None:
    kernel = made(total)
    pair = Pair(np.arange(3), 0.5)
    assert kernel(pair) == kernel(pair) == 1.5
    pair.numbers[0] = 10
    assert kernel(pair) == 6.5


@pytest.mark.slow
@needs_jit
def test_many_tuples_at_places_of_earlier_ones(made: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    kernel = made(total)
    for number in range(200):  # more than are kept, and each at a place that an earlier one has left
        assert kernel(Pair(np.full(2, number), 0.25)) == number / 2
    large = Pair(np.ones(1 << 18, np.int64), 1.0)
    assert kernel(large) == kernel(large) == 1 << 18


def test_memory_that_is_not_held_yet_is_not_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when Ctrl-C comes while a result is put together."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    dropped: list[object] = []
    monkeypatch.setattr(native, "_release", interrupted)
    monkeypatch.setattr(sys, "unraisablehook", dropped.append)
    with pytest.raises(KeyboardInterrupt):
        native._Held(1, 1, "<i8", (1,), (8,))
    gc.collect()
    assert dropped == []
