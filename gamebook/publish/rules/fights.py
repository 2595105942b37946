"""Fights: the box of the foes, and the rules of this fight alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from gamebook.publish.document import Block, Foes, Paragraph
from gamebook.publish.known import in_place, things_changed_in
from gamebook.publish.names import Rescued
from gamebook.publish.rules.paragraphs import Paragraphs
from gamebook.publish.rules.sentences import Clause, sentence
from gamebook.publish.rules.tested import rolls
from gamebook.publish.triggers import asked_in
from gamebook.publish.values import USUAL, Values
from gamebook.resolve.replaced import never_holds, replacing
from gamebook.syntax import ast
from gamebook.syntax.foes import names_of_foes

_LOST: Mapping[Rescued, str] = MappingProxyType(
    {"never": "row-lost-when", "before": "row-lost-still", "between": "row-lost-in-turn"}
)
"""The phrases for the row `lost`."""


def fight(writer: Paragraphs, step: ast.Fight, level: int) -> Iterator[Block]:
    """The box of a fight, and the lines under it."""
    before, writer.single = writer.single, not step.together
    yield from _fight(writer, step, level)
    writer.single = before


def _fight(writer: Paragraphs, step: ast.Fight, level: int) -> Iterator[Block]:
    name = writer.values.name
    rules = writer.values.rules_of(str(step.combat))
    if rules != writer.values.rules_of(USUAL):
        yield Paragraph(sentence(writer.say("fight-by", rules=rules)), "rule", level)
    how = "fight-single" if len(step.foes) == 1 else "fight-together" if step.together else "fight-one"
    yield Paragraph(writer.lead(writer.say(how)), "rule", level)
    foes = (
        (called, tuple((name(stat), writer.values.value(value)) for stat, value in foe.stats))
        for called, foe in zip(names_of_foes(step), step.foes, strict=True)
    )
    yield Foes(tuple(foes), level)
    if step.resolution is not None and step.resolution.mode is not None:
        yield Paragraph(sentence(writer.say("fight-decided", how=writer.how(step.resolution))), "rule", level)
    escapes = any(isinstance(line, ast.FightRow) and line.kind == "escape" for line in step.options)
    for after, line in enumerate(step.options, start=1):
        if isinstance(line, ast.EachRound) and (escapes or writer.values.names.acts):
            writer.told.alone(line)
            yield from writer.headed(writer.say("fight-each-round-first"), line.body, level)
        elif isinstance(line, ast.With):
            writer.told.alone(line)
            by = replacing(line, step.options[after:], writer.values.count)
            yield from _setting(writer, line, by, _said_as(writer, line, step.options), level)
        else:
            yield from writer.step(line, level)
            if isinstance(line, ast.Busy) and not any(isinstance(each, ast.Busy) for each in step.options[after:]):
                yield Paragraph(sentence(writer.say("fight-all-busy")), "rule", level)
    if _may_be_lost_at_its_end(writer.values, step):
        yield Paragraph(sentence(writer.say("fight-to-its-end")), "rule", level)


def _may_be_lost_at_its_end(values: Values, step: ast.Fight) -> bool:
    """Whether the reader may fall in the block of a row `escape` or `after`, and a row says what happens then."""
    rows = [line for line in step.options if isinstance(line, ast.FightRow)]
    if not any(row.kind == "lost" for row in rows):
        return False
    asked = frozenset().union(*(asked_in(values, death) for death in values.names.deaths))
    blocks = (in_place(row.body, values.names.rules) for row in rows if row.kind not in ("lost", "won", "wounded"))
    return any(not asked.isdisjoint(things_changed_in(block)) for block in blocks)


def _said_as(writer: Paragraphs, line: ast.With, options: Sequence[ast.FightOption]) -> str | None:
    """The key of the words for a setting; None where nothing is said of it.

    Words for it beside a setting that holds all through the fight come first (`with-harm-and-luck-0`), then those for
    its number (`with-harm-0`) or for a number that is not fixed (`with-harm-any`), then those for a number below 0
    (`with-luck-below-0`), then those for all (`with-harm`).
    """
    count = writer.values.count
    settings = [each for each in options if isinstance(each, ast.With)]
    names = [each.name for each in settings]
    through = [each for each in settings if each.rounds is None and names.count(each.name) == 1]
    beside = (f"and-{each.name}-{count(each.value)}" for each in through)
    fixed = count(line.value)
    ends = [*beside, "any" if fixed is None else str(fixed)]
    if fixed is not None and fixed < 0:
        ends.append("below-0")
    keys = [*(f"with-{line.name}-{end}" for end in ends), f"with-{line.name}"]
    return next((key for key in keys if key in writer.values.phrases.words), None)


def _setting(writer: Paragraphs, line: ast.With, by: ast.With | None, key: str | None, level: int) -> Iterator[Block]:
    """A rule of one fight that is not as usual, for the rounds that a later line leaves it."""
    if by is not None and never_holds(line, by, writer.values.count):
        return
    value = writer.values.value(line.value) if key is not None else setting_value(writer.values, line.value)
    fixed = writer.values.count(line.value)
    name = writer.values.name(line.name)
    clause = writer.say("fight-setting", name=name, value=value) if key is None else writer.say(key, fixed, value=value)
    if line.rounds is not None:
        count, n = writer.values.count(line.rounds), writer.values.value(line.rounds)
        if key is None:
            clause = writer.say("fight-setting-rounds", count, n=n, name=name, value=value)
        else:
            clause = writer.say("fight-rounds", count, n=n, clause=clause)
    if by is not None and by.rounds is not None:
        count, n = writer.values.count(by.rounds), writer.values.value(by.rounds)
        clause = writer.say("fight-after-rounds", count, n=n, clause=clause)
    yield Paragraph(sentence(clause), "rule", level)


def setting_value(values: Values, value: ast.Expr) -> str:
    """What a setting is that is called by its name: dice are rolled where it counts, and not once."""
    words = values.value(value)
    return values.say("rolled-anew", value=words) if rolls(values.known(value), values.names.lets) else words


def counter(writer: Paragraphs, line: ast.Local, level: int) -> Iterator[Block]:
    """A number kept during a fight: with what it begins, and between what it stays."""
    start, low, high = (writer.values.value(part) for part in (line.start, line.low, line.high))
    clause = writer.say("fight-number", name=writer.values.name(line.name), value=start, low=low, high=high)
    yield Paragraph(sentence(clause), "rule", level)


def busy(writer: Paragraphs, line: ast.Busy, level: int) -> Iterator[Block]:
    """A foe that does not take part."""
    clause = writer.say(
        "fight-busy", foe=str(line.foe), condition=writer.values.condition(line.condition, "fight-busy")
    )
    yield Paragraph(sentence(clause), "rule", level)


def each_round(writer: Paragraphs, line: ast.EachRound, level: int) -> Iterator[Block]:
    """What happens in each round."""
    yield from writer.headed(writer.say("fight-each-round"), line.body, level)


def moment(writer: Paragraphs, line: ast.On, level: int) -> Iterator[Block]:
    """What happens at a moment of the fight."""
    key = f"on-{line.event}"
    known = key in writer.values.phrases.words
    head = writer.say(key) if known else writer.say("fight-moment", name=writer.values.name(line.event))
    yield from writer.headed(head, line.body, level)


def fight_row(writer: Paragraphs, line: ast.FightRow, level: int) -> Iterator[Block]:
    """How a fight ends."""
    if line.kind == "escape":
        if line.rounds is None:
            head = writer.say("row-may-escape")
        else:
            head = writer.say("row-escape-from", n=writer.values.value(line.rounds))
    elif line.rounds is not None:
        head = writer.say("row-stopped", writer.values.count(line.rounds), n=writer.values.value(line.rounds))
    elif line.kind == "lost" and writer.values.names.deaths:
        head = _lost(writer)
    else:
        head = writer.say(f"row-{line.kind}")
    before, writer.choice = writer.choice, line.span
    yield from writer.headed(head, line.body, level)
    writer.choice = before


def _lost(writer: Paragraphs) -> Clause:
    """When a fight is lost, and that this takes the place of the death that the rules page tells."""
    first, *others = writer.values.names.deaths
    for each in others:
        first = ast.Binary("or", first, each)
    key = _LOST[writer.values.names.rescued]
    return writer.say(key, condition=writer.values.condition(first, key))


def each_foe(writer: Paragraphs, step: ast.EachFoe, level: int) -> Iterator[Block]:
    """Steps for each foe who fights now: of those who come one after another, that is one."""
    yield from _of_foes(writer, "each-foe", step.body, level)


def any_foe(writer: Paragraphs, step: ast.AnyFoe, level: int) -> Iterator[Block]:
    """Steps for one foe."""
    yield from _of_foes(writer, "any-foe", step.body, level)


def _of_foes(writer: Paragraphs, key: str, body: ast.Block, level: int) -> Iterator[Block]:
    if writer.single:
        yield from writer.block(body, level)
    else:
        yield from writer.headed(writer.say(key), body, level)
