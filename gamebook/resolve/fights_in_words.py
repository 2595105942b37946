"""How words tell a fight: `OGRE SKILL 8 STAMINA 9`, `You must fight the ogre (SKILL 8, STAMINA 9)`."""

from __future__ import annotations

import re

from gamebook.patterns import pattern
from gamebook.resolve.desk import Desk

_FOE = pattern(r"(?P<foe>[^\d.!?]+?)[ \t:,(]+(?:with[ \t]+)?(?P<stats>(?:[A-Za-z]+[ \t:=]*\d+[ \t,;)]*){2,})\.?")
_STAT = pattern(r"([A-Za-z]+)[ \t:=]*(\d+)")
_FIGHT = pattern(
    r"(?:(?:then|now)[ \t]+)?(?:you[ \t]+)?(?:(?:must|(?:will[ \t]+)?have[ \t]+to)[ \t]+)?(?:now[ \t]+)?"
    r"(?:fight|battle|combat|attack)[ \t]+(?:(?:against|with)[ \t]+)?(?:(?:the|an?|this|that)[ \t]+)?",
    re.IGNORECASE,
)
"""What stands before the name of a foe."""


def fight_in(desk: Desk, words: str) -> str:
    """The fight that words are, if its foe has the stats that foes of the book have; empty if they are none."""
    foe = _FOE.fullmatch(words)
    wanted = {stat.id.upper() for combat in desk.names.combats.values() for stat in combat.foe_stats}
    stats = _STAT.findall(foe["stats"]) if foe else []
    if foe is None or {stat.upper() for stat, _ in stats} != wanted:
        return ""
    before = _FIGHT.match(foe["foe"])
    name = foe["foe"][before.end() if before else 0 :].strip(' :,"“”„')
    return f'~ fight "{name}" {" ".join(f"{stat.upper()} {value}" for stat, value in stats)}'


def fight_told(desk: Desk, words: str) -> str:
    """The fight that a sentence tells the reader to fight: `You must fight the ogre (SKILL 8, STAMINA 9)`."""
    return fight_in(desk, words) if _FIGHT.match(words) else ""
