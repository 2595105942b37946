"""Documents of word processors: text boxes, notes, and signs that are elements."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from gamebook.interop.readers.documents import docx_text
from gamebook.interop.sources import Material, NotReadable

SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)


def run(words: str) -> str:
    return f"<w:r><w:t>{words}</w:t></w:r>"


def paragraph(*inner: str) -> str:
    return f"<w:p>{''.join(inner)}</w:p>"


def read(body: str, **notes: str) -> str:
    """The text of a document, with files for its notes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", f"<w:document {SPACES}><w:body>{body}</w:body></w:document>")
        for name, inner in notes.items():
            packed.writestr(f"word/{name}.xml", f"<w:{name} {SPACES}>{inner}</w:{name}>")
    return docx_text(Material(Path("a.docx"), {"a.docx": stream.getvalue()}))


BOX = f"<w:txbxContent>{paragraph(run('A sign.'))}{paragraph(run('It is old.'))}</w:txbxContent>"
NEW = f'<mc:Choice Requires="wps"><w:drawing>{BOX}</w:drawing></mc:Choice>'
OLD = f"<mc:Fallback><w:pict>{BOX}</w:pict></mc:Fallback>"
BOXES = {
    "for new and old programs": f"<mc:AlternateContent>{NEW}{OLD}</mc:AlternateContent>",
    "for old programs": f"<w:pict>{BOX}</w:pict>",
    "empty for new programs": f'<mc:AlternateContent><mc:Choice Requires="x"/>{OLD}</mc:AlternateContent>',
}


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_a_text_box_is_read_once(box: str) -> None:
    body = paragraph(run("You see"), f"<w:r>{box}</w:r>", run(" it.")) + paragraph(run("You go."))
    assert read(body) == "You see it.\n\nA sign.\n\nIt is old.\n\nYou go."
    cell = f"<w:tbl><w:tr><w:tc>{paragraph(run('You see'), f'<w:r>{box}</w:r>')}</w:tc></w:tr></w:tbl>"
    assert read(cell) == "| You see A sign. It is old. |"


def test_a_paragraph_that_was_moved_is_read_where_it_is_now() -> None:
    moved = f"<w:moveFrom>{run('Go.')}</w:moveFrom>"
    assert read(paragraph(moved, run("Stay.")) + paragraph(f"<w:moveTo>{run('Go.')}</w:moveTo>")) == "Stay.\n\nGo."


def test_notes_stand_below_what_names_them() -> None:
    foot, end = '<w:r><w:footnoteReference w:id="2"/></w:r>', '<w:r><w:endnoteReference w:id="2"/></w:r>'
    table = f"<w:tbl><w:tr><w:tc>{paragraph(run('Orc'), end)}</w:tc></w:tr></w:tbl>"
    body = paragraph(run("You fall"), foot, run(".")) + table + paragraph(run("So."))
    notes = {
        "footnotes": f'<w:footnote w:id="0"/><w:footnote w:id="2">{paragraph(run("Lose 1 coin."))}</w:footnote>',
        "endnotes": f'<w:endnote w:id="2">{paragraph(run("One."))}{paragraph(run("Two."))}</w:endnote>',
    }
    assert read(body, **notes) == "You fall.\n\nLose 1 coin.\n\n| Orc |\n\nOne.\n\nTwo.\n\nSo."
    assert read(body) == "You fall.\n\n| Orc |\n\nSo."


def test_notes_that_are_too_large_are_refused() -> None:
    note = f'<w:footnote w:id="2">{paragraph(run(" " * 20_100_000))}</w:footnote>'
    with pytest.raises(NotReadable, match="unpack"):
        read(paragraph(run("So.")), footnotes=note)


@pytest.mark.parametrize(
    ("element", "sign"),
    [
        ("<w:noBreakHyphen/>", "-"),
        ("<w:softHyphen/>", ""),
        ('<w:sym w:font="Wingdings" w:char="F0E0"/>', "→"),
        ('<w:sym w:font="Wingdings" w:char="F0A8"/>', "☐"),
        ('<w:sym w:font="Arial" w:char="2192"/>', "→"),
        ('<w:sym w:font="Symbol" w:char="F0E0"/>', "\ufffd"),
        ('<w:sym w:font="Wingdings" w:char="F001"/>', "\ufffd"),
        ('<w:sym w:font="Arial" w:char="0000"/>', "\ufffd"),
        ("<w:sym/>", "\ufffd"),
    ],
)
def test_signs_that_are_elements(element: str, sign: str) -> None:
    assert read(paragraph(run("5"), f"<w:r>{element}</w:r>", run("6"))) == f"5{sign}6"


@pytest.mark.parametrize(
    ("style", "marks"),
    [("Title", "#"), ("Heading1", "#"), ("Heading2", "##"), ("berschrift2", "##"), ("Ttulo3", "###"), ("Titre 1", "#")],
)
def test_headings_keep_their_level(style: str, marks: str) -> None:
    head = paragraph(f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>', run("The Cave"))
    assert read(head + paragraph(run("Dark."))) == f"{marks} The Cave\n\nDark."
