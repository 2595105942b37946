"""`gamebook campaign`: what is printed, and what happens at limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.resources import resource_folder

FOLDER: Path = resource_folder("books") / "campaign"
BOOKS = (str(FOLDER / "the-pass.gbk"), str(FOLDER / "the-valley.gbk"))
HERO = ("--hero", "SKILL=8,STAMINA=16,LUCK=8")


def test_json_has_bounds_for_every_start(gamebook: Callable[..., Any]) -> None:
    told = json.loads(gamebook("campaign", *BOOKS, *HERO, "--json").out)
    assert told["complete"] and told["picks"] is None
    first, second = told["stages"]
    assert first["starts"][0]["value"] == told["best"]
    assert len(second["starts"]) > 10
    assert all(0 <= each["value"]["low"] <= each["value"]["high"] <= 1 for each in second["starts"])


@pytest.mark.parametrize("limit", [("--limit-states", "50"), ("--timeout", "0"), ("--limit-memory", "1KB")])
def test_a_limit_leaves_bounds_that_hold(gamebook: Callable[..., Any], limit: tuple[str, str]) -> None:
    true = json.loads(gamebook("campaign", *BOOKS, *HERO, "--json").out)["best"]
    found = gamebook("campaign", *BOOKS, *HERO, "--json", *limit)
    assert found.code == 3
    assert "the true value lies between these bounds" in found.err
    told = json.loads(found.out)
    assert not told["complete"]
    assert told["best"]["low"] <= true["low"] <= true["high"] <= told["best"]["high"]


def test_one_book_is_no_campaign(gamebook: Callable[..., Any]) -> None:
    found = gamebook("campaign", BOOKS[0])
    assert found.code == 2
    assert "at least two books" in found.err
