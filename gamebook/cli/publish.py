"""`gamebook publish`: the book that readers hold, printed or on a screen."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from gamebook.cli.book import assignments, hero_given, ready, warm_up
from gamebook.cli.console import emit, fail, say, watched
from gamebook.cli.files import STREAM
from gamebook.cli.options import BookFile, Force, Hero, NumbersFile, Settings
from gamebook.cli.outputs import spare, write_output
from gamebook.errors import GamebookError, UsageError
from gamebook.limits import STATES_FOR_ADVICE

if TYPE_CHECKING:
    from gamebook.project import Project
    from gamebook.publish.document import Document
    from gamebook.publish.publication import Publication

EXAMPLE = "gamebook publish books/tutorial.gbk --to html -o tutorial.html"
PROOF_SECONDS = 60.0
"""How long a book is solved for its proof."""
PAUSE = 0.3
"""Seconds between two looks at the files of a book that is watched."""
BINARY = {"pdf", "epub", "docx"}
"""Formats that no terminal can show."""
ENDS = {"play": "play.html"}
"""How the names of files end that do not end as their format is called."""


def command(
    book: BookFile,
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="The format, if the file name does not show it.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write, or '-' for stdout; by default BOOK.FORMAT here.",
        ),
    ] = None,
    force: Force = False,
    numbers: NumbersFile = None,
    preset: Annotated[
        str, typer.Option("--page", metavar="PRESET", help="The page of a pdf: a5, pocket, letter, competition.")
    ] = "a5",
    dice: Annotated[bool, typer.Option("--dice", help="Print two dice in the corner of each page of a pdf.")] = False,
    titles: Annotated[bool, typer.Option("--titles", help="Print the titles of chapters.")] = False,
    proof: Annotated[
        bool, typer.Option("--proof", help="Add names, conditions, findings and chances to win to each section.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Publish again whenever a file of the book changes, until Ctrl-C.")
    ] = False,
    hints: Annotated[
        bool, typer.Option("--hints", help="Let readers of a page to play ask what best play would do.")
    ] = False,
    hero: Hero = "",
    settings: Settings = None,
    limit_states: Annotated[
        int, typer.Option("--limit-states", metavar="N", min=1, help="Hints only if the book has at most N states.")
    ] = STATES_FOR_ADVICE,
) -> None:
    """Publish a book: on paper or on a screen.

    Every rule stands there in words, and every chapter has a number.

    Formats: pdf (print), epub, docx, rtf, html (with links), play (a page to play), md (Pandoc), tex, txt.
    """
    from gamebook.publish.formats import WRITERS
    from gamebook.publish.typeset import preset_of

    form = to or (output.suffix[1:] if output is not None else "")
    if form not in WRITERS:
        fail(f"--to needs a format: {', '.join(sorted(WRITERS))}")
    if form != "play" and (hints or (hero and not proof)):
        fail("--hints and --hero are for --to play; --hero is also for --proof")
    path = output or Path(f"{book.stem}.{ENDS.get(form, form)}")
    if path == STREAM and form in BINARY:
        fail(f"{form} goes to a file: -o {book.stem}.{form}")
    if path == STREAM and watch:
        fail("--watch writes a file again and again; give it a name with -o")
    preset_of(preset)
    wishes = (("titles", titles), ("dice", dice), ("hints", hints))
    wanted = _Wanted(
        book, form, path, numbers, preset, frozenset(word for word, wished in wishes if wished),
        assignments("--set", settings or []), hero, limit_states, proof, force,
    )  # fmt: skip
    if watch:
        spare(path, book, force=force)  # no change of the book mends that
        _watch(wanted)
    else:
        _build(wanted)


class _Wanted(Struct, frozen=True):
    """What is published, and how."""

    book: Path
    form: str
    path: Path
    numbers: Path | None
    preset: str
    options: frozenset[str]
    settings: dict[str, int]
    hero: str
    limit_states: int
    proof: bool
    force: bool


def _build(wanted: _Wanted) -> tuple[str, ...]:
    """Publish a book once, and return the files that it was read from."""
    from gamebook.analysis.given_hero import hero_values
    from gamebook.publish import kept_numbers, numbering
    from gamebook.publish.document import pictures
    from gamebook.publish.formats import writer_of
    from gamebook.publish.make import make, phrases_for
    from gamebook.publish.proofreading import proofread, untold
    from gamebook.publish.publication import Publication

    project = ready(wanted.book, wanted.settings)
    kept = wanted.numbers or kept_numbers.file_of(wanted.book)
    edition = project.edition()
    document = make(edition, numbering.numbering(edition, kept_numbers.load_numbers(kept)))
    folder = wanted.book.parent
    images = [folder / each.path for each in pictures(document)]
    spare(wanted.path, wanted.book, edition, force=wanted.force, numbers=kept)
    for wrong in proofread(document, edition.book, phrases_for(edition)):
        say(f"gamebook: {wrong.message}")
    for words in untold(document, edition.sources):
        say(f"gamebook: {words}")
    if wanted.proof:
        document = _proof(project, document, wanted.hero)
    given = {} if wanted.proof else hero_values(edition.book, hero_given(wanted.hero))
    target = None if wanted.path == STREAM else wanted.path.parent
    publication = Publication(
        edition, document, folder, wanted.preset, wanted.options, given, wanted.limit_states, target
    )
    for problem in publication.unshown_images():
        say(f"gamebook: {problem}")
    if "hints" in wanted.options:
        warm_up()
    with watched("publishing"):
        data = writer_of(wanted.form).write(publication)
    for note in publication.notes:
        say(f"gamebook: {note}")
    if wanted.path == STREAM:
        emit(data.decode())
    else:
        write_output(wanted.path, data)
        say(f"{wanted.path} written: {_size(publication, wanted.form)}")
    return (*(each.path for each in edition.loaded.seen), *map(str, images), str(kept))


def _size(publication: Publication, form: str) -> str:
    """How long the book is."""
    from gamebook.publish.proofreading import sizes
    from gamebook.sentences import counted

    chapters = [(each.name, each.part) for each in publication.edition.book.chapters]
    if form != "pdf":
        parts = sizes(publication.document, chapters)
        pages, listed = "", ", ".join(f"{name} {part.words:,}" for name, part in parts.items())
    else:
        from gamebook.publish.printing import layout

        found = layout(publication)
        parts = sizes(publication.document, chapters, found.lengths)
        pages = f"{counted(found.count, 'page')}, "
        listed = ", ".join(f"{name} {part.words:,} on {part.pages:.1f} pages" for name, part in parts.items())
    words = sum(part.words for part in parts.values())
    sections = counted(len(publication.document.sections), "section")
    return f"{pages}{sections}, {counted(words, 'printed word')} ({listed})"


def _proof(project: Project, document: Document, hero: str) -> Document:
    """The document with notes for the author; what play is worth to one hero, where it is found in a moment."""
    from gamebook.analysis.map_numbers import map_numbers
    from gamebook.publish.numbering import links_of
    from gamebook.publish.pages import pages_of
    from gamebook.publish.proof import with_notes
    from gamebook.publish.review import review
    from gamebook.verbs import solve

    warm_up()
    edition = project.edition()
    with watched("solving for the proof") as job:
        try:
            solution = solve(project, hero_given(hero or "average"), timeout=PROOF_SECONDS, job=job)
        except UsageError:
            if hero:
                raise
            solution = solve(project, {}, timeout=PROOF_SECONDS, job=job)  # where nothing is rolled, nobody is average
    numbers = map_numbers(solution)
    worth = numbers.worth if solution.difficulty.complete else None
    findings = (*edition.mistakes.findings, *review(edition))
    links = links_of(edition).links
    return with_notes(document, pages_of(edition).chapters, findings, worth, links=links, wins=numbers.wins)


def _watch(wanted: _Wanted) -> None:
    """Build a book, and again after each change of one of its files."""
    files: tuple[str, ...] = (str(wanted.book),)
    while True:
        began, before = time.time_ns(), _times(files)
        with suppress(typer.Exit):  # what is wrong was said; the next change may mend it
            try:
                built = _build(wanted)
            except (GamebookError, OSError) as error:
                say(f"gamebook: {error}")
            else:
                if built != files:
                    files = built
                    before = tuple(each if each < began else 0 for each in _times(files))
        while _times(files) == before:
            time.sleep(PAUSE)


def _times(files: tuple[str, ...]) -> tuple[int, ...]:
    """When each file was changed; 0 for one that is not there."""
    found = []
    for each in files:
        try:
            found.append(Path(each).stat().st_mtime_ns)
        except OSError:
            found.append(0)
    return tuple(found)
