from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.project import Project
from gamebook.versions import Revision, at_revision, opened

MAIN = 'book "Moat"\n    start 1\n\ninclude "two.gbk"\n\n=== 1\n* Go -> 2\n'
TWO = "=== 2\n-> victory\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two commits; the second one changes what is included, and nothing else. On disk both files are spoiled."""

    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    (tmp_path / "books").mkdir()
    main, two = tmp_path / "books" / "moat.gbk", tmp_path / "books" / "two.gbk"
    git("init", "-q")
    main.write_text(MAIN, "utf-8")
    two.write_text(TWO, "utf-8")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    two.write_text(TWO.replace("victory", "defeat"), "utf-8")
    git("commit", "-q", "-a", "-m", "two")
    main.write_text("spoiled", "utf-8")
    two.write_text("spoiled", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ending(version: object) -> str:
    assert isinstance(version, Project)
    (kind,) = {each.kind for each in version.book.endings if each.name in ("victory", "defeat")}
    return kind


@pytest.mark.usefixtures("repository")
def test_what_is_included_is_read_from_the_revision() -> None:
    assert ending(opened("HEAD~1:books/moat.gbk")) == "victory"
    assert ending(opened("HEAD:books/moat.gbk")) == "defeat"


def test_a_path_from_the_present_folder(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository / "books")
    assert ending(opened("HEAD:./moat.gbk")) == "defeat"
    assert ending(at_revision(Path("moat.gbk"), "HEAD~1")) == "victory"


def test_a_file_that_is_no_longer_on_disk(repository: Path) -> None:
    (repository / "books" / "moat.gbk").unlink()
    (repository / "books" / "two.gbk").unlink()
    assert ending(opened("HEAD~1:books/moat.gbk")) == "victory"


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("nothing.gbk", "there is no file nothing.gbk"),
        ("HEAD~9:books/moat.gbk", "there is no git revision HEAD~9"),
        ("HEAD:books/none.gbk", "the revision HEAD has no file books/none.gbk"),
        ("--help:books/moat.gbk", "there is no git revision --help"),
        ("HEAD:../moat.gbk", "lies outside the git repository"),
        ("HEAD:", "there is no file HEAD:"),
        ("HEAD:books/\0", "the revision HEAD has no file"),
    ],
)
def test_versions_that_are_not_there(version: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        opened(version)


def test_in_a_hook_the_repository_is_still_that_of_the_file(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git tells a hook of a linked worktree where the repository is, and takes the present folder for its top."""
    other = tmp_path_factory.mktemp("other")
    subprocess.run(["git", "init", "-q"], cwd=other, check=True)
    monkeypatch.chdir(repository / "books")
    for folder in (repository, other):
        monkeypatch.setenv("GIT_DIR", str(folder / ".git"))
        assert ending(opened("HEAD~1:books/moat.gbk")) == "victory"
        assert ending(at_revision(Path("moat.gbk"), "HEAD")) == "defeat"


def git_with_links(folder: Path, links: dict[str, str]) -> None:
    """One more commit, which has symbolic links, and is not checked out: some systems have none."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for path, target in links.items():
        words = ("hash-object", "-w", "--stdin")
        made = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, input=target.encode())
        entry = f"120000,{made.stdout.decode().strip()},{path}"
        subprocess.run(["git", "update-index", "--add", "--cacheinfo", entry], cwd=folder, check=True)
    subprocess.run(["git", *who, "commit", "-q", "-m", "links"], cwd=folder, check=True)


def test_links_are_followed_within_the_revision(repository: Path) -> None:
    links = {
        "here": ".",
        "books/two.gbk": "./parts/../more.gbk",
        "books/parts": "attic/deep",
        "books/attic/more.gbk": "deep/last.gbk",
    }
    last = repository / "books" / "attic" / "deep" / "last.gbk"
    last.parent.mkdir(parents=True)
    last.write_text(TWO, "utf-8")
    subprocess.run(["git", "add", str(last)], cwd=repository, check=True)
    git_with_links(repository, links)
    assert ending(opened("HEAD:books/moat.gbk")) == "victory"
    assert ending(opened("HEAD:here/here/books/moat.gbk")) == "victory"
    assert ending(opened("HEAD~1:books/moat.gbk")) == "defeat"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("../../two.gbk", "two.gbk lies outside the book's folder"),
        ("/etc/two.gbk", "two.gbk lies outside the book's folder"),
        ("two.gbk", "two.gbk cannot be read"),
        ("none.gbk", "two.gbk cannot be read"),
    ],
)
def test_links_that_lead_nowhere(target: str, told: str, repository: Path) -> None:
    git_with_links(repository, {"books/two.gbk": target, "moat.gbk": "books/two.gbk"})
    version = opened("HEAD:books/moat.gbk")
    assert isinstance(version, Project)
    assert [each.message for each in version.mistakes.findings][:1] == [told]
    out = "leads out of the repository" if target.startswith(("/", "../..")) else "has no file moat.gbk"
    with pytest.raises(UsageError, match=out):
        opened("HEAD:moat.gbk")


def test_names_in_a_folder(repository: Path) -> None:
    files = Revision(str(repository), "HEAD")
    assert files.names("books") == ("moat.gbk", "two.gbk")
    assert files.names("none") == ()


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="lies in no git repository"):
        opened("HEAD:moat.gbk")


@pytest.mark.usefixtures("repository")
def test_why_git_does_not_read_a_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")  # git has this for its own tests
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    told = r"does not read the repository of .*: detected dubious ownership .*: git config --global --add safe\."
    with pytest.raises(UsageError, match=told):
        opened("HEAD:books/moat.gbk")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"book": 1}', "[" * 100_000])
def test_a_file_that_is_no_solution(text: str, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=r"old\.json is not"):
        opened(path)
