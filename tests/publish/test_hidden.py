"""What changes in silence: reported where some rule that readers follow asks for it, and nowhere else."""

from __future__ import annotations

import pytest

from gamebook.project import Project
from gamebook.publish.review import review

HEADER = """book "Test"
    use fighting-fantasy
sheet
    number clock = 3 in 0..3
    number rage = 0 in 0..9
    item rope, lantern
    limit pack 2: rope, lantern
    one-of weapon: none, sword

let might = rage + 1

rule strike-one
    ~ silent
        ~ clock -1

combat duel
    foe rage
    won when foe rage <= 0
    option might-lost = 0
    round
        ~ foe rage -might

test nerve
    succeed 2d6 <= might
    calm | afraid
"""
REST = """
=== 2
~ victory
"""


def changed(more: str, steps: str) -> list[str]:
    """The names that readers are not told of."""
    text = f"{HEADER}{more}\n=== 1\n{steps}\n-> 2\n{REST}"
    return [each.message.split()[5] for each in review(Project.of(text).edition()) if each.code == "GB505"]


@pytest.mark.parametrize(
    ("more", "steps", "names"),
    [
        ("", "~ silent\n    ~ clock -1", []),
        ("", "~ silent\n    ~ clock -1\n~ if clock = 0\n    -> defeat", ["clock"]),
        ("", "~ silent\n    ~ clock -1\n~ pay 1 clock", ["clock"]),
        ("", "~ do strike-one\n~ if clock = 0\n    -> defeat", ["clock"]),
        ("when clock <= 0 -> defeat", "~ silent\n    ~ clock -1", ["clock"]),
        ("when clock <= 0 -> defeat", '~ words "A bell strikes."\n    ~ clock -1', []),
        ("when clock <= 0 -> defeat", "~ clock -1", []),
        ("when clock <= 0 -> defeat\neach chapter\n    ~ silent\n        ~ clock -1", "Dusk.", ["clock"]),
        ("anytime\n    * Rest [if clock]\n        ~ STAMINA +1", "~ silent\n    ~ clock -1", ["clock"]),
        ("sheet\n    while clock = 1: SKILL -1", "~ silent\n    ~ clock -1", ["clock"]),
        # Fighting Fantasy asks for STAMINA in a trigger, for LUCK in its test, for SKILL in its fight.
        ("", "~ silent\n    ~ STAMINA -4", ["STAMINA"]),
        ("", "~ silent\n    ~ LUCK -1", []),
        ("", "~ silent\n    ~ LUCK -1\n~ test luck", ["LUCK"]),
        ("", "~ silent\n    ~ SKILL -1", []),
        ("", '~ silent\n    ~ SKILL -1\n~ fight "Wolf" SKILL 6 STAMINA 5', ["SKILL"]),
        ("", "~ silent\n    ~ SKILL -1\n~ test SKILL on 2d6", ["SKILL"]),
        # A fight and a test of the book's own ask for might, which is made of rage; the rage of the foe is another.
        ("", "~ silent\n    ~ rage +1", []),
        ("", '~ silent\n    ~ rage +1\n~ fight duel "Rat" rage 3', ["rage"]),
        ("", "~ silent\n    ~ rage +1\n~ test nerve", ["rage"]),
        ("", "~ silent\n    ~ gain rope", []),
        ("", "~ silent\n    ~ gain rope\n~ if count of pack = 2\n    -> defeat", ["rope"]),
        ("", "~ silent\n    ~ set weapon = sword\n~ if sword\n    -> defeat", ["weapon"]),
    ],
)
def test_what_readers_are_not_told(more: str, steps: str, names: list[str]) -> None:
    assert changed(more, steps) == names
