"""Advice and costs of one decision: the wall is climbed with chance x/6, the door opens with chance 3/6."""

from __future__ import annotations

import pytest
from msgspec import structs

import gamebook
from gamebook.analysis.all_advice import advice
from gamebook.analysis.costs import anytime, costs, mistakes
from gamebook.analysis.decisions import decisions
from gamebook.analysis.outlook import Outlook
from gamebook.model.book import Book
from gamebook.reading import read_text
from gamebook.render.text import text
from gamebook.report.advice import sentence
from gamebook.report.solution import sections
from gamebook.report.why import screen
from gamebook.resolve.resolve import resolve
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, attempt, book, choose, d, number, op, option, put, score, turn

CLIMB = option("climb", attempt(op(d(6), "<=", "x"), (WIN,), (LOSE,)))
KNOCK = option("knock", attempt(op(d(6), "<=", 3), (WIN,), (LOSE,)))


def wall(*options: object, dice: int = 6) -> Book:
    return book(
        number("x", 0, 6),
        number("y", 0, 6),
        one=(put("x", d(dice)), put("y", d(6)), choose(*options)),  # type: ignore[arg-type]
    )


def test_a_threshold_is_found_and_said() -> None:
    (told,) = advice(solve(wall(CLIMB, KNOCK)))
    assert sentence(told) in {"climb if x > 2, else knock", "climb if x > 3, else knock", "knock if x <= 2, else climb"}
    assert told.exact
    assert (told.differs, told.cost) == (0, 0)


def test_short_advice_states_what_it_costs() -> None:
    (told,) = advice(solve(wall(CLIMB, KNOCK)), most_rules=1)
    # Climbing always: wrong for x = 1 and 2, where 2/6 and 1/6 are lost.
    assert sentence(told) == "climb"
    assert not told.exact
    assert told.differs == pytest.approx(2 / 6)
    assert told.cost == pytest.approx((2 / 6 + 1 / 6) / 6)


def test_an_option_that_is_sometimes_shut() -> None:
    ladder = option("ladder", WIN, if_=op("y", ">", 4))
    (told,) = advice(solve(wall(KNOCK, ladder)))
    assert sentence(told) == "ladder if you can, else knock"
    assert told.exact


def test_what_is_never_reached_is_told_without_weights() -> None:
    aside = book(
        number("x", 0, 6),
        one=(choose(option("win", WIN), option("dare", put("x", d(6)), turn("two"))),),
        two=(choose(CLIMB, KNOCK),),
    )
    first, second = advice(solve(aside))
    assert (sentence(first), first.visits) == ("win", 1)
    assert second.visits == 0
    assert second.exact


def test_costs_of_a_choice() -> None:
    (decision,) = costs(solve(wall(CLIMB, KNOCK)))
    climb, knock = decision.options
    assert decision.visits == pytest.approx(1)
    assert climb.cost == pytest.approx((2 / 6 + 1 / 6) / 6)
    assert knock.cost == pytest.approx((1 / 6 + 2 / 6 + 3 / 6) / 6)
    assert (climb.best, knock.best) == pytest.approx((4 / 6, 3 / 6))  # they tie at x = 3
    assert climb.taken == pytest.approx(4 / 6)


def test_an_option_that_is_never_open_costs_nothing_that_could_be_told() -> None:
    """Nobody has `y`; whoever strays into `two` is offered the other options there."""
    shut = option("crawl", WIN, if_=op("y", "=", 1))
    den = book(
        number("y", 0, 1),
        one=(choose(option("shop", WIN), option("den", turn("two"))),),
        two=(choose(shut, option("wait", LOSE), option("back", turn("one"))),),
    )
    every = costs(solve(den))
    crawl, wait, back = every[1].options
    assert (crawl.open, crawl.best, crawl.taken, crawl.cost) == (0, None, None, None)
    assert (wait.open, wait.best, wait.taken, wait.cost) == (0, 0, 0, 1)
    assert (back.best, back.cost) == (1, 0)
    assert [each.label for each in mistakes(every)] == []  # best play is offered none of them


def test_mistakes_weigh_how_often_they_tempt() -> None:
    rare = option("jump", LOSE, if_=op("y", "=", 6))
    worst, *_ = mistakes(costs(solve(wall(KNOCK, rare))))
    assert worst.label == "jump"
    assert (worst.open, worst.cost) == pytest.approx((1 / 6, 1 / 2))
    assert worst.weight == pytest.approx(1 / 12)


FIGHT = """
book "Duel"

sheet
    number life = 2 in 0..2

when life <= 0 -> defeat "Slain"

combat duel
    foe life
    won when foe life <= 0
    round
        ~ choose "strike"
            * boldly
                ~ roll 1d6
                    1-5
                        ~ foe life -1
                    6
                        ~ life -1
            * badly
                ~ roll 1d6
                    1
                        ~ foe life -1
                    2-6
                        ~ life -1

=== 1
~ fight duel "Rat" life 2
"""


@pytest.mark.parametrize(
    ("after", "labels"),
    [
        ("* Home -> victory\n* Linger\n    ~ roll 1d100\n        1 -> defeat\n        2-100 -> victory\n", {"Linger"}),
        ("~ victory\n", {"badly"}),
    ],
)
def test_mistakes_in_fights_do_not_crowd_out_those_of_the_page(after: str, labels: set[str]) -> None:
    resolved = read_text("duel.gbk", FIGHT.lstrip() + after).resolved
    assert resolved.book is not None
    assert {mistake.label for mistake in mistakes(costs(solve(resolved.book)))} == labels


def test_advice_never_goes_round_for_ever() -> None:
    waiting = book(one=(choose(option("wait", turn("one")), option("go", WIN)),))
    (told,) = advice(solve(waiting))
    assert sentence(told) == "go"


def test_what_makes_no_difference_is_said_to() -> None:
    trap = book(one=(choose(option("open the trap", put("x", 1), WIN), option("leave it", WIN)),), x=(WIN,))
    trap = structs.replace(trap, variables=(number("x", 0, 1),))
    (told,) = advice(solve(trap))
    assert sentence(told) == "it makes no difference"


def points_too(page: Book) -> Book:
    return structs.replace(page, then_score=True)


def test_of_equal_chances_points_decide() -> None:
    """Low wins with 1/3 and earns 3, high wins with 1/3 and earns 7/2, golden wins with 1/6 and earns 100."""

    def gate(label: str, points: object, wins: int) -> object:
        return option(label, score(points), attempt(op(d(6), "<=", wins), (WIN,), (LOSE,)))  # type: ignore[arg-type]

    solved = solve(points_too(book(one=(choose(gate("low", 3, 2), gate("high", d(6), 2), gate("golden", 100, 1)),))))
    (decision,) = costs(solved)
    low, high, golden = decision.options
    assert (low.cost, low.points, low.best, low.free) == (0.0, pytest.approx(1 / 2), 0.0, False)
    assert (high.cost, high.points, high.best, high.free) == (0.0, 0.0, 1.0, True)
    assert (golden.cost, golden.points) == (pytest.approx(1 / 6), 0.0)
    assert [each.label for each in mistakes([decision])] == ["golden", "low"]
    assert [sentence(each) for each in advice(solved)] == ["high"]


def test_advice_weighs_points_where_no_chance_is_lost() -> None:
    """Gold of 1 to 6 is kept, or sold for 3: 4, 5 and 6 lose 1, 2 and 3 by selling, 1 and 2 lose 2 and 1 by keeping."""
    market = points_too(
        book(
            number("x", 0, 6),
            one=(put("x", d(6)), choose(option("keep", score("x"), WIN), option("sell", score(3), WIN))),
        )
    )
    solved = solve(market)
    keep, sell = costs(solved)[0].options
    assert (keep.points, sell.points) == (pytest.approx(3 / 6), pytest.approx(6 / 6))
    assert (keep.best, sell.best) == pytest.approx((4 / 6, 3 / 6))
    (told,) = advice(solved)
    assert sentence(told) in {"keep if x > 2, else sell", "keep if x > 3, else sell", "sell if x <= 2, else keep"}
    assert (told.exact, told.cost, told.points) == (True, 0.0, 0.0)
    (short,) = advice(solved, most_rules=1)
    assert (sentence(short), short.cost, short.points) == ("keep", 0.0, pytest.approx(3 / 6))


def test_equal_points_make_no_difference() -> None:
    equal = points_too(book(one=(choose(option("left", score(2), WIN), option("right", WIN, score(2))), score(2), WIN)))
    shorter = points_too(book(one=(choose(option("left", score(2), WIN), option("right", score(2), WIN)),)))
    assert [sentence(each) for each in advice(solve(shorter))] == ["it makes no difference"]
    assert [sentence(each) for each in advice(solve(equal))] == ["left"]


def test_what_does_nothing_is_advised_before_what_does_nothing_good() -> None:
    shop = book(
        number("ham", 0, 1),
        one=(
            choose(
                option("buy ham", put("ham", 1), WIN),
                option("go on", WIN),
                option("give up", LOSE),
            ),
        ),
    )
    (told,) = advice(solve(shop))
    assert sentence(told) == "go on (as good as buy ham)"
    assert told.exact


def meal_at(chapter: str, *options: object) -> object:
    eat = option("eat", put("meals", op("meals", "-", 1)), if_=op("meals", ">", 0), again=True)
    return choose(*options, eat, name=chapter)


def test_an_action_at_any_time_is_told_once_and_never_advised_for_nothing() -> None:
    inn = book(
        number("meals", 0, 2, start=2),
        one=(meal_at("one", option("on", turn("two")), option("stop", LOSE)),),
        two=(meal_at("two", option("climb", WIN, if_=op("meals", ">", 0)), option("swim", LOSE)),),
    )
    solved = solve(inn)
    assert [sentence(each) for each in advice(solved)] == ["on", "climb"]
    every = costs(solved)
    (eat,) = anytime(every)
    # With two meals one may be eaten on the way; the second one is the ladder.
    assert (eat.label, eat.open) == ("eat", 2)
    assert eat.cost == 0
    assert [each.label for each in mistakes(every)] == ["stop", "swim"]


def test_of_several_foes_the_decisions_are_told_by_name() -> None:
    page = (
        'book "Wolves"\n    use fighting-fantasy\n\n=== 1\n~ fight\n    foe "Grey wolf" SKILL 7 STAMINA 2\n'
        '    then foe "Old wolf" SKILL 6 STAMINA 2\n~ victory\n'
    )
    loaded = read_text("wolves.gbk", page).loaded
    model = resolve(loaded.pages).book
    assert model is not None
    found = {each.against for each in decisions(model).values()}
    assert found == {"Grey wolf", "Old wolf"}


def test_where_best_play_comes_nothing_is_open() -> None:
    """Best play wins before it; those who come there have no key, and the option needs one."""
    shut = book(
        number("key", 0, 1),
        one=(choose(option("win", WIN), option("look", put("key", d(1)), turn("two")), option("go", turn("two"))),),
        two=(choose(option("door", WIN, if_=op("key", "=", 1)), option("hatch", LOSE, if_=op("key", "=", 1))), LOSE),
    )
    (first, second) = advice(solve(shut))
    assert (sentence(first), sentence(second), second.visits) == ("win", "door", 0)
    lost = book(
        number("key", 0, 1),
        one=(choose(option("go", turn("two")), option("wait", LOSE)),),
        two=(choose(option("door", LOSE, if_=op("key", "=", 1)), option("hatch", LOSE, if_=op("key", "=", 1))), LOSE),
    )
    assert [told.chapter for told in advice(solve(lost))] == ["one"]


@pytest.mark.parametrize("listed", [None, 0])
def test_an_option_may_help_those_who_came_another_way(listed: int | None) -> None:
    """Best play has the key, and should not go back; without it, nothing else wins (so to climb up is no loss).

    Where only part of the states is listed, an option is known to help nobody only if it leads to defeat alone.
    """
    home = option("home", turn("one"))
    tower = choose(option("unlock", WIN, if_=op("key", "=", 1)), option("jump", LOSE), home)
    found = costs(solve(book(
        number("key", 0, 1),
        one=(choose(option("key", put("key", 1), turn("two")), option("climb", turn("two")), option("flee", LOSE)),),
        two=(tower,),
    ), listed=listed))  # fmt: skip
    useful = {option.label: option.useful for decision in found for option in decision.options}
    assert useful == {"key": True, "climb": True, "flee": False, "unlock": True, "jump": False, "home": True}


DRAWN = """book "A door"
sheet
    number gold = 1d2
strategy shares
    at 1: Left 1 in 2 if gold > 1 else Left 1 in 3 else Right
=== 1
* Left -> victory
* Right -> defeat
"""


def test_a_decision_that_a_strategy_draws_twice_is_told_once_with_all_of_its_options() -> None:
    solution = gamebook.solve(text=DRAWN, policy="shares")
    # With 2 gold half go left, and of the others a third; with 1 gold a third.
    assert solution.difficulty.best.middle == pytest.approx(((1 / 2 + 1 / 2 * 1 / 3) + 1 / 3) / 2)
    (told,) = costs(solution.solved)
    assert [option.label for option in told.options] == ["Left", "Right"]


IDLE = """book "Idle"
sheet
    number time = 1 in -1..1
=== 1
* Idle
    ~ time -1
    -> 2
* Straight on -> 2
=== 2
* By the mill
    ~ time -1
    -> 3
* On -> 3
* Sink -> defeat
=== 3
~ if time >= 0
    -> victory
-> defeat
"""


def test_what_only_costs_after_idling_is_no_trap() -> None:
    """Whoever idles has no time left for the mill; who went straight on has."""
    solution = gamebook.solve(text=IDLE)
    free = {option.label: option.free for each in costs(solution.solved) for option in each.options}
    assert free == {"Idle": True, "Straight on": True, "By the mill": True, "On": True, "Sink": False}
    shown = text([*screen(solution)]).plain
    assert "warn of “Sink” (2): it is never best" in shown
    tempts = any(
        line.startswith("100%") and line.endswith("By the mill") for line in map(str.strip, shown.splitlines())
    )
    assert tempts == ("some of these mistakes cost less" in shown)


def test_of_a_large_book_no_more_is_said_of_a_trap_than_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the mill is good for whoever goes straight on is not known: best play idles, and its states are listed."""
    monkeypatch.setattr("gamebook.verbs.solving.LISTED", 0)
    solution = gamebook.solve(text=IDLE)
    told = {option.label: option for each in costs(solution.solved) for option in each.options}
    assert (told["By the mill"].useful, told["By the mill"].free) == (None, None)
    assert told["Sink"].useful is False
    shown = text([*screen(solution)]).plain
    assert "warn of “By the mill” (2): best play never takes it, and it costs 100%." in shown


GOLD = """
book "Gold"
    aim win then score

=== 1
* Leave it -> 2
* Take the gold
    ~ score +5
    -> 2

=== 2
-> victory
"""


def test_the_report_shows_points_beside_chances() -> None:
    told = text([*sections(gamebook.solve(text=GOLD), chapters=True, choices=True)]).plain
    assert "costs  points  offered  chapter  mistake\n   0%       5        1  1        Leave it\n" in told
    assert "Advice\n1: Take the gold\n" in told
    assert "1               1    0%     0%     0%       5  Leave it\n" in told
    assert "1  100%   100%     0%       0  Take the gold\n" in told


def test_an_almost_sure_victory_is_no_tie_with_a_sure_one(book: Book) -> None:
    """
    === 1
    * Wait -> 2
    * Sure -> victory

    === 2
    ~ random
        1: -> 3
        10000000: -> victory

    === 3
    ~ random
        1: -> defeat
        10000000: -> victory
    """
    solved = solve(book)
    (decision,) = costs(solved)
    # Who waits loses once in 10^14 times: as a float that is within rounding of 1.
    assert [(option.best, option.taken, option.free) for option in decision.options] == [(0, 0, False), (1, 1, True)]
    (told,) = advice(solved)
    assert sentence(told) == "Sure"
    assert Outlook(now=1.0, options=(1 - 1e-14, 1.0), best=1, wins=True).even == (False, True)
    assert Outlook(now=0.5, options=(0.5 - 1e-14, 0.5), best=1, wins=True).even == (True, True)


def test_what_only_rounding_loses_costs_nothing(book: Book) -> None:
    """
    book "Bet"
        aim score

    === 1
    * Leave -> victory
    * Bet -> 2

    === 2
    ~ roll 1d10
        1 -> victory score 3
        2-4 -> victory score -1
        5-10 -> victory
    """
    (menu,) = costs(solve(book))
    assert {option.label: (option.best, option.cost) for option in menu.options} == {"Leave": (1, 0), "Bet": (1, 0)}


def test_what_surely_loses_all_that_is_surely_won_costs_exactly_that(book: Book) -> None:
    """
    sheet
        number n = 0 in 0..30

    === 1
    ~ set n = 5d6
    * Go on -> 2
    * Jump -> defeat

    === 2
    * Even [if n = 4] -> victory
    * Odd [if n != 4] -> 3

    === 3
    * Odd -> victory
    * Rather not [if n < 9] -> defeat
    * Really not [if n > 12] -> defeat
    """
    (jump,) = (each for each in mistakes(costs(solve(book))) if each.label == "Jump")
    assert jump.cost == 1.0


def test_a_lone_foe_has_no_number(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Orc" SKILL 8 STAMINA 4
    ~ fight
        together
        foe "Wolf" SKILL 7 STAMINA 3
        foe "Bear" SKILL 7 STAMINA 4
    ~ victory
    """
    told = [(each.against, sentence(each)) for each in advice(solve(book, {"SKILL": 9, "STAMINA": 6, "LUCK": 8}))]
    orc = " ".join(said for against, said in told if against == "Orc")
    assert "foe STAMINA" in orc
    assert "foe 1" not in orc
    assert any("foe 2 STAMINA" in said or "foe 1 STAMINA" in said for against, said in told if against != "Orc")
