"""Files of other programs: read within limits, decoded, and unpacked without trust."""

from __future__ import annotations

import codecs
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from gamebook.errors import UsageError
from gamebook.files import first_bytes
from gamebook.interop.draft import Trouble
from gamebook.letters import together
from gamebook.syntax.decode import ONE_IN, old_encoding

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_BYTES = 5_000_000
"""The longest file."""
MOST_PACKED = 100_000_000
"""The longest file that is packed, such as a DOCX document: it may have pictures, and only its text is unpacked."""
_PACKED = b"PK"
"""How a packed file begins."""
SAVE_AS = "save it with a word processor as DOCX, RTF or plain text (.txt), and import that"
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
MOST_IN_FOLDER = 20_000_000
MOST_FILES = 2_000


class NotReadable(UsageError):  # noqa: N818 - says what is the matter
    """A file that cannot be imported: the message has its name, the line if known, the cause and what to do."""


class Material(Struct):
    """What is to be imported: one file, or the files of a folder."""

    path: Path
    files: dict[str, bytes]
    """Content by path, relative to the folder."""
    folder: bool = False
    troubles: list[Trouble] = field(default_factory=list)

    @property
    def first(self) -> tuple[str, bytes]:
        """The only file, or the first of a folder."""
        return next(iter(self.files.items()))

    def text(self, name: str | None = None) -> str:
        """A file as text, with today's line ends; what is odd about it is noted.

        Raises:
            NotReadable: it is no text.
        """
        name = name or self.first[0]
        data = self.files[name]
        text = decoded(data)
        if text is None:
            line = _bad_line(data)
            encoding, called = old_encoding(data)
            message = f"this is not text in UTF-8; it is read as {called.partition(',')[0]}"
            self.troubles.append(Trouble(name, line, message, "save the file as UTF-8"))
            text = data.decode(encoding, errors="replace")
        if not is_text(text):
            raise NotReadable(f"{name}: this is no text; if a word processor can open it, {SAVE_AS}")
        return with_line_ends(text)

    def texts(self, *suffixes: str) -> Iterator[tuple[str, str]]:
        """The files with these endings, by name."""
        for name in self.files:
            if name.lower().endswith(suffixes):
                yield name, self.text(name)


def load_material(path: Path) -> Material:
    """Read what is to be imported.

    Raises:
        NotReadable: there is nothing to read, or too much.
        OSError: the disk says no.
    """
    if path.name == "adventure.txt":  # the first file of a book that is a folder
        path = path.resolve().parent
    if path.is_dir():
        return _folder(path)
    data = _read(path)
    if not data.strip():
        raise NotReadable(f"{path}: the file is empty")
    return Material(path, {path.name: data})


def _read(path: Path) -> bytes:
    """What a file holds. A device has no end, so what is too long is found by reading."""
    data = first_bytes(path, MOST_PACKED + 1)
    most = MOST_PACKED if data.startswith(_PACKED) else MOST_BYTES
    if len(data) > most:
        raise NotReadable(f"{path}: the file has more than {most:,} bytes and is not read; import it in parts")
    return data


def _folder(path: Path) -> Material:
    found: list[Path] = []
    size = 0
    for top, folders, names in os.walk(path):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in names:
            each = Path(top, name)
            if name.startswith(".") or not each.is_file():
                continue
            found.append(each)
            size += each.stat().st_size
            if len(found) > MOST_FILES or size > MOST_IN_FOLDER:
                raise NotReadable(
                    f"{path}: the folder holds more than {MOST_FILES:,} files or {MOST_IN_FOLDER:,} bytes; "
                    "import a folder with only the files of the book"
                )
    if not found:
        raise NotReadable(f"{path}: the folder is empty")
    files = {each.relative_to(path).as_posix(): each.read_bytes() for each in sorted(found)}
    return Material(path, files, folder=True)


def decoded(data: bytes) -> str | None:
    """Text in UTF-8 or UTF-16, letters and their marks in one; None if it is neither."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return together(data.decode("utf-16" if wide else "utf-8-sig"))
    except UnicodeDecodeError:
        return None


def with_line_ends(text: str) -> str:
    """Text with today's line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_text(text: str) -> bool:
    """Whether decoded bytes can be text: a control letter or two may be a slip, many are not."""
    return len(_CONTROL.findall(text)) * ONE_IN <= len(text)


def _bad_line(data: bytes) -> int:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    return 1


def read_json(material: Material) -> Any:  # noqa: ANN401 - whatever the file holds
    """A JSON file. Line breaks inside its texts are not allowed, but common: they are read, and noted.

    Raises:
        NotReadable: it is no JSON.
    """
    name = material.first[0]
    text = material.text(name)
    try:
        return json.loads(text)
    except RecursionError:
        raise NotReadable(f"{name}: lists are nested too deep") from None
    except ValueError as strict:
        line = getattr(strict, "lineno", 1)
        try:
            found = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            column = getattr(strict, "colno", 1)
            cause = getattr(strict, "msg", "not JSON")
            raise NotReadable(
                f"{name}:{line}:{column}: this is not valid JSON: {cause}; correct it there, or export it again"
            ) from None
        message = f"this is not valid JSON: {getattr(strict, 'msg', '')}"
        material.troubles.append(Trouble(name, line, message, "a line break inside a text is written \\n"))
        return found


def xml_text(material: Material) -> str:
    """An XML file as text, in the encoding that it names."""
    name, data = material.first
    said = re.match(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,30})[\"']", data[:300])
    text = ""
    if said is not None and decoded(data) is None:
        try:
            text = data.decode(said[1].decode(), errors="replace")
        except LookupError:
            message = f"the encoding {said[1].decode()} is not known"
            material.troubles.append(Trouble(name, 1, message, "save the file as UTF-8"))
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", text or material.text())


def read_xml(name: str, text: str | bytes) -> Element:
    """The root of an XML file. Entities are refused: a few lines of them can fill the memory.

    Raises:
        NotReadable: it is no XML, or declares entities.
    """
    from xml.etree.ElementTree import ParseError  # noqa: PLC0415 - slow to import, and few formats are XML

    from defusedxml import DefusedXmlException  # noqa: PLC0415 - as above
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415 - as above

    try:
        root: Element = fromstring(text, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException:
        raise NotReadable(
            f"{name}: the file declares entities, which can fill the memory; remove its <!ENTITY …> lines"
        ) from None
    except ParseError as error:
        line, column = error.position
        cause = str(error).partition(":")[0]
        raise NotReadable(f"{name}:{line}:{column + 1}: this is not well-formed XML: {cause}") from None
    except (ValueError, RecursionError, LookupError) as error:
        raise NotReadable(f"{name}: this XML cannot be read: {error}") from None
    return root
