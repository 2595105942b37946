"""The words of the language in the files for editors: `make editors` takes them from the grammar.

The files themselves are written by hand, all but these lists.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editors.write import emacs, kate, pygments, vim, vscode

_EDITORS = Path(__file__).parents[1]

FILES: dict[Path, Callable[[str], str]] = {
    _EDITORS / "vscode" / "syntaxes" / "gamebook.tmLanguage.json": vscode.grammar,
    _EDITORS / "vscode" / "language-configuration.json": vscode.configuration,
    _EDITORS / "vim" / "syntax" / "gamebook.vim": vim.syntax,
    _EDITORS / "emacs" / "gamebook-mode.el": emacs.mode,
    _EDITORS / "kate" / "gamebook.xml": kate.syntax,
    _EDITORS.parent / "gamebook" / "highlight.py": pygments.lexer,
}
"""For each file with such lists: a function that takes its text, and gives the text with the present words."""
