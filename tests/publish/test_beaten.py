"""What the rules page says of the moment in which a foe is beaten; expected sentences are written by hand."""

import pytest

from tests.support.published import Published, shown

BOOK = """book "B"
    language "{language}"
sheet
    stat life = 1
when life <= 0 -> defeat
combat fight
    foe life
    wounds life
    won when foe life <= 0
    round
{round}
    others
{others}
=== 1
~ fight "A" life 1{join}
    wounded -> 1
-> victory
"""
APART = "        ~ foe life -1\n        ~ life -1"
AT_ONCE = "        ~ both life -1, foe life -1"
QUIET = "        They watch."


def told(published: Published, *, language: str = "en", join: str = "", mine: str = APART, others: str = QUIET) -> str:
    """The rules of such a book."""
    book = BOOK.replace("{language}", language).replace("{round}", mine).replace("{others}", others)
    return "\n".join(line for _, line in shown(published(book.replace("{join}", join)).rules.blocks))


@pytest.mark.parametrize(
    ("language", "beaten", "rest", "others", "one"),
    [
        (
            "en",
            "A foe is beaten as soon as the life of the foe is 0 or less. You win as soon as all foes are beaten.",
            "leave out the rest of what stands under “In each round” as soon as the foe that you attack is beaten",
            "leave out the rest of what stands for it under “In each round, for every other foe that attacks you”.",
            "If you fight foes one after another, the round is over as soon as one of them is beaten.",
        ),
        (
            "de",
            "höchstens 0 ist. Du gewinnst, sobald alle Gegner besiegt sind.",
            "lass weg, was unter „In jeder Runde“ noch übrig ist, sobald der Gegner besiegt ist, den du angreifst",
            "was für ihn unter „In jeder Runde, für jeden weiteren Gegner, der dich angreift“ noch übrig ist.",
            "so ist die Runde zu Ende, sobald einer von ihnen besiegt ist.",
        ),
        (
            "fr",
            "Vous êtes vainqueur dès que tous les adversaires sont vaincus.",
            "laissez de côté ce qui reste sous « À chaque assaut » dès que l’adversaire que vous attaquez est vaincu",
            "pour lui sous « À chaque assaut, pour chaque autre adversaire qui vous attaque ».",
            "l’assaut est terminé dès que l’un d’eux est vaincu.",
        ),
        (
            "es",
            "Ganas en cuanto todos los enemigos estén vencidos.",
            "omite lo que quede de «En cada asalto» en cuanto esté vencido el enemigo al que atacas",
            "omite lo que quede para él de «En cada asalto, por cada otro enemigo que te ataque».",
            "el asalto termina en cuanto uno de ellos esté vencido.",
        ),
        (
            "it",
            "Vinci appena tutti i nemici sono sconfitti.",
            "tralascia ciò che resta di «A ogni turno» appena il nemico che attacchi è sconfitto",
            "tralascia ciò che resta per lui di «A ogni turno, per ogni altro nemico che ti attacca».",
            "il turno finisce appena uno di loro è sconfitto.",
        ),
    ],
)
def test_when_one_of_several_falls(
    published: Published, language: str, beaten: str, rest: str, others: str, one: str
) -> None:
    """Those who fight at once have their parts of the round; of others, the round is over."""
    together = told(published, language=language, join=' and "B" life 1', others=APART).replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert beaten in together
    assert rest in together
    assert others in together
    assert one not in together
    after = told(published, language=language, join=' then "B" life 1')
    assert beaten in after
    assert one in after
    assert rest not in after
    alone = told(published, language=language)
    assert not any(each in alone for each in (beaten, rest, others, one))


@pytest.mark.parametrize(
    "mine",
    [
        "        ~ life -1\n        ~ foe life -1",  # the blow comes last
        "        ~ roll 1d2\n            1\n                ~ foe life -1\n            2\n                ~ life -1",
        "        ~ foe life -1\n        It howls.",  # words do nothing
        "        ~ foe life -1\n        ~ event missed",  # of which this fight says nothing
    ],
)
def test_where_nothing_is_left_of_the_round(published: Published, mine: str) -> None:
    for join in ("and", "then"):
        words = told(published, join=f' {join} "B" life 1', mine=mine)
        assert "You win as soon as all foes are beaten." in words
        assert "leave out" not in words
        assert "the round is over" not in words


def test_a_moment_may_be_the_blow(published: Published) -> None:
    join = ' then "B" life 1\n    on hit\n        ~ foe life -1'
    assert "the round is over" in told(published, join=join, mine="        ~ event hit\n        ~ life -1")


@pytest.mark.parametrize(
    ("language", "order", "wound"),
    [
        ("en", "If a rule under “At all times” applies at the same moment, follow it first.", "the wound comes first."),
        ("de", "Gilt im selben Augenblick eine Regel unter „Jederzeit“, dann befolge sie", "kommt die Wunde zuerst."),
        ("fr", "s’applique au même moment, suivez-la d’abord.", "la blessure passe d’abord."),
        ("es", "Si en el mismo momento se cumple una regla de «En todo momento», síguela", "la herida va primero."),
        ("it", "Se nello stesso momento vale una regola di «In ogni momento», segui prima", "la ferita viene prima."),
    ],
)
def test_who_wins_if_both_fall(published: Published, language: str, order: str, wound: str) -> None:
    """The reader's triggers come first; with one blow after the other there is no such moment."""
    words = told(published, language=language, mine=AT_ONCE)
    assert order in words
    assert wound in words
    apart = told(published, language=language)
    assert order not in apart
    assert wound not in apart


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "If a rule under “At all times” applies at the moment when you are wounded, follow it first."),
        (
            "de",
            "Gilt in dem Augenblick, in dem du verwundet wirst, eine Regel unter „Jederzeit“, dann befolge sie zuerst.",
        ),
        ("fr", "Si une règle de « À tout moment » s’applique au moment où vous êtes blessé, suivez-la d’abord."),
        ("es", "Si en el momento en que resultas herido se cumple una regla de «En todo momento», síguela primero."),
        ("it", "Se nel momento in cui sei ferito vale una regola di «In ogni momento», segui prima quella."),
    ],
)
def test_who_falls_is_not_wounded_first(published: Published, language: str, words: str) -> None:
    """language.md, rows: in one moment the triggers of the book come first, then `wounded`."""
    assert words in told(published, language=language).replace("\u00a0", " ")
    book = BOOK.replace("when life <= 0", "when gold > 3").replace("{round}", APART).replace("{others}", QUIET)
    book = book.replace("sheet", "sheet\n    number gold = 0 in 0..9").replace("{join}", "\n    won\n        ~ gold +4")
    apart = shown(published(book.replace("{language}", language)).rules.blocks)
    assert words not in "\n".join(line for _, line in apart).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("moment", "rest"),
    [("~ foe life -1\n        ~ life -1", True), ("~ life -1\n        ~ foe life -1", False)],
)
def test_the_rest_of_a_moment_is_left_out_as_well(published: Published, moment: str, rest: bool) -> None:
    """language.md, “Which foe”: the rest of a beaten foe's part of the round is skipped."""
    join = f' and "B" life 1\n    on hit\n        {moment}'
    found = told(published, join=join, mine="        ~ event hit")
    words = "Leave out then, too, what is left of what your section says after the words “each time”."
    assert (words in found) == ("leave out the rest of what stands under “In each round”" in found) == rest
