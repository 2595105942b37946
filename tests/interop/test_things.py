"""Of which kind things are, and what they are before the first chapter."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.imports import chances, imported

PLACES = "\n\n:: Yes\n\n:: No\n"
LAMPS = {
    "ink": ("s.ink", "VAR lamp = true\n-> a\n=== a\n{ lamp: -> Yes }\n-> No\n=== Yes\n-> END\n=== No\n-> END\n"),
    "SugarCube": (
        "s.twee",
        ":: StoryInit\n<<set $lamp to true>>\n\n:: Start\n<<if $lamp>>[[Go->Yes]]<<else>>[[Go->No]]<</if>>" + PLACES,
    ),
    "Harlowe": (
        "s.twee",
        ":: First [startup]\n(set: $lamp to true)\n\n:: Start\n(if: $lamp)[[[Go->Yes]]](else:)[[[Go->No]]]" + PLACES,
    ),
    "Chapbook": (
        "s.twee",
        ":: Start\nlamp: true\n--\n[if lamp]\n[[Go->Yes]]\n[else]\n[[Go->No]]" + PLACES,
    ),
    "Snowman": (
        "s.twee",
        ":: Start\n<% s.lamp = true; %><% if (s.lamp) { %>[[Go->Yes]]<% } else { %>[[Go->No]]<% } %>" + PLACES,
    ),
    "ChoiceScript": ("Yes.txt", "*create lamp true\n*if not(lamp)\n  *goto no\n*ending\n*label no\n*ending\n"),
}


@pytest.mark.parametrize(("name", "text"), LAMPS.values(), ids=LAMPS)
def test_what_is_true_before_the_first_chapter(tmp_path: Path, name: str, text: str) -> None:
    assert chances(imported(tmp_path, text, name)) == {"Yes": Fraction(1)}
