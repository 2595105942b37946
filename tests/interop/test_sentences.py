"""Sentences of printed books that lead on: which words belong to which turn, and what is named as not understood."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import gamebook
from gamebook.interop.importing import import_book

ONLY, DICE, UNREAD = "only", "dice", "not understood"

# Each sentence, and what an author expects: (words of the choice, chapter, what the comment under it says) for each
# choice; or the chapter alone that everybody turns to. What is named as not understood stands last.
SENTENCES: dict[str, list[tuple[str, int, str] | int | str]] = {
    # what Mira wrote
    "Turn to 2 if you have the key, or to 3 if you do not.": [
        ("If you have the key", 2, ONLY),
        ("If you do not", 3, ONLY),
    ],
    "You may escape by turning to 8. If you win, turn to 7.": [("You may escape", 8, ""), ("If you win", 7, DICE)],
    "Turn to 3 (if you dare) or 8 if you do not.": [("If you dare", 3, ""), ("If you do not", 8, "")],
    "You need wood. Turn to 3 to go to the yard, or turn to 4 to burn the old chair.": [
        ("To go to the yard", 3, ""),
        ("To burn the old chair", 4, ""),
    ],
    "Do you light the oven (turn to 2) or go back to bed (turn to 5)?": [
        ("Light the oven", 2, ""),
        ("Go back to bed", 5, ""),
    ],
    "Roll one die. If you roll 1-3, turn to 8. If you roll 4-6, turn to 12.": [
        ("If you roll 1-3", 8, DICE),
        ("If you roll 4-6", 12, DICE),
    ],
    "You run. You may return to 6, or go on to 4.": [("Return to 6", 6, ""), ("Go on to 4", 4, "")],
    "Go to section 5, or see page 7.": [("Go to section 5", 5, ""), UNREAD],
    "- Open the door: 12": [UNREAD],
    "If you have a bone, turn to 3. Otherwise the dog bites you. Turn to 4.": [
        ("If you have a bone", 3, ONLY),
        ("Turn to 4", 4, ONLY),
        UNREAD,
    ],
    # a number of things, or of a house
    "You turn to 3 guards and laugh. Turn to 4.": [4, UNREAD],
    "You go to 5 shops before noon, then turn to 3.": [3, UNREAD],
    "You return to 3 Elm Street. Turn to 4.": [4, UNREAD],
    "Go to 10 Downing Street, or turn to 4.": [4, UNREAD],
    "You go to 3, Dock Street. Turn to 4.": [4, UNREAD],
    "The odds turn to 2 against 1. Turn to 4.": [4, UNREAD],
    "The odds turn to 2 to 1. Turn to 4.": [4, UNREAD],
    "You return to 3\nguards. Turn to 4.": [4, UNREAD],
    "Du gehst zu 3 Wachen. Lies weiter bei 4.": [4, UNREAD],
    "Vous avez rendez-vous au 3, rue du Port. Rendez-vous au 4.": [4, UNREAD],
    "Vous avez rendez-vous au 3. Rendez-vous au 4.": [4, UNREAD],
    "Il va au 3. Rendez-vous au 4.": [4, UNREAD],
    # what may stand behind the number all the same
    "Turn to 3 at once.": [3],
    "Turn to **3** having said so.": [3],
    "Lies bei 3 weiter Held.": [3],
    "Turn to 3, down the road.": [3],
    # other words for a turn
    "Turn to either 3 or 4.": [("Turn to either 3", 3, ""), ("Turn to either 4", 4, "")],
    "Weiter zu 3.": [3],
    "Lies Abschnitt 3.": [3],
    "Willst du kämpfen? Dann lies 3.": [3],
    "Mach bei 3 weiter.": [3],
    "Fahre mit 3 fort.": [3],
    "Va au 3.": [3],
    "Vous devez vous rendre au 3.": [3],
    "Poursuivez votre lecture au 3.": [3],
    # emphasis of Markdown
    "**Attack** the guard: turn to 2. *Flee*: turn to 3.": [("Attack the guard", 2, ""), ("Flee", 3, "")],
    "If you have the `key`, turn to 2. If you have **the *golden* ring**, turn to 3.": [
        ("If you have the key", 2, ONLY),
        ("If you have the golden ring", 3, ONLY),
    ],
    "**Attack the guard: turn to 2.** Run * far: turn to 3.": [
        ("Attack the guard", 2, ""),
        ("Run * far", 3, ""),
    ],
    # what other books write
    "Turn to 3, 4 or 5.": [("Turn to 3", 3, ""), ("Turn to 4", 4, ""), ("Turn to 5", 5, "")],
    "You may now either turn to 4 or to 5.": [("Turn to 4", 4, ""), ("Turn to 5", 5, "")],
    "Turn to 5 if you have 2 or 3 coins.": [("If you have 2 or 3 coins", 5, ONLY)],
    "On a roll of 2-6 turn to 4, on 7 or 8 turn to 5, and on 9-12 turn to 6.": [
        ("On a roll of 2-6", 4, DICE),
        ("On 7 or 8", 5, DICE),
        ("On 9-12", 6, DICE),
    ],
    "If the number is odd, turn to 4; if it is even, turn to 5.": [
        ("If the number is odd", 4, DICE),
        ("If it is even", 5, DICE),
    ],
    "(If you have the rope, turn to 4.)": [("If you have the rope", 4, ONLY)],
    "Will you open the door (turn to 4), knock (turn to 5) or leave (turn to 6)?": [
        ("Open the door", 4, ""),
        ("Knock", 5, ""),
        ("Leave", 6, ""),
    ],
    "Turn to 4 (if you have the key), 5 (if you have the axe) or 6.": [
        ("If you have the key", 4, ONLY),
        ("If you have the axe", 5, ONLY),
        ("Turn to 6", 6, ONLY),
    ],
    "Turn to 4 if you go left, 5 if you go right.": [("If you go left", 4, ""), ("If you go right", 5, "")],
    "Turn to 4 if you win, 5 if you lose.": [("If you win", 4, DICE), ("If you lose", 5, DICE)],
    "Turn to 4, unless you have already been there, in which case turn to 5.": [
        ("Unless you have already been there", 4, ONLY),
        ("In which case", 5, ONLY),
    ],
    "If your SKILL is 9 or more, turn to 4. If it is 8 or less, turn to 5.": [
        ("If your SKILL is 9 or more", 4, ONLY),
        ("If it is 8 or less", 5, ONLY),
    ],
    "Roll two dice, and if it is 8 or less turn to 4; if it is more, turn to 5.": [
        ("Roll two dice, and if it is 8 or less", 4, DICE),
        ("If it is more", 5, DICE),
    ],
    "If you have visited section 12 before, turn to 4, otherwise read on.": [
        ("If you have visited section 12 before", 4, ONLY),
        UNREAD,
    ],
    "Multiply the number on the key by 10 and turn to that section.": [UNREAD],
    "If you want to buy the sword for 5 gold, turn to 4.": [("If you want to buy the sword for 5 gold", 4, ""), UNREAD],
    "Should you have the amulet, turn to 4; should you wish to run, turn to 5.": [
        ("Should you have the amulet", 4, ONLY),
        ("Should you wish to run", 5, ""),
    ],
    "Do you have the lantern? If so, turn to 4. If not, turn to 5.": [
        ("If so", 4, ONLY),
        ("If not", 5, ONLY),
        UNREAD,
    ],
    "Have you the codeword APPLE? If so, turn to 4.": [("If so", 4, ONLY), UNREAD],
    "Have you still any coins? If not, turn to 4.": [("If not", 4, ONLY), UNREAD],
    "Have you come far? Turn to 4.": [4],
    "If you have the key (turn to 4) you may open it; otherwise (turn to 5) you must go.": [
        ("If you have the key, you may open it", 4, ONLY),
        ("Otherwise, you must go", 5, ONLY),
    ],
    "Toss a coin: heads, turn to 4; tails, turn to 5.": [("Toss a coin: heads", 4, DICE), ("Tails", 5, DICE)],
    "A die roll of 6 sends you to 4; anything else to 5.": [UNREAD],
    "If you killed the guard, turn to 4.": [("If you killed the guard", 4, ONLY)],
    "If you have the lantern:\n\nYou see a way: turn to 4.\n\nOtherwise:\n\nYou fall: turn to 5.": [
        ("You see a way", 4, ONLY),
        ("You fall", 5, ONLY),
        UNREAD,
    ],
    "* Turn to 4: turn to 4.\n\n* Turn to 5: turn to 5.": [("Turn to 4", 4, ""), ("Turn to 5", 5, "")],
    "You rest. When you are ready, turn to 4.": [4],
    "Lose 2 STAMINA points and turn to 4 at once!": [4],
    "Wenn du den Schlüssel hast, lies weiter bei 4, sonst bei 5.": [
        ("Wenn du den Schlüssel hast", 4, ONLY),
        ("Lies weiter bei 5", 5, ONLY),
    ],
    "Gehe zu 4, wenn du kämpfen willst, oder zu 5, wenn du fliehen willst.": [
        ("Wenn du kämpfen willst", 4, ""),
        ("Wenn du fliehen willst", 5, ""),
    ],
    "Jetez un dé. Si vous obtenez 1 à 3, allez au 4. Sinon, allez au 5.": [
        ("Si vous obtenez 1 à 3", 4, DICE),
        ("Sinon", 5, DICE),
        UNREAD,
    ],
    "Si tienes la llave, pasa al 4; si no, pasa al 5.": [("Si tienes la llave", 4, ONLY), ("Si no", 5, ONLY)],
    "Lancez un dé. Si le résultat est de 1 à 3, rendez-vous au 4 ; de 4 à 6, rendez-vous au 5.": [
        ("Si le résultat est de 1 à 3", 4, DICE),
        ("De 4 à 6", 5, DICE),
        UNREAD,
    ],
    "Si vous êtes vainqueur, rendez-vous au 4.": [("Si vous êtes vainqueur", 4, DICE)],
    "Si vous êtes blessé, rendez-vous au 4.": [("Si vous êtes blessé", 4, ONLY)],
    "Si vous avez de la chance, allez au 4. Si vous n'avez pas de chance, allez au 5.": [
        ("Si vous avez de la chance", 4, DICE),
        ("Si vous n'avez pas de chance", 5, DICE),
    ],
    "Si vous avez 3 pièces ou plus, allez au 4.": [("Si vous avez 3 pièces ou plus", 4, ONLY)],
    "Si tienes suerte, pasa al 4. Si no tienes suerte, pasa al 5.": [
        ("Si tienes suerte", 4, DICE),
        ("Si no tienes suerte", 5, DICE),
    ],
    "Si vences, pasa al 4. Si sacas de 1 a 3, pasa al 5; entre 4 y 6, pasa al 6.": [
        ("Si vences", 4, DICE),
        ("Si sacas de 1 a 3", 5, DICE),
        ("Entre 4 y 6", 6, DICE),
    ],
    "Si tienes la espada, pasa al 4. Si eres un elfo, pasa al 5.": [
        ("Si tienes la espada", 4, ONLY),
        ("Si eres un elfo", 5, ONLY),
    ],
    "Se sei Fortunato, vai al 4. Se sei Sfortunato, vai al 5. Se sei ferito, vai al 6.": [
        ("Se sei Fortunato", 4, DICE),
        ("Se sei Sfortunato", 5, DICE),
        ("Se sei ferito", 6, ONLY),
    ],
    "Se il risultato è pari, vai al 4; se è dispari, vai al 5.": [
        ("Se il risultato è pari", 4, DICE),
        ("Se è dispari", 5, DICE),
    ],
    # lists in two columns
    "Climb the wall?      Turn to 4\nOpen the gate?   Turn to 5": [("Climb the wall", 4, ""), ("Open the gate", 5, "")],
    "Will you climb? Turn to 4.\n\nWill you wait? Turn to 5.": [("Climb", 4, ""), ("Wait", 5, "")],
    "Sneak away!\tTurn to 4": [4],
    # German conditions that begin with their verb
    "Besitzt du den Schlüssel, lies weiter bei 4.": [("Besitzt du den Schlüssel", 4, ONLY)],
    "Hast du das Seil, lies weiter bei 4. Hast du es nicht, lies weiter bei 5.": [
        ("Hast du das Seil", 4, ONLY),
        ("Hast du es nicht", 5, ONLY),
    ],
    "Hast du das Seil, lies weiter bei 4. Sonst lies weiter bei 5.": [
        ("Hast du das Seil", 4, ONLY),
        ("Sonst", 5, ONLY),
    ],
    "Ist die Summe kleiner, springst du hinüber (weiter mit 4).": [
        ("Ist die Summe kleiner, springst du hinüber", 4, DICE)
    ],
    "Würfelst du eine 6, lies weiter bei 4. Hast du verloren, lies weiter bei 5.": [
        ("Würfelst du eine 6", 4, DICE),
        ("Hast du verloren", 5, DICE),
    ],
    "Solltest du fliehen wollen, lies weiter bei 4. Solltest du verlieren, lies weiter bei 5.": [
        ("Solltest du fliehen wollen", 4, ""),
        ("Solltest du verlieren", 5, DICE),
    ],
    "Lebst du noch, lies weiter bei 4. Verlierst du, lies weiter bei 5.": [
        ("Lebst du noch", 4, ONLY),
        ("Verlierst du", 5, DICE),
    ],
    "Besitzt du das Seil? Dann lies weiter bei 4. Wenn nicht, lies weiter bei 5.": [
        ("Lies weiter bei 4", 4, ONLY),
        ("Wenn nicht", 5, ONLY),
        UNREAD,
    ],
    "Ist Elena bei dir, lies weiter bei 4.": [("Ist Elena bei dir", 4, ONLY)],
    "Wenn du willst, kannst du fliehen: weiter bei 4. Hast du Lust zu bleiben, weiter bei 5.": [
        ("Wenn du willst, kannst du fliehen", 4, ""),
        ("Hast du Lust zu bleiben", 5, ""),
    ],
    # “die” is no die, and “Pass” passes nothing
    "Hast du die Karte, lies weiter bei 4. Wenn du die Lampe besitzt, lies weiter bei 5.": [
        ("Hast du die Karte", 4, ONLY),
        ("Wenn du die Lampe besitzt", 5, ONLY),
    ],
    "Hast du den Pass, lies weiter bei 4. Ist die Tür offen, lies weiter bei 5.": [
        ("Hast du den Pass", 4, ONLY),
        ("Ist die Tür offen", 5, ONLY),
    ],
    "Lies weiter bei 4, wenn du die Uhr willst, oder 5.": [
        ("Wenn du die Uhr willst", 4, ""),
        ("Lies weiter bei 5", 5, ""),
    ],
    "Wirf die Karte weg und lies weiter bei 4.": [4],
    "If the die shows 6, turn to 4. If you die, turn to 5.": [
        ("If the die shows 6", 4, DICE),
        ("If you die", 5, DICE),
    ],
    # life and death
    "Falls du noch lebst, lies weiter bei 4. Stirbst du, lies weiter bei 5.": [
        ("Falls du noch lebst", 4, ONLY),
        ("Stirbst du", 5, DICE),
    ],
    "Wenn du überlebst, lies weiter bei 4. Wenn du stirbst, lies weiter bei 5.": [
        ("Wenn du überlebst", 4, DICE),
        ("Wenn du stirbst", 5, DICE),
    ],
    # short forms, other openers, and conditions behind the turn
    "If you've got the rope, turn to 4. Otherwise, turn to 5.": [
        ("If you've got the rope", 4, ONLY),
        ("Otherwise", 5, ONLY),
    ],
    "If you haven’t got a lamp, turn to 4. If you’ve visited the inn, turn to 5.": [
        ("If you haven’t got a lamp", 4, ONLY),
        ("If you’ve visited the inn", 5, ONLY),
    ],
    "If you lack the key, turn to 4. With the key, turn to 5.": [
        ("If you lack the key", 4, ONLY),
        ("With the key", 5, ONLY),
    ],
    "Those who have the key turn to 4. Everyone else must turn to 5.": [
        ("Those who have the key", 4, ONLY),
        ("Everyone else must", 5, ONLY),
    ],
    "Did you take the map? If yes, turn to 4; if no, turn to 5.": [
        ("If yes", 4, ONLY),
        ("If no", 5, ONLY),
        UNREAD,
    ],
    "As soon as you win, turn to 4. Once you have killed the wolf, turn to 5.": [
        ("As soon as you win", 4, DICE),
        ("Once you have killed the wolf", 5, DICE),
    ],
    "If the wolf wins, turn to 4. If you beat it, turn to 5.": [
        ("If the wolf wins", 4, DICE),
        ("If you beat it", 5, DICE),
    ],
    "If the number of your coins is odd, turn to 4. If even, turn to 5.": [
        ("If the number of your coins is odd", 4, ONLY),
        ("If even", 5, ONLY),
    ],
    "Turn to 4 if you can't pay.": [("If you can't pay", 4, ONLY)],
    "If Elena is with you, turn to 4. If you wish to leave, turn to 5.": [
        ("If Elena is with you", 4, ""),
        ("If you wish to leave", 5, ""),
        UNREAD,
    ],
    # what the answer to a question decides
    "Do you have a rope? If you do, turn to 4. If you do not, turn to 5.": [
        ("If you do", 4, ONLY),
        ("If you do not", 5, ONLY),
        UNREAD,
    ],
    "Have you met the king? If you have, turn to 4. If you haven't, turn to 5.": [
        ("If you have", 4, ONLY),
        ("If you haven't", 5, ONLY),
        UNREAD,
    ],
    "Do you want to leave? If you do, turn to 4. If not, turn to 5.": [("If you do", 4, ""), ("If not", 5, "")],
    # those who do not turn
    "If this kills you, turn to 8; if not, you stagger on. Turn to 5.": [
        ("If this kills you", 8, DICE),
        ("Turn to 5", 5, DICE),
        UNREAD,
    ],
    "Hast du Pech, lies weiter bei 4; wenn nicht, taumelst du weiter. Lies weiter bei 5.": [
        ("Hast du Pech", 4, DICE),
        ("Lies weiter bei 5", 5, DICE),
        UNREAD,
    ],
    "Turn to 4, if you do not have the key.": [("If you do not have the key", 4, ONLY)],
    "If you don't know the word, turn to 4. If it is not locked, turn to 5.": [
        ("If you don't know the word", 4, ONLY),
        ("If it is not locked", 5, ONLY),
    ],
    "If you do not win, turn to 4.": [("If you do not win", 4, DICE)],
    # what somebody says leads no reader on
    '"Go to 3, Dock Street," she says. You thank her. Turn to 4.': [4, UNREAD],
    '"Turn to 3 if you need help," he says. You thank him. Turn to 4.': [4, UNREAD],
    'He says: "If you have the key, turn to 3." You leave. Turn to 4.': [4, UNREAD],
    "„Geh zu 3 und frag nach Tom“, sagt sie. Du nickst. Lies weiter bei 4.": [4, UNREAD],
    "« Allez au 3 », dit-elle. Vous partez. Allez au 4.": [4, UNREAD],
    "‘Don’t go to 3!’ he says. If you’re brave, turn to 4. If you flee, turn to 5.": [
        ("If you’re brave", 4, ONLY),
        ("If you flee", 5, ""),
        UNREAD,
    ],
    '"Go on to 7," he says.': [UNREAD],
    'Say "yes" and turn to 3, or say "no" and turn to 4.': [('Say "yes"', 3, ""), ('Say "no"', 4, "")],
    # more ways to turn
    "Lies bei Abschnitt 4 weiter.": [4],
    "Dann geht es bei 4 weiter.": [4],
    "Gehe zu Abschnitt 4.": [4],
    "Weiter geht es mit 4.": [4],
    "Mit dem Seil geht es zu 4.": [("Mit dem Seil", 4, ONLY)],
    "Willst du bleiben, dann schlage Abschnitt 4 auf; willst du gehen, dann schlage Abschnitt 5 auf.": [
        ("Willst du bleiben", 4, ""),
        ("Willst du gehen", 5, ""),
    ],
    "Solltest du eine Fackel besitzen, kannst du bei 4 weiterlesen.": [
        ("Solltest du eine Fackel besitzen, kannst du", 4, ONLY)
    ],
    "Turn at once to 4.": [4],
    "Nimmst du den linken (4), den mittleren (5) oder den rechten (6)?": [
        ("Nimmst du den linken", 4, ""),
        ("Den mittleren", 5, ""),
        ("Den rechten", 6, ""),
    ],
    "There are guards (4) and dogs (5) in the yard.": [UNREAD],
    # words between two turns
    "If you roll a 6, the door opens (turn to 4); otherwise wait and try again or return to 5.": [
        ("If you roll a 6, the door opens", 4, DICE),
        ("Otherwise wait and try again", 5, DICE),
    ],
    "Open the red door and turn to 4 or the blue one and turn to 5.": [
        ("Open the red door", 4, ""),
        ("The blue one", 5, ""),
    ],
    "If you are Lucky, turn to 4. If you are Unlucky, it hits you. Lose 2 STAMINA points and turn to 5.": [
        ("If you are Lucky", 4, DICE),
        ("Lose 2 STAMINA points", 5, DICE),
        UNREAD,
    ],
    "Hast du Pech, trifft er dich. Du verlierst 2 STÄRKE und liest bei 4 weiter. Willst du fliehen, weiter bei 5.": [
        ("Du verlierst 2 STÄRKE", 4, DICE),
        ("Willst du fliehen", 5, ""),
        UNREAD,
    ],
    "Add 1 to your LUCK and turn to 4. But if you killed the guard, turn to 5.": [
        ("Add 1 to your LUCK", 4, ""),
        ("But if you killed the guard", 5, ONLY),
        UNREAD,
    ],
    "Se hai la chiave, vai al paragrafo 4, altrimenti vai al 5.": [
        ("Se hai la chiave", 4, ONLY),
        ("Altrimenti", 5, ONLY),
    ],
}
JOINING = {
    *("turn", "turning", "return", "to", "or", "by", "and", "now", "either", "you", "may", "will", "do", "at", "once"),
    *("und", "mit", "zu", "bei", "oder", "sonst", "weiter", "lies", "liest", "gehe", "geht", "es", "dann", "abschnitt"),
    *("schlage", "auf", "weiterlesen", "mach", "fahre", "fort"),
    *(
        "allez",
        "rendez",
        "vous",
        "au",
        "pasa",
        "al",
        "vai",
        "paragrafo",
        "va",
        "rendre",
        "poursuivez",
        "votre",
        "lecture",
    ),
}
"""Words that stand in a sentence only to say that it leads on."""


def chapter(folder: Path, sentence: str) -> str:
    """The first chapter of a book that begins with a sentence."""
    others = "".join(f"\n{number}\n\nOn you go. Turn to 2.\n" for number in range(2, 13))
    (folder / "a.txt").write_text(f"1\n\n{sentence}\n{others}", "utf-8")
    return import_book(folder / "a.txt").text.partition("=== 1\n")[2].partition("\n=== 2\n")[0]


def read(text: str) -> list[tuple[str, int, str] | int | str]:
    """What a chapter says, as `SENTENCES` has it."""
    found: list[tuple[str, int, str] | int | str] = []
    choices = r"^\* (.*) -> (\d+)\n(?:    // TODO import: (?!~)([^\n]*))?"
    for words, target, told in re.findall(choices, text, re.MULTILINE):
        said = DICE if told.startswith("decided by dice, no free choice: ") else told.partition(" ")[0]
        found.append((words, int(target), said))
    found.extend(int(each) for each in re.findall(r"^-> (\d+)", text, re.MULTILINE))
    return [*found, UNREAD] if "// TODO import: not understood, please read: " in text else found


@pytest.mark.parametrize("sentence", SENTENCES)
def test_turns(tmp_path: Path, sentence: str) -> None:
    text = chapter(tmp_path, sentence)
    assert read(text) == SENTENCES[sentence]
    words = [Counter(re.findall(r"\w+", each.casefold())) for each in (sentence, text)]
    assert set(words[0] - words[1]) <= JOINING


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("Add 1 to your LUCK.", "~ LUCK +1"),
        ("Deduct 2 points from your SKILL.", "~ SKILL -2"),
        ("Lose two of your STAMINA points.", "~ STAMINA -2"),
        ("Reduce your SKILL by 1 point.", "~ SKILL -1"),
        ("Lose one die of STAMINA points.", "~ STAMINA -1d6"),
        ("Lose two dice of Stamina.", "~ STAMINA -2d6"),
        ("Gain 1d6 STAMINA points.", "~ STAMINA +1d6"),
        ("Deduct 2d6 + 1 from your STAMINA.", "~ STAMINA -(2d6 + 1)"),
        ("Increase your STAMINA by d6 points.", "~ STAMINA +1d6"),
        ("Restore your Luck to its Initial level.", "~ restore LUCK"),
        ("Write the codeword OAK on your sheet.", "~ note OAK"),
        ("Restore your STAMINA to its Initial level.", "~ restore STAMINA"),
        ("Erase the codeword OAK.", "~ erase OAK"),
        ("Notiere das Codewort OAK auf deinem Blatt.", "~ note OAK"),
        ("Schreibe das Codewort OAK auf.", "~ note OAK"),
        ("Notiere dir das Codewort OAK.", "~ note OAK"),
        ("Streiche nun das Codewort OAK.", "~ erase OAK"),
        ("Versuche dein Glück.", "~ test luck"),
        ("Tentez votre chance.", "~ test luck"),
        ("Tenta la Fortuna.", "~ test luck"),
        ("Prueba la suerte.", "~ test luck"),
        ("Roll two dice.", "~ roll 2d6 as d"),
        ("Halfway up a SMUGGLER bars your way. SKILL 7 STAMINA 8. You fight.", '~ fight "Smuggler" SKILL 7 STAMINA 8'),
        ("FOX SKILL 5 STAMINA 4. You fight.", '~ fight "Fox" SKILL 5 STAMINA 4'),
        ("GUARD: SKILL 7, STAMINA 8", '~ fight "Guard" SKILL 7 STAMINA 8'),
        ("ORQUE   HABILETÉ : 7   ENDURANCE : 8", '~ fight "Orque" SKILL 7 STAMINA 8'),
        ("Wolf GEWANDTHEIT 7 STÄRKE 8", '~ fight "Wolf" SKILL 7 STAMINA 8'),
        (
            "You may eat here and gain 4 STAMINA points.",
            "~ STAMINA +4  // not for everybody: see the text",
        ),
        ("Troll - Skill: 9, Stamina: 10", '~ fight "Troll" SKILL 9 STAMINA 10'),
        ("KÖNIG: SKILL 7 STAMINA 8", '~ fight "König" SKILL 7 STAMINA 8'),
        ("FOX\n\nSKILL 5 STAMINA 4", '~ fight "Fox" SKILL 5 STAMINA 4'),
        ("The Guard (SKILL 7, STAMINA 8) draws his sword.", '~ fight "Guard" SKILL 7 STAMINA 8'),
    ],
)
def test_proposals_can_be_written_so(tmp_path: Path, sentence: str, line: str) -> None:
    text = chapter(tmp_path, sentence)
    assert f"// TODO import: {line}\n" in text
    assert UNREAD not in text
    book = f'book "A"\n    use fighting-fantasy\n\nsheet\n    codeword OAK\n\n=== 1\n~ note OAK\n{line}\n~ victory\n'
    found = gamebook.check(text=book, level="quick").findings
    assert [each for each in found if each.severity.value == "error"] == []


def test_a_foe_with_a_line_of_its_own_is_proposed_once(tmp_path: Path) -> None:
    told = "Du kämpfst gegen den ORK: Gewandtheit 7, Stärke 8."
    assert chapter(tmp_path, f"{told}\n\nORK   GEWANDTHEIT 7   STÄRKE 8").count("~ fight") == 1
    assert chapter(tmp_path, f"{told}\n\nORK   GEWANDTHEIT 7   STÄRKE 9").count("~ fight") == 2
    assert chapter(tmp_path, "ORC   SKILL 7   STAMINA 8\n\nORC   SKILL 7   STAMINA 8").count("~ fight") == 2


def test_a_stat_of_two_words(tmp_path: Path) -> None:
    text = chapter(tmp_path, "Wolf  Combat Skill 9  Endurance 10")
    assert '// TODO import: ~ fight "Wolf" COMBAT-SKILL 9 ENDURANCE 10\n' in text


def test_a_change_by_dice_of_a_number_of_the_author(tmp_path: Path) -> None:
    text = chapter(tmp_path, "Increase the time by 1d6 hours.")
    assert "// TODO import: ~ time +1d6\n" in text
    assert UNREAD not in text


def test_a_roll_is_proposed_with_its_rows(tmp_path: Path) -> None:
    text = chapter(tmp_path, "Roll a die. On 1 or 2 turn to 8, on 3-6 turn to 9.")
    assert "// TODO import: ~ roll 1d6\n//     1-2 -> 8\n//     3-6 -> 9\n" in text


@pytest.mark.parametrize("sentence", ["In his pocket you find 3 gold pieces.", "Deduct 20 from the number of the key."])
def test_a_number_that_says_nothing_is_no_change(tmp_path: Path, sentence: str) -> None:
    text = chapter(tmp_path, sentence)
    assert f"// TODO import: not understood, please read: {sentence}\n" in text
    assert "TODO import: ~" not in text


@pytest.mark.parametrize(
    "sentence",
    [
        "Lose all your Gold.",
        "Do not lose 5 LUCK points.",
        "The ring glows, and you don't lose 2 STAMINA points.",
        "Tick the box.",
        "Cross the iron key off your sheet.",
        "Mark off one meal.",
        "You can take one of the following: a sword or a shield.",
        "You gain the codewords OWL and RAVEN.",
        "Roll one die and deduct the total from your STAMINA.",
        "Setze dein GLÜCK auf den Anfangswert zurück.",
    ],
)
def test_a_change_of_which_nothing_is_made_is_named(tmp_path: Path, sentence: str) -> None:
    assert f"not understood, please read: {sentence}" in chapter(tmp_path, sentence)


@pytest.mark.parametrize(
    "sentence",
    ["You cross the river.", "Two stones mark the place.", "You lose all hope.", "War das ein Schrei? Ist da jemand?"],
)
def test_prose_is_no_change(tmp_path: Path, sentence: str) -> None:
    assert UNREAD not in chapter(tmp_path, sentence)


def test_what_proposals_need_above_the_chapters_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "1\n\nTest your Luck. Note the codeword OAK. Turn to 2.\n\n2\n\nThe end.\n", "utf-8"
    )
    text = import_book(tmp_path / "a.txt").text
    assert "// write into the header: use fighting-fantasy\n" in text
    assert "// write under a line “sheet” above the first chapter: codeword OAK\n" in text


ENDS = {
    "The ship turns away. You have won.": "victory",
    "Victory! You have completed your quest.": "victory",
    "Du hast gewonnen!": "victory",
    "You die. THE END.": "defeat",
    "You lose your bakery. Your adventure is over.": "defeat",
    "Dein Abenteuer ist hier zu Ende.": "defeat",
    "Votre aventure se termine ici.": "defeat",
    "Your quest ends in failure.": "defeat",
    "You plunge into the void and die.": "defeat",
    "Du stürzt in die Tiefe und stirbst.": "defeat",
    "Vous tombez dans le vide et mourez.": "defeat",
    "Precipiti nel vuoto e muori.": "defeat",
    "Caes al vacío y mueres.": "defeat",
    "You drown in the moat.": "defeat",
    "Du ertrinkst im Burggraben.": "defeat",
    "Vous vous noyez dans les douves.": "defeat",
    "Anneghi nel fossato.": "defeat",
    "Te ahogas en el foso.": "defeat",
    "The dragon eats you. Your quest is over.": "defeat",
    "Der Drache frisst dich. Deine Suche ist zu Ende.": "defeat",
    "Le dragon vous dévore. Votre quête est terminée.": "defeat",
    "Il drago ti divora. La tua ricerca è finita.": "defeat",
    "El dragón te devora. Tu búsqueda ha terminado.": "defeat",
    "Hier endet deine Geschichte.": "defeat",
    "Ici s'achève votre histoire.": "defeat",
}


@pytest.mark.parametrize("sentence", ENDS)
def test_what_an_end_is_taken_for(tmp_path: Path, sentence: str) -> None:
    kind = ENDS[sentence]
    assert f"// TODO import: taken for a {kind}\n~ {kind}\n" in chapter(tmp_path, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "THE END",
        "You sit down.",
        "You have won the battle. You die.",
        "Your adventure ends in triumph!",
        "You marry the princess and your adventure ends happily.",
        "You are crowned king. Your adventure is over.",
        "Votre aventure se termine dans la joie.",
        "You watch them fall and die.",
        "You drown your sorrows in ale.",
        "You swim ashore before you drown.",
        "Du stirbst noch nicht.",
        "Du ertrinkst fast.",
        "Vous ne mourez pas.",
        "Anneghi il dolore nel vino.",
        "Casi te ahogas.",
        "Der alte Mann stirbt.",
    ],
)
def test_an_end_that_is_neither_won_nor_lost_is_told(tmp_path: Path, sentence: str) -> None:
    assert "// TODO import: no turn leads on: taken for an ending, neither won nor lost\n" in chapter(
        tmp_path, sentence
    )


def test_the_author_overrules_what_an_end_is_taken_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1\n\nTurn to 2.\n\n2\n\nYou die laughing.\n", "utf-8")
    assert "~ defeat" in import_book(tmp_path / "a.txt").text
    assert "~ victory" in import_book(tmp_path / "a.txt", victories=["2"]).text


def test_several_endings_are_choices_with_a_comment(tmp_path: Path) -> None:
    text = chapter(
        tmp_path,
        "If you have the cup: your adventure ends here, in victory: Home.\n\n"
        "Otherwise: your adventure ends here, in defeat: Cold.",
    )
    assert '* If you have the cup\n    // TODO import: only If you have the cup\n    ~ victory "Home"\n' in text
    assert '    ~ defeat "Cold"\n' in text


def test_what_was_not_understood_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1\n\nTurn to 2. There are 3 cups.\n\n2\n\nTurn to 1 if you win.\n", "utf-8")
    census = import_book(tmp_path / "a.txt").census
    assert (census.of("other"), census.of("dice"), census.of("link")) == ((0, 1), (0, 1), (2, 0))
