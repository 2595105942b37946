"""What chapters leave behind is put together, and moved with its chapter."""

from __future__ import annotations

from msgspec.structs import fields

from gamebook.model.arithmetic import TRUE
from gamebook.resolve.left import Left, Rows
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
        sights={("2", "Go"): {frozenset({("d", (1, 6))})}},
        asked={"gold"},
        gained={"rope"},
        given={SPAN: "d"},
        used={SPAN},
        asked_in_fights={("fight", "SKILL")},
        unjudged={SPAN},
        rows={SPAN: Rows(((SPAN, "1-3", (1, 3)),), frozenset([(1, 6)]))},
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


def test_what_dice_give_at_several_places_comes_together() -> None:
    left, more = full(), Left(rows={SPAN: Rows((), frozenset([(0, 5)]))})
    left.add(more)
    assert left.rows[SPAN].totals == {(1, 6), (0, 5)}
    assert more.rows[SPAN].totals == {(0, 5)}


def test_only_places_in_the_chapter_move() -> None:
    elsewhere = {"each": Span("moat.gbk", 90, 95), "rule": Span("rules.gbk", 10, 14)}
    rows = Rows(((SPAN, "1-3", (1, 3)),), frozenset([(1, 6)]))
    left = Left(spans={"2#1": SPAN, **elsewhere}, rows={SPAN: rows, elsewhere["rule"]: rows}, unjudged={SPAN})
    left.given, left.used = {SPAN: "d", elsewhere["each"]: "bet"}, {SPAN, elsewhere["rule"]}
    moved = left.moved(Span("moat.gbk", 8, 40), 3)
    assert moved.spans == {"2#1": Span("moat.gbk", 13, 17), **elsewhere}
    here = Span("moat.gbk", 13, 17)
    assert moved.unjudged == {here}
    put = Rows(((here, "1-3", (1, 3)),), frozenset([(1, 6)]))
    assert moved.rows == {here: put, elsewhere["rule"]: put}
    assert moved.given == {here: "d", elsewhere["each"]: "bet"}
    assert moved.used == {here, elsewhere["rule"]}
    assert left.spans["2#1"] == SPAN
    assert left.moved(Span("moat.gbk", 8, 40), 0) is left
