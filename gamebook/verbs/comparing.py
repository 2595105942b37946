"""Ways to play, modes, books of a campaign and versions, side by side."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, cast

from msgspec.structs import replace

from gamebook.diagnostics import Level, Report
from gamebook.errors import UsageError
from gamebook.job import Job, current
from gamebook.limits import LISTED
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.options import Options, Wishes, each_of, kept, one_of, several
from gamebook.project import Edition, Project
from gamebook.tasks import ALONE
from gamebook.verbs.book_task import has_text
from gamebook.verbs.request import Hero, Request, Subject, request_for, subject_of

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.campaign import Campaign
    from gamebook.analysis.chances import Chances
    from gamebook.analysis.difference import Difference, Version
    from gamebook.analysis.modes import Comparison, Variant
    from gamebook.analysis.strategies import StrategyRow
    from gamebook.syntax.ast import Page
    from gamebook.versions import Saved


def strategies(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> tuple[StrategyRow, ...]:
    """The strategies a book declares, beside best play and the uniform reader.

    Args:
        book, hero, text, job: as for `solve`.
        wishes: `settings`, `mode`, `sheet`, `scores`, `best_fights`, and limits: states and memory for each strategy,
            and the time for all. Where one is reached, the row's `complete` is False. Without a limit of states no list
            has more than `LONGEST_LIST`; arrays may.

    Raises:
        BookHasErrors, UsageError, LimitReached, Cancelled: as `solve`.
    """
    from gamebook.analysis.strategies import strategies as compare

    with current(job):
        request = request_for("strategies", "sheet scores best_fights limits", book, text, wishes, hero)
        options = request.options
        return compare(
            *request.for_hero(),
            scores=options.scores,
            best_fights=options.best_fights,
            limits=options.limits.in_several_ways(),
        )


def campaign(
    books: Sequence[Subject] | Subject, hero: Hero = None, *, job: Job | None = None, **wishes: Unpack[Wishes]
) -> Campaign:
    """Books played one after another, each begun with what it carries over from the one before; all must be won.

    Args:
        books: files, projects or models, in the order played.
        hero: the first book's hero; what is not given is rolled.
        job: as for `solve`.
        wishes: limits for each book.

    Raises:
        BookHasErrors: a book has errors; the exception carries them.
        UsageError: `hero` does not fit the book; or the books cannot be played one after another (`NoCampaign`).
        Cancelled: the job was cancelled.
    """
    from gamebook.analysis.campaign import campaign as play_on

    books = (books,) if isinstance(books, Subject) else each_of("books", books)
    if not books:
        raise UsageError("campaign needs a book")
    with current(job):
        first, *others = (request_for("campaign", "limits", book, None, wishes) for book in books)
        titles = _titles([each.edition for each in (first, *others)])
        first = replace(first, options=first.options.but(hero=hero))
        model, given = first.for_hero()
        kinds = None
        if current().crew is not ALONE and all(has_text(each.edition) for each in (first, *others)):
            from gamebook.verbs.campaign_of_kinds import by_crew

            kinds = by_crew(first, [each.edition for each in others])
        models = [model, *(each.edition.book for each in others)]
        named = [replace(each, title=title) for each, title in zip(models, titles, strict=True)]
        return play_on(named, given, limits=first.limits, solve_kinds=kinds)


def _titles(editions: Sequence[Edition]) -> list[str]:
    """The titles of books; where several have one title, with the names of their files."""
    titles = [each.book.title for each in editions]
    paths = [Path(each.loaded.seen[0].path) if has_text(each) else Path() for each in editions]
    names = [each.name for each in paths]
    found: list[str] = []
    for number, (title, path) in enumerate(zip(titles, paths, strict=True), start=1):
        name = path.name if names.count(path.name) == 1 else str(path)
        name = name if name and paths.count(path) == 1 else f"book {number}"
        found.append(title if titles.count(title) == 1 else f"{title} ({name})" if title else name)
    return found


def compare(
    book: Subject | None = None,
    modes: Sequence[Mode] = ("dice", "expected", "residual"),
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Comparison:
    """A book in several modes, to see how much of it is luck.

    Args:
        book, hero, text, job: as for `solve`.
        modes: those to compare; the first one solved is the measure of luck.
        wishes: `settings`, `until`, and limits: the time is for all modes, states and memory are for each; modes that
            are solved at the same time share the memory. Where a limit is reached, the value of a mode is a bracket.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `solve`.
        Unavailable: a process of the job's crew could not do its part.
    """
    from gamebook.analysis.modes import compare as compare_modes
    from gamebook.verbs.other_modes import by_crew, variant

    chosen = [cast("Mode", one_of("modes", each, Mode)) for each in several("modes", modes)]
    if not chosen:
        raise UsageError("compare needs a mode")
    if wishes.get("mode") is not None:
        raise UsageError("compare has no option mode; modes=… says which are compared")
    with current(job):
        subject, given = subject_of("compare", book, text), kept(wishes)

        def request(mode: Mode) -> Request:
            return request_for("compare", "until limits", subject, None, {**given, "mode": mode}, hero)

        def made(mode: Mode) -> Variant:
            return variant(request(mode))

        return compare_modes(
            {mode: partial(made, mode) for mode in chosen},
            limits=request(chosen[0]).limits,
            listed=LISTED,
            others=by_crew(request) if isinstance(subject, Project) else None,
        )


def diff(
    old: Subject | Saved,
    new: Subject | Saved,
    hero: Hero = None,
    readers: Sequence[str] | None = None,
    *,
    fail_if: Sequence[str] = (),
    level: Level = "full",
    names: tuple[str, str] | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Difference:
    """Two versions of a book: chapters, choices, rules, findings and chances, before and after.

    Args:
        old, new: files, git revisions (`"HEAD~1:books/moat.gbk"`), projects, models, or what `Solution.to_json` gave.
        hero: the hero for whom both are solved; what is not given is rolled.
        readers: as for `readers`; by default the usual ones where the book is not too large for that.
        fail_if: conditions such as `win drops 5%`; `Difference.verdicts` says what became of them.
        level: `quick`: what changed on the page and the findings that need no solving.
        names: what to call the versions.
        job: as for `solve`.
        wishes: `settings`, `mode`, and limits: the time is for all together, the others for each solution.

    Raises:
        UsageError: a version cannot be read, the versions have nothing in common, or a condition makes no sense.
        LimitReached: readers were asked for, and a limit came first.
        Unavailable: git is needed, and not installed; or a process of the job's crew could not do its part.
        Cancelled: the job was cancelled.
    """
    from gamebook.analysis.alarms import ValueAlarm, alarm
    from gamebook.analysis.chances import BEST, RANDOM, usable
    from gamebook.analysis.difference import Difference
    from gamebook.model.reader import reader
    from gamebook.versions import opened

    for each in (old, new):
        if not isinstance(each, Subject | Mapping):
            raise UsageError(
                f"diff cannot read {each!r}: a version is a file, a project, a model, or what to_json gave"
            )
    alarms = [alarm(text) for text in several("fail_if", fail_if)]
    asked = [str(reader(each)) for each in several("readers", readers)]
    named = [each.reader for each in alarms if isinstance(each, ValueAlarm) and each.reader]
    alarms = [
        replace(each, reader=str(reader(each.reader))) if isinstance(each, ValueAlarm) and each.reader else each
        for each in alarms
    ]
    if set(named) - {BEST, RANDOM} or asked:
        asked = list(dict.fromkeys([BEST, *asked, RANDOM, *(str(reader(each)) for each in named)]))
    one_of("level", level, Level)
    with current(job):
        sides = [opened(each) if isinstance(each, str | Path) else each for each in (old, new)]
        titles = (called(old, "old"), called(new, "new")) if names is None else several("names", names)
        if len(titles) != len(sides):
            raise UsageError(f"names cannot be {names!r}; it is two names, for the old version and the new one")
        given = Options.of(hero=hero).given_hero
        if given is None:
            given = next((each["hero"] for each in sides if isinstance(each, Mapping) and each.get("hero")), None)
        began = time.monotonic()
        written = [_written_version(*each, given, level, wishes) for each in zip(sides, titles, strict=True)]
        _refuse_unknown_settings([version for version, _ in written])
        requests = [request for _, request in written if request is not None]
        known: Iterator[tuple[Report | None, Chances]] = iter(())
        if requests:
            from gamebook.verbs.solved_versions import solved_versions

            known = iter(solved_versions(requests, asked, began))
        first, second = (
            version if request is None else _with(version, request.edition, *next(known))
            for version, request in written
        )
        saved = not all(isinstance(each, Project | Book) for each in sides)
        if saved and first.chances is not None and second.chances is not None:
            usable(first.chances, second.chances)
        return Difference(first, second, tuple(alarms))


def _refuse_unknown_settings(versions: Sequence[Version]) -> None:
    """Refuse settings that no version has; one that only the other version has is a finding."""
    from gamebook.codes.names import UNKNOWN_PARAMETER

    unknown = [
        {each.message for each in version.report.findings if each.code == UNKNOWN_PARAMETER}
        for version in versions
        if version.report is not None
    ]
    for message in sorted(set.intersection(*unknown)) if unknown else ():
        raise UsageError(message)


def called(side: Subject | Saved, otherwise: str) -> str:
    """What a version is called: the name of its file, where it has one."""
    if isinstance(side, Project):
        return side.main
    return str(side) if isinstance(side, str | Path) else otherwise


def _written_version(
    side: Project | Book | Saved, name: str, hero: Hero, level: Level, wishes: Wishes
) -> tuple[Version, Request | None]:
    """A version, and what is known of it before it is solved; and what to solve, None where that is nothing.

    Args:
        side: the version.
        name: what it is called.
        hero: the hero for whom it is solved.
        level: `quick`: solve nothing.
        wishes: `settings`, `mode` and limits.
    """
    from gamebook.analysis.chances import chances_of
    from gamebook.analysis.difference import Version

    if not isinstance(side, Project | Book):
        found = chances_of(side, name)
        return Version(name, str(side["book"].get("title", "")), None, None, found), None
    request = request_for("diff", "limits", side, None, wishes, hero, refuse_settings=False)
    edition, report, pages = request.edition, None, None
    if isinstance(side, Project):
        report = edition.check("quick")
        pages = _written(edition)
        if edition.has_errors:
            return Version(name, _title(pages), pages, report, None, broken=True), None
    version = Version(name, edition.book.title, pages, report, None)
    if level != "full":
        return version, None
    request = replace(request, options=replace(request.options, hero=_known_hero(edition.book, request.options)))
    request.for_hero()  # a hero who does not fit is an error before anything is solved
    return version, request


def _with(version: Version, edition: Edition, report: Report | None, found: Chances) -> Version:
    """A version that is solved."""
    return replace(version, report=report, chances=replace(found, settings=edition.settings, mode=edition.mode))


def _known_hero(book: Book, options: Options) -> tuple[tuple[str, int], ...]:
    """The hero, but for `weak`, `average` or `lucky` where a version rolls nothing: there all heroes are equal."""
    from gamebook.analysis.given_hero import names_for_all

    given = ((options.hero, 1),) if isinstance(options.hero, str) else options.hero
    gone = names_for_all(book)
    return tuple((name, value) for name, value in given if name not in gone)


def _written(edition: Edition) -> tuple[Page, ...]:
    """The pages of a book; a rule system that ships with this program is the same in every version."""
    from gamebook.resources import SHIPPED

    pages = zip(edition.loaded.sources, edition.loaded.pages, strict=True)
    return tuple(parsed.page for source, parsed in pages if not source.path.startswith(SHIPPED))


def _title(pages: Sequence[Page]) -> str:
    """The title of a book that cannot be resolved."""
    from gamebook.syntax import ast

    declared = (each for page in pages for each in page.declarations)
    return next((each.text for each in declared if isinstance(each, ast.Title) and each.kind == "book"), "")
