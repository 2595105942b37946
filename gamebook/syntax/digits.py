"""Numbers as other notations write them: `1O`, `1,000`, `2,5`, `12,5%`."""

from __future__ import annotations

import re

from gamebook.codes import syntax
from gamebook.codes.hints import write_here
from gamebook.patterns import pattern
from gamebook.syntax.scene import Mistake, Scene

_DIGITS = pattern(r"(?<!\w)(?=\w*\d)[\dOoIl]*[OoIl][\dOoIl]*(?![\w-])")
"""A number with a letter that looks like a digit: `1O`."""
_MEANT = str.maketrans("OoIl", "0011")
_NO_DIGITS_BEFORE = r"(?<![\w,])(?:(?<=\.\.)|(?<!\.))"
_THOUSANDS = pattern(rf"{_NO_DIGITS_BEFORE}\d{{1,3}}(?:[,.'’]\d{{3}})+(?![\w.,])")
"""`1,000`, also at the end of a range."""
_DECIMAL = pattern(rf"{_NO_DIGITS_BEFORE}(?P<whole>\d{{1,9}}),(?P<part>\d{{1,2}})(?![\w,])(?P<percent>[ \t]*%)?")
"""`2,5`, `12,5%`"""


def looks_like_digits(scene: Scene) -> Mistake | None:
    """`STAMINA 1O`"""
    match = _here(_DIGITS, scene)
    if match is None:
        return None
    message = f"{match[0]} has a letter in it, which is no digit"
    return _mistake(scene, match, syntax.EXPRESSION, message, write_here(match[0].translate(_MEANT), match[0]))


def thousands(scene: Scene) -> Mistake | None:
    """`gold >= 1,000`"""
    match = _here(_THOUSANDS, scene)
    if match is None:
        return None
    hint = write_here(re.sub(r"\D", "", match[0]), match[0])
    return _mistake(scene, match, syntax.LINE, "no mark parts the digits of a number", hint)


def decimals(scene: Scene) -> Mistake | None:
    """`[knows 12,5%]`; an amount such as `2,5` cannot be."""
    match = _here(_DECIMAL, scene)
    if match is None:
        return None
    if match["percent"]:
        hint = write_here(f"{match['whole']}.{match['part']}%", match[0])
        return _mistake(scene, match, syntax.EXPRESSION, "a part of a percent stands behind a point", hint)
    message = f"{match[0]} is no whole number"
    return _mistake(scene, match, syntax.EXPRESSION, message, f"numbers are whole, such as {match['whole']}")


def _here(form: re.Pattern[str], scene: Scene) -> re.Match[str] | None:
    """The number of one form at which reading stopped."""
    found = form.finditer(scene.raw)
    return next((each for each in found if scene.line + each.start() <= scene.place <= scene.line + each.end()), None)


def _mistake(scene: Scene, match: re.Match[str], code: str, message: str, hint: str) -> Mistake:
    return Mistake(code, scene.line + match.start(), scene.line + match.end(), message, hint, scene.line)
