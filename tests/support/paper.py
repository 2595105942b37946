"""Where words stand on the pages of a pdf."""

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Word:
    """A word and its box, in points from the upper left corner of its page."""

    text: str
    page: int
    left: float
    top: float
    right: float
    foot: float


@dataclass(frozen=True)
class Paper:
    """The pages of a pdf."""

    width: float
    height: float
    pages: tuple[tuple[Word, ...], ...]

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of all pages, in the order printed."""
        return tuple(word for page in self.pages for word in page)

    def word(self, text: str) -> Word:
        """The only word of these letters."""
        (found,) = (word for word in self.words if word.text == text)
        return found


def paper_of(pdf: bytes) -> Paper:
    """What is printed on a pdf; the test is skipped on a machine without `pdftotext`."""
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext on this machine")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.pdf"
        path.write_bytes(pdf)
        found = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True, text=True).stdout
    pages: list[tuple[Word, ...]] = []
    sizes = re.findall(r'<page width="(.*?)" height="(.*?)">', found)
    for number, page in enumerate(found.split("<page ")[1:], start=1):
        boxes = re.findall(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', page)
        pages.append(tuple(Word(unescape(box[4]), number, *map(float, box[:4])) for box in boxes))
    return Paper(float(sizes[0][0]), float(sizes[0][1]), tuple(pages))
