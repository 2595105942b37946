"""What ships with the package besides code: books to start from, rule systems to use."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).parent


def resource_folder(name: Literal["books", "systems"]) -> Path:
    """The folder of that name: inside the package, or (in a checkout, where books stand at the top) beside it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
