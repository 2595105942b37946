"""Draws `docs/images/player.png`: *The Long Ebb* on a telephone. `python -m docs.player`, with chromium installed."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from gamebook.cli.main import run

PICTURE = Path(__file__).parent / "images" / "player.png"
BOOK = "books/the-long-ebb.gbk"
FRAME = """<body style="margin:0;display:flex;gap:16px;padding:16px;background:#8a8478;width:max-content">{}</body>"""
SHOWN = '<img src="data:image/png;base64,{}" style="width:390px;border-radius:20px">'
MOST = 400


def main() -> None:
    """The title, a chapter, and a fight, beside each other."""
    import base64  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "book.html"
        run(["publish", BOOK, "--to", "play", "-o", str(path)])
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce", offline=True)
        page.goto(f"file://{path}#seed=7")
        shots = [page.screenshot()]
        page.get_by_role("button", name="Begin").click()
        page.locator(".choices button").first.click()
        shots.append(page.screenshot())
        _to_a_fight(page)
        shots.append(page.screenshot())
        wide = browser.new_page(viewport={"width": 1250, "height": 876})
        wide.set_content(FRAME.format("".join(SHOWN.format(base64.b64encode(each).decode()) for each in shots)))
        wide.locator("body").screenshot(path=PICTURE)
        browser.close()


def _to_a_fight(page: Page) -> None:
    """Choose until the second round of a fight; the dice are always the same."""
    for step in range(MOST):
        if page.locator("h3.fight").count() and page.locator(".notes .then").count():
            return
        choices = page.locator(".choices button")
        if not choices.count():
            page.get_by_role("button", name="Undo").last.click()
            continue
        choices.nth(step * 7 % choices.count()).click()


if __name__ == "__main__":
    main()
