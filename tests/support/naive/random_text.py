"""Random books as text, the same for the same seed, with every construct of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TypeVar

Lines = list[str]
T = TypeVar("T")

_CONSTRUCTS = """
ask; secret link; tick; ticked; knows; aim score; aim win then score; score; points of an ending;
(n)dN; *; + -; -x; /; 1dN; a loop of tiny chances; after rounds; and; any foe; anytime; anytime
in fights; author; back; beyond; both; busy; carry; change; change of the foe; choose; choose
amount; choose in a combat; choose n of; codeword; codeword declared; combat; comment; compare;
comparison; computed turn; condition as value; condition of a choice; count in pool; count of
faces; count of item; count of limit; defeat; dice + n; do; each chapter; each foe; each round;
else; else if; ending; ending by its word; erase; escape; exploding; fight; first time; first
when; foe by name; foe stat; foes: and; foes: then; foes: then foe; foes: together; gain; gain
all or none; gain n; gain of a one-of; heading of a part; hero; if; include; initial; initial +;
item; item declared; item x n; keep exploding; keep highest; keep lowest; language; let; limit;
local of a combat; local of a fight; lose; lose all; lose all of limit; lose n; lose one-of;
lose random; lost; may; menu; min max; mod; named roll; named roll with rows; ndN; not; note;
number; on event; one-of; one-of = value; or; or swap; param; pay in a choice; pay in may; pay
outside; pool; pool with a name; prose with values and escapes; random; repeat times; repeat
until; restore; return; return limit; rival; roll with rows; round; rule declared; set; set
one-of; start; stat; stat with a range; store; store limit; sum of pool; swap; tab; table; table
declared; test; test declared; test made harder; test on; test then; test then block; test with
other dice; ties; turn; two prices; use fighting-fantasy; use of a system beside the book; value
of a one-of; victory; visited; when; when that ends the book; while; with; with for rounds; won;
wounded
"""

CONSTRUCTS = frozenset(" ".join(_CONSTRUCTS.split()).split("; "))
"""What a book can show; together the books show all of it."""
MORE = frozenset({"change of the foe in a row", "foe stat of the sheet", "number as condition"})
"""What else a book can show that is written with more."""


@dataclass
class Written:
    """A random book, and the constructs it shows."""

    files: dict[str, str]
    used: set[str]
    hero: dict[str, int]

    @property
    def text(self) -> str:
        """The book itself."""
        return self.files[BOOK]

    def write(self, folder: Path) -> Path:
        """All its files into a folder; the path of the book."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder / BOOK


BOOK = "random.gbk"


def random_book(seed: int, *, more: bool = False) -> Written:
    """The book of that number; with more, another book, which can also show what is in `MORE`."""
    writer = Writer(Random(seed), more)
    writer.files[BOOK] = writer.decorated(writer.book())
    return Written(writer.files, writer.used, writer.hero)


def inside(lines: Lines) -> Lines:
    """A block, pushed in."""
    return ["    " + line for line in lines]


@dataclass(frozen=True)
class Place:
    """What may be said where a rule stands."""

    names: tuple[str, ...] = ()  # rolls and amounts that have a name here
    pools: tuple[str, ...] = ()
    turns: bool = True
    choices: bool = True
    chapter: bool = False  # a chapter can be asked for its visits
    foe: bool = False  # inside a fight
    rules: bool = True
    knows: bool = True  # some readers may not know of a choice
    fights: bool = True
    visits: bool = True


class Writer:
    """Writes one book."""

    def __init__(self, random: Random, more: bool) -> None:
        self.random = random
        self.more = more
        self.used: set[str] = set()
        self.chapters = [str(number) for number in range(1, 2 + random.randint(1, 4))]
        if random.random() < 0.3:
            self.chapters.append("old-mill")
        if random.random() < 0.1:
            self.chapters.append("1b")
        self.ticking = [name for name in self.chapters if random.random() < 0.2]
        self.ranges: dict[str, tuple[int, int]] = {}  # numbers and items that effects change
        self.stats: list[str] = []
        self.items: list[str] = []
        self.codewords: list[str] = []
        self.one_of: list[str] = []
        self.limited: list[str] = []
        self.plain: list[str] = []  # names that stand for values
        self.tests: list[tuple[str, str, str, bool]] = []
        self.rules: dict[str, int] = {}
        self.files: dict[str, str] = {}
        self.hero: dict[str, int] = {}
        self.stat = self.foe_stat = "life"
        self.endings: list[str] = []
        self.table = self.computed = self.combat = False
        self.goes_back = random.random() < 0.2
        self.share = random.choice([0, 25, 40, 50])  # of readers who know
        self.scoring = random.random() < 0.25
        self.place = Place()
        self.fresh = 0
        self.weight = random.randint(6, 22)  # how much may still be written

    def use(self, construct: str) -> None:
        """Note that the book shows a construct."""
        self.used.add(construct)

    def often(self, share: float) -> bool:
        """True that often."""
        return self.random.random() < share

    def one(self, options: Sequence[T]) -> T:
        """One of several."""
        return self.random.choice(options)

    def name(self, stem: str) -> str:
        """A new name."""
        self.fresh += 1
        return f"{stem}{self.fresh}"

    @contextmanager
    def within(self, **changes: object) -> Iterator[None]:
        """A place with other rules, for a while."""
        before = self.place
        self.place = replace(before, **changes)  # type: ignore[arg-type]
        yield
        self.place = before

    # ---- values and conditions ----

    def readable(self) -> list[str]:
        """Names that have a value here."""
        return [*self.ranges, *self.plain, *self.place.names]

    def value(self, depth: int = 2) -> str:
        """A value without dice."""
        if depth == 0 or self.often(0.35):
            return self.one([str(self.random.randint(0, 3)), self.one(self.readable())])

        def one() -> str:
            return self.value(depth - 1)

        def two() -> str:
            return f"({one()})"

        makers: dict[str, Callable[[], str]] = {
            "+ -": lambda: f"{one()} {self.one('+-')} {two()}",
            "*": lambda: f"{two()} * {self.random.randint(0, 2)}",
            "/": lambda: f"{two()} / {self.one([self.one(list(self.ranges)), '2', '3', '(-2)'])}",
            "mod": lambda: f"{two()} mod {self.one([self.one(list(self.ranges)), '2', '3', '(-2)'])}",
            "-x": lambda: f"-{two()}",
            "min max": lambda: f"{self.one(['min', 'max'])}({one()}, {one()}, {one()})",
            "condition as value": lambda: f"({self.condition(depth - 1)})",
        }
        if self.table:
            makers["table"] = lambda: f"grid({one()}, {one()})"
        if self.stats:
            makers["initial"] = lambda: f"initial {self.one(self.stats)}"
        if self.limited:
            makers["count of limit"] = lambda: "count of pack"
            makers["count of item"] = lambda: f"count of {self.one(self.items)}"
        for pool in self.place.pools:
            makers["count in pool"] = lambda pool=pool: (  # type: ignore[misc]
                f"(count of {self.one(['1', '2', '(1 + 1)'])} in {pool})"
            )
            makers["sum of pool"] = lambda pool=pool: pool  # type: ignore[misc]
        if self.place.foe:
            makers["foe stat"] = lambda: f"foe {self.foe_stat}"
        kind = self.one(list(makers))
        self.use(kind)
        return makers[kind]()

    def condition(self, depth: int = 2) -> str:
        """A condition."""
        makers: dict[str, Callable[[], str]] = {
            "comparison": lambda: f"{self.value(1)} {self.one(['=', '!=', '<', '<=', '>', '>='])} {self.value(1)}",
        }
        if depth > 0:
            makers["and"] = lambda: f"{self.condition(0)} and {self.condition(depth - 1)}"
            makers["or"] = lambda: f"{self.condition(0)} or {self.condition(depth - 1)}"
            makers["not"] = lambda: f"not ({self.condition(depth - 1)})"
        if self.more and depth > 0:
            makers["number as condition"] = lambda: str(self.random.randint(0, 2))
        if self.codewords:
            makers["codeword"] = lambda: self.one(self.codewords)
        if self.items:
            makers["item"] = lambda: self.one(self.items)
        if self.one_of:
            makers["one-of = value"] = lambda: f"weapon {self.one(['=', '!='])} {self.one(self.one_of)}"
            makers["value of a one-of"] = lambda: self.one(self.one_of)
        if self.place.visits:
            makers["visited"] = lambda: f"visited {self.one(self.chapters)}"
            if self.ticking:
                where = self.one(self.ticking)
                boxes = f"ticked {where if where[0].isdigit() else 'in ' + where}"
                makers["ticked"] = lambda: f"{boxes} > {self.one(['0', '1'])}"
            if self.place.chapter:
                makers["first time"] = lambda: "first time"
        if self.place.foe:
            makers["round"] = lambda: f"round {self.one(['>', '<', '='])} {self.random.randint(1, 3)}"
        kind = self.one(list(makers))
        self.use(kind)
        return makers[kind]()

    def dice(self, small: bool = False) -> tuple[str, int, int]:
        """A dice expression, with its least and greatest total."""
        sides = self.random.randint(2, 4)
        kinds = ["1dN"] if small else ["1dN", "1dN", "ndN", "dice + n", "keep highest", "keep lowest", "exploding"]
        kind = self.one(kinds)
        self.use(kind)
        if kind == "1dN":
            return f"1d{sides}", 1, sides
        if kind == "ndN":
            return f"2d{sides}", 2, 2 * sides
        if kind == "dice + n":
            add = self.random.randint(-2, 2)
            return f"1d{sides} {'-' if add < 0 else '+'} {abs(add)}", 1 + add, sides + add
        if kind == "exploding":
            again = self.random.randint(1, 2)
            if self.often(0.3):
                self.use("keep exploding")
                return f"keep highest 1 of 2d{sides} exploding up to {again}", 1, sides * (again + 1)
            return f"1d{sides} exploding up to {again}", 1, sides * (again + 1)
        keep = self.random.randint(1, 2)
        return f"{kind} {keep} of 3d{sides}", keep, keep * sides

    # ---- the book ----

    def book(self) -> Lines:
        """All of it."""
        head = ['book "Random"']
        if self.often(0.3) and not self.goes_back:
            self.use("start")
            head.append(f"    start {self.one(self.chapters)}")
        if self.often(0.2):
            self.use("ties")
            head.append(f"    ties {self.one(['first', 'last'])}")
        if self.scoring:
            aim = self.one(["score", "win then score"])
            self.use(f"aim {aim}")
            head.append(f"    aim {aim}")
        for line, construct in (('author "Nobody"', "author"), ('language "en"', "language"), ("carry gold", "carry")):
            if self.often(0.05):
                self.use(construct)
                head.append(f"    {line}")
        printed = self.often(0.12)
        header = [*self.values_of_the_header(), "", "sheet", *inside(self.sheet(printed=printed))]
        if self.often(0.4):
            self.use("let")
            with self.within(visits=False):
                header += ["", f"let might = {self.value()}"]
            self.plain.append("might")
        if self.often(0.3) and not printed:
            self.use("test declared")
            header += ["", *self.test()]
        if printed:
            self.fighting_fantasy()
            head.append("    use fighting-fantasy")
        elif self.often(0.5):
            self.combat = True
            header += ["", *self.combat_text()]
        if self.often(0.15) and not printed:
            self.use("use of a system beside the book")
            self.files["house.gbk"] = "\n".join(["system house", *header]) + "\n"
            header = []
            head.append("    use house")
        if self.often(0.5):
            header += ["", *self.rule()]
        if self.often(0.25):
            self.use("hero")
            # Who gives what the hero may choose has chosen.
            with self.within(turns=False, visits=False, fights=False, choices=not printed, rules=not printed):
                header += ["", "hero", *inside(self.steps(2))]
        if self.often(0.2):
            self.use("each chapter")
            with self.within(turns=False, choices=False, fights=False):
                header += ["", "each chapter", *inside(self.steps(1))]
        if self.often(0.25):
            header += ["", *self.anytime()]
        if self.combat and self.often(0.3):
            self.use("anytime in fights")
            header += ["", "anytime in fights", *inside(self.spending_option())]
        for _ in range(self.random.choice([0, 0, 1, 2])):
            header += ["", *self.when()]
        self.weight = self.random.randint(5, 16)
        pages = [["", f"=== {chapter} A place", *self.chapter(chapter)] for chapter in self.chapters]
        if self.computed:
            pages += [["", f"=== {number}", *self.ending()] for number in (100, 101)]
        if self.often(0.1) and len(pages) > 2:
            self.use("include")
            self.files["part.gbk"] = "\n".join(line for page in pages[2:] for line in page) + "\n"
            pages = pages[:2]
            header += ["", 'include "part.gbk"']
        return [*head, *header, *(line for page in pages for line in page)]

    def fighting_fantasy(self) -> None:
        """The rule system that is shipped, for a hero who does not last long."""
        self.use("use fighting-fantasy")
        self.combat = True
        self.stat = self.foe_stat = "STAMINA"
        self.stats = ["STAMINA", "LUCK"]
        self.hero = {"SKILL": 7, "STAMINA": self.random.randint(2, 5), "LUCK": self.random.randint(5, 8)}
        self.ranges |= {"STAMINA": (0, 24), "LUCK": (0, 12)}
        self.tests.append(("luck", "lucky", "unlucky", True))
        self.rage = True

    def decorated(self, lines: Lines) -> str:
        """The lines as a page, here and there with what the language reads over."""
        found: Lines = []
        for line in lines:
            chapter = line.startswith("=== ")
            if chapter and self.often(0.05):
                self.use("heading of a part")
                found.append("// --- Part: the road")
            if line.startswith("~") and "else" not in line and self.often(0.03):
                self.use("prose with values and escapes")
                found.append("You have {gold} of {8 - gold}; see http://example.org. \\* No choice, \\{gold}")
                found.append("    and a poem's second line,")
            if line.startswith("~") and self.often(0.03):
                self.use("comment")
                found.append("// ~ victory")
            comment = ""
            if line.startswith(("    ~", "~")) and self.often(0.03):
                self.use("comment")
                comment = self.one(["    // -> defeat", "    // noqa"])
            tab = line.startswith("    ") and self.often(0.01)
            if tab:
                self.use("tab")
            found.append(("\t" + line[4:] if tab else line) + comment)
        return "\n".join(found) + "\n"

    def values_of_the_header(self) -> Lines:
        """Parameters and tables."""
        lines = []
        if self.often(0.3):
            self.use("param")
            lines += ["", f"param price = {self.random.randint(0, 3)}"]
            self.plain.append("price")
        if self.often(0.2):
            self.use("table declared")
            self.table = True
            left, top = self.random.randint(-1, 1), self.random.randint(-1, 1)
            lines += ["", f"table grid columns {left}..{left + 2} rows {top}..{top + 1}"]
            for _ in range(2):
                lines.append("    " + self.one([" ", ", "]).join(str(self.random.randint(-1, 3)) for _ in range(3)))
        return lines

    def sheet(self, *, printed: bool) -> Lines:
        """Numbers, stats (unless they are a printed system's), items and what belongs to them."""
        lines = []
        for name in ("gold", "fame")[: self.random.randint(1, 2)]:
            self.use("number")
            low, high = self.random.randint(-1, 0) if name == "fame" else 0, self.random.randint(2, 4)
            self.ranges[name] = (low, high)
            start = f" = {self.one(['1', '1d2', '2', '1d3 - 1', '0'])}" if self.often(0.8) else ""
            lines.append(f"number {name}{start} in {low}..{high}")
        if self.often(0.7) and not printed:
            self.use("stat")
            self.stats.append("life")
            if self.often(0.5):
                self.use("stat with a range")
                lines.append(f"stat life = {self.one(['2', '1d2', '3'])} in 0..4")
            else:
                lines.append(f"stat life = {self.one(['2', '1d2', '3', '1d2 + 1'])}")
            self.ranges["life"] = (0, 4)
        if self.often(0.6):
            self.use("item declared")
            self.items = ["rope"]
            lines.append(f"item rope{self.one(['', ' = 1'])}")
            if self.often(0.6):
                self.use("item x n")
                self.items.append("meal")
                lines.append(f"item meal x {self.random.randint(2, 3)} = {self.one(['0', '1', '2', '1d2'])}")
            if self.often(0.3):
                self.items.append("silver-key")
                lines.append("item silver-key")
            self.ranges |= dict.fromkeys(self.items, (0, 3))
            if len(self.items) > 1 and self.often(0.6):
                self.use("limit")
                self.limited = list(self.items)
                lines.append(f"limit pack {self.random.randint(2, 3)}: {', '.join(self.items)}")
        if self.often(0.5):
            self.use("codeword declared")
            self.codewords = ["RAVEN", "OWL"][: self.random.randint(1, 2)]
            lines.append(f"codeword {', '.join(self.codewords)}")
        if self.often(0.3):
            self.use("one-of")
            self.one_of = ["none", "sword", "axe"]
            lines.append("one-of weapon: none, sword, axe")
        if self.often(0.25) and (self.codewords or self.items):
            self.use("while")
            condition = self.one([*self.codewords, *self.items])
            name = self.one([each for each in self.ranges if each not in self.items])
            lines.append(f"while {condition}: {name} {self.one(['+1', '-1', '+2'])}")
        return lines

    def test(self) -> Lines:
        """A test of the header."""
        stat = self.one([*self.ranges])
        sides = self.random.randint(2, 4)
        lines = ["test luck", f"    succeed 1d{sides} {self.one(['<=', '<', '>='])} {stat}"]
        kind = self.one(["none", "line", "block"])
        if kind == "line":
            self.use("test then")
            lines.append(f"    then    {stat} -1")
        elif kind == "block":
            self.use("test then block")
            with self.within(turns=False, choices=False, fights=False, rules=False):
                lines += ["    then", *inside(inside(self.steps(1)))]
        self.tests.append(("luck", "lucky", "unlucky", True))
        return [*lines, "    lucky | unlucky"]

    def rule(self) -> Lines:
        """A rule with a thing and a number."""
        self.use("rule declared")
        lines = ["rule trade(thing, cost)"]
        with self.within(names=("thing", "cost"), turns=False, fights=False, rules=False, choices=self.often(0.5)):
            lines += inside([f"~ thing {self.one('+-')}1", *self.steps(1)])
        self.rules["trade"] = 2
        return lines

    def anytime(self) -> Lines:
        """Actions offered in chapters."""
        self.use("anytime")
        return ["anytime", *inside(self.spending_option())]

    def spending_option(self) -> Lines:
        """An option that uses something up, so that it does not go on for ever."""
        name = self.one(list(self.ranges))
        low, _ = self.ranges[name]
        with self.within(turns=False, choices=False, fights=False):
            extra = self.steps(1) if self.often(0.5) else []
        return [f"* Use {name} [if {name} > {low}]", *inside([f"~ {name} -1", *extra])]

    def when(self) -> Lines:
        """A trigger."""
        first = self.often(0.3)
        self.use("first when" if first else "when")
        word = "first when" if first else "when"
        with self.within(visits=False, fights=False):
            condition = self.condition(1)
            if self.often(0.4):
                self.use("when that ends the book")
                return [f"{word} {condition} -> {self.one(['defeat', 'defeat', 'victory'])}"]
            with self.within(choices=self.often(0.5), turns=self.often(0.4)):
                return [f"{word} {condition}", *inside(self.steps(1))]

    # ---- chapters and steps ----

    def chapter(self, chapter: str) -> Lines:
        """The steps of a chapter and its end; somehow the next chapter can be reached."""
        lines: Lines = ["You look around."] if self.often(0.2) else []
        following = self.chapters[self.chapters.index(chapter) + 1 :][:1]
        if self.goes_back and chapter == self.chapters[0]:
            lines += ["~ random", f"    1: -> {self.chapters[1]}", "    1:"]
        with self.within(chapter=True):
            if self.combat and self.often(0.2):
                lines += self.fight()
            if chapter in self.ticking:
                self.use("tick")
                lines.append(f"~ tick {self.one(['a box', 'one of 2'])}")
            lines += self.steps(self.random.randint(1, 3))
            if self.often(0.6):
                lines += self.menu()
                if following and self.often(0.5):
                    lines.append(f"* Go on -> {following[0]}")
            elif self.goes_back and chapter == self.chapters[1] and self.often(0.5):
                self.use("back")
                lines += [f"~ if {self.condition(1)}", "    -> back"]
        if following and self.often(0.6):
            return [*lines, f"-> {following[0]}"]
        if following:
            lines += ["~ random", f"    1: -> {following[0]}", f"    {self.random.randint(1, 3)}:"]
            self.use("random")
        return [*lines, *self.ending()]

    def target(self) -> str:
        """Where a turn leads."""
        kind = self.one(["chapter"] * 9 + ["victory", "defeat", "ending", "computed"])
        if kind == "chapter":
            self.use("turn")
            return self.one(self.chapters)
        if kind == "computed":
            self.use("computed turn")
            self.computed = True
            return f"(100 + (not ({self.condition(0)})))"
        self.use(kind)
        if kind == "ending":
            if "Exile" in self.endings and self.often(0.5):
                self.use("ending by its word")
                return "Exile"
            self.endings.append("Exile")
            return 'ending "Exile"'
        return kind + self.one(["", ' "A word"']) + self.points()

    def points(self) -> str:
        """What an ending is worth."""
        if not self.scoring or self.often(0.5):
            return ""
        self.use("points of an ending")
        return f" score {self.random.randint(0, 3)}"

    def ending(self) -> Lines:
        """A roll that ends the book, or a plain ending."""
        kind = self.one(["roll", "roll", "roll", "random", "sheet", "sheet", "plain", "again"])
        if kind == "plain":
            return [f"~ {self.one(['victory', 'victory', 'defeat'])}{self.points()}"]
        if kind == "sheet":
            return [f"~ if {self.condition()}", "    -> victory", *self.ending()]
        if kind == "random":
            self.use("random")
            return ["~ random", f"    {self.random.randint(1, 3)}: -> victory", "    2: -> defeat", "-> defeat"]
        if kind == "again":
            self.use("a loop of tiny chances")
            weights = self.one([("1", "999999"), ("1", "999999999"), ("3", "1000000")])
            way = self.one(self.chapters)
            return [
                "~ random",
                f"    {weights[0]}: -> {self.one(['victory', 'defeat'])}",
                f"    {self.one(['1', '0', '2'])}: -> {self.one(['victory', 'defeat'])}",
                f"    {weights[1]}: -> {way}",
                f"-> {way}",
            ]
        sides = self.random.randint(2, 6)
        cut = self.random.randint(1, sides - 1)
        low = f"1-{cut}" if cut > 1 else "1"
        high = f"{cut + 1}..{sides}" if cut + 1 < sides else str(sides)
        first, second = self.random.sample(["victory", "defeat"], 2)
        return [f"~ roll 1d{sides}", f"    {low} -> {first}", f"    {high}", f"        -> {second}"]

    def menu(self, kind: str = "") -> Lines:
        """Choices of the reader."""
        self.use("menu")
        lines: Lines = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.option()
        return lines if not kind else [kind, *inside(lines)]

    def option(self) -> Lines:
        """A choice."""
        line = f"* {self.name('Choice ')}"
        if self.often(0.3):
            self.use("condition of a choice")
            line += f" [if {self.condition(1)}]"
        if self.place.knows and self.often(0.06):
            self.use("knows")
            line += f" [knows {self.share}%]"
        block: Lines = []
        if self.often(0.2):
            name = self.purse()
            self.use("pay in a choice")
            block.append(f"~ pay {self.one(['1', '2', *self.plain[:1]])} {name}")
            if self.often(0.2):
                self.use("two prices")
                block.append(f"~ pay 1 {name}")
        with self.within():
            if self.often(0.5):
                block += self.steps(1)
        if self.place.turns and self.often(0.6):
            line += f" -> {self.target()}"
        elif self.place.turns and self.often(0.05):
            self.use("secret link")
            line += f" -> {self.chapters[0]} secret"
        return [line, *inside(block)]

    def purse(self) -> str:
        """Something that is never below nothing."""
        return self.one([name for name, (low, _) in self.ranges.items() if low >= 0])

    def steps(self, number: int) -> Lines:
        """Some rules in a row."""
        lines: Lines = []
        with self.within():
            for _ in range(number):
                lines += self.step()
        return lines or ["~ gold +0"]

    def step(self) -> Lines:
        """A rule."""
        self.weight -= 1
        if self.weight < 0 or self.often(0.4):
            return self.effect()
        makers: list[Callable[[], Lines]] = [
            self.conditional,
            self.conditional,
            self.rows,
            self.named_roll,
            self.random_rows,
            self.compare,
            self.repeat,
            self.test_on,
        ]
        if self.place.turns and self.often(0.3):
            makers.append(self.until)
        if self.place.choices:
            makers += [self.ask, self.may, self.choose, self.choose_several, self.choose_amount, self.rival]
        if self.tests:
            makers.append(self.make_test)
        if self.rules and self.place.rules:
            makers.append(self.do)
        if self.combat and self.place.fights and self.place.turns and not self.place.foe:
            makers += [self.fight, self.fight]
        return self.one(makers)()

    def effect(self) -> Lines:
        """A change of the sheet."""
        name = self.one(list(self.ranges))
        amount = self.one([str(self.random.randint(0, 2)), self.dice(small=True)[0], f"({self.value(1)})"])
        makers: dict[str, Callable[[], str]] = {
            "change": lambda: f"~ {name} {self.one('+-')}{amount}",
            "set": lambda: f"~ set {name} = {self.value(1)}",
            "both": lambda: (
                f"~ both {name} {self.one('+-')}{amount}, "
                f"{self.one([each for each in self.ranges if each != name])} {self.one('+-')}{self.atom()}"
            ),
            "swap": lambda: "~ swap " + " ".join(self.random.sample(list(self.ranges), 2)),
            "pay outside": lambda: f"~ pay {self.random.randint(0, 2)} {name}",
            "store": lambda: f"~ store {name} in chest",
            "return": lambda: f"~ return {name} from chest",
        }
        if len(self.ranges) < 2:
            del makers["both"], makers["swap"]
        if name in self.stats or self.ranges[name][0] < 0:
            del makers["store"], makers["return"]
        if self.stats:
            makers["restore"] = lambda: f"~ restore {self.stat}"
            makers["initial +"] = lambda: f"~ initial {self.stat} {self.one('+-')}{self.random.randint(1, 2)}"
            makers["beyond"] = lambda: f"~ {self.stat} +{amount} beyond initial"
        if self.items:
            item = self.one(self.items)
            makers["gain"] = lambda: f"~ gain {item}"
            makers["gain n"] = lambda: f"~ gain {self.one(['2', '1d2', '1d3'])} {self.items[-1]}"
            makers["gain all or none"] = lambda: f"~ gain {self.one(['2', '1d3'])} {self.items[-1]} all or none"
            makers["lose"] = lambda: f"~ lose {item}"
            makers["lose n"] = lambda: f"~ lose {self.one(['2', '1d2'])} {item}"
            makers["lose all"] = lambda: f"~ lose all {item}"
        if self.limited:
            makers["lose all of limit"] = lambda: "~ lose all pack"
            makers["lose random"] = lambda: "~ lose random pack"
            makers["store limit"] = lambda: "~ store pack in chest"
            makers["return limit"] = lambda: "~ return pack from chest"
            if self.place.choices:
                makers["or swap"] = lambda: f"~ gain {item} or swap"
        if self.codewords:
            makers["note"] = lambda: f"~ note {self.one(self.codewords)}"
            makers["erase"] = lambda: f"~ erase {self.one(self.codewords)}"
        if self.one_of:
            makers["gain of a one-of"] = lambda: f"~ gain {self.one(self.one_of[1:])}"
            makers["lose one-of"] = lambda: "~ lose weapon"
            makers["set one-of"] = lambda: f"~ set weapon = {self.one(self.one_of)}"
        if self.place.foe:
            makers["change of the foe"] = lambda: f"~ foe {self.foe_stat} {self.one('+-')}1"
        if self.scoring:
            makers["score"] = lambda: f"~ score +{self.one(['1', '2', '1d2', '2d3'])}"
        kind = self.one(list(makers))
        self.use(kind)
        return [makers[kind]()]

    def atom(self) -> str:
        """An amount as it stands after a sign."""
        return self.one([str(self.random.randint(0, 2)), self.one(self.readable())])

    def conditional(self) -> Lines:
        """`if`, perhaps with `else if` and `else`."""
        self.use("if")
        lines = [f"~ if {self.condition()}", *inside(self.body())]
        if self.often(0.3):
            self.use("else if")
            lines += [f"~ else if {self.condition(1)}", *inside(self.body())]
        if self.often(0.4):
            self.use("else")
            lines += ["~ else", *inside(self.body())]
        return lines

    def body(self) -> Lines:
        """A block that may turn at its end."""
        lines = self.steps(1)
        if self.place.turns and self.often(0.35):
            lines.append(f"-> {self.target()}")
        return lines

    def row(self, head: str) -> Lines:
        """A row: nothing, a turn, a block or both."""
        kind = self.one(["nothing", "turn", "block"])
        if kind == "turn" and self.place.turns and self.often(0.6):
            return [f"{head} -> {self.target()}"]
        if kind == "block":
            return [head, *inside(self.body())]
        return [head]

    def number_rows(self, low: int, high: int) -> Lines:
        """Rows that cover every total once."""
        cuts = sorted(self.random.sample(range(low + 1, high + 1), min(high - low, self.random.randint(0, 2))))
        lines: Lines = []
        for first, last in zip([low, *cuts], [*(cut - 1 for cut in cuts), high], strict=True):
            dash = ".." if first < 0 or self.often(0.5) else "-"
            lines += inside(self.row(str(first) if first == last else f"{first}{dash}{last}"))
        return lines

    def rows(self) -> Lines:
        """A roll with rows."""
        self.use("roll with rows")
        dice, low, high = self.dice()
        return [f"~ roll {dice}", *self.number_rows(low, high)]

    def named_roll(self) -> Lines:
        """A roll that has a name, or dice left on the table."""
        kind = self.one(["named roll", "named roll with rows", "pool", "pool with a name", "count of faces", "(n)dN"])
        self.use(kind)
        name = self.name("roll")
        if kind == "named roll with rows":
            dice, low, high = self.dice()
            lines = [f"~ roll {dice} as {name}", *self.number_rows(low, high)]
        elif kind == "pool":
            lines = [f"~ roll {self.random.randint(1, 3)}d{self.random.randint(2, 3)} as pool"]
            self.place = replace(self.place, pools=(*self.place.pools, "pool"))
            return [*lines, *self.pool_row("pool")]
        elif kind == "pool with a name":
            number = self.one(["2", "(gold)"])
            lines = [f"~ roll {number}d{self.random.randint(2, 3)} as pool {name}"]
            self.place = replace(self.place, pools=(*self.place.pools, name))
            return [*lines, *self.pool_row(name)]
        elif kind == "count of faces":
            lines = [f"~ roll count of {self.one(['2', '1..2', '2..3'])} in {self.random.randint(1, 2)}d3 as {name}"]
        elif kind == "(n)dN":
            keep = self.one(["", "", "keep highest 1 of ", "keep lowest 1 of "])
            lines = [f"~ roll {keep}({self.one(list(self.ranges))})d{self.random.randint(2, 3)} as {name}"]
        else:
            lines = [f"~ roll {self.dice()[0]} as {name}"]
        self.place = replace(self.place, names=(*self.place.names, name))
        if self.often(0.7):
            lines += [f"~ if {name} {self.one(['<', '>', '='])} {self.value(1)}", *inside(self.body())]
        return lines

    def pool_row(self, name: str) -> Lines:
        """Something that depends on what lies on the table."""
        construct = self.one(["count in pool", "sum of pool"])
        self.use(construct)
        asked = f"count of {self.one(['1', '2', '(1 + 1)'])} in {name}" if construct == "count in pool" else name
        return [f"~ if {asked} {self.one(['=', '>'])} {self.random.randint(1, 2)}", *inside(self.body())]

    def random_rows(self) -> Lines:
        """One of several things."""
        self.use("random")
        lines = ["~ random"]
        for _ in range(self.random.randint(2, 3)):
            weight = self.one(["1", "2", "3", "0", self.value(1), "999999"])
            lines += inside(self.row(f"{weight}:"))
        return lines

    def compare(self) -> Lines:
        """Two values, each with dice."""
        self.use("compare")
        left = f"{self.dice(small=True)[0]} + {self.one(self.readable())}"
        right = self.one([self.dice(small=True)[0], self.value(1)])
        lines = [f"~ compare {left} with {right}"]
        for name in self.random.sample(["higher", "lower", "equal"], self.random.randint(1, 3)):
            lines += inside(self.row(name))
        return lines

    def repeat(self) -> Lines:
        """So many times."""
        self.use("repeat times")
        number = self.one(["2", "1d2", "1d3", self.one(list(self.ranges))])
        with self.within(turns=self.place.turns and self.often(0.3)):
            return [f"~ repeat {number} times", *inside(self.steps(1))]

    def until(self) -> Lines:
        """Until something holds."""
        self.use("repeat until")
        name = self.one([each for each in self.ranges if each not in self.items])
        low, high = self.ranges[name]
        del low
        with self.within(choices=self.place.choices and self.often(0.3)):
            body = self.steps(1)
        leave = ["~ random", f"    1: -> {self.target()}", f"    {self.one(['1', '5', '999999'])}:"]
        return [f"~ repeat until {name} >= {high}", *inside([f"~ {name} +1", *body, *leave])]

    def test_on(self) -> Lines:
        """A test that needs no declaration."""
        self.use("test on")
        name = self.one([each for each in self.ranges if each not in self.items])
        change = self.one(["", "", " -1", " +1"])
        lines = [f"~ test {name}{change} on {self.one(['1d4', '2d2', '1d3'])}"]
        return [*lines, *inside(self.row("pass")), *inside(self.row("fail"))]

    def make_test(self) -> Lines:
        """A test of the header."""
        self.use("test")
        name, yes, no, _ = self.tests[0]
        how = self.one(["", "", " -1", " +1", " on 1d3"])
        if how:
            self.use("test made harder" if "on" not in how else "test with other dice")
        return [f"~ test {name}{how}", *inside(self.row(yes)), *inside(self.row(no))]

    def ask(self) -> Lines:
        """A number that the reader gives."""
        self.use("ask")
        rows = [*self.row("3"), *self.row("4-6"), *self.row("else")]
        knows = f" [knows {self.share}%]" if self.place.knows and self.often(0.3) else ""
        return [f'~ ask "How many?"{knows}', *inside(rows)]

    def may(self) -> Lines:
        """A block to be taken or left."""
        self.use("may")
        with self.within():
            block = self.body()
        if self.often(0.3):
            self.use("pay in may")
            block = [f"~ pay 1 {self.purse()}", *block]
        return [f'~ may "{self.name("Do ")}"', *inside(block)]

    def choose(self) -> Lines:
        """A menu in the middle of things."""
        self.use("choose")
        with self.within():
            return self.menu("~ choose" + self.one(["", f' "{self.name("call ")}"']))

    def choose_several(self) -> Lines:
        """So many of a list."""
        self.use("choose n of")
        lines = [f"~ choose {self.random.randint(1, 2)} of"]
        with self.within(choices=False, turns=False):
            for _ in range(self.random.randint(2, 3)):
                condition = f" [if {self.condition(0)}]" if self.often(0.3) else ""
                lines += inside([f"* {self.name('Pick ')}{condition}", *inside(self.effect())])
        return lines

    def choose_amount(self) -> Lines:
        """An amount."""
        self.use("choose amount")
        name = self.name("bet")
        low = self.one(["0", "1"])
        lines = [f"~ choose {name} in {low}..{self.one(['2', '3', self.one(list(self.ranges))])}"]
        self.place = replace(self.place, names=(*self.place.names, name))
        target = self.one(list(self.ranges))
        return [*lines, f"~ {target} {self.one('+-')}{name}"]

    def rival(self) -> Lines:
        """Somebody else's decision."""
        self.use("rival")
        with self.within(knows=False):
            return self.menu("~ rival chooses" + self.one(["", f' "{self.name("her call ")}"']))

    def do(self) -> Lines:
        """A rule by its name."""
        self.use("do")
        return [f"~ do trade({self.one(list(self.ranges))}, {self.value(1)})"]

    # ---- fights ----

    def combat_text(self) -> Lines:
        """A combat of the book's own."""
        self.use("combat")
        stat = self.one([each for each in self.ranges if each not in self.items])
        self.wounds = stat
        lines = ["combat fight", f"    foe life{', rage' if (rage := self.often(0.4)) else ''}", f"    wounds {stat}"]
        self.rage = rage
        lines += ["    won when foe life <= 0", "    option damage = 1", "    option harm = 1"]
        if self.often(0.3):
            self.use("local of a combat")
            lines.append("    local tired = 0 in 0..1")
        angry = "foe rage" if rage else "1"
        hit = self.one(["~ foe life -damage", "~ foe life -1", f"~ both foe life -damage, {stat} -1"])
        hurt = self.one([f"~ {stat} -harm", f"~ {stat} -1"])
        press: Lines = [hit]
        if self.often(0.3):
            self.use("choose in a combat")
            press = [
                '~ choose "press"',
                "    * strike",
                f"        {hit}",
                "    * risk it",
                "        ~ roll 1d2",
                "            1",
                "                ~ foe life -(damage + 1)",
                "            2",
                f"                ~ {stat} -1",
            ]
        if self.often(0.5):
            rows = [
                f"~ compare 1d3 with 1d2 + {angry}",
                "    higher",
                *inside(inside(["~ event hit", *press])),
                "    lower",
                *inside(inside(["~ event hurt", hurt])),
                *(["    equal", *inside(inside(["~ event draw"]))] if self.often(0.5) else []),
            ]
        else:
            rows = [
                "~ roll 1d3",
                "    1",
                *inside(inside(["~ event hit", *press])),
                "    2",
                *inside(inside(["~ event hurt", hurt])),
                "    3",
            ]
        lines += inside(["round", *inside(rows)])
        lines += inside(
            ["others", "    ~ roll 1d3", "        1-2", "        3", *inside(inside(inside(["~ event hurt", hurt])))]
        )
        return lines

    def foe(self, name: str) -> str:
        """A foe with its stats."""
        if self.stat == "STAMINA":
            return f'"{name}" SKILL {self.random.randint(5, 8)} STAMINA {self.one(["1", "2", "3", "1d2 + 1"])}'
        rage = f" rage {self.random.randint(0, 2)}" if self.rage else ""
        life = self.one(["1", "2", "2", "1d2", "3", *(["1d3", "of the sheet"] if self.more else [])])
        if life == "of the sheet":
            self.use("foe stat of the sheet")
            life = f"min(3, max(1, {self.one(list(self.ranges))}))"
        return f'"{name}" life {life}{rage}'

    def fight(self) -> Lines:
        """A fight with its settings, rows and moments."""
        self.use("fight")
        block: Lines = []
        kind = self.one(["one", "one", "then", "and", "together", "then foe"])
        line = "~ fight"
        if kind == "one":
            line += " " + self.foe("Rat")
        elif kind in {"then", "and"}:
            self.use(f"foes: {kind}")
            line += f" {self.foe('Rat')} {kind} {self.foe('Wolf')}"
        else:
            self.use(f"foes: {kind}")
            block += [f"foe {self.foe('Rat')}", f"{'then ' if kind == 'then foe' else ''}foe {self.foe('Wolf')}"]
            if kind == "together":
                block.append("together")
        settings = {"damage": ["2", "0", "1d2"], "harm": ["2", "0", "1d2"]}
        moments = {"hit": ["hit"], "hurt": "hurt"}
        if self.stat == "STAMINA":
            settings |= {
                "damage": ["3", "1d3"],
                "luck": ["0", "1", "2"],
                "attack": ["1", "-1"],
                "foe-attack": ["1", "-2"],
                "shield": ["2", "3"],
                "shield-first": ["1"],
            }
            moments = {"hit": ["round-won", "round-drawn"], "hurt": self.one(["round-lost", "struck", "wound"])}
        for name in settings:
            if self.often(0.2):
                self.use("with")
                block.append(f"with {name} = {self.one(settings[name])}")
        if self.often(0.2):
            self.use("with for rounds")
            block.append(f"with damage = 2 for {self.one(['1 round', '2 rounds'])}")
        with self.within(fights=False):
            if self.often(0.25):
                self.use("won")
                block += self.fight_row("won")
            if self.often(0.25):
                self.use("lost")
                block += self.fight_row("lost")
            if self.often(0.2):
                self.use("wounded")
                block += self.fight_row("wounded")
            if self.often(0.3):
                self.use("escape")
                block += self.fight_row(f"escape{self.one(['', ' from round 2'])}")
            if self.often(0.2):
                self.use("after rounds")
                block += self.fight_row(f"after {self.random.randint(1, 3)} rounds")
            if self.often(0.2):
                self.use("local of a fight")
                block.append("local run = 0 in 0..2")
                block += [f"on {moments['hurt']}", "    ~ run +1", "    ~ if run = 2", f"        -> {self.target()}"]
            with self.within(choices=self.often(0.3), foe=True):
                if self.often(0.3):
                    self.use("on event")
                    block += [f"on {self.one(moments['hit'])}", *inside(self.body())]
                if self.often(0.25):
                    self.use("each round")
                    block += ["each round", *inside([*self.each_round(kind), *self.body()])]
            if kind in {"and", "together"} and self.often(0.3):
                self.use("busy")
                with self.within(visits=False):
                    block.append(f'busy "{self.one(["Rat", "Wolf"])}" while {self.condition(1)}')
        return [line, *inside(block)]

    def each_round(self, kind: str) -> Lines:
        """What may be done to several foes."""
        if kind not in {"and", "together"} or self.often(0.4):
            return []
        construct = self.one(["each foe", "any foe", "foe by name"])
        self.use(construct)
        change = f"{self.foe_stat} {self.one(['-1', '-1', '+1'])}"
        if construct == "foe by name":
            who = self.one(["Rat", "Wolf"])
            return [
                f'~ if foe "{who}" {self.foe_stat} > {self.random.randint(0, 1)}',
                f'    ~ foe "{self.one(["Rat", "Wolf"])}" {change}',
            ]
        return [f"~ {construct}", f"    ~ foe {change}"]

    def fight_row(self, head: str) -> Lines:
        """A row of a fight: a turn, a block, or both."""
        kind = self.one(["turn", "block", "both"])
        turn = "" if kind == "block" else f" -> {self.target()}"
        with self.within(turns=False):
            block = [] if kind == "turn" else self.steps(1)
        if self.more and block and head != "won" and self.often(0.4):
            self.use("change of the foe in a row")
            change = f"foe {self.foe_stat} -1"
            block = [*(["~ each foe", f"    ~ {change}"] if self.often(0.3) else [f"~ {change}"]), *block]
        return [head + turn, *inside(block)]
