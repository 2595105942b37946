"""Who is where: every name of the pages, the thing that it means, and the places where that thing is named.

This is what an editor asks: what is here, where is it defined, where else is it used. It needs the pages only, so it
answers for a book with errors too. A name that is given in a chapter or a rule (a roll, an amount, a parameter) means
one thing throughout that chapter or rule. Where a rule reads a name that is given at the places where the rule is done,
all things of that name are one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.patterns import pattern
from gamebook.phrases import load_phrases
from gamebook.resolve.names import KINDS, Names, collect
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.parse import Parsed
from gamebook.syntax.text import parse_text

SHEET = ""
"""The kind of a name that is looked up: something of the place, or of the sheet."""
ROLL, POOL, AMOUNT, PARAMETER = "roll", "pool", "amount", "parameter"
LOCAL, SETTING, FOE = "number of a fight", "setting of a combat", "foe"
ONE_PLACE = frozenset({ROLL, POOL, AMOUNT, PARAMETER, LOCAL, SETTING, FOE})
"""Kinds of things that are known where they are given, and not in the whole book."""
VALUE, FOE_STAT, OUTCOME = "value of a one-of", "stat of foes", "outcome"
_OF_A_FIGHT = pattern(r"with-(?P<setting>.+?)(?:-(?:\d+|any|and-(?P<beside>.+)-\d+))?|on-(?P<event>.+)")
"""The keys of a fight's words: of a setting, of a setting beside another, of a moment."""

_DEFINES: Mapping[tuple[type[ast.Node], str], str] = {
    **{(kind, "name"): word for kind, word in KINDS.items()},
    (ast.Chapter, "name"): "chapter",
    (ast.ToEnding, "text"): "ending",
    (ast.CheckDecl, "name"): "test",
    (ast.RuleDecl, "name"): "rule",
    (ast.CombatDecl, "name"): "combat",
    (ast.StrategyDecl, "name"): "strategy",
    (ast.AccountDecl, "name"): "account",
    (ast.Preset, "name"): "hero",
    (ast.Choose, "name"): "decision",
    (ast.RivalChooses, "name"): "decision",
    (ast.Ask, "question"): "decision",
    (ast.Happen, "event"): "event",
    (ast.ChooseAmount, "name"): AMOUNT,
    (ast.Local, "name"): LOCAL,
    (ast.Setting, "name"): SETTING,
    (ast.Foe, "name"): FOE,
}
_USES: Mapping[tuple[type[ast.Node], str], str] = {
    (ast.Name, "id"): SHEET,
    (ast.Initial, "id"): SHEET,
    (ast.CountOf, "pool"): SHEET,
    (ast.Call, "function"): SHEET,
    (ast.Place, "id"): SHEET,
    (ast.Gain, "item"): SHEET,
    (ast.Lose, "what"): SHEET,
    (ast.NoteWord, "codeword"): SHEET,
    (ast.EraseWord, "codeword"): SHEET,
    (ast.Pay, "what"): SHEET,
    (ast.SwapValues, "left"): SHEET,
    (ast.SwapValues, "right"): SHEET,
    (ast.Store, "what"): SHEET,
    (ast.PresetValue, "name"): SHEET,
    (ast.PresetValue, "word"): SHEET,
    (ast.Check, "test"): "test",
    (ast.Visited, "chapter"): "chapter",
    (ast.Ticked, "chapter"): "chapter",
    (ast.ToChapter, "chapter"): "chapter",
    (ast.At, "where"): "decision",
    (ast.Store, "chest"): "chest",
    (ast.Resolution, "account"): "account",
    (ast.FoeStat, "stat"): FOE_STAT,
    (ast.FoeStat, "whose"): FOE,
    (ast.Place, "whose"): FOE,
    (ast.Busy, "foe"): FOE,
    (ast.With, "name"): SETTING,
    (ast.On, "event"): "event",
    (ast.DoRule, "rule"): "rule",
    (ast.Fight, "combat"): "combat",
}
"""Field of a node → what its name means there."""
_WRITES = frozenset(
    {
        (ast.Place, "id"),
        (ast.Gain, "item"),
        (ast.NoteWord, "codeword"),
        (ast.EraseWord, "codeword"),
        (ast.PresetValue, "name"),
        (ast.PresetValue, "word"),
    }
)
"""Uses that only change something."""
_APART: frozenset[tuple[type[ast.Node], str]] = frozenset(
    {(ast.CombatDecl, "foe_stats"), (ast.OneOf, "values"), (ast.RuleDecl, "parameters")}
)
"""Fields with names that are defined there, and not looked up."""


class Thing(Struct, frozen=True):
    """Something with a name: where it is defined, and where else it is named."""

    kind: str
    """`chapter`, `stat`, `item`, `codeword`, `rule`, `roll` …: what people call it."""
    name: str
    definitions: tuple[Span, ...]
    """Empty for what is only used, such as a chapter that is not written yet."""
    uses: tuple[Span, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        """All places, in the order of the pages."""
        return tuple(sorted((*self.definitions, *self.uses)))


class References:
    """All things of a book, and the way from a place to a thing."""

    def __init__(self, things: Sequence[Thing], unread: Sequence[Span] = ()) -> None:
        """All things, and the places that could not be read: a thing may be named there, too."""
        self.things = tuple(things)
        self.unread = tuple(unread)
        self._places: dict[str, list[tuple[int, int, Thing]]] = {}
        for thing in things:
            for span in thing.spans:
                self._places.setdefault(span.path, []).append((span.start, span.end, thing))
        for places in self._places.values():
            places.sort(key=lambda place: place[:2])

    def at(self, path: str, place: int) -> Thing | None:
        """The thing whose name is at a place of a file, or ends there; None if there is none."""
        places = self._places.get(path, [])
        number = bisect_right(places, place, key=lambda each: each[0])
        if not number:
            return None
        start, end, thing = places[number - 1]
        return thing if start <= place <= end else None

    def named(self, name: str, kind: str | None = None) -> tuple[Thing, ...]:
        """The things of a name, and of a kind if one is given."""
        return tuple(each for each in self.things if each.name == name and kind in (None, each.kind))


def references(pages: Sequence[Parsed]) -> References:
    """Look through the pages for all names: of a chapter that is broken, those that can be read all the same."""
    found = _Search(collect([each.page for each in pages])[0])
    for page in pages:
        for part in (*page.page.declarations, *page.chapters):
            found.search(part)
    return References(found.things(), (*(span for page in pages for span in page.unread), *found.unread))


def reads(names: Names) -> set[str]:
    """The names that something on the pages asks for, wherever they are given; without those in braces in prose."""
    defined = {id(each) for kind, field_ in _APART for node in names.kinds[kind] for each in getattr(node, field_)}
    return {
        str(name)
        for (kind, field_), means in _USES.items()
        if (kind, field_) not in _WRITES and means in (SHEET, "test", "rule")
        for node in names.kinds[kind]
        if id(node) not in defined and (name := getattr(node, field_)) is not None
    }


class _Where(Struct, frozen=True):
    """The place of a name in the book."""

    scope: str
    """The chapter or declaration; names that are given in it are known in it."""
    combat: str = ""
    """The combat of the fight around it, as a scope."""
    fight: str = ""
    """The fight around it, as a scope of its foes."""
    test: str = ""
    """The test whose rows these are."""


_Key = tuple[str, str, str]
"""Kind, name and scope of a thing. What is known in one place only has no kind here, for a foe apart."""


class _Search(Struct):
    """All names met so far."""

    names: Names
    given: dict[_Key, str] = field(default_factory=dict)
    """Things of one place → what they are."""
    met: list[tuple[ast.Id, str, bool, _Where]] = field(default_factory=list)
    """Each name, what it means, and whether it is defined there."""
    unread: list[Span] = field(default_factory=list)
    """Braces in words that cannot be read as a value."""

    def search(self, part: ast.Node) -> None:
        """Meet every name of a chapter or declaration."""
        scope = f"combat {part.name}" if isinstance(part, ast.CombatDecl) else f"{part.span.path}:{part.span.start}"
        waiting: list[tuple[object, _Where]] = [(part, _Where(scope))]
        while waiting:
            here, where = waiting.pop()
            if isinstance(here, tuple):
                waiting.extend((each, where) for each in here)
            elif isinstance(here, ast.Node):
                where = self._inside(here, where)
                self._meet_all(here, where)
                kind = type(here)
                inside = (name for name in here.__struct_fields__ if (kind, name) not in _APART)
                waiting.extend((getattr(here, name), where) for name in inside)
                waiting.extend((each, where) for each in self._in_words(here))

    def _inside(self, node: ast.Node, where: _Where) -> _Where:
        match node:
            case ast.Fight():
                return replace(where, combat=f"combat {node.combat}", fight=f"{node.span.path}:{node.span.start}")
            case ast.Check():
                return replace(where, test=node.test if node.test in self.names.checks else "")
            case ast.Compare():
                return replace(where, test="")
        return where

    def _meet(self, name: ast.Id | None, kind: str, where: _Where, *, defines: bool = False) -> None:
        if name:
            self.met.append((name, kind, defines, where))
            if defines and kind in ONE_PLACE:
                self.given.setdefault(_key(name, kind, where), kind)

    def _meet_all(self, node: ast.Node, where: _Where) -> None:
        """The names in the fields of one node."""
        for field_name in node.__struct_fields__:
            name = getattr(node, field_name)
            if isinstance(name, ast.Id):
                here = (type(node), field_name)
                if here in _DEFINES:
                    self._meet(name, _DEFINES[here], where, defines=True)
                elif here in _USES and self._is_written(node, name):
                    on_foe = isinstance(node, ast.Place) and node.foe and field_name == "id"
                    self._meet(name, FOE_STAT if on_foe else _USES[here], where)
        match node:
            case ast.Field(key="start"):
                self._meet(node.value, "chapter", where)
            case ast.Roll():
                self._meet(node.name, POOL if node.pool else ROLL, where, defines=True)
            case ast.Foe():
                for stat, _ in node.stats:
                    self._meet(stat, FOE_STAT, where)
            case ast.NamedRow() if where.test:
                self._meet(node.name, OUTCOME, where)
            case ast.Declaration():
                self._meet_declared(node, where)

    def _meet_declared(self, node: ast.Declaration, where: _Where) -> None:
        """The names in the parts of a declaration that are no nodes of their own."""
        match node:
            case ast.Phrase():
                self._meet(node.key, "phrase", where)
                self._meet_of_a_fight(node.key, where)
            case ast.CombatDecl():
                for each_stat in node.foe_stats:
                    self._meet(each_stat.id, FOE_STAT, where, defines=True)
            case ast.CheckDecl():
                for outcome in node.outcomes:
                    self._meet(outcome, OUTCOME, replace(where, test=node.name), defines=True)
            case ast.OneOf():
                for value in node.values:
                    self._meet(value.id, VALUE, where, defines=True)
            case ast.RuleDecl():
                for parameter in node.parameters:
                    self._meet(parameter.id, PARAMETER, where, defines=True)
            case ast.StrategyDecl():
                for name, _ in node.parameters:
                    self._meet(name, PARAMETER, where, defines=True)

    def _meet_of_a_fight(self, key: ast.Id, where: _Where) -> None:
        """The setting or event in the key of a fight's words, such as `with-cold-0`, in all combats that have it."""
        match = _OF_A_FIGHT.fullmatch(key)
        for group in ("setting", "beside", "event") if match else ():
            if match is None or match[group] is None:
                continue
            start, end = (key.span.start + place for place in match.span(group))
            name = ast.Id(match[group], Span(key.span.path, start, end))
            if group == "event":
                if any(each.event == name for each in self.names.kinds[ast.Happen]):
                    self._meet(name, "event", where)
                continue
            combats = [
                combat.name
                for combat in self.names.kinds[ast.CombatDecl]
                if any(each.name == name for each in combat.settings)
            ]
            if combats:
                self._meet(name, SETTING, replace(where, combat=f"combat {combats[0]}") if len(combats) == 1 else where)

    def _in_words(self, node: ast.Node) -> Iterator[ast.Expr]:
        """The values in braces in the words of a node."""
        match node:
            case ast.Prose():
                pieces, findings = parse_text(node.text, node.span, node.lines)
            case ast.ToEnding() if "{" in node.text and node.text.span.end - node.text.span.start != len(node.text):
                self.unread.append(node.text.span)  # with backslashes, so that nothing stands where it seems to
                return
            case ast.ToEnding() if node.text:
                pieces, findings = parse_text(node.text, node.text.span)
            case ast.Option() | ast.May():
                pieces, findings = parse_text(node.label, node.label_span or node.span)
            case _:
                return
        self.unread.extend(each.span for each in findings)
        yield from (piece for piece in pieces if not isinstance(piece, str))

    @staticmethod
    def _is_written(node: ast.Node, name: ast.Id) -> bool:
        """Whether a name is written on the page: `~ fight` alone means the combat `fight`."""
        return name.span != node.span or not isinstance(node, ast.Fight)

    # ---- what names mean ------------------------------------------------------------------------------------

    def things(self) -> list[Thing]:
        """All things that the names mean."""
        known = {key[:2] for key in self.given}
        found: dict[_Key, tuple[list[Span], list[Span]]] = {}
        keys = [self._meaning(name, kind, where, known) for name, kind, _, where in self.met]
        shared = {key[:2] for key in keys if key is not None and key[:2] in known and not key[2]}
        for (name, _, defines, _), key in zip(self.met, keys, strict=True):
            if key is not None:
                whole = (*key[:2], "") if key[:2] in shared else key
                found.setdefault(whole, ([], []))[not defines].append(name.span)
        return [
            Thing(self._kind(key), key[1], tuple(sorted(set(defined))), tuple(sorted(set(used) - set(defined))))
            for key, (defined, used) in found.items()
        ]

    def _kind(self, key: _Key) -> str:
        if key[0]:
            return key[0]
        return next(kind for (what, name, scope), kind in self.given.items() if (what, name) == key[:2])

    def _meaning(self, name: ast.Id, kind: str, where: _Where, known: set[tuple[str, str]]) -> _Key | None:
        """The thing that a name means; None for a word of the language, or what is not known."""
        if kind in ONE_PLACE:
            key = _key(name, kind, where)
            return key if key in self.given else (*key[:2], "") if key[:2] in known else None
        match kind:
            case "test" if name not in self.names.checks:
                kind = SHEET
            case "chapter" if not self.names.has_chapter(name) and name in self.names.endings:
                kind = "ending"
            case "decision" if self.names.has_chapter(name):
                kind = "chapter"
            case "decision" if ("", name) in known:
                kind = SHEET
            case "phrase":
                if name in load_phrases().words or not (name in self.names.symbols or name in self.names.rules):
                    return None
                kind = SHEET if name in self.names.symbols else "rule"
            case "outcome":
                return kind, name, where.test
        if kind != SHEET:
            return kind, name, ""
        for scope in (where.scope, where.combat):
            if ("", name, scope) in self.given:
                return "", name, scope
        if name in self.names.symbols:
            return self.names.symbols[name].kind, name, ""
        if name in self.names.values:
            return VALUE, name, ""
        return ("", name, "") if ("", name) in known else None


def _key(name: str, kind: str, where: _Where) -> _Key:
    """The key of something that is known in one place only."""
    if kind == FOE:
        return FOE, name, where.fight
    return "", name, where.combat if kind == SETTING and where.combat else where.scope
