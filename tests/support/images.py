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


def jpeg(width: int, height: int, mode: str = "RGB") -> bytes:
    """A black image; with `CMYK` as programs for print write it, without the usual head."""
    made = BytesIO()
    Image.new(mode, (width, height)).save(made, "JPEG")
    return made.getvalue()
