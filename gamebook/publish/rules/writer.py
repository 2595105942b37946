"""The rules of a chapter in words: each step of the page is a clause of a sentence, or paragraphs of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gamebook.publish import prose
from gamebook.publish.document import Block
from gamebook.publish.rules import choices, dice, fights
from gamebook.publish.rules.paragraphs import Paragraphs
from gamebook.syntax import ast

STEPS: Mapping[type[ast.Node], Callable[[Paragraphs, Any, int], Iterator[Block]]] = {
    ast.If: choices.condition,
    ast.Menu: choices.menu,
    ast.May: choices.may,
    ast.Choose: choices.choose,
    ast.RivalChooses: choices.rival,
    ast.Ask: choices.ask,
    ast.Roll: dice.roll,
    ast.Random: dice.random,
    ast.Check: dice.test,
    ast.Compare: dice.compare,
    ast.Repeat: dice.repeat,
    ast.Fight: fights.fight,
    ast.Local: fights.counter,
    ast.Busy: fights.busy,
    ast.EachRound: fights.each_round,
    ast.On: fights.moment,
    ast.FightRow: fights.fight_row,
    ast.EachFoe: fights.each_foe,
    ast.AnyFoe: fights.any_foe,
}
"""What writes the paragraphs of each kind of step."""


class Writer(Paragraphs):
    """Writes the rules of a book, chapter by chapter."""

    def step(self, step: ast.Node, level: int) -> Iterator[Block]:
        """A step that is more than a clause."""
        if isinstance(step, ast.Prose):
            self.told.alone(step)
            yield from prose.paragraphs(step.text, self.shown, level, self.values.phrases.quotes)
        elif type(step) in STEPS:
            self.told.alone(step)
            yield from STEPS[type(step)](self, step, level)
