"""The list of Python names that differ from the vocabulary names only what is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "vocabulary.md").read_text("utf-8")
ROWS = re.findall(r"^\| (.*) \| .* \|$", PAGE.partition("\n## Python names that differ\n")[2], re.MULTILINE)[1:]


def test_each_name_of_the_list_is_in_the_code() -> None:
    """Where a row names a file or a folder, there; else anywhere."""
    assert len(ROWS) > 10
    for row in ROWS:
        quoted = re.findall(r"`([^`]+)`", row)
        places = [ROOT / each for each in quoted if each.startswith("gamebook/")] or [ROOT / "gamebook"]
        files = [each for place in places for each in ([place] if place.is_file() else place.rglob("*.py"))]
        text = "\n".join(each.read_text("utf-8") for each in files)
        for name in quoted:
            assert name.startswith("gamebook/") or re.search(rf"\b{name}\b", text), f"{name} in {row}"
