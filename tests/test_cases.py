"""Broken books, one mistake each. What a check should find stands in place: `//! GB101 "213"` ends the line at fault.

The words in quotation marks stand in the finding's message or hint. `//! file GB117` at the top is for findings that
have no line to stand on.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamebook.diagnostics import Diagnostic
from gamebook.render.findings_text import findings_text
from tests.support.check import SECONDS, Checked, check

CASES = sorted((Path(__file__).parent / "cases").glob("*.gbk"))
EXPECTED = re.compile(r'//! (?P<file>file )?(?P<codes>GB\d{3}(?: GB\d{3})*)(?: "(?P<words>[^"]*)")?$')
PATIENCE = 20.0
"""Seconds for a reader by name, on however busy a machine."""
WITNESSED = {"GB205", "GB210", "GB325", "GB338", "GB403", "GB404", "GB405", "GB411", "GB415"}
"""Findings that tell how it comes about."""


def _expected(path: Path) -> list[tuple[int, str, str]]:
    """(line, code, words) of each expectation; line 0 for the file."""
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        mark = EXPECTED.search(line)
        assert mark or "//!" not in line, f"{path.name}:{number} cannot be read"
        if mark:
            found.extend((0 if mark["file"] else number, code, mark["words"] or "") for code in mark["codes"].split())
    return found


def _line(finding: Diagnostic, checked: Checked) -> int:
    return checked.sources[finding.span.path].position(finding.span.start).line


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_check_finds_what_is_expected_and_nothing_else(path: Path) -> None:
    expected = _expected(path)
    assert bool(expected) != path.stem.startswith("clean-")
    checked = check(path, seconds=PATIENCE if "expect reader" in path.read_text("utf-8") else SECONDS)
    whole = {code for line, code, _ in expected if line == 0}
    found = [(0 if each.code in whole else _line(each, checked), each.code) for each in checked.findings]
    assert sorted(found) == sorted((line, code) for line, code, _ in expected)
    for _, code, words in expected:
        told = [f"{each.message} {each.hint}" for each in checked.findings if each.code == code]
        assert any(words in each for each in told)
    for each in checked.findings:
        assert bool(each.route) == (each.code in WITNESSED)
        source = checked.sources[each.span.path]
        line = source.line(source.position(each.span.start).line).partition("//!")[0].strip()
        assert line not in [meant.text for meant in each.suggestions if meant.place == "line"]
    text = findings_text(checked.findings, checked.sources).plain
    assert all(code in text for _, code, _ in expected)


def test_there_are_many_of_every_family() -> None:
    assert len(CASES) >= 60
    codes = {code for path in CASES for _, code, _ in _expected(path)}
    assert {code[:3] for code in codes} == {"GB0", "GB1", "GB2", "GB3", "GB4", "GB5"}
