from __future__ import annotations

from pathlib import Path

import pytest
import typer

from gamebook.cli import outputs
from tests.cli.conftest import Gamebook

BOOK = 'book "B"\n    front "intro.md"\n\n=== 1\n![](moat.png)\n~ victory\n'
COMMANDS = [
    ("publish book.gbk", "-o", "notes.txt"),
    ("export book.gbk", "-o", "notes.twee"),
    ("export book.gbk --to prism", "-o", "notes.prism"),
    ("report book.gbk --quick", "-o", "notes.html"),
    ("solve book.gbk", "-o", "notes.json"),
    ("map book.gbk --what structure", "-o", "notes.dot"),
    ("check book.gbk --quick", "-o", "notes.txt"),
    ("readers book.gbk --curve soft", "-o", "notes.svg"),
    ("fight --hero 3/4/5 --foe 3/4", "--table", "notes.csv"),
]
NOTES = "My own notes.\n"


def our_book() -> None:
    Path("book.gbk").write_text(BOOK, "utf-8")
    Path("intro.md").write_text("Once.\n", "utf-8")


@pytest.mark.parametrize(("words", "option", "name"), COMMANDS)
def test_a_foreign_file_is_replaced_only_with_force(words: str, option: str, name: str, gamebook: Gamebook) -> None:
    our_book()
    path = Path(name)
    path.write_text(NOTES, "utf-8")
    refused = gamebook(*words.split(), option, name)
    assert (refused.code, path.read_text("utf-8")) == (2, NOTES)
    advice = f"choose another name with {option}, or overwrite it with --force"
    assert f"{name} already exists; {advice}" in refused.err
    assert gamebook(*words.split(), option, name, "--force").code == 0
    written = path.read_text("utf-8")
    assert written != NOTES
    assert gamebook(*words.split(), option, name).code == 0  # our own, as we wrote it
    path.write_text(f"{written}Mine.\n", "utf-8")
    refused = gamebook(*words.split(), option, name)
    assert (refused.code, f"{name} has changed since gamebook wrote it; {advice}" in refused.err) == (2, True)


def test_a_book_that_is_watched_takes_the_place_of_no_foreign_file(gamebook: Gamebook) -> None:
    our_book()
    Path("notes.txt").write_text(NOTES, "utf-8")
    found = gamebook("publish", "book.gbk", "--watch", "-o", "notes.txt")
    assert (found.code, Path("notes.txt").read_text("utf-8")) == (2, NOTES)


def test_what_has_nothing_to_lose_is_written(gamebook: Gamebook) -> None:
    our_book()
    Path("empty.txt").touch()
    assert gamebook("publish", "book.gbk", "-o", "empty.txt").code == 0
    assert gamebook("publish", "book.gbk", "--to", "txt", "-o", "/dev/null").code == 0


@pytest.mark.parametrize(
    ("name", "form", "what"),
    [("intro.md", "md", "a page of this book (front)"), ("moat.png", "txt", "a picture of this book")],
)
def test_no_page_of_a_book_is_overwritten_by_it(name: str, form: str, what: str, gamebook: Gamebook) -> None:
    our_book()
    Path("moat.png").write_bytes(b"a picture")
    before = Path(name).read_bytes()
    for more in ([], ["--force"]):
        found = gamebook("publish", "book.gbk", "--to", form, "-o", name, *more)
        assert (found.code, Path(name).read_bytes()) == (2, before)
        assert f"{name} is {what}; choose another name with -o" in found.err


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("publish book.gbk --to md -o", "intro.md"),
        ("solve book.gbk -o", "intro.md"),
        ("report book.gbk --quick -o", "intro.md"),
        ("check book.gbk --quick -o", "intro.md"),
        ("export book.gbk --to twee -o", "intro.md"),
        ("export book.gbk --to twee -o", "moat.svg"),
        ("map book.gbk -o", "moat.svg"),
        ("readers book.gbk --curve soft -o", "moat.svg"),
        ("number book.gbk --shuffle --numbers", "intro.md"),
    ],
)
def test_force_replaces_no_page_and_no_picture(words: str, name: str, gamebook: Gamebook) -> None:
    our_book()
    Path("book.gbk").write_text(BOOK.replace("moat.png", "moat.svg"), "utf-8")
    Path("moat.svg").write_text("a picture", "utf-8")
    before = Path(name).read_bytes()
    found = gamebook(*words.split(), name, "--force")
    assert (found.code, Path(name).read_bytes()) == (2, before)
    what = {"intro.md": "a page of this book (front)", "moat.svg": "a picture of this book"}[name]
    assert f"{name} is {what}; choose another name with {words.rsplit(maxsplit=1)[-1]}" in found.err


def test_a_picture_that_a_command_drew_is_drawn_again(gamebook: Gamebook) -> None:
    our_book()
    Path("book.gbk").write_text(BOOK.replace("moat.png", "map.dot"), "utf-8")
    for _ in range(2):
        assert gamebook("map", "book.gbk", "--what", "structure", "-o", "map.dot").code == 0


@pytest.mark.parametrize(
    ("name", "says"), [("book.gbk", "is the book itself"), ("intro.md", "is a page of this book (front)")]
)
def test_a_missing_folder_in_the_path_is_no_way_around(name: str, says: str, gamebook: Gamebook) -> None:
    our_book()
    before = Path(name).read_bytes()
    found = gamebook("publish", "book.gbk", "--to", "md", "-o", f"nowhere/../{name}")
    assert (found.code, Path(name).read_bytes(), says in found.err) == (2, before, True)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("book.numbers.toml", "is a name for the numbers of a book"),
        ("other.gbk", "is a name for a book"),
        ("", "is a folder"),
    ],
)
def test_names_that_no_output_has(name: str, says: str, gamebook: Gamebook) -> None:
    our_book()
    found = gamebook("publish", "book.gbk", "--to", "md", "-o", name, "--force")
    assert (found.code, says in found.err, Path(name or "none").exists()) == (2, True, False)


def test_what_is_imported_is_not_replaced(gamebook: Gamebook) -> None:
    text = "1\n\nGo on: turn to 2.\n\n2\n\nThe end.\n"
    Path("story.txt").write_text(text, "utf-8")
    found = gamebook("import", "story.txt", "-o", "story.txt", "--force")
    assert (found.code, Path("story.txt").read_text("utf-8")) == (2, text)
    assert "story.txt is what is imported; choose another name with -o" in found.err


def test_two_pictures_of_a_fight_need_two_names(gamebook: Gamebook) -> None:
    found = gamebook("fight", "--hero", "3/4/5", "--foe", "3/4", "--plot", "a.svg", "--summary", "./a.svg")
    assert (found.code, "--plot and --summary name the same file" in found.err) == (2, True)


def test_what_was_changed_by_hand_is_known_where_nothing_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").write_text("no folder", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "book.md"
    outputs.write_output(path, b"text")
    outputs.spare(path, force=False)  # ours, as while a book is watched
    path.write_bytes(b"text, and mine")
    with pytest.raises(typer.Exit):
        outputs.spare(path, force=False)
    assert "book.md has changed since gamebook wrote it" in capsys.readouterr().err


def test_numbers_take_the_place_of_numbers_only(gamebook: Gamebook) -> None:
    our_book()
    Path("plan.toml").write_text("[plan]\nbook = 7\n", "utf-8")
    refused = gamebook("number", "book.gbk", "--shuffle", "--numbers", "plan.toml")
    assert (refused.code, "`gamebook number --shuffle --force` writes a new one" in refused.err) == (2, True)
    assert Path("plan.toml").read_text("utf-8") == "[plan]\nbook = 7\n"
    assert gamebook("number", "book.gbk", "--shuffle", "--numbers", "plan.toml", "--force").code == 0
    Path("plan.toml").write_text("[numbers]\n1 = 1\n", "utf-8")  # numbers that the author wrote
    assert gamebook("number", "book.gbk", "--shuffle", "--numbers", "plan.toml").code == 0


def test_only_the_last_files_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(outputs, "MOST", 3)
    for number in range(5):
        outputs.write_output(tmp_path / f"{number}.txt", b"text")
    assert len(list((tmp_path / "state" / "gamebook" / "written").iterdir())) == 3


@pytest.mark.parametrize(
    ("words", "output"),
    [
        ("export {book} --to json", "-o"),
        ("map {book} --what structure --format dot", "-o"),
        ("check {book} --quick", "-o"),
        ("number {book} --shuffle", "--numbers"),
        ("publish {book} --to txt", "-o"),
    ],
)
@pytest.mark.parametrize(
    ("name", "says"),
    [("book.gbk", "is the book itself"), ("part.txt", "is a file of the book"), ("other.gbk", "is a book, and would")],
)
def test_no_book_is_overwritten(words: str, output: str, name: str, says: str, gamebook: Gamebook) -> None:
    texts = {
        "book.gbk": 'book "Two"\ninclude "part.txt"\n\n=== 1\nGo.\n-> 2\n',
        "part.txt": "=== 2\n~ victory\n",
        "other.gbk": 'book "Other"\n',
    }
    for path, text in texts.items():
        Path(path).write_text(text, "utf-8")
    found = gamebook(*words.format(book="book.gbk").split(), output, name)
    assert (found.code, f"{name} {says}" in found.err, f"another name with {output}" in found.err) == (2, True, True)
    assert {path: Path(path).read_text("utf-8") for path in texts} == texts


@pytest.mark.parametrize("words", ["export book.gbk --to json", "publish book.gbk --to txt"])
def test_no_numbers_are_overwritten(words: str, gamebook: Gamebook) -> None:
    Path("book.gbk").write_text('book "B"\n\n=== 1\n~ victory\n', "utf-8")
    Path("book.numbers.toml").write_text("[numbers]\n1 = 7\n", "utf-8")
    Path("own.toml").write_text("[numbers]\n1 = 8\n", "utf-8")
    found = gamebook(*words.split(), "-o", "book.numbers.toml")
    assert (found.code, Path("book.numbers.toml").read_text("utf-8")) == (2, "[numbers]\n1 = 7\n")
    assert gamebook("publish", "book.gbk", "--to", "txt", "--numbers", "own.toml", "-o", "own.toml").code == 2
    assert gamebook("number", "book.gbk", "--shuffle").code == 0
