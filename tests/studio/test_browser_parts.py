"""A book of several files in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.studio.browser import WAIT, SharedStudio, Writer, side_file, studio, visit

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
ALL = "best play wins 100.0%"
"""With the lantern nothing can go wrong."""
SOME = "best play wins 41.7%"
"""Without it: 2d6 show 8 or more in 5 + 4 + 3 + 2 + 1 = 15 of 36 ways."""


@pytest.fixture
def folder(shared: SharedStudio) -> Path:
    folder = shared.emptied()
    (folder / "parts").mkdir()
    for name, text in (("main", MAIN), ("parts/two", TWO), ("parts/three", THREE)):
        (folder / f"{name}.gbk").write_text(text)
    return folder


@pytest.fixture
def address(shared: SharedStudio, folder: Path) -> str:
    return shared.address(folder / "main.gbk")


def show(writer: Writer, name: str) -> None:
    """Open a file, or come back to it."""
    writer.see(f'#outline [data-name="{name}"]').click()
    writer.see(f'.cm-content[aria-label="Text of {name}"]')


def exchange(writer: Writer, line: str, old: str, new: str) -> None:
    """Put other words at the end of a line of the text that is shown."""
    writer.page.locator(f".cm-line:visible:has-text('{line}')").first.click()
    writer.press("End", *["Backspace"] * len(old))
    writer.page.keyboard.insert_text(new)


def chances_in(writer: Writer, name: str) -> list[str]:
    """What stands at the ends of lines of an open file, shown or not."""
    return writer.page.locator(f'.cm-content[aria-label="Text of {name}"] .cm-chances').all_text_contents()


def wait_for_chances(writer: Writer, wanted: dict[str, list[str]]) -> None:
    """Wait for what stands at the ends of lines of some files."""
    for _ in range(WAIT // 200):
        if (found := {name: chances_in(writer, name) for name in wanted}) == wanted:
            return
        writer.page.wait_for_timeout(200)
    assert found == wanted


def test_the_chances_in_all_files_are_those_of_the_text_as_it_is(address: str, chromium: Browser) -> None:
    writer = visit(chromium, address)
    writer.reads("#chances", ALL)
    for name in ("parts/two.gbk", "parts/three.gbk"):
        show(writer, name)
    before = {
        "main.gbk": ["100%", "best", "−79.2%"],
        "parts/two.gbk": ["100%"],
        "parts/three.gbk": ["100%", "best", "−58.3%"],
    }
    wait_for_chances(writer, before)
    exchange(writer, "* Up", "-> victory", "-> defeat")
    writer.reads("#chances", SOME)
    after = {
        "main.gbk": ["41.7%", "best", "−20.8%"],
        "parts/two.gbk": ["41.7%"],
        "parts/three.gbk": ["41.7%", "−41.7%", "best"],
    }
    wait_for_chances(writer, after)
    writer.has_no_troubles()


def test_where_a_name_is_used_is_listed_though_only_one_file_is_open(address: str, chromium: Browser) -> None:
    writer = visit(chromium, address)
    writer.reads("#chances", ALL)
    writer.page.locator(".cm-line:has-text('item lantern')").click()
    writer.press("End", "ArrowLeft", "Shift+F12")
    writer.reads(".cm-panels", "gain lantern")
    writer.reads(".cm-panels", "[if lantern]")
    writer.page.click(".cm-panels [role=option]:has-text('gain lantern')")
    writer.see('.cm-content[aria-label="Text of parts/two.gbk"]')
    show(writer, "main.gbk")
    writer.page.locator(".cm-line:visible:has-text('item lantern')").click()
    writer.press("Control+f")
    writer.see("input[name=search]")
    writer.has_no_troubles()


def test_a_file_that_is_removed_on_disk_is_not_saved_any_more(folder: Path, address: str, chromium: Browser) -> None:
    path, side = folder / "parts/three.gbk", folder / "parts/.three.gbk.unsaved"
    writer = visit(chromium, address)
    show(writer, "parts/three.gbk")
    path.unlink()
    note = ".note:has-text('was removed by another program')"
    writer.see(f"{note} >> [aria-label='Hide this']").click()
    writer.see("#files .unsaved")
    side_file(writer, side, "=== 3 The cellar")
    path.write_text(THREE + "// again\n")  # nothing of mine could be lost: it is loaded
    writer.reads('.cm-content[aria-label="Text of parts/three.gbk"]', "// again")
    writer.gone("#files .unsaved")
    path.unlink()
    writer.see(f"{note} >> text=Save it again").click()
    writer.gone("#files .unsaved")
    assert path.read_text() == THREE + "// again\n"
    assert [each.name for each in sorted(path.parent.iterdir())] == ["three.gbk", "two.gbk"]
    path.unlink()
    writer.see(note)
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    writer.gone(note)
    assert path.read_text() == THREE + "// again\n"
    writer.has_no_troubles()


def test_a_new_file_has_the_cursor_and_is_kept_before_it_is_saved(
    folder: Path, address: str, chromium: Browser
) -> None:
    side = folder / "later/.five.gbk.unsaved"
    writer = visit(chromium, address)
    writer.reads("#chances", ALL)
    writer.see("text=+ New file").click()
    writer.page.get_by_label("Name", exact=True).fill("later/five")
    writer.press("Enter")
    writer.see('.cm-content[aria-label="Text of later/five.gbk"]')
    writer.page.keyboard.type("=== 5 The well")
    side_file(writer, side, "=== 5 The well")
    assert writer.page.locator(".note").count() == 0, "a part does not begin with the starter"
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert (folder / "later/five.gbk").read_text() == "=== 5 The well"
    assert not side.exists()
    writer.has_no_troubles()


def test_the_studio_on_a_part_opens_the_book_that_includes_it(folder: Path, chromium: Browser) -> None:
    with studio(folder, "parts/three.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.reads("#title", "main")
        writer.reads("#chances", ALL)
        expect(writer.page.locator('.cm-content[aria-label="Text of parts/three.gbk"]')).to_be_focused()
        writer.spot("1")
        writer.has_no_troubles()
    with studio(folder / "parts", "three.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.reads("#title", "main")


def test_a_part_that_is_not_open_is_looked_at_too(folder: Path, address: str, chromium: Browser) -> None:
    path = folder / "parts/three.gbk"
    writer = visit(chromium, address)
    writer.reads("#chances", ALL)
    writer.open("whatif")
    wait_for_chances(writer, {"main.gbk": ["100%", "best", "−79.2%"]})
    path.write_text(THREE.replace("[if lantern] -> victory", "-> defeat"))
    writer.reads("#chances", SOME)
    writer.reads("#outline", "42%")
    wait_for_chances(writer, {"main.gbk": ["41.7%", "best", "−20.8%"]})
    path.unlink()
    writer.reads("#findings", "error")
    writer.gone("#outline .chance")
    path.write_text(THREE)
    writer.reads("#chances", ALL)
    writer.reads("#findings", "No findings")
    two = visit(chromium, address)
    show(two, "parts/three.gbk")
    exchange(two, "* Up", "-> victory", "-> defeat")
    two.press("Control+s")
    two.gone("#files .unsaved")
    writer.reads("#chances", SOME)
    writer.has_no_troubles()


def test_text_of_a_part_that_was_not_saved_is_offered_at_the_next_start(
    folder: Path, address: str, chromium: Browser
) -> None:
    sides = (folder / "parts/.three.gbk.unsaved", folder / "later/.five.gbk.unsaved")
    (folder / "later").mkdir()
    sides[0].write_text(THREE + "// more\n")
    sides[1].write_text("=== 5 The well\n")
    writer = visit(chromium, address)
    note = ".note:has-text('parts/three.gbk: text was found that was not saved')"
    writer.see(f"{note} >> text=Compare").click()
    writer.reads("dialog.compare", "// more")
    writer.page.click("dialog.compare >> text=Close")
    writer.page.click(f"{note} >> text=Take it")
    writer.reads('.cm-content[aria-label="Text of parts/three.gbk"]', "// more")
    writer.gone(note)
    writer.see(".note:has-text('later/five.gbk: text was found') >> text=Take it").click()
    writer.reads('.cm-content[aria-label="Text of later/five.gbk"]', "The well")
    writer.press("Control+s")
    writer.gone("[data-file='later/five.gbk'] .unsaved")
    writer.gone(".note")
    assert (folder / "later/five.gbk").read_text() == "=== 5 The well\n"
    assert list((folder / "later").iterdir()) == [folder / "later/five.gbk"]
    writer.has_no_troubles()


def test_text_that_is_taken_stays_on_disk_where_it_can_be_kept(folder: Path, address: str, chromium: Browser) -> None:
    """A disk that is full cannot keep it; here it is the name that is too long for a second side file."""
    name = f"{'x' * 241}.gbk"
    side = folder / f".{name}.unsaved"
    side.write_text("=== 5 The well\n")
    writer = visit(chromium, address)
    writer.see(".note:has-text('text was found') >> text=Take it").click()
    writer.see(".note:has-text('cannot be kept in a file beside the book')")
    writer.reads(".cm-content:visible", "The well")
    writer.page.wait_for_timeout(500)
    assert side.read_text() == "=== 5 The well\n"
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    writer.gone(".note")
    assert (folder / name).read_text() == "=== 5 The well\n"
    writer.has_no_troubles()


def test_a_chapter_that_has_a_number_in_print_is_to_get_its_new_name_there_too(
    folder: Path, address: str, chromium: Browser
) -> None:
    (folder / "main.numbers.toml").write_text('[numbers]\n"1" = 2\n"2" = 3\n"3" = 1\n')
    writer = visit(chromium, address)
    writer.reads("#chances", ALL)
    writer.page.locator(".cm-line:has-text('=== 1 The gate')").click()
    writer.press("Home", *["ArrowRight"] * 4, "F2")
    writer.see("dialog input").fill("gate")
    writer.press("Enter")
    writer.see(".note:has-text('The studio cannot open main.numbers.toml: write gate there in place of 1, too')")
    writer.see(".cm-line:has-text('=== gate The gate')")
    writer.has_no_troubles()


def call(writer: Writer, words: str, name: str, unsaved: int) -> None:
    """Give what stands at the end of a line a new name, and wait until so many files are not saved."""
    writer.page.locator(f".cm-line:visible:has-text('{words}')").click()
    writer.press("End", "F2")
    writer.see("dialog input").fill(name)
    writer.press("Enter")
    are_unsaved(writer, unsaved)


def are_unsaved(writer: Writer, number: int) -> None:
    """Wait until so many files are not saved."""
    expect(writer.page.locator("#files .unsaved")).to_have_count(number, timeout=WAIT)


def call_the_lantern_a_torch(writer: Writer) -> None:
    """In all three files."""
    call(writer, "item lantern", "torch", 3)


def test_a_name_that_is_changed_in_all_files_is_saved_and_taken_back_in_all(
    folder: Path, address: str, chromium: Browser
) -> None:
    def stands(name: str) -> list[str]:
        """Which of the two names each file has on disk."""
        paths = ("main.gbk", "parts/two.gbk", "parts/three.gbk")
        return [each for each in paths if name in (folder / each).read_text()]

    writer = visit(chromium, address)
    writer.reads("#chances", ALL)
    call_the_lantern_a_torch(writer)
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert (len(stands("torch")), len(stands("lantern"))) == (3, 0)
    writer.press("Control+z")
    are_unsaved(writer, 3)
    writer.reads("#chances", ALL)
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert (len(stands("torch")), len(stands("lantern"))) == (0, 3)
    writer.press("Control+y")
    are_unsaved(writer, 3)
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert (len(stands("torch")), len(stands("lantern"))) == (3, 0)
    writer.write("// main\n")
    show(writer, "parts/two.gbk")
    writer.write("// two\n")
    writer.press("Control+s")  # now they have nothing to do with each other
    writer.gone("[data-file='parts/two.gbk'] .unsaved")
    writer.see("[data-file='main.gbk'] .unsaved")
    writer.has_no_troubles()


def test_two_new_names_are_saved_and_taken_back_one_after_the_other(
    folder: Path, address: str, chromium: Browser
) -> None:
    """Each stands in the main file and in one other: a save of the main file saves both others, too."""
    paths = [folder / name for name in ("main.gbk", "parts/two.gbk", "parts/three.gbk")]
    (folder / "main.gbk").write_text(MAIN.replace("item lantern", "item rope\n    item lantern"))
    (folder / "parts/three.gbk").write_text(THREE.replace("lantern", "rope"))
    before = [path.read_text() for path in paths]
    after = [text.replace("lantern", "torch").replace("rope", "cord") for text in before]
    writer = visit(chromium, address)
    writer.reads("#chances", "best play wins")
    call(writer, "item lantern", "torch", 2)
    call(writer, "item rope", "cord", 3)
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert [path.read_text() for path in paths] == after
    writer.press("Control+z")
    are_unsaved(writer, 2)
    writer.press("Control+z")
    are_unsaved(writer, 3)
    writer.press("Control+y")
    are_unsaved(writer, 2)
    writer.press("Control+z", "Control+s")
    writer.gone("#files .unsaved")
    assert [path.read_text() for path in paths] == before
    writer.has_no_troubles()


def test_one_file_of_a_changed_name_is_not_taken_back_alone_unless_asked_for(address: str, chromium: Browser) -> None:
    writer = visit(chromium, address)
    writer.reads("#chances", ALL)
    call_the_lantern_a_torch(writer)
    show(writer, "parts/two.gbk")
    writer.write("// two\n")
    show(writer, "main.gbk")
    writer.page.locator(".cm-content:visible").click()
    writer.press("Control+z")
    note = ".note:has-text('The same change was made in two.gbk')"
    writer.see(note)
    writer.reads(".cm-content:visible", "item torch")
    writer.see(f"{note} >> button:has-text('Only here')").click()
    writer.reads(".cm-content:visible", "item lantern")
    writer.gone(note)
    writer.has_no_troubles()


SLIP = """\
sheet
    number gold = 1 in 0..9

=== 1 The gate
* Go [if golld > 0] -> victory
* Stay -> defeat
"""


def test_what_was_offered_for_another_text_is_not_done(folder: Path, chromium: Browser) -> None:
    path = folder / "slip.gbk"
    path.write_text(SLIP)
    with studio(folder, "slip.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.see(".cm-lintRange-error")
        writer.page.locator(".cm-line:has-text('* Go')").click()
        writer.press("Control+.")
        writer.see(".menu button:has-text('gold')")
        path.write_text("// another program\n" + SLIP)
        writer.reads(".cm-content:visible", "// another program")
        writer.see(".menu button:has-text('gold')").click()
        writer.see(".note:has-text('The text has changed since this was offered')")
        writer.reads(".cm-content:visible", "* Go [if golld > 0]")
        writer.page.locator(".cm-line:has-text('* Go')").click()
        writer.press("Control+.")
        writer.see(".menu button:has-text('gold')").click()
        writer.reads(".cm-content:visible", "* Go [if gold > 0]")
        writer.gone(".note")
        writer.has_no_troubles()


def test_a_name_is_not_changed_in_another_text_than_the_one_it_was_asked_for(folder: Path, chromium: Browser) -> None:
    path = folder / "slip.gbk"
    text = SLIP.replace("golld", "gold")
    path.write_text(text)
    with studio(folder, "slip.gbk") as (_, address):
        writer = visit(chromium, address)
        writer.reads("#chances", ALL)  # the language server has read the book
        writer.page.locator(".cm-line:has-text('number gold')").click()
        writer.press("Home", *["ArrowRight"] * 8, "F2")
        writer.see("dialog input").fill("silver")
        path.write_text(text.replace("    number gold", "    item rope\n    number gold"))
        writer.reads(".cm-content:visible", "item rope")
        writer.press("Enter")
        writer.see("dialog .wrong:has-text('The text has changed meanwhile')")
        writer.page.click("dialog >> text=Cancel")
        writer.reads(".cm-content:visible", "item rope")
        writer.gone("[data-file='slip.gbk'] .unsaved")
        writer.has_no_troubles()


def test_findings_are_those_of_the_book_that_is_shown(folder: Path, address: str, chromium: Browser) -> None:
    (folder / "other.gbk").write_text('book "Other"\n\n=== 1 Here\n* On -> 9\n')
    writer = visit(chromium, address)
    writer.open("findings")
    show(writer, "other.gbk")
    writer.reads("#findings", "1 error")
    show(writer, "main.gbk")
    expect(writer.page.locator("#findings")).to_have_text("No findings", timeout=WAIT)
    writer.reads(".findings", "Nothing is wrong with this book")
    (folder / "parts/three.gbk").write_text(THREE.replace("-> victory", "-> 9", 1))
    writer.reads("#findings", "1 error")
    writer.reads(".findings", "parts/three.gbk:2")
    writer.has_no_troubles()


@pytest.mark.parametrize(
    ("text", "says"), [("", "Nothing is written yet."), ("=== 1\n~ gain rope\n-> victory\n", "The book has errors;")]
)
def test_of_another_book_nothing_stays(folder: Path, address: str, chromium: Browser, text: str, says: str) -> None:
    """One that is empty or has errors has no map, no report, no numbers: those of the book before are not its own."""
    (folder / "other.gbk").write_text(text)
    writer = visit(chromium, address)
    for panel, something in (
        ("whatif", ".whatif-panel .results table"),
        ("report", ".sheet h1"),
        ("map", ".map .spot.solved"),
    ):
        writer.open(panel)
        writer.see(something)
    writer.reads("#chances", ALL)
    show(writer, "other.gbk")
    writer.reads(".map-note", says)
    expect(writer.page.locator("#chances")).to_have_text("")
    for gone in (".map .spot", ".sheet h1", ".whatif-panel .results table", ".whatif-panel .wishes fieldset"):
        expect(writer.page.locator(gone)).to_have_count(0)
    show(writer, "main.gbk")
    expect(writer.page.locator(".map-note")).to_be_hidden(timeout=WAIT)
    writer.see(".map .spot.solved")
    writer.reads("#chances", ALL)
    writer.has_no_troubles()


def test_the_tab_of_the_open_file_is_in_sight(folder: Path, address: str, chromium: Browser) -> None:
    names = [f"a-book-with-a-long-name-{number}.gbk" for number in range(8)]
    for name in names:
        (folder / name).write_text('book "Long"\n\n=== 1\n-> victory\n')
    writer = visit(chromium, address)
    for name in [*names, names[0]]:
        show(writer, name)
        tab = writer.page.locator(f'#files [data-file="{name}"][aria-current]')
        expect(tab).to_be_in_viewport(ratio=0.99, timeout=WAIT)
    writer.has_no_troubles()


def test_a_part_that_is_not_there_can_be_begun(folder: Path, address: str, chromium: Browser) -> None:
    (folder / "parts/two.gbk").unlink()
    writer = visit(chromium, address)
    writer.reads("#findings", "error")
    writer.page.locator(".cm-content").click()
    writer.press("Control+Home", "F8")
    writer.see(".cm-tooltip .actions button:has-text('Begin the file parts/two.gbk')").click()
    expect(writer.see('.cm-content[aria-label="Text of parts/two.gbk"]')).to_be_focused(timeout=WAIT)
    writer.page.keyboard.insert_text(TWO)
    writer.reads("#chances", ALL)
    writer.press("Control+s")
    writer.gone("#files .unsaved")
    assert (folder / "parts/two.gbk").read_text() == TWO
    writer.has_no_troubles()


def test_a_finding_that_is_read_stays_when_the_book_is_looked_at_again(
    folder: Path, address: str, chromium: Browser
) -> None:
    (folder / "main.gbk").write_text(MAIN.replace("item lantern", "item lantern, hat"))
    writer = visit(chromium, address)
    writer.reads("#chances", ALL)
    writer.see(".cm-lintRange-warning")
    writer.page.locator(".cm-content").click()
    writer.press("Control+Home", "F8")
    told = writer.see(".cm-tooltip .cm-diagnostic:has-text('the reader can never have hat')")
    before = writer.see("#chances").inner_text()
    (folder / "parts/three.gbk").write_text(THREE.replace("2-7 -> defeat", "2-7 -> victory"))
    expect(writer.see("#chances")).not_to_have_text(before, timeout=WAIT)  # the random reader wins more often
    assert told.is_visible()
    writer.has_no_troubles()
