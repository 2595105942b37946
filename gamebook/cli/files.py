"""Files that commands read and write by themselves."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from difflib import unified_diff
from io import StringIO
from pathlib import Path

STDIN = Path("-")


def read_bytes(path: Path) -> bytes:
    """What a file holds, or what comes on stdin."""
    return sys.stdin.buffer.read() if path == STDIN else path.read_bytes()


def write_text(path: Path, text: str) -> None:
    """`write_bytes`, for text."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file in one step: whoever reads it meanwhile sees the old text or the new, never half of it."""
    target = path.resolve()  # a link stays a link
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, temporary)
        else:
            temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def diff_text(path: str, before: str, after: str, how: str) -> str:
    """How a file would change, as a patch; `how` says what would be done to it."""
    old, new = (list(StringIO(words, newline="\n")) for words in (before, after))
    lines = unified_diff(old, new, path, f"{path} ({how})")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
