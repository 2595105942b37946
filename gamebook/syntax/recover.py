"""When a piece of the page cannot be read: all its mistakes, not only the first."""

from __future__ import annotations

import re

from lark.exceptions import LarkError, UnexpectedInput

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic
from gamebook.source import Source
from gamebook.syntax.grammar import parser
from gamebook.syntax.layout import LayoutError

_NAME = re.compile(r"===[ \t]+(\d+|[^\W\d]\w*(?:-[^\W\d]\w*)*)")


def broken_name(text: str) -> str | None:
    """The name of a chapter that cannot be read otherwise."""
    match = _NAME.match(text)
    return match[1] if match else None


def too_many(source: Source, place: int) -> Diagnostic:
    """Reading stops here."""
    return finding(syntax.TOO_MANY, source.span(place, place), "too many findings: reading stopped here", "mend the first ones")


def diagnose(source: Source, text: str, offset: int, kind: str) -> list[Diagnostic]:
    """The mistakes of a piece that does not parse."""
    try:
        parser().parse(text, start=kind)
    except (LayoutError, UnexpectedInput) as error:
        place = error.offset if isinstance(error, LayoutError) else (error.pos_in_stream or 0)
        return [finding(syntax.LINE, source.span(offset + place, offset + place + 1), str(error))]
    except LarkError:
        raise
    return []
