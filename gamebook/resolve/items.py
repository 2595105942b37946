"""Items: gaining what fits, losing what one has, leaving things in a chest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from gamebook.codes import names, rules
from gamebook.codes.hints import declare_it, did_you_mean, write, write_one
from gamebook.diagnostics import Edit, Hint
from gamebook.model.arithmetic import ONE, TRUE, ZERO, binary, const, has_dice
from gamebook.model.book import Role
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.fold import both, less, plus, total
from gamebook.model.step import (
    COPIES,
    RANDOM,
    Block,
    Change,
    If,
    Loop,
    Option,
    Random,
    Roll,
    Say,
    Step,
    Weighted,
    dropping,
    leaving,
    no_room,
    no_room_for,
    room_for_some,
)
from gamebook.resolve import amounts, expressions, limited, lookup
from gamebook.resolve.choices import decide
from gamebook.resolve.desk import Desk
from gamebook.resolve.effects import assign, choose_value, effect, hidden_assign
from gamebook.resolve.expressions import count_of_group
from gamebook.resolve.resolution import resolution
from gamebook.resolve.site import Site
from gamebook.resolve.sourcemap import Room
from gamebook.resolve.spelling import nearest, or_part
from gamebook.sentences import NUMBER_WORDS
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.spell import spell
from gamebook.syntax.words import nearest_word

MAX_COPIES = 20
"""The most copies that are gained, swapped or lost one by one."""
MOST_NAMED = 5
"""Items that are named where one was asked for that is not there."""
_ALL = frozenset(
    {"everything", "all", "anything", "items", "things", "equipment", "possessions", "belongings", "inventory"}
)
"""Words for whatever the reader has, which the language does not have."""
_ANY = frozenset({"item", "thing", "object", "possession"})
"""Words for one thing, no matter which."""
_IN_DIGITS = {word: str(number) for number, word in enumerate(NUMBER_WORDS, start=1)}
NOTHING: Mapping[str, Expr] = MappingProxyType({})


def _unknown_item(desk: Desk, name: ast.Id, step: ast.Gain | ast.Lose | None = None) -> None:
    if step is not None and isinstance(step.count, ast.Name) and f"{step.count.id}-{name}" in desk.names.symbols:
        rule = "gain" if isinstance(step, ast.Gain) else "lose"
        meant = f"{step.count.id}-{name}"
        message = f"no item is called {name}; a name has no blank in it"
        desk.report(names.UNKNOWN_NAME, name.span, message, write(f"~ {rule} {meant}"))
        return
    things = desk.names.of_kind("item", "limit", "one-of")
    numbers = desk.names.of_kind("stat", "number", "codeword")
    hint: str | None = nearest(name, [*things, *desk.names.values]) or nearest(name, numbers) or _begun_with(desk, name)
    if isinstance(step, ast.Lose) and name.lower() in _ALL:
        first = next(iter(desk.names.of_kind("item")), "rope")
        hint = f"write a line for each: ~ lose all {first}"
    if hint is None and name.lower() in _ANY:
        first = next(iter(desk.names.of_kind("item")), "rope")
        rule = "gain" if isinstance(step, ast.Gain) else "lose"
        hint = (
            f"write which one: ~ {rule} {first}; if dice say which, write “~ random”, and under it, with four blanks, "
            f"a row “1:” for each thing, with “~ {rule} {first}” under it"
        )
    there = "" if hint is not None else _items_there(desk)
    message = f"no item is called {name}{f'; {there}' if there else ''}"
    hint = hint or or_part(declare_it(f"item {name}"), name, things)
    desk.report(names.UNKNOWN_NAME, name.span, message, hint)


def _items_there(desk: Desk) -> str:
    """`the book has rope, lamp`; of many only those of the rule system; empty if some could not be read."""
    if desk.names.half_read:
        return ""
    items = desk.names.of_kind("item")
    if len(items) > MOST_NAMED:
        items = [name for name in items if desk.names.symbols[name].span.path in desk.names.systems]
        return f"the rule system has {', '.join(items)}" if 0 < len(items) <= MOST_NAMED else ""
    return f"the book has {', '.join(items)}" if items else ""


def _begun_with(desk: Desk, name: str) -> Hint | None:
    """`did you mean provisions?`, where the reader begins with so many of these as a param such as `meals` says."""
    items = [each for each in desk.names.kinds[ast.ItemDecl] if isinstance(each.start, ast.Name)]
    begun = {each.start.id: each.name for each in items if each.start.id in desk.names.of_kind("param")}
    param = name if name in begun else nearest_word(name, begun)
    return did_you_mean(begun[param], name) if param else None


def _not_an_item(desk: Desk, name: ast.Id, step: ast.Gain | ast.Lose, site: Site, sign: str, word: str) -> None:
    """Report `~ gain` or `~ lose` of something else, and what to write instead.

    Args:
        desk: what is known of the book.
        name: what was to be gained or lost.
        step: the rule.
        site: where it stands.
        sign: `+` or `-`, for a number.
        word: the word that stands for it with a codeword.
    """
    kind = desk.names.symbols[name].kind
    if kind not in ("stat", "number", "codeword"):
        hint = _begun_with(desk, name) or _items_there(desk) or "only an item can be gained or lost"
        lookup.wrong_kind(desk, name, "an item", hint)
        return
    both = amounts.as_both(desk, "gain" if isinstance(step, ast.Gain) else "lose", step.count, name, site)
    if both is not None:
        lookup.wrong_kind(desk, name, "an item", both)
        return
    said = step.count.id if isinstance(step.count, ast.Name) else ""
    if said not in (*_IN_DIGITS, "half"):
        _amount(desk, step, site)
        if said and not lookup.is_known(desk, said, site):  # the rule to write would have the same finding
            return
    meant = _for_no_item(desk, name, step, sign, word)
    sure = kind != "codeword" or step.count is None
    if kind != "codeword" and isinstance(step, ast.Lose) and step.how == "all":
        sure = name in desk.sheet and desk.sheet[name].low >= 0  # below 0 it may be a debt, which would be gone, too
    more = _only_for_items(step)
    edits = (Edit(step.span, meant),) if sure and not more else ()
    lookup.wrong_kind(desk, name, "an item", write(f"~ {meant}", more), edits)


def meant_by(desk: Desk, step: ast.Gain | ast.Lose) -> str | None:
    """What to write for `gain` or `lose`, without its mark, where the name is no item's; None where it is an item's."""
    gain = isinstance(step, ast.Gain)
    name = step.item if isinstance(step, ast.Gain) else step.what
    symbol = desk.names.symbols.get(name)
    if symbol is None or symbol.kind not in ("stat", "number", "codeword"):
        return None
    return _for_no_item(desk, name, step, "+" if gain else "-", "note" if gain else "erase")


def _for_no_item(desk: Desk, name: ast.Id, step: ast.Gain | ast.Lose, sign: str, word: str) -> str:
    """The rule for a number or a codeword; what its parts are, `_not_an_item` says."""
    if desk.names.symbols[name].kind == "codeword":
        return f"{word} {name}"
    if isinstance(step, ast.Lose) and step.how == "all":
        return f"set {name} = 0"
    amount = "1" if step.count is None else spell(step.count)
    if amount not in desk.names.symbols:
        amount = _IN_DIGITS.get(amount, amount)
    if amount == "half" and "half" not in desk.names.symbols:
        amount = f"({name} / 2)"
    return f"{name} {sign}({amount})" if isinstance(step.count, ast.Binary) else f"{name} {sign}{amount}"


def _only_for_items(step: ast.Gain | ast.Lose) -> str:
    """What to add to a hint if the rule has words that no other rule has."""
    words = "random" if isinstance(step, ast.Lose) and step.how == "random" else ""
    if isinstance(step, ast.Gain) and (step.whole or step.swap):
        words = "all or none" if step.whole else "or swap"
    return f"; “{words}” is only for items" if words else ""


def _no_count(desk: Desk, verb: str, value: ast.Id, *, counted: bool) -> None:
    """Report `~ gain 2 sword` where a sword is one value of `weapon`: a reader has it or has another, never two."""
    if counted:
        owner = desk.names.values[value][0][0]
        problem = f"{value} is one of the values of {owner}: no amount and no other word stands with it"
        desk.report(names.WRONG_KIND, value.span, problem, write(f"~ {verb} {value}"))


# ---- gain -----------------------------------------------------------------------------------------------


def gain(desk: Desk, step: ast.Gain, site: Site) -> Block:
    """`~ gain lantern`, `~ gain 2 meal`, `~ gain rope or swap`; what does not fit stays, and `play` says so."""
    desk.left.gained.add(step.item)
    symbol = desk.names.symbols.get(step.item)
    if symbol is None:
        if step.item in desk.names.values:
            _no_count(desk, "gain", step.item, counted=step.count is not None or step.swap or step.whole)
            return choose_value(desk, step.item, step.span, site)
        _unknown_item(desk, step.item, step)
        return ()
    if amounts.is_kind(desk, "gain", step.count, step.item, site):
        return ()
    if symbol.kind != "item":
        _not_an_item(desk, step.item, step, site, "+", "note")
        return ()
    amounts.report(desk, "gain", step.count, step.item, site)
    number = _amount(desk, step, site)
    amounts.below_zero(desk, step, number, site)
    if step.swap:
        return _gain_or_swap(desk, step, number, site)
    if not has_dice(number):
        return _gain_some(desk, step, number, site)
    low, high = desk.bounds(number, site)
    count = desk.local(site.prefix + COPIES, 0, max(0, high))
    counted = binary("max", number, ZERO) if low < 0 else number
    label = spell(step.count) if step.count is not None else ""
    how = resolution(desk, None, site, label)
    roll = Roll(value=counted, store=count.name, label=label, resolution=how, address=desk.address(site, step.span))
    return (roll, *_gain_some(desk, step, count, site))


def _gain_some(desk: Desk, step: ast.Gain, number: Expr, site: Site) -> Block:
    most = desk.sheet[step.item].high
    value = ONE if most == 1 and number == ONE else plus(step.item, number)
    gained = (assign(desk, (Change(variable=str(step.item), value=value),), step.span, site, "gain"),)
    crowded = limited.tight(desk, step.item)
    if number == ONE and not crowded:  # one copy more, kept in its range by the clamp
        desk.left.rooms[gained[0].address] = _room_in_words(desk, step.item, (), 1, 1)
        return gained
    fits = fitting(desk, step.item, number)
    rest = _gain_what_fits(desk, step, number, site)
    address = desk.hidden_address(site, step.span)
    desk.left.rooms[address] = _room_in_words(desk, step.item, crowded, *desk.bounds(number, site))
    return (If(condition=fits, then=gained, otherwise=rest, own=True, address=address),)


def _room_in_words(desk: Desk, item: str, limits: Sequence[ast.Limit], low: int, high: int) -> Room:
    """What to write where from `low` to `high` copies are gained; `limits`: those that they may not fit into."""
    most = desk.sheet[item].high
    places = {str(limit.name): limited.places(desk, limit) for limit in limits}
    asked = ""
    if low == high <= min((most, *places.values())):
        full = {f"count of {name}": number for name, number in places.items()}
        if most < min(places.values(), default=most + 1):
            full = {item: most, **full}
        asked = " and ".join(
            f"not {what}" if number == 1 and what == item else f"{what} < {number - high + 1}"
            for what, number in full.items()
        )
    lacks = f"not {item}" if most == high else f"{item} < {most - high + 1}"
    fits = min((most, *places.values()))
    return Room(
        asked,
        _wider(desk, item),
        item,
        most,
        lacks if low == high <= most else "",
        fewer=fits if low > fits else 0,
        within=fits < most or most in places.values(),
        enough=high if high > most else most + high,
    )


def _wider(desk: Desk, item: str) -> str:
    """What to write before the number of copies; empty where the rule system has a fixed number of them."""
    declared = desk.names.symbols[item].node
    number = declared.most if isinstance(declared, ast.ItemDecl) else None
    if isinstance(number, ast.Name) and number.id in desk.names.of_kind("param"):
        return f"write before the first chapter: param {number.id} ="
    return "" if declared.span.path in desk.names.systems else f"write on the sheet: item {item} x"


def _gain_what_fits(desk: Desk, step: ast.Gain, number: Expr, site: Site) -> Block:
    """Where there is no room for all: the reader is informed, and gains a part unless the book says all or none."""
    if number == ONE:
        return (Say(text=no_room(step.item), own=True),)
    if step.whole:
        return (Say(text=no_room_for(step.item, number), own=True),)
    room = _room(desk, step.item)
    told = Say(text=room_for_some(step.item, room, number), own=True)
    gained = Change(variable=str(step.item), value=plus(step.item, room))
    return (told, assign(desk, (gained,), step.span, site, "gain"))


def fitting(desk: Desk, item: str, number: Expr, dropped: str | None = None) -> Expr:
    """Whether there is room for more copies of an item, after dropping one copy of another."""
    room = [binary("<=", plus(item, number), const(desk.sheet[item].high))]
    for limit in limited.tight(desk, item):
        taken = binary("+", count_of_group(desk, limit), number)
        freed = int(any(each.id == dropped for each in limit.items))
        room.append(binary("<=", taken, const(limited.places(desk, limit) + freed)))
    return both(room)


def _room(desk: Desk, item: str, taken: Mapping[str, Expr] = NOTHING) -> Expr:
    """How many more copies of an item there is room for, once `taken` of others have come, too."""
    room = binary("-", const(desk.sheet[item].high), Var(name=str(item)))
    for limit in limited.tight(desk, item):
        come = total(taken[each.id] for each in limit.items if each.id in taken)
        free = binary("-", const(limited.places(desk, limit)), binary("+", count_of_group(desk, limit), come))
        room = binary("min", room, binary("max", free, ZERO))
    return room


def _gain_or_swap(desk: Desk, step: ast.Gain, number: Expr, site: Site) -> Block:
    if not isinstance(number, Const) or not 1 <= number.value <= MAX_COPIES:
        hint = f"write: ~ gain 2 {step.item} or swap"
        desk.report(rules.NOT_CONSTANT, step.span, "`or swap` needs a fixed number of copies", hint)
        return ()
    return tuple(each for _ in range(number.value) for each in _gain_one_or_swap(desk, step, site))


def _gain_one_or_swap(desk: Desk, step: ast.Gain, site: Site) -> Block:
    item, span = step.item, step.span
    limits = limited.tight(desk, item)
    one = (Change(variable=str(item), value=plus(item, ONE)),)
    gained = (assign(desk, one, span, site, "gain"),)
    if not limits:
        desk.left.rooms[gained[0].address] = _room_in_words(desk, item, (), 1, 1)
        return gained
    address = desk.address(site, span)
    neighbours = dict.fromkeys(each.id for limit in limits for each in limit.items if each.id != item)
    options = []
    for other in neighbours:
        if other not in desk.sheet:
            continue
        where = desk.address(site, span)
        # One effect, so that no trigger runs between them.
        dropped = Change(variable=str(other), value=less(other, ONE))
        taken = effect(desk, (dropped, *one), span, site, "gain")
        open_when = both([binary(">", Var(name=str(other)), ZERO), fitting(desk, item, ONE, dropped=other)])
        options.append(Option(label=(dropping(other),), condition=open_when, body=taken, address=where))
    options.append(Option(label=(leaving(item),), condition=TRUE, address=desk.address(site, span)))
    offer = decide(desk, site.owner, "choose", tuple(options), span, address, site)
    # Nothing that is dropped makes room for more than there can be: who has the most is not asked.
    wants = binary("<", Var(name=str(item)), const(desk.sheet[item].high))
    asked = If(condition=wants, then=offer, own=True, address=desk.hidden_address(site, span))
    where = desk.hidden_address(site, span)
    desk.left.rooms[where] = replace(_room_in_words(desk, item, limits, 1, 1), swaps=True)
    return (If(condition=fitting(desk, item, ONE), then=gained, otherwise=(asked,), own=True, address=where),)


# ---- lose -----------------------------------------------------------------------------------------------


def lose(desk: Desk, step: ast.Lose, site: Site) -> Block:
    """`~ lose lantern`, `~ lose 2 meal`, `~ lose all backpack`, `~ lose random backpack`, `~ lose weapon`."""
    symbol = desk.names.symbols.get(step.what)
    if amounts.is_kind(desk, "lose", step.count, step.what, site):
        return ()
    if symbol is not None and symbol.kind not in ("item", "limit", "one-of"):
        _not_an_item(desk, step.what, step, site, "-", "erase")
        return ()
    number = _amount(desk, step, site)
    if symbol is None:
        if step.what in desk.names.values:
            _no_count(desk, "lose", step.what, counted=step.count is not None or step.how != "some")
            return _lose_value(desk, step, site)
        _unknown_item(desk, step.what, step)
        return ()
    desk.left.asked.add(step.what)
    if isinstance(symbol.node, ast.Limit):
        return _lose_from_group(desk, step, symbol.node, number, site)
    if symbol.kind == "one-of":
        if step.count is not None or step.how != "some":
            problem = f"{step.what} is a one-of, which always has one value: no amount and no other word stands with it"
            desk.report(names.WRONG_KIND, step.what.span, problem, write(f"~ lose {step.what}"))
        return effect(desk, (Change(variable=str(step.what), value=ZERO),), step.span, site, "lose")
    amounts.report(desk, "lose", step.count, step.what, site)
    amounts.below_zero(desk, step, number, site)
    if step.how == "some":
        amounts.more_than_all(desk, step, number, site)
    single = desk.sheet[step.what].high == 1 and number == ONE
    value = ZERO if step.how == "all" or single else less(step.what, number)
    return effect(desk, (Change(variable=str(step.what), value=value),), step.span, site, "lose")


def _amount(desk: Desk, step: ast.Gain | ast.Lose, site: Site) -> Expr:
    """How many are gained or lost; `lose al`, and `lose randm`, are words of the language misspelt."""
    if step.count is None:
        return ONE
    if (
        isinstance(step, ast.Lose)
        and isinstance(step.count, ast.Name)
        and not lookup.is_known(desk, step.count.id, site)
    ):
        meant = nearest_word(step.count.id, ("all", "random"), least=0.75)
        if meant is not None:
            lookup.unknown(desk, step.count.id, site, did_you_mean(meant, step.count.id))
            return ONE
    return expressions.amount(desk, step.count, site)


def _lose_value(desk: Desk, step: ast.Lose, site: Site) -> Block:
    """`~ lose axe`: a reader whose weapon is the axe has the first value afterwards."""
    number = lookup.named_value(desk, step.what)
    if number is None:
        return ()
    owner = desk.names.values[step.what][0][0]
    drop = assign(desk, (Change(variable=str(owner), value=ZERO),), step.span, site, "lose")
    held = binary("=", Var(name=str(owner)), const(number))
    return (If(condition=held, then=(drop,), own=True, address=desk.hidden_address(site, step.span)),)


def _lose_from_group(desk: Desk, step: ast.Lose, limit: ast.Limit, number: Expr, site: Site) -> Block:
    items = [each.id for each in limit.items if each.id in desk.sheet]
    if step.how == "all":
        return effect(desk, tuple(Change(variable=str(each), value=ZERO) for each in items), step.span, site, "lose")
    if step.how != "random":
        hint = write_one(f"~ lose all {limit.name}", f"~ lose random {limit.name}")
        lookup.wrong_kind(desk, step.what, "one item", hint)
        return ()

    def one_at_random() -> Block:
        rows = tuple(
            Weighted(
                weight=Var(name=str(each)),
                label=str(each),
                body=effect(desk, (Change(variable=str(each), value=less(each, ONE)),), step.span, site, "lose"),
            )
            for each in items
        )
        how = resolution(desk, None, site, RANDOM)
        return (Random(rows=rows, resolution=how, address=desk.address(site, step.span)),)

    return repeated(desk, number, one_at_random, step, site)


def repeated(desk: Desk, number: Expr, make: Callable[[], Block], step: ast.Lose, site: Site) -> Block:
    """A block as often as `number` says, which a line loses: written out for a few times, else counted down."""
    if isinstance(number, Const) and number.value <= MAX_COPIES:
        return tuple(step for _ in range(number.value) for step in make())
    most = max(0, desk.bounds(number, site)[1])
    counter = desk.local(site.prefix + COPIES, 0, most, "hidden")
    span, label = step.span, spell(step.count) if step.count is not None else ""
    how, address = resolution(desk, None, site, label), desk.address(site, span)
    counted = binary("max", number, ZERO)
    roll = Roll(value=counted, store=counter.name, label=label, resolution=how, address=address)
    down = hidden_assign(desk, counter.name, less(counter.name, ONE), span, site)
    until = binary("=", counter, ZERO)
    return (roll, Loop(until=until, body=(down, *make()), address=desk.address(site, span)))


# ---- chests ---------------------------------------------------------------------------------------------


def store(desk: Desk, step: ast.Store, site: Site) -> Block:
    """`~ store backpack in chest`, `~ return backpack from chest`; what does not fit stays where it is."""
    symbol = desk.names.symbols.get(step.what)
    if symbol is None:
        _unknown_item(desk, step.what)
        return ()
    if isinstance(symbol.node, ast.Limit):
        things = [each.id for each in symbol.node.items if each.id in desk.sheet]
    elif symbol.kind in ("item", "number"):
        things = [step.what]
    else:
        lookup.wrong_kind(desk, step.what, "a limit, an item or a number")
        return ()
    chests = {each: _in_chest(desk, step.chest, each) for each in things}
    if step.back:
        desk.left.gained.update(things)
        return _take_back(desk, chests, step.span, site)
    changes = [each for thing, chest in chests.items() for each in _put_away(desk, thing, chest)]
    return effect(desk, tuple(changes), step.span, site, "lose")


def _put_away(desk: Desk, thing: ast.Id, chest: Var) -> tuple[Change, Change]:
    """As much as there is room for; of less than nothing, nothing."""
    name, most = str(thing), const(max(0, desk.sheet[thing].high))
    here: Expr = Var(name=name)
    whole = binary("+", chest, binary("max", here, ZERO) if desk.sheet[thing].low < 0 else here)
    return (
        Change(variable=chest.name, value=whole),  # its range ends it, which is noted for findings
        Change(variable=name, value=binary("max", binary("-", whole, most), ZERO)),
    )


def _in_chest(desk: Desk, chest: str, thing: str) -> Var:
    role = Role(what="stored", of=str(chest), stat=str(thing))
    return desk.local(f"{chest}: {thing}", 0, max(0, desk.sheet[thing].high), role=role)


def _take_back(desk: Desk, chests: Mapping[ast.Id, Var], span: Span, site: Site) -> Block:
    """All at once, so that no trigger runs in between. Where things share a limit, those named first are first.

    How much of each fits is put into variables first, as it depends on how much of others does.
    """
    taken: dict[str, Expr] = {}
    steps: list[Step] = []
    for place, (thing, chest) in enumerate(chests.items()):
        fits = binary("min", chest, _room(desk, thing, taken))
        if place + 1 < len(chests) and limited.tight(desk, thing):
            count = desk.local(f"{site.prefix}taken back {place + 1}", 0, desk.bounds(chest, site)[1], "hidden")
            steps.append(hidden_assign(desk, count.name, fits, span, site))
            fits = count
        taken[thing] = fits
    gained = [Change(variable=str(each), value=plus(each, fits)) for each, fits in taken.items()]
    left = [Change(variable=chest.name, value=less(chest.name, taken[each])) for each, chest in chests.items()]
    return (*steps, assign(desk, (*gained, *left), span, site, "gain"))
