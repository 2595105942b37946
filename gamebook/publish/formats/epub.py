"""EPUB 3: each section on a page of its own, so that nobody sees its neighbours by accident."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from msgspec import Struct, field

from gamebook.publish import xhtml
from gamebook.publish.archive import packed
from gamebook.publish.document import Picture, Section
from gamebook.publish.images import SUFFIXES, kind_of
from gamebook.publish.publication import Publication

MADE = "2000-01-01T00:00:00Z"
"""When a book was changed: a date that never changes, so that two builds are the same."""
_PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
 lang="{language}" xml:lang="{language}">
<head><title>{title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body epub:type="{place}">
{body}
</body>
</html>
"""
_CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


def write(publication: Publication) -> bytes:
    """The content of the file."""
    return _Book(publication).packed()


class _Page(Struct):
    """A file of the book that is read."""

    name: str
    title: str
    text: str


class _Book(Struct, dict=True):
    publication: Publication
    images: dict[str, tuple[str, str, bytes]] = field(default_factory=dict)
    """For each path its file, its kind and its bytes."""

    def __post_init__(self) -> None:
        self.document = self.publication.document
        self.numbers = self.document.numbers
        self.language = xhtml.escape(self.document.language)
        self.title = xhtml.escape(self.document.title or "–")

    def packed(self) -> bytes:
        """The archive; what it is comes first, and is not compressed."""
        pages = [self._title_page(), *self._pages()]
        files = [
            ("mimetype", b"application/epub+zip"),
            ("META-INF/container.xml", _CONTAINER.encode()),
            ("book/content.opf", self._package(pages).encode()),
            ("book/nav.xhtml", self._navigation(pages).encode()),
            ("book/style.css", xhtml.STYLE.encode()),
            *((f"book/{page.name}.xhtml", page.text.encode()) for page in pages),
            *((f"book/{name}", data) for name, _, data in self.images.values()),
        ]
        return packed(files, frozenset({"mimetype"}))

    def _link(self, chapter: str) -> str:
        return f"s{self.numbers[chapter]}.xhtml"

    def _source(self, picture: Picture) -> str | None:
        if picture.path not in self.images:
            data = self.publication.image(picture)
            kind = kind_of(data) if data is not None else None
            if data is None or kind is None:
                return None
            self.images[picture.path] = (f"image{len(self.images) + 1}.{SUFFIXES[kind]}", kind, data)
        return self.images[picture.path][0]

    def _page(self, name: str, title: str, body: str, place: str) -> _Page:
        return _Page(
            name, title, _PAGE.format(language=self.language, title=xhtml.escape(title), body=body, place=place)
        )

    def _title_page(self) -> _Page:
        author = (
            f'<p class="ending" dir="auto">{xhtml.escape(self.document.author)}</p>' if self.document.author else ""
        )
        body = f'<section epub:type="titlepage"><h1 dir="auto">{self.title}</h1>{author}</section>'
        return self._page("title", self.document.title or "–", body, "frontmatter")

    def _pages(self) -> Iterator[_Page]:
        document = self.document
        for page in document.pages():
            blocks = "\n".join(xhtml.blocks(page.blocks, self._link, self._source))
            if isinstance(page, Section):
                head = f"<h2>{page.number}{' ☐' * page.boxes}</h2>"
                if "titles" in self.publication.options and page.title:
                    head += f'<h3 dir="auto">{xhtml.escape(page.title)}</h3>'
                body = f'<section epub:type="chapter">{head}\n{blocks}</section>'
                yield self._page(f"s{page.number}", str(page.number), body, "bodymatter")
                continue
            place = "backmatter" if page in document.back else "frontmatter"
            yield self._other_page(page.name, page.title, blocks, place)
            if page is document.rules and document.sheet.lines:
                yield self._other_page("sheet", document.labels["sheet-title"], xhtml.sheet(document.sheet), place)

    def _other_page(self, name: str, title: str, content: str, place: str) -> _Page:
        """A page before or after the sections."""
        body = f'<section><h2 dir="auto">{xhtml.escape(title)}</h2>\n{content}</section>'
        return self._page(f"p-{xhtml.identifier(name)}", title, body, place)

    def _navigation(self, pages: list[_Page]) -> str:
        """What is before and after the story, and where it begins; the sections in between are nobody's business."""
        shown = [page for page in pages if not page.name.startswith("s")]
        first = next((page for page in pages if page.name.startswith("s")), None)
        if first is not None:
            after = sum(page.name.startswith("p-") and pages.index(page) > pages.index(first) for page in shown)
            shown.insert(len(shown) - after, first)
        items = "".join(f'<li><a href="{page.name}.xhtml">{xhtml.escape(page.title)}</a></li>' for page in shown)
        body = f'<nav epub:type="toc" id="toc"><h1>{self.title}</h1><ol>{items}</ol></nav>'
        return _PAGE.format(language=self.language, title=self.title, body=body, place="frontmatter")

    def _package(self, pages: list[_Page]) -> str:
        names = [self.document.title, self.document.author, *self.numbers]
        identity = uuid.uuid5(uuid.NAMESPACE_URL, "\n".join(names))
        author = f"<dc:creator>{xhtml.escape(self.document.author)}</dc:creator>" if self.document.author else ""
        files = "".join(
            f'<item id="{page.name}" href="{page.name}.xhtml" media-type="application/xhtml+xml"/>\n' for page in pages
        ) + "".join(
            f'<item id="i{number}" href="{name}" media-type="{kind}"/>\n'
            for number, (name, kind, _) in enumerate(self.images.values(), start=1)
        )
        spine = "".join(f'<itemref idref="{page.name}"/>\n' for page in pages)
        modes = "textual, visual" if self.images else "textual"
        access = "".join(f'<meta property="schema:accessMode">{mode}</meta>\n' for mode in modes.split(", "))
        return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{self.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{identity}</dc:identifier>
<dc:title>{self.title}</dc:title>
<dc:language>{self.language}</dc:language>
{author}<meta property="dcterms:modified">{MADE}</meta>
{access}<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
{files}</manifest>
<spine>
{spine}</spine>
</package>
"""
