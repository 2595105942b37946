from __future__ import annotations

import time

import pytest

from gamebook.errors import OutOfTime
from gamebook.job import look
from gamebook.limits import Limits, time_is_over, within


def test_the_time_of_limits() -> None:
    assert Limits().deadline(5.0) is None
    assert Limits(seconds=2.0).deadline(5.0) == 7.0
    assert Limits(seconds=2.0).share(4) == Limits(seconds=0.5)


def test_the_lower_limit_of_states_holds() -> None:
    found = [Limits(states=states).at_most(20).states for states in (None, 10, 30)]
    assert found == [20, 10, 20]


def test_who_is_asked_whether_to_stop_may_look_too() -> None:
    """What asks is bound by the limits around, not by its own: else it would ask itself without end."""

    def stop() -> bool:
        look()
        return False

    with within(None, stop):
        look()
    with within(time.monotonic() - 1.0), within(None, stop), pytest.raises(OutOfTime):
        look()


def test_whether_the_time_is_over() -> None:
    assert not time_is_over()
    with within(time.monotonic() - 1.0):
        assert time_is_over()
        with within(None):
            assert not time_is_over()
    assert not time_is_over()
