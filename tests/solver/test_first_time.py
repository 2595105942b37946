"""Readers who know nothing but the words: by hand, and by working out every table or every life in fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest

import gamebook
from gamebook.graph.fighting import asked_in_fights
from gamebook.solver.first_time import by_words, first_time, persist, seen_again
from gamebook.solver.guide import guided
from gamebook.solver.manner import uniform_play
from gamebook.solver.sights import Sights
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve
from tests.support.naive import readers as naive
from tests.support.naive.solver import ONE, ZERO, values
from tests.support.plain_states import Plain, plain
from tests.support.small_books import random_books


def solved_text(text: str) -> Solved:
    return solve(gamebook.Project.of(text).edition().book)


def seen_of(solved: Solved) -> tuple[Sights, Played]:
    return by_words(solved, uniform_play(solved.space).weight, asked_in_fights(solved.book))


CROSSING = """
sheet
    number bells = 0 in 0..2

=== 1
* On -> 2

=== 2
~ bells +1
* Left -> 3
* Right -> 4

=== 3
~ if bells = 2
    -> victory
-> 2

=== 4
~ if bells = 2
    -> defeat
-> 2
"""


def test_the_same_answer_at_the_same_crossing() -> None:
    """Who draws afresh wins with 1/2 by the second answer; so does a first-timer: left and left, or right and right."""
    solved = solved_text(CROSSING)
    seen, fresh = seen_of(solved)
    found = first_time(solved, seen, fresh)
    assert (found.method, found.count) == ("tables", 2)
    assert found.low <= 0.5 <= found.high


AFTER_THREE = CROSSING.index("=== 3")
BOTH = (
    CROSSING[:AFTER_THREE]
    + """=== 3
~ if bells = 2
    -> defeat
-> 2

=== 4
~ if bells = 2
    -> victory
~ defeat
"""
)


def test_a_first_timer_differs_from_one_who_draws_afresh() -> None:
    """Only first left, then right wins: afresh in 1/4 of plays; with one answer to both never."""
    solved = solved_text(BOTH)
    seen, fresh = seen_of(solved)
    assert fresh.value == pytest.approx(1 / 4)
    found = first_time(solved, seen, fresh)
    assert (found.low, found.high) == (pytest.approx(0, abs=1e-15), pytest.approx(0, abs=1e-15))
    simulated = first_time(solved, seen, fresh, plays=2_000, most_tables=1)
    assert (simulated.method, simulated.low) == ("plays", 0)
    assert simulated.high < 0.01


CIRCLE = """
=== 1
* Round -> 2
* Out -> 3

=== 2
-> 1

=== 3
~ random
    1: -> victory
    2: -> defeat
"""


def test_who_goes_round_draws_again() -> None:
    """Round and round again, until it is out: 1/3 in the end. Nobody goes round for ever."""
    solved = solved_text(CIRCLE)
    seen, fresh = seen_of(solved)
    found = first_time(solved, seen, fresh, plays=20_000)
    assert (found.method, found.count) == ("plays", 20_000)
    assert found.low <= 1 / 3 <= found.high
    assert found.high - found.low < 0.02


AGAIN = """
sheet
    number n = 0 in 0..2

=== 1
~ if n = 2
    -> defeat
* Round
    ~ n +1
    -> 1
* Wait -> 1
* Out -> 2

=== 2
~ if n = 1
    -> victory
-> defeat
"""


def test_a_new_pick_replaces_the_old_one() -> None:
    """Who goes round has just picked that, and goes round again: nobody wins. By the first answer it would be 1/12."""
    solved = solved_text(AGAIN)
    found = first_time(solved, *seen_of(solved), plays=20_000)
    assert (found.method, found.low) == ("plays", 0)
    assert found.high < 1e-3


TRAP = """
=== 1
* Round -> 1
* Pit -> 2
* Out -> victory

=== 2
-> 2
"""


def test_a_play_that_can_no_longer_be_won_is_lost() -> None:
    """Who goes round draws again, so one half comes out and wins; the other half is in the pit for ever.

    That is known of each play: were they given up, all of them might still have won.
    """
    solved = solved_text(TRAP)
    found = first_time(solved, *seen_of(solved), plays=20_000)
    assert found.method == "plays"
    assert 0.48 < found.low <= 0.5 <= found.high < 0.52


def test_a_book_without_return_is_a_single_policy() -> None:
    solved = solved_text("=== 1\n* Left -> victory\n* Right -> defeat\n* Down -> defeat\n")
    seen, fresh = seen_of(solved)
    found = first_time(solved, seen, fresh)
    assert (found.method, found.low, found.high) == ("policy", pytest.approx(1 / 3), pytest.approx(1 / 3))


def tables(book: Plain) -> list[naive.Weights]:
    """Every way to give the same answer where the same is seen."""
    sights = defaultdict[object, list[int]](list)
    for number, node in enumerate(book.nodes):
        if naive.decides(node):
            sights[book.sight(number)].append(number)
    sizes = [len(book.nodes[places[0]].actions) for places in sights.values()]
    if prod(sizes) > 64:
        return []
    found = []
    for answers in product(*map(range, sizes)):
        weights: naive.Weights = {}
        for answer, size, places in zip(answers, sizes, sights.values(), strict=True):
            weights |= {place: [ONE if n == answer else ZERO for n in range(size)] for place in places}
        found.append(weights)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(48_000, 48_060), range(48_060, 48_200)])
def test_random_books(seeds: range, tmp_path: Path) -> None:
    """The mean of all tables, and the best of them; where play cannot come back, or only in another state."""
    means, guides, above = 0, 0, 0
    for solved, book in random_books(seeds, tmp_path):
        if asked_in_fights(solved.book):
            continue
        every = tables(book)
        if not every:
            continue
        worth = [values(naive.playing(book.nodes, weights), naive.won, 100)[0] for weights in every]
        guide = guided(solved, ())
        assert guide.value <= float(max(worth)) + 1e-12
        guides += 1
        above += guide.value >= float(max(worth)) - 1e-12
        seen, fresh = seen_of(solved)
        found = first_time(solved, seen, fresh, plays=3_000)
        if found.method != "plays":
            means += 1
            mean = sum(worth, ZERO) / len(worth)
            assert found.low - 1e-12 <= mean <= found.high + 1e-12
    assert means >= len(seeds) // 80 + 1
    assert above >= guides - 1  # the search may stop at a table that no single change makes better
    assert guides >= len(seeds) // 50


DOORS = """
=== 1
* Iron
    ~ random
        1: -> victory
        1: -> defeat
* Wood -> 2

=== 2
* Left -> defeat
* Right -> defeat
"""


def remembered(book: Plain, attempts: int) -> list[Fraction]:
    """The chance that a persistent reader first wins at each attempt: all that can be remembered, in fractions."""
    lives: dict[frozenset[tuple[object, int]], Fraction] = {frozenset(): ONE}
    found = []
    for _ in range(attempts):
        wins, after = ZERO, defaultdict[frozenset[tuple[object, int]], Fraction](Fraction)
        due: list[tuple[int, Fraction, frozenset[tuple[object, int]], tuple[tuple[object, int], ...]]]
        due = [(0, chance, killed, ()) for killed, chance in lives.items()]
        while due:
            number, chance, killed, made = due.pop()
            node = book.nodes[number]
            if node.end is not None:
                if node.end[0] == "victory":
                    wins += chance
                else:
                    after[learnt(book, killed, made)] += chance
                continue
            sight = book.sight(number)
            every = [(sight, n) for n in range(len(node.actions))]
            fresh = [each for each in every if each not in killed] or every
            for action, each in zip(node.actions, every, strict=True):
                if each in fresh:
                    chosen = (*made, each) if len(every) > 1 else made
                    due += [(to, chance * p / len(fresh), killed, chosen) for to, p in action.chances.items()]
        found.append(wins)
        lives = after
    return found


def learnt(
    book: Plain, killed: frozenset[tuple[object, int]], made: tuple[tuple[object, int], ...]
) -> frozenset[tuple[object, int]]:
    sizes = {book.sight(n): len(node.actions) for n, node in enumerate(book.nodes)}
    for sight, answer in reversed(made):
        killed |= {(sight, answer)}
        if any((sight, n) not in killed for n in range(sizes[sight])):  # type: ignore[index]
            return killed
    return frozenset()


def test_a_persistent_reader_by_hand() -> None:
    """First: iron 1/2, half of it won: 1/4. Who was killed by iron (1/4) tries wood then.

    Who took wood (1/2) takes iron or wood: after one dead end, half of them see the other, and then never wood again.
    """
    book = plain(solved_text(DOORS))
    first, second = remembered(book, 2)
    assert first == Fraction(1, 4)
    assert second == Fraction(1, 2) * Fraction(1, 2) * Fraction(1, 2)


def test_lives_are_as_remembered() -> None:
    """Simulated lives against all that can be remembered, in fractions: each interval holds the chance."""
    solved = solved_text(DOORS)
    seen, fresh = seen_of(solved)
    expected = remembered(plain(solved), 10)
    found = persist(solved, seen, fresh, lives=20_000)
    told = {row.number: row for row in found.attempts}
    for number in (1, 2, 5, 10):
        by_then, before = sum(expected[:number], ZERO), sum(expected[: number - 1], ZERO)
        assert told[number].has_won.low <= by_then <= told[number].has_won.high
        wins = told[number].wins
        assert wins is not None
        assert wins.low <= expected[number - 1] / (1 - before) <= wins.high
    cumulative = [sum(expected[:n], ZERO) for n in range(1, 11)]
    half = next(n for n, share in enumerate(cumulative, 1) if share >= Fraction(1, 2))
    assert found.median_high is not None
    assert found.median_low <= half <= found.median_high
    assert found.median in (half, half + 1)  # by attempt 3 it is exactly one half


def test_one_door_kills() -> None:
    """By the second attempt everybody has won."""
    solved = solved_text("=== 1\n* Left -> defeat\n* Right -> victory\n")
    found = persist(solved, *seen_of(solved), lives=2_000)
    first, second, later = found.attempts[:3]
    assert first.wins is not None
    assert (first.wins.value, first.has_won.value) == (pytest.approx(0.5), pytest.approx(0.5))
    assert first.wins.high - first.wins.low < 1e-12  # nothing is remembered yet, so it is exact
    assert (found.median, found.median_low, found.median_high) == (1, 1, 1)  # it is exactly one half
    assert second.wins is not None
    assert (second.wins.value, second.has_won.value) == (1, 1)
    assert later.wins is None  # nobody plays a fifth time
    assert later.has_won.value == 1


def test_nobody_goes_round_for_ever() -> None:
    """Out kills two of three; who remembers that goes round once, and takes it all the same: 1/3 each time."""
    solved = solved_text(CIRCLE)
    found = persist(solved, *seen_of(solved), lives=5_000)
    for row in found.attempts[:3]:
        assert row.wins is not None
        assert row.wins.low <= 1 / 3 <= row.wins.high


WAITING = """
=== 1
* Down -> 2
* Out -> victory

=== 2
* Wait -> 2
* Sit -> 2
"""


def test_a_play_without_end_is_over_where_that_is_certain() -> None:
    """Who goes down, 1/2, stays there, waiting or sitting; what they remember is that going down was wrong."""
    solved = solved_text(WAITING)
    found = persist(solved, *seen_of(solved), lives=2_000)
    first, second = found.attempts[:2]
    assert first.has_won.low <= 0.5 <= first.has_won.high
    assert second.has_won.value == 1


def test_the_same_seed_gives_the_same_lives() -> None:
    solved = solved_text(DOORS)
    assert persist(solved, *seen_of(solved), lives=500, seed=7) == persist(solved, *seen_of(solved), lives=500, seed=7)
    assert persist(solved, *seen_of(solved), lives=500, seed=7) != persist(solved, *seen_of(solved), lives=500, seed=8)


def test_what_is_seen_again() -> None:
    solved = solved_text(CROSSING)
    seen, fresh = seen_of(solved)
    assert dict(zip(seen.chapter, seen_again(solved, seen, fresh), strict=True)) == {"2": True}
    assert [option.rpartition("#")[0] for option in seen.options] == ["2", "2"]


GUIDE = """
sheet
    item key

=== 1
~ random
    2: -> 2
    1:
        ~ gain key
        -> 2

=== 2
* Gate -> 3
* Door -> 4

=== 3
~ if key
    -> victory
~ defeat

=== 4
~ if key
    -> defeat
~ victory
"""


def test_a_guide_has_one_answer_for_all() -> None:
    """Best play looks at the key and always wins; on paper the door is right in two of three cases."""
    solved = solved_text(GUIDE)
    assert solved.best.value == 1
    assert guided(solved, ()).value == pytest.approx(2 / 3, rel=1e-14)
