"""Documents of word processors, DOCX and RTF, as plain text: what both kinds of file have in common.

A document is read as blocks: paragraphs and tables. Its text has headings, tables and links as Markdown. Marks that
no text has, from the letters for private use, stand for what is decided later: words in italics or in bold letters,
and what a document has beside its words (`ASIDE`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, field

from gamebook.interop.draft import Trouble
from gamebook.interop.readers.emphasis import bare
from gamebook.interop.readers.headings import slug

ASIDE = "\ue005"
"""A paragraph of its own, where the document has something that is none of its words."""
_ASIDE = re.compile(f"{ASIDE}([^\ue006\ue007]*)\ue006([^\ue007]*)\ue007")
_STRUCK = re.compile(r"(?m)^(?![ \t]*#).*~~.*$")
_STRIKE = re.compile(rf"(?<![~\\])~~(?=[^\s~])(?P<words>[^~\n{ASIDE}]*[^\s~{ASIDE}])~~(?!~)")
_LINK = re.compile("\ue00a([^\ue00a-\ue00c]*)\ue00b([^\ue00a-\ue00c]*)\ue00c")
_PRIVATE = re.compile("[\ue000-\ue00f]")
_NUMBER = re.compile(r"\W*\d{1,4}[a-z]?\W*")
"""A paragraph that is a number begins a section, as a heading does."""
_ITEM = re.compile(r"\(?(\w{1,4})[.)]?")
_HYPERLINK = re.compile(r"\s*HYPERLINK\s+(?P<local>\\l\s+)?\"(?P<to>[^\"]*)\"(?:\s*\\l\s+\"(?P<in>[^\"]*)\")?")
_SUPERSCRIPT = str.maketrans("0123456789+-()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ")
_SUBSCRIPT = str.maketrans("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎")
_SCRIPT = re.compile(r"\s*[+-]?[0-9()n]*[0-9n][0-9()n]*\s*")
_LONGEST = 500
"""Letters of a link: more are the text itself."""
PICTURE, SHOWN = "picture", "the document shows it here"
"""What stands for a picture that the document does not describe."""
HIDDEN, STRUCK = "hidden text", "struck-through text"
"""What is none of the words of a book, though it stands among them."""
TRACKED = Trouble(
    "",
    0,
    "tracked changes are read as accepted: what was deleted is left out",
    "accept or reject them in the word processor if that is not meant",
)


def is_docx(data: bytes) -> bool:
    """Whether bytes are a packed document."""
    return data.startswith(b"PK\x03\x04")


def is_rtf(data: bytes) -> bool:
    """Whether bytes are Rich Text Format."""
    return data.lstrip()[:5].lower() == b"{\\rtf"


class Block(Struct):
    """A paragraph or a table."""

    text: str
    level: int = 0
    """Of a heading; 0: it is none."""
    bookmarks: Sequence[str] = ()
    asides: list[tuple[str, str]] = field(default_factory=list)
    """(What it is, its words) of what stands here beside the text."""


def written(blocks: Sequence[Block]) -> str:
    """The text of a document, with a blank line between its blocks."""
    heads: dict[str, str] = {}
    head = ""
    for block in blocks:
        words = " ".join(bare(unlinked(block.text)).split())
        if words and (block.level or _NUMBER.fullmatch(words)):
            head = words
        heads |= {each: head for each in block.bookmarks if each not in heads}
    return "\n\n".join(part for block in blocks for part in _parts(block, heads))


def _parts(block: Block, heads: dict[str, str]) -> Iterator[str]:
    """The text of a block, and after it what the document has beside the text."""
    asides = list(block.asides)

    def linked(match: re.Match[str]) -> str:
        words, target = match[1], match[2]
        name, outline, _ = target.removeprefix("#").partition("|outline")  # so LibreOffice names a heading
        if target.startswith("#"):
            head = name if outline else heads.get(name, "")
            target = f"#{slug(head)}" if head else ""
        if target and not re.search(r"[\[\]\t\n]", words) and not re.search(r"[()\s]", target):
            return f"[{words}]({target})"
        if "\t" not in words:  # such rows of a table of contents lead nowhere by themselves
            asides.append(("link", f"the words “{words}” were a link to {match[2].removeprefix('#')}"))
        return words

    text = _LINK.sub(linked, block.text)
    yield f"{'#' * block.level} {bare(text).strip()}" if block.level and text.strip() else text
    for name, words in asides:
        yield aside(name, " ".join(bare(unlinked(words)).split()))


def apart(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The text with only `ASIDE` for what stands beside it, and (what it is, its words) of each in order."""
    return _ASIDE.sub(ASIDE, text), _ASIDE.findall(text)


def aside(name: str, words: str) -> str:
    """What stands in a text for something beside it, until `apart` takes it out.

    Args:
        name: what it is.
        words: what it says.
    """
    return f"{ASIDE}{name}\ue006{words}\ue007"


def without_struck(text: str) -> str:
    """A text in Markdown with its struck-through words, `~~turn to 12~~`, beside it."""
    return _STRUCK.sub(lambda line: _STRIKE.sub(lambda found: aside(STRUCK, found["words"]), line[0]), text)


def put_aside(asides: list[tuple[str, list[str]]], name: str, words: str) -> None:
    """Keep words that are none of the text, with those before them if these are of the same kind."""
    if not asides or asides[-1][0] != name:
        asides.append((name, []))
    asides[-1][1].append(words)


def own(text: str) -> str:
    """Words of a document, without letters that are marks here."""
    return _PRIVATE.sub(" ", text)


def wrap(pieces: list[tuple[str, int]], start: int, target: str) -> None:
    """Make a link of the last pieces of a paragraph.

    Args:
        pieces: (words, how strong).
        start: the first of the link.
        target: where it leads: `#` and the name of a bookmark, or an address; empty: nowhere.
    """
    within = pieces[start:] if target and len(pieces) - start <= _LONGEST else []
    if not within or sum(len(words) for words, _ in within) > _LONGEST:
        return
    inner = bare(unlinked("".join(words for words, _ in within)))
    said = inner.strip()
    if said:
        before, _, after = inner.partition(said)
        pieces[start:] = [(f"{before}\ue00a{said}\ue00b{own(target)}\ue00c{after}", 0)]


def unlinked(text: str) -> str:
    """The text with the words of links only."""
    return _LINK.sub(r"\1", text)


def link_of(instruction: str) -> str:
    """Where the field of a link leads; empty if a field is no link."""
    match = _HYPERLINK.match(instruction)
    if match is None:
        return ""
    if match["local"]:
        return f"#{match['to']}"
    return match["to"] or f"#{match['in']}"


def raised(text: str, up: int) -> str:
    """Numbers above (1) or below the line (-1), in the letters that are made for that; other words as they are."""
    return text.translate(_SUPERSCRIPT if up > 0 else _SUBSCRIPT) if up and _SCRIPT.fullmatch(text) else text


def item(label: str, level: int) -> str:
    """What stands before the words of an item of a list, `1. ` or `- `, or of a heading with a number, `1 `.

    Args:
        label: as a word processor shows it.
        level: of the heading; 0: it is none.
    """
    label = label.strip()
    if not label:
        return ""
    if level:
        return f"{label} " if len(re.findall(r"\d+", label)) == 1 else ""
    match = _ITEM.fullmatch(label)
    return f"{match[1]}. " if match else f"{label} " if any(map(str.isalnum, label)) else "- "


def table(rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown, the first row of which is its head.

    Between bars, no number is taken for the head of a section.
    """
    lines = [[" ".join(bare(unlinked(cell)).replace("|", "\\|").split()) for cell in row] for row in rows]
    lines = [row for row in lines if row]
    if not lines:
        return ""
    wide = max(map(len, lines))
    told = [f"| {' | '.join([*row, *[''] * (wide - len(row))])} |" for row in lines]
    return "\n".join([told[0], f"|{'---|' * wide}", *told[1:]])
