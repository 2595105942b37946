"""A play told in a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from math import isfinite

from gamebook.analysis.outlook import Outlook
from gamebook.dice.percent import percent
from gamebook.letters import printable
from gamebook.model.book import UNWRITTEN
from gamebook.model.points import in_points
from gamebook.model.step import BEGIN
from gamebook.play.moment import Began, Changed, Decision, Earned, Ended, Event, Fought, Rolled, Said, SoftLock, Turned
from gamebook.render.paper import ledgers
from gamebook.render.play_words import Difference, Knowledge, Over
from gamebook.render.telling import EventTelling
from gamebook.report.cells import number as told
from gamebook.sentences import with_capital

FILLED = 60
"""Letters in a line of running prose; a paragraph with a shorter line before its last is verse, and keeps its lines."""


class TextTelling(EventTelling):
    """Tells a play to a person: pages of the book, and short lines for dice and the sheet."""

    def __init__(self, knowledge: Knowledge, width: int) -> None:
        super().__init__(knowledge)
        self._width = width
        self._line: list[str] = []
        """Parts of a line that is not told yet: a round of a fight, or the hero's rolls."""
        self._head = "Hero: "
        self._making = True
        self._fighting = False
        self._round = 0
        self._around: list[int] = []
        """The round of each fight in which the present one has begun; the outermost first."""
        self._is_due = False
        """A round has begun, and no line about it is written yet."""
        self._has_rolled = False
        """A roll of the present round is written already."""
        self._against = ""
        """Of several foes who fight together, the one whose part of the round was written last."""
        self._chapter = ""

    def opening(self, seed: int) -> str:
        """The book's title, and the seed."""
        book = self._knowledge.book
        by = f", by {printable(book.author)}" if book.author else ""
        return f"{printable(book.title)}{by}  (seed {seed}; type help for the commands)\n"

    def tell(self, events: Sequence[Event], fight: bool) -> str:
        """Pages, rolls and changes; a fight a line a round."""
        told = "".join(self._event(event) for event in events)
        if self._fighting and not fight:
            told += self._flush()
            self._fighting = False
        return told

    def _written(self) -> str:
        """What stands on paper after something was settled."""
        return "".join(self._part(f"[{printable(words)}]") for _, words in self._paper.settled())

    def _visible(self, event: Event) -> str:
        match event:
            case Said(text=text):
                return self._flush() + "\n" + pages(text, self._width)
            case Turned(chapter=name):
                self._making = self._fighting = False
                self._around = []
                self._chapter = name
                title = self._knowledge.chapters[name].title
                return self._flush() + "\n" + printable(f"--- {name} {title}".rstrip()) + " ---\n"
            case Began(what="fight", title=title):
                before = self._flush()
                if self._fighting:
                    self._around.append(self._round)
                self._fighting, self._round = True, 0
                self._is_due = self._has_rolled = False
                return f"{before}\nFight: {printable(title)}\n"
            case Fought(what="round"):
                self._round += 1
                self._is_due, self._has_rolled, self._against = True, False, ""
            case Fought(what="over", address=address):
                told = self._flush()
                self._fighting = self._is_due = False
                if self._around and address in self._knowledge.book.fights:
                    self._fighting, self._round = True, self._around.pop()
                    self._is_due, self._has_rolled, self._against = self._round > 0, False, ""
                return told
            case Rolled():
                return self._rolled(event)
            case Changed():
                return self._in_round(self._changed(event))
            case Earned(points=points):
                return self._in_round(f"{in_points(f'{float(points):+g}')}, {float(self._total):g} in all")
        return ""

    def _rolled(self, event: Rolled) -> str:
        words = self._roll_words(event)
        if not (self._fighting and self._round):
            return self._part(words)
        foe = self._knowledge.part_of(event.address)
        if foe and foe != self._against:
            self._against = foe
            words = f"{words} against {printable(foe)}"
        first, self._has_rolled = not self._has_rolled, True
        begun = first and self._line and self._head == self._round_head
        # After a menu, the first roll of a round has the round's number once more.
        return (self._next_line() if first and not begun else "") + self._part(words)

    def _in_round(self, words: str) -> str:
        """What happens beside rolls; where nothing is written of a round yet, its line begins with this."""
        if not (words and self._fighting and self._is_due):
            return self._part(words)
        return self._next_line() + self._part(words)

    def _next_line(self) -> str:
        """The line before; from here on parts are of a line with the number of the round."""
        told = self._flush()
        self._is_due = False
        self._head = self._round_head
        return told

    @property
    def _round_head(self) -> str:
        return f"Round {self._round}: "

    def _roll_words(self, event: Rolled) -> str:
        row = "" if event.row in ("", str(event.value)) else f": {event.row}"
        match self._knowledge.what_is_rolled(event.address):
            case "test":
                return f"you test {event.label}{row}"
            case "compare":
                by = f" by {abs(event.value)}" if event.value and event.address not in self._knowledge.settled else ""
                compared = event.row or "equal"
                return f"{compared}{by}" if self._fighting else f"you compare {event.label}: {compared}{by}"
            case "roll" if row and event.address in self._knowledge.settled:
                return f"{event.label}{row}"
            case "roll":  # a row may have a name and not only numbers
                named = f" ({event.row})" if any(letter.isalpha() for letter in event.row) else ""
                return f"you roll {event.label}: {event.value}{named}"
        return f"you roll {event.label}{row}" if event.label else "the dice decide"

    def _changed(self, event: Changed) -> str:
        changes = self._knowledge.differences(event, self._standing.names)
        if self._making:  # a sheet is filled in
            if changes and event.address == BEGIN:
                return "as you wish: " + ", ".join(_entry(change) for change in changes)
            return ", ".join(
                _change(change) if change.kind in ("item", "codeword") else _entry(change) for change in changes
            )
        return ", ".join(_change(change) for change in changes)

    def _part(self, words: str) -> str:
        """A part of the present line, or a line of its own."""
        if not words:
            return ""
        if self._fighting or self._making:
            self._line.append(words)
            return ""
        return f"  {with_capital(words)}\n" if words.startswith("you ") else f"  {words}\n"

    def _flush(self) -> str:
        words = "; ".join(self._line)
        if self._head == "  " and words.startswith("you "):
            words = f"Y{words[1:]}"
        told = f"{self._head}{words}\n" if words else ""
        self._line, self._head = [], "  "
        return told

    def menu(self, moment: Decision, fight: bool) -> str:
        """The choices, numbered; in a fight on one line where they fit."""
        written = self._written()
        amounts = self._knowledge.amounts(moment)
        labels = [f"{number} {printable(label)}" for number, label in enumerate(self._knowledge.labels(moment), 1)]
        if amounts:
            labels = [_any_of(amounts, printable(moment.name))]
        who = "The rival's choice:\n" if moment.owner == "rival" else ""
        across = "   ".join(labels)
        self._is_due = False  # what the reader does before the roll stands below the menu
        if fight and len(across) + 2 <= self._width:
            return f"{written}{self._flush()}{who}  {across}\n"
        hung = (textwrap.fill(label, self._width, initial_indent="  ", subsequent_indent="    ") for label in labels)
        return written + self._flush() + "\n" + who + "".join(f"{line}\n" for line in hung)

    def typed(self, moment: Decision, number: int) -> int | None:
        """An option by its number, from 0; an amount by itself."""
        amounts = self._knowledge.amounts(moment)
        if not amounts:
            return super().typed(moment, number)
        return number - amounts[0] if number in amounts else None

    def wanted(self, moment: Decision) -> str:
        """What to type."""
        amounts = self._knowledge.amounts(moment)
        return f"type {_any_of(amounts)}" if amounts else super().wanted(moment)

    def taken(self, moment: Decision, number: int, by: str) -> str:
        """What was chosen, and by whom; in a fight the only option is a part of the round."""
        label = printable(self._knowledge.labels(moment)[number])
        if by == "nobody":  # the engine's own words, which foe and to fight on, say nothing new
            return "" if moment.what == "fight" else self._part(label)
        if by == "rival":
            return f"{self._flush()}  The rival: {label}\n"
        chosen = label if self._knowledge.amounts(moment) else f"{number + 1} {label}"
        return f"{self._flush()}> {chosen}\n"

    def sheet(self, sheet: Mapping[str, int], points: float) -> str:
        """What the reader has written down; a stat's initial value where it differs."""
        lines: dict[str, list[str]] = {}
        for variable in self._knowledge.book.variables:
            value = sheet[variable.name]
            words = variable.entry(value) if variable.on_sheet else ""
            if variable.cap is not None and sheet[variable.cap] != value:
                words += f" (initial {sheet[variable.cap]})"
            if words:
                lines.setdefault(_HEADS[variable.kind], []).append(words)
        told = [f"{head}{', '.join(entries)}" for head, entries in lines.items()]
        if points or self._knowledge.book.counts_points:
            told.append(f"Points: {points:g}")
        kept = ledgers(self._knowledge.book.accounts, sheet, self._chapter, self._fighting)
        told += ["On paper:", *(f"  {printable(each)}" for each in kept)] if kept else []
        return "".join(f"{textwrap.fill(line, self._width, subsequent_indent='  ')}\n" for line in told) or "Nothing.\n"

    def outlook(self, outlook: Outlook, moment: Decision) -> str:
        """What each choice is worth."""

        def worth(value: float) -> str:
            if outlook.wins:
                return f"{percent(value, 2):>7}"
            return f"{value:7.2f}" if isfinite(value) else f"{told(value):>7}"

        what = "to win" if outlook.wins else "expected further points"
        marks = [
            "  <- equally good" if good else f"  <- earns {in_points(told(fewer))} less" if fewer else ""
            for good, fewer in zip(outlook.good, outlook.fewer, strict=True)
        ]
        marks[outlook.best] = "  <- best play"
        further = "" if outlook.points is None else f", and {in_points(told(outlook.points[outlook.best]))} more"
        amounts, labels = self._knowledge.amounts(moment), self._knowledge.labels(moment)
        wide = max(len(str(each)) for each in amounts) if amounts else 0
        heads = [f"{each:>{wide}}" for each in amounts] or [str(number) for number, _ in enumerate(labels, 1)]
        tails = [""] * len(labels) if amounts else [f"  {printable(label)}" for label in labels]
        lines = (
            f"  {head} {worth(value)}{tail}{mark}\n"
            for head, value, tail, mark in zip(heads, outlook.options, tails, marks, strict=True)
        )
        return f"Best play from here: {worth(outlook.now).strip()} {what}{further}.\n{''.join(lines)}"

    def note(self, text: str) -> str:
        """A word about the play, in brackets."""
        return f"[{text}]\n"

    def over(self, moment: Over, points: float) -> str:
        """The end."""
        match moment:
            case Ended(ending=ending) if self._knowledge.endings[ending].kind == UNWRITTEN:
                told = "*** This chapter is not written yet. ***"
            case Ended(ending=ending, words=words):
                kind = self._knowledge.endings[ending].kind
                end = printable(words if kind in ("ending", words) else f"{kind.capitalize()}: {words}")
                told = f"*** {with_capital(end)} ***"
            case SoftLock(chapter=chapter):
                told = (
                    f"*** Stuck in chapter {chapter}: no choice is open, and there is no way on. This is a defeat. ***"
                )
            case _:
                told = "*** From here play repeats for ever. The book is not won. ***"
        reached = f"{in_points(f'{points:g}')}.\n" if self._knowledge.book.counts_points else ""
        return f"{self._written()}{self._flush()}\n{told}\n{reached}"


def _any_of(amounts: Sequence[int], name: str = "") -> str:
    """`bet: a number from 2 to 5`."""
    low, high = amounts[0], amounts[-1]
    which = str(low) if low == high else f"a number from {low} to {high}"
    return f"{name}: {which}" if name else which


_HEADS = {"stat": "", "number": "", "one-of": "", "item": "You carry: ", "codeword": "Codewords: "}


def _entry(change: Difference) -> str:
    return f"{change.name} {change.values[change.after] if change.values else change.after}"


def _change(change: Difference) -> str:
    gained = change.after - change.before
    match change.kind:
        case "item":
            count = f" x {abs(gained)}" if abs(gained) > 1 else ""  # as on the sheet, where no name has a plural
            left = f" ({change.after} now)" if max(change.after, change.before) > 1 else ""
            return f"you {'gain' if gained > 0 else 'lose'} {change.name}{count}{left}"
        case "codeword":
            return f"you {'note' if gained > 0 else 'erase'} {change.name}"
        case "one-of":
            return f"{change.name}: {change.values[change.after]}"
    return f"{change.name} {change.before} -> {change.after}"


def pages(text: str, width: int) -> str:
    """Prose wrapped to a width; paragraphs are apart, and verse and indented lines keep their shape."""
    paragraphs = re.split(r"\n[ \t]*\n", printable(text).strip("\n"))
    return "\n".join(_paragraph(paragraph.split("\n"), width) for paragraph in paragraphs)


def _paragraph(lines: Sequence[str], width: int) -> str:
    verse = any(len(line) < FILLED for line in lines[:-1]) or any(line[:1].isspace() for line in lines)
    kept = lines if verse else [" ".join(line.strip() for line in lines)]
    wrapped = []
    for line in kept:
        indent = line[: len(line) - len(line.lstrip())]
        hang = indent + "    " if verse else ""
        wrapped.append(textwrap.fill(line.strip(), width, initial_indent=indent, subsequent_indent=hang) + "\n")
    return "".join(wrapped)
