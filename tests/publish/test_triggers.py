"""What the rules page says of triggers: how often one acts whose condition goes on holding."""

import pytest

from gamebook.publish.document import Paragraph, plain
from tests.support.published import Published

AGAIN = "(and again each time that any of this changes, as long as it holds)"
THEN = "(not yet when you begin, but then each time that any of this changes, as long as it holds)"
SHEET = """book "B"
    aim score
sheet
    number fame = 0 in 0..20
    number gold = 5 in 0..9
    item   rope, meal x 3
    codeword OWL
"""


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        ("when fame >= 5\n    ~ score +5", f"At once, whenever your fame is 5 or more {AGAIN}: score 5 points."),
        ("when gold >= 5\n    ~ score +5", f"At once, whenever your gold is 5 or more {THEN}: score 5 points."),
        ("when meal\n    ~ score +5", f"At once, whenever you have at least one meal {AGAIN}: score 5 points."),
        ("when OWL or rope\n    ~ score +5", f" or you have the rope {AGAIN}: score 5 points."),
        ("when fame >= 5 -> 2", "At once, whenever your fame is 5 or more: turn to 2."),
        ("when fame >= 5\n    ~ fame -5\n    ~ score +5", "At once, whenever your fame is 5 or more: "),
        ("when fame = 5\n    ~ score +5", "At once, whenever your fame is exactly 5: score 5 points."),
        ("when gold <= 0\n    ~ score +5", "At once, whenever your gold is 0 or less: score 5 points."),
        ("when OWL and rope\n    ~ score +5", " and you have the rope: score 5 points."),
        ("when visited 2 and not (OWL or gold)\n    ~ score +5", "your gold is 0: score 5 points."),
    ],
)
def test_a_trigger_that_goes_on_holding_acts_at_each_change(published: Published, trigger: str, words: str) -> None:
    """language.md, `when`: the condition is checked each time that something in it changes."""
    body = "=== 1\n~ fame +5\n~ gold -1\n~ gain rope\n~ gain meal\n~ note OWL\n-> 2\n=== 2\n-> victory\n"
    document = published(f"{SHEET}{trigger}\n{body}")
    found = [plain(block.runs) for block in document.rules.blocks if isinstance(block, Paragraph)]
    assert any(words in each for each in found), found
