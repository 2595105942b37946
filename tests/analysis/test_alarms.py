from __future__ import annotations

import pytest

from gamebook.analysis.alarms import FORMS, FindingsAlarm, ValueAlarm, alarm
from gamebook.errors import UsageError


@pytest.mark.parametrize("text", FORMS)
def test_every_form_that_is_named_is_understood(text: str) -> None:
    assert alarm(text).text == text


@pytest.mark.parametrize(
    "text", ["", "win", "win drops", "win drops 5", "score drops 5%", "win falls 5%", "win drops 120%", "errors"]
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--fail-if"):
        alarm(text)


def known(value: float) -> tuple[float, float]:
    return value, value


@pytest.mark.parametrize(
    ("text", "before", "after", "rings"),
    [
        ("win drops 5%", 0.5, 0.45, True),
        ("win drops 5%", 0.5, 0.46, False),
        ("win drops 5%", 0.5, 0.6, False),
        ("win rises 5%", 0.5, 0.6, True),
        ("win changes 5%", 0.5, 0.6, True),
        ("win changes 5%", 0.5, 0.4, True),
        ("win changes 5%", 0.5, 0.52, False),
        ("win below 20%", 0.5, 0.2, False),
        ("win below 20%", 0.5, 0.19, True),
        ("win above 60%", 0.5, 0.61, True),
        ("win above 60%", 0.7, 0.6, False),
    ],
)
def test_values_that_are_known(text: str, before: float, after: float, rings: bool) -> None:
    told = alarm(text)
    assert isinstance(told, ValueAlarm)
    assert told.rings(known(before), known(after)) is rings


@pytest.mark.parametrize(
    ("text", "after", "rings"),
    [
        ("win drops 5%", (0.3, 0.44), True),
        ("win drops 5%", (0.3, 0.46), None),
        ("win drops 5%", (0.46, 0.6), False),
        ("win changes 5%", (0.3, 0.44), True),
        ("win changes 5%", (0.46, 0.54), False),
        ("win changes 5%", (0.3, 0.6), None),
        ("win below 40%", (0.3, 0.6), None),
    ],
)
def test_bounds_may_leave_it_open(text: str, after: tuple[float, float], rings: bool | None) -> None:
    """The value before is 1/2."""
    told = alarm(text)
    assert isinstance(told, ValueAlarm)
    assert told.rings(known(0.5), after) is rings


def test_new_warnings_count_errors_too() -> None:
    told = alarm("new warnings")
    assert isinstance(told, FindingsAlarm)
    assert told.rings({"error": 1})
    assert told.rings({"warning": 1})
    assert not told.rings({"info": 1})


def test_readers_and_heroes() -> None:
    told = alarm("win of careless(10%) drops 5%")
    assert isinstance(told, ValueAlarm)
    assert (told.reader, told.hero) == ("careless(10%)", None)
    told = alarm("win of hero very weak below 5%")
    assert isinstance(told, ValueAlarm)
    assert (told.reader, told.hero) == (None, "very weak")
