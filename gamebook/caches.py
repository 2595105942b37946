"""The user's cache: files that can be made again, and that are used only if nobody else can have written them.

What is kept here holds code, or is a pickle, which runs code when it is opened. So a file counts only if it belongs to
this user, in a folder that only this user can write; and only if it is whole.
"""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from gamebook.files import PRIVATE, write_bytes

PRIVATE_FOLDER = 0o700
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> Path:
    """The user's folder for what can be computed again."""
    return user_cache_path("gamebook", appauthor=False)


def write_cached(path: Path, content: bytes) -> None:
    """Keep a file, whole or not at all; where that is not possible, do without."""
    if not path.is_absolute():  # a user without a home folder: "~/.cache" would be made where we are
        return
    with suppress(OSError):
        path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        write_bytes(path, sealed(content), PRIVATE)


def read_cached(path: Path, code: Path | None = None) -> bytes | None:
    """What was kept; None if there is nothing, if it is damaged, or if somebody else can have written it.

    Args:
        path: the file.
        code: a folder of program files. Where given, the file's folder may also be one that only those can write who
            can write the program anyway.
    """
    try:
        with path.open("rb") as file:
            folder = path.parent.stat()
            trusted = _ours(folder) or (code is not None and _as_strict(folder, code.stat()))
            if not trusted or not _ours(os.fstat(file.fileno())):
                return None
            data = file.read()
    except OSError:
        return None
    content = data[hashlib.sha256().digest_size :]
    return content if data == sealed(content) else None


def sealed(content: bytes) -> bytes:
    """What stands in a file: a digest that tells whether the rest is whole, and the rest."""
    return hashlib.sha256(content).digest() + content


def _ours(status: os.stat_result) -> bool:
    """Whether only this user can write a file or folder."""
    if os.name != "posix":  # elsewhere the system sees to it: the cache lies in the user's own folder
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & OTHERS_WRITE


def _as_strict(folder: os.stat_result, code: os.stat_result) -> bool:
    """Whether nobody can write one folder who cannot write the other."""
    same = (folder.st_uid, folder.st_gid) == (code.st_uid, code.st_gid)
    return same and not folder.st_mode & ~code.st_mode & OTHERS_WRITE
