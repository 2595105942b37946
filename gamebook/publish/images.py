"""Which kind of image some bytes are."""

from __future__ import annotations

_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)
SUFFIXES = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif"}
"""How the name of a file of each kind ends."""


def kind_of(data: bytes) -> str | None:
    """The media type of an image: PNG, JPEG or GIF; None for anything else.

    SVG is left out: it can hold scripts, and not every reader shows it.
    """
    return next((kind for beginning, kind in _BEGINNINGS if data.startswith(beginning)), None)
