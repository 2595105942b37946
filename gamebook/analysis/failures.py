"""Where a book is lost: each failure booked where it is caused, with the page on which it shows.

A play is lost at the moment after which the book can no longer be won, whatever the reader does and the dice show. What
happened at that moment is the cause: a fight, a roll, a test, a choice. Every play that fails has exactly one such
moment, so that the chances of all causes add up to the chance of not winning. Under `aim score` nothing has to be won:
then defeats are failures, and nothing else, so that a play is lost where it can only end in a defeat.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

import numpy as np
from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.analysis.certain import Certain, strictly
from gamebook.analysis.stretch import Fork, Stretch
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ints, spans
from gamebook.model.blocks import blocks_in
from gamebook.model.book import ENDLESS, UNWRITTEN, Book
from gamebook.model.in_words import Words
from gamebook.model.step import Assign, Block, Choose, If, Loop, Random, Roll, Scope, Step, Text
from gamebook.program.code import Decide, NodeId
from gamebook.solver.forward import visits
from gamebook.solver.graphs import leading_to
from gamebook.solver.solution import Played, Solved
from gamebook.syntax.heads import natural

Kind = Literal["fight", "test", "roll", "choice", "rival", "chance", "start", "endless"]
MOST_WORK = 100_000_000
"""The most states that are followed to find the pages on which the causes show."""
ROUNDING = 1e-12
"""A share of a chance that is put down to rounding."""


class Shown(Struct, frozen=True):
    """Where a play that is lost ends."""

    chapter: str
    title: str
    ending: str
    """The ending's name; `soft lock`; or `endless` for play that goes round for ever, in no chapter."""
    kind: str
    """`defeat`, `ending` or `endless`."""
    chance: float


class Cause(Struct, frozen=True):
    """Something that loses the book."""

    chapter: str
    """Where it happens; `hero` while the hero is made; empty for play that never ends though it could be won."""
    kind: Kind
    address: str
    """Of the fight, the step or the decision."""
    name: str = ""
    """The foes, what is tested or rolled, or the option that is taken; empty if the book gives no name."""
    written: str = ""
    """For a line that rolls without the word `roll`, the line in the book's own words: `STAMINA -2d6`."""
    option: str = ""
    """The option after which it is rolled or tested; empty if there is none."""
    when: str = ""
    """The condition of the trigger that it belongs to; empty if there is none."""


class Failure(Cause, frozen=True):
    """A cause, and how often it loses the book."""

    title: str = ""
    """Of the chapter."""
    chance: float = 0.0
    """The chance that a play is lost in this way."""
    share: float = 0.0
    """That as a share of all failures, 0 to 1."""
    shown: tuple[Shown, ...] = ()
    """Where such plays end, the likeliest first; empty if that would have taken too long to find."""


def failures(solved: Solved, played: Played, most_work: int = MOST_WORK) -> tuple[Failure, ...]:
    """Everything that loses the book under a way of playing, the likeliest first."""
    return _Failing(solved, played).failures(most_work)


def lost_states(solved: Solved, played: Played) -> Flags:
    """bool[n]: from this state on nothing can be won, whatever is done and thrown.

    Under `aim score` every ending but a defeat is good, and so is play that never ends.
    """
    space = solved.space
    good = good_endings(solved)
    # In an excerpt, of some states only the value is known.
    some = (np.diff(space.states.first_action) == 0) & (np.arange(space.size) >= len(good))
    unfollowed = some & (played.values.high > 0.0) if solved.wins else some
    fine = [np.flatnonzero(good), np.flatnonzero(unfollowed)]
    if not solved.wins:
        fine.append(np.flatnonzero(~leading_to(played.moves, np.arange(len(good)))))
    return ~space.leading_to(np.concatenate(fine))


def good_kinds(solved: Solved) -> tuple[str, ...]:
    """The kinds of endings with which the book is not lost, or not known to be."""
    return ("victory", UNWRITTEN) if solved.wins else ("victory", "ending", UNWRITTEN)


def good_endings(solved: Solved) -> Flags:
    """bool[endings]: with this ending the book is not lost."""
    kinds = solved.book.ending_kinds
    good = good_kinds(solved)
    return np.array([kinds[name] in good for name in solved.space.program.endings], bool)


class _Part(Struct, frozen=True):
    """Moves by which play is lost."""

    moves: Ints
    """int64[k], numbers of successors."""
    often: Floats
    """float64[k], how often play is lost on each."""


class _Failing:
    """The states, and which of them are lost."""

    def __init__(self, solved: Solved, played: Played) -> None:
        self.solved = solved
        self.played = played
        self.space = solved.space
        self.words = _Steps(solved.book)
        self.stretch = Stretch(solved, self.lost)

    @cached_property
    def lost(self) -> Flags:
        """bool[n]: from this state on nothing can be won, whatever is done and thrown."""
        return lost_states(self.solved, self.played)

    def failures(self, most_work: int) -> tuple[Failure, ...]:
        """A row for each cause."""
        flow = self._causes()
        total = {cause: float(part.often.sum()) for cause, part in flow.items()}
        rows = []
        work = 0
        whole = sum(total.values())
        for cause in sorted(flow, key=lambda cause: (-total[cause], natural(cause.chapter), *structs.astuple(cause))):
            work += self.space.size
            shown = self._shown(cause, flow[cause], total[cause]) if work <= most_work else ()
            rows.append((cause, total[cause], shown))
        rest = self._endless(whole)
        if rest > 0.0:
            rows.append((Cause("", "endless", ""), rest, ()))
        alone = len(rows) == 1 and self._certain()
        whole += rest
        return tuple(
            Failure(
                **structs.asdict(cause),
                title=self.words.titles.get(cause.chapter, ""),
                chance=1.0 if alone else strictly(chance),
                share=1.0 if len(rows) == 1 else strictly(chance / whole),
                shown=shown,
            )
            for cause, chance, shown in rows
        )

    def _certain(self) -> bool:
        """Whether every play fails."""
        certain = Certain(self.solved, self.played)
        if self.solved.wins:
            return not certain.may_win
        return bool(certain.sure(np.flatnonzero(~good_endings(self.solved)))[self.space.root])

    # ---- what loses the book -----------------------------------------------------------------------------

    def _causes(self) -> dict[Cause, _Part]:
        """For each cause the moves by which play is lost, and how often."""
        s = self.space.states
        if self.lost[self.space.root]:
            start = Cause(self.solved.book.start, "start", "")
            return {start: _Part(np.zeros(0, np.int64), np.ones(1))}
        found: dict[Cause, list[_Part]] = {}
        gone = self.played.gone
        at = np.flatnonzero((gone.often > 0) & ~self.lost[gone.state] & self.lost[s.successor[gone.way]])
        failing, action, state, flow = gone.way[at], gone.action[at], gone.state[at], gone.often[at]
        row, ways = spans(s.first_successor, action)
        hopeful = np.bincount(row, ~self.lost[s.successor[ways]] & (s.chance[ways] > 0), len(at)) > 0
        point, option = s.point[state], s.option[action]
        options = int(option.max(initial=0)) + 2
        kind = point.astype(np.int64) * options + option + 1
        for key in np.unique(kind, return_index=True)[0].tolist():  # without an index it imports masked arrays
            here = kind == key
            node, taken = int(self.space.code.point_node[key // options]), key % options - 1
            chosen, thrown = here & ~hopeful, here & hopeful
            if chosen.any():
                found.setdefault(self._choice(node, taken), []).append(_Part(failing[chosen], flow[chosen]))
            if thrown.any():
                for fork, often in self._forks(node, taken, state[thrown], s.successor[failing[thrown]], flow[thrown]):
                    found.setdefault(self.words.fork(fork), []).append(_Part(failing[thrown], often))
        return {
            cause: _Part(np.concatenate([part.moves for part in parts]), np.concatenate([part.often for part in parts]))
            for cause, parts in found.items()
        }

    def _forks(
        self, node: NodeId, option: int, state: Ints, after: Ints, flow: Floats
    ) -> Iterator[tuple[Fork, Floats]]:
        """What chance brings about on some moves from one point, and how often on each of them.

        Args:
            node: the point.
            option: the option taken there; below 0 where nobody decides.
            state: int64[k], where each move begins.
            after: int64[k], where it leads.
            flow: float64[k], how often play is lost by it.
        """
        start = self._start(node, option)
        forks = self.stretch.forks(start)
        if len(forks) == 1:
            yield next(iter(forks)), flow
            return
        states, row = np.unique(state, return_inverse=True)
        settled = self.stretch.settled(node, start, states)
        parts = {fork: arrivals for fork, arrivals in settled.forks.items() if arrivals.chance.any()}
        # Several forks may come to one state: a move belongs to each in the proportion in which they come there.
        there, which = np.unique(after, return_inverse=True)
        width = self.space.size
        move = row * width + self.stretch.found(there)[which]
        keys = {fork: arrivals.row * width + arrivals.state for fork, arrivals in parts.items()}
        whole = np.sum([_at(move, keys[fork], part.chance) for fork, part in parts.items()], axis=0)
        for fork, part in parts.items():
            share = np.divide(_at(move, keys[fork], part.chance), whole, out=np.zeros(len(move)), where=whole > 0)
            if share.any():
                yield fork, flow * share

    def _start(self, node: NodeId, option: int) -> NodeId:
        """Where play goes on from a point."""
        point = self.space.program.nodes[node]
        if isinstance(point, Decide):
            return point.options[option].next if option >= 0 else point.shut
        return int(point.next)  # type: ignore[union-attr]

    def _choice(self, node: NodeId, option: int) -> Cause:
        decide = self.space.program.nodes[node]
        assert isinstance(decide, Decide)
        place = self.space.program.places[node]
        return self.words.choice(place, decide.address, decide.options[option].address, decide.owner)

    # ---- where it shows ------------------------------------------------------------------------------------

    def _shown(self, cause: Cause, part: _Part, total: float) -> tuple[Shown, ...]:
        """Where plays end that are lost by one cause."""
        s = self.space.states
        ends = len(self.space.program.endings)
        found: dict[tuple[str, str], float] = {}
        arrivals = np.zeros(self.space.size)
        if cause.kind == "start":
            arrivals[self.space.root] = 1.0
        else:
            np.add.at(arrivals, s.successor[part.moves], part.often)
            for number in np.flatnonzero(arrivals[:ends]).tolist():
                look()
                found[cause.chapter, self.space.program.endings[number]] = float(arrivals[number])
            arrivals[:ends] = 0.0
        if arrivals.any():
            counted = visits(self.space, self.played.weight, arrivals, self.played.among)
            later = replace(self.played, known_visits=counted)
            for key, chance in self.solved.ends(later).items():
                found[key] = found.get(key, 0.0) + chance
        kinds = self.solved.book.ending_kinds
        rows = [
            Shown(chapter, self.words.titles.get(chapter, ""), name, kinds[name], chance)
            for (chapter, name), chance in found.items()
        ]
        missing = total - sum(found.values())
        if missing > ROUNDING * total:
            rows.append(Shown("", "", ENDLESS, ENDLESS, missing))
        return tuple(sorted(rows, key=lambda row: (-row.chance, natural(row.chapter), row.ending)))

    def _endless(self, lost: float) -> float:
        """The chance of play that could still be won and never ends; under `aim score` that is no failure."""
        if not self.solved.wins:
            return 0.0
        good = np.flatnonzero(good_endings(self.solved))
        missing = 1.0 - float(self.played.visits[good].sum()) - lost
        return Certain(self.solved, self.played).never(np.append(np.flatnonzero(self.lost), good), missing)


def _at(wanted: Ints, keys: Ints, values: Floats) -> Floats:
    """float64[n]: for each wanted key its value, 0 if it has none; keys are ascending."""
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, values[at], 0.0)


class _Steps:
    """What the steps of a book are called."""

    def __init__(self, book: Book) -> None:
        self._words = Words(book)
        self.titles = book.titles
        self._steps: dict[str, Step] = {}
        self._option: dict[str, str] = {}
        """The words of the innermost option around each step, by address."""
        self._fight: dict[str, Scope] = {}
        """The fight around each decision, by address."""
        self._watches = {watch.id: watch for watch in book.watches}
        for block in book.blocks:
            self._look(block, None, "")

    def _look(self, block: Block, fight: Scope | None, option: str) -> None:
        for step in block:
            if isinstance(step, Scope):
                self._watches |= {watch.id: watch for watch in step.watches}
            address = getattr(step, "address", "")
            # A scope and what it is made of may share an address: the fight gives its name, or else the first step that
            # is neither a scope, nor a loop, nor a condition of the language.
            known = self._steps.get(address)
            plain = isinstance(known, Scope | Loop) and not (isinstance(known, Scope) and known.what == "fight")
            plain = plain or (isinstance(known, If) and known.own)
            if known is None or plain or (isinstance(step, Scope) and step.what == "fight"):
                self._steps[address] = step
                self._option[address] = option
            if isinstance(step, Choose) and fight is not None:
                self._fight[address] = fight
            inside = step if isinstance(step, Scope) and step.what == "fight" else fight
            labels = [self._label(each.label) for each in step.options] if isinstance(step, Choose) else []
            if isinstance(step, Random) and step.what == "choice":
                labels = [row.label for row in step.rows]
            for number, inner in enumerate(blocks_in(step)):
                self._look(inner, inside, labels[number] if labels else option)

    def _label(self, label: Text) -> str:
        return " ".join(self._words.text(label).split())

    def choice(self, place: str, address: str, option: str, owner: str) -> Cause:
        """A decision, and what was chosen."""
        fight = self._fight.get(address)
        if fight is not None:
            return self.fork(Fork(place, fight.address))
        step = self._steps.get(address)
        labels = {each.address: each.label for each in step.options} if isinstance(step, Choose) else {}
        return Cause(place, "rival" if owner == "rival" else "choice", address, self._label(labels.get(option, ())))

    def fork(self, fork: Fork) -> Cause:
        """What chance does."""
        step = self._steps.get(fork.cause)
        kind: Kind = "chance"
        name = written = ""
        match step:
            case Scope(what="fight", title=name):
                kind = "fight"
            case Roll(what="test", label=name):
                kind = "test"
            case Roll(what="compare"):
                kind, written = "roll", "compare"
            case Roll(label=name):
                kind = "roll"
            case Random(what="choice"):
                kind, name = "choice", " ".join(fork.label.split())
            case Assign():
                kind, written = "roll", ", ".join(self._words.effects(step)) or "dice"
        option = self._option.get(fork.cause, "") if kind in ("roll", "test", "chance") else ""
        watch = self._watches.get(fork.cause.rpartition("#")[0]) if kind != "fight" else None
        when = self._words.value(watch.condition) if watch is not None else ""
        return Cause(fork.place, kind, fork.cause, name, written, option, when)
