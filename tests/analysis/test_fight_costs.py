"""What fights cost, against small fights worked out by hand."""

from __future__ import annotations

import pytest

from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.fight_costs import COUNTED, FightCost, fight_costs
from gamebook.project import Project
from gamebook.solver.solving import solve

SYSTEM = """\
sheet
    stat life = 2
    number gold = 3 in 0..9
when life <= 0
    -> defeat "You die."

combat duel
    foe life
    wounds life
    won when foe life <= 0
    round
        ~ roll 1d2
            1
                ~ foe life -1
            2
                ~ life -1
"""
RAT = '~ fight duel "Rat" life 1'


def costs(chapters: str) -> tuple[FightCost, ...]:
    solved = solve(Project.of(SYSTEM + chapters).book, counted=COUNTED)
    return fight_costs(solved, solved.best)


def test_one_fight() -> None:
    """With two lives: won at once by 1/2, or after one wound by 1/4; then 2 or 1 lives are left."""
    (cost,) = costs(f"=== 1\n{RAT}\n* On [if life = 2] -> victory\n* Limp on -> victory\n")
    assert (cost.fought, cost.won, cost.left) == pytest.approx((1, 3 / 4, 0), abs=1e-12)
    assert cost.means == {"life": pytest.approx((2, (1 / 2 * 2 + 1 / 4 * 1) / (3 / 4)), abs=1e-12)}


def test_a_number_that_nobody_needs_afterwards_is_not_known() -> None:
    (cost,) = costs(f"=== 1\n{RAT}\n-> victory\n")
    assert not cost.means


def test_a_second_fight_begins_with_what_the_first_one_left() -> None:
    """A coin leads to it after 3/4 of the first fights, with 2 lives or 1, as 2 to 1."""
    coin = "~ random\n    1: -> 2\n    1: -> victory\n"
    first, second = costs(f"=== 1\n{RAT}\n{coin}\n=== 2\n{RAT}\n-> victory\n")
    assert first.fought == pytest.approx(1, abs=1e-12)
    assert second.fought == pytest.approx(3 / 8, abs=1e-12)
    assert second.won == pytest.approx((2 / 3) * (3 / 4) + (1 / 3) * (1 / 2), abs=1e-12)


def test_an_escape_leaves_the_fight() -> None:
    """Best play never loses it."""
    (cost,) = costs(
        f"=== 1\n{RAT}\n    escape -> 2\n* On [if life = 2] -> victory\n* Limp on -> victory\n\n=== 2\n-> victory\n"
    )
    assert cost.won + cost.left == pytest.approx(1, abs=1e-12)


def test_rows_of_its_end_do_not_leave_the_fight() -> None:
    """What is not won is lost, wherever the rows lead: half of these fights, for the hero has one life."""
    (cost,) = costs(
        f"=== 1\n~ set life = 1\n{RAT}\n    won -> 2\n    lost -> 3\n\n=== 2\n-> victory\n\n=== 3\n-> defeat\n"
    )
    assert (cost.fought, cost.won, cost.left) == pytest.approx((1, 1 / 2, 0), abs=1e-12)


def test_a_fight_in_what_the_end_of_another_brings() -> None:
    """Who loses the first fight by 1/2 has one life for the dog and runs away from it; who wins fights on."""
    found = costs(
        f'=== 1\n~ set life = 1\n{RAT}\n    won\n        ~ fight duel "Cat" life 1\n            won -> 2\n'
        '    lost\n        ~ set life = 1\n        ~ fight duel "Dog" life 1\n            escape -> 2\n        -> 2\n'
        "\n=== 2\n-> victory\n"
    )
    assert {each.foes: (each.fought, each.won, each.left) for each in found} == {
        "Rat": pytest.approx((1, 1 / 2, 0), abs=1e-12),
        "Cat": pytest.approx((1 / 2, 1 / 2, 0), abs=1e-12),
        "Dog": pytest.approx((1 / 2, 0, 1), abs=1e-12),
    }


def test_a_fight_that_best_play_avoids_is_not_there() -> None:
    assert not costs(f"=== 1\n* Fight -> 2\n* Go round -> victory\n\n=== 2\n{RAT}\n-> victory\n")


def test_several_foes_are_one_fight() -> None:
    """One after another, with two lives: at most one wound before the second is beaten, 1/4 + 2 · 1/8."""
    (cost,) = costs(f'=== 1\n{RAT}\n    foe "Cat" life 1\n-> victory\n')
    assert cost.won == pytest.approx(1 / 4 + 2 / 8, abs=1e-12)


@pytest.mark.parametrize(
    ("escape", "left"),
    [("-> 2", 5 / 8), ('-> defeat "Coward"', 5 / 8), ("~ life -2\n        -> 2", 0)],
)
def test_an_escape_that_ends_the_book_is_left_but_who_dies_of_it_has_lost(escape: str, left: float) -> None:
    """A round at random: away by 1/2, won and wounded by 1/4 each. The second wound kills, so there are two rounds."""
    text = f"=== 1\n{RAT}\n    escape\n        {escape}\n-> victory\n=== 2\n-> victory\n"
    solved = solve(Project.of(SYSTEM + text).book, counted=COUNTED)
    (cost,) = fight_costs(solved, solved.uniform)
    assert (cost.won, cost.left) == pytest.approx((5 / 16, left), abs=1e-12)


@pytest.mark.parametrize(
    ("chapter", "left"),
    [("-> defeat", 0), ("-> 3\n=== 3\n-> defeat", 0), ("* Swim -> victory\n* Sink -> defeat", 1 / 2)],
)
def test_who_turns_to_a_chapter_that_tells_the_defeat_has_lost(chapter: str, left: float) -> None:
    """One life: won by 1/2. The other half turns to chapter 2, where it is lost if nothing can be chosen there."""
    system = SYSTEM.replace('-> defeat "You die."', "-> 2")
    text = f"{system}=== 1\n~ set life = 1\n{RAT}\n-> victory\n=== 2\n{chapter}\n"
    solved = solve(Project.of(text).book, counted=COUNTED)
    (cost,) = fight_costs(solved, solved.best)
    assert (cost.won, cost.left) == pytest.approx((1 / 2, left), abs=1e-12)


def test_an_escape_to_a_chapter_that_tells_a_defeat_is_left() -> None:
    """As above: away by 1/2, won and wounded by 1/4 each, in two rounds."""
    text = f"=== 1\n{RAT}\n    escape -> 2\n-> victory\n=== 2\n-> defeat\n"
    solved = solve(Project.of(SYSTEM + text).book, counted=COUNTED)
    (cost,) = fight_costs(solved, solved.uniform)
    assert (cost.won, cost.left) == pytest.approx((5 / 16, 5 / 8), abs=1e-12)


def test_a_fight_in_a_menu_with_knows_is_there_once() -> None:
    """Half of the readers know both ways and fight by 1/2; the others always fight: 3/4, and 3/4 of them win."""
    text = f"{SYSTEM}=== 1\n* Fight\n    {RAT}\n    -> 2\n* Sneak [knows 50%] -> 2\n=== 2\n-> victory\n"
    solved = solve(with_draws(Project.of(text).book), counted=COUNTED)
    (cost,) = fight_costs(solved, solved.uniform)
    assert (cost.fought, cost.won) == pytest.approx((3 / 4, 3 / 4), abs=1e-12)
