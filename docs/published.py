"""Draws `docs/images/published-*.png`: pages of *The Long Ebb*. `python -m docs.published`, with chromium installed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

from gamebook.project import Project
from gamebook.publish import numbering, printing, typeset
from gamebook.publish.archive import unpacked
from gamebook.publish.formats import epub
from gamebook.publish.make import make
from gamebook.publish.publication import Publication

TOP = Path(__file__).parents[1]
BOOK = TOP / "books" / "the-long-ebb.gbk"
IMAGES = Path(__file__).with_name("images")
PRINTED = (3, 5, 6)
"""The pages of the pdf that are shown: the sheet, and a spread."""
READ = ("s3", "s8")
"""The pages of the e-book that are shown."""
GAP, COLOURS = 10, 16


def write_row(pages: list[bytes], name: str) -> None:
    """Pictures of pages side by side, in a file of `docs/images`."""
    images = [Image.open(BytesIO(page)).convert("L") for page in pages]
    width, height = images[0].size
    row = Image.new("L", ((width + GAP) * len(images) + GAP, height + 2 * GAP), 210)
    for place, image in enumerate(images):
        row.paste(image, (GAP + place * (width + GAP), GAP))
    row.quantize(COLOURS).save(IMAGES / name, optimize=True)


def pictures_of_pages(publication: Publication, resolution: int) -> list[bytes]:
    """The printed pages as PNG.

    Args:
        publication: the book.
        resolution: dots per inch.
    """
    with TemporaryDirectory() as folder:
        text = typeset.source(publication.document, typeset.preset_of(publication.preset), {}, publication.options)
        main = Path(folder, "main.typ")
        main.write_text(text, "utf-8")
        found: list[bytes] = printing.typst().compile(str(main), format="png", ppi=resolution, ignore_system_fonts=True)
    return found


def screens(data: bytes) -> list[bytes]:
    """Pages of an e-book on a telephone."""
    with TemporaryDirectory() as folder, sync_playwright() as play:
        for name, content in unpacked(data):
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 440})
        shown = []
        for name in READ:
            page.goto(f"file://{folder}/book/{name}.xhtml")
            shown.append(page.screenshot())
        browser.close()
    return shown


def draw() -> None:
    """Draw the pictures."""
    edition = Project(BOOK).edition()
    document = make(edition, numbering.reordered(edition))
    publication = Publication(edition, document, BOOK.parent)
    pages = pictures_of_pages(publication, 72)
    write_row([pages[number] for number in PRINTED], "published-pages.png")
    write_row(screens(epub.write(publication)), "published-epub.png")


if __name__ == "__main__":
    draw()
