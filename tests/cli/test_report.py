from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]

COIN = """\
book "Coin"
=== 1
* Throw
    ~ random
        1: -> victory "Heads"
        1: -> defeat "Tails"
* Go home -> defeat "Home"
"""


@pytest.fixture
def coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("coin.gbk").write_text(COIN, "utf-8")
    return "coin.gbk"


def test_a_page_is_written(gamebook: Gamebook, coin: str) -> None:
    outcome = gamebook("report", coin, "-o", "coin.html")
    assert (outcome.code, outcome.out) == (0, "")
    assert "coin.html written" in outcome.err
    page = Path("coin.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "<dt>best play</dt><dd>50.000%</dd>" in page


def test_without_a_file_it_is_text_or_what_is_asked_for(gamebook: Gamebook, coin: str) -> None:
    assert "\nFor whom it is hard\n" in gamebook("report", coin).out
    assert gamebook("report", coin, "--format", "markdown").out.startswith("# Coin\n")
    assert json.loads(gamebook("report", coin, "--json").out)[0]["title"] == "Coin"


def test_a_book_too_large_for_readers_says_so(gamebook: Gamebook, coin: str) -> None:
    outcome = gamebook("report", coin, "--limit-states", "1")
    assert outcome.code == 3
    assert "limit" in outcome.err
