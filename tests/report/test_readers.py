"""The report on readers. What was computed is given by the tests."""

from __future__ import annotations

import csv
from math import inf, nan

from msgspec.structs import replace

from gamebook.analysis.decides import Decided
from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.readers import ReaderRow
from gamebook.model.reader import reader
from gamebook.render.csv import csv_text
from gamebook.render.text import text
from gamebook.report.amounts import Amounts
from gamebook.report.readers import attempt_section, compared, sections
from gamebook.report.section import Section
from gamebook.solver.estimate import Estimate
from gamebook.solver.first_time import Attempt, Attempts
from tests.support.fight_process import read


def test_of_many_chapters_those_stay_that_decide_most_by_mistakes_or_by_luck() -> None:
    """Eleven chapters where mistakes cost 1%, 2%, … 11%, and a last one without mistakes that has most of the luck.

    All luck and guesses add up to 1/4, the variance of a chance of one half. The two chapters with the cheapest
    mistakes are left over: 1% + 2%, with 1/250 of the outcome each decided by luck, and as much by guesses.
    """
    count = 12
    book = read("".join(f"=== {n}\n* On -> {n % count + 1}\n* Out -> victory\n\n" for n in range(1, count + 1)))
    rows = [
        Decided(str(n), luck=0.001, choice=0.001, price=n / 100, suspense=0.0, surprise=0.0) for n in range(1, count)
    ]
    rows.append(Decided("12", luck=0.228, choice=0.0, price=0.0, suspense=0.0, surprise=0.0))
    row = ReaderRow(reader("careless(10%)"), Bracket(0.5, 0.5), 0.66, chapters=tuple(rows))
    told = text(list(sections(book, [row]))).plain.partition("What decides for careless(10%)\n")[2].splitlines()
    assert [line.split()[0] for line in told[1:11]] == ["11", "10", "9", "8", "7", "6", "5", "4", "3", "12"]
    assert told[10].split() == ["12", "0%", "91.2%", "0%"]
    assert told[11] == "… and 2 more: mistakes cost 3.000%, luck 0.8%, guesses 0.8%"


def test_what_is_left_out_counts_every_chapter_in_which_something_is_decided() -> None:
    """Of the gap of 20.08% chapter 1 makes 20%, chapters 2 and 3 0.04% each; the variance is 1/4.

    Chapter 1 has 240/250 of the outcome by luck; 2 and 3 each have 1/250 by luck and 1/250 by guesses, chapter 4 has
    6/250 by luck, and in chapter 5 nothing is decided.
    """
    book = read("".join(f"=== {n}\n* On -> {n % 5 + 1}\n* Out -> victory\n\n" for n in range(1, 6)))
    parts = [(0.24, 0.0, 0.2), (0.001, 0.001, 0.0004), (0.001, 0.001, 0.0004), (0.006, 0.0, 0.0), (0.0, 0.0, 0.0)]
    rows = [
        Decided(str(n), luck=luck, choice=choice, price=price, suspense=0.0, surprise=0.0)
        for n, (luck, choice, price) in enumerate(parts, 1)
    ]
    row = ReaderRow(reader("random"), Bracket(0.5, 0.5), 0.2008, chapters=tuple(rows))
    told = text(list(sections(book, [row]))).plain.partition("What decides for random\n")[2].splitlines()
    assert [line.split() for line in told[1:3]] == [["1", "20.000%", "96.0%", "0%"], ["4", "0%", "2.4%", "0%"]]
    assert told[3] == "… and 2 more: mistakes cost 0.080%, luck 0.8%, guesses 0.8%"


def test_who_does_not_look_at_points_is_named() -> None:
    book = read('book "Coin"\n    aim win then score\n\n=== 1\n* A -> victory\n* B -> victory\n')
    rows = [ReaderRow(reader(who), Bracket(1.0, 1.0), 0.0, chapters=()) for who in ("best", "soft(3)", "lookahead(1)")]
    assert "\nWithout a look at the points: soft(3), lookahead(1). Of " in text(list(sections(book, rows))).plain
    assert "Without a look" not in text(list(sections(book, rows[:1]))).plain
    assert "Without a look" not in text(list(sections(replace(book, then_score=False), rows))).plain


def test_where_nothing_is_known_of_a_reader_the_report_says_so() -> None:
    """Plays do not bound the points of a reader whose answers to too many choices would have to be remembered."""
    book = read('book "Coin"\n    aim score\n\n=== 1\n* A -> 1\n* B -> ending "B" score 1\n')
    row = ReaderRow(reader("first-timer"), Bracket(-inf, inf), nan, method="plays", count=0)
    told = text(list(sections(book, [row]))).plain.splitlines()
    assert told[:2] == ["reader       earns      below best play", "first-timer  not known                –"]
    assert "first-timer: not known; too many choices can come again in a play." in told
    assert all("?" not in line for line in told)


def test_csv_has_the_bounds_of_what_was_simulated() -> None:
    book = read("=== 1\n* A -> victory\n* B -> defeat\n")
    row = ReaderRow(reader("first-timer"), Bracket(0.4, 0.6), 0.5, method="plays", count=9)
    head, line = csv.reader(csv_text([Section(parts=[compared(book, [row], Amounts(True))])]).splitlines())
    assert head[3:5] == ["below best play, at least", "below best play, at most"]
    assert line == ["first-timer", "0.4", "0.6", "0.4", "0.6", ""]
    exact, second = Estimate(0.5, 0.5, 0.5), Estimate(0.5, 0.25, 0.75)
    tries = (Attempt(1, exact, exact), Attempt(2, second, Estimate(0.75, 0.625, 0.875)))
    found = attempt_section(reader("persistent"), Attempts(9, 1, 0.99, tries, 1, 1, 1))
    head, *lines = csv.reader(csv_text([found]).splitlines())
    assert head[:4] == ["attempt", "wins it", "wins it, at least", "wins it, at most"]
    assert lines == [["1", *["0.5"] * 6], ["2", "0.5", "0.25", "0.75", "0.75", "0.625", "0.875"]]
