"""The pages that no author need write: the rules of the book's systems, and the adventure sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from gamebook.model.arithmetic import bounds, ends
from gamebook.model.book import Book
from gamebook.model.expression import Expr
from gamebook.model.step import Assign
from gamebook.publish.anytime import exceptions
from gamebook.publish.beaten import may_be_beaten_with, may_meet, of_the_beaten
from gamebook.publish.bookkeeping import accounts, tables
from gamebook.publish.combats import fights_of, known_of, named_settings
from gamebook.publish.document import Block, Page, Paragraph, Run, Sheet, SheetLine
from gamebook.publish.known import Known, all_in_place, in_place, settled, with_known
from gamebook.publish.ledgers import Ledger
from gamebook.publish.room import without_boxes
from gamebook.publish.rules import choices
from gamebook.publish.rules.fights import setting_value
from gamebook.publish.rules.writer import Writer
from gamebook.publish.triggers import ask_of_visits, asked_in, can_meet, make_good, may_hold_on
from gamebook.publish.values import Values
from gamebook.publish.which_foe import asks_which_foe, goes_on_with_the_fallen
from gamebook.publish.worked_out import sums_explained
from gamebook.sentences import with_capital
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk

_KNOWN_OUTCOMES = {"lucky", "unlucky", "pass", "fail"}
_VISITS = (ast.Visited, ast.FirstTime)


class OnSheet(Struct, frozen=True):
    """What is on the sheet otherwise than its declaration says."""

    rolled: Mapping[str, Expr]
    """What the stats that the hero block begins anew are rolled with."""
    counted: Collection[str]
    """The items of which readers write down how many they have, as of a number."""
    beyond: Mapping[str, bool]
    """The items of which rules may give more than there can be; whether the page has to say how many that is."""


def rules_page(
    writer: Writer,
    declarations: Sequence[ast.Declaration],
    chapters: Sequence[ast.Chapter],
    book: Book,
    *,
    on_sheet: OnSheet,
    visited: bool,
    waiting: Collection[Span],
    ledgers: Sequence[Ledger],
) -> Page:
    """The rules, made from what the book and its systems declare.

    Args:
        writer: has the words.
        declarations: of all files.
        chapters: all chapters.
        book: its meaning.
        on_sheet: what is on the sheet otherwise than declared.
        visited: whether readers must remember where they have been.
        waiting: where the triggers stand that may hold with the sheet as it begins.
        ledgers: the accounts of a book without luck.
    """
    rules = [
        *_tests(writer, declarations, chapters),
        *_fights(writer, declarations, chapters),
        *_under(_head(writer, "rules-always"), _always(writer, declarations, chapters, waiting)),
        *_named(writer),
    ]  # first, for the start explains what stands in them
    blocks = [
        *_stats(writer, declarations, chapters, book, on_sheet, visited=visited),
        *rules,
        *tables(writer, declarations, chapters),
        *accounts(writer, ledgers),
    ]
    first = next((each for each in book.chapters if each.name == book.start), None)
    if first is not None:
        begin = writer.say("begin", n=writer.number(first.name))
        blocks.append(Paragraph(begin, "rule"))
    return Page("rules", writer.values.say("rules-title"), tuple(blocks))


def _head(writer: Writer, key: str) -> Paragraph:
    return Paragraph((Run(writer.values.say(key)),), "head")


def _under(head: Paragraph, blocks: Iterator[Block]) -> Iterator[Block]:
    """Paragraphs with a head, where there are any."""
    for number, block in enumerate(blocks):
        if not number:
            yield head
        yield block


def _line(text: str) -> Paragraph:
    return Paragraph((Run(text),), "rule")


def _stats(
    writer: Writer,
    declarations: Sequence[ast.Declaration],
    chapters: Sequence[ast.Chapter],
    book: Book,
    on_sheet: OnSheet,
    *,
    visited: bool,
) -> Iterator[Block]:
    """What stands on the sheet before the first section, and how to read what follows."""
    yield _head(writer, "rules-stats")
    yield from map(_line, _starts(writer, declarations, chapters, book, on_sheet.rolled))
    yield from map(_line, _numbers(writer, book, on_sheet.counted))
    if keeps_score((*declarations, *chapters), book):
        yield _line(writer.values.say("rules-score"))
    yield from map(_line, _belongings(writer, declarations, on_sheet.counted))
    for item in (each for each, told in on_sheet.beyond.items() if told):
        most = writer.values.whole(writer.values.names.items[item])
        yield _line(writer.values.say("rules-copies", name=writer.values.heading(item), n=most))
    if _may_not_fit(writer, declarations, chapters, on_sheet.beyond):
        yield _line(writer.values.say("rules-limit-rest"))
    every = [each for part in _in_place(writer, declarations, chapters) for each in find(part, ast.Store)]
    stored = [str(each.what) for each in every if not each.back]
    if writer.values.names.crowded and any(each.back and each.what in writer.values.names.limits for each in every):
        yield _line(writer.values.say("rules-return-order"))
    if stored:
        yield _line(writer.values.say("rules-store"))
    if any(writer.values.names.lows.get(name, 0) < 0 for name in stored):
        yield _line(writer.values.say("rules-store-below"))
    yield from map(_line, _explained(writer, declarations))
    for hero in find(tuple(declarations), ast.HeroDecl):
        yield from writer.block(hero.body)
    yield from map(_line, _signs(writer, (*declarations, *chapters), visited=visited))


def _starts(
    writer: Writer,
    declarations: Sequence[ast.Declaration],
    chapters: Sequence[ast.Chapter],
    book: Book,
    rolled: Mapping[str, Expr],
) -> Iterator[str]:
    """With what each stat begins, and between what it stays."""
    values = writer.values
    ranges = {each.name: each for each in book.variables}
    places = list(_changed_places(writer, declarations, chapters))
    lowered = {name for part in _in_place(writer, declarations, chapters) for name in _lowered(values, part)}
    for stat in values.names.stats.values():
        name = values.heading(stat.name)
        low, high = values.whole(ranges[stat.name].low), values.whole(ranges[stat.name].high)
        changed = [(initial, beyond) for each, initial, beyond in places if each == stat.name]
        key = "rules-stat-beyond" if any(beyond for _, beyond in changed) else "rules-stat"
        start = values.value(stat.start)
        if values.count(stat.start) is None and _leaves_range(stat.name, book, rolled):
            start = values.say("rules-stat-within", value=start, low=low, high=high)
        yield values.say(key, name=name, value=start, low=low, high=high)
        if any(initial for initial, _ in changed) or stat.name in book.carried:
            yield values.say("rules-initial", values.how_many(stat.name), name=name, low=low, high=high)
        if stat.name in lowered:
            yield values.say("rules-initial-lowered", values.how_many(stat.name), name=name)


def _numbers(writer: Writer, book: Book, counted: Collection[str]) -> Iterator[str]:
    """With what each number begins, and between what it stays where the book says so; so for items without boxes."""
    values = writer.values
    ranges = {each.name: (values.whole(each.low), values.whole(each.high)) for each in book.variables}
    # A range that nobody has written is made of what the number is ever set to: that may be a secret.
    told = {name: number.low is not None or name in book.carried for name, number in values.names.numbers.items()}
    for name, tells in (told | dict.fromkeys(counted, True)).items():
        if name in ranges:
            low, high = ranges[name]
            start = values.value(values.names.starts.get(name, ast.Number(0)))
            key = "rules-number" if tells else "rules-number-set"
            yield values.say(key, name=values.name(name, None), value=start, low=low, high=high)


def _belongings(writer: Writer, declarations: Sequence[ast.Declaration], counted: Collection[str]) -> Iterator[str]:
    """What readers have, what they keep from the book before, and how much they can carry."""
    values, names = writer.values, writer.values.names
    owned = []
    for each in find(tuple(declarations), ast.ItemDecl):
        if each.start is not None and values.count(each.start) != 0 and each.name not in counted:
            count = values.count(each.start)
            name = values.name(each.name, count)
            owned.append(name if count == 1 and names.items[each.name] == 1 else f"{values.value(each.start)} {name}")
    if owned:
        yield values.say("rules-have", items=values.joined(owned))
    carried = [each.id for line in find(tuple(declarations), ast.Carry) for each in line.names]
    if carried:
        words = values.say("rules-carry", items=values.joined([values.heading(each) for each in carried]))
        stats = [values.heading(each) for each in carried if each in names.stats]
        if stats:
            words = f"{words} {values.say('rules-carry-initial', items=values.joined(stats))}"
        yield from (words, values.say("rules-carry-rest"))
    limits = [*find(tuple(declarations), ast.Limit)]
    for limit in limits:
        if limit.places is not None:
            same = (each for each in limits if each.name == limit.name)  # `limit backpack: rope` makes it longer
            items = values.joined([values.heading(item.id) for each in same for item in each.items])
            yield values.say("rules-limit", name=values.name(limit.name), n=values.value(limit.places), items=items)


def _may_not_fit(
    writer: Writer,
    declarations: Sequence[ast.Declaration],
    chapters: Sequence[ast.Chapter],
    beyond: Collection[str],
) -> bool:
    """Whether some rule gives what readers may have no room for, and does not say what they do then."""
    crowded = writer.values.names.crowded
    for part in _in_place(writer, declarations, chapters):
        gains = (each.item for each in find(part, ast.Gain) if not (each.whole or each.swap))
        if any(item in crowded or item in beyond for item in gains):
            return True
        added = (each.place.id for each in find(part, ast.Change) if not each.place.foe and each.sign > 0)
        if any(item in beyond and item not in crowded for item in added):
            return True
    return False


def _explained(writer: Writer, declarations: Sequence[ast.Declaration]) -> Iterator[str]:
    """The names that stand for something else, and what a thing is worth as long as readers have it."""
    values = writer.values
    for let in values.explained_lets():
        name, key = values.name(let.name), "rules-let-condition"
        if values.is_condition(let.value):
            yield values.say(key, name=name, condition=values.condition(let.value, key))
        else:
            yield values.say("rules-let", name=name, value=values.value(let.value))
    for bonus in find(tuple(declarations), ast.While):
        writer.told.whole(bonus)
        key = "rules-while-more" if bonus.change.sign > 0 else "rules-while-less"
        name = values.heading(bonus.change.place.id)
        condition, n = values.condition(bonus.condition, key), values.value(bonus.change.amount)
        yield values.say(key, values.how_many(bonus.change.place.id), condition=condition, name=name, n=n)


def _signs(writer: Writer, parts: Sequence[ast.Node], *, visited: bool) -> Iterator[str]:
    """How dice, values in brackets, prices and visits are written."""
    values = writer.values
    dice = (each for part in parts for each in find(part, ast.Dice) if not isinstance(part, ast.StrategyDecl))
    for sides in sorted({each.sides for each in dice}):
        yield values.say("rules-dice") if sides == 6 else values.say("rules-dice-sides", n=str(sides))
    if writer.brackets:
        yield values.say("rules-values")
    yield from sums_explained(values, [each for each in parts if not isinstance(each, ast.StrategyDecl)])
    if writer.closing:
        yield values.say("rules-pay")
    paid_from = {str(price.what) for part in parts for price in find(part, ast.Pay)}
    if not values.names.raised.isdisjoint(paid_from):
        yield values.say("rules-pay-bare")
    swaps = [swap for part in parts for swap in find(part, ast.SwapValues)]
    moved = {str(each.what) for part in parts for each in find(part, ast.Store) if not each.back}
    moved |= {str(name) for each in swaps for name in (each.left, each.right)}
    if not moved.isdisjoint(values.names.bonuses):
        yield values.say("rules-moved-bare")
    if visited:
        yield values.say("rules-visited")
    if ask_of_visits(values, [each for part in parts for each in find(part, ast.When)]):
        yield values.say("rules-visited-at-once")


def _leaves_range(stat: str, book: Book, rolled: Mapping[str, Expr]) -> bool:
    """Whether what readers roll for a stat may lie outside its range, so that they take the nearest number in it."""
    ranges = {each.name: (each.low, each.high) for each in book.variables}
    ranges |= {each.name: (each.value, each.value) for each in book.parameters}
    cells = {each.name: ends(each.cells) for each in book.tables}
    rolls = (change for step in book.hero if isinstance(step, Assign) for change in step.changes)
    first_roll = next((change.value for change in rolls if change.variable == stat), None)  # the hero block comes later
    value = rolled.get(stat, first_roll)
    if value is None:
        return False
    first, last = bounds(value, ranges, cells)
    low, high = ranges[stat]
    return first < low or last > high


def _in_place(
    writer: Writer, declarations: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter]
) -> Iterator[ast.Node]:
    """All parts in which something happens, with the steps of named rules in their places."""
    headers = (each for each in declarations if not isinstance(each, ast.RuleDecl | ast.StrategyDecl))
    rules = writer.values.names.rules
    yield from (all_in_place(each, rules) for each in headers)
    yield from chapters


def _changed_places(
    writer: Writer, declarations: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter]
) -> Iterator[tuple[str, bool, bool]]:
    """What the rules of a book change: its name, whether it is the initial value, and whether `beyond initial`."""
    for part in _in_place(writer, declarations, chapters):
        for step in find(part, ast.Change):
            if not step.place.foe:
                yield str(step.place.id), step.place.initial, step.beyond
        for set_to in find(part, ast.SetTo):
            if not set_to.place.foe:
                yield str(set_to.place.id), set_to.place.initial, False
        for swap in find(part, ast.SwapValues):
            both_stats = {swap.left, swap.right} <= writer.values.names.stats.keys()
            yield from ((str(name), both_stats, False) for name in (swap.left, swap.right))


def _lowered(values: Values, part: ast.Node) -> Iterator[str]:
    """The stats of which a rule may lower the initial value alone."""
    for change in find(part, ast.Change):
        count = values.count(change.amount)
        if change.place.initial and (count is None or change.sign * count < 0):
            yield str(change.place.id)
    if not isinstance(part, ast.HeroDecl):  # there, the value follows
        yield from (str(each.place.id) for each in find(part, ast.SetTo) if each.place.initial)


def _tests(writer: Writer, declarations: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter]) -> Iterator[Block]:
    """The tests that the book makes; a system may have more."""
    values = writer.values
    made = {str(step.test) for step in find((*declarations, *chapters), ast.Check)}
    tests = list(find(tuple(declarations), ast.CheckDecl))
    if not made.isdisjoint(str(test.name) for test in tests):
        yield _head(writer, "rules-tests")
    for test in tests:
        if str(test.name) not in made:
            writer.told.whole(test)  # readers do not need it
            continue
        words = values.say(
            "rules-test-line", name=values.name(test.name), condition=values.condition(test.succeed, "rules-test-line")
        )
        if not set(test.outcomes) <= _KNOWN_OUTCOMES:  # else the sections say "if you succeed"
            first, second = map(values.name, test.outcomes)
            words = f"{words} {values.say('rules-test-outcomes', first=first, second=second)}"
        yield _line(words)
        if not writer.says_nothing(test.then):
            yield from writer.headed(writer.say("rules-test-then"), test.then, 0, "rule")


def _fights(
    writer: Writer, declarations: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter]
) -> Iterator[Block]:
    values = writer.values
    every = (*declarations, *chapters)
    for combat in find(tuple(declarations), ast.CombatDecl):
        fights = fights_of(combat, every)
        writer.single = not any(fight.together for fight in fights)
        yield Paragraph((Run(values.rules_of(str(combat.name))),), "head")
        known = known_of(values.phrases, combat, every)
        for each in named_settings(values.phrases, combat, fights):
            yield _line(
                values.say("rules-setting", name=values.name(each.name), value=setting_value(values, each.value))
            )
        for local in combat.locals:
            writer.told.alone(local)
            if local.name not in known:  # the others are worked out where they stand
                yield _line(_of_every_fight(writer, local, known))
        blocks: dict[str, ast.Block] = {"rules-combat-round": (), "rules-combat-others": ()}
        for key, steps in zip(blocks, (combat.round, combat.others), strict=True):
            if steps is None:
                continue
            if key == "rules-combat-others" and not any(fight.together for fight in fights):
                writer.told.whole(in_place(steps, values.names.rules))  # nobody is attacked by several foes
            else:
                written = in_place(steps, values.names.rules)
                blocks[key] = settled(written, known)
                writer.told.settled(written, blocks[key])
                yield from writer.headed(writer.say(key), blocks[key], 0, "rule")
        mine, others = blocks.values()
        yield from map(_line, of_the_beaten(values, combat, fights, every, (mine, others)))
        if asks_which_foe(fights, declarations, values.names.rules):
            yield _line(values.say("rules-combat-the-foe"))
            won = asked_in(values, combat.won_when)
            if goes_on_with_the_fallen(fights, declarations, values.names.rules, won):
                yield _line(values.say("rules-combat-the-foe-stays"))
        yield from map(_line, _of_stats(writer, combat, fights, every))
        writer.single = False


def _of_stats(
    writer: Writer, combat: ast.CombatDecl, fights: Sequence[ast.Fight], parts: Sequence[ast.Node]
) -> Iterator[str]:
    """What a wound is, where a fight asks for the first, and how far what a foe gains can go."""
    values = writer.values
    if combat.wounds is not None and any(row.kind == "wounded" for row in find(tuple(fights), ast.FightRow)):
        yield values.say("rules-combat-wounded", what=values.value(combat.wounds))
        triggers = [each for part in parts for each in find(part, ast.When)]
        if any(may_meet(values, combat, fights, parts, (combat.wounds, each.condition)) for each in triggers):
            yield values.say("rules-combat-wound-after", rules=values.say("rules-always"))
        if make_good(values, triggers, combat.wounds):
            yield values.say("rules-combat-made-good")
        if may_be_beaten_with(values, combat, fights, parts, combat.wounds):
            yield values.say("rules-combat-wound-first")
    raised = {str(each) for part in parts for each in _raised_of_foes(writer, part)}
    for stat in combat.foe_stats:
        if stat.id in raised:
            what = values.of_foe(stat.id, values.say("a-foe"))
            yield with_capital(values.say("rules-combat-foe", what=what))


def _raised_of_foes(writer: Writer, part: ast.Node) -> Iterator[str]:
    """The stats of foes that a part may raise."""
    if isinstance(part, ast.RuleDecl | ast.StrategyDecl):
        return
    written = all_in_place(part, writer.values.names.rules)
    for change in find(written, ast.Change):
        count = writer.values.count(change.amount)
        if change.place.foe and change.sign * (1 if count is None else count) > 0:
            yield change.place.id
    for each in find(written, ast.SetTo):
        if each.place.foe and writer.values.count(each.value) != 0:
            yield each.place.id


def _of_every_fight(writer: Writer, local: ast.Local, known: Known) -> str:
    """A number that readers keep in each fight: with what it begins, and between what it stays."""
    start, low, high = (writer.values.value(with_known(part, known)) for part in (local.start, local.low, local.high))
    return writer.values.say(
        "rules-combat-number", name=writer.values.name(local.name), value=start, low=low, high=high
    )


def _always(
    writer: Writer, declarations: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter], waiting: Collection[Span]
) -> Iterator[Block]:
    every = tuple(declarations)
    for in_fights, key in ((False, "rules-anytime"), (True, "rules-anytime-fight")):
        actions = [each for each in find(every, ast.Anytime) if each.in_fights == in_fights]
        if actions:
            yield Paragraph(writer.lead(writer.say(key)), "rule")
        for option in (option for each in actions for option in each.options):
            yield from choices.option_of(writer, option, 1)
        if actions and not in_fights:
            yield from map(_line, exceptions(writer.values, chapters, writer.closing))
    for each in find(every, ast.EachChapter):
        if writer.says_nothing(each.body):
            continue
        yield from writer.headed(writer.say("rules-each-chapter"), each.body, 0, "rule")
    triggers = sorted(find(every, ast.When), key=lambda each: not each.first)
    if can_meet(writer.values, triggers):
        yield _line(writer.values.say("rules-when-several"))
    for when in triggers:
        key = "rules-when-waiting" if when.span in waiting else "rules-when"
        key += "-again" if may_hold_on(writer.values, when) else ""
        head = writer.say(key, condition=writer.values.condition(when.condition, key))
        yield from writer.headed(head, when.body, 0, "rule")


def _named(writer: Writer) -> Iterator[Block]:
    """The rules that sections call by their names."""
    values = writer.values
    for name, rule in values.names.rules.items():
        if name in writer.once:
            yield Paragraph((Run(values.rule_head(name)),), "head")
            if rule.parameters:
                names = values.joined([values.name(each.id) for each in rule.parameters])
                yield _line(values.say("rules-given", names=names))
            yield from writer.block(rule.body)


def asks_visits(declarations: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter]) -> bool:
    """Whether readers must remember where they have been."""
    return any(isinstance(node, _VISITS) for part in (*declarations, *chapters) for node in walk(part))


def keeps_score(parts: Sequence[ast.Node], book: Book) -> bool:
    """Whether readers count points."""
    ends = (each for part in parts for each in find(part, ast.ToEnding))
    return (
        book.counts_points
        or any(any(find(part, ast.Score)) for part in parts)
        or any(end.score is not None for end in ends)
    )


def _begun(values: Values, name: str) -> tuple[str, str]:
    """What is written on the sheet at first, and the dice for it where it is rolled."""
    start = values.names.starts.get(name, ast.Number(0))
    known = values.count(start)
    return ("", values.value(start)) if known is None else (values.whole(known), "")


def sheet(
    writer: Writer,
    declarations: Sequence[ast.Declaration],
    book: Book,
    ledgers: Sequence[Ledger],
    boxes: Mapping[str, int],
    *,
    visited: bool,
    score: bool,
) -> Sheet:
    """The adventure sheet."""
    values, names = writer.values, writer.values.names
    counted = without_boxes(boxes)
    lines = []
    for each in book.variables:
        if not each.on_sheet or each.kind == "local":
            continue
        name = values.heading(each.name)
        if each.kind == "one-of":
            lines.append(SheetLine(name, "one-of", start=values.name(each.values[each.start])))
        elif each.kind == "stat":
            lines.append(SheetLine(name, "stat", 1, *_begun(values, each.name)))
        elif each.kind == "number" or each.name in counted:
            lines.append(SheetLine(values.name(each.name, None), "number", 1, *_begun(values, each.name)))
        else:
            lines.append(SheetLine(name, "item" if each.kind == "item" else "codeword", boxes.get(each.name, 1)))
    if score:
        lines.append(SheetLine(values.say("sheet-score"), "number", 1, "0"))
    for ledger in ledgers:
        if not ledger.account.anew:  # the others are soon forgotten: any piece of paper will do
            name = ledger.name(values)
            lines += [SheetLine(f"{name}: {column}", "number", 1, str(n)) for column, n in ledger.columns]
    limits = tuple(
        (values.name(limit.name), values.count(limit.places) or 0)
        for limit in find(tuple(declarations), ast.Limit)
        if limit.places is not None
    )
    foes: dict[str, None] = {}
    for combat in names.combats.values():
        foes |= dict.fromkeys(values.name(stat.id) for stat in combat.foe_stats)
    return Sheet(tuple(lines), limits, tuple(foes) if book.fights else (), visited)
