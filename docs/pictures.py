"""The pictures of docs/studio.md: `make pictures`. They are taken from the studio itself, in Debian's Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from gamebook.resources import resource_folder
from tests.studio.browser import Writer, browser, studio, visit

IMAGES = Path(__file__).with_name("images")
BOOK = "tutorial.gbk"
QUIET = 1500
"""Milliseconds until nothing moves any more."""


def main() -> None:
    """Take all pictures."""
    with TemporaryDirectory() as place, browser() as found:
        folder = Path(place)
        shutil.copy(resource_folder("books") / BOOK, folder / BOOK)
        with studio(folder, BOOK) as (_, address):
            _take(found, address, "studio-light.png", _map, dark=False)
        with studio(folder, BOOK) as (_, address):
            _take(found, address, "studio-dark.png", _report, dark=True)
        with studio(folder, BOOK) as (_, address):
            _take(found, address, "studio-finding.png", _finding, dark=False)


def _take(found: Browser, address: str, name: str, prepare: Callable[[Writer], None], *, dark: bool) -> None:
    writer = visit(found, address, dark=dark)
    writer.see(".map path.route")
    prepare(writer)
    writer.page.wait_for_timeout(QUIET)
    writer.page.screenshot(path=IMAGES / name)
    writer.has_no_troubles()
    print(IMAGES / name)


def _map(writer: Writer) -> None:
    """A chapter, on the map and in the text."""
    chapters = writer.page.locator("#outline [data-chapter]")
    chapters.nth(3).click()
    writer.see(".map .spot.here")
    writer.see(".cm-chances")


def _report(writer: Writer) -> None:
    writer.page.locator("#outline [data-chapter]").nth(1).click()
    writer.open("report")
    writer.see(".sheet section")


def _finding(writer: Writer) -> None:
    """A mistake, and what can be done about it."""
    writer.write("\n=== 99 The well\nDeep, and no rope.\n\n* Climb down -> 100\n")
    writer.reads("#findings", "error")
    writer.see('.map .spot.missing[data-chapter="100"]').click(trial=True)
    writer.press("F8")
    writer.see(".cm-tooltip .actions button")


if __name__ == "__main__":
    main()
