"""What the page is told while findings are looked for."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.lsp.server import Results, Server
from gamebook.lsp.solved import digest_of
from gamebook.project import Project
from gamebook.source import Span
from gamebook.studio.bridge import Looking

PLACE = Span("book.gbk", 0, 1)
CLAMPED = finding(balance.CLAMPED, PLACE, "it stops at 0")
IN_PART = finding(balance.NOT_ALL_SEEN, PLACE, "only the first 9 states were checked")
BOOK, BROKEN = "=== 1\n-> victory\n", "=== 1\n-> 2\n"


def _states(text: str, *known: Diagnostic, old: bool = False) -> list[str]:
    """What the page is told after a change of a text, when the server has shown these findings of it."""
    project = Project.of(text)
    digest = "of the text before" if old else digest_of(project.edition().sources.values())
    server: Any = SimpleNamespace(
        books=SimpleNamespace(project=lambda _: project), results={"book.gbk": Results(findings=known, digest=digest)}
    )

    async def told() -> list[str]:
        row: asyncio.Queue[str] = asyncio.Queue()
        looking = Looking(cast("Server", server), row.put_nowait)
        looking.begin()
        looking.heard('{"method": "textDocument/publishDiagnostics"}')
        await asyncio.sleep(0)
        return [json.loads(row.get_nowait())["params"]["state"] for _ in range(row.qsize())]

    return asyncio.run(told())


@pytest.mark.parametrize(
    ("text", "known", "old", "states"),
    [
        (BOOK, [CLAMPED], False, ["yes", "no"]),
        (BOOK, [CLAMPED, IN_PART], False, ["yes", "part"]),
        (BOOK, [CLAMPED, IN_PART], True, ["yes"]),
        (BROKEN, [CLAMPED, IN_PART], True, ["yes", "no"]),
    ],
)
def test_a_list_that_lacks_findings_says_so(text: str, known: list[Diagnostic], old: bool, states: list[str]) -> None:
    assert _states(text, *known, old=old) == states
