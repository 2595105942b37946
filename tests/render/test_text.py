from __future__ import annotations

from collections.abc import Iterator

from gamebook.render.text import text, text_parts
from gamebook.report.section import Facts, Lines, Section, Table


def shown(*sections: Section, width: int | None = None) -> list[str]:
    return text(sections, width).plain.splitlines()


def test_columns_are_in_line() -> None:
    table = Table(("n", "name"), [(7, "gate"), (12, "城門")], "rl")
    assert shown(Section(parts=[table])) == [" n  name", " 7  gate", "12  城門"]


def test_the_last_column_gives_way() -> None:
    table = Table(("n", "name"), [(7, "a very long name of a chapter")], "rl")
    assert shown(Section(parts=[table]), width=20) == [
        "n  name",
        "7  a very long name",
        "   of a chapter",
    ]
    assert shown(Section(parts=[Table(("n", "name"), [(7, "Ghost-of-the-old-tower")], "rl")]), width=17)[1:] == [
        "7  Ghost-of-the-…"
    ]
    chances = Table(("reader", "wins with chance", "luck"), [("best", "100% (always)", "–")], "llr", gives=1)
    assert shown(Section(parts=[chances]), width=25) == [
        "        wins",
        "reader  with chance   luck",
        "best    100%             –",
        "        (always)",
    ]


def test_titles_are_folded_where_the_page_is_narrow() -> None:
    table = Table(("number", "1 less, on arrival", "now"), [("8 roll", "+0.100%", 2)], "lrr", gives=0)
    assert shown(Section(parts=[table]), width=40) == [
        "number  1 less, on arrival  now",
        "8 roll             +0.100%    2",
    ]
    assert shown(Section(parts=[table]), width=24) == [
        "           1 less,",
        "number  on arrival  now",
        "8 roll     +0.100%    2",
    ]


def test_names_of_rows_stay_whole() -> None:
    table = Table(("number", "now"), [("8 roll", 2), ('8 "Tall bandit" SKILL', 7)], "lr", gives=0)
    assert shown(Section(parts=[table]), width=18) == [
        "number         now",
        "8 roll           2",
        '8 "Tall bandit" SKILL',
        "                 7",
    ]


def test_a_value_that_does_not_exist_is_a_dash() -> None:
    assert shown(Section(parts=[Table(("n",), [(None,)])])) == ["n", "–"]


def test_an_empty_line_is_between_sections() -> None:
    first = Section("Moat", [Facts([("Hero", "rolled"), ("", "or not")], width=6)], aside=", by Ann")
    second = Section("Advice", [Facts([("1", "Jump")]), Lines(["Or swim."])])
    assert shown(first, second) == ["Moat, by Ann", "Hero  rolled", "      or not", "", "Advice", "1: Jump", "Or swim."]


def test_only_titles_and_names_are_bold() -> None:
    found = text([Section("Moat", [Facts([("Hero", "rolled")])], aside=", by Ann")])
    assert [part for part in found.parts if part[1]] == [("Moat", "bold"), ("Hero", "bold")]


def test_sections_are_asked_for_one_by_one() -> None:
    """So that a limit of time keeps what was shown before."""

    def sections() -> Iterator[Section]:
        yield Section("First")
        raise AssertionError

    assert next(text_parts(sections())).plain == "First\n"
