"""The writing of ink: lines of a weave, and what stands in braces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, field

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_CHOICE = re.compile(r"(?P<marks>[*+](?:[ \t]*[*+])*)[ \t]*(?P<rest>.*)", re.DOTALL)
_GATHER = re.compile(r"(?P<marks>-(?!>)(?:[ \t]*-(?!>))*)[ \t]*(?P<rest>.*)", re.DOTALL)
_LABEL = re.compile(r"\([ \t]*(?P<label>[^\W\d]\w*)[ \t]*\)[ \t]*")
_SEQUENCE = re.compile(r"(?:stopping|cycle|once|shuffle)(?:\s+(?:stopping|cycle|once|shuffle))*")
_MARKS = {"&": "cycle", "!": "once", "~": "shuffle", "$": "stopping"}


class Item(Struct):
    """A line of a weave."""

    kind: str
    """`text`, `choice` or `gather`; `entered`: the gather at which play stands."""
    text: str
    """What follows the marks, the label and the conditions."""
    level: int = 0
    """How many weaves a choice or a gather stands in."""
    sticky: bool = False
    label: str = ""
    conditions: list[str] = field(default_factory=list)
    raw: str = ""
    place: str = ""
    """Where it stands in the story: what is used up there is remembered under this name."""


def without_comments(text: str) -> str:
    """Comments as blanks, line for line."""
    return _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)


def lines(text: str) -> Iterator[str]:
    """Lines; one with an open brace goes on to where that is closed."""
    waiting: list[str] = []
    depth = 0
    for line in text.split("\n"):
        waiting.append(line)
        depth += line.count("{") - line.count("}")
        if depth <= 0:
            yield from _together(waiting)
            waiting, depth = [], 0
    yield from _together(waiting)


def _together(waiting: list[str]) -> Iterator[str]:
    whole = "\n".join(waiting).strip()
    if whole:
        yield whole


def items(text: str, place: str, base: int = 0) -> list[Item]:
    """The weave of a text that stands at a place of the story.

    Args:
        text: the lines.
        place: where they stand.
        base: how many marks choices and gathers of the outermost weave have; 0: as many as the first.
    """
    found: list[Item] = []
    for line in lines(text):
        last = found[-1] if found else None
        if last is not None and last.kind == "choice" and not last.text and last.conditions and line[0] not in "*+~":
            last.text, last.raw = line, f"{last.raw} {line}"  # its words stand on the next line
            _conditions(last)
            continue
        found.extend(_item(line))
    for number, item in enumerate(found):
        item.place = f"{place}.{number}"
    _nest(found, base)
    return found


def _nest(found: list[Item], base: int) -> None:
    """Count weaves where marks were counted: choices and gathers with fewer marks than a weave began with are in it."""
    deep: list[int] = [base] if base else []
    for item in found:
        if item.kind == "text":
            continue
        while len(deep) > 1 and item.level <= deep[-2]:
            deep.pop()
        if not deep or item.level > deep[-1]:
            deep.append(item.level)
        item.level = len(deep)


def _item(line: str) -> list[Item]:
    choice = _CHOICE.fullmatch(line)
    if choice is not None:
        level = len(re.findall(r"[*+]", choice["marks"]))
        item = Item("choice", choice["rest"], level, "+" in choice["marks"], raw=line)
        _conditions(item)
        return [item]
    gather = _GATHER.fullmatch(line)
    if gather is not None:
        item = Item("gather", gather["rest"], gather["marks"].count("-"), raw=line)
        _label(item)
        rest, item.text = item.text, ""
        return [item, *_item(rest)] if rest else [item]
    return [Item("text", line, raw=line)]


def _conditions(item: Item) -> None:
    """Take label and conditions from the front of a choice."""
    _label(item)
    while item.text.startswith("{") and (end := closed(item.text, 0)) > 0:
        if ":" in item.text[:end] or "|" in item.text[:end].replace("||", ""):
            break  # words that vary, and no condition
        item.conditions.append(item.text[1:end].strip())
        item.text = item.text[end + 1 :].lstrip()
        _label(item)


def _label(item: Item) -> None:
    match = _LABEL.match(item.text)
    if match and not item.label:
        item.label = match["label"]
        item.text = item.text[match.end() :]


def closed(text: str, place: int) -> int:
    """Where the brace at a place is closed; -1 if it is not."""
    depth = 0
    for at in range(place, len(text)):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return at
    return -1


def parts(text: str, mark: str) -> list[str]:
    """A text cut at a mark that stands in no brackets and no quotation marks."""
    found, depth, start, quote = [], 0, 0, False
    for at, letter in enumerate(text):
        if letter == '"':
            quote = not quote
        elif quote:
            continue
        elif letter in "{(":
            depth += 1
        elif letter in "})":
            depth -= 1
        elif letter == mark and depth == 0:
            if mark == "|" and "||" in (text[at : at + 2], text[at - 1 : at + 1]):
                continue
            found.append(text[start:at])
            start = at + 1
    found.append(text[start:])
    return found


class Braces(Struct, frozen=True):
    """What stands in braces."""

    kind: str
    """`value`, `if`, `switch` or `sequence`."""
    head: str
    """The value, the condition, the value to compare, or the kind of the sequence."""
    branches: tuple[tuple[str, str], ...]
    """(Condition, text); an empty condition: always, or else."""


def sequence_of(words: Iterable[str]) -> str:
    """One kind of sequence for several words: `once shuffle` is `shuffle once`."""
    said = set(words)
    ends = next((each for each in ("once", "cycle", "stopping") if each in said), "")
    if "shuffle" not in said:
        return ends
    return f"shuffle {ends}" if ends in ("once", "stopping") else "shuffle"


def braces(inside: str) -> Braces:
    """Read what stands in braces."""
    text = inside.strip() if "\n" in inside else inside.lstrip()  # a blank behind the words belongs to them
    if text[:1] in _MARKS and not (text[0] == "!" and "|" not in text and ":" not in text):
        written = text.lstrip("".join(_MARKS))
        kind = sequence_of(_MARKS[mark] for mark in text[: len(text) - len(written)])
        return Braces("sequence", kind, tuple(("", part) for part in parts(written, "|")))
    head, *rest = parts(text, ":") if ":" in text else [text]
    if rest and _SEQUENCE.fullmatch(head.strip()):
        body = ":".join(rest)
        blocks = _branches(body)[1] or parts(body, "|")  # on one line, they are parted as in any other sequence
        return Braces("sequence", sequence_of(head.split()), tuple(("", each) for each in blocks))
    listed = inside.lstrip(" \t").startswith("\n") and text.startswith("-") and not text.startswith("->")
    if rest and not listed:  # on the first line, a `-` is the sign of a value
        body = ":".join(rest)
        if "\n" in body:
            return _lined(head.strip(), body)
        return Braces("if", head.strip(), tuple(zip((head.strip(), "", *[""] * 9), parts(body, "|")[:2], strict=False)))
    if listed:
        return Braces("if", "", tuple(_condition(branch) for branch in _branches(text)[1]))
    if len(parts(text, "|")) > 1:
        return Braces("sequence", "stopping", tuple(("", part) for part in parts(text, "|")))
    return Braces("value", text.strip(), ())


def _lined(head: str, body: str) -> Braces:
    """A condition, or a value to compare, over several lines: it is compared where a branch has a value of its own."""
    first, branches = _branches(body)
    conditions = [_condition(branch) for branch in branches]
    if first.strip() or not branches:
        return Braces("if", head, ((head, first), *conditions))
    if any(condition for condition, _ in conditions):
        return Braces("switch", head, tuple(conditions))
    if _first_colon(branches[0])[0].strip() == "else":
        return Braces("if", head, ((head, ""), *conditions))
    return Braces("if", head, ((head, conditions[0][1]), *conditions[1:]))


def _branches(text: str) -> tuple[str, list[str]]:
    """What stands before the first line with a `-`, and what stands behind each."""
    found: list[str] = [""]
    for line in lines(text):
        if line.startswith("-") and not line.startswith("->"):
            found.append(line[1:].lstrip())
        else:
            found[-1] += f"\n{line}"
    return found[0], found[1:]


def _condition(branch: str) -> tuple[str, str]:
    """`gold > 3: text`, `else: text`"""
    condition, mark, rest = _first_colon(branch)
    if not mark:
        return "", branch
    return ("" if condition.strip() == "else" else condition.strip()), rest


def _first_colon(text: str) -> tuple[str, str, str]:
    pieces = parts(text, ":")
    return (pieces[0], ":", ":".join(pieces[1:])) if len(pieces) > 1 else (text, "", "")
