"""Snowman, a story format of Twine: `<% s.gold = 5 %>`, `<% if (s.gold > 3) { %> … <% } %>`, `<%= s.gold %>`."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from gamebook.interop.brackets import Brackets
from gamebook.interop.draft import Body, If, Kept, Origin, Remark, Set, Step, Words
from gamebook.interop.readers.stories import Scope, last, link_at, printed, unseen_at
from gamebook.interop.readers.sugarcube import anchor_at, changed
from gamebook.interop.readers.targets import within
from gamebook.interop.terms import Unread
from gamebook.interop.values import STRICT, Dialect, name, read_value
from gamebook.syntax import ast

_ASSIGN = re.compile(
    r"(?P<thing>(?:window\.)?(?:story\.state|s)\.\w+)\s*(?P<op>\+\+|--|\+=|-=|\*=|/=|%=|=(?!=))\s*(?P<value>[^;{}]*)"
)
_LINKS = re.compile(r"\[\[|<(?:a|button)\s|<!--|<(?:script|style)\b", re.IGNORECASE)
"""What may begin that is no words."""
_WORDS = "\x01"
"""Stands in the code where a text was, with its number after it."""
_NUMBERED = re.compile(rf"{_WORDS}(\d+);?")
_ELSE = re.compile(r"\s*else\s*(?:(\{)|(?=if\s*\())")
_BOUNDS = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[\[\](){};\x01]")
"""What may end a statement; brackets between quotation marks do not count."""
_NEXT = re.compile(r"\s*(?!else\b|catch\b|finally\b|while\b)[\w$\x01]")
"""How the next statement begins after a block: with a word that does not go on with it."""
DEEPEST = 40


def _thing(word: str) -> ast.Expr | None:
    match = re.fullmatch(r"(?:window\.)?(?:story\.state|s)\.(\w+)", word)
    return name(match[1]) if match else None


VALUES = Dialect(variable=_thing, equal=False, picks=True, strict=STRICT)


def parse(text: str, scope: Scope) -> Body:
    """The steps of a passage: the text between pieces of code becomes a statement of the code."""
    texts: list[Body] = []
    code: list[str] = []

    def show(body: Body) -> None:
        texts.append(body)
        code.append(f"{_WORDS}{len(texts) - 1};")

    value_before = hidden = False
    for words, script in _pieces(text):
        is_value = script[:1] in ("=", "-")
        if words.strip() or (words and (value_before or is_value)):  # a blank parts a value from what stands beside it
            said, hidden = _text(words, scope, hidden=hidden)
            show(tuple(said))
        value_before = is_value
        if is_value and hidden:
            show((Remark(script[1:].strip()),))
        elif is_value:
            value = read_value(script[1:], VALUES)
            kept = Kept(Origin("other", "<%= %>", f"<%{script}%>"))
            show((kept,) if isinstance(value, Unread) else printed(value, lambda said: _shown(said, scope)))
        else:
            code.append(script.replace(_WORDS, " ") + "\n")
    return _Code("".join(code), texts).block(0, top=True)


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Texts, each with the code between `<%` and `%>` that follows it."""
    place = 0
    while (start := text.find("<%", place)) >= 0 and (end := text.find("%>", start)) >= 0:
        yield text[place:start], text[start + 2 : end]
        place = end + 2
    yield text[place:], ""


def _shown(text: str, scope: Scope) -> Body:
    """The steps of words that code shows."""
    return tuple(_text(text, scope, hidden=False)[0])


def _text(text: str, scope: Scope, *, hidden: bool) -> tuple[list[Step], bool]:
    """The steps of a text, and whether a comment that code stands in is still open at its end.

    Args:
        text: between two pieces of code.
        scope: the other passages.
        hidden: whether such a comment is open where it begins.
    """
    steps: list[Step] = []
    place = 0
    while place < len(text):
        if hidden or (text.startswith("<!--", place) and last(text, "-->") < place):
            end = text.find("-->", place)
            steps.append(Remark(text[place : end if end >= 0 else len(text)].removeprefix("<!--").strip()))
            if end < 0:
                return steps, True
            hidden, place = False, end + 3
            continue
        unseen = unseen_at(text, place)
        if unseen is not None:
            steps.append(unseen[0])
            place = unseen[1]
            continue
        link = link_at(text, place) or anchor_at(text, place)
        if link is not None:
            steps.append(within(link[0], scope.texts))
            place = link[2]
            continue
        mark = _LINKS.search(text, place + 1)
        end = mark.start() if mark else len(text)
        words = re.sub(r"<br\s*/?>", "\n", html.unescape(text[place:end]))
        steps.append(Words((words,)))
        place = end
    return steps, hidden


class _Code(Struct, dict=True):
    """A few statements of JavaScript."""

    code: str
    texts: list[Body]
    at: int = 0

    @cached_property
    def brackets(self) -> Brackets:
        """The brackets in the code."""
        return Brackets(self.code)

    def block(self, depth: int, *, top: bool = False) -> Body:
        steps: list[Step] = []
        while True:
            self.blanks()
            if self.at >= len(self.code):
                return tuple(steps)
            if self.code[self.at] == "}" and not top:
                self.at += 1
                return tuple(steps)
            steps.extend(self.statement(depth))

    def blanks(self) -> None:
        match = re.compile(r"[\s;]*").match(self.code, self.at)
        self.at = match.end() if match else self.at

    def statement(self, depth: int) -> Body:
        code, place = self.code, self.at
        if code[place] == _WORDS:
            number = re.compile(r"\d+").match(code, place + 1)
            if number is None:
                self.at += 1
                return ()
            self.at = number.end()
            return self.texts[int(number[0])]
        comment = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL).match(code, place)
        if comment:
            self.at = comment.end()
            return (Remark(comment[0].strip("/* ")),)
        if re.compile(r"if\s*\(").match(code, place) and depth < DEEPEST:
            return self.branch(depth)
        assign = _ASSIGN.match(code, place)
        if assign:
            end = assign.end()
            value = assign["value"]
            cut = re.search(r"\n|\x01", value)
            if cut:
                end = assign.start("value") + cut.start()
                assign = _ASSIGN.match(code[place:end])
                assert assign is not None
            self.at = end
            thing = assign["thing"].rpartition(".")[2]
            return (Set(thing, changed(assign, VALUES, thing), Origin("effect", "s.… =", assign[0].strip())),)
        return self.other(place)

    def branch(self, depth: int) -> Body:
        """`if (…) { … } else if (…) { … } else { … }`; a chain that is too long is read as far as it may go."""
        found: list[tuple[ast.Expr, Origin, Body]] = []
        otherwise: Body = ()
        while (brace := self.opened()) is not None and len(found) <= DEEPEST:
            raw = self.code[self.at : brace].rstrip("{ \t\n")
            condition = read_value(raw[raw.index("(") + 1 : -1], VALUES)
            self.at = brace
            found.append((condition, Origin("condition", "if (…)", raw), self.block(depth + 1)))
            again = _ELSE.match(self.code, self.at)
            if again is None:
                break
            self.at = again.end()
            if again[1]:
                otherwise = self.block(depth + 1)
                break
        else:
            otherwise = self.other(self.at)
        for condition, origin, body in reversed(found):
            otherwise = (If(condition, body, otherwise, origin),)
        return otherwise

    def opened(self) -> int | None:
        """Where the block of the `if` here begins; None if it has no braces."""
        end = self.brackets.closed(self.code.index("(", self.at))
        brace = re.compile(r"\s*\{").match(self.code, end + 1) if end > 0 else None
        return brace.end() if brace else None

    def other(self, place: int) -> Body:
        """A statement that is not modelled: up to its semicolon, or the end of its block; texts inside it are shown."""
        depth, end = 0, len(self.code)
        for mark in _BOUNDS.finditer(self.code, place):
            if mark[0] in "([{":
                depth += 1
            elif depth == 0 and mark[0] in (")", "]", "}", ";", _WORDS):
                end = mark.start()
                break
            elif mark[0] in ")]}":
                depth -= 1
                if depth == 0 and mark[0] == "}" and _NEXT.match(self.code, mark.end()):
                    end = mark.end()
                    break
        self.at = max(end, place + 1)
        raw = self.code[place : self.at].strip()
        if not raw.strip("}"):
            return ()
        texts = [self.texts[int(number)] for number in _NUMBERED.findall(raw)]
        raw = _NUMBERED.sub("%>…<%", raw)
        return (Kept(Origin("other", "script", raw)), *(step for text in texts for step in text))
