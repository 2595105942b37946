"""A browser, a studio, and a writer who uses both."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Page, expect, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
"""Debian's; where there is none, the one that `playwright install chromium` has put there is taken. The headless shell
is Chromium without the windows that nobody sees in a test, and takes two thirds of the processor time."""
NEEDED = "no chromium here: apt-get install chromium-headless-shell, or .venv/bin/playwright install chromium"
WAIT = 60_000
"""Milliseconds after which a test gives up: kernels may have to be compiled first."""
SIZE = (1280, 800)
HOLD = """question => {
    const send = WebSocket.prototype.send, asked = new Set();
    window.held = [];
    WebSocket.prototype.send = function (text) {
        const {id, ask} = JSON.parse(text), take = this.onmessage;
        if (ask === question) {
            asked.add(id);
            this.onmessage = (event) => {
                const {id, progress} = JSON.parse(event.data);
                if (!progress && asked.delete(id)) held.push(() => take(event)); else take(event);
            };
        }
        send.call(this, text);
    };
}"""
"""Keeps back answers to a question in a page."""
HELD = """async (most) => {
    for (let past = 0; past < most && !held.length; past += 50) await new Promise((give) => setTimeout(give, 50));
    return held.length;
}"""


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, with an empty page; the test is skipped where there is none.

    Pages of a window that is open already take a second and a half of processor time less than those of a new one.
    """
    with sync_playwright() as playwright:
        place = CHROMIUM or playwright.chromium.executable_path
        if not Path(place).exists():
            pytest.skip(NEEDED)
        found = playwright.chromium.launch(executable_path=place, args=["--no-sandbox", "--disable-gpu"])
        found.new_context(device_scale_factor=1).new_page()
        yield found
        found.close()


@contextmanager
def studio(folder: Path, *arguments: str, before: Sequence[str] = ()) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`gamebook studio` in a folder, and the address that it prints; `before`: words before the command."""
    command = [*before, sys.executable, "-m", "gamebook", "studio", *arguments, "--no-browser"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r"http\S+", process.stderr.readline())
        assert found is not None
        try:
            yield process, found[0]
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:  # else the test would wait for it without end
                process.kill()
                raise


@dataclass
class SharedStudio:
    """One studio for the tests of a file, one after another: starting one takes three seconds of processor time."""

    folder: Path
    _running: ExitStack = field(default_factory=ExitStack)
    _process: subprocess.Popen[str] | None = None
    _address: str = ""

    def emptied(self) -> Path:
        """The folder that it shows, without what the test before has left there."""
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        return self.folder

    def address(self, first: Path) -> str:
        """Where it is; it is started if it does not run.

        Args:
            first: the book to begin with, always the same.
        """
        if self._process is None or self._process.poll() is not None:
            self._process, self._address = self._running.enter_context(studio(self.folder, first.name))
        return self._address

    def stop(self) -> None:
        """End it."""
        self._running.close()


@dataclass
class Writer:
    """What a writer does and sees."""

    page: Page
    troubles: list[str]
    """What the browser complained about."""

    def see(self, selector: str) -> Locator:
        """What is on the page by now."""
        found = self.page.locator(selector).first
        expect(found).to_be_visible(timeout=WAIT)
        return found

    def gone(self, selector: str) -> None:
        """What is no longer on the page."""
        expect(self.page.locator(selector)).to_have_count(0, timeout=WAIT)

    def reads(self, selector: str, words: str | re.Pattern[str]) -> None:
        """What some element says."""
        expect(self.page.locator(selector).first).to_contain_text(words, timeout=WAIT)

    def spot(self, chapter: str, kind: str = "chapter") -> Locator:
        """A chapter on the map."""
        return self.see(f'.map .spot.{kind}[data-chapter="{chapter}"]')

    def write(self, text: str) -> None:
        """At the end of the text."""
        self.page.locator(".cm-content:visible").click()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.insert_text(text)

    def press(self, *keys: str) -> None:
        """Keys, one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def open(self, panel: str) -> None:
        """Show a panel."""
        self.page.click(f"#tab-{panel}")

    def hold(self, question: str) -> None:
        """Keep back the answers to a question of the page, until each is let in."""
        self.page.evaluate(HOLD, question)

    def is_held(self) -> None:
        """Wait until an answer is kept back."""
        assert self.page.evaluate(HELD, WAIT)

    def let_in(self) -> None:
        """Give the page the first answer that is kept back."""
        self.is_held()
        self.page.evaluate("() => { held.shift()(); return new Promise((give) => setTimeout(give, 50)); }")

    def has_no_troubles(self) -> None:
        """The browser has complained about nothing."""
        assert self.troubles == []


def visit(
    found: Browser,
    address: str,
    *,
    dark: bool = False,
    size: tuple[int, int] = SIZE,
    touch: bool = False,
    alone: bool = False,
) -> Writer:
    """Open a studio's page, and wait until it can be used.

    Args:
        found: the browser.
        address: of the studio.
        dark: whether the reader likes dark pages.
        size: of the window.
        touch: on a tablet, without a mouse.
        alone: in a window of its own: in one that has had many pages, the mouse does not rest over anything for long.
    """
    own = touch or alone
    context = found.new_context(device_scale_factor=1, has_touch=touch) if own else found.contexts[0]
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if dark else "light")
    troubles: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            troubles.append(f"{message.type}: {message.text}")

    def refused(dialog: Dialog) -> None:
        troubles.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("console", heard)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", refused)
    page.goto(address)
    writer = Writer(page, troubles)
    writer.see("body[data-ready=yes]")
    return writer


def leave(found: Browser) -> None:
    """Close all pages but the empty one, and forget what they kept: some keep things when they are closed."""
    window, *others = found.contexts
    for context in others:
        context.close()
    empty, *pages = window.pages
    origins = {page.url.split("/?")[0].rstrip("/") for page in pages}
    for page in pages:
        page.close()
    tools = window.new_cdp_session(empty)
    for origin in origins:
        tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    tools.detach()


def side_file(writer: Writer, side: Path, words: str) -> None:
    """Wait until a side file holds some words."""
    for _ in range(WAIT // 100):
        if side.exists() and words in side.read_text():
            return
        writer.page.wait_for_timeout(100)
    raise AssertionError(f"{side.name} does not hold {words!r}")
