from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from gamebook.render.markdown import markdown_text
from gamebook.report.section import Facts, Section
from tests.render.reports import HOSTILE, SMALL, everywhere


def test_titles_tables_facts_and_lines() -> None:
    assert markdown_text(SMALL).splitlines() == [
        "# Moat, by Ann",
        "",
        "Hero: rolled",
        "",
        "- **Best play:** wins\\",
        "  exactly 1/2",
        "",
        "## Endings",
        "",
        "| chance | ending |",
        "|---:|:---|",
        "| 25.000% | Won |",
        "| – | Lost |",
    ]


def test_a_row_without_a_name_is_a_line_of_its_own_below() -> None:
    rows = [("comes to chapter", "3"), ("", "7"), ("", "9"), ("takes a test of", "luck")]
    tokens = MarkdownIt().parse(markdown_text([Section("", [Facts(rows)])]))
    inner = [[child.type for child in token.children or ()] for token in tokens if token.type == "inline"]
    assert [each.count("hardbreak") for each in inner] == [2, 0]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_no_markup(name: str) -> None:
    """What a reader of Markdown sees is the name, wherever it is; another parser says so."""
    tokens = MarkdownIt().enable(["table", "strikethrough"]).parse(markdown_text(everywhere(name)))
    inner = [child for token in tokens for child in token.children or ()]
    assert {token.type for token in inner} <= {"text", "text_special", "strong_open", "strong_close", "hardbreak"}
    assert not any(token.type.startswith(("html", "code", "fence", "ordered")) for token in tokens)
    seen = ["".join(child.content for child in token.children or ()) for token in tokens if token.type == "inline"]
    name = name.replace("\0", "\N{REPLACEMENT CHARACTER}")
    written = " ".join(name.split())
    title = " ".join(f"{name}{name}".split())
    cells = [written, written, written, f"{written} {written}", f"{written}: {written}", written]
    assert seen == [title, *cells, written, *cells]
