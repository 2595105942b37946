"""Write `book02.gbk` from the book's mechanics as data: `python books/lone-wolf/transcribe.py DATA > book02.gbk`.

The data (`tests/data/lonewolf/book02.json`) holds facts only: what is rolled, fought, gained and turned to, chapter by
chapter. Where its two sets of rules differ, the book asks its parameter `seed2017`. Titles are made of the mechanics.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Node = dict[str, Any]

HEAD = """\
// Lone Wolf 2, mechanics only: the rules of a printed book. Who fights whom, what is rolled, gained and lost, and where
// each way leads; not a word of its story. The series is by Joe Dever. The facts were taken down for a public solver of
// the book; these pages are made of them by transcribe.py, which stands beside, and titles are its own.
//
// Two sets of rules. As it stands: the printed rules. With `--set seed2017=1`: those of an early solver, whose five
// oddities can be set one by one.

book "Lone Wolf 2, mechanics only"
    author "facts of a book by Joe Dever"
    use    lone-wolf
    start  1
    ties   last

param seed2017 = 0                  // 1: all five of the following
param halved-ratio = seed2017       // columns of combat results
param heals-past-maximum = seed2017
param sommerswerd-bonus = 8 + 2 * seed2017
param no-evasion = seed2017         // who runs from a fight is not let go
param forced-trade = seed2017       // what can be bought and is wanted is bought, and what can be spared is sold
param purse-of-twelve = seed2017    // what is carried into 314: twelve crowns, or nothing

sheet
    item  ticket, password, seal = 1
    limit special-items 12: helmet, shield, chainmail, ticket, password, seal

hero
    ~ roll 1d10 as crowns
    ~ set gold = crowns + 9
    ~ choose 2 of
        * A sword
            ~ gain sword
        * A short sword
            ~ gain short-sword
        * Two meals
            ~ gain 2 meal
        * Chainmail
            ~ gain chainmail
        * A mace
            ~ gain mace
        * A healing potion
            ~ gain healing-potion
        * A quarterstaff
            ~ gain quarterstaff
        * A spear
            ~ gain spear
        * A shield
            ~ gain shield
        * A broadsword
            ~ gain broadsword

// the early solver heals fully to the value at the start, and half of the way to the maximum, also from above
rule recover-fully
    ~ if heals-past-maximum
        ~ set ENDURANCE = initial ENDURANCE
    ~ else
        ~ do heal-fully

rule recover-half
    ~ if heals-past-maximum
        ~ ENDURANCE +(max-endurance - ENDURANCE) / 2 beyond initial
    ~ else
        ~ do heal-half

// what is found is taken, and if the backpack is full, for something that goes: nobody may leave it
rule stow(thing)
    ~ if not thing
        ~ if count of backpack >= 8
            ~ choose "drop"
                * Drop a meal [if meal]
                    ~ lose meal
                * Drop the healing potion [if healing-potion]
                    ~ lose healing-potion
                * Drop the potent potion [if potent-potion]
                    ~ lose potent-potion
                * Drop the Laumspur [if laumspur]
                    ~ lose laumspur
        ~ gain thing

rule buy-weapon(weapon, skill, price)
    ~ if gold >= price and (unarmed or weaponskill = skill and not expert and not sommerswerd)
        ~ if forced-trade
            ~ pay price gold
            ~ do make-room-for-weapon(weapon)
        ~ else
            ~ may "Buy the weapon"
                ~ pay price gold
                ~ do make-room-for-weapon(weapon)

rule buy-meal(price)
    ~ if gold >= price
        ~ if forced-trade
            ~ pay price gold
            ~ gain meal or swap
        ~ else
            ~ may "Buy a meal"
                ~ pay price gold
                ~ gain meal or swap

// the reader's hand holds the Sommerswerd, the weapon of his skill, or the first on the list
let at-hand = FIRST

rule sell-weapon(weapon, skill, price)
    ~ if weapon
        ~ if forced-trade
            ~ if sommerswerd or at-hand != skill
                ~ lose weapon
                ~ do pocket(price)
        ~ else
            ~ may "Sell the weapon"
                ~ lose weapon
                ~ do pocket(price)

// bet one crown after another until the purse is large enough, or empty; a free token is the first
rule cartwheel
    ~ if gold >= 50
        -> 136
    ~ if gold = 0
        -> 169
    ~ choose target in max(gold, 22)..min(gold + 40, 50)
    ~ gold +1
    ~ repeat until gold >= target or gold = 0
        ~ roll 1d10
            1-7
                ~ gold -1
            8-9
                ~ do pocket(4)
            10
                ~ do pocket(7)
    ~ if gold = 0
        -> defeat
    -> 136
"""

WEAPONS = ("dagger", "spear", "mace", "short-sword", "warhammer", "sword", "axe", "quarterstaff", "broadsword")
"""The weapons that somebody may be skilled with, in the order in which they come to hand."""

ITEMS = {"TicketVol2": "ticket", "PasswordVol2": "password", "SealHammerdalVol2": "seal", "Gold": "gold"}
DISCIPLINES = {"MindBlast": "mindblast", "MindShield": "mindshield"}
CLEARED = {
    "Pouch": "~ set gold = 0",
    "Backpack": "~ lose all backpack",
    "Weapon": "~ lose all weapons",
    "Special": "~ lose all special-items",
}
SETTINGS = {
    "mindblastImmune": "immune = 1",
    "undead": "undead = 1",
    "bareHanded": "bare-handed = 1",
    "enemyMindblast": "mind-attack = 2",
    "doubleDamage": "double = 1",
    "invulnerable": "unhurt = 1",
}
TAKEN_AGAIN = {"MagicSpear": "magic-spear", "Sommerswerd": "sommerswerd"}
"""Weapons that are taken whatever is in hand."""

Lines = list[str]


def words(name: str) -> str:
    """`SixthSense` and `Weapon:ShortSword` as the book's names."""
    name = name.removeprefix("Weapon:")
    if name == "BroadSword":
        return "broadsword"
    known = ITEMS | DISCIPLINES | {"ChainMail": "chainmail"}
    return known.get(name) or re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def indented(lines: Lines) -> Lines:
    """Lines one level further in."""
    return [f"    {line}" for line in lines]


def condition(what: list[Any]) -> str:
    """`["not", ["disc", "Hunting"]]`"""
    match what:
        case ["disc", name]:
            return words(name)
        case ["item", "Gold", count]:
            return f"gold >= {count}"
        case ["item", name, 1]:
            return words(name)
        case ["not", inner]:
            return f"not {condition(inner)}"
        case ["or", *parts]:
            return " or ".join(condition(part) for part in parts)
        case ["const", value]:
            return str(int(value))
    raise ValueError(what)


def effect(what: list[Any]) -> Lines:
    """One effect of a `do`."""
    match what:
        case ["hurt", count]:
            return [f"~ ENDURANCE -{count}"]
        case ["heal", count]:
            return [f"~ do heal({count})"]
        case ["healFull"]:
            return ["~ do recover-fully"]
        case ["healHalf"]:
            return ["~ do recover-half"]
        case ["gain", "Gold", count]:
            return [f"~ do pocket({count})"]
        case ["gain", name, 1]:
            return [f"~ {words(name)} +1   // noqa: GB137"]  # the solver does not ask whether there is room
        case ["lose", "Gold", count]:
            return [f"~ pay {count} gold"]
        case ["lose", name, 1]:
            return [f"~ lose {words(name)}"]
        case ["eat", may_hunt]:
            return ["~ do hunt-or-eat" if may_hunt else "~ do eat"]
        case ["clear", slots]:
            return [CLEARED[slot] for slot in slots]
    raise ValueError(what)


def taken(name: str, count: int) -> Lines:
    """What `take` means for each kind of thing."""
    if name == "Gold":
        return [f"~ do pocket({count})"]
    if name == "Backpack":
        return []
    if name == "Meal":
        return [f"~ gain {count} meal or swap"]
    if name.startswith("Weapon:"):
        kind = name.removeprefix("Weapon:")
        if kind in TAKEN_AGAIN:
            return [f"~ do make-room-for-weapon({words(name)})"] * count
        return [f"~ do take-weapon({words(name)}, in-{words(name)})"] * count
    packed = name in ("HealingPotion", "PotentPotion", "Laumspur")
    return [f"~ do stow({words(name)})" if packed else f"~ gain {words(name)}"] * count


def traded(kind: str, name: str, price: int) -> Lines:
    """`buy` and `sell`."""
    if name == "Backpack":
        return []
    if name == "Meal":
        return [f"~ do buy-meal({price})"]
    skill = f"in-{words(name)}" if kind == "buy" else WEAPONS.index(words(name)) + 1
    return [f"~ do {kind}-weapon({words(name)}, {skill}, {price})"]


def fight(node: Node, evade: Node | None = None) -> Lines:
    """A fight and what follows it."""
    foe = node["fight"]
    head = f'~ fight "{foe["enemy"]}" COMBAT-SKILL {foe["cs"]} ENDURANCE {foe["ep"]}'
    under: Lines = []
    for mod in foe["mods"]:
        match mod:
            case str():
                under.append(f"with {SETTINGS[mod]}")
            case ["timed", rounds, inner]:
                setting = f"bonus = {inner[1]}" if isinstance(inner, list) else SETTINGS[inner]
                under.append(f"with {setting} for {rounds} round{'s' if rounds > 1 else ''}")
            case ["fake", chapter]:
                restore = "~ ENDURANCE +(before - ENDURANCE) beyond initial"
                under += ["local before = ENDURANCE in 0..33", "lost"]
                under += indented([restore, "~ do drink-a-potion", f"-> {chapter}"])
                under += ["won", *indented([restore])]
    if evade is not None:
        last, away = evade["after"] + 1, ["~ do drink-a-potion", f"-> {evade['to']}"]
        asked = ["~ if round = 1", '    ~ may "Run when you can"', "        ~ set running = 1"]
        gone = [f"~ if running and round > {last}", *indented(away)]
        under += ["local running = 0 in 0..1", "each round"]
        under += indented(["~ if not no-evasion", *indented(asked), *gone])
        under += ["won", *indented([f"~ if running and round >= {last}", *indented(away)])]
    return [head, *indented(under), *steps(node["then"], fought=True)]


def steps(node: Node, fought: bool = False) -> Lines:
    """A node of the data as lines of a chapter; after a fight, each way out offers a potion."""
    potion = ["~ do drink-a-potion"] if fought else []
    match node:
        case {"goto": chapter}:
            return [*potion, f"-> {chapter}"]
        case {"lose": True}:
            return ["-> defeat"]
        case {"win": True}:
            return ['~ victory "The quest is done"']
        case {"do": effects, "then": then}:
            return [*(line for each in effects for line in effect(each)), *steps(then, fought)]
        case {"take": [name, count], "then": then}:
            return [*taken(name, count), *steps(then, fought)]
        case {"buy": [name, price], "then": then}:
            return [*traded("buy", name, price), *steps(then, fought)]
        case {"sell": [name, price], "then": then}:
            return [*traded("sell", name, price), *steps(then, fought)]
        case {"roll": rows}:
            return [*rolled(rows, fought)]
        case {"branch": cases}:
            return [*branched(cases, fought)]
        case {"pick": options}:
            return [line for each in options for line in option(each, fought)]
        case {"evade": evade, "fight": _}:
            return fight(node, evade)
        case {"fight": _}:
            return fight(node)
        case {"special": "cartwheel"}:
            return ["~ do cartwheel"]
        case {"special": "portholes"}:
            return ["-> 197"]
    raise ValueError(node)


def rolled(rows: list[Any], fought: bool) -> Iterator[str]:
    """Rows of one die of ten, each as wide as its weight."""
    yield "~ roll 1d10"
    first = 1
    for weight, node in rows:
        last = first + weight - 1
        span = str(first) if first == last else f"{first}-{last}"
        yield from with_turn(f"    {span}", "        ", steps(node, fought))
        first = last + 1


def with_turn(head: str, margin: str, block: Lines) -> Iterator[str]:
    """A row or an option; a block that is a turn alone stands on its line."""
    if len(block) == 1 and block[0].startswith("->"):
        yield f"{head} {block[0]}"
    else:
        yield head
        yield from (margin + line for line in block)


def branched(cases: list[Any], fought: bool) -> Iterator[str]:
    """The first condition that holds."""
    word = "if"
    for what, node in cases:
        if what == ["const", True]:
            yield from steps(node, fought)
            return
        yield f"~ {word} {condition(what)}"
        yield from indented(steps(node, fought))


def option(node: Node, fought: bool) -> Iterator[str]:
    """One option of a `pick`; a pick inside of it multiplies it."""
    holds = ""
    if "if" in node:
        holds, node = f" [if {condition(node['if'])}]", node["then"]
    if "pick" in node:
        for each in node["pick"]:
            yield from guarded(option(each, fought), holds)
        return
    block = steps(node, fought)
    yield from with_turn(f"* {label(node)}{holds}", "    ", block)


def guarded(lines: Iterator[str], holds: str) -> Iterator[str]:
    """Options with one condition more: the one around them."""
    for line in lines:
        head, arrow, turn = line.partition(" -> ")
        yield f"{head}{holds}{arrow}{turn}" if line.startswith("* ") else line


def label(node: Node) -> str:
    """The words of a choice."""
    match node:
        case {"goto": chapter}:
            return f"Turn to {chapter}"
        case {"fight": foe}:
            return f"Fight the {foe['enemy'].lower()}"
        case {"do": effects, "then": then}:
            paid = [what[2] for what in effects if what[:2] == ["lose", "Gold"]]
            return f"Pay {paid[0]}" if paid else label(then)
        case {"take": [_, _], "then": then}:
            names = []
            while "take" in node:
                names.append(words(node["take"][0]).replace("-", " "))
                node = node["then"]
            return f"Take the {' and the '.join(names)}" if names else label(then)
        case {"roll": _}:
            return "Trust the dice"
        case {"branch": [[_, then], *_]}:
            return label(then)
    return "Go on"


TITLES = {
    "1": "The road begins",
    "186": "Cartwheel",
    "238": "Cartwheel, once more",
    "200": "Five suspects",
    "247": "The sea takes you",
    "350": "Home with the sword",
    "79": "The Sommerswerd",
    "123": "The Sommerswerd",
    "40": "Strength returns",
    "194": "Robbed of all",
    "337": "Washed ashore",
    "266": "Weapons bought and sold",
    "283": "At the stall",
    "181": "Arms for sale",
    "91": "Two things for nothing",
    "314": "The purse is counted",
    "308": "Portholes",
}


def title(number: str, node: Node) -> str:
    """One to four words of our own for a chapter: what happens there."""
    if number in TITLES:
        return TITLES[number]
    text = json.dumps(node)
    foes = re.findall(r'"enemy": "([^"]+)"', text)
    if foes:
        return re.sub(r" \d+$", "", foes[0]) if len(foes) == 1 else f"{len(foes)} foes in turn"
    asked = re.search(r'"disc", "(\w+)"', text)
    match node:
        case {"lose": True}:
            return "The end"
        case {"roll": _}:
            return "It is left to chance"
        case {"branch": _} | {"pick": [{"if": ["disc", _]}, *_]} if asked:
            return f"{words(asked[1]).replace('-', ' ').capitalize()} tells"
        case {"branch": [[["item", name, *_], _], *_]}:
            return f"Who has {words(name)}"
        case {"take": [name, _]}:
            return f"{words(name).replace('-', ' ').capitalize()} found"
        case {"buy": _}:
            return "A merchant"
        case {"do": [["hurt", *_], *_]}:
            return "A wound"
        case {"do": [["heal" | "healFull" | "healHalf", *_], *_]}:
            return "Some rest"
        case {"do": [["eat", _]]} | {"pick": [{"do": [["eat", _]]}, *_]}:
            return "A meal is due"
        case {"do": [["lose", *_], *_]}:
            return "A price is paid"
        case {"pick": options}:
            return f"{('One', 'Two', 'Three', 'Four', 'Five')[len(options) - 1]} ways"
        case {"goto": _}:
            return "Straight on"
    return "Something happens"


def chapter(number: str, book: Node) -> Lines:
    """A chapter, with both sets of rules where they differ."""
    node = book["chapters"][number]
    sets = book["rulesets"]
    lines = [f"=== {number} {title(number, node)}"]
    fixed = sets["fixed"]["chapters"].get(number, node)
    seed = sets["seed2017"]["chapters"].get(number, node)
    if number == "314":  # the purse, then the chapter of the book
        lines += ["~ if purse-of-twelve", "    ~ set gold = 12 * (gold >= 12)"]
    elif seed != fixed:
        raise ValueError(f"chapter {number} differs in a way that is not transcribed")
    return [*lines, *steps(fixed)]


def transcribe(book: Node) -> str:
    """The whole book."""
    first = ", ".join(f"99 - {99 - number} * {weapon}" for number, weapon in enumerate(WEAPONS, 1))
    head = HEAD.replace("FIRST", f"expert * weaponskill + (not expert) * min({first})")
    numbers = sorted(book["chapters"], key=int)
    pages = ["\n".join(chapter(number, book)) for number in numbers]
    return head + "\n" + "\n\n".join(pages) + "\n"


if __name__ == "__main__":
    sys.stdout.write(transcribe(json.loads(Path(sys.argv[1]).read_text("utf-8"))))
