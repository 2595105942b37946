"""Hostile requests: refused, or harmless."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from gamebook.studio.bench import Json
from gamebook.studio.folder import Folder
from gamebook.studio.guard import LONGEST, REFUSED, TOO_LONG, Guard
from gamebook.studio.server import app, listen

PORT = 8000
HERE = f"http://127.0.0.1:{PORT}"
THERE = f"ws://127.0.0.1:{PORT}"
TOKEN = "a-token-of-this-test"
HOSTILE = '<script>alert("here")</script>'
BOOK = f'book "{HOSTILE}"\n\n=== 1 {HOSTILE}\nOn.\n\n-> victory\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "books"
    inside.mkdir()
    (inside / "book.gbk").write_text(BOOK)
    (tmp_path / "secret.gbk").write_text("a secret")
    (inside / "link.gbk").symlink_to(tmp_path / "secret.gbk")
    return inside


@pytest.fixture
def stranger(folder: Path) -> TestClient:
    """Somebody without the token."""
    return TestClient(
        app(Folder(folder.resolve()), "book.gbk", PORT, TOKEN), base_url=HERE, follow_redirects=False, cookies={}
    )


@pytest.fixture
def writer(stranger: TestClient) -> TestClient:
    """Our own page: it came with the token, and has the cookie."""
    assert stranger.get("/", params={"token": TOKEN}).status_code == 303
    stranger.headers["origin"] = HERE
    return stranger


def asked(client: TestClient, name: str, **given: Json) -> Json:
    with client.websocket_connect(THERE + "/ask") as socket:
        socket.send_text(json.dumps({"id": 1, "ask": name, "with": given}))
        return socket.receive_json()


def refused(client: TestClient, address: str, headers: dict[str, str]) -> int:
    with pytest.raises(WebSocketDisconnect) as ended, client.websocket_connect(THERE + address, headers=headers):
        pass
    return ended.value.code


def test_the_token_is_exchanged_for_a_cookie_of_this_port(stranger: TestClient) -> None:
    answer = stranger.get("/", params={"token": TOKEN})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"gamebook_{PORT}={TOKEN};")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {each.strip() for each in cookie.split(";")}
    page = stranger.get("/")
    assert page.status_code == 200
    assert "gamebook studio" in page.text


def test_the_page_runs_no_script_but_ours(writer: TestClient) -> None:
    page = writer.get("/")
    policy = page.headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert "<script>" not in page.text
    assert " onclick" not in page.text
    nonce = page.text.partition('name="nonce" content="')[2].partition('"')[0]
    assert f"'nonce-{nonce}'" in rules["style-src"]
    assert nonce not in writer.get("/").text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": f"evil.example:{PORT}"}, 421),
        ({"host": f"127.0.0.1:{PORT + 1}"}, 421),
        ({"host": f"127.0.0.1.evil.example:{PORT}"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"http://127.0.0.1:{PORT + 1}"}, 403),
        ({"origin": f"http://localhost:{PORT}"}, 403),
        ({"origin": f"https://127.0.0.1:{PORT}"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
    ids=str,
)
@pytest.mark.parametrize("address", ["/static/studio.js", "/ask", "/lsp"])
def test_from_elsewhere_nothing_is_to_be_had(
    writer: TestClient, address: str, headers: dict[str, str], status: int
) -> None:
    if address.startswith("/static"):
        answer = writer.get(address, headers=headers)
        assert answer.status_code == status
        assert "import" not in answer.text
    else:
        assert refused(writer, address, headers) == REFUSED


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], TOKEN + "x", "é", "\udc80"])
def test_without_the_token_nothing_is_to_be_had(stranger: TestClient, token: str) -> None:
    query = f"/?token={token.encode('utf-8', 'surrogatepass').hex() if not token.isascii() else token}"
    assert stranger.get(query).status_code == 401
    cookies = f"gamebook_{PORT}={token if token.isascii() else 'x'}"
    for address in ("/", "/static/studio.js", "/nowhere"):
        assert stranger.get(address, headers={"cookie": cookies}).status_code == 401
    for address in ("/ask", "/lsp", "/nowhere"):
        assert refused(stranger, address, {"cookie": cookies, "origin": HERE}) == REFUSED


def test_the_token_counts_at_the_front_door_only(stranger: TestClient) -> None:
    assert stranger.get("/static/studio.js", params={"token": TOKEN}).status_code == 401
    assert refused(stranger, f"/ask?token={TOKEN}", {"origin": HERE}) == REFUSED


def test_a_cookie_of_another_port_does_not_count(stranger: TestClient) -> None:
    assert stranger.get("/", headers={"cookie": f"gamebook_{PORT + 1}={TOKEN}"}).status_code == 401


def test_who_changes_something_must_say_where_it_comes_from(writer: TestClient) -> None:
    del writer.headers["origin"]
    assert writer.get("/").status_code == 200
    assert writer.post("/").status_code == 403
    assert refused(writer, "/ask", {}) == REFUSED


@pytest.mark.parametrize(
    "path",
    ["../__init__.py", "%2e%2e/asks.py", "..%2fasks.py", "/etc/passwd", "vendor/../../asks.py", "..\\asks.py"],
)
def test_static_files_come_from_their_folder(writer: TestClient, path: str) -> None:
    assert writer.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize(
    "name",
    [
        "../secret.gbk",
        "sub/../../secret.gbk",
        "/etc/passwd",
        "/etc/hosts.gbk",
        "link.gbk",
        "..",
        ".",
        "",
        "C:\\book.gbk",
        "book.gbk\0.txt",
        "notes.txt",
        ".book.gbk",
        "~/book.gbk/../../../secret.gbk",
    ],
)
@pytest.mark.parametrize("question", ["open", "edit", "save", "close", "chapters", "parts", "chances.solve"])
def test_files_lie_below_the_folder(writer: TestClient, folder: Path, question: str, name: str) -> None:
    given = {"file": name, "book": name, "text": "mine", "digest": ""}
    before = sorted(folder.parent.rglob("*"))
    answer = asked(writer, question, **given)
    assert answer["failure"]["kind"] == "usage"
    assert "not a file of this folder" in answer["failure"]["message"]
    assert sorted(folder.parent.rglob("*")) == before
    assert (folder.parent / "secret.gbk").read_text() == "a secret"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no json",
        "[]",
        "1",
        "null",
        "[" * 100_000,
        '{"id": "x", "ask": "open"}',
        '{"id": 1, "ask": "open", "with": []}',
        '{"id": 1, "ask": "open", "with": {"file": 7}}',
        '{"id": 1, "ask": "__init__"}',
        '{"id": 1, "ask": "chances.solve.__globals__"}',
        '{"id": true, "ask": "hello"}',
    ],
)
def test_messages_without_sense_are_told_so(writer: TestClient, message: str) -> None:
    with writer.websocket_connect(THERE + "/ask") as socket:
        socket.send_text(message)
        assert socket.receive_json()["failure"]["kind"] == "usage"
        socket.send_text('{"id": 2, "ask": "hello"}')
        assert socket.receive_json()["answer"]["files"] == ["book.gbk"]


def test_a_message_that_is_too_long_ends_the_connection(writer: TestClient) -> None:
    for address in ("/ask", "/lsp"):
        with writer.websocket_connect(THERE + address) as socket:
            socket.send_text("x" * (LONGEST + 1))
            with pytest.raises(WebSocketDisconnect) as ended:
                socket.receive_text()
            assert ended.value.code == TOO_LONG


def test_the_language_server_looks_at_files_of_the_folder_only(writer: TestClient, folder: Path) -> None:
    def call(number: int, method: str, **params: Json) -> str:
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})

    with writer.websocket_connect(THERE + "/lsp") as socket:
        for noise in ("", "no json", "[]", '{"jsonrpc": "2.0", "method": "exit"}', '{"jsonrpc": "1.0"}', "[" * 100_000):
            socket.send_text(noise)
        socket.send_text(call(1, "initialize", capabilities={}, processId=None, rootUri=None))
        assert json.loads(socket.receive_text())["result"]["serverInfo"]["name"] == "gamebook"
        outside = {"uri": (folder.parent / "secret.gbk").as_uri()}
        socket.send_text(call(2, "textDocument/documentSymbol", textDocument=outside))
        inside = {"uri": (folder / "book.gbk").as_uri()}
        socket.send_text(call(3, "textDocument/documentSymbol", textDocument=inside))
        answer = json.loads(socket.receive_text())
        assert answer["id"] == 3, "a question about a file of elsewhere was answered"
        assert [each["name"] for each in answer["result"]] == [f"1 {HOSTILE}"]


def test_a_script_in_a_title_is_text(writer: TestClient) -> None:
    chapters = asked(writer, "chapters", book="book.gbk")["answer"]
    assert chapters == [["1", HOSTILE, "book.gbk", 3, 1, "book"]]
    assert HOSTILE not in writer.get("/").text


def test_the_socket_is_of_this_machine() -> None:
    with listen(0) as door:
        assert door.getsockname()[0] == "127.0.0.1"


def test_other_kinds_of_connections_pass() -> None:
    seen: list[str] = []

    async def inner(scope: Json, _receive: Json, _send: Json) -> None:
        seen.append(scope["type"])

    asyncio.run(Guard(inner, PORT, TOKEN)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == ["lifespan"]
