"""Names of endings: each has its own, whatever is written."""

from __future__ import annotations

from gamebook.model.expression import Const
from gamebook.resolve.endings import EndingKey, Endings


def _key(kind: str, text: str, score: int = 0) -> EndingKey:
    return kind, text, Const(value=score)  # type: ignore[return-value]


def test_each_ending_has_a_name_of_its_own() -> None:
    """The words; then with the kind; then with the first number from 2 on that is free."""
    found = Endings()
    for key in (
        _key("defeat", "Over 3"),
        _key("defeat", "Over"),
        _key("victory", "Over"),
        _key("victory", "Over", 1),
        _key("victory", "Over", 2),
        _key("victory", ""),
        _key("defeat", "Over", 1),
        _key("victory", "", 1),
    ):
        found.add(key)
    assert [each.name for each in found.values()] == [
        "Over 3",
        "Over",
        "Over (victory)",
        "Over 2",
        "Over 4",
        "victory",
        "Over (defeat)",
        "victory (victory)",
    ]


def test_a_name_can_be_asked_for_while_others_are_not_taken_yet() -> None:
    found = Endings()
    found.add(_key("defeat", "Over"))
    found.add(_key("defeat", "Over", 1))
    asked = _key("defeat", "Over", 2)
    assert found.name(asked, {"Over 2", "Over 3"}) == "Over 4"
    assert found.name(asked) == "Over 2"
