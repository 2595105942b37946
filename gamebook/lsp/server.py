"""The language server: what an editor asks, and what it is told.

Each feature has a module of its own, which knows nothing of the protocol's messages but their parts; here they are put
together. Findings that need no solving follow each change after a short silence; numbers, and findings that need them,
come from a process of their own (`worker`) and are shown only as long as they are about the present text.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import version
from typing import Any, Literal

from lsprotocol import types as lsp
from msgspec import Struct, field
from msgspec.structs import replace
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from gamebook.diagnostics import Diagnostic
from gamebook.lsp import actions, beside, completion, names, outline, tokens
from gamebook.lsp import diagnostics as findings_of
from gamebook.lsp import hover as hovers
from gamebook.lsp import links as links_of
from gamebook.lsp.books import Books
from gamebook.lsp.odds import Odds
from gamebook.lsp.page import Page, uri
from gamebook.lsp.places import Ruler
from gamebook.lsp.worker import Answer, Wish, Worker, digest_of
from gamebook.project import Project
from gamebook.resolve.load import SUFFIX
from gamebook.syntax.format import format_source

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
    seconds: float = 10.0
    """How long that may take."""
    playable: bool = False
    """The editor has a command `gamebook.play`."""

    def but(self, given: object) -> Settings:
        """These, with those that were given in place of them; what is unknown, or of another type, does not count."""
        if not isinstance(given, dict):
            return self
        known = given.get("gamebook", given)
        if not isinstance(known, dict):
            return self
        found: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value, present = known.get(name), getattr(self, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if type(value) is type(present) or (number and isinstance(present, float)):
                found[name] = value
        if found.get("hints", "all") not in ("off", "chapters", "all"):
            del found["hints"]
        return replace(self, **found)


class Results(Struct):
    """What solving has shown about one book, and where findings are shown."""

    odds: Odds | None = None
    findings: tuple[Diagnostic, ...] = ()
    """Those that need solving."""
    digest: str = ""
    """Of the texts that the findings are about."""
    shown: set[str] = field(default_factory=set)
    """The files, by address, that findings are shown for."""


class RefusedError(JsonRpcException):
    """What a writer asked for cannot be done; the editor shows the message, which is a sentence."""

    CODE = lsp.LSPErrorCodes.RequestFailed


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Whether a message of the protocol's library belongs in the log: a refusal is an answer, and nobody's fault."""
    return record.exc_info is None or not isinstance(record.exc_info[1], RefusedError)


class Server(LanguageServer):
    """The server, and what it remembers between two messages."""

    def __init__(self) -> None:
        super().__init__(
            "gamebook",
            version("gamebook"),
            text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
        )
        self.books = Books()
        self.settings = Settings()
        self.worker = Worker(self._told)
        self.results: dict[str, Results] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    # ---- pages ------------------------------------------------------------------------------------------

    @property
    def ruler(self) -> Ruler:
        """How the editor counts columns."""
        return Ruler(self.workspace.position_encoding or lsp.PositionEncodingKind.Utf16)

    def page(self, address: str) -> Page:
        """A file as a part of its book."""
        path = path_of(address)
        return self._page(self.books.of(path)[0], path)

    def _page(self, project: Project, path: str) -> Page:
        files = {uri(known): known for known in project.edition().sources}
        return Page(project, files.get(uri(path), path), self.ruler)

    def odds(self, page: Page) -> Odds | None:
        """The numbers of a page's book, if they are about the present text."""
        results = self.results.get(page.project.main)
        if results is None or results.odds is None or results.odds.digest != digest_of(page.edition.sources.values()):
            return None
        return results.odds

    def findings(self, project: Project) -> tuple[Diagnostic, ...]:
        """All findings of a book that are about its present text."""
        edition = project.edition()
        results = self.results.get(project.main)
        if results is not None and results.digest == digest_of(edition.sources.values()):
            return results.findings
        return edition.check("quick").findings

    # ---- changes ----------------------------------------------------------------------------------------

    def edited(self, address: str) -> None:
        """A text was opened or changed: look through its books after a silence."""
        path = path_of(address)
        self.books.edit(path, self.workspace.get_text_document(address).source)
        self.look_again(self.books.mains(path))

    def look_again(self, mains: Iterable[str]) -> None:
        """Look through some books after a silence, and then solve them."""
        for main in mains:
            self._later(f"check {main}", SILENCE, partial(self.publish, main))
            if self.settings.solve:
                self._later(f"solve {main}", SILENCE + PAUSE, partial(self._ask, main))

    def _later(self, what: str, seconds: float, do: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        if what in self._timers:
            self._timers.pop(what).cancel()
        self._timers[what] = self._loop.call_later(seconds, do)

    def forget(self, main: str) -> None:
        """A book is no longer open."""
        for what in (f"check {main}", f"solve {main}"):
            if what in self._timers:
                self._timers.pop(what).cancel()
        self.worker.forget(main)
        for address in self.results.pop(main, Results()).shown:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(address, []))

    def publish(self, main: str) -> None:
        """Show the findings of a book."""
        project = self.books.project(main)
        findings = self.findings(project)
        results = self.results.setdefault(main, Results())
        files = {uri(path): path for path in project.edition().sources}
        files.update({uri(each.span.path): each.span.path for each in findings})
        shown = {
            address: findings_of.diagnostics(Page(project, path, self.ruler), findings)
            for address, path in files.items()
        }
        mine = {address for address, found in shown.items() if found or path_of(address) in self.books.open}
        for address in sorted(mine | results.shown):
            found = shown.get(address, [])
            document = self.workspace.text_documents.get(address)
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(address, found, document.version if document else None)
            )
        results.shown = mine

    def _ask(self, main: str) -> None:
        project = self.books.project(main)
        digest = digest_of(project.edition().sources.values())
        results = self.results.get(main)
        if results is None or results.odds is None or results.odds.digest != digest or results.digest != digest:
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
        if answer.odds is not None:
            results.odds = answer.odds
            self._refresh()
        if answer.findings is not None:
            results.findings, results.digest = answer.findings, answer.digest
            self.publish(answer.main)

    def _refresh(self) -> None:
        """Have the editor ask again for what has numbers in it."""
        able = self.client_capabilities.workspace
        if able is not None and able.inlay_hint is not None and able.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if able is not None and able.code_lens is not None and able.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    @property
    def can_begin_files(self) -> bool:
        """Whether the editor makes a new file when an edit names one."""
        able = self.client_capabilities.workspace
        edits = able.workspace_edit if able is not None else None
        kinds = edits.resource_operations if edits is not None else None
        return lsp.ResourceOperationKind.Create in (kinds or ())

    def watch(self) -> None:
        """Have the editor tell which files change on disk: a book may have parts that are not open in it."""
        able = self.client_capabilities.workspace
        watches = able.did_change_watched_files if able is not None else None
        if watches is not None and watches.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(f"**/*{SUFFIX}")])
            wish = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client_register_capability(lsp.RegistrationParams([wish]))

    def configure(self, given: object) -> None:
        """Take the writer's settings."""
        before, self.settings = self.settings, self.settings.but(given)
        if before.hero != self.settings.hero:
            for results in self.results.values():
                results.odds = None


def path_of(address: str) -> str:
    """The path of a file; of a text that was never saved its whole address."""
    return to_fs_path(address) or address


# ---- what an editor asks ----------------------------------------------------------------------------------------


def make() -> Server:
    """A server with all its features."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_worth_logging)
    server = Server()

    @server.feature(lsp.INITIALIZED)
    def initialized(_: lsp.InitializedParams) -> None:
        server.watch()

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.configure(params.initialization_options)

    @server.feature(lsp.SHUTDOWN)
    def shutdown(_: None = None) -> None:
        server.worker.stop()

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
        for main in mains:
            if main in server.books.projects:
                server.look_again([main])
            else:
                server.forget(main)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.books.changed(path_of(change.uri))
        server.look_again(list(server.books.projects))

    @server.feature(MAIN)
    def main_of(params: Any) -> str:  # noqa: ANN401 - a message of ours, which the protocol's library knows nothing of
        """The main file of the book that a file, `uri`, belongs to: the one to be played."""
        return server.books.mains(path_of(params.uri))[0]

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: lsp.DidChangeConfigurationParams) -> None:
        server.configure(params.settings)
        server.look_again(list(server.books.projects))

    _add_questions(server)
    _add_views(server)
    return server


def _add_questions(server: Server) -> None:
    """What is asked about one place."""

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[">", " ", "[", "{"]))
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return completion.completions(server.page(params.text_document.uri), params.position)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        page = server.page(params.text_document.uri)
        return hovers.hover(page, params.position, server.findings(page.project), server.odds(page))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def define(params: lsp.DefinitionParams) -> list[lsp.Location]:
        return names.definitions(server.page(params.text_document.uri), params.position)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def refer(params: lsp.ReferenceParams) -> list[lsp.Location]:
        declared = params.context.include_declaration
        return names.references(server.page(params.text_document.uri), params.position, declared=declared)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        return names.highlights(server.page(params.text_document.uri), params.position)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        page = server.page(params.text_document.uri)
        try:
            name = names.renameable(page, params.position)
        except names.CannotRenameError as error:
            raise RefusedError(str(error)) from error
        return None if name is None else page.range(name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        page = server.page(params.text_document.uri)
        try:
            return lsp.WorkspaceEdit(changes=dict(names.rename(page, params.position, params.new_name)))
        except names.CannotRenameError as error:
            raise RefusedError(str(error)) from error

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def act(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        page = server.page(params.text_document.uri)
        findings = server.findings(page.project)
        return actions.actions(page, params.range, findings, new_files=server.can_begin_files)


def _add_views(server: Server) -> None:
    """What is asked about a whole file, or the whole book."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return outline.symbols(server.page(params.text_document.uri))

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def search(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        pages = [Page(project, project.main, server.ruler) for project in server.books.projects.values()]
        return [found for page in pages for found in outline.found_symbols(page, params.query)]

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
        known = server.odds(page)
        if known is None or wanted == "off":
            return []
        lines = range(params.range.start.line, params.range.end.line + 1)
        return beside.hints(page, known, lines, choices=wanted == "all")

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lens(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        page = server.page(params.text_document.uri)
        if not server.settings.lenses:
            return []
        return beside.lenses(page, server.odds(page), playable=server.settings.playable)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    def link(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        return list(links_of.links(server.page(params.text_document.uri)))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.LEGEND)
    def colour(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens(tokens.tokens(server.page(params.text_document.uri)))
