"""Rules with a block of which only the mark was forgotten."""

from __future__ import annotations

import pytest

from gamebook.syntax.forgotten import forgotten_mark


@pytest.mark.parametrize(
    "text",
    [
        "test luck\n    lucky -> 2\n    unlucky -> 3\n",
        "if gold > 3\n    -> 2\n",
        "roll 1d6\n    1-3 -> 2\n    4-6 -> 3\n",
        'fight "Rat" SKILL 5 STAMINA 4\n    won -> 2\n',
        "~ if gold\n    -> 1\nelse\n    -> 2\n",
    ],
)
def test_the_line_is_found(text: str) -> None:
    lines = text.splitlines()
    line = next(line for line in lines if not line.startswith(("~", " ")))
    found = forgotten_mark(f"Rain again.\n{text}")
    assert found is not None
    assert found.words == line
    assert found.place == f"Rain again.\n{text}".index(f"\n{line}") + 1


@pytest.mark.parametrize(
    "text",
    [
        "~ test luck\n    lucky -> 2\n    unlucky -> 3\n",
        "if I had wings\n    I would fly\n",  # a poem
        "any port in a storm:\n    -> 2\n",  # no rule, though a turn stands under it
        "~ ask colour\n    red -> 1\n    else\n        -> 2\n",  # a row
        "if gold > 3\n",
    ],
)
def test_other_lines_are_left_alone(text: str) -> None:
    assert forgotten_mark(text) is None
