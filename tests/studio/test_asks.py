"""What a page asks for: files, books, and what is worked out in other processes."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from gamebook.codes import CODES
from gamebook.studio import asks, bridge, questions
from gamebook.studio.bench import Json
from gamebook.studio.desk import Desk
from gamebook.studio.folder import Folder
from gamebook.studio.reader import Reader
from gamebook.studio.server import app
from gamebook.studio.solvers import Solvers
from tests.studio.books import COIN

PORT = 8000
HERE = f"127.0.0.1:{PORT}"
LONG = """\
book "A long walk"
sheet
    number east = 0 in 0..300
    number north = 0 in 0..300

=== 1 The moor
* Go on
    ~ roll 1d6
        1-2
            ~ east +1
        3-4
            ~ north +1
        5
            ~ east -1
        6
            ~ north -1
    -> 1
* Stop [if east = 300] -> victory
"""
"""A book that takes a while to be solved."""


class Page:
    """A page of the browser, without the browser."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.number = 0
        self.events: list[Json] = []

    def send(self, name: str, **given: Json) -> int:
        self.number += 1
        self.socket.send_text(json.dumps({"id": self.number, "ask": name, "with": given}))
        return self.number

    def receive(self, number: int) -> Json:
        """The last message about a question."""
        while True:
            message = self.socket.receive_json()
            if "event" in message:
                self.events.append(message)
            elif message["id"] == number and "progress" not in message:
                return message

    def ask(self, name: str, **given: Json) -> Json:
        message = self.receive(self.send(name, **given))
        assert "answer" in message, message
        return message["answer"]

    def failure(self, name: str, **given: Json) -> Json:
        return self.receive(self.send(name, **given))["failure"]

    def event(self) -> Json:
        while not self.events:
            message = self.socket.receive_json()
            if "event" in message:
                self.events.append(message)
        return self.events.pop(0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "coin.gbk").write_text(COIN)
    return tmp_path.resolve()


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(app(Folder(folder), "coin.gbk", PORT, "token"), base_url=f"http://{HERE}") as found:
        found.get("/", params={"token": "token"})
        yield found


@contextmanager
def connected(client: TestClient) -> Iterator[Page]:
    """Another page of the same studio."""
    with client.websocket_connect(f"ws://{HERE}/ask", headers={"origin": f"http://{HERE}"}) as socket:
        yield Page(socket)


@pytest.fixture
def page(client: TestClient) -> Iterator[Page]:
    with connected(client) as found:
        yield found


def test_a_page_is_greeted(page: Page, folder: Path) -> None:
    hello = page.ask("hello")
    assert str(folder / "coin.gbk") in hello["again"]
    assert (hello["first"], hello["files"]) == ("coin.gbk", ["coin.gbk"])
    assert {"roll", "victory"} <= set(hello["words"])


def test_a_code_is_explained(page: Page) -> None:
    found = page.ask("explain", code="GB101")
    assert found["title"] == CODES["GB101"].title
    assert "->" in found["wrong"]
    assert "no finding has the code" in page.failure("explain", code="GB999")["message"]


def test_a_book_is_opened_edited_and_saved(page: Page, folder: Path) -> None:
    found = page.ask("open", file="coin.gbk")
    assert (found["text"], found["left"], found["new"]) == (COIN, [], False)
    assert page.ask("book", file="coin.gbk") == "coin.gbk"
    edited = COIN.replace("Heads", "The lucky side")
    page.ask("edit", file="coin.gbk", text=edited)
    assert (folder / ".coin.gbk.unsaved").read_text() == edited
    assert [row[:4] for row in page.ask("chapters", book="coin.gbk")] == [
        ["1", "The coin", "coin.gbk", 3],
        ["2", "The lucky side", "coin.gbk", 10],
        ["3", "Tails", "coin.gbk", 15],
    ]
    page.ask("save", file="coin.gbk", text=edited, digest=found["digest"])
    assert (folder / "coin.gbk").read_text() == edited
    assert not (folder / ".coin.gbk.unsaved").exists()


def test_what_is_written_while_a_save_waits_is_kept(page: Page, folder: Path) -> None:
    side = folder / ".coin.gbk.unsaved"
    digest = page.ask("open", file="coin.gbk")["digest"]
    first, second = COIN + "// first\n", COIN + "// second\n"
    page.ask("edit", file="coin.gbk", text=first)
    page.ask("edit", file="coin.gbk", text=second)
    saved = page.ask("save", file="coin.gbk", text=first, digest=digest)
    assert (saved["side"], saved["unkept"]) == (side.name, None)
    assert ((folder / "coin.gbk").read_text(), side.read_text()) == (first, second)
    saved = page.ask("save", file="coin.gbk", text=second, digest=saved["digest"])
    assert (saved["side"], side.exists()) == (None, False)


def test_a_text_that_is_taken_back_while_a_save_waits_is_kept(page: Page, folder: Path) -> None:
    """For the page, the text that it goes back to is that of the file, until it hears that another was written."""
    side = folder / ".coin.gbk.unsaved"
    digest = page.ask("open", file="coin.gbk")["digest"]
    for back_first in (True, False):
        page.ask("edit", file="coin.gbk", text="other")
        asked = [("save", {"text": "other", "digest": digest}), ("edit", {"text": COIN, "saved": digest})]
        answers = {name: page.ask(name, file="coin.gbk", **given) for name, given in asked[:: -1 if back_first else 1]}
        assert ((folder / "coin.gbk").read_text(), side.read_text()) == ("other", COIN)
        digest = page.ask("save", file="coin.gbk", text=COIN, digest=answers["save"]["digest"])["digest"]
        assert not side.exists()


def test_a_text_is_kept_and_saved_while_the_language_server_is_busy(
    client: TestClient, page: Page, folder: Path
) -> None:
    begun, enough, waited = Event(), Event(), []

    def take(*_: object) -> None:
        begun.set()
        waited.append(enough.wait(10))

    side, text = folder / ".coin.gbk.unsaved", COIN + "// more\n"
    digest = page.ask("open", file="coin.gbk")["digest"]
    address, headers = f"ws://{HERE}/lsp", {"origin": f"http://{HERE}"}
    with patch.object(bridge, "take", take), client.websocket_connect(address, headers=headers) as editor:
        editor.send_text("{}")
        assert begun.wait(10)
        asked = page.send("chapters", book="coin.gbk")
        assert page.ask("edit", file="coin.gbk", text=text)["side"] == side.name
        assert side.read_text() == text
        assert page.ask("save", file="coin.gbk", text=text, digest=digest)["side"] is None
        assert (folder / "coin.gbk").read_text() == text
        enough.set()
        assert len(page.receive(asked)["answer"]) == 3
    assert waited == [True]


def test_the_last_words_of_a_page_are_kept_though_it_is_gone_at_once(folder: Path) -> None:
    desk = Desk(Folder(folder), Solvers(print), Reader(), "coin.gbk", lambda _: None)
    conversation = asks.Conversation(desk)
    conversation.take(json.dumps({"id": 1, "ask": "edit", "with": {"file": "coin.gbk", "text": "last words"}}))
    conversation.leave()
    assert (folder / ".coin.gbk.unsaved").read_text() == "last words"


def test_what_was_not_saved_is_offered_until_it_is_dropped(page: Page, folder: Path) -> None:
    side = folder / ".coin.gbk.unsaved"
    side.write_text(COIN + "// more\n")
    (left,) = page.ask("open", file="coin.gbk")["left"]
    assert (left["side"], left["text"]) == (side.name, COIN + "// more\n")
    page.ask("edit", file="coin.gbk", text=COIN, saved=page.ask("open", file="coin.gbk")["digest"])
    page.ask("edit", file="coin.gbk", text=COIN + "// other\n")
    page.ask("save", file="coin.gbk", text=COIN + "// other\n", digest=page.ask("open", file="coin.gbk")["digest"])
    page.ask("close", file="coin.gbk")
    assert side.read_text() == COIN + "// more\n"
    assert "is no side file" in page.failure("drop", file="coin.gbk", side="coin.gbk")["message"]
    page.ask("drop", file="coin.gbk", side=side.name)
    assert sorted(each.name for each in folder.iterdir()) == ["coin.gbk"]


def test_a_page_that_goes_leaves_what_it_has_not_saved_to_the_others(client: TestClient, folder: Path) -> None:
    with connected(client) as one:
        one.ask("open", file="coin.gbk")
        with connected(client) as other:
            side = other.ask("edit", file="coin.gbk", text=COIN + "// two\n")["side"]
            assert side == ".coin.gbk.unsaved"
            assert one.ask("open", file="coin.gbk")["left"] == []
            one.ask("drop", file="coin.gbk", side=side)
            assert one.ask("edit", file="coin.gbk", text="mine")["side"] == ".coin.gbk.2.unsaved"
            assert (folder / side).read_text() == COIN + "// two\n"
        event = one.event()
        assert (event["event"], event["with"]["file"]) == ("left", "coin.gbk")
        assert [each["text"] for each in event["with"]["left"]] == [COIN + "// two\n"]
        digest = one.ask("open", file="coin.gbk")["digest"]
    with connected(client) as again:
        mine = again.ask("edit", file="coin.gbk", text="more", digest=digest, side=".coin.gbk.2.unsaved")["side"]
        assert mine == ".coin.gbk.2.unsaved"


@pytest.mark.slow
def test_after_a_break_a_file_that_cannot_be_read_is_in_no_others_way(client: TestClient, folder: Path) -> None:
    (folder / "end.gbk").write_text("=== 9 The end\n")
    with connected(client) as before:
        files = {name: before.ask("open", file=name)["digest"] for name in ("coin.gbk", "end.gbk")}
        sides = {name: before.ask("edit", file=name, text="mine")["side"] for name in files}
    (folder / "coin.gbk").write_bytes(b"caf\xe9")
    (folder / "end.gbk").write_text("theirs")
    with connected(client) as after:
        for name, digest in files.items():
            kept = after.ask("edit", file=name, text="mine, more", digest=digest, side=sides[name])
            assert (kept["side"], kept["unkept"]) == (sides[name], None)
        told = {each["event"]: each["with"]["file"] for each in (after.event(), after.event())}
        assert told == {"unreadable": "coin.gbk", "changed": "end.gbk"}
        assert {(folder / side).read_text() for side in sides.values()} == {"mine, more"}


def test_what_cannot_be_written_is_told_and_the_page_works_on(page: Page, folder: Path) -> None:
    found = page.ask("open", file="coin.gbk")
    text = COIN.replace("1-3", "1-5").replace("4-6", "6")
    with patch("gamebook.files.os.open", side_effect=PermissionError(13, "Permission denied", "x")):  # such a folder
        edited = page.ask("edit", file="coin.gbk", text=text)
        failure = page.failure("save", file="coin.gbk", text=text, digest=found["digest"])
    assert (edited["side"], edited["unkept"]) == (None, "permission denied")
    assert failure["message"] == "coin.gbk cannot be saved: permission denied"
    assert (folder / "coin.gbk").read_text() == COIN
    assert page.ask("edit", file="coin.gbk", text=text)["unkept"] is None


@pytest.mark.slow
def test_a_change_on_disk_is_told_and_never_overwritten(page: Page, folder: Path) -> None:
    found = page.ask("open", file="coin.gbk")
    (folder / "coin.gbk").write_text("theirs")
    event = page.event()
    assert (event["event"], event["with"]["file"], event["with"]["text"]) == ("changed", "coin.gbk", "theirs")
    failure = page.failure("save", file="coin.gbk", text="mine", digest=found["digest"])
    assert (failure["kind"], failure["text"]) == ("changed", "theirs")
    assert not event["with"]["here"]  # it was no page of the studio
    assert not failure["here"]
    assert (folder / "coin.gbk").read_text() == "theirs"
    page.ask("save", file="coin.gbk", text="mine", digest=failure["digest"])
    assert (folder / "coin.gbk").read_text() == "mine"


def test_a_file_that_is_only_half_written_is_not_told_of(page: Page, folder: Path) -> None:
    page.ask("open", file="coin.gbk")
    (desk,) = asks.DESKS
    with patch.object(desk, "send") as sent:
        for text in ("", "whole", "whole"):
            (folder / "coin.gbk").write_text(text)
            desk.look_at_files()
    (told,) = [call.args[0]["with"]["text"] for call in sent.call_args_list]
    assert told == "whole"


def test_a_file_that_cannot_be_read_any_more_is_told_of_once_and_when_it_can_again(page: Page, folder: Path) -> None:
    page.ask("open", file="coin.gbk")
    (desk,) = asks.DESKS
    with patch.object(desk, "send") as sent:
        for data in [b"caf\xe9"] * 6 + [COIN.encode()] * 3:
            (folder / "coin.gbk").write_bytes(data)
            desk.look_at_files()
    told = [call.args[0] for call in sent.call_args_list]
    assert [each["event"] for each in told] == ["unreadable", "unreadable"]
    assert "coin.gbk cannot be edited here" in told[0]["with"]["message"]
    assert told[1]["with"]["message"] == ""


def test_a_part_belongs_to_the_book_that_includes_it(page: Page, folder: Path) -> None:
    (folder / "coin.gbk").write_text(COIN.replace('book "Coin"\n', 'book "Coin"\n    include "end.gbk"\n', 1))
    (folder / "end.gbk").write_text("=== 9 The end\n-> victory\n")
    page.ask("open", file="end.gbk")
    assert page.ask("book", file="end.gbk") == "coin.gbk"
    assert page.ask("parts", book="coin.gbk") == ["coin.gbk", "end.gbk"]
    assert ["9", "The end", "end.gbk", 1, 0, "end"] in page.ask("chapters", book="coin.gbk")


def test_the_chances_are_those_of_the_text_that_is_not_saved(page: Page) -> None:
    page.ask("open", file="coin.gbk")
    assert page.ask("chances.solve", book="coin.gbk", hero="")["low"] == pytest.approx(1 / 2)
    page.ask("edit", file="coin.gbk", text=COIN.replace("1-3", "1").replace("4-6", "2-6"))
    chances = page.ask("chances.solve", book="coin.gbk", hero="")
    assert chances["high"] == pytest.approx(1 / 6)
    assert chances["chapters"]["2"][0] == 1
    assert chances["chapters"]["2"][1] == pytest.approx(1 / 6)


def test_chances_of_a_chapter_where_only_other_readers_come(page: Page) -> None:
    """Left wins 1/4 of the plays, and right all; nobody comes to 4."""
    dice = "~ random\n    1: -> victory\n    3: -> defeat\n"
    book = f"=== 1\n* Left -> 2\n* Right -> 3\n=== 2\n{dice}=== 3\n~ victory\n=== 4\n~ victory\n"
    page.ask("edit", file="coin.gbk", text=book)
    chances = page.ask("chances.solve", book="coin.gbk", hero="")["chapters"]
    assert {name: [value, strayed] for name, (value, _, _, strayed) in chances.items()} == {
        "1": [1, None],
        "2": [None, pytest.approx(1 / 4)],
        "3": [1, None],
        "4": [None, None],
    }


@pytest.mark.slow
def test_a_book_without_heroes_is_for_all(page: Page) -> None:
    assert page.ask("chances.solve", book="coin.gbk", hero="average")["low"] == pytest.approx(1 / 2)


@pytest.mark.slow
def test_a_book_with_errors_is_a_failure_of_its_own_kind(page: Page) -> None:
    page.ask("edit", file="coin.gbk", text=COIN.replace("-> 3", "-> 4"))
    assert page.failure("chances.solve", book="coin.gbk")["kind"] == "book"


@pytest.mark.slow
def test_a_newer_question_replaces_the_older_and_one_can_be_taken_back(page: Page) -> None:
    page.ask("edit", file="long.gbk", text=LONG)
    first = page.send("chances.solve", book="long.gbk", hero="")
    second = page.send("chances.solve", book="coin.gbk", hero="")
    assert page.receive(first)["failure"]["kind"] == "cancelled"
    assert page.receive(second)["answer"]["complete"]
    third = page.send("chances.solve", book="long.gbk", hero="")
    page.socket.send_text(json.dumps({"cancel": third}))
    assert page.receive(third)["failure"]["kind"] == "cancelled"
    assert page.ask("chances.solve", book="coin.gbk", hero="")["complete"]


@pytest.mark.slow
def test_a_process_that_is_killed_is_told_of_and_replaced(page: Page) -> None:
    before = page.ask("solvers")
    assert len(before) == 2
    asked = page.send("chances.solve", book="coin.gbk", hero="")
    page.ask("solvers")
    for each in before:
        os.kill(each, signal.SIGKILL)
    assert page.receive(asked)["failure"]["kind"] == "ended"
    for _ in before:  # of each that is gone; until then a question may still go to it
        told = page.event()
        assert (told["event"], "another has taken its place" in told["with"]["message"]) == ("ended", True)
    assert page.ask("chances.solve", book="coin.gbk", hero="")["low"] == pytest.approx(1 / 2)
    after = page.ask("solvers")
    assert len(after) == 2
    assert not set(before) & set(after)


def test_a_question_to_nobody_is_told_so(page: Page) -> None:
    assert page.failure("nothing.here") == {"kind": "usage", "message": "nobody here answers 'nothing.here'"}


ENDLESS = """\
book "Endless"
    aim score

=== 1
~ score +1
* Again -> 1
* Stop -> ending "Over"
"""
"""Best play never stops, so that nothing can be said of its points; a random reader goes round twice on average."""


@pytest.mark.slow
def test_what_is_unknown_comes_as_null(page: Page, folder: Path) -> None:
    (folder / "endless.gbk").write_text(ENDLESS)
    assert page.ask("whatif.value", book="endless.gbk", hero="") == {"value": None}
    details = page.ask("whatif.details", book="endless.gbk", hero="")
    assert (details["value"], details["random"]) == (None, pytest.approx(2))
    found = page.ask("chances.solve", book="endless.gbk", hero="")
    assert (found["low"], found["high"], found["random"]) == (None, None, pytest.approx(2))
    assert page.ask("files") == ["coin.gbk", "endless.gbk"]


def test_an_answer_that_json_cannot_say_is_a_failure_of_its_own(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(questions.ASKS, "starter", lambda *_: float("nan"))  # type: ignore[arg-type]
    failure = page.failure("starter")
    assert (failure["kind"], failure["message"][:10]) == ("bug", "ValueError")
    assert page.ask("files") == ["coin.gbk"]


@pytest.mark.slow
def test_a_bug_in_the_watch_is_told_once_and_the_watch_goes_on(
    page: Page, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.ask("open", file="coin.gbk")
    looked = 0
    right = Desk.look_at_files

    def look(desk: Desk) -> None:
        nonlocal looked
        looked += 1
        if looked <= 2:
            raise RuntimeError("a bug")
        right(desk)

    monkeypatch.setattr(Desk, "look_at_files", look)
    (folder / "coin.gbk").write_text("theirs")
    first, second = page.event(), page.event()
    assert first["event"] == "unwatched"
    assert first["with"]["message"].endswith("may be missed: RuntimeError: a bug")
    assert (second["event"], looked >= 4) == ("changed", True)


@pytest.mark.slow
def test_a_panel_sees_files_of_the_folder_only(page: Page, folder: Path) -> None:
    (folder / "other.gbk").write_text(COIN.replace("Heads", "Eagle"))
    assert "Eagle" in page.ask("compare.texts", book="coin.gbk", file="other.gbk")[0][1]
    for outside in ("../coin.gbk", "/etc/passwd", "a/../../coin.gbk"):
        assert page.failure("compare.texts", book="coin.gbk", file=outside)["kind"] == "usage"
