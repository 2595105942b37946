"""Words of a command line that a writer can copy."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path


def word_of_shell(path: Path | str) -> str:
    """A path as one word of a command line of this machine, which is not taken for an option."""
    word = f"{os.curdir}{os.sep}{path}" if str(path).startswith("-") else str(path)
    if sys.platform == "win32":
        from subprocess import list2cmdline  # noqa: PLC0415 - needed there only

        return list2cmdline([word])
    return shlex.quote(word)
