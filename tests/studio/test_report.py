"""The report, as a page asks for it."""

from __future__ import annotations

from pathlib import Path

import html5lib
import pytest

from gamebook.project import Project
from gamebook.studio.bench import Bench
from gamebook.studio.panels.report import sections
from tests.support.slowly import then_slowly

HOSTILE = '<script>alert("here")</script>'
BOOK = f"""\
book "{HOSTILE.replace('"', "'")}"

=== a {HOSTILE}
~ roll 1d6
    1-3 -> b
    4-6 -> defeat "<img src=x onerror=alert(1)>"

=== b "'><b onclick='x'>
-> victory
"""


@pytest.mark.parametrize("full", then_slowly([False, True], 1))
def test_sections_tell_what_the_dice_say_and_no_word_becomes_markup(tmp_path: Path, full: bool) -> None:
    path = tmp_path / "book.gbk"
    path.write_text(BOOK)
    html = sections(Bench(Project(path), {}), {"full": full})["html"]
    page = html5lib.parse(html, namespaceHTMLElements=False)
    assert not {"script", "img", "iframe", "style", "b"} & {str(each.tag) for each in page.iter()}
    assert not [name for each in page.iter() for name in each.attrib if name.startswith("on")]
    facts = {
        "".join(each.find("dt").itertext()): "".join(each.find("dd").itertext())
        for each in page.iter("div")
        if each.find("dt") is not None
    }
    assert facts["best play"] == facts["random reader"] == "50.000%"
    titles = ["".join(each.itertext()) for each in page.iter("h2")]
    assert len(titles) == len(set(titles))
    assert HOSTILE.replace('"', "'") in "".join(page.find(".//h1").itertext())
    named = {each.get("data-chapter") for each in page.iter("a")}
    assert named == {"a", "b"}
    assert {each.get("href") for each in page.iter("a")} == {"#"}


def test_what_is_left_out_is_shown_by_the_box_of_the_panel(tmp_path: Path) -> None:
    path = tmp_path / "book.gbk"
    path.write_text(BOOK)
    html = sections(Bench(Project(path), {}), {})["html"]
    assert "Tick Everything to see also where plays are lost" in html
    assert "--" not in html
