"""Zip archives that are the same bytes for the same files."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from io import BytesIO

_NEVER = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip knows."""


def packed(files: Iterable[tuple[str, bytes]], plain: frozenset[str] = frozenset()) -> bytes:
    """An archive.

    Args:
        files: names and contents, in order.
        plain: the names of files that are not compressed.
    """
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files:
            entry = zipfile.ZipInfo(name, _NEVER)
            entry.compress_type = zipfile.ZIP_STORED if name in plain else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, compresslevel=9)
    return buffer.getvalue()


def unpacked(data: bytes) -> list[tuple[str, bytes]]:
    """The files of an archive, in order."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return [(each.filename, archive.read(each)) for each in archive.infolist()]
