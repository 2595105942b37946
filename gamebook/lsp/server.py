"""The language server: what it remembers of its editor, and what it tells it unasked.

Findings that need no solving follow each change after a short silence; numbers, and findings that need them, come from
a process of their own (`worker`) and are shown only as long as they are about the present text. What it is asked is in
`questions`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Literal, Protocol
from urllib.parse import unquote

from lsprotocol import types as lsp
from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from gamebook.diagnostics import Diagnostic
from gamebook.files import SUFFIX
from gamebook.lsp import diagnostics as findings_of
from gamebook.lsp import hover as hovers
from gamebook.lsp import names
from gamebook.lsp.books import Books
from gamebook.lsp.chances import Chances
from gamebook.lsp.page import Page, path_of, uri
from gamebook.lsp.places import Ruler
from gamebook.lsp.protocol import Answering
from gamebook.lsp.solved import Wish, digest_of
from gamebook.lsp.worker import Answer, Worker
from gamebook.project import Project

if TYPE_CHECKING:
    from gamebook.crew.helper import Context

SILENCE = 0.15
"""Seconds after the last change until findings are looked for."""
PAUSE = 0.7
"""Seconds after that until the book is solved."""


class Settings(Struct, frozen=True):
    """What a writer can choose, as the `gamebook` section of an editor's settings."""

    hero: str = "average"
    """Whose chances are shown: a name, or nothing for all heroes."""
    hints: Literal["off", "chapters", "all"] = "chapters"
    """Chances at the ends of lines: none, at the heads of chapters, at choices too."""
    lenses: bool = True
    """Words above the heads of chapters."""
    solve: bool = True
    """Solve the book in the background."""
    seconds: Annotated[float, Meta(gt=0)] = 10.0
    """How long that may take."""
    playable: bool = False
    """The editor has a command `gamebook.play`."""

    def but(self, given: object) -> tuple[Settings, list[str]]:
        """These, with those that were given in place of them; and a sentence on each that cannot be taken."""
        section = given.get("gamebook", given) if isinstance(given, dict) else None
        section = section if isinstance(section, dict) else {}
        found, wrong = self, []
        for name in self.__struct_fields__:
            value = section.get(name)
            if value is None:
                continue
            try:
                found = convert(to_builtins(found) | {name: value}, Settings)
            except ValidationError:
                wrong.append(f"The setting gamebook.{name} is {_WANTED[name]}, not {json.dumps(value)}.")
        return found, wrong


_WANTED = {
    "hero": "the name of a hero, such as “average”",
    "hints": "“off”, “chapters” or “all”",
    "lenses": "true or false",
    "solve": "true or false",
    "seconds": "a number of seconds above 0",
    "playable": "true or false",
}
"""What each setting can be."""


class Results(Struct):
    """What solving has shown about one book."""

    chances: Chances | None = None
    findings: tuple[Diagnostic, ...] = ()
    """Those that need solving."""
    digest: str = ""
    """Of the texts that the findings are about."""


class Place(Protocol):
    """Where an editor asks about a name."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


class Shown(Struct, frozen=True):
    """What one book finds in one file."""

    text: str
    """Of the file."""
    findings: list[lsp.Diagnostic]


class Server(LanguageServer):
    """The server, and what it remembers between two messages."""

    def __init__(self, context: Context | None = None) -> None:
        super().__init__(
            "gamebook",
            version("gamebook"),
            text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
            protocol_cls=Answering,
        )
        self.books = Books()
        self.settings = Settings()
        self.worker = Worker(self._told, context)
        self.results: dict[str, Results] = {}
        self._followed: set[str] = set()
        """The books that were looked through or wait for it, by main file."""
        self._shown: dict[str, dict[str, Shown]] = {}
        """What is shown of each book, by its main file and by the address of the file that it is shown for."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.exit_code = 0
        """For the process: 1 if the editor ended it without asking for `shutdown` first."""
        self._ended = False

    # ---- pages ------------------------------------------------------------------------------------------

    @property
    def ruler(self) -> Ruler:
        """How the editor counts columns."""
        return Ruler(self.workspace.position_encoding or lsp.PositionEncodingKind.Utf16)

    def page(self, address: str) -> Page:
        """A file as a part of its book."""
        return self.pages(address)[0]

    def pages(self, address: str) -> list[Page]:
        """A file as a part of each of its books."""
        self.read_again()
        return self._sharing(path_of(address))

    def read_again(self) -> None:
        """Look at what is not open, before something is said about it: it may have changed on disk."""
        changed = self.books.look_again()
        self.regroup()
        self.look_again(changed)

    def named(self, place: Place) -> tuple[names.Named, ...]:
        """What is named at a place, in each book that the name belongs to."""
        return names.named(self.pages(place.text_document.uri), place.position, self._sharing)

    def _sharing(self, path: str) -> list[Page]:
        return [self._page(project, path) for project in self.books.of(path)]

    def _page(self, project: Project, path: str) -> Page:
        files = {uri(known): known for known in project.edition().sources}
        return Page(project, files.get(uri(path), path), self.ruler)

    def chances(self, page: Page) -> Chances | None:
        """The numbers of a page's book, if they are about the present text."""
        results = self.results.get(page.project.main)
        if (
            results is None
            or results.chances is None
            or results.chances.digest != digest_of(page.edition.sources.values())
        ):
            return None
        return results.chances

    def findings(self, project: Project) -> tuple[Diagnostic, ...]:
        """All findings of a book that are about its present text."""
        edition = project.edition()
        results = self.results.get(project.main)
        if results is not None and results.digest == digest_of(edition.sources.values()):
            return results.findings
        return edition.check("quick").findings

    # ---- the end ----------------------------------------------------------------------------------------

    def end(self) -> None:
        """The editor wants no more answers."""
        self._ended = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self.worker.stop()

    def leave(self) -> None:
        """The editor ends the process."""
        self.exit_code = 0 if self._ended else 1

    def shutdown(self) -> None:
        """Stop all work. A thread that reads what the editor says next may wait for that for ever: it is left alone."""
        self.end()
        if self._thread_pool is not None:
            self._thread_pool.shutdown(wait=False)
            self._thread_pool = None
        super().shutdown()  # type: ignore[no-untyped-call]  # pygls says nothing of it

    # ---- changes ----------------------------------------------------------------------------------------

    def edited(self, address: str) -> None:
        """A text was opened or changed: look through its books after a silence."""
        path = path_of(address)
        self.books.edit(path, self.workspace.get_text_document(address).source)
        self.regroup()
        self.look_again(self.books.mains(path))

    def regroup(self) -> None:
        """See which books the open files belong to now: forget those that are gone, and look through the new ones."""
        now = self.books.projects.keys()
        gone = sorted(self._followed - now)
        if gone:
            self.books.drop()
        for main in gone:
            self.forget(main)
        self.look_again(sorted(now - self._followed))

    def look_again(self, mains: Iterable[str]) -> None:
        """Look through some books after a silence, and then solve them."""
        for main in mains:
            self._followed.add(main)
            self._later(f"check {main}", SILENCE, partial(self.publish, main))
            if self.settings.solve:
                self._later(f"solve {main}", SILENCE + PAUSE, partial(self._ask, main))

    def _later(self, what: str, seconds: float, do: Callable[[], None]) -> None:
        if self._ended:  # a message that came before may be handled after the end
            return
        self._loop = asyncio.get_running_loop()
        if what in self._timers:
            self._timers.pop(what).cancel()
        self._timers[what] = self._loop.call_later(seconds, do)

    def forget(self, main: str) -> None:
        """A book has no open file any more, or is no book any more."""
        self._followed.discard(main)
        for what in (f"check {main}", f"solve {main}"):
            if what in self._timers:
                self._timers.pop(what).cancel()
        self.worker.forget(main)
        self.results.pop(main, None)
        for address in self._shown.pop(main, {}):
            self._show(address)

    def publish(self, main: str) -> None:
        """Show the findings of a book."""
        project = self.books.project(main)
        findings = self.findings(project)
        self.results.setdefault(main, Results())
        files = {uri(path): path for path in project.edition().sources}
        files.update({uri(each.span.path): each.span.path for each in findings})
        shown: dict[str, Shown] = {}
        for address, path in files.items():
            page = Page(project, path, self.ruler)
            found = findings_of.diagnostics(page, findings)
            if found or path_of(address) in self.books.open:
                shown[address] = Shown(page.source.apart or page.source.text, found)
        before, self._shown[main] = self._shown.get(main, {}), shown
        for address in sorted(shown.keys() | before.keys()):
            self._show(address, shown.get(address))

    def _show(self, address: str, newest: Shown | None = None) -> None:
        """Show the findings of a file: those of all its books.

        Args:
            address: the file.
            newest: what one book finds in it now; what others have found in another text of it is out of date.
        """
        books = [found[address] for found in self._shown.values() if address in found]
        now = [each for each in books if newest is None or each.text == newest.text]
        found = [each for book in now for each in book.findings]
        once = [each for number, each in enumerate(found) if each not in found[:number]]
        once.sort(key=lambda each: (each.range.start.line, each.range.start.character))
        document = self._open_text(address)
        spelled, version = (address, None) if document is None else (document.uri, document.version)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(spelled, once, version))

    def _open_text(self, address: str) -> TextDocument | None:
        """The open text of a file, whose `uri` is as the editor spells its address, which may not be as we do."""
        texts, path = self.workspace.text_documents, path_of(address)
        return texts.get(unquote(address)) or next((each for each in texts.values() if path_of(each.uri) == path), None)

    def _ask(self, main: str) -> None:
        project = self.books.project(main)
        digest = digest_of(project.edition().sources.values())
        results = self.results.get(main)
        if results is None or results.chances is None or results.chances.digest != digest or results.digest != digest:
            texts = dict(self.books.open)
            self.worker.ask(Wish(main, digest, texts, self.settings.hero, self.settings.seconds))

    def _told(self, answer: Answer) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.learn, answer)

    def learn(self, answer: Answer) -> None:
        """Show what the process that solves has found, unless the book was closed meanwhile, or another hero chosen."""
        if answer.main not in self.books.projects or answer.hero != self.settings.hero:
            return
        results = self.results.setdefault(answer.main, Results())
        if answer.failure:
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Warning, f"{answer.main}: {answer.failure}"))
        if answer.chances is not None:
            results.chances = answer.chances
            self.refresh()
        if answer.findings is not None:
            results.findings, results.digest = answer.findings, answer.digest
            self.publish(answer.main)

    def refresh(self) -> None:
        """Have the editor ask again for what has numbers in it."""
        able = self.client_capabilities.workspace
        if able is not None and able.inlay_hint is not None and able.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if able is not None and able.code_lens is not None and able.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    @property
    def style(self) -> hovers.Style:
        """How the editor shows words under the pointer."""
        able = self.client_capabilities.text_document
        kinds = able.hover.content_format if able is not None and able.hover is not None else None
        return hovers.Style(markdown=not kinds or lsp.MarkupKind.Markdown in kinds)

    @property
    def shows_trees(self) -> bool:
        """Whether the editor shows what a file defines with the stretch of each thing."""
        able = self.client_capabilities.text_document
        symbols = able.document_symbol if able is not None else None
        return symbols is not None and bool(symbols.hierarchical_document_symbol_support)

    @property
    def takes_edits(self) -> bool:
        """Whether the editor can carry out an action that is an edit, and not a command."""
        able = self.client_capabilities.text_document
        actions = able.code_action if able is not None else None
        return actions is not None and actions.code_action_literal_support is not None

    @property
    def can_begin_files(self) -> bool:
        """Whether the editor makes a new file when an edit names one."""
        able = self._able_to_edit
        kinds = able.resource_operations if able is not None else None
        return lsp.ResourceOperationKind.Create in (kinds or ())

    @property
    def _able_to_edit(self) -> lsp.WorkspaceEditClientCapabilities | None:
        able = self.client_capabilities.workspace
        return able.workspace_edit if able is not None else None

    def versioned(self, edit: lsp.WorkspaceEdit) -> lsp.WorkspaceEdit:
        """The same edit with the version of each open text, if the editor compares it: no old edit is made then."""
        if edit.changes is None or self._able_to_edit is None or not self._able_to_edit.document_changes:
            return edit
        changes = list[lsp.TextDocumentEdit]()
        for address, edits in edit.changes.items():
            text = self._open_text(address)
            spelled, version = (address, None) if text is None else (text.uri, text.version)
            changes.append(lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(spelled, version), edits))
        return lsp.WorkspaceEdit(document_changes=changes)

    def watch(self) -> None:
        """Have the editor tell which files change on disk: a book may have parts that are not open in it."""
        able = self.client_capabilities.workspace
        watches = able.did_change_watched_files if able is not None else None
        if watches is not None and watches.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(f"**/*{SUFFIX}")])
            wish = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client_register_capability(lsp.RegistrationParams([wish]))

    def configure(self, given: object) -> bool:
        """Take the writer's settings; whether they are others than before."""
        before = self.settings
        self.settings, wrong = before.but(given)
        for sentence in wrong:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, sentence))
        if before.hero != self.settings.hero:
            for results in self.results.values():
                results.chances = None
        return before != self.settings
