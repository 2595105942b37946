"""Chapbook, a story format of Twine: `gold: 5` above `--`, `[if gold > 3]`, `{embed passage: 'Shop'}`."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator

from gamebook.interop.draft import Back, Body, End, If, Kept, Link, Origin, Remark, Set, Step, Words
from gamebook.interop.readers.comments import comments
from gamebook.interop.readers.stories import Scope, add_else, link_at, unseen_at
from gamebook.interop.readers.targets import within
from gamebook.interop.terms import Truth, Unread
from gamebook.interop.values import STRICT, Dialect, name, read_value
from gamebook.syntax import ast

_ASSIGN = re.compile(r"^(?P<thing>[\w.$]+)\s*(?:\((?P<condition>.+)\))?\s*:\s*(?P<value>.*)$")
_MODIFIER = re.compile(r"^\[(?P<words>[^\[\]]+)\]\s*$", re.MULTILINE)
_STRING = r"""(?:"(?:\\.|[^"\\\n{])*"|'(?:\\.|[^'\\\n{])*')"""
_INSERT = re.compile(rf"\{{(?P<inside>(?:{_STRING}|[^{{}}\"'])*)\}}")
"""An insert ends at a brace that is in no quotation marks."""
_NESTED = re.compile(
    r"""\{(?P<kind>\w+(?:[ \t]+\w+)+)[ \t]*[:,](?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^{}"'\n])*\}"""
)
"""An insert with a brace in quotation marks: Chapbook reads the inner braces alone, and shows the rest as it stands."""
_OPTION = re.compile(rf"(?P<name>\w*)\s*:\s*(?P<value>{_STRING})")
_NAMED = re.compile(rf"{_STRING}|(?P<name>\w+)\s*:")
_LINKS = ("reveal link", "link to", "back link", "restart link")
_FORK = re.compile(r"(?<![^\n])[ \t]*>[ \t]*\Z")
"""What stands before the link in a fork: `> [[Left]]`."""
_NEAR = 20
"""How many letters before a link that is looked for."""
_DIE = re.compile(r"random\.d(\d{1,4})")
_VISITS = re.compile(r"(?<![\w.'\"])passage\.visits\b")
_MARKS = re.compile(r"\[\[|\{|<!--|<(?:script|style)\b", re.IGNORECASE)
"""What may begin that is no words."""
DEEPEST = 20
"""Conditions among the modifiers of one text."""
_ASKING = frozenset(["if", "unless", "else", "ifalways", "ifnever"])
"""How modifiers begin that are conditions."""
_ON = re.compile(r"cont(?:inue|inued)?", re.IGNORECASE)


def _thing(word: str) -> ast.Expr | None:
    if word == "random.coinFlip":
        return ast.Binary("=", ast.Dice(ast.Number(1), 2), ast.Number(2))  # true or false
    die = _DIE.fullmatch(word)
    if die:
        return ast.Dice(ast.Number(1), int(die[1])) if 0 < int(die[1]) <= 1000 else None
    return name(word) if re.fullmatch(r"[^\W\d]\w*(?:\.\w+)*", word) and not word.startswith(LOOKED_UP) else None


LOOKED_UP = ("engine", "passage.", "story.", "random.", "now.", "browser.")
"""How names of values begin that Chapbook itself works out."""
VALUES = Dialect(variable=_thing, equal=False, picks=True, strict=STRICT)


def parse(text: str, scope: Scope) -> Body:
    """The steps of a passage."""
    head, mark, rest = _cut(text)
    steps: list[Step] = list(_variables(head, scope)) if mark else []
    _modified(rest, scope, steps)
    return tuple(_decided(steps))


def _value(text: str, scope: Scope) -> ast.Expr:
    """A value or a condition; `passage.visits` is about the passage that play is in."""
    here = json.dumps(scope.here, ensure_ascii=False)
    return read_value(_VISITS.sub(lambda _: f"visited({here})", text), VALUES)


def _decided(steps: list[Step]) -> Iterator[Step]:
    """The steps, with what stands under `[ifalways]` and without what is never shown."""
    for step in steps:
        if isinstance(step, If) and isinstance(step.condition, Truth):
            yield from step.body if step.condition.holds else step.otherwise
        else:
            yield step


def _cut(text: str) -> tuple[str, bool, str]:
    """The lines of variables, whether there are any, and the rest."""
    match = re.search(r"^--\s*$", text, re.MULTILINE)
    return (text[: match.start()], True, text[match.end() :]) if match else ("", False, text)


def _variables(text: str, scope: Scope) -> list[Step]:
    found: list[Step] = []
    for line in text.splitlines():
        match = _ASSIGN.match(line.strip())
        if not line.strip():
            continue
        origin = Origin("effect", "variable:", line.strip())
        if match is None:
            found.append(Kept(origin))
            continue
        step = Set(match["thing"], _value(match["value"], scope), origin)
        if match["condition"]:
            condition = Origin("condition", "variable (…):", line.strip())
            found.append(If(_value(match["condition"], scope), (step,), origin=condition))
        else:
            found.append(step)
    return found


def _modified(text: str, scope: Scope, steps: list[Step]) -> None:
    """Text under its modifiers: each counts up to the next."""
    place, how = 0, ""
    unseen = _comments(text)
    marks = [*(each for each in _MODIFIER.finditer(text) if not unseen(each.start())), None]
    for mark in marks:
        part = text[place : mark.start() if mark else len(text)]
        _under(how, part, scope, steps)
        if mark:
            how, place = mark["words"].strip(), mark.end()


def _under(how: str, part: str, scope: Scope, steps: list[Step]) -> None:
    """The steps of a text under its modifiers; `[if gold > 3; append]` has two."""
    several = [each.strip() for each in how.split(";")]
    asked = [each for each in several if each.partition(" ")[0] in _ASKING][:DEEPEST]
    if asked:
        body: list[Step] = []
        _under("; ".join(each for each in several if each not in asked), part, scope, body)
        for each in asked[:0:-1]:
            inner, body = tuple(body), []
            _asked(each, inner, part, scope, body)
        _asked(asked[0], tuple(body), part, scope, steps)
        return
    word = several[0].partition(" ")[0]
    if how.lower() in ("javascript", "css"):
        steps.append(Kept(Origin("other", f"[{how}]", f"[{how}]{part}")))
    elif how.lower().startswith("note"):
        steps.append(Remark(part.strip()))
    else:
        if how and not _ON.fullmatch(how):
            steps.append(Kept(Origin("other", f"[{word}]", f"[{how}]")))
        steps.extend(_text(part, scope))


def _asked(how: str, body: Body, part: str, scope: Scope, steps: list[Step]) -> None:
    """Add what stands under a condition."""
    word, _, rest = how.partition(" ")
    origin = Origin("condition", f"[{word}]", f"[{how}]")
    match word:
        case "ifalways":
            steps.append(If(Truth(holds=True), body, origin=origin))
        case "ifnever":
            steps.extend((Remark(f"[{how}] {part.strip()}"), If(Truth(holds=False), (), origin=origin)))
        case "else":
            if not add_else(steps, body):
                steps.extend((Kept(origin), *body))
        case _:
            condition = _value(rest, scope)
            if word == "unless" and not isinstance(condition, Unread):
                condition = ast.Unary("not", condition)
            steps.append(If(condition, body, origin=origin))


def _comments(text: str) -> Callable[[int], bool]:
    """Whether a place stands in a comment of HTML."""
    spans = [each.span() for each in comments(text)]

    def commented(place: int) -> bool:
        before = bisect_left(spans, (place, 0)) - 1
        return before >= 0 and place < spans[before][1]

    return commented


def _text(text: str, scope: Scope) -> list[Step]:
    """Words, links and inserts."""
    steps: list[Step] = []
    words: list[str | ast.Expr] = []
    place = 0
    while place < len(text):
        unseen = unseen_at(text, place) if text[place] == "<" else None
        if unseen is not None:
            steps.extend([Words(tuple(words))] if words else [])
            steps.append(unseen[0])
            words, place = [], unseen[1]
            continue
        link = link_at(text, place) if text.startswith("[[", place) else None
        insert = _INSERT.match(text, place) if text[place] == "{" else None
        nested = _NESTED.match(text, place) if text[place] == "{" and insert is None else None
        if link is None and insert is None and nested is None:
            found = _MARKS.search(text, place + 1)
            end = found.start() if found else len(text)
            words.append(text[place:end])
            place = end
            continue
        if insert is not None and (value := _shown(insert["inside"])) is not None:
            words.append(value)
            place = insert.end()
            continue
        fork = _FORK.search(text[max(0, place - _NEAR) : place]) if link is not None else None
        if fork is not None and words and isinstance(words[-1], str):
            words[-1] = words[-1].removesuffix(fork[0])
        if words:
            steps.append(Words(tuple(words)))
            words = []
        if link is not None:
            steps.append(within(link[0], scope.texts))
            place = link[2]
        elif insert is not None:
            steps.extend(_insert(insert["inside"], insert[0], scope))
            place = insert.end()
        elif nested is not None:
            steps.append(Kept(_origin(nested["kind"], nested[0])))
            place = nested.end()
    if words:
        steps.append(Words(tuple(words)))
    return steps


def _shown(inside: str) -> ast.Expr | None:
    """A value between braces; None for other inserts."""
    value = read_value(inside, VALUES)
    return value if isinstance(value, ast.Name | ast.Dice) else None


def _insert(inside: str, raw: str, scope: Scope) -> Body:
    """`{embed passage: 'X'}`, `{reveal link: 'look', passage: 'X'}`"""
    head = re.split("[:,]", inside, maxsplit=1)[0]
    origin = _origin(head, raw)
    given = inside[len(head) :]
    options = {found["name"]: _unquoted(found["value"]) for found in _OPTION.finditer(given)}
    if any(found["name"] and found["name"] not in options for found in _NAMED.finditer(given)):
        return (Kept(origin),)  # an expression says what it is
    first = options.get("", "")
    match origin.name:
        case "{embed passage}":
            return scope.shown(first, origin)
        case "{reveal link}" if first and options.get("text"):
            return (Link((first,), "", body=parse(options["text"], scope), once=True, origin=origin),)
        case "{reveal link}" if first and options.get("passage"):
            return (Link((first,), "", body=scope.shown(options["passage"], origin), once=True, origin=origin),)
        case "{link to}" if first:
            return (within(Link((options.get("label", first),), first, origin=origin), scope.texts),)
        case "{back link}":
            return (Link((options.get("label", "Back"),), "", body=(Back(),), origin=origin),)
        case "{restart link}":
            return (Link((options.get("label", "Restart"),), "", body=(End("ending", "The end"),), origin=origin),)
    return (Kept(origin),)


def _origin(head: str, raw: str) -> Origin:
    """What an insert is counted as, by the words with which it begins; Chapbook lets further words follow them."""
    kind = " ".join(head.lower().split())
    known = next((each for each in (*_LINKS, "embed passage") if kind.startswith(each)), kind)
    return Origin("link" if known in _LINKS else "other", f"{{{known}}}", raw)


def _unquoted(string: str) -> str:
    """The words of a string of JavaScript."""
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), string[1:-1])
