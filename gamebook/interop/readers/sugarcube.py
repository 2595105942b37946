"""SugarCube, a story format of Twine, and the older Sugarcane: `<<if $gold gt 3>>…<</if>>`, `<<set $gold += 1>>`."""

from __future__ import annotations

import html
import json
import re
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from gamebook.interop.draft import Back, Body, If, Jump, Kept, Link, Origin, Pieces, Remark, Set, Spread, Step, Words
from gamebook.interop.readers.stories import Scope, comment_at, last, link_at, links_in, printed, read_link, unseen_at
from gamebook.interop.readers.targets import computed, led, outside, turn_to
from gamebook.interop.readers.temporary import with_fresh
from gamebook.interop.readers.wordings import worded
from gamebook.interop.terms import Strict, Text, Truncated, Truth, Unread, drawn, spelt
from gamebook.interop.values import STRICT, Dialect, name, read_array, read_value
from gamebook.syntax import ast

_OWN = re.compile(r"(?:\$|_)[^\W\d]\w*")
_TAG = re.compile(
    # looked for ahead, and not tried again in another way; `{0,20000}+` would do, but Python 3.11.2 fails to match it
    r"<<(?P<close>/|end)?(?P<name>[A-Za-z][\w-]*|=|-)"
    r"(?=(?P<rest>(?:\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`|(?!>>).){0,20000}))(?P=rest)>>",
    re.DOTALL,
)
_VARIABLE = re.compile(r"[$_][A-Za-z]\w*(?![\w\[]|\.[A-Za-z$_])")
_ESCAPED = re.compile(r"\$(\$[A-Za-z_]\w*)")
"""`$$gold` is `$gold` in the text, and no variable."""
_MARKS = re.compile(
    r"<<|\[\[|\[[<>]?img\[|<!--|/\*|/%|\$|_(?=[A-Za-z])|\\\n|\{\{\{|\"\"\"|<(?:nowiki>|html>|script\b|style\b|a\s|button\s)",
    re.IGNORECASE,
)
_AS_IT_IS = (("{{{", "}}}"), ('"""', '"""'), ("<nowiki>", "</nowiki>"), ("<html>", "</html>"))
"""Marks around words in which nothing is a mark."""
_HERE = re.compile(r"(?<![\w$.])visited\(\s*\)")
_WRITTEN = re.compile(
    r"\s*(?P<thing>[$_]\w+)\s*(?P<op>\+\+|--|\+=|-=|\*=|/=|%=|=(?!=)|to\b)\s*(?P<value>.*)", re.DOTALL
)
CONTAINERS = frozenset(
    [
        "if",
        "link",
        "button",
        "click",
        "linkreplace",
        "linkappend",
        "linkprepend",
        "nobr",
        "silently",
        "for",
        "switch",
        "replace",
        "append",
        "prepend",
        "repeat",
        "timed",
        "script",
        "widget",
        "capture",
        "done",
        "type",
        "silent",
    ]
)
_BRANCHING = ("if", "switch")
_BRANCHES = ("else", "elseif", "case", "default")
DEEPEST = 40
MOST_FAILED = 200


def _thing(word: str) -> ast.Expr | None:
    word = word.removeprefix("State.variables.")
    return name(word.lstrip("$")) if _OWN.fullmatch(word) else None


VALUES = Dialect(
    words={
        "and": "and", "or": "or", "not": "not", "is": "=", "isnot": "!=", "eq": "=", "neq": "!=",
        "gt": ">", "gte": ">=", "lt": "<", "lte": "<=",
    },
    variable=_thing,
    equal=False,
    picks=True,
    strict=STRICT | {"is", "isnot"},
    first=0,
)  # fmt: skip


def parse(text: str, scope: Scope) -> Body:
    """The steps of a passage; one inside another knows its temporary variables."""
    body = _Parser(text, scope).block("", 0)
    return body if len(scope.open) > 1 else with_fresh(body, "_")


class _Parser(Struct):
    text: str
    scope: Scope
    at: int = 0
    failed: int = 0
    """Marks `<<` that begin no tag."""
    branch: re.Match[str] | None = None
    """The tag of `else` or `case` that ended the last block; None if it was closed, or the text was over."""

    def block(self, until: str, depth: int) -> Body:
        """Steps up to the tag that closes `until`; the tags of `else` and `case` end it too, and are left to read."""
        self.branch = None
        steps: list[Step] = []
        words: list[str | ast.Expr] = []

        def say() -> None:
            if words:
                steps.append(Words(tuple(words)))
                words.clear()

        while self.at < len(self.text):
            tag = self.tag_here() if self.text.startswith("<<", self.at) else None
            if tag is not None:
                say()
                if tag["close"] and (tag["name"] == until or tag["name"] in CONTAINERS):
                    self.at = tag.end() if tag["name"] == until or not until else self.at
                    if until:
                        return tuple(steps)
                    continue
                if until in _BRANCHING and tag["name"] in _BRANCHES and not tag["close"]:
                    self.branch = tag
                    return tuple(steps)
                self.at = tag.end()
                self.tag(tag, steps, depth)
                self.branch = None  # it ended a block inside this one
                continue
            self.words(steps, words)
        say()
        return tuple(steps)

    def tag_here(self) -> re.Match[str] | None:
        """The tag that begins here. After many marks that begin none, further ones are taken for words."""
        if self.failed > MOST_FAILED or last(self.text, ">>") < self.at:
            return None
        found = _TAG.match(self.text, self.at)
        self.failed += found is None
        return found

    def sets(self, word: str) -> bool:
        """Whether this passage, or one that it stands in, sets a temporary variable; else its name is a word."""
        return any(word in _temporary(self.scope.texts.get(each, "")) for each in self.scope.open)

    def words(self, steps: list[Step], words: list[str | ast.Expr]) -> None:
        """One piece of text, a link, a comment or a variable."""
        text, place = self.text, self.at
        link = link_at(text, place) if text.startswith("[[", place) else _picture(text, place) or anchor_at(text, place)
        comment = comment_at(text, place, {"/*": "*/", "/%": "%/"})
        unseen = (Remark(comment[0]), comment[1]) if comment is not None else unseen_at(text, place)
        variable = _VARIABLE.match(text, place) if text[place] in "$_" else None
        if variable is not None and text[place] == "_" and not self.sets(variable[0]):
            variable = None
        if link is not None or unseen is not None:
            if words:
                steps.append(Words(tuple(words)))
                words.clear()
            if link is not None:
                label = tuple(_shown(each) if isinstance(each, str) else each for each in link[0].label)
                made = replace(link[0], label=label, body=tuple(_written(link[1], "[…][setter]", link[1])))
                steps.append(self.led(made))
                self.at = link[2]
            elif unseen is not None:
                steps.append(unseen[0])
                self.at = unseen[1]
        elif variable is not None:
            words.append(_thing(variable[0]) or variable[0])
            self.at = variable.end()
        elif (escaped := _ESCAPED.match(text, place)) is not None:
            words.append(escaped[1])
            self.at = escaped.end()
        elif text.startswith("\\\n", place):
            self.at += 2
        elif (verbatim := _as_it_is(text, place)) is not None:
            words.append(verbatim[0])
            self.at = verbatim[1]
        else:
            match = _MARKS.search(text, place + 1)
            self.at = match.start() if match else len(text)
            words.append(_plain(text[place : self.at]))

    def tag(self, tag: re.Match[str], steps: list[Step], depth: int) -> None:
        kind, rest = tag["name"], tag["rest"].strip()
        origin = Origin("other", f"<<{kind}>>", tag[0])
        if depth > DEEPEST:
            steps.extend(self.kept(tag, kind) if kind in CONTAINERS else (Kept(origin),))
            return
        match kind:
            case "set" | "run":
                steps.extend(_written(rest, f"<<{kind}>>", tag[0]))
            case "if":
                steps.extend(self.branches(tag, depth))
            case "switch":
                steps.extend(self.cases(rest, depth))
            case "link" | "button" | "click" | "linkreplace" | "linkappend" | "linkprepend":
                self.link(kind, rest, tag[0], steps, depth)
            case "goto":
                steps.extend(self.goto(_target(rest), Origin("link", "<<goto>>", tag[0])))
            case "back" | "return":
                steps.extend(self.back(kind, rest, tag[0]))
            case "include" | "display":
                target = _target(rest)
                steps.extend(self.scope.shown(target, origin) if target else (Kept(origin),))
            case "print" | "=" | "-":
                steps.extend(self.printed(self.value(rest), origin))
            case "choice" | "actions":
                steps.extend(self.offered(kind, rest, tag[0]))
            case "unset":
                steps.append(Kept(Origin("effect", "<<unset>>", tag[0])))
            case "for" | "script" | "widget":
                steps.extend(self.kept(tag, kind))
            case "silently" | "silent":
                steps.extend(_unseen(self.block(kind, depth + 1), origin))
            case "nobr" | "done" | "capture" | "type" | "timed" | "repeat":
                if kind in ("timed", "repeat"):
                    steps.append(Kept(origin))
                steps.extend(self.block(kind, depth + 1))
            case "replace" | "append" | "prepend":
                steps.append(Kept(origin))
                steps.extend(self.block(kind, depth + 1))
            case _:
                steps.append(Kept(origin))

    def kept(self, tag: re.Match[str], kind: str) -> Body:
        """What is not read, up to the tag that closes it: a comment, but its links are offered; a script has none."""
        opened, end = 1, len(self.text)
        for other in re.compile(rf"<<(/|end)?{kind}(?![\w-])[^>]*>>").finditer(self.text, self.at):
            opened += -1 if other[1] else 1
            if opened == 0:
                end = other.end()
                break
        self.at = end
        raw = self.text[tag.start() : end]
        links = links_in(raw, self.scope.texts) if kind != "script" else ()
        return (Kept(Origin("other", f"<<{tag['name']}>>", raw)), *links)

    def printed(self, value: ast.Expr, origin: Origin) -> Body:
        """A value that is shown; marks and links in its words are read."""
        if isinstance(value, Unread):
            return (Kept(origin),)
        return printed(value, lambda words: _Parser(words, self.scope).block("", 0))

    def value(self, text: str) -> ast.Expr:
        """A value or a condition; `visited()` is about the passage that play is in."""
        here = json.dumps(self.scope.here, ensure_ascii=False)
        return read_value(_HERE.sub(lambda _: f"visited({here})", text), VALUES)

    def branches(self, tag: re.Match[str], depth: int) -> Body:
        """`<<if>> … <<elseif>> … <<else>> … <</if>>`; a chain that is too long is read as far as it may go."""
        found: list[tuple[ast.Expr, Origin, Body]] = []
        otherwise: Body = ()
        branch: re.Match[str] | None = tag
        last_one = False
        while branch is not None:
            word, rest = branch["name"], branch["rest"].strip()
            if word == "else" and rest.startswith("if "):  # `<<else if $x>>` of the older format
                word, rest = "else if", rest[3:]
            if last_one or len(found) > DEEPEST:
                otherwise = (*otherwise, *self.kept(branch, "if"))
                break
            if word == "else":
                otherwise, last_one = self.block("if", depth + 1), True
            else:
                origin = Origin("condition", f"<<{word}>>", branch[0])
                found.append((self.value(rest), origin, self.block("if", depth + 1)))
            branch = self.next_branch()
        for condition, origin, body in reversed(found):
            otherwise = (If(condition, body, otherwise, origin),)
        return otherwise

    def next_branch(self) -> re.Match[str] | None:
        """The tag `<<elseif>>` or `<<else>>` that ended the block before, now behind us; None after `<</if>>`."""
        found = self.branch
        if found is None or found["name"] not in ("elseif", "else"):
            return None
        self.at = found.end()
        return found

    def cases(self, subject: str, depth: int) -> Body:
        """`<<switch $x>> <<case 1 2>> … <<default>> … <</switch>>`"""
        value = self.value(subject)
        before: list[Step] = []
        if drawn(value):
            word = self.scope.draw()
            before.append(Set(word, value))  # once, for all cases
            value = name(word)
        found: list[tuple[ast.Expr | None, Origin, Body]] = []
        self.block("switch", depth + 1)
        while (tag := self.branch) is not None and tag["name"] in ("case", "default"):
            self.at = tag.end()
            condition: ast.Expr | None = None
            for word in re.findall(r"\"[^\"]*\"|'[^']*'|[^\s,]+", tag["rest"]):
                one = read_value(word, VALUES)
                either = (
                    Unread(tag[0]) if isinstance(one, Unread) or isinstance(value, Unread) else Strict("=", value, one)
                )
                condition = either if condition is None else ast.Binary("or", condition, either)
            found.append(
                (condition, Origin("condition", f"<<{tag['name']}>>", tag[0]), self.block("switch", depth + 1))
            )
        otherwise: Body = ()
        for condition, origin, body in reversed(found):
            otherwise = body if condition is None else (If(condition, body, otherwise, origin),)
        return (*before, *otherwise)

    def link(self, kind: str, rest: str, raw: str, steps: list[Step], depth: int) -> None:
        self.scope.clicks += 1
        body = self.block(kind, depth + 1)
        self.scope.clicks -= 1
        origin = Origin("link", f"<<{kind}>>", raw)
        label, target = self.arguments(rest)
        shows = kind.startswith("link") and kind != "link"
        if shows:
            target = ""  # what stands behind the words is how the text appears, `t8n`
        turn: Body = ()
        if computed(target, self.scope.texts):
            turn = turn_to(target, self.value)
            target = "" if turn else target
        unknown = computed(target, self.scope.texts) or outside(target, self.scope.texts)
        if unknown and not body and outside(target, self.scope.texts):
            steps.append(Kept(origin))
            return
        if unknown:
            steps.append(Kept(origin))  # it leads to what a variable says, or to the web
            target = ""
        for step in body:
            if isinstance(step, Jump):  # it waits, and the last one decides
                target, turn = step.target, ()
        setter = _INNER.match(rest) or _PICTURE.match(rest)
        if setter is not None and setter["setter"]:  # SugarCube takes no notice of it here
            body = (Kept(Origin("effect", "[…][setter]", setter[0])), *body)
        changes = tuple(step for step in body if not isinstance(step, Jump))
        once = shows and not target and not turn
        made = Link((), target, body=(*changes, *turn), once=once, origin=None if unknown else origin)
        steps.extend(worded(label or (Words(("Go on",)),), lambda words: (replace(made, label=words),)))

    def arguments(self, rest: str) -> tuple[Body, str]:
        """What a link says, and where it leads: the name of a passage, an expression, or nowhere."""
        inner = _INNER.match(rest)
        if inner:
            shown, target = read_link(inner[1])
            return (Words((shown,)),) if shown else (), target
        picture = _PICTURE.match(rest)
        if picture is not None:
            target = (picture["target"] or "").strip() or _target(rest[picture.end() :].strip())
            shown = _titled(picture) or target
            return (Words((shown,)),) if shown else (), target
        quoted = _QUOTED.match(rest)
        if quoted is not None:
            return self.label(quoted[1] or quoted[2] or ""), _target(rest[quoted.end() :].strip())
        first = _FIRST.match(rest)
        if first is None:
            return (), ""
        value = self.value(first[0].strip("`"))
        words = first[0] if isinstance(value, Unread) else value.words if isinstance(value, Text) else value
        return (Words((words,)),), _target(rest[first.end() :].strip())

    def goto(self, target: str, origin: Origin) -> Body:
        """A turn that is no choice, to a passage or to what an expression says."""
        if not computed(target, self.scope.texts):
            return (Jump(target, origin, waits=True) if target else Kept(origin),)
        turn = turn_to(target, self.value)
        return tuple(_waiting(replace(step, origin=origin)) for step in turn) or (Kept(origin),)

    def back(self, kind: str, rest: str, raw: str) -> Body:
        """`<<return>>` turns back; `<<back>>` undoes, too."""
        origin = Origin("link", f"<<{kind}>>", raw)
        label, target = self.arguments(rest)
        if not target:
            turn = Back() if kind == "return" else Back(origin, undoes=True)
            made = Link((), "", body=(turn,), origin=origin if kind == "return" else None)
            return worded(label or (Words((kind.capitalize(),)),), lambda words: (replace(made, label=words),))
        undoing = Kept(replace(origin, raw=f"{raw} also takes back what has happened since"))

        def there(words: Pieces) -> Body:
            link = self.led(Link(words, target, origin=origin))
            if kind == "return" or not isinstance(link, Link):
                return (link,)
            return (replace(link, body=(undoing, *link.body), origin=None),)

        return worded(label or (Words((target,)),), there)

    def offered(self, kind: str, rest: str, raw: str) -> Body:
        """`<<choice "Hall" "Go in">>` is one link, `<<actions "Hall" "Yard">>` one to each; either may hold `[[…]]`.

        An action is gone once a link of `<<actions>>` to the same passage was taken, wherever that was; all choices of
        a passage are gone once one of them was taken.
        """
        origin = Origin("link", f"<<{kind}>>", raw)
        found: list[Step] = []
        words: list[str] = []
        for argument in _ARGUMENT.finditer(rest):
            link = link_at(argument[0], 0)
            if link is None:
                word = argument[0] if argument["bare"] else argument[1] or argument[2] or ""
                if argument["bare"] and computed(word, self.scope.texts):
                    return (Kept(origin),)  # it leads to what an expression says
                words.append(word)
            else:
                found.append(self.led(replace(link[0], body=tuple(_written(link[1], "[…][setter]", link[1])))))
        if kind == "choice":
            words = words[:2] if not found else []
            found.extend([Link((words[-1],), words[0], origin=origin)] if words else [])
        else:
            found.extend(Link((word,), word, origin=origin) for word in words)
        return tuple(map(self.once, [kind] * len(found), found)) or (Kept(origin),)

    def once(self, kind: str, step: Step) -> Step:
        """A link of `<<choice>>` or `<<actions>>`, which is gone when it was taken."""
        if not isinstance(step, Link):
            return step
        return replace(step, once=True, memory=f"{kind} {self.scope.here if kind == 'choice' else step.target}")

    def led(self, link: Link) -> Step:
        """A link whose target may be an expression."""
        return led(link, self.scope.texts, self.value)

    def label(self, quoted: str) -> Body:
        """The words of a choice that stand in quotes, with marks and values."""
        return _Parser(re.sub(r"\\(.)", r"\1", quoted), self.scope).block("", 0)


@lru_cache(maxsize=16)
def _temporary(text: str) -> frozenset[str]:
    """The temporary variables that a text sets."""
    return frozenset(re.findall(r"(_[A-Za-z]\w*)\s*(?:to\b|[-+*/%]?=(?!=)|\+\+|--)", text))


def _shown(words: str) -> str | ast.Expr:
    """The words of `[[…]]`: a variable alone is its value, and among other words it is plain words."""
    return _thing(words) or words


def _waiting(step: Step) -> Step:
    """The turn, or the draw between turns, as one that waits."""
    match step:
        case Jump():
            return replace(step, waits=True)
        case Spread(rows=rows):
            return replace(step, rows=tuple((weight, tuple(map(_waiting, row))) for weight, row in rows))
    return step


_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"|\'((?:\\.|[^\'\\])*)\'')
_INNER = re.compile(r"\[\[(.+?)\](?:\[(?P<setter>[^\]]*)\])?\]")
"""`[[Go->Hall][$x to 1]]` in a tag."""
_ARGUMENT = re.compile(rf"\[\[.+?\](?:\[[^\]]*\])?\]|{_QUOTED.pattern}|(?P<bare>`[^`]*`|\S+)")
_FIRST = re.compile(r"`[^`]*`|\S+")
_ANCHOR = re.compile(r"<(a|button)\s([^<>]*)>", re.IGNORECASE)
_CLOSES = {"a": re.compile(r"</a>", re.IGNORECASE), "button": re.compile(r"</button>", re.IGNORECASE)}
_FARTHEST = 2_000
"""Letters between the marks of a link of HTML."""
_PICTURE = re.compile(
    r"\[[<>]?img\[(?P<shown>[^\]]{0,300})\](?:\[(?P<target>[^\]]{1,200})\](?:\[(?P<setter>[^\]]{0,300})\])?)?\]",
    re.IGNORECASE,
)
"""A picture: `[img[A door|door.png]]`; with a passage it is a link."""


def anchor_at(text: str, place: int) -> tuple[Link, str, int] | None:
    """`<a data-passage="Hall" data-setter="$x to 1">Go</a>`: the link, its setter, and where it ends."""
    match = _ANCHOR.match(text, place) if text[place] == "<" else None
    about = dict(re.findall(r"data-(passage|setter)=[\"']([^\"']*)[\"']", match[2])) if match else {}
    if match is None or "passage" not in about:
        return None
    tag = match[1].lower()
    close = _CLOSES[tag].search(text, match.end(), match.end() + _FARTHEST)
    if close is None:
        return None
    words = html.unescape(re.sub(r"<[^<>]*>", "", text[match.end() : close.start()])).strip()
    target = html.unescape(about["passage"])
    link = Link((words or target,), target, origin=Origin("link", f"<{tag}>", text[place : close.end()]))
    return link, html.unescape(about.get("setter", "")), close.end()


def _picture(text: str, place: int) -> tuple[Link, str, int] | None:
    """`[img[A door|door.png][Hall][$x to 1]]`: the link of a picture, its setter, and where it ends."""
    match = _PICTURE.match(text, place) if text[place] == "[" else None
    if match is None or match["target"] is None:
        return None
    target = match["target"].strip()
    link = Link((_titled(match) or target,), target, origin=Origin("link", "[img[…]]", match[0]))
    return link, match["setter"] or "", match.end()


def _titled(picture: re.Match[str]) -> str:
    """The title of a picture; empty if it has none."""
    title, bar, _ = picture["shown"].rpartition("|")
    return title.strip() if bar else ""


def _as_it_is(text: str, place: int) -> tuple[str, int] | None:
    """`{{{…}}}`: words in which nothing is a mark, and where they end."""
    for opens, closes in _AS_IT_IS:
        begin = place + len(opens)
        if text[place:begin].lower() == opens and last(text, closes) >= begin:
            end = text.index(closes, begin)
            return text[begin:end], end + len(closes)
    return None


def _unseen(body: Body, origin: Origin) -> list[Step]:
    """Steps of which the reader sees nothing: words and links are comments, those under conditions, too."""
    made: list[Step] = []
    for step in body:
        match step:
            case Words(pieces=pieces):
                said = "".join(each if isinstance(each, str) else spelt(each) for each in pieces).strip()
                made.extend([Remark(said)] if said else [])
            case Link():
                made.append(Kept(step.origin or origin))
            case If():
                yes, no = (tuple(_unseen(each, origin)) for each in (step.body, step.otherwise))
                made.append(replace(step, body=yes, otherwise=no))
            case Spread():
                made.append(
                    replace(step, rows=tuple((weight, tuple(_unseen(row, origin))) for weight, row in step.rows))
                )
            case _:
                made.append(step)
    return made


def _target(rest: str) -> str:
    """The passage that a tag names, or the expression that does."""
    inner = _INNER.match(rest)
    if inner:
        return read_link(inner[1])[1]
    quoted = _QUOTED.match(rest)
    return (quoted[1] or quoted[2] or "") if quoted else rest.strip("`")


def _written(text: str, construct: str, raw: str) -> list[Step]:
    """Assignments: `$a to 1, $b += 2; $c++`"""
    found: list[Step] = []
    for part in split(text):
        origin = Origin("effect", construct, raw if construct.startswith("<<") else part)
        match = _WRITTEN.fullmatch(part)
        if match is None:
            found.append(Kept(origin))
            continue
        thing = match["thing"].lstrip("$")
        array = read_array(match["value"], 0) if match["op"] in ("to", "=") else None
        found.append(Set(thing, array or changed(match, VALUES, thing), origin))
    return found


def split(text: str) -> list[str]:
    """Statements between commas or semicolons that stand in no brackets and no quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter in ",;" and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def changed(match: re.Match[str], dialect: Dialect, thing: str) -> ast.Expr:
    """The value that an assignment such as `x += 2` or `x++` gives."""
    op = match["op"]
    old = name(thing)
    if op in ("++", "--"):
        return ast.Binary(op[0], old, ast.Number(1)) if not match["value"].strip() else Unread(match[0])
    value = read_value(match["value"], dialect, old)
    if op in ("=", "to"):
        return value
    if isinstance(value, Unread | Text | Truth) or op == "/=":
        return Unread(match[0])
    return Truncated("mod", old, value) if op == "%=" else ast.Binary(op[0], old, value)


def _plain(text: str) -> str:
    """Text with its marks as Markdown has them."""
    text = re.sub(r"<br\s*/?>", "\n", text.replace("''", "**"))
    text = re.sub(r"(?<!:)//(?=\S)([^\n]*?\S)//", r"*\1*", text)
    return html.unescape(text)  # last: a letter that is written as a number is no mark
