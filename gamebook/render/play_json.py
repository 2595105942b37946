"""A play as data for programs: one JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from gamebook.analysis.outlook import Outlook
from gamebook.play.moment import Began, Changed, Decision, Earned, Ended, Event, Rolled, Said, SoftLock, Turned
from gamebook.render.data import finite
from gamebook.render.play_words import Over
from gamebook.render.printable import escaped
from gamebook.render.telling import EventTelling


class JsonTelling(EventTelling):
    """Every object has an `event`; `docs/playing.md` lists them."""

    def opening(self, seed: int) -> str:
        """The book's title, and the seed."""
        return _line("book", title=self._knowledge.book.title, author=self._knowledge.book.author, seed=seed)

    def tell(self, events: Sequence[Event], fight: bool) -> str:  # noqa: ARG002 - rounds are not told apart here
        """What happened."""
        return "".join(self._event(event) for event in events)

    def _written(self) -> str:
        """What stands on paper after something was settled."""
        return "".join(_line("ledger", account=name, entry=words) for name, words in self._paper.settled())

    def _visible(self, event: Event) -> str:
        match event:
            case Said(text=text):
                return _line("prose", text=text)
            case Turned(chapter=name):
                return _line("chapter", chapter=name, title=self._knowledge.chapters[name].title)
            case Began(what="fight", title=title):
                return _line("fight", title=title)
            case Rolled(label=label, value=value, row=row, address=address):
                what = self._knowledge.what_is_rolled(address)
                return _line("roll", what=what, label=label, value=value, row=row)
            case Changed():
                changes = self._knowledge.differences(event, self._standing.names)
                return _line("change", changes={c.name: [c.before, c.after] for c in changes}) if changes else ""
            case Earned(points=points):
                return _line("points", earned=float(points), total=float(self._total))
        return ""

    def menu(self, moment: Decision, fight: bool) -> str:
        """What can be chosen."""
        options = self._knowledge.labels(moment)
        return self._written() + _line("menu", owner=moment.owner, name=moment.name, fight=fight, options=options)

    def taken(self, moment: Decision, number: int, by: str) -> str:
        """What was chosen, and by whom."""
        return _line("choose", number=number + 1, label=self._knowledge.labels(moment)[number], by=by)

    def sheet(self, sheet: Mapping[str, int], points: float) -> str:
        """The sheet, and the points so far."""
        shown = (variable for variable in self._knowledge.book.variables if variable.on_sheet)
        values = {v.name: v.values[sheet[v.name]] if v.values else sheet[v.name] for v in shown}
        return _line("sheet", values=values, points=points)

    def outlook(self, outlook: Outlook, moment: Decision) -> str:  # noqa: ARG002 - options go by their numbers
        """What each choice is worth."""
        what = "win" if outlook.wins else "points"
        points = {} if outlook.points is None else {"points": list(outlook.points)}
        best = outlook.best + 1
        return _line("advice", what=what, now=outlook.now, options=list(outlook.options), **points, best=best)

    def note(self, text: str) -> str:
        """A word about the play."""
        return _line("note", text=text)

    def over(self, moment: Over, points: float) -> str:
        """The end."""
        ending, kind = "endless", "endless"
        match moment:
            case Ended(ending=name, words=ending):
                kind = self._knowledge.endings[name].kind
            case SoftLock():
                ending, kind = "soft lock", "defeat"
        return self._written() + _line("end", ending=ending, kind=kind, points=points)


def _line(event: str, **values: object) -> str:
    return escaped(json.dumps(finite({"event": event, **values}), ensure_ascii=False)) + "\n"
