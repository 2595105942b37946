"""Stories of Twine: every link is there, and conditions and assignments mean what they meant."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.interop.draft import Link, walk
from gamebook.interop.importing import Imported, import_book
from gamebook.syntax import ast
from tests.support.inputs import source


def story(tmp_path: Path, text: str, name: str = "story.twee") -> Imported:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return import_book(path)


def chances(imported: Imported) -> dict[str, Fraction]:
    """How likely a reader who takes every open option with the same chance comes to each ending."""
    rows = gamebook.solve(text=imported.text).endings
    return {row.ending: Fraction(row.uniform or 0).limit_denominator(10_000) for row in rows if row.uniform}


# ---- links: every one, by another way of finding them -------------------------------------------------


def naive_links(text: str) -> set[tuple[str, str]]:
    """(Passage, target) of every [[…]], found without a parser."""
    found = set()
    for part in re.split(r"^:: *", text.lstrip("\ufeff"), flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        if re.search(r"\[(?:script|stylesheet|startup)\]", head):
            continue
        name = re.split(r" *[\[{]", head)[0].strip()
        if name.startswith("Story") or name == "Maze Addon":  # code, whose lists of lists look like links
            continue
        for inside in re.findall(r"\[\[((?:\[[^\]]*\]|[^\]\[])+)\]", body):
            found.add((name, re.split(r"->|\|", inside)[-1].strip()))
    return found


COOKBOOK = [
    f"twine-cookbook/{name}.twee"
    for name in (
        *(f"harlowe_{each}" for each in ("dungeonmoving", "lockandkey_variable", "player_statistics")),
        *(f"sugarcube_{each}" for each in ("dungeonmoving", "lockandkey_variable", "player_statistics")),
        *(f"chapbook_{each}" for each in ("lockandkey_variable", "player_statistics")),
        "snowman_lockandkey_variable",
        "sugarcane_dungeonmoving",
    )
]


@pytest.mark.parametrize("name", COOKBOOK)
def test_every_link_of_the_cookbook(name: str) -> None:
    path = source(name)
    draft = import_book(path).draft
    wanted = naive_links(path.read_text("utf-8"))
    made = {
        (chapter.name.removesuffix(" choices"), step.target)
        for chapter in draft.chapters
        for step in walk(chapter.body)
        if isinstance(step, Link)
    }
    assert wanted
    assert wanted <= made
    assert not [each for each in import_book(path).census.rows() if each[0] == "link" and each[3]]


# ---- conditions and assignments on numbers and booleans: counted by hand in the sources ---------------

NUMERIC = {
    "harlowe_clamping_numbers": (0, 6),
    "harlowe_conditionalstatements": (1, 1),  # $isDog, besides three on words
    "harlowe_lockandkey_variable": (2, 2),
    "harlowe_player_statistics": (6, 16),
    "sugarcube_clamping_numbers": (0, 5),
    "sugarcube_lockandkey_variable": (2, 2),
    "sugarcube_player_statistics": (6, 16),
}
"""Conditions, assignments, in the source."""
ON_WORDS = {"harlowe_conditionalstatements": (2, 1)}
MAZES = {
    # both mazes are shown by other passages, too, so what is modelled stands in the book once for each
    "harlowe_dungeonmoving": (12, 11, {"condition": 2 * 8, "effect": 3 + 2 * (8 + 8)}),
    "sugarcube_dungeonmoving": (12, 7, {"condition": 5 * 8, "effect": 7}),
}
"""Conditions (four of them in a loop that draws the map), assignments; and what is modelled, copies included: in
Harlowe three assignments at the start, and in each copy eight of numbers and eight of words."""


def test_numbers_and_booleans_of_the_cookbook() -> None:
    wanted = made = 0
    for name, counts in NUMERIC.items():
        census = import_book(source(f"twine-cookbook/{name}.twee")).census
        words = ON_WORDS.get(name, (0, 0))
        wanted += sum(counts)
        made += census.of("condition")[0] + census.of("effect")[0] - sum(words)
    assert made == wanted
    for name, (conditions, effects, copies) in MAZES.items():
        census = import_book(source(f"twine-cookbook/{name}.twee")).census
        assert {kind: census.of(kind) for kind in copies} == {kind: (count, 0) for kind, count in copies.items()}
        wanted += conditions + effects
        made += conditions - 4 + effects
    assert made >= 0.9 * wanted


@pytest.mark.parametrize(
    ("name", "start"), [("harlowe_dungeonmoving", "Start"), ("sugarcube_dungeonmoving", "Map-System")]
)
def test_a_maze_kept_in_a_list_of_lists(name: str, start: str) -> None:
    imported = import_book(source(f"twine-cookbook/{name}.twee"), victories=["Exit"])
    text = re.sub(r"(?m)^    start .*$", f"    start {start}", imported.text)  # SugarCube's file begins with no Start
    solution = gamebook.solve(text=text, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == 1
    assert solution.exactly.uniform == 1
    walls = text.replace("0 1 1 1 0 1 1 1 1 2 0", "0 1 1 1 0 1 1 1 0 2 0")
    shut = gamebook.solve(text=walls, exact=True)
    assert shut.exactly is not None
    assert (_open(text), _open(walls)) == (True, False)
    assert shut.exactly.best == 0


def _open(text: str) -> bool:
    """Whether a way leads from the second cell of the second row to the 2, looked for cell by cell."""
    rows = [line.split() for line in text.split("\n") if re.fullmatch(r"    (?:\d ){10}\d", line)]
    met, waiting = {(1, 1)}, [(1, 1)]
    while waiting:
        y, x = waiting.pop()
        for place in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            cell = rows[place[0]][place[1]]
            if cell == "2":
                return True
            if cell == "1" and place not in met:
                met.add(place)
                waiting.append(place)
    return False


# ---- what they mean: chances worked out by hand -------------------------------------------------------

HARLOWE = """\
:: StoryData
{"ifid": "A", "format": "Harlowe", "start": "Well"}

:: Well
(set: $coins to (random: 1, 6))(set: $lucky to $coins >= 5)
(if: $coins is 1)[[[Weep->Poor]]](else-if: $lucky)[[[Laugh->Rich]]](else:)[[[Shrug->Middling]]]

:: Poor
None.

:: Rich
Many.

:: Middling
Some.
"""
SUGARCUBE = """\
:: StoryData
{"ifid": "A", "format": "SugarCube", "start": "Well"}

:: Well
<<set $coins to random(1, 6); $lucky to $coins gte 5>>
<<if $coins eq 1>>[[Weep->Poor]]<<elseif $lucky>>[[Laugh->Rich]]<<else>>[[Shrug->Middling]]<</if>>

:: Poor
None.

:: Rich
Many.

:: Middling
Some.
"""
CHAPBOOK = """\
:: StoryData
{"ifid": "A", "format": "Chapbook", "start": "Well"}

:: Well
coins: random.d6
lucky: coins >= 5
--
[if coins === 1]
[[Weep->Poor]]
[if lucky]
[[Laugh->Rich]]
[if coins > 1 && !lucky]
[[Shrug->Middling]]

:: Poor
None.

:: Rich
Many.

:: Middling
Some.
"""
SNOWMAN = """\
:: StoryData
{"ifid": "A", "format": "Snowman", "start": "Well"}

:: Well
<% s.coins = _.random(1, 6); s.lucky = s.coins >= 5; %>
<% if (s.coins === 1) { %>[[Weep->Poor]]<% } else if (s.lucky) { %>[[Laugh->Rich]]
<% } else { %>[[Shrug->Middling]]<% } %>

:: Poor
None.

:: Rich
Many.

:: Middling
Some.
"""


@pytest.mark.parametrize(
    "text", [HARLOWE, SUGARCUBE, CHAPBOOK, SNOWMAN], ids=["harlowe", "sugarcube", "chapbook", "snowman"]
)
def test_one_die_in_four_languages(tmp_path: Path, text: str) -> None:
    assert chances(story(tmp_path, text)) == {
        "Poor": Fraction(1, 6),
        "Rich": Fraction(1, 3),
        "Middling": Fraction(1, 2),
    }


def test_a_condition_rolled_in_the_text_is_rolled_once_for_its_links(tmp_path: Path) -> None:
    text = ":: Start\n<<if random(1, 3) is 1>>[[A]]<<else>>[[B]]<</if>>\n\n:: A\n\n:: B\n"
    assert chances(story(tmp_path, text)) == {"A": Fraction(1, 3), "B": Fraction(2, 3)}


def test_a_condition_whose_number_changes_below_keeps_its_answer(tmp_path: Path) -> None:
    text = ":: Start\n<<set $a to 1>><<if $a is 1>>[[A]]<<else>>[[B]]<</if>><<set $a to 2>>\n\n:: A\n\n:: B\n"
    assert chances(story(tmp_path, text)) == {"A": Fraction(1)}


def test_what_cannot_be_modelled_stays_as_a_comment(tmp_path: Path) -> None:
    imported = story(tmp_path, ':: Start\n(if: $bag contains "rope")[[[Climb->Top]]]\n(live: 2s)[x]\n\n:: Top\n')
    assert '// TODO import: if (if: $bag contains "rope")' in imported.text
    assert '// TODO import: only if $bag contains "rope"' in imported.text
    assert "// TODO import: (live: 2s)" in imported.text
    assert imported.census.of("condition") == (0, 1)
    assert imported.census.of("link") == (1, 0)


def test_text_that_looks_like_our_marks_stays_text(tmp_path: Path) -> None:
    words = "* no choice\n~ no rule\n-> nowhere\n=== 7\nfrom {here} // no comment \\ →"
    imported = story(tmp_path, f":: Start\n{words}\n[[{{odd}} -> x//y->End]]\n\n:: End\n")
    report = gamebook.check(text=imported.text, level="quick")
    assert not [each for each in report.findings if each.severity.value != "info"]
    assert imported.census.of("link") == (1, 0)


# ---- other files of Twine -----------------------------------------------------------------------------

HTML = """<!DOCTYPE html><html><body><tw-storydata name="Two &amp; Two" startnode="2" format="Harlowe" creator="Twine">
<style role="stylesheet" id="twine-user-stylesheet">b {}</style><script role="script">window.x = 1 < 2;</script>
<tw-passagedata pid="1" name="End" tags="">Done &lt;here&gt;.</tw-passagedata>
<tw-passagedata pid="2" name="First" tags="dark" position="1,1">(set: $n to 2)[[Go-&gt;End]]</tw-passagedata>
</tw-storydata></body></html>"""
OLD_HTML = """<html><div id="storeArea"><div tiddler="Start" tags="">&lt;&lt;set $n = 2&gt;&gt;\\n[[Go|End]]</div>
<div tiddler="End" tags="">Done.</div><div tiddler="StoryTitle" tags="">Old</div></div></html>"""
JSON = json.dumps(
    {
        "name": "In JSON",
        "format": "SugarCube",
        "start": "First",
        "passages": [{"name": "First", "text": "<<set $n to 2>>[[Go|End]]"}, {"name": "End", "text": "Done."}],
    }
)


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [("story.html", HTML, "Two & Two"), ("old.html", OLD_HTML, "Old"), ("story.json", JSON, "In JSON")],
)
def test_html_and_json(tmp_path: Path, name: str, text: str, title: str) -> None:
    imported = story(tmp_path, text, name)
    assert imported.draft.title == title
    assert imported.census.of("link") == (1, 0)
    assert imported.census.of("effect") == (1, 0)
    assert chances(imported) == {"End": Fraction(1)}
    first = imported.settled.page.declarations
    assert any(
        isinstance(each, ast.Field) and each.key == "start" and each.value in ("First", "Start") for each in first
    )


# ---- hard cases of Twee -------------------------------------------------------------------------------


def test_bad_metadata_and_bad_story_data_are_told_with_their_line() -> None:
    (trouble,) = import_book(source("extwee/pasagemetadataerror.twee")).troubles
    assert (trouble.line, "metadata" in trouble.message) == (1, True)
    (trouble,) = import_book(source("extwee/storydataerror.twee")).troubles
    assert trouble.line == 9  # the quotation mark that is missing
    assert "StoryData" in trouble.message


def test_scripts_and_style_sheets_are_kept_below_the_book() -> None:
    imported = import_book(source("extwee/test.twee"))
    assert imported.census.of("other") == (0, 4)
    assert "// Some code" in imported.text
    assert imported.draft.title == "twineExample"


@pytest.mark.parametrize(
    ("opens", "closes"), [("<<if $a is 1>>", "<</if>>"), ("(if: $a is 1)[", "]")], ids=["sugarcube", "harlowe"]
)
def test_blocks_nested_too_deep_are_kept(tmp_path: Path, opens: str, closes: str) -> None:
    imported = story(tmp_path, f":: Start\n{opens * 60}bottom{closes * 60}\n[[Go->End]]\n\n:: End\n")
    assert "bottom" in imported.text
    report = gamebook.check(text=imported.text, level="quick")
    assert not [each for each in report.findings if each.severity.value == "error"]
    assert imported.census.of("condition")[0] + imported.census.of("other")[1] > 30


def test_a_link_under_very_many_conditions(tmp_path: Path) -> None:
    inner = "[[Go->End]]"
    for number in range(35):
        inner = f"<<if $a{number} is 1>>x<<else>>{inner}<</if>>"
    imported = story(tmp_path, f":: Start\n{inner}\n\n:: End\n")
    report = gamebook.check(text=imported.text, level="quick")
    assert not [each for each in report.findings if each.severity.value == "error"]
    assert "// TODO import: only if not a" in imported.text
