"""gamebookformat: `* 1 start` begins a section, `[[door]]` is a link, `[has item]key[/has]` before it a condition."""

from __future__ import annotations

import json
import re
from pathlib import Path

from msgspec import Struct, field

from gamebook.interop.draft import Body, Chapter, Draft, If, Jump, Kept, Link, May, Origin, Set, Step, Thing, Words
from gamebook.interop.sources import Material
from gamebook.interop.terms import Truth, both
from gamebook.interop.values import Dialect, name, read_value
from gamebook.sentences import with_capital
from gamebook.syntax import ast

_SECTION = re.compile(
    r"^\*[ \t]*(?:(?P<number>\d+)[ \t]+)?(?P<name>[\w]+)?[ \t]*(?P<tags>:[\w:]*:)?[ \t]*$", re.MULTILINE
)
_INTRO = re.compile(r"^=[ \t]*(?P<title>[^=\n].*)$", re.MULTILINE)
_OPTION = re.compile(r"^(\w+)\s*=\s*(.*)$", re.MULTILINE)
_MARK = re.compile(
    r"\[\[(?P<how>auto |xor )?(?P<to>\w+)\](?:\[(?P<words>[^\]]*)\])?\]"
    r"|\[(?P<tag>\w+)(?: (?P<what>[\w ]+))?\](?P<inside>[^\[\]]*)\[/\w+\]"
)
HAS = frozenset(["has", "hasnot", "atleast", "lessthan", "morethan"])
_TRUE = Truth(holds=True)
PLAIN = Dialect(variable=lambda _: None)
VARIANTS = ("DOT", "JSON")
"""Of several versions of a section, each for some outputs, the one for these is taken."""


def fits(material: Material, text: str) -> bool:
    """Whether a text looks like gamebookformat."""
    if material.folder:
        return False
    return (
        _SECTION.search(text) is not None and re.search(r"\[\[(?:auto |xor )?\w+\](?:\[[^\]]*\])?\]", text) is not None
    )


def read(material: Material) -> Draft:
    """The draft of a book; fixed numbers of a `.map` file beside it count, too."""
    text = material.text()
    first = min((match.start() for match in (*_SECTION.finditer(text), *_INTRO.finditer(text))), default=0)
    options = dict(_OPTION.findall(text[:first]))
    draft = Draft("gamebookformat", options.get("title", ""), options.get("author", ""))
    numbers = _map_beside(material.path)
    heads = sorted([*_SECTION.finditer(text), *_INTRO.finditer(text)], key=lambda match: match.start())
    reader = _Reader(draft)
    intro: list[Step] = []
    for place, head in enumerate(heads):
        end = heads[place + 1].start() if place + 1 < len(heads) else len(text)
        body = text[head.end() : end].strip("\n")
        if head.re is _INTRO:
            intro.append(Words((f"{head['title'].strip()}\n{body}",)))
            _initial(body, reader)
        else:
            reader.section(head, body, numbers)
    draft.start = next(
        (each.name for each in draft.chapters if each.number == 1), draft.chapters[0].name if draft.chapters else ""
    )
    for step in intro:
        assert isinstance(step, Words)
        draft.leftovers.append(Origin("other", "introduction", str(step.pieces[0])))
    draft.troubles.extend(material.troubles)
    return draft


def _map_beside(path: Path) -> dict[str, int]:
    """Numbers that a `.map` file of the same name fixes."""
    beside = path.with_suffix(".map")
    try:
        found = json.loads(beside.read_bytes()) if beside.is_file() and beside.stat().st_size < 1_000_000 else {}
    except (ValueError, OSError, RecursionError):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, int)} if isinstance(found, dict) else {}


def _initial(text: str, reader: _Reader) -> None:
    """What an introduction gives before the first section."""
    for step in reader.steps(text, "introduction"):
        if isinstance(step, Set):
            thing = reader.draft.things.setdefault(step.name, Thing())
            if isinstance(step.value, ast.Number):
                thing.start = step.value
                thing.origin = step.origin


class _Waiting(Struct):
    """Conditions that the next link needs, and what it costs."""

    condition: ast.Expr | None = None
    origins: list[Origin] = field(default_factory=list)


class _Reader(Struct):
    draft: Draft
    known: set[str] = field(default_factory=set)
    """Names of sections."""

    def section(self, head: re.Match[str], body: str, numbers: dict[str, int]) -> None:
        tags = [tag for tag in (head["tags"] or "").split(":") if tag]
        own = head["name"] or head["number"] or "section"
        formats = [tag for tag in tags if tag.isupper()]
        if "dummy" in tags or (formats and not set(formats) & set(VARIANTS)):
            raw = f"section {own} {head['tags']}\n{body}"
            self.draft.leftovers.append(Origin("other", "other version" if formats else "dummy section", raw))
            return
        if own in self.known:
            self.draft.leftovers.append(Origin("other", "section again", f"section {own}\n{body}"))
            return
        self.known.add(own)
        fixed = int(head["number"][:9]) if head["number"] else numbers.get(own)
        steps = self.steps(body, own)
        self.draft.chapters.append(Chapter(own, body=_menu(steps), number=fixed, tags=tuple(tags)))

    def thing(self, word: str, kind: str) -> Thing:
        made = self.draft.things.setdefault(word, Thing(kind=kind))
        if kind == "item":
            made.high = 1
        return made

    def steps(self, text: str, section: str) -> list[Step]:
        """Words, effects and links in order."""
        steps: list[Step] = []
        wait = _Waiting()
        taken: ast.Expr | None = None
        place = 0
        for match in _MARK.finditer(text):
            words = text[place : match.start()]
            place = match.end()
            shown = match["words"] or match["inside"] or (match["to"] or "").replace("_", " ")
            steps.append(
                Words(
                    (
                        words,
                        shown if match["tag"] not in ("init", "set", "min", "max") else match["inside"],
                    )
                )
            )
            if match["to"]:
                taken = self.link(match, words, steps, wait, taken)
                wait = _Waiting()
            else:
                self.mark(match, steps, wait, section)
        steps.append(Words((text[place:],)))
        return steps

    def link(
        self, match: re.Match[str], words: str, steps: list[Step], wait: _Waiting, taken: ast.Expr | None
    ) -> ast.Expr | None:
        """Add a link; what must not hold for the links after it."""
        how, target = (match["how"] or "").strip(), match["to"]
        shown = target.replace("_", " ")
        label = match["words"] or f"{_sentence(words)} {shown}".strip()
        origin = Origin("link", f"[[{how} …]]" if how else "[[…]]", match[0])
        guard = wait.origins[0] if wait.origins else None
        if how == "auto" and wait.condition is not None:
            steps.append(If(wait.condition, (Jump(target, origin),), origin=guard))
            return taken
        condition = both(taken, wait.condition)
        steps.append(Link((label,), target, condition, origin=origin, guard=guard))
        if how == "xor" and wait.condition is not None:
            return both(taken, ast.Unary("not", wait.condition))
        return taken

    def mark(self, match: re.Match[str], steps: list[Step], wait: _Waiting, section: str) -> None:
        """A tag such as `[add item]sword[/add]`."""
        tag, what, inside = match["tag"], (match["what"] or "").strip(), match["inside"].strip()
        effect = Origin("effect", f"[{tag}]", match[0])
        amount = read_value(inside, PLAIN)
        match tag:
            case "collect" | "count":
                if tag == "count":
                    self.thing(what, "number").start = ast.Number(0)
            case "add" | "drop" | "found" | "trade":
                self.held(inside, what)
                if tag in ("add", "drop"):
                    steps.append(Set(inside, self.having(inside, tag == "add"), effect))
                elif tag == "found":
                    steps.append(self.found(inside, section, effect))
                else:
                    steps.append(Kept(effect))
            case "set" | "init" | "inc" | "dec" | "min" | "max" | "cost":
                self.counted(tag, what, amount, effect, steps, section)
            case _ if tag in HAS:
                wait.origins.append(Origin("condition", f"[{tag}]", match[0]))
                wait.condition = both(wait.condition, self.asked(tag, what, inside, amount))
            case "random":
                steps.append(Kept(Origin("dice", "[random]", match[0])))
            case "b" | "i":
                pass
            case _:
                steps.append(Kept(Origin("other", f"[{tag}]", match[0])))

    def held(self, word: str, kind: str) -> None:
        self.thing(word, "codeword" if kind in ("code", "codeword") else "item")

    def having(self, word: str, yes: bool) -> ast.Expr:
        """The value of an item or a codeword that the reader has, or has not."""
        return Truth(holds=yes) if self.draft.things[word].kind == "codeword" else ast.Number(int(yes))

    def asked(self, tag: str, what: str, inside: str, amount: ast.Expr) -> ast.Expr:
        if tag in ("has", "hasnot"):
            self.held(inside, what)
            value = name(inside)
            return value if tag == "has" else ast.Unary("not", value)
        self.thing(what, "number")
        return ast.Binary({"atleast": ">=", "lessthan": "<", "morethan": ">"}[tag], name(what), amount)

    def found(self, word: str, section: str, origin: Origin) -> Step:
        """Something that the reader may take, once."""
        done = f"{section} found {word}"
        self.thing(done, "codeword")
        body: Body = (Set(done, _TRUE), Set(word, self.having(word, yes=True)))
        return If(ast.Unary("not", name(done)), (May((f"Take the {word}",), body, origin),))

    def counted(self, tag: str, what: str, amount: ast.Expr, origin: Origin, steps: list[Step], section: str) -> None:
        thing = self.thing(what, "number")
        match tag:
            case "set":
                steps.append(Set(what, amount, origin))
            case "init":
                done = f"{section} began {what}"
                self.thing(done, "codeword")
                begin = (Set(done, _TRUE), Set(what, amount, origin))
                if thing.start not in (None, ast.Number(0)) or self.was_set(what):
                    steps.append(Kept(origin))
                else:
                    steps.append(If(ast.Unary("not", name(done)), begin))
            case "inc" | "dec":
                steps.append(Set(what, ast.Binary("+" if tag == "inc" else "-", name(what), amount), origin))
            case "min" | "max":
                if isinstance(amount, ast.Number) and tag == "min":
                    thing.low = amount.value
                elif isinstance(amount, ast.Number):
                    thing.high = amount.value
            case _:
                self.price(what, amount, origin, steps)

    def was_set(self, what: str) -> bool:
        """Whether an earlier section sets a counter."""
        return any(
            isinstance(step, Set) and step.name == what for chapter in self.draft.chapters for step in chapter.body
        )

    def price(self, what: str, amount: ast.Expr, origin: Origin, steps: list[Step]) -> None:
        """The price of what was offered or linked just before."""
        pay = Set(what, ast.Binary("-", name(what), amount), origin)
        enough = ast.Binary(">=", name(what), amount)
        for place in range(len(steps) - 1, -1, -1):
            match steps[place]:
                case If(body=(May() as offer,)) as step:
                    offer = May((f"{offer.label[0]} for {what}",), (pay, *offer.body), offer.origin)
                    steps[place] = If(ast.Binary("and", step.condition, enough), (offer,))
                    return
                case Link() as link:
                    steps[place] = Link(
                        link.label,
                        link.target,
                        both(link.condition, enough),
                        (pay, *link.body),
                        origin=link.origin,
                        guard=link.guard,
                    )
                    return
        steps.append(Kept(origin))


def _sentence(words: str) -> str:
    """The words of the sentence that a link ends."""
    last = re.split(r"(?<=[.!?])\s", " ".join(words.split()))[-1].strip(" ,;:(")
    last = re.sub(r"^(?:or|and|but) ", "", last)
    return with_capital(last) if 3 <= len(last) <= 120 else ""


def _menu(steps: list[Step]) -> Body:
    """The links behind the rest; a forced turn stays where it is."""
    links = [step for step in steps if isinstance(step, Link)]
    return (*(step for step in steps if not isinstance(step, Link)), *links)
