"""`gamebook import`, as it is typed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from gamebook.cli.console import ExitCode
from gamebook.graph.chapters import chapter_graph
from gamebook.project import Project

STORY = """:: Start
(set: $gold to 1)
[[Go->Hall]]
(live: 2s)[Later.]

:: Hall
[[Nowhere]]
"""


def packed(**files: str) -> bytes:
    with ZipFile(found := BytesIO(), "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return found.getvalue()


ODT = packed(mimetype="application/vnd.oasis.opendocument.text", content="<text/>")
ZIP = packed(notes="1\nTurn to 2.")


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "a story.twee"
    path.write_text(STORY, "utf-8")
    return path


def test_a_book_and_a_census(gamebook: Callable[..., Any], story: Path) -> None:
    outcome = gamebook("import", str(story))
    assert outcome.code == 0
    assert outcome.out.startswith("a-story.gbk: 2 chapters, read as Twee (Harlowe)\n")
    assert "  a-story.gbk:12: (live: 2s)\n" in outcome.out
    assert "1 link leads to a chapter that the source does not have" in outcome.out
    assert "the header says draft" in outcome.out
    text = (story.parent / "a-story.gbk").read_text("utf-8")
    assert "\n    draft\n" in text
    assert "// TODO import: (live: 2s)" in text
    assert "* Go -> Hall" in text
    again = gamebook("import", str(story))
    assert (again.code, "--force" in again.err) == (ExitCode.USAGE, True)


def test_the_census_as_json(gamebook: Callable[..., Any], story: Path) -> None:
    outcome = gamebook("import", str(story), "--json", "-o", "b.gbk", "--from", "twee")
    data = json.loads(outcome.out)
    assert data["census"]["links"] == {"modelled": 2, "kept": 0, "constructs": {"[[…]]": {"modelled": 2, "kept": 0}}}
    assert data["census"]["other"]["constructs"] == {"(live:)": {"modelled": 0, "kept": 1}}
    assert data["dangling"] == ["Nowhere"]
    assert data["kept"] == [{"line": 12, "text": "(live: 2s)"}]
    assert data["check"]["error"] == 0


def test_to_stdout(gamebook: Callable[..., Any], story: Path) -> None:
    outcome = gamebook("import", str(story), "-o", "-", "--victory", "Hall")
    assert "=== Hall\n" in outcome.out
    assert "modelled" in outcome.err
    assert "standard output: 2 chapters" in outcome.err
    assert "standard output:12: (live: 2s)" in outcome.err
    assert "\n    draft\n" in outcome.out


@pytest.mark.parametrize(
    ("name", "data", "cause"),
    [
        ("a.bin", b"\x00\x01\x02\x03", "a.bin: this is no text"),
        ("a.ink", bytes(range(256)), "a.ink: this is no text"),
        ("a.odt", ODT, "this is an OpenDocument text; save it with a word processor as DOCX, RTF or plain text"),
        ("a.zip", ZIP, "this is a packed file, but no DOCX document; save it"),
        ("word.gbk", ZIP, "this is a packed file, but no DOCX document; save it"),
        ("old.gbk", b"\xd0\xcf\x11\xe0", "this is a Word document, which import does not read; save it"),
        ("a.html", b"<html><p>Turn to 2.</html>", "this is a web page, which import does not read; save it"),
        ("a.tws", b"\x80\x02ccopy_reg\n", "in Twine 1 export the story as Twee source code, or build it to HTML"),
        ("a.tws", b"(dp0\nS'storyPanel'\np1\n", "in Twine 1 export the story as Twee source code"),
        ("a.pdf", b"%PDF-1.7 \xff", "this is a PDF document"),
        ("a.txt", b"Once upon a time.", "a manuscript needs sections under numbers (12)"),
        ("a.xml", b"<?xml version='1.0'?><a/>", "no format that import knows"),
        ("empty.twee", b" \n", "is empty"),
        ("a.twee", b"no passages here", "no format that import knows"),
        ("a.gbk", b'book "A"\n\n=== 1\n~ victory\n', "a.gbk is already a gamebook: gamebook check a.gbk"),
        ("a.txt", b'book "A"\n\n=== 1\n~ victory\n', "a.txt is already a gamebook"),
    ],
)
def test_files_that_are_no_books(
    gamebook: Callable[..., Any], tmp_path: Path, name: str, data: bytes, cause: str
) -> None:
    (tmp_path / name).write_bytes(data)
    outcome = gamebook("import", name, "-o", "book.gbk")
    assert outcome.code == ExitCode.USAGE
    assert cause in outcome.err
    assert not (tmp_path / "book.gbk").exists()


def test_options_that_do_not_fit(gamebook: Callable[..., Any], story: Path) -> None:
    assert "knows" in gamebook("import", str(story), "--from", "word").err
    assert "LOW..HIGH" in gamebook("import", str(story), "--range", "5").err
    assert "no chapter Cellar" in gamebook("import", str(story), "--victory", "Cellar").err


def test_the_help_names_every_format(gamebook: Callable[..., Any]) -> None:
    from gamebook.interop.formats import FORMATS

    words = set(re.findall(r"[a-z-]+", gamebook("import", "--help").out))
    assert {each.name for each in FORMATS} <= words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "language"), [("md", "en"), ("txt", "de"), ("rtf", "fr"), ("docx", "it"), ("txt", "es")]
)
def test_what_was_published_comes_back(gamebook: Callable[..., Any], tmp_path: Path, form: str, language: str) -> None:
    text = (Path(__file__).parents[2] / "books" / "starter.gbk").read_text("utf-8")
    (tmp_path / "a.gbk").write_text(text.replace('"\n', f'"\n    language {language}\n', 1), "utf-8")
    assert gamebook("publish", "a.gbk", "--to", form, "-o", f"p.{form}").code == 0
    assert gamebook("import", f"p.{form}", "-o", "b.gbk").code == 0
    found = []
    for name in ("a.gbk", "b.gbk"):
        graph = chapter_graph(Project(tmp_path / name).book)
        ways = {(here, there) for here, there, kind in graph.edges(data="kind") if kind != "trigger"}
        kinds = [fields["ending_kind"] for _, fields in graph.nodes(data=True) if fields["kind"] == "chapter"]
        found.append((ways, kinds))
    assert found[0] == found[1]  # but for the death that the rules bring, which no section tells of


OURS = """sheet
    number coins = 3 in 0..9

=== 1
You have {coins} coins. Six! And a \\[bracket].
* Draw water [if not ticked 2] -> 2
* Go home -> 3

=== 2
~ tick a box
Cold.
~ roll 1d6
    1
        Dark.
        -> 1
    2-6 -> 3

=== 3
~ victory
"""


@pytest.mark.parametrize("form", ["txt", "md"])
def test_a_book_as_we_publish_it(gamebook: Callable[..., Any], tmp_path: Path, form: str) -> None:
    """A number with a box begins a section, the row of a roll does not, and no escape of Markdown is left."""
    (tmp_path / "ours.gbk").write_text(OURS, "utf-8")
    assert gamebook("publish", "ours.gbk", "--to", form, "--output", f"ours.{form}").code == 0
    found = gamebook("import", f"ours.{form}", "--output", "-").out
    assert re.findall(r"(?m)^=== (.*)", found) == ["1", "2", "3"]
    assert "You have [coins] coins. Six! And a [bracket]." in found
    assert "// TODO import: the chapter has a box to tick" in found
