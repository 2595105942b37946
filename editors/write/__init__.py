"""The words of the language in the files for editors: `make editors` takes them from the grammar.

The files themselves are written by hand, all but these lists.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editors.write import vscode

_EDITORS = Path(__file__).parents[1]

FILES: dict[Path, Callable[[str], str]] = {
    _EDITORS / "vscode" / "syntaxes" / "gamebook.tmLanguage.json": vscode.grammar,
    _EDITORS / "vscode" / "language-configuration.json": vscode.configuration,
}
"""For each file with such lists: a function that takes its text, and gives the text with the present words."""
