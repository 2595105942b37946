"""Words that look like rules. Most of it stands in `tests/cases`; here is what no book has."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Severity
from gamebook.fixes import fixes
from gamebook.project import Project
from gamebook.reading import read_text
from gamebook.resolve.resolve import resolve
from gamebook.source import Source
from gamebook.syntax.format import format_source
from tests.support.slowly import but_slowly

LETTERS = 50_000
LONG = {
    "blanks": "a" + " " * LETTERS + "b",
    "one word": "a" * LETTERS,
    "words of a turn": "turn to 1. " * (LETTERS // 11),
    "a turn with a gap": "turn" + " " * LETTERS + "to",
    "conditions": "* " + "if " * (LETTERS // 3) + "-> 1",
    "arrows": "→ " * LETTERS,
    "arrows of a choice": "* Go " + "→ (" * LETTERS,
    "an arrow with gaps": "a" + " " * LETTERS + "→ 1" + " " * LETTERS + "x",
    "brackets": "[[ " * (LETTERS // 3),
    "an open link": "[[" + " " * LETTERS + "->",
    "signs": "=" * LETTERS,
    "a foe": "OGRE " + "SKILL 1 " * (LETTERS // 8),
    "turns among quotation marks": "“turn to 1 ‘" * (LETTERS // 11),
    "stars": "turn to 1 *a " * (LETTERS // 13),
    "words in italics": "*a* " * (LETTERS // 4),
    "dashes": "~ x " + "–" * LETTERS,
    "words in French marks": "~ x " + "« x » " * (LETTERS // 6),
}
SLOW = {"an open link", "arrows of a choice", "dashes", "words in French marks", "words of a turn"}


def _codes(text: str) -> list[str]:
    loaded = read_text("x.gbk", text).loaded
    pages = [each.code for page in loaded.pages for each in page.findings]
    return [*pages, *(each.code for each in resolve(loaded.pages).findings)]


@pytest.mark.parametrize("name", but_slowly(LONG, lambda name: name in SLOW))
def test_long_lines_are_read_in_no_time(name: str) -> None:
    """Where the square of its length counts, such a line takes minutes."""
    text = f"sheet\n    item lamp = 1\n\n=== 1\n{LONG[name]}\n-> 1\n"
    assert len(_codes(text)) <= 25


def test_turns_in_words_are_told_some_twenty_times_at_most() -> None:
    assert _codes("=== 1\n" + "Turn to 1. " * 50 + "\n-> 1\n").count("GB052") == 20


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("“Go to 1, Dock Street,” she says.", None),
        ("Go to 1, or stay.", "GB052"),
        ("Turn to 1, If you can.", "GB052"),
        ("She says “Turn to 1, then left.”", None),
        ('"Return to 1," the sign reads.', None),
        ("„Turn to 1,“ she says.", None),
        ("‘Don’t turn to 1,’ she says.", None),
        ("“I stay,” she says. Turn to 1.", "GB052"),
        ("‘I don’t,’ she says. Turn to 1.", "GB052"),
        ('The plank is 6" wide. Turn to 1.', "GB052"),
        ("Chapter 4", "GB010"),
        ("Chapter 1", None),  # it is there
        ("\\Chapter 4", None),
        ("== Two", "GB010"),
        ("\\== Two", None),
        ("== The end ==", None),
        ("--> 1", "GB049"),
    ],
)
def test_lines_that_may_be_prose(line: str, code: str | None) -> None:
    found = _codes(f"=== 1\nYou wait.\n{line}\n-> 1\n")
    assert [each for each in found if each in ("GB010", "GB049", "GB052")] == ([code] if code else [])


def test_a_choice_may_be_what_the_reader_says() -> None:
    assert not {*_codes('=== 1\n* "Go to 1," you say -> 2\n=== 2\n~ victory\n')} & {"GB051", "GB052"}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Go through the door -> 2", "Go through the door -> 2"),
        ("→ 2", "→ 2"),
        ("You may leave. Turn to 2.", "Turn to 2"),
        ("* {gold > 3} Bribe -> 2", "{gold > 3}"),
        ("gold +1", "gold +1"),
    ],
)
def test_a_finding_points_at_the_words_that_look_like_a_rule(line: str, fault: str) -> None:
    text = f'book "T"\nsheet\n    number gold = 5 in 0..9\n=== 1\n{line}\n* Go -> 2\n=== 2\n~ victory\n'
    found = read_text("test.gbk", text).earlier
    assert fault in [text[each.span.start : each.span.end] for each in found], found


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("WOLF SKILL 5 STAMINA 6", 'write: ~ fight "WOLF" SKILL 5 STAMINA 6'),
        ("WOLF SKILL 5 HAIR 6", None),
        ("WOLF SKILL 5", None),
    ],
)
def test_a_line_of_stats_is_a_fight_if_they_are_those_of_the_combat(line: str, hint: str | None) -> None:
    text = f'book "T"\n    use fighting-fantasy\n=== 1\n{line}\n* Go -> 2\n=== 2\n~ victory\n'
    found = [each.hint for each in read_text("test.gbk", text).earlier if each.code == "GB061"]
    assert found == ([hint] if hint else [])


PLACES = {
    "a menu": "=== 1\n* Home → 2\n",
    "a choice with a block": "=== 1\n* Home → 2\n    ~ gold +1\n",
    "a decision": "=== 1\n~ choose\n    * Home → 2\n-> 2\n",
    "a rival's decision": '=== 1\n~ rival chooses "his move"\n    * Home → 2\n-> 2\n',
    "anytime": "anytime\n    * Home → 2\n=== 1\n-> 2\n",
    "hero": "hero\n    ~ choose\n        * Home → 2\n=== 1\n-> 2\n",
    "a rule": "rule home\n    * Home → 2\n=== 1\n~ do home\n-> 2\n",
    "each chapter": "each chapter\n    See the map:\n    → 2\n=== 1\n-> 2\n",
    "a trigger": "when gold > 8\n    → 2\n=== 1\n-> 2\n",
    "a chapter": "=== 1\nSee the map:\n→ 2\n",
}
"""Where an arrow may stand that is meant as a turn and read as words."""


@pytest.mark.parametrize("place", PLACES)
def test_an_arrow_is_an_error_wherever_fmt_mends_it(place: str) -> None:
    """So that no book which can be played plays otherwise once it is formatted."""
    text = f"sheet\n    number gold = 5 in 0..9\n{PLACES[place]}=== 2\n~ victory\n"
    project = Project.of(text)
    assert [each.code for each in project.check("quick").findings if each.fix] == ["GB049"]
    (fixed,) = fixes(project)
    assert fixed.after == text.replace("→", "->") == format_source(Source("book.gbk", text))[0]


@pytest.mark.parametrize(
    ("choice", "codes"),
    [
        ("* Home → 2\n    ~ if gold > 3\n        -> 2", ["GB049"]),  # the block turns, too: which is meant?
        ("* Home → 2 [if gold > 3]", ["GB049"]),  # the turn belongs after the condition
        ("* Gold 7 → 8", ["GB049"]),  # this may say what becomes of a number
        ("* Gold 7 \\→ 8", []),
        ("* Home → market", []),  # a word that is no chapter
        ("* Home \\→ 2", []),
    ],
)
def test_an_arrow_that_is_no_sure_turn_is_left_by_fmt(choice: str, codes: list[str]) -> None:
    text = f"sheet\n    number gold = 5 in 0..9\n=== 1\n{choice}\n* Wait -> 2\n=== 2\n~ victory\n=== 8\n~ defeat\n"
    project = Project.of(text)
    assert [each.code for each in project.check("quick").findings if each.code == "GB049"] == codes
    assert format_source(Source("book.gbk", text))[0] == text
    assert fixes(project) == []


ARROWS = [
    ('* Go → victory "Home"', 'GB049 * Go -> victory "Home"'),
    ("* Go → defeat “Lost” [if key]", 'GB049 * Go [if key] -> defeat "Lost"'),
    ("* Go → back", "GB049 * Go -> back"),
    ("* Go → Chapter 2", "GB049 * Go -> 2"),
    ("* Go (→ 2).", "GB049 * Go -> 2"),
    ("* Go [→ 2]", "GB049 * Go -> 2"),
    ("* Go → 2, quickly", "GB049 * Go, quickly -> 2"),
    ("* Go → 2 (quickly)", "GB049 * Go (quickly) -> 2"),
    ("* Go → (1 + key)", "GB049 * Go -> (1 + key)"),
    ("* Go → old-mil", "GB049 * Go -> old-mill"),
    ("* Go → Victory", "GB049 * Go -> victory"),
    ("* Go ► 2", "GB049 * Go -> 2"),
    ("* Go 🡒 2", "GB049 * Go -> 2"),
    ("* Go ➡️ 2", "GB049 * Go -> 2"),
    ("* Go — > 2", "GB049 * Go -> 2"),
    ("* Go ==> 2", "GB049 * Go -> 2"),
    ("* Go ==> inn", "GB029 * Go -> inn"),
    ("* Go → inn", "GB029 * Go -> inn"),
    ("* Go → the inn", "GB029"),
    ("* Go → (quickly)", "GB029"),
    ("* Go →", "GB029"),
    ("* Go » 2", "GB029 * Go -> 2"),
    ("* Go ›› 2.", "GB029 * Go -> 2"),
    ("* Go \\» 2", None),
    ("* Go » 2 -> 2", None),
    ("* Go » 2\n    -> 2", None),
    ("* Go » 99", None),
    ("* Go » west", None),
    ("* Say « two » 2", None),
    ("* Say »two« 2", None),
    ("* » 2", None),
    ("Go » 2", None),
    ("* Gold 3 → 2, then less", "GB029"),
    ("* Go → turn to 2", "GB051 * Go -> 2"),
    ("* Go → turn to 2 if you dare", "GB051 * Go -> 2"),
    ("* ► Go on", None),
    ("* Go \\▶ 2", None),
    ("* Go →\n    -> 2", None),
    ("* Silver → gold\n    ~ key +1", None),
    ("* Silver → gold -> 2", None),
    ('* "Silver → gold," you say', None),
    ('~ choose "metal"\n    * Silver → gold\n    * Gold → silver', None),
    ("~ choose\n    * Silver → gold\n    * Go -> 2", "GB029 * Silver -> gold"),
    ('You wait. → victory "Home"', 'GB029 * You wait. -> victory "Home"'),
    ("You wait → section 2", "GB029 * You wait -> 2"),
    ("You wait → back", "GB029 * You wait -> back"),
    ("You wait → (1 + key)", "GB029 * You wait -> (1 + key)"),
    ("You wait → old-mill", "GB029 * You wait -> old-mill"),
    ("You wait → old-mil", None),
    ("Supplies: 3 → 2", None),
    ("It rose from 3 → 2.", None),
    ("On 1-3 → 2", "GB029 * On 1-3 -> 2"),
    ("6 → 2", "GB029 * 6 -> 2"),
    ("→ defeat “Lost”", 'GB049 -> defeat "Lost"'),
    ("→ (1 + key)", "GB049 -> (1 + key)"),
    ("→ back", "GB049 -> back"),
    ("(→ 2)", "GB049 -> 2"),
    ("→ old-mil", "GB049 -> old-mill"),
    ("▶ Go on", None),
    ("left → right", None),
]
"""Arrows, what is said of each, and the line to write."""


@pytest.mark.parametrize(("line", "said"), ARROWS, ids=[line for line, _ in ARROWS])
def test_an_arrow_that_may_be_a_turn_is_a_finding(line: str, said: str | None) -> None:
    header = "sheet\n    number key = 1 in 1..9\n"
    text = f"{header}=== 1\n{line}\n-> old-mill\n=== 2\n* Go -> old-mill\n=== old-mill\n~ victory\n"
    found = [each for each in Project.of(text).check("quick").findings if each.code in ("GB029", "GB049", "GB051")]
    assert [" ".join((each.code, *(more.text for more in each.suggestions))) for each in found] == (
        [said] if said else []
    )


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ('* Go→ victory "Home"', '* Go -> victory "Home"'),
        ("* Go (→ Section 2).", "* Go -> 2"),
        ("→ defeat “Lost”", '-> defeat "Lost"'),
        ("* Go → 2, quickly", ""),
        ("* Go → old-mil", ""),
        ('* Go → victory "Home" [if key]', ""),
    ],
)
def test_an_arrow_is_put_right_where_it_is_a_certain_turn(line: str, right: str) -> None:
    header = "sheet\n    number key = 1 in 1..9\n"
    text = f"{header}=== 1\n{line}\n* Wait -> old-mill\n=== 2\n~ victory\n=== old-mill\n~ victory\n"
    assert [each.after for each in fixes(Project.of(text))] == ([text.replace(line, right)] if right else [])


IN_LANGUAGES = [
    ("de", "Wenn du das Seil hast, lies weiter bei 2.", "GB052 * … -> 2"),
    ("de", "Schlage 2 auf oder geh zu 3", "GB052 * … -> 2 GB052 * … -> 3"),
    ("de", "Weiter bei 2 Toren steht er.", None),
    ("de", "„Gehe zu 2“, sagt er.", None),
    ("de", "* Nach Norden. Weiter bei 2", "GB051 * Nach Norden -> 2"),
    ("de-AT", "* Klettern und dann gehe zu Abschnitt 2.", "GB051 * Klettern -> 2"),
    ("de", "* Klettern → lies bei 2 weiter", "GB051 * Klettern -> 2"),
    ("de", "* Weiter bei 2 -> 3", "GB052"),
    ("de", "* Rest. Turn to 2", "GB051 * Rest -> 2"),
    ("fr", "* Nord. Allez au 2 si vous osez", "GB051 * Nord -> 2"),
    ("it", "* Nord, vai all’2", "GB051 * Nord -> 2"),
    ("es", "* Norte: pasa al 2", "GB051 * Norte -> 2"),
    ("fr", "* Grimper. Retournez au 2", "GB051 * Grimper -> 2"),
    ("fr", "Retournez au 2, rue du Port.", None),
    ("fr", "Allez en 2.", "GB052 * … -> 2"),
    ("fr", "Allez à la page 2.", "GB052 * … -> 2"),
    ("it", "* Sali. Torna al 2", "GB051 * Sali -> 2"),
    ("it", "Vai a 2.", "GB052 * … -> 2"),
    ("it", "Vai a 2 leghe.", None),
    ("it", "Torna alla pagina 2.", "GB052 * … -> 2"),
    ("es", "* Trepa. Vuelve al 2", "GB051 * Trepa -> 2"),
    ("es", "* Trepa. Ve a la página 2", "GB051 * Trepa -> 2"),
    ("es", "Ve a la página 2.", "GB052 * … -> 2"),
    ("de", "Weiter auf 2.", "GB052 * … -> 2"),
    ("de", "Lies weiter bei Nr. 2", "GB052 * … -> 2"),
    ("de", "* Klettere. Kehre zurück zu 2", "GB051 * Klettere -> 2"),
    ("de", "* Klettere. Kehre zu 2 zurück", "GB051 * Klettere -> 2"),
    ("fr", "Vous avez rendez-vous au 2.", None),
    ("fr", "Il a donné rendez-vous au 2.", None),
    ("fr", "Si vous osez, rendez-vous au 2.", "GB052 * … -> 2"),
    ("fr", "Vous avez rendez-vous au 2, au port.", None),
    ("fr", "Il va au 2.", None),
    ("fr", "Va au 2.", "GB052 * … -> 2"),
    ("fr", "Poursuivez votre lecture au 2.", "GB052 * … -> 2"),
    ("de", "Weiter zu 2.", "GB052 * … -> 2"),
    ("de", "Dann lies 2 Bücher.", None),
    ("it", "Passa al 2, poi al 3, dice il maestro.", None),
    ("it", "Passa al 2, poi riposa.", "GB052 * … -> 2"),
    ("de", "Wer das Brecheisen hat, schlage die 2 auf.", "GB052 * … -> 2"),
    ("de", "Er schlug die 2 auf.", None),
    ("en", "If you have the map with you, continue at 2.", "GB052 * … [if …] -> 2"),
    ("en", "The talks continue at 2.", None),
    ("en", "The talks will continue at 2.", None),
    ("en", "The hand will go to 2 and stop.", None),
    ("en", "If so, you will turn to 2.", "GB052 * … [if …] -> 2"),
    ("en", "* Norte: pasa al 2", None),
    ("pt", "* Norte: pasa al 2", None),
]
"""Words of turns in the language of a book, what is said of each, and the line to write."""


@pytest.mark.parametrize(("language", "line", "said"), IN_LANGUAGES, ids=[line for _, line, _ in IN_LANGUAGES])
def test_a_turn_in_words_is_found_in_the_language_of_the_book(language: str, line: str, said: str | None) -> None:
    text = (
        f'book "T"\n    language "{language}"\n=== 1\n{line}\n* Wait -> 4\n=== 2\n~ victory\n=== 3\n~ defeat\n=== 4\n'
    )
    found = [
        each for each in Project.of(f"{text}~ victory\n").check("quick").findings if each.code in ("GB051", "GB052")
    ]
    told = " ".join(" ".join((each.code, *(more.text for more in each.suggestions))) for each in found)
    if said is not None and said.startswith("GB052 "):
        told = " ".join(f"{each.code} {(each.hint or '').removeprefix('make it a choice: ')}" for each in found)
    assert told == (said or "")


def test_a_turn_in_words_is_found_in_choices_that_are_open_everywhere() -> None:
    text = "anytime\n    * Rest, turn to 2\n=== 1\n* Go -> 2\n=== 2\n~ victory\n"
    found = [each for each in Project.of(text).check("quick").findings if each.code == "GB051"]
    assert [each.hint for each in found] == ["write: * Rest -> 2"]


def test_marks_before_a_turn_in_words_are_passed_over_in_no_time() -> None:
    """Where each of them is tried in two ways, this takes for ever."""
    assert _codes(f"=== 1\n* {',' * 60} x turn to 1\n") == ["GB051"]


def test_an_arrow_between_two_numbers_is_told_how_it_stays_words() -> None:
    text = '=== 1\n~ choose "gift"\n    * Gold 7 → 8\n    * Gold 7 \\→ 8\n    * Go → 8\n-> 8\n=== 8\n~ victory\n'
    hints = [each.hint for each in Project.of(text).check("quick").findings if each.code == "GB049"]
    assert hints == ["write: * Gold 7 -> 8; or \\→ if it is no turn", "write: * Go -> 8"]


_ONE_TARGET = "a choice has one target; write a choice for each"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (
            "* Go → 2 or → inn",
            f"{_ONE_TARGET}: * Go -> 2, and: * … -> inn; or \\→ if it is no turn",
        ),
        ("* Go → 2 (or → 1)", f"{_ONE_TARGET}: * Go -> 2, and: * … -> 1"),
        ("* Go → west → 2", "write: * Go → west -> 2"),
        ("You go → 2 or → 1", "for choices, write: * You go -> 2, and: * … -> 1; or \\→ if it is no turn"),
    ],
)
def test_of_several_arrows_of_a_line_none_is_certain(line: str, hint: str) -> None:
    project = Project.of(f"=== 1\n{line}\n* Wait -> inn\n=== 2\n~ victory\n=== inn\n-> 1\n")
    assert [each.hint for each in project.check("quick").findings if each.code in ("GB029", "GB049")] == [hint]
    assert fixes(project) == []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("* Break it (turn to vault)", ["GB051 write: * Break it -> vault"]),
        ("* Break it [turn to 2]", ["GB051 write: * Break it -> 2"]),
        ("* Break it\n\nTurn to vault.", ["GB051 write on a line of its own: -> vault"]),
        ("You turn to stone.\n* Break it -> vault", []),
        ("Go to vault.\n* Break it -> 2", []),
    ],
)
def test_turns_in_words_to_a_chapter_with_a_name(lines: str, told: list[str]) -> None:
    found = read_text("x.gbk", f"=== 1\n{lines}\n\n=== 2\n-> vault\n\n=== vault\n-> victory\n").earlier
    assert [f"{each.code} {each.hint}" for each in found if each.code in ("GB051", "GB052")] == told


LONG_NUMBERS = [
    ("Now turn to {n}.\n-> 2", []),
    ("Now → {n}\n-> 2", []),
    ("-> {n}", ["GB101"]),
    ("-> {n}b", ["GB101"]),
    ("~ if visited {n}\n    -> 2\n-> 2", ["GB101"]),
    ("-> {n}\n=== {n}\n~ defeat\n=== {n}\n~ defeat", ["GB042", "GB042"]),
]
"""A number with more digits than Python makes a number of, and the errors."""


@pytest.mark.parametrize("digit", ["2", "٣"])
@pytest.mark.parametrize(("lines", "errors"), LONG_NUMBERS, ids=[lines for lines, _ in LONG_NUMBERS])
def test_a_chapter_cannot_have_a_long_number(lines: str, errors: list[str], digit: str) -> None:
    project = Project.of(f"=== 1\n{lines.format(n=digit * 4400)}\n=== 2\n~ victory\n")
    found = project.check("quick").findings
    assert sorted(each.code for each in found if each.severity is Severity.ERROR) == errors


def _of_a_menu(menu: str) -> list[str]:
    text = f"sheet\n    number gold = 5 in 0..9\n\n=== 1\n{menu}\n\n=== 2\n~ victory\n\n=== 3\n~ defeat\n"
    found = resolve(read_text("x.gbk", text).loaded.pages).findings
    return [each.hint or "" for each in found if each.code in ("GB049", "GB052")]


@pytest.mark.parametrize("arrow", ["-&gt;", "--&gt;", "=&gt;", "&rarr;", "&#8594;"])
def test_arrows_of_a_page_of_the_web(arrow: str) -> None:
    assert _of_a_menu(f"* Climb {arrow} 3\n* Leave -> 2") == ["write: * Climb -> 3"]
    assert _of_a_menu(f"{arrow} 3") == ["write: -> 3"]
    assert _of_a_menu(f"* R&amp;D, x &gt; 3\n* Leave {arrow.replace('&', chr(92) + '&')} 2 -> 2\n-> 2") == []


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("Turn to **3**.", "make it a choice: * … -> 3"),
        ("If you have *gold*, **turn** to _3_, or stay.", "make it a choice: * … [if …] -> 3"),
        ("**Turn to 3.**", "make it a choice: * … -> 3"),
        ("_Turn to 3_", "make it a choice: * … -> 3"),
        ("> Turn to 3", "make it a choice: * … -> 3"),
        ("- Turn to 3", "make it a choice: * … -> 3"),
        ("He says, “turn to **3**.”", None),
        ("The hands *turn* to **3**.", None),
        ("The hand will **turn to 3**.", None),
        ("See *Turn to 3*, a book.", None),
        ("He has 2 * 3 turns, and turns to 3 * 2.", None),
        ("The wheel > turns to 3", None),
        ("The heat - turn to 3 pages - is too much.", None),
    ],
)
def test_a_turn_in_bold_letters(line: str, hint: str | None) -> None:
    assert _of_a_menu(f"{line}\n-> 2") == ([hint] if hint else [])


@pytest.mark.parametrize("turn", ["Turn to **3**.", "Turn to *3*", "**Turn to 3.**", "(_Turn to 3_)", "**Turn** to 3"])
def test_a_turn_in_bold_letters_in_a_choice(turn: str) -> None:
    text = f"=== 1\n* Take *it*. {turn}\n* Leave -> 2\n\n=== 2\n~ victory\n\n=== 3\n~ defeat\n"
    (found,) = resolve(read_text("x.gbk", text).loaded.pages).findings
    assert (found.code, found.hint) == ("GB051", "write: * Take *it* -> 3")
    words = text[found.span.start : found.span.end]
    assert words.strip("*_").startswith("Turn")
    assert words.startswith(turn.strip("().")[:2])


def test_a_turn_in_bold_letters_in_the_language_of_the_book() -> None:
    text = 'book "T"\n    language "de"\n\n=== 1\nLies bei **3** weiter.\n-> 2\n\n=== 2\n~ victory\n\n=== 3\n~ defeat\n'
    (found,) = (each for each in resolve(read_text("x.gbk", text).loaded.pages).findings if each.code == "GB052")
    assert text[found.span.start : found.span.end] == "Lies bei **3** weiter"


@pytest.mark.parametrize(
    ("language", "words", "choices"),
    [
        ("de", "Hast du das Seil, so schlage die 3 auf.", ["[if seil] -> 3"]),
        ("de", "Besitzt du das Seil, lies weiter bei 3.", ["[if seil] -> 3"]),
        ("de", "Haben Sie kein Seil, lesen Sie weiter bei 3.", ["[if not seil] -> 3"]),
        ("de", "Hast du Mut, lies weiter bei 3.", ["-> 3"]),
        (
            "de",
            "Wenn du das Seil hast, lies weiter bei 2. Sonst lies weiter bei 3.",
            ["[if seil] -> 2", "[if not seil] -> 3"],
        ),
        (
            "de",
            "Hast du kein Seil, lies weiter bei 2, sonst lies weiter bei 3.",
            ["[if not seil] -> 2", "[if seil] -> 3"],
        ),
        ("fr", "Si vous avez la seil, allez au 2. Sinon, allez au 3.", ["[if seil] -> 2", "[if not seil] -> 3"]),
        ("es", "Si tienes la seil, pasa al 2. Si no, pasa al 3.", ["[if seil] -> 2", "[if not seil] -> 3"]),
        ("es", "Si tienes la seil, pasa al 2. De lo contrario, pasa al 3.", ["[if seil] -> 2", "[if not seil] -> 3"]),
        ("it", "Se hai la seil, vai al 2. Altrimenti vai al 3.", ["[if seil] -> 2", "[if not seil] -> 3"]),
        ("en", "If you have the seil, turn to 2. Otherwise turn to 3.", ["[if seil] -> 2", "[if not seil] -> 3"]),
        ("en", "If you have no seil, turn to 2; if not, turn to 3.", ["[if not seil] -> 2", "[if seil] -> 3"]),
        ("en", "If you dare, turn to 2. Otherwise turn to 3.", ["[if …] -> 2", "-> 3"]),
        ("de", "Wenn du willst, lies weiter bei 2. Sonst lies weiter bei 3.", ["-> 2", "-> 3"]),
    ],
)
def test_turns_for_some_and_for_all_others(language: str, words: str, choices: list[str]) -> None:
    head = f'book "T"\n    language "{language}"\nsheet\n    item seil = 1\n'
    text = f"{head}\n=== 1\n{words}\n* No -> 4\n\n=== 2\n-> 4\n\n=== 3\n-> 4\n\n=== 4\n-> victory\n"
    found = [each.hint for each in read_text("t.gbk", text).earlier if each.code == "GB052"]
    assert found == [f"make it a choice: * … {each}" for each in choices]


def test_a_last_turn_for_all_others_is_a_line_of_its_own() -> None:
    head = 'book "T"\n    language "de"\nsheet\n    item seil = 1\n'
    words = "Hast du das Seil, lies bei 2 weiter. Sonst lies bei 3 weiter."
    text = f"{head}\n=== 1\n{words}\n\n=== 2\n-> 3\n\n=== 3\n-> victory\n"
    found = [each.hint for each in read_text("t.gbk", text).earlier if each.code == "GB051"]
    assert found == ["write: * … [if seil] -> 2", "write on a line of its own: -> 3"]


@pytest.mark.parametrize(
    ("language", "words", "good", "bad"),
    [
        ("en", "If lucky, turn to 2. If unlucky, turn to 3.", "2", "3"),
        ("en", "Turn to 2 if you are lucky, or turn to 3 if you are not.", "2", "3"),
        ("en", "If you are unlucky, turn to 2; otherwise turn to 3.", "3", "2"),
        ("de", "Wenn du Glück hast, lies bei 2 weiter, sonst lies bei 3 weiter.", "2", "3"),
        ("fr", "Si vous êtes chanceux, rendez-vous au 2. Sinon, rendez-vous au 3.", "2", "3"),
        ("es", "Si tienes suerte, pasa al 2. Si no, pasa al 3.", "2", "3"),
        ("it", "Se sei fortunato, vai al 2; altrimenti vai al 3.", "2", "3"),
        ("en", "Turn to 2 if you have luck, or turn to 3.", "", ""),
        ("en", "If you succeed, turn to 2.", "", ""),
    ],
)
def test_turns_for_the_outcomes_of_a_test(language: str, words: str, good: str, bad: str) -> None:
    header = f'book "Test"\n    language "{language}"\n'
    text = f"\n=== 1\n{words}\n* A -> 2\n* B -> 3\n=== 2\n-> victory\n=== 3\n-> victory\n"
    findings = read_text("test.gbk", f"{header}    use fighting-fantasy\n{text}").earlier
    rows = [f"lucky -> {good} and unlucky -> {bad}"] if good else []
    advice = "write “~ test luck”, and under it, with four blanks before each row: "
    hints = [each.hint or "" for each in findings if each.code == "GB052" and "~ test" in (each.hint or "")]
    assert hints == [f"{advice}{each}" for each in rows]
    if language == "en" and good:  # a book without a rule system has no such test
        findings = read_text("test.gbk", header + text).earlier
        (hint,) = (each.hint or "" for each in findings if each.code == "GB052")
        assert hint.startswith("let dice decide: “~ roll 1d6”, and under it")
        assert hint.endswith(f"1-3 -> {good} and 4-6 -> {bad}")
