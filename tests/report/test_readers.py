"""The report on readers. What was computed is given by the tests."""

from __future__ import annotations

from gamebook.analysis.decides import Decided
from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.readers import ReaderRow
from gamebook.model.reader import reader
from gamebook.render.text import text
from gamebook.report.readers import sections
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
