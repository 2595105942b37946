"""The server as an editor starts it: what it writes, and what it does not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

TEXT = 'book "New"\n=== 1\n* Go -> 22\n* Stay -> 2\n=== 2\n-> victory\n'
NEW = "untitled:Untitled-1"


def asked(folder: Path, *messages: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
    """What a server answers to a new text and some messages about it, and what it logs."""
    document = {"uri": NEW, "languageId": "gamebook", "version": 0, "text": TEXT}
    every: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}},
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


def _send(stream: IO[bytes], message: dict[str, Any]) -> None:
    data = json.dumps({"jsonrpc": "2.0", **message}).encode()
    stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    stream.flush()


def _received(stream: IO[bytes]) -> dict[str, Any]:
    length = 0
    while (line := stream.readline().strip()) != b"":
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    found: dict[str, Any] = json.loads(stream.read(length))
    return found


def _at(line: int, character: int, **more: str) -> dict[str, Any]:
    return {"textDocument": {"uri": NEW}, "position": {"line": line, "character": character}, **more}


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


def test_a_text_without_a_file_has_findings_and_cures_under_its_own_address(tmp_path: Path) -> None:
    where = {"start": {"line": 2, "character": 8}, "end": {"line": 2, "character": 8}}
    params = {"textDocument": {"uri": NEW}, "range": where, "context": {"diagnostics": []}}
    answers, _ = asked(tmp_path, {"id": 2, "method": "textDocument/codeAction", "params": params})
    (told,) = (each["params"] for each in answers if each.get("method") == "textDocument/publishDiagnostics")
    assert told["uri"] == NEW
    assert [each["code"] for each in told["diagnostics"]] == ["GB101"]
    (cures,) = (each["result"] for each in answers if each.get("id") == 2)
    assert {address for each in cures for address in each["edit"]["changes"]} == {NEW}
