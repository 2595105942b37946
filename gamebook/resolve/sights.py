"""What strategies ask for besides the sheet, and at which decisions readers see it: rolls, visits, foes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from gamebook.model.arithmetic import Interval
from gamebook.model.book import HERO_BLOCK, SEEN
from gamebook.model.expression import Expr, Var
from gamebook.model.reserved import ANYTIME, BEEN, FIRST_TIME
from gamebook.model.step import Option, fixed_words
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Binding, Frame, Site
from gamebook.syntax import ast
from gamebook.syntax.walk import find

_FOE = "foe "
"""What stands before the stat of a foe where it is asked for."""
_UNKNOWN = (0, 1)
"""A range for what is given only in lines of which nothing is left, so that nobody asks for it."""

Asked = Mapping[str, Mapping[str, ast.Expr]]
"""For a decision or chapter, as strategies call it: what the rules for it ask for, and where first."""


def asked_by_strategies(pages: Sequence[ast.Page]) -> Asked:
    """What the strategies of a book and of its systems ask for."""
    found: dict[str, dict[str, ast.Expr]] = {}
    header = _meanings(pages)
    for page in pages:
        for strategy in (each for each in page.declarations if isinstance(each, ast.StrategyDecl)):
            for rule in strategy.rules:
                conditions = tuple(condition for _, condition in rule.choices if condition is not None)
                for node in (*find(conditions, ast.Expr), *_visits(conditions, header, set())):
                    word = _word(node)
                    if word:
                        found.setdefault(rule.where, {}).setdefault(word, node)
    return found


def _meanings(pages: Sequence[ast.Page]) -> Mapping[str, list[ast.Expr]]:
    """What the header says of names: what a `let` stands for, and when there is a bonus, and how much."""
    found: dict[str, list[ast.Expr]] = defaultdict(list)
    for page in pages:
        for each in find(page.declarations, ast.Let):
            found[each.name].append(each.value)
        for bonus in find(page.declarations, ast.While):
            found[bonus.change.place.id] += [bonus.condition, bonus.change.amount]
    return found


def _visits(
    values: Sequence[ast.Expr], header: Mapping[str, Sequence[ast.Expr]], seen: set[str]
) -> Iterator[ast.Visited]:
    """Where the header asks for visits, for the names that some values use; `seen`: those looked at already."""
    for name in {str(each.id) for each in find(tuple(values), ast.Name)} - seen:
        seen.add(name)
        yield from find(tuple(header.get(name, ())), ast.Visited)
        yield from _visits(header.get(name, ()), header, seen)


def _word(asked: ast.Expr) -> str:
    """How something is kept here that has a meaning of its own at each decision; empty for all else."""
    match asked:
        case ast.Name():
            return str(asked.id)
        case ast.FoeStat(whose=whose) if not whose:
            return _FOE + asked.stat
        case ast.Visited():
            return BEEN + asked.chapter
        case ast.FirstTime():
            return FIRST_TIME
    return ""


def asks_of_the_foe(desk: Desk, node: ast.Node, chapter: str) -> bool:
    """Whether something of a fight in a chapter is a decision at which a strategy asks for the stats of the foe."""
    match node:
        case ast.Choose(name=name) | ast.ChooseAmount(name=name) | ast.Ask(question=name):
            places = {str(name), chapter}
        case ast.Menu() | ast.May() | ast.Gain(swap=True):
            places = {chapter}
        case _:
            return False
    return any(word.startswith(_FOE) for place in places for word in desk.asked_by_strategies.get(place, ()))


# ---- at a decision --------------------------------------------------------------------------------------


def sight(
    desk: Desk, name: str, options: Sequence[Option], site: Site, foe: Mapping[str, Binding]
) -> tuple[tuple[str, Expr], ...]:
    """What readers see at a decision of all that rules for it ask for, by the names of its variables in them.

    It is noted, too, for each option: the conditions of rules are read when all decisions are known.

    Args:
        desk: what is known of the book.
        name: the name of the decision, or its chapter.
        options: its options.
        site: where it is made.
        foe: the stats of the foe of whom rules speak there.
    """
    places = [name, site.chapter or name, *[ANYTIME] * any(each.again for each in options)]
    words = {word: asked for place in places for word, asked in desk.asked_by_strategies.get(place, {}).items()}
    if not words:
        return ()
    seen = [
        (word, value) for word, asked in words.items() if (value := _seen(desk, word, asked, site, foe)) is not None
    ]
    noted = frozenset((word, desk.bounds(value, site)) for word, value in seen)
    if foe:
        noted |= {(_FOE, _UNKNOWN)}
    for place in places:
        for each in options:
            desk.left.sights.setdefault((place, fixed_words(each.label)), set()).add(noted)
    return tuple((SEEN + word, value) for word, value in seen)


def _seen(desk: Desk, word: str, asked: ast.Expr, site: Site, foe: Mapping[str, Binding]) -> Expr | None:
    """What something is that is asked for; None where it means nothing, and for what the sheet has."""
    match asked:
        case ast.Name():
            bound = site.names.get(word)
            return bound.value if bound is not None and _is_open(desk, word, bound) else None
        case ast.FoeStat(stat=stat):
            return foe[stat].value if stat in foe else None
        case ast.Visited(chapter=chapter) if chapter in desk.names.chapters:
            return expressions.value(desk, asked, site)
        case ast.FirstTime() if site.chapter is not None:
            return expressions.value(desk, asked, site)
    return None


def _is_open(desk: Desk, name: str, bound: Binding) -> bool:
    """Whether readers see what a name stands for: a roll, an amount chosen, a number of the fight.

    What is given to a rule, and settings, are only for the rules.
    """
    kinds = desk.names.kinds
    if bound.given is not None:
        nodes = chain[ast.Roll | ast.ChooseAmount](kinds[ast.Roll], kinds[ast.ChooseAmount])
        return any(each.name == name and each.name.span == bound.given for each in nodes if each.name is not None)
    is_number = bound.variable is not None or bound.idle
    return is_number and any(each.name == name for each in kinds[ast.Local])


# ---- in a strategy --------------------------------------------------------------------------------------


def site_of_rule(desk: Desk, where: ast.Id, label: str, *, shared: bool) -> Site:
    """What the condition of a rule can use besides the sheet: what is in sight wherever its option is offered.

    Args:
        desk: what is known of the book.
        where: the decision or chapter of the rule.
        label: the option.
        shared: the rule is one of a system, whose author does not know the book: what is in sight somewhere will do,
            and elsewhere the rule does not count.
    """
    asked = desk.asked_by_strategies.get(where, {})
    sights = [dict(each) for each in desk.left.sights.get((where, label), ())]
    if sights:
        known = [word for word in asked if (any if shared else all)(word in each for each in sights)]
    else:
        known = [word for word in asked if _is_given(desk, word)]
    ranges: dict[str, Interval] = {}
    for word in known:
        ends = [each[word] for each in sights if word in each] or [_UNKNOWN]
        ranges[SEEN + word] = min(low for low, _ in ends), max(high for _, high in ends)
    names = {word: Binding(Var(name=SEEN + word)) for word in known}
    foe = {word.removeprefix(_FOE): bound for word, bound in names.items() if word.startswith(_FOE)}
    combat = next(iter(desk.names.combats.values()), None)
    in_fight = combat is not None and (any if shared else all)(_FOE in each for each in sights)
    frame = Frame(where, combat, {}, foe=foe) if combat is not None and (in_fight or not sights) else None
    return Site(HERO_BLOCK, iter(()), names=names, ranges=ranges, fight=frame)


def _is_given(desk: Desk, word: str) -> bool:
    """Whether some line of the book gives something a name, where no decision of the rule is left to look at."""
    named = chain.from_iterable(desk.names.kinds[each] for each in (ast.Roll, ast.ChooseAmount, ast.Local))
    return word == FIRST_TIME or word.startswith(_FOE) or any(each.name == word for each in named)
