"""Readers who err are worth what the naive interpreter says, in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from pathlib import Path

import numpy as np
import pytest

import gamebook
from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.difficulty import proven
from gamebook.errors import UsageError
from gamebook.kernels.bellman import MIX
from gamebook.model.book import Book as Model
from gamebook.model.reader import Reader, reader
from gamebook.solver import readers
from gamebook.solver.manner import Manner
from gamebook.solver.readers import play_as
from gamebook.solver.solution import Played, play
from gamebook.solver.solving import solve
from gamebook.strategy.policy import find
from tests.support.naive import readers as naive
from tests.support.naive.book import Book
from tests.support.naive.solver import Node, informed, listed, values
from tests.support.naive_books import LARGEST, small

READERS = ["careless(25%)", "careless(100%)", "soft(3)", "soft(40)", "lookahead(1)", "lookahead(2)", "lookahead(4)"]


def model(text: str) -> Model:
    return gamebook.Project.of(text).edition().book


def naively(nodes: list[Node], who: Reader) -> Fraction:
    """The chance to win."""
    match who.kind:
        case "careless":
            weights = naive.careless(nodes, Fraction(str(who.amount)))
        case "soft":
            weights = naive.soft(nodes, who.amount)
        case _:
            weights = naive.lookahead(nodes, int(who.amount))
    return values(naive.playing(nodes, weights), naive.won, LARGEST)[0]


def holds(found: Played, value: Fraction, room: float) -> None:
    assert found.low - room <= value <= found.high + room
    assert found.high - found.low < 1e-9


def compare(seeds: range, folder: Path, *, secrets: bool = False) -> int:
    """Compare the books of these numbers, as `small`; returns how many there were."""
    found = 0
    for seed in seeds:
        each = small(seed, folder, secrets=secrets)
        if each is None:
            continue
        found += 1
        solved, nodes = each
        for written in READERS:
            who = reader(written)
            # Weights that are powers of e are rounded in both; all else is exact.
            holds(play_as(solved, who), naively(nodes, who), 1e-9 if who.kind == "soft" else 0.0)
    return found


@pytest.mark.slow
def test_readers_of_random_books(tmp_path: Path) -> None:
    assert compare(range(40_000, 40_025), tmp_path) >= 3


@pytest.mark.slow
def test_readers_who_do_not_know_every_option(tmp_path: Path) -> None:
    assert compare(range(50, 130), tmp_path, secrets=True) >= 4


@pytest.mark.slow
def test_readers_of_many_books_with_secrets(tmp_path: Path) -> None:
    assert compare(range(600, 750), tmp_path, secrets=True) >= 9


@pytest.mark.slow
@pytest.mark.parametrize("first", range(41_000, 41_050, 50))
def test_readers_of_many_random_books(first: int, tmp_path: Path) -> None:
    assert compare(range(first, first + 50), tmp_path) >= 6


TWO_DOORS = """
=== 1
* Left
    ~ random
        1: -> victory
        3: -> defeat
* Right
    ~ random
        3: -> victory
        1: -> defeat
"""


def test_two_doors_by_hand() -> None:
    """1/4 behind one door, 3/4 behind the other."""
    solved = solve(model(TWO_DOORS))
    rate = 2.0
    right = 1 / (1 + exp(-rate / 2))
    assert play_as(solved, Reader("soft", rate)).value == pytest.approx(0.25 + 0.5 * right, rel=1e-14)
    assert play_as(solved, Reader("careless", 0.1)).value == pytest.approx(0.75 - 0.1 * 0.25, rel=1e-14)
    assert play_as(solved, Reader("lookahead", 1)).value == pytest.approx(0.75, rel=1e-14)
    assert play_as(solved, Reader("soft", 0)).value == play_as(solved, Reader("random")).value
    assert play_as(solved, Reader("careless", 0)).value == play_as(solved, Reader("best")).value


MARSH = """=== 1
* The marsh -> 2
* The road -> 5

=== 2
~ roll 1d3
    1 -> 3
    2 -> 4
    3 -> defeat

=== 3
-> 2

=== 4
* Left -> victory
* Right -> defeat

=== 5
~ random
    2: -> victory
    3: -> defeat
"""


@pytest.mark.parametrize("rate", [0.5, 3, 20])
def test_a_loop_without_decisions_is_worth_what_comes_behind_it(rate: float) -> None:
    """The marsh is left for the two doors and for death equally often."""
    door = 1 / (1 + exp(-rate))
    marsh, road = door / 2, 0.4
    wet = 1 / (1 + exp(rate * (road - marsh)))
    value = play_as(solve(model(MARSH)), Reader("soft", rate)).value
    assert value == pytest.approx(wet * marsh + (1 - wet) * road, rel=1e-12)


ALL_OR_NOTHING = """=== 1
* Left -> victory
* Right -> defeat
"""
ROUND_AND_ROUND = """=== 1
* Left
    ~ random
        1: -> victory
        999: -> 1
* Right -> defeat
"""


@pytest.mark.parametrize(
    ("text", "who"),
    [
        (ALL_OR_NOTHING, Reader("soft", 37)),
        (ALL_OR_NOTHING, Reader("soft", 50)),
        (ALL_OR_NOTHING, Reader("soft", 1000)),
        (ALL_OR_NOTHING, Reader("careless", 1e-17)),
        (ROUND_AND_ROUND, Reader("soft", 1000)),
        (ROUND_AND_ROUND, Reader("careless", 1e-17)),
    ],
)
def test_who_may_err_however_seldom_does_not_win_always(text: str, who: Reader) -> None:
    """Right is taken once in e^37 times, or less: the other weight is 1 to the last digit.."""
    solved = solve(model(text))
    played = play_as(solved, who)
    assert 1 - 1e-12 < played.low < 1.0 == played.high
    assert proven(solved, played).low == played.low


def test_who_cannot_lose_wins_always() -> None:
    solved = solve(model(ALL_OR_NOTHING.replace("defeat", "victory")))
    assert play_as(solved, Reader("soft", 50)).low == 1.0
    assert play_as(solve(model(ALL_OR_NOTHING)), Reader("careless", 0)).low == 1.0


def test_the_best_option_has_most_points_where_points_come_next() -> None:
    """The inn and the fair are both sure for best play; after the fair one of ten goes to sea."""
    home = """book "Two ways home"
    aim win then score

=== 1
* The inn -> victory
* The fair
    ~ score +5
    -> 2

=== 2
* Home -> victory
* To sea -> defeat
"""
    found = play_as(solve(model(home)), Reader("careless", 0.2))
    assert found.value == pytest.approx(0.1 + 0.9 * 0.9, rel=1e-14)
    assert found.points is not None and found.points.told[found.space.root] == pytest.approx(0.9 * 5)
    by_chance = play_as(solve(model(home.replace(" then score", ""))), Reader("careless", 0.2))
    assert by_chance.value == pytest.approx(0.5 + 0.5 * 0.9, rel=1e-14)
    ahead = play_as(solve(model(home)), Reader("lookahead", 5))  # it looks at chances only
    assert ahead.points is not None
    assert (ahead.value, ahead.points.told[ahead.space.root]) == pytest.approx((1.0, 2.5))


def test_points_without_a_total_decide_nothing_for_a_reader() -> None:
    """Points can be gathered for ever before winning; both ways to win stay equally likely, in 1 and in 2."""
    shop = """book "Shop"
    aim win then score

=== 1
* Work
    ~ score +1
    -> 1
* Home -> victory
* Away -> victory
"""
    found = play_as(solve(model(shop)), Reader("careless", 0.1))
    assert found.value == pytest.approx(1.0)
    (first,) = np.flatnonzero(np.diff(found.space.states.first_action) == 3)
    begin = found.space.states.first_action[first]
    assert found.weight[begin : begin + 3].tolist() == pytest.approx([1 / 3] * 3)


TRAP = """
=== 1
* The gate
    ~ random
        1: -> victory
        2: -> defeat
* The garden -> 2

=== 2
* The arbour -> victory
* The well -> defeat
* The wall -> defeat
* The pond -> defeat
"""


def test_who_looks_further_sees_behind_the_garden() -> None:
    """At random the garden wins 1/4, the gate 1/3; with one more choice seen it is sure."""
    solved = solve(model(TRAP))
    assert play_as(solved, Reader("lookahead", 1)).value == pytest.approx(1 / 3, rel=1e-14)
    assert play_as(solved, Reader("lookahead", 2)).value == 1


def test_who_looks_ahead_sees_past_a_round_that_is_played_again() -> None:
    """The short way leads to a sure win after some rounds, in which nothing is decided; the long way wins 4 of 5."""
    solved = solve(
        model("""
=== 1
* Short -> 2
* Long -> 4
=== 2
~ roll 1d2
    1 -> 2
    2 -> 3
=== 3
* Win -> victory
* Lose -> defeat
=== 4
~ roll 1d5
    1-4 -> victory
    5   -> defeat
""")
    )
    assert play_as(solved, Reader("lookahead", 1)).value == pytest.approx(4 / 5, rel=1e-14)
    assert play_as(solved, Reader("lookahead", 2)).value == 1


TOLL_ROAD = """
book "Toll road"
sheet
    number age = AGE
    number gold = 1 in 0..5
    codeword RAVEN
=== 1
* Stay [if not RAVEN]
* Pay
    ~ pay 2 gold
    -> 2
* Secret way [knows 50%] -> 3 secret
    ~ note RAVEN
~ random
    3: -> 2
    3: -> victory
    gold: -> victory
=== 2
~ gold +1d3
-> 1
=== 3
* Give up -> defeat
* Back -> 1
"""


@pytest.mark.parametrize("age", ["1", "1d6", "1d10"])
def test_equal_options_of_a_loop_are_equal_however_many_states_there_are(age: str, tmp_path: Path) -> None:
    """Whatever the reader does in chapter 1, best play wins for certain; bounds are wider the more is rolled before."""
    path = tmp_path / "road.gbk"
    path.write_text(TOLL_ROAD.replace("AGE", "1"), encoding="utf-8")
    nodes = informed(listed(Book(path, {})))
    solved = solve(with_draws(model(TOLL_ROAD.replace("AGE", age))))
    for written in ("careless(20%)", "lookahead(3)"):
        who = reader(written)
        holds(play_as(solved, who), naively(nodes, who), 1e-11)


CORRIDOR = """
=== 1
* Left -> 2
* Right
    ~ random
        1: -> victory
        1: -> defeat

=== 2
* On -> 3

=== 3
* Up -> victory
* Down -> defeat
* Off -> defeat
"""


def test_a_choice_with_one_open_option_does_not_count() -> None:
    """At random left wins 1/3, right 1/2. Left is followed by a corridor, but the doors are the second choice."""
    solved = solve(model(CORRIDOR))
    assert play_as(solved, Reader("lookahead", 0)).value == pytest.approx((1 / 3 + 1 / 2) / 2, rel=1e-14)
    assert play_as(solved, Reader("lookahead", 1)).value == pytest.approx(1 / 2, rel=1e-14)
    assert play_as(solved, Reader("lookahead", 2)).value == 1


RIVAL = """
=== 1
* Left -> 2
* Right
    ~ random
        1: -> victory
        1: -> defeat

=== 2
~ rival chooses
    * Mild
        ~ random
            9: -> victory
            1: -> defeat
    * Hard
        ~ random
            1: -> victory
            9: -> defeat
"""


def test_rivals_answer_as_well_as_they_can() -> None:
    """Left is worth 1/10, right 1/2."""
    solved = solve(model(RIVAL))
    assert play_as(solved, Reader("careless", 0.5)).value == pytest.approx(0.75 * 0.5 + 0.25 * 0.1, rel=1e-14)
    assert play_as(solved, Reader("lookahead", 1)).value == pytest.approx(0.5, rel=1e-14)


@pytest.mark.parametrize(
    "written",
    [
        "best",
        "random",
        "careless(10%)",
        "careless(100%)",
        "soft(3)",
        "lookahead(2)",
        "guide",
        "first-timer",
        "persistent(rule-of-thumb(t = 5))",
    ],
)
def test_a_reader_is_written_as_it_is_read(written: str) -> None:
    assert str(reader(written)) == written


def test_an_amount_may_be_a_fraction() -> None:
    assert reader(" careless( 0.25 ) ") == Reader("careless", 0.25)
    assert reader("soft(2.5)") == Reader("soft", 2.5)


def test_the_random_reader_has_the_name_of_the_strategy_too() -> None:
    assert reader("uniform") == Reader("random")
    assert find(model(TWO_DOORS), "random") == find(model(TWO_DOORS), "uniform")


@pytest.mark.parametrize(
    "written",
    [
        "",
        "bset",
        "soft",
        "soft(3%)",
        "best(2)",
        "careless(120%)",
        "careless(2)",
        "lookahead(1.5)",
        "lookahead(99)",
        "guide(2)",
        "first-timer()",
    ],
)
def test_what_is_no_reader_is_refused(written: str) -> None:
    with pytest.raises(UsageError):
        reader(written)


ROUND_AND_ROUND = """
=== 1
* On -> 2
* Out -> 3
* Luck -> 5

=== 2
* Back -> 1
* Out -> 3

=== 3
* On -> 4
* Back -> 1

=== 4
* Back -> 3
* Luck -> 5

=== 5
~ random
    1: -> victory
    1: -> defeat
"""


@pytest.mark.parametrize(
    ("taken", "worth"),
    [
        ({"1": 0, "2": 0, "3": 0, "4": 0}, (0, 0, 0, 0)),  # 1 2 1 2 … and 3 4 3 4 …
        ({"1": 1, "2": 0, "3": 0, "4": 0}, (0, 0, 0, 0)),
        ({"1": 2, "2": 1, "3": 0, "4": 0}, (1 / 2, 0, 0, 0)),
        ({"1": 1, "2": 0, "3": 0, "4": 1}, (1 / 2, 1 / 2, 1 / 2, 1 / 2)),
    ],
)
def test_play_that_may_go_round_for_ever_and_never_takes_some_options(
    taken: dict[str, int], worth: tuple[float, ...]
) -> None:
    """What is never taken neither keeps play in a circle nor leads out of it."""
    solved = solve(model(ROUND_AND_ROUND))
    space = solved.space
    weight = np.ones(len(space.states.option))
    mode = solved.best.manner.mode.copy()
    of = {}
    for chapter, node in space.program.chapters.items():
        (of[chapter],) = solved.point_states[node]
    for chapter, option in taken.items():
        state = of[chapter]
        while np.diff(space.states.first_action[state : state + 2]) == 1:
            state = space.states.successor[space.edge_start[state]]
        first, last = space.states.first_action[state : state + 2]
        mode[state] = MIX
        weight[first:last] = np.arange(last - first) == option
    found = play(solved.book, space, Manner(mode, weight))
    assert [found.values.middle[of[chapter]] for chapter in taken] == pytest.approx(worth)


CIRCLES = """
=== 1
* Round -> 2
* On -> 3

=== 2
~ random
    5: -> 1
    1: -> defeat

=== 3
~ random
    1: -> 4
    2: -> 5

=== 4
* Back -> 7
* Down -> defeat
* Up -> victory

=== 5
* Round -> 6
* Off -> defeat
* On -> 4

=== 6
~ random
    3: -> 5
    1: -> victory

=== 7
~ random
    2: -> 4
    1: -> defeat
"""


def test_loops_one_by_one_or_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same whether each loop is settled alone, or all together with what lies between them, or the whole book."""
    solved = solve(model(CIRCLES))
    assert (np.diff(solved.space.order[1]) > 1).sum() == 3
    who = Reader("soft", 3)
    found = [play_as(solved, who).value]
    for near in (0, 10**9):
        monkeypatch.setattr(readers, "NEAR", near)
        found.append(play_as(solved, who).value)
    monkeypatch.setattr(readers, "_untied", lambda *_: False)
    found.append(play_as(solved, who).value)
    assert found == pytest.approx([found[0]] * 4, rel=1e-12)


def test_runs_of_components_with_loops_begin_and_end_with_one() -> None:
    """Of 300 components of one state each the 2nd, the 5th and the 290th become larger; the last lies far off."""
    sizes = np.ones(300, int)
    sizes[[1, 4, 289]] = 3
    assert list(readers._knots(np.append(0, np.cumsum(sizes)))) == [(1, 5), (289, 290)]


def test_where_nothing_goes_in_circles_there_is_no_run() -> None:
    assert not list(readers._knots(np.arange(300)))


WAGES = """
book "Wages without End"
    aim score

=== 1
* Work
    ~ score +1
    -> 1
* Stop -> ending "Home"
"""


def test_a_soft_reader_may_earn_without_bound() -> None:
    """What the reader earns is v = e^(n (1 + v)): that has a solution up to n = 0.278, and none for larger n."""
    solved = solve(model(WAGES))
    known = play_as(solved, Reader("soft", 0.1))
    assert known.value == pytest.approx(exp(0.1 * (1 + known.value)), rel=1e-9)
    assert known.high - known.low < 1e-9
    for rate in (0.3, 0.5, 1, 2, 3, 10, 100):
        unknown = play_as(solved, Reader("soft", rate))
        assert (unknown.low, unknown.high) == (-np.inf, np.inf)


def test_nobody_knows_what_a_careless_reader_earns_where_best_play_has_no_total() -> None:
    unknown = play_as(solve(model(WAGES)), Reader("careless", 0.1))
    assert (unknown.low, unknown.high) == (-np.inf, np.inf)
    found = play_as(solve(model(WAGES.replace("-> 1\n*", "-> 2\n*") + "=== 2\n~ defeat\n")), Reader("careless", 0.1))
    assert found.value == pytest.approx(0.95, rel=1e-12)
