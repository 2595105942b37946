"""The sums with which readers work out where to turn, `-> (100 + key)`, and the chapters that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from gamebook.model.arithmetic import FALSE
from gamebook.model.blocks import blocks_in
from gamebook.model.step import Block, Choose, Turn
from gamebook.project import Edition
from gamebook.publish.known import with_known
from gamebook.publish.pages import pages_of
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.walk import find


class Sum(Struct, frozen=True):
    """One number that readers work out, where it is written."""

    base: int | None
    """100, in `100 + key`; None where there is no such number."""
    targets: tuple[str, ...]
    """The chapters that it can lead to."""
    here: str | None
    """The chapter that it stands in; None for what holds in all of them."""
    from_here: bool
    """Whether readers begin from the number of that chapter: `32 + key`, in chapter 32."""
    secret: bool
    """Whether readers know it from elsewhere, and the page does not say it."""


def sums_of(edition: Edition) -> tuple[Sum, ...]:
    """The sums of a book without errors; those of a named rule in each place that uses it."""
    pages = pages_of(edition)
    fixed: Mapping[str, ast.Expr] = {each.name: ast.Number(each.value) for each in edition.book.parameters}
    led = _led_to(edition)
    in_chapters = (each for chapter in pages.chapters for each in _sums(chapter, str(chapter.name), fixed, led))
    return (*_sums(pages.everywhere(), None, fixed, led), *in_chapters)


def _led_to(edition: Edition) -> dict[Span, dict[str, None]]:
    """The chapters that a turn leads to, by where it is written."""
    found: dict[Span, dict[str, None]] = {}
    for block in edition.book.blocks:
        for step in _turns(block):
            span = edition.resolved.sourcemap.span(step.address)
            if span is not None:
                found.setdefault(span, {})[step.chapter] = None
    return found


def _turns(block: Block) -> Iterator[Turn]:
    """The turns of a block; where readers stand whose number is no chapter's, the only option is never open."""
    for step in block:
        if isinstance(step, Turn):
            yield step
        elif isinstance(step, Choose):
            for option in step.options:
                if option.condition != FALSE:
                    yield from _turns(option.body)
        else:
            for inner in blocks_in(step):
                yield from _turns(inner)


def _sums(
    part: object, here: str | None, fixed: Mapping[str, ast.Expr], led: Mapping[Span, Iterable[str]]
) -> Iterator[Sum]:
    secret = {each.target.span for each in find(part, ast.Option) if each.secret and each.target is not None}
    for node in find(part, ast.ToComputed):
        value = with_known(node.value, fixed)
        from_here = here is not None and here.isdecimal() and ast.Number(int(here)) in _begun_from(value)
        yield Sum(_base(value), tuple(led.get(node.span, ())), here, from_here, node.span in secret)


def _base(value: ast.Expr) -> int | None:
    """100, in `100 + key`."""
    match value:
        case ast.Binary(op="+", left=ast.Number(number)) | ast.Binary(op="+", right=ast.Number(number)) if number > 0:
            return number
    return None


def _begun_from(value: ast.Expr) -> Sequence[ast.Expr]:
    """What a number is worked out from: 32 and twice the key, in `32 + 2 * key - lamp`."""
    match value:
        case ast.Binary(op="+", left=left, right=right):
            return (*_begun_from(left), *_begun_from(right))
        case ast.Binary(op="-", left=left):
            return _begun_from(left)
    return (value,)
