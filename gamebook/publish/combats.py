"""What is usual in a kind of fight, so that the rules of its rounds can be said in short."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from gamebook.phrases import Phrases
from gamebook.publish.known import Known, with_known
from gamebook.syntax import ast
from gamebook.syntax.walk import find


def named_settings(phrases: Phrases, combat: ast.CombatDecl, fights: Sequence[ast.Fight]) -> list[ast.Setting]:
    """The settings that rules call by their names: some fight changes them, and has no words for that."""
    told = {str(line.name) for fight in fights for line in find(fight, ast.With)}
    return [each for each in combat.settings if each.name in told and not _has_words(phrases, each.name)]


def _has_words(phrases: Phrases, setting: str) -> bool:
    """Whether a fight that changes a setting can say what that means, so that the rules need not name it."""
    return any(re.fullmatch(rf"with-{re.escape(setting)}(-\d+|-below-0)?", key) for key in phrases.words)


def known_of(phrases: Phrases, combat: ast.CombatDecl, parts: Sequence[ast.Node]) -> Known:
    """What is known of a usual fight.

    Args:
        phrases: the words of the book.
        combat: the kind of fight.
        parts: all declarations and chapters.
    """
    named = {str(each.name) for each in named_settings(phrases, combat, fights_of(combat, parts))}
    changing = {str(place.id) for place in find(tuple(parts), ast.Place)}
    return _usual(combat, named, changing)


def fights_of(combat: ast.CombatDecl, parts: Sequence[ast.Node]) -> list[ast.Fight]:
    """The fights of a kind."""
    return [each for each in find(tuple(parts), ast.Fight) if each.combat == combat.name]


def _usual(combat: ast.CombatDecl, named: Collection[str], changing: Collection[str]) -> Known:
    """What is known of a fight whose settings are as usual, but for those that the rules name.

    Args:
        combat: the kind of fight.
        named: the settings that are called by their names.
        changing: the numbers that something changes.
    """
    known: dict[str, ast.Expr] = {
        each.name: with_known(each.value, {}) for each in combat.settings if each.name not in named
    }
    for each in combat.locals:
        low, high, start = (with_known(part, known) for part in (each.low, each.high, each.start))
        if low == high:
            known[each.name] = low
        elif isinstance(start, ast.Number) and each.name not in changing:
            known[each.name] = start
    return known
