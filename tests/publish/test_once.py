"""A long rule that several places use is printed once, under its name."""

import pytest

from gamebook.project import Project
from gamebook.publish.make import make
from tests.support.check import check_text
from tests.support.published import Published, Shown, shown

BOOK = """book "The Round"
    language "{language}"
sheet
    number days = 9 in 0..9
    number rice = 8 in 0..20
    one-of wind: fair, foul
    item   rope, silk
    codeword SCURVY
rule weather
    ~ roll 2d6
        2-4
            A foul wind, and so much of it that nobody sleeps.
            ~ set wind = foul
        5-12
            A fair wind, and so little of it that everybody does.
            ~ set wind = fair
rule voyage(length)
    You are {{length}} days at sea.
    ~ do weather
    ~ days -length
    ~ do feed
rule feed
    ~ rice -1
{more}
=== 1
~ do voyage(1)
* On -> 2
=== 2
~ do voyage(2 + 1)
* On -> 3
=== 3
{steps}
~ victory
"""


def told(published: Published, language: str = "en", more: str = "", steps: str = "") -> tuple[Shown, list[Shown]]:
    """The rules page and the sections; every rule is told somewhere."""
    document = published(BOOK.format(language=language, more=more, steps=steps))
    assert document.untold == ()
    rules = [(level, " ".join(line.split())) for level, line in shown(document.rules.blocks)]
    return rules, [
        [(level, " ".join(line.split())) for level, line in shown(each.blocks)] for each in document.sections
    ]


def test_a_long_rule_is_printed_once(published: Published) -> None:
    """The weather is used by the voyage alone, so it stands there; feeding is short, and stands wherever it is done."""
    rules, sections = told(published)
    place = rules.index((0, "Voyage"))
    assert rules[place:-1] == [
        (0, "Voyage"), (0, "Your section says how much this is: length."), (0, "You are [length] days at sea."),
        (0, "Roll two dice:"),
        (1, "2–4:"), (2, "A foul wind, and so much of it that nobody sleeps."), (2, "Change your wind to “foul”."),
        (1, "5–12:"), (2, "A fair wind, and so little of it that everybody does."), (2, "Change your wind to “fair”."),
        (0, "Subtract length from your days and subtract 1 from your rice."),
    ]  # fmt: skip
    assert [each[0] for each in sections] == [
        (0, "Do what the rules say under “Voyage” (length = 1)."),
        (0, "Do what the rules say under “Voyage” (length = 3)."),
        (0, "Your adventure ends here, in victory."),
    ]


def test_what_another_place_needs_too_has_its_own_head(published: Published) -> None:
    rules, sections = told(published, steps="~ do weather")
    heads = [line for _, line in rules if line in ("Voyage", "Weather")]
    assert heads == ["Weather", "Voyage"]
    voyage = rules[rules.index((0, "Voyage")) :]
    begin = "Do what the rules say under “Weather”, subtract length from your days and subtract 1 from your rice."
    assert voyage[3] == (0, begin)
    assert sections[2][0] == (0, "Do what the rules say under “Weather” and your adventure ends here, in victory.")


LONG = "\n".join(["    A line of prose that is long enough, for it has a dozen words."] * 3)
TWICE = "~ do it\n~ do it"


@pytest.mark.parametrize(
    ("more", "steps"),
    [
        (f"rule it\n{LONG}", "~ do it"),  # used once
        ("rule it\n    ~ rice -1\n    A line.", TWICE),  # short
        (f"rule it\n{LONG}\n    ~ if rice = 0\n        -> 1", TWICE),  # a section says itself where it turns
        (f"rule it\n{LONG}\n    ~ if first time\n        ~ rice -1", TWICE),  # about the section
        (f"rule it\n{LONG}\n    ~ tick a box", TWICE),
        (
            f"rule it(odds)\n{LONG}\n    ~ random\n        odds:\n            ~ rice -1\n        1:",
            "~ do it(1)\n~ do it(2)",
        ),
        (f"resolve by ledger\nrule it\n{LONG}", TWICE),  # each section has its account
        (f"rule it(thing)\n{LONG}\n    ~ gain thing", "~ do it(rope)\n~ do it(silk)"),  # given a thing
        # given what is another number at the next use
        (f"rule it(n)\n{LONG}\n    ~ rice +n\n    ~ days -n", "~ do it(rice)\n~ do it(2)"),
        (f"rule it(n)\n{LONG}\n    ~ rice +n\n    ~ days -n", "~ do it(1d2)\n~ do it(2)"),
        (f"let twice = rice * 2\nrule it(n)\n{LONG}\n    ~ rice +n\n    ~ days -n", "~ do it(twice)\n~ do it(2)"),
        (f"let luck = 1d6\nrule it(n)\n{LONG}\n    ~ days -n", "~ do it(luck)\n~ do it(2)"),
        (f"rule it(n)\n{LONG}\n    ~ do feed\n    ~ days -n", "~ do it(rice)\n~ do it(2)"),
        (
            f"rule it(n)\n{LONG}\n    ~ days -n\n    ~ days -n\nwhen days = 3\n    ~ do feed",
            "~ do it(rice)\n~ do it(2)",
        ),
        (
            f"sheet\n    while rope: rice +2\nrule it(n)\n{LONG}\n    ~ lose rope\n    ~ days -n",
            "~ do it(rice)\n~ do it(2)",
        ),
    ],
)
def test_other_rules_stand_where_they_are_used(published: Published, more: str, steps: str) -> None:
    rules, sections = told(published, more=more, steps=steps)
    assert not any(line == "It" for _, line in rules)
    assert not any("under “It”" in line for _, line in sections[2])


def test_a_number_that_the_rule_does_not_change_is_given_once(published: Published) -> None:
    more = f"rule it(n)\n{LONG}\n    ~ days -n\n    ~ days -n"
    _, sections = told(published, more=more, steps="~ do it(rice)\n~ do it(2)")
    assert sections[2][0][1].startswith("Do what the rules say under “It” (n = your rice), do what the rules say")


def test_a_rule_of_fights_stands_in_the_round(published: Published) -> None:
    """The same rule may be done by a combat, where it is told with what is known of the fight."""
    combat = f"rule it\n{LONG}\ncombat brawl\n    foe LIFE\n    won when foe LIFE <= 0\n    round\n        ~ do it\n"
    rules, sections = told(published, more=f"{combat}        ~ foe LIFE -1", steps=TWICE)
    assert [line for _, line in rules].count("It") == 1
    assert sum("dozen" in line for _, line in rules) == 2
    assert sections[2][0][1].startswith("Do what the rules say under “It”")


@pytest.mark.parametrize(
    ("language", "section", "rule"),
    [
        (
            "de",
            "Tue, was in den Regeln unter „Voyage“ steht (length = 1).",
            "Dein Abschnitt sagt, wie viel das ist: length.",
        ),
        (
            "fr",
            "Faites ce que les règles disent sous « Voyage » (length = 1).",
            "Votre paragraphe dit combien vaut ceci :",
        ),
        ("es", "Haz lo que dicen las reglas en «Voyage» (length = 1).", "Tu sección dice cuánto es esto: length."),
        (
            "it",
            "Fai quello che dicono le regole alla voce «Voyage» (length = 1).",
            "Il tuo paragrafo dice quanto vale:",
        ),
    ],
)
def test_every_language_sends_readers_there(published: Published, language: str, section: str, rule: str) -> None:
    rules, sections = told(published, language)
    assert sections[0][0] == (0, section)
    assert any(line.startswith(rule) for _, line in rules)


def test_a_phrase_gives_a_rule_another_name() -> None:
    text = BOOK.format(language="en", more='phrase voyage = "at sea"', steps="")
    assert not [code for code in check_text(text).codes if code.startswith("GB50")]
    document = make(Project.of(text).edition())
    assert (0, "At sea") in shown(document.rules.blocks)
    assert shown(document.sections[0].blocks)[0] == (0, "Do what the rules say under “At sea” (length = 1).")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("~ what +1", "gain 1 day"),
        ("~ pay 1 what", "pay 1 day (or all you have if that is less)"),
        ("~ swap what rice", "exchange the values of days and rice"),
    ],
)
def test_what_is_done_to_a_number_stands_where_it_is_done(published: Published, step: str, words: str) -> None:
    """“Add 1 to what (what = your days)” would be done to a number on another page."""
    rule = f"rule it(what)\n{LONG}\n    {step}"
    rules, sections = told(published, more=rule, steps="~ do it(days)\n~ do it(days)")
    assert not any(line == "It" for _, line in rules)
    assert sum(words in line.lower() for _, line in sections[2]) == 2, sections[2]
