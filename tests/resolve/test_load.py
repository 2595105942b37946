"""Reading the files of a book."""

import os
from pathlib import Path

import pytest

from gamebook.resolve.load import Loaded, load_pages, load_systems, load_systems_with
from gamebook.resolve.resolve import resolve


def write(folder: Path, **files: str) -> Path:
    """Files of a book; the first one is the book itself."""
    for name, text in files.items():
        (folder / f"{name}.gbk").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(files))}.gbk"


def problems(loaded: Loaded) -> list[tuple[str, str | None]]:
    return [(each.code, each.hint) for each in loaded.findings]


def test_a_system_stands_before_the_book_and_its_parts(tmp_path: Path) -> None:
    path = write(tmp_path, main='use fighting-fantasy\ninclude "two.gbk"\n=== 1\n-> 2\n', two="=== 2\n~ victory\n")
    loaded = load_pages(path)
    assert [Path(each.path).name for each in loaded.sources] == ["fighting-fantasy.gbk", "main.gbk", "two.gbk"]
    book = resolve(loaded.pages).book
    assert book is not None
    assert [(each.name, each.part) for each in book.chapters] == [("1", "main"), ("2", "two")]


def test_a_system_beside_the_book_is_used_first(tmp_path: Path) -> None:
    path = write(tmp_path, main="use plain\n=== 1\n~ victory\n", plain="system plain\nsheet\n    item rope\n")
    book = resolve(load_pages(path).pages).book
    assert book is not None
    assert [each.name for each in book.variables] == ["rope"]


def test_a_misspelt_system_offers_the_nearest(tmp_path: Path) -> None:
    path = write(tmp_path, main="use fighting-fantsy\n=== 1\n~ victory\n")
    assert problems(load_pages(path)) == [("GB111", "did you mean fighting-fantasy?")]


def test_missing_files_are_findings(tmp_path: Path) -> None:
    path = write(tmp_path, main='include "too.gbk"\n=== 1\n~ victory\n', two="=== 2\n~ victory\n")
    assert problems(load_pages(path)) == [("GB112", "did you mean two.gbk?")]
    assert [each.code for each in load_pages(tmp_path / "none.gbk").findings] == ["GB112"]


def test_the_ending_of_a_name_makes_no_two_files_alike(tmp_path: Path) -> None:
    path = write(tmp_path, main='include "part2.gbk"\n=== 1\n~ victory\n', empty="")
    (found,) = load_pages(path).findings
    assert found.message == "there is no file part2.gbk in the book's folder"
    assert found.hint == "write that file, or correct its name"


def test_systems_with_what_a_book_needs() -> None:
    assert load_systems_with("test", "luck") == ("fighting-fantasy",)
    assert load_systems_with("combat", "fight", ("SKILL",)) == ("fighting-fantasy",)
    assert {"fighting-fantasy", "lone-wolf"} <= set(load_systems_with("combat", "fight"))
    assert load_systems_with("test", "l") == ()
    assert load_systems_with("stat", "SKILL", ()) == ("fighting-fantasy",)


def test_files_do_not_include_in_circles_or_reach_outside(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    write(tmp_path, other="=== 3\n~ victory\n")
    text = 'include "main.gbk"\ninclude "../other.gbk"\ninclude "/etc/hostname"\n=== 1\n~ victory\n'
    assert [code for code, _ in problems(load_pages(write(tmp_path / "book", main=text)))] == ["GB113"] * 3


def _told(path: Path) -> list[tuple[str, str, str | None]]:
    return [(each.code, each.message, each.hint) for each in load_pages(path).findings]


def test_a_file_that_includes_itself_is_told_so(tmp_path: Path) -> None:
    path = write(tmp_path, main='include "main.gbk"\n=== 1\n~ victory\n')
    assert _told(path) == [("GB113", "main.gbk includes itself", "remove this line")]
    path = write(tmp_path, main='include "two.gbk"\n=== 1\n~ victory\n', two='include "main.gbk"\n')
    assert _told(path) == [("GB113", "main.gbk is the main file, which includes this one", "remove this line")]
    path = write(tmp_path, main='include "two.gbk"\ninclude "two.gbk"\n=== 1\n~ victory\n', two="=== 2\n-> 1\n")
    assert _told(path) == [("GB113", "two.gbk is already included", "include each file once")]


def test_a_link_that_leads_in_a_circle_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "one.gbk").symlink_to("two.gbk")
    (tmp_path / "two.gbk").symlink_to("one.gbk")
    path = write(tmp_path, main='include "one.gbk"\n=== 1\n~ victory\n')
    hint = "put the file itself there, or a link to it"
    assert _told(path) == [("GB112", "one.gbk is a link that leads in a circle", hint)]


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        (r"sub\part.gbk", 'write: include "sub/part.gbk"'),
        (r"sub\none.gbk", "write that file, or correct its name"),
        (r"..\part.gbk", "write that file, or correct its name"),
    ],
)
@pytest.mark.skipif(os.sep == "\\", reason="a backslash stands between folders there")
def test_a_path_with_backslashes(written: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / "book" / "sub").mkdir(parents=True)
    write(tmp_path, part="", **{"book/sub/part": "=== 2\n~ victory\n"})
    path = write(tmp_path / "book", main=f'include "{written}"\n=== 1\n~ victory\n')
    assert [(code, told) for code, _, told in _told(path)] == [("GB112", hint)]


def test_shipped_systems_are_well_written() -> None:
    assert {"fighting-fantasy", "plain"} <= set(load_systems())


@pytest.mark.parametrize("name", sorted(set(load_systems()) - {"plain"}))
def test_a_shipped_system_needs_no_other_line(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, main=f"use {name}\n=== 1\n~ victory\n")
    assert not load_pages(path).findings
    assert not resolve(load_pages(path).pages).findings


def test_a_shipped_system_is_read_once_for_all_books(tmp_path: Path) -> None:
    """One beside a book is the book's own."""
    one, two = (load_pages(write(tmp_path, **{name: f"use plain\n=== {name}\n~ victory\n"})) for name in ("1", "2"))
    assert one.pages[0].page.declarations[0] is two.pages[0].page.declarations[0]
    (tmp_path / "plain.gbk").write_text("system plain\nsheet\n    item rope\n", "utf-8")
    own = load_pages(tmp_path / "1.gbk")
    assert own.pages[0] != one.pages[0]


@pytest.mark.parametrize(("written", "code"), [("wall.gbk", "GB112"), ("../city/wall.gbk", "GB113")])
def test_a_path_as_seen_from_the_file_that_includes_it(written: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "city").mkdir()
    write(tmp_path, **{"city/gate": f'include "{written}"\n=== 2\n-> 3\n', "city/wall": "=== 3\n~ victory\n"})
    path = write(tmp_path, main='include "city/gate.gbk"\n=== 1\n-> 2\n')
    assert problems(load_pages(path)) == [(code, 'write: include "city/wall.gbk"')]


def test_a_limit_without_a_name_is_offered_one_that_no_file_has(tmp_path: Path) -> None:
    limits = "limit 2: rope // here\n    limit 3: lamp"
    path = write(
        tmp_path,
        main=f'include "two.gbk"\nsheet\n    number pack2\n    {limits}\n=== 1\n-> 2\n',
        two="sheet\n    item rope, lamp, pack\n    limit 4: rope\n=== 2\n~ victory\n",
    )
    loaded = load_pages(path)
    assert [each.hint for page in loaded.pages for each in page.findings] == [
        "write: limit pack3 2: rope",
        "write: limit pack4 3: lamp",
        "write: limit pack5 4: rope",
    ]
