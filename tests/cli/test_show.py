from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamebook.cli.show import Form, form_of
from tests.cli.conftest import Gamebook

COIN = """book "<b>Coin</b>"

=== 1
* Throw
    ~ roll 1d2
        1 -> victory "Heads | tails"
        2 -> defeat "Lost"
* Walk away -> defeat "Lost"
"""


@pytest.fixture
def coin() -> str:
    Path("coin.gbk").write_text(COIN, "utf-8")
    return "coin.gbk"


@pytest.mark.parametrize(
    ("form", "as_json", "output", "asked"),
    [
        (None, False, None, Form.TEXT),
        (None, True, None, Form.JSON),
        (Form.JSON, True, None, Form.JSON),
        (Form.CSV, False, None, Form.CSV),
        (None, False, "a.md", Form.MARKDOWN),
        (Form.MD, False, "a.md", Form.MARKDOWN),
        (Form.HTML, False, "a.html", Form.HTML),
        (None, True, "a.json", Form.JSON),
    ],
)
def test_the_format_that_is_asked_for(form: Form | None, as_json: bool, output: str | None, asked: Form) -> None:
    assert form_of(form, as_json, Path(output) if output else None) is asked


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--json", "--format", "html"), "html and json are different output formats"),
        (("--format", "text", "-o", "a.html"), "text and html are different output formats"),
        (("-o", "a.doc"), "a.doc: the name of a report must end in .txt, .json, .csv, .md or .html"),
        (("-o", "a.svg"), "a.svg: the name of a report must end in"),
    ],
)
def test_two_formats_are_refused(gamebook: Gamebook, coin: str, options: tuple[str, ...], said: str) -> None:
    outcome = gamebook("solve", coin, *options)
    assert outcome.code == 2
    assert outcome.out == ""
    assert said in outcome.err


def test_one_report_in_every_format(gamebook: Gamebook, coin: str) -> None:
    """Best play wins with chance 1/2, a random reader with 1/4, in each of them."""
    told = {form: gamebook("solve", coin, "--format", form.value).out for form in Form}
    assert told[Form.TEXT].startswith("<b>Coin</b>\n")
    assert "50.000%  25.000%  victory  Heads | tails" in told[Form.TEXT]
    assert json.loads(told[Form.JSON])["endings"][0] == {
        "ending": "Heads | tails",
        "kind": "victory",
        "best": 0.5,
        "uniform": 0.25,
    }
    assert "0.5,0.25,victory,Heads | tails" in told[Form.CSV].splitlines()
    assert told[Form.MARKDOWN].startswith("# \\<b\\>Coin\\</b\\>\n")
    assert "| 50.000% | 25.000% | victory | Heads \\| tails |" in told[Form.MARKDOWN].splitlines()
    assert told[Form.MD].startswith("# \\<b\\>Coin\\</b\\>\n")
    assert "<h1>&lt;b&gt;Coin&lt;/b&gt;</h1>" in told[Form.HTML]
    assert '<td class="r">25.000%</td><td>victory</td><td>Heads | tails</td>' in told[Form.HTML]


def test_to_is_another_name_of_format(gamebook: Gamebook, coin: str) -> None:
    assert gamebook("solve", coin, "--why-large", "--to", "md") == gamebook(
        "solve", coin, "--why-large", "--format", "markdown"
    )


def test_json_is_format_json(gamebook: Gamebook, coin: str) -> None:
    assert gamebook("stats", coin, "--json").out == gamebook("stats", coin, "--format", "json").out


@pytest.mark.parametrize("name", ["a.txt", "a.json", "a.csv", "a.md", "a.html"])
def test_a_file_has_the_format_of_its_name(gamebook: Gamebook, coin: str, name: str) -> None:
    outcome = gamebook("solve", coin, "--why-large", "-o", name)
    assert (outcome.code, outcome.out) == (0, "")
    shown = gamebook("solve", coin, "--why-large", "--format", form_of(None, False, Path(name)).value).out
    assert Path(name).read_text("utf-8") == shown


def test_a_table_is_data_too(gamebook: Gamebook, coin: str) -> None:
    """It has no schema of its own: the data are its sections."""
    (section,) = json.loads(gamebook("solve", coin, "--table", "1: 7", "--json").out)
    assert section["title"] == "1: what best play does"
    assert section["parts"][0] == {"head": ["7", ""], "rows": [[7, "Throw"]]}


def test_maps_of_a_fight_are_no_table(gamebook: Gamebook) -> None:
    outcome = gamebook("fight", "--hero", "9/8/9", "--foe", "9/8", "--policy", "--format", "csv")
    assert outcome.code == 2
    assert "--policy prints maps as text or json, not as csv" in outcome.err
