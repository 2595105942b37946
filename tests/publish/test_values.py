"""Values in the words of readers; expected sentences are written by hand."""

import pytest

from tests.support.published import Published, shown

KEPT = """book "B"
    language "{language}"
sheet
    number gold = 5 in 0..99
=== 1
~ roll keep highest 1 of 3d6
    1..3
        ~ gold +keep lowest 1 of 2d6
    4..6
        ~ gold -keep highest 2 of 3d6
~ compare keep highest 1 of 2d6 with 4
    higher
        ~ set gold = keep lowest 2 of 3d6
~ compare gold with keep highest 1 of 2d6
    lower
        ~ set gold = 1
~ victory
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "Roll the highest of 3d6:",
                "1–3: add the lowest of 2d6 to your gold.",
                "4–6: subtract the 2 highest of 3d6 from your gold.",
                "Compare the highest of 2d6 with 4:",
                "If the first is higher: change your gold to the 2 lowest of 3d6.",
                "Compare your gold with the highest of 2d6:",
            ],
        ),
        (
            "de",
            [
                "Würfle 3W6 (davon zählt nur der höchste):",
                "1–3: erhöhe gold um 2W6 (davon zählt nur der niedrigste).",
                "4–6: verringere gold um 3W6 (davon zählen nur die 2 höchsten).",
                "Vergleiche 2W6 (davon zählt nur der höchste) mit 4:",
                "Wenn der erste Wert höher ist: setze gold auf 3W6 (davon zählen nur die 2 niedrigsten).",
                "Vergleiche gold mit 2W6 (davon zählt nur der höchste):",
            ],
        ),
        (
            "fr",
            [
                "Lancez le plus haut de 3d6 :",
                "1–3 : ajoutez le plus bas de 2d6 à votre total de gold.",
                "4–6 : ôtez les 2 plus hauts de 3d6 de votre total de gold.",
                "Comparez le plus haut de 2d6 à 4 :",
                "Si le premier est plus grand : remplacez votre total de gold par les 2 plus bas de 3d6.",
                "Comparez votre total de gold au plus haut de 2d6 :",
            ],
        ),
        (
            "es",
            [
                "Tira el más alto de 3d6:",
                "1–3: suma el más bajo de 2d6 a tu gold.",
                "4–6: resta los 2 más altos de 3d6 de tu gold.",
                "Compara el más alto de 2d6 con 4:",
                "Si el primero es mayor: cambia tu gold a los 2 más bajos de 3d6.",
                "Compara tu gold con el más alto de 2d6:",
            ],
        ),
        (
            "it",
            [
                "Tira il più alto di 3d6:",
                "1–3: aumenta il tuo punteggio di gold del più basso di 2d6.",
                "4–6: riduci il tuo punteggio di gold dei 2 più alti di 3d6.",
                "Confronta il più alto di 2d6 con 4:",
                "Se il primo è più alto: cambia il tuo punteggio di gold nei 2 più bassi di 3d6.",
                "Confronta il tuo punteggio di gold con il più alto di 2d6:",
            ],
        ),
    ],
)
def test_dice_of_which_some_count_fit_in(published: Published, language: str, words: list[str]) -> None:
    told = [line for _, line in shown(published(KEPT.replace("{language}", language)).sections[0].blocks)]
    assert [line.replace("\u00a0", " ") for line in told[:6]] == words


EXPLODING = """book "B"
    language "{language}"
sheet
    number gold = 5 in 0..99
=== 1
~ gold -(1d2 exploding up to 1)
~ compare gold with (2d6 exploding up to 3)
    lower
        ~ gold +1
~ victory
"""


@pytest.mark.parametrize(
    ("language", "again", "times", "words"),
    [
        (
            "en",
            "each die that shows its highest face is thrown again and added, at most {}",
            ("1 time", "3 times"),
            ["Subtract 1d2 ({}) from your gold.", "Compare your gold with 2d6 ({}):"],
        ),
        (
            "de",
            "jeder Würfel, der seine höchste Augenzahl zeigt, wird erneut geworfen und dazugezählt, höchstens {}",
            ("1-mal", "3-mal"),
            ["Verringere gold um 1W2 ({}).", "Vergleiche gold mit 2W6 ({}):"],
        ),
        (
            "fr",
            "chaque dé qui montre sa face la plus haute est relancé et ajouté, {} au plus",
            ("1 fois", "3 fois"),
            ["Ôtez 1d2 ({}) de votre total de gold.", "Comparez votre total de gold à 2d6 ({}) :"],
        ),
        (
            "es",
            "cada dado que muestra su cara más alta se tira otra vez y se suma, {} como mucho",
            ("1 vez", "3 veces"),
            ["Resta 1d2 ({}) de tu gold.", "Compara tu gold con 2d6 ({}):"],
        ),
        (
            "it",
            "ogni dado che mostra la sua faccia più alta si tira di nuovo e si aggiunge, al massimo {}",
            ("1 volta", "3 volte"),
            ["Riduci il tuo punteggio di gold di 1d2 ({}).", "Confronta il tuo punteggio di gold con 2d6 ({}):"],
        ),
    ],
)
def test_what_happens_to_the_highest_face_stands_in_brackets(
    published: Published, language: str, again: str, times: tuple[str, str], words: list[str]
) -> None:
    """Each die of its own is thrown again up to so many times: 2d6 exploding up to 3 throws 8 dice at most."""
    told = [line for _, line in shown(published(EXPLODING.replace("{language}", language)).sections[0].blocks)]
    expected = [line.format(again.format(each)) for line, each in zip(words, times, strict=True)]
    assert [line.replace("\u00a0", " ") for line in told[:2]] == expected


SUMS = """book "B"
    language "{language}"
table hits columns 0..1 rows 0..1
    0 1
    1 1
sheet
    number gold = 5 in 0..99
    codeword OWL, FOX
=== 1
~ roll 3d6 as pool
* Go
    ~ set gold = {value}
    -> 2
=== 2
~ tick one of 3
-> victory
"""


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("max(gold, 2) + 1", "(the greatest of your gold and 2) + 1"),
        ("max(gold, 2 + gold)", "the greatest of your gold and (2 + your gold)"),
        ("1 + min(gold, 2)", "1 + (the least of your gold and 2)"),
        ("max(min(gold, 9), 2)", "the greatest of (the least of your gold and 9) and 2"),
        ("-max(gold, 2)", "−(the greatest of your gold and 2)"),
        ("hits(gold, 1) * 2", "(the number in the table hits, column your gold, row 1) × 2"),
        ("hits(1, gold + 1)", "the number in the table hits, column 1, row (your gold + 1)"),
        ("gold mod 3 + 1", "(the remainder of your gold divided by 3) + 1"),
        ("gold mod (3 + gold)", "the remainder of your gold divided by (3 + your gold)"),
        ("count of 6 in pool * 2", "(the number of dice that show 6 in pool) × 2"),
        ("count of 6 in 2d6 + 1", "(the number of dice that show 6 in 2d6) + 1"),
        ("(gold)d6 + 1", "(as many d6 as your gold) + 1"),
        ("keep highest 2 of 3d6 + 1d4", "(the 2 highest of 3d6) + 1d4"),
        ("OWL + FOX + 2", "(the number that you have of OWL and FOX) + 2"),
        ("ticked 2 + 1", "(the number of ticked boxes in section 2) + 1"),
    ],
)
def test_what_a_sum_adds_to_is_seen(published: Published, value: str, words: str) -> None:
    told = [line for _, line in shown(published(SUMS.format(language="en", value=value)).sections[0].blocks)]
    assert told[1] == f"Go: change your gold to {words} and turn to 2."


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "(die größte Zahl von gold und (gold + 1)) × 2"),
        ("es", "(el mayor de tu gold y (tu gold + 1)) × 2"),
        ("fr", "(le plus grand de votre total de gold et de (votre total de gold + 1)) × 2"),
        ("it", "(il maggiore del tuo punteggio di gold e di (il tuo punteggio di gold + 1)) × 2"),
    ],
)
def test_what_a_sum_adds_to_is_seen_in_every_language(published: Published, language: str, words: str) -> None:
    book = SUMS.format(language=language, value="max(gold, gold + 1) * 2")
    told = " ".join(line for _, line in shown(published(book).sections[0].blocks))
    assert words in " ".join(told.split())


BOXES = """book "B"
    language "{language}"
=== 1
* Go [if not ticked 2] -> 2
* Wait [if ticked 2] -> 2
=== 2
~ {step}
* Up [if not ticked] -> victory
* Down [if ticked] -> victory
"""


@pytest.mark.parametrize(
    ("language", "step", "words"),
    [
        ("en", "tick a box", ["the box in section 2 is not ticked", "the box in section 2 is ticked"]),
        (
            "en",
            "tick one of 3",
            ["the number of ticked boxes in section 2 is 0", "the number of ticked boxes in section 2 is not 0"],
        ),
        ("de", "tick one of 3", ["die Zahl der angekreuzten Kästchen bei Abschnitt 2 0 ist"]),
        ("fr", "tick one of 3", ["le nombre de cases cochées au paragraphe 2 "]),
    ],
)
def test_one_box_or_several(published: Published, language: str, step: str, words: list[str]) -> None:
    document = published(BOXES.format(language=language, step=step))
    told = [" ".join(line.split()) for _, line in shown(document.sections[0].blocks)]
    for line, each in zip(told, words, strict=False):
        assert each in line
    here = [line for _, line in shown(document.sections[1].blocks)]
    assert language != "en" or ("box is" in here[1]) == (step == "tick a box")


MARKS = """book "B"
combat fight
    foe life
    won when foe life <= 0
    round
        ~ foe life -1
{header}
=== 1
* Go -> 2
=== 2
~ fight "A" life 1
~ if ticked 1
    -> victory
~ tick a box
-> defeat
"""


@pytest.mark.parametrize(
    ("header", "boxes", "words"),
    [
        ("each chapter\n    ~ tick one of 2", [2, 2], "Tick the next empty box"),
        (
            "each chapter\n    ~ if ticked\n        ~ tick a box\n    ~ tick one of 2",
            [2, 2],
            "boxes here is not 0: tick the",
        ),
        ("anytime\n    * Mark\n        ~ do mark\nrule mark\n    ~ tick one of 3", [3, 1], "Tick the box"),
        ("anytime in fights\n    * Mark\n        ~ tick one of 2", [0, 2], "Tick the next empty box"),
        ("", [0, 1], "Tick the box"),
    ],
)
def test_boxes_stand_wherever_they_are_ticked(published: Published, header: str, boxes: list[int], words: str) -> None:
    """A block that is carried out in a chapter ticks the boxes of this chapter: each that it can run in has some."""
    document = published(MARKS.format(header=header))
    assert [section.boxes for section in document.sections] == boxes
    pages = (document.rules, *document.sections)
    assert any(words in line for page in pages for _, line in shown(page.blocks))


HANDS = """book "B"
    language "{}"
sheet
    one-of left: bare, axe, bow
    one-of right: bare, axe, bow
=== 1
~ set left = axe
~ set right = left
* Pair [if left = right] -> victory
* Odd [if not (left = right)] -> victory
* Axe [if axe = left] -> victory
* Some [if left > bare] -> victory
* Few [if left <= axe] -> victory
* First [if left < axe] -> victory
"""


@pytest.mark.parametrize(
    ("language", "copied", "same", "other"),
    [
        (
            "en",
            "change your right to what your left is.",
            "your left is the same as your right",
            "your left is not the same as your right",
        ),
        (
            "de",
            "setze „right“ auf den Wert von „left“.",
            "dein Wert „left“ jetzt derselbe wie bei „right“ ist",
            "dein Wert „left“ jetzt nicht derselbe wie bei „right“ ist",
        ),
        (
            "fr",
            "donnez à votre « right » la valeur de votre « left ».",
            "votre « left » est identique à votre « right »",
            "votre « left » n’est pas identique à votre « right »",
        ),
        (
            "es",
            "cambia tu «right» al valor de tu «left».",
            "tu «left» es igual que tu «right»",
            "tu «left» no es igual que tu «right»",
        ),
        (
            "it",
            "cambia la voce «right» nel valore della voce «left».",
            "la tua voce «left» è uguale alla voce «right»",
            "la tua voce «left» non è uguale alla voce «right»",
        ),
    ],
)
def test_two_one_ofs_are_compared(published: Published, language: str, copied: str, same: str, other: str) -> None:
    blocks = published(HANDS.format(language)).sections[0].blocks
    said = [words.replace("\u00a0", " ") for _, words in shown(blocks)]
    assert said[0].endswith(copied)
    assert [same in said[1], other in said[2]] == [True, True]


def test_an_order_of_values_is_said_with_the_values(published: Published) -> None:
    """The rule means the places in the list, which readers do not have."""
    said = [words for _, words in shown(published(HANDS.format("en")).sections[0].blocks)]
    assert [words.partition(" (only if ")[2].partition("):")[0] for words in said[3:]] == [
        "your left is “axe”",
        "your left is not “bare”",
        "your left is not “bow”",
        "your left is “bare”",
    ]
