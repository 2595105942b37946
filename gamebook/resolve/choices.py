"""What the reader, or a rival, chooses."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

from msgspec import structs
from msgspec.structs import replace

from gamebook.codes import names, rules
from gamebook.codes.hints import any_of, write
from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.model.arithmetic import FALSE, TRUE, ZERO, binary, const, negate
from gamebook.model.book import Role
from gamebook.model.expression import Expr, Var
from gamebook.model.fold import both, either, total
from gamebook.model.prices import due
from gamebook.model.reserved import ANYTIME
from gamebook.model.step import (
    DO_NOT,
    GO_ON,
    OTHER_NUMBER,
    Block,
    Change,
    Choose,
    Option,
    Say,
    Step,
    fixed_words,
)
from gamebook.resolve import expressions, lookup
from gamebook.resolve.desk import Desk
from gamebook.resolve.effects import assign, hidden_assign
from gamebook.resolve.flow import can_go_back
from gamebook.resolve.sights import sight
from gamebook.resolve.site import Binding, Site
from gamebook.resolve.texts import text
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.one_line import spell_option
from gamebook.syntax.spell import spell, spell_knows
from gamebook.syntax.text import unescaped

What = Literal["menu", "may", "choose", "amount", "hero", "fight", "rival"]
_BESIDE_AND = 2
"""How tightly a condition binds that “and” stands beside."""
MAX_AMOUNTS = 1_000
"""The most values to choose an amount from."""
MAX_PICKS = 5_000
"""The most ways to choose some of a list, or fewer."""


# ---- options --------------------------------------------------------------------------------------------


def option(desk: Desk, node: ast.Option, site: Site, *, again: bool = False) -> Option:
    """One option: its block first, then its turn; what it pays closes it for who cannot."""
    address = desk.address(site, node.span)
    label = text(desk, node.label, node.label_span or node.span, site)
    holds = expressions.condition(desk, node.condition, site)
    if site.fight is not None and site.quoted:
        desk.left.unjudged.add(node.span)
    target = (ast.Turn(node.target, span=node.target.span),) if node.target is not None else ()
    block = (*node.body, *target)
    before = len(desk.left.rooms)
    body = desk.block(block, site.where(holds, block))
    if node.condition is not None:
        _note_condition(desk, node.condition, before)
    if node.secret:
        _keep_number(desk, node)
    return Option(
        label=label,
        condition=both([holds, *affordable(desk, body, site), can_go_back(desk, block, site)]),
        body=body,
        again=again,
        known=node.knows,
        address=address,
    )


def _note_condition(desk: Desk, condition: ast.Expr, before: int) -> None:
    """Note what a choice asks where something is gained in it: after the first places, which were known before."""
    for address in [*desk.left.rooms][before:]:
        room = desk.left.rooms[address]
        desk.left.rooms[address] = replace(room, asks=room.asks or spell(condition, _BESIDE_AND))


def _keep_number(desk: Desk, node: ast.Option) -> None:
    """A secret link: the reader has the number from elsewhere, so the chapter keeps it."""
    if isinstance(node.target, ast.ToChapter) and node.target.chapter.isdecimal():
        desk.left.fixed.add(node.target.chapter)
    elif not isinstance(node.target, ast.ToComputed):
        span = node.target.span if node.target is not None else node.span
        message = "a secret link leads to a chapter with a number, for the reader only knows the number"
        desk.report(names.SECRET_WITHOUT_NUMBER, span, message, "give that chapter a number")


def affordable(desk: Desk, body: Block, site: Site) -> list[Expr]:
    """Conditions under which what the body pays first can be paid; a price of 0 always can, also by who is in debt."""
    asked: dict[str, list[Expr]] = {}
    in_debt = {name for name, (low, _) in desk.ranges.items() if low < 0}
    for _, change, price in due(body, in_debt):
        asked.setdefault(change.variable, []).append(price)
    found = []
    for name, prices in asked.items():
        price = total(prices)
        enough = binary(">=", Var(name=str(name)), price)
        free = desk.bounds(price, site)[0] <= 0 and desk.bounds(Var(name=name), site)[0] < 0
        found.append(either([binary("<=", price, ZERO), enough]) if free else enough)
    return found


def open_options(desk: Desk, nodes: tuple[ast.Option, ...], site: Site) -> tuple[Option, ...]:
    """The options of one list for a decision; in a fight, those that its settings close for ever are left out."""
    made = tuple(option(desk, node, site) for node in nodes)
    return made if site.fight is None else tuple(each for each in made if each.condition != FALSE)


def decide(
    desk: Desk,
    name: str,
    what: What,
    options: tuple[Option, ...],
    span: Span,
    address: str,
    site: Site,
    foe: Mapping[str, Binding] | None = None,
) -> Block:
    """A decision, entered in the list that strategies are checked against; nothing where it has no options.

    Args:
        desk: what is known of the book.
        name: the name of the decision, or else its chapter.
        what: its kind.
        options: what can be taken.
        span: where it is written.
        address: its address.
        site: the place.
        foe: the stats of the foe of whom a strategy speaks there, if that is not the current one.
    """
    if foe is None:
        foe = site.fight.foe if site.fight is not None else {}
    if not options:
        return ()
    if what == "rival":
        desk.left.rivals.add(name)
    labels = {fixed_words(each.label) for each in options}
    for place in dict.fromkeys((name, site.chapter or name)):
        desk.left.decisions.setdefault(place, set()).update(labels)
    actions = {fixed_words(each.label) for each in options if each.again}
    if actions:
        desk.left.decisions.setdefault(ANYTIME, set()).update(actions)
    desk.left.spans.setdefault(address, span)
    made = Choose(
        name=str(name),
        owner="rival" if what == "rival" else "reader",
        what="hero" if site.hero and what != "rival" else what,
        facing=site.facing,
        seen=() if what == "rival" else sight(desk, name, options, site, foe),
        options=options,
        address=address,
    )
    return (made,)


# ---- menus ----------------------------------------------------------------------------------------------


def menu(desk: Desk, step: ast.Menu, site: Site) -> Block:
    """Consecutive `*` lines, and the anytime actions."""
    address = desk.address(site, step.span)
    options = open_options(desk, step.options, site)
    extra = anytime(desk, desk.anytime, site) if site.anytime else ()
    if extra and site.follows:
        nothing_else = negate(either(each.condition for each in options))
        if nothing_else != FALSE or any(each.known < HUNDRED_PERCENT for each in options):
            where = desk.address(site, step.span)
            # Where no action is open either, the menu has nothing open: that is no choice, and play goes on.
            something = both([nothing_else, either(each.condition for each in extra)])
            extra = (*extra, Option(label=(GO_ON,), condition=something, goes_on=True, address=where))
    return decide(desk, site.owner, "menu", (*options, *extra), step.span, address, site)


def anytime(desk: Desk, nodes: tuple[ast.Option, ...], site: Site, *, in_fight: bool = False) -> tuple[Option, ...]:
    """The actions that are offered again and again, written out for this menu.

    Args:
        desk: what is known of the book.
        nodes: the actions.
        site: the place of the menu.
        in_fight: they are actions in a fight, and may speak of it. Others know nothing of a fight around their menu.
    """
    apart = replace(site, prefix=f"{site.prefix}anytime ", anytime=False, follows=True, quoted=True)
    apart = apart.inside() if in_fight else replace(apart, names={}, ranges={}, fight=None, wounds=site.remembered)
    return tuple(option(desk, node, apart, again=True) for node in nodes)


def may(desk: Desk, step: ast.May, site: Site) -> Block:
    """`~ may "Take the rope"`: the block, or not."""
    address = desk.address(site, step.span)
    quiet = replace(site, anytime=False)
    node = ast.Option(step.label, body=step.body, span=step.span, label_span=step.label_span)
    refusal = Option(label=(DO_NOT,), condition=TRUE, address=desk.address(site, step.span))
    return decide(desk, site.owner, "may", (option(desk, node, quiet), refusal), step.span, address, site)


def choose(desk: Desk, step: ast.Choose, site: Site) -> Block:
    """`~ choose "press"`, `~ choose 2 of`."""
    quiet = replace(site, anytime=False)
    name = step.name or site.owner
    if step.count is None:
        address = desk.address(site, step.span)
        return decide(desk, name, "choose", open_options(desk, step.options, quiet), step.span, address, site)
    options = len(step.options)
    before = desk.reports
    wanted = expressions.constant(desk, step.count, site)
    count = min(wanted, options)
    if count < 1 and desk.reports == before:
        message = f"{spell(step.count)} choices are taken here, so none is offered"
        desk.report(rules.OF_NOTHING, step.count.span, message, "write how many the reader takes: ~ choose 1 of")
    if wanted > options > 0:
        _too_few(desk, step.count, wanted, options)
    if _has_too_many_ways(options, count):
        ways = f"there are more than {MAX_PICKS:,} ways to choose {count} or fewer of {options} options"
        desk.report(rules.TOO_LARGE, step.span, ways, "offer fewer, or choose fewer")
        return ()
    return _choose_some(desk, step, name, count, quiet)


def _too_few(desk: Desk, count: ast.Expr, wanted: int, options: int) -> None:
    """Report a list with fewer options than are to be taken of it, by a number or by the name of one."""
    message = f"{wanted} choices are taken here, and there are only {options}"
    hint: str = any_of(f"write {options}, or fewer, or offer more choices", [str(options)], spell(count))
    if not isinstance(count, ast.Number):
        message = f"{spell(count)} is {wanted}, so {message}"
        hint = f"offer more choices, or make {spell(count)} {options} or less"
    desk.report(rules.TOO_FEW_CHOICES, count.span, message, hint)


def _has_too_many_ways(options: int, count: int) -> bool:
    """Whether there are too many sets of so many options, or of fewer: what was picked so far is one of them."""
    row = [1] + [0] * max(0, count)
    for _ in range(options):
        row = [row[0], *(min(MAX_PICKS + 1, row[k] + row[k - 1]) for k in range(1, len(row)))]
    return sum(row[1:]) > MAX_PICKS


def _choose_some(desk: Desk, step: ast.Choose, name: str, count: int, site: Site) -> Block:
    """Exactly `count` of the options, or all that are open: one pick after another, of those not taken yet.

    Each pick offers all that is left. So the random reader takes each set with the same chance, and what is paid for or
    opened by one option can be taken after it, wherever it stands in the list.
    """
    level = site.depth + 1
    inner = replace(site, depth=level)
    taken = [
        desk.local(f"{site.prefix}taken {level}.{n}", 0, 1, "hidden", Role(what="taken"))
        for n in range(1, len(step.options) + 1)
    ]
    steps: list[Step] = []
    first = ""
    if count > 1:
        nothing = tuple(Change(variable=each.name, value=FALSE) for each in taken)
        steps.append(assign(desk, nothing, step.span, site, "hidden"))
    for pick in range(count):
        address = desk.address(site, step.span)
        options = []
        for node, mark in zip(step.options, taken, strict=True):
            made = option(desk, node, inner)
            if made.condition == FALSE:
                continue
            update: dict[str, object] = {}
            if pick > 0:
                update["condition"] = both([made.condition, negate(mark)])
            if pick < count - 1:
                update["body"] = (hidden_assign(desk, mark.name, TRUE, node.span, site), *made.body)
            options.append(structs.replace(made, **update))
        made_here = decide(desk, name, "choose", tuple(options), step.span, address, site)
        steps.extend(structs.replace(each, first=first) for each in made_here)
        first = first or address
    return tuple(steps)


def choose_amount(desk: Desk, step: ast.ChooseAmount, site: Site) -> Block:
    """`~ choose bet in 1..gold`: one option for each amount."""
    found = desk.too_large
    low, high = expressions.value(desk, step.low, site), expressions.value(desk, step.high, site)
    if desk.too_large > found:
        low = high = const(1)
    least, most = desk.bounds(low, site)[0], desk.bounds(high, site)[1]
    if least > most:
        message = f"there is nothing to choose in {spell(step.low)}..{spell(step.high)}"
        desk.report(rules.EMPTY_RANGE, step.span, message, "write the low end first")
        site.names[step.name] = Binding(const(0), idle=True)
        return ()
    if most - least >= MAX_AMOUNTS:
        desk.report(rules.TOO_LARGE, step.span, f"there are {most - least + 1} amounts", f"offer at most {MAX_AMOUNTS}")
        most = least
    lookup.check_new(desk, step.name, result=True)
    variable = desk.local(site.prefix + step.name, least, most)
    nothing: Block = ()
    if desk.bounds(high, site)[0] < desk.bounds(low, site)[1]:  # where there is no amount to choose, it is 0
        variable = desk.local(site.prefix + step.name, min(0, least), max(0, most))
        nothing = (hidden_assign(desk, variable.name, const(0), step.span, site),)
    address = desk.address(site, step.span)
    before = site.inside()
    """What readers know when they choose: not the amount."""
    options = tuple(
        Option(
            label=(str(number),),
            condition=both([binary("<=", low, const(number)), binary("<=", const(number), high)]),
            address=desk.address(site, step.span),
            body=(assign(desk, (Change(variable=variable.name, value=const(number)),), step.span, site, "hidden"),),
        )
        for number in range(least, most + 1)
    )
    site.names[step.name] = Binding(variable, variable.name, given=step.name.span)
    desk.left.given[step.name.span] = str(step.name)
    site.ranges[variable.name] = (min(0, least), max(0, most)) if nothing else (least, most)
    return (*nothing, *decide(desk, step.name, "amount", options, step.span, address, before))


def ask(desk: Desk, step: ast.Ask, site: Site) -> Block:
    """`~ ask "What is the number of the word?"`: the reader gives a number."""
    ordered = sorted((row for row in step.rows if row.low <= row.high), key=lambda row: row.low)
    for row in step.rows:
        if row.low > row.high:
            desk.report(rules.EMPTY_RANGE, row.span, f"{row.low}-{row.high} is empty", f"write {row.high}-{row.low}")
    for one, other in pairwise(ordered):
        if other.low <= one.high:
            message = f"{other.low} is in two rows"
            desk.report(rules.ROW_OVERLAP, other.span, message, "write each number in one row only")
    address = desk.address(site, step.span)
    options = [
        Option(
            label=(str(row.low) if row.low == row.high else f"{row.low}-{row.high}",),
            condition=TRUE,
            address=desk.address(site, row.span),
            body=desk.block(row.body, site),
            known=step.knows,
        )
        for row in step.rows
    ]
    body = desk.block(step.otherwise, site)
    where = desk.address(site, step.otherwise[0].span if step.otherwise else step.span)
    options.append(Option(label=(OTHER_NUMBER,), condition=TRUE, body=body, address=where))
    # The name of a decision is for strategies and reports: the question is read as prose above it.
    said = (Say(text=(unescaped(step.question),)),) if step.question.strip() else ()
    return (*said, *decide(desk, step.question, "choose", tuple(options), step.span, address, site))


def rival_chooses(desk: Desk, step: ast.RivalChooses, site: Site) -> Block:
    """`~ rival chooses`: a rival, who wants the reader to fail, decides."""
    address = desk.address(site, step.span)
    name = step.name or site.owner
    for option in step.options:
        if option.knows != HUNDRED_PERCENT:
            share = spell_knows(option.knows).strip()
            message = f"a rival knows every option, so {share} does nothing here"
            hint = write(spell_option(replace(option, knows=HUNDRED_PERCENT)))
            desk.report(rules.RIVAL_KNOWS, option.label_span or option.span, message, hint)
    options = open_options(desk, step.options, replace(site, anytime=False))
    return decide(desk, name, "rival", options, step.span, address, site)
