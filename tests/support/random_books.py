"""Random valid books for Hypothesis: small enough to be solved exactly in milliseconds, with every kind of step.

A book has a few small variables with triggers, chapters that turn to one another at random (so there are loops and free
hubs), rivals, anytime options, fights, pools and points. The same draws always make the same book.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any, Literal

from hypothesis import strategies as st
from msgspec.structs import replace

from gamebook.model.book import Book, Chapter, Ending, Table, Variable
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    If,
    Leave,
    Loop,
    Option,
    Pool,
    Random,
    Resolution,
    Roll,
    Row,
    Say,
    Scope,
    Score,
    Step,
    Trigger,
    Turn,
    Weighted,
)

Draw = st.DrawFn

SHEET = (
    Variable(name="STAMINA", kind="stat", low=0, high=3, start=2, cap="initial STAMINA"),
    Variable(name="gold", kind="number", low=-1, high=2, start=1),
    Variable(name="key", kind="item", low=0, high=1),
    Variable(name="initial STAMINA", kind="initial", low=0, high=3, start=2),
)
OWN = (
    Variable(name="passes", kind="hidden", low=0, high=2),
    Variable(name="die", kind="hidden", low=0, high=3),
    Variable(name="foe", kind="hidden", low=0, high=2),
    Variable(name="pool.1", kind="hidden", low=0, high=2),
    Variable(name="pool.2", kind="hidden", low=0, high=2),
)
PLAIN = ("STAMINA", "gold", "key")
TABLE = Table(name="crt", first_column=-1, first_row=0, cells=((0, 1, 2), (-1, 0, 3)))
ENDINGS = (
    Ending(name="victory", kind="victory"),
    Ending(name="defeat", kind="defeat"),
    Ending(name="Exile", kind="ending", score=Var(name="gold")),
    Ending(name="A quiet win", kind="victory", score=Const(value=3)),
)


@cache
def _integers(low: int, high: int) -> st.SearchStrategy[int]:
    """Made once: Hypothesis examines every new strategy, which took longer than all that is drawn."""
    return st.integers(low, high)


def integer(draw: Draw, low: int, high: int) -> int:
    """A number, small ones first when Hypothesis looks for a simpler book."""
    return draw(_integers(low, high))


def pick(draw: Draw, *things: Any) -> Any:  # noqa: ANN401 - whatever it is given
    """One of some things, the first one first when Hypothesis looks for a simpler book."""
    return things[integer(draw, 0, len(things) - 1)]


def coin(draw: Draw) -> bool:
    """One of two, no first when Hypothesis looks for a simpler book."""
    return bool(integer(draw, 0, 1))


def numbers(draw: Draw, low: int, high: int) -> Expr:
    """A constant."""
    return Const(value=integer(draw, low, high))


def values(draw: Draw, random: bool = False) -> Expr:
    """A small expression; with dice in it at times, where `random`."""
    kind = pick(draw, "const", "var", "sum", "table", "dice" if random else "var", "dice sum")
    variable: Expr = Var(name=pick(draw, *PLAIN))
    match kind:
        case "const":
            return numbers(draw, -2, 3)
        case "sum":
            op = pick(draw, "+", "-", "*", "/", "mod", "min", "max")
            return Binary(op=op, left=variable, right=numbers(draw, -1, 2))
        case "table":
            return Lookup(table="crt", column=variable, row=Var(name=pick(draw, *PLAIN)))
        case "dice":
            return rolled(draw)
        case "dice sum" if random:
            return Binary(op=pick(draw, "+", "-", "min"), left=variable, right=rolled(draw))
    return variable


def rolled(draw: Draw) -> Expr:
    """A few small dice, their number from the sheet at times."""
    most = integer(draw, 1, 2)
    number: Expr = Const(value=most) if coin(draw) else Var(name="gold")
    keep = pick(draw, None, None, 1)
    sides, highest = integer(draw, 2, 3), coin(draw)
    explode = integer(draw, 0, 1) if sides == 2 else 0  # denominators stay small
    return Dice(count=number, most=most, sides=sides, keep=keep, highest=highest, explode=explode)


def conditions(draw: Draw, names: tuple[str, ...] = PLAIN) -> Expr:
    """A comparison, at times negated or of two parts."""

    def comparison() -> Expr:
        op, name = pick(draw, "=", "!=", "<", "<=", ">", ">="), pick(draw, *names)
        return Binary(op=op, left=Var(name=name), right=numbers(draw, 0, 2))

    first = comparison()
    match integer(draw, 0, 5):
        case 0:
            return Unary(op="not", operand=first)
        case 1:
            return Binary(op=pick(draw, "and", "or"), left=first, right=comparison())
    return first


class _Writer:
    """Writes the blocks of one book."""

    def __init__(self, draw: Draw, chapters: int, rivals: bool, points: tuple[int, int], modes: bool) -> None:
        self.draw = draw
        self.chapters = chapters
        self.rivals = rivals
        self.points = points
        self.modes = modes
        self.labels = count(1)
        self.begin("hero")

    def begin(self, place: str) -> None:
        """Addresses count from 1 in each chapter."""
        self.place, self.numbers = place, count(1)

    def pick(self, *things: Any) -> Any:  # noqa: ANN401 - whatever it is given
        return pick(self.draw, *things)

    def address(self) -> str:
        return f"{self.place}#{next(self.numbers)}"

    def assign(self, *changes: Change) -> Assign:
        return Assign(changes=changes, address=self.address())

    def score(self) -> Score:
        """Points; in a book of mixed modes thrown at times."""
        amount: Expr = numbers(self.draw, *self.points)
        if self.modes and coin(self.draw):
            amount = Binary(op="*", left=amount, right=Dice(count=Const(value=1), most=1, sides=3))
        return Score(amount=amount, resolution=self.resolution(), address=self.address())

    def resolution(self) -> Resolution | None:
        """How a random step is decided, in a book of mixed modes."""
        if not self.modes:
            return None
        scope = self.pick(None, None, "book", "chapter", "fight")
        mode, manner = self.pick(
            (None, None),
            ("dice", None),
            ("expected", None),
            ("expected", "nearest"),
            ("ledger", None),
            ("ledger", "strict"),
            ("residual", None),
            ("residual", "deadline"),
            ("systematic", None),
        )
        return Resolution(mode=mode, manner=manner, scope=scope)

    def block(self, depth: int, most: int = 2, scopes: tuple[str, ...] = ()) -> Block:
        """A few steps, mostly without a turn or an end."""
        return tuple(step for _ in range(integer(self.draw, 0, most)) for step in self.steps(depth, scopes))

    def way_out(self) -> Step:
        """A turn or an end."""
        if coin(self.draw):
            return Turn(chapter=str(integer(self.draw, 1, self.chapters)), address=self.address())
        return End(ending=self.pick("victory", "defeat", "A quiet win", "Exile", "victory"), address=self.address())

    def steps(self, depth: int, scopes: tuple[str, ...]) -> Block:
        """One construct of the page: a step, or two that belong together."""
        flat = ["assign", "assign", "both", "score", "say"] + ["leave"] * bool(scopes)
        deep = ["if", "roll", "random", "test", "choose", "choose", "loop", "scope", "fight", "pool"] if depth else []
        match self.pick(*deep, *flat):
            case "assign":
                return (self.assign(self.change(self.pick(*PLAIN, "STAMINA", "initial STAMINA"))),)
            case "both":
                return (self.assign(self.change("STAMINA"), self.change(self.pick("gold", "key", "foe"))),)
            case "score":
                return (self.score(),)
            case "leave":
                return (Leave(label=self.pick(*scopes)),)
            case "pool":
                size = self.pick(Const(value=2), Var(name="gold"))
                return (Pool(name="pool", count=size, most=2, sides=2, address=self.address()),)
            case "if":
                return (self.condition(depth - 1, scopes),)
            case "roll":
                return (self.roll(depth - 1, scopes),)
            case "test":
                return (self.test(depth - 1, scopes),)
            case "random":
                return (self.random(depth - 1, scopes),)
            case "choose":
                return (self.choice(depth - 1, scopes),)
            case "loop":
                return self.loop(depth - 1, scopes)
            case "scope":
                return (self.scope(depth - 1, scopes),)
            case "fight":
                return self.fight(depth - 1, scopes)
        return (Say(text=("You have ", Var(name="gold"), ".")),)

    def change(self, name: str) -> Change:
        amount = values(self.draw, random=True)
        if coin(self.draw):
            amount = Binary(op=self.pick("+", "-"), left=Var(name=name), right=amount)
        beyond = self.pick(False, False, True)
        return Change(variable=name, value=amount, beyond=beyond, resolution=self.resolution())

    def condition(self, depth: int, scopes: tuple[str, ...]) -> Step:
        then, otherwise = self.block(depth, 2, scopes), self.block(depth, 1, scopes)
        return If(condition=conditions(self.draw), then=then, otherwise=otherwise, address=self.address())

    def roll(self, depth: int, scopes: tuple[str, ...]) -> Step:
        value = self.pick(Dice(count=Const(value=1), most=1, sides=3), values(self.draw, random=True))
        rows = (
            Row(low=1, high=1, label="1", body=self.block(depth, 2, scopes)),
            Row(low=2, high=self.pick(9, 2), label="2 or more", body=self.block(depth, 2, scopes)),
        )
        then = self.block(0, 1, scopes)
        store, how = self.pick(None, "die"), self.resolution()
        return Roll(value=value, store=store, then=then, rows=rows, resolution=how, address=self.address())

    def test(self, depth: int, scopes: tuple[str, ...]) -> Step:
        success = Binary(op="<=", left=rolled(self.draw), right=Var(name="STAMINA"))
        price = Binary(op="-", left=Var(name="STAMINA"), right=Const(value=1))
        rows = (
            Row(low=1, high=1, label="lucky", body=self.block(depth, 2, scopes)),
            Row(low=0, high=0, label="unlucky", body=self.block(depth, 2, scopes)),
        )
        then = (self.assign(Change(variable="STAMINA", value=price)),)
        how, address = self.resolution(), self.address()
        return Roll(value=success, then=then, rows=rows, what="test", label="luck", resolution=how, address=address)

    def random(self, depth: int, scopes: tuple[str, ...], ends: bool = False) -> Step:
        """Two weighted branches; with `ends`, the second leads away."""
        first = self.block(depth, 2, scopes)
        second = (*self.block(depth, 1, scopes), *((self.way_out(),) if ends else ()))
        weights = [self.pick(Const(value=1), Const(value=2), Var(name="gold")) for _ in range(2)]
        rows = (
            Weighted(weight=weights[0], label="one", body=first),
            Weighted(weight=weights[1], label="two", body=second),
        )
        return Random(rows=rows, resolution=self.resolution(), address=self.address())

    def choice(self, depth: int, scopes: tuple[str, ...], ends: bool = False) -> Step:
        """Some options, at times a rival's; with `ends`, most of them lead away."""
        owner: Literal["reader", "rival"] = self.pick("reader", "reader", "rival") if self.rivals else "reader"
        options = []
        for number in range(integer(self.draw, 1, 3)):
            again = self.pick(False, False, False, True)
            leads = ends and not again and integer(self.draw, 0, 4)
            options.append(
                Option(
                    label=(f"option {number}",),
                    condition=self.pick(Const(value=1), conditions(self.draw)),
                    body=(*self.block(depth, 2, scopes), *((self.way_out(),) if leads else ())),
                    again=again,
                    address=self.address(),
                )
            )
        what: Any = "rival" if owner == "rival" else self.pick("menu", "may", "choose")
        return Choose(name=self.place, owner=owner, what=what, options=tuple(options), address=self.address())

    def loop(self, depth: int, scopes: tuple[str, ...]) -> Block:
        """Some passes that are counted down, or until something else holds."""
        passes = Change(variable="passes", value=self.pick(Const(value=2), rolled(self.draw)))
        less = Change(variable="passes", value=Binary(op="-", left=Var(name="passes"), right=Const(value=1)))
        over = Binary(op="<=", left=Var(name="passes"), right=Const(value=0))
        until = self.pick(over, over, conditions(self.draw, (*PLAIN, "passes")))
        body = (self.assign(less), *self.block(depth, 2, scopes))
        return (self.assign(passes), Loop(until=until, body=body, address=self.address()))

    def scope(self, depth: int, scopes: tuple[str, ...]) -> Scope:
        """A stretch of play, at times with a trigger of its own."""
        label = f"scope {next(self.labels)}"
        inside = (*scopes, label)
        watches = (self.watch(f"{label} when", depth, inside),) if coin(self.draw) else ()
        watches = tuple(replace(each, instead=self.pick(None, "when 1")) for each in watches)
        body = self.block(depth, 2, inside)
        muted = self.pick((), ("when 1",))
        return Scope(label=label, watches=watches, muted=muted, body=body, address=self.address())

    def fight(self, depth: int, scopes: tuple[str, ...]) -> Block:
        """Rounds until a trigger on the foe leaves them, with other triggers before or after it."""
        start = self.assign(Change(variable="foe", value=self.pick(Const(value=2), Const(value=1), rolled(self.draw))))
        label = f"scope {next(self.labels)}"
        inside = (*scopes, label)
        down = Binary(op="-", left=Var(name="foe"), right=self.pick(Const(value=1), rolled(self.draw)))
        hurt = Binary(op="-", left=Var(name="STAMINA"), right=self.pick(Const(value=1), rolled(self.draw)))
        wound = Change(variable="foe", value=down)
        blow = self.pick(
            (self.assign(wound, Change(variable="STAMINA", value=hurt)),),
            (self.assign(wound), self.assign(Change(variable="STAMINA", value=hurt))),
            (self.assign(wound),),
            (),
        )
        until = self.pick(Const(value=0), Const(value=0), conditions(self.draw))
        rounds = Loop(until=until, body=(*self.block(depth, 1, inside), *blow), address=self.address())
        over = Binary(op="<=", left=Var(name="foe"), right=Const(value=0))
        body = (*self.block(0, 1, inside), Leave(label=label))
        watches = [Trigger(id=f"{label} won", condition=over, mentions=("foe",), body=body, row="won")]
        if coin(self.draw):
            watches.insert(self.pick(0, 1), self.watch(f"{label} when", depth, inside))
        fight = Scope(
            label=label,
            what="fight",
            watches=tuple(watches),
            muted=self.pick((), ("when 1",)),
            body=(rounds,),
            address=self.address(),
        )
        return (start, fight)

    def watch(self, id: str, depth: int, scopes: tuple[str, ...]) -> Trigger:
        """A trigger on a part of the sheet; it turns, ends, or falls through."""
        name = self.pick("STAMINA", "STAMINA", "gold", "key")
        body = (*self.block(min(depth, 1), 2, scopes), *((self.way_out(),) if coin(self.draw) else ()))
        return Trigger(id=id, condition=conditions(self.draw, (name,)), mentions=(name, "initial STAMINA"), body=body)

    def hero(self) -> Block:
        """What is rolled before the start."""
        if coin(self.draw):
            return ()
        cap = Change(variable="initial STAMINA", value=Dice(count=Const(value=1), most=1, sides=3))
        same = Change(variable="STAMINA", value=Var(name="initial STAMINA"))
        return (self.assign(cap), self.assign(same), *self.block(1, 1))


@st.composite
def books(
    draw: Draw,
    rivals: bool = True,
    aim: Literal["win", "score"] = "win",
    points: tuple[int, int] = (0, 2),
    modes: bool = False,
) -> Book:
    """A random book, with a decision or a draw in every chapter.

    Args:
        draw: Hypothesis.
        rivals: whether some decisions are a rival's.
        aim: what the book is played for.
        points: the range of each `~ score`.
        modes: whether some places are resolved without luck.
    """
    chapters = integer(draw, 2, 4)
    writer = _Writer(draw, chapters, rivals, points, modes)
    hero = writer.hero()
    written = []
    for number in range(1, chapters + 1):
        writer.begin(str(number))
        middle = writer.pick(writer.choice, writer.random)(1, (), ends=True)
        last = (writer.way_out(),) if integer(draw, 0, 9) else ()
        written.append(Chapter(name=str(number), title="", body=(*writer.block(2, 2), middle, *last)))
    watches = []
    for number in range(1, integer(draw, 0, 2) + 1):
        writer.begin(f"when {number}")
        watches.append(writer.watch(f"when {number}", 1, ()))
    return Book(
        title="random",
        start="1",
        aim=aim,
        variables=SHEET + OWN,
        tables=(TABLE,),
        watches=tuple(watches),
        hero=hero,
        chapters=tuple(written),
        endings=ENDINGS,
    )
