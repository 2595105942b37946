"""The studio in a real browser. Nothing waits by evaluating code in the page: its policy forbids that."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, WebSocketRoute, expect

import gamebook
from gamebook.resources import resource_folder
from gamebook.studio.folder import MOST_BYTES
from tests.studio.books import COIN
from tests.studio.browser import WAIT, SharedStudio, side_file, studio, visit

pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=2)]  # a real browser on a busy machine may miss its time


@pytest.fixture
def folder(shared: SharedStudio) -> Path:
    folder = shared.emptied()
    (folder / "coin.gbk").write_text(COIN)
    return folder


@pytest.fixture
def address(shared: SharedStudio, folder: Path) -> str:
    return shared.address(folder / "coin.gbk")


def test_a_book_is_written_from_nothing(tmp_path: Path, chromium: Browser) -> None:
    with studio(tmp_path, "mill.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.write('book "The Mill"\n\n=== 1 The mill\nA mill, and nobody there.\n\n* Go in -> 2\n')
        writer.reads("#findings", "1 error")
        writer.spot("2", "missing")

        writer.press("F8")  # the next finding, with what can be done
        writer.see(".cm-tooltip .actions button:has-text('Write chapter 2')").click()
        writer.spot("2")
        writer.gone(".map .spot.missing")
        expect(writer.page.locator(".cm-lint-marker-error")).to_have_count(0, timeout=WAIT)

        for here, there in (("2", "3"), ("3", "4"), ("4", "5")):
            writer.spot(here).click()
            writer.see(f'#outline [data-chapter="{here}"][aria-current]')
            writer.page.click("text=+ Choice")
            writer.page.get_by_label("Words").fill(f"Climb to {there}")
            writer.page.get_by_label("Leads to chapter").fill(there)
            writer.press("Enter")
            writer.spot(there)
        writer.page.locator('#outline [data-chapter="5"]').click()
        writer.press("Control+End", "ArrowUp", "Home", "Shift+End")
        writer.page.keyboard.insert_text("-> victory")
        writer.reads("#chances", "best play wins 100.0%")
        writer.reads('.map [data-chapter="5"]', "100%")

        writer.press("Control+s")
        writer.gone("#files .unsaved")
        text = (tmp_path / "mill.gbk").read_text()
        assert re.findall(r"^=== (\S+)", text, re.MULTILINE) == ["1", "2", "3", "4", "5"]
        assert gamebook.solve(tmp_path / "mill.gbk").value == 1
        assert [each.name for each in tmp_path.iterdir()] == ["mill.gbk"]
        writer.has_no_troubles()


def test_what_another_window_saves_is_told_as_that(folder: Path, address: str, chromium: Browser) -> None:
    writer, other = visit(chromium, address), visit(chromium, address)
    writer.write("// mine\n")
    other.write("// theirs\n")
    other.press("Control+s")
    other.gone("#files .unsaved")
    writer.see(".note:has-text('saved in another window of the studio') button:has-text('Compare')")
    (folder / "coin.gbk").write_text(COIN + "// third\n")
    writer.see(".note:has-text('changed by another program')")


def test_what_another_program_writes_meanwhile_is_not_lost_and_mine_neither(
    folder: Path, address: str, chromium: Browser
) -> None:
    path = folder / "coin.gbk"
    writer = visit(chromium, address)
    path.write_text(COIN + "// theirs\n")
    writer.reads(".cm-content", "// theirs")  # nothing of mine could be lost: it is loaded

    writer.write("// mine\n")
    path.write_text(COIN + "// theirs again\n")
    writer.see(".note:has-text('changed by another program') button:has-text('Compare')").click()
    writer.reads("dialog.compare", "// theirs again")
    writer.reads("dialog.compare", "// mine")
    writer.page.click("dialog.compare >> text=Close")
    writer.press("Control+s")  # a save does not overwrite what was not seen to be decided
    writer.see(".note:has-text('changed by another program')")
    assert path.read_text() == COIN + "// theirs again\n"
    writer.page.click("text=Keep mine")
    writer.gone("#files .unsaved")
    assert path.read_text() == COIN + "// theirs\n// mine\n"

    writer.page.clock.set_fixed_time("2026-11-23")  # as if all in one moment: undo takes what is typed fast as one
    writer.write("// more\n")
    path.write_text(COIN)
    writer.see("text=Load theirs").click()
    expect(writer.page.locator(".cm-content")).not_to_contain_text("// more", timeout=WAIT)
    writer.press("Control+z")
    writer.reads(".cm-content", "// more")
    writer.press("Control+z")
    expect(writer.page.locator(".cm-content")).not_to_contain_text("// more", timeout=WAIT)
    writer.reads(".cm-content", "// mine")
    writer.has_no_troubles()


def test_what_was_not_saved_survives_a_crash(folder: Path, chromium: Browser) -> None:
    side = folder / ".coin.gbk.unsaved"
    with studio(folder, "coin.gbk") as (process, address):
        writer = visit(chromium, address)
        writer.write("// not saved\n")
        side_file(writer, side, "// not saved")
        process.kill()
        writer.see(".note:has-text('does not answer')")
        writer.reads(".cm-content", "// not saved")
    assert (folder / "coin.gbk").read_text() == COIN
    with studio(folder, "coin.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.see("text=Take it").click()
        writer.reads(".cm-content", "// not saved")
        writer.press("Control+s")
        writer.gone("#files .unsaved")
        assert (folder / "coin.gbk").read_text() == COIN + "// not saved\n"
        assert not side.exists()
        writer.has_no_troubles()


def test_text_that_was_found_stays_until_the_writer_has_decided(folder: Path, address: str, chromium: Browser) -> None:
    side, found = folder / ".coin.gbk.unsaved", COIN + "// precious\n"
    side.write_text(found)
    writer = visit(chromium, address)
    note = ".note:has-text('was found that was not saved')"
    writer.see(note)
    writer.reads("#chances", "best play wins 50.0%")  # the desk knows the text by now
    assert side.read_text() == found
    writer.page.click(f"{note} >> [aria-label='Hide this']")
    writer.gone(note)
    writer.page.reload()
    writer.see(note)
    writer.write("// other\n")
    side_file(writer, folder / ".coin.gbk.2.unsaved", "// other")
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert side.read_text() == found
    writer.page.click(f"{note} >> text=Take it")
    writer.reads(".cm-content", "// precious")
    side_file(writer, folder / ".coin.gbk.2.unsaved", "// precious")
    writer.page.reload()
    writer.see(note)
    writer.page.click(f"{note} >> text=Drop it")
    writer.gone(note)
    writer.reads(".cm-content", "// other")
    writer.page.reload()
    writer.reads("#chances", "best play wins 50.0%")
    writer.gone(note)
    assert [each.name for each in folder.iterdir()] == ["coin.gbk"]


def test_two_tabs_of_a_book_do_not_take_each_others_text(folder: Path, chromium: Browser) -> None:
    first, second = folder / ".coin.gbk.unsaved", folder / ".coin.gbk.2.unsaved"
    with studio(folder, "coin.gbk") as (process, address):
        one = visit(chromium, address)
        one.write("// one\n")
        side_file(one, first, "// one")
        two = visit(chromium, address)
        two.reads("#chances", "best play wins 50.0%")
        two.gone(".note")
        two.write("// two\n")
        side_file(two, second, "// two")
        one.write("// one again\n")
        side_file(one, first, "// one again")
        two.press("Control+s")
        two.gone("#files .unsaved")
        assert "// one again" in first.read_text()
        one.page.close()
        two.see(".note:has-text('was found that was not saved') >> text=Compare").click()
        two.reads("dialog.compare", "// one again")
        process.kill()
    assert "// one again" in first.read_text()


def test_what_is_typed_without_a_pause_is_kept_too(folder: Path, address: str, chromium: Browser) -> None:
    """A key each 60 ms for 4 s: the side file follows, though there is never a pause."""
    side, seen = folder / ".coin.gbk.unsaved", set()
    writer = visit(chromium, address)
    writer.write("// ")
    side_file(writer, side, "// ")
    for _ in range(66):
        writer.page.keyboard.type("a")
        writer.page.wait_for_timeout(60)
        seen.add(len(side.read_text()))
    assert len(seen) > 2
    for word in ("one", "two", "three"):  # a save does not wait for an answer to the one before
        writer.page.keyboard.insert_text(word)
        writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert (folder / "coin.gbk").read_text().endswith("aonetwothree")
    assert not side.exists()
    writer.has_no_troubles()


def test_a_text_that_is_too_long_is_told_as_that_and_is_not_sent(folder: Path, address: str, chromium: Browser) -> None:
    """As if the studio took one kilobyte."""

    def less(socket: WebSocketRoute) -> None:
        desk = socket.connect_to_server()
        desk.on_message(lambda message: socket.send(str(message).replace(f'"text": {MOST_BYTES}', '"text": 1024')))

    path, side = folder / "coin.gbk", folder / ".coin.gbk.unsaved"
    writer = visit(chromium, address)
    writer.page.route_web_socket(re.compile("/ask$"), less)
    writer.page.reload()
    writer.see("body[data-ready=yes]")
    writer.write("// short\n")
    side_file(writer, side, "// short")
    writer.write(f"// {'ö' * 500}\n")
    note = ".note:has-text('coin.gbk has 0.1 MB, and the studio takes no more than')"
    writer.page.click(f"{note} >> [aria-label='Hide this']")
    writer.press("Control+s")
    with writer.page.expect_download() as download:
        writer.see(f"{note} >> text=Download the text").click()
    assert download.value.path().read_text().endswith("ö\n")
    assert (path.read_text(), side.read_text()) == (COIN, COIN + "// short\n")
    writer.page.locator(".cm-content").click()
    writer.press("Control+z")
    writer.gone(".note")
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert path.read_text().startswith(COIN)
    writer.has_no_troubles()


def test_a_page_that_is_left_too_early_asks_first_and_keeps_its_text(
    folder: Path, address: str, chromium: Browser
) -> None:
    side = folder / ".coin.gbk.unsaved"
    writer = visit(chromium, address)
    writer.write("// last words\n")
    with pytest.raises(Error, match="Timeout"):  # `visit` answers the browser's question: stay
        writer.page.reload(timeout=1000)
    assert [each for each in writer.troubles if each.startswith("dialog")] == ["dialog: "]
    side_file(writer, side, "// last words")
    writer.page.reload()  # all is kept by now: nothing is asked
    writer.see(".note:has-text('was found that was not saved')")


WALK = """\
book "A walk"
param far = 1
sheet
    number east = 0 in 0..300
    number north = 0 in 0..300

=== 1 The moor
* Go on [if east < far]
    ~ roll 1d6
        1-2
            ~ east +1
        3-4
            ~ north +1
        5
            ~ east -1
        6
            ~ north -1
    -> 1
* Stop [if east = far] -> victory
"""
"""Solved at once; with `far = 150` it takes a while."""


def test_after_stop_no_chance_of_an_older_text_is_shown(folder: Path, chromium: Browser) -> None:
    (folder / "walk.gbk").write_text(WALK)
    with studio(folder, "walk.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.reads("#chances", "best play wins 100.0%")
        writer.reads("#outline", "100%")
        writer.reads('.map [data-chapter="1"]', "100%")
        writer.page.locator(".cm-line:has-text('param far')").click()
        writer.press("End")
        writer.page.keyboard.type("50")
        writer.see("#outline.stale")
        writer.see("#stop").click()
        writer.reads("#chances", "Stopped: the chances of this text are not known.")
        expect(writer.page.locator("#outline .chance")).to_have_count(0, timeout=WAIT)
        expect(writer.page.locator('.map [data-chapter="1"]')).not_to_contain_text("%", timeout=WAIT)
        writer.see("#chances button:has-text('Solve')").click()
        writer.see("#outline.stale")
        writer.press("Alt+t", "Backspace", "Backspace")
        writer.reads("#chances", "best play wins 100.0%")
        writer.reads("#outline", "100%")
        writer.reads('.map [data-chapter="1"]', "100%")
        writer.page.keyboard.type(" is wrong")
        writer.reads(".map-note", "The book has errors: this is the map from before.")
        expect(writer.page.locator("#outline .chance")).to_have_count(0, timeout=WAIT)
        expect(writer.page.locator("#chances")).to_have_text("", timeout=WAIT)


def test_without_the_studio_no_chance_of_an_older_text_is_shown(folder: Path, chromium: Browser) -> None:
    with studio(folder, "coin.gbk") as (process, address):
        writer = visit(chromium, address)
        writer.reads("#chances", "best play wins 50.0%")
        writer.reads('.map [data-chapter="1"]', "50%")
        process.kill()
        writer.see(".note:has-text('does not answer')")
        writer.reads("#chances", "best play wins 50.0%")  # still the same text
        writer.page.locator(".cm-line:has-text('4-6')").click()
        writer.press("End", "Backspace")
        writer.page.keyboard.type("2")
        writer.reads("#chances", "the chances of this text are not known")
        expect(writer.page.locator("#outline .chance")).to_have_count(0, timeout=WAIT)
        expect(writer.page.locator('.map [data-chapter="1"]')).not_to_contain_text("%", timeout=WAIT)


def test_the_page_says_so_while_findings_are_still_looked_for(folder: Path, chromium: Browser) -> None:
    """That some readers have too little east is only known when the book is solved."""
    (folder / "walk.gbk").write_text(WALK.replace("far = 1", "far = 150"))
    with studio(folder, "walk.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.open("findings")
        writer.reads("#findings", "No findings so far, still looking…")
        writer.reads(".findings", "Still looking")
        expect(writer.page.locator(".findings")).not_to_contain_text("Nothing is wrong")
        writer.page.locator(".cm-line:has-text('param far')").click()
        writer.press("End", "Backspace", "Backspace")
        expect(writer.page.locator("#findings")).to_have_text("2 warnings, 2 infos", timeout=WAIT)
        expect(writer.page.locator(".findings")).not_to_contain_text("Still looking", timeout=WAIT)
        writer.page.locator('#outline [data-name="coin.gbk"]').click()
        writer.see('.cm-content[aria-label="Text of coin.gbk"]')
        writer.write("-> 9\n")
        expect(writer.page.locator("#findings")).to_contain_text("1 error, ", timeout=WAIT)
    with studio(folder, "coin.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.open("findings")
        writer.reads(".findings", "Nothing is wrong with this book, as far as can be seen.")
        expect(writer.page.locator("#findings")).to_have_text("No findings", timeout=WAIT)


def test_a_name_is_changed_everywhere_and_a_refusal_says_why(folder: Path, address: str, chromium: Browser) -> None:
    (folder / "coin.gbk").write_text(COIN.replace('book "Coin"\n', 'book "Coin"\n    include "end.gbk"\n', 1))
    (folder / "end.gbk").write_text("=== 9 The end\n-> 2\n")
    writer = visit(chromium, address)
    writer.reads("#outline", "The end")
    writer.page.locator(".cm-line:has-text('You throw a coin')").click()
    for _ in range(2):
        writer.press("F2")
        writer.see(".note:has-text('Here stands no name that can be changed')")
    expect(writer.page.locator(".note")).to_have_count(1)
    writer.page.locator(".cm-line:has-text('=== 2')").click()
    writer.press("Home", *["ArrowRight"] * 4, "F2")
    field = writer.page.get_by_label("New name")
    expect(field).to_have_value("2", timeout=WAIT)
    writer.gone(".note")
    for refused in ("3", "a b", ""):
        field.fill(refused)
        writer.press("Enter")
        expect(writer.page.locator("dialog .wrong")).not_to_be_empty(timeout=WAIT)
    expect(writer.page.locator("dialog .wrong")).to_have_count(1)
    field.fill("heads")
    writer.press("Enter")
    writer.gone("dialog")
    writer.reads(".cm-content:visible", "1-3 -> heads")
    writer.see('#outline [data-name="end.gbk"]').click()
    writer.reads(".cm-content:visible", "-> heads")
    writer.gone(".note")


def test_the_windows_for_chapters_and_choices_say_what_cannot_be_written(
    folder: Path, address: str, chromium: Browser
) -> None:
    writer = visit(chromium, address)
    wrong = writer.page.locator("dialog .wrong")
    writer.spot("3").click()
    writer.see('#outline [data-chapter="3"][aria-current]')

    writer.page.click("text=+ Chapter")
    writer.page.get_by_label("Title").fill("A way -> down")
    for name, words in (("3", "chapter 3 already: Tails"), ("", "Write the number"), ("a b", "such as a-b")):
        writer.page.get_by_label("Number or name").fill(name)
        writer.press("Enter")
        expect(wrong).to_contain_text(words, timeout=WAIT)
    writer.page.get_by_label("Number or name").fill("victory")
    writer.press("Enter")
    expect(wrong).to_contain_text("has a meaning of its own", timeout=WAIT)
    expect(writer.page.get_by_label("Title")).to_have_value("A way -> down")
    writer.page.get_by_label("Number or name").fill("a-b")
    writer.page.get_by_label("Title").fill("A way // down")
    writer.press("Enter")
    expect(wrong).to_contain_text("would begin a comment", timeout=WAIT)
    writer.page.get_by_label("Title").fill("A way -> down")
    writer.press("Enter")
    writer.spot("a-b")

    writer.page.click("text=+ Choice")
    writer.page.get_by_label("Words").fill("Look // wait -> see")
    for name, words in (("", "Write the number"), ("a b", "such as a-b"), ("ending", "needs a name")):
        writer.page.get_by_label("Leads to chapter").fill(name)
        writer.press("Enter")
        expect(wrong).to_contain_text(words, timeout=WAIT)
    writer.page.get_by_label("Leads to chapter").fill("victory")
    writer.press("Enter")
    writer.gone("dialog")
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    text = (folder / "coin.gbk").read_text()
    assert text == COIN + "\n=== a-b A way -> down\nTo be written.\n\n* Look \\// wait \\-> see -> victory\n"
    (chapter,) = [each for each in gamebook.Project(folder / "coin.gbk").book.chapters if each.name == "a-b"]
    assert chapter.title == "A way -> down"


def test_a_choice_is_written_where_readers_are_offered_it(folder: Path, address: str, chromium: Browser) -> None:
    writer = visit(chromium, address)
    for words in ("Look", "Wait"):  # before the ending there is no menu yet, then there is one
        writer.spot("3").click()
        writer.see('#outline [data-chapter="3"][aria-current]')
        writer.page.click("text=+ Choice")
        writer.page.get_by_label("Words").fill(words)
        writer.page.get_by_label("Leads to chapter").fill("2")
        writer.press("Enter")
        writer.gone("dialog")
    writer.reads("#chances", "best play wins 100.0%")
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    before, _, _ = COIN.partition("-> defeat")
    assert (folder / "coin.gbk").read_text() == f'{before}* Go on -> defeat "Lost"\n* Look -> 2\n* Wait -> 2\n'
    writer.write("-> defeat\n")  # for readers who are offered no choice
    writer.reads("#findings", "warning")
    writer.page.click("text=+ Choice")
    writer.page.get_by_label("Leads to chapter").fill("2")
    writer.press("Enter")
    writer.reads(".cm-content", "* Wait -> 2")
    behind = writer.page.locator(".cm-line:has-text('Go on -> 2') + .cm-line")
    expect(behind).to_have_text("-> defeat", timeout=WAIT)
    writer.has_no_troubles()


def test_a_book_that_is_shown_stays_when_the_text_of_the_one_before_is_read(
    folder: Path, address: str, chromium: Browser
) -> None:
    """The studio reads a text a moment after the last key; by then the writer may look at another book."""
    (folder / "cave.gbk").write_text('book "The cave"\n\n=== 50 The cave\n-> victory\n')
    writer = visit(chromium, address)
    for name in ("cave", "coin"):
        writer.see(f'#outline [data-name="{name}.gbk"]').click()
        writer.reads("#title", name)
    writer.write("// to come")
    writer.page.locator('#files [data-file="cave.gbk"]').click()
    side_file(writer, folder / ".coin.gbk.unsaved", "// to come")
    writer.page.wait_for_timeout(1000)
    writer.reads("#title", "cave")
    writer.reads("#outline", "The cave")
    writer.has_no_troubles()


@pytest.mark.parametrize("opened", [True, False])
def test_a_file_that_another_one_no_longer_includes_is_a_book_of_its_own(
    folder: Path, address: str, chromium: Browser, *, opened: bool
) -> None:
    """Another program writes the main file, which is open in the studio, or is not, while a part of it is shown."""
    whole = 'book "Two parts"\n    include "part.gbk"\n\n=== 1 The gate\n* On -> 2\n'
    alone = whole.replace('    include "part.gbk"\n', "").replace("-> 2", "-> victory")
    (folder / "main.gbk").write_text(whole)
    (folder / "part.gbk").write_text("=== 2 The end\n~ victory\n")
    writer = visit(chromium, address)
    if opened:
        writer.see('#outline [data-name="main.gbk"]').click()
        writer.reads("#title", "main")
    writer.see('#outline [data-name="part.gbk"]').click()
    writer.reads("#outline", "The gate")
    writer.reads("#title", "main")
    (folder / "main.gbk").write_text(alone)
    writer.reads("#title", "part")
    if opened:  # else it is a file of another book now, which is not watched
        (folder / "main.gbk").write_text(whole)
        writer.reads("#title", "main")
        writer.reads("#outline", "The gate")
    writer.has_no_troubles()


def test_an_empty_book_is_not_wrong_and_can_begin_with_the_starter(tmp_path: Path, chromium: Browser) -> None:
    with studio(tmp_path, "new.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.reads(".map-note", "Nothing is written yet.")
        expect(writer.page.locator("#findings")).to_have_text("No findings", timeout=WAIT)
        writer.gone(".cm-lint-marker")
        writer.see(".note:has-text('new.gbk is empty') >> text=Begin with the starter").click()
        writer.reads("#title", "new")
        writer.spot("1")
        writer.gone(".note")
        writer.press("Control+s")
        writer.gone("#files .unsaved")
        assert (tmp_path / "new.gbk").read_text() == (resource_folder("books") / "starter.gbk").read_text()
        writer.press("Control+z")
        writer.press("Control+a", "Delete")
        writer.page.keyboard.type("x")
        writer.reads("#findings", "error")
        writer.has_no_troubles()


def test_a_book_that_becomes_unreadable_is_told_of_until_it_is_mended(
    folder: Path, address: str, chromium: Browser
) -> None:
    writer = visit(chromium, address)
    writer.write("// mine\n")
    (folder / "coin.gbk").write_bytes(b"caf\xe9")
    writer.see(".note:has-text('Another program has changed coin.gbk')")
    writer.press("Control+s")
    expect(writer.page.locator(".note")).to_have_count(2, timeout=WAIT)
    (folder / "coin.gbk").write_text(COIN)
    writer.gone(".note")
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert (folder / "coin.gbk").read_text() == COIN + "// mine\n"


UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"]
"""So that root, too, may not write what is write-protected."""


@pytest.mark.skipif(os.name != "posix" or not shutil.which("setpriv"), reason="permissions of another kind")
def test_a_book_that_is_write_protected_is_not_overwritten(folder: Path, chromium: Browser) -> None:
    (folder / "coin.gbk").chmod(0o444)
    with studio(folder, "coin.gbk", before=UNPRIVILEGED if os.geteuid() == 0 else []) as (_, address):
        writer = visit(chromium, address)
        folder.chmod(0o555)
        writer.write("// mine\n")
        writer.see(".note:has-text('until you save it, what you write is only in this page')")
        writer.reads("#chances", "best play wins 50.0%")
        writer.press("Control+s")
        writer.see(".note:has-text('coin.gbk cannot be saved: it is write-protected') >> text=Download the text")
        assert (folder / "coin.gbk").read_text() == COIN
        (folder / "coin.gbk").chmod(0o644)
        folder.chmod(0o755)
        writer.press("Control+s")
        writer.gone("#files .unsaved")
        writer.gone(".note")
        assert (folder / "coin.gbk").read_text() == COIN + "// mine\n"


def test_a_page_goes_on_when_the_studio_is_started_again_as_its_note_says(tmp_path: Path, chromium: Browser) -> None:
    folder, elsewhere = tmp_path / "my books", tmp_path / "elsewhere"
    for each in (folder, elsewhere):
        each.mkdir()
    (folder / "coin.gbk").write_text(COIN)
    with studio(tmp_path, "my books/coin.gbk") as (process, address):
        writer = visit(chromium, address)
        writer.write("// before\n")
        side_file(writer, folder / ".coin.gbk.unsaved", "// before")
        process.kill()
        note = ".note:has-text('does not answer')"
        writer.see(note)
        writer.write("// after\n")
        writer.page.click(f"{note} >> [aria-label='Hide this']")
        writer.press("Control+s")
        writer.see(note)
        with writer.page.expect_download() as download:
            writer.page.click(f"{note} >> text=Download the text")
        assert download.value.suggested_filename == "coin.gbk"
        assert download.value.path().read_text() == COIN + "// before\n// after\n"
        said = re.search(r"“gamebook studio (.*?)”", writer.page.locator(note).inner_text())
        assert said is not None
    port = str(urlsplit(address).port)
    with studio(elsewhere, "--port", port, "coin.gbk") as (_, address):  # not the one that it is about
        other = writer.page.context.new_page()
        other.goto(address)
        writer.page.bring_to_front()
        writer.see(".note:has-text('shows another folder')")
        writer.press("Control+s")
        writer.see("#files .unsaved")
        other.close()
    assert list(elsewhere.iterdir()) == []
    (folder / "coin.gbk").write_bytes(b"caf\xe9")
    with studio(tmp_path, *shlex.split(said[1])) as (_, address):
        other = writer.page.context.new_page()
        other.goto(address)
        expect(other.locator("body[data-ready=yes]")).to_be_visible(timeout=WAIT)
        writer.page.bring_to_front()
        writer.see(".note:has-text('Another program has changed coin.gbk')")
        writer.gone(note)
        (folder / "coin.gbk").write_text(COIN)
        writer.gone(".note")
        writer.press("Control+s")
        writer.gone("#files .unsaved")
        assert (folder / "coin.gbk").read_text() == COIN + "// before\n// after\n"
        writer.reads("#chances", "best play wins 50.0%")
        writer.write("-> 9\n")
        writer.reads("#findings", "error")  # the language server is back, too


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def solvers(process: int) -> list[int]:
    """The processes that a studio has started to solve: copies of the one process that has imported all they need."""
    return [each for server in children(process) for each in children(server)]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are found by /proc")
def test_solvers_that_are_killed_are_told_of_and_replaced(folder: Path, chromium: Browser) -> None:
    with studio(folder, "coin.gbk") as (process, address):
        writer = visit(chromium, address)
        writer.reads("#chances", "best play wins 50.0%")
        before = solvers(process.pid)
        assert len(before) >= 2
        for each in before:
            os.kill(each, signal.SIGKILL)
        writer.see(".note:has-text('ended unexpectedly')")
        writer.page.locator(".cm-content").click()
        writer.press("Control+f")
        writer.page.locator("input[name=search]").fill("1-3")
        writer.page.locator("input[name=replace]").fill("1")
        writer.page.click("[name=replaceAll]")
        writer.page.locator("input[name=search]").fill("4-6")
        writer.page.locator("input[name=replace]").fill("2-6")
        writer.page.click("[name=replaceAll]")
        writer.reads("#chances", "best play wins 16.7%")
        writer.reads('.map [data-chapter="1"]', "17%")
        assert not set(before) & set(solvers(process.pid))
        writer.has_no_troubles()


HOSTILE = '<script>document.title="hacked"</script><img src=x onerror=alert(1)>'


def test_hostile_words_are_text_everywhere(tmp_path: Path, chromium: Browser) -> None:
    name = HOSTILE.replace('"', "'")
    book = (
        f'book "{name}"\n\n// --- {name}\n\n=== 1 {name}\n{name}\n\n* {name} -> 2\n* x -> defeat "{name}"\n\n'
        f"=== 2 {name}\n-> victory\n"
    )
    (tmp_path / "book.gbk").write_text(book + "* two -> 3\n")
    with studio(tmp_path, "book.gbk") as (_, address):
        writer = visit(chromium, address, alone=True)
        writer.reads("#findings", "error")
        writer.reads("#outline", "<script>document.title='hacked'</script>")
        writer.press("F8")
        writer.see(".cm-tooltip .finding")
        writer.page.locator(".cm-content").click()
        writer.press("Control+End", "ArrowUp", "Home", "Shift+End", "Delete", "Backspace")
        writer.reads(".map [data-chapter='1']", "<script>")
        writer.open("report")
        writer.reads(".sheet h1", "<script>")
        writer.page.locator(".cm-line:has-text('* <script>') >> text=2").hover()
        writer.reads(".cm-tooltip", "<script>")
        writer.open("findings")
        assert writer.page.locator("img:not(.cm-widgetBuffer), iframe, script:not([src])").count() == 0
        assert writer.page.title() == "● book.gbk"
        writer.has_no_troubles()


def test_text_and_map_follow_each_other(folder: Path, chromium: Browser) -> None:
    with studio(folder) as (_, address):
        writer = visit(chromium, address)
        writer.reads(".cm-chances", "50.0%")  # at the head of the first chapter
        writer.spot("3").click()
        writer.see('#outline [data-chapter="3"][aria-current]')
        writer.see('.map .spot.here[data-chapter="3"]')
        writer.page.locator(".cm-line:has-text('Well done')").click()
        writer.see('.map .spot.here[data-chapter="2"]')
        writer.open("report")
        writer.page.locator(".sheet td:first-child [data-chapter='3']").last.click()
        writer.see('#outline [data-chapter="3"][aria-current]')
        writer.has_no_troubles()


PARTS = COIN.replace("\n=== 2", "\n// --- The end\n\n=== 2")


def test_parts_of_the_map_are_closed_and_opened(folder: Path, address: str, chromium: Browser) -> None:
    (folder / "coin.gbk").write_text(PARTS)
    writer = visit(chromium, address)
    writer.reads('.map [data-chapter="1"]', "50%")
    writer.spot("3").click()
    writer.see('.map .spot.here[data-chapter="3"]').click(button="right")
    writer.see("[role=menuitem]:has-text('Close the part The end')").click()
    writer.reads(".map .spot.part.here", "2 chapters")
    writer.gone('.map [data-chapter="3"]')
    expect(writer.page.locator(".map path.route")).to_have_count(1, timeout=WAIT)  # to victory, into the box
    writer.see(".map .spot.part").click()
    writer.spot("3")
    writer.page.get_by_label("Parts", exact=True).select_option("closed")
    expect(writer.page.locator(".map .spot.part")).to_have_count(2, timeout=WAIT)
    writer.page.get_by_label("Parts", exact=True).select_option("framed")
    writer.see(".map .frame:has-text('The end')")
    writer.page.get_by_label("Colour").select_option("luck")
    writer.reads('.map [data-chapter="1"]', "100%")
    writer.page.get_by_label("Colour").select_option("difference")
    writer.page.locator(".cm-line:has-text('4-6')").click()
    writer.press("End", "Backspace")
    writer.page.keyboard.type("2")  # heads, whatever falls
    writer.reads('.map [data-chapter="1"]', "+50%")
    writer.has_no_troubles()


def test_everything_is_there_for_the_keyboard(address: str, chromium: Browser) -> None:
    writer = visit(chromium, address)
    writer.press("F1")
    writer.see("dialog:has-text('rename everywhere')")
    writer.press("Escape")
    writer.gone("dialog")
    writer.press("Escape", "Tab")  # out of the text
    expect(writer.page.locator(".cm-content")).not_to_be_focused()
    writer.page.get_by_label("Find a chapter").fill("tails")
    expect(writer.page.locator("#outline [data-chapter]")).to_have_count(1, timeout=WAIT)
    writer.press("Enter")
    expect(writer.page.locator(".cm-activeLine")).to_contain_text("=== 3 Tails", timeout=WAIT)
    for number, panel in (("2", "report"), ("1", "map")):
        writer.press(f"Alt+{number}")
        writer.see(f"#panel-{panel}")
        expect(writer.page.locator(f"#tab-{panel}")).to_be_focused()
    writer.press("ArrowRight")
    writer.see("#panel-report")
    writer.press("ArrowLeft")
    writer.spot("1")
    drawn = writer.page.locator("svg.map")
    drawn.focus()
    world = drawn.locator(".world")
    before = world.get_attribute("transform")
    writer.press("+", "ArrowDown")
    expect(world).not_to_have_attribute("transform", before or "", timeout=WAIT)
    writer.press("0")
    expect(world).to_have_attribute("transform", before or "", timeout=WAIT)
    writer.press("Alt+t")
    expect(writer.page.locator(".cm-content")).to_be_focused()
    writer.page.locator("#divider").focus()
    writer.press("ArrowRight")
    expect(writer.page.locator("#divider")).to_have_attribute("aria-valuenow", "55")
    unnamed = writer.page.locator("button:visible, input:visible, select:visible").evaluate_all(
        "all => all.filter(e => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)"
    )
    assert unnamed == []
    writer.has_no_troubles()


def test_it_fits_on_desks_and_tablets(address: str, chromium: Browser) -> None:
    for dark, size in [(False, (1280, 800)), (False, (1024, 768)), (False, (820, 1180)), (True, (1024, 768))]:
        writer = visit(chromium, address, dark=dark, size=size)
        writer.spot("1")
        wide = writer.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0]
        for selector in ("#stop", "#theme", "#help"):
            box = writer.page.locator(selector).bounding_box()
            assert box is None or box["x"] + box["width"] <= size[0]
        paper = writer.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (paper == "rgb(255, 255, 255)") is not dark
        writer.has_no_troubles()
        writer.page.close()
