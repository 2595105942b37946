"""Harlowe, a story format of Twine: `(if: $gold > 3)[…]`, `(set: $gold to it + 1)`, `(link: "Take it")[…]`."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.interop.brackets import Brackets
from gamebook.interop.draft import Back, Body, End, If, Jump, Kept, Link, Origin, Pieces, Set, Step, Words
from gamebook.interop.readers.stories import Scope, add_else, last_if, link_at, links_in, printed, unseen_at
from gamebook.interop.readers.sugarcube import split
from gamebook.interop.readers.targets import led, turn_to
from gamebook.interop.readers.wordings import blank, worded
from gamebook.interop.terms import Array, Text, Unread, Visits, inside
from gamebook.interop.values import SAME, Dialect, name, read_array, read_value
from gamebook.syntax import ast

_MACRO = re.compile(r"\((?P<name>[A-Za-z][\w-]*)\s*:")
_VARIABLE = re.compile(r"[$_][A-Za-z]\w*")
_OWN = re.compile(r"[$_][^\W\d]\w*")
_HOOK_NAME = re.compile(r"\|[\w-]+[>)](?=\[)")
_VERBATIM = re.compile(r"(?P<marks>`+)(?P<words>[^`]+)(?P=marks)(?!`)")
_STRING = re.compile(r"(?P<mark>[\"'])(?P<words>(?:\\.|(?!(?P=mark))[^\\])*)(?P=mark)", re.DOTALL)
_UNCLOSED = re.compile(r"\[=+")
_PLUS = re.compile(r"[ \t\n\\]*\+[ \t\n\\]*")
_HOOK_END = re.compile(r"[<(][\w-]+\|")
_HIDDEN = re.compile(r"\|[\w-]+\)\Z")
_NEAR = 100
"""How many letters before a hook its name is looked for."""
_CONDITIONS = frozenset(["if", "unless", "else-if", "else"])
_LINKS = frozenset(
    [
        "link",
        "link-replace",
        "link-reveal",
        "link-append",
        "link-repeat",
        "link-rerun",
        "button",
        "click",
        "click-replace",
    ]
)
"""Macros whose hook is behind words to click on."""
_KNOWN = frozenset(
    ["link-goto", "link-reveal-goto", "link-show", "link-undo", "goto", "undo", "set", "put", "move", "display"]
)
_NAMES = {name.replace("-", ""): name for name in (*_CONDITIONS, *_LINKS, *_KNOWN)}
"""Macros that are read, by their names without dashes: Harlowe takes no notice of these."""
DEEPEST = 40
"""Hooks inside one another."""


def _thing(word: str) -> ast.Expr | None:
    """`$gold` and `_result` are things; other words are none."""
    return name(word.lstrip("$")) if _OWN.fullmatch(word) else None


def _places(text: str) -> str:
    """`$maze's ($y)'s ($x)` as `$maze[$y][$x]`"""
    while True:
        found = re.sub(r"([\w\]])'s\s*\(([^()]*)\)", r"\1[\2]", text)
        if found == text:
            return found
        text = found


def _array(text: str) -> Array | None:
    """`(a: (a: 0, 1), (a: 1, 0))`"""
    if not re.match(r"\(\s*(?:a|array):", text):
        return None
    return read_array(re.sub(r"\(\s*(?:a|array):", "[", text).replace(")", "]"), 1)


def _prepared(text: str) -> str:
    """Macros as calls, and the ways in which a passage's visits are asked for."""
    text = _places(text)
    text = re.sub(r"\(history:\s*\)\s+contains\s+(\"[^\"]*\"|'[^']*')", r"history(\1)", text)
    return re.sub(r"\(([A-Za-z][\w-]*)\s*:", lambda match: match[1].replace("-", "_") + "(", text)


def _in_history(arguments: Sequence[ast.Expr]) -> ast.Expr | None:
    """Whether the reader has left a passage: the present one comes into the history when it is left."""
    if len(arguments) == 1 and isinstance(arguments[0], Text):
        return Visits(arguments[0].words, before=True)
    return None


VALUES = Dialect(
    words={"and": "and", "or": "or", "not": "not", "is": "=", "isnot": "!="},
    functions={
        "history": _in_history,
        "text": SAME,
        "str": SAME,
        "string": SAME,
        "num": SAME,
        "number": SAME,
        "print": SAME,
    },
    variable=_thing,
    strengths={"and": 1, "or": 1},
    strict=frozenset(["is", "isnot"]),
    prepare=_prepared,
    equal=False,
    first=1,
)


def parse(text: str, scope: Scope) -> Body:
    """The steps of a passage."""
    return _Parser(text, scope, Brackets(text)).body()


class _Macro(Struct):
    name: str
    arguments: str
    raw: str


class _Parser(Struct):
    text: str
    scope: Scope
    brackets: Brackets
    depth: int = 0
    closed: If | None = None
    """The last chain of conditions that has its `(else:)`. A further one would be shown where that one is not."""
    after: int = -1
    """Where the last hook has ended, and its name may follow."""

    def body(self) -> Body:
        text, place = self.text, 0
        steps: list[Step] = []
        words: list[str | ast.Expr] = []

        def say() -> None:
            if words:
                steps.append(Words(tuple(words)))
                words.clear()

        while place < len(text):
            letter = text[place]
            if letter == "(" and (macro := self.macro(place)) is not None:
                say()
                place = self.carry_out(macro, place + len(macro.raw), steps)
            elif letter == "[" and not self.nested(place) and (link := link_at(text, place)) is not None:
                say()
                steps.extend(self.bracketed(link[0]))
                place = link[2]
            elif letter == "[" and (hook := self.opened(place)) is not None:
                say()
                steps.extend(self.inner(*hook))
                place = hook[1] + 1
            elif (letter == "|" and (named := _HOOK_NAME.match(text, place))) or (
                (letter == "<" or place == self.after) and (named := _HOOK_END.match(text, place))
            ):
                place = named.end()
                if named[0].endswith(")") and self.hook(place) is None:  # a link, or a hook that nothing closes
                    say()
                    steps.append(_hides("|…)[…]", named[0]))
            elif letter == "`" and (verbatim := _VERBATIM.match(text, place)):
                words.append(verbatim["words"])
                place = verbatim.end()
            elif letter == "<" and (unseen := unseen_at(text, place)):
                say()
                steps.append(unseen[0])
                place = unseen[1]
            elif letter in "$_" and (found := self.variable(place)):
                place = self.shown(found, steps, words)
            elif letter in "{}":
                place += 1
            elif letter == "\\" and text[place + 1 : place + 2] in ("\n", ""):
                place += 2
            else:
                end = _next_mark(text, place + 1)
                words.append(_plain(text[place:end]))
                place = end
        say()
        return tuple(steps)

    def inner(self, start: int, end: int) -> Body:
        """The steps of a hook."""
        text = self.text[start:end]
        self.after = end + 1
        if self.depth > DEEPEST:
            return (Kept(Origin("other", "hook", text)),)
        body = _Parser(text, self.scope, self.brackets.within(start, end), self.depth + 1).body()
        return (*self.hidden(start, end), *body)

    def hidden(self, start: int, end: int) -> Body:
        """A comment for a hook that is hidden at first: by `|name)` before it, or `(name|` behind it."""
        before = _HIDDEN.search(self.text[max(0, start - _NEAR) : max(0, start - 1)])
        behind = _HOOK_END.match(self.text, end + 1)
        if before is not None:
            return (_hides("|…)[…]", before[0]),)
        if behind is not None and behind[0].startswith("("):
            return (_hides("[…](…|", behind[0]),)
        return ()

    def nested(self, place: int) -> bool:
        """Whether a hook begins here that begins with a link: `[[[Go->Hall]]]`."""
        if not self.text.startswith("[[[", place):
            return False
        end = self.brackets.closed(place)
        return end > 0 and self.text[end - 2 : end + 1] == "]]]"

    def macro(self, place: int) -> _Macro | None:
        match = _MACRO.match(self.text, place)
        end = self.brackets.closed(place) if match else -1
        if match is None or end < 0:
            return None
        said = match["name"].lower().replace("_", "-")
        name = _NAMES.get(said.replace("-", ""), said)
        return _Macro(name, self.text[match.end() : end].strip(), self.text[place : end + 1])

    def joined(self, place: int) -> tuple[list[_Macro], int]:
        """The macros that are joined to the one before a place, `+(text-colour: red)`, and where they end."""
        found: list[_Macro] = []
        while (plus := _PLUS.match(self.text, place)) and (other := self.macro(plus.end())) is not None:
            found.append(other)
            place = plus.end() + len(other.raw)
        return found, place

    def variable(self, place: int) -> re.Match[str] | None:
        before = self.text[place - 1 : place]
        return None if before.isalnum() else _VARIABLE.match(self.text, place)

    def shown(self, found: re.Match[str], steps: list[Step], words: list[str | ast.Expr]) -> int:
        """`$gold` in the text, or `$open[…]`, a condition kept in a variable."""
        place = found.end()
        value = _thing(found[0])
        assert value is not None
        if self.text.startswith("[", place) and (self.nested(place) or link_at(self.text, place) is None):
            hook = self.opened(place)
            if hook is not None:
                if words:
                    steps.append(Words(tuple(words)))
                    words.clear()
                inner = self.inner(*hook)
                steps.append(If(value, inner, origin=Origin("condition", "$variable[…]", found[0])))
                return hook[1] + 1
        words.append(value)
        return place

    def hook(self, place: int) -> tuple[int, int] | None:
        """The hook after a macro: where its text begins and ends."""
        while place < len(self.text) and self.text[place] in " \t\n\\":
            place += 1
        named = _HOOK_NAME.match(self.text, place)
        if named:
            place = named.end()
        link = None if self.nested(place) else link_at(self.text, place)
        if not self.text.startswith("[", place) or link is not None:
            return None
        return self.opened(place)

    def opened(self, place: int) -> tuple[int, int] | None:
        """Where the text of the hook that opens here begins and ends; one that opens with `[=` goes on to the end."""
        unclosed = _UNCLOSED.match(self.text, place)
        if unclosed is not None:
            return unclosed.end(), len(self.text)
        end = self.brackets.closed(place)
        return (place + 1, end) if end > 0 else None

    def carry_out(self, macro: _Macro, place: int, steps: list[Step]) -> int:
        """Add the steps of a macro, with its hook; where reading goes on."""
        others, end = self.joined(place)
        if others:
            return self.changed([macro, *others], end, steps)
        match macro.name:
            case "set" | "put" | "move":
                steps.extend(_assignments(macro))
                return place
            case name if name in _CONDITIONS:
                return self.branch(macro, place, steps)
            case name if name in _LINKS:
                return self.link(macro, place, steps)
            case "link-goto" | "link-reveal-goto" | "link-show":
                return self.link_to(macro, place, steps)
            case "goto":
                origin = Origin("link", f"({macro.name}:)", macro.raw)
                turn = turn_to(macro.arguments, _value)
                steps.extend(replace(step, origin=origin) for step in turn or (Kept(origin),))
                return place
            case "undo":
                steps.append(Back(Origin("link", f"({macro.name}:)", macro.raw), undoes=True))
                return place
            case "link-undo":
                label = _quoted(macro.arguments) or ["Undo"]
                undo = Link((), "", body=(Back(Origin("link", "(link-undo:)", macro.raw), undoes=True),))
                steps.extend(worded(self.marked(label[0]), lambda words: _offered(undo, words)))
                return place
            case "display":
                target = read_value(macro.arguments, VALUES)
                origin = Origin("other", "(display:)", macro.raw)
                steps.extend(self.scope.shown(target.words, origin) if isinstance(target, Text) else (Kept(origin),))
                return place
            case "restart" | "reload":
                steps.append(End("ending", "The end"))
                return place
        return self.other(macro, place, steps)

    def changed(self, macros: list[_Macro], place: int, steps: list[Step]) -> int:
        """Macros that are joined by `+`: conditions and a link among them count, the others are kept as comments."""
        asked = [each for each in macros if each.name in _CONDITIONS]
        links = [each for each in macros if each.name in _LINKS]
        main = links[-1] if links else macros[-1] if macros[-1].name in _KNOWN else None
        body: list[Step] = []
        for each in macros:
            if each is not main and each not in asked:
                (body if asked else steps).append(Kept(Origin("other", f"({each.name}:)", each.raw)))
        if main is not None:
            place = self.carry_out(main, place, body)
        elif (hook := self.hook(place)) is not None:
            body.extend(self.inner(*hook))
            place = hook[1] + 1
        if any(each.name == "else" for each in asked[1:]) or not asked:
            steps.extend(Kept(Origin("condition", f"({each.name}:)", each.raw)) for each in asked)
            steps.extend(body)
            return place
        for each in asked[:0:-1]:
            body = [If(_condition(each), tuple(body), origin=Origin("condition", f"({each.name}:)", each.raw))]
        self.decided(asked[0], tuple(body), steps)
        return place

    def branch(self, macro: _Macro, place: int, steps: list[Step]) -> int:
        hook = self.hook(place)
        link = link_at(self.text, place) if hook is None else None
        if hook is not None:
            self.decided(macro, self.inner(*hook), steps)
            return hook[1] + 1
        if link is not None:  # a condition may stand before a link without a hook
            self.decided(macro, self.bracketed(link[0]), steps)
            return link[2]
        steps.append(Kept(Origin("condition", f"({macro.name}:)", macro.raw)))
        return place

    def decided(self, macro: _Macro, body: Body, steps: list[Step]) -> None:
        """Add steps under a condition."""
        origin = Origin("condition", f"({macro.name}:)", macro.raw)
        condition = _condition(macro)
        chain = last_if(steps)
        open_ = chain is not None and chain is not self.closed
        if macro.name == "else":
            if open_ and add_else(steps, body):
                self.closed = last_if(steps)
            else:
                steps.extend((Kept(origin), *body))
        elif macro.name == "else-if":
            if not (open_ and add_else(steps, (If(condition, body, origin=origin),))):
                steps.append(If(Unread(macro.raw), body, origin=origin))
        else:
            steps.append(If(condition, body, origin=origin))

    def link(self, macro: _Macro, place: int, steps: list[Step]) -> int:
        hook = self.hook(place)
        origin = Origin("link", f"({macro.name}:)", macro.raw)
        if hook is None:
            steps.append(Kept(origin))
            return place
        elsewhere = macro.name.startswith("click")  # words in the text are what is clicked on
        if elsewhere:
            steps.append(Kept(origin))
        self.scope.clicks += 1
        body = self.inner(*hook)
        self.scope.clicks -= 1
        repeated = macro.name in ("link-repeat", "link-rerun")
        again = next((step for step in body if isinstance(step, Jump)), None)
        inner = tuple(step for step in body if step is not again)
        target = again.target if again else ""
        once = not repeated and not target
        made = Link((), target, body=inner, once=once, origin=None if elsewhere else origin)
        steps.extend(worded(self.label(macro.arguments), lambda words: _offered(made, words)))
        return hook[1] + 1

    def link_to(self, macro: _Macro, place: int, steps: list[Step]) -> int:
        """A link to a passage; what stands in the hook of `(link-reveal-goto:)` happens before."""
        origin = Origin("link", f"({macro.name}:)", macro.raw)
        arguments = split(macro.arguments)
        hook = self.hook(place) if macro.name == "link-reveal-goto" else None
        body = self.inner(*hook) if hook else ()
        again = next((step for step in body if isinstance(step, Jump)), None)
        turn = (again,) if again else turn_to(arguments[-1], _value) if len(arguments) in (1, 2) else ()
        if not turn or macro.name == "link-show":
            steps.append(Kept(origin))
            return place
        inner = tuple(step for step in body if step is not again)
        match turn[0]:
            case Jump(target=target):
                made = Link((), target, body=inner, origin=origin)
            case _:
                made = Link((), "", body=(*inner, *turn), origin=origin)
        steps.extend(worded(self.label(arguments[0]), lambda words: _offered(made, words)))
        return hook[1] + 1 if hook else place

    def bracketed(self, link: Link) -> Body:
        """`[[Give $gold coins->Shop]]`: marks and values in the words are read."""
        made = led(link, self.scope.texts, _value)
        (words,) = link.label
        if not isinstance(made, Link) or not isinstance(words, str):
            return (made,)
        return worded(self.marked(words), lambda said: _offered(made, said))

    def label(self, words: str) -> Body:
        """The words of a link: in quotation marks, or what an expression says."""
        quoted = _STRING.fullmatch(words.strip())
        if quoted is not None:
            return self.marked(re.sub(r"\\(.)", r"\1", quoted["words"]))
        value = _value(words)
        if isinstance(value, Text):
            return self.marked(value.words)
        return (Words((words if isinstance(value, Unread) else value,)),)

    def marked(self, words: str) -> Body:
        """Words in which macros, hooks and variables are read."""
        if self.depth > DEEPEST:
            return (Words((words,)),)
        return _Parser(words, self.scope, Brackets(words), self.depth + 1).body()

    def other(self, macro: _Macro, place: int, steps: list[Step]) -> int:
        """A macro that shows something, or that only changes how its hook looks."""
        if macro.name in ("for", "loop"):
            hook = self.hook(place)
            end = hook[1] + 1 if hook else place
            raw = macro.raw + self.text[place:end]
            steps.append(Kept(Origin("other", f"({macro.name}:)", raw)))
            steps.extend(links_in(raw, self.scope.texts))
            return end
        value = read_value(macro.raw, VALUES)
        if not isinstance(value, Unread) and macro.name != "display":
            steps.extend(printed(value, self.marked))
            return place
        hook = self.hook(place)
        steps.append(Kept(Origin("other", f"({macro.name}:)", macro.raw)))
        if hook is None:
            return place
        if macro.name in ("verbatim", "v6m"):
            steps.append(Words((self.text[slice(*hook)],)))
            return hook[1] + 1
        steps.extend(self.inner(*hook))
        return hook[1] + 1


def _hides(construct: str, name: str) -> Kept:
    return Kept(Origin("other", construct, f"{name} hides this until something shows it"))


def _value(text: str) -> ast.Expr:
    return read_value(text, VALUES)


def _offered(link: Link, words: Pieces) -> Body:
    """The link with some words; nobody can click on none."""
    return () if blank(words) else (replace(link, label=words),)


def _quoted(arguments: str) -> list[str]:
    """Arguments that are words in quotation marks; none if there are others."""
    found = re.findall(r"\"([^\"]*)\"|'([^']*)'|([^\s,\"']+)", arguments)
    return [] if any(other for *_, other in found) else [one or two for one, two, _ in found]


def _condition(macro: _Macro) -> ast.Expr:
    value = read_value(macro.arguments, VALUES)
    if any(isinstance(each, ast.Binary) and each.op in ("and", "or") and _says_half(each) for each in inside(value)):
        value = Unread(macro.raw)
    if macro.name == "unless":
        return value if isinstance(value, Unread) else ast.Unary("not", value)
    return value


def _says_half(value: ast.Binary) -> bool:
    """Whether what is joined is no condition on one side, as in `$gold is 1 or 2`."""
    return any(isinstance(each, ast.Number | Text) for each in (value.left, value.right))


def _assignments(macro: _Macro) -> list[Step]:
    """`(set: $a to 1, $b to it + 2)`, `(put: 5 into $x)`"""
    found: list[Step] = []
    origin = Origin("effect", f"({macro.name}:)", macro.raw)
    several = re.split(r",(?=\s*[$_]\w+\s+to\b)", macro.arguments)
    for part in several if macro.name == "set" else split(macro.arguments):
        match = re.fullmatch(r"\s*(?P<thing>[$_]\w+)\s+to\s+(?P<value>.*)", part, re.DOTALL)
        if match is None:
            match = re.fullmatch(r"\s*(?P<value>.*?)\s+into\s+(?P<thing>[$_]\w+)\s*", part, re.DOTALL)
        if match is None:
            return [Kept(origin)]
        thing = match["thing"].lstrip("$")
        value = _array(match["value"].strip()) or read_value(match["value"], VALUES, name(thing))
        found.append(Set(thing, value, replace(origin)))
        if macro.name == "move" and isinstance(value, ast.Name):
            found.append(Set(str(value.id), ast.Number(0)))
    return found


_MARKS = re.compile(r"[(\[|<$_{}\\`]")


def _next_mark(text: str, place: int) -> int:
    match = _MARKS.search(text, place)
    return match.start() if match else len(text)


def _plain(text: str) -> str:
    """Text with its marks as Markdown has them."""
    text = html.unescape(text.replace("''", "**"))
    return re.sub(r"(?<!:)//(?=\S)([^\n]*?\S)//", r"*\1*", text)
