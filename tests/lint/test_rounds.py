"""Rounds that cost nothing, and those that do cost something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from gamebook.analysis import free_rounds
from gamebook.analysis.reach import Reach
from gamebook.errors import OutOfTime
from gamebook.limits import Limits
from gamebook.lint import rounds
from gamebook.lint.facts import Facts
from gamebook.lint.options import CheckOptions
from gamebook.program.possible import Option
from gamebook.project import Project
from gamebook.solver.solving import solve
from tests.support.check import SECONDS, Checked, check_text

SHEET = """sheet
    stat STAMINA = 2d6+12
    number gold = 5 in 0..12
    number hour = 0 in 0..9
    codeword SWEPT

when STAMINA <= 0 -> defeat

"""
INN = """=== 1
~ STAMINA -3
-> 2

=== 2
* Rest
    ~ STAMINA +1
    -> 2
* Hire a guide [if hour < 9]
    ~ pay 4 gold
    -> 3
* Go on -> 3

=== 3
~ STAMINA -13
-> 4

=== 4
~ victory
"""
SWEEP = INN.replace("* Rest\n    ~ STAMINA +1", "* Sweep\n    ~ gold +1")
GAMBLE = """    ~ roll 1d2
        1
            ~ gold +1
        2
            ~ gold -1
"""


def _told(text: str) -> list[str]:
    """The first words of what is told of free rounds, and that nothing else tells of the same."""
    checked: Checked = check_text(SHEET + text)
    return [each.message for each in checked.findings if each.code in ("GB411", "GB405")]


def test_healing_without_end() -> None:
    (message,) = _told(INN)
    assert message.endswith("at no cost, until STAMINA is at its initial value")


def test_earning_without_end_is_told_once_with_the_round() -> None:
    checked = check_text(SHEET + SWEEP)
    (told,) = [each for each in checked.findings if each.code in ("GB411", "GB405")]
    assert told.code == "GB411"
    assert "until gold is at the top" in told.message
    assert told.route == ('2: choose "Sweep"',)


SHOP = """sheet
    number gold = 2 in 0..20
    item   rope
    item   apples x 4

=== 1
* Buy [if not rope]
    ~ pay 2 gold
    ~ gain rope
    -> 1
* Sell [if rope]
    ~ lose rope
    ~ gold +3
    -> 1
* Buy the crown
    ~ pay 15 gold
    -> victory
* Give up -> defeat
"""


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        (INN.replace("~ STAMINA -3", "~ STAMINA -5").replace("STAMINA +1", "STAMINA +1d6"), ["Rest"]),
        (INN.replace("STAMINA +1", "STAMINA +1d2 - 1"), ["Rest"]),
        (INN.replace("STAMINA +1", "STAMINA +3\n    ~ STAMINA -1"), ["Rest"]),
        (
            INN.replace("    -> 2\n* Hire", "    -> 5\n* Hire") + "\n=== 5\n* Wait -> 6\n\n=== 6\n* Back -> 2\n",
            ["Rest", "Wait", "Back"],
        ),
    ],
    ids=["dice", "sometimes nothing", "the top is only passed", "three choices"],
)
def test_healing_in_other_ways(text: str, choices: list[str]) -> None:
    (found,) = [each for each in check_text(SHEET + text).findings if each.code == "GB411"]
    assert [line.split('"')[1] for line in found.route] == choices
    assert found.message.endswith("until STAMINA is at its initial value")


@pytest.mark.parametrize(
    "text",
    [
        SHOP,
        SHOP.replace(" [if not rope]", "")
        .replace("gain rope", "gain apples")
        .replace("rope\n    ~", "apples\n    ~")
        .replace("[if rope]", "[if apples]"),
        SHOP.replace("    ~ gain rope\n    -> 1", "    -> 2").replace(" [if not rope]", "")
        + "\n=== 2\n* Sell\n    ~ gold +3\n    -> 1\n",
    ],
    ids=["one thing", "many", "no thing"],
)
def test_buying_and_selling_with_a_profit_is_one_finding(text: str) -> None:
    """The number is full, and there is no room for the goods, only by the round: nothing else is reported of them."""
    (found,) = [each for each in check_text(text).findings if each.code in ("GB411", "GB404", "GB405")]
    assert found.code == "GB411"
    assert [line.split('"')[1] for line in found.route] == ["Buy", "Sell"]


def test_what_is_full_without_the_round_is_still_reported() -> None:
    text = SHOP.replace("=== 1\n", "=== 1\n* Find a chest\n    ~ gold +30\n    -> 3\n", 1)
    text += "\n=== 3\n* Buy the crown\n    ~ pay 15 gold\n    -> victory\n"
    found = [each.code for each in check_text(text).findings if each.code in ("GB411", "GB404", "GB405")]
    assert sorted(found) == ["GB405", "GB411"]


@pytest.mark.parametrize(
    "text",
    [
        SHOP.replace("gold +3", "gold +2"),
        SHOP.replace("gold +3", "gold +1d3"),
        SHOP.replace("[if rope]", "[if rope and gold < 5]"),
        SHOP.replace("[if rope]", "[if rope]\n    ~ roll 1d6\n        1 -> defeat\n        else"),
    ],
    ids=["no profit", "perhaps a loss", "only up to 7", "a danger"],
)
def test_trading_that_is_not_free(text: str) -> None:
    assert "GB411" not in check_text(text).codes


BEG = """sheet
    number gold = 0 in 0..30
    number hour = 0 in 0..9
    codeword SEEN

=== 1
* Beg at the gate
    ~ gold +1
    -> 1
* Show your gold [if gold >= 20] -> victory
* Go home -> defeat
"""
SHOWN = "* Show your gold [if gold >= 20] -> victory"


@pytest.mark.parametrize(
    "text",
    [
        BEG,
        BEG.replace("gold +1", "gold +1d3"),
        BEG.replace("gold +1", "roll 1d6\n        1-3\n            ~ gold +1\n        4-6"),
        BEG.replace("[if gold >= 20]", "[if SEEN or not (gold <= 19)]").replace("=== 1\n", "=== 1\n~ note SEEN\n", 1),
        BEG.replace(SHOWN, "* Go in -> 2") + "\n=== 2\n~ if gold < 20\n    -> defeat\n~ victory\n",
        BEG.replace(SHOWN, "* Go in -> 2") + "\n=== 2\n~ if gold < 20\n    -> 3\n~ victory\n\n=== 3\n~ defeat\n",
        BEG.replace("-> victory", "-> 2").replace("-> defeat", "-> 3") + "\n=== 2\n~ victory\n\n=== 3\n~ defeat\n",
        BEG.replace("-> victory", "\n    ~ note SEEN\n    -> 2").replace("-> defeat", "-> 2") + "\n=== 2\n~ victory\n",
        BEG.replace("=== 1\n", "=== 1\nYou have {gold}.\n~ if gold < 5\n    You look poor.\n"),
    ],
    ids=[
        "sure",
        "dice",
        "at times",
        "with others",
        "it keeps off a defeat",
        "and a chapter of defeat",
        "to a chapter",
        "with more",
        "words",
    ],
)
def test_a_number_that_opens_something_is_worth_having(text: str) -> None:
    """The round brings the number to the end of its range, so there is no advice to widen the range."""
    (found,) = [each for each in check_text(text).findings if each.code in ("GB411", "GB405")]
    assert found.code == "GB411"
    assert found.message.endswith("until gold is at the top of its range")
    assert found.route == ('1: choose "Beg at the gate"',)


@pytest.mark.parametrize(
    "text",
    [
        BEG.replace("* Go home", "* Creep past the guard [if gold < 9] -> victory\n* Go home"),
        BEG.replace("* Go home", "* Leave the even purse [if gold mod 2 = 0] -> victory\n* Go home"),
        BEG.replace("[if gold >= 20]", "[if gold >= hour]").replace("* Go", "* Pass [if hour > gold] -> victory\n* Go"),
        BEG.replace("=== 1\n", "when gold >= 25 -> defeat\n\n=== 1\n"),
        BEG.replace("=== 1\n", "when gold = 3 -> defeat\n\n=== 1\n"),
        BEG.replace("=== 1\n", "=== 1\n~ if gold >= 25\n    -> 2\n") + "\n=== 2\n* Run -> 1\n* Hide -> victory\n",
        BEG.replace("=== 1\n", "=== 1\n~ set hour = gold\n"),
        BEG.replace("=== 1\n", "=== 1\n~ random\n    gold:\n        -> 1\n    1:\n"),
        BEG.replace("=== 1\n", "=== 1\n~ gold +1\n").replace("    ~ gold +1\n    -> 1", "    -> 1"),
        BEG.replace("* Go home -> defeat\n", ""),
        BEG.replace("* Go home", "* Sing at the gate\n    ~ gold +1\n    -> 1\n* Go in [if gold > 9]"),
        BEG.replace("[if gold >= 20] -> victory", "[if gold >= 20] -> defeat"),
        BEG.replace("[if gold >= 20] -> victory", "[if gold >= 20] -> 2") + "\n=== 2\nThieves come.\n~ defeat\n",
        BEG.replace("* Go", "* Go to the inn of the thieves [if gold > 9] -> defeat\n* Go"),
        BEG.replace("-> victory", "-> 2").replace("-> defeat", "-> 2") + "\n=== 2\n~ victory\n",
        BEG.replace("gold >= 20", "gold >= 0"),
        BEG.replace(" [if gold >= 20]", ""),
    ],
    ids=[
        "it closes a choice",
        "now good, now bad",
        "what it is compared with",
        "a trigger waits for it",
        "a trigger on the way",
        "it leads elsewhere",
        "it is used",
        "a danger grows",
        "it counts visits",
        "it counts nights",
        "it counts turns",
        "it opens a defeat",
        "it opens a chapter of defeat",
        "it opens a defeat, too",
        "all can go there",
        "nothing depends on it",
        "nothing asks for it",
    ],
)
def test_a_clock_or_a_counter_is_no_gain(text: str) -> None:
    assert "GB411" not in check_text(text).codes


DAYS = """sheet
    stat STAMINA = 14
    number gold = 5 in 0..20
    number days = 0 in 0..20

when STAMINA <= 0 -> defeat

=== 1
* Work
    ~ days +1
    ~ gold +1
    -> 1
* Heal
    ~ pay 1 gold
    ~ STAMINA +4
    -> 1
* Go on -> 2

=== 2
~ STAMINA -13
~ if days < 10
    -> victory "In time"
-> {late}
"""
"""From the tenth day on the number of days makes no difference."""


@pytest.mark.parametrize("states", [None, 600])
@pytest.mark.parametrize(("late", "codes"), [('defeat "Too late"', 0), ('victory "Late"', 1)])
def test_who_has_lost_gets_nothing_for_free(late: str, codes: int, states: int | None) -> None:
    """Nobody wins after the tenth day, and before it gold costs days: so it is not free."""
    found = check_text(DAYS.format(late=late), Limits(states=states)).codes
    assert found.count("GB411") == codes


def test_of_one_cause_the_shortest_round_is_told_once() -> None:
    """The inn is in a town of three streets, all of which lead to each other."""
    town = "".join(f"\n=== {n}\n* To 2 -> 2\n* To 6 -> 6\n* To 7 -> 7\n" for n in (6, 7))
    text = INN.replace("* Go on -> 3\n", "* Go on -> 3\n* To 6 -> 6\n") + town
    (found,) = [each for each in check_text(SHEET + text).findings if each.code == "GB411"]
    assert found.route == ('2: choose "Rest"',)


def test_where_there_is_no_time_to_look_at_all_states_the_question_is_open() -> None:
    edition = Project.of(SHEET + INN).edition()
    facts = Facts(edition.book, edition.resolved.sourcemap, solve(edition.book), options=CheckOptions(seconds=0.0))
    with pytest.raises(OutOfTime):
        assert not [*rounds.free_rounds(facts)]


@pytest.mark.parametrize(
    "text",
    [
        INN.replace("    ~ STAMINA +1", "    ~ pay 1 gold\n    ~ STAMINA +1"),
        INN.replace("    ~ STAMINA +1", "    ~ hour +1\n    ~ STAMINA +1"),
        SWEEP.replace("* Sweep", "* Sweep [if not SWEPT]\n    ~ note SWEPT"),
        SWEEP.replace(
            "    ~ gold +1\n", "    ~ roll 1d2\n        1\n            ~ gold +1\n        2\n            ~ gold -1\n"
        ),
    ],
    ids=["paid", "takes time", "once", "a game of chance"],
)
def test_what_costs_something_is_no_free_round(text: str) -> None:
    assert "at no cost" not in " ".join(_told(text))


def test_a_number_that_takes_long_to_fill_can_be_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three hundred rounds are as free as nine, even if they are not followed to the end from any state looked at."""
    monkeypatch.setattr(free_rounds, "ROUNDS", 300 // rounds.STATES)
    text = SWEEP.replace("~ STAMINA -3", "~ gold -3").replace("~ STAMINA -13", "~ gold -1")
    long = "sheet\n    number gold = 5 in 0..300\n\n" + text.replace(" [if hour < 9]", "")
    found = [each.message for each in check_text(long).findings if each.code == "GB411"]
    assert len(found) == 1
    assert found[0].endswith("until gold is at the top of its range")


@pytest.mark.slow
def test_an_option_that_is_seldom_open_is_looked_at() -> None:
    """The fence buys the pearl again and again; of two thousand states at the market few have it."""
    text = """sheet
    number gold = 0 in 0..40
    number day = 0 in 0..2000
    item   pearl

=== 1
* Wait [if day < 2000]
    ~ day +1
    -> 1
* Dive [if day = 1000 and not pearl]
    ~ gain pearl
    -> 1
* Sell the pearl [if pearl and day < 1003]
    ~ gold +9
    -> 1
* Buy a ship
    ~ pay 30 gold
    -> victory
* Go home -> defeat
"""
    (told,) = [each for each in check_text(text).findings if each.code == "GB411"]
    assert told.route == ('1: choose "Sell the pearl"',)


FAR = """* Wait [if mile < 150]
    ~ mile +1
    -> 1
* Go on [if mile >= 100] -> 5

=== 5
~ STAMINA -3
-> 2
"""
"""A long way: the inn is behind all states that are listed, but plays come there."""
HARD = FAR.replace(
    "    ~ mile +1", "    ~ roll 1d2\n        1\n            ~ mile +1\n        2\n            ~ set mile = 0"
)
"""A hundred tosses in a row must be won: no play by chance does it, but that it can happen is seen from the book."""
TOO_FAR = HARD.replace("150", "5000").replace("100", "4000")
FEW = Limits(states=40)
PAID = SWEEP.replace("    ~ gold +1", "    ~ STAMINA -1\n    ~ gold +1")


def _far(text: str, way: str = FAR, seconds: float = SECONDS) -> tuple[list[tuple[str, ...]], list[str]]:
    """The routes of free rounds that are found in a book at the end of a long way, and what is open about them."""
    sheet = SHEET.replace("sheet\n", "sheet\n    number mile = 0 in 0..5000\n", 1)
    checked = check_text(sheet + text.replace("~ STAMINA -3\n-> 2\n", way, 1), FEW, seconds)
    limit = [each for told in checked.findings if told.code == "GB406" for each in told.related]
    found = [each.route for each in checked.findings if each.code == "GB411"]
    return found, [each.message for each in limit if each.message.startswith(rounds.FREE)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "choice"),
    [(INN, "Rest"), (SWEEP, "Sweep"), (SWEEP.replace("* Sweep", "* Sweep [knows 40%]"), "Sweep")],
    ids=["healing", "earning", "for those who know"],
)
def test_a_round_beyond_the_listed_states_is_found_where_plays_come_to_it(text: str, choice: str) -> None:
    ((way, *taken),), open_ = _far(text)
    assert way.startswith("gamebook simulate ")
    assert "--replay" in way
    assert taken == [f'2: choose "{choice}"']
    assert open_ == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        PAID,
        SWEEP.replace("* Sweep", "* Sweep [if not SWEPT]\n    ~ note SWEPT"),
        SWEEP.replace("    ~ gold +1\n", GAMBLE),
    ],
    ids=["paid", "once", "a game of chance"],
)
def test_no_round_is_free_beyond_the_listed_states_where_plays_found_none(text: str) -> None:
    assert _far(text) == ([], [])


@pytest.mark.slow
def test_a_round_is_found_where_only_a_way_is_known() -> None:
    ((hero, *_, last, taken),), open_ = _far(SWEEP, HARD, seconds=2.0)
    assert hero.startswith("the hero: ")
    assert last.startswith("2: you have mile 100,")
    assert taken == '2: choose "Sweep"'
    assert open_ == []


@pytest.mark.slow
def test_what_nothing_comes_to_stays_open() -> None:
    assert _far(SWEEP, TOO_FAR) == ([], [f"{rounds.FREE}: chapter 2"])


@pytest.mark.slow
def test_what_there_is_no_room_to_look_at_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.analysis.beyond.MOST", 0)
    assert _far(PAID) == ([], [f"{rounds.FREE}: chapter 2"])


def _causes(facts: Facts) -> set[Option]:
    """The options that raise something in the rounds that are found."""
    found = rounds._rounds_of_all(facts) if facts.whole else rounds._rounds_of_some(facts)
    return {option for each in found for option in each.raising}


CHAPTERS = 4
EFFECTS = (
    *("gold +1", "gold +2", "gold -1", "pay 1 gold", "gold +1d3 - 2"),
    *("STAMINA +1", "STAMINA +2", "STAMINA -1", "STAMINA +1d2", "STAMINA +1d2 - 1"),
    *("STAMINA +1 beyond initial", "initial STAMINA +1"),
    *("hour +1", "note SWEPT", "erase SWEPT", ""),
)
CONDITIONS = (
    *("", "", " [if gold > 1]", " [if STAMINA < 3]", " [if not SWEPT]", " [if SWEPT]", " [if hour < 2]"),
    " [knows 40%]",
)


Effects = Mapping[tuple[str, int], Sequence[str]]
"""What each option does, by its chapter and its number in the menu."""


@st.composite
def markets(draw: st.DrawFn) -> tuple[str, Effects]:
    """A book of menus between which readers go round, and gain and lose; and what is done there."""
    sheet = "sheet\n    stat STAMINA = 1d2 in 0..3\n    number gold = 1 in 0..3\n    number hour = 0 in 0..2\n"
    lines = [f"{sheet}    codeword SWEPT\n\nwhen STAMINA <= 0 -> defeat\n"]
    done = dict[tuple[str, int], list[str]]()
    for number in range(1, CHAPTERS + 1):
        lines.append(f"=== {number}")
        begins = draw(st.sampled_from(("", "", *EFFECTS)))
        lines += [f"~ {begins}"] if begins else []
        for option in range(draw(st.integers(1, 3))):
            lines.append(f"* Choice {option}{draw(st.sampled_from(CONDITIONS))}")
            effects = done[str(number), option] = draw(st.lists(st.sampled_from(EFFECTS), max_size=2))
            lines += [f"    ~ {each}" for each in effects if each]
            lines.append(f"    -> {draw(st.integers(1, CHAPTERS))}")
        lines.append("* Pay\n    ~ pay 3 gold\n    -> victory\n* End -> defeat\n")
    return "\n".join(lines), done


@pytest.mark.slow
@settings(deadline=None, max_examples=settings().max_examples // 2)
@given(markets())
def test_rounds_that_are_found_under_a_limit_are_those_of_the_whole_book(market: tuple[str, Effects]) -> None:
    edition = Project.of(market[0]).edition()
    book, where = edition.book, edition.resolved.sourcemap
    whole = _causes(Facts(book, where, solve(book)))
    for limit in (1, 10, 40):
        few = solve(book, limits=Limits(states=limit))
        facts = Facts(book, where, few, options=CheckOptions(seconds=0.05))
        if _causes(facts):
            assert whole


class Naive:
    """What GB411 says on its page, asked of all states one by one."""

    def __init__(self, reach: Reach, text: str, done: Effects) -> None:
        self.reach, self.done = reach, done
        self.states = range(len(reach.endings), reach.size)
        self.sheet = {state: reach.values(state) for state in self.states}
        self.closed = set[Option]()
        trained, lowered = "~ initial STAMINA +1\n" in text, "~ STAMINA -1\n" in text
        self.wanted = {"gold", *(["STAMINA"] if trained or lowered else []), *(["initial STAMINA"] if trained else [])}
        bad = ("[if STAMINA < 3]", "\n~ STAMINA +1\n", "\n~ STAMINA +1 beyond initial\n")
        beyond = lowered and "beyond" in text and not any(each in text for each in bad)
        self.rising = trained or beyond

    def finds(self) -> bool:
        """Whether a number of which more is wanted can be raised to its top at no cost, from some menu."""
        self.known = dict[tuple[int, str, bool], bool]()
        menus = [each for each in self.states if any(option is not None for option, _ in self.reach.actions(each))]
        return any(
            self.surely(state, name, "higher", further) and self.is_free(state, name, further)
            for state in menus
            for name in self.wanted & self.sheet[state].keys()
            for further in [name == "STAMINA" and self.rising and self.is_top(self.sheet[state], name, False)]
            if not self.is_top(self.sheet[state], name, further)
        )

    def ways(self, state: int) -> list[tuple[int | None, set[int]]]:
        node = int(self.reach.node[state])
        spared = self.reach.spared
        if node < 0 or (spared[self.reach.root] and not spared[state]):  # nothing is free for who can only lose
            return []
        actions = [(option, set(to.tolist())) for option, to in self.reach.actions(state)]
        return [(option, to) for option, to in actions if option is None or (node, option) not in self.closed]

    def is_top(self, sheet: dict[str, int], name: str, further: bool) -> bool:
        return sheet[name] >= (sheet.get("initial STAMINA", 3) if name == "STAMINA" and not further else 3)

    def compared(self, state: int, other: int, name: str) -> str:
        if other not in self.sheet or self.reach.node[other] != self.reach.node[state]:
            return ""
        one, two = self.sheet[state], self.sheet[other]
        if any(two[each] != one[each] for each in one if each not in self.wanted):
            return ""
        changes = [two[each] - one[each] for each in one if each in self.wanted]
        if all(change >= 0 for change in changes):
            return "higher" if two[name] > one[name] else "same"
        return "lower" if all(change <= 0 for change in changes) else ""

    def surely(self, state: int, name: str, goal: str, further: bool) -> set[int]:
        """The states from which a goal is surely reached, itself included; empty if the state is none of them."""
        kinds = {other: self.compared(state, other, name) for other in self.states}
        if goal == "higher":
            goals = {other for other, kind in kinds.items() if kind == "higher" and self.is_free(other, name, further)}
            lost = {other for other, kind in kinds.items() if kind in ("higher", "lower")} - goals
        else:
            goals = {other for other, kind in kinds.items() if kind in ("same", "higher")}
            lost = {other for other, kind in kinds.items() if kind == "lower"}
        left = {*self.states} - lost
        while True:
            sure = {*goals}
            while True:
                more = {
                    each
                    for each in left - sure - goals
                    for _, to in self.ways(each)
                    if to and to <= left and not to.isdisjoint(sure)
                }
                if not more:
                    break
                sure |= more
            if sure == left:
                break
            left = sure
        starts = any(to <= left and not to.isdisjoint(left) for option, to in self.ways(state) if option is not None)
        return left if starts and (state in left) else set()

    def is_free(self, state: int, name: str, further: bool) -> bool:
        key = (state, name, further)
        if key not in self.known:
            self.known[key] = (
                self.is_top(self.sheet[state], name, further)
                or bool(self.surely(state, name, "higher", further))
                or self.passes_top(state, name, self.surely(state, name, "same", further), further)
            )
        return self.known[key]

    def passes_top(self, start: int, name: str, inside: set[int], further: bool) -> bool:
        """Whether the number may be at its top on a round after which nothing is higher."""
        seen, waiting = {start}, [start]
        for state in waiting if inside else ():
            for option, to in self.ways(state):
                if not to <= inside:
                    continue
                if option is not None and self.tops(state, option, name, further):
                    return True
                if any(name in self.sheet[each] and self.is_top(self.sheet[each], name, further) for each in to):
                    return True
                on = [each for each in to - seen if self.compared(start, each, name) == ""]
                seen.update(on)
                waiting += on
        return False

    def tops(self, state: int, option: int, name: str, further: bool) -> bool:
        """Whether an option may have the number at its top before the next chapter."""
        place = self.reach.solved.space.program.places[self.reach.node[state]]
        sheets = [dict(self.sheet[state])]
        amounts = {"+1": [1], "+2": [2], "-1": [-1], "+1d2": [1, 2], "+1d3 - 2": [-1, 0, 1], "+1d2 - 1": [0, 1]}
        for effect in self.done.get((place, option), ()):
            beyond = effect.endswith(" beyond initial")
            plain = effect.removesuffix(" beyond initial").replace("pay 1 gold", "gold -1")
            changed = next(
                (each for each in ("gold", "STAMINA", "initial STAMINA") if plain.startswith(f"{each} ")), ""
            )
            if changed not in sheets[0]:
                continue
            capped = changed == "STAMINA" and not beyond
            sheets = [
                {**sheet, changed: max(0, min(sheet[changed] + amount, most))}
                for sheet in sheets
                for most in [max(sheet.get("initial STAMINA", 3), sheet[changed]) if capped else 3]
                for amount in amounts[plain.removeprefix(f"{changed} ")]
            ]
            if changed == name and any(self.is_top(sheet, name, further) for sheet in sheets):
                return True
        return False


@pytest.mark.slow
@settings(deadline=None)
@given(markets())
def test_rounds_that_are_found_are_those_of_the_page(market: tuple[str, Effects]) -> None:
    """When the options are closed that raise something in one round after the other, none is left after the last."""
    text, done = market
    edition = Project.of(text).edition()
    facts = Facts(edition.book, edition.resolved.sourcemap, solve(edition.book))
    naive = Naive(facts.reach, text, done)
    for each in rounds._rounds_of_all(facts):
        event("a round")
        assert naive.finds()
        naive.closed |= each.raising
    assert not naive.finds()


MARSH = """sheet
    stat   STAMINA = 9
    number gold    = 1d10 in 0..10
    number dust    = 1d10 in 0..10

when STAMINA <= 0 -> defeat

=== 1
* Sleep
    ~ STAMINA +4
    -> 1
* To the marsh -> 2

=== 2
* On -> 3
* Back -> 1

=== 3
~ STAMINA -2
* Back -> 1
* Buy the crown [if gold > 5 and dust < gold] -> victory
* Beg -> defeat
"""


@pytest.mark.slow
@pytest.mark.parametrize("states", [120, 250, 1_000_000])
def test_readers_who_lack_what_a_round_gives_are_looked_at_whoever_is_listed(states: int) -> None:
    """Who comes to chapter 1 first has all STAMINA there is: 100 such sheets are listed before any other."""
    found = Project.of(MARSH).check("full", limit_states=states).findings
    assert [each.span.start for each in found if each.code == "GB411"] == [MARSH.index("* Sleep")]


def test_a_round_without_a_choice_is_none() -> None:
    text = (
        "sheet\n    number gold = 2 in 0..9\n    item rope\n\n=== 1\n~ repeat until gold >= 5\n    ~ gold +1\n"
        "    * Buy a rope [if rope]\n        ~ pay 1 gold\n-> victory\n"
    )
    assert "GB411" not in check_text(text).codes


SCHOOL = """sheet
    stat     MAGIC = 1d6 in 0..8
    stat     LIFE = 4
    number   gold = 3 in 0..5
    item     book
    codeword TAUGHT

when LIFE <= 0 -> defeat

=== 1
* Study
    ~ MAGIC +1 beyond initial
    -> 1
* Go -> 2

=== 2
~ MAGIC -1d6
~ if MAGIC > 0
    -> victory
-> defeat
"""
STUDY = "    ~ MAGIC +1 beyond initial\n"
HIGHER = "    ~ initial MAGIC +1\n    ~ MAGIC +1\n"
READ = SCHOOL.replace(STUDY, "    ~ gain book\n").replace(
    "=== 1\n", "when book\n    ~ lose book\n    ~ initial MAGIC +1\n    ~ MAGIC +1\n\n=== 1\n", 1
)
AIM = "test aim\n    succeed 2d6 <= MAGIC\n    pass | fail\n\n=== 1\n"
TESTED = SCHOOL.replace("=== 1\n", AIM, 1).replace(
    "~ if MAGIC > 0", "~ test aim\n    pass -> victory\n    fail -> defeat"
)
TESTED = TESTED.replace("\n    -> victory\n-> defeat", "")


@pytest.mark.parametrize(
    "text",
    [
        SCHOOL,
        SCHOOL.replace(STUDY, HIGHER),
        SCHOOL.replace("+1 beyond", "+1d3 - 1 beyond"),
        SCHOOL.replace(STUDY, STUDY.replace("+1", "+2") + "    ~ MAGIC -1\n"),
        SCHOOL.replace(f"* Study\n{STUDY}", f"* Study\n    ~ pay 1 gold\n{STUDY}    -> 1\n* Work\n    ~ gold +1\n"),
        SCHOOL.replace(f"{STUDY}    -> 1", "    -> 3") + f"\n=== 3\n{HIGHER.replace('    ', '')}-> 1\n",
        READ,
        TESTED,
    ],
    ids=["beyond", "the initial value", "dice", "up and down", "paid by work", "another chapter", "trigger", "tested"],
)
def test_training_without_end(text: str) -> None:
    (told,) = [each for each in check_text(text).findings if each.code in ("GB411", "GB405")]
    assert told.code == "GB411"
    assert "until MAGIC " in told.message


@pytest.mark.parametrize(
    "text",
    [
        SCHOOL.replace(STUDY, f"    ~ pay 1 gold\n{STUDY}"),
        SCHOOL.replace(STUDY, f"    ~ LIFE -1\n{STUDY}"),
        SCHOOL.replace("* Study\n", "* Study [if not TAUGHT]\n    ~ note TAUGHT\n"),
        SCHOOL.replace(f"* Study\n{STUDY}", f"* Study [if initial MAGIC < 7]\n{HIGHER}"),
        SCHOOL.replace("* Study\n", "* Study [if MAGIC <= initial MAGIC]\n"),
        SCHOOL.replace("* Study\n", "* Study [if ticked 3 < 2]\n").replace(f"{STUDY}    -> 1", "    -> 3")
        + f"\n=== 3\n~ tick one of 2\n{HIGHER.replace('    ', '')}-> 1\n",
        SCHOOL.replace(STUDY, f"    ~ roll 1d6\n        1 -> defeat\n        2-6\n        {STUDY}"),
        READ.replace("    ~ gain book\n", "    ~ pay 1 gold\n    ~ gain book\n"),
        SCHOOL.replace("=== 1\n", "when MAGIC > 7 -> defeat\n\n=== 1\n", 1),
        SCHOOL.replace("* Go", "* Creep past the hound, who smells magic [if MAGIC < 3] -> victory\n* Go"),
        SCHOOL.replace("MAGIC > 0", "MAGIC < 3"),
        TESTED.replace("pass -> victory", "pass -> defeat").replace("fail -> defeat", "fail -> victory"),
    ],
    ids=[
        "paid",
        "pain",
        "once",
        "only up to 7",
        "only one more",
        "boxes",
        "a danger",
        "paid before a trigger",
        "a trigger waits for it",
        "it closes a choice",
        "it leads to a defeat",
        "a test leads to a defeat",
    ],
)
def test_training_that_costs_something_or_is_no_gain(text: str) -> None:
    assert check_text(text).codes.count("GB411") == 0


HUB = """sheet
    stat LIFE = 9
    number gold = 2 in 0..5

when LIFE <= 0 -> defeat

each chapter
    ~ if gold > 0
        ~ LIFE +1

=== 1
* The inn -> 2
* The mill -> 3
* The road -> 4

=== 2
* Out -> 1

=== 3
* Out -> 1

=== 4
~ LIFE -2d4
* Back -> 1
* Pay [if gold > 1]
    ~ pay 2 gold
    -> victory
* Stay -> defeat
"""


@pytest.mark.parametrize("boxes", ["", "=== 2\n~ tick a box\n"])
def test_what_each_chapter_gives_is_one_finding(boxes: str) -> None:
    """The line that gives it is named, and no choice that happens to lead round."""
    text = HUB.replace("=== 2\n", boxes or "=== 2\n")
    (told,) = [each for each in check_text(text).findings if each.code == "GB411"]
    assert text[told.span.start : told.span.end] == "LIFE +1"
    assert told.message.endswith("at no cost, until LIFE is at its initial value")
    assert len(told.route) == 2


def test_what_a_choice_gives_besides_stands_at_the_choice() -> None:
    text = HUB.replace("* Out -> 1\n", "* Out\n    ~ LIFE +2\n    -> 1\n", 1)
    found = [each.span.start for each in check_text(text).findings if each.code == "GB411"]
    assert sorted(found) == [text.index("LIFE +1"), text.index("* The inn")]


@pytest.mark.parametrize("spring", ["* Drink\n    ~ LIFE +2\n    -> 1\n", "* Drink -> 5\n"])
def test_what_another_choice_of_the_menu_gives_does_not_hide_it(spring: str) -> None:
    """The spring is a finding of its own, also where it is a chapter in which nothing is chosen; the inn is none."""
    text = HUB.replace("* The inn", f"{spring}* The inn") + "\n=== 5\n~ LIFE +2\n-> 1\n"
    found = [each.span.start for each in check_text(text).findings if each.code == "GB411"]
    assert sorted(found) == [text.index("LIFE +1"), text.index("* Drink")]
