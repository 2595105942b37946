"""adventure-book: a folder with `adventure.txt` and a file for each page, in lines of `key: value`."""

from __future__ import annotations

import re
from pathlib import PurePath

from msgspec import Struct, field

from gamebook.comparisons import COMPARISONS
from gamebook.interop.draft import (
    Body,
    Chapter,
    Draft,
    End,
    If,
    Jump,
    Kept,
    Link,
    Origin,
    Pieces,
    Set,
    Step,
    Thing,
    Trouble,
    Words,
)
from gamebook.interop.sources import Material, NotReadable
from gamebook.interop.values import Dialect, name, plain, read_value
from gamebook.syntax import ast

_LINE = re.compile(r"^(title|description|start|record|name|story|choice|condition|test|result)\s*:(.*)$")
_BRACE = re.compile(r"\{\s*(condition|test|result)\s*:\s*([^{}]*)\}")
THE_END = "game over"


def fits(material: Material, _text: str) -> bool:
    """Whether this is a folder with an adventure."""
    return material.folder and any(PurePath(each).name == "adventure.txt" for each in material.files)


class _Page(Struct):
    """A file: its lines by key, and where each stood."""

    path: str
    lines: list[tuple[int, str, str]] = field(default_factory=list)

    def all(self, key: str) -> list[tuple[int, str]]:
        return [(line, value) for line, each, value in self.lines if each == key]

    def one(self, key: str) -> str:
        found = self.all(key)
        return found[0][1] if found else ""

    def named(self, key: str) -> dict[str, tuple[int, list[str]]]:
        """Lines such as `test: name; part; part`, by name."""
        made = {}
        for line, value in self.all(key):
            parts = [part.strip() for part in value.split(";")]
            made[parts[0]] = (line, parts[1:])
        return made


def _page(path: str, text: str) -> _Page:
    page = _Page(path)
    for number, line in enumerate(text.split("\n"), start=1):
        match = _LINE.match(line)
        if match:
            page.lines.append((number, match[1], match[2].strip()))
        elif page.lines and line.strip():
            where, key, value = page.lines[-1]
            page.lines[-1] = (where, key, f"{value}\n{line.strip()}")
    return page


def read(material: Material) -> Draft:
    """The draft of an adventure."""
    main = next((each for each in material.files if PurePath(each).name == "adventure.txt"), None)
    if main is None:
        raise NotReadable(f"{material.path}: the folder has no adventure.txt")
    folder = PurePath(main).parent
    adventure = _page(main, material.text(main))
    draft = Draft("adventure-book", adventure.one("title"), start=adventure.one("start"))
    words: dict[str, str] = {}
    for key, (_, parts) in adventure.named("record").items():
        start = read_value(parts[1], _values({})) if len(parts) > 1 and parts[1] else ast.Number(0)
        draft.things[key] = Thing(start if plain(start) is not None else ast.Number(0), kind="number")
    for key, (_, parts) in adventure.named("name").items():
        words[key] = parts[0] if parts else ""
    for path in material.files:
        if PurePath(path).parent == folder and path != main and path.endswith(".txt"):
            reader = _Reader(_page(path, material.text(path)), draft, words)
            draft.chapters.append(reader.chapter())
    draft.troubles.extend(material.troubles)
    return draft


def _values(words: dict[str, str]) -> Dialect:
    return Dialect(variable=lambda _: None, key=lambda word: None if word in words else name(word), fractions=False)


class _Reader(Struct):
    page: _Page
    draft: Draft
    words: dict[str, str]

    def chapter(self) -> Chapter:
        page = self.page
        steps: list[Step] = [Words(self.pieces(story)) for _, story in page.all("story")]
        steps.extend(self.choice(line, value) for line, value in page.all("choice"))
        return Chapter(PurePath(page.path).stem, page.one("title"), tuple(steps))

    def pieces(self, text: str) -> Pieces:
        """Words with `[key]` in them."""
        made: list[str | ast.Expr] = []
        for number, part in enumerate(re.split(r"\[([^\[\]]+)\]", text)):
            if number % 2 == 0:
                made.append(part)
            elif part in self.words:
                made.append(self.words[part])
            else:
                made.append(name(part) if part in self.draft.things else f"[{part}]")
        return tuple(made)

    def choice(self, line: int, value: str) -> Link:
        label = _BRACE.sub("", value).strip()
        asked = {kind: word.strip() for kind, word in _BRACE.findall(value)}
        condition, guard = None, None
        if "condition" in asked:
            condition, guard = self.condition(line, asked["condition"])
        body: Body = ()
        if "test" in asked:
            body = self.test(line, asked["test"])
        elif "result" in asked:
            body = self.result(line, asked["result"])
        target = ""
        if body and isinstance(body[-1], Jump):
            target, body = body[-1].target, body[:-1]
        origin = Origin("link", "choice", value)
        return Link(self.pieces(label), target, condition, body, origin=origin, guard=guard)

    def condition(self, line: int, word: str) -> tuple[ast.Expr | None, Origin]:
        where, parts = self.page.named("condition").get(word, (line, []))
        origin = Origin("condition", "condition:", f"{word}: {'; '.join(parts)}")
        if len(parts) < 3 or parts[1] not in COMPARISONS:
            self.trouble(where, f"the condition {word} is missing or cannot be read")
            return None, origin
        left, right = (read_value(part, _values(self.words)) for part in (parts[0], parts[2]))
        return ast.Binary(parts[1], left, right), origin

    def test(self, line: int, word: str) -> Body:
        where, parts = self.page.named("test").get(word, (line, []))
        origin = Origin("dice", "test:", f"{word}: {'; '.join(parts)}")
        if len(parts) < 5 or parts[1] not in COMPARISONS:
            self.trouble(where, f"the test {word} is missing or cannot be read")
            return (Kept(origin),)
        left, right = (read_value(part, _values(self.words)) for part in (parts[0], parts[2]))
        yes, no = (self.result(where, parts[place]) for place in (3, 4))
        return (If(ast.Binary(parts[1], left, right), yes, no, origin),)

    def result(self, line: int, word: str) -> Body:
        if word == THE_END:
            return (End("ending", self.page.one("title")),)
        where, parts = self.page.named("result").get(word, (line, []))
        if not parts or not parts[0]:
            self.trouble(where, f"the result {word} is missing")
            return (Kept(Origin("other", "result:", word)),)
        steps: list[Step] = []
        for key, delta in zip(parts[1::2], parts[2::2], strict=False):
            if key and delta:
                value = ast.Binary("+", name(key), read_value(delta, _values(self.words)))
                steps.append(Set(key, value, Origin("effect", "result:", f"{key} {delta}")))
        if parts[0] == THE_END:
            return (*steps, End("ending", self.page.one("title")))
        return (*steps, Jump(parts[0]))

    def trouble(self, line: int, message: str) -> None:
        self.draft.troubles.append(Trouble(self.page.path, line, message))
