"""Two books solved one after another against one book that joins them."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.analysis.campaign import campaign, for_all_picks
from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.analysis.picks import open_picks
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.project import Project
from tests.support.slowly import then_slowly

FOLDER = Path(__file__).parents[2] / "books" / "campaign"
FIRST, SECOND = FOLDER / "the-pass.gbk", FOLDER / "the-valley.gbk"
HERO = {"SKILL": 8, "STAMINA": 16, "LUCK": 8}


def joined(tmp_path: Path) -> Path:
    """Both as one book: the first victory turns to the second book, where gold is cut to its purse."""
    first = FIRST.read_text("utf-8")
    second = SECOND.read_text("utf-8")
    first = first.replace('~ victory "Over the pass"', "~ set gold = min(gold, 12)\n-> river")
    path = tmp_path / "joined.gbk"
    path.write_text(first + "\n" + second[second.index("=== river") :], "utf-8")
    return path


@pytest.mark.slow
def test_it_is_worth_what_the_joined_book_is(tmp_path: Path) -> None:
    one = gamebook.solve(joined(tmp_path), HERO)
    both = gamebook.campaign([FIRST, SECOND], HERO)
    assert both.best.middle == pytest.approx(one.value, abs=1e-12)
    assert both.best.low <= one.value <= both.best.high


def test_winning_the_first_alone_is_another_matter() -> None:
    """Best play of the first book does not care what is left; in the campaign it must."""
    alone = gamebook.solve(FIRST, HERO)
    both = gamebook.campaign([FIRST, SECOND], HERO)
    assert both.best.high < alone.value
    first, second = both.stages
    assert first.starts[0].value == both.best
    assert second.starts[0].value.middle >= both.best.middle >= second.starts[-1].value.middle
    assert all(start.sheet["SKILL"] == 8 and start.sheet["initial STAMINA"] == 16 for start in second.starts)


@pytest.mark.slow
def test_a_start_is_worth_what_the_second_book_is_with_it() -> None:
    second = gamebook.campaign([FIRST, SECOND], HERO).stages[1]
    for start in (second.starts[0], second.starts[len(second.starts) // 2], second.starts[-1]):
        text = SECOND.read_text("utf-8")
        sheet = start.sheet
        text = re.sub(r"(?m)^    number gold.*$", f"    number gold = {sheet['gold']} in 0..12", text)
        text = re.sub(r"(?m)^    item   rope.*$", f"    item rope = {sheet['rope']}", text)
        text = text.replace(
            "=== river",
            f"=== begin\n~ STAMINA -{16 - sheet['STAMINA']}\n-> river\n\n=== river",
        )
        value = _solve_text(text.replace("start  river", "start  begin"))
        assert start.value.middle == pytest.approx(value, abs=1e-12)


def _solve_text(text: str) -> float:
    from gamebook.reading import read_text

    book = read_text(str(FOLDER / "begun.gbk"), text).resolved.book
    assert book is not None
    return gamebook.solve(book, HERO).value


@pytest.mark.parametrize("limit", [300_000, 0], ids=["listed", "by class"])
def test_a_carried_stat_keeps_its_initial_value(limit: int) -> None:
    """Half of all heroes begin with life 3. For them `restore` brings 3 back, and 4 for the others."""
    one = 'book "One"\nsheet\n    stat life = 1d2 + 2\n=== 1\n~ life -1\n~ victory\n'
    two = 'book "Two"\n    carry life\nsheet\n    stat life = 4\n=== 1\n~ restore life\n'
    two += "~ if life = 3\n    -> victory\n-> defeat\n"
    books = [Project.of(text).book for text in (one, two)]
    found = campaign(books, limits=NO_LIMITS, listed=limit)
    assert found.best.low <= 0.5 <= found.best.high
    assert found.best.high - found.best.low < 1e-12
    values = [(start.sheet["initial life"], start.value.middle) for start in found.stages[1].starts]
    assert all(value == (initial == 3) for initial, value in values)
    assert 3 in dict(values)


def test_three_books(tmp_path: Path) -> None:
    """A coin a book, and a purse that must last: worked out by hand."""
    names = []
    for number in range(3):
        carry = "    carry gold\n" if number else ""
        start = "= 2 " if not number else "= 1d3 "
        (tmp_path / f"{number}.gbk").write_text(
            f'book "B{number}"\n{carry}\nsheet\n    number gold {start}in 0..3\n\n=== 1\n'
            "* Pay\n    ~ pay 1 gold\n    -> victory\n"
            "* Toss\n    ~ roll 1d2\n        1 -> victory\n        2 -> defeat\n",
            "utf-8",
        )
        names.append(tmp_path / f"{number}.gbk")
    found = gamebook.campaign(names)
    assert found.best.middle == pytest.approx(0.5, abs=1e-12)  # two are paid for, one is tossed
    assert [[(dict(s.sheet), round(s.value.middle, 9)) for s in stage.starts] for stage in found.stages[1:]] == [
        [({"gold": 2}, 1.0), ({"gold": 1}, 0.5)],
        [({"gold": 1}, 1.0), ({"gold": 2}, 1.0), ({"gold": 0}, 0.5)],
    ]


@pytest.mark.slow
def test_it_is_the_fraction_of_the_joined_book(tmp_path: Path) -> None:
    """Plain fractions, state by state, by the interpreter."""
    exact = exactly(_model(joined(tmp_path)), HERO)
    assert isinstance(exact, Exactly)
    both = gamebook.campaign([FIRST, SECOND], HERO).best
    assert Fraction(both.low) <= exact.best <= Fraction(both.high)
    assert both.high - both.low < 1e-12


@pytest.mark.slow
def test_sheets_by_class_are_worth_the_same() -> None:
    """Listed sheets against all that the next book distinguishes: every listed sheet is in a class worth as much."""
    books = [_model(FIRST), _model(SECOND)]
    listed = campaign(books, HERO, limits=NO_LIMITS)
    by_class = campaign(books, HERO, limits=NO_LIMITS, listed=1)
    assert [stage.by_class for stage in (*listed.stages, *by_class.stages)] == [False, False, False, True]
    assert by_class.best.low == pytest.approx(listed.best.low, abs=1e-12)
    worth = {tuple(start.sheet.items()): start.value.middle for start in by_class.stages[1].starts}
    same = [worth.get(tuple(start.sheet.items())) for start in listed.stages[1].starts]
    pairs = [(a, b.value.middle) for a, b in zip(same, listed.stages[1].starts, strict=True) if a is not None]
    assert len(pairs) > 20
    assert all(a == pytest.approx(b, abs=1e-12) for a, b in pairs)


@pytest.mark.slow
@pytest.mark.parametrize("limits", [Limits(states=100), Limits(states=1000), Limits(seconds=0.0)])
def test_bounds_hold_whatever_the_limit(limits: Limits) -> None:
    books = [_model(FIRST), _model(SECOND)]
    true = campaign(books, HERO, limits=NO_LIMITS).best
    found = campaign(books, HERO, limits=limits)
    assert limits.seconds == 0.0 or not found.complete
    assert found.best.low <= true.low <= true.high <= found.best.high


@pytest.mark.parametrize("looks", then_slowly([1, 4, 7, 2, 3, 5, 6], 1))
def test_nothing_more_is_begun_when_the_time_is_over(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the time runs out, what the report says holds."""
    books = [_model(FIRST), _model(SECOND)]
    true = campaign(books, HERO, limits=NO_LIMITS)
    asked = 0

    def over(_: object) -> bool:
        nonlocal asked
        asked += 1
        return asked >= looks

    monkeypatch.setattr("gamebook.analysis.campaign._Chain._over", over)
    found = campaign(books, HERO, limits=NO_LIMITS)
    assert found.best.low <= true.best.low <= true.best.high <= found.best.high
    assert found.complete is (asked < looks)
    if found.complete:
        assert found.best == true.best


def test_without_time_for_the_sheets_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.analysis.campaign.MOMENT", -1.0)
    found = campaign([_model(FIRST), _model(SECOND)], HERO, limits=Limits(seconds=0.0))
    assert (found.best, found.stages, found.complete) == (Bracket(0.0, 1.0), (), False)


def test_a_purse_by_class_is_worked_out_by_hand(tmp_path: Path) -> None:
    """Gold of 0..9 on a die of ten; a toll of 4 and one of 2 tell 0-1, 2-3, 4-5 and 6-9 apart."""
    (tmp_path / "a.gbk").write_text(
        'book "A"\n\nsheet\n    number gold = 0 in 0..99\n\n=== 1\n~ gold +1d10\n~ gold -1\n-> victory\n', "utf-8"
    )
    (tmp_path / "b.gbk").write_text(
        'book "B"\n    carry gold\n\nsheet\n    number gold = 1d3 in 0..9\n\n'
        "=== 1\n* Pay\n    ~ pay 4 gold\n    -> 2\n* Toss\n    ~ roll 1d2\n        1 -> 2\n        2 -> defeat\n\n"
        "=== 2\n* Pay\n    ~ pay 2 gold\n    -> victory\n* Toss\n    ~ roll 1d2\n        1 -> victory\n"
        "        2 -> defeat\n",
        "utf-8",
    )
    books = [_model(tmp_path / "a.gbk"), _model(tmp_path / "b.gbk")]
    found = campaign(books, limits=NO_LIMITS, listed=1)
    # 6-9: surely; 2-5: one toss; 0-1: two
    assert [(dict(s.sheet)["gold"], round(s.value.middle, 12)) for s in found.stages[1].starts] == [
        (6, 1.0),
        (2, 0.5),
        (4, 0.5),
        (0, 0.25),
    ]
    assert found.best.middle == pytest.approx((4 * 1 + 4 * 0.5 + 2 * 0.25) / 10, abs=1e-12)


CHARMS = """book "A"

sheet
    codeword OAK, ASH, ELM
    number   luck = 0 in 0..2

hero
    ~ choose 1 of
        * Oak
            ~ note OAK
        * Ash
            ~ note ASH
        * A pig in a poke
            ~ roll 1d2
                1
                    ~ note ELM
                2
                    ~ note OAK

=== 1
~ if OAK
    ~ luck +2
~ roll 1d4
    1 -> defeat
    2-4 -> victory
"""
DOORS = """book "B"
    carry OAK, ASH, ELM, luck

sheet
    codeword OAK, ASH, ELM
    number   luck = 0 in 0..2

=== 1
~ if ASH or ELM
    -> victory
~ if luck = 2
    ~ roll 1d2
        1 -> victory
        2 -> defeat
-> defeat
"""


def test_bounds_for_all_picks(tmp_path: Path) -> None:
    """Best is ash: 3/4. Who may answer anew has no more. What is tried is ash, since answering yes pays there."""
    (tmp_path / "a.gbk").write_text(CHARMS, "utf-8")
    (tmp_path / "b.gbk").write_text(DOORS, "utf-8")
    books = [_model(tmp_path / "a.gbk"), _model(tmp_path / "b.gbk")]
    assert campaign(books, limits=NO_LIMITS).best.middle == pytest.approx(0.75, abs=1e-12)
    names = open_picks(books[0], {})
    assert names == {"OAK", "ASH", "ELM"}
    found = for_all_picks(books, {}, names, limits=NO_LIMITS)
    assert found.picks == {"OAK": 0, "ASH": 1, "ELM": 0}
    assert found.best.low == pytest.approx(0.75, abs=1e-12)
    assert found.best.high == pytest.approx(0.75, abs=1e-12)


def test_who_picks_an_end_or_another_beginning(tmp_path: Path) -> None:
    """Best is to walk: chapter 2 is always won, and with luck the second book in half of all plays."""
    more = ["Stay\n            -> defeat", "Cheat\n            ~ victory", "Walk\n            -> 2"]
    options = "".join(f"        * {each}\n" for each in more)
    text = CHARMS.replace("\n=== 1", f"{options}\n=== 1").replace("1 -> defeat\n    2-4", "1-3 -> defeat\n    4")
    (tmp_path / "a.gbk").write_text(f"{text}\n=== 2\n~ luck +2\n-> victory\n", "utf-8")
    (tmp_path / "b.gbk").write_text(DOORS, "utf-8")
    books = [_model(tmp_path / "a.gbk"), _model(tmp_path / "b.gbk")]
    assert campaign(books, limits=NO_LIMITS).best.middle == pytest.approx(0.5, abs=1e-12)
    found = for_all_picks(books, {}, open_picks(books[0], {}), limits=NO_LIMITS)
    assert found.best.low <= 0.5 <= found.best.high


def test_who_answers_anew_is_worth_more_than_any_hero(tmp_path: Path) -> None:
    """Door one wants oak, door two wants no oak: nobody passes both, but one who answers each time does."""
    text = CHARMS.replace("~ if OAK\n    ~ luck +2", "~ if not OAK\n    -> defeat")
    (tmp_path / "a.gbk").write_text(text, "utf-8")
    (tmp_path / "b.gbk").write_text(DOORS.replace("ASH or ELM", "not OAK"), "utf-8")
    books = [_model(tmp_path / "a.gbk"), _model(tmp_path / "b.gbk")]
    assert campaign(books, limits=NO_LIMITS).best.high == pytest.approx(0.0, abs=1e-12)
    found = for_all_picks(books, {}, open_picks(books[0], {}), limits=NO_LIMITS)
    assert found.best.low == pytest.approx(0.0, abs=1e-12)
    assert found.best.high == pytest.approx(0.75, abs=1e-12)


def _model(path: Path) -> Book:
    return gamebook.Project(path).book


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("", "does not say what it carries over"),
        ("    carry fame\n\nsheet\n    number fame = 1d3 in 0..3\n", "has no such thing"),
        (
            "    carry gold\n\nsheet\n    item gold\n",
            "B carries over gold, which is an item there, but a number in The Pass",
        ),
    ],
)
def test_what_cannot_be_played_on(tmp_path: Path, header: str, told: str) -> None:
    (tmp_path / "b.gbk").write_text(f'book "B"\n{header}\n=== 1\n-> victory\n', "utf-8")
    with pytest.raises(ValueError, match=told):
        gamebook.campaign([FIRST, tmp_path / "b.gbk"], HERO)


@pytest.mark.parametrize(
    ("values", "told"),
    [("horse, boat", "mount has its values in another order in B than in A"), ("boat, mule", "mount has other values")],
)
def test_a_one_of_has_the_same_values_in_the_same_order(tmp_path: Path, values: str, told: str) -> None:
    book = 'book "A"\n{}sheet\n    one-of mount: {}\n\n=== 1\n-> victory\n'
    (tmp_path / "a.gbk").write_text(book.format("", "boat, horse"), "utf-8")
    (tmp_path / "b.gbk").write_text(book.format("    carry mount\n", values).replace('"A"', '"B"'), "utf-8")
    with pytest.raises(ValueError, match=told):
        gamebook.campaign([tmp_path / "a.gbk", tmp_path / "b.gbk"])


GIFT = """
sheet
    number gold = 1d6 in 0..20
    item rope

hero
    ~ choose
        * A rope
            ~ gain rope
        * Five coins
            ~ gold +5

=== 1
-> victory
"""
TOLL = """book "B"
    carry gold, rope

sheet
    number gold = 0 in 0..20
    item rope

=== 1
~ if rope and gold >= 6
    -> victory
-> defeat
"""


@pytest.mark.parametrize(("toll", "wins"), [(8, 0), (6, 1 / 6)])
def test_a_pick_does_not_come_with_what_was_not_picked(tmp_path: Path, toll: int, wins: float) -> None:
    """Who has the rope did not take the coins, so he has what one die shows."""
    (tmp_path / "a.gbk").write_text(GIFT, "utf-8")
    (tmp_path / "b.gbk").write_text(TOLL.replace(">= 6", f">= {toll}"), "utf-8")
    books = [_model(tmp_path / "a.gbk"), _model(tmp_path / "b.gbk")]
    found = for_all_picks(books, {}, open_picks(books[0], {}), limits=NO_LIMITS)
    assert found.picks == {"rope": 1}
    assert found.best.low == pytest.approx(wins, abs=1e-12)
    assert found.best.high >= wins


def _pair(*texts: str) -> list[Book]:
    return [Project.of(text).book for text in texts]


GOLD = "sheet\n    number gold = 1 in 0..9\n"
LEAVES = f'book "One"\n{GOLD}=== 1\n-> victory\n'


@pytest.mark.parametrize(
    ("aim", "chance"),
    [
        ("aim win", 0.5),  # the door is open to every other reader
        ("aim score", 0.5),
        ("aim win then score", 0.5),
    ],
)
def test_points_are_no_chance(aim: str, chance: float) -> None:
    """The cellar brings 9 points and the door 1, but only the door is a victory; whatever the books are about."""
    one = f'book "One"\n    {aim}\n{GOLD}=== 1\n* Stay -> ending "Stayed" score 9\n* Go -> victory "Gone" score 1\n'
    two = f'book "Two"\n    {aim}\n    carry gold\n{GOLD}=== 1\n* Cellar\n    ~ score +9\n    -> defeat\n'
    two += "* Door\n    ~ roll 1d2\n        1\n            ~ score +1\n            -> victory\n        2 -> defeat\n"
    found = campaign(_pair(one, two), limits=NO_LIMITS)
    assert found.best.low <= chance <= found.best.high
    assert found.best.high - found.best.low < 1e-12


def test_nobody_wins_a_book_without_victory() -> None:
    two = f'book "Two"\n    aim score\n    carry gold\n{GOLD}=== 1\n~ score gold\n-> ending "Counted"\n'
    found = campaign(_pair(LEAVES, two), limits=NO_LIMITS)
    assert (found.best.low, found.best.high) == (0.0, 0.0)


@pytest.mark.parametrize("lost", [0, 1])
def test_after_a_book_that_cannot_be_won_nothing_begins(lost: int) -> None:
    texts = [f'book "{number}"\n{"    carry gold" * (number > 0)}\n{GOLD}=== 1\n-> ' for number in range(3)]
    ends = ["defeat" if number == lost else "victory" for number in range(3)]
    found = campaign(_pair(*map("{}{}\n".format, texts, ends)), limits=NO_LIMITS)
    assert (found.best.low, found.best.high) == (0.0, 0.0)
    assert found.complete
    assert [len(stage.starts) for stage in found.stages] == [1] * (lost + 1) + [0] * (2 - lost)


def test_all_that_is_carried_over_is_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three sheets are one too many, so bounds are for all picks; nothing is left to carry where each is answered."""
    monkeypatch.setattr("gamebook.analysis.starts.MOST_LISTED", 2)
    doors = 'book "B"\n    carry OAK, ASH, ELM\nsheet\n    codeword OAK, ASH, ELM\n'
    doors += "=== 1\n~ if ASH\n    -> victory\n-> defeat\n"
    found = campaign(_pair(CHARMS, doors), limits=NO_LIMITS)
    assert found.picks == {"OAK": 0, "ASH": 1, "ELM": 0}
    assert found.best.low == pytest.approx(0.75, abs=1e-12)
    assert found.best.high == pytest.approx(0.75, abs=1e-12)


def test_a_stat_is_no_pick() -> None:
    """Whoever is given might 4 begins with 4; but whoever picks the thorn has lost 1 of 5."""
    thorn = "        * A thorn\n            ~ note ELM\n            ~ might -1\n"
    text = CHARMS.replace("\n=== 1", f"{thorn}\n=== 1").replace("hero\n", "    stat     might = 5\n\nhero\n")
    assert open_picks(Project.of(text).book, {}) == {"OAK", "ASH", "ELM"}


# ---- drafts ---------------------------------------------------------------------------------------------

DRAFT = f'book "One"\n    draft\n{GOLD}=== 1\n~ roll 1d4\n    1 -> victory\n    2 -> 17\n    3-4 -> defeat\n'
COIN = f'book "Two"\n    carry gold\n{GOLD}=== 1\n~ roll 1d2\n    1 -> victory\n    2 -> defeat\n'


@pytest.mark.parametrize("limit", [300_000, 1], ids=["listed", "by class"])
@pytest.mark.parametrize(
    ("one", "two", "low", "high", "drafts"),
    [
        # 1/4 * 1/2; and chapter 17 may win all: 1/4 more
        (DRAFT, COIN, 1 / 8, 3 / 8, ("One",)),
        # a finished book
        (DRAFT.replace("    draft\n", "").replace("17", "defeat"), COIN, 1 / 8, 1 / 8, ()),
        # whoever throws 2 may win, too
        (LEAVES, COIN.replace("carry", "draft\n    carry").replace("2 -> defeat", "2 -> 9"), 1 / 2, 1.0, ("Two",)),
        # both: 1/4 * 1/4; and 1/4 * 1/2 + 1/4
        (
            DRAFT,
            DRAFT.replace("One", "Two").replace("draft", "draft\n    carry gold"),
            1 / 16,
            3 / 8,
            ("One", "Two"),
        ),
        # chapter 17 may give the gold that the second book asks for, although nothing written does
        (
            f'book "One"\n    draft\n{GOLD}=== 1\n* Fight -> victory\n* Cave -> 17\n',
            f'book "Two"\n    carry gold\n{GOLD}=== 1\n~ if gold >= 5\n    -> victory\n-> defeat\n',
            0.0,
            1.0,
            ("One",),
        ),
        # no written way wins the first book
        (
            f'book "One"\n    draft\n{GOLD}=== 1\n~ roll 1d4\n    1 -> 17\n    2-4 -> defeat\n',
            COIN,
            0.0,
            0.25,
            ("One",),
        ),
    ],
)
def test_drafts_have_bounds(one: str, two: str, low: float, high: float, drafts: tuple[str, ...], limit: int) -> None:
    found = campaign(_pair(one, two), limits=NO_LIMITS, listed=limit)
    assert found.complete
    assert found.best.low == pytest.approx(low, abs=1e-12)
    assert found.best.high == pytest.approx(high, abs=1e-12)
    assert found.drafts == drafts
