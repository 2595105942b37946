"""Random steps: choices, changes, rolls, loops, and where a chapter turns to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.support.naive.random_modes import Modes
from tests.support.naive.random_values import Lines, inside


def tops(lines: Lines) -> Lines:
    """The rows themselves, without their blocks."""
    return [line for line in lines if not line.startswith("     ")]


class Steps(Modes):
    """Writes steps of a book."""

    def fight(self) -> Lines:
        """A fight."""
        raise NotImplementedError

    def target(self) -> str:
        """Where a turn leads."""
        kind = self.one(["chapter"] * 9 + ["victory", "defeat", "ending", "computed"])
        if kind == "chapter":
            self.use("turn")
            return self.one(self.near())
        if kind == "computed":
            self.use("computed turn")
            self.computed = True
            if self.modes:  # the solver does not read a table at the end of a choice
                return f"(100 + (not ({self.one(list(self.ranges))} > 1)))"
            times = "2 * " if self.more and self.goes_back else ""  # no chapter has the number 102
            return f"(100 + {times}(not ({self.condition(0)})))"
        self.use(kind)
        if kind == "ending":
            if "Exile" in self.endings and self.often(0.5):
                self.use("ending by its word")
                return "Exile"
            self.endings.append("Exile")
            return 'ending "Exile"'
        return kind + self.one(["", ' "A word"']) + self.points()

    def near(self) -> list[str]:
        """Chapters that a turn may lead to: where accounts are kept, mostly those that come later."""
        if not self.modes or self.often(0.1):
            return self.chapters
        return self.chapters[self.chapters.index(self.at) + 1 :] or self.chapters

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
            return [
                f"~ random{self.on_dice()}",
                f"    {self.random.randint(1, 3)}: -> victory",
                "    2: -> defeat",
                "-> defeat",
            ]
        if kind == "again":
            self.use("a loop of tiny chances")
            weights = self.one([("1", "999999"), ("1", "999999999"), ("3", "1000000")])
            way = self.one(self.chapters)
            return [
                f"~ random{self.on_dice()}",
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
        by = self.by(rows=2, fixed=True)
        return [f"~ roll 1d{sides}{by}", f"    {low} -> {first}", f"    {high}", f"        -> {second}"]

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
        if self.modes:
            makers += [self.repeat] * 4
            makers += [self.resolved, self.trials, *([self.do] * 3 if self.rules and self.place.rules else [])]
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
            "change": lambda: f"~ {name} {self.one('+-')}{amount}{self.by(amount=True)}",
            "set": lambda: f"~ set {name} = {self.value(1)}",
            "both": lambda: (
                f"~ both {name} {self.one('+-')}{amount}{self.by(amount=True)}, "
                f"{self.one([each for each in self.ranges if each != name])} {self.one('+-')}{self.atom()}"
                f"{self.by(amount=True)}"
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
            makers["beyond"] = lambda: f"~ {self.stat} +{amount} beyond initial{self.by(amount=True)}"
        if self.items:
            item = self.one(self.items)
            gains = ["2", "1d2", "1d3"] if self.place.setting != "expected" else ["2", "1", "3"]
            makers["gain"] = lambda: f"~ gain {item}"
            makers["gain n"] = lambda: f"~ gain {self.one(gains)} {self.items[-1]}"
            makers["gain all or none"] = lambda: f"~ gain {self.one(gains[::2])} {self.items[-1]} all or none"
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
            makers["score"] = lambda: f"~ score +{self.one(['1', '2', '1d2', '2d3'])}{self.by(amount=True)}"
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
        rows = self.number_rows(low, high)
        return [f"~ roll {dice}{self.by(rows=len(tops(rows)), fixed=True)}", *rows]

    def named_roll(self) -> Lines:
        """A roll that has a name, or dice left on the table."""
        kind = self.one(["named roll", "named roll with rows", "pool", "pool with a name", "count of faces", "(n)dN"])
        self.use(kind)
        name = self.name("roll")
        if kind == "named roll with rows":
            dice, low, high = self.dice()
            lines = [f"~ roll {dice} as {name}{self.by()}", *self.number_rows(low, high)]
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
            faces = self.one(["2", "1..2", "2..3"])
            lines = [f"~ roll count of {faces} in {self.random.randint(1, 2)}d3 as {name}{self.by()}"]
        elif kind == "(n)dN":
            keep = self.one(["", "", "keep highest 1 of ", "keep lowest 1 of "])
            lines = [f"~ roll {keep}({self.one(list(self.ranges))})d{self.random.randint(2, 3)} as {name}{self.by()}"]
        else:
            lines = [f"~ roll {self.dice()[0]} as {name}{self.by()}"]
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
        lines: Lines = []
        number = self.random.randint(2, 3)
        for _ in range(number):
            # What is due to a row without a weight makes it happen in the solver, so that no weight is lost here.
            weights = ["1", "2", "3", "4"] if self.modes else ["1", "2", "3", "0", self.value(1), "999999"]
            lines += inside(self.row(f"{self.one(weights)}:"))
        return [f"~ random{self.by(rows=number, fixed=True)}", *lines]

    def compare(self) -> Lines:
        """Two values, each with dice."""
        self.use("compare")
        left = f"{self.dice(small=True)[0]} + {self.one(self.readable())}"
        right = self.one([self.dice(small=True)[0], self.value(1)])
        by = ""
        if self.modes:
            # What is due to a row that cannot happen now makes it happen in the solver, so that chances are fixed here.
            left, right = f"{self.dice(small=True)[0]} + {self.one('012')}", self.dice(small=True)[0]
            by = self.by(rows=3 if self.often(0.5) else 0)
        lines = [f"~ compare {left} with {right}{by}"]
        for name in self.random.sample(["higher", "lower", "equal"], self.random.randint(1, 3)):
            lines += inside(self.row(name))
        return lines

    def repeat(self) -> Lines:
        """So many times."""
        self.use("repeat times")
        numbers = ["2", "1d2", "1d3", self.one(list(self.ranges))]
        number = self.one(["2", "3", "4", self.one(list(self.ranges))] if self.modes else numbers)
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
        leave = [f"~ random{self.on_dice()}", f"    1: -> {self.target()}", f"    {self.one(['1', '5', '999999'])}:"]
        return [f"~ repeat until {name} >= {high}", *inside([f"~ {name} +1", *body, *leave])]

    def test_on(self) -> Lines:
        """A test that needs no declaration."""
        self.use("test on")
        name = self.one([each for each in self.ranges if each not in self.items])
        change = self.one(["", "", " -1", " +1"])
        lines = [f"~ test {name}{change} on {self.one(['1d4', '2d2', '1d3'])}{self.of_tests}"]
        return [*lines, *inside(self.row("pass")), *inside(self.row("fail"))]

    def make_test(self) -> Lines:
        """A test of the header."""
        self.use("test")
        name, yes, no, _ = self.tests[0]
        how = self.one(["", "", " -1", " +1", " on 1d3"])
        if how:
            self.use("test made harder" if "on" not in how else "test with other dice")
        by = self.of_tests if not self.printed else ""
        return [f"~ test {name}{how}{by}", *inside(self.row(yes)), *inside(self.row(no))]

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
                if self.more and self.place.knows and self.often(0.3):
                    self.use("knows in choose n of")
                    condition += f" [knows {self.share}%]"
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
