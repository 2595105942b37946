"""What ships with the package besides code (books, rule systems, the grammar), and where the user's caches lie."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).parent


def resource_folder(name: Literal["books", "systems", "grammars"]) -> Path:
    """The folder of that name: inside the package, or (in a checkout, where books stand at the top) beside it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def cache_folder() -> Path:
    """The user's folder for what can be computed again."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    return Path(base) / "gamebook" if base else Path.home() / ".cache" / "gamebook"
