"""What the rules page must say of the moment in which a foe is beaten: who has won, and what is left out then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gamebook.publish.known import all_in_place, in_place, things_changed_in
from gamebook.publish.triggers import asked_in
from gamebook.publish.values import Values
from gamebook.sentences import with_capital
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk


def of_the_beaten(
    values: Values,
    combat: ast.CombatDecl,
    fights: Sequence[ast.Fight],
    parts: Sequence[ast.Node],
    blocks: tuple[ast.Block, ast.Block],
) -> Iterator[str]:
    """The sentences of one kind of fight; what can make no difference in any of its fights is not said.

    Args:
        values: have the words.
        combat: the kind of fight.
        fights: all fights of this kind.
        parts: all declarations and chapters.
        blocks: what is printed of a round against the foe whom the reader attacks, and against another one.
    """
    won = asked_in(values, combat.won_when)
    key = "rules-combat-beaten" if any(len(fight.foes) > 1 for fight in fights) else "rules-combat-won"
    yield values.say(key, condition=values.condition(combat.won_when, key))
    triggers = [when.condition for part in parts for when in find(part, ast.When)]
    if any(may_be_beaten_with(values, combat, fights, parts, each) for each in triggers):
        yield values.say("rules-combat-order", rules=values.say("rules-always"))
    yield from _rest(values, won, fights, blocks)


def may_be_beaten_with(
    values: Values, combat: ast.CombatDecl, fights: Sequence[ast.Fight], parts: Sequence[ast.Node], what: ast.Expr
) -> bool:
    """Whether one change may fell a foe and change what something else asks for, so that their order counts."""
    return may_meet(values, combat, fights, parts, (combat.won_when, what))


def may_meet(
    values: Values,
    combat: ast.CombatDecl,
    fights: Sequence[ast.Fight],
    parts: Sequence[ast.Node],
    asked: tuple[ast.Expr, ast.Expr],
) -> bool:
    """Whether one change in a fight may change what two things ask for, so that their order counts."""
    acts = (each for part in parts for each in find(part, ast.Anytime) if each.in_fights)
    changes = tuple(all_in_place(each, values.names.rules) for each in (combat, *fights, *acts))
    one, other = (asked_in(values, each) for each in asked)
    effects = (things_changed_in(each) for each in find(changes, ast.Both))
    return not (one & other).isdisjoint(things_changed_in(changes)) or any(
        each & one and each & other for each in effects
    )


def _rest(
    values: Values, won: frozenset[str], fights: Sequence[ast.Fight], blocks: tuple[ast.Block, ast.Block]
) -> Iterator[str]:
    """What is left out as soon as one of several foes falls."""
    several = [fight for fight in fights if len(fight.foes) > 1]
    together = [fight for fight in several if fight.together]
    mine, others = (with_capital(values.say(key)) for key in ("rules-combat-round", "rules-combat-others"))
    in_moments = any(_moment_goes_on(values, won, fight) for fight in together)
    if in_moments or any(_goes_on(values, blocks[0], won, fight) for fight in together):
        yield values.say("rules-combat-rest", round=mine)
    if in_moments:
        yield values.say("rules-combat-rest-moment")
    if any(_goes_on(values, blocks[1], won, fight) for fight in together):
        yield values.say("rules-combat-rest-others", others=others)
    for fight in several:
        begin = tuple(step for line in fight.options if isinstance(line, ast.EachRound) for step in line.body)
        round_ = (*in_place(begin, values.names.rules), *blocks[0])
        if not fight.together and (_goes_on(values, round_, won, fight) or _moment_goes_on(values, won, fight)):
            yield values.say("rules-combat-rest-one")
            return


def _moment_goes_on(values: Values, won: frozenset[str], fight: ast.Fight) -> bool:
    """Whether something is to be done behind a step of an `on` block that may fell a foe."""
    blocks = (line.body for line in fight.options if isinstance(line, ast.On))
    return any(_goes_on(values, in_place(block, values.names.rules), won, fight) for block in blocks)


def _goes_on(values: Values, block: ast.Block, won: frozenset[str], fight: ast.Fight) -> bool:
    """Whether something is to be done behind a step of a block that may fell a foe."""
    moments = {
        line.event: in_place(line.body, values.names.rules) for line in fight.options if isinstance(line, ast.On)
    }

    def fells(step: ast.Step) -> bool:
        felling = (won & things_changed_in(moments.get(each.event, ())) for each in find(step, ast.Happen))
        return bool(won & things_changed_in(step)) or any(felling)

    def does(step: ast.Step) -> bool:
        """Words alone do nothing, and so does a moment that the fight has nothing for."""
        match step:
            case ast.Prose() | ast.InWords():
                return False
            case ast.Happen(event=event):
                return event in moments
        return True

    return _something_behind(block, fells, does)


def _something_behind(block: ast.Block, fells: Callable[[ast.Step], bool], does: Callable[[ast.Step], bool]) -> bool:
    for place, step in enumerate(block):
        if not fells(step):
            continue
        if any(does(each) for each in block[place + 1 :]) or isinstance(step, ast.EachFoe | ast.Repeat):
            return True
        if any(_something_behind(inner, fells, does) for inner in _blocks(step)):
            return True
    return False


def _blocks(step: ast.Step) -> Iterator[ast.Block]:
    """All blocks in a step, however deep."""
    for node in walk(step):
        for name in node.__struct_fields__:
            inner = getattr(node, name)
            if isinstance(inner, tuple) and inner and isinstance(inner[0], ast.Step) and not isinstance(node, ast.Both):
                yield inner
