"""What ships with the package besides code: books, rule systems, the grammar, a page of findings."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).parent
SHIPPED = "gamebook/systems/"
"""What the paths of shipped rule systems begin with, as they are shown."""


def resource_folder(name: Literal["books", "systems", "grammars", "docs", "phrases"]) -> Path:
    """The folder of that name: inside the package, or (in a checkout, where books stand at the top) beside it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
