"""What chapters leave behind is put together, and moved with its chapter."""

from __future__ import annotations

from msgspec.structs import fields

from gamebook.model.arithmetic import TRUE
from gamebook.resolve.left import Left
from gamebook.resolve.sourcemap import Room
from gamebook.source import Span

SPAN = Span("moat.gbk", 10, 14)


def full() -> Left:
    return Left(
        spans={"2#1": SPAN},
        rooms={"2#1": Room(asked="", wider="")},
        sums={"2#2": TRUE},
        fixed={"3"},
        fights=["fight 2.1"],
        runs_out={"2": "2#4"},
        decisions={"2": {"Go"}},
        rivals={"the cat"},
        asked={"gold"},
        gained={"rope"},
    )


def test_everything_is_added() -> None:
    """A field that `add` forgets would be empty here."""
    left = Left()
    left.add(full())
    assert left == full()
    assert all(getattr(left, each.name) for each in fields(Left))


def test_the_labels_of_a_decision_come_together_and_are_not_shared() -> None:
    left, more = full(), Left(decisions={"2": {"Stay"}, "5": {"Swim"}})
    left.add(more)
    left.add(Left(decisions={"5": {"Drown"}}))
    assert left.decisions == {"2": {"Go", "Stay"}, "5": {"Swim", "Drown"}}
    assert more.decisions == {"2": {"Stay"}, "5": {"Swim"}}


def test_only_places_in_the_chapter_move() -> None:
    elsewhere = {"each": Span("moat.gbk", 90, 95), "rule": Span("rules.gbk", 10, 14)}
    left = Left(spans={"2#1": SPAN, **elsewhere})
    moved = left.moved(Span("moat.gbk", 8, 40), 3)
    assert moved.spans == {"2#1": Span("moat.gbk", 13, 17), **elsewhere}
    assert left.spans["2#1"] == SPAN
    assert left.moved(Span("moat.gbk", 8, 40), 0) is left
