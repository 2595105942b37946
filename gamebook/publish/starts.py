"""Stats that the hero block begins anew: print gives the number that counts, and not a roll that is written over."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from gamebook.model.arithmetic import reads
from gamebook.model.blocks import expressions_in, said_in, steps_in, written_in
from gamebook.model.book import Book
from gamebook.model.expression import Expr, Var
from gamebook.model.step import Assign, Change, Step
from gamebook.publish.known import with_words
from gamebook.publish.waiting import triggers_that_wait
from gamebook.resolve.resolve import Resolved
from gamebook.syntax import ast


class Begun(Struct, frozen=True):
    """A stat that the hero block begins anew."""

    rolled: Expr
    """What its initial value is set to."""
    lines: tuple[ast.SetTo, ast.Restore]
    """Where that is written."""


def begun_anew(resolved: Resolved, declarations: tuple[ast.Declaration, ...]) -> dict[str, Begun]:
    """The stats whose first value nobody needs.

    `~ set initial STAMINA = 2d6 + 10` and then `~ restore STAMINA` stand in the hero block, under no condition, and
    until then nothing else reads or changes the stat.
    """
    book = resolved.book
    assert book is not None, "a book with errors is not printed"
    written = {
        step.span: step
        for each in declarations
        if isinstance(each, ast.HeroDecl)
        for step, _ in with_words(each.body)  # those in a rule, or under `words`, are printed where they stand
    }
    watched = {name for watch in triggers_that_wait(book) for name in reads(watch.condition)}
    found = {}
    for each in book.variables:
        initial = each.cap or ""
        if each.kind != "stat" or each.name in book.carried:
            continue
        if not watched.isdisjoint({each.name, initial}):
            continue  # who begins with that number does not see it change
        steps = _set_anew(book, each.name, initial)
        spans = [resolved.sourcemap.span(step.address) for step in steps]
        match [written.get(span) for span in spans if span is not None]:
            case [ast.SetTo() as first, ast.Restore() as then]:
                found[each.name] = Begun(steps[0].changes[0].value, (first, then))
    return found


def _set_anew(book: Book, stat: str, initial: str) -> tuple[Assign, ...]:
    """The two steps that begin a stat anew; none if it keeps its first value, or needs it."""
    fixed = {each.name for each in book.parameters}
    match [step for step in book.hero if _meets(step, {stat, initial})][:4]:
        case [
            Assign(changes=(Change(resolution=None),)),  # a roll by an account would change the account
            Assign(),  # the initial value that comes with it
            Assign(changes=(Change(variable=first, value=value, resolution=None),)) as set_anew,
            Assign(changes=(Change(variable=then, value=Var(name=back)),)) as restored,
        ] if (first, then, back) == (initial, stat, initial) and reads(value) <= fixed:
            return set_anew, restored
    return ()


def with_starts(declarations: tuple[ast.Declaration, ...], begun: Mapping[str, Begun]) -> tuple[ast.Declaration, ...]:
    """The declarations where those stats begin with the number that counts, and the hero block does not set it."""
    gone = [line for each in begun.values() for line in each.lines]
    found: list[ast.Declaration] = []
    for each in declarations:
        match each:
            case ast.StatDecl(name=name) if name in begun:
                found.append(structs.replace(each, start=begun[name].lines[0].value))
            case ast.HeroDecl(body=body):
                kept = tuple(step for step in body if not any(step is line for line in gone))
                found += [structs.replace(each, body=kept)] if kept else []
            case _:
                found.append(each)
    return tuple(found)


def _meets(step: Step, names: set[str]) -> bool:
    """Whether a step, or one in it, reads or changes one of some variables."""
    if not names.isdisjoint(written_in((step,))):
        return True
    read = (expr for each in steps_in((step,)) for expr in (*expressions_in(each), *said_in(each)))
    return any(not names.isdisjoint(reads(expr)) for expr in read)
