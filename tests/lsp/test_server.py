"""The server with a real client: `gamebook lsp` in a process, spoken to as Visual Studio Code and Neovim do."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from msgspec.structs import replace
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from gamebook.lsp.chances import Chances
from gamebook.lsp.server import Server
from gamebook.lsp.solved import digest_of
from gamebook.lsp.worker import Answer

BOOK = """\
book "A test"
    use fighting-fantasy

sheet
    item lantern, rope
    codeword OTTER

=== 1 The quay
🚢 A ship waits. You have {lantern} lantern.

* 🜁 Go aboard -> 2
* Stay [if rope] -> 3
* Look into the shed [if not rope]
    ~ gain rope
    ~ note OTTER
    -> 1

=== 2 The ship
~ gain lantern
* Sail -> victory
* Jump -> 3
* Whistle [if OTTER] -> victory

=== 3 The sea
-> defeat "You drown."
"""
pytestmark = pytest.mark.asyncio(loop_scope="module")
WAIT = 300
"""Seconds after which a test gives up."""
COMMAND = [sys.executable, "-m", "gamebook", "lsp"]


@pytest_lsp.fixture(
    scope="module",
    loop_scope="module",
    params=["visual-studio-code", pytest.param("neovim", marks=pytest.mark.slow)],
    config=ClientServerConfig(server_command=COMMAND),
)
async def client(
    request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[None]:
    for refresh in (lsp.WORKSPACE_INLAY_HINT_REFRESH, lsp.WORKSPACE_CODE_LENS_REFRESH):
        lsp_client.feature(refresh)(partial(_note, refresh))
    REGISTERED.clear()
    lsp_client.feature(lsp.CLIENT_REGISTER_CAPABILITY)(lambda given: REGISTERED.extend(given.registrations))
    setattr(lsp_client, "wait_for_notification", limited(lsp_client, lsp_client.wait_for_notification))  # noqa: B010
    setattr(lsp_client.protocol, "send_request_async", limited(lsp_client, lsp_client.protocol.send_request_async))  # noqa: B010
    await lsp_client.initialize_session(
        lsp.InitializeParams(
            capabilities=client_capabilities(request.param),
            root_uri=tmp_path_factory.getbasetemp().as_uri(),
            initialization_options={"gamebook": {"hints": "all"}},
        )
    )
    yield
    await lsp_client.shutdown_session()


def limited(client: LanguageClient, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The same call, which fails after `WAIT` seconds with what the server has said; pytest shows its stderr, too."""

    async def within(*given: object, **named: object) -> Any:  # noqa: ANN401 - whatever the call returns
        try:  # what comes late is no error: the call is not cancelled
            return await asyncio.wait_for(asyncio.shield(call(*given, **named)), WAIT)
        except TimeoutError:
            said = [*(each.message for each in client.log_messages), *(each.message for each in client.messages)]
            pytest.fail("\n".join((f"the server has not answered {given} for {WAIT} seconds; it said:", *said)))

    return within


REFRESHED: list[str] = []
"""What the server has asked the client to ask for again."""


def _note(what: str, _: object) -> None:
    REFRESHED.append(what)


REGISTERED: list[lsp.Registration] = []
"""What the server has asked the client to tell it."""


class Desk:
    """A book in a client."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client = client
        self.uri = path.as_uri()
        self.path = path
        self.text = ""
        self.version = 0

    def begin(self, text: str) -> None:
        self.text = text
        item = lsp.TextDocumentItem(self.uri, "gamebook", self.version, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    async def open(self, text: str) -> list[lsp.Diagnostic]:
        self.begin(text)
        return await self.findings()

    async def edit(self, text: str) -> list[lsp.Diagnostic]:
        self.text, self.version = text, self.version + 1
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        return await self.findings()

    async def findings(self) -> list[lsp.Diagnostic]:
        while True:
            told = await self.client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            if (told.uri, told.version) == (self.uri, self.version):
                return list(told.diagnostics)

    async def shows(self, *codes: str) -> None:
        """Wait until findings with some codes are shown."""
        shown: set[object] = set()
        for _ in range(10 * WAIT):
            shown = {each.code for each in self.client.diagnostics.get(self.uri, ())}
            if shown >= set(codes):
                return
            await asyncio.sleep(0.1)
        pytest.fail(f"{codes} are not shown, but {shown}")

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    @property
    def encoding(self) -> tuple[str, int]:
        """How the client and the server agreed to count columns, and the bytes of a unit."""
        able = self.client.capabilities.general
        kinds = able.position_encodings if able is not None else None
        return ("utf-8", 1) if kinds and lsp.PositionEncodingKind.Utf8 in kinds else ("utf-16-le", 2)

    def place(self, words: str, after: int = 0) -> lsp.Position:
        """Where some words begin, or `after` letters further on."""
        at = self.text.index(words) + after
        line = self.text.count("\n", 0, at)
        before = self.text[:at].rpartition("\n")[2]
        encoding, unit = self.encoding
        return lsp.Position(line, len(before.encode(encoding)) // unit)

    def applied(self, edits: Sequence[lsp.TextEdit]) -> str:
        """The text after edits that do not overlap."""
        encoding, unit = self.encoding
        lines = self.text.split("\n")
        for edit in sorted(edits, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True):
            start, end = edit.range.start, edit.range.end
            before = lines[start.line].encode(encoding)[: unit * start.character].decode(encoding)
            behind = lines[end.line].encode(encoding)[unit * end.character :].decode(encoding)
            lines[start.line : end.line + 1] = f"{before}{edit.new_text}{behind}".split("\n")
        return "\n".join(lines)


@pytest.fixture
def desk(client: LanguageClient, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(client, tmp_path / "book.gbk")
    yield desk
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(desk.document))


async def test_a_server_that_does_not_answer_fails_the_test_with_its_words(
    client: LanguageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the process cannot start that solves books: without a limit the test waits for its findings for ever."""
    monkeypatch.setattr(sys.modules[__name__], "WAIT", 0.05)
    said = lsp.LogMessageParams(lsp.MessageType.Warning, "the solver ended")
    monkeypatch.setattr(client, "log_messages", [said])
    with pytest.raises(pytest.fail.Exception, match=r"(?s)'nobody/knows'.* it said:\nthe solver ended"):
        await client.wait_for_notification("nobody/knows")


async def test_findings_follow_the_text(desk: Desk) -> None:
    assert await desk.open(BOOK) == []
    found = await desk.edit(BOOK.replace("🜁 Go aboard -> 2", "🜁 Go aboard -> 22"))
    assert [each.code for each in found if each.code == "GB101"] == ["GB101"]
    wrong = next(each for each in found if each.code == "GB101")
    assert wrong.range == lsp.Range(desk.place("-> 22", 3), desk.place("-> 22", 5))
    assert await desk.edit(BOOK) == []


async def test_a_part_that_is_not_open_and_changes_on_disk_is_read_again(desk: Desk) -> None:
    part = desk.path.with_name("part.gbk")
    part.write_text("=== 4 The shore\n-> victory\n")
    book = BOOK.replace("fantasy\n", 'fantasy\n    include "part.gbk"\n').replace("Jump -> 3", "Jump -> 4")
    assert [each.code for each in await desk.open(book) if each.code == "GB101"] == []
    able = desk.client.capabilities.workspace
    assert able is not None
    assert able.did_change_watched_files is not None
    if able.did_change_watched_files.dynamic_registration:
        (registered,) = REGISTERED
        assert registered.method == lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
        assert registered.register_options == {"watchers": [{"globPattern": "**/*.gbk"}]}
    part.write_text("=== 5 The shore\n-> victory\n")
    change = lsp.FileEvent(part.as_uri(), lsp.FileChangeType.Changed)
    desk.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))
    assert "GB101" in [each.code for each in await desk.findings()]


def _codes(desk: Desk) -> set[object]:
    """What is shown now."""
    return {each.code for each in desk.client.diagnostics.get(desk.uri, ())}


@pytest.mark.slow
async def test_a_file_that_becomes_a_part_of_a_book_has_the_findings_of_that_book(
    client: LanguageClient, desk: Desk
) -> None:
    """And when the book lets it go, its own again."""
    alone = BOOK.replace("=== 3 The sea", "=== 4 The shore\n-> victory\n\n=== 3 The sea")
    part = Desk(client, desk.path.with_name("part.gbk"))
    await desk.open(alone)
    assert "GB102" in [each.code for each in await part.open("=== 5 The hold\n~ lose lantern\n-> 3\n")]
    await desk.edit(alone.replace("fantasy\n", 'fantasy\n    include "part.gbk"\n'))
    await asyncio.sleep(0.3)
    assert not _codes(part) & {"GB101", "GB102"}
    await desk.edit(alone)
    await part.shows("GB101", "GB102")
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(part.document))


@pytest.mark.slow
async def test_the_findings_of_a_book_that_is_deleted_go_with_it(client: LanguageClient, tmp_path: Path) -> None:
    old, new = (tmp_path / f"{name}.gbk" for name in ("old", "new"))
    text = 'book "B"\n    include "part.gbk"\n\nsheet\n    item {item}\n\n=== 1\n~ gain {item}\n-> 2\n'
    old.write_text(text.format(item="lamp"))
    part = Desk(client, tmp_path / "part.gbk")
    assert [each.code for each in await part.open("=== 2\n~ lose rope\n-> victory\n")] == ["GB102"]
    old.unlink()
    new.write_text(text.format(item="rope"))
    kinds = {old: lsp.FileChangeType.Deleted, new: lsp.FileChangeType.Created}
    changes = [lsp.FileEvent(path.as_uri(), kind) for path, kind in kinds.items()]
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(changes))
    assert await part.findings() == []
    await asyncio.sleep(0.3)
    assert _codes(part) == set()
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(part.document))


async def test_a_part_that_has_changed_on_disk_and_nobody_told_is_read_before_a_name_changes(desk: Desk) -> None:
    part = desk.path.with_name("part.gbk")
    text = "=== old-mill\n* Look -> old-mill\n* On -> victory\n"
    part.write_text(text)
    await desk.open('book "M"\n    include "part.gbk"\n\n=== 1\n-> old-mill\n')
    place = desk.place("-> old-mill", 3)
    at = lsp.TextDocumentPositionParams(desk.document, place)
    before = await desk.client.text_document_definition_async(lsp.DefinitionParams(at.text_document, at.position))
    part.write_text(f"// one line\n// and another\n{text}")
    after = await desk.client.text_document_definition_async(lsp.DefinitionParams(at.text_document, at.position))
    assert isinstance(before, list)
    assert isinstance(after, list)
    lines = [each.range.start.line for each in (*before, *after) if isinstance(each, lsp.Location)]
    assert lines == [0, 2]
    part.write_text(f"// one line\n{text}")
    edit = await desk.client.text_document_rename_async(lsp.RenameParams(desk.document, place, "mill"))
    assert edit is not None
    edits = _edits(edit)
    assert edits.keys() == {desk.uri, part.as_uri()}
    able = desk.client.capabilities.workspace
    compares = able is not None and able.workspace_edit is not None and able.workspace_edit.document_changes
    assert _versions(edit) == ({desk.uri: desk.version, part.as_uri(): None} if compares else {})
    desk.text = part.read_text()
    assert desk.applied(edits[part.as_uri()]) == f"// one line\n{text.replace('old-mill', 'mill')}"


@pytest.mark.parametrize("name", ["a book.gbk", "Märchen 🐉.gbk", "it's (a+b).gbk"])
@pytest.mark.parametrize("safe", ["/", "/'()+"], ids=["quoted", "partly"])
async def test_a_file_has_the_address_that_the_editor_gives_it(desk: Desk, name: str, safe: str) -> None:
    """And its version, so that no old edit is made: editors write some signs as they are, and some as %2B."""
    desk.path = desk.path.with_name(name)
    desk.uri = f"file://{quote(str(desk.path), safe=safe)}"
    desk.version = 3
    assert [each.code for each in await desk.open("=== 1\n-> mill\n=== mill\n-> 7\n")] == ["GB101"]
    edit = await desk.client.text_document_rename_async(lsp.RenameParams(desk.document, desk.place("-> mill", 3), "b"))
    assert edit is not None
    if edit.document_changes is not None:
        assert _versions(edit) == {desk.uri: 3}


def _edits(edit: lsp.WorkspaceEdit) -> dict[str, list[lsp.TextEdit]]:
    """The edits by file: with versions for editors that compare them, else without."""
    if edit.changes is not None:
        assert edit.document_changes is None
        return {uri: list(changes) for uri, changes in edit.changes.items()}
    found = [each for each in edit.document_changes or () if isinstance(each, lsp.TextDocumentEdit)]
    return {
        each.text_document.uri: [change for change in each.edits if isinstance(change, lsp.TextEdit)] for each in found
    }


def _versions(edit: lsp.WorkspaceEdit) -> dict[str, int | None]:
    """The version of each file that the edits are about."""
    found = [each for each in edit.document_changes or () if isinstance(each, lsp.TextDocumentEdit)]
    return {each.text_document.uri: each.text_document.version for each in found}


async def test_the_book_to_be_played_is_the_one_that_includes_a_part(desk: Desk) -> None:
    part = desk.path.with_name("part.gbk")
    part.write_text("=== 4 The shore\n-> victory\n")
    desk.path.write_text(BOOK.replace("fantasy\n", 'fantasy\n    include "part.gbk"\n'))
    found = await desk.client.protocol.send_request_async("gamebook/main", {"uri": part.as_uri()})
    assert found == str(desk.path)


async def test_chapters_are_offered_after_an_arrow_and_items_after_gain(desk: Desk) -> None:
    desk.begin(BOOK)
    after_arrow = await _completed(desk, "aboard -> 2", len("aboard -> "))
    assert {"1", "2", "3", "victory", "back"} <= set(after_arrow)
    assert after_arrow["2"].detail == "The ship"
    after_gain = await _completed(desk, "~ gain lantern", len("~ gain "))
    assert {"lantern", "rope"} <= set(after_gain)
    assert "OTTER" not in after_gain
    assert "gain" in await _completed(desk, "~ gain lantern", 2)


STRATEGY = """book "Horn"
    use fighting-fantasy
    aim win
    expect reader random wins 0%..100%
    carry gold

sheet
    number gold = 5 in 0..9
    item rope
    limit sack 3: rope
    while rope: SKILL +1
    let half = gold

when gold > 8 -> victory

strategy mine(rich = 2)
    at 1: Sell if gold >= 2 else Buy
    at hall: Left
    otherwise best

=== 1
* Buy -> 2
    ~ pay 2 gold
* Sell, if you can -> 2

=== 2
~ choose "hall"
    * Left -> 3
    * Right -> 3

=== 3
~ fight "Wolf" SKILL 6, STAMINA 4
    escape -> 2
    with damage = 3
-> victory
"""


@pytest.mark.parametrize(
    ("old", "new", "offered"),
    [
        ("~ pay 2 gold", "~ pay ", {"gold", "rope"}),
        ("~ pay 2 gold", "~ pay 2 ", {"gold", "rope"}),
        ("at 1: Sell if gold >= 2 else Buy", "at ", {"1", "2", "3", "hall", "escape"}),
        ("at 1: Sell if gold >= 2 else Buy", "at 1: ", {"Buy", "Sell, if you can"}),
        ("at 1: Sell if gold >= 2 else Buy", "at 1: Buy if gold >= 2 else ", {"Buy", "Sell, if you can"}),
        ("at hall: Left", "at hall: ", {"Left", "Right"}),
        ("at hall: Left", 'at "hall" ', {"Left", "Right"}),
        ("at hall: Left", "at escape: ", {"Escape", "Fight on"}),
        ("at hall: Left", "at escape: Fight o", {"Escape", "Fight on"}),
        ("at 1: Sell if gold >= 2 else Buy", "at 1: Buy if ", {"rich", "gold", "not"}),
        ("at 1: Sell if gold >= 2 else Buy", "at 1: Buy if gold >= ", {"rich", "gold"}),
        ("otherwise best", "otherwise ", {"best", "random", "first"}),
        ("carry gold", "carry g", {"gold", "rope"}),
        ("carry gold", "carry gold, ", {"gold", "rope"}),
        ("limit sack 3: rope", "limit sack 3: ", {"rope"}),
        ("limit sack 3: rope", "limit sack 3: rope, r", {"rope"}),
        ("let half = gold", "let half = ", {"gold"}),
        ("when gold > 8 -> victory", "when ", {"gold", "not"}),
        ("when gold > 8 -> victory", "when gold > 8 and ", {"gold", "not"}),
        ("while rope: SKILL +1", "while ", {"rope", "not"}),
        ("while rope: SKILL +1", "while rope: ", {"SKILL"}),
        ("aim win", "aim ", {"win", "score", "win then score"}),
        ("expect reader random wins 0%..100%", "expect reader ", {"random", "careless"}),
        ("~ pay 2 gold", "~ gold +", {"gold", "half"}),
        ("~ pay 2 gold", "~ lose all ", {"rope"}),
        ("~ pay 2 gold", "~ else if ", {"rope", "not"}),
        ("~ pay 2 gold", "~ repeat until ", {"rope", "not"}),
        ("~ pay 2 gold", "~ roll 1d6 by ", {"dice", "ledger", "scope"}),
        ("~ pay 2 gold", "~ roll 1d6 by ledger scope ", {"book", "chapter", "fight"}),
        ('~ fight "Wolf" SKILL 6, STAMINA 4', '~ fight "Wolf" ', {"SKILL", "STAMINA"}),
        ('~ fight "Wolf" SKILL 6, STAMINA 4', '~ fight "Wolf" SKILL 6, ', {"SKILL", "STAMINA"}),
        ("    with damage = 3", "    with ", {"damage"}),
        ("    with damage = 3", '    busy "Wolf" while ', {"gold", "not"}),
        ("    with damage = 3", "    with damage = initial ", {"STAMINA"}),
        ("~ pay 2 gold", "~ set gold = initial ", {"STAMINA"}),
        ("* Buy -> 2", "* Buy [if initial ", {"STAMINA"}),
        ("let half = gold", "let half = initial ", {"STAMINA"}),
    ],
)
async def test_what_can_be_paid_and_what_a_strategy_can_say(desk: Desk, old: str, new: str, offered: set[str]) -> None:
    desk.begin(STRATEGY.replace(old, new))
    found = await _completed(desk, new, len(new))
    assert offered <= set(found)
    if "Sell, if you can" in offered:
        assert found["Sell, if you can"].insert_text == '"Sell, if you can"'
        assert set(found) == offered


FIGHTS = """book "Joust"

sheet
    number gold = 3 in 0..9
    item rope
    limit sack 3: rope

test luck
    succeed 1d6 <= gold
    lucky | unlucky

table odds columns 1..1 rows 1..1
    1

rule pay-for(thing, price)
    ~ gold -1

combat fight
    foe HITS
    won when foe HITS < 1
    round
        ~ foe HITS -1

combat joust
    foe SEAT
    won when foe SEAT < 1
    option shock = 1
    local my-seat = 1 in 0..1
    round
        ~ foe SEAT -1

=== 1
~ choose bet in 0..gold
~ store rope in chest
~ test luck
    lucky -> 2
    unlucky -> 2

=== 2
~ fight joust "Sable" SEAT 2
    local blows = 0 in 0..9
    each round
        ~ blows +1
-> victory
"""


@pytest.mark.parametrize(
    ("old", "new", "offered", "others"),
    [
        ("~ foe HITS -1", "~ foe ", {"HITS"}, {"SEAT", "gold"}),
        ("~ foe SEAT -1", "~ foe ", {"SEAT"}, {"HITS"}),
        ("~ foe SEAT -1", "~ foe SEAT -", {"shock", "my-seat", "gold"}, {"thing", "SEAT"}),
        ("~ foe SEAT -1", "~ ", {"my-seat", "gold", "gain"}, {"blows"}),
        ("won when foe SEAT", "won when foe ", {"SEAT"}, {"HITS", "gold"}),
        ("won when foe SEAT", "won when ", {"my-seat", "shock", "gold"}, {"thing"}),
        ("~ gold -1", "~ if ", {"thing", "price", "gold"}, {"blows"}),
        ("~ gold -1", "~ foe ", {"HITS", "SEAT"}, set()),
        ("~ gold -1", "~ gain ", {"thing", "rope"}, {"gold"}),
        ("~ gold -1", "~ gold -", {"price", "odds"}, {"blows"}),
        ("~ blows +1", "~ if ", {"blows", "shock", "my-seat", "gold"}, {"price", "bet in"}),
        ("~ blows +1", "~ if foe ", {"SEAT"}, {"HITS", "gold"}),
        ('~ fight joust "Sable"', "~ fight ", {"joust"}, {"fight"}),
        ('~ fight joust "Sable" SEAT 2', '~ fight joust "Sable" ', {"SEAT"}, {"HITS"}),
        ("bet in 0..gold", "bet in 0..", {"gold"}, {"price"}),
        ("~ store rope in chest", "~ store ", {"sack", "rope"}, {"chest"}),
        ("    unlucky -> 2", "    ", {"lucky", "unlucky"}, {"gold"}),
        ("~ choose bet in 0..gold", "~ set ", {"gold", "rope"}, {"price", "sack"}),
        ("=== 2", "~ return rope from ", {"chest"}, {"gold"}),
        ("=== 2", "~ if ", {"gold"}, {"price", "my-seat", "shock", "blows"}),
    ],
)
async def test_a_fight_and_a_rule_are_offered_what_is_known_there(
    desk: Desk, old: str, new: str, offered: set[str], others: set[str]
) -> None:
    text = FIGHTS.replace(old, f"{new}\n=== 2" if old == "=== 2" else new, 1)
    desk.begin(text)
    column = len(text[: FIGHTS.index(old)].rpartition("\n")[2]) + len(new)
    line = text.count("\n", 0, FIGHTS.index(old))
    place = lsp.Position(line, column)
    found = await desk.client.text_document_completion_async(lsp.CompletionParams(desk.document, place))
    assert isinstance(found, list)
    labels = {each.label for each in found}
    assert offered <= labels
    assert not others & labels


async def test_a_decision_of_the_system_is_offered_once(desk: Desk) -> None:
    desk.begin(STRATEGY.replace("at hall: Left", "at "))
    place = desk.place("    at \n", len("    at "))
    found = await desk.client.text_document_completion_async(lsp.CompletionParams(desk.document, place))
    assert isinstance(found, list)
    labels = [each.label for each in found]
    assert "press" in labels
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize(("fight", "own"), [("fight", False), ("fight duel", True)])
async def test_a_fight_is_offered_what_can_be_set_in_its_own_combat(desk: Desk, fight: str, own: bool) -> None:
    duel = "combat duel\n    foe HITS\n    option my-seat = 3\n    won when foe HITS < 1\n"
    duel += "    round\n        ~ foe HITS -1\n"
    text = STRATEGY.replace("when gold > 8", f"{duel}\nwhen gold > 8").replace("~ fight", f"~ {fight}")
    desk.begin(text.replace("with damage = 3", "with "))
    found = await _completed(desk, "    with ", len("    with "))
    assert ("my-seat" in found, "damage" in found) == (own, not own)


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("at her c", 'at "her call"'),
        ('at "her c', 'at "her call'),
        ('at "her call": Go o', 'at "her call": Go on'),
        ('at "her call": "Go o', 'at "her call": "Go on'),
        ("at 2: Stop if gold > 1 else Do n", "at 2: Stop if gold > 1 else Do not"),
        ('at "her call": Wait, i', 'at "her call": "Wait, if you can"'),
    ],
)
async def test_what_has_several_words_takes_the_place_of_those_that_are_typed(
    desk: Desk, line: str, completed: str
) -> None:
    await desk.open(
        f'sheet\n    number gold\n\nstrategy mine\n    {line}\n\n=== 1\n~ choose "her call"\n    * Go on -> 2\n'
        '    * Wait, if you can -> 2\n\n=== 2\n~ may "Stop"\n    ~ gold +1\n-> victory\n'
    )
    offered = (await _completed(desk, line, len(line))).values()
    edits = [each.text_edit for each in offered if isinstance(each.text_edit, lsp.TextEdit)]
    assert desk.text.replace(line, completed) in [desk.applied([edit]) for edit in edits]


@pytest.mark.slow
async def test_prose_that_begins_like_a_line_of_the_header_offers_nothing(desk: Desk) -> None:
    """A blank asks for offers while prose is written."""
    for words in (
        "carry ",
        "use ",
        "  at the ",
        "when ",
        "    with ",
        "while ",
        "His initial ",
        '~ victory "His initial ',
    ):
        await desk.open(f"{STRATEGY}\n=== 4\nFar away\n{words}\n")
        assert not await _completed(desk, f"\n{words}\n", len(words) + 1)
        desk.client.text_document_did_close(lsp.DidCloseTextDocumentParams(desk.document))


async def test_the_chapter_that_is_being_written_is_offered_and_chapters_come_by_number(desk: Desk) -> None:
    """With an arrow that leads nowhere yet, the chapter cannot be read."""
    desk.begin(BOOK.replace("* Sail -> victory", "* Sail -> ").replace("=== 3 The sea", "=== 10 The sea"))
    offered = await _completed(desk, "* Sail -> ", len("* Sail -> "))
    assert offered["2"].detail == "The ship"
    by_order = sorted(offered.values(), key=lambda each: each.sort_text or "")
    assert [each.label for each in by_order] == ["1", "2", "10", "victory", "defeat", "ending", "back"]


async def test_an_answer_that_comes_too_late_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """About a book that is closed, its findings would come back for ever; about another hero, the numbers are wrong."""
    told: list[str] = []
    monkeypatch.setattr(Server, "text_document_publish_diagnostics", lambda _, params: told.append(params.uri))
    monkeypatch.setattr(Server, "window_log_message", lambda _, params: told.append(params.message))
    monkeypatch.setattr(Server, "publish", lambda _, main: told.append(main))
    monkeypatch.setattr(Server, "refresh", lambda _: None)
    path, server = str(tmp_path / "book.gbk"), Server()
    server.books.edit(path, BOOK)
    digest = digest_of(server.books.project(path).edition().sources.values())
    numbers = Chances(digest, wins=True, low=1.0, high=1.0, random=None, chapters={}, choices={}, hero="")
    answer = Answer(path, digest, server.settings.hero, chances=numbers)
    server.learn(answer)
    assert server.results[path].chances is numbers
    server.configure({"hero": "weak"})
    server.learn(answer)
    assert server.results[path].chances is None
    server.learn(replace(answer, hero="weak"))
    assert server.results[path].chances is numbers
    server.learn(replace(answer, hero="weak", chances=None, findings=()))
    assert told == [path]
    server.books.close(path)
    server.forget(path)
    for late in (answer, replace(answer, chances=None, findings=()), replace(answer, chances=None, failure="no")):
        server.learn(replace(late, hero="weak"))
    assert (told, server.results) == ([path], {})


async def test_a_change_that_is_handled_after_the_end_begins_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page may close right after a change: the process that would solve it had nobody to end it."""
    for pause in ("SILENCE", "PAUSE"):
        monkeypatch.setattr(f"gamebook.lsp.server.{pause}", 0.0)
    path, server, done = str(tmp_path / "book.gbk"), Server(), list[str]()
    server.books.edit(path, BOOK)
    monkeypatch.setattr(Server, "publish", lambda _, main: done.append(main))
    monkeypatch.setattr(Server, "_ask", lambda _, main: done.append(main))
    server.look_again([path])
    await asyncio.sleep(0.05)
    assert done == [path, path]
    server.end()
    server.look_again([path])
    await asyncio.sleep(0.05)
    assert done == [path, path]


async def _completed(desk: Desk, words: str, after: int) -> dict[str, lsp.CompletionItem]:
    place = desk.place(words, after)
    found = await desk.client.text_document_completion_async(lsp.CompletionParams(desk.document, place))
    assert isinstance(found, list)
    return {each.label: each for each in found}


async def test_where_a_chapter_is_written_and_where_it_is_used(desk: Desk) -> None:
    await desk.open(BOOK)
    place = desk.place("Stay [if rope] -> 3", len("Stay [if rope] -> "))
    defined = await desk.client.text_document_definition_async(lsp.DefinitionParams(desk.document, place))
    head = desk.place("=== 3", 4)
    end = lsp.Position(head.line, head.character + 1)
    assert defined == [lsp.Location(desk.uri, lsp.Range(head, end))]
    used = await desk.client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=False), desk.document, place)
    )
    assert used is not None
    assert [each.range.start for each in used] == [place, desk.place("Jump -> 3", 8)]


async def test_a_key_gets_another_name_everywhere(desk: Desk) -> None:
    await desk.open(BOOK)
    edit = await desk.client.text_document_rename_async(
        lsp.RenameParams(desk.document, desk.place("~ gain lantern", 8), "storm-lamp")
    )
    assert edit is not None
    assert desk.applied(_edits(edit)[desk.uri]) == BOOK.replace("{lantern}", "{storm-lamp}").replace(
        "item lantern", "item storm-lamp"
    ).replace("gain lantern", "gain storm-lamp")


@pytest.mark.parametrize(
    ("words", "after", "name", "why"),
    [
        ("~ gain lantern", 8, "rope", "already means something"),
        ("~ gain lantern", 8, "two words", "“two words” is not a name"),
        ("~ gain lantern", 8, "", "A name is missing"),
        ("~ gain lantern", 8, "not", "“not” is not a name|already means something"),
        ("A ship waits", 3, "boat", "Nothing here has a name"),
    ],
)
async def test_a_name_that_cannot_be_given_is_refused_with_a_reason(
    desk: Desk, words: str, after: int, name: str, why: str
) -> None:
    await desk.open(BOOK)
    with pytest.raises(Exception, match=why):
        await desk.client.text_document_rename_async(lsp.RenameParams(desk.document, desk.place(words, after), name))


async def test_prose_has_no_name_to_change_and_a_name_has_its_place(desk: Desk) -> None:
    """An editor that is told so before does not ask for a new name."""
    await desk.open(BOOK)
    prepared = [
        await desk.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(desk.document, place))
        for place in (desk.place("A ship waits", 3), desk.place("~ gain lantern", 8))
    ]
    start = desk.place("~ gain lantern", 7)
    assert prepared == [None, lsp.Range(start, lsp.Position(start.line, start.character + len("lantern")))]
    await desk.edit(BOOK.replace("[if rope]", "[if SKILL > 7]"))
    place = desk.place("[if SKILL", 5)
    with pytest.raises(Exception, match=r"^The stat SKILL belongs to .*\.$"):
        await desk.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(desk.document, place))


async def test_a_number_that_readers_work_out_is_kept(desk: Desk) -> None:
    book = BOOK.replace("codeword OTTER", "codeword OTTER\n    number key = 1d2 + 1 in 2..3").replace(
        "-> 2\n", "-> (key)\n"
    )
    await desk.open(book)
    with pytest.raises(Exception, match="keeps its number"):
        await desk.client.text_document_rename_async(lsp.RenameParams(desk.document, desk.place("=== 3", 4), "33"))


async def test_what_a_name_means(desk: Desk) -> None:
    await desk.open(BOOK)
    found = await desk.client.text_document_hover_async(lsp.HoverParams(desk.document, desk.place("aboard -> 2", 10)))
    assert found is not None
    assert isinstance(found.contents, lsp.MarkupContent)
    assert "The ship" in found.contents.value
    found = await desk.client.text_document_hover_async(lsp.HoverParams(desk.document, desk.place("if rope", 4)))
    assert found is not None
    assert isinstance(found.contents, lsp.MarkupContent)
    assert "item **rope**" in found.contents.value


async def test_a_fix_removes_its_finding_and_adds_none(desk: Desk) -> None:
    broken = BOOK.replace("* Jump -> 3", "* Jump -> 33")
    found = await desk.open(broken)
    before = sorted(str(each.code) for each in found)
    actions = await desk.client.text_document_code_action_async(
        lsp.CodeActionParams(
            desk.document, next(each.range for each in found if each.code == "GB101"), lsp.CodeActionContext([])
        )
    )
    assert actions
    titles = {each.title: each for each in actions if isinstance(each, lsp.CodeAction)}
    assert {"Write chapter 33", "Change to 3"} <= set(titles)
    for title in ("Write chapter 33", "Change to 3"):
        edit = titles[title].edit
        assert edit is not None
        after = await desk.edit(desk.applied(_edits(edit)[desk.uri]))
        left = sorted(str(each.code) for each in after)
        assert "GB101" not in left
        assert set(left) <= set(before)
        await desk.edit(broken)


async def test_outline_folds_links_and_colours(desk: Desk) -> None:
    await desk.open(BOOK)
    outline = await desk.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(desk.document))
    assert outline is not None
    assert [each.name for each in outline] == [
        "lantern", "rope", "OTTER", "1 The quay", "2 The ship", "3 The sea",
    ]  # fmt: skip
    folds = await desk.client.text_document_folding_range_async(lsp.FoldingRangeParams(desk.document))
    assert folds is not None
    assert (desk.place("=== 2").line, desk.place("* Whistle").line) in {
        (each.start_line, each.end_line) for each in folds
    }
    links = await desk.client.text_document_document_link_async(lsp.DocumentLinkParams(desk.document))
    assert links is not None
    assert [Path(str(each.target)).name for each in links] == ["fighting-fantasy.gbk"]
    colours = await desk.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(desk.document))
    assert colours is not None
    assert len(colours.data) % 5 == 0
    assert colours.data
    search = await desk.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("sea"))
    assert search is not None
    assert [each.name for each in search] == ["3 The sea"]


async def test_a_book_is_tidied(desk: Desk) -> None:
    untidy = BOOK.replace("* Sail -> victory", "*   Sail   ->   victory")
    await desk.open(untidy)
    edits = await desk.client.text_document_formatting_async(
        lsp.DocumentFormattingParams(desk.document, lsp.FormattingOptions(4, insert_spaces=True))
    )
    assert edits is not None
    assert desk.applied(edits) == BOOK


SHARED = "=== inn\n* Use it [if rope] -> end\n* Leave -> end\n\n=== end\n~ victory\n"


def _two_books(folder: Path) -> tuple[str, str]:
    """The texts of two books that include one file, which only the first of them can read without errors."""
    texts = [
        f'book "{item}"\n    include "shared.gbk"\n\nsheet\n    item {item}\n\n=== 1\n~ gain {item}\n-> inn\n'
        for item in ("rope", "ropes")
    ]
    for name, text in zip(("a.gbk", "b.gbk", "shared.gbk"), (*texts, SHARED), strict=True):
        (folder / name).write_text(text)
    return texts[0], texts[1]


@pytest.mark.slow
@pytest.mark.parametrize("order", [("a", "b", "shared"), ("shared", "b", "a")])
async def test_a_file_of_two_books_shows_the_findings_of_both(
    client: LanguageClient, tmp_path: Path, order: tuple[str, ...]
) -> None:
    _two_books(tmp_path)
    shared = Desk(client, tmp_path / "shared.gbk")
    desks = {name: Desk(client, tmp_path / f"{name}.gbk") for name in ("a", "b")} | {"shared": shared}
    for name in order:
        desks[name].begin(desks[name].path.read_text())
    await shared.shows("GB102", "GB207")  # the one of b; the one of a, for which a is solved
    await desks["a"].edit(f"{desks['a'].text}\n")
    await asyncio.sleep(0.5)
    await shared.shows("GB102")
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(desks["a"].document))
    place = shared.place("if rope", 4)
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(shared.document, lsp.Range(place, place), lsp.CodeActionContext([]))
    )
    assert {each.title for each in actions or ()} >= {"Change to ropes", "Silence GB207 here"}
    for desk in (shared, desks["b"]):
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(desk.document))


@pytest.mark.parametrize("start", ["shared", "b"])
async def test_a_name_in_a_file_of_two_books_changes_in_both(
    client: LanguageClient, tmp_path: Path, start: str
) -> None:
    texts = dict(zip("ab", _two_books(tmp_path), strict=True)) | {"shared": SHARED}
    desk = Desk(client, tmp_path / f"{start}.gbk")
    await desk.open(texts[start])
    place = desk.place("=== inn", 4) if start == "shared" else desk.place("-> inn", 3)
    used = await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), desk.document, place)
    )
    assert {Path(each.uri).name for each in used or ()} == {"a.gbk", "b.gbk", "shared.gbk"}
    assert len(used or ()) == 3
    edit = await client.text_document_rename_async(lsp.RenameParams(desk.document, place, "tavern"))
    assert edit is not None
    for name, text in texts.items():
        desk.text = text
        changed = desk.applied(_edits(edit)[desk.path.with_name(f"{name}.gbk").as_uri()])
        assert changed == text.replace("inn", "tavern")
    with pytest.raises(Exception, match=r"“1” already means something in the book \w\.gbk"):
        await client.text_document_rename_async(lsp.RenameParams(desk.document, place, "1"))
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("inn"))
    assert [each.name for each in found or ()] == ["inn"]
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(desk.document))


@pytest.mark.parametrize("start", ["rules", "a"])
async def test_a_name_of_an_own_rule_system_changes_in_all_books_that_use_it(
    client: LanguageClient, tmp_path: Path, start: str
) -> None:
    texts = {"rules": "system rules\n\nsheet\n    stat life = 6\n\nwhen life <= 0 -> defeat\n"}
    texts |= {name: f'book "{name}"\n    use rules\n\n=== 1\n~ life -2\n-> victory\n' for name in "ab"}
    for name, text in texts.items():
        (tmp_path / f"{name}.gbk").write_text(text)
    desk = Desk(client, tmp_path / f"{start}.gbk")
    assert "GB117" not in [each.code for each in await desk.open(texts[start])]
    edit = await client.text_document_rename_async(lsp.RenameParams(desk.document, desk.place("life"), "luck"))
    assert edit is not None
    for name, text in texts.items():
        desk.text = text
        changed = desk.applied(_edits(edit)[desk.path.with_name(f"{name}.gbk").as_uri()])
        assert changed == text.replace("life", "luck")
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(desk.document))


async def test_chances_stand_beside_the_text_and_go_when_it_changes(desk: Desk) -> None:
    await desk.open(BOOK)
    hints = await _hints(desk, wait=True)
    assert hints[desk.place("=== 1").line] == "100%"
    assert hints[desk.place("=== 3").line] == "best play never comes here"
    assert hints[desk.place("* Sail").line] == "best"
    assert hints[desk.place("* Jump").line] == "−100%"
    await desk.edit(BOOK.replace("* Jump", "* Dive"))
    assert await _hints(desk) == {}


@pytest.mark.slow
async def test_other_settings_count_at_once(desk: Desk) -> None:
    await desk.open(BOOK)
    able = desk.client.capabilities.workspace
    assert able is not None
    asked = [
        method
        for method, part in (
            (lsp.WORKSPACE_INLAY_HINT_REFRESH, able.inlay_hint),
            (lsp.WORKSPACE_CODE_LENS_REFRESH, able.code_lens),
        )
        if part is not None and part.refresh_support
    ]
    assert asked
    everything = await _hints(desk, wait=True)
    try:
        for hints, lines in (("chapters", 3), ("off", 0), ("all", len(everything))):
            REFRESHED.clear()
            desk.client.workspace_did_change_configuration(_settings(hints=hints))
            assert len(await _hints(desk)) == lines
            assert asked == REFRESHED
        REFRESHED.clear()
        desk.client.workspace_did_change_configuration(_settings(hints="all"))
        desk.client.workspace_did_change_configuration(_settings(hero="weak", solve=False))
        assert await _hints(desk) == {}
        assert asked == REFRESHED
        desk.client.workspace_did_change_configuration(_settings(hints="al", lenses=1, seconds=0, hero=None))
        assert await _hints(desk) == {}
        assert [each.message for each in desk.client.messages[-3:]] == [
            'The setting gamebook.hints is “off”, “chapters” or “all”, not "al".',
            "The setting gamebook.lenses is true or false, not 1.",
            "The setting gamebook.seconds is a number of seconds above 0, not 0.",
        ]
    finally:
        desk.client.workspace_did_change_configuration(_settings(hero="average", solve=True))


def _settings(**values: object) -> lsp.DidChangeConfigurationParams:
    return lsp.DidChangeConfigurationParams({"gamebook": values})


async def _hints(desk: Desk, *, wait: bool = False) -> dict[int, str]:
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(1000, 0))
    while True:
        found = await desk.client.text_document_inlay_hint_async(lsp.InlayHintParams(desk.document, whole))
        if found or not wait:
            return {each.position.line: str(each.label) for each in found or ()}
        await desk.client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
