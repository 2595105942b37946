"""The parts of a story in ink: knots and stitches, what stands before them, and what its values mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct, field

from gamebook.interop.draft import Draft, Origin, Step, Thing
from gamebook.interop.readers.ink_text import Item
from gamebook.interop.terms import Text, Truth, Unread, Visits, drawn, inside
from gamebook.interop.values import Dialect, name, plain, read_value
from gamebook.interop.values import Function as Meaning
from gamebook.syntax import ast

KNOT = re.compile(
    r"^[ \t]*={2,}[ \t]*(?P<function>function[ \t]+)?(?P<name>\w+)[ \t]*(?:\((?P<given>[^)\n]*)\))?[ \t=]*$",
    re.MULTILINE,
)
_STITCH = re.compile(r"^[ \t]*=[ \t]*(?P<name>\w+)[ \t]*(?:\((?P<given>[^)\n]*)\))?[ \t]*$", re.MULTILINE)
_GLOBAL = re.compile(r"^[ \t]*(?P<kind>VAR|CONST)[ \t]+(?P<name>\w+)[ \t]*=[ \t]*(?P<value>.*)$", re.MULTILINE)
_LIST = re.compile(
    r"^[ \t]*LIST[ \t]+(?P<name>\w+)[ \t]*=[ \t]*(?P<values>(?:[^\n]*,[ \t]*\n|[ \t]*\n)*[^\n]*)", re.MULTILINE
)
_OTHER = re.compile(r"^[ \t]*(?:INCLUDE|EXTERNAL)\b.*$", re.MULTILINE)
WRITTEN = re.compile(r"(?P<thing>\w+)\s*(?P<op>\+\+|--|\+=|-=|=(?!=))\s*(?P<value>.*)", re.DOTALL)
STRENGTHS = {
    "and": 1,
    "or": 1,
    "=": 3,
    "!=": 3,
    "<": 3,
    "<=": 3,
    ">": 3,
    ">=": 3,
    "+": 4,
    "-": 5,
    "*": 6,
    "/": 7,
    "mod": 8,
}
"""How tightly operators bind: `a * b / c` divides first."""
DEEPEST = 20
LARGEST = 200
"""Parts of a value that a function may return."""
MOST_CALLS = 100
"""Functions that are put in place for one value: one that calls itself would never end."""
MOST_CHAPTERS = 3_000
"""Chapters that a story may become, without copies."""
BEGIN = "begin"
"""The chapter of what stands before the first knot."""


class Flow(Struct):
    """A knot or a stitch: its text, and the values that it is given."""

    name: str
    text: str
    given: list[str]
    knot: str
    own: list[str] = field(default_factory=list)
    """The names that it is given or declares with `temp`."""
    lent: list[str] = field(default_factory=list)
    """The names that stand for variables of others (`ref gold`), or for knots (`-> way`)."""


class Call(Struct, frozen=True):
    """A tunnel that play is in."""

    home: str
    """The chapter where `->->` leads."""
    flow: str
    """The flow that called it."""
    outer: Call | None
    """The tunnel that this flow was in."""


class Threaded(Step, frozen=True):
    """A thread begins: the flow is read here, though play does not turn there. It is gone when reads are counted."""

    flow: str


class Function(Struct, frozen=True):
    """A function of a few lines: assignments, and a value at the end."""

    given: tuple[str, ...]
    statements: tuple[str, ...]
    returned: str
    raw: str


def function_of(given: str, body: str, raw: str) -> Function | None:
    """A function that can be put in place: it sets only what is global, or given by `ref`."""
    names = [part.strip() for part in given.split(",") if part.strip()]
    own = {part for part in names if not part.startswith(("ref ", "->"))}
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    statements, returned = [], ""
    for line in lines:
        if returned or not line.startswith("~"):
            return None
        code = line[1:].strip()
        if re.match(r"return\b", code):
            returned = code[6:].strip() or "0"
            continue
        match = WRITTEN.fullmatch(code)
        if match is None or match["thing"] in own or code.startswith("temp"):
            return None
        statements.append(code)
    return Function(tuple(given_names(given)), tuple(statements), returned, raw) if lines else None


def given_names(text: str | None) -> list[str]:
    """The names of what a knot is given."""
    return [re.sub(r"^(?:ref\s+|->\s*)", "", part.strip()) for part in (text or "").split(",") if part.strip()]


def lent_names(text: str | None) -> list[str]:
    """Of the names that a knot is given, those that stand for something of others."""
    return re.findall(r"(?:\bref\s+|->\s*)(\w+)", text or "")


class Story(Struct):
    """A story that is being read."""

    draft: Draft
    flows: dict[str, Flow] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    """Label → the flow that it is in."""
    functions: dict[str, Function] = field(default_factory=dict)
    """Those that are put in place where they are called."""
    calls: int = 0
    """Functions inside one another, at this moment."""
    spent: int = 0
    """Functions put in place for one value."""
    things: set[str] = field(default_factory=set)
    constants: dict[str, ast.Expr] = field(default_factory=dict)
    words: Counter[str] = field(default_factory=Counter)
    """How often each word stands in the flows, once it was asked for."""
    threads: set[str] = field(default_factory=set)
    """Flows whose choices are being put among others, at this moment."""
    elsewhere: set[str] = field(default_factory=set)
    """Flows that threads have put among others."""
    offers: dict[str, str] = field(default_factory=dict)
    """Place of a choice in the source → the flow that it is in: a thread puts it into chapters of others."""
    memories: dict[str, str] = field(default_factory=dict)
    """Place in the source → the name of what remembers how often play came there."""
    fallbacks: set[str] = field(default_factory=set)
    """Those that remember that a choice without words has been taken."""
    returning: frozenset[str] = frozenset()
    """Flows from which play can come to a `->->`."""
    callers: frozenset[str] = frozenset()
    """Flows that call tunnels."""
    common: frozenset[str] = frozenset()
    """Names that several flows are given or declare with `temp`."""
    lent: frozenset[str] = frozenset()
    """Names that stand for something of others, in any flow."""
    called: int = 0
    """Calls of tunnels that were followed."""
    copies: dict[tuple[str, Call], str] = field(default_factory=dict)
    """(Flow or label, call) → the chapter that is its copy for this call."""
    letters: int = 0
    """Letters of all flows."""
    copied: int = 0
    """Letters of the flows that were copied."""
    backs: set[str] = field(default_factory=set)
    """Chapters of gathers that only turn back from a tunnel."""
    gathers: int = 0
    waiting: list[tuple[str, list[Item], str, str, Call | None]] = field(default_factory=list)
    """(Chapter, weave, flow, what follows, the tunnel that play is in) still to be compiled."""

    # ---- the parts of the text ----------------------------------------------------------------------

    def read(self, text: str) -> None:
        """Find the parts of a text without comments."""
        for match in _LIST.finditer(text):
            self.draft.things[match["name"]] = Thing(start=Unread(match["values"]))
            self.things.add(match["name"])
            self.draft.leftovers.append(Origin("other", "LIST", match[0].strip()))
        found = [(match["kind"], match["name"], match["value"], match[0]) for match in _GLOBAL.finditer(text)]
        self.things |= {each for _, each, _, _ in found}
        for match in _OTHER.finditer(text):
            self.draft.leftovers.append(Origin("other", match[0].split()[0], match[0].strip()))
        text = _OTHER.sub("", _GLOBAL.sub("", _LIST.sub("", text)))
        self.cut(text)
        for kind, each, value, raw in found:
            read = self.value(value, "")
            fixed = isinstance(read, Truth | Text) or plain(read) is not None
            if kind == "CONST" and fixed:
                self.constants[each] = read
            origin = Origin("effect", kind, raw.strip())
            role = "constant" if each in self.constants else ""
            self.draft.things[each] = Thing(read if fixed else Unread(value), kind=role, origin=origin)
        self.keep_functions()

    def keep_functions(self) -> None:
        """Of the small functions, those whose values cannot be read are kept as comments."""
        for word, function in list(self.functions.items()):
            given: dict[str, ast.Expr] = {each: name("value") for each in function.given}
            written = [match["value"] for match in map(WRITTEN.fullmatch, function.statements) if match]
            values = [self.value(each, "", given) for each in (*written, function.returned) if each]
            if any(isinstance(each, Unread) for each in values):
                del self.functions[word]
                self.draft.leftovers.append(Origin("other", "function", function.raw))

    def cut(self, text: str) -> None:
        """Knots and stitches by name."""
        knots = list(KNOT.finditer(text))
        head = text[: knots[0].start()] if knots else text
        stitches = list(_STITCH.finditer(head))  # before the first knot, a stitch is in none
        first = head[: stitches[0].start()] if stitches else head
        if first.strip():
            own = BEGIN if not any(match["name"] == BEGIN for match in (*knots, *stitches)) else "beginning"
            self.flows[own] = Flow(own, first, [], own)
        for place, stitch in enumerate(stitches):
            end = stitches[place + 1].start() if place + 1 < len(stitches) else len(head)
            self.knot(stitch["name"], head[stitch.end() : end], stitch["given"])
        for place, knot in enumerate(knots):
            end = knots[place + 1].start() if place + 1 < len(knots) else len(text)
            body = text[knot.end() : end]
            if knot["function"]:
                simple = function_of(knot["given"] or "", body, f"{knot[0].strip()}\n{body.strip()}")
                if simple is not None:
                    self.functions[knot["name"]] = simple
                    continue
                self.draft.leftovers.append(Origin("other", "function", f"{knot[0].strip()}\n{body.strip()}"))
                continue
            self.knot(knot["name"], body, knot["given"])
        for flow in self.flows.values():
            flow.own = list(dict.fromkeys([*flow.given, *re.findall(r"~\s*temp\s+(\w+)", flow.text)]))
            self.things |= set(flow.own)
            for label in re.findall(
                r"(?m)^[ \t]*[-*+][-*+ \t]*(?:\{[^{}]*\}[ \t]*)*\([ \t]*([^\W\d]\w*)[ \t]*\)", flow.text
            ):
                self.labels[f"{flow.name}.{label}"] = flow.name
        declared = Counter(word for flow in self.flows.values() for word in flow.own)
        self.letters = sum(len(flow.text) for flow in self.flows.values())
        self.common = frozenset(word for word, many in declared.items() if many > 1)
        self.lent = frozenset(word for flow in self.flows.values() for word in flow.lent)

    def knot(self, own: str, body: str, given: str | None) -> None:
        """Keep a knot, and each of its stitches."""
        stitches = list(_STITCH.finditer(body))
        first = body[: stitches[0].start()] if stitches else body
        if not first.strip() and stitches:
            first = f"-> {stitches[0]['name']}"
        if own not in self.flows:
            self.flows[own] = Flow(own, first, given_names(given), own, lent=lent_names(given))
        for place, stitch in enumerate(stitches):
            end = stitches[place + 1].start() if place + 1 < len(stitches) else len(body)
            full = f"{own}.{stitch['name']}"
            text, names = body[stitch.end() : end], given_names(stitch["given"])
            self.flows.setdefault(full, Flow(full, text, names, own, lent=lent_names(stitch["given"])))

    # ---- names and values ---------------------------------------------------------------------------

    def target(self, word: str, flow: Flow) -> str:
        """The full name of a knot, a stitch or a label, seen from a flow."""
        for each in (f"{flow.name}.{word}", f"{flow.knot}.{word}", word):
            if each in self.flows or each in self.labels:
                return each
        inner = [each for each in self.labels if each.startswith(f"{flow.knot}.") and each.endswith(f".{word}")]
        if not inner and "." in word:
            knot, _, label = word.partition(".")
            inner = [each for each in self.labels if each.startswith(f"{knot}.") and each.endswith(f".{label}")]
        return inner[0] if inner else word

    def memory(self, begins: str, place: str) -> str:
        """The name under which a place in the source remembers what it has shown; copies of the place share it."""
        return self.memories.setdefault(place, f"{begins} {len(self.memories) + 1}")

    @property
    def chapters(self) -> int:
        """Chapters that have been made or are waiting to be."""
        return len(self.waiting) + len(self.draft.chapters)

    def mentions(self, word: str) -> int:
        """How often a name stands anywhere in the flows."""
        if not self.words:
            for flow in self.flows.values():
                for each in re.findall(r"[\w.]+", flow.text):
                    self.words.update({each, each.partition(".")[0]})
        return self.words[word]

    def value(self, text: str, flow_name: str, given: Mapping[str, ast.Expr] | None = None) -> ast.Expr:
        """A value as a flow reads it; `given` are the values of a function's own names."""
        flow = self.flows.get(flow_name, Flow("", "", [], ""))

        def variable(word: str) -> ast.Expr | None:
            if given is not None and word in given:
                return given[word]
            if word in self.constants:
                return self.constants[word]
            if word in self.things:
                return name(word)
            full = self.target(word, flow)
            return Visits(full) if full in self.flows or full in self.labels else None

        functions: dict[str, Meaning] = {"int": lambda values: values[0] if len(values) == 1 else None}
        for word, function in self.functions.items():
            if function.returned and not function.statements:
                functions[word.lower()] = partial(self.returned, function, flow_name)
        words = {"and": "and", "or": "or", "not": "not", "mod": "mod"}
        return read_value(text, Dialect(words, functions, variable, fractions=False, equal=False, strengths=STRENGTHS))

    def returned(self, function: Function, flow_name: str, values: Sequence[ast.Expr]) -> ast.Expr | None:
        """The value of a function that only computes one."""
        if self.calls == 0:
            self.spent = 0
        if len(values) != len(function.given) or self.calls >= DEEPEST or self.spent >= MOST_CALLS:
            return None
        self.calls += 1
        self.spent += 1
        found = self.value(function.returned, flow_name, dict(zip(function.given, values, strict=True)))
        self.calls -= 1
        parts = inside(found)
        twice = any(drawn(value) and sum(each is value for each in parts) > 1 for value in values)
        return None if isinstance(found, Unread) or twice or len(parts) > LARGEST else found
