"""Images for books of tests."""

import struct
import zlib
from io import BytesIO

from PIL import Image


def png(width: int, height: int) -> bytes:
    """A black image."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    lines = (b"\0" * (1 + (width + 7) // 8)) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def jpeg(width: int, height: int, mode: str = "RGB", turned: int = 1) -> bytes:
    """An image that is white at the left and black at the right, as it is stored.

    Args:
        width: how many pixels are beside each other.
        height: how many are above each other.
        mode: with `CMYK`, it is as programs for print write it, without the usual head.
        turned: the orientation that a camera notes (EXIF).
    """
    made, exif = BytesIO(), Image.Exif()
    exif[0x0112] = turned
    image = Image.new("RGB", (width, height))
    image.paste((255, 255, 255), (0, 0, width // 2, height))
    image.convert(mode).save(made, "JPEG", **({} if turned == 1 else {"exif": exif}))
    return made.getvalue()
