"""Lone Wolf's second book, played straight from the data: slow, and without a line of our language or engine.

A value is what best play is worth from a chapter with a sheet: plain memoised recursion over `book02.json`, following
the rules of the game word by word. It serves to check the transcription and the solver, on prefixes of the book and on
all of it. In one place play can go round, between four chapters where nothing happens but choices; what best play is
worth there is found by going round until nothing gets better.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[1] / "data" / "lonewolf"
SWORDS = ("Sword", "ShortSword", "BroadSword")
ALWAYS_TAKEN = ("Sommerswerd", "MagicSpear")
ROUND = ("64", "164", "172", "229")
"""The chapters that lead to each other again and again."""

Node = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hero:
    """Who plays; `weapon` is the weapon of his skill, if any."""

    combat_skill: int
    endurance: int
    disciplines: frozenset[str]
    weapon: str | None = None
    gold: int = 15
    meals: int = 0
    items: frozenset[str] = frozenset({"SealHammerdalVol2"})


class Sheet(NamedTuple):
    """What changes."""

    endurance: int
    gold: int
    meals: int
    items: frozenset[str]


class Game:
    """A hero in the book, by one of the two sets of rules, up to a chapter."""

    def __init__(self, hero: Hero, rules: str, until: str) -> None:
        book = json.loads((DATA / "book02.json").read_text("utf-8"))
        self.columns = json.loads((DATA / "crt.json").read_text("utf-8"))["columns"]
        self.hero, self.until = hero, until
        self.rules = book["rulesets"][rules]
        self.chapters = book["chapters"] | self.rules["chapters"]
        self.order = book["weaponOrder"]
        self.slots = {name: set(slot["items"]) for name, slot in book["slots"].items()}
        self.known: dict[tuple[str, Sheet], float] = {}
        self.open: set[tuple[str, Sheet]] = set()
        self.going: dict[str, float] | None = None
        self.chains: dict[tuple[int, Sheet], float] = {}
        self.fights: dict[tuple[Any, ...], dict[tuple[str, int], float]] = {}
        self.wheels: dict[int, list[dict[int, float]]] = {}
        self.here = ""
        self.asked = self.what_matters()
        special = self.slots["Special"] - {"Shield", "ChainMail"}
        self.idle = {number: special - asked for number, asked in self.asked.items()}

    def what_matters(self) -> dict[str, frozenset[str]]:
        """For each chapter the words that stand in it or in a chapter that play may still come to."""
        words, leads = {}, {}
        for number, node in self.chapters.items():
            said = set(_strings(node))
            words[number] = said | ({"Gold"} if said & {"buy", "sell", "cartwheel"} else set())
            leads[number] = {str(to) for to in _turns(node)}
            leads[number] |= {"197"} if "portholes" in said else set()
            leads[number] |= {"136", str(self.rules["cartwheel"]["broke"])} if "cartwheel" in said else set()
        changed = True
        while changed:
            changed = False
            for number, said in words.items():
                before = len(said)
                said.update(*(words[to] for to in leads[number]))
                changed = changed or len(said) > before
        return {number: frozenset(said) for number, said in words.items()}

    def forget(self, number: str, sheet: Sheet) -> Sheet:
        """A sheet without what nobody will ask for any more: gold, and special things that give no bonus."""
        gold = sheet.gold if "Gold" in self.asked[number] else 0
        return Sheet(sheet.endurance, gold, sheet.meals, sheet.items - self.idle[number])

    @cached_property
    def value(self) -> float:
        """What best play is worth at the start."""
        hero = self.hero
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(100_000)  # the call goes as deep as a play is long
        try:
            return self.chapter("1", Sheet(hero.endurance, hero.gold, hero.meals, hero.items))
        finally:
            sys.setrecursionlimit(limit)  # or a test run later by this process would overflow the stack, not the limit

    def chapter(self, number: str, sheet: Sheet) -> float:
        """A chapter entered with a sheet."""
        if number == self.until:
            return 1.0
        if self.going is not None and number in ROUND:
            return self.going[number]
        sheet = self.forget(number, sheet)
        key = number, sheet
        if key not in self.known:
            if number in ROUND:
                return self.round_trip(sheet)[number]
            if key in self.open:
                raise ValueError(f"play can go round in chapter {number}: this recursion is for books up to there")
            self.open.add(key)
            before, self.here = self.here, number
            self.known[key] = self.node(self.chapters[number], sheet, fought=False)
            self.here = before
            self.open.remove(key)
        return self.known[key]

    def round_trip(self, sheet: Sheet) -> dict[str, float]:
        """All four chapters that play can go round in: nothing changes there, and nobody has to stay."""
        found = dict.fromkeys(ROUND, 0.0)
        better = True
        while better:
            self.going = found
            new = {number: self.node(self.chapters[number], sheet, fought=False) for number in ROUND}
            better, found = new != found, new
        self.going = None
        self.known |= {(number, sheet): worth for number, worth in found.items()}
        return found

    def enter(self, number: int, sheet: Sheet, fought: bool) -> float:
        """Turning to a chapter; right after a fight a potion may be drunk."""
        best = self.chapter(str(number), sheet)
        missing = self.hero.endurance - sheet.endurance
        if fought and sheet.endurance > 0:
            for potion, points in (("HealingPotion", 4), ("PotentPotion", 5)):
                if potion in sheet.items and missing >= points:
                    drunk = sheet._replace(items=sheet.items - {potion})
                    return max(best, self.chapter(str(number), self.heal(drunk, points)))
        return best

    # ---- nodes ------------------------------------------------------------------------------------------

    def node(self, node: Node, sheet: Sheet, fought: bool) -> float:
        """What best play is worth from a node on."""
        match node:
            case {"goto": number}:
                return self.enter(number, sheet, fought)
            case {"lose": True}:
                return 0.0
            case {"win": True}:
                return 1.0 if self.until == "end" else 0.0
            case {"pick": options}:
                open_ = [each for each in options if "if" not in each or self.holds(each["if"], sheet)]
                return max(self.node(each.get("then", each) if "if" in each else each, sheet, fought) for each in open_)
            case {"do": effects, "then": then}:
                for each in effects:
                    sheet = self.effect(each, sheet)
                return self.node(then, sheet, fought) if sheet.endurance > 0 else 0.0
            case {"roll": rows}:
                return sum(weight * self.node(then, sheet, fought) for weight, then in rows) / 10
            case {"branch": cases}:
                return next(self.node(then, sheet, fought) for what, then in cases if self.holds(what, sheet))
            case {"take": [item, count], "then": then}:
                return max(self.node(then, after, fought) for after in self.take(item, count, sheet))
            case {"buy": [item, price], "then": then}:
                return max(self.node(then, after, fought) for after in self.buy(item, price, sheet))
            case {"sell": [item, price], "then": then}:
                return max(self.node(then, after, fought) for after in self.sell(item, price, sheet))
            case {"fight": _}:  # foes one after another would multiply: each is fought once with each sheet
                key = id(node), sheet
                if key not in self.chains:
                    self.chains[key] = self.fight(node, sheet)
                return self.chains[key]
            case {"special": "portholes"}:
                return self.enter(197, sheet, fought)
            case {"special": "cartwheel"}:
                return self.cartwheel(sheet)
        raise ValueError(node)

    def holds(self, what: list[Any], sheet: Sheet) -> bool:
        match what:
            case ["disc", name]:
                return name in self.hero.disciplines
            case ["item", "Gold", count]:
                return sheet.gold >= count
            case ["item", "Meal", count]:
                return sheet.meals >= count
            case ["item", name, _]:
                return name in sheet.items
            case ["not", inner]:
                return not self.holds(inner, sheet)
            case ["or", *parts]:
                return any(self.holds(part, sheet) for part in parts)
            case ["const", value]:
                return bool(value)
        raise ValueError(what)

    # ---- endurance --------------------------------------------------------------------------------------

    def cap(self, sheet: Sheet) -> int:
        return self.hero.endurance + 4 * ("ChainMail" in sheet.items)

    def heal(self, sheet: Sheet, points: int) -> Sheet:
        bound = max if self.rules["healIgnoresCap"] else min
        return sheet._replace(endurance=bound(self.cap(sheet), sheet.endurance + points))

    def eat(self, sheet: Sheet) -> Sheet:
        if "Laumspur" in sheet.items and (self.cap(sheet) - sheet.endurance >= 3 or not sheet.meals):
            healed = self.heal(sheet, 3)
            return healed._replace(items=healed.items - {"Laumspur"})
        if sheet.meals:
            return sheet._replace(meals=sheet.meals - 1)
        return sheet._replace(endurance=sheet.endurance - 3)

    def effect(self, what: list[Any], sheet: Sheet) -> Sheet:
        match what:
            case ["hurt", points]:
                return sheet._replace(endurance=sheet.endurance - points)
            case ["heal", points]:
                return self.heal(sheet, points)
            case ["healFull"]:
                full = self.hero.endurance if self.rules["healIgnoresCap"] else self.cap(sheet)
                return sheet._replace(endurance=full)
            case ["healHalf"]:
                return sheet._replace(endurance=(sheet.endurance + self.cap(sheet)) // 2)
            case ["eat", may_hunt]:
                return sheet if may_hunt and "Hunting" in self.hero.disciplines else self.eat(sheet)
            case ["gain", "Gold", count]:
                return sheet._replace(gold=min(50, sheet.gold + count))
            case ["gain", item, _]:
                return sheet._replace(items=sheet.items | {item})
            case ["lose", "Gold", count]:
                return sheet._replace(gold=max(0, sheet.gold - count))
            case ["lose", "Meal", count]:
                return sheet._replace(meals=max(0, sheet.meals - count))
            case ["lose", item, _]:
                return sheet._replace(items=sheet.items - {item})
            case ["clear", slots]:
                for slot in slots:
                    sheet = sheet._replace(
                        gold=0 if slot == "Pouch" else sheet.gold,
                        meals=0 if slot == "Backpack" else sheet.meals,
                        items=sheet.items - self.slots[slot],
                    )
                return sheet
        raise ValueError(what)

    # ---- what is carried --------------------------------------------------------------------------------

    def weapons(self, sheet: Sheet) -> list[str]:
        """The weapons held, in the order in which they come to hand."""
        return [weapon for weapon in self.order if f"Weapon:{weapon}" in sheet.items]

    def in_hand(self, sheet: Sheet) -> tuple[str | None, bool]:
        """The weapon in hand, and whether it is held with skill."""
        held = self.weapons(sheet)
        if "Sommerswerd" in held:
            return "Sommerswerd", self.hero.weapon in SWORDS
        if self.hero.weapon in held:
            return self.hero.weapon, True
        return (held[0] if held else None), False

    def wanted(self, weapon: str, sheet: Sheet) -> bool:
        if weapon in ALWAYS_TAKEN:
            return weapon not in self.weapons(sheet)
        hand, skilled = self.in_hand(sheet)
        return hand is None or (not skilled and hand != "Sommerswerd" and weapon == self.hero.weapon)

    def take(self, item: str, count: int, sheet: Sheet) -> Iterator[Sheet]:
        """Every sheet that taking so many of an item can leave."""
        if item == "Gold":
            yield sheet._replace(gold=min(50, sheet.gold + count))
        elif count == 0 or item == "Backpack":
            yield sheet
        else:
            for after in self.take_one(item, sheet):
                yield from self.take(item, count - 1, after)

    def take_one(self, item: str, sheet: Sheet) -> Iterator[Sheet]:
        if item in sheet.items or (item.startswith("Weapon:") and not self.wanted(item[7:], sheet)):
            yield sheet
            return
        got = sheet._replace(meals=sheet.meals + 1) if item == "Meal" else sheet._replace(items=sheet.items | {item})
        if item.startswith("Weapon:") and len(self.weapons(sheet)) == 2:
            hand, skilled = self.in_hand(sheet)
            for weapon in self.weapons(sheet):
                if weapon != hand or not (skilled or weapon == "Sommerswerd"):
                    yield got._replace(items=got.items - {f"Weapon:{weapon}"})
        elif item in self.slots["Backpack"] and self.packed(sheet) >= 8:
            for kind in sorted(self.slots["Backpack"] & sheet.items):
                yield got._replace(items=got.items - {kind})
            if sheet.meals:
                yield got._replace(meals=got.meals - 1)
        else:
            yield got

    def packed(self, sheet: Sheet) -> int:
        return sheet.meals + len(self.slots["Backpack"] & sheet.items)

    def buy(self, item: str, price: int, sheet: Sheet) -> Iterator[Sheet]:
        wanted = not item.startswith("Weapon:") or self.wanted(item[7:], sheet)
        if sheet.gold < price or not wanted or item in sheet.items or item == "Backpack":
            yield sheet
            return
        if self.rules["tradeOptional"]:
            yield sheet
        yield from self.take_one(item, sheet._replace(gold=sheet.gold - price))

    def sell(self, item: str, price: int, sheet: Sheet) -> Iterator[Sheet]:
        if item not in sheet.items:
            yield sheet
            return
        sold = sheet._replace(items=sheet.items - {item}, gold=min(50, sheet.gold + price))
        if self.rules["tradeOptional"]:
            yield sheet
            yield sold
        else:
            yield sheet if self.in_hand(sheet)[0] == item[7:] else sold

    # ---- fights -----------------------------------------------------------------------------------------

    def fight(self, node: Node, sheet: Sheet) -> float:
        """A fight to the end or, where that is offered and better, one that is left."""
        foe, then, evade = node["fight"], node["then"], node.get("evade")
        best = self.fought(foe, then, sheet, None)
        if evade and self.rules["evasionWorks"]:
            best = max(best, self.fought(foe, then, sheet, evade))
        return best

    def fought(self, foe: Node, then: Node, sheet: Sheet, evade: Node | None) -> float:
        """A fight, and what comes after it."""
        fake = next((mod[1] for mod in foe["mods"] if mod[0] == "fake"), None)
        total = 0.0
        for (how, left), chance in self.outcomes(foe, sheet, evade).items():
            after = sheet if fake else sheet._replace(endurance=left)
            if how == "won":
                total += chance * self.node(then, after, fought=True)
            elif how == "fled" and evade is not None:
                total += chance * self.enter(evade["to"], after, fought=True)
            elif fake:
                total += chance * self.enter(fake, after, fought=True)
        return total

    def outcomes(self, foe: Node, sheet: Sheet, evade: Node | None) -> dict[tuple[str, int], float]:
        """The chance of each end of a fight: how it ends, and the endurance left."""
        mods = [mod if isinstance(mod, str) else tuple(map(str, mod)) for mod in foe["mods"]]
        hand, skilled = self.in_hand(sheet)
        base = self.hero.combat_skill - foe["cs"] + 2 * ("Shield" in sheet.items)
        if "MindBlast" in self.hero.disciplines and "mindblastImmune" not in mods:
            base += 2
        if "bareHanded" in mods or hand is None:
            base -= 4
        elif hand == "Sommerswerd":
            base += self.rules["sommerswerd"][skilled]
        elif skilled:
            base += 2
        double = "doubleDamage" in mods or ("undead" in mods and "Weapon:Sommerswerd" in sheet.items)
        mind = 2 * ("enemyMindblast" in mods and "MindShield" not in self.hero.disciplines)
        flight = evade["after"] + 1 if evade else 0
        key = (foe["enemy"], self.here, base, double, mind, flight, sheet.endurance)
        if key in self.fights:
            return self.fights[key]
        ends: dict[tuple[str, int], float] = {}
        now = {(sheet.endurance, foe["ep"]): 1.0}
        rounds = 0
        while now:
            rounds += 1
            ratio = base
            unhurt = False
            for mod in foe["mods"]:
                if mod[0] == "timed" and rounds <= mod[1]:
                    unhurt = unhurt or mod[2] == "invulnerable"
                    ratio += mod[2][1] if mod[2][0] == "bonus" else 0
            after: dict[tuple[int, int], float] = {}
            for (mine, his), chance in now.items():
                for foe_loss, own_loss in self.column(ratio):
                    left = mine - (0 if unhurt else own_loss + mind)
                    rest = his - foe_loss * (2 if double else 1)
                    how = "lost" if left <= 0 else "fled" if rounds == flight else "won" if rest <= 0 else ""
                    if how:
                        end = how, max(0, left)
                        ends[end] = ends.get(end, 0.0) + chance / 10
                    else:
                        after[left, rest] = after.get((left, rest), 0.0) + chance / 10
            now = after
        self.fights[key] = ends
        return ends

    def column(self, ratio: int) -> list[list[int]]:
        if abs(ratio) > 10:
            column = 6 if ratio > 0 else -6
        elif self.rules["band"] == "floorHalf":
            column = ratio // 2
        else:
            column = (ratio + 1) // 2 if ratio >= 0 else -((1 - ratio) // 2)
        pairs: list[list[int]] = self.columns[str(column)]["pairs"]
        return pairs

    # ---- the wheel --------------------------------------------------------------------------------------

    def cartwheel(self, sheet: Sheet) -> float:
        wheel = self.rules["cartwheel"]
        if sheet.gold >= wheel["fullAt"]:
            return self.enter(136, sheet, fought=False)
        if sheet.gold == 0:
            return self.enter(wheel["broke"], sheet, fought=False)
        targets = range(max(sheet.gold, wheel["minTarget"]), min(wheel["maxTarget"], sheet.gold + wheel["maxWin"]) + 1)
        best = 0.0
        for target in targets:
            ends = self.purses(target)[min(sheet.gold + wheel["token"], target + 6)]
            won = ((purse, chance) for purse, chance in ends.items() if purse)
            worth = sum(
                chance * self.enter(136, sheet._replace(gold=min(50, purse)), fought=False) for purse, chance in won
            )
            best = max(best, worth)
        return best

    def purses(self, target: int) -> list[dict[int, float]]:
        """For each purse, the chance of each purse at the end: Gaussian elimination, purse by purse."""
        if target not in self.wheels:
            rows: list[dict[int, float]] = []
            # From the largest purse down: what each leads to, in larger purses that end it and in the one below.
            ways = {p: {p - 1: 0.7, p + 4: 0.2, p + 7: 0.1} for p in range(1, target)}
            for purse in range(1, target):
                row = ways[purse]
                for other in range(1, purse):
                    if other in row:
                        share = row.pop(other)
                        for to, chance in ways[other].items():
                            row[to] = row.get(to, 0.0) + share * chance
                again = row.pop(purse, 0.0)
                ways[purse] = {to: chance / (1.0 - again) for to, chance in row.items()}
            for purse in range(target - 1, 0, -1):
                row = ways[purse]
                for other in [to for to in row if 0 < to < target]:
                    share = row.pop(other)
                    for to, chance in ways[other].items():
                        row[to] = row.get(to, 0.0) + share * chance
            rows = [{0: 1.0}, *(ways[purse] for purse in range(1, target))]
            rows += [{purse: 1.0} for purse in range(target, target + 7)]
            self.wheels[target] = rows
        return self.wheels[target]


def _strings(node: object) -> Iterator[str]:
    """Every word in a chapter."""
    if isinstance(node, dict | list):
        for each in [*node, *node.values()] if isinstance(node, dict) else node:
            yield from _strings(each)
    elif isinstance(node, str):
        yield node


def _turns(node: object) -> Iterator[int]:
    """Every chapter that a chapter may turn to."""
    match node:
        case {"goto": int(number)} | {"to": int(number), "after": _} | ["fake", int(number)]:
            yield number
        case dict() | list():
            for each in node.values() if isinstance(node, dict) else node:
                yield from _turns(each)


HEROES = {
    "seed": Hero(
        15,
        25,
        frozenset({"Hunting", "WeaponSkill", "MindBlast", "SixthSense", "MindShield"}),
        "ShortSword",
        meals=2,
        items=frozenset({"Weapon:ShortSword", "SealHammerdalVol2"}),
    ),
    "revenge2021": Hero(
        15,
        25,
        frozenset({"Hunting", "MindBlast"}),
        items=frozenset({"Weapon:ShortSword", "SealHammerdalVol2", "Shield"}),
    ),
    "brute": Hero(
        19,
        29,
        frozenset({"WeaponSkill", "Healing", "Camouflage", "Tracking", "AnimalKinship"}),
        "Mace",
        gold=10,
        items=frozenset({"Weapon:Mace", "ChainMail", "SealHammerdalVol2"}),
    ),
    "frail": Hero(
        10,
        20,
        frozenset({"MindShield", "MindOverMatter", "Tracking", "Healing", "SixthSense"}),
        gold=19,
        items=frozenset({"HealingPotion", "Weapon:Spear", "SealHammerdalVol2"}),
    ),
    "swordsman": Hero(
        13,
        24,
        frozenset({"WeaponSkill", "MindBlast", "Camouflage", "AnimalKinship", "Hunting"}),
        "Sword",
        gold=12,
        items=frozenset({"Weapon:BroadSword", "Weapon:Sword", "SealHammerdalVol2"}),
    ),
    "hungry": Hero(
        16,
        22,
        frozenset({"WeaponSkill", "SixthSense", "Tracking", "MindOverMatter", "Camouflage"}),
        "Quarterstaff",
        gold=14,
        items=frozenset({"Shield", "HealingPotion", "SealHammerdalVol2"}),
    ),
}
"""The two heroes of the data, and four of our own."""


if __name__ == "__main__":
    game = Game(HEROES[sys.argv[1]], sys.argv[2], sys.argv[3])
    sys.stdout.write(f"{game.value!r}, {len(game.known):,} sheets on arrival at chapters\n")
