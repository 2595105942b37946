"""Which triggers an effect wakes, and in which order they are checked."""

from __future__ import annotations

from gamebook.play.evaluate import Values
from gamebook.play.state import FIRE, HERO, BookIndex, Frame, State


def after_effect(index: BookIndex, state: State, before: Values) -> State:
    """The state with the triggers to look at on top, where an effect has just changed its values."""
    changed = {place for place, (old, new) in enumerate(zip(before, state.values, strict=True)) if old != new}
    if not changed or not index.watches or state.chapter == HERO:
        return state
    awake = tuple(number for number in _listening(index, state.frames) if index.watches[number].mentions & changed)
    return state.due((FIRE, *awake)) if awake else state


def _listening(index: BookIndex, frames: tuple[Frame, ...]) -> list[int]:
    """The triggers that could fire here, in their order.

    The book's, each after those of scopes that take its place, then the others of scopes; inner before outer.
    """
    silent: set[int] = set()
    scopes = []
    for number, *_ in reversed(frames):
        if number < 0:
            continue
        block = index.blocks[number]
        if block.watch is not None:
            silent.add(block.watch)
        if block.scope is not None:
            scopes.append(block.scope)
            silent |= block.scope.muted
    everyone = [*(number for scope in scopes for number in scope.watches), *range(len(index.book.watches))]
    everyone.sort(key=lambda number: index.watches[number].rank)
    around = {"", *(scope.label for scope in scopes)}
    return [number for number in everyone if number not in silent and index.watches[number].leaves in around]
