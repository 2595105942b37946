"""Conditions of choices that are only words: `(if crowbar)`, `[needs the crowbar]`, `{crowbar}`, `If you have …,`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import structs

from gamebook.codes import syntax
from gamebook.resolve.desk import Desk
from gamebook.resolve.walk import find
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.printer import spell_option
from gamebook.syntax.text import parse_text

LONGEST = 300
"""Letters of a choice's words, a sentence or a line that are looked at."""
_ASIDE = re.compile(
    r"[ \t]*(?:(?<!\\)[(\[](?P<inside>[^()\[\]]*)[)\]]|(?P<bare>\bif\b[^.,;:!?]*))[ \t]*$", re.IGNORECASE
)
"""What may be a condition at the end of a choice's words."""
_IF_FIRST = re.compile(
    r"(?P<condition>if you (?:still )?(?:have|possess|carry|own|wear)\b[^,]*),\s*(?P<rest>.+)", re.IGNORECASE
)
"""`If you have the lantern, take the stairs`"""
_BEGINS = re.compile(r"(?:only[ \t]+)?(?:if|unless|when|with|without|needs?|requires?)\b", re.IGNORECASE)
"""How a condition begins; other words in parentheses are a remark."""
_NO = frozenset({"no", "not", "without", "unless"})
_ASKS = frozenset({"requires", "require", "required", "needs", "need", "needed", "has", "have", "having", "got", "own"})
_LINKS = frozenset({"if", "when", "only", "with", "you", "your", "the", "a", "an", "and", "or", "must", "still", "at"})
_MORE = frozenset({"least", "more", "than", "of", "any", "owns", "carry", "carries", "possess"})
_AROUND = _ASKS | _LINKS | _MORE | _NO
"""Words around the things that a condition names."""
_READ_AS_ONE = re.compile(r"if\b|.*[<>=]", re.IGNORECASE)
"""What another finding speaks of if it stands in square brackets."""


def look_at(desk: Desk, option: ast.Option) -> None:
    """Report them at one choice."""
    _braces(desk, option)
    if option.condition is None and len(option.label) <= LONGEST:
        _in_words(desk, option)


def condition_of(desk: Desk, sentence: str) -> str:
    """The condition that words speak of: an item or codeword, or none of it; empty if they name none."""
    words = re.findall(r"\w+", sentence)
    spoken = "-".join(words).casefold()
    things = [
        name for name in desk.names.of_kind("item", "codeword") if re.search(rf"(?<!\w){name.casefold()}(?!\w)", spoken)
    ]
    no = "not " if re.search(r"\b(?:no|not|n['’]t|without)\b", sentence, re.IGNORECASE) else ""
    return f"{no}{max(things, key=len)}" if things else ""


def _braces(desk: Desk, option: ast.Option) -> None:
    """`* {crowbar} Use the crowbar -> 6`, as ink writes a condition."""
    if not option.label.startswith("{"):
        return
    place = option.label_span or option.span
    pieces, _ = parse_text(option.label, place)
    if len(pieces) < 2 or isinstance(pieces[0], str) or not _is_truth(desk, pieces[0]):
        return
    words = option.label[option.label.index("}") + 1 :].strip()
    span = Span(place.path, place.start, place.start + option.label.index("}") + 1)
    message = "braces show a value: the reader sees 0 or 1 here, and the choice is open to everyone"
    hint = f"write: {spell_option(structs.replace(option, label=words, condition=pieces[0]))}"
    desk.report(syntax.BRACES_AS_CONDITION, span, message, hint)


def _in_words(desk: Desk, option: ast.Option) -> None:
    """`* Use the crowbar (if crowbar) -> 6`, `* If you have the crowbar, force the door -> 6`"""
    first, last = _IF_FIRST.fullmatch(option.label), _ASIDE.search(option.label)
    if first is not None:
        condition, words = condition_of(desk, first["condition"]), first["rest"]
    elif last is not None:
        condition, words = _aside(desk, option, last), option.label[: last.start()]
    else:
        return
    if not condition or not words.strip():
        return
    words = words.strip()[0].upper() + words.strip()[1:]
    to = f" -> {option.target.chapter}" if isinstance(option.target, ast.ToChapter) else ""
    message = "this condition is only text: the choice is open to everyone"
    hint = f"write: * {words} [if {condition}]{to}"
    desk.report(syntax.CONDITION_IN_WORDS, option.label_span or option.span, message, hint)


def _aside(desk: Desk, option: ast.Option, said: re.Match[str]) -> str:
    """The condition at the end of a choice's words; empty where the words may be a remark."""
    words = said["bare"] if said["inside"] is None else said["inside"]
    in_brackets = "[" in said[0]
    if (in_brackets and _READ_AS_ONE.match(words)) or not (in_brackets or _BEGINS.match(words)):
        return ""
    things = {*desk.names.of_kind("item", "codeword"), *desk.names.values}
    given = {str(gain.item) for gain in find(option.body, ast.Gain)}
    found = _named(words, (*things, *desk.names.of_kind("number", "stat")))
    if found is None or given & {name for name, _ in found}:
        return ""
    condition = ""
    for name, around in found:
        amount = next((word for word in around if word.isdecimal()), "")
        if name not in things and not (amount and _ASKS & set(around)):
            return ""  # `[3 gold]` may tell a price
        value = f"{name} >= {amount}" if amount else f"not {name}" if _NO & set(around) else name
        condition += f" {'or' if 'or' in around else 'and'} {value}" if condition else value
    return condition


def _named(said: str, names: Iterable[str]) -> list[tuple[str, list[str]]] | None:
    """The names in some words, each with the words before it, and the last one with those after it, too.

    None if there are words that no condition would have. A hyphen in a name may be a blank.
    """
    known = {tuple(name.casefold().split("-")): name for name in names}
    longest = max(map(len, known), default=0)
    words = re.findall(r"\w+", said.casefold())
    found: list[tuple[str, list[str]]] = []
    before: list[str] = []
    place = 0
    while place < len(words):
        size = next((size for size in range(longest, 0, -1) if tuple(words[place : place + size]) in known), 0)
        if size:
            found.append((known[tuple(words[place : place + size])], before))
            before = []
        elif words[place].isdecimal() or words[place] in _AROUND:
            before.append(words[place])
        else:
            return None
        place += size or 1
    if found:
        found[-1][1].extend(before)
    return found


def _is_truth(desk: Desk, value: ast.Expr) -> bool:
    """Whether a value can only be true or false, so that nobody wishes to read it."""
    match value:
        case ast.Name():
            symbol = desk.names.symbols.get(value.id)
            node = symbol.node if symbol is not None else None
            return isinstance(node, ast.CodewordDecl) or (isinstance(node, ast.ItemDecl) and node.most is None)
        case ast.Unary():
            return value.op == "not"
        case ast.Binary():
            return value.op in ("and", "or", "=", "!=", "<", "<=", ">", ">=")
    return isinstance(value, ast.Visited | ast.FirstTime)
