from __future__ import annotations

from gamebook.analysis.coverage import coverage
from gamebook.analysis.transcript import transcript
from gamebook.model.book import Book
from gamebook.render.text import text
from gamebook.report.sample import replay, sections
from gamebook.solver.sample import Player


def test_a_trigger_asks_wherever_it_fires(book: Book) -> None:
    """
    sheet
        number gold = 0 in 0..3

    when gold >= 2
        ~ choose "what to buy"
            * Bread
                ~ set gold = 0
            * Wine [if gold > 5]
                ~ set gold = 0

    === 1 The field
    ~ gold +2
    -> 2

    === 2 The barn
    ~ gold +1
    ~ gold +1
    -> victory

    === 3 The moon
    * Stay -> victory
    * Fall -> defeat
    """
    work = Player(book)
    work.play(100)
    seen = coverage(book, work.sample())
    assert [(row.title, row.count.times, row.count.ends) for row in seen.chapters] == [
        ("The field", 100, 0),
        ("The barn", 100, 100),
        ("The moon", 0, 0),
    ]
    assert [row.chapter for row in seen.never_entered] == ["3"]
    bought = {(row.chapter, row.label): row.count for row in seen.options}
    assert {key: (count.open, count.times) for key, count in bought.items()} == {
        ("1", "Bread"): (100, 100),
        ("1", "Wine"): (0, 0),
        ("2", "Bread"): (100, 100),
        ("2", "Wine"): (0, 0),
        ("3", "Stay"): (0, 0),
        ("3", "Fall"): (0, 0),
    }
    # Who never was on the moon had nothing to choose there: that is told with the chapter.
    assert [(row.chapter, row.label) for row in seen.never_open] == [("1", "Wine"), ("2", "Wine")]
    assert seen.never_taken == ()
    told = text(sections(work.sample(), seen)).plain
    assert "2 of 3 chapters entered, 2 of 6 options taken." in told
    assert "Never entered: 3\n" in told
    assert "Never open: “Wine” in 1, 2\n" in told


def test_a_play_in_the_words_of_the_book(book: Book) -> None:
    """
    sheet
        number gold = 1 in 0..3
        one-of coat: red, blue

    === 1 The shop
    * Buy the blue coat [if gold]
        ~ gold -1
        ~ set coat = blue
        -> 1
    * Leave [if not gold] -> 2

    === 2 Outside
    -> defeat
    """
    work = Player(book)
    told = transcript(book, work.again(1))
    assert [(step.chapter, step.choice, step.ending) for step in told] == [
        ("1", None, ""),
        ("1", "Buy the blue coat", ""),
        ("1", None, ""),
        ("1", "Leave", ""),
        ("2", None, ""),
        ("", None, "defeat"),
    ]
    assert text(replay(book, told, 1, 1, "uniform")).plain.splitlines() == [
        "Play 1 with uniform, seed 1",
        "The hero: gold 1",
        "1 The shop",
        "  * Buy the blue coat  [gold 0, coat blue]",
        "1 The shop",
        "  * Leave",
        "2 Outside",
        "defeat",
    ]


def test_a_play_that_never_ends_is_cut(book: Book) -> None:
    """
    === 1
    * Wait -> 1
    """
    work = Player(book, most=40)
    told = transcript(book, work.again(1))
    assert len(told) == 39  # the making of the hero is a point, too
    assert text(replay(book, told, 1, 1, "uniform")).plain.endswith("… stopped here: it may never end\n")


def test_a_number_that_leads_to_a_chapter_is_no_choice(book: Book) -> None:
    """
    sheet
        number key = 4 in 0..9

    === 1
    * Use the key -> (30 + key)
    * Guess -> defeat

    === 34
    -> victory
    """
    work = Player(book)
    work.play(100)
    seen = coverage(book, work.sample())
    assert [row.label for row in seen.options] == ["Use the key", "Guess"]
    assert not seen.never_open


def test_what_a_strategy_leaves_out_is_open_all_the_same(book: Book) -> None:
    """
    param most = 9

    sheet
        item key

    strategy left
        at 1: Look around else Left
        at 2: Knock 1 in 3 else Wait
        otherwise first

    anytime
        * Look around [if not key]
            ~ gain key
        * Jump [if key]
            ~ lose key

    === 1
    * Left -> 2
    * Right [if most > 3 and key] -> 2
    * Down [if most < 3] -> 2

    === 2
    * Wait -> victory
    * Knock -> victory
    * Hum [knows 25%] -> victory
    """
    work = Player(book, policy="left")
    work.play(4_000)
    seen = coverage(book, work.sample())
    rows = {(row.chapter, row.label): row.count for row in seen.options}
    # At 1 the reader stands twice, without the key and with it.
    assert {label: (count.open, count.times) for (chapter, label), count in rows.items() if chapter == "1"} == {
        "Left": (8_000, 4_000),
        "Right": (4_000, 0),
        "Down": (0, 0),
        "Look around": (4_000, 4_000),
        "Jump": (4_000, 0),
    }
    wait, knock, hum = (rows["2", label] for label in ("Wait", "Knock", "Hum"))
    assert wait.open == knock.open == wait.times + knock.times == 4_000
    assert 1_100 < knock.times < 1_600
    assert 800 < hum.open < 1_200  # to a reader who does not know of it, it is closed
    assert [row.label for row in seen.never_open] == ["Down", "Look around"]
    assert [(row.chapter, row.label) for row in seen.never_taken] == [
        ("1", "Right"), ("1", "Jump"), ("2", "Hum"), ("2", "Jump")
    ]  # fmt: skip
