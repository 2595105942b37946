"""No rule is left out of print in silence: whatever a book says, some page tells."""

from pathlib import Path

import pytest

from gamebook.project import Project
from gamebook.publish.make import make
from gamebook.publish.proofreading import untold
from gamebook.publish.rules.writer import STEPS
from gamebook.syntax import ast
from tests.docs.examples import examples
from tests.support.published import Published, shown
from tests.support.slowly import but_slowly

ROOT = Path(__file__).parents[2]
BOOKS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "books").rglob("*.gbk"))
EXAMPLES = examples()

LEDGE = """book "The Narrow Ledge"
sheet
    stat SKILL = 7
    number falls = 0 in 0..9
    item rope
test skill
    succeed 2d6 <= SKILL
    then
        {then}
    pass | fail
=== 1
~ test skill
    pass -> victory
    fail -> 1
"""


LARGE = ("lone-wolf", "the-long-ebb", "tutorial", "the-gilded-barge")


@pytest.mark.parametrize("book", but_slowly(BOOKS, lambda book: any(name in book for name in LARGE)))
def test_every_rule_of_the_shipped_books_is_told(book: str) -> None:
    edition = Project(ROOT / book).edition()
    assert list(untold(make(edition), edition.sources)) == []


@pytest.mark.slow
def test_every_rule_of_the_language_is_told(tmp_path: Path) -> None:
    common = next(each.text for each in EXAMPLES if each.kind == "common")
    (tmp_path / "introduction.md").write_text("Hello.", "utf-8")
    (tmp_path / "thanks.md").write_text("Thank you.", "utf-8")
    for each in EXAMPLES:
        if each.kind == "file":
            (tmp_path / each.promises["file"]).write_text(each.text, "utf-8")
    printed = 0
    for each in EXAMPLES:
        if each.kind != "file":
            (tmp_path / "example.gbk").write_text(each.whole(common), "utf-8")
            edition = Project(tmp_path / "example.gbk").edition()
            if not edition.has_errors:
                printed += 1
                assert list(untold(make(edition), edition.sources)) == [], f"line {each.line}"
    assert printed > len(EXAMPLES) / 2


@pytest.mark.parametrize(
    ("then", "words"),
    [
        ("~ falls +1", [(0, "Then, whatever the result: gain 1 fall.")]),
        (
            "~ falls +1\n        You sway.",
            [(0, "Then, whatever the result:"), (1, "Gain 1 fall."), (1, "You sway.")],
        ),
        (
            "~ if rope\n            ~ SKILL -1",
            [(0, "Then, whatever the result:"), (1, "If you have the rope: lose 1 SKILL point.")],
        ),
    ],
)
def test_what_a_test_does_is_told_whatever_it_is(published: Published, then: str, words: list[tuple[int, str]]) -> None:
    found = shown(published(LEDGE.replace("{then}", then)).rules.blocks)
    place = next(number for number, (_, line) in enumerate(found) if line.startswith("To test your skill"))
    assert found[place + 1 : place + 1 + len(words)] == words


def test_what_is_done_in_silence_needs_no_words(published: Published) -> None:
    document = published(LEDGE.replace("{then}", "~ silent\n            ~ falls +1"))
    assert not any("whatever" in line for _, line in shown(document.rules.blocks))
    assert document.untold == ()


def test_a_rule_without_words_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A kind of step that nothing can write: the outermost is named, and nothing of what stands in it."""
    monkeypatch.delitem(STEPS, ast.If)  # type: ignore[arg-type]
    path = tmp_path / "ledge.gbk"
    path.write_text(LEDGE.replace("{then}", "~ if rope\n            ~ SKILL -1"), "utf-8")
    edition = Project(path).edition()
    assert list(untold(make(edition), edition.sources)) == [
        f"{path}:9: this rule is not printed anywhere; say it in `words`"
    ]


FIGHT = """book "Heron"
    language "{language}"
sheet
    stat LIFE = 9
combat fight
    foe LIFE
    won when foe LIFE <= 0
    option cold = 0
    local thrown = cold in 0..1
    local luck = cold in 0..cold
    local sure = cold + 1 in 0..9
    round
        ~ set thrown = 1
        ~ foe LIFE -(sure + thrown + luck)
=== 1
~ fight "Grandmaster" LIFE 4
-> victory
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "In each fight you also keep a number called “thrown”; it begins at 0, "
                "and is never less than 0 and never more than 1."
            ),
        ),
        (
            "de",
            (
                "In jedem Kampf führst du auch eine Zahl namens „thrown“; sie beginnt "
                "bei 0 und ist nie kleiner als 0 und nie größer als 1."
            ),
        ),
        (
            "fr",
            (
                "À chaque combat, tenez aussi le compte d’un nombre appelé « thrown », "
                "qui commence à 0 et n’est jamais inférieur à 0 ni supérieur à 1."
            ),
        ),
        (
            "es",
            (
                "En cada combate lleva también la cuenta de un número llamado "
                "«thrown», que empieza en 0 y nunca es menos de 0 ni más de 1."
            ),
        ),
        (
            "it",
            (
                "In ogni combattimento tieni anche il conto di un numero chiamato "
                "«thrown», che comincia da 0 e non è mai meno di 0 né più di 1."
            ),
        ),
    ],
)
def test_a_number_of_every_fight_is_introduced(published: Published, language: str, words: str) -> None:
    """One that is always the same where no fight changes `cold` is worked out instead: `luck`, `sure`."""
    told = [" ".join(line.split()) for _, line in shown(published(FIGHT.replace("{language}", language)).rules.blocks)]
    assert words in told
    assert not any("luck" in line or "sure" in line for line in told)


def test_a_number_of_the_fight_is_not_the_readers(published: Published) -> None:
    told = [line for _, line in shown(published(FIGHT.replace("{language}", "en")).rules.blocks)]
    assert "In each round: change thrown to 1 and subtract 1 + thrown from the LIFE of the foe." in told
