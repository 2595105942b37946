"""Adventure, in JSON: rooms with exits, some of them behind a check of dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamebook.interop.draft import Body, Chapter, Draft, If, Jump, Kept, Link, Origin, Step, Trouble, Words
from gamebook.interop.sources import Material, NotReadable, read_json
from gamebook.interop.values import Dialect, read_value
from gamebook.syntax import ast

PLAIN = Dialect(variable=lambda _: None)
KNOWN = frozenset(["description", "exits", "name", "image"])


def matches(found: Any) -> bool:  # noqa: ANN401 - whatever a JSON file holds
    """Whether JSON is an adventure: rooms by name."""
    return isinstance(found, dict) and isinstance(found.get("rooms"), dict)


def read(material: Material) -> Draft:
    """The draft of an adventure."""
    found = read_json(material)
    if not matches(found):
        raise NotReadable(f"{material.path}: this JSON has no rooms")
    draft = Draft("Adventure JSON", _text(found.get("name")), start=_text(found.get("start_room")))
    for name, room in found["rooms"].items():
        if isinstance(room, dict):
            draft.chapters.append(Chapter(name, _text(room.get("name")), _room(room, draft, material)))
        else:
            draft.troubles.append(Trouble(str(material.path), 1, f"the room {name} is no room"))
    draft.troubles.extend(material.troubles)
    return draft


def _text(value: Any) -> str:  # noqa: ANN401 - whatever a JSON file holds
    return value.replace("\\n", "\n") if isinstance(value, str) else ""


def _room(room: Mapping[str, Any], draft: Draft, material: Material) -> Body:
    steps: list[Step] = [Words((_text(room.get("description")),))]
    steps.extend(Kept(Origin("other", key, f"{key}: {value}")) for key, value in room.items() if key not in KNOWN)
    exits = room.get("exits")
    for label, where in exits.items() if isinstance(exits, dict) else ():
        words = (label.replace("_", " ") if " " not in label else label,)
        origin = Origin("link", "exit", f"{label}: {where}")
        if isinstance(where, str):
            steps.append(Link(words, where, origin=origin))
        elif isinstance(where, dict) and isinstance(where.get("room"), str):
            steps.append(Link(words, where["room"], origin=origin))
        elif isinstance(where, dict) and isinstance(where.get("skill_check"), dict):
            steps.append(Link(words, "", body=_check(where["skill_check"]), origin=origin))
        else:
            draft.troubles.append(Trouble(str(material.path), 1, f"the exit “{label}” leads to no room"))
            steps.append(Kept(origin))
    return tuple(steps)


def _check(check: Mapping[str, Any]) -> Body:
    """A roll: the target or more succeeds."""
    dice = read_value(str(check.get("dice_type", "1d20")), PLAIN)
    origin = Origin("dice", "skill_check", f"{check.get('dice_type')} against {check.get('target')}")
    target = read_value(str(check.get("target", "")), PLAIN)
    rows = []
    for key in ("success", "failure"):
        outcome = check.get(key)
        outcome = outcome if isinstance(outcome, dict) else {"room": outcome}
        steps: list[Step] = [Words((_text(outcome.get("description")),))]
        if isinstance(outcome.get("room"), str):
            steps.append(Jump(outcome["room"]))
        rows.append(tuple(steps))
    return (If(ast.Binary(">=", dice, target), rows[0], rows[1], origin),)
