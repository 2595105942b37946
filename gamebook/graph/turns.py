"""The ways out of a block: every turn and ending in it, with what has to be chosen, rolled and had to come there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Literal

from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.graph.settled import By, Settled, after, deciding
from gamebook.model.arithmetic import FALSE, TRUE, binary, negate, substituted
from gamebook.model.blocks import steps_in
from gamebook.model.expression import Binary, Const, Expr, Var
from gamebook.model.in_words import Words
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

Kind = Literal["plain", "choice", "rival", "chance", "anytime", "trigger"]
Decider = Literal["reader", "rival", "dice"]
DECIDERS: Mapping[Kind, Decider] = {"choice": "reader", "rival": "rival", "chance": "dice", "anytime": "reader"}
"""Who decides in a choice, a row of dice, an anytime action."""
_BY: tuple[By, ...] = ("choice", "rival", "chance")
FEW = 3
"""The most labels that are told where several lead on to one turn."""


class Way(Struct, frozen=True):
    """A way out of a chapter."""

    target: str
    """A chapter's name, or an ending's."""
    ends: bool
    """Whether the target is an ending."""
    kind: Kind
    """What decides it, at last: nothing, a choice, a choice of the rival, dice, an anytime action, a trigger."""
    deciders: tuple[Decider, ...]
    """Who decides something on the way, in this order."""
    label: str
    """The words of the choices and the rows that lead here."""
    condition: str
    effects: tuple[str, ...]
    """What happens on the way, in words; `if gold > 1: gain rope` where it may happen or not."""
    address: str


class _Path(Struct, frozen=True):
    """What has been passed on the way from the chapter's start."""

    kind: Kind = "plain"
    deciders: tuple[Decider, ...] = ()
    labels: tuple[str, ...] = ()
    condition: Expr = TRUE
    effects: tuple[str, ...] = ()
    amounts: Mapping[str, Expr] = {}
    """What variables of the language hold: how many copies are gained, how often something is repeated."""
    settled: Settled = {}

    def by(self, kind: Kind, *labels: str) -> _Path:
        """Further on, through a row or an option."""
        deciders = tuple(dict.fromkeys((*self.deciders, DECIDERS[kind])))
        kind = self.kind if self.kind in ("anytime", "trigger") else kind
        return replace(self, kind=kind, deciders=deciders, labels=(*self.labels, *(each for each in labels if each)))

    def given(self, condition: Expr) -> _Path:
        """Further on, where a condition holds; whoever has settled what it asks for decides."""
        if condition == TRUE:
            return self
        path = self
        for kind in deciding(condition, self.settled):
            path = path.by(kind)
        both = condition if self.condition == TRUE else binary("and", self.condition, condition)
        return replace(path, condition=both)


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
        return list(dict.fromkeys(self._through(watch.body, _Path("trigger", labels=(f"when {when}",)))))

    def _through(self, block: Block, path: _Path) -> Iterator[Way]:
        before: Step | None = None
        for step in block:
            if isinstance(before, If) and before.own and isinstance(step, Turn):  # the last turn of `-> back`
                path = path.given(self._words.came_from(before.condition, step.chapter))
            yield from self._ways(step, path)
            if not leads_on((step,)):
                return
            path, before = self._after(step, path), step

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
                path = self._rolled(step, path)
                for row in step.rows:
                    yield from self._through(row.body, path.by("chance", row.label))
            case Random():
                for branch, share in zip(step.rows, self._shares(step), strict=True):
                    yield from self._through(branch.body, path.by("chance", share))
            case Choose(options=(Option(condition=closed),)) if closed == FALSE:
                return  # where a number leads to no chapter: nobody can take it
            case Choose():
                for option in step.options:
                    kind: Kind = "anytime" if option.again else _chosen(step)
                    open_ = path.given(self._words.for_readers(option.condition))
                    chosen = open_.by(kind, self._words.text(option.label))
                    yield from self._through(self._open(option), chosen)
            case Loop():  # an earlier pass may have settled what the next one asks for
                yield from self._through(step.body, replace(path, settled=after((step,), path.settled)))
            case Scope():
                path = replace(path, settled=after((step,), path.settled))
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
        return Way(target, ends, path.kind, path.deciders, " · ".join(path.labels), condition, path.effects, address)

    def _given(self, path: _Path, step: If, condition: Expr) -> _Path:
        hidden = step.own and self._words.engine_only(condition)
        return path if hidden else path.given(condition)

    # ---- past a step ----------------------------------------------------------------------------------------

    def _past(self, block: Block, path: _Path) -> _Path:
        """What is known after a block that leads on."""
        for step in block:
            path = self._after(step, path)
        return path

    def _after(self, step: Step, path: _Path) -> _Path:
        """What is known after a step that leads on: which of its branches did not turn, and what happened."""
        return replace(self._led_on(step, path), settled=after((step,), path.settled))

    def _led_on(self, step: Step, path: _Path) -> _Path:
        match step:
            case Assign():
                return self._changed(step, path)
            case Score():
                return _also(path, (f"score {self._words.value(step.amount)}",))
            case If():
                return self._after_if(step, path)
            case Roll():
                path = self._rolled(step, path)
                if step.store is not None and self._words.is_own(step.store):
                    path = replace(path, amounts={**path.amounts, step.store: step.value})
                return self._through_some(path, "chance", [(row.label, row.body) for row in step.rows])
            case Random():
                rows = zip(step.rows, self._shares(step), strict=True)
                return self._through_some(path, "chance", [(share, row.body) for row, share in rows])
            case Choose():
                choices = [option for option in step.options if not option.again]
                if choices and not any(leads_on(option.body) for option in choices):
                    return path.by(_chosen(step), "nothing open")
                listed = [(self._words.text(option.label), option.body) for option in choices]
                return self._through_some(path, _chosen(step), listed)
            case Loop():
                for way in self._ways(step, replace(path, deciders=())):  # whoever decides that play does not turn
                    for by in _BY:
                        path = path.by(by) if DECIDERS[by] in way.deciders else path
                return self._also_in(path, [(self._times(step, path), step.body)])
            case Scope(what="fight"):
                if _only_won(step):
                    return self._past(step.won, path.by("chance", "won"))
                won = step.won if leads_on(step.won) else ()
                return self._also_in(path.by("chance", "after the fight"), [("won", won)])
        return path

    def _rolled(self, step: Roll, path: _Path) -> _Path:
        """Further on, between a throw and its rows."""
        thrown = structs.replace(step, rows=())
        return replace(self._past(step.then, path), settled=after((thrown,), path.settled))

    def _changed(self, step: Assign, path: _Path) -> _Path:
        """Further on, after an effect."""
        held = {
            change.variable: change.value
            for change in step.changes
            if step.why == "hidden" and self._words.is_own(change.variable)
        }
        told = structs.replace(
            step,
            changes=tuple(
                structs.replace(change, value=substituted(change.value, path.amounts)) for change in step.changes
            ),
        )
        return replace(_also(path, self._words.effects(told)), amounts={**path.amounts, **held})

    def _after_if(self, step: If, path: _Path) -> _Path:
        """What is known after a condition: that a branch that turns was not taken, or what each of them does."""
        known = TRUE if step.own else step.condition
        if not leads_on(step.then):
            return self._past(step.otherwise, path if step.own else path.given(negate(known)))
        if not leads_on(step.otherwise):
            return self._past(step.then, path.given(known))
        if step.own and step.otherwise:  # whether there is room: what happens where there is not is left out
            return self._past(step.then, path)
        path = path.given(_stays(step)) if not step.own else path
        either = [(self._if(step.condition), step.then), (self._if(negate(step.condition)), step.otherwise)]
        return self._also_in(path, either)

    def _if(self, condition: Expr) -> str:
        return f"if {self._words.value(condition)}"

    def _times(self, step: Loop, path: _Path) -> str:
        """How often something is repeated."""
        match step.until:
            case Binary(op="=", left=Var(name=name), right=Const(value=0)) if name in path.amounts:
                return f"{self._words.value(path.amounts[name])} times"
        return f"until {self._words.value(step.until)}"

    def _through_some(self, path: _Path, kind: Kind, listed: Sequence[tuple[str, Block]]) -> _Path:
        """After a step of which some branches turn away: the condition, or the row, with which play goes on past it."""
        on = [(label, body) for label, body in listed if leads_on(body)]
        if len(on) == 1 < len(listed):
            label, body = on[0]
            return self._past(body, path.by(kind, label))
        if 0 < len(on) < len(listed):
            path = path.by(kind, " / ".join(label for label, _ in on) if len(on) <= FEW else "otherwise")
        return self._also_in(path, on)

    def _also_in(self, path: _Path, blocks: Iterable[tuple[str, Block]]) -> _Path:
        """Further on, where what happens in some blocks may have happened; each has words for when it does."""
        told: list[str] = []
        for when, block in blocks:
            effects = self._past(block, replace(path, effects=())).effects
            told += effects if not when else (f"{when}: {' and '.join(effects)}",) if effects else ()
        return _also(path, told)


def _also(path: _Path, effects: Iterable[str]) -> _Path:
    return replace(path, effects=(*path.effects, *effects))


def _chosen(step: Choose) -> Kind:
    return "rival" if step.owner == "rival" else "choice"


def _stays(step: If) -> Expr:
    """What holds where play comes past a condition, as far as further conditions in it say."""
    then, otherwise = (_comes_past(block) for block in (step.then, step.otherwise))
    if then == otherwise == TRUE:
        return TRUE
    yes, no = binary("and", step.condition, then), binary("and", negate(step.condition), otherwise)
    return binary("or", yes, no)


def _comes_past(block: Block) -> Expr:
    if not leads_on(block):
        return FALSE
    holds: Expr = TRUE
    for step in block:
        if isinstance(step, If) and not step.own:
            holds = binary("and", holds, _stays(step))
    return holds


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
