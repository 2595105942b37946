"""Room to work in: as much as the program asks for."""

from __future__ import annotations

from pathlib import Path

import gamebook

MANY = 700


def test_one_effect_may_change_many_things(tmp_path: Path) -> None:
    """All things are lost at once, and the gold, of which there was one more than of things."""
    things = [f"thing{number}" for number in range(MANY)]
    items = "\n".join(f"    item {thing} = 1" for thing in things)
    path = tmp_path / "book.gbk"
    path.write_text(
        f"""book "Many"
sheet
    number gold = {MANY + 1} in 0..1000
{items}
    limit pack {MANY}: {", ".join(things)}

=== 1
~ gold -count of pack
~ lose all pack
~ if gold = 1 and count of pack = 0
    -> victory
-> defeat
""",
        encoding="utf-8",
    )
    assert gamebook.solve(path).difficulty.best.low == 1.0
