"""Documents of word processors as plain text: DOCX and RTF, unpacked within limits."""

from __future__ import annotations

import re
import zipfile
import zlib
from io import BytesIO
from lzma import LZMAError

from gamebook.interop.sources import Material, NotReadable, read_xml

MOST_UNPACKED = 20_000_000
"""Bytes of a document, unpacked."""
MOST_RATIO = 200
"""How many times larger than packed it may be."""
BROKEN = (zipfile.BadZipFile, zlib.error, LZMAError)
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_RTF = re.compile(
    r"\\'(?P<hex>[0-9a-fA-F]{2})|\\u(?P<code>-?\d{1,6}) ?|\\(?P<word>[a-z]{1,32})(?P<number>-?\d{1,10})? ?"
    r"|\\(?P<sign>[^a-z])|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+",
    re.IGNORECASE,
)
_HIDDEN = frozenset(
    ["fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "footer", "generator", "listtable", "object"]
)
_BREAKS = {"par": "\n\n", "line": "\n", "tab": "\t", "page": "\n", "sect": "\n", "emdash": "—", "endash": "–"}
_BREAKS |= {"rquote": "’", "lquote": "‘", "rdblquote": "”", "ldblquote": "“", "bullet": "•"}


def is_docx(data: bytes) -> bool:
    """Whether bytes are a packed document."""
    return data.startswith(b"PK\x03\x04")


def is_rtf(data: bytes) -> bool:
    """Whether bytes are Rich Text Format."""
    return data.lstrip()[:5].lower() == b"{\\rtf"


def _unpacked(data: bytes) -> bytes | None:
    """The text of a DOCX file as XML; None if it would be too much."""
    with zipfile.ZipFile(BytesIO(data)) as packed:
        entry = packed.getinfo("word/document.xml")
        if entry.file_size > MOST_UNPACKED or entry.file_size > MOST_RATIO * max(entry.compress_size, 1_000):
            return None
        with packed.open(entry) as stream:
            inner = stream.read(MOST_UNPACKED + 1)
    return inner if len(inner) <= MOST_UNPACKED else None


def docx_text(material: Material) -> str:
    """The paragraphs of a DOCX file, one a line; headings as in Markdown.

    Raises:
        NotReadable: it is no DOCX, or would unpack to too much.
    """
    name, data = material.first
    try:
        inner = _unpacked(data)
    except KeyError:
        raise NotReadable(f"{name}: this packed file is no DOCX document: it has no word/document.xml") from None
    except (*BROKEN, OSError, ValueError, NotImplementedError, RuntimeError, EOFError) as error:
        raise NotReadable(f"{name}: this packed file is broken: {error}; save it again") from None
    if inner is None:
        raise NotReadable(
            f"{name}: its text would unpack to more than is read: {MOST_UNPACKED:,} bytes, or {MOST_RATIO} times"
        )
    lines: list[str] = []
    for paragraph in read_xml(f"{name}, word/document.xml", inner).iter(f"{_WORD}p"):
        style = paragraph.find(f"{_WORD}pPr/{_WORD}pStyle")
        heading = style is not None and re.match(
            r"heading|title|überschrift|titre|titolo|t[ií]tulo", style.get(f"{_WORD}val", ""), re.IGNORECASE
        )
        text = "".join(_run(each.tag, each.text) for each in paragraph.iter())
        lines.append(f"# {text}" if heading and text.strip() else text)
    return "\n\n".join(lines)


def _run(tag: str, text: str | None) -> str:
    if tag == f"{_WORD}t":
        return text or ""
    return "\n" if tag in (f"{_WORD}br", f"{_WORD}cr") else "\t" if tag == f"{_WORD}tab" else ""


def rtf_text(material: Material) -> str:
    """The text of an RTF file, with a line for each paragraph."""
    data = material.first[1].decode("ascii", errors="replace")
    made: list[str] = []
    hidden = 0
    depth = 0
    spare, left = 1, 0  # how many letters stand after \\u for older programs, and how many of them are still to come
    for match in _RTF.finditer(data):
        if match["brace"] == "{":
            depth += 1
        elif match["brace"] == "}":
            depth -= 1
            hidden = 0 if depth < hidden else hidden
        elif match["sign"] == "*" or (match["word"] and match["word"].lower() in _HIDDEN):
            hidden = hidden or depth
        elif match["word"] and match["word"].lower() == "uc":
            spare = min(int(match["number"] or 1), 9)
        elif not hidden:
            sign = _sign(match)
            gone = min(left, len(sign))
            left = spare if match["code"] else left - gone
            made.append(sign if match["code"] else sign[gone:])
    return "".join(made)


def _sign(match: re.Match[str]) -> str:
    if match["hex"]:
        return bytes([int(match["hex"], 16)]).decode("cp1252", errors="replace")
    if match["code"]:
        code = int(match["code"]) % 65_536
        return chr(code) if not 0xD800 <= code <= 0xDFFF else "?"
    if match["word"]:
        return _BREAKS.get(match["word"].lower(), "")
    if match["sign"]:
        return {"~": " ", "_": "-", "-": ""}.get(match["sign"], match["sign"] if match["sign"] in "\\{}" else "")
    return match["text"] or ""
