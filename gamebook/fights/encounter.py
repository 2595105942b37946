"""A fight as a few words, and the book that says the same.

`12/24/12` against `15/22` becomes a chapter with that fight in it and a chapter after it. Where a number is a range
(`12/1..24/0..12`), the book lets the reader pick it first: one solve then answers for every number in the range.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from gamebook.errors import UsageError
from gamebook.fights.holds import refuse_too_much
from gamebook.fights.rules import FightRules, ThingDecl, fight_rules
from gamebook.syntax import ast
from gamebook.syntax.ast import Id
from gamebook.syntax.heads import WORD
from gamebook.syntax.printer import print_declarations, print_page
from gamebook.syntax.spell import quoted

BEFORE, FIGHT, AFTER = "before-the-fight", "the-fight", "after-the-fight"
"""The chapters of the book around a fight."""

_RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})")
_NUMBER = re.compile(r"\d{1,6}")
_NAMED = re.compile(rf"({WORD})=(.+)")
_FOE = re.compile(r"(?:(?P<name>.*[^\W\d_].*(?<![\s/.]))\s+)?(?P<stats>[^\s/.]\S*)")


class Axis(Struct, frozen=True):
    """A number that takes every value of a range."""

    variable: str
    """What the book calls it."""
    label: str
    """What people call it: `STAMINA`, `foe STAMINA`."""
    low: int
    high: int
    onwards: bool = False
    """The highest value stands for all above it, too."""

    def at(self, value: int) -> str:
        """`LUCK 7`, `round 4 or later`"""
        return f"{self.label} {value}" + (" or later" if self.onwards and value == self.high else "")

    @property
    def size(self) -> int:
        """How many values."""
        return self.high - self.low + 1


class Foe(Struct, frozen=True):
    """One foe: its name, and what the book says for each stat."""

    name: str
    stats: Mapping[str, str]


class Encounter(Struct, frozen=True):
    """A fight: who, with what, under which rules."""

    rules: FightRules
    hero: Mapping[str, int]
    """The reader's stats; those left out are rolled. Where a stat is an axis, this is its highest value."""
    foes: tuple[Foe, ...]
    things: Mapping[str, int | str] = {}
    """What the hero has besides, by name: a discipline or a thing 1, of some things how many, of a one-of its value.
    Where one of them is picked before a book begins, nothing else is picked."""
    axes: tuple[Axis, ...] = ()
    """What the reader picks before the fight: hero first, then foes."""
    together: bool = False
    lines: tuple[str, ...] = ()
    """More lines of the fight, as a book has them: `with damage = 3`, `escape from round 3 -> victory`."""
    sheet: tuple[str, ...] = ()
    """Lines of the sheet: `item potion = 1`."""
    header: tuple[str, ...] = ()
    """Lines of the header, such as strategies and triggers."""
    keep: str = ""
    """A condition that counts beside winning: `STAMINA >= 8 and LUCK >= 5`."""
    worth: str = ""
    """A value to maximise instead of the chance to win: what is left after a victory is worth so many points."""

    @property
    def carries_nothing(self) -> bool:
        """Whether the hero has none of the things that there are."""
        things = {name for name, node in self.rules.things.items() if isinstance(node, ast.ItemDecl)}
        given = {name for name, value in self.things.items() if value != 0}
        has = any(line.split()[:1] == ["item"] for line in self.sheet) or bool(self.header)
        return bool(things) and not has and not things & given

    @property
    def belongings(self) -> str:
        """`mindblast, meal 2`; empty where there is nothing to say."""
        named = [name if value == 1 else f"{name} {value}" for name, value in self.things.items()]
        return "; ".join([", ".join(named)] * bool(named) + ["carries nothing"] * self.carries_nothing)

    @property
    def counts_rounds(self) -> bool:
        """Whether points count rounds: they do unless they count something else."""
        return not self.worth and not self.axes

    def page(self) -> str:
        """The book: a frame around the lines that were given, which are read only as part of it."""
        return "\n".join([*self._header(), "", *self._chapters()]) + "\n"

    def _header(self) -> list[str]:
        book: list[ast.Declaration] = [ast.Title("book", self.title())]
        book += [ast.Use(Id(system)) for system in (self.rules.system, self.rules.strategies) if system]
        book += [ast.Field("start", Id(BEFORE if self.axes else FIGHT))]
        book += [ast.Field("aim", Id("score"))] if self.worth else []
        lines = [print_declarations(book)]
        own = [
            ast.NumberDecl(Id(axis.variable), ast.Number(axis.high), ast.Number(axis.low), ast.Number(axis.high))
            for axis in self.axes
            if self._is_foe(axis)
        ]
        if own or self.sheet:
            lines += ["", print_declarations(own) or "sheet", *(f"    {line}" for line in self.sheet)]
        if self.header:
            lines += ["", *self.header]
        if self.things:
            lines += ["", "hero", *(f"    {self._had(name, value)}" for name, value in self.things.items())]
        return lines

    def _had(self, name: str, value: int | str) -> str:
        """The step by which the hero has something."""
        if isinstance(self.rules.things[name], ast.CodewordDecl):
            return f"~ note {name}" if value != 0 else f"~ erase {name}"
        return f"~ set {name} = {value}"

    def _is_foe(self, axis: Axis) -> bool:
        return axis.variable not in self.hero

    def _chapters(self) -> list[str]:
        lines: list[str] = []
        if self.axes:
            steps: list[ast.Step] = []
            for number, axis in enumerate(self.axes, start=1):
                pick = Id(f"pick{number}")
                steps.append(ast.ChooseAmount(pick, ast.Number(axis.low), ast.Number(axis.high)))
                steps.append(ast.SetTo(ast.Place(Id(axis.variable)), ast.Name(pick)))
            before = ast.Chapter(Id(BEFORE), "", (*steps, ast.Turn(ast.ToChapter(Id(FIGHT)))))
            lines.append(print_page(ast.Page((), (before,))))
        named = "" if self.rules.combat == "fight" else f" {self.rules.combat}"
        lines += [f"=== {FIGHT}", f"~ fight{named}"]
        for number, foe in enumerate(self.foes):
            then = "then " if number and not self.together else ""
            lines.append(f"    {then}foe {quoted(foe.name)} {_stats(foe.stats)}")
        if self.together and len(self.foes) > 1:
            lines.append("    together")
        lines += [f"    {line}" for line in self.lines]
        if self.counts_rounds:
            lines += ["    each round", "        ~ score +1                  // so that points count the rounds"]
        lines += [f"-> {AFTER}", "", f"=== {AFTER}"]
        score = f" score {self.worth}" if self.worth else ""
        if self.keep:
            lines += [f"~ if {self.keep}", f"    ~ victory{score}"]
            return [*lines, f"~ ending {quoted(f'Won, but not with {self.keep}')}"]
        return [*lines, f"~ victory{score}"]

    def title(self) -> str:
        """Who fights whom."""
        return f"A fight with {', '.join(foe.name for foe in self.foes)}"


def encounter(  # noqa: PLR0913 - a fight has many parts
    hero: str,
    foes: Sequence[str],
    *,
    system: str = "fighting-fantasy",
    combat: str = "fight",
    folder: Path = Path(),
    together: bool = False,
    lines: Sequence[str] = (),
    sheet: Sequence[str] = (),
    header: Sequence[str] = (),
    keep: str = "",
    worth: str = "",
) -> Encounter:
    """A fight from a few words.

    Args:
        hero: the reader's stats in the order of the sheet, `12/24/12`, or by name, `SKILL=12,LUCK=10`; ranges such as
            `1..24` make axes; what is left out is rolled. Then what else the hero has: `12/20,mindblast,sword`.
        foes: each `15/22`, `Dragon 15/22`, or by name; values may be ranges, or dice as a book writes them.
        system: the rule system, shipped or in the folder.
        combat: which of its combats.
        folder: where a copy of the system would lie.
        together: the foes attack together, not one after another.
        lines: more lines of the fight.
        sheet: lines of the sheet.
        header: lines of the header.
        keep: a condition that counts beside winning.
        worth: points for what is left after a victory.

    Raises:
        UsageError: the words make no fight; the message says why.
    """
    rules = fight_rules(system, folder, combat)
    words, things = _apart(hero, rules)
    refuse_too_much(rules, things)
    values, axes = _hero(words, rules)
    made: list[Foe] = []
    for number, words in enumerate(foes, start=1):
        found = _FOE.fullmatch(words.strip())
        if found is None or not _ends_well(found["name"], found["stats"], rules.foe_stats):
            raise UsageError(f"a foe is written {_example(rules.foe_stats)}, not {words.strip() or 'nothing'}")
        name = found["name"] or ("Foe" if len(foes) == 1 else f"Foe {number}")
        stats: dict[str, str] = {}
        for stat, value in _by_name(found["stats"], rules.foe_stats, "a foe", complete=True).items():
            limits = _range(value)
            axis = foe_axis(stat, *limits, number if len(foes) > 1 else None) if limits else None
            stats[stat] = axis.variable if axis else _written(value)
            axes += [axis] if axis else []
        made.append(Foe(name, stats))
    if not made:
        raise UsageError(f"there is no foe; write --foe {_example(rules.foe_stats)}")
    return Encounter(
        rules,
        values,
        tuple(made),
        things,
        tuple(axes),
        together,
        tuple(lines),
        tuple(sheet),
        tuple(header),
        keep,
        worth,
    )


def _ends_well(name: str | None, values: str, stats: tuple[str, ...]) -> bool:
    """Whether a name such as `Rat 2` can end there: before all values, and not between two of them, as in `Rat 7 5`."""
    return name is None or not name[-1].isdigit() or len(stats) == 1 or "/" in values or "=" in values


def _apart(words: str, rules: FightRules) -> tuple[str, dict[str, int | str]]:
    """The hero's stats, and what else the hero has."""
    parts = [part.strip() for part in words.split(",")]
    stats: list[str] = []
    things: dict[str, int | str] = {}
    for part in parts:
        name, equals, value = (each.strip() for each in part.partition("="))
        if name not in rules.things and len(parts) > 1 and not re.search(r"[=\d]", part):
            raise UsageError(
                f"the hero has {', '.join(rules.stats)}; {part or 'nothing'} names none of them{_nor(rules)}"
            )
        if name not in rules.things:
            stats.append(part)
        elif name in things:
            raise UsageError(f"{name} is given twice")
        else:
            things[name] = _amount(rules.things[name], value if equals else "1")
    return ",".join(stats), things


def _amount(thing: ThingDecl, value: str) -> int | str:
    """How much of a thing the hero has; of a one-of which value."""
    if isinstance(thing, ast.OneOf):
        names = [each.id for each in thing.values]
        if value not in names:
            raise UsageError(f"{thing.name} is one of {', '.join(names)}: write {thing.name}={names[-1]}")
        return value
    if not _NUMBER.fullmatch(value):
        raise UsageError(f"{thing.name}={value}: how many? write {thing.name}, or a number, as in {thing.name}=2")
    return int(value)


def _hero(words: str, rules: FightRules) -> tuple[dict[str, int], list[Axis]]:
    values: dict[str, int] = {}
    axes: list[Axis] = []
    if rules.stats and words.strip() and "=" not in words and not re.search(r"\d", words):
        raise UsageError(f"a fight needs the hero's numbers: {_example(rules.stats)}, not {words.strip()}")
    for stat, value in _by_name(words, rules.stats, "the hero", complete=False, more=_nor(rules)).items():
        limits = _range(value)
        axis = Axis(stat, stat, *limits) if limits else None
        if axis:
            axes.append(axis)
        elif not _NUMBER.fullmatch(value):
            raise UsageError(f"the hero's {stat} is a number or a range such as 1..24, not {value or 'nothing'}")
        values[stat] = axis.high if axis else int(value)
        least = axis.low if axis else values[stat]
        if stat == rules.wounds and least <= 0:
            better = f"{stat}=1..{axis.high}" if axis and axis.high > 1 else f"{stat}=1, or more"
            raise UsageError(f"with {stat} {least} the hero has lost before the fight begins; write {better}")
    return values, axes


def _nor(rules: FightRules) -> str:
    """What is no stat, and could have been meant."""
    return f", nor does it name anything of {', '.join(rules.things)}" if rules.things else ""


def foe_axis(stat: str, low: int, high: int, among: int | None) -> Axis:
    """The range of a foe's stat.

    Args:
        stat: what the book calls it.
        low, high: its ends.
        among: which of several foes it is; None: the only one.
    """
    number = "" if among is None else str(among)
    return Axis(f"foe{number}-{stat}", f"foe {number} {stat}".replace("  ", " "), low, high)


def _range(value: str) -> tuple[int, int] | None:
    """The ends of `1..24`."""
    found = _RANGE.fullmatch(value)
    if found is None:
        return None
    low, high = int(found[1]), int(found[2])
    if low > high:
        raise UsageError(f"{value} is empty; write {high}..{low}")
    return low, high


def _by_name(words: str, stats: tuple[str, ...], whose: str, *, complete: bool, more: str = "") -> dict[str, str]:
    """`12/24/12` or `SKILL=12,LUCK=9` as values by stat."""
    if "=" in words:
        found = {}
        for part in words.split(","):
            match = _NAMED.fullmatch(part.strip())
            if match is None or match[1] not in stats:
                raise UsageError(
                    f"{whose} has {', '.join(stats)}; {part.strip() or 'nothing'} names none of them{more}"
                )
            found[match[1]] = match[2].strip()
    else:
        values = [part.strip() for part in words.split("/")] if words.strip() else []
        if len(values) > len(stats):
            raise UsageError(f"{whose} has {', '.join(stats)}: {len(values)} values are too many")
        found = dict(zip(stats, values, strict=False))
    missing = [stat for stat in stats if not found.get(stat)]
    if complete and missing:
        raise UsageError(f"{whose} is written {_example(stats)}: {', '.join(missing)} is missing in {words}")
    return found


def _written(value: str) -> str:
    """A value as a foe's stat has it: sums in brackets, so that they end where they should."""
    return value if re.fullmatch(r"\w+", value) else f"({value})"


def _stats(stats: Mapping[str, str]) -> str:
    return " ".join(f"{stat} {value}" for stat, value in stats.items())


def _example(stats: tuple[str, ...]) -> str:
    """`SKILL/STAMINA`, as in `7/8`"""
    return f"{'/'.join(stats)}, as in {'/'.join(str(7 + i) for i in range(len(stats)))}"
