"""What other programs make of our files: each test is skipped where its program is not installed."""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from gamebook.phrases import load_phrases
from gamebook.project import Project
from gamebook.publish.formats import writer_of
from gamebook.publish.make import make
from gamebook.publish.publication import Publication
from gamebook.publish.readback import document_graph, graph_of
from tests.support.published import sections_of
from tests.support.slowly import then_slowly

ROOT = Path(__file__).parents[2]
READERS = {"docx": "docx", "md": "markdown", "rtf": "rtf", "tex": "latex"}
"""What Pandoc calls each format."""


@cache
def publication(book: str) -> Publication:
    edition = Project(ROOT / "books" / f"{book}.gbk").edition()
    return Publication(edition, make(edition), ROOT / "books")


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="needs pandoc")
@pytest.mark.parametrize("form", sorted(READERS))
@pytest.mark.parametrize("book", then_slowly(["tutorial", "the-long-ebb"], 1))
def test_pandoc_reads_the_graph(book: str, form: str, tmp_path: Path) -> None:
    found = publication(book)
    file = tmp_path / f"book.{form}"
    file.write_bytes(writer_of(form).write(found))
    command = ["pandoc", "-f", READERS[form], "-t", "plain", "--wrap=none", str(file)]
    text = subprocess.run(command, capture_output=True, check=True, timeout=120).stdout.decode()
    phrases = load_phrases("en")
    numbers = found.document.numbers.values()
    sections = sections_of(text.splitlines(), numbers, re.compile(r"(\d+)(?: ☐)*"))
    assert graph_of(sections, phrases) == document_graph(found.document, phrases)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("xelatex") is None, reason="needs xelatex")
@pytest.mark.parametrize("book", ["tutorial", "the-long-ebb"])
def test_latex_sets_every_section(book: str, tmp_path: Path) -> None:
    found = publication(book)
    (tmp_path / "book.tex").write_bytes(writer_of("tex").write(found))
    command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "book.tex"]
    for _ in range(2):  # links are known the second time
        told = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=240).stdout.decode()
    assert "undefined" not in told
    assert "Missing character" not in told
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
