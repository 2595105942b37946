"""Best play as a table, and states as data."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

import networkx as nx
import pytest

from gamebook.errors import LimitReached
from gamebook.interop.export.parquet import parquet
from gamebook.interop.export.policy import csv_text, policy
from gamebook.interop.export.states import states
from gamebook.model.book import Book
from gamebook.project import Project

BOOK = """book "Toll"

sheet
    number gold = 1d2 in 0..2

=== 1
* Pay [if gold = 2] -> victory
* Swim -> 2

=== 2
~ roll 1d4
    1 -> victory
    2-4 -> defeat
"""


@pytest.fixture
def book() -> Book:
    return Project.of(BOOK).book


def test_csv(book: Book) -> None:
    """With one piece of gold there is nothing to choose; with two, paying wins and swimming wins once in four."""
    (row,) = csv.DictReader("".join(csv_text(policy(book, None, 1000))).splitlines())
    told = {name: row[name] for name in ("chapter", "decision", "owner", "option", "gold")}
    assert told == {"chapter": "1", "decision": "1", "owner": "reader", "option": "Pay", "gold": "2"}
    assert (float(row["value"]), float(row["loss_of_next"]), float(row["visits"])) == (1.0, 0.75, 0.5)


def test_parquet(book: Book) -> None:
    read = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed").read_table
    columns: Mapping[str, list[Any]] = policy(book, None, 1000)
    assert read(BytesIO(parquet(columns))).to_pydict() == columns


def test_states(book: Book) -> None:
    found = nx.node_link_graph(json.loads("".join(states(book, None, 1000))), edges="links")
    (pay,) = (
        node for node, fields in found.nodes(data=True) if fields["kind"] == "reader" and fields["sheet"]["gold"] == 2
    )
    assert {found.nodes[there]["name"] for there in found.successors(pay)} == {
        "victory",
        "1d4",
    }
    (swim,) = (
        node for node, fields in found.nodes(data=True) if fields["chapter"] == "2" and fields["sheet"]["gold"] == 2
    )
    assert sorted(fields["chance"] for _, _, fields in found.out_edges(swim, data=True)) == ["1/4", "3/4"]


def test_states_say_how_play_ends() -> None:
    text = """draft

=== 1
* Won -> victory "Crown"
* Lost -> defeat "Crown"
* Over -> ending "Crown"
* On -> 2
* Lock -> victory "soft lock"
* Stuck
    * Never [if 1 = 2] -> 1
"""
    found = json.loads("".join(states(Project.of(text).book, None, 1000)))["nodes"]
    assert {(each["name"], each["ending_kind"]) for each in found} == {
        ("1", None),
        ("Crown (victory)", "victory"),
        ("Crown (defeat)", "defeat"),
        ("Crown (ending)", "ending"),
        ("not written yet", "not written yet"),
        ("soft lock (victory)", "victory"),
        ("soft lock", "soft lock"),
    }


@pytest.mark.parametrize("make", [lambda book: policy(book, None, 3), lambda book: states(book, None, 3)])
def test_too_many_states(make: Callable[[Book], object], book: Book) -> None:
    with pytest.raises(LimitReached, match="more than 3 states"):
        make(book)
