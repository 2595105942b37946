"""One HTML page to read, with links; it needs no network, and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.publish import xhtml
from gamebook.publish.document import Section
from gamebook.publish.publication import Publication

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def write(publication: Publication) -> bytes:
    """The content of the file."""
    return "\n".join(_lines(publication)).encode()


def _lines(publication: Publication) -> Iterator[str]:
    document = publication.document
    numbers = document.numbers

    def link(chapter: str) -> str:
        return f"#c{numbers[chapter]}"

    language = xhtml.escape(document.language)
    yield f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8"/>'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
    yield f"<title>{xhtml.escape(document.title)}</title>\n<style>{xhtml.STYLE}"
    yield "section:target h2 { text-decoration: underline; }</style>\n</head>\n<body>\n<main>"
    yield f'<h1 dir="auto">{xhtml.escape(document.title)}</h1>'
    if document.author:
        yield f'<p class="ending" dir="auto">{xhtml.escape(document.author)}</p>'
    for page in document.pages():
        if isinstance(page, Section):
            yield f'<section id="c{page.number}">\n<h2>{page.number}{" ☐" * page.boxes}</h2>'
            if "titles" in publication.options and page.title:
                yield f'<h3 dir="auto">{xhtml.escape(page.title)}</h3>'
        else:
            yield f'<section id="{xhtml.identifier(page.name)}">\n<h2 dir="auto">{xhtml.escape(page.title)}</h2>'
        yield from xhtml.blocks(page.blocks, link, publication.source)
        yield "</section>"
        if page is document.rules and document.sheet.lines:
            title = xhtml.escape(document.labels["sheet-title"])
            yield f'<section id="sheet">\n<h2 dir="auto">{title}</h2>\n{xhtml.sheet(document.sheet)}\n</section>'
    yield "</main>\n</body>\n</html>\n"
