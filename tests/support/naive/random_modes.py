"""How random books decide without luck: what stands after `by`, and the accounts that places share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tests.support.naive.random_values import Lines, Place, Values, inside

_CONSTRUCTS = """
account; account in a fight; account of amounts; account with a narrow range; account with a start; account
with rows of different numbers; alone; by scope without a mode; by dice; by expected; by ledger; by residual;
by systematic; deadline; fight by; nearest; resolve in a block; resolve in the header; resolve with an
account; scope book; scope chapter; scope fight; strict
"""

MODES = frozenset(" ".join(_CONSTRUCTS.split()).split("; "))
"""What a book can show beside the constructs of all books, where it is written with modes."""

VARIANTS = {"expected": ["nearest"], "residual": ["deadline"], "ledger": ["strict"]}


@dataclass
class Shared:
    """An account that places share: its mode, how long it is kept, and for how many rows it is (0: amounts)."""

    name: str
    mode: str
    scope: str
    rows: set[int]
    any_rows: bool
    alone: bool


class Modes(Values):
    """Writes what stands after `by`."""

    def __init__(self, random: Random, more: bool, modes: bool) -> None:
        super().__init__(random, more)
        self.modes = modes
        self.shared: list[Shared] = []
        self.of_tests = ""
        self.printed = False  # whether fights are those of a rule system, which has tests of its own
        self.decides = False  # whether somebody chooses in the combat
        if modes:
            self.weight = random.randint(5, 12)
            # In a fight all tests of a name share an account, so that they are decided in one way.
            self.of_tests = f" by {self.one(['dice', 'expected', 'ledger', 'residual', 'systematic'])}"
            self.trying = self.one(["expected", "ledger", "residual", "systematic"])
            self.favourite = self.one(["expected", "ledger", "residual", "systematic"])

    def accounts(self) -> Lines:
        """Accounts of the header; some have no line there."""
        lines: Lines = []
        for name in ("dues", "omens"):
            if not self.modes or self.often(0.3):
                continue
            rows = self.one([0, 2, 2, 3])
            mode = self.one(["expected", "ledger"] if rows == 0 else ["ledger", "residual", "systematic"])
            shared = Shared(name, mode, self.one(["", "book", "chapter", "fight"]), {rows}, False, False)
            self.shared.append(shared)
            if self.often(0.4):
                continue
            shared.any_rows = rows > 0 and mode != "systematic"
            shared.alone = mode == "ledger"
            unit = self.one([1, 2, 6, 12])
            start = ""
            if self.often(0.6):
                self.use("account with a start")
                values = [str(self.random.randint(-unit, unit)) for _ in range(self.random.randint(1, 2))]
                start = f" = {', '.join(values if rows else values[:1])}"
            most = unit * self.one([1, 9])
            if most == unit:
                self.use("account with a narrow range")
            lines.append(f"account {name} of {unit}{start} in -{most}..{most}")
        return lines

    def by(self, *, amount: bool = False, rows: int = 0, fixed: bool = False) -> str:
        """What decides here: a mode, or nothing; `fixed` where the dice are always the same."""
        if not self.modes:
            return ""
        certain = self.place.setting == "residual" and self.place.turns  # what can end the book stays on dice then
        if self.often(0.25) or (not fixed and self.often(0.3)):
            return " by dice" if certain and not amount else ""
        fitting = [each for each in self.shared if self._fits(each, amount, rows)]
        if fitting and self.often(0.75):
            return self._shared(self.one(fitting), rows)
        if self.place.setting and not certain and not self.place.foe and not self.place.hero and self.often(0.15):
            self.use("by scope without a mode")
            return f" by scope {self.one(['book', 'chapter'])}"
        mode = self.favourite if self.often(0.6) else self.one(["dice", "expected", "ledger", "residual", "systematic"])
        if not amount and mode == "expected" and self.often(0.7):
            mode = "residual"
        self.use(f"by {mode}")
        words = f" by {mode}"
        variant = self.one(["", *VARIANTS.get(mode, [])])
        if variant and (fixed or variant == "nearest"):
            self.use(variant)
            words += f" {variant}"
        if mode != "dice" and not self.place.hero and self.often(0.2):
            scope = self.one(["book", "chapter", *(["fight"] if self.place.foe else [])])
            self.use(f"scope {scope}")
            words += f" scope {scope}"
        return words

    def on_dice(self) -> str:
        """For what may lead to an end, or round and round."""
        return " by dice" if self.modes and self.place.setting else ""

    def setting(self) -> str:
        """How all of a block, a fight or the book is decided."""
        modes = ["ledger", "systematic"]
        if self.place != Place() or not self.combat:  # in a fight much can end the book, and stays on dice
            modes.append("residual")
        if not self.decides:
            modes.append("expected")
        mode = self.one(modes)
        self.place = replace(self.place, setting=mode)
        return f"by {mode}{self.one(['', ' nearest']) if mode == 'expected' else ''}"

    def resolve(self, head: Lines) -> Lines:
        """How the whole book is decided: a line of its own, or one under `book`."""
        if self.often(0.6):
            return []
        self.use("resolve in the header")
        setting = f"resolve {self.setting()}"
        if self.often(0.5):
            return ["", setting]
        head.append(f"    {setting}")
        return []

    def resolved(self) -> Lines:
        """A block with a setting of its own."""
        if self.printed and self.place.foe:
            return self.steps(1)
        self.use("resolve in a block")
        with self.within():
            return ["~ repeat 1 times", *inside([f"~ resolve {self.setting()}", *self.steps(2)])]

    def trials(self) -> Lines:
        """A block with accounts of one name: one for each kind of dice, each test and each thing that changes."""
        self.use("resolve with an account")
        number = self.one(["gold", *self.stats])
        steps: Lines = []
        changes = number == "gold"  # the solver has one account for a number that is changed and tested
        with self.within(turns=False):
            for _ in range(self.random.randint(2, 3)):
                kind = self.one(["roll", "random", "change" if changes else "test", "compare"])
                if kind == "roll":
                    steps += ["~ roll 1d2", *self._small_rows("1", "2")]
                elif kind == "random":
                    steps += ["~ random", *self._small_rows("1:", self.one(["2:", "3:"]))]
                elif kind == "change":
                    steps.append(f"~ {number} {self.one('+-')}1d2")
                elif kind == "test":
                    steps += [f"~ test {number} on {self.one(['1d3', '1d4'])}", *self._small_rows("pass", "fail")]
                else:
                    steps += ["~ compare 1d2 with 1d2", *self._small_rows("higher", "lower")]
        if self.often(0.5):
            steps = ["~ repeat 2 times", *inside(steps)]
        return ["~ repeat 1 times", *inside([f"~ resolve by {self.trying} account trials scope book", *steps])]

    def _small_rows(self, first: str, second: str) -> Lines:
        """Two rows with a change in one or both."""
        lines: Lines = []
        for head in (first, second):
            lines += inside([head, *(inside([f"~ gold {self.one('+-')}1"]) if self.often(0.6) else [])])
        return lines

    def steps(self, number: int) -> Lines:
        """Some rules in a row."""
        raise NotImplementedError

    def _fits(self, shared: Shared, amount: bool, rows: int) -> bool:
        if self.place.hero or (shared.scope == "chapter" and not self.place.rules):
            return False
        if shared.scope in {"", "fight"} and self.place.foe != (shared.scope == "fight"):
            return False
        if amount:
            return 0 in shared.rows
        return rows > 0 and (rows in shared.rows or shared.any_rows)

    def _shared(self, shared: Shared, rows: int) -> str:
        self.use("account" if rows else "account of amounts")
        self.use(f"by {shared.mode}")
        if rows not in shared.rows:
            self.use("account with rows of different numbers")
        if self.place.foe:
            self.use("account in a fight")
        words = f" by {shared.mode}"
        if shared.alone and rows and self.often(0.2):
            self.use("alone")
            words += " alone"
        words += f" account {shared.name}"
        if shared.scope:
            self.use(f"scope {shared.scope}")
            words += f" scope {shared.scope}"
        return words
