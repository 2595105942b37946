"""The server as an editor starts it: what it writes, and what it does not."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from threading import Timer
from typing import IO, Any

import pytest

from tests.support.slowly import then_slowly

WAIT = 300
"""Seconds after which a test gives up."""
UNANSWERED = f"the server has ended, or has not answered for {WAIT} seconds; it said:"
TEXT = 'book "New"\n=== 1\n* Go -> 22\n* Stay -> 2\n=== 2\n-> victory\n'
NEW = "untitled:Untitled-1"
LITERALS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
ABLE = {"textDocument": {"codeAction": LITERALS, "documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
"""What an editor of today says of itself."""


def asked(
    folder: Path, *messages: dict[str, Any], address: str = NEW, able: object = ABLE
) -> tuple[list[dict[str, Any]], str]:
    """What a server answers to a new text and some messages about it, and what it logs."""
    document = {"uri": address, "languageId": "gamebook", "version": 0, "text": TEXT}
    every: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": able, "processId": None, "rootUri": None}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        *messages,
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "gamebook", "lsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        limit = Timer(WAIT, server.kill)
        limit.start()
        try:
            for message in every:
                _send(server.stdin, message)
            answers = []
            wanted = {each["id"] for each in every if "id" in each} | {"findings"}
            while wanted:
                answer = _received(server.stdout)
                answers.append(answer)
                wanted.discard(answer.get("id"))
                if answer.get("method") == "textDocument/publishDiagnostics":
                    wanted.discard("findings")
            _send(server.stdin, {"id": 99, "method": "shutdown"})
            while _received(server.stdout).get("id") != 99:
                pass
            _send(server.stdin, {"method": "exit"})
            return answers, server.stderr.read().decode()
        except (EOFError, BrokenPipeError):
            pytest.fail(f"{UNANSWERED}\n{server.stderr.read().decode()}")
        finally:
            limit.cancel()


def _send(stream: IO[bytes], message: dict[str, Any]) -> None:
    data = json.dumps({"jsonrpc": "2.0", **message}).encode()
    stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    stream.flush()


def _received(stream: IO[bytes]) -> dict[str, Any]:
    length = 0
    while (line := stream.readline().strip()) != b"":
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    if not length:
        raise EOFError
    found: dict[str, Any] = json.loads(stream.read(length))
    return found


def conversation(folder: Path, said: bytes) -> tuple[list[dict[str, Any]], int]:
    """What a server answers to some bytes, and the exit code of its process."""
    command = [sys.executable, "-m", "gamebook", "lsp"]
    try:
        server = subprocess.run(command, input=said, capture_output=True, cwd=folder, check=False, timeout=WAIT)
    except subprocess.TimeoutExpired as late:
        pytest.fail(f"{UNANSWERED}\n{(late.stderr or b'').decode()}")
    answers, stream = [], BytesIO(server.stdout)
    while stream.tell() < len(server.stdout):
        answers.append(_received(stream))
    return answers, server.returncode


def _framed(*messages: object) -> bytes:
    stream = BytesIO()
    for message in messages:
        data = json.dumps(message).encode()
        stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    return stream.getvalue()


def _request(number: int, method: str, **params: object) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, **params}


HELLO = _request(1, "initialize", params={"capabilities": {}, "processId": None, "rootUri": None})
EXIT = {"jsonrpc": "2.0", "method": "exit"}


@pytest.mark.slow
def test_every_request_is_answered(tmp_path: Path) -> None:
    where = {"textDocument": {"uri": NEW}, "position": {"line": -1, "character": 0}}
    answers, code = conversation(
        tmp_path,
        _framed(
            HELLO,
            _request(2, "textDocument/hover", params=where),
            _request(3, "textDocument/hover"),
            _request(4, "workspace/symbol", params={}),
            _request(5, "gamebook/main"),
            _request(6, "gamebook/main", params={"x": 1}),
            _request(7, "nobody/knows"),
            [_request(8, "workspace/symbol", params={"query": ""})],
            {"id": 9, "method": "workspace/symbol", "params": {"query": ""}},
            _request(10, "workspace/symbol", params={"query": ""}),
            _request(11, "shutdown"),
            _request(12, "workspace/symbol", params={"query": ""}),
            _request(13, "shutdown"),
            EXIT,
        ),
    )
    assert [(each["id"], each.get("error", {}).get("code", 0)) for each in answers] == [
        (1, 0), (2, -32602), (3, -32602), (4, -32602), (5, -32602), (6, -32602), (7, -32601),
        (None, -32600), (9, -32600), (10, 0), (11, 0), (12, -32600), (13, -32600),
    ]  # fmt: skip
    assert code == 0


@pytest.mark.slow
def test_nothing_is_asked_before_the_first_message(tmp_path: Path) -> None:
    where = {"textDocument": {"uri": NEW}, "position": {"line": 0, "character": 0}}
    said = _framed(_request(7, "textDocument/hover", params=where), HELLO, _request(8, "shutdown"), EXIT)
    answers, code = conversation(tmp_path, said)
    assert [(each["id"], each.get("error", {}).get("code", 0)) for each in answers] == [(7, -32002), (1, 0), (8, 0)]
    assert "traceback" not in str(answers)
    assert code == 0


@pytest.mark.slow
def test_an_editor_that_leaves_without_a_word_is_told_by_the_exit_code(tmp_path: Path) -> None:
    _, code = conversation(tmp_path, _framed(HELLO, EXIT))
    assert code == 1


@pytest.mark.slow
def test_headers_may_be_spelled_in_other_ways(tmp_path: Path) -> None:
    question = json.dumps(_request(2, "workspace/symbol", params={"query": ""})).encode()
    heads = [b"content-length: %d\r\n\r\n", b"Content-Length:%d\r\nContent-Type: x\r\n\r\n", b"CONTENT-LENGTH : %d\n\n"]
    said = b"".join(head % len(question) + question for head in heads)
    answers, _ = conversation(tmp_path, _framed(HELLO) + said)
    assert [each["id"] for each in answers] == [1, 2, 2, 2]


def _at(line: int, character: int, **more: str) -> dict[str, Any]:
    return {"textDocument": {"uri": NEW}, "position": {"line": line, "character": character}, **more}


@pytest.mark.slow
def test_a_refusal_is_an_answer_and_no_entry_in_the_log(tmp_path: Path) -> None:
    answers, log = asked(
        tmp_path,
        {"id": 2, "method": "textDocument/rename", "params": _at(4, 4, newName="a b")},
        {"id": 3, "method": "textDocument/rename", "params": _at(2, 8, newName="7")},
    )
    refused = [each["error"]["message"] for each in answers if "error" in each]
    assert refused == [
        "“a b” is not a name that it can have: write one such as 12, 6b or old-mill.",
        "The chapter 22 is not defined anywhere.",
    ]
    assert "Traceback" not in log
    assert "Exception" not in log


@pytest.mark.slow
@pytest.mark.parametrize("address", [NEW, "file://", "untitled:New%20text", "vscode-vfs://github/me/it/book.gbk"])
def test_a_text_without_a_file_has_findings_and_fixes_under_its_own_address(tmp_path: Path, address: str) -> None:
    where = {"start": {"line": 2, "character": 8}, "end": {"line": 2, "character": 8}}
    params = {"textDocument": {"uri": address}, "range": where, "context": {"diagnostics": []}}
    answers, _ = asked(tmp_path, {"id": 2, "method": "textDocument/codeAction", "params": params}, address=address)
    (told,) = (each["params"] for each in answers if each.get("method") == "textDocument/publishDiagnostics")
    assert told["uri"] == address
    assert [each["code"] for each in told["diagnostics"]] == ["GB101"]
    (suggestions,) = (each["result"] for each in answers if each.get("id") == 2)
    assert {changed for each in suggestions for changed in each["edit"]["changes"]} == {address}


@pytest.mark.parametrize(
    ("able", "expected"),
    then_slowly([(ABLE, ("1", True, False, [2, 0, 2])), ({}, ("1", False, True, [0, 0, 0]))], 1),
    ids=["of today", "of old"],
)
def test_an_editor_gets_what_it_can_show(
    able: object, expected: tuple[str, bool, bool, list[int]], tmp_path: Path
) -> None:
    document, where = {"uri": NEW}, {"start": {"line": 2, "character": 8}, "end": {"line": 2, "character": 8}}
    questions = [
        {"id": 2, "method": "textDocument/documentSymbol", "params": {"textDocument": document}},
        *(
            {
                "id": number,
                "method": "textDocument/codeAction",
                "params": {"textDocument": document, "range": where, "context": {"diagnostics": [], **only}},
            }
            for number, only in enumerate(({}, {"only": ["source.organizeImports"]}, {"only": ["quickfix"]}), 3)
        ),
    ]
    answers, _ = asked(tmp_path, *questions, able=able)
    results = {each["id"]: each["result"] for each in answers if "id" in each}
    (first, _), counts = results[2], [len(results[number]) for number in (3, 4, 5)]
    assert (first["name"], "selectionRange" in first, "location" in first, counts) == expected
