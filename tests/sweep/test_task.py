from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from gamebook.sweep import task as task_module
from gamebook.sweep.plan import read_plan
from gamebook.sweep.task import Task, solve_task
from gamebook.sweep.variants import tasks_of
from gamebook.verbs import book_task

DOORS = """\
sheet
    number gold = 1 in 0..5
    stat LUCK = 1d2
param key = 0

strategy right
    otherwise first

=== 1
* Left -> 2
* Right [if key = 1] -> victory

=== 2
~ random
    LUCK: -> victory
    2: -> defeat
"""


def doors(**more: object) -> Task:
    return Task(axes=(), main="doors.gbk", texts=(("doors.gbk", DOORS),), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("task", "value"),
    [
        (doors(), (1 / 3 + 1 / 2) / 2),
        (doors(hero=(("LUCK", 2),)), 1 / 2),
        (doors(settings=(("key", 1),)), 1.0),
        (doors(settings=(("key", 1),), reader="random"), (1 + (1 / 3 + 1 / 2) / 2) / 2),
        (doors(settings=(("key", 1),), strategy="right"), (1 / 3 + 1 / 2) / 2),
        (doors(settings=(("key", 1),), reader="careless(50%)", hero=(("LUCK", 2),)), (1 + (1 + 1 / 2) / 2) / 2),
    ],
)
def test_values(task: Task, value: float) -> None:
    found = solve_task(task)
    assert not found.failure
    assert found.low == pytest.approx(value, abs=1e-9)
    assert found.high == pytest.approx(value, abs=1e-9)


DRAFT = """\
draft
strategy plain
    otherwise first

=== 1
~ roll 1d4
    1 -> victory
    2 -> defeat
    3-4 -> 9
"""


@pytest.mark.parametrize("options", [{}, {"reader": "careless(0%)"}, {"strategy": "plain"}])
def test_in_what_is_not_written_yet_nobody_wins(options: dict[str, str]) -> None:
    """A quarter wins, and no limit was reached: what is still to be written is no bound of what is there."""
    found = solve_task(replace(Task(axes=(), main="draft.gbk", texts=(("draft.gbk", DRAFT),)), **options))
    assert [found.low, found.high] == pytest.approx([1 / 4, 1 / 4])


RIDDLE = """\
=== 1
* Answer [knows 40%] -> 2 secret
* Guess
    ~ roll 1d4
        1 -> victory
        2-4 -> defeat

=== 2
~ victory
"""


def test_the_price_is_what_best_play_has_more_which_knows_every_option() -> None:
    """Best play wins. Of the others two in five know the answer: 4 in 5 of those give it, and all but them win 1/4.

    Where only mistakes are counted, those who do not know the answer make none.
    """
    task = Task(axes=(), main="riddle.gbk", texts=(("riddle.gbk", RIDDLE),))
    best, careless = (solve_task(replace(task, reader=reader)) for reader in ("best", "careless(40%)"))
    assert (best.low, best.price) == (1.0, None)
    answer = 0.4 * 0.8
    assert careless.low == pytest.approx(answer + (1 - answer) / 4)
    assert careless.price == pytest.approx(1 - (answer + (1 - answer) / 4))


@pytest.mark.parametrize(("aim", "low", "luck"), [("score", 3.0, None), ("win then score", 3 / 4, 2 / 3)])
def test_luck_is_a_share_of_winning_and_not_of_points(aim: str, low: float, luck: float | None) -> None:
    """The coin is tossed in half of the plays; it wins half of the time, or brings 2 points on average.

    Of the variance of winning, 3/4 · 1/4, the coin brings 1/2 · 1/4, and the guess the other third.
    """
    text = f'book "Coin"\n    aim {aim}\n\n=== 1\n* A\n    ~ roll 1d2\n        1 -> 2\n        2 -> 3\n* B -> 2\n\n'
    text += "=== 2\n~ score 4\n-> victory\n\n=== 3\n-> defeat\n"
    found = solve_task(Task(axes=(), main="a.gbk", texts=(("a.gbk", text),), aim=aim[-5:], reader="careless(100%)"))
    assert found.low == pytest.approx(low)
    assert found.luck == (None if luck is None else pytest.approx(luck))


@pytest.mark.parametrize(
    ("task", "told"),
    [
        (doors(hero=(("SKILL", 1),)), "SKILL"),
        (doors(settings=(("moon", 1),)), "moon"),
        (doors(strategy="bold"), "bold"),
        (replace(doors(), texts=(("doors.gbk", "=== 1\n-> 7\n"),)), "error"),
        (replace(doors(), main="none.gbk"), "none.gbk"),
    ],
)
def test_what_is_wrong_is_told(task: Task, told: str) -> None:
    found = solve_task(task)
    assert told in found.failure
    assert found.low is None


def test_a_text_that_tasks_share_is_read_through_once_for_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    right = task_module.digest

    def digest(data: Mapping[str, object]) -> str:
        read.append("=== 1" in str(data))
        return right(data)

    for module in (task_module, book_task):
        monkeypatch.setattr(module, "digest", digest)
    texts = (("doors.gbk", f"{DOORS}// of its own\n"),)
    tasks = [replace(doors(), hero=(("LUCK", n),), texts=texts) for n in (1, 2)]
    assert len({task.key for task in tasks * 3}) == 2
    assert read.count(True) == 1
    assert read.count(False) == 2


def test_everything_that_counts_is_in_the_key(coin: Callable[..., Task]) -> None:
    one = coin()
    others = [
        coin(2),
        coin(settings=(("a", 1),)),
        coin(hero=(("a", 1),)),
        coin(reader="random"),
        coin(strategy="a"),
        coin(seconds=1.0),
        coin(states=9),
        coin(memory=9),
        replace(one, main="other.gbk"),
    ]
    assert len({one.key, *(other.key for other in others)}) == 1 + len(others)
    assert replace(one, axes=()).key == one.key


def test_a_campaign_is_a_task(tmp_path: Path) -> None:
    """A crown saved in one book opens a door in the next: worked out by hand for both heroes."""
    (tmp_path / "one.gbk").write_text(
        'book "One"\nsheet\n    number gold = 1d3 in 0..3\n\n=== 1\n* Pay\n    ~ pay 2 gold\n    -> victory\n'
        "* Toss\n    ~ roll 1d2\n        1 -> victory\n        2 -> defeat\n",
        "utf-8",
    )
    (tmp_path / "two.gbk").write_text(
        'book "Two"\n    carry gold\nsheet\n    number gold = 1 in 0..3\n\n'
        "=== 1\n~ if gold >= 1\n    -> victory\n~ roll 1d4\n    1 -> victory\n    2-4 -> defeat\n",
        "utf-8",
    )
    (tmp_path / "plan.toml").write_text('book = ["one.gbk", "two.gbk"]\n[axes.stats]\ngold = "1..3"\n', "utf-8")
    found = [solve_task(task) for task in tasks_of(read_plan(tmp_path / "plan.toml"))]
    # with 1 the reader must toss and then walks in; with 2 tossing, 1/2, beats paying, 1/4; with 3 both are paid
    assert [each.low for each in found] == pytest.approx([1 / 2, 1 / 2, 1.0], abs=1e-9)
    assert all(each.low is not None and each.high is not None and each.high - each.low < 1e-9 for each in found)
