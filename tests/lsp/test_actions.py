"""What is offered: each removes its finding and adds none, for every broken book of the cases."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from gamebook.diagnostics import Diagnostic, Edit
from gamebook.edits import edited
from gamebook.lsp.actions import actions
from gamebook.lsp.page import Page
from gamebook.lsp.places import Ruler
from gamebook.project import Project
from gamebook.source import Span

BEGUN = "GB133"
"""All chapters that a draft lacks: one that an editor has begun is still among them."""
HIDDEN = {
    "names-gain-of-a-number.gbk": {"GB115"},
    "names-lose-two-of-a-stat.gbk": {"GB108"},
    "names-unknown-outcome.gbk": {"GB202"},
    "unlinked-beside-an-error.gbk": {"GB204"},
    "names-unknown-start.gbk": {"GB133", "GB204"},
    "rules-start-of-an-item-of-the-system.gbk": {"GB115"},
    "names-chapter-without-its-head.gbk": {"GB101", "GB202"},
    "names-blank-in-a-name.gbk": {"GB102"},
    "syntax-amount-in-two-ways.gbk": {"GB115"},
    "syntax-chapter-mark-and-a-name.gbk": {"GB201"},
    "syntax-codeword-of-three-words.gbk": {"GB102"},
    "syntax-combat-with-unread-lines.gbk": {"GB202"},
    "syntax-decision-in-a-chapter-half-read.gbk": {"GB110"},
    "syntax-header-text.gbk": {"GB114"},
    "syntax-prose-arrow.gbk": {"GB202"},
    "syntax-random-row-with-an-odd-turn.gbk": {"GB023"},
    "syntax-star-without-blank.gbk": {"GB202"},
    "syntax-word-arrow.gbk": {"GB202"},
    "names-rolls-and-codewords-set.gbk": {"GB202", "GB133"},
    "syntax-unknown-rule.gbk": {"GB103"},
}
"""Books with a second mistake, which is only looked for when the first is mended."""
CASES = sorted((Path(__file__).parents[1] / "cases").rglob("*.gbk"))


def codes(project: Project) -> Counter[tuple[str, str]]:
    return Counter((each.code, each.message) for each in project.check("quick").findings)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_each_offer_removes_its_finding_and_adds_none(part: int) -> None:
    tried = 0
    for path in CASES[part::3]:
        page = Page(Project(str(path)), str(path), Ruler())
        before = codes(page.project)
        for found in page.project.check("quick").findings:
            for action in _offered(page, found) if found.code != BEGUN else ():
                after = Project(str(path))
                after.edit(str(path), _applied(page, action))
                new = codes(after)
                told = f"{path.name}: {action.title}"
                assert new[found.code, found.message] < before[found.code, found.message], told
                assert {code for code, _ in new - before} <= HIDDEN.get(path.name, {BEGUN}), told
                tried += 1
    assert tried


def _offered(page: Page, found: Diagnostic) -> list[lsp.CodeAction]:
    offered = actions(page, page.range(found.span), [found]) if found.span.path == page.path else []
    return [each for each in offered if not each.title.startswith("Silence")]


def _applied(page: Page, action: lsp.CodeAction) -> str:
    assert action.edit is not None
    assert action.edit.changes is not None
    (edits,) = action.edit.changes.values()
    offset = page.ruler.offset
    spans = [
        page.source.span(offset(page.source, each.range.start), offset(page.source, each.range.end)) for each in edits
    ]
    return edited(page.source.text, [Edit(span, each.new_text) for span, each in zip(spans, edits, strict=True)])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_each_offer_keeps_the_line_ends_of_windows(part: int) -> None:
    tried = 0
    for path in CASES[part::3]:
        page = Page(Project(str(path)), str(path), Ruler())
        page.project.edit(str(path), path.read_text("utf-8").replace("\n", "\r\n"))
        for found in page.project.check("quick").findings:
            for action in _offered(page, found):
                text = _applied(page, action)
                assert text.count("\n") == text.count("\r\n"), f"{path.name}: {action.title}"
                tried += 1
    assert tried


def test_what_some_readers_lack_becomes_a_price() -> None:
    text = "sheet\n    number gold = 1d6 in 0..9\n\n=== 1\n* Buy\n    ~ gold -5\n    -> victory\n* Go -> victory\n"
    page = Page(Project.of(text), "book.gbk", Ruler())
    (found,) = (each for each in page.project.check("full").findings if each.code == "GB403")
    (offer,) = _offered(page, found)
    assert offer.title == "Change to pay 5 gold"
    after = Project.of(_applied(page, offer))
    assert "GB403" not in {each.code for each in after.check("full").findings}


@pytest.mark.parametrize("effect", ["gold -5", "pay 5 gold"])
def test_what_stands_in_no_choice_is_no_price(effect: str) -> None:
    text = f"sheet\n    number gold = 1d6 in 0..9\n\n=== 1\n* Go -> 2\n\n=== 2\n~ {effect}\n-> victory\n"
    page = Page(Project.of(text), "book.gbk", Ruler())
    (found,) = (each for each in page.project.check("full").findings if each.code == "GB403")
    assert (found.hint or "").startswith("ask before it, ~ if gold >= 5; or pay in the choice that leads here")
    assert not list(_offered(page, found))


@pytest.mark.parametrize(
    "block",
    [
        "    ~ roll 1d6\n        1-3\n            ~ gold -5\n        4-6\n            -> victory\n    -> victory\n",
        "    ~ if rope\n        ~ gold -5\n    -> victory\n",
        "    ~ gold -1d6\n    -> victory\n",
        "    ~ gold +1\n    ~ gold -5\n    -> victory\n",
    ],
    ids=["a roll", "an if", "dice", "after another change"],
)
def test_where_a_price_closes_no_choice_none_is_offered(block: str) -> None:
    """`pay` there closes nothing, and the finding would stay."""
    text = f"sheet\n    number gold = 1d6 in 0..9\n    item rope = 1\n\n=== 1\n* Buy\n{block}* Go -> victory\n"
    page = Page(Project.of(text), "book.gbk", Ruler())
    (found,) = (each for each in page.project.check("full").findings if each.code == "GB403")
    assert (found.hint or "").startswith("ask before it, ~ if gold >= ")
    assert not list(_offered(page, found))


@pytest.mark.parametrize(("effect", "line"), [("gain lamp", "item lamp"), ("note RAVEN", "codeword RAVEN")])
def test_what_no_sheet_names_is_declared(effect: str, line: str) -> None:
    page = Page(Project.of(f"=== 1\n~ {effect}\n-> victory\n"), "book.gbk", Ruler())
    (found,) = (each for each in page.project.check("quick").findings if each.code == "GB102")
    (offer,) = _offered(page, found)
    assert offer.title == f"Declare it: {line}"
    text = _applied(page, offer)
    assert text == f"sheet\n    {line}\n\n=== 1\n~ {effect}\n-> victory\n"
    assert "GB102" not in {each.code for each in Project.of(text).check("quick").findings}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('include "p.gbk"', 'include "p.gbk"\n\nsheet\n    item lamp\n'),
        ('include "p.gbk"\n', 'include "p.gbk"\n\nsheet\n    item lamp\n'),
        ('include "p.gbk"\n// the end', 'include "p.gbk"\n// the end\n\nsheet\n    item lamp\n'),
        (
            'include "p.gbk"\n\n// The mill.\n// It is old.\n=== 2\n-> 1\n',
            'include "p.gbk"\n\nsheet\n    item lamp\n\n// The mill.\n// It is old.\n=== 2\n-> 1\n',
        ),
        (
            'include "p.gbk"\n// Parts.\n\n=== 2\n-> 1\n',
            'include "p.gbk"\n// Parts.\n\nsheet\n    item lamp\n\n=== 2\n-> 1\n',
        ),
    ],
)
def test_what_a_part_needs_is_declared_in_the_main_file(before: str, after: str) -> None:
    """At its end if it has no chapter, or before the first chapter and the comment above that."""
    parts = {"p.gbk": "=== 1\n~ gain lamp\n-> victory\n"}
    page = Page(Project.of(before, parts), "p.gbk", Ruler())
    (found,) = (each for each in page.project.check("quick").findings if each.code == "GB102")
    (offer,) = _offered(page, found)
    main = Page(page.project, "book.gbk", Ruler())
    assert _applied(main, offer) == after
    assert "GB102" not in {each.code for each in Project.of(after, parts).check("quick").findings}


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("100", ["99", "110"]), ("98", ["99"]), ("5", ["1", "10"])],
    ids=["nearest", "free", "between"],
)
def test_a_suggestion_changes_to_what_the_hint_names(wrong: str, meant: list[str]) -> None:
    """Nothing leads to 99 yet, and 98 is one slip away."""
    text = f"=== 1\n* On -> {wrong}\n* Up -> 10\n* Down -> 110\n" + "".join(
        f"=== {number}\n-> victory\n" for number in (10, 99, 110)
    )
    page = Page(Project.of(text), "book.gbk", Ruler())
    (found,) = (each for each in page.project.check("quick").findings if each.code == "GB101")
    titles = [each.title for each in _offered(page, found)]
    assert [each.removeprefix("Change to ") for each in titles if each.startswith("Change to ")] == meant
    assert found.hint is not None
    assert all(each in found.hint for each in meant)


def test_a_finding_is_silenced_where_it_begins() -> None:
    text = "=== 1\n* Turn to 3 -> 2  // on\n* Turn to 4 -> 2  // noqa: GB999\n\n=== 2\n-> victory\n"
    project = Project.of(text)
    page = Page(project, "book.gbk", Ruler())
    found = [each for each in project.check("quick").findings if each.code == "GB052"]
    assert len(found) == 2
    for each in found:
        (silence,) = (action for action in actions(page, page.range(each.span), [each]) if "Silence" in action.title)
        left = [other for other in Project.of(_applied(page, silence)).check("quick").findings if other.code == "GB052"]
        assert len(left) == 1


SHEET = """\
book "B"
    use fighting-fantasy
sheet
    item lantern, robe
    codeword ÄHRE
    one-of coat: red, green
=== 1
{}
-> 3
=== 3
-> victory
"""


@pytest.mark.parametrize(
    ("line", "titles", "written"),
    [
        ("~ gain lanter   // here", ["Change to lantern"], "~ gain lantern   // here"),
        ("~ note ÄHRR", ["Change to ÄHRE"], "~ note ÄHRE"),
        ("* In [if rob] -> 3", ["Change to robe"], "* In [if robe] -> 3"),
        ("You see {lantrn}.", ["Change to lantern"], "You see {lantern}."),
        ("~ set coat = gren", ["Change to green"], "~ set coat = green"),
        ("~ pays 3 STAMINA", ["Write: ~ pay 3 STAMINA"], "~ pay 3 STAMINA"),
        ("~ lantern = 1   // here", ["Write: ~ gain lantern"], "~ gain lantern   // here"),
        ("~ lantern", ["Write: ~ gain lantern", "Write: ~ lose lantern"], "~ gain lantern"),
        ("~ goto 3", ["Write: -> 3"], "-> 3"),
        ("*Knock -> 3", ["Write: * Knock -> 3"], "* Knock -> 3"),
        ("Knock hard -> 3", ["Write: * Knock hard -> 3"], "* Knock hard -> 3"),
        (
            "~ gain lantern, robe",
            ["Write: ~ gain lantern ⏎ ~ gain robe"],
            "~ gain lantern\n~ gain robe",
        ),
        (
            "~ if robe -> 3 else 1",
            ["Write: ~ if robe ⏎ -> 3 ⏎ ~ else ⏎ -> 1"],
            "~ if robe\n    -> 3\n~ else\n    -> 1",
        ),
        (
            '~ may "Rest"\n    ~ STAMINA -1, SKILL -1   // tired',
            ["Write: ~ STAMINA -1 ⏎ ~ SKILL -1"],
            '~ may "Rest"\n    ~ STAMINA -1\n    ~ SKILL -1   // tired',
        ),
    ],
)
def test_what_a_hint_says_to_write_can_be_had(line: str, titles: list[str], written: str) -> None:
    page = Page(Project.of(SHEET.format(line)), "book.gbk", Ruler())
    found = next(each for each in page.project.check("quick").findings if each.code != "GB114")
    suggestions = _offered(page, found)
    assert [each.title for each in suggestions] == titles
    for offer in suggestions[:1]:
        assert _applied(page, offer) == SHEET.format(written)


def test_an_error_is_not_silenced() -> None:
    """A book with an error is not solved, so no comment may hide why."""
    text = "sheet\n    item lantern\n=== 1\n~ gain lanter{}\n-> victory\n"
    project = Project.of(text.format(""))
    page = Page(project, "book.gbk", Ruler())
    (found,) = project.check("quick").findings
    assert found.code == "GB102"
    assert not [each for each in actions(page, page.range(found.span), [found]) if "Silence" in each.title]
    for comment in ("  // noqa", "  // noqa: GB102"):
        silenced = Project.of(text.format(comment))
        assert [each.code for each in silenced.check("full").findings] == ["GB102"]
        assert silenced.edition().has_errors


def _span(page: Page, where: lsp.Range) -> Span:
    return page.source.span(page.offset(where.start), page.offset(where.end))


@pytest.mark.parametrize(
    ("word", "title", "text"),
    [
        ("9", "Write chapter 9", "=== 1\n* Go -> 9\n* Ask -> mill\n\n=== 9\n\n=== 12\n-> 1\n"),
        ("mill", "Write chapter mill", "=== 1\n* Go -> 9\n* Ask -> mill\n\n=== 12\n-> 1\n\n=== mill\n"),
    ],
)
def test_a_chapter_of_a_draft_is_begun_at_its_place(word: str, title: str, text: str) -> None:
    """A number before the next higher one, a name at the end; offered wherever it is named."""
    head = 'book "B"\n    draft\n'
    source = f"{head}=== 1\n* Go -> 9\n* Ask -> mill\n\n=== 12\n-> 1\n"
    page = Page(Project.of(source), "book.gbk", Ruler())
    at = source.index(word)
    offered = actions(page, page.range(Span("book.gbk", at, at)), page.project.check("quick").findings)
    (begin,) = (each for each in offered if each.title == title)
    assert _applied(page, begin) == head + text


def test_a_comment_stays_with_the_chapter_below_it() -> None:
    text = 'book "B"\n    draft\n\n=== 1\n* Go -> 9\n\n// The end.\n=== 12\n-> 1\n'
    page = Page(Project.of(text), "book.gbk", Ruler())
    at = text.index("9")
    offered = actions(page, page.range(Span("book.gbk", at, at)), page.project.check("quick").findings)
    (begin,) = (each for each in offered if each.title == "Write chapter 9")
    assert _applied(page, begin) == text.replace("// The end", "=== 9\n\n// The end")


def test_a_file_that_the_book_includes_can_be_begun(tmp_path: Path) -> None:
    path = tmp_path / "book.gbk"
    path.write_text('book "A book"\n    include "later/two.gbk"\n\n=== 1\n-> victory\n')
    page = Page(Project(path), str(path), Ruler())
    (found,) = [each for each in page.project.check("quick").findings if each.code == "GB112"]
    (offer,) = [each for each in actions(page, page.range(found.span), [found], new_files=True) if each.edit]
    assert offer.title == "Begin the file later/two.gbk"
    assert offer.edit is not None
    assert offer.edit.document_changes is not None
    (made,) = offer.edit.document_changes
    assert isinstance(made, lsp.CreateFile)
    assert made.uri == (tmp_path / "later/two.gbk").as_uri()
    assert all("Begin" not in each.title for each in actions(page, page.range(found.span), [found]))
