"""The page to play: what it holds, and a play of it in a browser."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import html5lib
import pytest

from gamebook.cli.main import run
from gamebook.model.book import Kind
from gamebook.phrases import LANGUAGES, load_phrases
from gamebook.phrases.play_words import load_words
from gamebook.project import Project
from gamebook.publish.apostrophes import curved
from gamebook.publish.player.pack import packed
from gamebook.publish.player.page import MODULES
from gamebook.resources import resource_folder
from tests.support.player import in_node, lines, told

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = {"width": 390, "height": 844}
JS = Path("gamebook/publish/player/js")

HOSTILE = r"""book "</script><script>alert(1)</script>"
    author "\"><img src=x onerror=alert(2)>"

sheet
    one-of weapon: none, sword

=== 1 <b>One</b>
<script>alert(3)</script> <img src=x onerror="alert(4)"> [go](javascript:alert(5)) ![x](https://example.org/x.png)
</script><!-- & &lt; **{weapon}** “שלום” 🎲 漢字
* <i>Take</i> it </button> -> 2

=== 2
~ victory "<svg onload=alert(6)>"
"""


def published(text: str, folder: Path, *options: str) -> str:
    """The page of a book."""
    (folder / "book.gbk").write_text(text, "utf-8")
    assert run(["publish", str(folder / "book.gbk"), "--to", "play", "-o", str(folder / "book.html"), *options]) == 0
    return (folder / "book.html").read_text("utf-8")


def data(page: str) -> dict[str, Any]:
    """The book that the page holds."""
    (found,) = re.findall(r'<script type="application/json" id="book">(.*)</script>', page)
    book: dict[str, Any] = json.loads(found)
    return book


def test_the_page_loads_nothing_and_runs_nothing_but_its_own(tmp_path: Path) -> None:
    page = published(HOSTILE, tmp_path)
    tree = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False).parse(page)
    scripts = [each for each in tree.iter("script") if each.get("type") != "application/json"]
    (script,), (style,) = scripts, list(tree.iter("style"))
    (policy,) = (each.get("content") for each in tree.iter("meta") if each.get("http-equiv"))
    for each in (script, style):
        assert f"'sha256-{b64encode(sha256(each.text.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none';") and "connect-src" not in policy
    assert not [each for each in tree.iter() if {"src", "onerror", "onload"} & set(each.attrib)]
    assert data(page)["title"] == "</script><script>alert(1)</script>"
    steps = (step for block in data(page)["blocks"] for step in block["steps"])
    markup = "".join(str(part) for step in steps for part in step.get("html", ()))
    shown = html5lib.parseFragment(markup, namespaceHTMLElements=False)
    assert {each.tag for each in shown.iter()} <= {"DOCUMENT_FRAGMENT", "p", "strong", "figure", "figcaption"}


@pytest.mark.parametrize(("aim", "counts"), [("win", False), ("score", True), ("win then score", True)])
def test_the_page_knows_whether_points_count(tmp_path: Path, aim: str, counts: bool) -> None:
    page = published(f'book "Paid"\n    aim {aim}\n=== 1\n~ score +3\n* Go -> victory\n', tmp_path)
    assert data(page)["counts_points"] == counts


def test_two_pages_of_a_book_are_the_same_bytes(tmp_path: Path) -> None:
    assert published(HOSTILE, tmp_path) == published(HOSTILE, tmp_path)


def test_every_module_is_in_the_page_after_what_it_needs() -> None:
    assert {path.stem for path in JS.glob("*.mjs")} == set(MODULES)
    for place, name in enumerate(MODULES):
        needed = re.findall(r'^import .* from "\./(\w+)\.mjs";$', (JS / f"{name}.mjs").read_text("utf-8"), re.MULTILINE)
        assert set(needed) <= set(MODULES[:place]), name


def test_no_name_stands_in_two_modules() -> None:
    text = "".join((JS / f"{name}.mjs").read_text("utf-8") for name in MODULES)
    names = re.findall(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+|\$)", text, re.MULTILINE)
    assert len(names) == len(set(names)) > 30


def test_every_language_has_every_word_with_the_same_holes() -> None:
    usual = load_words("en")
    for path in (resource_folder("phrases") / "play").glob("*.toml"):
        words = load_words(path.stem)
        assert words.keys() == usual.keys(), path
        for key, word in words.items():
            assert set(re.findall(r"\{\w+\}", word)) == set(re.findall(r"\{\w+\}", usual[key])), (path, key)
    assert load_words("tlh") == usual
    assert load_words("en-GB") == usual


def test_every_kind_of_ending_has_a_word() -> None:
    assert load_words("en").keys() >= set(get_args(Kind))


@pytest.mark.slow
def test_taking_back_saving_and_resuming_change_nothing() -> None:
    for name in ("tutorial", "the-long-ebb", "srr/ogre"):
        book = Project(Path(f"books/{name}.gbk")).book
        play = told(book, 5, 25)
        (found,) = in_node([{"do": "wander", "book": packed(book), "seed": play.seed, "choices": play.choices}])
        assert found["told"] == found["log"] == found["resumed"] == play.events


def test_a_play_saved_by_the_page_is_resumed_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book = Project(Path("books/tutorial.gbk")).book
    play = told(book, 7, 3)
    (found,) = in_node([{"do": "wander", "book": packed(book), "seed": play.seed, "choices": play.choices}])
    path = tmp_path / "play.json"
    path.write_text(json.dumps(found["saved"]), "utf-8")
    monkeypatch.setattr("sys.stdin", StringIO())
    assert run(["play", "books/tutorial.gbk", "--resume", str(path), "--json"]) == 0
    assert lines(capsys.readouterr().out)[-1] == play.events[-1]


# ---- in a browser -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser."""
    pytest.importorskip("playwright")
    from tests.studio.browser import browser

    with browser() as found:
        yield found


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """Opens a file on a telephone without a network; nothing may be complained of."""
    context = chromium.new_context(viewport=PHONE, offline=True, reduced_motion="reduce", accept_downloads=True)
    complaints: list[str] = []

    def opened(address: str) -> Page:
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
        page.goto(address)
        return page

    yield opened
    context.close()
    assert not complaints


@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_a_play_on_a_telephone_is_that_of_the_command(phone: Callable[[str], Page], tmp_path: Path) -> None:
    path = tmp_path / "tutorial.html"
    assert run(["publish", "books/tutorial.gbk", "--to", "play", "-o", str(path)]) == 0
    play = told(Project(Path("books/tutorial.gbk")).book, 7)
    page = phone(f"file://{path}#seed=7")
    page.get_by_role("button", name="Begin").click()
    for number, choice in enumerate(play.choices):
        if number == 2:  # by keyboard; and a page that is loaded again goes on where it was
            page.keyboard.press(str(choice + 1))
            page.reload()
            page.get_by_role("button", name="Continue").click()
        elif number == 3:  # taken back
            page.locator(".choices button").nth(choice).click()
            page.keyboard.press("u")
            page.locator(".choices button").nth(choice).click()
        else:
            page.locator(".choices button").nth(choice).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="log").click()
    assert lines(download.value.path().read_text("utf-8")) == play.events


LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikant"
WORDS = f"""book "{LONG}"
    author "{LONG}"
    use fighting-fantasy
sheet
    number {LONG} = 3 in 0..9
=== 1 {LONG}
{LONG}

## {LONG}

| {LONG} | b |
|---|---|
| 1 | 2 |

~ fight "{LONG}" SKILL 1 STAMINA 2
~ {LONG} -1
* {LONG} -> 2
=== 2
~ victory "{LONG}"
"""


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
@pytest.mark.parametrize("form", ["html", "play"])
def test_no_page_is_wider_than_a_telephone(form: str, phone: Callable[[str], Page], tmp_path: Path) -> None:
    """Not with a long word anywhere; the page to read is there as well, for it has the same reasons."""
    (tmp_path / "book.gbk").write_text(WORDS, "utf-8")
    path = tmp_path / "out.html"
    assert run(["publish", str(tmp_path / "book.gbk"), "--to", form, "--titles", "-o", str(path)]) == 0
    page = phone(f"file://{path}#seed=1")

    def width() -> int:
        return int(page.evaluate("document.documentElement.scrollWidth"))

    assert width() == PHONE["width"]
    if form == "html":
        return
    page.get_by_role("button", name="Begin").click()
    assert page.locator("h3.fight").count() == 1
    while page.locator(".choices button").count():
        assert width() == PHONE["width"]
        page.locator(".choices button").first.click()
    assert page.locator(".end .name").inner_text() == LONG
    assert width() == PHONE["width"]


WELL = """book "The Well"
    start 1

=== 1 The well
* Draw up the bucket -> 2
* Jump in -> 3

=== 2 The bucket
~ roll 1d6
    1-3 -> 3
    4-6 -> 4

=== 3 The bottom
~ roll 1d6
    1-4
        ~ defeat "Nobody heard the splash"
    5-6 -> 4

=== 4 A crown
~ victory "King of the well"
"""


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_hints_are_given_when_asked_for(phone: Callable[[str], Page], tmp_path: Path) -> None:
    """The chances are worked out by hand in docs/language.md: 2/3 with the bucket, 1/3 without."""
    published(WELL, tmp_path, "--hints")
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Begin").click()
    assert "%" not in page.locator("main").inner_text()
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("Chance to win with best play: 66.67%").wait_for()
    assert page.locator(".choices .worth").all_inner_texts() == ["66.67%, best", "33.33%"]
    page.locator(".choices button").first.click()
    assert page.locator(".end").count() == 1


def test_hints_are_for_pages_to_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "book.gbk").write_text(WELL, "utf-8")
    assert run(["publish", str(tmp_path / "book.gbk"), "--to", "html", "--hints"]) == 2
    assert "--to play" in capsys.readouterr().err


NERVE = """book "Mut"
    language "{language}"
sheet
    stat MUT = 1d6 in 0..12
=== 1
~ initial MUT +2
* Go on -> victory
"""


def test_a_play_is_for_the_hero_of_the_page(tmp_path: Path) -> None:
    """Who writes `new Play(book, 7)` plays that hero, for whom the hints are; another one can be given."""
    page = published(NERVE.format(language="en"), tmp_path, "--hero", "MUT=4")
    events, *_ = in_node([{"do": "begin", "book": data(page), "seed": 7}])
    assert [event["changes"] for event in events if event["event"] == "change"] == [{"initial MUT": [4, 6]}]


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_a_change_of_an_initial_value_is_in_the_words_of_the_language(
    phone: Callable[[str], Page], tmp_path: Path
) -> None:
    for language, words in [
        ("en", "initial MUT 4 → 6"),
        ("de", "MUT (Anfangswert) 4 → 6"),
        ("fr", "MUT (au départ) 4 → 6"),
        ("es", "MUT (inicial) 4 → 6"),
        ("it", "MUT (iniziale) 4 → 6"),
    ]:
        published(NERVE.format(language=language), tmp_path, "--hero", "MUT=4")
        page = phone(f"file://{tmp_path / 'book.html'}")
        page.get_by_role("button", name=load_words(language)["begin"]).click()
        assert page.locator(".notes").all_inner_texts() == [words]


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_a_hero_that_is_given_is_not_rolled(phone: Callable[[str], Page], tmp_path: Path) -> None:
    path = tmp_path / "tutorial.html"
    hero = "SKILL=9,STAMINA=17,LUCK=8"
    assert run(["publish", "books/tutorial.gbk", "--to", "play", "--hero", hero, "-o", str(path)]) == 0
    page = phone(f"file://{path}")
    page.get_by_role("button", name="Begin").click()
    assert page.locator("#sheet-short").inner_text().split()[:6] == ["SKILL", "9", "STAMINA", "17", "LUCK", "8"]


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_hostile_words_are_text(phone: Callable[[str], Page], tmp_path: Path) -> None:
    published(HOSTILE, tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    assert page.locator("h1").inner_text() == "</script><script>alert(1)</script>"
    page.get_by_role("button", name="Begin").click()
    assert page.locator("h1").inner_text() == "</script><script>alert(1)</script>", "the play has the title, too"
    assert "<script>alert(3)</script>" in page.locator(".text").inner_text()
    assert "none “שלום” 🎲 漢字" in page.locator(".text").inner_text()
    assert page.locator(".text img, .text script, .text a").count() == 0
    page.get_by_role("button", name="<i>Take</i> it </button>").click()
    assert page.locator(".end .name").inner_text() == "<svg onload=alert(6)>"


QUESTION = r"""book "The Stair"
=== 1
~ ask "How many *steps* and \*stars\*?"
    3 -> 2
    else -> defeat
=== 2
~ choose "dinner"
    * The fish -> victory
"""


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_a_question_stands_above_its_answers(phone: Callable[[str], Page], tmp_path: Path) -> None:
    """And the name of a decision, which is for strategies, does not."""
    published(QUESTION, tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Begin").click()
    assert page.locator(".text").inner_text() == "How many steps and *stars*?"
    assert page.locator(".text em").inner_text() == "steps"
    page.locator(".choices button").first.click()
    page.get_by_role("button", name="The fish").wait_for()
    assert "dinner" not in page.locator("main").inner_text().lower()


LOOKS = r"""book "Looks"
sheet
    number gold = 3 in 0..5
    one-of weapon: none, sword
=== 1
* take {gold} *big* \*stars\* & **{weapon}** -> 2
* Take *all* -> 2
=== 2
~ victory
"""


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_the_words_of_a_choice_look_as_in_print(phone: Callable[[str], Page], tmp_path: Path) -> None:
    published(LOOKS, tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Begin").click()
    labels = page.locator(".choices .label")
    assert labels.all_inner_texts() == ["Take 3 big *stars* & none", "Take all"]
    assert labels.first.locator("em").inner_text() == "big"
    assert labels.first.locator("strong").inner_text() == "none"
    assert labels.last.locator("em").inner_text() == "all"


OWN = r"""book "Eigen"
    language "de"
    front "vorwort.md"
    phrase turn = "blättere zu {n}"
    phrase bronze-key = "Bronzeschlüssel"
    phrase pennies = "Groschen|Groschen"

sheet
    item bronze-key
    number pennies = 4 in 0..9

=== start
\* kein Listenpunkt, \*kein\* Kursiv
\- und {pennies} kein "Strich"
~ gain bronze-key
~ pennies -1
* "Herein!" abwarten -> hall
* Gehen -> 12

=== hall
~ victory

=== 12
~ defeat
"""


@pytest.fixture
def preface(tmp_path: Path) -> None:
    """The page before the story that `OWN` names."""
    (tmp_path / "vorwort.md").write_text("# Vorwort\n\nEin <b>Wort</b> *zuvor*.", "utf-8")


@pytest.mark.usefixtures("preface")
def test_prose_keeps_what_the_author_escaped(tmp_path: Path) -> None:
    book = data(published(OWN, tmp_path))
    (prose,) = (step["html"] for block in book["blocks"] for step in block["steps"] if "html" in step)
    first, value, last = prose
    assert first == '<p class="prose" dir="auto">* kein Listenpunkt, *kein* Kursiv - und '
    assert isinstance(value, int)
    assert last == " kein „Strich“</p>"


@pytest.mark.slow
@pytest.mark.usefixtures("preface")
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_the_words_of_the_book_and_the_numbers_of_print(phone: Callable[[str], Page], tmp_path: Path) -> None:
    published(OWN, tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_text("Vorwort").click()
    assert page.locator(".front .text").inner_text() == "Ein <b>Wort</b> zuvor."
    page.get_by_role("button", name="Beginnen").click()
    assert page.locator("h2").first.inner_text() == "1"
    assert page.locator(".choices .label").all_inner_texts() == ["„Herein!“ abwarten", "Gehen"]
    assert "Bronzeschlüssel" in page.locator(".notes").inner_text()
    assert page.locator("#sheet-short").inner_text().split() == ["Groschen", "3"]
    page.locator(".choices button").first.click()
    assert page.locator("main h2").inner_text() == "2"


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_no_level_of_headings_is_left_out(phone: Callable[[str], Page], tmp_path: Path) -> None:
    """Below the head of a chapter a fight has a lower one; above the first head of a page one of the same level."""
    fight = '~ fight "{}" SKILL 1, STAMINA 2\n        with luck = 0'
    wolf, rat = fight.format("Wolf"), fight.format("Rat")
    text = f"=== 1\n* Stay\n    {wolf}\n    -> 2\n=== 2\n{rat}\n* On -> 3\n=== 3\n~ victory\n"
    published(f'book "B"\n    use fighting-fantasy\n\n{text}', tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}#seed=1")
    page.get_by_role("button", name="Begin").click()
    page.locator(".choices button").first.click()
    assert page.locator("main h2, main h3").evaluate_all("all => all.map(each => [each.tagName, each.className])") == [
        ["H2", "fight"],
        ["H2", ""],
        ["H3", "fight"],
    ]


ROLL = "2d6 + your SKILL against 2d6 + the SKILL of the foe"
ROUNDS = """book "Rounds"
    use fighting-fantasy
sheet
    number gold = 0 in 0..9
    codeword OWL
=== 1
~ fight "Wight" SKILL 5 STAMINA 8
    with luck = 0
    each round
        ~ if round > 2
            ~ gold +1
    escape from round 4 -> 2
~ note OWL
* Home -> 2
=== 2
~ victory
"""


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_what_each_round_brings_is_told_with_that_round(phone: Callable[[str], Page], tmp_path: Path) -> None:
    """Gold comes before the roll of the third round, and before the menu of the fourth; then the fight is over."""
    published(ROUNDS, tmp_path, "--hero", "SKILL=12,STAMINA=24,LUCK=9")
    page = phone(f"file://{tmp_path / 'book.html'}#seed=3")
    page.get_by_role("button", name="Begin").click()
    while page.locator(".choices.fight button").count():
        page.locator(".choices.fight button").last.click()
    parts = page.locator(".notes li").evaluate_all("all => all.map(li => [...li.children].map(each => each.innerText))")
    assert [[each.split(":")[0] for each in line] for line in parts] == [
        ["Round 1", ROLL, "Wight STAMINA 8 → 6"],
        ["Round 2", ROLL, "Wight STAMINA 6 → 4"],
        ["Round 3", "gold 0 → 1", ROLL, "Wight STAMINA 4 → 2"],
        ["Round 4", "gold 1 → 2"],
        ["Round 4", ROLL, "Wight STAMINA 2 → 0"],
        ["You note OWL"],
    ]


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_what_follows_the_last_round_is_told_without_a_round(phone: Callable[[str], Page], tmp_path: Path) -> None:
    """The fight is over after one round: there is no second."""
    text = ROUNDS.replace("    escape from round 4 -> 2\n", "    after 1 round\n        ~ gold +1\n")
    published(text, tmp_path, "--hero", "SKILL=12,STAMINA=24,LUCK=9")
    page = phone(f"file://{tmp_path / 'book.html'}#seed=3")
    page.get_by_role("button", name="Begin").click()
    while page.locator(".choices.fight button").count():
        page.locator(".choices.fight button").last.click()
    parts = page.locator(".notes li").evaluate_all("all => all.map(li => [...li.children].map(each => each.innerText))")
    assert [[each.split(":")[0] for each in line] for line in parts] == [
        ["Round 1", ROLL, "Wight STAMINA 8 → 6"],
        ["gold 0 → 1"],
        ["You note OWL"],
    ]


GEESE = """book "Geese"
    use fighting-fantasy
=== 1
~ fight
    foe "Goose" SKILL 9 STAMINA 6
    foe "Gander" SKILL 9 STAMINA 6
    together
    with luck = 0
    with harm = 0
    with damage = 0
    after 4 rounds -> 2
-> 2
=== 2
* Home -> victory
"""


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_rounds_are_counted_whichever_foe_is_attacked(phone: Callable[[str], Page], tmp_path: Path) -> None:
    """Two rolls in each round, and the other foe is attacked in every second one."""
    published(GEESE, tmp_path, "--hero", "SKILL=9,STAMINA=19,LUCK=9")
    page = phone(f"file://{tmp_path / 'book.html'}#seed=3")
    page.get_by_role("button", name="Begin").click()
    heads = []
    for round_ in range(4):
        page.locator(".choices.fight button").nth(round_ % 2).click()
        heads += page.locator(".part").last.locator(".notes li > :first-child").all_inner_texts()
    assert heads == ["Round 1", "Round 2", "Round 3", "Round 4"]


FIGHT = """book "Kampf"
    language "{0}"
    use fighting-fantasy

sheet
    item hook, torch x 3

=== start
~ gain hook
~ gain torch
~ fight "Wolf" SKILL 6, STAMINA 2
    escape -> 2
~ roll 1d3
    1 -> 2
    2-3 -> 2

=== 2
~ victory
"""


@pytest.mark.parametrize(
    ("language", "called"),
    [
        ("de", {"Escape": "Fliehen", "Fight on": "Weiterkämpfen", "1d3": "1W3", "take it": "Den Hieb hinnehmen"}),
        ("fr", {"Escape": "Fuir", "Fight on": "Continuer le combat", "take it": "Encaisser le coup"}),
        ("en", {"2d6 + SKILL with 2d6 + foe SKILL": "2d6 + your SKILL against 2d6 + the SKILL of the foe"}),
    ],
)
def test_what_no_author_writes_is_in_the_language_of_the_book(
    tmp_path: Path, language: str, called: dict[str, str]
) -> None:
    shown = data(published(FIGHT.format(language), tmp_path))["shown"]["called"]
    assert {name: shown[name][0] for name in called} == called


def test_a_roll_of_a_rule_system_is_told_with_the_names_of_print(tmp_path: Path) -> None:
    shown = data(published(FIGHT.format("de"), tmp_path))["shown"]["called"]
    told = shown["2d6 + SKILL with 2d6 + foe SKILL"][0]
    assert told == "2W6 + GEWANDTHEIT gegen 2W6 + GEWANDTHEIT (Gegner)"


def test_foes_of_one_name_have_the_apostrophes_of_print(tmp_path: Path) -> None:
    fight = '~ fight "O\'Hara" SKILL 6 STAMINA 2 and "O\'Hara" SKILL 5 STAMINA 2'
    text = f'book "B"\n    use fighting-fantasy\n=== 1\n{fight}\n~ victory\n'
    shown = data(published(text, tmp_path))["shown"]["called"]
    assert [shown.get(f"O'Hara {number}") for number in (1, 2)] == [["O’Hara 1"] * 2, ["O’Hara 2"] * 2]


def test_a_label_that_an_author_wrote_stays(tmp_path: Path) -> None:
    text = FIGHT.format("de").replace("~ victory", "* Escape -> start\n* Weg -> victory")
    assert "Escape" not in data(published(text, tmp_path))["shown"]["called"]


ROOM = """book "Room"
    author "Éloïse d'Aubigné"
    language "{}"
    phrase axe = "fine axe|fine axes"

sheet
    item axe x 3 = 1, large-key
    limit sack 1: axe, large-key

=== 1
~ gain large-key
~ gain 2 axe
~ gain 2 axe all or none
-> victory
"""


@pytest.mark.parametrize(
    ("language", "one", "some", "whole"),
    [
        (
            "en",
            "There is no room for the large key.",
            "There is room for * of * fine axes.",
            "There is no room for * fine axes.",
        ),
        (
            "de",
            "Für „large key“ ist kein Platz.",
            "„fine axes“: Platz ist für * von *.",
            "Für *-mal „fine axes“ ist kein Platz.",
        ),
        (
            "fr",
            "Il n’y a pas de place pour «\xa0large key\xa0».",
            "«\xa0fine axes\xa0»\xa0: il y a de la place pour * sur *.",
            "Il n’y a pas de place pour * × «\xa0fine axes\xa0».",
        ),
        (
            "es",
            "No hay sitio para «large key».",
            "«fine axes»: hay sitio para * de *.",
            "No hay sitio para * × «fine axes».",
        ),
        (
            "it",
            "Non c’è posto per «large key».",
            "«fine axes»: c’è posto per * su *.",
            "Non c’è posto per * × «fine axes».",
        ),
    ],
)
def test_what_there_is_no_room_for_is_told_in_the_language_of_the_book(
    tmp_path: Path, language: str, one: str, some: str, whole: str
) -> None:
    book = data(published(ROOM.format(language), tmp_path))
    steps = [step for block in book["blocks"] for step in block.get("steps", ()) if step["kind"] == "say"]
    told = ["".join(part if isinstance(part, str) else "*" for part in step["html"]) for step in steps]
    assert [re.sub("<.*?>", "", each) for each in told] == [one, some, whole]
    for form in ("twee", "ink"):
        path = tmp_path / f"book.{form}"
        assert run(["export", str(tmp_path / "book.gbk"), "--to", form, "-o", str(path)]) == 0
        story = path.read_text("utf-8").replace("\xa0", " ")
        assert one.replace("\xa0", " ") in story
        assert f"{load_words(language)['victory']}\n" in story.replace(" # ending: victory", "")


@pytest.mark.parametrize(("language", "by"), [("fr", "d’{author}"), ("de", "von {author}"), ("it", "di {author}")])
def test_the_word_before_the_author_is_that_of_print(tmp_path: Path, language: str, by: str) -> None:
    page = published(ROOM.format(language), tmp_path)
    assert f'"by":"{by}"' in page
    assert '"by":"de {author}"' in published(ROOM.format("fr").replace("Éloïse d'Aubigné", "Le Clézio"), tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_has_the_words_of_print(language: str) -> None:
    words, print_ = load_words(language), load_phrases(language).words
    assert (words["sheet"], words["codewords"]) == (curved(print_["sheet-title"]), curved(print_["sheet-codewords"]))


def test_a_setting_of_a_system_has_a_name_in_the_label_of_a_roll(tmp_path: Path) -> None:
    text = FIGHT.format("de").replace("    escape -> 2\n", "    with attack = -1 for 2 rounds\n")
    told = data(published(text, tmp_path))["shown"]["called"]["2d6 + SKILL + attack with 2d6 + foe SKILL"][0]
    assert told == "2W6 + GEWANDTHEIT + Angriffsbonus gegen 2W6 + GEWANDTHEIT (Gegner)"


SEVENTHS = """book "Sevenths"
    language "fr"

=== 1
* Un -> 2
* Deux
    ~ random
        1: -> victory
        6: -> defeat

=== 2
~ random
    4: -> victory
    3: -> defeat
"""


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_a_hint_is_written_as_the_language_does(phone: Callable[[str], Page], tmp_path: Path) -> None:
    published(SEVENTHS, tmp_path, "--hints")
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Commencer").click()
    page.get_by_role("button", name="Indice").click()
    page.get_by_text("57,14").first.wait_for()
    assert page.locator(".choices .worth").all_inner_texts() == ["57,14\xa0%, le meilleur", "14,29\xa0%"]


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_a_value_in_prose_has_its_name_of_print(phone: Callable[[str], Page], tmp_path: Path) -> None:
    text = 'book "B"\n    language "fr"\n    use fighting-fantasy-potion\n=== 1\nVotre {potion}.\n* Un -> victory\n'
    published(text, tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Commencer").click()
    page.get_by_role("button", name="Potion d’HABILETÉ").click()
    assert "Votre potion d’HABILETÉ." in page.locator("main").inner_text()


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_what_is_gained_is_called_as_in_print(phone: Callable[[str], Page], tmp_path: Path) -> None:
    published(FIGHT.format("en"), tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Begin").click()
    notes = page.locator(".notes").first.inner_text()
    assert "You gain the hook" in page.locator("main").inner_text(), notes
    assert "You gain 1 torch\n" in page.locator("main").inner_text()
    assert page.locator(".choices .label").all_inner_texts() == ["Escape", "Fight on"]


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_the_sheet_shows_the_points_so_far(phone: Callable[[str], Page], tmp_path: Path) -> None:
    published('book "P"\n    aim score\n=== 1\n~ score +5\n* On -> victory\n', tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Begin").click()
    assert page.locator("#sheet-short").inner_text().split() == ["Points", "5"]


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_an_amount_has_words_and_its_own_key(phone: Callable[[str], Page], tmp_path: Path) -> None:
    """The key of a digit takes that amount, not the one at this place; with more digits no key takes a wrong one."""
    text = """book "A"
sheet
    number gold = 7 in 0..20
=== 1
~ choose stake in 5..gold
~ gold -stake
~ choose thirst in 1..12
* Pay [if gold = 1] -> victory
"""
    published(text, tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Begin").click()
    assert page.locator(".amount").inner_text() == "stake: a number from 5 to 7"
    assert page.locator(".choices").get_attribute("aria-label") == "stake: a number from 5 to 7"
    page.keyboard.press("1")
    assert page.locator(".choices button").all_inner_texts() == ["5", "6", "7"]
    page.keyboard.press("6")
    assert page.locator(".amount").all_inner_texts()[-1] == "thirst: a number from 1 to 12"
    page.keyboard.press("1")
    assert page.locator(".choices button").count() == 12
    page.locator(".choices button").first.click()
    page.keyboard.press("1")
    assert page.get_by_text("Victory").is_visible()


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
def test_an_ending_has_its_words_whatever_they_are(phone: Callable[[str], Page], tmp_path: Path) -> None:
    published('=== 1\n* Lock -> victory "soft lock"\n* On\n    * Never [if 1 = 2] -> 1\n', tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Lock").click()
    assert page.locator(".end .kind").inner_text().casefold() == "victory"
    assert page.locator(".end .name").inner_text() == "soft lock"
    page.locator(".end button").first.click()
    page.get_by_role("button", name="On").click()
    assert page.locator(".end .kind").count() == 0
    assert page.locator(".end .name").inner_text() != "soft lock"


LOTTERY = """book "Lotteria"
    use fighting-fantasy
    language "it"
    phrase gold = "moneta|monete"
    resolve by {}
sheet
    number gold = 0 in 0..9
=== 1
~ test luck
    lucky
        ~ gold +1
~ gold +1d2 by expected
* Avanti -> 2
=== 2
~ victory
"""


def test_the_columns_of_accounts_are_called_as_in_print(tmp_path: Path) -> None:
    accounts = data(published(LOTTERY.format("residual"), tmp_path))["accounts"]
    assert [each["called"] for each in accounts] == [
        {"lucky": "se sei fortunato", "unlucky": "se sei sfortunato"},
        {"gold": "monete"},
    ]


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # a real browser on a busy machine may miss its time
@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("residual", "[se sei fortunato -6/36, se sei sfortunato 6/36]"),
        ("systematic", "[dadi nascosti: se sei fortunato 0–29/36]"),
    ],
)
def test_an_account_is_told_in_the_language_of_the_book(
    phone: Callable[[str], Page], tmp_path: Path, mode: str, words: str
) -> None:
    published(LOTTERY.format(mode), tmp_path)
    page = phone(f"file://{tmp_path / 'book.html'}#seed=1")
    page.get_by_role("button", name="Comincia").click()
    assert words in page.locator("main").inner_text()
    assert "[monete 1/2]" in page.locator("main").inner_text()
