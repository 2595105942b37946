"""A book as plain data for the interpreter in JavaScript: numbered as `BookIndex` numbers it, each expression once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from gamebook.analysis.decisions import decisions
from gamebook.model.arithmetic import FALSE
from gamebook.model.blocks import steps_in
from gamebook.model.book import Account, Book, Variable
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.model.step import (
    Assign,
    Block,
    Choose,
    End,
    If,
    Leave,
    Loop,
    Mode,
    Option,
    Pool,
    Random,
    Roll,
    Say,
    Scope,
    Score,
    Step,
    Text,
    Turn,
    own_address,
)
from gamebook.play.begin import with_stop
from gamebook.play.moment import Rolled
from gamebook.play.saved import fingerprint
from gamebook.play.state import BookIndex, IndexedBlock
from gamebook.publish.player.prose import Prose
from gamebook.publish.player.shown import Shown
from gamebook.publish.xhtml import ImageAddress
from gamebook.render.paper import names_of
from gamebook.render.play_words import Knowledge

Data = dict[str, Any]
"""An object of JSON."""


def packed(
    book: Book,
    settings: Mapping[str, int] | None = None,
    mode: Mode | None = None,
    source: ImageAddress = lambda _: None,
    shown: Shown | None = None,
) -> Data:
    """The book as the interpreter reads it.

    Args:
        book: the book; a book without luck has its accounts opened.
        settings: the values given for its parameters.
        mode: how it is resolved, if not as it says; both are part of a saved game.
        source: where its images are.
        shown: what the page shows in place of names.
    """
    shown = shown or Shown()
    return _Packing(book, source, shown).data() | {
        "shown": shown.data(),
        "fingerprint": fingerprint(book),
        "settings": dict(settings or {}),
        "mode": mode,
    }


class _Packing:
    """The packing of one book."""

    def __init__(self, book: Book, source: ImageAddress, shown: Shown) -> None:
        self._book = book
        self._index = BookIndex(with_stop(book))
        self._knowledge = Knowledge(book, self._index)
        self._leads = {address: each.labels for address, each in decisions(book).items()}
        self._constants = {parameter.name: parameter.value for parameter in book.parameters}
        self._tables = {table.name: number for number, table in enumerate(book.tables)}
        self._expressions: dict[str, int] = {}
        """Each expression, written as JSON, and its place."""
        self._seen: dict[int, tuple[Expr, int]] = {}
        """The same by identity: books share deep expressions."""
        self._titles = {
            step.label: step.title for block in self._index.blocks for step in block.steps if isinstance(step, Scope)
        }
        self._called = shown.columns
        self._prose = Prose(self._expression, source, shown)

    def data(self) -> Data:
        book, index = self._book, self._index
        found: Data = {
            "title": book.title,
            "author": book.author,
            "language": book.language,
            "counts_points": book.counts_points,
            "variables": [self._variable(each) for each in book.variables],
            "tables": [
                {"first_column": each.first_column, "first_row": each.first_row, "cells": each.cells}
                for each in book.tables
            ],
            "endings": [
                _given(name=each.name, kind=each.kind, score=self._maybe(each.score), text=each.text)
                for each in book.endings
            ],
            "chapters": [
                {"name": each.name, "title": each.title, "body": body}
                for each, body in zip(book.chapters, index.bodies, strict=True)
            ],
            "opening": index.opening,
            "hero": index.hero,
            "blocks": [self._block(each) for each in index.blocks],
            "watches": [
                {
                    "condition": self._expression(each.watch.condition),
                    "mentions": sorted(each.mentions),
                    "body": each.body,
                    "leaves": each.leaves,
                    "rank": each.rank,
                }
                for each in index.watches
            ],
            "everywhere": list(range(len(book.watches))),
            "accounts": [self._account(each, name) for each, name in names_of(book.accounts).items() if each.columns],
            "silent": self._silent(),
        }
        return found | {"expressions": [json.loads(each) for each in self._expressions]}

    # ---- the sheet --------------------------------------------------------------------------------------

    def _variable(self, variable: Variable) -> Data:
        role = variable.role
        return _given(
            name=variable.name,
            kind=variable.kind,
            low=variable.low,
            high=variable.high,
            start=variable.start,
            values=variable.values or None,
            cap=None if variable.cap is None else self._index.places[variable.cap],
            sheet=variable.on_sheet or None,
            foe=(role.of, role.stat) if role is not None and role.what == "foe" else None,
        )

    def _account(self, account: Account, name: str) -> Data:
        places = list(dict.fromkeys(map(own_address, account.places)))
        return {
            "name": name,
            "of": account.of,
            "mode": account.mode,
            "columns": account.columns,
            "called": self._called.get(name, {}),
            "rest": account.rest,
            "places": places,
        }

    def _silent(self) -> list[str]:
        """The addresses of branches that a ledger decides: nothing is told of them."""
        steps = (step for block in self._index.blocks for step in block.steps if isinstance(step, Random))
        addresses = dict.fromkeys(step.address for step in steps)
        return [each for each in addresses if self._knowledge.is_silent(Rolled("", 0, "", each))]

    # ---- steps ------------------------------------------------------------------------------------------

    def _block(self, block: IndexedBlock) -> Data:
        steps = [self._step(step, children) for step, children in zip(block.steps, block.children, strict=True)]
        return _given(steps=steps, watch=block.watch, scope=self._scope(block))

    def _scope(self, block: IndexedBlock) -> Data | None:
        scope = block.scope
        if scope is None:
            return None
        fight = scope.label in self._book.fights
        return _given(
            label=scope.label,
            watches=scope.watches,
            muted=sorted(scope.muted),
            fight=fight or None,
            foes=self._foes(block.steps, self._titles[scope.label]) if fight else None,
        )

    def _foes(self, steps: Block, title: str) -> list[Data]:
        """The foes of a fight, each with the numbers that can change in it: their names, and their places."""
        names = title.split(", ")
        found: dict[str, dict[str, int]] = {}
        for variable in _changed(steps):
            place = self._index.places[variable]
            role = self._book.variables[place].role
            if role is not None and role.what == "foe":
                found.setdefault(role.of, {})[role.stat] = place
        return [
            {"name": names[int(number) - 1] if int(number) <= len(names) else title, "stats": list(stats.items())}
            for number, stats in sorted(found.items(), key=lambda item: int(item[0]))
        ]

    def _step(self, step: Step, children: tuple[int, ...]) -> Data:
        data = {"kind": step.__struct_config__.tag, **self._parts(step)}
        if children:
            data["blocks"] = children
        return data

    def _parts(self, step: Step) -> Data:
        match step:
            case Say():
                return _given(text=self._text(step.text), html=self._prose.html(step.text))
            case Assign():
                changes = [
                    (self._index.places[each.variable], self._expression(each.value), int(each.beyond))
                    for each in step.changes
                ]
                return {"changes": changes, "why": step.why, "address": step.address}
            case If():
                return _given(condition=self._expression(step.condition), stops=step.stops or None)
            case Roll():
                return _given(
                    value=self._expression(step.value),
                    store=None if step.store is None else self._index.places[step.store],
                    rows=[{"low": row.low, "high": row.high, "label": row.label} for row in step.rows],
                    label=step.label,
                    **self._rolled(step),
                )
            case Pool():
                places = [self._index.places[f"{step.name}.{face}"] for face in range(1, step.sides + 1)]
                count = self._expression(step.count)
                return {"count": count, "most": step.most, "places": places, **self._rolled(step)}
            case Random():
                rows = [{"weight": self._expression(row.weight), "label": row.label} for row in step.rows]
                return {"rows": rows, **self._rolled(step)}
            case Score():
                return {"amount": self._expression(step.amount), "address": step.address}
            case _:
                return self._ways(step)

    def _ways(self, step: Choose | Loop | Scope | Leave | Turn | End) -> Data:
        """The parts of a step that leads somewhere."""
        match step:
            case Choose():
                options = [self._option(each, step.address) for each in step.options]
                said: Data = {"name": step.name, "owner": step.owner, "options": options, "address": step.address}
                kind = {"amount": "amount", "hero": "amount", "missing": "missing"}.get(step.what)
                return said | ({kind: True} if kind else {})
            case Loop():
                return _given(until=self._expression(step.until), endless=step.until == FALSE or None)
            case Scope():
                return {"what": step.what, "title": step.title, "address": step.address}
            case Leave():
                return {"label": step.label}
            case Turn():
                return {"chapter": self._index.chapters[step.chapter], "address": step.address}
            case End():
                return _given(ending=step.ending, address=step.address, words=self._text(step.words) or None)

    def _rolled(self, step: Roll | Pool | Random) -> Data:
        return {"address": step.address, "told": self._knowledge.what_is_rolled(step.address)}

    def _option(self, option: Option, decision: str) -> Data:
        return _given(
            label=self._text(option.label),
            html=self._prose.line(option.label),
            condition=self._expression(option.condition),
            again=option.again or None,
            address=option.address,
            leads=None if _has_words(option.label) else self._leads.get(decision, {}).get(option.address) or None,
        )

    def _text(self, text: Text) -> list[str | int]:
        return [part if isinstance(part, str) else self._expression(part) for part in text]

    # ---- expressions ------------------------------------------------------------------------------------

    def _maybe(self, expr: Expr | None) -> int | None:
        return None if expr is None else self._expression(expr)

    def _expression(self, expr: Expr) -> int:
        """The place of an expression in the list; those in it come first."""
        seen = self._seen.get(id(expr))
        if seen is None:
            written = json.dumps(self._written(expr), separators=(",", ":"))
            seen = self._seen[id(expr)] = expr, self._expressions.setdefault(written, len(self._expressions))
        return seen[1]

    def _written(self, expr: Expr) -> list[Any]:
        match expr:
            case Const():
                return _const(expr.value)
            case Var(name=name):
                place = self._index.places.get(name)
                return _const(self._constants[name]) if place is None else ["var", place]
            case Unary():
                return ["neg" if expr.op == "-" else "not", self._expression(expr.operand)]
            case Binary():
                return [expr.op, self._expression(expr.left), self._expression(expr.right)]
            case Lookup():
                return ["table", self._tables[expr.table], self._expression(expr.column), self._expression(expr.row)]
            case Dice():
                rule = _given(
                    most=expr.most,
                    sides=expr.sides,
                    keep=expr.keep,
                    highest=None if expr.highest else False,
                    faces=expr.faces,
                    explode=expr.explode or None,
                )
                return ["dice", self._expression(expr.count), rule]


def _changed(block: Block) -> Iterator[str]:
    """The variables that steps can change, in order."""
    for step in steps_in(block):
        if isinstance(step, Assign):
            yield from (change.variable for change in step.changes)


def _const(value: int) -> list[Any]:
    return ["const", value if abs(value) < 1 << 53 else str(value)]


def _given(**parts: Any) -> Data:
    """An object without the parts that are None."""
    return {name: value for name, value in parts.items() if value is not None}


def _has_words(text: Text) -> bool:
    return any(not isinstance(part, str) or part.strip() for part in text)
