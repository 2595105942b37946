from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gamebook.codes import CODES


def test_a_code_is_told_in_full(gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("explain", "gb101")
    assert outcome.code == 0
    assert outcome.out.startswith("GB101 unknown chapter (error)\n")
    assert CODES["GB101"].cause in outcome.out
    assert CODES["GB101"].advice in outcome.out
    assert "Reported:\n    * Climb down -> 212\n" in outcome.out


def test_alone_it_lists_every_code(gamebook: Callable[..., Any]) -> None:
    lines = gamebook("explain").out.splitlines()
    assert "  GB101  error    unknown chapter" in lines
    assert [line.split()[0] for line in lines if line.startswith("  ")] == sorted(CODES)


def test_its_letters_may_be_left_out(gamebook: Callable[..., Any]) -> None:
    assert gamebook("explain", "204").out == gamebook("explain", "GB204").out


@pytest.mark.parametrize("code", ["", " "])
def test_a_code_that_is_missing(gamebook: Callable[..., Any], code: str) -> None:
    outcome = gamebook("explain", code)
    assert outcome.code == 2
    assert outcome.err == "gamebook: a code is missing, such as GB101; 'gamebook explain' lists all\n"


def test_an_unknown_code_gets_the_nearest(gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("explain", "GB10l")
    assert outcome.code == 2
    assert outcome.out == ""
    assert "GB101" in outcome.err
    assert "lists all" in gamebook("explain", "colour").err


def test_data(gamebook: Callable[..., Any]) -> None:
    entry = json.loads(gamebook("explain", "GB101", "--json").out)
    assert list(entry) == ["code", "severity", "title", "cause", "advice", "wrong", "right"]
    assert entry["severity"] == "error"
    everything = json.loads(gamebook("explain", "--json").out)
    assert [entry["code"] for entry in everything] == sorted(CODES)
