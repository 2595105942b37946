"""The ways out of a block: every turn and ending in it, with what has to be chosen, rolled and had to come there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gamebook.graph.words import Words
from gamebook.model.arithmetic import FALSE, TRUE, binary, negate
from gamebook.model.blocks import steps_in
from gamebook.model.expression import Const, Expr
from gamebook.model.step import (
    Assign,
    Block,
    Choose,
    End,
    If,
    Leave,
    Loop,
    Option,
    Random,
    Roll,
    Scope,
    Score,
    Step,
    Trigger,
    Turn,
)

Kind = Literal["plain", "choice", "chance", "anytime", "trigger"]
FEW = 3
"""The most labels that are told where several lead on to one turn."""


class Way(Struct, frozen=True):
    """A way out of a chapter."""

    target: str
    """A chapter's name, or an ending's."""
    ends: bool
    """Whether the target is an ending."""
    kind: Kind
    """What decides it: nothing, a choice, dice, an anytime action, a trigger."""
    label: str
    """The words of the choices and the rows that lead here."""
    condition: str
    effects: tuple[str, ...]
    address: str


class _Path(Struct, frozen=True):
    """What has been passed on the way from the chapter's start."""

    kind: Kind = "plain"
    labels: tuple[str, ...] = ()
    condition: Expr = TRUE
    effects: tuple[str, ...] = ()

    def by(self, kind: Kind, *labels: str) -> _Path:
        """Further on, through a row or an option."""
        kind = self.kind if self.kind in ("anytime", "trigger") else kind
        return replace(self, kind=kind, labels=(*self.labels, *(each for each in labels if each)))

    def given(self, condition: Expr) -> _Path:
        """Further on, where a condition holds."""
        if condition == TRUE:
            return self
        both = condition if self.condition == TRUE else binary("and", self.condition, condition)
        return replace(self, condition=both)


class Turns:
    """Finds the ways out of one book's blocks."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def of_block(self, block: Block) -> list[Way]:
        """The ways out of a chapter's body, in the order written; ways that say the same are one."""
        return list(dict.fromkeys(self._through(block, _Path())))

    def of_trigger(self, watch: Trigger) -> list[Way]:
        """The ways out of a trigger's body."""
        when = self._words.value(watch.condition)
        return list(dict.fromkeys(self._through(watch.body, _Path("trigger", (f"when {when}",)))))

    def _through(self, block: Block, path: _Path) -> Iterator[Way]:
        for step in block:
            yield from self._ways(step, path)
            if not leads_on((step,)):
                return
            path = self._after(step, path)

    def _ways(self, step: Step, path: _Path) -> Iterator[Way]:
        match step:
            case Turn():
                yield self._way(step.chapter, False, path, step.address)
            case End():
                yield self._way(step.ending, True, path, step.address)
            case If():
                yield from self._through(step.then, self._given(path, step, step.condition))
                yield from self._through(step.otherwise, self._given(path, step, negate(step.condition)))
            case Roll():
                path = self._with(path, step.then)
                for row in step.rows:
                    yield from self._through(row.body, path.by("chance", row.label))
            case Random():
                for branch, share in zip(step.rows, self._shares(step), strict=True):
                    yield from self._through(branch.body, path.by("chance", share))
            case Choose(options=(Option(condition=closed),)) if closed == FALSE:
                return  # where a number leads to no chapter: nobody can take it
            case Choose():
                for option in step.options:
                    kind: Kind = "anytime" if option.again else "choice"
                    chosen = path.by(kind, self._words.text(option.label)).given(
                        self._words.for_readers(option.condition)
                    )
                    yield from self._through(self._open(option), chosen)
            case Loop():
                yield from self._through(step.body, path)
            case Scope():
                for watch in step.watches:
                    yield from self._through(watch.body, path.by("chance", watch.row or ""))
                yield from self._through(step.body, path)

    def _open(self, option: Option) -> Block:
        """What an option does, less the chapters that its number cannot lead to where its condition holds."""
        asked = list(takewhile(lambda step: isinstance(step, If) and step.own and not step.otherwise, option.body))
        left = (
            step for step in asked if not (isinstance(step, If) and self._words.clash(option.condition, step.condition))
        )
        return (*left, *option.body[len(asked) :])

    def _shares(self, step: Random) -> list[str]:
        """What each branch is called: its share where weights are fixed."""
        weights = [row.weight.value if isinstance(row.weight, Const) else None for row in step.rows]
        fixed = [max(0, weight) for weight in weights if weight is not None]
        if len(fixed) == len(weights):
            return [f"{weight} in {sum(fixed)}" for weight in fixed]
        return [f"weight {self._words.value(row.weight)}" for row in step.rows]

    def _way(self, target: str, ends: bool, path: _Path, address: str) -> Way:
        condition = "" if path.condition == TRUE else self._words.value(path.condition)
        return Way(target, ends, path.kind, " · ".join(path.labels), condition, path.effects, address)

    def _given(self, path: _Path, step: If, condition: Expr) -> _Path:
        hidden = step.own and self._words.engine_only(condition)
        return path if hidden else path.given(condition)

    def _with(self, path: _Path, steps: Iterable[Step]) -> _Path:
        """Further on, after effects that stand directly in a block."""
        told = tuple(
            words
            for step in steps
            for words in (
                self._words.effects(step)
                if isinstance(step, Assign)
                else (f"score {self._words.value(step.amount)}",)
                if isinstance(step, Score)
                else ()
            )
        )
        return replace(path, effects=(*path.effects, *told))

    # ---- past a step ----------------------------------------------------------------------------------------

    def _after(self, step: Step, path: _Path) -> _Path:
        """What is known after a step that leads on: which of its branches did not turn."""
        match step:
            case Assign() | Score():
                return self._with(path, (step,))
            case If():
                if not leads_on(step.then):
                    path = path if step.own else path.given(negate(step.condition))
                    return self._with(path, step.otherwise)
                return self._with(path.given(step.condition), step.then) if not leads_on(step.otherwise) else path
            case Roll():
                path = self._with(path, step.then)
                on = [(row.label, row.body) for row in step.rows if leads_on(row.body)]
                return self._through_some(path, "chance", on, len(step.rows))
            case Choose():
                choices = [option for option in step.options if not option.again]
                on = [(self._words.text(option.label), option.body) for option in choices if leads_on(option.body)]
                if not on:
                    return path.by("choice", "nothing open") if choices else path
                return self._through_some(path, "choice", on, len(choices))
            case Scope(what="fight"):
                return path.by("chance", "won" if _only_won(step) else "after the fight")
        return path

    def _through_some(self, path: _Path, kind: Kind, on: list[tuple[str, Block]], count: int) -> _Path:
        """After a step some of whose branches turn: the others are told if they are few."""
        if len(on) == count or not on:
            return path
        if len(on) == 1:
            label, body = on[0]
            return self._with(path.by(kind, label), body)
        return path.by(kind, " / ".join(label for label, _ in on) if len(on) <= FEW else "otherwise")


def leads_on(block: Block) -> bool:
    """Whether play can come past the end of a block; a menu with nothing open counts only if nothing leads on else."""
    return all(_step_leads_on(step) for step in block)


def _step_leads_on(step: Step) -> bool:
    match step:
        case Turn() | End() | Leave():
            return False
        case If():
            return leads_on(step.then) or leads_on(step.otherwise)
        case Roll() | Random():
            return not step.rows or any(leads_on(row.body) for row in step.rows)
        case Choose():
            sure = any(option.is_sure for option in step.options)
            return not sure or any(leads_on(option.body) for option in step.options if not option.again)
        case Loop():
            return step.until != FALSE
        case Scope():
            return step.what == "part" or leads_on(step.body) or any(True for _ in _leaving(step))
    return True


def _leaving(scope: Scope) -> Iterator[Leave]:
    blocks = (scope.body, *(watch.body for watch in scope.watches))
    return (
        step for block in blocks for step in steps_in(block) if isinstance(step, Leave) and step.label == scope.label
    )


def _only_won(scope: Scope) -> bool:
    """Whether a fight goes on after it only when it is won."""
    wins = sum(watch.row == "won" for watch in scope.watches)
    return sum(1 for _ in _leaving(scope)) == wins
