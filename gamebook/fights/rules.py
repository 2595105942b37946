"""What a rule system says of fights: the reader's stats, a foe's, and which of them a fight is about."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from gamebook.errors import UsageError
from gamebook.files import SUFFIX
from gamebook.reading import read_text
from gamebook.resolve.load import load_systems
from gamebook.syntax import ast
from gamebook.syntax.walk import find

ThingDecl = ast.ItemDecl | ast.CodewordDecl | ast.NumberDecl | ast.OneOf


class FightRules(Struct, frozen=True):
    """The words of a system's combat."""

    system: str
    folder: Path
    """Where a copy of the system would lie."""
    combat: str
    stats: tuple[str, ...]
    """The reader's stats, in the order of the sheet."""
    things: Mapping[str, ThingDecl]
    """What else is on the sheet, by name: things, codewords, numbers and one-ofs."""
    foe_stats: tuple[str, ...]
    """What a foe must be given, in order."""
    wounds: str | None
    """The reader's stat whose loss is a wound."""
    beaten: str | None
    """The foe's stat that says when it is beaten."""
    strategies: str | None
    """The system that declares ways of fighting under these rules: `NAME-strategies`, if there is one."""


def fight_rules(system: str, folder: Path, combat: str = "fight") -> FightRules:
    """What a system says of one of its combats.

    Args:
        system: the name of a system that is shipped, or of one in the folder.
        folder: where a copy would lie.
        combat: which of its combats.

    Raises:
        UsageError: there is no such system, or it has no such combat.
    """
    loaded = read_text(str(folder / "fight.gbk"), f"use {system}\n").loaded
    if loaded.findings:
        raise UsageError(f"there is no rule system {system}; the systems are {', '.join(load_systems())}")
    declared = [node for page in loaded.pages for node in page.page.declarations]
    combats: dict[str, ast.CombatDecl] = {node.name: node for node in find(tuple(declared), ast.CombatDecl)}
    chosen = combats.get(combat)
    if chosen is None:
        has = f"its combats are {', '.join(combats)}" if combats else "it has none"
        raise UsageError(f"{system} has no combat {combat}; {has}")
    return FightRules(
        system=system,
        folder=folder,
        combat=combat,
        stats=tuple(str(node.name) for node in find(tuple(declared), ast.StatDecl)),
        things={str(node.name): node for node in find(tuple(declared), ast.Declaration) if isinstance(node, ThingDecl)},
        foe_stats=tuple(str(stat.id) for stat in chosen.foe_stats),
        wounds=chosen.wounds.id if chosen.wounds else None,
        beaten=next((each.stat for each in find(chosen.won_when, ast.FoeStat)), None),
        strategies=_strategies(f"{system}-strategies", folder),
    )


def _strategies(name: str, folder: Path) -> str | None:
    return name if name in load_systems() or (folder / f"{name}{SUFFIX}").is_file() else None
