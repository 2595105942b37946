"""Typographic marks on lines of rules become plain ones; words stay as they are."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Edit
from gamebook.source import Source
from gamebook.syntax import mend as mending
from gamebook.syntax.format import format_source
from gamebook.syntax.marks import mend

LINES = {
    "~ victory “The – end”": '~ victory "The – end"',
    "~ defeat « Poor »": '~ defeat "Poor"',
    "~ defeat »Poor but\u00a0proud«": '~ defeat "Poor but\u00a0proud"',
    '~ defeat " Poor "': '~ defeat " Poor "',
    "~ STAMINA −2": "~ STAMINA -2",
    "    ~ STAMINA -= 2": "    ~ STAMINA -2",
    "~ if gold ≥ 3 && not x == 2": "~ if gold >= 3 and not x = 2",
    "→ 7": "-> 7",
    "* Go “north” – now → 7": "* Go “north” – now -> 7",
    "* See → the “sign” [if gold ≠ 3] ➔ 7": "* See → the “sign” [if gold != 3] -> 7",
    "* See → the sign": "* See → the sign",
    "lucky ⇒ 9": "lucky -> 9",
}


@pytest.mark.parametrize("line", LINES)
def test_a_line(line: str) -> None:
    assert mend(line) == LINES[line]


def test_a_file_is_mended_where_it_can_be_read_then() -> None:
    text = """\
book “The – Moat”
=== 1
He said “no – never”.

* Go north → 2\r
* Wave → at him
    ~ test luck
        lucky → 2
        unlucky
            → 2
* Stay \\→ 2
    -> 2

=== 2
~ frobnicate
"""
    mended, findings = format_source(Source("x", text))
    assert [each.code for each in findings] == ["GB035"]
    assert mended == text.replace("“The – Moat”", '"The – Moat"').replace("north →", "north ->").replace(
        "lucky → 2", "lucky -> 2"
    ).replace("            → 2", "            -> 2")


def test_what_was_right_stays() -> None:
    text = "=== 1\n* Go “north” – now -> 2\n\n=== 2\nAn arrow → points.\n~ victory\n"
    assert format_source(Source("x", text)) == (text, ())


def test_comments_stay_as_they_are() -> None:
    text = "=== 1\n~ gold –2   // half – if Mara’s “friend” → notes\n* Go → 2   // see → “notes”\n"
    mended, _ = format_source(Source("x", text))
    assert mended == text.replace("–2 ", "-2 ").replace("Go →", "Go ->")


def test_a_line_that_cannot_be_read_then_stays() -> None:
    text = "=== 1\n* Write -> 2 → 2\n"
    mended, findings = format_source(Source("x", text))
    assert mended == text
    assert [(each.code, each.fix) for each in findings] == [("GB049", ())]


def test_a_name_after_an_arrow_is_not_known_to_be_a_chapter() -> None:
    text = "=== 1\n→ market\n* Buy → cheaper\n    -> 2\n"
    assert format_source(Source("x", text))[0] == text


def test_a_choice_whose_block_turns_stays() -> None:
    text = "=== 1\n* Buy → 2\n    -> 2\n"
    assert format_source(Source("x", text))[0] == text


@pytest.mark.parametrize("odd", ["* → 2", "    → 2", "* Buy → 2\n    -> 2"])
def test_an_arrow_that_stays_keeps_no_other_from_being_mended(odd: str) -> None:
    text = f"=== 1\n* Home → 2\n* Go → 3\n\n=== 2\n{odd}\n"
    assert format_source(Source("x", text))[0] == text.replace("Home →", "Home ->").replace("Go →", "Go ->")


@pytest.mark.parametrize("bad", range(5))
def test_of_many_changes_only_those_that_bring_an_error_are_left_out(bad: int, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("x", "=== 1\n" + "".join(f"* Road {number} . 2\n" for number in range(5)))
    places = [place for place, letter in enumerate(source.text) if letter == "."]
    edits = [Edit(source.span(place, place + 1), "-> -> ->" if at == bad else "->") for at, place in enumerate(places)]
    monkeypatch.setattr(mending, "sure_turns", lambda page: edits if page == mending.parse(source).page else [])
    text = "".join(f"* Road {number} {'.' if number == bad else '->'} 2\n" for number in range(5))
    assert mending.mended(source)[0].text == f"=== 1\n{text}"
