"""`gamebook explain`: what a finding's code means."""

from __future__ import annotations

import json
from dataclasses import asdict
from difflib import get_close_matches
from typing import Annotated

import typer

from gamebook.cli.console import emit, fail

EXAMPLE = "gamebook explain GB101"


def command(
    code: Annotated[str | None, typer.Argument(help="A code such as GB101; all are listed without it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print data instead of text.")] = False,
) -> None:
    """Tell what a finding's code means, and the cure."""
    from gamebook.codes import CODES
    from gamebook.render.codes import code_text, codes_text

    def data(name: str) -> dict[str, str]:
        return {**asdict(CODES[name]), "severity": CODES[name].severity.value}

    if code is None:
        emit(_json([data(name) for name in sorted(CODES)]) if as_json else codes_text(CODES.values()))
        return
    name = code.upper()
    if name not in CODES:
        near = get_close_matches(name, CODES, n=3, cutoff=0.5)
        fail(f"no finding has the code {code}; " + (f"nearest: {', '.join(near)}" if near else "'explain' lists all"))
    emit(_json(data(name)) if as_json else code_text(CODES[name]))


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
