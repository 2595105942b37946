from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import comb
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

import gamebook
from gamebook import job, verbs
from gamebook.analysis import length
from gamebook.analysis.census import census
from gamebook.analysis.length import (
    COUNTS,
    SHARES,
    USUAL,
    Group,
    LengthRow,
    Lengths,
    Quantile,
    _of_plays,
    lengths,
)
from gamebook.analysis.reading_speed import words_per_minute
from gamebook.errors import UsageError
from gamebook.job import Job, Step
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.reader import reader
from gamebook.model.step import Choose, Scope
from gamebook.play.moment import Began, Chance, Decision, Ended, Event, Said, SoftLock, Turned
from gamebook.play.state import State
from gamebook.play.step import Machine
from gamebook.solver import counts
from tests.support.random_books import books
from tests.support.slowly import then_slowly

RANDOM = reader("random")

# One way round: a play that passes chapter 1 k + 1 times has the chance 3/4 (1/4)^k; a third of them win.
ROUND = """book "Round"
    language "en"

=== 1
One two three.

* Go on -> 2
* Stop here -> 3

=== 2
~ roll 1d6
    1-3
        You have found it.
        -> victory
    4-6 -> 1

=== 3
-> defeat
"""


def played(text: str, who: str = "random") -> LengthRow:
    (row,) = lengths(gamebook.Project.of(text).book, asked=[reader(who)]).rows
    return row


def means(group: Group) -> Mapping[str, float]:
    return {each.what: each.mean for each in group.spreads}


SHUT = """book "Shut"
    language "en"

sheet
    item meal, rope

anytime
    * Eat [if meal]
        ~ lose meal

=== 1
* Climb [if rope] -> 2
~ roll 1d2
    1 -> 2
    2
        ~ gain meal
        -> 2

=== 2
* Swim [if rope] -> 2
-> victory
"""


def test_a_menu_with_nothing_open_is_no_choice_and_words_that_are_not_the_authors_do_not_count() -> None:
    (everybody, *_) = played(SHUT).groups
    # Nothing is open in chapter 1; with a meal one may eat in 2 or go on. Whoever eats has nothing open after that.
    assert means(everybody)["choices"] == pytest.approx(1 / 2)
    # Climb and Swim: a menu that is there again is read once.
    assert means(everybody)["words"] == pytest.approx(2)


def test_an_option_that_not_every_reader_knows_is_read_by_all_and_a_menu_of_one_is_a_choice() -> None:
    """Everyone reads six words and takes one option; half know the first, and half of these take it."""
    book = """book "Answer"
    language "en"
=== 1
* You know the answer [knows 50%] -> 2 secret
* Go back -> 3
=== 2
-> victory
=== 3
-> defeat
"""
    for who, wins in (("random", 1 / 4), ("best", 1 / 2)):
        everybody, winners, losers = played(book, who).groups
        assert winners.chance == pytest.approx(wins)
        for group in (everybody, winners, losers):
            assert (means(group)["choices"], means(group)["words"]) == pytest.approx((1, 6))


@pytest.mark.parametrize(
    "rule", ["~ roll 1d4 exploding up to 2\n    1-4\n    5-12 -> defeat", "~ n +1d4 exploding up to 2"]
)
def test_dice_that_are_thrown_again_are_dice(rule: str) -> None:
    book = f'book "Again"\nsheet\n    number n = 0 in 0..12\nwhen n > 4 -> defeat\n=== 1\n{rule}\n-> victory\n'
    everybody, winners, losers = played(book).groups
    # A 4 is thrown again, and so is a second one; whoever comes to more than 4 has thrown at least twice.
    assert means(everybody)["dice"] == pytest.approx(1 + 1 / 4 + 1 / 16)
    assert means(winners)["dice"] == pytest.approx(1)
    assert means(losers)["dice"] == pytest.approx((3 / 16 * 2 + 1 / 16 * 3) * 4)
    rolled = verbs.dice(gamebook.Project.of(book))
    assert rolled is not None
    assert (rolled.best, rolled.uniform) == pytest.approx((21 / 16, 21 / 16))


def test_one_way_round() -> None:
    """E(k) = 1/3. Chapter 1 has 7 words with its choices, the end in chapter 2 has 4."""
    everybody, winners, losers = played(ROUND).groups
    assert (everybody.chance, winners.chance, losers.chance) == pytest.approx((1, 1 / 3, 2 / 3), rel=1e-12)
    told = {"chapters": 8 / 3, "choices": 4 / 3, "fights": 0, "dice": 2 / 3, "words": 32 / 3, "minutes": 32 / 3 / 228}
    assert means(everybody) == pytest.approx(told, rel=1e-12)
    assert means(winners) == pytest.approx(told | {"dice": 4 / 3, "words": 40 / 3, "minutes": 40 / 3 / 228}, rel=1e-12)
    assert means(losers) == pytest.approx(told | {"dice": 1 / 3, "words": 28 / 3, "minutes": 28 / 3 / 228}, rel=1e-12)


def test_quantiles_of_one_way_round() -> None:
    """2 chapters with 3/4, 4 with 15/16."""
    everybody, *_ = played(ROUND).groups
    chapters = everybody.spreads[0]
    assert chapters.exact
    assert [each.low for each in chapters.quantiles] == [each.high for each in chapters.quantiles] == [2, 2, 4]


def test_what_is_seen_of_one_way_round() -> None:
    """Half the plays go to chapter 2 at once; the others end in 3, and so do 2/3 of all."""
    row = played(ROUND)
    once, twice, *_ = row.seen
    assert row.visits["3"] == pytest.approx(2 / 3, rel=1e-12)
    assert row.visits["2"] == pytest.approx(1 / 2, rel=1e-12)
    assert (once.chapters, once.endings) == pytest.approx((1 + 1 / 2 + 2 / 3, 1), rel=1e-12)
    assert twice.endings == pytest.approx((1 - (2 / 3) ** 2) + (1 - (1 / 3) ** 2), rel=1e-12)


def test_a_play_without_end_is_left_out() -> None:
    """A reader who takes the hole goes round for ever: a third of all; the others see two chapters."""
    row = played("=== 1\n* Out -> 2\n* Up -> victory\n* Hole -> 3\n=== 2\n-> defeat\n=== 3\n-> 3\n")
    assert row.endless == pytest.approx(1 / 3, rel=1e-9)
    everybody, winners, losers = row.groups
    assert everybody.chance == pytest.approx(2 / 3, rel=1e-9)
    assert [means(each)["chapters"] for each in (everybody, winners, losers)] == pytest.approx([1.5, 1, 2], rel=1e-9)


def test_nobody_wins() -> None:
    _, winners, _ = played("=== 1\n-> defeat\n").groups
    assert (winners.chance, winners.spreads) == (0, ())


def test_points_have_no_winners() -> None:
    book = gamebook.Project.of(
        'book "Coins"\n    aim score\n\n=== 1\n* One\n    ~ score 1\n    ~ victory\n* Two -> 2\n=== 2\n-> victory\n'
    ).book
    (row,) = lengths(book).rows
    assert [each.who for each in row.groups] == ["all"]
    assert means(row.groups[0])["chapters"] == pytest.approx(3 / 2)
    with pytest.raises(UsageError, match="random reader"):
        lengths(book, asked=[reader("best")])


NOT_THE_AUTHORS = """
=== 1
One two three.
~ may "Drink it"
    Four five.
~ ask "the year"
    66 -> 2
    else -> 2

=== 2
-> victory
"""


def test_what_no_author_writes_is_not_counted() -> None:
    """Seven words and an answer are read, and two words more after drinking; "Do not" and "Another number" are not."""
    (everybody, *_) = played(NOT_THE_AUTHORS).groups
    assert means(everybody)["words"] == pytest.approx(3 + 2 + 2 + 1 + 2 / 2)


RIVAL = """book "Rival"
    language "en"

=== 1
~ rival chooses
    * Bar the gate
        -> defeat
    * Let you
        You are in.
        -> victory
"""


def test_the_options_of_a_rival_stand_on_the_page() -> None:
    """Three words and two are read; what the rival does not choose is not. `stats` counts all eight."""
    book = gamebook.Project.of(RIVAL).book
    (everybody, *_) = played(RIVAL).groups
    assert (means(everybody)["words"], means(everybody)["choices"]) == pytest.approx((3 + 2, 0))
    assert census(book).words == 3 + 2 + 3


LABELS = """book "Labels"
    language "en"

sheet
    item rope, lamp, axe
    number gold = 3 in 0..9
    limit hands 1: rope, lamp, axe

=== 1
~ gain rope
~ gain 1 lamp or swap
~ choose 2 of
    * Sing a song
        You sing.
    * Dance
    * Laugh
~ choose bet in 1..gold
~ ask "How many?"
    7
        -> victory
    else
        -> defeat
"""


def test_only_words_of_the_author_are_counted() -> None:
    """Of two picks of one list the words stand there once; what is dropped, staked or answered has no words."""
    book = gamebook.Project.of(LABELS).book
    assert census(book).words == 3 + 2 + 1 + 1 + 2


def test_words_without_blanks_are_not_counted() -> None:
    assert words_per_minute("zh") is None
    assert (words_per_minute(""), words_per_minute("de-AT"), words_per_minute("eo")) == (228, 179, 184)


# ---- a second way: all plays of the exact interpreter, one after another -------------------------------------

Counts = tuple[int, ...]


def enumerated(book: Book, most: int = 800) -> dict[tuple[str, Counts], Fraction] | None:
    """The chance of each ending with chapters, choices and fights; None where play can be too long."""
    machine = Machine(book)
    fights = {address for scope in _fights(book) for address in _decisions(scope)}
    found: Counter[tuple[str, Counts]] = Counter()
    waiting: dict[tuple[State, tuple[Event, ...], Counts], Fraction] = {(None, (), (0, 0, 0)): Fraction(1)}  # type: ignore[dict-item]
    work = 0
    while waiting:
        (state, events, so_far), chance = waiting.popitem()
        work += 1
        if work > most:
            return None
        moment = machine.start() if state is None else machine.advance(state)
        seen = _added(so_far, (*events, *moment.events))
        match moment:
            case Ended(ending=ending):
                found[ending, seen] += chance
            case SoftLock():
                found["soft lock", seen] += chance
            case Chance(branches=branches):
                for branch in branches:
                    key = (branch.state, branch.events, seen)
                    waiting[key] = waiting.get(key, Fraction(0)) + chance * branch.chance
            case Decision(options=options, address=address):
                chosen = (seen[0], seen[1] + (address not in fights), seen[2])
                for option in options:
                    key = (option.state, (), chosen)
                    waiting[key] = waiting.get(key, Fraction(0)) + chance / len(options)
            case _:
                return None
    return dict(found)


def _fights(book: Book) -> list[Scope]:
    blocks = (book.hero, *(each.body for each in book.chapters), *(each.body for each in book.watches))
    return [step for block in blocks for step in steps_in(block) if isinstance(step, Scope) and step.what == "fight"]


def _decisions(scope: Scope) -> list[str]:
    blocks = (scope.body, *(each.body for each in scope.watches))
    return [step.address for block in blocks for step in steps_in(block) if isinstance(step, Choose)]


def _added(so_far: Counts, events: tuple[Event, ...]) -> Counts:
    chapters = sum(isinstance(each, Turned) for each in events)
    fights = sum(isinstance(each, Began) and each.what == "fight" for each in events)
    return so_far[0] + chapters, so_far[1], so_far[2] + fights


@pytest.mark.slow
@given(books())
@settings(
    max_examples=settings().max_examples // 2,  # every play of a book is gone through
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    derandomize=True,
)
def test_random_books_are_counted_as_the_interpreter_plays_them(book: Book) -> None:
    blocks = (book.hero, *(each.body for each in book.chapters), *(each.body for each in book.watches))
    rivals = any(isinstance(step, Choose) and step.owner == "rival" for block in blocks for step in steps_in(block))
    assume(book.aim == "win" and not rivals)
    told = enumerated(book)
    assume(told is not None)
    assert told is not None
    (row,) = lengths(book, asked=[RANDOM]).rows
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}
    kinds = {"all": told, "winners": {k: c for k, c in told.items() if k[0] in victories}}
    kinds["losers"] = {k: c for k, c in told.items() if k[0] not in victories}
    for group in row.groups:
        plays = kinds[group.who]
        chance = sum(plays.values())
        assert group.chance == pytest.approx(float(chance), abs=1e-9)
        if not plays:
            assert not group.spreads
            continue
        for place, what in ((0, "chapters"), (1, "choices"), (2, "fights")):
            spread = next(each for each in group.spreads if each.what == what)
            assert spread.mean == pytest.approx(
                float(sum(k[1][place] * c for k, c in plays.items()) / chance), rel=1e-9
            )
            amounts = sorted((k[1][place], c / chance) for k, c in plays.items())
            for share, quantile in zip(SHARES, spread.quantiles, strict=True):
                sums = accumulate(part for _, part in amounts)
                reached = next(n for n, sum_ in enumerate(sums) if sum_ >= Fraction(share).limit_denominator(10))
                assert quantile.low == quantile.high == amounts[reached][0]


# ---- simulation -----------------------------------------------------------------------------------------------


def told(found: Lengths) -> dict[tuple[str, str, str], tuple[float, list[tuple[float, float]], bool]]:
    return {
        (str(row.reader), group.who, each.what): (each.mean, [(q.low, q.high) for q in each.quantiles], each.exact)
        for row in found.rows
        for group in row.groups
        for each in group.spreads
    }


@pytest.mark.slow
def test_the_simulation_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 99% one bound in a hundred may miss: here, with this seed, none does."""
    book = gamebook.Project("books/starter.gbk").book
    hero = {"SKILL": 9, "STAMINA": 19, "LUCK": 9}
    asked = [reader("careless(20%)"), RANDOM]
    exact = told(lengths(book, hero, asked))
    monkeypatch.setattr(counts, "WORK", 0)
    monkeypatch.setattr(length, "PLAYS", 4_000)
    simulated = told(lengths(book, hero, asked))
    assert all(each for _, _, each in exact.values())
    for key, (mean, quantiles, is_exact) in simulated.items():
        assert not is_exact
        assert mean == exact[key][0]
        for (low, high), (true, _) in zip(quantiles, exact[key][1], strict=True):
            assert low <= true <= high
    assert told(lengths(book, hero, asked)) == simulated


@pytest.mark.slow
def test_means_of_simulated_winners() -> None:
    """Winners alone, of a reader who rarely wins: the means of 10,000 plays within 4.5 standard errors of the exact."""
    from gamebook.solver.counts import Ways, hopes
    from gamebook.solver.solution import ending_worth
    from gamebook.solver.solving import solve

    book = gamebook.Project("books/tutorial.gbk").book
    solved = solve(book, {"SKILL": 7, "STAMINA": 14, "LUCK": 7}, counted=length.COUNTED)
    won = hopes(solved.uniform, ending_worth(book, solved.space.program))
    gains = list(length._gains(solved).values())
    ways = Ways(solved.uniform, won)
    plays = ways.simulated(gains, 10_000, seed=7)
    for gain, counts_ in zip(gains, plays.T, strict=True):
        error = counts_.std() / np.sqrt(len(counts_)) + 1e-9
        assert abs(counts_.mean() - ways.mean(gain)) < 4.5 * error
    assert len(COUNTS) == len(gains)


# ---- words and dice, a second way ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", then_slowly(["starter", "the-gilded-barge", "the-winter-palace", "tutorial"], 1))
def test_dice_are_those_that_stats_counts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`gamebook stats` earns a point for each die; here each roll is a point of its own."""
    monkeypatch.setattr(counts, "WORK", 0)
    monkeypatch.setattr(length, "PLAYS", 10)
    project = gamebook.Project(f"books/{name}.gbk")
    hero = "average" if name in ("starter", "tutorial") else None
    rolled = verbs.dice(project, hero)
    assert rolled is not None
    rows = verbs.length(project, hero, ["best", "random"]).rows
    told = [means(row.groups[0])["dice"] for row in rows]
    assert told == pytest.approx([rolled.best, rolled.uniform], rel=1e-9)


@pytest.mark.slow
def test_words_are_those_that_the_interpreter_says() -> None:
    """2,000 random plays of a book whose menus all offer the same words however they are come to."""
    text = ROUND.replace("One two three.", "{gold} two three.").replace(
        "=== 1", "sheet\n    number gold = 1 in 0..9\n\n=== 1", 1
    )
    text = text.replace("    4-6 -> 1", "    4-6\n        ~ gold +1\n        Again, and once more.\n        -> 1")
    book = gamebook.Project.of(text).book
    machine, chance = Machine(book), Random(5)
    lengths_ = []
    for _ in range(2_000):
        moment, words = machine.start(), 0
        while True:
            words += sum(len(each.text.split()) for each in moment.events if isinstance(each, Said))
            match moment:
                case Decision(options=options):
                    words += sum(len(each.label.split()) for each in options)
                    moment = machine.advance(chance.choice(options).state)
                case Chance(branches=branches):
                    (branch,) = chance.choices(branches, [float(each.chance) for each in branches])
                    moment = machine.advance(branch.state)
                case _:
                    break
        lengths_.append(words)
    (row,) = lengths(book, asked=[RANDOM]).rows
    mean, error = np.mean(lengths_), np.std(lengths_) / np.sqrt(len(lengths_))
    assert abs(means(row.groups[0])["words"] - mean) < 4 * error
    # By hand: 7 words each time in chapter 1 (4/3), 4 at the end of a third of the plays, 4 on each way back (1/3).
    assert means(row.groups[0])["words"] == pytest.approx(7 * 4 / 3 + 4 / 3 + 4 / 3)


def test_of_three_plays_the_middle_is_known_only_to_lie_among_them() -> None:
    """With a chance of 1/8 all three are above the middle of all plays, and so for below."""
    assert _of_plays(np.array([3, 5, 9]), 0.5) == Quantile(3.0, 9.0)
    assert _of_plays(np.array([-1, 3, 5]), 0.5) == Quantile(3.0, float("inf"))  # one was given up, so it is the longest


@pytest.mark.parametrize(("few", "many", "rare"), [("victory", "defeat", 1), ("defeat", "victory", 2)])
def test_of_few_plays_there_are_means_too(few: str, many: str, rare: int) -> None:
    """One play in 10^18 comes through both chapters to the rare end; all others end in the first or the second."""
    draw = f"~ random\n    1: -> {{}}\n    999999999: -> {many}\n"
    text = f"=== 1\n{draw.format('2')}\n=== 2\n{draw.format(few)}"
    (row,) = lengths(gamebook.Project.of(text).edition().book, asked=[RANDOM]).rows
    seldom, usual = row.groups[rare], row.groups[3 - rare]
    assert (seldom.chance, usual.chance) == (pytest.approx(1e-18), pytest.approx(1.0))
    assert (seldom.spreads[0].what, seldom.spreads[0].mean) == ("chapters", pytest.approx(2.0))
    assert usual.spreads[0].mean == pytest.approx(1.0)


def test_a_play_that_is_never_lost_has_no_losers() -> None:
    text = "=== 1\n~ random\n    1: -> 1\n    2: -> victory\n    4: -> victory\n"
    (row,) = lengths(gamebook.Project.of(text).edition().book, asked=[RANDOM]).rows
    assert [(each.who, bool(each.spreads)) for each in row.groups] == [
        ("all", True),
        ("winners", True),
        ("losers", False),
    ]


# All choices lead to the victory in the end, so all are equally good.
TO_THE_GATE = """book "To the gate"
    language "en"

=== 1
* To the garden -> 2
* To the gate -> 4

=== 2
* To the pond -> 3
* To the gate -> 4

=== 3
* Back to the garden -> 2
* To the gate -> 4

=== 4
-> victory
"""


def test_of_equally_good_ways_the_shortest() -> None:
    """Chapters 1 and 4; best play takes the first choice, and goes by the garden. Other readers have no such way."""
    assert played(TO_THE_GATE, "best").shortest == pytest.approx(2.0)
    assert means(played(TO_THE_GATE, "best").groups[0])["chapters"] == pytest.approx(3.0)
    assert played(TO_THE_GATE).shortest is None


def test_a_shorter_way_is_none_if_it_wins_less_often() -> None:
    """From chapter 4 half of the plays win; over the wall all of them do, so the gate is no way of best play."""
    risky = TO_THE_GATE.replace("-> victory", "~ roll 1d6\n    1-3 -> victory\n    4-6 -> defeat")
    risky = risky.replace("* Back to the garden -> 2\n", "* Over the wall -> victory\n")
    assert played(risky, "best").shortest == pytest.approx(3.0)  # 1, 2, 3


def test_a_shorter_way_is_none_if_it_brings_fewer_points() -> None:
    """All ways win. By the fair there are 5 points, and from there two chapters or one: 1, 2, 4 or 1, 2."""
    fair = """book "Two ways home"
    aim win then score

=== 1
* The inn -> victory
* The fair
    ~ score +5
    -> 2

=== 2
* To the pond -> 4
* Home -> victory
* To sea -> defeat

=== 4
-> victory
"""
    assert played(fair, "best").shortest == pytest.approx(2.0)
    assert means(played(fair, "best").groups[0])["chapters"] == pytest.approx(3.0)
    # as many points at the inn, for a rest: now that is as good, and the shortest
    as_good = fair.replace("* The inn -> victory", "* The inn\n    ~ score +5\n    -> victory")
    assert played(as_good, "best").shortest == pytest.approx(1.0)
    assert played(fair.replace(" then score", ""), "best").shortest == pytest.approx(1.0)


def test_a_rival_gives_no_points_away_for_a_shorter_way() -> None:
    """She sends the reader to chapter 3, for a point; to end the play here would give two."""
    text = """book "Rival"
    aim win then score

=== 1
~ rival chooses
    * Stay
        ~ score +2
        -> victory
    * Go
        ~ score +1
        -> 3

=== 3
-> victory
"""
    assert played(text, "best").shortest == pytest.approx(2.0)


def test_a_rival_does_not_take_the_longest_way() -> None:
    """Both of her roads are as good for her: she takes the one that `ties` says, while the reader takes the shorter."""
    text = """book "Two roads"

=== 1
* By the mill -> 2
* By the wood -> 3

=== 2
-> 3

=== 3
~ rival chooses
    * The short road -> 5
    * The long road -> 4

=== 4
-> 5

=== 5
~ roll 1d2
    1 -> victory
    2 -> defeat
"""
    assert means(played(text, "best").groups[0])["chapters"] == pytest.approx(4.0)
    assert played(text, "best").shortest == pytest.approx(3.0)  # 1, 3, 5
    assert played(text.replace("\n===", "    ties last\n\n===", 1), "best").shortest == pytest.approx(4.0)


@pytest.mark.slow
@given(st.data())
def test_where_all_choices_are_equal_best_play_may_take_the_shortest_path_of_the_map(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 9))
    ways = {
        chapter: data.draw(st.lists(st.integers(1, size), min_size=1, max_size=4, unique=True))
        for chapter in range(1, size)
    }
    drawn = nx.DiGraph((here, there) for here, row in ways.items() for there in row)
    drawn.add_nodes_from([1, size])
    assume(all(nx.has_path(drawn, chapter, size) for chapter in nx.descendants(drawn, 1) | {1}))
    chapters = [
        f"=== {chapter}\n" + "\n".join(f"* To chapter {there} -> {there}" for there in row)
        for chapter, row in ways.items()
    ]
    text = 'book "Ways"\n\n' + "\n\n".join([*chapters, f"=== {size}\n-> victory\n"])
    assert played(text, "best").shortest == pytest.approx(nx.shortest_path_length(drawn, 1, size) + 1)


def test_progress_says_which_reader_and_counts_plays_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Step] = []
    monkeypatch.setattr(job, "EVERY", 0.0)
    with Job(told.append):
        lengths(gamebook.Project.of(ROUND).edition().book, asked=USUAL)
    parts = [step.part for step in told if step.phase == "measuring plays"]
    assert list(dict.fromkeys(parts)) == [f"reader {number} of {len(USUAL)}" for number in range(1, len(USUAL) + 1)]
    assert {step.total for step in told if step.phase != "playing"} == {None}


def test_where_loops_are_large_counts_are_simulated_and_what_never_comes_is_exact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is said to be rolled between chapters 1 and 2, and there are no fights."""
    monkeypatch.setattr(counts, "LOOP", 0)
    (everybody, *_) = played(ROUND).groups
    spreads = {each.what: each for each in everybody.spreads}
    assert not spreads["chapters"].exact
    assert spreads["fights"].exact
    assert spreads["fights"].quantiles == (Quantile(0.0, 0.0),) * 3


@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("plays", [1, 2, 60, 200])
def test_bounds_of_a_quantile_are_those_of_the_binomial_distribution(plays: int, share: Fraction) -> None:
    chances = (comb(plays, k) * share**k * (1 - share) ** (plays - k) for k in range(plays + 1))
    sums = list(accumulate(chances))
    rest = (1 - Fraction(str(length.CONFIDENCE))) / 2
    low, high = (next(k for k, below in enumerate(sums) if below >= part) for part in (rest, 1 - rest))
    found = length._of_plays(np.arange(plays), float(share))
    assert found == Quantile(max(low - 1, 0), min(high, plays - 1))
