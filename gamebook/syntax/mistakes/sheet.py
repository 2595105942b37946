"""What the sheet declares: names with blanks or hyphens where none can be, and values without their sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count

from gamebook.codes import syntax
from gamebook.codes.hints import advised, any_of, write, write_here
from gamebook.diagnostics import Diagnostic
from gamebook.patterns import pattern
from gamebook.syntax.grammar import reads
from gamebook.syntax.heads import HYPHEN, WORD
from gamebook.syntax.scene import Mistake, Scene

_SPACED = pattern(r"[ \t]*(?P<kind>stat|number|item|codeword|one-of|limit)[ \t]+(?P<names>.*)")
_LISTS = frozenset({"item", "codeword"})
"""What several names can be declared as on one line."""
_NAMES = pattern(
    r"[ \t]*(?:(?:stat|number|item|codeword|one-of|limit)\b[^=]*|~[ \t]*(?:gain|lose|note|erase)[ \t]+(?:\d+[ \t]+)?)$"
)
"""What stands before a name that is no part of an expression, though one could begin there."""
_HYPHEN = pattern(rf"(?<![\w-])(?P<word>{WORD})-(?P<digits>\d\w*)(?![\w-])")
_ITEM = pattern(r"[ \t]*item\b")
_COUNT = pattern(r"(?P<digits>\d+)x")
_WITH_A_COUNT = pattern(r"[ \t]*~[ \t]*(?:gain|lose)[ \t]+\d+[ \t]+$")
_NAMELESS_LIMIT = pattern(
    rf"[ \t]*limit(?:[ \t]*=)?[ \t]*(?P<places>\d+)?(?:[ \t]+(?P<name>{WORD})(?=[ \t]*:))?"
    r"(?:[ \t]*:)?(?P<items>[^:]*)"
)
"""`limit 4: rope, lamp`, `limit: rope, lamp`, `limit 4 pack: rope, lamp`"""
_NO_NAME = "a limit has a name, and behind it the number of places"
_PACK = "pack"
"""The name that is offered to a limit without one."""
_BONUS = pattern(
    rf"[ \t]*while[ \t]+(?P<condition>[^:]*?[^:,\s])"
    rf"(?:(?:[ \t]*,[ \t]*|[ \t]+)(?:then[ \t]+)?(?P<added>{WORD}[ \t]*[-+][ \t]*\d+))?[ \t]*"
)
_BARE_STAT = pattern(rf"[ \t]*stat[ \t]+(?P<name>{WORD})[ \t]*(?P<range>in\b.*|,.*)?")


def names(scene: Scene) -> Mistake | None:
    """Names of the sheet, the name of a limit, and the value of a stat."""
    return (
        _nameless_limit(scene)
        or _hyphen(scene)
        or _bare_count(scene)
        or _spaced(scene)
        or _bare_stat(scene)
        or _bonus(scene)
    )


def _bonus(scene: Scene) -> Mistake | None:
    """`while lamp`, `while lamp SKILL +1`"""
    match = _BONUS.fullmatch(scene.raw) if scene.kind == "declaration" else None
    if match is None or "COLON" not in scene.accepted:
        return None
    below = scene.text[scene.line + len(scene.raw) :].strip().partition("\n")[0].strip()
    added = match["added"] or below
    line = f"while {match['condition']}: {added}"
    message = "this “while” needs a colon behind its condition, and what is added, on the same line"
    hint: str = f"write it like this: while {match['condition']}: SKILL +1"
    if reads(f"sheet\n    {line}\n"):
        hint = write(line) if match["added"] else f"join both lines: {line}"
    return scene.mistake(syntax.LINE, message, hint)


def _nameless_limit(scene: Scene) -> Mistake | None:
    """`limit 4: rope, lamp`"""
    match = _NAMELESS_LIMIT.fullmatch(scene.raw) if scene.kind == "declaration" and scene.before == "limit" else None
    if match is None:
        return None
    return scene.mistake(syntax.LINE, _NO_NAME, _with_name(match, match["name"] or _PACK))


def _with_name(match: re.Match[str], name: str) -> str:
    """What to write for a limit without a name, or with one in the wrong place."""
    line = f"limit {name} {match['places'] or '…'}: {match['items'].strip() or '…'}"
    return write(line) if reads(f"sheet\n    {line}\n") else f"write: {line}"


def free_names(headers: Iterable[str]) -> Iterator[str]:
    """Names for limits, one after the other, that nothing in some headers has."""
    taken = {word for header in headers for word in re.findall(WORD, header)}
    names = chain((_PACK,), (f"{_PACK}{number}" for number in count(2)))
    return (name for name in names if name not in taken)


def with_free_names(findings: Sequence[Diagnostic], text: str, free: Iterator[str]) -> list[Diagnostic]:
    """The findings; for each limit without a name they offer one of those that are free.

    Args:
        findings: those of a page.
        text: the page, without its comments.
        free: names that nothing has.
    """
    told: list[Diagnostic] = []
    for each in findings:
        line = text[text.rfind("\n", 0, each.span.start) + 1 :].partition("\n")[0] if each.message == _NO_NAME else ""
        match = _NAMELESS_LIMIT.fullmatch(line)
        nameless = match is not None and not match["name"]
        told.append(advised(each, _with_name(match, next(free))) if match is not None and nameless else each)
    return told


def _hyphen(scene: Scene) -> Mistake | None:
    """`item potion-2`, `~ gain potion-2`, `carry potion-2`"""
    for match in _HYPHEN.finditer(scene.raw):
        start, end = scene.line + match.start(), scene.line + match.end()
        no_minus = scene.place == scene.line + match.end("word") and "MINUS" not in scene.accepted
        if no_minus or (start < scene.place <= end and _NAMES.match(scene.raw[: match.start()])):
            plain = f"{match['word']}{match['digits']}"
            hint = write_here(plain, match[0])
            counted = _COUNT.fullmatch(match["digits"]) if _ITEM.match(scene.raw) else None
            if counted is not None and re.match(r"[ \t]*\d", scene.raw[match.end() :]):  # `potion-2x 3`
                hint = write_here(f"{match['word']}{counted['digits']} x", match[0])
            elif _WITH_A_COUNT.match(scene.raw[: match.start()]):
                told = f"write: {plain}, or only {match['word']} if that is its name"
                hint = any_of(told, [plain, match["word"]], match[0])
            return Mistake(syntax.LINE, start, end, HYPHEN, hint, scene.line)
    return None


def _bare_count(scene: Scene) -> Mistake | None:
    """`item bandage 3`"""
    if scene.kind != "declaration" or not _ITEM.match(scene.raw) or "X" not in scene.accepted:
        return None
    if not re.match(r"\d+[ \t]*(?:[,=]|$)", scene.rest):
        return None
    before = scene.raw[: scene.place - scene.line]
    if re.match(r"0+(?!\d)", scene.rest):
        after = re.sub(r"^0+(?:[ \t]*(?=,|$))?", "", scene.rest)
        line = f"{before.rstrip()}{after}".strip()
        message = "no count of 0 stands behind a thing: without a number the reader begins with none"
        return scene.mistake(syntax.LINE, message, write(line))
    line = f"{before}x {scene.rest}".strip()
    message = "how many of a thing the reader can have at most is written with an x before the number"
    return scene.mistake(syntax.LINE, message, write(line))


def _bare_stat(scene: Scene) -> Mistake | None:
    """`stat nerve`"""
    match = _BARE_STAT.fullmatch(scene.raw) if scene.kind == "declaration" and scene.accepted == {"EQUAL"} else None
    if match is None:
        return None
    more = (match["range"] or "").strip()
    line = f"stat {match['name']} = …"
    hint = f"write: {line} {more}".rstrip() if more[:1] != "," else f"write each stat on a line of its own: {line}"
    message = "a stat has a value with which it starts, a number or dice"
    return scene.mistake(syntax.LINE, message, hint, scene.line + match.start("name"))


def _spaced(scene: Scene) -> Mistake | None:
    """Names of two words on the sheet: `item iron crowbar`."""
    match = _SPACED.fullmatch(scene.raw)
    if scene.kind != "declaration" or match is None or scene.place < scene.line + match.start("names"):
        return None
    for names in re.finditer(r"[^,:=]+", match["names"]):
        words = names[0].split()
        start = scene.line + match.start("names") + names.start()
        many = len(words) > 1 and all(re.fullmatch(WORD, word) for word in words) and "x" not in words[1:]
        if many and start <= scene.place <= start + len(names[0]):
            start += len(names[0]) - len(names[0].lstrip())
            message = "a name has no blank in it"
            told, meant = f"write {'-'.join(words)}", ["-".join(words)]
            if match["kind"] in _LISTS or ":" in match["names"][: names.start()]:
                apart = ", ".join(word for word in words if word not in ("and", "or"))
                told, meant = f"{told}, or put a comma between two names", [*meant, apart]
            hint = any_of(told, meant, names[0].strip())
            return Mistake(syntax.LINE, start, start + len(names[0].strip()), message, hint, scene.line)
    return None
