"""What luck and what mistakes did in a play: how far dice, choices and rivals moved the chance to win.

Between two choices only dice move it, and that is luck. A choice moves it by what it is worse than best play, and that
is a mistake: never more than nothing. Together they lead from the worth at the first chapter to the worth now.
"""

from __future__ import annotations

from msgspec import Struct

from gamebook.analysis.outlook import Adviser
from gamebook.play.moment import Decision, Ended, Endless, SoftLock
from gamebook.play.session import Move, Session


class Taken(Struct, frozen=True):
    """One choice of the play."""

    chapter: str
    moment: Decision
    number: int
    """The option taken."""
    best: int
    """What best play takes."""
    before: float
    """What the play was worth when the choice was due: a chance, or all points."""
    after: float


class Review(Struct, frozen=True):
    """A play from its first chapter to now."""

    begin: float
    """What best play was worth with this hero."""
    now: float
    luck: float
    mistakes: float
    rivals: float
    """luck + mistakes + rivals = now - begin."""
    choices: tuple[Taken, ...]
    """The reader's and the rivals', in order."""
    unclear: int
    """Choices of which it is not known what they are worth; they count as luck."""
    wins: bool
    """Values are chances."""


def review(session: Session, adviser: Adviser) -> Review | None:
    """Look back on a play; None if it has not come to its first chapter, or the book is too large to be solved."""
    again = Session(session.book, session.seed, session.hero)
    count = _follow_to_start(again, session.moves)
    further = None if again.made is None else adviser.begin(again.made)
    if further is None:
        return None
    begin = float(again.points) + further
    look = _Looking(again, adviser, begin)
    for move in session.moves[count:]:
        look.at(move)
    return look.review(begin)


def _follow_to_start(session: Session, moves: list[Move]) -> int:
    """Make the hero; how many of the moves it took."""
    for count, move in enumerate(moves):
        if session.made is not None:
            return count
        session.follow([move])
    return len(moves)


class _Looking:
    """A play that is played again, with a sum for everything that moves its worth."""

    def __init__(self, session: Session, adviser: Adviser, begin: float) -> None:
        self._session = session
        self._adviser = adviser
        self._wins = session.book.aim == "win"
        self._worth = begin
        self._luck = self._mistakes = self._rivals = 0.0
        self._unclear = 0
        self._choices: list[Taken] = []

    def at(self, move: Move) -> None:
        """The next move."""
        session, moment = self._session, self._session.moment
        if isinstance(moment, Decision):
            found = self._adviser.look(moment, session.made)
            if found is None:
                self._unclear += 1
            else:
                before, after = self._known(found.now), self._known(found.options[move.number])
                self._luck += before - self._worth
                if moment.owner == "reader":
                    self._mistakes += after - before
                else:
                    self._rivals += after - before
                self._worth = after
                self._choices.append(Taken(session.chapter, moment, move.number, found.best, before, after))
        session.follow([move])

    def _known(self, further: float) -> float:
        """What the whole play is worth where something is to come; of points, those so far count."""
        return further if self._wins else float(self._session.points) + further

    def review(self, begin: float) -> Review:
        """The sums up to now."""
        now = self._now()
        if now is not None:
            self._luck += now - self._worth
            self._worth = now
        return Review(
            begin,
            self._worth,
            self._luck,
            self._mistakes,
            self._rivals,
            tuple(self._choices),
            self._unclear,
            self._wins,
        )

    def _now(self) -> float | None:
        """What the play is worth where it stands; None where dice are due, or points without end."""
        session = self._session
        match session.moment:
            case Decision() as moment:
                found = self._adviser.look(moment, session.made)
                return None if found is None else self._known(found.now)
            case Ended(ending=ending) if self._wins:
                return float(session.book.ending_kinds[ending] == "victory")
            case Ended() | SoftLock():
                return 0.0 if self._wins else float(session.points)
            case Endless() if self._wins:
                return 0.0
        return None
