"""DOCX for editors and competitions: styles that can be changed, a bookmark at each number, links to them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from gamebook.errors import Unavailable
from gamebook.letters import printable
from gamebook.publish.archive import packed, unpacked
from gamebook.publish.direction import RIGHT_TO_LEFT, language_runs_left, parted, runs_left
from gamebook.publish.document import (
    Align,
    Block,
    Divider,
    Foes,
    Grid,
    Paragraph,
    Picture,
    Run,
    Runs,
    Section,
    bold,
    letters,
    plain,
)
from gamebook.publish.images import SUFFIXES, shown
from gamebook.publish.publication import Publication

if TYPE_CHECKING:
    from docx.document import Document as Docx

MADE = datetime(2000, 1, 1)  # noqa: DTZ001 - a date that never changes, so that two builds are the same
STYLES = {
    "prose": "Normal", "verse": "Verse", "rule": "Rule", "choice": "Choice", "row": "Rule", "quote": "Quote",
    "item": "Rule", "head": "Heading 2", "ending": "Rule", "note": "Note",
}  # fmt: skip
STEP = 18
"""An indentation, in points."""
LANGUAGES = {"en": "en-US", "de": "de-DE", "fr": "fr-FR", "es": "es-ES", "it": "it-IT"}
"""How word processors call a language that is named without a country."""
SCRIPTS = {"zh": "w:eastAsia", "ja": "w:eastAsia", "ko": "w:eastAsia"} | dict.fromkeys(RIGHT_TO_LEFT, "w:bidi")
"""Languages whose letters word processors check as a script of its own."""
AFTER_BIDI = (
    "adjustRightInd",
    "snapToGrid",
    "spacing",
    "ind",
    "contextualSpacing",
    "mirrorIndents",
    "jc",
    "outlineLvl",
)
"""Properties of a paragraph that must stand after its direction."""


def write(publication: Publication) -> bytes:
    """The content of the file."""
    return _Writer(publication).written()


class _Writer:
    """A document while it is made."""

    def __init__(self, publication: Publication) -> None:
        try:
            import docx  # noqa: PLC0415 - needed for this format only
        except ImportError:
            raise Unavailable("docx needs python-docx: pip install python-docx") from None
        self.publication = publication
        self.document = publication.document
        self.numbers = self.document.numbers
        self.left = language_runs_left(self.document.language)
        self.docx: Docx = docx.Document()
        self.marks = 0
        self.images: dict[str, tuple[str, str]] = {}
        """The file and the relation of each image, by its path."""

    def written(self) -> bytes:
        document = self.document
        self._prepare()
        self._line(document.title, "Title")
        if document.author:
            self._line(document.author, "Subtitle")
        for page in document.flat_pages():
            if isinstance(page, Section):
                self._section_head(page)
            else:
                self._line(page.title, "Heading 1")
            self._blocks(page.blocks)
        buffer = BytesIO()
        self.docx.save(buffer)
        return packed(unpacked(buffer.getvalue()))

    def _prepare(self) -> None:
        from docx.enum.style import WD_STYLE_TYPE  # noqa: PLC0415 - needed for this format only
        from docx.shared import Pt  # noqa: PLC0415 - the same

        core = self.docx.core_properties
        core.title, core.author = printable(self.document.title)[:255], printable(self.document.author)[:255]
        core.language = printable(self.document.language)[:255]
        core.comments = ""
        core.created = core.modified = MADE
        core.last_modified_by = ""
        core.revision = 1
        styles: Any = self.docx.styles
        language = printable(self.document.language)
        for place in styles.element.iter(_name("w:lang")):
            for name in ("w:val", SCRIPTS.get(language.partition("-")[0].lower(), "w:val")):
                place.set(_name(name), LANGUAGES.get(language.lower(), language))
        for name in ("Rule", "Choice", "Verse", "Note"):
            style = styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
            style.base_style = styles["Normal"]
            style.paragraph_format.space_after = Pt(6)
        styles["Verse"].paragraph_format.left_indent = Pt(2 * STEP)
        if self.left:
            self.docx.sections[0]._sectPr.append(_element("w:bidi"))  # noqa: SLF001 - the library does not know it

    def _section_head(self, section: Section) -> None:
        heading = self.docx.add_heading(level=1)
        heading.alignment = _middle()
        heading.paragraph_format.keep_with_next = True
        self._bookmark(heading._p, f"c{section.number}", str(section.number) + " ☐" * section.boxes)  # noqa: SLF001 - bookmarks have no other way in
        if "titles" in self.publication.options and section.title:
            self._line(section.title, "Subtitle").alignment = _middle()

    def _bookmark(self, paragraph: Any, name: str, text: str) -> None:  # noqa: ANN401 - an element of the library
        start, end = _element("w:bookmarkStart"), _element("w:bookmarkEnd")
        for each in (start, end):
            each.set(_name("w:id"), str(self.marks))
        start.set(_name("w:name"), name)
        self.marks += 1
        paragraph.append(start)
        paragraph.append(_run(Run(text)))
        paragraph.append(end)

    def _line(self, text: str, style: str) -> Any:  # noqa: ANN401 - a paragraph of the library
        """A paragraph of letters that look as its style says."""
        paragraph = self.docx.add_paragraph(style=style)
        self._fill(paragraph, (Run(text),))
        return paragraph

    def _blocks(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            match block:
                case Paragraph():
                    mark = (Run(f"{block.mark} "),) if block.mark else ()
                    self._paragraph((*mark, *block.runs), STYLES[block.kind], block.level)
                case Foes():
                    for name, stats in block.foes:
                        words = "\t".join(f"{stat} {value}" for stat, value in stats)
                        self._paragraph((Run(name, bold=True), Run(f"\t{words}")), "Rule", block.level + 1)
                case Grid():
                    self._grid(block)
                case Picture():
                    self._picture(block)
                case Divider():
                    self.docx.add_paragraph("* * *").alignment = _middle()

    def _paragraph(self, runs: Runs, style: str, level: int) -> None:
        from docx.shared import Pt  # noqa: PLC0415 - needed for this format only

        paragraph = self.docx.add_paragraph(style=style)
        if level:
            paragraph.paragraph_format.left_indent = Pt(STEP * level)
        self._fill(paragraph, runs)

    def _fill(self, paragraph: Any, runs: Runs) -> None:  # noqa: ANN401 - a paragraph of the library
        left = runs_left(plain(runs), otherwise=self.left)
        if left:
            _insert_bidi(paragraph._p.get_or_add_pPr())  # noqa: SLF001 - the library does not know it
        for run, way in parted(runs, left=left):
            element = _run(run, left=way)
            if run.chapter:
                link = _element("w:hyperlink")
                link.set(_name("w:anchor"), f"c{self.numbers[run.chapter]}")
                link.append(element)
                element = link
            elif run.address:
                element = self._web_link(run.address, element)
            paragraph._p.append(element)  # noqa: SLF001 - links have no other way in

    def _web_link(self, address: str, run: Any) -> Any:  # noqa: ANN401 - elements of the library
        """A link to a web or mail address, underlined."""
        from docx.opc.constants import RELATIONSHIP_TYPE  # noqa: PLC0415 - needed for this format only

        link = _element("w:hyperlink")
        link.set(_name("r:id"), self.docx.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
        line = _element("w:u")
        line.set(_name("w:val"), "single")
        run.find(_name("w:rPr")).append(line)
        link.append(run)
        return link

    def _grid(self, grid: Grid) -> None:
        table = self.docx.add_table(len(grid.lines), len(grid.lines[0]), style="Table Grid")
        if runs_left(letters(grid), otherwise=self.left):
            table.table_direction = _from_right()
        for number, (line, row) in enumerate(zip(grid.lines, table.rows, strict=True)):
            for place, (text, cell, align) in enumerate(zip(line, row.cells, grid.columns, strict=True)):
                head = not number or (grid.sides and not place)
                self._fill(cell.paragraphs[0], bold(text) if head else text)
                cell.paragraphs[0].alignment = _where(align)

    def _picture(self, picture: Picture) -> None:
        from docx.opc.constants import RELATIONSHIP_TYPE  # noqa: PLC0415 - needed for this format only
        from docx.opc.packuri import PackURI  # noqa: PLC0415 - the same
        from docx.opc.part import Part  # noqa: PLC0415 - the same
        from docx.oxml.shape import CT_Inline  # noqa: PLC0415 - the same
        from docx.shared import Pt  # noqa: PLC0415 - the same

        data = self.publication.image(picture)
        if data is not None:
            image = shown(data)
            whole = self.docx.part
            if picture.path not in self.images:  # the library itself does not know every JPEG
                name = f"image{len(self.images) + 1}.{SUFFIXES[image.kind]}"
                part = Part(PackURI(f"/word/media/{name}"), image.kind, image.data, whole.package)
                self.images[picture.path] = (name, whole.relate_to(part, RELATIONSHIP_TYPE.IMAGE))
            name, relation = self.images[picture.path]
            inline = CT_Inline.new_pic_inline(whole.next_id, relation, name, *map(Pt, image.points))
            inline.docPr.set("descr", printable(picture.caption))  # for those who cannot see it
            self.docx.add_paragraph().add_run()._r.add_drawing(inline)  # noqa: SLF001 - an image that is made here
        if picture.caption:
            self._line(picture.caption, "Caption").alignment = _middle()


def _middle() -> Any:  # noqa: ANN401 - an enumeration of the library
    return _where("center")


def _where(align: Align) -> Any:  # noqa: ANN401 - an enumeration of the library
    from docx.enum.text import WD_ALIGN_PARAGRAPH  # noqa: PLC0415 - needed for this format only

    return getattr(WD_ALIGN_PARAGRAPH, align.upper())


def _name(short: str) -> str:
    from docx.oxml.ns import qn  # noqa: PLC0415 - needed for this format only

    return str(qn(short))


def _element(short: str) -> Any:  # noqa: ANN401 - an element of the library
    from docx.oxml import OxmlElement  # noqa: PLC0415 - needed for this format only

    return OxmlElement(short)


def _from_right() -> Any:  # noqa: ANN401 - an enumeration of the library
    from docx.enum.table import WD_TABLE_DIRECTION  # noqa: PLC0415 - needed for this format only

    return WD_TABLE_DIRECTION.RTL


def _insert_bidi(looks: Any) -> None:  # noqa: ANN401 - an element of the library
    """A paragraph runs from right to left; elements stand in an order that Word wants."""
    looks.insert_element_before(_element("w:bidi"), *(f"w:{name}" for name in AFTER_BIDI))


def _run(run: Run, *, left: bool = False) -> Any:  # noqa: ANN401 - an element of the library
    """Letters with their looks; `left`: they run from right to left."""
    element = _element("w:r")
    looks = _element("w:rPr")
    # Word looks at w:b and w:i for letters from left to right, and at w:bCs and w:iCs for others.
    for name, wanted in (("w:b", run.bold), ("w:bCs", run.bold), ("w:i", run.italic), ("w:iCs", run.italic)):
        if wanted and (left or not name.endswith("Cs")):
            looks.append(_element(name))
    if left:
        looks.append(_element("w:rtl"))
    element.append(looks)
    for place, line in enumerate(printable(run.text).split("\n")):
        if place:
            element.append(_element("w:br"))
        for column, part in enumerate(line.split("\t")):
            if column:
                element.append(_element("w:tab"))
            text = _element("w:t")
            text.text = part
            text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
            element.append(text)
    return element
