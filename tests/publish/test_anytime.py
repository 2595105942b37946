"""At which choices the actions of `anytime` are offered, as the rules page says it (language.md, `anytime`)."""

import pytest

from gamebook.publish.document import Paragraph, plain
from tests.support.published import Published

TOO = "If none of the choices that a section lists is open to you, you may also do any of these before you go on."
NOT = "You may not do this"
NOT_CHOOSE = "You may not do this where a section says “Choose one”."
NOT_CHOOSE_SOME = "You may not do this where a section says “Choose … of these”."
NOT_AMOUNT = "You may not do this where a section says “Choose a number from … to …”."
NOT_MAY = "You may not do this where a section says “If you wish: …”."


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("* Go -> 2\n* Stay -> 3", []),
        ("* Go [if rope] -> 2\n-> 3", [TOO]),
        ("* Go\n    ~ pay 2 gold\n    -> 2\n-> 3", [TOO]),
        ("* Go [if rope] -> 2\n* Stay -> 3\n~ gold -1", []),
        ("~ choose\n    * Left -> 2\n    * Right -> 3", [NOT_CHOOSE]),
        (
            "~ choose\n    * Gold\n        ~ gold +1\n    * Rope\n        ~ gain rope\n* Go -> 2\n* Stay -> 3",
            [NOT_CHOOSE],
        ),
        ("* Sing\n* Dance\n-> 3", []),
        ("~ choose 2 of\n    * Left\n    * Right\n-> 3", [NOT_CHOOSE_SOME]),
        ("~ choose bet in 1..gold\n~ gold -bet\n-> 3", [NOT_AMOUNT]),
        ('~ may "Sing"\n    ~ gold -1\n-> 3', [NOT_MAY]),
        ('~ may "Run"\n    -> 2\n-> 3', [NOT_MAY]),
    ],
)
def test_where_print_would_mislead_about_actions_it_says_so(published: Published, steps: str, told: list[str]) -> None:
    text = f"""book "B"
sheet
    number gold = 2 in 0..9
    item   rope
anytime
    * Count it [if gold > 1]
        ~ gold -1
=== 1
{steps}
=== 2
~ victory
=== 3
~ victory
"""
    found = [plain(block.runs) for block in published(text).rules.blocks if isinstance(block, Paragraph)]
    assert [line for line in found if line == TOO or line.startswith(NOT)] == told
