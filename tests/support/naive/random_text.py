"""Random books as text, the same for the same seed, with every construct of the language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.support.naive.random_fights import Fights
from tests.support.naive.random_values import Lines, inside

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
MORE = frozenset(
    {
        "change of the foe in a row",
        "fight in a lost row",
        "foe stat below 0",
        "foe stat of the sheet",
        "knows in choose n of",
        "number as condition",
    }
)
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


def random_book(seed: int, *, more: bool = False, modes: bool = False) -> Written:
    """The book of that number; with more, another book, which can also show what is in `MORE`; so with modes."""
    writer = Writer(Random(seed), more, modes)
    writer.files[BOOK] = writer.decorated(writer.book())
    return Written(writer.files, writer.used, writer.hero)


class Writer(Fights):
    """Writes one book: its header and its chapters."""

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
        header = [*self.accounts(), *self.values_of_the_header(), "", "sheet", *inside(self.sheet(printed=printed))]
        if self.often(0.4):
            self.use("let")
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
        header += self.resolve(head) if self.modes and not printed else []
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
            outside = {"turns": False, "visits": False, "fights": False, "hero": True}
            with self.within(**outside, choices=not printed, rules=not printed):
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
        self.weight = self.random.randint(4, 9) if self.modes else self.random.randint(5, 16)
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
        self.decides = self.printed = True
        self.combat = True
        self.stat = self.foe_stat = self.wounds = "STAMINA"
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
            condition = self.one([*self.codewords, *self.items, f"visited {self.one(self.chapters)}"])
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

    def chapter(self, chapter: str) -> Lines:
        """The steps of a chapter and its end; somehow the next chapter can be reached."""
        self.at = chapter
        lines: Lines = ["You look around."] if self.often(0.2) else []
        following = self.chapters[self.chapters.index(chapter) + 1 :][:1]
        if self.goes_back and chapter == self.chapters[0]:
            lines += [f"~ random{self.on_dice()}", f"    1: -> {self.chapters[1]}", "    1:"]
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
            lines += [f"~ random{self.on_dice()}", f"    1: -> {following[0]}", f"    {self.random.randint(1, 3)}:"]
            self.use("random")
        return [*lines, *self.ending()]
