"""What a finding's code means: for the terminal, and as a page of the documentation."""

from __future__ import annotations

from collections.abc import Iterable

from gamebook.codes.register import Code
from gamebook.render.styled import Styled

FAMILIES = {
    "GB0": "Syntax",
    "GB1": "Names",
    "GB2": "The map of chapters",
    "GB3": "Rules and dice",
    "GB4": "Difficulty and `expect` lines",
    "GB5": "The book in print",
}

PREFACE = """\
# Findings

What `gamebook check` can report, code by code; `gamebook explain CODE` prints the same. An *error* must be corrected:
it keeps the book from being solved, or from being played or won as it should be. A *warning* is a likely mistake, an
*info* is worth knowing. A warning or an info that is meant is silenced at the end of its line: `// noqa: GB203`; an
error cannot be silenced.

This page is made from `gamebook/codes/` by `make docs`.
"""


def code_text(code: Code) -> Styled:
    """One code in full: what it says, why, what to do, and the mistake beside its mending."""
    text = Styled()
    text.append(code.code, "bold").append(f" {code.title} ({code.severity.value})\n")
    text.append(f"\n{code.cause}\n\n{code.advice}\n")
    for heading, example in (("Reported:", code.wrong), ("Mended:", code.right)):
        if example:
            text.append(f"\n{heading}\n", "dim").append(_indented(example))
    return text


def codes_text(codes: Iterable[Code]) -> Styled:
    """All codes, a line each, under the heads of their families."""
    text = Styled()
    for heading, members in _families(codes):
        text.append(f"{heading}\n", "bold")
        for code in members:
            text.append(f"  {code.code}  {code.severity.value:7}  {code.title}\n")
    return text


def codes_markdown(codes: Iterable[Code]) -> str:
    """The page `docs/diagnostics.md`."""
    parts = [PREFACE]
    for heading, members in _families(codes):
        parts.append(f"## {heading}\n")
        for code in members:
            parts.append(f"### {code.code} {code.title}\n")
            parts.append(f"*{code.severity.value}*: {code.cause}\n\n{code.advice}\n")
            for label, example in (("Reported:", code.wrong), ("Mended:", code.right)):
                if example:
                    parts.append(f"{label}\n\n```gamebook\n{example.strip()}\n```\n")
    return "\n".join(parts)


def _families(codes: Iterable[Code]) -> list[tuple[str, list[Code]]]:
    ordered = sorted(codes, key=lambda code: code.code)
    families = [
        (f"{family} {title}", [code for code in ordered if code.code.startswith(family)])
        for family, title in FAMILIES.items()
    ]
    return [(heading, members) for heading, members in families if members]


def _indented(example: str) -> str:
    return "".join(f"    {line}\n" for line in example.strip("\n").splitlines())
