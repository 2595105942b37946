"""Two versions of a book side by side: what changed on the page, which findings are new, how the chances moved."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from gamebook.analysis.alarms import Alarm, FindingsAlarm, ValueAlarm
from gamebook.analysis.alike import NARROW
from gamebook.analysis.chances import BEST, Chances, Stats
from gamebook.analysis.changes import Changes, by_title, changes
from gamebook.analysis.difficulty import Bracket
from gamebook.codes.balance import NOT_ALL_SEEN, PROMISE, UNCHECKED
from gamebook.diagnostics import Diagnostic, Level, Report
from gamebook.errors import UsageError
from gamebook.sentences import listed
from gamebook.syntax import ast

_NAME = r"[^\s,:;]++(?! more\b)"
_CHAPTERS = re.compile(rf"(\bchapters? |-> |\bfrom )({_NAME}(?:(?:, | and ){_NAME})*)")
"""Where words of a finding name chapters: `chapter 3`, `chapters 3, 4 and 7`, `-> 3`, `only from 7`."""


class Version(Struct, frozen=True):
    """One version of a book, and what is known of it."""

    name: str
    """As the user called it."""
    title: str
    pages: tuple[ast.Page, ...] | None
    """What is written in it; None for a saved solution."""
    report: Report | None
    """Its findings; None for a saved solution."""
    chances: Chances | None
    """None: it has errors, or nothing was to be solved."""
    broken: bool = False
    """Whether the book cannot be read, and so has no chances. An `expect` that is not met does not count."""

    @property
    def in_part(self) -> bool:
        """Whether a limit came before all of its states were checked: it may have findings that are not known."""
        return self.report is not None and any(each.code == NOT_ALL_SEEN for each in self.report.findings)

    @property
    def titles(self) -> dict[str, str]:
        """The titles of its chapters by name; empty for a saved solution."""
        chapters = (each for page in self.pages or () for each in page.chapters)
        return {str(each.name): each.title for each in chapters if isinstance(each, ast.Chapter)}


class Finding(Struct, frozen=True):
    """A finding, and where it stands."""

    code: str
    severity: str
    message: str
    path: str
    line: int
    chapter: str | None
    """None: outside of all chapters."""
    level: Level


class Moved(Struct, frozen=True):
    """A value before and after; None where it is not known, or there is none."""

    before: Bracket | None
    after: Bracket | None

    @property
    def change(self) -> float | None:
        """How much it rose; None where that is not known."""
        if self.before is None or self.after is None or not (_known(self.before) and _known(self.after)):
            return None
        return self.after.middle - self.before.middle


class HeroMoved(Struct, frozen=True):
    """What one hero is worth, by reader."""

    names: tuple[str, ...]
    """None for one without a name."""
    before: Stats
    after: Stats
    """A name may stand for other values than before."""
    readers: Mapping[str, Moved]


class ChapterMoved(Struct, frozen=True):
    """What best play is worth on arrival in a chapter."""

    old: str
    new: str
    before: float | None
    after: float | None
    """None: best play never comes there."""

    @property
    def change(self) -> float | None:
        """How much it rose; None where best play never came, or never comes."""
        return None if self.before is None or self.after is None else self.after - self.before


class Verdict(Struct, frozen=True):
    """What became of a condition of `--fail-if`."""

    text: str
    rings: bool | None
    """None: that is not known."""
    why: str
    before: Bracket | None = None
    after: Bracket | None = None
    """The values that were compared, where it is about a value."""
    wins: bool = True
    """Whether they are chances."""


class Difference(Struct, frozen=True, dict=True):
    """Two versions of a book."""

    old: Version
    new: Version
    alarms: Sequence[Alarm] = ()

    @cached_property
    def changes(self) -> Changes | None:
        """What changed on the page; None where one version is a saved solution."""
        if self.old.pages is None or self.new.pages is None:
            return None
        return changes(self.old.pages, self.new.pages)

    @cached_property
    def _findings(self) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        if self.old.report is None or self.new.report is None:
            return (), ()
        renamed = self.changes.renamed if self.changes else {}
        before = [(_same(each, renamed), each) for each in self.old.report.findings]
        after = [(_same(each, {}), each) for each in self.new.report.findings]
        new, gone = _without(after, before), _without(before, after)
        return _findings(_certain(new, self.old), self.new), _findings(_certain(gone, self.new), self.old)

    @property
    def in_part(self) -> tuple[Version, ...]:
        """The versions of which not all states were checked."""
        return tuple(each for each in (self.old, self.new) if each.in_part)

    @property
    def appeared(self) -> tuple[Finding, ...]:
        """Findings that only the new version has, for certain."""
        return self._findings[0]

    @property
    def gone(self) -> tuple[Finding, ...]:
        """Findings that only the old version had, for certain."""
        return self._findings[1]

    @property
    def unlike(self) -> str:
        """Why values are not compared: one version counts chances, the other points; else empty."""
        old, new = self.old.chances, self.new.chances
        if old is None or new is None or old.aim == new.aim:
            return ""
        return f"the old version has aim {old.full_aim}, the new one aim {new.full_aim}"

    @property
    def _both(self) -> tuple[Chances, Chances] | None:
        """What is known of both versions; None where there is nothing to compare."""
        old, new = self.old.chances, self.new.chances
        return None if old is None or new is None or self.unlike else (old, new)

    @cached_property
    def readers(self) -> Mapping[str, Moved]:
        """Values at the start, by reader."""
        if self._both is None:
            return {}
        old, new = self._both
        return _moved(old.readers, new.readers)

    @cached_property
    def heroes(self) -> tuple[HeroMoved, ...]:
        """The same for heroes that both versions know: a name is one hero.

        A saved solution has heroes without names, too; those with the same values are one. An older one has no names.
        """
        if self._both is None:
            return ()
        old, new = self._both
        named: dict[tuple[Stats, Stats], list[str]] = {}
        for name in (each for each in new.names if each in old.names):
            named.setdefault((old.names[name], new.names[name]), []).append(name)
        if None in (self.old.pages, self.new.pages):
            before = {frozenset(stats): stats for stats in old.heroes}
            for stats in new.heroes:
                if frozenset(stats) in before:
                    named.setdefault((before[frozenset(stats)], stats), [])
        return tuple(
            HeroMoved(tuple(names), was, now, _moved(old.heroes[was], new.heroes[now]))
            for (was, now), names in named.items()
        )

    @cached_property
    def chapters(self) -> tuple[ChapterMoved, ...]:
        """Chapters of both versions with what best play is worth there, in the new order."""
        if self._both is None:
            return ()
        old, new = self._both
        before, after = old.chapters, new.chapters
        renamed = by_title(old.titles, new.titles) if self.changes is None else self.changes.renamed
        back = {new: old for old, new in renamed.items() if old in before}
        return tuple(ChapterMoved(back[name], name, before[back[name]], after[name]) for name in after if name in back)

    @property
    def complete(self) -> bool:
        """Whether no limit came before an answer."""
        return all(each.chances is None or each.chances.complete for each in (self.old, self.new))

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What became of the conditions.

        Raises:
            UsageError: a condition is about points and the book about chances, or the other way round; or there is no
                such hero.
        """
        return tuple(self._verdict(each) for each in self.alarms)

    def _verdict(self, alarm: Alarm) -> Verdict:
        if isinstance(alarm, FindingsAlarm):
            if self.old.report is None or self.new.report is None:
                return Verdict(alarm.text, None, "a saved solution has no findings")
            count = Counter(each.severity for each in self.appeared)
            total = sum(count[severity] for severity in alarm.severities)
            told = f"there are {total}" if total else "there are none"
            if self.in_part:
                told += f", as far as {listed(each.name for each in self.in_part)} could be checked"
            return Verdict(alarm.text, alarm.rings(count), told)
        if self.new.broken:
            return Verdict(alarm.text, True, "the new version has errors, so it cannot be won")
        if self.old.broken:
            return Verdict(alarm.text, None, "the old version has errors, so it has no chances")
        if self.unlike:
            return Verdict(alarm.text, None, self.unlike)
        known = self.new.chances or self.old.chances
        if known is not None and alarm.wins != (known.aim == "win"):
            need = "score" if alarm.wins else "win"
            raise UsageError(f"--fail-if {alarm.text}: the book has aim {known.full_aim}; write {need}")
        moved = self._asked(alarm)
        if moved is None or moved.before is None or moved.after is None:
            return Verdict(alarm.text, None, "that is not known for both versions")
        rings = alarm.rings(*map(_ends, (moved.before, moved.after)))
        if rings and not alarm.rings(*map(_ends, self._sure(alarm, moved.before, moved.after))):
            why = "not for certain: it is so now, but what is not written yet may change it"
            return Verdict(alarm.text, False, why)
        return Verdict(alarm.text, rings, "", moved.before, moved.after, alarm.wins)

    def _sure(self, alarm: ValueAlarm, before: Bracket, after: Bracket) -> tuple[Bracket, Bracket]:
        """Bounds of two values, whatever is written where a draft ends."""
        assert self.old.chances is not None
        assert self.new.chances is not None
        who, hero = alarm.reader or BEST, alarm.hero is not None
        return self.old.chances.sure(who, before, hero=hero), self.new.chances.sure(who, after, hero=hero)

    def _asked(self, alarm: ValueAlarm) -> Moved | None:
        if alarm.hero is None:
            return self.readers.get(alarm.reader or BEST)
        named = {name: each for each in self.heroes for name in each.names}
        if alarm.hero not in named:
            known = ", ".join(named) or "none"
            raise UsageError(
                f"--fail-if {alarm.text}: there is no hero {alarm.hero} in both versions; known are: {known}"
            )
        return named[alarm.hero].readers.get(BEST)


def _ends(bracket: Bracket) -> tuple[float, float]:
    return bracket.low, bracket.high


def _known(bracket: Bracket) -> bool:
    """Whether a value is one number, but for rounding."""
    return bracket.high - bracket.low <= NARROW * max(1.0, abs(bracket.middle))


def _moved(before: Mapping[str, Bracket], after: Mapping[str, Bracket]) -> dict[str, Moved]:
    return {name: Moved(before.get(name), after.get(name)) for name in dict.fromkeys((*after, *before))}


# ---- findings ---------------------------------------------------------------------------------------------


_ONE = {UNCHECKED: PROMISE}
"""A promise of which nobody knows whether it is kept may be the broken one of the other version."""
Same = tuple[str, str]
"""What two findings that are the same have in common."""


def _same(each: Diagnostic, names: Mapping[str, str]) -> Same:
    """What makes a finding this one, wherever it stands: its code, and its subject or its words."""
    return _ONE.get(each.code, each.code), _renamed(each.subject or each.message, names)


def _findings(some: Iterable[Diagnostic], version: Version) -> tuple[Finding, ...]:
    """Some findings of a version, with their places in it."""
    assert version.report is not None
    starts: dict[str, list[tuple[int, str]]] = {}
    for page in version.pages or ():
        for chapter in page.chapters:
            if isinstance(chapter, ast.Chapter):
                starts.setdefault(chapter.span.path, []).append((chapter.span.start, chapter.name))
    return tuple(_finding(each, version.report, starts.get(each.span.path, [])) for each in some)


def _finding(each: Diagnostic, report: Report, starts: list[tuple[int, str]]) -> Finding:
    source = report.sources.get(each.span.path)
    line = source.position(each.span.start).line if source is not None else 1
    at = bisect_right(starts, each.span.start, key=lambda start: start[0]) - 1
    chapter = starts[at][1] if at >= 0 else None
    return Finding(each.code, each.severity.value, each.message, each.span.path, line, chapter, each.level)


def _certain(some: Iterable[Diagnostic], other: Version) -> Iterator[Diagnostic]:
    """Findings that another version has not, unless it may have them: it was checked in part, and they need states."""
    return (each for each in some if each.code != NOT_ALL_SEEN and not (other.in_part and each.level == "full"))


def _renamed(message: str, names: Mapping[str, str]) -> str:
    """A finding's words with the new numbers of chapters."""

    def renamed(found: re.Match[str]) -> str:
        return found[1] + re.sub(_NAME, lambda name: names.get(name[0], name[0]), found[2])

    return _CHAPTERS.sub(renamed, message)


def _without(some: Iterable[tuple[Same, Diagnostic]], others: Iterable[tuple[Same, Diagnostic]]) -> list[Diagnostic]:
    """Findings that are not among the others, as often as they are there."""
    left = Counter(same for same, _ in others)
    found = []
    for same, each in some:
        if left[same]:
            left[same] -= 1
        else:
            found.append(each)
    return found
