"""Play, what if and compare in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.studio.browser import WAIT, studio, visit

pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=2)]  # a real browser on a busy machine may miss its time
HOUSE = """\
book "The house"
param need = 4
sheet
    stat STRENGTH = 1d6
    item lamp

=== 1 The door
You stand before <script>alert(1)</script> a door.

* Push
    ~ roll 2d6
        2-7 -> 2
        8-12 -> 3
* Lift it [if STRENGTH >= need] -> 3

=== 2 Outside
-> defeat "Shut out"

=== 3 Inside
* Sleep -> victory
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "house.gbk").write_text(HOUSE)
    return tmp_path


def test_a_play_with_dice_of_ones_own(folder: Path, chromium: Browser) -> None:
    """By keys alone, once the panel is shown; the odds of the hero's choices by hand: 15 of 36, and 0 or 1."""
    with studio(folder, "house.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.open("play")
        writer.see("#play-of-STRENGTH").fill("3")
        writer.press("Enter")
        writer.reads(".told", "<script>alert(1)</script> a door")
        writer.see("label:has-text('My own dice') input").check()
        writer.see("label:has-text('Worth') input").check()
        writer.reads(".due .option .worth", "41.7 % · best play")
        writer.press("1")
        writer.see(".thrown input").fill("8")
        writer.press("Enter")
        writer.reads(".told", "3 Inside")
        writer.press("1")
        writer.reads(".over", "victory")
        writer.see("button:has-text('Luck and mistakes')").click()
        writer.reads(".review", "+58.3 %")  # from 15/36 to 1, and no choice was worse than best play
        with writer.page.expect_download() as download:
            writer.page.click("button:has-text('Save')")
        kept = folder / download.value.suggested_filename
        download.value.save_as(kept)
        assert kept.name == "house.play.json"
        writer.press("Backspace", "Backspace")
        writer.see(".thrown input").fill("7")
        writer.press("Enter")
        writer.reads(".over", "Defeat: Shut out")
        writer.page.get_by_label("A saved play").set_input_files(kept)
        writer.reads(".over", "victory")
        writer.has_no_troubles()


def test_a_chapter_is_played_from_the_text(folder: Path, chromium: Browser) -> None:
    with studio(folder, "house.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.see("#outline [data-chapter='3']").click()
        writer.press("Alt+P")
        writer.reads(".told", "3 Inside")
        writer.reads(".due", "Sleep")
        writer.see("#outline [data-chapter='1']").click(button="right")
        writer.see("[role=menuitem]:has-text('Play from here')").click()
        writer.reads(".told", "1 The door")
        writer.has_no_troubles()


def test_a_slider_tells_what_it_changes(folder: Path, chromium: Browser) -> None:
    """A strength of 3 lifts nothing but the parameter; by hand: 15 of 36 before, 1 after."""
    with studio(folder, "house.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.open("whatif")
        writer.reads(".results td:not(.now)", "41.7 %")
        writer.see("#whatif-need").focus()
        writer.press("ArrowLeft")
        writer.reads(".results td.now", "100.0 %")
        writer.reads(".results .up", "+58.3 %")
        writer.reads(".rows", "On arrival in a chapter")
        writer.see("#whatif-STRENGTH").focus()
        writer.press("ArrowLeft")
        expect(writer.page.locator(".results td.now").first).to_contain_text("41.7 %", timeout=WAIT)
        writer.has_no_troubles()


def test_what_an_edit_does_stands_beside_the_file_on_disk(folder: Path, chromium: Browser) -> None:
    with studio(folder, "house.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.open("compare")
        writer.reads(".compare-panel .texts", "The text is the same.")
        writer.write('\n=== 9 A <b>hole</b>\n-> defeat "Fell"\n')
        writer.reads(".compare-panel .cm-mergeView .cm-changedLine", "=== 9 A <b>hole</b>")
        writer.reads(".compare-panel .found", "New chapters: 9")
        writer.reads(".compare-panel .found", "No chapter is worth more or less than before.")
        writer.press("Control+S")
        writer.reads(".compare-panel .texts", "The text is the same.")
        writer.has_no_troubles()
