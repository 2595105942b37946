"""The book's own lines: title, start, promises; and its triggers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, cast

from msgspec import Struct, field

from gamebook.codes import names, rules
from gamebook.codes.hints import DECLARE
from gamebook.errors import UsageError
from gamebook.model.arithmetic import reads
from gamebook.model.blocks import written_in
from gamebook.model.book import Account, Expectation, Preset
from gamebook.model.reader import reader
from gamebook.model.step import Block, End, Resolution, Trigger, Turn
from gamebook.resolve import expressions, lookup, wording
from gamebook.resolve.desk import Desk
from gamebook.resolve.resolution import accounts, whole_book
from gamebook.resolve.site import Site, watch_site
from gamebook.resolve.spelling import nearest, or_part
from gamebook.sentences import listed
from gamebook.syntax import ast
from gamebook.syntax.walk import find


class Header(Struct):
    """What the header says about the book as a whole."""

    title: str = ""
    author: str = ""
    language: str = ""
    start: str = ""
    aim: Literal["win", "score"] = "win"
    then_score: bool = False
    ties: Literal["first", "last"] = "first"
    resolution: Resolution = field(default_factory=Resolution)
    expectations: list[Expectation] = field(default_factory=list)
    presets: dict[str, Preset] = field(default_factory=dict)
    accounts: tuple[Account, ...] = ()
    carried: list[str] = field(default_factory=list)


_ALLOWED = {"aim": ("win", "score"), "ties": ("first", "last")}


def header(desk: Desk, pages: Sequence[ast.Page]) -> Header:
    """Read the book's own lines; those of a rule system do not speak for the book."""
    found = Header()
    for page in pages:
        system = any(isinstance(each, ast.Title) and each.kind == "system" for each in page.declarations)
        for node in page.declarations:
            match node:
                case ast.Title(kind="book"):
                    found.title = node.text
                    desk.left.spans["book"] = node.span
                case ast.Field() if not system:
                    _field(desk, found, node)
                case ast.Expect():
                    _expect(desk, found, node)
                case ast.Carry() if not system:
                    _carry(desk, found, node)
                case ast.Preset():
                    _preset(desk, found, node)
                case ast.ResolveBy():
                    found.resolution = whole_book(desk, node)
                    desk.left.spans["resolve"] = node.span
    nodes = [node for page in pages for node in page.declarations]
    wording.check_phrases(desk, [node for node in nodes if isinstance(node, ast.Phrase)], found.language)
    found.accounts = accounts(desk, [node for node in nodes if isinstance(node, ast.AccountDecl)])
    if not found.start:
        found.start = str(next(iter(desk.names.chapters), ""))
    return found


def _field(desk: Desk, found: Header, node: ast.Field) -> None:
    if node.value not in _ALLOWED.get(node.key, (node.value,)):
        hint = f"write: {node.key} {listed(_ALLOWED[node.key], last='or')}"
        desk.report(rules.BAD_FIELD, node.span, f"{node.key} cannot be {node.value}", hint)
        return
    if node.then and (node.key, node.value, node.then) != ("aim", "win", "score"):
        words = f"{node.key} {node.value} then {node.then}"
        desk.report(rules.BAD_FIELD, node.span, f"{words} is not a known header line", "write: aim win then score")
        return
    match node.key:
        case "author":
            found.author = str(node.value)
        case "language":
            wording.check_language(desk, node.value)
            found.language = desk.language = str(node.value)
        case "start":
            lookup.known_chapter(desk, node.value)
            found.start = str(node.value)
        case "aim":
            found.aim = cast("Literal['win', 'score']", str(node.value))
            found.then_score = bool(node.then)
        case "ties":
            found.ties = cast("Literal['first', 'last']", str(node.value))


def _carry(desk: Desk, found: Header, node: ast.Carry) -> None:
    for each in node.names:
        symbol = desk.names.symbols.get(each.id)
        if symbol is None:
            _unknown(desk, each.id)
        elif each.id not in desk.sheet:
            lookup.wrong_kind(desk, each.id, "on the sheet")
        elif each.id not in found.carried:
            found.carried.append(str(each.id))
            desk.left.gained.add(each.id)
            _see_whether_it_can_differ(desk, each)


def _see_whether_it_can_differ(desk: Desk, carried: ast.Name) -> None:
    """Report a number that is carried over, and can have one value only here."""
    variable = desk.sheet[carried.id]
    if variable.kind in ("stat", "number") and variable.low == variable.high:
        message = f"nothing of {carried.id} can be carried over: here it is always {variable.low}"
        line = f"{variable.kind} {carried.id} = {variable.low} in 0..50"
        hint = f"write the range that it has in the book before, such as {line}"
        desk.report(names.CARRIES_NOTHING, carried.span, message, hint)


def _preset(desk: Desk, found: Header, node: ast.Preset) -> None:
    """A hero with a name; a book's own takes the place of its rule system's of that name."""
    values: dict[str, int] = {}
    for each in node.values:
        given = _preset_word(desk, each) or _preset_number(desk, each)
        if given is None:
            continue
        name, number = given
        if values.setdefault(name, number) != number and (picked := desk.sheet[name].values):
            message = f"{name} cannot be both {picked[values[name]]} and {picked[number]}"
            desk.report(rules.BAD_FIELD, each.span, message, "leave out one of them")
    found.presets[node.name] = Preset(name=str(node.name), values=tuple(values.items()))
    desk.left.spans[f"preset {node.name}"] = node.span


def _preset_word(desk: Desk, given: ast.PresetValue) -> tuple[str, int] | None:
    """The one-of and its value of `weapon = axe`, or of `axe` alone; None for all else, which may be reported."""
    if given.word is None:
        if given.value != 1 or given.name in desk.names.symbols or given.name not in desk.names.values:
            return None
        number = lookup.named_value(desk, given.name)
        return None if number is None else (str(desk.names.values[given.name][0][0]), number)
    variable = desk.sheet.get(given.name)
    if variable is None or not variable.values:
        return None
    number = lookup.named_value(desk, given.word, given.name)
    if number is None:
        hint = nearest(given.word, variable.values) or f"it is one of: {', '.join(variable.values)}"
        desk.report(rules.BAD_FIELD, given.word.span, f"{given.name} is never {given.word}", hint)
        return None
    return str(given.name), number


def _preset_number(desk: Desk, given: ast.PresetValue) -> tuple[str, int] | None:
    """The name and the number of `SKILL 7`, or of `rope` alone; None for what is no such thing, which is reported."""
    variable = desk.sheet.get(given.name)
    if variable is not None and variable.values:
        if given.word is None:
            hint = f"write the value: {given.name} = {variable.values[-1]}"
            desk.report(rules.BAD_FIELD, given.span, f"{given.name} needs one of its values", hint)
    elif variable is not None and given.word is not None:
        hint = f"write a number after the name: {given.name} {variable.high}"
        desk.report(rules.BAD_FIELD, given.word.span, f"{given.name} is never {given.word}", hint)
    elif variable is not None and variable.low <= given.value <= variable.high:
        return str(given.name), given.value
    elif variable is not None:
        message = f"{given.name} is in {variable.low}..{variable.high}, not {given.value}"
        desk.report(rules.BAD_FIELD, given.span, message, "choose a number in this range")
    elif given.name in desk.names.values and given.name not in desk.names.symbols:
        owner = desk.names.values[given.name][0][0]
        message = f"{given.name} is a value of {owner}, and no number belongs to it"
        desk.report(rules.BAD_FIELD, given.span, message, f"write {given.name} alone")
    else:
        _unknown(desk, given.name)
    return None


def _unknown(desk: Desk, name: ast.Id) -> None:
    hint = nearest(name, desk.sheet) or or_part(DECLARE, name, desk.sheet)
    desk.report(names.UNKNOWN_NAME, name.span, f"nothing is called {name}", hint)


def presets_made(desk: Desk, pages: Sequence[ast.Page], hero: Block) -> None:
    """Report what a hero with a name has, although no hero rolls or picks it.

    Args:
        desk: what is known of the book.
        pages: a rule system's, then the book's.
        hero: the rolls of the sheet and the hero blocks.
    """
    made = written_in(hero)
    for node in (node for page in pages for node in page.declarations if isinstance(node, ast.Preset)):
        for each in node.values:
            owners = [str(owner) for owner, _ in desk.names.values.get(each.name, ())]
            known = each.name in desk.sheet or owners
            if known and made.isdisjoint([str(each.name), *owners]):
                hint = "offer it in a hero block, or leave it out here"
                desk.report(rules.BAD_FIELD, each.span, f"the hero does not roll or pick {each.name}", hint)


def _expect(desk: Desk, found: Header, node: ast.Expect) -> None:
    hint = "write: expect win"
    if node.what != "win":
        with suppress(UsageError):  # `expect random 20%..40%`
            hint = f"write: expect reader {reader(node.what)} wins, and then the chances; or, for best play, expect win"
        desk.report(rules.BAD_FIELD, node.span, f"`expect` does not know {node.what}", hint)
    elif node.low > node.high:
        desk.report(rules.EMPTY_RANGE, node.span, "the low end is greater than the high end", "swap the two ends")
    else:
        try:
            who = reader(node.reader) if node.reader else None
        except UsageError as error:
            desk.report(rules.BAD_FIELD, node.span, str(error))
            return
        if who is not None and who.kind == "persistent":
            message = "`expect` is about a single play, but a persistent reader plays again and again"
            desk.report(rules.BAD_FIELD, node.span, message, "write: expect reader first-timer")
            return
        found.expectations.append(Expectation(what="win", low=node.low, high=node.high, reader=str(who or "")))
        desk.left.spans[f"expect {len(found.expectations)}"] = node.span


# ---- triggers -------------------------------------------------------------------------------------------


def _mentioned(desk: Desk, part: ast.Node, site: Site) -> set[str]:
    """The variables that a condition names, even where they make no difference: `hard or gold > 3` if hard is 1."""
    found: set[str] = set()
    for kind in (ast.Initial, ast.Visited, ast.Ticked, ast.CountOf):
        for node in find(part, kind):
            found |= reads(expressions.value(desk, node, site))
    for name in find(part, ast.Name):
        symbol = desk.names.symbols.get(name.id)
        if symbol is not None and isinstance(symbol.node, ast.Let):
            found |= _mentioned(desk, symbol.node.value, site)
        elif name.id in desk.ranges:
            found |= reads(expressions.value(desk, name, site))
        elif symbol is None and len(owners := desk.names.values.get(name.id, [])) == 1:
            found.add(str(owners[0][0]))  # the value of a one-of, written alone
    return found


def _wounds(desk: Desk, triggers: Sequence[ast.When]) -> frozenset[str]:
    """The stats of which a loss in a trigger may be the wound that some fight waits for."""
    stats = {str(combat.wounds.id) for combat in desk.names.combats.values() if combat.wounds is not None}
    nodes = [node for trigger in triggers for node in desk.nodes(trigger)]
    changed = {str(node.id) for node in nodes if isinstance(node, ast.Place)}
    changed |= {str(node.what) for node in nodes if isinstance(node, ast.Pay | ast.Store)}
    changed |= {str(name) for node in nodes if isinstance(node, ast.SwapValues) for name in (node.left, node.right)}
    both = frozenset(stats & changed)
    return both if any(row.kind == "wounded" for row in desk.names.kinds[ast.FightRow]) else frozenset()


def watches(desk: Desk, pages: Sequence[ast.Page]) -> tuple[Trigger, ...]:
    """`when STAMINA <= 0 -> defeat "…"`: the system's before the book's, in the order written; `first when` first."""
    nodes = [node for page in pages for node in page.declarations if isinstance(node, ast.When)]
    nodes.sort(key=lambda node: not node.first)
    wounds, found = _wounds(desk, nodes), []
    for number, node in enumerate(nodes, start=1):
        site = watch_site(number, wounds)
        condition = expressions.value(desk, node.condition, site)
        body = desk.block(node.body, site)
        if not node.body:
            hint = "write at its end where play goes, such as -> defeat, or under it what happens"
            desk.report(rules.OF_NOTHING, node.span, "nothing happens when this holds", hint)
        mentions = tuple(sorted(reads(condition) | set(map(str, _mentioned(desk, node.condition, site)))))
        watch = Trigger(id=f"when {number}", condition=condition, mentions=mentions, body=body)
        desk.left.spans[watch.id] = node.span
        defeats = {ending.name for ending in desk.endings.values() if ending.kind == "defeat"}
        if body and isinstance(body[-1], End) and body[-1].ending in defeats:
            desk.defeats.append(watch)
        desk.turning |= bool(body) and isinstance(body[-1], Turn)
        found.append(watch)
    return tuple(found)
