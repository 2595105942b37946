"""What is not saved is found again, and never taken away from a page that is open."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gamebook.studio.folder import Folder, NotHereError
from gamebook.studio.unsaved import Unsaved


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "book.gbk").write_text("old")
    return Folder(tmp_path.resolve())


def names(folder: Folder) -> list[str]:
    return sorted(each.name for each in folder.root.iterdir())


def texts(page: Unsaved) -> list[str]:
    """What it is offered."""
    return [each.text for each in page.left("book.gbk")]


def test_what_a_page_has_not_saved_is_offered_when_it_is_gone(folder: Folder) -> None:
    one, other = Unsaved(folder), Unsaved(folder)
    one.keep("book.gbk", "newer")
    assert texts(other) == texts(one) == []
    assert folder.names() == ["book.gbk"], "a side file is no book"
    one.leave()
    assert texts(other) == ["newer"]
    assert (folder.root / "book.gbk").read_text() == "old"
    other.forget("book.gbk")
    assert texts(other) == ["newer"], "it is not the other page's own"
    other.drop("book.gbk", ".book.gbk.unsaved")
    assert names(folder) == ["book.gbk"]


def test_each_page_has_a_side_file_of_its_own(folder: Folder) -> None:
    pages = [Unsaved(folder) for _ in range(3)]
    kept = [page.keep("book.gbk", f"text {number}") for number, page in enumerate(pages)]
    assert kept == [".book.gbk.unsaved", ".book.gbk.2.unsaved", ".book.gbk.3.unsaved"]
    assert pages[0].keep("book.gbk", "text 0, more") == kept[0]
    pages[1].forget("book.gbk")
    pages[0].leave()
    pages[2].leave()
    assert sorted(texts(pages[1])) == ["text 0, more", "text 2"]


def test_the_side_file_of_a_page_that_is_open_cannot_be_dropped(folder: Folder) -> None:
    page = Unsaved(folder)
    page.keep("book.gbk", "newer")
    Unsaved(folder).drop("book.gbk", ".book.gbk.unsaved")
    assert names(folder) == [".book.gbk.unsaved", "book.gbk"]
    for wrong in ("book.gbk", "../.book.gbk.unsaved", ".other.gbk.unsaved", ".book.gbk.x.unsaved"):
        with pytest.raises(NotHereError):
            page.drop("book.gbk", wrong)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of another kind")
@pytest.mark.parametrize("permissions", [0o600, 0o644], ids=oct)
def test_nobody_else_may_read_a_side_file(folder: Folder, permissions: int) -> None:
    (folder.root / "book.gbk").chmod(permissions)
    page = Unsaved(folder)
    for text in ("newer", "newest"):
        page.keep("book.gbk", text)
        assert stat.S_IMODE((folder.root / ".book.gbk.unsaved").stat().st_mode) == 0o600


def test_after_a_break_a_page_goes_on_with_its_side_file(folder: Folder) -> None:
    before = Unsaved(folder)
    before.keep("book.gbk", "newer")
    before.leave()
    after = Unsaved(folder)
    after.take_up("book.gbk", ".book.gbk.unsaved")
    assert after.keep("book.gbk", "newest") == ".book.gbk.unsaved"
    late = Unsaved(folder)
    late.take_up("book.gbk", ".book.gbk.unsaved")
    assert late.keep("book.gbk", "another page's") == ".book.gbk.2.unsaved"


def test_a_side_file_that_says_the_same_is_no_news(folder: Folder) -> None:
    (folder.root / "book.gbk").write_bytes(b"a\r\nb\r\n")
    page = Unsaved(folder)
    page.keep("book.gbk", "a\nb\n")
    page.leave()
    assert texts(page) == []
    assert names(folder) == ["book.gbk"]


def test_a_new_file_without_a_word_leaves_nothing(folder: Folder) -> None:
    page = Unsaved(folder)
    assert page.keep("new.gbk", "") is None
    page.keep("new.gbk", "a word")
    page.keep("new.gbk", "")
    assert names(folder) == ["book.gbk"]


def test_a_new_file_in_a_new_folder_is_kept_too(folder: Folder) -> None:
    page = Unsaved(folder)
    assert page.keep("later/on/five.gbk", "a word") == ".five.gbk.unsaved"
    assert (folder.root / "later/on/.five.gbk.unsaved").read_text() == "a word"
    page.forget("later/on/five.gbk")
    assert names(folder) == ["book.gbk"], "the folders are gone again"
    page.keep("later/on/five.gbk", "another word")
    (folder.root / "later/notes.txt").write_text("")
    page.forget("later/on/five.gbk")
    assert [each.name for each in (folder.root / "later").iterdir()] == ["notes.txt"]


def test_files_are_found_of_which_only_a_side_file_is_there(folder: Folder) -> None:
    page = Unsaved(folder)
    for name in ("book.gbk", "new.gbk", "later/on/five.gbk"):
        page.keep(name, "one")
    page.leave()
    for name in ("new.gbk", "book.gbk"):
        page.keep(name, "two")
    (folder.root / "notes.txt.unsaved").write_text("")
    assert page.unwritten() == ["later/on/five.gbk", "new.gbk"]


HOLDS = """\
import sys
from pathlib import Path
from gamebook.studio.folder import Folder
from gamebook.studio.unsaved import Unsaved

page = Unsaved(Folder(Path(sys.argv[1])))
for text in ("first", "second"):
    page.keep("book.gbk", text)
print("written", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no lock there")
def test_another_studio_holds_its_own_until_it_is_killed(folder: Folder) -> None:
    command = [sys.executable, "-c", HOLDS, str(folder.root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "written\n"
        here = Unsaved(folder)
        assert texts(here) == []
        here.drop("book.gbk", ".book.gbk.unsaved")
        process.kill()
    assert texts(here) == ["second"]
