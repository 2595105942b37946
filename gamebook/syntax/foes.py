"""What the foes of a fight are called: two with the same name get numbers."""

from __future__ import annotations

from gamebook.syntax import ast


def names_of_foes(fight: ast.Fight) -> tuple[str, ...]:
    """The names of the foes of a fight, in their order: of two called "Rat", "Rat 1" and "Rat 2"."""
    written = [str(foe.name) for foe in fight.foes]
    return tuple(
        name if written.count(name) == 1 else f"{name} {written[:number].count(name)}"
        for number, name in enumerate(written, start=1)
    )
