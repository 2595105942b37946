"""Compare: the page's book beside what it was."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.project import Project
from gamebook.studio.bench import Bench
from gamebook.studio.panels.compare import chances, revisions, texts
from tests.studio.books import COIN


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    path = tmp_path / "coin.gbk"
    path.write_text(COIN)
    return Bench(Project(path), {})


def edited(bench: Bench) -> str:
    """Heads on one face of six instead of three."""
    text = COIN.replace("1-3", "1").replace("4-6", "2-6")
    bench.project.edit(bench.project.main, text)
    return text


def test_the_text_and_the_chances_beside_those_on_disk(bench: Bench) -> None:
    assert texts(bench, {}) == [["the book", COIN, COIN]]
    now = edited(bench)
    assert texts(bench, {}) == [["the book", COIN, now]]
    found = chances(bench, {"hero": "average"})  # a book whose hero is not rolled has no average one
    assert {name: (before, after) for name, before, after in found["readers"]}["best"] == pytest.approx((1 / 2, 1 / 6))
    assert found["chapters"] == [["1", "1", pytest.approx(1 / 2), pytest.approx(1 / 6)]]
    assert (found["new"], found["gone"], found["broken"], found["wins"]) == ([], [], "", True)


def test_a_chapter_that_is_new_and_one_that_has_another_name(bench: Bench) -> None:
    text = COIN.replace("4-6 -> 3", "4-5 -> 9\n    6 -> 7").replace("=== 3", "=== 9")
    bench.project.edit(bench.project.main, text + "\n=== 7 Edge\nIt stands on its edge.\n-> victory\n")
    found = chances(bench, {"hero": ""})
    assert found["new"] == ["7"]
    assert found["chapters"][0] == ["1", "1", pytest.approx(1 / 2), pytest.approx(4 / 6)]


def test_errors_leave_the_texts(bench: Bench) -> None:
    bench.project.edit(bench.project.main, COIN.replace("-> 3", "-> 4"))
    assert chances(bench, {"hero": ""})["broken"] == "now"
    assert len(texts(bench, {})) == 1


def test_a_git_revision(bench: Bench, tmp_path: Path) -> None:
    assert revisions(bench, {}) == []
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "A fair coin")):
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)
    now = edited(bench)
    ((name, _, words),) = revisions(bench, {})
    assert words == "A fair coin"
    (tmp_path / "coin.gbk").write_text(now)
    assert texts(bench, {"revision": name}) == [["the book", COIN, now]]
    assert chances(bench, {"revision": name, "hero": ""})["readers"][0][1:] == pytest.approx([1 / 2, 1 / 6])
    with pytest.raises(UsageError, match="no git revision nowhere"):
        texts(bench, {"revision": "nowhere"})


def test_another_file(bench: Bench, tmp_path: Path) -> None:
    other = tmp_path / "other.gbk"
    other.write_text(COIN.replace("Heads", "Eagle"))
    assert texts(bench, {"file": str(other)})[0][1] == COIN.replace("Heads", "Eagle")
    with pytest.raises(UsageError, match=r"lost\.gbk is not on disk yet"):
        texts(bench, {"file": str(tmp_path / "lost.gbk")})
