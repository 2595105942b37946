"""`gamebook explain`: the meaning of a finding's code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from gamebook.cli.console import emit, fail
from gamebook.cli.options import AsJson
from gamebook.plain import as_data
from gamebook.render.data import json_text

EXAMPLE = "gamebook explain GB101"


def command(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="A code such as GB101; without it all codes are listed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Explain the code of a finding."""
    from gamebook.codes import CODES
    from gamebook.render.codes import code_text, codes_text

    def data(name: str) -> dict[str, str]:
        return {**as_data(CODES[name]), "severity": CODES[name].severity.value}

    if code is None:
        emit(json_text([data(name) for name in sorted(CODES)]) if as_json else codes_text(CODES.values()))
        return
    if not code.strip():
        fail("a code is missing, such as GB101; 'gamebook explain' lists all")
    name = f"GB{code}" if code.isdecimal() else code.upper()
    if name not in CODES:
        near = _nearest(name, CODES)
        advice = f"similar codes: {', '.join(near)}" if near else "'gamebook explain' lists all"
        fail(f"no finding has the code {code}; {advice}")
    emit(json_text(data(name)) if as_json else code_text(CODES[name]))


def _nearest(name: str, codes: Iterable[str]) -> list[str]:
    """Up to three codes that agree with `name` in at least three positions, counted from the left or from the right."""

    def agreement(code: str) -> int:
        pairs = (zip(name, code, strict=False), zip(reversed(name), reversed(code), strict=False))
        return max(sum(ours == theirs for ours, theirs in pair) for pair in pairs)

    ranked = sorted(codes, key=lambda code: (-agreement(code), code))
    return [code for code in ranked if agreement(code) >= 3][:3]
