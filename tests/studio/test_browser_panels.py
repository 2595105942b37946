"""Play, what if and compare in a real browser."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.studio.browser import WAIT, SharedStudio, studio, visit

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
def folder(shared: SharedStudio) -> Path:
    folder = shared.emptied()
    (folder / "house.gbk").write_text(HOUSE)
    return folder


@pytest.fixture
def address(shared: SharedStudio, folder: Path) -> str:
    return shared.address(folder / "house.gbk")


def test_a_play_with_dice_of_ones_own(folder: Path, address: str, chromium: Browser) -> None:
    """By keys alone, once the panel is shown; the chances of the hero's choices by hand: 15 of 36, and 0 or 1."""
    writer = visit(chromium, address)
    writer.open("play")
    writer.see("#play-of-STRENGTH").fill("3")
    writer.press("Enter")
    writer.reads(".told", "<script>alert(1)</script> a door")
    writer.see("label:has-text('My own dice') input").check()
    writer.see("label:has-text('Worth') input").check()
    writer.reads(".due .option .worth", "41.7% · best play")
    writer.press("1")
    writer.see(".thrown input").fill("8")
    writer.press("Enter")
    writer.reads(".told", "3 Inside")
    writer.press("1")
    writer.reads(".over", "victory")
    writer.see("button:has-text('Luck and mistakes')").click()
    writer.reads(".review", "+58.3%")  # from 15/36 to 1, and no choice was worse than best play
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


def test_no_chance_is_called_none_or_certain_that_only_comes_near(
    folder: Path, address: str, chromium: Browser
) -> None:
    """One throw of 216 shows 3; one draw of ten million is lost."""
    (folder / "house.gbk").write_text(
        "=== 1\n* Go\n    ~ roll 3d6\n        3 -> defeat\n        4-18 -> 2\n"
        "* Draw\n    ~ random\n        1: -> defeat\n        9999999: -> 2\n\n=== 2\n-> victory\n"
    )
    writer = visit(chromium, address)
    writer.open("play")
    writer.see(".beginning button:has-text('Play')").click()
    writer.see("label:has-text('My own dice') input").check()
    writer.see(".due .option:has-text('Go')").click()
    writer.reads(".thrown small", "3 <1%, 4-18 >99%")
    writer.see("button:has-text('Undo')").click()
    for number, chance, luck in ((1, ">99.9%", "up <0.1%"), (0, "<0.1%", "down >99.9%")):
        writer.see(".due .option:has-text('Draw')").click()
        option = writer.page.locator(".due .option:has(.worth)").nth(number)
        expect(option.locator(".worth")).to_have_text(chance, timeout=WAIT)
        option.click()
        writer.see(".over")
        writer.see("button:has-text('Luck and mistakes')").click()
        writer.reads(".review", f"Luck{luck}Mistakes0%")
        writer.press("Backspace", "Backspace")
    writer.has_no_troubles()


def test_a_play_stays_when_another_cannot_be_continued_or_another_book_is_looked_at(
    folder: Path, address: str, chromium: Browser
) -> None:
    (folder / "cave.gbk").write_text('book "The cave"\n\n=== 50 The cave\n* Out -> victory\n')
    kept = folder / "cave.play.json"
    command = [sys.executable, "-m", "gamebook", "play", "cave.gbk", "--from", "50"]
    subprocess.run(command, cwd=folder, input=f"save {kept.name}\nquit\n", text=True, check=True, timeout=WAIT / 1000)
    writer = visit(chromium, address)
    writer.open("play")
    writer.see("#play-of-STRENGTH").fill("3")
    writer.press("Enter")
    writer.see("label:has-text('My own dice') input").check()
    writer.see(".due .option").click()
    writer.page.get_by_label("A saved play").set_input_files(kept)
    writer.reads(".play-panel .play-note", "no chapter is called 50")
    writer.see(".thrown input")
    writer.reads(".told", "a door")
    writer.page.locator('#outline [data-name="cave.gbk"]').click()
    writer.reads("#title", "cave")
    expect(writer.page.locator(".table")).to_be_hidden(timeout=WAIT)
    writer.page.locator('#outline [data-name="house.gbk"]').click()
    writer.see(".thrown input").fill("8")
    writer.press("Enter")
    writer.reads(".told", "3 Inside")
    writer.has_no_troubles()


def test_what_is_typed_for_dice_stays_as_long_as_these_dice_are_due(
    folder: Path, address: str, chromium: Browser
) -> None:
    """Another program writes other prose while the reader types what the dice show; then two more are thrown."""
    text = HOUSE.replace('-> defeat "Shut out"', "~ roll 2d6\n    2-7 -> 3\n    8-12 -> 3")
    (folder / "house.gbk").write_text(text)
    writer = visit(chromium, address)
    writer.open("play")
    writer.see("#play-of-STRENGTH").fill("3")
    writer.press("Enter")
    writer.see("label:has-text('My own dice') input").check()
    writer.see(".due .option").click()
    writer.see(".thrown input").fill("7")
    (folder / "house.gbk").write_text(text.replace("a door.", "an oaken door."))
    writer.reads(".told", "an oaken door")
    writer.press("Enter")
    writer.reads(".told", "2 Outside")
    expect(writer.page.locator(".thrown input")).to_have_value("", timeout=WAIT)
    writer.press("8", "Enter")
    writer.reads(".told", "3 Inside")
    writer.has_no_troubles()


def test_a_play_goes_on_where_it_was_when_an_edit_that_cut_it_off_is_taken_back(
    folder: Path, address: str, chromium: Browser
) -> None:
    """Nobody as weak may push for a while; then the reader stands in chapter 3 again. What they do meanwhile counts."""
    writer = visit(chromium, address)
    writer.open("play")
    writer.see("#play-of-STRENGTH").fill("3")
    writer.press("Enter")
    writer.see("label:has-text('My own dice') input").check()
    writer.see(".due .option:has-text('Push')").click()
    writer.see(".thrown input").fill("8")
    writer.press("Enter")
    writer.reads(".told", "3 Inside")
    changed = HOUSE.replace("* Push", "* Push [if STRENGTH > 3]").replace("=== 2", "* Wait -> 2\n\n=== 2")
    for undone, due in ((False, "Sleep"), (True, "Push")):
        (folder / "house.gbk").write_text(changed)
        writer.reads(".play-panel .play-note", "as far as it goes")
        writer.see(".due .option:has-text('Wait')")
        if undone:
            writer.press("1")
            writer.reads(".over", "Shut out")
            writer.press("Backspace")
            writer.see(".due .option:has-text('Wait')")
        (folder / "house.gbk").write_text(HOUSE)
        writer.see(f".due .option:has-text('{due}')")
        writer.gone(".play-panel .play-note:visible")
    writer.has_no_troubles()


def test_again_begins_as_the_play_began_that_was_continued(folder: Path, address: str, chromium: Browser) -> None:
    kept = folder / "house.play.json"
    command = [sys.executable, "-m", "gamebook", "play", "house.gbk", "--from", "3", "--hero", "STRENGTH=2"]
    subprocess.run(command, cwd=folder, input=f"save {kept.name}\nquit\n", text=True, check=True, timeout=WAIT / 1000)
    writer = visit(chromium, address)
    writer.open("play")
    writer.see("#play-of-STRENGTH").fill("5")
    writer.page.get_by_label("A saved play").set_input_files(kept)
    writer.reads(".told", "3 Inside")
    writer.press("1")
    writer.reads(".over", "victory")
    writer.page.click("button:text-is('Again')")
    writer.gone(".over")
    writer.reads(".told", "3 Inside")
    writer.reads(".paper", "STRENGTH")
    writer.reads(".paper", "2")
    writer.has_no_troubles()


def test_a_chapter_is_played_from_the_text(address: str, chromium: Browser) -> None:
    writer = visit(chromium, address)
    writer.see("#outline [data-chapter='3']").click()
    writer.see("#outline [data-chapter='3'][aria-current]")
    writer.press("Alt+P")
    writer.reads(".told", "3 Inside")
    writer.reads(".due", "Sleep")
    writer.see("#outline [data-chapter='1']").click(button="right")
    writer.see("[role=menuitem]:has-text('Play from here')").click()
    writer.reads(".told", "1 The door")
    writer.has_no_troubles()


def test_a_slider_tells_what_it_changes(address: str, chromium: Browser) -> None:
    """A strength of 3 lifts nothing but the parameter; by hand: 15 of 36 before, 1 after."""
    writer = visit(chromium, address)
    writer.open("whatif")
    writer.reads(".results td:not(.now)", "41.7%")
    writer.see("#whatif-need").focus()
    writer.press("ArrowLeft")
    writer.reads(".results td.now", "100.0%")
    writer.reads(".results .up", "+58.3%")
    writer.reads(".rows", "On arrival in a chapter")
    writer.see("#whatif-STRENGTH").focus()
    writer.press("ArrowLeft")
    expect(writer.page.locator(".results td.now").first).to_contain_text("41.7%", timeout=WAIT)
    writer.has_no_troubles()


def test_a_wish_is_gone_with_what_it_was_for(address: str, chromium: Browser) -> None:
    """By hand: 1 where a strength of 2 is enough, and 15 of 36 when the text says 4 again, where no slider was."""
    writer = visit(chromium, address)
    writer.open("whatif")
    writer.see("#whatif-need").focus()
    writer.press("ArrowLeft", "ArrowLeft")
    writer.reads(".results td.now", "100.0%")
    writer.page.locator(".cm-content:visible").click()
    writer.press("Control+a")
    writer.page.keyboard.insert_text(HOUSE.replace("param need = 4\n", "").replace(">= need", ">= 4"))
    writer.gone("#whatif-need")
    expect(writer.page.locator(".results td.now").first).to_contain_text("41.7%", timeout=WAIT)
    expect(writer.page.locator(".whatif-panel .play-note")).to_be_hidden(timeout=WAIT)
    writer.has_no_troubles()


def test_zeros_in_front_of_a_chapter_mean_nothing(folder: Path, address: str, chromium: Browser) -> None:
    """Chapters are found by their numbers, on the map and from the text, however their heads are written."""
    (folder / "zeros.gbk").write_text("=== 001 Door\n* Left -> 02\n\n=== 02 Cellar\n* Up -> victory\n// Mice.\n")
    writer = visit(chromium, address)
    writer.page.locator('#outline [data-name="zeros.gbk"]').click()
    writer.reads("#title", "zeros")
    writer.spot("2").click()
    writer.see('#outline [data-chapter="2"][aria-current]')
    for words, to in (("Look", "001"), ("Wait", "2")):
        writer.page.click("text=+ Choice")
        writer.page.get_by_label("Words").fill(words)
        writer.page.get_by_label("Leads to chapter").fill(to)
        writer.press("Enter")
        writer.gone("dialog")
    writer.reads("#findings", "info")
    writer.press("Control+S")  # with the shift key, or where letters are large
    writer.gone("#files .unsaved")
    written = "=== 02 Cellar\n* Up -> victory\n* Look -> 001\n* Wait -> 2\n// Mice.\n"
    assert (folder / "zeros.gbk").read_text().endswith(written)
    writer.press("Alt+P")
    writer.reads(".told", "2 Cellar")
    writer.has_no_troubles()


def test_points_without_end_are_not_known(folder: Path, chromium: Browser) -> None:
    """Best play never stops; a random reader goes round twice on average."""
    (folder / "endless.gbk").write_text('aim score\n\n=== 1\n~ score +1\n* Again -> 1\n* Stop -> ending "Over"\n')
    with studio(folder, "endless.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.reads("#chances", "best play earns an unknown total · at random 2.00")
        writer.open("whatif")
        writer.reads(".results", "Best playnot knownnot known")
        writer.has_no_troubles()


def test_what_an_edit_does_stands_beside_the_file_on_disk(address: str, chromium: Browser) -> None:
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


def test_what_cannot_be_compared_leaves_nothing_of_before(address: str, chromium: Browser) -> None:
    writer = visit(chromium, address)
    writer.open("compare")
    writer.reads(".compare-panel .texts", "The text is the same.")
    writer.reads(".compare-panel .found", "No chapter is worth more or less than before.")
    writer.page.get_by_label("Compare with").select_option("revision")
    writer.page.get_by_label("Git revision").fill("nosuch")
    writer.press("Enter")
    writer.reads(".compare-panel .play-note", "lies in no git repository")
    expect(writer.page.locator(".compare-panel .found")).to_have_text("", timeout=WAIT)
    expect(writer.page.locator(".compare-panel .texts")).to_have_text("", timeout=WAIT)


def test_that_no_chapter_changes_is_said_only_when_it_is_known(address: str, chromium: Browser) -> None:
    """A parameter changes what each reader is worth at once; the chapters follow half a second later."""
    writer = visit(chromium, address)
    writer.open("whatif")
    writer.reads(".rows", "No chapter is worth more or less than before.")
    writer.see("#whatif-need").focus()
    writer.press("ArrowLeft")
    seen = writer.page.evaluate(
        """new Promise((give) => {
            const rows = document.querySelector(".whatif-panel .rows"), now = document.querySelector(".results");
            const seen = [];
            const watch = new MutationObserver(() => {
                seen.push([now.innerText.includes("…"), rows.innerText.includes("No chapter is worth")]);
                if (rows.querySelector("table")) { watch.disconnect(); give(seen); }
            });
            watch.observe(rows.parentNode, {childList: true, subtree: true, characterData: true});
        })"""
    )
    assert not any(waiting and said for waiting, said in seen)
    writer.reads(".rows", "On arrival in a chapter")


@pytest.mark.parametrize("size", [(1024, 768), (820, 1180)], ids=["lying", "standing"])
def test_a_tablet_is_used_by_touch(address: str, chromium: Browser, size: tuple[int, int]) -> None:
    """From the map to the text, from the outline to a play, without a mouse."""
    writer = visit(chromium, address, size=size, touch=True)
    writer.spot("3").tap()
    writer.see('.map .spot.here[data-chapter="3"]')
    outline = writer.page.locator("#outline")
    if size[0] < 1000:  # it lies over the text: it is there when it is wanted, and goes when a chapter is chosen
        expect(outline).to_be_hidden()
        writer.page.tap("#outline-toggle")
    writer.see("#outline [data-chapter='1']").tap()
    writer.see('.map .spot.here[data-chapter="1"]')
    assert outline.is_visible() is (size[0] > 1000)
    writer.page.tap("#tab-play")
    writer.see("#play-of-STRENGTH").fill("5")
    writer.page.tap(".beginning button.main")
    writer.reads(".told", "1 The door")
    writer.see(".due .option:has-text('Lift it')").tap()
    writer.see(".due .option:has-text('Sleep')").tap()
    writer.reads(".over", "victory")
    for button in writer.page.locator("#panel-play button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= size[0]
    writer.has_no_troubles()


def test_the_outline_has_the_chances_of_the_map_also_where_best_play_never_comes(
    folder: Path, address: str, chromium: Browser
) -> None:
    """The average hero lifts the door: best play never stands outside, where nobody wins."""
    (folder / "house.gbk").write_text(HOUSE.replace("need = 4", "need = 3"))
    writer = visit(chromium, address)
    writer.reads('#outline [data-chapter="3"] .chance:not(.never)', "100%")
    writer.reads('#outline [data-chapter="2"] .chance.never', "0%")
    writer.reads('.map [data-chapter="2"]', "0%")
    writer.has_no_troubles()


def test_a_report_says_that_it_is_worked_out_and_then_no_more(address: str, chromium: Browser) -> None:
    writer = visit(chromium, address)
    writer.open("report")
    note = writer.page.locator(".report-note")
    expect(note).to_have_text("The report is being worked out…", timeout=WAIT)
    writer.reads(".sheet h1", "The house")
    expect(note).to_have_text("", timeout=WAIT)
    writer.has_no_troubles()


def test_a_long_name_of_a_part_is_shown_whole(folder: Path, address: str, chromium: Browser) -> None:
    part = "// --- The cellar of the Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung\n"
    (folder / "house.gbk").write_text(HOUSE.replace("=== 2", f"{part}=== 2"))
    writer = visit(chromium, address)
    writer.see("#outline summary:has-text('The cellar')")
    shown, whole = writer.page.locator("#outline .chapters").evaluate("each => [each.clientWidth, each.scrollWidth]")
    assert whole <= shown
    writer.has_no_troubles()


def test_the_report_says_whether_there_is_one_of_before(folder: Path, address: str, chromium: Browser) -> None:
    """A book that has errors from the beginning has none."""
    (folder / "house.gbk").write_text(HOUSE.replace("-> victory", "-> 77"))
    writer = visit(chromium, address)
    writer.open("report")
    note = writer.page.locator(".report-note")
    expect(note).to_have_text("The book has errors; there is no report yet.", timeout=WAIT)
    writer.write("\n=== 77 The end\n-> victory\n")
    writer.reads(".sheet h1", "The house")
    expect(note).to_have_text("", timeout=WAIT)
    writer.write("\n=== 78 A cellar\n-> 79\n")
    expect(note).to_have_text("The book has errors; this is the report from before.", timeout=WAIT)
    writer.see(".sheet h1")
    writer.has_no_troubles()


def test_a_report_of_an_older_text_stays_pale_and_says_why(address: str, chromium: Browser) -> None:
    """It is still worked out when the writer makes an error, and is shown all the same: the one before is older."""
    writer = visit(chromium, address)
    writer.open("report")
    left = "h2:has-text('What is left out')"
    writer.see(f".sheet:not(.stale) {left}")
    writer.hold("report.sections")
    writer.see("label:has-text('Everything') input").check()
    writer.is_held()
    writer.write("\n=== 78 A cellar\n-> 79\n")
    note, says = writer.page.locator(".report-note"), "The book has errors; this is the report from before."
    expect(note).to_have_text(says, timeout=WAIT)
    writer.let_in()
    writer.gone(f".sheet {left}")
    writer.see(".sheet.stale")
    expect(note).to_have_text(says)
    writer.has_no_troubles()


def test_a_map_is_pale_until_it_has_the_chances_of_this_text_and_this_hero(address: str, chromium: Browser) -> None:
    """The answer for a hero comes when the writer has written on already."""
    writer = visit(chromium, address)
    writer.see(".map:not(.stale) .spot.solved")
    writer.reads("#chances", "best play wins")
    writer.hold("map.values")
    writer.page.get_by_label("Hero").select_option("weak")
    writer.see(".map.stale")
    writer.is_held()
    writer.write("// more\n")
    writer.let_in()
    writer.see(".map.stale")
    writer.let_in()
    writer.see(".map:not(.stale) .spot.solved")
    writer.has_no_troubles()


def test_nothing_is_cut_off_in_a_narrow_window(address: str, chromium: Browser) -> None:
    """700 wide is also a window of 1,400 at 200%: all that can be used lies in the window, or can be scrolled to."""
    writer = visit(chromium, address, size=(320, 640))
    writer.reads("#chances", "best play wins")
    panels = ("map", "report", "whatif", "play", "compare", "findings")
    sizes = [(320, 640), (390, 844), (600, 900), (700, 500), (800, 600)]
    for (width, height), panel in product(sizes, panels):
        writer.page.set_viewport_size({"width": width, "height": height})
        writer.open(panel)
        writer.see(f"#panel-{panel} > *")
        if panel == "whatif":
            writer.reads(".results td.now", "%")
        wide = writer.page.evaluate("document.body.scrollWidth")
        assert wide <= width, (width, panel)
        outside = writer.page.evaluate(
            """[...document.querySelectorAll("button, input, select, td, .cm-content")].filter((each) => {
                const box = each.getBoundingClientRect();
                if (!each.checkVisibility() || !box.width || each.closest("#files, .texts, .unseen")) return false;
                return box.left < 0 || box.right > innerWidth + 1;
            }).map((each) => each.outerHTML.slice(0, 100))"""
        )
        assert outside == [], (width, panel)
    writer.has_no_troubles()


def test_a_screen_reader_finds_a_name_for_everything(folder: Path, address: str, chromium: Browser) -> None:
    """In every panel; names as the browser itself works them out."""
    (folder / "house.gbk").write_text(HOUSE.replace("-> victory", "-> 77"))
    writer = visit(chromium, address)
    for panel in ("map", "report", "whatif", "play", "compare", "findings"):
        writer.open(panel)
        writer.see(f"#panel-{panel}")
        for line in writer.page.locator("body").aria_snapshot().splitlines():
            what = line.strip().removeprefix("- ")
            bare = re.fullmatch(
                r"(button|combobox|slider|tab|tabpanel|searchbox|textbox|checkbox|dialog|region)(:| \[.*)?", what
            )
            assert bare is None, f"{panel}: {line}"
    writer.reads(".findings", "no chapter is numbered 77")
    writer.see(".findings button:has-text('What it means')").click()
    writer.reads("dialog.explain", "GB101")
    writer.press("Escape")
    writer.gone("dialog")
    writer.has_no_troubles()
