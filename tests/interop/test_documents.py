"""Documents of word processors: text boxes, notes, and signs that are elements."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from gamebook.interop.importing import Imported, import_book
from gamebook.interop.readers.documents import SHOWN, TRACKED
from gamebook.interop.readers.docx import docx_text
from gamebook.interop.readers.rtf import rtf_text
from gamebook.interop.sources import Material, NotReadable
from tests.support.imports import edges

SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)


def run(words: str) -> str:
    return f"<w:r><w:t>{words}</w:t></w:r>"


def paragraph(*inner: str) -> str:
    return f"<w:p>{''.join(inner)}</w:p>"


def packed(body: str, **parts: str) -> bytes:
    """A document, with files for its notes, styles and numbers."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("word/document.xml", f"<w:document {SPACES}><w:body>{body}</w:body></w:document>")
        for name, inner in parts.items():
            made.writestr(f"word/{name}.xml", f"<w:{name} {SPACES}>{inner}</w:{name}>")
    return stream.getvalue()


def read(body: str, **parts: str) -> str:
    """The text of a document."""
    return docx_text(Material(Path("a.docx"), {"a.docx": packed(body, **parts)}))


def imported(folder: Path, data: bytes) -> Imported:
    """A document as a book."""
    (folder / "a.doc").write_bytes(data)
    return import_book(folder / "a.doc")


def rtf(*paragraphs: str) -> bytes:
    return ("{\\rtf1\\ansi " + "\\par\n".join(paragraphs) + "\\par}").encode("ascii")


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
    assert read(cell) == "| You see A sign. It is old. |\n|---|"


def test_a_paragraph_that_was_moved_is_read_where_it_is_now() -> None:
    moved = f"<w:moveFrom>{run('Go.')}</w:moveFrom>"
    assert read(paragraph(moved, run("Stay.")) + paragraph(f"<w:moveTo>{run('Go.')}</w:moveTo>")) == "Stay.\n\nGo."


GONE = '<w:pPr><w:pStyle w:val="Heading1"/><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>'
LEVEL_2 = '<w:pPr><w:pStyle w:val="Heading2"/></w:pPr>'


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (paragraph(GONE, run("You ")) + paragraph(run("fall.")) + paragraph(run("Ah.")), "You fall.\n\nAh."),
        (
            paragraph(GONE, run("The ")) + paragraph(GONE, run("old ")) + paragraph(LEVEL_2, run("cave")),
            "## The old cave",
        ),
        (paragraph(run("Ah.")) + paragraph(GONE, run("You ")) + paragraph(GONE, run("fall.")), "Ah.\n\n# You fall."),
        (
            paragraph(GONE, run("You ")) + '<w:bookmarkStart w:name="a"/>' + paragraph(GONE, run("fall.")) + "<w:tbl/>",
            "# You fall.\n\n",
        ),
        (paragraph(GONE, f"<w:del>{run('Gone.')}</w:del>") + paragraph(run("Ah.")), "Ah."),
        (paragraph(GONE.replace("del", "moveFrom"), run("You ")) + paragraph(run("fall.")), "You fall."),
        (paragraph(GONE.replace("del", "ins"), run("You")) + paragraph(run("fall.")), "# You\n\nfall."),
    ],
)
def test_a_paragraph_whose_end_was_deleted_goes_on_in_the_next(body: str, told: str) -> None:
    material = Material(Path("a.docx"), {"a.docx": packed(body)})
    assert docx_text(material) == told
    assert [each.message for each in material.troubles] == ([] if "ins" in body else [TRACKED.message])


def test_notes_stand_below_what_names_them() -> None:
    foot, end = '<w:r><w:footnoteReference w:id="2"/></w:r>', '<w:r><w:endnoteReference w:id="2"/></w:r>'
    table = f"<w:tbl><w:tr><w:tc>{paragraph(run('Orc'), end)}</w:tc></w:tr></w:tbl>"
    body = paragraph(run("You fall"), foot, run(".")) + table + paragraph(run("So."))
    notes = {
        "footnotes": f'<w:footnote w:id="0"/><w:footnote w:id="2">{paragraph(run("Lose 1 coin."))}</w:footnote>',
        "endnotes": f'<w:endnote w:id="2">{paragraph(run("One."))}{paragraph(run("Two."))}</w:endnote>',
    }
    assert read(body, **notes) == "You fall.\n\nLose 1 coin.\n\n| Orc |\n|---|\n\nOne.\n\nTwo.\n\nSo."
    assert read(body) == "You fall.\n\n| Orc |\n|---|\n\nSo."


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


def styled(words: str, *properties: str) -> str:
    return f'<w:r><w:rPr>{"".join(properties)}</w:rPr><w:t xml:space="preserve">{words}</w:t></w:r>'


def section(number: int, *inner: str) -> str:
    """A heading with a number, and a paragraph."""
    mark = f'<w:bookmarkStart w:id="{number}" w:name="place{number}"/>'
    heading = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
    return paragraph(heading, mark, run(str(number))) + paragraph(*inner)


END = section(2, run("You have won!")) + section(3, run("You are dead."))
RTF_END = ("2", "You have won!", "3", "You are dead.")

DELETED = {
    "docx": packed(
        section(1, run("If you knock, turn to 2."), f"<w:del>{run(' If you run away, turn to 3.')}</w:del>") + END
    ),
    "rtf": rtf("1", r"If you knock, turn to 2.{\deleted  If you run away, turn to 3.}", *RTF_END),
    "moved": rtf("1", r"If you knock, turn to 2.{\mvf  If you run away, turn to 3.}", *RTF_END),
}


def test_headings_of_parts_are_no_sections(tmp_path: Path) -> None:
    def heading(level: int, words: str) -> str:
        return paragraph(f'<w:pPr><w:pStyle w:val="Heading{level}"/></w:pPr>', run(words))

    body = heading(1, "Part One") + heading(2, "Chapter One") + paragraph(run("Turn to Chapter Two."))
    body += heading(1, "Part Two") + paragraph(run("It is night.")) + heading(2, "Chapter Two") + paragraph(run("Ah."))
    book = imported(tmp_path, packed(body + heading(1, "Glossary") + paragraph(run("Orc: a foe."))))
    assert [each.number for each in book.draft.chapters] == [1, 2]
    assert "-> 2\n\n=== 2\n// TODO import: Part Two\n//\n// It is night.\nAh.\n" in book.text
    assert book.text.endswith("// TODO import: heading of a part\n// Glossary\n//\n// Orc: a foe.\n")


@pytest.mark.parametrize("data", DELETED.values(), ids=DELETED)
def test_what_was_deleted_leads_nowhere(tmp_path: Path, data: bytes) -> None:
    book = imported(tmp_path, data)
    assert edges(book.draft) == {("1", "2")}
    (trouble,) = book.troubles
    assert "what was deleted is left out" in trouble.message


HIDDEN = {
    "docx": packed(section(1, run("If you knock, turn to 2."), styled("Cheat: turn to 3.", "<w:vanish/>")) + END),
    "rtf": rtf("1", r"If you knock, turn to 2.{\v Cheat: turn to 3.}", *RTF_END),
    "rtf, switched off": rtf("1", r"If you knock, turn to \v Cheat: turn to 3.\v0 2.", *RTF_END),
}


@pytest.mark.parametrize("data", HIDDEN.values(), ids=HIDDEN)
def test_hidden_text_is_a_comment(tmp_path: Path, data: bytes) -> None:
    book = imported(tmp_path, data)
    assert edges(book.draft) == {("1", "2")}
    assert "// TODO import: hidden text: Cheat: turn to 3.\n" in book.text
    assert book.census.kept["other", "hidden text"] == 1


ASIDES = rtf(
    "1",
    r"The mill stands.{\super\chftn}{\*\footnote\chftn\~ It turns: turn to 3.}"
    r"{\*\atnid A}{\*\atnauthor Ed}\chatn{\*\annotation{\*\atndate 1}Too hard?}",
    r"A rat.{\shp{\*\shpinst{\sp{\sn wzName}{\sv Box}}{\shptxt A sign.\par It is old.\par}}{\shprslt A sign.}} So.",
    "Turn to 2.",
    *RTF_END,
)


def test_notes_and_boxes_of_rtf(tmp_path: Path) -> None:
    book = imported(tmp_path, ASIDES)
    assert edges(book.draft) == {("1", "2"), ("1", "3")}
    assert "The mill stands.\n\nA rat. So.\n\nA sign.\n\nIt is old.\n" in book.text
    assert book.text.count("// TODO import: comment in the margin: Too hard?\n") == 1


def test_a_comment_in_the_margin_of_docx(tmp_path: Path) -> None:
    mark = '<w:r><w:commentReference w:id="7"/></w:r>'
    comment = f'<w:comment w:id="7">{paragraph(run("Too hard?"))}</w:comment>'
    book = imported(tmp_path, packed(section(1, run("Turn to 2."), mark) + END, comments=comment))
    assert "// TODO import: comment in the margin: Too hard?\n" in book.text


def field(instruction: str, words: str) -> str:
    begin, between, end = (f'<w:r><w:fldChar w:fldCharType="{each}"/></w:r>' for each in ("begin", "separate", "end"))
    return f"{begin}<w:r><w:instrText>{instruction}</w:instrText></w:r>{between}{run(words)}{end}"


def rtf_field(instruction: str, words: str) -> str:
    return rf"{{\field{{\*\fldinst {instruction}}}{{\fldrslt {{\ul {words}}}}}}}"


def rtf_section(number: int, *inner: str) -> tuple[str, ...]:
    return (rf"{{\*\bkmkstart place{number}}}{number}{{\*\bkmkend place{number}}}", *inner)


DOWN = '<w:hyperlink w:anchor="{}">' + run("Climb down") + "</w:hyperlink>"
LEAVE = "<w:fldSimple w:instr=' HYPERLINK \\l \"place3\"'>" + run("leave") + "</w:fldSimple>"
LEAVE_FIELD = field(' HYPERLINK \\l "place3" ', "leave")
RTF_DOWN = rtf_field(r'HYPERLINK \\l "place2" ', "Climb down")
RTF_LEAVE = rtf_field('HYPERLINK "#place3" ', "leave")
LINKS = {
    "docx": packed(section(1, DOWN.format("place2"), run(" or "), LEAVE_FIELD, run(".")) + END),
    "docx, LibreOffice": packed(section(1, DOWN.format("2|outline"), run(" or "), LEAVE, run(".")) + END),
    "rtf": rtf(
        *rtf_section(1, f"{RTF_DOWN} or {RTF_LEAVE}."),
        *rtf_section(2, "You have won!"),
        *rtf_section(3, "You are dead."),
    ),
}


@pytest.mark.parametrize("data", LINKS.values(), ids=LINKS)
def test_links_inside_a_document_are_turns(tmp_path: Path, data: bytes) -> None:
    book = imported(tmp_path, data)
    assert edges(book.draft) == {("1", "2"), ("1", "3")}
    assert "* Climb down -> 2\n* Leave -> 3\n" in book.text


def test_a_link_to_nothing_is_a_comment(tmp_path: Path) -> None:
    lost = f'<w:hyperlink w:anchor="lost">{run("the map")}</w:hyperlink>'
    book = imported(tmp_path, packed(section(1, run("See "), lost, run(". Turn to 2.")) + END))
    assert "See the map." in book.text
    assert "// TODO import: link: the words “the map” were a link to lost\n" in book.text


WEB = "https://example.org/a_b?c=1&d=2"
WEB_FIELD = field(f'HYPERLINK "{WEB.replace("&", "&amp;")}"', "the map")
RTF_WEB_FIELD = rtf_field(f'HYPERLINK "{WEB}" ', "the map")
WEB_LINKS = {
    "docx": packed(section(1, run("See "), WEB_FIELD, run(". Turn to 2.")) + END),
    "rtf": rtf("1", f"See {RTF_WEB_FIELD}. Turn to 2.", *RTF_END),
}


@pytest.mark.parametrize("data", WEB_LINKS.values(), ids=WEB_LINKS)
def test_links_to_the_web_keep_their_address(tmp_path: Path, data: bytes) -> None:
    text = imported(tmp_path, data).text
    assert f"See [the map]({WEB}).\n" in text
    assert "not understood" not in text


@pytest.mark.parametrize("code", [r"\u55357?\u56329?", r"\u-10179?\u-9207?", r"\uc0 \u55357\uc1 \u56329\'3f"])
def test_letters_of_two_halves_in_rtf(tmp_path: Path, code: str) -> None:
    assert (
        "A dragon 🐉 sits here."
        in imported(tmp_path, rtf("1", f"A dragon {code} sits here. Turn to 2.", *RTF_END)).text
    )


def test_half_a_letter_is_shown_as_missing(tmp_path: Path) -> None:
    assert "A ? b." in imported(tmp_path, rtf("1", r"A \u56329? b. Turn to 2.", *RTF_END)).text


BIG = (styled("big", "<w:b/>"), styled("g", '<w:b w:val="0"/>'), run("er than 10"))
SQUARE = styled("2", '<w:vertAlign w:val="superscript"/>')
TURN = (run(" men. If you dare, "), styled("turn to", "<w:b/>"), run(" 2."))
EMPHASIS = {
    "docx": packed(section(1, run("You see "), styled("it", "<w:i/>"), run(", "), *BIG, SQUARE, *TURN) + END),
    "rtf": rtf("1", r"You see {\i it}, {\b big}ger than 10{\super 2} men. If you dare, \b turn to\b0  2.", *RTF_END),
}


@pytest.mark.parametrize("data", EMPHASIS.values(), ids=EMPHASIS)
def test_emphasis_is_kept_where_it_breaks_no_word_and_no_turn(tmp_path: Path, data: bytes) -> None:
    book = imported(tmp_path, data)
    assert "You see it, bigger than 10² men." in book.text.replace("*it*", "it")
    assert "* If you dare -> 2\n" in book.text


def test_a_sentence_of_prose_keeps_its_emphasis(tmp_path: Path) -> None:
    inner = (run("A "), styled("salt ", "<w:i/>"), styled("mill", "<w:i/>"), run(" and a "), styled("pit", "<w:b/>"))
    assert (
        "A *salt mill* and a **pit**.\n"
        in imported(tmp_path, packed(section(1, *inner, run(". Turn to 2.")) + END)).text
    )


def cells(*words: str) -> str:
    return f"<w:tr>{''.join(f'<w:tc>{paragraph(run(each))}</w:tc>' for each in words)}</w:tr>"


def test_a_table_is_a_table_in_the_book() -> None:
    wide = f'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{paragraph(run("All|none"))}</w:tc></w:tr>'
    body = f"<w:tbl>{cells('Ware', 'Price')}{cells('Salt', '3')}{wide}</w:tbl>"
    assert read(body) == "| Ware | Price |\n|---|---|\n| Salt | 3 |\n| All\\|none |  |"


def level(place: int, form: str, text: str) -> str:
    start = '<w:start w:val="1"/>'
    return f'<w:lvl w:ilvl="{place}">{start}<w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'


LEVELS = level(0, "decimal", "%1.") + level(1, "lowerRoman", "%2)") + level(2, "bullet", "\uf0b7")
ANEW = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'
LISTS = (
    f'<w:abstractNum w:abstractNumId="0">{LEVELS}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    f'<w:num w:numId="2"><w:abstractNumId w:val="0"/>{ANEW}</w:num>'
)
HEADED = (
    '<w:style w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="N"/></w:style>'
    '<w:style w:styleId="N"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
)


def listed(words: str, own: int = 1, place: int = 0) -> str:
    numbers = f'<w:numPr><w:ilvl w:val="{place}"/><w:numId w:val="{own}"/></w:numPr>'
    return paragraph(f"<w:pPr>{numbers}</w:pPr>", run(words))


def test_numbers_of_lists() -> None:
    first = listed("A") + listed("B", place=1) + listed("C", place=1) + listed("D", place=2)
    second = listed("E") + listed("F", place=1) + listed("G", 2) + listed("H", 2) + listed("I", 9)
    told = ["1. A", "i. B", "ii. C", "- D", "2. E", "i. F", "7. G", "8. H", "I"]
    assert read(first + second, numbering=LISTS).split("\n\n") == told


def test_numbers_of_headings(tmp_path: Path) -> None:
    head = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
    body = paragraph(head) + paragraph(run("If you dare, turn to 2.")) + paragraph(head, run("The pit"))
    book = imported(tmp_path, packed(body + paragraph(run("Dark.")), numbering=LISTS, styles=HEADED))
    assert [(each.name, each.title) for each in book.draft.chapters] == [("1", ""), ("2", "The pit")]
    assert edges(book.draft) == {("1", "2")}


def test_sections_that_are_items_of_a_list(tmp_path: Path) -> None:
    body = listed("If you go in, turn to 2. If not, turn to 3.") + listed("You have won!") + listed("You are dead.")
    assert edges(imported(tmp_path, packed(body, numbering=LISTS)).draft) == {("1", "2"), ("1", "3")}


DOORS = ("The red door: turn to 2", "The blue door: turn to 3")
ITEMS = {
    "docx": packed(section(1, run("Two doors:")) + "".join(map(listed, DOORS)) + END, numbering=LISTS),
    "rtf": rtf(
        "1", "Two doors:", *(rf"{{\listtext\plain {n}.\tab}}{each}" for n, each in enumerate(DOORS, 1)), *RTF_END
    ),
    "rtf, Pandoc": rtf("1", "Two doors:", *(rf"{n}.\tab {each}" for n, each in enumerate(DOORS, 1)), *RTF_END),
}


@pytest.mark.parametrize("data", ITEMS.values(), ids=ITEMS)
def test_choices_in_a_list_leave_no_numbers_behind(tmp_path: Path, data: bytes) -> None:
    text = imported(tmp_path, data).text
    assert "Two doors:\n* The red door -> 2\n* The blue door -> 3\n" in text


def letters(words: str, page: str) -> str:
    return "".join(f"\\'{byte:02x}" for byte in words.encode(page))


FONTS = (
    r"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset238{\*\fname B;}B CE;}{\f2\fcharset2 Wingdings;}{\f3\fcharset2 Symbol;}}"
)
LETTERS = {
    "of the file": (rf"\ansicpg1251 {letters('Вы в пещере', 'cp1251')}", "Вы в пещере"),
    "of a font": (rf"\ansicpg1253{FONTS}\f1 {letters('Zażółć', 'cp1250')}{{\f5 {letters('ύ', 'cp1253')}}}", "Zażółćύ"),
    "of the usual font": (rf"\deff1{FONTS}{{\f0 \'e6}}\f0\plain \'e6", "æć"),
    "from right to left": (rf"\ansicpg1255 {letters('שלום', 'cp1255')}\u1513\'f9", "שלוםש"),
    "of two bytes": (rf"\ansicpg932 {letters('日本ソ表', 'cp932')}\'83A\'83\\", "日本ソ表アソ"),
    "beside their numbers": (r"\ansicpg932\uc2 \u26085\'93\'fa!", "日!"),
    "of a Macintosh": (r"\mac \'8e", "é"),
    "of signs": (rf"{FONTS}{{\f2\'a8 J}}{{\f3\'b7b}}\f2\u-3928?", "☐ ☺�b☐"),
}


@pytest.mark.parametrize(("text", "wanted"), LETTERS.values(), ids=LETTERS)
def test_bytes_of_rtf_are_letters(text: str, wanted: str) -> None:
    data = f"{{\\rtf1\\ansi{text}\\par}}".encode()
    assert rtf_text(Material(Path("a.rtf"), {"a.rtf": data})).strip() == wanted


def test_bytes_of_rtf_that_are_no_ascii() -> None:
    russian = b"{\\rtf1\\ansicpg1251 \xc2\xfb}"
    assert rtf_text(Material(Path("a.rtf"), {"a.rtf": russian})).strip() == "Вы"
    assert rtf_text(Material(Path("a.rtf"), {"a.rtf": "{\\rtf1 é日}".encode()})).strip() == "é日"


def test_letters_of_rtf_that_nobody_knows_are_told(tmp_path: Path) -> None:
    book = imported(tmp_path, rtf("\\ansicpg9999 1", "You go to 2.", "2", "Caf\\'e9."))
    assert "Café" in book.text
    assert [each.message for each in book.troubles] == [
        "its letters are in the code page 9999, which is not known: they are read as those of 1252"
    ]


def test_a_backslash_at_the_end_of_a_line_ends_a_paragraph() -> None:
    data = b"{\\rtf1\\ansi 1\\\nYou go.\\\r\n\\\n2\\\nEnd}"
    assert rtf_text(Material(Path("a.rtf"), {"a.rtf": data})) == "1\n\nYou go.\n\n2\n\nEnd"


def struck(mark: str) -> str:
    return f"<w:r><w:rPr><w:{mark}/></w:rPr><w:t>Turn to 3.</w:t></w:r>"


STRUCK = {
    "docx": packed("".join(map(paragraph, (run("1"), run("Go. ") + struck("strike"), run("2"), run("3"))))),
    "docx, twice": packed("".join(map(paragraph, (run("1"), run("Go. ") + struck("dstrike"), run("2"), run("3"))))),
    "rtf": rtf("1", "Go. {\\strike Turn to 3.}", "2", "3"),
    "rtf, twice": rtf("1", "Go. \\striked1 Turn to 3.\\striked0", "2", "3"),
}


@pytest.mark.parametrize("data", STRUCK.values(), ids=STRUCK)
def test_struck_through_text_is_a_comment(tmp_path: Path, data: bytes) -> None:
    book = imported(tmp_path, data)
    assert ("1", "3") not in edges(book.draft)
    assert "Go.\n// TODO import: struck-through text: Turn to 3.\n" in book.text
    assert book.census.kept["other", "struck-through text"] == 1


DRAWING = (
    '<w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
    '<wp:inline><wp:docPr id="1" name="Picture 1"{}/></wp:inline></w:drawing></w:r>'
)
OLD_DRAWING = '<w:r><w:pict><v:imagedata xmlns:v="urn:schemas-microsoft-com:vml"/></w:pict></w:r>'
PNG = "{\\pict\\pngblip 89504e47}"
PICTURES = {
    "docx": (packed("".join(map(paragraph, (run("1"), run("Go.") + DRAWING.format(""), run("2"))))), SHOWN),
    "docx, described": (
        packed("".join(map(paragraph, (run("1"), run("Go."), DRAWING.format(' descr="A map"'), run("2"))))),
        "A map",
    ),
    "docx, older": (packed("".join(map(paragraph, (run("1"), run("Go.") + OLD_DRAWING, run("2"))))), SHOWN),
    "rtf": (rtf("1", f"Go. {PNG}", "2"), SHOWN),
    "rtf, for new and old programs": (
        rtf("1", f"Go. {{\\*\\shppict{PNG}}}{{\\nonshppict{PNG}}}{{\\header {PNG}}}", "2"),
        SHOWN,
    ),
}


@pytest.mark.parametrize(("data", "told"), PICTURES.values(), ids=PICTURES)
def test_a_picture_is_a_comment(tmp_path: Path, data: bytes, told: str) -> None:
    book = imported(tmp_path, data)
    assert f"Go.\n// TODO import: picture: {told}\n" in book.text
    assert book.census.kept["other", "picture"] == 1


def test_formulas_and_letters_of_signs_are_read() -> None:
    maths = '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>a+b</m:t></m:r></m:oMath>'
    sign = '<w:r><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr><w:t>\uf0a8</w:t></w:r>'
    assert read(paragraph(run("Roll "), maths, sign, run("\uf041"))) == "Roll a+b☐�"


def test_struck_through_text_of_markdown_is_a_comment(tmp_path: Path) -> None:
    text = "1\n\nGo. ~~Turn to 3.~~ Turn to 2.\n\n2\n\n~~~\nHo ~~ ho \\~~x~~\n~~~\n\n3\n\nEnd.\n"
    (tmp_path / "a.md").write_text(text, "utf-8")
    book = import_book(tmp_path / "a.md")
    assert edges(book.draft) == {("1", "2")}
    assert "// TODO import: struck-through text: Turn to 3.\n" in book.text
    assert book.census.kept["other", "struck-through text"] == 1
    (tmp_path / "a.txt").write_text(text, "utf-8")  # there it is no more than letters
    assert ("1", "3") in edges(import_book(tmp_path / "a.txt").draft)
