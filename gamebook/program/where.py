"""What is around a step: the scopes it is in, and the triggers in whose bodies it is."""

from __future__ import annotations

from msgspec import Struct

from gamebook.model.step import Leave, Scope, Trigger
from gamebook.program.code import NodeId


class Open(Struct, frozen=True):
    """A scope around the present step."""

    scope: Scope
    exit: NodeId


class Where(Struct, frozen=True):
    """What is around the step being lowered."""

    place: str
    scopes: tuple[Open, ...] = ()
    running: frozenset[str] = frozenset()
    """Triggers in whose bodies we are."""
    won: str | None = None
    """The label of the fight in whose row `won` we are."""
    escaping: frozenset[str] | None = None
    """In the option by which a reader escapes from the innermost fight: the triggers in whose bodies we were before."""
    hero: bool = False
    step: str = ""
    """The address of the innermost step around that has one."""

    @property
    def cause(self) -> str:
        """What is to blame for what chance brings here: the innermost fight around, or else the step, by address."""
        fights = (open_.scope.address for open_ in reversed(self.scopes) if open_.scope.what == "fight")
        return next(fights, self.step)

    @property
    def fight(self) -> str | None:
        """The label of the innermost fight around."""
        return next((open_.scope.label for open_ in reversed(self.scopes) if open_.scope.what == "fight"), None)

    @property
    def escapes(self) -> bool:
        """Whether an escape from the innermost fight brings us here: not a trigger that the escape wakes."""
        return self.escaping == self.running

    @property
    def decided(self) -> bool:
        """Whether we are in what the end of the innermost fight brings."""
        for open_ in reversed(self.scopes):
            if any(watch.is_end and watch.id in self.running for watch in open_.scope.watches):
                return True
            if open_.scope.what == "fight":
                return open_.scope.label == self.won
        return False


def is_idle(watch: Trigger, where: Where) -> bool:
    """Whether a trigger has nothing to do here: all it does is leave a scope that is not around."""
    match watch.body:
        case (Leave(label=label),):
            return all(open_.scope.label != label for open_ in where.scopes)
    return False


def left_scope(label: str, where: Where) -> Open:
    """The enclosing scope of that label."""
    return next(open_ for open_ in reversed(where.scopes) if open_.scope.label == label)
