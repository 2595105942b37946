"""Random strategies for the random books: rules for the decisions that a book turns out to have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from tests.support.naive.book import Book
from tests.support.naive.names import Pool
from tests.support.naive.play import Amount, Decision, Menu, Several
from tests.support.naive.random_text import BOOK, Writer, Written
from tests.support.naive.random_values import Lines, inside

_CONSTRUCTS = """
strategy; strategies that are shipped; action without end; action that is taken again; number with a
zero; at a decision with a name; at a chapter; at a decision in a fight; at anytime; option of a
menu; option of a may; option of choose n of; action of anytime; action of anytime in fights;
amount; answer; go on; escape or not; target; any foe; else; option twice; condition of a rule;
share; share of an action; words in quotation marks; no colon; value in braces; several lines for a
decision; otherwise best; otherwise random; otherwise first; parameter; parameter by a param; other
value of a parameter; parameter with a name of the sheet; strategy of a system; strategy replaced;
decision that is not there; roll in a condition; fight in a condition; best in fights
"""

SHIPPED = ("never", "always", "when-lost", "when-won", "when-weak", "when-behind", "rule-of-thumb")
CONSTRUCTS = frozenset(" ".join(_CONSTRUCTS.split()).split("; "))
"""What strategies can show; together they show all of it."""


@dataclass
class Strategic:
    """A random book with strategies."""

    written: Written
    policies: list[tuple[str, bool]]  # a strategy, perhaps with values; and whether best play decides in fights


@dataclass(frozen=True)
class Named:
    """An option that a rule can name, and where it is offered."""

    words: str
    construct: str
    decisions: tuple[Decision, ...]


def random_strategies(seed: int, folder: Path, *, more: bool = False) -> Strategic | None:
    """Strategies for the book of that number, which is written into a folder; None if it has no decision."""
    writer = Writer(Random(seed), more, modes=False)
    writer.files[BOOK] = writer.decorated(writer.book())
    chance = Random(f"strategies {seed}")
    words: dict[str, str] = {}

    def other(match: re.Match[str]) -> str:
        if words and chance.random() < 0.05:
            return words.setdefault(match[0], chance.choice(list(words.values())))
        tails = ["", "", "", ", if you dare", " or else", " for {gold} coins", " 1 in 2", ", perhaps: or not!"]
        return words.setdefault(match[0], match[0] + chance.choice(tails))

    writer.files = {
        name: re.sub(r"\b(?:Choice|Pick|Do) \d+\b", other, text) for name, text in sorted(writer.files.items())
    }
    written = Written(writer.files, writer.used, writer.hero)
    writer.random = chance
    writer.used = written.used = set()
    for head in ("anytime", "anytime in fights")[: 1 + writer.combat]:
        if writer.often(0.3):
            into_header(written, [head, *inside(action(writer))])
    return StrategyWriter(writer, Book(written.write(folder), written.hero)).strategies(written)


def action(writer: Writer) -> Lines:
    """An action that can be taken again, as long as something is not at its highest, or for ever."""
    if writer.often(0.2):
        writer.use("action without end")
        return ["* Look about"]
    name, (_, high) = writer.one(list(writer.ranges.items()))
    writer.use("action that is taken again")
    return [f"* Look for {name} [if {name} < {high}]", f"    ~ {writer.one([name, name, 'gold'])} +1"]


def into_header(written: Written, lines: Lines) -> None:
    """Put lines at the end of the header; what is included is chapters."""
    head, mark, pages = re.split(r"(\ninclude |\n=== )", written.files[BOOK], maxsplit=1)
    written.files[BOOK] = head + "\n" + "\n".join(lines) + "\n" + mark + pages


@dataclass
class StrategyWriter:
    """Writes strategies of one book."""

    writer: Writer
    book: Book
    by_name: dict[str, list[Named]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        chapters = {number: name for name, number in self.book.chapters.items()}
        found: dict[str, dict[str, tuple[str, list[Decision]]]] = {}
        for decision in self.book.decisions:
            if decision.owner != "reader":
                continue
            if self.writer.more and "thing" in decision.scope.names:
                continue  # a rule may have steps that are never done; what they ask cannot be named yet
            for words, construct in options(decision):
                places = {decision.name, chapters.get(decision.scope.chapter, "")}
                if construct.startswith("action"):
                    places.add("anytime")
                for place in sorted(places - {""}):
                    found.setdefault(place, {}).setdefault(words, (construct, []))[1].append(decision)
        self.by_name = {
            place: [Named(words, construct, tuple(made)) for words, (construct, made) in known.items()]
            for place, known in found.items()
        }

    def strategies(self, written: Written) -> Strategic | None:
        """Some of them, in the book or in a rule system beside it."""
        if not self.by_name:
            return None
        writer = self.writer
        own: Lines = []
        system: Lines = []
        policies: list[tuple[str, bool]] = []
        for name in ("bold", "shy", "old-hand"):
            in_system = writer.often(0.2)
            parameters: dict[str, str] = {}
            if writer.often(0.4):
                writer.use("parameter")
                parameter = "least"
                if in_system and writer.often(0.4):
                    writer.use("parameter with a name of the sheet")
                    parameter = "gold"
                value = str(writer.random.randint(-1, 3))
                if "price" in writer.plain and not in_system:
                    writer.use("parameter by a param")
                    value = "price"
                parameters[parameter] = value
            lines = self.strategy(name, parameters)
            if in_system:
                writer.use("strategy of a system")
                if writer.often(0.3):
                    writer.use("decision that is not there")
                    lines.insert(1, f"    at nowhere: Fly{' if least > 1' if 'least' in parameters else ''}")
                system += ["", *lines]
                if "gold" not in parameters and writer.often(0.2):
                    writer.use("strategy replaced")
                    own += ["", *self.strategy(name, parameters)]
            else:
                own += ["", *lines]
            values = ""
            if parameters and writer.often(0.4):
                writer.use("other value of a parameter")
                values = f"({next(iter(parameters))}={writer.random.randint(-1, 3)})"
            in_fights = writer.combat and writer.often(0.3)
            if in_fights:
                writer.use("best in fights")
            policies.append((name + values, in_fights))
        if "    use fighting-fantasy\n" in written.files[BOOK] and writer.often(0.7):
            writer.use("strategies that are shipped")
            system_line = "    use fighting-fantasy-strategies\n"
            written.files[BOOK] = written.files[BOOK].replace("    use fighting-fantasy\n", system_line, 1)
            policies += [
                (writer.one(SHIPPED), False),
                (f"{writer.one(SHIPPED[1:])}(t={writer.random.randint(4, 8)})", False),
            ]
        if system:
            head = 'book "Random"\n'
            written.files[BOOK] = written.files[BOOK].replace(head, f"{head}    use wise\n", 1)
            written.files["wise.gbk"] = "\n".join(["system wise", *system]) + "\n"
        into_header(written, own)
        return Strategic(written, policies)

    def strategy(self, name: str, parameters: dict[str, str]) -> Lines:
        """A strategy."""
        writer = self.writer
        writer.use("strategy")
        places = list(self.by_name)
        lines: Lines = []
        before = writer.plain
        writer.plain = [*before, *parameters, *parameters]
        for _ in range(writer.random.randint(1, 5)):
            place = writer.one(places)
            if place == "anytime" and writer.often(0.5):
                place = writer.one(places)
            for _ in range(writer.one([1, 1, 2])):
                lines.append(self.rule(place))
        writer.plain = before
        starts = [line.split()[1] for line in lines]
        if len(set(starts)) < len(starts):
            writer.use("several lines for a decision")
        otherwise = writer.one(["best", "best", "random", "first"])
        writer.use(f"otherwise {otherwise}")
        head = f"strategy {name}" + (
            f"({', '.join(f'{each} = {value}' for each, value in parameters.items())})" if parameters else ""
        )
        return [head, *inside([*lines, f"otherwise {otherwise}"])]

    def rule(self, place: str) -> str:
        """A line `at`."""
        writer = self.writer
        where = place if re.fullmatch(r"[\w-]+", place) and writer.often(0.8) else f'"{place}"'
        if place.isdigit() and where == place and writer.often(0.1):
            writer.use("number with a zero")
            where = f"0{place}"
        kind = "at a decision with a name"
        if place in self.book.chapters:
            kind = "at a chapter"
        elif place == "anytime":
            kind = "at anytime"
        elif place in {"escape", "target", "any foe", "press", "parry"}:
            kind = "at a decision in a fight"
        writer.use(kind)
        options = self.by_name[place]
        taken = writer.random.sample(options, min(len(options), writer.one([1, 1, 2, 3])))
        if writer.often(0.1):
            writer.use("option twice")
            taken.append(writer.one(taken))
        if len(taken) > 1:
            writer.use("else")
        said = [self.option(each, place) for each in taken]
        colon = ":"
        if said[0].startswith('"') and len(said) == 1 and writer.often(0.5):
            writer.use("no colon")
            colon = ""
        return f"at {where}{colon} {' else '.join(said)}"

    def option(self, option: Named, place: str) -> str:
        """The words of an option, perhaps with a share and a condition."""
        writer = self.writer
        writer.use(option.construct)
        words = option.words
        if "{" in words:
            writer.use("value in braces")
            words = writer.one([words, words.replace("{gold}", "{fame + 1}")])
        if re.search(r"\b(if|else)\b|\d in \d", words) or writer.often(0.2):
            writer.use("words in quotation marks")
            words = f'"{words}"'
        if writer.often(0.2):
            writer.use("share of an action" if place == "anytime" else "share")
            words += f" {writer.one(['1 in 2', '1 in 3', '2 in 3', '2 in 2'])}"
        if writer.often(0.5):
            writer.use("condition of a rule")
            words += f" if {self.condition(option.decisions)}"
        return words

    def condition(self, decisions: Sequence[Decision]) -> str:
        """What can be asked at all these decisions."""
        writer = self.writer
        before = writer.place
        known = [decision.scope for decision in decisions]
        common = [name for name in known[0].names if all(name in scope.names for scope in known)]
        rolls = [name for name in common if re.fullmatch(r"(roll|bet)\d+", name)]
        pools = [name for name in common if isinstance(known[0].names[name], Pool)]
        rolls = [name for name in rolls if name not in pools]
        if any(scope.chapter is None or "thing" in scope.names for scope in known):
            rolls = []  # those of triggers, of rules and of the hero block cannot be asked for
        fights = all(scope.fight is not None and scope.foe is not None for scope in known)
        writer.place = replace(before, names=tuple(rolls * 3), pools=(), foe=fights, chapter=False)
        if known[0].fight is not None and fights:
            names = next(iter(known[0].fight.foes[0].stats))
            writer.foe_stat = names
        found = "round"
        while re.search(r"\bround\b", found):  # only the rules of the fight ask for it
            found = writer.condition()
        writer.place = before
        said = set(re.findall(r"[\w-]+", found))
        if said & set(rolls):
            writer.use("roll in a condition")
        if "foe" in said:
            writer.use("fight in a condition")
        return found


def options(decision: Decision) -> Iterable[tuple[str, str]]:
    """The words of all options that a decision can have, and what such an option is called here."""
    if isinstance(decision, Amount):
        high = 1 if decision.high.mentions else decision.high.on(())
        return [(str(number), "amount") for number in range(decision.low.on(()), high + 1)]
    if isinstance(decision, Several):
        return [
            (option.words, "option of choose n of")
            for option in decision.choices
            if option.condition.mentions or option.condition.on(())  # one that is never open cannot be named yet
        ]
    if isinstance(decision, Menu):
        return menu_options(decision)
    fight = decision.fight  # type: ignore[attr-defined]
    if decision.name == "escape":
        found = [(option.words, "action of anytime in fights") for option in fight.anytime]
        if fight.escape is not None:
            found.append(("Escape", "escape or not"))
        return [*found, ("Fight on", "escape or not")] if found else []
    several = len(fight.foes) > 1 and (fight.together or decision.name == "any foe")
    return [(foe.name, decision.name) for foe in fight.foes] if several else []


def menu_options(menu: Menu) -> list[tuple[str, str]]:
    """Those of a menu, of a `may` or of an `ask`; what to drop for `or swap` cannot be named."""
    found = []
    for option in menu.choices:
        construct = "option of a menu"
        if option.words.startswith("Do "):
            construct = "option of a may"
        elif option.words.startswith(("Drop ", "Leave ")):
            return []
        elif re.match(r"\d|Another", option.words):
            construct = "answer"
        found.append((option.words, construct))
    found += [(option.words, "action of anytime") for option in menu.anytime]
    with_nothing = (0,) * 1000
    if menu.anytime and not any(option.is_open(with_nothing) for option in menu.choices):
        found.append(("Go on", "go on"))
    return found
