"""The formats that can be imported, and how each is recognised: by what is in the file, and by few names of files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from gamebook.interop.draft import Draft, Trouble
from gamebook.interop.readers import (
    adventure_book,
    aon,
    choicescript,
    gbf,
    gbook,
    graphs,
    ink,
    lgc,
    manuscript,
    mui,
    pandoc,
    rooms,
    squiffy,
    twee,
    twine,
)
from gamebook.interop.sources import SAVE_AS, Material, NotReadable, decoded, load_material, read_json, with_line_ends
from gamebook.syntax.decode import XML, document, old_encoding


class Format(Struct, frozen=True):
    """A format: its name for `--from`, what it is, and its reader."""

    name: str
    title: str
    read: Callable[[Material], Draft]
    fits: Callable[[Material, str], bool]
    """Whether a file, or a folder, is of this format; its text is empty for a file that is no text."""


def json_fits(matches: Callable[[Any], bool]) -> Callable[[Material, str], bool]:
    """Whether a file is JSON of a certain kind."""

    def fits(material: Material, text: str) -> bool:
        if material.folder or text.lstrip()[:1] not in ("{", "["):
            return False
        return matches(parsed(text))

    return fits


@lru_cache(maxsize=2)
def parsed(text: str) -> Any:  # noqa: ANN401 - whatever the file holds
    """JSON as values; None if it cannot be read."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


FORMATS: tuple[Format, ...] = (
    Format(
        "twine-html",
        "Twine 2 and Twine 1, published as HTML",
        twine.read_html,
        lambda _, text: twine.matches_html(text),
    ),
    Format("twine-json", "Twine 2, a story as JSON", twine.read_story_json, json_fits(twine.matches_json)),
    Format("twee", "Twee 3, and older Twee", twee.read, twee.matches),
    Format("gbook", "Gamebook Engine (.gbook)", gbook.read, json_fits(gbook.matches)),
    Format("adventure", "Adventure, rooms as JSON", rooms.read, json_fits(rooms.matches)),
    Format("adventure-book", "adventure-book, a folder with adventure.txt", adventure_book.read, adventure_book.fits),
    Format(
        "json",
        "a graph of chapters in JSON, of gamebook export or networkx",
        graphs.read_node_link,
        json_fits(graphs.matches_json),
    ),
    Format("graphml", "a graph of chapters in GraphML", graphs.read_graphml, graphs.fits_graphml),
    Format("gexf", "a graph of chapters in GEXF", graphs.read_gexf, graphs.fits_gexf),
    Format("aon", "Project Aon's XML", aon.read, aon.fits),
    Format("lgc", "LibroGameCreator (.xlgc)", lgc.read, lgc.fits),
    Format("ink", "ink", ink.read, ink.fits),
    Format("squiffy", "Squiffy", squiffy.read, squiffy.fits),
    Format("mui", "mui-gamebook, Markdown with YAML", mui.read, mui.fits),
    Format("choicescript", "ChoiceScript, a scene or a folder of them", choicescript.read, choicescript.fits),
    Format("gamebookformat", "gamebookformat (.gamebook)", gbf.read, gbf.fits),
    Format("pangamebook", "pangamebook, Pandoc Markdown", pandoc.read, pandoc.fits),
    Format("manuscript", "a manuscript in Markdown, plain text, RTF or DOCX", manuscript.read, manuscript.fits),
)


MOST_CHAPTERS = 20_000
_OURS = re.compile(r'(?:[ \t]*(?://[^\n]*)?\n)*book[ \t]+"[^\n]*\n(?:[^\n]*\n)*?===[ \t]*\w')
"""A book of ours, under a name that does not say so."""


def format_named(name: str) -> Format:
    """A format by its name.

    Raises:
        NotReadable: there is none of that name.
    """
    for each in FORMATS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in FORMATS)
    raise NotReadable(f"there is no format {name}; --from knows {known}")


def recognised(material: Material) -> Format:
    """The format of a file or a folder.

    Raises:
        NotReadable: it is none that is known.
    """
    if not material.folder and material.path.suffix.lower() == ".ink":
        return format_named("ink")  # its words may look like anything
    if not material.folder and material.path.suffix.lower() == ".tws":
        raise NotReadable(
            f"{material.path}: this is a story file of Twine 1, which import does not read; in Twine 1 export the "
            "story as Twee source code, or build it to HTML, and import that"
        )
    text = sample(material)
    if not material.folder and (_is_called_ours(material) or _OURS.match(text)):
        raise NotReadable(
            f"{material.path} is already a gamebook: gamebook check {material.path}; "
            "if it is something else, say so with --from"
        )
    for each in FORMATS:
        if each.fits(material, text):
            return each
    if not material.folder and re.match(r"\s*\{\s*\"", text) and parsed(text) is None:
        read_json(material)  # says where it is no JSON
    if not material.folder and (material.path.parent / "adventure.txt").is_file():
        raise NotReadable(f"{material.path}: this is one page of an adventure-book; import its folder")
    raise NotReadable(f"{material.path}: {_unknown(material)}")


def _is_called_ours(material: Material) -> bool:
    """Whether the name says that it is a book of ours, and it is no document that was only given this name."""
    return material.path.suffix.lower() == ".gbk" and document(material.first[1]) is None


def _unknown(material: Material) -> str:
    """What to say of a file or a folder of no known format.

    Raises:
        NotReadable: it is no text.
    """
    if not material.folder:
        kind = document(material.first[1])
        if kind not in (None, XML):
            return f"this is {kind}, which import does not read; {SAVE_AS}"
        unclear = manuscript.doubt(material.text())
        if unclear:
            return unclear
    known = ", ".join(each.name for each in FORMATS)
    return (
        "this is no format that import knows; a manuscript needs sections under numbers (12) or headings (# The cave),"
        f" and words that lead to them (turn to 12); if it is one of {known}, say so with --from"
    )


def sample(material: Material) -> str:
    """The text of the file, or of the first text in the folder; empty if it is no text."""
    if not material.folder:
        return with_line_ends(decoded(material.first[1]) or _latin(material.first[1]))
    for data in material.files.values():
        text = decoded(data)
        if text:
            return with_line_ends(text)
    return ""


def _latin(data: bytes) -> str:
    return "" if b"\x00" in data[:4000] else data.decode(old_encoding(data)[0], errors="replace")


def _unlike(draft: Draft, path: Path) -> None:
    """Give chapters of one name different ones: links lead to the first."""
    met: set[str] = set()
    for number, chapter in enumerate(draft.chapters, start=1):
        if chapter.name in met:
            message = f"a second chapter is called {chapter.name}; links lead to the first"
            draft.troubles.append(Trouble(path.name, 1, message, "give it another name"))
            chapter.name = f"{chapter.name} (again {number})"
        met.add(chapter.name)


def read_draft(path: Path, name: str | None = None) -> Draft:
    """The draft of a file or a folder.

    Args:
        path: what to read.
        name: its format; None: by what is in it.

    Raises:
        NotReadable: it cannot be read.
    """
    material = load_material(path)
    chosen = format_named(name) if name else recognised(material)
    try:
        draft = chosen.read(material)
    except RecursionError:
        raise NotReadable(f"{path}: blocks are nested too deep to be read as {chosen.name}") from None
    if len(draft.chapters) > MOST_CHAPTERS:
        raise NotReadable(f"{path}: this has more than {MOST_CHAPTERS:,} chapters; import it in parts")
    _unlike(draft, path)
    if not draft.chapters:
        raise NotReadable(
            f"{path}: no chapters were found, read as {chosen.name}; if it is something else, say so with --from"
        )
    if not draft.title:
        draft.title = re.sub(r"[_-]+", " ", path.stem).strip() or "Imported book"
    return draft
