"""The questions of a page that need no solver: about files (`ASKS`), and about what stands in a book (`READS`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from gamebook.codes import CODES
from gamebook.errors import GamebookError, Unavailable, UsageError
from gamebook.highlight import language_words
from gamebook.lsp.page import uri
from gamebook.resources import resource_folder
from gamebook.shell import word_of_shell
from gamebook.studio import contents
from gamebook.studio.bench import Json
from gamebook.studio.desk import Desk, why
from gamebook.studio.folder import MOST_BYTES, NEW, ChangedOnDiskError
from gamebook.studio.guard import LONGEST


class BadQuestionError(UsageError):
    """A message from a page that makes no sense."""


def text_of(given: Mapping[str, Any], name: str) -> str:
    """The argument of a question that is a text.

    Raises:
        BadQuestionError: it is missing, or something else.
    """
    value = given.get(name)
    if not isinstance(value, str):
        raise BadQuestionError(f"`{name}` is missing, or no text")
    return value


# ---- about files -----------------------------------------------------------------------------------------------


def _hello(desk: Desk, _: Mapping[str, Any]) -> Json:
    """What a page needs first.

    `again`: what the command names that starts the studio with the same folder.
    `most`: how many bytes a text may have, and a message from the page.
    """
    return {
        "root": str(desk.folder.root),
        "rootUri": uri(str(desk.folder.root)),
        "files": desk.folder.names(),
        "first": desk.first,
        "again": word_of_shell(str(desk.folder.root / desk.first)),
        "words": list(language_words()),
        "most": {"text": MOST_BYTES, "message": LONGEST},
    }


def _files(desk: Desk, _: Mapping[str, Any]) -> Json:
    return desk.folder.names()


def _open(desk: Desk, given: Mapping[str, Any]) -> Json:
    """A file's text, its digest, and what pages that are gone have not saved."""
    name = text_of(given, "file")
    found = desk.folder.read(name)
    desk.digests[name] = desk.same[name] = found.digest
    desk.edit(name, found.text)
    return {
        "text": found.text,
        "digest": found.digest,
        "new": found.digest == NEW,
        "uri": uri(desk.path(name)),
        "left": desk.left(name),
    }


def _edit(desk: Desk, given: Mapping[str, Any]) -> Json:
    """The text of a file has changed; it goes to the side file of the page until it is saved.

    Answers with what `Desk.keep` tells. Arguments, beside the text:

        saved   the digest of the file that holds just this text; null if it is not saved
        digest  what the page knows to be on disk
        side    the side file that the page has, as far as it knows; null if none

    The last two are news only after a new connection, when this desk does not know the file yet.
    """
    name, text = text_of(given, "file"), text_of(given, "text")
    if name not in desk.digests and "digest" in given:
        desk.digests[name] = text_of(given, "digest")  # if there is another text by now, or none, the watch tells it
        if given.get("side") is not None:
            desk.unsaved.take_up(name, text_of(given, "side"))
    desk.edit(name, text)
    desk.same[name] = None if given.get("saved") is None else text_of(given, "saved")
    return desk.keep(name)


def _drop(desk: Desk, given: Mapping[str, Any]) -> Json:
    """What a page that is gone has left is not wanted, or was taken."""
    desk.unsaved.drop(text_of(given, "file"), text_of(given, "side"))
    return None


def _save(desk: Desk, given: Mapping[str, Any]) -> Json:
    """Write a file, unless it has changed on disk.

    The page may have a newer text by now, or one that it has gone back to: that one is kept. Answers with the new
    digest, and with what `Desk.keep` tells.
    """
    name, text = text_of(given, "file"), text_of(given, "text")
    try:
        digest = desk.folder.save(name, text, text_of(given, "digest"))
    except ChangedOnDiskError as error:
        desk.digests[name] = error.found.digest  # the answer shows it to the page
        raise
    except OSError as error:
        raise Unavailable(f"{name} cannot be saved: {why(error)}") from error
    desk.digests[name] = digest
    if desk.texts.get(desk.path(name)) == text:
        desk.same[name] = digest
    return {"digest": digest, **desk.keep(name)}


def _close(desk: Desk, given: Mapping[str, Any]) -> Json:
    """A file is not open any more; what was not saved is given up."""
    name = text_of(given, "file")
    desk.digests.pop(name, None)
    desk.same.pop(name, None)
    path = desk.path(name)
    desk.texts.pop(path, None)
    desk.reader.soon(partial(desk.books.close, path))
    desk.unsaved.forget(name)
    return None


def _explain(_: Desk, given: Mapping[str, Any]) -> Json:
    """What the code of a finding means: `title`, `cause`, `advice`, and `wrong` beside `right`."""
    code = CODES.get(text_of(given, "code"))
    if code is None:
        raise BadQuestionError(f"no finding has the code {given['code']!r}")
    return {name: getattr(code, name) for name in ("title", "cause", "advice", "wrong", "right")}


def _starter(_: Desk, __: Mapping[str, Any]) -> Json:
    """The text of the book that `gamebook new` copies."""
    return (resource_folder("books") / "starter.gbk").read_text("utf-8")


def _solvers(desk: Desk, _: Mapping[str, Any]) -> Json:
    return desk.solvers.pids


ASKS: Mapping[str, Callable[[Desk, Mapping[str, Any]], Json]] = {
    "hello": _hello,
    "files": _files,
    "open": _open,
    "edit": _edit,
    "drop": _drop,
    "save": _save,
    "close": _close,
    "explain": _explain,
    "starter": _starter,
    "solvers": _solvers,
}
"""Questions that are answered at once."""


# ---- about books -----------------------------------------------------------------------------------------------


async def _book(desk: Desk, given: Mapping[str, Any]) -> Json:
    """The book that a file belongs to."""
    return await desk.reader.do(partial(desk.main, text_of(given, "file")))


async def _left(desk: Desk, _: Mapping[str, Any]) -> Json:
    """What pages that are gone have not saved, by file.

    Of files of the open books that are not open themselves, and of files that are not there: nobody would open those.
    """
    found = {}
    for name in [*await desk.unopened_names(), *desk.unsaved.unwritten()]:
        with suppress(GamebookError, OSError):
            if name not in desk.digests and (left := desk.left(name)):
                found[name] = left
    return found


async def _parts(desk: Desk, given: Mapping[str, Any]) -> Json:
    """The files of a book, its own and those it includes, that lie in the folder."""
    main = desk.path(text_of(given, "book"))
    return await desk.reader.do(lambda: contents.parts(desk.books.project(main), desk.folder))


async def _chapters(desk: Desk, given: Mapping[str, Any]) -> Json:
    """The chapters of a book in the order written."""
    main = desk.path(text_of(given, "book"))
    return await desk.reader.do(lambda: contents.chapters(desk.books.project(main), desk.folder))


READS: Mapping[str, Callable[[Desk, Mapping[str, Any]], Awaitable[Json]]] = {
    "book": _book,
    "left": _left,
    "parts": _parts,
    "chapters": _chapters,
}
"""Questions that wait for the thread in which books are read."""
