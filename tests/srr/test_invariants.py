"""What the source, and the restatement in part C of it, promise of every table: counts, distances, variances.

The bounds are those of the restated source (`docs/srr.md` tells them); chances are exact fractions over all dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamebook.play.moment import Decision, Outcome
from gamebook.solver.solving import solve
from tests.support.ledgers import Reader, luckless, plays

some = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def table(weights: Sequence[int], how: str, most: int = 99) -> Reader:
    """A table thrown again and again; `row0`, `row1` … count what came."""
    sheet = "".join(f"    number row{n} = 0 in 0..{most}\n" for n in range(len(weights)))
    rows = "".join(f"    {weight}:\n        ~ row{n} +1\n" for n, weight in enumerate(weights))
    step = f"~ random by {how}\n{rows}-> 1"
    return Reader(f"sheet\n{sheet}\n=== 1\n* Again\n{indented(step)}")


def counts(reader: Reader, moment: Outcome | None = None) -> list[int]:
    """How often each row came."""
    places = reader.machine.index.places
    values = (moment or reader.moment).at.values
    return [values[places[name]] for name in sorted(places) if name.startswith("row")]


@st.composite
def weights(draw: st.DrawFn, of: tuple[int, ...] = (6, 10, 12, 20, 36), most: int = 8) -> list[int]:
    """A table with that sum of weights."""
    whole = draw(st.sampled_from(of))
    cuts = draw(st.lists(st.integers(1, whole - 1), min_size=1, max_size=most - 1, unique=True))
    ends = [0, *sorted(cuts), whole]
    return [after - before for before, after in pairwise(ends)]


# ---- C3: no dice ------------------------------------------------------------------------------------------


@some
@given(weights())
def test_residual_counts_are_exact_after_a_round_of_events(given_: list[int]) -> None:
    reader, of = table(given_, "residual"), sum(given_)
    furthest = Fraction(0)
    for event in range(1, of + 1):
        reader.choose("Again")
        for count, weight in zip(counts(reader), given_, strict=True):
            ahead = count - Fraction(weight * event, of)
            assert ahead < 1
            furthest = max(furthest, -ahead)
    assert counts(reader) == given_
    if of <= 12:
        assert furthest <= Fraction(5, 6)


def test_the_largest_residual_can_fall_more_than_one_behind() -> None:
    """The known example: 14, 14, 4, 1, 1, 1, 1 of 36 reach 10/9; by `deadline` they do not."""
    given_ = [14, 14, 4, 1, 1, 1, 1]
    for how, worst in (("residual", Fraction(10, 9)), ("residual deadline", Fraction(8, 9))):
        reader = table(given_, how)
        furthest = Fraction(0)
        for event in range(1, 37):
            reader.choose("Again")
            behind = [Fraction(w * event, 36) - n for n, w in zip(counts(reader), given_, strict=True)]
            furthest = max(furthest, *behind)
        assert furthest == worst if how == "residual" else furthest <= worst


@some
@given(weights(of=(6, 12, 36), most=6))
def test_the_deadline_rule_stays_within_tijdemans_bound(given_: list[int]) -> None:
    reader, of = table(given_, "residual deadline"), sum(given_)
    bound = 1 - Fraction(1, 2 * (len(given_) - 1))
    for event in range(1, of + 1):
        reader.choose("Again")
        for count, weight in zip(counts(reader), given_, strict=True):
            assert abs(count - Fraction(weight * event, of)) <= bound
    assert counts(reader) == given_


@pytest.mark.parametrize(("times", "total"), [(1, 1), (99, 99 * 100 // 2), (100, 100 * 101 // 2)])
def test_percentile_dice(times: int, total: int) -> None:
    """By residual they bring 1 to 100 in order, each once."""
    found = luckless(f"""
        sheet
            number total = 0 in 0..9999

        === 1
        ~ repeat {times} times
            ~ roll 1d100 as percent by residual
            ~ total +percent
        ~ if total = {total}
            -> victory
        -> defeat
    """)
    assert not found.notes
    assert solve(found.book).best.low == 1


def test_many_dice_have_fine_chances() -> None:
    """The likeliest total of eleven dice is 38 or 39, the first of which comes first."""
    reader = Reader("sheet\n    number total = 0 in 0..99\n\n=== 1\n* Throw\n    ~ total +11d6 by residual\n    -> 1\n")
    assert not reader.found.notes
    reader.choose("Throw")
    assert reader.sheet["total"] == 38
    reader.choose("Throw")
    assert reader.sheet["total"] == 38 + 39


def test_what_accounts_cannot_follow_stays_on_dice_and_is_told() -> None:
    found = luckless("sheet\n    number total = 0 in 0..99\n\n=== 1\n~ total +12d6 by residual\n-> victory\n")
    assert [note.message for note in found.left_on_dice] == [
        "this stays on dice: it has 61 different totals of 2,176,782,336 combinations"
    ]
    assert not luckless("sheet\n    number n = 0 in 0..99\n\n=== 1\n~ n +12d6 by ledger\n-> victory").notes


def test_a_pool_stays_on_dice_and_is_told() -> None:
    """By its own line, by a setting, or for the whole book."""
    pool = "~ roll 2d2 as pool{}\n~ if count of 1 in pool = 2\n    -> victory\n-> defeat"
    told = ["this stays on dice: each die of a pool is kept"]
    for text in (pool.format(" by residual"), "~ resolve by ledger\n" + pool.format("")):
        assert [note.message for note in luckless(f"=== 1\n{text}").left_on_dice] == told
    assert [note.message for note in luckless(f"resolve by expected\n\n=== 1\n{pool.format('')}").left_on_dice] == told
    assert not luckless(f"=== 1\n{pool.format('')}").notes
    assert not luckless(f"resolve by expected\n\n=== 1\n{pool.format(' by dice')}").notes


# ---- C2: the ledger ---------------------------------------------------------------------------------------


def spread(reader: Reader, events: int) -> list[tuple[Fraction, list[int]]]:
    """The chance of each way that the counts can come out."""
    return [(chance, counts(reader, moment)) for chance, moment in plays(reader.machine, reader.moment, events)]


def variance(found: list[tuple[Fraction, list[int]]]) -> Fraction:
    """How widely the count of the first row varies."""
    mean = sum((chance * hits for chance, (hits, *_) in found), Fraction(0))
    return sum((chance * (hits - mean) ** 2 for chance, (hits, *_) in found), Fraction(0))


@some
@given(st.sampled_from((2, 6, 10, 36)).flatmap(lambda of: st.tuples(st.integers(1, of - 1), st.just(of))))
def test_a_ledger_of_two_stays_within_one_event(table_: tuple[int, int]) -> None:
    weight, of = table_
    reader = table([weight, of - weight], "ledger")
    for events in range(1, 7):
        found = spread(reader, events)
        assert sum(each for each, _ in found) == 1
        for _, (hits, _) in found:
            assert abs(hits - Fraction(events * weight, of)) <= Fraction(of - 1, of)


@pytest.mark.parametrize("weight", range(1, 6))
def test_a_ledger_of_two_varies_less_than_dice(weight: int) -> None:
    reader, chance = table([weight, 6 - weight], "ledger"), Fraction(weight, 6)
    for events in range(2, 8):
        assert variance(spread(reader, events)) < events * chance * (1 - chance)


def test_a_ledger_of_rare_things_varies_more_than_dice_at_first() -> None:
    """The restated source promises less from two events on; one face of ten is an exception, worked out by hand.

    A hit at once 1/10, else one of the two faces that are then due: 1/10 + 9/10 * 2/10 = 7/25, never two.
    """
    reader = table([1, 9], "ledger")
    assert variance(spread(reader, 2)) == Fraction(7, 25) * Fraction(18, 25)
    assert variance(spread(reader, 2)) > 2 * Fraction(1, 10) * Fraction(9, 10)


def test_a_ledger_is_not_fair_shot_by_shot() -> None:
    """One aircraft in each pass: expected hits as the restated source gives them, and exactly one after six."""
    reader = table([1, 5], "ledger")
    wanted = ["1/6", "4/9", "13/18", "49/54", "319/324", "1"]
    for events, expected in enumerate(wanted, start=1):
        assert sum(chance * hits for chance, (hits, _) in spread(reader, events)) == Fraction(expected)
    assert {hits for _, (hits, _) in spread(reader, 6)} == {1}


def test_ogre_rows_in_reach() -> None:
    """Mixed odds on fresh targets: 120 rows, X in -5..5 and D in -5..10."""
    odds = {"1-2": (1, 1), "1-1": (2, 2), "2-1": (3, 2), "3-1": (4, 2), "4-1": (5, 1), "5-1": (6, 0)}
    attacks = ""
    for name, (x, d) in odds.items():
        rows = f"    {x}:\n        ~ set result = X\n    {d}:\n        ~ set result = D\n    {6 - x - d}:\n"
        step = f"~ random by ledger account row\n{rows}~ set result = none\n-> 1"
        attacks += f"* {name}\n{indented(step)}"
    reader = Reader(f"sheet\n    one-of result: none, X, D\n\n=== 1\n{attacks}")
    assert not reader.found.notes, "its bounds are known"
    seen = set()
    waiting = [reader.moment]
    while waiting:
        moment = waiting.pop()
        if isinstance(moment, Decision):
            places = reader.machine.index.places
            row = tuple(moment.at.values[places[f"account row.{n}"]] for n in (1, 2))
            if row not in seen:
                seen.add(row)
                waiting += [reader.machine.advance(each.state) for each in moment.options]
        else:
            waiting += [reader.machine.advance(each.state) for each in moment.branches]
    assert len(seen) == 120
    assert {min(x for x, _ in seen), max(x for x, _ in seen)} == {-5, 5}
    assert {min(d for _, d in seen), max(d for _, d in seen)} == {-5, 10}


# ---- C1: means --------------------------------------------------------------------------------------------

AMOUNTS = {
    "1d6": Fraction(7, 2),
    "2d6": Fraction(7),
    "1d3": Fraction(2),
    "max(1d6 - 3, 0)": Fraction(1),
    "(1d6 / 2)": Fraction(9, 6),
    "count of 1..2 in 4d6": Fraction(4, 3),
    "min(2d6, 5)": Fraction(30 * 5 + 2 * 1 + 3 * 2 + 4 * 3, 36),
    "keep highest 1 of 2d6": Fraction(161, 36),
}
"""Amounts with their means, worked out by hand."""


@some
@given(st.lists(st.sampled_from(tuple(AMOUNTS)), min_size=1, max_size=8), st.booleans())
def test_means_are_carried(amounts: list[str], nearest: bool) -> None:
    how = f"expected {'nearest' if nearest else ''} account all"
    options = "".join(
        f"* {n}\n    ~ total +{amount} by {how}\n    -> 1\n" for n, amount in enumerate(dict.fromkeys(amounts))
    )
    reader = Reader(f"sheet\n    number total = 0 in 0..999\n\n=== 1\n{options}")
    due = Fraction(0)
    for amount in amounts:
        reader.choose(str(list(dict.fromkeys(amounts)).index(amount)))
        due += AMOUNTS[amount]
        off = due - reader.sheet["total"]
        assert -Fraction(1, 2) <= off < Fraction(1, 2) if nearest else 0 <= off < 1
        assert reader.account() == [off]


# ---- C4: the hidden die -----------------------------------------------------------------------------------


def by_hidden_die(successes: Sequence[int], of: int) -> dict[tuple[int, ...], Fraction]:
    """Every run of outcomes (1 for success) of events with these weights, by trying each hidden die."""
    found: dict[tuple[int, ...], Fraction] = {}
    for die in range(of):
        run, passed = [], die
        for weight in successes:
            run.append((passed + weight) // of - passed // of)
            passed += weight
        found[tuple(run)] = found.get(tuple(run), Fraction(0)) + Fraction(1, of)
    return found


@some
@given(st.lists(st.integers(2, 11), min_size=1, max_size=6))
def test_systematic_is_the_hidden_die(lucks: list[int]) -> None:
    """Tests against numbers that change from one to the next, by what a reader can know; and by the die itself."""
    ways = [sum(a + b <= luck for a in range(1, 7) for b in range(1, 7)) for luck in lucks]
    steps = "".join(
        f"~ set luck = {luck}\n~ test luck on 2d6 by systematic account luck\n    pass\n        ~ hits +{2**n}\n"
        for n, luck in enumerate(lucks)
    )
    sheet = f"sheet\n    number luck = 7 in 0..12\n    number hits = 0 in 0..{2 ** len(lucks)}\n"
    reader = Reader(f"{sheet}\n=== 1\n* Go\n{indented(steps + '-> victory')}")
    found: dict[tuple[int, ...], Fraction] = {}
    for chance, moment in plays(reader.machine, reader.moment, 1):
        hits = moment.at.values[reader.machine.index.places["hits"]]
        run = tuple(hits >> n & 1 for n in range(len(lucks)))
        found[run] = found.get(run, Fraction(0)) + chance
    assert found == by_hidden_die(ways, 36)
    for event, way in enumerate(ways):
        assert sum(chance for run, chance in found.items() if run[event]) == Fraction(way, 36)
    due = Fraction(sum(ways), 36)
    assert all(abs(sum(run) - due) < 1 for run in found)
    assert sum(chance * (sum(run) - due) ** 2 for run, chance in found.items()) <= Fraction(1, 4)


@settings(some, max_examples=settings().max_examples // 3)
@given(weights(of=(6, 12), most=4), st.integers(1, 4))
def test_nested_systematic_keeps_every_chance(given_: list[int], events: int) -> None:
    reader, of = table(given_, "systematic"), sum(given_)
    before = spread(reader, events - 1)
    after = spread(reader, events)
    for row, weight in enumerate(given_):
        gained = sum(c * n[row] for c, n in after) - sum(c * n[row] for c, n in before)
        assert gained == Fraction(weight, of)
    # Each row is less than 1 off its share of the events that are left to it, of which there may be as many too few.
    left, off = Fraction(of), Fraction(0)
    for row, weight in enumerate(given_):
        share = weight / left
        apart = share * off + (share < 1)
        assert all(abs(n[row] - Fraction(weight * events, of)) <= apart for _, n in after)
        left, off = left - weight, (1 - share) * off + 1


@pytest.mark.parametrize("mode", ["ledger", "residual", "systematic"])
def test_what_is_certain_comes_and_leaves_the_account_alone(mode: str) -> None:
    """After a pass at LUCK 7 and whatever came of it, LUCK 12 passes and nothing else changes."""
    reader = Reader(f"""
        sheet
            number luck = 7 in 0..12
            number failed = 0 in 0..9
        === 1
        * Often
            ~ set luck = 7
            ~ test luck on 2d6 by {mode} account luck
                pass
            -> 1
        * Surely
            ~ set luck = 12
            ~ test luck on 2d6 by {mode} account luck
                fail
                    ~ failed +1
            -> 1
    """)
    for events in range(4):
        for _, moment in plays(reader.machine, reader.moment, events):
            assert isinstance(moment, Decision)
            sure = reader.machine.advance(moment.options[1].state)
            assert isinstance(sure, Decision)
            accounts = [name for name in reader.machine.index.places if name.startswith("account")]
            for name in (*accounts, "failed"):
                place = reader.machine.index.places[name]
                assert sure.at.values[place] == moment.at.values[place]
