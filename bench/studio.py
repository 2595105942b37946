"""`python -m bench.studio`: how long a writer waits in the studio, in Debian's Chromium, and what memory it holds."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from bench.measure import heading, row
from bench.synthetic import synthetic
from gamebook.resources import resource_folder
from tests.studio import browser as driven
from tests.studio.browser import CHROMIUM, Writer, browser, studio, visit

EDITS = 200
"""Edits of the run that looks at memory; a writer makes as many in an hour."""
FRAMES = 30
MIB = 1 << 20


def main() -> None:
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
        writer.see(".map path.route, .map .number:not(:empty)")
        row(f"{book}: start to colours", f"{time.perf_counter() - began:.1f} s")
        writer.write("\n=== 9000 New\n-> 1\n")
        writer.page.wait_for_timeout(2000)
        writer.gone(".cm-lint-marker-error")
        typed = time.perf_counter()
        writer.page.keyboard.insert_text("\n=== 9001 Newer\n-> 9002\n")
        writer.see(".cm-lint-marker-error")
        row(f"{book}: typing to finding", f"{time.perf_counter() - typed:.2f} s")
        writer.page.close()


def _large(found: Browser, folder: Path, book: str) -> None:
    """The map of a large book: how long until it is there, and how smoothly it moves."""
    began = time.perf_counter()
    with studio(folder, book) as (_, address):
        writer = visit(found, address)
        writer.see(".map .spot.start")
        row(f"{book}: start to first map", f"{time.perf_counter() - began:.1f} s")
        box = writer.page.locator("svg.map").bounding_box()
        assert box is not None
        writer.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        moved = time.perf_counter()
        for step in range(FRAMES):
            writer.page.mouse.wheel(0, -40 if step < FRAMES / 2 else 40)
            writer.page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
        row(
            f"{book}: a step of zoom",
            f"{1000 * (time.perf_counter() - moved) / FRAMES:.0f} ms",
            "two frames and the wire",
        )
        writer.page.close()


def _memory(found: Browser, folder: Path) -> None:
    """What the studio and its processes hold, before and after many edits."""
    with studio(folder, "starter.gbk") as (process, address):
        writer = visit(found, address)
        writer.see(".map path.route")
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
    main()
