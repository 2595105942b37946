"""The loop of `gamebook play`: show what happens, read an answer, carry it out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import typer
from msgspec import structs

from gamebook.cli.console import ExitCode, emit, fail, watched
from gamebook.cli.files import write_text
from gamebook.cli.signals import forget
from gamebook.files import load_bytes
from gamebook.patterns import pattern
from gamebook.play.knowing import Knowing, page
from gamebook.play.moment import Chance, Decision, Turned
from gamebook.play.saved import Saved, read, written
from gamebook.play.session import Session
from gamebook.render.play_words import Telling

if TYPE_CHECKING:
    from gamebook.analysis.outlook import Adviser, Outlook

MOST_ROLLS = 100_000
"""Rolls, choices of a rival and only options in a row, without a decision of the reader, after which play stops: it may
never end."""
MOST_CHOICES = 10_000
"""Choices that `--auto` makes before it gives up."""
HELP = """\
Type a number to choose, or one of these words:
  sheet      show what you have
  advice     show the value of each choice
  back       undo the last choice
  save FILE  save the game; continue later with --resume FILE
  quit       leave the game
"""
_QUOTED = pattern(r"(?P<mark>[\"'])(?P<name>.*)(?P=mark)")
"""The name of a file in quotation marks, as a shell takes it."""
WORDS = ("sheet", "advice", "back", "save", "quit", "help")


class Table:
    """One player and one game."""

    def __init__(
        self,
        session: Session,
        telling: Telling,
        saved: Saved,
        auto: str | None,
        rival: str,
        limit_states: int,
        silent: bool,
    ) -> None:
        """Start with no input read yet.

        Args:
            session: the game.
            telling: how it is shown.
            saved: how it was started.
            auto: who chooses in place of the player: `best`, `random`, `first`.
            rival: who chooses for a rival: `lot`, `best`, `ask`.
            limit_states: the largest book for advice.
            silent: no prompt, for data.
        """
        self._session = session
        self._telling = telling
        self._saved = saved
        self._auto = auto
        self._rival = rival
        self._limit_states = limit_states
        self._silent = silent
        self._adviser: Adviser | None = None
        self._lots = Random(f"{session.seed} choices")  # noqa: S311 - apart from the dice, which stay the same
        self._knowing = Knowing(session.book, self._lots) if auto in ("random", "first") else None
        """None for players, and for best play: they know every option."""
        self._chosen = 0
        self._waited = 0
        """Rolls, choices of a rival and only options since the reader's last decision."""

    def play(self) -> None:
        """Play until the book or the player ends it."""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are not text choose nothing
        if self._session.moves:
            self._tell_again()
        else:
            self._tell()
        while True:
            self._roll()
            moment = self._session.moment
            if not isinstance(moment, Decision):
                assert not isinstance(moment, Chance)
                emit(self._telling.over(moment, float(self._session.points)))
                if self._auto is not None or not self._ask(None):
                    return
            elif moment.owner == "rival" and self._rival != "ask":
                self._answer(moment)
                continue
            elif self._session.is_settled:
                self._go_on(moment)
                continue
            elif self._auto is not None:
                self._choose_alone(moment)
            else:
                emit(self._telling.menu(moment, self._session.is_fight))
                if not self._ask(moment):
                    return
            self._waited = 0

    # ---- output -----------------------------------------------------------------------------------------

    def _tell(self) -> None:
        events = self._session.heard()
        if self._knowing is not None and any(isinstance(event, Turned) for event in events):
            self._knowing.turn()
        emit(self._telling.tell(events, self._session.is_fight))

    def _tell_again(self) -> None:
        """Show again what happened since the current chapter was entered."""
        events = self._session.heard()
        last = max((n for n, event in enumerate(events) if isinstance(event, Turned)), default=0)
        skipped = any(isinstance(event, Turned) for event in events[:last]) or bool(self._session.moves)
        begin = last if skipped else 0
        self._telling.again(events[:begin])
        emit(self._telling.tell(events[begin:], self._session.is_fight))

    def _roll(self) -> None:
        while isinstance(self._session.moment, Chance):
            self._wait()
            self._session.roll()
            self._tell()

    def _wait(self) -> None:
        if self._waited == MOST_ROLLS:
            emit(self._telling.note(f"stopped after {MOST_ROLLS:,} rolls without a decision"))
            raise typer.Exit(ExitCode.LIMIT)
        self._waited += 1

    # ---- choices made without asking --------------------------------------------------------------------

    def _answer(self, moment: Decision) -> None:
        """The rival's choice."""
        self._wait()
        if self._rival == "best":
            number = self._outlook(moment).best
            self._session.choose(number, "reply")
        else:
            number = self._session.draw_lot()
        emit(self._telling.taken(moment, number, "rival"))
        self._tell()

    def _go_on(self, moment: Decision) -> None:
        """The only option there is."""
        self._wait()
        emit(self._telling.taken(moment, 0, "nobody"))
        self._session.choose(0)
        self._tell()

    def _choose_alone(self, moment: Decision) -> None:
        if self._chosen == MOST_CHOICES:
            emit(self._telling.note(f"stopped after {MOST_CHOICES:,} choices without an ending"))
            raise typer.Exit(ExitCode.LIMIT)
        self._chosen += 1
        if self._knowing is None:
            number = self._outlook(moment).best
        else:
            known = self._knowing.open_to(moment)
            number = known[self._lots.randrange(len(known)) if self._auto == "random" else 0]
            self._knowing.take(moment, number)
        emit(self._telling.menu(page(moment, number), self._session.is_fight))
        emit(self._telling.taken(moment, number, "auto"))
        self._session.choose(number)
        self._tell()

    def _outlook(self, moment: Decision) -> Outlook:
        """The values under best play; the command ends if they are not known."""
        found = self._look(moment)
        if found is None:
            fail("best play is not known within the limit; --limit-states raises it", ExitCode.LIMIT)
        return found

    def _look(self, moment: Decision) -> Outlook | None:
        from gamebook.analysis.outlook import Adviser
        from gamebook.cli.book import warm_up
        from gamebook.limits import Limits

        if self._adviser is None:
            warm_up()
            self._adviser = Adviser(self._session.book, self._session.hero, Limits(states=self._limit_states))
        with watched("computing advice"):
            return self._adviser.look(moment, self._session.made)

    # ---- input ------------------------------------------------------------------------------------------

    def _ask(self, moment: Decision | None) -> bool:
        """Carry out commands until play goes on; False if the reader quits. At the end of the book `moment` is None."""
        while (line := self._read()) is not None:
            word, _, rest = line.partition(" ")
            if moment is not None and word.removeprefix("-").isdecimal() and not rest:
                number = self._telling.typed(moment, int(word[:9]))  # no menu is that long
                if number is None:
                    self._note(self._telling.wanted(moment))
                    continue
                if self._silent:
                    emit(self._telling.taken(moment, number, "you"))
                self._session.choose(number)
                self._tell()
                return True
            if word == "quit":
                return False
            if word == "back":
                if self._session.back():
                    self._tell_again()
                    return True
                self._note("there is nothing to undo")
            elif not self._obey(word, rest.strip(), moment):
                self._puzzle(word, moment)
        return False

    def _obey(self, word: str, rest: str, moment: Decision | None) -> bool:
        """Carry out a command that does not move the play; False if there is no such command."""
        commands: dict[str, Callable[[], None]] = {
            "sheet": lambda: emit(self._telling.sheet(self._session.sheet, float(self._session.points))),
            "advice": lambda: self._advise(moment),
            "save": lambda: self._save(rest),
            "help": lambda: self._note(HELP) if self._silent else emit(HELP),
        }
        if word not in commands:
            return False
        commands[word]()
        return True

    def _puzzle(self, word: str, moment: Decision | None) -> None:
        from gamebook.resolve.spelling import nearest

        hint = nearest(word, WORDS) if word.isalpha() else None
        wanted = "a number, or one of" if moment is not None else "one of"
        self._note(hint or f"type {wanted} {', '.join(WORDS)}")

    def _advise(self, moment: Decision | None) -> None:
        if moment is None:
            self._note("the game is over")
            return
        try:
            found = self._look(moment)
        except KeyboardInterrupt:
            forget()
            self._note("no advice: interrupted")
            return
        if found is None:
            from gamebook.analysis.too_large import listed_apart

            most, more = self._limit_states, 10 * self._limit_states
            self._note(
                f"no advice: the book has more than {most:,} states{listed_apart(most)}. With more time and memory: "
                f"type save FILE, then run gamebook play BOOK --resume FILE --limit-states {more}. Or run gamebook "
                "solve BOOK --choices --timeout 60: it shows what good play chooses, found by practice"
            )
        else:
            emit(self._telling.outlook(found, moment))

    def _save(self, name: str) -> None:
        """Write the game to a file, but never overwrite a file that is not a saved game."""
        quoted = _QUOTED.fullmatch(name)
        name = quoted["name"] if quoted is not None else name
        if not name:
            self._note("usage: save FILE")
            return
        path = Path(name).expanduser()
        try:
            if path.exists() and read(load_bytes(path)) is None:
                self._note(f"{name} already exists and is not a saved game; use another name")
                return
            saved = structs.replace(self._saved, moves=tuple(self._session.moves))
            write_text(path, written(saved))
        except (OSError, ValueError, RuntimeError) as error:  # a name with a zero byte, an unknown home folder
            self._note(f"{name} cannot be written: {getattr(error, 'strerror', None) or error}")
            return
        self._note(f"saved to {name}")

    def _note(self, text: str) -> None:
        emit(self._telling.note(text))

    def _read(self) -> str | None:
        """The next line that is not blank; None at the end of input."""
        while True:
            if sys.stdin.isatty() and not self._silent:
                _editing()
                try:
                    line = input("> ")
                except EOFError:
                    emit("\n")
                    return None
            else:
                line = sys.stdin.readline()
                if not line:
                    return None
                if line.strip() and not self._silent:
                    emit(f"> {line.strip()}\n")
            if line.strip():
                return line.strip()


def _editing() -> None:
    """Let the arrow keys work at the prompt, if the system can."""
    try:
        import readline  # noqa: F401 - it changes `input` when it is imported
    except ImportError:
        return
