"""Squiffy: sections `[[hall]]:`, passages `[look]:`, `@set gold = 3`, `{{#if (gt gold 2)}}…{{/if}}`.

Up to version 5 conditions are written `{if gold>2:…}{else:…}`.
"""

from __future__ import annotations

import re
from collections import Counter

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.draft import (
    Body,
    Chapter,
    Draft,
    If,
    Jump,
    Kept,
    Link,
    Origin,
    Set,
    Step,
    Thing,
    Words,
    gathered,
    walk,
)
from gamebook.interop.readers.comments import apart
from gamebook.interop.readers.staying import Menu, leaves
from gamebook.interop.sources import Material
from gamebook.interop.terms import Text, Truth, Unread, Visits, both, changed, inside
from gamebook.interop.values import Dialect, name, plain, read_value
from gamebook.syntax import ast

_SECTION = re.compile(r"^\[\[(?P<name>[^\[\]\n]*)\]\]:[ \t]*$", re.MULTILINE)
_PASSAGE = re.compile(r"^\[(?P<name>[^\[\]\n]*)\]:[ \t]*$", re.MULTILINE)
_ABOUT = re.compile(r"^@(?:title|author|start|import)\b.*$", re.MULTILINE)
_ATTRIBUTE = re.compile(r"^[ \t]*@(?P<word>set|unset|inc|dec)[ \t]+(?P<rest>\S.*)\n?", re.MULTILINE)
_GO_ON = re.compile(r"^\+\+\+(?P<label>.*)$", re.MULTILINE)
_LINK = re.compile(
    r"\[\[(?P<label>[^\[\]\n]+)\]\](?:\((?P<to>[^()\n]+)\))?|\[(?P<words>[^\[\]\n]+)\](?:\((?P<passage>[^()\n]+)\))?"
)
_MARK = re.compile(
    r"\{\{(?P<code>[^{}]*)\}\}|(?P<brace>\{)|(?P<link>\[\[?[^\[\]\n]+\]\]?(?:\([^()\n]+\))?)|^@(?P<line>\w+)(?P<rest>.*)$",
    re.MULTILINE,
)
_COMPARED = re.compile(r"(?P<thing>[\w ]*)(?P<op><=|>=|<>|=|<|>)(?P<other>.*)", re.DOTALL)
_COMMAND = re.compile(r"\{(?:if |else:|@|rotate[: ]|sequence[: ]|label:)")
_SEEN = re.compile(r"\bseen\s+(?:\"([^\"]*)\"|'([^']*)'|([^:{}()\"'\n]+))")
_WRITTEN = re.compile(r"(?P<thing>\w+)\s*(?P<op>[-+*/]?=)\s*(?P<value>.*)", re.DOTALL)
_OPS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "eq": "=", "ne": "!=", "neq": "!="}
PLAIN = Dialect(variable=lambda word: name(word) if re.fullmatch(r"\w+", word) else None)
DEEPEST = 30
MOST_READ = 60
"""Links to passages that stand in passages, in a section: each has a copy of what it shows."""


def fits(material: Material, text: str) -> bool:
    """Whether a text has sections of Squiffy."""
    return not material.folder and _SECTION.search(text) is not None


class _Kind(Struct, frozen=True):
    """What is known of a whole story."""

    older: bool
    """Whether it was written for version 5: `{gold}` shows a value, and `{hall}` what another section says."""
    sections: frozenset[str] = frozenset()
    first: str = ""
    """What stands under `[[]]:` comes before each section."""
    passages: dict[str, str] = field(default_factory=dict)
    """Passages under `[[]]:` are there in each section; the one without a name comes before each passage."""
    seen: frozenset[str] = frozenset()
    """The passages of which the story asks somewhere whether the reader has seen them."""

    def asks(self, condition: ast.Expr) -> ast.Expr:
        """A condition, with a codeword for each passage that has to be seen; a section may have the same name."""
        return changed(condition, self._seen)

    def _seen(self, value: ast.Expr) -> ast.Expr | None:
        if not isinstance(value, Visits) or value.chapter not in self.seen:
            return None
        word = name(seen(value.chapter))
        return ast.Binary("or", value, word) if value.chapter in self.sections else word


def seen(passage: str) -> str:
    """The codeword that is noted when a passage is read, and never erased."""
    return f"seen {passage}"


def read(material: Material) -> Draft:
    """The draft of a story."""
    text, told = apart(material.text())
    draft = Draft("Squiffy")
    heads = list(_SECTION.finditer(text))
    before = text[: heads[0].start()] if heads else text
    top = dict(re.findall(r"^@(\w+)[ \t]+(.*)$", before, re.MULTILINE))
    draft.title, draft.author, draft.start = top.get("title", ""), top.get("author", ""), top.get("start", "").strip()
    ends = [*(head.start() for head in heads[1:]), len(text)]
    sections = [(head["name"], text[head.end() : end]) for head, end in zip(heads, ends, strict=False)]
    first, passages = _parted(_everywhere(sections, draft))
    names = frozenset(each for each, _ in sections if each)
    asked = {"".join(words).strip() for words in _SEEN.findall(text)}
    passed = frozenset(each.strip() for each in _PASSAGE.findall(text) if not each.startswith("@"))
    kind = _Kind("{{" not in text, names, first, passages, seen=passed & asked)
    opening = _ABOUT.sub("", before)
    if opening.strip():
        _section("_default", opening, draft, kind)
    for each, said in sections:
        if each:
            _section(each, said, draft, kind)
    known = {chapter.name for chapter in draft.chapters}
    if draft.start not in known:
        draft.start = draft.chapters[0].name if draft.chapters else ""
    draft.leftovers.extend(told)
    draft.troubles.extend(material.troubles)
    return draft


def _everywhere(sections: list[tuple[str, str]], draft: Draft) -> str:
    """What stands under the last `[[]]:`; what stands under others, or behind a `+++`, is kept."""
    found = ""
    for each, said in sections:
        if not each:
            if found.strip():
                draft.leftovers.append(Origin("other", "[[]]", f"[[]]:{found}"))
            cut = _GO_ON.search(said)
            found = said[: cut.start()] if cut else said
            if cut:
                draft.leftovers.append(Origin("other", "[[]]", said[cut.start() :]))
    return found


def _parted(text: str) -> tuple[str, dict[str, str]]:
    """The words of a section, and those of its passages."""
    heads = list(_PASSAGE.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    passages = {head["name"].strip(): text[head.end() : end].strip() for head, end in zip(heads, ends, strict=False)}
    return text[: heads[0].start()] if heads else text, passages


def _section(own: str, text: str, draft: Draft, kind: _Kind) -> None:
    """A section, cut at `+++`: each part goes on with the next."""
    cuts = [*_GO_ON.finditer(text), None]
    place, current = 0, own
    met = {chapter.name for chapter in draft.chapters}
    for number, cut in enumerate(cuts, start=1):
        part = text[place : cut.start() if cut else len(text)]
        following = f"{own} ({cut['label'].strip() or number})" if cut else ""
        if following in met:
            following += f" {number}"
        met.add(following)
        extra: list[Step] = []
        if cut:
            place = cut.end()
            extra.append(Link((cut["label"].strip() or "Continue",), following, origin=Origin("link", "+++", cut[0])))
        draft.chapters.extend(_Part(current, part, kind).chapters(extra, draft.things))
        current = following


class _Part(Struct):
    """A section, or a part of one, with its passages."""

    name: str
    text: str
    kind: _Kind
    passages: dict[str, str] = field(default_factory=dict)
    read: Counter[str] = field(default_factory=Counter)
    """How many links lead to each passage."""
    copies: int = 0
    """How many of these links stand in passages."""

    def chapters(self, extra: list[Step], things: dict[str, Thing]) -> list[Chapter]:
        """The chapter that the reader comes to, and where passages can be read, the one that follows each of them.

        Args:
            extra: steps at the end.
            things: the sheet, to which a count may be added.
        """
        text, self.passages = _parted(self.text)
        body = [*self.written(self.kind.first), *self.written(text)]
        others = [key for key in self.passages if key.startswith("@") and key != "@last"]
        body.extend(Kept(Origin("other", f"[{key}]", self.passages[key])) for key in others)
        menu = Menu.of(self.name, (*body, *extra))
        if all(map(leaves, menu.links)):
            return [Chapter(self.name, body=(*menu.arrival, *menu.links))]
        stay = f"{self.name} choices"
        marks, links, last = menu.marks, menu.links, self.last()
        if last and not self.simple:
            marks = (*marks, Set(self.turns, ast.Number(0)))
            links = tuple(link if leaves(link) else replace(link, body=(self.turn(), *link.body)) for link in links)
            things[self.turns] = Thing(low=0, high=self.read.total(), kind="number")
        links = tuple(link if leaves(link) else replace(link, target=stay) for link in links)
        return [
            Chapter(self.name, body=(*menu.arrival, *marks, Jump(stay))),
            Chapter(stay, self.name, (*last, *links)),
        ]

    @property
    def wanted(self) -> list[str]:
        """The passages that count for `[@last]`."""
        return [each for each in self.passages if each and not each.startswith("@")]

    @property
    def simple(self) -> bool:
        """Whether each passage can be read once and no more."""
        return self.read == Counter(self.wanted)

    @property
    def turns(self) -> str:
        """The number of passages that were read since the reader came."""
        return f"{self.name} turns"

    def turn(self) -> Step:
        """One passage more."""
        return Set(self.turns, ast.Binary("+", name(self.turns), ast.Number(1)))

    def last(self) -> Body:
        """The passage `[@last]`, when as many have been read as there are."""
        enough: ast.Expr | None = None
        for each in self.wanted:
            enough = both(enough, name(f"{self.name} read {each}"))
        if "@last" not in self.passages or enough is None:
            return ()
        if not self.simple:
            enough = ast.Binary(">=", name(self.turns), ast.Number(len(self.wanted)))
        return gathered((If(enough, self.shown("@last", ("@last",))),), f"{self.name} last")

    def shown(self, passage: str, within: tuple[str, ...]) -> Body:
        """What a passage says and does.

        Args:
            passage: its name.
            within: the passages whose links have led here, and itself.
        """
        before = (each.get("", "") for each in (self.kind.passages, self.passages))
        return tuple(step for text in (*before, self.find(passage) or "") for step in self.written(text, within))

    def find(self, passage: str) -> str | None:
        """The text of a passage, if there is one."""
        return self.passages.get(passage, self.kind.passages.get(passage))

    def written(self, text: str, within: tuple[str, ...] = ()) -> list[Step]:
        """A text of the story. Lines such as `@inc gold` happen before its words, also those that stand below them."""
        sets = [_command(line["word"], line["rest"].strip(), line[0].strip()) for line in _ATTRIBUTE.finditer(text)]
        return [*sets, *_Text(self, _ATTRIBUTE.sub("", text), within=within).steps()]


class _Text(Struct):
    """Text with commands, links and `{{…}}`."""

    part: _Part
    text: str
    at: int = 0
    within: tuple[str, ...] = ()
    """The passages whose links have led here."""
    ends: dict[int, int] | None = None
    """Where a brace opens → where it is closed; looked for when first needed."""

    def steps(self, depth: int = 0, *, inside: bool = False) -> list[Step]:
        """Steps up to the end, or up to `{{else}}` and `{{/if}}`, which are left to read."""
        found: list[Step] = []
        while self.at < len(self.text):
            match = _MARK.search(self.text, self.at)
            if match is None:
                found.append(Words((self.text[self.at :],)))
                self.at = len(self.text)
                break
            found.append(Words((self.text[self.at : match.start()],)))
            code = (match["code"] or "").strip()
            if inside and (code == "else" or code.startswith("/")):
                self.at = match.start()
                break
            self.at = match.end()
            if match["line"]:
                found.append(_command(match["line"], match["rest"].strip(), match[0]))
            elif match["link"]:
                found.extend(self.link(match["link"]))
            elif match["brace"]:
                self.brace(match.start(), found, depth)
            else:
                found.extend(self.code(code, match[0], depth))
        return found

    def code(self, code: str, raw: str, depth: int) -> list[Step]:
        word, _, rest = code.partition(" ")
        if word in ("#if", "#unless") and depth < DEEPEST:
            condition = self.part.kind.asks(_condition(rest))
            if word == "#unless" and not isinstance(condition, Unread):
                condition = ast.Unary("not", condition)
            yes = tuple(self.steps(depth + 1, inside=True))
            no: Body = ()
            if self.next("else"):
                no = tuple(self.steps(depth + 1, inside=True))
            self.next("/")
            return [If(condition, yes, no, Origin("condition", "{{#if}}", raw))]
        if word in ("inc", "dec"):
            return [_step(word, rest.replace('"', ""), raw, f"{{{{{word}}}}}")]
        if re.fullmatch(r"\w+", code):
            return [Words((name(code),))]
        return [] if code.startswith("/") or code == "else" else [Kept(Origin("other", "{{…}}", raw))]

    def brace(self, start: int, found: list[Step], depth: int) -> None:
        """`{if gold>2:…}`, `{else:…}`, `{@gold+=1,key}` of version 5."""
        if self.ends is None:
            self.ends = _closed(self.text)
        end = self.ends.get(start, -1)
        raw = self.text[start : end + 1]
        if end < 0 or not (self.part.kind.older or _COMMAND.match(raw)):
            self.at = start + 1
            found.append(Words(("{",)))
            return
        self.at = end + 1
        inner = raw[1:-1]
        head, colon, text = inner.partition(":")
        shown = {*self.part.passages, *self.part.kind.sections}
        if re.fullmatch(r"\w+", inner) and inner not in shown:
            found.append(Words((name(inner),)))
        elif depth >= DEEPEST or not (inner.startswith("@") or (colon and head.startswith(("if ", "else")))):
            found.append(Kept(Origin("other", f"{{{re.split('[: ]', head)[0]}}}" if colon else "{…}", raw)))
        elif inner.startswith("@"):
            found.extend(_set(part.strip(), "{@…}", part.strip()) for part in inner[1:].split(","))
        else:
            body = tuple(_Text(self.part, text, within=self.within).steps(depth + 1))
            if head == "else":
                found.append(_otherwise(found, body, raw))
            else:
                origin = Origin("condition", "{if}", f"{{{head}:}}")
                found.append(If(self.part.kind.asks(_asked(head[3:])), body, origin=origin))

    def next(self, word: str) -> bool:
        """Whether `{{else}}` or `{{/if}}` comes now; if so, it is passed."""
        match = _MARK.match(self.text, self.at)
        if match is None or not (match["code"] or "").strip().startswith(word):
            return False
        self.at = match.end()
        return True

    def link(self, raw: str) -> list[Step]:
        match = _LINK.fullmatch(raw)
        if match is None:
            return [Words((raw,))]
        if match["label"]:
            target, *changes = (part.strip() for part in (match["to"] or match["label"]).split(","))
            sets = tuple(_set(each, "[[…]](…, …)", each) for each in changes)
            link = Link((match["label"],), target, body=sets, origin=Origin("link", "[[…]]", raw))
            return [Words((match["label"],)), link]
        passage, *changes = (part.strip() for part in (match["passage"] or match["words"]).split(","))
        origin = Origin("link", "[…]", raw)
        if self.part.find(passage) is None:
            return [Words((raw,)), *(Kept(Origin("effect", "[…](…, …)", raw)) for _ in changes)]
        full = len(self.within) >= DEEPEST or self.part.copies >= MOST_READ
        if passage in self.within or (self.within and full):
            return [Words((match["words"],)), Kept(origin)]  # it could be read again and again
        self.part.copies += bool(self.within)
        self.part.read[passage] += 1
        again = f" {self.part.read[passage]}" if self.part.read[passage] > 1 else ""
        sets = tuple(_set(each, "[…](…, …)", each) for each in changes)
        read = (Set(seen(passage), Truth(holds=True)),) if passage in self.part.kind.seen else ()
        body = (*sets, *read, *self.part.shown(passage, (*self.within, passage)))
        memory = f"{self.part.name} read {passage}{again}"
        link = Link((match["words"],), "", body=body, once=True, origin=origin, memory=memory)
        return [Words((match["words"],)), link]


def _closed(text: str) -> dict[int, int]:
    """Where braces open, and where each is closed."""
    ends: dict[int, int] = {}
    waiting: list[int] = []
    for mark in re.finditer(r"[{}]", text):
        if mark[0] == "{":
            waiting.append(mark.start())
        elif waiting:
            ends[waiting.pop()] = mark.start()
    return ends


def _condition(text: str) -> ast.Expr:
    """`(gt maya 0)`, `(and (gt a 1) (seen "X"))`, `flag`"""
    tokens = re.findall(r"\(|\)|\"[^\"]*\"|'[^']*'|[^\s()]+", text)
    try:
        value, rest = _prefix(tokens, 0)
    except (IndexError, ValueError, RecursionError):
        return Unread(text)
    return value if rest == len(tokens) else Unread(text)


def _prefix(tokens: list[str], at: int, depth: int = 0) -> tuple[ast.Expr, int]:
    if depth > DEEPEST:
        raise ValueError
    word = tokens[at]
    if word != "(":
        value = read_value(word, PLAIN)
        if isinstance(value, Unread):
            raise ValueError
        return value, at + 1
    op, at = tokens[at + 1], at + 2
    values: list[ast.Expr] = []
    while tokens[at] != ")":
        value, at = _prefix(tokens, at, depth + 1)
        values.append(value)
    at += 1
    if op == "seen" and len(values) == 1 and isinstance(values[0], Text):
        return Visits(values[0].words), at
    if op == "not" and len(values) == 1:
        return ast.Unary("not", values[0]), at
    if op in ("and", "or") and values:
        made = values[0]
        for each in values[1:]:
            made = ast.Binary(op, made, each)
        return made, at
    if op in _OPS and len(values) == 2:
        return ast.Binary(_OPS[op], values[0], values[1]), at
    raise ValueError


def _command(word: str, rest: str, raw: str) -> Step:
    """`@set gold = 3`, `@inc gold 2`"""
    construct = f"@{word}"
    if word == "set":
        return _set(rest, construct, raw)
    if word == "unset":
        return Set(rest, Truth(holds=False), Origin("effect", construct, raw))
    if word in ("inc", "dec"):
        return _step(word, rest, raw, construct)
    if word == "clear":
        return Words(("",))
    return Kept(Origin("other", construct, raw))


def _set(text: str, construct: str, raw: str) -> Step:
    """`gold = 3`, `gold += 1`, `key`, `not key`"""
    origin = Origin("effect", construct, raw)
    match = _WRITTEN.fullmatch(text)
    if match is None:
        flag = text.removeprefix("not ").strip()
        known = re.fullmatch(r"\w+", flag)
        return Set(flag, Truth(holds=not text.startswith("not ")), origin) if known else Kept(origin)
    thing, value = match["thing"], _value(match["value"].strip())
    if match["op"] == "=":
        return Set(thing, value, origin)
    if isinstance(value, Text | Truth | Unread) or match["op"] == "/=":
        return Kept(origin)
    return Set(thing, ast.Binary(match["op"][0], name(thing), value), origin)


def _value(text: str) -> ast.Expr:
    """A value that is set or compared with: a number, words, or what `@other` is."""
    if text.startswith("@"):
        return name(text[1:]) if re.fullmatch(r"@\w+", text) else Unread(text)
    value = read_value(text, PLAIN)
    return Text(text) if any(isinstance(each, ast.Name | Unread) for each in inside(value)) else value


def _asked(text: str) -> ast.Expr:
    """`gold>=2`, `seen hall`, `not key`"""
    match = _COMPARED.fullmatch(text)
    if match is not None:
        thing, op = match["thing"].strip(), match["op"].replace("<>", "!=")
        return (
            ast.Binary(op, name(thing), _value(match["other"].strip())) if re.fullmatch(r"\w+", thing) else Unread(text)
        )
    flag = text.removeprefix("not ").strip()
    value: ast.Expr = Unread(text)
    if flag.startswith("seen "):
        value = Visits(flag[5:].strip())
    elif re.fullmatch(r"\w+", flag):
        value = name(flag)
    return ast.Unary("not", value) if text.startswith("not ") and not isinstance(value, Unread) else value


def _otherwise(found: list[Step], body: Body, raw: str) -> Step:
    """What holds where the last `{if}` did not. If nothing stands between, that one is taken from the list for it."""
    place = max((at for at, step in enumerate(found) if isinstance(step, If)), default=-1)
    last = found[place] if place >= 0 else None
    if not isinstance(last, If) or last.otherwise:
        return Kept(Origin("condition", "{else}", raw))
    if all(isinstance(step, Words) and not "".join(map(str, step.pieces)).strip() for step in found[place + 1 :]):
        del found[place:]
        return replace(last, otherwise=body)
    if any(isinstance(step, Set) for step in walk(found[place:])) or isinstance(last.condition, Unread):
        return Kept(Origin("condition", "{else}", raw))  # what it asks for may have changed by now
    return If(ast.Unary("not", last.condition), body)


def _step(word: str, rest: str, raw: str, construct: str) -> Step:
    """One more or one less, or as many as are said."""
    parts = rest.split()
    origin = Origin("effect", construct, raw)
    amount = read_value(parts[1], PLAIN) if len(parts) > 1 else ast.Number(1)
    if not parts or plain(amount) is None:
        return Kept(origin)
    return Set(parts[0], ast.Binary("+" if word == "inc" else "-", name(parts[0]), amount), origin)
