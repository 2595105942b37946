"""What an editor asks, and which part of the language server answers it.

Each feature has a module of its own, which knows nothing of the protocol's messages but their parts; here they are put
together.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from gamebook.lsp import actions, beside, completion, names, outline, tokens
from gamebook.lsp import hover as hovers
from gamebook.lsp import links as links_of
from gamebook.lsp.page import Page, path_of
from gamebook.lsp.server import Server
from gamebook.syntax.format import format_source

if TYPE_CHECKING:
    from gamebook.crew.helper import Context

MAIN = "gamebook/main"
"""A question of ours, for editors that play books."""
_FIXES = {lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Empty}
"""What an editor asks for that wants suggestions: these, or everything."""


class RefusedError(JsonRpcException):
    """What a writer asked for cannot be done; the editor shows the message, which is a sentence."""

    CODE = lsp.LSPErrorCodes.RequestFailed


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


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Whether a message of the protocol's library belongs in the log: a refusal is an answer, and nobody's fault."""
    return record.exc_info is None or not isinstance(record.exc_info[1], RefusedError)
