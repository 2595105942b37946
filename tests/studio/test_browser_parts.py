"""A book of several files in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.studio.browser import WAIT, Writer, studio, visit

pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=2)]  # a real browser on a busy machine may miss its time

MAIN = """\
book "Three files"
    include "parts/two.gbk"
    include "parts/three.gbk"
sheet
    item lantern

=== 1 The gate
* Look -> 2
* Wade
    ~ roll 1d6
        1-3 -> 3
        4-6 -> defeat
"""
TWO = """\
=== 2 The shed
~ gain lantern
* On -> 3
"""
THREE = """\
=== 3 The cellar
* Up [if lantern] -> victory
* Feel your way
    ~ roll 2d6
        2-7 -> defeat
        8-12 -> victory
"""
ALL = "best play wins 100.0 %"
"""With the lantern nothing can go wrong."""
SOME = "best play wins 41.7 %"
"""Without it: 2d6 show 8 or more in 5 + 4 + 3 + 2 + 1 = 15 of 36 ways."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    for name, text in (("main", MAIN), ("parts/two", TWO), ("parts/three", THREE)):
        (tmp_path / f"{name}.gbk").write_text(text)
    return tmp_path


def show(writer: Writer, name: str) -> None:
    """Open a file, or come back to it."""
    writer.see(f'#outline [data-name="{name}"]').click()
    writer.see(f'.cm-content[aria-label="Text of {name}"]')


def exchange(writer: Writer, line: str, old: str, new: str) -> None:
    """Put other words at the end of a line of the text that is shown."""
    writer.page.locator(f".cm-line:visible:has-text('{line}')").first.click()
    writer.press("End", *["Backspace"] * len(old))
    writer.page.keyboard.insert_text(new)


def odds_in(writer: Writer, name: str) -> list[str]:
    """What stands at the ends of lines of an open file, shown or not."""
    return writer.page.locator(f'.cm-content[aria-label="Text of {name}"] .cm-odds').all_text_contents()


def wait_for_odds(writer: Writer, wanted: dict[str, list[str]]) -> None:
    """Wait for what stands at the ends of lines of some files."""
    for _ in range(WAIT // 200):
        if (found := {name: odds_in(writer, name) for name in wanted}) == wanted:
            return
        writer.page.wait_for_timeout(200)
    assert found == wanted


def test_the_odds_in_all_files_are_those_of_the_text_as_it_is(folder: Path, chromium: Browser) -> None:
    with studio(folder, "main.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.reads("#odds", ALL)
        for name in ("parts/two.gbk", "parts/three.gbk"):
            show(writer, name)
        before = {
            "main.gbk": ["100%", "best", "−79.2%"],
            "parts/two.gbk": ["100%"],
            "parts/three.gbk": ["100%", "best", "−58.3%"],
        }
        wait_for_odds(writer, before)
        exchange(writer, "* Up", "-> victory", "-> defeat")
        writer.reads("#odds", SOME)
        after = {
            "main.gbk": ["41.7%", "best", "−20.8%"],
            "parts/two.gbk": ["41.7%"],
            "parts/three.gbk": ["41.7%", "−41.7%", "best"],
        }
        wait_for_odds(writer, after)
        writer.has_no_troubles()
