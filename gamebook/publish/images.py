"""Which image some bytes are, and whether it can be shown."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct

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


MOST_WIDE, MOST_HIGH = 300, 450
"""The widest and the highest an image is shown by a word processor, in points."""
_USUAL_DPI = 72.0
"""Pixels in an inch, of an image that does not say it."""
_ORIENTATION = 0x0112
"""In the notes of a camera (EXIF), how an image must be turned."""
_QUALITY = 95
"""Of a JPEG that is stored anew: nobody sees the difference."""


class Shown(Struct, frozen=True):
    """An image as a word processor shows it."""

    kind: str
    """Its media type."""
    data: bytes
    pixels: tuple[int, int]
    """Its width and its height."""
    points: tuple[float, float]
    """Its width and its height on paper; a large image is made smaller."""


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


def shown(data: bytes, *, gif: bool = True) -> Shown:
    """An image that can be shown, as a word processor shows it, and upright.

    Args:
        data: the bytes of its file.
        gif: whether a GIF stays one; else it becomes a PNG.
    """
    kind = kind_of(data)
    assert kind is not None, "is_shown says whether it is an image"
    image = _opened(data, kind)
    if is_turned(data) or (kind == "image/gif" and not gif):  # word processors do not turn an image
        kind, data = _anew(image)
        image = _opened(data, kind)
    across, down = image.info.get("dpi", (0, 0))
    width = image.width * _USUAL_DPI / (float(across) or _USUAL_DPI)
    height = image.height * _USUAL_DPI / (float(down) or _USUAL_DPI)
    scale = min(1, MOST_WIDE / width, MOST_HIGH / height)
    return Shown(kind, data, image.size, (width * scale, height * scale))


def is_turned(data: bytes) -> bool:
    """Whether an image must be turned to be upright: most cameras only note how they were held."""
    kind = kind_of(data)
    try:
        return kind is not None and _opened(data, kind).getexif().get(_ORIENTATION, 1) in range(2, 9)
    except Exception:  # noqa: BLE001 - whatever broken notes make the library raise, the image can be shown
        return False


def _anew(image: ImageFile) -> tuple[str, bytes]:
    """The kind and the bytes of an upright copy, a JPEG or a PNG."""
    from PIL.ImageOps import exif_transpose  # noqa: PLC0415 - needed only where something is published

    kind = "JPEG" if image.format == "JPEG" else "PNG"
    made = BytesIO()
    turned = exif_transpose(image)
    kept = {name: turned.info[name] for name in ("dpi", "icc_profile") if name in turned.info}
    turned.save(made, kind, quality=_QUALITY, **kept)
    return f"image/{kind.lower()}", made.getvalue()


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
