"""`python -m bench.studio`: how long a writer waits in the studio, in Debian's Chromium, and what memory it holds."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, expect

from bench.measure import heading, row
from bench.synthetic import synthetic
from gamebook.resources import resource_folder
from tests.studio import browser as driven
from tests.studio.browser import CHROMIUM, Writer, browser, studio, visit

EDITS = 200
"""Edits of the run that looks at memory; a writer makes as many in an hour."""
SLIDES = ("ArrowLeft", "ArrowRight", "ArrowLeft")
FRAMES = 60
NEARER = 14
"""Turns of the wheel from the whole map to a few chapters."""
WATCH = """() => {
    let last = performance.now();
    window.watched = [];
    const tick = (now) => { watched.push(now - last); last = now; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
}"""
"""Notes how long each frame takes."""
MIB = 1 << 20


def studios() -> None:
    """Measure everything."""
    heading("The studio")
    if CHROMIUM is None:
        row("", "", "no chromium on this machine")
        return
    driven.WAIT = 600_000
    with TemporaryDirectory() as place, browser() as found:
        folder = Path(place)
        for book in ("starter.gbk", "the-long-ebb.gbk"):
            shutil.copy(resource_folder("books") / book, folder / book)
            _book(found, folder, book)
        for chapters in (400, 1500):
            name = f"synthetic-{chapters}.gbk"
            (folder / name).write_text(synthetic(chapters))
            _large(found, folder, name)
        _memory(found, folder)


def _book(found: Browser, folder: Path, book: str) -> None:
    """From the command to the map, and from a key to its finding."""
    began = time.perf_counter()
    with studio(folder, book) as (_, address):
        writer = visit(found, address)
        writer.see(".map .spot.start")
        row(f"{book}: start to first map", f"{time.perf_counter() - began:.1f} s")
        writer.see(".map .spot.solved")
        row(f"{book}: start to colours", f"{time.perf_counter() - began:.1f} s")
        writer.write("\n=== 9000 New\n-> 1\n")
        writer.page.wait_for_timeout(2000)
        writer.gone(".cm-lint-marker-error")
        typed = time.perf_counter()
        writer.page.keyboard.insert_text("\n=== 9001 Newer\n-> 9002\n")
        writer.see(".cm-lint-marker-error")
        row(f"{book}: typing to finding", f"{time.perf_counter() - typed:.2f} s")
        writer.press("Control+z")
        _slider(writer, book)
        writer.page.close()


def _slider(writer: Writer, book: str) -> None:
    """From a key on the first slider to the number beside it."""
    writer.open("whatif")
    now = writer.see(".results td.now")
    for key in SLIDES:
        writer.see("#panel-whatif .results:not(.stale)")
        writer.page.wait_for_timeout(2000)
        before = now.text_content() or ""
        writer.see(".slider input").focus()
        moved = time.perf_counter()
        writer.press(key)
        expect(now).not_to_have_text(before, timeout=driven.WAIT)
        row(f"{book}: slider to number", f"{time.perf_counter() - moved:.2f} s")


def _large(found: Browser, folder: Path, book: str) -> None:
    """The map of a large book: how long until it is there, and how smoothly it moves."""
    began = time.perf_counter()
    with studio(folder, book) as (_, address):
        writer = visit(found, address)
        writer.see(".map .spot.start")
        row(f"{book}: start to first map", f"{time.perf_counter() - began:.1f} s")
        writer.gone("#stop:visible")
        box = writer.page.locator("svg.map").bounding_box()
        assert box is not None
        mouse, middle = writer.page.mouse, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for what in ("whole", "near"):
            mouse.move(*middle)
            writer.page.evaluate(WATCH)
            mouse.down()
            for step in range(FRAMES):
                mouse.move(middle[0] + step % 30, middle[1] + step % 20)
            mouse.up()
            for step in range(FRAMES):
                mouse.wheel(0, -30 if step % 10 < 5 else 30)
            frames = sorted(writer.page.evaluate("watched.splice(0)"))
            usual, slow = frames[len(frames) // 2], frames[len(frames) * 95 // 100]
            row(f"{book}: a frame, {what}", f"{usual:.0f}, {slow:.0f} ms", "the middle one, and one in twenty")
            for _ in range(NEARER):
                mouse.wheel(0, -100)
        writer.page.close()


def _memory(found: Browser, folder: Path) -> None:
    """What the studio and its processes hold, before and after many edits."""
    with studio(folder, "starter.gbk") as (process, address):
        writer = visit(found, address)
        writer.see(".map .spot.solved")
        before = _held(process)
        for number in range(EDITS):
            _edit(writer, number)
        writer.page.wait_for_timeout(3000)
        row(
            f"memory before, after {EDITS} edits",
            f"{before:.0f}, {_held(process):.0f} MB",
            "all processes; shared pages counted once",
        )
        writer.page.close()


def _edit(writer: Writer, number: int) -> None:
    """A change of the structure, every second time of words only."""
    writer.write(f"\n=== {10_000 + number} New\nWords.\n\n-> 1\n" if number % 2 else f"// note {number}\n")
    writer.page.wait_for_timeout(150)


def _held(process: subprocess.Popen[str]) -> float:
    """Megabytes of a process and those that it has started."""
    waiting, held = [process.pid], 0
    while waiting:
        pid = waiting.pop()
        for task in Path(f"/proc/{pid}/task").iterdir():
            waiting += map(int, (task / "children").read_text().split())
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        held += int(rollup.partition("\nPss:")[2].split()[0]) * 1024
    return held / MIB


if __name__ == "__main__":
    studios()
