"""Which image some bytes are, and whether it can be shown."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

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


def is_shown(data: bytes) -> bool:
    """Whether some bytes are a PNG, JPEG or GIF that is whole; of a broken one typesetters show nothing."""
    kind = kind_of(data)
    if kind is None:
        return False
    try:
        _opened(data, kind).load()
        _opened(data, kind).verify()  # a PNG to its end, which loading does not look at
    except Exception:  # noqa: BLE001 - whatever a broken image makes the library raise
        return False
    return True


def _opened(data: bytes, kind: str) -> ImageFile:
    from PIL.GifImagePlugin import GifImageFile  # noqa: PLC0415 - needed only where something is published
    from PIL.JpegImagePlugin import JpegImageFile  # noqa: PLC0415 - the same
    from PIL.PngImagePlugin import PngImageFile  # noqa: PLC0415 - the same

    match kind:
        case "image/png":
            return PngImageFile(BytesIO(data))
        case "image/jpeg":
            return JpegImageFile(BytesIO(data))
        case _:
            return GifImageFile(BytesIO(data))
