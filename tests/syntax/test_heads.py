"""Lines that begin a chapter, and lines that were meant to."""

from __future__ import annotations

import pytest

from gamebook.fixes import fixes
from gamebook.project import Project
from gamebook.syntax import ast
from gamebook.syntax.heads import heads, natural, number_order
from tests.support.pages import read

GOOD = ["=== 12 The cave", "=== 6b", "===\t12 The cave", "=== the-cave It is dark", "=== chapter12"]
SLIPS = {
    "===12 The cave": ("12", "The cave", "GB010"),
    "== 8 The drain": ("8", "The drain", "GB010"),
    "==== 8 The drain ====": ("8", "The drain", "GB010"),
    "=== 8 The drain ===": ("8", "The drain", "GB010"),
    "=== cave The cave ==": ("cave", "The cave", "GB010"),
    "===cave The cave": ("cave", "The cave", "GB010"),
    "## 12 The cave": ("12", "The cave", "GB010"),
    "# 12": ("12", "", "GB010"),
    "=== Chapter 12 Supper": ("12", "Supper", "GB011"),
    "=== section 6b": ("6b", "", "GB011"),
    "=== Kapitel 3: Die Tür": ("3", "Die Tür", "GB011"),
    "=== Abschnitt 3": ("3", "", "GB011"),
    "=== Chapitre 3 La porte": ("3", "La porte", "GB011"),
    "=== Capítulo 3": ("3", "", "GB011"),
    "=== Capitolo 3": ("3", "", "GB011"),
    "== Párrafo 3": ("3", "", "GB010"),
    "=== 12: The cave": ("12", "The cave", "GB011"),
    "=== 12. The cave": ("12", "The cave", "GB011"),
    '=== "12" The cave': ("12", "The cave", "GB011"),
}
PROSE = ["=====", "== and ==", "#12 on the list", "# 12 monkeys", "= 8", "\\== 8", "    == 8", "==> 8", "===> 8"]


@pytest.mark.parametrize("line", GOOD)
def test_good_heads(line: str) -> None:
    (head,) = heads(f"Prose.\n{line}\n")
    assert (head.start, head.slip) == (7, None)


@pytest.mark.parametrize("line", SLIPS)
def test_slips(line: str) -> None:
    (head,) = heads(line)
    name, title, code = SLIPS[line]
    assert head.slip is not None
    assert (head.slip.name, head.slip.title, head.slip.code) == (name, title, code)
    assert head.slip.mended == f"=== {name} {title}".rstrip()
    assert line[head.slip.place :].startswith(name)


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("=== room-2 The mill", "=== room2 The mill"),
        ("=== Page-12: x", "=== Page12 x"),
        ("=== hall-3b-left", "=== hall3b-left"),
        ("=== #2 The mill", "=== 2 The mill"),
    ],
)
def test_a_number_in_a_name_has_no_mark_before_it(line: str, mended: str) -> None:
    (head,) = heads(line)
    assert head.slip is not None
    assert (head.slip.mended, head.slip.code) == (mended, "GB011")


def test_a_name_with_a_number_behind_a_hyphen_is_corrected_in_all_links() -> None:
    book = 'book "T"\n    start room-2\n=== room-2 The mill\n* Round -> room-2\n* In -> hall-3\n=== hall-3\n~ victory\n'
    project = Project.of(book)
    first, second = project.check("quick").findings
    assert first.hint == "write: === room2 The mill; and room2 where a link leads to it"
    assert (len(first.related), len(second.related)) == (2, 1)
    (fixed,) = fixes(project)
    assert fixed.after == book.replace("-2", "2").replace("-3", "3")
    assert not project.check("quick").findings


@pytest.mark.parametrize("line", ["== cave The cave", "==cave The cave", "# cave The cave", ":: cave The cave [dark]"])
def test_another_mark_before_a_name_begins_a_chapter_if_a_link_leads_there(line: str) -> None:
    _, head = heads(f"=== 1\n* In -> cave\n{line}\n")
    assert head.slip is not None
    assert (head.slip.mended, head.slip.code) == ("=== cave The cave", "GB010")
    assert line[head.slip.place :].startswith("cave")
    assert len([*heads(f"=== 1\n* In -> caves\n{line}\n")]) == 1


def test_a_book_may_start_there() -> None:
    (head,) = heads('book "T"\n    start cave\n\n:: cave\n')
    assert head.slip is not None


@pytest.mark.parametrize("line", PROSE)
def test_prose(line: str) -> None:
    assert len([*heads(f"=== 1\n{line}")]) == 1


@pytest.mark.parametrize("arrow", ["==>", "===>"])
def test_a_long_arrow_alone_on_a_line_is_a_turn(arrow: str) -> None:
    project = Project.of(f"=== 1\nYou walk.\n{arrow} 7\n=== 7\n~ victory\n")
    assert [(each.code, each.hint) for each in project.check("quick").findings] == [("GB049", "write: -> 7")]


@pytest.mark.parametrize("line", ["## 12 May", "### 3. Advice", "## 12"])
def test_a_heading_of_markdown_is_prose_where_chapters_have_equals_signs(line: str) -> None:
    """It is a chapter if a link leads there and no other chapter has the name."""
    assert len([*heads(f"=== 1\n{line}\n")]) == 1
    name = "3" if "3" in line else "12"
    assert len([*heads(f"=== 1\n{line}\n* Go -> {name}\n")]) == 2
    assert len([*heads(f"=== 1\n{line}\n* Go -> {name}\n=== {name}\n")]) == 2
    project = Project.of(f"=== 1\n{line}\n* Go -> 2\n=== 2\n~ victory\n")
    assert not [*fixes(project)]
    assert all("or \\# if it is prose" in (each.hint or "") for each in project.check("quick").findings)


@pytest.mark.parametrize("line", ["== cave The cave", "==cave The cave", "== cave The cave =="])
def test_two_signs_and_a_name_begin_the_first_chapter_of_a_page(line: str) -> None:
    """The links that lead there may stand in another file."""
    head, _ = heads(f"param n = 3\n{line}\n~ gold +1\n=== 2\n{line}\n")
    assert head.slip is not None
    assert (head.slip.mended, head.slip.code) == ("=== cave The cave", "GB010")


@pytest.mark.parametrize("line", ["= The cave", "# The cave", ":: The cave", "== == =="])
def test_other_marks_before_the_first_chapter_begin_none(line: str) -> None:
    assert list(heads(line)) == []


def test_a_chapter_with_an_odd_head_is_read() -> None:
    text = "=== 7\n-> 8\n\n#  8\n* Climb -> 7\n~ gain rope\n"
    page = read(text)
    assert [each.code for each in page.findings] == ["GB010"]
    chapter = page.page.chapters[1]
    assert isinstance(chapter, ast.Chapter)
    assert (chapter.name, text[chapter.name.span.start]) == ("8", "8")
    assert text[chapter.span.start : chapter.span.start + 4] == "#  8"
    menu, gain = chapter.body
    assert text[menu.span.start : menu.span.end] == "* Climb -> 7"
    assert text[gain.span.start : gain.span.end] == "gain rope"


def test_zeros_in_front_mean_nothing_and_are_told_once() -> None:
    page = read("start 01\n=== 01\n* Climb -> 007\n* Wait [if visited 07] -> 7b\n=== 7\n-> 1\n=== 7b\n-> 1\n")
    (found,) = page.findings
    assert (found.code, len(found.related)) == ("GB050", 3)
    assert [each.name for each in page.page.chapters if isinstance(each, ast.Chapter)] == ["1", "7", "7b"]


def test_a_name_is_not_corrected_to_one_that_another_chapter_has() -> None:
    book = "=== 1\n-> room-2\n=== room-2\n-> room2\n=== room2\n~ victory\n"
    found = next(each for each in Project.of(book).check("quick").findings if each.code == "GB011")
    assert (found.hint, found.fix) == ("give it another name, without a number behind a hyphen: room2 is taken", ())


def test_of_two_odd_heads_with_one_name_none_is_sure() -> None:
    """One of them may be a heading in the prose."""
    project = Project.of("## 1 The inn\n## 2 rules\n* Go -> 2\n## 2 The road\n~ victory\n")
    (fixed,) = fixes(project)
    assert fixed.after.splitlines()[:2] == ["=== 1 The inn", "## 2 rules"]
    found = Project.of("=== 1\n-> 2\n== 2 ==\n* Go -> 3\n=== \n=== 2 The road\n~ victory\n").check("quick").findings
    assert next(each.hint for each in found if each.code == "GB010") == "write: === 2; or \\= if it is prose"
    assert not any(each.fix for each in found)


@pytest.mark.parametrize("mark", ["##", "=== Chapter", "=="])
def test_heads_that_are_all_written_oddly_are_one_finding(mark: str) -> None:
    book = "".join(f"{mark} {number}\n-> {number + 1}\n" for number in range(1, 6)) + f"{mark} 6\n~ victory\n"
    project = Project.of(book)
    (found,) = project.check("quick").findings
    assert found.hint == "write: === 1; gamebook check --fix does so in all 6 places"
    (fixed,) = fixes(project)
    assert fixed.after == book.replace(mark, "===")


def test_numbers_in_order() -> None:
    names = ["7", "12a", "6b", "12", "6", "6c"]
    ordered = sorted(names, key=lambda name: number_order(name) or (0, ""))
    assert ordered == ["6", "6b", "6c", "7", "12", "12a"]
    assert number_order("loft") is None


def test_chapters_sort_as_people_count() -> None:
    names = ["10", "old-mill", "6b", "7", "cave", "6"]
    assert sorted(names, key=natural) == ["6", "6b", "7", "10", "cave", "old-mill"]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("=== The bridge\n-> bridge", "=== bridge The bridge"),
        ("start bridge\n=== The Bridge", None),
        ("book\n    start old-bridge\n=== The Old Bridge", "=== old-bridge The Old Bridge"),
        ("=== a long bridge\n-> bridge", "=== bridge a long bridge"),
        ("=== The bridge\n-> bridge\n-> The", None),  # so it is called
        ("=== The bridge\n-> bridge\n=== bridge", None),
        ("=== The bridge\n-> bridge\n=== A bridge\n-> 2", None),  # which of them is not known
        ("=== The old bridge\n-> bridge\n-> old", None),
        ("=== The victory\n-> victory", None),
        ("=== A The bridge\n-> bridge\n=== B The gate", None),
        ("=== Old bridge\n-> bridge", None),
    ],
)
def test_a_head_with_a_title_alone(text: str, mended: str | None) -> None:
    first = next(heads(text))
    assert (first.slip.mended if first.slip else None) == mended
