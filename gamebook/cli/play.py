"""`gamebook play`: play a book in the terminal."""

from __future__ import annotations

import secrets
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import structs

from gamebook.cli.book import hero_given, page_width, ready, ready_to_begin
from gamebook.cli.console import emit, fail
from gamebook.cli.options import BookFile, From, Hero, ResolveAs, SetOnSheet, mode_of
from gamebook.files import load_bytes
from gamebook.limits import STATES_FOR_ADVICE

if TYPE_CHECKING:
    from gamebook.model.book import Book
    from gamebook.play.saved import Saved
    from gamebook.play.session import Session

EXAMPLE = "gamebook play books/tutorial.gbk --seed 7"
WIDEST = 100
"""Most letters in a line of prose on a wide terminal."""
PIPE = 80
"""Letters in a line of prose if there is no terminal."""


class Auto(StrEnum):
    """Who chooses in place of the reader."""

    BEST = "best"
    RANDOM = "random"
    FIRST = "first"


def _auto(word: str) -> Auto:
    """Who is named so; the random reader also by an older name."""
    try:
        return Auto("random" if word == "uniform" else word)
    except ValueError:
        raise typer.BadParameter(f"{word!r} is not one of {', '.join(map(repr, map(str, Auto)))}.") from None


class Rival(StrEnum):
    """Who chooses for a rival."""

    LOT = "lot"
    BEST = "best"
    ASK = "ask"


def command(
    book: BookFile,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Random seed.")] = None,
    hero: Hero = "",
    start: From = None,
    settings: SetOnSheet = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue a saved game.", exists=True, dir_okay=False)
    ] = None,
    resolve: ResolveAs = None,
    force: Annotated[bool, typer.Option("--force", help="Resume even if the book has changed.")] = False,
    auto: Annotated[
        Auto | None,
        typer.Option(
            "--auto", parser=_auto, metavar="<best|random|first>", help="Let the computer choose until the book ends."
        ),
    ] = None,
    rival: Annotated[Rival, typer.Option("--rival", help="Who chooses for a rival.")] = Rival.LOT,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")] = False,
    limit_states: Annotated[
        int, typer.Option(metavar="N", min=1, help="Give advice only if the book has at most N states.")
    ] = STATES_FOR_ADVICE,
) -> None:
    """Play a book: read, and choose by number.

    At any choice you can also type sheet, advice, back, save FILE, quit or help. Choices can also come from a pipe, one
    per line.
    """
    begun = seed is not None or resolve is not None or bool(hero or start or settings)
    saved = _loaded(resume, begun) if resume else None
    mode = saved.mode if saved else mode_of(resolve)
    if saved is None:
        project, sheet = ready_to_begin(book, settings, mode)
        number = secrets.randbelow(1_000_000) if seed is None else seed
        fresh = _begun(project.book, dict(project.options.settings), number, hero_given(hero), start, sheet)
        saved = structs.replace(fresh, mode=mode)
    else:
        project = ready(book, saved.settings, mode)
        _check_same(saved, project.book, resume, force)

    from gamebook.analysis.given_hero import with_picks
    from gamebook.cli.table import Table
    from gamebook.play.begin import begin_at
    from gamebook.play.session import Session
    from gamebook.render.play_json import JsonTelling
    from gamebook.render.play_text import TextTelling
    from gamebook.render.play_words import Knowledge

    try:
        playable = with_picks(_for(auto, project.book), saved.hero)
        session = Session(begin_at(playable, saved.chapter, saved.sheet), saved.seed, saved.hero)
    except (ValueError, KeyError) as error:
        fail(f"this saved game can no longer be started: {error}")
    knowledge = Knowledge(session.book, session.machine.index)
    width = min(page_width() or PIPE, WIDEST)
    telling = JsonTelling(knowledge) if as_json else TextTelling(knowledge, max(width, 20))
    table = Table(session, telling, saved, auto, rival, limit_states, silent=as_json)
    whole = session.follow(saved.moves)
    if not whole and saved.title != project.book.title and not any(each.kind == "choose" for each in session.moves):
        fail(f"{resume}: this is a game of “{saved.title}”, and nothing of it can be played in {book}")
    emit(telling.opening(saved.seed))
    if not whole:
        emit(telling.note(_resumed(saved, session)))
    table.play()


def _for(auto: Auto | None, book: Book) -> Book:
    """The book for who chooses: who may not know an option needs a way past a menu where nothing else is open."""
    if auto is None or auto == Auto.BEST:
        return book
    from gamebook.analysis.by_chance import with_ways_past

    return with_ways_past(book)


def _loaded(path: Path, begun: bool) -> Saved:
    """A saved game."""
    from gamebook.play.saved import read

    if begun:
        fail("--resume uses the options of the saved game; leave out --seed, --hero, --from, --set and --resolve")
    saved = read(load_bytes(path))
    if saved is None:
        fail(f"{path} is not a saved game")
    return saved


def _check_same(saved: Saved, book: Book, path: Path | None, force: bool) -> None:
    from gamebook.play.saved import fingerprint

    if saved.book != fingerprint(book) and not force:
        which = "the book has changed since" if saved.title == book.title else f"this is a game of “{saved.title}”"
        fail(f"{path}: {which}; --force resumes it as far as possible")


def _resumed(saved: Saved, session: Session) -> str:
    """How far a game was resumed that does not fit the book."""
    same = saved.title == session.book.title
    why = "the book has changed" if same else f"this is a game of “{saved.title}”"
    far = f"was resumed up to chapter {session.chapter}" if session.chapter else "begins anew"
    return f"{why}; the saved game {far}"


def _begun(
    book: Book,
    settings: dict[str, int],
    seed: int,
    hero: dict[str, int],
    start: str | None,
    wishes: dict[str, str],
) -> Saved:
    """A game with no moves yet."""
    from gamebook.analysis.given_hero import hero_values
    from gamebook.analysis.sheet import on_sheet
    from gamebook.play.saved import Saved, fingerprint
    from gamebook.resolve.spelling import chapter_called

    hero = hero_values(book, hero)
    start = None if start is None else chapter_called(start, (chapter.name for chapter in book.chapters))
    sheet = on_sheet(book, wishes)
    return Saved(
        title=book.title,
        book=fingerprint(book),
        settings=settings,
        seed=seed,
        hero=hero,
        chapter=start,
        sheet=sheet,
        moves=(),
    )
