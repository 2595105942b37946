"""Words of the author's own: phrases replaced in the book, and in place; pages before and after."""

from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.phrases import LANGUAGES, load_phrases
from gamebook.project import Project
from gamebook.publish.make import make, system_words
from gamebook.publish.readback import Graph, document_graph
from gamebook.syntax import ast
from gamebook.syntax.walk import find
from tests.support.check import check_text
from tests.support.published import Lines, Published, shown
from tests.support.slowly import then_slowly

ROOT = Path(__file__).parents[2]
SYSTEMS = ["fighting-fantasy", "fighting-fantasy-potion", "fighting-fantasy-provisions", "lone-wolf"]
OWN = """book "Own"
    phrase turn = "go to {n}"
    phrase coins = "coin|coins"
sheet
    number coins = 3 in 0..9
=== 1
* Pay
    ~ pay 1 coins
    -> 2
* Win
    ~ coins +2
    -> 2
=== 2
~ victory
"""


def test_a_book_has_phrases_of_its_own(published: Published) -> None:
    found = shown(published(OWN).sections[0].blocks)
    assert found == [(0, "Pay: pay 1 coin and go to 2."), (0, "Win: gain 2 coins and go to 2.")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('phrase trun = "go to {n}"', "GB501"),
        ('phrase turn = "go to {number}"', "GB502"),
        ('phrase turn = "go to {n}"', ""),
        ('phrase coins = "coin|coins"', ""),
        ('phrase "with-luck-0" = "no luck"', ""),
    ],
)
def test_a_phrase_must_be_known(line: str, code: str) -> None:
    text = f"{line}\nsheet\n    number coins = 3 in 0..9\n=== 1\n~ coins +1\n~ victory"
    assert [each for each in check_text(text).codes if each.startswith("GB50")] == [code] * bool(code)


def test_words_in_place(lines: Lines) -> None:
    found = lines('~ words "You bleed ({STAMINA} less two). Go on at {turn}!"\n    ~ STAMINA -2\n    -> 2')
    assert found == [(0, "You bleed ([STAMINA] less two). Go on at 2!")]


def test_silence(lines: Lines) -> None:
    assert lines("~ silent\n    ~ note RAVEN\n~ gold +1\n-> 2") == [(0, "Add 1 to your gold and turn to 2.")]


def test_words_change_nothing_in_play() -> None:
    plain = Project.of(OWN).book
    covered = OWN.replace("    ~ pay 1 coins\n", '    ~ words "Pay!"\n        ~ pay 1 coins\n')
    assert Project.of(covered).book == plain


def test_a_setting_of_a_fight_has_words(lines: Lines) -> None:
    for luck, words in [
        (0, "You may not test your luck in this fight."),
        (2, "You may test your luck at most 2 times in this fight."),
        (-1, "In this fight you may test your luck as often as you like."),
    ]:
        assert (0, words) in lines(f'~ fight "Rat" SKILL 5 STAMINA 4\n    with luck = {luck}\n-> 2')


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("1", "In this fight, roll for your shield before you decide whether to test your luck."),
        ("0", "In this fight, roll for your shield after you have decided whether to test your luck."),
        (
            "gold",
            "In this fight, if your gold is not 0, roll for your shield before you decide whether to test your luck.",
        ),
    ],
)
def test_when_the_shield_is_rolled_has_words(published: Published, setting: str, words: str) -> None:
    header = 'book "B"\n    use fighting-fantasy\nsheet\n    number gold = 1 in 0..1\n=== 1\n'
    document = published(
        f'{header}~ fight "Rat" SKILL 5 STAMINA 4\n    with shield-first = {setting}\n    with shield = 2\n~ victory'
    )
    assert (0, words) in shown(document.sections[0].blocks)
    assert not any("shield" in line for _, line in shown(document.rules.blocks))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_system_speaks_every_language(system: str, language: str) -> None:
    assert set(system_words(system, "en")) - set(system_words(system, language)) == set()


@pytest.fixture(scope="module")
def english() -> Graph:
    """*The Long Ebb* as its pages say it."""
    return document_graph(make(Project(ROOT / "books/the-long-ebb.gbk").edition()), load_phrases("en"))


@pytest.mark.slow
@pytest.mark.parametrize("language", then_slowly(LANGUAGES, 2))
def test_the_graph_is_read_back_in_every_language(language: str, english: Graph) -> None:
    text = (ROOT / "books/the-long-ebb.gbk").read_text("utf-8")
    text = text.replace("    start  1\n", f'    start  1\n    language "{language}"\n', 1)
    edition = Project.of(text).edition()
    document = make(edition)
    assert document.language == language
    found = document_graph(document, load_phrases(language))
    assert found == english
    assert sum(map(len, found.values())) > 150


def test_pages_before_and_after(tmp_path: Path) -> None:
    (tmp_path / "intro.md").write_text("# Before you read\n\nA *word* {to} you.", "utf-8")
    (tmp_path / "thanks.md").write_text("Thanks.", "utf-8")
    book = tmp_path / "book.gbk"
    book.write_text('book "B"\n    front "intro.md"\n    back "thanks.md"\n=== 1\n~ victory', "utf-8")
    document = make(Project(book).edition())
    assert [(page.title, shown(page.blocks)) for page in document.front] == [
        ("Before you read", [(0, "A word {to} you.")])
    ]
    assert [(page.title, shown(page.blocks)) for page in document.back] == [("B", [(0, "Thanks.")])]


@pytest.mark.parametrize(("name", "says"), [("none.md", "cannot be read"), ("../x.md", "lies outside")])
def test_a_page_that_is_not_there_is_explained(tmp_path: Path, name: str, says: str) -> None:
    book = tmp_path / "book.gbk"
    book.write_text(f'book "B"\n    front "{name}"\n=== 1\n~ victory', "utf-8")
    with pytest.raises(UsageError, match=says):
        make(Project(book).edition())


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en"}))
def test_all_that_readers_see_of_a_system_has_words_in_every_language(system: str, language: str) -> None:
    edition = Project.of(f'book "B"\n    use {system}\n=== 1\n~ victory').edition()
    declared = tuple(each for page in edition.loaded.pages for each in page.page.declarations)
    named = (ast.StatDecl, ast.NumberDecl, ast.ItemDecl, ast.CodewordDecl, ast.OneOf, ast.Limit)
    names = {str(each.name) for each in declared if isinstance(each, named)}
    names |= {str(value.id) for one in find(declared, ast.OneOf) for value in one.values}
    names |= {str(each.label) for each in find(declared, ast.Option)}
    names |= {str(each.label) for each in find(declared, ast.May)}
    names |= {str(each.text) for each in find(declared, ast.ToEnding) if each.text}
    if system == "lone-wolf":  # the rules of the other systems are no rules for chapters
        names |= {str(each.name) for each in declared if isinstance(each, ast.RuleDecl | ast.TableDecl)}
        names |= {str(each.id) for rule in find(declared, ast.RuleDecl) for each in rule.parameters}
    assert len(names) > 3
    words = {**system_words("fighting-fantasy", language), **system_words(system, language)}
    assert names - words.keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_setting_that_is_off_has_words_as_one_that_is_on(published: Published, language: str) -> None:
    """The words for one number only would leave out the other: `undead is 0`, of which no rule speaks."""
    settings = ("bare-handed", "immune", "mind-attack", "undead", "double", "unhurt")
    for value in (0, 1):
        lines = "".join(f"    with {each} = {value}\n" for each in settings)
        fight = f'~ fight "Ghoul" COMBAT-SKILL 1 ENDURANCE 4\n{lines}-> victory'
        text = f'book "B"\n    language "{language}"\n    use lone-wolf\n=== 1\n{fight}\n'
        words = " ".join(line for _, line in shown(published(text).sections[0].blocks))
        usual = load_phrases(language).get("fight-setting").partition("{")[2].partition("}")[2]
        assert [each for each in settings if f"{each}{usual.partition('{')[0]}" in words] == []


def test_words_of_a_setting_say_all_that_it_changes(published: Published) -> None:
    fight = '~ fight "Ghoul" COMBAT-SKILL 1 ENDURANCE 4\n    with undead = 1\n    with bonus = 2\n-> victory'
    found = published(f'book "B"\n    use lone-wolf\n=== 1\n{fight}\n')
    words = [line for _, line in shown(found.sections[0].blocks)]
    blows = "each of your blows costs it twice as many ENDURANCE points"
    assert words[2:4] == [
        f"The enemy is undead: if you fight with the Sommerswerd, {blows}.",
        "In this fight your bonus is 2 in place of 0.",
    ]
    assert any("change bonus to 0" in line for _, line in shown(found.rules.blocks))


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_of_settings_are_for_settings_that_are_there(system: str) -> None:
    edition = Project.of(f'book "B"\n    use {system}\n=== 1\n~ victory').edition()
    settings = {str(each.name) for page in edition.loaded.pages for each in find(page.page.declarations, ast.Setting)}
    for key in system_words(system, "en"):
        if key.startswith("with-"):
            one, _, beside = key.removeprefix("with-").partition("-and-")
            for each in (one, beside or one):
                assert each.removesuffix("-any").removesuffix("-below-0").rstrip("0123456789").rstrip("-") in settings


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "This part of the book is not written yet."),
        ("de", "Dieser Teil des Buches ist noch nicht geschrieben."),
        ("fr", "Cette partie du livre n’est pas encore écrite."),
        ("es", "Esta parte del libro aún no está escrita."),
        ("it", "Questa parte del libro non è ancora scritta."),
    ],
)
def test_a_draft_says_what_is_not_written_yet(published: Published, language: str, words: str) -> None:
    """Chapter 2 is begun, chapter 9 is on no page."""
    text = f'book "B"\n    draft\n    language "{language}"\n=== 1\n* A -> 2\n* B -> 9\n=== 2\nRain.\n'
    sections = {each.number: shown(each.blocks) for each in published(text).sections}
    assert sections[2] == [(0, "Rain."), (0, words)]
    assert sections[9] == [(0, words)]


def test_a_turn_in_words_is_a_sum_where_the_rule_turns_to_one(lines: Lines) -> None:
    steps = '~ words "Add it up, and go to {turn}."\n    -> (1 + lantern)'
    assert lines(steps) == [(0, "Add it up, and go to 1 + (1 if you have the lantern, otherwise 0).")]
    both = '~ words "With your key, go to {turn}; else add it up."\n    ~ if rope\n        -> (1 + lantern)\n    -> 3'
    assert lines(both) == [(0, "With your key, go to 3; else add it up.")]


@pytest.mark.parametrize(
    ("setting", "told"),
    [("", True), ("with luck = 0", False), ("with shield-first = 1", False), ("with shield-first = 0", False)],
)
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "(when you have decided whether to test your luck)"),
        ("de", "(erst wenn du entschieden hast, ob du dein Glück versuchst)"),
        ("fr", "(après avoir décidé si vous tentez votre CHANCE)"),
        ("es", "(después de decidir si pones a prueba tu SUERTE)"),
        ("it", "(dopo aver deciso se tentare la FORTUNA)"),
    ],
)
def test_a_shield_alone_says_when_it_is_rolled(
    published: Published, language: str, words: str, setting: str, told: bool
) -> None:
    """Unless another line says it, or luck cannot be tested."""
    header = f'book "B"\n    use fighting-fantasy\n    language "{language}"\n=== 1\n'
    fight = f'~ fight "Rat" SKILL 5 STAMINA 4\n    with shield = 2\n    {setting}\n~ victory'
    lines = [line.replace("\u00a0", " ") for _, line in shown(published(header + fight).sections[0].blocks)]
    assert any(words in line for line in lines) == told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "just before you lose the points for it (even if there are none): lose 1 SKILL point."),
        ("de", "unmittelbar bevor du die Punkte dafür verlierst (auch wenn es keine sind): "),
        ("fr", "juste avant de perdre les points (même s’il n’y en a aucun) : "),
        ("es", "justo antes de perder los puntos (aunque no haya ninguno): "),
        ("it", "subito prima di perdere i punti (anche se non ce ne sono): "),
    ],
)
def test_what_a_wound_brings_comes_before_it(published: Published, language: str, words: str) -> None:
    header = f'book "B"\n    use fighting-fantasy\n    language "{language}"\n=== 1\n'
    fight = '~ fight "Rat" SKILL 5 STAMINA 4\n    on wound\n        ~ SKILL -1\n~ victory'
    lines = [line.replace("\u00a0", " ") for _, line in shown(published(header + fight).sections[0].blocks)]
    assert any(words in line for line in lines)
