// What the studio's page uses of other authors' libraries: `make vendor` bundles it into one file.
export { Compartment, EditorState, Prec, StateEffect, StateField, Transaction } from "@codemirror/state";
export {
  Decoration, EditorView, ViewPlugin, WidgetType, crosshairCursor, drawSelection, dropCursor, gutter, GutterMarker,
  highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, placeholder,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo } from "@codemirror/commands";
export {
  HighlightStyle, StreamLanguage, codeFolding, foldAll, foldGutter, foldKeymap, foldService, indentUnit, syntaxHighlighting,
  unfoldAll,
} from "@codemirror/language";
export { autocompletion, closeCompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete";
export {
  closeLintPanel, forEachDiagnostic, lintGutter, lintKeymap, nextDiagnostic, openLintPanel, setDiagnostics,
} from "@codemirror/lint";
export { gotoLine, highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { MergeView, unifiedMergeView } from "@codemirror/merge";
export {
  LSPClient, LSPPlugin, Workspace, findReferences, findReferencesKeymap, formatDocument, formatKeymap, hoverTooltips,
  jumpToDefinition, jumpToDefinitionKeymap, renameKeymap, renameSymbol, serverCompletion,
} from "@codemirror/lsp-client";
export { tags } from "@lezer/highlight";
