"""What the names of a book stand for, as far as its words need to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

from gamebook.model.book import Book
from gamebook.model.reserved import BOXES
from gamebook.publish.known import Known, changed_in, in_place, with_known
from gamebook.syntax import ast
from gamebook.syntax.walk import find

Rescued = Literal["never", "before", "between"]
"""`between`: before one defeat, but after another, or some before it and some after."""


class Names(Struct, frozen=True):
    """The declarations of a book and of the systems it uses, by name."""

    stats: Mapping[str, ast.StatDecl] = field(default_factory=dict)
    numbers: Mapping[str, ast.NumberDecl] = field(default_factory=dict)
    unwritten: frozenset[str] = frozenset()
    """Numbers that are on no sheet, for they are always 0."""
    lows: Mapping[str, int] = field(default_factory=dict)
    """The lowest value of each thing on the sheet."""
    items: Mapping[str, int] = field(default_factory=dict)
    """The most copies of each."""
    codewords: frozenset[str] = frozenset()
    one_ofs: Mapping[str, ast.OneOf] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    """For a value that only one one-of has: which."""
    limits: frozenset[str] = frozenset()
    starts: Mapping[str, ast.Expr] = field(default_factory=dict)
    """With what stats, numbers and items begin, where that is written: all others at 0."""
    room: Mapping[str, int] = field(default_factory=dict)
    """For each item in a limit how many things that has room for; of several limits, the one with the least room."""
    crowded: frozenset[str] = frozenset()
    """The items of which readers may be given more than a limit has room for."""
    lets: Mapping[str, ast.Let] = field(default_factory=dict)
    params: Mapping[str, int] = field(default_factory=dict)
    tests: Mapping[str, ast.CheckDecl] = field(default_factory=dict)
    rules: Mapping[str, ast.RuleDecl] = field(default_factory=dict)
    combats: Mapping[str, ast.CombatDecl] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    """The words of each ending → its kind; of several endings with the same words, that of the first."""
    deaths: tuple[ast.Expr, ...] = ()
    """When a trigger ends the book in a defeat: the triggers that the row `lost` of a fight replaces."""
    boxes: frozenset[str] = frozenset()
    """The chapters with more than one box."""
    raised: frozenset[str] = frozenset()
    """What may count more than is written on the sheet, by a `while`."""
    bonuses: Mapping[str, tuple[ast.While, ...]] = field(default_factory=dict)
    """For each stat or number the lines `while` that are about it."""
    triggered: frozenset[str] = frozenset()
    """What triggers change."""
    acts: bool = False
    """Whether the reader may do something at the start of each round of a fight, `anytime in fights`."""
    rescued: Rescued = "never"
    """When another trigger may save the reader from such a defeat: in a fight, the row `lost` comes in its place."""

    @property
    def on_sheet(self) -> frozenset[str]:
        """Everything that readers write down."""
        return frozenset({*self.stats, *self.numbers, *self.items, *self.codewords, *self.one_ofs})


def names_of(declarations: Iterable[ast.Declaration], book: Book) -> Names:
    """The names of a book.

    Args:
        declarations: of all its files and systems.
        book: its meaning, for numbers that are worked out.
    """
    every = tuple(declarations)
    limits = [*_limits(every, {each.name: ast.Number(each.value) for each in book.parameters})]
    beginning: tuple[ast.StatDecl | ast.NumberDecl | ast.ItemDecl, ...] = (
        *find(every, ast.StatDecl), *find(every, ast.NumberDecl), *find(every, ast.ItemDecl),
    )  # fmt: skip
    values: dict[str, str] = {}
    for one in find(every, ast.OneOf):
        for each in one.values:
            values[each.id] = "" if each.id in values else one.name
    most = {each.name: each.high for each in book.variables if each.kind == "item"}
    unwritten = frozenset(each.name for each in book.variables if each.kind == "number" and not each.on_sheet)
    rules = {str(each.name): each for each in find(every, ast.RuleDecl)}
    endings = {each.words: each.kind for each in reversed(book.endings)}
    kinds = {words: kind for words, kind in endings.items() if words not in {each.name for each in book.chapters}}
    triggers = sorted(find(every, ast.When), key=lambda when: not when.first)
    whiles = [*find(every, ast.While)]
    bonused = {str(each.change.place.id) for each in whiles}
    deaths = [when for when in triggers if _ends_in_defeat(in_place(when.body, rules), kinds)]
    return Names(
        stats={each.name: each for each in find(every, ast.StatDecl)},
        numbers={each.name: each for each in find(every, ast.NumberDecl) if each.name not in unwritten},
        unwritten=unwritten,
        lows={each.name: each.low for each in book.variables if each.on_sheet and each.kind != "one-of"},
        items={each.name: most.get(each.name, 1) for each in find(every, ast.ItemDecl)},
        codewords=frozenset(each.name for each in find(every, ast.CodewordDecl)),
        one_ofs={each.name: each for each in find(every, ast.OneOf)},
        values={value: one for value, one in values.items() if one},
        limits=frozenset(each.name for each in find(every, ast.Limit)),
        starts={str(each.name): each.start for each in beginning if each.start is not None},
        room={item: places for places, items in sorted(limits, key=lambda each: -each[0]) for item in items},
        crowded=frozenset(
            item for places, items in limits if sum(most.get(each, 0) for each in items) > places for item in items
        ),
        lets={each.name: each for each in find(every, ast.Let)},
        params={each.name: each.value for each in book.parameters},
        tests={each.name: each for each in find(every, ast.CheckDecl)},
        rules=rules,
        combats={each.name: each for each in find(every, ast.CombatDecl)},
        endings=endings,
        deaths=tuple(when.condition for when in deaths),
        boxes=frozenset(
            each.name.removeprefix(BOXES) for each in book.variables if each.name.startswith(BOXES) and each.high > 1
        ),
        raised=frozenset(str(each.change.place.id) for each in whiles if each.change.sign > 0),
        bonuses={name: tuple(each for each in whiles if each.change.place.id == name) for name in bonused},
        triggered=frozenset(name for when in triggers for name in changed_in(in_place(when.body, rules))),
        acts=any(each.in_fights for each in find(every, ast.Anytime)),
        rescued=_rescued(triggers, deaths, rules),
    )


def _limits(every: tuple[ast.Declaration, ...], parameters: Known) -> Iterator[tuple[int, frozenset[str]]]:
    """Of each limit how many things it has room for, and which.

    Args:
        every: the declarations of a book.
        parameters: the fixed numbers of the book.
    """
    found = [*find(every, ast.Limit)]
    for limit in found:
        if limit.places is None:
            continue  # it makes one longer that is declared elsewhere
        match with_known(limit.places, parameters):
            case ast.Number(places):
                yield (
                    places,
                    frozenset(str(item.id) for each in found if each.name == limit.name for item in each.items),
                )


def _rescued(triggers: Sequence[ast.When], deaths: Sequence[ast.When], rules: Mapping[str, ast.RuleDecl]) -> Rescued:
    """When a trigger may save the reader from those that end in a defeat: one that stands after them all is too late.

    Args:
        triggers: all triggers, in their order.
        deaths: those that end in a defeat.
        rules: the named rules.
    """
    ends = [triggers.index(death) for death in deaths]
    saves = [place for place, when in enumerate(triggers) if place not in ends and _may_save(when, deaths, rules)]
    if not ends or not saves or min(saves) > max(ends):
        return "never"
    return "before" if max(saves) < min(ends) else "between"


def _may_save(when: ast.When, deaths: Iterable[ast.When], rules: Mapping[str, ast.RuleDecl]) -> bool:
    """Whether a trigger changes what those ask for that end in a defeat, or asks for the same and leads away."""
    asked = {str(name.id) for death in deaths for name in find(death.condition, ast.Name)}
    body = in_place(when.body, rules)
    if any(find(body, ast.Turn)) or any(find(body, ast.End)):
        return any(name.id in asked for name in find(when.condition, ast.Name))
    return not asked.isdisjoint(changed_in(body))


def _ends_in_defeat(block: ast.Block, kinds: Mapping[str, str]) -> bool:
    """Whether the last step of a block is a defeat.

    Args:
        block: the steps, with those of named rules in their place.
        kinds: the kind of each ending, by its words.
    """
    match block[-1] if block else None:
        case ast.Turn(target=ast.ToEnding(kind=kind)) | ast.End(ending=ast.ToEnding(kind=kind)):
            return kind == "defeat"
        case ast.Turn(target=ast.ToChapter(chapter=words)):
            return kinds.get(words) == "defeat"
    return False
