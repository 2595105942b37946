"""The language server: what an editor asks, and what it is told.

Each feature has a module of its own, which knows nothing of the protocol's messages but their parts; here they are put
together. Findings that need no solving follow each change after a short silence; numbers, and findings that need them,
come from a process of their own (`worker`) and are shown only as long as they are about the present text.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol
from urllib.parse import unquote

from lsprotocol import types as lsp
from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from gamebook.diagnostics import Diagnostic
from gamebook.files import SUFFIX
from gamebook.lsp import actions, beside, completion, names, outline, tokens
from gamebook.lsp import diagnostics as findings_of
from gamebook.lsp import hover as hovers
from gamebook.lsp import links as links_of
from gamebook.lsp.books import Books
from gamebook.lsp.chances import Chances
from gamebook.lsp.page import Page, path_of, uri
from gamebook.lsp.places import Ruler
from gamebook.lsp.protocol import Answering
from gamebook.lsp.solved import Wish, digest_of
from gamebook.lsp.worker import Answer, Worker
from gamebook.project import Project
from gamebook.syntax.format import format_source

if TYPE_CHECKING:
    from gamebook.crew.helper import Context

SILENCE = 0.15
"""Seconds after the last change until findings are looked for."""
PAUSE = 0.7
"""Seconds after that until the book is solved."""

MAIN = "gamebook/main"
"""A question of ours, for editors that play books."""


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


class RefusedError(JsonRpcException):
    """What a writer asked for cannot be done; the editor shows the message, which is a sentence."""

    CODE = lsp.LSPErrorCodes.RequestFailed


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Whether a message of the protocol's library belongs in the log: a refusal is an answer, and nobody's fault."""
    return record.exc_info is None or not isinstance(record.exc_info[1], RefusedError)


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


# ---- what an editor asks ----------------------------------------------------------------------------------------


def make(context: Context | None = None) -> Server:
    """A server with all its features.

    Args:
        context: how the process that solves begins; without, it begins with nothing.
    """
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_worth_logging)
    server = Server(context)

    @server.feature(lsp.INITIALIZED)
    def initialized(_: lsp.InitializedParams) -> None:
        server.watch()

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.configure(params.initialization_options)

    @server.feature(lsp.SHUTDOWN)
    def shutdown(_: None = None) -> None:
        server.end()

    @server.feature(lsp.EXIT)
    def leave(_: None = None) -> None:
        server.leave()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.edited(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.edited(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.edited(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        mains = server.books.mains(path)
        server.books.close(path)
        server.regroup()
        server.look_again(main for main in mains if main in server.books.projects)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.books.changed(path_of(change.uri))
        server.regroup()
        server.look_again(list(server.books.projects))

    @server.feature(MAIN)
    def main_of(params: Any) -> str:  # noqa: ANN401 - a message of ours, which the protocol's library knows nothing of
        """The main file of the book that a file, `uri`, belongs to: the one to be played."""
        address = getattr(params, "uri", None)
        if not isinstance(address, str):
            raise JsonRpcInvalidParams.of(f"{MAIN} needs a uri")
        return server.books.mains(path_of(address))[0]

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: lsp.DidChangeConfigurationParams) -> None:
        if server.configure(params.settings):
            server.refresh()
            server.look_again(list(server.books.projects))

    _add_questions(server)
    _add_views(server)
    return server


_FIXES = {lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Empty}
"""What an editor asks for that wants suggestions: these, or everything."""


def _add_questions(server: Server) -> None:
    """What is asked about one place."""

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[">", " ", "[", "{"]))
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return completion.completions(server.page(params.text_document.uri), params.position)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        page, *others = server.pages(params.text_document.uri)
        findings = dict.fromkeys(found for each in (page, *others) for found in server.findings(each.project))
        return hovers.hover(page, params.position, findings, server.chances(page), server.style)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def define(params: lsp.DefinitionParams) -> list[lsp.Location]:
        return names.definitions(server.named(params))

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def refer(params: lsp.ReferenceParams) -> list[lsp.Location]:
        return names.references(server.named(params), declared=params.context.include_declaration)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        return names.highlights(server.page(params.text_document.uri), params.position)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        try:
            return names.renameable(server.named(params), params.position)
        except names.CannotRenameError as error:
            raise RefusedError(str(error)) from error

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        server.books.look_around()
        try:
            changes = names.rename(server.named(params), params.position, params.new_name)
            return server.versioned(lsp.WorkspaceEdit(changes=dict(changes)))
        except names.CannotRenameError as error:
            raise RefusedError(str(error)) from error

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def act(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        wanted = params.context.only
        if not server.takes_edits or (wanted is not None and not _FIXES.intersection(wanted)):
            return []
        found = [
            action
            for page in server.pages(params.text_document.uri)
            for action in actions.actions(
                page, params.range, server.findings(page.project), new_files=server.can_begin_files
            )
        ]
        for each in found:
            each.edit = server.versioned(each.edit) if each.edit is not None else None
        return [each for number, each in enumerate(found) if each not in found[:number]]


def _add_views(server: Server) -> None:
    """What is asked about a whole file, or the whole book."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | list[lsp.SymbolInformation]:
        address = params.text_document.uri
        found = outline.symbols(server.page(address))
        return found if server.shows_trees else outline.flat(found, address)

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def search(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        server.read_again()
        pages = [Page(project, project.main, server.ruler) for project in server.books.projects.values()]
        found = (symbol for page in pages for symbol in outline.found_symbols(page, params.query))
        return list(
            {(each.name, str(each.location)): each for each in found}.values()
        )  # books share files, and systems

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def fold(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folds(server.page(params.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def tidy(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        page = server.page(params.text_document.uri)
        text, _ = format_source(page.source)
        if text == page.source.text:
            return []
        return [lsp.TextEdit(page.range(page.source.span(0, len(page.source.text))), text)]

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hint(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        page, wanted = server.page(params.text_document.uri), server.settings.hints
        known = server.chances(page)
        if known is None or wanted == "off":
            return []
        lines = range(params.range.start.line, params.range.end.line + 1)
        return beside.hints(page, known, lines, choices=wanted == "all")

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lens(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        page = server.page(params.text_document.uri)
        if not server.settings.lenses:
            return []
        return beside.lenses(page, server.chances(page), playable=server.settings.playable)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    def link(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        return list(links_of.links(server.page(params.text_document.uri)))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.LEGEND)
    def colour(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens(tokens.tokens(server.page(params.text_document.uri)))
