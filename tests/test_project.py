from __future__ import annotations

import gc
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from gamebook.diagnostics import Severity
from gamebook.errors import BookHasErrors, Cancelled, UsageError
from gamebook.job import Job
from gamebook.project import ROOM, Edition, Project
from gamebook.source import Source
from gamebook.syntax.parse import Known, Parsed, parse
from gamebook.verbs import check, solve

DAMSEL = Path(__file__).parent / "data" / "real" / "damsel-in-distress.gbk"
COIN = """book "Coin"
    use plain
    param sides = 2

=== 1
~ roll 1d20
    1-10 -> 2
    11-20 -> 3

=== 2
~ victory "Heads"

=== 3
~ defeat "Tails"
"""


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    path = tmp_path / "coin.gbk"
    path.write_text(COIN, "utf-8")
    return path


def test_a_sound_book() -> None:
    report = check(DAMSEL)
    assert report.findings == ()
    assert str(DAMSEL) in report.sources


def test_each_result_is_worked_out_once() -> None:
    project = Project(DAMSEL)
    assert project.resolved is project.resolved
    assert project.findings is project.findings


def test_what_may_stand_in_a_file_that_is_missing_is_not_missed_again(coin: Path) -> None:
    coin.write_text(
        'book "Coin"\n\ninclude "town.gbk"\n\n=== 1\n~ lose lamp\n* To town -> 20\n* On -> victory\n', "utf-8"
    )
    assert [each.code for each in check(coin).findings] == ["GB112"]
    (coin.parent / "town.gbk").write_text("=== 21\n-> 2\n", "utf-8")
    assert {"GB101", "GB102"} <= {each.code for each in check(coin).findings}


def test_errors_are_told_before_anything_is_solved(coin: Path) -> None:
    coin.write_text(COIN.replace("-> 3", "-> 4"), "utf-8")
    with pytest.raises(BookHasErrors) as caught:
        solve(coin)
    assert "GB101" in [finding.code for finding in caught.value.report.findings]
    assert str(coin) in caught.value.report.sources


def test_a_file_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    (finding,) = check(tmp_path / "none.gbk").findings
    assert "cannot be read" in finding.message


def test_parts_are_read_from_the_book_s_folder(coin: Path) -> None:
    head, tail = COIN.split("=== 3")
    coin.write_text(
        head.replace("    use plain\n", '    use plain\n    include "part.gbk"\n').replace("    param", "param")
    )
    (coin.parent / "part.gbk").write_text("=== 3" + tail)
    project = Project(coin)
    assert sorted(Path(path).name for path in project.sources) == ["coin.gbk", "part.gbk", "plain.gbk"]
    assert solve(project).value == pytest.approx(1 / 2)


def test_parameters_can_be_set(coin: Path) -> None:
    text = COIN.replace("    param sides = 2\n", "param worth = 1\n").replace(
        "~ roll 1d20", "~ if worth > 1\n    -> 2\n~ roll 1d20"
    )
    coin.write_text(text, "utf-8")
    assert solve(coin).value == pytest.approx(1 / 2)
    assert solve(coin, settings={"worth": 2}).value == 1
    with pytest.raises(UsageError, match=r"^nothing is called wroth \(did you mean worth\?\); what can be set: worth$"):
        solve(coin, settings={"wroth": 2})


def test_a_promise_is_checked_for_one_hero_too(tmp_path: Path) -> None:
    """The hero rolls 1d2; who has 2 wins, who has 1 does not: half of all readers."""
    path = tmp_path / "book.gbk"
    path.write_text(
        """book "Strong"
    use plain
    expect win 40%..60%

sheet
    stat STRENGTH = 1d2

=== 1
~ if STRENGTH > 1
    ~ victory
~ defeat
""",
        "utf-8",
    )
    assert Project(path).findings == ()
    (told,) = [each for each in Project(path, hero={"STRENGTH": 1}).findings if each.code == "GB402"]
    assert told.message == "for STRENGTH 1: best play wins with a chance of 0%, but `expect` says 40.00% to 60.00%"


# ---- editing -----------------------------------------------------------------------------------------------


def half_won(chapter: str = "3") -> str:
    return COIN.replace("    param", "param").replace("-> 3", f"-> {chapter}")


def test_an_edit_makes_a_new_edition_and_leaves_the_old_one() -> None:
    project = Project.of(half_won())
    before = project.edition()
    assert project.edition() is before
    project.edit("book.gbk", half_won("4"))
    assert [each.code for each in project.check("quick").findings if each.severity is Severity.ERROR] == ["GB101"]
    assert {each.severity for each in before.check("quick").findings} <= {Severity.INFO}
    assert before.book.title == "Coin"
    with pytest.raises(BookHasErrors):
        _ = project.book


def test_an_edit_that_is_undone_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project.of(half_won())
    value, edition = solve(project).value, project.edition()
    project.edit("book.gbk", half_won("2"))
    assert solve(project).value == pytest.approx(1)
    monkeypatch.setattr("gamebook.syntax.parse.parse", None)  # nobody can read any more
    project.edit("book.gbk", half_won())
    assert project.edition() is edition
    monkeypatch.setattr(import_module("gamebook.solver.solving"), "solve", None)
    assert solve(project).value == value == pytest.approx(1 / 2)


def test_a_page_that_is_not_edited_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    head, tail = half_won().split("=== 3")
    head = head.replace("=== 1", 'include "part.gbk"\n=== 1', 1)
    project = Project.of(head, {"part.gbk": "=== 3" + tail})
    assert solve(project).value == pytest.approx(1 / 2)
    read: list[str] = []

    def noted(source: Source, known: Known) -> Parsed:
        read.append(source.path)
        return parse(source, known)

    monkeypatch.setattr("gamebook.syntax.parse.parse", noted)
    project.edit("part.gbk", "=== 3\n~ victory\n")
    assert solve(project).value == 1
    assert read == ["part.gbk"]


def test_what_is_changed_on_disk_is_seen_when_it_is_said(coin: Path) -> None:
    coin.write_text(half_won(), "utf-8")
    project = Project(coin)
    assert solve(project).value == pytest.approx(1 / 2)
    coin.write_text(half_won("2"), "utf-8")
    assert solve(project).value == pytest.approx(1 / 2)
    assert solve(project, mode="dice").value == pytest.approx(1 / 2)  # a question about the book that was read
    project.changed(coin)
    assert solve(project).value == solve(project, mode="dice").value == 1


def test_files_are_looked_at_again_and_an_edited_text_stays(tmp_path: Path) -> None:
    main, part = tmp_path / "main.gbk", tmp_path / "part.gbk"
    main.write_text('include "part.gbk"\n\n=== 1\n-> mill\n')
    part.write_text("=== mill\n-> victory\n")
    project = Project(main)
    project.edit(main, 'include "part.gbk"\n\n=== 1\n-> inn\n')
    assert "GB101" in [each.code for each in project.mistakes.findings]
    assert not project.look_again()
    part.write_text("=== inn\n-> victory\n")
    assert "GB101" in [each.code for each in project.mistakes.findings]
    assert project.look_again()
    assert "GB101" not in [each.code for each in project.mistakes.findings]
    assert not project.look_again()
    part.unlink()
    assert project.look_again()
    assert [each.code for each in project.mistakes.findings] == ["GB112"]


def test_editing_a_book_on_disk_writes_nothing(coin: Path) -> None:
    coin.write_text(half_won(), "utf-8")
    project = Project(coin)
    project.edit(coin, half_won("2"))
    assert solve(project).value == 1
    assert coin.read_text("utf-8") == half_won()
    project.changed()
    assert solve(project).value == pytest.approx(1 / 2)


def test_a_system_of_ones_own_is_read_from_memory() -> None:
    mine = "system plain\nsheet\n    number luck = 3 in 0..9\n"
    project = Project.of(half_won(), {"plain.gbk": mine})
    assert "luck" in {variable.name for variable in project.book.variables}


def test_files_in_a_dictionary() -> None:
    files = {"books/coin.gbk": half_won(), "books/plain.gbk": b"system plain\n"}
    project = Project("books/coin.gbk", files)
    files["books/coin.gbk"] = "broken"
    assert solve(project).value == pytest.approx(1 / 2)
    assert set(project.sources) == set(files)


# ---- options -----------------------------------------------------------------------------------------------

PARAM = """book "Param"
param worth = 1
=== 1
~ if worth > 1
    ~ victory
~ defeat
"""


def test_settings_count_for_a_project_that_is_loaded_and_never_for_a_model() -> None:
    project = Project.of(PARAM)
    assert solve(project).value == 0
    assert solve(project, settings={"worth": 2}).value == 1
    assert solve(Project.of(PARAM, settings={"worth": 2})).value == 1
    assert solve(text=PARAM, settings={"worth": 2}).value == 1
    with pytest.raises(UsageError, match="the parameters of a model have their values"):
        solve(project.book, settings={"worth": 2})


def test_a_book_is_given_once() -> None:
    for wrong in ({}, {"book": Project.of(PARAM), "text": PARAM}):
        with pytest.raises(UsageError, match="solve needs a book"):
            solve(**wrong)


def test_a_model_has_no_files() -> None:
    with pytest.raises(UsageError, match="no files"):
        check(Project.of(PARAM).book)


# ---- a long book -------------------------------------------------------------------------------------------

CHAPTERS = 400


def road(stumble: int = 0, pages: int = 6) -> str:
    """A road of 400 chapters; at `stumble` one in `pages` readers falls. All others win."""
    chapters = [
        f"=== {n}\nThe road goes on past milestone {n}.\n* Walk -> {n + 1}\n* Run -> {min(n + 2, CHAPTERS)}\n"
        if n not in (stumble, stumble + 1)
        else f"=== {n}\nA loose stone.\n~ roll 1d{pages}\n    1 -> fall\n    2-{pages} -> {stumble + 2}\n"
        for n in range(1, CHAPTERS)
    ]
    return "\n".join(['book "The Road"', *chapters, f"=== {CHAPTERS}\n~ victory\n", "=== fall\n~ defeat\n"])


def edited(project: Project, times: int) -> None:
    """Edit one chapter again and again, and ask; every answer is known by hand: 1 - 1 / pages."""
    for edit in range(times):
        stumble, pages = 10 + 3 * edit, 2 + edit % 7
        project.edit("book.gbk", road(stumble, pages))
        assert project.check("quick").findings == ()
        job = Job()
        timer = threading.Timer(0.2, job.cancel)
        timer.start()
        with suppress(Cancelled):
            solve(project, job=job)
        timer.cancel()
        timer.join()
        assert solve(project).value == pytest.approx(1 - 1 / pages)
        project.edit("book.gbk", road(stumble, pages).replace("=== fall", "=== fell"))
        wrong = [each.code for each in project.check("quick").findings if each.severity is Severity.ERROR]
        assert wrong == ["GB101"]


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 15])
def test_a_long_book_edited_again_and_again(times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick findings, a solve that is cancelled after 0.2 s, and a second solve; nothing is left behind."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("GAMEBOOK_NO_CACHE")
    monkeypatch.chdir(tmp_path)
    project = Project.of(road())
    edited(project, 1)
    gc.collect()
    threads, editions = threading.active_count(), len(live_editions())
    edited(project, times)
    gc.collect()
    assert threading.active_count() == threads
    assert len(live_editions()) <= editions + ROOM["edition"]
    assert [path.name for path in tmp_path.rglob("*") if path.suffix == ".book"] == []


def live_editions() -> list[Edition]:
    # A weak proxy, whoever made it, has the class of what it stands for, or raises where that is gone.
    return [each for each in gc.get_objects() if issubclass(type(each), Edition)]
