"""Proofs: notes for the author, and the published words read once more."""

from pathlib import Path

import pytest

from gamebook.cli.console import ExitCode
from gamebook.cli.main import run
from gamebook.codes import finding
from gamebook.phrases import load_phrases
from gamebook.project import Project
from gamebook.publish.make import make
from gamebook.publish.numbering import links_of
from gamebook.publish.pages import pages_of
from gamebook.publish.proof import with_notes
from gamebook.publish.proofreading import proofread, sizes
from gamebook.publish.review import review
from gamebook.publish.typeset import preset_of, source
from gamebook.source import Span
from tests.support.published import shown

COIN = """book "Coin"
sheet
    item penny
=== toss The toss
Heads or tails?
* Throw [if not penny] -> end
* Keep it -> end
=== end
One two three.
~ victory
"""


def test_notes_of_a_proof() -> None:
    edition = Project.of(COIN.replace("Heads", "Turn to 2. Heads")).edition()
    found = with_notes(make(edition), pages_of(edition).chapters, review(edition), {"toss": 0.5})
    assert shown(found.sections[0].blocks)[:4] == [
        (0, "toss · The toss"),
        (0, "wins 50.0%"),
        (0, "if not penny"),
        (0, "warning GB504: the prose says where to turn (2), and so does the rule that is printed"),
    ]
    assert shown(found.sections[1].blocks)[:2] == [(0, "end"), (0, "from 1")]


def test_a_proof_knows_readers_who_come_by_a_secret_link_or_a_sum() -> None:
    text = """book "P"
sheet
    number key = 1d2
=== 1
* Cave [knows 40%] -> 4 secret
* Ways -> 2
=== 2
-> (4 + key)
=== 4
~ victory
=== 5
~ victory "A"
=== 6
~ victory "B"
"""
    edition = Project.of(text).edition()
    found = with_notes(make(edition), pages_of(edition).chapters, links=links_of(edition).links)
    assert [shown(section.blocks)[:2][-1][1] for section in found.sections[1:]] == [
        "from 1",
        "from 1",
        "from 2",
        "from 2",
    ]


@pytest.mark.parametrize(
    ("worth", "wins", "said"),
    [
        (0.99999, True, "wins >99.9%"),  # it can be lost
        (0.00001, True, "wins <0.1%"),
        (1.0, True, "wins 100%"),
        (7.0, False, "points to come: 7"),
        (-2.5, False, "points to come: -2.5"),
        (float("nan"), False, "points to come: ?"),
    ],
)
def test_a_proof_says_what_play_is_worth(worth: float, wins: bool, said: str) -> None:
    edition = Project.of(COIN).edition()
    found = with_notes(make(edition), pages_of(edition).chapters, (), {"end": worth}, wins=wins)
    assert [shown(section.blocks)[1][1] for section in found.sections] == ["if not penny", "from 1"]
    assert shown(found.sections[1].blocks)[2] == (0, said)


def test_findings_stand_in_their_own_chapters_in_the_order_given() -> None:
    edition = Project.of(COIN).edition()
    places = [COIN.index("~ victory"), COIN.index("One two"), COIN.index("=== end"), COIN.index("=== toss"), 0]
    findings = [
        finding("GB504", Span(path, place, place + 1), str(number))
        for path in (edition.loaded.pages[0].page.span.path, "other.gbk")
        for number, place in enumerate(places)
    ]
    found = with_notes(make(edition), pages_of(edition).chapters, findings)
    told = [[text[-1] for _, text in shown(each.blocks) if "GB504" in text] for each in found.sections]
    assert told == [["3"], ["0", "1", "2"]]


def test_notes_stand_beside_the_words_and_do_not_count() -> None:
    edition = Project.of(COIN).edition()
    document = make(edition)
    noted = with_notes(document, pages_of(edition).chapters)
    chapters = [(each.name, "") for each in edition.book.chapters]
    assert sizes(noted, chapters) == sizes(document, chapters)
    page = preset_of("a5")
    proof, plain = (source(each, page, {}, frozenset()) for each in (noted, document))
    assert proof.count("#proofed([") == 2
    assert "width: 148mm + 48mm" in proof
    assert "#proofed([" not in plain
    assert "width: 148mm," in plain


@pytest.mark.parametrize(
    ("prose", "says"),
    [
        ("Go to 2!", []),
        ("Turn to 1!", ["section 1 says to turn to 1, where this chapter never leads"]),
        ("Turn to 77!", ["section 1 says to turn to 77, and there is no such section"]),
    ],
)
def test_turns_of_the_words_are_turns_of_the_book(prose: str, says: list[str]) -> None:
    edition = Project.of(COIN.replace("Heads", f"{prose} Heads")).edition()
    found = proofread(make(edition), edition.book, load_phrases("en"))
    assert [each.message for each in found] == says


def test_words_are_counted_by_part() -> None:
    edition = Project.of(COIN.replace("=== end", "// --- The end\n\n=== end")).edition()
    document = make(edition)
    found = {
        part: size.words for part, size in sizes(document, [(e.name, e.part) for e in edition.book.chapters]).items()
    }
    # "Heads or tails?", "Throw (only if you do not have the penny): turn to 2.", "Keep it: turn to 2."
    assert list(found.values())[1:] == [3 + 12 + 5, 3 + 6]


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "coin.gbk"
    book.write_text(COIN, "utf-8")
    assert run(["publish", str(book), "-o", str(tmp_path / "coin.html")]) == ExitCode.CLEAN
    assert "2 sections" in capsys.readouterr().err
    assert (tmp_path / "coin.html").read_bytes().startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--to", "doc"], "--to needs a format: docx, epub"),
        ([], "--to needs a format"),
        (["--to", "epub", "-o", "-"], "gamebook: epub goes to a file: -o coin.epub"),
        (["--to", "txt", "-o", "-", "--watch"], "--watch writes a file"),
        (["--to", "pdf", "--page", "a6"], "there is no page preset a6"),
        (["--to", "txt", "-o", "coin.gbk"], "is the book itself"),
    ],
)
def test_what_cannot_be_done_is_explained(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("coin.gbk").write_text(COIN, "utf-8")
    assert run(["publish", "coin.gbk", *arguments]) == ExitCode.USAGE
    assert says in capsys.readouterr().err
